//! The utilities on files and directories, each against the installed program.

#[path = "../harness/mod.rs"]
mod harness;

mod chmod;
mod cp;
mod forest;
mod mkdir;
mod mv;
mod rm;
mod rmdir;
mod touch;
