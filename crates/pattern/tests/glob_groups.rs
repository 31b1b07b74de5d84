//! What groups have taken lies within the match, in order, whatever the pattern; and where the
//! pattern is a regular expression, that finds the same match.

use pattern::{Cache, Captures, Glob, GlobOptions, Regex, RegexOptions};

/// Numbers that are the same in every run (a linear congruential generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }

    fn text(&mut self, parts: &[&str], most: usize) -> Vec<u8> {
        let count = self.below(most + 1);
        (0..count).flat_map(|_| parts[self.below(parts.len())].bytes()).collect()
    }
}

const PARTS: &[&str] = &[
    "a", "b", "(", ")", "@(", "*(", "+(", "?(", "!(", "%(())", "{1,2}(", "|", "*", "?", "[ab]",
    "\\w", "~(-g)", "~(E)", "-",
];

#[test]
fn groups_are_within_their_match() {
    let mut numbers = Numbers(7);
    let mut found = 0;
    for _ in 0..30_000 {
        let pattern = numbers.text(PARTS, 8);
        let text = numbers.text(&["a", "b", "(", ")", "-"], 10);
        let options = GlobOptions { extended: true, classes: true, ..GlobOptions::default() };
        let glob = Glob::new(&pattern, options);
        let Some((begin, end)) = glob.find(&text, 0) else { continue };
        assert!(begin <= end && end <= text.len(), "{}", pattern.escape_ascii());
        let Some(groups) = glob.captures(&text, (begin, end)) else { continue };
        found += 1;
        for (from, to) in groups.into_iter().flatten() {
            let inside = begin <= from && from <= to && to <= end;
            assert!(inside, "{} in {}", pattern.escape_ascii(), text.escape_ascii());
        }
    }
    assert!(found > 1_000, "{found}");
}

#[test]
fn expressions_find_what_patterns_find() {
    let mut numbers = Numbers(11);
    let mut compared = 0;
    for _ in 0..30_000 {
        let pattern = numbers.text(&PARTS[..15], 7);
        let text = numbers.text(&["a", "b", "-"], 8);
        let options = GlobOptions { extended: true, ..GlobOptions::default() };
        let glob = Glob::new(&pattern, options);
        let Some(expression) = pattern::expression(&pattern) else { continue };
        if expression.groups.is_empty() {
            continue;
        }
        let Ok(regex) = Regex::new(&expression.text, RegexOptions::regcomp(true)) else { continue };
        let mut captures = Captures::default();
        let mut cache = Cache::default();
        let matched = regex.find_at(&mut cache, &text, 0, Default::default(), &mut captures);
        let theirs = captures.get(0).filter(|_| matched);
        assert_eq!(
            glob.find(&text, 0),
            theirs,
            "{} in {}",
            pattern.escape_ascii(),
            text.escape_ascii()
        );
        compared += 1;
    }
    assert!(compared > 1_000, "{compared}");
}
