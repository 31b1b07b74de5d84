//! forkless' own voice: has words for every problem; the other voices use them where theirs do not
//! differ.
//!
//! The match is exhaustive: a new `Problem` does not compile until it has words here. Statuses and
//! what an error ends are not decided here but where the problem is made.

pub(super) mod arithmetic;
pub(super) mod syntax;

use super::{FileAction, Missing, Problem};

/// The words for a problem.
pub(super) fn words(problem: &Problem<'_>) -> Vec<u8> {
    match *problem {
        // Variables --------------------------------------------------------------------
        Problem::ReadOnly(name) => [name, b": is read only"].concat(),
        Problem::Restricted(name) => [name, b": restricted"].concat(),
        Problem::BadSubscript(name) => [name, b": bad array subscript"].concat(),
        Problem::NoParent(name) => [name, b": no parent"].concat(),
        Problem::ListToElement(place) => [place, b": cannot assign list to array member"].concat(),
        Problem::InvalidElement { subscript, value, error } => {
            [b"[", subscript, b"]=", value, b": ", error.words()].concat()
        }
        Problem::NotAMember => b"only assignments and declarations can be here".to_vec(),
        Problem::InvalidDiscipline(name) => [name, b": invalid discipline function"].concat(),
        Problem::UnbindsReference(name) => {
            [b"warning: ", name, b": removing nameref attribute"].concat()
        }
        Problem::NoElement { member, parent } => {
            [member, b": is not an element of ", parent].concat()
        }
        Problem::CircularReference(name) => {
            [b"warning: ", name, b": circular name reference"].concat()
        }
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
        Problem::ReadOnlyTo { command, name } => {
            [command, b": ", name, b": readonly variable"].concat()
        }
        Problem::InvalidTargetTo { command, text } => {
            [command, b": `", text, b"': not a valid identifier"].concat()
        }
        Problem::ElementWithoutSubscript { name, value } => {
            let wrong = b": must use subscript when assigning associative array";
            [name, b": ", value, &wrong[..]].concat()
        }
        Problem::UnsetReadOnly(name) => words(&Problem::ReadOnly(name)),
        Problem::UnsetBadName(name) => {
            format!("unset: {}: bad variable name", name.escape_ascii()).into_bytes()
        }
        Problem::ArrayLetterOff(command) => {
            [command, b": attributes -A, -a and -C cannot be unset"].concat()
        }
        Problem::ArrayKindFixed { command, name, .. } => {
            let name = name.escape_ascii().to_string();
            [command, b": ", name.as_bytes(), b": cannot convert the array"].concat()
        }
        Problem::LetWithoutExpression => b"let: an expression is missing".to_vec(),
        Problem::LocalOutsideFunction => b"local: not in a function".to_vec(),
        Problem::HashWithoutPath => b"hash: -p: a path is missing".to_vec(),
        Problem::UnknownOption(letter) => {
            format!("illegal option -{}", char::from(letter)).into_bytes()
        }
        Problem::OptionWithoutArgument(letter) => {
            format!("no argument for -{} option", char::from(letter)).into_bytes()
        }
        Problem::ReadFromClosed(descriptor) => {
            format!("read: {descriptor}: bad file descriptor").into_bytes()
        }
        Problem::ReadInvalid { argument, .. } => {
            [b"read: ", argument, b": invalid number"].concat()
        }
        Problem::MapfileNumber { command, argument, .. } => {
            let argument = argument.escape_ascii().to_string();
            [command, b": ", argument.as_bytes(), b": invalid number"].concat()
        }
        Problem::NotIndexed { command, name } => {
            [command, b": ", name, b": not an indexed array"].concat()
        }
        Problem::SelfReference { command, name } => {
            [command, b": ", name, b": a reference cannot refer to itself"].concat()
        }
        Problem::NothingOfName { name, .. } => [name, b": not found"].concat(),
        Problem::CompoundExported { command, name } => {
            [command, b": ", name, b": only simple variables can be exported"].concat()
        }
        Problem::ListForCompound { command, name } => {
            [command, b": ", name, b": a list is no value of a compound variable"].concat()
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
        Problem::MemoryExhausted(None) => b"memory exhausted".to_vec(),
        Problem::MemoryExhausted(Some(command)) => {
            format!("{command}: memory exhausted").into_bytes()
        }
        Problem::Killed { pid, description, dumped, .. } => {
            let core = if dumped { " (core dumped)" } else { "" };
            format!("{pid}: {description}{core}").into_bytes()
        }
        // Builtins ---------------------------------------------------------------------
        Problem::BadOption { command, letter } => {
            [command, b": illegal option -", &[letter]].concat()
        }
        Problem::BadName { command, operand } => {
            [command, b": ", operand, b": bad variable name"].concat()
        }
        Problem::NotANumber { command, operand } | Problem::BadLoopCount { command, operand } => {
            [command, b": ", operand, b": illegal number"].concat()
        }
        Problem::NegativeShift(count) => [b"shift: ", count, b": illegal number"].concat(),
        Problem::ShiftBeyond(_) => b"shift: can't shift that many".to_vec(),
        Problem::MissingFile(_) => b".: a file is missing".to_vec(),
        Problem::SourceNotFound { file, .. } => [b".: ", file, b": not found"].concat(),
        Problem::SourceNotOpened { path, reason } => {
            [b".: cannot open ", path, b": ", reason.as_bytes()].concat()
        }
        Problem::NotChanged { directory, reason, .. } => {
            [b"cd: ", directory, b": ", reason.as_bytes()].concat()
        }
        Problem::NotInStack { command, operand, .. } => {
            [command, b": ", operand, b": no such directory"].concat()
        }
        Problem::BadOptionName(name) => [b"set: ", name, b": illegal option name"].concat(),
        Problem::BadCondition(text) => [b"trap: ", text, b": bad trap"].concat(),
        Problem::BadListedCondition(_) => b"trap: bad trap".to_vec(),
        Problem::BadSignal(text) => [b"kill: ", text, b": bad signal"].concat(),
        Problem::BadProcessId(text) => [b"kill: ", text, b": illegal process id"].concat(),
        Problem::BadChildId(text) => [b"wait: ", text, b": illegal process id"].concat(),
        Problem::NotSent { operand, reason, .. } => {
            [b"kill: ", operand, b": ", reason.as_bytes()].concat()
        }
        Problem::StoppedJobs => b"You have stopped jobs.".to_vec(),
        Problem::BadLimit(text) => [b"ulimit: ", text, b": bad number"].concat(),
        Problem::BadMode { operand, .. } => [b"umask: ", operand, b": illegal mode"].concat(),
        Problem::MissingBracket => b"[: missing ]".to_vec(),
        Problem::TestExpression { command, error, utf8 } => {
            [command, b": ", &error.message(utf8)].concat()
        }
        Problem::PrintfFormat { error, utf8 } => [b"printf: ", &error.message(utf8)[..]].concat(),
        Problem::PrintfVariable(_) => b"printf: -v: a variable is missing".to_vec(),
        Problem::HistoryRange | Problem::HistoryRangeToRun => {
            b"fc: history specification out of range".to_vec()
        }
        Problem::NoSuchCommand => b"fc: not in the history".to_vec(),
    }
}
