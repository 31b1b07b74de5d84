//! C programs against the library: each file in `c/` is compiled with the installed
//! compiler and run, linked with the shared and with the static library, under
//! sanitizers and Valgrind where these are installed.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The directory with the libraries of this build.
fn libraries() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    program.parent().unwrap().to_path_buf()
}

fn source(name: &str) -> PathBuf {
    if name.starts_with('/') {
        return name.into();
    }
    let directory = if name.contains('/') { "../../examples" } else { "tests/c" };
    Path::new(env!("CARGO_MANIFEST_DIR")).join(directory).join(name)
}

/// Whether there is a C compiler that knows these flags.
fn compiles(flags: &[&str]) -> bool {
    static PROBED: AtomicUsize = AtomicUsize::new(0);
    let probe = format!("probe{}-{}", flags.join(""), PROBED.fetch_add(1, Ordering::Relaxed));
    let probe = Path::new(env!("CARGO_TARGET_TMPDIR")).join(probe);
    let program = probe.with_extension("c");
    std::fs::write(&program, "int main(void) { return 0; }\n").unwrap();
    let mut compiler = Command::new("cc");
    compiler.args(flags).arg(&program).arg("-o").arg(&probe);
    compiler.output().is_ok_and(|output| output.status.success())
}

/// Compiles a program; `None` where that cannot be done here.
fn compile(name: &str, flags: &[&str], shared: bool) -> Option<PathBuf> {
    let directory = libraries();
    let library = directory.join(if shared { "libforkless.so" } else { "libforkless.a" });
    if !library.exists() || !compiles(flags) {
        return None;
    }
    let kind = if shared { "shared" } else { "static" };
    // Tests run side by side, and several of them want the same program: one for each,
    // so that nobody executes what another one's linker is writing.
    static COMPILED: AtomicUsize = AtomicUsize::new(0);
    let number = COMPILED.fetch_add(1, Ordering::Relaxed);
    let program = format!("{}-{kind}{}-{number}", name.replace('/', "-"), flags.join(""));
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(program);
    let output = Command::new("cc")
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g", "-O1"])
        .args(flags)
        .arg("-I")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include"))
        .arg(source(name))
        .arg("-o")
        .arg(&program)
        .arg(library)
        .args(["-lpthread", "-lm", "-ldl"])
        .arg(format!("-Wl,-rpath,{}", directory.display()))
        .output()
        .unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    Some(program)
}

fn check(name: &str, output: &Output) {
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {:?}\n{text}{errors}", output.status);
    assert!(text.ends_with("done\n"), "{name} ended early:\n{text}{errors}");
}

fn run(name: &str, flags: &[&str], shared: bool) {
    if let Some(program) = compile(name, flags, shared) {
        check(name, &Command::new("timeout").arg("200").arg(program).output().unwrap());
    }
}

#[test]
fn launches() {
    run("launch.c", &[], true);
    run("launch.c", &[], false);
    run("rarer.c", &[], true);
    run("rarer.c", &[], false);
}

#[test]
fn command_lines() {
    run("lines.c", &[], true);
    run("lines.c", &[], false);
}

/// Lines in sessions of a library that is found when the program runs.
#[test]
fn lines_in_sessions() {
    let directory = libraries();
    let shell = directory.join("libforkless_shell.so");
    assert!(shell.exists(), "cargo builds it for this test");
    let finds = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shell-library");
    std::fs::create_dir_all(&finds).unwrap();
    let name = finds.join("libforkless-shell.so.0");
    let _ = std::fs::remove_file(&name);
    std::os::unix::fs::symlink(shell, name).unwrap();
    for shared in [true, false] {
        if let Some(program) = compile("sessions.c", &[], shared) {
            let mut program = Command::new(program);
            check("sessions.c", &program.env("LD_LIBRARY_PATH", &finds).output().unwrap());
        }
    }
}

#[test]
fn waits() {
    run("waits.c", &[], true);
    run("waits.c", &[], false);
}

#[test]
fn environment() {
    run("environment.c", &[], true);
    run("environment.c", &[], false);
}

/// Filters that refuse a system call.
#[test]
fn refused() {
    run("refused.c", &[], true);
}

#[test]
fn popen_noshell() {
    run("noshell.c", &[], true);
}

