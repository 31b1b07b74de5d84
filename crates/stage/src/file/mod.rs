//! Open files: what a descriptor number stands for.
//!
//! An [`OpenFile`] is a real descriptor, an end of a ring, a capture buffer or a text (a
//! here-document). All of them read and write alike; those that are not real *become* real
//! ([`OpenFile::real`], in `promote`) when an external program needs them.
//!
//! Reading ahead never shows: bytes beyond what was asked for stay known to this process
//! only until somebody else could look ([`OpenFile::give_back`]). A seekable file is read in
//! blocks and repositioned then; a pipe is looked at by tee(2), which takes nothing, and the
//! bytes are taken when they are given back.

mod inherited;
mod promote;
mod reading;
mod writing;

pub use promote::{Capture, private};

use crate::real::{self, Class};
use crate::ring::Ring;
use crate::scheduler::{Drain, Scheduler};
use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::rc::{Rc, Weak};

pub(crate) enum Kind {
    Real(OwnedFd),
    RingReader(Rc<RefCell<Ring>>),
    RingWriter(Rc<RefCell<Ring>>),
    /// What was written so far; [`Capture`] takes it. None: there was no memory for it.
    Capture(Option<Vec<u8>>),
    /// A text and how much of it has been read.
    Text(Rc<[u8]>, usize),
    /// /dev/null, to be read, which nobody has needed a descriptor of yet.
    Null,
}

/// Who gets what is written to a capture, as it is written.
pub type Sink = Rc<RefCell<dyn FnMut(&[u8])>>;

/// What becomes of what is written to a capture.
pub(crate) enum Bound {
    /// So many bytes are kept, and no more.
    Most(usize),
    /// It goes to somebody, as it is written.
    Sink(Sink),
}

/// Bytes known before they were asked for.
#[derive(Default)]
struct Ahead {
    bytes: Vec<u8>,
    /// Where what has not been asked for begins.
    start: usize,
}

/// An open file description (POSIX XBD 3.234), shared by all numbers that refer to it.
pub struct OpenFile {
    scheduler: Rc<Scheduler>,
    kind: RefCell<Kind>,
    class: Cell<Option<Class>>,
    ahead: RefCell<Ahead>,
    /// On the scheduler's list of files that have something to give back.
    registered: Cell<bool>,
    /// Another process may read at the same time: nothing may be read ahead.
    shared: Cell<bool>,
    /// What a session's capture does with what is written; None: it keeps all of it.
    bound: std::cell::OnceCell<Box<Bound>>,
    /// Where the bytes go that a capture which became real is sent.
    drain: RefCell<Option<Rc<Drain>>>,
    me: Weak<OpenFile>,
}

impl OpenFile {
    fn new(scheduler: &Rc<Scheduler>, kind: Kind) -> Rc<Self> {
        Self::of(scheduler, || kind)
    }

    /// A file of what `kind` returns, which is called when there is memory for the file.
    fn of(scheduler: &Rc<Scheduler>, kind: impl FnOnce() -> Kind) -> Rc<Self> {
        Rc::new_cyclic(|me| Self {
            scheduler: scheduler.clone(),
            kind: RefCell::new(kind()),
            class: Cell::new(None),
            ahead: RefCell::new(Ahead::default()),
            registered: Cell::new(false),
            shared: Cell::new(false),
            bound: std::cell::OnceCell::new(),
            drain: RefCell::new(None),
            me: me.clone(),
        })
    }

    /// Wraps a real descriptor, which is closed with the last reference.
    pub fn from_fd(scheduler: &Rc<Scheduler>, fd: OwnedFd) -> Rc<Self> {
        Self::new(scheduler, Kind::Real(fd))
    }

    /// The file of a descriptor that the process began with. `None` if it is not open, if it is
    /// marked close-on-exec and so is somebody's own, or if it has been given out before.
    pub fn inherit(scheduler: &Rc<Scheduler>, fd: RawFd) -> Option<Rc<Self>> {
        let mut is_taken = true;
        // A descriptor that is taken and finds no memory would be closed.
        let file = Self::of(scheduler, || match inherited::take(fd) {
            Some(fd) => Kind::Real(fd),
            None => {
                is_taken = false;
                Kind::Capture(None)
            }
        });
        is_taken.then_some(file)
    }

