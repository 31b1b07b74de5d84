//! Sorting what is large: parts of it are sorted while more is read, on other processors where there
//! are any; what is too much for the memory goes to files without names, as with sort(1) of GNU. In
//! the end all are merged, a range of the lines on each processor.

use super::super::spool::Spool;
use super::super::stream::Writer;
use super::comparison::{Comparison, Line};
use super::merge::{Merge, Source};
use super::repeated::{Counting, Repeated};
use super::{Failure, WRITTEN, failure};
use crate::Context;
use stage::{Pending, Signals, Workers};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::VecDeque;
use std::io;
use std::os::fd::OwnedFd;
use std::rc::Rc;
use std::sync::Arc;

/// Bytes that are sorted at a time.
const PART: usize = 4 << 20;
/// Parts that are held in memory.
const HELD: usize = 8;
/// Files that are merged at once.
const AT_ONCE: usize = 64;
/// Ranges into which a part is divided, on an average, to be merged.
const RANGES: usize = 4;
/// Lines that are looked at to find the bounds of a range.
const SAMPLES: u64 = 4;
/// Lines that a range has at least, on an average.
const LINES: u64 = 64;
/// Most ranges.
const MOST_RANGES: u64 = 1024;
/// Bytes of a file that are looked at to find a line.
const LOOK: u64 = 2 << 10;

/// Parts of an input, in its order: first those in files.
pub(super) struct Parts {
    comparison: Arc<Comparison>,
    workers: Option<Rc<Workers>>,
    /// How large a part is.
    size: usize,
    /// Lines that are counted, as long as that pays.
    counting: Option<Counting>,
    files: Vec<Text>,
    held: Vec<Text>,
    /// Those that are being sorted.
    unsorted: VecDeque<Pending<Vec<u8>>>,
    /// Bytes of all parts that are not in files.
    bytes: usize,
    /// -T: where files go.
    folder: Option<Vec<u8>>,
    /// Files can be had, as far as is known.
    may_spill: bool,
}

/// Lines in order, each with its delimiter.
#[derive(Clone)]
enum Text {
    Memory(Arc<Vec<u8>>),
    /// A file and its length.
    File(Arc<OwnedFd>, u64),
}

/// Why parts could not be merged.
enum Broken {
    /// A file could not be read.
    File(io::Error),
    /// A signal ended the wait.
    Wait(io::Error),
    /// The result could not be written.
    Output(io::Error),
}

/// Pieces of texts, by their numbers: where each begins and ends.
type Range = Vec<(u64, u64)>;

/// How large a part of the input of a call is.
pub(super) fn part_size(context: &Context<'_>) -> usize {
    context.parallel_from().0.clamp(256, PART)
}

impl Parts {
    /// None yet, of the given size.
    pub(super) fn new(
        context: &Context<'_>,
        comparison: &Arc<Comparison>,
        size: usize,
        folder: Option<&[u8]>,
    ) -> Self {
        let workers = context.workers();
        let width = workers.as_ref().map_or(1, |workers| workers.width());
        Self {
            comparison: comparison.clone(),
            workers,
            size,
            counting: Counting::new(comparison, size, width),
            files: Vec::new(),
            held: Vec::new(),
            unsorted: VecDeque::new(),
            bytes: 0,
            folder: folder.map(<[u8]>::to_vec),
            may_spill: true,
        }
    }

    /// Adds the next lines of the input, each with its delimiter.
    ///
    /// # Errors
    /// A file could not be written, or a signal ended the wait for other parts.
    pub(super) fn add(&mut self, context: &Context<'_>, text: Vec<u8>) -> Result<(), Failure> {
        let Some(counting) = &mut self.counting else { return self.add_part(context, text) };
        let left = counting.add(context, self.workers.as_ref(), text);
        let left = left.map_err(failure("read failed", b"-"))?;
        if left.is_empty() {
            return Ok(());
        }
        self.end_counting(context, left)
    }

    /// Goes back to sorting: adds what has been counted, and lines that were not.
    fn end_counting(&mut self, context: &Context<'_>, left: Vec<Vec<u8>>) -> Result<(), Failure> {
        let Some(counting) = self.counting.take() else { return Ok(()) };
        let (table, more) = counting.finish(context).map_err(failure("read failed", b"-"))?;
        if let Some(table) = table {
            self.add_counted(context, &table)?;
        }
        for text in more.into_iter().chain(left) {
            self.add_part(context, text)?;
        }
        Ok(())
    }

