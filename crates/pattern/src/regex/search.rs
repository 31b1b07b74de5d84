//! Finding a match: which way is taken, and in what order places are tried.

use super::Regex;
use super::backtrack::{self, Backtracker};
use super::dfa::Dfa;
use super::flat::{self, Outcome};
use super::prefilter::Single;
use super::program::Program;
use super::subject::Subject;
use crate::characters;
use byte_search::memchr;
use smallvec::SmallVec;

/// How the ends of the text are to be understood (regexec's flags).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchFlags {
    /// The start of the text is no start of a line (REG_NOTBOL).
    pub not_bol: bool,
    /// The end of the text is no end of a line (REG_NOTEOL).
    pub not_eol: bool,
}

/// Storage that matching needs, to be kept between calls; any [`Regex`] can use it.
#[derive(Default)]
pub struct Cache {
    flat: flat::Scratch,
    backtrack: backtrack::Scratch,
    /// The last match left its groups in `flat`.
    groups_in_flat: bool,
}

impl Cache {
    /// An empty cache.
    pub fn new() -> Cache {
        Cache::default()
    }
}

/// Where a match and its groups are, as byte positions in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captures {
    spans: SmallVec<[Option<(usize, usize)>; 10]>,
}

impl Captures {
    /// A place for captures, with none in it.
    pub fn new() -> Captures {
        Captures::default()
    }

    /// Start and end of group `index`, 0 being the whole match; None where it took no part.
    pub fn get(&self, index: usize) -> Option<(usize, usize)> {
        self.spans.get(index).copied().flatten()
    }

    /// Number of groups, the whole match included; 0 before the first match.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether nothing was matched yet.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }
}

/// Texts longer than this are looked through once before places are tried one by one.
pub(super) const LONG: usize = 256;
/// And those even for expressions that are plain sequences.
const VERY_LONG: usize = 4 << 10;

impl Regex {
    /// Whether the expression matches anywhere in `text`.
    pub fn is_match(&self, cache: &mut Cache, text: &[u8]) -> bool {
        self.first_end(cache, text, 0, MatchFlags::default()).is_some()
    }

    /// The leftmost match that begins at `start` or later, and of those the longest.
    ///
    /// What precedes `start` is part of the text: it decides whether `^`, `\<` and their kin
    /// match there. `captures` is only meaningful when the answer is true. Groups of expressions
    /// that are no plain sequences stay unset where a match is so long (tens of megabytes) that
    /// finding them would take more than 128 MiB of memory.
    pub fn find_at(
        &self,
        cache: &mut Cache,
        text: &[u8],
        start: usize,
        flags: MatchFlags,
        captures: &mut Captures,
    ) -> bool {
        let subject = self.subject(text, flags);
        captures.spans.clear();
        let Some((start, end)) = self.span(cache, &subject, start) else { return false };
        self.capture(cache, &subject, start, end, captures);
        true
    }

    /// The longest match that begins exactly at `start` (expr's `:`). `captures` is only meaningful when
    /// the answer is true.
    pub fn match_at(
        &self,
        cache: &mut Cache,
        text: &[u8],
        start: usize,
        flags: MatchFlags,
        captures: &mut Captures,
    ) -> bool {
        let subject = self.subject(text, flags);
        captures.spans.clear();
        if start > text.len() || !self.prefilter.may_match(text, start) {
            return false;
        }
        let mut budget = budget(text.len() - start);
        let Some(end) = self.longest(cache, &subject, start, &mut budget) else { return false };
        self.capture(cache, &subject, start, end, captures);
        true
    }

    /// Start and end of the match [`Regex::find_at`] finds, without the groups.
    pub fn find(
        &self,
        cache: &mut Cache,
        text: &[u8],
        start: usize,
        flags: MatchFlags,
    ) -> Option<(usize, usize)> {
        self.span(cache, &self.subject(text, flags), start)
    }

    /// Start and end of the leftmost match in a text that is one line: no newline is in it. Nothing looks
    /// for the line's end, so that all matches of a long line are found in time proportional to it.
    pub fn find_on_line(
        &self,
        cache: &mut Cache,
        line: &[u8],
        start: usize,
    ) -> Option<(usize, usize)> {
        self.leftmost(cache, &self.subject(line, MatchFlags::default()), start, false)
    }

