//! Errors at the boundary: errno, `struct fl_error`, and panics that end here.

use core::ffi::{c_char, c_int};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use launch::{LaunchError, Step};

/// `struct fl_error`: what failed.
#[repr(C)]
pub struct Error {
    /// A number for [`fl_step_name`]; 0 without an error.
    pub step: c_int,
    /// The errno.
    pub error: c_int,
}

/// An errno as a result's error.
pub(crate) type Errno = c_int;

pub(crate) fn set_errno(errno: Errno) {
    // SAFETY: the calling thread's own errno.
    unsafe { *libc::__errno_location() = errno };
}

/// The errno of an error of the system's.
pub(crate) fn errno_of(error: &io::Error) -> Errno {
    error.raw_os_error().unwrap_or(libc::EIO)
}

/// What a panic of the installed library comes to: a line on standard error and the
/// end of the process. Linking puts this in the place of the standard library's
/// handler, whose symboliser would weigh more than all the rest (`link.sh`).
#[doc(hidden)]
#[unsafe(no_mangle)]
pub fn forkless_panic(panic: &core::panic::PanicInfo<'_>) -> ! {
    let (file, line) = panic.location().map_or(("", 0), |place| (place.file(), place.line()));
    end(format_args!("libforkless: internal error at {file}:{line}\n"))
}

/// The same for an allocation that failed, as it ends any program in Rust.
#[doc(hidden)]
#[unsafe(no_mangle)]
pub fn forkless_out_of_memory(_size: usize, _align: usize) -> ! {
    end(format_args!("libforkless: out of memory\n"))
}

fn end(message: core::fmt::Arguments<'_>) -> ! {
    let mut text = [0u8; 256];
    let mut rest = &mut text[..];
    // What does not fit is left out.
    let _ = rest.write_fmt(message);
    let length = 256 - rest.len();
    // SAFETY: the pointer and length are the array's.
    unsafe {
        libc::write(2, text.as_ptr().cast(), length);
        libc::abort()
    }
}

/// Runs `body`; what it returns on failure becomes errno and `failed`.
pub(crate) fn guard<T>(failed: T, body: impl FnOnce() -> Result<T, Errno>) -> T {
    let errno = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => return value,
        Ok(Err(errno)) => errno,
        Err(_) => libc::EIO,
    };
    set_errno(errno);
    failed
}

/// 0, or -1 with errno.
pub(crate) fn status(body: impl FnOnce() -> Result<(), Errno>) -> c_int {
    guard(-1, || body().map(|()| 0))
}

/// A pointer to a new value of its own, or null with errno.
pub(crate) fn new<T>(body: impl FnOnce() -> Result<T, Errno>) -> *mut T {
    guard(ptr::null_mut(), || body().map(|value| Box::into_raw(Box::new(value))))
}

/// Notes a launch's error in `place`, if there is one, and gives its errno.
pub(crate) unsafe fn tell(place: *mut Error, error: LaunchError) -> Errno {
    // SAFETY: null, or valid for writing.
    if let Some(place) = unsafe { place.as_mut() } {
        *place = Error { step: number(error.step), error: error.errno };
    }
    error.errno
}

/// The steps in the order of their numbers, which start at 1 and never change.
const STEPS: &[(Step, &core::ffi::CStr)] = &[
    (Step::Prepare, c"prepare"),
    (Step::Clone, c"clone"),
    (Step::Cgroup, c"cgroup"),
    (Step::Session, c"session"),
    (Step::Terminal, c"controlling terminal"),
    (Step::Group, c"process group"),
    (Step::Foreground, c"foreground group"),
    (Step::Schedule, c"scheduling"),
    (Step::OomScore, c"oom score"),
    (Step::Root, c"root directory"),
    (Step::Directory, c"directory"),
    (Step::Descriptor, c"descriptor"),
    (Step::Open, c"open"),
    (Step::Limit, c"resource limit"),
    (Step::Credentials, c"credentials"),
    (Step::Flags, c"process flags"),
    (Step::Signals, c"signals"),
    (Step::Exec, c"exec"),
    (Step::Communicate, c"communication"),
];

fn number(step: Step) -> c_int {
    STEPS.iter().position(|one| one.0 == step).map_or(0, |at| at as c_int + 1)
}

/// The name of a step.
#[unsafe(no_mangle)]
pub extern "C" fn fl_step_name(step: c_int) -> *const c_char {
    let at = usize::try_from(step).ok().and_then(|step| step.checked_sub(1));
    at.and_then(|at| STEPS.get(at)).map_or(c"".as_ptr(), |one| one.1.as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_engines() {
        for &(step, name) in STEPS {
            assert_eq!(step.name().as_bytes(), name.to_bytes());
            // SAFETY: names are static strings.
            let told = unsafe { core::ffi::CStr::from_ptr(fl_step_name(number(step))) };
            assert_eq!(told, name);
        }
        for step in [0, -1, 100, c_int::MAX] {
            // SAFETY: as above.
            assert!(unsafe { core::ffi::CStr::from_ptr(fl_step_name(step)) }.is_empty());
        }
    }
}
