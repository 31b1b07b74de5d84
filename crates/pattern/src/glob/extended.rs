//! Matching of patterns with ksh's groups: `?(p|q)`, `*(p)`, `+(p)`, `@(p)`, `!(p)`.
//!
//! Instead of trying alternatives one after the other, matching computes for
//! every element the *set of places* where it can end, given the set of places
//! where it may begin. Repetition is a closure over such sets, and `!(p)` their
//! complement, remembered per place; so the time is a polynomial of the text's
//! length, whatever the pattern.

use super::parse::{Piece, Pieces, alternatives};
use super::{Collector, GlobOptions, Literal, Sets, Token};
use crate::characters::{self, CharSet};
use crate::search;
use smallvec::SmallVec;
use std::collections::HashMap;

/// Groups nested deeper than this are taken literally: matching recurses.
const MAX_DEPTH: usize = 32;

#[derive(Clone, Debug)]
pub(super) struct Program {
    nodes: Vec<Node>,
    sets: Sets,
    options: GlobOptions,
}

#[derive(Clone, Debug)]
enum Node {
    Plain(Token),
    Group { kind: Kind, members: Vec<Vec<Node>>, id: u32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Optional,
    Star,
    Plus,
    One,
    Not,
}

impl Program {
    /// Compiles a pattern; None when no group is in it.
    pub(super) fn new(
        pattern: &[u8],
        options: GlobOptions,
        literal: &mut Literal,
    ) -> Option<Program> {
        if !options.extended
            || !pattern.contains(&b'(')
            || !Pieces::new(pattern, options).any(is_group)
        {
            return None;
        }
        let collector = Collector { literal, sets: Sets::new(), options };
        let mut compiler = Compiler { collector, groups: 0 };
        let nodes = compiler.sequence(pattern, 0);
        Some(Program { nodes, sets: compiler.collector.sets, options })
    }

    pub(super) fn matcher<'a>(&'a self, literal: &'a [u8], text: &'a [u8]) -> Matcher<'a> {
        Matcher { program: self, literal, text, excluded: HashMap::new() }
    }
}

fn is_group(piece: Piece) -> bool {
    matches!(piece, Piece::Group { .. })
}

struct Compiler<'a> {
    collector: Collector<'a>,
    groups: u32,
}

impl Compiler<'_> {
    fn sequence(&mut self, pattern: &[u8], depth: usize) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut options = self.collector.options;
        options.extended = depth < MAX_DEPTH;
        for piece in Pieces::new(pattern, options) {
            if let Piece::Group { sign, members } = piece {
                let kind = match sign {
                    b'?' => Kind::Optional,
                    b'*' => Kind::Star,
                    b'+' => Kind::Plus,
                    b'!' => Kind::Not,
                    _ => Kind::One,
                };
                self.groups += 1;
                let id = self.groups;
                let members = alternatives(members)
                    .into_iter()
                    .map(|member| self.sequence(member, depth + 1))
                    .collect();
                nodes.push(Node::Group { kind, members, id });
                continue;
            }
            let previous = match nodes.last_mut() {
                Some(Node::Plain(token)) => Some(token),
                _ => None,
            };
            let token = self.collector.token(piece, previous);
            nodes.extend(token.map(Node::Plain));
        }
        nodes
    }
}

/// A set of places in the text: some single ones, in order, and perhaps every
/// character boundary from one place on.
#[derive(Clone, Debug, Default, PartialEq)]
struct Places {
    single: SmallVec<[usize; 8]>,
    all_from: Option<usize>,
}

impl Places {
    fn one(at: usize) -> Places {
        Places { single: SmallVec::from_slice(&[at]), all_from: None }
    }

    fn is_empty(&self) -> bool {
        self.single.is_empty() && self.all_from.is_none()
    }

    fn has(&self, at: usize) -> bool {
        self.all_from.is_some_and(|from| at >= from) || self.single.binary_search(&at).is_ok()
    }

    /// Restores the order after places were pushed.
    fn tidy(mut self) -> Places {
        if let Some(from) = self.all_from {
            self.single.retain(|at| *at < from);
        }
        if !self.single.is_sorted() {
            self.single.sort_unstable();
        }
        self.single.dedup();
        self
    }

