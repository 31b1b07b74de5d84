//! History expansion (bash(1), HISTORY EXPANSION): `!!`, `!n`, `!-n`, `!text`, `!?text?`, `!#`,
//! `^a^b^`, words of them and modifiers.
//!
//! It works on the text of a line before the parser sees it (`typed`), knowing only quotes. An
//! error is a message, and the line is not run. Words are `words`.

use super::History;
use super::words::split;

/// What a line becomes.
pub enum Outcome {
    /// There was nothing to expand.
    Same,
    /// This.
    Changed(Vec<u8>),
    /// This, which is only shown (`:p`).
    Shown(Vec<u8>),
}

/// What later expansions refer to.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The last text of `!?text?`.
    search: Vec<u8>,
    /// The word in which it was found: `!%`.
    found: Vec<u8>,
    /// The last substitution: for what, and what.
    substitution: Option<(Vec<u8>, Vec<u8>)>,
}

/// Expands lines.
pub struct Expansion<'h> {
    /// What events are looked for in.
    pub history: &'h History,
    /// `!`, `^`, `#`.
    pub characters: [u8; 3],
}

/// What ends the text of an event, beside blanks and `:`.
const ENDS: &[u8] = b";&()|<>^$*%";

type Result<T> = std::result::Result<T, Vec<u8>>;

fn error<T>(what: &[u8], why: &str) -> Result<T> {
    Err([what, b": ", why.as_bytes()].concat())
}

/// The quote that `$'` opens, in which a backslash may stand before its end.
const DOLLAR: u8 = b'$';

