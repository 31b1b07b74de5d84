//! The system calls of a launch, counted and looked at by strace(1): a cost that grows
//! with nothing, and no more than was thought.

use std::fs::File;
use std::os::fd::AsRawFd;

use launch::process::{self, WaitStatus};
use launch::{CStringArray, Launch};

use crate::fallbacks::{refuse, refused};
use crate::util::{ended, is_root, pipe, strings};

/// A call that nobody else makes, to find the place in a list of calls.
const MARK: &str = "close(-4321";

/// The calling thread's system calls up to here are not looked at, or those from here
/// on.
fn mark() {
    // SAFETY: there is no such descriptor.
    unsafe { libc::close(-4321) };
}

/// The system calls of one launch.
struct Calls {
    /// The caller's between two marks.
    caller: Vec<String>,
    /// The child's up to its exec.
    child: Vec<String>,
}

impl Calls {
    /// How many of the child's are this one.
    fn count(&self, name: &str) -> usize {
        let name = format!("{name}(");
        self.child.iter().filter(|line| line.starts_with(&name)).count()
    }

    /// The caller's clone, with its flags.
    fn clone(&self) -> &str {
        self.caller.iter().find(|line| line.starts_with("clone")).unwrap()
    }
}

/// Runs a test of this program in a process of its own, and returns the system calls of
/// each launch that it has marked. `None`, said so, where that cannot be seen.
fn traced(test: &str) -> Option<Vec<Calls>> {
    let file = format!("{}/{test}-{}", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    let output = std::process::Command::new("strace")
        .args(["-f", "-qq", "-o", &file])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"])
        .output();
    let list = std::fs::read_to_string(&file).unwrap_or_default();
    let _ = std::fs::remove_file(&file);
    let Ok(output) = output else {
        eprintln!("{test}: skipped: no strace");
        return None;
    };
    if !list.contains("exit") {
        eprintln!("{test}: skipped: strace does not work here");
        return None;
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{test}:\n{text}{errors}");
    // "PID call(…) = result"; a call that another one interrupts has a second line,
    // "PID <... call resumed>…) = result".
    let lines: Vec<(&str, &str)> = list
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(pid, call)| (pid, call.trim_start()))
        .collect();
    let (caller, _) = lines.iter().find(|(_, call)| call.starts_with(MARK)).unwrap();
    let own = lines.iter().filter(|(pid, _)| pid == caller).map(|(_, call)| *call);
    let own: Vec<&str> = own.filter(|call| !call.starts_with("---")).collect();
    let mut found = Vec::new();
    // What lies before the first mark, within the first two, between them and the next.
    for within in own.split(|call| call.starts_with(MARK)).skip(1).step_by(2) {
        let (resumed, called): (Vec<&str>, Vec<&str>) =
            within.iter().partition(|call| call.starts_with("<..."));
        let clone = resumed.iter().chain(&called).find(|call| {
            call.starts_with("<... clone") || (call.starts_with("clone") && call.contains(" = "))
        });
        // "= PID", or "= PID (PID in another namespace)".
        let child = clone.and_then(|call| call.rsplit_once(" = ")).map(|(_, pid)| pid);
        let child = child.and_then(|pid| pid.split(' ').next()).unwrap();
        let of_child = lines.iter().filter(|(pid, _)| *pid == child).map(|(_, call)| *call);
        let mut list = Vec::new();
        for call in of_child.filter(|call| !call.starts_with("<...") && !call.starts_with("---")) {
            list.push(call.to_owned());
            if call.starts_with("execve") {
                break;
            }
        }
        found.push(Calls { caller: called.into_iter().map(str::to_owned).collect(), child: list });
    }
    Some(found)
}

/// A launch between marks, of a program that ends by itself.
fn marked(set: impl FnOnce(&mut Launch<'_>), wait: bool) {
    let (argv, envp) = (strings(&["true"]), CStringArray::new());
    let mut launch = Launch::new(c"/bin/true", &argv, &envp);
    set(&mut launch);
    if wait {
        mark();
        let child = launch.start();
        mark();
        assert_eq!(ended(&child.unwrap()), WaitStatus::Exited(0));
    } else {
        mark();
        let launching = launch.start_unwaited();
        mark();
        assert_eq!(ended(&launching.unwrap().finish().unwrap()), WaitStatus::Exited(0));
    }
}

/// What the first launches of a process find out once.
fn warmed_up() {
    let (argv, envp) = (strings(&["true"]), CStringArray::new());
    for wait in [true, false] {
        let mut launch = Launch::new(c"/bin/true", &argv, &envp);
        launch.close_others(true).want_pidfd(true);
        let child = if wait {
            launch.start().unwrap()
        } else {
            launch.start_unwaited().unwrap().finish().unwrap()
        };
        ended(&child);
    }
}

/// As many descriptors allowed as containers allow, if that is ours to say.
fn raise_limit() -> u64 {
    let files = process::Resource::OpenFiles;
    let own = process::limit(files).unwrap();
    let many =
        process::Limit { soft: Some(524_288), hard: Some(524_288.max(own.hard.unwrap_or(0))) };
    if process::set_limit(files, many).is_err() {
        process::set_limit(files, process::Limit { soft: own.hard, ..own }).unwrap();
    }
    process::limit(files).unwrap().soft.unwrap_or(u64::MAX)
}

/// How many files are open in the tests of many descriptors.
const OPEN: usize = 40;

#[test]
#[ignore = "run by another test, under strace"]
fn closing_inner() {
    let limit = raise_limit();
    assert!(limit >= 4096, "{limit}");
    let files: Vec<File> = (0..OPEN).map(|_| File::open("/dev/null").unwrap()).collect();
    // One of them far up, which a loop over the open ones would pass, too.
    let high = rustix::io::fcntl_dupfd_cloexec(&files[0], limit as i32 - 1).unwrap();
    rustix::io::fcntl_setfd(&high, rustix::io::FdFlags::empty()).unwrap();
    warmed_up();
    let (_read, write) = pipe();
    let set = |l: &mut Launch<'_>| {
        l.close_others(true).descriptor(0, 0).descriptor(7, write.as_raw_fd());
    };
    marked(set, true);
    marked(set, false);
    marked(|l| _ = l.close_others(true).descriptor(9, high.as_raw_fd()), true);
}

/// The limit of descriptors is half a million: closing all others takes a call for each
/// gap between those that stay.
#[test]
fn closing_takes_no_call_for_each_descriptor() {
    let Some(launches) = traced("system_calls::closing_inner") else { return };
    assert_eq!(launches.len(), 3);
    for calls in launches {
        let list = &calls.child;
        assert!(list.last().unwrap().starts_with("execve(\"/bin/true\""), "{list:?}");
        assert!((1..=5).contains(&calls.count("close_range")), "{list:?}");
        // The plan's own: a copy or a flag for each that was named.
        assert!(list.len() <= 12, "{list:?}");
        assert_eq!(calls.count("close"), 0, "{list:?}");
    }
}

#[test]
#[ignore = "run by another test, under strace"]
fn closing_by_list_inner() {
    let limit = raise_limit();
    let files: Vec<File> = (0..OPEN).map(|_| File::open("/dev/null").unwrap()).collect();
    let high = rustix::io::fcntl_dupfd_cloexec(&files[0], limit as i32 - 1).unwrap();
    if refuse(&[refused(libc::SYS_close_range, libc::ENOSYS)]) {
        warmed_up();
        marked(|l| _ = l.close_others(true).descriptor(0, 0), true);
    }
    drop((files, high));
}

/// Without close_range(2) those that are open are closed, not all that could be.
#[test]
fn closing_by_list_is_bounded_by_what_is_open() {
    let Some(launches) = traced("system_calls::closing_by_list_inner") else { return };
    for calls in launches {
        let count = calls.count("close");
        // What the test and the tools have open besides is not much.
        assert!((OPEN..OPEN + 60).contains(&count), "{count}: {:?}", calls.child);
        assert!(calls.child.len() < count + 20, "{:?}", calls.child);
    }
}

#[test]
#[ignore = "run by another test, under strace"]
fn one_call_inner() {
    warmed_up();
    marked(|_| (), true);
    marked(|l| _ = l.want_pidfd(true).close_others(true), true);
    marked(|l| _ = l.want_pidfd(true), false);
}

/// A launch is one system call of its caller's, and its child does nothing but execute.
#[test]
fn a_run_is_two_calls() {
    let Some(launches) = traced("system_calls::run_inner") else { return };
    let names = |calls: &[String]| -> Vec<String> {
        calls.iter().map(|call| call.split('(').next().unwrap().to_owned()).collect()
    };
    let [run] = &launches[..] else { panic!("{}", launches.len()) };
    // Besides the question whether SIGCHLD is ignored.
    assert_eq!(names(&run.caller), ["rt_sigaction", "clone3", "wait4"], "{:?}", run.caller);
    assert!(!run.clone().contains("CLONE_VFORK"), "{}", run.clone());
    assert!(run.clone().contains("CLONE_VM"), "{}", run.clone());
    assert_eq!(run.child.len(), 1, "{:?}", run.child);
}

#[test]
#[ignore = "run by another test, under strace"]
fn run_inner() {
    warmed_up();
    let (argv, envp) = (strings(&["true"]), CStringArray::new());
    let launch = Launch::new(c"/bin/true", &argv, &envp);
    mark();
    let ended = launch.run();
    mark();
    assert_eq!(ended.unwrap().status, WaitStatus::Exited(0));
}

#[test]
fn a_launch_is_one_call() {
    let Some(launches) = traced("system_calls::one_call_inner") else { return };
    let [plain, closing, unwaited] = &launches[..] else { panic!("{}", launches.len()) };
    for calls in [plain, closing, unwaited] {
        assert_eq!(calls.caller.len(), 1, "{:?}", calls.caller);
    }
    assert_eq!(plain.child.len(), 1, "{:?}", plain.child);
    assert_eq!(closing.child.len(), 2, "{:?}", closing.child);
    assert_eq!(unwaited.child.len(), 1, "{:?}", unwaited.child);
}

#[test]
#[ignore = "run by another test, under strace"]
fn shared_memory_inner() {
    warmed_up();
    let (_read, write) = pipe();
    let set = |l: &mut Launch<'_>| {
        l.close_others(true).descriptor(7, write.as_raw_fd()).umask(0o77).process_group(0);
        l.open(5, c"/dev/null", libc::O_RDONLY, 0).directory_path(c"/");
    };
    marked(set, false);
    if is_root()
        && let Ok(directory) =
            File::open("/sys/fs/cgroup/unified").or_else(|_| File::open("/sys/fs/cgroup"))
    {
        marked(|l| _ = l.cgroup(directory.as_raw_fd()).oom_score(300), true);
    }
}

