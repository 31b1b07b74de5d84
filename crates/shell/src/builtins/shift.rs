//! `shift` (POSIX XCU 2.15).

use super::{number, wrong};
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::Flow;
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let operands = match fields {
        [_, dashes, rest @ ..] if dashes.as_bytes() == b"--" => rest,
        [_, rest @ ..] => rest,
        [] => &[],
    };
    if operands.len() > 1 && env.speaks_bash() {
        return super::too_many(env, b"shift");
    }
    let count = match operands.first() {
        None => 1,
        Some(text) => match number(text) {
            Some(count) => usize::try_from(count).unwrap_or(usize::MAX),
            // An expression (ksh93, mksh).
            None if !env.speaks_bash() && !env.options.has(Options::POSIX) => {
                match usize::try_from(env.evaluate_expression(text)?) {
                    Ok(count) => count,
                    Err(_) => return wrong(env, b"shift", text, "illegal number", ""),
                }
            }
            None => {
                let negative = text.strip_prefix(b"-").is_some_and(|rest| number(rest).is_some());
                let bash = match negative {
                    true => "shift count out of range",
                    false => "numeric argument required",
                };
                return wrong(env, b"shift", text, "illegal number", bash);
            }
        },
    };
    if !env.positional.shift(count) {
        let status = env.failed();
        if env.speaks_bash() {
            if env.has_shopt("shift_verbose") || env.follows_posix() {
                let count = count.to_string();
                super::complain(env, b"shift", count.as_bytes(), "shift count out of range");
            }
            return Ok(status);
        }
        return env.fail("shift: can't shift that many", status);
    }
    Ok(0)
}
