//! Version order, as `sort -V` and `ls -v` have it (GNU coreutils manual, "Version sort
//! ordering"): numbers in names compare as numbers, `~` comes before everything.

use std::cmp::Ordering;

/// Compares two names. `whole`: suffixes may be all of a name (coreutils 9.1); else they begin
/// behind its first byte.
pub fn compare(a: &[u8], b: &[u8], whole: bool) -> Ordering {
    match (a.is_empty(), b.is_empty()) {
        (true, true) => return Ordering::Equal,
        (true, false) => return Ordering::Less,
        (false, true) => return Ordering::Greater,
        (false, false) => {}
    }
    // "." first, then "..", then other names that begin with a dot, then all others.
    let rank = |name: &[u8]| match name {
        b"." => 0,
        b".." => 1,
        [b'.', ..] => 2,
        _ => 3,
    };
    let ranks = rank(a).cmp(&rank(b));
    if ranks != Ordering::Equal || rank(a) < 2 {
        return ranks;
    }
    let (a_stem, b_stem) = (stem(a, whole), stem(b, whole));
    let stems = compare_parts(a_stem, b_stem);
    if stems != Ordering::Equal || (a_stem.len() == a.len() && b_stem.len() == b.len()) {
        return stems;
    }
    compare_parts(a, b)
}

/// The name without what looks like suffixes: `.tar.gz`.
fn stem(name: &[u8], whole: bool) -> &[u8] {
    let is_of_suffixes = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'~');
    // They are behind the last byte that is of none, however long the name is.
    let last = name.iter().rposition(|byte| !is_of_suffixes(byte));
    let mut at = last.map_or(0, |last| last + 1).max(usize::from(!whole));
    let mut end = at;
    loop {
        // Suffixes: a dot, a letter or ~, letters, digits and ~.
        while name.get(at) == Some(&b'.')
            && name.get(at + 1).is_some_and(|&next| next.is_ascii_alphabetic() || next == b'~')
        {
            at += 2;
            while name.get(at).is_some_and(|&next| next.is_ascii_alphanumeric() || next == b'~') {
                at += 1;
            }
        }
        if at >= name.len() {
            return &name[..end];
        }
        at += 1;
        end = at;
    }
}

/// Compares texts and numbers alternately.
fn compare_parts(mut a: &[u8], mut b: &[u8]) -> Ordering {
    while !a.is_empty() || !b.is_empty() {
        let is_text = |text: &[u8]| text.first().is_some_and(|first| !first.is_ascii_digit());
        while is_text(a) || is_text(b) {
            let order = weight(a).cmp(&weight(b));
            if order != Ordering::Equal {
                return order;
            }
            a = a.get(1..).unwrap_or_default();
            b = b.get(1..).unwrap_or_default();
        }
        let (a_digits, b_digits) = (number(&mut a), number(&mut b));
        let order = a_digits.len().cmp(&b_digits.len()).then_with(|| a_digits.cmp(b_digits));
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

/// Takes the digits that `text` begins with; they come without leading zeros.
fn number<'t>(text: &mut &'t [u8]) -> &'t [u8] {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(length);
    *text = rest;
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    &digits[zeros..]
}

/// What the first byte counts: `~`, the end, digits, letters, others.
fn weight(text: &[u8]) -> i32 {
    match text.first() {
        None => -1,
        Some(b'0'..=b'9') => 0,
        Some(b'~') => -2,
        Some(&byte) if byte.is_ascii_alphabetic() => i32::from(byte),
        Some(&byte) => i32::from(byte) + 256,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_at_the_end() {
        for (name, expected) in [
            ("a.tar.gz", "a"),
            ("a b.c.d~", "a b"),
            ("a.b c", "a.b c"),
            ("a.b c.d-e.f", "a.b c.d-e"),
            ("x.1.y.z2", "x.1"),
            ("x.y.", "x.y."),
            (" .a", " "),
            ("-", "-"),
        ] {
            assert_eq!(stem(name.as_bytes(), true), expected.as_bytes());
            assert_eq!(stem(name.as_bytes(), false), expected.as_bytes());
        }
        assert_eq!((stem(b".a", true), stem(b".a", false)), (&b""[..], &b".a"[..]));
    }

    #[test]
    fn suffixes_may_be_all_of_a_name_once() {
        // coreutils 9.1, and 9.0 and 9.2.
        assert_eq!(compare(b".0", b".A", true), Ordering::Greater);
        assert_eq!(compare(b".0", b".A", false), Ordering::Less);
        for whole in [true, false] {
            assert_eq!(compare(b"a-1.10", b"a-1.9", whole), Ordering::Greater);
            assert_eq!(compare(b"a.tar.gz", b"a-1.tar.gz", whole), Ordering::Less);
        }
    }
}
