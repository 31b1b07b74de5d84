//! head and tail against the installed ones.

use crate::harness::{Case, Random, Sink, Source, Verdict, is_of_many};

fn numbered(lines: usize) -> Vec<u8> {
    (1..=lines).flat_map(|n| format!("line {n}\n").into_bytes()).collect()
}

#[test]
fn each_option() {
    let text = [numbered(30), b"end without newline".to_vec()].concat();
    for utility in ["head", "tail"] {
        for arguments in [
            &[][..],
            &["-3"],
            &["-0"],
            &["-n", "2"],
            &["-n2"],
            &["--lines=4"],
            &["-n", "0"],
            &["-n", "1000"],
            &["-n", "-2"],
            &["-n", "-0"],
            &["-n", "+2"],
            &["-n", "+0"],
            &["-n", "+1"],
            &["-n", "+31"],
            &["-n", "+99"],
            &["-n", "-28"],
            &["-n", "-99"],
            &["-c", "5"],
            &["-c5"],
            &["-c", "1K"],
            &["-c", "1b"],
            &["-c", "-5"],
            &["-c", "-0"],
            &["-c", "0"],
            &["-c", "+5"],
            &["-c", "+0"],
            &["-c", "+1"],
            &["-c", "-9999"],
            &["-c", "+9999"],
            &["-c", "99999999999999999999"],
            &["-n", "x"],
            &["-z", "-n1"],
            &["-v"],
            &["-v", "-n1"],
            &["-q", "-n1"],
            &["+3"],
            &["-5", "-n", "2"],
            &["-n", "2", "-c", "3"],
            &["-c", "3", "-n", "2"],
            &["-f", "--help"],
        ] {
            Case::new(utility).args(arguments).stdin(&text).same_or_aside();
            Case::new(utility).args(arguments).stdin(b"a\0b\nc\0d").same_or_aside();
            Case::new(utility).args(arguments).arg("f").file("f", &text).same_or_aside();
        }
        for arguments in [&["-3"][..], &["-n", "2"], &["-c", "7"], &["-v"], &["-qn1"], &[]] {
            Case::new(utility).args(arguments).stdin(&text).same();
            Case::new(utility).args(arguments).arg("f").file("f", &text).same();
        }
    }
    Case::new("tail").args(["-n", "+4"]).stdin(&text).same();
    Case::new("tail").args(["+4"]).stdin(&text).same();
    Case::new("tail").args(["+4", "f"]).file("f", &text).same();
    Case::new("head").args(["-n", "-4"]).stdin(&text).same();
}

#[test]
fn operands() {
    for utility in ["head", "tail"] {
        let case = || {
            let case = Case::new(utility).file("a", numbered(20)).file("b", "x").file("e", "");
            case.directory("d").merged()
        };
        case().args(["a", "b"]).same();
        case().args(["a", "-", "b", "e"]).stdin("between\n").same();
        case().args(["-q", "a", "b", "a"]).same();
        case().args(["-v", "e"]).same();
        case().args(["-n1", "missing", "a", "d", "b"]).same();
        case().args(["-c1", "missing", "a", "d", "b"]).same();
        case().args(["-n", "+1", "a", "d", "b"]).same_or_aside();
        case().args(["-n", "+3", "a", "d", "b"]).same_or_aside();
        case().args(["-c", "+1", "a", "d", "b"]).same_or_aside();
        case().args(["-c", "+3", "a", "d", "b"]).same_or_aside();
        case().args(["-n", "0", "missing", "a"]).same();
        case().args(["-c0", "missing", "a", "d"]).same();
        case().args(["a", "-n", "1", "b"]).same();
        case().args(["-n2"]).stdin_from(Source::Directory).same_or_aside();
        case().args(["-n2", "it's", "a:b"]).same();
        case().args(["-5", "a", "b"]).same_or_aside();
    }
}

