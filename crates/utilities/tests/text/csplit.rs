//! csplit against the installed one.

use crate::harness::{Case, Random, Source};

const LINES: &str = "1\n2\n3\na\n5\na b\n7\n";

const PATTERNS: &[&[&str]] = &[
    &["3"],
    &["1"],
    &["7"],
    &["8"],
    &["9"],
    &["2", "{1}"],
    &["2", "{9}"],
    &["2", "{*}"],
    &["2", "4", "7"],
    &["/a/"],
    &["/a/", "{*}"],
    &["/a/", "{4}"],
    &["/a/", "/a/", "{0}"],
    &["/a/-1"],
    &["/a/-9"],
    &["/a/+2", "/a/"],
    &["/a/2"],
    &["/a/+9"],
    &["/7/+1"],
    &["/7/+1", "9"],
    &["/7/+2"],
    &["%a%"],
    &["%a%", "/5/"],
    &["%a%-2", "{1}"],
    &["%x%", "{*}"],
    &["/x/"],
    &["3", "/a/-2"],
    &["3", "/a/", "{1}"],
    &["/a/", "2"],
    &["/^a$/+0", "%7%"],
    &["%[0-9]%", "{2}"],
];

#[test]
fn pieces() {
    for patterns in PATTERNS {
        for text in [LINES, "", "a", "\n", "x\n7"] {
            for options in [
                &[][..],
                &["-z"],
                &["-k"],
                &["-s", "-n1"],
                &["--suppress-matched"],
                &["-z", "--suppress-matched", "-fp-"],
                &["-b", "%03d.txt", "-q"],
            ] {
                let case = Case::new("csplit").args(options).file("f", text).tree();
                case.arg("f").args(*patterns).same_or_aside();
            }
            let case = Case::new("csplit").arg("-").args(*patterns).stdin(text);
            case.file("xx01", "old and long\n").tree().same_or_aside();
        }
        let case = Case::new("csplit").args(["-f", "missing/p", "f"]).file("f", LINES);
        case.args(*patterns).tree().same_or_aside();
        let case = Case::new("csplit").arg("f").file("f", LINES).directory("xx01");
        case.args(*patterns).tree().same_or_aside();
        Case::new("csplit").arg("d").directory("d").args(*patterns).tree().same_or_aside();
    }
    for patterns in
        [&["3"][..], &["2", "{*}"], &["/a/", "{*}"], &["3", "/a/", "{1}"], &["/a/", "2"]]
    {
        Case::new("csplit").arg("f").file("f", LINES).args(patterns).tree().same();
    }
    Case::new("csplit").args(["missing", "1"]).same();
    Case::new("csplit").args(["a b", "1"]).same();
    Case::new("csplit").args(["-", "3"]).stdin_from(Source::Directory).tree().same();
}

#[test]
fn what_steps_aside() {
    for aside in [
        &["f"][..],
        &["f", "0"],
        &["f", "3", "2"],
        &["f", "3", "3"],
        &["f", "{1}"],
        &["f", "3", "{1}", "{2}"],
        &["f", "/a"],
        &["f", "/\\(/"],
        &["f", "/a/x"],
        &["-b", "%x", "f", "3"],
        &["-n", "0", "f", "3"],
        &["xx01", "1"],
        &["hard", "1"],
    ] {
        let case = Case::new("csplit").file("f", LINES).file("xx01", LINES);
        let case = case.setup(|folder| {
            std::fs::hard_link(folder.join("xx01"), folder.join("hard")).unwrap();
        });
        case.args(aside).aside();
    }
}

#[test]
fn random_patterns() {
    let mut random = Random::new(0x5eed);
    for _ in 0..300 {
        let mut text = String::new();
        for _ in 0..random.below(12) {
            text.push_str(random.pick(&["a\n", "b\n", "\n", "ab c\n", "7\n"]));
        }
        text.push_str(random.pick(&["", "a", "b b"]));
        let mut case = Case::new("csplit").file("f", text).tree();
        for _ in 0..random.below(2) {
            case = case.arg(random.pick(&["-k", "-s", "-z", "--suppress-matched"]));
        }
        case = case.arg("f");
        for _ in 0..=random.below(3) {
            case = case
                .arg(random.pick(&["/a/", "/b/", "%a%", "/a/-1", "%b%+1", "/^$/", "/c/1", "4"]));
            if random.below(3) == 0 {
                case = case.arg(random.pick(&["{1}", "{*}", "{0}"]));
            }
        }
        case.same_or_aside();
    }
}
