//! The text a regular expression is matched against, with what can be asked of a place in it.

use super::tree::look;
use crate::characters::{self, Character};
use crate::unicode::Class;

/// A text and how its ends are to be understood.
#[derive(Clone, Copy)]
pub(super) struct Subject<'t> {
    pub(super) text: &'t [u8],
    pub(super) utf8: bool,
    /// `^` and `$` match at line breaks.
    pub(super) lines: bool,
    pub(super) not_bol: bool,
    pub(super) not_eol: bool,
}

impl Subject<'_> {
    /// Whether all the [`look`] conditions hold at `at`.
    #[inline]
    pub(super) fn holds(&self, condition: u8, at: usize) -> bool {
        let mut met = 0;
        if condition & (look::LINE_START | look::TEXT_START) != 0 {
            met |= self.line_before(at);
        }
        if condition & (look::LINE_END | look::TEXT_END) != 0 {
            met |= self.line_after(at);
        }
        if condition & (look::AFTER_WORD | look::AFTER_OTHER) != 0 {
            met |= self.word_before(at);
        }
        if condition & (look::BEFORE_WORD | look::BEFORE_OTHER) != 0 {
            met |= self.word_after(at);
        }
        met & condition == condition
    }

    /// Whether all the [`look`] conditions hold at `at`, inside a match that covers `start` to `end`: after
    /// a newline of the match begins a line and before one ends a line, even where `lines` does
    /// not say so. The C library has it like that.
    pub(super) fn holds_in(&self, condition: u8, at: usize, start: usize, end: usize) -> bool {
        let mut condition = condition;
        if at > start && self.text[at - 1] == b'\n' {
            condition &= !look::LINE_START;
        }
        if at < end && self.text[at] == b'\n' {
            condition &= !look::LINE_END;
        }
        self.holds(condition, at)
    }

    /// The conditions that depend on what precedes `at`.
    pub(super) fn before(&self, at: usize) -> u8 {
        self.line_before(at) | self.word_before(at)
    }

    /// The conditions that depend on what follows `at`.
    pub(super) fn after(&self, at: usize) -> u8 {
        self.line_after(at) | self.word_after(at)
    }

    fn line_before(&self, at: usize) -> u8 {
        if at == 0 {
            return look::TEXT_START | if self.not_bol { 0 } else { look::LINE_START };
        }
        if self.lines && self.text[at - 1] == b'\n' { look::LINE_START } else { 0 }
    }

    fn line_after(&self, at: usize) -> u8 {
        if at == self.text.len() {
            return look::TEXT_END | if self.not_eol { 0 } else { look::LINE_END };
        }
        if self.lines && self.text[at] == b'\n' { look::LINE_END } else { 0 }
    }

    fn word_before(&self, at: usize) -> u8 {
        match characters::last(&self.text[..at], self.utf8) {
            Some((character, _)) if is_word(character, self.utf8) => look::AFTER_WORD,
            _ => look::AFTER_OTHER,
        }
    }

    fn word_after(&self, at: usize) -> u8 {
        match characters::first(&self.text[at..], self.utf8) {
            Some((character, _)) if is_word(character, self.utf8) => look::BEFORE_WORD,
            _ => look::BEFORE_OTHER,
        }
    }
}

/// Whether a character belongs to words: letters, digits, `_`.
pub(super) fn is_word(character: Character, utf8: bool) -> bool {
    match character {
        Character::Byte(byte) if byte < 0x80 => byte.is_ascii_alphanumeric() || byte == b'_',
        // The C library takes a byte that is no character for the code point of that number.
        Character::Byte(byte) => utf8 && Class::Alnum.has(char::from(byte)),
        Character::Wide(c) => Class::Alnum.has(c),
    }
}
