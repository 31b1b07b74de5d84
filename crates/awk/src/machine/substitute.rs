//! sub, gsub, match and split.

use super::expression::Tools;
use super::regex::RegexUse;
use super::{Machine, Result};
use crate::characters;
use crate::copying;
use crate::input::RecordSeparator;
use crate::record::{self, Separator};
use crate::regex_text::Compiled;
use crate::syntax::{Expression, Matcher, Split, SplitBy, Substitute};
use crate::value::{Kind, Value};
use pattern::{Cache, MatchFlags};

/// A replacement, taken apart at every `&`: pieces of text with the matched text between them.
struct Replacement {
    /// All texts one behind the other, and where each ends.
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Replacement {
    /// `\&` is an ampersand, `\\` a backslash, `&` what was matched.
    fn new(source: &[u8], text: Vec<u8>) -> Self {
        let mut replacement = Self { text, ends: Vec::new() };
        let mut rest = source;
        while let Some(at) = byte_search::memchr2(b'\\', b'&', rest) {
            replacement.text.extend_from_slice(&rest[..at]);
            match (rest[at], rest.get(at + 1)) {
                (b'&', _) => {
                    replacement.ends.push(replacement.text.len());
                    rest = &rest[at + 1..];
                }
                (_, Some(&escaped @ (b'&' | b'\\'))) => {
                    replacement.text.push(escaped);
                    rest = &rest[at + 2..];
                }
                _ => {
                    replacement.text.push(b'\\');
                    rest = &rest[at + 1..];
                }
            }
        }
        replacement.text.extend_from_slice(rest);
        replacement
    }

    /// As [`new`](Self::new), but for pairs of backslashes that no `&` follows: these stay.
    fn of_later_mawk(source: &[u8], text: Vec<u8>) -> Self {
        let mut run = Run::default();
        Self::by_parts(source, text, |rest| match rest {
            [b'&', ..] => (b"", true, 1),
            [b'\\', b'&', ..] => (b"&", false, 2),
            [b'\\', b'\\', behind @ ..] => {
                (if run.has_ampersand(behind) { b"\\" } else { b"\\\\" }, false, 2)
            }
            _ => (b"\\", false, 1),
        })
    }

    /// gawk's: `\\&` is a backslash and what was matched, `\\\&` a backslash and an ampersand, and
    /// other backslashes are themselves, but for four in a row.
    fn of_gawk(source: &[u8], text: Vec<u8>) -> Self {
        Self::by_parts(source, text, |rest| match rest {
            [b'&', ..] => (b"", true, 1),
            [b'\\', b'\\', b'\\', b'&', ..] => (b"\\&", false, 4),
            [b'\\', b'\\', b'\\', b'\\', ..] => (b"\\\\", false, 4),
            [b'\\', b'\\', b'&', ..] => (b"\\", true, 3),
            [b'\\', b'&', ..] => (b"&", false, 2),
            _ => (b"\\", false, 1),
        })
    }

    /// By what a text stands for that begins with a backslash or an ampersand: a literal, whether what was
    /// matched follows it, and how many bytes that was written with.
    fn by_parts(
        source: &[u8],
        text: Vec<u8>,
        mut part: impl FnMut(&[u8]) -> (&'static [u8], bool, usize),
    ) -> Self {
        let mut replacement = Self { text, ends: Vec::new() };
        let mut rest = source;
        while let Some(at) = byte_search::memchr2(b'\\', b'&', rest) {
            replacement.text.extend_from_slice(&rest[..at]);
            rest = &rest[at..];
            let (literal, matched, used) = part(rest);
            replacement.text.extend_from_slice(literal);
            if matched {
                replacement.ends.push(replacement.text.len());
            }
            rest = &rest[used..];
        }
        replacement.text.extend_from_slice(rest);
        replacement
    }

    fn append(&self, matched: &[u8], out: &mut Vec<u8>) {
        if let ([], [byte]) = (&self.ends[..], &self.text[..]) {
            out.push(*byte);
            return;
        }
        let mut start = 0;
        for &end in &self.ends {
            out.extend_from_slice(&self.text[start..end]);
            out.extend_from_slice(matched);
            start = end;
        }
        out.extend_from_slice(&self.text[start..]);
    }
}

/// A run of backslashes and ampersands in a replacement, which is looked through once. Places are told by how
/// much there is from them on.
#[derive(Default)]
struct Run {
    /// From where it was looked through, and what comes behind it.
    from: usize,
    end: usize,
    /// Its last ampersand.
    ampersand: Option<usize>,
}

impl Run {
    /// Whether there is an ampersand in what is left of the run that the text begins with.
    fn has_ampersand(&mut self, text: &[u8]) -> bool {
        if !(self.end..=self.from).contains(&text.len()) || self.from == 0 {
            let length = text.iter().take_while(|byte| matches!(byte, b'\\' | b'&')).count();
            self.from = text.len();
            self.end = text.len() - length;
            let last = text[..length].iter().rposition(|byte| *byte == b'&');
            self.ampersand = last.map(|at| text.len() - at);
        }
        self.ampersand.is_some_and(|place| place <= text.len())
    }
}

impl<'m> Machine<'m, '_> {
    /// sub or gsub: how many replacements were made.
    pub(super) fn substitute(&mut self, substitute: &'m Substitute) -> Result<f64> {
        let regex = self.matcher(&substitute.pattern)?;
        let mut source = self.take_buffer();
        self.append(&substitute.replacement, &mut source)?;
        let mut out = self.take_buffer();
        let pieces = self.take_buffer();
        let rules = self.dialect.rules();
        let replacement = if rules.replacement_halves_backslashes {
            Replacement::of_gawk(&source, pieces)
        } else if rules.replacement_keeps_backslashes {
            Replacement::of_later_mawk(&source, pieces)
        } else {
            Replacement::new(&source, pieces)
        };
        let steps = (substitute.global, rules.empty_matches_count_characters);
        let count = match &substitute.target {
            None => {
                self.refresh();
                let text = self.record.text();
                let count = replace(&regex, &mut self.cache, text, &replacement, steps, &mut out);
                if count > 0 {
                    self.record.swap_text(&mut out);
                }
                count
            }
            Some(place) => {
                let spot = self.spot(place)?;
                let mut text = self.take_buffer();
                let value = self.load(&spot);
                value.append(&self.specials.convfmt, &mut text);
                let count = replace(&regex, &mut self.cache, &text, &replacement, steps, &mut out);
                self.give_buffer(text);
                if count > 0 {
                    self.store(spot, Value::text(&out))?;
                } else {
                    self.release(spot);
                }
                count
            }
        };
        self.give_buffer(replacement.text);
        self.give_buffer(out);
        self.give_buffer(source);
        Ok(f64::from(count))
    }

    /// match: sets RSTART and RLENGTH.
    pub(super) fn position(&mut self, text: &'m Expression, pattern: &'m Matcher) -> Result<f64> {
        if self.dialect.has_utf8() {
            return self.position_of_characters(text, pattern);
        }
        let find = |text: &[u8], tools: Tools<'_>, regex: &Compiled| {
            regex.find(tools.cache, text, 0, MatchFlags::default())
        };
        let found = match pattern {
            Matcher::Static(index) => {
                let regex = &self.program.regexes[*index];
                self.with_text(text, |text, tools| find(text, tools, regex))?
            }
            Matcher::Dynamic(_) => {
                let mut buffer = self.take_buffer();
                self.append(text, &mut buffer)?;
                let regex = self.matcher(pattern)?;
                let found = regex.find(&mut self.cache, &buffer, 0, MatchFlags::default());
                self.give_buffer(buffer);
                found
            }
        };
        let (start, length) = match found {
            Some((start, end)) => (start as f64 + 1.0, (end - start) as f64),
            None => (0.0, -1.0),
        };
        self.set_position(start, length);
        Ok(start)
    }

