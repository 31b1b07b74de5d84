//! split against the installed one.

use crate::harness::{Case, Random, Source};

#[test]
fn pieces() {
    let lines: String = (1..=2500).map(|number| format!("{number}\n")).collect();
    let arguments: &[&[&str]] = &[
        &[],
        &["-"],
        &["-", "p"],
        &["-l", "7"],
        &["-l1000", "-a3", "-"],
        &["-b", "100"],
        &["-b", "1K", "-d"],
        &["-b", "1k", "-x", "-", "dir/p"],
        &["-l", "4", "-d", "-", "n"],
        &["-l", "3", "-x", "-", "n"],
        &["-l", "2"],
        &["-l", "300", "-a", "1", "--additional-suffix=.txt"],
        &["-l", "50", "-a", "1"],
        &["--lines=900", "--suffix-length=4", "--additional-suffix", "-s"],
        &["--bytes=5KB", "-", "missing/p"],
        &["f", "of"],
        &["f", "f"],
        &["f", "full"],
    ];
    for arguments in arguments {
        for input in [&lines[..], "", "one", "\n", "a\nb\nc"] {
            let case = Case::new("split").args(*arguments).stdin(input).directory("dir");
            case.file("f", "1\n2\n3\n").file("xab", "old and long text\n").tree().same();
        }
    }
    Case::new("split").arg("missing").same();
    Case::new("split").arg("d").directory("d").same();
    Case::new("split").arg("x").file("xaa", "1\n").arg("y").tree().same();
    Case::new("split").args(["xaa"]).file("xaa", "1\n2\n").tree().same();
    Case::new("split").stdin_from(Source::Directory).same();
    for aside in [
        &["-n", "3"][..],
        &["-C", "5"],
        &["-l", "0"],
        &["-l", "1", "-b", "1"],
        &["-a", "0"],
        &["-5"],
        &["--filter=cat"],
        &["-e"],
        &["a", "b", "c"],
        &["--additional-suffix=a/b"],
        &["--numeric-suffixes=3"],
    ] {
        Case::new("split").args(aside).aside();
    }
}

#[test]
fn generated() {
    let mut random = Random::new(11);
    for _ in 0..150 {
        let text = random.text(&["a", "\n", "\0", "word ", "\n\n", "0123456789"], 400);
        let number = (1 + random.below(40)).to_string();
        let way = *["-b", "-l"].get(random.below(2)).unwrap_or(&"-l");
        let kind = *["-d", "-x", "-a2", "-a3"].get(random.below(4)).unwrap_or(&"-d");
        Case::new("split").args([way, &number[..], kind]).stdin(text).tree().same();
    }
}
