//! Matching of regular expressions that are one sequence of single characters,
//! each perhaps repeated, with groups only around parts of the sequence — the
//! great majority of those in scripts.
//!
//! Such an expression is matched by taking as much as possible for each repeated
//! character and giving back one by one. The first match this finds is also the
//! longest. Suppose there were a longer one. Where the two first part, the first
//! match takes more for some step, so the longer one is ahead in the sequence; at
//! its end it is behind. In between is a place where both are in the same step, the
//! longer one having entered it no later, and the first leaves it while the longer
//! one stays. Then the first could have stayed, too, within the bounds of the
//! repetition, and would have: contradiction. So neither an automaton nor a second
//! pass for the groups is needed.

use super::options::RegexOptions;
use super::subject::Subject;
use super::tree::{Id, Node, Tree, UNBOUNDED, look};
use crate::characters::{self, CharSet, Character};
use crate::search;
use byte_search::{memchr, memrchr};
use smallvec::SmallVec;

/// A part of the sequence.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A range of the literal pool.
    Literal { start: u32, end: u32 },
    /// One character of a set.
    One { set: u32 },
    /// A repeated character; `max` may be [`UNBOUNDED`].
    Run { label: Label, min: u16, max: u16 },
    /// Conditions on the place.
    Look(u8),
}

/// What a repeated character may be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Label {
    Byte(u8),
    Set(u32),
    /// Any character, but perhaps no newline.
    Any {
        newline: bool,
    },
}

/// An expression of this kind. The sets are the tree's.
#[derive(Debug, Default)]
pub(super) struct Flat {
    pub(super) steps: SmallVec<[Step; 8]>,
    pub(super) literal: SmallVec<[u8; 32]>,
    /// For each group the steps before which it begins and ends.
    groups: SmallVec<[(u32, u32); 4]>,
    utf8: bool,
}

/// How a search went.
pub(super) enum Outcome {
    /// A match, with its end.
    Found(usize),
    NotHere,
    /// It takes too long this way.
    TooLong,
}

/// Marks a group that is not in the sequence (it is repeated zero times).
const ABSENT: (u32, u32) = (u32::MAX, u32::MAX);

/// Characters of a run that take as long as another choice does.
const RUN_OF_ONE_CHOICE: usize = 8;

/// A place that may be taken again.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    step: u32,
    low: usize,
    current: usize,
}

/// Storage for matching, kept between calls.
#[derive(Default)]
pub(super) struct Scratch {
    choices: Vec<Choice>,
    /// Where each step began.
    places: Vec<usize>,
}

impl Flat {
    /// The sequence, if the expression is one.
    pub(super) fn new(tree: &Tree, options: &RegexOptions) -> Option<Flat> {
        if tree.has_backref {
            return None;
        }
        let mut flat = Flat { utf8: options.utf8, ..Flat::default() };
        flat.groups.resize(tree.groups as usize, ABSENT);
        let mut merge = false;
        flat.add(tree, tree.root, &mut merge)?;
        let lines = options.newline || options.multiline_anchors;
        (lines || !tree.has_look || flat.line_looks_are_outside()).then_some(flat)
    }

    /// Adds a node. `merge`: the last step is literal text, and no group begins or ends here.
    fn add(&mut self, tree: &Tree, id: Id, merge: &mut bool) -> Option<()> {
        match tree.node(id) {
            Node::Empty => {}
            Node::Byte(byte) => {
                self.literal.push(byte);
                let stop = self.literal.len() as u32;
                match self.steps.last_mut() {
                    Some(Step::Literal { end, .. }) if *merge => *end = stop,
                    _ => self.steps.push(Step::Literal { start: stop - 1, end: stop }),
                }
                *merge = true;
            }
            Node::Set(set) => {
                self.steps.push(Step::One { set });
                *merge = false;
            }
            Node::Look(condition) => {
                self.steps.push(Step::Look(condition));
                *merge = false;
            }
            Node::Concat { start, end } => {
                for &id in tree.list(start, end) {
                    self.add(tree, id, merge)?;
                }
            }
            Node::Group { node, index } => {
                let open = self.steps.len() as u32;
                *merge = false;
                self.add(tree, node, merge)?;
                *merge = false;
                self.groups[index as usize - 1] = (open, self.steps.len() as u32);
            }
            Node::Repeat { node, min, max } => {
                let label = match tree.node(node) {
                    Node::Byte(byte) => Label::Byte(byte),
                    Node::Set(set) => match tree.sets[set as usize].is_any(self.utf8) {
                        Some(newline) => Label::Any { newline },
                        None => Label::Set(set),
                    },
                    _ => return None,
                };
                self.steps.push(Step::Run { label, min, max });
                *merge = false;
            }
            Node::Alternate { .. } | Node::Backref(_) => return None,
        }
        Some(())
    }

