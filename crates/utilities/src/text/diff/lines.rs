//! The lines of two texts, and which of them count as equal.

use std::collections::HashMap;

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
    let mut numbers = [Vec::with_capacity(a.len()), Vec::with_capacity(b.len())];
    let mut next = 1;
    if ignore == Ignore::default() {
        let mut classes: HashMap<&[u8], u32> = HashMap::with_capacity(a.len() + b.len());
        for (lines, numbers) in [a, b].into_iter().zip(&mut numbers) {
            for line in lines {
                numbers.push(*classes.entry(line).or_insert_with(|| {
                    next += 1;
                    next - 1
                }));
            }
        }
    } else {
        let mut classes: HashMap<Vec<u8>, u32> = HashMap::with_capacity(a.len() + b.len());
        for (lines, numbers) in [a, b].into_iter().zip(&mut numbers) {
            for line in lines {
                numbers.push(*classes.entry(normal(line, ignore)).or_insert_with(|| {
                    next += 1;
                    next - 1
                }));
            }
        }
    }
    (numbers, next as usize)
}

/// A line as far as it counts.
fn normal(line: &[u8], ignore: Ignore) -> Vec<u8> {
    let is_space = |byte: u8| matches!(byte, b' ' | 9..=13);
    let mut out = Vec::with_capacity(line.len());
    let body = match ignore.space {
        // A missing newline counts, unless white space does not.
        Space::Counts => line,
        _ => line.strip_suffix(b"\n").unwrap_or(line),
    };
    for &byte in body {
        match ignore.space {
            Space::All if is_space(byte) => {}
            Space::Amount if is_space(byte) => {
                if out.last() != Some(&b' ') {
                    out.push(b' ');
                }
            }
            _ if ignore.case => out.push(byte.to_ascii_lowercase()),
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
