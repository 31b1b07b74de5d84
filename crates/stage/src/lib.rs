//! Stages: parts of one process that run side by side as if they were processes.
//!
//! A *stage* is a function on a stack of its own (a stackful coroutine). Stages talk through
//! [`OpenFile`]s: a ring in memory where both ends are in this process, a real descriptor
//! where the other end is not. Whatever would block — an empty ring, a full pipe, a child
//! that has not ended, a timer — parks the stage, and the [`Scheduler`] runs another one or
//! waits in one `poll()` for all of them.
//!
//! The crate knows nothing of shells: no variables, no command, no script. All stages run
//! on one thread, so `Rc` and `Cell` are enough, the order of events is deterministic and a
//! `fork()` stays legal at any moment. What is long to compute and touches nothing else can go
//! to other processors, as a job of [`Workers`].
//!
//! Modules, from the bottom up: [`stack`] (guarded stacks, reused), [`scheduler`] (stages and
//! waiting), [`workers`] (threads that compute for stages), [`ring`] (bytes between two stages),
//! [`mod@file`] (what a descriptor number stands for), [`open`] and [`door`] (how it comes about),
//! [`attributes`] (of files whose names may change) and
//! [`input`]/[`output`] (buffering for those who read and write files).

pub mod attributes;
pub mod door;
pub mod file;
pub mod input;
pub mod open;
pub mod output;
pub mod ring;
pub mod scheduler;
pub mod stack;
pub mod workers;

mod real;
#[cfg(test)]
mod tests;

pub use file::{Capture, OpenFile, Sink, private};
pub use input::Input;
pub use output::Output;
pub use scheduler::{Kernel, Reserved, Scheduler, Signals, StageId, poll_plain, pollfd};
pub use workers::{Pending, ThreadSwitch, Workers};

/// Declares that the values of a type move between threads: `moves_as_a_whole!(Type)`. A scheduler and all that
/// refers to it count references without atomic operations; they may change threads only together,
/// while none of their stages is suspended.
///
/// To write it down is a promise: every reference count that is reachable from a value of the type is
/// reachable from nowhere else, no thread-local variable included, whenever the value changes threads.
#[macro_export]
macro_rules! moves_as_a_whole {
    ($type:ty) => {
        // SAFETY: who writes `moves_as_a_whole!` promises that nothing outside of a value shares
        // a reference count with it when it changes threads.
        unsafe impl Send for $type {}
    };
}
