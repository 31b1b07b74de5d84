//! Parsing of basic and extended regular expressions (POSIX XBD 9.3 to 9.5).
//!
//! Where POSIX leaves a choice (what `*` means at the start, which intervals are
//! errors, what a lone `)` is) this makes GNU regcomp's, down to the order in
//! which errors are found; the differential tests hold it to that.

use super::bracket;
use super::error::RegexError;
use super::lex::{Lexer, Shorthand, Token};
use super::options::{RegexOptions, Syntax};
use super::tree::{Id, Node, Tree, UNBOUNDED, look};
use crate::characters::{CharSet, Character};
use crate::unicode::{self, Class};
use smallvec::SmallVec;

/// Groups nested deeper than this are refused: this parser and what follows it recurse, perhaps
/// on a small stack.
const MAX_DEPTH: usize = 130;
/// RE_DUP_MAX: the largest number an interval may have.
const MAX_REPEAT: u32 = 0x7fff;
/// Largest size in nodes once intervals are written out.
const MAX_SIZE: u64 = 200_000;

/// Parses a pattern.
pub(super) fn parse(pattern: &[u8], options: RegexOptions) -> Result<Tree, RegexError> {
    let mut parser = Parser {
        lexer: Lexer { pattern, options },
        pattern,
        at: 0,
        token: Token::End,
        token_start: 0,
        options,
        extended: options.syntax != Syntax::Basic,
        tree: Tree::default(),
        complete: 0,
        stack: SmallVec::new(),
        any: None,
    };
    parser.advance(true);
    let root = parser.alternatives(0)?;
    parser.tree.root = root;
    if parser.size(root) > MAX_SIZE {
        return Err(RegexError::TooBig);
    }
    Ok(parser.tree)
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    pattern: &'a [u8],
    /// Where the token after `token` begins.
    at: usize,
    token: Token,
    token_start: usize,
    options: RegexOptions,
    extended: bool,
    tree: Tree,
    /// Bit n: group n + 1 is complete, and may be referred to here.
    complete: u16,
    /// Nodes of sequences not finished yet.
    stack: SmallVec<[Id; 16]>,
    /// The set for `.`, once it was needed.
    any: Option<u32>,
}

