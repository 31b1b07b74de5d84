//! Changes of case: `${x^^}` (bash), `typeset -u` (ksh93, bash).
//!
//! By bytes in the C locale, by characters in UTF-8; a character that would become several stays as
//! it is, as with towupper(3). `transform` and `environment::attributes` use it.

use pattern::Glob;
use syntax::ByteString;

/// What becomes of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseChange {
    /// A capital: `^`.
    Upper,
    /// A small letter: `,`.
    Lower,
    /// A capital of a small letter, else a small letter: `~`.
    Toggle,
}

impl CaseChange {
    /// The change that an operator of `${x^}` asks for: `^`, `,` or `~`.
    pub fn of_operator(operator: u8) -> Self {
        match operator {
            b'^' => Self::Upper,
            b',' => Self::Lower,
            _ => Self::Toggle,
        }
    }
}

/// Which characters of a text change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Characters {
    /// The first one.
    First,
    /// All of them.
    All,
}

/// A text with all letters changed.
pub fn changed(text: &[u8], change: CaseChange, utf8: bool) -> ByteString {
    altered(text, change, Characters::All, None, utf8)
}

/// A text with those characters changed that match a pattern, where there is one.
pub fn altered(
    text: &[u8],
    change: CaseChange,
    characters: Characters,
    glob: Option<&Glob>,
    utf8: bool,
) -> ByteString {
    let mut out = Vec::with_capacity(text.len());
    let all = characters == Characters::All;
    let mut first = true;
    let mut one = |character: char, raw: &[u8], out: &mut Vec<u8>| {
        let wanted = (all || first) && glob.is_none_or(|glob| glob.is_match(raw));
        first = false;
        if !wanted {
            return out.extend_from_slice(raw);
        }
        let upper = match change {
            CaseChange::Upper => true,
            CaseChange::Lower => false,
            CaseChange::Toggle => character.is_lowercase(),
        };
        let mut buffer = [0; 4];
        // Where one character becomes several it stays as it is, as with towupper().
        let mut push =
            |mut changed: Box<dyn Iterator<Item = char>>| match (changed.next(), changed.next()) {
                (Some(single), None) => {
                    out.extend_from_slice(single.encode_utf8(&mut buffer).as_bytes());
                }
                _ => out.extend_from_slice(raw),
            };
        if upper {
            push(Box::new(character.to_uppercase()));
        } else {
            push(Box::new(character.to_lowercase()));
        }
    };
    if utf8 && !text.is_ascii() {
        for chunk in text.utf8_chunks() {
            for character in chunk.valid().chars() {
                let mut buffer = [0; 4];
                let raw = character.encode_utf8(&mut buffer).as_bytes().to_vec();
                one(character, &raw, &mut out);
            }
            out.extend_from_slice(chunk.invalid());
        }
    } else {
        for &byte in text {
            if byte.is_ascii() {
                one(char::from(byte), &[byte], &mut out);
            } else {
                out.push(byte);
            }
        }
    }
    ByteString::new(&out)
}
