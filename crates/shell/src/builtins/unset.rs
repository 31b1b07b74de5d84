//! `unset` (POSIX XCU 2.15).
//!
//! Variables, functions, elements of arrays, members of compound variables and references each have
//! their own rules; an operand without options is a variable, else in some dialects a function.
//! Read-only variables cannot be unset.

use super::letters;
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault, VariableProblem};
use crate::environment::arrays::Key;
use crate::environment::compound::Component;
use crate::environment::variables::{READONLY, Value};
use crate::environment::{AssignError, Environment, arguments, names};
use crate::unwind::{Flow, Unwind};
use syntax::names::is_name;
use syntax::{ByteString, Name};

/// What an operand was: whether the status is 0.
type Done = bool;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (options, operands) = letters(env, fields, b"fvn")?;
    let rules = &env.rules().variables;
    if rules.unset_refuses_f_with_v && options.contains(&b'f') && options.contains(&b'v') {
        env.diagnose(BuiltinProblem::call(b"unset", CallFault::FunctionAndVariable));
        return Ok(1);
    }
    let wanted = match options.last() {
        Some(b'f') => Wanted::Function,
        Some(b'v') => Wanted::Variable,
        _ => Wanted::Any,
    };
    let itself = options.contains(&b'n');
    let mut status = 0;
    for operand in operands {
        let done = match wanted {
            Wanted::Function => remove_function(env, operand),
            _ => unset(env, operand, wanted, itself)?,
        };
        status |= i32::from(!done);
    }
    Ok(status)
}

/// What an operand names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// A variable, or a function where there is none (`unset` without -f and -v).
    Any,
    /// `-v`
    Variable,
    /// `-f`
    Function,
}

/// Unsets what an operand names; `itself`: a reference and not what it refers to (`-n`).
fn unset(env: &mut Environment, operand: &ByteString, wanted: Wanted, itself: bool) -> Flow<Done> {
    let rules = &env.rules().variables;
    let all = operand.strip_suffix(b"[@]").or(operand.strip_suffix(b"[*]"));
    if let Some(base) = all
        && is_name(base)
        && !env.is_associative(env.shared.names.intern(base))
    {
        let name = env.resolved(env.shared.names.intern(base));
        if rules.unset_checks_subscripts
            && matches!(env.variables.get(name).value, Value::String(_) | Value::Integer(_))
        {
            super::complain(env, b"unset", base, OperandFault::NotAnArray);
            return Ok(false);
        }
        let keeps = rules.unset_all_keeps_array && env.variables.get(name).value.is_array();
        let result = if keeps { env.fresh_array(name) } else { env.unset(name) };
        return outcome(env, result);
    }
    if operand.last() == Some(&b']') {
        if rules.unset_checks_subscripts {
            if env.is_element_of_nothing(operand) {
                return Ok(true);
            }
            if !env.has_place(operand)? {
                return Ok(false);
            }
        }
        if let Some((name, Some(key))) = env.spelled(operand)? {
            return unset_element(env, name, &key);
        }
    }
    let place = match is_name(operand) {
        true => None,
        false => env.spelled(operand)?,
    };
    if !is_name(operand) && !matches!(place, Some((_, None))) {
        return refuse_name(env, operand, wanted);
    }
    if !rules.sh_can_be_unset && operand.as_bytes() == b".sh" {
        env.diagnose(BuiltinProblem::operand(b"unset", b".sh", OperandFault::ReadOnly));
        return Ok(false);
    }
    if rules.unset_needs_parent && place.is_some() && lacks_parent(env, operand) {
        env.diagnose(BuiltinProblem::operand(b"unset", operand, OperandFault::NoParent));
        return Ok(false);
    }
    let name = match place {
        Some((name, _)) => name,
        None => env.shared.names.intern(operand),
    };
    if itself {
        let is_reference = matches!(env.variables.get(name).value, Value::Reference(_));
        if rules.unset_n_skips_variables
            && !is_reference
            && env.variables.get(name).flags & READONLY == 0
        {
            return Ok(true);
        }
        return unset_variable(env, name, wanted);
    }
    if env.has_references && rules.unset_uncovers_static && env.uncover_static(name) {
        return Ok(true);
    }
    let name = env.resolved(name);
    if rules.unset_reference_to_element_removes_it
        && let Some((array, Component::Element(key))) = env.origin(name)
    {
        let result = env.unset_element(array, &key);
        return outcome(env, result);
    }
    unset_variable(env, name, wanted)
}

/// Unsets an element (`unset name[key]`).
fn unset_element(env: &mut Environment, name: Name, key: &Key) -> Flow<Done> {
    let is_associative = env.is_associative(name);
    if env.rules().variables.unset_missing_key_fails
        && is_associative
        && env.element(name, key).is_none()
    {
        return Ok(false);
    }
    let whole = matches!(key, Key::Text(text) if matches!(&text[..], b"@" | b"*"));
    let result = match whole && !is_associative {
        true => env.unset(name),
        false => env.unset_element(name, key),
    };
    outcome(env, result)
}

