//! bash 5.2's voice.
//!
//! Words for the problems that bash says otherwise than `own`; `None` leaves a problem to that. The
//! texts are those of bash 5.2 in the C locale, held by `tests/cases/bash-messages.sh`.

mod arithmetic;
mod builtin;
pub(super) mod syntax;
mod variable;

use super::{Missing, PipeUse, Problem, StartupProblem};

/// The words for a problem; `None` where they are forkless' own.
pub(super) fn words(problem: &Problem<'_>) -> Option<Vec<u8>> {
    Some(match *problem {
        Problem::Variable(ref problem) => return variable::words(problem),
        Problem::Builtin(ref problem) => return builtin::words(problem),
        Problem::Startup(&StartupProblem::NotOpened { path, reason }) => {
            [path, b": ", reason.as_bytes()].concat()
        }
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
        Problem::NegativeSlice(length) if !length.is_empty() => {
            [length, b": substring expression < 0"].concat()
        }
        Problem::ErrorWord { name, subscript, word } => [name, subscript, b": ", word].concat(),

        // Redirections -----------------------------------------------------------------
        Problem::DescriptorTooLarge(number) => {
            format!("{number}: Bad file descriptor").into_bytes()
        }
        Problem::NoDescriptor { text, source } => {
            // No field or several: the word is shown, else the field.
            let is_field = !text.is_empty() && !text.iter().any(u8::is_ascii_whitespace);
            let shown = if is_field { text } else { source.unwrap_or(text) };
            [shown, b": ambiguous redirect"].concat()
        }
        Problem::ClosedDescriptor { text, source } => {
            [source.unwrap_or(text), b": Bad file descriptor"].concat()
        }
        Problem::FileRefused { path, reason, .. } => [path, b": ", reason.as_bytes()].concat(),
        Problem::NoPipe { wanted, reason } => match wanted {
            PipeUse::Pipeline => format!("pipe error: {reason}"),
            PipeUse::ProcessSubstitution => {
                format!("cannot make pipe for process substitution: {reason}")
            }
        }
        .into_bytes(),
        Problem::FileExists(path) => [path, b": cannot overwrite existing file"].concat(),
        Problem::RestrictedOutput(path) => [path, b": restricted: cannot redirect output"].concat(),
        // Commands ---------------------------------------------------------------------
        Problem::CommandNotFound(name) if name.contains(&b'/') => {
            [name, b": No such file or directory"].concat()
        }
        Problem::CommandNotFound(name) if name.iter().any(u8::is_ascii_control) => {
            [&crate::builtins::shown(name)[..], b": command not found"].concat()
        }
        Problem::CommandNotFound(name) => [name, b": command not found"].concat(),
        Problem::NeitherProgramNorScript(name) => {
            [name, b": cannot execute binary file: Exec format error"].concat()
        }
        Problem::InterpreterNotFound(name) => {
            [name, b": cannot execute: required file not found"].concat()
        }
        Problem::ExecNotFound(name) => [b"exec: ", name, b": not found"].concat(),
        Problem::CannotExecute { name, is_directory: true, .. } => {
            [name, b": Is a directory"].concat()
        }
        Problem::RestrictedCommand(name) => {
            [name, b": restricted: cannot specify `/' in command names"].concat()
        }
        Problem::Killed { pid, description, dumped, command } => {
            let core = if dumped { "(core dumped) " } else { "" };
            let mut text = format!("{pid:5} {description:<23} {core}").into_bytes();
            text.extend_from_slice(command);
            text
        }
        Problem::NotAssignable(name) => [b"$", name, b": cannot assign in this way"].concat(),
        // Syntax and arithmetic --------------------------------------------------------
        Problem::Arithmetic(problem) => arithmetic::words(problem),
        _ => return None,
    })
}
