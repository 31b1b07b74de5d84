//! Looks through one file.
//!
//! The file is read in blocks of the size that GNU grep reads, since whether a file counts as
//! binary is decided block by block. Lines are looked for in the whole block at once.

use super::matcher::Matcher;
use super::{Binary, List, Settings};
use crate::Context;
use crate::text::lanes::{Lane, Lanes, Pace};
use crate::text::stream::{self, Writer};
use crate::text::utf8;
use crate::text::{number, occurrences};
use pattern::Cache;
use rustix::fs::{FileType, Stat};
use stage::{OpenFile, Signals};
use std::convert::Infallible;
use std::io;
use std::rc::Rc;

/// Bytes read at a time.
const BLOCK: usize = 96 << 10;

/// Why a search ends early.
pub enum Stop {
    /// Standard output could not be written.
    Write(io::Error),
    /// The file could not be read further.
    Read(io::Error),
    /// A line was selected and no more than that is asked (-q).
    Found,
}

/// What is kept from one search to the next, and from call to call.
#[derive(Default)]
pub struct Storage {
    /// Of the regular expressions.
    pub cache: Cache,
    buffer: Vec<u8>,
}

impl Storage {
    /// Gives up what an odd input has made grow.
    pub fn trim(&mut self) {
        if self.buffer.len() > 4 * BLOCK {
            self.buffer = Vec::new();
        }
    }
}

/// Looks through files.
pub struct Searcher<'a> {
    /// The settings.
    pub settings: &'a Settings,
    /// The patterns.
    pub matcher: &'a Matcher,
    /// Storage.
    pub storage: &'a mut Storage,
    /// Standard output.
    pub output: &'a mut Writer,
    /// Something has been output before: groups are separated from it.
    pub used: bool,
}

/// A search in one file. Positions are in the buffer, which begins at `offset` in the file.
struct Search<'s, 'a> {
    searcher: &'s mut Searcher<'a>,
    /// The patterns, for what the buffer holds.
    matcher: &'a Matcher,
    name: Option<&'s [u8]>,
    offset: u64,
    /// Lines before `counted`.
    lines: u64,
    counted: usize,
    /// After the last line that was output, unless lines were skipped since.
    last_out: Option<usize>,
    /// Lines that may still be selected.
    left: u64,
    /// Lines of trailing context still to be output.
    pending: u64,
    quiet: bool,
    done_on_match: bool,
    /// A line was not output because it is not text.
    is_garbled: bool,
    /// Lines selected before the first NUL was met.
    before_nul: Option<u64>,
    pace: Pace,
    /// Where lines are looked for on other processors.
    lanes: Option<Lanes<Selection>>,
}

/// What is done with what comes back from another processor.
type Deliver<'d> = dyn FnMut(&mut Lane<Selection>) -> io::Result<()> + 'd;

/// What looks through a block on another processor.
struct Selection {
    matcher: Matcher,
    cache: Cache,
    invert: bool,
    /// Nothing is asked about the lines but how many they are.
    only_counts: bool,
    /// How many lines of the block are selected.
    count: u64,
}

/// Selects among the lines of a block.
fn select_in_block(selection: &mut Selection, block: &[u8], output: &mut Vec<u8>) {
    let matcher = selection.matcher.for_text(block);
    let cache = &mut selection.cache;
    selection.count = if selection.only_counts {
        matcher.count(cache, &block[..block.len() - 1], 0, u64::MAX)
    } else {
        let put = |lines: &[u8]| -> Result<(), Infallible> {
            output.extend_from_slice(lines);
            Ok(())
        };
        select_plain(matcher, cache, selection.invert, block, 0, put).map_or(0, |(count, _)| count)
    };
}

