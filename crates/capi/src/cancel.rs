//! Waits that are cancellation points, as waitpid(2) is: pthreads(7).
//!
//! The C library cancels a thread by unwinding its stack. Frames with something to be
//! dropped must not be among those, and [`guard`](crate::error::guard) would take it for
//! a panic. So the sleep comes first, in functions that own nothing, and takes nothing:
//! a thread that is cancelled leaves the child, its status and the handle as they were.
//! What the sleep was for is then done under [`guard`](crate::error::guard), at once.

use core::ffi::{c_int, c_uint};

use launch::is_refusal;

use crate::error::{errno, set_errno};

unsafe extern "C-unwind" {
    fn pthread_testcancel();
    fn waitid(
        kind: libc::idtype_t,
        id: libc::id_t,
        info: *mut libc::siginfo_t,
        options: c_int,
    ) -> c_int;
    fn poll(fds: *mut libc::pollfd, count: libc::nfds_t, timeout: c_int) -> c_int;
    fn nanosleep(time: *const libc::timespec, left: *mut libc::timespec) -> c_int;
}

/// Acts on a request to cancel this thread. Leaves errno alone.
///
/// # Safety
/// The frames of all callers may be left by unwinding.
pub(crate) unsafe fn point() {
    // SAFETY: the caller guarantees that the frames of all callers may be left by unwinding.
    unsafe { pthread_testcancel() };
}

/// Sleeps until a child has ended, without taking its status: a cancellation point. Where
/// every call for that is refused it returns early. Leaves errno alone.
///
/// # Safety
/// `pidfd` is a descriptor of the child `pid` or -1. The frames of all callers may be left
/// by unwinding.
pub(crate) unsafe fn sleep_until_ended(pid: libc::pid_t, pidfd: c_int) {
    let before = errno();
    // SAFETY: the caller guarantees what `pidfd` is and that the frames of all callers may be left
    // by unwinding; the last two calls write only to the places they receive.
    unsafe {
        let by_pidfd = pidfd >= 0 && wait_quietly(libc::P_PIDFD, pidfd);
        if !by_pidfd && !wait_quietly(libc::P_PID, pid) && pidfd >= 0 {
            sleep_for(pidfd, None);
        }
    }
    set_errno(before);
}

/// waitid(2) until the child has ended or is nobody's. False if the call is refused.
unsafe fn wait_quietly(kind: libc::idtype_t, id: c_int) -> bool {
    loop {
        // SAFETY: numbers only, for which zero is valid.
        let mut info: libc::siginfo_t = unsafe { core::mem::zeroed() };
        let options = libc::WEXITED | libc::WNOWAIT;
        // SAFETY: the place is valid for writing.
        if unsafe { waitid(kind, id as libc::id_t, &mut info, options) } == 0 {
            return true;
        }
        match errno() {
            libc::EINTR => {}
            errno => return !is_refusal(errno),
        }
    }
}

/// Sleeps until a pidfd says that its process has ended, for so many milliseconds at most:
/// a cancellation point. Caught signals may end the sleep early when it has a limit.
///
/// # Safety
/// The frames of all callers may be left by unwinding.
pub(crate) unsafe fn sleep_for(pidfd: c_int, milliseconds: Option<c_uint>) {
    let time = milliseconds.map_or(-1, |time| c_int::try_from(time).unwrap_or(c_int::MAX));
    let mut fds = [libc::pollfd { fd: pidfd, events: libc::POLLIN, revents: 0 }];
    // SAFETY: `fds` is an array of one structure, and the count passed is 1.
    while unsafe { poll(fds.as_mut_ptr(), 1, time) } < 0
        && milliseconds.is_none()
        && errno() == libc::EINTR
    {}
}

/// Sleeps for so long, or until a signal is caught: a cancellation point.
///
/// # Safety
/// The frames of all callers may be left by unwinding.
pub(crate) unsafe fn pause(milliseconds: c_uint) {
    let time = libc::timespec {
        tv_sec: (milliseconds / 1000).into(),
        tv_nsec: (milliseconds % 1000 * 1_000_000).into(),
    };
    // SAFETY: reads one structure.
    unsafe { nanosleep(&time, core::ptr::null_mut()) };
}
