//! ksh93u+m's voice.

mod arithmetic;
pub(super) mod syntax;

use super::Problem;

/// The words for a problem; `None` where they are forkless' own.
pub(super) fn words(problem: &Problem<'_>) -> Option<Vec<u8>> {
    match *problem {
        // Syntax and arithmetic --------------------------------------------------------
        Problem::Arithmetic(problem) => arithmetic::words(problem),
        _ => None,
    }
}
