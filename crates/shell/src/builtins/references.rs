//! `typeset -n name=target` (ksh93, bash) and `typeset -m name=other` (ksh93): names for other
//! variables, and other names for variables.
//!
//! A reference is a variable whose value is a target, resolved in `environment::references` each
//! time it is used. The builtin checks what may be a target; `-m` moves value and attributes and
//! removes the old name.

use super::declare::refused;
use super::usage;
use crate::diagnostics::{BuiltinProblem, OperandFault, Problem};
use crate::environment::Environment;
use crate::environment::arrays::Key;
use crate::environment::variables::{SPECIAL, Value, Variable};
use crate::unwind::Flow;
use syntax::names::is_name;
use syntax::{ByteString, Name};

/// `typeset -m name=other` (ksh93): a variable or an element, with all that is inside, goes to
/// another name.
///
/// # Errors
///
/// Unwinds where the subscript of a name cannot be expanded, or a variable is read-only.
pub fn moved(env: &mut Environment, to: (Name, Option<Key>), from: &[u8]) -> Flow<i32> {
    let Some((source, source_key)) = env.spelled(from)? else {
        return usage(
            env,
            BuiltinProblem::operand(b"typeset", from, OperandFault::BadVariableName),
        );
    };
    let source = env.resolved(source);
    let computed = env.is_computed(source).then(|| env.computed(source));
    let slot = match &source_key {
        None => Some(source),
        Some(key) => env.nested(source, key),
    };
    let (name, key) = (env.resolved(to.0), to.1);
    match slot {
        Some(slot) => {
            env.composed = true;
            let target = match &key {
                None => name,
                Some(key) => env.make_nested(name, key).map_err(|error| refused(env, error))?,
            };
            match computed {
                Some(value) => {
                    env.put(target, Variable { value, flags: SPECIAL, attribute_number: 0 });
                }
                None => env.copy_inside(slot, target).map_err(|error| refused(env, error))?,
            }
            let moved = env.variables.get_mut(target);
            if let Value::Integer(_) | Value::Float(..) = moved.value {
                // A number is a text from then on.
                let value = Value::String(moved.value.text().unwrap_or_default());
                *moved = Variable { value, ..Variable::default() };
            }
            let _ = env.enter_parent(target);
        }
        None => {
            let text = source_key.as_ref().and_then(|key| env.element(source, key));
            let text = text.unwrap_or_default();
            match key {
                Some(key) => env.assign_element(name, key, text),
                None => env.assign(name, Value::String(text)),
            }
            .map_err(|error| refused(env, error))?;
        }
    }
    match &source_key {
        Some(key) => env.unset_element(source, key),
        None => env.unset(source),
    }
    .map_err(|error| refused(env, error))?;
    Ok(0)
}

/// Makes a name reference (`typeset -n name=target`).
pub(super) fn refer(
    env: &mut Environment,
    command: &[u8],
    name: Name,
    value: Option<&[u8]>,
) -> Flow<i32> {
    let target = match value {
        Some(value) => ByteString::new(value),
        // It is a reference already, and stays what it is.
        None if matches!(env.variables.get(name).value, Value::Reference(_)) => return Ok(0),
        None => env.value(name).unwrap_or_default(),
    };
    let rules = &env.rules().variables;
    let refuses = rules.invalid_target_is_refused;
    if value.is_none() && target.is_empty() && refuses && env.value(name).is_some() {
        return no_target(env, command, b"");
    }
    if value.is_none() && rules.references_are_to_names && env.variables.get(name).value.is_array()
    {
        return Ok(no_array(env, command, &env.name(name)));
    }
    if value.is_none() && target.is_empty() {
        // The next assignment says to what: until then it refers to itself, to nothing.
        env.refer(name, name);
        return Ok(0);
    }
    let spelled = target;
    if refuses && spelled.is_empty() {
        return super::invalid_name(env, command, &spelled);
    }
    if rules.references_are_to_names {
        return refer_to_name(env, command, name, &spelled, value.is_some());
    }
    let target = match caller_element(env, &spelled)? {
        Some(element) => Some(element),
        None => env.spelled(&spelled)?,
    };
    let target = match target {
        Some((target, None)) => target,
        Some((array, Some(key))) => {
            // Of what the array stands for now.
            env.composed = true;
            let array = match array == name && env.now.calls > 0 {
                // Of the variable that this one shadows.
                true => env.of_caller(array),
                false => env.resolved(array),
            };
            env.element_slot(array, &key)
        }
        None => {
            return usage(
                env,
                BuiltinProblem::operand(command, &spelled, OperandFault::InvalidReference),
            );
        }
    };
    // An argument of the function names something of its caller's.
    let outer = env.now.calls > 0 && (target == name || is_argument(env, &spelled));
    let target = if outer { env.of_caller(target) } else { env.resolved(target) };
    if target == name || env.leads_inside(target, name) {
        return itself(env, command, name);
    }
    env.refer(name, target);
    Ok(0)
}

