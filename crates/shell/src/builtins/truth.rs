//! `:`, `true`, `false` (POSIX XCU 2.15, true, false).

use crate::environment::Environment;
use crate::unwind::Flow;
use syntax::ByteString;

pub(super) fn colon(_: &mut Environment, _: &[ByteString]) -> Flow<i32> {
    Ok(0)
}

pub(super) fn true_(_: &mut Environment, _: &[ByteString]) -> Flow<i32> {
    Ok(0)
}

pub(super) fn false_(_: &mut Environment, _: &[ByteString]) -> Flow<i32> {
    Ok(1)
}
