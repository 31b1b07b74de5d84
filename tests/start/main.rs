//! What a start of the shell costs, counted: the pages that it touches (proc_pid_stat(5), minflt).
//!
//! Each page that is touched for the first time is a page fault, which takes up to ten microseconds where
//! it is of the file. `crates/forkless/start.ld` has the functions that run at the start together; where it
//! is behind the code, they are scattered, and no other test tells. `order.sh` makes it anew.

#![forbid(unsafe_code)]
// The rule is for code that may run inside the shell; this is a program of its own.
#![allow(clippy::disallowed_methods, clippy::disallowed_macros)]

use forkless_tests::shells::find_program;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs, thread};

/// A build that is not optimised is larger, and its functions are in no order.
const LARGEST_RELEASE: u64 = 20 << 20;
/// The place of the state, and of the number of page faults, behind the name of a process.
const STATE: usize = 0;
const FAULTS: usize = 7;

/// How many page faults `program -c :` has: the least of several runs.
fn count_faults(program: &Path) -> u32 {
    let once = || {
        let mut command = Command::new(program);
        let mut child = command.args(["-c", ":"]).stdin(Stdio::null()).spawn().expect("a shell");
        let fields = loop {
            let text = fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("/proc");
            let (_, fields) = text.rsplit_once(") ").expect("a name in parentheses");
            let fields: Vec<String> = fields.split(' ').map(String::from).collect();
            if fields[STATE] == "Z" {
                break fields;
            }
            thread::sleep(Duration::from_micros(200));
        };
        child.wait().expect("its end");
        fields[FAULTS].parse().expect("a number")
    };
    (0..9).map(|_| once()).min().expect("nine of them")
}

#[test]
fn a_start_touches_fewer_pages_than_dash() {
    let Some(shell) = env::var_os("FORKLESS").map(PathBuf::from) else {
        return eprintln!("skipped: FORKLESS names no shell");
    };
    if fs::metadata(&shell).expect("the shell").len() > LARGEST_RELEASE {
        return eprintln!("skipped: the shell is no release build");
    }
    let Some(dash) = find_program("dash") else {
        return eprintln!("skipped: dash is not installed");
    };
    let (ours, theirs) = (count_faults(&shell), count_faults(&dash));
    assert!(ours * 4 <= theirs * 3, "{ours} page faults, dash has {theirs}");
}
