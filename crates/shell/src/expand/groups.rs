//! The text that the groups of a pattern match: `\1` in the replacement of `${x/p/r}`, and
//! `.sh.match` (ksh93).
//!
//! A match is only noted, as text and pattern. The groups are computed when `.sh.match` is read.

use super::list::Subject;
use super::transform::replaced_by;
use crate::environment::arrays::{Indexed, Key};
use crate::environment::matches::{Extent, LastMatch};
use crate::environment::options::Options;
use crate::environment::variables::{READONLY, SPECIAL, Value, Variable};
use crate::environment::{Environment, names};
use dialect::expansion::EmptyMatches;
use pattern::{Cache, Captures, Expression, Glob, Regex, RegexOptions};
use std::rc::Rc;
use syntax::ByteString;
use syntax::tree::Replace;

/// Whether a replacement refers to a group, by a backslash that is not escaped.
fn refers(replacement: &[u8]) -> bool {
    let mut rest = replacement;
    while let Some(at) = byte_search::memchr(b'\\', rest) {
        match rest.get(at + 1) {
            Some(byte) if byte.is_ascii_digit() => return true,
            Some(b'\\') => rest = &rest[at + 2..],
            _ => rest = &rest[at + 1..],
        }
    }
    false
}

impl Environment {
    fn expression(&self, pattern: &[u8]) -> Option<(Regex, Expression)> {
        let expression = pattern::expression(pattern)?;
        let mut options = RegexOptions::regcomp(true);
        options.utf8 = self.utf8;
        options.nocase = self.options.has(Options::NOCASEMATCH);
        Some((Regex::new(&expression.text, options).ok()?, expression))
    }

    /// Remembers a match for `.sh.match`. `is_whole`: the pattern had to match the whole text.
    pub fn note_match(&mut self, text: &ByteString, pattern: &[u8], is_whole: bool) {
        self.note(text, pattern, if is_whole { Extent::Whole } else { Extent::First });
    }

    fn note(&mut self, text: &ByteString, pattern: &[u8], extent: Extent) {
        let pattern = ByteString::new(pattern);
        self.last_match = Some(Rc::new(LastMatch { text: text.clone(), pattern, extent }));
        if self.keeps_matches {
            self.set_matches();
        }
    }

    /// Makes `.sh.match` an ordinary array from now on, which every match replaces (ksh93). Only an
    /// ordinary array can have arrays as elements, be copied or moved.
    #[cold]
    pub fn keep_matches(&mut self) {
        if self.rules().expansion.match_variable_is_array {
            self.keeps_matches = true;
            self.set_matches();
        }
    }

    /// Assigns the groups of the last match to `.sh.match`.
    #[cold]
    fn set_matches(&mut self) {
        let name = names::SH_MATCH;
        if self.variables.get(name).flags & READONLY != 0 {
            return;
        }
        self.drop_inside(name);
        self.put(name, Variable::default());
        let Some(last) = self.last_match.clone() else { return };
        let array = |elements| Variable {
            value: Value::Indexed(Rc::new(elements)),
            flags: SPECIAL,
            attribute_number: 0,
        };
        if last.extent != Extent::Each {
            let groups = self.groups_matched();
            return self.put(name, array(groups));
        }
        let mut rows: Vec<Indexed> = Vec::new();
        for (at, groups) in self.all_groups(&last).into_iter().enumerate() {
            rows.resize_with(rows.len().max(groups.len()), Indexed::new);
            for (row, span) in rows.iter_mut().zip(groups) {
                if let Some((from, to)) = span {
                    row.insert(at as i64, ByteString::new(&last.text[from..to]));
                }
            }
        }
        self.put(name, array(Indexed::new()));
        for (group, row) in rows.into_iter().enumerate().filter(|(_, row)| !row.is_empty()) {
            if let Ok(slot) = self.make_nested(name, &Key::Index(group as i64)) {
                self.put(slot, array(row));
            }
        }
    }

