//! cat against the installed cat.

use crate::harness::{Case, Random, Sink, Source, Verdict};

#[test]
fn each_option() {
    let text = b"one\n\n\n\ttwo\r\n\x01\x7f\x80\xff\xa0\r\n\nend\r";
    for option in ["-A", "-b", "-e", "-E", "-n", "-s", "-t", "-T", "-u", "-v", "-bs", "-ns"] {
        Case::new("cat").arg(option).stdin(text).same();
    }
    for option in ["--show-all", "--number", "--number-nonblank", "--squeeze-blank", "--show-tabs"]
    {
        Case::new("cat").arg(option).stdin(text).same();
    }
}

#[test]
fn what_cannot_be_printed_among_what_can() {
    let mut random = Random::new(9);
    let plain = "what can be printed ".repeat(4);
    let pieces: [&[u8]; 9] =
        [plain.as_bytes(), b"~", b" ", b"\t", b"\x7f", b"\n", b"\x1f", b"\xe9\x80\xff", b"\r"];
    for _ in 0..40 {
        let text = random.bytes(&pieces, 300);
        for option in ["-A", "-v", "-e", "-t", "-vT", "-vE", "-vns"] {
            Case::new("cat").arg(option).stdin(&text).same();
        }
    }
}

#[test]
fn operands() {
    let case = || Case::new("cat").file("a", "first\n").file("b", "second").directory("d").merged();
    case().args(["a", "b"]).same();
    case().args(["a", "-", "b"]).stdin("between\n").same();
    case().args(["a", "missing", "b", "d", "a"]).same();
    case().args(["-n", "b", "a", "a", "b"]).same();
    case().args(["-E", "--", "b", "a"]).same();
    case().args(["-"]).stdin_from(Source::Directory).same();
    case().args(["a", "-n"]).same();
}

#[test]
fn names_are_quoted_as_gnu_quotes_them() {
    for name in [
        "a b",
        "it's",
        "it's \"x\"",
        "",
        "#a",
        "a#",
        "~",
        "a~",
        "{",
        "{a",
        "a:b",
        "a\nb",
        "a\\b",
        "\u{e9}",
        "a'\nb",
        "\n'",
        "\x01\x021",
        "[",
        "]",
        "^",
        "a=b",
        "a@b",
        "'",
        "\u{2019}",
        "a?",
        "%",
        "\u{9b}",
        "x\u{e9}'",
        "!",
        "*",
    ] {
        Case::new("cat").arg(name).same();
        Case::new("cat").arg(name).utf8().same();
    }
    Case::new("cat").arg(b"\xc3\xa9\xff x").utf8().same();
}

#[test]
fn outputs_that_fail() {
    let big = vec![b'x'; 300_000];
    for data in [&b"x\n"[..], &big] {
        for sink in [Sink::Full, Sink::Broken] {
            for option in ["-u", "-n"] {
                Case::new("cat").arg(option).stdin(data).stdout_to(sink.clone()).same();
            }
        }
    }
    Case::new("cat").stdout_to(Sink::Full).same();
}

#[test]
fn a_file_is_not_copied_to_itself() {
    let case = || Case::new("cat").file("f", "text\n").file("g", "other\n").tree();
    case().args(["f", "g"]).stdout_to(Sink::Append("f")).same();
    case().args(["f", "g"]).stdout_to(Sink::Named("f")).same();
    case().args(["-n", "f", "g"]).stdout_to(Sink::Append("f")).same();
    // What it has written so far is in the file.
    for sink in [Sink::Append("empty"), Sink::Named("empty"), Sink::Named("f"), Sink::Full] {
        for words in [&["g", "empty"][..], &["g", "missing", "empty", "g"], &["empty", "f", "g"]] {
            case().args(words).file("empty", "").stdout_to(sink.clone()).same();
        }
    }
    case().stdin_from(Source::Named("f")).stdout_to(Sink::Append("f")).aside();
}

#[test]
fn steps_aside() {
    Case::new("cat").arg("--help").aside();
    Case::new("cat").arg("--version").aside();
    Case::new("cat").arg("-x").aside();
    // There an option after an operand is an operand.
    let posix = || Case::new("cat").variable("POSIXLY_CORRECT", "1").file("a", "text\n");
    posix().args(["a", "-n"]).aside();
    posix().args(["-n", "a"]).same();
    posix().stdin("text").same();
    Case::new("cat").stdin_from(Source::Closed).aside();
    Case::new("cat").stdout_to(Sink::Closed).aside();
}

#[test]
fn generated() {
    let mut random = Random::new(1);
    for _ in 0..1000 {
        let mut case = Case::new("cat");
        for _ in 0..random.below(4) {
            case = case.arg(random.pick(&["-n", "-b", "-s", "-E", "-T", "-v", "-A", "-e", "-t"]));
        }
        let pieces: &[&[u8]] =
            &[b"\n", b"\n\n\n", b"\r", b"\r\n", b"\t", b"a", b"\x00", b"\xff", b"\x80", b"text"];
        let most = if random.one_in(50) { 60_000 } else { 20 };
        for name in ["a", "b"] {
            case = case.file(name, random.bytes(pieces, most)).arg(name);
        }
        if random.one_in(3) {
            case = case.arg("-").stdin(random.bytes(pieces, most));
        }
        assert_ne!(case.same_or_aside(), Verdict::SteppedAside(""));
    }
}
