//! `fl_session`: made, run, signalled, cloned, freed.

use crate::boundary::{Errno, bytes, errno_of, guard, status};
use crate::outcome::FlOutcome;
use crate::settings::{FlLimits, FlSettings, input, new_builder, output};
use libc::{c_char, c_int};
use session::{Canceller, Session};
use std::cell::UnsafeCell;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

/// `fl_session`: a session, and whether a thread uses it.
pub struct FlSession {
    in_use: AtomicBool,
    session: UnsafeCell<Session>,
    canceller: Canceller,
}

/// The use of a session by one thread.
struct Use<'a>(&'a FlSession);

impl Drop for Use<'_> {
    fn drop(&mut self) {
        self.0.in_use.store(false, Ordering::Release);
    }
}

impl FlSession {
    fn new(session: Session) -> Result<*mut Self, Errno> {
        let canceller = session.canceller().map_err(|error| errno_of(&error))?;
        let session = UnsafeCell::new(session);
        Ok(Box::into_raw(Box::new(Self { in_use: AtomicBool::new(false), session, canceller })))
    }

    /// Calls `use_` with the session; EBUSY where another thread, or this one further out, has it.
    pub(crate) fn with<R>(
        &self,
        use_: impl FnOnce(&mut Session) -> Result<R, session::Error>,
    ) -> Result<R, Errno> {
        if self.in_use.swap(true, Ordering::Acquire) {
            return Err(libc::EBUSY);
        }
        let _use = Use(self);
        // SAFETY: whoever has set `in_use` is the only one until it is reset, when this ends.
        use_(unsafe { &mut *self.session.get() }).map_err(|error| errno_of(&error))
    }
}

/// The session of a handle: EINVAL for null.
///
/// # Safety
/// `session` is null or a handle that has not been freed.
pub(crate) unsafe fn handle<'a>(session: *const FlSession) -> Result<&'a FlSession, Errno> {
    // SAFETY: the caller guarantees null or a handle that has not been freed.
    unsafe { session.as_ref() }.ok_or(libc::EINVAL)
}

/// Makes a session; null with errno where it cannot be made.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_new(settings: *const FlSettings) -> *mut FlSession {
    guard(ptr::null_mut(), || {
        // SAFETY: null or settings as the header says.
        let Some(settings) = (unsafe { settings.as_ref() }) else {
            let session = new_builder().build().map_err(|error| errno_of(&error))?;
            return FlSession::new(session);
        };
        // SAFETY: their pointers are as the header says.
        let builder = unsafe { settings.builder() }?;
        FlSession::new(builder.build().map_err(|error| settings.refuse(&error))?)
    })
}

/// Frees a session that nobody uses; null is no session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_free(session: *mut FlSession) {
    if session.is_null() {
        return;
    }
    guard((), || {
        // SAFETY: the handle is from `FlSession::new` and is freed once.
        drop(unsafe { Box::from_raw(session) });
        Ok(())
    });
}

/// Runs a script to its end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_run(
    session: *mut FlSession,
    script: *const c_char,
    length: usize,
    outcome: *mut FlOutcome,
) -> c_int {
    status(|| {
        // SAFETY: a handle, and a script of that length.
        let (session, script) = unsafe { (handle(session)?, bytes(script, length)?) };
        let result = session.with(|session| session.run(script))?;
        // SAFETY: null or a place for an outcome.
        unsafe { FlOutcome::store(outcome, &result) }
    })
}

/// Sends a signal to the session, which ends a run or runs a trap. Any thread, any time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_signal(session: *mut FlSession, number: c_int) -> c_int {
    status(|| {
        if !(1..=64).contains(&number) {
            return Err(libc::EINVAL);
        }
        // SAFETY: a handle.
        unsafe { handle(session) }?.canceller.send(number);
        Ok(())
    })
}

/// Sets the limits of the runs that follow.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_limits(
    session: *mut FlSession,
    limits: *const FlLimits,
) -> c_int {
    status(|| {
        // SAFETY: null or limits.
        let limits = unsafe { limits.as_ref() }.copied().unwrap_or_default().limits();
        // SAFETY: a handle.
        unsafe { handle(session) }?.with(|session| session.set_limits(limits))
    })
}

/// Sets the files of the runs that follow: descriptors, which are duplicated, `FL_NULL` or `FL_CAPTURE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_files(
    session: *mut FlSession,
    stdin_fd: c_int,
    stdout_fd: c_int,
    stderr_fd: c_int,
) -> c_int {
    status(|| {
        let stdin = input(stdin_fd)?;
        let (stdout, stderr) = (output(stdout_fd)?, output(stderr_fd)?);
        // SAFETY: a handle.
        unsafe { handle(session) }?.with(|session| session.set_files(stdin, stdout, stderr))
    })
}

/// A session that is as this one is now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_clone(session: *mut FlSession) -> *mut FlSession {
    guard(ptr::null_mut(), || {
        // SAFETY: a handle.
        let copy = unsafe { handle(session) }?.with(|session| session.try_clone())?;
        FlSession::new(copy)
    })
}

/// Makes a session what a clone of it is now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_restore(
    session: *mut FlSession,
    snapshot: *mut FlSession,
) -> c_int {
    status(|| {
        if ptr::eq(session, snapshot) {
            return Ok(());
        }
        // SAFETY: two handles.
        let (session, snapshot) = unsafe { (handle(session)?, handle(snapshot)?) };
        // The clone, which is nobody else's, is what the lock of the family is taken for.
        let snapshot = snapshot.with(|snapshot| snapshot.try_clone())?;
        session.with(|session| session.restore(&snapshot))
    })
}
