//! A command of several lines on one (bash(1), HISTORY, `cmdhist`): what the history list keeps.
//!
//! A newline becomes what means the same there: `; `, a blank where a semicolon has no place,
//! nothing after a backslash. In quotes and here-documents it stays. Where the tokens stand
//! says a [`Record`](crate::record::Record), as for functions that are shown.

use crate::parser::Parser;
use std::ops::Range;

impl Parser<'_> {
    /// The text, a complete command, on one line as far as that is possible. None where it
    /// cannot be read.
    pub fn on_one_line(mut self) -> Option<Vec<u8>> {
        self.record = Some(Box::default());
        self.whole().ok()?;
        let record = self.record.take()?;
        let documents: Vec<Range<usize>> =
            record.documents.iter().map(|(place, _)| place.clone()).collect();
        let mut joiner = Joiner {
            source: &self.source,
            tokens: &record.tokens,
            documents: &documents,
            at: 0,
            parentheses: Vec::new(),
            conditional: false,
            out: Vec::new(),
        };
        joiner.join();
        Some(joiner.out)
    }
}

struct Joiner<'a> {
    source: &'a [u8],
    tokens: &'a [Range<usize>],
    documents: &'a [Range<usize>],
    /// The first token that has not been passed.
    at: usize,
    /// The parentheses that are open; true: those of the pattern of a branch of `case`.
    parentheses: Vec<bool>,
    /// Inside of `[[ ]]`.
    conditional: bool,
    out: Vec<u8>,
}

impl<'a> Joiner<'a> {
    fn join(&mut self) {
        let mut begin = 0;
        // A line that is a comment is left out, and the next one begins on its own.
        let mut after_comment = false;
        while begin < self.source.len() {
            let end = byte_search::memchr(b'\n', &self.source[begin..])
                .map_or(self.source.len(), |length| begin + length);
            let line = &self.source[begin..end];
            self.pass(end);
            let inside = self.inside(begin);
            if begin > 0 && inside.is_none() && line.trim_ascii_start().starts_with(b"#") {
                after_comment = true;
                begin = end + 1;
                continue;
            }
            if after_comment {
                if !self.out.ends_with(b"\n") {
                    let length = self.out.trim_ascii_end().len();
                    self.out.truncate(length);
                    if self.out.ends_with(b";") && !self.out.ends_with(b";;") {
                        self.out.pop();
                    }
                    self.out.push(b'\n');
                }
                after_comment = false;
            }
            self.out.extend_from_slice(line);
            let last = end + 1 >= self.source.len();
            if !last || self.inside(end) == Some(Inside::Document) {
                self.newline(end);
            }
            begin = end + 1;
        }
    }

