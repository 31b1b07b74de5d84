//! forkless' own words for what goes wrong in builtins.
//!
//! The match is exhaustive: a new `BuiltinProblem` does not compile until it has words here. Other
//! voices use them where theirs do not differ.

use super::super::{BuiltinProblem, UsageFault};
use super::{call, operand};

/// The words for a problem.
pub(super) fn words(problem: &BuiltinProblem<'_>) -> Vec<u8> {
    use BuiltinProblem::*;
    match *problem {
        Operand { command, operand, fault } => operand::sentence(command, operand, fault),
        Call { command, fault } => [command, b": ", call::words(fault).as_bytes()].concat(),
        Refused { command, operand: Some(operand), reason } => {
            [command, b": ", operand, b": ", reason.as_bytes()].concat()
        }
        Refused { command, operand: None, reason } => [command, b": ", reason.as_bytes()].concat(),
        LimitNotSet { reason, .. } => format!("ulimit: error setting limit: {reason}").into(),
        LimitOutOfRange(text) => [b"ulimit: ", text, b": limit out of range"].concat(),
        JobRunning(number) => format!("bg: job {number} already in background").into(),
        RedirectOperand(operand) => [b"redirect: incorrect syntax: ", operand].concat(),
        OptionWantsNumber { argument, letter } => {
            let argument = argument.escape_ascii();
            format!("{argument}: -{} wants a number", char::from(letter)).into()
        }
        UsageString { option, fault } => {
            [option, b": ", of_usage_string(fault).as_bytes()].concat()
        }
        NoTopic(topic) => no_topic(topic),
        UnknownLongOption { command, option, synopsis } => {
            let option = option.escape_ascii();
            format!("{command}: {option}: unknown option\nUsage: {command} {synopsis}").into()
        }
        CircularDeclaration { command, name } => {
            [command, b": warning: ", name, b": circular name reference"].concat()
        }
        NoReferenceTarget { command, text } => {
            [command, b": `", text, b"': invalid variable name for name reference"].concat()
        }
        NotAChild(pid) => format!("wait: pid {pid} is not a child of this shell").into(),
        NoHashedPath { command, path } => {
            let colon: &[u8] = if command.is_empty() { b"" } else { b": " };
            [command, colon, path, b": not found"].concat()
        }
        BadAliasName(name) => [b"alias: `", name, b"': invalid alias name"].concat(),
        NoCompletionFunction(name) => [b"completion: function `", name, b"' not found"].concat(),
        LetWithoutExpression => b"let: an expression is missing".to_vec(),
        LocalOutsideFunction => b"local: not in a function".to_vec(),
        HashWithoutPath => b"hash: -p: a path is missing".to_vec(),
        UnknownOption(letter) => format!("illegal option -{}", char::from(letter)).into(),
        OptionWithoutArgument(letter) => {
            format!("no argument for -{} option", char::from(letter)).into()
        }
        ReadFromClosed(descriptor) => format!("read: {descriptor}: bad file descriptor").into(),
        InputUnreadable { reason, .. } => format!("read: {reason}").into(),
        ReadInvalid { argument, .. } => [b"read: ", argument, b": invalid number"].concat(),
        MapfileNumber { command, argument, .. } => {
            let argument = argument.escape_ascii().to_string();
            [command, b": ", argument.as_bytes(), b": invalid number"].concat()
        }
        NotIndexed { command, name } => [command, b": ", name, b": not an indexed array"].concat(),
        SelfReference { command, name } => {
            [command, b": ", name, b": a reference cannot refer to itself"].concat()
        }
        NothingOfName { name, .. } => [name, b": not found"].concat(),
        BadOption { command, letter } => [command, b": illegal option -", &[letter]].concat(),
        BadName { command, operand } => [command, b": ", operand, b": bad variable name"].concat(),
        NotANumber { command, operand } | BadLoopCount { command, operand } => {
            [command, b": ", operand, b": illegal number"].concat()
        }
        NegativeShift(count) => [b"shift: ", count, b": illegal number"].concat(),
        ShiftBeyond(_) => b"shift: can't shift that many".to_vec(),
        MissingFile(_) => b".: a file is missing".to_vec(),
        SourceNotFound { file, .. } => [b".: ", file, b": not found"].concat(),
        SourceNotOpened { path, reason } => {
            [b".: cannot open ", path, b": ", reason.as_bytes()].concat()
        }
        NotChanged { directory, reason, .. } => {
            [b"cd: ", directory, b": ", reason.as_bytes()].concat()
        }
        NotInStack { command, operand, .. } => {
            [command, b": ", operand, b": no such directory"].concat()
        }
        BadOptionName(name) => [b"set: ", name, b": illegal option name"].concat(),
        BadCondition(text) => [b"trap: ", text, b": bad trap"].concat(),
        BadListedCondition(_) => b"trap: bad trap".to_vec(),
        BadSignal(text) => [b"kill: ", text, b": bad signal"].concat(),
        BadProcessId(text) => [b"kill: ", text, b": illegal process id"].concat(),
        BadChildId(text) => [b"wait: ", text, b": illegal process id"].concat(),
        NotSent { operand, reason, .. } => [b"kill: ", operand, b": ", reason.as_bytes()].concat(),
        StoppedJobs => b"You have stopped jobs.".to_vec(),
        BadLimit(text) => [b"ulimit: ", text, b": bad number"].concat(),
        BadMode { operand, .. } => [b"umask: ", operand, b": illegal mode"].concat(),
        MissingBracket => b"[: missing ]".to_vec(),
        TestExpression { command, error, utf8 } => [command, b": ", &error.message(utf8)].concat(),
        PrintfFormat { error, utf8 } => [b"printf: ", &error.message(utf8)[..]].concat(),
        PrintfVariable(_) => b"printf: -v: a variable is missing".to_vec(),
        HistoryRange | HistoryRangeToRun => b"fc: history specification out of range".to_vec(),
        NoSuchCommand => b"fc: not in the history".to_vec(),
    }
}

fn of_usage_string(fault: UsageFault) -> &'static str {
    match fault {
        UsageFault::UnknownOption => "unknown option",
        UsageFault::AmbiguousOption => "ambiguous option",
        UsageFault::UnknownValue => "unknown option argument value",
        UsageFault::ArgumentMissing => "an argument is expected",
        UsageFault::NoNumber => "a number is expected",
    }
}

fn no_topic(topic: &[u8]) -> Vec<u8> {
    let (first, second) = (b"help: no help topics match `", b"'.  Try `help help' or `man -k ");
    [first, topic, second, topic, b"' or `info ", topic, b"'."].concat()
}
