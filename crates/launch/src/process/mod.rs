//! The process primitives of a shell: wait, signal, groups, and the one fork.

mod fork;
mod identity;
mod limits;
mod replace;
mod share;
mod status;
mod terminal;

pub use fork::{Copied, ForkResult, fork, fork_unchecked};
pub use identity::{drop_raised_identity, has_raised_identity};
pub use limits::{
    Limit, RESOURCES, Resource, Times, clock_ticks, limit, nice, set_limit, times, umask,
    umask_of_process,
};
pub use replace::replace;
pub use share::share_until_exec;
pub use status::{
    Awaited, Blocking, Usage, WaitStatus, each_changed, ending_of, wait_pid, wait_pid_usage,
};
pub use terminal::{
    Modes, TypingModes, change_modes, foreground_group, is_controlling_terminal, is_terminal,
    restore_modes, set_foreground_group, window_size,
};

use std::io;
use std::os::fd::{FromRawFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::raw;
use crate::signal::{self, SignalSet};

/// Turns -1 into the error that errno names.
fn checked(result: libc::c_int) -> io::Result<i32> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// Ends the process at once, without flushing or destructors: _exit(2).
pub fn exit_now(status: i32) -> ! {
    // SAFETY: ends the process.
    unsafe { libc::_exit(status) }
}

/// Sends a signal: kill(2). A negative `pid` is a process group, 0 the own one;
/// signal 0 only checks.
///
/// # Errors
/// ESRCH, EPERM, EINVAL.
pub fn kill(pid: i32, signal: i32) -> io::Result<()> {
    // SAFETY: takes numbers only.
    checked(unsafe { libc::kill(pid, signal) }).map(drop)
}

/// Ends this process as the signal's default action does, so that the parent sees
/// a death by signal. If the default action does not end a process, it ends with
/// status 128 + signal.
pub fn raise_default(signal: i32) -> ! {
    let _ = signal::default(signal);
    // A mask that lets in nothing but this signal: what the process would
    // otherwise do meanwhile does not matter any more.
    let mut mask = SignalSet::ALL;
    mask.remove(signal);
    signal::set_mask(mask);
    let _ = kill(process_id(), signal);
    exit_now(128_i32.wrapping_add(signal))
}

/// Puts process `pid` (0: this one) into group `pgid` (0: one of its own number):
/// setpgid(2).
///
/// # Errors
/// EACCES, EINVAL, EPERM, ESRCH.
pub fn set_process_group(pid: i32, pgid: i32) -> io::Result<()> {
    // SAFETY: takes numbers only.
    checked(unsafe { libc::setpgid(pid, pgid) }).map(drop)
}

/// This process's group: getpgrp(2).
pub fn process_group() -> i32 {
    // SAFETY: takes nothing.
    unsafe { libc::getpgrp() }
}

/// This process's id: getpid(2).
pub fn process_id() -> i32 {
    // SAFETY: takes nothing.
    unsafe { libc::getpid() }
}

/// The parent's process id: getppid(2).
pub fn parent_id() -> i32 {
    // SAFETY: takes nothing.
    unsafe { libc::getppid() }
}

/// Time since some moment in the past: clock_gettime(2), CLOCK_MONOTONIC. By a system call: a
/// process that asks twice in its life pays less for it than for the pages of the kernel's
/// shared object.
pub fn monotonic() -> Duration {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is valid for writing; the clock exists, so the call cannot fail.
    unsafe { libc::syscall(libc::SYS_clock_gettime, libc::CLOCK_MONOTONIC, &mut now) };
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// [`monotonic`] in nanoseconds, for callers that ask often: by the kernel's shared object.
pub fn monotonic_nanoseconds() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is valid for writing; the clock exists, so the call cannot fail.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// A close-on-exec descriptor of process `pid`: pidfd_open(2). It is readable for
/// poll(2) once the process has ended.
///
/// # Errors
/// ESRCH, EMFILE, ENOSYS before Linux 5.3.
pub fn open_pidfd(pid: i32) -> io::Result<OwnedFd> {
    /// Whether the call is not there; a hint that saves it.
    static MISSING: AtomicBool = AtomicBool::new(false);
    if MISSING.load(Ordering::Relaxed) {
        return Err(io::Error::from_raw_os_error(libc::ENOSYS));
    }
    // SAFETY: takes numbers only.
    let fd = unsafe { raw::call!(libc::SYS_pidfd_open, pid, 0) };
    if let Some(errno) = raw::failed(fd) {
        MISSING.store(errno == libc::ENOSYS, Ordering::Relaxed);
        return Err(io::Error::from_raw_os_error(errno));
    }
    // SAFETY: the kernel made the descriptor for us.
    Ok(unsafe { OwnedFd::from_raw_fd(fd as i32) })
}
