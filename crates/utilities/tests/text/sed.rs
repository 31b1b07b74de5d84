//! sed against the installed sed.

use crate::harness::{Case, Random, Sink, Source, Verdict, is_of_many};

const TEXT: &[u8] = b"first line\nfoo bar baz\n\n  indented foo\nhello world hello\nkey=value\n\
    a.b*c[d]\\e\n#comment\n12345\nlast foo foo foo\n";

/// Scripts that are to run here, on several inputs.
const SCRIPTS: &[&[&str]] = &[
    &["p"],
    &["-n", "p"],
    &["s/foo/bar/"],
    &["s/foo/bar/g"],
    &["s/foo/bar/2"],
    &["s/foo/bar/2g"],
    &["-n", "s/foo/bar/p"],
    &["-n", "s/foo/bar/gp"],
    &["s/FOO/bar/I"],
    &["s/FOO/bar/gi"],
    &["s/o*/x/g"],
    &["s/o*/x/2"],
    &["s/x*/-/g"],
    &["s/\\(.*\\)foo/\\1bar/"],
    &["s/\\([a-z]*\\) \\([a-z]*\\)/\\2 \\1/"],
    &["-E", "s/([a-z]+) ([a-z]+)/\\2 \\1/"],
    &["-r", "s/(a|b|foo)+/<&>/g"],
    &["s/[aeiou]/\\U&/g"],
    &["s/\\w\\+/\\u&/g"],
    &["s/\\(.\\)\\(.*\\)/\\U\\1\\E\\2/"],
    &["s/\\([^ ]*\\) \\(.*\\)/\\L\\u\\1 \\U\\l\\2\\E!/"],
    &["s/^/> /"],
    &["s/$/ </"],
    &["s/^[ \\t]*//"],
    &["s/[ \\t]*$//"],
    &["s,/,|,g"],
    &["s|a|b\\|c|"],
    &["s/a\\/b/x/"],
    &["s/[/]/x/"],
    &["s/[[:space:]]/_/g"],
    &["s/&/\\&amp;/g"],
    &["s/foo/[&]/g"],
    &["s/a/x\\\ny/"],
    &["s/a/x\\ny/g"],
    &["s/ /\\t/g"],
    &["s/\\./DOT/"],
    &["s/\\*/STAR/;s/\\[/(/;s/]/)/"],
    &["y/abc/xyz/"],
    &["y/abc\\n/xyz /"],
    &["y,/,|,"],
    &["y/\\\\/|/"],
    &["1d"],
    &["$d"],
    &["2,4d"],
    &["/foo/d"],
    &["/foo/!d"],
    &["2!d"],
    &["2,4!d"],
    &["/hello/,$d"],
    &["/foo/,/hello/d"],
    &["/foo/,/foo/d"],
    &["2,/foo/d"],
    &["0,/foo/d"],
    &["0,/first/d"],
    &["1,/first/d"],
    &["4,2d"],
    &["/hello/,3p"],
    &["2,+2d"],
    &["/foo/,+1d"],
    &["/foo/,~4p"],
    &["4,~4p"],
    &["3,~4p"],
    &["2,+0d"],
    &["2,~0d"],
    &["1~2d"],
    &["0~3d"],
    &["2~0p"],
    &["5~2p"],
    &["2,1~3p"],
    &["$a\\"],
    &["a\\"],
    &["-n", "$a\\"],
    &["-s", "2!d;a\\"],
    &["$!d"],
    &["$!N;P;D"],
    &["N;s/\\n/ /"],
    &["$!N;s/\\n/ /"],
    &["N;N;s/\\n/,/g"],
    &[":a;N;$!ba;s/\\n/,/g"],
    &[":a", "-n"],
    &["-n", "$="],
    &["="],
    &["-n", "/foo/="],
    &["-n", "2{p;q}"],
    &["2q"],
    &["2q5"],
    &["3Q"],
    &["3Q7"],
    &["/hello/q"],
    &["$q"],
    &["n;d"],
    &["-n", "n;p"],
    &["$!n;s/^/+/"],
    &["G"],
    &["-n", "1!G;h;$p"],
    &["x"],
    &["1h;1d;$G"],
    &["H;$!d;x;s/\\n/|/g"],
    &["x;G;1!h;s/\\n//g"],
    &["a hello"],
    &["a\\\nhello"],
    &["a\\\n  hello\\\n  world"],
    &["a\\  hello"],
    &["a hello\\\nworld"],
    &["2a\\ttab"],
    &["a x\\ty"],
    &["1i hello"],
    &["i\\\nhello"],
    &["$a end"],
    &["2c changed"],
    &["2,4c\\\nchanged"],
    &["$!{$!c text\n}"],
    &["/foo/c foo was here"],
    &["2!c other"],
    &["2,3!c other"],
    &["/foo/{s//X/;p;}"],
    &["/foo/{s/f/g/\ns/o/0/}"],
    &["1{p};2{p}"],
    &["{p;p}"],
    &["{{p}}"],
    &["1,3{2,4{s/^/x/}}"],
    &["/foo/ { s/foo/bar/ ; p }"],
    &["s/foo/x/;ta;s/^/no /;:a"],
    &["s/foo/x/;t;s/^/no /"],
    &["s/foo/x/;T;s/^/yes /"],
    &["s/foo/x/;Tend;s/^/yes /;:end;s/$/./"],
    &[":a;s/foo/bar/;ta"],
    &["b;p"],
    &["/foo/b end;s/^/-/;:end"],
    &["l"],
    &["-n", "l"],
    &["-n", "l 20"],
    &["-n", "l 1"],
    &["-n", "l 2"],
    &["-l", "30", "-n", "l"],
    &["-l", "1", "-n", "l"],
    &["--line-length=5", "l"],
    &["z;s/^$/empty/"],
    &["F"],
    &["-s", "F"],
    &["#n\np"],
    &["# a comment\np # and another"],
    &["p;# comment"],
    &["-e", "p", "-e", "s/a/b/"],
    &["-e", "a\\", "-e", "text"],
    &["-e", "i\\", "-e", "  text"],
    &["-n", "-e", "/foo/p", "-e", "/bar/p"],
    &["--quiet", "--expression=p"],
    &["--silent", "-e", "p"],
    &["-z", "s/\\n/,/g"],
    &["-z", "s/^f/X/g"],
    &["--null-data", "-n", "$p"],
    &["-u", "2q"],
    &["-un", "2p"],
    &["-s", "$d"],
    &["-b", "p"],
    &["N;N;s/^foo/X/M"],
    &["N;N;N;s/^[a-z]/X/Mg"],
    &["N;N;N;s/[a-z]$/X/Mg"],
    &["N;N;N;s/a.f/X/M"],
    &["N;s/a.b/X/M"],
    &["N;N;/^foo/Md"],
    &["N;N;N;s/\\`f/X/M;s/e\\'/Y/M"],
    &["/FOO/Id"],
    &["/foo/I,/HELLO/Id"],
    &["\\,foo,d"],
    &["\\|foo|s||X|g"],
    &["s/foo/x/w /dev/stdout"],
    &["w /dev/stdout"],
    &["-n", "w /dev/stderr"],
    &["-n", "/foo/w out\nP"],
    &["w out"],
    &["W out"],
    &["s/foo/x/w out"],
    &["s/foo/x/gpw out\ns/x/y/w out"],
    &["r other"],
    &["$r other"],
    &["r ."],
    &["1!{r .\n}"],
    &["-n", "r .\np"],
    &["R ."],
    &["/foo/r missing"],
    &["R other"],
    &["R missing"],
    &["1r other\n2R other"],
    &["a one\nr other\na two"],
    &["a one\nn"],
    &["a one\nN"],
    &["a one\nD"],
    &["i one\nq"],
    &["a one\nq"],
    &["r other\nq"],
    &["r other\nQ"],
    &["$!N;$!D"],
    &["$!{h;d};x;G"],
    &["s/\\(foo\\)\\( \\|$\\)/<\\1>\\2/g"],
    &["s/\\bfoo\\b/X/g"],
    &["s/\\<./\\U&/g"],
    &["s/.\\>/!/g"],
    &["s/\\s\\+/ /g"],
    &["s/\\S/x/2"],
    &["s/a\\|e/V/g"],
    &["s/lo\\?/X/g"],
    &["s/o\\{2\\}/OO/"],
    &["-E", "s/o{2}/OO/;s/[0-9]{2,3}/N/"],
    &["-E", "s/^(.*)=(.*)$/\\2=\\1/"],
    &["s/\\(.\\)\\1/<\\1\\1>/g"],
    &["-E", "s/(.)(.)\\2\\1/!/g"],
    &["s/\\x41/x/g;s/\\x26/y/;s/a/\\x26/;s/b/\\o46/;s/c/\\d065/"],
    &["s/e/\\\\/g"],
    &["s/e/\\e/g"],
    &["s+a\\+b+X+;s.a\\.b.X.;s*a\\*b*X*"],
    &["-E", "s+a\\+b+X+;s|a\\|b|X|g"],
    &["s!foo!bar!;s#a#b#;s@e@E@;s%l%L%;s:o:0:;s_ _-_"],
    &["/^$/d"],
    &["/./,/^$/!d"],
    &["/^#/d;s/ *#.*//"],
    &["$s/foo/last/"],
    &["1s/^/x/;1!s/^/y/"],
    &["1!{$!d}"],
    &["s/\\n//"],
    &["N;s/\\(.*\\)\\n\\(.*\\)/\\2\\n\\1/"],
    &["s/()/x/"],
    &["s/^*a/x/"],
    &["s/\\(^a\\)/x/"],
    &["2,4s/^/  /"],
    &["2 , 4 p"],
    &["  p ; p  "],
    &["p;;p"],
    &["\n\np\n\n"],
    &["3!s/a/b/"],
    &["3 ! s/a/b/"],
    &["s/a/b/ ; s/b/c/"],
    &["s/a/b/;s/b/c/ # done"],
    &["y/ab/ba/;p"],
    &["y/ab/ba/ # done"],
    &["-n", "/foo/{=;p}"],
    &["-n", "/foo/{n;p}"],
    &["/foo/{x;p;x}"],
    &["/foo/{N;N;d}"],
    &["$!N;/\\(.*\\)\\n\\1$/!P;D"],
    &["-n", "$!{h;d};H;x;p"],
    &["s/./&&/3"],
    &["s/\\(a\\)\\|b/\\1/g"],
    &["s/[^,]*,//"],
    &["s/.*/\"&\"/"],
    &["s/'/'\\\\''/g"],
    &["s/\\([^=]*\\)=.*/\\1/"],
    &["s/\\u0041/x/"],
    &["s/a/\\u\\xb/;s/e/\\u\\E\\qx/"],
    &["s/\\(x*\\)\\([a-z]\\)/\\u\\1\\2/"],
    &["v"],
    &["v 4.2"],
    &["0~4!d"],
    &["2,4{/foo/d}"],
    &["1,2p;1,2p"],
    &["2{N;N;N};3,5s/^/x/"],
    &["2{n;n;n};2,3s/^/x/"],
    &["2{N;N;N};/foo/,3s/^/x/"],
    &["/^$/,/foo/s/^/R/"],
    &["/foo/,2s/^/R/"],
    &["$,2s/^/R/"],
    &["$,$s/^/R/"],
    &["1,$s/^/R/"],
    &["1,1s/^/R/"],
];

