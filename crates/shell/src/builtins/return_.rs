//! `return` (POSIX XCU 2.15).

use super::status_operand;
use crate::environment::Environment;
use crate::unwind::{Flow, Unwind};
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    env.status = status_operand(env, fields)?;
    Err(Unwind::Return)
}
