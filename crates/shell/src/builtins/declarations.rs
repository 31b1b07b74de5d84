//! What `typeset` shows: declarations of variables, and functions.
//!
//! Everything here is text that can be read again as input: `typeset -p`, `export -p`, `readonly
//! -p`, `local` and listings without operands come here. How one variable is written is
//! `environment::attributes`; compound variables are `environment::written`.

use super::typeset_options::TypesetOptions;
use crate::diagnostics::{BuiltinProblem, OperandFault};
use crate::environment::arrays::Key;
use crate::environment::options::Options;
use crate::environment::references::NOTHING;
use crate::environment::variables::{
    EXPORT, FIXED, FLOAT, FRACTIONS, HEXADECIMAL, INTEGER, LEFT, LOWER, READONLY, RIGHT, SHORT,
    UPPER, Value, ZEROS,
};
use crate::environment::{Environment, names};
use crate::unwind::Flow;
use std::borrow::Cow;
use std::rc::Rc;
use syntax::{ByteString, Name, NameText};

/// `typeset -p name…`; `brief`: without values (`typeset +p`, ksh93).
pub(super) fn print(
    env: &mut Environment,
    command: &[u8],
    operands: &[ByteString],
    brief: bool,
) -> Flow<i32> {
    let rules = &env.rules().variables;
    let mut out = Vec::new();
    let mut status = 0;
    for operand in operands {
        if operand.as_bytes() == b".sh.type" && rules.sh_type_is_shown {
            out.extend_from_slice(&super::types::shown_place(env));
            continue;
        }
        let declaration = declaration_of(env, command, operand, brief)?;
        match declaration {
            Some(text) => {
                out.extend_from_slice(&text);
                out.push(b'\n');
            }
            None => {
                // What was found before comes first.
                env.print(&name_of(command), &std::mem::take(&mut out))?;
                if command != b"typeset" || rules.typeset_reports_missing {
                    super::complain(env, command, operand, OperandFault::NotFound);
                    status = 1;
                }
            }
        }
    }
    let written = env.print(&name_of(command), &out)?;
    Ok(if written != 0 { written } else { status })
}

/// The name that a command was called by, for messages.
fn name_of(command: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(command)
}

/// The command that declarations are shown as.
fn shown_as<'c>(env: &Environment, command: &'c [u8]) -> &'c [u8] {
    if env.rules().variables.declarations_say_declare { b"declare" } else { command }
}

/// The declaration of a variable, or of an element; None where there is none of that name.
fn declaration_of(
    env: &mut Environment,
    command: &[u8],
    operand: &[u8],
    brief: bool,
) -> Flow<Option<Vec<u8>>> {
    let rules = &env.rules().variables;
    let shown_as = shown_as(env, command);
    Ok(match env.spelled(operand)? {
        Some((name, None))
            if rules.unset_local_is_shown
                && env.now.locals.iter().any(|(one, _)| *one == name)
                && !env.variables.get(name).is_set()
                && env.variables.get(name).flags == 0 =>
        {
            Some([shown_as, b" -- ", operand].concat())
        }
        Some((name, None)) => {
            let name = match env.variables.get(name).value {
                Value::Unset if env.composed => env.resolved(name),
                _ => name,
            };
            match brief {
                true => env.attributes_and_name(name),
                false => env.declaration(name, shown_as),
            }
        }
        Some((array, Some(key))) if rules.elements_are_shown => match env.nested(array, &key) {
            Some(slot) => env.declaration(slot, shown_as),
            // The first element of what is no array is itself.
            None if key == Key::Index(0)
                && rules.first_element_is_variable
                && !env.variables.get(array).value.is_array() =>
            {
                env.declaration(array, shown_as)
            }
            None => None,
        },
        _ => None,
    })
}

/// `typeset +n` (ksh93): the names of the references.
pub(super) fn list_references(env: &mut Environment) -> Flow<i32> {
    let references = env.variables.iter().filter(|(name, variable)| {
        matches!(variable.value, Value::Reference(_)) && !env.name(*name).contains(&b'.')
    });
    let mut names: Vec<NameText> = references.map(|(name, _)| env.name(name)).collect();
    names.retain(|text| !text.contains(&0));
    utilities::sorting::sort(&mut names);
    let mut out = Vec::new();
    for name in names {
        out.extend_from_slice(&name);
        out.push(b'\n');
    }
    env.print("typeset", &out)
}

