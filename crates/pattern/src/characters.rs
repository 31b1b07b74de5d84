//! Characters of a byte string, and sets of them (bracket expressions).
//!
//! A byte that is no part of a valid UTF-8 character is a character of its own,
//! different from every valid one. So any byte string is a sequence of
//! characters, and both directions of walking agree on where they begin.

use crate::unicode::{self, Class, Classes};

/// One character: decoded, or a byte that is none (or any byte without UTF-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Character {
    /// A byte below 0x80, or one that belongs to no valid character.
    Byte(u8),
    /// A valid character outside ASCII.
    Wide(char),
}

/// The character at the start of `text` and its length in bytes.
#[inline]
pub(crate) fn first(text: &[u8], utf8: bool) -> Option<(Character, usize)> {
    let byte = *text.first()?;
    if byte < 0x80 || !utf8 {
        return Some((Character::Byte(byte), 1));
    }
    Some(first_wide(text))
}

fn first_wide(text: &[u8]) -> (Character, usize) {
    let byte = text[0];
    let length = match byte {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return (Character::Byte(byte), 1),
    };
    let decoded = text.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok());
    match decoded.and_then(|text| text.chars().next()) {
        Some(c) => (Character::Wide(c), length),
        None => (Character::Byte(byte), 1),
    }
}

/// The character at the end of `text` and its length in bytes.
#[inline]
pub(crate) fn last(text: &[u8], utf8: bool) -> Option<(Character, usize)> {
    let byte = *text.last()?;
    if byte < 0x80 || !utf8 {
        return Some((Character::Byte(byte), 1));
    }
    for length in 2..=text.len().min(4) {
        let tail = &text[text.len() - length..];
        if tail[0] >= 0xC0 {
            let (character, taken) = first_wide(tail);
            if taken == length {
                return Some((character, length));
            }
            break;
        }
    }
    Some((Character::Byte(byte), 1))
}

/// The upper-case forms of the characters outside ASCII that have one in ASCII: of ı and ſ.
const FOLDED_TO_ASCII: [u8; 2] = [b'I', b'S'];

/// The upper-case letters in the second word of a set; the lower-case ones are 32 bits higher.
const LETTERS: u64 = 0x07ff_fffe;

/// A set of characters.
#[derive(Clone, Debug, Default)]
pub(crate) struct CharSet {
    /// One bit a byte: ASCII characters, and above them bytes that are no character.
    bytes: [u64; 4],
    /// Ranges of characters outside ASCII.
    ranges: Vec<(char, char)>,
    /// Classes whose characters outside ASCII are members.
    classes: Classes,
    /// Characters outside ASCII are looked up in both cases.
    fold: bool,
    negated: bool,
}

