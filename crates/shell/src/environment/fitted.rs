//! Texts cut or filled to a width (`typeset -L`, `-R` and `-Z` of ksh93): what counts are the
//! columns of a terminal, of which a control character takes none and one of East Asia two.
//!
//! `attributes` calls it when such a variable is assigned, with the width of the declaration or of
//! the first value. Widths of characters are crate pattern's tables.

use super::variables::{LEFT, ZEROS};
use syntax::ByteString;

/// The columns that a character takes.
fn columns(character: char) -> usize {
    match u32::from(character) {
        0..=0x1f | 0x7f..=0x9f => 0,
        0x20..=0x2ff => 1,
        // What is set over, under or between others.
        0x300..=0x36f | 0x483..=0x489 | 0x591..=0x5bd | 0x64b..=0x65f | 0x200b..=0x200f => 0,
        0x202a..=0x202e | 0x2060..=0x2064 | 0x20d0..=0x20ff | 0xfe00..=0xfe0f => 0,
        0xfe20..=0xfe2f | 0xfeff | 0xe0100..=0xe01ef => 0,
        0x1100..=0x115f | 0x2e80..=0x303e | 0x3041..=0x33ff | 0x3400..=0x4dbf => 2,
        0x4e00..=0x9fff | 0xa000..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff => 2,
        0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 => 2,
        0x1f300..=0x1f64f | 0x1f900..=0x1f9ff | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// The characters of a text, each with its columns. A byte that is part of no character is one.
fn characters(text: &[u8], utf8: bool) -> Vec<(&[u8], usize)> {
    let one = |byte: &u8| usize::from(!byte.is_ascii_control());
    if !utf8 {
        return text.iter().zip(text.chunks(1)).map(|(byte, chunk)| (chunk, one(byte))).collect();
    }
    let mut found = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        let valid = chunk.valid();
        for (at, character) in valid.char_indices() {
            let bytes = &valid.as_bytes()[at..at + character.len_utf8()];
            found.push((bytes, columns(character)));
        }
        found.extend(chunk.invalid().chunks(1).map(|byte| (byte, 1)));
    }
    found
}

/// How many columns a text takes: its width where none was given.
pub fn width(text: &[u8], utf8: bool) -> u16 {
    let width: usize = characters(text, utf8).iter().map(|(_, columns)| columns).sum();
    u16::try_from(width).unwrap_or(u16::MAX)
}

/// A text as the attributes make it.
pub fn fitted(text: &[u8], flags: u32, width: u16, utf8: bool) -> ByteString {
    let width = usize::from(width);
    if flags & LEFT != 0 {
        let mut text = text.trim_ascii_start();
        if flags & ZEROS != 0 {
            let zeros = text.iter().take_while(|byte| **byte == b'0').count();
            text = &text[zeros..];
        }
        if width == 0 {
            return ByteString::new(text);
        }
        let mut out = Vec::with_capacity(width);
        let mut left = width;
        for (bytes, columns) in characters(text, utf8) {
            if columns > left {
                break;
            }
            left -= columns;
            out.extend_from_slice(bytes);
            if left == 0 {
                break;
            }
        }
        out.resize(out.len() + left, b' ');
        return ByteString::from(out);
    }
    let text = text.trim_ascii_end();
    if width == 0 {
        return ByteString::new(text);
    }
    // From the right end, as much as there is room for.
    let characters = characters(text, utf8);
    let (mut left, mut begin) = (width, text.len());
    for (bytes, columns) in characters.iter().rev() {
        if *columns > left {
            break;
        }
        left -= columns;
        begin -= bytes.len();
    }
    let text = &text[begin..];
    let digits = text.first().is_some_and(u8::is_ascii_digit);
    let fill = if flags & ZEROS != 0 && digits { b'0' } else { b' ' };
    let mut out = vec![fill; left];
    out.extend_from_slice(text);
    ByteString::from(out)
}

#[cfg(test)]
mod tests {
    use super::super::variables::RIGHT;
    use super::*;

    #[test]
    fn columns_count() {
        assert_eq!(fitted(b"\x01abcdef", LEFT, 4, true).as_bytes(), b"\x01abcd");
        assert_eq!(fitted(b"a\tb", RIGHT, 4, true).as_bytes(), b"  a\tb");
        assert_eq!(fitted(b"1\t2", RIGHT | ZEROS, 4, true).as_bytes(), b"001\t2");
        assert_eq!(fitted(b"abcdef", RIGHT, 3, true).as_bytes(), b"def");
        assert_eq!(fitted(" 日本語".as_bytes(), LEFT, 5, true).as_bytes(), "日本 ".as_bytes());
        assert_eq!(fitted(b"03", LEFT | ZEROS, 3, true).as_bytes(), b"3  ");
        assert_eq!(width("日本\n".as_bytes(), true), 4);
    }
}
