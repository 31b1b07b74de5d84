//! Everything that makes a subshell move to a process of its own, in every place where commands
//! and words are expanded, compared with bash.
//!
//! A virtual subshell that asks for its process id, sets a trap on a signal, changes a limit or
//! starts a program that looks at its parent goes on in a process of its own
//! (`Environment::become_process`): the one process becomes two in the middle of an evaluation, and
//! each of them must do its part once. The command line is that of [`forkless_tests::beside`].

#![forbid(unsafe_code)]

mod scripts;

use std::process::ExitCode;

fn main() -> ExitCode {
    forkless_tests::beside::main("moves", env!("CARGO_BIN_EXE_probe"), scripts::all())
}
