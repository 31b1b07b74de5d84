//! Reading from an open file, exactly as far as asked for.

use super::{Kind, OpenFile};
use crate::StageId;
use crate::real::{self, Class, NoWait};
use crate::scheduler::{Signals, pollfd};
use crate::workers::Workers;
use rustix::fs::SeekFrom;
use rustix::pipe::SpliceFlags;
use std::io;
use std::os::fd::{AsFd, AsRawFd, RawFd};

/// Bytes read at a time from a seekable file.
const BLOCK: usize = 16 << 10;
/// Bytes read at a time from a device that has no end: random ones are dear.
const ENDLESS_BLOCK: usize = 1 << 10;
/// Bytes looked at in a pipe at a time.
const LOOK: usize = 64 << 10;

impl OpenFile {
    /// read(2): at least one byte unless the file is at its end, as many as are there.
    ///
    /// Waits without stopping other stages.
    ///
    /// # Errors
    /// Interrupted where a signal of kind `signals` is pending; EBADF where the file is not open
    /// for reading; else those of read(2).
    pub fn read(&self, buffer: &mut [u8], signals: Signals) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        if self.as_real().is_some() {
            let known = self.with_known(|known| {
                let count = known.len().min(buffer.len());
                buffer[..count].copy_from_slice(&known[..count]);
                count
            });
            if known > 0 {
                self.consume(known);
                return Ok(known);
            }
            self.give_back();
            return self.read_real(buffer, signals);
        }
        if !self.fill(signals)? {
            return Ok(0);
        }
        let count = self.with_known(|known| {
            let count = known.len().min(buffer.len());
            buffer[..count].copy_from_slice(&known[..count]);
            count
        });
        self.consume(count);
        Ok(count)
    }

    fn read_real(&self, buffer: &mut [u8], signals: Signals) -> io::Result<usize> {
        let Some(fd) = self.as_real() else { return Ok(0) };
        loop {
            if self.must_wait(signals) {
                match self.on_real(|fd| real::read_no_wait(fd, buffer))? {
                    NoWait::Done(count) => return Ok(count),
                    NoWait::WouldBlock => {
                        self.wait_for(fd, libc::POLLIN, signals)?;
                        continue;
                    }
                    NoWait::Unsupported => self.wait_for_ready(fd, libc::POLLIN, signals)?,
                }
            }
            match self.on_real(|fd| real::read(fd, buffer)) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    self.scheduler.check(signals)?;
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.wait_for(fd, libc::POLLIN, signals)?;
                }
                other => return other,
            }
        }
    }

    /// Whether a plain system call could stop stages that could go on, or lose a signal.
    pub(super) fn must_wait(&self, signals: Signals) -> bool {
        (self.scheduler.must_poll() || signals == Signals::Any) && self.class() != Class::Seekable
    }

    pub(super) fn wait_for(&self, fd: RawFd, events: i16, signals: Signals) -> io::Result<()> {
        self.scheduler.park(&[pollfd(fd, events)], None, signals)
    }

    /// Waits until poll() says that the descriptor is ready: parking alone may end early.
    pub(super) fn wait_for_ready(
        &self,
        fd: RawFd,
        events: i16,
        signals: Signals,
    ) -> io::Result<()> {
        loop {
            let mut fds = [pollfd(fd, events)];
            match crate::scheduler::poll_plain(&mut fds, Some(std::time::Duration::ZERO)) {
                Ok(0) => self.wait_for(fd, events, signals)?,
                Ok(_) => return Ok(()),
                // By a signal that this wait may have nothing to do with.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    self.scheduler.check(signals)?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Whether a read would return at once, as far as can be known.
    pub fn is_ready(&self) -> bool {
        match &*self.kind.borrow() {
            Kind::RingReader(ring) => {
                let ring = ring.borrow();
                return !ring.unread().is_empty() || !ring.writer_open;
            }
            Kind::Real(_) => {}
            _ => return true,
        }
        if self.with_known(|known| !known.is_empty()) || self.class() == Class::Seekable {
            return true;
        }
        let Some(fd) = self.as_real() else { return true };
        let mut fds = [pollfd(fd, libc::POLLIN)];
        let ready = crate::scheduler::poll_plain(&mut fds, Some(std::time::Duration::ZERO));
        !matches!(ready, Ok(0))
    }

    /// Waits until a read would return at once, or a job of `workers` has been done. May return early.
    ///
    /// # Errors
    /// Interrupted where a signal of kind `signals` is pending.
    pub fn wait_beside(&self, workers: &Workers, signals: Signals) -> io::Result<()> {
        let me = self.scheduler.current();
        workers.waiting.borrow_mut().push(me);
        if let Kind::RingReader(ring) = &*self.kind.borrow() {
            ring.borrow_mut().readers.push(me);
        }
        match self.as_real() {
            Some(fd) => self.scheduler.park(&[pollfd(fd, libc::POLLIN)], None, signals),
            None => self.scheduler.park(&[], None, signals),
        }
    }

    /// Makes at least one more byte known; false at the end of the file. What is known has
    /// not been read until [`Self::consume`] says so.
    ///
    /// # Errors
    /// Those of [`read`](Self::read).
    pub fn fill(&self, signals: Signals) -> io::Result<bool> {
        loop {
            if self.with_known(|known| !known.is_empty()) {
                return Ok(true);
            }
            let ring = match &*self.kind.borrow() {
                Kind::RingReader(ring) => ring.clone(),
                Kind::Text(..) | Kind::Null => return Ok(false),
                Kind::Capture(_) | Kind::RingWriter(_) => {
                    return Err(rustix::io::Errno::BADF.into());
                }
                Kind::Real(fd) => {
                    let fd = fd.as_raw_fd();
                    return self.fill_real(fd, signals);
                }
            };
            {
                let mut ring = ring.borrow_mut();
                if !ring.writer_open {
                    return Ok(false);
                }
                ring.readers.push(self.scheduler.current());
            }
            self.scheduler.park(&[], None, signals)?;
        }
    }

    fn fill_real(&self, fd: RawFd, signals: Signals) -> io::Result<bool> {
        match self.class() {
            Class::Seekable if !self.shared.get() => {
                let mut ahead = self.ahead.borrow_mut();
                ahead.bytes.clear();
                ahead.start = 0;
                let count = self.on_real(|fd| real::read_into(fd, &mut ahead.bytes, BLOCK))?;
                drop(ahead);
                self.register();
                Ok(count > 0)
            }
            Class::Pipe if !self.shared.get() => match self.look(fd, signals) {
                // A descriptor that cannot be looked at is read byte by byte.
                Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {
                    self.shared.set(true);
                    self.fill_byte(signals)
                }
                // So is one where there are too few descriptors to look.
                Err(error) if matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE)) => {
                    self.fill_byte(signals)
                }
                other => other,
            },
            Class::Endless => self.fill_block(signals),
            _ => self.fill_byte(signals),
        }
    }

    /// As much as a small buffer holds of a device where it is no matter who gets what.
    fn fill_block(&self, signals: Signals) -> io::Result<bool> {
        let mut block = [0u8; ENDLESS_BLOCK];
        let count = self.read_real(&mut block, signals)?;
        let mut ahead = self.ahead.borrow_mut();
        ahead.bytes.clear();
        ahead.bytes.extend_from_slice(&block[..count]);
        ahead.start = 0;
        Ok(count > 0)
    }

    /// One byte: what can be read without knowing what follows.
    fn fill_byte(&self, signals: Signals) -> io::Result<bool> {
        let mut byte = [0u8];
        if self.read_real(&mut byte, signals)? == 0 {
            return Ok(false);
        }
        let mut ahead = self.ahead.borrow_mut();
        ahead.bytes.clear();
        ahead.bytes.push(byte[0]);
        ahead.start = 0;
        Ok(true)
    }

    /// Looks at what is in a pipe without taking it.
    fn look(&self, fd: RawFd, signals: Signals) -> io::Result<bool> {
        // Take what was looked at before.
        self.give_back();
        self.scheduler.make_scratch()?;
        let count = loop {
            let wait = self.must_wait(signals);
            let flags = if wait { SpliceFlags::NONBLOCK } else { SpliceFlags::empty() };
            let result = match &*self.scheduler.scratch.borrow() {
                Some((_, writer)) => {
                    self.on_real(|fd| Ok(rustix::pipe::tee(fd, writer, LOOK, flags)?))
                }
                None => return Err(io::ErrorKind::Other.into()),
            };
            match result {
                Ok(count) => break count,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.wait_for(fd, libc::POLLIN, signals)?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    self.scheduler.check(signals)?;
                }
                Err(error) => return Err(error),
            }
        };
        let mut ahead = self.ahead.borrow_mut();
        ahead.bytes.clear();
        ahead.start = 0;
        if let Some((reader, _)) = &*self.scheduler.scratch.borrow() {
            while ahead.bytes.len() < count {
                let left = count - ahead.bytes.len();
                if real::read_into(reader.as_fd(), &mut ahead.bytes, left)? == 0 {
                    break;
                }
            }
        }
        drop(ahead);
        self.register();
        Ok(count > 0)
    }

    fn register(&self) {
        if !self.registered.replace(true) {
            let mut files = self.scheduler.ahead.borrow_mut();
            // Before the list would grow: a weak reference keeps the memory of a closed file.
            if files.len() == files.capacity() {
                files.retain(|file| file.strong_count() > 0);
            }
            files.push(self.me.clone());
        }
    }

    /// Shows what is known: bytes that come next in the file. May be empty.
    pub fn with_known<R>(&self, look: impl FnOnce(&[u8]) -> R) -> R {
        match &*self.kind.borrow() {
            Kind::Real(_) => {
                let ahead = self.ahead.borrow();
                look(&ahead.bytes[ahead.start..])
            }
            Kind::RingReader(ring) => look(ring.borrow().unread()),
            Kind::Text(text, read) => look(&text[*read..]),
            Kind::RingWriter(_) | Kind::Capture(_) | Kind::Null => look(&[]),
        }
    }

    /// Puts all that another stage has written for this reader into `buffer`, whose memory the other stage goes on with:
    /// false where that is little, and nothing has changed.
    pub fn swap(&self, buffer: &mut Vec<u8>) -> bool {
        let waiting = match &*self.kind.borrow() {
            Kind::RingReader(ring) => {
                let mut ring = ring.borrow_mut();
                if !ring.swap(buffer) {
                    return false;
                }
                std::mem::take(&mut ring.writers)
            }
            _ => return false,
        };
        self.wake(waiting);
        true
    }

    /// Whether it is known that nothing follows: the stages that could write have closed it.
    pub fn has_ended(&self) -> bool {
        match &*self.kind.borrow() {
            Kind::RingReader(ring) => {
                let ring = ring.borrow();
                ring.unread().is_empty() && !ring.writer_open
            }
            _ => false,
        }
    }

    fn wake(&self, waiting: Vec<StageId>) {
        for stage in waiting {
            self.scheduler.wake(stage);
        }
    }

    /// Reads `count` of the known bytes for good.
    pub fn consume(&self, count: usize) {
        let waiting = match &mut *self.kind.borrow_mut() {
            Kind::Real(_) => {
                let mut ahead = self.ahead.borrow_mut();
                ahead.start = (ahead.start + count).min(ahead.bytes.len());
                return;
            }
            Kind::Text(text, read) => {
                *read = (*read + count).min(text.len());
                return;
            }
            Kind::RingReader(ring) => {
                let mut ring = ring.borrow_mut();
                ring.consume(count);
                std::mem::take(&mut ring.writers)
            }
            Kind::RingWriter(_) | Kind::Capture(_) | Kind::Null => return,
        };
        self.wake(waiting);
    }

    /// Moves to another place in the file and returns it, in bytes from the start (lseek(2)).
    ///
    /// # Errors
    /// ESPIPE where the file has no places: pipes, terminals, rings; else those of lseek(2).
    pub fn seek(&self, to: SeekFrom) -> io::Result<u64> {
        self.settle();
        self.give_back();
        match &*self.kind.borrow() {
            Kind::Real(fd) => Ok(rustix::fs::seek(fd, to)?),
            _ => Err(rustix::io::Errno::SPIPE.into()),
        }
    }

    /// Ends a regular file at the place where it is (ftruncate(2)); nothing else changes.
    pub fn cut_off(&self) {
        if let Ok(place) = self.seek(SeekFrom::Current(0))
            && let Kind::Real(fd) = &*self.kind.borrow()
        {
            let _ = rustix::fs::ftruncate(fd, place);
        }
    }

    /// Puts the description where a reader of single bytes had left it, and forgets what was
    /// known beyond.
    pub fn give_back(&self) {
        if !self.registered.replace(false) {
            return;
        }
        let mut ahead = self.ahead.borrow_mut();
        let unread = ahead.bytes.len() - ahead.start;
        if let Kind::Real(fd) = &*self.kind.borrow() {
            match self.class.get() {
                Some(Class::Seekable) if unread > 0 => {
                    let _ = rustix::fs::seek(fd, SeekFrom::Current(-(unread as i64)));
                }
                Some(Class::Pipe) => {
                    let mut left = ahead.start;
                    let mut sink = [0u8; 4096];
                    while left > 0 {
                        let most = left.min(sink.len());
                        match real::read(fd.as_fd(), &mut sink[..most]) {
                            Ok(0) => break,
                            Ok(count) => left -= count,
                            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                            Err(_) => break,
                        }
                    }
                }
                _ => {}
            }
        }
        ahead.bytes.clear();
        ahead.start = 0;
    }
}
