//! ksh93u+m's voice.

use super::Problem;
use utilities::system::test;

/// The words for a problem; `None` where they are forkless' own.
pub(super) fn words(problem: &Problem<'_>) -> Option<Vec<u8>> {
    Some(match *problem {
        // Builtins ---------------------------------------------------------------------
        Problem::NotChanged { command, directory, reason } => {
            [command, b": ", directory, b": [", reason.as_bytes(), b"]"].concat()
        }
        Problem::TestExpression { command, error: test::Error::UnknownBinary(word), .. } => {
            [command, b": ", word, b": unknown operator"].concat()
        }
        _ => return None,
    })
}
