//! The utilities on files and directories, each against the installed program.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

#[path = "../harness/mod.rs"]
mod harness;

mod chmod;
mod chown;
mod cp;
mod dd;
mod du;
mod find;
mod forest;
mod install;
mod ln;
mod ls;
mod mkdir;
mod mv;
mod names;
mod rm;
mod rmdir;
mod small;
mod stat;
mod touch;
