//! Where a match can begin, told by what stands further on in it: many expressions begin with
//! characters that are everywhere, and have something rarer at a known distance.

use super::bytes::ByteSet;
use super::flat::{Flat, Label, Step};
use super::options::RegexOptions;
use super::prefilter::Literal;
use super::tree::{Tree, UNBOUNDED, look};

/// What tells where a sequence can begin.
#[derive(Debug)]
pub(super) enum Lead {
    /// `[set]text`: one character stands before the text.
    Before { set: ByteSet, literal: Literal },
    /// `[set]*text`: a run of characters stands before the text.
    Run { set: ByteSet, literal: Literal },
    /// `[set]*$`: a run of characters, at most `most` of them, stands at the end.
    AtEnd { set: ByteSet, most: usize },
}

impl Lead {
    /// What tells where the sequence begins, if anything does.
    pub(super) fn new(flat: &Flat, tree: &Tree, options: &RegexOptions) -> Option<Lead> {
        let lines = options.newline || options.multiline_anchors;
        let set_of = |set: u32| ByteSet::of_narrow(&tree.sets[set as usize], options);
        match flat.steps[..] {
            [Step::One { set }, Step::Literal { start, end }, ..] => {
                let literal = Literal::new(flat.text(start, end));
                Some(Lead::Before { set: set_of(set)?, literal })
            }
            [Step::Run { label, max: UNBOUNDED, .. }, Step::Literal { start, end }, ..] => {
                let literal = Literal::new(flat.text(start, end));
                let set = match label {
                    Label::Set(set) => set_of(set)?,
                    Label::Byte(byte) => one_byte(byte, options)?,
                    Label::Any { .. } => return None,
                };
                Some(Lead::Run { set, literal })
            }
            [Step::Run { label, max, .. }, Step::Look(look::LINE_END)] if !lines => {
                let set = match label {
                    Label::Set(set) => set_of(set)?,
                    Label::Byte(byte) => one_byte(byte, options)?,
                    Label::Any { .. } => return None,
                };
                let most = if max == UNBOUNDED { usize::MAX } else { usize::from(max) };
                Some(Lead::AtEnd { set, most })
            }
            [Step::Look(look::LINE_END)] if !lines => {
                Some(Lead::AtEnd { set: ByteSet::default(), most: 0 })
            }
            _ => None,
        }
    }

    /// The first place from `at` on where a match can begin.
    pub(super) fn next(&self, text: &[u8], at: usize) -> Option<usize> {
        match self {
            Lead::Before { set, literal } => {
                let mut from = at + 1;
                loop {
                    let place = from + literal.find(text.get(from..)?)?;
                    if set.has(text[place - 1]) {
                        return Some(place - 1);
                    }
                    from = place + 1;
                }
            }
            Lead::Run { set, literal } => {
                let place = at + literal.find(text.get(at..)?)?;
                Some(run_before(set, text, at, place, usize::MAX))
            }
            Lead::AtEnd { set, most } => {
                (at <= text.len()).then(|| run_before(set, text, at, text.len(), *most))
            }
        }
    }
}

fn one_byte(byte: u8, options: &RegexOptions) -> Option<ByteSet> {
    (!options.utf8 || byte < 0x80).then(|| ByteSet::of_byte(byte))
}

/// Where the run of members that ends at `end` begins; not before `from`, and at most `most` long.
fn run_before(set: &ByteSet, text: &[u8], from: usize, end: usize, most: usize) -> usize {
    let run = text[from..end].iter().rev().take(most).take_while(|byte| set.has(**byte));
    end - run.count()
}
