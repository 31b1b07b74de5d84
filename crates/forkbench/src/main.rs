//! The binary: gives the library what the process was given, and ends with its status.

#![forbid(unsafe_code)]

use std::io::{self, IsTerminal};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use forkbench::run::{Surroundings, run};

#[allow(
    clippy::disallowed_methods,
    reason = "the binary is where the process's own things are read"
)]
fn main() {
    let environment = std::env::vars_os()
        .map(|(name, value)| {
            let mut variable = name.into_vec();
            variable.push(b'=');
            variable.extend(value.into_vec());
            variable
        })
        .collect();
    let mut error = io::stderr();
    let error_is_terminal = error.is_terminal();
    let status = run(Surroundings {
        arguments: std::env::args_os().collect(),
        environment,
        own_path: std::env::current_exe().unwrap_or_else(|_| PathBuf::from("/proc/self/exe")),
        directory: std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/")),
        output: &mut io::stdout(),
        error: &mut error,
        error_is_terminal,
    });
    std::process::exit(status);
}
