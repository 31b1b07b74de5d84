//! Bracket expressions of regular expressions (POSIX XBD 9.3.5), as GNU regcomp
//! has them in the locales C and C.UTF-8: ranges are of ASCII characters, and a
//! collating element is one of them.

use super::error::RegexError;
use super::lex::awk_escape;
use super::options::{RegexOptions, Syntax};
use crate::characters::{self, CharSet, Character};
use crate::unicode::{self, Class};

/// Longer names of classes are not looked at.
const MAX_NAME: usize = 32;

/// Reads the bracket expression whose `[` stands just before `text`: the set and the length
/// including the `]`; and whether it is more than a list of ASCII characters.
pub(super) fn parse(
    text: &[u8],
    options: &RegexOptions,
) -> Result<(CharSet, usize, bool), RegexError> {
    let negated = text.first() == Some(&b'^');
    let mut parser = Parser { text, at: usize::from(negated), options };
    if parser.at == text.len() {
        return Err(RegexError::BadPattern);
    }
    let mut set = CharSet::default();
    let mut first = true;
    let mut is_more = negated;
    loop {
        if parser.peek() == Some(b']') && !first {
            break;
        }
        let low = parser.element(first)?;
        first = false;
        if parser.at >= text.len() {
            return Err(RegexError::UnmatchedBracket);
        }
        let is_range = match low {
            Element::Class(_) | Element::Equivalence(_) => false,
            _ => match parser.text[parser.at..] {
                [b'-'] => return Err(RegexError::UnmatchedBracket),
                [b'-', b']', ..] => false,
                [b'-', ..] => true,
                _ => false,
            },
        };
        is_more |=
            is_range || matches!(low, Element::Class(_) | Element::Character(Character::Wide(_)));
        if is_range {
            parser.at += 1;
            let high = parser.element(true)?;
            let (low, high) = (low.range_end(options)?, high.range_end(options)?);
            if code(low) > code(high) && !options.empty_ranges {
                return Err(RegexError::BadRange);
            }
            set.add_range(low, high);
        } else {
            match low {
                Element::Class(class) => set.add_class(class, options.utf8),
                Element::Character(one) | Element::Equivalence(one) | Element::Collating(one) => {
                    set.add(one);
                }
            }
        }
    }
    if options.nocase {
        set.fold_upper_case();
    }
    if negated {
        if options.newline {
            set.add_byte(b'\n');
        }
        set.negate();
    }
    Ok((set, parser.at + 1, is_more))
}

fn code(character: Character) -> u32 {
    match character {
        Character::Byte(byte) => u32::from(byte),
        Character::Wide(character) => u32::from(character),
    }
}

enum Element {
    Character(Character),
    Class(Class),
    Equivalence(Character),
    Collating(Character),
}

impl Element {
    /// The end of a range. In the C library those outside ASCII have no place in the order; gawk, which
    /// has an engine of its own, goes by code points.
    fn range_end(&self, options: &RegexOptions) -> Result<Character, RegexError> {
        match *self {
            Element::Class(_) | Element::Equivalence(_) => Err(RegexError::BadRange),
            Element::Character(Character::Byte(byte))
            | Element::Collating(Character::Byte(byte)) => {
                // A byte that is no character has no place in the order.
                if options.utf8 && byte >= 0x80 {
                    return Err(RegexError::BadCollation);
                }
                Ok(Character::Byte(byte))
            }
            Element::Character(wide) if options.syntax == Syntax::Awk => Ok(wide),
            _ => Err(RegexError::BadCollation),
        }
    }
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    options: &'a RegexOptions,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// One element; a `-` only where `hyphen` allows it, or as the last.
    fn element(&mut self, hyphen: bool) -> Result<Element, RegexError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        match rest {
            [] => return Err(RegexError::UnmatchedBracket),
            [b'[', sign @ (b'.' | b':' | b'='), name @ ..] => {
                let sign = *sign;
                let closing = name.windows(2).position(|two| two == [sign, b']']);
                let closing = closing.filter(|length| *length < MAX_NAME);
                let length = closing.ok_or(RegexError::UnmatchedBracket)?;
                self.at += length + 4;
                return self.named(sign, &name[..length]);
            }
            [b'\\', escaped @ ..] if self.options.syntax == Syntax::Awk && !escaped.is_empty() => {
                if let Some((byte, length)) = awk_escape(escaped) {
                    self.at += 1 + length;
                    return Ok(Element::Character(self.folded(Character::Byte(byte))));
                }
                self.at += 1;
            }
            // After a range, as in "[a-z-9]", a `-` may only be the last.
            [b'-', next @ ..] if !hyphen && next.first() != Some(&b']') => {
                return Err(RegexError::BadRange);
            }
            _ => {}
        }
        let rest = &self.text[self.at..];
        let (character, length) =
            characters::first(rest, self.options.utf8).ok_or(RegexError::UnmatchedBracket)?;
        self.at += length;
        Ok(Element::Character(self.folded(character)))
    }

    /// Ignoring case, patterns are understood in upper case.
    fn folded(&self, character: Character) -> Character {
        match character {
            character if !self.options.nocase => character,
            Character::Byte(byte) => Character::Byte(byte.to_ascii_uppercase()),
            Character::Wide(c) => match unicode::upper(c) {
                upper if upper.is_ascii() => Character::Byte(upper as u8),
                upper => Character::Wide(upper),
            },
        }
    }

    fn named(&self, sign: u8, name: &[u8]) -> Result<Element, RegexError> {
        if sign == b':' {
            let class = Class::named(name).ok_or(RegexError::BadClass)?;
            let any_case = self.options.nocase && matches!(class, Class::Lower | Class::Upper);
            return Ok(Element::Class(if any_case { Class::Alpha } else { class }));
        }
        match (name, sign) {
            (&[byte], b'=') => Ok(Element::Equivalence(self.folded(Character::Byte(byte)))),
            (&[byte], _) => Ok(Element::Collating(self.folded(Character::Byte(byte)))),
            _ => Err(RegexError::BadCollation),
        }
    }
}
