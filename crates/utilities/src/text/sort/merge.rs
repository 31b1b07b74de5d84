//! Merging of texts that are in order: those of memory, of files without names, and the operands of
//! `sort -m`. Of lines that compare equal the one of the earlier text comes first.

use super::comparison::{Comparison, LONGEST, Line};
use crate::text::stream::Reader;
use std::cmp::Ordering;
use std::io;
use std::os::fd::OwnedFd;

/// Bytes of a file that are read at a time.
const WINDOW: usize = 64 << 10;

/// A text whose lines are in order, each with its delimiter.
pub(super) enum Source<'t> {
    /// All of it.
    Memory(&'t [u8]),
    /// The bytes of a file from one place to another.
    File(&'t OwnedFd, u64, u64),
    /// What is still to be read; its last line may lack the delimiter.
    Stream(Reader),
}

/// A text, and the first of its lines that has not been taken.
struct Cursor<'t> {
    source: Source<'t>,
    /// What is known of a file that is not in memory.
    window: Vec<u8>,
    /// Where the line is in that or in the memory, or in what of a stream it is, without its delimiter.
    start: usize,
    end: usize,
    /// Its length in a stream, with the delimiter.
    taken: usize,
    /// Its ranks; what it says of the place is of no use here.
    line: Line,
}

/// The lines of several texts in order.
pub(super) struct Merge<'t> {
    comparison: &'t Comparison,
    cursors: Vec<Cursor<'t>>,
    /// Those that have a line, by the rank of that and by their number, the least one last.
    order: Vec<(u64, usize)>,
    /// The last line that was wanted, where only one of those is that compare equal.
    last: Option<(Vec<u8>, Line)>,
}

/// What [`Cursor::advance`] has found.
#[derive(PartialEq, Eq)]
enum Next {
    /// A line with the same bytes as the one before it.
    Same,
    /// Another one.
    Other,
    /// The end of the text.
    End,
}

/// An input, by its number, that could not be read.
pub(super) type Broken = (usize, io::Error);

impl<'t> Cursor<'t> {
    #[inline]
    fn text(&self) -> &[u8] {
        match &self.source {
            Source::Memory(text) => &text[self.start..self.end],
            Source::File(..) => &self.window[self.start..self.end],
            Source::Stream(reader) => &reader.last_line(self.taken)[..self.end],
        }
    }

    /// Goes on to the next line.
    fn advance(&mut self, comparison: &Comparison, is_first: bool) -> io::Result<Next> {
        let from = if is_first { 0 } else { self.end + 1 };
        let before = self.start..self.end;
        let is_same = match &mut self.source {
            Source::Memory(text) => {
                let Some(length) = byte_search::memchr(comparison.delimiter, &text[from..]) else {
                    return Ok(Next::End);
                };
                (self.start, self.end) = (from, from + length);
                text[before] == text[self.start..self.end]
            }
            Source::File(file, at, end) => {
                let mut from = from;
                let mut known = from;
                loop {
                    let rest = self.window.get(known..).unwrap_or_default();
                    if let Some(length) = byte_search::memchr(comparison.delimiter, rest) {
                        (self.start, self.end) = (from, known + length);
                        break;
                    }
                    if at == end {
                        return Ok(Next::End);
                    }
                    // What has been taken goes.
                    self.window.drain(..from.min(self.window.len()));
                    from = 0;
                    known = self.window.len();
                    let more = (*end - *at).min(WINDOW.max(known) as u64) as usize;
                    self.window.resize(known + more, 0);
                    let count = stage::door::pread(&**file, &mut self.window[known..], *at)?;
                    if count == 0 {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                    self.window.truncate(known + count);
                    *at += count as u64;
                }
                false
            }
            Source::Stream(reader) => {
                let Some(line) = reader.line(comparison.delimiter)? else { return Ok(Next::End) };
                self.taken = line.len();
                self.end = line.strip_suffix(&[comparison.delimiter]).unwrap_or(line).len();
                false
            }
        };
        if is_same && !is_first {
            return Ok(Next::Same);
        }
        if self.end - self.start > LONGEST {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.line = comparison.line(self.text(), 0, 0);
        Ok(Next::Other)
    }
}

impl<'t> Merge<'t> {
    /// Begins to merge.
    ///
    /// # Errors
    /// One of the texts could not be read.
    pub(super) fn new(
        comparison: &'t Comparison,
        sources: impl IntoIterator<Item = Source<'t>>,
    ) -> Result<Self, Broken> {
        let cursors = sources.into_iter().map(|source| Cursor {
            source,
            window: Vec::new(),
            start: 0,
            end: 0,
            taken: 0,
            line: Line::default(),
        });
        let mut merge =
            Self { comparison, cursors: cursors.collect(), order: Vec::new(), last: None };
        for index in 0..merge.cursors.len() {
            let next = merge.cursors[index].advance(comparison, true);
            if next.map_err(|error| (index, error))? != Next::End {
                merge.put_in_order(index);
            }
        }
        Ok(merge)
    }

    /// Appends lines to `output` until it has `most` bytes. False where there are no more.
    ///
    /// # Errors
    /// One of the texts could not be read.
    pub(super) fn fill(&mut self, output: &mut Vec<u8>, most: usize) -> Result<bool, Broken> {
        let comparison = self.comparison;
        let Some((_, mut index)) = self.order.pop() else { return Ok(false) };
        loop {
            let cursor = &mut self.cursors[index];
            let text = cursor.text();
            let is_wanted = match &mut self.last {
                _ if !comparison.unique => true,
                Some((last, line)) => {
                    // `advance` and this make lines whose place is 0.
                    comparison.compare(last, line, text, &cursor.line) != Ordering::Equal
                }
                None => true,
            };
            if is_wanted {
                output.extend_from_slice(text);
                output.push(comparison.delimiter);
                if comparison.unique {
                    let (last, line) = self.last.get_or_insert_default();
                    last.clear();
                    last.extend_from_slice(text);
                    *line = cursor.line;
                }
            }
            let cursor = &mut self.cursors[index];
            let next = cursor.advance(comparison, false).map_err(|error| (index, error))?;
            match next {
                // As little as before is there anybody with a lesser one.
                Next::Same if output.len() < most => continue,
                Next::End => {}
                _ => self.put_in_order(index),
            }
            if output.len() >= most {
                return Ok(true);
            }
            match self.order.pop() {
                Some((_, least)) => index = least,
                None => return Ok(false),
            }
        }
    }

    /// Puts a text, which has a line, among those in `order`.
    #[inline]
    fn put_in_order(&mut self, index: usize) {
        let rank = self.cursors[index].line.rank();
        let is_later = |&(other_rank, other): &(u64, usize)| match other_rank.cmp(&rank) {
            Ordering::Equal => self.compare_lines(other, index) == Ordering::Greater,
            order => order == Ordering::Greater,
        };
        // Often the next line of the same text is the least again.
        let place = match self.order.last() {
            Some(least) if !is_later(least) => self.order.partition_point(is_later),
            _ => self.order.len(),
        };
        self.order.insert(place, (rank, index));
    }

    /// Which of the lines of two texts comes first.
    fn compare_lines(&self, one: usize, other: usize) -> Ordering {
        let (first, second) = (&self.cursors[one], &self.cursors[other]);
        let order = self.comparison.compare(first.text(), &first.line, second.text(), &second.line);
        order.then(one.cmp(&other))
    }
}
