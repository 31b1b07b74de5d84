//! fork, replace, wait, groups, limits.

use std::fs;
use std::io::Write;
use std::os::fd::AsRawFd;

use launch::process::{self, ForkResult, Resource, WaitStatus};
use launch::{CStringArray, Launch, Step};

use crate::util::{pipe, strings, whole_process};

/// Runs `body` in a forked child and returns how that ended. The test harness has
/// threads; what the child does has to be little.
fn forked(body: impl FnOnce() -> i32) -> WaitStatus {
    match crate::util::fork() {
        ForkResult::Child(_) => process::exit_now(body()),
        ForkResult::Parent(pid) => loop {
            match process::wait_pid(pid, process::Awaited::End, process::Blocking::Wait) {
                Ok(Some((_, status))) => return status,
                Ok(None) => unreachable!(),
                Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::Interrupted),
            }
        },
    }
}

#[test]
fn fork_and_exit() {
    assert_eq!(forked(|| 42), WaitStatus::Exited(42));
}

#[test]
fn death_by_signal() {
    for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGPIPE, libc::SIGKILL] {
        let status = forked(|| {
            let _ = launch::signal::ignore(signal);
            launch::signal::set_mask(launch::signal::SignalSet::ALL);
            process::raise_default(signal)
        });
        assert_eq!(status, WaitStatus::Signaled { signal, core: false });
    }
    assert_eq!(forked(|| process::raise_default(libc::SIGCHLD)), WaitStatus::Exited(128 + 17));
}

#[test]
fn replace_runs_the_program() {
    let (read, write) = pipe();
    let status = forked(|| {
        let argv = strings(&["sh", "-c", "pwd -P; umask; exit 9"]);
        let envp = CStringArray::new();
        let usr = fs::File::open("/usr").unwrap();
        let mut launch = Launch::new(c"/bin/sh", &argv, &envp);
        launch.directory(usr.as_raw_fd()).umask(0o123).descriptor(1, write.as_raw_fd());
        launch.close_others(true);
        process::replace(&launch).errno
    });
    drop(write);
    assert_eq!(status, WaitStatus::Exited(9));
    assert_eq!(std::io::read_to_string(read).unwrap(), "/usr\n0123\n");
}

#[test]
fn replace_that_fails_changes_nothing() {
    let _guard = whole_process();
    let status = forked(|| {
        let (read, write) = pipe();
        let leaky = rustix::io::fcntl_dupfd_cloexec(&write, 200).unwrap();
        rustix::io::fcntl_setfd(&leaky, rustix::io::FdFlags::empty()).unwrap();
        let usr = fs::File::open("/usr").unwrap();
        let state = || {
            let mut files: Vec<String> = fs::read_dir("/proc/self/fd")
                .unwrap()
                .flatten()
                .filter_map(|entry| {
                    let fd: i32 = entry.file_name().to_str()?.parse().ok()?;
                    let link = fs::read_link(entry.path()).ok()?;
                    let info = fs::read_to_string(format!("/proc/self/fdinfo/{fd}")).ok()?;
                    (!link.starts_with("/proc")).then(|| format!("{fd} {link:?} {info}"))
                })
                .collect();
            files.sort();
            let mode = process::umask(0o22);
            process::umask(mode);
            (
                files,
                mode,
                std::env::current_dir().unwrap(),
                launch::signal::mask(),
                launch::signal::disposition(libc::SIGUSR1).unwrap(),
            )
        };
        let before = state();
        let argv = strings(&["x"]);
        let envp = CStringArray::new();
        let mut launch = Launch::new(c"/nonexistent", &argv, &envp);
        launch
            .directory(usr.as_raw_fd())
            .umask(0o123)
            .descriptor(1, write.as_raw_fd())
            .descriptor(0, 1)
            .descriptor(77, 0)
            .descriptor(read.as_raw_fd(), read.as_raw_fd())
            .ignore_signals(launch::signal::SignalSet::of(&[libc::SIGUSR1]))
            .signal_mask(launch::signal::SignalSet::of(&[libc::SIGUSR2]))
            .close_others(true);
        let error = process::replace(&launch);
        if error.step != Step::Exec || error.errno != libc::ENOENT {
            return 2;
        }
        let after = state();
        if before != after {
            let _ = writeln!(std::io::stderr(), "{before:?}\n{after:?}");
            return 1;
        }
        0
    });
    assert_eq!(status, WaitStatus::Exited(0));
}

