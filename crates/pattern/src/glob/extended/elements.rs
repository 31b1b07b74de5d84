//! Cutting a pattern with groups into its elements, in one pass.
//!
//! Which parenthesis closes which is settled with a stack, so that the time does not
//! depend on how groups are nested or left open. A group that is never closed stands for
//! itself, as in bash: its sign means what it means alone, its parenthesis is literal.

use super::super::GlobOptions;
use super::super::parse::{Piece, Pieces};
use super::nested::Nested;
use crate::characters::{self, CharSet, Character};

/// `!( )` inside more of its kind than this is taken literally: matching it recurses.
const MAX_NEGATIONS: usize = 32;

/// One element of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// A character that stands for itself; an ASCII letter in lower case if case is ignored.
    Character(Character),
    /// A byte of a literal, while it is not known whether it belongs to a character.
    Byte(u8),
    /// `?`
    Any,
    /// `*`
    Star,
    /// A bracket expression.
    Set(u32),
    /// The begin of a group.
    Open(Kind),
    /// `|` between the members of a group.
    Bar,
    /// The end of a group.
    Close(Kind),
    /// `%(pairs)`
    Nested(u32),
    /// Nothing: what stood here belongs to a neighbour.
    Nothing,
}

impl Element {
    pub(super) fn is_period(&self) -> bool {
        *self == Element::Character(Character::Byte(b'.'))
    }
}

/// What a group asks of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `?( )`: one or none.
    Optional,
    /// `*( )`: any number.
    Star,
    /// `+( )`: one at least.
    Plus,
    /// `@( )`: one.
    One,
    /// `!( )`: anything that is none.
    Not,
}

impl Kind {
    fn of(sign: u8) -> Option<Kind> {
        Some(match sign {
            b'?' => Kind::Optional,
            b'*' => Kind::Star,
            b'+' => Kind::Plus,
            b'@' => Kind::One,
            b'!' => Kind::Not,
            _ => return None,
        })
    }
}

/// A parenthesis that is open: of a group, or a plain one.
struct Frame {
    group: Option<Kind>,
    /// Where the parenthesis is among the elements.
    open: usize,
    /// How many bars were noted when it opened.
    bars: usize,
}

/// The elements of a pattern, and the sets and nested pairs that they name.
pub(super) struct Elements {
    pub(super) elements: Vec<Element>,
    pub(super) sets: Vec<CharSet>,
    pub(super) nested: Vec<Nested>,
}

/// The elements of a pattern; None if no group is in it.
pub(super) fn read(pattern: &[u8], options: GlobOptions) -> Option<Elements> {
    let Elements { mut elements, sets, nested } = Reader::new(pattern, options).read()?;
    if options.utf8 && !pattern.is_ascii() {
        join_characters(&mut elements);
    }
    for element in &mut elements {
        if let Element::Byte(byte) = *element {
            let byte = if options.nocase { byte.to_ascii_lowercase() } else { byte };
            *element = Element::Character(Character::Byte(byte));
        }
    }
    Some(Elements { elements, sets, nested })
}

/// Whether a group is in the pattern.
pub(in crate::glob) fn has_group(pattern: &[u8]) -> bool {
    let options = GlobOptions { extended: true, ..GlobOptions::default() };
    pattern.contains(&b'(') && Reader::new(pattern, options).read().is_some()
}

struct Reader<'a> {
    pattern: &'a [u8],
    pieces: Pieces<'a>,
    elements: Vec<Element>,
    sets: Vec<CharSet>,
    nested: Vec<Nested>,
    frames: Vec<Frame>,
    bars: Vec<usize>,
    negations: usize,
    classes: bool,
    found: bool,
}

