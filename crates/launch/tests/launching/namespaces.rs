//! Launches into namespaces: users, processes, mounts, a root of their own.

use std::ffi::CStr;
use std::os::fd::AsRawFd;

use launch::process::{Awaited, Blocking, ForkResult, WaitStatus, wait_pid};
use launch::{ForkPolicy, Launch, LaunchError, Mount, Namespaces, Step};

use crate::util::{apart, c, fork, is_root, open_count, sh, sh_with, strings, tempdir};

/// Whether the kernel gives this process user namespaces; if not, it is said which test is skipped.
fn allowed(test: &str) -> bool {
    let probe = sh_with("exit 0", |launch| _ = launch.namespaces(Namespaces::USER));
    if let Err(error) = &probe {
        eprintln!("skipped: {test}: {error}");
    }
    probe.is_ok()
}

/// A root in memory with the system's programs.
fn system(launch: &mut Launch<'_>) {
    launch.mount(Mount::memory(c"/"));
    for path in [c"/usr", c"/bin", c"/lib", c"/lib64"] {
        if std::fs::metadata(path.to_str().unwrap()).is_ok() {
            launch.mount(Mount::bind(path, path).read_only());
        }
    }
}

#[test]
fn users() {
    if !allowed("users") {
        return;
    }
    let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
    let own = sh("id -u; id -g", |launch| _ = launch.namespaces(Namespaces::USER));
    assert_eq!(own, format!("{user}\n{group}\n"));
    let root = |launch: &mut Launch<'_>| {
        launch.map_user(0, user.as_raw(), 1).map_group(0, group.as_raw(), 1);
    };
    assert_eq!(sh("id -u; id -g", root), "0\n0\n");
    let other = |launch: &mut Launch<'_>| {
        launch.map_user(7, user.as_raw(), 1).map_group(8, group.as_raw(), 1);
        launch.close_others(true).descriptor(2, 2);
    };
    assert_eq!(sh("id -u; id -g; cat /proc/self/setgroups", other), "7\n8\ndeny\n");
}

/// Maps that only the parent may write.
#[test]
fn maps_of_the_parents() {
    if !allowed("maps_of_the_parents") || !is_root() {
        return;
    }
    let map = |launch: &mut Launch<'_>| {
        launch.map_user(0, 0, 10).map_user(100, 50, 1).map_group(0, 0, 20);
        launch.supplementary_groups(&[3, 4]);
    };
    let script = "cat /proc/self/uid_map; cat /proc/self/setgroups; id -G";
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = "0 0 10 100 50 1 allow 0 3 4";
    assert_eq!(words(&sh(script, map)), expected);
    let user =
        |launch: &mut Launch<'_>| _ = launch.map_user(0, 0, 200).map_group(0, 0, 200).user(7);
    assert_eq!(sh("id -u", user), "7\n");
    // Whoever waits otherwise.
    let argv = strings(&["sh", "-c", "test \"$(id -G)\" = '0 3 4'"]);
    let envp = strings(&["PATH=/usr/bin:/bin"]);
    let mut launch = Launch::new(c"/bin/sh", &argv, &envp);
    map(&mut launch);
    assert_eq!(launch.run().unwrap().status, WaitStatus::Exited(0));
    launch.want_pidfd(true);
    let mut started = launch.start().unwrap();
    assert!(started.path.unwaited);
    assert_eq!(started.wait().unwrap(), WaitStatus::Exited(0));
    launch = Launch::new(c"/bin/sh", &argv, &envp);
    launch.map_user(0, 0, 10).map_group(0, 0, 10).want_pidfd(true);
    let mut started = launch.start_unwaited().unwrap().finish().unwrap();
    assert_eq!(started.wait().unwrap(), WaitStatus::Exited(1));
    // What cannot be combined.
    for change in [
        (|launch| _ = launch.oom_score(0)) as fn(&mut Launch<'_>),
        |launch| _ = launch.cgroup(0),
        |launch| _ = launch.fork_policy(ForkPolicy::Always),
    ] {
        let error = sh_with("exit 0", |launch| {
            map(launch);
            change(launch);
        });
        assert_eq!(error.unwrap_err(), LaunchError { step: Step::Prepare, errno: libc::ENOTSUP });
    }
    // A map that is none.
    let nonsense = |launch: &mut Launch<'_>| _ = launch.map_user(0, 0, 10).map_user(5, 20, 10);
    let error = sh_with("exit 0", nonsense).unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Map, errno: libc::EINVAL });
}

#[test]
fn processes_machine_network() {
    if !allowed("processes_machine_network") {
        return;
    }
    let all = |launch: &mut Launch<'_>| {
        launch.namespaces(Namespaces::ALL).hostname(c"apart");
        launch.mount(Mount::processes(c"/proc"));
    };
    let script = "echo $$; uname -n; grep -c : /proc/net/dev; set -- /proc/[0-9]*; echo $#";
    match sh_with(script, all) {
        Ok((text, _)) => assert_eq!(text, "1\napart\n1\n1\n"),
        // Where something covers a part of /proc, as in most containers.
        Err(error) => {
            assert_eq!(error, LaunchError { step: Step::Mount(0), errno: libc::EPERM });
        }
    }
    let up = "cat /proc/net/if_inet6 /proc/net/fib_trie";
    let network = |launch: &mut Launch<'_>| {
        launch.namespaces(Namespaces::USER | Namespaces::NETWORK);
    };
    let (text, _) = sh_with(up, network).unwrap();
    assert!(
        text.contains("127.0.0.1") || text.contains("00000000000000000000000000000001"),
        "{text}"
    );
}

