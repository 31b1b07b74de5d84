//! Start, arguments, environment, directory, masks, groups, errors.

use std::fs;
use std::os::fd::AsRawFd;

use launch::process::{Awaited, Blocking, WaitStatus, wait_pid};
use launch::{CStringArray, Launch, LaunchError, Step};

use crate::util::{c, ended, sh, sh_with, strings};

#[test]
fn arguments_and_environment_arrive() {
    let argv = strings(&[
        "sh",
        "-c",
        r#"test "$0,$1,$2,$A" = "zero,one two,,x=y""#,
        "zero",
        "one two",
        "",
    ]);
    let envp = strings(&["A=x=y"]);
    let child = Launch::new(c"/bin/sh", &argv, &envp).start().unwrap();
    assert_eq!(ended(&child), WaitStatus::Exited(0));
}

#[test]
fn one_description_starts_many_times() {
    let argv = strings(&["true"]);
    let envp = CStringArray::new();
    let launch = Launch::new(c"/bin/true", &argv, &envp);
    for _ in 0..20 {
        let child = launch.start().unwrap();
        assert!(child.pidfd.is_none());
        assert_eq!(ended(&child), WaitStatus::Exited(0));
    }
}

#[test]
fn failures_name_step_and_errno_and_leave_no_child() {
    let argv = strings(&["x"]);
    let envp = CStringArray::new();
    let directory = tempdir("failures");
    let text = format!("{directory}/text");
    fs::write(&text, "not a program\n").unwrap();
    let mut cases = vec![
        (c("/nonexistent"), libc::ENOENT),
        (c("/"), libc::EACCES),
        (c("/etc/passwd"), libc::EACCES),
        (c("/etc/passwd/x"), libc::ENOTDIR),
        (c(""), libc::ENOENT),
    ];
    fs::set_permissions(&text, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    cases.push((c(&text), libc::ENOEXEC));
    for (program, errno) in cases {
        let error = Launch::new(&program, &argv, &envp).start().unwrap_err();
        assert_eq!(error, LaunchError { step: Step::Exec, errno }, "{program:?}");
    }
    let error = Launch::new(c"/bin/true", &argv, &envp).directory(9999).start().unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Directory, errno: libc::EBADF });
    let error = Launch::new(c"/bin/true", &argv, &envp).descriptor(5, 9999).start().unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Descriptor, errno: libc::EBADF });
    let error = Launch::new(c"/bin/true", &argv, &envp).process_group(1).start().unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Group, errno: libc::EPERM });
    let null = fs::File::open("/dev/null").unwrap();
    let error =
        Launch::new(c"/bin/true", &argv, &envp).foreground(null.as_raw_fd()).start().unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Foreground, errno: libc::ENOTTY });
    let big = CStringArray::from_strings(vec![vec![b'x'; 1 << 20]; 8]).unwrap();
    let error = Launch::new(c"/bin/true", &big, &envp).start().unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Exec, errno: libc::E2BIG });
}

#[test]
fn directory_is_the_childs_alone() {
    let here = std::env::current_dir().unwrap();
    let directory = fs::File::open("/usr/lib").unwrap();
    assert_eq!(
        sh("pwd -P", |l| {
            l.directory(directory.as_raw_fd());
        }),
        "/usr/lib\n"
    );
    assert_eq!(std::env::current_dir().unwrap(), here);
    // A relative program is looked up there.
    let bin = fs::File::open("/bin").unwrap();
    let (argv, envp) = (strings(&["true"]), CStringArray::new());
    let child = Launch::new(c"./true", &argv, &envp).directory(bin.as_raw_fd()).start().unwrap();
    assert_eq!(ended(&child), WaitStatus::Exited(0));
}

#[test]
fn umask_is_the_childs_alone() {
    assert_eq!(
        sh("umask", |l| {
            l.umask(0o137);
        }),
        "0137\n"
    );
    assert_eq!(
        sh("umask", |l| {
            l.umask(0);
        }),
        "0000\n"
    );
    assert_ne!(sh("umask", |_| ()), "0137\n");
}

