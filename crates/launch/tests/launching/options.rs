//! The rarer options, each seen from the child, and that the parent keeps its own.

use std::fs::{self, File};
use std::os::fd::{AsRawFd, RawFd};

use launch::process::{Limit, Resource, WaitStatus};
use launch::{Launch, Scheduling, Step};

use crate::util::{c, is_root, sh, sh_with, tempdir, terminal, whole_process};

/// A field of /proc/self/status.
fn status(field: &str) -> String {
    let text = fs::read_to_string("/proc/thread-self/status").unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(field)).unwrap();
    line.trim().to_owned()
}

/// A field of /proc/self/status in a child started so.
fn child_status(field: &str, set: impl FnOnce(&mut Launch<'_>)) -> String {
    let text = sh(&format!("grep ^{field} /proc/self/status"), set);
    text.trim_start_matches(field).trim().to_owned()
}

#[test]
fn search_happens_in_the_child() {
    let argv = crate::util::strings(&["prog", "-c", "exit 4"]);
    let envp = crate::util::strings(&[]);
    let run =
        |name: &str, path: &str| Launch::new(&c(name), &argv, &envp).search_path(&c(path)).start();
    let mut child = run("sh", "/nonexistent:/etc/passwd:/bin").unwrap();
    assert_eq!(child.wait().unwrap(), WaitStatus::Exited(4));
    let mut child = run("/bin/sh", "/nonexistent").unwrap();
    assert_eq!(child.wait().unwrap(), WaitStatus::Exited(4));
    let fails = |name: &str, path: &str| {
        let error = run(name, path).unwrap_err();
        assert_eq!(error.step, Step::Exec);
        error.errno
    };
    assert_eq!(fails("no-such-program", "/bin:/usr/bin"), libc::ENOENT);
    assert_eq!(fails("", "/bin"), libc::ENOENT);
    assert_eq!(fails("passwd", "/etc:/nonexistent"), libc::EACCES);
    assert_eq!(fails(&"x".repeat(5000), "/bin"), libc::ENAMETOOLONG);
    assert_eq!(fails("sh", &"y".repeat(5000)), libc::ENAMETOOLONG);
    // An empty entry is the child's directory.
    let bin = File::open("/bin").unwrap();
    for path in ["", "/nonexistent:", ":/nonexistent"] {
        let mut launch = Launch::new(c"sh", &argv, &envp);
        let mut child = launch.search_path(&c(path)).directory(bin.as_raw_fd()).start().unwrap();
        assert_eq!(child.wait().unwrap(), WaitStatus::Exited(4));
    }
    // A script without an interpreter line is not run by a shell.
    let directory = tempdir("search-script");
    let script = format!("{directory}/script");
    fs::write(&script, "exit 0\n").unwrap();
    fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    // Another test's child may have the file open for writing until it runs its program.
    let path = format!("{directory}:/bin");
    let mut tries = std::iter::repeat_with(|| fails("script", &path)).take(10_000);
    assert_eq!(tries.find(|errno| *errno != libc::ETXTBSY), Some(libc::ENOEXEC));
}

#[test]
fn a_program_by_descriptor() {
    let file = File::open("/bin/sh").unwrap();
    let fd = file.as_raw_fd();
    let probe = sh_with("", |l| {
        l.program_descriptor(fd);
    });
    if probe.is_err_and(|error| error.errno == libc::ENOSYS) {
        // An emulator.
        return;
    }
    // Also where the plan wants its number, and with everything else closed.
    for (target, close) in [(77, false), (fd, false), (fd, true), (fd + 1, true)] {
        let text = sh("echo hi", |l| {
            l.program_descriptor(fd).descriptor(target, 1).close_others(close);
        });
        assert_eq!(text, "hi\n");
    }
    let text = sh("ls -v /proc/$$/fd; :", |l| {
        l.program_descriptor(fd).descriptor(0, 0).descriptor(2, 2).close_others(true);
    });
    assert_eq!(text, "0\n1\n2\n");
}

#[test]
fn directories_by_name() {
    assert_eq!(
        sh("pwd -P", |l| {
            l.directory_path(c"/usr/lib");
        }),
        "/usr/lib\n"
    );
    let usr = File::open("/usr").unwrap();
    let text = sh("pwd -P", |l| {
        l.directory_path(c"lib").directory(usr.as_raw_fd());
    });
    assert_eq!(text, "/usr/lib\n");
    let error = sh_with("", |l| {
        l.directory_path(c"/nonexistent");
    })
    .unwrap_err();
    assert_eq!((error.step, error.errno), (Step::Directory, libc::ENOENT));
}

#[test]
fn files_are_opened_in_order() {
    let directory = tempdir("open");
    let name = c(&format!("{directory}/out"));
    let flags = libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC;
    let (_, status) = sh_with("echo out; echo err >&2; cat", |l| {
        l.umask(0o27)
            .open(0, c"/dev/null", libc::O_RDONLY, 0)
            .open(1, &name, flags | libc::O_CLOEXEC, 0o666)
            .copy(2, 1);
    })
    .unwrap();
    assert_eq!(status, WaitStatus::Exited(0));
    assert_eq!(fs::read_to_string(name.to_str().unwrap()).unwrap(), "out\nerr\n");
    let mode = fs::metadata(name.to_str().unwrap()).unwrap().permissions();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&mode) & 0o777, 0o640);
    // Relative to the child's directory, and at a high number.
    let text = sh("cat <&9", |l| {
        l.directory_path(&c(&directory)).open(9, c"out", libc::O_RDONLY, 0);
    });
    assert_eq!(text, "out\nerr\n");
    let error = sh_with("", |l| {
        l.open(1, c"/nonexistent/x", flags, 0o666);
    })
    .unwrap_err();
    assert_eq!((error.step, error.errno), (Step::Open, libc::ENOENT));
    let error = sh_with("", |l| {
        l.copy(5, 4321);
    })
    .unwrap_err();
    assert_eq!((error.step, error.errno), (Step::Descriptor, libc::EBADF));
    // A source of the parent's that only a copy names is there under close_others.
    let high = rustix::io::fcntl_dupfd_cloexec(File::open(name.to_str().unwrap()).unwrap(), 400);
    let high = high.unwrap();
    let text = sh("cat <&5", |l| {
        l.copy(5, high.as_raw_fd()).close_others(true);
    });
    assert_eq!(text, "out\nerr\n");
}