/// A kernel that runs out of memory kills whoever shares memory with the process that it
/// chooses, and spares only one whose parent waits for its exec. So the child of a
/// launch that is not waited for stays where its parent is until its exec, and asks for
/// no memory; one that is to live in another control group is waited for.
#[test]
fn memory_is_shared_with_care() {
    let Some(launches) = traced("system_calls::shared_memory_inner") else { return };
    let unwaited = &launches[0];
    assert!(unwaited.clone().contains("CLONE_VM"), "{}", unwaited.clone());
    for flag in ["CLONE_VFORK", "CLONE_INTO_CGROUP"] {
        assert!(!unwaited.clone().contains(flag), "{}", unwaited.clone());
    }
    for call in ["mmap", "brk", "mremap", "madvise", "mprotect", "write", "clone3", "clone"] {
        assert_eq!(unwaited.count(call), 0, "{:?}", unwaited.child);
    }
    assert!(unwaited.child.iter().all(|call| !call.contains("/proc")), "{:?}", unwaited.child);
    if let Some(waited) = launches.get(1) {
        assert!(waited.clone().contains("CLONE_VM|CLONE_VFORK"), "{}", waited.clone());
        assert!(waited.clone().contains("CLONE_INTO_CGROUP"), "{}", waited.clone());
    }
}
