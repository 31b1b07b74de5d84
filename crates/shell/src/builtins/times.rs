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
    let rough = env.speaks_bash();
    let show = |time: Duration| {
        let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
        match rough {
            true => format!("{minutes}m{seconds}.{:03}s", time.subsec_millis()),
            false => format!("{minutes}m{seconds}.{:06}s", time.subsec_micros()),
        }
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
