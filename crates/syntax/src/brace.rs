//! Brace expansion: `a{b,c}d`, `{1..9}` (bash, ksh93, mksh). Found when a word is read, made
//! when it is expanded, before everything else.

use crate::bytes::ByteString;
use crate::parser::Parser;
use crate::tree::{Brace, Extended, Part, Word};

/// A piece of a word: a byte of unquoted text, or a part.
enum Piece {
    Byte(u8),
    Part(Part),
}

impl Parser<'_> {
    /// Whether a word has braces that may mean something here.
    pub(crate) fn may_have_braces(&self, word: &Word) -> bool {
        self.rules.syntax.brace_expansion
            && word.extended.is_none()
            && word.parts.iter().any(
                |part| matches!(part, Part::Literal(text) | Part::Tilde(text) if has_brace(text)),
            )
    }

    /// The word with its braces, if it has any and they mean something here.
    pub(crate) fn braced(&self, word: Word) -> Word {
        if !self.may_have_braces(&word) {
            return word;
        }
        let (literal, offset) = (word.literal, word.offset);
        let mut pieces = Vec::new();
        for part in word.parts {
            match part {
                Part::Literal(text) => pieces.extend(text.iter().map(|&byte| Piece::Byte(byte))),
                // Braces come first: a tilde is looked for in the words that they make.
                Part::Tilde(text) if has_brace(&text) => {
                    pieces.extend(b"~".iter().chain(text.iter()).map(|&byte| Piece::Byte(byte)));
                }
                part => pieces.push(Piece::Part(part)),
            }
        }
        let matching = matching(&pieces);
        let mut found = false;
        let mut pieces: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
        let end = pieces.len();
        let syntax = &self.rules.syntax;
        let ranges =
            Ranges { expansions: syntax.ranges_have_expansions, zeros: syntax.ranges_keep_zeros };
        let mut braces = sequence(&mut pieces, &matching, (0, end), ranges, &mut found);
        if found {
            return Word {
                extended: Some(Box::new(Extended::Braces(braces.into()))),
                offset,
                ..Word::default()
            };
        }
        let parts = braces
            .drain(..)
            .filter_map(|brace| if let Brace::Part(part) = brace { Some(part) } else { None })
            .collect();
        Word { parts, literal, offset, ..Word::default() }
    }
}

fn has_brace(text: &[u8]) -> bool {
    byte_search::memchr(b'{', text).is_some()
}

/// For every `{` the place of its `}`.
fn matching(pieces: &[Piece]) -> Vec<usize> {
    let mut matching = vec![0; pieces.len()];
    let mut open = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Byte(b'{') => open.push(at),
            Piece::Byte(b'}') => {
                if let Some(begin) = open.pop() {
                    matching[begin] = at;
                }
            }
            _ => {}
        }
    }
    matching
}

/// The pieces of a part of the word, with the braces in it.
fn sequence(
    pieces: &mut [Option<Piece>],
    matching: &[usize],
    (begin, end): (usize, usize),
    ranges: Ranges,
    found: &mut bool,
) -> Vec<Brace> {
    let mut result = Vec::new();
    let mut literal = Vec::new();
    let mut at = begin;
    while at < end {
        match pieces[at].take() {
            Some(Piece::Byte(b'{')) if matching[at] > at && matching[at] < end => {
                let close = matching[at];
                let commas = commas(pieces, matching, at + 1, close);
                if !commas.is_empty() {
                    flush(&mut literal, &mut result);
                    *found = true;
                    let mut list = Vec::new();
                    let mut from = at + 1;
                    for to in commas.into_iter().chain([close]) {
                        list.push(sequence(pieces, matching, (from, to), ranges, found).into());
                        from = to + 1;
                    }
                    result.push(Brace::List(list.into()));
                    at = close + 1;
                    continue;
                }
                if let Some(range) = range(pieces, at + 1, close, ranges) {
                    flush(&mut literal, &mut result);
                    *found = true;
                    result.push(range);
                    at = close + 1;
                    continue;
                }
                literal.push(b'{');
            }
            Some(Piece::Byte(byte)) => literal.push(byte),
            Some(Piece::Part(part)) => {
                flush(&mut literal, &mut result);
                result.push(Brace::Part(part));
            }
            None => {}
        }
        at += 1;
    }
    flush(&mut literal, &mut result);
    result
}

