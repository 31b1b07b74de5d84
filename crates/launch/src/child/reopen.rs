//! Pipe ends with high numbers, at a cost that does not depend on the number.
//!
//! The kernel copies a descriptor table up to the highest descriptor that is
//! needed. In a process with thousands of files open a new pipe has such a number,
//! and copying for it costs more than the rest of the launch. Instead the child
//! leaves its copy empty and opens the pipe anew by the name it has under its
//! parent in /proc. A pipe that the launch has made itself is the same seen either
//! way. That it is the right one is checked: /proc may be another namespace's.

use core::mem::MaybeUninit;

use crate::plan::{Move, PipeEnd};
use crate::raw::{self, call};

/// Up to here copying is as cheap.
pub(crate) const FAR: i32 = 128;

/// `/proc/`, ten digits, `/fd/`, ten digits, NUL.
const LONGEST: usize = 32;

/// Opens the source of `one`, a pipe end of process `parent`, at a new number.
///
/// # Errors
/// The errno; EXDEV if it is not that pipe.
///
/// # Safety
/// The table is the child's own.
pub(super) unsafe fn reopen(one: &Move, end: &PipeEnd, parent: i32) -> Result<i32, i32> {
    let mut name = [0u8; LONGEST];
    let mut length = append(&mut name, 0, b"/proc/");
    length = append_number(&mut name, length, parent);
    length = append(&mut name, length, b"/fd/");
    append_number(&mut name, length, one.source);
    let mode = if end.write { libc::O_WRONLY } else { libc::O_RDONLY };
    // The end is one whose other end is open, so that this does not wait; should
    // it be another file, this must not wait either.
    let flags = mode | libc::O_CLOEXEC | libc::O_NONBLOCK;
    // SAFETY: the name is NUL-terminated.
    let fd = unsafe { call!(libc::SYS_openat, libc::AT_FDCWD, &name, flags) };
    if let Some(errno) = raw::failed(fd) {
        return Err(errno);
    }
    let fd = fd as i32;
    let mut stat = MaybeUninit::<libc::stat>::uninit();
    // SAFETY: writes one stat, which is read only if it has been written.
    let failed = unsafe {
        match raw::failed(call!(libc::SYS_fstat, fd, stat.as_mut_ptr())) {
            Some(errno) => Some(errno),
            None => {
                let found = &*stat.as_ptr();
                ((found.st_dev, found.st_ino) != end.file).then_some(libc::EXDEV)
            }
        }
    };
    // SAFETY: takes numbers only.
    let set = || raw::failed(unsafe { call!(raw::SYS_fcntl, fd, libc::F_SETFL, mode) });
    match failed.or_else(set) {
        None => Ok(fd),
        Some(errno) => {
            // SAFETY: just opened.
            unsafe { call!(raw::SYS_close, fd) };
            Err(errno)
        }
    }
}

fn append(name: &mut [u8; LONGEST], at: usize, text: &[u8]) -> usize {
    for (place, &byte) in name.iter_mut().skip(at).zip(text) {
        // Volatile, so that this does not become a call of memcpy.
        // SAFETY: a place in the array.
        unsafe { core::ptr::write_volatile(place, byte) };
    }
    at + text.len()
}

fn append_number(name: &mut [u8; LONGEST], at: usize, number: i32) -> usize {
    let mut digits = [0u8; 10];
    let mut left = number.unsigned_abs();
    let mut count = 0;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (left % 10) as u8;
        left /= 10;
        count += 1;
        if left == 0 {
            break;
        }
    }
    append(name, at, digits.get(10 - count..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_digits() {
        for number in [0, 7, 10, 4_000_000, i32::MAX] {
            let mut name = [0; LONGEST];
            let start = append(&mut name, 0, b"x/");
            let end = append_number(&mut name, start, number);
            assert_eq!(&name[..end], format!("x/{number}").as_bytes());
        }
    }
}
