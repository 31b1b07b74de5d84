//! `print` (ksh93, mksh): arguments with blanks between them and a newline after them.
//!
//! Also `-v`, the value of a variable as text, `-C` for compound variables, `-f` as printf and `-s`
//! into the history list. Escapes are those of ksh93(1), Built-in Commands, print.

use super::{bad_option, number, usage};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault};
use crate::environment::Environment;
use crate::environment::arrays::Key;
use crate::environment::binary;
use crate::environment::files::Slot;
use crate::environment::variables::{Value, Variable};
use crate::environment::written::{Form, finish_line};
use crate::unwind::Flow;
use syntax::{ByteString, Name};

/// What the options of `print` say.
#[derive(Default)]
struct PrintOptions {
    /// `-r`, `-R`: backslashes mean nothing.
    raw: bool,
    /// `-n`
    no_newline: bool,
    /// `-s`: into the history list.
    to_history: bool,
    /// `-v`, `-C`: what is named is shown, as a tree or on one line.
    form: Option<Form>,
    /// `-u`, `-p`
    descriptor: Option<u32>,
    /// `-f`
    format: Option<ByteString>,
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (options, operands) = read_options(env, fields)?;
    if options.to_history {
        let words: Vec<&[u8]> = operands.iter().map(ByteString::as_bytes).collect();
        if env.options.has(crate::environment::options::Options::HISTORY) {
            let text = words.join(&b' ');
            env.record(&text, &text);
            env.history().current = false;
        }
        return Ok(0);
    }
    let mark = env.now.saved_files.len();
    if let Some(number) = options.descriptor {
        let Some(file) = env.file(number) else {
            let text = number.to_string();
            let problem =
                BuiltinProblem::operand(b"print", text.as_bytes(), OperandFault::BadDescriptor);
            return env.fail_with(problem, 1);
        };
        env.file(1);
        let before = env.files.set(1, Slot::Open(file));
        env.now.saved_files.push((1, before));
    }
    let result = write(env, options, operands);
    env.restore_files(mark);
    result
}

/// Reads the options; the operands.
fn read_options<'f>(
    env: &mut Environment,
    fields: &'f [ByteString],
) -> Flow<(PrintOptions, &'f [ByteString])> {
    let mut options = PrintOptions::default();
    // After `-R` only `-n` is an option.
    let mut only_n = false;
    let mut at = 1;
    'options: while let Some(field) = fields.get(at) {
        let mut letters = match field.as_bytes() {
            b"--" => {
                at += 1;
                break;
            }
            b"-" if !only_n => {
                at += 1;
                break;
            }
            [b'-', letters @ ..] if !only_n && letters != b"" || letters == b"n" => letters,
            _ => break,
        };
        at += 1;
        while let Some((&letter, rest)) = letters.split_first() {
            letters = rest;
            match letter {
                b'n' => options.no_newline = true,
                b'r' => options.raw = true,
                b'e' => options.raw = false,
                b'R' => {
                    options.raw = true;
                    only_n = true;
                }
                b'p' => {
                    options.descriptor = env.coprocess_output();
                    if options.descriptor.is_none() {
                        return env
                            .fail_with(BuiltinProblem::call(b"print", CallFault::NoCoprocess), 1);
                    }
                }
                b's' => options.to_history = true,
                b'v' => options.form = Some(Form::Tree(0)),
                b'C' => options.form = Some(Form::Line),
                b'z' => {}
                b'u' | b'f' => {
                    let argument = match rest {
                        [] => {
                            at += 1;
                            fields.get(at - 1).cloned()
                        }
                        rest => Some(ByteString::new(rest)),
                    };
                    let Some(argument) = argument else {
                        return usage(
                            env,
                            BuiltinProblem::call(b"print", CallFault::ArgumentMissing),
                        );
                    };
                    if letter == b'f' {
                        options.format = Some(argument);
                        continue 'options;
                    }
                    options.descriptor =
                        number(&argument).and_then(|number| u32::try_from(number).ok());
                    if options.descriptor.is_none() {
                        return usage(
                            env,
                            BuiltinProblem::call(b"print", CallFault::BadDescriptor),
                        );
                    }
                    continue 'options;
                }
                _ => return bad_option(env, b"print", letter),
            }
        }
    }
    Ok((options, fields.get(at..).unwrap_or_default()))
}

/// Writes the operands as the options say.
fn write(env: &mut Environment, options: PrintOptions, operands: &[ByteString]) -> Flow<i32> {
    let mut out = Vec::new();
    if let Some(form) = options.form {
        for operand in operands {
            match env.spelled(operand)? {
                Some((name, key)) => shown(env, name, key, form, &mut out),
                None => {
                    return usage(
                        env,
                        BuiltinProblem::operand(b"print", operand, OperandFault::BadVariableName),
                    );
                }
            }
            out.push(b'\n');
        }
        return env.print("print", &out);
    }
    if let Some(format) = options.format {
        let mut fields = vec![ByteString::from("printf"), format];
        fields.extend_from_slice(operands);
        let expressions = env.rules().builtins.print_f_numbers_are_expressions;
        return super::printf::run_with(env, &fields, expressions);
    }
    let mut ended = false;
    for (index, operand) in operands.iter().enumerate() {
        if index > 0 {
            out.push(b' ');
        }
        if options.raw {
            out.extend_from_slice(operand);
        } else if escaped(operand, &mut out) {
            ended = true;
            break;
        }
    }
    if !options.no_newline && !ended {
        out.push(b'\n');
    }
    env.print("print", &out)
}

/// A variable, or an element of one, as `print -v` shows it.
pub(super) fn shown(
    env: &mut Environment,
    name: Name,
    key: Option<Key>,
    form: Form,
    out: &mut Vec<u8>,
) {
    let hides_empty = !env.rules().builtins.print_shows_empty_array;
    let array = env.resolved(name);
    let name = match &key {
        None => Some(array),
        Some(key) => env.nested(array, key),
    };
    let value = match (name, key) {
        (Some(name), _) => match env.variables.get(name).value {
            Value::Indexed(ref array) if array.is_empty() && hides_empty => return,
            Value::Associative(ref array) if array.is_empty() && hides_empty => return,
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
    while let Some(at) = byte_search::memchr(b'\\', rest) {
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
