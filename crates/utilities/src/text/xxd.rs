//! xxd: bytes as hexadecimal digits, and plain digits as bytes (xxd(1) of vim).
//!
//! Dumps of files from their beginning or from an offset, as lines, plain (-p), bits (-b) or C (-i), and
//! the way back from plain ones. The way back from lines writes to offsets: it is the installed one's.

use super::stream::{self, Writer};
use super::{Plan, decision, number};
use crate::{Change, Context, Decision, Exit, message};
use rustix::fs::{FileType, SeekFrom};
use stage::{OpenFile, Signals};
use std::io;
use std::rc::Rc;

/// The options admitted.
pub const ADMITTED: &str = "-b | -i | -p [-r], -u, -c N, -g N, -l N, -s N [FILE]";

/// What is read at a time, as stdio does: what is left of a pipe shows it.
const BLOCK: usize = 4096;
/// The most bytes of a line.
const COLUMNS: usize = 256;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lines,
    Bits,
    Plain,
    Include,
}

struct Request<'a> {
    kind: Kind,
    reverts: bool,
    digits: &'static [u8; 16],
    columns: usize,
    group: usize,
    length: Option<u64>,
    skip: Option<u64>,
    /// What has been read beyond the length is left to the next reader.
    gives_back: bool,
    name: &'a [u8],
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Plan<Request<'a>> {
    const OPTION: &str = "an option that is not reproduced";
    let (mut kind, mut reverts, mut digits) = (None, false, b"0123456789abcdef");
    // -c, -g, -l and -s.
    let mut numbers = [None; 4];
    let mut rest = arguments;
    while let [option, after @ ..] = rest
        && let [b'-', letter, attached @ ..] = *option
    {
        rest = after;
        let new = match letter {
            b'b' => Kind::Bits,
            b'i' => Kind::Include,
            b'p' => Kind::Plain,
            b'r' | b'u' if attached.is_empty() => {
                match letter {
                    b'r' => reverts = true,
                    _ => digits = b"0123456789ABCDEF",
                }
                continue;
            }
            letter => {
                let place = b"cgls".iter().position(|known| known == letter).ok_or(OPTION)?;
                let value = match (attached, rest) {
                    ([], [value, after @ ..]) => {
                        rest = after;
                        value
                    }
                    _ => attached,
                };
                if numbers[place].is_some() {
                    return Err("a number given twice");
                }
                // Others mean octal, or what a number begins with.
                let is_plain = value == b"0" || value.first() != Some(&b'0');
                numbers[place] = Some(number::plain(value).filter(|n| is_plain && *n < 1 << 31));
                if numbers[place] == Some(None) {
                    return Err("a number that is not plain");
                }
                continue;
            }
        };
        let is_whole = matches!(attached, b"") || new == Kind::Plain && attached == b"s";
        if !is_whole || kind.is_some() {
            return Err(OPTION);
        }
        kind = Some(new);
    }
    let name = match rest {
        [] => b"-",
        [name] => *name,
        _ => return Err("an output file"),
    };
    let [columns, group, length, skip] = numbers.map(Option::flatten);
    let kind = kind.unwrap_or(Kind::Lines);
    let usual = match kind {
        Kind::Lines => 16,
        Kind::Bits => 6,
        Kind::Plain => 30,
        Kind::Include => 12,
    };
    let columns = match columns {
        Some(0) if kind == Kind::Plain => 0,
        None | Some(0) => usual,
        Some(columns) if columns as usize <= COLUMNS => columns as usize,
        Some(_) => return Err("more columns than a line has"),
    };
    let group = group.map_or(if kind == Kind::Bits { 1 } else { 2 }, |group| group as usize);
    let group = if (1..=columns).contains(&group) { group } else { columns.max(1) };
    if skip.is_some() && !(name != b"-" && context.is_regular_file(name))
        || reverts && (kind != Kind::Plain || skip.is_some() || length.is_some())
    {
        return Err("an offset of its own");
    }
    let gives_back = context.has(Change::XxdOffset);
    Ok(Request { kind, reverts, digits, columns, group, length, skip, gives_back, name })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if context.stdout.as_ref().is_some_and(|file| file.is_terminal()) {
        return Decision::StepAside("a terminal");
    }
    decision(context, plan(context, arguments), run)
}

