//! What goes wrong with children that share memory, each as a test. Those that
//! are about a feature are beside it: refused calls and emulators in `fallbacks`,
//! FIFOs in `unwaited`, reaping hosts in `handle`, `closefrom` in `descriptors`.

use std::ffi::CStr;
use std::fs::{self, File};
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::time::Duration;

use launch::process::{self, ForkResult, WaitStatus};
use launch::signal::SignalSet;
use launch::{CStringArray, ForkPolicy, Launch, LaunchError, Step};

use crate::util::{
    Done, apart, c, ended, has_children, is_root, open_count, pipe, strings, tempdir,
};

static OWN_PID: AtomicI32 = AtomicI32::new(0);
static HANDLED: AtomicUsize = AtomicUsize::new(0);
static WRONG: AtomicUsize = AtomicUsize::new(0);

extern "C" fn watch(_: libc::c_int) {
    // SAFETY: async-signal-safe.
    if unsafe { libc::getpid() } == OWN_PID.load(Ordering::Relaxed) {
        HANDLED.fetch_add(1, Ordering::Relaxed);
    } else {
        WRONG.fetch_add(1, Ordering::Relaxed);
    }
}

/// The parent's handlers never run in a child, whichever way it is created.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn handlers_inner() {
    rustix::process::setsid().unwrap();
    OWN_PID.store(process::process_id(), Ordering::Relaxed);
    // SAFETY: a handler that touches atomics only.
    unsafe { libc::signal(libc::SIGUSR1, watch as extern "C" fn(libc::c_int) as usize) };
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let _done = Done(&done);
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                // To everybody in the group, children in the middle of a launch too.
                process::kill(0, libc::SIGUSR1).unwrap();
            }
        });
        let (argv, envp) = (strings(&["true"]), CStringArray::new());
        for round in 0..600 {
            let mut launch = Launch::new(c"/bin/true", &argv, &envp);
            let unwaited = round % 3 == 1;
            if round % 3 == 2 {
                launch.fork_policy(ForkPolicy::Always);
            }
            let child = if unwaited {
                launch.start_unwaited().unwrap().finish().unwrap()
            } else {
                launch.start().unwrap()
            };
            let status = ended(&child);
            let killed = WaitStatus::Signaled { signal: libc::SIGUSR1, core: false };
            assert!(status == WaitStatus::Exited(0) || status == killed, "{status:?}");
        }
    });
    assert_eq!(WRONG.load(Ordering::Relaxed), 0);
    assert!(HANDLED.load(Ordering::Relaxed) > 0);
}

#[test]
fn handlers() {
    apart("hazards::handlers_inner");
}

/// Credentials of the child are not those of the parent's threads.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn credentials_inner() {
    if !is_root() {
        return;
    }
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let _done = Done(&done);
        for _ in 0..4 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(1));
                }
            });
        }
        // SAFETY: takes numbers only.
        let dumpable = || unsafe { libc::prctl(libc::PR_GET_DUMPABLE) };
        assert_eq!(dumpable(), 1);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let (argv, envp) = (strings(&["true"]), CStringArray::new());
                    for round in 0..50 {
                        let program = if round % 2 == 0 { c"/bin/true" } else { c"/nonexistent" };
                        let mut launch = Launch::new(program, &argv, &envp);
                        match launch.user(12345).group(12345).start() {
                            Ok(child) => assert_eq!(ended(&child), WaitStatus::Exited(0)),
                            Err(error) => assert_eq!(error.errno, libc::ENOENT),
                        }
                    }
                });
            }
        });
        assert_eq!(dumpable(), 1);
        for thread in fs::read_dir("/proc/self/task").unwrap() {
            // One of those that have just been joined may still be on its way out.
            let Ok(status) = fs::read_to_string(thread.unwrap().path().join("status")) else {
                continue;
            };
            assert!(status.contains("Uid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n"), "{status}");
        }
    });
    // What was not dumpable before stays so.
    // SAFETY: takes numbers only.
    unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 0) };
    let (argv, envp) = (strings(&["true"]), CStringArray::new());
    ended(&Launch::new(c"/bin/true", &argv, &envp).user(12345).start().unwrap());
    // SAFETY: takes numbers only.
    assert_eq!(unsafe { libc::prctl(libc::PR_GET_DUMPABLE) }, 0);
}

#[test]
fn credentials() {
    apart("hazards::credentials_inner");
}