/// Lists every variable, or those with the attributes asked for.
pub(super) fn list(env: &mut Environment, command: &[u8], options: &TypesetOptions) -> Flow<i32> {
    let rules = &env.rules().variables;
    let asked = if rules.removed_attributes_select { options.on | options.off } else { options.on };
    let local = command == b"local";
    let names = match local && rules.local_lists_own {
        true => names_of_function(env),
        false => names_with(env, options, asked),
    };
    let shape = options.indexed || options.associative || options.reference || options.compound;
    let plain = asked == 0 && !options.print && !shape && !local;
    let mut out = Vec::new();
    for (text, name) in names {
        write_listed(env, command, options, (asked, plain), (&text, name), &mut out);
    }
    if plain && rules.listing_has_functions {
        super::set::list_functions(env, &mut out);
    }
    env.print(&name_of(command), &out)
}

/// The variables of the function that runs, by name.
fn names_of_function(env: &Environment) -> Vec<(NameText, Name)> {
    let own = &env.now.locals[env.first_local()..];
    let mut names: Vec<_> = own
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| name.0 < NOTHING.0)
        .map(|name| (env.name(name), name))
        .collect();
    names.dedup();
    utilities::sorting::sort(&mut names);
    names
}

/// The variables of the kind and with the attributes (`asked`) that options say, by name.
fn names_with(env: &Environment, options: &TypesetOptions, asked: u32) -> Vec<(NameText, Name)> {
    let rules = &env.rules().variables;
    let has_kind = |value: &Value| match value {
        _ if options.compound => matches!(value, Value::Compound(_)),
        Value::Indexed(_) => !options.associative && !options.reference,
        Value::Associative(_) => !options.indexed && !options.reference,
        Value::Reference(_) => !options.indexed && !options.associative,
        _ => !options.indexed && !options.associative && !options.reference,
    };
    let has_attributes = |flags: u32| match rules.any_attribute_selects {
        true => asked == 0 || flags & asked != 0,
        false => flags & asked == asked,
    };
    let mut names: Vec<(NameText, Name)> = env
        .variables
        .iter()
        .filter(|(_, variable)| has_kind(&variable.value) && has_attributes(variable.flags))
        .map(|(name, _)| (env.name(name), name))
        .filter(|(text, _)| !text.contains(&0))
        .collect();
    if rules.computed_arrays_are_listed && asked == 0 && (options.indexed || options.associative) {
        names.extend(computed_arrays(env, options.indexed));
    }
    utilities::sorting::sort(&mut names);
    names
}

/// The arrays that are computed: indexed or associative ones.
pub(super) fn computed_arrays(env: &Environment, indexed: bool) -> Vec<(NameText, Name)> {
    let computed: &[Name] = match indexed {
        true => &[
            names::BASH_LINENO,
            names::BASH_SOURCE,
            names::DIRSTACK,
            names::FUNCNAME,
            names::GROUPS,
            names::PIPESTATUS,
        ],
        false => &[names::BASH_ALIASES, names::BASH_CMDS],
    };
    let computed = computed.iter().filter(|name| env.is_computed(**name));
    let mut found: Vec<_> = computed.map(|name| (env.name(*name), *name)).collect();
    if indexed {
        // Empty until they are kept.
        for text in crate::environment::arguments::NAMES {
            let name = env.shared.names.intern(text);
            if !env.variables.get(name).is_set() {
                found.push((env.name(name), name));
            }
        }
    }
    found
}