/// Why it ends early.
enum Failure {
    Read(io::Error),
    Write(io::Error),
}

/// Carries out a plan of xxd: its exit status.
fn run(context: &mut Context<'_>, plan: Request<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let result = stream::open(context, plan.name).and_then(|file| {
        match plan.skip {
            Some(skip) if skip > 0 => file.seek(SeekFrom::Start(skip))?,
            _ => 0,
        };
        Ok(file)
    });
    let result = match result {
        Err(error) => {
            let reason = message::reason(&error);
            // perror(3) shows no name that is empty.
            let colon: &[u8] = if plan.name.is_empty() { b"" } else { b": " };
            context.error([plan.name, colon, reason.as_bytes()].concat());
            return Exit::Status(2);
        }
        Ok(file) if plan.reverts => plan.revert(&file, &mut output),
        Ok(file) => plan.dump(&file, &mut output),
    };
    let (error, status) = match result.and_then(|()| output.flush().map_err(Failure::Write)) {
        Ok(()) => return Exit::SUCCESS,
        Err(Failure::Read(error)) => (error, 2),
        Err(Failure::Write(error)) => (error, 3),
    };
    context.signal_of(&error).unwrap_or_else(|| {
        context.error(message::reason(&error));
        let _ = output.flush();
        Exit::Status(status)
    })
}

/// How far into its input a dump is, in bytes.
#[derive(Default)]
struct Input {
    read: u64,
    shown: u64,
    /// Where it stands when stdio first writes, and meets an error: its input is left there.
    met_at: Option<u64>,
}

