//! Launches into namespaces that are there: shared between launches, entered and left alone.

use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use launch::process::WaitStatus;
use launch::{ForkPolicy, Launch, LaunchError, Mount, Namespaces, SharedNamespaces, Step};

use crate::util::{open_count, sh, sh_with, strings, tempdir};

/// Namespaces with the system's programs, where the kernel gives this process some.
fn shared(test: &str, kinds: Namespaces, more: &[Mount]) -> Option<SharedNamespaces> {
    let mut mounts = vec![Mount::memory(c"/")];
    for path in [c"/usr", c"/bin", c"/lib", c"/lib64"] {
        if std::fs::metadata(path.to_str().unwrap()).is_ok() {
            mounts.push(Mount::bind(path, path).read_only());
        }
    }
    mounts.extend(more.iter().cloned());
    let shared = SharedNamespaces::make(kinds, &mounts);
    if let Err(error) = &shared
        && sh_with("exit 0", |launch| _ = launch.namespaces(Namespaces::USER)).is_err()
    {
        eprintln!("skipped: {test}: {error:?}");
        return None;
    }
    Some(shared.unwrap())
}

#[test]
fn launches_share_what_they_enter() {
    let kinds = Namespaces::IPC | Namespaces::UTS | Namespaces::NETWORK;
    let Some(mut all) = shared("launches_share", kinds, &[Mount::memory(c"/tmp")]) else { return };
    all.settle();
    let enter = |launch: &mut Launch<'_>| {
        all.enter(launch);
        launch.directory_path(c"/tmp");
    };
    assert_eq!(sh("pwd; echo a >one", enter), "/tmp\n");
    assert_eq!(sh("cat one; echo /*", enter).lines().next(), Some("a"));
    let user = rustix::process::geteuid();
    assert_eq!(sh("id -u", enter), format!("{user}\n"));
    let own = std::fs::read_link("/proc/self/ns/net").unwrap();
    assert!(all.kinds().contains(Namespaces::MOUNT | Namespaces::USER | kinds), "{own:?}");
    // Neither this process nor a launch that enters nothing.
    assert!(!std::path::Path::new("/tmp/one").exists());
    assert_eq!(sh("test -e /tmp/one || echo none", |_| ()), "none\n");
}

#[test]
fn a_process_namespace_has_its_processes_until_it_ends() {
    let more = [Mount::processes(c"/proc"), Mount::bind(c"/dev/null", c"/dev/null").devices()];
    let Some(all) = shared("processes", Namespaces::PID, &more) else { return };
    let enter = |launch: &mut Launch<'_>| all.enter(launch);
    // The keeper is number 1; the first child of a launch has ended.
    let seen = sh("echo $$ $PPID; cd /proc; echo [0-9]*", enter);
    let lines: Vec<&str> = seen.lines().collect();
    let (own, parent) = lines[0].split_once(' ').unwrap();
    assert!(own.parse::<u32>().unwrap() > 1);
    assert_eq!(parent, "0", "its parent is outside");
    assert!(lines[1].starts_with("1 "), "{seen}");
    // All ways to launch, with statuses and descriptors.
    let before = open_count();
    let argv = strings(&["sh", "-c", "exit 7"]);
    let envp = strings(&["PATH=/usr/bin:/bin"]);
    let mut launch = Launch::new(c"/bin/sh", &argv, &envp);
    all.enter(&mut launch);
    assert_eq!(launch.run().unwrap().status, WaitStatus::Exited(7));
    let mut child = launch.want_pidfd(true).start().unwrap();
    assert_eq!(child.wait().unwrap(), WaitStatus::Exited(7));
    drop(child);
    let mut child = launch.start_unwaited().unwrap().finish().unwrap();
    assert_eq!(child.wait().unwrap(), WaitStatus::Exited(7));
    drop(child);
    // What fails leaves nothing.
    let missing = Launch::new(c"/no/such", &argv, &envp);
    let mut missing = missing.clone();
    all.enter(&mut missing);
    let error = missing.start().unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Exec, errno: libc::ENOENT });
    launch.fork_policy(ForkPolicy::Always);
    let error = launch.start().unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Prepare, errno: libc::ENOTSUP });
    launch.fork_policy(ForkPolicy::Never);
    let error = launch::process::replace(&launch);
    assert_eq!(error, LaunchError { step: Step::Prepare, errno: libc::ENOTSUP });
    assert!(open_count() <= before + 8, "descriptors stay open");
    // An orphan is nobody's, and ends with the namespace.
    let (text, _) = sh_with("sleep 1000 >/dev/null 2>&1 & echo $!", enter).unwrap();
    let orphan: u32 = text.trim().parse().unwrap();
    assert_eq!(sh(&format!("cat /proc/{orphan}/comm"), enter), "sleep\n");
    let argv = strings(&["sleep", "1000"]);
    let mut launch = Launch::new(c"/usr/bin/sleep", &argv, &envp);
    all.enter(&mut launch);
    let mut child = launch.want_pidfd(true).start().unwrap();
    drop(all);
    let ended = child.wait_deadline(Instant::now() + Duration::from_secs(20)).unwrap();
    assert_eq!(ended.map(|status| matches!(status, WaitStatus::Signaled { .. })), Some(true));
}

#[test]
fn a_control_group_is_entered_by_its_file() {
    let folder = tempdir("procs");
    let file = std::fs::File::create(format!("{folder}/cgroup.procs")).unwrap();
    let text = sh("echo done", |launch| _ = launch.cgroup_processes(file.as_raw_fd()));
    assert_eq!(text, "done\n");
    assert_eq!(std::fs::read_to_string(format!("{folder}/cgroup.procs")).unwrap(), "0");
    let read = std::fs::File::open("/dev/null").unwrap();
    let error = sh_with("exit 0", |launch| _ = launch.cgroup_processes(read.as_raw_fd()));
    assert_eq!(error.unwrap_err(), LaunchError { step: Step::Cgroup, errno: libc::EBADF });
    std::fs::remove_dir_all(folder).unwrap();
}
