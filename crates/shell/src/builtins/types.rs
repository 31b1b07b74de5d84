//! The declaration commands that types are (ksh93, `typeset -T`): `type [-rS] [-a | -A] name…`;
//! and what `typeset -T` shows.
//!
//! A type is defined by `environment::types`; its name is a declaration builtin from then on, found
//! by `type_command` before builtins of the name. See ksh93(1), Type Variables.

use super::{Builtin, Class, enumeration};
use crate::diagnostics::{BuiltinProblem, OperandFault, VariableProblem};
use crate::environment::variables::{COMPOUNDS, NESTED, READONLY, SPECIAL, TYPED, Value};
use crate::environment::{Environment, arrays::Key};
use crate::unwind::{Flow, Unwind};
use std::rc::Rc;
use syntax::names::is_name;
use syntax::{ByteString, Name};

/// What the name of a type runs.
pub static TYPE: Builtin = Builtin {
    name: "",
    class: Class::Regular,
    run: declare,
    declaration: true,
    passes_variables: false,
    availability: super::Availability::Extension,
    short: false,
    hungry: false,
};

impl Environment {
    /// The declaration command of a name that is a type's.
    #[cold]
    pub fn type_command(&self, name: Name) -> Option<&'static Builtin> {
        if !self.types.definitions.is_empty() && self.type_named(name).is_some() {
            return Some(&TYPE);
        }
        self.types
            .enumerations
            .iter()
            .any(|(known, ..)| *known == name)
            .then_some(&enumeration::TYPE)
    }
}

/// The options of a command that is a type.
#[derive(Default)]
struct InstanceOptions {
    read_only: bool,
    array: bool,
}

/// `type [-rS] [-a | -A] name[=value]…`
fn declare(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let number = env.shared.names.find(&fields[0]).and_then(|name| env.type_named(name));
    let Some(number) = number else { return Ok(1) };
    let mut options = InstanceOptions::default();
    // What `typeset` is asked for first.
    let mut plain = vec![ByteString::from("typeset")];
    let mut at = 1;
    while let Some(letters) = fields.get(at).and_then(|field| field.strip_prefix(b"-")) {
        at += 1;
        if letters == b"-" {
            break;
        }
        let mut passed = b"-".to_vec();
        for (index, letter) in letters.iter().enumerate() {
            match letter {
                b'r' => options.read_only = true,
                b'h' => {
                    at += usize::from(index + 1 == letters.len());
                    break;
                }
                b'a' | b'A' | b'S' => {
                    options.array |= *letter != b'S';
                    passed.push(*letter);
                }
                letter => return super::bad_option(env, &fields[0], *letter),
            }
        }
        if passed.len() > 1 {
            plain.push(ByteString::from(passed));
        }
    }
    let operands = fields.get(at..).unwrap_or_default();
    if operands.is_empty() {
        return list(env, number);
    }
    for operand in operands {
        let end = byte_search::memchr(b'=', operand).unwrap_or(operand.len());
        let value = operand.get(end + 1..);
        let append = value.is_some() && end > 0 && operand[end - 1] == b'+';
        let spelled = &operand[..end - usize::from(append)];
        let status = declare_one(env, &mut plain, &options, number, spelled, value)?;
        if status != 0 {
            return Ok(status);
        }
    }
    Ok(0)
}

fn declare_one(
    env: &mut Environment,
    plain: &mut Vec<ByteString>,
    options: &InstanceOptions,
    number: u16,
    spelled: &[u8],
    value: Option<&[u8]>,
) -> Flow<i32> {
    env.composed = true;
    let prefix = env.now.prefix;
    let element = spelled.last() == Some(&b']');
    if !element {
        plain.push(ByteString::new(spelled));
        let status = super::typeset::typeset(env, plain);
        plain.pop();
        env.now.prefix = prefix;
        match status? {
            0 => {}
            status => return Ok(status),
        }
    }
    let found = match prefix {
        Some(prefix) if is_name(spelled) => Some((env.member(prefix, spelled), None)),
        Some(prefix) => {
            let path = [&env.name(prefix)[..], b".", spelled].concat();
            env.spelled(&path)?
        }
        None => env.spelled(spelled)?,
    };
    let slot = match found {
        None => return super::invalid_name(env, b"typeset", &ByteString::new(spelled)),
        Some((name, None)) => env.resolved(name),
        Some((name, Some(key))) => {
            let array = env.resolved(name);
            if is_of_compounds(env, array) {
                let text = env.name(array);
                return env.fail_with(VariableProblem::ArrayOfInstances(&text), 1);
            }
            match env.nested(array, &key) {
                Some(slot) => slot,
                None => {
                    let made = env.make_nested(array, &key);
                    made.map_err(|error| super::declare::refused(env, error))?
                }
            }
        }
    };
    let (was_typed, kind) = {
        let variable = env.variables.get(slot);
        let typed = variable.flags & TYPED != 0 && variable.attribute_number == number;
        (typed && variable.is_set(), variable.value.clone())
    };
    let made = match &kind {
        _ if was_typed => Ok(()),
        Value::Indexed(_) | Value::Associative(_) => make_array(env, slot, number),
        _ => match kind.text() {
            // It has the value that was there.
            Some(text) => {
                env.make_instance(slot, number).and_then(|()| env.assign(slot, Value::String(text)))
            }
            None => env.make_instance(slot, number),
        },
    };
    made.map_err(|error| super::declare::refused(env, error))?;
    if let Some(value) = value {
        env.assign_or_fail(slot, Value::String(ByteString::new(value)))?;
    }
    if options.read_only {
        env.mark(slot, READONLY);
    }
    if !was_typed {
        Rc::make_mut(&mut env.types).created.push(slot);
    }
    Ok(0)
}