#[test]
fn process_groups() {
    let script = "read -r pid name state parent group rest </proc/self/stat; echo $$ $group";
    let numbers = |text: String| -> Vec<i32> {
        text.split_whitespace().map(|word| word.parse().unwrap()).collect()
    };
    let own = launch::process::process_group();
    assert_eq!(numbers(sh(script, |_| ()))[1], own);
    let [leader, group] = numbers(sh(script, |l| {
        l.process_group(0);
    }))[..] else {
        panic!()
    };
    assert_eq!(leader, group);
    // A second process joins the group of the first.
    let argv = strings(&["sleep", "100"]);
    let envp = CStringArray::new();
    let first = Launch::new(c"/bin/sleep", &argv, &envp).process_group(0).start().unwrap();
    assert_eq!(
        numbers(sh(script, |l| {
            l.process_group(first.pid);
        }))[1],
        first.pid
    );
    launch::process::kill(-first.pid, libc::SIGKILL).unwrap();
    assert_eq!(ended(&first), WaitStatus::Signaled { signal: libc::SIGKILL, core: false });
}

#[test]
fn pidfd_becomes_readable_at_the_end() {
    let argv = strings(&["sh", "-c", "exit 3"]);
    let envp = CStringArray::new();
    let child = Launch::new(c"/bin/sh", &argv, &envp).want_pidfd(true).start().unwrap();
    let fd = child.pidfd.as_ref().unwrap().as_raw_fd();
    let mut fds = [launch::signal::PollFd::new(fd, launch::signal::PollFd::IN)];
    assert_eq!(launch::signal::poll(&mut fds, None).unwrap(), 1);
    assert_eq!(
        wait_pid(child.pid, Awaited::End, Blocking::Poll).unwrap(),
        Some((child.pid, WaitStatus::Exited(3)))
    );
    let flags = rustix::io::fcntl_getfd(child.pidfd.as_ref().unwrap()).unwrap();
    assert!(flags.contains(rustix::io::FdFlags::CLOEXEC));
}

#[test]
fn deep_in_a_small_stack() {
    // The child's stack is not the caller's: this thread has no room for it.
    std::thread::Builder::new()
        .stack_size(16 * 1024)
        .spawn(|| {
            let argv = strings(&["true"]);
            let envp = CStringArray::new();
            let child = Launch::new(c"/bin/true", &argv, &envp).start().unwrap();
            assert_eq!(ended(&child), WaitStatus::Exited(0));
        })
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn search_in_path() {
    let find =
        |name: &str, path: &str| launch::search::find(name.as_bytes(), path.as_bytes(), None);
    assert_eq!(find("true", "/nonexistent:/bin").unwrap().to_bytes(), b"/bin/true");
    assert_eq!(find("a/b", "/bin").unwrap().to_bytes(), b"a/b");
    assert_eq!(find("no-such-program", "/bin:/usr/bin"), Err(libc::ENOENT));
    assert_eq!(find("", "/bin"), Err(libc::ENOENT));
    // A directory and a file without execute permission are passed over.
    let directory = tempdir("search");
    fs::create_dir_all(format!("{directory}/one/true")).unwrap();
    fs::create_dir_all(format!("{directory}/two")).unwrap();
    fs::write(format!("{directory}/two/true"), "").unwrap();
    let path = format!("{directory}/one:{directory}/two");
    assert_eq!(find("true", &path), Err(libc::EACCES));
    assert_eq!(find("true", &format!("{path}:/bin/")).unwrap().to_bytes(), b"/bin/true");
    let bin = fs::File::open("/bin").unwrap();
    let found = launch::search::find(b"true", b"", Some(std::os::fd::AsFd::as_fd(&bin))).unwrap();
    assert_eq!(found.to_bytes(), b"./true");
}

#[test]
fn a_signal_is_a_status() {
    let (_, status) = sh_with("kill -KILL $$", |_| ()).unwrap();
    assert_eq!(status, WaitStatus::Signaled { signal: libc::SIGKILL, core: false });
}

/// A directory of this test's own.
fn tempdir(name: &str) -> String {
    let path = format!("{}/{name}-{}", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    fs::create_dir_all(&path).unwrap();
    path
}
