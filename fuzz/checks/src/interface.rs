//! The C interface of libforkless: calls in any order with any values. Each returns 0, or -1 with an
//! errno; whatever was described, a launch ends, and leaves no child and no descriptor.

use crate::bytes::Bytes;
use forkless_c as c;
use std::ffi::{CString, c_char};
use std::ptr::{null, null_mut};

/// Paths: some are there, some are not, some are no files.
const PATHS: &[&str] =
    &["/dev/null", "/bin/true", "/nonexistent", "", "/", "/dev/full", "true", "."];
/// Variables, with and without what makes them ones.
const NAMES: &[&str] = &["A", "PATH", "", "A=B", "LD_PRELOAD_", "é"];

/// See the module.
///
/// # Panics
/// Where a call returns what none may, or something is left.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    let before = descriptors();
    let program = text(&mut bytes, &["/bin/true", "/bin/true", "true", "/nonexistent", "/"]);
    // SAFETY: the text ends in a NUL and outlives the call.
    let launch = unsafe { c::fl_launch_new(program.as_ptr()) };
    assert!(!launch.is_null(), "a launch");
    for _ in 0..bytes.below(12) {
        let result = describe(launch, &mut bytes);
        assert!(result == 0 || result == -1, "a setter returned {result}");
    }
    let (mut status, mut error) = (0, c::Error { step: 0, error: 0 });
    // SAFETY: the launch is one, and the pointers are to what is alive until after the calls.
    unsafe {
        match bytes.below(3) {
            0 => {
                let result = c::fl_run(launch, &raw mut status, null_mut(), &raw mut error);
                assert!(result == 0 || result == -1 && error.error > 0, "{result} {}", error.error);
            }
            1 => {
                let child = c::fl_start(launch, &raw mut error);
                match child.is_null() {
                    true => assert!(error.error > 0, "no errno"),
                    false => assert_eq!(c::fl_wait(child, &raw mut status), 0),
                }
                c::fl_child_free(child);
            }
            _ => {
                let launching = c::fl_start_unwaited(launch, &raw mut error);
                if !launching.is_null() {
                    let child = c::fl_launching_finish(launching, &raw mut error);
                    if !child.is_null() {
                        assert_eq!(c::fl_wait(child, &raw mut status), 0);
                    }
                    c::fl_child_free(child);
                }
            }
        }
        c::fl_launch_free(launch);
    }
    assert_eq!(descriptors(), before, "descriptors");
    let mut word = 0;
    // SAFETY: the word outlives the call.
    let child = unsafe { libc::waitpid(-1, &raw mut word, libc::WNOHANG) };
    assert_eq!(child, -1, "a child is left");
}

/// One call that describes something.
fn describe(launch: *mut c::Description, bytes: &mut Bytes<'_>) -> i32 {
    let which = bytes.below(24);
    let path = text(bytes, PATHS);
    let name = text(bytes, NAMES);
    let number = i32::from(bytes.byte()) - 2;
    let other = i32::from(bytes.byte()) - 2;
    let set = signals(bytes);
    let limit = libc::rlimit { rlim_cur: u64::from(bytes.byte()) << 16, rlim_max: u64::MAX };
    let list: [*const c_char; 3] = [path.as_ptr(), name.as_ptr(), null()];
    // SAFETY: the launch is one; texts end in a NUL, lists in a null pointer; all outlive the call.
    unsafe {
        match which {
            0 => c::fl_argument(launch, path.as_ptr()),
            1 => c::fl_arguments(launch, list.as_ptr().cast()),
            2 => c::fl_environment(launch, list[1..].as_ptr().cast()),
            3 => c::fl_variable(launch, name.as_ptr(), path.as_ptr()),
            4 => c::fl_variable(launch, name.as_ptr(), null()),
            5 => c::fl_search(launch, path.as_ptr()),
            6 => c::fl_directory(launch, path.as_ptr()),
            7 => c::fl_fd(launch, number, other),
            8 => c::fl_open(launch, number, path.as_ptr(), libc::O_RDONLY, 0),
            9 => c::fl_null(launch, number),
            10 => c::fl_copy(launch, number, other),
            11 => c::fl_close_others(launch, other & 1),
            12 => c::fl_umask(launch, number as u32),
            13 => c::fl_process_group(launch, other.min(0)),
            14 => c::fl_session(launch),
            15 => c::fl_signal_mask(launch, &raw const set),
            16 => c::fl_signal_ignore(launch, &raw const set),
            17 => c::fl_signal_default(launch, &raw const set),
            18 => c::fl_limit(launch, number, &raw const limit),
            19 => c::fl_nice(launch, number),
            20 => c::fl_no_new_privileges(launch),
            21 => c::fl_without_pidfd(launch),
            22 => c::fl_readiness(launch),
            _ => c::fl_directory_fd(launch, number),
        }
    }
}

fn text(bytes: &mut Bytes<'_>, choices: &[&str]) -> CString {
    CString::new(*bytes.pick(choices)).expect("no NUL")
}

fn signals(bytes: &mut Bytes<'_>) -> libc::sigset_t {
    let mut set = std::mem::MaybeUninit::uninit();
    // SAFETY: sigemptyset fills the set in; numbers that are no signals are refused.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for _ in 0..bytes.below(4) {
            libc::sigaddset(set.as_mut_ptr(), i32::from(bytes.byte()));
        }
        set.assume_init()
    }
}

/// How many descriptors this process has.
fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}
