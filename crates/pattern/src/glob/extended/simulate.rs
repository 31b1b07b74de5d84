//! Running the automaton: all its states at one place of the text, then at the next.
//!
//! A negation is not a state: what `!(p)` takes from a place is everything but what `p`
//! takes from there. So when one is reached, `p` is run by itself to the end of the text
//! or of its states, and the negation then *waits*, going on at every later place that is
//! not among those. Inside negations the results are kept, for their bodies are run from
//! many places.

use super::super::GlobOptions;
use super::Program;
use super::bits::Table;
use super::code::{Code, Instruction, NOWHERE};
use super::excluded::{Excluded, Waiting};
use super::nested::Nested;
use crate::characters::{self, CharSet, Character};
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

/// A pattern's code against one text.
pub(super) struct Simulation<'a> {
    pub(super) code: &'a [Instruction],
    table: Option<&'a Table>,
    pub(super) sets: &'a [CharSet],
    nested: &'a [Nested],
    text: &'a [u8],
    utf8: bool,
    nocase: bool,
    pub(super) backward: bool,
    /// A period at the begin of the text is taken by a literal one alone.
    guarded: bool,
    pub(super) everywhere: bool,
    /// For a negation and a place: where its body can end from there.
    known: BTreeMap<(u32, usize), Excluded>,
}

/// The states at one place.
pub(super) struct States {
    /// A bit for each instruction from `base` on.
    rows: SmallVec<[u64; 2]>,
    base: u32,
    /// Instructions to be entered.
    entering: SmallVec<[u32; 16]>,
    waiting: Vec<Waiting>,
    /// A bit for the target of each negation that goes on at every place from here; no
    /// words while there is none.
    open: SmallVec<[u64; 2]>,
    accepted: bool,
    /// Every place from here is accepted.
    lasting: bool,
}

/// A bit for each instruction: the word and the mask of one.
#[inline]
fn bit(at: u32, base: u32) -> (usize, u64) {
    let bit = at - base;
    ((bit >> 6) as usize, 1 << (bit & 63))
}

impl States {
    fn new(code: Range<u32>) -> States {
        let base = code.start & !63;
        let words = (code.end - base).div_ceil(64) as usize;
        States {
            rows: SmallVec::from_elem(0, words),
            base,
            entering: SmallVec::new(),
            waiting: Vec::new(),
            open: SmallVec::new(),
            accepted: false,
            lasting: false,
        }
    }

    /// Marks the instruction; whether it was not marked before.
    #[inline]
    fn mark(&mut self, at: u32) -> bool {
        let (word, mask) = bit(at, self.base);
        let row = &mut self.rows[word];
        let new = *row & mask == 0;
        *row |= mask;
        new
    }

    fn is_open(&self, target: u32) -> bool {
        let (word, mask) = bit(target, self.base);
        self.open.get(word).is_some_and(|row| row & mask != 0)
    }

    fn open(&mut self, target: u32) {
        if self.open.is_empty() {
            self.open = SmallVec::from_elem(0, self.rows.len());
        }
        let (word, mask) = bit(target, self.base);
        self.open[word] |= mask;
    }

    /// Whether nothing can come of going on.
    fn is_over(&self) -> bool {
        self.entering.is_empty() && self.waiting.is_empty() && self.open.is_empty()
    }
}

