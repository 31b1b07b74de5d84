//! Opening files (open(2)) without stopping other stages: a FIFO waits for its other end
//! (fifo(7)), which may be another stage's to open.

use crate::{Scheduler, Signals, pollfd};
use rustix::fd::{AsRawFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, openat, statat};
use rustix::io::Errno;
use std::time::{Duration, Instant};

/// How long to wait before asking again whether anybody reads a FIFO: nothing tells.
const AGAIN: Duration = Duration::from_millis(2);

/// Opens a file (openat(2)) with O_CLOEXEC and O_NOCTTY; waits for the other end of a FIFO as
/// open(2) does, while other stages go on. `signals` says which ones end the wait.
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
) -> Result<OwnedFd, Errno> {
    let flags = flags | OFlags::CLOEXEC | OFlags::NOCTTY;
    let waits = waits(scheduler, directory, path);
    let more = if waits { OFlags::NONBLOCK } else { OFlags::empty() };
    let fd = loop {
        match openat(directory, path, flags | more, mode) {
            Ok(fd) => break fd,
            Err(Errno::INTR) => scheduler.check(signals).map_err(|_| Errno::INTR)?,
            // Nobody reads it yet.
            Err(Errno::NXIO) if waits => {
                let until = Some(Instant::now() + AGAIN);
                scheduler.park(&[], until, Signals::Terminal).map_err(|_| Errno::INTR)?;
            }
            Err(error) => return Err(error),
        }
    };
    if waits {
        if !flags.intersects(OFlags::WRONLY | OFlags::RDWR) {
            // Until somebody has opened it for writing, poll() says nothing at all.
            let wanted = pollfd(fd.as_raw_fd(), libc::POLLIN);
            scheduler.park(&[wanted], None, Signals::Terminal).map_err(|_| Errno::INTR)?;
        }
        let flags = rustix::fs::fcntl_getfl(&fd)?;
        rustix::fs::fcntl_setfl(&fd, flags - OFlags::NONBLOCK)?;
    }
    Ok(fd)
}

/// Whether opening a path may wait while others could go on.
pub fn waits(scheduler: &Scheduler, directory: BorrowedFd<'_>, path: &[u8]) -> bool {
    scheduler.must_poll()
        && statat(directory, path, AtFlags::empty())
            .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Fifo)
}
