//! Here-documents (POSIX XCU 2.7.4): delimiters, and texts that follow the line.

use crate::bytes::ByteString;
use crate::collector::word_of;
use crate::context::Quoting;
use crate::error::{Result, SyntaxErrorKind};
use crate::parser::Parser;
use crate::tree::{HereDocument, Part, Word};
use std::rc::Rc;

/// What is removed from the beginning of each line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strip {
    Nothing,
    /// Tabs (`<<-`).
    Tabs,
    /// The indentation of the first line (`<<#`, ksh93).
    Indentation,
}

/// A here-document whose text is still to come.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) document: Rc<HereDocument>,
    pub(crate) delimiter: Vec<u8>,
    strip: Strip,
    /// No expansions in the text.
    pub(crate) quoted: bool,
}

/// A here-document that was read before it was known whether the enclosing `$((` begins an
/// arithmetic expansion. If it does not, everything is read again, and so would be what is in
/// the text: with one in the other, twice as often at each level.
#[derive(Debug)]
pub(crate) struct Tried {
    at: usize,
    text: Vec<u8>,
    word: Result<Rc<Word>>,
}

impl Tried {
    fn is(&self, at: usize, text: &[u8]) -> bool {
        self.at == at && self.text == text
    }
}

/// The number of bytes and of columns of the blanks that a line begins with, up to `most` columns.
fn indentation(line: &[u8], most: usize) -> (usize, usize) {
    const TAB: usize = 8;
    let mut width = 0;
    for (at, byte) in line.iter().enumerate() {
        let next = match byte {
            b' ' => width + 1,
            b'\t' => (width / TAB + 1) * TAB,
            _ => return (at, width),
        };
        if next > most {
            return (at, width);
        }
        width = next;
    }
    (line.len(), width)
}

impl Waiting {
    /// Removes the tabs that the delimiter begins with.
    pub(crate) fn strip_delimiter(&mut self) {
        let tabs = self.delimiter.iter().take_while(|byte| **byte == b'\t').count();
        self.delimiter.drain(..tabs);
    }

    /// `raw`: the delimiter as it is spelled.
    pub(crate) fn new(document: Rc<HereDocument>, raw: &[u8], strip: Strip) -> Self {
        let (delimiter, quoted) = remove_quotes(raw);
        Self { document, delimiter, strip, quoted }
    }
}

/// Quote removal on a word that is not expanded; whether anything was quoted.
fn remove_quotes(raw: &[u8]) -> (Vec<u8>, bool) {
    let mut text = Vec::new();
    let mut quoted = false;
    let mut quote = None;
    let mut bytes = raw.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', None) => match bytes.next() {
                Some(b'\n') => {}
                next => {
                    quoted = true;
                    text.extend(next);
                }
            },
            (b'\\', Some(b'"')) => match bytes.peek() {
                Some(b'$' | b'`' | b'"' | b'\\') => text.extend(bytes.next()),
                Some(b'\n') => {
                    bytes.next();
                }
                _ => text.push(byte),
            },
            (b'$', None) if bytes.peek() == Some(&b'\'') => {
                quoted = true;
                bytes.next();
                let rest: Vec<u8> = bytes.clone().collect();
                let source = Box::new(crate::Text(&rest));
                let mut inner = Parser::new(source, Rc::default(), Rc::new(crate::NoAliases));
                // It was read before: it has an end.
                let _ = inner.dollar_single_quotes(&mut text);
                for _ in 0..inner.at {
                    bytes.next();
                }
            }
            (b'\'' | b'"', None) => {
                quoted = true;
                quote = Some(byte);
            }
            (_, Some(open)) if byte == open => quote = None,
            _ => text.push(byte),
        }
    }
    (text, quoted)
}

/// A here-document that the end of the text ended.
#[derive(Debug)]
pub struct Unended {
    /// The line on which the text ends.
    pub line: u32,
    /// The line before the first one of the here-document.
    pub begun: u32,
    /// What would have ended it.
    pub delimiter: Vec<u8>,
}

