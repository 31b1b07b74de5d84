//! Matching of plain patterns: segments of fixed width between stars.
//!
//! Each segment is put where it first fits (or last, going from the end); since
//! it always takes the same number of characters, an earlier place never leaves
//! less room for what follows. So nothing is ever tried again, and the time is at
//! most the product of the two lengths.

use super::parse::Pieces;
use super::{Collector, GlobOptions, Literal, Sets, Token};
use crate::characters;
use crate::search;
use smallvec::SmallVec;

#[derive(Clone, Debug)]
pub(super) struct Segments {
    tokens: SmallVec<[Token; 8]>,
    sets: Sets,
    options: GlobOptions,
}

impl Segments {
    pub(super) fn new(pattern: &[u8], options: GlobOptions, literal: &mut Literal) -> Segments {
        let mut tokens = SmallVec::<[Token; 8]>::new();
        let mut collector = Collector { literal, sets: Sets::new() };
        for piece in Pieces::new(pattern, options) {
            let token = collector.token(piece, tokens.last_mut());
            tokens.extend(token);
        }
        Segments { tokens, sets: collector.sets, options }
    }

    /// Whether nothing but literal text came out, to be compared byte by byte.
    pub(super) fn literal_only(&self) -> bool {
        !self.options.nocase && matches!(self.tokens[..], [] | [Token::Literal { .. }])
    }

    pub(super) fn starts_with_period(&self, literal: &[u8]) -> bool {
        match self.tokens.first() {
            Some(&Token::Literal { start, .. }) => literal[start as usize] == b'.',
            _ => false,
        }
    }

    pub(super) fn matcher<'a>(&'a self, literal: &'a [u8], text: &'a [u8]) -> Matcher<'a> {
        let is_star = |token: &Token| *token == Token::Star;
        let (first, last) = match self.tokens.iter().position(is_star) {
            Some(star) => {
                let last = self.tokens.iter().rposition(is_star).unwrap_or(star);
                (star, Some((star, last)))
            }
            None => (self.tokens.len(), None),
        };
        Matcher {
            first: &self.tokens[..first],
            open: last.map(|(star, last)| (&self.tokens[star..last], &self.tokens[last + 1..])),
            segments: self,
            literal,
            text,
        }
    }
}

/// A pattern, cut up, against one text. Places are (start, end) in the text.
pub(super) struct Matcher<'a> {
    first: &'a [Token],
    /// With a star in the pattern: from the first star to before the last one, and
    /// what follows the last one.
    open: Option<(&'a [Token], &'a [Token])>,
    segments: &'a Segments,
    literal: &'a [u8],
    text: &'a [u8],
}

impl<'a> Matcher<'a> {
    pub(super) fn is_match(&self) -> bool {
        let end = self.text.len();
        match (self.at(self.first, 0), self.open) {
            (None, _) => false,
            (Some(at), None) => at == end,
            (Some(at), Some((middle, last))) => self
                .before(last, at, end)
                .is_some_and(|end| self.leftmost_all(middle, at, end).is_some()),
        }
    }

    pub(super) fn shortest_prefix(&self) -> Option<usize> {
        let at = self.at(self.first, 0)?;
        let Some((middle, last)) = self.open else { return Some(at) };
        let at = self.leftmost_all(middle, at, self.text.len())?;
        Some(self.leftmost(last, at, self.text.len())?.1)
    }

    pub(super) fn longest_prefix(&self) -> Option<usize> {
        self.longest_from(self.at(self.first, 0)?)
    }

    /// The furthest end, given that the first segment ends at `at`.
    fn longest_from(&self, at: usize) -> Option<usize> {
        let Some((middle, last)) = self.open else { return Some(at) };
        let end = self.text.len();
        let at = self.leftmost_all(middle, at, end)?;
        Some(self.rightmost(last, at, end)?.1)
    }

    pub(super) fn shortest_suffix(&self) -> Option<usize> {
        let end = self.text.len();
        let Some((middle, last)) = self.open else { return self.before(self.first, 0, end) };
        let end = self.before(last, 0, end)?;
        let end = self.rightmost_all(middle, end)?;
        Some(self.rightmost(self.first, 0, end)?.0)
    }

    pub(super) fn longest_suffix(&self) -> Option<usize> {
        let end = self.text.len();
        let Some((middle, last)) = self.open else { return self.before(self.first, 0, end) };
        let (start, at) = self.leftmost(self.first, 0, end)?;
        let end = self.before(last, at, end)?;
        self.leftmost_all(middle, at, end).map(|_| start)
    }

