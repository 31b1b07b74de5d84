//! `typeset`, `declare`, `integer`, `float`, `nameref` (ksh93, bash), and `local` with
//! options: attributes of variables, local to a function where one is running.
//!
//! The names differ in the options that they begin with. Options are read by `typeset_options`,
//! each operand is declared by `declare`, listings are `declarations`. Assignments to arrays among
//! the operands are made by `evaluate::declaration` before.

use super::declare::declare;
use super::typeset_options::TypesetOptions;
use super::{declarations, usage};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault, VariableProblem};
use crate::environment::Environment;
use crate::environment::variables::{EXPORT, FLOAT, INNER, INTEGER, LOWER, READONLY, TRACE, UPPER};
use crate::unwind::{Flow, Unwind};
use std::rc::Rc;
use syntax::ByteString;
use syntax::names::is_name;

pub(super) fn typeset(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    run(env, fields, TypesetOptions::default())
}

pub(super) fn integer(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let on = INTEGER | long(env);
    run(env, fields, TypesetOptions { on, ..TypesetOptions::default() })
}

pub(super) fn float(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let on = FLOAT | long(env);
    run(env, fields, TypesetOptions { on, ..TypesetOptions::default() })
}

/// `functions` (ksh93): `typeset -f`.
pub(super) fn functions(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    run(env, fields, TypesetOptions { functions: true, ..TypesetOptions::default() })
}

/// The attribute that `integer` and `float` add.
fn long(env: &Environment) -> u32 {
    if env.rules().variables.integer_is_long { LOWER } else { 0 }
}

pub(super) fn nameref(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    run(env, fields, TypesetOptions { reference: true, ..TypesetOptions::default() })
}

pub(super) fn compound(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    run(env, fields, TypesetOptions { compound: true, ..TypesetOptions::default() })
}

/// `enum` without a list in parentheses.
pub(super) fn no_type(env: &mut Environment, _: &[ByteString]) -> Flow<i32> {
    usage(env, BuiltinProblem::call(b"enum", CallFault::EnumUsage))
}

/// The variables with an attribute, as declarations; `indexed`: the arrays among them.
pub(super) fn list_with(env: &mut Environment, flag: u32, indexed: bool) -> Flow<i32> {
    let options = TypesetOptions { on: flag, indexed, print: true, ..TypesetOptions::default() };
    declarations::list(env, b"declare", &options)
}

/// `readonly -a`, `export -a`: arrays with an attribute, of whichever scope.
pub(super) fn array_with(env: &mut Environment, fields: &[ByteString], flag: u32) -> Flow<i32> {
    run(
        env,
        fields,
        TypesetOptions { on: flag, global: true, visible: true, ..TypesetOptions::default() },
    )
}

/// Reads the options of a declaration and carries it out; `options`: those that its name implies.
fn run(env: &mut Environment, fields: &[ByteString], mut options: TypesetOptions) -> Flow<i32> {
    let command = &fields[0];
    let at = options.read(env, fields)?;
    let operands = &fields[at..];
    let mut status = 0;
    if env.rules().variables.attributes_replace
        && let Some(status) = options.settle(env, command)?
    {
        return Ok(status);
    }
    if env.rules().variables.declaration_letters_are_strict {
        options.exclude();
        if options.indexed && options.associative && !operands.is_empty() {
            // It is an associative one.
            options.indexed = false;
            status = 1;
            for name in operands {
                let is_associative = true;
                env.diagnose(VariableProblem::ArrayKindFixed { command, name, is_associative });
            }
        }
    }
    if options.removes_array && !operands.is_empty() {
        env.diagnose(VariableProblem::ArrayLetterOff(command));
        env.status = 1;
        return Err(Unwind::Error);
    }
    if options.functions
        && let Some(status) = attributes_of_functions(env, command, &options, operands)?
    {
        return Ok(status);
    }
    if options.functions || options.names {
        return list_functions(env, command, &options, operands);
    }
    if options.types {
        return match operands.is_empty() {
            true => super::types::list_types(env),
            false => super::types::define_nothing(env, operands),
        };
    }
    if operands.is_empty() {
        return match options.no_reference && env.rules().variables.plus_n_lists_references {
            true => declarations::list_references(env),
            false => declarations::list(env, command, &options),
        };
    }
    if options.print {
        return declarations::print(env, command, operands, options.brief);
    }
    for operand in operands {
        status = status.max(declare_in_scope(env, command, &options, operand)?);
    }
    Ok(status)
}