    /// Adds lines that were counted, in a file where they are much.
    fn add_counted(&mut self, context: &Context<'_>, table: &Repeated) -> Result<(), Failure> {
        let bytes = table.bytes(&self.comparison);
        let is_much = bytes > (self.size * HELD / 2) as u64;
        let file = match is_much {
            true => self.write_file(context, |output| {
                table.write(&self.comparison, output).map_err(Broken::Output)
            })?,
            false => None,
        };
        if let Some(file) = file {
            self.files.push(file);
            return Ok(());
        }
        let mut text = Vec::with_capacity(bytes as usize);
        table.expand(&self.comparison, &mut text);
        self.bytes += text.len();
        self.held.push(Text::Memory(Arc::new(text)));
        Ok(())
    }

    fn add_part(&mut self, context: &Context<'_>, text: Vec<u8>) -> Result<(), Failure> {
        if self.bytes + text.len() > self.size * HELD && self.may_spill {
            self.spill(context)?;
        }
        self.bytes += text.len();
        let Some(workers) = &self.workers else {
            self.held.push(Text::Memory(Arc::new(self.comparison.sorted_text(&text))));
            return Ok(());
        };
        let comparison = self.comparison.clone();
        self.unsorted.push_back(workers.submit(move || comparison.sorted_text(&text)));
        let most = workers.width();
        self.wait_until(context, most).map_err(failure("read failed", b"-"))
    }

    /// Waits until no more than `most` parts are being sorted.
    fn wait_until(&mut self, context: &Context<'_>, most: usize) -> io::Result<()> {
        while self.unsorted.len() > most
            && let Some(part) = self.unsorted.pop_front()
        {
            let text = part.wait(context.scheduler, Signals::Terminal)?;
            self.held.push(Text::Memory(Arc::new(text)));
        }
        Ok(())
    }

    /// Moves all parts to a file.
    fn spill(&mut self, context: &Context<'_>) -> Result<(), Failure> {
        self.wait_until(context, 0).map_err(failure("read failed", b"-"))?;
        if self.files.len() >= AT_ONCE {
            let files = std::mem::take(&mut self.files);
            if let Some(all) = self.merge_into_file(context, &files)? {
                self.files.push(all);
            } else {
                self.files = files;
            }
        }
        match self.merge_into_file(context, &self.held)? {
            Some(file) => {
                self.files.push(file);
                self.held.clear();
                self.bytes = 0;
            }
            None => self.may_spill = false,
        }
        Ok(())
    }

    /// Merges texts into a file. None where none can be had.
    fn merge_into_file(
        &self,
        context: &Context<'_>,
        texts: &[Text],
    ) -> Result<Option<Text>, Failure> {
        self.write_file(context, |output| self.merge(context, texts, output))
    }

    /// A file with what is written to it. None where none can be had.
    fn write_file(
        &self,
        context: &Context<'_>,
        write: impl FnOnce(&mut Writer) -> Result<(), Broken>,
    ) -> Result<Option<Text>, Failure> {
        let Some(mut spool) = Spool::new(context, self.folder.as_deref()) else { return Ok(None) };
        let folder = spool.folder().to_vec();
        write(spool.writer()).map_err(|broken| broken.failure(&folder, &folder))?;
        let (fd, length) = spool.finish().map_err(failure(WRITTEN, &folder))?;
        Ok(Some(Text::File(Arc::new(fd), length)))
    }

    /// Writes all lines in order. `name`: the output's, for messages.
    ///
    /// # Errors
    /// A file could not be read, the output not written, or a signal ended a wait.
    pub(super) fn finish(
        mut self,
        context: &Context<'_>,
        name: &[u8],
        output: &mut Writer,
    ) -> Result<(), Failure> {
        if let Some(counting) = self.counting.take() {
            let (table, left) = counting.finish(context).map_err(failure("read failed", b"-"))?;
            match table {
                Some(table) if left.is_empty() => {
                    let written = table.write(&self.comparison, output);
                    return written.map_err(failure(WRITTEN, name));
                }
                Some(table) => self.add_counted(context, &table)?,
                None => {}
            }
            for text in left {
                self.add_part(context, text)?;
            }
        }
        self.wait_until(context, 0).map_err(failure("read failed", b"-"))?;
        let mut texts = std::mem::take(&mut self.files);
        texts.append(&mut self.held);
        let folder = self.folder.clone().unwrap_or_else(|| b"/tmp".to_vec());
        let merged = self.merge(context, &texts, output);
        merged.map_err(|broken| broken.failure(&folder, name))
    }

