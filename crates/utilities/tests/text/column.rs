//! column against the installed one.

use crate::harness::{Case, Random, Sink, Source};

const WAYS: &[&[&str]] = &[
    &[],
    &["-x"],
    &["-t"],
    &["-t", "-s", ","],
    &["-t", "-s,:", "-o", " | "],
    &["-t", "-o|"],
    &["-c", "40"],
    &["-c7"],
    &["-c", "0"],
    &["-x", "-c", "30"],
    &["-x", "-c", "3"],
    &["-c", "200"],
    &["--table", "--separator= ", "--output-separator", "-"],
];

#[test]
fn lists_and_tables() {
    let numbers: String = (1..300).map(|number| format!("{}\n", number * 37 % 1009)).collect();
    for way in WAYS {
        for text in [
            "",
            "\n \n\t\n",
            "a",
            "a b\nccc\n  d  e f\n",
            "a,b\n,ccc\nd,,f\n,,\n\n",
            "one\ttwo\tthree\n1\t2\n",
            " leading\ntrailing \n",
            "aaaa\nbbbbbbb\ncccccccc\nd\n",
            "a:b,c\n\ta b\n",
            &numbers,
            "a long line that is longer than eighty columns and so on and so on and so on, is it?\nb c\n",
        ] {
            Case::new("column").args(*way).stdin(text).same();
            Case::new("column").args(*way).args(["f", "g"]).file("f", text).file("g", "x y").same();
        }
        Case::new("column").args(*way).args(["missing", "f"]).file("f", "a b\nc").same();
        Case::new("column").args(*way).args(["missing", "-"]).same();
        Case::new("column").args(*way).args(["f", "d", "g"]).directory("d").file("f", "a").same();
        Case::new("column").args(*way).stdin_from(Source::Directory).same();
        Case::new("column").args(*way).stdin("a b").stdout_to(Sink::Full).same();
        Case::new("column").args(*way).stdin(numbers.repeat(9)).stdout_to(Sink::Full).same();
        Case::new("column").args(*way).stdin("a").stdout_to(Sink::Broken).same();
        Case::new("column").args(*way).stdin(numbers.repeat(9)).stdout_to(Sink::Broken).same();
        Case::new("column").args(*way).stdin(&numbers).variable("COLUMNS", "50").same();
    }
}

#[test]
fn other_text() {
    for way in WAYS {
        for text in [
            &b"\xe4 b\nc d\n"[..],
            "ä b\n中 d\n".as_bytes(),
            b"a\0b c\nd\n",
            b"\x1b[1mx\x1b[m y\nz z\n",
        ] {
            Case::new("column").args(*way).stdin(text).same();
            Case::new("column").args(*way).stdin(text).utf8().same();
            Case::new("column").args(*way).args(["f", "missing"]).file("f", text).utf8().same();
        }
    }
    for words in [
        &["-J"][..],
        &["-t", "-N", "a"],
        &["-t", "-x"],
        &["-s", ""],
        &["-t", "-s", "\u{e4}"],
        &["-o", "\x01"],
        &["-c", "x"],
        &["-L"],
        &["-h"],
        &["/dev/null"],
    ] {
        Case::new("column").args(words).aside();
    }
    Case::new("column").variable("COLUMNS", "x").aside();
}

#[test]
fn generated() {
    let mut random = Random::new(31);
    for _ in 0..300 {
        let text =
            random.text(&["a", "\n", " ", "word", ",", "\t", "  ", "\n\n", "0123456789"], 300);
        let way = WAYS[random.below(WAYS.len())];
        Case::new("column").args(way).stdin(text).same();
    }
}