#[test]
fn wait_reports_stops_and_what_was_used() {
    let (input, hold) = pipe();
    let argv = strings(&["sh", "-c", "kill -STOP $$; read line; exit 5"]);
    let envp = CStringArray::new();
    let mut launch = Launch::new(c"/bin/sh", &argv, &envp);
    let child = launch.descriptor(0, input.as_raw_fd()).start().unwrap();
    let wait = || {
        process::wait_pid_usage(child.pid, process::Awaited::AnyChange, process::Blocking::Wait)
            .unwrap()
            .unwrap()
    };
    assert_eq!(wait().1, WaitStatus::Stopped(libc::SIGSTOP));
    assert_eq!(
        process::wait_pid(child.pid, process::Awaited::AnyChange, process::Blocking::Poll).unwrap(),
        None
    );
    process::kill(child.pid, libc::SIGCONT).unwrap();
    assert_eq!(wait().1, WaitStatus::Continued);
    drop(hold);
    let (pid, status, usage) = wait();
    assert_eq!((pid, status), (child.pid, WaitStatus::Exited(5)));
    assert!(usage.max_rss > 0);
    let error =
        process::wait_pid(child.pid, process::Awaited::End, process::Blocking::Wait).unwrap_err();
    assert_eq!(error.raw_os_error(), Some(libc::ECHILD));
}

#[test]
fn limits_are_read_and_set() {
    for resource in process::RESOURCES {
        let limit = process::limit(resource).unwrap();
        process::set_limit(resource, limit).unwrap();
    }
    let status = forked(|| {
        let Ok(mut limit) = process::limit(Resource::OpenFiles) else { return 1 };
        limit.soft = Some(64);
        if process::set_limit(Resource::OpenFiles, limit).is_err() {
            return 2;
        }
        if process::limit(Resource::OpenFiles).ok() != Some(limit) {
            return 3;
        }
        limit = process::Limit { soft: Some(10), hard: Some(9) };
        match process::set_limit(Resource::OpenFiles, limit) {
            Err(error) if error.raw_os_error() == Some(libc::EINVAL) => 0,
            _ => 4,
        }
    });
    assert_eq!(status, WaitStatus::Exited(0));
}

#[test]
fn nice_values_and_times() {
    let status = forked(|| {
        let Ok(first) = process::nice(0) else { return 1 };
        if process::nice(3).ok() != Some((first + 3).min(19)) {
            return 2;
        }
        if process::nice(100).ok() != Some(19) { 3 } else { 0 }
    });
    assert_eq!(status, WaitStatus::Exited(0));
    assert!(process::clock_ticks() > 0);
    let times = process::times();
    assert!(times.user + times.system > std::time::Duration::ZERO);
}

extern "C" fn shared(argument: *mut std::ffi::c_void) -> libc::c_int {
    // SAFETY: the test's own number, which it does not touch meanwhile.
    let number = unsafe { &mut *argument.cast::<i32>() };
    // SAFETY: only reads the disposition.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::syscall(libc::SYS_rt_sigaction, libc::SIGUSR1, 0, &raw mut action, 8);
        *number += i32::from(action.sa_sigaction == libc::SIG_DFL);
    }
    *number
}

#[test]
fn a_function_in_shared_memory() {
    let _guard = whole_process();
    launch::signal::catch(libc::SIGUSR1, true).unwrap();
    let mut number = 41i32;
    // SAFETY: the function keeps to system calls.
    let pid = unsafe { process::share_until_exec(shared, (&raw mut number).cast()).unwrap() };
    let (_, status) =
        process::wait_pid(pid, process::Awaited::End, process::Blocking::Wait).unwrap().unwrap();
    assert_eq!(status, WaitStatus::Exited(42));
    // Emulators have it work on a copy.
    assert!(number == 42 || number == 41);
    launch::signal::default(libc::SIGUSR1).unwrap();
}
