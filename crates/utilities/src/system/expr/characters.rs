//! Strings of expr in characters: bytes in the C locale; in UTF-8, where a byte that belongs
//! to no character counts as one.

/// Bytes of the character at the start of `text`, which is not empty.
fn width(text: &[u8], utf8: bool) -> usize {
    let length = match text[0] {
        0xc2..=0xdf if utf8 => 2,
        0xe0..=0xef if utf8 => 3,
        0xf0..=0xf4 if utf8 => 4,
        _ => return 1,
    };
    match text.get(..length) {
        Some(bytes) if std::str::from_utf8(bytes).is_ok() => length,
        _ => 1,
    }
}

/// The characters of `text`.
fn each(text: &[u8], utf8: bool) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (first, after) = rest.split_at(width(rest, utf8));
        rest = after;
        Some(first)
    })
}

/// How many characters `text` has.
pub(super) fn length(text: &[u8], utf8: bool) -> usize {
    if utf8 && !text.is_ascii() { each(text, true).count() } else { text.len() }
}

/// The position, from 1, of the first character of `text` that is in `set`; 0 for none.
pub(super) fn index(text: &[u8], set: &[u8], utf8: bool) -> usize {
    each(text, utf8)
        .position(|character| each(set, utf8).any(|other| other == character))
        .map_or(0, |at| at + 1)
}

/// `count` characters from position `from` (counted from 1); empty where either is 0.
pub(super) fn substring(text: &[u8], from: usize, count: usize, utf8: bool) -> &[u8] {
    if from == 0 || count == 0 {
        return b"";
    }
    if !utf8 || text.is_ascii() {
        let start = (from - 1).min(text.len());
        return &text[start..start.saturating_add(count).min(text.len())];
    }
    let start: usize = each(text, true).take(from - 1).map(<[u8]>::len).sum();
    let length: usize = each(&text[start..], true).take(count).map(<[u8]>::len).sum();
    &text[start..start + length]
}
