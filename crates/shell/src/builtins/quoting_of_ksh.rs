//! Texts quoted as ksh93 shows them (`printf %q`, `typeset -p`, `set`, `alias`): as they are where
//! nothing in them means anything, else in `'…'`, and in `$'…'` where a character cannot be seen.
//!
//! `declarations`, `set` and `printf` use it where the dialect's row on quoting says so;
//! `expand::transform::quoted` has bash's way. The result is always input that gives the text
//! again.

use syntax::names::is_name_byte;

/// A text quoted so that the shell reads it as one word with that value.
pub fn quoted(text: &[u8]) -> Vec<u8> {
    if text.is_empty() {
        return b"''".to_vec();
    }
    // The name of an assignment stands outside of the quotes.
    let mut begin = 0;
    if text[0].is_ascii_alphabetic() || text[0] == b'_' {
        let name = text.iter().take_while(|byte| is_name_byte(**byte)).count();
        if name == text.len() {
            return text.to_vec();
        }
        if text[name] == b'=' {
            begin = name + 1;
        }
    }
    let (name, value) = text.split_at(begin);
    let body = match kind(value) {
        Kind::Plain => value.to_vec(),
        Kind::Quoted => [b"'", value, b"'"].concat(),
        Kind::Spelled => spelled(value),
    };
    [name, &body].concat()
}

/// An element of a list, quoted; `name=value` is quoted too, since it would be a member.
pub fn quoted_element(text: &[u8]) -> Vec<u8> {
    let mut shown = quoted(text);
    let name = shown.iter().take_while(|byte| is_name_byte(**byte)).count();
    if name > 0 && shown.get(name) == Some(&b'=') {
        shown.insert(name, b'\\');
    }
    shown
}

enum Kind {
    Plain,
    Quoted,
    Spelled,
}

fn kind(text: &[u8]) -> Kind {
    let special = |byte: u8| b" \t\n\"#$&'()*;<=>?[\\]`{|}~".contains(&byte);
    let mut found = Kind::Plain;
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            if character == '\'' || !is_visible(character) {
                return Kind::Spelled;
            }
            if u8::try_from(character).is_ok_and(special) {
                found = Kind::Quoted;
            }
        }
        if !chunk.invalid().is_empty() {
            return Kind::Spelled;
        }
    }
    found
}

/// Whether a person sees a character, a blank too.
fn is_visible(character: char) -> bool {
    let invisible = character.is_control()
        || matches!(u32::from(character),
            0xad | 0x600..=0x605 | 0x61c | 0x180e | 0x200b..=0x200f | 0x2028..=0x202e
            | 0x2060..=0x2064 | 0x2066..=0x206f | 0xe000..=0xf8ff | 0xfeff | 0xfff9..=0xfffb
            | 0xe0001..=0xe007f);
    !invisible
}

/// The text in `$'…'`, with what is not printable as escapes.
fn spelled(text: &[u8]) -> Vec<u8> {
    let mut out = b"$'".to_vec();
    let mut rest = text;
    while let Some(chunk) = rest.utf8_chunks().next() {
        let valid = chunk.valid();
        for (at, character) in valid.char_indices() {
            let after = at + character.len_utf8();
            let next = rest.get(after).copied();
            spell(character, next, &mut out);
        }
        let begin = valid.len();
        for (at, byte) in chunk.invalid().iter().enumerate() {
            in_digits(*byte, rest.get(begin + at + 1).copied(), &mut out);
        }
        rest = &rest[begin + chunk.invalid().len()..];
    }
    out.push(b'\'');
    out
}

fn spell(character: char, next: Option<u8>, out: &mut Vec<u8>) {
    let letter = match character {
        '\x1b' => 'E',
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        '\x0c' => 'f',
        '\x08' => 'b',
        '\x07' => 'a',
        '\\' => '\\',
        '\'' => '\'',
        character if is_visible(character) => {
            out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            return;
        }
        character => {
            match u8::try_from(character) {
                Ok(byte) if byte.is_ascii() => in_digits(byte, next, out),
                _ => out.extend(format!("\\u[{:x}]", u32::from(character)).bytes()),
            }
            return;
        }
    };
    out.extend_from_slice(&[b'\\', letter as u8]);
}

/// `\x01`, or where a digit follows `\x[01]`.
fn in_digits(byte: u8, next: Option<u8>, out: &mut Vec<u8>) {
    let text = match next.is_some_and(|next| next.is_ascii_hexdigit()) {
        true => format!("\\x[{byte:02x}]"),
        false => format!("\\x{byte:02x}"),
    };
    out.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_ksh93_shows_them() {
        let shown = |text: &[u8]| String::from_utf8(quoted(text)).unwrap();
        assert_eq!(shown(b""), "''");
        assert_eq!(shown(b"a b"), "'a b'");
        assert_eq!(shown(b"a=b=c"), "a='b=c'");
        assert_eq!(shown(b"it's\t"), "$'it\\'s\\t'");
        assert_eq!(shown(b"a\x01b"), "$'a\\x[01]b'");
        assert_eq!(shown(b"a!b^c"), "a!b^c");
        assert_eq!(shown(b"\x86\xc2\x86\xf0\x96v"), "$'\\x86\\u[86]\\xf0\\x96v'");
        assert_eq!(shown("é".as_bytes()), "é");
        assert_eq!(quoted_element(b"a=3"), b"a\\=3");
        assert_eq!(quoted_element(b"a=b=c"), b"a\\='b=c'");
    }
}
