//! `pushd`, `popd`, `dirs` (csh, bash): directories to go back to.
//!
//! The stack is a list in the environment; its top is the working directory, and `cd` (the builtin)
//! moves there. `~1` and `~-2` (`expand::tilde`) and DIRSTACK read it. See bash(1), SHELL BUILTIN
//! COMMANDS, pushd.

use super::{bad_option, number, usage};
use crate::diagnostics::{BuiltinProblem, CallFault};
use crate::environment::{Environment, names};
use crate::unwind::Flow;
use std::rc::Rc;
use syntax::ByteString;

/// Goes to a directory as `cd` does; false where that failed.
fn go(env: &mut Environment, command: &[u8], directory: &ByteString) -> Flow<bool> {
    if env.is_restricted() {
        return env.restricted(&[command]);
    }
    let fields = [ByteString::from(command), ByteString::from("--"), directory.clone()];
    let mark = env.now.saved_files.len();
    let result = super::cd::run(env, &fields);
    env.restore_files(mark);
    Ok(result? == 0)
}

/// `+n` from the left of what `dirs` shows, `-n` from the right: the place in that list.
fn place(env: &Environment, operand: &[u8]) -> Option<usize> {
    let count = env.directories.kept.len() + 1;
    let index = usize::try_from(number(operand.get(1..)?)?).ok()?;
    match operand[0] {
        b'+' if index < count => Some(index),
        b'-' => (count - 1).checked_sub(index),
        _ => None,
    }
}

/// What `dirs` shows: the working directory first.
fn stack(env: &Environment) -> Vec<ByteString> {
    let here = env.text(names::PWD).unwrap_or_default();
    std::iter::once(here).chain(env.directories.kept.iter().rev().cloned()).collect()
}

fn keep(env: &mut Environment, below: &[ByteString]) {
    Rc::make_mut(&mut env.directories).kept = below.iter().rev().cloned().collect();
}

/// Reports an operand that names no place in the stack; the status.
fn no_place(env: &mut Environment, command: &[u8], operand: &[u8]) -> Flow<i32> {
    let is_empty = env.directories.kept.is_empty();
    env.diagnose(BuiltinProblem::NotInStack { command, operand, is_empty });
    let is_number = matches!(operand.first(), Some(b'+' | b'-'))
        && operand.len() > 1
        && operand[1..].iter().all(u8::is_ascii_digit);
    if env.rules().builtins.stack_operands_are_numbers && !is_number {
        super::show_usage(env, command);
        return Ok(2);
    }
    Ok(1)
}

pub(super) fn pushd(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (stay, operands) = stays(fields);
    let mut all = stack(env);
    match operands {
        [] if stay && !env.rules().builtins.pushd_n_exchanges => return Ok(0),
        [] => {
            if all.len() < 2 {
                return usage(env, BuiltinProblem::call(b"pushd", CallFault::NoOtherDirectory))
                    .or(Ok(1));
            }
            all.swap(0, 1);
        }
        [operand] if matches!(operand.first(), Some(b'+' | b'-')) && operand.len() > 1 => {
            match place(env, operand) {
                Some(index) => all.rotate_left(index),
                None => return no_place(env, b"pushd", operand),
            }
        }
        [operand] => {
            if stay {
                all.insert(1, operand.clone());
                keep(env, &all[1..]);
                return show(env, false);
            }
            if !go(env, b"pushd", operand)? {
                return Ok(1);
            }
            keep(env, &all);
            return show(env, false);
        }
        _ => {
            return usage(env, BuiltinProblem::call(b"pushd", CallFault::TooManyArguments))
                .or(Ok(1));
        }
    }
    let target = all[0].clone();
    if !stay && !go(env, b"pushd", &target)? {
        return Ok(1);
    }
    keep(env, &all[1..]);
    match stay && !env.rules().builtins.pushd_n_shows_stack {
        true => Ok(0),
        false => show(env, false),
    }
}

pub(super) fn popd(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (stay, operands) = stays(fields);
    let mut all = stack(env);
    if all.len() < 2 {
        if let [operand] = operands {
            return no_place(env, b"popd", operand);
        }
        return usage(env, BuiltinProblem::call(b"popd", CallFault::StackEmpty)).or(Ok(1));
    }
    let index = match operands {
        [] => usize::from(stay),
        [operand] => match place(env, operand) {
            Some(index) => index,
            None => return no_place(env, b"popd", operand),
        },
        _ => {
            return usage(env, BuiltinProblem::call(b"popd", CallFault::TooManyArguments))
                .or(Ok(1));
        }
    };
    all.remove(index);
    if index == 0 {
        let target = all[0].clone();
        if !go(env, b"popd", &target)? {
            return Ok(1);
        }
    }
    keep(env, &all[1..]);
    show(env, false)
}

/// `-n`: the working directory stays.
fn stays(fields: &[ByteString]) -> (bool, &[ByteString]) {
    match fields {
        [_, option, rest @ ..] if option.as_bytes() == b"-n" => (true, rest),
        [_, dashes, rest @ ..] if dashes.as_bytes() == b"--" => (false, rest),
        [_, rest @ ..] => (false, rest),
        [] => (false, &[]),
    }
}

pub(super) fn dirs(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (mut long, mut lines, mut numbered) = (false, false, false);
    let mut only = None;
    let numbers_only = env.rules().builtins.stack_operands_are_numbers;
    for field in &fields[1..] {
        match field.as_bytes() {
            [b'+' | b'-', b'0'..=b'9', ..] => {
                let Some(index) = place(env, field) else {
                    return no_place(env, b"dirs", field);
                };
                only = Some(index);
            }
            [b'-', letters @ ..] if !letters.is_empty() || !numbers_only => {
                for &letter in letters {
                    match letter {
                        b'c' => {
                            Rc::make_mut(&mut env.directories).kept.clear();
                            return Ok(0);
                        }
                        b'l' => long = true,
                        b'p' => lines = true,
                        b'v' => (lines, numbered) = (true, true),
                        _ if numbers_only => return no_place(env, b"dirs", field),
                        _ => return bad_option(env, b"dirs", letter),
                    }
                }
            }
            _ if numbers_only => return no_place(env, b"dirs", field),
            _ => return usage(env, BuiltinProblem::call(b"dirs", CallFault::TooManyArguments)),
        }
    }
    if !lines && only.is_none() {
        return show(env, long);
    }
    let mut out = Vec::new();
    let shown = |index| only.is_none_or(|only| only == index);
    for (index, directory) in stack(env).iter().enumerate().filter(|(index, _)| shown(*index)) {
        if numbered {
            out.extend_from_slice(format!("{index:>2}  ").as_bytes());
        }
        out.extend_from_slice(&short(env, directory, long));
        out.push(b'\n');
    }
    env.print("dirs", &out)
}

fn show(env: &mut Environment, long: bool) -> Flow<i32> {
    let shown: Vec<Vec<u8>> =
        stack(env).iter().map(|directory| short(env, directory, long)).collect();
    let mut line = shown.join(&b' ');
    line.push(b'\n');
    env.print("dirs", &line)
}

/// The login directory is shown as `~`.
fn short(env: &Environment, directory: &[u8], long: bool) -> Vec<u8> {
    if let Some(home) = env.text(names::HOME).filter(|home| !long && home.len() > 1)
        && let Some(rest) = directory.strip_prefix(home.as_bytes())
        && (rest.is_empty() || rest.first() == Some(&b'/'))
    {
        return [b"~", rest].concat();
    }
    directory.to_vec()
}
