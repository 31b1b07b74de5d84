//! ksh93u+m's voice.

use super::Problem;

/// The words for a problem; `None` where they are forkless' own.
pub(super) fn words(problem: &Problem<'_>) -> Option<Vec<u8>> {
    Some(match *problem {
        // Variables --------------------------------------------------------------------

        // Words and expansions ---------------------------------------------------------

        // Redirections -----------------------------------------------------------------
        Problem::ClosedDescriptor { text, .. } => {
            [text, b": cannot open [Bad file descriptor]"].concat()
        }
        // Commands ---------------------------------------------------------------------
        Problem::WriteFailed { command, reason } => {
            format!("{command}: write to 1 failed [{reason}]").into_bytes()
        }
        // Builtins ---------------------------------------------------------------------

        // Syntax and arithmetic --------------------------------------------------------
        _ => return None,
    })
}