impl Parser<'_> {
    /// The here-documents without a delimiter that have been read since the last call.
    pub fn take_unended(&mut self) -> Vec<Unended> {
        std::mem::take(&mut self.unended)
    }

    /// After a newline: reads the texts that were waiting for it.
    pub(crate) fn read_here_documents(&mut self) -> Result<()> {
        if self.here_documents.is_empty() {
            return Ok(());
        }
        for waiting in std::mem::take(&mut self.here_documents) {
            let (at, line) = (self.at, self.line);
            let text = self.here_text(&waiting)?;
            if let Some(record) = &mut self.record {
                record.here_document(at..self.at, &waiting, &text);
            }
            let word = if waiting.quoted {
                Rc::new(word_of(vec![Part::Quoted(ByteString::new(&text))]))
            } else if let Some(known) = self.tried.iter().find(|known| known.is(at, &text)) {
                known.word.clone()?
            } else {
                let word = self.here_word(&text, line).map(Rc::new);
                if self.trials > 0 {
                    self.tried.push(Tried { at, text, word: word.clone() });
                }
                word?
            };
            let _ = waiting.document.text.set(word);
        }
        Ok(())
    }

    /// At the end of the text: there is nothing in here-documents that still wait for theirs.
    pub(crate) fn end_here_documents(&mut self) {
        if self.here_documents.is_empty() || !self.rules.syntax.warns_of_unended_here_document {
            return;
        }
        for waiting in std::mem::take(&mut self.here_documents) {
            self.note_unended(&waiting, self.line, self.line);
            let _ = waiting.document.text.set(Rc::new(word_of(Vec::new())));
        }
    }

    /// The text of a here-document whose delimiter is not quoted.
    fn here_word(&mut self, text: &[u8], line: u32) -> Result<Word> {
        // What is found out to be no arithmetic can put other texts into the here-documents
        // that follow, and so on within them: there is an end to what is tried.
        const MOST: usize = 1 << 23;
        if self.trials > 0 || self.effort.get() > 0 {
            self.effort.set(self.effort.get().saturating_add(text.len() + 64));
            if self.effort.get() > MOST {
                return Err(self.error(SyntaxErrorKind::NestedTooDeeply));
            }
        }
        let mut inner = self.inner(text, line);
        inner.fills = true;
        let parts = inner.parts(Quoting::HereDocument).map_err(|error| inner.located(error))?;
        if parts.is_empty() {
            return Ok(Word { literal: Some(ByteString::EMPTY), ..Word::default() });
        }
        Ok(word_of(parts))
    }

    fn here_text(&mut self, waiting: &Waiting) -> Result<Vec<u8>> {
        let mut text = Vec::new();
        let begun = self.line.saturating_sub(1);
        let mut columns = usize::MAX;
        let mut compared = Vec::new();
        loop {
            // One line, and what is joined to it by a backslash at its end.
            let begin = text.len();
            compared.clear();
            let mut first = true;
            loop {
                let Some(length) = self.line_length()? else {
                    if first {
                        // The end of the script ends the text too.
                        let complete = self.source.last() == Some(&b'\n');
                        self.note_unended(waiting, begun, self.line - u32::from(complete));
                        if self.rules.syntax.unended_here_document_gets_newline
                            && text.last().is_some_and(|&byte| byte != b'\n')
                        {
                            text.push(b'\n');
                        }
                        return Ok(text);
                    }
                    break;
                };
                let mut line = &self.source[self.at..self.at + length];
                let complete = line.last() == Some(&b'\n');
                self.at += length;
                self.line += u32::from(complete);
                match waiting.strip {
                    Strip::Tabs if first => {
                        let tabs = line.iter().take_while(|&&byte| byte == b'\t').count();
                        line = &line[tabs..];
                    }
                    Strip::Indentation if first => {
                        let (bytes, width) = indentation(line, columns);
                        if columns == usize::MAX {
                            columns = width;
                        }
                        line = &line[bytes..];
                    }
                    _ => {}
                }
                first = false;
                text.extend_from_slice(line);
                let content = if complete { &line[..line.len() - 1] } else { line };
                let slashes = content.iter().rev().take_while(|&&b| b == b'\\').count();
                if !waiting.quoted && complete && slashes % 2 == 1 {
                    compared.extend_from_slice(&content[..content.len() - 1]);
                    continue;
                }
                compared.extend_from_slice(content);
                break;
            }
            if compared == waiting.delimiter {
                text.truncate(begin);
                return Ok(text);
            }
            if self.context.substitution
                && let Some(rest) = compared.strip_prefix(&waiting.delimiter[..])
                && (rest.first() == Some(&b')')
                    || self.rules.syntax.blanks_after_delimiter
                        && rest.trim_ascii_start().first() == Some(&b')'))
            {
                // `$(cat <<E … E)`, as ksh93 and bash have it; in ksh93 subshells end so, too.
                self.at -= rest.len() + 1;
                self.line -= 1;
                text.truncate(begin);
                self.note_unended(waiting, begun, self.line);
                return Ok(text);
            }
        }
    }

    fn note_unended(&mut self, waiting: &Waiting, begun: u32, line: u32) {
        if self.rules.syntax.warns_of_unended_here_document && self.trials == 0 {
            let delimiter = waiting.delimiter.clone();
            self.unended.push(Unended { line: line.max(begun), begun, delimiter });
        }
    }

    /// The length of the next line with its newline; None at the end.
    fn line_length(&mut self) -> Result<Option<usize>> {
        let mut from = 0;
        loop {
            if let Some(n) = byte_search::memchr(b'\n', &self.source[self.at + from..]) {
                return Ok(Some(from + n + 1));
            }
            from = self.source.len() - self.at;
            if self.byte_at(from)?.is_none() {
                return Ok((from > 0).then_some(from));
            }
        }
    }
}
