//! diff against the installed diff.

use crate::harness::{Case, Random, Sink, Source, Verdict, is_of_many};

const OPTIONS: &[&[&str]] = &[
    &[],
    &["-u"],
    &["-c"],
    &["-U0"],
    &["-U1"],
    &["-U", "10"],
    &["-C0"],
    &["-C1"],
    &["-q"],
    &["-s"],
    &["-i"],
    &["-b"],
    &["-w"],
    &["-Z"],
    &["-bi"],
    &["-qi"],
    &["-qb"],
    &["-a"],
    &["-d"],
    &["-ud"],
    &["--normal"],
    &["--brief"],
    &["--unified=2"],
    &["--context=2"],
    &["-u", "-L", "left", "-L", "right"],
    &["-u", "--label", "left"],
    &["-q", "--label=left"],
    &["-us"],
    &["-ub"],
    &["-uw"],
    &["--color=never"],
    &["-au"],
];

const ODD: &[&[&str]] = &[
    &["-e"],
    &["-n"],
    &["-y"],
    &["-r"],
    &["-N"],
    &["-p"],
    &["-B"],
    &["-I", "x"],
    &["-E"],
    &["-t"],
    &["-u", "-c"],
    &["-u", "--normal"],
    &["-5"],
    &["-Ux"],
    &["--help"],
    &["--color=always"],
    &["-x"],
];

fn dated(path: &std::path::Path) {
    for (name, seconds) in [("a", 1_600_000_000), ("b", 1_700_000_000), ("none", 86_400)] {
        let time = rustix::fs::Timespec { tv_sec: seconds, tv_nsec: 123_456_789 };
        let times = rustix::fs::Timestamps { last_access: time, last_modification: time };
        let path = path.join(name);
        let at = rustix::fs::CWD;
        let _ = rustix::fs::utimensat(at, &path, &times, rustix::fs::AtFlags::empty());
    }
}

fn pair(a: impl AsRef<[u8]>, b: impl AsRef<[u8]>) -> Case<'static> {
    Case::new("diff").file("a", a).file("b", b).file("none", "").setup(dated)
}

const PAIRS: &[(&[u8], &[u8])] = &[
    (b"", b""),
    (b"x\n", b"x\n"),
    (b"x\n", b"x"),
    (b"x", b"y"),
    (b"", b"x\n"),
    (b"x\n", b""),
    (b"a\nb\nc\n", b"a\nB\nc\n"),
    (b"a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n", b"a\nc\nd\ne\nf\ng\nh\ni\nJ\nk\nl\n"),
    (b"a\nb\nc\n", b"c\nb\na\n"),
    (b"x\nx\n", b"x\nx\nx\n"),
    (b"a  b\nC\n d\ne \n", b"a b\nc\nd\ne\n"),
    (b"a\r\nb\t\n", b"a\nb\n"),
    (b"bin\0ary\n", b"bin\0arY\n"),
    (b"text\n", b"bin\0\n"),
    (b"{\n\tone;\n}\n\n{\n\ttwo;\n}\n", b"{\n\tone;\n}\n\n{\n\tthree;\n}\n\n{\n\ttwo;\n}\n"),
    (
        b"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15",
        b"0\n1\n2\n3\n4\n5\n6\n7\n9\n10\n11\n12\n13\n14\nx\n15\n",
    ),
    (b"caf\xc3\xa9\n\xff\n", b"caf\xc3\xa9s\n\xff\n"),
];

#[test]
fn each_option() {
    for options in OPTIONS {
        for (a, b) in PAIRS {
            pair(a, b).args(*options).args(["a", "b"]).same();
            pair(a, b).args(*options).args(["a", "b"]).utf8().variable("TZ", "UTC0").same();
            pair(a, b).args(*options).args(["b", "a"]).same_or_aside();
        }
    }
    for options in ODD {
        let (a, b) = PAIRS[7];
        pair(a, b).args(*options).args(["a", "b"]).same_or_aside();
    }
    for zone in ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC", "Nowhere", "<x>3"] {
        let (a, b) = PAIRS[7];
        pair(a, b).args(["-u", "a", "b"]).variable("TZ", zone).same_or_aside();
        pair(a, b).args(["-c", "a", "none"]).variable("TZ", zone).same_or_aside();
    }
}

