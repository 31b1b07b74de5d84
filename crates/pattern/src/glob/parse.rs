//! Cutting a shell pattern into its elements (POSIX XCU 2.14.1, 2.14.2).

use super::{GlobOptions, bracket};
use crate::characters::{self, CharSet, Character};
use crate::unicode;
use byte_search::memrchr;

/// One element of a pattern.
pub(super) enum Piece {
    /// One byte that stands for itself.
    Literal(u8),
    /// `?`
    AnyChar,
    /// `*`
    Star,
    /// `[...]`
    Set(CharSet),
}

/// Iterator over the elements of a pattern; of groups it knows nothing.
pub(super) struct Pieces<'a> {
    pattern: &'a [u8],
    at: usize,
    options: GlobOptions,
    /// Where the last `]` is, once a bracket expression was found to have no end: so that
    /// not every `[` that follows is read to the end of the pattern.
    last_close: Option<usize>,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(pattern: &'a [u8], options: GlobOptions) -> Pieces<'a> {
        Pieces { pattern, at: 0, options, last_close: None }
    }

    /// Where the next element begins.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Passes over a part that somebody else has read.
    pub(super) fn pass(&mut self, length: usize) {
        self.at += length;
    }

    /// The bracket expression whose `[` is at `at`, and its length after that.
    fn set(&mut self, at: usize) -> Option<(CharSet, usize)> {
        if self.last_close.is_some_and(|close| close <= at) {
            return None;
        }
        let set = bracket::parse(&self.pattern[at + 1..], self.options);
        if set.is_none() {
            self.last_close = Some(memrchr(b']', self.pattern).unwrap_or(0));
        }
        set
    }

    fn literal(&mut self, at: usize) -> Option<Piece> {
        let rest = &self.pattern[at..];
        // ASCII letters are compared ignoring case; other characters with two cases become sets.
        if self.options.nocase
            && let Some((Character::Wide(c), length)) = characters::first(rest, self.options.utf8)
            && (unicode::lower(c) != c || unicode::upper(c) != c)
        {
            self.at = at + length;
            let mut set = CharSet::default();
            set.add(Character::Wide(c));
            set.fold_case();
            return Some(Piece::Set(set));
        }
        self.at = at + 1;
        Some(Piece::Literal(rest[0]))
    }
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let at = self.at;
        let byte = *self.pattern.get(at)?;
        self.at = at + 1;
        match byte {
            b'?' => Some(Piece::AnyChar),
            b'*' => Some(Piece::Star),
            b'\\' if at + 1 < self.pattern.len() => self.literal(at + 1),
            b'[' => match self.set(at) {
                Some((set, length)) => {
                    self.at = at + 1 + length;
                    Some(Piece::Set(set))
                }
                None => Some(Piece::Literal(b'[')),
            },
            _ => self.literal(at),
        }
    }
}
