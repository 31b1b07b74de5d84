//! sum, cksum, the digests, od and join against the installed ones.

use crate::harness::{Case, Random, Sink, Source, Verdict, is_of_many};

const DIGESTS: [&str; 6] =
    ["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum"];

fn files<'a>(utility: &str) -> Case<'a> {
    let all: Vec<u8> = (0..=255).collect();
    let case = Case::new(utility).file("a", "some text\n").file("empty", "").file("all", all);
    let case = case.file("long", vec![b'x'; 300_000]).directory("d").file("new\nline", "1");
    case.file("back\\slash", "2").file("re\rturn", "3").file("a b", "4")
}

#[test]
fn sums() {
    for (utility, options) in [
        ("sum", &["-r", "-s", "--sysv", "-rs"][..]),
        ("cksum", &["-a", "--debug", "-z"]),
        ("md5sum", &["-b", "-t", "--tag", "-z", "--text", "-bz", "-c", "--quiet"]),
        ("sha1sum", &["-b", "--tag", "-tb", "-bt", "-z"]),
        ("sha224sum", &["-b", "--tag"]),
        ("sha256sum", &["-b", "--tag", "--binary", "-x"]),
        ("sha384sum", &["-b", "--tag"]),
        ("sha512sum", &["-b", "--tag"]),
        ("b2sum", &["-b", "--tag", "-z", "-c", "-l", "--length=256"]),
    ] {
        for option in std::iter::once(None).chain(options.iter().map(Some)) {
            let case = || files(utility).args(option).merged();
            case().args(["a", "empty", "all", "long", "missing", "d", "a b"]).same_or_aside();
            case().args(["new\nline", "back\\slash", "re\rturn"]).same_or_aside();
            case().stdin("text").same_or_aside();
            case().stdin(vec![b'a'; 200_001]).same_or_aside();
            case().args(["-", "a"]).stdin("text").same_or_aside();
            case().stdin_from(Source::Directory).same_or_aside();
        }
        files(utility).args(["a", "long"]).same();
        files(utility).args(["a", "long"]).stdout_to(Sink::Full).same();
        files(utility).args(["a", "long"]).stdout_to(Sink::Broken).same();
    }
    let names: Vec<String> = (0..200).map(|number| format!("f{number}")).collect();
    for sink in [Sink::Collect, Sink::Named("out"), Sink::Full, Sink::Broken] {
        let mut case = Case::new("md5sum").file("large", vec![b'y'; 100_000]);
        for name in names.iter().filter(|name| !name.ends_with("77")) {
            case = case.file(name, name.as_bytes());
        }
        case.args(&names[..90]).arg("large").args(&names[90..]).stdout_to(sink).same();
    }
    // What has no ends of lines is written at the end, which knows why it cannot be.
    for sink in [Sink::Full, Sink::Broken] {
        for names in [&["f1"][..], &["f1", "f2"], &["f1", "missing"], &["f1", "missing", "f2"]] {
            let case = Case::new("sha1sum").file("f1", "1").file("f2", "2");
            case.arg("-z").args(names).stdout_to(sink.clone()).same();
        }
        let case = names.iter().fold(Case::new("md5sum"), |case, name| case.file(name, "1"));
        case.arg("-z").args(&names).stdout_to(sink).same();
    }
    let case = Case::new("md5sum").file("a", "1").file("b", "2").merged();
    case.args(["a", "missing", "b", "-", "a"]).stdin("text").same();
    let much = vec![b'x'; 3 << 20];
    let case = |utility| Case::new(utility).file("a", &much).file("b", &much);
    case("md5sum").args(["a"]).same();
    case("md5sum").args(["a", "b"]).aside();
    case("md5sum").args(["a", "-"]).stdin_from(Source::File(much.clone())).aside();
    case("sha1sum").args(["a", "b"]).same();
    let mut random = Random::new(11);
    for round in 0..7 * 1000 {
        let utility =
            ["sum", "cksum", "md5sum", "sha1sum", "sha256sum", "sha512sum", "b2sum"][round % 7];
        let most = random.below(3000);
        let bytes: Vec<u8> = (0..most).map(|_| random.next() as u8).collect();
        Case::new(utility).stdin(bytes).same();
    }
}

