//! forkless' own words for what goes wrong with variables.
//!
//! The match is exhaustive: a new `VariableProblem` does not compile until it has words here. Other
//! voices use them where theirs do not differ.

use super::super::VariableProblem;

/// The words for a problem.
pub(super) fn words(problem: &VariableProblem<'_>) -> Vec<u8> {
    match *problem {
        VariableProblem::ReadOnly(name) => [name, b": is read only"].concat(),
        VariableProblem::Restricted(name) => [name, b": restricted"].concat(),
        VariableProblem::BadSubscript(name) => [name, b": bad array subscript"].concat(),
        VariableProblem::NoParent(name) => [name, b": no parent"].concat(),
        VariableProblem::ListToElement(place) => {
            [place, b": cannot assign list to array member"].concat()
        }
        VariableProblem::InvalidElement { subscript, value, error } => {
            [b"[", subscript, b"]=", value, b": ", error.words()].concat()
        }
        VariableProblem::NotAMember => b"only assignments and declarations can be here".to_vec(),
        VariableProblem::InvalidDiscipline(name) => {
            [name, b": invalid discipline function"].concat()
        }
        VariableProblem::UnbindsReference(name) => {
            [b"warning: ", name, b": removing nameref attribute"].concat()
        }
        VariableProblem::NoElement { member, parent } => {
            [member, b": is not an element of ", parent].concat()
        }
        VariableProblem::CircularReference(name) => {
            [b"warning: ", name, b": circular name reference"].concat()
        }
        VariableProblem::ReadOnlyTo { command, name } => {
            [command, b": ", name, b": readonly variable"].concat()
        }
        VariableProblem::InvalidTargetTo { command, text } => {
            [command, b": `", text, b"': not a valid identifier"].concat()
        }
        VariableProblem::ElementWithoutSubscript { name, value } => {
            let wrong = b": must use subscript when assigning associative array";
            [name, b": ", value, &wrong[..]].concat()
        }
        VariableProblem::UnsetReadOnly(name) => words(&VariableProblem::ReadOnly(name)),
        VariableProblem::UnsetBadName(name) => {
            format!("unset: {}: bad variable name", name.escape_ascii()).into_bytes()
        }
        VariableProblem::ArrayLetterOff(command) => {
            [command, b": attributes -A, -a and -C cannot be unset"].concat()
        }
        VariableProblem::ArrayKindFixed { command, name, .. } => {
            let name = name.escape_ascii().to_string();
            [command, b": ", name.as_bytes(), b": cannot convert the array"].concat()
        }
        VariableProblem::CompoundExported { command, name } => {
            [command, b": ", name, b": only simple variables can be exported"].concat()
        }
        VariableProblem::ListForCompound { command, name } => {
            [command, b": ", name, b": a list is no value of a compound variable"].concat()
        }
        VariableProblem::NotAWord { kind, name, key, value } => {
            let (kind, colon) = kind.map_or((&b""[..], &b""[..]), |kind| (kind, b": "));
            let key = key.map(|key| format!("[{key}]")).unwrap_or_default();
            [kind, colon, name, key.as_bytes(), b": invalid value ", value].concat()
        }
        VariableProblem::ArrayOfInstances(name) => {
            [name, b": array instance incompatible with type assignment"].concat()
        }
        VariableProblem::CompatibilityOutOfRange(value) => {
            [b"BASH_COMPAT: ", value, b": compatibility value out of range"].concat()
        }
        VariableProblem::DescriptorNotAssigned(name) => {
            [name, b": cannot assign fd to variable"].concat()
        }
        VariableProblem::CoprocessReadOnly(name) => {
            [name, b": cannot unset: readonly variable"].concat()
        }
    }
}
