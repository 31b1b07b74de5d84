//! Replacements, slices and quoting of values: `${x/p/r}`, `${x:o:n}`, `${x@Q}` (ksh93, bash).
//!
//! Pure functions of texts and patterns, by bytes or UTF-8 characters; `parameter` applies them to
//! a value or to each of a list. Patterns are compiled once per expansion (`pattern::Glob`).

use dialect::expansion::EmptyMatches;
use pattern::Glob;
use syntax::ByteString;
use syntax::tree::Replace;

/// A value with the matches of a pattern replaced by a text.
pub(super) fn replaced(
    glob: &Glob,
    value: &[u8],
    with: &[u8],
    which: Replace,
    gaps: EmptyMatches,
) -> ByteString {
    replaced_by(glob, value, which, gaps, |_, out| out.extend_from_slice(with))
}

/// A replacement in which `&` stands for the match and `\&` for itself (bash).
pub(super) struct Replacement {
    /// The texts between the `&`.
    texts: Vec<Vec<u8>>,
}

impl Replacement {
    /// The replacement that a text means, in which quoted characters are escaped.
    pub(super) fn new(text: &[u8]) -> Self {
        let mut texts = vec![Vec::new()];
        let mut bytes = text.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            let byte = match byte {
                b'&' => {
                    texts.push(Vec::new());
                    continue;
                }
                b'\\' => bytes.next_if(|next| matches!(next, b'&' | b'\\')).unwrap_or(byte),
                byte => byte,
            };
            if let Some(last) = texts.last_mut() {
                last.push(byte);
            }
        }
        Self { texts }
    }

    /// Appends the replacement of a match.
    pub(super) fn append(&self, matched: &[u8], out: &mut Vec<u8>) {
        for (at, text) in self.texts.iter().enumerate() {
            if at > 0 {
                out.extend_from_slice(matched);
            }
            out.extend_from_slice(text);
        }
    }
}

/// A value with the matches of a pattern replaced. `with` appends the replacement of a match; its
/// argument is where the match begins and ends.
pub(super) fn replaced_by(
    glob: &Glob,
    value: &[u8],
    which: Replace,
    gaps: EmptyMatches,
    with: impl Fn((usize, usize), &mut Vec<u8>),
) -> ByteString {
    let mut out = Vec::with_capacity(value.len() + 16);
    let is_inside = matches!(which, Replace::First | Replace::All);
    if is_inside
        && glob.as_literal().is_some_and(<[u8]>::is_empty)
        && !(value.is_empty() && gaps == EmptyMatches::BetweenMatches)
    {
        // No pattern at all.
        return ByteString::new(value);
    }
    match which {
        Replace::Prefix => {
            let end = match glob.longest_prefix(value) {
                Some(end) => end,
                None => return ByteString::new(value),
            };
            with((0, end), &mut out);
            out.extend_from_slice(&value[end..]);
        }
        Replace::Suffix => {
            let begin = match glob.longest_suffix(value) {
                Some(begin) => begin,
                None => return ByteString::new(value),
            };
            out.extend_from_slice(&value[..begin]);
            with((begin, value.len()), &mut out);
        }
        Replace::First => match glob.find(value, 0) {
            Some((begin, end)) => {
                out.extend_from_slice(&value[..begin]);
                with((begin, end), &mut out);
                out.extend_from_slice(&value[end..]);
            }
            None => return ByteString::new(value),
        },
        Replace::All => {
            let mut finder = glob.finder(value);
            let (mut at, mut matched) = (0, false);
            // At the end there is still nothing.
            let is_last = |at: usize| at == value.len() && !value.is_empty();
            while !(is_last(at) && (gaps == EmptyMatches::BeforeCharacters || matched))
                && let Some((begin, end)) = finder.find(at)
                && !(is_last(begin) && gaps == EmptyMatches::BeforeCharacters)
            {
                out.extend_from_slice(&value[at..begin]);
                let is_gap = end == begin;
                if !(is_gap && gaps == EmptyMatches::BetweenMatches && matched && begin == at) {
                    with((begin, end), &mut out);
                }
                matched = !is_gap;
                at = end;
                if is_gap {
                    if at == value.len() {
                        break;
                    }
                    at = finder.after(at);
                    out.extend_from_slice(&value[end..at]);
                }
            }
            out.extend_from_slice(&value[at..]);
        }
    }
    ByteString::from(out)
}

/// The characters of a value from an offset on; None where the end would precede the beginning.
pub(super) fn substring(
    value: &[u8],
    offset: i64,
    length: Option<i64>,
    utf8: bool,
) -> Option<&[u8]> {
    // Where each character begins; bytes that are no valid character are one each.
    let places: Option<Vec<usize>> = (utf8 && !value.is_ascii()).then(|| {
        let mut places = Vec::new();
        let mut at = 0;
        for chunk in value.utf8_chunks() {
            places.extend(chunk.valid().char_indices().map(|(index, _)| at + index));
            at += chunk.valid().len();
            places.extend(at..at + chunk.invalid().len());
            at += chunk.invalid().len();
        }
        places
    });
    let count = places.as_ref().map_or(value.len(), Vec::len) as i64;
    let place = |index: i64| match &places {
        Some(places) => places.get(index as usize).copied().unwrap_or(value.len()),
        None => index as usize,
    };
    let first = if offset < 0 { offset.saturating_add(count) } else { offset };
    if first < 0 || first > count {
        return Some(b"");
    }
    let end = match length {
        None => count,
        Some(length) if length < 0 => {
            let end = count.saturating_add(length);
            if end < first {
                return None;
            }
            end
        }
        Some(length) => first.saturating_add(length).min(count),
    };
    Some(&value[place(first)..place(end)])
}

