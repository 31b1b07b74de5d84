//! Many threads at once, and a parent that is killed at any moment.

use std::fs::File;
use std::io::Write;
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use launch::process::{self, ForkResult, WaitStatus};
use launch::{CStringArray, Launch};

use crate::util::{Done, apart, ended, has_children, open_count, pipe, strings};

/// How many launches; the environment may ask for more.
fn rounds() -> usize {
    std::env::var("LAUNCH_STRESS").ok().and_then(|text| text.parse().ok()).unwrap_or(1600)
}

#[test]
#[ignore = "run by another test, in a process of its own"]
fn threads_inner() {
    const THREADS: usize = 8;
    // One of each, so that what is kept for ever is there before counting.
    launches(0, 8);
    let before = open_count();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let _done = Done(&done);
        // Somebody opens and closes files, another one forks, all the time.
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let files: Vec<File> = (0..20).map(|_| File::open("/dev/null").unwrap()).collect();
                // And some that a child would inherit.
                let flags = rustix::fs::OFlags::RDONLY;
                let open = || rustix::fs::open("/dev/null", flags, rustix::fs::Mode::empty());
                let leaky: Vec<_> = (0..20).map(|_| open().unwrap()).collect();
                std::env::set_current_dir("/").unwrap();
                drop((files, leaky));
            }
        });
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                match crate::util::fork() {
                    ForkResult::Child(_) => process::exit_now(0),
                    ForkResult::Parent(pid) => {
                        process::wait_pid(pid, process::Awaited::End, process::Blocking::Wait)
                            .unwrap();
                    }
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        let each = rounds() / THREADS;
        let workers: Vec<_> =
            (0..THREADS).map(|thread| scope.spawn(move || launches(thread, each))).collect();
        for worker in workers {
            worker.join().unwrap();
        }
    });
    assert_eq!(open_count(), before);
    assert!(!has_children());
}

/// Launches programs that look at what they got.
fn launches(thread: usize, count: usize) {
    let envp = strings(&["PATH=/usr/bin:/bin"]);
    // What arrives at 5 is this launch's own file, and nothing else is open.
    let script = "read -r text <&5 && echo \"$text\" && ls -v /proc/$$/fd; :";
    let look = strings(&["sh", "-c", script]);
    let plain = strings(&["true"]);
    for round in 0..count {
        if round % 8 != 0 {
            let mut launch = Launch::new(c"/bin/true", &plain, &envp);
            launch.want_pidfd(round % 2 == 0).close_others(round % 3 == 0);
            let mut child = if round % 5 == 0 {
                launch.descriptor(0, 0).start_unwaited().unwrap().finish().unwrap()
            } else {
                launch.start().unwrap()
            };
            assert_eq!(child.wait().unwrap(), WaitStatus::Exited(0));
            continue;
        }
        let expected = format!("{thread} {round}");
        let (source, feed) = pipe();
        writeln!(File::from(feed), "{expected}").unwrap();
        let (read, feed) = pipe();
        let mut launch = Launch::new(c"/bin/sh", &look, &envp);
        launch
            .descriptor(0, 0)
            .descriptor(1, feed.as_raw_fd())
            .descriptor(2, 2)
            .descriptor(5, source.as_raw_fd())
            .close_others(true);
        let child = launch.start().unwrap();
        drop(feed);
        let text = std::io::read_to_string(read).unwrap();
        assert_eq!(text, format!("{expected}\n0\n1\n2\n5\n"));
        assert_eq!(ended(&child), WaitStatus::Exited(0));
    }
}

#[test]
fn threads() {
    apart("stress::threads_inner");
}

/// Whenever the parent dies, its child goes on to its program or ends; nothing
/// hangs between.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn parent_killed_inner() {
    launch::tree::adopt_orphans(true).unwrap();
    let (argv, envp) = (strings(&["true"]), CStringArray::new());
    for round in 0..60u64 {
        let parent = match crate::util::fork() {
            ForkResult::Parent(pid) => pid,
            ForkResult::Child(_) => loop {
                let launch = Launch::new(c"/bin/true", &argv, &envp);
                let result = if round % 2 == 0 {
                    launch.start()
                } else {
                    launch.start_unwaited().and_then(launch::Launching::finish)
                };
                let Ok(child) = result else { process::exit_now(1) };
                ended(&child);
            },
        };
        std::thread::sleep(Duration::from_micros(500 + 97 * round));
        process::kill(parent, libc::SIGKILL).unwrap();
        // The parent and whatever it left, which comes to this process.
        while let Ok(Some((pid, status))) =
            process::wait_pid(-1, process::Awaited::End, process::Blocking::Wait)
        {
            if pid == parent {
                let killed = WaitStatus::Signaled { signal: libc::SIGKILL, core: false };
                assert_eq!(status, killed);
            } else {
                assert_eq!(status, WaitStatus::Exited(0));
            }
        }
    }
}

#[test]
fn parent_killed() {
    apart("stress::parent_killed_inner");
}
