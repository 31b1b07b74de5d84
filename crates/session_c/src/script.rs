//! `fl_script`: scripts that are parsed once and run many times.

use crate::boundary::{allocate, bytes, errno_of, guard, status, store};
use crate::outcome::FlOutcome;
use crate::session::{FlSession, handle};
use libc::{c_char, c_int};
use session::{Error, Script};
use std::ptr;

/// `fl_script`.
pub struct FlScript(Script);

/// Parses a script; null with errno, and the message of an error of syntax.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_parse(
    session: *mut FlSession,
    script: *const c_char,
    length: usize,
    message: *mut *mut c_char,
) -> *mut FlScript {
    guard(ptr::null_mut(), || {
        // SAFETY: null or a place for a pointer.
        unsafe { store(message, ptr::null_mut()) };
        // SAFETY: a handle, and a script of that length.
        let (session, script) = unsafe { (handle(session)?, bytes(script, length)?) };
        match session.with(|session| Ok(session.parse(script)))? {
            Ok(script) => Ok(Box::into_raw(Box::new(FlScript(script)))),
            Err(error) => {
                if let Error::Syntax(words) = &error
                    && !message.is_null()
                {
                    // SAFETY: a place for a pointer.
                    unsafe { store(message, allocate(words.as_bytes())?) };
                }
                Err(errno_of(&error))
            }
        }
    })
}

/// Runs a parsed script.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_run_script(
    session: *mut FlSession,
    script: *mut FlScript,
    outcome: *mut FlOutcome,
) -> c_int {
    status(|| {
        // SAFETY: a handle of a session, and null or one of a script.
        let (session, script) = unsafe { (handle(session)?, script.as_ref()) };
        let script = &script.ok_or(libc::EINVAL)?.0;
        let result = session.with(|session| session.run_parsed(script))?;
        // SAFETY: null or a place for an outcome.
        unsafe { FlOutcome::store(outcome, &result) }
    })
}

/// Frees a script; null is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_script_free(script: *mut FlScript) {
    if !script.is_null() {
        guard((), || {
            // SAFETY: the handle is from `fl_session_parse` and is freed once.
            drop(unsafe { Box::from_raw(script) });
            Ok(())
        });
    }
}
