//! `fc` (POSIX XCU fc): there is no history without an interactive user.

use super::usage;
use crate::environment::Environment;
use crate::unwind::Flow;
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, _: &[ByteString]) -> Flow<i32> {
    usage(env, b"fc", "no history is kept")
}
