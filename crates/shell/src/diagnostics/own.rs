//! forkless' own voice: has words for every problem; the other voices use them where theirs do not
//! differ.

use super::Problem;

/// The words for a problem.
pub(super) fn words(problem: &Problem<'_>) -> Vec<u8> {
    match *problem {
        // Variables --------------------------------------------------------------------
        Problem::ReadOnly(name) => [name, b": is read only"].concat(),
        Problem::Restricted(name) => [name, b": restricted"].concat(),
        Problem::BadSubscript(name) => [name, b": bad array subscript"].concat(),
        Problem::NoParent(name) => [name, b": no parent"].concat(),
        Problem::InvalidTarget(text) => [b"`", text, b"': not a valid identifier"].concat(),
        Problem::NoElement { member, parent } => {
            [member, b": is not an element of ", parent].concat()
        }
        Problem::CircularReference(name) => {
            [b"warning: ", name, b": circular name reference"].concat()
        }
        Problem::CompoundExported { command, name } => {
            [command, b": ", name, b": only simple variables can be exported"].concat()
        }
        Problem::ListForCompound { command, name } => {
            [command, b": ", name, b": a list is no value of a compound variable"].concat()
        }
    }
}
