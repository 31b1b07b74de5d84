//! Standard output and the files that a program writes.

use crate::dialect::Dialect;
use crate::machine::{Result, Stop};
use crate::syntax::Target;
use ::dialect::awk::Voice;
use rustix::fs::{Mode, OFlags};
use stage::OpenFile;
use std::io;
use std::rc::Rc;
use utilities::{Context, Started, message};

/// The name of standard output.
pub(crate) const STANDARD: &[u8] = b"/dev/stdout";
/// The name of standard error.
pub(crate) const ERRORS: &[u8] = b"/dev/stderr";
/// Bytes collected before they are written.
const BLOCK: usize = 32 << 10;
/// Bytes that C's stdio collects: beyond this an error shows when it happens, not at the end.
const STDIO_BLOCK: usize = 4096;

/// One place to write to.
struct Sink {
    name: Vec<u8>,
    /// What is behind the name and its NUL where `fflush` asks for that too.
    tail: Vec<u8>,
    /// Which of all that was opened this is.
    serial: u64,
    file: Option<Rc<OpenFile>>,
    buffer: Vec<u8>,
    /// How much is collected before it is written.
    limit: usize,
    /// Written after every statement: terminals, standard error.
    at_once: bool,
    /// Bytes written so far.
    written: usize,
    /// The command that reads what is written.
    command: Option<Box<dyn Started>>,
    dialect: Dialect,
}

impl Sink {
    fn new(name: &[u8], file: Option<Rc<OpenFile>>, buffer: Vec<u8>, dialect: Dialect) -> Self {
        let at_once = file.as_ref().is_some_and(|file| file.is_terminal());
        Self {
            name: name.to_vec(),
            tail: Vec::new(),
            serial: 0,
            file,
            buffer,
            limit: BLOCK,
            at_once,
            written: 0,
            command: None,
            dialect,
        }
    }

    /// Whether `fflush` means this: unlike `close` it takes the whole of a name.
    fn is_flushed_by(&self, name: &[u8]) -> bool {
        let (head, tail) = name.split_at(c_string(name).len());
        self.name == head && self.tail == tail
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
        if self.buffer.len() < self.limit && !self.at_once {
            return Ok(());
        }
        match self.flush() {
            Ok(()) => Ok(()),
            Err(error) => Err(self.failed(context, &error)),
        }
    }

    /// An error while the program runs: there is one message for the write, one for the close.
    fn failed(&self, context: &Context<'_>, error: &io::Error) -> Stop {
        if self.dialect.rules().write_failure_is_fatal {
            return self.failed_for_gawk(context, error, None);
        }
        if let Some(exit) = context.signal_of(error) {
            return Stop::signal(exit);
        }
        if self.file.is_none() && self.limit == 0 {
            return Stop::fatal(format!("write failure ({})", message::reason(error)).into_bytes());
        }
        let mut line = context.name.to_vec();
        let text = format!(": write failure ({})\n", message::reason(error));
        line.extend_from_slice(text.as_bytes());
        context.error_text(&line);
        self.close_failed(error)
    }

    /// gawk ends by SIGPIPE where nobody reads its standard output; everything else is an error of
    /// print or printf, or of `verb`.
    #[cold]
    fn failed_for_gawk(
        &self,
        context: &Context<'_>,
        error: &io::Error,
        verb: Option<&str>,
    ) -> Stop {
        let is_standard = self.name == STANDARD && self.command.is_none();
        match context.signal_of(error) {
            Some(exit) if is_standard || error.kind() != io::ErrorKind::BrokenPipe => {
                return Stop::signal(exit);
            }
            None if is_standard && error.kind() == io::ErrorKind::BrokenPipe => {
                return Stop::signal(utilities::Exit::Signal(utilities::context::SIGPIPE));
            }
            _ => {}
        }
        let name = if is_standard { b"standard output" } else { &self.name[..] };
        let mut text = verb.map_or(Vec::new(), |verb| [verb.as_bytes(), b" "].concat());
        text.extend_from_slice(b"to \"");
        text.extend_from_slice(name);
        text.extend_from_slice(format!("\" failed: {}", message::reason(error)).as_bytes());
        if verb.is_some() { Stop::error(text) } else { Stop::write(text) }
    }

    fn close_failed(&self, error: &io::Error) -> Stop {
        let mut text = b"close failed on file ".to_vec();
        text.extend_from_slice(&quoted(&self.name, self.dialect));
        text.extend_from_slice(format!(" ({})", message::reason(error)).as_bytes());
        Stop::fatal(text)
    }

