//! dd against the installed dd.

use super::forest;
use crate::harness::{Case, Random, Sink, Source, Verdict};
use std::fs;
use std::path::Path;

fn planted(directory: &Path) {
    fs::write(directory.join("a"), "Hello, world: twelve and more\n").unwrap();
    fs::write(directory.join("b"), "an older file, which is longer than the other\n").unwrap();
    fs::write(directory.join("empty"), "").unwrap();
    fs::write(directory.join("large"), vec![b'l'; 5000]).unwrap();
    fs::create_dir(directory.join("d")).unwrap();
    std::os::unix::fs::symlink("b", directory.join("to_b")).unwrap();
    forest::age(directory);
}

fn case(arguments: &[&str]) -> Case<'static> {
    Case::new("dd").args(arguments).setup(planted).tree()
}

const OPERANDS: &[&[&str]] = &[
    &["if=a"],
    &["if=a", "of=new"],
    &["if=a", "of=b"],
    &["if=a", "of=b", "conv=notrunc"],
    &["if=a", "of=b", "conv=excl"],
    &["if=a", "of=new", "conv=excl"],
    &["if=a", "of=new", "conv=nocreat"],
    &["if=a", "of=b", "conv=nocreat,notrunc"],
    &["if=a", "of=to_b"],
    &["if=a", "of=d"],
    &["if=a", "of=d/x"],
    &["if=a", "of=d/x/y"],
    &["if=a", "of=a"],
    &["if=a", "of=a", "conv=notrunc", "bs=2", "skip=3"],
    &["if=missing"],
    &["if=missing", "of=new"],
    &["if=d"],
    &["if=d", "of=new"],
    &["if=d", "skip=1"],
    &["if="],
    &["of="],
    &["if=empty", "of=new"],
    &["if=/dev/null", "of=b"],
    &["if=/dev/zero", "of=new", "bs=1k", "count=3"],
    &["if=/dev/zero", "of=new", "bs=1", "count=0"],
    &["if=/dev/zero", "of=new", "bs=1000", "count=2", "seek=2"],
    &["of=b", "count=0"],
    &["of=b", "count=0", "seek=1"],
    &["of=b", "count=0", "seek=3", "bs=5"],
    &["of=b", "count=0", "seek=100"],
    &["of=b", "count=0", "seek=2", "conv=notrunc"],
    &["of=new", "count=0", "bs=1", "seek=1M"],
    &["if=a", "bs=4", "count=1"],
    &["if=a", "bs=4", "count=2", "skip=1"],
    &["if=a", "bs=4", "skip=7"],
    &["if=a", "bs=4", "skip=8"],
    &["if=a", "bs=30", "skip=1"],
    &["if=a", "bs=4", "skip=100"],
    &["if=a", "bs=1", "skip=30"],
    &["if=a", "ibs=3", "obs=5"],
    &["if=a", "ibs=7"],
    &["if=large", "obs=7", "of=new"],
    &["if=large", "ibs=700", "of=new"],
    &["if=large", "bs=1k", "conv=sync", "of=new"],
    &["if=a", "conv=sync"],
    &["if=a", "ibs=8", "conv=sync"],
    &["if=a", "conv=ucase"],
    &["if=a", "conv=lcase,sync", "bs=8"],
    &["if=a", "conv=ucase", "bs=8", "of=new"],
    &["if=a", "of=b", "bs=4", "seek=2"],
    &["if=a", "of=b", "bs=4", "seek=2", "conv=notrunc"],
    &["if=a", "of=b", "bs=4", "seek=50"],
    &["if=a", "of=b", "bs=4", "seek=1", "skip=2", "count=2"],
    &["if=a", "of=new", "obs=4", "ibs=3", "seek=1", "skip=2", "count=2"],
    &["if=large", "bs=2k", "count=1", "iflag=fullblock"],
    &["if=large", "bs=1b", "count=1"],
    &["if=large", "bs=2w", "count=1"],
    &["if=large", "bs=1kB", "count=1"],
    &["if=large", "bs=1M"],
    &["if=large", "bs=1KiB", "count=1c"],
    &["if=a", "if=b", "bs=4", "bs=3", "count=2", "count=1"],
    &["if=a", "of=/dev/null"],
    &["if=a", "of=/dev/full"],
    &["if=a", "of=/dev/full", "bs=4"],
    &["if=a", "of=/dev/full", "ibs=4", "obs=8"],
];

#[test]
fn files() {
    for operands in OPERANDS {
        for status in ["status=none", "status=noxfer"] {
            case(operands).arg(status).same();
        }
    }
}

