//! A terminal's foreground process group: tcgetpgrp(3), tcsetpgrp(3), isatty(3).

use std::io;
use std::os::fd::RawFd;

use super::checked;
use crate::raw;

/// Whether the descriptor is a terminal.
pub fn is_terminal(fd: RawFd) -> bool {
    // SAFETY: takes a number only.
    unsafe { libc::isatty(fd) == 1 }
}

/// The foreground process group of the terminal.
///
/// # Errors
/// ENOTTY, EBADF.
pub fn foreground_group(tty: RawFd) -> io::Result<i32> {
    // SAFETY: takes a number only.
    checked(unsafe { libc::tcgetpgrp(tty) })
}

/// Makes `pgid` the foreground process group of the terminal. All signals are
/// blocked meanwhile, so that a caller in the background is not stopped by SIGTTOU.
///
/// # Errors
/// ENOTTY, EBADF, EPERM, EINVAL.
pub fn set_foreground_group(tty: RawFd, pgid: i32) -> io::Result<()> {
    let old = raw::set_mask(!0);
    // SAFETY: takes numbers only.
    let result = checked(unsafe { libc::tcsetpgrp(tty, pgid) }).map(drop);
    raw::set_mask(old);
    result
}
