//! Cutting a shell pattern into its elements (POSIX XCU 2.14.1, 2.14.2).

use super::{GlobOptions, bracket, is_group_sign};
use crate::characters::{self, CharSet, Character};
use crate::unicode;

/// One element of a pattern.
pub(super) enum Piece<'a> {
    /// One byte that stands for itself.
    Literal(u8),
    /// `?`
    AnyChar,
    /// `*`
    Star,
    /// `[...]`
    Set(CharSet),
    /// `sign(members)` with the text between the parentheses.
    Group { sign: u8, members: &'a [u8] },
}

/// Iterator over the elements of a pattern.
pub(super) struct Pieces<'a> {
    pattern: &'a [u8],
    at: usize,
    options: GlobOptions,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(pattern: &'a [u8], options: GlobOptions) -> Pieces<'a> {
        Pieces { pattern, at: 0, options }
    }

    fn literal(&mut self, at: usize) -> Option<Piece<'a>> {
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

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let at = self.at;
        let byte = *self.pattern.get(at)?;
        if self.options.extended && is_group_sign(byte) && self.pattern.get(at + 1) == Some(&b'(') {
            let members = &self.pattern[at + 2..];
            if let Some(length) = group_length(members) {
                self.at = at + 2 + length + 1;
                return Some(Piece::Group { sign: byte, members: &members[..length] });
            }
        }
        self.at = at + 1;
        match byte {
            b'?' => Some(Piece::AnyChar),
            b'*' => Some(Piece::Star),
            b'\\' if at + 1 < self.pattern.len() => self.literal(at + 1),
            b'[' => match bracket::parse(&self.pattern[at + 1..], self.options) {
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

/// Length of the text of a group up to its closing parenthesis, if it has one.
fn group_length(members: &[u8]) -> Option<usize> {
    let mut depth = 0usize;
    walk(members, |at, byte| match byte {
        b'(' => {
            depth += 1;
            None
        }
        b')' if depth == 0 => Some(at),
        b')' => {
            depth -= 1;
            None
        }
        _ => None,
    })
}

/// Cuts the text of a group at the `|` that belong to it.
pub(super) fn alternatives(members: &[u8]) -> Vec<&[u8]> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0usize, 0);
    walk(members, |at, byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b'|' if depth == 0 => {
                parts.push(&members[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        None::<()>
    });
    parts.push(&members[start..]);
    parts
}

/// Shows `visit` every byte that is neither quoted nor inside a bracket expression.
fn walk<T>(text: &[u8], mut visit: impl FnMut(usize, u8) -> Option<T>) -> Option<T> {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'[' => {
                at += 1 + bracket::length(&text[at + 1..]).unwrap_or(0);
            }
            _ => {
                if let Some(found) = visit(at, byte) {
                    return Some(found);
                }
                at += 1;
            }
        }
    }
    None
}
