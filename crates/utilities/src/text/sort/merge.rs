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
    /// Where the text at hand begins in the memory.
    base: usize,
    /// The length of the lines at hand of a stream.
    block: usize,
    /// How much of the text at hand has been searched for ends of lines.
    searched: usize,
    /// Lines of the text at hand that have been found, and how many of them have been taken.
    lines: Vec<Line>,
    taken: usize,
    /// The line.
    line: Line,
}

/// Lines that are found at a time: a search for the end of a single one is dear, and the ranks of so many
/// stay in the nearest cache.
const AT_A_TIME: usize = 256;

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
    fn new(source: Source<'t>) -> Self {
        Self {
            source,
            window: Vec::new(),
            base: 0,
            block: 0,
            searched: 0,
            lines: Vec::new(),
            taken: 0,
            line: Line::default(),
        }
    }

    /// The text at hand, in which the line is.
    #[inline]
    fn text(&self) -> &[u8] {
        match &self.source {
            Source::Memory(text) => &text[self.base..],
            Source::File(..) => &self.window,
            Source::Stream(reader) => reader.last_line(self.block),
        }
    }

    /// Goes on to the next line.
    #[inline]
    fn advance(&mut self, comparison: &Comparison) -> io::Result<Next> {
        if let Some(&line) = self.lines.get(self.taken) {
            self.taken += 1;
            let before = std::mem::replace(&mut self.line, line);
            let is_same = self.taken > 1 && before.is_ranked_as(&line) && {
                let text = self.text();
                before.of(text) == line.of(text)
            };
            return Ok(if is_same { Next::Same } else { Next::Other });
        }
        if !self.find_lines(comparison)? {
            return Ok(Next::End);
        }
        (self.line, self.taken) = (self.lines[0], 1);
        Ok(Next::Other)
    }

    /// Finds the next lines, reading where there are none at hand. False at the end of the text.
    fn find_lines(&mut self, comparison: &Comparison) -> io::Result<bool> {
        self.lines.clear();
        if let Source::Memory(_) = self.source {
            self.base += std::mem::take(&mut self.searched);
        }
        // Bytes from `searched` on in which there is no end of a line.
        let mut known = 0;
        loop {
            let text = match &self.source {
                Source::Memory(text) => &text[self.base..],
                Source::File(..) => &self.window[..],
                Source::Stream(reader) => reader.last_line(self.block),
            };
            let from = self.searched + known;
            let mut start = self.searched;
            for end in byte_search::memchr_iter(comparison.delimiter, &text[from..]) {
                let end = from + end;
                if end - start > LONGEST || start > LONGEST && !self.lines.is_empty() {
                    break;
                }
                self.lines.push(comparison.line(&text[start..end], start, 0));
                start = end + 1;
                if self.lines.len() == AT_A_TIME {
                    break;
                }
            }
            let rest = text.len() - start;
            if !self.lines.is_empty() {
                self.searched = start;
                return Ok(true);
            }
            if rest > LONGEST {
                return Err(io::ErrorKind::OutOfMemory.into());
            }
            if rest > 0 && matches!(self.source, Source::Stream(_)) {
                // The last line, without its delimiter.
                self.searched = text.len();
                self.lines.push(comparison.line(&text[start..], start, 0));
                return Ok(true);
            }
            match &mut self.source {
                Source::Memory(_) => return Ok(false),
                Source::File(file, at, end) => {
                    if at == end {
                        return Ok(false);
                    }
                    // What has been taken goes.
                    self.window.drain(..self.searched);
                    self.searched = 0;
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
                Source::Stream(reader) => {
                    self.block = reader.lines(comparison.delimiter)?.len();
                    self.searched = 0;
                    if self.block == 0 {
                        return Ok(false);
                    }
                }
            }
        }
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
        let cursors = sources.into_iter().map(Cursor::new);
        let mut merge =
            Self { comparison, cursors: cursors.collect(), order: Vec::new(), last: None };
        for index in 0..merge.cursors.len() {
            let next = merge.cursors[index].advance(comparison);
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
            let cursor = &self.cursors[index];
            let text = cursor.text();
            let is_wanted = match &mut self.last {
                _ if !comparison.unique => true,
                Some((last, line)) => {
                    comparison.compare(last, line, text, &cursor.line) != Ordering::Equal
                }
                None => true,
            };
            if is_wanted {
                let text = cursor.line.of(text);
                output.extend_from_slice(text);
                output.push(comparison.delimiter);
                if comparison.unique {
                    let (last, line) = self.last.get_or_insert_default();
                    last.clear();
                    last.extend_from_slice(text);
                    *line = cursor.line.alone();
                }
            }
            let cursor = &mut self.cursors[index];
            let next = cursor.advance(comparison).map_err(|error| (index, error))?;
            let is_full = output.len() >= most;
            match next {
                // As little as before is there anybody with a lesser one.
                Next::Same if !is_full => continue,
                Next::Other if !is_full && self.is_least(index) => continue,
                Next::End => {}
                _ => self.put_in_order(index),
            }
            if is_full {
                return Ok(true);
            }
            match self.order.pop() {
                Some((_, least)) => index = least,
                None => return Ok(false),
            }
        }
    }

    /// Whether the line of a text that is not in `order` comes before all that are.
    #[inline]
    fn is_least(&self, index: usize) -> bool {
        let rank = self.cursors[index].line.rank();
        self.order.last().is_none_or(|least| self.is_later(least, rank, index))
    }

    /// Whether what is in `order` comes later than the line of another text, which has this rank.
    #[inline]
    fn is_later(&self, &(other_rank, other): &(u64, usize), rank: u64, index: usize) -> bool {
        match other_rank.cmp(&rank) {
            Ordering::Equal => self.compare_lines(other, index) == Ordering::Greater,
            order => order == Ordering::Greater,
        }
    }

    /// Puts a text, which has a line, among those in `order`.
    #[inline]
    fn put_in_order(&mut self, index: usize) {
        let rank = self.cursors[index].line.rank();
        let is_later = |other: &(u64, usize)| self.is_later(other, rank, index);
        // Often the next line of the same text is the least again, or follows that.
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
