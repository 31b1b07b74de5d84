//! Running a program to its end with everything it says.
//!
//! Reading one pipe to its end while the program fills the other one is the
//! classic deadlock; so is feeding a large input before reading. Here one poll(2)
//! loop does all three, without threads, with a deadline and a limit on the size.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::time::{Duration, Instant};

use crate::error::{LaunchError, Step};
use crate::handle::Child;
use crate::launch::Launch;
use crate::path::LaunchPath;
use crate::pipes::{Piped, Streams};
use crate::process::{Usage, WaitStatus};
use crate::signal::{self, PipeGuard, PollFd};
use crate::tree;

/// How to run it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Capture<'a> {
    /// What the program reads as standard input; `None` leaves that as the launch
    /// has it.
    pub input: Option<&'a [u8]>,
    /// Most bytes to take of each output; `None` for no limit.
    pub limit: Option<usize>,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Standard error goes where standard output goes.
    pub merge: bool,
    /// Standard error is left as the launch has it.
    pub output_only: bool,
}

/// Why a capture ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The program has ended and said all it had to say.
    Finished,
    /// The deadline came first; the program and its descendants were killed.
    Deadline,
    /// An output was longer than the limit; the program and its descendants were
    /// killed.
    Limit,
}

/// What came of it.
#[derive(Debug)]
pub struct Output {
    /// How the program ended.
    pub status: WaitStatus,
    /// What it used.
    pub usage: Usage,
    /// Its standard output.
    pub output: Vec<u8>,
    /// Its standard error.
    pub error: Vec<u8>,
    /// Why the capture ended.
    pub end: End,
    /// Which way the launch took, of a pipeline the last one.
    pub path: LaunchPath,
}

impl Launch<'_> {
    /// Runs the program to its end and returns what it said. What it was not asked
    /// for it shares with this process.
    ///
    /// On expiry the whole tree is killed: start the program with
    /// [`process_group`](Self::process_group) or [`session`](Self::session) to
    /// reach what has left the tree of parents.
    ///
    /// # Errors
    /// Those of [`start`](Self::start); the step `Communicate` if the outcome cannot be
    /// had (see [`Child::wait`]), with ENOMEM if the output does not fit in memory, for
    /// which the program is killed, and with EPERM if a program that was to be killed may
    /// not be: that program, set-user-id for example, goes on, and is left to whoever waits for
    /// any child.
    pub fn capture(&self, capture: &Capture<'_>) -> Result<Output, LaunchError> {
        let mut launch = self.clone();
        launch.want_pidfd(true);
        let piped = launch.start_piped(Streams {
            input: capture.input.is_some(),
            output: true,
            error: !capture.merge && !capture.output_only,
            error_to_output: capture.merge,
        })?;
        let Piped { child, input, output, error } = piped;
        let mut children = [child];
        finish(capture, &mut children, input, output, error)
    }
}

fn failed(error: &io::Error) -> LaunchError {
    LaunchError { step: Step::Communicate, errno: error.raw_os_error().unwrap_or(libc::EIO) }
}

/// Communicates, kills on expiry, waits for all. The status is the last one's.
pub(crate) fn finish(
    capture: &Capture<'_>,
    children: &mut [Child],
    input: Option<File>,
    output: Option<File>,
    error: Option<File>,
) -> Result<Output, LaunchError> {
    let mut talk = Talk {
        input: input.filter(|_| capture.input.is_some_and(|bytes| !bytes.is_empty())),
        rest: capture.input.unwrap_or_default(),
        readers: [Reader::new(output), Reader::new(error)],
        limit: capture.limit.unwrap_or(usize::MAX),
        deadline: capture.deadline,
    };
    let result = talk.run().and_then(|end| match end {
        End::Finished => wait_all(children, capture.deadline),
        expired => Ok(expired),
    });
    let mut killed = Ok(());
    if !matches!(result, Ok(End::Finished)) {
        killed = tree::end_all(children, || talk.hang_up());
    }
    let end = result.map_err(|error| failed(&error))?;
    killed.map_err(|error| failed(&error))?;
    let mut last = None;
    for child in children.iter_mut() {
        last = Some(child.wait_usage());
    }
    let outcome = last.unwrap_or_else(|| Err(ErrorKind::InvalidInput.into()));
    let (status, usage) = outcome.map_err(|error| failed(&error))?;
    let [output, error] = talk.readers.map(|reader| reader.bytes);
    let Some(path) = children.last().map(|child| child.path) else {
        return Err(failed(&ErrorKind::InvalidInput.into()));
    };
    Ok(Output { status, usage, output, error, end, path })
}

