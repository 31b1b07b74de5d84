//! rev: lines with their characters in reverse order (rev(1) of util-linux).

use super::admission;
use super::lanes::{Lane, Lanes, Pace, Unit};
use super::stream::{self, Reader, Writer};
use super::utf8::{Decoded, decode};
use crate::{Admission, Change, Context, Exit, message};
use std::io;

/// The options admitted.
pub const ADMITTED: &str = "[FILE...]";

/// Decides on the arguments.
pub fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    let dashes = arguments.iter().any(|argument| argument.starts_with(b"-"));
    admission(context, if dashes { Err("an option that is not reproduced") } else { Ok(()) })
}

/// Runs rev with arguments that [`admit`] has admitted: its exit status.
pub fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let mut status = 0;
    let unnamed: &[&[u8]] = &[b"-"];
    let names = if arguments.is_empty() { unnamed } else { arguments };
    for name in names {
        let file = match stream::open(context, name) {
            Ok(file) => file,
            Err(error) => {
                let mut text = b"cannot open ".to_vec();
                text.extend_from_slice(name);
                text.extend_from_slice(b": ");
                text.extend_from_slice(message::reason(&error).as_bytes());
                context.error(text);
                status = 1;
                continue;
            }
        };
        let mut lines = 0u64;
        let reader = Reader::within(context, file);
        let nul = if context.has(Change::RevNul) { Nul::IsText } else { Nul::EndsLine };
        match reverse(context, reader, &mut output, &mut lines, nul) {
            Ok(()) => {}
            // It takes an interruption for the end.
            Err(Failure::Read(error)) if error.kind() == io::ErrorKind::Interrupted => {
                return Exit::SUCCESS;
            }
            Err(Failure::Read(error)) if context.has(Change::RevErrors) => {
                context.error(format!("fgetwc() failed: {}", message::reason(&error)));
                return match output.flush() {
                    Ok(()) => Exit::FAILURE,
                    Err(error) => write_failed(context, &output, &error),
                };
            }
            Err(Failure::Read(error)) => {
                let mut text = if arguments.is_empty() { b"stdin".to_vec() } else { name.to_vec() };
                let rest = format!(": {lines}: {}", message::reason(&error));
                text.extend_from_slice(rest.as_bytes());
                context.error(text);
                status = 1;
            }
            Err(Failure::Write(error)) => return write_failed(context, &output, &error),
        }
    }
    match output.flush() {
        Ok(()) => Exit::Status(status),
        Err(error) => write_failed(context, &output, &error),
    }
}

fn write_failed(context: &Context<'_>, output: &Writer, error: &io::Error) -> Exit {
    if error.kind() == io::ErrorKind::Interrupted {
        return Exit::SUCCESS;
    }
    stream::write_error_of_util_linux(context, output, error)
}

enum Failure {
    Read(io::Error),
    Write(io::Error),
}

/// What a NUL byte in a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nul {
    /// Its end: the rest is a line of its own.
    EndsLine,
    /// A byte like any other.
    IsText,
}

/// The beginning of a line that a NUL has cut short: rev goes on with the next one behind it, in the same buffer.
#[derive(Default)]
struct Begun {
    text: Vec<u8>,
    /// There is one: what a NUL begins is a line that is lost.
    is_there: bool,
    /// The characters that the buffer has behind it.
    behind: Vec<u32>,
    /// Some of the file has been read. The beginning of a character that is all of a file is an error; the end cuts
    /// off others.
    has_read: bool,
}

impl Begun {
    /// A NUL has cut short a line, which is as long as `text` there.
    #[cold]
    fn cut(&mut self, line: &[u8], text: &[u8], utf8: bool) {
        let length = characters(line, utf8).len();
        let older = self.behind.get(length + 1..).map(<[u32]>::to_vec).unwrap_or_default();
        self.behind = characters(&line[text.len()..], utf8);
        self.behind.push(0);
        self.behind.extend(older);
        self.is_there = !self.text.is_empty();
    }

    fn clear(&mut self) {
        *self = Self { has_read: true, ..Self::default() };
    }

    /// The line that was to go on with this one is no text. What could be read of it is written as it is, and
    /// what stood there before, as far as the next NUL.
    #[cold]
    fn put_unread(&self, line: &[u8], utf8: bool, out: &mut Vec<u8>) {
        put_reversed(&self.text, utf8, out);
        if !self.is_there {
            return;
        }
        let read = characters(line, utf8);
        let stale = self.behind.get(read.len()..).unwrap_or_default();
        for character in read.iter().chain(stale).take_while(|&&character| character != 0) {
            let mut bytes = [0; 4];
            match char::from_u32(*character) {
                Some(character) => {
                    out.extend_from_slice(character.encode_utf8(&mut bytes).as_bytes());
                }
                None => break,
            }
        }
    }
}

/// The characters at the beginning of a text, as far as it is one.
fn characters(text: &[u8], utf8: bool) -> Vec<u32> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        match decode(&text[at..]) {
            Decoded::Character(character, length) if utf8 || length == 1 => {
                found.push(character);
                at += length;
            }
            _ => break,
        }
    }
    found
}

