//! What `typeset` shows: declarations of variables, and functions.

use super::typeset::Wish;
use crate::environment::arrays::Key;
use crate::environment::options::Options;
use crate::environment::references::NOTHING;
use crate::environment::variables::{
    EXPORT, FIXED, FLOAT, FRACTIONS, HEXADECIMAL, INTEGER, LEFT, LOWER, READONLY, RIGHT, SHORT,
    UPPER, Value, ZEROS,
};
use crate::environment::{Environment, names};
use crate::unwind::Flow;
use std::rc::Rc;
use syntax::{ByteString, Name, NameText};

/// `typeset -p name…`; `brief`: without values (`typeset +p`, ksh93).
pub(super) fn print(
    env: &mut Environment,
    command: &[u8],
    operands: &[ByteString],
    brief: bool,
) -> Flow<i32> {
    // bash has one word for it.
    let shown_as: &[u8] = if env.speaks_bash() { b"declare" } else { command };
    let mut out = Vec::new();
    let mut status = 0;
    for operand in operands {
        if operand.as_bytes() == b".sh.type" && env.speaks_ksh() {
            out.extend_from_slice(&super::types::shown_place(env));
            continue;
        }
        let declaration = match env.spelled(operand)? {
            Some((name, None))
                if env.locals.iter().any(|(one, _)| *one == name)
                    && !env.variables.get(name).is_set()
                    && env.variables.get(name).flags == 0
                    && env.speaks_bash() =>
            {
                // Local, and without a value.
                Some([shown_as, b" -- ", operand.as_bytes()].concat())
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
            Some((array, Some(key))) if !env.speaks_bash() => match env.nested(array, &key) {
                Some(slot) => env.declaration(slot, shown_as),
                // The first element of what is no array is itself.
                None if key == Key::Index(0)
                    && env.speaks_ksh()
                    && !env.variables.get(array).value.is_array() =>
                {
                    env.declaration(array, shown_as)
                }
                None => None,
            },
            _ => None,
        };
        match declaration {
            Some(text) => {
                out.extend_from_slice(&text);
                out.push(b'\n');
            }
            None => {
                // What was found before comes first.
                env.print("typeset", &std::mem::take(&mut out))?;
                // ksh93 and mksh say nothing.
                if command != b"typeset" || env.options.has(Options::BASH) {
                    super::complain(env, command, operand, "not found");
                    status = 1;
                }
            }
        }
    }
    let written = env.print("typeset", &out)?;
    Ok(if written != 0 { written } else { status })
}

/// `typeset +n` (ksh93): the names of the references.
pub(super) fn list_references(env: &mut Environment) -> Flow<i32> {
    let references = env.variables.iter().filter(|(name, variable)| {
        matches!(variable.value, Value::Reference(_)) && !env.name(*name).contains(&b'.')
    });
    let mut names: Vec<NameText> = references.map(|(name, _)| env.name(name)).collect();
    names.retain(|text| !text.contains(&0));
    names.sort();
    let mut out = Vec::new();
    for name in names {
        out.extend_from_slice(&name);
        out.push(b'\n');
    }
    env.print("typeset", &out)
}

/// Every variable, or those with the attributes asked for.
pub(super) fn list(env: &mut Environment, command: &[u8], wish: &Wish) -> Flow<i32> {
    // What is taken away does not matter to bash.
    let asked = if env.speaks_bash() { wish.on } else { wish.on | wish.off };
    let mut names: Vec<(NameText, Name)> = env
        .variables
        .iter()
        .filter(|(_, variable)| {
            let shaped = match variable.value {
                _ if wish.compound => matches!(variable.value, Value::Compound(_)),
                Value::Indexed(_) => !wish.associative && !wish.reference,
                Value::Associative(_) => !wish.indexed && !wish.reference,
                Value::Reference(_) => !wish.indexed && !wish.associative,
                _ => !wish.indexed && !wish.associative && !wish.reference,
            };
            match env.speaks_bash() {
                // Any of them.
                true => shaped && (asked == 0 || variable.flags & asked != 0),
                false => shaped && variable.flags & asked == asked,
            }
        })
        .map(|(name, _)| (env.name(name), name))
        .filter(|(text, _)| !text.contains(&0))
        .collect();
    if env.speaks_bash() && asked == 0 && (wish.indexed || wish.associative) {
        // Those that are computed.
        let computed: &[Name] = match wish.indexed {
            true => &[
                names::BASH_LINENO,
                names::BASH_SOURCE,
                names::DIRSTACK,
                names::FUNCNAME,
                names::PIPESTATUS,
            ],
            false => &[names::BASH_ALIASES, names::BASH_CMDS],
        };
        let computed = computed.iter().filter(|name| env.is_computed(**name));
        names.extend(computed.map(|name| (env.name(*name), *name)));
        if wish.indexed {
            // Empty until they are kept.
            for text in crate::environment::arguments::NAMES {
                let name = env.shared.names.intern(text);
                if !env.variables.get(name).is_set() {
                    names.push((env.name(name), name));
                }
            }
        }
    }
    if command == b"local" && env.speaks_bash() {
        // Those of the function.
        let own = &env.locals[env.first_local()..];
        names = own
            .iter()
            .map(|(name, _)| *name)
            .filter(|name| name.0 < NOTHING.0)
            .map(|name| (env.name(name), name))
            .collect();
        names.dedup();
    }
    names.sort();
    let mut out = Vec::new();
    let shape = wish.indexed || wish.associative || wish.reference || wish.compound;
    let plain = asked == 0 && !wish.print && !shape;
    let plain = plain && command != b"local";
    let shown_as: &[u8] = if env.speaks_bash() { b"declare" } else { command };
    let ksh = env.speaks_ksh() && command == b"typeset" && !wish.print;
    for (text, name) in names {
        if wish.brief && wish.print && env.speaks_ksh() {
            out.extend_from_slice(&env.attributes_and_name(name).unwrap_or_default());
        } else if wish.brief && !(env.speaks_bash() && asked == 0) {
            out.extend_from_slice(&text);
        } else if ksh && plain {
            out.extend_from_slice(&in_words(env, name));
            out.extend_from_slice(&text);
        } else if ksh {
            // The attributes are known.
            out.extend_from_slice(&text);
            env.write_declared(name, &mut out);
        } else if plain && shown_as != b"typeset" {
            // As `set` shows them.
            if let Some(line) = super::set::listed(env, name) {
                out.extend_from_slice(&line);
            }
            continue;
        } else {
            match env.declaration(name, shown_as) {
                Some(text) => out.extend_from_slice(&text),
                None => out.extend_from_slice(&[shown_as, b" -- ", &text[..]].concat()),
            }
        }
        out.push(b'\n');
    }
    if plain && env.speaks_bash() {
        super::set::list_functions(env, &mut out);
    }
    env.print("typeset", &out)
}

/// The attributes of a variable as ksh93 tells them to people.
fn in_words(env: &Environment, name: Name) -> Vec<u8> {
    let variable = env.variables.get(name);
    let mut out = String::new();
    let figure = variable.figure;
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
            if figure != 10 {
                out.push_str(&format!("precision {figure} "));
            }
        }
    }
    for (flag, words) in [(LEFT, "leftjust"), (ZEROS, "zerofill"), (RIGHT, "rightjust")] {
        if variable.flags & flag != 0 {
            out.push_str(&format!("{words} {figure} "));
        }
    }
    if variable.flags & INTEGER != 0 {
        out.push_str("integer ");
        if figure > 1 && figure != 10 {
            out.push_str(&format!("base {figure} "));
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
        let mut names = env.fixed_functions.to_vec();
        names.sort_by_key(|name| env.name(*name));
        let mut out = Vec::new();
        for name in names {
            if let Some(function) = env.function(name) {
                out.extend_from_slice(&env.shown_function(function));
                out.extend_from_slice(&[b"\ndeclare -fr ", &env.name(name)[..], b"\n"].concat());
            }
        }
        return env.print("readonly", &out);
    }
    let mut status = 0;
    for operand in operands {
        let name = env.shared.names.intern(operand);
        if env.function(name).is_none() {
            super::complain(env, command, operand, "not a function");
            status = 1;
        } else if !env.fixed_functions.contains(&name) {
            Rc::make_mut(&mut env.fixed_functions).push(name);
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
        if env.fixed_functions.contains(&name) {
            super::complain(env, command, operand, "readonly function");
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
            super::complain(env, command, operand, "not found");
            status = 1;
            continue;
        }
        let traced = Rc::make_mut(env.traced_functions.get_or_insert_default());
        traced.retain(|one| *one != name);
        if on {
            traced.push(name);
        }
    }
    Ok(status)
}

/// `typeset -f`, `declare -F`; `listed`: without names, only of these (`declare -xF`).
pub(super) fn functions(
    env: &mut Environment,
    command: &[u8],
    operands: &[ByteString],
    names_only: bool,
    as_declarations: bool,
    listed: Option<Rc<Vec<Name>>>,
) -> Flow<i32> {
    let mut out = Vec::new();
    let mut status = 0;
    let mut missing = Vec::new();
    let mut show = |env: &Environment, name: Name, all: bool| {
        let Some(function) = env.function(name) else { return false };
        if !names_only {
            out.extend_from_slice(&env.shown_function(function));
        } else {
            if all {
                out.extend_from_slice(b"declare -f");
                for (attribute, names) in
                    [(b'r', &env.fixed_functions), (b'x', &env.exported_functions)]
                {
                    if names.contains(&name) && env.speaks_bash() {
                        out.push(attribute);
                    }
                }
                out.push(b' ');
            }
            out.extend_from_slice(&env.name(name));
            if !all && env.options.has(Options::EXTDEBUG) {
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
        let found = name.is_some_and(|name| show(env, name, as_declarations));
        if !found {
            status = 1;
            missing.extend(as_declarations.then_some(operand));
        }
    }
    for operand in missing {
        env.report([command, b": ", operand, b": not found"].concat());
    }
    let written = env.print("typeset", &out)?;
    Ok(if written != 0 { written } else { status })
}