/// Scripts that may be left to the installed sed.
const ODD: &[&[&str]] = &[
    &["e"],
    &["s/a/b/e"],
    &["s/a"],
    &["s/a/b"],
    &["s/a/b/x"],
    &["s/a/b/gg"],
    &["s/a/\\1/"],
    &["s/\\(a/b/"],
    &["-E", "s/(a/b/"],
    &["-E", "s/a)/b/"],
    &["s/a\\)/b/"],
    &["y/abc/ab/"],
    &["y/a/b"],
    &["y/\\q/x/"],
    &["b nowhere"],
    &["{p"],
    &["p}"],
    &["s/a**/x/"],
    &["s/\\h/<&>/I"],
    &["-n", "/\\e/Ip"],
    &["k"],
    &["pp"],
    &["2,p"],
    &["+1p"],
    &["0p"],
    &["0,2p"],
    &["//p"],
    &["s//x/"],
    &["/a/p;//d"],
    &["//p;/a/d"],
    &["a"],
    &["a\np"],
    &["a\\"],
    &["a foo\\"],
    &["a\\\\foo"],
    &["a  \\  foo"],
    &["}"],
    &["1}"],
    &[":"],
    &["1:a"],
    &[":a;:a;p"],
    &["r"],
    &["w"],
    &["w /no/such/file"],
    &["q 300"],
    &["1,2q"],
    &["1!!p"],
    &["#no"],
    &["sxfooxbarx"],
    &["s/\\cA/x/"],
    &["s/\\x5e/x/"],
    &["s/a/\\c/"],
    &["--posix", "p"],
    &["--debug", "p"],
    &["--sandbox", "p"],
    &["--follow-symlinks", "p"],
    &["-n"],
    &["--help"],
    &["--version"],
    &["-e", "s/a+/x/", "-E"],
    &["-l", "x", "l"],
    &["s/a\nb/x/"],
    &["s/a/b\nc/"],
    &["-z", "s/^a/x/M"],
    &["-i", "p"],
    &["R /dev/stdin"],
    &["r /dev/stdin"],
    &["p", "missing", "in"],
    &["p", "in", "missing"],
    &["$p", "in", "missing"],
    &["p", "directory"],
    &["p", "in", "directory", "in"],
    &["$p", "in", "directory"],
    &["-n", "$p", "in", "directory", "in"],
    &["p", "--", "in", "-"],
    &["p", "in", "-n"],
];

