//! A record of where the tokens of a text are, for [`crate::print`] and [`crate::lines`], which show
//! the text in another form.

use crate::heredoc::Waiting;
use crate::parser::Parser;
use std::ops::Range;

/// Where the tokens of a text stand.
#[derive(Debug, Default)]
pub(crate) struct Record {
    pub(crate) tokens: Vec<Range<usize>>,
    /// Where the texts of here-documents stand, what they are and what ends them.
    pub(crate) documents: Vec<(Range<usize>, Vec<u8>)>,
    /// What stands inside of words and is shown in another way: where, in order, and how.
    pub(crate) rewritten: Vec<(Range<usize>, Vec<u8>)>,
    /// Functions are shown without the `function` keyword.
    pub(crate) names_only: bool,
}

impl Record {
    /// Notes the text of a here-document, which stands at `place`.
    pub(crate) fn here_document(&mut self, place: Range<usize>, waiting: &Waiting, text: &[u8]) {
        self.documents.retain(|(other, _)| other.start < place.start);
        // The file may have ended in it.
        let end: &[u8] = if text.last().is_some_and(|last| *last != b'\n') { b"\n" } else { b"" };
        self.documents.push((place, [text, end, &waiting.delimiter, b"\n"].concat()));
    }

    /// Notes that what stands at `place` is shown as this text, with all that is inside of it.
    pub(crate) fn rewrite(&mut self, place: Range<usize>, text: Vec<u8>) {
        // What reaches into it was read in an attempt that came to nothing.
        self.rewritten.retain(|(other, _)| other.end <= place.start);
        self.rewritten.push((place, text));
    }

    /// How the part of a word that stands at `place` is shown: as it was written, without the
    /// newlines that a backslash removes, but for what was rewritten.
    pub(crate) fn shown(&self, source: &[u8], place: Range<usize>) -> Vec<u8> {
        let mut out = Vec::new();
        let mut at = place.start;
        let first = self.rewritten.partition_point(|(other, _)| other.start < place.start);
        for (other, text) in &self.rewritten[first..] {
            if other.end > place.end {
                break;
            }
            push_joined(&source[at..other.start], &mut out);
            out.extend_from_slice(text);
            at = other.end;
        }
        push_joined(&source[at..place.end.max(at)], &mut out);
        out
    }
}

/// Appends a text without the newlines that a backslash removes.
fn push_joined(mut text: &[u8], out: &mut Vec<u8>) {
    if !text.contains(&b'\'') {
        while let Some(at) = byte_search::memchr(b'\\', text) {
            // A backslash that is quoted itself removes nothing.
            let shown = if text.get(at + 1) == Some(&b'\n') { at } else { text.len().min(at + 2) };
            out.extend_from_slice(&text[..shown]);
            text = &text[text.len().min(at + 2)..];
        }
    }
    out.extend_from_slice(text);
}

impl Parser<'_> {
    /// Notes a token, if there is a record. Tokens inside of it, and those noted from its beginning
    /// on in an earlier attempt, are removed.
    pub(crate) fn note(&mut self, start: usize, end: usize) {
        if let Some(record) = &mut self.record {
            while record.tokens.last().is_some_and(|last| last.start >= start) {
                record.tokens.pop();
            }
            record.tokens.push(start..end);
        }
    }

    /// Notes that the elements of an array that stand at `place` are shown with a blank between
    /// them. `elements` are their places.
    pub(crate) fn rewrite_elements(&mut self, place: Range<usize>, elements: Vec<Range<usize>>) {
        let source = &self.source;
        if let Some(record) = &mut self.record {
            let texts: Vec<Vec<u8>> =
                elements.into_iter().map(|element| record.shown(source, element)).collect();
            record.rewrite(place, texts.join(&b' '));
        }
    }

    /// Notes that what ends here and begins at `start` is shown as this text.
    pub(crate) fn rewrite(&mut self, start: usize, text: Vec<u8>) {
        let end = self.at;
        if let Some(record) = &mut self.record {
            record.rewrite(start..end, text);
        }
    }
}