    /// A place where a match that begins at `start` or later ends: whether there is one, and,
    /// with [`RegexOptions::newline`], on which line the first one is. It need not be the end of
    /// the leftmost match.
    ///
    /// [`RegexOptions::newline`]: super::RegexOptions::newline
    pub fn first_end(
        &self,
        cache: &mut Cache,
        text: &[u8],
        start: usize,
        flags: MatchFlags,
    ) -> Option<usize> {
        if self.prefilter.is_literal {
            let literal = &self.prefilter.prefix;
            return Some(start + literal.find(text.get(start..)?)? + literal.text.len());
        }
        let mut start = start;
        match self.prefilter.single_end(text, start, self.options.utf8) {
            Some(Single::Ends(end)) => return Some(end),
            Some(Single::Nowhere) => return None,
            Some(Single::Unknown(at)) => start = at,
            None => {}
        }
        let subject = self.subject(text, flags);
        let rest = text.len().checked_sub(start)?;
        if flags == MatchFlags::default()
            && let Some(needles) = self.needles(rest)
        {
            return self.end_by_needles(cache, &subject, start, needles);
        }
        let by_lines = self.is_line_bound && !self.prefilter.literal().is_empty();
        let attempts = self.by_attempts(&subject, rest);
        if by_lines && !attempts && rest > LONG {
            return self.end_by_lines(cache, &subject, start);
        }
        if attempts || by_lines {
            return self.span(cache, &subject, start).map(|(_, end)| end);
        }
        if !self.prefilter.may_match(text, start) {
            return None;
        }
        self.floating_end(&subject, start)
    }

    /// Whether matches are looked for place by place in `rest` bytes, not by an automaton.
    pub(super) fn by_attempts(&self, subject: &Subject, rest: usize) -> bool {
        let flat = self.flat.is_some() && rest <= LONG;
        self.tree.has_backref || flat || self.has_odd_bytes || self.sees_odd_lines(subject)
    }