impl Expansion<'_> {
    /// Expands the history references of a line (bash(1), HISTORY EXPANSION). `quote` is the quote
    /// that the lines before have left open.
    ///
    /// # Errors
    /// The text of a message: an event was not found, or a modifier failed.
    pub fn line(&self, line: &[u8], quote: Option<u8>, memory: &mut Memory) -> Result<Outcome> {
        let [bang, quick, comment] = self.characters;
        if !line.contains(&bang) && line.first() != Some(&quick) {
            return Ok(Outcome::Same);
        }
        let mut out = Vec::new();
        let mut quote = quote;
        let mut changed = false;
        let mut shown = false;
        let mut around: Vec<Option<u8>> = Vec::new();
        let mut at = 0;
        if line.first() == Some(&quick) && quote.is_none() {
            let mut place = Place { line, at: 0 };
            let Some(event) = self.history.entries.last() else {
                return error(line, "event not found");
            };
            let modified = self.substitution(&mut place, event.text.to_vec(), false, memory)?;
            let (text, only_shown) = self.modifiers(&mut place, modified, memory)?;
            out.extend(text);
            shown |= only_shown;
            changed = true;
            at = place.at;
        }
        while let Some(&byte) = line.get(at) {
            if quote == Some(b'\'') || quote == Some(DOLLAR) && byte != b'\\' {
                quote = if byte == b'\'' { None } else { quote };
            } else if byte == b'\\' {
                out.push(byte);
                at += 1;
                if let Some(&next) = line.get(at) {
                    out.push(next);
                    at += 1;
                }
                continue;
            } else if byte == bang && !self.is_literal(line, at, quote) {
                let mut place = Place { line, at };
                let (text, only_shown) = self.event(&mut place, quote, &out, memory)?;
                out.extend(text);
                shown |= only_shown;
                changed = true;
                at = place.at;
                continue;
            } else if byte == b'('
                && (out.last() == Some(&b'$') || quote.is_none() && !around.is_empty())
            {
                // Quotes in a substitution begin anew.
                around.push(quote.take());
            } else if byte == b')'
                && quote.is_none()
                && let Some(outer) = around.pop()
            {
                quote = outer;
            } else if byte == b'"' {
                quote = if quote.is_some() { None } else { Some(b'"') };
            } else if byte == b'\'' && quote.is_none() {
                quote = Some(if out.last() == Some(&b'$') { DOLLAR } else { b'\'' });
            } else if byte == comment
                && quote.is_none()
                && (at == 0 || line[at - 1].is_ascii_whitespace())
            {
                out.extend_from_slice(&line[at..]);
                break;
            }
            out.push(byte);
            at += 1;
        }
        Ok(match (changed, shown) {
            (false, _) => Outcome::Same,
            (true, false) => Outcome::Changed(out),
            (true, true) => Outcome::Shown(out),
        })
    }

    /// Whether the character at a place means something to the shell instead: a negation, `$!`.
    fn is_literal(&self, line: &[u8], at: usize, quote: Option<u8>) -> bool {
        let before = &line[..at];
        let after = &line[at + 1..];
        match after.first() {
            None | Some(b' ' | b'\t' | b'\r' | b'\n' | b'=') => return true,
            Some(b'(') => return true,
            Some(b'"') if quote == Some(b'"') => return true,
            _ => {}
        }
        before.ends_with(b"[") && after.contains(&b']')
            || before.ends_with(b"${") && after.contains(&b'}')
            || before.ends_with(b"$")
    }

    /// The expansion of what begins with `!`, and whether it is only shown.
    fn event(
        &self,
        place: &mut Place,
        quote: Option<u8>,
        current: &[u8],
        memory: &mut Memory,
    ) -> Result<(Vec<u8>, bool)> {
        let begin = place.at;
        place.at += 1;
        let [bang, ..] = self.characters;
        let entries = &self.history.entries;
        let last = entries.last().map(|entry| entry.text.to_vec());
        let mut searched = None;
        let event = match place.peek() {
            Some(byte) if byte == bang => {
                place.at += 1;
                last
            }
            Some(b'#') => {
                place.at += 1;
                Some(current.to_vec())
            }
            Some(b'$' | b'^' | b'*' | b'%' | b':') => last,
            Some(b'-') if !place.after(1).is_some_and(|byte| byte.is_ascii_digit()) => {
                // `!-$`
                last
            }
            Some(b'0'..=b'9' | b'-') => {
                let back = place.accept(b"-");
                let number = place.number();
                let index = match back {
                    true => entries.len().checked_sub(number),
                    false => number.checked_sub(self.history.removed + 1),
                };
                index.and_then(|index| entries.get(index)).map(|entry| entry.text.to_vec())
            }
            _ => {
                let within = place.accept(b"?");
                let mut length = 0;
                for &byte in place.rest() {
                    let ends = match within {
                        true => byte == b'?',
                        false => {
                            byte.is_ascii_whitespace()
                                || byte == b':'
                                || ENDS.contains(&byte)
                                || byte == b'-' && length > 0
                                || Some(byte) == quote
                        }
                    };
                    if ends {
                        break;
                    }
                    length += 1;
                }
                let mut text = place.rest()[..length].to_vec();
                place.at += length;
                if within {
                    place.accept(b"?");
                    if text.is_empty() {
                        text.clone_from(&memory.search);
                    }
                }
                if text.is_empty() {
                    None
                } else {
                    let found = entries.iter().rev().find(|entry| match within {
                        true => byte_search::memmem::find(&entry.text, &text).is_some(),
                        false => entry.text.starts_with(&text),
                    });
                    if within {
                        searched = Some(text);
                    }
                    found.map(|entry| entry.text.to_vec())
                }
            }
        };
        let Some(event) = event else {
            return error(&place.line[begin..place.at], "event not found");
        };
        if let Some(text) = searched {
            let place = byte_search::memmem::rfind(&event, &text).unwrap_or_default();
            let inside = |word: &&[u8]| {
                let begin = word.as_ptr() as usize - event.as_ptr() as usize;
                begin <= place && place < begin + word.len()
            };
            memory.found = split(&event).into_iter().rfind(inside).unwrap_or_default().to_vec();
            memory.search = text;
        }
        let chosen = self.words(place, &event, memory)?;
        self.modifiers(place, chosen, memory)
    }

    /// The words of an event that a word designator names, if there is one.
    fn words(&self, place: &mut Place, event: &[u8], memory: &Memory) -> Result<Vec<u8>> {
        let begin = place.at;
        let is_designator =
            |byte: u8| byte.is_ascii_digit() || matches!(byte, b'^' | b'$' | b'*' | b'-' | b'%');
        match (place.peek(), place.after(1)) {
            (Some(b':'), Some(next)) if is_designator(next) => place.at += 1,
            (Some(b'^' | b'$' | b'*' | b'%' | b'-'), _) => {}
            _ => return Ok(event.to_vec()),
        }
        if place.accept(b"%") {
            return Ok(memory.found.clone());
        }
        let words = split(event);
        let last = words.len().saturating_sub(1);
        let bad = |place: &Place| error(&place.line[begin..place.at], "bad word specifier");
        let (first, end) = if place.accept(b"*") {
            if last == 0 {
                return Ok(Vec::new());
            }
            (1, last)
        } else if place.accept(b"$") {
            (last, last)
        } else {
            let first = match place.peek() {
                Some(b'^') => {
                    place.at += 1;
                    1
                }
                Some(b'-') => 0,
                _ => place.number(),
            };
            if place.accept(b"*") {
                if first == last + 1 {
                    return Ok(Vec::new());
                }
                (first, last)
            } else if place.accept(b"-") {
                match place.peek() {
                    Some(b'$') => {
                        place.at += 1;
                        (first, last)
                    }
                    Some(b'^') => {
                        place.at += 1;
                        (first, 1)
                    }
                    Some(byte) if byte.is_ascii_digit() => (first, place.number()),
                    // Without the last word.
                    _ => (first, last.saturating_sub(1)),
                }
            } else {
                (first, first)
            }
        };
        if first > end || end > last || words.is_empty() {
            return bad(place);
        }
        Ok(words[first..=end].join(&b' '))
    }

    /// What modifiers make of a text, and whether it is only shown.
    fn modifiers(
        &self,
        place: &mut Place,
        text: Vec<u8>,
        memory: &mut Memory,
    ) -> Result<(Vec<u8>, bool)> {
        let mut text = text;
        let mut shown = false;
        let mut quoted = None;
        while place.peek() == Some(b':') {
            let Some(letter) = place.after(1) else { break };
            place.at += 1;
            let mut all = false;
            let mut letter = letter;
            let mut each = false;
            while let b'g' | b'a' | b'G' = letter {
                all |= letter != b'G';
                each |= letter == b'G';
                place.at += 1;
                letter = place.peek().unwrap_or(b' ');
            }
            match letter {
                b's' | b'&' => {
                    let words = |text: &[u8]| -> Vec<Vec<u8>> {
                        split(text).into_iter().map(<[u8]>::to_vec).collect()
                    };
                    if each {
                        let from = place.at;
                        let mut out: Vec<Vec<u8>> = Vec::new();
                        let mut done = false;
                        for word in words(&text) {
                            place.at = from;
                            match self.substitute(place, word.clone(), false, memory) {
                                Ok(word) => {
                                    done = true;
                                    out.push(word);
                                }
                                Err(_) => out.push(word),
                            }
                        }
                        if !done {
                            return error(&place.line[from - 1..place.at], "substitution failed");
                        }
                        text = out.join(&b' ');
                    } else {
                        text = self.substitute(place, text, all, memory)?;
                    }
                    continue;
                }
                b'h' => {
                    if let Some(at) = byte_search::memrchr(b'/', &text) {
                        text.truncate(at.max(usize::from(at == 0)));
                    }
                }
                b't' => {
                    if let Some(at) = byte_search::memrchr(b'/', &text) {
                        text.drain(..=at);
                    }
                }
                b'r' => {
                    if let Some(at) = byte_search::memrchr(b'.', &text) {
                        text.truncate(at);
                    }
                }
                b'e' => {
                    if let Some(at) = byte_search::memrchr(b'.', &text) {
                        text.drain(..at);
                    }
                }
                b'p' => shown = true,
                b'q' | b'x' => quoted = Some(letter),
                _ => {
                    let end = place.at.min(place.line.len());
                    let end = (end + 1).min(place.line.len());
                    let what = &place.line[place.at.min(end)..end];
                    return error(what, "unrecognized history modifier");
                }
            }
            place.at += 1;
        }
        match quoted {
            Some(b'q') => text = crate::builtins::single_quote(&text),
            Some(_) => {
                let words = text.split(|byte| byte.is_ascii_whitespace());
                let words: Vec<Vec<u8>> = words.map(crate::builtins::single_quote).collect();
                text = words.join(&b' ');
            }
            None => {}
        }
        Ok((text, shown))
    }

    /// `:s/old/new/`, at its letter, or `:&`, which does the last one again.
    fn substitute(
        &self,
        place: &mut Place,
        text: Vec<u8>,
        all: bool,
        memory: &mut Memory,
    ) -> Result<Vec<u8>> {
        let begin = place.at - 1;
        let again = place.peek() == Some(b'&');
        place.at += 1;
        if again {
            let what = &place.line[begin..place.at];
            let Some((old, new)) = memory.substitution.clone() else {
                return error(what, "no previous substitution");
            };
            return replace(&text, &old, &new, all)
                .map_or_else(|| error(what, "substitution failed"), Ok);
        }
        self.substitution(place, text, all, memory)
    }

    /// `/old/new/`, at its first character: of `:s`, or of `^old^new^`.
    fn substitution(
        &self,
        place: &mut Place,
        text: Vec<u8>,
        all: bool,
        memory: &mut Memory,
    ) -> Result<Vec<u8>> {
        let begin = place.at;
        let Some(delimiter) = place.peek() else {
            return error(b":s", "substitution failed");
        };
        place.at += 1;
        let mut old = place.until(delimiter, None);
        if old.is_empty() {
            let earlier = memory.substitution.as_ref().map(|(old, _)| old.clone());
            old = earlier.filter(|old| !old.is_empty()).unwrap_or_else(|| memory.search.clone());
            if old.is_empty() {
                let what = [b":s", &place.line[begin..place.at]].concat();
                return error(&what, "no previous substitution");
            }
        }
        let new = place.until(delimiter, Some(&old));
        memory.substitution = Some((old.clone(), new.clone()));
        match replace(&text, &old, &new, all) {
            Some(text) => Ok(text),
            None => {
                let what = [b":s", &place.line[begin..place.at]].concat();
                error(&what, "substitution failed")
            }
        }
    }
}

