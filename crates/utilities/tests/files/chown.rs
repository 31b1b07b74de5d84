//! chown and chgrp against the installed ones.

use crate::harness::{Case, Random, Sink};

fn files<'a>(utility: &str) -> Case<'a> {
    let case = Case::new(utility).file("a", "1").file("a b", "2").file_mode("s", "3", 0o6755);
    let case = case.directory("d").directory("d/e").file("d/f", "4").file("d/e/g", "5");
    let case = case.link("l", "a").link("dl", "d").link("d/l", "../a").link("gone", "nowhere");
    case.link("d/gone", "nowhere").file("ref", "6").setup(|path| {
        let (user, group) = (Some(7), Some(9));
        let _ = std::os::unix::fs::chown(path.join("ref"), user, group);
        let _ = std::os::unix::fs::chown(path.join("d/f"), Some(4_000_000), Some(4_000_001));
    })
}

const OWNERS: &[&str] = &[
    "root",
    "0",
    "root:root",
    ":daemon",
    "daemon:",
    "7:9",
    "1:1",
    "",
    ":",
    "4000000:4000001",
    "daemon:daemon",
    "12",
    ":4000002",
    "nobody:0",
    "012:daemon",
    "013",
    ":010",
];
const GROUPS: &[&str] = &["root", "0", "daemon", "9", "", "4000001", "007"];

#[test]
fn plain() {
    for owner in OWNERS {
        files("chown").args([owner, "a", "d", "l", "gone", "missing", "s"]).tree().merged().same();
        files("chown").args(["-v", owner, "a", "d/f", "a b", "d"]).tree().merged().same();
        files("chown").args(["-cR", owner, "a", "d", "dl"]).tree().merged().same();
    }
    for group in GROUPS {
        let case = || files("chgrp").tree().merged();
        case().args([group, "a", "d", "l", "gone", "missing", "s"]).same_or_aside();
        case().args(["-vR", group, "a", "d", "a b"]).same_or_aside();
    }
}

#[test]
fn outside() {
    for utility in ["chown", "chgrp"] {
        let words = [
            &["no such", "a"][..],
            &["root"],
            &[],
            &["-R", "--dereference", "0", "a"],
            &["+0", "a"],
            &["--from=0", "0", "a"],
            &["-L", "-R", "0", "a"],
            &["99999999999", "a"],
        ];
        for words in words {
            files(utility).args(words).aside();
        }
    }
    files("chown").args(["root.root", "a"]).aside();
    files("chown").args(["12:", "a"]).aside();
    files("chown").args(["-v", "7:9", "a"]).stdout_to(Sink::Full).tree().same();
    files("chown").args(["-v", "7:9", "a"]).stdout_to(Sink::Broken).tree().same();
    files("chown").args(["7:9", "missing"]).stderr_to(Sink::Full).same();
}

#[test]
fn generated() {
    let options = [
        "-c",
        "-f",
        "-v",
        "-R",
        "-h",
        "-H",
        "-P",
        "--dereference",
        "--quiet",
        "-cR",
        "-vh",
        "-RH",
        "--reference=ref",
        "--reference=l",
        "--reference=missing",
        "--no-preserve-root",
    ];
    let operands = [
        "a", "a b", "d", "dl", "l", "gone", "missing", "d/f", "d/", "dl/", "d//", "a/x", "s",
        "d/l", ".", "-",
    ];
    let mut random = Random::new(5);
    for round in 0..900 {
        let (utility, owners) = match round % 3 {
            0 => ("chgrp", GROUPS),
            _ => ("chown", OWNERS),
        };
        let mut words = Vec::new();
        for _ in 0..random.below(4) {
            words.push(options[random.below(options.len())]);
        }
        if !words.iter().any(|word| word.starts_with("--ref")) {
            words.push(owners[random.below(owners.len())]);
        }
        for _ in 0..1 + random.below(3) {
            words.push(operands[random.below(operands.len())]);
        }
        files(utility).args(words).tree().merged().same_or_aside();
    }
}
