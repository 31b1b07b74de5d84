//! install against the installed install.

use super::forest;
use crate::harness::{Case, Random, Sink, Verdict, assert_seen_alike, is_of_many};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

fn planted(directory: &Path) {
    fs::create_dir_all(directory.join("d/e")).unwrap();
    fs::write(directory.join("d/y"), "yy").unwrap();
    fs::write(directory.join("a"), "content of a\n").unwrap();
    fs::write(directory.join("b"), "content of b, which is longer\n").unwrap();
    fs::hard_link(directory.join("b"), directory.join("b2")).unwrap();
    fs::write(directory.join("empty"), "").unwrap();
    fs::create_dir(directory.join("into")).unwrap();
    fs::write(directory.join("into/a"), "old").unwrap();
    fs::create_dir(directory.join("into/b")).unwrap();
    for (name, mode) in [("a", 0o600), ("b", 0o4711), ("d/y", 0o444), ("d/e", 0o2700)] {
        fs::set_permissions(directory.join(name), Permissions::from_mode(mode)).unwrap();
    }
    symlink("a", directory.join("to_a")).unwrap();
    symlink("d", directory.join("to_d")).unwrap();
    symlink("gone", directory.join("dangling")).unwrap();
    forest::age(directory);
}

fn case(arguments: &[&str]) -> Case<'static> {
    Case::new("install").args(arguments).setup(planted).tree().merged()
}

#[test]
fn files() {
    for arguments in [
        &["a", "new"][..],
        &["a", "b"],
        &["a", "into"],
        &["a", "b", "into"],
        &["a", "d/y", "into"],
        &["a", "d/y", "into/"],
        &["a", "d/y", "new"],
        &["a", "d/y", "b"],
        &["a", "missing", "into"],
        &["missing", "new"],
        &["a", "missing/new"],
        &["a", "a"],
        &["a", "./a"],
        &["to_a", "a"],
        &["a", "to_a"],
        &["to_a", "new"],
        &["b", "b2"],
        &["a", "dangling"],
        &["dangling", "new"],
        &["d", "new"],
        &["d", "into"],
        &["d", "a", "into"],
        &["a", "to_d"],
        &["a", "to_d/"],
        &["a", "new/"],
        &["a/", "new"],
        &["a/", "into"],
        &["", "new"],
        &["a", ""],
        &["a", "a", "into"],
        &["a", "./a", "d/y", "into"],
        &["a", "into/b"],
        &["/dev/null", "new"],
        &["/dev/null", "b"],
        &["empty", "new"],
        &["a", "."],
        &["d/y", "."],
        &["-c", "a", "new"],
        &["-m", "644", "a", "new"],
        &["-m", "0644", "a", "b", "into"],
        &["-m644", "b", "new"],
        &["-m", "u=rw,go=r", "a", "new"],
        &["-m", "a+x", "a", "new"],
        &["-m", "4755", "a", "new"],
        &["-m", "+t", "a", "new"],
        &["-m", "0", "a", "new"],
        &["-m", "go=u", "a", "new"],
        &["-m", "a=rX", "a", "new"],
        &["--mode=600", "a", "new"],
        &["-t", "into", "a", "d/y"],
        &["-t", "missing", "a"],
        &["-t", "a", "d/y"],
        &["-T", "a", "new"],
        &["-T", "a", "into"],
        &["-v", "a", "new"],
        &["-v", "a", "b"],
        &["-v", "a", "d/y", "into"],
        &["-D", "a", "x/y/z"],
        &["-D", "a", "new"],
        &["-D", "a", "into"],
        &["-D", "a", "d/e/f"],
        &["-D", "a", "b/x"],
        &["-D", "a", "b/x/y"],
        &["-D", "a", "x/y/"],
        &["-D", "a", "x/../y/z"],
        &["-D", "a", "./x//y/./z"],
        &["-D", "missing", "x/y/z"],
        &["-D", "d", "x/y/z"],
        &["-Dv", "a", "x/y/z"],
        &["-DT", "a", "into/a"],
        &["-DT", "a", "into/b"],
        &["-D", "-t", "x/y", "a", "d/y"],
        &["-Dv", "-t", "x/y", "a", "d/y"],
        &["-D", "-t", "b/y", "a", "d/y"],
        &["-D", "-t", "b", "a", "d/y"],
        &["-D", "-t", "into", "a", "d/y"],
        &["-D", "-t", "x/y/", "missing", "a"],
        &["-D", "a", "d/y", "x/y"],
        &["-D", "a", "b", "into"],
        &["-o", "root", "-g", "root", "a", "new"],
        &["-o", "0", "-g", "0", "a", "new"],
        &["-o", "daemon", "-g", "12345", "-m", "4755", "a", "new"],
        &["--owner=daemon", "a", "into"],
        &["a", "new", "-v"],
        &["--", "a", "-v"],
        &["it's", "n\nl"],
    ] {
        case(arguments).same();
    }
    case(&["a", "missing/x"]).utf8().same();
    for arguments in [&["-p", "a", "new"][..], &["-p", "b", "into/a"], &["-pm", "600", "b", "new"]]
    {
        case(arguments).same();
    }
    case(&["-p", "missing", "new"]).same();
    case(&["-p", "d/y", "to_a", "into"]).same();
}

