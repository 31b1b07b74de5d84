//! hexdump: bytes in columns of digits (hexdump(1) of util-linux).
//!
//! The dumps that have an option of their own; formats are the installed one's. Called hd it begins with that
//! of -C.

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit, message};
use rustix::fs::{AtFlags, SeekFrom};
use stage::{OpenFile, Signals};
use std::io;

/// The options admitted of hd.
pub const HD_ADMITTED: &str = "-v, -n N, -s N [FILE...]";
/// The options admitted.
pub const ADMITTED: &str = "-C | -b | -c | -d | -o | -x, -v, -n N, -s N [FILE...]";

const OPTIONS: &[options::Option_] = &[
    ('b', "one-byte-octal", Takes::Nothing),
    ('c', "one-byte-char", Takes::Nothing),
    ('C', "canonical", Takes::Nothing),
    ('d', "two-bytes-decimal", Takes::Nothing),
    ('n', "length", Takes::Argument),
    ('o', "two-bytes-octal", Takes::Nothing),
    ('s', "skip", Takes::Argument),
    ('v', "no-squeezing", Takes::Nothing),
    ('x', "two-bytes-hex", Takes::Nothing),
];

/// Bytes of a line.
const LINE: usize = 16;
/// What is read at a time where there is a length, as stdio does: what is left of a pipe shows it.
const BLOCK: usize = 4096;

struct Request<'a> {
    /// The letter of the kind of dump; `-` for that without one.
    kind: char,
    verbose: bool,
    length: u64,
    skip: u64,
    names: Vec<&'a [u8]>,
    /// The last argument.
    last: Option<&'a [u8]>,
}

fn plan<'a>(
    context: &Context<'_>,
    arguments: &[&'a [u8]],
    usual: Option<char>,
) -> Plan<Request<'a>> {
    // How much of its input it has read by then is for its buffers to say.
    if context.writes_in_vain() {
        return Err("output that fails");
    }
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let mut kinds = parsed.options.iter().filter(|(letter, _)| "bcCdox".contains(*letter));
    let kind = usual.or_else(|| kinds.next().map(|(letter, _)| *letter)).unwrap_or('-');
    if kinds.next().is_some() || parsed.has_repeated_value() {
        return Err("options that are added to each other");
    }
    let size = |letter, usual| match parsed.value(letter) {
        None => Ok(usual),
        // Others mean octal, or have a suffix.
        Some(text) => number::plain(text)
            .filter(|size| text == b"0" || !text.starts_with(b"0") && *size < 1 << 40)
            .ok_or("a size that is not plain"),
    };
    let (length, skip) = (size('n', u64::MAX)?, size('s', 0)?);
    let verbose = parsed.has('v');
    let names = parsed.operands;
    if skip > 0 && (length == 0 || names.len() != 1 || !context.is_regular_file(names[0])) {
        return Err("an offset in what is no file, or several");
    }
    Ok(Request { kind, verbose, length, skip, names, last: arguments.last().copied() })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(context, arguments, None), run)
}

/// Decides on the arguments of hd.
pub fn decide_hd<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(context, arguments, Some('C')), run)
}

/// Carries out a plan of hexdump: its exit status.
fn run(context: &mut Context<'_>, plan: Request<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    // What it takes for the name of standard input.
    let unnamed = plan.last.unwrap_or(context.called);
    let mut input = Input {
        context,
        names: plan.names.iter(),
        reader: None,
        name: unnamed,
        reads_input: plan.names.is_empty(),
        failed: false,
        was_opened: false,
        left: plan.length,
        is_bounded: plan.length != u64::MAX,
        block: Vec::new(),
        skip: plan.skip,
    };
    let result = plan.dump(&mut input, &mut output).and_then(|()| output.flush());
    input.give_back();
    let status = u8::from(input.failed);
    match result {
        Ok(()) => Exit::Status(status),
        Err(error) if context.has(Change::HexdumpWriteErrors) => context.write_error(&error, 1),
        Err(error) => stream::write_error_of_util_linux(context, &output, &error),
    }
}

/// All files, one after the other.
struct Input<'i, 'c, 'n> {
    context: &'i Context<'c>,
    names: std::slice::Iter<'i, &'n [u8]>,
    reader: Option<Reader>,
    name: &'i [u8],
    /// Standard input comes next.
    reads_input: bool,
    failed: bool,
    /// One of the files could be opened.
    was_opened: bool,
    left: u64,
    /// There is a length: nothing is read beyond the block in which it ends.
    is_bounded: bool,
    /// What has been read and not been shown, where there is a length.
    block: Vec<u8>,
    skip: u64,
}

