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
#[ignore = "run by another test, in a process of its own"]
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
    // Taken back, with all that was set for it; what was said besides stays.
    let back: fn(&mut launch::Launch<'_>) = |launch| {
        launch.keep_standard().close_others(false).close_others(true);
    };
    assert_eq!(list(back), "7");
    let named: fn(&mut launch::Launch<'_>) = |launch| {
        launch.keep_standard().descriptor(0, 0).descriptor(1, 0);
        launch.close_others(false).close_others(true);
    };
    assert_eq!(list(named), "0 1 7");
    assert_eq!(list(|launch| _ = launch.keep_standard().close_others(false)), "1 2 7");
    assert_eq!(
        list(|launch| _ = launch.descriptor(0, 0).keep_standard().close_others(false)),
        "0 1 2 7"
    );
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

/// Sources that are not open stay an error where the library makes descriptors of its
/// own, which get the lowest free numbers: handles, pipes.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn missing_sources_inner() {
    use launch::{Capture, ForkPolicy, Launch, Pipeline, Streams};
    let (argv, envp) = (strings(&["true"]), strings(&[]));
    let expected = LaunchError { step: Step::Descriptor, errno: libc::EBADF };
    let streams = Streams { input: true, output: true, error: true, ..Default::default() };
    let how = Capture { input: Some(b"x"), ..Default::default() };
    // SAFETY: only asks for the flags of a number.
    let is_free = |fd: &RawFd| unsafe { libc::fcntl(*fd, libc::F_GETFD) } < 0;
    let free: Vec<RawFd> = (3..).filter(is_free).take(8).collect();
    let plans: [fn(&mut Launch<'_>, RawFd); 3] = [
        |launch, source| _ = launch.descriptor(99, source),
        |launch, source| _ = launch.copy(99, source),
        |launch, source| _ = launch.descriptor(98, 1).copy(99, source).copy(98, 99),
    ];
    for (source, plan) in free.iter().flat_map(|&source| plans.map(|plan| (source, plan))) {
        for close_others in [false, true] {
            let mut launch = Launch::new(c"/bin/true", &argv, &envp);
            plan(launch.close_others(close_others).want_pidfd(true), source);
            assert_eq!(launch.start().unwrap_err(), expected);
            assert_eq!(launch.run().unwrap_err(), expected);
            assert_eq!(launch.start_piped(streams).unwrap_err(), expected);
            assert_eq!(launch.capture(&how).unwrap_err(), expected);
            let mut pipeline = Pipeline::new();
            pipeline.stage(Launch::new(c"/bin/true", &argv, &envp)).stage(launch.clone());
            assert_eq!(pipeline.start().unwrap_err(), expected);
            assert_eq!(pipeline.capture(&how).unwrap_err(), expected);
            let launching = launch.want_readiness(true).start_unwaited();
            assert_eq!(launching.and_then(launch::Launching::finish).unwrap_err(), expected);
            let forked = launch.fork_policy(ForkPolicy::Always).start();
            assert_eq!(forked.unwrap_err(), expected);
            assert_eq!(launch::process::replace(&launch), expected);
        }
    }
    // A swap of which one is missing, the lowest free number or another.
    let file = File::open("/dev/null").unwrap();
    for free in free[1..].iter().copied() {
        let mut launch = Launch::new(c"/bin/true", &argv, &envp);
        launch.descriptor(free, file.as_raw_fd()).descriptor(file.as_raw_fd(), free);
        assert_eq!(launch.start().unwrap_err(), expected);
        assert_eq!(launch.run().unwrap_err(), expected);
        assert_eq!(launch::process::replace(&launch), expected);
    }
    assert!(!crate::util::has_children());
}

#[test]
fn missing_sources() {
    apart("descriptors::missing_sources_inner");
}

/// What a pipe or an earlier action takes the place of need not be there.
#[test]
fn sources_that_nobody_needs() {
    use launch::{Capture, Launch, Pipeline};
    let (argv, envp) = (strings(&["sh", "-c", "cat /dev/fd/9"]), strings(&["PATH=/bin"]));
    let mut launch = Launch::new(c"/bin/sh", &argv, &envp);
    launch.descriptor(1, 4321).descriptor(0, 4322).descriptor(2, 4323);
    launch.open(9, c"/proc/self/comm", libc::O_RDONLY, 0).copy(8, 9).copy(9, 8).copy(7, 2);
    let how = Capture { input: Some(b""), ..Default::default() };
    let out = launch.capture(&how).unwrap();
    assert_eq!(String::from_utf8_lossy(&out.output), "sh\n", "{out:?}");
    let mut pipeline = Pipeline::new();
    pipeline.stage(launch.clone()).stage(launch.clone());
    assert_eq!(pipeline.capture(&how).unwrap().output, out.output);
    // Without pipes they are needed.
    assert_eq!(launch.start().unwrap_err().errno, libc::EBADF);
}
