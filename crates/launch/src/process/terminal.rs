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

/// Whether the descriptor is the terminal that controls the session of this process: tcgetsid(3).
pub fn is_controlling_terminal(fd: RawFd) -> bool {
    // A session outside of this PID namespace has the id 0 here.
    // SAFETY: takes a number only.
    unsafe { libc::tcgetsid(fd) != -1 }
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

/// How many lines and columns a terminal has: ioctl_tty(2). None: it is none, or does not know.
pub fn window_size(fd: RawFd) -> Option<(u16, u16)> {
    // SAFETY: numbers only, for which zero is valid.
    let mut size: libc::winsize = unsafe { core::mem::zeroed() };
    // SAFETY: the call writes the structure.
    let result = unsafe { libc::ioctl(fd, libc::TIOCGWINSZ, &mut size) };
    (result == 0 && size.ws_row > 0 && size.ws_col > 0).then_some((size.ws_row, size.ws_col))
}

/// The modes of a terminal, an argument of [`restore_modes`] later.
#[derive(Clone, Copy)]
pub struct Modes(libc::termios);

/// How a terminal is changed for the time of a read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TypingModes {
    /// What is typed is not shown.
    pub is_silent: bool,
    /// It comes character by character and not by line.
    pub is_unbuffered: bool,
}

/// Changes the modes of a terminal and returns what they were before. None: it is no terminal.
pub fn change_modes(fd: RawFd, typing: TypingModes) -> Option<Modes> {
    let mut modes = core::mem::MaybeUninit::<libc::termios>::uninit();
    // SAFETY: `modes` has room for what is written.
    if unsafe { libc::tcgetattr(fd, modes.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: the call has succeeded and filled it.
    let before = unsafe { modes.assume_init() };
    let mut wanted = before;
    if typing.is_silent {
        wanted.c_lflag &= !libc::ECHO;
    }
    if typing.is_unbuffered {
        wanted.c_lflag &= !libc::ICANON;
        wanted.c_cc[libc::VMIN] = 1;
        wanted.c_cc[libc::VTIME] = 0;
    }
    // SAFETY: `wanted` is valid and only read.
    (unsafe { libc::tcsetattr(fd, libc::TCSADRAIN, &wanted) } == 0).then_some(Modes(before))
}

/// Gives a terminal the modes that it had.
pub fn restore_modes(fd: RawFd, modes: &Modes) {
    // SAFETY: the modes are valid and only read.
    unsafe { libc::tcsetattr(fd, libc::TCSADRAIN, &modes.0) };
}
