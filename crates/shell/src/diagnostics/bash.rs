//! bash 5.2's voice.
//!
//! Words for the problems that bash says otherwise than `own`; `None` leaves a problem to that. The
//! texts are those of bash 5.2 in the C locale, held by `tests/cases/bash-messages.sh`.

mod arithmetic;
pub(super) mod syntax;

use super::problem::ModeError;
use super::{Missing, NumericOption, PipeUse, Problem};
use utilities::system::{printf, test};

/// The words for a problem; `None` where they are forkless' own.
pub(super) fn words(problem: &Problem<'_>) -> Option<Vec<u8>> {
    Some(match *problem {
        // Variables --------------------------------------------------------------------
        Problem::ReadOnly(name) => [name, b": readonly variable"].concat(),
        Problem::UnsetReadOnly(name) => {
            [b"unset: ", name, b": cannot unset: readonly variable"].concat()
        }
        Problem::UnsetBadName(name) => [b"unset: `", name, b"': not a valid identifier"].concat(),
        Problem::ArrayKindFixed { command, name, is_associative } => {
            let name = name.escape_ascii().to_string();
            let what: &[u8] = match is_associative {
                false => b": cannot convert indexed to associative array",
                true => b": cannot convert associative to indexed array",
            };
            [command, b": ", name.as_bytes(), what].concat()
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
        Problem::ErrorWord { name, subscript, word } => [name, subscript, b": ", word].concat(),

        // Redirections -----------------------------------------------------------------
        Problem::DescriptorTooLarge(number) => {
            format!("{number}: Bad file descriptor").into_bytes()
        }
        Problem::NoDescriptor { text, source } => {
            [source.unwrap_or(text), b": ambiguous redirect"].concat()
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
        Problem::CommandNotFound(name) => [name, b": command not found"].concat(),
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
        // Builtins ---------------------------------------------------------------------
        Problem::LetWithoutExpression => b"let: expression expected".to_vec(),
        Problem::LocalOutsideFunction => b"local: can only be used in a function".to_vec(),
        Problem::HashWithoutPath => b"hash: -p: option requires an argument".to_vec(),
        Problem::UnknownOption(letter) => {
            format!("illegal option -- {}", char::from(letter)).into_bytes()
        }
        Problem::OptionWithoutArgument(letter) => {
            format!("option requires an argument -- {}", char::from(letter)).into_bytes()
        }
        Problem::ReadFromClosed(descriptor) => {
            format!("read: {descriptor}: invalid file descriptor: Bad file descriptor").into_bytes()
        }
        Problem::ReadInvalid { argument, option } => {
            let what: &[u8] = match option {
                NumericOption::Count => b": invalid number",
                NumericOption::Timeout => b": invalid timeout specification",
                NumericOption::Descriptor => b": invalid file descriptor specification",
            };
            [b"read: ", argument, what].concat()
        }
        Problem::MapfileNumber { command, argument, letter } => {
            let what: &[u8] = match letter {
                b'n' | b's' => b": invalid line count",
                b'O' => b": invalid array origin",
                b'c' => b": invalid callback quantum",
                _ => b": invalid file descriptor specification",
            };
            [command, b": ", argument, what].concat()
        }
        Problem::SelfReference { command, name } => {
            [command, b": ", name, b": nameref variable self references not allowed"].concat()
        }
        Problem::NothingOfName { command, name } => [command, b": ", name, b": not found"].concat(),
        Problem::BadOption { command, letter } => {
            [command, b": -", &[letter], b": invalid option"].concat()
        }
        Problem::BadName { command, operand } => {
            [command, b": `", operand, b"': not a valid identifier"].concat()
        }
        Problem::NotANumber { command, operand } => {
            [command, b": ", operand, b": numeric argument required"].concat()
        }
        Problem::BadLoopCount { command, operand } => {
            [command, b": ", operand, b": loop count out of range"].concat()
        }
        Problem::NegativeShift(count) => {
            [b"shift: ", count, b": shift count out of range"].concat()
        }
        Problem::ShiftBeyond(count) => format!("shift: {count}: shift count out of range").into(),
        Problem::MissingFile(command) => [command, b": filename argument required"].concat(),
        Problem::NotAssignable(name) => [b"$", name, b": cannot assign in this way"].concat(),
        Problem::SourceNotFound { command, file, only_in_path: true } => {
            [command, b": ", file, b": file not found"].concat()
        }
        Problem::SourceNotFound { file, .. } => [file, b": No such file or directory"].concat(),
        Problem::SourceNotOpened { path, reason } => [path, b": ", reason.as_bytes()].concat(),
        Problem::NotChanged { command, directory, reason } => {
            [command, b": ", directory, b": ", reason.as_bytes()].concat()
        }
        Problem::NotInStack { command, operand, is_empty } => {
            not_in_stack(command, operand, is_empty)
        }
        Problem::BadOptionName(name) => [b"set: ", name, b": invalid option name"].concat(),
        Problem::BadCondition(text) | Problem::BadListedCondition(text) => {
            [b"trap: ", text, b": invalid signal specification"].concat()
        }
        Problem::BadSignal(text) => [b"kill: ", text, b": invalid signal specification"].concat(),
        Problem::BadProcessId(b"") => b"kill: `': not a pid or valid job spec".to_vec(),
        Problem::BadProcessId(text) => {
            [b"kill: ", text, b": arguments must be process or job IDs"].concat()
        }
        Problem::BadChildId(text) => [b"wait: `", text, b"': not a pid or valid job spec"].concat(),
        Problem::NotSent { target, reason, .. } => format!("kill: ({target}) - {reason}").into(),
        Problem::StoppedJobs => b"There are stopped jobs.".to_vec(),
        Problem::BadLimit(text) => [b"ulimit: ", text, b": invalid number"].concat(),
        Problem::BadMode { operand, error } => bad_mode(operand, error),
        Problem::MissingBracket => b"[: missing `]'".to_vec(),
        // `[[` has words of its own.
        Problem::TestExpression { command, error, .. } if command != b"[[" => {
            [command, b": ", &test_expression(command, error)].concat()
        }
        Problem::PrintfFormat { error, .. } => [b"printf: ", &printf_format(error)[..]].concat(),
        Problem::PrintfVariable(None) => b"printf: -v: option requires an argument".to_vec(),
        Problem::PrintfVariable(Some(text)) => {
            [b"printf: `", text, b"': not a valid identifier"].concat()
        }
        Problem::HistoryRangeToRun | Problem::NoSuchCommand => b"fc: no command found".to_vec(),

        // Syntax and arithmetic --------------------------------------------------------
        Problem::Arithmetic(problem) => arithmetic::words(problem),
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
    [b"umask: `", byte.as_slice(), b"': invalid symbolic mode ", kind].concat()
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
