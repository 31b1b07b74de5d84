//! Starting, and the handle on what was started.

use core::cell::OnceCell;
use core::ffi::{c_char, c_int, c_uint};
use core::sync::atomic::{AtomicU64, Ordering};
use std::ffi::CString;
use std::os::fd::{AsRawFd, IntoRawFd};
use std::time::{Duration, Instant};

use launch::process::{Usage, WaitStatus};
use launch::{Child, LaunchPath, Launching, Streams};

use crate::cancel;
use crate::describe::Description;
use crate::error::{
    Errno, Error, Uncancelled, checked, errno, errno_of, new, set_errno, status, tell,
};

/// `fl_child`: a started program.
pub struct Handle {
    pub(crate) child: Child,
    /// The text of `fl_child_path`, once that was asked for.
    path: OnceCell<CString>,
}

impl Handle {
    pub(crate) fn new(child: Child) -> Self {
        note(child.path);
        Handle { child, path: OnceCell::new() }
    }

    /// The descriptor of the process, or -1.
    fn pidfd(&self) -> c_int {
        self.child.pidfd.as_ref().map_or(-1, AsRawFd::as_raw_fd)
    }
}

/// `fl_launching`: a program that is being started.
pub struct Underway(Option<Launching>);

/// The [bits](LaunchPath::to_bits) of the path of this process's last launch, for
/// [`fl_launch_path`]; 0 before the first.
static LAST: AtomicU64 = AtomicU64::new(0);

/// Notes the path that a launch took.
pub(crate) fn note(path: LaunchPath) {
    LAST.store(path.to_bits(), Ordering::Relaxed);
}

/// Writes `text` into a buffer as snprintf(3) does: cut to fit, and the whole
/// length returned.
unsafe fn give(text: &[u8], buffer: *mut c_char, size: libc::size_t) -> c_int {
    if !buffer.is_null() && size > 0 {
        let count = text.len().min(size - 1);
        // SAFETY: the buffer has room for `size` bytes, as the header asks.
        unsafe {
            core::ptr::copy_nonoverlapping(text.as_ptr().cast(), buffer, count);
            *buffer.add(count) = 0;
        }
    }
    c_int::try_from(text.len()).unwrap_or(c_int::MAX)
}

/// The way that this process's last launch took.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_launch_path(buffer: *mut c_char, size: libc::size_t) -> c_int {
    crate::error::guard(-1, || {
        let last = LaunchPath::from_bits(LAST.load(Ordering::Relaxed));
        let text = last.map_or_else(String::new, |path| path.to_string());
        // SAFETY: `buffer` is null or has room for `size` bytes (forkless.h).
        Ok(unsafe { give(text.as_bytes(), buffer, size) })
    })
}

unsafe fn description<'a>(
    launch: *const Description,
    error: *mut Error,
) -> Result<&'a Description, Errno> {
    // SAFETY: null, or made by fl_launch_new and not freed; null, or valid for writing.
    unsafe { checked(error, || launch.as_ref().ok_or(libc::EINVAL)) }
}

/// Starts the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_start(launch: *const Description, error: *mut Error) -> *mut Handle {
    new(|| {
        // SAFETY: `launch` is null or a description that nobody has freed, `error` is null or valid for
        // writing (forkless.h).
        let child = unsafe { description(launch, error)? }.with(|launch| launch.start());
        // SAFETY: `error` is null or valid for writing, as the header asks.
        child.map(Handle::new).map_err(|failed| unsafe { tell(error, failed) })
    })
}

/// Starts the program and waits until it has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_run(
    launch: *const Description,
    place: *mut c_int,
    usage: *mut UsageNumbers,
    error: *mut Error,
) -> c_int {
    status(|| {
        // SAFETY: `launch` is null or a description that nobody has freed, `error` is null or valid for
        // writing (forkless.h).
        let ended = unsafe { description(launch, error)? }.with(|launch| launch.run());
        // SAFETY: `error` is null or valid for writing, as the header asks.
        let ended = ended.map_err(|failed| unsafe { tell(error, failed) })?;
        note(ended.path);
        // SAFETY: `place` is null or valid for writing, as the header asks.
        unsafe { put(place, ended.status) };
        // SAFETY: null, or valid for writing.
        if let Some(usage) = unsafe { usage.as_mut() } {
            *usage = UsageNumbers::of(ended.usage);
        }
        Ok(())
    })
}

