//! Matching by trying one way after the other: what groups match, and
//! back-references.
//!
//! For groups the start and the end of the match are known, and the first way
//! that leads from one to the other decides, as it does in the C library. A place
//! that led nowhere is not tried again, so the time is at most the product of
//! text and program.
//!
//! With back-references nothing is known before, places may be tried again under
//! other circumstances, and the longest match wins. Once that takes long, a place
//! is remembered together with the circumstances that matter: what the groups
//! matched that are referred to. So the time is bounded by a power of the text's
//! length, which grows with the number of those groups.

use super::hash::Mixer;
use super::program::{Address, Instruction, Program};
use super::subject::Subject;
use crate::characters::{self, CharSet, Character};
use crate::unicode;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

/// A place in the text that is none.
pub(super) const NONE: usize = usize::MAX;

/// Storage for matching, kept between calls.
#[derive(Default)]
pub(super) struct Scratch {
    /// Start and end of each group.
    pub(super) slots: Vec<usize>,
    /// The slots when a group last matched something (see `close`).
    earlier: Vec<usize>,
    jobs: Vec<Job>,
    saved: Vec<usize>,
    visited: Vec<u64>,
    /// For each loop, by its address: where its body was last entered.
    entered: Vec<usize>,
    best: Vec<usize>,
    /// With back-references: how many choices were met, and from some number on each with
    /// what it depends on.
    choices: usize,
    ///
    /// The keys are hashes already, and a hasher with keys of its own would ask the kernel for
    /// random numbers in each one-line script that uses sed.
    tried: HashSet<[u64; 2], BuildHasherDefault<Mixer>>,
    /// The groups that are referred to.
    referred: Vec<u32>,
}

enum Job {
    /// Try this.
    Go { address: Address, at: usize },
    /// Undo: put a slot back.
    Slot { slot: u32, value: usize },
    /// Undo: put a loop's entry back.
    Entered { address: Address, value: usize },
    /// Undo: put all slots back, from the end of `saved`.
    All,
}

/// Most bits of memory for remembering places (128 MiB).
const MOST_PLACES: usize = 1 << 30;
/// Memory kept between calls, in words of 64 bits.
const KEPT_WORDS: usize = 1 << 16;

/// So many choices are made before they are remembered.
const FREE_CHOICES: usize = 2000;
/// Most choices to remember.
const MOST_CHOICES: usize = 1 << 21;

/// One attempt.
pub(super) struct Backtracker<'a> {
    pub(super) program: &'a Program,
    pub(super) sets: &'a [CharSet],
    pub(super) subject: &'a Subject<'a>,
    pub(super) groups: usize,
    pub(super) nocase: bool,
    /// No conditions are allowed at the end of the match.
    pub(super) plain_end: bool,
    pub(super) scratch: &'a mut Scratch,
}

