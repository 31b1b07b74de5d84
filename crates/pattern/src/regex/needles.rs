//! What every match of an expression has in it, as a few short sequences: of `WARN|ERROR` those two
//! words, of `[0-9]{4}ms` four digits and two letters, of `ed$` two letters and a newline. Large
//! texts are searched for these before anything else looks at them, and where they are the whole
//! expression, nothing else does.
//!
//! Only for expressions that match no newline, in texts of many lines: ends of lines are looked for
//! as the newlines they are.

use super::bytes::ByteSet;
use super::options::RegexOptions;
use super::sequence::{LineEnds, MOST, Member, Sequence, frequency};
use super::tree::{Id, Node, Tree, look};
use crate::characters::CharSet;
use aho_corasick::{Span, packed};
use byte_search::memmem::Finder;
use std::cell::{Cell, OnceCell};

/// Longer ones tell no more.
const LENGTH: usize = 24;
/// What a search may cost a byte, by the estimates of [`cost`], in nanoseconds.
const AFFORDABLE: f32 = 1.0;
/// Bytes that a place which looked right and was not may cost.
const DISTANCE: usize = 8;

/// Bytes to be looked through before it is worth while to ask the processor for wider vectors, which
/// takes as long as a tenth of it under a hypervisor.
const MUCH: usize = 1 << 20;

/// What to look for.
#[derive(Debug)]
pub(super) struct Needles {
    sequences: Vec<Sequence>,
    /// The byte that is all there is to look for.
    byte: Option<u8>,
    /// Bytes that have been looked through.
    passed: Cell<usize>,
    /// How to look through many more, where all are plain texts.
    wide: OnceCell<Option<Wide>>,
    /// These are the expression: where one stands is a match.
    pub(super) is_exact: bool,
}

/// A search for plain texts by wide vectors.
#[derive(Debug)]
enum Wide {
    One(Finder),
    Several(Box<packed::Searcher>),
}

impl Wide {
    /// The end of the first of the texts from `at` on.
    fn find(&self, text: &[u8], at: usize) -> Option<usize> {
        match self {
            Wide::One(finder) => {
                let found = finder.find(text.get(at..)?)?;
                Some(at + found + finder.needle().len())
            }
            Wide::Several(searcher) => {
                Some(searcher.find_in(text, Span::from(at..text.len()))?.end())
            }
        }
    }
}

/// How a search went.
pub(super) enum Found {
    /// One of them ends here.
    At(usize),
    Nowhere,
    /// None ends before this place; too much looks as if.
    Unsure(usize),
}

impl Needles {
    /// What to look for, if that is less work than running the automaton.
    pub(super) fn new(tree: &Tree, options: &RegexOptions) -> Option<Box<Needles>> {
        let part = part(tree, tree.root, options.utf8);
        let (mut drafts, mut is_exact) = (part.best.unwrap_or_default(), false);
        if let Some((whole, exact)) = part.whole
            && cost(&whole, exact) <= cost(&drafts, false)
        {
            (drafts, is_exact) = (whole, exact);
        }
        // For one plain text there is a better way.
        let is_text = !is_exact && matches!(&drafts[..], [draft] if draft.is_text());
        let needles = || {
            let sequences: Vec<_> = drafts.iter().map(Draft::sequence).collect();
            let byte = match &sequences[..] {
                [one] => one.text().filter(|text| text.len() == 1).map(|text| text[0]),
                _ => None,
            };
            let (passed, wide) = (Cell::new(0), OnceCell::new());
            Box::new(Needles { sequences, byte, passed, wide, is_exact })
        };
        (!is_text && cost(&drafts, is_exact) <= AFFORDABLE).then(needles)
    }

    /// The first place from `at` on where one of them stands.
    pub(super) fn find(&self, text: &[u8], at: usize) -> Found {
        if let Some(byte) = self.byte {
            let found = text.get(at..).and_then(|rest| byte_search::memchr(byte, rest));
            return found.map_or(Found::Nowhere, |place| Found::At(at + place + 1));
        }
        if self.passed.get() > MUCH
            && at <= text.len()
            && let Some(wide) = self.wide.get_or_init(|| self.make_wide())
        {
            return wide.find(text, at).map_or(Found::Nowhere, Found::At);
        }
        let found = self.find_by_probes(text, at);
        let (Found::At(end) | Found::Unsure(end)) = found else {
            self.passed.set(self.passed.get() + text.len().saturating_sub(at));
            return found;
        };
        self.passed.set(self.passed.get() + end.saturating_sub(at));
        found
    }

