//! The handle: waiting, deadlines, signals, trees, and hosts that reap by
//! themselves.

use std::io::{BufRead, BufReader};
use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use launch::process::{self, WaitStatus};
use launch::{Child, Launch, PidfdSource};

use crate::util::{apart, pipe, strings, whole_process};

/// `sh -c script` with or without a pidfd.
fn start(script: &str, pidfd: bool) -> Child {
    start_with(script, |l| {
        l.want_pidfd(pidfd);
    })
}

fn start_with(script: &str, set: impl FnOnce(&mut Launch<'_>)) -> Child {
    let argv = strings(&["sh", "-c", script]);
    let envp = strings(&["PATH=/usr/bin:/bin"]);
    let mut launch = Launch::new(c"/bin/sh", &argv, &envp);
    set(&mut launch);
    launch.start().unwrap()
}

#[test]
fn waiting_with_and_without_a_pidfd() {
    for pidfd in [false, true] {
        let mut child = start("exit 7", pidfd);
        assert_eq!(child.wait().unwrap(), WaitStatus::Exited(7));
        // The answer stays, and the number is not used any more.
        assert_eq!(child.wait().unwrap(), WaitStatus::Exited(7));
        assert_eq!(child.try_wait().unwrap(), Some(WaitStatus::Exited(7)));
        assert_eq!(child.signal(0).unwrap_err().raw_os_error(), Some(libc::ESRCH));
        child.kill_tree().unwrap();
        let mut child = start("kill -SEGV $$", pidfd);
        assert!(matches!(
            child.wait().unwrap(),
            WaitStatus::Signaled { signal: libc::SIGSEGV, .. }
        ));
        let mut child = start("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done", pidfd);
        let (status, usage) = child.wait_usage().unwrap();
        assert_eq!(status, WaitStatus::Exited(0));
        assert!(usage.user + usage.system > Duration::ZERO && usage.max_rss > 0);
    }
}

#[test]
fn deadlines() {
    for pidfd in [false, true] {
        let (read, write) = pipe();
        let mut child = start_with("read line; exit 3", |l| {
            l.want_pidfd(pidfd).descriptor(0, read.as_raw_fd());
        });
        assert_eq!(child.try_wait().unwrap(), None);
        assert_eq!(child.wait_deadline(Instant::now()).unwrap(), None);
        let soon = Instant::now() + Duration::from_millis(5);
        assert_eq!(child.wait_deadline(soon).unwrap(), None);
        assert!(Instant::now() >= soon);
        drop(write);
        let late = Instant::now() + Duration::from_secs(60);
        assert_eq!(child.wait_deadline(late).unwrap(), Some(WaitStatus::Exited(3)));
        assert!(Instant::now() < late);
    }
}

#[test]
fn signals_reach_the_process() {
    for pidfd in [false, true] {
        let mut child = start("sleep 100", pidfd);
        child.signal(0).unwrap();
        child.signal(libc::SIGTERM).unwrap();
        let status = WaitStatus::Signaled { signal: libc::SIGTERM, core: false };
        assert_eq!(child.wait().unwrap(), status);
        let child = start("exec sleep 100", pidfd);
        assert_eq!(child.signal(1000).unwrap_err().raw_os_error(), Some(libc::EINVAL));
        child.kill().unwrap();
        process::wait_pid(child.pid, process::Awaited::End, process::Blocking::Wait).unwrap();
    }
}

/// Whether a process is there and not a zombie.
fn runs(pid: i32) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    !stat.rsplit_once(") ").unwrap().1.starts_with(['Z', 'X'])
}

#[test]
#[ignore = "run by another test, in a process of its own"]
fn kill_tree_inner() {
    // Four generations, a session of its own among them, an orphan too.
    launch::tree::adopt_orphans(true).unwrap();
    let script = "
        sh -c 'sh -c \"sleep 100 & echo \\$!; wait\" & echo $!; wait' &
        setsid sh -c 'sleep 100 & echo $!; wait' &
        (sleep 100 & echo $!)
        echo $$
        wait";
    for session in [false, true] {
        let (read, write) = pipe();
        let mut child = start_with(script, |l| {
            l.want_pidfd(true).descriptor(1, write.as_raw_fd()).session(session);
        });
        drop(write);
        let mut pids = Vec::new();
        let mut lines = BufReader::new(read).lines();
        while pids.len() < 5 {
            pids.push(lines.next().unwrap().unwrap().parse::<i32>().unwrap());
        }
        assert!(pids.iter().all(|&pid| runs(pid)));
        let orphan = pids
            .iter()
            .copied()
            .find(|&pid| parent(pid) == process::process_id() && pid != child.pid);
        child.kill_tree().unwrap();
        let status = WaitStatus::Signaled { signal: libc::SIGKILL, core: false };
        assert_eq!(child.wait().unwrap(), status);
        for &pid in &pids {
            let end = Instant::now() + Duration::from_secs(20);
            // Without a session nothing tells whose the orphan was.
            let lost = !session && Some(pid) == orphan;
            while !lost && runs(pid) {
                assert!(Instant::now() < end, "{pid} of {pids:?} still runs");
                std::thread::yield_now();
            }
            assert_eq!(runs(pid), lost);
        }
        if !session {
            process::kill(orphan.unwrap(), libc::SIGKILL).unwrap();
        }
    }
}

/// Waits until a process that has been killed is no more.
pub fn no_more(pid: i32) {
    let end = Instant::now() + Duration::from_secs(20);
    while runs(pid) {
        assert!(Instant::now() < end, "{pid} still runs");
        std::thread::yield_now();
    }
}