/// The element of the caller's array that an argument names, where the function does not see the
/// array by its name (ksh93).
fn caller_element(
    env: &mut Environment,
    spelled: &ByteString,
) -> Flow<Option<(Name, Option<Key>)>> {
    if env.now.suspended.is_empty() || !is_argument(env, spelled) {
        return Ok(None);
    }
    let Some((base, rest)) = byte_search::memchr(b'[', spelled).map(|open| spelled.split_at(open))
    else {
        return Ok(None);
    };
    let Some(base) = env.shared.names.find(base) else { return Ok(None) };
    let array = env.of_caller(base);
    if array == base {
        return Ok(None);
    }
    env.spelled_from(array, rest)
}

fn is_argument(env: &Environment, text: &ByteString) -> bool {
    env.positional.all().contains(text)
}

/// `typeset -n name=target`, where a reference is to a name: to whatever has that name where it
/// is used.
fn refer_to_name(
    env: &mut Environment,
    command: &[u8],
    name: Name,
    spelled: &ByteString,
    given: bool,
) -> Flow<i32> {
    let base = &spelled[..byte_search::memchr(b'[', spelled).unwrap_or(spelled.len())];
    let all = spelled[base.len()..] == *b"[@]" || spelled[base.len()..] == *b"[*]";
    if env.variables.get(name).value.is_array() && (!given || is_name(base)) {
        return Ok(no_array(env, command, &env.name(name)));
    }
    let by_text = match base.len() < spelled.len() && !env.is_own_name(base, name) {
        true => env.target_by_text(spelled),
        false => None,
    };
    if let Some(target) = by_text {
        env.refer(name, target);
        return Ok(0);
    }
    let target = match is_name(base) {
        true if all && !env.is_associative(env.shared.names.intern(base)) => {
            let array = env.shared.names.intern(base);
            Some((array, Some(Key::Text(spelled[base.len() + 1..spelled.len() - 1].to_vec()))))
        }
        true => env.spelled(spelled)?,
        false => None,
    };
    let Some((base, key)) = target else { return no_target(env, command, spelled) };
    let function = env.now.calls > 0 && env.is_own_local(name);
    if base == name && given && (key.is_some() || !function) {
        return itself(env, command, name);
    }
    let base = match base == name && function {
        // bash looks for it among the global variables.
        true => {
            let text = env.name(name);
            env.diagnose(BuiltinProblem::CircularDeclaration { command, name: &text });
            env.warn_of_circle(name);
            env.of_caller(base)
        }
        false => base,
    };
    let target = match key {
        None => base,
        Some(key) => {
            env.composed = true;
            env.element_slot(base, &key)
        }
    };
    if env.leads_inside(target, name) {
        return itself(env, command, name);
    }
    env.refer(name, target);
    Ok(0)
}

impl Environment {
    /// Whether a text is this name.
    fn is_own_name(&self, text: &[u8], name: Name) -> bool {
        self.name(name)[..] == *text
    }
}

/// What a reference cannot be to.
pub(super) fn no_target(env: &mut Environment, command: &[u8], text: &[u8]) -> Flow<i32> {
    env.diagnose(BuiltinProblem::NoReferenceTarget { command, text });
    Ok(1)
}

/// Reports an array, or an element, that was to be a reference; returns the status.
pub fn no_array(env: &mut Environment, command: &[u8], name: &[u8]) -> i32 {
    super::complain(env, command, name, OperandFault::ReferenceArray);
    1
}

fn itself(env: &mut Environment, command: &[u8], name: Name) -> Flow<i32> {
    let name = env.name(name);
    super::reject(env, &Problem::Builtin(BuiltinProblem::SelfReference { command, name: &name }))
}
