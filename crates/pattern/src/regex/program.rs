//! A regular expression as a graph of instructions, for finding what groups match.
//!
//! The graph has the shape of GNU's automaton, because which of several possible
//! sub-matches is reported follows from it: intervals are written out as
//! `xx(((x)?x)?x)?`, a `+` is one copy and a star, and a choice lists the preferred
//! way first.

use super::tree::{Id, Node, Tree, UNBOUNDED};
use smallvec::SmallVec;

/// Index of an instruction.
pub(super) type Address = u32;

/// One instruction; `next` is where matching goes on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Instruction {
    Match,
    Byte {
        byte: u8,
        next: Address,
    },
    Set {
        set: u32,
        next: Address,
    },
    /// Both ways are possible, the first preferred. `is_loop`: the first is a body that comes back.
    Split {
        first: Address,
        second: Address,
        is_loop: bool,
        /// The number of this choice among the choices.
        index: u32,
    },
    Open {
        index: u32,
        next: Address,
    },
    /// `optional`: an empty match of the group does not replace an earlier one.
    Close {
        index: u32,
        optional: bool,
        next: Address,
    },
    Look {
        condition: u8,
        next: Address,
    },
    Backref {
        index: u32,
        next: Address,
    },
}

/// The instructions of a regular expression.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) code: Vec<Instruction>,
    pub(super) start: Address,
    /// Number of choices.
    pub(super) splits: u32,
    /// A repeated part can match the empty string: loops must be guarded, and groups in them
    /// follow special rules.
    pub(super) has_empty_loop: bool,
    /// There are anchors in it.
    pub(super) has_look: bool,
    /// An anchor ends every match.
    pub(super) ends_in_look: bool,
}

impl Program {
    pub(super) fn new(tree: &Tree) -> Program {
        Program::directed(tree, false)
    }

    /// The program that matches the mirror image, for reading the text backwards. Groups are
    /// of no use in it.
    pub(super) fn reversed(tree: &Tree) -> Program {
        Program::directed(tree, true)
    }

    fn directed(tree: &Tree, reversed: bool) -> Program {
        let mut builder = Builder {
            tree,
            reversed,
            splits: 0,
            code: Vec::with_capacity(2 * tree.nodes.len() + 2),
            has_empty_loop: false,
        };
        let end = builder.add(Instruction::Match);
        let start = builder.emit(tree.root, end, Copy::ORIGINAL);
        Program {
            code: builder.code,
            start,
            splits: builder.splits,
            has_empty_loop: builder.has_empty_loop,
            has_look: tree.has_look,
            ends_in_look: ends_in_look(tree, tree.root),
        }
    }
}

/// Which copy of a node is emitted. The C library marks groups that may be left out, but loses
/// the marks in the copies it makes for intervals; that shows in what the groups report.
#[derive(Clone, Copy)]
struct Copy {
    /// The node itself may be left out.
    optional: bool,
    /// The groups inside keep their marks.
    marks: bool,
}

impl Copy {
    const ORIGINAL: Copy = Copy { optional: false, marks: true };
    const LATER: Copy = Copy { optional: false, marks: false };
}

struct Builder<'a> {
    tree: &'a Tree,
    reversed: bool,
    splits: u32,
    code: Vec<Instruction>,
    has_empty_loop: bool,
}