#[test]
fn checking() {
    for utility in DIGESTS {
        let digest = |text: &[u8]| {
            let mut output = Vec::new();
            Case::new(utility).stdin(text).compare(|expected, _| output = expected.stdout.clone());
            output.truncate(output.len().saturating_sub(4));
            String::from_utf8(output).unwrap()
        };
        let (a, empty) = (digest(b"some text\n"), digest(b""));
        if a.is_empty() {
            assert!(is_of_many(utility), "{utility}");
            continue;
        }
        let newline = digest(b"1");
        let tag = utility.trim_end_matches("sum").to_uppercase();
        let upper = a.to_uppercase();
        let lists = [
            format!("{a}  a\n{empty} *empty\n"),
            format!("{a}  a\n{a}  empty\n"),
            format!("{a}  a\n{a}  missing\n{a}  d\n"),
            format!("{a}  missing\n"),
            format!("{upper}  a\r\n\n# comment\n"),
            format!("{a} a\n{empty} empty\n"),
            format!("{a} a\n{empty}  empty\n"),
            format!("{a}  a\n{empty} empty\n"),
            format!("{tag} (a) = {a}\n{tag}(empty)= {empty}\n"),
            format!("{tag} (a) = {empty}\n"),
            format!("\\{newline}  new\\nline\n"),
            format!("\\{newline}  new\\xline\n"),
            format!("nonsense\n{a}  a\n"),
            "nonsense\nmore\n".into(),
            String::new(),
            format!("  {a}  a"),
            format!("{a}  -\n"),
            format!("{a}x  a\n{}  a\n", &a[1..]),
        ];
        for list in &lists {
            for options in [
                &["-c"][..],
                &["-cw"],
                &["-c", "--quiet"],
                &["-c", "--status"],
                &["-c", "--strict"],
                &["-c", "--ignore-missing"],
                &["-c", "--quiet", "--ignore-missing", "--strict"],
                &["--check", "--warn", "--status"],
            ] {
                files(utility).args(options).arg("list").file("list", list).merged().same();
            }
            files(utility).args(["-c"]).stdin(list).merged().same();
        }
        files(utility).args(["-c", "missing", "d"]).same();
        files(utility).args(["-cb", "a"]).aside();
    }
}

