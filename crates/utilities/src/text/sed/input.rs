//! The lines of a run: all files as one, or one after the other.

use super::Stop;
use crate::text::stream::{self, Reader};
use crate::{Change, Context, message};
use stage::{OpenFile, Signals};
use std::io;
use std::rc::Rc;

/// One open file, by lines.
pub enum Lines {
    /// Read to its end.
    Whole(Reader),
    /// Read exactly as far as asked for.
    Exact(Rc<OpenFile>),
    /// Either of them, where a NUL ends a line too; whether one ended the last, and the file ends with it.
    ToNul(Box<Lines>, Option<bool>),
}

impl Lines {
    /// Reads `file` from where it stands.
    pub fn new(context: &Context<'_>, file: Rc<OpenFile>, reading: Reading) -> Self {
        let lines = match reading {
            Reading::Exact => Lines::Exact(file),
            Reading::Ahead => Lines::Whole(Reader::within(context, file)),
        };
        match context.has(Change::NulEndsLines) {
            true => Lines::ToNul(Box::new(lines), None),
            false => lines,
        }
    }

    /// Appends the next line to `line`, without its delimiter. `None` at the end of the file,
    /// else whether the line has its delimiter.
    #[inline]
    pub fn read(&mut self, delimiter: u8, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
        match self {
            Lines::Whole(reader) => {
                let Some(text) = reader.line(delimiter)? else { return Ok(None) };
                Ok(Some(append(text, delimiter, line)))
            }
            Lines::Exact(file) => read_exactly(file, delimiter, line),
            Lines::ToNul(lines, ended_by_nul) => lines.read_to_nul(ended_by_nul, line),
        }
    }

    /// Appends the next line, which a NUL may end: it lacks its delimiter then.
    #[cold]
    fn read_to_nul(
        &mut self,
        ended_by_nul: &mut Option<bool>,
        line: &mut Vec<u8>,
    ) -> io::Result<Option<bool>> {
        let before = line.len();
        let read = match self {
            Lines::Whole(reader) => reader.line_or_nul()?.map(|text| line.extend_from_slice(text)),
            Lines::Exact(file) => read_exactly_to_nul(file, line)?.then_some(()),
            Lines::ToNul(lines, ended_by_nul) => return lines.read_to_nul(ended_by_nul, line),
        };
        *ended_by_nul = None;
        if read.is_none() {
            return Ok(None);
        }
        let ending = line[before..].last().copied().filter(|byte| matches!(byte, 0 | b'\n'));
        if ending.is_some() {
            line.pop();
        }
        if ending == Some(0) {
            *ended_by_nul = Some(self.at_end()?);
        }
        Ok(Some(ending == Some(b'\n')))
    }

    /// Whether nothing is left.
    pub fn at_end(&mut self) -> io::Result<bool> {
        match self {
            Lines::Whole(reader) => reader.at_end(),
            Lines::Exact(file) => Ok(!file.fill(Signals::Terminal)?),
            Lines::ToNul(lines, _) => lines.at_end(),
        }
    }
}

fn append(text: &[u8], delimiter: u8, line: &mut Vec<u8>) -> bool {
    match text.split_last() {
        Some((&last, text)) if last == delimiter => {
            line.extend_from_slice(text);
            true
        }
        _ => {
            line.extend_from_slice(text);
            false
        }
    }
}

fn read_exactly(
    file: &Rc<OpenFile>,
    delimiter: u8,
    line: &mut Vec<u8>,
) -> io::Result<Option<bool>> {
    let mut read = None;
    while file.fill(Signals::Terminal)? {
        let (count, found) = file.with_known(|known| match byte_search::memchr(delimiter, known) {
            Some(at) => {
                line.extend_from_slice(&known[..at]);
                (at + 1, true)
            }
            None => {
                line.extend_from_slice(known);
                (known.len(), false)
            }
        });
        file.consume(count);
        read = Some(found);
        if found {
            break;
        }
    }
    Ok(read)
}

/// Appends a line with the newline or the NUL that ends it; false at the end of the file.
fn read_exactly_to_nul(file: &Rc<OpenFile>, line: &mut Vec<u8>) -> io::Result<bool> {
    let mut read = false;
    while file.fill(Signals::Terminal)? {
        let (count, found) = file.with_known(|known| {
            let end = byte_search::memchr2(b'\n', 0, known);
            let count = end.map_or(known.len(), |at| at + 1);
            line.extend_from_slice(&known[..count]);
            (count, end.is_some())
        });
        file.consume(count);
        read = true;
        if found {
            break;
        }
    }
    Ok(read)
}

/// How far a file is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// As far as asked for: somebody else goes on there.
    Exact,
    /// By blocks.
    Ahead,
}

/// The files of a run.
pub struct Files<'a> {
    /// Those not yet opened.
    left: std::slice::Iter<'a, &'a [u8]>,
    /// The name of the one opened last.
    pub name: &'a [u8],
    /// The one that is being read.
    pub current: Option<Lines>,
    /// How far files are read.
    reading: Reading,
    /// Files are edited in place, so that `-` is a name.
    in_place: bool,
    /// Some file could not be read.
    pub bad: bool,
}

impl<'a> Files<'a> {
    /// Starts before the first file.
    pub fn new(names: &'a [&'a [u8]], reading: Reading, in_place: bool) -> Self {
        Self { left: names.iter(), name: b"-", current: None, reading, in_place, bad: false }
    }

    /// Whether there is no further file.
    pub fn is_last(&self) -> bool {
        self.left.len() == 0
    }

    /// Opens the next file; one that cannot be opened is complained of, and nothing is open.
    pub fn open_next(
        &mut self,
        context: &Context<'_>,
        before_complaint: impl FnOnce(),
    ) -> Option<Rc<OpenFile>> {
        let &name = self.left.next()?;
        self.name = name;
        let opened = if self.in_place { context.open(name) } else { stream::open(context, name) };
        match opened {
            Ok(file) => {
                self.current = Some(Lines::new(context, file.clone(), self.reading));
                Some(file)
            }
            Err(error) => {
                before_complaint();
                let mut text = b"can't read ".to_vec();
                text.extend_from_slice(name);
                text.extend_from_slice(b": ");
                text.extend_from_slice(message::reason(&error).as_bytes());
                context.error(text);
                self.bad = true;
                None
            }
        }
    }

    /// What an error of reading the current file means.
    pub fn failed(&self, error: &io::Error) -> Stop {
        let name: &[u8] = if self.name == b"-" && !self.in_place { b"stdin" } else { self.name };
        read_failed(name, error)
    }
}

/// What an error of reading a file means.
pub fn read_failed(name: &[u8], error: &io::Error) -> Stop {
    if let Some(exit) = Context::signal_unless(false, error) {
        return Stop::Exit(exit);
    }
    let reason = message::reason(error);
    Stop::Complain([b"read error on ", name, b": ", reason.as_bytes()].concat(), 4)
}
