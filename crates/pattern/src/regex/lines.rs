//! Searching texts of many lines for expressions that match no newline: first for a line that can
//! hold a match, by what every match has in it, and there for the match.

use super::Regex;
use super::dfa::Dfa;
use super::needles::{Found, Needles};
use super::prefilter::Single;
use super::search::{Cache, LONG, MatchFlags};
use super::subject::Subject;
use byte_search::{memchr, memrchr};
use std::ops::ControlFlow;

/// For texts longer than this it is worth while to think about what to look for.
const VERY_LONG: usize = 8 << 10;

impl Regex {
    /// How many lines of `text`, from the one that begins at `start` on, hold a match; no more
    /// than `most`. Only for [`RegexOptions::newline`], and what matches no newline.
    ///
    /// [`RegexOptions::newline`]: super::RegexOptions::newline
    pub fn count_lines(&self, cache: &mut Cache, text: &[u8], start: usize, most: u64) -> u64 {
        let flags = MatchFlags::default();
        let subject = self.subject(text, flags);
        let rest = text.len().saturating_sub(start);
        let is_text = !self.prefilter.literal().is_empty();
        let (mut at, mut count) = (start, 0);
        let needles = self.needles(rest);
        if let Some(needles) = needles.filter(|needles| needles.is_exact) {
            while count < most {
                match needles.find(text, at) {
                    Found::At(end) => {
                        count += 1;
                        let Some(newline) = memchr(b'\n', &text[end..]) else { return count };
                        at = end + newline + 1;
                    }
                    Found::Nowhere => return count,
                    Found::Unsure(place) => {
                        at = line_start(text, at, place);
                        break;
                    }
                }
            }
        }
        let has_needles = needles.is_some_and(|needles| !needles.is_exact);
        if self.is_line_bound && !is_text && !has_needles && !self.by_attempts(&subject, rest) {
            // As `floating_end`, made ready once for all lines.
            let (program, sets, filter) = (self.program(), &self.tree.sets, &self.prefilter);
            let passes = filter.passes_something();
            let mut dfa = self.floating.borrow_mut();
            let make = || Box::new(Dfa::new(program, sets, true, &subject));
            let dfa = dfa.get_or_insert_with(make);
            while count < most {
                let end = match filter.single_end(text, at, subject.utf8) {
                    Some(Single::Ends(end)) => Some(end),
                    Some(Single::Nowhere) => None,
                    Some(Single::Unknown(at)) => dfa.first_end(program, sets, &subject, at, filter),
                    None => {
                        let from = if passes { filter.next(text, at) } else { Some(at) };
                        let Some(from) = from else { break };
                        dfa.first_end(program, sets, &subject, from, filter)
                    }
                };
                let Some(end) = end else { break };
                count += 1;
                let Some(newline) = memchr(b'\n', &text[end..]) else { break };
                at = end + newline + 1;
            }
            return count;
        }
        while count < most {
            let Some(end) = self.first_end(cache, text, at, flags) else { break };
            count += 1;
            let Some(newline) = memchr(b'\n', &text[end..]) else { break };
            at = end + newline + 1;
        }
        count
    }

    /// For expressions that match no newline: finds a line that can hold a match, then the match.
    pub(super) fn span_by_lines(
        &self,
        cache: &mut Cache,
        subject: &Subject,
        start: usize,
    ) -> Option<(usize, usize)> {
        let (text, literal) = (subject.text, self.prefilter.literal());
        let mut at = start;
        let mut failures = 0;
        loop {
            let is_telling = self.tree.has_backref || is_telling(failures, at - start);
            let place = if !literal.is_empty() && is_telling {
                at + literal.find(text.get(at..)?)?
            } else if self.tree.has_backref {
                at
            } else {
                self.floating_end(subject, at)?
            };
            failures += 1;
            let line = line_start(text, at, place);
            let end = line_end(text, place);
            if let Some(found) = self.span_in_line(cache, subject, line, end) {
                return Some(found);
            }
            if end == text.len() {
                return None;
            }
            at = end + 1;
        }
    }