    pub(super) fn find(&self, from: usize) -> Option<(usize, usize)> {
        let (start, at) = self.leftmost(self.first, from, self.text.len())?;
        Some((start, self.longest_from(at)?))
    }

    /// Puts all segments of `tokens` one after the other; the end of the last.
    fn leftmost_all(&self, tokens: &[Token], mut at: usize, end: usize) -> Option<usize> {
        for segment in tokens.split(|token| *token == Token::Star) {
            at = self.leftmost(segment, at, end)?.1;
        }
        Some(at)
    }

    /// Puts all segments of `tokens` from the end; the start of the first.
    fn rightmost_all(&self, tokens: &[Token], mut end: usize) -> Option<usize> {
        for segment in tokens.rsplit(|token| *token == Token::Star) {
            end = self.rightmost(segment, 0, end)?.0;
        }
        Some(end)
    }

    fn bytes(&self, start: u32, end: u32) -> &'a [u8] {
        &self.literal[start as usize..end as usize]
    }

    /// Whether `text` is `literal`, both of one length.
    fn same(&self, text: &[u8], literal: &[u8]) -> bool {
        match self.segments.options.nocase {
            false => text == literal,
            true => text.eq_ignore_ascii_case(literal),
        }
    }

    /// The end of the segment if it matches at `at`.
    #[inline]
    fn at(&self, segment: &[Token], mut at: usize) -> Option<usize> {
        let utf8 = self.segments.options.utf8;
        for token in segment {
            let rest = &self.text[at..];
            at += match *token {
                Token::Literal { start, end } => {
                    let literal = self.bytes(start, end);
                    if !self.same(rest.get(..literal.len())?, literal) {
                        return None;
                    }
                    literal.len()
                }
                Token::AnyChar | Token::Star => characters::first(rest, utf8)?.1,
                Token::Set(set) => {
                    let (character, length) = characters::first(rest, utf8)?;
                    if !self.segments.sets[set as usize].has(character) {
                        return None;
                    }
                    length
                }
            };
        }
        Some(at)
    }

    /// The start of the segment if it matches just before `end` and not before `floor`.
    #[inline]
    fn before(&self, segment: &[Token], floor: usize, mut end: usize) -> Option<usize> {
        let utf8 = self.segments.options.utf8;
        for token in segment.iter().rev() {
            let rest = self.text.get(floor..end)?;
            end -= match *token {
                Token::Literal { start, end: stop } => {
                    let literal = self.bytes(start, stop);
                    let tail = rest.get(rest.len().checked_sub(literal.len())?..)?;
                    if !self.same(tail, literal) {
                        return None;
                    }
                    literal.len()
                }
                Token::AnyChar | Token::Star => characters::last(rest, utf8)?.1,
                Token::Set(set) => {
                    let (character, length) = characters::last(rest, utf8)?;
                    if !self.segments.sets[set as usize].has(character) {
                        return None;
                    }
                    length
                }
            };
        }
        (end >= floor).then_some(end)
    }

    /// The first place for a segment at or after `at` and not beyond `end`.
    fn leftmost(&self, segment: &[Token], mut at: usize, end: usize) -> Option<(usize, usize)> {
        let nocase = self.segments.options.nocase;
        loop {
            let rest = self.text.get(at..end)?;
            match segment.first() {
                Some(&Token::Literal { start, end: stop }) => {
                    let literal = self.bytes(start, stop);
                    let find = if nocase { search::find_ignoring_case } else { search::find };
                    at += find(rest, literal)?;
                }
                Some(&Token::Set(set)) => {
                    // What is no member can be passed over byte by byte.
                    let set = &self.segments.sets[set as usize];
                    at += rest.iter().position(|&byte| byte >= 0x80 || set.has_byte(byte))?;
                }
                _ => {}
            }
            if let Some(stop) = self.at(segment, at)
                && stop <= end
            {
                return Some((at, stop));
            }
            at += characters::first(&self.text[at..end], self.segments.options.utf8)?.1;
        }
    }

    /// The last place for a segment before `end` and not before `floor`.
    fn rightmost(&self, segment: &[Token], floor: usize, mut end: usize) -> Option<(usize, usize)> {
        let nocase = self.segments.options.nocase;
        loop {
            let rest = self.text.get(floor..end)?;
            if let Some(&Token::Literal { start, end: stop }) = segment.last() {
                let literal = self.bytes(start, stop);
                let find = if nocase { search::rfind_ignoring_case } else { search::rfind };
                end = floor + find(rest, literal)? + literal.len();
            }
            if let Some(start) = self.before(segment, floor, end) {
                return Some((start, end));
            }
            end -= characters::last(&self.text[floor..end], self.segments.options.utf8)?.1;
        }
    }
}
