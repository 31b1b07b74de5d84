//! How an open file that exists only in this process becomes a real descriptor, and how what
//! was written to a capture is collected.

use super::{Bound, Kind, OpenFile, Sink};
use crate::real::{self, Class};
use crate::ring::{self, Ring};
use crate::scheduler::{Drain, Scheduler, Signals, pollfd};
use rustix::fs::MemfdFlags;
use rustix::io::Errno;
use rustix::pipe::PipeFlags;
use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::rc::Rc;

/// Numbers below this are left to scripts.
const FIRST_PRIVATE: RawFd = 10;

/// Moves a descriptor above those that scripts name, so that a child's descriptors can be
/// put in place without stepping on one that is still needed.
///
/// # Errors
/// EMFILE where no number is left: also where the limit leaves none at all above those that
/// scripts name, which fcntl(2) calls EINVAL.
pub fn private(fd: OwnedFd) -> io::Result<OwnedFd> {
    if fd.as_raw_fd() >= FIRST_PRIVATE {
        return Ok(fd);
    }
    rustix::io::fcntl_dupfd_cloexec(&fd, FIRST_PRIVATE).map_err(|errno| match errno {
        Errno::INVAL => Errno::MFILE.into(),
        errno => errno.into(),
    })
}

/// pipe2(2), O_CLOEXEC, both ends private: (to read, to write).
pub(super) fn new_pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
    Ok((private(reader)?, private(writer)?))
}

impl OpenFile {
    /// The descriptor of this file, made real where it is not. It stays owned by the file.
    ///
    /// A ring becomes a pipe at both ends, holding what the ring held; a capture becomes a
    /// pipe that the scheduler empties; a text becomes a pipe or, where it is larger than a
    /// pipe, an unnamed file in memory (memfd_create(2)); /dev/null is opened.
    ///
    /// # Errors
    /// Those of pipe2(2), memfd_create(2), fcntl(2), write(2) and open(2): EMFILE, ENFILE, ENOMEM. What was
    /// written to the file is kept.
    pub fn real(&self) -> io::Result<RawFd> {
        enum Plan {
            Ring(Rc<RefCell<Ring>>),
            Capture,
            Text(Rc<[u8]>, usize),
            Null,
        }
        let plan = match &*self.kind.borrow() {
            Kind::Real(fd) => return Ok(fd.as_raw_fd()),
            Kind::RingReader(ring) | Kind::RingWriter(ring) => Plan::Ring(ring.clone()),
            Kind::Capture(_) => Plan::Capture,
            Kind::Text(text, read) => Plan::Text(text.clone(), *read),
            Kind::Null => Plan::Null,
        };
        match plan {
            Plan::Ring(ring) => self.ring_to_pipe(&ring)?,
            Plan::Capture => self.capture_to_pipe()?,
            Plan::Text(text, read) => self.text_to_descriptor(&text[read..])?,
            Plan::Null => {
                let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::CLOEXEC;
                let null = rustix::fs::open(c"/dev/null", flags, rustix::fs::Mode::empty())?;
                self.become_real(private(null)?, Class::Endless);
            }
        }
        self.as_real().ok_or_else(|| io::ErrorKind::Other.into())
    }

    /// A copy of the descriptor of this file, which is made real where it is not, with the first free number
    /// from `lowest` on (fcntl(2), F_DUPFD_CLOEXEC).
    ///
    /// # Errors
    /// Those of [`Self::real`] and fcntl(2).
    pub fn copy_from(&self, lowest: RawFd) -> io::Result<OwnedFd> {
        self.real()?;
        self.on_real(|fd| Ok(rustix::io::fcntl_dupfd_cloexec(fd, lowest)?))
    }

    fn become_real(&self, fd: OwnedFd, class: Class) {
        self.class.set(Some(class));
        *self.kind.borrow_mut() = Kind::Real(fd);
    }

    fn ring_to_pipe(&self, ring: &Rc<RefCell<Ring>>) -> io::Result<()> {
        let (reader, writer) = new_pipe()?;
        let (ends, waiting) = {
            let mut ring = ring.borrow_mut();
            // A fresh pipe has room for all that a ring can hold.
            write_whole(&writer, ring.unread())?;
            let unread = ring.unread().len();
            ring.consume(unread);
            let mut waiting = std::mem::take(&mut ring.readers);
            waiting.append(&mut ring.writers);
            (ring.ends.clone(), waiting)
        };
        // An end that is closed already closes its half of the pipe here.
        if let Some(end) = ends.0.upgrade() {
            end.become_real(reader, Class::Pipe);
        }
        if let Some(end) = ends.1.upgrade() {
            end.become_real(writer, Class::Pipe);
        }
        for stage in waiting {
            self.scheduler.wake(stage);
        }
        Ok(())
    }

    fn capture_to_pipe(&self) -> io::Result<()> {
        let (reader, writer) = new_pipe()?;
        let bytes = match &mut *self.kind.borrow_mut() {
            Kind::Capture(bytes) => bytes.take(),
            _ => return Ok(()),
        };
        let drain = Rc::new(Drain {
            // Without memory for what was written, nobody reads what follows.
            reader: RefCell::new(bytes.is_some().then_some(reader)),
            exhausted: Cell::new(bytes.is_none()),
            bytes: RefCell::new(bytes.unwrap_or_default()),
            most: match self.bound.get().map(|bound| &**bound) {
                Some(Bound::Most(most)) => *most,
                _ => usize::MAX,
            },
            sink: match self.bound.get().map(|bound| &**bound) {
                Some(Bound::Sink(sink)) => Some(sink.clone()),
                _ => None,
            },
        });
        self.scheduler.add_drain(drain.clone());
        *self.drain.borrow_mut() = Some(drain);
        self.become_real(writer, Class::Pipe);
        Ok(())
    }

