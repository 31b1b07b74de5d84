//! What [`Glob`] says of parts of a text against trying every part: the trimming
//! operations and `find` must agree with `is_match`.

use pattern::{Glob, GlobOptions};
use proptest::prelude::*;

/// Pattern pieces that keep patterns short and likely to match.
const PIECES: [&str; 21] = [
    "a",
    "b",
    "é",
    "*",
    "*",
    "?",
    "[ab]",
    "[!a]",
    "[!é]",
    "[à-é]",
    "ab",
    "\\*",
    "@(a|bé)",
    "*(ab|?)",
    "+(b)",
    "?(é)",
    "!(a)",
    "!(*b)",
    "@(|!(a*))",
    "[",
    "\u{0}",
];
const LETTERS: [&str; 6] = ["a", "b", "é", "*", "[", "\u{0}"];

fn joined(parts: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(parts), 0..most)
        .prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn parts_agree_with_whole_matches(
        pattern in joined(&PIECES, 6),
        text in joined(&LETTERS, 8),
        extended: bool,
        nocase: bool,
    ) {
        let options = GlobOptions { utf8: true, extended, nocase, classes: false, period: false };
        let glob = Glob::new(pattern.as_bytes(), options);
        let text = text.as_str();
        let places: Vec<usize> = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).collect();
        let matches = |start: usize, end: usize| glob.is_match(&text.as_bytes()[start..end]);
        let bytes = text.as_bytes();

        let prefixes: Vec<usize> = places.iter().copied().filter(|&at| matches(0, at)).collect();
        prop_assert_eq!(glob.shortest_prefix(bytes), prefixes.first().copied());
        prop_assert_eq!(glob.longest_prefix(bytes), prefixes.last().copied());
        let suffixes: Vec<usize> =
            places.iter().copied().filter(|&at| matches(at, text.len())).collect();
        prop_assert_eq!(glob.shortest_suffix(bytes), suffixes.last().copied());
        prop_assert_eq!(glob.longest_suffix(bytes), suffixes.first().copied());
        for &from in &places {
            let expected = places.iter().copied().filter(|&start| start >= from).find_map(|start| {
                let end = places.iter().copied().rfind(|&end| end >= start && matches(start, end));
                end.map(|end| (start, end))
            });
            prop_assert_eq!(glob.find(bytes, from), expected);
            prop_assert_eq!(glob.finder(bytes).find(from), expected);
        }
        let folded = Glob::new(pattern.as_bytes(), GlobOptions { nocase: true, ..options });
        if glob.is_match(bytes) && !pattern.contains('!') {
            prop_assert!(folded.is_match(text.to_uppercase().as_bytes()));
        }
    }

    /// Short patterns with groups and long ones are matched in two ways.
    #[test]
    fn empty_groups_change_nothing(
        pattern in joined(&PIECES, 6),
        text in joined(&LETTERS, 8),
        nocase: bool,
        period: bool,
    ) {
        let options = GlobOptions { utf8: true, extended: true, nocase, classes: false, period };
        let long = [pattern.as_str(), &"?()".repeat(30)].concat();
        let text = text.replace('[', ".");
        let (glob, long) = (Glob::new(pattern.as_bytes(), options), Glob::new(long.as_bytes(), options));
        let all = |glob: &Glob| {
            let text = text.as_bytes();
            let ends = [glob.shortest_prefix(text), glob.longest_prefix(text)];
            let starts = [glob.shortest_suffix(text), glob.longest_suffix(text)];
            (glob.is_match(text), ends, starts, glob.find(text, 0))
        };
        prop_assert_eq!(all(&glob), all(&long));
    }

    #[test]
    fn any_bytes_are_accepted(pattern: Vec<u8>, text: Vec<u8>, utf8: bool, extended: bool) {
        let options = GlobOptions { utf8, extended, nocase: false, classes: false, period: true };
        let glob = Glob::new(&pattern, options);
        glob.is_match(&text);
        for start in [glob.shortest_suffix(&text), glob.longest_suffix(&text)] {
            prop_assert!(start.is_none_or(|start| start <= text.len()));
        }
        prop_assert!(glob.shortest_prefix(&text) <= glob.longest_prefix(&text));
        if let Some((start, end)) = glob.find(&text, text.len() / 2) {
            prop_assert!(start <= end && end <= text.len());
        }
    }
}
