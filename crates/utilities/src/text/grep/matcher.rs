//! The patterns of grep, compiled: which lines are selected, and what on them matches.

use crate::text::Plan;
use crate::text::escapes::{after_bracket, has_escaped, has_inner_dollar, has_lost_letter};
use pattern::{Cache, Captures, MatchFlags, Regex, RegexOptions};
use std::cell::OnceCell;

/// Texts longer than this are worth a look whether they are ASCII.
const LONG: usize = 8 << 10;

/// How patterns are to be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// -G
    Basic,
    /// -E
    Extended,
    /// -F
    Fixed,
}

/// What decides about patterns beside their text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// -G, -E, -F
    pub kind: Kind,
    /// -i
    pub nocase: bool,
    /// -w
    pub words: bool,
    /// -x
    pub lines: bool,
    /// Characters are UTF-8.
    pub utf8: bool,
    /// To busybox's -F and -x a NUL is where a line ends.
    pub ends_at_nul: bool,
}

/// Compiled patterns.
#[derive(Debug)]
pub struct Matcher {
    /// Finds lines: matches on every line that is selected, and on no other; with
    /// `candidates`, also on others.
    selector: Regex,
    /// Lines that the selector finds are selected only if they have a match that is a word.
    candidates: bool,
    /// Finds what matches on a line.
    exact: Option<Regex>,
    words: bool,
    utf8: bool,
    /// What they were compiled from.
    source: (Box<[u8]>, Dialect),
    /// For texts in which every byte is a character, where these are UTF-8.
    narrow: Option<Box<Narrow>>,
}

/// A matcher's patterns where characters are bytes: many are found in less time then. In ASCII they
/// select the same lines.
#[derive(Debug)]
struct Narrow {
    patterns: Box<[u8]>,
    dialect: Dialect,
    /// Made when the first text asks for it.
    matcher: OnceCell<Option<Matcher>>,
}

/// Patterns, and bytes of them, from which on the automaton here is made anew again and again: of
/// 1,000 words a search takes 200 times that of GNU's program, of 500 as long.
const MANY: usize = 100;
const MOST_OF_MANY: usize = 4096;

impl Matcher {
    /// Compiles `patterns`, which newlines separate. An error where the installed grep would
    /// complain, or may do differently.
    pub fn new(patterns: &[u8], dialect: Dialect) -> Plan<Self> {
        let source = (patterns.into(), dialect);
        let matcher = Self { source, ..Self::of(patterns, dialect)? };
        let is_found_quickly = matcher.selector.is_text() && !dialect.nocase;
        if !dialect.utf8 || !patterns.is_ascii() || is_found_quickly {
            return Ok(matcher);
        }
        let dialect = Dialect { utf8: false, ..dialect };
        let narrow = Narrow { patterns: patterns.into(), dialect, matcher: OnceCell::new() };
        Ok(Self { narrow: Some(Box::new(narrow)), ..matcher })
    }

    /// A copy of the matcher for another thread, compiled anew from the same patterns.
    pub fn another(&self) -> Option<Self> {
        Self::new(&self.source.0, self.source.1).ok()
    }

    /// What does for `text` in the least time.
    pub fn for_text(&self, text: &[u8]) -> &Matcher {
        let narrow = self.narrow.as_ref().filter(|_| text.len() > LONG && text.is_ascii());
        let make = |narrow: &Narrow| Self::of(&narrow.patterns, narrow.dialect).ok();
        let narrow = narrow.map(|narrow| narrow.matcher.get_or_init(|| make(narrow)).as_ref());
        narrow.flatten().unwrap_or(self)
    }

