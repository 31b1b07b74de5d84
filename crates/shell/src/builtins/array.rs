//! `set -A name value…` (ksh93, mksh): an array.
//!
//! `builtins::set` finds the option and calls this with the place of the name among the fields. The
//! elements are assigned as by `name=(…)`; with `+A` those beyond stay. See ksh93(1), Built-in
//! Commands, set.

use super::usage;
use crate::diagnostics::{BuiltinProblem, OperandFault};
use crate::environment::Environment;
use crate::environment::arrays::Key;
use crate::environment::variables::Value;
use crate::unwind::Flow;
use syntax::ByteString;

/// What `set -A` and `set +A` make of an array.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArrayForm {
    /// Elements that are not given stay (`set +A`).
    pub(super) keeps_others: bool,
    /// The elements are sorted (`-s`).
    pub(super) is_sorted: bool,
}

/// `set -A name value…`, `set +A name value…` (ksh93). `at`: where the name stands.
pub(super) fn set(
    env: &mut Environment,
    fields: &[ByteString],
    at: usize,
    form: ArrayForm,
) -> Flow<i32> {
    let rules = &env.rules().variables;
    let place = match fields.get(at) {
        Some(name) if env.is_variable_name(name) => Some((env.shared.names.intern(name), None)),
        // An element, which becomes an array (ksh93).
        Some(place) if place.last() == Some(&b']') && rules.set_array_takes_elements => {
            env.spelled(place)?
        }
        _ => None,
    };
    let Some((mut name, key)) = place else {
        return usage(env, BuiltinProblem::operand(b"set", b"-A", OperandFault::VariableMissing));
    };
    if let Some(key) = key {
        name = match env
            .nested(env.resolved(name), &key)
            .map_or_else(|| env.make_nested(env.resolved(name), &key), Ok)
        {
            Ok(slot) => slot,
            Err(error) => {
                env.report_assign_error(error)?;
                env.status = env.failed();
                return Err(crate::Unwind::Error);
            }
        };
    }
    let name = env.resolved(name);
    let values = &fields[at + 1..];
    let values = match values {
        [dashes, rest @ ..] if dashes.as_bytes() == b"--" => rest,
        all => all,
    };
    let mut sorted;
    let values = match form.is_sorted {
        true => {
            sorted = values.to_vec();
            utilities::sorting::sort_by(&mut sorted, |a, b| a.as_bytes().cmp(b.as_bytes()));
            &sorted[..]
        }
        false => values,
    };
    if form.keeps_others && env.is_associative(name) && rules.set_plus_array_refuses_keys {
        return env
            .fail_with(BuiltinProblem::operand(b"set", &fields[at], OperandFault::NoPlaces), 1);
    }
    let keeps = form.keeps_others && matches!(env.variables.get(name).value, Value::Indexed(_));
    if !keeps && let Err(error) = env.fresh_array(name) {
        env.report_assign_error(error)?;
        env.status = env.failed();
        return Err(crate::Unwind::Error);
    }
    for (index, value) in values.iter().enumerate() {
        env.assign_element_or_fail(name, Key::Index(index as i64), value.clone())?;
    }
    Ok(0)
}
