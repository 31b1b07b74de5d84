//! A deterministic automaton over bytes, built as the text asks for it.
//!
//! A state is the set of instructions matching may go on at, before anything of
//! their empty steps is taken; those are taken together with the next byte, when
//! it is known which anchors hold. So every kind of anchor is handled, and
//! whether the text up to here is a match is written on the way out of a state.
//!
//! The automaton forgets everything when it has grown too large; memory is
//! bounded, and time stays proportional to the text.

use super::classes::Classes;
use super::hash::Mixer;
use super::prefilter::Prefilter;
use super::program::{Address, Instruction, Program, mirrored};
use super::subject::{Subject, is_word};
use super::tree::look;
use crate::characters::{self, CharSet, Character};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// A way out of a state: where the ways of the state it leads to begin in the table. The first
/// two states stand for something else: UNKNOWN, and the dead state, from which no match goes on.
type Way = u32;
/// Nobody has asked yet.
const UNKNOWN: Way = 0;
/// Set on a way: the text before this byte is a match.
const ACCEPT: Way = 1 << 31;
/// Set on a way: it leads to a state in which a floating search has found nothing that could begin a
/// match.
const RESTART: Way = 1 << 30;
/// Set on a way of a floating automaton: the text up to behind this byte is a match, whatever
/// follows.
const CERTAIN: Way = 1 << 29;
const FLAGS: Way = ACCEPT | RESTART | CERTAIN;

/// Bytes of memory after which the automaton starts afresh.
const MEMORY: usize = 2 << 20;
/// Characters outside ASCII whose ways are remembered.
const WIDE_WAYS: usize = 1 << 14;

/// Bytes that are stepped over before it is looked whether the state has changed at all.
const STRETCH: usize = 16;

/// Whether a way is more than a step from state to state, `dead` being the dead state.
#[inline(always)]
fn is_special(way: Way, dead: Way) -> bool {
    way.wrapping_sub(dead + 1) >= CERTAIN - dead - 1
}

/// A set of addresses.
type Set = SmallVec<[u64; 2]>;

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    entries: Set,
    /// The [`look`] conditions that hold because of what precedes.
    before: u8,
}

/// What comes next in the text.
#[derive(Clone, Copy)]
enum Symbol {
    Byte(u8),
    Wide(char),
    End { not_eol: bool },
}

/// The automaton of a program.
pub(super) struct Dfa {
    /// The class of each byte. Class 0 is that of bytes that need a closer look.
    classes: [u8; 256],
    /// Ways for each state: the classes, and the end of the text in its two kinds.
    stride: usize,
    ways: Vec<Way>,
    states: Vec<State>,
    numbers: HashMap<State, Way, BuildHasherDefault<Mixer>>,
    wide_ways: HashMap<(Way, char), Way, BuildHasherDefault<Mixer>>,
    /// Matches may begin anywhere.
    floating: bool,
    /// The states to begin in, by the four conditions on what precedes.
    starts: [Way; 16],
    /// States in which nothing has begun are marked, so that a prefilter can take over.
    restarts: bool,
    /// The program is a reversed one.
    backwards: bool,
    /// Whether anchors are in the program.
    has_look: bool,
    /// What they ask of what precedes: states are not told apart by anything else.
    asked_before: u8,
    /// Whether characters outside ASCII must be decoded.
    decodes: bool,
    /// For computing ways.
    stack: Vec<Address>,
    visited: Set,
}

impl Dfa {
    /// The automaton for matches that begin where the search does, or with `floating` anywhere.
    pub(super) fn new(
        program: &Program,
        sets: &[CharSet],
        floating: bool,
        subject: &Subject,
    ) -> Dfa {
        let Classes { classes, count, has_look, looks, decodes } =
            Classes::new(program, sets, subject.utf8);
        let mut dfa = Dfa {
            classes,
            stride: count + 2,
            ways: Vec::new(),
            states: Vec::new(),
            numbers: HashMap::default(),
            wide_ways: HashMap::default(),
            floating,
            starts: [UNKNOWN; 16],
            restarts: false,
            backwards: false,
            has_look,
            asked_before: looks & look::BEFORE,
            decodes,
            stack: Vec::new(),
            visited: Set::from_elem(0, program.code.len().div_ceil(64)),
        };
        dfa.clear();
        dfa
    }

    /// The automaton for a reversed program.
    pub(super) fn backwards(program: &Program, sets: &[CharSet], subject: &Subject) -> Dfa {
        Dfa { backwards: true, ..Dfa::new(program, sets, true, subject) }
    }

