//! Programs that know nothing of the library, run with it and without: what they
//! print is the same.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The library of this build, if there is one for the C library in use, and the one
/// that is installed, if it has been built.
fn libraries() -> Vec<PathBuf> {
    let program = std::env::current_exe().unwrap();
    let own = program.parent().unwrap().join("libforkless_preload.so");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let dist = root.join(std::env::var_os("DIST").unwrap_or("dist".into()));
    let installed = dist.join("lib/libforkless-preload.so");
    [own, installed].into_iter().filter(|library| library.exists()).map(named_plainly).collect()
}

/// A name of the library that LD_PRELOAD can hold: spaces and colons part names there.
fn named_plainly(library: PathBuf) -> PathBuf {
    let name = library.to_string_lossy();
    if !name.contains([' ', ':']) {
        return library;
    }
    // Every test that asks has the same link: one that is there already will do.
    let folder = if name.contains("/lib/") { "installed" } else { "own" };
    let link = std::env::temp_dir().join(format!("forkless-{folder}-{}.so", std::process::id()));
    let _ = std::os::unix::fs::symlink(&library, &link);
    assert_eq!(link.canonicalize().unwrap(), library.canonicalize().unwrap());
    link
}

fn with(library: Option<&Path>, program: &str, arguments: &[&str]) -> Option<Output> {
    let mut command = Command::new("timeout");
    command.arg("100").arg(program).args(arguments).current_dir("/");
    if let Some(library) = library {
        command.env("LD_PRELOAD", library);
    }
    command.output().ok()
}

/// Whether a program is installed.
fn installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    program.contains('/') && Path::new(program).exists()
        || std::env::split_paths(&path).any(|directory| directory.join(program).exists())
}

/// What a program prints with the library is what it prints without; both outputs.
fn same(program: &str, arguments: &[&str]) {
    if !installed(program) {
        eprintln!("skipped: no {program}");
        return;
    }
    for library in libraries() {
        let ours = with(Some(&library), program, arguments).unwrap();
        let theirs = with(None, program, arguments).unwrap();
        let text = |output: &Output| {
            let all = [&output.stdout[..], b"--\n", &output.stderr[..]].concat();
            String::from_utf8_lossy(&all).into_owned()
        };
        let case = format!("{program} {arguments:?} with {}", library.display());
        assert_eq!(text(&ours), text(&theirs), "{case}");
        assert_eq!(ours.status, theirs.status, "{case}");
    }
}

/// A program of `tests/c`, if there is a compiler.
fn compiled(name: &str) -> Option<String> {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/c/{name}.c"));
    let compiled = Command::new("cc")
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1", "-pthread", "-o"])
        .arg(&program)
        .arg(source)
        .output()
        .ok()?;
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    program.to_str().map(str::to_owned)
}

#[test]
fn a_program_of_ours() {
    let Some(program) = compiled("plain") else { return };
    let program = program.as_str();
    let lines = |output: &Output| -> (Vec<String>, Vec<String>) {
        assert!(output.status.success(), "{output:?}");
        // Names of the root directory are in it, whatever their bytes are.
        let text = String::from_utf8_lossy(&output.stdout);
        text.lines().map(str::to_owned).partition(|line| !line.starts_with("direct"))
    };
    let (theirs, _) = lines(&with(None, program, &[]).unwrap());
    for library in libraries() {
        let (ours, direct) = lines(&with(Some(&library), program, &[]).unwrap());
        assert_eq!(ours, theirs);
        assert_eq!(
            direct,
            ["direct popen: 1", "direct system: 1", "direct spawn: 1", "direct words: 1"]
        );
    }
}

#[test]
fn what_is_the_c_librarys() {
    let Some(program) = compiled("strict") else { return };
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("strict.d");
    let run = |library: Option<&Path>| {
        let _ = std::fs::remove_dir_all(&place);
        std::fs::create_dir(&place).unwrap();
        let output = with(library, &program, &[place.to_str().unwrap()]).unwrap();
        assert!(output.status.success(), "{}", output.status);
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned())
    };
    let theirs = run(None);
    for library in libraries() {
        for (ours, theirs) in run(Some(&library)).iter().zip(&theirs) {
            // A line each: all of it would be long.
            for (ours, theirs) in ours.lines().zip(theirs.lines()) {
                assert_eq!(ours, theirs, "with {}", library.display());
            }
            assert_eq!(ours.len(), theirs.len(), "with {}", library.display());
        }
    }
}

#[test]
fn make() {
    let makefile = Path::new(env!("CARGO_TARGET_TMPDIR")).join("Makefile");
    let text = "x := $(shell /bin/echo from shell)\n\
        all: one two\n\t@/bin/echo $(x)\n\
        one:\n\t@/bin/echo one; echo two | tr a-z A-Z\n\
        two:\n\t/bin/echo 'quoted  words'\n\t-/bin/false\n";
    std::fs::write(&makefile, text).unwrap();
    same("make", &["-f", makefile.to_str().unwrap(), "all"]);
}

#[test]
fn perl() {
    same("perl", &["-e", "print `/bin/echo back`; system('/bin/echo system'); print $? >> 8;"]);
    same(
        "perl",
        &["-e", "open(F, '-|', 'seq 1 3'); print <F>; close F; exit system('exit 3') >> 8"],
    );
}

#[test]
fn python() {
    let script = "import os, subprocess, sys\n\
        print(os.system('/bin/echo system'), os.system('exit 3'), flush=True)\n\
        print(os.popen('seq 1 3').read(), flush=True)\n\
        print(subprocess.run('echo $0; exit 5', shell=True).returncode, flush=True)\n\
        print(os.waitpid(os.posix_spawn('/bin/sh', ['sh', '-c', '/bin/echo x'], os.environ), 0)[1])";
    same("python3", &["-c", script]);
    same("/usr/bin/python3", &["-c", script]);
}

#[test]
fn awk() {
    let script = "BEGIN { system(\"/bin/echo one\"); print system(\"exit 3\");
        while ((\"seq 1 3\" | getline line) > 0) print line; print \"b\\na\" | \"sort\";
        close(\"sort\"); print \"done\" }";
    for awk in ["awk", "mawk", "gawk", "busybox"] {
        if awk == "busybox" {
            same(awk, &["awk", script]);
        } else {
            same(awk, &[script]);
        }
    }
}

#[test]
fn vim() {
    let arguments =
        ["-Nesu", "NONE", "-c", "!/bin/echo from vim", "-c", "r !seq 1 3", "-c", "%p", "-c", "q!"];
    same("vim", &arguments);
    same("vi", &arguments);
}
