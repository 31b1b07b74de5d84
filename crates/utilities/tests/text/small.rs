//! The small filters against the installed ones: uniq, tee, seq, yes, paste, comm, cmp, rev,
//! tac, nl, fold, expand, unexpand.

use crate::harness::{Case, Random, Sink, Source, Verdict, is_of_many};

const TEXTS: [&[u8]; 7] = [
    b"",
    b"\n",
    b"one",
    b"a\na\nb\nB\nb\n\n\nc x\nd x\n",
    b"one two\tthree\nsecond line that is somewhat longer than the others are, by far \t.\n\n  x\n",
    b"caf\xc3\xa9 \xe2\x82\xac\n\xff\xfe\nlast\xc3",
    b"a\0b\0b\0\nc\n\r\x08x\x08\x08y\n",
];

fn files<'a>(utility: &str) -> Case<'a> {
    let case = Case::new(utility).file("a", "apple\nbanana\ncherry\n").file("b", "banana\ndate\n");
    let case = case.file("c", "x y\n\tz\nw").file("empty", "").directory("d");
    let case = case.file("same", "apple\nbanana\ncherry\n").file("unsorted", "z\na\nm\n");
    case.file("prefix", "apple\nban").file("other", "apple\nbanena\ncherry\nmore\n")
}

fn each(utility: &str, options: &[&[&str]]) {
    for options in options {
        for text in TEXTS {
            Case::new(utility).args(*options).stdin(text).same_or_aside();
            Case::new(utility).args(*options).stdin(text).utf8().same_or_aside();
        }
        let case = || files(utility).args(*options).tree();
        case().args(["a"]).merged().same_or_aside();
        case().args(["c", "a", "missing", "d", "-", "b"]).stdin("in\n").merged().same_or_aside();
        case().args(["a", "b"]).same_or_aside();
        case().stdin_from(Source::Directory).same_or_aside();
    }
}

fn runs(utility: &str, options: &[&[&str]]) {
    for options in options {
        Case::new(utility).args(*options).stdin(TEXTS[3]).same();
    }
}

fn outputs(utility: &str, options: &[&str]) {
    for sink in [Sink::Full, Sink::Broken] {
        for size in [1, 3000] {
            let text = b"some line\nsome line\n".repeat(size);
            let case = Case::new(utility).args(options).stdin(text);
            case.stdout_to(sink.clone()).same();
        }
    }
}

/// Runs of lines that are the same, or begin as the one before does, over the ends of blocks.
fn runs_of_lines() {
    const LINES: &[&str] =
        &["", "a", "aa", "aaa", "ab", "abab", "0123456789012345678901234567890", "a\0"];
    let mut random = Random::new(5);
    for options in [&[][..], &["-c"], &["-d"], &["-u"], &["-D"], &["-ic"], &["-w1"], &["-s1", "-c"]]
    {
        let mut text = String::new();
        while text.len() < 300_000 {
            let line = random.pick_copy(LINES);
            for _ in 0..=random.below(6) * random.below(300) {
                text += line;
                text.push('\n');
            }
        }
        // The last line may be a part of the run, without its end.
        text.truncate(text.len() - random.below(3));
        Case::new("uniq").args(options).stdin(text).same();
    }
}

#[test]
fn uniq() {
    let good: &[&[&str]] = &[
        &[],
        &["-c"],
        &["-d"],
        &["-u"],
        &["-D"],
        &["-i"],
        &["-ci"],
        &["-f1"],
        &["-s1"],
        &["-w1"],
        &["-f1", "-s1", "-w1"],
        &["-du"],
        &["-z"],
        &["-cd"],
        &["-cu"],
        &["--count"],
        &["--skip-fields=1"],
        &["-Du"],
    ];
    each("uniq", good);
    runs("uniq", good);
    each("uniq", &[&["-1"], &["+1"], &["-cD"], &["--group"], &["-wx"], &["-x"]]);
    files("uniq").args(["unsorted", "out"]).tree().same();
    files("uniq").args(["-c", "-", "out"]).stdin("x\nx\n").tree().same();
    files("uniq").args(["missing", "out"]).tree().same();
    files("uniq").args(["a", "d"]).tree().same();
    outputs("uniq", &[]);
    runs_of_lines();
    outputs("uniq", &["-c"]);
}

