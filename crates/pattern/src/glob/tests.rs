//! Cases for shell patterns; the differential ones are in tests/.

use super::*;

const PLAIN: GlobOptions =
    GlobOptions { utf8: true, extended: false, nocase: false, classes: false, period: false };
const EXTENDED: GlobOptions = GlobOptions { extended: true, ..PLAIN };
const NOCASE: GlobOptions = GlobOptions { nocase: true, ..PLAIN };
const PERIOD: GlobOptions = GlobOptions { period: true, extended: true, ..PLAIN };

#[track_caller]
fn check(options: GlobOptions, pattern: &str, yes: &[&str], no: &[&str]) {
    let glob = Glob::new(pattern.as_bytes(), options);
    for text in yes {
        assert!(glob.is_match(text.as_bytes()), "{pattern} does not match {text}");
    }
    for text in no {
        assert!(!glob.is_match(text.as_bytes()), "{pattern} matches {text}");
    }
}

/// All texts of up to `most` of these characters.
fn texts(characters: &str, most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..most {
        let longer: Vec<String> = all[from..]
            .iter()
            .flat_map(|text| characters.chars().map(move |next| format!("{text}{next}")))
            .collect();
        from = all.len();
        all.extend(longer);
    }
    all
}

#[test]
fn without_compiling_as_compiled() {
    let texts_to_match = texts("aé*(", 4);
    for pattern in texts("aé*?[]\\(", 4) {
        for options in [PLAIN, EXTENDED, NOCASE, PERIOD, GlobOptions { utf8: false, ..PLAIN }] {
            let glob = Glob::new(pattern.as_bytes(), options);
            for text in &texts_to_match {
                let told = without_compiling(pattern.as_bytes(), options, text.as_bytes());
                if let Some(told) = told {
                    assert_eq!(told, glob.is_match(text.as_bytes()), "{pattern} {text}");
                }
            }
        }
    }
    let ascii = |pattern: &[u8], text: &[u8]| without_compiling(pattern, EXTENDED, text);
    assert_eq!(ascii(b"name1*.c", b"name1.c"), Some(true));
    assert_eq!(ascii(b"name1*.c", b"other"), Some(false));
    assert_eq!(ascii(b"name1?", b"name12"), None);
}

