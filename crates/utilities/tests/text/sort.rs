//! sort against the installed sort.

use crate::harness::{Case, Random, Sink, Source, Verdict, is_of_many};

const OPTIONS: &[&[&str]] = &[
    &[],
    &["-r"],
    &["-n"],
    &["-nr"],
    &["-u"],
    &["-ru"],
    &["-nu"],
    &["-f"],
    &["-fu"],
    &["-fs"],
    &["-d"],
    &["-df"],
    &["-i"],
    &["-b"],
    &["-bu"],
    &["-h"],
    &["-hr"],
    &["-M"],
    &["-V"],
    &["-Vr"],
    &["-Vf"],
    &["-s"],
    &["-sn"],
    &["-k2"],
    &["-k2,2"],
    &["-k2n"],
    &["-k2,2n"],
    &["-k2nr"],
    &["-k", "2,2", "-k", "1,1r"],
    &["-k1,1", "-k2,2n"],
    &["-k1.2"],
    &["-k1.2,1.3"],
    &["-k2.2,2.3"],
    &["-k2b,2"],
    &["-k2.2b,2.3b"],
    &["-bk2.2,2.3"],
    &["-k2,1"],
    &["-t:", "-k2"],
    &["-t:", "-k2,2"],
    &["-t:", "-k2n"],
    &["-t:", "-k3,3", "-k1,1"],
    &["-t", ":", "-k2.2,3.1"],
    &["-t:", "-k2.2b,3.1b"],
    &["-t:", "-k2,2.0"],
    &["-t:", "-k2,2", "-u"],
    &["-t:", "-k2,2", "-s"],
    &["-t:", "-k2,2", "-r"],
    &["-t:", "-k2,2r", "-s"],
    &["-t:", "-k2fr", "-n"],
    &["-t:", "-k2f", "-k1n"],
    &["-t ", "-k2"],
    &["-t", "\\0", "-k2"],
    &["-k2,2V"],
    &["-k2,2M"],
    &["-k2,2h"],
    &["-k2d,2"],
    &["-k2,2fd"],
    &["-c"],
    &["-C"],
    &["-cu"],
    &["-cn"],
    &["-cr"],
    &["-ck2"],
    &["-cf"],
    &["-m"],
    &["-mu"],
    &["-mr"],
    &["-mn"],
    &["-z"],
    &["-zu"],
    &["-T", "/tmp"],
    &["--reverse"],
    &["--numeric-sort", "--unique"],
    &["--key=2", "--field-separator=:"],
    &["-k1,1n", "-k1,1"],
];

const ODD: &[&[&str]] = &[
    &["-g"],
    &["-R"],
    &["-nM"],
    &["-nd"],
    &["-dn", "-k1"],
    &["-k0"],
    &["-k1.0"],
    &["-k"],
    &["-kx"],
    &["-k1x"],
    &["-k1,"],
    &["-k1,0"],
    &["-t"],
    &["-t", ""],
    &["-tab"],
    &["-t:", "-t;"],
    &["-cC"],
    &["-o", "x", "-o", "y"],
    &["+1"],
    &["+1", "-2"],
    &["--debug"],
    &["--help"],
    &["-S", "1M"],
    &["--parallel=2"],
    &["--files0-from=x"],
    &["-c", "a", "b"],
    &["--sort=numeric"],
    &["-y"],
];

const TEXTS: &[&[u8]] = &[
    b"",
    b"\n",
    b"b\na\nc",
    b"banana:3:x\napple:10:y\ncherry:3:a\nApple:2:z\n:7:\nbanana\n\ncherry:-1:b\napple:10:b\n",
    b"10\n9\n-1\n1.5\n1.25\n+3\n 7\n0\n-0\n00012\n1e3\nabc\n\n.5\n-.5\n1234567890123456789012\n-99999999999999999999\n0.0\n5.\n",
    b"b 2\na 10\n b 1\n  c 3\nB 2\nab  4\na\t5\nb 02\nb 2.0\n",
    b"1K\n2M\n1G\n512\n-1K\n3k\n0K\n10K\n1.5K\n",
    b"Mar\njan\nDEC\nfoo\n feb\nJun 3\nMay\n\n",
    b"file-1.10.txt\nfile-1.9.txt\nfile-1.9\n.hidden\n..\n.\na~\na\na1\na01\na001\nv1.0~rc1\nv1.0\nfile.tar.gz\nfile.tar.10\n",
    b"a-b\nab\nA_B\na b\n\xc3\xa9t\xc3\xa9\n\xff\nz\nZ\n\x01x\nx\n",
    b"x\0b\0a\0c\n\0a",
    b"one two three\none  two\none\ttwo\n\none two\n two one\n",
];