    /// Whether line anchors stand at the ends alone. Inside a match they see newlines that are
    /// none outside; see [`Subject::holds_in`].
    fn line_looks_are_outside(&self) -> bool {
        let consumes = |step: &Step| !matches!(step, Step::Look(_));
        let (Some(first), Some(last)) =
            (self.steps.iter().position(consumes), self.steps.iter().rposition(consumes))
        else {
            return true;
        };
        let has = |steps: &[Step], line: u8| {
            steps.iter().any(|step| matches!(step, Step::Look(look) if look & line != 0))
        };
        !has(&self.steps[..last], look::LINE_END) && !has(&self.steps[first..], look::LINE_START)
    }

    /// The text of a literal step.
    pub(super) fn text(&self, start: u32, end: u32) -> &[u8] {
        &self.literal[start as usize..end as usize]
    }

    /// What group `index` (from 0) matched, after a match.
    pub(super) fn group(&self, scratch: &Scratch, index: usize) -> Option<(usize, usize)> {
        let (open, close) = *self.groups.get(index)?;
        if (open, close) == ABSENT {
            return None;
        }
        let place = |step: u32| scratch.places.get(step as usize).copied();
        Some((place(open)?, place(close)?))
    }

    /// Whether its automaton is a small one.
    pub(super) fn is_short(&self) -> bool {
        let length = |step: &Step| match *step {
            Step::Literal { start, end } => end - start,
            Step::Run { min, max: UNBOUNDED, .. } => u32::from(min) + 1,
            Step::Run { max, .. } => u32::from(max),
            Step::One { .. } | Step::Look(_) => 1,
        };
        self.steps.iter().map(length).sum::<u32>() < 200
    }

    /// Whether the literal parts occur one after the other from `at` on, as in every match.
    pub(super) fn may_match(&self, text: &[u8], at: usize) -> bool {
        let mut rest = &text[at..];
        self.steps.iter().all(|step| {
            let Step::Literal { start, end } = *step else { return true };
            let literal = self.text(start, end);
            let found = search::find(rest, literal);
            rest = &rest[found.map_or(0, |at| at + literal.len())..];
            found.is_some()
        })
    }

    /// Matches at `start`; `budget` counts down with every choice taken again.
    pub(super) fn match_at(
        &self,
        sets: &[CharSet],
        subject: &Subject,
        start: usize,
        scratch: &mut Scratch,
        budget: &mut usize,
    ) -> Outcome {
        let text = subject.text;
        scratch.choices.clear();
        scratch.places.resize(self.steps.len() + 1, 0);
        let (mut index, mut at) = (0, start);
        loop {
            scratch.places[index] = at;
            let Some(step) = self.steps.get(index) else { return Outcome::Found(at) };
            let matched = match *step {
                Step::Literal { start, end } => {
                    let literal = self.text(start, end);
                    let same = text[at..].starts_with(literal);
                    at += if same { literal.len() } else { 0 };
                    same
                }
                Step::One { set } => match characters::first(&text[at..], subject.utf8) {
                    Some((character, length)) if sets[set as usize].has(character) => {
                        at += length;
                        true
                    }
                    _ => false,
                },
                Step::Look(condition) => subject.holds(condition, at),
                Step::Run { label, min, max } => match run(sets, label, min, max, subject, at) {
                    None => false,
                    Some((low, high)) => {
                        // From many places the same long run would be gone through.
                        *budget = budget.saturating_sub((high - at) / RUN_OF_ONE_CHOICE);
                        let choice = Choice { step: index as u32, low, current: high };
                        match self.settle(sets, subject, choice) {
                            None => false,
                            Some(high) => {
                                at = high;
                                if high > low {
                                    let choice = Choice { current: high, ..choice };
                                    scratch.choices.push(choice);
                                }
                                true
                            }
                        }
                    }
                },
            };
            if matched {
                index += 1;
                continue;
            }
            // Give back one character of the last run that has one.
            loop {
                let Some(choice) = scratch.choices.last_mut() else { return Outcome::NotHere };
                let shorter = previous(subject, choice.low, choice.current);
                let settled = shorter
                    .and_then(|current| self.settle(sets, subject, Choice { current, ..*choice }));
                match settled {
                    None => {
                        scratch.choices.pop();
                    }
                    Some(current) => {
                        choice.current = current;
                        at = current;
                        index = choice.step as usize + 1;
                        break;
                    }
                }
            }
            *budget = budget.saturating_sub(1);
            if *budget == 0 {
                return Outcome::TooLong;
            }
        }
    }

