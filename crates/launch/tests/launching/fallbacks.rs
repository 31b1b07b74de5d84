//! Systems that refuse a call: old kernels, filters, emulators. Each runs in a
//! process of its own whose calls a filter refuses.

use std::os::fd::AsRawFd;
use std::time::{Duration, Instant};

use launch::process::WaitStatus;
use launch::{CStringArray, Child, ForkPolicy, Launch, LaunchError, PidfdSource, Primitive, Step};

use crate::util::{apart, ended, pipe, strings};

/// One refused system call: with the errno; only with these bits in the first
/// argument, if any.
pub struct Refused {
    call: i64,
    errno: i32,
    bits: u32,
}

pub fn refused(call: i64, errno: i32) -> Refused {
    Refused { call, errno, bits: 0 }
}

/// Has the calling thread's system calls refused from now on. False where there
/// are no filters (qemu-user).
pub fn refuse(list: &[Refused]) -> bool {
    let statement = |code: u32, k: u32| libc::sock_filter { code: code as u16, jt: 0, jf: 0, k };
    let jump = |code: u32, k: u32, jf: u8| libc::sock_filter { code: code as u16, jt: 0, jf, k };
    let load = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
    let equal = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    let any = libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K;
    let ret = libc::BPF_RET | libc::BPF_K;
    let mut program = Vec::new();
    for one in list {
        program.push(statement(load, 0));
        if one.bits == 0 {
            program.push(jump(equal, one.call as u32, 1));
        } else {
            program.push(jump(equal, one.call as u32, 3));
            // The low half of the first argument.
            program.push(statement(load, 16));
            program.push(jump(any, one.bits, 1));
        }
        program.push(statement(ret, libc::SECCOMP_RET_ERRNO | one.errno as u32));
    }
    program.push(statement(ret, libc::SECCOMP_RET_ALLOW));
    let program = libc::sock_fprog { len: program.len() as u16, filter: program.as_mut_ptr() };
    // SAFETY: the program is as long as it says and outlives the calls.
    unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &program) == 0
    }
}

/// A launch with much of what depends on the way taken: what a program finds and
/// how failures are told.
fn check(fork: ForkPolicy, close_others: bool) -> Child {
    launch::signal::catch(libc::SIGUSR1, true).unwrap();
    launch::signal::ignore(libc::SIGUSR2).unwrap();
    let leaky = rustix::io::fcntl_dupfd_cloexec(std::io::stdin(), 150).unwrap();
    rustix::io::fcntl_setfd(&leaky, rustix::io::FdFlags::empty()).unwrap();
    let (read, write) = pipe();
    let script = "cat /proc/self/status; echo --; ls -v /proc/$$/fd; :";
    let argv = strings(&["sh", "-c", script]);
    let envp = strings(&["PATH=/usr/bin:/bin"]);
    let mut launch = Launch::new(c"/bin/sh", &argv, &envp);
    launch
        .descriptor(0, 0)
        .descriptor(1, write.as_raw_fd())
        .descriptor(2, 2)
        .descriptor(20, write.as_raw_fd())
        .close_others(close_others)
        .want_pidfd(true)
        .default_signals(launch::signal::SignalSet::of(&[libc::SIGPIPE]))
        .fork_policy(fork);
    let mut child = launch.start().unwrap();
    drop(write);
    let text = std::io::read_to_string(read).unwrap();
    assert_eq!(child.wait().unwrap(), WaitStatus::Exited(0));
    let usr2 = 1u64 << (libc::SIGUSR2 - 1);
    let (status, list) = text.split_once("--\n").unwrap();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        u64::from_str_radix(line.trim(), 16).unwrap()
    };
    // Those that were ignored here, SIGUSR2 among them, but SIGPIPE. Without those that C
    // libraries keep for themselves.
    let own = std::fs::read_to_string("/proc/self/status").unwrap();
    let ignored = own.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    assert_ne!(ignored & usr2, 0);
    let kept = ((1 << 31) - 1) & !(1 << (libc::SIGPIPE - 1));
    assert_eq!(field("SigIgn:") & ((1 << 31) - 1), ignored & kept);
    assert_eq!(field("SigCgt:"), 0);
    let open: Vec<&str> = list.lines().collect();
    if close_others {
        assert_eq!(open, ["0", "1", "2", "20"]);
    } else {
        assert!(open.contains(&"20") && open.contains(&"150"), "{text}");
    }
    // Failures of every kind come back, and nothing is left.
    let envp = CStringArray::new();
    for _ in 0..2 {
        let mut launch = Launch::new(c"/nonexistent", &argv, &envp);
        let error = launch.fork_policy(fork).close_others(close_others).start().unwrap_err();
        assert_eq!(error, LaunchError { step: Step::Exec, errno: libc::ENOENT });
        let mut launch = Launch::new(c"/bin/true", &argv, &envp);
        let error = launch.fork_policy(fork).directory(4321).start().unwrap_err();
        assert_eq!(error, LaunchError { step: Step::Directory, errno: libc::EBADF });
        let mut launch = Launch::new(c"/bin/true", &argv, &envp);
        // The report pipe may have any of these numbers, and is moved.
        for target in 3..40 {
            launch.descriptor(target, 0);
        }
        let launch = launch.fork_policy(fork).descriptor(40, 4321);
        assert_eq!(launch.start().unwrap_err().errno, libc::EBADF);
        // Without waiting.
        let mut launch = Launch::new(c"/nonexistent", &argv, &envp);
        let error = launch.fork_policy(fork).start_unwaited();
        let error = error.and_then(launch::Launching::finish).unwrap_err();
        assert_eq!(error, LaunchError { step: Step::Exec, errno: libc::ENOENT });
    }
    assert!(!crate::util::has_children());
    child
}

