//! ln against the installed ln.

use super::forest;
use crate::harness::{Case, Random, Sink};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

fn planted(directory: &Path) {
    fs::create_dir_all(directory.join("d/e/f")).unwrap();
    fs::write(directory.join("d/e/f/x"), "x").unwrap();
    fs::write(directory.join("a"), "content of a\n").unwrap();
    fs::write(directory.join("b"), "content of b\n").unwrap();
    fs::hard_link(directory.join("b"), directory.join("b2")).unwrap();
    fs::create_dir_all(directory.join("into/d")).unwrap();
    fs::write(directory.join("into/a"), "old").unwrap();
    fs::create_dir_all(directory.join("two")).unwrap();
    fs::write(directory.join("two/a"), "other").unwrap();
    symlink("a", directory.join("to_a")).unwrap();
    symlink("d", directory.join("to_d")).unwrap();
    symlink("gone", directory.join("dangling")).unwrap();
}

fn case(arguments: &[&str]) -> Case<'static> {
    Case::new("ln").args(arguments).setup(planted).tree().merged()
}

#[test]
fn operands() {
    for arguments in [
        &["a", "new"][..],
        &["a", "b"],
        &["-f", "a", "b"],
        &["-f", "b", "b2"],
        &["-f", "a", "a"],
        &["-f", "a", "./a"],
        &["-s", "a", "new"],
        &["-s", "a", "b"],
        &["-sf", "a", "b"],
        &["-sfv", "a", "b"],
        &["-sf", "a", "a"],
        &["-sf", "b", "b2"],
        &["-s", "missing", "new"],
        &["missing", "new"],
        &["-s", "d/e/f/x"],
        &["d/e/f/x"],
        &["-s", "a"],
        &["-s", "/etc/hosts"],
        &["-s", "a", "into"],
        &["-sf", "a", "into"],
        &["-s", "a", "b", "into"],
        &["-v", "b", "b2", "into"],
        &["a", "b", "into"],
        &["-f", "a", "b", "into"],
        &["-f", "a", "two/a", "into"],
        &["-fv", "a", "two/a", "b", "into"],
        &["a", "b", "new"],
        &["a", "b", "b2"],
        &["-t", "into", "b", "b2"],
        &["-t", "missing", "b"],
        &["-t", "a", "b"],
        &["-st", "into", "b", "b2"],
        &["-sT", "a", "into"],
        &["-sfT", "a", "into"],
        &["-sT", "a", "new"],
        &["-sfT", "a", "to_d"],
        &["-s", "a", "to_d"],
        &["-sn", "a", "to_d"],
        &["-sfn", "a", "to_d"],
        &["-sfn", "a", "into"],
        &["-sfn", "b", "into"],
        &["-s", "a", "to_d/"],
        &["d", "new"],
        &["-f", "d", "new"],
        &["to_d", "new"],
        &["to_a", "new"],
        &["-L", "to_a", "new"],
        &["-L", "to_d", "new"],
        &["-LP", "to_a", "new"],
        &["-L", "dangling", "new"],
        &["-P", "dangling", "new"],
        &["-f", "a", "dangling"],
        &["-sf", "a", "dangling"],
        &["-s", "", "new"],
        &["", "new"],
        &["a", ""],
        &["-s", "a", ""],
        &["-s", "a", "missing/new"],
        &["a", "missing/new"],
        &["a", "new/"],
        &["-s", "a", "new/"],
        &["-s", "a", "b/"],
        &["a/", "new"],
        &["-s", "a/", "into"],
        &["-sr", "a", "into/new"],
        &["-sr", "d/e/f/x", "into/new"],
        &["-sr", "d/e/f/x", "new"],
        &["-sr", "into/a", "d/e"],
        &["-sr", "to_a", "into/new"],
        &["-sr", "missing/x", "into/new"],
        &["-srf", "b", "into/a"],
        &["-sr", "b", "into/a"],
        &["-srv", "a", "b", "d/e/f"],
        &["-srt", "d/e", "a", "d/e/f/x"],
        &["-sr", "/etc/hosts", "new"],
        &["-v", "a", "new"],
        &["-sv", "a", "new"],
        &["-sv", "it's", "n\nl"],
        &["--symbolic", "--force", "--verbose", "a", "b"],
        &["--", "a", "-s"],
        &["a", "new", "-s"],
        &["-s", "d/", "into"],
        &["-s", "../x/..", "into"],
        &["-s", "a", "."],
        &["-sf", "missing", "a"],
        &["-f", "missing", "a"],
        &["a", "d"],
        &["a", "d/e/f/x/y"],
    ] {
        case(arguments).same();
    }
    let long = "l".repeat(5000);
    case(&["-s", &long, "new"]).same();
    case(&["-s", "a", &long]).same();
    case(&["a", &long]).utf8().same();
}

#[test]
fn step_aside() {
    for arguments in [
        &[][..],
        &["-i", "a", "b"],
        &["-b", "a", "b"],
        &["-r", "a", "b"],
        &["-T", "a"],
        &["-T", "a", "b", "into"],
        &["-T", "-t", "into", "a"],
        &["-F", "d", "new"],
        &["--symb", "a", "new"],
        &["/proc/self/exe", "new"],
    ] {
        case(arguments).aside();
    }
}

#[test]
fn output_that_cannot_be_written() {
    case(&["-sv", "a", "new"]).stdout_to(Sink::Full).same();
    case(&["-sv", "a", "b", "into"]).stdout_to(Sink::Broken).same();
}

#[test]
fn generated() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let scratch = std::env::temp_dir().join(format!("ln-{}-{seed}", std::process::id()));
        fs::create_dir(&scratch).unwrap();
        let names = forest::plant(&scratch, seed, 16);
        fs::remove_dir_all(&scratch).unwrap();
        let mut case =
            Case::new("ln").setup(move |at| drop(forest::plant(at, seed, 16))).tree().merged();
        for _ in 0..random.below(4) {
            case = case.arg(random.pick(&["-f", "-s", "-sf", "-v", "-n", "-r", "-L", "-T"]));
        }
        case = case.arg("--");
        let mut safe = true;
        for _ in 0..1 + random.below(3) {
            let name = forest::operand(&mut random, &names);
            // Behind a link to `.` this would lead out of the directory.
            safe &= !name.contains("..");
            case = case.arg(name);
        }
        if safe {
            case.same_or_aside();
        }
    }
}