/// errno is the thread's own, and a launch that fails does not touch it.
#[test]
fn errno_stays() {
    let (argv, envp) = (strings(&["x"]), CStringArray::new());
    let launch = Launch::new(c"/nonexistent", &argv, &envp);
    launch.start().unwrap_err();
    #[cfg(target_os = "linux")]
    // SAFETY: the thread's own errno.
    unsafe {
        *libc::__errno_location() = 4321;
        launch.start().unwrap_err();
        assert_eq!(*libc::__errno_location(), 4321);
    }
}

/// What waits in a stdio buffer of the parent's is written once.
#[test]
fn stdio_buffers_are_the_parents() {
    let (read, write) = pipe();
    let (argv, envp) = (strings(&["x"]), CStringArray::new());
    // SAFETY: a stream over a descriptor that it owns from then on.
    unsafe {
        let stream = libc::fdopen(std::os::fd::IntoRawFd::into_raw_fd(write), c"w".as_ptr());
        libc::fputs(c"once\n".as_ptr(), stream);
        Launch::new(c"/nonexistent", &argv, &envp).start().unwrap_err();
        ended(&Launch::new(c"/bin/true", &argv, &envp).start().unwrap());
        libc::fclose(stream);
    }
    assert_eq!(std::io::read_to_string(read).unwrap(), "once\n");
}

/// The child's stack does not grow with the arguments.
#[test]
fn a_hundred_thousand_arguments() {
    let mut list = vec!["sh", "-c", "echo $#", "sh"];
    list.resize(100_004, "x");
    let (argv, envp) = (strings(&list), CStringArray::new());
    let (read, write) = pipe();
    let mut launch = Launch::new(c"/bin/sh", &argv, &envp);
    let child = launch.descriptor(1, write.as_raw_fd()).start().unwrap();
    drop(write);
    assert_eq!(std::io::read_to_string(read).unwrap(), "100000\n");
    ended(&child);
}

/// A child that is stuck before its exec can be killed, and the launch comes back.
#[test]
fn a_stuck_child_can_be_killed() {
    let directory = tempdir("stuck");
    let fifo = format!("{directory}/fifo");
    let _ = fs::remove_file(&fifo);
    let kind = rustix::fs::FileType::Fifo;
    let mode = rustix::fs::Mode::from_raw_mode(0o600);
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, kind, mode, 0).unwrap();
    let (argv, envp) = (strings(&["true"]), CStringArray::new());
    let thread = AtomicI32::new(0);
    std::thread::scope(|scope| {
        let launching = scope.spawn(|| {
            thread.store(rustix::thread::gettid().as_raw_nonzero().get(), Ordering::Release);
            let mut launch = Launch::new(c"/bin/true", &argv, &envp);
            launch.open(0, &c(&fifo), libc::O_RDONLY, 0).start()
        });
        let stuck = loop {
            let id = thread.load(Ordering::Acquire);
            let children = fs::read_to_string(format!("/proc/self/task/{id}/children"));
            if let Some(pid) = children.ok().and_then(|text| text.trim().parse::<i32>().ok()) {
                break pid;
            }
            std::thread::yield_now();
        };
        process::kill(stuck, libc::SIGKILL).unwrap();
        // It counts as launched, as it would had it been killed a moment later.
        let child = launching.join().unwrap().unwrap();
        assert_eq!(child.pid, stuck);
        let killed = WaitStatus::Signaled { signal: libc::SIGKILL, core: false };
        assert_eq!(ended(&child), killed);
    });
}

/// A program that has just been written is executed although another process
/// still has it open for a moment.
#[test]
fn text_file_busy() {
    let directory = tempdir("busy");
    let program = format!("{directory}/program");
    let _ = fs::remove_file(&program);
    fs::copy("/bin/true", &program).unwrap();
    let writer = fs::OpenOptions::new().append(true).open(&program).unwrap();
    let (argv, envp) = (strings(&["true"]), CStringArray::new());
    let program = c(&program);
    match Launch::new(&program, &argv, &envp).start() {
        // Kernels that allow it have no such hazard.
        Ok(child) => drop(ended(&child)),
        Err(error) => {
            assert_eq!(error, LaunchError { step: Step::Exec, errno: libc::ETXTBSY });
            let mut launch = Launch::new(&program, &argv, &envp);
            launch.retry_busy(Duration::from_millis(5));
            assert_eq!(launch.start().unwrap_err().errno, libc::ETXTBSY);
            launch.retry_busy(Duration::from_secs(60));
            let closer = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(10));
                drop(writer);
            });
            assert_eq!(ended(&launch.start().unwrap()), WaitStatus::Exited(0));
            closer.join().unwrap();
        }
    }
}

