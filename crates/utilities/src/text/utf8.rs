//! UTF-8 as mbrtowc(3) of the GNU C library reads it: up to six bytes a character, no
//! surrogates, no longer forms than needed.

/// What a text begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// A character: its number and its length in bytes.
    Character(u32, usize),
    /// A byte that begins none.
    Invalid,
    /// The beginning of one.
    Incomplete,
}

/// The character at the start of `text`, which is not empty.
pub fn decode(text: &[u8]) -> Decoded {
    let first = text[0];
    let (length, mut code) = match first {
        0..0x80 => return Decoded::Character(u32::from(first), 1),
        0xC2..=0xDF => (2, u32::from(first & 0x1F)),
        0xE0..=0xEF => (3, u32::from(first & 0x0F)),
        0xF0..=0xF7 => (4, u32::from(first & 0x07)),
        0xF8..=0xFB => (5, u32::from(first & 0x03)),
        0xFC..=0xFD => (6, u32::from(first & 0x01)),
        _ => return Decoded::Invalid,
    };
    for (at, &byte) in text.iter().enumerate().take(length).skip(1) {
        if byte & 0xC0 != 0x80 {
            return Decoded::Invalid;
        }
        code = code << 6 | u32::from(byte & 0x3F);
        // The second byte tells whether a shorter form would do.
        if at == 1 && length > 2 && code >> [0, 0, 0, 5, 4, 3, 2][length] == 0 {
            return Decoded::Invalid;
        }
    }
    if text.len() < length {
        return Decoded::Incomplete;
    }
    if (0xD800..0xE000).contains(&code) {
        Decoded::Invalid
    } else {
        Decoded::Character(code, length)
    }
}

/// Whether all of `text` are characters.
pub fn is_text(text: &[u8]) -> bool {
    if text.is_ascii() || std::str::from_utf8(text).is_ok() {
        return true;
    }
    let mut rest = text;
    while !rest.is_empty() {
        match decode(rest) {
            Decoded::Character(_, length) => rest = &rest[length..],
            _ => return false,
        }
    }
    true
}
