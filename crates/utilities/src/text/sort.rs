//! sort: orders, merges and checks lines (POSIX XCU sort; GNU coreutils manual, sort(1)).
//!
//! All lines are held in memory, so a large file steps aside: the installed sort uses threads
//! and temporary files. What turns out to be large is sorted in parts. Only orders of bytes are reproduced.

mod key;
mod numeric;
mod runs;

use super::spool::{self, Spool};
use super::stream::{Reader, Writer};
use super::{Plan, admission, number};
use crate::locale::Locale;
use crate::options::{self, Takes};
use crate::{Admission, Change, Context, Exit, Program, message, quoting};
use key::{Key, OptionPlace, Order};
use runs::Runs;
use rustix::fs::{Access, AtFlags, FileType, OFlags, Stat};
use stage::OpenFile;
use std::cmp::Ordering;
use std::io;

const OPTIONS: &[options::Option_] = &[
    ('b', "ignore-leading-blanks", Takes::Nothing),
    ('c', "", Takes::Nothing),
    ('C', "", Takes::Nothing),
    ('d', "dictionary-order", Takes::Nothing),
    ('f', "ignore-case", Takes::Nothing),
    ('h', "human-numeric-sort", Takes::Nothing),
    ('i', "ignore-nonprinting", Takes::Nothing),
    ('k', "key", Takes::Argument),
    ('m', "merge", Takes::Nothing),
    ('M', "month-sort", Takes::Nothing),
    ('n', "numeric-sort", Takes::Nothing),
    ('o', "output", Takes::Argument),
    ('r', "reverse", Takes::Nothing),
    ('s', "stable", Takes::Nothing),
    ('t', "field-separator", Takes::Argument),
    ('T', "temporary-directory", Takes::Argument),
    ('u', "unique", Takes::Nothing),
    ('V', "version-sort", Takes::Nothing),
    ('z', "zero-terminated", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str = "-bcCdfhimMnrsuVz, -k KEY, -o FILE, -t CHAR, -T DIR [FILE...]";

/// Bytes of files that are known beforehand to which this sort is used: beyond it, the installed
/// one, which sorts in threads, is as fast or faster.
const MOST: u64 = spool::MOST as u64;

/// Files that the installed sort merges at once.
const MERGED_AT_ONCE: usize = 16;

struct Sort<'a> {
    operands: Vec<&'a [u8]>,
    keys: Vec<Key>,
    /// The last resort, and with it everything without keys, in reverse.
    reverse: bool,
    stable: bool,
    unique: bool,
    merge: bool,
    /// -c, -C
    check: Option<char>,
    output: Option<&'a [u8]>,
    /// -T: where temporary files go.
    folder: Option<&'a [u8]>,
    tab: Option<u8>,
    delimiter: u8,
}

fn plan<'a>(program: Program, arguments: &[&'a [u8]]) -> Plan<Sort<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let mut sort = Sort {
        operands: parsed.operands,
        keys: Vec::new(),
        reverse: false,
        stable: false,
        unique: false,
        merge: false,
        check: None,
        output: None,
        folder: None,
        tab: None,
        delimiter: b'\n',
    };
    let mut global = Order::default();
    for &(option, value) in &parsed.options {
        let value = value.unwrap_or_default();
        match option {
            'c' | 'C' => {
                if sort.check.is_some_and(|check| check != option) {
                    return Err("two ways to check");
                }
                sort.check = Some(option);
            }
            'k' => sort.keys.push(Key::parse(value).ok_or("a key to complain about")?),
            'm' => sort.merge = true,
            'o' => {
                if sort.output.is_some_and(|output| output != value) {
                    return Err("two outputs");
                }
                sort.output = Some(value);
            }
            's' => sort.stable = true,
            'T' => sort.folder = sort.folder.or(Some(value)),
            't' => {
                let tab = match value {
                    [tab] => *tab,
                    b"\\0" => 0,
                    _ => return Err("a separator to complain about"),
                };
                if sort.tab.is_some_and(|other| other != tab) {
                    return Err("two separators");
                }
                sort.tab = Some(tab);
            }
            'u' => sort.unique = true,
            'z' => sort.delimiter = 0,
            letter => {
                if let Ok(letter) = u8::try_from(letter) {
                    global.add(letter, OptionPlace::Command);
                }
            }
        }
    }
    for key in &mut sort.keys {
        if key.order.is_default() && !key.order.reverse {
            key.order = global;
        }
    }
    if sort.keys.is_empty() && !global.is_default() {
        sort.keys.push(Key::line(global));
    }
    for key in &mut sort.keys {
        key.orders_dots_first = program.has(Change::VersionOrder);
        key.knows_long_prefixes = program.has(Change::LongPrefixes);
    }
    if sort.keys.iter().any(|key| key.order.is_contradictory()) {
        return Err("orders that contradict each other");
    }
    sort.reverse = global.reverse;
    if sort.operands.iter().any(|operand| operand.first() == Some(&b'+')) {
        return Err("an operand that may be an old form of a key");
    }
    if sort.operands.is_empty() {
        sort.operands.push(b"-");
    }
    if sort.check.is_some() && (sort.operands.len() > 1 || sort.output.is_some()) {
        return Err("a check to complain about");
    }
    if sort.merge && sort.operands.len() > MERGED_AT_ONCE {
        return Err("too many files to merge at once");
    }
    Ok(sort)
}

