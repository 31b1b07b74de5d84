//! Regular expressions against the C library's: what is an error, the match, its groups.

use crate::bytes::Bytes;
use crate::c::Expression;
use pattern::{Cache, Captures, MatchFlags, Regex, RegexOptions};
use std::ffi::CString;

/// Beyond this the C library takes too long where it tries everything.
const LONGEST: usize = 32;

/// Whether a group is repeated: which part of the match it reports then, the C library alone can
/// explain.
fn repeats_group(pattern: &[u8]) -> bool {
    (1..pattern.len()).any(|at| {
        pattern[at - 1] == b')' && matches!(pattern[at], b'*' | b'+' | b'?' | b'{' | b'\\')
    })
}

/// The first byte holds the options; then the pattern, a NUL and the text.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    let flags = bytes.byte();
    let flag = |bit: u8| flags >> bit & 1 != 0;
    let pattern = bytes.until(0);
    let text = bytes.0;
    let options =
        RegexOptions { nocase: flag(1), newline: flag(2), ..RegexOptions::regcomp(flag(0)) };
    let ours = Regex::new(pattern, options);
    let refers = pattern.windows(2).any(|two| two[0] == b'\\' && two[1].is_ascii_digit());
    // One repetition of another takes twice as long each time, for the C library always and for
    // what a back-reference repeats here too.
    let stacked = pattern.windows(4).any(|four| four.iter().all(|byte| b"*+?".contains(byte)));
    if refers && stacked {
        return;
    }
    for utf8 in [false, true] {
        // The dialects of the utilities: they end and do not panic.
        let other = match flags >> 4 & 3 {
            0 => RegexOptions::sed(flag(0)),
            1 => RegexOptions::grep(flag(0)),
            2 => RegexOptions::expr(),
            _ => RegexOptions::awk(flag(0)),
        };
        if let Ok(regex) = Regex::new(pattern, RegexOptions { utf8, ..other }) {
            let mut captures = Captures::new();
            let mut cache = Cache::new();
            // Looking for what a back-reference repeats can take exponential time.
            let most = if refers { 16 } else { 64 };
            let text = &text[..text.len().min(most)];
            let flags = MatchFlags::default();
            let span = regex.find(&mut cache, text, 0, flags);
            let found = regex.find_at(&mut cache, text, 0, flags, &mut captures);
            assert_eq!(regex.is_match(&mut cache, text), found);
            assert_eq!(span, found.then(|| captures.get(0)).flatten());
        }
    }
    if pattern.len() > LONGEST || text.len() > LONGEST || text.contains(&0) {
        return;
    }
    let (Ok(c_pattern), Ok(c_text)) = (CString::new(pattern), CString::new(text)) else { return };
    let mut bits = if flag(0) { libc::REG_EXTENDED } else { 0 };
    bits |= if flag(1) { libc::REG_ICASE } else { 0 };
    bits |= if flag(2) { libc::REG_NEWLINE } else { 0 };
    // An interval can make the C library's automaton very large.
    let repeats = pattern.split(|byte| !byte.is_ascii_digit()).any(|digits| digits.len() > 1);
    // Where case is ignored, an escaped lower-case letter is one that the C library never finds.
    let escaped = pattern
        .windows(2)
        .any(|two| two[0] == b'\\' && two[1].is_ascii_lowercase() && !b"bsw".contains(&two[1]));
    // Anchors inside of what is repeated by copies are forgotten the second time, or what follows them is.
    let anchored = pattern.iter().any(|byte| b"{+".contains(byte))
        && pattern.iter().skip(1).any(|byte| matches!(byte, b'^' | b'$' | b'\\'));
    // With back-references the C library has errors of its own.
    if refers || repeats || stacked || anchored || (escaped && flag(1)) {
        return;
    }
    let shown = format!("{:?} {} on {}", options, pattern.escape_ascii(), text.escape_ascii());
    let theirs = Expression::new(&c_pattern, bits);
    assert_eq!(ours.is_ok(), theirs.is_ok(), "{shown}: {:?}", ours.err());
    let (Ok(ours), Ok(theirs)) = (ours, theirs) else { return };
    let mut captures = Captures::new();
    let mut cache = Cache::new();
    let count = if repeats_group(pattern) { 0 } else { ours.group_count() };
    let found = ours.find_at(&mut cache, text, 0, MatchFlags::default(), &mut captures);
    let found = found.then(|| (0..=count).map(|index| captures.get(index)).collect::<Vec<_>>());
    assert_eq!(found, theirs.find(&c_text, count), "{shown}");
}
