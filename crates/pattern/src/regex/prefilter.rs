//! What a match must have, found by looking at the expression alone: text it
//! begins with, text it contains, bytes it can begin with, a place it is bound to.

use super::bytes::ByteSet;
use super::flat::{Flat, Label, Step};
use super::lead::Lead;
use super::options::RegexOptions;
use super::program::nullable;
use super::tree::{Id, Node, Tree, look};
use super::word::Word;
use crate::search;
use byte_search::memmem::Finder;
use byte_search::{memchr, memchr2, memchr3};
use smallvec::SmallVec;
use std::cell::OnceCell;

/// Text put together from the parts of an expression.
type Text = SmallVec<[u8; 24]>;

/// Literal text to be looked for, perhaps none. For long texts a searcher is made once.
#[derive(Debug, Default)]
pub(super) struct Literal {
    pub(super) text: Text,
    finder: OnceCell<Box<Finder>>,
}

impl Literal {
    pub(super) fn new(text: &[u8]) -> Literal {
        Literal { text: Text::from_slice(text), finder: OnceCell::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(super) fn find(&self, text: &[u8]) -> Option<usize> {
        if text.len() <= search::SHORT || self.text.len() < 2 {
            return search::find(text, &self.text);
        }
        let make = || Box::new(Finder::new(&self.text));
        self.finder.get_or_init(make).find(text)
    }
}

/// How to pass over what cannot match.
#[derive(Debug, Default)]
pub(super) struct Prefilter {
    /// A match begins with this.
    pub(super) prefix: Literal,
    /// A match contains this; empty where the prefix is as good.
    pub(super) required: Literal,
    /// The whole expression is the prefix.
    pub(super) is_literal: bool,
    /// A match begins only at the start of the text (or of a line, with `lines`).
    pub(super) at_start: Option<Start>,
    /// The bytes a match can begin with; None: any, or none.
    first: Option<First>,
    /// Something further on tells more than the first byte.
    lead: Option<Lead>,
    /// A match begins with this.
    word: Option<Box<Word>>,
    /// The whole expression is one character out of `first`.
    single: bool,
}

/// How a search for the end of a match of a single character went.
pub(super) enum Single {
    /// A match ends here.
    Ends(usize),
    /// There is none.
    Nowhere,
    /// None before this place, which needs a closer look.
    Unknown(usize),
}

/// Where a match is bound to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// At the start of the text.
    Text,
    /// After a newline or at the start of the text.
    Line,
}

#[derive(Debug)]
enum First {
    One(u8),
    Two(u8, u8),
    Three(u8, u8, u8),
    /// From one on, so many more.
    Range(u8, u8),
    Many(ByteSet),
}

impl First {
    fn new(bits: ByteSet) -> Option<First> {
        // Nearly every byte: not worth looking.
        (bits.count() < 192).then(|| First::of(bits))
    }

    fn of(bits: ByteSet) -> First {
        let count = bits.count();
        if count > 3 {
            let [low, high] = bits.ends();
            return match u32::from(high - low) + 1 == count {
                true => First::Range(low, high - low),
                false => First::Many(bits),
            };
        }
        let mut bytes = bits.members();
        match (bytes.next(), bytes.next(), bytes.next()) {
            (Some(a), Some(b), Some(c)) => First::Three(a, b, c),
            (Some(a), Some(b), None) => First::Two(a, b),
            (Some(a), None, _) => First::One(a),
            (None, ..) => First::Many(bits),
        }
    }

