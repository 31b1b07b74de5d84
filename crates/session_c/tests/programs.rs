//! C programs against the library: compiled with the installed compiler, linked with the shared and with
//! the static library, under sanitizers and Valgrind where these are installed.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn libraries() -> PathBuf {
    std::env::current_exe().expect("a path").parent().expect("a directory").to_path_buf()
}

/// The program, linked; None where this compiler cannot.
fn compile(name: &str, flags: &[&str], shared: bool) -> Option<PathBuf> {
    let directory = libraries();
    let library =
        directory.join(if shared { "libforkless_shell.so" } else { "libforkless_shell.a" });
    let probe = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("probe-{}", flags.join("")));
    std::fs::write(probe.with_extension("c"), "int main(void) { return 0; }\n").expect("a file");
    let mut compiler = Command::new("cc");
    compiler.args(flags).arg(probe.with_extension("c")).arg("-o").arg(&probe);
    if !library.exists() || !compiler.output().is_ok_and(|output| output.status.success()) {
        println!("skipped {name} {flags:?}: no compiler for it, or no library");
        return None;
    }
    if shared {
        // The name that it has been given for when programs run; another test may have made it.
        let name = directory.join("libforkless-shell.so.0");
        let _ = std::os::unix::fs::symlink("libforkless_shell.so", name);
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR"));
    let base = Path::new(name).file_name().expect("a name").display();
    let program = format!("{base}-{shared}{}", flags.join(""));
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(program);
    let output = Command::new("cc")
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g", "-O1"])
        .args(flags)
        .arg("-I")
        .arg(source.join("include"))
        .arg(source.join("tests/c").join(name).with_extension("c"))
        .arg("-o")
        .arg(&program)
        .arg(library)
        .args(["-lpthread", "-lm", "-ldl"])
        .arg(format!("-Wl,-rpath,{}", directory.display()))
        .output()
        .expect("a compiler");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    Some(program)
}

fn check(output: &Output) {
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}\n{text}{errors}", output.status);
    assert!(text.ends_with("done\n"), "it ended early:\n{text}{errors}");
}

fn run(flags: &[&str], shared: bool) {
    if let Some(program) = compile("session", flags, shared) {
        check(&Command::new("timeout").arg("100").arg(program).output().expect("an output"));
    }
}

#[test]
fn sessions_from_c_shared() {
    run(&[], true);
}

#[test]
fn sessions_from_c_static() {
    run(&[], false);
}

#[test]
fn sessions_from_c_under_the_undefined_behaviour_sanitizer() {
    run(&["-fsanitize=undefined", "-fno-sanitize-recover"], true);
}

#[test]
fn a_host_that_closes_our_descriptors_gets_errors() {
    if cfg!(debug_assertions) {
        // The standard library ends a process that does so, where its assertions are on.
        return println!("skipped: a build with assertions");
    }
    let Some(program) = compile("closes", &[], true) else { return };
    check(&Command::new("timeout").arg("100").arg(program).output().expect("an output"));
}

#[test]
fn the_example_of_the_guide_runs() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/embedding.md");
    let text = std::fs::read_to_string(guide).expect("the guide");
    let (_, rest) = text.split_once("```c\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("its end");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide");
    std::fs::write(path.with_extension("c"), example).expect("a file");
    let name = path.to_str().expect("a name");
    let Some(program) = compile(name, &[], true) else { return };
    let output = Command::new(program).output().expect("an output");
    assert_eq!(output.stdout, b"status 0: 1 in /usr\n", "{output:?}");
}

#[test]
fn sessions_from_c_leave_no_memory() {
    let Some(program) = compile("session", &["-DVALGRIND"], true) else { return };
    let valgrind = |program: &Path| {
        Command::new("valgrind")
            .args([
                "--quiet",
                "--error-exitcode=9",
                "--leak-check=full",
                "--main-stacksize=8388608",
            ])
            .args(["--show-leak-kinds=definite", "--errors-for-leak-kinds=definite"])
            .args(["--max-stackframe=100000000", "--child-silent-after-fork=yes"])
            .arg(program)
            .output()
    };
    match valgrind(Path::new("/bin/true")) {
        Ok(output) if output.status.success() => {}
        _ => return println!("skipped: no valgrind"),
    }
    check(&valgrind(&program).expect("an output"));
}