    /// The position of a match in characters; a match without any is where it is in bytes.
    fn position_of_characters(
        &mut self,
        text: &'m Expression,
        pattern: &'m Matcher,
    ) -> Result<f64> {
        let mut buffer = self.take_buffer();
        self.append(text, &mut buffer)?;
        let regex = self.matcher(pattern)?;
        let found = regex.find(&mut self.cache, &buffer, 0, MatchFlags::default());
        let (start, length) = match found {
            Some((start, end))
                if !buffer.is_ascii()
                    && (end > start || self.dialect.rules().empty_matches_count_characters) =>
            {
                if std::str::from_utf8(&buffer).is_err() {
                    self.warn_of_odd_bytes();
                }
                let before = characters::count(&buffer[..start]).0;
                (before as f64 + 1.0, characters::count(&buffer[start..end]).0 as f64)
            }
            Some((start, end)) => (start as f64 + 1.0, (end - start) as f64),
            None => (0.0, -1.0),
        };
        self.give_buffer(buffer);
        self.set_position(start, length);
        Ok(start)
    }

    /// split: how many pieces there are.
    pub(super) fn split(&mut self, split: &'m Split) -> Result<f64> {
        let array = self.array(split.array);
        if let SplitBy::Computed(expression) = &split.separator
            && !matches!(expression, Expression::Text(_))
        {
            // The text comes first; the separator may change it.
            let mut text = self.take_buffer();
            self.append(&split.text, &mut text)?;
            let mut buffer = self.take_buffer();
            self.append_regex(expression, RegexUse::Separator, &mut buffer)?;
            let separator = self.separator_of(&buffer)?;
            self.give_buffer(buffer);
            let trims = self.trims_pieces(&separator);
            let tools =
                Tools { cache: &mut self.cache, arrays: &mut self.arrays, spans: &mut self.spans };
            let count = load(&text, &separator, trims, array, tools);
            self.give_buffer(text);
            return Ok(count as f64);
        }
        let separator = match &split.separator {
            SplitBy::FieldSeparator if self.dialect.rules().paragraph_fields_end_at_newline => {
                self.separator_of_fs()?
            }
            SplitBy::FieldSeparator => self.separator.clone(),
            SplitBy::Regex(index) if self.program.empty_regex == Some(*index) => {
                self.separator_of(b"")?
            }
            SplitBy::Byte(byte) => Separator::Byte(*byte),
            SplitBy::Regex(index) => {
                Separator::of(self.program.regexes[*index].clone(), self.dialect)
            }
            SplitBy::Computed(Expression::Text(text)) => {
                let text = text.as_text().map_or(&b""[..], |(_, text)| text);
                self.separator_of(text)?
            }
            SplitBy::Computed(_) => Separator::Blanks,
        };
        let trims = self.trims_pieces(&separator);
        let count =
            self.with_text(&split.text, |text, tools| load(text, &separator, trims, array, tools))?;
        Ok(count as f64)
    }