    /// The last place from `choice.current` down to `low` where the next step can begin, as far
    /// as one byte tells.
    #[inline]
    fn settle(&self, sets: &[CharSet], subject: &Subject, choice: Choice) -> Option<usize> {
        let text = subject.text;
        let next = choice.step as usize + 1;
        match self.steps.get(next) {
            Some(Step::Literal { start, .. }) => {
                let byte = self.literal[*start as usize];
                // A byte inside a character is never the place.
                if byte >= 0x80 && subject.utf8 {
                    return Some(choice.current);
                }
                let end = text.len().min(choice.current + 1);
                memrchr(byte, text.get(choice.low..end)?).map(|at| choice.low + at)
            }
            // One character and then literal text: look for the text first.
            Some(Step::One { set })
                if let Some(Step::Literal { start, .. }) = self.steps.get(next + 1)
                    && (self.literal[*start as usize] < 0x80 || !subject.utf8) =>
            {
                let byte = self.literal[*start as usize];
                let set = &sets[*set as usize];
                let one = characters::first(&text[choice.current..], subject.utf8);
                let length = one.map_or(0, |(_, length)| length);
                let mut end = text.len().min(choice.current + length + 1);
                loop {
                    let place = choice.low + memrchr(byte, text.get(choice.low..end)?)?;
                    let (character, length) =
                        characters::last(&text[choice.low..place], subject.utf8)?;
                    if set.has(character) {
                        return Some(place - length);
                    }
                    end = place;
                }
            }
            // At the very end only the end will do.
            Some(Step::Look(condition))
                if *condition == look::LINE_END
                    && !subject.lines
                    && choice.current != text.len() =>
            {
                None
            }
            _ => Some(choice.current),
        }
    }

    /// Where the next match may begin after the one at `start` failed, if that can be told from
    /// a leading run: no place inside the run can do better than its start.
    pub(super) fn after_leading_run(
        &self,
        sets: &[CharSet],
        subject: &Subject,
        start: usize,
    ) -> Option<usize> {
        match self.steps.first() {
            Some(&Step::Run { label, max: UNBOUNDED, .. }) => {
                run(sets, label, 1, UNBOUNDED, subject, start).map(|(_, high)| high)
            }
            _ => None,
        }
    }
}

/// The character boundary before `current`, not below `low`.
fn previous(subject: &Subject, low: usize, current: usize) -> Option<usize> {
    if current <= low {
        return None;
    }
    let (_, length) = characters::last(&subject.text[low..current], subject.utf8)?;
    Some(current - length)
}

/// How far a repeated character goes from `at`: to which place after `min` of them, and to which
/// after `max` or as many as there are. None when there are fewer than `min`.
#[inline]
fn run(
    sets: &[CharSet],
    label: Label,
    min: u16,
    max: u16,
    subject: &Subject,
    at: usize,
) -> Option<(usize, usize)> {
    let rest = subject.text.get(at..)?;
    let limit = if max == UNBOUNDED { usize::MAX } else { usize::from(max) };
    let simple = match label {
        Label::Byte(byte) => rest.iter().take(limit).take_while(|other| **other == byte).count(),
        Label::Set(set) => {
            let set = &sets[set as usize];
            let count = rest.iter().take(limit).take_while(|byte| set.has_byte(**byte)).count();
            let stopper = rest.get(count);
            if count < limit
                && subject.utf8
                && stopper.is_some_and(|byte| *byte >= 0x80)
                && set.may_have_wide()
            {
                return wide_run(|character| set.has(character), min, limit, subject, at);
            }
            count
        }
        Label::Any { newline } => {
            let line = match newline {
                true => rest,
                false => &rest[..memchr(b'\n', rest).unwrap_or(rest.len())],
            };
            if subject.utf8 && !line.is_ascii() {
                let any = |character| match character {
                    Character::Byte(byte) => byte < 0x80 && (newline || byte != b'\n'),
                    Character::Wide(_) => true,
                };
                return wide_run(any, min, limit, subject, at);
            }
            line.len().min(limit)
        }
    };
    let min = usize::from(min);
    (simple >= min).then_some((at + min, at + simple))
}

/// How far a repeated character goes from `at`, as [`run`] returns it, read character by character.
fn wide_run(
    member: impl Fn(Character) -> bool,
    min: u16,
    limit: usize,
    subject: &Subject,
    at: usize,
) -> Option<(usize, usize)> {
    let (mut low, mut high, mut count) = (at, at, 0);
    while count < limit {
        match characters::first(&subject.text[high..], true) {
            Some((character, length)) if member(character) => high += length,
            _ => break,
        }
        count += 1;
        if count == usize::from(min) {
            low = high;
        }
    }
    (count >= usize::from(min)).then_some((low, high))
}
