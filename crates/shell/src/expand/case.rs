//! Letters made small or capital: `${x^^}`, `typeset -u` (ksh, bash).

use pattern::Glob;
use syntax::ByteString;

/// All letters of a text changed.
pub fn changed(text: &[u8], upper: bool, utf8: bool) -> ByteString {
    altered(text, if upper { b'^' } else { b',' }, true, None, utf8)
}

/// The characters of a text, those that match a pattern changed: `^` to capitals, `,` to
/// small letters, `~` to the other.
pub fn altered(text: &[u8], change: u8, all: bool, glob: Option<&Glob>, utf8: bool) -> ByteString {
    let mut out = Vec::with_capacity(text.len());
    let mut first = true;
    let mut one = |character: char, raw: &[u8], out: &mut Vec<u8>| {
        let wanted = (all || first) && glob.is_none_or(|glob| glob.is_match(raw));
        first = false;
        if !wanted {
            return out.extend_from_slice(raw);
        }
        let upper = match change {
            b'^' => true,
            b',' => false,
            _ => character.is_lowercase(),
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
