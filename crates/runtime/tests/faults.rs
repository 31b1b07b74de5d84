//! What a user sees of a mistake of the program, and of memory that nobody can do without: one line.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros)] // this runs beside the shell

use std::process::Command;

runtime::allocator!();

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_default();
    match mode.as_str() {
        "mistake" => fail(|| panic!("two\nlines")),
        "memory" => fail(|| vec![1u8; std::hint::black_box(1 << 46)].len() as i32),
        "caught" => fail(|| {
            let caught = runtime::catch(|| vec![1u8; std::hint::black_box(1 << 46)]);
            i32::from(matches!(caught, Err(runtime::Fault::Exhausted(_)))) * 7
        }),
        _ => check(),
    }
}

fn fail(body: impl FnOnce() -> i32) {
    runtime::begin(&ALLOCATOR);
    std::process::exit(runtime::run(body));
}

fn check() {
    let outcome = |mode: &str| {
        let program = std::env::current_exe().expect("this program");
        let output = Command::new(program).arg(mode).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (status, text) = outcome("mistake");
    assert_eq!(status, Some(134), "{text}");
    assert!(text.starts_with("forkless 0."), "{text}");
    assert!(text.contains(": internal error at ") && text.contains("faults.rs:"), "{text}");
    assert!(text.ends_with(": two lines; please report it, as SECURITY.md says\n"), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert_eq!(outcome("memory"), (Some(2), "forkless: memory exhausted\n".into()));
    assert_eq!(outcome("caught"), (Some(7), String::new()));
}
