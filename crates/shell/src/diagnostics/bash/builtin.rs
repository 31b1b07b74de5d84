//! bash 5.2's words for what goes wrong in builtins.
//!
//! Only those that differ from forkless' own, which are used for all others. `tests/cases/bash-messages.sh`
//! holds them.

use super::super::{BuiltinProblem, CallFault, ModeError, NumericOption};
use utilities::system::{printf, test};

/// The words for a problem; `None` where they are forkless' own.
pub(super) fn words(problem: &BuiltinProblem<'_>) -> Option<Vec<u8>> {
    Some(match *problem {
        BuiltinProblem::LetWithoutExpression => b"let: expression expected".to_vec(),
        BuiltinProblem::LocalOutsideFunction => b"local: can only be used in a function".to_vec(),
        BuiltinProblem::HashWithoutPath => b"hash: -p: option requires an argument".to_vec(),
        BuiltinProblem::UnknownOption(letter) => {
            format!("illegal option -- {}", char::from(letter)).into_bytes()
        }
        BuiltinProblem::OptionWithoutArgument(letter) => {
            format!("option requires an argument -- {}", char::from(letter)).into_bytes()
        }
        BuiltinProblem::ReadFromClosed(descriptor) => {
            format!("read: {descriptor}: invalid file descriptor: Bad file descriptor").into_bytes()
        }
        BuiltinProblem::InputUnreadable { descriptor, reason } => {
            format!("read: read error: {descriptor}: {reason}").into_bytes()
        }
        BuiltinProblem::Call { fault: CallFault::InputClosed, .. } => {
            b"read: read error: 0: Bad file descriptor".to_vec()
        }
        BuiltinProblem::ReadInvalid { argument, option } => {
            let what: &[u8] = match option {
                NumericOption::Count => b": invalid number",
                NumericOption::Timeout => b": invalid timeout specification",
                NumericOption::Descriptor => b": invalid file descriptor specification",
            };
            [b"read: ", argument, what].concat()
        }
        BuiltinProblem::MapfileNumber { command, argument, letter } => {
            let what: &[u8] = match letter {
                b'n' | b's' => b": invalid line count",
                b'O' => b": invalid array origin",
                b'c' => b": invalid callback quantum",
                _ => b": invalid file descriptor specification",
            };
            [command, b": ", argument, what].concat()
        }
        BuiltinProblem::SelfReference { command, name } => {
            [command, b": ", name, b": nameref variable self references not allowed"].concat()
        }
        BuiltinProblem::NothingOfName { command, name } => {
            [command, b": ", name, b": not found"].concat()
        }
        BuiltinProblem::BadOption { command, letter } => {
            [command, b": -", &[letter], b": invalid option"].concat()
        }
        BuiltinProblem::BadName { command, operand } => {
            [command, b": `", operand, b"': not a valid identifier"].concat()
        }
        BuiltinProblem::NotANumber { command, operand } => {
            [command, b": ", operand, b": numeric argument required"].concat()
        }
        BuiltinProblem::BadLoopCount { command, operand } => {
            [command, b": ", operand, b": loop count out of range"].concat()
        }
        BuiltinProblem::NegativeShift(count) => {
            [b"shift: ", count, b": shift count out of range"].concat()
        }
        BuiltinProblem::ShiftBeyond(count) => {
            format!("shift: {count}: shift count out of range").into()
        }
        BuiltinProblem::MissingFile(command) => [command, b": filename argument required"].concat(),
        BuiltinProblem::SourceNotFound { command, file, only_in_path: true } => {
            [command, b": ", file, b": file not found"].concat()
        }
        BuiltinProblem::SourceNotFound { file, .. } => {
            [file, b": No such file or directory"].concat()
        }
        BuiltinProblem::SourceNotOpened { path, reason } => {
            [path, b": ", reason.as_bytes()].concat()
        }
        BuiltinProblem::NotChanged { command, directory, reason } => {
            [command, b": ", directory, b": ", reason.as_bytes()].concat()
        }
        BuiltinProblem::NotInStack { command, operand, is_empty } => {
            not_in_stack(command, operand, is_empty)
        }
        BuiltinProblem::BadOptionName(name) => [b"set: ", name, b": invalid option name"].concat(),
        BuiltinProblem::MissingBracket => b"[: missing `]'".to_vec(),
        // `[[` has words of its own.
        BuiltinProblem::TestExpression { command, error, .. } if command != b"[[" => {
            [command, b": ", &test_expression(command, error)].concat()
        }
        BuiltinProblem::PrintfFormat { error, .. } => {
            [b"printf: ", &printf_format(error)[..]].concat()
        }
        BuiltinProblem::PrintfVariable(None) => b"printf: -v: option requires an argument".to_vec(),
        BuiltinProblem::PrintfVariable(Some(text)) => {
            [b"printf: `", text, b"': not a valid identifier"].concat()
        }
        BuiltinProblem::HistoryRangeToRun | BuiltinProblem::NoSuchCommand => {
            b"fc: no command found".to_vec()
        }
        _ => return of_processes(problem),
    })
}