/// Bits of `fl_start_piped`.
pub(crate) fn streams(bits: c_uint) -> Result<Streams, Errno> {
    if bits & !15 != 0 {
        return Err(libc::EINVAL);
    }
    Ok(Streams {
        input: bits & 1 != 0,
        output: bits & 2 != 0,
        error: bits & 4 != 0,
        error_to_output: bits & 8 != 0,
    })
}

/// Starts the program with pipes to its standard streams.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_start_piped(
    launch: *const Description,
    bits: c_uint,
    ends: *mut c_int,
    error: *mut Error,
) -> *mut Handle {
    new(|| {
        let wanted = || if ends.is_null() { Err(libc::EINVAL) } else { streams(bits) };
        // SAFETY: `error` is null or valid for writing (forkless.h).
        let streams = unsafe { checked(error, wanted)? };
        // SAFETY: `launch` is null or a description that nobody has freed, `error` is null or valid for
        // writing (forkless.h).
        let piped =
            unsafe { description(launch, error)? }.with(|launch| launch.start_piped(streams));
        // SAFETY: `error` is null or valid for writing, as the header asks.
        let piped = piped.map_err(|failed| unsafe { tell(error, failed) })?;
        let files = [piped.input, piped.output, piped.error];
        for (at, file) in files.into_iter().enumerate() {
            // SAFETY: an array of three, as the header asks.
            unsafe { *ends.add(at) = file.map_or(-1, IntoRawFd::into_raw_fd) };
        }
        Ok(Handle::new(piped.child))
    })
}

/// Starts the program without waiting for its exec.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_start_unwaited(
    launch: *const Description,
    error: *mut Error,
) -> *mut Underway {
    new(|| {
        // SAFETY: `launch` is null or a description that nobody has freed, `error` is null or valid for
        // writing (forkless.h).
        let launching =
            unsafe { description(launch, error)? }.with(|launch| launch.start_unwaited());
        // SAFETY: `error` is null or valid for writing, as the header asks.
        let launching = launching.map_err(|failed| unsafe { tell(error, failed) })?;
        Ok(Underway(Some(launching)))
    })
}

/// A descriptor that becomes readable when the launch has succeeded or failed; -1 if
/// it was not asked for, or that is known already.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_launching_fd(launching: *const Underway) -> c_int {
    // SAFETY: null, or made by fl_start_unwaited and not finished.
    let launching = unsafe { launching.as_ref() }.and_then(|it| it.0.as_ref());
    launching.and_then(Launching::readiness).map_or(-1, |fd| fd.as_raw_fd())
}

/// Waits for the exec and gives the child; frees the launching value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_launching_finish(
    launching: *mut Underway,
    error: *mut Error,
) -> *mut Handle {
    new(|| {
        let given = || if launching.is_null() { Err(libc::EINVAL) } else { Ok(()) };
        // SAFETY: `error` is null or valid for writing (forkless.h).
        unsafe { checked(error, given)? };
        // SAFETY: made by fl_start_unwaited and not finished.
        let launching = unsafe { Box::from_raw(launching) }.0.ok_or(libc::EINVAL)?;
        // SAFETY: `error` is null or valid for writing (forkless.h).
        let child = launching.finish().map_err(|failed| unsafe { tell(error, failed) })?;
        Ok(Handle::new(child))
    })
}

unsafe fn handle<'a>(child: *mut Handle) -> Result<&'a mut Handle, Errno> {
    // SAFETY: null, or made by a start and not freed.
    unsafe { child.as_mut() }.ok_or(libc::EINVAL)
}

/// The process id.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_pid(child: *mut Handle) -> libc::pid_t {
    // SAFETY: `child` is null or a handle that nobody has freed (forkless.h).
    crate::error::guard(-1, || unsafe { Ok(handle(child)?.child.pid) })
}

