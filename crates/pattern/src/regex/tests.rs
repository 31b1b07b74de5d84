//! Cases for regular expressions, and the engines against each other; the
//! comparison with the C library is in tests/.

use super::*;
use proptest::prelude::*;

fn basic() -> RegexOptions {
    RegexOptions { utf8: true, ..RegexOptions::regcomp(false) }
}

fn extended() -> RegexOptions {
    RegexOptions { utf8: true, ..RegexOptions::regcomp(true) }
}

/// The match and its groups as text, "-" for a group that took no part.
fn found(pattern: &str, options: RegexOptions, text: &str, start: usize) -> Option<Vec<String>> {
    let regex = Regex::new(pattern.as_bytes(), options).expect(pattern);
    let (mut cache, mut captures) = (Cache::new(), Captures::new());
    let flags = MatchFlags::default();
    regex.find_at(&mut cache, text.as_bytes(), start, flags, &mut captures).then(|| {
        let group = |index| match captures.get(index) {
            Some((from, to)) => text[from..to].to_string(),
            None => "-".to_string(),
        };
        (0..captures.len()).map(group).collect()
    })
}

#[track_caller]
fn check(pattern: &str, options: RegexOptions, text: &str, expected: &[&str]) {
    let expected = (!expected.is_empty()).then(|| expected.iter().map(|e| e.to_string()).collect());
    assert_eq!(found(pattern, options, text, 0), expected, "/{pattern}/ on {text:?}");
}

#[track_caller]
fn error(pattern: &str, options: RegexOptions, message: &str) {
    let error = Regex::new(pattern.as_bytes(), options).map(|_| ()).expect_err(pattern);
    assert_eq!(error.to_string(), message, "/{pattern}/");
}

#[test]
fn basic_syntax() {
    check("a", basic(), "bab", &["a"]);
    check("a*", basic(), "aab", &["aa"]);
    check("*a", basic(), "x*a", &["*a"]);
    check("^*a", basic(), "*a", &["*a"]);
    check("\\(*a\\)", basic(), "*a", &["*a", "*a"]);
    check("a\\{2\\}", basic(), "aaa", &["aa"]);
    check("a\\{2,\\}", basic(), "baaa", &["aaa"]);
    check("a\\{,2\\}", basic(), "aaa", &["aa"]);
    check("a\\+b\\?", basic(), "aab", &["aab"]);
    check("a\\|b", basic(), "b", &["b"]);
    check("a+?{1}", basic(), "a+?{1}", &["a+?{1}"]);
    check("x^y$z", basic(), "x^y$z", &["x^y$z"]);
    check("a\\(^b\\)*c", basic(), "ac", &["ac", "-"]);
    check("\\(a\\)\\(b\\)*", basic(), "a", &["a", "a", "-"]);
    check("\\n", basic(), "n", &["n"]);
    check("a.c", basic(), "aéc", &["aéc"]);
    check("a\0b", basic(), "xa\0b", &["a\0b"]);
}

#[test]
fn extended_syntax() {
    check("a+|b", extended(), "caa", &["aa"]);
    check("(a|ab)(c|bcd)(d*)", extended(), "abcd", &["abcd", "a", "bcd", ""]);
    check("x*", extended(), "aaa", &[""]);
    check("a{2}{2}", extended(), "aaaaa", &["aaaa"]);
    check("()", extended(), "x", &["", ""]);
    check("a||b", extended(), "x", &[""]);
    check("a)", extended(), "a)", &["a)"]);
    check("(a*)*", extended(), "b", &["", ""]);
    check("(a*)+", extended(), "aa", &["aa", "aa"]);
    check("((a)|b)*", extended(), "ab", &["ab", "b", "a"]);
    check("(a{0})b", extended(), "b", &["b", ""]);
    check("(a){0}b", extended(), "b", &["b", "-"]);
    check("\\.\\*\\/", extended(), ".*/", &[".*/"]);
    check("^$", extended(), "", &[""]);
    check("^(([^:]*):)?(.*)$", extended(), "a:b", &["a:b", "a:", "a", "b"]);
}