/// An operand that can be no variable's name.
fn refuse_name(env: &mut Environment, operand: &ByteString, wanted: Wanted) -> Flow<Done> {
    let rules = &env.rules().variables;
    if rules.unset_falls_back_to_function && wanted == Wanted::Any {
        // A function may have any name.
        return Ok(remove_function(env, operand));
    }
    env.diagnose(VariableProblem::UnsetBadName(operand));
    if rules.unset_survives_bad_name {
        return Ok(false);
    }
    env.status = 2;
    Err(Unwind::Error)
}

/// Unsets a variable, or the function of its name.
fn unset_variable(env: &mut Environment, name: Name, wanted: Wanted) -> Flow<Done> {
    let rules = &env.rules().variables;
    let flags = env.variables.get(name).flags;
    let is_variable = env.variables.get(name).is_set() || flags != 0;
    if wanted == Wanted::Any
        && !is_variable
        && rules.unset_falls_back_to_function
        && env.function(name).is_some()
    {
        return Ok(remove_function_of(env, name));
    }
    let is_kept = matches!(name, names::BASH_SOURCE | names::BASH_LINENO)
        || arguments::NAMES.contains(&&env.name(name)[..]);
    if rules.unset_keeps_call_stack && is_kept {
        let name = env.name(name);
        env.diagnose(BuiltinProblem::operand(b"unset", &name, OperandFault::Kept));
        return Ok(false);
    }
    if rules.unset_uncovers_caller
        && flags & READONLY == 0
        && !env.has_shopt("localvar_unset")
        && env.uncover(name)
    {
        return Ok(true);
    }
    let result = env.unset(name);
    outcome(env, result)
}

/// Whether something could be unset; reports why it could not.
fn outcome(env: &mut Environment, result: Result<(), AssignError>) -> Flow<Done> {
    match result {
        Ok(()) => Ok(true),
        Err(error) => refused(env, error).map(|()| false),
    }
}

impl Environment {
    /// Whether `name[subscript]` is of a variable that is not set: nothing is evaluated then.
    fn is_element_of_nothing(&self, operand: &[u8]) -> bool {
        let open = byte_search::memchr(b'[', operand).unwrap_or(operand.len());
        let base = &operand[..open];
        is_name(base)
            && self.shared.names.find(base).is_none_or(|name| {
                let variable = self.variables.get(self.resolved(name));
                matches!(variable.value, Value::Unset) && !self.is_associative(name)
            })
    }

    /// Whether bash takes `name[subscript]` for something that can be unset; if not, says why.
    fn has_place(&mut self, operand: &[u8]) -> Flow<bool> {
        let Some(open) = byte_search::memchr(b'[', operand) else { return Ok(true) };
        let (base, subscript) = (&operand[..open], &operand[open + 1..operand.len() - 1]);
        if !is_name(base) {
            return Ok(true);
        }
        let name = self.shared.names.intern(base);
        let name = self.resolved(name);
        let place = match (&self.variables.get(name).value, super::signed_number(subscript)) {
            (Value::Indexed(_), Some(index)) => {
                let place = self.place(name, index);
                if place.is_none() {
                    let shown = [b"[", subscript, b"]"].concat();
                    self.diagnose(BuiltinProblem::operand(
                        b"unset",
                        &shown,
                        OperandFault::BadSubscript,
                    ));
                }
                place
            }
            (Value::String(_) | Value::Integer(_), Some(index)) => {
                if index != 0 {
                    super::complain(self, b"unset", base, OperandFault::NotAnArray);
                }
                Some(0).filter(|place| *place == index)
            }
            _ => Some(0),
        };
        Ok(place.is_some())
    }
}

/// Whether what a name with periods would be inside of does not exist.
fn lacks_parent(env: &Environment, name: &[u8]) -> bool {
    let Some(at) = byte_search::memrchr(b'.', name).filter(|at| *at > 0) else { return false };
    if name.starts_with(b".") && !name[1..at].contains(&b'.') {
        // `.sh.name` is inside of nothing.
        return false;
    }
    let parent = env.shared.names.find(&name[..at]);
    !parent.is_some_and(|parent| env.variables.get(env.resolved(parent)).is_set())
}

/// Removes the function that an operand names; false where it cannot be.
fn remove_function(env: &mut Environment, operand: &[u8]) -> Done {
    env.shared.names.find(operand).is_none_or(|name| remove_function_of(env, name))
}

/// Removes a function; false where it is read-only.
fn remove_function_of(env: &mut Environment, name: Name) -> Done {
    let fixed = env.fixed_functions().contains(&name);
    if fixed {
        let name = env.name(name);
        env.diagnose(BuiltinProblem::operand(b"unset", &name, OperandFault::FunctionKept));
    } else {
        env.set_function(name, None);
    }
    !fixed
}

/// Reports a variable that cannot be unset: an error of a special builtin to POSIX and dash; bash,
/// ksh93 and mksh go on.
fn refused(env: &mut Environment, error: AssignError) -> Flow {
    env.report_unset(error)?;
    if env.rules().variables.unset_readonly_is_fatal {
        env.status = env.failed();
        return Err(Unwind::Error);
    }
    Ok(())
}
