//! Lines of which many are alike, as the words of a text are: each is held once, with how often it occurs,
//! and only what differs is sorted.
//!
//! Whether that pays shows as the lines come. Where it does not, what has been counted goes back to be
//! sorted with the rest.

use super::super::stream::Writer;
use super::comparison::Comparison;
use crate::Context;
use stage::{Pending, Signals, Workers};
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;

/// Bytes of different lines that are held at most.
const MOST_BYTES: usize = 8 << 20;
/// Different lines that are held at most.
const MOST_LINES: usize = 1 << 18;
/// Places of the first table.
const PLACES: usize = 1 << 12;
/// Places that are looked at for a line; only lines made for that purpose need more.
const MOST_PROBES: usize = 256;
/// Tables that are filled at the same time at most.
const MOST_TABLES: usize = 4;
/// Bytes of a line that is repeated which are written at once.
const WRITTEN_AT_ONCE: usize = 64 << 10;

/// Lines, and how often each occurs.
pub(super) struct Repeated {
    delimiter: u8,
    /// Each line once, in the order in which they first came, with its delimiter.
    text: Vec<u8>,
    lines: Vec<Counted>,
    /// Open addressing: the upper half of a hash and the number of a line plus one, or 0. Twice as many as
    /// lines or more.
    places: Vec<u64>,
    /// Bytes of all lines with their repetitions.
    bytes: u64,
    /// Finding a line has taken more than [`MOST_PROBES`].
    is_crowded: bool,
}

/// A line and how often it occurs.
struct Counted {
    /// Its first bytes (see [`word`]).
    word: u64,
    start: u32,
    length: u32,
    count: u64,
}

/// Up to eight of the first bytes of a line as a number: other ones for every other line of that
/// length, where it has no more than eight.
#[inline]
fn word(line: &[u8]) -> u64 {
    if let Some(first) = line.first_chunk::<8>() {
        return u64::from_le_bytes(*first);
    }
    match (line.first_chunk::<4>(), line.last_chunk::<4>(), line) {
        (Some(first), Some(last), _) => {
            u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32
        }
        (.., [first, .., last]) => {
            let middle = line[line.len() / 2];
            u64::from(*first) | u64::from(middle) << 8 | u64::from(*last) << 16
        }
        (.., [only]) => u64::from(*only),
        _ => 0,
    }
}

#[inline]
fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x9e37_79b9_7f4a_7c15) * u128::from(b ^ 0xd1b5_4a32_d192_ed03);
    product as u64 ^ (product >> 64) as u64
}

#[inline]
fn hash(line: &[u8], word_of_line: u64) -> u64 {
    let mut hash = mix(word_of_line, line.len() as u64);
    for rest in line.get(8..).unwrap_or_default().chunks(8) {
        hash = mix(hash, word(rest));
    }
    hash
}

impl Repeated {
    /// No lines. Whether lines that are alike can be counted instead of sorted is
    /// [`Comparison::brings_together`]'s to say.
    pub(super) fn new(delimiter: u8) -> Self {
        Self {
            delimiter,
            text: Vec::new(),
            lines: Vec::new(),
            places: vec![0; PLACES],
            bytes: 0,
            is_crowded: false,
        }
    }

    /// Counts the lines of a text, each of which has its delimiter. Returns how many bytes were
    /// counted: fewer than all where too many lines of some `step` bytes are new, or where no more can
    /// be held.
    pub(super) fn add(&mut self, text: &[u8], step: usize) -> usize {
        let mut at = 0;
        let (mut looked_at, mut held) = (0, self.text.len());
        for end in byte_search::memchr_iter(self.delimiter, text) {
            self.count(&text[at..end], 1);
            at = end + 1;
            if at - looked_at >= step {
                let is_full = self.lines.len() > MOST_LINES || self.text.len() > MOST_BYTES;
                if is_full || self.is_crowded || (self.text.len() - held) * 2 > at - looked_at {
                    return at;
                }
                (looked_at, held) = (at, self.text.len());
            }
        }
        at
    }

