//! `let` (ksh, bash): every argument is an expression; the status is 1 where the last is 0.

use super::usage;
use crate::environment::Environment;
use crate::unwind::Flow;
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let operands = match fields {
        [_, dashes, rest @ ..] if dashes.as_bytes() == b"--" => rest,
        [_, rest @ ..] => rest,
        [] => &[],
    };
    if operands.is_empty() {
        return usage(env, b"let", "an expression is missing");
    }
    for operand in operands {
        env.softly(|env| Ok(env.evaluate_text(operand)?.is_true()))?;
    }
    Ok(env.status)
}
