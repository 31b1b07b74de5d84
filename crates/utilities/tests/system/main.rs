//! The utilities that evaluate or show the system, each against the installed program.

#[path = "../harness/mod.rs"]
mod harness;

mod date;
mod echo;
mod expr;
mod getopt;
mod launched;
mod paths;
mod printf;
mod show;
mod test;
mod xargs;