impl Request<'_> {
    fn dump(&self, file: &Rc<OpenFile>, output: &mut Writer) -> Result<(), Failure> {
        let variable = (self.kind == Kind::Include && self.name != b"-").then(|| self.variable());
        if let Some(name) = &variable {
            output.buffer.extend_from_slice(format!("unsigned char {name}[] = {{\n").as_bytes());
        }
        let mut line = Vec::with_capacity(COLUMNS);
        let mut input = Input::default();
        let result = self.put_bytes(file, &mut input, &mut line, output);
        let result = result.and_then(|()| {
            self.put_end(&line, input.shown, variable, &mut output.buffer);
            output.flush().map_err(Failure::Write)
        });
        if self.gives_back || matches!(result, Err(Failure::Write(_))) {
            let early = input.met_at.filter(|_| result.is_err());
            let behind = input.read - early.unwrap_or(input.shown);
            if behind > 0 {
                let _ = file.seek(SeekFrom::Current(-(behind as i64)));
            }
        }
        result
    }

    /// Shows the bytes of a file; `line` has those of the last line, which is not complete.
    fn put_bytes(
        &self,
        file: &Rc<OpenFile>,
        input: &mut Input,
        line: &mut Vec<u8>,
        output: &mut Writer,
    ) -> Result<(), Failure> {
        let mut block = [0; BLOCK];
        let length = self.length.unwrap_or(u64::MAX);
        while input.shown < length {
            let read = file.read(&mut block, Signals::Terminal).map_err(Failure::Read)?;
            let wanted = read.min(usize::try_from(length - input.shown).unwrap_or(usize::MAX));
            if read == 0 {
                break;
            }
            input.read += read as u64;
            for &byte in &block[..wanted] {
                self.put_byte(byte, input.shown, line, &mut output.buffer);
                input.shown += 1;
                if input.met_at.is_none() && output.buffer.len() as u64 > stream::STDIO {
                    input.met_at = Some(input.shown);
                }
            }
            output.check().map_err(Failure::Write)?;
        }
        Ok(())
    }

    /// Adds what is behind the `count` bytes.
    fn put_end(&self, line: &[u8], count: u64, variable: Option<String>, out: &mut Vec<u8>) {
        match self.kind {
            Kind::Lines | Kind::Bits if !line.is_empty() => self.put_line(line, count, out),
            Kind::Plain if self.columns == 0 || !count.is_multiple_of(self.columns as u64) => {
                out.push(b'\n');
            }
            Kind::Include if count > 0 => out.push(b'\n'),
            _ => {}
        }
        if let Some(name) = variable {
            out.extend_from_slice(format!("}};\nunsigned int {name}_len = {count};\n").as_bytes());
        }
    }

    /// The name of a file as that of a variable of C.
    fn variable(&self) -> String {
        let prefix = if self.name.first().is_some_and(u8::is_ascii_digit) { "__" } else { "" };
        let letter = |byte: &u8| if byte.is_ascii_alphanumeric() { char::from(*byte) } else { '_' };
        prefix.chars().chain(self.name.iter().map(letter)).collect()
    }

    fn hex(&self, byte: u8) -> [u8; 2] {
        [self.digits[usize::from(byte >> 4)], self.digits[usize::from(byte & 15)]]
    }

    /// Adds the byte that `count` others come before.
    #[inline]
    fn put_byte(&self, byte: u8, count: u64, line: &mut Vec<u8>, out: &mut Vec<u8>) {
        let columns = self.columns as u64;
        match self.kind {
            Kind::Plain => {
                out.extend_from_slice(&self.hex(byte));
                if columns > 0 && (count + 1).is_multiple_of(columns) {
                    out.push(b'\n');
                }
            }
            Kind::Include => {
                let between: &[u8] = match count {
                    0 => b"  ",
                    _ if count.is_multiple_of(columns) => b",\n  ",
                    _ => b", ",
                };
                out.extend_from_slice(between);
                out.extend_from_slice(if self.digits[10] == b'A' { b"0X" } else { b"0x" });
                out.extend_from_slice(&self.hex(byte));
            }
            Kind::Lines | Kind::Bits => {
                line.push(byte);
                if line.len() == self.columns {
                    self.put_line(line, count + 1, out);
                    line.clear();
                }
            }
        }
    }

    /// Adds a line of a dump, the last byte of which is number `count`.
    fn put_line(&self, line: &[u8], count: u64, out: &mut Vec<u8>) {
        let offset = count - line.len() as u64 + self.skip.unwrap_or(0);
        out.extend_from_slice(format!("{offset:08x}: ").as_bytes());
        let start = out.len();
        for (place, &byte) in line.iter().enumerate() {
            if self.kind == Kind::Bits {
                out.extend((0..8).rev().map(|bit| b'0' + (byte >> bit & 1)));
            } else {
                out.extend_from_slice(&self.hex(byte));
            }
            if (place + 1).is_multiple_of(self.group) {
                out.push(b' ');
            }
        }
        let digits = if self.kind == Kind::Bits { 8 } else { 2 };
        let width = digits * self.columns + (self.columns - 1) / self.group;
        out.resize(start + width + 2, b' ');
        out.extend(line.iter().map(|byte| if (32..127).contains(byte) { *byte } else { b'.' }));
        out.push(b'\n');
    }

    /// Makes bytes of plain digits. White space may stand between them; two letters that are no
    /// digits after one that was, and the rest of the line is skipped.
    fn revert(&self, file: &Rc<OpenFile>, output: &mut Writer) -> Result<(), Failure> {
        // It begins at the beginning, wherever its input stands.
        let _ = file.seek(SeekFrom::Start(0));
        let mut block = [0; BLOCK];
        // The digits before: None for what is none.
        let (mut before, mut last) = (Some(0), None);
        let (mut has_begun, mut skips) = (false, false);
        // An error of reading is the end.
        while let Ok(read @ 1..) = file.read(&mut block, Signals::Terminal) {
            for &byte in &block[..read] {
                if skips {
                    // The end of the line begins anew.
                    skips = byte != b'\n';
                    has_begun &= skips;
                    continue;
                }
                if b"\r \n\t".contains(&byte) {
                    continue;
                }
                let digit = char::from(byte).to_digit(16).map(|digit| digit as u8);
                let earlier = std::mem::replace(&mut before, std::mem::replace(&mut last, digit));
                if digit.is_none() && !has_begun {
                    continue;
                }
                has_begun = true;
                match (before, last) {
                    (Some(high), Some(low)) => {
                        output.buffer.push(high << 4 | low);
                        last = None;
                    }
                    (None, None) if earlier.is_none() => skips = true,
                    _ => {}
                }
            }
            output.check().map_err(Failure::Write)?;
        }
        output.flush().map_err(Failure::Write)?;
        let out = output.file();
        if out
            .stat()
            .is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile)
        {
            let _ = out.seek(SeekFrom::End(0));
        }
        Ok(())
    }
}
