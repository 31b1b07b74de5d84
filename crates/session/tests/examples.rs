//! The examples run and say what they are there to show.

use std::process::Command;

/// What an example prints; None where it has not been built because these tests were asked for alone.
// The examples are programs of their own.
#[allow(clippy::disallowed_methods)]
fn run(name: &str) -> Option<String> {
    let test = std::env::current_exe().unwrap();
    let directory = test.parent().unwrap().parent().unwrap();
    let output = Command::new(directory.join("examples").join(name)).output().ok()?;
    assert!(output.status.success(), "{output:?}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn those_of_other_shells() {
    for (name, text) in [
        ("interpreter", "abc123 5\nglobal_value\n"),
        ("open_file", "mymachine\n"),
        ("handlers", "foo\nfoo!bar!baz\nmissing-program is not installed\n"),
        (
            "call_function",
            "[Function definition result: true]\nHello, world: an argument\n[Function invocation result: 42]\n\
             [And without output: 42, []]\n",
        ),
        (
            "fields",
            "[\"No place like /home/user\"]\n[\"Some vars are awesome\"]\n[\"Math is fun! 408\"]\n\
             [\"many quoted\", \" strings \"]\n[\"unquoted\", \"bar\", \"baz\"]\n[\"quoted\", \"bar baz\"]\n",
        ),
        ("custom_builtin", "Hello, world!\nHello, world!\nHello, world!\nstatus 2\n"),
    ] {
        if let Some(said) = run(name) {
            assert_eq!(said, text, "{name}");
        }
    }
}
