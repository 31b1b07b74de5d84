//! touch against the installed touch.

use crate::harness::{Case, Sink, assert_seen_alike};
use std::fs;
use std::path::Path;

fn set(path: &Path, access: i64, modification: i64) {
    use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
    let times = Timestamps {
        last_access: Timespec { tv_sec: access, tv_nsec: 123_456_789 },
        last_modification: Timespec { tv_sec: modification, tv_nsec: 987_654_321 },
    };
    utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW).unwrap();
}

fn planted(directory: &Path) {
    fs::write(directory.join("a"), "a").unwrap();
    fs::write(directory.join("ref"), "r").unwrap();
    fs::create_dir(directory.join("d")).unwrap();
    std::os::unix::fs::symlink("a", directory.join("link")).unwrap();
    std::os::unix::fs::symlink("gone", directory.join("dangling")).unwrap();
    for (name, access, modification) in [
        ("a", 1000, 2000),
        ("ref", 500_000_000, 600_000_000),
        ("d", 7, 8),
        ("link", 9, 10),
        ("dangling", 11, 12),
    ] {
        set(&directory.join(name), access, modification);
    }
}

/// The modification times are compared.
fn timed(arguments: &[&str]) -> Case<'static> {
    Case::new("touch").args(arguments).setup(planted).times().merged()
}

/// They are those of the moment.
fn now(arguments: &[&str]) -> Case<'static> {
    Case::new("touch").args(arguments).setup(planted).tree().merged()
}

#[test]
fn creation() {
    for arguments in [
        &["x"][..],
        &["x", "y", "a"],
        &["x/y"],
        &["a/b"],
        &["x/"],
        &["d"],
        &["d/"],
        &["d/x"],
        &["dangling"],
        &["link"],
        &[""],
        &["-c", "x", "a"],
        &["-c", "x/y", "a/b", ""],
        &["-h", "x"],
        &["-h", "link", "dangling"],
        &["-hc", "x"],
        &["-a", "x"],
        &["-m", "a"],
        &["-f", "a"],
        &["--no-create", "x"],
        &["--time=atime", "a"],
        &["--time", "modify", "x"],
        &["--", "-c"],
        &["x", "-c", "y"],
    ] {
        now(arguments).same();
    }
    for umask in [0o000, 0o077, 0o777] {
        now(&["x"]).umask(umask).same();
    }
}

#[test]
fn given_times() {
    for arguments in [
        &["-r", "ref", "a"][..],
        &["-r", "missing", "a"],
        &["-ar", "ref", "a"],
        &["-mr", "ref", "a"],
        &["-amr", "ref", "a"],
        &["-hr", "link", "a"],
        &["-h", "-r", "ref", "d"],
        &["--reference=ref", "a", "d"],
        &["-d", "@1000000000", "a"],
        &["-d", "@1.5", "a"],
        &["-d", "@-1", "a"],
        &["-d", "@1.123456789", "a"],
        &["-d", "2001-02-03", "a"],
        &["-d", "2001-02-03 04:05", "a"],
        &["-d", "2001-02-03 04:05:06.789", "a"],
        &["-d", "2001-02-03T04:05:06Z", "a"],
        &["-d", "2001-07-03 04:05:06", "d"],
        &["-t", "200102030405", "a"],
        &["-t", "200102030405.06", "a"],
        &["-t", "0102030405.06", "a"],
        &["-t", "7002030405", "a"],
        &["-t", "200107030405", "d"],
        &["-mt", "200107030405", "a"],
        &["-cat", "200107030405", "a"],
        &["-t", "200002290000", "a"],
        &["-m", "-d", "@5", "a"],
        &["-a", "-d", "@5", "a"],
        &["-cd", "@5", "a"],
        &["--date=@77", "a", "d"],
        &["-hd", "@9", "link", "a"],
    ] {
        // The directory itself and what only -a touches keep the times they were given.
        timed(arguments).same();
        timed(arguments).variable("TZ", "America/New_York").same();
        timed(arguments).variable("TZ", "UTC").same();
    }
    // The year is this one.
    timed(&["-t", "02030405", "a"]).same();
    now(&["-d", "now", "a", "x"]).same();
    now(&["-d", "2 days ago", "a", "x"]).same();
}

#[test]
fn access_times() {
    use std::os::unix::fs::MetadataExt;
    for arguments in [&["-a", "-d", "@5", "a"][..], &["-ar", "ref", "a"], &["-m", "-d", "@5", "a"]]
    {
        let seen = std::cell::RefCell::new(Vec::new());
        let look = |directory: &Path| {
            let stat = fs::metadata(directory.join("a")).unwrap();
            seen.borrow_mut().push((stat.atime(), stat.atime_nsec()));
        };
        Case::new("touch").args(arguments).setup(planted).after(look).same();
        let seen = seen.into_inner();
        assert_seen_alike(&seen, &arguments.join(" "));
    }
}

#[test]
fn standard_output() {
    now(&["-"]).stdout_to(Sink::Named("out")).same();
    now(&["-d", "@5", "-"]).stdout_to(Sink::Named("out")).times().same();
    now(&["-c", "-"]).stdout_to(Sink::Full).same();
}

#[test]
fn step_aside() {
    for arguments in [
        &[][..],
        &["-d", "last monday", "a"],
        &["-r", "ref", "-d", "@1", "a"],
        &["--time=x", "a"],
        &["--tim=atime", "a"],
        &["-t", "x", "a"],
        &["-t", "200102300405", "a"],
        &["-t", "200102030405.60", "a"],
        &["-t", "20010203040", "a"],
        &["-d", "@", "a"],
        &["-d", "@x", "a"],
    ] {
        now(arguments).aside();
    }
}
