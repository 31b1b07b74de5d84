//! The shell: what a script means, carried out (POSIX XCU 2).
//!
//! One value, the [`environment::Environment`], is the shell execution environment. A
//! subshell is a clone of it, a stage of a pipeline is a function that runs against one, and
//! a process exists only where an external command must run or where the kernel alone
//! can hold the state (see `effects`).
//!
//! * `environment` — the value: variables, files, options, traps, working directory.
//! * `expand` — words to fields.
//! * `evaluate` — commands; each function takes the environment and returns how control goes on.
//! * `builtins` — one file each.
//! * `effects` — what a body needs of the kernel, decided before it runs.

#![forbid(unsafe_code)]

pub mod builtins;
pub mod diagnostics;
pub mod effects;
pub mod environment;
pub mod evaluate;
pub mod expand;
pub mod history;
pub mod host;
mod image;
mod interactive;
pub mod interruption;
pub mod invocation;
pub mod limits;
pub mod lookups;
pub mod observer;
mod own_options;
mod profile;
mod restricted;
pub mod script;
pub mod session;
pub mod shared;
pub mod signal_source;
pub mod signals;
mod startup;
mod unwaited;
pub mod unwind;

pub use environment::Environment;
pub use shared::Shared;
pub use unwind::{Flow, Unwind};