#[test]
fn times_are_kept() {
    // Of directories they are those of the run.
    let seen = std::cell::RefCell::new(Vec::new());
    let look = |directory: &Path| {
        use std::os::unix::fs::MetadataExt;
        let stat = fs::metadata(directory.join("new")).unwrap();
        seen.borrow_mut().push((stat.mtime(), stat.mtime_nsec(), stat.atime()));
    };
    case(&["-p", "a", "new"]).after(look).same();
    let seen = seen.into_inner();
    assert_seen_alike(&seen, "-p");
}

#[test]
fn directories() {
    for arguments in [
        &["-d", "x"][..],
        &["-d", "x/y/z"],
        &["-d", "x", "x/y", "d", "into/b/c"],
        &["-d", "d/e"],
        &["-d", "d"],
        &["-d", "d/"],
        &["-d", "x/"],
        &["-d", "a"],
        &["-d", "a/x"],
        &["-d", "a/x/y"],
        &["-d", "to_d"],
        &["-d", "to_d/x"],
        &["-d", "to_a"],
        &["-d", "dangling"],
        &["-d", "dangling/x"],
        &["-d", ""],
        &["-d", "."],
        &["-d", "x/../y"],
        &["-d", "./x//y"],
        &["-d", "a", "x", "b/c", "y"],
        &["-dv", "x/y/z"],
        &["-dv", "d", "into/b/c"],
        &["-d", "-m", "700", "x/y"],
        &["-d", "-m", "775", "x/y", "d"],
        &["-d", "-m", "2775", "x/y"],
        &["-d", "-m", "1777", "x/y"],
        &["-d", "-m", "700", "d/e"],
        &["-d", "-m", "00700", "d/e"],
        &["-d", "-m", "u=rwx", "x", "d"],
        &["-d", "-m", "u=rwx,g=rxs", "x", "d"],
        &["-d", "-m", "a=rX", "x", "d"],
        &["-d", "-m", "+x", "x", "d"],
        &["-d", "-m", "000", "x", "d"],
        &["-d", "-o", "daemon", "-g", "daemon", "x/y", "d/e"],
        &["-d", "-o", "daemon", "-m", "2755", "x/y", "d/e"],
        &["-dD", "x/y"],
    ] {
        case(arguments).same();
        case(arguments).umask(0o002).same();
    }
    case(&["-d", "a/x"]).utf8().same();
}

#[test]
fn step_aside() {
    for arguments in [
        &[][..],
        &["a"],
        &["-d"],
        &["-t", "into"],
        &["-b", "a", "new"],
        &["-C", "a", "new"],
        &["-s", "a", "new"],
        &["-Z", "a", "new"],
        &["-S", "~", "a", "new"],
        &["-m", "nonsense", "a", "new"],
        &["-m", "99", "a", "new"],
        &["-o", "nobody-known", "a", "new"],
        &["-T", "a", "b", "into"],
        &["-T", "-t", "into", "a"],
        &["-d", "-t", "into", "a"],
        &["-t", "into", "-t", "d", "a"],
        &["/dev/stdin", "new"],
        &["/dev/zero", "new"],
    ] {
        case(arguments).aside();
    }
    case(&["a", "new"]).umask(0o077).aside();
}

#[test]
fn output_that_cannot_be_written() {
    case(&["-v", "a", "new"]).stdout_to(Sink::Full).same();
    case(&["-v", "a", "missing", "into"]).stdout_to(Sink::Full).same();
    case(&["-dv", "x/y"]).stdout_to(Sink::Broken).same();
}

#[test]
fn generated() {
    let mut ran = 0;
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let scratch = std::env::temp_dir().join(format!("install-{}-{seed}", std::process::id()));
        fs::create_dir(&scratch).unwrap();
        let names = forest::plant(&scratch, seed, 16);
        fs::remove_dir_all(&scratch).unwrap();
        let mut case =
            Case::new("install").setup(move |at| drop(forest::plant(at, seed, 16))).tree().merged();
        for _ in 0..random.below(4) {
            case =
                case.arg(random.pick(&["-d", "-D", "-v", "-p", "-T", "-m600", "-m2775", "-m+x"]));
        }
        case = case.arg("--");
        let mut safe = true;
        for _ in 0..2 + random.below(3) {
            let name = forest::operand(&mut random, &names);
            // Behind a link to `.` this would lead out of the directory.
            safe &= !name.contains("..");
            case = case.arg(name);
        }
        if safe {
            ran += usize::from(case.same_or_aside() == Verdict::Same);
        }
    }
    assert!(ran > 250 || is_of_many("install"), "{ran}");
}