#[test]
fn what_follows_is_left_to_the_next_reader() {
    let text = numbered(20_000);
    for arguments in [&["-n1"][..], &["-n", "3000"], &["-c", "5"], &["-c", "100000"], &["-n0"], &[]]
    {
        let case = Case::new("head").args(arguments).stdin_from(Source::File(text.clone()));
        case.leaves_rest().same();
    }
    Case::new("tail").arg("-n1").stdin_from(Source::File(text)).leaves_rest().same();
}

#[test]
fn large_inputs() {
    let text = numbered(60_000);
    for arguments in [
        ["-n", "50000"],
        ["-n", "3"],
        ["-c", "300000"],
        ["-n", "-50000"],
        ["-n", "-10"],
        ["-c", "-300000"],
        ["-n", "+59000"],
        ["-c", "+400000"],
        ["-n", "+2"],
    ] {
        for utility in ["head", "tail"] {
            Case::new(utility).args(arguments).stdin(&text).same_or_aside();
            Case::new(utility).args(arguments).arg("f").file("f", &text).same_or_aside();
        }
    }
}

#[test]
fn outputs_that_fail() {
    for utility in ["head", "tail"] {
        for count in ["-n1", "-n5000", "-n50000"] {
            for sink in [Sink::Full, Sink::Broken] {
                let case = Case::new(utility).args([count, "f"]).file("f", numbered(60_000));
                case.stdout_to(sink.clone()).same();
                let case = Case::new(utility).args([count]).stdin(numbered(60_000));
                case.stdout_to(sink).same();
            }
        }
    }
}

#[test]
fn generated() {
    let mut random = Random::new(3);
    let mut ran = 0;
    for round in 0..2400 {
        let utility = ["head", "tail"][round % 2];
        let mut case = Case::new(utility);
        let most = if random.one_in(20) { 9_000 } else { 14 };
        let pieces: &[&[u8]] = &[b"\n", b"\n", b"a", b"bc", b"\0", b"\xff", b"longer text"];
        let number = if random.one_in(10) { random.below(9_000) } else { random.below(12) };
        let sign = random.pick(&["", "", "-", "+"]);
        case = match random.below(4) {
            0 => case.arg(format!("-n{sign}{number}")),
            1 => case.arg("-c").arg(format!("{sign}{number}")),
            2 => case.arg(format!("-{number}")),
            _ => case,
        };
        if random.one_in(6) {
            case = case.arg(random.pick(&["-q", "-v", "-z"]));
        }
        case = match random.below(4) {
            0 => case.stdin(random.bytes(pieces, most)),
            1 => case.arg("f").file("f", random.bytes(pieces, most)),
            2 => case.stdin_from(Source::File(random.bytes(pieces, most))).leaves_rest(),
            _ => {
                let case = case.arg("f").file("f", random.bytes(pieces, most));
                case.arg("g").file("g", random.bytes(pieces, most))
            }
        };
        ran += usize::from(case.same_or_aside() == Verdict::Same);
    }
    assert!(ran > 1800 || is_of_many("head"), "only {ran} ran");
}

/// Coreutils 9.6 and later may look for the end of a device.
#[test]
fn devices_are_left_to_later_versions() {
    let tail = |arguments: &[&str]| Case::new("tail").args(arguments);
    let reason = Err("a device whose end may be looked for");
    let outcome = |call: Case<'_>| call.of_version(9, 7).map(|outcome| outcome.status);
    assert_eq!(outcome(tail(&["-c", "4", "/dev/zero"])), reason);
    assert_eq!(outcome(tail(&["-c4", "/dev/null", "/dev/full"])), reason);
    assert_eq!(outcome(tail(&["-c", "4", "-"]).stdin_from(Source::Named("/dev/zero"))), reason);
    assert_eq!(outcome(tail(&["-c", "4", "/dev/null"])), Ok(0));
    assert_eq!(outcome(tail(&["-c", "4"]).stdin("text")), Ok(0));
}

/// The first takes a block of a pipe, the second has what is left.
#[test]
fn a_pipe_that_head_reads_twice() {
    Case::new("head").args(["-qn", "3", "-", "-"]).stdin(numbered(9)).aside();
    Case::new("head").args(["-qn", "3", "f", "-"]).file("f", "a\n").stdin(numbered(9)).same();
}
