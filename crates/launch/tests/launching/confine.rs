//! Launches that are confined: by a ruleset, a filter, and capabilities.

use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::Arc;

use launch::landlock::{Handled, Instruction, abi, allow_path, confine_thread, create};
use launch::process::{ForkResult, WaitStatus, replace};
use launch::{CStringArray, ForkPolicy, Launch, LaunchError, Step};

use crate::util::{c, ended, fork, sh, sh_with, strings, tempdir};

const EXECUTE: u64 = 1;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_DIR: u64 = 1 << 3;

/// Reading and execution below /usr and /etc, and nothing else; none where the kernel has no
/// Landlock.
fn ruleset() -> Option<OwnedFd> {
    if abi() == 0 {
        eprintln!("skipped: the kernel has no Landlock");
        return None;
    }
    let files = EXECUTE | READ_FILE | READ_DIR | WRITE_FILE;
    let ruleset = create(Handled { files, ..Handled::default() }).unwrap();
    for path in ["/usr", "/etc", "/bin", "/lib", "/lib64"] {
        let flags = rustix::fs::OFlags::PATH | rustix::fs::OFlags::CLOEXEC;
        if let Ok(file) = rustix::fs::open(path, flags, rustix::fs::Mode::empty()) {
            allow_path(ruleset.as_fd(), file.as_fd(), EXECUTE | READ_FILE | READ_DIR).unwrap();
        }
    }
    Some(ruleset)
}

/// A filter that has a call fail with ENOTTY, which the kernel itself never says of it.
fn without(number: i64) -> Arc<[Instruction]> {
    let one = |code, jt, jf, k| Instruction { code, jt, jf, k };
    [
        one(0x20, 0, 0, 0),
        one(0x15, 0, 1, number as u32),
        one(0x06, 0, 0, 0x0005_0000 | libc::ENOTTY as u32),
        one(0x06, 0, 0, 0x7fff_0000),
    ]
    .into()
}

fn no_filter() -> Arc<[Instruction]> {
    Arc::new([])
}

/// A file that is denied, and a script that reads it.
fn denied(name: &str) -> (String, String) {
    let file = format!("{}/file", tempdir(name));
    std::fs::write(&file, "secret\n").unwrap();
    let script = format!("read -r x </etc/passwd && read -r x <'{file}' && echo $x");
    (file, script)
}

#[test]
fn files() {
    let Some(ruleset) = ruleset() else { return };
    let (file, script) = denied("confine-files");
    assert_eq!(sh(&script, |_| ()), "secret\n");
    let confined = |set: &dyn Fn(&mut Launch<'_>)| {
        let confine = |launch: &mut Launch<'_>| {
            launch.confine(Some(ruleset.as_raw_fd()), no_filter(), u64::MAX);
            set(launch);
        };
        let (text, status) = sh_with(&script, confine).unwrap();
        assert_eq!(text, "");
        assert!(matches!(status, WaitStatus::Exited(1..)));
    };
    confined(&|_| ());
    confined(&|launch| _ = launch.close_others(true));
    confined(&|launch| _ = launch.fork_policy(ForkPolicy::Always));
    confined(&|launch| _ = launch.fork_policy(ForkPolicy::Always).close_others(true));
    // The plan wants the ruleset's number.
    confined(&|launch| _ = launch.descriptor(ruleset.as_raw_fd(), 2));
    confined(&|launch| _ = launch.descriptor(0, 2).open(ruleset.as_raw_fd(), c"/dev/null", 0, 0));
    // What the launch opens is not the program's.
    let open = |launch: &mut Launch<'_>| {
        launch.confine(Some(ruleset.as_raw_fd()), no_filter(), u64::MAX);
        launch.open(0, &c(&file), libc::O_RDONLY, 0);
    };
    assert_eq!(sh("read -r x; echo $x", open), "secret\n");
    // The parent is as it was.
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "secret\n");
    assert_eq!(sh(&script, |_| ()), "secret\n");
}