/// The descriptor of the process, which stays the handle's, or -1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_pidfd(child: *mut Handle) -> c_int {
    crate::error::guard(-1, || {
        // SAFETY: `child` is null or a handle that nobody has freed (forkless.h).
        let pidfd = unsafe { handle(child)? }.child.pidfd.as_ref();
        pidfd.map(AsRawFd::as_raw_fd).ok_or(libc::ENOSYS)
    })
}

/// The way that the launch took: a string of the handle's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_child_path(child: *mut Handle) -> *const c_char {
    crate::error::guard(c"".as_ptr(), || {
        // SAFETY: `child` is null or a handle that nobody has freed (forkless.h).
        let handle = unsafe { handle(child)? };
        let text = || CString::new(handle.child.path.to_string()).unwrap_or_default();
        Ok(handle.path.get_or_init(text).as_ptr())
    })
}

/// The word that wait(2) has for a status.
pub(crate) fn word(status: WaitStatus) -> c_int {
    status.to_raw()
}

/// Writes a status, if there is a place for it.
unsafe fn put(place: *mut c_int, status: WaitStatus) {
    // SAFETY: null, or valid for writing.
    if let Some(place) = unsafe { place.as_mut() } {
        *place = word(status);
    }
}

/// Sleeps until the program has ended, unless that is known: a cancellation point.
///
/// # Safety
/// `child` is null, or made by a start and not freed. The frames of all callers may be
/// left by unwinding.
unsafe fn sleep_until_ended(child: *const Handle) {
    // SAFETY: `child` is null or a started child that is not freed, and the frames of all callers
    // may be left by unwinding: this function's callers guarantee both.
    unsafe {
        cancel::point();
        let Some(handle) = child.as_ref() else { return };
        if handle.child.known_status().is_none() {
            cancel::sleep_until_ended(handle.child.pid, handle.pidfd());
        }
    }
}

/// Sleeps until the program has ended, for so many milliseconds at most: a cancellation
/// point.
///
/// # Safety
/// `child` is null, or made by a start and not freed. The frames of all callers may be left by
/// unwinding.
unsafe fn sleep_for(child: *const Handle, milliseconds: c_uint) {
    let before = errno();
    // SAFETY: `child` is null or a started child that is not freed, and the frames of all callers
    // may be left by unwinding: this function's callers guarantee both.
    unsafe {
        cancel::point();
        let Some(handle) = child.as_ref() else { return };
        if milliseconds == 0 || handle.child.known_status().is_some() {
            return;
        }
        match handle.pidfd() {
            -1 => cancel::pause(milliseconds),
            pidfd => cancel::sleep_for(pidfd, Some(milliseconds)),
        }
    }
    set_errno(before);
}

/// Waits for the end.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn fl_wait(child: *mut Handle, place: *mut c_int) -> c_int {
    // SAFETY: `child` is null or a handle that nobody has freed (forkless.h).
    unsafe { sleep_until_ended(child) };
    status(|| {
        // SAFETY: `child` is null or a handle that nobody has freed (forkless.h).
        let status = unsafe { handle(child)? }.child.wait().map_err(|error| errno_of(&error))?;
        // SAFETY: `place` is null or valid for writing, as the header asks.
        unsafe { put(place, status) };
        Ok(())
    })
}

/// Waits for the end, for so long: 1 if it has ended, 0 if not.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn fl_wait_for(
    child: *mut Handle,
    milliseconds: c_uint,
    place: *mut c_int,
) -> c_int {
    /// How long to sleep between two looks at a process without a pidfd, milliseconds.
    const LONGEST_PAUSE: c_uint = 10;
    let end = Instant::now() + Duration::from_millis(milliseconds.into());
    let mut pause = 1;
    let mut left = milliseconds;
    loop {
        // SAFETY: `child` is null or a handle that nobody has freed, `place` is null or valid for writing
        // (forkless.h).
        let ended = unsafe { try_wait(child, place) };
        if ended != 0 || left == 0 {
            return ended;
        }
        // SAFETY: `child` is null or a handle that nobody has freed (forkless.h).
        unsafe {
            let has_pidfd = (*child).pidfd() >= 0;
            sleep_for(child, if has_pidfd { left } else { left.min(pause) });
        }
        pause = (pause * 2).min(LONGEST_PAUSE);
        let rest = end.saturating_duration_since(Instant::now()).as_nanos().div_ceil(1_000_000);
        left = c_uint::try_from(rest).unwrap_or(c_uint::MAX);
    }
}

