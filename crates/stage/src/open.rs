//! Opening files (open(2)) without stopping other stages, and without missing a signal: a FIFO
//! waits for its other end (fifo(7)), which may be another stage's to open.

use crate::door::{linked_descriptor, open_named, openat, statat};
use crate::real;
use crate::scheduler::poll_plain;
use crate::{Scheduler, Signals, pollfd};
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags};
use rustix::io::Errno;
use rustix::pipe::SpliceFlags;
use std::time::{Duration, Instant};

/// How long to wait before asking again whether the other end of a FIFO is open, which nothing
/// tells: at first, and in the end.
const AGAIN: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(20));

/// Pauses that grow while a FIFO's other end is waited for.
struct Pauses(Duration);

impl Pauses {
    /// When to ask again.
    fn next(&mut self) -> Option<Instant> {
        let pause = self.0;
        self.0 = (pause + pause / 8).min(AGAIN.1);
        Some(Instant::now() + pause)
    }
}

/// Opens a file (openat(2)) with O_CLOEXEC and O_NOCTTY; waits for the other end of a FIFO as
/// open(2) does, while other stages go on. `signals` says which ones end the wait.
///
/// A link that leads to /dev/stdin or its kin means a descriptor of whoever opens it, which need not be the
/// process's: `own` has the one of a number, or the error. Without `own` it is the process's.
///
/// # Errors
/// EINTR where a signal of kind `signals` is pending; else those of openat(2).
pub fn open(
    scheduler: &Scheduler,
    directory: BorrowedFd<'_>,
    path: &[u8],
    flags: OFlags,
    mode: Mode,
    signals: Signals,
    own: Option<Own<'_>>,
) -> Result<OwnedFd, Errno> {
    let flags = flags | OFlags::CLOEXEC | OFlags::NOCTTY;
    let waits = (scheduler.must_poll() || scheduler.may_be_interrupted(signals))
        && !flags.contains(OFlags::NONBLOCK)
        && is_fifo(directory, path);
    if !waits {
        loop {
            match open_once(directory, path, flags, mode, own) {
                Err(Errno::INTR) => scheduler.check(signals).map_err(|_| Errno::INTR)?,
                result => return result,
            }
        }
    }
    let mut pauses = Pauses(AGAIN.0);
    // The other end may have been opened in the pause that a signal ended: that is asked once more.
    let mut interrupted = false;
    let fd = loop {
        match open_once(directory, path, flags | OFlags::NONBLOCK, mode, own) {
            Ok(fd) => break fd,
            Err(Errno::INTR) => scheduler.check(signals).map_err(|_| Errno::INTR)?,
            // Nobody reads it yet.
            Err(Errno::NXIO) if interrupted => return Err(Errno::INTR),
            Err(Errno::NXIO) => interrupted = scheduler.park(&[], pauses.next(), signals).is_err(),
            Err(error) => return Err(error),
        }
    };
    if !flags.intersects(OFlags::WRONLY | OFlags::RDWR) {
        while !has_writer(scheduler, fd.as_fd()) {
            if interrupted {
                return Err(Errno::INTR);
            }
            let wanted = pollfd(fd.as_raw_fd(), libc::POLLIN);
            interrupted = scheduler.park(&[wanted], pauses.next(), signals).is_err();
        }
    }
    let flags = rustix::fs::fcntl_getfl(&fd)?;
    rustix::fs::fcntl_setfl(&fd, flags - OFlags::NONBLOCK)?;
    Ok(fd)
}

/// The real descriptor that a number stands for.
pub type Own<'a> = &'a dyn Fn(u32) -> Result<RawFd, Errno>;

fn open_once(
    directory: BorrowedFd<'_>,
    path: &[u8],
    flags: OFlags,
    mode: Mode,
    own: Option<Own<'_>>,
) -> Result<OwnedFd, Errno> {
    let Some(own) = own else { return openat(directory, path, flags, mode) };
    match open_named(directory, path, flags, mode) {
        Err(Errno::LOOP) => match linked_descriptor(directory, path) {
            Some(number) => openat(CWD, format!("/proc/self/fd/{}", own(number)?), flags, mode),
            None => openat(directory, path, flags, mode),
        },
        result => result,
    }
}

/// Whether opening a path may wait while other stages could go on.
pub fn waits(scheduler: &Scheduler, directory: BorrowedFd<'_>, path: &[u8]) -> bool {
    scheduler.must_poll() && is_fifo(directory, path)
}

/// Whether a path is that of a FIFO.
pub fn is_fifo(directory: BorrowedFd<'_>, path: &[u8]) -> bool {
    statat(directory, path, AtFlags::empty())
        .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Fifo)
}

/// Whether somebody has the FIFO open for writing, or had since it was opened for reading here.
/// poll(2) tells of what was written, and of writers that have gone; that there is one which has
/// written nothing shows in tee(2), which does not find the end of the file then.
fn has_writer(scheduler: &Scheduler, fifo: BorrowedFd<'_>) -> bool {
    let mut wanted = [pollfd(fifo.as_raw_fd(), libc::POLLIN)];
    if matches!(poll_plain(&mut wanted, Some(Duration::ZERO)), Ok(count) if count > 0) {
        return true;
    }
    if scheduler.make_scratch().is_err() {
        return false;
    }
    let scratch = scheduler.scratch.borrow();
    let Some((reader, writer)) = &*scratch else { return false };
    match rustix::pipe::tee(fifo, writer, 1, SpliceFlags::NONBLOCK) {
        Ok(0) => false,
        Ok(_) => {
            // It was written just now; the copy is nobody's.
            let _ = real::read(reader.as_fd(), &mut [0]);
            true
        }
        // Where it cannot be asked, it shows as soon as something is written.
        Err(error) => error == Errno::AGAIN,
    }
}