#[test]
fn od() {
    let options: &[&[&str]] = &[
        &[],
        &["-c"],
        &["-b"],
        &["-x"],
        &["-d"],
        &["-o"],
        &["-a"],
        &["-i"],
        &["-l"],
        &["-s"],
        &["-cb"],
        &["-A", "n", "-t", "x1"],
        &["-An", "-tx1"],
        &["-An", "-tx1z"],
        &["-tx1z", "-An", "-v"],
        &["-tx2z"],
        &["-tx4"],
        &["-tx8"],
        &["-td1"],
        &["-td2"],
        &["-td4"],
        &["-td8"],
        &["-tu1"],
        &["-tu2"],
        &["-tu4"],
        &["-tu8"],
        &["-to1"],
        &["-to4"],
        &["-to8"],
        &["-tx1c"],
        &["-tx1", "-tc", "-td4z"],
        &["-txC", "-tdS", "-tuI", "-toL"],
        &["-Ad"],
        &["-Ax"],
        &["-Ao"],
        &["-N", "5"],
        &["-N5", "-c"],
        &["-N", "0"],
        &["-j", "3"],
        &["-j3", "-N4", "-An", "-tu1"],
        &["-j", "0x2"],
        &["-j", "010"],
        &["-j1000000"],
        &["-v"],
        &["-w8"],
        &["-w4", "-tx4"],
        &["-w"],
        &["-w1", "-An", "-tu1"],
        &["--width=2", "--format=x2", "--address-radix=d"],
        &["-w3"],
        &["-w0"],
        &["-tf4"],
        &["-f"],
        &["-tf", "-tx1"],
        &["-tfFfDz"],
        &["-tf8d2", "-w24"],
        &["-tf8x1f4", "-N", "21"],
        &["-tfL"],
        &["-tf2"],
        &["-tf16"],
        &["-tx3"],
        &["-tq"],
        &["-S3"],
        &["-Aq"],
        &["-N1k"],
    ];
    for options in options {
        for input in [
            &b""[..],
            b"x",
            b"hello, world\n",
            b"\0\x01\x7f\x80\xff\x07\x08\x09\x0b\x0c\x0d \x1b\xc3\xa9",
            &[0; 100],
            b"0123456789abcdef0123456789abcdef0123456789abcdefx",
        ] {
            Case::new("od").args(*options).stdin(input).same_or_aside();
            Case::new("od").args(*options).stdin(input).utf8().same_or_aside();
        }
        let case = || files("od").args(*options).merged();
        case().args(["all", "missing", "d", "a"]).same_or_aside();
        case().args(["all"]).same_or_aside();
        case().args(["missing"]).same_or_aside();
        let stdin = Source::File((0..200).collect());
        case().stdin_from(stdin).leaves_rest().same_or_aside();
    }
    for options in [&["-c"][..], &["-An", "-tx1"], &["-N5", "-c"], &["-tx1z"], &["-j3"]] {
        Case::new("od").args(options).stdin("hello, world\n").same();
    }
    files("od").args(["a", "+2"]).same_or_aside();
    files("od").args(["a", "2"]).same_or_aside();
    files("od").args(["+a"]).same_or_aside();
    files("od").args(["a"]).stdout_to(Sink::Full).same();
    files("od").args(["a"]).stdout_to(Sink::Broken).same();
    files("od").args(["-v", "long"]).stdout_to(Sink::Broken).same();
    let mut random = Random::new(12);
    let mut ran = 0;
    for _ in 0..1200 {
        let mut case = Case::new("od");
        for _ in 0..random.below(3) {
            case = case.arg(random.pick(&[
                "-c", "-b", "-x", "-v", "-An", "-Ad", "-tx1z", "-td2", "-tu4", "-a", "-w8", "-w32",
                "-N20", "-j7", "-tx8",
            ]));
        }
        let pieces: &[&[u8]] =
            &[b"a", b"\0", b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", b"\xff", b"text"];
        let most = if random.one_in(20) { 40_000 } else { 60 };
        let case = case.stdin(random.bytes(pieces, most));
        ran += usize::from(case.same_or_aside() == Verdict::Same);
    }
    assert!(ran > 1100 || is_of_many("od"), "only {ran} ran");
}

/// Values of eight bytes that are hard to write in the fewest digits, and others.
fn floats(random: &mut Random) -> Vec<f64> {
    let powers = (-1074..1024).map(|power| 2f64.powi(power));
    let mut values: Vec<f64> = powers
        .flat_map(|value| [value, value.next_up(), value.next_down(), -value * 3.0])
        .collect();
    values.extend((-320..309).flat_map(|power| {
        [format!("1e{power}"), format!("9.5e{power}"), format!("123456789012345e{power}")]
            .map(|text| text.parse::<f64>().unwrap())
    }));
    for _ in 0..20_000 {
        let bits = random.next();
        values.push(f64::from_bits(bits));
        // Of all sizes, with digits behind the point that end.
        values.push(bits as i64 as f64 / 2f64.powi((bits % 60) as i32));
        values.push((bits >> 11) as f64 / 2f64.powi((bits % 60) as i32));
        // Of few decimal digits.
        values.push((bits % 100_000_000) as f64 / 1e4);
        values.push(f64::from_bits(bits >> 12));
        // Floats of all sizes, of which eight digits may lie halfway.
        values.push(f64::from(f32::from_bits(bits as u32)));
        values.push(f64::from(10_000_000 + (bits % 6_000_000) as u32));
    }
    values
}

#[test]
fn od_shows_floating_point_values() {
    let values = floats(&mut Random::new(3));
    let doubles: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let floats: Vec<u8> = values.iter().flat_map(|value| (*value as f32).to_le_bytes()).collect();
    for input in [doubles, floats] {
        for format in ["-tf8", "-tf4"] {
            let case = Case::new("od").args(["-v", format]).stdin(&input[..]);
            assert!(case.same_or_aside() == Verdict::Same || is_of_many("od"), "{format}");
        }
    }
}

#[test]
fn join() {
    let files = || {
        let case = Case::new("join").file("a", "a 1 x\nb 2 y\nb 3 z\nd 4\n  e 5 \n");
        let case = case.file("b", "a 10\nb 20\nb 30 q\nc 40\ne 50 f\n").file("empty", "");
        let case = case.file("c", "a:1:\nB:2:x\nb:3\n\n:5\n").file("d", "1:a:p\n2:b\n3:B:q:r\n");
        let case = case.file("unsorted", "b 1\na 2\nz 3\nc 4\n").directory("dir");
        case.file("head", "key value\na 1\nb 2\n").file("nul", "a 1\0b 2\0").merged()
    };
    let options: &[&[&str]] = &[
        &[],
        &["-a1"],
        &["-a2"],
        &["-a1", "-a2"],
        &["-v1"],
        &["-v2"],
        &["-v1", "-v2"],
        &["-e", "-", "-a1"],
        &["-e", "EMPTY", "-o", "0,1.2,2.2", "-a1", "-a2"],
        &["-o", "1.1,2.2"],
        &["-o1.2 2.1"],
        &["-o", "auto", "-e", "-", "-a1", "-a2"],
        &["-o", "0"],
        &["-1", "2", "-2", "2"],
        &["-j", "2"],
        &["-j2"],
        &["-t:"],
        &["-t:", "-i"],
        &["-t:", "-1", "2", "-2", "1"],
        &["-t", ""],
        &["-i"],
        &["--check-order"],
        &["--nocheck-order"],
        &["--header"],
        &["--header", "-a1"],
        &["-z"],
        &["-1", "5"],
        &["-a3"],
        &["-1", "0"],
        &["-o", "3.1"],
        &["-tab"],
        &["-x"],
    ];
    for options in options {
        for names in [
            ["a", "b"],
            ["b", "a"],
            ["a", "a"],
            ["a", "empty"],
            ["empty", "a"],
            ["empty", "empty"],
            ["c", "d"],
            ["d", "c"],
            ["a", "unsorted"],
            ["unsorted", "a"],
            ["unsorted", "unsorted"],
            ["head", "head"],
            ["head", "a"],
            ["missing", "a"],
            ["a", "missing"],
            ["a", "dir"],
            ["nul", "nul"],
        ] {
            files().args(*options).args(names).same_or_aside();
        }
        files().args(*options).args(["-", "b"]).stdin("a 1\nc 2\nc 3").same_or_aside();
        files().args(*options).args(["a", "-"]).stdin("a 1\ne 2\n").utf8().same_or_aside();
    }
    files().args(["a", "b"]).same();
    files().args(["a"]).same_or_aside();
    files().args(["-", "-"]).same_or_aside();
    files().args(["-j1", "a", "b"]).same_or_aside();
    let mut random = Random::new(13);
    let mut ran = 0;
    for _ in 0..1200 {
        let mut case = Case::new("join").merged();
        for _ in 0..random.below(3) {
            case = case.arg(random.pick(&[
                "-a1",
                "-a2",
                "-v1",
                "-v2",
                "-t:",
                "-i",
                "-e-",
                "-oauto",
                "-12",
                "-22",
                "-j2",
                "-o0,1.2,2.3",
                "--check-order",
                "--nocheck-order",
                "--header",
            ]));
        }
        for name in ["f", "g"] {
            let pieces: &[&[u8]] = &[b"a", b"b", b"c", b" ", b":", b"  ", b"A", b"x"];
            let mut lines: Vec<Vec<u8>> =
                (0..random.below(8)).map(|_| random.bytes(pieces, 5)).collect();
            if !random.one_in(4) {
                lines.sort();
            }
            let mut text = lines.join(&b'\n');
            if !random.one_in(4) && !text.is_empty() {
                text.push(b'\n');
            }
            case = case.file(name, text).arg(name);
        }
        ran += usize::from(case.same_or_aside() == Verdict::Same);
    }
    assert!(ran > 1000 || !Case::new("join").is_reference(), "only {ran} ran");
}

/// From coreutils 9.4 on an input without an end is not read on where nothing can be written.
#[test]
fn od_ends_where_it_cannot_write() {
    for options in [&["-v"][..], &["-v", "-An", "-tx1"]] {
        let call = Case::new("od").args(options).arg("/dev/zero").stdout_to(Sink::Full);
        let outcome = call.of_version(9, 7).unwrap();
        assert_eq!(outcome.status, 1, "{options:?}");
        assert_eq!(outcome.stderr, b"od: write error: No space left on device\n", "{options:?}");
    }
}
