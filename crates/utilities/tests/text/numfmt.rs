//! numfmt against the installed one.

use crate::harness::{Case, Random, Sink, Source};

const WAYS: &[&[&str]] = &[
    &[],
    &["--to=si"],
    &["--to=iec"],
    &["--to=iec-i"],
    &["--from=si"],
    &["--from=iec"],
    &["--from=iec-i"],
    &["--from=auto"],
    &["--from=auto", "--to=iec"],
    &["--from=iec", "--to=si", "--round=nearest"],
    &["--to=iec", "--round=up"],
    &["--to=iec", "--round=down"],
    &["--to=si", "--round=towards-zero"],
    &["--to=iec", "--suffix=B"],
    &["--from=auto", "--suffix=B"],
    &["--to=iec", "--padding=10"],
    &["--to=iec", "--padding=-10", "--suffix=B"],
    &["--from-unit=512", "--to=iec"],
    &["--to-unit=1K"],
    &["--from-unit=Ki", "--to-unit=M"],
    &["--from-unit=1Ki", "--to-unit=7", "--round=nearest"],
    &["--invalid=ignore", "--to=iec"],
    &["--invalid=warn", "--from=auto"],
    &["--invalid=fail", "--from=auto", "--to=si"],
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "9",
    "10",
    "999",
    "1000",
    "1001",
    "1023",
    "1024",
    "1025",
    "1100",
    "9999",
    "10240",
    "-10241",
    "999999",
    "1048576",
    "123456789",
    "1099511627776",
    "18446744073709551615",
    "1.5",
    "-0",
    "-0.4",
    "0.1",
    "1.",
    ".5",
    ".",
    "..",
    "-.5",
    "1.-5",
    "999999999999999999",
    "1000000000000000000",
    "12345678901234567890123456",
    "123456789012345678901234567",
    "1234567890123456789012345678",
    "1K",
    "1k",
    "2Ki",
    "1.5M",
    "3Mi",
    "1 K",
    "1KB",
    "4GiB",
    "5Y",
    "1R",
    "x",
    "",
    "1x",
    "1e3",
    "0x10",
    "+5",
    "0.000000000000000001",
    "1.000000000000000000000000001",
    "5B",
    "1KB",
    "1'000",
    "\u{e4}",
    "0001",
    "9Z",
    "999Y",
];

#[test]
fn operands() {
    for way in WAYS {
        for number in NUMBERS {
            Case::new("numfmt").args(*way).arg("--").arg(number).same_or_aside();
        }
        Case::new("numfmt").args(*way).args(["1024", "2048", "x", "5"]).merged().same_or_aside();
        Case::new("numfmt").args(*way).args(["1024 7 8", "  99 5"]).same_or_aside();
        Case::new("numfmt").args(*way).arg("x").utf8().same_or_aside();
    }
    Case::new("numfmt").args(["--to=iec", "12345"]).same();
    Case::new("numfmt").args(["--to=iec", "12345"]).stdout_to(Sink::Full).same();
}

#[test]
fn lines() {
    let text = "Size  Name\n1024   one 7\n 2048  two 8\n3K three\n\n4096\tfour\t1";
    for way in [
        &["--to=iec", "--header", "--invalid=warn"][..],
        &["--to=iec", "--header=2", "--invalid=ignore"],
        &["--header", "--field=1,3", "--to=si", "--invalid=fail"],
        &["--field=-", "--from=auto", "--invalid=warn"],
        &["--field", "2-", "--invalid=ignore"],
        &["-d", " ", "--to=iec", "--invalid=ignore"],
        &["-d\t", "--field=3", "--invalid=fail"],
        &["-z", "--invalid=warn"],
        &["--header"],
        &["--padding=9", "--header", "--to=iec", "--invalid=fail"],
    ] {
        Case::new("numfmt").args(way).stdin(text).merged().same();
        Case::new("numfmt").args(way).stdin("").same();
        Case::new("numfmt").args(way).stdin("1\x00002\n3\0").same();
        Case::new("numfmt").args(way).stdin_from(Source::Directory).same();
    }
    for way in [&[][..], &["--header"], &["--invalid=fail"]] {
        let input = Source::File(b"1\n2\nx\n3\n4\n".to_vec());
        Case::new("numfmt").args(way).stdin_from(input).leaves_rest().same();
    }
    for words in [
        &["--grouping", "1"][..],
        &["--format=%f", "1"],
        &["--debug", "1"],
        &["--to=auto", "1"],
        &["--to=ie", "1"],
        &["--padding=0", "1"],
        &["-d", "xy", "1"],
        &["--field=0", "1"],
        &["--field=1", "--field=2", "1"],
        &["-5"],
    ] {
        Case::new("numfmt").args(words).aside();
    }
}

#[test]
fn generated() {
    let mut random = Random::new(41);
    for _ in 0..600 {
        let mut number = String::new();
        for _ in 0..1 + random.below(16) {
            number.push(char::from(b'0' + random.below(10) as u8));
        }
        if random.below(3) == 0 {
            number += &format!(".{}", random.below(1000));
        }
        number += *["", "", "K", "M", "Gi", "T"].get(random.below(6)).unwrap_or(&"");
        let way = WAYS[random.below(WAYS.len())];
        Case::new("numfmt").args(way).arg(number).same_or_aside();
    }
}
