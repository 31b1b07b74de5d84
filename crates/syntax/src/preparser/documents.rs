//! Here-documents (POSIX XCU 2.7.4) whose delimiters are names.

use super::Reader;
use crate::names::is_name_byte;

/// A here-document whose text is still to come.
pub(super) struct Document {
    delimiter: Vec<u8>,
    /// There are no expansions in its text.
    is_quoted: bool,
    /// `<<-`: tabs at the beginning of lines are removed.
    is_stripped: bool,
}

impl Reader<'_> {
    /// Behind `<<`: the delimiter.
    pub(super) fn document(&mut self) -> Option<()> {
        if self.is_backquoted {
            return None;
        }
        let is_stripped = self.accept(b'-')?;
        let quote = match self.blanks()? {
            quote @ (b'\'' | b'"' | b'\\') => {
                self.at += 1;
                Some(quote)
            }
            _ => None,
        };
        let begin = self.at;
        while is_name_byte(self.byte()?) {
            self.at += 1;
        }
        let delimiter = self.text[begin..self.at].to_vec();
        if delimiter.is_empty()
            || quote.is_some_and(|quote| quote != b'\\') && !self.accept(quote?)?
        {
            return None;
        }
        self.documents.push(Document { delimiter, is_quoted: quote.is_some(), is_stripped });
        matches!(self.byte()?, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')').then_some(())
    }

    /// After a newline: the texts that were waiting for it.
    #[cold]
    pub(super) fn texts_of_documents(&mut self) -> Option<()> {
        for document in std::mem::take(&mut self.documents) {
            while !self.line_of(&document)? {}
        }
        Some(())
    }

    /// A line of a here-document; true: it is the delimiter.
    fn line_of(&mut self, document: &Document) -> Option<bool> {
        let begin = self.at;
        self.text_up_to(|text| byte_search::memchr(b'\n', text))?;
        let mut line = &self.text[begin..self.at];
        self.at += 1;
        self.line += 1;
        if document.is_stripped {
            line = &line[line.iter().take_while(|byte| **byte == b'\t').count()..];
        }
        match line.strip_prefix(&document.delimiter[..]) {
            Some([]) => return Some(true),
            // `$(cat <<E … E)`
            Some(rest) if rest.trim_ascii_start().first() == Some(&b')') => return None,
            _ => {}
        }
        (document.is_quoted || is_simple(line)).then_some(false)
    }
}

/// Whether a line has no expansions but of parameters, and no continuation.
fn is_simple(mut line: &[u8]) -> bool {
    while let Some(at) = line.iter().position(|byte| matches!(byte, b'$' | b'`' | b'\\')) {
        let (special, rest) = (line[at], &line[at + 1..]);
        line = match (special, rest) {
            (b'\\', [_, rest @ ..]) => rest,
            (b'$', [b'{', rest @ ..]) => {
                let name = rest.iter().take_while(|byte| is_name_byte(**byte)).count();
                match rest.get(name) {
                    Some(b'}') if name > 0 => &rest[name..],
                    _ => return false,
                }
            }
            (b'$', [b'(' | b'[' | b'`' | b'\\', ..] | []) => return false,
            (b'$', rest) => rest,
            _ => return false,
        };
    }
    true
}
