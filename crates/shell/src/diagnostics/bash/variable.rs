//! bash 5.2's words for what goes wrong with variables.
//!
//! Only those that differ from forkless' own, which are used for all others.

use super::super::VariableProblem;

/// The words for a problem; `None` where they are forkless' own.
pub(super) fn words(problem: &VariableProblem<'_>) -> Option<Vec<u8>> {
    Some(match *problem {
        VariableProblem::ReadOnly(name) => [name, b": readonly variable"].concat(),
        VariableProblem::UnsetReadOnly(name) => {
            [b"unset: ", name, b": cannot unset: readonly variable"].concat()
        }
        VariableProblem::UnsetBadName(name) => {
            [b"unset: `", name, b"': not a valid identifier"].concat()
        }
        VariableProblem::ArrayKindFixed { command, name, is_associative } => {
            let name = name.escape_ascii().to_string();
            let what: &[u8] = match is_associative {
                false => b": cannot convert indexed to associative array",
                true => b": cannot convert associative to indexed array",
            };
            [command, b": ", name.as_bytes(), what].concat()
        }
        _ => return None,
    })
}
