//! The parts of a word while it is read, and the word that they make.

use crate::bytes::ByteString;
use crate::names::is_name_byte;
use crate::tree::{Part, Word};

/// Collects the parts of a word. An empty one may have room from its last word.
#[derive(Default)]
pub(crate) struct Collector {
    pub(crate) parts: Vec<Part>,
    /// Unquoted text that is not in a part yet.
    pub(crate) literal: Vec<u8>,
    /// Quoted text that is not in a part yet.
    quoted: Vec<u8>,
    /// There is some, and be it empty quotes.
    is_quoted: bool,
}

impl Collector {
    pub(crate) fn literal(&mut self, byte: u8) {
        self.end_quoted();
        self.literal.push(byte);
    }

    pub(crate) fn quoted(&mut self) -> &mut Vec<u8> {
        self.end_literal();
        self.is_quoted = true;
        &mut self.quoted
    }

    pub(crate) fn end_literal(&mut self) {
        if !self.literal.is_empty() {
            self.parts.push(Part::Literal(ByteString::new(&self.literal)));
            self.literal.clear();
        }
    }

    pub(crate) fn end_quoted(&mut self) {
        if self.is_quoted {
            self.parts.push(Part::Quoted(ByteString::new(&self.quoted)));
            self.quoted.clear();
            self.is_quoted = false;
        }
    }

    pub(crate) fn part(&mut self, part: Part) {
        self.end_literal();
        self.end_quoted();
        self.parts.push(part);
    }

    /// Whether it is worth keeping for the next word.
    pub(crate) fn is_small(&self) -> bool {
        const SMALL: usize = 4096;
        self.literal.capacity().max(self.quoted.capacity()) <= SMALL
    }

    /// Whether the word is `name=…` so far.
    pub(crate) fn begins_an_assignment(&self) -> bool {
        let text = match self.parts.first() {
            None => &self.literal[..],
            Some(Part::Literal(text)) => text,
            Some(_) => return false,
        };
        let name = text.iter().take_while(|byte| is_name_byte(**byte)).count();
        name > 0
            && !text[0].is_ascii_digit()
            && matches!(&text[name..], [b'=', ..] | [b'+', b'=', ..])
    }

    /// Whether the word is `name=` or `name+=` so far.
    pub(crate) fn ends_in_assignment(&self) -> bool {
        let text = &self.literal[..];
        let name = text.iter().take_while(|byte| is_name_byte(**byte)).count();
        self.parts.is_empty()
            && !self.is_quoted
            && name > 0
            && !text[0].is_ascii_digit()
            && matches!(&text[name..], b"=" | b"+=")
    }

    /// Whether what follows in parentheses is part of an extended pattern.
    pub(crate) fn ends_in_group(&self) -> bool {
        !self.is_quoted && matches!(self.literal.last(), Some(b'?' | b'*' | b'+' | b'@' | b'!'))
    }

    /// Whether a regular expression, `~(E)`, has begun.
    pub(crate) fn begins_expression(&self) -> bool {
        let begun = |text: &[u8]| byte_search::memmem::find(text, b"~(").is_some();
        !self.is_quoted
            && (begun(&self.literal)
                || self.parts.iter().any(|p| matches!(p, Part::Literal(text) if begun(text))))
    }

    /// Whether what follows in parentheses is part of a pattern that only ksh93 has: `~(…)`,
    /// `{n,m}(…)`.
    pub(crate) fn ends_in_ksh_group(&self) -> bool {
        let text = &self.literal[..];
        if self.is_quoted {
            return false;
        }
        // After `~(E)` parentheses belong to the expression.
        if self.begins_expression() {
            return true;
        }
        match text.strip_suffix(b"}") {
            None => matches!(text.last(), Some(b'~' | b'%')),
            Some(rest) => {
                let is_count = |byte: &u8| byte.is_ascii_digit() || *byte == b',';
                let count = rest.iter().rev().take_while(|byte| is_count(byte)).count();
                count > 0 && rest.len() > count && rest[rest.len() - count - 1] == b'{'
            }
        }
    }