/// A text with `new` for the first `old`, or for all; None: there is none.
fn replace(text: &[u8], old: &[u8], new: &[u8], all: bool) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = text;
    let mut found = false;
    while let Some(at) = byte_search::memmem::find(rest, old).filter(|_| all || !found) {
        found = true;
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(new);
        rest = &rest[at + old.len()..];
    }
    out.extend_from_slice(rest);
    found.then_some(out)
}

/// A place in a line.
struct Place<'l> {
    line: &'l [u8],
    at: usize,
}

impl<'l> Place<'l> {
    fn peek(&self) -> Option<u8> {
        self.line.get(self.at).copied()
    }

    fn after(&self, offset: usize) -> Option<u8> {
        self.line.get(self.at + offset).copied()
    }

    fn rest(&self) -> &'l [u8] {
        &self.line[self.at.min(self.line.len())..]
    }

    fn accept(&mut self, text: &[u8]) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    fn number(&mut self) -> usize {
        let mut number = 0usize;
        while let Some(byte @ b'0'..=b'9') = self.peek() {
            number = number.saturating_mul(10).saturating_add(usize::from(byte - b'0'));
            self.at += 1;
        }
        number
    }

    /// The text before a delimiter, which is taken too; in what replaces, `&` stands for `old`.
    fn until(&mut self, delimiter: u8, old: Option<&[u8]>) -> Vec<u8> {
        let mut text = Vec::new();
        while let Some(byte) = self.peek() {
            self.at += 1;
            if byte == delimiter {
                break;
            }
            match (byte, self.peek()) {
                (b'\\', Some(next)) if next == delimiter || next == b'&' && old.is_some() => {
                    text.push(next);
                    self.at += 1;
                }
                (b'&', _) if old.is_some() => text.extend_from_slice(old.unwrap_or_default()),
                _ => text.push(byte),
            }
        }
        text
    }
}
