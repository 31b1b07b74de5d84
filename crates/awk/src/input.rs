//! Reading records.

use crate::record;
use crate::regex_text::Compiled;
use pattern::{Cache, MatchFlags};
use stage::{OpenFile, Signals};
use std::io;
use std::ops::Range;
use std::rc::Rc;
use utilities::text::stream::{place_before_read, whole_pages};

/// First size of a buffer; most inputs of scripts are a line or two.
const FIRST: usize = 4 << 10;
/// Size of the buffer of an input that turns out to be large.
const LARGE: usize = 64 << 10;

/// What ends a record (RS).
pub(crate) enum RecordSeparator {
    Byte(u8),
    /// Blank lines. Newlines before a record do not count: at the start of a file, or (to gawk)
    /// wherever they are.
    Paragraph {
        anywhere: bool,
    },
    Regex(Rc<Compiled>),
}

/// Reads the records of a file.
pub(crate) struct Reader {
    file: Rc<OpenFile>,
    pub(crate) buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// The last read filled the buffer.
    filled: bool,
    ended: bool,
    /// Nothing has been read yet.
    fresh: bool,
    /// The buffer no longer begins where the file does.
    moved: bool,
}

impl Reader {
    /// Reads `file` from where it stands, with the memory of `buffer`.
    pub(crate) fn new(file: Rc<OpenFile>, buffer: Vec<u8>) -> Self {
        Self {
            file,
            buffer,
            start: 0,
            end: 0,
            filled: false,
            ended: false,
            fresh: true,
            moved: false,
        }
    }

    /// Reads once more behind what is there; false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.start > 0 {
            self.moved = true;
            let start = place_before_read(&self.buffer, self.end - self.start);
            self.buffer.copy_within(self.start..self.end, start);
            self.end = start + self.end - self.start;
            self.start = start;
        }
        // There was more than the first buffer holds: the input is none of the short ones.
        let outgrown = self.filled && self.buffer.len() < LARGE;
        if self.end == self.buffer.len() || outgrown {
            let size = match self.buffer.len() {
                0 => FIRST,
                length if length < LARGE => LARGE,
                length => length.checked_mul(2).ok_or(io::ErrorKind::OutOfMemory)?,
            };
            self.buffer.resize(size, 0);
        }
        let room = whole_pages(self.buffer.len() - self.end);
        let count =
            self.file.read(&mut self.buffer[self.end..self.end + room], Signals::Terminal)?;
        self.end += count;
        self.filled = count == room;
        self.ended = count == 0;
        Ok(count > 0)
    }

    /// The next record: a part of `buffer`. `None` at the end of the file.
    #[inline]
    pub(crate) fn next(
        &mut self,
        separator: &RecordSeparator,
        cache: &mut Cache,
    ) -> io::Result<Option<Range<usize>>> {
        if let RecordSeparator::Byte(byte) = separator {
            if let Some(length) = memchr::memchr(*byte, &self.buffer[self.start..self.end]) {
                let record = self.start..self.start + length;
                self.start = record.end + 1;
                self.fresh = false;
                return Ok(Some(record));
            }
            return self.next_after_reading(*byte);
        }
        self.next_match(separator, cache)
    }

    fn next_after_reading(&mut self, byte: u8) -> io::Result<Option<Range<usize>>> {
        self.fresh = false;
        loop {
            let known = self.end - self.start;
            let more = self.fill()?;
            let from = self.start + known;
            if let Some(length) = memchr::memchr(byte, &self.buffer[from..self.end]) {
                let record = self.start..from + length;
                self.start = record.end + 1;
                return Ok(Some(record));
            }
            if !more {
                let record = self.start..self.end;
                self.start = self.end;
                return Ok((!record.is_empty()).then_some(record));
            }
        }
    }

    fn next_match(
        &mut self,
        separator: &RecordSeparator,
        cache: &mut Cache,
    ) -> io::Result<Option<Range<usize>>> {
        let paragraph = matches!(separator, RecordSeparator::Paragraph { .. });
        let anywhere = matches!(separator, RecordSeparator::Paragraph { anywhere: true });
        if self.start == self.end && !self.fill()? {
            return Ok(None);
        }
        if (std::mem::replace(&mut self.fresh, false) || anywhere) && paragraph {
            // Newlines before the first record do not count.
            loop {
                while self.start < self.end && self.buffer[self.start] == b'\n' {
                    self.start += 1;
                }
                if self.start < self.end {
                    break;
                }
                if !self.fill()? {
                    return Ok(None);
                }
            }
        }
        let mut searched = 0;
        loop {
            let text = &self.buffer[self.start..self.end];
            let found = match separator {
                RecordSeparator::Regex(regex) => {
                    let not_bol = self.start > 0 || self.moved;
                    next_separator(regex, cache, text, not_bol)
                }
                _ => blank_lines(text, searched),
            };
            if let Some((start, end)) = found {
                // What touches the end may go on in what has not been read.
                if end < text.len() || self.ended {
                    let record = self.start..self.start + start;
                    self.start += end;
                    return Ok(Some(record));
                }
            }
            searched = text.len().saturating_sub(2);
            if !self.fill()? && self.ended {
                let text = &self.buffer[self.start..self.end];
                // Once more, now that it is known that nothing follows.
                let found = match separator {
                    RecordSeparator::Regex(regex) => {
                        next_separator(regex, cache, text, self.start > 0 || self.moved)
                    }
                    _ => blank_lines(text, 0),
                };
                let (length, used) = match found {
                    Some((start, end)) => (start, end),
                    None if paragraph && text.ends_with(b"\n") => (text.len() - 1, text.len()),
                    None => (text.len(), text.len()),
                };
                let record = self.start..self.start + length;
                self.start += used;
                return Ok(Some(record));
            }
        }
    }
}

/// The first match that is not empty. `^` matches at the start of the file only.
fn next_separator(
    regex: &Compiled,
    cache: &mut Cache,
    text: &[u8],
    not_bol: bool,
) -> Option<(usize, usize)> {
    if !not_bol {
        return record::next_match(regex, cache, text, 0);
    }
    let mut at = 0;
    while at < text.len() {
        let flags = MatchFlags { not_bol: true, not_eol: false };
        let (start, end) = regex.find(cache, text, at, flags)?;
        if end > start {
            return Some((start, end));
        }
        at = start + 1;
    }
    None
}

/// Two newlines or more.
fn blank_lines(text: &[u8], from: usize) -> Option<(usize, usize)> {
    let start = from + memchr::memmem::find(text.get(from..)?, b"\n\n")?;
    let rest = &text[start..];
    let length = rest.iter().position(|&byte| byte != b'\n').unwrap_or(rest.len());
    Some((start, start + length))
}
