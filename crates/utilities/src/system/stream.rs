//! Writing the whole output of a utility at once, as its close at exit would report it.

use crate::{Context, Exit};
use std::io;

/// Writes `out` to standard output. Nothing to write is no error even where it is closed.
pub(crate) fn write_all(context: &Context<'_>, out: &[u8]) -> Exit {
    write_all_or(context, out, 1)
}

/// [`write_all`] with the status of a failure.
pub(crate) fn write_all_or(context: &Context<'_>, out: &[u8], status: u8) -> Exit {
    if out.is_empty() {
        return Exit::SUCCESS;
    }
    let result = match &context.stdout {
        Some(file) => file.write_all(out),
        None => Err(rustix::io::Errno::BADF.into()),
    };
    match result {
        Ok(()) => Exit::SUCCESS,
        Err(error) => context.write_error(&error, status),
    }
}

/// Ends a utility one of whose writes failed, where a message came later and nothing was left to be
/// written then: the reason is lost.
pub(crate) fn write_error_without_reason(context: &Context<'_>, error: &io::Error) -> Exit {
    context.signal_of(error).unwrap_or_else(|| {
        context.error("write error");
        Exit::FAILURE
    })
}