    fn find(&self, text: &[u8]) -> Option<usize> {
        match self {
            First::One(a) => memchr(*a, text),
            First::Two(a, b) => memchr2(*a, *b, text),
            First::Three(a, b, c) => memchr3(*a, *b, *c, text),
            First::Range(low, more) => {
                let has = |byte: &u8| byte.wrapping_sub(*low) <= *more;
                // Many at once, in a form that becomes vector instructions.
                let is_far =
                    |block: &&[u8; 16]| !block.iter().fold(false, |any, byte| any | has(byte));
                let passed = text.as_chunks::<16>().0.iter().take_while(is_far).count() * 16;
                text[passed..].iter().position(has).map(|at| passed + at)
            }
            First::Many(bits) => text.iter().position(|byte| bits.has(*byte)),
        }
    }
}

impl Prefilter {
    pub(super) fn of_flat(flat: &Flat, tree: &Tree, options: &RegexOptions) -> Prefilter {
        let mut filter = Prefilter::default();
        let steps = &flat.steps[..];
        let body = match steps.first() {
            Some(Step::Look(condition)) => {
                filter.at_start = start(*condition, options);
                &steps[1..]
            }
            _ => steps,
        };
        if let Some(&Step::Literal { start, end }) = body.first() {
            filter.prefix = Literal::new(flat.text(start, end));
            filter.is_literal = steps.len() == 1;
        } else if let ([Step::One { set }], 0) = (steps, tree.groups) {
            let mut bits = ByteSet::default();
            bits.add_firsts(&tree.sets[*set as usize], options);
            filter.first = Some(First::of(bits));
            filter.single = true;
        } else if filter.at_start.is_none() {
            filter.first = first_of_flat(body, flat, tree, options);
            if matches!(filter.first, None | Some(First::Range(..) | First::Many(_))) {
                filter.lead = Lead::new(flat, tree, options);
            }
        }
        if filter.at_start.is_none() && filter.lead.is_none() && filter.prefix.text.len() < 2 {
            filter.word = Word::new(flat, tree, options);
        }
        let longest = body.iter().filter_map(|step| match *step {
            Step::Literal { start, end } => Some(flat.text(start, end)),
            _ => None,
        });
        if let Some(longest) = longest.max_by_key(|text| text.len())
            && (filter.at_start.is_some() || longest.len() > filter.prefix.text.len())
        {
            filter.required = Literal::new(longest);
        }
        filter
    }

    pub(super) fn of_tree(tree: &Tree, options: &RegexOptions) -> Prefilter {
        let mut filter =
            Prefilter { at_start: anchored(tree, tree.root, options), ..Prefilter::default() };
        let mut bits = ByteSet::default();
        if filter.at_start.is_none() && first_of_tree(tree, tree.root, options, &mut bits) {
            filter.first = First::new(bits);
        }
        let mut best = Text::new();
        let mut current = Text::new();
        required(tree, tree.root, &mut current, &mut best);
        if current.len() > best.len() {
            best = current;
        }
        filter.required = Literal { text: best, finder: OnceCell::new() };
        filter
    }

    /// The most telling text every match has in it, or nothing.
    pub(super) fn literal(&self) -> &Literal {
        if self.required.is_empty() { &self.prefix } else { &self.required }
    }

    /// Whether `text` from `at` on can hold a match at all, as far as literal text tells.
    pub(super) fn may_match(&self, text: &[u8], at: usize) -> bool {
        self.required.is_empty()
            || text.get(at..).is_some_and(|rest| self.required.find(rest).is_some())
    }

    /// The first place from `at` on where a match can begin.
    #[inline]
    pub(super) fn next(&self, text: &[u8], at: usize) -> Option<usize> {
        match self.at_start {
            Some(Start::Text) => return (at == 0).then_some(0),
            Some(Start::Line) if at != 0 && text[at - 1] != b'\n' => {
                return memchr(b'\n', &text[at..]).map(|found| at + found + 1);
            }
            Some(Start::Line) => return Some(at),
            None => {}
        }
        if let Some(word) = &self.word {
            return word.find(text, at);
        }
        if let Some(lead) = &self.lead {
            return lead.next(text, at);
        }
        let rest = text.get(at..)?;
        let found = if !self.prefix.is_empty() {
            self.prefix.find(rest)?
        } else if let Some(first) = &self.first {
            first.find(rest)?
        } else {
            0
        };
        Some(at + found)
    }

    /// The first place from `at` on where a match ends, where that is a matter of one byte. None
    /// if it is not.
    #[inline]
    pub(super) fn single_end(&self, text: &[u8], at: usize, utf8: bool) -> Option<Single> {
        let (true, Some(first)) = (self.single, &self.first) else { return None };
        let rest = text.get(at..).unwrap_or_default();
        Some(match first.find(rest) {
            None => Single::Nowhere,
            Some(found) if utf8 && rest[found] >= 0x80 => Single::Unknown(at + found),
            Some(found) => Single::Ends(at + found + 1),
        })
    }

    /// Whether it looks for a word in either case, or one that has small sets in it.
    pub(super) fn has_word(&self) -> bool {
        self.word.is_some()
    }

    /// Whether [`Prefilter::next`] is worth asking at all, an automaton being at hand.
    pub(super) fn passes_something(&self) -> bool {
        self.lead.is_some() || self.is_useful()
    }

