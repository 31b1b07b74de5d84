//! The lines of two texts, and which of them count as equal.

use std::hash::{BuildHasher, RandomState};

/// What differences between lines do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ignore {
    /// -i
    pub case: bool,
    /// -b, -w, -Z
    pub space: Space,
}

/// What white space does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Space {
    /// All does.
    #[default]
    Counts,
    /// -Z: at the end of a line.
    Trailing,
    /// -b: how much of it there is.
    Amount,
    /// -w: any.
    All,
}

/// Splits a text into lines, each with its newline, if it has one.
pub fn split(text: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::with_capacity(text.len() / 32 + 1);
    let mut start = 0;
    for at in byte_search::memchr_iter(b'\n', text) {
        lines.push(&text[start..=at]);
        start = at + 1;
    }
    if start < text.len() {
        lines.push(&text[start..]);
    }
    lines
}

/// The part of both texts that has to be compared: without the lines at the beginning and at the
/// end that are the same in both, but for `horizon` of them.
pub fn middle(a: &[&[u8]], b: &[&[u8]], horizon: usize) -> (usize, usize) {
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let prefix = common.saturating_sub(horizon);
    let (a, b) = (&a[prefix..], &b[prefix..]);
    let is_complete = |lines: &[&[u8]]| lines.last().is_none_or(|line| line.ends_with(b"\n"));
    if is_complete(a) != is_complete(b) {
        return (prefix, 0);
    }
    let common = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    (prefix, common.saturating_sub(horizon))
}

/// Gives equal lines the same number, from 1. Returns the numbers, and how many there are.
pub fn classify(a: &[&[u8]], b: &[&[u8]], ignore: Ignore) -> ([Vec<u32>; 2], usize) {
    if ignore == Ignore::default() {
        let mut classes = Classes::new(a.len() + b.len());
        let numbers = [a, b].map(|lines| lines.iter().map(|line| classes.number(line)).collect());
        return (numbers, classes.count());
    }
    let length = |lines: &[&[u8]]| lines.iter().map(|line| line.len()).sum::<usize>();
    let mut texts = vec![0; length(a) + length(b)];
    let mut room = &mut texts[..];
    let mut classes = Classes::new(a.len() + b.len());
    // Each line has its number while its text is in the nearest cache.
    let numbers = [a, b].map(|lines| {
        let number = |line: &&[u8]| {
            let length = normal(line, ignore, room);
            match classes.find(&room[..length]) {
                Ok(number) => number,
                // Only the first of its class stays: of the memory no more is touched than that needs.
                Err(free) => {
                    let (text, rest) = std::mem::take(&mut room).split_at_mut(length);
                    room = rest;
                    classes.add(free, text)
                }
            }
        };
        lines.iter().map(number).collect()
    });
    (numbers, classes.count())
}

/// Numbers for lines that differ.
struct Classes<'t> {
    /// Numbers by the hash of their line, in the first free place from there on; 0: free.
    places: Vec<u32>,
    /// The first line of each number, and the part of its hash that is compared first. There is none
    /// of 0.
    known: Vec<(u32, &'t [u8])>,
    /// What hashes depend on beside the lines: texts cannot be made whose lines all collide.
    keys: [u64; 2],
}

impl<'t> Classes<'t> {
    /// Room for as many lines, in tables that are at most three quarters full.
    fn new(lines: usize) -> Self {
        let places = (lines + lines / 3 + 1).next_power_of_two();
        let random = RandomState::new();
        let keys = [0u8, 1].map(|number| random.hash_one(number));
        Self { places: vec![0; places], known: vec![(0, b"")], keys }
    }

    /// How many numbers have been given, with 0.
    fn count(&self) -> usize {
        self.known.len()
    }

    fn number(&mut self, line: &'t [u8]) -> u32 {
        match self.find(line) {
            Ok(number) => number,
            Err(free) => self.add(free, line),
        }
    }

    /// The number of a line, or where it belongs.
    #[inline]
    fn find(&self, line: &[u8]) -> Result<u32, Free> {
        let hash = hash(line, self.keys);
        let (mut place, hash) = (hash as usize, (hash >> 32) as u32);
        loop {
            place &= self.places.len() - 1;
            let number = self.places[place];
            if number == 0 {
                return Err(Free { place, hash });
            }
            let (known_hash, known) = &self.known[number as usize];
            if *known_hash == hash && *known == line {
                return Ok(number);
            }
            place += 1;
        }
    }

    /// Gives a line that is not known the next number.
    #[inline]
    fn add(&mut self, free: Free, line: &'t [u8]) -> u32 {
        let number = self.known.len() as u32;
        self.places[free.place] = number;
        self.known.push((free.hash, line));
        number
    }
}