/// Decides on the arguments.
pub fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    let ordered = |category: &[u8]| Locale::of(context, category).orders_by_byte();
    if !ordered(b"LC_COLLATE") || !ordered(b"LC_NUMERIC") || !ordered(b"LC_TIME") {
        return Admission::StepAside("a locale with an order of its own");
    }
    let plan = plan(context.program, arguments).and_then(|plan| {
        let mut size = 0u64;
        let mut once = 0;
        for name in &plan.operands {
            let stat = if *name == b"-" {
                context.stdin.as_ref().and_then(|file| file.stat())
            } else {
                rustix::fs::statat(context.directory, *name, AtFlags::empty()).ok()
            };
            let is_regular =
                |stat: &Stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
            // Only standard input can be passed to the installed one in another form.
            once += usize::from(*name == b"-");
            let is_read_once = *name != b"-" && stat.is_some_and(|stat| !is_regular(&stat));
            if plan.merge && (is_read_once || once > 1) {
                return Err("what can be read only once, to be merged");
            }
            let regular =
                stat.filter(is_regular).map_or(0, |stat| u64::try_from(stat.st_size).unwrap_or(0));
            size = size.saturating_add(regular);
        }
        if size > MOST { Err("much to sort") } else { Ok(plan) }
    });
    admission(context, plan)
}

/// Runs it.
pub fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let Ok(plan) = plan(context.program, arguments) else { return Exit::Status(2) };
    match plan.carry_out(context, arguments) {
        Ok(status) => Exit::Status(status),
        Err(Failure { what, name, error }) => {
            if let Some(exit) = context.signal_of(&error) {
                return exit;
            }
            let mut text = what.as_bytes().to_vec();
            text.extend_from_slice(b": ");
            text.extend_from_slice(&quoting::shell_if_needed(&name, context.quoting()));
            text.extend_from_slice(b": ");
            text.extend_from_slice(message::reason(&error).as_bytes());
            context.error(text);
            if what == WRITING || what == WRITTEN {
                // Standard output is closed on the way out, when the reason is lost.
                context.error("write error");
            }
            Exit::Status(2)
        }
    }
}

struct Failure {
    what: &'static str,
    name: Vec<u8>,
    error: io::Error,
}

const WRITING: &str = "fflush failed";
const WRITTEN: &str = "write failed";

fn failure(what: &'static str, name: &[u8]) -> impl FnOnce(io::Error) -> Failure {
    move |error| Failure { what, name: name.to_vec(), error }
}

/// A line: where it is in the text, and the ranks of its first two keys.
#[derive(Clone, Copy, Default)]
struct Line {
    rank: u64,
    /// The rank of the second key; where the first one covers not all of its key, of the rest.
    second: u64,
    start: usize,
    length: usize,
    covered: Covered,
}