#[test]
fn runs_give_back() {
    check(".*[ab]c", extended(), "xacbcx", &["xacbc"]);
    check(".*[ab]c", extended(), "bc", &["bc"]);
    check("x*[^é]é", extended(), "xxaéxé", &["xxaé"]);
    check(".*[é]b*c", extended(), "éécébc", &["éécébc"]);
    check(
        "^X\\(.*[^/]\\)//*[^/][^/]*/*$",
        basic(),
        "X/usr/lib//x/",
        &["X/usr/lib//x/", "/usr/lib"],
    );
    check(".*a.b", extended(), "aéb", &["aéb"]);
}

#[test]
fn leftmost_then_longest() {
    check("a*(ab)?", extended(), "aab", &["aab", "ab"]);
    check("(foo|foobar|bar)+", extended(), "xfoobarfoo", &["foobarfoo", "foo"]);
    check("abcd|c", extended(), "abcd", &["abcd"]);
    check("a|ab|abc|abcd", extended(), "abcx", &["abc"]);
    check("[ab]{1,3}b", extended(), "abab", &["abab"]);
    check("a{1,2}[ab]{1,2}c", extended(), "aabc", &["aabc"]);
}

#[test]
fn brackets() {
    check("[]a]*", basic(), "]a]b", &["]a]"]);
    check("[^]a]*", basic(), "bc]", &["bc"]);
    check("[\\n]*", basic(), "\\n", &["\\n"]);
    check("[[:digit:]-]*", basic(), "1-2a", &["1-2"]);
    check("[[.-.]]", basic(), "a-", &["-"]);
    check("[[=a=]b]*", basic(), "abc", &["ab"]);
    check("[é日]", basic(), "x日", &["日"]);
    check("[^é]", basic(), "éa", &["a"]);
    check("[[:upper:]]", basic(), "éÉ", &["É"]);
}

#[test]
fn gnu_extensions() {
    check("\\<it\\>", basic(), "bit it", &["it"]);
    assert_eq!(found("\\<", basic(), "ab cd", 1), Some(vec![String::new()]));
    check("\\bé\\b", basic(), "aé é", &["é"]);
    check("\\Bb", basic(), "b ab", &["b"]);
    check("\\w\\+\\W\\s\\S", basic(), "a_1- x", &["a_1- x"]);
    check("\\`a\\'", basic(), "a", &["a"]);
    check("\\`a", basic(), "ba", &[]);
    // A byte that is no character counts as the letter of that number.
    let edge = Regex::new(b"\\bx", basic()).unwrap();
    assert!(edge.is_match(&mut Cache::new(), b"\x80x"));
    assert!(!edge.is_match(&mut Cache::new(), b"\xffx"));
    let plain = RegexOptions { gnu: false, ..basic() };
    check("\\<\\w", plain, "<w", &["<w"]);
}

#[test]
fn ignoring_case() {
    let options = RegexOptions { nocase: true, ..extended() };
    check("aBc", options, "xAbC", &["AbC"]);
    check("[a-c]+É", options, "ABCé", &["ABCé"]);
    check("[^a]", options, "Ab", &["b"]);
    check("(a)\\1", options, "aA", &["aA", "a"]);
    check("(é)\\1", options, "éÉ", &["éÉ", "é"]);
    check("[[:lower:]]", options, "A", &["A"]);
    // The range has no upper-case letter in it.
    check("[[-~]", options, "aA~", &["~"]);
}

#[test]
fn anchors_in_what_is_repeated_by_copies() {
    let repeats =
        |pattern: &str| Regex::new(pattern.as_bytes(), extended()).unwrap().repeats_anchor();
    for pattern in ["(a|^b)+", "(a|(^b))+c", "x*(^a){2}", "(a|\\bb){1,3}", "((^a)?b)+", "(\\<a)+"] {
        assert!(repeats(pattern), "{pattern}");
    }
    for pattern in ["(a|$b)+", "(a|b$c){2}", "((a|($)b)c)+"] {
        assert!(repeats(pattern), "{pattern}");
    }
    for pattern in ["(a|^b)*", "(a|$b)*", "^(a|b)+", "(^a)?", "(a|b$)+", "(^a){1}", "(^a|b)c+"] {
        assert!(!repeats(pattern), "{pattern}");
    }
    check("(a|^b)+", extended(), "abz", &["a", "a"]);
}

