//! `echo` (POSIX XCU echo): the utility's own function.
//!
//! Operands with escapes, and options, are implementation-defined in POSIX: `echo` here treats them
//! as `utilities::system::echo` does for the builtin. Output goes through `Environment::print`,
//! which reports a failed write.

use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::Flow;
use smallvec::SmallVec;
use syntax::ByteString;
use utilities::system::echo::{Style, format};

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut out = Vec::with_capacity(64);
    let arguments: SmallVec<[&[u8]; 8]> = fields[1..].iter().map(ByteString::as_bytes).collect();
    let style = match env.options.has(Options::XPGECHO) {
        true if env.rules().builtins.xpg_echo_has_options => Style::EscapesWithOptions(env.utf8),
        true => Style::Escapes,
        false => Style::Builtin(env.utf8),
    };
    format(&mut out, &arguments, style);
    env.print("echo", &out)
}