    #[cold]
    fn make_wide(&self) -> Option<Wide> {
        let texts: Vec<_> = self.sequences.iter().map(Sequence::text).collect::<Option<_>>()?;
        match &texts[..] {
            [text] => Some(Wide::One(Finder::new(text))),
            _ => Some(Wide::Several(Box::new(packed::Searcher::new(texts)?))),
        }
    }

    fn find_by_probes(&self, text: &[u8], at: usize) -> Found {
        // The search proper wants a byte in front of a sequence. And most lines that are asked for
        // by their beginning have it.
        let here = self.sequences.iter().filter(|sequence| at == 0 || sequence.is_at_line_start());
        if let Some(end) = here.filter_map(|sequence| sequence.end(text, at)).next() {
            return Found::At(end);
        }
        let from = at.max(1);
        let (mut failures, mut is_often) = (0, false);
        let mut check = |place: usize| {
            let end = self.end(text, place);
            failures += 1;
            is_often = end.is_none() && failures * DISTANCE > 16 * DISTANCE + place - from;
            if is_often { Some(place) } else { end }
        };
        let found = Sequence::search(&self.sequences, text, from, &mut check);
        match found {
            Ok(place) if is_often => Found::Unsure(place),
            Ok(end) => Found::At(end),
            Err(rest) => {
                let end = (rest..=text.len()).find_map(|place| self.end(text, place));
                end.map_or(Found::Nowhere, Found::At)
            }
        }
    }

    /// The end of one that stands at `place`.
    fn end(&self, text: &[u8], place: usize) -> Option<usize> {
        self.sequences.iter().find_map(|sequence| sequence.end(text, place))
    }
}

/// A sequence in the making.
#[derive(Clone, Debug, Default)]
struct Draft {
    ends: LineEnds,
    members: Vec<Member>,
}

impl Draft {
    fn of(member: Member) -> Draft {
        Draft { members: vec![member], ..Draft::default() }
    }

    /// One and then the other; None where that is too long, or a line would end inside.
    fn then(&self, other: &Draft) -> Option<Draft> {
        let parts = self.ends.tail && !other.members.is_empty()
            || other.ends.head && !self.members.is_empty();
        let members = [&self.members[..], &other.members[..]].concat();
        let ends = LineEnds {
            head: self.ends.head || other.ends.head,
            tail: self.ends.tail || other.ends.tail,
        };
        (!parts && members.len() <= LENGTH).then_some(Draft { ends, members })
    }

    fn is_text(&self) -> bool {
        self.ends == LineEnds::default() && self.members.iter().all(Member::is_byte)
    }

    fn sequence(&self) -> Sequence {
        Sequence::new(self.ends, &self.members)
    }
}

/// What is known of a part of an expression.
#[derive(Default)]
struct Part {
    /// Every match is one of these; and with true, each of these is a match.
    whole: Option<(Vec<Draft>, bool)>,
    /// Every match has one of these in it.
    best: Option<Vec<Draft>>,
}

impl Part {
    fn exactly(drafts: Vec<Draft>) -> Part {
        Part { whole: Some((drafts, true)), best: None }
    }

    /// What every match has in it.
    fn contained(self) -> Option<Vec<Draft>> {
        better(self.best, self.whole.map(|(drafts, _)| drafts))
    }
}

/// Nanoseconds a byte, roughly, for looking for one of the sequences, and at what was found.
fn cost(drafts: &[Draft], is_exact: bool) -> f32 {
    let look = if is_exact { 8.0 } else { 40.0 };
    let each = |draft: &Draft| 0.1 + look * frequency(draft.ends, &draft.members);
    // Every line begins and ends: that is no news.
    let tells_nothing = |draft: &Draft| draft.members.is_empty() && !is_exact;
    if drafts.is_empty() || drafts.iter().any(tells_nothing) {
        return f32::MAX;
    }
    drafts.iter().map(each).sum()
}

fn better(one: Option<Vec<Draft>>, other: Option<Vec<Draft>>) -> Option<Vec<Draft>> {
    match (one, other) {
        (Some(one), Some(other)) => {
            Some(if cost(&one, false) <= cost(&other, false) { one } else { other })
        }
        (one, other) => one.or(other),
    }
}

/// Each of some followed by each of others, if that is not too much.
fn product(some: &[Draft], others: &[Draft]) -> Option<Vec<Draft>> {
    if some.len() * others.len() > MOST {
        return None;
    }
    let pairs = some.iter().flat_map(|one| others.iter().map(|other| one.then(other)));
    pairs.collect()
}

