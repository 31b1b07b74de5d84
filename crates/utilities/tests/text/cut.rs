//! cut against the installed cut.

use crate::harness::{Case, Random, Sink, Source, Verdict, is_of_many};

#[test]
fn each_option() {
    let text =
        b"a:b:c:d\nno delimiter\n\n:leading\ntrailing:\n::\nx:y z:w\tv\tu\n\xff\xc3\xa9:e\nend:of";
    for arguments in [
        &["-f1", "-d:"][..],
        &["-d", ":", "-f", "2"],
        &["-d:", "-f2-"],
        &["-d:", "-f-2"],
        &["-d:", "-f1,3"],
        &["-d:", "-f3,1"],
        &["-d:", "-f2-3,1"],
        &["-d:", "-f1-"],
        &["-d:", "-f1,2,4-"],
        &["-sd:", "-f1"],
        &["-sd:", "-f2-"],
        &["-sd:", "-f1-"],
        &["-sd:", "-f5"],
        &["-d:", "-f2", "--complement"],
        &["-d:", "-f1-", "--complement"],
        &["-sd:", "-f1-", "--complement"],
        &["-d:", "-f1-2,4", "--output-delimiter=<>"],
        &["-d:", "-f1-", "--output-delimiter=<>"],
        &["-d:", "-f1,2", "--output-delimiter="],
        &["-f2"],
        &["-d ", "-f2"],
        &["-d", "", "-f1"],
        &["-b1"],
        &["-b2-3"],
        &["-c1,3-5"],
        &["-c-2"],
        &["-c3-"],
        &["-c2-3,5-6", "--output-delimiter=|"],
        &["-c2-3,4-6", "--output-delimiter=|"],
        &["-c2-3,3-6", "--output-delimiter=|"],
        &["-nb1,2"],
        &["-b2", "--complement"],
        &["-b1 3"],
        &["--bytes=1", "-z"],
        &["-z", "-d\n", "-f2"],
        &["-z", "-d:", "-f2"],
        &["-d\n", "-f1"],
        &["-b0"],
        &["-b-"],
        &["-b3-2"],
        &["-b"],
        &["-b1", "-f1"],
        &["-b1", "-s"],
        &["-b1", "-d:"],
        &["-d::", "-f1"],
        &["-bx"],
        &["-f1", "-O", "x"],
        &["-X", "-f1"],
        &["-b18446744073709551615"],
        &["-b18446744073709551614"],
        &["-b1,"],
        &[],
    ] {
        Case::new("cut").args(arguments).stdin(text).same_or_aside();
        Case::new("cut").args(arguments).stdin(b"a\0b:c\0d\ne").same_or_aside();
        Case::new("cut").args(arguments).utf8().stdin(text).same_or_aside();
    }
    for arguments in [
        &["-d", ":", "-f", "2"][..],
        &["-d:", "-f2-", "-s"],
        &["-c1,3-5"],
        &["-c2-3,5-6", "--output-delimiter=|"],
        &["-z", "-d:", "-f2"],
        &["-b2", "--complement"],
    ] {
        Case::new("cut").args(arguments).stdin(text).same();
    }
}

#[test]
fn operands_and_outputs() {
    let case = || Case::new("cut").arg("-c1-2").file("a", "abc\nd").file("b", "efg").directory("d");
    case().args(["a", "missing", "d", "-", "b"]).stdin("stdin\n").merged().same();
    case().arg("-").stdin_from(Source::Directory).same();
    for sink in [Sink::Full, Sink::Broken] {
        for size in [10, 300_000] {
            case().stdin(vec![b'x'; size]).stdout_to(sink.clone()).same();
            case().stdin(b"ab\n".repeat(size)).stdout_to(sink.clone()).same();
        }
    }
}

#[test]
fn generated() {
    let mut random = Random::new(4);
    let mut ran = 0;
    for _ in 0..1500 {
        let list: Vec<String> = (0..random.below(3) + 1)
            .map(|_| {
                let (low, high) = (random.below(5) + 1, random.below(7) + 1);
                match random.below(4) {
                    0 => format!("{low}-"),
                    1 => format!("-{high}"),
                    2 => format!("{low}"),
                    _ => format!("{}-{}", low.min(high), high.max(low)),
                }
            })
            .collect();
        let kind = random.pick(&["-f", "-b", "-c", "-f"]);
        let mut case = Case::new("cut").arg(format!("{kind}{}", list.join(",")));
        if kind == "-f" {
            case = case.arg(random.pick(&["-d:", "-d:", "-d ", "-s", "-sd:"]));
        }
        if random.one_in(3) {
            case = case.arg(random.pick(&[
                "--output-delimiter=++",
                "--complement",
                "-z",
                "--output-delimiter=:",
            ]));
        }
        let most = if random.one_in(40) { 20_000 } else { 30 };
        let pieces: &[&[u8]] =
            &[b"\n", b":", b":", b"a", b"bc", b" ", b"\t", b"\0", b"\xff", b"word"];
        let case = case.stdin(random.bytes(pieces, most));
        ran += usize::from(case.same_or_aside() == Verdict::Same);
    }
    assert!(ran > 1400 || is_of_many("cut"), "only {ran} ran");
}
