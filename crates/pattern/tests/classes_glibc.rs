//! Character classes outside ASCII against the C library's.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "a program of its own, not part of the shell"
)]

use pattern::{Glob, GlobOptions};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

/// Letters of newer Unicode versions, of which this side knows the case.
const NEWER: usize = 130;

/// What the C program tests/glibc/`name`.c prints; none where there is no C compiler, or the C
/// library is not the one whose Unicode the tables stand for.
fn printed_by_c(name: &str) -> Option<String> {
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("glibc-{name}"));
    let source = format!("{}/tests/glibc/{name}.c", env!("CARGO_MANIFEST_DIR"));
    let built = Command::new("cc").arg("-o").arg(&program).arg(source).status();
    match built.and_then(|_| Command::new(&program).output()) {
        Ok(output) if output.status.success() => Some(String::from_utf8(output.stdout).unwrap()),
        _ => {
            eprintln!("skipped {name}: no C compiler, or another C library");
            None
        }
    }
}

#[test]
fn tables_are_those_that_the_program_writes() {
    if let Some(written) = printed_by_c("tables") {
        assert!(
            written == include_str!("../src/unicode/tables.rs"),
            "src/unicode/tables.rs is not what tests/glibc/tables.c writes: make unicode-tables"
        );
    }
}

#[test]
fn classes_are_those_of_the_c_library() {
    let Some(printed) = printed_by_c("classes") else { return };
    let options = GlobOptions { utf8: true, ..GlobOptions::default() };
    for class in printed.split("[:").skip(1) {
        let (name, members) = class.split_once(":]\n").unwrap();
        let theirs: BTreeSet<char> = members
            .lines()
            .filter_map(|number| char::from_u32(u32::from_str_radix(number, 16).unwrap()))
            .collect();
        let glob = Glob::new(format!("[[:{name}:]]").as_bytes(), options);
        let ours: BTreeSet<char> = ('\u{80}'..=char::MAX)
            .filter(|c| glob.is_match(c.encode_utf8(&mut [0; 4]).as_bytes()))
            .collect();
        let differ: Vec<&char> = ours.symmetric_difference(&theirs).collect();
        let cased = matches!(name, "lower" | "upper");
        assert!(
            differ.len() <= if cased { NEWER } else { 0 },
            "[:{name}:] differs for {}: {:x?}",
            differ.len(),
            differ.iter().take(20).map(|c| **c as u32).collect::<Vec<_>>()
        );
    }
}
