//! Sorting what is too large to be held: parts of it are sorted and put into files without names,
//! and merged in the end, as sort(1) of GNU does with what comes from a pipe.

use super::super::spool::Spool;
use super::super::stream::{Reader, Writer};
use super::{Failure, Line, Sort, WRITTEN, failure};
use crate::Context;
use std::cmp::Ordering;
use std::io;
use std::vec::IntoIter;

/// Bytes that are sorted at a time.
const PART: usize = 16 << 20;
/// Files that are merged at once.
const AT_ONCE: usize = 64;

/// Sorted parts in files.
pub(super) struct Runs {
    runs: Vec<Reader>,
    /// The next file.
    next: Spool,
    /// Where they are.
    folder: Vec<u8>,
}

/// Why they could not be merged.
enum Broken {
    /// One of them could not be read.
    Run(io::Error),
    /// The result could not be written.
    Output(io::Error),
}

/// A sorted part, and its first line that has not been output.
struct Source<'t> {
    input: Input<'t>,
    /// Without its delimiter.
    text: Vec<u8>,
    line: Line,
}

enum Input<'t> {
    Run(&'t mut Reader),
    Memory(&'t [u8], IntoIter<Line>),
}

impl Runs {
    /// None where no file can be had.
    pub(super) fn new(context: &Context<'_>, sort: &Sort<'_>) -> Option<Runs> {
        let next = Spool::new(context, sort.folder)?;
        let folder = next.folder().to_vec();
        Some(Runs { runs: Vec::new(), next, folder })
    }

    /// Moves whole lines of `text` to files, as long as there are as many as are sorted at a time.
    pub(super) fn take(
        &mut self,
        context: &Context<'_>,
        sort: &Sort<'_>,
        text: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        let mut start = 0;
        while let Some(part) = text.get(start..).and_then(|rest| rest.get(..PART)) {
            // A line may be longer than that.
            let end = match byte_search::memrchr(sort.delimiter, part) {
                Some(at) => start + at + 1,
                None => match byte_search::memchr(sort.delimiter, &text[start + PART..]) {
                    Some(at) => start + PART + at + 1,
                    None => break,
                },
            };
            self.put(context, sort, &text[start..end])?;
            start = end;
        }
        if start == 0 {
            return Ok(());
        }
        let mut rest = Vec::with_capacity(PART + PART / 8);
        rest.extend_from_slice(&text[start..]);
        *text = rest;
        Ok(())
    }

    /// Bytes of text from which on there is something to take.
    pub(super) fn enough(text: &[u8]) -> usize {
        // Of a very long line only the end is looked for, and not after every block.
        (text.len() * 2).max(PART)
    }

    fn put(&mut self, context: &Context<'_>, sort: &Sort<'_>, text: &[u8]) -> Result<(), Failure> {
        let lines = sort.sorted(text);
        let written = sort.write(text, &lines, self.next.writer());
        written.map_err(failure(WRITTEN, &self.folder))?;
        self.close(context)?;
        if self.runs.len() < AT_ONCE {
            return Ok(());
        }
        let mut runs = std::mem::take(&mut self.runs);
        let merged = merge(sort, &mut runs, b"", Vec::new(), self.next.writer());
        merged.map_err(|broken| broken.failure(&self.folder, &self.folder))?;
        self.close(context)
    }

    /// Makes what has been written a run, and another file.
    fn close(&mut self, context: &Context<'_>) -> Result<(), Failure> {
        let in_folder = || failure(WRITTEN, &self.folder);
        let none = || in_folder()(io::ErrorKind::StorageFull.into());
        let next = Spool::new(context, Some(&self.folder)).ok_or_else(none)?;
        let full = std::mem::replace(&mut self.next, next);
        self.runs.push(full.rewind(context).map_err(in_folder())?);
        Ok(())
    }

    /// Writes all lines, with those of `text`, which come last in the input.
    pub(super) fn finish(
        mut self,
        sort: &Sort<'_>,
        text: &[u8],
        name: &[u8],
        output: &mut Writer,
    ) -> Result<(), Failure> {
        let lines = sort.sorted(text);
        let merged = merge(sort, &mut self.runs, text, lines, output);
        merged.map_err(|broken| broken.failure(&self.folder, name))
    }
}

impl Broken {
    fn failure(self, folder: &[u8], output: &[u8]) -> Failure {
        match self {
            Broken::Run(error) => failure("read failed", folder)(error),
            Broken::Output(error) => failure(WRITTEN, output)(error),
        }
    }
}

impl Source<'_> {
    /// Goes on to the next line; false where there is none.
    fn advance(&mut self, sort: &Sort<'_>) -> Result<bool, Broken> {
        self.text.clear();
        match &mut self.input {
            Input::Run(reader) => {
                let line = reader.line(sort.delimiter).map_err(Broken::Run)?;
                let Some((_, line)) = line.and_then(<[u8]>::split_last) else { return Ok(false) };
                self.text.extend_from_slice(line);
                self.line = sort.line(&self.text, 0, 0);
            }
            Input::Memory(text, lines) => {
                let Some(line) = lines.next() else { return Ok(false) };
                self.text.extend_from_slice(super::line_of(text, &line));
                // Its ranks may be those of what is not common to the lines of this part.
                self.line = sort.line(&self.text, 0, 0);
            }
        }
        Ok(true)
    }
}

/// Merges files, and lines in memory after them. Of lines that compare equal the one of the earlier
/// part comes first.
fn merge(
    sort: &Sort<'_>,
    runs: &mut [Reader],
    text: &[u8],
    lines: Vec<Line>,
    output: &mut Writer,
) -> Result<(), Broken> {
    let inputs = runs.iter_mut().map(Input::Run);
    let inputs = inputs.chain([Input::Memory(text, lines.into_iter())]);
    let start = |input| Source { input, text: Vec::new(), line: Line::default() };
    let mut sources: Vec<Source<'_>> = inputs.map(start).collect();
    // Those that have a line, the least one last.
    let mut order: Vec<usize> = Vec::with_capacity(sources.len());
    for index in 0..sources.len() {
        if sources[index].advance(sort)? {
            let place = place(sort, &sources, &order, index);
            order.insert(place, index);
        }
    }
    let mut last: Option<(Vec<u8>, Line)> = None;
    while let Some(index) = order.pop() {
        let source = &mut sources[index];
        let is_new = match &last {
            Some((text, line)) if sort.unique => {
                sort.compare_in(text, line, &source.text, &source.line) != Ordering::Equal
            }
            _ => true,
        };
        if is_new {
            output.buffer.extend_from_slice(&source.text);
            output.buffer.push(sort.delimiter);
            output.check().map_err(Broken::Output)?;
            if sort.unique {
                let (text, line) = last.get_or_insert_default();
                std::mem::swap(text, &mut source.text);
                *line = source.line;
            }
        }
        if source.advance(sort)? {
            let place = place(sort, &sources, &order, index);
            order.insert(place, index);
        }
    }
    Ok(())
}

/// Where a source belongs among those in `order`.
fn place(sort: &Sort<'_>, sources: &[Source<'_>], order: &[usize], index: usize) -> usize {
    let new = &sources[index];
    let is_later = |other: &usize| {
        let source = &sources[*other];
        let compared = sort.compare_in(&source.text, &source.line, &new.text, &new.line);
        compared.then(other.cmp(&index)) == Ordering::Greater
    };
    // Often the next line of the same part is the least again.
    match order.last() {
        Some(least) if !is_later(least) => order.partition_point(is_later),
        _ => order.len(),
    }
}