    fn text_to_descriptor(&self, rest: &[u8]) -> io::Result<()> {
        if rest.len() <= ring::LIMIT {
            let (reader, writer) = new_pipe()?;
            write_whole(&writer, rest)?;
            self.become_real(reader, Class::Pipe);
        } else {
            // A confined process makes no file in memory that could be executed. Before Linux 6.3 no
            // process can say so.
            let name = "here-document";
            let flags = MemfdFlags::CLOEXEC;
            let file = match rustix::fs::memfd_create(name, flags | MemfdFlags::NOEXEC_SEAL) {
                Err(rustix::io::Errno::INVAL) => rustix::fs::memfd_create(name, flags),
                made => made,
            };
            let file = private(file?)?;
            write_whole(&file, rest)?;
            rustix::fs::seek(&file, rustix::fs::SeekFrom::Start(0))?;
            self.become_real(file, Class::Seekable);
        }
        Ok(())
    }
}

fn write_whole(fd: &OwnedFd, mut data: &[u8]) -> io::Result<()> {
    while !data.is_empty() {
        let count = real::write(fd.as_fd(), data)?;
        data = &data[count..];
    }
    Ok(())
}

/// A file that collects what is written to it: standard output inside `$( )`.
pub struct Capture {
    file: Rc<OpenFile>,
}

impl Capture {
    /// An empty one.
    pub fn new(scheduler: &Rc<Scheduler>) -> Self {
        Self { file: OpenFile::new(scheduler, Kind::Capture(Some(Vec::new()))) }
    }

    /// The file to write to.
    pub fn file(&self) -> &Rc<OpenFile> {
        &self.file
    }

    /// Bounds the capture: it holds no more than `most` bytes. A write beyond fails with EFBIG, what
    /// programs write beyond is lost, and the scheduler's [`Kernel`](crate::Kernel) is told. Has no effect
    /// on a capture that is bounded or streamed already.
    pub fn limit(&self, most: usize) {
        let _ = self.file.bound.set(Box::new(Bound::Most(most)));
    }

    /// Streams the capture: what is written goes to `sink` as it is written, and none of it is kept.
    /// What programs write reaches it whenever the shell waits for something. The sink must not write to
    /// this file. Has no effect on a capture that is bounded or streamed already.
    pub fn stream(&self, sink: Sink) {
        let _ = self.file.bound.set(Box::new(Bound::Sink(sink)));
    }

    /// Takes what has been written so far, without waiting for more; the file stays open. `alone`: no
    /// process has it any more, so that what is written next is kept in memory again.
    ///
    /// # Errors
    /// OutOfMemory where there was no memory for what was written; else that of read(2).
    pub fn take(&self, alone: bool) -> io::Result<Vec<u8>> {
        if let Kind::Capture(bytes) = &mut *self.file.kind.borrow_mut() {
            let taken = bytes.take().ok_or_else(|| io::ErrorKind::OutOfMemory.into());
            *bytes = Some(Vec::new());
            return taken;
        }
        let Some(drain) = self.file.drain.borrow().clone() else { return Ok(Vec::new()) };
        drain.read_ready();
        if drain.hand_on() {
            self.file.scheduler.output_exceeded();
        }
        let bytes = std::mem::take(&mut *drain.bytes.borrow_mut());
        if alone {
            self.file.scheduler.remove_drain(&drain);
            *self.file.drain.borrow_mut() = None;
            self.file.class.set(None);
            *self.file.kind.borrow_mut() = Kind::Capture(Some(Vec::new()));
        }
        match drain.exhausted.get() {
            true => Err(io::ErrorKind::OutOfMemory.into()),
            false => Ok(bytes),
        }
    }

    /// What was written. Where processes have the file too, waits until all of them have
    /// closed it. The caller has dropped every other reference to the file that is no process's.
    ///
    /// # Errors
    /// Interrupted where one of `signals` ended the wait; OutOfMemory where there was no memory for
    /// what was written; else those of read(2) and poll(2).
    pub fn finish(self, signals: Signals) -> io::Result<Vec<u8>> {
        if let Kind::Capture(bytes) = &mut *self.file.kind.borrow_mut() {
            return bytes.take().ok_or_else(|| io::ErrorKind::OutOfMemory.into());
        }
        let scheduler = self.file.scheduler.clone();
        let drain = self.file.drain.borrow_mut().take();
        // This closes the writing end, where nobody else in this process has it.
        drop(self.file);
        let Some(drain) = drain else { return Ok(Vec::new()) };
        let result = collect(&scheduler, &drain, signals);
        scheduler.remove_drain(&drain);
        *drain.reader.borrow_mut() = None;
        let bytes = std::mem::take(&mut *drain.bytes.borrow_mut());
        if drain.exhausted.get() {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        result.map(|()| bytes)
    }
}

fn collect(scheduler: &Rc<Scheduler>, drain: &Rc<Drain>, signals: Signals) -> io::Result<()> {
    if scheduler.drains_only(drain) {
        // Nobody else could go on meanwhile: the cheapest wait is the read itself.
        scheduler.remove_drain(drain);
        loop {
            scheduler.check(signals)?;
            let reader = drain.reader.borrow();
            let Some(fd) = &*reader else { return Ok(()) };
            match real::drain_into(fd.as_fd(), &mut drain.bytes.borrow_mut(), 16 << 10) {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
    loop {
        let fd = match &*drain.reader.borrow() {
            Some(fd) => fd.as_raw_fd(),
            None => return Ok(()),
        };
        scheduler.park(&[pollfd(fd, libc::POLLIN)], None, signals)?;
        drain.read_ready();
    }
}
