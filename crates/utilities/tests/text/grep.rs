//! grep, egrep and fgrep against the installed ones.

use crate::harness::{Case, Random, Sink, Source, Verdict, is_of_many};

const TEXT: &[u8] = b"first line\nfoo bar baz\n\n  indented foo\nhello world hello\nkey=value\n\
    a.b*c[d]\\e\n#comment foo\n12345\nFoo FOO\nlast foo_bar foo\nfoobar barfoo\n";

/// Arguments that are to run here.
const CASES: &[&[&str]] = &[
    &["foo"],
    &["foo", "in", "other"],
    &["-h", "foo", "in", "other"],
    &["-H", "foo", "in"],
    &["-c", "foo"],
    &["-c", "foo", "in", "other", "empty"],
    &["-l", "foo", "in", "other", "empty"],
    &["-L", "foo", "in", "other", "empty"],
    &["-l", "nothing", "in"],
    &["-L", "foo", "in"],
    &["-lc", "foo", "in", "other"],
    &["-Lc", "foo", "in", "other"],
    &["-lv", "foo", "in", "other"],
    &["-lZ", "foo", "in", "other"],
    &["-cZ", "foo", "in", "other"],
    &["-HZ", "foo", "in"],
    &["-n", "foo"],
    &["-nH", "foo", "in"],
    &["-b", "foo"],
    &["-bn", "foo"],
    &["-bo", "foo"],
    &["-bno", "foo"],
    &["-i", "foo"],
    &["-i", "--no-ignore-case", "foo"],
    &["-v", "foo"],
    &["-vn", "foo"],
    &["-vc", "foo"],
    &["-w", "foo"],
    &["-wo", "foo"],
    &["-ow", "fo*"],
    &["-wi", "foo"],
    &["-wv", "foo"],
    &["-x", "12345"],
    &["-x", "[0-9]*"],
    &["-xv", "[0-9]*"],
    &["-xo", "[0-9]*"],
    &["-q", "foo"],
    &["-q", "nothing"],
    &["-q", "foo", "missing", "in"],
    &["-q", "nothing", "missing", "in"],
    &["-s", "foo", "missing", "in"],
    &["-qs", "foo", "missing"],
    &["foo", "missing", "in"],
    &["foo", "directory", "in"],
    &["-c", "foo", "directory", "in", "missing"],
    &["-l", "foo", "directory", "in", "missing"],
    &["-L", "foo", "directory", "in", "missing"],
    &["-s", "foo", "directory", "in"],
    &["-o", "foo"],
    &["-o", "o*"],
    &["-o", "[a-z]*"],
    // A newline is a blank, but in no line.
    &["[[:space:]]"],
    &["-n", "[a-z][[:space:]]"],
    &["-c", "\\s"],
    &["-E", "\\W|[[:cntrl:]]"],
    &["[\t-9]"],
    &["-oi", "foo"],
    &["-on", "foo"],
    &["-oH", "foo", "in"],
    &["-ov", "foo"],
    &["-oc", "foo"],
    &["-m1", "foo"],
    &["-m", "2", "-n", "foo"],
    &["-m0", "foo"],
    &["-m1", "-v", "foo"],
    &["-m2", "-c", "foo"],
    &["-m1", "foo", "in", "other"],
    &["-A1", "foo"],
    &["-A1", "-n", "foo"],
    &["-B1", "foo"],
    &["-B2", "-n", "hello"],
    &["-C1", "hello"],
    &["-1", "hello"],
    &["-1", "-n", "hello"],
    &["-A0", "foo"],
    &["-B0", "foo"],
    &["-A1", "-B0", "comment"],
    &["-C1", "-A0", "hello"],
    &["-A1", "-v", "foo"],
    &["-B1", "-v", "foo"],
    &["-A1", "-m1", "foo"],
    &["-C2", "-m2", "-n", "foo"],
    &["-C1", "foo", "in", "other"],
    &["-C1", "-c", "foo"],
    &["-C1", "-o", "foo"],
    &["-C1", "-b", "hello"],
    &["-C99", "hello"],
    &["-e", "foo"],
    &["-e", "foo", "-e", "hello"],
    &["-e", "foo", "-f", "patterns"],
    &["-f", "patterns"],
    &["-f", "patterns", "-v"],
    &["-f", "empty"],
    &["-f", "empty", "-v"],
    &["-f", "/dev/null"],
    &["-f", "/dev/null", "-e", "foo"],
    &["-f", "newline"],
    &["-wf", "patterns"],
    &["-xf", "patterns"],
    &["-Ff", "patterns"],
    &["-e", ""],
    &["-v", "-e", ""],
    &[""],
    &["-v", ""],
    &["-H", "--label=name", "foo"],
    &["-c", "--label", "name", "foo", "-", "in"],
    &["--label=name", "foo"],
    &["-L", "--label=name", "nothing"],
    &["-c", ""],
    &["-w", ""],
    &["-x", ""],
    &["-xv", ""],
    &["-o", ""],
    &["^"],
    &["$"],
    &["^$"],
    &["-v", "^$"],
    &["-c", "^$"],
    &["^foo"],
    &["foo$"],
    &["^f.*z$"],
    &["f[a-o]*"],
    &["[[:digit:]]"],
    &["[^[:alnum:]]"],
    &["\\bfoo\\b"],
    &["\\<foo"],
    &["foo\\>"],
    &["\\w\\+=\\w\\+"],
    &["\\(foo\\).*\\1"],
    &["-o", "\\(foo\\).*\\1"],
    &["-i", "\\(foo\\).*\\1"],
    &["a\\|b"],
    &["fo\\{2\\}"],
    &["o\\?b"],
    &["*c"],
    &["a.b\\*c\\[d\\]"],
    &["-E", "foo|hello"],
    &["-E", "(foo|bar)+"],
    &["-Eo", "(foo|bar)+"],
    &["-Eo", "[a-z]+"],
    &["-Eow", "[a-z]+"],
    &["-E", "^[0-9]{3,}$"],
    &["-E", "(a|b)?c"],
    &["-Ew", "foo|bar"],
    &["-Ex", "foo|[0-9]+"],
    &["-Ev", "foo|bar"],
    &["-F", "a.b*c[d]\\e"],
    &["-F", "foo\nhello"],
    &["-Fx", "12345"],
    &["-Fw", "foo"],
    &["-Fi", "FOO"],
    &["-Fo", "o"],
    &["-Fc", "o"],
    &["-Fv", "foo"],
    &["-F", ""],
    &["-F", "^"],
    &["-G", "foo"],
    &["foo\nhello"],
    &["-E", "foo\nhello|key"],
    &["-w", "foo\nhello"],
    &["-x", "foo\n12345"],
    &["--color=never", "foo"],
    &["--color=auto", "foo"],
    &["--colour", "foo"],
    &["--count", "foo"],
    &["--regexp=foo"],
    &["--ignore-case", "--line-number", "foo"],
    &["--max-count=1", "foo"],
    &["--context=1", "hello"],
    &["--after-context=1", "--before-context", "1", "hello"],
    &["--only-matching", "foo"],
    &["--files-with-matches", "foo", "in", "other"],
    &["--line-buffered", "foo"],
    &["--text", "foo"],
    &["--invert-match", "--word-regexp", "foo"],
    &["-U", "foo"],
    &["--", "-foo"],
    &["-e", "-foo"],
    &["foo", "-"],
    &["foo", "in", "-"],
    &["-H", "foo", "-"],
    &["-c", "foo", "-", "in"],
    &["-l", "foo", "-", "in"],
    &["foo", "-n", "in"],
    &["-r", "foo", "tree"],
    &["-r", "foo", "tree/"],
    &["-r", "foo", "tree//"],
    &["-rn", "foo", "tree", "in"],
    &["-rh", "foo", "tree"],
    &["-rH", "foo", "in"],
    &["-r", "foo", "in"],
    &["-rl", "foo", "tree"],
    &["-rL", "foo", "tree"],
    &["-rc", "foo", "tree"],
    &["-rlZ", "foo", "tree"],
    &["-r", "foo", "missing", "tree"],
    &["-r", "foo", "./tree"],
    &["-r", "only in the tree"],
    &["-rl", "only in the tree", "."],
    &["-rq", "only in the tree"],
    &["-a", "foo", "binary"],
    &["-ao", "foo", "binary"],
    &["foo", "binary"],
    &["-c", "foo", "binary"],
    &["-l", "foo", "binary"],
    &["-q", "foo", "binary"],
    &["-v", "foo", "binary"],
    &["-vc", "foo", "binary"],
    &["-n", "foo", "binary", "in"],
    &["-o", "foo", "binary"],
    &["-C1", "foo", "binary"],
    &["nothing", "binary"],
    &["-I", "foo", "binary", "in"],
    &["--binary-files=without-match", "-c", "foo", "binary"],
    &["--binary-files=text", "foo", "binary"],
    &["--binary-files=binary", "foo", "binary"],
    &["-I", "foo", "latin", "in"],
    &["foo", "latin"],
    &["-c", "foo", "latin"],
    &["-o", "foo", "latin"],
    &["-o", "foo.*", "latin"],
    &["-n", "foo", "latin", "in"],
    &["-C1", "hello", "latin"],
    &["-A1", "first", "latin"],
    &["-B1", "last", "latin"],
    &["-v", "hello", "latin"],
    &["-m1", "foo", "latin"],
    &["foo", "late"],
    &["-n", "hello", "late"],
    &["-c", "foo", "late"],
    &["-C3", "foo", "late"],
    &["-B2", "NUL", "late"],
    &["caf."],
    &["caf\u{e9}"],
    &["-i", "CAF\u{c9}"],
    &["-o", "[^ -~]*"],
    &["-w", "caf"],
    &["."],
    &["-o", "."],
    &["-v", "."],
];

