//! Everything that makes a subshell move to a process of its own, in every place where commands
//! and words are expanded, compared with bash.
//!
//! A virtual subshell that asks for its process id, sets a trap on a signal, changes a limit or
//! starts a program that looks at its parent goes on in a process of its own
//! (`Environment::become_process`): the one process becomes two in the middle of an evaluation, and
//! each of them must do its part once. The command line is that of [`forkless_tests::beside`].

#![forbid(unsafe_code)]

mod scripts;

use std::process::{Command, ExitCode};

/// Starts programs until processes have numbers that no script has itself: in a new namespace they begin at 1.
fn pass_small_numbers() {
    for _ in 0..1000 {
        match Command::new("true").spawn() {
            Ok(mut child) if child.id() < 1000 => drop(child.wait()),
            Ok(mut child) => return drop(child.wait()),
            Err(_) => return,
        }
    }
}

fn main() -> ExitCode {
    pass_small_numbers();
    forkless_tests::beside::main("moves", env!("CARGO_BIN_EXE_probe"), scripts::all())
}
