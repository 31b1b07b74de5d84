//! `autoload` (ksh93; `typeset -fu` in mksh too): functions whose definitions are in files of
//! the directories of FPATH, and are read when they are called for the first time.
//!
//! External commands that are not found (`evaluate::program`) come here in ksh93's language; a file
//! of the command's name in a directory of FPATH is read like a dot script, and the function that
//! it defines is called. See ksh93(1), Functions.

use super::usage;
use crate::diagnostics::{BuiltinProblem, OperandFault, Problem};
use crate::environment::{Environment, Function, Located};
use crate::unwind::{Flow, Unwind};
use std::rc::Rc;
use syntax::ByteString;
use syntax::names::is_name;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    match &fields[1..] {
        [option, name, arguments @ ..] if option.as_bytes() == b"-X" => load(env, name, arguments),
        operands => declare(env, operands),
    }
}

/// Makes functions that load themselves.
pub(super) fn declare(env: &mut Environment, names: &[ByteString]) -> Flow<i32> {
    for name in names {
        if !is_name(name) {
            return usage(
                env,
                BuiltinProblem::operand(b"autoload", name, OperandFault::BadFunctionName),
            );
        }
        let slot = env.shared.names.intern(name);
        if env.function(slot).is_some() {
            continue;
        }
        let text = [b"function ", &name[..], b" { \\autoload -X ", name, b" \"$@\"; }"].concat();
        env.run_text(&text)?;
        if let Some(function) = env.function(slot).cloned() {
            // What it loads says itself what kind of function it is.
            let function = Function { keyword: false, ..Function::clone(&function) };
            env.set_function(slot, Some(Rc::new(function)));
        }
    }
    Ok(0)
}

/// A command that PATH does not lead to may be a function that FPATH leads to (ksh93); None where
/// it is not.
///
/// # Errors
///
/// Unwinds where what runs ends the environment, a function or a loop.
pub fn find(env: &mut Environment, fields: &[ByteString]) -> Option<Flow> {
    let path = env.shared.names.find(b"FPATH").and_then(|slot| env.text(slot))?;
    if !is_name(&fields[0]) {
        return None;
    }
    super::dot::search(env, &path, &fields[0])?;
    Some(match load(env, &fields[0], &fields[1..]) {
        Ok(status) => {
            env.status = status;
            Ok(())
        }
        // It has been reported.
        Err(Unwind::Error) => Ok(()),
        Err(unwind) => Err(unwind),
    })
}

/// A program in a directory that is in FPATH too is the definition of a function (ksh93); None where
/// there is no such directory.
///
/// # Errors
///
/// Unwinds where what runs ends the environment, a function or a loop.
pub fn stands_in(env: &mut Environment, located: &Located, fields: &[ByteString]) -> Option<Flow> {
    let slot = env.shared.names.find(b"FPATH")?;
    let path = env.text(slot).filter(|path| !path.is_empty())?;
    let program = located.path.to_bytes();
    let directory = &program[..byte_search::memrchr(b'/', program)?];
    let named = path.split(|byte| *byte == b':').any(|one| one == directory);
    if !named || fields[0].contains(&b'/') {
        return None;
    }
    find(env, fields)
}

/// Reads the file that FPATH leads to for a name, if there is one.
///
/// # Errors
///
/// Unwinds where what runs ends the environment, a function or a loop.
pub fn read_definition(env: &mut Environment, name: &ByteString) -> Flow {
    let path = env.shared.names.find(b"FPATH").and_then(|slot| env.text(slot));
    let Some(path) = path.filter(|_| is_name(name)) else { return Ok(()) };
    match super::dot::search(env, &path, name) {
        Some(path) => super::dot::read(env, b".", &path).map(drop),
        None => Ok(()),
    }
}

/// Reads the definition of a function and calls it.
fn load(env: &mut Environment, name: &ByteString, arguments: &[ByteString]) -> Flow<i32> {
    let slot = env.shared.names.intern(name);
    let path = env.shared.names.find(b"FPATH").and_then(|slot| env.text(slot));
    let Some(path) = path.and_then(|path| super::dot::search(env, &path, name)) else {
        return env.fail_with(Problem::FunctionNotFound(name), 127);
    };
    env.set_function(slot, None);
    super::dot::read(env, b".", &path)?;
    if let Some(command) = env.type_command(slot) {
        // What it defines is a type.
        let fields = [std::slice::from_ref(name), arguments].concat();
        env.call_builtin(command, &fields)?;
        return Ok(env.status);
    }
    match env.function(slot).cloned() {
        Some(function) => {
            env.call_function(&function, arguments)?;
            Ok(env.status)
        }
        None => env.fail_with(Problem::FunctionNotDefined { name, path: &path }, 126),
    }
}