impl<'a> Searcher<'a> {
    /// Looks through a file. Returns the number of lines selected, and whether the file turned
    /// out to be binary, of which the caller is to tell.
    pub fn search(
        &mut self,
        context: &Context<'_>,
        file: &Rc<OpenFile>,
        stat: Option<&Stat>,
        name: Option<&[u8]>,
    ) -> Result<(u64, bool), (Stop, u64)> {
        let settings = self.settings;
        let mut search = Search {
            matcher: self.matcher,
            name,
            offset: 0,
            lines: 0,
            counted: 0,
            last_out: None,
            left: settings.most,
            pending: 0,
            quiet: settings.quiet,
            done_on_match: settings.done_on_match,
            is_garbled: false,
            before_nul: None,
            pace: Pace::default(),
            lanes: None,
            searcher: self,
        };
        let mut buffer = std::mem::take(&mut search.searcher.storage.buffer);
        let mut selected = 0;
        let result = search.run(context, file, stat, &mut buffer, &mut selected);
        let is_garbled = search.is_garbled;
        let before_nul = search.before_nul;
        self.storage.buffer = buffer;
        match result {
            Ok(()) => {
                let binary = settings.binary == Binary::Tell
                    && !settings.quiet
                    && (is_garbled || before_nul.is_some_and(|before| before < selected));
                Ok((selected, binary))
            }
            Err(stop) => Err((stop, selected)),
        }
    }
}

/// Whether a file has a hole behind what has been read: it has NULs, whether they have been read or
/// not.
fn has_hole(stat: &Stat, read: usize) -> bool {
    stat.st_size > read as i64 && stat.st_blocks < stat.st_size / 512
}

/// How many bytes each read asks for: of a short file all of it and one more, so that memory which it
/// does not fill is not touched.
fn block_size(stat: Option<&Stat>) -> usize {
    let regular =
        stat.filter(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile);
    let size = regular.and_then(|stat| usize::try_from(stat.st_size).ok());
    // Files that the kernel makes as they are read have no size.
    size.filter(|size| *size > 0).map_or(BLOCK, |size| BLOCK.min(size + 1))
}

/// A file that is read block by block.
struct Blocks<'f> {
    file: &'f OpenFile,
    stat: Option<&'f Stat>,
    /// How much has been read.
    total: u64,
    has_ended: bool,
}

impl Blocks<'_> {
    /// Reads once more; 0 at the end, which shows in the size of a short file without another read(2).
    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        if self.has_ended {
            return Ok(0);
        }
        let read = self.file.read(block, Signals::Terminal)?;
        self.total += read as u64;
        self.has_ended =
            read < block.len() && self.stat.is_some_and(|stat| stream::is_whole(stat, self.total));
        Ok(read)
    }
}

/// Makes line ends of NULs, so that no line of a binary file is long.
fn end_lines_at_nuls(text: &mut [u8]) {
    for byte in text {
        *byte = if *byte == 0 { b'\n' } else { *byte };
    }
}