/// Arguments that may be left to the installed grep.
const ODD: &[&[&str]] = &[
    &["-P", "foo"],
    &["-E", "*a"],
    &["-E", "a|*b"],
    &["-E", "+"],
    &["-E", "{1}"],
    &["-E", "$+"],
    &["-E", "$$?"],
    &["-E", "a|\\b*"],
    &["-E", "o^*"],
    &["-E", "o$*b"],
    &["-E", "(o\\b*b)"],
    &["o\\b*b"],
    &["o\\>\\?b"],
    &["-E", "(\\<{2}a)"],
    &["-E", "(*b)"],
    &["-E", "a{1"],
    &["-E", "a{,2}"],
    &["-E", "a)"],
    &["-Ew", "a)"],
    &["-Ex", "a)|(b"],
    &["-E", "(a"],
    &["-E", "()"],
    &["-E", "a||b"],
    &["[:space:]"],
    &["[[:space:]"],
    &["[a"],
    &["a\\"],
    &["\\(a"],
    &["a\\)"],
    &["a\\{1"],
    &["\\(a\\)\\2"],
    &["-w", "\\(o\\)\\1"],
    &["-oi", "\\foo"],
    &["-owi", "-E", "\\foo|hello"],
    &["-owx", "12345"],
    &["-x", "\\(.\\).*\\1"],
    &["-e", "\\(o\\)\\1", "-e", "\\(l\\)\\1"],
    &["a**"],
    &["^*"],
    &["\\(*a\\)"],
    &["\\(^f\\)oo"],
    &["a\\|^foo"],
    &["x*\\{2\\}"],
    &["-m", "-1", "foo"],
    &["-m", "x", "foo"],
    &["-A", "x", "foo"],
    &["-A"],
    &["-n1", "foo"],
    &["-1n", "foo"],
    &["-1", "-2", "foo"],
    &["-12", "foo"],
    &["-y", "FOO"],
    &["-u", "foo"],
    &["-T", "foo"],
    &["-z", "foo"],
    &["-R", "foo", "tree"],
    &["-d", "skip", "foo", "tree", "in"],
    &["--include=*.c", "-r", "foo", "tree"],
    &["--exclude=*.c", "-r", "foo", "tree"],
    &["--label=x", "-H", "foo"],
    &["--color=always", "foo"],
    &["-E", "-F", "foo"],
    &["-E", "-E", "foo"],
    &["-f", "missing"],
    &["-f", "-"],
    &["-f", "directory"],
    &["--help"],
    &["-V"],
    &[],
    &["-E"],
    &["-X", "egrep", "foo"],
    &["-r", "foo", "tree", "-R"],
    &["-z", "-o", "foo"],
    &["x\\(\\)y"],
    &["-i", "\u{212a}"],
    &["-i", "k"],
    &["\\d"],
    &["-E", "\\d|\\/"],
];

