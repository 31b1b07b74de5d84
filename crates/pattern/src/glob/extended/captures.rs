//! What the groups of a pattern have taken of a match whose ends are known (ksh93's `\1` and
//! `.sh.match`): by trying, the longest first.
//!
//! A group that repeats has taken all of its repetitions, as in ksh93. What was tried in vain
//! outside of groups is not tried again; the steps are counted all the same, for inside of
//! groups trying may take long: then no group is reported.

use super::elements::{Element, Kind};
use super::simulate::Simulation;
use super::{Program, Span};
use std::collections::BTreeSet;

/// The most steps that are tried.
const STEPS: usize = 1 << 20;
/// How deeply groups that repeat may follow one another.
const DEPTH: usize = 1 << 10;

struct Search<'a> {
    program: &'a Program,
    simulation: Simulation<'a>,
    text: &'a [u8],
    end: usize,
    /// The end may be anywhere: the first that is found is it.
    free: bool,
    steps: usize,
    spans: Vec<Option<Span>>,
    /// The elements and places from which the end cannot be reached.
    vain: BTreeSet<(usize, usize)>,
}

/// What is to be matched after something: elements up to an end, then more.
#[derive(Clone, Copy)]
enum Then<'t> {
    /// The end of the match.
    End,
    /// A certain place, for what a negation must not take.
    Exactly(usize),
    /// The elements from here on.
    Elements(usize, &'t Then<'t>),
    /// The end of an iteration of a group: where the group began in the text, and where the iteration.
    Close { open: usize, first: usize, from: usize, next: &'t Then<'t> },
}

/// The groups' parts of a match, by number from 1 on; None where it took too long.
pub(super) fn captures(program: &Program, text: &[u8], span: Span) -> Option<Vec<Option<Span>>> {
    let mut search = Search::new(program, text, span.1, false);
    search.from(0, span.0, 0, &Then::End).then_some(search.spans)
}

/// Where the match of a pattern ends that is not greedy: every star takes as little as it can,
/// from the first on.
pub(super) fn lazy_end(program: &Program, text: &[u8], start: usize) -> Option<usize> {
    let mut search = Search::new(program, text, text.len(), true);
    search.from(0, start, 0, &Then::End).then_some(search.end)
}

fn is_group(element: &Element) -> bool {
    matches!(element, Element::Open(_) | Element::Nested(_))
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, text: &'a [u8], end: usize, free: bool) -> Search<'a> {
        let groups = program.elements.iter().filter(|one| is_group(one)).count();
        Search {
            program,
            simulation: program.forward(text),
            text,
            end,
            free,
            steps: 0,
            spans: vec![None; groups],
            vain: BTreeSet::new(),
        }
    }

    fn number(&self, open: usize) -> usize {
        self.program.elements[..open].iter().filter(|one| is_group(one)).count()
    }

    fn then(&mut self, then: &Then<'_>, at: usize, depth: usize) -> bool {
        match *then {
            Then::End if self.free => {
                self.end = at;
                true
            }
            Then::End => at == self.end,
            Then::Exactly(end) => at == end,
            Then::Elements(index, next) => self.from(index, at, depth, next),
            Then::Close { open, first, from, next } => {
                let number = self.number(open);
                let before = self.spans[number].replace((first, at));
                let repeats =
                    matches!(self.program.elements[open], Element::Open(Kind::Star | Kind::Plus));
                let again = repeats && at > from;
                let lazy = self.program.lazy;
                let matched = lazy && self.then(next, at, depth + 1)
                    || again && self.members(open, first, at, depth + 1, next)
                    || !lazy && self.then(next, at, depth + 1);
                if !matched {
                    self.spans[number] = before;
                }
                matched
            }
        }
    }

    /// Where the members of a group begin, and the end of the last: its `Close`.
    fn bounds(&self, open: usize) -> Vec<usize> {
        let mut bounds = vec![open];
        let mut deep = 0;
        for (index, element) in self.program.elements.iter().enumerate().skip(open + 1) {
            match element {
                Element::Open(_) => deep += 1,
                Element::Close(_) if deep == 0 => {
                    bounds.push(index);
                    break;
                }
                Element::Close(_) => deep -= 1,
                Element::Bar if deep == 0 => bounds.push(index),
                _ => {}
            }
        }
        bounds
    }

    /// Tries the members of a group.
    fn members(
        &mut self,
        open: usize,
        first: usize,
        at: usize,
        depth: usize,
        next: &Then<'_>,
    ) -> bool {
        let starts = self.bounds(open);
        let then = Then::Close { open, first, from: at, next };
        starts[..starts.len() - 1].iter().any(|start| self.from(start + 1, at, depth, &then))
    }

    /// Matches the elements from one on, and what comes then.
    fn from(&mut self, index: usize, at: usize, depth: usize, then: &Then<'_>) -> bool {
        let outside = matches!(then, Then::End);
        if outside && self.vain.contains(&(index, at)) {
            return false;
        }
        let matched = self.tried(index, at, depth, then);
        if outside && !matched {
            self.vain.insert((index, at));
        }
        matched
    }

    fn tried(&mut self, mut index: usize, mut at: usize, depth: usize, then: &Then<'_>) -> bool {
        loop {
            self.steps += 1;
            if self.steps > STEPS || depth > DEPTH {
                return false;
            }
            let Some(&element) = self.program.elements.get(index) else {
                return self.then(then, at, depth);
            };
            match element {
                Element::Nothing => {}
                Element::Bar | Element::Close(_) => return self.then(then, at, depth),
                Element::Star => {
                    // The last one is tried by going on here.
                    let most = self.end.saturating_sub(at);
                    for step in 0..most {
                        let end = if self.program.lazy { at + step } else { self.end - step };
                        if self.from(index + 1, end, depth + 1, then) {
                            return true;
                        }
                    }
                    if self.program.lazy {
                        at = self.end;
                    }
                }
                Element::Nested(which) => {
                    let Some(end) = self.program.nested[which as usize].end(self.text, at) else {
                        return false;
                    };
                    if end > self.end {
                        return false;
                    }
                    let number = self.number(index);
                    self.spans[number] = Some((at, end));
                    at = end;
                }
                Element::Open(kind) => {
                    let close = self.bounds(index).last().copied().unwrap_or(index);
                    let next = Then::Elements(close + 1, then);
                    if kind != Kind::Not {
                        let none = matches!(kind, Kind::Optional | Kind::Star);
                        if self.program.lazy && none && self.from(close + 1, at, depth + 1, then) {
                            let number = self.number(index);
                            self.spans[number] = Some((at, at));
                            return true;
                        }
                        if self.members(index, at, at, depth + 1, &next) {
                            return true;
                        }
                        if !none {
                            return false;
                        }
                        index = close + 1;
                        continue;
                    }
                    let number = self.number(index);
                    for end in (at..=self.end).rev() {
                        let starts = self.bounds(index);
                        let taken = starts[..starts.len() - 1]
                            .iter()
                            .any(|start| self.from(start + 1, at, depth + 1, &Then::Exactly(end)));
                        if !taken && self.then(&next, end, depth + 1) {
                            self.spans[number] = Some((at, end));
                            return true;
                        }
                    }
                    return false;
                }
                _ => {
                    let Some((character, length)) = self.simulation.step(at) else { return false };
                    let same = match element {
                        Element::Character(wanted) => wanted == self.simulation.folded(character),
                        Element::Set(set) => self.program.sets[set as usize].has(character),
                        _ => true,
                    };
                    if !same || at + length > self.end {
                        return false;
                    }
                    at += length;
                }
            }
            index += 1;
        }
    }
}