    fn merge(
        &self,
        context: &Context<'_>,
        texts: &[Text],
        output: &mut Writer,
    ) -> Result<(), Broken> {
        let total: u64 = texts.iter().map(Text::length).sum();
        let ranges = (total / (self.size / RANGES) as u64).min(MOST_RANGES);
        match &self.workers {
            Some(workers) if ranges > 1 => {
                self.merge_ranges(context, workers, texts, ranges, output)
            }
            _ => {
                let sources = texts.iter().map(|text| text.source(0, text.length()));
                let broken = |(_, error)| Broken::File(error);
                let mut merge = Merge::new(&self.comparison, sources).map_err(broken)?;
                while merge.fill(&mut output.buffer, WRITTEN_AT_ONCE).map_err(broken)? {
                    output.check().map_err(Broken::Output)?;
                }
                output.check().map_err(Broken::Output)
            }
        }
    }

    /// Merges texts on all processors: ranges of the lines, one after the other.
    fn merge_ranges(
        &self,
        context: &Context<'_>,
        workers: &Rc<Workers>,
        texts: &[Text],
        count: u64,
        output: &mut Writer,
    ) -> Result<(), Broken> {
        let ranges = ranges(&self.comparison, texts, count).map_err(Broken::File)?;
        let mut ranges = ranges.into_iter();
        let mut merged: VecDeque<Pending<io::Result<Vec<u8>>>> = VecDeque::new();
        // Memory of ranges that have been written: what is new costs a fault for each page.
        let mut unused: Vec<Vec<u8>> = Vec::new();
        loop {
            while merged.len() <= workers.width()
                && let Some(range) = ranges.next()
            {
                let (comparison, texts) = (self.comparison.clone(), texts.to_vec());
                let memory = unused.pop().unwrap_or_default();
                let merge = move || merge_range(&comparison, &texts, &range, memory);
                merged.push_back(workers.submit(merge));
            }
            let Some(next) = merged.pop_front() else { return Ok(()) };
            let lines = next.wait(context.scheduler, Signals::Terminal).map_err(Broken::Wait)?;
            let lines = lines.map_err(Broken::File)?;
            output.put_block(&lines).map_err(Broken::Output)?;
            unused.push(lines);
        }
    }
}

/// Bytes of output between two writes.
const WRITTEN_AT_ONCE: usize = 64 << 10;

/// Merges a range of texts into `output`.
fn merge_range(
    comparison: &Comparison,
    texts: &[Text],
    range: &Range,
    mut output: Vec<u8>,
) -> io::Result<Vec<u8>> {
    let size: u64 = range.iter().map(|(start, end)| end - start).sum();
    output.clear();
    output.reserve(size as usize);
    let sources = texts.iter().zip(range).map(|(text, (start, end))| text.source(*start, *end));
    let mut merge = Merge::new(comparison, sources).map_err(|(_, error)| error)?;
    merge.fill(&mut output, usize::MAX).map_err(|(_, error)| error)?;
    Ok(output)
}

impl Broken {
    fn failure(self, folder: &[u8], output: &[u8]) -> Failure {
        match self {
            Broken::File(error) | Broken::Wait(error) => failure("read failed", folder)(error),
            Broken::Output(error) => failure(WRITTEN, output)(error),
        }
    }
}

impl Text {
    fn length(&self) -> u64 {
        match self {
            Text::Memory(text) => text.len() as u64,
            Text::File(_, length) => *length,
        }
    }