impl Search<'_, '_> {
    /// Searches a file to its end, or until the result is known. `selected` counts the lines.
    fn run(
        &mut self,
        context: &Context<'_>,
        file: &Rc<OpenFile>,
        stat: Option<&Stat>,
        buffer: &mut Vec<u8>,
        selected: &mut u64,
    ) -> Result<(), Stop> {
        let settings = self.searcher.settings;
        // What the buffer holds from `first` on: context and the beginning of a line up to `fresh`,
        // which has been searched for line ends, then what is read. Positions count from `first`.
        let (mut first, mut line_start, mut end) = (0, 0, 0);
        let mut is_first = true;
        let most = block_size(stat);
        let mut input = Blocks { file, stat, total: 0, has_ended: false };
        loop {
            if buffer.len() < first + end + most + 1 {
                buffer.resize(first + end + most + 1, 0);
            }
            let whole = &mut *buffer;
            let buffer = &mut whole[first..];
            if self.lanes.is_some() {
                self.await_input(context, file, selected)?;
            }
            let read = match input.read(&mut buffer[end..end + most]) {
                Ok(read) => read,
                Err(error) => {
                    self.finish_lanes(context, selected)?;
                    return Err(Stop::Read(error));
                }
            };
            let fresh = end;
            end += read;
            let known = &buffer[..end];
            if self.before_nul.is_none()
                && settings.binary != Binary::Text
                && (byte_search::memchr(0, &known[fresh..]).is_some()
                    || (is_first && stat.is_some_and(|stat| has_hole(stat, end))))
            {
                self.finish_lanes(context, selected)?;
                if settings.binary == Binary::NoMatch {
                    *selected = 0;
                    return Ok(());
                }
                self.note_binary(*selected);
            }
            is_first = false;
            if self.before_nul.is_some() {
                end_lines_at_nuls(&mut buffer[fresh..end]);
            }
            let at_end = read == 0;
            let limit = if at_end {
                if line_start < end {
                    buffer[end] = b'\n';
                    end += 1;
                }
                end
            } else {
                match byte_search::memrchr(b'\n', &buffer[fresh..end]) {
                    Some(at) => fresh + at + 1,
                    None => line_start,
                }
            };
            if line_start < limit {
                let text = &buffer[..limit];
                self.matcher = self.searcher.matcher.for_text(text);
                if self.left > 0 {
                    self.select_block(context, text, line_start, selected)?;
                }
                if self.pending > 0 {
                    self.output_pending(text, limit)?;
                }
                let before = self.before_nul.unwrap_or(0);
                if (self.left == 0 && self.pending == 0)
                    || (self.done_on_match && before < *selected)
                {
                    return Ok(());
                }
            }
            if at_end {
                return self.finish_lanes(context, selected);
            }
            if context.interrupted() {
                return Err(Stop::Read(io::ErrorKind::Interrupted.into()));
            }
            let keep = self.begin_of_context(buffer, limit);
            if settings.line_numbers {
                self.count_lines(&buffer[..keep], keep);
            }
            let kept = first + keep..first + end;
            first = stream::place_before_read(whole, kept.len());
            whole.copy_within(kept, first);
            self.offset += keep as u64;
            self.counted = self.counted.saturating_sub(keep);
            self.last_out = self.last_out.map(|_| 0);
            end -= keep;
            line_start = limit - keep;
        }
    }

    /// Notes that the file is binary: what was selected before that is known.
    fn note_binary(&mut self, selected: u64) {
        if !self.searcher.settings.count {
            self.done_on_match = true;
            self.quiet = true;
        }
        // Lines saved as context may hold NULs of their own block only.
        self.before_nul = Some(selected);
    }

    /// Where the lines begin that may be context of what follows `limit`, and are kept.
    fn begin_of_context(&mut self, buffer: &[u8], limit: usize) -> usize {
        let mut keep = limit;
        for _ in 0..self.searcher.settings.before {
            if keep == 0 || self.last_out == Some(keep) {
                break;
            }
            keep = line_before(buffer, keep);
        }
        if self.last_out != Some(keep) {
            self.last_out = None;
        }
        keep
    }