/// A value quoted so that it can be read again: `${x@Q}`.
pub fn quoted(value: &[u8]) -> Vec<u8> {
    if is_unprintable(value) {
        return spelled(value);
    }
    crate::builtins::single_quote(value)
}

/// Whether a text contains control characters, or bytes that are no valid characters.
fn is_unprintable(value: &[u8]) -> bool {
    let mut ascii = true;
    for byte in value {
        if byte.is_ascii_control() {
            return true;
        }
        ascii &= byte.is_ascii();
    }
    !ascii && std::str::from_utf8(value).is_err()
}

/// A value in `$'…'`, in which bytes that are no valid characters are octal escapes.
fn spelled(value: &[u8]) -> Vec<u8> {
    let mut out = b"$'".to_vec();
    for chunk in value.utf8_chunks() {
        spell(chunk.valid().as_bytes(), &mut out);
        for byte in chunk.invalid() {
            out.extend_from_slice(format!("\\{byte:03o}").as_bytes());
        }
    }
    out.push(b'\'');
    out
}

/// A value in `$'…'`.
pub fn dollar_quoted(value: &[u8]) -> Vec<u8> {
    let mut out = b"$'".to_vec();
    spell(value, &mut out);
    out.push(b'\'');
    out
}

/// Appends the text between the quotes of `$'…'`.
fn spell(value: &[u8], out: &mut Vec<u8>) {
    for &byte in value {
        match byte {
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\r' => out.extend_from_slice(b"\\r"),
            0x07 => out.extend_from_slice(b"\\a"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0b => out.extend_from_slice(b"\\v"),
            0x0c => out.extend_from_slice(b"\\f"),
            0x1b => out.extend_from_slice(b"\\E"),
            b'\'' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            _ if byte.is_ascii_control() => {
                out.extend_from_slice(format!("\\{byte:03o}").as_bytes())
            }
            _ => out.push(byte),
        }
    }
}

/// A value in `"…"`, as `declare -p` shows it.
pub fn double_quoted(value: &[u8]) -> Vec<u8> {
    if is_unprintable(value) {
        return spelled(value);
    }
    let mut out = vec![b'"'];
    for &byte in value {
        if matches!(byte, b'"' | b'\\' | b'$' | b'`') {
            out.push(b'\\');
        }
        out.push(byte);
    }
    out.push(b'"');
    out
}

/// Whether a text contains characters that are special to the shell.
pub fn has_special(text: &[u8]) -> bool {
    let special = |(at, &byte): (usize, &u8)| match byte {
        b'~' => at == 0 || matches!(text[at - 1], b'=' | b':'),
        b'#' => at == 0 || matches!(text[at - 1], b' ' | b'\t'),
        byte => b" \t\n'\"\\|&;()<>!{}*[]?^$`".contains(&byte),
    };
    text.iter().enumerate().any(special)
}

/// A value as bash's `set` lists it.
pub fn listed(value: &[u8]) -> Vec<u8> {
    match value {
        value if is_unprintable(value) => spelled(value),
        b"'" => b"\\'".to_vec(),
        value if has_special(value) => crate::builtins::single_quote(value),
        value => value.to_vec(),
    }
}

/// A key of an associative array, as `declare -p` shows it: quoted where it has to be.
pub fn key_quoted(key: &[u8]) -> Vec<u8> {
    let plain = !key.is_empty() && key != b"@" && !has_special(key);
    match plain && !is_unprintable(key) {
        true => key.to_vec(),
        false => double_quoted(key),
    }
}

/// A pattern that matches a text literally.
pub fn literally(text: &[u8]) -> Vec<u8> {
    text.iter().flat_map(|&byte| [b'\\', byte]).collect()
}

/// A pattern in which `&` stands for a text and `\&` for an ampersand.
pub fn pattern_about(pattern: &[u8], text: &[u8]) -> Vec<u8> {
    let mut about = Vec::new();
    let mut bytes = pattern.iter().peekable();
    while let Some(&byte) = bytes.next() {
        match byte {
            b'\\' if bytes.next_if(|next| **next == b'&').is_some() => about.push(b'&'),
            b'&' => about.extend(literally(text)),
            byte => about.push(byte),
        }
    }
    about
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substrings() {
        assert_eq!(substring(b"abcdef", 2, Some(2), false), Some(&b"cd"[..]));
        assert_eq!(substring(b"abcdef", -2, None, false), Some(&b"ef"[..]));
        assert_eq!(substring(b"abcdef", 1, Some(-1), false), Some(&b"bcde"[..]));
        assert_eq!(substring(b"abcdef", 5, Some(-3), false), None);
        assert_eq!(substring(b"abc", 7, None, false), Some(&b""[..]));
        assert_eq!(substring("a\u{e9}b".as_bytes(), 1, Some(1), true), Some("\u{e9}".as_bytes()));
    }

    #[test]
    fn quoting_is_undone_by_escapes() {
        assert_eq!(quoted(b"a'b"), b"'a'\\''b'");
        assert_eq!(quoted(b"a\n"), b"$'a\\n'");
    }
}