impl Parser<'_> {
    /// Goes to the next token. After `(`, `|` and at the start a `^` is always an anchor.
    fn advance(&mut self, anchor_here: bool) {
        self.token_start = self.at;
        let (token, length) = self.lexer.token(self.at, anchor_here);
        self.token = token;
        self.at += length;
    }

    fn ends_branch(&self, depth: usize) -> bool {
        matches!(self.token, Token::Alternate | Token::End)
            || (depth != 0 && self.token == Token::Close)
    }

    /// Alternatives up to the end or the `)` of this depth.
    fn alternatives(&mut self, depth: usize) -> Result<Id, RegexError> {
        if depth > MAX_DEPTH {
            return Err(RegexError::OutOfMemory);
        }
        // A group of one alternative cannot be referred to in another.
        let before = self.complete;
        let first = self.branch(depth)?;
        if self.token != Token::Alternate {
            return Ok(first);
        }
        let base = self.stack.len();
        self.stack.push(first);
        while self.token == Token::Alternate {
            self.advance(true);
            let branch = if self.ends_branch(depth) {
                self.tree.add(Node::Empty)
            } else {
                let earlier = std::mem::replace(&mut self.complete, before);
                let branch = self.branch(depth)?;
                self.complete |= earlier;
                branch
            };
            self.stack.push(branch);
        }
        // The C library prefers the second alternative to an empty first one.
        if let [first, second, ..] = &mut self.stack[base..]
            && self.tree.node(*first) == Node::Empty
        {
            std::mem::swap(first, second);
        }
        let (start, end) = self.list(base);
        Ok(self.tree.add(Node::Alternate { start, end }))
    }

    /// Moves the nodes above `base` from the stack into a list of the tree.
    fn list(&mut self, base: usize) -> (u32, u32) {
        let start = self.tree.lists.len() as u32;
        self.tree.lists.extend_from_slice(&self.stack[base..]);
        self.stack.truncate(base);
        (start, self.tree.lists.len() as u32)
    }

    fn branch(&mut self, depth: usize) -> Result<Id, RegexError> {
        let base = self.stack.len();
        // The first may be empty: `()`, `a||b`. It is parsed whatever it is, for its errors.
        loop {
            let node = self.expression(depth)?;
            if let Some(node) = node {
                self.stack.push(node);
            }
            if self.ends_branch(depth) {
                break;
            }
        }
        match self.stack[base..] {
            [] => Ok(self.tree.add(Node::Empty)),
            [one] => {
                self.stack.truncate(base);
                Ok(one)
            }
            _ => {
                let (start, end) = self.list(base);
                Ok(self.tree.add(Node::Concat { start, end }))
            }
        }
    }

    /// One expression with its repetitions; None when it matches nothing but the empty string.
    fn expression(&mut self, depth: usize) -> Result<Option<Id>, RegexError> {
        let lenient = self.options.lenient;
        let node = match self.token {
            Token::Byte(byte) => self.byte(byte),
            Token::Wide(c) => self.wide(c),
            Token::Open => self.group(depth)?,
            Token::OpenBracket => self.bracket()?,
            Token::Backref(index) => {
                if self.complete >> (index - 1) & 1 == 0 {
                    return Err(RegexError::BadBackReference);
                }
                self.tree.has_backref = true;
                self.tree.add(Node::Backref(index))
            }
            Token::OpenInterval | Token::Star | Token::Plus | Token::Question => {
                if !lenient && (self.extended || self.token == Token::OpenInterval) {
                    return Err(RegexError::BadRepeat);
                }
                if self.extended && self.options.syntax != Syntax::Awk {
                    self.advance(false);
                    return self.nested_expression(depth);
                }
                self.token_as_literal()
            }
            Token::Close if !self.extended || self.options.close_is_error => {
                return Err(RegexError::UnmatchedClose);
            }
            Token::Close | Token::CloseInterval => self.token_as_literal(),
            Token::Look(condition) => return Ok(Some(self.look(condition))),
            Token::WordEdge => {
                return Ok(Some(self.edge(
                    look::AFTER_OTHER | look::BEFORE_WORD,
                    look::AFTER_WORD | look::BEFORE_OTHER,
                )));
            }
            Token::NoWordEdge => {
                return Ok(Some(self.edge(
                    look::AFTER_WORD | look::BEFORE_WORD,
                    look::AFTER_OTHER | look::BEFORE_OTHER,
                )));
            }
            Token::AnyCharacter => self.any(),
            Token::Class(class, negated) => self.class(class, negated),
            Token::Alternate | Token::End => return Ok(None),
            Token::TrailingBackslash => return Err(RegexError::TrailingBackslash),
        };
        self.advance(false);
        self.repetitions(node)
    }

    // What needs room is kept out of the functions that recurse.
    #[inline(never)]
    fn bracket(&mut self) -> Result<Id, RegexError> {
        let (set, length, is_more) = bracket::parse(&self.pattern[self.at..], &self.options)?;
        self.at += length;
        self.tree.has_classes |= is_more;
        Ok(self.set(set))
    }

    #[inline(never)]
    fn class(&mut self, class: Shorthand, negated: bool) -> Id {
        self.tree.has_classes = true;
        let mut set = CharSet::default();
        match class {
            Shorthand::Word => {
                set.add_class(Class::Alnum, self.options.utf8);
                set.add_byte(b'_');
            }
            Shorthand::Space => set.add_class(Class::Space, self.options.utf8),
        }
        if negated {
            set.negate();
        }
        self.set(set)
    }

    /// An expression after an ignored repetition.
    fn nested_expression(&mut self, depth: usize) -> Result<Option<Id>, RegexError> {
        while matches!(
            self.token,
            Token::OpenInterval | Token::Star | Token::Plus | Token::Question
        ) {
            self.advance(false);
        }
        self.expression(depth)
    }

    /// A special character where it cannot be special.
    fn token_as_literal(&mut self) -> Id {
        let byte = self.pattern[self.at - 1];
        self.byte(byte)
    }

    #[inline(never)]
    fn byte(&mut self, byte: u8) -> Id {
        if self.options.nocase && byte.is_ascii_alphabetic() {
            let mut set = CharSet::default();
            set.add_byte(byte);
            set.fold_case();
            return self.tree_set(set);
        }
        self.tree.add(Node::Byte(byte))
    }

    #[inline(never)]
    fn wide(&mut self, c: char) -> Id {
        let upper = unicode::upper(c);
        if self.options.nocase && (upper != c || unicode::lower(c) != c) {
            if upper.is_ascii() {
                return self.byte(upper as u8);
            }
            let mut set = CharSet::default();
            set.add(Character::Wide(upper));
            set.fold_case();
            return self.tree_set(set);
        }
        let base = self.stack.len();
        for &byte in c.encode_utf8(&mut [0; 4]).as_bytes() {
            let node = self.tree.add(Node::Byte(byte));
            self.stack.push(node);
        }
        let (start, end) = self.list(base);
        self.tree.add(Node::Concat { start, end })
    }

    #[inline(never)]
    fn any(&mut self) -> Id {
        let index = match self.any {
            Some(index) => index,
            None => {
                let mut set = CharSet::default();
                if self.options.newline {
                    set.add_byte(b'\n');
                }
                set.negate();
                self.tree.sets.push(self.confined(set));
                self.tree.sets.len() as u32 - 1
            }
        };
        self.any = Some(index);
        self.tree.add(Node::Set(index))
    }

    fn set(&mut self, set: CharSet) -> Id {
        let set = self.confined(set);
        self.tree_set(set)
    }

    /// In UTF-8 a set has no bytes that are no characters, and among lines no newline.
    fn confined(&self, mut set: CharSet) -> CharSet {
        if self.options.utf8 {
            set.remove_high_bytes();
        }
        // grep's text is lines, which newlines end; they are never part of it.
        if self.options.newline && self.options.newline_alternates {
            set.remove_byte(b'\n');
        }
        set
    }

    fn tree_set(&mut self, set: CharSet) -> Id {
        self.tree.sets.push(set);
        self.tree.add(Node::Set(self.tree.sets.len() as u32 - 1))
    }

    /// An anchor. A repetition after it has nothing to repeat.
    fn look(&mut self, condition: u8) -> Id {
        self.tree.has_look = true;
        self.advance(false);
        self.tree.add(Node::Look(condition))
    }

    #[inline(never)]
    fn edge(&mut self, one: u8, other: u8) -> Id {
        let base = self.stack.len();
        let nodes = [Node::Look(one), Node::Look(other)].map(|node| self.tree.add(node));
        self.stack.extend_from_slice(&nodes);
        let (start, end) = self.list(base);
        self.tree.has_look = true;
        self.advance(false);
        self.tree.add(Node::Alternate { start, end })
    }

    fn group(&mut self, depth: usize) -> Result<Id, RegexError> {
        self.tree.groups += 1;
        let index = self.tree.groups;
        self.advance(true);
        let node = if self.token == Token::Close {
            self.tree.add(Node::Empty)
        } else {
            let node = self.alternatives(depth + 1)?;
            if self.token != Token::Close {
                return Err(RegexError::UnmatchedOpen);
            }
            node
        };
        if index <= 9 {
            self.complete |= 1 << (index - 1);
        }
        Ok(self.tree.add(Node::Group { node, index }))
    }

    fn repetitions(&mut self, node: Id) -> Result<Option<Id>, RegexError> {
        let mut node = Some(node);
        loop {
            let (min, max) = match self.token {
                Token::Star => (0, UNBOUNDED),
                Token::Plus => (1, UNBOUNDED),
                Token::Question => (0, 1),
                Token::OpenInterval => match self.interval()? {
                    Some(interval) => interval,
                    None => return Ok(node),
                },
                _ => return Ok(node),
            };
            self.advance(false);
            node = match node {
                // `{0}` leaves nothing, not even what repeats it.
                None => None,
                Some(_) if max == 0 => None,
                Some(node) => match (self.tree.node(node), min, max) {
                    (_, 1, 1) => Some(node),
                    (Node::Repeat { min: 0, max: UNBOUNDED, .. }, 0 | 1, UNBOUNDED) => Some(node),
                    // Single characters need no nesting: a+? is a*.
                    (
                        Node::Repeat { node, min: inner @ (0 | 1), max: most @ (1 | UNBOUNDED) },
                        0 | 1,
                        1 | UNBOUNDED,
                    ) if matches!(self.tree.node(node), Node::Byte(_) | Node::Set(_)) => {
                        Some(self.tree.add(Node::Repeat {
                            node,
                            min: min.min(inner),
                            max: max.max(most),
                        }))
                    }
                    _ => Some(self.tree.add(Node::Repeat { node, min, max })),
                },
            };
            let stacked = matches!(self.token, Token::Star | Token::OpenInterval);
            if !self.extended && !self.options.lenient && stacked {
                return Err(RegexError::BadRepeat);
            }
        }
    }

    /// The numbers of an interval, with the closing brace as the current token. None when it is
    /// to be taken literally, the brace then being the current token.
    fn interval(&mut self) -> Result<Option<(u16, u16)>, RegexError> {
        let start = self.token_start;
        let mut min = self.number();
        if min == Number::Missing {
            if self.token != Token::Byte(b',') {
                return Err(RegexError::BadInterval);
            }
            min = Number::Value(0);
        }
        let max = match (min, self.token) {
            (Number::Bad, _) => Number::Bad,
            (_, Token::CloseInterval) => min,
            (_, Token::Byte(b',')) => self.number(),
            _ => Number::Bad,
        };
        let (min, max) = match (min, max) {
            (Number::Value(min), Number::Value(max)) => (min, Some(max)),
            (Number::Value(min), Number::Missing) => (min, None),
            _ if self.extended && self.options.lenient => {
                self.token = Token::Byte(self.pattern[start]);
                self.token_start = start;
                self.at = start + 1;
                return Ok(None);
            }
            _ if self.token == Token::End => return Err(RegexError::UnmatchedBrace),
            _ => return Err(RegexError::BadInterval),
        };
        if max.is_some_and(|max| min > max) || self.token != Token::CloseInterval {
            return Err(RegexError::BadInterval);
        }
        if max.unwrap_or(min) > MAX_REPEAT {
            return Err(RegexError::TooBig);
        }
        Ok(Some((min as u16, max.map_or(UNBOUNDED, |max| max as u16))))
    }

    /// Reads a number up to a comma or the closing brace.
    fn number(&mut self) -> Number {
        let mut number = Number::Missing;
        loop {
            self.advance(false);
            number = match (self.token, number) {
                (Token::End, _) => return Number::Bad,
                (Token::CloseInterval | Token::Byte(b','), _) => return number,
                (Token::Byte(digit @ b'0'..=b'9'), Number::Missing) => {
                    Number::Value(u32::from(digit - b'0'))
                }
                (Token::Byte(digit @ b'0'..=b'9'), Number::Value(value)) => {
                    let value = value * 10 + u32::from(digit - b'0');
                    Number::Value(value.min(MAX_REPEAT + 1))
                }
                _ => Number::Bad,
            };
        }
    }

    /// Number of nodes once intervals are written out.
    fn size(&self, id: Id) -> u64 {
        match self.tree.node(id) {
            Node::Concat { start, end } | Node::Alternate { start, end } => {
                let parts = self.tree.list(start, end).iter();
                parts.fold(1, |sum: u64, &id| sum.saturating_add(self.size(id)))
            }
            Node::Repeat { node, min, max } => {
                let copies = if max == UNBOUNDED { u64::from(min) + 1 } else { u64::from(max) };
                self.size(node).saturating_add(1).saturating_mul(copies)
            }
            Node::Group { node, .. } => self.size(node).saturating_add(2),
            _ => 1,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Missing,
    Bad,
    Value(u32),
}