/// How much of a line its ranks cover.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Covered {
    /// Not all of the first key.
    #[default]
    Part,
    /// All of the first key, the first of them alone.
    Key,
    /// All of the first key, both together.
    LongKey,
    /// All of the line but its length; there are no keys.
    Line,
}

/// What has been done about an input that is too large to be held.
enum Large {
    /// It is none, so far.
    No,
    /// Parts of it are sorted already.
    Sort(Runs),
    /// One of several to be merged: it goes to the installed sort.
    Merge(Spool),
}

impl Sort<'_> {
    fn carry_out(&self, context: &mut Context<'_>, arguments: &[&[u8]]) -> Result<u8, Failure> {
        if self.check.is_some() {
            return self.check(context);
        }
        for name in &self.operands {
            if *name != b"-" {
                let access = rustix::fs::accessat(
                    context.directory,
                    *name,
                    Access::READ_OK,
                    AtFlags::EACCESS,
                );
                access.map_err(|error| failure("cannot read", name)(error.into()))?;
            }
        }
        let output = match self.output {
            Some(name) => {
                // Opened before anything is read, emptied afterwards: it may be an input.
                let opened = context.open_fd(name, OFlags::WRONLY | OFlags::CREATE);
                Some((name, opened.map_err(|error| failure("open failed", name)(error.into()))?))
            }
            None => None,
        };
        let mut text = Vec::new();
        let mut ends = Vec::new();
        let mut large = Large::No;
        for name in &self.operands {
            self.read(context, name, &mut text, &mut large)?;
            ends.push(text.len());
            if let Large::Merge(spool) = large {
                // The installed one goes on with the same files, of which standard input is one.
                let folder = spool.folder().to_vec();
                let status = spool.hand_over(context, arguments, &[], &[]);
                return status.map_err(failure(WRITTEN, &folder));
            }
        }
        let (name, mut writer) = match output {
            Some((name, fd)) => {
                // What is no regular file has nothing to cut off.
                let regular = rustix::fs::fstat(&fd).is_ok_and(|stat| {
                    FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
                });
                if let Err(error) = rustix::fs::ftruncate(&fd, 0)
                    && regular
                {
                    return Err(failure("error truncating", name)(error.into()));
                }
                (name, Writer::new(OpenFile::from_fd(context.scheduler, fd)))
            }
            None => {
                let name: &[u8] = b"standard output";
                (name, Writer::standard(context).map_err(failure(WRITTEN, name))?)
            }
        };
        let written = match large {
            Large::Sort(runs) => {
                runs.finish(self, &text, name, &mut writer)?;
                Ok(())
            }
            _ if self.merge => self.write(&text, &self.merged(&text, &ends), &mut writer),
            _ => self.write(&text, &self.sorted(&text), &mut writer),
        };
        written.and_then(|()| writer.flush()).map_err(|error| {
            let early = writer.failed_early();
            failure(if early { WRITTEN } else { WRITING }, name)(error)
        })?;
        Ok(0)
    }

    /// Appends a file to the text, the last line with its delimiter. Where that becomes too much,
    /// what has been read (of a merge, all of this file) moves to files.
    fn read(
        &self,
        context: &Context<'_>,
        name: &[u8],
        text: &mut Vec<u8>,
        large: &mut Large,
    ) -> Result<(), Failure> {
        let file = super::stream::open(context, name).map_err(failure("open failed", name))?;
        if let Some(stat) = file.stat() {
            text.reserve(usize::try_from(stat.st_size).unwrap_or(0).min(MOST as usize) + 1);
        }
        let mut reader = Reader::within(context, file);
        let before = if self.merge { text.len() } else { 0 };
        let mut most = match large {
            Large::Sort(_) => Runs::enough(b""),
            _ => spool::MOST,
        };
        let mut last = None;
        loop {
            let block = reader.block().map_err(failure("read failed", name))?;
            let data = match (block.last(), last) {
                (None, Some(last)) if last != self.delimiter => &[self.delimiter][..],
                _ => block,
            };
            if data.is_empty() {
                return Ok(());
            }
            last = data.last().copied();
            if let Large::Merge(spool) = large {
                spool.put(data).map_err(failure(WRITTEN, spool.folder()))?;
                continue;
            }
            text.extend_from_slice(data);
            if text.len() - before <= most {
                continue;
            }
            if let Large::No = large {
                *large = match self.merge {
                    true => Spool::new(context, self.folder).map_or(Large::No, Large::Merge),
                    false => Runs::new(context, self).map_or(Large::No, Large::Sort),
                };
            }
            most = match large {
                // There are no files to be had: it goes on in memory.
                Large::No => usize::MAX,
                Large::Merge(spool) => {
                    spool.put(&text[before..]).map_err(failure(WRITTEN, spool.folder()))?;
                    *text = Vec::new();
                    usize::MAX
                }
                Large::Sort(runs) => {
                    runs.take(context, self, text)?;
                    Runs::enough(text)
                }
            };
        }
    }

    /// The lines from `start` to `end`, all of which begin with `common`. None if they do not.
    fn lines(&self, text: &[u8], start: usize, end: usize, common: &[u8]) -> Option<Vec<Line>> {
        let part = &text[start..end];
        let mut lines = Vec::with_capacity(part.len() / 32 + 1);
        let mut from = start;
        for at in byte_search::memchr_iter(self.delimiter, part) {
            let line = &text[from..start + at];
            if !line.starts_with(common) {
                return None;
            }
            lines.push(self.line(line, from, common.len()));
            from = start + at + 1;
        }
        Some(lines)
    }

    /// A line, of which all that it is compared with has the first `common` bytes, too.
    fn line(&self, line: &[u8], start: usize, common: usize) -> Line {
        let length = line.len();
        let Some(key) = self.keys.first() else {
            // Two pieces of the line in the place of two keys.
            let rest = line.get(common..).unwrap_or_default();
            let rank = key::prefix(rest);
            let second = key::prefix(rest.get(8..).unwrap_or_default());
            let (rank, second) = if self.reverse { (!rank, !second) } else { (rank, second) };
            let covered = if rest.len() <= 16 { Covered::Line } else { Covered::Part };
            return Line { rank, second, start, length, covered };
        };
        let first = key.of(line, self.tab);
        let covered = match key.rank_tells_all(first) {
            true => Covered::Key,
            false if key.ranks_tell_all(first) => Covered::LongKey,
            false => Covered::Part,
        };
        let second = match self.keys.get(1) {
            Some(key) if covered == Covered::Key => key.rank(key.of(line, self.tab)),
            _ if covered == Covered::Key => 0,
            _ => key.rank_of_rest(first),
        };
        Line { rank: key.rank(first), second, start, length, covered }
    }

    /// What the first, the middle and the last line begin with: perhaps all of them do.
    fn common<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        let until = |at: usize| {
            let end = at + byte_search::memchr(self.delimiter, &text[at..])?;
            let start = byte_search::memrchr(self.delimiter, &text[..end]).map_or(0, |at| at + 1);
            Some(&text[start..end])
        };
        let lines = (until(0), until(text.len() / 2), until(text.len().saturating_sub(1)));
        let (Some(first), Some(middle), Some(last)) = lines else { return b"" };
        let same = first.iter().zip(middle).zip(last).take_while(|((a, b), c)| a == b && b == c);
        &first[..same.count()]
    }

    fn sorted(&self, text: &[u8]) -> Vec<Line> {
        let common = if self.keys.is_empty() { self.common(text) } else { b"" };
        let lines = self.lines(text, 0, text.len(), common);
        let mut lines = lines.or_else(|| self.lines(text, 0, text.len(), b"")).unwrap_or_default();
        // Where lines that compare equal must keep their order, their place decides.
        let keeps = !self.keys.is_empty() && (self.stable || self.unique);
        lines.sort_unstable_by(|a, b| {
            let order = self.compare(text, a, b);
            if keeps { order.then_with(|| a.start.cmp(&b.start)) } else { order }
        });
        lines
    }

    /// The lines of files that are each in order already.
    fn merged(&self, text: &[u8], ends: &[usize]) -> Vec<Line> {
        let mut start = 0;
        let mut files: Vec<_> = ends
            .iter()
            .map(|&end| {
                let lines = self.lines(text, start, end, b"");
                start = end;
                lines.unwrap_or_default().into_iter().peekable()
            })
            .collect();
        let mut merged = Vec::new();
        loop {
            let mut least: Option<(usize, Line)> = None;
            for (index, file) in files.iter_mut().enumerate() {
                if let Some(&line) = file.peek()
                    && least.is_none_or(|(_, other)| {
                        self.compare(text, &line, &other) == Ordering::Less
                    })
                {
                    least = Some((index, line));
                }
            }
            let Some((index, line)) = least else { return merged };
            files[index].next();
            merged.push(line);
        }
    }

    #[inline]
    fn compare(&self, text: &[u8], a: &Line, b: &Line) -> Ordering {
        self.compare_in(text, a, text, b)
    }

    /// Compares lines that are in different texts.
    #[inline]
    fn compare_in(&self, text: &[u8], a: &Line, other: &[u8], b: &Line) -> Ordering {
        match a.rank.cmp(&b.rank) {
            Ordering::Equal if a.covered == b.covered => match (a.second.cmp(&b.second), a.covered)
            {
                // NULs at the end are ranked as nothing.
                (Ordering::Equal, Covered::Line) if self.reverse => b.length.cmp(&a.length),
                (Ordering::Equal, Covered::Line) => a.length.cmp(&b.length),
                (Ordering::Equal, covered) => {
                    let first = usize::from(covered != Covered::Part);
                    self.compare_from(first, line_of(text, a), line_of(other, b))
                }
                (order, _) => order,
            },
            Ordering::Equal => self.compare_from(0, line_of(text, a), line_of(other, b)),
            order => order,
        }
    }

    /// Compares by the keys from the one with number `first` on.
    fn compare_from(&self, first: usize, a: &[u8], b: &[u8]) -> Ordering {
        for key in &self.keys[first.min(self.keys.len())..] {
            let order = key.compare(key.of(a, self.tab), key.of(b, self.tab));
            if order != Ordering::Equal {
                return order;
            }
        }
        if !self.keys.is_empty() && (self.stable || self.unique) {
            return Ordering::Equal;
        }
        if self.reverse { b.cmp(a) } else { a.cmp(b) }
    }

    fn write(&self, text: &[u8], lines: &[Line], output: &mut Writer) -> io::Result<()> {
        let mut last: Option<&Line> = None;
        for line in lines {
            if self.unique {
                if last.is_some_and(|last| self.compare(text, last, line) == Ordering::Equal) {
                    continue;
                }
                last = Some(line);
            }
            // With its delimiter.
            output.put(&text[line.start..line.start + line.length + 1])?;
        }
        Ok(())
    }

    /// Tells whether a file is in order.
    fn check(&self, context: &Context<'_>) -> Result<u8, Failure> {
        let name = self.operands[0];
        let file = super::stream::open(context, name).map_err(failure("open failed", name))?;
        let mut reader = Reader::within(context, file);
        let mut last: Option<Vec<u8>> = None;
        let mut number = 0u64;
        loop {
            let line = reader.line(self.delimiter).map_err(failure("read failed", name))?;
            let Some(line) = line else { return Ok(0) };
            let line = line.strip_suffix(&[self.delimiter]).unwrap_or(line);
            number += 1;
            if let Some(last) = &mut last {
                let order = self.compare_from(0, last, line);
                if order == Ordering::Greater || (self.unique && order == Ordering::Equal) {
                    if self.check == Some('c') {
                        // By the name it was called by, whatever the version.
                        let mut text = [context.called, b": ", name, b":"].concat();
                        number::append(&mut text, number);
                        text.extend_from_slice(b": disorder: ");
                        text.extend_from_slice(line);
                        text.push(b'\n');
                        context.error_text(&text);
                    }
                    return Ok(1);
                }
                last.clear();
                last.extend_from_slice(line);
            } else {
                last = Some(line.to_vec());
            }
        }
    }
}

fn line_of<'t>(text: &'t [u8], line: &Line) -> &'t [u8] {
    &text[line.start..line.start + line.length]
}
