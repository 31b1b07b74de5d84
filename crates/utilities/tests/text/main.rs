//! The utilities on text, each against the installed program.

#[path = "../harness/mod.rs"]
mod harness;

mod cat;
