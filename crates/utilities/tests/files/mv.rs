//! mv against the installed mv.

use super::forest;
use crate::harness::{Case, Random, Sink, Verdict, assert_seen_alike};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

fn planted(directory: &Path) {
    fs::create_dir_all(directory.join("d/e/f")).unwrap();
    fs::write(directory.join("d/e/f/x"), "x").unwrap();
    fs::write(directory.join("d/y"), "yy").unwrap();
    fs::write(directory.join("a"), "content of a\n").unwrap();
    fs::write(directory.join("b"), "content of b\n").unwrap();
    fs::hard_link(directory.join("b"), directory.join("b2")).unwrap();
    fs::create_dir_all(directory.join("into/d")).unwrap();
    fs::write(directory.join("into/a"), "old").unwrap();
    fs::create_dir(directory.join("into/b")).unwrap();
    fs::create_dir(directory.join("empty")).unwrap();
    fs::create_dir_all(directory.join("full/d/z")).unwrap();
    symlink("a", directory.join("to_a")).unwrap();
    symlink("b", directory.join("to_b")).unwrap();
    symlink("d", directory.join("to_d")).unwrap();
    symlink("gone", directory.join("dangling")).unwrap();
    forest::age(directory);
}

fn case(arguments: &[&str]) -> Case<'static> {
    Case::new("mv").args(arguments).setup(planted).tree().merged()
}

#[test]
fn security_contexts() {
    // Without SELinux there are none.
    let has_selinux = Path::new("/etc/selinux/config").exists();
    for arguments in [&["-Z", "a", "new"][..], &["--context", "-v", "a", "b", "into"]] {
        match has_selinux {
            true => case(arguments).aside(),
            false => case(arguments).same(),
        }
    }
    case(&["--context=x", "a", "new"]).aside();
}

#[test]
fn operands() {
    for arguments in [
        &["a", "new"][..],
        &["a", "b"],
        &["a", "into"],
        &["a", "b", "into"],
        &["a", "b2", "into"],
        &["a", "b", "new"],
        &["missing", "new"],
        &["a", "missing", "into"],
        &["a", "missing/new"],
        &["a", "a"],
        &["a", "./a"],
        &["to_a", "a"],
        &["a", "to_a"],
        &["b", "b2"],
        &["b2", "to_b"],
        &["to_b", "b"],
        &["to_b", "b2"],
        &["dangling", "new"],
        &["a", "dangling"],
        &["d", "new"],
        &["d", "into"],
        &["d", "full"],
        &["d", "empty"],
        &["d", "a"],
        &["a", "d"],
        &["d", "d"],
        &["d", "d/e"],
        &["d", "d/new"],
        &["d", "into/d"],
        &["d", "into/b"],
        &["-T", "d", "empty"],
        &["-T", "d", "full"],
        &["-T", "d", "a"],
        &["-T", "a", "empty"],
        &["-T", "a", "new"],
        &["-T", "a", "b"],
        &["-t", "into", "a", "empty"],
        &["-t", "missing", "a"],
        &["-t", "a", "b"],
        &["-v", "a", "new"],
        &["-v", "a", "b"],
        &["-v", "a", "b2", "empty", "into"],
        &["-v", "d", "new"],
        &["-n", "a", "b"],
        &["-n", "a", "new"],
        &["-nv", "a", "b2", "into"],
        &["-nf", "a", "b"],
        &["-fn", "a", "b"],
        &["-f", "a", "b"],
        &["-n", "missing", "b"],
        &["-u", "a", "b"],
        &["-uv", "a", "into"],
        &["d/", "new"],
        &["d/", "new/"],
        &["a", "new/"],
        &["a/", "new"],
        &["to_d/", "new"],
        &["to_d", "new"],
        &["--strip-trailing-slashes", "to_d/", "new"],
        &["a", "to_d"],
        &["a", "to_d/"],
        &["", "new"],
        &["a", ""],
        &[".", "new"],
        &["d/.", "new"],
        &["d/e/f/x", "."],
        &["a", "."],
        &["d/y", "a", "a", "into"],
        &["into/a", "a", "empty"],
        &["a", "d/y", "a", "empty"],
        &["--", "a", "-v"],
        &["a", "new", "-v"],
        &["it's", "n\nl"],
        &["d", "d/e", "into"],
        &["d/e", "d", "into"],
    ] {
        case(arguments).same();
    }
}

