//! The experiments. Each gives sections; what cannot be measured is a cell that says
//! so, never an end of the run.

mod agreement;
mod bench;
mod calls;
mod launcher;
mod launching;
mod linking;
mod memory;
mod parallel;
mod pipelines;
mod script;
mod shell;
mod shells;
mod unixbench;

pub use bench::{Bench, Known, Progress};
pub use calls::{Calls, behind_first, measure as calls};
pub use launching::{Launching, launch};
pub use linking::linking;
pub use memory::memory;
pub use parallel::{Parallel, parallel};
pub use pipelines::pipelines;
pub use script::Script;
pub use shells::shells;
pub use unixbench::unixbench;

/// Names of rows and columns that [`crate::findings`] looks up.
pub mod names {
    pub use super::launching::{
        FORK as FORK_EXEC, NOSHELL, POPEN, SPAWN, SYSTEM, VFORK as VFORK_EXEC,
    };
    pub use super::linking::{DIET, DYNAMIC, EXEC_LOOP, FORK_LOOP, STATIC};
    pub use super::memory::{FORK, FORKLESS, VFORK};
    pub use super::shells::{COMMAND_SUBSTITUTION, ECHO, ECHO_PROGRAM};
}
