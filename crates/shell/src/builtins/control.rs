//! `break` and `continue` (POSIX XCU 2.15).
//!
//! The operand is a number of loops. The result is `Unwind::Break` or `Unwind::Continue`, which
//! each enclosing loop counts down (`evaluate::compound`). Outside of loops they do nothing;
//! dialects differ in whether that is reported.

use super::number;
use crate::diagnostics::{BuiltinProblem, CallFault, Problem};
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::{Consequence, Flow, Unwind};
use dialect::builtins::BadLoopCount;
use syntax::ByteString;

/// How many loops a `break` or `continue` leaves; None outside of loops.
fn levels(env: &mut Environment, fields: &[ByteString]) -> Flow<Option<u32>> {
    if env.now.loops == 0 && env.rules().builtins.reports_break_outside_loop {
        env.diagnose(BuiltinProblem::call(&fields[0], CallFault::OutsideLoop));
        return Ok(None);
    }
    let operands = match fields {
        [_, dashes, rest @ ..] if dashes.as_bytes() == b"--" => rest,
        [_, rest @ ..] => rest,
        [] => &[],
    };
    let wanted = match operands.first() {
        None => 1,
        Some(text) => match number(text) {
            Some(_) if operands.len() > 1 && env.rules().builtins.extra_operand_abandons_line => {
                return super::too_many(env, &fields[0]);
            }
            Some(levels) if levels > 0 => levels,
            _ => return Err(bad_count(env, &fields[0], text)),
        },
    };
    if env.now.loops == 0 && env.now.loop_outside {
        // Ends the subshell.
        return Ok(Some(1));
    }
    // More levels than there are loops means all of them.
    Ok((env.now.loops > 0).then(|| u32::try_from(wanted).unwrap_or(u32::MAX).min(env.now.loops)))
}

/// What a count does that is no positive number, after its message.
fn bad_count(env: &mut Environment, command: &[u8], operand: &[u8]) -> Unwind {
    let is_number = super::signed_number(operand).is_some();
    env.diagnose(match is_number {
        true => Problem::Builtin(BuiltinProblem::BadLoopCount { command, operand }),
        false => Problem::Builtin(BuiltinProblem::NotANumber { command, operand }),
    });
    if env.rules().builtins.bad_loop_count == BadLoopCount::Error {
        env.status = env.rules().builtins.bad_operand_status;
        return Unwind::Error;
    }
    env.status = if is_number { 1 } else { 128 };
    match is_number {
        true => Unwind::Break(env.now.loops),
        false if env.options.has(Options::INTERACTIVE) => Unwind::Discard(Consequence::None),
        false => Unwind::Exit,
    }
}

pub(super) fn break_(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    match levels(env, fields)? {
        Some(levels) => {
            env.status = 0;
            Err(Unwind::Break(levels))
        }
        None => Ok(0),
    }
}

pub(super) fn continue_(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    match levels(env, fields)? {
        Some(levels) => {
            env.status = 0;
            Err(Unwind::Continue(levels))
        }
        None => Ok(0),
    }
}
