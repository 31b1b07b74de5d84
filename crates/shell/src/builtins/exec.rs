//! `exec` (POSIX XCU 2.15): the redirections are kept by whoever calls it. With `-a`, `-c` and
//! `-l` of bash and ksh93.
//!
//! Without a command name only the redirections count: `evaluate::simple` makes them and keeps them
//! (`keeps_files`). With one, `evaluate::program::execute` replaces the process, or in a virtual
//! subshell runs the command, inside or launched, and ends the environment with its status.

use super::{bad_option, usage};
use crate::diagnostics::{BuiltinProblem, OperandFault};
use crate::environment::Environment;
use crate::environment::variables::{Value, Variable};
use crate::evaluate::program::ExecutedAs;
use crate::unwind::{Flow, Unwind};
use syntax::{ByteString, Name};

/// `redirect` (ksh93): `exec` without a program.
pub(super) fn redirect(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    if let [_, first, ..] = fields {
        return Err(takes_no_operand(env, first));
    }
    env.now.keeps_files = true;
    Ok(0)
}

/// What an operand of `redirect` is: an error before anything is redirected.
pub fn takes_no_operand(env: &mut Environment, operand: &[u8]) -> Unwind {
    env.diagnose(BuiltinProblem::RedirectOperand(operand));
    env.status = 2;
    env.fatal()
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut at = 1;
    let (mut name, mut clean, mut login) = (None, false, false);
    while let Some(field) = fields.get(at) {
        let [b'-', letters @ ..] = field.as_bytes() else { break };
        if letters == b"-" {
            at += 1;
            break;
        }
        if letters.is_empty() || !env.rules().builtins.exec_has_options {
            break;
        }
        at += 1;
        let mut letters = letters;
        while let Some((&letter, rest)) = letters.split_first() {
            letters = rest;
            match letter {
                b'c' => clean = true,
                b'l' => login = true,
                b'a' if !rest.is_empty() => {
                    name = Some(ByteString::new(rest));
                    break;
                }
                b'a' => {
                    let Some(field) = fields.get(at) else {
                        return usage(
                            env,
                            BuiltinProblem::operand(b"exec", b"-a", OperandFault::NameMissing),
                        );
                    };
                    at += 1;
                    name = Some(field.clone());
                }
                _ => return bad_option(env, b"exec", letter),
            }
        }
    }
    let operands = &fields[at..];
    if operands.is_empty() {
        env.now.keeps_files = true;
        return Ok(0);
    }
    if env.is_restricted() {
        return env.restricted(&[b"exec"]);
    }
    if login {
        let plain = name.as_ref().unwrap_or(&operands[0]);
        name = Some(ByteString::from([&b"-"[..], plain].concat()));
    }
    if env.now.level == 0 && env.history.is_some() {
        env.save_history();
    }
    let level = if env.rules().builtins.exec_lowers_shlvl { env.lower_level() } else { None };
    if clean {
        // After the last variable has changed.
        env.export_nothing();
    }
    let result = env.execute(operands, &ExecutedAs { name, has_no_variables: clean });
    if let Some((name, before)) = level {
        // It could not be run.
        env.put(name, before);
    }
    if clean {
        // It could not be run.
        env.exports = env.shared.fresh();
    }
    match result {
        Err(Unwind::Discard(_) | Unwind::Exit)
            if env.rules().builtins.execfail_keeps_shell
                && env.now.level == 0
                && env.has_shopt("execfail") =>
        {
            Ok(env.status)
        }
        Err(Unwind::Discard(_))
            if env.now.catches_errors || env.rules().builtins.failed_exec_ends_shell =>
        {
            Err(Unwind::Exit)
        }
        result => result.map(|()| env.status),
    }
}

impl Environment {
    /// The program that takes the place of the shell is as deep as the shell (ksh93): SHLVL, and
    /// what it was.
    #[cold]
    fn lower_level(&mut self) -> Option<(Name, Variable)> {
        let name = self.shared.names.find(b"SHLVL")?;
        let before = self.variables.get(name).clone();
        let Value::Integer(level) = before.value else { return None };
        self.put(name, Variable { value: Value::Integer(level - 1), ..before.clone() });
        Some((name, before))
    }
}