    /// Appends parts.
    pub(crate) fn extend(&mut self, parts: Vec<Part>) {
        for part in parts {
            match part {
                Part::Literal(text) => {
                    self.end_quoted();
                    self.literal.extend_from_slice(&text);
                }
                Part::Quoted(text) => self.quoted().extend_from_slice(&text),
                part => self.part(part),
            }
        }
    }

    /// The parts, without room for more.
    pub(crate) fn finish(&mut self) -> Vec<Part> {
        self.end_literal();
        self.end_quoted();
        let mut parts = Vec::with_capacity(self.parts.len());
        parts.append(&mut self.parts);
        parts
    }
}

/// Makes a word of its parts: finds tildes and literal text.
pub(crate) fn finish_word(mut parts: Vec<Part>) -> Word {
    split_tildes(&mut parts, false);
    word_of(parts)
}

/// Makes a word of parts whose tildes have been found.
pub(crate) fn word_of(parts: Vec<Part>) -> Word {
    let literal = literal_text(&parts);
    Word { parts: parts.into(), literal, ..Word::default() }
}

/// The text of a word that needs no expansion, no splitting and no matching.
fn literal_text(parts: &[Part]) -> Option<ByteString> {
    let matches =
        |text: &ByteString| text.iter().any(|byte| matches!(byte, b'*' | b'?' | b'[' | b'('));
    match parts {
        [Part::Literal(text)] => return (!matches(text)).then(|| text.clone()),
        [Part::Quoted(text)] => return Some(text.clone()),
        _ => {}
    }
    let is_literal = |part: &Part| match part {
        Part::Literal(literal) => !matches(literal),
        Part::Quoted(_) => true,
        _ => false,
    };
    // The last one first: texts that something follows are common.
    if !parts.iter().rev().all(is_literal) {
        return None;
    }
    let mut text = Vec::new();
    for part in parts {
        if let Part::Literal(one) | Part::Quoted(one) = part {
            text.extend_from_slice(one);
        }
    }
    Some(ByteString::new(&text))
}

/// Splits off tilde-prefixes (POSIX XCU 2.6.1): at the beginning, and in an assignment after
/// the first `=` and every `:`. `assignment`: the parts are the value of an assignment.
pub(crate) fn split_tildes(parts: &mut Vec<Part>, assignment: bool) {
    if !parts.iter().any(|part| matches!(part, Part::Literal(text) if text.contains(&b'~'))) {
        return;
    }
    let mut index = 0;
    let mut at_start = true;
    while index < parts.len() {
        let Part::Literal(text) = &parts[index] else {
            at_start = false;
            index += 1;
            continue;
        };
        let text = text.clone();
        let last = index + 1 == parts.len();
        let mut pieces = Vec::new();
        let mut begin = 0;
        let mut search = 0;
        let mut possible = at_start;
        while search < text.len() {
            // `~(…)` is part of a pattern (ksh93).
            if possible && text[search] == b'~' && text.get(search + 1) != Some(&b'(') {
                let rest = &text[search + 1..];
                let end = rest.iter().position(|&b| b == b'/' || (assignment && b == b':'));
                // A quote or an expansion in the login name makes it no tilde-prefix.
                if end.is_some() || last {
                    let end = end.map_or(text.len(), |n| search + 1 + n);
                    if search > begin {
                        pieces.push(Part::Literal(ByteString::new(&text[begin..search])));
                    }
                    pieces.push(Part::Tilde(ByteString::new(&text[search + 1..end])));
                    begin = end;
                    search = end;
                    possible = false;
                    continue;
                }
            }
            possible = assignment && text[search] == b':';
            search += 1;
        }
        at_start = assignment && text.last() == Some(&b':') && begin < text.len();
        if begin > 0 || !pieces.is_empty() {
            if begin < text.len() {
                pieces.push(Part::Literal(ByteString::new(&text[begin..])));
            }
            let count = pieces.len();
            parts.splice(index..=index, pieces);
            index += count;
        } else {
            index += 1;
        }
    }
}
