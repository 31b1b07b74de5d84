//! `mapfile`, `readarray` (bash): the lines of a file become the elements of an array.
//!
//! Reading goes through the open file byte-exactly, as `read` does, so that what is left belongs to
//! the next command. A callback (`-C`) runs as text. See bash(1), SHELL BUILTIN COMMANDS, mapfile.

use super::letters::Letters;
use super::{bad_option, number, usage};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault, Problem};
use crate::environment::arrays::Key;
use crate::environment::variables::{READONLY, Value};
use crate::environment::{AssignError, Environment};
use crate::unwind::{Flow, Unwind};
use stage::OpenFile;
use std::rc::Rc;
use syntax::ByteString;
use syntax::names::is_name;

/// What the options ask for.
struct MapfileOptions {
    delimiter: u8,
    strip: bool,
    most: Option<i64>,
    skip: i64,
    origin: Option<i64>,
    /// `-u`; standard input where that is not given.
    descriptor: Option<u32>,
    callback: Option<ByteString>,
    quantum: i64,
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut options = MapfileOptions {
        delimiter: b'\n',
        strip: false,
        most: None,
        skip: 0,
        origin: None,
        descriptor: None,
        callback: None,
        quantum: 5000,
    };
    let mut letters = Letters::of(fields);
    while let Some(letter) = letters.next() {
        if letter == b't' {
            options.strip = true;
            continue;
        }
        if !b"dnOsuCc".contains(&letter) {
            return bad_option(env, &fields[0], letter);
        }
        let Some(argument) = letters.argument() else {
            return super::argument_missing(env, &fields[0], letter);
        };
        match letter {
            b'd' => options.delimiter = argument.first().copied().unwrap_or(0),
            b'C' => options.callback = Some(argument),
            _ => {
                let value = number(&argument).filter(|value| {
                    *value <= i64::from(u32::MAX) && (letter != b'c' || *value > 0)
                });
                let Some(value) = value else {
                    let (command, argument) = (&fields[0], &argument);
                    return super::reject(
                        env,
                        &Problem::Builtin(BuiltinProblem::MapfileNumber {
                            command,
                            argument,
                            letter,
                        }),
                    );
                };
                match letter {
                    b'n' => options.most = Some(value).filter(|most| *most > 0),
                    b's' => options.skip = value,
                    b'O' => options.origin = Some(value),
                    b'c' => options.quantum = value,
                    _ => options.descriptor = Some(u32::try_from(value).unwrap_or(u32::MAX)),
                }
            }
        }
    }
    let spelled = letters.operands().first().cloned().unwrap_or(ByteString::from("MAPFILE"));
    if spelled.is_empty() {
        return usage(env, BuiltinProblem::call(&fields[0], CallFault::ArrayNameEmpty));
    }
    if !is_name(&spelled) {
        return super::invalid_name(env, &fields[0], &spelled);
    }
    let name = env.shared.names.intern(&spelled);
    let name = env.resolved(name);
    if env.is_associative(name) {
        return super::reject(
            env,
            &Problem::Builtin(BuiltinProblem::NotIndexed { command: &fields[0], name: &spelled }),
        );
    }
    // Before the array is emptied.
    let descriptor = options.descriptor.unwrap_or(0);
    let file = env.file(descriptor);
    let takes_errors_for_end = env.rules().builtins.mapfile_takes_errors_for_end;
    if file.is_none() && !(takes_errors_for_end && options.descriptor.is_none()) {
        return refuse_closed(env, &fields[0], descriptor);
    }
    let variable = env.variables.get(name);
    let read_only = variable.flags & READONLY != 0;
    let keeps = options.origin.is_some() && matches!(variable.value, Value::Indexed(_));
    // A text becomes the first element.
    let text = variable.value.text().filter(|_| options.origin.is_some() && !keeps);
    let made = match (read_only, keeps) {
        (true, _) => Err(AssignError::ReadOnly(name)),
        (false, true) => Ok(()),
        (false, false) => env.fresh_array(name),
    };
    if let Err(error) = made {
        env.report_refused_to(&fields[0], error)?;
        return Ok(1);
    }
    if let Some(text) = text {
        let _ = env.assign_element(name, crate::environment::arrays::Key::Index(0), text);
    }
    match file {
        Some(file) => fill(env, name, &file, &options),
        None => Ok(0),
    }
}

/// Reports a descriptor that is not open; the status.
fn refuse_closed(env: &mut Environment, command: &[u8], descriptor: u32) -> Flow<i32> {
    let text = descriptor.to_string();
    let problem = BuiltinProblem::operand(command, text.as_bytes(), OperandFault::ClosedDescriptor);
    usage(env, problem).or_else(|unwind| match unwind {
        Unwind::Error => Ok(1),
        other => Err(other),
    })
}

fn fill(
    env: &mut Environment,
    name: syntax::Name,
    file: &Rc<OpenFile>,
    options: &MapfileOptions,
) -> Flow<i32> {
    let mut index = options.origin.unwrap_or(0);
    let mut seen = 0;
    let mut line = Vec::new();
    loop {
        if options.most.is_some_and(|most| seen - options.skip >= most) {
            break;
        }
        let more = match file.fill(env.awaited()) {
            Ok(more) => more,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {
                env.handle_signals()?;
                continue;
            }
            Err(_) if env.rules().builtins.mapfile_takes_errors_for_end => false,
            Err(error) => {
                let reason = utilities::message::reason(&error);
                let (command, operand) = (b"mapfile", None);
                let problem = BuiltinProblem::Refused { command, operand, reason: &reason };
                return env.fail_with(problem, 1);
            }
        };
        let mut complete = false;
        if more {
            let count = file.with_known(|known| {
                let end = byte_search::memchr(options.delimiter, known);
                complete = end.is_some();
                let count = end.map_or(known.len(), |end| end + 1);
                line.extend_from_slice(&known[..count]);
                count
            });
            file.consume(count);
            if !complete {
                continue;
            }
        }
        if line.is_empty() {
            break;
        }
        seen += 1;
        if seen > options.skip {
            if options.strip && complete {
                line.pop();
            }
            if let Some(end) = byte_search::memchr(0, &line) {
                line.truncate(end);
            }
            if let Some(callback) = &options.callback
                && (seen - options.skip) % options.quantum == 0
            {
                let mut text = callback.to_vec();
                text.extend_from_slice(format!(" {index} ").as_bytes());
                text.extend_from_slice(&super::single_quote(&line));
                env.run_text(&text)?;
            }
            env.assign_element_or_fail(name, Key::Index(index), ByteString::new(&line))?;
            index += 1;
        }
        line.clear();
        if !more {
            break;
        }
    }
    Ok(0)
}