fn files(case: Case<'static>) -> Case<'static> {
    let case = case.file("in", TEXT).file("other", "other 1\nother 2\n").file("empty", "");
    case.file("unfinished", "x foo\ny foo").directory("directory").tree()
}

#[test]
fn scripts_on_a_file() {
    for script in SCRIPTS {
        files(Case::new("sed")).args(*script).arg("in").same();
    }
}

#[test]
fn scripts_on_several_files() {
    for script in SCRIPTS {
        let case = files(Case::new("sed")).args(*script);
        case.args(["unfinished", "empty", "in", "unfinished", "empty"]).same();
    }
}

#[test]
fn scripts_on_files_by_themselves() {
    for script in SCRIPTS {
        let case = files(Case::new("sed")).arg("-s").args(*script);
        case.args(["unfinished", "empty", "in", "unfinished"]).same();
    }
}

#[test]
fn scripts_on_a_stream() {
    for script in SCRIPTS {
        files(Case::new("sed")).args(*script).stdin(TEXT).same();
        files(Case::new("sed")).args(*script).stdin(b"one foo\ntwo\nthree foo foo").same();
        files(Case::new("sed")).args(*script).stdin(b"\n").same();
        files(Case::new("sed")).args(*script).stdin(b"").same();
        let bytes = b"caf\xc3\xa9 foo \xff\xfe \xe2\x82\xac\0 foo\n\xc3";
        files(Case::new("sed")).args(*script).stdin(bytes).same();
        files(Case::new("sed")).args(*script).stdin(bytes).utf8().same();
        files(Case::new("sed")).args(*script).stdin(b"a\0foo\nb\0c foo\0\nlast").same();
    }
}

#[test]
fn scripts_in_place() {
    for script in SCRIPTS {
        let case = || files(Case::new("sed")).args(*script);
        case().args(["-i", "in", "unfinished", "empty"]).same();
        case().args(["-i.bak", "unfinished", "in"]).same();
    }
}

#[test]
fn what_is_left_of_standard_input() {
    for script in SCRIPTS {
        let stdin = Source::File(TEXT.to_vec());
        files(Case::new("sed")).args(*script).stdin_from(stdin).leaves_rest().same();
    }
}

#[test]
fn odd_scripts() {
    for script in ODD {
        let case = files(Case::new("sed")).args(*script);
        case.same_or_aside();
        files(Case::new("sed")).args(*script).arg("in").same_or_aside();
        files(Case::new("sed")).args(*script).arg("in").merged().same_or_aside();
        files(Case::new("sed")).args(*script).stdin(TEXT).same_or_aside();
    }
}

#[test]
fn files_in_place() {
    let case = || files(Case::new("sed")).file_mode("tool", "#!/bin/sh\nfoo\n", 0o755);
    case().args(["-i", "s/foo/bar/", "tool"]).same();
    case().args(["--in-place", "s/foo/bar/", "tool"]).same();
    case().args(["--in-place=~", "s/foo/bar/", "tool", "in"]).same();
    case().args(["-i", "s/foo/bar/", "missing", "tool"]).same();
    case().args(["-i", "s/foo/bar/", "directory", "tool"]).same();
    case().args(["-i", "2q", "in"]).same();
    case().args(["-n", "-i", "p", "in"]).same();
    case().args(["-ni", "p", "in"]).same();
    case().args(["-in", "p", "in"]).same();
    case().args(["-i", "w out", "in", "tool"]).same();
    case().args(["-i", "w /dev/stdout", "in", "tool"]).same();
    case().args(["-i", "R other", "in", "tool"]).same();
    case().args(["-E", "-i", "-e", "s/(f)oo/\\1/", "in"]).same();
    case().args(["-i", "s/foo/bar/", "directory/new"]).file("directory/new", "foo").same();
    case().args(["-i.b", "s/foo/bar/", "directory/new"]).file("directory/new", "foo").same();
    case().args(["-i", "s/foo/bar/", "alias"]).link("alias", "in").same();
    case().args(["-i", "s/foo/bar/", "-"]).same();
    case().args(["-i", "s/foo/bar/", "odd"]).file_mode("odd", "foo\n", 0o4600).same();
    case().args(["-i", "s/foo/bar/", "odd"]).file_mode("odd", "foo\n", 0o000).umask(0o077).same();
    case().args(["-ibak*", "p", "in"]).aside();
    case().args(["-isub/*", "p", "in"]).aside();
}

#[test]
fn script_files() {
    let script =
        "#!/bin/sed -f\n# comment\ns/foo/bar/\n/hello/ {\n  a\\\n  added\\\n  twice\n  d\n}\n";
    let case = || files(Case::new("sed")).file("script", script).file("quiet", "#n\n/foo/p");
    case().args(["-f", "script", "in"]).same();
    case().args(["--file=script", "in"]).same();
    case().args(["-f", "quiet", "in"]).same();
    case().args(["-e", "p", "-f", "quiet", "in"]).same();
    case().args(["-f", "script", "-e", "p", "in"]).same();
    case().args(["-f", "missing", "in"]).aside();
    case().args(["/a$|b/d", "in"]).aside();
    case().args(["s/a$)*/x/", "in"]).aside();
    case().args(["s/a$)/x/;s/[$)]b//;s/\\$)b//", "in"]).same();
    // Where the C library misses matches.
    case().args(["-E", "s/(o|^l|\\bb)+/[/", "in"]).aside();
    case().args(["-E", "s/(^f|o){1,2}/[/;/(\\<l|a)+/d", "in"]).aside();
    case().args(["-f", "-", "in"]).aside();
    case().args(["-nf", "script", "in"]).same();
}

#[test]
fn outputs_that_fail() {
    for sink in [Sink::Full, Sink::Broken] {
        files(Case::new("sed")).args(["p", "in"]).stdout_to(sink.clone()).same();
        files(Case::new("sed")).args(["-n", "p", "empty"]).stdout_to(sink).same();
    }
    files(Case::new("sed")).args(["p"]).stdin(vec![b'x'; 300_000]).stdout_to(Sink::Broken).same();
    files(Case::new("sed")).args(["w /dev/full", "in"]).same();
}

#[test]
fn the_order_of_output_and_complaints() {
    let long = b"a line of some length\n".repeat(1000);
    for names in [&["in", "missing", "in"][..], &["long", "missing", "in", "missing"]] {
        let case = files(Case::new("sed")).file("long", &long).arg("p");
        case.args(names).merged().same();
    }
    files(Case::new("sed")).args(["p", "in", "directory", "in"]).merged().same();
}

#[test]
fn generated() {
    let mut random = Random::new(6);
    let expressions = [
        "a",
        "foo",
        "[a-c]",
        "x*",
        "^",
        "$",
        "^a",
        "b$",
        ".",
        "\\(a\\|b\\)c",
        "\\(.\\)\\1",
        "o\\+",
        "\\<b",
        "a\\{2\\}",
        "[^ab]",
        "ab*c",
        "\\n",
        "^$",
        "[[:alpha:]]*",
        "a.c",
        "\\(a*\\)*b",
    ];
    let mut ran = 0;
    for _ in 0..2500 {
        let mut script = String::new();
        let mut depth = 0;
        for _ in 0..random.below(4) + 1 {
            let address = |random: &mut Random| match random.below(5) {
                0 => format!("{}", random.below(5) + 1),
                1 => "$".to_string(),
                2 | 3 => {
                    format!("/{}/{}", random.pick(&expressions), random.pick(&["", "", "I"]))
                }
                _ => format!("{}~{}", random.below(3), random.below(3) + 1),
            };
            if random.one_in(2) {
                script += &address(&mut random);
                if random.one_in(2) {
                    script += ",";
                    script += &match random.below(4) {
                        0 => format!("+{}", random.below(3)),
                        1 => format!("~{}", random.below(4)),
                        _ => address(&mut random),
                    };
                }
                script += random.pick(&["", "", "!"]);
            }
            match random.below(12) {
                0..=3 => {
                    script += &format!(
                        "s/{}/{}/{}",
                        random.pick(&expressions),
                        random.pick(&["", "X", "<&>", "\\U&", "&\\n&", "\\u&y", "\\&"]),
                        random.pick(&["", "g", "2", "p", "2g", "I", "gp", "M"])
                    );
                }
                4 => {
                    script += "{";
                    depth += 1;
                    continue;
                }
                5 => script += &format!("a\\\ntext {}\n", random.below(9)),
                6 => script += &format!("i text {}\n", random.below(9)),
                7 => script += &format!("c text {}\n", random.below(9)),
                8 => script += "y/abc/bca/",
                _ => {
                    script += random.pick(&[
                        "p", "d", "D", "n", "N", "g", "G", "h", "H", "x", "P", "=", "q", "Q", "l",
                        "z",
                    ])
                }
            }
            if depth > 0 && random.one_in(2) {
                script += "}";
                depth -= 1;
            }
            script += random.pick(&[";", "\n"]);
        }
        script += &"}".repeat(depth);
        if script.contains('D') && script.contains(['G', 'H', 'n', 'N', 'x']) {
            // It might go on for ever.
            script = script.replace('D', "d");
        }
        let pieces = ["a", "b", "c", "foo", "\n", "\n", " ", "ab", "aab", "\u{e9}", "B", "o"];
        let most = if random.one_in(40) { 20_000 } else { 30 };
        let mut case = files(Case::new("sed"));
        if random.one_in(3) {
            case = case.arg("-n");
        }
        if random.one_in(10) {
            case = case.arg(random.pick(&["-z", "-s", "-u"]));
        }
        if random.one_in(2) {
            case = case.utf8();
        }
        case = case.arg(&script).stdin(random.text(&pieces, most));
        ran += usize::from(case.same_or_aside() == Verdict::Same);
    }
    assert!(ran > 1800 || is_of_many("sed"), "only {ran} ran");
}

#[test]
fn empty_matches_inside_of_characters() {
    // The C library finds some there, and some not.
    let patterns = [
        "x*",
        "[0-9]*",
        "[ab]*",
        "[[:digit:]]*",
        "[^a]*",
        "[é-]*",
        "\\s*",
        "\\W*",
        "q*\\>",
        "\\(ab\\)*",
        "\\(x\\|[0-9]\\)*",
        "[a-]*",
        "[]x]*",
        "é*",
        "[0-9]*\\.\\?",
        "\\B",
    ];
    let text = "naïve x12é\n€a1\né\nab\u{3a9}.9\n".as_bytes();
    for pattern in patterns {
        for flags in ["g", "3", "2g", "Ig"] {
            let script = format!("s/{pattern}/N/{flags}");
            Case::new("sed").arg(&script).stdin(text).utf8().same();
        }
    }
}