/// The words for a problem of `kill`, `trap`, `wait`, `ulimit` and `umask`; `None` where they are
/// forkless' own.
fn of_processes(problem: &BuiltinProblem<'_>) -> Option<Vec<u8>> {
    Some(match *problem {
        BuiltinProblem::BadCondition(text) | BuiltinProblem::BadListedCondition(text) => {
            [b"trap: ", text, b": invalid signal specification"].concat()
        }
        BuiltinProblem::BadSignal(text) => {
            [b"kill: ", text, b": invalid signal specification"].concat()
        }
        BuiltinProblem::BadProcessId(b"") => b"kill: `': not a pid or valid job spec".to_vec(),
        BuiltinProblem::BadProcessId(text) => {
            [b"kill: ", text, b": arguments must be process or job IDs"].concat()
        }
        BuiltinProblem::BadChildId(text) => {
            [b"wait: `", text, b"': not a pid or valid job spec"].concat()
        }
        BuiltinProblem::NotSent { target, reason, .. } => {
            format!("kill: ({target}) - {reason}").into()
        }
        BuiltinProblem::StoppedJobs => b"There are stopped jobs.".to_vec(),
        BuiltinProblem::LimitNotSet { name, reason } => {
            format!("ulimit: {name}: cannot modify limit: {reason}").into()
        }
        BuiltinProblem::BadLimit(text) => [b"ulimit: ", text, b": invalid number"].concat(),
        BuiltinProblem::BadMode { operand, error } => bad_mode(operand, error),
        _ => return None,
    })
}

/// Of an operand of `pushd`, `popd` and `dirs`.
fn not_in_stack(command: &[u8], operand: &[u8], is_empty: bool) -> Vec<u8> {
    let wrong: &[u8] = match operand {
        [b'+' | b'-', digits @ ..]
            if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) =>
        {
            if is_empty {
                return [command, b": directory stack empty"].concat();
            }
            // Here dirs names the number.
            let named = if command == b"dirs" { digits } else { operand };
            return [command, b": ", named, b": directory stack index out of range"].concat();
        }
        [b'+' | b'-', ..] => b"invalid number",
        _ if command == b"dirs" => b"invalid option",
        _ => b"invalid argument",
    };
    [command, b": ", operand, b": ", wrong].concat()
}

fn bad_mode(operand: &[u8], error: ModeError) -> Vec<u8> {
    let (kind, byte) = match error {
        ModeError::Octal => return [b"umask: ", operand, b": octal number out of range"].concat(),
        ModeError::Operator(byte) => (&b"operator"[..], byte),
        ModeError::Character(byte) => (&b"character"[..], Some(byte)),
    };
    // Where nothing is there, bash writes the NUL that ends the text.
    [&b"umask: `"[..], &[byte.unwrap_or(0)], b"': invalid symbolic mode ", kind].concat()
}

fn test_expression(command: &[u8], error: &test::Error<'_>) -> Vec<u8> {
    use test::Error;
    match *error {
        Error::MissingParenthesis { found: Some(found) } => {
            [b"`)' expected, found ", found].concat()
        }
        // The `]` counts as what is there instead.
        Error::MissingParenthesis { found: None } if command == b"[" => {
            b"`)' expected, found ]".to_vec()
        }
        Error::MissingParenthesis { found: None } => b"`)' expected".to_vec(),
        Error::NotAnInteger(word) => [word, b": integer expression expected"].concat(),
        Error::ExtraArgument(word) if word.starts_with(b"-") => {
            [b"syntax error: `", word, b"' unexpected"].concat()
        }
        Error::ExtraArgument(_) => b"too many arguments".to_vec(),
        Error::NotUnary { word, .. } | Error::UnknownUnary(word) => {
            [word, b": unary operator expected"].concat()
        }
        Error::UnknownBinary(word) => [word, b": binary operator expected"].concat(),
        Error::MissingArgument { .. } => b"argument expected".to_vec(),
        Error::TooDeep | Error::LengthRefused(_) => error.message(false),
    }
}

fn printf_format(error: &printf::Error<'_>) -> Vec<u8> {
    use printf::Error;
    match *error {
        Error::NotNumeric(text) | Error::NotConverted(text) => {
            let kind: &[u8] = match text {
                [b'0', b'x' | b'X', ..] => b": invalid hex number",
                [b'0', ..] => b": invalid octal number",
                _ => b": invalid number",
            };
            [text, kind].concat()
        }
        Error::BadConversion(directive) => match directive.last() {
            Some(b'%') if directive.len() > 1 => b"`%': invalid format character".to_vec(),
            Some(letter) if !b"%0123456789.-+ #'*hlLjzt".contains(letter) => {
                [b"`", &[*letter][..], b"': invalid format character"].concat()
            }
            _ => [b"`", directive, b"': missing format character"].concat(),
        },
        Error::OutOfRange(text) => {
            [b"warning: ", text, b": Numerical result out of range"].concat()
        }
        // With the quotes of ASCII.
        _ => error.message(false),
    }
}
