//! Raw reading and writing of descriptors, with and without the right to block.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::BorrowedFd;

use crate::door;
use rustix::io::Errno;

/// What a descriptor refers to, as far as reading and waiting are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A regular file or block device: never blocks for long, can be positioned.
    Seekable,
    /// A pipe or FIFO: its contents can be looked at without taking them (tee(2)).
    Pipe,
    /// A device of the kernel's own, such as /dev/zero and /dev/urandom: what is read has no place,
    /// so that nobody misses what was read ahead.
    Endless,
    /// A terminal, a socket, anything else.
    Other,
}

/// The major number of the kernel's memory devices (null(4), random(4)), of which no read moves a
/// position but those of /dev/mem, /dev/port and /dev/kmsg.
const MEMORY: u32 = 1;
/// /dev/null, /dev/zero, /dev/full, /dev/random, /dev/urandom.
const ENDLESS: [u32; 5] = [3, 5, 7, 8, 9];

/// Finds the class of a descriptor.
pub(crate) fn classify(fd: BorrowedFd<'_>) -> Class {
    match rustix::fs::fstat(fd) {
        Ok(stat) => match rustix::fs::FileType::from_raw_mode(stat.st_mode) {
            rustix::fs::FileType::RegularFile | rustix::fs::FileType::BlockDevice => {
                Class::Seekable
            }
            rustix::fs::FileType::Fifo => Class::Pipe,
            rustix::fs::FileType::CharacterDevice
                if rustix::fs::major(stat.st_rdev) == MEMORY
                    && ENDLESS.contains(&rustix::fs::minor(stat.st_rdev)) =>
            {
                Class::Endless
            }
            _ => Class::Other,
        },
        Err(_) => Class::Other,
    }
}

/// read(2) at the end of `buffer`, at most `most` bytes.
///
/// # Errors
/// Those of read(2); `OutOfMemory` where the buffer cannot grow, and nothing was read.
pub(crate) fn read_into(
    fd: BorrowedFd<'_>,
    buffer: &mut Vec<u8>,
    most: usize,
) -> io::Result<usize> {
    door::look()?;
    drain_into(fd, buffer, most)
}

/// [`read_into`], of a pipe of the process's own, which is no file of a script's: reading that does not fail.
///
/// # Errors
/// Those of [`read_into`].
pub(crate) fn drain_into(
    fd: BorrowedFd<'_>,
    buffer: &mut Vec<u8>,
    most: usize,
) -> io::Result<usize> {
    buffer.try_reserve(most).map_err(|_| io::ErrorKind::OutOfMemory)?;
    let room: &mut [MaybeUninit<u8>] = buffer.spare_capacity_mut();
    let room = &mut room[..most];
    let count = {
        let (filled, _) = loop {
            match rustix::io::read(fd, &mut *room) {
                Err(Errno::INTR) => {}
                result => break result?,
            }
        };
        filled.len()
    };
    // SAFETY: read(2) has just initialised `count` bytes after the old length.
    unsafe { buffer.set_len(buffer.len() + count) };
    Ok(count)
}

/// read(2).
pub(crate) fn read(fd: BorrowedFd<'_>, buffer: &mut [u8]) -> io::Result<usize> {
    Ok(door::read(fd, buffer)?)
}

/// write(2).
pub(crate) fn write(fd: BorrowedFd<'_>, data: &[u8]) -> io::Result<usize> {
    Ok(door::write(fd, data)?)
}

/// Whether this read or write would have to wait, or cannot be asked not to.
pub(crate) enum NoWait {
    Done(usize),
    WouldBlock,
    Unsupported,
}

/// read(2) that never waits (preadv2(2), RWF_NOWAIT).
pub(crate) fn read_no_wait(fd: BorrowedFd<'_>, buffer: &mut [u8]) -> io::Result<NoWait> {
    match door::read_no_wait(fd, buffer) {
        // An empty read says so too.
        Err(Errno::INVAL) if rustix::io::read(fd, &mut [0; 0]) == Err(Errno::INVAL) => {
            Err(Errno::INVAL.into())
        }
        result => outcome(result),
    }
}

/// write(2) that never waits (pwritev2(2), RWF_NOWAIT).
pub(crate) fn write_no_wait(fd: BorrowedFd<'_>, data: &[u8]) -> io::Result<NoWait> {
    match door::write_no_wait(fd, data) {
        // An empty write says so too, but to a socket it could be a message.
        Err(Errno::INVAL) if !is_socket(fd) && rustix::io::write(fd, &[]) == Err(Errno::INVAL) => {
            Err(Errno::INVAL.into())
        }
        result => outcome(result),
    }
}

fn is_socket(fd: BorrowedFd<'_>) -> bool {
    rustix::fs::fstat(fd).is_ok_and(|stat| {
        rustix::fs::FileType::from_raw_mode(stat.st_mode) == rustix::fs::FileType::Socket
    })
}

/// What a call that does not wait has found. EINVAL is what kernels before 4.13 say of the flag. It is also what
/// every kernel says of a file that cannot be read or written at all (epoll(7), pidfd_open(2)), for which poll(2)
/// would wait for ever; the callers have sorted these out.
fn outcome(result: rustix::io::Result<usize>) -> io::Result<NoWait> {
    match result {
        Ok(count) => Ok(NoWait::Done(count)),
        Err(Errno::AGAIN) => Ok(NoWait::WouldBlock),
        Err(Errno::OPNOTSUPP | Errno::NOSYS | Errno::INVAL | Errno::SPIPE) => {
            Ok(NoWait::Unsupported)
        }
        Err(error) => Err(error.into()),
    }
}
