//! printf against the installed one.

use crate::harness::{Case, Random, Sink};

#[test]
fn conversions() {
    for words in [
        &["%d %i\\n", "42", "-42"][..],
        &["%5d|%-5d|%05d|%+d|% d|%.3d|%5.3d", "1", "2", "3", "4", "5", "6", "7"],
        &["%o %x %X %u", "8", "255", "255", "-1"],
        &["%#o %#x %#X %#o", "8", "255", "0", "0"],
        &["%s|%5s|%-5s|%.2s|%5.1s|", "a", "b", "c", "def", "ghi"],
        &["%c%c%5c|%-3cx", "abc", "é", "z", "q"],
        &["%c", ""],
        &["%b|", "a\\tb\\0101\\101\\x41\\q"],
        &["%b%b", "a\\cb", "c"],
        &["%q %q %q %q", "a b", "it's", "", "a\nb"],
        &["%%%d%%", "1"],
        &["%s\\n", "a", "b", "c"],
        &["%s %s\\n", "a", "b", "c"],
        &["no conversions", "a", "b"],
        &["%d %d %d", "'a", "\"b", "0x1f"],
        &["%d", "'abc"],
        &["%d", "010"],
        &["%*d|%-*d|%*d", "5", "1", "5", "2", "-5", "3"],
        &["%.*f|%.*s|%.*s", "2", "3.14159", "2", "abc", "-2", "abc"],
        &["%ld %lld %hhd %zd %jd", "1", "2", "3", "4", "5"],
        &["%'d %If", "1234567", "2.5"],
        &["%5", "a"],
        &["%z", "a"],
        &["%", "a"],
        &["a%5bx", "a"],
        &["%#s", "a"],
        &["%0c", "a"],
        &["%d\\n", "x", "y"],
        &["x%d\\n", "abc"],
        &["x%d\\n", "12abc"],
        &["%d\\n", "99999999999999999999"],
        &["%d\\n", "-99999999999999999999"],
        &["%u\\n", "99999999999999999999"],
        &["%u\\n", "-5"],
        &["%*d\\n", "abc", "1"],
        &["%*d\\n", "99999", "1"],
        &["%d%s\\n"],
        &["%f %s|"],
        &["\\u00e9 \\U0001F600 \\u0024"],
        &["\\u12"],
        &["\\ud800"],
        &["\\u0041"],
        &["\\x41\\x4z\\1011\\e\\q\\"],
        &["\\xg"],
        &["a\\cb", "x", "y"],
        &["--", "%s", "a"],
        &["--", "--", "a"],
        &["-n"],
    ] {
        Case::new("printf").args(words).same();
        Case::new("printf").args(words).merged().utf8().same_or_aside();
    }
    Case::new("printf").aside();
    Case::new("printf").arg("--help").aside();
}

#[test]
fn outputs_that_fail() {
    for words in
        [&["x", "a"][..], &["a%z"], &["%d\\n", "a", "b"], &["%d", "x"], &["", "a"], &["a%z", "b"]]
    {
        Case::new("printf").args(words).stdout_to(Sink::Full).same();
    }
    for sink in [Sink::Full, Sink::Broken, Sink::Closed] {
        Case::new("printf").arg("a").stdout_to(sink.clone()).same_or_aside();
        Case::new("printf").args(["", "a"]).stdout_to(sink).same_or_aside();
    }
}

#[test]
fn floats() {
    for number in [
        "0",
        "-0",
        "1",
        "1.5",
        "2.5",
        "0.5",
        "0.05",
        "3.14159265358979",
        "1e10",
        "1e100",
        "1e-5",
        "123456789.125",
        "1e4900",
        "1e-4940",
        "1e-4950",
        "1e5000",
        "1e-5000",
        "inf",
        "-inf",
        "nan",
        "-nan",
        "nan(12)",
        "infinityx",
        "0x1p3",
        "0x1.8p-3",
        "0x.8",
        "0xfffffffffffffffff",
        "1e",
        "1e+",
        ".5",
        "5.",
        ".",
        "e5",
        "0x",
        " 1",
        "1 ",
        "9.995",
        "99999.95",
        "999999.5",
        "0.00001234",
        "100000",
        "1000000",
        "1e18",
        "1e19",
        "1e20",
        "12345678901234567890",
        "0.1",
        "0.30000000000000000000000001",
        "'a",
        "1e27",
        "1e28",
        "1e-27",
        "1e-28",
        "18446744073709551615",
        "18446744073709551617",
        "3.6e-4951",
        "1.18973149535723176502e4932",
    ] {
        let format = "%f %e %g %E %G %F|%.0f %.0e %.0g|%.3f %.3e %.3g|%.20f %.20e %.20g|%e %.0f\
                      |%+08.2f % g %-10.1fx%010e\\n";
        let count = format.matches('%').count();
        Case::new("printf").arg(format).args(vec![number; count]).same();
        Case::new("printf").arg("%a %A %.0a %.3a %.20a\\n").args(vec![number; 5]).same();
    }
}

#[test]
fn floats_generated() {
    let mut random = Random::new(13);
    for _ in 0..1000 {
        let mut words = Vec::new();
        let mut format = String::new();
        for _ in 0..20 {
            let mut number = String::new();
            let most = if random.one_in(10) { 60 } else { 8 };
            for _ in 0..=random.below(most) {
                number.push(char::from(b'0' + random.below(10) as u8));
            }
            if !random.one_in(4) {
                number.push('.');
                for _ in 0..random.below(most) {
                    number.push(random.pick_copy(&['0', '5', '9', '1', '7']));
                }
            }
            if random.one_in(3) {
                let range = random.pick_copy(&[10, 40, 400, 4950]);
                number += &format!("e{}", random.below(2 * range) as i64 - range as i64);
            }
            words.push(number);
            let precision = match random.below(3) {
                0 => String::new(),
                _ => format!(".{}", random.below(most * 2)),
            };
            let letter = random.pick(&["f", "e", "g", "G", "a", "F"]);
            format += &format!("%{precision}{letter} ");
        }
        Case::new("printf").arg(format).args(words).same();
    }
}

#[test]
fn generated() {
    let mut random = Random::new(14);
    for round in 0..1500 {
        let mut case = Case::new("printf");
        let mut format = Vec::new();
        for _ in 0..=random.below(4) {
            format.push(b'%');
            format.extend(random.text(&["-", "+", " ", "#", "0", "'"], 2));
            format.extend(random.text(&["5", "12", "*", "", ""], 1));
            format.extend(random.text(&[".", ".3", ".*", ".0", "", "", ""], 1));
            format.extend(random.text(&["l", "h", "", "", ""], 1));
            format.extend(
                random
                    .pick(&[
                        "d", "i", "o", "u", "x", "X", "c", "s", "b", "q", "e", "f", "g", "a", "%",
                        "z",
                    ])
                    .bytes(),
            );
            format.extend(random.text(&["\\n", "\\x4", "\\0", "7", "a", "\\"], 2));
        }
        if round % 100 == 0 {
            format.extend(b"\\c");
        }
        case = case.arg(format);
        for _ in 0..random.below(7) {
            case = case.arg(random.pick(&[
                "0",
                "1",
                "-1",
                "12",
                "0x10",
                "017",
                "abc",
                "",
                "'x",
                "\"yz",
                "1.5",
                "-2.5e3",
                "99999999999999999999",
                "a b",
                "a\\tb",
                "\\0101",
                "it's",
                "-5",
                "3",
                "\\c",
                "1x",
            ]));
        }
        if round % 2 == 0 {
            case = case.utf8();
        }
        case.same_or_aside();
    }
}
