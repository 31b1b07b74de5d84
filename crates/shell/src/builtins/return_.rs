//! `return` (POSIX XCU 2.15).

use super::status_operand;
use crate::environment::Environment;
use crate::unwind::{Flow, Unwind};
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if env.speaks_bash() && env.calls == 0 && env.dots == 0 && env.trap_status.is_none() {
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
