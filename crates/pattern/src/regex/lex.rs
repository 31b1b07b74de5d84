//! Cutting a pattern into tokens (POSIX XBD 9.5.1, and GNU's extensions).

use super::options::{RegexOptions, Syntax};
use super::tree::look;
use crate::characters::{self, Character};

/// A class of characters with a short form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shorthand {
    /// `\w`
    Word,
    /// `\s`
    Space,
}

/// What a part of the pattern means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    End,
    /// A literal byte.
    Byte(u8),
    /// A literal character outside ASCII.
    Wide(char),
    Alternate,
    Open,
    Close,
    Star,
    Plus,
    Question,
    OpenInterval,
    CloseInterval,
    OpenBracket,
    AnyCharacter,
    Look(u8),
    WordEdge,
    NoWordEdge,
    /// `\w` or `\s`, or the complement.
    /// A class, or with true what is not in it.
    Class(Shorthand, bool),
    Backref(u32),
    TrailingBackslash,
}

/// A pattern and how it is to be read.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'a> {
    pub(super) pattern: &'a [u8],
    pub(super) options: RegexOptions,
}

impl Lexer<'_> {
    pub(super) fn is_extended(&self) -> bool {
        self.options.syntax != Syntax::Basic
    }

    /// The token at `at` and its length. `anchor_here`: after `(`, `|` and at the start, where a
    /// `^` is an anchor in any case.
    pub(super) fn token(&self, at: usize, anchor_here: bool) -> (Token, usize) {
        let Some(&byte) = self.pattern.get(at) else { return (Token::End, 0) };
        let extended = self.is_extended();
        let token = match byte {
            b'\\' => {
                return match self.pattern.get(at + 1) {
                    None => (Token::TrailingBackslash, 1),
                    Some(&next) => self.escape(at, next),
                };
            }
            b'*' => Token::Star,
            b'.' => Token::AnyCharacter,
            b'[' => Token::OpenBracket,
            b'+' if extended => Token::Plus,
            b'?' if extended => Token::Question,
            b'(' if extended => Token::Open,
            b')' if extended => Token::Close,
            b'|' if extended => Token::Alternate,
            b'{' if extended && !self.options.literal_braces => Token::OpenInterval,
            b'}' if extended && !self.options.literal_braces => Token::CloseInterval,
            b'\n' if self.options.newline_alternates => Token::Alternate,
            b'^' if extended || anchor_here || at == 0 || self.after_newline(at) => {
                Token::Look(look::LINE_START)
            }
            b'$' if extended || self.dollar_is_anchor(at) => Token::Look(look::LINE_END),
            _ => return self.literal(at),
        };
        (token, 1)
    }

    fn after_newline(&self, at: usize) -> bool {
        self.options.newline_alternates && self.pattern[at - 1] == b'\n'
    }

    /// In basic expressions `$` is an anchor before `\)`, `\|` and the end.
    fn dollar_is_anchor(&self, at: usize) -> bool {
        match self.pattern[at + 1..] {
            [] | [b'\\', b')' | b'|', ..] => true,
            [b'\n', ..] => self.options.newline_alternates,
            _ => false,
        }
    }

    fn literal(&self, at: usize) -> (Token, usize) {
        match characters::first(&self.pattern[at..], self.options.utf8) {
            Some((Character::Wide(c), length)) => (Token::Wide(c), length),
            _ => (Token::Byte(self.pattern[at]), 1),
        }
    }

    fn escape(&self, at: usize, next: u8) -> (Token, usize) {
        let (extended, awk) = (self.is_extended(), self.options.syntax == Syntax::Awk);
        if awk && let Some((byte, length)) = awk_escape(&self.pattern[at + 1..]) {
            return (Token::Byte(byte), 1 + length);
        }
        let token = match next {
            b'(' if !extended => Token::Open,
            b')' if !extended => Token::Close,
            b'{' if !extended => Token::OpenInterval,
            b'}' if !extended => Token::CloseInterval,
            b'|' if !extended => Token::Alternate,
            b'+' if !extended => Token::Plus,
            b'?' if !extended => Token::Question,
            b'1'..=b'9' if !awk => Token::Backref(u32::from(next - b'0')),
            b'<' if self.options.gnu => Token::Look(look::AFTER_OTHER | look::BEFORE_WORD),
            b'>' if self.options.gnu => Token::Look(look::AFTER_WORD | look::BEFORE_OTHER),
            b'`' if self.options.gnu => Token::Look(look::TEXT_START),
            b'\'' if self.options.gnu => Token::Look(look::TEXT_END),
            b'b' if self.options.gnu && !awk => Token::WordEdge,
            b'y' if self.options.gnu && awk => Token::WordEdge,
            b'B' if self.options.gnu => Token::NoWordEdge,
            b'w' | b'W' if self.options.gnu => Token::Class(Shorthand::Word, next == b'W'),
            b's' | b'S' if self.options.gnu => Token::Class(Shorthand::Space, next == b'S'),
            _ => {
                let (token, length) = self.literal(at + 1);
                return (token, 1 + length);
            }
        };
        (token, 2)
    }
}

/// What awk's escape stands for, given the text after the backslash, and its length
/// (POSIX XCU awk, Regular Expressions). None where awk has no escape of its own.
pub(super) fn awk_escape(text: &[u8]) -> Option<(u8, usize)> {
    let byte = match *text.first()? {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'f' => 0x0c,
        b'v' => 0x0b,
        b'a' => 0x07,
        b'b' => 0x08,
        b'0'..=b'7' => {
            let digits = text.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7'));
            let (mut value, mut length) = (0u32, 0);
            for digit in digits {
                value = value * 8 + u32::from(digit - b'0');
                length += 1;
            }
            return Some((value as u8, length));
        }
        _ => return None,
    };
    Some((byte, 1))
}
