//! mktemp, mkfifo, truncate and sync against the installed ones.

use crate::harness::{Case, Sink, Verdict, assert_seen_alike};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Runs mktemp on either side and compares all but the letters.
#[track_caller]
fn temporary(case: Case<'_>) {
    let made = std::cell::RefCell::new(Vec::new());
    let look = |directory: &Path| {
        use std::os::unix::fs::MetadataExt;
        let mut left = vec![directory.to_path_buf()];
        let mut all = Vec::new();
        while let Some(next) = left.pop() {
            // Only root may look into what a umask of 777 leaves.
            let entries = fs::read_dir(&next).ok();
            assert!(entries.is_some() || !rustix::process::geteuid().is_root(), "{next:?}");
            for entry in entries.into_iter().flatten().flatten() {
                let stat = entry.metadata().unwrap();
                if stat.is_dir() {
                    left.push(entry.path());
                }
                let path = entry.path();
                let path = path.strip_prefix(directory).unwrap();
                let length = path.as_os_str().as_bytes().len();
                all.push((path.parent().unwrap().to_path_buf(), length, stat.mode()));
            }
        }
        all.sort();
        made.borrow_mut().push(all);
    };
    let case = case.after(look);
    let shown = case.to_string();
    let verdict = case.compare(|expected, actual| {
        assert_eq!(expected.status, actual.status, "{shown}");
        assert_eq!(expected.stderr, actual.stderr, "{shown}");
        assert_eq!(expected.stdout.len(), actual.stdout.len(), "{shown}");
        // What is not a random letter is the same.
        let differing =
            expected.stdout.iter().zip(&actual.stdout).filter(|(a, b)| a != b).collect::<Vec<_>>();
        assert!(differing.len() <= 20, "{shown}");
        for (a, b) in differing {
            assert!(a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric(), "{shown}");
        }
    });
    assert!(verdict == Verdict::Same || case.is_of_many(), "{shown}: {verdict:?}");
    drop(case);
    assert_seen_alike(&made.into_inner(), &shown);
}

#[test]
fn mktemp() {
    let setup = |directory: &Path| fs::create_dir_all(directory.join("d/e")).unwrap();
    for arguments in [
        &["fXXX"][..],
        &["d/fXXXXXX"],
        &["./XXXXXXXXXXXXXXXXXX"],
        &["-d", "d/XXXXXX"],
        &["fXXXX.c"],
        &["fXXXXaXXXXb"],
        &["--suffix=.c", "fXXXX"],
        &["--suffix=", "fXXXX"],
        &["--suffix=XX", "fXXXX"],
        &["-p", "d", "fXXXX"],
        &["-p", "d"],
        &["-dp", "d"],
        &["--tmpdir=d", "e/XXXX"],
        &["--tmpdir=d/", "XXXX"],
        &["-t", "XXXX"],
        &["-t", "-p", "d/e", "XXXX"],
        &["-u", "fXXXX"],
        &["-u", "-p", "missing"],
        &["missing/XXXX"],
        &["-d", "missing/XXXX"],
        &["-q", "missing/XXXX"],
        &["-p", "missing"],
        &["it's nXXX"],
        &["XXX", "-d"],
        &["--", "-XXX"],
        &[],
        &["-d"],
        &["--tmpdir"],
        &["--tmpdir", "XXXX"],
        &["-p", "", "XXXX"],
    ] {
        let case = || Case::new("mktemp").args(arguments).setup(setup).variable("TMPDIR", "d");
        temporary(case());
        temporary(case().umask(0o077).utf8());
        temporary(case().umask(0o777));
    }
    for arguments in [
        &["XX"][..],
        &["a", "b"],
        &["f"],
        &[""],
        &["--suffix=a/b", "XXX"],
        &["--suffix=a", "XXXb"],
        &["XXX/a"],
        &["-p", "d", "/XXX"],
        &["-t", "a/XXX"],
        &["-V"],
    ] {
        Case::new("mktemp").args(arguments).setup(setup).aside();
    }
    Case::new("mktemp").arg("XXX").stdout_to(Sink::Full).tree().same();
    Case::new("mktemp").args(["-d", "XXX"]).stdout_to(Sink::Full).tree().same();
    Case::new("mktemp").args(["-q", "XXX"]).stdout_to(Sink::Full).tree().same();
}

