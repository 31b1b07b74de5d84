//! Writing to an open file, without stopping other stages where it has to wait.

use super::{Bound, Kind, OpenFile};
use crate::real::{self, Class, NoWait};
use crate::scheduler::Signals;
use rustix::io::Errno;
use std::io;
use std::os::fd::{AsRawFd, RawFd};

/// What a pipe that poll() calls writable takes without blocking (PIPE_BUF).
const PIPE_BUF: usize = 4096;

impl OpenFile {
    /// Writes all of `data`, waiting as long as that takes. The process gets no SIGPIPE from rings,
    /// and must not have it at its default for pipes.
    ///
    /// # Errors
    /// Those of [`write`](Self::write); an unknown part has been written then.
    pub fn write_all(&self, data: &[u8]) -> io::Result<()> {
        let mut rest = data;
        while !rest.is_empty() {
            let count = self.write(rest)?;
            rest = &rest[count..];
        }
        Ok(())
    }

    /// Writes some of `data` (write(2)) and returns how many bytes, at least one; waits until
    /// something can be written.
    ///
    /// # Errors
    /// BrokenPipe where nobody is left to read; EBADF where the file is not open for writing; else
    /// those of write(2).
    pub fn write(&self, data: &[u8]) -> io::Result<usize> {
        if self.registered.get() {
            // Opened for both: the position is where reading stands.
            self.give_back();
        }
        loop {
            let ring = match &mut *self.kind.borrow_mut() {
                Kind::Capture(bytes) => {
                    let Some(kept) = bytes else { return Err(io::ErrorKind::BrokenPipe.into()) };
                    if let Some(bound) = self.bound.get() {
                        return self.write_bound(bound, kept, data);
                    }
                    if kept.try_reserve(data.len()).is_err() {
                        // Whoever asked for it cannot go on: nobody reads it any more.
                        *bytes = None;
                        return Err(io::ErrorKind::BrokenPipe.into());
                    }
                    kept.extend_from_slice(data);
                    return Ok(data.len());
                }
                Kind::RingWriter(ring) => Ok(ring.clone()),
                Kind::RingReader(_) | Kind::Text(..) => return Err(Errno::BADF.into()),
                Kind::Real(fd) => Err(fd.as_raw_fd()),
            };
            let ring = match ring {
                Ok(ring) => ring,
                Err(fd) => return self.write_real(fd, data),
            };
            let (count, waiting) = {
                let mut ring = ring.borrow_mut();
                if !ring.reader_open {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
                let count = ring.push(data);
                if count == 0 {
                    ring.writers.push(self.scheduler.current());
                    (0, Vec::new())
                } else {
                    (count, std::mem::take(&mut ring.readers))
                }
            };
            if count > 0 {
                for stage in waiting {
                    self.scheduler.wake(stage);
                }
                return Ok(count);
            }
            self.scheduler.park(&[], None, Signals::Terminal)?;
        }
    }

    /// Writes to a capture of which not all is kept.
    #[cold]
    fn write_bound(&self, bound: &Bound, kept: &mut Vec<u8>, data: &[u8]) -> io::Result<usize> {
        let most = match bound {
            Bound::Most(most) => *most,
            Bound::Sink(sink) => {
                (sink.borrow_mut())(data);
                return Ok(data.len());
            }
        };
        let room = most.saturating_sub(kept.len());
        kept.extend_from_slice(&data[..room.min(data.len())]);
        if data.len() > room {
            self.scheduler.output_exceeded();
            return Err(Errno::FBIG.into());
        }
        Ok(data.len())
    }

    fn write_real(&self, fd: RawFd, data: &[u8]) -> io::Result<usize> {
        loop {
            let mut data = data;
            if self.scheduler.must_poll() && self.class() != Class::Seekable {
                match self.on_real(|fd| real::write_no_wait(fd, data))? {
                    NoWait::Done(count) => return Ok(count),
                    NoWait::WouldBlock => {
                        self.wait_for(fd, libc::POLLOUT, Signals::Terminal)?;
                        continue;
                    }
                    NoWait::Unsupported => {
                        self.wait_for_ready(fd, libc::POLLOUT, Signals::Terminal)?;
                        data = &data[..data.len().min(PIPE_BUF)];
                    }
                }
            }
            match self.on_real(|fd| real::write(fd, data)) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    self.scheduler.check(Signals::Terminal)?;
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.wait_for(fd, libc::POLLOUT, Signals::Terminal)?;
                }
                other => return other,
            }
        }
    }
}
