//! bash 5.2's voice.

mod arithmetic;
pub(super) mod syntax;

use super::{Missing, NumericOption, Problem};

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
        Problem::NothingOfName { command, name } => [command, b": ", name, b": not found"].concat(),
        // Syntax and arithmetic --------------------------------------------------------
        Problem::Arithmetic(problem) => arithmetic::words(problem),
        _ => return None,
    })
}
