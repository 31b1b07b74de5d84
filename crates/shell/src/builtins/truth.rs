//! `:`, `true`, `false` (POSIX XCU 2.15, true, false).
//!
//! `:` is a special builtin, so assignments before it stay in POSIX modes and its redirection
//! errors end the shell; the other two are regular ones. They are here so that no utility is looked
//! up for them.

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
