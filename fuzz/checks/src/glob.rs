//! Shell patterns against a model that tries everything, and the parts a pattern finds
//! against its whole matches.

use crate::bytes::Bytes;
use pattern::{Glob, GlobOptions};

/// A pattern as the model has it.
enum Piece {
    Character(char),
    Any,
    Star,
    Set { negated: bool, ranges: Vec<(char, char)> },
    Group(char, Vec<Vec<Piece>>),
}

/// How much the model may try before a case is passed over.
const PATIENCE: u32 = 200_000;

struct Model {
    text: Vec<char>,
    nocase: bool,
    tried: u32,
}

/// The model has tried enough.
struct Tired;

impl Model {
    /// Whether the pieces match the text from `at` to `end`.
    fn matches(&mut self, pieces: &[&Piece], at: usize, end: usize) -> Result<bool, Tired> {
        self.tried += 1;
        if self.tried > PATIENCE {
            return Err(Tired);
        }
        let Some((piece, rest)) = pieces.split_first() else { return Ok(at == end) };
        match piece {
            Piece::Star => {
                for next in at..=end {
                    if self.matches(rest, next, end)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Piece::Group(sign, members) => {
                for next in at..=end {
                    if self.group(*sign, members, at, next)? && self.matches(rest, next, end)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => Ok(at < end && self.one(piece, at) && self.matches(rest, at + 1, end)?),
        }
    }

    fn one(&self, piece: &Piece, at: usize) -> bool {
        let c = self.text[at];
        match piece {
            Piece::Character(wanted) => self.cases(c).contains(wanted),
            Piece::Any => true,
            Piece::Set { negated, ranges } => {
                let has = |c: &char| ranges.iter().any(|(low, high)| (low..=high).contains(&c));
                self.cases(c).iter().any(has) != *negated
            }
            _ => false,
        }
    }

    fn cases(&self, c: char) -> Vec<char> {
        let mut cases = vec![c];
        if self.nocase {
            cases.extend(c.to_lowercase());
            cases.extend(c.to_uppercase());
        }
        cases
    }

    /// Whether a group matches the text from `at` to `end`.
    fn group(
        &mut self,
        sign: char,
        members: &[Vec<Piece>],
        at: usize,
        end: usize,
    ) -> Result<bool, Tired> {
        let mut once = false;
        for member in members {
            let pieces: Vec<&Piece> = member.iter().collect();
            once |= self.matches(&pieces, at, end)?;
        }
        match sign {
            '@' => return Ok(once),
            '!' => return Ok(!once),
            '?' => return Ok(once || at == end),
            _ => {}
        }
        if once || (sign == '*' && at == end) {
            return Ok(true);
        }
        // A first part that is not empty, and as many more.
        for middle in at + 1..end {
            if self.group('@', members, at, middle)? && self.group('*', members, middle, end)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

const LETTERS: &[char] = &['a', 'b', 'c', 'A', 'é', 'É', '-', '*', '(', '|', ')', ']', '.'];

struct Maker<'a> {
    bytes: Bytes<'a>,
    extended: bool,
}

impl Maker<'_> {
    /// Writes a sequence of pieces to `text`.
    fn sequence(&mut self, text: &mut String, depth: u32) -> Vec<Piece> {
        let count = self.bytes.below(5);
        (0..count).map(|_| self.piece(text, depth)).collect()
    }

    fn piece(&mut self, text: &mut String, depth: u32) -> Piece {
        let groups = self.extended && depth > 0;
        match self.bytes.byte() % if groups { 12 } else { 8 } {
            0..=2 => {
                let c = *self.bytes.pick(LETTERS);
                if !c.is_alphanumeric() {
                    text.push('\\');
                }
                text.push(c);
                Piece::Character(c)
            }
            3 => {
                let c = *self.bytes.pick(&['a', 'b']);
                text.extend(['\\', c]);
                Piece::Character(c)
            }
            4 => {
                text.push('?');
                // What follows must not make a group of it.
                Piece::Any
            }
            5 => {
                text.push('*');
                Piece::Star
            }
            6 | 7 => self.set(text),
            _ => {
                let sign = *self.bytes.pick(&['?', '*', '+', '@', '!']);
                text.extend([sign, '(']);
                let count = 1 + self.bytes.below(3);
                let mut members = Vec::new();
                for index in 0..count {
                    if index > 0 {
                        text.push('|');
                    }
                    members.push(self.sequence(text, depth - 1));
                }
                text.push(')');
                Piece::Group(sign, members)
            }
        }
    }

    fn set(&mut self, text: &mut String) -> Piece {
        text.push('[');
        let negated = self.bytes.below(3) == 0;
        if negated {
            text.push(*self.bytes.pick(&['!', '^']));
        }
        let mut ranges = Vec::new();
        for _ in 0..=self.bytes.below(3) {
            match self.bytes.below(6) {
                0 => {
                    text.push_str("[:digit:]");
                    ranges.push(('0', '9'));
                }
                1 => {
                    text.push_str("[:lower:]");
                    // Of the letters that occur.
                    ranges.extend([('a', 'z'), ('é', 'é')]);
                }
                2 => {
                    let (low, high) = *self.bytes.pick(&[('a', 'b'), ('a', 'é'), ('A', 'Z')]);
                    text.extend([low, '-', high]);
                    ranges.push((low, high));
                }
                _ => {
                    let c = *self.bytes.pick(LETTERS);
                    if matches!(c, ']' | '-') {
                        text.push('\\');
                    }
                    text.push(c);
                    ranges.push((c, c));
                }
            }
        }
        text.push(']');
        Piece::Set { negated, ranges }
    }
}

/// What the parts of a text that match are, found by asking about each.
fn parts_agree(glob: &Glob, text: &[u8], places: &[usize], shown: &str) {
    let whole = |start: usize, end: usize| glob.is_match(&text[start..end]);
    let prefixes: Vec<usize> = places.iter().copied().filter(|&at| whole(0, at)).collect();
    assert_eq!(glob.shortest_prefix(text), prefixes.first().copied(), "{shown}");
    assert_eq!(glob.longest_prefix(text), prefixes.last().copied(), "{shown}");
    let suffixes: Vec<usize> = places.iter().copied().filter(|&at| whole(at, text.len())).collect();
    assert_eq!(glob.shortest_suffix(text), suffixes.last().copied(), "{shown}");
    assert_eq!(glob.longest_suffix(text), suffixes.first().copied(), "{shown}");
    let mut finder = glob.finder(text);
    for &from in places {
        let first = places.iter().copied().filter(|&start| start >= from).find_map(|start| {
            let end = places.iter().copied().rfind(|&end| end >= start && whole(start, end));
            Some((start, end?))
        });
        assert_eq!(glob.find(text, from), first, "{shown}");
        assert_eq!(finder.find(from), first, "{shown}");
    }
}

/// The first byte holds the options; its highest bit asks for a pattern that is made up.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    let flags = bytes.byte();
    let flag = |bit: u8| flags >> bit & 1 != 0;
    let options = GlobOptions {
        utf8: true,
        extended: flag(0),
        nocase: flag(1),
        classes: false,
        period: false,
    };
    if !flag(7) {
        let pattern = bytes.until(0);
        let text = &bytes.0[..bytes.0.len().min(40)];
        let glob = Glob::new(pattern, GlobOptions { utf8: flag(2), ..options });
        let shown = format!("{} on {}", pattern.escape_ascii(), text.escape_ascii());
        // `~(E)` and its kin are regular expressions, which need not match all of a text.
        let free = flag(0)
            && byte_search::memmem::find_iter(pattern, b"~(")
                .any(|at| pattern[at..].iter().any(|byte| b"EXPGBAF".contains(byte)));
        if flag(2) && !text.is_ascii() || free {
            // Where characters begin depends on what surrounds them.
            let _ = (glob.longest_suffix(text), glob.find(text, 0));
            return;
        }
        let places: Vec<usize> = (0..=text.len()).collect();
        parts_agree(&glob, text, &places, &shown);
        let special = pattern::has_special(pattern, flag(0));
        if !special {
            assert!(glob.is_match(&pattern::unescape(pattern)), "{shown}");
        }
        if !flag(1) {
            // `~()` asks for nothing: what is left may be literal.
            let literal = glob.as_literal().is_some();
            assert!(literal != special || special && pattern.contains(&b'~'), "{shown}");
        }
        return;
    }
    let mut maker = Maker { bytes, extended: flag(0) };
    let mut pattern = String::new();
    let pieces = maker.sequence(&mut pattern, 3);
    let mut bytes = maker.bytes;
    let text: String = (0..bytes.below(8)).map(|_| *bytes.pick(LETTERS)).collect();
    let shown = format!("{pattern} on {text}, {options:?}");
    let glob = Glob::new(pattern.as_bytes(), options);
    let pieces: Vec<&Piece> = pieces.iter().collect();
    let characters: Vec<char> = text.chars().collect();
    let mut model = Model { text: characters, nocase: flag(1), tried: 0 };
    let length = model.text.len();
    let Ok(expected) = model.matches(&pieces, 0, length) else { return };
    assert_eq!(glob.is_match(text.as_bytes()), expected, "{shown}");
    let places: Vec<usize> = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).collect();
    parts_agree(&glob, text.as_bytes(), &places, &shown);
    // A leading period is matched by a literal one alone; a text without one is not affected.
    let guarded = Glob::new(pattern.as_bytes(), GlobOptions { period: true, ..options });
    if text.starts_with('.') {
        assert!(expected || !guarded.is_match(text.as_bytes()), "{shown}");
        assert!(guarded.may_match_period() || !guarded.is_match(text.as_bytes()), "{shown}");
    } else {
        assert_eq!(guarded.is_match(text.as_bytes()), expected, "{shown}");
    }
}