#[test]
fn each_option() {
    for options in OPTIONS {
        for text in TEXTS {
            Case::new("sort").args(*options).stdin(text).same();
            Case::new("sort").args(*options).arg("f").file("f", text).utf8().same();
        }
        let case = || Case::new("sort").args(*options).file("a", TEXTS[3]).file("b", TEXTS[5]);
        case().args(["a", "b", "a"]).same_or_aside();
        case().args(["a", "-", "b"]).stdin("m\n").same_or_aside();
    }
}

#[test]
fn odd_options() {
    for options in ODD {
        Case::new("sort").args(*options).stdin(TEXTS[3]).file("a", "2\n1\n").same_or_aside();
    }
    Case::new("sort").variable("LC_ALL", "sv_SE.UTF-8").stdin(TEXTS[3]).aside();
}

/// To -f small letters are suffixes of numbers too.
#[test]
fn folded_suffixes() {
    let text = "1e2\n1K\n1m\n9\n1E\n1g\n-1m\nb\n1k\n";
    for options in [&["-hf"][..], &["-k1hf"], &["-f", "-k1h"], &["-f", "-k1h,1f"], &["-h"]] {
        Case::new("sort").args(options).stdin(text).same_or_aside();
    }
}

#[test]
fn files() {
    let case = || {
        let case = Case::new("sort").file("a", "c\na\n").file("b", "b\na").directory("d");
        case.tree().merged()
    };
    case().args(["a", "b"]).same();
    case().args(["a", "missing", "b"]).same();
    case().args(["a", "d"]).same();
    case().args(["-o", "out", "a", "b"]).same();
    case().args(["a", "b", "-o", "a"]).same();
    case().args(["-o", "out", "missing"]).same();
    case().args(["-o", "d", "a"]).same();
    case().args(["-o", "missing/x", "a"]).same();
    case().args(["-m", "-o", "a", "a", "b"]).same();
    case().args(["-u", "-o", "a", "a"]).same();
    case().args(["-c", "missing"]).same();
    case().args(["-c", "d"]).same();
    case().args(["-c", "a"]).same();
    case().args(["--", "-"]).stdin_from(Source::Directory).same();
    case().args(["it's", "a b"]).same();
    Case::new("sort").stdin("x\n").stdout_to(Sink::Full).same();
    Case::new("sort").stdin("x\n").stdout_to(Sink::Broken).same();
    Case::new("sort").stdin("").stdout_to(Sink::Full).same();
    Case::new("sort").stdin("x\n".repeat(100_000)).stdout_to(Sink::Broken).same();
}

#[test]
fn generated() {
    let mut random = Random::new(8);
    let mut ran = 0;
    for _ in 0..2000 {
        let mut case = Case::new("sort");
        if random.one_in(2) {
            case = case.arg(random.pick(&["-t:", "-t:", "-b", "-s", "-u", "-r", "-n", "-f"]));
        }
        for _ in 0..random.below(3) {
            let mut key = format!("-k{}", random.below(3) + 1);
            if random.one_in(3) {
                key += &format!(".{}", random.below(3) + 1);
            }
            key += random.pick(&["", "", "n", "r", "b", "f", "nr", "h", "V", "M", "d", "i", "fr"]);
            if random.one_in(2) {
                key += &format!(",{}", random.below(3) + 1);
                if random.one_in(3) {
                    key += &format!(".{}", random.below(3));
                }
                key += random.pick(&["", "", "b", "r"]);
            }
            case = case.arg(key);
        }
        if random.one_in(3) {
            case =
                case.arg(random.pick(&[
                    "-u", "-s", "-r", "-n", "-c", "-m", "-C", "-V", "-h", "-d", "-i", "-z",
                ]));
        }
        let pieces: &[&[u8]] = &[
            b"\n",
            b"\n",
            b"a",
            b"b",
            b":",
            b":",
            b" ",
            b"\t",
            b"1",
            b"2",
            b"10",
            b"-",
            b".",
            b"A",
            b"B",
            b"K",
            b"M",
            b"0",
            b"9",
            b"~",
            b"\xc3\xa9",
            b"\0",
            b"jan",
            b"x.txt",
        ];
        let most = if random.one_in(30) { 20_000 } else { 60 };
        let case = case.stdin(random.bytes(pieces, most));
        ran += usize::from(case.same_or_aside() == Verdict::Same);
    }
    assert!(ran > 1200 || is_of_many("sort"), "only {ran} ran");
}