#[test]
fn tee() {
    for arguments in [
        &[][..],
        &["x"],
        &["x", "y"],
        &["-a", "a"],
        &["a"],
        &["missing/x", "y"],
        &["d", "y"],
        &["-"],
        &["/dev/stdout"],
        &["/dev/stderr"],
        &["/dev/full", "y"],
        &["--append", "a", "--", "-x"],
        &["-i", "x"],
        &["-p", "x"],
    ] {
        let long = b"text\n".repeat(20_000);
        files("tee").args(arguments).stdin("some\ntext").tree().same_or_aside();
        files("tee").args(arguments).stdin(&long).tree().same_or_aside();
        files("tee").args(arguments).stdin_from(Source::Directory).tree().same_or_aside();
    }
    files("tee").args(["x"]).stdin("text").umask(0o077).tree().same();
    files("tee").args(["x"]).stdin("text").stdout_to(Sink::Full).tree().same();
    files("tee").args(["x"]).stdin("text").stdout_to(Sink::Broken).tree().same();
}

#[test]
fn seq() {
    for arguments in [
        &["5"][..],
        &["0"],
        &["-3"],
        &["2", "5"],
        &["5", "2"],
        &["1", "2", "9"],
        &["9", "-2", "1"],
        &["-2", "2"],
        &["-5", "-1"],
        &["-w", "8", "12"],
        &["-w", "-5", "100"],
        &["-w", "1", "5"],
        &["-s", ",", "4"],
        &["-s,", "4"],
        &["-s", "", "4"],
        &["-s", "ab", "4"],
        &["--separator=:", "4"],
        &["-ws:", "8", "11"],
        &["98", "102"],
        &["995", "3", "1010"],
        &["1", "100", "1000"],
        &["1.5", "4"],
        &["1", "0.5", "3"],
        &["0.1", "0.1", "0.5"],
        &["1", "3.5"],
        &["1.00", "0.25", "2"],
        &["-w", "1", "0.5", "10"],
        &["-w", "9.5", "11"],
        &["-w", "1.50", "3"],
        &["-1.5", "0.5", "-0.5"],
        &["5", "-0.5", "3.25"],
        &["10", "1"],
        &["01", "3"],
        &["-w", "01", "3"],
        &["-w", "001", "12"],
        &["100000"],
        &["1", "1", "1"],
        &["4", "0", "5"],
        &["-0", "2"],
        &["+1", "3"],
        &[".5", "2"],
        &["1.", "3"],
        &["1e2"],
        &["inf"],
        &["nan"],
        &["0x10"],
        &["-f", "%g", "3"],
        &["-f%03g", "3"],
        &["a"],
        &[],
        &["1", "2", "3", "4"],
        &["--", "-1", "1"],
        &["--equal-width", "9", "10"],
        &["99999999999999999999"],
        &["999999999999999998", "999999999999999999"],
        &["-0.5", "0.5", "0.5"],
        &["--help"],
    ] {
        Case::new("seq").args(arguments).same_or_aside();
    }
    for arguments in [&["5"][..], &["-w", "8", "12"], &["1", "0.5", "3"], &["9", "-2", "1"]] {
        Case::new("seq").args(arguments).same();
    }
    let mut random = Random::new(9);
    for _ in 0..1000 {
        let number = |random: &mut Random, least: i64| {
            let value = random.below(300) as i64 + least;
            match random.below(4) {
                0 => format!("{value}.{}", random.below(100)),
                _ => format!("{value}"),
            }
        };
        let mut case = Case::new("seq");
        if random.one_in(3) {
            case = case.arg(random.pick(&["-w", "-s,"]));
        }
        let first = number(&mut random, -150);
        let step = number(&mut random, -20);
        case = case.args([first, step, number(&mut random, -150)]);
        case.same_or_aside();
    }
    for sink in [Sink::Full, Sink::Broken] {
        Case::new("seq").arg("10").stdout_to(sink.clone()).same();
        Case::new("seq").arg("100000").stdout_to(sink).same();
    }
}

#[test]
fn yes() {
    for arguments in [&[][..], &["a", "b"], &["-x"], &["--help"]] {
        Case::new("yes").args(arguments).stdout_to(Sink::Broken).same_or_aside();
        Case::new("yes").args(arguments).stdout_to(Sink::Full).same_or_aside();
    }
}

