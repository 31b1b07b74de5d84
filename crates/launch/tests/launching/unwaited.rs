//! Launches that do not suspend their caller.

use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use launch::process::WaitStatus;
use launch::{Launch, LaunchError, Launching, Step};

use crate::util::{c, pipe, sh, strings, tempdir};

fn start(
    program: &str,
    argv: &[&str],
    set: impl FnOnce(&mut Launch<'_>),
) -> Result<Launching, LaunchError> {
    let argv = strings(argv);
    let envp = strings(&["PATH=/usr/bin:/bin"]);
    let program = c(program);
    let mut launch = Launch::new(&program, &argv, &envp);
    set(&mut launch);
    // Strings, options and launch are gone while the child still needs them.
    launch.start_unwaited()
}

#[test]
fn the_program_runs_and_everything_may_be_dropped_at_once() {
    let mut running = Vec::new();
    for number in 0..50 {
        let (read, write) = pipe();
        let script = format!("echo $0 $1; exit {number}");
        let launching = start("/bin/sh", &["sh", "-c", &script, "zero", "one"], |l| {
            l.descriptor(1, write.as_raw_fd()).want_pidfd(true).umask(0o77);
        });
        drop(write);
        running.push((number, read, launching.unwrap()));
    }
    for (number, read, launching) in running {
        assert_eq!(std::io::read_to_string(read).unwrap(), "zero one\n");
        let pid = launching.pid();
        let mut child = launching.finish().unwrap();
        assert_eq!(child.pid, pid);
        assert_eq!(child.wait().unwrap(), WaitStatus::Exited(number));
    }
}

#[test]
fn failures_come_at_the_end() {
    let launching = start("/nonexistent", &["x"], |_| ());
    // Where it has to be waited for, the failure comes at once.
    let error = launching.and_then(Launching::finish).unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Exec, errno: libc::ENOENT });
    let error = start("/bin/true", &["true"], |l| {
        l.descriptor(7, 4321);
    });
    let error = error.and_then(Launching::finish).unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Descriptor, errno: libc::EBADF });
}

#[test]
fn dropped_early() {
    let (read, write) = pipe();
    for _ in 0..20 {
        let launching = start("/bin/sh", &["sh", "-c", "echo x"], |l| {
            l.descriptor(1, write.as_raw_fd());
        });
        let pid = launching.as_ref().unwrap().pid();
        drop(launching);
        let (found, status) = launch::process::wait_pid(
            pid,
            launch::process::Awaited::End,
            launch::process::Blocking::Wait,
        )
        .unwrap()
        .unwrap();
        assert_eq!((found, status), (pid, WaitStatus::Exited(0)));
    }
    drop(write);
    assert_eq!(std::io::read_to_string(read).unwrap(), "x\n".repeat(20));
}

#[test]
fn a_fifo_does_not_hold_the_caller() {
    let directory = tempdir("unwaited");
    let fifo = format!("{directory}/fifo");
    let _ = std::fs::remove_file(&fifo);
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &fifo,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::from_raw_mode(0o600),
        0,
    )
    .unwrap();
    for readiness in [false, true] {
        let launching = start("/bin/sh", &["sh", "-c", "echo through"], |l| {
            l.open(1, &c(&fifo), libc::O_RDWR, 0).want_readiness(readiness);
        });
        // Opened for both, a FIFO does not wait. An emulator that has the caller
        // wait would do so for ever below.
        let mut probe = launching.unwrap().finish().unwrap();
        assert_eq!(probe.wait().unwrap(), WaitStatus::Exited(0));
        if !probe.path.unwaited {
            return;
        }
        let launching = start("/bin/sh", &["sh", "-c", "echo through"], |l| {
            l.open(1, &c(&fifo), libc::O_WRONLY, 0).want_readiness(readiness);
        });
        let launching = launching.unwrap();
        assert_eq!(launching.readiness().is_some(), readiness);
        // Nobody reads yet, so the program has not begun.
        let soon = Instant::now() + Duration::from_millis(10);
        let launching = launching.finish_by(soon).unwrap().err().unwrap();
        assert_eq!(std::fs::read_to_string(&fifo).unwrap(), "through\n");
        let late = Instant::now() + Duration::from_secs(60);
        let Ok(mut child) = launching.finish_by(late).unwrap() else { panic!("not launched") };
        assert!(child.path.unwaited);
        assert_eq!(child.wait().unwrap(), WaitStatus::Exited(0));
        // Killed before it has come so far: that is its end like any other.
        let launching = start("/bin/sh", &["sh"], |l| {
            l.open(1, &c(&fifo), libc::O_WRONLY, 0).want_readiness(readiness);
        });
        let launching = launching.unwrap();
        launch::process::kill(launching.pid(), libc::SIGKILL).unwrap();
        let killed = WaitStatus::Signaled { signal: libc::SIGKILL, core: false };
        assert_eq!(launching.finish().unwrap().wait().unwrap(), killed);
    }
}