fn files(case: Case<'static>) -> Case<'static> {
    let mut binary = b"text foo\n\nfoo \0 binary foo\nhello\0\0foo\0bar\n".to_vec();
    binary.extend_from_slice(b"more foo\n");
    let latin = b"first\nfoo \xe9\nhello\nfoo caf\xc3\xa9\n\xff hello\nlast foo\n";
    let mut late = b"foo in the first block\nhello there, a line of text\n".repeat(3000);
    late.extend_from_slice(b"a NUL \0 foo\nhello\nfoo after it\n");
    let case = case.file("in", TEXT).file("other", "other\nfoo\n").file("empty", "");
    let case = case.file("patterns", "foo\nhel*\n12345\n").file("newline", "\n");
    let case = case.file("binary", binary).file("latin", latin).file("late", late);
    let case = case.directory("directory").directory("tree/sub").file("tree/one", "foo one\nx\n");
    let case = case.file("tree/sub/two.c", "foo two\n").link("tree/link", "one");
    case.file("tree/sub/three", "only in the tree\n").link("tree/loop", "..")
}

fn has_operand(arguments: &[&str]) -> bool {
    arguments.len() > 1
        && arguments[1..].iter().any(|a| {
            ["in", "-", "other", "missing", "directory", "binary", "latin", "late"].contains(a)
                || a.contains("tree")
        })
}

#[test]
fn cases() {
    for arguments in CASES {
        files(Case::new("grep")).args(*arguments).stdin(TEXT).same();
        files(Case::new("grep")).args(*arguments).stdin(TEXT).utf8().merged().same();
        if !has_operand(arguments) {
            files(Case::new("grep")).args(*arguments).arg("in").same();
            files(Case::new("grep")).args(*arguments).args(["other", "in"]).merged().same();
        }
    }
}

#[test]
fn odd_inputs() {
    for arguments in CASES.iter().filter(|arguments| !has_operand(arguments)) {
        for input in [
            &b""[..],
            b"\n",
            b"foo",
            b"foo\n\nbar\nfoo",
            b"caf\xc3\xa9 foo\n\xe9 foo\nfoo \xff",
            b"foo\0bar\nfoo\n",
            b"a-foo b\nfoo_x foo foox\n_foo\nfoo\nxfoo\n-foo\n foo \n",
        ] {
            files(Case::new("grep")).args(*arguments).stdin(input).same();
            files(Case::new("grep")).args(*arguments).stdin(input).utf8().same();
        }
    }
}

#[test]
fn odd_cases() {
    for arguments in ODD {
        files(Case::new("grep")).args(*arguments).stdin(TEXT).same_or_aside();
        files(Case::new("grep")).args(*arguments).stdin(TEXT).utf8().same_or_aside();
        files(Case::new("grep")).args(*arguments).arg("in").merged().same_or_aside();
    }
}

#[test]
fn by_other_names() {
    for name in ["egrep", "fgrep"] {
        for arguments in [
            &["foo|hello"][..],
            &["-c", "a.b"],
            &["o+"],
            &["foo", "missing"],
            &["-n", "foo", "in", "directory"],
            &["foo", "binary"],
            &["-i", "(FOO)"],
            &["-E", "foo"],
            &["-F", "foo"],
            &["-w", "foo"],
        ] {
            files(Case::new(name)).args(arguments).stdin(TEXT).same_or_aside();
        }
        files(Case::new(name)).args(["-n", "foo", "missing", "in"]).same();
    }
}

#[test]
fn what_is_left_of_standard_input() {
    let long = [TEXT.repeat(2000), b"the end\n".to_vec()].concat();
    for arguments in [
        &["-q", "foo"][..],
        &["-q", "end"],
        &["-q", "nothing"],
        &["-l", "foo"],
        &["-L", "foo"],
        &["-c", "foo"],
        &["foo"],
        &["-m1", "foo"],
        &["-m1", "-A1", "foo"],
        &["-m0", "foo"],
    ] {
        for text in [TEXT, &long] {
            let stdin = Source::File(text.to_vec());
            let case = files(Case::new("grep")).args(arguments).stdin_from(stdin);
            case.leaves_rest().same_or_aside();
        }
    }
}

#[test]
fn outputs() {
    let case = || files(Case::new("grep")).arg("foo");
    for sink in [Sink::Full, Sink::Broken] {
        case().arg("in").stdout_to(sink.clone()).same();
        case().args(["-c", "in"]).stdout_to(sink.clone()).same();
        case().stdin(b"foo bar\n".repeat(20_000)).stdout_to(sink.clone()).same();
        case().args(["-q", "in"]).stdout_to(sink.clone()).same();
        case().args(["empty"]).stdout_to(sink).same();
    }
    // A message writes what was collected: the reason is lost, unless more is.
    for names in [&["in", "binary"][..], &["in", "missing"], &["in", "missing", "other"]] {
        case().args(names).stdout_to(Sink::Full).same();
    }
    case().args(["in", "other"]).stdout_to(Sink::Append("other")).tree().same();
    case().args(["-s", "in", "other"]).stdout_to(Sink::Append("other")).tree().same();
    case().args(["-m1", "in", "other"]).stdout_to(Sink::Append("other")).tree().same();
    case().args(["-c", "in", "other"]).stdout_to(Sink::Append("other")).tree().same();
    case().stdin_from(Source::Directory).same();
}

#[test]
fn generated() {
    let mut random = Random::new(7);
    let pieces = [
        "a",
        "b",
        "foo",
        "ab",
        ".",
        "[a-c]",
        "[^a]",
        "\\w",
        "\\<",
        "\\>",
        "\\b",
        " ",
        "o",
        "x",
        "^",
        "$",
        "_",
        "[[:alpha:]]",
        "[[:space:]]",
        "\\s",
        "\\W",
        "[\t-~]",
        "\u{e9}",
    ];
    let basic = ["a*", "b\\{1,2\\}", "\\(a\\|b\\)", "o\\+", "x\\?", "\\(ab\\)*", "\\|"];
    let extended = ["a*", "b{1,2}", "(a|b)", "o+", "x?", "(ab)*", "|"];
    let mut ran = 0;
    for _ in 0..3000 {
        let mut case = Case::new("grep");
        let mut pattern = Vec::new();
        let kind = random.pick(&["-G", "-E", "-F", "-G", "-E"]);
        for _ in 0..random.below(4) + 1 {
            let piece = match (random.one_in(3), kind) {
                (true, "-G") => random.pick(&basic),
                (true, "-E") => random.pick(&extended),
                _ => random.pick(&pieces),
            };
            pattern.extend_from_slice(piece.as_bytes());
            if random.one_in(12) {
                pattern.push(b'\n');
            }
        }
        case = case.arg(kind);
        for _ in 0..random.below(3) {
            case = case.arg(random.pick(&[
                "-v", "-c", "-o", "-n", "-w", "-x", "-i", "-l", "-q", "-A1", "-B1", "-C1", "-m2",
                "-b", "-H", "-a", "-w", "-o",
            ]));
        }
        case = case.arg("-e").arg(pattern);
        if random.one_in(2) {
            case = case.utf8();
        }
        let words: &[&[u8]] = &[
            b"a",
            b"b",
            b"foo",
            b"\n",
            b"\n",
            b" ",
            b"ab",
            b"_",
            b"o",
            b"x",
            b"A",
            b"\xc3\xa9",
            b"-",
            b"aab",
            b"c",
        ];
        let most = if random.one_in(40) { 30_000 } else { 40 };
        let mut text = random.bytes(words, most);
        if random.one_in(30) {
            text.extend_from_slice(random.pick(&[&b"\xff foo\n"[..], b"a\0b", b"\xc3"]));
        }
        let case = if random.one_in(2) { case.stdin(text) } else { case.arg("f").file("f", text) };
        ran += usize::from(case.same_or_aside() == Verdict::Same);
    }
    assert!(ran > 2000 || is_of_many("grep"), "only {ran} ran");
}

#[test]
fn several_blocks() {
    const PIECES: &[&str] =
        &["foo", "bar", "o", " ", " ", "\n", "\n", "12", "_", "4567 ", "x", "\u{e9}"];
    const ASCII: usize = PIECES.len() - 1;
    const PATTERNS: &[&[&str]] = &[
        &["-e", "foo"],
        &["-w", "foo"],
        &["-w", "o"],
        &["-x", "foo"],
        &["-E", "foo4|barx|12_12"],
        &["-E", "^(foo|x )"],
        &["-E", "[0-9]{6}"],
        &["-E", "[0-9]{3} x"],
        &["-i", "BARX"],
        &["-e", "rx$"],
        &["-e", "^$"],
        &["-e", "[\u{e9}x]_"],
        &["-e", "foo.*_.*bar"],
        &["-e", "4"],
        &["-e", "o.\\?\\<x"],
        &["-wi", "FOO."],
        &["-e", "xx", "-e", "__", "-e", "foofoo"],
    ];
    const SHOWN: &[&[&str]] = &[
        &[],
        &["-c"],
        &["-n"],
        &["-b"],
        &["-o"],
        &["-vn"],
        &["-B2"],
        &["-nA1"],
        &["-C3"],
        &["-m9"],
    ];
    let mut random = Random::new(21);
    let modes = [(true, false), (true, true), (false, true)];
    for (pattern, (ascii, wide)) in PATTERNS.iter().flat_map(|p| modes.map(|m| (p, m))) {
        let most = random.pick_copy(&[40_000, 120_000]);
        let mut text = Vec::new();
        if ascii {
            text = random.text(&PIECES[..ASCII], most);
        }
        if wide {
            text.extend(random.text(PIECES, most));
        }
        if random.one_in(4) {
            text.extend_from_slice(b"foo \0 foo\nfoo\n");
        }
        for shown in SHOWN {
            let case = || Case::new("grep").args(*shown).args(*pattern).arg("f").file("f", &text);
            case().same();
            case().utf8().same();
        }
    }
}

/// What GNU's automaton takes for anchors, and what the C library does not find.
#[test]
fn anchors_of_the_installed_one_alone() {
    for pattern in ["a$|b", "x\\|a$)*"] {
        Case::new("grep").arg(pattern).stdin(TEXT).aside();
        Case::new("grep").args(["-E", pattern]).stdin(TEXT).same();
    }
    Case::new("grep").args(["-oE", "(a|^b)+"]).stdin(TEXT).aside();
    Case::new("grep").args(["-oE", "(a|b$)+"]).stdin(TEXT).same();
}

/// What is open ends with the line of the list that opens it.
#[test]
fn patterns_of_several_lines_are_whole_each() {
    for pattern in
        ["(a\nb)", "[a\nb]", "a\\\nb", "\\(a\nb\\)", "(a\n", "a)\nb", "a{1\n2}", "(a)\n[b]"]
    {
        for kind in ["-E", "-G", "-F"] {
            Case::new("grep").args([kind, pattern]).stdin(TEXT).same_or_aside();
        }
    }
}

/// Where characters have an order of their own (LC_COLLATE) ranges do not mean what they mean here, and some are
/// an error: `[a-z]` has `é` in it in en_US.UTF-8, and `[A-z]` ends before it begins.
#[test]
fn sets_in_the_order_of_another_locale() {
    let calls: [(&str, &[&str], &[&str]); 5] = [
        ("grep", &["[A-F]"], &["[0-9]"]),
        ("grep", &["-E", "x|[[=a=]]"], &["-F", "[a-z]"]),
        ("sed", &["s/[a-z]//"], &["s/[0-9]*[-_]//"]),
        ("nl", &["-bp[a-c]"], &["-bp[abc]"]),
        ("csplit", &["-", "/[b-c]/"], &["-", "/[bc]/"]),
    ];
    for (utility, ordered, plain) in calls {
        let case = |arguments: &[&str], locale| {
            let case = Case::new(utility).args(arguments).stdin("a1\nb-2\nc_3\n");
            case.variable("LC_ALL", "").variable("LC_COLLATE", locale)
        };
        case(ordered, "de_DE.UTF-8").aside();
        case(ordered, "C.UTF-8").same();
        case(plain, "de_DE.UTF-8").same();
    }
}
