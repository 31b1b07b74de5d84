//! wc against the installed wc.

use crate::harness::{Case, Random, Sink, Source};

const OPTIONS: [&str; 12] =
    ["-l", "-w", "-c", "-m", "-lw", "-lc", "-mc", "-lwmc", "-L", "-lL", "--lines", "-u"];

#[test]
fn each_option() {
    let texts: [&[u8]; 8] = [
        b"",
        b"one\n",
        b"one two\tthree\n\n four\x0bfive\x0csix\rseven",
        b"\xff\xfe \x01\x02 a\x01b \x80\n",
        "\u{e9}t\u{e9} \u{2003}x\u{a0}y\u{3000}\u{2028}z \u{378} \u{85}\n".as_bytes(),
        b"\xf4\x90\x80\x80 \xed\xa0\x80 \xc0\x80 \xe2\x82 \xf8\x88\x80\x80\x80 \xe2\x82",
        b"\0\0 \0a\n",
        b"tab\tx\ttoo\nlonger line than the others\t\r\x0c--\n",
    ];
    for text in texts {
        Case::new("wc").stdin(text).same();
        Case::new("wc").utf8().stdin(text).same();
        for option in OPTIONS {
            Case::new("wc").arg(option).stdin(text).same_or_aside();
            Case::new("wc").arg(option).utf8().stdin(text).same_or_aside();
            Case::new("wc").arg(option).arg("f").file("f", text).same_or_aside();
            Case::new("wc").arg(option).stdin_from(Source::File(text.into())).same_or_aside();
        }
    }
    for option in ["-l", "-w", "-c", "-m", "-lwc", "-L"] {
        Case::new("wc").arg(option).stdin(texts[2]).same();
    }
}

#[test]
fn operands() {
    let case = || {
        let case = Case::new("wc").file("a", "one two\n".repeat(200)).file("b", "x").file("e", "");
        case.file("new\nline", "x\n").directory("d").merged()
    };
    case().args(["a", "b"]).same();
    case().args(["a"]).same();
    case().args(["-l", "a", "b", "e"]).same();
    case().args(["-c", "e"]).same();
    case().args(["a", "-", "b"]).stdin("from stdin\n").same();
    case().args(["-"]).stdin("from stdin\n").same();
    case().args(["-l", "-"]).stdin("from stdin\n").same();
    case().args(["missing"]).same();
    case().args(["missing", "d", "a"]).same();
    case().args(["-c", "d"]).same();
    case().args(["-l", "d", "a", "/dev/null"]).same();
    case().args(["new\nline"]).same();
    case().args(["-c", "/proc/version"]).same();
    case().args(["a", "missing", "--", "b"]).same();
    case().stdin_from(Source::Directory).same();
    case().stdin_from(Source::File(vec![b'x'; 12345])).same();
    Case::new("wc").stdout_to(Sink::Full).same();
    Case::new("wc").stdout_to(Sink::Broken).same();
}

#[test]
fn generated() {
    let mut random = Random::new(5);
    for _ in 0..1200 {
        let pieces: &[&[u8]] = &[
            b" ",
            b"\n",
            b"a",
            b"word",
            b"\t",
            b"\0",
            b"\x01",
            b"\xff",
            b"\xc3\xa9",
            b"\xe2\x80\x83",
            b"\xc2\xa0",
            b"\xe2\x80\xa8",
            b"\xe2",
            b"\x80",
            b"\r",
            b"\xf0\x9f\x98\x80",
            b"\xcd\xb8",
            b"a longer piece of text, as in a letter ",
        ];
        let most = if random.one_in(10) { 30_000 } else { 40 };
        let text = random.bytes(pieces, most);
        let mut case = Case::new("wc");
        if random.one_in(2) {
            case = case.utf8();
        }
        if random.one_in(2) {
            case = case.arg(OPTIONS[random.below(OPTIONS.len())]);
        }
        case = if random.one_in(2) { case.stdin(text) } else { case.arg("f").file("f", text) };
        case.same_or_aside();
    }
}

#[test]
fn long_texts() {
    const PIECES: &[&[u8]] = &[
        b"word",
        b" ",
        b"\n",
        b"\t",
        b"\x01",
        b"\x7f",
        "\u{e9}".as_bytes(),
        "\u{e9}".as_bytes(),
        "\u{378}".as_bytes(),
        "\u{2003}".as_bytes(),
        "\u{65e5}\u{672c}".as_bytes(),
        "\u{1f600}".as_bytes(),
        b"\xc3",
        b"\x80",
    ];
    let mut random = Random::new(5);
    for _ in 0..60 {
        let text = random.bytes(PIECES, 30_000);
        for option in ["-lwc", "-m", "-wm", "-w", "-L", "-lwmcL"] {
            Case::new("wc").arg(option).stdin(&text).same_or_aside();
            Case::new("wc").arg(option).utf8().stdin(&text).same_or_aside();
        }
    }
}

#[test]
fn widths_of_all_characters() {
    const STEP: u32 = 0x4000;
    for first in (0..0x11_0000).step_by(STEP as usize) {
        let text: String = (first..first + STEP).filter_map(char::from_u32).collect();
        Case::new("wc").arg("-L").utf8().stdin(&text).same_or_aside();
    }
}