    pub(super) fn subject<'t>(&self, text: &'t [u8], flags: MatchFlags) -> Subject<'t> {
        Subject {
            text,
            utf8: self.options.utf8,
            lines: self.options.newline || self.options.multiline_anchors,
            not_bol: flags.not_bol,
            not_eol: flags.not_eol,
        }
    }

    /// Whether line anchors may see newlines of a match that are none outside of it (see
    /// [`Subject::holds_in`]): matches then depend on where they begin, and cannot be looked for
    /// all at once.
    fn sees_odd_lines(&self, subject: &Subject) -> bool {
        !subject.lines && self.tree.has_line_look() && memchr(b'\n', subject.text).is_some()
    }

    pub(super) fn program(&self) -> &Program {
        self.program.get_or_init(|| Box::new(Program::new(&self.tree)))
    }

    /// Fills in the groups of the match just found.
    fn capture(
        &self,
        cache: &mut Cache,
        subject: &Subject,
        start: usize,
        end: usize,
        captures: &mut Captures,
    ) {
        captures.spans.push(Some((start, end)));
        let groups = self.tree.groups as usize;
        if groups == 0 {
            return;
        }
        if let (Some(flat), true) = (&self.flat, cache.groups_in_flat) {
            captures.spans.extend((0..groups).map(|index| flat.group(&cache.flat, index)));
            return;
        }
        if !self.tree.has_backref {
            self.backtracker(cache, subject).groups(start, end);
        }
        captures.spans.extend(
            cache
                .backtrack
                .slots
                .chunks_exact(2)
                .map(|slot| (slot[1] != backtrack::NONE).then_some((slot[0], slot[1]))),
        );
    }

    fn backtracker<'a>(&'a self, cache: &'a mut Cache, subject: &'a Subject) -> Backtracker<'a> {
        Backtracker {
            program: self.program(),
            sets: &self.tree.sets,
            subject,
            groups: self.tree.groups as usize,
            nocase: self.options.nocase,
            plain_end: false,
            scratch: &mut cache.backtrack,
        }
    }

    /// Start and end of the leftmost match, and of those the longest.
    pub(super) fn span(
        &self,
        cache: &mut Cache,
        subject: &Subject,
        start: usize,
    ) -> Option<(usize, usize)> {
        self.leftmost(cache, subject, start, self.is_line_bound)
    }

    /// Start and end of the leftmost match, and of those the longest; `by_lines`: in a long text its lines
    /// are looked at one by one.
    #[inline]
    fn leftmost(
        &self,
        cache: &mut Cache,
        subject: &Subject,
        start: usize,
        by_lines: bool,
    ) -> Option<(usize, usize)> {
        let rest = subject.text.get(start..)?;
        if self.prefilter.is_literal {
            cache.groups_in_flat = false;
            let at = self.prefilter.next(subject.text, start)?;
            return Some((at, at + self.prefilter.prefix.text.len()));
        }
        let mut start = start;
        match self.prefilter.single_end(subject.text, start, subject.utf8) {
            Some(Single::Ends(end)) => return Some((end - 1, end)),
            Some(Single::Nowhere) => return None,
            Some(Single::Unknown(at)) => start = at,
            None => {}
        }
        if by_lines && rest.len() > LONG {
            return self.span_by_lines(cache, subject, start);
        }
        if !self.prefilter.may_match(subject.text, start) {
            return None;
        }
        self.span_within(cache, subject, start, subject.text.len())
    }

    /// The leftmost match that begins from `from` to `to`.
    pub(super) fn span_within(
        &self,
        cache: &mut Cache,
        subject: &Subject,
        from: usize,
        to: usize,
    ) -> Option<(usize, usize)> {
        let (mut at, mut to) = (from, to);
        let mut budget = budget(to - from);
        let mut automatic =
            !self.tree.has_backref && !self.has_odd_bytes && !self.sees_odd_lines(subject);
        if to - from > VERY_LONG
            && self.flat.as_ref().is_some_and(|flat| !flat.may_match(subject.text, from))
        {
            return None;
        }
        let is_long = match &self.flat {
            None => to - from > LONG,
            Some(flat) => to - from > VERY_LONG && flat.is_short(),
        };
        if automatic && is_long {
            // A match begins no later than where the first one ends.
            to = to.min(self.floating_end(subject, at)?);
        }
        while at <= to {
            at = self.prefilter.next(subject.text, at).filter(|at| *at <= to)?;
            if budget == 0 && automatic {
                // Too many places look promising and are not: find the right one in one go.
                automatic = false;
                at = self.first_start(subject, at).filter(|at| *at <= to)?;
            }
            if let Some(end) = self.longest(cache, subject, at, &mut budget) {
                return Some((at, end));
            }
            at = match &self.flat {
                Some(flat) => flat.after_leading_run(&self.tree.sets, subject, at),
                None => None,
            }
            .unwrap_or_else(|| next(subject, at));
        }
        None
    }

    /// The end of the longest match that begins at `start`.
    fn longest(
        &self,
        cache: &mut Cache,
        subject: &Subject,
        start: usize,
        budget: &mut usize,
    ) -> Option<usize> {
        cache.groups_in_flat = false;
        if self.tree.has_backref {
            return self.backtracker(cache, subject).longest(start);
        }
        if let (Some(flat), true) = (&self.flat, *budget > 0) {
            match flat.match_at(&self.tree.sets, subject, start, &mut cache.flat, budget) {
                Outcome::Found(end) => {
                    cache.groups_in_flat = true;
                    return Some(end);
                }
                Outcome::NotHere => return None,
                Outcome::TooLong => {}
            }
        }
        let program = self.program();
        let mut dfa = self.anchored.borrow_mut();
        let make = || Box::new(Dfa::new(program, &self.tree.sets, false, subject));
        let dfa = dfa.get_or_insert_with(make);
        let (end, stop) = dfa.longest(program, &self.tree.sets, subject, start);
        *budget = budget.saturating_sub(stop - start);
        end
    }

    /// The first place from `from` on where a match begins.
    pub(super) fn first_start(&self, subject: &Subject, from: usize) -> Option<usize> {
        let mut backwards = self.backwards.borrow_mut();
        let make = || {
            let program = Program::reversed(&self.tree);
            let dfa = Dfa::backwards(&program, &self.tree.sets, subject);
            Box::new((program, dfa))
        };
        let (program, dfa) = &mut **backwards.get_or_insert_with(make);
        dfa.first_start(program, &self.tree.sets, subject, from)
    }

    /// The first place where a match that begins at `start` or later ends.
    pub(super) fn floating_end(&self, subject: &Subject, start: usize) -> Option<usize> {
        let start = self.prefilter.next(subject.text, start)?;
        let program = self.program();
        let mut dfa = self.floating.borrow_mut();
        let make = || Box::new(Dfa::new(program, &self.tree.sets, true, subject));
        let dfa = dfa.get_or_insert_with(make);
        dfa.first_end(program, &self.tree.sets, subject, start, &self.prefilter)
    }
}

/// How many choices a search may take again before it is done with an automaton.
fn budget(length: usize) -> usize {
    4 * length + 256
}

/// The next place where a match could begin: the next character.
fn next(subject: &Subject, at: usize) -> usize {
    match characters::first(&subject.text[at..], subject.utf8) {
        Some((_, length)) => at + length,
        None => at + 1,
    }
}