#[test]
fn mkfifo() {
    let setup = |directory: &Path| fs::write(directory.join("a"), "").unwrap();
    for umask in [0o022, 0o000, 0o077] {
        for arguments in [
            &["x"][..],
            &["x", "a", "y"],
            &["missing/x"],
            &["-m", "600", "x"],
            &["-m", "0", "x"],
            &["-m", "a=rwx", "x"],
            &["-m", "+x", "x"],
            &["-m", "g-r,o=", "x"],
            &["--mode=777", "x"],
            &["x/"],
            &[""],
            &["--", "-m"],
        ] {
            let case = Case::new("mkfifo").args(arguments).setup(setup).umask(umask);
            case.tree().merged().same();
        }
    }
    for arguments in [&[][..], &["-m", "4755", "x"], &["-m", "z", "x"], &["-Z", "x"]] {
        Case::new("mkfifo").args(arguments).aside();
    }
}

fn sized(arguments: &[&str]) -> Case<'static> {
    let setup = |directory: &Path| {
        for (name, length) in [("a", 10), ("b", 1000), ("empty", 0)] {
            fs::write(directory.join(name), vec![b'x'; length]).unwrap();
        }
        fs::create_dir(directory.join("d")).unwrap();
        std::os::unix::fs::symlink("a", directory.join("to_a")).unwrap();
    };
    Case::new("truncate").args(arguments).setup(setup).tree().merged()
}

#[test]
fn truncate() {
    for arguments in [
        &["-s", "0", "a"][..],
        &["-s5", "a", "b", "new"],
        &["-s", "20", "a"],
        &["-s", "+5", "a", "new"],
        &["-s", "-5", "a", "new"],
        &["-s", "<100", "a", "b", "new"],
        &["-s", ">100", "a", "b"],
        &["-s", "/3", "a", "b"],
        &["-s", "%7", "a", "b", "empty"],
        &["-s", " 5", "a"],
        &["-s", "< 5", "a"],
        &["-s", "1K", "a"],
        &["-s", "1KB", "a"],
        &["-s", "K", "a"],
        &["-c", "-s", "5", "new", "a"],
        &["-r", "b", "a"],
        &["-r", "b", "-s", "+5", "a"],
        &["-r", "b", "-s", "/300", "a"],
        &["-r", "missing", "a"],
        &["-r", "d", "a"],
        &["-o", "-s", "1", "a"],
        &["-o", "-s", "+1", "a"],
        &["-s", "5", "d"],
        &["-s", "5", "missing/x", "a"],
        &["-c", "-s", "5", "missing/x", "a/b"],
        &["-s", "5", "to_a"],
        &["-s", "-50", "a"],
        &["-s", "9223372036854775807", "a"],
        &["-s", "+9223372036854775807", "a"],
        &["-o", "-s", "9223372036854775807", "a"],
        &["--size=3", "--no-create", "a"],
        &["--reference=a", "b"],
        &["a", "-s", "3"],
    ] {
        sized(arguments).same();
    }
    for arguments in [
        &[][..],
        &["a"],
        &["-s", "x", "a"],
        &["-s", "1x", "a"],
        &["-s", "", "a"],
        &["-s", "9223372036854775808", "a"],
        &["-s", "/0", "a"],
        &["-s", "<+5", "a"],
        &["-r", "b", "-s", "5", "a"],
        &["-o", "-r", "b", "a"],
        &["-s", "5"],
    ] {
        sized(arguments).aside();
    }
}

#[test]
fn sync() {
    let setup = |directory: &Path| {
        fs::write(directory.join("a"), "a").unwrap();
        fs::create_dir(directory.join("d")).unwrap();
    };
    for arguments in
        [&["a"][..], &["d", "a"], &["-d", "a"], &["-f", "a"], &["missing", "a"], &["--data", "a"]]
    {
        Case::new("sync").args(arguments).setup(setup).merged().same();
    }
    for arguments in [&["-d"][..], &["-d", "-f", "a"], &["-x"]] {
        Case::new("sync").args(arguments).setup(setup).aside();
    }
}