/// Whether the program has ended, 1 or 0, or -1 with errno: waitpid(2) with WNOHANG.
unsafe fn try_wait(child: *mut Handle, place: *mut c_int) -> c_int {
    crate::error::guard(-1, || {
        // SAFETY: `child` is null or a handle that nobody has freed (forkless.h).
        let child = unsafe { &mut handle(child)?.child };
        let ended = child.try_wait().map_err(|error| errno_of(&error))?;
        if let Some(status) = ended {
            // SAFETY: `place` is null or valid for writing (forkless.h).
            unsafe { put(place, status) };
        }
        Ok(c_int::from(ended.is_some()))
    })
}

/// `struct fl_usage`: what a program has used.
#[repr(C)]
pub struct UsageNumbers {
    /// Microseconds of processor time in the program.
    pub user: u64,
    /// Microseconds of processor time in the kernel.
    pub system: u64,
    /// Largest resident set, KiB.
    pub max_rss: u64,
}

impl UsageNumbers {
    pub(crate) fn of(usage: Usage) -> Self {
        let microseconds = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        UsageNumbers {
            user: microseconds(usage.user),
            system: microseconds(usage.system),
            max_rss: usage.max_rss,
        }
    }
}

/// What the program has used, after its end.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn fl_usage(child: *mut Handle, place: *mut UsageNumbers) -> c_int {
    // SAFETY: `child` is null or a handle that nobody has freed (forkless.h).
    unsafe { sleep_until_ended(child) };
    status(|| {
        // SAFETY: `child` is null or a handle that nobody has freed, `place` is null or valid for writing
        // (forkless.h).
        let (child, place) = unsafe { (handle(child)?, place.as_mut().ok_or(libc::EINVAL)?) };
        let (_, usage) = child.child.wait_usage().map_err(|error| errno_of(&error))?;
        *place = UsageNumbers::of(usage);
        Ok(())
    })
}

/// Sends a signal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_signal(child: *mut Handle, signal: c_int) -> c_int {
    // SAFETY: `child` is null or a handle that nobody has freed (forkless.h).
    status(|| unsafe { handle(child)? }.child.signal(signal).map_err(|error| errno_of(&error)))
}

/// Kills the program and what it has started.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_kill_tree(child: *mut Handle) -> c_int {
    // SAFETY: `child` is null or a handle that nobody has freed (forkless.h).
    status(|| unsafe { handle(child)? }.child.kill_tree().map_err(|error| errno_of(&error)))
}

/// Frees a handle; the program goes on. Null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_child_free(child: *mut Handle) {
    if !child.is_null() {
        // Closing is a cancellation point.
        let _uncancelled = Uncancelled::new();
        // SAFETY: made by a start.
        drop(unsafe { Box::from_raw(child) });
    }
}

/// Orphans among the descendants become children of this process.
#[unsafe(no_mangle)]
pub extern "C" fn fl_adopt_orphans(adopt: c_int) -> c_int {
    status(|| launch::tree::adopt_orphans(adopt != 0).map_err(|error| errno_of(&error)))
}

/// Kills all of a control group.
#[unsafe(no_mangle)]
pub extern "C" fn fl_kill_cgroup(directory: c_int) -> c_int {
    status(|| {
        if directory < 0 {
            return Err(libc::EBADF);
        }
        // SAFETY: a number that is open or is not.
        let directory = unsafe { std::os::fd::BorrowedFd::borrow_raw(directory) };
        launch::tree::kill_cgroup(directory).map_err(|error| errno_of(&error))
    })
}
