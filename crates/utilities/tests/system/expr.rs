//! expr against the installed one.

use crate::harness::{Case, Random, Sink};

#[test]
fn numbers_and_strings() {
    for words in [
        &["1", "+", "2"][..],
        &["7", "-", "9"],
        &["6", "*", "-7"],
        &["-7", "/", "2"],
        &["-7", "%", "2"],
        &["7", "%", "-2"],
        &["1", "/", "0"],
        &["1", "%", "0"],
        &["a", "+", "1"],
        &["9223372036854775807", "+", "1"],
        &["-9223372036854775808", "-", "1"],
        &["99999999999999999", "*", "99999999999999999"],
        &["99999999999999999999999999999999999", "+", "1"],
        &["(", "1", "+", "2", ")", "*", "3"],
        &["1", "<", "2"],
        &["10", "<", "9"],
        &["a10", "<", "a9"],
        &["-0", "=", "0"],
        &["007", "==", "7"],
        &["a", "!=", "b"],
        &["0", "|", "a"],
        &["", "|", ""],
        &["-0", "|", "00"],
        &["1", "|", "1", "/", "0"],
        &["0", "&", "1", "/", "0"],
        &["1", "&", "0"],
        &["a", "&", "b"],
        &["length", "abc"],
        &["length", ""],
        &["length", "éa"],
        &["index", "abcdef", "fc"],
        &["index", "abc", "x"],
        &["index", "aéb", "é"],
        &["substr", "abcdef", "2", "3"],
        &["substr", "abcdef", "0", "3"],
        &["substr", "abcdef", "-1", "3"],
        &["substr", "abcdef", "2", "99999999999999999999999999"],
        &["substr", "abcdef", "x", "1"],
        &["substr", "aébc", "2", "2"],
        &["+", "length"],
        &["+", "+"],
        &["length", "+", "length"],
        &["(", "a"],
        &["(", "a", "b"],
        &["(", ")"],
        &[")"],
        &["a", "b"],
        &["a", "+"],
        &["length"],
        &["+"],
        &["--", "a"],
        &["--", "--", "a"],
        &["--"],
        &["-"],
        &["-1"],
        &["0"],
        &["-0"],
        &["00"],
        &["--help", "x"],
        &["1", "=", "1", "=", "1"],
        &["\n"],
        &["a'b", "c'd"],
    ] {
        Case::new("expr").args(words).same_or_aside();
        Case::new("expr").args(words).utf8().same_or_aside();
    }
    Case::new("expr").args(["1", "+", "2"]).same();
    Case::new("expr").args(["(", "a"]).same();
    Case::new("expr").arg("--help").aside();
    Case::new("expr").aside();
}

#[test]
fn outputs_that_fail() {
    for sink in [Sink::Full, Sink::Broken, Sink::Closed] {
        Case::new("expr").arg("1").stdout_to(sink).same_or_aside();
    }
}

#[test]
fn generated() {
    let mut random = Random::new(17);
    let values = ["0", "1", "-1", "12", "-7", "", "a", "abc", "é", "00", "length", "123456789"];
    let operators = ["+", "-", "*", "/", "%", "<", "<=", "=", "!=", ">", ">=", "|", "&"];
    for round in 0..3000 {
        let mut words: Vec<&str> = Vec::new();
        let mut open = 0;
        for _ in 0..=random.below(5) {
            match random.below(12) {
                0 => {
                    words.push("(");
                    open += 1;
                }
                1 => words.push("length"),
                2 => words.extend(["index", "banana"]),
                3 => words.extend(["substr", "banana", "2"]),
                4 if random.one_in(3) => words.push(random.pick(&operators)),
                _ => {}
            }
            words.push(random.pick(&values));
            if open > 0 && random.one_in(2) {
                words.push(")");
                open -= 1;
            }
            words.push(random.pick(&operators));
        }
        if !random.one_in(20) {
            words.pop();
        }
        while open > 0 && !random.one_in(20) {
            words.push(")");
            open -= 1;
        }
        let mut case = Case::new("expr").args(words);
        if round % 2 == 0 {
            case = case.utf8();
        }
        case.same();
    }
}

#[test]
fn patterns() {
    for words in [
        &["abc", ":", "a"][..],
        &["abc", ":", ".*"],
        &["aébc", ":", ".*"],
        &["a\nb", ":", ".*"],
        &["abc", ":", "b"],
        &["abc", ":", "\\(b\\)"],
        &["a/b/c.d", ":", ".*/\\(.*\\)"],
        &["a/b/c.d", ":", ".*/\\(.*\\)", "|", "x"],
        &["abab", ":", "\\(ab\\)\\1"],
        &["abc", ":", "\\(x\\)*abc"],
        &["abc", ":", "^abc$"],
        &["abc", ":", "\\(abc"],
        &["abc", ":", "[a"],
        &["abc", ":", "\\"],
        &["abc", ":", "a\\{3,1\\}"],
        &["abc", ":", "*"],
        &["*abc", ":", "*a"],
        &["match", "abc", "ab"],
        &["match", "abc", "\\(b*\\)c"],
        &["1", "|", "abc", ":", "[a"],
        &["12abc", ":", "\\([0-9]*\\)", "+", "1"],
        &["-5", ":", "-[0-9]*$"],
        &["x", ":", ""],
        &["", ":", ""],
        &["a+b", ":", "a\\+b"],
        &["aab", ":", "a\\+b"],
        &["ab", ":", "b\\|a"],
        &["X-foo", ":", "X\\(.*\\)$"],
        &["--prefix=/usr", ":", "[^=]*=\\(.*\\)"],
    ] {
        Case::new("expr").args(words).same();
        Case::new("expr").args(words).utf8().same();
    }
}

#[test]
fn patterns_generated() {
    let mut random = Random::new(20);
    let pieces = [
        "a",
        "b",
        ".",
        "*",
        "\\(",
        "\\)",
        "[ab]",
        "[^a]",
        "^",
        "$",
        "\\+",
        "\\|",
        "\\1",
        "\\{1,2\\}",
        "é",
        "/",
    ];
    for round in 0..1000 {
        let text = random.text(&["a", "b", "ab", "/", "é", "\n"], 6);
        let pattern = random.text(&pieces, 6);
        let mut case = Case::new("expr").arg([b"x", &text[..]].concat()).arg(":");
        case = case.arg([b"x", &pattern[..]].concat());
        if round % 2 == 0 {
            case = case.utf8();
        }
        case.same();
    }
}

/// Where characters have an order of their own ranges do not mean what they mean here.
#[test]
fn sets_in_the_order_of_another_locale() {
    let case = |set: &str, locale| {
        let case = Case::new("expr").args(["abc", ":", set]);
        case.variable("LC_ALL", "").variable("LC_COLLATE", locale)
    };
    case("[a-c]*", "de_DE.UTF-8").aside();
    case("[a-c]*", "C.UTF-8").same();
    case("[abc]*", "de_DE.UTF-8").same();
}