    /// Whether a descriptor of the process is open for programs that it starts: not one that the
    /// shell has for itself.
    pub fn is_inheritable(fd: RawFd) -> bool {
        inherited::is_open(fd)
    }

    /// Whether a number is one of a descriptor of the process, whoever has it.
    pub fn is_used(fd: RawFd) -> bool {
        inherited::is_used(fd)
    }

    /// The numbers, not below `first`, of all descriptors that are open for programs that the process
    /// starts.
    pub fn inheritable_from(first: RawFd) -> Vec<RawFd> {
        inherited::open_from(first)
    }

    /// Sets FD_CLOEXEC on the real descriptor.
    pub fn close_on_exec(&self) {
        if let Kind::Real(fd) = &*self.kind.borrow() {
            let _ = rustix::io::fcntl_setfd(fd, rustix::io::FdFlags::CLOEXEC);
        }
    }

    /// A file to read that holds `text` (a here-document).
    pub fn text(scheduler: &Rc<Scheduler>, text: Rc<[u8]>) -> Rc<Self> {
        Self::new(scheduler, Kind::Text(text, 0))
    }

    /// /dev/null, to be read. It is opened when somebody needs its descriptor.
    pub fn null(scheduler: &Rc<Scheduler>) -> Rc<Self> {
        let file = Self::new(scheduler, Kind::Null);
        file.class.set(Some(Class::Endless));
        file
    }

    /// Opens what has been left for later, for who asks the kernel about the file.
    fn settle(&self) {
        if matches!(*self.kind.borrow(), Kind::Null) {
            // If that fails it stays what can be read without it.
            let _ = self.real();
        }
    }

    /// The two ends of a ring: (to read, to write).
    pub fn pipe(scheduler: &Rc<Scheduler>) -> (Rc<Self>, Rc<Self>) {
        let ring = Rc::new(RefCell::new(Ring::new()));
        let reader = Self::new(scheduler, Kind::RingReader(ring.clone()));
        let writer = Self::new(scheduler, Kind::RingWriter(ring.clone()));
        ring.borrow_mut().ends = (Rc::downgrade(&reader), Rc::downgrade(&writer));
        (reader, writer)
    }

    /// The two ends of a real pipe (pipe2(2), O_CLOEXEC): (to read, to write). For callers that
    /// know beforehand that an external program will have one of them.
    ///
    /// # Errors
    /// Those of pipe2(2): EMFILE, ENFILE.
    pub fn real_pipe(scheduler: &Rc<Scheduler>) -> io::Result<(Rc<Self>, Rc<Self>)> {
        let (reader, writer) = promote::new_pipe()?;
        let pair = (Self::from_fd(scheduler, reader), Self::from_fd(scheduler, writer));
        pair.0.class.set(Some(Class::Pipe));
        pair.1.class.set(Some(Class::Pipe));
        Ok(pair)
    }

    /// The scheduler that waits for this file.
    pub fn scheduler(&self) -> &Rc<Scheduler> {
        &self.scheduler
    }

    /// The descriptor, where the file is real already.
    pub fn as_real(&self) -> Option<RawFd> {
        match &*self.kind.borrow() {
            Kind::Real(fd) => Some(fd.as_raw_fd()),
            _ => None,
        }
    }

