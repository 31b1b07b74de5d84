//! `print` (ksh93, mksh): arguments with blanks between them and a newline after them.

use super::{bad_option, number, usage};
use crate::environment::Environment;
use crate::environment::arrays::Key;
use crate::environment::binary;
use crate::environment::files::Slot;
use crate::environment::variables::{Value, Variable};
use crate::environment::written::{Form, finish_line};
use crate::unwind::Flow;
use syntax::{ByteString, Name};

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (mut raw, mut newline, mut only_n) = (false, true, false);
    let mut silent = false;
    // What is named is shown: as a tree, or on one line (ksh93).
    let mut tree = None;
    let mut descriptor = None;
    let mut format = None;
    let mut at = 1;
    'options: while let Some(field) = fields.get(at) {
        match field.as_bytes() {
            b"--" => {
                at += 1;
                break;
            }
            b"-" if !only_n => {
                at += 1;
                break;
            }
            [b'-', letters @ ..] if !only_n && letters != b"" || letters == b"n" => {
                at += 1;
                let mut letters = letters;
                while let Some((&letter, rest)) = letters.split_first() {
                    letters = rest;
                    match letter {
                        b'n' => newline = false,
                        b'r' => raw = true,
                        b'e' => raw = false,
                        b'R' => {
                            raw = true;
                            only_n = true;
                        }
                        b'p' => {
                            descriptor = env.coprocess_output();
                            if descriptor.is_none() {
                                return env.fail("print: no coprocess", 1);
                            }
                        }
                        b's' => silent = true,
                        b'v' => tree = Some(true),
                        b'C' => tree = Some(false),
                        b'z' => {}
                        b'u' | b'f' => {
                            let argument = if rest.is_empty() {
                                at += 1;
                                fields.get(at - 1).cloned()
                            } else {
                                Some(ByteString::new(rest))
                            };
                            let Some(argument) = argument else {
                                return usage(env, b"print", "an option's argument is missing");
                            };
                            if letter == b'f' {
                                format = Some(argument);
                            } else {
                                match number(&argument).and_then(|n| u32::try_from(n).ok()) {
                                    Some(number) => descriptor = Some(number),
                                    None => return usage(env, b"print", "bad file descriptor"),
                                }
                            }
                            continue 'options;
                        }
                        _ => return bad_option(env, b"print", letter),
                    }
                }
            }
            _ => break,
        }
    }
    if silent {
        // Into the history list.
        let words: Vec<&[u8]> =
            fields.get(at..).unwrap_or_default().iter().map(ByteString::as_bytes).collect();
        if env.options.has(crate::environment::options::Options::HISTORY) {
            let text = words.join(&b' ');
            env.record(&text, &text);
            env.history().current = false;
        }
        return Ok(0);
    }
    let operands = fields.get(at..).unwrap_or_default();
    let mark = env.saved_files.len();
    if let Some(number) = descriptor {
        let Some(file) = env.file(number) else {
            return env.fail(format!("print: {number}: bad file descriptor"), 1);
        };
        env.file(1);
        let before = env.files.set(1, Slot::Open(file));
        env.saved_files.push((1, before));
    }
    let result = match format {
        _ if tree.is_some() => {
            let form = if tree == Some(true) { Form::Tree(0) } else { Form::Line };
            let mut out = Vec::new();
            for operand in operands {
                match env.spelled(operand)? {
                    Some((name, key)) => shown(env, name, key, form, &mut out),
                    None => {
                        let text = format!("{}: bad variable name", operand.escape_ascii());
                        env.restore_files(mark);
                        return usage(env, b"print", &text);
                    }
                }
                out.push(b'\n');
            }
            env.print("print", &out)
        }
        Some(format) => {
            let mut fields = vec![ByteString::from("printf"), format];
            fields.extend_from_slice(operands);
            let expressions = env.speaks_ksh();
            super::printf::run_with(env, &fields, expressions)
        }
        None => {
            let mut out = Vec::new();
            let mut ended = false;
            for (index, operand) in operands.iter().enumerate() {
                if index > 0 {
                    out.push(b' ');
                }
                if raw {
                    out.extend_from_slice(operand);
                } else if escaped(operand, &mut out) {
                    ended = true;
                    break;
                }
            }
            if newline && !ended {
                out.push(b'\n');
            }
            env.print("print", &out)
        }
    };
    env.restore_files(mark);
    result
}

/// A variable, or an element of one, as `print -v` shows it.
pub(super) fn shown(
    env: &mut Environment,
    name: Name,
    key: Option<Key>,
    form: Form,
    out: &mut Vec<u8>,
) {
    let array = env.resolved(name);
    let name = match &key {
        None => Some(array),
        Some(key) => env.nested(array, key),
    };
    let value = match (name, key) {
        (Some(name), _) => match env.variables.get(name).value {
            Value::Indexed(ref array) if array.is_empty() && env.speaks_ksh() => return,
            Value::Associative(ref array) if array.is_empty() && env.speaks_ksh() => return,
            Value::Compound(_) | Value::Indexed(_) | Value::Associative(_) => {
                let start = out.len();
                env.write_value(name, form, false, out);
                return finish_line(&mut out[start..]);
            }
            _ if env.is_computed(name) => match env.computed(name) {
                value @ Value::Indexed(_) if value.text().is_some() => {
                    // As a variable of that value would be.
                    let before = env.variables.get(crate::environment::names::REPLY).clone();
                    let shown = Variable { value, ..Variable::default() };
                    env.put(crate::environment::names::REPLY, shown);
                    env.write_value(crate::environment::names::REPLY, form, false, out);
                    env.put(crate::environment::names::REPLY, before);
                    return;
                }
                value => value.text(),
            },
            _ => env.value(name),
        },
        (None, Some(key)) => env.element(array, &key),
        (None, None) => None,
    };
    out.extend_from_slice(&value.unwrap_or_default());
}

/// The bytes of a variable that holds such (`typeset -b`, `printf %B`).
pub(super) fn bytes_of(env: &mut Environment, name: Name, key: &Option<Key>) -> Option<Vec<u8>> {
    if !env.holds_bytes(name) {
        return None;
    }
    let text = match key {
        Some(key) => env.element(name, key),
        None => env.value(name),
    };
    Some(binary::decoded(&text.unwrap_or_default()))
}

/// The escapes of echo(1); true where `\c` ends the output.
fn escaped(text: &[u8], out: &mut Vec<u8>) -> bool {
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        let Some((&letter, after)) = rest.split_first() else {
            out.push(b'\\');
            return false;
        };
        rest = after;
        match letter {
            b'a' => out.push(7),
            b'b' => out.push(8),
            b'c' => return true,
            b'e' | b'E' => out.push(27),
            b'f' => out.push(12),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'v' => out.push(11),
            b'\\' => out.push(b'\\'),
            b'0' => {
                let digits = rest.iter().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
                let value = rest[..digits]
                    .iter()
                    .fold(0u32, |value, digit| value * 8 + u32::from(digit - b'0'));
                out.push(value as u8);
                rest = &rest[digits..];
            }
            _ => out.extend_from_slice(&[b'\\', letter]),
        }
    }
    out.extend_from_slice(rest);
    false
}
