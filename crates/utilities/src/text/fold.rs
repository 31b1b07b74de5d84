//! fold: breaks long lines (POSIX XCU fold; GNU coreutils manual, fold(1)).
//!
//! As in coreutils, columns are bytes in every locale.

use super::lanes::{self, Broken, Unit};
use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit};
use std::io;

const OPTIONS: &[options::Option_] = &[
    ('b', "bytes", Takes::Nothing),
    ('s', "spaces", Takes::Nothing),
    ('w', "width", Takes::Argument),
];

/// The options admitted.
pub const ADMITTED: &str = "-bs, -w N, -N [FILE...]";

struct Fold<'a> {
    operands: Vec<&'a [u8]>,
    folder: Folder,
}

/// Folds lines.
#[derive(Clone)]
struct Folder {
    bytes: bool,
    spaces: bool,
    width: usize,
    line: Line,
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Fold<'a>> {
    let (mut width, mut rest) = (&b"80"[..], arguments);
    if let Some(digits) = arguments.first().and_then(|first| first.strip_prefix(b"-"))
        && number::plain(digits).is_some()
    {
        width = digits;
        rest = &arguments[1..];
    }
    let parsed = options::parse(rest, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let is_obsolete = rest.len() < arguments.len();
    if parsed.is_repeated('w') || is_obsolete && parsed.has('w') {
        return Err("several widths");
    }
    let width = number::plain(parsed.value('w').unwrap_or(width));
    let width = width.filter(|width| (1..=u64::from(u32::MAX)).contains(width));
    let folder = Folder {
        bytes: parsed.has('b'),
        spaces: parsed.has('s'),
        width: width.ok_or("a width to complain about")? as usize,
        line: Line::default(),
    };
    Ok(Fold {
        folder,
        operands: if parsed.operands.is_empty() { vec![b"-"] } else { parsed.operands },
    })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if context.has(Change::FoldCharacters) {
        return Decision::StepAside("columns of characters");
    }
    decision(context, plan(arguments), run)
}

/// Carries out a plan of fold: its exit status.
fn run(context: &mut Context<'_>, plan: Fold<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let mut status = 0;
    for name in &plan.operands {
        let result = stream::open(context, name).and_then(|file| {
            plan.folder.fold_file(context, &mut Reader::within(context, file), &mut output)
        });
        if let Err(error) = result {
            if let Some(exit) = context.signal_of(&error) {
                return exit;
            }
            stream::file_error(context, &mut output, name, &error);
            status = 1;
        }
    }
    stream::finish(context, &mut output, status)
}

/// What has been read of an output line.
#[derive(Clone, Default)]
struct Line {
    text: Vec<u8>,
    column: usize,
}

impl Folder {
    /// The error is one of reading, or the interruption of a write; other errors of writing
    /// are met at the end.
    fn fold_file(
        &self,
        context: &Context<'_>,
        reader: &mut Reader,
        output: &mut Writer,
    ) -> io::Result<()> {
        let mut own = self.clone();
        let unit = Unit::Pieces(b'\n');
        let result = loop {
            match lanes::transform(
                context,
                reader,
                output,
                unit,
                &mut own,
                Self::fold,
                |_, _, _| {},
            ) {
                Ok(()) => break Ok(()),
                Err(Broken::Input(error)) => break Err(error),
                Err(Broken::Output(error)) if context.signal_of(&error).is_some() => {
                    return Err(error);
                }
                // The input is read to its end for all that.
                Err(Broken::Output(_)) => output.buffer.clear(),
            }
        };
        output.buffer.append(&mut own.line.text);
        result
    }

    fn fold(&mut self, block: &[u8], out: &mut Vec<u8>) {
        let mut rest = block;
        loop {
            if self.line.text.is_empty() && self.line.column == 0 {
                rest = self.fold_plain(rest, out);
            }
            let Some((&byte, after)) = rest.split_first() else { return };
            let room = self.width.saturating_sub(self.line.column);
            let fitting = rest.iter().take(room).take_while(|&&byte| self.is_plain(byte));
            let fitting = fitting.count();
            if fitting == 0 {
                self.put(byte, out);
                rest = after;
                continue;
            }
            let (part, after) = rest.split_at(fitting);
            self.line.text.extend_from_slice(part);
            self.line.column += fitting;
            rest = after;
        }
    }

    /// Folds lines whose bytes take one column each, as long as there are such. Returns what follows them.
    fn fold_plain<'b>(&self, block: &'b [u8], out: &mut Vec<u8>) -> &'b [u8] {
        let mut rest = block;
        while let Some(end) = byte_search::memchr(b'\n', rest) {
            let line = &rest[..end];
            let moves = |byte: u8| u8::from(byte.wrapping_sub(0x08) < 6);
            let is_plain = self.bytes || line.iter().fold(0, |any, &byte| any | moves(byte)) == 0;
            if !is_plain || self.spaces && end > self.width {
                break;
            }
            let mut left = line;
            while left.len() > self.width {
                let (part, after) = left.split_at(self.width);
                out.extend_from_slice(part);
                out.push(b'\n');
                left = after;
            }
            out.extend_from_slice(left);
            out.push(b'\n');
            rest = &rest[end + 1..];
        }
        rest
    }

    /// Takes a byte into the line, after what has to be output before it.
    fn put(&mut self, byte: u8, out: &mut Vec<u8>) {
        let (mut text, mut column) = (std::mem::take(&mut self.line.text), self.line.column);
        self.put_into(byte, &mut text, &mut column, out);
        self.line = Line { text, column };
    }

    fn put_into(&self, byte: u8, text: &mut Vec<u8>, column: &mut usize, out: &mut Vec<u8>) {
        if byte == b'\n' {
            text.push(byte);
            out.append(text);
            *column = 0;
            return;
        }
        *column = self.after(*column, byte);
        while *column > self.width {
            let blank = text.iter().rposition(|byte| matches!(byte, b' ' | b'\t'));
            if let Some(blank) = blank.filter(|_| self.spaces) {
                out.extend(text.drain(..=blank));
                out.push(b'\n');
                *column = text.iter().fold(0, |column, &byte| self.after(column, byte));
                *column = self.after(*column, byte);
                continue;
            }
            if text.is_empty() {
                break;
            }
            text.push(b'\n');
            out.append(text);
            *column = self.after(0, byte);
        }
        text.push(byte);
    }

    /// Whether a byte takes one column, wherever it stands.
    fn is_plain(&self, byte: u8) -> bool {
        byte != b'\n' && (self.bytes || !(0x08..=b'\r').contains(&byte))
    }

    /// The column after a byte.
    fn after(&self, column: usize, byte: u8) -> usize {
        match byte {
            _ if self.bytes => column + 1,
            0x08 => column.saturating_sub(1),
            b'\r' => 0,
            b'\t' => column + 8 - column % 8,
            _ => column + 1,
        }
    }
}