/// Whether an array, or one that it is in, has compound variables as its elements.
fn is_of_compounds(env: &Environment, array: Name) -> bool {
    use crate::environment::compound::Component;
    let mut name = array;
    loop {
        if env.variables.get(name).flags & COMPOUNDS != 0 {
            return true;
        }
        match env.origin(name) {
            Some((outer, Component::Element(_))) => name = outer,
            _ => return false,
        }
    }
}

/// The elements of an array become instances.
fn make_array(
    env: &mut Environment,
    array: Name,
    number: u16,
) -> Result<(), crate::environment::AssignError> {
    let elements: Vec<(Key, ByteString)> = match &env.variables.get(array).value {
        Value::Indexed(all) => {
            all.iter().map(|(key, text)| (Key::Index(*key), text.clone())).collect()
        }
        Value::Associative(all) => {
            all.iter().map(|(key, text)| (Key::Text(key.clone()), text.clone())).collect()
        }
        _ => Vec::new(),
    };
    let variable = env.variables.get_mut(array);
    variable.flags |= TYPED | SPECIAL | NESTED;
    variable.attribute_number = number;
    for (key, text) in elements {
        let slot = env.make_nested(array, &key)?;
        env.assign(slot, Value::String(text))?;
    }
    Ok(())
}

/// The instances of a type.
fn list(env: &mut Environment, number: u16) -> Flow<i32> {
    let mut names: Vec<_> = env
        .variables
        .iter()
        .filter(|(_, variable)| variable.flags & TYPED != 0 && variable.attribute_number == number)
        .map(|(name, _)| (env.name(name), name))
        .filter(|(text, _)| !text.iter().any(|byte| matches!(byte, 0 | b'.' | b'[')))
        .collect();
    utilities::sorting::sort(&mut names);
    let mut out = Vec::new();
    for (_, name) in names {
        if let Some(text) = env.declaration(name, b"typeset") {
            out.extend_from_slice(&text);
            out.push(b'\n');
        }
    }
    env.print("typeset", &out)
}

/// What `typeset -p .sh.type` shows: the types that there are.
pub(super) fn shown_place(env: &mut Environment) -> Vec<u8> {
    let mut lines: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    for (name, words, _) in &env.types.enumerations {
        let name = env.name(*name).to_vec();
        let first = words.first().cloned().unwrap_or_default();
        let line = [b"typeset -r -s -u -i ", &name[..], b"=", &first].concat();
        lines.push((name, line));
    }
    for definition in env.types.definitions.clone() {
        let name = env.name(definition.name).to_vec();
        let value = match env.own_value(definition.template) {
            Some(_) => env.value(definition.template).unwrap_or_default(),
            None => ByteString::from("()"),
        };
        let line = [b"typeset -r ", &name[..], b"=", &value].concat();
        lines.retain(|(known, _)| *known != name);
        lines.push((name, line));
    }
    utilities::sorting::sort(&mut lines);
    let mut out = b"namespace sh.type\n{\n".to_vec();
    if lines.is_empty() {
        out.extend_from_slice(b"\t:\n");
    }
    for (_, line) in lines {
        out.extend_from_slice(&[b"\t", &line[..], b"\n"].concat());
    }
    out.extend_from_slice(b"}\n");
    out
}

/// `typeset -T` with operands that are no definitions.
pub(super) fn define_nothing(env: &mut Environment, operands: &[ByteString]) -> Flow<i32> {
    match operands.iter().find(|operand| operand.contains(&b'=')) {
        None => {
            let names = operands.iter().map(|operand| env.shared.names.intern(operand));
            let names: Vec<Name> = names.collect();
            Rc::make_mut(&mut env.types).announced.extend(names);
            Ok(0)
        }
        Some(operand) => {
            let name = operand.split(|&byte| byte == b'=').next().unwrap_or_default();
            env.diagnose(BuiltinProblem::operand(b"typeset", name, OperandFault::NoDefinition));
            env.status = 1;
            Err(Unwind::Error)
        }
    }
}

/// `typeset -T`: the commands that make the types.
pub(super) fn list_types(env: &mut Environment) -> Flow<i32> {
    let mut out = Vec::new();
    let definitions = env.types.definitions.clone();
    let mut current: Vec<_> = definitions
        .iter()
        .enumerate()
        .filter(|(at, one)| env.type_named(one.name).map(usize::from) == Some(*at))
        .map(|(_, one)| (env.name(one.name), one))
        .collect();
    utilities::sorting::sort_by(&mut current, |a, b| a.0.cmp(&b.0));
    for (name, _) in &current {
        out.extend_from_slice(&[b"typeset -T ", &name[..], b"\n"].concat());
    }
    for (name, definition) in &current {
        out.extend_from_slice(&[b"typeset -T ", &name[..], b"="].concat());
        let mut text = Vec::new();
        env.write_members(definition.template, &mut text);
        out.extend_from_slice(text.strip_suffix(b")").unwrap_or(&text));
        for method in &definition.methods {
            let Some(function) = env.function(method.function) else { continue };
            let source = function.source.clone();
            out.push(b'\t');
            out.extend_from_slice(source.trim_ascii());
            out.push(b'\n');
            let help = method.help.as_ref().map(|text| super::single_quote(text));
            if method.shared || help.is_some() {
                out.extend_from_slice(b"\ttypeset -f");
                if method.shared {
                    out.push(b'S');
                }
                if let Some(help) = help {
                    out.extend_from_slice(&[b"h ", &help[..]].concat());
                }
                out.extend_from_slice(&[b" ", &method.name[..], b"\n"].concat());
            }
        }
        out.extend_from_slice(b")\n");
    }
    env.print("typeset", &out)
}
