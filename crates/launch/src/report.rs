//! How the child tells its parent what failed.
//!
//! Shared memory costs nothing: one word, which also shows that the child ran in
//! this memory at all. Emulators (qemu-user, Valgrind) make a fork of a
//! `clone(CLONE_VM | CLONE_VFORK)`: the child writes into a copy, and the parent
//! does not even wait. So the first launch of a process carries a pipe too. If
//! the word arrives, memory is shared here and no launch makes a pipe again;
//! otherwise every launch has one, whose end of file is the child's exec.

use core::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

use crate::error::Step;
use crate::raw::{self, call};

/// The child has begun.
const RUNNING: u64 = 0xff << 32;

const UNKNOWN: u8 = 0;
const SHARED: u8 = 1;
const SEPARATE: u8 = 2;

/// Whether a child shares memory here, found out by the first launch.
static MEMORY: AtomicU8 = AtomicU8::new(UNKNOWN);

/// A failure: step and errno.
pub(crate) type Failure = (Step, i32);

fn pack((step, errno): Failure) -> u64 {
    let step = u64::from(step.number()) | u64::from(step.entry()) << 8;
    step << 32 | u64::from(errno as u32)
}

fn unpack(word: u64) -> Option<Failure> {
    let step = Step::from_number((word >> 32) as u8, (word >> 40) as u16);
    Some((step?, word as u32 as i32))
}

/// The word in the order that both sides can see.
pub(crate) struct Word(AtomicU64);

impl Word {
    pub(crate) fn new() -> Self {
        Word(AtomicU64::new(0))
    }

    /// Child: says that it runs.
    pub(crate) fn begin(&self) {
        self.0.store(RUNNING, Ordering::Release);
    }

    /// Child: says what failed, in memory and, if there is one, into the pipe.
    pub(crate) fn fail(&self, failure: Failure, pipe: RawFd) {
        let word = pack(failure);
        self.0.store(word, Ordering::Release);
        if pipe >= 0 {
            // SAFETY: reads eight bytes.
            unsafe { call!(libc::SYS_write, pipe, &word, 8) };
        }
    }

    /// Parent: whether the child ran in this memory.
    fn has_begun(&self) -> bool {
        self.0.load(Ordering::Acquire) != 0
    }

    /// Parent: what failed, if the memory is shared.
    pub(crate) fn failure(&self) -> Option<Failure> {
        unpack(self.0.load(Ordering::Acquire))
    }
}

/// The parent's side of one launch.
pub(crate) struct Channel {
    pipe: Option<(OwnedFd, OwnedFd)>,
}

impl Channel {
    /// A channel for a launch; `forked` says that memory will not be shared.
    ///
    /// # Errors
    /// The errno of pipe2(2), if a pipe is needed and not to be had.
    pub(crate) fn open(forked: bool) -> Result<Channel, i32> {
        let memory = MEMORY.load(Ordering::Relaxed);
        if memory == SHARED && !forked {
            return Ok(Channel { pipe: None });
        }
        match pipe() {
            Ok(ends) => Ok(Channel { pipe: Some(ends) }),
            // Out of descriptors at the very first launch: memory is most likely
            // shared, and if not, only the text of an error is lost.
            Err(_) if memory == UNKNOWN && !forked => Ok(Channel { pipe: None }),
            Err(errno) => Err(errno),
        }
    }

    /// No channel, where nobody waits for a report.
    pub(crate) fn none() -> Channel {
        Channel { pipe: None }
    }

    /// A channel that has a pipe in any case.
    ///
    /// # Errors
    /// The errno of pipe2(2).
    pub(crate) fn with_pipe() -> Result<Channel, i32> {
        Ok(Channel { pipe: Some(pipe()?) })
    }

    /// The end that the child writes to, or -1.
    pub(crate) fn child_end(&self) -> RawFd {
        self.pipe.as_ref().map_or(-1, |(_, write)| write.as_raw_fd())
    }

    /// Once the child exists: closes its end here and keeps ours.
    pub(crate) fn into_reader(self) -> Option<OwnedFd> {
        self.pipe.map(|(read, _)| read)
    }

    /// Waits for the child's exec, unless it has been waited for, and says what
    /// failed and whether memory was shared.
    pub(crate) fn outcome(self, word: &Word, forked: bool) -> (Option<Failure>, bool) {
        if word.has_begun() {
            if self.pipe.is_some() {
                MEMORY.store(SHARED, Ordering::Relaxed);
            }
            return (word.failure(), true);
        }
        // Without a pipe the child was killed before its first instruction: that
        // is a death by signal like any other, found by who waits for it.
        let Some(reader) = self.into_reader() else { return (None, true) };
        if !forked {
            MEMORY.store(SEPARATE, Ordering::Relaxed);
        }
        (read(&reader), false)
    }
}

/// A close-on-exec pipe: reading end, writing end.
pub(crate) fn pipe() -> Result<(OwnedFd, OwnedFd), i32> {
    let mut ends = [-1i32; 2];
    // SAFETY: writes two ints.
    let result = unsafe { call!(libc::SYS_pipe2, &mut ends, libc::O_CLOEXEC) };
    if let Some(errno) = raw::failed(result) {
        return Err(errno);
    }
    // SAFETY: the kernel made both for us.
    Ok(unsafe { (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1])) })
}

/// Reads to the end: a failure, or nothing once the child has executed.
pub(crate) fn read(reader: &OwnedFd) -> Option<Failure> {
    let mut word = 0u64;
    loop {
        // SAFETY: writes eight bytes at most.
        let count = unsafe { call!(libc::SYS_read, reader.as_raw_fd(), &mut word, 8) };
        match raw::failed(count) {
            Some(libc::EINTR) => {}
            None if count == 8 => return unpack(word),
            _ => return None,
        }
    }
}
