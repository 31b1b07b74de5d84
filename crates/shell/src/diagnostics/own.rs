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