#[test]
fn newer_ones() {
    let setup = |directory: &Path| {
        planted(directory);
        forest::set_times(&directory.join("a"), 100, 1000);
        forest::set_times(&directory.join("b"), 100, 2000);
        forest::set_times(&directory.join("into/a"), 100, 1500);
    };
    for arguments in [
        &["-u", "a", "b"][..],
        &["-u", "b", "a"],
        &["-uv", "a", "b", "into"],
        &["-uv", "b", "new"],
        &["-un", "b", "a"],
        &["-uT", "d", "empty"],
    ] {
        Case::new("mv").args(arguments).setup(setup).tree().merged().same();
    }
}

/// A directory of another file system, and what is moved there and back.
#[test]
fn between_file_systems() {
    use std::os::unix::fs::MetadataExt;
    let other = Path::new("/dev/shm");
    let device = |path: &Path| fs::metadata(path).map(|stat| stat.dev()).ok();
    if device(other).is_none() || device(other) == device(&std::env::temp_dir()) {
        eprintln!("skipped: there is no other file system");
        return;
    }
    for arguments in [
        &["a", "x"][..],
        &["-v", "a", "b", "x"],
        &["-v", "d", "x"],
        &["-v", "to_a", "dangling", "x"],
        &["b", "b2", "x"],
        &["-v", "a", "x/there"],
        &["-n", "a", "x/there"],
        &["-u", "a", "x/there"],
        &["d", "x/there"],
        &["-v", "d", "x/d"],
        &["-v", "d", "x/full"],
        &["-v", "into", "x/d", "empty"],
        &["a", "missing", "x"],
        &["-v", "x/there", "new"],
        &["-v", "x/d", "x/full", "new"],
        &["x/there", "a"],
        &["x/full", "d"],
        &["x/full", "into"],
        &["-v", "x/full", "full/full"],
    ] {
        let place = other.join(format!("moved-{}", std::process::id()));
        let there = place.clone();
        let setup = move |directory: &Path| {
            let _ = fs::remove_dir_all(&there);
            fs::create_dir_all(there.join("full/z")).unwrap();
            fs::create_dir(there.join("d")).unwrap();
            fs::write(there.join("there"), "old").unwrap();
            fs::write(there.join("full/z/file"), "deep").unwrap();
            forest::age(&there);
            planted(directory);
            // A link would not do: names are told.
            symlink(&there, directory.join("x")).unwrap();
        };
        let seen = std::cell::RefCell::new(Vec::new());
        let look = |_: &Path| seen.borrow_mut().push(forest::shape(&place));
        let case = Case::new("mv").args(arguments).setup(setup).tree().merged().after(look);
        let verdict = forest::same_in_any_order(&case);
        assert!(verdict == Verdict::Same || case.is_of_many(), "{case}: {verdict:?}");
        drop(case);
        assert_seen_alike(&seen.into_inner(), &arguments.join(" "));
        let _ = fs::remove_dir_all(&place);
    }
}

#[test]
fn step_aside() {
    for arguments in [
        &[][..],
        &["a"],
        &["-i", "a", "b"],
        &["-b", "a", "b"],
        &["--backup", "a", "b"],
        &["-T", "a", "b", "into"],
        &["-T", "-t", "into", "a"],
        &["--forc", "a", "b"],
        &["/proc/self/x", "b"],
    ] {
        case(arguments).aside();
    }
}

#[test]
fn output_that_cannot_be_written() {
    case(&["-v", "a", "new"]).stdout_to(Sink::Full).same();
    case(&["-v", "a", "missing", "into"]).stdout_to(Sink::Full).same();
    case(&["-v", "a", "b", "empty"]).stdout_to(Sink::Broken).same();
}

#[test]
fn generated() {
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let scratch = std::env::temp_dir().join(format!("mv-{}-{seed}", std::process::id()));
        fs::create_dir(&scratch).unwrap();
        let names = forest::plant(&scratch, seed, 16);
        fs::remove_dir_all(&scratch).unwrap();
        let mut case =
            Case::new("mv").setup(move |at| drop(forest::plant(at, seed, 16))).tree().merged();
        for _ in 0..random.below(3) {
            case = case.arg(random.pick(&["-f", "-v", "-n", "-u", "-T"]));
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
            case.same_or_aside();
        }
    }
}