/// Writes a variable of a list: as a name, in words, as an assignment or as a declaration.
/// `asked`: the attributes that were asked for; `plain`: nothing was.
fn write_listed(
    env: &mut Environment,
    command: &[u8],
    options: &TypesetOptions,
    (asked, plain): (u32, bool),
    (text, name): (&NameText, Name),
    out: &mut Vec<u8>,
) {
    let rules = &env.rules().variables;
    let shown_as = shown_as(env, command);
    let in_words = rules.attributes_in_words && command == b"typeset" && !options.print;
    if options.brief && options.print && rules.plus_p_omits_values {
        out.extend_from_slice(&env.attributes_and_name(name).unwrap_or_default());
    } else if options.brief && (rules.plus_lists_names || asked != 0) {
        out.extend_from_slice(text);
    } else if in_words && plain {
        out.extend_from_slice(&attributes_in_words(env, name));
        out.extend_from_slice(text);
    } else if in_words {
        // The attributes are known.
        out.extend_from_slice(text);
        env.write_declared(name, out);
    } else if plain && shown_as != b"typeset" {
        // As `set` shows them.
        if let Some(line) = super::set::listed(env, name) {
            out.extend_from_slice(&line);
        }
        return;
    } else {
        match env.declaration(name, shown_as) {
            Some(text) => out.extend_from_slice(&text),
            None => out.extend_from_slice(&[shown_as, b" -- ", &text[..]].concat()),
        }
    }
    out.push(b'\n');
}

/// The attributes of a variable in ksh93's words.
fn attributes_in_words(env: &Environment, name: Name) -> Vec<u8> {
    let variable = env.variables.get(name);
    let mut out = String::new();
    let attribute_number = variable.attribute_number;
    for (flag, words) in [(EXPORT, "export "), (READONLY, "readonly ")] {
        if variable.flags & flag != 0 {
            out.push_str(words);
        }
    }
    match variable.value {
        Value::Indexed(_) => out.push_str("indexed array "),
        Value::Associative(_) => out.push_str("associative array "),
        Value::Reference(_) => out.push_str("nameref "),
        Value::Compound(_) => out.push_str("compound "),
        _ => {}
    }
    let number = variable.flags & (INTEGER | FRACTIONS) != 0;
    if number {
        for (flag, words) in [(LOWER, "long "), (UPPER, "unsigned "), (SHORT, "short ")] {
            if variable.flags & flag != 0 {
                out.push_str(words);
            }
        }
    }
    for (flag, words) in [(FLOAT, "exponential "), (FIXED, "float "), (HEXADECIMAL, "hexfloat ")] {
        if variable.flags & flag != 0 {
            out.push_str(words);
            if attribute_number != 10 {
                out.push_str(&format!("precision {attribute_number} "));
            }
        }
    }
    for (flag, words) in [(LEFT, "leftjust"), (ZEROS, "zerofill"), (RIGHT, "rightjust")] {
        if variable.flags & flag != 0 {
            out.push_str(&format!("{words} {attribute_number} "));
        }
    }
    if variable.flags & INTEGER != 0 {
        out.push_str("integer ");
        if attribute_number > 1 && attribute_number != 10 {
            out.push_str(&format!("base {attribute_number} "));
        }
    } else if !number && variable.flags & LOWER != 0 {
        out.push_str("tolower ");
    } else if !number && variable.flags & UPPER != 0 {
        out.push_str("toupper ");
    }
    out.into_bytes()
}

/// `readonly -f`, `declare -fr` (bash): functions that cannot be changed any more; without
/// names those that are.
pub(super) fn fix_functions(
    env: &mut Environment,
    command: &[u8],
    operands: &[ByteString],
) -> Flow<i32> {
    if operands.is_empty() {
        let mut names = env.fixed_functions().to_vec();
        utilities::sorting::sort_by_key(&mut names, |name| env.name(*name));
        let mut out = Vec::new();
        for name in names {
            if let Some(function) = env.function(name) {
                out.extend_from_slice(&env.shown_function(function));
                out.extend_from_slice(b"\ndeclare -f");
                out.extend(function_attributes(env, name));
                out.extend_from_slice(&[b" ", &env.name(name)[..], b"\n"].concat());
            }
        }
        return env.print("readonly", &out);
    }
    let mut status = 0;
    for operand in operands {
        let name = env.shared.names.intern(operand);
        if env.function(name).is_none() {
            super::complain(env, command, operand, OperandFault::NotAFunction);
            status = 1;
        } else if !env.fixed_functions().contains(&name) {
            Rc::make_mut(&mut env.seldom_mut().fixed_functions).push(name);
        }
    }
    Ok(status)
}