/// Waits until children that have closed their outputs have ended, without taking their
/// statuses: should the deadline come, those that have ended may lead groups to be killed.
fn wait_all(children: &mut [Child], deadline: Option<Instant>) -> io::Result<End> {
    let Some(deadline) = deadline else { return Ok(End::Finished) };
    for child in children {
        if !child.has_ended_by(deadline)? {
            return Ok(End::Deadline);
        }
    }
    Ok(End::Finished)
}

struct Reader {
    file: Option<File>,
    bytes: Vec<u8>,
}

impl Reader {
    fn new(file: Option<File>) -> Self {
        Reader { file, bytes: Vec::new() }
    }

    /// Takes what there is. False once there is more than `limit`.
    fn take(&mut self, limit: usize) -> io::Result<bool> {
        let Some(file) = &mut self.file else { return Ok(true) };
        let mut chunk = [0u8; 16 * 1024];
        match file.read(&mut chunk) {
            Ok(0) => self.file = None,
            Ok(count) => {
                let room = limit - self.bytes.len();
                let taken = chunk.get(..count.min(room)).unwrap_or_default();
                if self.bytes.try_reserve(taken.len()).is_err() {
                    // There has to be memory for what is to be done now.
                    self.bytes = Vec::new();
                    return Err(io::Error::from_raw_os_error(libc::ENOMEM));
                }
                self.bytes.extend_from_slice(taken);
                return Ok(count <= room);
            }
            Err(error) if is_retry(&error) => {}
            Err(error) => return Err(error),
        }
        Ok(true)
    }

    fn fd(&self) -> RawFd {
        self.file.as_ref().map_or(-1, AsRawFd::as_raw_fd)
    }
}

fn is_retry(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock)
}

struct Talk<'a> {
    input: Option<File>,
    rest: &'a [u8],
    readers: [Reader; 2],
    limit: usize,
    deadline: Option<Instant>,
}

impl Talk<'_> {
    fn run(&mut self) -> io::Result<End> {
        // A program that does not read its input is no reason to die.
        let _quiet = self.input.is_some().then(PipeGuard::new);
        if let Some(file) = &self.input {
            let flags = rustix::fs::fcntl_getfl(file)? | rustix::fs::OFlags::NONBLOCK;
            rustix::fs::fcntl_setfl(file, flags)?;
        }
        loop {
            let input = self.input.as_ref().map_or(-1, AsRawFd::as_raw_fd);
            let mut fds = [
                PollFd::new(input, PollFd::OUT),
                PollFd::new(self.readers[0].fd(), PollFd::IN),
                PollFd::new(self.readers[1].fd(), PollFd::IN),
            ];
            // With nothing left to read it does not matter what is not written.
            if fds[1].fd < 0 && fds[2].fd < 0 && input < 0 {
                return Ok(End::Finished);
            }
            let left = self.deadline.map(|at| at.saturating_duration_since(Instant::now()));
            let ready = signal::poll_plain(&mut fds, left)?;
            if ready == 0 || left == Some(Duration::ZERO) {
                return Ok(End::Deadline);
            }
            if fds[0].revents != 0 {
                self.feed()?;
            }
            for (reader, fd) in self.readers.iter_mut().zip(&fds[1..]) {
                if fd.revents != 0 && !reader.take(self.limit)? {
                    return Ok(End::Limit);
                }
            }
        }
    }

    /// Closes the pipes.
    fn hang_up(&mut self) {
        self.input = None;
        for reader in &mut self.readers {
            reader.file = None;
        }
    }

    fn feed(&mut self) -> io::Result<()> {
        let Some(file) = &mut self.input else { return Ok(()) };
        match file.write(self.rest) {
            Ok(count) => self.rest = self.rest.get(count..).unwrap_or_default(),
            Err(error) if is_retry(&error) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.rest = &[],
            Err(error) => return Err(error),
        }
        if self.rest.is_empty() {
            self.input = None;
        }
        Ok(())
    }
}
