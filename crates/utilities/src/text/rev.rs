//! rev: lines with their characters in reverse order (rev(1) of util-linux).

use super::admission;
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
        match reverse(reader, context.utf8, &mut output, &mut lines, nul) {
            Ok(()) => {}
            // It takes an interruption for the end.
            Err(Failure::Read(error)) if error.kind() == io::ErrorKind::Interrupted => {
                return Exit::SUCCESS;
            }
            Err(Failure::Read(error)) if context.has(Change::RevErrors) => {
                context.error(format!("fgetwc() failed: {}", message::reason(&error)));
                let _ = output.flush();
                return Exit::FAILURE;
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

fn reverse(
    mut reader: Reader,
    utf8: bool,
    output: &mut Writer,
    lines: &mut u64,
    nul: Nul,
) -> Result<(), Failure> {
    // The beginning of a line that a NUL has cut short: rev goes on with the next one there.
    let mut begun: Vec<u8> = Vec::new();
    loop {
        let read = reader.line(b'\n').map_err(Failure::Read)?;
        let line = read.filter(|line| is_text(line, utf8));
        let Some(line) = line else {
            put_reversed(&begun, utf8, &mut output.buffer);
            // What has been read is no text, or there is nothing more.
            return match read {
                Some(_) => Err(Failure::Read(io::Error::from_raw_os_error(84))),
                None => Ok(()),
            };
        };
        let end = byte_search::memchr(0, line).filter(|_| nul == Nul::EndsLine);
        let text = end.map_or(line, |end| &line[..end]);
        let ended = text.ends_with(b"\n");
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        if begun.is_empty() && ended {
            put_reversed(text, utf8, &mut output.buffer);
        } else {
            begun.extend_from_slice(text);
            if !ended {
                continue;
            }
            put_reversed(&begun, utf8, &mut output.buffer);
            begun.clear();
        }
        output.buffer.push(b'\n');
        *lines += 1;
        output.check().map_err(Failure::Write)?;
    }
}

/// Whether there are characters only; in the C locale, those of ASCII.
fn is_text(line: &[u8], utf8: bool) -> bool {
    line.is_ascii() || (utf8 && super::utf8::is_text(line))
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
