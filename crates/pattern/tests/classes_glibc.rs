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

#[test]
fn classes_are_those_of_the_c_library() {
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("glibc-classes");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/glibc/classes.c");
    let built = Command::new("cc").arg("-o").arg(&program).arg(source).status();
    let output = match built.and_then(|_| Command::new(&program).output()) {
        Ok(output) if output.status.success() => output.stdout,
        _ => {
            eprintln!("skipped classes: no C compiler, or another C library");
            return;
        }
    };
    let options = GlobOptions { utf8: true, ..GlobOptions::default() };
    for class in String::from_utf8(output).unwrap().split("[:").skip(1) {
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
