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

        // Builtins ---------------------------------------------------------------------

        // Syntax and arithmetic --------------------------------------------------------
        _ => return None,
    })
}
