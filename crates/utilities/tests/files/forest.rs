//! Generated file trees, the same for the same seed.

use crate::harness::{Case, Outcome, Random, Verdict};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// Names that need care somewhere.
pub const NAMES: &[&str] = &[
    "a", "b", "c", "d", "e f", "-x", "it's", "n\nl", "\u{e9}", "z.c", ".h", "A", "#1", "g:h", "*",
];

/// Makes some files, directories and links in `directory`; returns their names. No link leads
/// out of the directory: what is tried here must not reach anything else. No link leads to
/// something below itself, either: the installed realpath would never end. Modification times
/// are the seed's, too, and in the past: what is copied only where it is newer (`-u`) must
/// not depend on whether the clock ticked between two files.
pub fn plant(directory: &Path, seed: u64, most: usize) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut directories = vec![PathBuf::new()];
    let mut names = Vec::new();
    for _ in 0..1 + random.below(most) {
        let parent = directories[random.below(directories.len())].clone();
        let name = parent.join(random.pick(NAMES));
        let path = directory.join(&name);
        if path.symlink_metadata().is_ok() {
            continue;
        }
        match random.below(8) {
            0..3 => {
                fs::create_dir(&path).unwrap();
                directories.push(name.clone());
            }
            3..6 => {
                let length = random.pick_copy(&[0, 1, 5, 20]);
                fs::write(&path, vec![b'x'; length]).unwrap();
                let mode = random.pick_copy(&[0o644, 0o600, 0o755, 0o444, 0o4755, 0o2711, 0o000]);
                fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            }
            6 => symlink(random.pick(NAMES), &path).unwrap(),
            _ => {
                let old = names.get(random.below(names.len().max(1)));
                let linked = old.is_some_and(|old: &String| {
                    directory.join(old).symlink_metadata().is_ok_and(|s| s.is_file())
                        && fs::hard_link(directory.join(old), &path).is_ok()
                });
                if !linked {
                    symlink(random.pick(&[".", "nowhere/b", "./a"]), &path).unwrap();
                }
            }
        }
        names.push(name.to_str().unwrap().to_string());
    }
    // What a directory holds changes its time: all are set when all are there.
    for name in names.iter().rev() {
        // Equal ones, ones that differ in the second, and in the nanosecond alone.
        let nanosecond = random.pick_copy(&[0, 1, 500_000_000, 999_999_999]);
        let second = 1_100_000_000 + random.below(3) as i64;
        set_times_exactly(&directory.join(name), (NEVER_READ, 0), (second, nanosecond));
    }
    names
}

/// A time of access that reading does not change: it is later than all others (2036), which
/// is what decides on file systems mounted with relatime.
const NEVER_READ: i64 = 2_100_000_000;

/// A name that is, or is not, in the tree, possibly spelled in an unusual way. Never one that
/// begins with a slash: what is tried here must not reach anything else.
pub fn operand(random: &mut Random, names: &[String]) -> String {
    let name = match random.below(6) {
        0 => random.pick(NAMES).to_string(),
        1 => random.pick(&[".", "..", "", "missing", "missing/x", "./.", "a/.", "a/.."]).into(),
        _ if names.is_empty() => "a".into(),
        _ => names[random.below(names.len())].clone(),
    };
    match random.below(10) {
        _ if name.is_empty() => name,
        0 => format!("{name}/"),
        1 => format!("./{name}"),
        2 => format!("{name}//"),
        3 => name.replace('/', "//"),
        _ => name,
    }
}

/// Compares where the order of a directory shows, which is another one in either run: lines in
/// any order, and the files left behind unless they depend on when a directory that is copied
/// into itself is met.
#[track_caller]
pub fn same_in_any_order(case: &Case<'_>) -> Verdict {
    let lines = |outcome: &Outcome| {
        let mut lines: Vec<Vec<u8>> =
            outcome.stdout.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        lines.sort();
        lines
    };
    case.compare(|expected, actual| {
        let into_itself = String::from_utf8_lossy(&expected.stdout).contains("into itself");
        let text = |outcome: &Outcome| String::from_utf8_lossy(&outcome.stdout).into_owned();
        let shown = || format!("{case}\n{}\n{}", text(expected), text(actual));
        assert_eq!(expected.status, actual.status, "{}", shown());
        if !into_itself {
            assert!(lines(expected) == lines(actual), "{}", shown());
            assert_eq!(expected.tree, actual.tree, "{}", shown());
        }
    })
}

/// Sets the times of a file, not of what it leads to.
pub fn set_times(path: &Path, access: i64, modification: i64) {
    set_times_exactly(path, (access, 123_456_789), (modification, 987_654_321));
}

/// Sets the times of a file, not of what it leads to, in seconds and nanoseconds.
pub fn set_times_exactly(path: &Path, access: (i64, i64), modification: (i64, i64)) {
    use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
    let times = Timestamps {
        last_access: Timespec { tv_sec: access.0, tv_nsec: access.1 },
        last_modification: Timespec { tv_sec: modification.0, tv_nsec: modification.1 },
    };
    utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW).unwrap();
}

/// Gives everything below a directory modification times in the past, each its own, and
/// access times that reading does not change.
pub fn age(directory: &Path) {
    let mut left = vec![directory.to_path_buf()];
    let mut all = Vec::new();
    while let Some(next) = left.pop() {
        for entry in fs::read_dir(&next).unwrap().flatten() {
            if entry.file_type().unwrap().is_dir() {
                left.push(entry.path());
            }
            all.push(entry.path());
        }
    }
    all.sort();
    for (number, path) in all.iter().enumerate() {
        let number = number as i64;
        set_times(path, NEVER_READ + number, 1_100_000_000 + 10 * number);
    }
}

/// What is below a directory: paths, modes, sizes, links, modification times of files.
pub fn shape(directory: &Path) -> Vec<String> {
    use std::os::unix::fs::MetadataExt;
    let mut left = vec![directory.to_path_buf()];
    let mut all = Vec::new();
    while let Some(next) = left.pop() {
        let Ok(entries) = fs::read_dir(&next) else { continue };
        for entry in entries.flatten() {
            let stat = entry.path().symlink_metadata().unwrap();
            let time = if stat.is_dir() { 0 } else { stat.mtime() };
            all.push(format!(
                "{} {:o} {} {} {time}",
                entry.path().display(),
                stat.mode(),
                if stat.is_dir() { 0 } else { stat.len() },
                if stat.is_dir() { 0 } else { stat.nlink() },
            ));
            if stat.is_dir() {
                left.push(entry.path());
            }
        }
    }
    all.sort();
    all
}
