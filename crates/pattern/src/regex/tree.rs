//! A regular expression as a tree, and what can be read off it.

use crate::characters::CharSet;
use smallvec::SmallVec;

/// Index of a node in its [`Tree`].
pub(super) type Id = u32;

/// As many repetitions as there can be.
pub(super) const UNBOUNDED: u16 = u16::MAX;

/// A part of a regular expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// Matches nothing but the empty string.
    Empty,
    /// One byte.
    Byte(u8),
    /// One character of a set.
    Set(u32),
    /// The nodes listed in `Tree::lists[start..end]`, one after the other.
    Concat { start: u32, end: u32 },
    /// One of the nodes listed, earlier ones preferred.
    Alternate { start: u32, end: u32 },
    /// `max` may be [`UNBOUNDED`].
    Repeat { node: Id, min: u16, max: u16 },
    /// A group, counted from 1.
    Group { node: Id, index: u32 },
    /// All of these [`look`] conditions hold here.
    Look(u8),
    /// What the group matched, again.
    Backref(u32),
}

/// Conditions on the place between two characters, as bits; those on what follows are four bits
/// above their mirror images.
pub(super) mod look {
    /// A word character precedes.
    pub(crate) const AFTER_WORD: u8 = 1;
    /// None precedes.
    pub(crate) const AFTER_OTHER: u8 = 2;
    /// Start of a line.
    pub(crate) const LINE_START: u8 = 4;
    /// Start of the text.
    pub(crate) const TEXT_START: u8 = 8;
    /// Whether words begin or end.
    pub(crate) const WORD: u8 = AFTER_WORD | AFTER_OTHER | BEFORE_WORD | BEFORE_OTHER;
    /// All that precedes.
    pub(crate) const BEFORE: u8 = 15;
    /// A word character follows.
    pub(crate) const BEFORE_WORD: u8 = 16;
    /// None follows.
    pub(crate) const BEFORE_OTHER: u8 = 32;
    /// End of a line.
    pub(crate) const LINE_END: u8 = 64;
    /// End of the text.
    pub(crate) const TEXT_END: u8 = 128;
    /// Every condition.
    pub(crate) const ANY: u8 = u8::MAX;
}

/// A parsed regular expression.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: SmallVec<[Node; 16]>,
    pub(super) lists: SmallVec<[Id; 16]>,
    pub(super) sets: SmallVec<[CharSet; 2]>,
    pub(super) root: Id,
    /// Number of groups.
    pub(super) groups: u32,
    pub(super) has_backref: bool,
    pub(super) has_look: bool,
    /// There are sets that are more than lists of ASCII characters.
    pub(super) has_classes: bool,
}

impl Tree {
    pub(super) fn add(&mut self, node: Node) -> Id {
        self.nodes.push(node);
        self.nodes.len() as Id - 1
    }

    pub(super) fn node(&self, id: Id) -> Node {
        self.nodes[id as usize]
    }

    /// Whether `^` or `$` is in it.
    pub(super) fn has_line_look(&self) -> bool {
        self.asks(look::LINE_START | look::LINE_END)
    }

    /// Whether it asks for the beginning or the end of words.
    pub(super) fn has_word_edges(&self) -> bool {
        self.asks(look::WORD)
    }

    /// Whether `\'` is in it.
    pub(super) fn has_text_end(&self) -> bool {
        self.asks(look::TEXT_END)
    }

    /// Whether what `+` or an interval repeats asks for what precedes, or goes on where nothing may follow.
    pub(super) fn repeats_look(&self) -> bool {
        let is_copied = |node: &Node| match *node {
            Node::Repeat { node, min, max } => {
                (min > 0 || max > 1 && max != UNBOUNDED)
                    && (self.asks_inside(node, look::BEFORE) || self.goes_on_behind_end(node))
            }
            _ => false,
        };
        self.has_look && self.nodes.iter().any(is_copied)
    }

    /// Whether something stands behind a condition in a part, as in `$a`.
    fn goes_on_behind_end(&self, id: Id) -> bool {
        match self.node(id) {
            Node::Concat { start, end } => {
                let list = self.list(start, end);
                list.iter().rev().skip(1).any(|&id| self.asks_inside(id, look::ANY))
                    || list.iter().any(|&id| self.goes_on_behind_end(id))
            }
            Node::Alternate { start, end } => {
                self.list(start, end).iter().any(|&id| self.goes_on_behind_end(id))
            }
            Node::Repeat { node, .. } | Node::Group { node, .. } => self.goes_on_behind_end(node),
            Node::Look(_) | Node::Empty | Node::Byte(_) | Node::Set(_) | Node::Backref(_) => false,
        }
    }

    /// Whether one of these conditions is asked for in a part.
    fn asks_inside(&self, id: Id, conditions: u8) -> bool {
        match self.node(id) {
            Node::Look(look) => look & conditions != 0,
            Node::Concat { start, end } | Node::Alternate { start, end } => {
                self.list(start, end).iter().any(|&id| self.asks_inside(id, conditions))
            }
            Node::Repeat { node, .. } | Node::Group { node, .. } => {
                self.asks_inside(node, conditions)
            }
            Node::Empty | Node::Byte(_) | Node::Set(_) | Node::Backref(_) => false,
        }
    }

    /// Whether one of these conditions is asked for.
    fn asks(&self, conditions: u8) -> bool {
        let asks = |node: &Node| matches!(node, Node::Look(look) if look & conditions != 0);
        self.has_look && self.nodes.iter().any(asks)
    }

    /// Whether a newline can be part of a match.
    pub(super) fn may_match_newline(&self) -> bool {
        self.nodes.contains(&Node::Byte(b'\n')) || self.sets.iter().any(|set| set.has_byte(b'\n'))
    }

    pub(super) fn list(&self, start: u32, end: u32) -> &[Id] {
        &self.lists[start as usize..end as usize]
    }
}