#[test]
fn a_root_of_its_own() {
    if !allowed("a_root_of_its_own") {
        return;
    }
    let folder = tempdir("namespaces-root");
    std::fs::write(format!("{folder}/file"), "text\n").unwrap();
    std::fs::create_dir_all(format!("{folder}/writable")).unwrap();
    let writable = c(&format!("{folder}/writable"));
    let source = c(&folder);
    let set = |launch: &mut Launch<'_>| {
        launch.namespaces(Namespaces::USER);
        launch.mount(Mount::memory(c"/").read_only());
        for path in [c"/usr", c"/bin", c"/lib", c"/lib64"] {
            if std::fs::metadata(path.to_str().unwrap()).is_ok() {
                launch.mount(Mount::bind(path, path).read_only());
            }
        }
        launch.mount(Mount::bind(&source, c"/a/b").read_only());
        launch.mount(Mount::bind(&writable, c"/out"));
        launch.mount(Mount::memory(c"/tmp").size_and_mode(Some(1 << 20), 0o1777));
        launch.mount(Mount::link(c"a/b", c"/link")).mount(Mount::directory(c"/made/here"));
        let file = c(&format!("{folder}/file"));
        launch.mount(Mount::bind(&file, c"/etc/file"));
        launch.mount_devices(c"/dev").directory_path(c"/made");
        launch.close_others(true).descriptor(2, 2);
    };
    let script = "
        pwd; echo /*; cat /a/b/file /link/file /etc/file
        echo x >/out/new && cat /a/b/writable/new
        { echo y >/a/b/new; } 2>/dev/null || echo read-only
        { echo z >/new; } 2>/dev/null || echo read-only
        echo t >/tmp/t && cat /tmp/t; stat -c %a /tmp /made
        echo lost >/dev/null && test -c /dev/zero && head -c 3 /dev/zero | wc -c
        head -c 3000000 /dev/zero >/tmp/big 2>/dev/null || echo full";
    let roots = ["bin", "lib", "lib64"];
    let roots = roots.iter().filter(|name| std::fs::metadata(format!("/{name}")).is_ok());
    let mut names: Vec<&str> = roots.copied().collect();
    names.extend(["a", "dev", "etc", "link", "made", "out", "tmp", "usr"]);
    names.sort();
    let names = names.iter().map(|name| format!("/{name}")).collect::<Vec<_>>().join(" ");
    let expected = format!(
        "/made\n{names}\ntext\ntext\ntext\nx\nread-only\nread-only\nt\n1777\n755\n3\nfull\n"
    );
    assert_eq!(sh(script, set), expected);
    // Also where memory is not shared, and the table neither.
    let forked = |launch: &mut Launch<'_>| {
        set(launch);
        launch.fork_policy(ForkPolicy::Always);
    };
    assert_eq!(sh(script, forked), expected);
    assert!(!std::path::Path::new(&format!("{folder}/new")).exists());
}

/// A directory that becomes the root, and links in it that lead out of it.
#[test]
fn links_stay_inside() {
    if !allowed("links_stay_inside") {
        return;
    }
    let folder = tempdir("namespaces-links");
    std::fs::create_dir_all(format!("{folder}/inside")).unwrap();
    std::fs::create_dir_all(format!("{folder}/root/outside")).unwrap();
    let _ = std::os::unix::fs::symlink(format!("{folder}/inside"), format!("{folder}/root/link"));
    let root = c(&format!("{folder}/root"));
    let set = |target: &'static CStr| {
        let root = root.clone();
        move |launch: &mut Launch<'_>| {
            launch.namespaces(Namespaces::USER).mount(Mount::bind(&root, c"/"));
            launch.mount(Mount::bind(c"/usr", target));
            for path in [c"/usr", c"/bin", c"/lib", c"/lib64"] {
                if std::fs::metadata(path.to_str().unwrap()).is_ok() {
                    launch.mount(Mount::bind(path, path));
                }
            }
        }
    };
    let text = sh("ls -d /outside/bin; pwd", set(c"/../outside"));
    assert_eq!(text, "/outside/bin\n/\n");
    // A link that leads nowhere inside is not followed outside.
    let error = sh_with("exit 0", set(c"/link")).unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Mount(1), errno: libc::EEXIST });
    assert_eq!(std::fs::read_dir(format!("{folder}/inside")).unwrap().count(), 0);
}

#[test]
fn what_fails_is_named() {
    if !allowed("what_fails_is_named") {
        return;
    }
    let set = |launch: &mut Launch<'_>| {
        launch.namespaces(Namespaces::USER);
        launch.mount(Mount::memory(c"/tmp")).mount(Mount::bind(c"/no/such", c"/tmp/x"));
    };
    let error = sh_with("exit 0", set).unwrap_err();
    assert_eq!(error, LaunchError { step: Step::Mount(1), errno: libc::ENOENT });
    let (argv, envp) = (strings(&["sh"]), strings(&[]));
    let mut launch = Launch::new(c"/bin/sh", &argv, &envp);
    set(&mut launch);
    assert_eq!(launch.explain(&error), "mount of /tmp/x: No such file or directory");
    // A directory by descriptor is of the parent's mounts.
    let here = std::fs::File::open("/").unwrap();
    let error = sh_with("exit 0", |launch| {
        launch.mount(Mount::memory(c"/tmp")).directory(here.as_raw_fd());
    });
    assert_eq!(error.unwrap_err(), LaunchError { step: Step::Prepare, errno: libc::EINVAL });
    // Without mounts it is entered.
    let directory = |launch: &mut Launch<'_>| {
        launch.namespaces(Namespaces::USER).directory(here.as_raw_fd()).close_others(true);
    };
    assert_eq!(sh("pwd", directory), "/\n");
    // The program is looked for in the new root.
    let error = sh_with("exit 0", |launch| {
        launch.namespaces(Namespaces::USER).mount(Mount::memory(c"/"));
    });
    assert_eq!(error.unwrap_err(), LaunchError { step: Step::Exec, errno: libc::ENOENT });
    let error = launch::process::replace(&launch);
    assert_eq!(error, LaunchError { step: Step::Prepare, errno: libc::ENOTSUP });
}

/// Nobody in particular may do the same; another's ids are refused by name.
#[test]
fn without_rights() {
    if !is_root() || !allowed("without_rights") {
        return;
    }
    let ForkResult::Parent(pid) = fork() else {
        // SAFETY: a process with one thread gives up its rights; the flag is put back, as it is for a program.
        let alone = unsafe {
            libc::setgroups(0, std::ptr::null()) == 0
                && libc::setresgid(65534, 65534, 65534) == 0
                && libc::setresuid(65534, 65534, 65534) == 0
                && libc::prctl(libc::PR_SET_DUMPABLE, 1) == 0
        };
        let tried = std::panic::catch_unwind(|| {
            assert!(alone);
            if !allowed("without_rights") {
                return;
            }
            let set = |launch: &mut Launch<'_>| {
                launch.map_user(0, 65534, 1).map_group(0, 65534, 1).namespaces(Namespaces::ALL);
                system(launch);
                launch.mount(Mount::memory(c"/tmp"));
            };
            assert_eq!(sh("id -u; echo x >/tmp/x; cat /tmp/x", set), "0\nx\n");
            let error = sh_with("exit 0", |launch| _ = launch.map_user(0, 0, 1));
            let refused = LaunchError { step: Step::Map, errno: libc::EPERM };
            assert_eq!(error.unwrap_err(), refused);
            let error = sh_with("exit 0", |launch| _ = launch.namespaces(Namespaces::MOUNT));
            let refused = LaunchError { step: Step::Namespaces, errno: libc::EPERM };
            assert_eq!(error.unwrap_err(), refused);
        });
        // SAFETY: ends the process at once.
        unsafe { libc::_exit(i32::from(tried.is_err())) };
    };
    let (_, status) = wait_pid(pid, Awaited::End, Blocking::Wait).unwrap().unwrap();
    assert_eq!(status, WaitStatus::Exited(0));
}

/// Mounts, names and descriptors of the parent are as they were.
#[test]
fn the_parent_is_left_alone() {
    if allowed("the_parent_is_left_alone") {
        apart("namespaces::left_alone");
    }
}

#[test]
#[ignore = "run by another test, in a process of its own"]
fn left_alone() {
    let mounts = || std::fs::read_to_string("/proc/self/mountinfo").unwrap().lines().count();
    let name = || std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
    let before = (mounts(), name(), std::env::current_dir().unwrap(), open_count());
    let set = |launch: &mut Launch<'_>| {
        launch.namespaces(Namespaces::ALL).hostname(c"apart");
        system(launch);
    };
    assert_eq!(sh("uname -n", set), "apart\n");
    if is_root() {
        let mounts_alone = |launch: &mut Launch<'_>| system(launch);
        assert!(!sh("echo /*", mounts_alone).contains("/proc"));
    }
    let failed = |launch: &mut Launch<'_>| {
        launch.namespaces(Namespaces::USER).close_others(true);
        launch.mount(Mount::memory(c"/tmp")).mount(Mount::bind(c"/no/such", c"/tmp/x"));
    };
    assert!(sh_with("exit 0", failed).is_err());
    assert_eq!((mounts(), name(), std::env::current_dir().unwrap(), open_count()), before);
    // SAFETY: takes numbers only.
    assert_eq!(unsafe { libc::prctl(libc::PR_GET_DUMPABLE) }, 1);
}