impl Input<'_, '_, '_> {
    /// Reads a line, or what is left. Nothing at the end.
    fn read(&mut self, line: &mut [u8; LINE]) -> usize {
        let mut length = 0;
        while length < LINE && self.left > 0 {
            if self.reader.is_none() && !self.open() {
                break;
            }
            let wanted = (LINE - length).min(usize::try_from(self.left).unwrap_or(LINE));
            let Some(reader) = &mut self.reader else { break };
            let room = &mut line[length..length + wanted];
            let read = match self.is_bounded {
                true => take(&mut self.block, reader.file(), room),
                false => reader.at_most(wanted).map(|bytes| {
                    room[..bytes.len()].copy_from_slice(bytes);
                    bytes.len()
                }),
            };
            match read {
                Ok(0) => self.reader = None,
                Ok(count) => {
                    length += count;
                    self.left -= count as u64;
                }
                Err(error) => {
                    self.complain(&error);
                    self.reader = None;
                }
            }
        }
        length
    }

    /// Leaves what has been read and not been shown to the next reader of the file, where it can be
    /// positioned.
    fn give_back(&mut self) {
        if let (Some(reader), unread @ 1..) = (&self.reader, self.block.len()) {
            let _ = reader.file().seek(SeekFrom::Current(-(unread as i64)));
        }
    }

    /// The size of the first file.
    fn size(&self) -> u64 {
        let name = self.names.as_slice().first().copied().unwrap_or_default();
        let found = stage::door::statat(self.context.directory, name, AtFlags::empty());
        found.map_or(0, |stat| stat.st_size as u64)
    }

    /// Opens the next file; false where there is none.
    fn open(&mut self) -> bool {
        if std::mem::take(&mut self.reads_input) {
            match stream::open(self.context, b"-") {
                Ok(file) => self.reader = Some(Reader::within(self.context, file)),
                Err(error) => self.complain(&error),
            }
            return self.reader.is_some();
        }
        while let Some(name) = self.names.next() {
            self.name = name;
            match self.context.open(name) {
                Ok(file) => {
                    if self.skip > 0 {
                        let _ = file.seek(SeekFrom::Start(self.skip));
                    }
                    self.was_opened = true;
                    self.reader = Some(Reader::within(self.context, file));
                    return true;
                }
                Err(error) => {
                    self.failed = true;
                    self.complain(&error);
                }
            }
        }
        if self.failed && !std::mem::replace(&mut self.was_opened, true) {
            stream::complain_first(self.context, b"all input file arguments failed");
        }
        false
    }

    fn complain(&self, error: &io::Error) {
        let text = [self.name, b": ", message::reason(error).as_bytes()].concat();
        stream::complain_first(self.context, &text);
    }
}

impl Request<'_> {
    fn dump(&self, input: &mut Input<'_, '_, '_>, output: &mut Writer) -> io::Result<()> {
        let mut address = match input.skip {
            0 => 0,
            skip => skip.min(input.size()),
        };
        let mut last: Option<[u8; LINE]> = None;
        let mut is_squeezed = false;
        loop {
            let mut line = [0; LINE];
            let length = input.read(&mut line);
            if length == LINE && !self.verbose && last == Some(line) {
                if !std::mem::replace(&mut is_squeezed, true) {
                    output.put(b"*\n")?;
                }
            } else if length > 0 {
                self.put_line(address, &line, length, &mut output.buffer);
                output.check()?;
                last = Some(line);
                is_squeezed = false;
            }
            address += length as u64;
            if length < LINE {
                break;
            }
        }
        if address > 0 && self.length > 0 {
            let text = match self.kind {
                'C' => format!("{address:08x}\n"),
                _ => format!("{address:07x}\n"),
            };
            output.put(text.as_bytes())?;
        }
        Ok(())
    }

    fn put_line(&self, address: u64, line: &[u8; LINE], length: usize, out: &mut Vec<u8>) {
        if self.kind == 'C' {
            out.extend_from_slice(format!("{address:08x}").as_bytes());
            for (place, byte) in line.iter().enumerate() {
                if place % 8 == 0 {
                    out.push(b' ');
                }
                let text = if place < length { format!(" {byte:02x}") } else { "   ".into() };
                out.extend_from_slice(text.as_bytes());
            }
            let letter = |byte: &u8| if (32..127).contains(byte) { *byte } else { b'.' };
            out.extend_from_slice(b"  |");
            out.extend(line[..length].iter().map(letter));
            out.extend_from_slice(b"|\n");
            return;
        }
        out.extend_from_slice(format!("{address:07x}").as_bytes());
        let unit = if matches!(self.kind, 'b' | 'c') { 1 } else { 2 };
        for place in (0..LINE).step_by(unit) {
            let byte = line[place];
            let word = u16::from_ne_bytes([byte, line[place + unit - 1]]);
            let text = match self.kind {
                _ if place >= length => String::new(),
                'b' => format!("{byte:03o}"),
                'c' => character(byte),
                'd' => format!("{word:05}"),
                'o' => format!("{word:06o}"),
                _ => format!("{word:04x}"),
            };
            let width = match self.kind {
                'b' | 'c' => 4,
                '-' => 5,
                _ => 8,
            };
            out.extend_from_slice(format!("{text:>width$}").as_bytes());
        }
        out.push(b'\n');
    }
}

/// Fills `room` from a block that has been read of `file`, or from the next one: how many bytes it has
/// got, 0 at the end of the file.
fn take(block: &mut Vec<u8>, file: &OpenFile, room: &mut [u8]) -> io::Result<usize> {
    if block.is_empty() {
        block.resize(BLOCK, 0);
        let read = file.read(block, Signals::Terminal);
        block.truncate(*read.as_ref().unwrap_or(&0));
        read?;
    }
    let count = room.len().min(block.len());
    room[..count].copy_from_slice(&block[..count]);
    block.drain(..count);
    Ok(count)
}

/// A character, or its escape sequence.
fn character(byte: u8) -> String {
    let escaped = match byte {
        0 => "\\0",
        7 => "\\a",
        8 => "\\b",
        9 => "\\t",
        10 => "\\n",
        11 => "\\v",
        12 => "\\f",
        13 => "\\r",
        32..127 => return char::from(byte).to_string(),
        _ => return format!("{byte:03o}"),
    };
    escaped.into()
}
