//! The shell as a library: a session is a value that any program can hold.
//!
//! A [`Session`] is a shell execution environment (POSIX XCU 2.13): variables, functions, options, open
//! files, a directory. Scripts that run in it change it as they would change a shell; subshells, command
//! substitutions, pipelines and the common utilities run inside the caller's process, and a process is
//! made only for an external command, by a launch that never forks the caller.
//!
//! ```
//! use forkless_session::Session;
//!
//! let mut session = Session::builder().build()?;
//! let outcome = session.run("x=$(echo a b c | tr a-z A-Z); echo \"$x\"")?;
//! assert_eq!(outcome.status, 0);
//! assert_eq!(outcome.stdout, b"A B C\n");
//! assert_eq!(session.get("x")?.as_deref(), Some(&b"A B C"[..]));
//! # Ok::<(), forkless_session::Error>(())
//! ```
//!
//! **A session owns nothing of its process.** Directory, file mode creation mask, traps and signals are its
//! own; no handler, signal disposition, limit or terminal setting of the process is changed, and the
//! process is never forked. What would need a process of its own (a trap on a signal in a subshell,
//! `ulimit`, an asynchronous list that is no single external command …) fails with status 2 and a
//! message that says so. Nothing of the process's environment and none of its descriptors reaches a
//! session unless the builder asks for it.
//!
//! **Threads.** A session may move between threads, and any number of sessions run at the same time. A
//! clone of a session ([`Session::try_clone`]) shares what has not been changed since with the one that
//! it is of: the two may be held by different threads, but run one after the other.
//!
//! **Output** that is captured belongs to the run in which it was written. A background program that
//! writes after the end of a run writes to the next one.

/// The guide, whose examples are tested here.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedding.md")]
pub struct Guide;

mod analysis;
mod builder;
mod call;
mod error;
mod family;
mod memory;
mod observe;
mod outcome;
mod session;
mod words;

pub use analysis::Analysis;
pub use builder::{Builder, Callback, Input, Output, Programs};
pub use call::HostCall;
pub use confine::{Namespaces, Network, Policy, abi as landlock};
pub use dialect::Dialect;
pub use error::Error;
pub use launch::signal::SignalSet;
pub use observe::{Event, EventKind};
pub use outcome::{Outcome, Usage};
pub use runtime::counted::Counted;
pub use session::{Canceller, Script, Session};
pub use shell::limits::{Limit, Limits};
pub use shell::observer::Verdict;
