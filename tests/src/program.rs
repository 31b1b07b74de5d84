//! What the test programs of this folder have in common: how they end, and how they say something.

use std::io::{Write, stdout};
use std::process::ExitCode;

/// The exit status of a test program: 0 where `result` is that nothing failed, 1 where something
/// did, 2 where it could not do what it was asked for, which is printed.
pub fn exit_code(result: Result<bool, String>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(text) => {
            say(&text);
            ExitCode::from(2)
        }
    }
}

/// Prints a line; a closed output is nothing to complain about.
pub fn say(text: &str) {
    let _ = writeln!(stdout(), "{text}");
}
