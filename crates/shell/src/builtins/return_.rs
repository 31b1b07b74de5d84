//! `return` (POSIX XCU 2.15).
//!
//! The result is `Unwind::Return`, which a function call (`evaluate::function`) or a dot script
//! (`dot`) stops with the status. Outside of both it ends the script, or is an error where the
//! dialect says so.

use super::status_operand;
use crate::diagnostics::{BuiltinProblem, CallFault};
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::{Flow, Unwind};
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    // With `extdebug` the status of the DEBUG trap decides what is done.
    let debugs = env.now.trap_status.is_some() && env.options.has(Options::EXTDEBUG);
    if env.rules().builtins.return_needs_function
        && env.now.calls == 0
        && env.now.dots == 0
        && !debugs
    {
        return super::usage(env, BuiltinProblem::call(b"return", CallFault::OutsideFunction));
    }
    let before = env.status;
    match status_operand(env, fields) {
        Ok(status) => env.status = status,
        Err(Unwind::Error) if env.rules().builtins.leaves_despite_bad_status => {}
        Err(unwind) => return Err(unwind),
    }
    env.now.before_return = before;
    Err(Unwind::Return)
}
