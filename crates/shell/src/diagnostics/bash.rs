//! bash 5.2's voice.

use super::Problem;

/// The words for a problem; `None` where they are forkless' own.
pub(super) fn words(problem: &Problem<'_>) -> Option<Vec<u8>> {
    Some(match *problem {
        // Variables --------------------------------------------------------------------
        Problem::ReadOnly(name) => [name, b": readonly variable"].concat(),
        // Words and expansions ---------------------------------------------------------

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

        // Syntax and arithmetic --------------------------------------------------------
        _ => return None,
    })
}
