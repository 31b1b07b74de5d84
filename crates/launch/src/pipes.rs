//! Launches with pipes to the standard streams: popen(3) in any direction.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Instant;

use crate::error::LaunchError;
use crate::handle::Child;
use crate::launch::Launch;
use crate::report;
use crate::signal::{self, PollFd};

/// Which standard streams get a pipe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streams {
    /// Standard input: the parent writes.
    pub input: bool,
    /// Standard output: the parent reads.
    pub output: bool,
    /// Standard error: the parent reads.
    pub error: bool,
    /// Standard error goes where standard output goes.
    pub error_to_output: bool,
}

impl Streams {
    /// Those that get a pipe, a bit for each.
    fn replaced(self) -> u8 {
        let error = self.error && !self.error_to_output;
        u8::from(self.input) | u8::from(self.output) << 1 | u8::from(error) << 2
    }
}

/// A process and the parent's ends of its pipes.
#[derive(Debug)]
pub struct Piped {
    /// The process.
    pub child: Child,
    /// What is written here it reads as standard input.
    pub input: Option<File>,
    /// Its standard output.
    pub output: Option<File>,
    /// Its standard error.
    pub error: Option<File>,
}

/// The ends of pipes that the child gets. They are to be closed once it has them.
#[derive(Default)]
pub(crate) struct ChildEnds(Vec<OwnedFd>);

impl ChildEnds {
    /// Makes a pipe for `target` and returns the parent's end.
    fn add(&mut self, launch: &mut Launch<'_>, target: i32) -> Result<File, LaunchError> {
        let (read, write) = report::pipe().map_err(LaunchError::prepare)?;
        let (ours, theirs) = if target == 0 { (write, read) } else { (read, write) };
        launch.pipe_end(target, theirs.as_raw_fd());
        self.0.push(theirs);
        Ok(File::from(ours))
    }
}

impl Launch<'_> {
    /// Starts the program with pipes to its standard streams. All ends are
    /// close-on-exec in this process, so that no other child keeps one open.
    ///
    /// # Errors
    /// Those of [`start`](Self::start); EMFILE or ENFILE for the pipes.
    pub fn start_piped(&self, streams: Streams) -> Result<Piped, LaunchError> {
        let mut launch = self.clone();
        if streams.error_to_output {
            launch.copy(2, 1);
        }
        launch.check_sources(streams.replaced())?;
        let mut ends = ChildEnds::default();
        let mut open =
            |wanted: bool, target| wanted.then(|| ends.add(&mut launch, target)).transpose();
        let input = open(streams.input, 0)?;
        let output = open(streams.output, 1)?;
        let error = open(streams.error && !streams.error_to_output, 2)?;
        let child = launch.start()?;
        Ok(Piped { child, input, output, error })
    }
}

/// Lines from a pipe, as they come, with a time to wait for each.
///
/// For lines without a time limit `std::io::BufReader` does the same.
pub struct Lines {
    file: File,
    buffer: Vec<u8>,
    /// Where what has not been given out begins.
    start: usize,
    /// How far there is no newline.
    searched: usize,
    ended: bool,
}

/// What [`Lines::next_line`] found.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A line, with its newline unless it is the last and has none.
    Line(&'a [u8]),
    /// There is no more.
    End,
    /// The time is over before a line is complete; what came of it stays.
    TimedOut,
}

impl Lines {
    /// Lines of this pipe.
    pub fn new(file: File) -> Self {
        Lines { file, buffer: Vec::new(), start: 0, searched: 0, ended: false }
    }

    /// The next line; waits until `deadline`, or without one until there is one.
    ///
    /// # Errors
    /// As read(2) and poll(2).
    pub fn next_line(&mut self, deadline: Option<Instant>) -> io::Result<Line<'_>> {
        loop {
            let new = self.buffer.get(self.searched..).unwrap_or_default();
            if let Some(at) = new.iter().position(|&byte| byte == b'\n') {
                return Ok(Line::Line(self.give(self.searched + at + 1)));
            }
            self.searched = self.buffer.len();
            if self.ended {
                if self.start == self.buffer.len() {
                    return Ok(Line::End);
                }
                return Ok(Line::Line(self.give(self.buffer.len())));
            }
            if let Some(deadline) = deadline {
                let left = deadline.saturating_duration_since(Instant::now());
                let mut fds = [PollFd::new(self.file.as_raw_fd(), PollFd::IN)];
                if signal::poll_plain(&mut fds, Some(left))? == 0 {
                    return Ok(Line::TimedOut);
                }
            }
            self.fill()?;
        }
    }

    fn give(&mut self, end: usize) -> &[u8] {
        let start = core::mem::replace(&mut self.start, end);
        self.searched = end;
        self.buffer.get(start..end).unwrap_or_default()
    }

    fn fill(&mut self) -> io::Result<()> {
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        let mut chunk = [0u8; 8192];
        let count = loop {
            match self.file.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.buffer.extend_from_slice(chunk.get(..count).unwrap_or_default());
        self.ended = count == 0;
        Ok(())
    }
}
