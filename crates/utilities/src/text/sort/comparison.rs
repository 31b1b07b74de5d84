//! How lines compare: by keys, by the bytes that are left, in reverse (POSIX XCU sort, -dfinbrk, -t, -u).
//!
//! A comparison owns all that it needs, so it can be with several threads at once.

use super::key::{self, Key};
use std::cmp::Ordering;

/// The order of lines that a call of sort asks for.
pub(super) struct Comparison {
    pub(super) keys: Vec<Key>,
    /// The last resort, and with it everything without keys, in reverse.
    pub(super) reverse: bool,
    pub(super) stable: bool,
    pub(super) unique: bool,
    pub(super) tab: Option<u8>,
    pub(super) delimiter: u8,
}

/// Bytes of the longest line that can be compared, and of the longest text that can be sorted at once.
pub(super) const LONGEST: usize = (1 << 30) - 1;

/// A line: where it is in its text, and the ranks of its first two keys.
#[derive(Clone, Copy, Default)]
pub(super) struct Line {
    rank: u64,
    /// The rank of the second key; where the first one covers not all of its key, of the rest.
    second: u64,
    start: u32,
    /// Its length without the delimiter, and in the lowest two bits what its ranks cover.
    extent: u32,
}

/// How much of a line its ranks cover.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
enum Covered {
    /// Not all of the first key.
    Part,
    /// All of the first key, the first of them alone.
    Key,
    /// All of the first key, both together.
    LongKey,
    /// All of the line but its length; there are no keys.
    Line,
}

impl Line {
    /// `start` and `length` are at most [`LONGEST`].
    fn new(rank: u64, second: u64, start: usize, length: usize, covered: Covered) -> Self {
        let extent = (length as u32) << 2 | covered as u32;
        Self { rank, second, start: start as u32, extent }
    }

    fn length(&self) -> usize {
        (self.extent >> 2) as usize
    }

    fn covered(&self) -> u32 {
        self.extent & 3
    }

    /// The rank of its first key: lines of different ranks compare as these do.
    pub(super) fn rank(&self) -> u64 {
        self.rank
    }

    /// Whether its ranks and its length are another line's.
    #[inline]
    pub(super) fn is_ranked_as(&self, other: &Line) -> bool {
        (self.rank, self.second, self.extent) == (other.rank, other.second, other.extent)
    }

    /// The same line where it is a text of its own.
    pub(super) fn alone(self) -> Line {
        Line { start: 0, ..self }
    }

    /// Where it begins in its text.
    pub(super) fn start(&self) -> usize {
        self.start as usize
    }

    /// Its bytes, without the delimiter.
    #[inline]
    pub(super) fn of<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        &text[self.start as usize..self.start as usize + self.length()]
    }

    /// Its bytes with the delimiter.
    #[inline]
    pub(super) fn with_delimiter<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        &text[self.start as usize..self.start as usize + self.length() + 1]
    }
}

/// Lines that there is room for at first, however short they are.
const SHORT: usize = 1 << 10;

/// Runs of lines in order that are merged; more are sorted from nothing.
const RUNS: usize = 8;
/// Lines that are merged at most, which takes room for half of them.
const MERGED: usize = 1 << 18;

/// Whether lines consist of a few runs that are in order already: a table that grew at its end.
fn has_few_runs(lines: &[Line], mut compare: impl FnMut(&Line, &Line) -> Ordering) -> bool {
    let mut is_break = |pair: &[Line; 2]| compare(&pair[0], &pair[1]) == Ordering::Greater;
    lines.array_windows().filter(|pair| is_break(pair)).nth(RUNS - 1).is_none()
}

impl Comparison {
    /// The lines of a text, all of which begin with `common`. None if they do not.
    fn lines(&self, text: &[u8], common: &[u8]) -> Option<Vec<Line>> {
        // Of a short text as many as there may be: they need not move.
        let expected = (text.len() / 16).min(SHORT).max(text.len() / 32) + 1;
        let mut lines = Vec::with_capacity(expected);
        let mut start = 0;
        for end in byte_search::memchr_iter(self.delimiter, text) {
            let line = &text[start..end];
            if !line.starts_with(common) {
                return None;
            }
            lines.push(self.line(line, start, common.len()));
            start = end + 1;
        }
        Some(lines)
    }