/// With many files open the child begins in its parent's table, and has left it when
/// the caller goes on: what the plan names may be closed at once here too.
#[test]
fn many_open_files() {
    let files: Vec<_> = (0..300).map(|_| std::fs::File::open("/dev/null").unwrap()).collect();
    for round in 0..20 {
        let (read, write) = pipe();
        let launching = start("/bin/sh", &["sh", "-c", "echo x; ls /proc/self/fd"], |l| {
            l.descriptor(1, write.as_raw_fd()).close_others(round % 2 == 0);
        });
        drop(write);
        // Numbers that are used again at once.
        let again: Vec<_> = (0..3).map(|_| std::fs::File::open("/dev/zero").unwrap()).collect();
        let mut child = launching.unwrap().finish().unwrap();
        let text = std::io::read_to_string(read).unwrap();
        assert!(text.starts_with("x\n"), "{text}");
        assert_eq!(child.wait().unwrap(), WaitStatus::Exited(0));
        if round % 2 == 0 {
            // Its output and the directory: an own standard input would be a third.
            assert_eq!(text, "x\n0\n1\n");
            assert_eq!(child.path.shared_files, child.path.unwaited);
        } else {
            assert!(!child.path.shared_files);
        }
        drop(again);
    }
    drop(files);
}

#[test]
fn what_would_act_on_the_parent_is_refused() {
    let sets: [fn(&mut Launch<'_>); 5] = [
        |l| {
            l.user(1);
        },
        |l| {
            l.group(1);
        },
        |l| {
            l.supplementary_groups(&[1]);
        },
        |l| {
            l.oom_score(1);
        },
        |l| {
            l.cgroup(0);
        },
    ];
    for set in sets {
        let error = start("/bin/true", &["true"], set).err().unwrap();
        assert_eq!(error, LaunchError { step: Step::Prepare, errno: libc::ENOTSUP });
    }
    assert_eq!(sh("echo still", |_| ()), "still\n");
}

/// Threads that launch, some of which leave what the child uses to others.
#[test]
#[ignore = "run by another test, under ThreadSanitizer"]
fn handed_on_inner() {
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for number in 0..20 {
                    let launching = start("/bin/true", &["true"], |_| ()).unwrap();
                    let pid = launching.pid();
                    if number % 3 == 0 {
                        drop(launching);
                    } else {
                        launching.finish().unwrap();
                    }
                    launch::process::wait_pid(
                        pid,
                        launch::process::Awaited::End,
                        launch::process::Blocking::Wait,
                    )
                    .unwrap();
                }
            });
        }
    });
}

/// ThreadSanitizer sees what C libraries' functions do, not what this library does by
/// itself; it understands all the same that what one thread has used is handed on to
/// another one.
#[test]
fn handed_on() {
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "unwaited::handed_on_inner", "--ignored", "--test-threads=1"])
        .env("LD_PRELOAD", "libtsan.so.2")
        .output();
    let Ok(output) = output else { return };
    let reports = String::from_utf8_lossy(&output.stderr);
    if !reports.contains("ThreadSanitizer") {
        eprintln!("handed_on: skipped: no ThreadSanitizer");
    }
    // The standard library, which is not made for it either, has reports of its own.
    let ours = reports.split("==================").find(|report| report.contains("held.rs"));
    assert_eq!(ours, None);
}
