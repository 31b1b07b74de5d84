//! The examples run and say what they are there to show.

use std::process::Command;

/// What an example prints; `None` where it cannot be run (an emulator), or has not
/// been built because these tests were asked for alone.
fn run(name: &str, arguments: &[&str]) -> Option<String> {
    let test = std::env::current_exe().unwrap();
    let directory = test.parent().unwrap().parent().unwrap();
    let output = Command::new(directory.join("examples").join(name)).args(arguments).output();
    let output = output.ok()?;
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    Some(text)
}

#[test]
fn capture() {
    if let Some(text) = run("capture", &[]) {
        assert_eq!(text, "out\nExited(3)\n");
    }
    if let Some(text) = run("capture", &["seq", "1", "2"]) {
        assert_eq!(text, "1\n2\nExited(0)\n");
    }
}

#[test]
fn unwaited() {
    if let Some(text) = run("unwaited", &[]) {
        assert_eq!(text.lines().filter(|line| line.contains("Exited(0)")).count(), 10, "{text}");
    }
}