    /// Where a match that begins at `start` or later ends, as [`Regex::first_end`] returns it. It is found by
    /// the literal text that a match must have, as long as that is rare enough.
    pub(super) fn end_by_lines(
        &self,
        cache: &mut Cache,
        subject: &Subject,
        start: usize,
    ) -> Option<usize> {
        let (text, literal) = (subject.text, self.prefilter.literal());
        let mut at = start;
        for failures in 0.. {
            if !is_telling(failures, at - start) {
                break;
            }
            let place = at + literal.find(text.get(at..)?)?;
            match self.end_in_line(cache, subject, at, place) {
                ControlFlow::Break(found) => return found,
                ControlFlow::Continue(next) => at = next,
            }
        }
        self.floating_end(subject, at)
    }

    /// The end of a match in the line of `place`, where a search is over with that line; else
    /// where the next line begins. `at`: the line begins there or later.
    #[inline]
    fn end_in_line(
        &self,
        cache: &mut Cache,
        subject: &Subject,
        at: usize,
        place: usize,
    ) -> ControlFlow<Option<usize>, usize> {
        let text = subject.text;
        let line = line_start(text, at, place);
        let end = line_end(text, place);
        match self.span_in_line(cache, subject, line, end) {
            Some((_, found)) => ControlFlow::Break(Some(found)),
            None if end == text.len() => ControlFlow::Break(None),
            None => ControlFlow::Continue(end + 1),
        }
    }

    /// The leftmost match that begins from `line` to `end`, which are a line's.
    #[inline]
    fn span_in_line(
        &self,
        cache: &mut Cache,
        subject: &Subject,
        line: usize,
        end: usize,
    ) -> Option<(usize, usize)> {
        if end - line <= LONG || self.tree.has_text_end() {
            return self.span_within(cache, subject, line, end);
        }
        // So that no automaton reads what follows, line after line.
        let until = Subject { text: &subject.text[..end], ..*subject };
        self.span_within(cache, &until, line, end)
    }

    /// Where a match that begins at `start` or later ends, as [`Regex::first_end`] returns it. It is found by
    /// one of several sequences.
    pub(super) fn end_by_needles(
        &self,
        cache: &mut Cache,
        subject: &Subject,
        start: usize,
        needles: &Needles,
    ) -> Option<usize> {
        let text = subject.text;
        let mut at = start;
        for failures in 0.. {
            if !is_telling(failures, at - start) {
                break;
            }
            let place = match needles.find(text, at) {
                Found::At(end) if needles.is_exact => return Some(end),
                Found::At(place) => place,
                Found::Nowhere => return None,
                Found::Unsure(place) => {
                    at = line_start(text, at, place);
                    break;
                }
            };
            match self.end_in_line(cache, subject, at, place) {
                ControlFlow::Break(found) => return found,
                ControlFlow::Continue(next) => at = next,
            }
        }
        if self.by_attempts(subject, text.len() - at) {
            return self.span(cache, subject, at).map(|(_, end)| end);
        }
        self.floating_end(subject, at)
    }

    /// What to look for in `rest` bytes, if there is something.
    pub(super) fn needles(&self, rest: usize) -> Option<&Needles> {
        let is_worth_while = rest > VERY_LONG || rest > LONG && self.needles.get().is_some();
        if !self.is_line_bound || self.has_odd_bytes || !is_worth_while {
            return None;
        }
        let make = || {
            let needles = Needles::new(&self.tree, &self.options);
            // A word's place is told as quickly by the prefilter, which goes with the automaton.
            needles.filter(|needles| needles.is_exact || !self.prefilter.has_word())
        };
        self.needles.get_or_init(make).as_deref()
    }
}

/// Where the line that `place` is on begins, or `from`, if that is on it.
fn line_start(text: &[u8], from: usize, place: usize) -> usize {
    memrchr(b'\n', &text[from..place]).map_or(from, |newline| from + newline + 1)
}

/// Where the line that `place` is on ends.
fn line_end(text: &[u8], place: usize) -> usize {
    memchr(b'\n', &text[place..]).map_or(text.len(), |newline| place + newline)
}

/// Whether text that a match must have keeps enough lines out, `failures` having let through
/// of `length` bytes for nothing.
fn is_telling(failures: usize, length: usize) -> bool {
    const OFTEN: usize = 512;
    failures < 4 || length / failures > OFTEN
}