#[test]
fn lines() {
    let newline = RegexOptions { newline: true, ..extended() };
    check("^b.*$", newline, "a\nbc\nd", &["bc"]);
    check("a.b|[^x]$", newline, "a\nb", &["a"]);
    let anchors = RegexOptions { multiline_anchors: true, ..extended() };
    check("^b.*", anchors, "a\nbc\nd", &["bc\nd"]);
    check("^b", extended(), "a\nb", &[]);
    let grep = RegexOptions { newline: true, ..RegexOptions::grep(true) };
    check("x\nb", grep, "ab", &["b"]);
}

#[test]
fn flags_and_starts() {
    let regex = Regex::new(b"^a|b$", extended()).unwrap();
    let mut cache = Cache::new();
    let (bol, eol) = (
        MatchFlags { not_bol: true, not_eol: false },
        MatchFlags { not_bol: false, not_eol: true },
    );
    assert_eq!(regex.find(&mut cache, b"ab", 0, MatchFlags::default()), Some((0, 1)));
    assert_eq!(regex.find(&mut cache, b"ab", 1, MatchFlags::default()), Some((1, 2)));
    assert_eq!(regex.find(&mut cache, b"ab", 0, bol), Some((1, 2)));
    assert_eq!(regex.find(&mut cache, b"ab", 1, eol), None);
    assert_eq!(regex.find(&mut cache, b"ab", 3, eol), None);
    let mut captures = Captures::new();
    let middle = Regex::new(b"b\\(c*\\)", basic()).unwrap();
    assert!(!middle.match_at(&mut cache, b"abc", 0, MatchFlags::default(), &mut captures));
    assert!(middle.match_at(&mut cache, b"abc", 1, MatchFlags::default(), &mut captures));
    assert_eq!(captures.get(1), Some((2, 3)));
}

#[test]
fn back_references() {
    check("\\(.\\)\\1", basic(), "abba", &["bb", "b"]);
    check("(a*)b\\1", extended(), "aabaa", &["aabaa", "aa"]);
    check("^(.*)\\n?\\1$", extended(), "abab", &["abab", "ab"]);
    check("((.)\\2)+", extended(), "aabbc", &["aabb", "bb", "b"]);
    check("((a)|(b))\\2", extended(), "baa", &["aa", "a", "a", "-"]);
}

#[test]
fn awk_escapes() {
    let awk = RegexOptions::awk(false);
    check("a\\tb\\/\\\"", awk, "a\tb/\"", &["a\tb/\""]);
    check("\\101[\\102\\]]+", awk, "AB]", &["AB]"]);
    check("a{2}", awk, "aa", &["aa"]);
    check("a{x", awk, "a{x", &["a{x"]);
    check("\\1", awk, "\u{1}", &["\u{1}"]);
    check("*a", awk, "*a", &["*a"]);
    check("\\ya", RegexOptions::awk(true), "ba a", &["a"]);
    check("a{2}", RegexOptions { literal_braces: true, ..awk }, "aaa{2}", &["a{2}"]);
}

#[test]
fn ranges_of_gawk_go_by_code_points() {
    let awk = RegexOptions { utf8: true, ..RegexOptions::awk(true) };
    check("[è-ê]+", awk, "çèéêë", &["èéê"]);
    check("[z-é]+", awk, "yÿzéêa", &["zé"]);
    check("[^a-é]+", awk, "aéê€zb", &["ê€"]);
    assert!(Regex::new("[é-a]".as_bytes(), awk).is_err());
    assert!(
        Regex::new("[a-é]".as_bytes(), RegexOptions { utf8: true, ..RegexOptions::grep(true) })
            .is_err()
    );
}