impl Builder<'_> {
    fn add(&mut self, instruction: Instruction) -> Address {
        self.code.push(instruction);
        self.code.len() as Address - 1
    }

    /// Adds the instructions of a node that go on at `next`; the address of the first.
    fn emit(&mut self, id: Id, next: Address, copy: Copy) -> Address {
        let inner = Copy { optional: false, ..copy };
        match self.tree.node(id) {
            Node::Empty => next,
            Node::Byte(byte) => self.add(Instruction::Byte { byte, next }),
            Node::Set(set) => self.add(Instruction::Set { set, next }),
            Node::Look(condition) => {
                let condition = if self.reversed { mirrored(condition) } else { condition };
                self.add(Instruction::Look { condition, next })
            }
            Node::Backref(index) => self.add(Instruction::Backref { index, next }),
            Node::Group { node, index } => {
                let close = Instruction::Close { index, optional: copy.optional, next };
                let close = self.add(close);
                let body = self.emit(node, close, inner);
                self.add(Instruction::Open { index, next: body })
            }
            Node::Concat { start, end } => {
                let parts = SmallVec::<[Id; 16]>::from_slice(self.tree.list(start, end));
                let reversed = self.reversed;
                let step = |next, &id: &Id| self.emit(id, next, inner);
                match reversed {
                    true => parts.iter().fold(next, step),
                    false => parts.iter().rev().fold(next, step),
                }
            }
            Node::Alternate { start, end } => {
                let parts = SmallVec::<[Id; 16]>::from_slice(self.tree.list(start, end));
                let entries: SmallVec<[Address; 16]> =
                    parts.iter().map(|&id| self.emit(id, next, inner)).collect();
                let reversed = entries.into_iter().rev();
                reversed.reduce(|second, first| self.split(first, second)).unwrap_or(next)
            }
            Node::Repeat { node, min, max } => self.repeat(node, min, max, next, inner),
        }
    }

    fn next_split(&mut self) -> u32 {
        self.splits += 1;
        self.splits - 1
    }

    fn split(&mut self, first: Address, second: Address) -> Address {
        let index = self.next_split();
        self.add(Instruction::Split { first, second, is_loop: false, index })
    }

    fn repeat(&mut self, node: Id, min: u16, max: u16, next: Address, copy: Copy) -> Address {
        self.has_empty_loop |= max > 1 && nullable(self.tree, node);
        // The first copy that may be left out has the mark, if this is not in a copy itself.
        let marked = Copy { optional: copy.marks, marks: copy.marks && min == 0 };
        let tail = if max == UNBOUNDED {
            let index = self.next_split();
            let split = self.add(Instruction::Match);
            let body = self.emit(node, split, marked);
            self.code[split as usize] =
                Instruction::Split { first: body, second: next, is_loop: true, index };
            split
        } else {
            self.optional(node, max - min, next, marked)
        };
        (0..min).rev().fold(tail, |next, index| {
            self.emit(node, next, if index == 0 { copy } else { Copy::LATER })
        })
    }

    /// `((x)?x)?`, to `count` levels.
    fn optional(&mut self, node: Id, count: u16, next: Address, marked: Copy) -> Address {
        // Each level goes on with what follows it: the outermost with `next`, every other with
        // the last copy of the level around it.
        let mut follows = SmallVec::<[Address; 8]>::new();
        let mut entry = next;
        for level in 0..count {
            follows.push(entry);
            let innermost = level + 1 == count;
            entry = self.emit(node, entry, if innermost { marked } else { Copy::LATER });
        }
        follows.into_iter().rev().fold(entry, |entry, follow| self.split(entry, follow))
    }
}

/// The conditions as they are when the text is read backwards.
pub(super) fn mirrored(condition: u8) -> u8 {
    condition.rotate_left(4)
}

fn ends_in_look(tree: &Tree, id: Id) -> bool {
    match tree.node(id) {
        Node::Look(_) => true,
        Node::Concat { start, end } => {
            tree.list(start, end).last().is_some_and(|&id| ends_in_look(tree, id))
        }
        Node::Group { node, .. } => ends_in_look(tree, node),
        _ => false,
    }
}

/// Whether the node can match the empty string.
pub(super) fn nullable(tree: &Tree, id: Id) -> bool {
    match tree.node(id) {
        Node::Empty | Node::Look(_) | Node::Backref(_) => true,
        Node::Byte(_) | Node::Set(_) => false,
        Node::Concat { start, end } => tree.list(start, end).iter().all(|&id| nullable(tree, id)),
        Node::Alternate { start, end } => {
            tree.list(start, end).iter().any(|&id| nullable(tree, id))
        }
        Node::Repeat { node, min, .. } => min == 0 || nullable(tree, node),
        Node::Group { node, .. } => nullable(tree, node),
    }
}