/// A group that outlives its leader: killed where the kernel can tell it from another one
/// with the same number, and otherwise left alone.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn groups_without_leader_inner() {
    for pidfd in [false, true] {
        let (read, write) = pipe();
        let mut child = start_with("sleep 1000 & echo $!", |l| {
            l.want_pidfd(pidfd).process_group(0).descriptor(1, write.as_raw_fd());
        });
        drop(write);
        let mut line = String::new();
        BufReader::new(read).read_line(&mut line).unwrap();
        let member: i32 = line.trim().parse().unwrap();
        assert_eq!(child.wait().unwrap(), WaitStatus::Exited(0));
        match child.kill_tree() {
            Ok(()) => {
                assert!(pidfd);
                no_more(member);
            }
            // Without a pidfd, or before Linux 6.9.
            Err(error) => {
                assert_eq!(error.raw_os_error(), Some(libc::ESRCH));
                assert!(runs(member));
                process::kill(member, libc::SIGKILL).unwrap();
            }
        }
    }
}

#[test]
fn groups_without_leader() {
    apart("handle::groups_without_leader_inner");
}

/// A number that has been given to another group by now.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn numbers_used_again_inner() {
    for pidfd in [false, true] {
        for _ in 0..20 {
            let set = |l: &mut Launch<'_>| _ = l.want_pidfd(pidfd).process_group(0);
            let mut child = start_with("", set);
            child.wait().unwrap();
            // The next number to be given, where it is ours to say.
            let last = (child.pid - 1).to_string();
            if std::fs::write("/proc/sys/kernel/ns_last_pid", last).is_err() {
                return;
            }
            let mut other = start_with("exec sleep 1000", set);
            if other.pid == child.pid {
                _ = child.kill_tree();
                assert_eq!(child.kill().unwrap_err().raw_os_error(), Some(libc::ESRCH));
                std::thread::sleep(Duration::from_millis(20));
                assert_eq!(other.try_wait().unwrap(), None);
            }
            other.kill().unwrap();
            other.wait().unwrap();
            if other.pid == child.pid {
                break;
            }
        }
    }
}

#[test]
fn numbers_used_again() {
    apart("handle::numbers_used_again_inner");
}

fn parent(pid: i32) -> i32 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    stat.rsplit_once(") ").unwrap().1.split(' ').nth(1).unwrap().parse().unwrap()
}

#[test]
fn kill_tree() {
    apart("handle::kill_tree_inner");
}

#[test]
#[ignore = "run by another test, in a process of its own"]
fn reaped_by_the_host_inner() {
    // A host that waits for any child takes the status away. The kernel still
    // knows it by the pidfd (Linux 6.15).
    let mut child = start("exit 9", true);
    let (pid, status) =
        process::wait_pid(-1, process::Awaited::End, process::Blocking::Wait).unwrap().unwrap();
    assert_eq!((pid, status), (child.pid, WaitStatus::Exited(9)));
    assert_eq!(child.signal(0).unwrap_err().raw_os_error(), Some(libc::ESRCH));
    let known = match child.wait() {
        Ok(status) => {
            assert_eq!(status, WaitStatus::Exited(9));
            true
        }
        Err(error) => {
            assert_eq!(error.raw_os_error(), Some(libc::ECHILD));
            false
        }
    };
    // A host that ignores SIGCHLD: nobody has to wait, and waiting still works.
    launch::signal::ignore(libc::SIGCHLD).unwrap();
    let mut child = start_with("kill -TERM $$", |l| {
        l.want_pidfd(true).default_signals(launch::signal::SignalSet::of(&[libc::SIGCHLD]));
    });
    match child.wait() {
        Ok(status) => {
            assert_eq!(status, WaitStatus::Signaled { signal: libc::SIGTERM, core: false });
        }
        Err(error) => {
            assert_eq!(error.raw_os_error(), Some(libc::ECHILD));
            assert!(!known);
        }
    }
    // A failed launch leaves nothing, and does not wait for ever.
    let (argv, envp) = (strings(&["x"]), strings(&[]));
    let error = Launch::new(c"/nonexistent", &argv, &envp).start().unwrap_err();
    assert_eq!(error.errno, libc::ENOENT);
    assert!(!crate::util::has_children());
}

#[test]
fn reaped_by_the_host() {
    apart("handle::reaped_by_the_host_inner");
}

#[test]
fn the_path_says_where_the_pidfd_came_from() {
    let mut child = start("", true);
    assert!(matches!(child.path.pidfd, PidfdSource::Clone | PidfdSource::Opened));
    child.wait().unwrap();
    let mut child = start("", false);
    assert_eq!(child.path.pidfd, PidfdSource::NotWanted);
    child.wait().unwrap();
}

#[test]
fn an_interrupted_wait_goes_on() {
    let _guard = whole_process();
    launch::signal::catch(libc::SIGUSR2, false).unwrap();
    let thread = rustix::thread::gettid().as_raw_nonzero().get();
    let (read, write) = pipe();
    let mut child = start_with("read line; exit 3", |l| {
        l.want_pidfd(true).descriptor(0, read.as_raw_fd());
    });
    let sender = std::thread::spawn(move || {
        let _blocked = launch::signal::block_all();
        for _ in 0..20 {
            // SAFETY: takes numbers only.
            unsafe {
                libc::syscall(libc::SYS_tgkill, process::process_id(), thread, libc::SIGUSR2)
            };
            std::thread::sleep(Duration::from_millis(1));
        }
        drop(write);
    });
    assert_eq!(child.wait().unwrap(), WaitStatus::Exited(3));
    sender.join().unwrap();
    launch::signal::default(libc::SIGUSR2).unwrap();
}