#[test]
fn paste() {
    let good: &[&[&str]] = &[
        &[],
        &["-s"],
        &["-d,"],
        &["-d,;"],
        &["-d", ""],
        &["-d\\0"],
        &["-d\\t\\n"],
        &["-sd,"],
        &["-sd,;"],
        &["-sd\\n"],
        &["-z"],
        &["-sz"],
        &["--serial", "--delimiters=:"],
    ];
    each("paste", good);
    runs("paste", good);
    each("paste", &[&["-d\\"], &["-x"]]);
    for operands in [&["-", "-"][..], &["-", "-", "-"], &["a", "-", "-"], &["-", "c", "-", "b"]] {
        for option in ["-d:", "-s", "-d:;"] {
            files("paste").arg(option).args(operands).stdin("1\n2\n3\n4\n5").same();
        }
    }
    files("paste").args(["a", "empty", "b", "c"]).same();
    files("paste").args(["empty", "a"]).same();
    files("paste").args(["-d", "12", "a", "empty", "b", "c"]).same();
    outputs("paste", &["-"]);
    outputs("paste", &["-s"]);
}

#[test]
fn comm() {
    for options in [
        &[][..],
        &["-1"],
        &["-2"],
        &["-3"],
        &["-12"],
        &["-23"],
        &["-13"],
        &["-123"],
        &["--check-order"],
        &["--nocheck-order"],
        &["--total"],
        &["-12", "--total"],
        &["--output-delimiter=:"],
        &["--output-delimiter="],
        &["--output-delimiter=", "--total"],
        &["--output-delimiter=", "--total", "-z"],
        &["-z"],
        &["-x"],
    ] {
        let case = || files("comm").args(options).merged();
        for names in [
            ["a", "b"],
            ["b", "a"],
            ["a", "a"],
            ["a", "same"],
            ["a", "empty"],
            ["empty", "empty"],
            ["a", "unsorted"],
            ["unsorted", "a"],
            ["unsorted", "unsorted"],
            ["c", "a"],
            ["missing", "a"],
            ["a", "missing"],
            ["d", "a"],
            ["a", "d"],
            ["prefix", "a"],
        ] {
            case().args(names).same_or_aside();
        }
        case().args(["-", "a"]).stdin("banana\nfig\n").same_or_aside();
        case().args(["a", "-"]).stdin("banana\nfig").same_or_aside();
        case().args(["-", "-"]).stdin("x\n").same_or_aside();
        case().args(["a"]).same_or_aside();
    }
    files("comm").args(["-12", "a", "b"]).same();
    for words in [&["--check-order", "a", "-"][..], &["--check-order", "-", "a"], &["-", "missing"]]
    {
        let input = Source::File(b"b\na\nc\nd\n".to_vec());
        files("comm").args(words).stdin_from(input).leaves_rest().same();
    }
    files("comm").args(["a", "b"]).stdout_to(Sink::Full).same();
    files("comm").args(["a", "b"]).stdout_to(Sink::Broken).same();
}

#[test]
fn cmp() {
    for options in [
        &[][..],
        &["-s"],
        &["-l"],
        &["-n", "4"],
        &["-n8"],
        &["-ln", "12"],
        &["-sn", "4"],
        &["-n", "0"],
        &["-b"],
        &["-i", "2"],
        &["-ls"],
        &["--quiet"],
    ] {
        for names in [
            &["a", "a"][..],
            &["a", "same"],
            &["a", "b"],
            &["a", "other"],
            &["other", "a"],
            &["a", "prefix"],
            &["prefix", "a"],
            &["a", "empty"],
            &["empty", "a"],
            &["empty", "empty"],
            &["a", "missing"],
            &["missing", "a"],
            &["a", "d"],
            &["d", "a"],
            &["d", "d"],
            &["a", "-"],
            &["-", "a"],
            &["a"],
            &["a", "b", "2"],
            &[],
        ] {
            let case = || files("cmp").args(options).args(names);
            case().stdin("apple\nbanana\ncherry\n").same_or_aside();
            case().stdin("apple\nbananas").utf8().merged().same_or_aside();
            case().stdin("").stdout_to(Sink::Named("/dev/null")).same_or_aside();
        }
    }
    // What is the same file is not read, and be it a directory.
    for options in [&[][..], &["-s"], &["-l"], &["-n", "3"]] {
        let case = || Case::new("cmp").args(options).directory("d").directory("e").link("l", "d");
        case().args(["l", "d"]).same();
        case().args(["d", "./d"]).same();
        case().args(["d", "e"]).same();
        case().args(["/dev/null", "/dev/../dev/null"]).same();
    }
    files("cmp").args(["a", "other"]).same();
    files("cmp").args(["a", "other"]).stdout_to(Sink::Full).same();
    files("cmp").args(["a", "other"]).stdout_to(Sink::Broken).same();
    let long = vec![b'x'; 300_000];
    for length in [299_999, 300_000] {
        let mut other = long[..length].to_vec();
        other[200_000] = b'\n';
        let case = Case::new("cmp").file("a", &long).file("b", &long[..length]);
        case.args(["a", "b"]).same();
        Case::new("cmp").file("a", &long).file("b", &other).args(["a", "b"]).same();
        Case::new("cmp").file("a", &other).args(["a", "-"]).stdin(&long).same();
        Case::new("cmp").file("a", &other).args(["-l", "a", "-"]).stdin(&long).same();
    }
}