macro_rules! apart {
    ($($(#[$doc:meta])* $name:ident, $inner:ident, $path:literal => $body:block)*) => {
        $(
            $(#[$doc])*
            #[test]
            fn $name() {
                apart($path);
            }

            #[test]
            #[ignore = "run by another test, in a process of its own"]
            fn $inner() $body
        )*
    };
}

apart! {
    nothing_refused, nothing_refused_inner, "fallbacks::nothing_refused_inner" => {
        let path = check(ForkPolicy::Never, true).path;
        if path.primitive == Primitive::Clone3 {
            assert!(path.shared_memory && path.shared_files && !path.unwaited);
            assert_eq!((path.clone3_refused, path.pidfd), (0, PidfdSource::Clone));
            assert_eq!(
                path.to_string(),
                "clone3, memory shared, descriptors shared, pidfd from clone"
            );
        }
        assert!(!check(ForkPolicy::IfRefused, false).path.shared_files);
    }

    clone3_unknown, clone3_unknown_inner, "fallbacks::clone3_unknown_inner" => {
        if refuse(&[refused(libc::SYS_clone3, libc::ENOSYS)]) {
            let path = check(ForkPolicy::Never, true).path;
            assert_eq!((path.primitive, path.clone3_refused), (Primitive::Clone, libc::ENOSYS));
            assert!(path.shared_memory && path.shared_files);
            assert_eq!(path.pidfd, PidfdSource::Clone);
            check(ForkPolicy::Never, false);
        }
    }

    clone3_forbidden, clone3_forbidden_inner, "fallbacks::clone3_forbidden_inner" => {
        if refuse(&[refused(libc::SYS_clone3, libc::EPERM)]) {
            let path = check(ForkPolicy::Never, false).path;
            assert_eq!((path.primitive, path.clone3_refused), (Primitive::Clone, libc::EPERM));
            assert!(path.to_string().starts_with("clone (clone3: Operation not permitted)"));
            check(ForkPolicy::Never, true);
        }
    }

    /// Flags that are not known.
    clone3_invalid, clone3_invalid_inner, "fallbacks::clone3_invalid_inner" => {
        if refuse(&[refused(libc::SYS_clone3, libc::EINVAL)]) {
            let path = check(ForkPolicy::Never, true).path;
            assert_eq!((path.primitive, path.clone3_refused), (Primitive::Clone, libc::EINVAL));
        }
    }

    close_range_unknown, close_range_unknown_inner, "fallbacks::close_range_unknown_inner" => {
        if refuse(&[refused(libc::SYS_close_range, libc::ENOSYS)]) {
            assert!(!check(ForkPolicy::Never, true).path.shared_files);
        }
    }

    /// Neither close_range nor a list of what is open: no file can be opened, the
    /// program is static.
    no_list, no_list_inner, "fallbacks::no_list_inner" => {
        let resource = launch::process::Resource::OpenFiles;
        let mut limit = launch::process::limit(resource).unwrap();
        limit.soft = Some(512);
        launch::process::set_limit(resource, limit).unwrap();
        let leaky = rustix::io::fcntl_dupfd_cloexec(std::io::stdin(), 150).unwrap();
        rustix::io::fcntl_setfd(&leaky, rustix::io::FdFlags::empty()).unwrap();
        let (_read, write) = pipe();
        let argv = strings(&["busybox", "sleep", "100"]);
        let envp = CStringArray::new();
        let mut launch = Launch::new(c"/bin/busybox", &argv, &envp);
        launch.descriptor(1, write.as_raw_fd()).descriptor(9, write.as_raw_fd());
        launch.close_others(true);
        if std::fs::exists("/bin/busybox").unwrap() {
            let child = std::thread::scope(|scope| scope.spawn(|| {
                let refused = refuse(&[
                    refused(libc::SYS_close_range, libc::EPERM),
                    refused(libc::SYS_openat, libc::ENOENT),
                ]);
                refused.then(|| launch.start().unwrap())
            }).join().unwrap());
            if let Some(mut child) = child {
                let list = std::fs::read_dir(format!("/proc/{}/fd", child.pid)).unwrap();
                let mut open: Vec<_> = list.map(|one| one.unwrap().file_name()).collect();
                child.kill().unwrap();
                child.wait().unwrap();
                open.sort();
                assert_eq!(open, ["1", "9"]);
            }
        }
    }

    /// Pipe ends that cannot be opened anew: nothing can be opened.
    no_reopening, no_reopening_inner, "fallbacks::no_reopening_inner" => {
        let _open: Vec<_> = (0..200).map(|_| std::fs::File::open("/dev/null").unwrap()).collect();
        if !std::fs::exists("/bin/busybox").unwrap() {
            return;
        }
        std::thread::scope(|scope| scope.spawn(|| {
            if refuse(&[refused(libc::SYS_openat, libc::ENOENT)]) {
                let argv = strings(&["busybox", "cat"]);
                let envp = CStringArray::new();
                let mut launch = Launch::new(c"/bin/busybox", &argv, &envp);
                launch.close_others(true);
                let how = launch::Capture { input: Some(b"text"), ..Default::default() };
                for _ in 0..3 {
                    assert_eq!(launch.capture(&how).unwrap().output, b"text");
                }
            }
        }).join().unwrap());
    }

    pidfd_unknown, pidfd_unknown_inner, "fallbacks::pidfd_unknown_inner" => {
        let pidfd = libc::CLONE_PIDFD as u32;
        if refuse(&[
            refused(libc::SYS_clone3, libc::ENOSYS),
            Refused { call: libc::SYS_clone, errno: libc::EINVAL, bits: pidfd },
        ]) {
            assert_eq!(check(ForkPolicy::Never, false).path.pidfd, PidfdSource::Opened);
        }
        if refuse(&[
            refused(libc::SYS_pidfd_open, libc::ENOSYS),
            refused(libc::SYS_pidfd_send_signal, libc::ENOSYS),
        ]) {
            let child = check(ForkPolicy::Never, true);
            assert_eq!(child.path.pidfd, PidfdSource::Missing);
            assert!(child.pidfd.is_none());
        }
    }

    files_not_shared, files_not_shared_inner, "fallbacks::files_not_shared_inner" => {
        let files = libc::CLONE_FILES as u32;
        if refuse(&[
            refused(libc::SYS_clone3, libc::ENOSYS),
            Refused { call: libc::SYS_clone, errno: libc::EINVAL, bits: files },
        ]) {
            assert!(!check(ForkPolicy::Never, true).path.shared_files);
        }
    }

    /// Never a fork unless it was allowed.
    memory_not_shared, memory_not_shared_inner, "fallbacks::memory_not_shared_inner" => {
        for errno in [libc::EPERM, libc::EINVAL] {
            let memory = libc::CLONE_VM as u32;
            if refuse(&[
                refused(libc::SYS_clone3, libc::EPERM),
                Refused { call: libc::SYS_clone, errno, bits: memory },
            ]) {
                let (argv, envp) = (strings(&["true"]), CStringArray::new());
                let launch = Launch::new(c"/bin/true", &argv, &envp);
                let error = launch.start().unwrap_err();
                assert_eq!(error, LaunchError { step: Step::Clone, errno });
                let error = launch.start_unwaited().err().unwrap();
                assert_eq!(error, LaunchError { step: Step::Clone, errno });
                let path = check(ForkPolicy::IfRefused, true).path;
                assert_eq!((path.primitive, path.clone3_refused), (Primitive::Fork, libc::EPERM));
                assert!(!path.shared_memory && !path.shared_files);
            }
        }
    }

    /// Signals by a call that a filter does not know: kill(2) takes its place.
    signals_forbidden, signals_forbidden_inner, "fallbacks::signals_forbidden_inner" => {
        for errno in [libc::EPERM, libc::ENOSYS] {
            if !refuse(&[refused(libc::SYS_pidfd_send_signal, errno)]) {
                return;
            }
            let (argv, envp) = (strings(&["sleep", "1000"]), CStringArray::new());
            let mut launch = Launch::new(c"/bin/sleep", &argv, &envp);
            launch.want_pidfd(true).process_group(0);
            let mut child = launch.start().unwrap();
            child.signal(0).unwrap();
            assert_eq!(child.signal(1000).unwrap_err().raw_os_error(), Some(libc::EINVAL));
            child.signal(libc::SIGTERM).unwrap();
            let status = WaitStatus::Signaled { signal: libc::SIGTERM, core: false };
            assert_eq!(child.wait().unwrap(), status);
            let mut child = launch.start().unwrap();
            child.kill_tree().unwrap();
            let status = WaitStatus::Signaled { signal: libc::SIGKILL, core: false };
            assert_eq!(child.wait().unwrap(), status);
            // A number that is nobody's any more, whoever has waited.
            let child = launch.start().unwrap();
            child.kill().unwrap();
            ended(&child);
            assert_eq!(child.signal(0).unwrap_err().raw_os_error(), Some(libc::ESRCH));
            assert_eq!(child.kill_tree().unwrap_err().raw_os_error(), Some(libc::ESRCH));
        }
    }

    /// A group whose leader ends first is killed while its number is still its own.
    group_by_number, group_by_number_inner, "fallbacks::group_by_number_inner" => {
        if !refuse(&[refused(libc::SYS_pidfd_send_signal, libc::EPERM)]) {
            return;
        }
        let file = format!("{}/pid", crate::util::tempdir("group"));
        let first = format!("exec >&- 2>&-; sleep 1000 & echo $! >'{file}'");
        let first = strings(&["sh", "-c", &first]);
        let second = strings(&["sh", "-c", "exec >&- 2>&-; exec sleep 1000"]);
        let envp = strings(&["PATH=/usr/bin:/bin"]);
        let mut pipeline = launch::Pipeline::new();
        pipeline.stage(Launch::new(c"/bin/sh", &first, &envp));
        pipeline.stage(Launch::new(c"/bin/sh", &second, &envp)).process_group(true);
        let deadline = Some(Instant::now() + Duration::from_millis(300));
        let how = launch::Capture { deadline, ..Default::default() };
        assert_eq!(pipeline.capture(&how).unwrap().end, launch::End::Deadline);
        let pid: i32 = std::fs::read_to_string(file).unwrap().trim().parse().unwrap();
        crate::handle::no_more(pid);
    }

    /// A program that cannot be killed does not keep who has given it up.
    kill_forbidden, kill_forbidden_inner, "fallbacks::kill_forbidden_inner" => {
        let (argv, envp) = (strings(&["sleep", "1000"]), CStringArray::new());
        let launch = Launch::new(c"/bin/sleep", &argv, &envp);
        let missing = Launch::new(c"/nonexistent", &argv, &envp);
        let begin = Instant::now();
        let tried = std::thread::scope(|scope| scope.spawn(|| {
            let refused = refuse(&[
                refused(libc::SYS_pidfd_send_signal, libc::EPERM),
                refused(libc::SYS_kill, libc::EPERM),
            ]);
            refused.then(|| {
                let how = launch::Capture { deadline: Some(begin), ..Default::default() };
                let captured = launch.capture(&how).unwrap_err();
                let mut pipeline = launch::Pipeline::new();
                pipeline.stage(launch.clone()).stage(missing);
                (captured, pipeline.start().unwrap_err())
            })
        }).join().unwrap());
        let Some((captured, broken)) = tried else { return };
        assert_eq!(captured, LaunchError { step: Step::Communicate, errno: libc::EPERM });
        assert_eq!(broken, LaunchError { step: Step::Exec, errno: libc::ENOENT });
        assert!(begin.elapsed() < Duration::from_secs(20));
        let mut left = 0;
        for task in std::fs::read_dir("/proc/self/task").unwrap() {
            let list = std::fs::read_to_string(task.unwrap().path().join("children")).unwrap();
            for pid in list.split_whitespace() {
                launch::process::kill(pid.parse().unwrap(), libc::SIGKILL).unwrap();
                left += 1;
            }
        }
        assert_eq!(left, 2);
    }

    always_fork, always_fork_inner, "fallbacks::always_fork_inner" => {
        let path = check(ForkPolicy::Always, true).path;
        assert_eq!(path.primitive, Primitive::Fork);
        assert!(!path.shared_memory);
        assert_eq!(check(ForkPolicy::Always, false).path.primitive, Primitive::Fork);
    }

    /// A shortage is no refusal: nothing else is tried.
    shortage, shortage_inner, "fallbacks::shortage_inner" => {
        for errno in [libc::EAGAIN, libc::ENOMEM] {
            if refuse(&[refused(libc::SYS_clone3, errno)]) {
                let (argv, envp) = (strings(&["true"]), CStringArray::new());
                let mut launch = Launch::new(c"/bin/true", &argv, &envp);
                let error = launch.fork_policy(ForkPolicy::IfRefused).start().unwrap_err();
                assert_eq!(error, LaunchError { step: Step::Clone, errno });
            }
        }
    }
}

/// An emulator that makes a copy of a shared memory, and does not know clone3.
#[test]
fn under_valgrind() {
    let valgrind = std::process::Command::new("valgrind")
        .args(["-q", "--error-exitcode=9"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "fallbacks::under_valgrind_inner", "--ignored", "--test-threads=1"])
        .output();
    if let Ok(output) = valgrind {
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        // It may not know this machine.
        let passed = output.status.success() && text.contains("1 passed");
        assert!(passed || errors.contains("failed to start tool"), "{text}{errors}");
    }
}

#[test]
#[ignore = "run by another test, in an emulator"]
fn under_valgrind_inner() {
    let (argv, envp) = (strings(&["sh", "-c", "exit 3"]), CStringArray::new());
    let mut launch = Launch::new(c"/bin/sh", &argv, &envp);
    let child = launch.close_others(true).start().unwrap();
    assert_eq!(child.path.primitive, Primitive::Clone);
    assert!(!child.path.shared_memory && !child.path.shared_files);
    assert_eq!(ended(&child), WaitStatus::Exited(3));
    for _ in 0..2 {
        let error = Launch::new(c"/nonexistent", &argv, &envp).start().unwrap_err();
        assert_eq!(error, LaunchError { step: Step::Exec, errno: libc::ENOENT });
    }
}