    /// Does something with the real descriptor, which stays open meanwhile: EBADF if there is
    /// none.
    pub(crate) fn on_real<T>(
        &self,
        use_: impl FnOnce(BorrowedFd<'_>) -> io::Result<T>,
    ) -> io::Result<T> {
        self.settle();
        match &*self.kind.borrow() {
            Kind::Real(fd) => use_(fd.as_fd()),
            _ => Err(rustix::io::Errno::BADF.into()),
        }
    }

    /// Lets go of what a real descriptor refers to: from now on that is /dev/null, while the
    /// number stays this file's. Whoever waits for the last writer of a pipe to close it waits
    /// no longer.
    pub fn let_go(&self) {
        let flags = rustix::fs::OFlags::RDWR | rustix::fs::OFlags::CLOEXEC;
        if let Kind::Real(fd) = &mut *self.kind.borrow_mut()
            && let Ok(nothing) = rustix::fs::open(c"/dev/null", flags, rustix::fs::Mode::empty())
        {
            let _ = rustix::io::dup3(&nothing, fd, rustix::io::DupFlags::CLOEXEC);
        }
    }

    fn class(&self) -> Class {
        if let Some(class) = self.class.get() {
            return class;
        }
        let class = match &*self.kind.borrow() {
            Kind::Real(fd) => real::classify(fd.as_fd()),
            _ => Class::Pipe,
        };
        self.class.set(Some(class));
        class
    }

    /// Whether reading or writing never waits for anybody: a regular file, a text, a capture.
    pub fn is_immediate(&self) -> bool {
        match &*self.kind.borrow() {
            Kind::Text(..) | Kind::Capture(_) => return true,
            Kind::RingReader(_) | Kind::RingWriter(_) | Kind::Null => return false,
            Kind::Real(_) => {}
        }
        self.class() == Class::Seekable
    }

    /// Whether it is neither a regular file nor a pipe, which is known without asking again.
    pub fn may_be_terminal(&self) -> bool {
        self.class() == Class::Other
    }

    /// Whether it is a pipe that pipe(2) has made, and no FIFO of a file system.
    pub fn is_pipe_without_name(&self) -> bool {
        /// statfs(2), PIPEFS_MAGIC.
        const PIPES: u64 = 0x5049_5045;
        match &*self.kind.borrow() {
            Kind::Real(fd) => {
                rustix::fs::fstatfs(fd).is_ok_and(|found| found.f_type as u64 == PIPES)
            }
            _ => false,
        }
    }

    /// Whether what is written to it stays in the process: it fails for want of a reader alone.
    pub fn is_of_process(&self) -> bool {
        !matches!(&*self.kind.borrow(), Kind::Real(_))
    }

    /// Whether the file is a terminal: isatty(3).
    pub fn is_terminal(&self) -> bool {
        match &*self.kind.borrow() {
            Kind::Real(fd) => rustix::termios::isatty(fd),
            _ => false,
        }
    }

    /// fstat(2), where the file is real; `None` is to be taken for a pipe.
    pub fn stat(&self) -> Option<rustix::fs::Stat> {
        self.settle();
        match &*self.kind.borrow() {
            Kind::Real(fd) => rustix::fs::fstat(fd).ok(),
            _ => None,
        }
    }

    /// Where reading goes on (lseek(2)), if the file can be positioned.
    pub fn position(&self) -> Option<u64> {
        self.settle();
        self.give_back();
        match &*self.kind.borrow() {
            Kind::Real(fd) => rustix::fs::seek(fd, rustix::fs::SeekFrom::Current(0)).ok(),
            _ => None,
        }
    }

    /// Lets reading go on elsewhere; false where the file cannot be positioned.
    pub fn set_position(&self, position: u64) -> bool {
        self.settle();
        self.give_back();
        match &*self.kind.borrow() {
            Kind::Real(fd) => rustix::fs::seek(fd, rustix::fs::SeekFrom::Start(position)).is_ok(),
            _ => false,
        }
    }

    /// Locks the description, or frees it (flock(2)).
    ///
    /// # Errors
    /// Those of flock(2); EBADF where the file is not real.
    pub fn lock(&self, operation: rustix::fs::FlockOperation) -> io::Result<()> {
        self.on_real(|fd| Ok(rustix::fs::flock(fd, operation)?))
    }

    /// From now on another process may read from the same description: what has been read
    /// ahead is given back, and nothing is read ahead any more.
    pub fn share(&self) {
        self.give_back();
        self.shared.set(true);
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        self.give_back();
        let (ring, reading) = match &*self.kind.borrow() {
            Kind::RingReader(ring) => (ring.clone(), true),
            Kind::RingWriter(ring) => (ring.clone(), false),
            _ => return,
        };
        let waiting = {
            let mut ring = ring.borrow_mut();
            if reading {
                ring.reader_open = false;
                std::mem::take(&mut ring.writers)
            } else {
                ring.writer_open = false;
                std::mem::take(&mut ring.readers)
            }
        };
        for stage in waiting {
            self.scheduler.wake(stage);
        }
    }
}
