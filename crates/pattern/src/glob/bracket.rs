//! Bracket expressions of shell patterns (POSIX XCU 2.14.1, XBD 9.3.5).
//!
//! Unlike in regular expressions `!` negates (`^` does so too, as in every
//! shell but dash), and a backslash quotes. Where an odd expression means
//! different things to different shells, this follows bash: an unknown class
//! and a range the wrong way round have no members.

use super::GlobOptions;
use crate::characters::{self, CharSet, Character};
use crate::collating;
use crate::unicode::Class;

/// Reads the bracket expression whose `[` stands just before `text`: the set and the length
/// including the `]`. None when it is not complete.
pub(super) fn parse(text: &[u8], options: GlobOptions) -> Option<(CharSet, usize)> {
    let mut set = CharSet::default();
    let negated = matches!(text.first(), Some(b'!' | b'^'));
    let mut parser = Parser { text, at: usize::from(negated), utf8: options.utf8 };
    let mut first = true;
    loop {
        if parser.text.get(parser.at) == Some(&b']') && !first {
            break;
        }
        first = false;
        match parser.element(true)? {
            Element::Nothing => {}
            Element::Class(class) => set.add_class(class, options.utf8),
            Element::Ascii => set.add_range(Character::Byte(0), Character::Byte(0x7f)),
            Element::Word => {
                set.add_class(Class::Alnum, options.utf8);
                set.add(Character::Byte(b'_'));
            }
            Element::Character(low) => match parser.range_end()? {
                None => set.add(low),
                Some(Element::Character(high)) => set.add_range(low, high),
                Some(_) => {}
            },
        }
    }
    if options.nocase {
        set.fold_case();
    }
    if negated {
        set.negate();
    }
    Some((set, parser.at + 1))
}

enum Element {
    Character(Character),
    Class(Class),
    /// `[:ascii:]` (bash, mksh, zsh)
    Ascii,
    /// `[:word:]`: what names are made of (bash, ksh93, mksh).
    Word,
    /// An unknown class or collating element.
    Nothing,
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    utf8: bool,
}

impl Parser<'_> {
    /// The end of a range, if a `-` and one more element follow. None: the text ends.
    fn range_end(&mut self) -> Option<Option<Element>> {
        if self.text.get(self.at) != Some(&b'-') || *self.text.get(self.at + 1)? == b']' {
            return Some(None);
        }
        self.at += 1;
        self.element(false).map(Some)
    }

    /// One element; a class name only where `class` allows it (it cannot end a range).
    fn element(&mut self, class: bool) -> Option<Element> {
        let rest = &self.text[self.at..];
        match (rest.first()?, rest.get(1)) {
            (b'[', Some(b':')) if class => {
                if let Some(length) = name_length(&rest[2..]) {
                    self.at += length + 4;
                    return Some(match Class::named(&rest[2..2 + length]) {
                        Some(class) => Element::Class(class),
                        None if rest[2..].starts_with(b"ascii:") => Element::Ascii,
                        None if rest[2..].starts_with(b"word:") => Element::Word,
                        None => Element::Nothing,
                    });
                }
            }
            (b'[', Some(&sign @ (b'.' | b'='))) => {
                // The name has one character at least, which may be the sign or `]`.
                let closing = rest.get(3..)?.windows(2).position(|two| two == [sign, b']']);
                if let Some(length) = closing {
                    self.at += length + 5;
                    let name = &rest[2..3 + length];
                    return Some(match characters::first(name, self.utf8) {
                        Some((character, taken)) if taken == name.len() => {
                            Element::Character(character)
                        }
                        _ if sign == b'.' => match collating::character(name) {
                            Some(byte) => Element::Character(Character::Byte(byte)),
                            None => Element::Nothing,
                        },
                        _ => Element::Nothing,
                    });
                }
            }
            (b'\\', _) => self.at += 1,
            _ => {}
        }
        let (character, length) = characters::first(&self.text[self.at..], self.utf8)?;
        self.at += length;
        Some(Element::Character(character))
    }
}

/// Length of the class name that `:]` ends.
fn name_length(text: &[u8]) -> Option<usize> {
    let length = text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    text[length..].starts_with(b":]").then_some(length)
}
