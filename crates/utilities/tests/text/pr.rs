//! pr against the installed one.

use crate::harness::{Case, Random, Sink, Source};

const WAYS: &[&[&str]] = &[
    &["-h", "x"],
    &["-t"],
    &["-T"],
    &["-l", "14", "-h", ""],
    &["-l", "15", "-d", "-h", "a long header"],
    &["-l10", "-n"],
    &["-l", "3", "-n:2"],
    &["-tn3"],
    &["-t", "-n "],
    &["-o", "4", "-l", "12", "-h", "x"],
    &["-o4", "-t", "-n"],
    &["-f", "-l", "13", "-h", "x"],
    &["-F", "-t"],
    &["-td"],
    &["-Td", "-l", "2"],
    &["--omit-header", "--length=4", "--indent=2", "--number-lines"],
];

const TEXTS: &[&str] = &[
    "",
    "a",
    "a\n",
    "\n\n",
    "1\n2\n3\n4\n",
    "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
    "a\n\x0cb\nc\x0c\nd\n\x0c\x0c\ne",
    "\x0c",
    "\x0c\n\x0c",
    "1\n2\n3\n4\n\x0c5\n6\n7\n8\n\x0c\x0c\n9",
    "1\n2\n\x0c\n3\n\x0c\n\n",
    "tab\tand \x08 and \x01 more\r\n",
];

#[test]
fn pages() {
    let numbers: String = (1..=300).map(|number| format!("{number}\n")).collect();
    for way in WAYS {
        for text in TEXTS.iter().copied().chain([&numbers[..]]) {
            Case::new("pr").args(*way).stdin(text).same_or_aside();
            let case = Case::new("pr").args(*way).args(["f", "missing", "g"]).file("f", text);
            case.file("g", "x\ny").utf8().same();
        }
        let feeds = [&numbers, "\x0c"].concat().repeat(30);
        Case::new("pr").args(*way).file("f", &feeds).arg("f").same();
        Case::new("pr").args(*way).arg("f").file("f", "a").stdout_to(Sink::Full).same();
        Case::new("pr").args(*way).arg("f").file("f", &feeds).stdout_to(Sink::Full).same();
        Case::new("pr").args(*way).arg("f").file("f", &feeds).stdout_to(Sink::Broken).same();
        Case::new("pr").args(*way).args(["-r", "missing", "f"]).file("f", "a").same();
    }
    Case::new("pr").arg("f").file("f", "a\n").variable("TZ", "Asia/Kolkata").same_or_aside();
}

#[test]
fn what_steps_aside() {
    for words in [
        &["-2", "-m", "f", "f"][..],
        &["+0"],
        &["+3:2"],
        &["+2", "--pages=2"],
        &["-1", "-t", "-2"],
        &["-n0"],
        &["-l", "0"],
        &["-h", "\u{e9}"],
        &["-t", "-l", "1", "-d"],
        &["-w", "0"],
        &["-w", "9", "-W", "9"],
        &["-20", "-w", "19"],
        &["-m", "-", "-"],
        &["-D", "x"],
        &["-e0"],
        &["d"],
    ] {
        Case::new("pr").args(words).file("f", "a").directory("d").aside();
    }
    Case::new("pr").stdin_from(Source::Directory).aside();
}

#[test]
fn random_pages() {
    let mut random = Random::new(0x9a6e);
    for _ in 0..400 {
        let text = random.text(&["a\n", "b", "\n", "\x0c", "\x0c\n", "c\td\n", "\n\n\n"], 40);
        let mut case = Case::new("pr").args(["-h", "x", "f"]).file("f", text);
        for _ in 0..random.below(4) {
            case = case
                .arg(random.pick(&["-t", "-T", "-d", "-f", "-l12", "-l14", "-l3", "-n3", "-o2"]));
        }
        case.same_or_aside();
    }
}

const LINES: &[&str] = &[
    "a\n",
    "b c\n",
    "\n",
    "\x0c",
    "\x0c\n",
    "a\tb\n",
    "\t\t",
    "a longer line than a column\n",
    "x",
    " ",
    "   y\n",
    "\x08\x08z",
    "\x01",
    "\n\n\n\n",
    "\u{e9}\n",
    ":",
    "end",
];

const COLUMNS: &[&str] = &[
    "-1",
    "-2",
    "-3",
    "-4",
    "-12",
    "--columns=2",
    "-2",
    "-3",
    "-2",
    "-a",
    "-a",
    "-m",
    "-s",
    "-s:",
    "-S",
    "-S::",
    "-S, ",
    "-S ",
    "-S\t",
    "-s\t",
    "-w20",
    "-w40",
    "-W30",
    "-W11",
    "-J",
    "-e",
    "-e4",
    "-e:3",
    "-i",
    "-i4",
    "-i.2",
    "-c",
    "-v",
    "-n",
    "-n3",
    "-n:2",
    "-n.",
    "-N7",
    "-o3",
    "-o9",
    "-t",
    "-t",
    "-T",
    "-d",
    "-f",
    "-l12",
    "-l14",
    "-l3",
    "-l6",
    "+2",
    "+3:4",
    "--pages=2",
    "-r",
    "-h x",
];

#[test]
fn columns() {
    let mut random = Random::new(0xc01);
    for _ in 0..3000 {
        let (f, g) = (random.text(LINES, 40), random.text(LINES, 20));
        let mut case = Case::new("pr").file("f", f).file("g", g).file("h", "1\n2\n3\n");
        let mut words = Vec::new();
        for _ in 0..random.below(6) {
            words.push(random.pick(COLUMNS));
        }
        if words.contains(&"-m") && !words.iter().any(|word| word.starts_with("-t")) {
            // A header would say what time it is.
            words.push("-t");
        }
        let files: &[&str] = random.pick(&[
            &["f"][..],
            &["f", "g"],
            &["f", "g", "h"],
            &["g", "missing", "f"],
            &["h", "g", "h", "f"],
        ]);
        case = case.args(words).args(files);
        case.same_or_aside();
    }
}

#[test]
fn files_beside_each_other() {
    let numbers: String = (1..=200).map(|number| format!("line {number}\n")).collect();
    for words in [
        &["-mt"][..],
        &["-mts"],
        &["-mtn"],
        &["-mtn3", "-S|"],
        &["-mtJ"],
        &["-mt", "-w", "40"],
        &["-mt", "-o4", "-i"],
        &["-3"],
        &["-3", "-a"],
        &["-5", "-l", "20", "-n"],
        &["-2", "+2:3", "-l", "30"],
        &["+9"],
        &["+3", "-n"],
        &["-2", "-s|"],
        &["-w", "30", "-W", "30"],
        &["-c"],
        &["-t", "-v", "-e"],
    ] {
        let case = Case::new("pr").args(words).args(["f", "g", "h"]).file("f", &numbers);
        case.file("g", "a\nb\x0cc\n").file("h", "").same_or_aside();
        Case::new("pr")
            .args(words)
            .arg("f")
            .file("f", &numbers)
            .stdout_to(Sink::Full)
            .same_or_aside();
    }
    Case::new("pr").args(["-mt", "-", "f"]).file("f", "a\nb\n").stdin("1\n2\n3\n").same();
    Case::new("pr").args(["-mt", "missing", "also"]).same();
}
