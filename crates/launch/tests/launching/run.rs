//! Launches that are waited for to their end in one call.

use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

use launch::process::WaitStatus;
use launch::{Ended, ForkPolicy, Launch, LaunchError, Primitive, Step};

use crate::util::{apart, c, has_children, open_count, pipe, sh, strings, tempdir};

fn run(
    program: &str,
    argv: &[&str],
    set: impl FnOnce(&mut Launch<'_>),
) -> Result<Ended, LaunchError> {
    let argv = strings(argv);
    let envp = strings(&["PATH=/usr/bin:/bin"]);
    let program = c(program);
    let mut launch = Launch::new(&program, &argv, &envp);
    set(&mut launch);
    launch.run()
}

fn run_script(script: &str, set: impl FnOnce(&mut Launch<'_>)) -> Result<Ended, LaunchError> {
    run("/bin/sh", &["sh", "-c", script], set)
}

#[test]
fn tells_how_it_ended_and_what_it_used() {
    let ended = run_script("exit 7", |_| ()).unwrap();
    assert_eq!(ended.status, WaitStatus::Exited(7));
    assert!(ended.pid > 0 && ended.usage.max_rss > 0, "{ended:?}");
    let ended = run_script("kill -TERM $$", |_| ()).unwrap();
    assert_eq!(ended.status, WaitStatus::Signaled { signal: libc::SIGTERM, core: false });
}

#[test]
fn has_what_a_launch_has() {
    let (read, write) = pipe();
    let script = "pwd; umask; echo two >&7;
        for i in 0 1 2 3 4 5 6 7 8 9; do [ ! -e /proc/$$/fd/$i ] || printf $i; done; echo";
    let ended = run_script(script, |l| {
        l.descriptor(1, write.as_raw_fd()).descriptor(7, write.as_raw_fd()).umask(0o77);
        l.close_others(true).directory_path(c"/usr").descriptor(0, 0).descriptor(2, 2);
        l.process_group(0);
    });
    drop(write);
    assert_eq!(ended.unwrap().status, WaitStatus::Exited(0));
    assert_eq!(std::io::read_to_string(read).unwrap(), "/usr\n0077\ntwo\n0127\n");
}

#[test]
fn failures_name_their_step() {
    apart("run::failures_name_their_step_inner");
}

/// Other tests open files, which are counted here.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn failures_name_their_step_inner() {
    let before = open_count();
    for _ in 0..20 {
        let error = run("/nonexistent", &["x"], |_| ()).unwrap_err();
        assert_eq!(error, LaunchError { step: Step::Exec, errno: libc::ENOENT });
        let error = run("/bin/true", &["true"], |l| {
            l.descriptor(7, 4321);
        });
        let error = error.unwrap_err();
        assert_eq!(error, LaunchError { step: Step::Descriptor, errno: libc::EBADF });
        let error = run("/bin/true", &["true"], |l| {
            l.directory_path(c"/nonexistent");
        });
        let error = error.unwrap_err();
        assert_eq!(error, LaunchError { step: Step::Directory, errno: libc::ENOENT });
    }
    assert_eq!(open_count(), before);
}

#[test]
fn nothing_is_left() {
    apart("run::nothing_is_left_inner");
}

#[test]
#[ignore = "run by another test, in a process of its own"]
fn nothing_is_left_inner() {
    let before = open_count();
    for _ in 0..50 {
        run_script(":", |_| ()).unwrap();
        run("/nonexistent", &["x"], |_| ()).unwrap_err();
    }
    assert!(!has_children());
    assert_eq!(open_count(), before);
}

static CAUGHT: AtomicI32 = AtomicI32::new(0);

extern "C" fn count(_: i32) {
    CAUGHT.fetch_add(1, Ordering::Relaxed);
}

/// A signal handler runs while the launch is waited for, and the wait goes on.
#[test]
fn handlers_do_not_end_it() {
    apart("run::handlers_do_not_end_it_inner");
}

#[test]
#[ignore = "run by another test, in a process of its own"]
fn handlers_do_not_end_it_inner() {
    // SAFETY: the handler adds to an atomic number; without SA_RESTART.
    unsafe {
        let mut action: libc::sigaction = core::mem::zeroed();
        action.sa_sigaction = count as *const () as usize;
        libc::sigaction(libc::SIGUSR1, &action, core::ptr::null_mut());
    }
    // SAFETY: names the thread that waits.
    let waits = unsafe { libc::pthread_self() } as usize;
    let disturber = std::thread::spawn(move || {
        for _ in 0..20 {
            std::thread::sleep(Duration::from_millis(2));
            // SAFETY: that thread joins this one.
            unsafe { libc::pthread_kill(waits as libc::pthread_t, libc::SIGUSR1) };
        }
    });
    let ended = run_script("sleep 0.1; exit 3", |_| ()).unwrap();
    assert_eq!(ended.status, WaitStatus::Exited(3));
    disturber.join().unwrap();
    assert!(CAUGHT.load(Ordering::Relaxed) > 0);
}

#[test]
fn reaped_by_the_kernel() {
    apart("run::reaped_by_the_kernel_inner");
}

#[test]
#[ignore = "run by another test, in a process of its own"]
fn reaped_by_the_kernel_inner() {
    launch::signal::ignore(libc::SIGCHLD).unwrap();
    match run_script("exit 4", |_| ()) {
        Ok(ended) => assert_eq!(ended.status, WaitStatus::Exited(4)),
        // Before Linux 6.15.
        Err(error) => {
            assert_eq!(error, LaunchError { step: Step::Communicate, errno: libc::ECHILD });
        }
    }
    assert_eq!(run("/nonexistent", &["x"], |_| ()).unwrap_err().step, Step::Exec);
}

/// The other way to say that nobody waits.
#[test]
fn reaped_by_a_flag() {
    apart("run::reaped_by_a_flag_inner");
}

#[test]
#[ignore = "run by another test, in a process of its own"]
fn reaped_by_a_flag_inner() {
    for handler in [libc::SIG_DFL, count as *const () as usize] {
        // SAFETY: the handler adds to an atomic number.
        unsafe {
            let mut action: libc::sigaction = core::mem::zeroed();
            action.sa_sigaction = handler;
            action.sa_flags = libc::SA_NOCLDWAIT;
            libc::sigaction(libc::SIGCHLD, &action, core::ptr::null_mut());
        }
        match run_script("exit 4", |_| ()) {
            Ok(ended) => assert_eq!(ended.status, WaitStatus::Exited(4)),
            // Before Linux 6.15, as with a handle.
            Err(error) => {
                assert_eq!(error, LaunchError { step: Step::Communicate, errno: libc::ECHILD });
                let (argv, envp) = (strings(&["true"]), strings(&[]));
                let mut launch = Launch::new(c"/bin/true", &argv, &envp);
                launch.want_pidfd(true).start().unwrap().wait().unwrap_err();
            }
        }
    }
}

/// What would act on the caller while memory is shared has the caller suspended, and what
/// may fork does.
#[test]
fn with_care() {
    let ended = run_script(":", |_| ()).unwrap();
    assert!(ended.path.unwaited || ended.path.primitive != Primitive::Clone3);
    let ended = run_script(":", |l| {
        l.fork_policy(ForkPolicy::Always);
    });
    assert_eq!(ended.unwrap().path.primitive, Primitive::Fork);
    let ended = run_script(":", |l| {
        // SAFETY: asks for a number.
        l.user(unsafe { libc::getuid() });
    });
    let ended = ended.unwrap();
    assert!(!ended.path.unwaited, "{:?}", ended.path);
    assert_eq!(ended.status, WaitStatus::Exited(0));
}

#[test]
fn a_busy_program_is_tried_again() {
    let directory = tempdir("run-busy");
    let program = format!("{directory}/program");
    std::fs::copy("/bin/true", &program).unwrap();
    let writer = std::fs::OpenOptions::new().write(true).open(&program).unwrap();
    let error = run(&program, &["x"], |_| ()).unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Exec, errno: libc::ETXTBSY });
    let begin = Instant::now();
    let closer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        drop(writer);
    });
    let ended = run(&program, &["x"], |l| {
        l.retry_busy(Duration::from_secs(60));
    });
    assert_eq!(ended.unwrap().status, WaitStatus::Exited(0));
    assert!(begin.elapsed() >= Duration::from_millis(30));
    closer.join().unwrap();
}

/// Many at once, each with its own status and words.
#[test]
fn from_threads() {
    let threads = (0..8).map(|thread| {
        std::thread::spawn(move || {
            for number in 0..25 {
                let status = (thread * 25 + number) as u8;
                let script = format!("exit {status}");
                let ended = run_script(&script, |_| ()).unwrap();
                assert_eq!(ended.status, WaitStatus::Exited(status));
            }
        })
    });
    for thread in threads.collect::<Vec<_>>() {
        thread.join().unwrap();
    }
    assert_eq!(sh("echo after", |_| ()), "after\n");
}
