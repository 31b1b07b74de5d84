//! `shift` (POSIX XCU 2.15).

use super::{number, usage};
use crate::environment::Environment;
use crate::unwind::Flow;
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let operands = match fields {
        [_, dashes, rest @ ..] if dashes.as_bytes() == b"--" => rest,
        [_, rest @ ..] => rest,
        [] => &[],
    };
    let count = match operands.first() {
        None => 1,
        Some(text) => match number(text) {
            Some(count) => usize::try_from(count).unwrap_or(usize::MAX),
            None => {
                let text = format!("{}: illegal number", text.escape_ascii());
                return usage(env, b"shift", &text);
            }
        },
    };
    if !env.positional.shift(count) {
        let status = env.failed();
        if env.speaks_bash() {
            return Ok(status);
        }
        return env.fail("shift: can't shift that many", status);
    }
    Ok(0)
}