    /// Compiles `patterns` into one matcher for every text, without the narrow one for ASCII texts. An error
    /// where the installed grep would complain, or may do differently.
    fn of(patterns: &[u8], dialect: Dialect) -> Plan<Self> {
        let wrong = "a pattern to complain about";
        if patterns.len() > MOST_OF_MANY && byte_search::memchr_iter(b'\n', patterns).count() > MANY
        {
            return Err("more patterns than the automaton has states for");
        }
        let escaped;
        let mut patterns = patterns;
        if dialect.kind == Kind::Fixed {
            escaped = escape(patterns);
            patterns = &escaped;
        } else if is_odd(patterns, dialect.kind == Kind::Extended) {
            return Err("a pattern to warn of");
        } else if has_escaped(patterns, |escaped| matches!(escaped, b'`' | b'\'')) {
            // Which lines begin or end a text depends on how the installed one divides the file.
            return Err("the start or the end of a text");
        } else if dialect.nocase && has_lost_letter(patterns) {
            return Err("a letter behind a backslash in either case");
        } else if dialect.kind == Kind::Basic && has_inner_dollar(patterns) {
            return Err("a dollar before a parenthesis or a bar");
        }
        let extended = dialect.kind == Kind::Extended;
        let options = RegexOptions {
            newline: true,
            nocase: dialect.nocase,
            utf8: dialect.utf8,
            ..RegexOptions::grep(extended)
        };
        let exact = Regex::new(patterns, options).map_err(|_| wrong)?;
        if exact.repeats_anchor() {
            return Err("an anchor that is repeated");
        }
        // The installed one compiles each line by itself: what is open ends there.
        let opens = |line: &&[u8]| line.iter().any(|byte| b"([{\\".contains(byte));
        let mut lines = patterns.split(|&byte| byte == b'\n');
        if lines.clone().nth(1).is_some()
            && lines.any(|line| opens(&line) && Regex::new(line, options).is_err())
        {
            return Err(wrong);
        }
        // There may be a back-reference.
        if has_escaped(patterns, |escaped| (b'1'..=b'9').contains(escaped)) {
            // Each pattern has groups of its own; and words are looked for in another way.
            if patterns.contains(&b'\n') || dialect.words || dialect.lines {
                return Err("back-references among several patterns or to whole words");
            }
        }
        if dialect.ends_at_nul && (dialect.lines || dialect.kind == Kind::Fixed) {
            return Ok(Self { candidates: true, ..Self::plain(exact, dialect, false) });
        }
        if !dialect.words && !dialect.lines {
            return Ok(Self::plain(exact, dialect, false));
        }
        let words = dialect.words && !dialect.lines;
        if words && (dialect.utf8 || exact.is_text()) {
            // Bytes that are no characters end words in UTF-8, though nothing matches them; and a
            // text is found quickly, wherever it is.
            return Ok(Self::plain(exact, dialect, true));
        }
        // An unmatched `)` is literal, but would end the group around it.
        let strict = RegexOptions { close_is_error: true, ..options };
        if extended && Regex::new(patterns, strict).is_err() {
            return Err("an unmatched parenthesis");
        }
        let (before, after): (&[u8], &[u8]) = match (dialect.lines, extended) {
            (true, true) => (b"^(", b")$"),
            (true, false) => (b"^\\(", b"\\)$"),
            (false, true) => (b"(^|[^[:alnum:]_])(", b")([^[:alnum:]_]|$)"),
            (false, false) => (b"\\(^\\|[^[:alnum:]_]\\)\\(", b"\\)\\([^[:alnum:]_]\\|$\\)"),
        };
        let selector = Regex::new(&[before, patterns, after].concat(), options);
        let selector = selector.map_err(|_| wrong)?;
        Ok(Self { exact: Some(exact), words, ..Self::plain(selector, dialect, false) })
    }

    /// With `words`, `selector` finds what may be no word.
    fn plain(selector: Regex, dialect: Dialect, words: bool) -> Self {
        let source = (Box::default(), dialect);
        let utf8 = dialect.utf8;
        Self { selector, candidates: words, exact: None, words, utf8, source, narrow: None }
    }

    /// A place on the first line of `text`, from `start` on, that is selected. `start` is the
    /// beginning of a line.
    #[inline]
    pub fn select(&self, cache: &mut Cache, text: &[u8], start: usize) -> Option<usize> {
        let mut start = start;
        loop {
            let place = self.selector.first_end(cache, text, start, MatchFlags::default())?;
            if !self.candidates {
                return Some(place);
            }
            let line =
                byte_search::memrchr(b'\n', &text[start..place]).map_or(start, |n| start + n + 1);
            let end = byte_search::memchr(b'\n', &text[place..]).map_or(text.len(), |n| place + n);
            if self.find(cache, &text[line..end], 0).is_some() {
                return Some(place);
            }
            start = end + 1;
        }
    }

    /// How many lines from the one that begins at `start` on are selected, up to `most`.
    pub fn count(&self, cache: &mut Cache, text: &[u8], start: usize, most: u64) -> u64 {
        if !self.candidates {
            return self.selector.count_lines(cache, text, start, most);
        }
        let (mut at, mut count) = (start, 0);
        while count < most {
            let Some(place) = self.select(cache, text, at) else { break };
            count += 1;
            let Some(newline) = byte_search::memchr(b'\n', &text[place..]) else { break };
            at = place + newline + 1;
        }
        count
    }