#[test]
fn errors_in_the_words_of_regcomp() {
    for (pattern, message) in [
        ("\\(", "Unmatched ( or \\("),
        ("a\\)", "Unmatched ) or \\)"),
        ("a**", "Invalid preceding regular expression"),
        ("\\{1\\}", "Invalid preceding regular expression"),
        ("[a", "Unmatched [, [^, [:, [., or [="),
        ("[", "Invalid regular expression"),
        ("[[:x:]]", "Invalid character class name"),
        ("[[.xx.]]", "Invalid collation character"),
        ("[z-a]", "Invalid range end"),
        ("\\(a\\)\\2", "Invalid back reference"),
        ("a\\", "Trailing backslash"),
        ("a\\{1", "Unmatched \\{"),
        ("a\\{x\\}", "Invalid content of \\{\\}"),
        ("a\\{2,1\\}", "Invalid content of \\{\\}"),
        ("a\\{99999\\}", "Regular expression too big"),
    ] {
        error(pattern, basic(), message);
    }
    error("a{1,1000}{1,1000}", extended(), "Regular expression too big");
    error("*a", extended(), "Invalid preceding regular expression");
    error("a)", RegexOptions::sed(true), "Unmatched ) or \\)");
    error(&"(".repeat(10_000), extended(), "Memory exhausted");
}

/// All matches, one after the other, with a way to find the next one.
fn all(mut next: impl FnMut(usize) -> Option<(usize, usize)>) -> Vec<(usize, usize)> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some((from, to)) = next(at) {
        found.push((from, to));
        at = to.max(from + 1);
    }
    found
}

#[test]
fn a_line_has_the_same_matches_as_a_text() {
    // Shorter and longer than what is looked through line by line.
    for words in [3, 30, 3_000] {
        let line: Vec<u8> = (0..words)
            .flat_map(|n| format!("{}klm{} ", "x".repeat(n % 41), "yz".repeat(n % 3)).into_bytes())
            .collect();
        for pattern in ["klm", "klm[a-z]*", "klm.*z", "[yz]+", "x|yz", "^x|z $", "(x)\\1+k", "q"] {
            let options = RegexOptions { newline: true, ..RegexOptions::grep(true) };
            let regex = Regex::new(pattern.as_bytes(), options).unwrap();
            let (cache, flags) = (&mut Cache::new(), MatchFlags::default());
            let text = all(|at| regex.find(cache, &line, at.min(line.len()), flags));
            let on_line = all(|at| regex.find_on_line(cache, &line, at.min(line.len())));
            assert_eq!(text, on_line, "{pattern}");
        }
    }
}

#[test]
fn nothing_takes_exponential_time() {
    let long = "a".repeat(50_000);
    for pattern in [
        "(a*)*b",
        "(a|aa)+$",
        "(a*)*(a*)*(a*)*c",
        "(x+x+)+y",
        "((a{0,5}){0,5}){0,5}b",
        "a*a*a*a*a*b",
        "[ab]*[ac]*[ad]*[ae]*x?b",
        "(a|b)*c|(a|ab)*d",
        "(.*)(.*)(.*)(.*)(.*)b",
    ] {
        let regex = Regex::new(pattern.as_bytes(), extended()).unwrap();
        let mut captures = Captures::new();
        let (cache, flags) = (&mut Cache::new(), MatchFlags::default());
        regex.find_at(cache, long.as_bytes(), 0, flags, &mut captures);
    }
    // A match far behind many places that look like one.
    let text = ["ab".repeat(20_000), "x".to_string(), "abab".to_string(), "c".to_string()].concat();
    for pattern in ["(a|b)*c", "[ab]*[ba][ab]*c"] {
        let span = Regex::new(pattern.as_bytes(), extended()).unwrap().find(
            &mut Cache::new(),
            text.as_bytes(),
            0,
            MatchFlags::default(),
        );
        assert_eq!(span, Some((40_001, text.len())));
    }
}

#[test]
fn repetitions_of_repetitions() {
    for (pattern, text, expected) in [
        ("a+?b", "b", "b"),
        ("a?+b", "aab", "aab"),
        ("xa??b", "xab", "xab"),
        ("xa++", "xx", ""),
        ("[ab]+*c", "abc", "abc"),
    ] {
        let expected = if expected.is_empty() { vec![] } else { vec![expected] };
        check(pattern, extended(), text, &expected);
    }
    let many = ["a".to_string(), "+".repeat(1000), "b".to_string()].concat();
    check(&many, extended(), "xaab", &["aab"]);
}