impl CharSet {
    /// Adds one byte: an ASCII character, or a byte that is no character.
    pub(crate) fn add_byte(&mut self, byte: u8) {
        self.bytes[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    /// Adds one character.
    pub(crate) fn add(&mut self, character: Character) {
        self.add_range(character, character);
    }

    /// Adds the characters from `low` to `high` by code point; none when they are the wrong way
    /// round. A range with one end that is no character has no members but that end.
    pub(crate) fn add_range(&mut self, low: Character, high: Character) {
        match (low, high) {
            (Character::Byte(low), Character::Byte(high)) => {
                for byte in low..=high {
                    self.add_byte(byte);
                }
            }
            (Character::Byte(low), Character::Wide(high)) if low < 0x80 => {
                for byte in low..0x80 {
                    self.add_byte(byte);
                }
                self.ranges.push(('\u{80}', high));
            }
            (Character::Wide(low), Character::Wide(high)) if low <= high => {
                self.ranges.push((low, high));
            }
            _ => {}
        }
    }

    /// Adds a class; of characters outside ASCII only with `utf8`.
    pub(crate) fn add_class(&mut self, class: Class, utf8: bool) {
        let [low, high] = class.ascii();
        self.bytes[0] |= low;
        self.bytes[1] |= high;
        if utf8 {
            self.classes.add(class);
        }
    }

    /// Makes the set closed under change of case.
    pub(crate) fn fold_case(&mut self) {
        self.bytes[1] |= self.bytes[1] >> 32 & LETTERS;
        self.fold_upper_case();
    }

    /// Makes every lower-case letter a member exactly if its upper-case form is one.
    pub(crate) fn fold_upper_case(&mut self) {
        let upper = self.bytes[1] & LETTERS;
        self.bytes[1] = self.bytes[1] & !(LETTERS << 32) | upper << 32;
        self.fold = true;
    }

    /// Takes out one byte.
    pub(crate) fn remove_byte(&mut self, byte: u8) {
        self.bytes[usize::from(byte >> 6)] &= !(1 << (byte & 63));
    }

    /// Takes out the bytes that are no characters.
    pub(crate) fn remove_high_bytes(&mut self) {
        self.bytes[2] = 0;
        self.bytes[3] = 0;
    }

    /// Whether characters outside ASCII can be members.
    pub(crate) fn may_have_wide(&self) -> bool {
        self.negated
            || !self.ranges.is_empty()
            || self.classes != Classes::default()
            || (self.fold && FOLDED_TO_ASCII.iter().any(|letter| self.has_byte(*letter)))
    }

    /// The members outside ASCII, if they are known to be few.
    pub(crate) fn few_wide(&self) -> Option<Vec<char>> {
        const FEW: usize = 4;
        if !self.may_have_wide() {
            return Some(Vec::new());
        }
        if self.negated || self.fold || self.classes != Classes::default() {
            return None;
        }
        let members = || self.ranges.iter().flat_map(|&(low, high)| low..=high);
        (members().take(FEW + 1).count() <= FEW).then(|| members().collect())
    }

    /// Whether every character is a member, a newline excepted where the answer is false.
    pub(crate) fn is_any(&self, utf8: bool) -> Option<bool> {
        const NEWLINE: u64 = 1 << b'\n';
        let plain = match utf8 {
            true => self.negated && self.ranges.is_empty() && self.classes == Classes::default(),
            // Each byte is a character.
            false => self.bytes[2] & self.bytes[3] == u64::MAX,
        };
        if !plain || self.bytes[0] | NEWLINE != u64::MAX || self.bytes[1] != u64::MAX {
            return None;
        }
        Some(self.bytes[0] & NEWLINE != 0)
    }

    /// The members below 0x80 and the bytes from there, one bit each.
    pub(crate) fn byte_bits(&self) -> &[u64; 4] {
        &self.bytes
    }

    /// Turns the set into its complement. To be called last.
    pub(crate) fn negate(&mut self) {
        for word in &mut self.bytes {
            *word = !*word;
        }
        self.negated = !self.negated;
    }

    /// Whether the byte, an ASCII character or one that is no character, is a member.
    #[inline]
    pub(crate) fn has_byte(&self, byte: u8) -> bool {
        self.bytes[usize::from(byte >> 6)] >> (byte & 63) & 1 != 0
    }

    /// Whether the character is a member.
    #[inline]
    pub(crate) fn has(&self, character: Character) -> bool {
        match character {
            Character::Byte(byte) => self.has_byte(byte),
            Character::Wide(c) => self.has_wide(c),
        }
    }

    pub(crate) fn has_wide(&self, c: char) -> bool {
        let direct = |c: char| {
            self.ranges.iter().any(|&(low, high)| (low..=high).contains(&c)) || self.classes.has(c)
        };
        if self.fold
            && let Ok(upper) = u8::try_from(unicode::upper(c))
            && FOLDED_TO_ASCII.contains(&upper)
        {
            return if direct(c) { !self.negated } else { self.has_byte(upper) };
        }
        let member =
            direct(c) || (self.fold && (direct(unicode::lower(c)) || direct(unicode::upper(c))));
        member != self.negated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_that_folds_to_ascii_is_itself() {
        let mut set = CharSet::default();
        set.add(Character::Wide('ſ'));
        set.fold_case();
        assert!(set.has_wide('ſ') && !set.has_byte(b's') && !set.has_byte(b'S'));
        set.negate();
        assert!(!set.has_wide('ſ') && set.has_byte(b's'));
    }

    #[test]
    fn both_directions_agree_on_any_bytes() {
        let samples: [&[u8]; 6] = [
            "aé日𝄞".as_bytes(),
            b"\xc3\xa9\xa9",
            b"\xe6\x97",
            b"\xf0\x9d\x84\x9e\x80",
            b"\xc3\xc3\xa9",
            b"\xed\xa0\x80",
        ];
        for text in samples {
            let (mut forward, mut at) = (Vec::new(), 0);
            while let Some((character, length)) = first(&text[at..], true) {
                forward.push((at, character));
                at += length;
            }
            let (mut backward, mut end) = (Vec::new(), text.len());
            while let Some((character, length)) = last(&text[..end], true) {
                end -= length;
                backward.push((end, character));
            }
            backward.reverse();
            assert_eq!(forward, backward, "{text:?}");
        }
    }

    #[test]
    fn sets() {
        let mut set = CharSet::default();
        set.add_range(Character::Byte(b'x'), Character::Wide('é'));
        assert!(set.has(Character::Byte(b'y')) && set.has(Character::Wide('à')));
        assert!(!set.has(Character::Wide('ê')) && !set.has(Character::Byte(0xE9)));
        set.fold_case();
        assert!(set.has(Character::Wide('É')) && set.has(Character::Byte(b'Y')));
        set.negate();
        assert!(!set.has(Character::Wide('É')) && !set.has(Character::Byte(b'Y')));
        assert!(set.has(Character::Byte(0xE9)) && set.has(Character::Wide('日')));
    }
}
