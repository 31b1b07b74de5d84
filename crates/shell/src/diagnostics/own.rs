//! forkless' own voice: has words for every problem; the other voices use them where theirs do not
//! differ.
//!
//! The match is exhaustive: a new `Problem` does not compile until it has words here. Statuses and
//! what an error ends are not decided here but where the problem is made.

pub(super) mod arithmetic;
mod builtin;
mod call;
mod operand;
mod startup;
pub(super) mod syntax;
mod variable;

use super::{FileAction, Missing, Problem};

/// The words for a problem.
pub(super) fn words(problem: &Problem<'_>) -> Vec<u8> {
    match *problem {
        Problem::Variable(ref problem) => variable::words(problem),
        Problem::Builtin(ref problem) => builtin::words(problem),
        Problem::Startup(problem) => startup::words(problem),
        // Words and expansions ---------------------------------------------------------
        Problem::MissingParameter { name, missing, .. } => {
            let what: &[u8] = match missing {
                Missing::Unset | Missing::UnsetWithoutBraces | Missing::UnsetAsked => {
                    b": parameter not set"
                }
                Missing::UnsetOrNull | Missing::Null => b": parameter not set or null",
            };
            [name, what].concat()
        }
        Problem::ErrorWord { name, word, .. } => [name, b": ", word].concat(),
        Problem::NotAssignable(name) => [name, b": cannot be assigned to"].concat(),
        Problem::BadSubstitution(text) => [b"${", text, b"}: bad substitution"].concat(),
        Problem::BadOperator => b"bad substitution".to_vec(),
        Problem::UnboundReference(name) => [name, b": no reference name"].concat(),
        Problem::UnsetIndirection(name) => [name, b": invalid indirect expansion"].concat(),
        Problem::InvalidIndirection(value) => [value, b": invalid variable name"].concat(),
        Problem::NegativeSlice => b"substring expression < 0".to_vec(),
        Problem::NoMatch(pattern) => [b"no match: ", pattern].concat(),
        Problem::MisplacedArray(name) => [name, b": an array cannot be assigned here"].concat(),
        Problem::TooManyBraceWords => b"brace expansion: too many words".to_vec(),
        // Syntax and arithmetic --------------------------------------------------------
        Problem::Arithmetic(problem) => arithmetic::words(problem),
        Problem::CompoundValue(error) => {
            format!("read: syntax error: {}", syntax::what(&error.kind)).into_bytes()
        }
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
        Problem::NoProcessInSession { reason } => {
            format!("a session has no process of its own for this: {reason}").into_bytes()
        }
        Problem::NoPipe { reason, .. } => format!("cannot make a pipe: {reason}").into_bytes(),
        Problem::FileExists(path) => [b"cannot create ", path, b": File exists"].concat(),
        Problem::TooManyFiles => b"too many open files".to_vec(),
        Problem::NotSought { descriptor: Some(number), reason } => {
            format!("{number}: {reason}").into_bytes()
        }
        Problem::NotSought { descriptor: None, reason } => reason.as_bytes().to_vec(),
        Problem::SoughtClosed(number) => format!("{number}: bad file descriptor").into_bytes(),
        Problem::EndlessCommand => b"exec: `>;' and `<>;' are for commands that end".to_vec(),
        Problem::UnendedHereDocument { begun, delimiter } => {
            let begun = format!("warning: here-document at line {begun} ");
            [begun.as_bytes(), b"delimited by end-of-file (wanted `", delimiter, b"')"].concat()
        }
        Problem::RestrictedOutput(path) => [path, b": restricted"].concat(),
        // Commands ---------------------------------------------------------------------
        Problem::CommandNotFound(name) | Problem::ExecNotFound(name) => {
            [name, b": not found"].concat()
        }
        Problem::CannotExecute { name, reason, .. } => [name, b": ", reason.as_bytes()].concat(),
        Problem::CannotStart { name, reason } => {
            [name, b": cannot start: ", reason.as_bytes()].concat()
        }
        Problem::NeitherProgramNorScript(name) => {
            [name, b": cannot execute: not a program or a script"].concat()
        }
        Problem::CannotFork(reason) => format!("cannot fork: {reason}").into_bytes(),
        Problem::TooDeep => b"recursion is too deep".to_vec(),
        Problem::NestingExceeded { name, most } => {
            let what = format!(": maximum function nesting level exceeded ({most})");
            [name, what.as_bytes()].concat()
        }
        Problem::ReadOnlyFunction(name) => [name, b": readonly function"].concat(),
        Problem::FunctionNotFound(name) => [name, b": not found"].concat(),
        Problem::FunctionNotDefined { name, path } => {
            [name, b": function not defined by ", path].concat()
        }
        Problem::HostPanicked(name) => [name, b": the function of the host has panicked"].concat(),
        Problem::CoprocessExists { pid, name } => {
            let which = format!("[{pid}:{}]", name.escape_ascii());
            format!("warning: execute_coproc: coproc {which} still exists").into_bytes()
        }
        Problem::Restricted(what) => [&what.join(&b": "[..])[..], b": restricted"].concat(),
        Problem::RestrictedCommand(name) => [name, b": restricted"].concat(),
        Problem::InvalidName(name) => [b"`", name, b"': not a valid identifier"].concat(),
        Problem::SpecialBuiltin(name) => [b"`", name, b"': is a special builtin"].concat(),
        Problem::WriteFailed { command, reason } => {
            format!("{command}: write error: {reason}").into_bytes()
        }
        Problem::MemoryExhausted(None) => b"memory exhausted".to_vec(),
        Problem::MemoryExhausted(Some(command)) => {
            format!("{command}: memory exhausted").into_bytes()
        }
        Problem::Killed { pid, description, dumped, .. } => {
            let core = if dumped { " (core dumped)" } else { "" };
            format!("{pid}: {description}{core}").into_bytes()
        }
    }
}
