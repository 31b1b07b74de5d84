//! bash 5.2's voice.

mod arithmetic;
pub(super) mod syntax;

use super::{Missing, Problem};

/// The words for a problem; `None` where they are forkless' own.
pub(super) fn words(problem: &Problem<'_>) -> Option<Vec<u8>> {
    Some(match *problem {
        // Variables --------------------------------------------------------------------
        Problem::ReadOnly(name) => [name, b": readonly variable"].concat(),
        // Words and expansions ---------------------------------------------------------
        Problem::MissingParameter { name, subscript, missing } => {
            let (sign, what): (&[u8], &[u8]) = match missing {
                Missing::Unset => (b"", b": unbound variable"),
                Missing::UnsetWithoutBraces => (b"$", b": unbound variable"),
                Missing::UnsetAsked => (b"", b": parameter not set"),
                Missing::UnsetOrNull | Missing::Null => (b"", b": parameter null or not set"),
            };
            [sign, name, subscript, what].concat()
        }
        Problem::ErrorWord { name, subscript, word } => [name, subscript, b": ", word].concat(),

        // Redirections -----------------------------------------------------------------

        // Commands ---------------------------------------------------------------------

        // Builtins ---------------------------------------------------------------------

        // Syntax and arithmetic --------------------------------------------------------
        Problem::Arithmetic(problem) => arithmetic::words(problem),
        _ => return None,
    })
}