    fn clear(&mut self) {
        self.ways.clear();
        self.states.clear();
        self.numbers.clear();
        self.wide_ways.clear();
        self.starts = [UNKNOWN; 16];
        // The states that are none.
        let nothing = State { entries: Set::new(), before: 0 };
        self.states.extend([nothing.clone(), nothing]);
        self.ways.resize(2 * self.stride, UNKNOWN);
    }

    /// The way to the state from which no match goes on.
    fn dead(&self) -> Way {
        self.stride as Way
    }

    /// The state to begin in, `before` being the conditions that hold there.
    #[inline]
    fn start(&mut self, program: &Program, before: u8) -> Way {
        let before = before & self.asked_before;
        let known = self.starts[usize::from(before)];
        if known != UNKNOWN {
            return known;
        }
        self.new_start(program, before)
    }

    #[cold]
    fn new_start(&mut self, program: &Program, before: u8) -> Way {
        let mut entries = Set::from_elem(0, self.visited.len());
        insert(&mut entries, program.start);
        let number = self.number(State { entries, before });
        self.starts[usize::from(before)] = number;
        number
    }

    /// The number of a state, given one if it is new.
    fn number(&mut self, state: State) -> Way {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let size = self.stride * size_of::<Way>() + state.entries.len() * 16 + 128;
        if (self.states.len() + 1) * size > MEMORY && self.states.len() > 16 {
            self.clear();
        }
        let number = (self.states.len() * self.stride) as Way;
        self.states.push(state.clone());
        self.ways.resize(self.ways.len() + self.stride, UNKNOWN);
        self.numbers.insert(state, number);
        number
    }

    /// End of the longest match that begins at `start`, and how far it had to look.
    pub(super) fn longest(
        &mut self,
        program: &Program,
        sets: &[CharSet],
        subject: &Subject,
        start: usize,
    ) -> (Option<usize>, usize) {
        self.run(program, sets, subject, start, None)
    }

    /// A place where some match of those that begin at `start` (or later, if floating) ends:
    /// the first such place.
    pub(super) fn first_end(
        &mut self,
        program: &Program,
        sets: &[CharSet],
        subject: &Subject,
        start: usize,
        prefilter: &Prefilter,
    ) -> Option<usize> {
        self.run(program, sets, subject, start, Some(prefilter)).0
    }

    /// Runs to the last end of a match, or with a prefilter to the first; that, and where it
    /// stopped.
    #[inline]
    fn run(
        &mut self,
        program: &Program,
        sets: &[CharSet],
        subject: &Subject,
        start: usize,
        first: Option<&Prefilter>,
    ) -> (Option<usize>, usize) {
        let text = subject.text;
        let mut found = None;
        let mut at = start;
        let before = if self.has_look { subject.before(start) } else { 0 };
        let mut state = self.start(program, before);
        let dead = self.dead();
        // Where nothing has begun: pass over what cannot begin.
        let skip = first.filter(|first| first.is_useful());
        self.restarts = skip.is_some();
        loop {
            // Bytes that lead from state to state, and nothing else happens.
            while let Some(chunk) = text.get(at..).and_then(|rest| rest.first_chunk::<STRETCH>()) {
                let (mut taken, mut changes) = (0, 0);
                for byte in chunk {
                    let class = usize::from(self.classes[usize::from(*byte)]);
                    let way = self.ways[state as usize + class];
                    if is_special(way, dead) {
                        break;
                    }
                    changes |= way ^ state;
                    state = way;
                    taken += 1;
                }
                at += taken;
                if taken < STRETCH {
                    break;
                }
                if changes == 0 {
                    // While the state stays the same no step waits for the one before.
                    let row = &self.ways[state as usize..state as usize + self.stride];
                    let leaves = |byte: &u8| {
                        row.get(usize::from(self.classes[usize::from(*byte)])) != Some(&state)
                    };
                    at += text[at..].iter().position(leaves).unwrap_or(text.len() - at);
                }
            }
            if at >= text.len() {
                break;
            }
            let class = usize::from(self.classes[usize::from(text[at])]);
            let mut way = self.ways[state as usize + class];
            let mut length = 1;
            if is_special(way, dead) {
                if way == UNKNOWN {
                    (way, length) = self.step(program, sets, subject, state, at);
                }
                if way & ACCEPT != 0 {
                    found = Some(at);
                    if first.is_some() {
                        return (found, at);
                    }
                }
                if way & !FLAGS == dead {
                    return (found, at);
                }
                if way & CERTAIN != 0 && first.is_some() {
                    return (Some(at + length), at + length);
                }
                if way & RESTART != 0
                    && let Some(prefilter) = skip
                {
                    match prefilter.next(text, at + length) {
                        Some(next) => at = next,
                        None => return (found, text.len()),
                    }
                    length = 0;
                    if self.has_look {
                        way = self.start(program, subject.before(at));
                    }
                }
                way &= !FLAGS;
            }
            state = way;
            at += length;
        }
        let column = self.stride - 2 + usize::from(subject.not_eol);
        let mut way = self.ways[state as usize + column];
        if way == UNKNOWN {
            let symbol = Symbol::End { not_eol: subject.not_eol };
            way = self.way(program, sets, subject.lines, state, symbol);
            self.ways[state as usize + column] = way;
        }
        if way & ACCEPT != 0 {
            found = Some(text.len());
        }
        (found, at)
    }