    /// Writes the rest; for a command, waits for its end: the status.
    fn close(&mut self, context: &Context<'_>) -> Result<i32> {
        let pending = self.buffer.len();
        match self.flush() {
            Ok(()) => {
                let Some(command) = &mut self.command else { return Ok(0) };
                self.file = None;
                Ok(command.wait())
            }
            Err(error) if self.dialect.rules().write_failure_is_fatal => {
                Err(self.failed_for_gawk(context, &error, Some("flush")))
            }
            Err(error) if self.written > STDIO_BLOCK && pending > 0 => {
                Err(self.failed(context, &error))
            }
            Err(error) => match context.signal_of(&error) {
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
    /// How many files and commands have been opened, to read or to write.
    opened: u64,
    /// Standard output or standard error is closed, or what gawk calls it by while it is open by that name.
    standard_is_closed: bool,
    pub(crate) errors_are_closed: bool,
    standard_names: Vec<&'static [u8]>,
    /// Standard output was used last, by its name.
    standard_is_last: bool,
    dialect: Dialect,
}

impl Outputs {
    /// Standard output, with the memory of `buffer`.
    pub(crate) fn new(context: &Context<'_>, buffer: Vec<u8>, dialect: Dialect) -> Self {
        Self {
            standard: Sink::new(STANDARD, context.stdout.clone(), buffer, dialect),
            others: Vec::new(),
            opened: 0,
            standard_is_closed: false,
            errors_are_closed: false,
            standard_names: Vec::new(),
            standard_is_last: false,
            dialect,
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

    /// Collects standard output for whoever takes it from the buffer.
    pub(crate) fn hold_standard(&mut self) {
        self.standard.limit = usize::MAX;
    }

    /// Adds a text to standard output; much of it is not copied.
    pub(crate) fn put_standard(&mut self, context: &Context<'_>, text: &mut Vec<u8>) -> Result<()> {
        if text.len() < BLOCK {
            self.standard.buffer.extend_from_slice(text);
            return self.check_standard(context);
        }
        if !self.standard.buffer.is_empty() {
            self.standard.limit = 1;
            let written = self.standard.check(context);
            self.standard.limit = BLOCK;
            written?;
        }
        std::mem::swap(&mut self.standard.buffer, text);
        self.check_standard(context)
    }

    /// Writes standard output if enough has been collected.
    #[inline]
    pub(crate) fn check_standard(&mut self, context: &Context<'_>) -> Result<()> {
        if self.standard.buffer.len() < self.standard.limit && !self.standard.at_once {
            return Ok(());
        }
        self.standard.check(context)
    }

    fn find(
        &mut self,
        context: &mut Context<'_>,
        target: Target,
        name: &[u8],
    ) -> Result<&mut Sink> {
        let piped = target == Target::Pipe;
        let wanted = known_name(name, self.dialect);
        let (name, tail) = name.split_at(c_string(name).len());
        if (name == STANDARD || name == b"-" && self.dialect.rules().dash_is_standard_output)
            && !piped
        {
            if self.standard_is_closed {
                return Err(open_failed(name, &rustix::io::Errno::NOENT.into()));
            }
            self.note_standard(name);
            self.standard_is_last = true;
            return Ok(&mut self.standard);
        }
        self.standard_is_last = false;
        if self.errors_are_closed && name == ERRORS && !piped {
            return Err(open_failed(name, &rustix::io::Errno::NOENT.into()));
        }
        let place = match self
            .others
            .iter()
            .position(|sink| sink.name == wanted && sink.command.is_some() == piped)
        {
            Some(place) => place,
            None => {
                if piped {
                    // So that what was printed before comes before.
                    match self.dialect.rules().command_flushes_all {
                        true => self.flush_all(context)?,
                        false => flush(context, &mut self.standard)?,
                    };
                }
                let mut sink = open(context, target, name, self.dialect)?;
                sink.serial = self.next_serial();
                if self.dialect.rules().finds_names_up_to_nul && name != ERRORS {
                    sink.tail = tail.to_vec();
                }
                self.others.push(sink);
                self.others.len() - 1
            }
        };
        if self.dialect.rules().closes_newest_alone {
            return Ok(&mut self.others[place]);
        }
        // What was used last is closed first at the end.
        self.others[place..].rotate_left(1);
        let last = self.others.len() - 1;
        Ok(&mut self.others[last])
    }

    /// Notes the name by which standard output is used.
    fn note_standard(&mut self, name: &[u8]) {
        let name = if name == STANDARD { STANDARD } else { b"-" };
        if self.dialect.rules().closes_newest_alone && !self.standard_names.contains(&name) {
            self.standard_names.push(name);
        }
    }

    /// A number for what is opened now.
    pub(crate) fn next_serial(&mut self) -> u64 {
        self.opened += 1;
        self.opened
    }

    /// When the newest output of a name was opened.
    pub(crate) fn newest(&self, name: &[u8]) -> Option<u64> {
        self.others.iter().filter(|sink| sink.name == name).map(|sink| sink.serial).max()
    }

    /// Writes text to a file, which is opened first if need be.
    pub(crate) fn write(
        &mut self,
        context: &mut Context<'_>,
        target: Target,
        name: &[u8],
        text: &[u8],
    ) -> Result<()> {
        let sink = self.find(context, target, name)?;
        sink.buffer.extend_from_slice(text);
        sink.check(context)
    }

    /// Writes what has been collected for standard output.
    pub(crate) fn flush_standard(&mut self, context: &Context<'_>) -> Result<()> {
        flush(context, &mut self.standard).map(drop)
    }

    /// fflush(), which does not say that it failed, and loses what it could not write.
    pub(crate) fn flush_quietly(&mut self, context: &Context<'_>) -> Result<()> {
        match self.standard.flush() {
            Ok(()) => Ok(()),
            Err(error) => context.signal_of(&error).map_or(Ok(()), |exit| Err(Stop::signal(exit))),
        }
    }

    /// fflush(name); an empty name stands for everything. False where nothing has that name or
    /// could not be written.
    pub(crate) fn flush(&mut self, context: &Context<'_>, name: &[u8]) -> Result<bool> {
        if name.is_empty() {
            return self.flush_all(context);
        }
        if self.standard_is_closed && name == STANDARD {
            return Ok(false);
        }
        if self.standard_names.contains(&name) {
            return flush(context, &mut self.standard);
        }
        let mut found = false;
        for sink in self.all().filter(|sink| sink.is_flushed_by(name)) {
            found |= flush(context, sink)?;
        }
        Ok(found || name == ERRORS && !self.errors_are_closed)
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Sink> {
        self.others.iter_mut().rev().chain(std::iter::once(&mut self.standard))
    }

    /// Writes everything that has been collected; false where some of it could not be.
    pub(crate) fn flush_all(&mut self, context: &Context<'_>) -> Result<bool> {
        let mut written = true;
        for sink in self.all() {
            written &= flush(context, sink)?;
        }
        Ok(written)
    }

    /// close(name): the status of a command, 0 for a file; `None` where nothing has that name.
    pub(crate) fn close(&mut self, context: &Context<'_>, name: &[u8]) -> Result<Option<i32>> {
        let name = known_name(name, self.dialect);
        let mut status = None;
        if name == STANDARD && !self.standard_is_closed {
            status = Some(self.standard.close(context)?);
            self.standard.file = None;
            // What is printed fails at once.
            self.standard.limit = 0;
            self.standard_is_closed = true;
        }
        while let Some(place) = self.others.iter().position(|sink| sink.name == name) {
            status = Some(self.others.remove(place).close(context)?);
        }
        Ok(status)
    }

    /// For gawk: forgets a name of standard output, which stays open; false where it has not been used.
    pub(crate) fn close_standard(&mut self, context: &Context<'_>, name: &[u8]) -> Result<bool> {
        let Some(place) = self.standard_names.iter().position(|&known| known == name) else {
            return Ok(false);
        };
        self.standard_names.remove(place);
        flush(context, &mut self.standard).map(|_| true)
    }

    /// Closes what was opened by a serial number: the status of a command, 0 for a file.
    pub(crate) fn close_one(&mut self, context: &Context<'_>, serial: u64) -> Result<i32> {
        match self.others.iter().position(|sink| sink.serial == serial) {
            Some(place) => self.others.remove(place).close(context),
            None => Ok(-1),
        }
    }

    /// Writes what has been collected for standard output, and leaves it to the caller to say that
    /// it failed.
    pub(crate) fn flush_silently(&mut self) -> io::Result<()> {
        self.standard.flush()
    }

    /// Closes everything but standard output, what was used last first.
    pub(crate) fn close_others(&mut self, context: &Context<'_>) -> Result<()> {
        if self.standard_is_last {
            flush(context, &mut self.standard)?;
        }
        while let Some(mut sink) = self.others.pop() {
            sink.close(context)?;
        }
        Ok(())
    }

    /// Closes everything at the end.
    pub(crate) fn close_all(&mut self, context: &Context<'_>) -> Result<()> {
        let mut result = Ok(());
        if self.standard_is_last {
            result = flush(context, &mut self.standard).map(drop);
        }
        for sink in self.all() {
            let closed = sink.close(context);
            if result.is_ok() {
                result = closed.map(|_| ());
            }
        }
        self.others.clear();
        result
    }
}

/// Writes what has been collected; false, and a message, where that fails.
fn flush(context: &Context<'_>, sink: &mut Sink) -> Result<bool> {
    match sink.flush() {
        Ok(()) => Ok(true),
        Err(error) if sink.dialect.rules().write_failure_is_fatal => {
            let name = if sink.name == STANDARD {
                b"standard output".to_vec()
            } else {
                [b"file `", &sink.name[..], b"'"].concat()
            };
            let mut text = b"fflush: cannot flush ".to_vec();
            text.extend_from_slice(&name);
            text.extend_from_slice(format!(": {}", message::reason(&error)).as_bytes());
            Err(match (context.signal_of(&error), sink.name == STANDARD) {
                (Some(exit), true) => Stop::signal(exit),
                _ => Stop::error(text),
            })
        }
        Err(error) => match context.signal_of(&error) {
            Some(exit) => Err(Stop::signal(exit)),
            None => {
                let mut line = context.name.to_vec();
                let text = format!(": unexpected write error ({})\n", message::reason(&error));
                line.extend_from_slice(text.as_bytes());
                context.error_text(&line);
                Ok(false)
            }
        },
    }
}

fn open(context: &mut Context<'_>, target: Target, name: &[u8], dialect: Dialect) -> Result<Sink> {
    if name.is_empty() && dialect.rules().rejects_empty_file_name {
        return Err(null_name(match target {
            Target::File => ">",
            Target::Append => ">>",
            Target::Pipe => "|",
        }));
    }
    if target == Target::Pipe {
        let (reader, writer) = OpenFile::pipe(context.scheduler);
        return match context.host.start(name, Some(reader), None) {
            Ok(command) => {
                let mut sink = Sink::new(name, Some(writer), Vec::new(), dialect);
                sink.command = Some(command);
                Ok(sink)
            }
            Err(error) => Err(open_failed(name, &error)),
        };
    }
    if name == ERRORS {
        let mut sink = Sink::new(name, context.stderr.clone(), Vec::new(), dialect);
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
    let mode = Mode::from_raw_mode(0o666 & !context.umask());
    match stage::door::openat(context.directory, name, flags, mode) {
        Ok(fd) => {
            let file = OpenFile::from_fd(context.scheduler, fd);
            Ok(Sink::new(name, Some(file), Vec::new(), dialect))
        }
        Err(error) if dialect.rules().voice == Voice::Gawk => {
            let mut text = b"cannot redirect to `".to_vec();
            text.extend_from_slice(name);
            text.extend_from_slice(format!("': {}", message::reason(&error.into())).as_bytes());
            Err(Stop::error(text))
        }
        Err(error) => Err(open_failed(name, &error.into())),
    }
}

/// What a function of the C library takes for a text, the name of a file that it opens for example: up to a NUL.
pub(crate) fn c_string(text: &[u8]) -> &[u8] {
    text.iter().position(|&byte| byte == 0).map_or(text, |end| &text[..end])
}

/// The name by which what is open is found again.
pub(crate) fn known_name(name: &[u8], dialect: Dialect) -> &[u8] {
    if dialect.rules().finds_names_up_to_nul { c_string(name) } else { name }
}

/// A name in a message, where it has quotes in one version and none in another.
pub(crate) fn quoted(name: &[u8], dialect: Dialect) -> Vec<u8> {
    match dialect.rules().quotes_names {
        true => [b"\"", name, b"\""].concat(),
        false => name.to_vec(),
    }
}

/// What gawk says where a file or a command is to be opened that has no name.
#[cold]
pub(crate) fn null_name(operator: &str) -> Stop {
    let text = format!("expression for `{operator}' redirection has null string value");
    Stop::error(text.into_bytes())
}

fn open_failed(name: &[u8], error: &io::Error) -> Stop {
    let mut text = b"cannot open \"".to_vec();
    text.extend_from_slice(name);
    text.extend_from_slice(b"\" for output (");
    text.extend_from_slice(message::reason(error).as_bytes());
    text.push(b')');
    Stop::fatal(text)
}
