//! The one fork of the whole program: a copy of this process, not a launch.

use std::collections::BTreeSet;
use std::io;
use std::os::fd::RawFd;
use std::os::unix::fs::MetadataExt;

use super::{Resource, checked, limit};
use crate::raw::{self, call};

/// Which side of a [`fork`] this is.
#[derive(Debug, PartialEq, Eq)]
pub enum ForkResult {
    /// The process that called, with the child's process id.
    Parent(i32),
    /// The new process, and its right to let go of what it has only because it is a copy.
    Child(Copied),
}

/// fork(2): a copy of this process, in which everything is as usable as before. Programs are
/// started by [`Launch`](crate::Launch).
///
/// # Errors
/// EAGAIN, ENOMEM. EDEADLK in a process with more than one thread: in the copy no other thread
/// exists, and a lock that one of them held would stay locked for ever.
pub fn fork() -> io::Result<ForkResult> {
    if !has_one_thread() {
        return Err(io::Error::from_raw_os_error(libc::EDEADLK));
    }
    // SAFETY: this is the only thread.
    unsafe { fork_unchecked() }
}

/// [`fork`], of a process that may have several threads.
///
/// # Errors
/// EAGAIN, ENOMEM.
///
/// # Safety
/// If there is another thread, the child does nothing but what is async-signal-safe
/// (signal-safety(7)) until it executes a program or ends.
pub unsafe fn fork_unchecked() -> io::Result<ForkResult> {
    // SAFETY: the caller guarantees that the child of a process with threads does only what is
    // async-signal-safe. The C library's fork keeps its own state right.
    match checked(unsafe { libc::fork() })? {
        0 => Ok(ForkResult::Child(Copied(()))),
        pid => Ok(ForkResult::Parent(pid)),
    }
}

/// Whether this thread is the process's only one. Where neither unshare(2) nor proc(5) says,
/// it is taken to be.
fn has_one_thread() -> bool {
    // There is nothing to be unshared from other threads, so that this changes nothing. It
    // fails if there are some, or a child that has not executed its program yet.
    // SAFETY: takes a number only.
    let alone = unsafe { call!(libc::SYS_unshare, libc::CLONE_THREAD) };
    if raw::failed(alone).is_none() {
        return true;
    }
    // `.`, `..` and a directory for each thread.
    std::fs::metadata("/proc/self/task").map_or(true, |tasks| tasks.nlink() <= 3)
}

/// The right of a process that [`fork`] has just made to close what it has of its parent's
/// descriptors. It is there once, so that only who has forked can use it, and first.
#[derive(Debug, PartialEq, Eq)]
pub struct Copied(());

impl Copied {
    /// Closes every descriptor from `first` on but for those in `keep`: close_range(2). Those
    /// in `released` that are open become /dev/null: the numbers stay their owners'.
    ///
    /// The parent has its own descriptors, whatever is closed here. In this copy, a value that
    /// owns one that is not kept has lost it: to use it fails with EBADF, or is about another
    /// file that got the number since. So what has such values here is not to be gone on with,
    /// nor dropped.
    pub fn keep_only(
        self,
        first: RawFd,
        keep: &BTreeSet<RawFd>,
        released: impl IntoIterator<Item = RawFd>,
    ) {
        let mut from = first;
        for &fd in keep.range(first..) {
            if fd > from {
                close_range(from, fd - 1);
            }
            from = fd.saturating_add(1);
        }
        close_range(from, RawFd::MAX);
        for fd in released {
            release_if_open(fd);
        }
    }
}

/// Has a descriptor, if it is open, refer to /dev/null.
fn release_if_open(fd: RawFd) {
    // SAFETY: only asks for the flags of a number.
    if unsafe { libc::fcntl(fd, libc::F_GETFD) } < 0 {
        return;
    }
    let flags = libc::O_RDWR | libc::O_CLOEXEC;
    // SAFETY: the path is a C string.
    let nothing = unsafe { libc::open(c"/dev/null".as_ptr(), flags) };
    if nothing >= 0 && nothing != fd {
        // SAFETY: takes numbers only. What `fd` referred to is a copy of the parent's, which
        // `Copied` has the right to let go of; the number stays its owner's.
        unsafe { libc::dup3(nothing, fd, libc::O_CLOEXEC) };
        // SAFETY: opened above, and nobody else has it.
        unsafe { libc::close(nothing) };
    }
}

/// Closes every descriptor from `first` to `last`, one by one where close_range(2) is refused.
fn close_range(first: RawFd, last: RawFd) {
    // SAFETY: takes numbers only; they are copies of the parent's, which `Copied` has the right
    // to close.
    let done = unsafe { call!(raw::SYS_close_range, first, last, 0) };
    if raw::failed(done).is_some() {
        let most = limit(Resource::OpenFiles).ok().and_then(|limit| limit.soft).unwrap_or(1024);
        for fd in first..=last.min(most.min(1 << 20) as i32) {
            // SAFETY: takes a number only; it is a copy of the parent's, which `Copied` has the
            // right to close.
            unsafe { libc::close(fd) };
        }
    }
}