#[test]
fn root_directory() {
    if !is_root() {
        return;
    }
    // Everything the program needs is below the new root.
    let directory = tempdir("root");
    let text = sh("pwd; cd ..; pwd", |l| {
        l.root(c"/").directory_path(c"/usr");
    });
    assert_eq!(text, "/usr\n/\n");
    let error = sh_with("", |l| {
        l.root(&c(&directory));
    })
    .unwrap_err();
    assert_eq!((error.step, error.errno), (Step::Exec, libc::ENOENT));
    let error = sh_with("", |l| {
        l.root(c"/nonexistent");
    })
    .unwrap_err();
    assert_eq!((error.step, error.errno), (Step::Root, libc::ENOENT));
    assert!(fs::exists("/usr").unwrap());
}

/// Process, group, session, terminal's foreground group, as the child sees them.
fn ids(set: impl FnOnce(&mut Launch<'_>)) -> Vec<i32> {
    let script = "read -r pid name state parent group session tty front rest </proc/self/stat
        echo $$ $group $session $front";
    sh(script, set).split_whitespace().map(|word| word.parse().unwrap()).collect()
}

#[test]
fn sessions_and_terminals() {
    let own = ids(|_| ());
    let new = ids(|l| {
        l.session(true);
    });
    assert_eq!((new[1], new[2], new[3]), (new[0], new[0], -1));
    assert_ne!(new[2], own[2]);
    let (_main, peer) = terminal();
    let tty = peer.as_raw_fd();
    // Taking a controlling terminal makes the session's group its foreground.
    let with = ids(|l| {
        l.session(true).controlling_terminal(tty);
    });
    assert_eq!((with[1], with[2], with[3]), (with[0], with[0], with[0]));
    let text = sh("echo hi >/dev/tty; : </dev/tty", |l| {
        l.session(true).controlling_terminal(tty);
    });
    assert_eq!(text, "");
    // Without a session of its own the child may not have it.
    let error = sh_with("", |l| {
        l.controlling_terminal(tty);
    })
    .unwrap_err();
    assert_eq!((error.step, error.errno), (Step::Terminal, libc::EPERM));
    // A session's leader leads its group already.
    let error = sh_with("", |l| {
        l.session(true).process_group(0);
    })
    .unwrap_err();
    assert_eq!((error.step, error.errno), (Step::Group, libc::EPERM));
}

#[test]
#[ignore = "run by another test, in a process of its own"]
fn foreground_inner() {
    // This process leads a session with a terminal, in which children come to the
    // front, from the background too.
    rustix::process::setsid().unwrap();
    // What the terminal sends its session when it goes, at the end.
    launch::signal::ignore(libc::SIGHUP).unwrap();
    let (_main, peer) = terminal();
    rustix::process::ioctl_tiocsctty(&peer).unwrap();
    let tty: RawFd = peer.as_raw_fd();
    let front = ids(|l| {
        l.process_group(0).foreground(tty);
    });
    assert_eq!((front[1], front[3]), (front[0], front[0]));
    // Now another group is in front, and this process in the background.
    assert_ne!(launch::process::foreground_group(tty).unwrap(), launch::process::process_group());
    let again = ids(|l| {
        l.process_group(0).foreground(tty);
    });
    assert_eq!((again[1], again[3]), (again[0], again[0]));
    let own = launch::process::process_group();
    launch::process::set_foreground_group(tty, own).unwrap();
    assert_eq!(launch::process::foreground_group(tty).unwrap(), own);
}

#[test]
fn foreground() {
    crate::util::apart("options::foreground_inner");
}

#[test]
fn limits() {
    let before = launch::process::limit(Resource::OpenFiles).unwrap();
    let text = sh("ulimit -n; ulimit -Sc; ulimit -Hc", |l| {
        l.limit(Resource::OpenFiles, Limit { soft: Some(33), hard: Some(44) })
            .limit(Resource::Core, Limit { soft: Some(0), hard: before.hard.and(None) })
            // Lower than a number of the plan's.
            .descriptor(200, 1);
    });
    assert!(text.starts_with("33\n0\n"), "{text}");
    assert_eq!(launch::process::limit(Resource::OpenFiles).unwrap(), before);
    let error = sh_with("", |l| {
        l.limit(Resource::OpenFiles, Limit { soft: Some(5), hard: Some(4) });
    })
    .unwrap_err();
    assert_eq!((error.step, error.errno), (Step::Limit, libc::EINVAL));
}

#[test]
fn scheduling() {
    let fields = |set: &dyn Fn(&mut Launch<'_>)| -> Vec<String> {
        // After the name in parentheses: 17 is the nice value, 39 the policy.
        let text = sh("cat /proc/$$/stat", |l| set(l));
        let rest = text.rsplit_once(") ").unwrap().1;
        rest.split(' ').map(str::to_owned).collect()
    };
    let plain = fields(&|_| ());
    let nice: i32 = plain[16].parse().unwrap();
    let set = fields(&|l| {
        l.nice(5).scheduling(Scheduling::Batch);
    });
    assert_eq!(set[16], (nice + 5).min(19).to_string());
    assert_eq!(set[38], libc::SCHED_BATCH.to_string());
    assert_eq!(fields(&|_| ())[16], plain[16]);
    assert_eq!(
        fields(&|l| {
            l.nice(1000);
        })[16],
        "19"
    );
    assert_eq!(
        fields(&|l| {
            l.scheduling(Scheduling::Idle);
        })[38],
        "5"
    );
    let error = sh_with("", |l| {
        l.scheduling(Scheduling::Fifo(1000));
    })
    .unwrap_err();
    assert_eq!((error.step, error.errno), (Step::Schedule, libc::EINVAL));
}

#[test]
fn processors() {
    let field = "Cpus_allowed_list:";
    let list = status(field);
    let first: usize = list.split(['-', ',']).next().unwrap().parse().unwrap();
    assert_eq!(
        child_status(field, |l| {
            l.processors(&[first]);
        }),
        first.to_string()
    );
    assert_eq!(status(field), list);
    let error = sh_with("", |l| {
        l.processors(&[60_000]);
    })
    .unwrap_err();
    assert_eq!((error.step, error.errno), (Step::Schedule, libc::EINVAL));
}

#[test]
fn oom_score_is_the_childs_alone() {
    let read = || fs::read_to_string("/proc/self/oom_score_adj").unwrap();
    let before = read();
    assert_eq!(
        sh("cat /proc/$$/oom_score_adj", |l| {
            l.oom_score(321);
        }),
        "321\n"
    );
    assert_eq!(read(), before);
    let error = sh_with("", |l| {
        l.oom_score(5000);
    })
    .unwrap_err();
    assert_eq!((error.step, error.errno), (Step::OomScore, libc::EINVAL));
}

#[test]
fn users_and_groups() {
    let _guard = whole_process();
    if !is_root() {
        return;
    }
    let text = sh("id -u; id -g; id -G; grep ^[UG]id /proc/self/status", |l| {
        l.user(12345).group(23456).supplementary_groups(&[34567, 45678]);
    });
    assert_eq!(
        text,
        "12345\n23456\n23456 34567 45678\n\
         Uid:\t12345\t12345\t12345\t12345\nGid:\t23456\t23456\t23456\t23456\n"
    );
    assert!(is_root());
    // Rights are gone when the program runs, and files were opened before.
    let directory = tempdir("rights");
    let secret = c(&format!("{directory}/secret"));
    fs::write(secret.to_str().unwrap(), "secret\n").unwrap();
    fs::set_permissions(
        secret.to_str().unwrap(),
        std::os::unix::fs::PermissionsExt::from_mode(0o600),
    )
    .unwrap();
    let script = format!("cat; cat '{}' 2>/dev/null && echo bad; :", secret.to_str().unwrap());
    let text = sh(&script, |l| {
        l.user(12345).open(0, &secret, libc::O_RDONLY, 0);
    });
    assert_eq!(text, "secret\n");
    // A user who may not become another one.
    let text = sh("grep ^CapEff /proc/self/status", |l| {
        l.user(12345);
    });
    assert_eq!(text, "CapEff:\t0000000000000000\n");
}

#[test]
fn flags_of_the_process() {
    assert_eq!(
        child_status("NoNewPrivs:", |l| {
            l.no_new_privileges(true);
        }),
        "1"
    );
    assert_eq!(status("NoNewPrivs:"), child_status("NoNewPrivs:", |_| ()));
    assert_eq!(
        child_status("CapAmb:", |l| {
            l.drop_ambient_capabilities(true);
        })
        .trim_matches('0'),
        ""
    );
}

#[test]
fn control_groups() {
    if !is_root() {
        return;
    }
    // v2 wherever it is, and one of v1.
    for base in ["/sys/fs/cgroup", "/sys/fs/cgroup/unified", "/sys/fs/cgroup/pids"] {
        let path = format!("{base}/launch-test-{}", std::process::id());
        if fs::metadata(format!("{base}/cgroup.procs")).is_err() || fs::create_dir(&path).is_err() {
            continue;
        }
        let directory = File::open(&path).unwrap();
        let text = sh("cat /proc/self/cgroup", |l| {
            l.cgroup(directory.as_raw_fd());
        });
        let kill = fs::metadata(format!("{path}/cgroup.kill")).is_ok();
        if kill {
            let argv = crate::util::strings(&["sh", "-c", "setsid sleep 100 & wait"]);
            let envp = crate::util::strings(&["PATH=/usr/bin:/bin"]);
            let mut launch = Launch::new(c"/bin/sh", &argv, &envp);
            let mut child = launch.cgroup(directory.as_raw_fd()).start().unwrap();
            launch::tree::kill_cgroup(std::os::fd::AsFd::as_fd(&directory)).unwrap();
            let status = child.wait().unwrap();
            assert_eq!(status, WaitStatus::Signaled { signal: libc::SIGKILL, core: false });
        }
        while fs::remove_dir(&path).is_err() {
            std::thread::yield_now();
        }
        assert!(text.contains(&format!("/launch-test-{}", std::process::id())), "{base}: {text}");
    }
    let not_one = File::open("/tmp").unwrap();
    let error = sh_with("", |l| {
        l.cgroup(not_one.as_raw_fd());
    })
    .unwrap_err();
    assert_eq!((error.step, error.errno), (Step::Cgroup, libc::ENOENT));
}

/// A negative number is no descriptor, rather than none given.
#[test]
fn negative_numbers() {
    type Set = fn(&mut Launch<'_>, RawFd);
    let sets: [(Step, Set); 5] = [
        (Step::Exec, |l, fd| _ = l.program_descriptor(fd)),
        (Step::Directory, |l, fd| _ = l.directory(fd)),
        (Step::Foreground, |l, fd| _ = l.foreground(fd)),
        (Step::Terminal, |l, fd| _ = l.controlling_terminal(fd)),
        (Step::Cgroup, |l, fd| _ = l.cgroup(fd)),
    ];
    for (step, set) in sets {
        for fd in [-1, libc::AT_FDCWD, i32::MIN] {
            let error = sh_with("", |l| set(l, fd)).unwrap_err();
            assert_eq!((error.step, error.errno), (step, libc::EBADF), "{fd}");
        }
    }
}
