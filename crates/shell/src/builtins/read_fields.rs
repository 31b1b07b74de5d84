//! `read -S` (ksh93): a record of comma-separated values.
//!
//! Fields are separated by IFS. One that begins with a double quote goes on to the next one, over
//! separators and the end of a line, and `""` in it is a quote. What follows until the separator is
//! left out, and so is a quoted text behind others. The last name receives the rest of the record
//! as it is written, unless that begins with a quote.

use super::read::{ReadOptions, Trouble, assign_operand, emptied_array, unreadable};
use crate::environment::Environment;
use crate::environment::arrays::Key;
use crate::environment::separators::{Separator, Separators};
use crate::unwind::Flow;
use stage::OpenFile;
use std::io;
use std::rc::Rc;
use syntax::ByteString;

/// A byte of a record, and whether a backslash quotes it.
type Marked = (u8, bool);

/// Reads a record and assigns its fields; the status of the builtin.
pub(super) fn read(
    env: &mut Environment,
    file: &Rc<OpenFile>,
    operands: &[ByteString],
    options: &ReadOptions,
) -> Flow<i32> {
    let mut record = Vec::new();
    let complete = match read_record(env, file, options, &mut record) {
        Ok(complete) => complete,
        Err(Trouble::Unwind(unwind)) => return Err(unwind),
        Err(Trouble::Io(error)) => return Ok(unreadable(env, options.descriptor, &error)),
        Err(Trouble::Late) => false,
    };
    let separators = env.separators();
    let mut fields = Fields { record: &record, at: 0, separators: &separators };
    fields.skip_space();
    if let Some(array) = &options.array {
        let name = emptied_array(env, array)?;
        let mut index = 0;
        while fields.at < record.len() || index == 0 {
            env.assign_element_or_fail(name, Key::Index(index), fields.next().into())?;
            index += 1;
        }
        for operand in operands {
            assign_operand(env, operand, b"")?;
        }
        return Ok(i32::from(!complete));
    }
    let reply = [ByteString::from("REPLY")];
    let operands = if operands.is_empty() { &reply } else { operands };
    let Some((last, first)) = operands.split_last() else { return Ok(i32::from(!complete)) };
    for operand in first {
        let field = fields.next();
        assign_operand(env, operand, &field)?;
    }
    let rest = fields.rest();
    assign_operand(env, last, &rest)?;
    Ok(i32::from(!complete))
}

/// Reads up to a delimiter that no quotes enclose; false where the input ended before it.
fn read_record(
    env: &mut Environment,
    file: &Rc<OpenFile>,
    options: &ReadOptions,
    record: &mut Vec<Marked>,
) -> Result<bool, Trouble> {
    let (mut quoted, mut escaped) = (false, false);
    loop {
        match file.fill(env.awaited()) {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                env.handle_signals().map_err(Trouble::Unwind)?;
                continue;
            }
            Err(error) => return Err(Trouble::Io(error)),
        }
        let mut complete = false;
        let count = file.with_known(|known| {
            for (index, &byte) in known.iter().enumerate() {
                if escaped {
                    escaped = false;
                    if byte != b'\n' {
                        record.push((byte, true));
                    }
                } else if byte == b'\\' && !options.raw && !quoted {
                    escaped = true;
                } else if byte == options.delimiter && !quoted {
                    complete = true;
                    return index + 1;
                } else if byte != 0 {
                    quoted ^= byte == b'"';
                    record.push((byte, false));
                }
            }
            known.len()
        });
        file.consume(count);
        if complete {
            if options.delimiter == b'\n' {
                // The end of a line as RFC 4180 has it.
                record.pop_if(|last| *last == (b'\r', false));
            }
            return Ok(true);
        }
    }
}

/// The fields of a record, one after the other.
struct Fields<'r> {
    record: &'r [Marked],
    at: usize,
    separators: &'r Separators,
}

impl Fields<'_> {
    /// What the byte at a place is to field splitting, and how long.
    fn kind(&self, at: usize) -> (Separator, usize) {
        match self.record[at] {
            (_, true) | (b'"', _) => (Separator::None, 1),
            _ if self.separators.none => (Separator::None, 1),
            _ => {
                let end = self.record.len().min(at + 4);
                let text: Vec<u8> = self.record[at..end].iter().map(|&(byte, _)| byte).collect();
                self.separators.at(&text, 0)
            }
        }
    }

    fn skip_space(&mut self) {
        while self.at < self.record.len() && self.kind(self.at).0 == Separator::Space {
            self.at += 1;
        }
    }

    /// Appends the text in quotes that begins at the place reached, which goes behind it.
    fn quoted(&mut self, out: &mut Vec<u8>) {
        self.at += 1;
        while let Some(&(byte, _)) = self.record.get(self.at) {
            self.at += 1;
            if byte == b'"' {
                if !matches!(self.record.get(self.at), Some((b'"', _))) {
                    break;
                }
                self.at += 1;
            }
            out.push(byte);
        }
    }

    /// The next field; empty where there is none. Its separator is passed over.
    fn next(&mut self) -> Vec<u8> {
        let mut field = Vec::new();
        let mut open = true;
        while let Some(&marked) = self.record.get(self.at) {
            if marked == (b'"', false) {
                let mut text = Vec::new();
                let begins = open && field.is_empty();
                self.quoted(&mut text);
                if begins {
                    field = text;
                }
                open = false;
            } else if self.kind(self.at).0 == Separator::None {
                if open {
                    field.push(marked.0);
                }
                self.at += 1;
            } else {
                break;
            }
        }
        self.skip_space();
        if self.at < self.record.len()
            && let (Separator::Other, size) = self.kind(self.at)
        {
            self.at += size;
            self.skip_space();
        }
        field
    }

    /// What the last name receives: the rest as it is written, without a separator that ends its only
    /// field, or the quoted text that it begins with.
    fn rest(&mut self) -> Vec<u8> {
        let begin = self.at;
        let first = self.next();
        if self.at >= self.record.len() || self.record[begin] == (b'"', false) {
            return first;
        }
        let mut end = self.record.len();
        while end > begin && self.kind(end - 1).0 == Separator::Space {
            end -= 1;
        }
        self.record[begin..end].iter().map(|&(byte, _)| byte).collect()
    }
}
