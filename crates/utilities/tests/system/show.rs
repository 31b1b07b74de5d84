//! What shows the system: pwd and its like against the installed ones.

use crate::harness::{Case, Sink, Verdict};

#[test]
fn working_directory() {
    Case::new("pwd").same();
    Case::new("pwd").arg("-P").same();
    Case::new("pwd").args(["-L", "-P"]).same();
    Case::new("pwd").arg("-L").same();
    Case::new("pwd").arg("-L").variable("PWD", "/").same();
    Case::new("pwd").arg("-L").variable("PWD", "/tmp/../tmp").same();
    Case::new("pwd").arg("x").aside();
    Case::new("pwd").arg("-x").aside();
}

#[test]
fn sleeping() {
    for words in [&["0"][..], &["0.001", "0.002s"], &["--", "0x0p3"], &["0m", "0h", "0d"]] {
        Case::new("sleep").args(words).same();
    }
    for words in [&[][..], &["x"], &["-1"], &["1y"], &["--help"], &["nan"]] {
        Case::new("sleep").args(words).aside();
    }
}

#[test]
fn machine() {
    for option in ["-a", "-s", "-n", "-r", "-v", "-m", "-p", "-i", "-o", "-sr", "-mnip", "--all"] {
        Case::new("uname").arg(option).same();
    }
    Case::new("uname").same();
    Case::new("uname").arg("x").aside();
    Case::new("arch").same();
    Case::new("hostname").same();
    Case::new("hostname").arg("-s").same();
    Case::new("hostname").arg("-f").aside();
    Case::new("nproc").same();
    Case::new("nproc").arg("--ignore=1").same();
    Case::new("nproc").arg("--ignore=1000").same();
    Case::new("nproc").arg("--ignore=x").aside();
    Case::new("nproc").variable("OMP_NUM_THREADS", "3").aside();
    Case::new("tty").same();
    Case::new("tty").arg("-s").same();
    Case::new("tty").args(["--quiet"]).same();
    Case::new("tty").stdout_to(Sink::Full).same();
    Case::new("uname").stdout_to(Sink::Full).same();
    Case::new("uname").stdout_to(Sink::Broken).same();
    Case::new("hostname").stdout_to(Sink::Full).same();
}

#[test]
fn configuration() {
    for name in [
        "ARG_MAX",
        "CHILD_MAX",
        "GNU_LIBC_VERSION",
        "LFS_CFLAGS",
        "LONG_BIT",
        "OPEN_MAX",
        "PAGESIZE",
        "PATH",
        "_PHYS_PAGES",
    ] {
        Case::new("getconf").arg(name).same();
    }
    for name in ["_NPROCESSORS_CONF", "_NPROCESSORS_ONLN"] {
        let processors = Case::new("getconf").arg(name);
        // They are counted in sysfs(5), which a container may not have.
        match std::fs::exists("/sys/devices/system/cpu").unwrap() {
            true => processors.same(),
            false => drop(processors.same_or_aside()),
        }
    }
    // All that it knows.
    let output = std::process::Command::new("getconf").arg("-a").output();
    let all = output.map(|output| String::from_utf8(output.stdout).unwrap()).unwrap_or_default();
    for name in all.lines().filter_map(|line| line.split_whitespace().next()) {
        Case::new("getconf").arg(name).same_or_aside();
        if let Some(short) = name.strip_prefix("_POSIX_") {
            Case::new("getconf").arg(short).same_or_aside();
        }
    }
    for name in ["NAME_MAX", "PATH_MAX", "PIPE_BUF"] {
        for path in ["/", ".", "f", "missing", "", "f/x", "/proc", "loop"] {
            Case::new("getconf").args([name, path]).file("f", "").link("loop", "loop").same();
        }
        Case::new("getconf").arg(name).aside();
    }
    Case::new("getconf").arg("ARG_MAX").stdout_to(Sink::Full).same();
    Case::new("getconf").arg("ARG_MAX").stdout_to(Sink::Broken).same();
    for words in
        [&[][..], &["-a"], &["nosuch"], &[""], &["-v", "x", "ARG_MAX"], &["ARG_MAX", "/"], &["--"]]
    {
        Case::new("getconf").args(words).aside();
    }
}

