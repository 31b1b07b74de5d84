//! `unset` (POSIX XCU 2.15).

use super::{letters, usage};
use crate::environment::arrays::Key;
use crate::environment::compound::Component;
use crate::environment::options::Options;
use crate::environment::variables::{READONLY, Value};
use crate::environment::{Environment, ReadOnly};
use crate::unwind::{Flow, Unwind};
use syntax::ByteString;
use syntax::names::is_name;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (options, operands) = letters(env, fields, b"fvn")?;
    if env.speaks_bash() && options.contains(&b'f') && options.contains(&b'v') {
        env.report("unset: cannot simultaneously unset a function and a variable");
        return Ok(1);
    }
    let reference = options.contains(&b'n');
    let functions = options.last() == Some(&b'f');
    let variables = options.last() == Some(&b'v');
    let mut status = 0;
    for operand in operands {
        if functions {
            if let Some(name) = env.shared.names.find(operand) {
                status = status.max(i32::from(!remove_function(env, name)));
            }
            continue;
        }
        let all = operand.strip_suffix(b"[@]").or(operand.strip_suffix(b"[*]"));
        if let Some(base) = all
            && is_name(base)
            && !env.is_associative(env.shared.names.intern(base))
        {
            // All elements; in bash an array without any is left.
            let name = env.resolved(env.shared.names.intern(base));
            let result = match env.speaks_bash() && env.variables.get(name).value.is_array() {
                true => env.fresh_array(name),
                false => env.unset(name),
            };
            if let Err(error) = result {
                refused(env, error)?;
                status = 1;
            }
            continue;
        }
        if operand.last() == Some(&b']') && env.speaks_bash() && !env.has_place(operand)? {
            status = 1;
            continue;
        }
        if operand.last() == Some(&b']')
            && let Some((name, Some(key))) = env.spelled(operand)?
        {
            let whole = matches!(&key, Key::Text(text) if matches!(&text[..], b"@" | b"*"));
            if env.speaks_ksh() && env.is_associative(name) && env.element(name, &key).is_none() {
                status = 1;
                continue;
            }
            let result = match whole && !env.is_associative(name) {
                true => env.unset(name),
                false => env.unset_element(name, &key),
            };
            if let Err(error) = result {
                refused(env, error)?;
                status = 1;
            }
            continue;
        }
        let place = match is_name(operand) {
            true => None,
            false => env.spelled(operand)?,
        };
        if !is_name(operand) && !matches!(place, Some((_, None))) {
            let text = format!("{}: bad variable name", operand.escape_ascii());
            if env.speaks_ksh() {
                env.report(format!("unset: {text}"));
                status = 1;
                continue;
            }
            if env.speaks_bash() && !variables {
                // The name of a function, which may have any.
                if let Some(name) = env.shared.names.find(operand) {
                    status = status.max(i32::from(!remove_function(env, name)));
                }
                continue;
            }
            if env.speaks_bash() {
                env.report([b"unset: `", &operand[..], b"': not a valid identifier"].concat());
                status = 1;
                continue;
            }
            return usage(env, b"unset", &text);
        }
        if env.speaks_ksh() && operand.as_bytes() == b".sh" {
            env.report("unset: .sh: is read only");
            status = 1;
            continue;
        }
        if env.speaks_ksh() && place.is_some() && lacks_parent(env, operand) {
            env.report([b"unset: ", &operand[..], b": no parent"].concat());
            status = 1;
            continue;
        }
        let mut name = match place {
            Some((name, _)) => name,
            None => env.shared.names.intern(operand),
        };
        if !reference && env.has_references && env.speaks_ksh() && env.uncover_static(name) {
            continue;
        }
        if !reference {
            name = env.resolved(name);
            if let Some((array, Component::Element(key))) = env.origin(name)
                && env.speaks_bash()
            {
                // What a reference is to.
                if let Err(error) = env.unset_element(array, &key) {
                    refused(env, error)?;
                    status = 1;
                }
                continue;
            }
        } else if env.speaks_bash() && !matches!(env.variables.get(name).value, Value::Reference(_))
        {
            continue;
        }
        let is_variable = env.variables.get(name).is_set() || env.variables.get(name).flags != 0;
        // Where there is no such variable bash removes the function.
        if !variables && !is_variable && env.function(name).is_some() && env.speaks_bash() {
            status = status.max(i32::from(!remove_function(env, name)));
            continue;
        }
        let read_only = env.variables.get(name).flags & READONLY != 0;
        if env.speaks_bash() && !read_only && env.uncover(name) {
            continue;
        }
        if let Err(error) = env.unset(name) {
            refused(env, error)?;
            status = 1;
        }
    }
    Ok(status)
}

impl Environment {
    /// Whether bash takes `name[subscript]` for something that can be unset; if not, says why.
    fn has_place(&mut self, operand: &[u8]) -> Flow<bool> {
        let Some(open) = memchr::memchr(b'[', operand) else { return Ok(true) };
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
                    let text = b"]: bad array subscript";
                    self.report([b"unset: [", subscript, text].concat());
                }
                place
            }
            (Value::String(_) | Value::Integer(_), Some(index)) => {
                if index != 0 {
                    super::complain(self, b"unset", base, "not an array variable");
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
    let Some(at) = memchr::memrchr(b'.', name).filter(|at| *at > 0) else { return false };
    if name.starts_with(b".") && !name[1..at].contains(&b'.') {
        // `.sh.name` is inside of nothing.
        return false;
    }
    let parent = env.shared.names.find(&name[..at]);
    !parent.is_some_and(|parent| env.variables.get(env.resolved(parent)).is_set())
}

/// Forgets a function; false where it cannot be changed.
fn remove_function(env: &mut Environment, name: syntax::Name) -> bool {
    let fixed = env.fixed_functions.contains(&name);
    if fixed {
        let name = env.name(name);
        env.report([b"unset: ", &name[..], b": cannot unset: readonly function"].concat());
    } else {
        env.set_function(name, None);
    }
    !fixed
}

/// A variable that cannot be unset: an error of a special builtin to POSIX and dash; bash, ksh93
/// and mksh go on.
fn refused(env: &mut Environment, error: ReadOnly) -> Flow {
    if env.speaks_bash() && env.variables.get(error.0).flags & READONLY != 0 {
        let name = env.name(error.0);
        env.report([b"unset: ", &name[..], b": cannot unset: readonly variable"].concat());
    } else {
        env.report_read_only(error);
    }
    if env.options.has(Options::POSIX) {
        env.status = env.failed();
        return Err(Unwind::Error);
    }
    Ok(())
}
