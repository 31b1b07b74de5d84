//! `export`, `readonly` (POSIX XCU 2.15).
//!
//! The parser has made assignments of operands `name=value`, which `evaluate::declaration` carries
//! out; here attributes are set, and lists are shown (`declarations`). What programs receive is
//! made from the attribute in `evaluate::program`.

use super::declare::refused;
use super::{letters, single_quote};
use crate::diagnostics::{OperandFault, VariableProblem};
use crate::environment::Environment;
use crate::environment::variables::{EXPORT, READONLY, Value};
use crate::unwind::{Flow, Unwind};
use dialect::variables::Quoting;
use syntax::ByteString;

pub(super) fn export(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    mark(env, fields, EXPORT)
}

pub(super) fn readonly(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    mark(env, fields, READONLY)
}

fn mark(env: &mut Environment, fields: &[ByteString], flag: u32) -> Flow<i32> {
    let rules = &env.rules().variables;
    let known = if flag == EXPORT { rules.export_letters } else { rules.readonly_letters };
    let (options, operands) = letters(env, fields, known.as_bytes())?;
    if options.contains(&b'f') && flag == EXPORT {
        return functions(env, &options, operands);
    }
    if options.contains(&b'f') {
        return super::declarations::fix_functions(env, &fields[0], operands);
    }
    if options.iter().any(|letter| b"aA".contains(letter)) {
        return match operands.is_empty() && rules.export_a_lists {
            true if rules.export_shows_declarations => {
                super::typeset::list_with(env, flag, options.contains(&b'a'))
            }
            true => {
                let only_arrays = options.contains(&b'a');
                list(env, &fields[0], flag, Listing { as_commands: true, only_arrays })
            }
            false if rules.elements_take_attributes => {
                super::typeset::array_with(env, fields, flag)
            }
            false => arrays(env, fields, operands, flag),
        };
    }
    if operands.is_empty() {
        let as_commands = options.contains(&b'p');
        return list(env, &fields[0], flag, Listing { as_commands, only_arrays: false });
    }
    let mut status = 0;
    for operand in operands {
        let (mut name, value) = match byte_search::memchr(b'=', operand) {
            Some(at) => (&operand[..at], Some(&operand[at + 1..])),
            None => (operand.as_bytes(), None),
        };
        let append = value.is_some() && rules.declarations_append && name.last() == Some(&b'+');
        if append {
            name = &name[..name.len() - 1];
        }
        if !env.is_variable_name(name) {
            if rules.declaration_survives_bad_name {
                let is_element = name.contains(&b'[');
                status =
                    super::invalid_name(env, &fields[0], if is_element { name } else { operand })?;
                continue;
            }
            return super::invalid_name(env, &fields[0], name);
        }
        let name = env.shared.names.intern(name);
        let name = env.resolved(name);
        if env.has_references && !rules.elements_take_attributes && env.name(name).contains(&b'[') {
            // A reference to an element: that has no attributes.
            let text = env.name(name);
            super::invalid_name(env, &fields[0], &text)?;
            continue;
        }
        let value = match value {
            Some(value) if append => {
                let sum: &[u8] = if env.takes_numbers(name) { b"+" } else { b"" };
                Some([&env.value(name).unwrap_or_default(), sum, value].concat())
            }
            value => value.map(<[u8]>::to_vec),
        };
        let assigned = value.is_some();
        if let Some(value) = value
            && let Err(error) = env.assign(name, Value::String(value.into()))
        {
            let unwind = refused(env, error);
            env.status = env.failed();
            return Err(unwind);
        }
        if assigned && env.traces_compounds() {
            env.trace_exported(name)?;
        }
        if options.contains(&b'n') {
            let mut variable = env.variables.get(name).clone();
            let exported = variable.flags & EXPORT != 0;
            variable.flags &= !EXPORT;
            if exported {
                env.put(name, variable);
                env.exports = env.shared.fresh();
            }
        } else {
            if flag == EXPORT
                && !rules.compound_can_be_exported
                && matches!(env.variables.get(name).value, Value::Compound(_))
            {
                let name = env.name(name);
                env.diagnose(VariableProblem::CompoundExported { command: b"export", name: &name });
                env.status = 1;
                return Err(Unwind::Error);
            }
            env.mark(name, flag);
            if rules.marked_temporary_stays {
                env.keep_temporary(name);
            }
        }
    }
    Ok(status)
}