    /// For the automaton of a reversed program: reads the text backwards from its end to `from`;
    /// the first place from there on where a match begins.
    pub(super) fn first_start(
        &mut self,
        program: &Program,
        sets: &[CharSet],
        subject: &Subject,
        from: usize,
    ) -> Option<usize> {
        let text = subject.text;
        let mut found = None;
        let mut at = text.len();
        let mut state = self.start(program, mirrored(subject.after(at)));
        loop {
            let character = characters::last(&text[..at], self.decodes);
            let (symbol, length) = match character {
                None => (Symbol::End { not_eol: subject.not_bol }, 0),
                Some((Character::Wide(c), length)) => (Symbol::Wide(c), length),
                Some((Character::Byte(byte), length)) => (Symbol::Byte(byte), length),
            };
            let class = match symbol {
                Symbol::Byte(byte) => usize::from(self.classes[usize::from(byte)]),
                _ => 0,
            };
            let mut way = self.ways[state as usize + class];
            if way == UNKNOWN {
                let states = self.states.len();
                way = self.way(program, sets, subject.lines, state, symbol);
                if class != 0 && self.states.len() >= states {
                    self.ways[state as usize + class] = way;
                }
            }
            if way & ACCEPT != 0 {
                found = Some(at);
            }
            state = way & !FLAGS;
            if at <= from || state == self.dead() {
                return found;
            }
            at -= length;
        }
    }

    /// Computes the way for the character at `at`, and its length.
    #[cold]
    fn step(
        &mut self,
        program: &Program,
        sets: &[CharSet],
        subject: &Subject,
        state: Way,
        at: usize,
    ) -> (Way, usize) {
        let byte = subject.text[at];
        if self.decodes
            && let Some((Character::Wide(c), length)) = characters::first(&subject.text[at..], true)
        {
            if let Some(&way) = self.wide_ways.get(&(state, c)) {
                return (way, length);
            }
            let states = self.states.len();
            let way = self.way(program, sets, subject.lines, state, Symbol::Wide(c));
            if self.states.len() >= states && self.wide_ways.len() < WIDE_WAYS {
                self.wide_ways.insert((state, c), way);
            }
            return (way, length);
        }
        let states = self.states.len();
        let way = self.way(program, sets, subject.lines, state, Symbol::Byte(byte));
        let class = usize::from(self.classes[usize::from(byte)]);
        // Class 0 stays unknown; and after a fresh start `state` is no more.
        if class != 0 && self.states.len() >= states {
            self.ways[state as usize + class] = way;
        }
        (way, 1)
    }

