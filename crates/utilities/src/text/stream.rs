//! Reading and writing in blocks, for filters: input as runs of whole lines that are not
//! copied, output as one buffer that loops append to.

use crate::{Context, Exit, message, quoting};
use stage::{OpenFile, Signals};
use std::io;
use std::rc::Rc;

/// First size of an input buffer: most inputs of scripts are a line or two.
const FIRST: usize = 4 << 10;
/// Size of the buffer of an input that turns out to be large.
const LARGE: usize = 128 << 10;
/// Bytes of output collected before they are written.
const BLOCK: usize = 64 << 10;

/// Reads a file to its end.
pub struct Reader {
    file: Rc<OpenFile>,
    buffer: Vec<u8>,
    /// What has been read and not handed out: `buffer[start..end]`.
    start: usize,
    end: usize,
    ended: bool,
}

impl Reader {
    /// Reads `file` from where it stands.
    pub fn new(file: Rc<OpenFile>) -> Self {
        Self { file, buffer: Vec::new(), start: 0, end: 0, ended: false }
    }

    /// The file underneath.
    pub fn file(&self) -> &Rc<OpenFile> {
        &self.file
    }

    /// Reads once more after what is unread, growing the buffer as needed. False at the end.
    fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.end == self.buffer.len() {
            let size = match self.buffer.len() {
                0 => FIRST,
                length if length < LARGE => LARGE,
                length => length.checked_mul(2).ok_or(io::ErrorKind::OutOfMemory)?,
            };
            self.buffer.resize(size, 0);
        }
        let count = self.file.read(&mut self.buffer[self.end..], Signals::Terminal)?;
        self.end += count;
        self.ended = count == 0;
        Ok(count > 0)
    }

    /// The next bytes, as many as are there; none at the end of the file.
    pub fn block(&mut self) -> io::Result<&[u8]> {
        if self.start == self.end {
            self.start = 0;
            self.end = 0;
            self.fill()?;
        }
        let block = self.start..self.end;
        self.start = self.end;
        Ok(&self.buffer[block])
    }

    /// The next lines, as many as are there, each with its delimiter; none at the end of the
    /// file. The last line of the file may lack its delimiter.
    pub fn lines(&mut self, delimiter: u8) -> io::Result<&[u8]> {
        let mut searched = self.start;
        let end = loop {
            if let Some(at) = memchr::memrchr(delimiter, &self.buffer[searched..self.end]) {
                break searched + at + 1;
            }
            let known = self.end - self.start;
            if !self.fill()? {
                break self.end;
            }
            searched = self.start + known;
        };
        let lines = self.start..end;
        self.start = end;
        Ok(&self.buffer[lines])
    }

    /// The next line with its delimiter; `None` at the end of the file.
    #[inline]
    pub fn line(&mut self, delimiter: u8) -> io::Result<Option<&[u8]>> {
        if let Some(at) = memchr::memchr(delimiter, &self.buffer[self.start..self.end]) {
            let line = self.start..self.start + at + 1;
            self.start = line.end;
            return Ok(Some(&self.buffer[line]));
        }
        self.line_after_reading(delimiter)
    }

    fn line_after_reading(&mut self, delimiter: u8) -> io::Result<Option<&[u8]>> {
        loop {
            let known = self.end - self.start;
            let more = self.fill()?;
            let searched = self.start + known;
            let end = match memchr::memchr(delimiter, &self.buffer[searched..self.end]) {
                Some(at) => searched + at + 1,
                None if more => continue,
                None => self.end,
            };
            let line = self.start..end;
            self.start = end;
            return Ok(if line.is_empty() { None } else { Some(&self.buffer[line]) });
        }
    }
}

/// Collects output and writes it in blocks; to a terminal, as soon as there is any.
pub struct Writer {
    file: Rc<OpenFile>,
    /// What is still to be written. Loops append to it and then call [`Writer::check`].
    pub buffer: Vec<u8>,
    at_once: bool,
}

impl Writer {
    /// Writes to `file`.
    pub fn new(file: Rc<OpenFile>) -> Self {
        let at_once = file.is_terminal();
        Self { file, buffer: Vec::new(), at_once }
    }

    /// Standard output. [`crate::locale::unusual`] has made sure that there is one.
    pub fn standard(context: &Context<'_>) -> io::Result<Self> {
        match &context.stdout {
            Some(file) => Ok(Self::new(file.clone())),
            None => Err(rustix::io::Errno::BADF.into()),
        }
    }

    /// The file underneath.
    pub fn file(&self) -> &Rc<OpenFile> {
        &self.file
    }

    /// From now on every [`Writer::check`] writes.
    pub fn write_at_once(&mut self) {
        self.at_once = true;
    }

    /// Adds `data`.
    #[inline]
    pub fn put(&mut self, data: &[u8]) -> io::Result<()> {
        self.buffer.extend_from_slice(data);
        self.check()
    }

    /// Writes if enough has been collected.
    #[inline]
    pub fn check(&mut self) -> io::Result<()> {
        if self.buffer.len() >= BLOCK || self.at_once { self.flush() } else { Ok(()) }
    }

    /// Writes a block that is not worth copying.
    pub fn put_block(&mut self, data: &[u8]) -> io::Result<()> {
        if data.len() < BLOCK / 2 {
            return self.put(data);
        }
        self.flush()?;
        self.file.write_all(data)
    }

    /// Writes all that has been collected.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let result = self.file.write_all(&self.buffer);
        self.buffer.clear();
        result
    }
}

/// Opens a file operand for reading; `-` is standard input.
pub fn open(context: &Context<'_>, name: &[u8]) -> io::Result<Rc<OpenFile>> {
    if name == b"-" {
        return context.stdin.clone().ok_or_else(|| rustix::io::Errno::BADF.into());
    }
    context.open(name)
}

/// Writes `utility: name: reason`, after what has been collected for standard output.
/// An error of that write is found again at the end.
pub fn file_error(context: &Context<'_>, name: &[u8], error: &io::Error) {
    let mut text = quoting::shell_if_needed(name, context.utf8);
    text.extend_from_slice(b": ");
    text.extend_from_slice(message::reason(error).as_bytes());
    context.error(text);
}

/// Ends a utility: writes what is left; `status` if that went well.
pub fn finish(context: &Context<'_>, output: &mut Writer, status: u8) -> Exit {
    match output.flush() {
        Ok(()) => Exit::Status(status),
        Err(error) => context.write_error(&error, 1),
    }
}
