//! The utilities on files and directories, each against the installed program.

#[path = "../harness/mod.rs"]
mod harness;

mod chmod;
mod forest;
mod mkdir;
mod rm;
mod rmdir;
mod touch;
