//! `let` (ksh, bash): every argument is an expression; the status is 1 where the last is 0.
//!
//! Each operand is evaluated by `expand::arithmetic`; whether a leading zero means octal is an
//! option in ksh93 (`letoctal`). An error ends the command with status 1. See bash(1) and ksh93(1),
//! let.

use crate::diagnostics::BuiltinProblem;
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::{Flow, Unwind};
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let operands = match fields {
        [_, dashes, rest @ ..] if dashes.as_bytes() == b"--" => rest,
        [_, rest @ ..] => rest,
        [] => &[],
    };
    if operands.is_empty() {
        env.diagnose(BuiltinProblem::LetWithoutExpression);
        if !env.rules().builtins.let_without_operands_is_usage {
            return Ok(1);
        }
        env.status = 2;
        return Err(Unwind::Error);
    }
    // Numbers are for this command what they are in posix mode, or not.
    let posix = env.options.has(Options::POSIX);
    let decides = env.rules().builtins.letoctal_decides;
    if decides {
        let octal = env.options.has(Options::LETOCTAL);
        env.options.set(Options::POSIX, octal);
    }
    let result = operands.iter().try_fold(true, |valid, operand| match valid {
        true => env.softly("let", |env| Ok(env.evaluate_text(operand)?.is_true())),
        // An error ends it.
        false => Ok(false),
    });
    if decides {
        env.options.set(Options::POSIX, posix);
    }
    result?;
    Ok(env.status)
}