    /// The spans of a pattern's groups in each of its matches in a text.
    fn all_groups(&self, last: &LastMatch) -> Vec<Vec<Option<(usize, usize)>>> {
        let text = &last.text[..];
        let glob = Glob::new(&last.pattern, self.glob_options());
        let expression = match last.pattern.contains(&b'(') {
            true => self.expression(&last.pattern),
            false => None,
        };
        let mut cache = Cache::default();
        let mut captures = Captures::default();
        let mut found = Vec::new();
        let mut at = 0;
        while at <= text.len() {
            let groups = match &expression {
                Some((regex, expression)) => {
                    let options = Default::default();
                    if !regex.find_at(&mut cache, text, at, options, &mut captures) {
                        break;
                    }
                    let numbers = 0..=group_count(regex, expression);
                    numbers.map(|group| captures.get(number_in(expression, group))).collect()
                }
                None => match glob.find(text, at) {
                    Some(span) => groups_of(&glob, text, span),
                    None => break,
                },
            };
            let Some(Some((begin, end))) = groups.first().copied() else { break };
            found.push(groups);
            at = if end > begin { end } else { end + 1 };
        }
        found
    }

    /// The value of `.sh.match`: the last match and its groups, by number.
    pub fn groups_matched(&self) -> Indexed {
        let mut groups = Indexed::new();
        let Some(last) = self.last_match.clone() else { return groups };
        let text = &last.text;
        let is_whole = last.extent == Extent::Whole && !last.pattern.starts_with(b"~(");
        let Some((regex, expression)) = self.expression(&last.pattern) else {
            let glob = Glob::new(&last.pattern, self.glob_options());
            let span = if is_whole { Some((0, text.len())) } else { glob.find(text, 0) };
            let Some(span) = span else { return groups };
            for (group, span) in groups_of(&glob, text, span).into_iter().enumerate() {
                if let Some((from, to)) = span {
                    groups.insert(group as i64, ByteString::new(&text[from..to]));
                }
            }
            return groups;
        };
        let mut captures = Captures::default();
        let mut cache = Cache::default();
        let found = match is_whole {
            // The longest match that begins there: all of the text.
            true => regex.match_at(&mut cache, text, 0, Default::default(), &mut captures),
            false => regex.find_at(&mut cache, text, 0, Default::default(), &mut captures),
        };
        if found {
            for group in 0..=group_count(&regex, &expression) {
                if let Some((from, to)) = captures.get(number_in(&expression, group)) {
                    groups.insert(group as i64, ByteString::new(&text[from..to]));
                }
            }
        }
        groups
    }

    /// Replaces matches of a pattern with groups: `${x/p/r}`.
    pub(super) fn replace_groups(
        &mut self,
        pattern: &[u8],
        glob: &Glob,
        subject: Subject,
        replacement: &[u8],
        (which, gaps): (Replace, EmptyMatches),
    ) -> Subject {
        // Only where the replacement refers to groups, or the pattern is a regular expression.
        let asked = refers(replacement) || pattern.starts_with(b"~(");
        let expression = if asked { self.expression(pattern) } else { None };
        if let Subject::One(Some(text)) = &subject {
            let text = text.clone();
            let matches = match &expression {
                Some((regex, _)) => {
                    let (mut cache, mut captures) = (Cache::default(), Captures::default());
                    regex.find_at(&mut cache, &text, 0, Default::default(), &mut captures)
                }
                None => glob.find(&text, 0).is_some(),
            };
            if matches {
                let extent = match which {
                    Replace::All if self.rules().expansion.match_variable_has_all_matches => {
                        Extent::Each
                    }
                    _ => Extent::First,
                };
                self.note(&text, pattern, extent);
            } else if self.keeps_matches {
                self.last_match = None;
                self.set_matches();
            }
        }
        let Some((regex, expression)) = expression else {
            if refers(replacement) {
                return subject.map(|value| {
                    replaced_by(glob, value, which, gaps, |span, out| {
                        let groups = groups_of(glob, value, span);
                        let group = |group: usize| groups.get(group).copied().flatten();
                        append(replacement, value, group, out);
                    })
                });
            }
            let plain = without_references(replacement);
            return subject
                .map(|value| super::transform::replaced(glob, value, &plain, which, gaps));
        };
        let which = match (which, expression.left, expression.right) {
            (Replace::First | Replace::All, true, true) => Which::Whole,
            (Replace::First | Replace::All, true, false) => Which::At(Replace::Prefix),
            (Replace::First | Replace::All, false, true) => Which::At(Replace::Suffix),
            (which, ..) => Which::At(which),
        };
        subject.map(|value| replaced(&regex, &expression, value, replacement, which))
    }
}