/// The signal for the parent's death comes also with a change of user, which
/// clears it when done in the wrong order.
#[test]
fn parent_death_signal() {
    for user in [None, Some(12345)] {
        if user.is_some() && !is_root() {
            continue;
        }
        let (read, write) = pipe();
        let argv = strings(&["sleep", "1000"]);
        let envp = CStringArray::new();
        let ForkResult::Parent(parent) = crate::util::fork() else {
            let mut launch = Launch::new(c"/bin/sleep", &argv, &envp);
            // It holds the pipe until it dies.
            launch.descriptor(1, write.as_raw_fd()).parent_death_signal(libc::SIGKILL);
            if let Some(user) = user {
                launch.user(user);
            }
            process::exit_now(launch.start().map_or(1, |_| 0));
        };
        drop(write);
        let (_, status) = process::wait_pid(parent, process::Awaited::End, process::Blocking::Wait)
            .unwrap()
            .unwrap();
        assert_eq!(status, WaitStatus::Exited(0));
        assert_eq!(std::io::read_to_string(read).unwrap(), "");
    }
}

/// Memory that a fork must not copy (registered with a device) is no matter for a
/// launch: nothing is copied, and even the program's name may be there.
#[test]
fn memory_that_may_not_be_forked() {
    // SAFETY: a new mapping, and a string written into it.
    let name = unsafe {
        let page = libc::mmap(
            std::ptr::null_mut(),
            4096,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        );
        assert_ne!(page, libc::MAP_FAILED);
        assert_eq!(libc::madvise(page, 4096, libc::MADV_DONTFORK), 0);
        libc::strcpy(page.cast(), c"/bin/true".as_ptr());
        CStr::from_ptr(page.cast())
    };
    let (argv, envp) = (strings(&["true"]), CStringArray::new());
    let mut launch = Launch::new(name, &argv, &envp);
    let child = launch.start().unwrap();
    assert_eq!(ended(&child), WaitStatus::Exited(0));
    if !child.path.shared_memory {
        // An emulator, which has read the name itself.
        return;
    }
    let error = launch.fork_policy(ForkPolicy::Always).start().unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Exec, errno: libc::EFAULT });
}

static FORKED: AtomicUsize = AtomicUsize::new(0);

extern "C" fn forked() {
    FORKED.fetch_add(1, Ordering::Relaxed);
}

/// As process 1 of a namespace, where a vfork has been refused; and handlers for
/// forks do not run.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn first_process_inner() {
    // SAFETY: handlers that touch an atomic only.
    unsafe { libc::pthread_atfork(Some(forked), Some(forked), Some(forked)) };
    let start = || {
        let (argv, envp) = (strings(&["sh", "-c", "exit 5"]), CStringArray::new());
        let child = Launch::new(c"/bin/sh", &argv, &envp).want_pidfd(true).start().unwrap();
        assert_ne!(child.path.primitive, launch::Primitive::Fork);
        assert_eq!(ended(&child), WaitStatus::Exited(5));
    };
    start();
    assert_eq!(FORKED.load(Ordering::Relaxed), 0);
    // SAFETY: takes a number only.
    if unsafe { libc::unshare(libc::CLONE_NEWPID) } != 0 {
        return;
    }
    let ForkResult::Parent(first) = crate::util::fork() else {
        assert_eq!(process::process_id(), 1);
        start();
        process::exit_now(0);
    };
    let (_, status) =
        process::wait_pid(first, process::Awaited::End, process::Blocking::Wait).unwrap().unwrap();
    assert_eq!(status, WaitStatus::Exited(0));
}

#[test]
fn first_process() {
    apart("hazards::first_process_inner");
}