    #[inline]
    fn count(&mut self, line: &[u8], count: u64) {
        self.bytes += (line.len() as u64 + 1) * count;
        let word = word(line);
        let hash = hash(line, word);
        let mut place = hash as usize & (self.places.len() - 1);
        let mut probes = 0;
        loop {
            let known = self.places[place];
            if known == 0 {
                break;
            }
            if known >> 32 == hash >> 32 {
                let known = &mut self.lines[known as u32 as usize - 1];
                let start = known.start as usize;
                if known.word == word
                    && known.length as usize == line.len()
                    && (line.len() <= 8 || self.text[start..start + line.len()] == *line)
                {
                    known.count += count;
                    return;
                }
            }
            place = (place + 1) & (self.places.len() - 1);
            probes += 1;
        }
        self.is_crowded |= probes > MOST_PROBES;
        let (start, length) = (self.text.len() as u32, line.len() as u32);
        self.lines.push(Counted { word, start, length, count });
        self.text.extend_from_slice(line);
        self.text.push(self.delimiter);
        self.places[place] = hash >> 32 << 32 | self.lines.len() as u64;
        if self.lines.len() * 2 > self.places.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.places.len() * 2;
        self.places.clear();
        self.places.resize(size, 0);
        for (number, line) in self.lines.iter().enumerate() {
            let bytes = &self.text[line.start as usize..][..line.length as usize];
            let hash = hash(bytes, line.word);
            let mut place = hash as usize & (size - 1);
            while self.places[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.places[place] = hash >> 32 << 32 | (number as u64 + 1);
        }
    }

    /// Adds what another one has counted.
    fn absorb(&mut self, other: &Self) {
        for line in &other.lines {
            self.count(&other.text[line.start as usize..][..line.length as usize], line.count);
        }
    }

    /// Bytes of all lines that are to be written.
    pub(super) fn bytes(&self, comparison: &Comparison) -> u64 {
        if comparison.unique { self.text.len() as u64 } else { self.bytes }
    }

    /// Writes all lines in order, each as often as it occurs, or once where only one of those that
    /// compare equal is wanted.
    ///
    /// # Errors
    /// Those of write(2).
    pub(super) fn write(&self, comparison: &Comparison, output: &mut Writer) -> io::Result<()> {
        self.for_each(comparison, &mut |line, count| put_repeatedly(line, count, output))
    }

    /// [`Self::write`] to a text.
    pub(super) fn expand(&self, comparison: &Comparison, text: &mut Vec<u8>) {
        let _ = self.for_each(comparison, &mut |line, count| {
            (0..count).for_each(|_| text.extend_from_slice(line));
            Ok(())
        });
    }

    fn for_each(
        &self,
        comparison: &Comparison,
        put: &mut dyn FnMut(&[u8], u64) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut last = None;
        for line in &comparison.sorted(&self.text) {
            if comparison.is_repeated(&self.text, &mut last, line) {
                continue;
            }
            let count = match comparison.unique {
                true => 1,
                false => {
                    let start = |counted: &Counted| counted.start as usize;
                    let place = self.lines.binary_search_by_key(&line.start(), start);
                    place.map_or(0, |place| self.lines[place].count)
                }
            };
            put(line.with_delimiter(&self.text), count)?;
        }
        Ok(())
    }
}

fn put_repeatedly(line: &[u8], count: u64, output: &mut Writer) -> io::Result<()> {
    let at_once = (WRITTEN_AT_ONCE / line.len()).max(1) as u64;
    if count < at_once * 2 {
        for _ in 0..count {
            output.put(line)?;
        }
        return Ok(());
    }
    let block = line.repeat(at_once as usize);
    for _ in 0..count / at_once {
        output.put_block(&block)?;
    }
    output.put_block(&block[..line.len() * (count % at_once) as usize])
}

/// Lines that are being counted, on other processors where there are any.
pub(super) struct Counting {
    idle: Vec<Repeated>,
    /// Tables with the text that is being added, and how much of that they took.
    busy: VecDeque<Pending<(Repeated, Vec<u8>, usize)>>,
    most: usize,
    delimiter: u8,
    step: usize,
}

impl Counting {
    /// None yet. Lines of about `size` bytes are added at a time. None where lines that are alike do
    /// not come together in the output.
    pub(super) fn new(comparison: &Comparison, size: usize, width: usize) -> Option<Self> {
        if !comparison.brings_together() {
            return None;
        }
        // Which of those that compare equal came first is known within one table alone.
        let by_place = comparison.unique && !comparison.keys.is_empty();
        let most = if by_place { 1 } else { width.min(MOST_TABLES) };
        let (idle, busy) = (Vec::new(), VecDeque::new());
        Some(Self { idle, busy, most, delimiter: comparison.delimiter, step: step(size) })
    }

