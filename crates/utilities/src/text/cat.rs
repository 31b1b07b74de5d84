//! cat: writes files one after the other (POSIX XCU cat; GNU coreutils manual, cat(1)).

use super::stream::{self, Reader, Writer};
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit, locale, planned, quoting};
use rustix::fs::{AtFlags, FileType, Stat};
use stage::OpenFile;
use std::io;

const OPTIONS: &[options::Option_] = &[
    ('A', "show-all", Takes::Nothing),
    ('b', "number-nonblank", Takes::Nothing),
    ('e', "", Takes::Nothing),
    ('E', "show-ends", Takes::Nothing),
    ('n', "number", Takes::Nothing),
    ('s', "squeeze-blank", Takes::Nothing),
    ('t', "", Takes::Nothing),
    ('T', "show-tabs", Takes::Nothing),
    ('u', "", Takes::Nothing),
    ('v', "show-nonprinting", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str = "-AbeEnstTuv [FILE...]";

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(
    context: &Context<'_>,
    arguments: &[&'a [u8]],
) -> Result<options::Parsed<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let Some(parsed) = options::parse(arguments, OPTIONS, true) else {
        return Err("an option that is not reproduced");
    };
    // Whether this would ever end depends on where standard input stands.
    if let (Some(input), Some(output)) = (&context.stdin, &context.stdout)
        && is_same(input, output)
    {
        return Err("standard input is standard output");
    }
    if context.has(Change::CatToItself)
        && let Some(output) = context.stdout.as_ref().and_then(|output| output.stat())
        && FileType::from_raw_mode(output.st_mode) == FileType::RegularFile
        && parsed.operands.iter().any(|name| is_file(context, name, &output))
    {
        return Err("a file is standard output");
    }
    Ok(parsed)
}

/// Runs cat with arguments that [`admit`] has admitted: its exit status.
fn run(context: &mut Context<'_>, parsed: options::Parsed<'_>) -> Exit {
    let has = |letters: &str| letters.chars().any(|letter| parsed.has(letter));
    let mut format = Format {
        number: has("nb"),
        number_nonblank: has("b"),
        squeeze: has("s"),
        ends: has("AeE"),
        tabs: has("AtT"),
        nonprinting: has("Aetv"),
        ..Format::default()
    };
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let operands: &[&[u8]] = if parsed.operands.is_empty() { &[b"-"] } else { &parsed.operands };
    let mut status = 0;
    let regular = output.file().stat().filter(is_regular);
    for name in operands {
        let mut result = copy(context, name, &mut format, &mut output, regular.as_ref());
        if result.is_err()
            && let Err(error) = output.flush()
        {
            result = Err(Failure::Write(error));
        }
        match result {
            Ok(()) => {}
            Err(Failure::Write(error)) => return context.write_error(&error, 1),
            Err(Failure::SameFile) => {
                let mut text = quoting::shell_if_needed(name, context.quoting());
                text.extend_from_slice(b": input file is output file");
                stream::complain(context, &mut output, &text);
                status = 1;
            }
            Err(Failure::Read(error)) => {
                if let Some(exit) = context.signal_of(&error) {
                    return exit;
                }
                stream::file_error(context, &mut output, name, &error);
                status = 1;
            }
        }
    }
    if format.pending_return {
        output.buffer.push(b'\r');
    }
    stream::finish(context, &mut output, status)
}

/// Whether both are the same regular file, and it is not empty.
fn is_same(from: &OpenFile, to: &OpenFile) -> bool {
    let (Some(from), Some(to)) = (from.stat(), to.stat()) else { return false };
    is_regular(&to) && (to.st_dev, to.st_ino) == (from.st_dev, from.st_ino) && from.st_size > 0
}

fn is_regular(file: &Stat) -> bool {
    FileType::from_raw_mode(file.st_mode) == FileType::RegularFile
}

/// Files up to this size are collected where they go to a file.
const SHORT: i64 = 16 << 10;

/// Whether a name is that of this file.
fn is_file(context: &Context<'_>, name: &[u8], file: &Stat) -> bool {
    let found = stage::door::statat(context.directory, name, AtFlags::empty());
    found.is_ok_and(|found| (found.st_dev, found.st_ino) == (file.st_dev, file.st_ino))
}

enum Failure {
    Read(io::Error),
    Write(io::Error),
    SameFile,
}

fn copy(
    context: &Context<'_>,
    name: &[u8],
    format: &mut Format,
    output: &mut Writer,
    regular: Option<&Stat>,
) -> Result<(), Failure> {
    let file = stream::open(context, name).map_err(Failure::Read)?;
    let mut is_collected = false;
    if let Some(to) = regular
        && let Some(from) = file.stat()
    {
        // Copying a file to its own end would not end before the disk is full.
        if name != b"-" && (to.st_dev, to.st_ino) == (from.st_dev, from.st_ino) {
            output.flush().map_err(Failure::Write)?;
            if file.stat().is_some_and(|from| from.st_size > 0) {
                return Err(Failure::SameFile);
            }
        }
        // From one file to another nobody sees how much is written at once.
        is_collected = is_regular(&from) && from.st_size <= SHORT;
    }
    if !is_collected {
        output.flush().map_err(Failure::Write)?;
    }
    let mut reader = Reader::within(context, file);
    let plain = format.is_plain();
    loop {
        let block = reader.block().map_err(Failure::Read)?;
        if block.is_empty() {
            return Ok(());
        }
        if plain && is_collected {
            output.put(block).map_err(Failure::Write)?;
        } else if plain {
            output.file().write_all(block).map_err(Failure::Write)?;
        } else {
            format.add(block, &mut output.buffer);
            // What was read shows at once, as a slow producer's reader expects.
            output.flush().map_err(Failure::Write)?;
        }
    }
}

/// How lines are shown, and where in a line the input stands (across files).
#[derive(Default)]
struct Format {
    number: bool,
    number_nonblank: bool,
    squeeze: bool,
    ends: bool,
    tabs: bool,
    nonprinting: bool,
    /// Lines numbered so far.
    count: u64,
    /// Inside a line.
    inside: bool,
    /// The last line was empty.
    blank: bool,
    /// A carriage return that is `^M` if a newline follows.
    pending_return: bool,
}

impl Format {
    fn is_plain(&self) -> bool {
        !(self.number || self.squeeze || self.ends || self.tabs || self.nonprinting)
    }

    fn add(&mut self, block: &[u8], out: &mut Vec<u8>) {
        let mut rest = block;
        while !rest.is_empty() {
            let (line, ended) = match byte_search::memchr(b'\n', rest) {
                Some(at) => (&rest[..at], true),
                None => (rest, false),
            };
            rest = &rest[line.len() + usize::from(ended)..];
            if !line.is_empty() {
                if self.pending_return {
                    out.push(b'\r');
                    self.pending_return = false;
                }
                if !self.inside && self.number {
                    self.add_number(out);
                }
                self.inside = true;
                self.blank = false;
                let after = if ended { After::Newline } else { After::EndOfBlock };
                self.add_text(line, after, out);
            }
            if ended {
                if !self.inside {
                    if self.blank && self.squeeze {
                        continue;
                    }
                    self.blank = true;
                    if self.number && !self.number_nonblank {
                        self.add_number(out);
                    }
                }
                self.inside = false;
                if self.ends {
                    if self.pending_return {
                        out.extend_from_slice(b"^M");
                        self.pending_return = false;
                    }
                    out.push(b'$');
                }
                out.push(b'\n');
            }
        }
    }

    fn add_number(&mut self, out: &mut Vec<u8>) {
        self.count += 1;
        let mut digits = [b' '; 24];
        let mut at = digits.len();
        let mut left = self.count;
        while left > 0 {
            at -= 1;
            digits[at] = b'0' + (left % 10) as u8;
            left /= 10;
        }
        out.extend_from_slice(&digits[at.min(digits.len() - 6)..]);
        out.push(b'\t');
    }

    /// Adds what is between two newlines.
    fn add_text(&mut self, line: &[u8], after: After, out: &mut Vec<u8>) {
        if self.nonprinting {
            show_all(line, self.tabs, out);
            return;
        }
        let (text, returned) = match line.split_last() {
            Some((b'\r', text)) if self.ends => (text, true),
            _ => (line, false),
        };
        if self.tabs {
            for (index, part) in text.split(|byte| *byte == b'\t').enumerate() {
                if index > 0 {
                    out.extend_from_slice(b"^I");
                }
                out.extend_from_slice(part);
            }
        } else {
            out.extend_from_slice(text);
        }
        if returned && after == After::Newline {
            out.extend_from_slice(b"^M");
        }
        self.pending_return = returned && after == After::EndOfBlock;
    }
}

/// What stands after a line's text in a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// Its newline.
    Newline,
    /// Nothing: it goes on in the next block, if there is one.
    EndOfBlock,
}

/// Bytes that are shown together.
const BLOCK: usize = 16;

/// Adds a text in the notation of `cat -v`.
fn show_all(text: &[u8], tabs: bool, out: &mut Vec<u8>) {
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    for block in blocks {
        // In a form that becomes vector instructions.
        if block.iter().fold(true, |all, byte| all & (b' '..=b'~').contains(byte)) {
            out.extend_from_slice(block);
        } else {
            show(block, tabs, out);
        }
    }
    show(rest, tabs, out);
}

/// Adds no more than [`BLOCK`] bytes.
fn show(bytes: &[u8], tabs: bool, out: &mut Vec<u8>) {
    let mut text = [0; 4 * BLOCK];
    let mut end = 0;
    for &byte in bytes {
        let (shown, length) = match byte {
            b'\t' if !tabs => ([b'\t', 0, 0, 0], 1),
            _ => SHOWN[usize::from(byte)],
        };
        if let Some(place) = text.get_mut(end..).and_then(|rest| rest.first_chunk_mut()) {
            *place = shown;
        }
        end += length;
    }
    out.extend_from_slice(&text[..end]);
}

/// How each byte is shown: text and length.
const SHOWN: [([u8; 4], usize); 256] = {
    let mut all = [([0; 4], 0); 256];
    let mut byte = 0;
    while byte < all.len() {
        let low = byte as u8 % 0x80;
        let (text, length) = match low {
            0..32 => ([b'^', low + 64], 2),
            127 => ([b'^', b'?'], 2),
            _ => ([low, 0], 1),
        };
        all[byte] = match byte {
            0x80.. => ([b'M', b'-', text[0], text[1]], 2 + length),
            _ => ([text[0], text[1], 0, 0], length),
        };
        byte += 1;
    }
    all
};