fn reverse(
    context: &Context<'_>,
    mut reader: Reader,
    output: &mut Writer,
    lines: &mut u64,
    nul: Nul,
) -> Result<(), Failure> {
    let utf8 = context.utf8;
    let mut begun = Begun::default();
    let mut pace = Pace::default();
    let mut lanes: Option<Lanes<Block>> = None;
    loop {
        if let Some(active) = &mut lanes
            && !begun.is_there
            && !reverse_blocks(context, active, &mut reader, output, lines)?
        {
            lanes = None;
            pace.stay();
        }
        let block = reader.lines(b'\n').map_err(Failure::Read)?;
        if block.is_empty() {
            put_reversed(&begun.text, utf8, &mut output.buffer);
            return Ok(());
        }
        let (result, is_worth_it) = pace.measure(context, block.len(), || {
            reverse_lines(block, utf8, nul, &mut begun, &mut output.buffer, lines)
        });
        output.check().map_err(Failure::Write)?;
        result.map_err(Failure::Read)?;
        if is_worth_it && lanes.is_none() {
            let make = || Some(Block { utf8, nul, lines: 0, is_odd: false });
            lanes = Lanes::new(context, make, reverse_block);
            match lanes {
                // In the order of the input.
                Some(_) => output.flush().map_err(Failure::Write)?,
                None => pace.stay(),
            }
        }
    }
}

/// Reverses lines, each but the last of the file with its newline.
fn reverse_lines(
    block: &[u8],
    utf8: bool,
    nul: Nul,
    begun: &mut Begun,
    out: &mut Vec<u8>,
    lines: &mut u64,
) -> io::Result<()> {
    let mut rest = block;
    while !rest.is_empty() {
        let end = byte_search::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let (line, after) = rest.split_at(end);
        rest = after;
        let line = match is_text(line, utf8) {
            true => line,
            false => match before_cut_character(line)
                .filter(|text| utf8 && (begun.has_read || !text.is_empty()))
            {
                Some(text) => text,
                None => {
                    // What has been read is no text; what is written is a line.
                    *lines += u64::from(begun.is_there);
                    begun.put_unread(line, utf8, out);
                    return Err(io::Error::from_raw_os_error(84));
                }
            },
        };
        begun.has_read = true;
        let end = byte_search::memchr(0, line).filter(|_| nul == Nul::EndsLine);
        let text = end.map_or(line, |end| &line[..end]);
        let ended = text.ends_with(b"\n");
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        if !begun.is_there && ended {
            put_reversed(text, utf8, out);
        } else {
            begun.text.extend_from_slice(text);
            if !ended {
                begun.cut(line, text, utf8);
                continue;
            }
            put_reversed(&begun.text, utf8, out);
            begun.clear();
        }
        out.push(b'\n');
        *lines += 1;
    }
    Ok(())
}

/// A block of lines on another processor.
struct Block {
    utf8: bool,
    nul: Nul,
    /// How many lines it has.
    lines: u64,
    /// It has lines of which each depends on the one before: nothing has been done.
    is_odd: bool,
}

fn reverse_block(block: &mut Block, text: &[u8], out: &mut Vec<u8>) {
    let has_end = block.nul == Nul::EndsLine && byte_search::memchr(0, text).is_some();
    block.is_odd = has_end || !is_text(text, block.utf8);
    block.lines = 0;
    if block.is_odd {
        return;
    }
    let mut start = 0;
    for end in byte_search::memchr_iter(b'\n', text) {
        put_reversed(&text[start..end], block.utf8, out);
        out.push(b'\n');
        block.lines += 1;
        start = end + 1;
    }
}

/// Reverses lines on other processors as long as there are many of them. False where some are odd: these are
/// read again.
fn reverse_blocks(
    context: &Context<'_>,
    lanes: &mut Lanes<Block>,
    reader: &mut Reader,
    output: &mut Writer,
    lines: &mut u64,
) -> Result<bool, Failure> {
    let mut odd = Vec::new();
    let mut deliver = |lane: &mut Lane<Block>| {
        if lane.kernel.is_odd || !odd.is_empty() {
            odd.extend_from_slice(lane.block());
            return Ok(());
        }
        *lines += lane.kernel.lines;
        output.put_block(&lane.output)
    };
    let file = reader.file().clone();
    let window = reader.window();
    let result = lanes.work_through(context, &file, window, Unit::Lines(b'\n'), &mut deliver);
    result.map_err(Failure::Write)?;
    if odd.is_empty() {
        return Ok(true);
    }
    window.put_back(odd);
    Ok(false)
}

/// Whether there are characters only; in the C locale, those of ASCII.
fn is_text(line: &[u8], utf8: bool) -> bool {
    line.is_ascii() || (utf8 && super::utf8::is_text(line))
}

/// The text before a character that the end of the file cuts off, if that is all that is wrong.
fn before_cut_character(line: &[u8]) -> Option<&[u8]> {
    let mut at = 0;
    while at < line.len() {
        match decode(&line[at..]) {
            Decoded::Character(_, length) => at += length,
            Decoded::Incomplete => return Some(&line[..at]),
            Decoded::Invalid => return None,
        }
    }
    None
}

fn put_reversed(text: &[u8], utf8: bool, out: &mut Vec<u8>) {
    let start = out.len();
    out.extend(text.iter().rev());
    if utf8 && !text.is_ascii() {
        restore_characters(text, &mut out[start..]);
    }
}

/// Turns the bytes of each character around again.
fn restore_characters(text: &[u8], reversed: &mut [u8]) {
    let mut at = 0;
    while at < text.len() {
        let length = match decode(&text[at..]) {
            Decoded::Character(_, length) => length,
            _ => 1,
        };
        let end = text.len() - at;
        reversed[end - length..end].reverse();
        at += length;
    }
}