/// Where a line belongs that is not known, and the part of its hash that is compared.
struct Free {
    place: usize,
    hash: u32,
}

/// A hash of a line: its words, each multiplied by the state so far.
fn hash(line: &[u8], keys: [u64; 2]) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let (pairs, rest) = line.as_chunks::<16>();
    let mut state = keys[0] ^ line.len() as u64;
    let mut put = |pair: &[u8; 16]| {
        let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|index| pair[at + index]));
        state = fold(word(0) ^ state, word(8) ^ keys[1]);
    };
    pairs.iter().for_each(&mut put);
    if !rest.is_empty() {
        let mut last = [0; 16];
        last[..rest.len()].copy_from_slice(rest);
        put(&last);
    }
    fold(state, keys[1])
}

fn is_space(byte: u8) -> bool {
    byte == b' ' || byte.wrapping_sub(9) < 5
}

/// Puts a line, as far as it counts, to the beginning of `room`, which is not shorter than it. Returns the length.
fn normal(line: &[u8], ignore: Ignore, room: &mut [u8]) -> usize {
    // A missing newline counts, unless white space does not.
    let body = line.strip_suffix(b"\n").unwrap_or(line);
    let length = match ignore.space {
        Space::Counts => copy(line, room),
        Space::Trailing => copy(trimmed(body), room),
        Space::Amount if has_single_spaces(body) => copy(trimmed(body), room),
        Space::Amount => {
            let mut is_behind_space = false;
            copy_some(trimmed(body), room, |byte| {
                let is_space = is_space(byte);
                let counts = !(is_space & is_behind_space);
                is_behind_space = is_space;
                (if is_space { b' ' } else { byte }, counts)
            })
        }
        Space::All => copy_some(body, room, |byte| (byte, !is_space(byte))),
    };
    if ignore.case {
        room[..length].make_ascii_lowercase();
    }
    length
}

fn copy(text: &[u8], room: &mut [u8]) -> usize {
    room[..text.len()].copy_from_slice(text);
    text.len()
}

/// A line without white space at its end.
fn trimmed(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|&byte| !is_space(byte)).map_or(0, |last| last + 1);
    &line[..end]
}

/// Whether all white space of a line are spaces that stand alone.
fn has_single_spaces(line: &[u8]) -> bool {
    // Without a branch for each byte: many are asked at once.
    let others = line.iter().fold(0, |found, &byte| found | u8::from(byte.wrapping_sub(9) < 5));
    let pairs = line.iter().zip(line.get(1..).unwrap_or_default());
    let doubles = pairs
        .fold(0, |found, (&one, &next)| found | (u8::from(one == b' ') & u8::from(next == b' ')));
    others | doubles == 0
}

/// Puts bytes as `map` makes them, those that count, to the beginning of `room`. Returns how many.
#[inline]
fn copy_some(text: &[u8], room: &mut [u8], mut map: impl FnMut(u8) -> (u8, bool)) -> usize {
    let room = &mut room[..text.len()];
    let mut length = 0;
    // Each byte is written; one that does not count is written over.
    for &byte in text {
        let (byte, counts) = map(byte);
        room[length] = byte;
        length += usize::from(counts);
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Byte by byte, as the manual describes it.
    fn described(line: &[u8], ignore: Ignore) -> Vec<u8> {
        let mut body = line.to_vec();
        if ignore.space != Space::Counts && body.last() == Some(&b'\n') {
            body.pop();
        }
        let mut out = Vec::new();
        for byte in body {
            let byte = if ignore.case { byte.to_ascii_lowercase() } else { byte };
            match (ignore.space, is_space(byte)) {
                (Space::All, true) => {}
                (Space::Amount, true) if out.last() == Some(&b' ') => {}
                (Space::Amount, true) => out.push(b' '),
                _ => out.push(byte),
            }
        }
        if matches!(ignore.space, Space::Trailing | Space::Amount) {
            while out.last().is_some_and(|&byte| is_space(byte)) {
                out.pop();
            }
        }
        out
    }

    #[test]
    fn lines_count_as_described() {
        let bytes = b"aB \t\n\x0b\x80";
        let mut lines = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..5 {
            let longer: Vec<Vec<u8>> = lines[from..]
                .iter()
                .flat_map(|line| bytes.iter().map(move |&byte| [&line[..], &[byte]].concat()))
                .collect();
            from = lines.len();
            lines.extend(longer);
        }
        for space in [Space::Counts, Space::Trailing, Space::Amount, Space::All] {
            for case in [false, true] {
                let ignore = Ignore { case, space };
                for line in &lines {
                    let mut room = [0; 8];
                    let length = normal(line, ignore, &mut room);
                    assert_eq!(&room[..length], &described(line, ignore)[..], "{line:?}");
                }
            }
        }
    }
}
