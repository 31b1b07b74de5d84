//! Brace expansion: `a{b,c}d`, `{1..9}` (bash, ksh93, mksh). Found when a word is read, made
//! when it is expanded, before everything else; in dialects with `braces_in_fields` found in what
//! the other expansions have made ([`in_field`]).

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
            && !(self.rules.syntax.braces_in_fields && word.parts.iter().any(is_expansion))
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
        let of_c = self.rules.syntax.ranges_are_of_c;
        let mut braces = sequence(&mut pieces, &matching, (0, end), of_c, &mut found);
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

/// The braces of a field that expansions have made, if there are any. `unquoted`: which of its text
/// is not quoted.
pub fn in_field(text: &[u8], unquoted: &[(u32, u32)], of_c: bool) -> Option<Vec<Brace>> {
    let mut pieces = Vec::with_capacity(text.len());
    let mut at = 0;
    let end = text.len() as u32;
    for &(begin, after) in unquoted.iter().chain([&(end, end)]) {
        // What is quoted may be a limit, but means nothing else here.
        pieces.extend(text[at..begin as usize].iter().map(|&byte| match byte {
            b'{' | b'}' | b',' | b'.' => Piece::Part(Part::Quoted(ByteString::new(&[byte]))),
            byte if byte.is_ascii_alphanumeric() => Piece::Byte(byte),
            byte => Piece::Part(Part::Quoted(ByteString::new(&[byte]))),
        }));
        pieces.extend(text[begin as usize..after as usize].iter().map(|&byte| Piece::Byte(byte)));
        at = after as usize;
    }
    let matching = matching(&pieces);
    let mut found = false;
    let mut pieces: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
    let end = pieces.len();
    let braces = sequence(&mut pieces, &matching, (0, end), of_c, &mut found);
    found.then_some(braces)
}

/// Whether a part of a word is found out when the word is expanded.
fn is_expansion(part: &Part) -> bool {
    match part {
        Part::Literal(_) | Part::Quoted(_) | Part::Tilde(_) => false,
        Part::DoubleQuoted(parts) => parts.iter().any(is_expansion),
        _ => true,
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
    of_c: bool,
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
                        list.push(sequence(pieces, matching, (from, to), of_c, found).into());
                        from = to + 1;
                    }
                    result.push(Brace::List(list.into()));
                    at = close + 1;
                    continue;
                }
                if let Some(range) = range(pieces, at + 1, close, of_c) {
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

/// `1..9`, `a..e`, with a third one for the step. `of_c`: as the rule `ranges_are_of_c` has it.
fn range(pieces: &[Option<Piece>], begin: usize, end: usize, of_c: bool) -> Option<Brace> {
    let mut text = Vec::with_capacity(end - begin);
    for piece in &pieces[begin..end] {
        let Some(Piece::Byte(byte)) = piece else { return None };
        text.push(*byte);
    }
    if of_c { range_of_c(&text) } else { read_range(&text) }
}

/// Reads the text of a range.
fn read_range(text: &[u8]) -> Option<Brace> {
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
        let width = if padded(from) || padded(to) { from.len().max(to.len()) } else { 0 };
        return Some(Brace::Integers {
            from: first,
            to: last,
            step,
            width,
            format: None,
            text: shown,
        });
    }
    match (from.as_bytes(), to.as_bytes()) {
        ([from], [to]) if from.is_ascii_alphabetic() && to.is_ascii_alphabetic() => {
            Some(Brace::Letters { from: *from, to: *to, step, text: shown })
        }
        _ => None,
    }
}

/// Reads the text of a range as ksh93 does: with strtol(3), a step that has a direction, a format.
fn range_of_c(text: &[u8]) -> Option<Brace> {
    if let [from, b'.', b'.', to, rest @ ..] = text
        && (from.is_ascii_lowercase() && to.is_ascii_lowercase()
            || from.is_ascii_uppercase() && to.is_ascii_uppercase())
    {
        let step = match rest {
            [] if from > to => -1,
            [] => 1,
            [b'.', b'.', step @ ..] => match c_number(step) {
                (step, []) => step,
                _ => return None,
            },
            _ => return None,
        };
        let to = if (step > 0) == (from <= to) { *to } else { *from };
        return (step != 0).then_some(Brace::Letters {
            from: *from,
            to,
            step: step.unsigned_abs(),
            text: ByteString::new(text),
        });
    }
    if !matches!(text.first(), Some(b'0'..=b'9' | b'+' | b'-')) {
        return None;
    }
    let (from, rest) = c_number(text);
    let (to, rest) = c_number(rest.strip_prefix(b"..")?);
    let (step, rest) = match rest.strip_prefix(b"..") {
        Some(rest) => c_number(rest),
        None => (if to < from { -1 } else { 1 }, rest),
    };
    let format = match rest {
        [] => None,
        [b'%', directive @ ..] if is_directive(directive) => Some(ByteString::new(rest)),
        _ => return None,
    };
    // The other way there is the first one alone.
    let to = if (step > 0) == (from <= to) { to } else { from };
    let step = step.unsigned_abs();
    (step != 0).then_some(Brace::Integers {
        from,
        to,
        step,
        width: 0,
        format,
        text: ByteString::new(text),
    })
}

/// What strtol(3) makes of a text, in the base that it begins with, and the rest of it.
fn c_number(text: &[u8]) -> (i64, &[u8]) {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let (base, digits) = match digits {
        [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit() => (16, &digits[2..]),
        [b'0', ..] => (8, digits),
        _ => (10, digits),
    };
    let digit = |&byte: &u8| char::from(byte).to_digit(base);
    let length = digits.iter().take_while(|byte| digit(byte).is_some()).count();
    if length == 0 {
        return (0, text);
    }
    let number = digits[..length].iter().filter_map(digit).fold(0i64, |number, digit| {
        let digit = if negative { -i64::from(digit) } else { i64::from(digit) };
        number.saturating_mul(i64::from(base)).saturating_add(digit)
    });
    (number, &digits[length..])
}

/// Whether what follows `%` is a directive of printf(3) for an integer.
fn is_directive(text: &[u8]) -> bool {
    let flags = text.iter().take_while(|byte| b"-+ 0#".contains(byte)).count();
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let width = digits(&text[flags..]);
    let mut rest = &text[flags + width..];
    if let Some(precision) = rest.strip_prefix(b".") {
        rest = &precision[digits(precision)..];
    }
    width <= 4 && matches!(rest, [b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'c'])
}
