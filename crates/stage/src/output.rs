//! Buffered writing for utilities, as stdio buffers: lines to a terminal, blocks elsewhere.

use crate::file::OpenFile;
use std::io::{self, Write};
use std::rc::Rc;

/// Bytes collected before they are written.
const BLOCK: usize = 32 << 10;

/// Writes to an open file. What is still in the buffer is lost unless [`Output::finish`] or
/// `flush` is called: an error on the last write must reach somebody.
pub struct Output {
    file: Rc<OpenFile>,
    buffer: Vec<u8>,
    by_line: bool,
    /// The first error; everything after it fails alike.
    failed: Option<Failure>,
}

/// An error that can be given out again and again.
#[derive(Clone, Copy)]
struct Failure {
    code: Option<i32>,
    kind: io::ErrorKind,
}

impl Failure {
    fn error(self) -> io::Error {
        match self.code {
            Some(code) => io::Error::from_raw_os_error(code),
            None => self.kind.into(),
        }
    }
}

impl Output {
    /// Collects what is written to `file`.
    pub fn new(file: Rc<OpenFile>) -> Self {
        let by_line = file.is_terminal();
        Self { file, buffer: Vec::new(), by_line, failed: None }
    }

    /// The file underneath.
    pub fn file(&self) -> &Rc<OpenFile> {
        &self.file
    }

    /// Every line is written as soon as it is complete.
    pub fn set_line_buffered(&mut self, by_line: bool) {
        self.by_line = by_line;
    }

    /// Writes what is left in the buffer.
    ///
    /// # Errors
    /// That of this write or of the first earlier one that failed ([`OpenFile::write`]).
    pub fn finish(&mut self) -> io::Result<()> {
        self.flush()
    }
}

impl Write for Output {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        if let Some(failure) = self.failed {
            return Err(failure.error());
        }
        self.buffer.extend_from_slice(data);
        if self.buffer.len() >= BLOCK
            || (self.by_line && byte_search::memchr(b'\n', data).is_some())
        {
            self.flush()?;
        }
        Ok(data.len())
    }

    fn write_all(&mut self, data: &[u8]) -> io::Result<()> {
        self.write(data).map(|_| ())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return match self.failed {
                Some(failure) => Err(failure.error()),
                None => Ok(()),
            };
        }
        let result = self.file.write_all(&self.buffer);
        self.buffer.clear();
        if let Err(error) = &result {
            self.failed = Some(Failure { code: error.raw_os_error(), kind: error.kind() });
        }
        result
    }
}
