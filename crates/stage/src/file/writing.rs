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
        self.write_all_until(data, Signals::Terminal).map_err(|(error, _)| error)
    }

    /// [`Self::write_all`], of which signals of this kind end the waits.
    ///
    /// # Errors
    /// Those of [`Self::write`], Interrupted where a signal ended a wait; with how much was written.
    pub fn write_all_until(&self, data: &[u8], signals: Signals) -> Result<(), (io::Error, usize)> {
        let mut done = 0;
        while done < data.len() {
            done += self.write_some(&data[done..], signals).map_err(|error| (error, done))?;
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
        self.write_some(data, Signals::Terminal)
    }

    fn write_some(&self, data: &[u8], signals: Signals) -> io::Result<usize> {
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
                Kind::RingReader(_) | Kind::Text(..) | Kind::Null => return Err(Errno::BADF.into()),
                Kind::Real(fd) => Err(fd.as_raw_fd()),
            };
            let ring = match ring {
                Ok(ring) => ring,
                Err(fd) => return self.write_real(fd, data, signals),
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
            self.scheduler.park(&[], None, signals)?;
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

    /// Whether a plain write(2) might keep other stages waiting, or be deaf to a signal that is to end it.
    fn must_poll_to_write(&self, signals: Signals) -> bool {
        let may_wait = || match self.class() {
            Class::Seekable => false,
            Class::Endless => self.scheduler.must_poll(),
            Class::Pipe | Class::Other => true,
        };
        let is_awaited = || signals == Signals::Any && self.scheduler.may_be_interrupted(signals);
        (self.scheduler.must_poll() || is_awaited()) && may_wait()
    }

    fn write_real(&self, fd: RawFd, data: &[u8], signals: Signals) -> io::Result<usize> {
        loop {
            let mut data = data;
            if self.must_poll_to_write(signals) {
                match self.on_real(|fd| real::write_no_wait(fd, data))? {
                    NoWait::Done(count) => return Ok(count),
                    NoWait::WouldBlock => {
                        self.wait_for(fd, libc::POLLOUT, signals)?;
                        continue;
                    }
                    NoWait::Unsupported => {
                        self.wait_for_ready(fd, libc::POLLOUT, signals)?;
                        data = &data[..data.len().min(PIPE_BUF)];
                    }
                }
            }
            match self.on_real(|fd| real::write(fd, data)) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    self.scheduler.check(signals)?;
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.wait_for(fd, libc::POLLOUT, signals)?;
                }
                other => return other,
            }
        }
    }
}