/// The number that a group of a pattern has in its expression.
fn number_in(expression: &Expression, group: usize) -> usize {
    match group.checked_sub(1) {
        Some(index) if !expression.groups.is_empty() => {
            expression.groups.get(index).copied().unwrap_or(usize::MAX)
        }
        _ => group,
    }
}

/// How many groups a pattern has.
fn group_count(regex: &Regex, expression: &Expression) -> usize {
    match expression.groups.is_empty() {
        true => regex.group_count(),
        false => expression.groups.len(),
    }
}

#[derive(Clone, Copy)]
enum Which {
    At(Replace),
    Whole,
}

fn without_references(replacement: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    append(replacement, &[], |_| None, &mut out);
    out
}

/// A replacement with what its references stand for, and one backslash for two.
fn append(
    replacement: &[u8],
    value: &[u8],
    group: impl Fn(usize) -> Option<(usize, usize)>,
    out: &mut Vec<u8>,
) {
    let mut rest = replacement;
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'\\'
            && let Some(digit) = after.first().filter(|byte| byte.is_ascii_digit())
        {
            if let Some((from, to)) = group(usize::from(digit - b'0')) {
                out.extend_from_slice(&value[from..to]);
            }
            rest = &after[1..];
            continue;
        }
        rest = match (byte, after.first()) {
            (b'\\', Some(b'\\')) => &after[1..],
            _ => after,
        };
        out.push(byte);
    }
}

/// The spans of a match and of its groups, for a pattern that is no regular expression.
fn groups_of(glob: &Glob, text: &[u8], span: (usize, usize)) -> Vec<Option<(usize, usize)>> {
    let mut groups = glob.captures(text, span).unwrap_or_default();
    groups.insert(0, Some(span));
    groups
}

fn replaced(
    regex: &Regex,
    expression: &Expression,
    value: &[u8],
    replacement: &[u8],
    which: Which,
) -> ByteString {
    let mut cache = Cache::default();
    let mut captures = Captures::default();
    let mut out = Vec::with_capacity(value.len() + replacement.len());
    let (mut at, mut matched) = (0, false);
    while at <= value.len() {
        let found = match which {
            Which::At(Replace::Prefix) | Which::Whole => {
                at == 0 && regex.match_at(&mut cache, value, 0, Default::default(), &mut captures)
            }
            Which::At(Replace::Suffix) => (0..=value.len()).any(|start| {
                regex.match_at(&mut cache, value, start, Default::default(), &mut captures)
                    && captures.get(0).is_some_and(|(_, end)| end == value.len())
            }),
            _ => regex.find_at(&mut cache, value, at, Default::default(), &mut captures),
        };
        let Some((begin, end)) = captures.get(0).filter(|_| found) else { break };
        if matches!(which, Which::Whole) && end != value.len() {
            break;
        }
        out.extend_from_slice(&value[at..begin]);
        // The empty text right after a match is no match.
        if begin < end || begin > at || !matched {
            let group = |group| captures.get(number_in(expression, group));
            append(replacement, value, group, &mut out);
        }
        at = end;
        if !matches!(which, Which::At(Replace::All)) {
            break;
        }
        matched = begin < end;
        if !matched {
            if at == value.len() {
                break;
            }
            // The whole of the character.
            let inside = |byte: &u8| regex.options().utf8 && byte & 0xC0 == 0x80;
            let more = value[at + 1..].iter().take_while(|byte| inside(byte)).count();
            out.extend_from_slice(&value[at..=at + more]);
            at += 1 + more;
        } else if at == value.len() {
            break;
        }
    }
    out.extend_from_slice(value.get(at..).unwrap_or_default());
    ByteString::from(out)
}
