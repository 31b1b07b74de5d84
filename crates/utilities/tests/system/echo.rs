//! echo, true and false against the installed ones.

use crate::harness::{Case, Random, Sink};

#[test]
fn options() {
    for words in [
        &["-n", "a"][..],
        &["-e", "a\\tb"],
        &["-E", "-e", "a\\n"],
        &["-neE", "a\\n"],
        &["-nx", "a"],
        &["-"],
        &["--", "a"],
        &["--help", "a"],
        &["a", "-n"],
        &[],
        &["-n"],
    ] {
        Case::new("echo").args(words).same();
    }
    Case::new("echo").arg("--help").aside();
    Case::new("echo").variable("POSIXLY_CORRECT", "1").aside();
}

#[test]
fn outputs_that_fail() {
    for sink in [Sink::Full, Sink::Broken, Sink::Closed] {
        Case::new("echo").arg("a").stdout_to(sink.clone()).same_or_aside();
        Case::new("echo").arg("-n").stdout_to(sink.clone()).same_or_aside();
        Case::new("true").stdout_to(sink).same_or_aside();
    }
}

#[test]
fn escapes_generated() {
    let mut random = Random::new(11);
    let pieces = [
        "\\", "\\\\", "\\a", "\\b", "\\e", "\\f", "\\n", "\\r", "\\t", "\\v", "\\0", "\\1", "\\x",
        "0", "7", "8", "f", "G", "1", "4", "x", "é", " ",
    ];
    for round in 0..1000 {
        let mut case = Case::new("echo").arg("-e");
        for _ in 0..=random.below(3) {
            case = case.arg(random.text(&pieces, 8));
        }
        if round % 10 == 0 {
            case = case.arg("a\\cb").arg("c");
        }
        case.same();
    }
}

#[test]
fn truth() {
    Case::new("true").args(["a", "--help"]).same();
    Case::new("false").same();
    Case::new("false").arg("--version").aside();
}
