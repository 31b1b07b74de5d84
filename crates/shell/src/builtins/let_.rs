//! `let` (ksh, bash): every argument is an expression; the status is 1 where the last is 0.

use super::usage;
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
    if operands.is_empty() {
        if env.speaks_bash() {
            env.report("let: expression expected");
            return Ok(1);
        }
        return usage(env, b"let", "an expression is missing");
    }
    // Where it is on numbers are what they are in posix mode, for this command.
    let ksh = env.options.has(Options::KSH);
    let octal = env.options.has(Options::LETOCTAL) && ksh;
    let posix = env.options.has(Options::POSIX);
    env.options.set(Options::POSIX, octal || posix && !ksh);
    let result = operands
        .iter()
        .try_for_each(|operand| env.softly("let", |env| Ok(env.evaluate_text(operand)?.is_true())));
    env.options.set(Options::POSIX, posix);
    result?;
    Ok(env.status)
}