impl<'a> Simulation<'a> {
    pub(super) fn new(
        code: &'a Code,
        program: &'a Program,
        options: GlobOptions,
        text: &'a [u8],
    ) -> Simulation<'a> {
        Simulation {
            code: &code.instructions,
            table: code.table.as_ref(),
            sets: &program.sets,
            nested: &program.nested,
            text,
            utf8: options.utf8,
            nocase: options.nocase,
            backward: code.backward,
            guarded: false,
            everywhere: false,
            known: BTreeMap::new(),
        }
    }

    /// Applies the period rule, if the options ask for it.
    pub(super) fn guard_period(&mut self, options: GlobOptions) {
        self.guarded = options.period && self.text.first() == Some(&b'.');
    }

    /// Lets matches begin at every place, not only where the run does.
    pub(super) fn begin_everywhere(&mut self) {
        self.everywhere = true;
    }

    /// The place where the walk would end.
    pub(super) fn far_end(&self) -> usize {
        if self.backward { 0 } else { self.text.len() }
    }

    /// Shows `visit` each place where a match that begins at `from` can end, in the order
    /// of the walk, until it breaks. With true, all the rest are such places too, and the
    /// run is over.
    pub(super) fn run(&mut self, from: usize, visit: impl FnMut(usize, bool) -> ControlFlow<()>) {
        self.walk(0..self.code.len() as u32, from, 0, visit);
    }

    /// Runs the instructions `code` from their first on.
    fn walk(
        &mut self,
        code: Range<u32>,
        from: usize,
        depth: usize,
        mut visit: impl FnMut(usize, bool) -> ControlFlow<()>,
    ) {
        let entry = code.start;
        if let Some(table) = self.table
            && !self.guarded
        {
            return self.walk_bits(table, entry, from, depth, visit);
        }
        let mut states = States::new(code);
        let mut at = from;
        states.entering.push(entry);
        loop {
            self.enter(&mut states, at, depth);
            let accepted = std::mem::take(&mut states.accepted);
            if states.lasting || accepted {
                let over = visit(at, states.lasting).is_break();
                if over || states.lasting {
                    return;
                }
            }
            let Some((character, length)) = self.step(at) else { return };
            self.take(&mut states, at, character);
            if depth == 0 && self.everywhere {
                states.entering.push(entry);
            } else if states.is_over() {
                return;
            }
            at = if self.backward { at - length } else { at + length };
            self.wake(&mut states, at);
        }
    }

    /// The character next to a place in the direction of the walk.
    #[inline]
    pub(super) fn step(&self, at: usize) -> Option<(Character, usize)> {
        match self.backward {
            false => characters::first(self.text.get(at..)?, self.utf8),
            true => characters::last(self.text.get(..at)?, self.utf8),
        }
    }

    /// The character as it is compared with literal ones.
    #[inline]
    pub(super) fn folded(&self, character: Character) -> Character {
        match character {
            Character::Byte(byte) if self.nocase => Character::Byte(byte.to_ascii_lowercase()),
            other => other,
        }
    }

    /// Follows everything that takes no character from the instructions to be entered.
    fn enter(&mut self, states: &mut States, at: usize, depth: usize) {
        let guarded = self.guarded && at == 0;
        while let Some(pc) = states.entering.pop() {
            if pc == NOWHERE || !states.mark(pc) {
                continue;
            }
            match self.code[pc as usize] {
                Instruction::Split(one, other) => {
                    states.entering.push(other);
                    states.entering.push(one);
                }
                Instruction::Jump(target) => states.entering.push(target),
                // At a guarded place a star fails as a whole: `*.c` does not match `.c`.
                Instruction::Star if !guarded => {
                    states.lasting |= self.accepts(pc + 1);
                    states.entering.push(pc + 1);
                }
                Instruction::Not(target) if !guarded => {
                    self.negate(states, pc, target, at, depth);
                }
                Instruction::Nested(nested) if !guarded => {
                    if let Some(end) = self.nested[nested as usize].end(self.text, at) {
                        states.waiting.push(Waiting::until(pc + 1, at, end));
                    }
                }
                Instruction::Accept => states.accepted = true,
                _ => {}
            }
        }
    }

    /// Whether an instruction is the end, or leads straight to it.
    fn accepts(&self, pc: u32) -> bool {
        let ends = |pc: u32| matches!(self.code.get(pc as usize), Some(Instruction::Accept));
        ends(pc)
            || matches!(self.code.get(pc as usize), Some(&Instruction::Jump(target)) if ends(target))
    }

    /// Begins a negation at a place.
    fn negate(&mut self, states: &mut States, pc: u32, target: u32, at: usize, depth: usize) {
        if states.is_open(target) {
            return;
        }
        let excluded = self.excluded(pc, target, at, depth);
        let waiting = Waiting::new(target, excluded);
        self.go_on(states, &waiting);
        if !waiting.is_open() && !waiting.is_over() {
            states.waiting.push(waiting);
        }
    }

    /// Lets a negation go on, if it may at the place it has come to.
    fn go_on(&self, states: &mut States, waiting: &Waiting) {
        if !waiting.is_excluded() {
            states.entering.push(waiting.target);
        }
        if waiting.is_open() {
            states.open(waiting.target);
            states.lasting |= self.accepts(waiting.target);
        }
    }

    /// Lets the negations go on that may here.
    fn wake(&self, states: &mut States, at: usize) {
        for (word, &row) in states.open.iter().enumerate() {
            let mut bits = row;
            while bits != 0 {
                states.entering.push(states.base + word as u32 * 64 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
        if states.waiting.is_empty() {
            return;
        }
        let mut waiting = std::mem::take(&mut states.waiting);
        waiting.retain_mut(|one| {
            if states.is_open(one.target) {
                return false;
            }
            one.come_to(at);
            self.go_on(states, one);
            !one.is_open() && !one.is_over()
        });
        states.waiting = waiting;
    }

    /// Where the body of a negation can end.
    pub(super) fn excluded(&mut self, pc: u32, target: u32, at: usize, depth: usize) -> Excluded {
        if depth > 0
            && let Some(known) = self.known.get(&(pc, at))
        {
            return known.clone();
        }
        let mut excluded = Excluded::new(at);
        self.walk(pc + 1..target, at, depth + 1, |place, rest| {
            excluded.add(place, rest);
            ControlFlow::Continue(())
        });
        if depth > 0 {
            self.known.insert((pc, at), excluded.clone());
        }
        excluded
    }

    /// Takes a character: clears the states and notes where they lead.
    #[inline]
    fn take(&self, states: &mut States, at: usize, character: Character) {
        let States { rows, base, entering, .. } = states;
        let guarded = self.guarded && at == 0;
        let literal = self.folded(character);
        for (index, row) in rows.iter_mut().enumerate() {
            let mut bits = std::mem::take(row);
            while bits != 0 {
                let pc = *base + index as u32 * 64 + bits.trailing_zeros();
                bits &= bits - 1;
                match self.code[pc as usize] {
                    Instruction::Character(wanted) if wanted == literal => entering.push(pc + 1),
                    Instruction::Any if !guarded => entering.push(pc + 1),
                    Instruction::Star if !guarded => entering.push(pc),
                    Instruction::Set(set) if !guarded && self.sets[set as usize].has(character) => {
                        entering.push(pc + 1);
                    }
                    _ => {}
                }
            }
        }
    }
}
