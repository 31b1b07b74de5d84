//! Errors at the boundary: errno, `struct fl_error`, and panics that end here.

use core::ffi::{c_char, c_int};
use std::io;
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

/// What a panic carries that is no fault but want of memory.
struct OutOfMemory;

/// What a panic of the installed library comes to: it unwinds to the boundary at
/// once, without a word on the host program's standard error. Linking puts this in
/// the place of the standard library's handler, whose symboliser would weigh more
/// than all the rest (`link.sh`).
#[doc(hidden)]
#[unsafe(no_mangle)]
pub fn forkless_panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unwind(())
}

/// Unwinds to the C function that was called, after an allocation that failed.
#[doc(hidden)]
#[unsafe(no_mangle)]
pub fn forkless_out_of_memory(_size: usize, _align: usize) -> ! {
    unwind(OutOfMemory)
}

/// Unwinds to the boundary. The payload is of size 0, so that it needs no memory.
fn unwind(payload: impl Send + 'static) -> ! {
    if std::thread::panicking() {
        // While another one unwinds, or where none may.
        std::process::abort();
    }
    std::panic::resume_unwind(Box::new(payload))
}

unsafe extern "C" {
    /// pthread_setcancelstate(3).
    fn pthread_setcancelstate(state: c_int, old: *mut c_int) -> c_int;
}

/// The calling thread is not cancelled as long as this lives. Cancelling unwinds, which
/// must not end at the boundary as a panic does, nor leave half a launch behind.
pub(crate) struct Uncancelled(c_int);

/// PTHREAD_CANCEL_DISABLE, of glibc as of musl.
const DISABLED: c_int = 1;

impl Uncancelled {
    pub(crate) fn new() -> Self {
        let mut old = 0;
        // SAFETY: writes one int.
        unsafe { pthread_setcancelstate(DISABLED, &mut old) };
        Uncancelled(old)
    }
}

impl Drop for Uncancelled {
    fn drop(&mut self) {
        // SAFETY: the state that was in force; a null pointer for the old one is taken by
        // both C libraries, but not promised.
        unsafe { pthread_setcancelstate(self.0, &mut 0) };
    }
}

/// The calling thread's errno.
pub(crate) fn errno() -> Errno {
    // SAFETY: the place is the calling thread's own errno.
    unsafe { *libc::__errno_location() }
}

/// Runs `body`; what it returns on failure becomes errno and `failed`. Success leaves errno
/// alone: there are programs that go by it.
pub(crate) fn guard<T>(failed: T, body: impl FnOnce() -> Result<T, Errno>) -> T {
    let _uncancelled = Uncancelled::new();
    let before = errno();
    let errno = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => {
            set_errno(before);
            return value;
        }
        Ok(Err(errno)) => errno,
        Err(payload) if payload.is::<OutOfMemory>() => libc::ENOMEM,
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

/// Runs `body`, whose errors are of arguments, and notes them in `place`.
pub(crate) unsafe fn checked<T>(
    place: *mut Error,
    body: impl FnOnce() -> Result<T, Errno>,
) -> Result<T, Errno> {
    // SAFETY: the caller guarantees that `place` is null or valid for writing.
    body().map_err(|errno| unsafe { tell(place, LaunchError { step: Step::Prepare, errno }) })
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
    (Step::Confinement, c"confinement"),
    (Step::Namespaces, c"namespaces"),
    (Step::Map, c"user map"),
    (Step::Hostname, c"hostname"),
    (Step::Loopback, c"loopback device"),
    (Step::Mount(0), c"mount"),
];

/// Where a step's number has which of several it is about.
const ENTRY: u32 = 8;

fn number(step: Step) -> c_int {
    let (step, entry) = match step {
        Step::Mount(entry) => (Step::Mount(0), c_int::from(entry)),
        step => (step, 0),
    };
    let number = STEPS.iter().position(|one| one.0 == step).map_or(0, |at| at as c_int + 1);
    number | entry << ENTRY
}

/// The name of a step.
#[unsafe(no_mangle)]
pub extern "C" fn fl_step_name(step: c_int) -> *const c_char {
    let at = u32::try_from(step).ok().map(|step| step as usize & ((1 << ENTRY) - 1));
    let at = at.and_then(|step| step.checked_sub(1));
    at.and_then(|at| STEPS.get(at)).map_or(c"".as_ptr(), |one| one.1.as_ptr())
}

/// Which of the launch's mounts a step is about, or -1.
#[unsafe(no_mangle)]
pub extern "C" fn fl_step_mount(step: c_int) -> c_int {
    let mount = number(Step::Mount(0));
    if step & ((1 << ENTRY) - 1) == mount && step >= 0 { step >> ENTRY } else { -1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_end_here() {
        // As std's own handler would, but for the text.
        let quiet =
            |payload: bool| guard(-1, || if payload { unwind(OutOfMemory) } else { unwind(()) });
        assert_eq!((quiet(false), errno()), (-1, libc::EIO));
        assert_eq!((quiet(true), errno()), (-1, libc::ENOMEM));
        let index = std::hint::black_box(7);
        assert_eq!((status(|| Err([0; 3][index])), errno()), (-1, libc::EIO));
    }

    #[test]
    fn names_are_the_engines() {
        for &(step, name) in STEPS {
            assert_eq!(step.name().as_bytes(), name.to_bytes());
            // SAFETY: names are static strings.
            let name_of_step = unsafe { core::ffi::CStr::from_ptr(fl_step_name(number(step))) };
            assert_eq!(name_of_step, name);
        }
        let mount = number(Step::Mount(700));
        assert_eq!((fl_step_mount(mount), fl_step_mount(1), fl_step_mount(-1)), (700, -1, -1));
        // SAFETY: names are static strings.
        assert_eq!(unsafe { core::ffi::CStr::from_ptr(fl_step_name(mount)) }, c"mount");
        for step in [0, -1, 100, c_int::MAX] {
            // SAFETY: fl_step_name returns static strings for every number.
            assert!(unsafe { core::ffi::CStr::from_ptr(fl_step_name(step)) }.is_empty());
        }
    }
}
