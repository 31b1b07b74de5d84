//! Standard output and the files that a program writes.

use crate::machine::{Result, Stop};
use crate::syntax::Target;
use rustix::fs::{Mode, OFlags};
use stage::OpenFile;
use std::io;
use std::rc::Rc;
use utilities::{Context, message};

/// Bytes collected before they are written.
const BLOCK: usize = 32 << 10;
/// Bytes that C's stdio collects: beyond this an error shows when it happens, not at the end.
const STDIO_BLOCK: usize = 4096;

/// One place to write to.
struct Sink {
    name: Vec<u8>,
    file: Option<Rc<OpenFile>>,
    buffer: Vec<u8>,
    /// Written after every statement: terminals, standard error.
    at_once: bool,
    /// Bytes written so far.
    written: usize,
}

impl Sink {
    fn new(name: &[u8], file: Option<Rc<OpenFile>>, buffer: Vec<u8>) -> Self {
        let at_once = file.as_ref().is_some_and(|file| file.is_terminal());
        Self { name: name.to_vec(), file, buffer, at_once, written: 0 }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let result = match &self.file {
            Some(file) => file.write_all(&self.buffer),
            None => Err(io::Error::from_raw_os_error(9)),
        };
        self.written += self.buffer.len();
        self.buffer.clear();
        result
    }

    fn check(&mut self, context: &Context<'_>) -> Result<()> {
        if self.buffer.len() < BLOCK && !self.at_once {
            return Ok(());
        }
        match self.flush() {
            Ok(()) => Ok(()),
            Err(error) => Err(self.failed(context, &error)),
        }
    }

    /// An error while the program runs: there is one message for the write, one for the close.
    fn failed(&self, context: &Context<'_>, error: &io::Error) -> Stop {
        if let Some(exit) = Context::signal_of(error) {
            return Stop::signal(exit);
        }
        let mut line = context.name.to_vec();
        let text = format!(": write failure ({})\n", message::reason(error));
        line.extend_from_slice(text.as_bytes());
        context.error_text(&line);
        self.close_failed(error)
    }

    fn close_failed(&self, error: &io::Error) -> Stop {
        let mut text = b"close failed on file ".to_vec();
        text.extend_from_slice(&self.name);
        text.extend_from_slice(format!(" ({})", message::reason(error)).as_bytes());
        Stop::fatal(text)
    }

    fn close(&mut self, context: &Context<'_>) -> Result<()> {
        let pending = self.buffer.len();
        match self.flush() {
            Ok(()) => Ok(()),
            Err(error) if self.written > STDIO_BLOCK && pending > 0 => {
                Err(self.failed(context, &error))
            }
            Err(error) => match Context::signal_of(&error) {
                Some(exit) => Err(Stop::signal(exit)),
                None => Err(self.close_failed(&error)),
            },
        }
    }
}

/// All places to write to.
pub(crate) struct Outputs {
    standard: Sink,
    others: Vec<Sink>,
}

impl Outputs {
    /// Standard output, with the memory of `buffer`.
    pub(crate) fn new(context: &Context<'_>, buffer: Vec<u8>) -> Self {
        Self {
            standard: Sink::new(b"/dev/stdout", context.stdout.clone(), buffer),
            others: Vec::new(),
        }
    }

    pub(crate) fn into_buffer(self) -> Vec<u8> {
        let mut buffer = self.standard.buffer;
        buffer.clear();
        if buffer.capacity() > 4 * BLOCK {
            buffer = Vec::new();
        }
        buffer
    }

    /// The buffer of standard output, to be appended to.
    #[inline]
    pub(crate) fn standard(&mut self) -> &mut Vec<u8> {
        &mut self.standard.buffer
    }

    /// Writes standard output if enough has been collected.
    #[inline]
    pub(crate) fn check_standard(&mut self, context: &Context<'_>) -> Result<()> {
        if self.standard.buffer.len() < BLOCK && !self.standard.at_once {
            return Ok(());
        }
        self.standard.check(context)
    }