    /// The way out of a state.
    fn way(
        &mut self,
        program: &Program,
        sets: &[CharSet],
        lines: bool,
        state: Way,
        symbol: Symbol,
    ) -> Way {
        let State { entries, before } = self.states[state as usize / self.stride].clone();
        let (after, next_before) = if self.has_look { looks(symbol, self.decodes) } else { (0, 0) };
        let next_before = next_before & self.asked_before;
        let mut next = Set::from_elem(0, self.visited.len());
        let mut accept = self.follow(program, sets, &entries, before | after, symbol, &mut next);
        if accept && self.has_look && !lines && matches!(symbol, Symbol::Byte(b'\n')) {
            // Before a newline that is not part of the match no line ends (or begins after it,
            // going backwards).
            let conditions = before | after & !look::LINE_END;
            let mut nowhere = next.clone();
            accept = self.follow(program, sets, &entries, conditions, symbol, &mut nowhere);
        }
        if let Symbol::End { .. } = symbol {
            return self.dead() | if accept { ACCEPT } else { 0 };
        }
        if let Symbol::Wide(c) = symbol {
            // A literal is matched byte by byte.
            let mut buffer = [0; 4];
            let mut literal = entries;
            let bytes = c.encode_utf8(&mut buffer).as_bytes();
            for index in 0..bytes.len() {
                let byte = bytes[if self.backwards { bytes.len() - 1 - index } else { index }];
                let mut more = Set::from_elem(0, self.visited.len());
                let condition = if index == 0 { before | after } else { 0 };
                let symbol = Symbol::Byte(byte);
                accept |=
                    self.follow(program, &[], &literal, condition, symbol, &mut more) && index == 0;
                literal = more;
            }
            next.iter_mut().zip(literal).for_each(|(one, other)| *one |= other);
        }
        if self.floating {
            insert(&mut next, program.start);
        }
        let is_certain = self.floating && !self.backwards && {
            let (end, mut nowhere) = (Symbol::End { not_eol: true }, next.clone());
            self.follow(program, sets, &next, 0, end, &mut nowhere)
        };
        let is_idle = next.iter().map(|word| word.count_ones()).sum::<u32>() == 1;
        let way = match next.iter().all(|word| *word == 0) {
            true => self.dead(),
            false => self.number(State { entries: next, before: next_before }),
        };
        let way = if self.restarts && is_idle { way | RESTART } else { way };
        let way = if is_certain { way | CERTAIN } else { way };
        if accept { way | ACCEPT } else { way }
    }

    /// Takes all empty steps from `entries` under the given conditions, then every instruction
    /// that accepts the symbol; adds where they lead to `next`. Whether a match ends here.
    fn follow(
        &mut self,
        program: &Program,
        sets: &[CharSet],
        entries: &Set,
        conditions: u8,
        symbol: Symbol,
        next: &mut Set,
    ) -> bool {
        let mut accept = false;
        self.visited.iter_mut().for_each(|word| *word = 0);
        for (index, &word) in entries.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                self.stack.push(index as u32 * 64 + word.trailing_zeros());
                word &= word - 1;
                while let Some(address) = self.stack.pop() {
                    if !insert(&mut self.visited, address) {
                        continue;
                    }
                    match program.code[address as usize] {
                        Instruction::Match => accept = true,
                        Instruction::Byte { byte, next: follow } => {
                            if matches!(symbol, Symbol::Byte(other) if other == byte) {
                                insert(next, follow);
                            }
                        }
                        Instruction::Set { set, next: follow } => {
                            let set = sets.get(set as usize);
                            let member = set.is_some_and(|set| match symbol {
                                Symbol::Byte(byte) => set.has_byte(byte),
                                Symbol::Wide(c) => set.has_wide(c),
                                Symbol::End { .. } => false,
                            });
                            if member {
                                insert(next, follow);
                            }
                        }
                        Instruction::Split { first, second, .. } => {
                            self.stack.push(second);
                            self.stack.push(first);
                        }
                        Instruction::Open { next, .. } | Instruction::Close { next, .. } => {
                            self.stack.push(next);
                        }
                        Instruction::Look { condition, next } => {
                            if conditions & condition == condition {
                                self.stack.push(next);
                            }
                        }
                        // Programs with back-references have no automaton.
                        Instruction::Backref { .. } => {}
                    }
                }
            }
        }
        accept
    }
}

/// The conditions that hold before the symbol because of it, and those after it.
///
/// A newline that is part of a match ends a line and begins one in any case; see
/// [`Subject::holds_in`].
fn looks(symbol: Symbol, utf8: bool) -> (u8, u8) {
    let character = match symbol {
        Symbol::End { not_eol } => {
            let line_end = if not_eol { 0 } else { look::LINE_END };
            return (look::BEFORE_OTHER | look::TEXT_END | line_end, 0);
        }
        Symbol::Byte(b'\n') => {
            return (look::BEFORE_OTHER | look::LINE_END, look::AFTER_OTHER | look::LINE_START);
        }
        Symbol::Byte(byte) => Character::Byte(byte),
        Symbol::Wide(c) => Character::Wide(c),
    };
    match is_word(character, utf8) {
        true => (look::BEFORE_WORD, look::AFTER_WORD),
        false => (look::BEFORE_OTHER, look::AFTER_OTHER),
    }
}

/// Adds an address to a set; whether it is new there.
fn insert(set: &mut Set, address: Address) -> bool {
    let word = &mut set[address as usize / 64];
    let bit = 1 << (address % 64);
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}