impl Backtracker<'_> {
    /// Finds the groups of the match from `start` to `end`, which must be one; false when it
    /// cannot be done in bounded memory.
    pub(super) fn groups(&mut self, start: usize, end: usize) -> bool {
        let places = (self.program.splits as usize).saturating_mul(end - start + 1);
        if places > MOST_PLACES {
            self.scratch.slots.clear();
            self.scratch.slots.resize(2 * self.groups, NONE);
            return false;
        }
        let mut found = None;
        // Given the choice, the C library ends a match without conditions on its end.
        for plain_end in [true, false] {
            let hopeless = !self.program.has_look || self.program.ends_in_look;
            if found.is_none() && !(plain_end && hopeless) {
                self.plain_end = plain_end;
                self.scratch.visited.clear();
                self.scratch.visited.resize(places.div_ceil(64), 0);
                found = self.search(start, Some(end));
            }
        }
        if self.scratch.visited.len() > KEPT_WORDS {
            self.scratch.visited = Vec::new();
        }
        found.is_some()
    }

    /// The end of the longest match from `start`, its groups in the slots.
    pub(super) fn longest(&mut self, start: usize) -> Option<usize> {
        self.scratch.choices = 0;
        let found = self.search(start, None);
        self.scratch.tried.clear();
        if self.scratch.tried.capacity() > KEPT_WORDS {
            self.scratch.tried = HashSet::default();
        }
        found
    }

    /// With an `end` the first way that leads there, without the longest.
    fn search(&mut self, start: usize, end: Option<usize>) -> Option<usize> {
        let scratch = &mut *self.scratch;
        scratch.slots.clear();
        scratch.slots.resize(2 * self.groups, NONE);
        scratch.jobs.clear();
        scratch.saved.clear();
        if self.program.has_empty_loop {
            scratch.earlier.clear();
            scratch.earlier.resize(2 * self.groups, NONE);
            scratch.entered.clear();
            scratch.entered.resize(self.program.code.len(), NONE);
        }
        scratch.jobs.push(Job::Go { address: self.program.start, at: start });
        let mut best = None;
        while let Some(job) = self.scratch.jobs.pop() {
            match job {
                Job::Slot { slot, value } => self.scratch.slots[slot as usize] = value,
                Job::Entered { address, value } => self.scratch.entered[address as usize] = value,
                Job::All => self.restore(),
                Job::Go { address, at } => {
                    let Some(found) = self.follow(address, at, start, end) else { continue };
                    if end.is_some() || found == self.subject.text.len() {
                        return Some(found);
                    }
                    if best.is_none_or(|best| found > best) {
                        best = Some(found);
                        let scratch = &mut *self.scratch;
                        scratch.best.clone_from(&scratch.slots);
                    }
                }
            }
        }
        if best.is_some() {
            let scratch = &mut *self.scratch;
            scratch.slots.clone_from(&scratch.best);
        }
        best
    }

    /// Follows one way to its end; where it matched.
    fn follow(
        &mut self,
        mut address: Address,
        mut at: usize,
        start: usize,
        end: Option<usize>,
    ) -> Option<usize> {
        let text = self.subject.text;
        let limit = end.unwrap_or(text.len());
        loop {
            let instruction = self.program.code[address as usize];
            let guarded = self.program.has_empty_loop;
            if guarded
                && let Instruction::Split { second, is_loop: true, .. } = instruction
                && self.scratch.entered[address as usize] == at
            {
                // The body matched nothing: once is enough.
                address = second;
                continue;
            }
            match instruction {
                Instruction::Match => {
                    return end.is_none_or(|end| at == end).then_some(at);
                }
                Instruction::Byte { byte, next } => {
                    if at >= limit || text[at] != byte {
                        return None;
                    }
                    at += 1;
                    address = next;
                }
                Instruction::Set { set, next } => {
                    match characters::first(&text[at..limit], self.subject.utf8) {
                        Some((character, length)) if self.sets[set as usize].has(character) => {
                            at += length;
                        }
                        _ => return None,
                    }
                    address = next;
                }
                Instruction::Split { first, second, is_loop, index } => {
                    // Where ways part is where they would be tried again.
                    let tried = match end {
                        Some(_) => self.was_here(index, at - start),
                        None => self.was_tried(index, at),
                    };
                    if tried {
                        return None;
                    }
                    self.scratch.jobs.push(Job::Go { address: second, at });
                    if is_loop && guarded {
                        let entered = &mut self.scratch.entered[address as usize];
                        let value = std::mem::replace(entered, at);
                        self.scratch.jobs.push(Job::Entered { address, value });
                    }
                    address = first;
                }
                Instruction::Open { index, next } => {
                    let slot = 2 * (index - 1);
                    self.set_slot(slot, at);
                    if guarded {
                        self.set_slot(slot + 1, NONE);
                    }
                    address = next;
                }
                Instruction::Close { index, optional, next } => {
                    let slot = 2 * (index - 1);
                    match guarded {
                        true => self.close_guarded(slot as usize, at, optional),
                        false => self.set_slot(slot + 1, at),
                    }
                    address = next;
                }
                Instruction::Look { condition, next } => {
                    let inside = end.unwrap_or(at);
                    if self.plain_end && at == inside
                        || !self.subject.holds_in(condition, at, start, inside)
                    {
                        return None;
                    }
                    address = next;
                }
                Instruction::Backref { index, next } => {
                    let slot = 2 * (index as usize - 1);
                    let (from, to) = (self.scratch.slots[slot], self.scratch.slots[slot + 1]);
                    let group = text.get(from..to)?;
                    let again = text.get(at..at + group.len())?;
                    if !self.same(group, again) {
                        return None;
                    }
                    at += again.len();
                    address = next;
                }
            }
        }
    }

    /// Whether this choice was met here before; notes that it is now.
    fn was_here(&mut self, split: u32, offset: usize) -> bool {
        let place = offset * self.program.splits as usize + split as usize;
        let word = &mut self.scratch.visited[place / 64];
        let bit = 1 << (place % 64);
        let known = *word & bit != 0;
        *word |= bit;
        known
    }

    /// Whether this choice was met here before with the same back-references to come.
    fn was_tried(&mut self, split: u32, at: usize) -> bool {
        let scratch = &mut *self.scratch;
        scratch.choices += 1;
        if scratch.choices < FREE_CHOICES || scratch.tried.len() >= MOST_CHOICES {
            return false;
        }
        if scratch.choices == FREE_CHOICES {
            let code = self.program.code.iter();
            scratch.referred.clear();
            scratch.referred.extend(code.filter_map(|instruction| match instruction {
                Instruction::Backref { index, .. } => Some(*index),
                _ => None,
            }));
        }
        // Two hashes that have nothing to do with each other are never both the same by chance.
        let key = [1u64, 2].map(|seed| {
            let mut hasher = DefaultHasher::new();
            (seed, split, at).hash(&mut hasher);
            for index in &scratch.referred {
                let slot = 2 * (*index as usize - 1);
                scratch.slots.get(slot..slot + 2).hash(&mut hasher);
                scratch.earlier.get(slot..slot + 2).hash(&mut hasher);
            }
            if self.program.has_empty_loop {
                // A loop that was entered here is not entered again, and a group that is empty
                // so far may not count.
                let here = |place: &usize| *place == at;
                scratch.entered.iter().for_each(|place| here(place).hash(&mut hasher));
                scratch.slots.iter().for_each(|place| here(place).hash(&mut hasher));
                scratch.earlier.iter().for_each(|place| (*place == NONE).hash(&mut hasher));
            }
            hasher.finish()
        });
        !scratch.tried.insert(key)
    }

    fn set_slot(&mut self, slot: u32, at: usize) {
        let value = std::mem::replace(&mut self.scratch.slots[slot as usize], at);
        self.scratch.jobs.push(Job::Slot { slot, value });
    }

    /// The end of a group where repeated parts can be empty. Like the C library: an empty match
    /// of an optional group does not count where the group matched something before, and then
    /// the groups inside it are as they were, too.
    fn close_guarded(&mut self, slot: usize, at: usize, optional: bool) {
        let scratch = &mut *self.scratch;
        scratch.saved.extend_from_slice(&scratch.slots);
        scratch.saved.extend_from_slice(&scratch.earlier);
        scratch.jobs.push(Job::All);
        if scratch.slots[slot] < at {
            scratch.slots[slot + 1] = at;
            scratch.earlier.clone_from(&scratch.slots);
        } else if optional && scratch.earlier[slot] != NONE {
            scratch.slots.clone_from(&scratch.earlier);
        } else {
            scratch.slots[slot + 1] = at;
        }
    }

    fn restore(&mut self) {
        let scratch = &mut *self.scratch;
        let count = scratch.slots.len();
        let base = scratch.saved.len() - 2 * count;
        scratch.slots.copy_from_slice(&scratch.saved[base..base + count]);
        scratch.earlier.copy_from_slice(&scratch.saved[base + count..]);
        scratch.saved.truncate(base);
    }

    fn same(&self, one: &[u8], other: &[u8]) -> bool {
        if !self.nocase {
            return one == other;
        }
        if one.eq_ignore_ascii_case(other) {
            return true;
        }
        let (mut one, mut other) = (one, other);
        while let (Some((a, a_length)), Some((b, b_length))) =
            (characters::first(one, self.subject.utf8), characters::first(other, self.subject.utf8))
        {
            let equal = match (a, b) {
                (Character::Wide(a), Character::Wide(b)) => unicode::upper(a) == unicode::upper(b),
                (Character::Byte(a), Character::Byte(b)) => a.eq_ignore_ascii_case(&b),
                _ => false,
            };
            if !equal {
                return false;
            }
            (one, other) = (&one[a_length..], &other[b_length..]);
        }
        one.is_empty() && other.is_empty()
    }
}