/// Every signal's disposition and the whole mask, as asked for.
#[test]
fn every_signal() {
    let all = SignalSet::from_bits(
        SignalSet::ALL.bits() & !SignalSet::of(&[libc::SIGKILL, libc::SIGSTOP]).bits(),
    );
    let field = |text: &str, name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim();
        u64::from_str_radix(line, 16).unwrap()
    };
    let mut standard = (1u64 << 31) - 1;
    let (argv, envp) = (strings(&["true"]), CStringArray::new());
    let probe = Launch::new(c"/bin/true", &argv, &envp).start().unwrap();
    ended(&probe);
    if !probe.path.shared_memory {
        // Emulators need these two themselves.
        standard &= !SignalSet::of(&[libc::SIGSEGV, libc::SIGBUS]).bits();
    }
    // Without a shell, which has ideas of its own about SIGCHLD.
    let status = |set: &dyn Fn(&mut Launch<'_>)| {
        let (read, write) = pipe();
        let (argv, envp) = (strings(&["cat", "/proc/self/status"]), CStringArray::new());
        let mut launch = Launch::new(c"/bin/cat", &argv, &envp);
        set(launch.descriptor(1, write.as_raw_fd()));
        let child = launch.start().unwrap();
        drop(write);
        let text = std::io::read_to_string(read).unwrap();
        assert_eq!(ended(&child), WaitStatus::Exited(0));
        text
    };
    let text = status(&|l| {
        l.ignore_signals(SignalSet::from_bits(all.bits() & standard)).signal_mask(all);
    });
    assert_eq!(field(&text, "SigIgn:") & standard, all.bits() & standard);
    assert_eq!(field(&text, "SigBlk:") & standard, all.bits() & standard);
    let text = status(&|l| {
        l.default_signals(SignalSet::ALL).signal_mask(SignalSet::EMPTY);
    });
    assert_eq!(field(&text, "SigIgn:") & standard, 0);
    assert_eq!(field(&text, "SigBlk:"), 0);
    for signal in [libc::SIGKILL, libc::SIGSTOP] {
        let (argv, envp) = (strings(&["true"]), CStringArray::new());
        let mut launch = Launch::new(c"/bin/true", &argv, &envp);
        let error = launch.ignore_signals(SignalSet::of(&[signal])).start().unwrap_err();
        assert_eq!(error, LaunchError { step: Step::Signals, errno: libc::EINVAL });
    }
}

/// Failures leave neither a descriptor nor a zombie.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn nothing_is_left_inner() {
    let (argv, envp) = (strings(&["x"]), CStringArray::new());
    let round = || {
        for wait in [true, false] {
            let mut launch = Launch::new(c"/nonexistent", &argv, &envp);
            launch.want_pidfd(true).close_others(true);
            let error = if wait {
                launch.start().unwrap_err()
            } else {
                launch.start_unwaited().and_then(launch::Launching::finish).unwrap_err()
            };
            assert_eq!(error.errno, libc::ENOENT);
        }
    };
    round();
    let before = open_count();
    for _ in 0..100 {
        round();
    }
    assert_eq!(open_count(), before);
    assert!(!has_children());
}

#[test]
fn nothing_is_left() {
    apart("hazards::nothing_is_left_inner");
}

/// A file named twice in a directory with descriptors up to the limit.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn a_full_table_inner() {
    let resource = process::Resource::OpenFiles;
    let mut limit = process::limit(resource).unwrap();
    limit.soft = Some(40);
    process::set_limit(resource, limit).unwrap();
    let (argv, envp) = (strings(&["cat"]), CStringArray::new());
    let mut launch = Launch::new(c"/bin/cat", &argv, &envp);
    // Found out whether memory is shared, while there is room for a pipe.
    launch.open(0, c"/dev/null", libc::O_RDONLY, 0);
    ended(&launch.start().unwrap());
    let mut files = Vec::new();
    while let Ok(file) = File::open("/dev/null") {
        files.push(file);
    }
    // The target is closed first, so that there is room.
    assert_eq!(ended(&launch.start().unwrap()), WaitStatus::Exited(0));
    // A swap needs a copy out of the way, for which there is none.
    let (a, b) = (files[0].as_raw_fd(), files[1].as_raw_fd());
    let mut swap = Launch::new(c"/bin/cat", &argv, &envp);
    let error = swap.descriptor(a, b).descriptor(b, a).start().unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Descriptor, errno: libc::EMFILE });
    // Beyond the limit, and no number at all.
    for target in [40, 1 << 20, -1, i32::MIN, i32::MAX] {
        let mut launch = Launch::new(c"/bin/cat", &argv, &envp);
        let error = launch.descriptor(target, 0).start().unwrap_err();
        assert_eq!(error, LaunchError { step: Step::Descriptor, errno: libc::EBADF }, "{target}");
    }
    // A descriptor of the process is one too many.
    let mut launch = Launch::new(c"/bin/cat", &argv, &envp);
    if let Err(error) = launch.want_pidfd(true).start() {
        assert_eq!(error, LaunchError { step: Step::Clone, errno: libc::EMFILE });
    } else {
        panic!("a pidfd where there is no room");
    }
}

