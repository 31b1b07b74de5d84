//! What belongs to a process's memory, which a child shares until its exec: it comes
//! out of every launch as it went in. See prctl(2), proc(5), core(5).

use std::fs;

use launch::process::WaitStatus;
use launch::{CStringArray, Launch, LaunchError};

use crate::util::{apart, ended, is_root, strings};

/// The flags of this process.
#[derive(Debug, PartialEq)]
struct Flags {
    /// What of the memory a core dump has.
    coredump_filter: String,
    dumpable: i32,
    thp_disabled: i32,
    timer_slack: i32,
    /// Of the process, though not of the memory: credentials touch them too.
    death_signal: i32,
    keep_capabilities: i32,
    no_new_privileges: i32,
    oom_score: String,
    /// Whether the files in /proc are still the user's: (user, group).
    owner: (u32, u32),
    umask: String,
}

fn flags() -> Flags {
    // SAFETY: takes numbers only.
    let get = |option| unsafe { libc::prctl(option, 0, 0, 0, 0) };
    let mut death_signal = 0;
    // SAFETY: writes one int.
    unsafe { libc::prctl(libc::PR_GET_PDEATHSIG, &mut death_signal) };
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let owner = fs::metadata("/proc/self/maps").unwrap();
    let owner =
        (std::os::unix::fs::MetadataExt::uid(&owner), std::os::unix::fs::MetadataExt::gid(&owner));
    let status = read("/proc/self/status");
    Flags {
        coredump_filter: read("/proc/self/coredump_filter"),
        dumpable: get(libc::PR_GET_DUMPABLE),
        thp_disabled: get(libc::PR_GET_THP_DISABLE),
        timer_slack: get(libc::PR_GET_TIMERSLACK),
        death_signal,
        keep_capabilities: get(libc::PR_GET_KEEPCAPS),
        no_new_privileges: get(libc::PR_GET_NO_NEW_PRIVS),
        oom_score: read("/proc/self/oom_score_adj"),
        owner,
        umask: status.lines().find(|line| line.starts_with("Umask")).unwrap_or("").to_owned(),
    }
}

/// Launches of every kind, some of which fail, and after each of them the flags.
fn launches(expected: &Flags) {
    let (argv, envp) = (strings(&["true"]), CStringArray::new());
    type Set = fn(&mut Launch<'_>);
    let sets: &[(&str, bool, Set)] = &[
        ("plain", false, |_| ()),
        ("closing", false, |l| _ = l.close_others(true).want_pidfd(true)),
        ("flags", false, |l| {
            l.no_new_privileges(true).parent_death_signal(libc::SIGUSR1).umask(0o1);
        }),
        ("confined", false, |l| _ = l.confine(None, [].into(), 0)),
        ("user", true, |l| _ = l.user(12345)),
        ("group", true, |l| _ = l.group(12345)),
        ("groups", true, |l| _ = l.supplementary_groups(&[12345])),
        ("all", true, |l| {
            l.user(12345).group(12345).supplementary_groups(&[]).drop_ambient_capabilities(true);
            l.close_others(true).no_new_privileges(true).parent_death_signal(libc::SIGUSR1);
            l.oom_score(700);
        }),
        // Fails when the user has been changed already.
        ("failing", true, |l| _ = l.user(12345).ignore_signals(kill())),
    ];
    for &(name, root, set) in sets {
        if root && !is_root() {
            continue;
        }
        for program in [c"/bin/true", c"/nonexistent"] {
            let mut launch = Launch::new(program, &argv, &envp);
            set(&mut launch);
            let ended = |child| assert_eq!(ended(&child), WaitStatus::Exited(0), "{name}");
            let known =
                |error: LaunchError| assert!(matches!(error.errno, libc::ENOENT | libc::EINVAL));
            launch.start().map_or_else(known, ended);
            assert_eq!(&flags(), expected, "{name}");
            match launch.start_unwaited() {
                Ok(launching) => launching.finish().map_or_else(known, ended),
                Err(error) => assert_eq!(error.errno, libc::ENOTSUP, "{name}"),
            }
            assert_eq!(&flags(), expected, "{name}, not waited for");
        }
    }
}

/// A signal that cannot be ignored.
fn kill() -> launch::signal::SignalSet {
    launch::signal::SignalSet::of(&[libc::SIGKILL])
}

#[test]
#[ignore = "run by another test, in a process of its own"]
fn of_the_memory_inner() {
    launches(&flags());
    // With values that are none of the defaults.
    fs::write("/proc/self/coredump_filter", "0x5").unwrap();
    // SAFETY: takes numbers only.
    unsafe {
        libc::prctl(libc::PR_SET_TIMERSLACK, 123_456);
        libc::prctl(libc::PR_SET_THP_DISABLE, 1, 0, 0, 0);
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGUSR2);
        libc::prctl(libc::PR_SET_KEEPCAPS, 1);
    }
    let before = flags();
    assert_eq!(before.coredump_filter, "00000005\n");
    assert_eq!((before.timer_slack, before.dumpable), (123_456, 1));
    launches(&before);
    // SAFETY: takes numbers only.
    unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0) };
    let before = flags();
    assert_eq!(before.dumpable, 0);
    launches(&before);
}

#[test]
fn of_the_memory() {
    apart("flags::of_the_memory_inner");
}