    /// What is from one place to another, at each of which a line begins.
    fn source(&self, start: u64, end: u64) -> Source<'_> {
        match self {
            Text::Memory(text) => Source::Memory(&text[start as usize..end as usize]),
            Text::File(file, _) => Source::File(file, start, end),
        }
    }

    /// The line in which a place is, with its beginning, and without its delimiter.
    fn line_at(&self, place: u64, delimiter: u8) -> io::Result<(u64, Cow<'_, [u8]>)> {
        let (file, length) = match self {
            Text::Memory(text) => {
                let place = place as usize;
                let start = byte_search::memrchr(delimiter, &text[..place]).map_or(0, |at| at + 1);
                let end = byte_search::memchr(delimiter, &text[place..]);
                let end = end.map_or(text.len(), |at| place + at);
                return Ok((start as u64, Cow::Borrowed(&text[start..end])));
            }
            Text::File(file, length) => (file, *length),
        };
        let mut look = LOOK;
        loop {
            let from = place.saturating_sub(look);
            let to = length.min(place.saturating_add(look));
            let mut window = vec![0; (to - from) as usize];
            let mut known = 0;
            while known < window.len() {
                match stage::door::pread(file, &mut window[known..], from + known as u64)? {
                    0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                    count => known += count,
                }
            }
            let at = (place - from) as usize;
            let start = byte_search::memrchr(delimiter, &window[..at]).map(|at| at + 1);
            let end = byte_search::memchr(delimiter, &window[at..]).map(|end| at + end);
            match (start.or((from == 0).then_some(0)), end.or((to == length).then_some(known))) {
                (Some(start), Some(end)) => {
                    window.truncate(end);
                    window.drain(..start);
                    return Ok((from + start as u64, Cow::Owned(window)));
                }
                _ => look *= 4,
            }
        }
    }
}

/// A line of one of several texts.
struct Place<'t> {
    text: usize,
    start: u64,
    bytes: Cow<'t, [u8]>,
    line: Line,
}

impl<'t> Place<'t> {
    fn new(comparison: &Comparison, texts: &'t [Text], text: usize, at: u64) -> io::Result<Self> {
        let (start, bytes) = texts[text].line_at(at, comparison.delimiter)?;
        let line = comparison.line(&bytes, 0, 0);
        Ok(Self { text, start, bytes, line })
    }

    /// Where the next line begins.
    fn end(&self) -> u64 {
        self.start + self.bytes.len() as u64 + 1
    }

    /// Which of two lines comes first in the output. Where only one of those that compare equal is
    /// wanted, none of them does: they are to be in one range.
    fn compare(&self, comparison: &Comparison, other: &Self) -> Ordering {
        let order = comparison.compare(&self.bytes, &self.line, &other.bytes, &other.line);
        match comparison.unique {
            true => order,
            false => order.then_with(|| (self.text, self.start).cmp(&(other.text, other.start))),
        }
    }
}

/// Divides texts into about `count` ranges of lines that follow each other in the output.
fn ranges(comparison: &Comparison, texts: &[Text], count: u64) -> io::Result<Vec<Range>> {
    let total: u64 = texts.iter().map(Text::length).sum();
    let mut samples = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let length = text.length();
        let wanted = (count * SAMPLES * length / total.max(1)).max(1);
        // A line is looked at once, however long it is.
        let mut known = 0;
        for number in 0..wanted.min(length) {
            let place = length * number / wanted;
            if place < known {
                continue;
            }
            let sample = Place::new(comparison, texts, index, place)?;
            known = sample.end();
            samples.push(sample);
        }
    }
    // To find a bound takes so long as its line and those that it is compared with.
    let bytes: u64 = samples.iter().map(|sample| sample.bytes.len() as u64).sum();
    let longest_pays = bytes / (samples.len() as u64).max(1) * LINES;
    let count = count.min(total / longest_pays.max(1)).max(1);
    samples.sort_by(|a, b| a.compare(comparison, b));
    let step = samples.len().div_ceil(count as usize).max(1);
    let mut starts: Vec<u64> = vec![0; texts.len()];
    let mut ranges = Vec::new();
    for bound in samples.iter().skip(step).step_by(step) {
        let mut range = Range::new();
        for (index, text) in texts.iter().enumerate() {
            let start = starts[index];
            let end = first_not_before(comparison, texts, index, start..text.length(), bound)?;
            starts[index] = end;
            range.push((start, end));
        }
        ranges.push(range);
    }
    ranges.push(starts.iter().zip(texts).map(|(start, text)| (*start, text.length())).collect());
    Ok(ranges)
}

/// Where in a piece of a text the first line begins that does not come before `bound`.
fn first_not_before(
    comparison: &Comparison,
    texts: &[Text],
    text: usize,
    piece: std::ops::Range<u64>,
    bound: &Place<'_>,
) -> io::Result<u64> {
    let std::ops::Range { start: mut low, end: mut high } = piece;
    while low < high {
        let middle = Place::new(comparison, texts, text, low + (high - low) / 2)?;
        match middle.compare(comparison, bound) {
            Ordering::Less => low = middle.end(),
            _ => high = middle.start,
        }
    }
    Ok(low)
}