#[test]
fn choices_before_back_references_are_not_tried_for_ever() {
    let text = [&b"ab--ab"[..], &b"c".repeat(60)].concat();
    for pattern in [r"\(.\(.*\)*\)=\1", r"\(.*\)*=\1", r"\(a*\)*\(b*c*\)*\1\2="] {
        let regex = Regex::new(pattern.as_bytes(), basic()).unwrap();
        assert!(!regex.is_match(&mut Cache::new(), &text), "{pattern}");
    }
    check(r"\(.\(.*\)*\)-\1", basic(), "ab-ab", &["ab-ab", "ab", "b"]);
}

#[test]
fn large_expressions() {
    let options = extended();
    check("^(a{1,300}){1,100}$", options, &"a".repeat(1000), &[&"a".repeat(1000), "a"]);
    check("a{32767}", options, "a", &[]);
    let words: Vec<String> = (0..500).map(|number| format!("word{number}")).collect();
    check(&words.join("|"), options, "xx word123", &["word123"]);
}

#[test]
fn nesting_fits_a_small_stack() {
    let nested = || {
        for (open, close) in [("(", ")*"), ("(x|", ")?"), ("(a", ")+b")] {
            for depth in [49, 1000] {
                let pattern = [&open.repeat(depth), "a", &close.repeat(depth)].concat();
                if let Ok(regex) = Regex::new(pattern.as_bytes(), extended()) {
                    let (cache, captures) = (&mut Cache::new(), &mut Captures::new());
                    regex.find_at(cache, b"xaaab", 0, MatchFlags::default(), captures);
                }
            }
        }
        let options = crate::GlobOptions { extended: true, ..crate::GlobOptions::default() };
        let pattern = ["@(a|".repeat(1000), "b".to_string(), ")".repeat(1000)].concat();
        crate::Glob::new(pattern.as_bytes(), options).is_match(b"b");
    };
    std::thread::Builder::new().stack_size(96 << 10).spawn(nested).unwrap().join().unwrap();
}

/// Patterns that are often flat, and often not.
fn pattern() -> impl Strategy<Value = String> {
    let atoms = vec![
        "a", "b", "c", ".", "[ab]", "[^a]", "(a)", "(b|ab)", "(a*)", "(ab)*", "é", "[é-]", "\\w",
        "^", "$", "\\b", "\\<", "\\>", "(^|b)", "(c|$)",
    ];
    let repeats = vec!["", "", "", "*", "+", "?", "{2}", "{1,2}", "{2,}"];
    let piece = (proptest::sample::select(atoms), proptest::sample::select(repeats)).prop_map(
        |(atom, repeat)| match atom.starts_with(['^', '$'])
            || atom.starts_with("\\b")
            || atom.contains(['<', '>'])
        {
            true => atom.to_string(),
            false => format!("{atom}{repeat}"),
        },
    );
    proptest::collection::vec(piece, 1..5).prop_map(|pieces| pieces.concat())
}

