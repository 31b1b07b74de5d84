//! `shift` (POSIX XCU 2.15).
//!
//! Positional parameters are shared behind `Rc`, so a shift moves an index. To shift more than
//! there are is an error or a failure, as the dialect has it.

use super::{number, reject};
use crate::diagnostics::{BuiltinProblem, Problem};
use crate::environment::Environment;
use crate::unwind::{Flow, Unwind};
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let operands = match fields {
        [_, dashes, rest @ ..] if dashes.as_bytes() == b"--" => rest,
        [_, rest @ ..] => rest,
        [] => &[],
    };
    let rules = &env.rules().builtins;
    if operands.len() > 1 && rules.extra_operand_abandons_line {
        return super::too_many(env, b"shift");
    }
    let count = match operands.first() {
        None => 1,
        Some(text) => match number(text) {
            Some(count) => usize::try_from(count).unwrap_or(usize::MAX),
            None if rules.shift_operand_is_expression => {
                match usize::try_from(env.evaluate_expression(text)?) {
                    Ok(count) => count,
                    Err(_) => {
                        return reject(env, &Problem::Builtin(BuiltinProblem::NegativeShift(text)));
                    }
                }
            }
            None => {
                let negative = text.strip_prefix(b"-").is_some_and(|rest| number(rest).is_some());
                return reject(
                    env,
                    &match negative {
                        true => Problem::Builtin(BuiltinProblem::NegativeShift(text)),
                        false => Problem::Builtin(BuiltinProblem::NotANumber {
                            command: b"shift",
                            operand: text,
                        }),
                    },
                );
            }
        },
    };
    if !env.positional.shift(count) {
        if rules.reports_shift_beyond || env.has_shopt("shift_verbose") {
            env.diagnose(BuiltinProblem::ShiftBeyond(count));
        }
        env.status = env.failed();
        return match rules.shift_beyond_is_error {
            true => Err(Unwind::Error),
            false => Ok(env.status),
        };
    }
    Ok(0)
}