fn part(tree: &Tree, id: Id, utf8: bool) -> Part {
    match tree.node(id) {
        Node::Empty => Part::exactly(vec![Draft::default()]),
        Node::Byte(byte) => Part::exactly(vec![Draft::of(Member::of_byte(byte))]),
        Node::Set(set) => {
            members(&tree.sets[set as usize], utf8).map(Part::exactly).unwrap_or_default()
        }
        Node::Look(look::LINE_START) => Part::exactly(vec![Draft {
            ends: LineEnds { head: true, tail: false },
            members: Vec::new(),
        }]),
        Node::Look(look::LINE_END) => Part::exactly(vec![Draft {
            ends: LineEnds { head: false, tail: true },
            members: Vec::new(),
        }]),
        // Other conditions only keep some of the matches.
        Node::Look(_) => Part { whole: Some((vec![Draft::default()], false)), best: None },
        Node::Backref(_) => Part::default(),
        Node::Group { node, .. } => part(tree, node, utf8),
        Node::Concat { start, end } => {
            let parts = tree.list(start, end).iter().map(|&id| part(tree, id, utf8));
            sequence_of(parts)
        }
        Node::Alternate { start, end } => alternatives(tree, tree.list(start, end), utf8),
        Node::Repeat { min: 0, max, .. } if max > 1 => Part::default(),
        Node::Repeat { node, min, max } => {
            let part = part(tree, node, utf8);
            let Some((once, exact)) = &part.whole else {
                return if min > 0 { part } else { Part::default() };
            };
            let times = |count: u16| {
                let nothing = vec![Draft::default()];
                (0..count).try_fold(nothing, |drafts, _| product(&drafts, once))
            };
            let counts: Option<Vec<_>> = match max - min {
                0..=2 => (min..=max).map(times).collect(),
                _ => None,
            };
            let whole = counts.map(|drafts| drafts.concat());
            if let Some(whole) = whole
                && whole.len() <= MOST
            {
                return Part { whole: Some((whole, *exact)), best: None };
            }
            // As many as there are in any case, and fit.
            let most = (1..=min.min(LENGTH as u16)).rev().find_map(times);
            Part { whole: None, best: most }
        }
    }
}

/// One part after the other.
fn sequence_of(parts: impl Iterator<Item = Part>) -> Part {
    let (mut current, mut exact) = (vec![Draft::default()], true);
    let (mut best, mut complete) = (None, true);
    for mut part in parts {
        let whole = part.whole.take();
        let longer = whole.as_ref().and_then(|(drafts, _)| product(&current, drafts));
        if let (Some(longer), Some((_, is_exact))) = (longer, &whole) {
            current = longer;
            exact &= is_exact;
            continue;
        }
        // What comes now is broken off from what came before.
        complete = false;
        best = better(better(best, part.best), Some(current));
        current = whole.map_or_else(|| vec![Draft::default()], |(drafts, _)| drafts);
    }
    if complete {
        return Part { whole: Some((current, exact)), best };
    }
    Part { whole: None, best: better(best, Some(current)) }
}

fn alternatives(tree: &Tree, ids: &[Id], utf8: bool) -> Part {
    let (mut whole, mut exact) = (Some(Vec::new()), true);
    let mut best = Some(Vec::new());
    for &id in ids {
        let part = part(tree, id, utf8);
        whole = match (whole, &part.whole) {
            (Some(all), Some((drafts, is_exact))) if all.len() + drafts.len() <= MOST => {
                exact &= is_exact;
                Some([&all[..], &drafts[..]].concat())
            }
            _ => None,
        };
        best = match (best, part.contained()) {
            (Some(all), Some(drafts)) if all.len() + drafts.len() <= MOST => {
                Some([all, drafts].concat())
            }
            _ => None,
        };
        if whole.is_none() && best.is_none() {
            break;
        }
    }
    Part { whole: whole.map(|drafts| (drafts, exact)), best }
}

/// The members of a set: bytes, and few other characters.
fn members(set: &CharSet, utf8: bool) -> Option<Vec<Draft>> {
    let bytes = ByteSet::of_bytes(set);
    if !utf8 {
        return Some(vec![Draft::of(Member::new(bytes))]);
    }
    if !bytes.is_ascii() {
        return None;
    }
    let wide = set.few_wide()?;
    let of_wide = |c: char| {
        let members = c.encode_utf8(&mut [0; 4]).bytes().map(Member::of_byte).collect();
        Draft { members, ..Draft::default() }
    };
    let narrow = (bytes.count() > 0).then(|| Draft::of(Member::new(bytes)));
    Some(narrow.into_iter().chain(wide.into_iter().map(of_wide)).collect())
}
