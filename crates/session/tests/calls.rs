//! How many system calls a new session takes, seen by strace(1).
// The test looks at the process that it is.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use forkless_session::{Dialect, Session};
use std::process::Command;

/// A call that fails and is made by nobody else.
const MARK: i32 = 77_777;

fn mark() {
    // SAFETY: closes what is not open.
    unsafe { libc::close(MARK) };
}

#[test]
#[ignore = "run by another test, under strace"]
fn new_sessions_inner() {
    for round in 0..4 {
        // What the first ones ask once is not counted.
        if round == 3 {
            mark();
        }
        let builder = Session::builder().dialect(Dialect::Bash).variable("PATH", "/usr/bin:/bin");
        let mut session = builder.variable("HOME", "/").build().unwrap();
        let canceller = session.canceller().unwrap();
        assert_eq!(session.run("echo hi").unwrap().stdout, b"hi\n");
        drop((session, canceller));
        if round == 3 {
            mark();
        }
    }
}

#[test]
fn a_new_session_takes_few_calls() {
    let file = format!("{}/calls-{}", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    let output = Command::new("strace")
        .args(["-f", "-qq", "-o", &file])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "new_sessions_inner", "--ignored", "--test-threads=1"])
        .output();
    let list = std::fs::read_to_string(&file).unwrap_or_default();
    let _ = std::fs::remove_file(&file);
    if output.is_err() || !list.contains("exit") {
        eprintln!("skipped: a_new_session_takes_few_calls: no strace, or it does not work here");
        return;
    }
    let is_mark = |line: &&str| line.contains(&format!("close({MARK})"));
    let calls =
        list.lines().skip_while(|line| !is_mark(line)).skip(1).take_while(|line| !is_mark(line));
    // Memory is the allocator's affair.
    let memory = ["brk(", "mmap(", "munmap(", "madvise(", "mprotect(", "mremap("];
    let calls: Vec<&str> =
        calls.filter(|line| !memory.iter().any(|one| line.contains(one))).collect();
    assert!((5..=14).contains(&calls.len()), "{}: {calls:#?}", calls.len());
}
