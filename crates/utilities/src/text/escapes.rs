//! What stands behind backslashes in regular expressions.

/// Whether a backslash stands before such a byte.
pub(crate) fn has_escaped(pattern: &[u8], is_such: impl Fn(&u8) -> bool) -> bool {
    let mut bytes = pattern.iter();
    while let Some(byte) = bytes.next() {
        if *byte == b'\\' && bytes.next().is_some_and(&is_such) {
            return true;
        }
    }
    false
}

/// Whether a backslash stands before a small letter for which it means nothing. Without regard to
/// case, the C library compares that letter with capitals only, and finds none.
pub(crate) fn has_lost_letter(pattern: &[u8]) -> bool {
    has_escaped(pattern, |escaped| {
        escaped.is_ascii_lowercase() && !matches!(escaped, b'b' | b's' | b'w')
    })
}