    fn union(mut self, other: Places) -> Places {
        self.single.extend_from_slice(&other.single);
        self.all_from = match (self.all_from, other.all_from) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        self.tidy()
    }

    /// The places that are not in `known`.
    fn without(mut self, known: &Places) -> Places {
        self.single.retain(|at| !known.has(*at));
        // `all_from` may overlap with `known`; what matters is that it ends when nothing is new.
        if self.all_from.is_some_and(|from| known.all_from.is_some_and(|known| known <= from)) {
            self.all_from = None;
        }
        self
    }
}

pub(super) struct Matcher<'a> {
    program: &'a Program,
    literal: &'a [u8],
    text: &'a [u8],
    /// For each `!(p)` and start: where `p` can end.
    excluded: HashMap<(u32, usize), Places>,
}

impl Matcher<'_> {
    pub(super) fn is_match(&mut self) -> bool {
        self.ends_from(0).has(self.text.len())
    }

    pub(super) fn shortest_prefix(&mut self) -> Option<usize> {
        let ends = self.ends_from(0);
        ends.single.first().copied().or(ends.all_from)
    }

    pub(super) fn longest_prefix(&mut self) -> Option<usize> {
        self.longest_from(0)
    }

    fn longest_from(&mut self, start: usize) -> Option<usize> {
        let ends = self.ends_from(start);
        ends.all_from.map(|_| self.text.len()).or(ends.single.last().copied())
    }

    pub(super) fn shortest_suffix(&mut self) -> Option<usize> {
        let end = self.text.len();
        let mut start = end;
        loop {
            if self.ends_from(start).has(end) {
                return Some(start);
            }
            start -= characters::last(&self.text[..start], self.program.options.utf8)?.1;
        }
    }

    pub(super) fn longest_suffix(&mut self) -> Option<usize> {
        let end = self.text.len();
        let mut start = 0;
        loop {
            if self.ends_from(start).has(end) {
                return Some(start);
            }
            start = self.next(start)?;
        }
    }

    pub(super) fn find(&mut self, from: usize) -> Option<(usize, usize)> {
        let mut start = from;
        loop {
            if let Some(end) = self.longest_from(start) {
                return Some((start, end));
            }
            start = self.next(start)?;
        }
    }

    fn next(&self, at: usize) -> Option<usize> {
        Some(at + characters::first(self.text.get(at..)?, self.program.options.utf8)?.1)
    }

    fn ends_from(&mut self, start: usize) -> Places {
        let program = self.program;
        self.sequence(&program.nodes, Places::one(start))
    }

    fn sequence(&mut self, nodes: &[Node], mut places: Places) -> Places {
        for node in nodes {
            if places.is_empty() {
                break;
            }
            places = match node {
                Node::Plain(token) => self.plain(*token, &places),
                Node::Group { kind: Kind::Not, members, id } => self.not(members, *id, &places),
                Node::Group { kind, members, .. } => self.group(*kind, members, places),
            };
        }
        places
    }

    fn members(&mut self, members: &[Vec<Node>], places: &Places) -> Places {
        members.iter().fold(Places::default(), |ends, member| {
            let more = self.sequence(member, places.clone());
            ends.union(more)
        })
    }

    fn group(&mut self, kind: Kind, members: &[Vec<Node>], places: Places) -> Places {
        match kind {
            Kind::Optional => {
                let ends = self.members(members, &places);
                places.union(ends)
            }
            Kind::Star => self.closure(members, places),
            Kind::Plus => {
                let once = self.members(members, &places);
                self.closure(members, once)
            }
            Kind::One | Kind::Not => self.members(members, &places),
        }
    }

    /// All places that any number of members leads to, none included.
    fn closure(&mut self, members: &[Vec<Node>], places: Places) -> Places {
        if let ([start], None) = (&places.single[..], places.all_from)
            && let Some(ends) = self.run(members, *start)
        {
            return ends;
        }
        let mut all = places.clone();
        let mut fresh = places;
        while !fresh.is_empty() {
            fresh = self.members(members, &fresh).without(&all);
            all = all.union(fresh.clone());
        }
        all
    }

    /// The closure where every member is one bracket expression, as in `+([0-9])`: a run of characters.
    fn run(&self, members: &[Vec<Node>], start: usize) -> Option<Places> {
        let mut sets = SmallVec::<[&CharSet; 2]>::new();
        for member in members {
            match member[..] {
                [Node::Plain(Token::Set(set))] => sets.push(&self.program.sets[set as usize]),
                _ => return None,
            }
        }
        if self.is_guarded(start) {
            return None;
        }
        let mut ends = Places::one(start);
        let mut at = start;
        let utf8 = self.program.options.utf8;
        while let Some((character, length)) = characters::first(&self.text[at..], utf8)
            && sets.iter().any(|set| set.has(character))
        {
            at += length;
            ends.single.push(at);
        }
        Some(ends)
    }

    /// Whether the period rule forbids anything but a literal at `at`.
    fn is_guarded(&self, at: usize) -> bool {
        at == 0 && self.program.options.period && self.text.first() == Some(&b'.')
    }

    fn not(&mut self, members: &[Vec<Node>], id: u32, places: &Places) -> Places {
        let mut ends = Places::default();
        for start in self.each(places) {
            if self.is_guarded(start) {
                continue;
            }
            let excluded = match self.excluded.remove(&(id, start)) {
                Some(known) => known,
                None => self.members(members, &Places::one(start)),
            };
            let mut at = Some(start);
            while let Some(end) = at {
                if ends.all_from.is_some_and(|from| from <= end) {
                    break;
                }
                // Past the last exclusion everything is in.
                if excluded.all_from.is_none()
                    && excluded.single.last().is_none_or(|last| *last < end)
                {
                    ends = ends.union(Places { single: SmallVec::new(), all_from: Some(end) });
                    break;
                }
                if !excluded.has(end) {
                    ends.single.push(end);
                }
                at = self.next(end);
            }
            self.excluded.insert((id, start), excluded);
            ends = ends.tidy();
            // Later starts can only add what lies after them.
            if ends.all_from.is_some_and(|from| from <= start) {
                break;
            }
        }
        ends
    }

    /// Every place of the set, in order.
    fn each(&self, places: &Places) -> Vec<usize> {
        let mut all = places.single.to_vec();
        let mut at = places.all_from;
        while let Some(place) = at {
            all.push(place);
            at = self.next(place);
        }
        all
    }

    fn plain(&self, token: Token, places: &Places) -> Places {
        let mut ends = Places::default();
        let utf8 = self.program.options.utf8;
        match token {
            Token::Star => {
                let first = places.single.iter().copied().find(|at| !self.is_guarded(*at));
                // A star at a guarded start fails as a whole: `*.c` does not match `.c`.
                ends.all_from = first.or(places.all_from.filter(|at| !self.is_guarded(*at)));
            }
            Token::Literal { start, end } => {
                let literal = &self.literal[start as usize..end as usize];
                let nocase = self.program.options.nocase;
                for &at in &places.single {
                    let there = self.text.get(at..at + literal.len());
                    let same = there.is_some_and(|there| match nocase {
                        true => there.eq_ignore_ascii_case(literal),
                        false => there == literal,
                    });
                    if same {
                        ends.single.push(at + literal.len());
                    }
                }
                let mut from = places.all_from;
                let find = if nocase { search::find_ignoring_case } else { search::find };
                while let Some(at) = from {
                    let Some(found) = self.text.get(at..).and_then(|rest| find(rest, literal))
                    else {
                        break;
                    };
                    ends.single.push(at + found + literal.len());
                    from = Some(at + found + 1);
                }
            }
            Token::AnyChar => {
                let open = |at: &usize| !self.is_guarded(*at);
                let single = places.single.iter().copied().filter(open);
                ends.single.extend(single.filter_map(|at| self.next(at)));
                ends.all_from = places.all_from.filter(open).and_then(|at| self.next(at));
            }
            Token::Set(set) => {
                let set = &self.program.sets[set as usize];
                for at in self.each(places) {
                    if let Some((character, length)) = characters::first(&self.text[at..], utf8)
                        && set.has(character)
                        && !self.is_guarded(at)
                    {
                        ends.single.push(at + length);
                    }
                }
            }
        }
        ends.tidy()
    }
}
