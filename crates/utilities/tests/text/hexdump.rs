//! hexdump against the installed one.

use crate::harness::{Case, Random, Sink, Source};

const WAYS: &[&[&str]] = &[
    &[],
    &["-C"],
    &["-b"],
    &["-c"],
    &["-d"],
    &["-o"],
    &["-x"],
    &["-v"],
    &["-Cv"],
    &["-n", "5"],
    &["-C", "-n", "20"],
    &["-n0"],
    &["-C", "-n", "0"],
    &["--canonical"],
];

#[test]
fn dumps() {
    let all: Vec<u8> = (0..=255).chain(0..100).collect();
    let zeros = [vec![0; 100], b"x".to_vec(), vec![0; 95], vec![1; 64]].concat();
    for way in WAYS {
        for text in
            [&all[..], b"", b"a", b"0123456789abcdef", b"one\ntwo\n", &[0; 40], &[0; 48], &zeros]
        {
            Case::new("hexdump").args(*way).stdin(text).same();
            Case::new("hexdump")
                .args(*way)
                .args(["f", "g"])
                .file("f", text)
                .file("g", "abc")
                .same();
            Case::new("hexdump")
                .args(*way)
                .stdin_from(Source::File(text.into()))
                .leaves_rest()
                .same();
        }
        Case::new("hexdump").args(*way).stdin("\u{e4}b").utf8().same();
        Case::new("hexdump").args(*way).args(["missing"]).same();
        Case::new("hexdump")
            .args(*way)
            .args(["missing", "f", "-"])
            .file("f", "text")
            .merged()
            .same();
        Case::new("hexdump").args(*way).args(["f", "missing"]).file("f", "text").same();
        Case::new("hexdump")
            .args(*way)
            .args(["f", "d", "f"])
            .directory("d")
            .file("f", "text")
            .same();
        Case::new("hexdump").args(*way).stdin(&all).stdout_to(Sink::Full).same();
        Case::new("hexdump").args(*way).stdin(all.repeat(50)).stdout_to(Sink::Full).same();
        Case::new("hexdump").args(*way).stdin(all.repeat(50)).stdout_to(Sink::Broken).same();
    }
    for skip in ["0", "1", "16", "355", "356", "357", "9999"] {
        for way in [&[][..], &["-C"], &["-Cn", "3"]] {
            Case::new("hexdump").args(way).args(["-s", skip, "f"]).file("f", &all).same();
        }
    }
    Case::new("hexdump").stdin_from(Source::Directory).same();
    Case::new("hexdump").arg("-C").stdin_from(Source::Directory).same();
    for words in [
        &["-e", "\"%d\""][..],
        &["-f", "f"],
        &["-C", "-x"],
        &["-n", "010"],
        &["-n", "1k"],
        &["-s", "4"],
        &["-s", "4", "f", "f"],
        &["-L"],
        &["-V"],
    ] {
        Case::new("hexdump").args(words).file("f", "text").aside();
    }
}

#[test]
fn generated() {
    let mut random = Random::new(61);
    for _ in 0..200 {
        let text = random.text(
            &["a", "\n", "\0", "\u{fc}", "0123456789", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"],
            300,
        );
        Case::new("hexdump").args(WAYS[random.below(WAYS.len())]).stdin(text).same();
    }
}

#[test]
fn hd_is_canonical() {
    let all: Vec<u8> = (0..=255).collect();
    for words in [
        &["f"][..],
        &["-v", "f"],
        &["-n", "20", "f"],
        &["-s", "7", "f"],
        &["f", "missing"],
        &["missing"],
        &[],
    ] {
        Case::new("hd").args(words).file("f", all.repeat(2)).stdin("text").merged().same();
        Case::new("hd").args(words).file("f", "abc").stdin("text").stdout_to(Sink::Full).same();
    }
    for words in [&["-C", "f"][..], &["-x", "f"]] {
        Case::new("hd").args(words).file("f", "text").aside();
    }
}
