//! forkless' own words for what goes wrong before the first command.
//!
//! The match is exhaustive: a new `StartupProblem` does not compile until it has words here. Other
//! voices use them where theirs do not differ.

use super::super::{OptionFault, StartupProblem};

/// The words for a problem.
pub(super) fn words(problem: &StartupProblem<'_>) -> Vec<u8> {
    match *problem {
        StartupProblem::Option(option, fault) => {
            format!("{}: {}", option.escape_ascii(), of_option(fault)).into_bytes()
        }
        StartupProblem::UnknownOption { option, near } => {
            let guess = near.map(|near| format!(" (did you mean --{near}?)")).unwrap_or_default();
            format!("illegal option {}{guess}", option.escape_ascii()).into_bytes()
        }
        StartupProblem::UnknownLetter(letter) => {
            format!("illegal option -{}", letter.escape_ascii()).into_bytes()
        }
        StartupProblem::UnknownName { name, near } => {
            let guess = near.map(|near| format!(" (did you mean {near}?)")).unwrap_or_default();
            format!("{}: illegal option name{guess}", name.escape_ascii()).into_bytes()
        }
        StartupProblem::CommandMissing => b"-c: a command is missing".to_vec(),
        StartupProblem::NotConfined(reason) => format!("--confine: {reason}").into_bytes(),
        StartupProblem::RightsKept(reason) => {
            format!("cannot give up the rights of another user: {reason}").into_bytes()
        }
        StartupProblem::NotOpened { path, reason } => {
            [b"cannot open ", path, b": ", reason.as_bytes()].concat()
        }
        StartupProblem::ProfileRefused { path, reason } => {
            [b"FORKLESS_PROFILE: ", path, b": ", reason.as_bytes()].concat()
        }
        StartupProblem::ProfileNotRead { path, reason } => {
            [path, b": ", reason.as_bytes()].concat()
        }
        StartupProblem::NoProfile(path) => [path, b": no profile in this file"].concat(),
        StartupProblem::NoOtherProgram(reason) => {
            format!("not supported ({reason}), and no other program of this name is installed")
                .into_bytes()
        }
        StartupProblem::OwnPathUnknown => {
            b"--install: the path of this program is not known".to_vec()
        }
        StartupProblem::LinkRefused { directory, reason } => {
            format!("--install: {}: {reason}", directory.escape_ascii()).into_bytes()
        }
    }
}

fn of_option(fault: OptionFault) -> &'static str {
    match fault {
        OptionFault::FileMissing => "a file is missing",
        OptionFault::OneFile => "one file is expected",
        OptionFault::DirectoryMissing => "a directory is missing",
        OptionFault::OneDirectory => "one directory is expected",
        OptionFault::NoOperand => "no operand is expected",
        OptionFault::NameMissing => "an option name is missing",
        OptionFault::PolicyMissing => "what it allows is missing",
        OptionFault::NoFormat => "table, json or html is expected",
    }
}