    /// Takes notice of the tokens before a place.
    fn pass(&mut self, end: usize) {
        while let Some(token) = self.tokens.get(self.at).filter(|token| token.start < end) {
            match &self.source[token.clone()] {
                b"(" => {
                    let pattern = matches!(self.before(self.at), b"in" | b";;" | b";&" | b";;&");
                    self.parentheses.push(pattern);
                }
                b")" => drop(self.parentheses.pop()),
                b"[[" if self.is_first(self.at) => self.conditional = true,
                b"]]" => self.conditional = false,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// The token before the one of this index, newlines left out.
    fn before(&self, index: usize) -> &'a [u8] {
        self.tokens[..index]
            .iter()
            .rev()
            .map(|token| &self.source[token.clone()])
            .find(|text| *text != b"\n")
            .unwrap_or_default()
    }

    /// Whether a command begins with the token of this index.
    fn is_first(&self, index: usize) -> bool {
        let Some(previous) = index.checked_sub(1) else { return true };
        match &self.source[self.tokens[previous].clone()] {
            b"\n" | b";" | b"&" | b"|" | b"&&" | b"||" | b"(" | b")" | b"{" | b"!" | b"|&"
            | b";;" | b";&" | b";;&" => true,
            text => is_opening(text) && self.is_first(previous),
        }
    }

    /// What a place is inside of.
    fn inside(&self, place: usize) -> Option<Inside> {
        if self.documents.iter().any(|document| document.contains(&place)) {
            return Some(Inside::Document);
        }
        let index = self.tokens.partition_point(|token| token.start < place).checked_sub(1)?;
        let token = self.tokens[index].clone();
        if token.end <= place {
            return None;
        }
        Some(match quoted(&self.source[token.clone()], place - token.start) {
            true => Inside::Quotes,
            false => Inside::Word,
        })
    }

    /// What stands for the newline at `place`.
    fn newline(&mut self, place: usize) {
        let inside = self.inside(place);
        if matches!(inside, Some(Inside::Document | Inside::Quotes)) {
            self.out.push(b'\n');
            let ends = |document: &Range<usize>| document.end == place + 1;
            let follows = |document: &Range<usize>| document.start == place + 1;
            if self.documents.iter().any(ends)
                && !self.documents.iter().any(follows)
                && place + 1 < self.source.len()
            {
                self.out.push(b' ');
            }
            return;
        }
        if self.out.ends_with(b"\\") && self.source.get(place.wrapping_sub(1)) == Some(&b'\\') {
            self.out.pop();
            return;
        }
        if inside == Some(Inside::Word) {
            // An array.
            return self.out.push(b' ');
        }
        // The one that ends the line is a token too.
        let index = self.tokens.partition_point(|token| token.start < place);
        let text = |back: usize| {
            index
                .checked_sub(back)
                .map_or(&b""[..], |index| &self.source[self.tokens[index].clone()])
        };
        let end = index.checked_sub(1).map_or(0, |index| self.tokens[index].end);
        let commented =
            self.source[end..place].contains(&b'#') && !self.source[end..place].contains(&b'\n');
        let rest = self.source.get(place + 1..).unwrap_or_default();
        let next = &rest[..byte_search::memchr(b'\n', rest).unwrap_or(rest.len())];
        let begins = self.documents.iter().any(|document| document.start == place + 1);
        let first = index.checked_sub(1).is_some_and(|index| self.is_first(index));
        let separator: &[u8] = match text(1) {
            _ if commented || begins => b"\n",
            _ if self.conditional => b" ",
            b")" if text(2) == b"(" || self.ends_pattern(index - 1) => b" ",
            b")" => b"; ",
            _ if text(2) == b"function" => b" ",
            _ if byte_search::memmem::find(next, b"<<").is_some() => b"\n",
            _ if text(2) == b"for" || text(2) == b"select" => {
                match next.trim_ascii_start().starts_with(b"in") {
                    true => b" ",
                    false => b";",
                }
            }
            _ if text(2) == b"case" => b" ",
            b"in" if matches!(text(3), b"case" | b"for" | b"select") => b" ",
            b"\n" | b"{" | b"(" | b";" | b"&" | b"|" | b";;" | b";&" | b";;&" | b"&&" | b"||"
            | b"|&" => b" ",
            text if is_opening(text) && first => b" ",
            _ => b"; ",
        };
        let separator = match self.out.ends_with(b"\n") {
            true => separator.strip_prefix(b";").unwrap_or(separator),
            false => separator,
        };
        self.out.extend_from_slice(separator);
    }

    /// Whether the parenthesis of this index closes a pattern of `case`.
    fn ends_pattern(&self, index: usize) -> bool {
        let mut open = Vec::new();
        for (at, token) in self.tokens[..index].iter().enumerate() {
            match &self.source[token.clone()] {
                b"(" => {
                    open.push(matches!(self.before(at), b"in" | b";;" | b";&" | b";;&"));
                }
                b")" => drop(open.pop()),
                _ => {}
            }
        }
        open.last().is_none_or(|pattern| *pattern)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    Document,
    Quotes,
    Word,
}

/// Whether a command follows the reserved word.
fn is_opening(word: &[u8]) -> bool {
    matches!(
        word,
        b"if" | b"then" | b"else" | b"elif" | b"do" | b"while" | b"until" | b"time" | b"case"
    )
}

/// Whether a place in a word is in quotes, or in a substitution.
fn quoted(word: &[u8], place: usize) -> bool {
    let mut open: Vec<u8> = Vec::new();
    let mut at = 0;
    while at < place.min(word.len()) {
        let byte = word[at];
        match (open.last(), byte) {
            (Some(b'\''), b'\'') => drop(open.pop()),
            (Some(b'\''), _) => {}
            // The newline that it removes is not looked at.
            (_, b'\\') if at + 1 < place => at += 1,
            (Some(&closing), _) if byte == closing => drop(open.pop()),
            (Some(b'"'), b'\'') => {}
            (_, b'"' | b'\'' | b'`') => open.push(byte),
            (_, b'$') if matches!(word.get(at + 1), Some(b'(' | b'{')) => {
                open.push(if word[at + 1] == b'(' { b')' } else { b'}' });
                at += 1;
            }
            (Some(b')'), b'(') => open.push(b')'),
            _ => {}
        }
        at += 1;
    }
    !open.is_empty()
}
