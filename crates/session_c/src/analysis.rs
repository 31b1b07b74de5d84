//! `struct fl_analysis`: what a script would do.

use crate::boundary::{Errno, allocate, bytes, status, strings};
use crate::session::{FlSession, handle};
use libc::{c_char, c_int};
use session::Analysis;
use std::ptr;

/// `struct fl_analysis`
#[repr(C)]
pub struct FlAnalysis {
    commands: *mut *mut c_char,
    reads: *mut *mut c_char,
    writes: *mut *mut c_char,
    process: *mut c_char,
    open: c_int,
    personal: c_int,
    asynchronous: c_int,
}

impl FlAnalysis {
    fn none() -> Self {
        Self {
            commands: ptr::null_mut(),
            reads: ptr::null_mut(),
            writes: ptr::null_mut(),
            process: ptr::null_mut(),
            open: 0,
            personal: 0,
            asynchronous: 0,
        }
    }

    fn fill(&mut self, found: &Analysis) -> Result<(), Errno> {
        self.open = c_int::from(found.is_open);
        self.personal = c_int::from(found.is_personal);
        self.asynchronous = c_int::from(found.is_asynchronous);
        self.commands = strings(&found.commands)?;
        self.reads = strings(&found.reads)?;
        self.writes = strings(&found.writes)?;
        if let Some(reason) = found.process {
            self.process = allocate(reason.as_bytes())?;
        }
        Ok(())
    }
}

/// What a script would run, read and write, as far as that stands in its text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_analyze(
    session: *mut FlSession,
    script: *const c_char,
    length: usize,
    analysis: *mut FlAnalysis,
) -> c_int {
    status(|| {
        // SAFETY: a handle, a script of that length, and a place for an analysis.
        let (session, script) = unsafe { (handle(session)?, bytes(script, length)?) };
        let found = session.with(|session| session.analyze(script))?;
        if analysis.is_null() {
            return Ok(());
        }
        let mut value = FlAnalysis::none();
        let filled = value.fill(&found);
        if filled.is_err() {
            // SAFETY: what it points to is from malloc(3) or null.
            unsafe { fl_analysis_free(&mut value) };
        }
        // SAFETY: a place for one.
        unsafe { analysis.write(value) };
        filled
    })
}

/// Frees what an analysis points to; it may be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_analysis_free(analysis: *mut FlAnalysis) {
    // SAFETY: null or an analysis, whose pointers are from malloc(3) or null.
    unsafe {
        let Some(analysis) = analysis.as_mut() else { return };
        libc::free(analysis.commands.cast());
        libc::free(analysis.reads.cast());
        libc::free(analysis.writes.cast());
        libc::free(analysis.process.cast());
        *analysis = FlAnalysis::none();
    }
}