#[test]
fn a_full_table() {
    apart("hazards::a_full_table_inner");
}

/// No more processes for this user; no more memory.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn shortages_inner() {
    let (argv, envp) = (strings(&["true"]), CStringArray::new());
    let launch = Launch::new(c"/bin/true", &argv, &envp);
    if is_root() {
        let status = match crate::util::fork() {
            ForkResult::Child(_) => {
                rustix::thread::set_thread_uid(rustix::process::Uid::from_raw(54321)).unwrap();
                let resource = process::Resource::Processes;
                let limit = process::Limit { soft: Some(1), hard: Some(1) };
                process::set_limit(resource, limit).unwrap();
                let error = launch.start().unwrap_err();
                let expected = LaunchError { step: Step::Clone, errno: libc::EAGAIN };
                process::exit_now(i32::from(error != expected))
            }
            ForkResult::Parent(pid) => {
                process::wait_pid(pid, process::Awaited::End, process::Blocking::Wait)
                    .unwrap()
                    .unwrap()
                    .1
            }
        };
        assert_eq!(status, WaitStatus::Exited(0));
    }
    // In a thread that has no stack in store, with no room to map one.
    let resource = process::Resource::AddressSpace;
    let limit = process::limit(resource).unwrap();
    process::set_limit(resource, process::Limit { soft: Some(1 << 20), ..limit }).unwrap();
    let result = launch.start();
    process::set_limit(resource, limit).unwrap();
    match result {
        Err(error) => assert_eq!(error, LaunchError { step: Step::Prepare, errno: libc::ENOMEM }),
        // The emulator's limit is not the kernel's.
        Ok(child) => drop(ended(&child)),
    }
}

#[test]
fn shortages() {
    apart("hazards::shortages_inner");
}

/// A directory that may not be searched.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn no_permission_inner() {
    let directory = tempdir("closed");
    let inner = format!("{directory}/inner");
    fs::create_dir_all(&inner).unwrap();
    fs::copy("/bin/true", format!("{inner}/program")).unwrap();
    let mode = |mode| std::os::unix::fs::PermissionsExt::from_mode(mode);
    fs::set_permissions(&inner, mode(0o600)).unwrap();
    if is_root() {
        rustix::thread::set_thread_uid(rustix::process::Uid::from_raw(54321)).unwrap();
    }
    let (argv, envp) = (strings(&["x"]), CStringArray::new());
    let fails = |set: &dyn Fn(&mut Launch<'_>), program: &CStr| {
        let mut launch = Launch::new(program, &argv, &envp);
        set(&mut launch);
        launch.start().unwrap_err()
    };
    let program = c(&format!("{inner}/program"));
    let error = fails(&|_| (), &program);
    assert_eq!(error, LaunchError { step: Step::Exec, errno: libc::EACCES });
    let search = c(&format!("{inner}:/nonexistent"));
    let error = fails(
        &|l| {
            l.search_path(&search);
        },
        c"program",
    );
    assert_eq!(error, LaunchError { step: Step::Exec, errno: libc::EACCES });
    let path = c(&inner);
    let error = fails(
        &|l| {
            l.directory_path(&path);
        },
        c"/bin/true",
    );
    assert_eq!(error, LaunchError { step: Step::Directory, errno: libc::EACCES });
}

#[test]
fn no_permission() {
    apart("hazards::no_permission_inner");
}

/// The first process of a new process namespace cannot see its parent, which lives.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn parent_of_another_namespace_inner() {
    // SAFETY: takes numbers only.
    let new = |flags| unsafe { libc::unshare(flags) } == 0;
    if !new(libc::CLONE_NEWPID) && !new(libc::CLONE_NEWUSER | libc::CLONE_NEWPID) {
        return;
    }
    let (argv, envp) = (strings(&["true"]), strings(&[]));
    let mut launch = Launch::new(c"/bin/true", &argv, &envp);
    let child = launch.parent_death_signal(libc::SIGKILL).start().unwrap();
    assert_eq!(ended(&child), WaitStatus::Exited(0));
}

#[test]
fn parent_of_another_namespace() {
    apart("hazards::parent_of_another_namespace_inner");
}
