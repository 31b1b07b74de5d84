//! A launch asks for no memory once the first one has been made: what an allocator does
//! with it (musl's maps and unmaps it each time) would be a part of every launch.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use launch::process::WaitStatus;
use launch::{CStringArray, Launch};

use crate::util::{apart, ended, strings};

struct Counting;

thread_local! {
    /// How often this thread has asked for memory.
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    // Not there any more while a thread ends.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

// SAFETY: all of it is the system's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller guarantees what GlobalAlloc asks.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller guarantees what GlobalAlloc asks.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller guarantees what GlobalAlloc asks.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often a launch, until it has been waited for, asks for memory.
fn asked(launch: &Launch<'_>, wait: bool) -> usize {
    let before = ASKED.get();
    let child = if wait { launch.start() } else { launch.start_unwaited().unwrap().finish() };
    let status = ended(&child.unwrap());
    let after = ASKED.get();
    assert_eq!(status, WaitStatus::Exited(0));
    after - before
}

#[test]
#[ignore = "run by another test, in a process of its own"]
fn none_inner() {
    let argv = strings(&["true", "and", "arguments"]);
    let variables: Vec<String> =
        (0..60).map(|number| format!("VARIABLE_{number}={}", "x".repeat(number))).collect();
    let envp = CStringArray::from_strings(&variables).unwrap();
    for wait in [true, false] {
        for pidfd in [false, true] {
            let mut launch = Launch::new(c"/bin/true", &argv, &envp);
            launch.descriptor(0, 0).close_others(pidfd).want_pidfd(pidfd).umask(0o22);
            asked(&launch, wait);
            assert_eq!(asked(&launch, wait), 0, "waited for: {wait}");
        }
        // Several at once, then again as many.
        let launch = Launch::new(c"/bin/true", &argv, &envp);
        let several = || {
            let running: [_; 3] = std::array::from_fn(|_| launch.start_unwaited().unwrap());
            for one in running {
                ended(&one.finish().unwrap());
            }
        };
        several();
        let before = ASKED.get();
        several();
        assert_eq!(ASKED.get() - before, 0);
    }
    // What one was given does not stay behind for the next.
    let (argv, none) = (strings(&["sh", "-c", "test -z \"$VARIABLE_1\""]), CStringArray::new());
    assert_eq!(asked(&Launch::new(c"/bin/sh", &argv, &none), false), 0);
}

#[test]
fn none() {
    apart("allocations::none_inner");
}
