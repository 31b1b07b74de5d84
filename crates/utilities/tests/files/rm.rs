//! rm against the installed rm.

use super::forest;
use crate::harness::{Case, Random, Sink, Source};
use std::fs;
use std::path::Path;

fn planted(directory: &Path) {
    fs::create_dir_all(directory.join("d/e/f")).unwrap();
    fs::write(directory.join("d/e/f/x"), "x").unwrap();
    fs::write(directory.join("d/y"), "y").unwrap();
    fs::create_dir(directory.join("empty")).unwrap();
    fs::write(directory.join("a"), "a").unwrap();
    fs::write(directory.join("b"), "b").unwrap();
    std::os::unix::fs::symlink("d", directory.join("to_d")).unwrap();
    std::os::unix::fs::symlink("gone", directory.join("dangling")).unwrap();
}

fn case(arguments: &[&str]) -> Case<'static> {
    Case::new("rm").args(arguments).setup(planted).tree().merged()
}

#[test]
fn options() {
    for arguments in [
        &["a"][..],
        &["a", "b"],
        &["-f", "a", "missing", "b"],
        &["a", "missing", "b"],
        &["-f"],
        &["-v", "a", "b"],
        &["-v", "a", "missing", "b"],
        &["d"],
        &["-f", "d"],
        &["-r", "d"],
        &["-R", "d", "a"],
        &["-rf", "d", "missing", "a"],
        &["-rv", "d", "empty"],
        &["-d", "empty"],
        &["-d", "d"],
        &["-dv", "empty", "a", "d"],
        &["-d", "to_d"],
        &["to_d", "dangling"],
        &["to_d/"],
        &["-r", "to_d/"],
        &["-rf", "to_d/"],
        &["-rf", "to_d"],
        &["-f", "to_d/"],
        &["a/"],
        &["-f", "a/"],
        &["-rf", "a/"],
        &["a/b"],
        &["-f", "a/b"],
        &["", "a"],
        &["-f", "", "a"],
        &["-r", "."],
        &["-r", "..", "a"],
        &["-r", "d/."],
        &["-r", "d/.."],
        &["-rf", "d/../", "a"],
        &["."],
        &["-d", "."],
        &["-rv", "d///"],
        &["-rv", "./d"],
        &["a", "-v", "b"],
        &["--", "a", "-v"],
        &["-r", "--one-file-system", "d"],
        &["--recursive", "--force", "--verbose", "d"],
        &["--dir", "empty"],
        &["-r", "--no-preserve-root", "d"],
        &["-r", "--preserve-root", "d"],
        &["--interactive=never", "a", "missing"],
        &["-if", "a"],
        &["-v", "a", "a"],
    ] {
        case(arguments).same();
    }
}

#[test]
fn questions_step_aside() {
    for arguments in [
        &["-i", "a"][..],
        &["-I", "a"],
        &["-fi", "a"],
        &["--interactive", "a"],
        &["--interactive=once", "a"],
        &["--recurs", "d"],
        &["-x", "a"],
        &[],
        &["--help"],
        &["--preserve-root=all", "-r", "d"],
    ] {
        case(arguments).aside();
    }
}

#[test]
fn output_that_cannot_be_written() {
    let case = |arguments: &[&str]| Case::new("rm").args(arguments).setup(planted).tree();
    case(&["-v", "a"]).stdout_to(Sink::Full).same();
    case(&["-v", "a", "missing"]).stdout_to(Sink::Full).same();
    case(&["-v", "a", "missing", "b"]).stdout_to(Sink::Full).same();
    case(&["-v", "a", "missing", "b"]).stdout_to(Sink::Broken).same();
    case(&["-v", "a", "b"]).stdout_to(Sink::Broken).same();
    case(&["a", "missing"]).stderr_to(Sink::Full).same();
    case(&["a"]).stdin_from(Source::Directory).same();
}

#[test]
fn what_was_removed_when_nobody_reads_any_more() {
    // Each line takes more than a hundred bytes: the pipe breaks at the same file.
    let many = |directory: &Path| {
        for number in 0..200 {
            fs::write(directory.join(format!("{number:0>120}")), "").unwrap();
        }
    };
    let names: Vec<String> = (0..200).map(|number| format!("{number:0>120}")).collect();
    Case::new("rm").arg("-v").args(&names).setup(many).tree().stdout_to(Sink::Broken).same();
}

#[test]
fn large_and_deep_trees() {
    let wide = |directory: &Path| {
        fs::create_dir(directory.join("w")).unwrap();
        for number in 0..3000 {
            fs::write(directory.join(format!("w/{number}")), "").unwrap();
        }
    };
    Case::new("rm").args(["-rf", "w"]).setup(wide).tree().same();
    // Deeper than the longest path, and than the descriptors that are kept.
    let deep = |directory: &Path| {
        use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let name = "d".repeat(100);
        let mut at = openat(CWD, directory, flags, Mode::empty()).unwrap();
        for _ in 0..200 {
            mkdirat(&at, &*name, Mode::from_raw_mode(0o755)).unwrap();
            mkdirat(&at, "side", Mode::from_raw_mode(0o755)).unwrap();
            at = openat(&at, &*name, flags, Mode::empty()).unwrap();
        }
    };
    let name = "d".repeat(100);
    Case::new("rm").args(["-r", &name]).setup(deep).tree().same();
}

#[test]
fn generated() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let scratch = std::env::temp_dir().join(format!("rm-{}-{seed}", std::process::id()));
        fs::create_dir(&scratch).unwrap();
        let names = forest::plant(&scratch, seed, 20);
        fs::remove_dir_all(&scratch).unwrap();
        let mut case =
            Case::new("rm").setup(move |at| drop(forest::plant(at, seed, 20))).tree().merged();
        for _ in 0..random.below(3) {
            case = case.arg(random.pick(&["-f", "-r", "-v", "-d", "-rf", "-R"]));
        }
        if random.one_in(2) {
            case = case.utf8();
        }
        case = case.arg("--");
        for _ in 0..1 + random.below(4) {
            case = case.arg(forest::operand(&mut random, &names));
        }
        case.same();
    }
}

/// From coreutils 9.2 on an empty directory need not be readable.
#[test]
fn directories_are_left_to_later_versions() {
    for options in ["-d", "-fd", "-vd", "-df"] {
        let outcome = |minor| case(&[options, "empty"]).of_version(9, minor).map(|o| o.status);
        assert_eq!(outcome(1), Ok(0), "{options}");
        assert_eq!(outcome(7), Err("directories that may be unreadable"), "{options}");
    }
}
