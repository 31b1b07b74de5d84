//! `break` and `continue` (POSIX XCU 2.15).

use super::{number, usage};
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::{Consequence, Flow, Unwind};
use syntax::ByteString;

fn levels(env: &mut Environment, fields: &[ByteString]) -> Flow<Option<u32>> {
    let operands = match fields {
        [_, dashes, rest @ ..] if dashes.as_bytes() == b"--" => rest,
        [_, rest @ ..] => rest,
        [] => &[],
    };
    let wanted = match operands.first() {
        None => 1,
        Some(text) => match number(text) {
            Some(levels) if levels > 0 => levels,
            // bash leaves all loops.
            found if env.options.has(Options::BASH) && env.loops > 0 => {
                let found = found.or(super::signed_number(text));
                let what = match found {
                    Some(_) => "loop count out of range",
                    None => "numeric argument required",
                };
                super::complain(env, &fields[0], text, what);
                env.status = if found.is_some() { 1 } else { 128 };
                return match found {
                    Some(_) => Err(Unwind::Break(env.loops)),
                    // That ends a shell which nobody talks to.
                    None if !env.options.has(Options::INTERACTIVE) => Err(Unwind::Exit),
                    None => Err(Unwind::Discard(Consequence::None)),
                };
            }
            _ => {
                let text = format!("{}: illegal number", text.escape_ascii());
                return usage(env, &fields[0], &text);
            }
        },
    };
    if env.loops == 0 && env.speaks_bash() {
        let text = b": only meaningful in a `for', `while', or `until' loop";
        env.report([&fields[0][..], text].concat());
    }
    // More levels than there are loops means all of them; outside a loop it does nothing.
    Ok((env.loops > 0).then(|| u32::try_from(wanted).unwrap_or(u32::MAX).min(env.loops)))
}

pub(super) fn break_(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    match levels(env, fields)? {
        Some(levels) => {
            env.status = 0;
            Err(Unwind::Break(levels))
        }
        None => Ok(0),
    }
}

pub(super) fn continue_(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    match levels(env, fields)? {
        Some(levels) => {
            env.status = 0;
            Err(Unwind::Continue(levels))
        }
        None => Ok(0),
    }
}
