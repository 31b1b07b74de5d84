//! `exit` (POSIX XCU 2.15).
//!
//! The result is `Unwind::Exit`: every level up to the boundary of the environment ends
//! (`evaluate::subshell::run_body`), and the EXIT trap runs there. In an interactive shell with
//! stopped jobs the first attempt warns only.

use super::status_operand;
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::{Flow, Unwind};
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if env.options.has(Options::INTERACTIVE)
        && env.rules().builtins.exit_is_announced
        && env.now.level == 0
    {
        env.write_error(if env.options.has(Options::LOGIN) { b"logout\n" } else { b"exit\n" });
    }
    if env.stays_for_stopped_jobs() {
        return Ok(1);
    }
    if fields.len() == 1 {
        // Within a trap: the status before it.
        env.status = env.now.trap_status.unwrap_or(env.status) & 0xff;
        return Err(Unwind::Exit);
    }
    match status_operand(env, fields) {
        Ok(status) => env.status = status & 0xff,
        Err(Unwind::Error) if env.rules().builtins.leaves_despite_bad_status => {
            return Err(Unwind::Exit);
        }
        Err(unwind) => return Err(unwind),
    }
    Err(Unwind::Exit)
}
