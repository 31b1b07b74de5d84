//! Every kind of stage beside every other, compared with another shell.
//!
//! The command line is that of [`forkless_tests::beside`].
//!
//! The scripts are made by [`scripts`]. Each says after every pipeline what its status was,
//! and at the end how many descriptors and children are more than after the first pipeline.

#![forbid(unsafe_code)]

mod scripts;

use std::process::ExitCode;

fn main() -> ExitCode {
    forkless_tests::beside::main("pipelines", env!("CARGO_BIN_EXE_probe"), scripts::all())
}
