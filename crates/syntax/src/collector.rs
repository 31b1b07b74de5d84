//! The parts of a word while it is read, and the word that they make.

use crate::bytes::ByteString;
use crate::names::is_name_byte;
use crate::tree::{Part, Word};

/// Collects the parts of a word.
pub(crate) struct Collector {
    pub(crate) parts: Vec<Part>,
    /// Unquoted text that is not in a part yet.
    pub(crate) literal: Vec<u8>,
    /// Quoted text that is not in a part yet; None if there is none (not even empty quotes).
    pub(crate) quoted: Option<Vec<u8>>,
}

impl Collector {
    pub(crate) fn literal(&mut self, byte: u8) {
        self.end_quoted();
        self.literal.push(byte);
    }

    pub(crate) fn quoted(&mut self) -> &mut Vec<u8> {
        self.end_literal();
        self.quoted.get_or_insert_default()
    }

    pub(crate) fn end_literal(&mut self) {
        if !self.literal.is_empty() {
            self.parts.push(Part::Literal(ByteString::new(&self.literal)));
            self.literal.clear();
        }
    }

    pub(crate) fn end_quoted(&mut self) {
        if let Some(text) = self.quoted.take() {
            self.parts.push(Part::Quoted(ByteString::new(&text)));
        }
    }

    pub(crate) fn part(&mut self, part: Part) {
        self.end_literal();
        self.end_quoted();
        self.parts.push(part);
    }

    /// Whether the word is `name=…` so far.
    pub(crate) fn begins_an_assignment(&self) -> bool {
        let text = match self.parts.first() {
            None => &self.literal[..],
            Some(Part::Literal(text)) => text,
            Some(_) => return false,
        };
        let name = text.iter().take_while(|byte| is_name_byte(**byte)).count();
        name > 0 && !text[0].is_ascii_digit() && text.get(name) == Some(&b'=')
    }

    /// Whether the word is `name=` or `name+=` so far.
    pub(crate) fn ends_in_assignment(&self) -> bool {
        let text = &self.literal[..];
        let name = text.iter().take_while(|byte| is_name_byte(**byte)).count();
        self.parts.is_empty()
            && self.quoted.is_none()
            && name > 0
            && !text[0].is_ascii_digit()
            && matches!(&text[name..], b"=" | b"+=")
    }

    /// Whether what follows in parentheses is part of an extended pattern.
    pub(crate) fn ends_in_group(&self) -> bool {
        self.quoted.is_none()
            && matches!(self.literal.last(), Some(b'?' | b'*' | b'+' | b'@' | b'!'))
    }

    /// Whether a regular expression, `~(E)`, has begun.
    pub(crate) fn begins_expression(&self) -> bool {
        let begun = |text: &[u8]| byte_search::memmem::find(text, b"~(").is_some();
        self.quoted.is_none()
            && (begun(&self.literal)
                || self.parts.iter().any(|p| matches!(p, Part::Literal(text) if begun(text))))
    }

    /// Whether what follows in parentheses is part of a pattern that only ksh93 has: `~(…)`,
    /// `{n,m}(…)`.
    pub(crate) fn ends_in_ksh_group(&self) -> bool {
        let text = &self.literal[..];
        if self.quoted.is_some() {
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

    pub(crate) fn finish(mut self) -> Vec<Part> {
        self.end_literal();
        self.end_quoted();
        self.parts
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
    let mut text = Vec::new();
    for part in parts {
        match part {
            Part::Literal(literal) if matches(literal) => return None,
            Part::Literal(literal) => text.extend_from_slice(literal),
            Part::Quoted(quoted) => text.extend_from_slice(quoted),
            _ => return None,
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