#[test]
fn more_than_is_held() {
    // Long lines, so that the installed one is soon done with them.
    let mut text = Vec::new();
    for index in 0..70 << 10u32 {
        text.extend_from_slice(format!("{} ", index * 7919 % 1000).as_bytes());
        text.resize(text.len() + 1020, b'x');
        text.push(b'\n');
    }
    text.pop();
    let case = |name| Case::new(name).file("a", "5 a\n1 b").stdin(&text[..]);
    case("sort").args(["-sn"]).same();
    case("sort").args(["-u", "-k1,1", "a", "-", "a"]).same();
    case("sort").args(["-rk1,1n", "-", "a"]).same();
    case("sort").args(["-m", "a", "-"]).same();
    case("sort").args(["-o", "out", "--", "-", "a"]).tree().same();
    case("tac").args(["a", "-", "a", "missing"]).same();
}

#[test]
fn more_than_is_held_with_lines_of_all_lengths() {
    // Some of them longer than what is sorted at a time.
    let mut random = Random::new(3);
    let mut text = Vec::new();
    for length in [30 << 20, 3, 20 << 20, 0, 17 << 20] {
        for _ in 0..random.below(40_000) {
            text.extend_from_slice(format!("{} b\n", random.below(500)).as_bytes());
        }
        text.resize(text.len() + length, b'7');
        text.push(b'\n');
    }
    let case = || Case::new("sort").stdin(&text[..]);
    case().same();
    case().args(["-u"]).same();
    case().args(["-rsk2"]).same();
}

#[test]
fn what_two_numbers_tell_of_a_line() {
    // Keys of about eight and sixteen bytes, with NULs, and fractions of some digits.
    const PIECES: &[&str] =
        &["abcdefgh", "abcdefgh", "a", "B", "\0", "1.", "25", "250", "0", "-", " ", ":"];
    let mut random = Random::new(13);
    for round in 0..400 {
        let options: &[&str] = random.pick_copy(&[
            &[],
            &["-u"],
            &["-r"],
            &["-ru"],
            &["-n"],
            &["-nu"],
            &["-nr"],
            &["-k2,2"],
            &["-k2,2", "-s"],
            &["-t:", "-k2,2f", "-u"],
            &["-t:", "-k2,2n", "-k1,1"],
            &["-t:", "-k1,1", "-k2,2nr"],
        ]);
        let mut text = Vec::new();
        for _ in 0..random.below(60) {
            text.extend(random.text(PIECES, 5));
            text.push(b'\n');
        }
        let case = Case::new("sort").args(options).stdin(text);
        if round % 4 == 0 {
            case.utf8().same_or_aside()
        } else {
            case.same_or_aside()
        };
    }
}

#[test]
fn lines_that_are_repeated() {
    const PIECES: &[&str] = &["a", "B", "12", "-3", "\t", " ", "\0", "longer than a word", "x=y"];
    const CHOICES: &[&[&str]] = &[
        &[],
        &["-r"],
        &["-u"],
        &["-n"],
        &["-nr"],
        &["-nu"],
        &["-s", "-k2"],
        &["-k2"],
        &["-k2", "-u"],
        &["-k1,1f", "-k2r"],
    ];
    let mut random = Random::new(17);
    // As short as what is tried at all, as much as is sorted in parts, and more than is held; some of it
    // differs, at the beginning, at the end or everywhere.
    for (bytes, rounds) in [(70 << 10, 40), (6 << 20, 6), (40 << 20, 2)] {
        for _ in 0..rounds {
            let known: Vec<Vec<u8>> = (0..2 + random.below(2000))
                .map(|_| random.text(PIECES, 5).into_iter().filter(|byte| *byte != b'\n').collect())
                .collect();
            let (from, to) = (random.below(bytes), random.below(bytes));
            let mut text = Vec::new();
            while text.len() < bytes {
                text.extend_from_slice(&known[random.below(known.len())]);
                if text.len() > from && text.len() < to {
                    text.extend_from_slice(random.next().to_string().as_bytes());
                }
                text.push(b'\n');
            }
            Case::new("sort").args(random.pick_copy(CHOICES)).stdin(text).same();
        }
    }
}

#[test]
fn runs_that_are_in_order() {
    const CHOICES: &[&[&str]] =
        &[&[], &["-r"], &["-u"], &["-n"], &["-nr"], &["-nu"], &["-k1n"], &["-s", "-k1,1n"]];
    let mut random = Random::new(19);
    for runs in 1..12 {
        for options in CHOICES {
            let mut text = String::new();
            for _ in 0..runs {
                let mut number = random.below(1 << 40) as u64;
                for line in 0..random.below(200) {
                    // From eight to seventeen digits, some with what a number ends at.
                    number += random.below(if line % 50 == 0 { 1 << 55 } else { 300 }) as u64;
                    let end = random.pick(&["", " a", ".", ".5", "x", "-"]);
                    text.push_str(&format!("{number:08}{end}\n"));
                }
            }
            Case::new("sort").args(*options).stdin(text).same();
        }
    }
}
