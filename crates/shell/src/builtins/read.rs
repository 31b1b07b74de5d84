//! `read` (POSIX XCU read): takes a line and not a byte more.

use super::{bad_option, usage};
use crate::environment::separators::Separator;
use crate::environment::variables::Value;
use crate::environment::{Environment, names};
use crate::unwind::{Flow, Unwind};
use stage::{OpenFile, Signals};
use std::io;
use std::rc::Rc;
use syntax::names::is_name;
use syntax::{ByteString, Name};

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut raw = false;
    let mut delimiter = b'\n';
    let mut prompt: Option<ByteString> = None;
    let mut at = 1;
    while let Some(field) = fields.get(at) {
        if field.as_bytes() == b"--" {
            at += 1;
            break;
        }
        if field.len() < 2 || field[0] != b'-' {
            break;
        }
        at += 1;
        let mut letters = &field[1..];
        while let Some((&letter, rest)) = letters.split_first() {
            letters = rest;
            match letter {
                b'r' => raw = true,
                b'd' | b'p' => {
                    let argument = if rest.is_empty() {
                        let argument = fields.get(at).cloned();
                        at += 1;
                        argument
                    } else {
                        Some(ByteString::new(rest))
                    };
                    let Some(argument) = argument else {
                        return usage(env, b"read", "an option's argument is missing");
                    };
                    if letter == b'd' {
                        delimiter = argument.first().copied().unwrap_or(0);
                    } else {
                        prompt = Some(argument);
                    }
                    letters = &[];
                }
                _ => return bad_option(env, b"read", letter),
            }
        }
    }
    let operands = &fields[at..];
    for operand in operands {
        if !is_name(operand) {
            let text = format!("{}: bad variable name", operand.escape_ascii());
            return usage(env, b"read", &text);
        }
    }
    let Some(file) = env.file(0) else {
        env.report("read: standard input is closed");
        return Ok(2);
    };
    if let Some(prompt) = prompt
        && file.is_terminal()
    {
        env.write_error(&prompt);
    }
    let mut line = env.shared.take_line();
    let result = read_line(env, &file, delimiter, raw, &mut line);
    let outcome = match result {
        Ok(complete) => {
            let stored = store(env, operands, &line);
            stored.map(|()| i32::from(!complete))
        }
        Err(Trouble::Unwind(unwind)) => Err(unwind),
        Err(Trouble::Io(error)) => {
            env.report(format!("read: {}", utilities::message::reason(&error)));
            Ok(2)
        }
    };
    env.shared.give_line(line);
    outcome
}

enum Trouble {
    Io(io::Error),
    Unwind(Unwind),
}

/// A line as it was read, and which of its bytes a backslash quoted.
#[derive(Default)]
pub struct Line {
    text: Vec<u8>,
    /// Positions of quoted bytes, ascending.
    quoted: Vec<usize>,
}

impl Line {
    /// Empties it, keeping its memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.quoted.clear();
    }
}

/// Reads up to the delimiter; false where the input ended before it.
fn read_line(
    env: &mut Environment,
    file: &Rc<OpenFile>,
    delimiter: u8,
    raw: bool,
    line: &mut Line,
) -> Result<bool, Trouble> {
    let mut escaped = false;
    loop {
        let more = loop {
            match file.fill(Signals::Any) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    env.handle_signals().map_err(Trouble::Unwind)?;
                }
                other => break other,
            }
        };
        if !more.map_err(Trouble::Io)? {
            return Ok(false);
        }
        if raw {
            let (count, complete) =
                file.with_known(|known| match memchr::memchr(delimiter, known) {
                    Some(at) => {
                        line.text.extend_from_slice(&known[..at]);
                        (at + 1, true)
                    }
                    None => {
                        line.text.extend_from_slice(known);
                        (known.len(), false)
                    }
                });
            file.consume(count);
            if complete {
                break;
            }
            continue;
        }
        let mut joined = false;
        let (count, complete) = file.with_known(|known| {
            for (index, &byte) in known.iter().enumerate() {
                if escaped {
                    escaped = false;
                    if byte == b'\n' {
                        joined = true;
                        // The line goes on; a person is asked for more.
                        return (index + 1, false);
                    }
                    line.quoted.push(line.text.len());
                    line.text.push(byte);
                } else if byte == b'\\' {
                    escaped = true;
                } else if byte == delimiter {
                    return (index + 1, true);
                } else {
                    line.text.push(byte);
                }
            }
            (known.len(), false)
        });
        file.consume(count);
        if complete {
            break;
        }
        if joined && file.is_terminal() {
            let prompt = env.prompt(names::PS2);
            env.write_error(&prompt);
        }
    }
    if memchr::memchr(0, &line.text).is_some() {
        line.text.retain(|&byte| byte != 0);
        line.quoted.clear();
    }
    Ok(true)
}

fn store(env: &mut Environment, operands: &[ByteString], line: &Line) -> Flow {
    let text = &line.text[..];
    let Some((last, first)) = operands.split_last() else {
        return assign(env, names::REPLY, text);
    };
    let separators = env.separators();
    if separators.none && first.is_empty() {
        let name = env.shared.names.intern(last);
        return assign(env, name, text);
    }
    let kind = |at: usize| {
        if line.quoted.binary_search(&at).is_ok() {
            Separator::None
        } else {
            separators.of(text[at])
        }
    };
    let skip_space = |mut at: usize| {
        while at < text.len() && kind(at) == Separator::Space {
            at += 1;
        }
        at
    };
    let mut at = skip_space(0);
    for operand in first {
        let begin = at;
        while at < text.len() && kind(at) == Separator::None {
            at += 1;
        }
        let field = &text[begin..at];
        at = skip_space(at);
        if at < text.len() && kind(at) == Separator::Other {
            at = skip_space(at + 1);
        }
        let name = env.shared.names.intern(operand);
        assign(env, name, field)?;
    }
    // The last variable gets the rest. One separator at the end belongs to a single field.
    let begin = at;
    let mut end = text.len();
    while end > begin && kind(end - 1) == Separator::Space {
        end -= 1;
    }
    if end > begin && kind(end - 1) == Separator::Other {
        let mut field = begin;
        while field < end && kind(field) == Separator::None {
            field += 1;
        }
        let after = skip_space(field);
        // Only this field and its terminator are left.
        if after + 1 == end || (field + 1 == end) {
            end = field;
        }
    }
    let name = env.shared.names.intern(last);
    assign(env, name, &text[begin..end])
}

fn assign(env: &mut Environment, name: Name, text: &[u8]) -> Flow {
    env.assign(name, Value::String(text.into())).map_err(|error| {
        env.report_read_only(error);
        env.status = 2;
        Unwind::Error
    })
}
