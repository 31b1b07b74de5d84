//! Looking for a sequence of small sets of bytes, as a word in either case is one.
//!
//! Two places of the sequence are looked at for many starts at once, in a form that compilers turn
//! into vector instructions; the rest where both fit.

use super::bytes::ByteSet;
use super::flat::{Flat, Step};
use super::options::RegexOptions;
use super::tree::Tree;

/// Sets with more members stand for no word.
const MEMBERS: u32 = 2;
/// Sets that are looked at.
const MOST: usize = 16;
/// Starts that are looked at together.
const WIDTH: usize = 32;
/// Letters from the most frequent one on, so that the others are looked for.
const FREQUENT: &[u8] = b" etaoinsrhldcumfpgwybvk";

/// What to look for.
#[derive(Debug)]
pub(super) struct Word {
    sets: Vec<ByteSet>,
    /// Two places in it, and the bytes that may be there.
    probes: [(usize, [u8; 2]); 2],
}

impl Word {
    /// What the sequence begins with, if it is not plain text.
    pub(super) fn new(flat: &Flat, tree: &Tree, options: &RegexOptions) -> Option<Box<Word>> {
        // Most expressions are none: nothing is put together for them.
        let is_small = |step: &Step| match *step {
            Step::Literal { .. } => true,
            Step::One { set } => set_of(tree, set, options).is_some(),
            _ => false,
        };
        let steps = flat.steps.iter().take_while(|step| is_small(step)).count();
        let steps = &flat.steps[..steps];
        if !steps.iter().any(|step| matches!(step, Step::One { .. })) {
            return None;
        }
        let mut sets = Vec::with_capacity(MOST);
        for step in steps {
            match *step {
                Step::Literal { start, end } => {
                    sets.extend(flat.text(start, end).iter().copied().map(ByteSet::of_byte));
                }
                Step::One { set } => sets.push(set_of(tree, set, options)?),
                _ => break,
            }
        }
        sets.truncate(MOST);
        let mut probes = sets.iter().map(ByteSet::ends).enumerate();
        let (mut one, mut two) = (probes.next()?, probes.next()?);
        for probe in probes {
            if rarity(two) > rarity(one) {
                (one, two) = (two, one);
            }
            // `two` is the more frequent one.
            if rarity(probe) > rarity(two) {
                two = probe;
            }
        }
        Some(Box::new(Word { sets, probes: [one, two] }))
    }

    /// The first place from `at` on where it stands.
    pub(super) fn find(&self, text: &[u8], at: usize) -> Option<usize> {
        let [(one, [a, b]), (two, [c, d])] = self.probes;
        let mut at = at;
        while let (Some(ones), Some(twos)) = (
            text.get(at + one..).and_then(|rest| rest.first_chunk::<WIDTH>()),
            text.get(at + two..).and_then(|rest| rest.first_chunk::<WIDTH>()),
        ) {
            let mut fit = 0;
            for (x, y) in ones.iter().zip(twos) {
                fit |= (u8::from(*x == a) | u8::from(*x == b))
                    & (u8::from(*y == c) | u8::from(*y == d));
            }
            if fit != 0
                && let Some(place) = (at..at + WIDTH).find(|place| self.stands(text, *place))
            {
                return Some(place);
            }
            at += WIDTH;
        }
        let last = (text.len() + 1).checked_sub(self.sets.len())?;
        (at..last).find(|place| self.stands(text, *place))
    }

    fn stands(&self, text: &[u8], at: usize) -> bool {
        let piece = text.get(at..at + self.sets.len());
        piece.is_some_and(|piece| piece.iter().zip(&self.sets).all(|(byte, set)| set.has(*byte)))
    }
}

/// How seldom the bytes at a place are.
fn rarity((_, [byte, other]): (usize, [u8; 2])) -> usize {
    let of = |byte: u8| {
        let letter = byte.to_ascii_lowercase();
        FREQUENT.iter().position(|other| *other == letter).unwrap_or(FREQUENT.len())
    };
    of(byte).min(of(other))
}

/// A set of few bytes, none of which is ever a part of another character.
fn set_of(tree: &Tree, set: u32, options: &RegexOptions) -> Option<ByteSet> {
    let bytes = ByteSet::of_narrow(&tree.sets[set as usize], options)?;
    (1..=MEMBERS).contains(&bytes.count()).then_some(bytes)
}