    fn find(&mut self, context: &Context<'_>, target: Target, name: &[u8]) -> Result<&mut Sink> {
        if name == b"/dev/stdout" {
            return Ok(&mut self.standard);
        }
        let place = match self.others.iter().position(|sink| sink.name == name) {
            Some(place) => place,
            None => {
                let sink = open(context, target, name)?;
                self.others.push(sink);
                self.others.len() - 1
            }
        };
        Ok(&mut self.others[place])
    }

    /// Writes text to a file, which is opened first if need be.
    pub(crate) fn write(
        &mut self,
        context: &Context<'_>,
        target: Target,
        name: &[u8],
        text: &[u8],
    ) -> Result<()> {
        if target == Target::Pipe {
            return Err(Stop::error(b"pipes are not supported here".to_vec()));
        }
        let sink = self.find(context, target, name)?;
        sink.buffer.extend_from_slice(text);
        sink.check(context)
    }

    /// Writes what has been collected for standard output.
    pub(crate) fn flush_standard(&mut self, context: &Context<'_>) -> Result<()> {
        flush(context, &mut self.standard)
    }

    /// fflush(name); an empty name stands for everything. False where nothing has that name.
    pub(crate) fn flush(&mut self, context: &Context<'_>, name: &[u8]) -> Result<bool> {
        if name.is_empty() {
            self.flush_all(context)?;
            return Ok(true);
        }
        let mut found = false;
        for sink in self.all().filter(|sink| sink.name == name) {
            found = true;
            flush(context, sink)?;
        }
        Ok(found || name == b"/dev/stderr")
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Sink> {
        self.others.iter_mut().rev().chain(std::iter::once(&mut self.standard))
    }

    /// Writes everything that has been collected.
    pub(crate) fn flush_all(&mut self, context: &Context<'_>) -> Result<()> {
        for sink in self.all() {
            flush(context, sink)?;
        }
        Ok(())
    }

    /// close(name); false where nothing has that name.
    pub(crate) fn close(&mut self, context: &Context<'_>, name: &[u8]) -> Result<bool> {
        if name == b"/dev/stdout" {
            self.standard.close(context)?;
            self.standard.file = None;
            return Ok(true);
        }
        let Some(place) = self.others.iter().position(|sink| sink.name == name) else {
            return Ok(false);
        };
        self.others.remove(place).close(context)?;
        Ok(true)
    }

    /// Closes everything at the end.
    pub(crate) fn close_all(&mut self, context: &Context<'_>) -> Result<()> {
        let mut result = Ok(());
        for sink in self.all() {
            let closed = sink.close(context);
            if result.is_ok() {
                result = closed;
            }
        }
        self.others.clear();
        result
    }
}

fn flush(context: &Context<'_>, sink: &mut Sink) -> Result<()> {
    match sink.flush() {
        Ok(()) => Ok(()),
        Err(error) => match Context::signal_of(&error) {
            Some(exit) => Err(Stop::signal(exit)),
            None => {
                let mut line = context.name.to_vec();
                let text = format!(": unexpected write error ({})\n", message::reason(&error));
                line.extend_from_slice(text.as_bytes());
                context.error_text(&line);
                Ok(())
            }
        },
    }
}

fn open(context: &Context<'_>, target: Target, name: &[u8]) -> Result<Sink> {
    if name == b"/dev/stderr" {
        let mut sink = Sink::new(name, context.stderr.clone(), Vec::new());
        sink.at_once = true;
        return Ok(sink);
    }
    let flags = OFlags::WRONLY
        | OFlags::CREATE
        | OFlags::CLOEXEC
        | match target {
            Target::Append => OFlags::APPEND,
            _ => OFlags::TRUNC,
        };
    let mode = Mode::from_raw_mode(0o666 & !context.umask);
    match rustix::fs::openat(context.directory, name, flags, mode) {
        Ok(fd) => Ok(Sink::new(name, Some(OpenFile::from_fd(context.scheduler, fd)), Vec::new())),
        Err(error) => {
            let mut text = b"cannot open \"".to_vec();
            text.extend_from_slice(name);
            text.extend_from_slice(b"\" for output (");
            text.extend_from_slice(message::reason(&error.into()).as_bytes());
            text.push(b')');
            Err(Stop::fatal(text))
        }
    }
}
