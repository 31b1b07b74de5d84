//! xxd against the installed one.

use crate::harness::{Case, Random, Sink, Source};

#[test]
fn dumps() {
    let all: Vec<u8> = (0..=255).chain(0..100).collect();
    for options in [
        &[][..],
        &["-p"],
        &["-ps"],
        &["-b"],
        &["-i"],
        &["-u"],
        &["-u", "-p"],
        &["-u", "-i"],
        &["-c", "8"],
        &["-c8", "-g1"],
        &["-c", "5", "-g", "2"],
        &["-g", "0"],
        &["-g", "4"],
        &["-g", "99"],
        &["-c", "256"],
        &["-c", "1"],
        &["-c", "0"],
        &["-b", "-c", "4"],
        &["-b", "-g", "3"],
        &["-b", "-c5", "-g2"],
        &["-p", "-c", "0"],
        &["-p", "-c", "7"],
        &["-p", "-c256"],
        &["-i", "-c", "3"],
        &["-l", "0"],
        &["-l", "20"],
        &["-l", "16", "-p"],
        &["-l5", "-i"],
    ] {
        for text in [&all[..], b"", b"a", b"0123456789abcdef", b"one\ntwo\n", &[0; 40]] {
            Case::new("xxd").args(options).stdin(text).same();
            Case::new("xxd").args(options).arg("f.1").file("f.1", text).same();
            Case::new("xxd")
                .args(options)
                .stdin_from(Source::File(text.into()))
                .leaves_rest()
                .same();
        }
        Case::new("xxd").args(options).arg("7-\u{e4}").file("7-\u{e4}", &all).utf8().same();
        Case::new("xxd").args(options).arg("missing").same();
        Case::new("xxd").args(options).arg("").same();
        Case::new("xxd").args(options).arg("d").directory("d").same();
        Case::new("xxd").args(options).stdin(&all).stdout_to(Sink::Full).same();
    }
    for skip in ["0", "1", "16", "300", "400", "9999"] {
        Case::new("xxd").args(["-s", skip, "f"]).file("f", &all).same();
        Case::new("xxd").args(["-s", skip, "-l", "20", "-p", "f"]).file("f", &all).same();
    }
    let large = all.repeat(200);
    Case::new("xxd").stdin(&large).same();
    Case::new("xxd").stdin(&large).stdout_to(Sink::Full).same();
    Case::new("xxd").stdin(&large).stdout_to(Sink::Broken).same();
    Case::new("xxd").arg("-p").stdin(&large).same();
}

#[test]
fn what_is_left() {
    for options in [
        &["-r"][..],
        &["-e"],
        &["-E"],
        &["-a"],
        &["-d"],
        &["-v"],
        &["-h"],
        &["-rp"],
        &["-plain"],
        &["-b", "-p"],
        &["-c", "010"],
        &["-c", "0x10"],
        &["-c", "300"],
        &["-c"],
        &["-s", "3"],
        &["-s", "-3", "f"],
        &["f", "g"],
        &["--", "f"],
        &["-r", "-p", "-s", "3", "f"],
    ] {
        Case::new("xxd").args(options).file("f", "text").aside();
    }
}

#[test]
fn way_back() {
    for text in [
        "",
        "61",
        "616263\n",
        "61 62\t63\n64",
        "6",
        "616",
        "zz6162zz63\n64",
        "61\r\n62\r\n",
        "6g1\n62",
        "616xyz 62 63\n64\n65",
        "x\n6162",
        "61zzz62\nzz\n63",
        "0x61,0x62",
        "AbCdEf",
    ] {
        for options in [&["-r", "-p"][..], &["-p", "-r"], &["-ps", "-r"]] {
            Case::new("xxd").args(options).stdin(text).same();
        }
        Case::new("xxd").args(["-r", "-p", "f"]).file("f", text).same();
        Case::new("xxd").args(["-r", "-p"]).stdin(text).stdout_to(Sink::Named("o")).tree().same();
    }
    Case::new("xxd").args(["-r", "-p", "d"]).directory("d").same();
    Case::new("xxd").args(["-r", "-p", "missing"]).same();
    Case::new("xxd").args(["-r", "-p"]).stdin("6162").stdout_to(Sink::Full).same();
    let mut random = Random::new(5);
    for _ in 0..200 {
        let text = random.text(&["6", "1", "aF", " ", "\n", "g", "\r", "xyz", "0 "], 60);
        Case::new("xxd").args(["-r", "-p"]).stdin(text).same();
    }
}

#[test]
fn generated() {
    let mut random = Random::new(12);
    for _ in 0..200 {
        let text = random.text(&["a", "\n", "\0", "\u{fc}", "0123456789", "\0\0\0\0\0\0"], 200);
        let columns = (1 + random.below(40)).to_string();
        let group = random.below(9).to_string();
        let kind = *["-u", "-b", "-p", "-i"].get(random.below(4)).unwrap_or(&"-u");
        let length = random.below(120).to_string();
        let options = [kind, "-c", &columns[..], "-g", &group[..], "-l", &length[..]];
        Case::new("xxd").args(options).stdin(text).same();
    }
}
