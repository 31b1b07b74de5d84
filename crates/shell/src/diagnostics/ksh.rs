//! ksh93u+m's voice.
//!
//! Words for the problems that ksh93 says otherwise than `own`; `None` leaves a problem to that.
//! ksh93's messages are alike in most cases, so the list is short.

mod arithmetic;
mod builtin;
pub(super) mod syntax;

use super::{Missing, Problem};

/// The words for a problem; `None` where they are forkless' own.
pub(super) fn words(problem: &Problem<'_>) -> Option<Vec<u8>> {
    Some(match *problem {
        Problem::Builtin(ref problem) => return builtin::words(problem),

        // Words and expansions ---------------------------------------------------------
        Problem::MissingParameter { name, missing: Missing::Null, .. } => {
            [name, b": parameter null"].concat()
        }
        Problem::MissingParameter { name, missing: Missing::UnsetOrNull, .. } => {
            [name, b": parameter not set"].concat()
        }

        // Redirections -----------------------------------------------------------------
        Problem::ClosedDescriptor { text, .. } => {
            [text, b": cannot open [Bad file descriptor]"].concat()
        }
        // Commands ---------------------------------------------------------------------
        Problem::TimeFormat(letter) => {
            [&[letter][..], b": bad format character in time format"].concat()
        }
        Problem::WriteFailed { command, reason } => {
            format!("{command}: write to 1 failed [{reason}]").into_bytes()
        }
        // Syntax and arithmetic --------------------------------------------------------
        Problem::Arithmetic(problem) => return arithmetic::words(problem),
        _ => return None,
    })
}
