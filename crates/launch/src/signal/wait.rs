//! Sleeping until something happens, without losing a signal.
//!
//! A check of the pending set followed by a sleep has a gap: a signal that
//! arrives in it is noted, and the sleep goes on regardless. ppoll(2) closes it:
//! the caught signals are blocked around the check and let in only while asleep.

use std::io;
use std::os::fd::RawFd;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{CATCHING, mask, pending, set_mask};
use crate::raw::{self, call};

/// A descriptor to wait for: poll(2)'s `struct pollfd`. A negative descriptor is
/// left out.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PollFd {
    /// The descriptor.
    pub fd: RawFd,
    /// What to wait for: `PollFd::IN`, `PollFd::OUT`.
    pub events: i16,
    /// What there is, set by [`poll`]; `ERR`, `HUP`, `NVAL` unasked.
    pub revents: i16,
}

impl PollFd {
    /// There is something to read.
    pub const IN: i16 = libc::POLLIN;
    /// Something can be written.
    pub const OUT: i16 = libc::POLLOUT;
    /// An error; of a pipe's writing end: nobody reads.
    pub const ERR: i16 = libc::POLLERR;
    /// The other end is closed.
    pub const HUP: i16 = libc::POLLHUP;
    /// The descriptor is not open.
    pub const NVAL: i16 = libc::POLLNVAL;

    /// A descriptor and what to wait for.
    pub fn new(fd: RawFd, events: i16) -> Self {
        PollFd { fd, events, revents: 0 }
    }
}

/// `struct timespec` of the kernel, which ppoll(2) writes the rest into.
#[repr(C)]
pub(crate) struct Time {
    seconds: i64,
    nanoseconds: i64,
}

impl Time {
    pub(crate) fn of(time: Duration) -> Self {
        Time {
            seconds: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
            nanoseconds: time.subsec_nanos().into(),
        }
    }
}

/// Waits until one of `fds` is ready, the time is over (`None`: no limit), or a
/// caught signal is pending. Returns how many are ready, 0 when the time is over.
///
/// # Errors
/// `Interrupted` if a caught signal is pending on entry or arrives; what poll(2)
/// says otherwise.
pub fn poll(fds: &mut [PollFd], timeout: Option<Duration>) -> io::Result<usize> {
    if pending() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let mut time = timeout.map(Time::of);
    let time: *mut Time = time.as_mut().map_or(core::ptr::null_mut(), |time| time);
    let catching = CATCHING.load(Ordering::Relaxed);
    if catching == 0 || timeout == Some(Duration::ZERO) {
        // SAFETY: PollFd is struct pollfd; the length is the slice's.
        return result(unsafe { sleep(fds, time, None) });
    }
    let old = mask();
    let mut blocked = old;
    blocked.0 |= catching;
    set_mask(blocked);
    let outcome = if pending() {
        Err(io::ErrorKind::Interrupted.into())
    } else {
        // SAFETY: PollFd is struct pollfd and the length is the slice's; the mask is 8 bytes.
        result(unsafe { sleep(fds, time, Some(&old.0)) })
    };
    set_mask(old);
    outcome
}

/// Waits as [`poll`] does, but goes on when a signal arrives, until the time is
/// over.
pub(crate) fn poll_plain(fds: &mut [PollFd], timeout: Option<Duration>) -> io::Result<usize> {
    let mut time = timeout.map(Time::of);
    let time: *mut Time = time.as_mut().map_or(core::ptr::null_mut(), |time| time);
    loop {
        // SAFETY: the time is valid for writing; the kernel leaves the rest there.
        match result(unsafe { sleep(fds, time, None) }) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Waits until a caught signal is pending; returns at once if one is.
pub fn wait_for_signal() {
    while poll(&mut [], None).is_ok() {}
}

/// ppoll(2).
///
/// # Safety
/// `time` is null or valid for writing.
unsafe fn sleep(fds: &mut [PollFd], time: *mut Time, mask: Option<&u64>) -> isize {
    let mask: *const u64 = mask.map_or(core::ptr::null(), |mask| mask);
    // SAFETY: the caller guarantees `time`; `fds` and its length are the slice's, and the mask is
    // null or 8 bytes.
    unsafe { call!(libc::SYS_ppoll, fds.as_mut_ptr(), fds.len(), time, mask, 8) }
}

fn result(result: isize) -> io::Result<usize> {
    match raw::failed(result) {
        None => Ok(result as usize),
        Some(errno) => Err(io::Error::from_raw_os_error(errno)),
    }
}
