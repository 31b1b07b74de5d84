//! What the scripted tests are made of.
//!
//! A *case* is a script with the output, the diagnostics and the exit status it
//! must have, written one under the other in a file of `cases/` ([`case`]
//! describes the format). `scripts/main.rs` runs them all ([`run`]) against
//! forkless, or against the installed shells where the question is whether an
//! expectation is right. `processes/main.rs` counts the processes that a shell
//! creates for one construct.
//!
//! This crate starts programs with the standard library alone. What that cannot
//! do without unsafe code (a session of its own, limits) is done by the small
//! program `probe`, which starts the shell and is also the outside program that
//! cases use to look at what a shell hands to its children.

#![forbid(unsafe_code)]
// The rule is for code that may run inside the shell; this runs beside it.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

#[cfg(test)]
mod advisories;
pub mod arguments;
pub mod beside;
pub mod case;
pub mod diff;
pub mod program;
pub mod run;
pub mod session;
pub mod shells;
pub mod terminal;