    /// Adds lines. Returns those that were not counted, if counting does not pay.
    ///
    /// # Errors
    /// A signal ended the wait for a table.
    pub(super) fn add(
        &mut self,
        context: &Context<'_>,
        workers: Option<&Rc<Workers>>,
        text: Vec<u8>,
    ) -> io::Result<Vec<Vec<u8>>> {
        let mut left = self.wait_until(context, self.most - 1)?;
        if !left.is_empty() {
            left.append(&mut self.wait_until(context, 0)?);
            left.push(text);
            return Ok(left);
        }
        let mut table = self.idle.pop().unwrap_or_else(|| Repeated::new(self.delimiter));
        let step = self.step;
        let Some(workers) = workers else {
            let taken = table.add(&text, step);
            self.idle.push(table);
            return Ok(rest(text, taken).into_iter().collect());
        };
        self.busy.push_back(workers.submit(move || {
            let taken = table.add(&text, step);
            (table, text, taken)
        }));
        Ok(Vec::new())
    }

    /// Waits until no more than `most` tables are being filled. Returns what was not counted.
    fn wait_until(&mut self, context: &Context<'_>, most: usize) -> io::Result<Vec<Vec<u8>>> {
        let mut left = Vec::new();
        while self.busy.len() > most
            && let Some(table) = self.busy.pop_front()
        {
            let (table, text, taken) = table.wait(context.scheduler, Signals::Terminal)?;
            self.idle.push(table);
            left.extend(rest(text, taken));
        }
        Ok(left)
    }

    /// All that has been counted, and lines that were not.
    ///
    /// # Errors
    /// A signal ended the wait for a table.
    pub(super) fn finish(
        mut self,
        context: &Context<'_>,
    ) -> io::Result<(Option<Repeated>, Vec<Vec<u8>>)> {
        let left = self.wait_until(context, 0)?;
        let mut tables = self.idle.into_iter();
        let mut all = tables.next();
        for table in tables {
            if let Some(all) = &mut all {
                all.absorb(&table);
            }
        }
        Ok((all, left))
    }
}

/// After how many bytes it is looked at whether counting pays, of a text of a size.
pub(super) fn step(size: usize) -> usize {
    size / 16
}

/// What follows the first `taken` bytes, if anything does.
fn rest(mut text: Vec<u8>, taken: usize) -> Option<Vec<u8>> {
    text.drain(..taken);
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_short_lines_differ() {
        let lines: [&[u8]; 12] = [
            b"a",
            b"b",
            b"ab",
            b"ba",
            b"abc",
            b"acb",
            b"abcd",
            b"abdc",
            b"abcde",
            b"abcdefg",
            b"abcdefgh",
            b"abcdefgi",
        ];
        for (index, a) in lines.iter().enumerate() {
            for b in &lines[index + 1..] {
                assert!(a.len() != b.len() || word(a) != word(b), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn lines_are_counted() {
        let mut one = Repeated::new(b'\n');
        let text =
            b"b\n\na long line, longer than a word\nb\nb\0\nb\na long line, longer than a worm\n\n";
        assert_eq!(one.add(text, 1000), text.len());
        let mut other = Repeated::new(b'\n');
        assert_eq!(other.add(b"c\nb\n", 1000), 4);
        one.absorb(&other);
        assert_eq!(one.bytes, text.len() as u64 + 4);
        let counts: Vec<u64> = one.lines.iter().map(|line| line.count).collect();
        assert_eq!(counts, [4, 2, 1, 1, 1, 1]);
    }

    #[test]
    fn tables_grow() {
        let mut table = Repeated::new(b'\n');
        let text: String = (0..3 * PLACES).map(|n| format!("{}\n", n % (2 * PLACES))).collect();
        assert_eq!(table.add(text.as_bytes(), text.len() + 1), text.len());
        assert_eq!(table.lines.len(), 2 * PLACES);
        assert!(!table.is_crowded);
        let twice = table.lines.iter().filter(|line| line.count == 2).count();
        assert_eq!(twice, PLACES);
    }

    #[test]
    fn what_differs_is_not_counted() {
        let mut table = Repeated::new(b'\n');
        let text: String = (0..1000).map(|n| format!("{n}\n")).collect();
        let taken = table.add(text.as_bytes(), 100);
        assert!((100..200).contains(&taken));
        assert_eq!(text.as_bytes()[taken - 1], b'\n');
    }
}
