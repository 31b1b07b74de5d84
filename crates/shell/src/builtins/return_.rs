//! `return` (POSIX XCU 2.15).

use super::status_operand;
use crate::environment::Environment;
use crate::unwind::{Flow, Unwind};
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if env.speaks_bash() && env.calls == 0 && env.dots == 0 && env.trap_status.is_none() {
        return super::usage(env, b"return", "can only `return' from a function or sourced script");
    }
    env.status = status_operand(env, fields)?;
    Err(Unwind::Return)
}