    /// Whether split passes over blanks at the beginning, and over nothing behind the last separator: gawk does where
    /// RS is empty and FS a space, whatever expression separates.
    fn trims_pieces(&self, separator: &Separator) -> bool {
        self.dialect.rules().split_trims_in_paragraphs
            && matches!(separator, Separator::Regex(_) | Separator::Searched(_))
            && matches!(self.record_separator, RecordSeparator::Paragraph { .. })
            && self.specials.has_usual_fs()
    }
}

/// Replaces the first match in `text`, or all (`global`); how many. If there are any, `out` is the result.
/// Behind an empty match it goes on with the next character or byte.
fn replace(
    regex: &Compiled,
    cache: &mut Cache,
    text: &[u8],
    replacement: &Replacement,
    (global, by_characters): (bool, bool),
    out: &mut Vec<u8>,
) -> u32 {
    let mut count = 0;
    let mut at = 0;
    // Behind a match that was not empty, an empty one does not count.
    let mut just_matched = false;
    let mut flags = MatchFlags::default();
    while at <= text.len() {
        let Some((start, end)) = regex.find(cache, text, at, flags) else { break };
        copying::append(out, text, at, start);
        if start > at {
            just_matched = false;
        }
        if end > start || !just_matched {
            count += 1;
            replacement.append(&text[start..end], out);
        }
        at = end;
        if end == start {
            at = if by_characters && start < text.len() { regex.step(text, start) } else { at + 1 };
            out.extend_from_slice(text.get(start..at).unwrap_or_default());
        }
        just_matched = end > start;
        flags.not_bol = true;
        if !global {
            break;
        }
    }
    if count > 0 {
        out.extend_from_slice(text.get(at..).unwrap_or_default());
    }
    count
}

/// Fills an array with the pieces of a text.
fn load(text: &[u8], separator: &Separator, trims: bool, array: usize, tools: Tools<'_>) -> usize {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n');
    let start = if trims { text.iter().take_while(|byte| is_blank(byte)).count() } else { 0 };
    let text = &text[start..];
    record::split_all(text, separator, tools.cache, tools.spans);
    let spans = tools.spans;
    if trims && spans.last() == Some(&(text.len() as u32, text.len() as u32)) {
        spans.pop();
    }
    let piece = |&(start, end): &record::Span| &text[start as usize..end as usize];
    tools.arrays[array].load(|items| {
        items.truncate(spans.len());
        let (old, new) = spans.split_at(items.len());
        for (item, span) in items.iter_mut().zip(old) {
            item.set(Kind::Input, piece(span));
        }
        items.extend(new.iter().map(|span| Value::new(Kind::Input, piece(span))));
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn later_mawk(source: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        Replacement::of_later_mawk(source, Vec::new()).append(b"M", &mut out);
        out
    }

    #[test]
    fn a_run_is_looked_through_once() {
        let mut run = Run::default();
        let text = [&[b'\\'; 1000][..], b"&", &[b'\\'; 10], b"x\\\\"].concat();
        for at in (0..text.len() - 3).step_by(2) {
            assert_eq!(run.has_ampersand(&text[at..]), at <= 1000, "{at}");
            assert_eq!((run.from, run.end, run.ampersand), (text.len(), 3, Some(14)), "{at}");
        }
        assert!(!run.has_ampersand(b"\\"));
        assert_eq!(run.from, 1);
    }

    #[test]
    fn backslashes_of_later_mawk() {
        // What each pair stands for depends on whether an ampersand is behind it in the same run.
        let slow = |source: &[u8]| {
            let mut out = Vec::new();
            let mut rest = source;
            while !rest.is_empty() {
                let (text, used): (&[u8], usize) = match rest {
                    [b'&', ..] => (b"M", 1),
                    [b'\\', b'&', ..] => (b"&", 2),
                    [b'\\', b'\\', behind @ ..] => {
                        let mut run = behind.iter().take_while(|b| matches!(b, b'\\' | b'&'));
                        (if run.any(|b| *b == b'&') { b"\\" } else { b"\\\\" }, 2)
                    }
                    _ => (&rest[..1], 1),
                };
                out.extend_from_slice(text);
                rest = &rest[used..];
            }
            out
        };
        for number in 0..3u32.pow(8) {
            let digit = |at: u32| b"\\&x"[(number / 3u32.pow(at) % 3) as usize];
            let source: Vec<u8> = (0..8).map(digit).collect();
            assert_eq!(later_mawk(&source), slow(&source), "{}", source.escape_ascii());
        }
    }
}
