//! `return` (POSIX XCU 2.15).

use super::status_operand;
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::{Flow, Unwind};
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    // With `extdebug` the status of DEBUG's action decides what is done.
    let debugs = env.trap_status.is_some() && env.options.has(Options::EXTDEBUG);
    if env.speaks_bash() && env.calls == 0 && env.dots == 0 && !debugs {
        return super::usage(env, b"return", "can only `return' from a function or sourced script");
    }
    match status_operand(env, fields) {
        Ok(status) => env.status = status,
        // bash returns all the same.
        Err(Unwind::Error) if env.speaks_bash() => {}
        Err(unwind) => return Err(unwind),
    }
    Err(Unwind::Return)
}
