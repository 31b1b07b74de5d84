//! What readlink and realpath have in common: options, and which calls step aside (GNU coreutils
//! manual, readlink invocation, realpath invocation).

use super::names;
use crate::options::{Option_, Takes, parse};
use crate::{Admission, Context, locale};

/// All components must exist.
pub(super) const EXISTING: Option_ = ('e', "canonicalize-existing", Takes::Nothing);
/// No component need exist.
pub(super) const MISSING: Option_ = ('m', "canonicalize-missing", Takes::Nothing);
/// Each name ends with a NUL.
pub(super) const ZERO: Option_ = ('z', "zero", Takes::Nothing);

/// Decides on a call with `options`.
pub(super) fn admit(context: &Context<'_>, arguments: &[&[u8]], options: &[Option_]) -> Admission {
    if let Some(reason) = locale::unusual(context) {
        return Admission::StepAside(reason);
    }
    match parse(arguments, options, true) {
        None => Admission::StepAside("an option that is not reproduced"),
        Some(parsed) if parsed.operands.is_empty() => Admission::StepAside("usage"),
        Some(parsed) if parsed.operands.iter().any(|name| names::is_of_process(name)) => {
            Admission::StepAside("files of the process")
        }
        Some(_) => Admission::Run,
    }
}