    /// Selects among the lines of `text` from `start` on, perhaps on another processor; `selected`
    /// counts them.
    fn select_block(
        &mut self,
        context: &Context<'_>,
        text: &[u8],
        start: usize,
        selected: &mut u64,
    ) -> Result<(), Stop> {
        if self.lanes.is_some() {
            if self.only_counts() || self.is_plain(&text[start..]) {
                let push = |lanes: &mut Lanes<Selection>, deliver: &mut Deliver<'_>| {
                    lanes.push(context, &text[start..], deliver)
                };
                return self.with_lanes(selected, push);
            }
            self.finish_lanes(context, selected)?;
        }
        let mut pace = std::mem::take(&mut self.pace);
        let length = text.len() - start;
        let is_held = pace.is_timing() && !self.searcher.settings.line_buffered;
        self.searcher.output.hold(is_held);
        let (count, is_worth_it) = pace.measure(context, length, || self.select(text, start));
        self.searcher.output.hold(false);
        *selected += count?;
        if is_held {
            self.searcher.output.check().map_err(Stop::Write)?;
        }
        self.pace = pace;
        if is_worth_it && (self.only_counts() || self.is_plain(&text[start..])) {
            let (only_counts, invert) = (self.only_counts(), self.searcher.settings.invert);
            let matcher = self.searcher.matcher;
            let make = || {
                let matcher = matcher.another()?;
                let cache = Cache::default();
                Some(Selection { matcher, cache, invert, only_counts, count: 0 })
            };
            self.lanes = Lanes::new(context, make, select_in_block);
            if self.lanes.is_none() {
                self.pace.stay();
            }
        }
        Ok(())
    }

    /// Whether nothing is asked about the lines but how many they are.
    fn only_counts(&self) -> bool {
        let settings = self.searcher.settings;
        self.quiet && !settings.invert && !self.done_on_match && settings.most == u64::MAX
    }

    /// Does something with the lanes; what is delivered is output, and `selected` counts the lines.
    fn with_lanes(
        &mut self,
        selected: &mut u64,
        body: impl FnOnce(&mut Lanes<Selection>, &mut Deliver<'_>) -> io::Result<()>,
    ) -> Result<(), Stop> {
        let Some(mut lanes) = self.lanes.take() else { return Ok(()) };
        let searcher = &mut *self.searcher;
        let mut deliver = |lane: &mut Lane<Selection>| {
            *selected += lane.kernel.count;
            searcher.used |= lane.kernel.count > 0;
            searcher.output.put_block(&lane.output)
        };
        let result = body(&mut lanes, &mut deliver);
        self.lanes = Some(lanes);
        result.map_err(Stop::Write)
    }

    /// Delivers what has been found until more can be read.
    fn await_input(
        &mut self,
        context: &Context<'_>,
        file: &Rc<OpenFile>,
        selected: &mut u64,
    ) -> Result<(), Stop> {
        self.with_lanes(selected, |lanes, deliver| {
            lanes.await_input(context, file, || file.is_ready(), deliver)
        })
    }

    /// Delivers all that has been found on other processors, which are used no more for the moment.
    fn finish_lanes(&mut self, context: &Context<'_>, selected: &mut u64) -> Result<(), Stop> {
        self.with_lanes(selected, |lanes, deliver| lanes.drain(context, deliver))
    }

    /// Selects among the lines of `text` from `start` on. Returns how many.
    fn select(&mut self, text: &[u8], start: usize) -> Result<u64, Stop> {
        let settings = self.searcher.settings;
        let before = self.left;
        // Without the last newline: there is no empty line after it.
        let body = &text[..text.len() - 1];
        if self.quiet && !settings.invert && !self.done_on_match {
            // Nothing is asked about the lines but how many they are.
            let cache = &mut self.searcher.storage.cache;
            let count = self.matcher.count(cache, body, start, self.left);
            self.left -= count;
            self.searcher.used |= count > 0;
            return Ok(count);
        }
        if self.is_plain(&text[start..]) {
            return self.select_plain(text, start);
        }
        let mut at = start;
        while at < text.len() {
            let Some((line, after)) = self.next_line(text, at) else { break };
            if !settings.invert {
                self.output_selected(text, line, after)?;
            } else if at < line {
                self.output_selected(text, at, line)?;
            }
            at = after;
            let nothing_new = settings.invert && before == self.left;
            if (self.left == 0 || self.done_on_match) && !nothing_new {
                if settings.exit_on_match {
                    return Err(Stop::Found);
                }
                break;
            }
        }
        Ok(before - self.left)
    }

    /// The next line from `at` on that a pattern matches. With -v, where there is no further one,
    /// the end of the text; else None.
    #[inline]
    fn next_line(&mut self, text: &[u8], at: usize) -> Option<(usize, usize)> {
        let invert = self.searcher.settings.invert;
        let cache = &mut self.searcher.storage.cache;
        // Where nothing is output, lines are only counted.
        let begin = if self.quiet { LineBegin::Ignored } else { LineBegin::Found };
        next_line(self.matcher, cache, invert, begin, text, at)
    }

    /// Whether all lines selected of `text` are output as they are, and nothing else is.
    fn is_plain(&self, text: &[u8]) -> bool {
        let settings = self.searcher.settings;
        let is_bare = self.name.is_none()
            && !(settings.line_numbers || settings.byte_offsets || settings.only_matching);
        is_bare
            && !(self.quiet || self.done_on_match || settings.has_context || settings.line_buffered)
            && settings.most == u64::MAX
            && (!settings.utf8 || settings.binary == Binary::Text || utf8::is_text(text))
    }

    /// Selects among the lines of `text` from `start` on and outputs neighbouring ones in one piece. Returns
    /// how many were selected.
    fn select_plain(&mut self, text: &[u8], start: usize) -> Result<u64, Stop> {
        let searcher = &mut *self.searcher;
        let (invert, cache) = (searcher.settings.invert, &mut searcher.storage.cache);
        let put = |lines: &[u8]| searcher.output.put_block(lines);
        let selected = select_plain(self.matcher, cache, invert, text, start, put);
        let (count, to) = selected.map_err(Stop::Write)?;
        if count > 0 {
            self.searcher.used = true;
            self.last_out = Some(to);
        }
        Ok(count)
    }

    /// Outputs a line, or with -v all lines, from `start` to `end`, with context.
    fn output_selected(&mut self, text: &[u8], start: usize, end: usize) -> Result<(), Stop> {
        let settings = self.searcher.settings;
        if !self.quiet {
            if self.pending > 0 {
                self.output_pending(text, start)?;
            }
            let earliest = self.last_out.unwrap_or(0);
            let mut from = start;
            for _ in 0..settings.before {
                if from <= earliest {
                    break;
                }
                from = line_before(text, from);
            }
            if settings.has_context && self.searcher.used && self.last_out != Some(from) {
                self.searcher.output.buffer.extend_from_slice(b"--\n");
            }
            while from < start {
                let next = line_after(text, from);
                self.output_line(text, from, next, b'-')?;
                from = next;
            }
        }
        let mut at = start;
        if settings.invert {
            while at < end && self.left > 0 {
                let next = line_after(text, at);
                if !self.quiet {
                    self.output_line(text, at, next, b':')?;
                }
                self.left -= 1;
                at = next;
            }
        } else {
            if !self.quiet {
                self.output_line(text, start, end, b':')?;
            }
            self.left -= 1;
        }
        self.pending = if self.quiet { 0 } else { settings.after };
        self.searcher.used = true;
        Ok(())
    }

    /// Outputs trailing context, up to `limit`.
    fn output_pending(&mut self, text: &[u8], limit: usize) -> Result<(), Stop> {
        while self.pending > 0 {
            let from = self.last_out.unwrap_or(0);
            if from >= limit {
                break;
            }
            let next = line_after(text, from);
            let before = self.last_out;
            self.output_line(text, from, next, b'-')?;
            if self.last_out == before {
                // It was no text: GNU's looks at the same line again.
                self.pending -= 1;
                continue;
            }
            self.pending -= 1;
        }
        Ok(())
    }

    fn output_line(
        &mut self,
        text: &[u8],
        start: usize,
        end: usize,
        separator: u8,
    ) -> Result<(), Stop> {
        let settings = self.searcher.settings;
        if settings.only_matching {
            if (separator == b':') != settings.invert
                && !self.output_matches(text, start, end, separator)
            {
                return Ok(());
            }
        } else {
            if !self.output_head(text, start, end - 1, end, separator) {
                return Ok(());
            }
            self.searcher.output.buffer.extend_from_slice(&text[start..end]);
        }
        let output = &mut self.searcher.output;
        let result = if settings.line_buffered { output.flush() } else { output.check() };
        result.map_err(Stop::Write)?;
        self.last_out = Some(end);
        Ok(())
    }

    /// Outputs the parts of a line that match (-o). False if one was no text.
    fn output_matches(&mut self, text: &[u8], start: usize, end: usize, separator: u8) -> bool {
        let line = &text[start..end - 1];
        let mut at = 0;
        while at <= line.len() {
            let cache = &mut self.searcher.storage.cache;
            let Some((from, to)) = self.matcher.find(cache, line, at) else { break };
            if from == to {
                at = from + 1;
                continue;
            }
            if !self.output_head(text, start + from, start + to, end, separator) {
                return false;
            }
            let buffer = &mut self.searcher.output.buffer;
            buffer.extend_from_slice(&line[from..to]);
            buffer.push(b'\n');
            at = to;
        }
        true
    }

    /// Outputs what precedes a line or a part of it. False if it is no text, and not output.
    fn output_head(
        &mut self,
        text: &[u8],
        start: usize,
        end: usize,
        line_end: usize,
        separator: u8,
    ) -> bool {
        let settings = self.searcher.settings;
        if settings.utf8 && settings.binary != Binary::Text && !utf8::is_text(&text[start..end]) {
            self.is_garbled = true;
            return false;
        }
        if let Some(name) = self.name {
            let buffer = &mut self.searcher.output.buffer;
            buffer.extend_from_slice(name);
            buffer.push(if settings.null_after_name { 0 } else { separator });
        }
        if settings.line_numbers {
            if self.counted < line_end {
                self.count_lines(text, start);
                self.lines += 1;
                self.counted = line_end;
            }
            let buffer = &mut self.searcher.output.buffer;
            number::append(buffer, self.lines);
            buffer.push(separator);
        }
        if settings.byte_offsets {
            let buffer = &mut self.searcher.output.buffer;
            number::append(buffer, self.offset + start as u64);
            buffer.push(separator);
        }
        true
    }

    /// Counts the lines up to `limit`.
    fn count_lines(&mut self, text: &[u8], limit: usize) {
        if let Some(text) = text.get(self.counted..limit) {
            self.lines += occurrences::count(b'\n', text);
            self.counted = limit;
        }
    }
}