#[test]
fn identity() {
    Case::new("whoami").same();
    Case::new("whoami").arg("x").aside();
    Case::new("users").same_or_aside();
    Case::new("users").stdout_to(Sink::Full).same_or_aside();
    Case::new("users").arg("x").aside();
    Case::new("logname").same_or_aside();
    Case::new("groups").same_or_aside();
    for users in [
        &["root"][..],
        &["nosuch"],
        &["root", "nosuch's", "daemon", "bin"],
        &["-x"],
        &["--", "0"],
        &[""],
    ] {
        Case::new("groups").args(users).merged().same_or_aside();
        Case::new("groups").args(users).utf8().same_or_aside();
        Case::new("groups").args(users).stdout_to(Sink::Full).same_or_aside();
    }
    Case::new("groups").stdout_to(Sink::Full).same_or_aside();
    for words in [
        &[][..],
        &["-u"],
        &["-g"],
        &["-G"],
        &["-un"],
        &["-gn"],
        &["-Gn"],
        &["-Gz"],
        &["-ur"],
        &["-nru"],
        &["-a"],
        &["-u", "root"],
        &["-gn", "daemon"],
        &["-u", "-n", "nobody"],
        &["--user", "--name"],
    ] {
        Case::new("id").args(words).same();
    }
    for words in [&["-n"][..], &["-ug"], &["-u", "nobody-of-this-name"], &["root"], &["-u", "0"]] {
        Case::new("id").args(words).aside();
    }
}

/// The installed one sees the environment in another order.
fn same_lines(case: Case<'_>) {
    let sorted = |text: &[u8]| {
        let mut lines: Vec<Vec<u8>> =
            text.split(|byte| matches!(byte, b'\n' | b'\0')).map(<[u8]>::to_vec).collect();
        lines.sort();
        lines
    };
    let verdict = case.compare(|expected, actual| {
        assert_eq!(sorted(&expected.stdout), sorted(&actual.stdout), "{case}");
        assert_eq!((&expected.stderr, expected.status), (&actual.stderr, actual.status), "{case}");
    });
    assert!(verdict == Verdict::Same || case.is_of_many(), "{case}: {verdict:?}");
}

#[test]
fn environment() {
    let case = |name| Case::new(name).variable("A", "1").variable("B", "x=y").variable("E", "");
    for words in [&[][..], &["-0"], &["A"], &["B", "none", "E"], &["--null", "A"], &["A=1"]] {
        same_lines(case("printenv").args(words));
    }
    case("printenv").arg("-x").aside();
    for words in [
        &[][..],
        &["-0"],
        &["-i"],
        &["-"],
        &["-", "X=1"],
        &["-i", "X=1", "Y=2", "X=3"],
        &["A=2", "Z=3"],
        &["-u", "A", "B=2"],
        &["--unset=A", "-uB", "-u", "none"],
        &["=x"],
        &["A=5", "/usr/bin/printenv"],
        &["-u", "A", "/usr/bin/printenv", "A"],
        &["C=1", "sh", "-c", "echo $A $C; exit 3"],
        &["./missing"],
        &["./data"],
        &["--", "A=7"],
        &["-i", "printenv", "A"],
        &["-i", "A=3", "printenv", "A"],
        &["PATH=/bin", "printenv", "PATH"],
        &["PATH=/nowhere", "printenv"],
        &["-u", "PATH", "printenv", "B"],
    ] {
        same_lines(case("env").args(words).file("data", "x"));
    }
    for words in [&["-S", "x"][..], &["-0", "x"], &["-u", "="]] {
        case("env").args(words).aside();
    }
}

#[test]
fn programs() {
    let case = || {
        Case::new("which")
            .directory("d")
            .directory("e")
            .file_mode("d/prog", "", 0o755)
            .file_mode("e/prog", "", 0o755)
            .file_mode("prog", "", 0o755)
            .file("d/data", "")
            .directory("d/dir")
    };
    for path in ["d:e", "e:d:", ":d", "d::e", "", ":", "::", "/usr/bin:d", "d:e::"] {
        for words in
            [&["prog"][..], &["-a", "prog"], &["data", "prog", "dir"], &["-aa", "--", "prog"]]
        {
            case().variable("PATH", path).args(words).same();
        }
    }
    case().args(["d/prog", "d/data", "d/dir", "./prog"]).same();
    case().same();
    case().arg("").same();
    case().arg("-x").aside();
}
