//! Characters of UTF-8 texts, as gawk counts them: a byte that is part of none is one itself, and
//! becomes U+FFFD where a text is taken apart and put together again.

/// How many characters a text has, and whether all of its bytes belong to some.
#[inline]
pub(crate) fn count(text: &[u8]) -> (usize, bool) {
    if text.is_ascii() { (text.len(), true) } else { count_wide(text) }
}

fn count_wide(text: &[u8]) -> (usize, bool) {
    if let Ok(text) = std::str::from_utf8(text) {
        return (text.chars().count(), true);
    }
    let in_chunk =
        |chunk: std::str::Utf8Chunk<'_>| chunk.valid().chars().count() + chunk.invalid().len();
    (text.utf8_chunks().map(in_chunk).sum(), false)
}

/// The characters of a text with their lengths in bytes.
pub(crate) fn all(text: &[u8]) -> impl Iterator<Item = (char, usize)> {
    text.utf8_chunks().flat_map(|chunk| {
        let odd = chunk.invalid().iter().map(|_| (char::REPLACEMENT_CHARACTER, 1));
        chunk.valid().chars().map(|c| (c, c.len_utf8())).chain(odd)
    })
}

/// Where the character of a number begins, from 0; the length of the text where there are fewer.
pub(crate) fn offset(text: &[u8], number: usize) -> usize {
    if text.is_ascii() {
        return number.min(text.len());
    }
    all(text).take(number).map(|(_, length)| length).sum()
}

/// The length of the character at the start, if it is one that is not NUL.
pub(crate) fn first_length(text: &[u8]) -> Option<usize> {
    match text.first()? {
        0 => None,
        byte if byte.is_ascii() => Some(1),
        _ => {
            let start = &text[..text.len().min(4)];
            let valid = start.utf8_chunks().next()?.valid();
            valid.chars().next().map(char::len_utf8)
        }
    }
}

/// Appends what wcrtomb(3) makes of a number in UTF-8; false where it is no character.
pub(crate) fn encode(number: u32, out: &mut Vec<u8>) -> bool {
    if let Some(character) = char::from_u32(number) {
        let mut buffer = [0; 4];
        out.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
        return true;
    }
    // Beyond Unicode the scheme goes on, up to six bytes.
    let (more, lead) = match number {
        0x11_0000..0x20_0000 => (3, 0xf0),
        0x20_0000..0x400_0000 => (4, 0xf8),
        0x400_0000..0x8000_0000 => (5, 0xfc),
        _ => return false,
    };
    out.push(lead | (number >> (6 * more)) as u8);
    out.extend((0..more).rev().map(|place| 0x80 | (number >> (6 * place)) as u8 & 0x3f));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_places() {
        assert_eq!(count(b"abc"), (3, true));
        assert_eq!(count("aéb".as_bytes()), (3, true));
        assert_eq!(count(b"a\xe2\x82b\xff"), (5, false));
        assert_eq!(offset("aéb".as_bytes(), 2), 3);
        assert_eq!(offset(b"ab", 5), 2);
        assert_eq!(first_length("é".as_bytes()), Some(2));
        assert_eq!(first_length(b"\xc3"), None);
    }

    #[test]
    fn numbers_beyond_unicode() {
        let mut out = Vec::new();
        assert!(encode(0x11_0000, &mut out) && encode(233, &mut out));
        assert_eq!(out, b"\xf4\x90\x80\x80\xc3\xa9");
        assert!(!encode(0xd800, &mut out) && !encode(1 << 31, &mut out));
    }
}