fn text() -> impl Strategy<Value = String> {
    let letters = vec!["a", "b", "c", "é", "ab", "-", "\n"];
    proptest::collection::vec(proptest::sample::select(letters), 0..10)
        .prop_map(|letters| letters.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_engines_agree(pattern in pattern(), text in text(), newline: bool) {
        let options = RegexOptions { newline, ..extended() };
        let mut regex = Regex::new(pattern.as_bytes(), options).unwrap();
        let cache = &mut Cache::new();
        let flags = MatchFlags::default();
        let mut captures = Captures::new();
        let bytes = text.as_bytes();
        let found = regex.find_at(cache, bytes, 0, flags, &mut captures);
        prop_assert_eq!(regex.is_match(cache, bytes), found);

        let subject = Subject {
            text: bytes, utf8: true, lines: newline, not_bol: false, not_eol: false
        };
        if newline || !text.contains('\n') {
            prop_assert_eq!(regex.first_start(&subject, 0), captures.get(0).map(|span| span.0));
            prop_assert_eq!(regex.floating_end(&subject, 0).is_some(), found);
        }
        // Without the short cuts.
        regex.flat = None;
        regex.prefilter = Prefilter::default();
        regex.is_line_bound = false;
        let mut again = Captures::new();
        prop_assert_eq!(regex.find_at(cache, bytes, 0, flags, &mut again), found);
        prop_assert_eq!(captures, again);
    }

    #[test]
    fn long_texts_are_searched_like_short_ones(
        pattern in pattern(), before in 0..400usize, text in text(), newline: bool,
    ) {
        let options = RegexOptions { newline, ..extended() };
        let mut regex = Regex::new(pattern.as_bytes(), options).unwrap();
        let text = ["-".repeat(before), text, "\n".to_string(), "-".repeat(400 - before)].concat();
        let (cache, flags) = (&mut Cache::new(), MatchFlags::default());
        let found = regex.find(cache, text.as_bytes(), 0, flags);
        let end = regex.first_end(cache, text.as_bytes(), 0, flags);
        regex.flat = None;
        regex.prefilter = Prefilter::default();
        let expected = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).find_map(|at| {
            let mut captures = Captures::new();
            let matches = regex.match_at(cache, text.as_bytes(), at, flags, &mut captures);
            captures.get(0).filter(|_| matches)
        });
        prop_assert_eq!(found, expected);
        prop_assert_eq!(end.is_some(), expected.is_some());
        if let (true, Some(end), Some((start, _))) = (regex.is_line_bound, end, expected) {
            prop_assert!(!text[start.min(end)..end.max(start)].contains('\n'));
        }
    }

    #[test]
    fn any_bytes_are_accepted(
        pattern: Vec<u8>, text: Vec<u8>, utf8: bool, nocase: bool, syntax in 0..4,
    ) {
        let dialect = match syntax {
            0 => RegexOptions::sed(false),
            1 => RegexOptions::sed(true),
            2 => RegexOptions::grep(true),
            _ => RegexOptions::awk(true),
        };
        let options = RegexOptions { utf8, nocase, ..dialect };
        if let Ok(regex) = Regex::new(&pattern, options) {
            let mut captures = Captures::new();
            let (cache, flags) = (&mut Cache::new(), MatchFlags::default());
            if regex.find_at(cache, &text, 0, flags, &mut captures) {
                let (start, end) = captures.get(0).unwrap();
                prop_assert!(start <= end && end <= text.len());
            }
        }
    }

    #[test]
    fn special_bytes_in_any_order(
        pattern in "[]ab*+?{}()|\\[\\\\^$.,1:é=-]{0,9}", text in "[ab*1é-]{0,6}", syntax in 0..4,
    ) {
        let dialect = match syntax {
            0 => RegexOptions::sed(false),
            1 => RegexOptions::sed(true),
            2 => RegexOptions::grep(true),
            _ => RegexOptions::awk(true),
        };
        let options = RegexOptions { utf8: true, ..dialect };
        if let Ok(regex) = Regex::new(pattern.as_bytes(), options) {
            let mut captures = Captures::new();
            let (cache, flags) = (&mut Cache::new(), MatchFlags::default());
            let found = regex.find_at(cache, text.as_bytes(), 0, flags, &mut captures);
            prop_assert_eq!(regex.is_match(cache, text.as_bytes()), found);
        }
    }
}

#[test]
fn bytes_that_are_no_characters_match_none_in_one() {
    let options = RegexOptions { utf8: true, ..RegexOptions::sed(true) };
    let regex = Regex::new(b"\xc4\xff|\x91\\*", options).unwrap();
    let mut cache = Cache::new();
    assert!(!regex.is_match(&mut cache, b"\xc4\x91*"));
    assert!(regex.is_match(&mut cache, b"\xc4\x91\x91*"));
    assert!(regex.is_match(&mut cache, b"\xc4\x91\xc4\xff"));
}

#[test]
fn where_bytes_are_characters_a_set_may_leave_one_out() {
    let options = RegexOptions::regcomp(true);
    let text = b"a\xd2e@x\x9ee@x";
    for (pattern, expected) in [
        (&b"[^\xd2]+e"[..], Some((2, 7))),
        (b"[^\xd2\x95]*e@x", Some((2, 9))),
        (b"[^\x80-\xff]*x", Some((2, 5))),
        (b"[^\n]+", Some((0, 9))),
    ] {
        let regex = Regex::new(pattern, options).unwrap();
        let (mut cache, mut captures) = (Cache::new(), Captures::new());
        regex.find_at(&mut cache, text, 0, MatchFlags::default(), &mut captures);
        assert_eq!(captures.get(0), expected, "{}", pattern.escape_ascii());
    }
}
