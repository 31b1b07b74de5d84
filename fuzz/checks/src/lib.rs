//! What must hold for any input: the bodies of the fuzz targets.
//!
//! Each module has one `check(data)`, which panics where something is wrong. The fuzzer calls
//! it with bytes it makes up, the tests with the seeds, which are committed: so what once was
//! found stays found without a fuzzer.
//!
//! A check that only waited for panics would miss most errors. So each one also has something
//! to compare with: a simple model, the C library, or the same question put another way.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "a program of its own, not part of the shell"
)]

pub mod arithmetic;
#[cfg(target_env = "gnu")]
pub mod awk;
pub mod bytes;
#[cfg(target_env = "gnu")]
mod c;
pub mod glob;
#[cfg(target_env = "gnu")]
pub mod interface;
pub mod lexer;
pub mod parser;
#[cfg(target_env = "gnu")]
mod peer;
#[cfg(target_env = "gnu")]
pub mod printf;
#[cfg(target_env = "gnu")]
pub mod regex;
#[cfg(target_env = "gnu")]
pub mod sed;
pub mod seeds;
pub mod shell;
#[cfg(target_env = "gnu")]
pub mod utility;

/// A check's name, and what it does with an input.
pub type Check = (&'static str, fn(&[u8]));

/// The checks.
pub const CHECKS: &[Check] = &[
    ("arithmetic", arithmetic::check),
    #[cfg(target_env = "gnu")]
    ("awk", awk::check),
    ("glob", glob::check),
    #[cfg(target_env = "gnu")]
    ("interface", interface::check),
    ("lexer", lexer::check),
    ("parser", parser::check),
    #[cfg(target_env = "gnu")]
    ("printf", printf::check),
    #[cfg(target_env = "gnu")]
    ("regex", regex::check),
    #[cfg(target_env = "gnu")]
    ("sed", sed::check),
    ("shell", shell::check),
    #[cfg(target_env = "gnu")]
    ("utility", utility::check),
];
