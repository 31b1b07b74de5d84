//! test and [ against the installed ones.

use crate::harness::{Case, Random, Sink, Source};
use std::path::Path;

fn files(directory: &Path) {
    std::os::unix::net::UnixListener::bind(directory.join("socket")).unwrap();
    // What is newer must not depend on when the files were made.
    use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
    for (name, second) in [
        ("old", 1_000),
        ("empty", 2_000),
        ("full", 2_000),
        ("executable", 2_000),
        ("none", 2_001),
        ("suid", 2_000),
        ("directory", 3_000),
        ("socket", 3_000),
        ("link", 4_000),
        ("dangling", 4_000),
    ] {
        let time = |tv_sec: i64| Timespec { tv_sec: 1_000_000_000 + tv_sec, tv_nsec: 5 };
        let times = Timestamps { last_access: time(2_000), last_modification: time(second) };
        utimensat(CWD, directory.join(name), &times, AtFlags::SYMLINK_NOFOLLOW).unwrap();
    }
    std::fs::hard_link(directory.join("full"), directory.join("same")).unwrap();
}

fn case(name: &str) -> Case<'static> {
    Case::new(name)
        .file("empty", "")
        .file("full", "x")
        .file("old", "x")
        .file_mode("executable", "x", 0o755)
        .file_mode("none", "x", 0)
        .file_mode("suid", "x", 0o7755)
        .directory("directory")
        .link("link", "full")
        .link("dangling", "nowhere")
        .setup(files)
}

#[test]
fn files_and_strings() {
    let names = [
        "empty",
        "full",
        "old",
        "executable",
        "none",
        "suid",
        "directory",
        "link",
        "dangling",
        "missing",
        "",
        "socket",
        "/dev/null",
        "full/x",
    ];
    for operator in "befGghkLNOprsSuwxznct".chars() {
        for name in names {
            if operator == 't' {
                continue;
            }
            case("test").arg(format!("-{operator}")).arg(name).same();
        }
    }
    for operator in ["-nt", "-ot", "-ef", "=", "!=", "=="] {
        for name in names {
            case("test").args(["full", operator, name]).same();
            case("[").args([name, operator, "old", "]"]).same();
        }
        case("test").args(["same", operator, "full"]).same();
    }
}

#[test]
fn terminals() {
    for number in ["0", "1", "2", "x", "-1", " 1 "] {
        Case::new("test").args(["-t", number]).same_or_aside();
    }
    Case::new("test").args(["-t", "0"]).stdin_from(Source::Closed).same_or_aside();
    Case::new("test").args(["-t", "1"]).stdout_to(Sink::Closed).same_or_aside();
    Case::new("test").args(["-t", "3"]).aside();
    Case::new("test").args(["-p", "/dev/stdin"]).aside();
}

#[test]
fn brackets() {
    Case::new("[").same();
    Case::new("[").arg("]").same();
    Case::new("[").arg("a").same();
    Case::new("[").args(["a", "]", "b"]).same();
    Case::new("[").arg("--help").aside();
    Case::new("[").args(["--help", "]"]).same();
    Case::new("test").arg("--help").same();
    Case::new("test").same();
}

#[test]
fn numbers() {
    let numbers = [
        "0",
        "-0",
        "+1",
        " 1",
        "1 ",
        "01",
        "-1",
        "-10",
        "99999999999999999999",
        "",
        "x",
        "1x",
        "-",
        "+",
        "--1",
        "0x1",
        "\t2",
        "1 1",
    ];
    for operator in ["-eq", "-ne", "-lt", "-le", "-gt", "-ge"] {
        for a in numbers {
            for b in ["1", "-1", "0", "99999999999999999999", "x"] {
                Case::new("test").args([a, operator, b]).same();
            }
        }
    }
}

#[test]
fn generated() {
    let mut random = Random::new(15);
    let words = [
        "!",
        "(",
        ")",
        "-a",
        "-o",
        "=",
        "!=",
        "-eq",
        "-lt",
        "1",
        "2",
        "",
        "a",
        "-n",
        "-z",
        "-f",
        "full",
        "-l",
        "x",
        "-e",
        "directory",
        "-q",
        "-nt",
        "==",
        "<",
    ];
    for round in 0..4000 {
        let mut case = Case::new("test").file("full", "x").directory("directory");
        for _ in 0..random.below(if round % 3 == 0 { 10 } else { 5 }) {
            case = case.arg(random.pick(&words));
        }
        if round % 2 == 0 {
            case = case.utf8();
        }
        case.same();
    }
}

#[test]
fn sentences_generated() {
    // Mostly valid expressions of some depth.
    fn sentence(random: &mut Random, depth: usize, out: &mut Vec<String>) {
        match if depth == 0 { random.below(4) } else { random.below(9) } {
            0 => out.push(random.pick(&["", "a", "-n", "="]).into()),
            1 => out.extend(["-n".into(), random.pick(&["", "a"]).into()]),
            2 | 3 => {
                out.push(random.pick(&["1", "a", "-1"]).into());
                out.push(random.pick(&["=", "!=", "-eq", "-gt"]).into());
                out.push(random.pick(&["1", "2"]).into());
            }
            4 => {
                out.push("!".into());
                sentence(random, depth - 1, out);
            }
            5 => {
                out.push("(".into());
                sentence(random, depth - 1, out);
                out.push(")".into());
            }
            _ => {
                sentence(random, depth - 1, out);
                out.push(random.pick(&["-a", "-o"]).into());
                sentence(random, depth - 1, out);
            }
        }
    }
    let mut random = Random::new(16);
    for _ in 0..1500 {
        let mut words = Vec::new();
        sentence(&mut random, 4, &mut words);
        Case::new("test").args(words).same();
    }
}
