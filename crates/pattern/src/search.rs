//! Finding a literal byte string, tuned for the short texts of shell scripts.
//!
//! To prepare a searcher costs more than looking through a word or a file name does; so short texts take
//! a plain loop over the positions of the first byte (`byte_search::memmem::find`).

use byte_search::{memmem, memrchr};

pub(crate) use byte_search::memmem::find;

/// Below this many bytes of text the plain loop wins.
pub(crate) const SHORT: usize = 128;

/// Position of the last occurrence of `needle` in `text`.
pub(crate) fn rfind(text: &[u8], needle: &[u8]) -> Option<usize> {
    let Some((&first, rest)) = needle.split_first() else { return Some(text.len()) };
    if rest.is_empty() {
        return memrchr(first, text);
    }
    if text.len() > SHORT {
        return memmem::rfind(text, needle);
    }
    let mut end = text.len().checked_sub(needle.len())? + 1;
    while let Some(start) = memrchr(first, &text[..end]) {
        if text[start + 1..].starts_with(rest) {
            return Some(start);
        }
        end = start;
    }
    None
}

/// Position of the first occurrence of `needle` in `text`, ASCII letters matching in either case.
pub(crate) fn find_ignoring_case(text: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        return Some(0);
    }
    text.windows(needle.len()).position(|window| window.eq_ignore_ascii_case(needle))
}

/// Position of the last occurrence of `needle` in `text`, ASCII letters matching in either case.
pub(crate) fn rfind_ignoring_case(text: &[u8], needle: &[u8]) -> Option<usize> {
    if needle.is_empty() {
        return Some(text.len());
    }
    text.windows(needle.len()).rposition(|window| window.eq_ignore_ascii_case(needle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_and_last_occurrence() {
        let long = [b"x".repeat(200), b"abcab".to_vec()].concat();
        for (text, needle, first, last) in [
            (&b"abcabc"[..], &b"abc"[..], Some(0), Some(3)),
            (b"abcabc", b"c", Some(2), Some(5)),
            (b"abcabc", b"", Some(0), Some(6)),
            (b"", b"", Some(0), Some(0)),
            (b"ab", b"abc", None, None),
            (b"aab", b"ab", Some(1), Some(1)),
            (b"aaa", b"aa", Some(0), Some(1)),
            (b"xaabz", b"aab", Some(1), Some(1)),
            (&long, b"ab", Some(200), Some(203)),
            (&long, b"ba", None, None),
        ] {
            assert_eq!(find(text, needle), first, "{text:?} {needle:?}");
            assert_eq!(rfind(text, needle), last, "{text:?} {needle:?}");
            assert_eq!(find_ignoring_case(&text.to_ascii_uppercase(), needle), first);
            assert_eq!(rfind_ignoring_case(&text.to_ascii_uppercase(), needle), last);
        }
    }
}
