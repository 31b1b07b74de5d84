//! The descriptor plan.

use std::fs::{self, File};
use std::io::Write;
use std::os::fd::{AsRawFd, RawFd};

use launch::{LaunchError, Step};

use crate::util::{apart, ended, pipe, sh, sh_with, strings};

/// Files whose content is their own index, all close-on-exec.
fn files(count: usize) -> Vec<File> {
    (0..count)
        .map(|index| {
            let name = c"index".to_owned();
            let fd = rustix::fs::memfd_create(&name, rustix::fs::MemfdFlags::CLOEXEC).unwrap();
            let mut file = File::from(fd);
            writeln!(file, "{index}").unwrap();
            file
        })
        .collect()
}

/// What the child finds behind these descriptors, in order.
fn contents(targets: &[RawFd], plan: &[(RawFd, RawFd)], close_others: bool) -> String {
    // Every file offset stands at the end: open anew.
    let script: String = targets.iter().map(|fd| format!("cat /proc/self/fd/{fd}; ")).collect();
    sh(&script, |launch| {
        for &(target, source) in plan {
            launch.descriptor(target, source);
        }
        launch.descriptor(2, 2).close_others(close_others);
    })
}

#[test]
fn permutations_of_any_kind() {
    let files = files(4);
    let fds: Vec<RawFd> = files.iter().map(|file| file.as_raw_fd()).collect();
    let [a, b, c, d] = fds[..] else { panic!() };
    for close_others in [false, true] {
        // A swap, a cycle of three, a cycle of four, two swaps, a chain, one source
        // for many, a cycle with a tail.
        for (plan, expected) in [
            (vec![(a, b), (b, a)], "1\n0\n"),
            (vec![(a, b), (b, c), (c, a)], "1\n2\n0\n"),
            (vec![(a, d), (b, a), (c, b), (d, c)], "3\n0\n1\n2\n"),
            (vec![(a, b), (b, a), (c, d), (d, c)], "1\n0\n3\n2\n"),
            (vec![(a, b), (b, c), (c, d)], "1\n2\n3\n"),
            (vec![(d, c), (c, b), (b, a)], "2\n1\n0\n"),
            (vec![(a, d), (b, d), (c, d), (d, d)], "3\n3\n3\n3\n"),
            (vec![(a, b), (b, a), (c, a), (d, b)], "1\n0\n0\n1\n"),
            (vec![(a, a), (b, c), (c, b), (0, a)], "0\n2\n1\n0\n"),
        ] {
            let targets: Vec<RawFd> = plan.iter().map(|one| one.0).collect();
            assert_eq!(contents(&targets, &plan, close_others), expected, "{plan:?}");
        }
    }
    // The parent's are as they were.
    for (index, file) in files.iter().enumerate() {
        let text = fs::read_to_string(format!("/proc/self/fd/{}", file.as_raw_fd())).unwrap();
        assert_eq!(text, format!("{index}\n"));
        assert!(rustix::io::fcntl_getfd(file).unwrap().contains(rustix::io::FdFlags::CLOEXEC));
    }
}

#[test]
fn more_than_fit_inline() {
    let files = files(40);
    // Rotate all of them by one, and one more each high up.
    let fds: Vec<RawFd> = files.iter().map(|file| file.as_raw_fd()).collect();
    let mut plan = Vec::new();
    let mut expected = String::new();
    for (at, &fd) in fds.iter().enumerate() {
        plan.push((fd, fds[(at + 1) % fds.len()]));
        expected += &format!("{}\n", (at + 1) % fds.len());
    }
    for (at, &fd) in fds.iter().enumerate() {
        plan.push((300 + at as i32, fd));
        expected += &format!("{at}\n");
    }
    let targets: Vec<RawFd> = plan.iter().map(|one| one.0).collect();
    assert_eq!(contents(&targets, &plan, false), expected);
    assert_eq!(contents(&targets, &plan, true), expected);
}