    /// A line, of which all that it is compared with has the first `common` bytes, too.
    pub(super) fn line(&self, line: &[u8], start: usize, common: usize) -> Line {
        let length = line.len();
        let Some(key) = self.keys.first() else {
            // Two pieces of the line in the place of two keys.
            let rest = line.get(common..).unwrap_or_default();
            let rank = key::prefix(rest);
            let second = key::prefix(rest.get(8..).unwrap_or_default());
            let (rank, second) = if self.reverse { (!rank, !second) } else { (rank, second) };
            let covered = if rest.len() <= 16 { Covered::Line } else { Covered::Part };
            return Line::new(rank, second, start, length, covered);
        };
        let first = key.of(line, self.tab);
        let (rank, tells_all) = key.rank(first);
        let covered = match tells_all {
            true => Covered::Key,
            false if key.ranks_tell_all(first) => Covered::LongKey,
            false => Covered::Part,
        };
        let second = match self.keys.get(1) {
            Some(key) if covered == Covered::Key => key.rank(key.of(line, self.tab)).0,
            _ if covered == Covered::Key => 0,
            _ => key.rank_of_rest(first),
        };
        Line::new(rank, second, start, length, covered)
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

    /// The lines of a text of at most [`LONGEST`] bytes, each of which has its delimiter, in order.
    pub(super) fn sorted(&self, text: &[u8]) -> Vec<Line> {
        let common = if self.keys.is_empty() { self.common(text) } else { b"" };
        let lines = self.lines(text, common);
        let mut lines = lines.or_else(|| self.lines(text, b"")).unwrap_or_default();
        // Where lines that compare equal must keep their order, their place decides.
        let keeps = !self.keys.is_empty() && (self.stable || self.unique);
        let compare = |a: &Line, b: &Line| {
            let order = self.compare(text, a, text, b);
            if keeps { order.then_with(|| a.start.cmp(&b.start)) } else { order }
        };
        if lines.len() <= MERGED && has_few_runs(&lines, compare) {
            lines.sort_by(compare);
        } else {
            lines.sort_unstable_by(compare);
        }
        lines
    }

    /// [`Self::sorted`], as a text; of lines that compare equal only the first where only one is
    /// wanted.
    pub(super) fn sorted_text(&self, text: &[u8]) -> Vec<u8> {
        let lines = self.sorted(text);
        let mut sorted = Vec::with_capacity(text.len());
        let mut last: Option<&Line> = None;
        for line in &lines {
            if self.is_repeated(text, &mut last, line) {
                continue;
            }
            sorted.extend_from_slice(line.with_delimiter(text));
        }
        sorted
    }

    /// Whether only one line of those that compare equal is wanted and `line` is not the first of them.
    /// `last`: the last one that was wanted.
    #[inline]
    pub(super) fn is_repeated<'l>(
        &self,
        text: &[u8],
        last: &mut Option<&'l Line>,
        line: &'l Line,
    ) -> bool {
        if !self.unique {
            return false;
        }
        if last.is_some_and(|last| self.compare(text, last, text, line) == Ordering::Equal) {
            return true;
        }
        *last = Some(line);
        false
    }

    /// Whether lines of the same bytes stand together in the output, or only the first of them is wanted:
    /// lines in between that compare equal keep their place otherwise.
    pub(super) fn brings_together(&self) -> bool {
        self.keys.is_empty() || self.unique || !self.stable
    }

    /// Compares lines, each in its text.
    #[inline]
    pub(super) fn compare(&self, text: &[u8], a: &Line, other: &[u8], b: &Line) -> Ordering {
        const LINE: u32 = Covered::Line as u32;
        const PART: u32 = Covered::Part as u32;
        match a.rank.cmp(&b.rank) {
            Ordering::Equal if a.covered() == b.covered() => {
                match (a.second.cmp(&b.second), a.covered()) {
                    // NULs at the end are ranked as nothing.
                    (Ordering::Equal, LINE) if self.reverse => b.length().cmp(&a.length()),
                    (Ordering::Equal, LINE) => a.length().cmp(&b.length()),
                    (Ordering::Equal, covered) => {
                        let first = usize::from(covered != PART);
                        self.compare_from(first, a.of(text), b.of(other))
                    }
                    (order, _) => order,
                }
            }
            Ordering::Equal => self.compare_from(0, a.of(text), b.of(other)),
            order => order,
        }
    }

    /// Compares by the keys from the one with number `first` on.
    pub(super) fn compare_from(&self, first: usize, a: &[u8], b: &[u8]) -> Ordering {
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
}
