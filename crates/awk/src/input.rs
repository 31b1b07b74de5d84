//! Reading records.

use crate::record;
use crate::regex_text::Compiled;
use pattern::{Cache, MatchFlags};
use stage::OpenFile;
use std::io;
use std::ops::Range;
use std::rc::Rc;
use utilities::text::stream::Window;

/// Size of the buffer of an input that turns out to be large.
const LARGE: usize = 64 << 10;

/// What ends a record (RS).
pub(crate) enum RecordSeparator {
    Byte(u8),
    /// Blank lines. Newlines before a record do not count: at the start of a file, or `anywhere`.
    Paragraph {
        anywhere: bool,
    },
    Regex {
        regex: Rc<Compiled>,
        /// How many bytes behind a match may still make it longer.
        reach: usize,
    },
}

impl RecordSeparator {
    /// The matches of an expression, of which this is the text.
    pub(crate) fn regex(regex: Rc<Compiled>, text: &[u8]) -> Self {
        // As gawk has it: no more than the text is long.
        let may_grow = text.iter().any(|byte| b"*+?{|".contains(byte));
        Self::Regex { regex, reach: if may_grow { text.len() } else { 0 } }
    }

    fn reach(&self) -> usize {
        match self {
            RecordSeparator::Regex { reach, .. } => *reach,
            _ => 0,
        }
    }
}

/// Reads the records of a file.
pub(crate) struct Reader {
    file: Rc<OpenFile>,
    window: Window,
    /// Nothing has been read yet.
    fresh: bool,
    /// The buffer no longer begins where the file does.
    moved: bool,
    /// How often it has been read.
    reads: u64,
}

impl Reader {
    /// Reads `file` from where it stands, with the memory of `buffer`.
    pub(crate) fn new(file: Rc<OpenFile>, buffer: Vec<u8>) -> Self {
        Self { file, window: Window::within(buffer), fresh: true, moved: false, reads: 0 }
    }

    /// How often the file has been read.
    #[inline]
    pub(crate) fn reads(&self) -> u64 {
        self.reads
    }

    /// The file, and what has been read of it.
    pub(crate) fn source(&mut self) -> (&OpenFile, &mut Window) {
        (&self.file, &mut self.window)
    }

    /// The memory that records are parts of.
    #[inline]
    pub(crate) fn buffer(&self) -> &[u8] {
        &self.window.buffer
    }

    /// The memory, for the next reader.
    pub(crate) fn into_buffer(self) -> Vec<u8> {
        self.window.buffer
    }

    /// Reads once more behind what is there; false at the end.
    fn fill(&mut self) -> io::Result<bool> {
        self.moved |= self.window.start > 0 && !self.window.has_ended();
        self.reads += 1;
        self.window.fill(&self.file, LARGE)
    }

    /// The next record: a part of `buffer`. `None` at the end of the file.
    #[inline]
    pub(crate) fn next(
        &mut self,
        separator: &RecordSeparator,
        cache: &mut Cache,
    ) -> io::Result<Option<Range<usize>>> {
        if let RecordSeparator::Byte(byte) = separator {
            if let Some(length) =
                byte_search::memchr(*byte, &self.window.buffer[self.window.start..self.window.end])
            {
                let record = self.window.start..self.window.start + length;
                self.window.start = record.end + 1;
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
            let known = self.window.end - self.window.start;
            let more = self.fill()?;
            let from = self.window.start + known;
            if let Some(length) =
                byte_search::memchr(byte, &self.window.buffer[from..self.window.end])
            {
                let record = self.window.start..from + length;
                self.window.start = record.end + 1;
                return Ok(Some(record));
            }
            if !more {
                let record = self.window.start..self.window.end;
                self.window.start = self.window.end;
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
        if self.window.start == self.window.end && !self.fill()? {
            return Ok(None);
        }
        if (std::mem::replace(&mut self.fresh, false) || anywhere) && paragraph {
            // Newlines before the first record do not count.
            loop {
                while self.window.start < self.window.end
                    && self.window.buffer[self.window.start] == b'\n'
                {
                    self.window.start += 1;
                }
                if self.window.start < self.window.end {
                    break;
                }
                if !self.fill()? {
                    return Ok(None);
                }
            }
        }
        let mut searched = 0;
        loop {
            let text = &self.window.buffer[self.window.start..self.window.end];
            let found = match separator {
                RecordSeparator::Regex { regex, .. } => {
                    let not_bol = self.window.start > 0 || self.moved;
                    next_separator(regex, cache, text, not_bol)
                }
                _ => blank_lines(text, searched),
            };
            if let Some((start, end)) = found {
                // What comes near the end may go on in what has not been read.
                if text.len() - end > separator.reach() || self.window.has_ended() {
                    let record = self.window.start..self.window.start + start;
                    self.window.start += end;
                    return Ok(Some(record));
                }
            }
            searched = text.len().saturating_sub(2);
            if !self.fill()? && self.window.has_ended() {
                let text = &self.window.buffer[self.window.start..self.window.end];
                // Once more, now that it is known that nothing follows.
                let found = match separator {
                    RecordSeparator::Regex { regex, .. } => {
                        next_separator(regex, cache, text, self.window.start > 0 || self.moved)
                    }
                    _ => blank_lines(text, 0),
                };
                let (length, used) = match found {
                    Some((start, end)) => (start, end),
                    None if paragraph && text.ends_with(b"\n") => (text.len() - 1, text.len()),
                    None => (text.len(), text.len()),
                };
                let record = self.window.start..self.window.start + length;
                self.window.start += used;
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
    let start = from + byte_search::memmem::find(text.get(from..)?, b"\n\n")?;
    let rest = &text[start..];
    let length = rest.iter().position(|&byte| byte != b'\n').unwrap_or(rest.len());
    Some((start, start + length))
}