    /// Start and end of the first match on a line from `start` on.
    pub fn find(&self, cache: &mut Cache, line: &[u8], start: usize) -> Option<(usize, usize)> {
        let exact = self.exact.as_ref().unwrap_or(&self.selector);
        if self.source.1.ends_at_nul && self.candidates {
            return self.find_to_nul(cache, line);
        }
        let flags = MatchFlags::default();
        let (mut begin, mut end) = exact.find_on_line(cache, line, start)?;
        if !self.words {
            return Some((begin, end));
        }
        // The longest match that is a word, of those the leftmost; as GNU's looks for it.
        let mut captures = Captures::new();
        loop {
            if !self.word_begins(&line[end..]) && !self.word_ends(line, begin) {
                return Some((begin, end));
            }
            if end > begin {
                let shorter = MatchFlags { not_eol: true, ..flags };
                let cut = &line[..end - 1];
                if exact.match_at(cache, cut, begin, shorter, &mut captures)
                    && let Some((_, shorter)) = captures.get(0)
                    && shorter > begin
                {
                    end = shorter;
                    continue;
                }
            }
            if begin == line.len() {
                return None;
            }
            (begin, end) = exact.find_on_line(cache, line, begin + 1)?;
        }
    }

    /// The first match on a line, of which busybox's -F sees what is before a NUL. A match is the whole line (-x) where
    /// the line ends behind it, or a NUL is there.
    fn find_to_nul(&self, cache: &mut Cache, line: &[u8]) -> Option<(usize, usize)> {
        let dialect = self.source.1;
        let text = match dialect.kind {
            Kind::Fixed => &line[..byte_search::memchr(0, line).unwrap_or(line.len())],
            _ => line,
        };
        let (begin, end) = self.selector.find_on_line(cache, text, 0)?;
        let is_whole = begin == 0 && line.get(end).is_none_or(|byte| *byte == 0);
        (!dialect.lines || is_whole).then_some((begin, end))
    }

    fn word_begins(&self, text: &[u8]) -> bool {
        text.first().is_some_and(|&first| {
            is_word(first) || (first >= 0x80 && self.utf8 && first_alphanumeric(text).is_some())
        })
    }

    /// Whether the character before `end`, or the one that `end` is in the middle of, is one of
    /// words.
    fn word_ends(&self, line: &[u8], end: usize) -> bool {
        let Some(last) = end.checked_sub(1) else { return false };
        if line[last] < 0x80 || !self.utf8 {
            return is_word(line[last]);
        }
        let start = (last.saturating_sub(3)..=last).rev().find(|&at| line[at] & 0xC0 != 0x80);
        start.is_some_and(|start| {
            first_alphanumeric(&line[start..]).is_some_and(|length| start + length > last)
        })
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The length of the first character, if it is a letter or digit.
fn first_alphanumeric(text: &[u8]) -> Option<usize> {
    let window = &text[..text.len().min(4)];
    let valid = match std::str::from_utf8(window) {
        Ok(valid) => valid,
        Err(error) => std::str::from_utf8(&window[..error.valid_up_to()]).unwrap_or(""),
    };
    valid.chars().next().filter(|first| first.is_alphanumeric()).map(char::len_utf8)
}

/// Fixed strings as basic regular expressions.
fn escape(strings: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(strings.len() + 8);
    for &byte in strings {
        if b"$*.[\\^".contains(&byte) {
            escaped.push(b'\\');
        }
        escaped.push(byte);
    }
    escaped
}

/// Whether GNU grep warns of a pattern, a repetition of nothing or `[:space:]` for `[[:space:]]`, or takes what
/// repeats an anchor in a way of its own: it need not be there.
fn is_odd(pattern: &[u8], extended: bool) -> bool {
    // At the start, or behind an anchor; behind one that has a backslash.
    let (mut lacks_operand, mut behind_escape) = (true, false);
    let mut at = 0;
    while let Some(&byte) = pattern.get(at) {
        at += 1;
        let was_behind_escape = std::mem::take(&mut behind_escape);
        match byte {
            b'\\' => {
                let next = pattern.get(at).copied();
                at += 1;
                if was_behind_escape && matches!(next, Some(b'+' | b'?' | b'{')) {
                    return true;
                }
                behind_escape = next.is_some_and(|next| b"<>bB`'".contains(&next));
                lacks_operand = behind_escape;
                continue;
            }
            b'*' | b'+' | b'?' | b'{' if extended && lacks_operand => return true,
            b'*' if was_behind_escape => return true,
            b'[' => match after_bracket(pattern, at) {
                Some(after) => at = after,
                None => return true,
            },
            _ => {}
        }
        lacks_operand = matches!(byte, b'\n' | b'(' | b'|' | b'^' | b'$');
    }
    false
}
