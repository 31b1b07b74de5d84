//! Signals: what the child gets of them, catching, waiting without loss.

use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use launch::process::{self, WaitStatus};
use launch::signal::{self, Disposition, PollFd, SignalSet};

use crate::util::{apart, ended, sh, strings, whole_process};

/// The masks of the process that reads them: blocked, ignored, caught.
fn masks(text: &str) -> [u64; 3] {
    ["SigBlk:", "SigIgn:", "SigCgt:"].map(|field| {
        let line = text.lines().find_map(|line| line.strip_prefix(field)).unwrap();
        u64::from_str_radix(line.trim(), 16).unwrap()
    })
}

/// What a program started so finds. cat itself touches no signal.
fn status_of_child(set: impl FnOnce(&mut launch::Launch<'_>)) -> [u64; 3] {
    masks(&sh("exec cat /proc/self/status", set))
}

#[test]
fn mask_and_dispositions_of_the_child() {
    let _guard = whole_process();
    let set = SignalSet::of(&[libc::SIGUSR1, libc::SIGRTMIN() + 3]);
    signal::catch(libc::SIGUSR1, true).unwrap();
    signal::ignore(libc::SIGUSR2).unwrap();
    let ignored = masks(&std::fs::read_to_string("/proc/thread-self/status").unwrap())[1];
    assert!(SignalSet::from_bits(ignored).contains(libc::SIGUSR2));
    let plain = status_of_child(|_| ());
    assert_eq!(plain[0], signal::mask().bits());
    assert_eq!(plain[1], ignored, "the ignored stay ignored");
    assert_eq!(plain[2], 0, "the caught become default");
    // What this thread sees of its own mask: an emulator renumbers some signals.
    let old = signal::set_mask(set);
    let seen = masks(&std::fs::read_to_string("/proc/thread-self/status").unwrap())[0];
    assert_eq!(status_of_child(|_| ())[0], seen, "the mask is inherited");
    assert_eq!(signal::set_mask(old), set);
    let mask_and_ignored = status_of_child(|l| {
        l.signal_mask(set)
            .ignore_signals(SignalSet::of(&[libc::SIGINT]))
            .default_signals(SignalSet::ALL);
    });
    assert_eq!(mask_and_ignored[0], seen, "the mask that was asked for");
    let standard = (1 << 31) - 1;
    assert_eq!(mask_and_ignored[1] & standard, SignalSet::of(&[libc::SIGINT]).bits());
    assert_eq!(signal::disposition(libc::SIGUSR1).unwrap(), Disposition::Catch);
    signal::default(libc::SIGUSR1).unwrap();
    signal::default(libc::SIGUSR2).unwrap();
}

#[test]
fn caught_signals_are_noted_and_taken() {
    let _guard = whole_process();
    signal::catch(libc::SIGUSR1, false).unwrap();
    signal::catch(libc::SIGUSR2, false).unwrap();
    assert!(!signal::take(libc::SIGUSR1));
    for one in [libc::SIGUSR2, libc::SIGUSR1, libc::SIGUSR1] {
        send(rustix::thread::gettid().as_raw_nonzero().get(), one);
    }
    assert_eq!(signal::pending_set(), SignalSet::of(&[libc::SIGUSR1, libc::SIGUSR2]));
    assert!(signal::pending());
    assert_eq!(signal::poll(&mut [], None).unwrap_err().kind(), ErrorKind::Interrupted);
    assert_eq!(signal::take_count(libc::SIGUSR1), 2);
    assert_eq!(signal::take_count(libc::SIGUSR1), 0);
    send(rustix::thread::gettid().as_raw_nonzero().get(), libc::SIGUSR1);
    assert_eq!(signal::take_next(), Some(libc::SIGUSR1));
    assert_eq!(signal::take_next(), Some(libc::SIGUSR2));
    assert_eq!(signal::take_next(), None);
    assert!(!signal::pending());
    signal::default(libc::SIGUSR1).unwrap();
    signal::ignore(libc::SIGUSR2).unwrap();
    assert_eq!(signal::disposition(libc::SIGUSR2).unwrap(), Disposition::Ignore);
    signal::default(libc::SIGUSR2).unwrap();
    assert_eq!(signal::disposition(libc::SIGUSR1).unwrap(), Disposition::Default);
    assert!(signal::catch(libc::SIGKILL, false).is_err());
    assert!(signal::catch(0, false).is_err());
    assert!(signal::catch(-7, false).is_err());
    assert!(signal::catch(1000, false).is_err());
}

#[test]
fn poll_loses_no_signal() {
    let _guard = whole_process();
    signal::catch(libc::SIGUSR1, true).unwrap();
    let here = rustix::thread::gettid().as_raw_nonzero().get();
    let taken = Arc::new(AtomicUsize::new(0));
    let rounds = 3000;
    let seen = Arc::clone(&taken);
    let sender = std::thread::spawn(move || {
        let _blocked = signal::block_all();
        for round in 0..rounds {
            send(here, libc::SIGUSR1);
            // The next one only when this one was taken: one that is lost leaves
            // the other side asleep for good.
            while seen.load(Ordering::Acquire) <= round {
                std::hint::spin_loop();
            }
        }
    });
    for round in 1..=rounds {
        let result = signal::poll(&mut [], Some(Duration::from_secs(20)));
        assert_eq!(result.unwrap_err().kind(), ErrorKind::Interrupted, "round {round}");
        assert!(signal::take(libc::SIGUSR1));
        taken.store(round, Ordering::Release);
    }
    sender.join().unwrap();
    signal::default(libc::SIGUSR1).unwrap();
}

/// Sends a signal to one thread of this process. Sent to the own thread it has
/// arrived when the call returns.
fn send(thread: i32, signal: i32) {
    // SAFETY: takes numbers only.
    unsafe { libc::syscall(libc::SYS_tgkill, process::process_id(), thread, signal) };
}

#[test]
fn poll_waits_for_descriptors_and_time() {
    let _guard = whole_process();
    let (read, write) = crate::util::pipe();
    let fd = std::os::fd::AsRawFd::as_raw_fd(&read);
    let mut fds = [PollFd::new(fd, PollFd::IN)];
    assert_eq!(signal::poll(&mut fds, Some(Duration::from_millis(1))).unwrap(), 0);
    rustix::io::write(&write, b"x").unwrap();
    assert_eq!(signal::poll(&mut fds, None).unwrap(), 1);
    assert_eq!(fds[0].revents, PollFd::IN);
    drop(write);
    let mut buffer = [0; 2];
    rustix::io::read(&read, &mut buffer).unwrap();
    assert_eq!(signal::poll(&mut fds, Some(Duration::MAX)).unwrap(), 1);
    assert_eq!(fds[0].revents, PollFd::HUP);
}

/// Signals that a child is to ignore or to block do not end it, however early in its
/// life they come.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn from_the_beginning_inner() {
    extern "C" fn nothing(_: libc::c_int) {}
    rustix::process::setsid().unwrap();
    // SAFETY: a handler that does nothing.
    unsafe { libc::signal(libc::SIGUSR1, nothing as extern "C" fn(libc::c_int) as usize) };
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                process::kill(0, libc::SIGUSR1).unwrap();
            }
        });
        let (argv, envp) = (strings(&["true"]), launch::CStringArray::new());
        let signals = SignalSet::of(&[libc::SIGUSR1]);
        for round in 0..200 {
            let mut launch = launch::Launch::new(c"/bin/true", &argv, &envp);
            if round % 2 == 0 {
                launch.ignore_signals(signals);
            } else {
                launch.signal_mask(signals);
            }
            let child = if round % 4 < 2 {
                launch.start()
            } else {
                launch.start_unwaited().and_then(launch::Launching::finish)
            };
            assert_eq!(ended(&child.unwrap()), WaitStatus::Exited(0), "{round}");
        }
        done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn from_the_beginning() {
    apart("signals::from_the_beginning_inner");
}