fn flush(literal: &mut Vec<u8>, result: &mut Vec<Brace>) {
    if !literal.is_empty() {
        result.push(Brace::Part(Part::Literal(ByteString::new(literal))));
        literal.clear();
    }
}

/// The commas that are in no inner braces.
fn commas(pieces: &[Option<Piece>], matching: &[usize], begin: usize, end: usize) -> Vec<usize> {
    let mut commas = Vec::new();
    let mut at = begin;
    while at < end {
        match pieces[at] {
            Some(Piece::Byte(b'{')) if matching[at] > at && matching[at] < end => at = matching[at],
            Some(Piece::Byte(b',')) => commas.push(at),
            _ => {}
        }
        at += 1;
    }
    commas
}

/// What ranges may have in a dialect.
#[derive(Clone, Copy)]
struct Ranges {
    /// Expansions, which are made first.
    expansions: bool,
    /// Zeros in front, which the numbers have then.
    zeros: bool,
}

/// `1..9`, `a..e`, with a third one for the step.
fn range(pieces: &mut [Option<Piece>], begin: usize, end: usize, ranges: Ranges) -> Option<Brace> {
    let mut text = Vec::with_capacity(end - begin);
    let mut computed = false;
    for piece in &pieces[begin..end] {
        match piece {
            Some(Piece::Byte(byte)) => text.push(*byte),
            Some(Piece::Part(_)) if ranges.expansions => computed = true,
            _ => return None,
        }
    }
    if !computed {
        return read_range(&text, ranges.zeros);
    }
    if !text.windows(2).any(|two| two == b"..") {
        return None;
    }
    let mut parts = Vec::new();
    let mut literal = Vec::new();
    for piece in &mut pieces[begin..end] {
        match piece.take() {
            Some(Piece::Byte(byte)) => literal.push(byte),
            Some(Piece::Part(part)) => {
                if !literal.is_empty() {
                    parts.push(Part::Literal(ByteString::new(&literal)));
                    literal.clear();
                }
                parts.push(part);
            }
            None => {}
        }
    }
    if !literal.is_empty() {
        parts.push(Part::Literal(ByteString::new(&literal)));
    }
    Some(Brace::Computed(parts.into()))
}

/// Reads the text of a range; `zeros`: those in front are kept.
pub fn read_range(text: &[u8], zeros: bool) -> Option<Brace> {
    let shown = ByteString::new(text);
    let text = std::str::from_utf8(text).ok()?;
    let mut operands = text.split("..");
    let (from, to, step) = (operands.next()?, operands.next()?, operands.next());
    if operands.next().is_some() {
        return None;
    }
    let step = match step {
        Some(step) => step.parse::<i64>().ok()?.unsigned_abs().max(1),
        None => 1,
    };
    if let (Ok(first), Ok(last)) = (from.parse::<i64>(), to.parse::<i64>()) {
        let padded = |text: &str| {
            let digits = text.trim_start_matches(['-', '+']);
            digits.len() > 1 && digits.starts_with('0')
        };
        let width =
            if zeros && (padded(from) || padded(to)) { from.len().max(to.len()) } else { 0 };
        return Some(Brace::Integers { from: first, to: last, step, width, text: shown });
    }
    match (from.as_bytes(), to.as_bytes()) {
        ([from], [to]) if from.is_ascii_alphabetic() && to.is_ascii_alphabetic() => {
            Some(Brace::Letters { from: *from, to: *to, step, text: shown })
        }
        _ => None,
    }
}