/// `declare -f +r` (bash), which fails for those that cannot be changed.
pub(super) fn loosen_functions(
    env: &mut Environment,
    command: &[u8],
    operands: &[ByteString],
) -> Flow<i32> {
    let mut status = 0;
    for operand in operands {
        let name = env.shared.names.intern(operand);
        if env.fixed_functions().contains(&name) {
            super::complain(env, command, operand, OperandFault::ReadOnlyFunction);
            status = 1;
        }
    }
    Ok(status)
}

/// `declare -ft`, `declare +ft` (bash): functions that have their caller's actions for DEBUG and
/// RETURN, as under functrace; or not.
pub(super) fn trace_functions(
    env: &mut Environment,
    command: &[u8],
    operands: &[ByteString],
    on: bool,
) -> Flow<i32> {
    let mut status = 0;
    for operand in operands {
        let name = env.shared.names.intern(operand);
        if env.function(name).is_none() {
            super::complain(env, command, operand, OperandFault::NotFound);
            status = 1;
            continue;
        }
        let traced = Rc::make_mut(&mut env.seldom_mut().traced_functions);
        traced.retain(|one| *one != name);
        if on {
            traced.push(name);
        }
    }
    Ok(status)
}

/// The letters of a function's attributes: r, t and x (bash).
pub(super) fn function_attributes(env: &Environment, name: Name) -> Vec<u8> {
    let is_traced = env.traced_functions().contains(&name);
    let attributes = [
        (b'r', env.fixed_functions().contains(&name)),
        (b't', is_traced),
        (b'x', env.exported_functions().contains(&name)),
    ];
    attributes.iter().filter(|(_, on)| *on).map(|(letter, _)| *letter).collect()
}

/// How functions are listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct FunctionForm {
    /// Names without bodies.
    pub(super) names_only: bool,
    /// A named function is shown as one of a list is, and one that is missing is reported.
    pub(super) declarations: bool,
}

/// `typeset -f`, `declare -F`; `listed`: without operands only these functions (`declare -xF`).
pub(super) fn functions(
    env: &mut Environment,
    command: &[u8],
    operands: &[ByteString],
    form: FunctionForm,
    listed: Option<Rc<Vec<Name>>>,
) -> Flow<i32> {
    let mut out = Vec::new();
    let mut status = 0;
    let mut missing = Vec::new();
    let mut show = |env: &Environment, name: Name, all: bool| {
        let Some(function) = env.function(name) else { return false };
        if !form.names_only {
            out.extend_from_slice(&env.shown_function(function));
            let attributes = match all && env.rules().variables.functions_have_attributes {
                true => function_attributes(env, name),
                false => Vec::new(),
            };
            if !attributes.is_empty() {
                out.extend([b"\ndeclare -f", &attributes[..], b" ", &env.name(name)[..]].concat());
            }
        } else {
            let plain = env.rules().variables.plus_f_lists_names;
            if all && !plain {
                out.extend_from_slice(b"declare -f");
                if env.rules().variables.functions_have_attributes {
                    out.extend(function_attributes(env, name));
                }
                out.push(b' ');
            }
            out.extend_from_slice(&env.name(name));
            if plain && !function.keyword {
                out.extend_from_slice(b"()");
            }
            if !all && !plain && env.options.has(Options::EXTDEBUG) {
                out.extend_from_slice(format!(" {} ", function.line).as_bytes());
                out.extend_from_slice(&function.file);
            }
        }
        out.push(b'\n');
        true
    };
    if operands.is_empty() {
        let names = env.function_names();
        for (_, name) in names {
            if listed.as_ref().is_some_and(|listed| !listed.contains(&name)) {
                continue;
            }
            show(env, name, true);
        }
    }
    for operand in operands {
        let name = env.shared.names.find(operand);
        let found = name.is_some_and(|name| show(env, name, form.declarations));
        if !found {
            status = 1;
            missing.extend(form.declarations.then_some(operand));
        }
    }
    for operand in missing {
        env.diagnose(BuiltinProblem::operand(command, operand, OperandFault::NotFound));
    }
    let written = env.print(&name_of(command), &out)?;
    Ok(if written != 0 { written } else { status })
}