impl<'a> Reader<'a> {
    fn new(pattern: &'a [u8], options: GlobOptions) -> Reader<'a> {
        Reader {
            pattern,
            pieces: Pieces::new(pattern, options),
            elements: Vec::with_capacity(pattern.len()),
            sets: Vec::new(),
            nested: Vec::new(),
            frames: Vec::new(),
            bars: Vec::new(),
            negations: 0,
            classes: options.classes,
            found: false,
        }
    }

    fn read(mut self) -> Option<Elements> {
        while let Some(&byte) = self.pattern.get(self.pieces.at()) {
            let at = self.pieces.at();
            let here = self.elements.len();
            if byte == b'%'
                && self.pattern.get(at + 1) == Some(&b'(')
                && let Some((nested, length)) = Nested::read(&self.pattern[at + 2..])
            {
                self.pieces.pass(2 + length);
                self.elements.push(Element::Nested(self.nested.len() as u32));
                self.nested.push(nested);
                self.found = true;
                continue;
            }
            if byte == b'\\'
                && self.classes
                && self.frames.iter().any(|frame| frame.group.is_some())
                && let Some(set) = self.pattern.get(at + 1).and_then(|letter| class(*letter))
            {
                self.pieces.pass(2);
                self.sets.push(set);
                self.elements.push(Element::Set(self.sets.len() as u32 - 1));
                continue;
            }
            let group = match Kind::of(byte) {
                Some(Kind::Not) if self.negations == MAX_NEGATIONS => None,
                kind => kind.filter(|_| self.pattern.get(at + 1) == Some(&b'(')),
            };
            let Some(piece) = self.pieces.next() else { break };
            self.elements.push(match piece {
                Piece::Literal(byte) => Element::Byte(byte),
                Piece::AnyChar => Element::Any,
                Piece::Star => Element::Star,
                Piece::Set(set) => {
                    self.sets.push(set);
                    Element::Set(self.sets.len() as u32 - 1)
                }
            });
            match byte {
                b'(' => self.open(None, here),
                b')' => self.close(here),
                b'|' => self.bars.push(here),
                _ if group.is_some() => {
                    self.pieces.next();
                    self.elements.push(Element::Byte(b'('));
                    self.open(group, here + 1);
                }
                _ => {}
            }
        }
        self.found.then_some(Elements {
            elements: self.elements,
            sets: self.sets,
            nested: self.nested,
        })
    }

    fn open(&mut self, group: Option<Kind>, open: usize) {
        self.negations += usize::from(group == Some(Kind::Not));
        self.frames.push(Frame { group, open, bars: self.bars.len() });
    }

    fn close(&mut self, here: usize) {
        let Some(frame) = self.frames.pop() else { return };
        if let Some(kind) = frame.group {
            self.found = true;
            self.negations -= usize::from(kind == Kind::Not);
            self.elements[frame.open - 1] = Element::Nothing;
            self.elements[frame.open] = Element::Open(kind);
            self.elements[here] = Element::Close(kind);
            for &bar in &self.bars[frame.bars..] {
                self.elements[bar] = Element::Bar;
            }
        }
        self.bars.truncate(frame.bars);
    }
}

/// The class of characters that a letter after a backslash stands for.
fn class(letter: u8) -> Option<CharSet> {
    let set: &[u8] = match letter {
        b'd' => b"[[:digit:]]",
        b'D' => b"[![:digit:]]",
        b's' => b"[[:space:]]",
        b'S' => b"[![:space:]]",
        b'w' => b"[[:alnum:]_]",
        b'W' => b"[![:alnum:]_]",
        _ => return None,
    };
    match Pieces::new(set, GlobOptions::default()).next() {
        Some(Piece::Set(set)) => Some(set),
        _ => None,
    }
}

/// Makes characters of the bytes that are one.
fn join_characters(elements: &mut [Element]) {
    let mut at = 0;
    while at < elements.len() {
        let mut bytes = [0; 4];
        let mut length = 0;
        while let Some(&Element::Byte(byte)) = elements.get(at + length)
            && length < bytes.len()
        {
            bytes[length] = byte;
            length += 1;
        }
        if let Some((character @ Character::Wide(_), length)) =
            characters::first(&bytes[..length], true)
        {
            elements[at..at + length].fill(Element::Nothing);
            elements[at] = Element::Character(character);
            at += length;
        } else {
            at += 1;
        }
    }
}