/// Whether the beginning of a line that matches is looked for: counting does without.
#[derive(Clone, Copy, PartialEq)]
enum LineBegin {
    Found,
    Ignored,
}

/// The next line of `text` from `at` on that a pattern matches: where it begins (`at`, where that is
/// ignored and there is no -v) and ends. With -v, where there is no further one, the end of the text;
/// else None.
#[inline]
fn next_line(
    matcher: &Matcher,
    cache: &mut Cache,
    invert: bool,
    begin: LineBegin,
    text: &[u8],
    at: usize,
) -> Option<(usize, usize)> {
    let body = &text[..text.len() - 1];
    let Some(place) = matcher.select(cache, body, at) else {
        return invert.then_some((text.len(), text.len()));
    };
    let line = if begin == LineBegin::Ignored && !invert {
        at
    } else {
        byte_search::memrchr(b'\n', &text[at..place]).map_or(at, |newline| at + newline + 1)
    };
    let end = byte_search::memchr(b'\n', &text[place..]);
    Some((line, end.map_or(text.len(), |newline| place + newline + 1)))
}

/// Puts the lines of `text` from `start` on that are selected, neighbours in one piece. Returns how
/// many they are, and where the last one ends.
fn select_plain<E>(
    matcher: &Matcher,
    cache: &mut Cache,
    invert: bool,
    text: &[u8],
    start: usize,
    mut put: impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(u64, usize), E> {
    let mut count = 0;
    let (mut from, mut to) = (start, start);
    let mut at = start;
    while at < text.len() {
        let Some((line, after)) = next_line(matcher, cache, invert, LineBegin::Found, text, at)
        else {
            break;
        };
        let (first, end) = if invert { (at, line) } else { (line, after) };
        at = after;
        if first == end {
            continue;
        }
        count += if invert { occurrences::count(b'\n', &text[first..end]) } else { 1 };
        if first != to {
            put(&text[from..to])?;
            from = first;
        }
        to = end;
    }
    put(&text[from..to])?;
    Ok((count, to))
}

/// Where the line before the one at `start` begins.
fn line_before(text: &[u8], start: usize) -> usize {
    byte_search::memrchr(b'\n', &text[..start.saturating_sub(1)]).map_or(0, |newline| newline + 1)
}

/// Where the line after the one at `start` begins.
fn line_after(text: &[u8], start: usize) -> usize {
    byte_search::memchr(b'\n', &text[start..]).map_or(text.len(), |newline| start + newline + 1)
}

/// Whether a listing is asked for and this file is to be listed.
pub fn is_listed(list: List, found: bool) -> bool {
    match list {
        List::No => false,
        List::Matching => found,
        List::NotMatching => !found,
    }
}
