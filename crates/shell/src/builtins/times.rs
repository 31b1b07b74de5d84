//! `times` (POSIX XCU 2.15).

use crate::environment::Environment;
use crate::unwind::Flow;
use std::time::Duration;
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if fields.len() > 1 && env.speaks_ksh() {
        return super::usage(env, b"times", "too many operands");
    }
    let times = launch::process::times();
    let show = |time: Duration| {
        let seconds = time.as_secs();
        format!("{}m{}.{:06}s", seconds / 60, seconds % 60, time.subsec_micros())
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