#[test]
fn rev() {
    each("rev", &[&[]]);
    runs("rev", &[&[]]);
    each("rev", &[&["-x"], &["--version"]]);
    outputs("rev", &[]);
    // Characters that the end of the file cuts off, and that are none, also behind a NUL.
    for text in [
        &b"a\xc3"[..],
        b"a\n\xe2\x82",
        b"a\xf0\x9f\x98",
        b"\xc3\xa9\xc3",
        b"a\xc3\n",
        b"a\x80",
        b"a\n\xff",
        b"a\0b\xc3",
        b"ab\n\0\xff",
        b"a\0\n\xff",
        b"\0a\n\xff",
        b"a\0b\n\0\nc\0\n\xff",
        b"\xc3",
        b"c\0xx\nabc\xbe",
        b"c\0longer\nab\0d\xbe\n\nab",
        b"e\0f\nghij\0k\n\xff",
        b"\0aa\n\xff",
    ] {
        Case::new("rev").utf8().stdin(text).same();
        Case::new("rev").stdin(text).same();
    }
}

#[test]
fn tac() {
    let good: &[&[&str]] =
        &[&[], &["-b"], &["-s", "n"], &["-s", "an"], &["-bs", "an"], &["-s", ""]];
    each("tac", good);
    runs("tac", good);
    each("tac", &[&["-r"], &["-x"]]);
    files("tac").stdin_from(Source::File(b"x\ny\n".to_vec())).same_or_aside();
    outputs("tac", &[]);
    // Files of several blocks, records that begin and end at their borders, and such as are longer.
    let mut random = Random::new(5);
    for round in 0..12 {
        let length = (64 << 10) * (1 + round % 3) - 2 + random.below(4);
        let most = [2, 70, 5000, 200_000][round % 4];
        let mut text = Vec::with_capacity(length);
        while text.len() < length {
            text.resize(length.min(text.len() + random.below(most)), b'a' + (round % 20) as u8);
            text.push(b'\n');
        }
        text.truncate(length);
        for words in [&["f"][..], &["-b", "f"], &["-s", "d", "f"], &["-s", "", "f", "g"]] {
            Case::new("tac").args(words).file("f", &text).file("g", "x\ny").same();
        }
    }
}

#[test]
fn nl() {
    let good: &[&[&str]] = &[
        &[],
        &["-ba"],
        &["-bt"],
        &["-bn"],
        &["-bpo"],
        &["-bp^[a-c]"],
        &["-ha", "-fa"],
        &["-nln"],
        &["-nrn"],
        &["-nrz"],
        &["-w3"],
        &["-w1", "-ba"],
        &["-s: "],
        &["-v10"],
        &["-v-2", "-ba"],
        &["-v-2", "-ba", "-nrz"],
        &["-v-2", "-ba", "-nln"],
        &["-i5"],
        &["-i-1", "-ba"],
        &["-l2", "-ba"],
        &["-l3", "-ba"],
        &["-p"],
        &["-d", "ab"],
        &["-d", "x"],
        &["-dxyz"],
        &["-d", ""],
        &["--body-numbering=a", "--number-width=4"],
    ];
    each("nl", good);
    runs("nl", good);
    let pages =
        "\\:\\:\\:\nhead\n\\:\\:\nbody\n\nmore\n\\:\nfoot\n\\:\\:\\:\nhead 2\n\\:\\:\nbody 2\n";
    for options in good {
        Case::new("nl").args(*options).stdin(pages).same();
        let other = pages.replace("\\:", "ab");
        Case::new("nl").args(*options).stdin(other).same();
        let other = pages.replace("\\:", "x:");
        Case::new("nl").args(*options).stdin(other).same();
        let other = pages.replace("\\:", "xyz");
        Case::new("nl").args(*options).stdin(other).same();
    }
    each("nl", &[&["-bx"], &["-bp["], &["-w0"], &["-vx"], &["-nx"], &["-l0"], &["-x"]]);
    Case::new("nl").args(["-v9223372036854775806", "-ba"]).stdin("a\nb\nc\n").same();
    outputs("nl", &[]);
}