#[test]
fn the_spare_copy_takes_nobodys_number() {
    // In the child 0 is closed and both wanted and missing as a source: the copy
    // that breaks the cycle may neither stay there nor make the source good.
    let files = files(2);
    let (a, b) = (files[0].as_raw_fd(), files[1].as_raw_fd());
    let plan = [(a, b), (b, a), (500, 501)];
    let error = sh_with("", |launch| {
        for (target, source) in plan {
            launch.descriptor(target, source);
        }
    })
    .unwrap_err();
    assert_eq!(error.errno, libc::EBADF);
    assert_eq!(error.step, launch::Step::Descriptor);
}

#[test]
fn close_others_closes_all_but_what_is_named() {
    let (read, write) = pipe();
    // Left open on purpose: not close-on-exec.
    let leaky = rustix::io::fcntl_dupfd_cloexec(&read, 100).unwrap();
    rustix::io::fcntl_setfd(&leaky, rustix::io::FdFlags::empty()).unwrap();
    let list = "ls -v /proc/$$/fd; :";
    let leak = leaky.as_raw_fd().to_string();
    let text = sh(list, |l| {
        l.descriptor(0, 0).descriptor(2, 2);
    });
    assert!(text.lines().any(|line| line == leak), "{text}");
    let text = sh(list, |l| {
        l.descriptor(0, 0).descriptor(2, 2).close_others(true);
    });
    assert_eq!(text, "0\n1\n2\n");
    // Gaps between the named ones are closed too, below and above.
    let high = write.as_raw_fd();
    let text = sh(list, |l| {
        l.descriptor(50, high).descriptor(leaky.as_raw_fd() + 30, high).close_others(true);
    });
    assert_eq!(text, format!("1\n50\n{}\n", leaky.as_raw_fd() + 30));
    assert!(rustix::io::fcntl_getfd(&leaky).is_ok());
}

/// Numbers that are no descriptors.
#[test]
fn numbers_out_of_range() {
    let null = File::open("/dev/null").unwrap();
    let own = null.as_raw_fd();
    let (argv, envp) = (strings(&["true"]), strings(&[]));
    for (target, source) in [(-1, own), (i32::MIN, own), (i32::MAX, own), (5, -1), (5, i32::MAX)] {
        for close_others in [false, true] {
            let mut launch = launch::Launch::new(c"/bin/true", &argv, &envp);
            let error = launch.descriptor(target, source).close_others(close_others).start();
            let expected = LaunchError { step: Step::Descriptor, errno: libc::EBADF };
            assert_eq!(error.unwrap_err(), expected, "{target} {source}");
        }
    }
}

/// Standard streams that are kept: those that are open, close-on-exec or not.
#[test]
#[ignore = "needs a process of its own"]
fn standard_streams_inner() {
    let list = |set: fn(&mut launch::Launch<'_>)| {
        let (read, write) = pipe();
        let script = "for fd in 0 1 2 7; do [ -e /proc/$$/fd/$fd ] && echo $fd >&7; done";
        let argv = strings(&["sh", "-c", script]);
        let envp = strings(&["PATH=/usr/bin:/bin"]);
        let mut launch = launch::Launch::new(c"/bin/sh", &argv, &envp);
        launch.descriptor(7, write.as_raw_fd()).close_others(true);
        set(&mut launch);
        let child = launch.start().unwrap();
        drop(write);
        let text = std::io::read_to_string(read).unwrap();
        ended(&child);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let keep: fn(&mut launch::Launch<'_>) = |launch| _ = launch.keep_standard();
    assert_eq!(list(|_| ()), "7");
    assert_eq!(list(keep), "0 1 2 7");
    rustix::io::fcntl_setfd(std::io::stdin(), rustix::io::FdFlags::CLOEXEC).unwrap();
    assert_eq!(list(keep), "0 1 2 7");
    assert_eq!(list(|launch| _ = launch.keep_standard().descriptor(0, 1)), "0 1 2 7");
    let closed: fn(&mut launch::Launch<'_>) = |launch| {
        // SAFETY: nothing here reads from it.
        unsafe { libc::close(0) };
        launch.keep_standard();
    };
    assert_eq!(list(closed), "1 2 7");
}

#[test]
fn standard_streams() {
    apart("descriptors::standard_streams_inner");
}
