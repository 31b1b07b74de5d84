//! What a small static program needs of a language runtime, and no more.
//!
//! * [`Strings`]: what execve(2) gave the process.
//! * [`Allocator`]: memory by size classes, for one thread that may have others at times.
//! * [`counted`]: an allocator of programs that hold sessions, which counts what they have.
//! * [`Remainder`]: the CRC of POSIX by instructions that only some processors have.
//! * [`catch`]: where memory that cannot be had, and a mistake of the program, end what they are in.
//! * [`program!`]: an entry point without the start-up of the standard library, which
//!   installs signal handlers, an alternate stack and an ignored SIGPIPE that a shell has to
//!   undo, at a cost that is a fifth of a short run (measured: 110 µs against 86 µs for
//!   launch, exec and exit of an empty program).

#![cfg_attr(alloc_error_hook, feature(alloc_error_hook))]

mod allocator;
mod copying;
pub mod counted;
mod memory;
mod remainder;
mod start;
mod starved;

pub use allocator::Allocator;
pub use memory::{Emergency, Fault, begin, catch, check, run, switch_threads};
pub use remainder::Remainder;
pub use start::{Strings, environment};
pub use starved::Starved;

/// Makes an [`Allocator`] the program's global one: `allocator!()` in a program that has other threads
/// only between two calls of [`switch_threads`], and whose signal handlers allocate nothing. To write it
/// down is that promise.
#[macro_export]
macro_rules! allocator {
    () => {
        #[global_allocator]
        // SAFETY: who writes `allocator!` promises that the program says when it has other threads.
        static ALLOCATOR: $crate::Allocator = unsafe { $crate::Allocator::new() };
    };
}

/// Makes a [`Starved`] the program's global allocator: one that can be made to refuse a request. Writing it
/// down promises that the program has one thread.
#[macro_export]
macro_rules! starved_allocator {
    () => {
        #[global_allocator]
        // SAFETY: who writes `starved_allocator!` promises that the program has one thread.
        static ALLOCATOR: $crate::Starved = unsafe { $crate::Starved::new() };
    };
}

/// Defines the entry point of a program: `program!(main)` with `fn main(Strings) -> !`.
#[macro_export]
macro_rules! program {
    ($main:path) => {
        /// The C entry point.
        ///
        /// # Safety
        /// Called once by the C library, with its argument count and vector.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn main(count: i32, vector: *const *const i8) -> i32 {
            // SAFETY: these are the arguments of the C entry point.
            let strings = unsafe { $crate::Strings::from_main(count as usize, vector.cast()) };
            $crate::run(|| $main(strings))
        }
    };
}
