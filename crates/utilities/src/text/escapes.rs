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

/// Whether a basic expression has `$)` or `$|` inside. GNU's grep and sed take the dollar for an anchor there, which it
/// is before `\)` and `\|`.
pub(crate) fn has_inner_dollar(pattern: &[u8]) -> bool {
    let mut at = 0;
    while let Some(&byte) = pattern.get(at) {
        at += 1;
        match byte {
            b'\\' => at += 1,
            b'[' => match after_bracket(pattern, at) {
                Some(after) => at = after,
                None => return false,
            },
            b'$' if matches!(pattern.get(at..), Some([b')' | b'|', _, ..])) => return true,
            _ => {}
        }
    }
    false
}

/// Where the bracket expression ends whose `[` is before a place. None: it begins and ends with a colon, as `[:space:]`
/// does where `[[:space:]]` is meant, which GNU's grep and sed refuse.
pub(crate) fn after_bracket(pattern: &[u8], from: usize) -> Option<usize> {
    let first = from + usize::from(pattern.get(from) == Some(&b'^'));
    let mut at = first + usize::from(pattern.get(first) == Some(&b']'));
    while let Some(&byte) = pattern.get(at) {
        at += 1;
        match (byte, pattern.get(at)) {
            (b']', _) => break,
            (b'[', Some(&kind @ (b':' | b'.' | b'='))) => {
                let close = pattern[at + 1..].windows(2).position(|pair| pair == [kind, b']']);
                at = close.map_or(pattern.len(), |close| at + 1 + close + 2);
            }
            _ => {}
        }
    }
    let is_class = matches!(pattern.get(first..at), Some([b':', _, .., b':', b']']));
    (!is_class).then_some(at)
}

/// Whether a bracket expression of a pattern is a class without its own bracket ([`after_bracket`]).
pub(crate) fn has_lone_class(pattern: &[u8]) -> bool {
    let mut at = 0;
    while let Some(&byte) = pattern.get(at) {
        at += 1;
        match byte {
            b'\\' => at += 1,
            b'[' => match after_bracket(pattern, at) {
                Some(after) => at = after,
                None => return true,
            },
            _ => {}
        }
    }
    false
}