#[test]
fn every_way_to_launch() {
    let Some(ruleset) = ruleset() else { return };
    let (_, script) = denied("confine-ways");
    let script = format!("({script}) >/dev/null 2>&1");
    let argv = strings(&["sh", "-c", &script]);
    let envp = CStringArray::new();
    let mut launch = Launch::new(c"/bin/sh", &argv, &envp);
    launch.confine(Some(ruleset.as_raw_fd()), no_filter(), u64::MAX);
    let refused = |status| assert!(matches!(status, WaitStatus::Exited(1..)), "{status:?}");
    refused(launch.run().unwrap().status);
    refused(ended(&launch.start().unwrap()));
    let child = launch.start_unwaited().unwrap().finish().unwrap();
    refused(ended(&child));
    match fork() {
        ForkResult::Child(_) => {
            replace(&launch);
            std::process::abort();
        }
        ForkResult::Parent(pid) => {
            let (_, status) = launch::process::wait_pid(
                pid,
                launch::process::Awaited::End,
                launch::process::Blocking::Wait,
            )
            .unwrap()
            .unwrap();
            refused(status);
        }
    }
}

#[test]
fn system_calls_and_capabilities() {
    let filter = without(libc::SYS_umask);
    let set = |launch: &mut Launch<'_>| _ = launch.confine(None, filter.clone(), 0b11);
    // Whatever umask(2) says is taken for the mask that was.
    assert_eq!(sh("umask", |_| ()).trim().len(), 4);
    let (text, _) =
        sh_with("grep -E '^(Seccomp|NoNewPrivs|CapEff|CapPrm):' /proc/self/status", set).unwrap();
    assert!(text.contains("Seccomp:\t2") && text.contains("NoNewPrivs:\t1"), "{text}");
    for line in text.lines().filter(|line| line.starts_with("Cap")) {
        let bits = line.split('\t').nth(1).map(|hex| u64::from_str_radix(hex, 16));
        assert_eq!(bits.unwrap().unwrap() & !0b11, 0, "{line}");
    }
}

#[test]
fn failures_name_the_step() {
    let failed = |ruleset, filter: Arc<[Instruction]>| {
        let set = |launch: &mut Launch<'_>| _ = launch.confine(ruleset, filter, u64::MAX);
        sh_with("exit", set).unwrap_err()
    };
    let error = |errno| LaunchError { step: Step::Confinement, errno };
    let nonsense: Arc<[Instruction]> = [Instruction { code: 0xffff, jt: 0, jf: 0, k: 0 }].into();
    assert_eq!(failed(None, nonsense.clone()), error(libc::EINVAL));
    assert_eq!(failed(None, vec![nonsense[0]; 70_000].into()), error(libc::E2BIG));
    if abi() == 0 {
        eprintln!("skipped: the kernel has no Landlock");
        return;
    }
    assert_eq!(failed(Some(-1), no_filter()), error(libc::EBADF));
    assert_eq!(failed(Some(0), no_filter()).step, Step::Confinement);
    // Without a right to execute it, which the exec says.
    let ruleset = create(Handled { files: EXECUTE, ..Handled::default() }).unwrap();
    let error = failed(Some(ruleset.as_raw_fd()), no_filter());
    assert_eq!(error, LaunchError { step: Step::Exec, errno: libc::EACCES });
}

#[test]
fn a_thread_alone() {
    let feigning: Vec<_> = without(libc::SYS_munmap)
        .iter()
        .map(|one| Instruction { k: one.k & !0xffff, ..*one })
        .collect();
    let refused = confine_thread(None, &feigning, u64::MAX).unwrap_err();
    assert_eq!(refused, LaunchError { step: Step::Confinement, errno: libc::EINVAL });
    let Some(ruleset) = ruleset() else { return };
    let (file, script) = denied("confine-thread");
    let inside = file.clone();
    std::thread::spawn(move || {
        confine_thread(Some(ruleset.as_fd()), &without(libc::SYS_fchdir), u64::MAX).unwrap();
        assert!(std::fs::read_to_string(&inside).is_err());
        // SAFETY: takes a number only.
        assert_eq!(unsafe { libc::fchdir(-1) }, -1);
        assert_eq!(std::io::Error::last_os_error().raw_os_error(), Some(libc::ENOTTY));
        // What it launches is confined too.
        let (text, _) = sh_with(&script, |_| ()).unwrap();
        assert_eq!(text, "");
    })
    .join()
    .unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "secret\n");
}