#[test]
fn fold() {
    let good: &[&[&str]] = &[
        &[],
        &["-w10"],
        &["-w1"],
        &["-sw10"],
        &["-sw3"],
        &["-bw10"],
        &["-bsw10"],
        &["-5"],
        &["--width=7", "--spaces"],
        &["-w2"],
    ];
    each("fold", good);
    runs("fold", good);
    each("fold", &[&["-w0"], &["-wx"], &["-s5"], &["-x"], &["-0", "-w3"], &["-2", "-w3"]]);
    outputs("fold", &["-w3"]);
}

#[test]
fn expand_and_unexpand() {
    let texts: [&[u8]; 4] = [
        b"a\tb\tc\n\tx\n  \ty \t z\n        eight  \t  sixteen\n   \n\t\t \n",
        b"  a  b   c        d                e\n         x        y        z\n\x08\ta\x08\x08\tb\n",
        b"unfinished \t  ",
        b"a       b\n1234567 x\n123456  x\n1234567  x\n        \n       x\n",
    ];
    for utility in ["expand", "unexpand"] {
        let good: &[&[&str]] =
            &[&[], &["-t4"], &["-t1"], &["-t", "3,5,9"], &["-t2 6"], &["--tabs=5"]];
        let own: &[&[&str]] = match utility {
            "expand" => &[&["-i"], &["-it3"], &["--initial"]],
            _ => &[&["-a"], &["--first-only"], &["-at4"], &["--first-only", "-t4"], &["--all"]],
        };
        for options in [good, own] {
            each(utility, options);
            runs(utility, options);
            for options in options {
                for text in texts {
                    Case::new(utility).args(*options).stdin(text).same();
                }
            }
        }
        let odd: &[&[&str]] =
            &[&["-t0"], &["-tx"], &["-t4,3"], &["-t/8"], &["-t2,+8"], &["-4"], &["-t3,4", "-t5"]];
        each(utility, odd);
        outputs(utility, &[]);
    }
}

#[test]
fn generated() {
    let mut random = Random::new(10);
    let tools: [(&str, &[&str]); 9] = [
        ("uniq", &["-c", "-d", "-u", "-i", "-f1", "-s1", "-w2", "-z", "-D"]),
        ("paste", &["-s", "-d,", "-d,;\\0", "-z"]),
        ("tac", &["-b", "-sa", "-sab"]),
        ("nl", &["-ba", "-bpa", "-w2", "-nrz", "-l2", "-v0", "-p", "-i2"]),
        ("fold", &["-w5", "-w9", "-s", "-b", "-w1"]),
        ("expand", &["-t3", "-i", "-t2,5,6"]),
        ("unexpand", &["-a", "-t3", "-t2,5,6", "--first-only"]),
        ("rev", &[]),
        ("comm", &["-1", "-2", "-3", "--check-order", "--nocheck-order", "--total"]),
    ];
    let mut ran = 0;
    for round in 0..9 * 1000 {
        let (utility, options) = tools[round % tools.len()];
        let mut case = Case::new(utility);
        for _ in 0..random.below(3) {
            if !options.is_empty() {
                case = case.arg(random.pick(options));
            }
        }
        let pieces: &[&[u8]] = &[
            b"\n",
            b"\n",
            b"a",
            b"b",
            b" ",
            b"  ",
            b"\t",
            b"ab",
            b"A",
            b"\x08",
            b"        ",
            b"\\:\\:\n",
            b"word",
            b"\xc3\xa9",
            b"\r",
        ];
        let most = if random.one_in(30) { 20_000 } else { 40 };
        for name in ["f", "g"] {
            case = case.file(name, random.bytes(pieces, most));
        }
        case = match utility {
            "comm" => case.args(["f", "g"]),
            "uniq" => case.arg("f"),
            _ if random.one_in(3) => case.args(["f", "g"]),
            _ => case.stdin(random.bytes(pieces, most)),
        };
        if random.one_in(2) {
            case = case.utf8();
        }
        ran += usize::from(case.same_or_aside() == Verdict::Same);
    }
    assert!(ran > 6000 || tools.iter().any(|(utility, _)| is_of_many(utility)), "only {ran} ran");
}

