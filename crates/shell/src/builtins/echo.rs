//! `echo` (POSIX XCU echo): the utility's own function.

use crate::environment::Environment;
use crate::unwind::Flow;
use smallvec::SmallVec;
use syntax::ByteString;
use utilities::system::echo::{Style, format};

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut out = Vec::with_capacity(64);
    let arguments: SmallVec<[&[u8]; 8]> = fields[1..].iter().map(ByteString::as_bytes).collect();
    format(&mut out, &arguments, Style::Gnu);
    env.print("echo", &out)
}
