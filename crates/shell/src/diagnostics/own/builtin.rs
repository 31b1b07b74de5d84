//! forkless' own words for what goes wrong in builtins.
//!
//! The match is exhaustive: a new `BuiltinProblem` does not compile until it has words here. Other
//! voices use them where theirs do not differ.

use super::super::{BuiltinProblem, UsageFault};
use super::{call, operand};

/// The words for a problem.
pub(super) fn words(problem: &BuiltinProblem<'_>) -> Vec<u8> {
    match *problem {
        BuiltinProblem::Operand { command, operand, fault } => {
            let escaped = fault.shows_escapes().then(|| operand.escape_ascii().to_string());
            let shown = escaped.as_ref().map_or(operand, |text| text.as_bytes());
            [command, b": ", shown, b": ", operand::words(fault).as_bytes()].concat()
        }
        BuiltinProblem::Call { command, fault } => {
            [command, b": ", call::words(fault).as_bytes()].concat()
        }
        BuiltinProblem::Refused { command, operand: Some(operand), reason } => {
            [command, b": ", operand, b": ", reason.as_bytes()].concat()
        }
        BuiltinProblem::Refused { command, operand: None, reason } => {
            [command, b": ", reason.as_bytes()].concat()
        }
        BuiltinProblem::LimitNotSet(reason) => {
            format!("ulimit: error setting limit: {reason}").into_bytes()
        }
        BuiltinProblem::JobRunning(number) => {
            format!("bg: job {number} already in background").into_bytes()
        }
        BuiltinProblem::RedirectOperand(operand) => {
            [b"redirect: incorrect syntax: ", operand].concat()
        }
        BuiltinProblem::OptionWantsNumber { argument, letter } => {
            let argument = argument.escape_ascii();
            format!("{argument}: -{} wants a number", char::from(letter)).into_bytes()
        }
        BuiltinProblem::UsageString { option, fault } => {
            let words = match fault {
                UsageFault::UnknownOption => "unknown option",
                UsageFault::AmbiguousOption => "ambiguous option",
                UsageFault::UnknownValue => "unknown option argument value",
                UsageFault::ArgumentMissing => "an argument is expected",
                UsageFault::NoNumber => "a number is expected",
            };
            [option, b": ", words.as_bytes()].concat()
        }
        BuiltinProblem::NoTopic(topic) => [
            b"help: no help topics match `",
            topic,
            b"'.  Try `help help' or `man -k ",
            topic,
            b"' or `info ",
            topic,
            b"'.",
        ]
        .concat(),
        BuiltinProblem::UnknownLongOption { command, option, synopsis } => {
            let option = option.escape_ascii();
            format!("{command}: {option}: unknown option\nUsage: {command} {synopsis}").into_bytes()
        }
        BuiltinProblem::CircularDeclaration { command, name } => {
            [command, b": warning: ", name, b": circular name reference"].concat()
        }
        BuiltinProblem::NoReferenceTarget { command, text } => {
            [command, b": `", text, b"': invalid variable name for name reference"].concat()
        }
        BuiltinProblem::NotAChild(pid) => {
            format!("wait: pid {pid} is not a child of this shell").into_bytes()
        }
        BuiltinProblem::NoHashedPath { command, path } => {
            let colon: &[u8] = if command.is_empty() { b"" } else { b": " };
            [command, colon, path, b": not found"].concat()
        }
        BuiltinProblem::LetWithoutExpression => b"let: an expression is missing".to_vec(),
        BuiltinProblem::LocalOutsideFunction => b"local: not in a function".to_vec(),
        BuiltinProblem::HashWithoutPath => b"hash: -p: a path is missing".to_vec(),
        BuiltinProblem::UnknownOption(letter) => {
            format!("illegal option -{}", char::from(letter)).into_bytes()
        }
        BuiltinProblem::OptionWithoutArgument(letter) => {
            format!("no argument for -{} option", char::from(letter)).into_bytes()
        }
        BuiltinProblem::ReadFromClosed(descriptor) => {
            format!("read: {descriptor}: bad file descriptor").into_bytes()
        }
        BuiltinProblem::ReadInvalid { argument, .. } => {
            [b"read: ", argument, b": invalid number"].concat()
        }
        BuiltinProblem::MapfileNumber { command, argument, .. } => {
            let argument = argument.escape_ascii().to_string();
            [command, b": ", argument.as_bytes(), b": invalid number"].concat()
        }
        BuiltinProblem::NotIndexed { command, name } => {
            [command, b": ", name, b": not an indexed array"].concat()
        }
        BuiltinProblem::SelfReference { command, name } => {
            [command, b": ", name, b": a reference cannot refer to itself"].concat()
        }
        BuiltinProblem::NothingOfName { name, .. } => [name, b": not found"].concat(),
        BuiltinProblem::BadOption { command, letter } => {
            [command, b": illegal option -", &[letter]].concat()
        }
        BuiltinProblem::BadName { command, operand } => {
            [command, b": ", operand, b": bad variable name"].concat()
        }
        BuiltinProblem::NotANumber { command, operand }
        | BuiltinProblem::BadLoopCount { command, operand } => {
            [command, b": ", operand, b": illegal number"].concat()
        }
        BuiltinProblem::NegativeShift(count) => [b"shift: ", count, b": illegal number"].concat(),
        BuiltinProblem::ShiftBeyond(_) => b"shift: can't shift that many".to_vec(),
        BuiltinProblem::MissingFile(_) => b".: a file is missing".to_vec(),
        BuiltinProblem::SourceNotFound { file, .. } => [b".: ", file, b": not found"].concat(),
        BuiltinProblem::SourceNotOpened { path, reason } => {
            [b".: cannot open ", path, b": ", reason.as_bytes()].concat()
        }
        BuiltinProblem::NotChanged { directory, reason, .. } => {
            [b"cd: ", directory, b": ", reason.as_bytes()].concat()
        }
        BuiltinProblem::NotInStack { command, operand, .. } => {
            [command, b": ", operand, b": no such directory"].concat()
        }
        BuiltinProblem::BadOptionName(name) => [b"set: ", name, b": illegal option name"].concat(),
        BuiltinProblem::BadCondition(text) => [b"trap: ", text, b": bad trap"].concat(),
        BuiltinProblem::BadListedCondition(_) => b"trap: bad trap".to_vec(),
        BuiltinProblem::BadSignal(text) => [b"kill: ", text, b": bad signal"].concat(),
        BuiltinProblem::BadProcessId(text) => [b"kill: ", text, b": illegal process id"].concat(),
        BuiltinProblem::BadChildId(text) => [b"wait: ", text, b": illegal process id"].concat(),
        BuiltinProblem::NotSent { operand, reason, .. } => {
            [b"kill: ", operand, b": ", reason.as_bytes()].concat()
        }
        BuiltinProblem::StoppedJobs => b"You have stopped jobs.".to_vec(),
        BuiltinProblem::BadLimit(text) => [b"ulimit: ", text, b": bad number"].concat(),
        BuiltinProblem::BadMode { operand, .. } => {
            [b"umask: ", operand, b": illegal mode"].concat()
        }
        BuiltinProblem::MissingBracket => b"[: missing ]".to_vec(),
        BuiltinProblem::TestExpression { command, error, utf8 } => {
            [command, b": ", &error.message(utf8)].concat()
        }
        BuiltinProblem::PrintfFormat { error, utf8 } => {
            [b"printf: ", &error.message(utf8)[..]].concat()
        }
        BuiltinProblem::PrintfVariable(_) => b"printf: -v: a variable is missing".to_vec(),
        BuiltinProblem::HistoryRange | BuiltinProblem::HistoryRangeToRun => {
            b"fc: history specification out of range".to_vec()
        }
        BuiltinProblem::NoSuchCommand => b"fc: not in the history".to_vec(),
    }
}
