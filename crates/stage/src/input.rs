//! Buffered reading for utilities: lines and blocks from an open file.
//!
//! [`Input`] takes exactly what it hands out: a utility that stops early (`head -n 1`) leaves
//! the rest for whoever reads next from the same file.

use crate::file::OpenFile;
use crate::scheduler::Signals;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

/// Reads an open file. `Read::read` goes straight to the file; the `BufRead` methods and
/// [`Input::read_until`] look at what is known and consume exactly what they hand out.
pub struct Input {
    file: Rc<OpenFile>,
    /// A private copy of what is known: `BufRead` wants a slice that lives on.
    buffer: Vec<u8>,
    start: usize,
    /// The rest of the file is wanted whole: nothing needs to be left to others.
    greedy: bool,
}

impl Input {
    /// Reads `file` exactly as far as asked for. For an input that will be read to its end
    /// use [`Input::whole`], which is faster on pipes.
    pub fn exact(file: Rc<OpenFile>) -> Self {
        Self { file, buffer: Vec::new(), start: 0, greedy: false }
    }

    /// Reads `file` to its end, in large blocks.
    pub fn whole(file: Rc<OpenFile>) -> Self {
        Self { file, buffer: Vec::new(), start: 0, greedy: true }
    }

    /// The file underneath.
    pub fn file(&self) -> &Rc<OpenFile> {
        &self.file
    }

    /// Appends bytes up to and including `delimiter` to `line`; returns how many were
    /// appended, 0 at the end of the file. The last line may lack its delimiter.
    ///
    /// # Errors
    /// Those of [`OpenFile::read`]; `line` keeps what had been appended.
    pub fn read_until(&mut self, delimiter: u8, line: &mut Vec<u8>) -> io::Result<usize> {
        let before = line.len();
        if self.greedy {
            loop {
                if self.start == self.buffer.len() && self.fill_buf()?.is_empty() {
                    break;
                }
                let unread = &self.buffer[self.start..];
                match byte_search::memchr(delimiter, unread) {
                    Some(at) => {
                        line.extend_from_slice(&unread[..=at]);
                        self.start += at + 1;
                        break;
                    }
                    None => {
                        line.extend_from_slice(unread);
                        self.start = self.buffer.len();
                    }
                }
            }
            return Ok(line.len() - before);
        }
        while self.file.fill(Signals::Terminal)? {
            let (count, found) =
                self.file.with_known(|known| match byte_search::memchr(delimiter, known) {
                    Some(at) => {
                        line.extend_from_slice(&known[..=at]);
                        (at + 1, true)
                    }
                    None => {
                        line.extend_from_slice(known);
                        (known.len(), false)
                    }
                });
            self.file.consume(count);
            if found {
                break;
            }
        }
        Ok(line.len() - before)
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.start < self.buffer.len() {
            let count = buffer.len().min(self.buffer.len() - self.start);
            buffer[..count].copy_from_slice(&self.buffer[self.start..self.start + count]);
            self.consume(count);
            return Ok(count);
        }
        self.file.read(buffer, Signals::Terminal)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let left = self.buffer.len() - self.start;
        if !self.greedy && left > 0 && self.file.with_known(|known| known.len()) != left {
            // What was known has been given back, for a program to read on where this stood.
            self.start = self.buffer.len();
        }
        if self.start == self.buffer.len() {
            self.start = 0;
            if self.greedy {
                self.buffer.resize(64 << 10, 0);
                let count = self.file.read(&mut self.buffer, Signals::Terminal);
                self.buffer.truncate(*count.as_ref().unwrap_or(&0));
                count?;
            } else {
                self.buffer.clear();
                if self.file.fill(Signals::Terminal)? {
                    let buffer = &mut self.buffer;
                    self.file.with_known(|known| buffer.extend_from_slice(known));
                }
            }
        }
        Ok(&self.buffer[self.start..])
    }

    fn consume(&mut self, count: usize) {
        let count = count.min(self.buffer.len() - self.start);
        self.start += count;
        if !self.greedy {
            self.file.consume(count);
        }
    }
}
