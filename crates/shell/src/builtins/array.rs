//! `set -A name value…` (ksh93, mksh): an array.

use super::usage;
use crate::environment::Environment;
use crate::environment::arrays::{Indexed, Key};
use crate::environment::variables::{READONLY, SPECIAL, Value};
use crate::unwind::Flow;
use std::rc::Rc;
use syntax::ByteString;
use syntax::names::is_name;

/// `at`: where the name stands; with `+A` (`on` is false) elements that are not given stay.
pub(super) fn set(env: &mut Environment, fields: &[ByteString], at: usize, on: bool) -> Flow<i32> {
    let Some(name) = fields.get(at).filter(|name| is_name(name)) else {
        return usage(env, b"set", "-A: a variable name is missing");
    };
    let name = env.shared.names.intern(name);
    let name = env.resolved(name);
    let values = &fields[at + 1..];
    let values = match values {
        [dashes, rest @ ..] if dashes.as_bytes() == b"--" => rest,
        all => all,
    };
    let variable = env.variables.get_mut(name);
    if variable.flags & READONLY != 0 {
        env.report_read_only(crate::environment::ReadOnly(name));
        env.status = env.failed();
        return Err(crate::Unwind::Error);
    }
    if on || !matches!(variable.value, Value::Indexed(_)) {
        variable.value = Value::Indexed(Rc::new(Indexed::new()));
    }
    variable.flags |= SPECIAL;
    for (index, value) in values.iter().enumerate() {
        env.assign_element_or_fail(name, Key::Index(index as i64), value.clone())?;
    }
    Ok(0)
}