#[test]
fn operands() {
    let case = || pair("one\ntwo\n", "one\n2\n").directory("d").merged();
    case().args(["a", "missing"]).same();
    case().args(["missing", "b"]).same();
    case().args(["missing", "none2"]).same();
    case().args(["a", "a"]).same();
    case().args(["-s", "a", "a"]).same();
    case().args(["-s", "none", "/dev/null"]).same();
    case().args(["a", "/dev/null"]).same();
    case().args(["-u", "--label=x", "--label=y", "/dev/null", "b"]).same();
    case().args(["a", "d"]).same_or_aside();
    case().args(["d", "d"]).same_or_aside();
    case().args(["a"]).same_or_aside();
    case().args(["a", "b", "none"]).same_or_aside();
    case().args(["-", "b"]).stdin("one\n3\n").same();
    case().args(["a", "-"]).stdin("one\n3\n").same();
    case().args(["-q", "a", "-"]).stdin("one\ntwo\n").same();
    case().args(["-u", "a", "-"]).stdin("one\n3\n").same_or_aside();
    case().args(["-", "-"]).stdin("x").same_or_aside();
    case().args(["a", "-"]).stdin_from(Source::File(b"x\n".to_vec())).same_or_aside();
    case().args(["a", "b"]).stdout_to(Sink::Full).same();
    case().args(["a", "b"]).stdout_to(Sink::Broken).same();
    case().args(["a", "with space"]).file("with space", "x\n").same();
    case().args(["-u", "a", "with space"]).file("with space", "x\n").same_or_aside();
}

#[test]
fn generated() {
    let mut random = Random::new(14);
    let styles: [&[&str]; 8] =
        [&[], &["-u"], &["-c"], &["-U1"], &["-d"], &["-U0"], &["-b"], &["-ui"]];
    let mut ran = 0;
    for round in 0..3000 {
        // From texts of few different lines to texts of many.
        let kinds = [2, 3, 5, 20, 1000][round % 5];
        let length = [6, 12, 40, 200][random.below(4)];
        let line = |random: &mut Random| match random.below(12) {
            0 => "\n".to_string(),
            1 => "}\n".to_string(),
            _ => format!("line {}\n", random.below(kinds)),
        };
        let mut a: Vec<String> = (0..random.below(length)).map(|_| line(&mut random)).collect();
        let mut b = Vec::new();
        let rate = [2, 4, 10, 40][random.below(4)];
        for text in &a {
            match random.below(rate * 3) {
                0 => {}
                1 => b.push(line(&mut random)),
                2 => {
                    b.push(text.clone());
                    for _ in 0..random.below(6) {
                        b.push(line(&mut random));
                    }
                }
                _ => b.push(text.clone()),
            }
        }
        if random.one_in(10) {
            b = (0..random.below(length)).map(|_| line(&mut random)).collect();
        }
        if random.one_in(3) && !b.is_empty() {
            // A block that has been moved.
            let from = random.below(b.len());
            let count = random.below(b.len() - from);
            let block: Vec<String> = b.drain(from..from + count).collect();
            let to = random.below(b.len() + 1);
            b.splice(to..to, block);
        }
        for text in [&mut a, &mut b] {
            if random.one_in(6) && text.last().is_some_and(|last| last.len() > 1) {
                let last = text.len() - 1;
                text[last].pop();
            }
        }
        let case = pair(a.concat(), b.concat()).args(styles[random.below(styles.len())]);
        ran += usize::from(case.args(["a", "b"]).same_or_aside() == Verdict::Same);
    }
    assert!(ran > 2900 || is_of_many("diff"), "only {ran} ran");
}

#[test]
fn large_texts() {
    let mut random = Random::new(15);
    for kinds in [3, 50, 100_000] {
        for changes in [10, 3000] {
            let mut a: Vec<String> =
                (0..9000).map(|_| format!("{}\n", random.below(kinds))).collect();
            let before = a.concat();
            for _ in 0..changes {
                let at = random.below(a.len());
                match random.below(3) {
                    0 => a[at] = format!("{}\n", random.below(kinds)),
                    1 => {
                        a.remove(at);
                    }
                    _ => a.insert(at, format!("{}\n", random.below(kinds))),
                }
            }
            pair(&before, a.concat()).args(["a", "b"]).same();
            pair(&before, a.concat()).args(["-u", "a", "b"]).same();
        }
    }
    // More than the search is prepared to spend.
    let mut text =
        || -> String { (0..12_000).map(|_| format!("{}\n", random.below(40))).collect() };
    pair(text(), text()).args(["a", "b"]).same();
}