#[test]
fn examples() {
    let cases: &[(&str, &[&str], &str)] = &[
        ("c/service.c", &["sh", "-c", "exit 5"], "exit status 5\n"),
        ("c/filter.c", &[], "      2 apple\n      1 fig\n      1 pear\n"),
        ("c/lines.c", &[], "line: 1\nline: 2\nline: 3\nexit status 0\n"),
    ];
    for (name, arguments, expected) in cases {
        let Some(program) = compile(name, &[], true) else { return };
        let output = Command::new(program).args(*arguments).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.ends_with(expected), "{name}: {text}");
    }
    let Some(program) = compile("c/apart.c", &[], true) else { return };
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("apart");
    std::fs::create_dir_all(&work).unwrap();
    let script = "id -u; pwd; echo $$; echo made >file; echo /*";
    let output = Command::new(program).arg(&work).args(["sh", "-c", script]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    if errors.starts_with("apart: namespaces") {
        eprintln!("skipped: apart: {errors}");
    } else {
        // SAFETY: takes nothing, cannot fail.
        let user = unsafe { libc::geteuid() };
        let files = "/bin /dev /lib /lib64 /tmp /usr /work";
        assert_eq!(text, format!("{user}\n/work\n1\n{files}\n"), "{errors}");
        assert_eq!(std::fs::read_to_string(work.join("file")).unwrap(), "made\n");
    }
    let Some(program) = compile("c/service.c", &[], true) else { return };
    let output = Command::new(program).arg("/nonexistent").output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors, "/nonexistent: exec: No such file or directory\n");
}

/// A manual page as a terminal shows it, without what makes letters bold.
fn manual(page: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/man").join(page);
    let mut command = Command::new("man");
    let output =
        command.env("MANWIDTH", "200").args(["-P", "cat", "-l"]).arg(path).output().ok()?;
    output.status.success().then_some(())?;
    let mut text = String::new();
    for letter in String::from_utf8(output.stdout).ok()?.chars() {
        if letter == '\u{8}' { _ = text.pop() } else { text.push(letter) }
    }
    Some(text)
}

/// The manual page has every function as the header declares it, and its example compiles, does
/// what it says, and says what went wrong.
#[test]
fn manual_page() {
    let Some(page) = manual("forkless.3") else { return };
    let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = squeeze(&page);
    let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/forkless.h");
    let header = std::fs::read_to_string(header).unwrap();
    let code = header.split("/*").map(|part| part.split_once("*/").map_or(part, |both| both.1));
    let code: String = code.collect();
    let lines = code.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    let mut count = 0;
    for part in lines.split_inclusive(';').map(squeeze) {
        if part.contains('(') && part.contains("fl_") && !part.contains('{') {
            assert!(shown.contains(&part), "{part}");
            count += 1;
        }
    }
    assert_eq!(count, 77);
    let start = page.find("#include <forkless.h>\n       #include <stdio.h>").unwrap();
    let end = start + page[start..].find("\nSEE ALSO").unwrap();
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual.c");
    std::fs::write(&program, &page[start..end]).unwrap();
    let Some(program) = compile(program.to_str().unwrap(), &[], true) else { return };
    let output = Command::new(&program).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.starts_with("UTC\nclone"), "{text}");
    let output = Command::new(&program).env("PATH", "/nonexistent").output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*errors), (Some(127), "exec: No such file or directory\n"));
}

#[test]
fn headers_for_cpp() {
    let both = "#include <forkless.h>\n#include <popen_noshell.h>\nint main() { return fl_system(nullptr) != 1; }\n";
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("headers.cpp");
    std::fs::write(&program, both).unwrap();
    let output = Command::new("c++")
        .args(["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include"))
        .arg(&program)
        .output();
    if let Ok(output) = output {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn under_sanitizers() {
    for flag in ["-fsanitize=address", "-fsanitize=thread", "-fsanitize=undefined"] {
        for name in ["launch.c", "lines.c", "rarer.c", "noshell.c", "waits.c"] {
            run(name, &[flag], true);
        }
    }
}

#[test]
fn under_valgrind() {
    for name in ["launch.c", "noshell.c"] {
        let Some(program) = compile(name, &[], true) else { return };
        let output = Command::new("timeout")
            .args([
                "300",
                "valgrind",
                "-q",
                "--run-libc-freeres=no",
                "--error-exitcode=9",
                "--leak-check=full",
                "--errors-for-leak-kinds=definite",
            ])
            .arg(program)
            .env("VALGRIND", "1")
            .output();
        // 127: not installed.
        if let Ok(output) = output.as_ref()
            && output.status.code() != Some(127)
        {
            check(name, output);
        }
    }
}

/// Asked by the environment to fork, it does, and says so.
#[test]
fn forks_if_told() {
    let Some(program) = compile("launch.c", &[], true) else { return };
    for policy in ["always", "allowed"] {
        let output = Command::new(&program).env("FORKLESS_FORK", policy).output().unwrap();
        check(policy, &output);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text.contains("path: fork, memory copied"), policy == "always", "{text}");
    }
}
