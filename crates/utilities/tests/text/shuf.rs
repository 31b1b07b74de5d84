//! shuf against the installed one.

use crate::harness::{Case, Random, Sink, Source};

#[test]
fn by_a_source() {
    let mut random = Random::new(71);
    let bytes: Vec<u8> = (0..4000).map(|_| random.below(256) as u8).collect();
    let lines: String = (0..700).map(|number| format!("{number}\n")).collect();
    let case =
        |words: &[&str]| Case::new("shuf").arg("--random-source=r").args(words).file("r", &bytes);
    for words in [
        &["-i", "1-10"][..],
        &["-i", "0-0"],
        &["-i", "5-300", "-n", "7"],
        &["-i1-256"],
        &["-i", "1-257"],
        &["-e", "a", "b", "c"],
        &["-e"],
        &["-e", "-n1", "a", "b"],
        &["-z", "-e", "a", "b"],
        &["-n0", "f"],
        &["-n", "3", "f"],
        &["-n", "9999", "f"],
        &["f"],
        &["-z", "f"],
        &["missing"],
        &["d"],
        &[],
        &["-"],
    ] {
        case(words).file("f", &lines).directory("d").stdin(&lines).same();
        case(words).file("f", "one\n").directory("d").stdin("").same();
        case(words).file("f", "x\n\ny").directory("d").stdin("a\nb").same();
        case(words).file("f", &lines).directory("d").stdin(&lines).stdout_to(Sink::Full).same();
        let missing = Case::new("shuf").args(["--random-source", "nosuch"]).args(words);
        missing.file("f", "x\ny\n").directory("d").stdin("x\ny\n").same();
        let short = Case::new("shuf").args(["--random-source", "r"]).args(words).file("r", "ab");
        short.file("f", &lines).directory("d").stdin(&lines).same();
    }
    let lines: String = (0..20_000).map(|number| format!("line {number}\n\n")).collect();
    for words in [["-n1", "f"], ["-n600", "f"], ["-n625", "f"], ["-zn1", "f"]] {
        case(&words).file("f", &lines).same();
        case(&words).file("f", lines.trim_end()).same();
    }
    case(&[]).stdin_from(Source::Directory).same();
    let zero = Case::new("shuf").args(["--random-source=/dev/zero", "-i", "1-100"]);
    zero.same();
    for _ in 0..60 {
        let bytes: Vec<u8> = (0..600).map(|_| random.below(256) as u8).collect();
        let range = format!("1-{}", 1 + random.below(400));
        Case::new("shuf").args(["--random-source=r", "-i", &range]).file("r", &bytes).same();
    }
}

#[test]
fn without_a_choice() {
    for words in [&["-n0"][..], &["-e", "a"], &["-e"], &["-i", "7-7"], &["-n", "0", "-e", "a", "b"]]
    {
        Case::new("shuf").args(words).same();
    }
    for words in [
        &["-r", "-n1", "-e", "a"][..],
        &["-n", "x"],
        &["-i", "2-1"],
        &["-o", "f", "-e", "a"],
        &["-e", "-i", "1-1"],
        &["--random-source=r", "-n", "1"],
    ] {
        Case::new("shuf").args(words).aside();
    }
}

/// Both have all lines, each once, and the same to say.
#[test]
fn by_chance() {
    let lines: String = (0..300).map(|number| format!("{number}\n")).collect();
    for words in [
        &[][..],
        &["f"],
        &["-n", "400", "f"],
        &["-i", "1-999"],
        &["-e", "a", "b", "c"],
        &["-ze", "a", "b"],
        &["d"],
        &["missing"],
    ] {
        let case = Case::new("shuf").args(words).file("f", &lines).directory("d").stdin(&lines);
        let end = if words.contains(&"-ze") { 0 } else { b'\n' };
        let sorted = |text: &[u8]| {
            let mut lines: Vec<Vec<u8>> =
                text.split(|byte| *byte == end).map(<[u8]>::to_vec).collect();
            lines.sort();
            lines
        };
        case.compare(|installed, ours| {
            assert_eq!(sorted(&installed.stdout), sorted(&ours.stdout));
            assert_eq!((&installed.stderr, installed.status), (&ours.stderr, ours.status));
        });
    }
    for few in [&["-n", "400"][..], &["-n", "5", "empty"], &["-n5", "d"]] {
        let case = Case::new("shuf").args(few).file("empty", "").directory("d").stdin(&lines);
        case.compare(|installed, ours| {
            assert_eq!(installed.stdout.len(), ours.stdout.len());
            assert_eq!((&installed.stderr, installed.status), (&ours.stderr, ours.status));
        });
    }
    for words in [&["-n", "3", "f"][..], &["-n", "3"], &["-n3", "-"]] {
        let some = Case::new("shuf").args(words).file("f", &lines).stdin(&lines);
        some.compare(|_, ours| {
            let mut chosen: Vec<&[u8]> =
                ours.stdout.split_inclusive(|byte| *byte == b'\n').collect();
            chosen.sort_unstable();
            chosen.dedup();
            assert_eq!(chosen.len(), 3);
            assert!(chosen.iter().all(|line| {
                lines.as_bytes().split_inclusive(|byte| *byte == b'\n').any(|it| it == *line)
            }));
        });
    }
    Case::new("shuf").args(["-n1"]).stdin("one").same();
    Case::new("shuf").args(["-e", "a", "a"]).stdout_to(Sink::Full).same();
}
