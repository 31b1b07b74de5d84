//! `unset` (POSIX XCU 2.15).

use super::{letters, usage};
use crate::environment::Environment;
use crate::unwind::{Flow, Unwind};
use syntax::ByteString;
use syntax::names::is_name;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (options, operands) = letters(env, fields, b"fv")?;
    let functions = options.last() == Some(&b'f');
    let variables = options.last() == Some(&b'v');
    for operand in operands {
        if functions {
            if let Some(name) = env.shared.names.find(operand) {
                env.set_function(name, None);
            }
            continue;
        }
        if !is_name(operand) {
            let text = format!("{}: bad variable name", operand.escape_ascii());
            return usage(env, b"unset", &text);
        }
        let name = env.shared.names.intern(operand);
        let is_variable = env.variables.get(name).is_set() || env.variables.get(name).flags != 0;
        if !variables && !is_variable && env.function(name).is_some() {
            env.set_function(name, None);
            continue;
        }
        if let Err(error) = env.unset(name) {
            env.report_read_only(error);
            env.status = 2;
            return Err(Unwind::Error);
        }
    }
    Ok(0)
}