#[test]
fn the_last_line() {
    // Time and speed are not the same twice.
    let words = |text: &[u8]| {
        let text = String::from_utf8_lossy(text).into_owned();
        let (before, after) = text.rsplit_once(" copied, ").unwrap_or_else(|| panic!("{text}"));
        assert!(after.ends_with("B/s\n") && after.contains(" s, "), "{after}");
        before.to_string()
    };
    for operands in OPERANDS {
        let case = case(operands);
        let verdict = case.compare(|expected, actual| {
            assert_eq!(expected.stdout, actual.stdout, "{case}");
            assert_eq!(expected.status, actual.status, "{case}");
            match String::from_utf8_lossy(&expected.stderr).contains(" copied, ") {
                true => assert_eq!(words(&expected.stderr), words(&actual.stderr), "{case}"),
                false => assert_eq!(expected.stderr, actual.stderr, "{case}"),
            }
        });
        assert!(verdict == Verdict::Same || case.is_of_many(), "{case}: {verdict:?}");
    }
    for bytes in [1, 999, 1000, 1023, 1024, 1050, 1150, 1250, 9950, 10_500, 11_500, 999_500] {
        let case = Case::new("dd").args(["of=/dev/null", "bs=2M", "iflag=fullblock"]);
        let case = case.stdin(vec![b'x'; bytes]);
        case.compare(|expected, actual| {
            assert_eq!(words(&expected.stderr), words(&actual.stderr), "{bytes}");
        });
    }
}

#[test]
fn standard_input() {
    let text = "The quick brown fox jumps over the lazy dog\n";
    for operands in [
        &["bs=1", "count=5"][..],
        &["bs=7", "count=2"],
        &["bs=7", "skip=2", "count=1"],
        &["bs=7", "skip=20"],
        &["bs=100", "skip=1"],
        &["bs=44", "skip=1"],
        &["count=1"],
        &["count=0"],
        &["ibs=5", "obs=3", "count=2", "of=new"],
        &["bs=5", "count=3", "of=new", "conv=sync"],
        &["of=b", "bs=1", "seek=2", "conv=notrunc"],
        &["skip=1", "bs=10", "of=new", "iflag=fullblock"],
    ] {
        for source in [Source::File(text.into()), Source::Pipe(text.into()), Source::Directory] {
            case(operands).arg("status=noxfer").stdin_from(source).leaves_rest().same();
        }
        case(operands).arg("status=none").same();
    }
    let long = vec![b'z'; 300_000];
    for operands in
        [&["bs=64k", "iflag=fullblock"][..], &["ibs=1000", "obs=4096"], &["bs=1", "count=9"]]
    {
        case(operands).arg("status=none").stdin(&long).same();
    }
}

#[test]
fn output_that_cannot_be_written() {
    for operands in [&["if=a"][..], &["if=a", "bs=4"], &["if=large", "bs=512"], &["if=empty"]] {
        case(operands).arg("status=noxfer").stdout_to(Sink::Full).same();
        case(operands).arg("status=noxfer").stdout_to(Sink::Broken).same();
    }
}

#[test]
fn step_aside() {
    for operands in [
        &["--help"][..],
        &["if=a", "--"],
        &["a"],
        &["if=a", "bs=0"],
        &["if=a", "bs=x"],
        &["if=a", "bs=1x2"],
        &["if=a", "bs=1G"],
        &["if=a", "count=3B"],
        &["if=a", "conv=lcase,ucase"],
        &["if=a", "conv=swab"],
        &["if=a", "conv=noerror"],
        &["if=a", "conv=fsync"],
        &["if=a", "conv=ascii"],
        &["if=a", "cbs=3"],
        &["if=a", "oflag=append"],
        &["if=a", "iflag=direct"],
        &["if=a", "status=progress"],
        &["if=a", "seek=1"],
        &["if=/dev/zero"],
        &["if=/dev/zero", "bs=1M", "count=1000"],
        &["if=/dev/tty", "count=1"],
        &["if=/dev/stdin", "count=1"],
        &["if=a", "of=/dev/stdout"],
        &["if=a", "iseek=1"],
    ] {
        case(operands).aside();
    }
}

#[test]
fn generated() {
    let mut random = Random::new(77);
    for _ in 0..1000 {
        let mut case = case(&[random.pick(&["status=none", "status=noxfer"])]);
        for _ in 0..1 + random.below(6) {
            let number = random.pick(&["0", "1", "2", "3", "5", "12", "31", "100", "1k", "1b"]);
            let name = random.pick(&["bs", "ibs", "obs", "count", "skip", "seek"]);
            case = match random.below(8) {
                0..4 => case.arg(format!("{name}={number}")),
                // No file is on both sides: what is read behind what is written never ends.
                4 => case.arg(random.pick(&["if=a", "if=large", "if=empty", "if=d"])),
                5 => case.arg(random.pick(&["of=new", "of=b", "of=to_b", "of=d/y"])),
                6 => case.arg(random.pick(&[
                    "conv=notrunc",
                    "conv=sync",
                    "conv=ucase",
                    "conv=lcase",
                ])),
                _ => case.arg(random.pick(&["conv=notrunc,sync", "conv=excl", "iflag=fullblock"])),
            };
        }
        case.same_or_aside();
    }
}