/// Declares one variable; with `-g` the one outside of functions.
fn declare_in_scope(
    env: &mut Environment,
    command: &[u8],
    options: &TypesetOptions,
    operand: &ByteString,
) -> Flow<i32> {
    let shadowed =
        if options.global && !options.visible { env.shadowed_global(operand) } else { None };
    let Some((name, at)) = shadowed else {
        return declare(env, command, options, operand);
    };
    env.swap_local(name, at);
    let result = declare(env, command, options, operand);
    // Not the local one that shadows it has been made read only.
    env.variables.get_mut(name).flags &= !INNER;
    env.swap_local(name, at);
    result
}

/// `typeset -f` with attributes; None where it shows functions.
fn attributes_of_functions(
    env: &mut Environment,
    command: &[u8],
    options: &TypesetOptions,
    operands: &[ByteString],
) -> Flow<Option<i32>> {
    let rules = &env.rules().variables;
    let status = if options.on & UPPER != 0 && rules.typeset_fu_autoloads {
        super::autoload::declare(env, operands)?
    } else if rules.functions_have_attributes && options.on & READONLY != 0 {
        declarations::fix_functions(env, command, operands)?
    } else if rules.functions_have_attributes && (options.indexed || options.on & INTEGER != 0) {
        let letter = if options.indexed { b'a' } else { b'i' };
        env.diagnose(BuiltinProblem::operand(
            command,
            &[b'-', letter],
            OperandFault::InvalidOption,
        ));
        1
    } else if rules.declare_f_refuses_definitions && operands.iter().any(|one| assigns(one)) {
        env.diagnose(BuiltinProblem::call(command, CallFault::MakesNoFunctions));
        1
    } else if !rules.functions_have_attributes {
        return Ok(None);
    } else if options.off & READONLY != 0 {
        declarations::loosen_functions(env, command, operands)?
    } else if (options.on | options.off) & TRACE != 0 && !operands.is_empty() {
        declarations::trace_functions(env, command, operands, options.on & TRACE != 0)?
    } else if options.on & EXPORT != 0 {
        super::export::functions(env, b"", operands)?
    } else {
        return Ok(None);
    };
    Ok(Some(status))
}

/// Whether an operand is `name=value`. What is before `=` may be no name: then all of it may be a
/// function's name.
fn assigns(text: &[u8]) -> bool {
    let mut parts = text.splitn(2, |&byte| byte == b'=');
    let name = parts.next().unwrap_or_default();
    parts.next().is_some() && is_name(name.strip_suffix(b"+").unwrap_or(name))
}

/// `typeset -f`, `declare -F`, and those with an attribute (`declare -xF`).
fn list_functions(
    env: &mut Environment,
    command: &[u8],
    options: &TypesetOptions,
    operands: &[ByteString],
) -> Flow<i32> {
    let rules = &env.rules().variables;
    let listed = match options.on & (EXPORT | READONLY | TRACE) {
        TRACE if rules.functions_have_attributes => Some(Rc::new(env.traced_functions().to_vec())),
        EXPORT if rules.functions_have_attributes => {
            Some(Rc::new(env.exported_functions().to_vec()))
        }
        READONLY if rules.functions_have_attributes => {
            Some(Rc::new(env.fixed_functions().to_vec()))
        }
        _ => None,
    };
    // `typeset -f +`
    let plus = rules.plus_f_lists_names && options.brief;
    let form = declarations::FunctionForm {
        names_only: options.names || plus,
        declarations: options.print && rules.functions_print_as_declarations,
    };
    declarations::functions(env, command, operands, form, listed)
}