    /// Whether [`Prefilter::next`] passes quickly over much in the midst of a text.
    pub(super) fn is_useful(&self) -> bool {
        // A scan for many bytes is no faster than the automaton's own.
        let first = self
            .first
            .as_ref()
            .is_some_and(|first| !matches!(first, First::Range(..) | First::Many(_)));
        self.at_start.is_some() || !self.prefix.is_empty() || first || self.word.is_some()
    }
}

fn start(condition: u8, options: &RegexOptions) -> Option<Start> {
    if condition & look::TEXT_START != 0 {
        Some(Start::Text)
    } else if condition & look::LINE_START != 0 {
        let lines = options.newline || options.multiline_anchors;
        Some(if lines { Start::Line } else { Start::Text })
    } else {
        None
    }
}

/// The place every match of the node is bound to begin at.
fn anchored(tree: &Tree, id: Id, options: &RegexOptions) -> Option<Start> {
    match tree.node(id) {
        Node::Look(condition) => start(condition, options),
        Node::Group { node, .. } => anchored(tree, node, options),
        Node::Concat { start, end } => {
            tree.list(start, end).first().and_then(|&id| anchored(tree, id, options))
        }
        Node::Alternate { start, end } => {
            let mut all = tree.list(start, end).iter().map(|&id| anchored(tree, id, options));
            let first = all.next()?;
            all.all(|other| other == first).then_some(first)?
        }
        _ => None,
    }
}

fn first_of_flat(
    steps: &[Step],
    flat: &Flat,
    tree: &Tree,
    options: &RegexOptions,
) -> Option<First> {
    let mut bits = ByteSet::default();
    for step in steps {
        match *step {
            Step::Look(_) => {}
            Step::Literal { start, end } => {
                bits.add(flat.text(start, end)[0]);
                return First::new(bits);
            }
            Step::One { set } => {
                bits.add_firsts(&tree.sets[set as usize], options);
                return First::new(bits);
            }
            Step::Run { label, min, .. } => {
                match label {
                    Label::Byte(byte) => bits.add(byte),
                    Label::Set(set) => bits.add_firsts(&tree.sets[set as usize], options),
                    Label::Any { .. } => return None,
                }
                if min > 0 {
                    return First::new(bits);
                }
            }
        }
    }
    None
}

/// Collects the bytes a match of the node can begin with; false when it may be empty.
fn first_of_tree(tree: &Tree, id: Id, options: &RegexOptions, bits: &mut ByteSet) -> bool {
    match tree.node(id) {
        Node::Byte(byte) => {
            bits.add(byte);
            true
        }
        Node::Set(set) => {
            bits.add_firsts(&tree.sets[set as usize], options);
            true
        }
        Node::Empty | Node::Look(_) | Node::Backref(_) => false,
        Node::Concat { start, end } => {
            tree.list(start, end).iter().any(|&id| first_of_tree(tree, id, options, bits))
        }
        Node::Alternate { start, end } => {
            // All of them add their bytes, whether or not one is empty.
            let mut all = true;
            for &id in tree.list(start, end) {
                all &= first_of_tree(tree, id, options, bits);
            }
            all
        }
        Node::Repeat { node, min, .. } => first_of_tree(tree, node, options, bits) && min > 0,
        Node::Group { node, .. } => first_of_tree(tree, node, options, bits),
    }
}

/// Walks the parts that are in every match in their order; `current` is the literal text they
/// end with, `best` the longest one that was broken off.
fn required(tree: &Tree, id: Id, current: &mut Text, best: &mut Text) {
    match tree.node(id) {
        Node::Byte(byte) => current.push(byte),
        Node::Empty | Node::Look(_) => {}
        Node::Group { node, .. } => required(tree, node, current, best),
        Node::Concat { start, end } => {
            for &id in tree.list(start, end) {
                required(tree, id, current, best);
            }
        }
        Node::Repeat { node, min, .. } if min > 0 && !nullable(tree, node) => {
            // One copy follows what precedes; what comes after the last one is another text.
            required(tree, node, current, best);
            cut(current, best);
        }
        _ => cut(current, best),
    }
}

fn cut(current: &mut Text, best: &mut Text) {
    if current.len() > best.len() {
        std::mem::swap(current, best);
    }
    current.clear();
}
