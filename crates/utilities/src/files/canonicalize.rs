//! What readlink and realpath have in common: options, and which calls step aside (GNU coreutils
//! manual, readlink invocation, realpath invocation).

use super::names;
use crate::options::{Option_, Parsed, Takes, parse};
use crate::{Context, locale};

/// All components must exist.
pub(super) const EXISTING: Option_ = ('e', "canonicalize-existing", Takes::Nothing);
/// No component need exist.
pub(super) const MISSING: Option_ = ('m', "canonicalize-missing", Takes::Nothing);
/// Each name ends with a NUL.
pub(super) const ZERO: Option_ = ('z', "zero", Takes::Nothing);

/// The plan of a call with `options`: what they and the operands are.
pub(super) fn plan<'a>(
    context: &Context<'_>,
    arguments: &[&'a [u8]],
    options: &[Option_],
) -> Result<Parsed<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let parsed = parse(arguments, options, true).ok_or("an option that is not reproduced")?;
    if parsed.operands.is_empty() {
        return Err("usage");
    }
    match parsed.operands.iter().any(|name| names::is_of_process(name)) {
        true => Err("files of the process"),
        false => Ok(parsed),
    }
}
