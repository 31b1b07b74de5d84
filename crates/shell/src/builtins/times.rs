//! `times` (POSIX XCU 2.15).
//!
//! User and system times of the process and of its children (times(3)). Utilities that run
//! in-process count as the shell's own time; dialects differ in the number of decimals.

use crate::diagnostics::{BuiltinProblem, CallFault};
use crate::environment::Environment;
use crate::unwind::Flow;
use std::time::Duration;
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let rules = &env.rules().builtins;
    if fields.len() > 1 && rules.times_rejects_operands {
        return super::usage(env, BuiltinProblem::call(b"times", CallFault::TooManyOperands));
    }
    super::without_options(env, fields)?;
    let rules = &env.rules().builtins;
    let times = launch::process::times();
    let show = |time: Duration| {
        let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
        let decimals = format!("{:06}", time.subsec_micros());
        format!("{minutes}m{seconds}.{}s", &decimals[..rules.times_decimals.min(6)])
    };
    let text = format!(
        "{} {}\n{} {}\n",
        show(times.user),
        show(times.system),
        show(times.children_user),
        show(times.children_system)
    );
    env.print("times", text.as_bytes())
}
