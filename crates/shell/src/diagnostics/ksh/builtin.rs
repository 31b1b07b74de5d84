//! ksh93u+m's words for what goes wrong in builtins.
//!
//! Only those that differ from forkless' own, which are used for all others.

use super::super::BuiltinProblem;
use utilities::system::test;

/// The words for a problem; `None` where they are forkless' own.
pub(super) fn words(problem: &BuiltinProblem<'_>) -> Option<Vec<u8>> {
    Some(match *problem {
        BuiltinProblem::NotChanged { command, directory, reason } => {
            [command, b": ", directory, b": [", reason.as_bytes(), b"]"].concat()
        }
        BuiltinProblem::TestExpression {
            command, error: test::Error::UnknownBinary(word), ..
        } if command != b"[[" => [command, b": ", word, b": unknown operator"].concat(),
        _ => return None,
    })
}
