//! Patterns with ksh's groups: `?(p|q)`, `*(p)`, `+(p)`, `@(p)`, `!(p)` (ksh(1), bash(1)
//! under `extglob`) and `%(pairs)` (ksh(1)).
//!
//! Such a pattern is a regular expression, so it is compiled to the instructions of a
//! nondeterministic automaton ([`code`]), and matching runs all its states side by side
//! ([`simulate`]): nothing is tried twice, however groups are nested. Only `!(p)` needs
//! more than states: where `p` can end is computed once for every place it can begin at.
//! So without `!` the time is the product of the two lengths at most.
//!
//! Suffixes are matched by the same automaton made for walking backwards, which is
//! compiled when it is first asked for.

mod bits;
mod captures;
mod code;
mod elements;
mod excluded;
mod nested;
mod simulate;

use super::GlobOptions;
use crate::characters::{self, CharSet};
use code::Code;
pub(super) use elements::has_group;
use elements::{Element, Elements};
use nested::Nested;
use simulate::Simulation;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::OnceLock;

/// Where something begins and ends.
pub(super) type Span = (usize, usize);

#[derive(Clone, Debug)]
pub(super) struct Program {
    elements: Vec<Element>,
    sets: Vec<CharSet>,
    /// What the `%(pairs)` say.
    nested: Vec<Nested>,
    /// The numbers of the groups, where the pattern was written for another one.
    numbers: Vec<usize>,
    /// Where a match is looked for, it is not the longest.
    lazy: bool,
    options: GlobOptions,
    forward: Code,
    backward: OnceLock<Code>,
}

impl Program {
    /// Compiles a pattern; None when no group is in it.
    pub(super) fn new(pattern: &[u8], options: GlobOptions) -> Option<Program> {
        if !options.extended || !pattern.contains(&b'(') {
            return None;
        }
        let Elements { elements, sets, nested } = elements::read(pattern, options)?;
        let forward = Code::new(&elements, false);
        let (numbers, backward) = (Vec::new(), OnceLock::new());
        let lazy = false;
        Some(Program { elements, sets, nested, numbers, lazy, options, forward, backward })
    }

    /// Says of which groups of another pattern, from 0 on, these are parts.
    /// `lazy`: the matches that are meant are not the longest.
    pub(super) fn renumber(&mut self, numbers: Vec<usize>, lazy: bool) {
        (self.numbers, self.lazy) = (numbers, lazy);
    }

    /// Whether a period that has to be matched by a literal one may be.
    pub(super) fn has_period(&self) -> bool {
        self.elements.iter().any(Element::is_period)
    }

    fn forward<'a>(&'a self, text: &'a [u8]) -> Simulation<'a> {
        Simulation::new(&self.forward, self, self.options, text)
    }

    fn backward<'a>(&'a self, text: &'a [u8]) -> Simulation<'a> {
        let code = self.backward.get_or_init(|| Code::new(&self.elements, true));
        Simulation::new(code, self, self.options, text)
    }

    /// The places where a match begins that ends with the text, or with `anywhere` wherever;
    /// the last one first. Nested pairs can be walked forwards only.
    fn starts_of_nested<'a>(
        &'a self,
        text: &'a [u8],
        anywhere: bool,
    ) -> impl DoubleEndedIterator<Item = usize> + 'a {
        let utf8 = self.options.utf8;
        let is_start = move |at: usize| !utf8 || text.get(at).is_none_or(|b| b & 0xc0 != 0x80);
        (0..=text.len()).rev().filter(move |&at| {
            let mut found = false;
            self.forward(text).run(at, |end, rest| {
                found |= anywhere || rest || end == text.len();
                if found { Break(()) } else { Continue(()) }
            });
            found && is_start(at)
        })
    }

    /// What the groups have taken of a match, by number from 1 on.
    pub(super) fn captures(&self, text: &[u8], span: Span) -> Option<Vec<Option<Span>>> {
        let found = captures::captures(self, text, span)?;
        if self.numbers.is_empty() {
            return Some(found);
        }
        let mut spans: Vec<Option<Span>> = Vec::new();
        for (&number, span) in self.numbers.iter().zip(found) {
            if number == super::ksh::NONE {
                continue;
            }
            spans.resize(spans.len().max(number + 1), None);
            spans[number] = match (spans[number], span) {
                (Some(known), Some(more)) => Some((known.0.min(more.0), known.1.max(more.1))),
                (known, more) => known.or(more),
            };
        }
        Some(spans)
    }

    pub(super) fn is_match(&self, text: &[u8]) -> bool {
        let mut simulation = self.forward(text);
        simulation.guard_period(self.options);
        let mut found = false;
        simulation.run(0, |end, rest| {
            found = rest || end == text.len();
            Continue(())
        });
        found
    }

    pub(super) fn shortest_prefix(&self, text: &[u8]) -> Option<usize> {
        first(self.forward(text), 0)
    }

    pub(super) fn longest_prefix(&self, text: &[u8]) -> Option<usize> {
        self.end_from(text, 0)
    }

    pub(super) fn shortest_suffix(&self, text: &[u8]) -> Option<usize> {
        if !self.nested.is_empty() {
            return self.starts_of_nested(text, false).next();
        }
        first(self.backward(text), text.len())
    }

    pub(super) fn longest_suffix(&self, text: &[u8]) -> Option<usize> {
        if !self.nested.is_empty() {
            return self.starts_of_nested(text, false).next_back();
        }
        last(self.backward(text), text.len())
    }

    /// The match that is meant of those that begin at `start`: its end.
    pub(super) fn end_from(&self, text: &[u8], start: usize) -> Option<usize> {
        match self.lazy {
            false => last(self.forward(text), start),
            true => captures::lazy_end(self, text, start),
        }
    }

    /// The first place where a match can begin.
    pub(super) fn first_start(&self, text: &[u8]) -> Option<usize> {
        if !self.nested.is_empty() {
            return self.starts_of_nested(text, true).next_back();
        }
        let mut simulation = self.backward(text);
        simulation.begin_everywhere();
        last(simulation, text.len())
    }

    /// All places where a match can begin, the last one first.
    pub(super) fn starts(&self, text: &[u8]) -> Vec<usize> {
        if !self.nested.is_empty() {
            return self.starts_of_nested(text, true).collect();
        }
        let mut simulation = self.backward(text);
        simulation.begin_everywhere();
        let mut starts = Vec::new();
        let mut all_before = None;
        simulation.run(text.len(), |at, rest| {
            starts.push(at);
            all_before = rest.then_some(at);
            Continue(())
        });
        let mut at = all_before.unwrap_or(0);
        while let Some((_, length)) = characters::last(&text[..at], self.options.utf8) {
            at -= length;
            starts.push(at);
        }
        starts
    }
}

fn first(mut simulation: Simulation<'_>, from: usize) -> Option<usize> {
    let mut found = None;
    simulation.run(from, |place, _| {
        found = Some(place);
        Break(())
    });
    found
}

fn last(mut simulation: Simulation<'_>, from: usize) -> Option<usize> {
    let mut found = None;
    let far_end = simulation.far_end();
    simulation.run(from, |place, rest| {
        found = Some(if rest { far_end } else { place });
        Continue(())
    });
    found
}
