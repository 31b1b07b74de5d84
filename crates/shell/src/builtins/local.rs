//! `local`: variables of a function call, as dash, bash and ksh-like shells have it.
//!
//! A local variable is the same slot with another value: the old one goes onto the stack of locals
//! and comes back when the function returns (dynamic scope). With options or assignments to arrays
//! it is `typeset`. POSIX.1-2024 does not have it.

use super::declare::refused;
use crate::diagnostics::BuiltinProblem;
use crate::environment::references::OPTIONS;
use crate::environment::variables::{INNER, READONLY, Value, Variable};
use crate::environment::{AssignError, Environment};
use crate::unwind::{Flow, Unwind};
use syntax::ByteString;
use syntax::names::is_name;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let rules = &env.rules().variables;
    if env.now.calls == 0 {
        env.diagnose(BuiltinProblem::LocalOutsideFunction);
        if !rules.local_outside_function_is_usage {
            return Ok(1);
        }
        env.status = 2;
        return Err(Unwind::Error);
    }
    if fields.len() == 1 && rules.local_lists_own {
        return super::typeset::typeset(env, fields);
    }
    let options = fields.get(1).is_some_and(|first| {
        first.len() > 1 && matches!(first[0], b'-' | b'+') && first.as_bytes() != b"--"
    });
    if options {
        return super::typeset::typeset(env, fields);
    }
    let mut status = 0;
    for operand in &fields[1..] {
        let (mut name, value) = match byte_search::memchr(b'=', operand) {
            Some(at) => (&operand[..at], Some(&operand[at + 1..])),
            None => (operand.as_bytes(), None),
        };
        if name == b"-" {
            // The options are put back when the function ends (dash).
            let options = Value::Integer(env.options.bits() as i64);
            env.now
                .locals
                .push((OPTIONS, Variable { value: options, flags: 0, attribute_number: 0 }));
            continue;
        }
        if name == b"--" {
            continue;
        }
        // `local x+=more`
        let append = value.is_some() && rules.declarations_append && name.last() == Some(&b'+');
        if append {
            name = &name[..name.len() - 1];
        }
        if !is_name(name) {
            status = status.max(super::invalid_name(env, b"local", operand)?);
            continue;
        }
        let name = env.shared.names.intern(name);
        let before = env.variables.get(name).clone();
        let known = env.now.frame.is_some() && env.is_own_local(name);
        let is_kept = value.is_none() && rules.readonly_local_is_kept;
        if before.flags & READONLY != 0 && !is_kept && (known || before.flags & INNER == 0) {
            if rules.declaration_survives_readonly {
                // The others are declared all the same.
                env.report_read_only_to(b"local", name);
                status = 1;
                continue;
            }
            env.report_assign_error(AssignError::ReadOnly(name))?;
            env.status = env.failed();
            return Err(env.fatal());
        }
        if !known {
            let kept = before.clone();
            super::declare::shadow(env, name, before);
            // Without a value it keeps the one it had (dash) or is unset (bash, mksh).
            if rules.local_keeps_value && !matches!(kept.value, Value::Reference(_)) {
                env.put(name, kept);
            }
        }
        let value = match value {
            Some(more) if append => {
                let sum: &[u8] = if env.takes_numbers(name) { b"+" } else { b"" };
                Some([&env.value(name).unwrap_or_default(), sum, more].concat())
            }
            value => value.map(<[u8]>::to_vec),
        };
        if let Some(value) = value
            && let Err(error) = env.assign(name, Value::String(value.into()))
        {
            let unwind = refused(env, error);
            env.status = env.failed();
            return Err(unwind);
        }
    }
    Ok(status)
}
