//! forkless' own voice: has words for every problem; the other voices use them where theirs do not
//! differ.

use super::{FileAction, Problem};

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
        // Words and expansions ---------------------------------------------------------

        // Redirections -----------------------------------------------------------------
        Problem::DescriptorTooLarge(number) => {
            format!("{number}: bad file descriptor").into_bytes()
        }
        Problem::NoDescriptor { text, .. } | Problem::ClosedDescriptor { text, .. } => {
            [text, b": bad file descriptor"].concat()
        }
        Problem::AmbiguousRedirection(source) => match source {
            Some(source) => [source, b": ambiguous redirect"].concat(),
            None => b"ambiguous redirect".to_vec(),
        },
        Problem::FileRefused { action, path, reason } => {
            let action = match action {
                FileAction::Open => "open",
                FileAction::Create => "create",
                FileAction::Replace => "replace",
            };
            [b"cannot ", action.as_bytes(), b" ", path, b": ", reason.as_bytes()].concat()
        }
        Problem::FileExists(path) => [b"cannot create ", path, b": File exists"].concat(),
        Problem::RestrictedOutput(path) => [path, b": restricted"].concat(),
        // Commands ---------------------------------------------------------------------
        Problem::CommandNotFound(name) | Problem::ExecNotFound(name) => {
            [name, b": not found"].concat()
        }
        Problem::CannotExecute { name, reason, .. } => [name, b": ", reason.as_bytes()].concat(),
        Problem::RestrictedCommand(name) => [name, b": restricted"].concat(),
        Problem::InvalidName(name) => [b"`", name, b"': not a valid identifier"].concat(),
        Problem::SpecialBuiltin(name) => [b"`", name, b"': is a special builtin"].concat(),
        Problem::WriteFailed { command, reason } => {
            format!("{command}: write error: {reason}").into_bytes()
        }
        Problem::Killed { pid, description, dumped, .. } => {
            let core = if dumped { " (core dumped)" } else { "" };
            format!("{pid}: {description}{core}").into_bytes()
        } // Builtins ---------------------------------------------------------------------

          // Syntax and arithmetic --------------------------------------------------------
    }
}