/// `export -a`, `readonly -A` where an element is no name for them.
fn arrays(
    env: &mut Environment,
    fields: &[ByteString],
    operands: &[ByteString],
    flag: u32,
) -> Flow<i32> {
    let named = |operand: &ByteString| {
        let end = byte_search::memchr(b'=', operand).unwrap_or(operand.len());
        let name = &operand[..end];
        name.strip_suffix(b"+").unwrap_or(name).to_vec()
    };
    let before = fields.len() - operands.len();
    let (refused, taken): (Vec<_>, Vec<_>) =
        operands.iter().partition(|operand| named(operand).contains(&b'['));
    let mut status = 0;
    for operand in &refused {
        status = super::invalid_name(env, &fields[0], &named(operand))?;
    }
    if taken.is_empty() && !refused.is_empty() {
        return Ok(status);
    }
    let fields: Vec<ByteString> = fields[..before].iter().chain(taken).cloned().collect();
    Ok(super::typeset::array_with(env, &fields, flag)?.max(status))
}

/// `export -f` (bash): programs that are shells have the functions.
pub(super) fn functions(
    env: &mut Environment,
    options: &[u8],
    operands: &[ByteString],
) -> Flow<i32> {
    let mut status = 0;
    for operand in operands {
        let name = env.shared.names.intern(operand);
        if env.function(name).is_none() {
            super::complain(env, b"export", operand, OperandFault::NotAFunction);
            status = 1;
            continue;
        }
        if !env.export_function(name, !options.contains(&b'n')) {
            super::complain(env, b"export", operand, OperandFault::NotExportable);
            status = 1;
        }
    }
    if !operands.is_empty() {
        return Ok(status);
    }
    let mut out = Vec::new();
    for &name in env.exported_functions() {
        if let Some(function) = env.function(name) {
            out.extend_from_slice(&env.shown_function(function));
            out.extend_from_slice(b"\ndeclare -f");
            out.extend(super::declarations::function_attributes(env, name));
            out.push(b' ');
            out.extend_from_slice(&env.name(name));
            out.push(b'\n');
        }
    }
    env.print("export", &out)
}

/// What a list shows.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Listing {
    /// Commands, also where the dialect lists assignments.
    as_commands: bool,
    /// No variables but arrays.
    only_arrays: bool,
}

/// Writes every variable with the attribute, in a form that the shell reads again.
fn list(env: &mut Environment, command: &[u8], flag: u32, listing: Listing) -> Flow<i32> {
    let rules = &env.rules().variables;
    if rules.export_shows_declarations {
        return super::typeset::list_with(env, flag, false);
    }
    let mut lines = Vec::new();
    let arrays: Vec<_> = env
        .variables
        .iter()
        .filter(|(_, variable)| variable.flags & flag != 0 && variable.value.is_array())
        .map(|(name, _)| name)
        .filter(|_| rules.export_shows_arrays)
        .collect();
    for name in arrays {
        let attributes = if flag == EXPORT { b"x" } else { b"r" };
        let letters = env.attribute_letters(name);
        let letters = letters.into_iter().filter(|letter| !attributes.contains(letter));
        let letters: Vec<u8> = letters.collect();
        let declared = env.declaration(name, b"declare").unwrap_or_default();
        let rest = declared.splitn(3, |byte| *byte == b' ').nth(2).unwrap_or_default();
        lines.push([command, b" -", &letters, b" ", rest, b"\n"].concat());
    }
    for (name, variable) in env.variables.iter().filter(|_| !listing.only_arrays) {
        if variable.flags & flag == 0 || rules.export_shows_arrays && variable.value.is_array() {
            continue;
        }
        // What ksh93 lists is an assignment.
        let bare = !listing.as_commands && rules.export_lists_assignments;
        let mut line = if bare { Vec::new() } else { [command, b" "].concat() };
        line.extend_from_slice(&env.shared.names.text(name));
        if let Some(value) = variable.value.text() {
            line.push(b'=');
            line.extend_from_slice(&match rules.exported_value_quoting {
                Quoting::WhereNotPlain => super::shown_in_ksh(&value),
                Quoting::WhereNeeded => super::shown(&value),
                Quoting::Double => crate::expand::transform::double_quoted(&value),
                Quoting::Single => single_quote(&value),
            });
        }
        line.push(b'\n');
        lines.push(line);
    }
    utilities::sorting::sort(&mut lines);
    let text = lines.concat();
    env.print(if flag == EXPORT { "export" } else { "readonly" }, &text)
}