#[test]
fn simple_shapes() {
    check(PLAIN, "", &[""], &["a"]);
    check(PLAIN, "abc", &["abc"], &["", "ab", "abcd"]);
    check(PLAIN, "*", &["", "a", "é"], &[]);
    check(PLAIN, "ab*", &["ab", "abc"], &["a", "cab"]);
    check(PLAIN, "*ab", &["ab", "cab"], &["b", "abc"]);
    check(PLAIN, "**ab**", &["ab", "cabd"], &["a", "acb"]);
    check(PLAIN, "a*b*c", &["abc", "axbxc", "abcbc"], &["ab", "acb", "ac"]);
    check(PLAIN, "a*ba*a", &["abaa", "axbaya"], &["aba", "abab"]);
    check(PLAIN, "?", &["a", "é", "日"], &["", "ab"]);
    check(PLAIN, "a?c*", &["abc", "aéc", "aéce"], &["ac", "abbc"]);
    check(PLAIN, r"\*\?\[", &["*?["], &[r"\*\?\[", "a"]);
    check(PLAIN, r"a\", &[r"a\"], &["a"]);
    check(PLAIN, "@(a)", &["@(a)"], &["a"]);
}

#[test]
fn brackets() {
    check(PLAIN, "[abc]", &["a", "c"], &["d", "", "ab"]);
    check(PLAIN, "[!abc]", &["d", "é"], &["a", ""]);
    check(PLAIN, "[^abc]", &["d"], &["a", "abc"]);
    check(PLAIN, "[]a]", &["]", "a"], &["b"]);
    check(PLAIN, "[!]a]", &["b"], &["]", "a"]);
    check(PLAIN, "[a-c]x", &["ax", "cx"], &["dx", "-x"]);
    check(PLAIN, "[a-]", &["a", "-"], &["b"]);
    check(PLAIN, "[]-a]", &["]", "^", "a"], &["[", "b"]);
    check(PLAIN, "[z-ab]", &["b"], &["z", "a", "-"]);
    check(PLAIN, r"[a\-c]", &["a", "-", "c"], &["b", r"\"]);
    check(PLAIN, r"[\]]", &["]"], &[r"\"]);
    check(PLAIN, "[[:alpha:]_]", &["a", "_", "é"], &["1", "[", ":"]);
    check(PLAIN, "[[:foo:]a]", &["a"], &["f", ":", ":a]"]);
    check(PLAIN, "[[=a=]b]", &["a", "b"], &["=", "["]);
    check(PLAIN, "[[.a.]-c]", &["b"], &["d", "."]);
    check(PLAIN, "[[.-.]]", &["-"], &["."]);
    check(PLAIN, "[[.].]x]", &["]", "x"], &["."]);
    check(PLAIN, "[à-ï]", &["é"], &["z", "ð"]);
    check(PLAIN, "[a-é]", &["z", "à"], &["ê", "A"]);
}

#[test]
fn incomplete_brackets_are_literal() {
    check(PLAIN, "[", &["["], &["a"]);
    check(PLAIN, "[]", &["[]"], &["]"]);
    check(PLAIN, "[!]", &["[!]"], &["a"]);
    check(PLAIN, "[a", &["[a"], &["a"]);
    check(PLAIN, "[a*", &["[a", "[ab"], &["a"]);
    check(PLAIN, r"[a\]", &["[a]"], &["a"]);
    check(PLAIN, r"[\", &[r"[\"], &[r"\"]);
    check(PLAIN, "[[:alpha:]", &["[a", "[:"], &["a"]);
    check(PLAIN, "a[b-", &["a[b-"], &["ab"]);
}

#[test]
fn bytes_that_are_no_characters() {
    let glob = Glob::new(b"a?", PLAIN);
    assert!(glob.is_match(b"a\xc3") && glob.is_match("aé".as_bytes()));
    assert!(!glob.is_match(b"a\xc3\xc3"));
    assert!(Glob::new(b"[!a]\0", PLAIN).is_match(b"\xff\0"));
    assert!(Glob::new(b"[\xff]", PLAIN).is_match(b"\xff"));
    let bytes = GlobOptions::default();
    assert!(!Glob::new(b"?", bytes).is_match("é".as_bytes()));
    assert!(Glob::new(b"[\xc3]?", bytes).is_match("é".as_bytes()));
}

#[test]
fn ignoring_case() {
    check(NOCASE, "aB*", &["AB", "abc"], &["b"]);
    check(NOCASE, "*É[a-c]", &["xéB", "ÉC"], &["ED"]);
    check(NOCASE, "x*Yz*", &["Xyz", "xayZb"], &["xy"]);
    assert_eq!(Glob::new(b"a", NOCASE).as_literal(), None);
}

#[test]
fn leading_period() {
    check(PERIOD, "*", &["a", ""], &[".a"]);
    check(PERIOD, "?a", &["ba"], &[".a"]);
    check(PERIOD, "[.]a", &[], &[".a"]);
    check(PERIOD, "*.c", &["a.c"], &[".c"]);
    check(PERIOD, ".*", &[".", ".a"], &["a"]);
    check(PERIOD, r"\.?", &[".a"], &["a."]);
    check(PERIOD, "@(.a|b)", &[".a", "b"], &[]);
    check(PERIOD, "!(b)", &["a"], &[".a"]);
    check(PERIOD, "?(x)[.]a", &["x.a"], &[".a"]);
    check(PERIOD, "?(x).b", &[".b", "x.b"], &[]);
    check(PERIOD, "*(.|a)b", &[".ab", "a.b", "b"], &[]);
    check(PERIOD, "!(x).b", &["a.b"], &[".b"]);
    check(PERIOD, "@(*|.a)", &[".a", "b"], &[".b"]);
    check(PERIOD, "@(.|)*", &[".a", "a"], &[]);
    for (pattern, may) in [
        ("*", false),
        (".*", true),
        ("\\.a", true),
        ("[.]a", false),
        ("@(a|.b)", true),
        ("!(a)", false),
        ("*.c", false),
    ] {
        let glob = Glob::new(pattern.as_bytes(), PERIOD);
        assert_eq!(glob.may_match_period(), may, "{pattern}");
    }
}

#[test]
fn groups() {
    check(EXTENDED, "@(a|b)c", &["ac", "bc"], &["c", "abc"]);
    check(EXTENDED, "?(a|b)c", &["ac", "c"], &["abc"]);
    check(EXTENDED, "*(a|b)c", &["c", "ababc"], &["abdc"]);
    check(EXTENDED, "+(a|b)c", &["ac", "bbac"], &["c"]);
    check(EXTENDED, "!(a|b)", &["", "c", "ab"], &["a", "b"]);
    check(EXTENDED, "!(*.c)", &["a.h", ""], &["a.c"]);
    check(EXTENDED, "*.!(c|h)", &["a.b", "a.c.d", "a.hh"], &["a.c", "a"]);
    check(EXTENDED, "a@(b|@(c|d)*(e))f", &["abf", "acf", "adeef"], &["aef"]);
    check(EXTENDED, "@(a|[|)]|\\|)", &["a", "|", ")"], &["b"]);
    check(EXTENDED, "@(a|)b", &["ab", "b"], &["a"]);
    check(EXTENDED, "@(a", &["@(a"], &["a"]);
    check(EXTENDED, "*(a", &["(a", "b(a"], &["a", "aa"]);
    check(EXTENDED, "@(a(b|c)d|e)", &["a(b|c)d", "e"], &["abd"]);
    check(EXTENDED, "@(a@(b)", &["@(ab"], &["ab"]);
    check(EXTENDED, "@(b|a*)*", &["bx", "ax", "b"], &["x"]);
    check(EXTENDED, "?(a*)*b", &["xb", "axb"], &["a"]);
    check(EXTENDED, "a|b)", &["a|b)"], &["a"]);
    check(EXTENDED, r"@(a\|b|\)c)", &["a|b", ")c"], &["a", "b"]);
    check(EXTENDED, "@([|)]|[[:digit:])]x)", &["|", ")", "1x", ")x"], &["x"]);
    check(EXTENDED, "!(a)!(b)", &["", "a", "b", "ab"], &[]);
    check(EXTENDED, "*(!(a|b)x)", &["", "x", "ccx", "abx"], &["ax", "bx", "c"]);
    check(EXTENDED, "@(\u{e9}|\u{65e5})?", &["éa", "日é"], &["é", "a"]);
    check(EXTENDED, "+()", &[""], &["a"]);
    check(EXTENDED, "!(!(a))", &["a"], &["b", ""]);
    check(EXTENDED, "+([0-9])?(.+([0-9]))", &["1", "10.25"], &["1.", ".5", "a"]);
    check(EXTENDED, "*(é|??)x", &["x", "éx", "日本x"], &["日x"]);
    check(GlobOptions { nocase: true, ..EXTENDED }, "@(ab|É)", &["AB", "é"], &["a"]);
}

#[test]
fn prefixes_and_suffixes() {
    type Row<'a> = (&'a str, &'a str, [Option<usize>; 4]);
    let rows: [Row; 18] = [
        ("*/", "a/b/c", [Some(2), Some(4), None, None]),
        ("/*", "a/b/c", [None, None, Some(3), Some(1)]),
        (".*", "a.b.c", [None, None, Some(3), Some(1)]),
        ("*.", "a.b.c", [Some(2), Some(4), None, None]),
        ("*", "abc", [Some(0), Some(3), Some(3), Some(0)]),
        ("?", "éaé", [Some(2), Some(2), Some(3), Some(3)]),
        ("??*", "éaé", [Some(3), Some(5), Some(2), Some(0)]),
        ("a*b", "aabab", [Some(3), Some(5), Some(3), Some(0)]),
        ("*b*", "abab", [Some(2), Some(4), Some(3), Some(0)]),
        ("a", "aba", [Some(1), Some(1), Some(2), Some(2)]),
        ("", "ab", [Some(0), Some(0), Some(2), Some(2)]),
        ("x", "ab", [None; 4]),
        ("[!/]*/", "ab/c/", [Some(3), Some(5), Some(3), Some(0)]),
        ("a*b*c", "abcbcabc", [Some(3), Some(8), Some(5), Some(0)]),
        ("*b?", "abcbd", [Some(3), Some(5), Some(3), Some(0)]),
        ("+(a)", "aabaa", [Some(1), Some(2), Some(4), Some(3)]),
        ("*(a)", "aabaa", [Some(0), Some(2), Some(5), Some(3)]),
        ("!(a)", "ab", [Some(0), Some(2), Some(2), Some(0)]),
    ];
    for (pattern, text, expected) in rows {
        let (glob, text) = (Glob::new(pattern.as_bytes(), EXTENDED), text.as_bytes());
        let found = [
            glob.shortest_prefix(text),
            glob.longest_prefix(text),
            glob.shortest_suffix(text),
            glob.longest_suffix(text),
        ];
        assert_eq!(found, expected, "{pattern}");
    }
}

#[test]
fn finding() {
    for (pattern, text, from, expected) in [
        ("b", "abcb", 0, Some((1, 2))),
        ("b", "abcb", 2, Some((3, 4))),
        ("b", "abcb", 4, None),
        ("b*", "abcb", 0, Some((1, 4))),
        ("*b", "abcbd", 0, Some((0, 4))),
        ("*b*", "abcbd", 0, Some((0, 5))),
        ("*b*", "abcbd", 4, None),
        ("b*b", "abcbdbe", 0, Some((1, 6))),
        ("[é]?", "aéb", 0, Some((1, 4))),
        ("", "ab", 1, Some((1, 1))),
        ("+(b)", "abbbc", 0, Some((1, 4))),
        ("*(b)", "abbbc", 0, Some((0, 0))),
        ("a", "a", 5, None),
    ] {
        let glob = Glob::new(pattern.as_bytes(), EXTENDED);
        assert_eq!(glob.find(text.as_bytes(), from), expected, "{pattern} {text}");
    }
}

#[test]
fn literals() {
    let literal = |pattern: &[u8]| Glob::new(pattern, EXTENDED).as_literal().map(<[u8]>::to_vec);
    assert_eq!(literal(b"abc"), Some(b"abc".to_vec()));
    assert_eq!(literal(br"a\*\\"), Some(br"a*\".to_vec()));
    assert_eq!(literal(b"[a"), Some(b"[a".to_vec()));
    assert_eq!(literal(b""), Some(Vec::new()));
    assert_eq!(literal(b"a*"), None);
    assert_eq!(literal(b"[a]"), None);
    assert_eq!(literal(b"@(a)"), None);
}

#[test]
fn special_characters() {
    for (pattern, plain, extended) in [
        (&b"abc"[..], false, false),
        (b"a*", true, true),
        (br"a\*", false, false),
        (b"?", true, true),
        (b"[a", false, false),
        (b"[a]", true, true),
        (br"[a\]", false, false),
        (br"\[a]", false, false),
        (b"@(a)", false, true),
        (b"@(a", false, false),
        (b"a(b)", false, false),
        (br"\@(a)", false, false),
    ] {
        assert_eq!(has_special(pattern, false), plain, "{pattern:?}");
        assert_eq!(has_special(pattern, true), extended, "{pattern:?}");
    }
    assert_eq!(unescape(br"a\b\\c\"), br"ab\c\");
}

#[test]
fn no_pattern_takes_exponential_time() {
    let text = b"a".repeat(2000);
    let stars = [b"a*".repeat(50), b"b".to_vec()].concat();
    assert!(!Glob::new(&stars, PLAIN).is_match(&text));
    let sets = [b"[a]*?".repeat(50), b"b".to_vec()].concat();
    assert!(!Glob::new(&sets, PLAIN).is_match(&text));
    let text = b"a".repeat(200);
    for pattern in ["*(*(*(a|aa)))b", "+(a|+(a|+(a)))b", "!(*(!(a)b))c", "*(!(b)|!(c))!(*)"] {
        assert!(!Glob::new(pattern.as_bytes(), EXTENDED).is_match(&text), "{pattern}");
    }
    // Repetitions in repetitions, each of which can begin anywhere.
    let mut nested = "a".to_string();
    for _ in 0..30 {
        nested = format!("*(a|{nested}c)");
    }
    assert!(!Glob::new(nested.as_bytes(), EXTENDED).is_match(&[&text[..], b"b"].concat()));
    let text = b"ab".repeat(400);
    for (pattern, expected) in [
        ("*(*(a|b)|c)".to_string(), true),
        ("!(*(!(*(ab))?))".to_string(), false),
        (["*(*(a|b)|c)".repeat(800), "d".to_string()].concat(), false),
        (["*(*(".repeat(2500), "a|b".to_string(), "))".repeat(2500)].concat(), true),
        ("@([".repeat(3300), false),
        ("!(".repeat(5000), false),
        (["!(".repeat(3000), ")".repeat(3000)].concat(), false),
        ("[[:alpha:]".repeat(1000), false),
        ("!(a)".repeat(2500), true),
    ] {
        let glob = Glob::new(pattern.as_bytes(), EXTENDED);
        assert_eq!(glob.is_match(&text), expected, "{:.20}", pattern);
        assert_eq!(glob.longest_suffix(&text) == Some(0), expected, "{:.20}", pattern);
        glob.find(&text, 0);
    }
    let deep = ["@(".repeat(10_000), "a".to_string(), ")".repeat(10_000)].concat();
    assert!(Glob::new(deep.as_bytes(), EXTENDED).is_match(b"a"));
}
