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
    use Problem::*;
    match *problem {
        Variable(ref problem) => variable::words(problem),
        Builtin(ref problem) => builtin::words(problem),
        Startup(problem) => startup::words(problem),
        // Words and expansions ---------------------------------------------------------
        MissingParameter { name, missing, .. } => {
            let what: &[u8] = match missing {
                Missing::Unset | Missing::UnsetWithoutBraces | Missing::UnsetAsked => {
                    b": parameter not set"
                }
                Missing::UnsetOrNull | Missing::Null => b": parameter not set or null",
            };
            [name, what].concat()
        }
        ErrorWord { name, word, .. } => [name, b": ", word].concat(),
        NotAssignable(name) => [name, b": cannot be assigned to"].concat(),
        BadSubstitution(text) => [text, b": bad substitution"].concat(),
        UnclosedSubstitution(word) => [b"bad substitution: no closing `}' in ", word].concat(),
        BadOperator => b"bad substitution".to_vec(),
        UnboundReference(name) => [name, b": no reference name"].concat(),
        UnsetIndirection(name) => [name, b": invalid indirect expansion"].concat(),
        InvalidIndirection(value) => [value, b": invalid variable name"].concat(),
        NegativeSlice(_) => b"substring expression < 0".to_vec(),
        NulIgnored => b"warning: command substitution: ignored null byte in input".to_vec(),
        TimeFormat(letter) => wrong_in_time_format(letter),
        NoMatch(pattern) => [b"no match: ", pattern].concat(),
        MisplacedArray(name) => [name, b": an array cannot be assigned here"].concat(),
        TooManyBraceWords => b"brace expansion: too many words".to_vec(),
        // Syntax and arithmetic --------------------------------------------------------
        Arithmetic(problem) => arithmetic::words(problem),
        CompoundValue(error) => format!("read: syntax error: {}", syntax::what(&error.kind)).into(),
        // Redirections -----------------------------------------------------------------
        DescriptorTooLarge(number) => format!("{number}: bad file descriptor").into(),
        NoDescriptor { text, .. } | ClosedDescriptor { text, .. } => {
            [text, b": bad file descriptor"].concat()
        }
        AmbiguousRedirection(None) => b"ambiguous redirect".to_vec(),
        AmbiguousRedirection(Some(source)) => [source, b": ambiguous redirect"].concat(),
        FileRefused { action, path, reason } => {
            let action = match action {
                FileAction::Open => "open",
                FileAction::Create => "create",
                FileAction::Replace => "replace",
            };
            [b"cannot ", action.as_bytes(), b" ", path, b": ", reason.as_bytes()].concat()
        }
        NoProcessInSession { reason } => {
            format!("a session has no process of its own for this: {reason}").into()
        }
        NotForPrograms { name, path } => {
            [name, b": ", path, b" is in memory, where no program sees it"].concat()
        }
        NoPipe { reason, .. } => format!("cannot make a pipe: {reason}").into(),
        FileExists(path) => [b"cannot create ", path, b": File exists"].concat(),
        TooManyFiles => b"too many open files".to_vec(),
        NotSought { descriptor: Some(number), reason } => format!("{number}: {reason}").into(),
        NotSought { descriptor: None, reason } => reason.as_bytes().to_vec(),
        SoughtClosed(number) => format!("{number}: bad file descriptor").into(),
        EndlessCommand => b"exec: `>;' and `<>;' are for commands that end".to_vec(),
        UnendedHereDocument { begun, delimiter } => unended(begun, delimiter),
        RestrictedOutput(path) => [path, b": restricted"].concat(),
        // Commands ---------------------------------------------------------------------
        CommandNotFound(name) | ExecNotFound(name) | InterpreterNotFound(name) => {
            [name, b": not found"].concat()
        }
        CannotExecute { name, reason, .. } => [name, b": ", reason.as_bytes()].concat(),
        CannotStart { name, reason } => [name, b": cannot start: ", reason.as_bytes()].concat(),
        NeitherProgramNorScript(name) => {
            [name, b": cannot execute: not a program or a script"].concat()
        }
        CannotFork(reason) => format!("cannot fork: {reason}").into(),
        TooDeep => b"recursion is too deep".to_vec(),
        NestingExceeded { name, most } => {
            let what = format!(": maximum function nesting level exceeded ({most})");
            [name, what.as_bytes()].concat()
        }
        ReadOnlyFunction(name) => [name, b": readonly function"].concat(),
        FunctionNotFound(name) => [name, b": not found"].concat(),
        FunctionNotDefined { name, path } => [name, b": function not defined by ", path].concat(),
        HostPanicked(name) => [name, b": the function of the host has panicked"].concat(),
        CoprocessExists { pid, name } => {
            let which = format!("[{pid}:{}]", name.escape_ascii());
            format!("warning: execute_coproc: coproc {which} still exists").into()
        }
        CoprocessRuns => b"coprocess is running; cannot create a new coprocess".into(),
        Restricted(what) => [&what.join(&b": "[..])[..], b": restricted"].concat(),
        RestrictedCommand(name) => [name, b": restricted"].concat(),
        InvalidName(name) => [b"`", name, b"': not a valid identifier"].concat(),
        SpecialBuiltin(name) => [b"`", name, b"': is a special builtin"].concat(),
        WriteFailed { command, reason } => format!("{command}: write error: {reason}").into(),
        MemoryExhausted(None) => b"memory exhausted".to_vec(),
        MemoryExhausted(Some(command)) => format!("{command}: memory exhausted").into(),
        Killed { pid, description, dumped, .. } => {
            let core = if dumped { " (core dumped)" } else { "" };
            format!("{pid}: {description}{core}").into()
        }
    }
}

fn wrong_in_time_format(letter: u8) -> Vec<u8> {
    [b"TIMEFORMAT: `", &[letter][..], b"': invalid format character"].concat()
}

/// Of a here-document that the end of the script ended.
fn unended(begun: u32, delimiter: &[u8]) -> Vec<u8> {
    let begun = format!("warning: here-document at line {begun} ");
    [begun.as_bytes(), b"delimited by end-of-file (wanted `", delimiter, b"')"].concat()
}
