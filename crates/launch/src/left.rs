//! Children that nobody waits for any more: those of values that are gone. Each would stay a zombie until the
//! process ends (wait(2)).
//!
//! They are kept here, by descriptors of processes where the kernel has them, so that a number that has become another
//! child's is not waited for, and are waited for when somebody calls [`reap`].

use crate::handle::Child;
use crate::{process, reaping};
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// A child: its number, and its descriptor.
struct Left(i32, Option<OwnedFd>);

impl Left {
    /// Whether it runs; else it has been waited for.
    fn runs(&self) -> bool {
        matches!(reaping::child(self.0, self.1.as_ref(), libc::WNOHANG), Ok(None))
    }
}

/// The children of this process. In one that was forked off they are nobody's, which waiting finds.
static LEFT: Mutex<Vec<Left>> = Mutex::new(Vec::new());
/// How many they are: nobody takes the lock for none.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Leaves a child that has not been waited for.
pub(crate) fn leave(child: Child) {
    add(Left(child.pid, child.pidfd));
}

/// Leaves the child with this number, if it has not been waited for.
pub fn leave_process(pid: i32) {
    add(Left(pid, process::open_pidfd(pid).ok()));
}

fn add(child: Left) {
    if child.runs() {
        change(|left| left.push(child));
    }
}

/// Waits for those that have ended since.
pub fn reap() {
    if COUNT.load(Ordering::Relaxed) > 0 {
        change(|left| left.retain(Left::runs));
    }
}

fn change(change: impl FnOnce(&mut Vec<Left>)) {
    let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
    change(&mut left);
    COUNT.store(left.len(), Ordering::Relaxed);
}
