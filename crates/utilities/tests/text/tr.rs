//! tr against the installed tr.

use crate::harness::{Case, Random, Sink, Source, Verdict, is_of_many};

#[test]
fn each_form() {
    let text = "The quick\t\tbrown fox -- jumps!\n\nover [the] lazy 0123 dog\\\n".as_bytes();
    let all: Vec<u8> = (0..=255).chain(0..=255).collect();
    for arguments in [
        &["a-z", "A-Z"][..],
        &["[:lower:]", "[:upper:]"],
        &["[:upper:]", "[:lower:]"],
        &["a-zA-Z", "A-Za-z"],
        &["[a-z]", "[A-Z]"],
        &["-d", "[:space:]"],
        &["-d", "\\n"],
        &["-dc", "[:print:]\\n"],
        &["-cd", "0-9"],
        &["-s", " \t"],
        &["-s", "\\n"],
        &["-s", "[:space:]", " "],
        &["-s", "a-z", "x"],
        &["-cs", "A-Za-z", "\\n"],
        &["-cs", "[:alnum:]", "[\\n*]"],
        &["-ds", "aeiou", "[:space:]"],
        &["-t", "abcdef", "xy"],
        &["abcdef", "xy"],
        &["abc", "[x*2]z"],
        &["abcdef", "x[-*]y"],
        &["\\0-\\037", "?"],
        &["\\012", "\\54"],
        &["-", "_"],
        &["--", "-a", "_b"],
        &["a-", "xyz"],
        &["[=a=]", "b"],
        &["[:alpha:]", "x"],
        &["-c", "[:alpha:]", "x"],
        &["-c", "a-z", "A-Z"],
        &["-ct", "a-z", "A-Z"],
        &["\\\\", "/"],
        &["[:lower:]0-9", "[:upper:]x"],
        &["0-9[:lower:]", "y[:upper:]"],
        &["xyz", ""],
        &["-t", "xyz", ""],
        &["", "x"],
        &["-d", ""],
        &["[:lower:]", "[:lower:]"],
        &["a[b*3]", "x"],
        &["", ""],
        &["a\\-c", "xyz"],
        &["[a*]", "xyz"],
        &["abc", "[x*0]"],
        &["abc", "[x*010]y"],
        &["[:foo:]", "x"],
        &["[::]", "x"],
        &["[:a", "xyz"],
        &["z-a", "x"],
        &["a", "x\\"],
        &["\\400", "x"],
        &["a", "[:alpha:]"],
        &["[:alpha:]", "[:upper:]"],
        &["-d", "a", "b"],
        &["a"],
        &[],
        &["-s", "a", "b", "c"],
        &["a-c", "[:upper:]"],
        &["[:upper:]x", "[:lower:]"],
        &["-c", "[:upper:]", "[:lower:]"],
    ] {
        for input in [text, &all, b"", b"aaa\n\n\n"] {
            Case::new("tr").args(arguments).stdin(input).same_or_aside();
        }
    }
    // What scripts use is not stepped aside from.
    for arguments in [
        &["a-z", "A-Z"][..],
        &["-d", "\\n"],
        &["-cs", "[:alnum:]", "[\\n*]"],
        &["-c", "[:alnum:]", "_"],
        &["[:lower:]", "[:upper:]"],
        &["-t", "abcdef", "xy"],
    ] {
        Case::new("tr").args(arguments).stdin(text).same();
        Case::new("tr").args(arguments).utf8().stdin("\u{e4}\u{f6} a\n").same();
    }
}

#[test]
fn streams_that_fail() {
    Case::new("tr").args(["a", "b"]).stdin_from(Source::Directory).same();
    for data in [&b"x\n"[..], &[b'x'; 300_000]] {
        for sink in [Sink::Full, Sink::Broken] {
            Case::new("tr").args(["x", "b"]).stdin(data).stdout_to(sink.clone()).same();
        }
    }
}

#[test]
fn generated() {
    let mut random = Random::new(2);
    let pieces = [
        "a",
        "b",
        "z",
        "A",
        "-",
        "a-f",
        "A-F",
        "0-9",
        "[:alpha:]",
        "[:lower:]",
        "[:upper:]",
        "[:space:]",
        "[:punct:]",
        "\\n",
        "\\\\",
        "\\101",
        "[x*]",
        "[y*3]",
        "[",
        "]",
        ":",
        "*",
        "=",
        "[=a=]",
        "\\-",
        "x",
        " ",
        "[:digit:]",
        "[a-c]",
        "\u{e9}",
    ];
    let mut ran = 0;
    for _ in 0..2500 {
        let mut case = Case::new("tr");
        let mut sets = 2;
        if random.one_in(2) {
            let option = random.pick(&["-d", "-s", "-c", "-cd", "-cs", "-ds", "-t", "-ts", "-cds"]);
            case = case.arg(option);
            if random.one_in(2) && option.contains(['d', 's']) {
                sets = 1;
            }
        }
        for _ in 0..sets {
            case = case.arg(random.text(&pieces, 4));
        }
        let input: &[&[u8]] = &[
            b"a",
            b"b",
            b"z",
            b"A",
            b"\n",
            b" ",
            b"x",
            b"-",
            b"5",
            b"[",
            b"\\",
            b"\xc3\xa9",
            b"\0",
        ];
        let case = case.stdin(random.bytes(input, 60));
        ran += usize::from(case.same_or_aside() == Verdict::Same);
    }
    assert!(ran > 1000 || is_of_many("tr"), "only {ran} ran");
}