#[test]
fn under_posixly_correct() {
    let calls: &[&[&str]] = &[
        &["head", "-n", "1", "f"],
        &["tail", "-n", "1", "f"],
        &["tail", "-1", "f"],
        &["tr", "a-c", "\\n"],
        &["tr", "-c", "a", "b"],
        &["cut", "-c1", "f"],
        &["grep", "-n", "a", "f"],
        &["grep", "[:space:]", "f"],
        &["grep", "-c", "a\\|b", "f"],
        &["nl", "f"],
        &["od", "-c", "f"],
        &["od", "f", "+1"],
        &["fold", "-w", "2", "f"],
        &["expand", "-t", "2", "f"],
        &["cmp", "f", "g"],
        &["diff", "f", "g"],
        &["diff", "-c", "f", "f"],
        &["join", "f", "g"],
        &["md5sum", "f"],
        &["tac", "f"],
        &["date", "-u", "-d", "@0"],
    ];
    for call in calls {
        let case = Case::new(call[0]).args(&call[1..]).stdin("abc\nb a\n");
        let case = case.file("f", "abc\nb a\n").file("g", "abc\nb c\n");
        case.variable("POSIXLY_CORRECT", "1").same_or_aside();
    }
    let posix = |utility| Case::new(utility).file("f", "a\n").variable("POSIXLY_CORRECT", "1");
    posix("head").args(["-n", "1", "f"]).same();
    posix("grep").args(["-q", "a", "f"]).same();
    posix("head").args(["f", "-n", "1"]).aside();
    posix("wc").arg("f").aside();
}

/// From coreutils 9.4 on an input without an end is not read on where nothing can be written.
#[test]
fn comm_ends_where_it_cannot_write() {
    let call = Case::new("comm").args(["-z", "/dev/zero", "/dev/zero"]).stdout_to(Sink::Full);
    let outcome = call.of_version(9, 7).unwrap();
    assert_eq!(outcome.status, 1);
    assert_eq!(outcome.stderr, b"comm: write error: No space left on device\n");
}

/// A line without an end goes out as it comes in: it need not fit into memory.
#[test]
fn paste_of_a_line_without_end() {
    for arguments in [&["/dev/zero"][..], &["-s", "/dev/zero"], &["/dev/zero", "/dev/null"]] {
        Case::new("paste").args(arguments).stdout_to(Sink::Full).same();
        Case::new("paste").args(arguments).stdout_to(Sink::Broken).same();
    }
    let long = "a".repeat(300_000);
    for text in [format!("{long}\n{long}"), format!("{long}\n\n{long}\n")] {
        for arguments in [&["-"][..], &["-s", "-"], &["-", "-"], &["f", "-"], &["-", "f", "-"]] {
            let case = Case::new("paste").file("f", "x\ny\nz\n").args(arguments);
            case.stdin(&text).same();
        }
    }
}

/// The message flushes what has been collected, which fails: by the end nobody knows why.
#[test]
fn messages_lose_the_reason_of_an_error_of_writing() {
    let long = "text\n".repeat(3000);
    for name in [
        "cat",
        "cut -c1",
        "expand",
        "fmt",
        "fold",
        "head",
        "nl",
        "paste",
        "pr",
        "rev",
        "tac",
        "tail",
        "unexpand",
        "wc",
        "od",
        "md5sum",
        "cksum",
        "sum",
        "numfmt --header=9",
    ] {
        let mut words = name.split(' ');
        let utility = words.next().unwrap();
        let options: Vec<&str> = words.collect();
        for operands in [
            &["f", "missing"][..],
            &["f", "missing", "f"],
            &["missing", "f"],
            &["f", "g"],
            &["long", "missing"],
            &["long", "missing", "f"],
            &["f", "d", "g"],
            &["long", "d", "long", "f"],
        ] {
            let arguments = [&options[..], operands].concat();
            let case = Case::new(utility).args(arguments).file("f", "1\n2\n").file("g", "3\n");
            case.file("long", &long).directory("d").stdout_to(Sink::Full).same_or_aside();
        }
    }
}

/// tac hands stdio blocks of its own.
#[test]
fn tac_loses_the_reason_of_an_error_of_writing() {
    for size in [1, 4095, 4096, 8191, 8192, 8193, 12_287, 12_288, 16_384, 70_000, 200_000] {
        let text = "a\n".repeat(size / 2) + &"b".repeat(size % 2);
        let tac = || Case::new("tac").stdout_to(Sink::Full);
        tac().arg("f").file("f", &text).same();
        tac().stdin(&text).same();
        tac().args(["f", "missing", "g"]).file("f", &text).file("g", "\n").same();
    }
}
