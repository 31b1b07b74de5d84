//! The pattern space, and what is done to it alone: `s` and `y`.

use super::replacement;
use super::script::{Substitution, Translation};
use pattern::{Cache, Captures, MatchFlags, Regex};

/// The pattern space, and storage for matching and replacing.
#[derive(Default)]
pub struct Space {
    /// The line, without its newline.
    pub line: Vec<u8>,
    /// `s` has replaced something since the line was read, or `t` was asked.
    pub replaced: bool,
    cache: Box<Cache>,
    captures: Captures,
    scratch: Vec<u8>,
}

/// Longer lines than this are not worth the memory.
const LONG: usize = 64 << 10;

/// The text, without its memory where that is much.
pub fn keep(text: Vec<u8>) -> Vec<u8> {
    if text.capacity() > LONG { Vec::new() } else { text }
}

impl Space {
    /// Gives back what a long line has taken.
    pub fn trim(&mut self) {
        self.line = keep(std::mem::take(&mut self.line));
        self.scratch = keep(std::mem::take(&mut self.scratch));
    }

    /// Whether the line matches.
    #[inline]
    pub fn is_match(&mut self, regex: &Regex) -> bool {
        regex.is_match(&mut self.cache, &self.line)
    }

    /// Replaces what `regex` matches, which is the pattern of the substitution. Whether anything was
    /// replaced.
    pub fn substitute(&mut self, substitution: &Substitution, regex: &Regex, utf8: bool) -> bool {
        let flags = MatchFlags::default();
        let line = &self.line[..];
        let (cache, captures) = (&mut self.cache, &mut self.captures);
        let mut find = |start: usize, captures: &mut Captures| {
            if substitution.groups {
                let found = regex.find_at(cache, line, start, flags, captures);
                if found { captures.get(0) } else { None }
            } else {
                regex.find(cache, line, start, flags)
            }
        };
        let Some(mut span) = find(0, captures) else { return false };
        let out = &mut self.scratch;
        out.clear();
        let (mut copied, mut last_end, mut count) = (0, 0, 0);
        let mut replaced = false;
        loop {
            let (start, end) = span;
            out.extend_from_slice(line.get(copied..start).unwrap_or_default());
            copied = end;
            let mut from = end;
            // An empty match right after another one is none.
            let counts = end > start || count == 0 || start > last_end;
            count += u64::from(counts);
            if counts && count >= substitution.number {
                replaced = true;
                if substitution.plain {
                    replacement::append_plain(&substitution.replacement, line, span, captures, out);
                } else {
                    let parts = &substitution.replacement;
                    replacement::append(parts, line, span, captures, utf8, out);
                }
                if !substitution.global {
                    break;
                }
            } else {
                if start == end {
                    // GNU's goes on by a byte, in UTF-8, too; but there may be no match.
                    if start >= line.len() {
                        break;
                    }
                    copied += 1;
                    from = copied;
                    if !line[start].is_ascii() && regex.goes_by_characters() {
                        from = start + replacement::first(&line[start..], true).1;
                    }
                }
                out.extend_from_slice(&line[start..copied]);
            }
            last_end = end;
            match find(from, captures) {
                Some(next) => span = next,
                None => break,
            }
        }
        if !replaced {
            return false;
        }
        self.replaced = true;
        out.extend_from_slice(line.get(copied..).unwrap_or_default());
        std::mem::swap(&mut self.line, &mut self.scratch);
        true
    }

    /// Replaces characters (command `y`).
    pub fn translate(&mut self, translation: &Translation) {
        match translation {
            Translation::Bytes(table) => {
                for byte in &mut self.line {
                    *byte = table[usize::from(*byte)];
                }
            }
            Translation::Characters(pairs) => {
                self.scratch.clear();
                let mut rest = &self.line[..];
                while !rest.is_empty() {
                    let (_, length) = replacement::first(rest, true);
                    let (character, after) = rest.split_at(length);
                    let to = pairs.iter().find(|(from, _)| from == character);
                    self.scratch.extend_from_slice(to.map_or(character, |(_, to)| to));
                    rest = after;
                }
                std::mem::swap(&mut self.line, &mut self.scratch);
            }
        }
    }
}
