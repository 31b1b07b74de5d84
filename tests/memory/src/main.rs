//! The shell with an allocator that refuses one request: `starved COUNT MARK ARGUMENT...` is
//! `forkless ARGUMENT...` whose COUNT-th allocation fails, at which the file MARK is made.

#![no_main]

use runtime::Strings;
use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;

runtime::starved_allocator!();
runtime::program!(start);

fn start(strings: Strings) -> i32 {
    let [name, count, mark, rest @ ..] = &strings.arguments[..] else { return 2 };
    let count = OsStr::from_bytes(count).to_str().and_then(|text| text.parse().ok()).unwrap_or(0);
    let mark = CString::new(*mark).unwrap_or_default();
    let arguments: Vec<&[u8]> = std::iter::once(*name).chain(rest.iter().copied()).collect();
    ALLOCATOR.begin(count, Box::leak(mark.into_boxed_c_str()));
    shell::invocation::main(&arguments, &strings.environment, &[&awk::AWK, &awk::MAWK, &awk::GAWK])
}
