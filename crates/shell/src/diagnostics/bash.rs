//! bash 5.2's voice.

mod arithmetic;
pub(super) mod syntax;

use super::Problem;

/// The words for a problem; `None` where they are forkless' own.
pub(super) fn words(problem: &Problem<'_>) -> Option<Vec<u8>> {
    Some(match *problem {
        // Variables --------------------------------------------------------------------
        Problem::ReadOnly(name) => [name, b": readonly variable"].concat(),
        // Words and expansions ---------------------------------------------------------

        // Redirections -----------------------------------------------------------------

        // Commands ---------------------------------------------------------------------

        // Builtins ---------------------------------------------------------------------

        // Syntax and arithmetic --------------------------------------------------------
        Problem::Arithmetic(problem) => arithmetic::words(problem),
        _ => return None,
    })
}
