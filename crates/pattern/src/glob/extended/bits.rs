//! Running an automaton of 64 instructions at most, as nearly all are: its states are the
//! bits of a word, and what each leads to without taking a character is known beforehand.

use super::code::Instruction;
use super::excluded::Waiting;
use super::simulate::Simulation;
use std::ops::ControlFlow;

/// For each instruction: those that take a character, begin a negation or accept, and are
/// reached from it (itself included) without taking one.
#[derive(Clone, Debug)]
pub(super) struct Table {
    reached: Vec<u64>,
    negations: u64,
    accepting: u64,
    /// The stars.
    stars: u64,
    /// Those from which an `Accept` is reached.
    ending: u64,
}

impl Table {
    /// The table for some code, unless that is too long.
    pub(super) fn new(code: &[Instruction]) -> Option<Table> {
        let nested = |one: &Instruction| matches!(one, Instruction::Nested(_));
        if code.len() > 64 || code.iter().any(nested) {
            return None;
        }
        let mut table =
            Table { reached: vec![0; code.len()], negations: 0, accepting: 0, stars: 0, ending: 0 };
        for (at, instruction) in code.iter().enumerate().rev() {
            let own = 1 << at;
            table.reached[at] = match instruction {
                Instruction::Not(_) => {
                    table.negations |= own;
                    own
                }
                Instruction::Accept => {
                    table.accepting |= own;
                    own
                }
                Instruction::Star => {
                    table.stars |= own;
                    own | table.reached[at + 1]
                }
                Instruction::Split(..) | Instruction::Jump(_) => reached(code, at),
                _ => own,
            };
        }
        for (at, reached) in table.reached.iter().enumerate() {
            if reached & table.accepting != 0 {
                table.ending |= 1 << at;
            }
        }
        Some(table)
    }
}

/// What a branch leads to, found by following all branches.
fn reached(code: &[Instruction], from: usize) -> u64 {
    let (mut found, mut seen, mut open) = (0u64, 0u64, 1u64 << from);
    while open != 0 {
        let at = open.trailing_zeros();
        open &= open - 1;
        seen |= 1 << at;
        let mut go = |target: u32| open |= 1u64.checked_shl(target).unwrap_or(0) & !seen;
        match code[at as usize] {
            Instruction::Split(one, other) => {
                go(one);
                go(other);
            }
            Instruction::Jump(target) => go(target),
            Instruction::Star => {
                found |= 1 << at;
                go(at + 1);
            }
            _ => found |= 1 << at,
        }
    }
    found
}

impl Simulation<'_> {
    /// As `walk`, with a table.
    pub(super) fn walk_bits(
        &mut self,
        table: &Table,
        entry: u32,
        from: usize,
        depth: usize,
        mut visit: impl FnMut(usize, bool) -> ControlFlow<()>,
    ) {
        let reached = &table.reached[..];
        let mut states = Bits { now: 0, open: 0, waiting: Vec::new() };
        let begin = reached[entry as usize];
        let everywhere = if depth == 0 && self.everywhere { begin } else { 0 };
        let mut at = from;
        states.now = begin;
        loop {
            if states.now & table.negations != 0 {
                self.negate_bits(table, &mut states, at, depth);
            }
            // At the end of the pattern a star takes all the rest, and so does a negation that
            // goes on everywhere.
            let rest = (states.now & table.stars | states.open) & table.ending != 0;
            if states.now & table.accepting != 0 && (visit(at, rest).is_break() || rest) {
                return;
            }
            let Some((character, length)) = self.step(at) else { return };
            let literal = self.folded(character);
            let mut bits = states.now;
            let mut next = everywhere;
            while bits != 0 {
                let pc = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                match self.code[pc] {
                    Instruction::Character(wanted) if wanted == literal => next |= reached[pc + 1],
                    Instruction::Any => next |= reached[pc + 1],
                    Instruction::Star => next |= reached[pc],
                    Instruction::Set(set) if self.sets[set as usize].has(character) => {
                        next |= reached[pc + 1];
                    }
                    _ => {}
                }
            }
            at = if self.backward { at - length } else { at + length };
            states.now = next;
            states.wake(reached, at);
            if states.now | states.open == 0 && states.waiting.is_empty() {
                return;
            }
        }
    }

    /// Begins the negations that are reached at a place.
    fn negate_bits(&mut self, table: &Table, states: &mut Bits, at: usize, depth: usize) {
        let mut todo = states.now & table.negations;
        while todo != 0 {
            let pc = todo.trailing_zeros();
            todo &= todo - 1;
            let Instruction::Not(target) = self.code[pc as usize] else { continue };
            if states.open >> target & 1 != 0 {
                continue;
            }
            let excluded = self.excluded(pc, target, at, depth);
            let waiting = Waiting::new(target, excluded);
            if !waiting.is_excluded() {
                let new = table.reached[target as usize] & !states.now;
                states.now |= new;
                todo |= new & table.negations;
            }
            states.wait(waiting);
        }
    }
}

/// The states at one place; negations as in [`States`](super::simulate::States).
struct Bits {
    now: u64,
    /// The targets of negations that go on everywhere from here.
    open: u64,
    waiting: Vec<Waiting>,
}

impl Bits {
    fn wait(&mut self, waiting: Waiting) {
        match waiting.is_open() {
            true => self.open |= 1 << waiting.target,
            false if waiting.is_over() => {}
            false => self.waiting.push(waiting),
        }
    }

    fn wake(&mut self, reached: &[u64], at: usize) {
        let mut open = self.open;
        while open != 0 {
            self.now |= reached[open.trailing_zeros() as usize];
            open &= open - 1;
        }
        if !self.waiting.is_empty() {
            let mut waiting = std::mem::take(&mut self.waiting);
            waiting.retain_mut(|one| {
                let target = 1u64 << one.target;
                if self.open & target != 0 {
                    return false;
                }
                one.come_to(at);
                if !one.is_excluded() {
                    self.now |= reached[one.target as usize];
                }
                if one.is_open() {
                    self.open |= target;
                }
                !one.is_open() && !one.is_over()
            });
            self.waiting = waiting;
        }
    }
}
