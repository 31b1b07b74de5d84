//! `struct fl_outcome`: how a run has ended.

use crate::boundary::{Errno, allocate};
use libc::{c_char, c_int};
use session::{Limit, Outcome};
use std::ptr;

/// `struct fl_outcome`.
#[repr(C)]
pub struct FlOutcome {
    status: c_int,
    signal: c_int,
    limit: c_int,
    output: *mut c_char,
    output_length: usize,
    errors: *mut c_char,
    errors_length: usize,
    steps: u64,
    processes: u64,
    wall: u64,
}

impl FlOutcome {
    /// Writes an outcome to where the program wants it, if it does.
    ///
    /// # Safety
    /// `place` is null or a place for an outcome.
    pub(crate) unsafe fn store(place: *mut Self, outcome: &Outcome) -> Result<(), Errno> {
        if place.is_null() {
            return Ok(());
        }
        let output = allocate(&outcome.stdout)?;
        let errors = allocate(&outcome.stderr).inspect_err(|_| {
            // SAFETY: from malloc(3), and nobody else has it.
            unsafe { libc::free(output.cast()) };
        })?;
        let usage = outcome.usage;
        let value = Self {
            status: outcome.status,
            signal: outcome.signal.unwrap_or(0),
            limit: match outcome.limit {
                None => 0,
                Some(Limit::Steps) => 1,
                Some(Limit::Processes) => 2,
                Some(Limit::Output) => 3,
                Some(Limit::Wall) => 4,
                Some(Limit::Cpu) => 5,
                Some(Limit::Nesting) => 6,
                Some(Limit::Variables) => 7,
                Some(Limit::Memory) => 8,
            },
            output,
            output_length: outcome.stdout.len(),
            errors,
            errors_length: outcome.stderr.len(),
            steps: usage.steps,
            processes: usage.processes,
            wall: u64::try_from(usage.wall.as_nanos()).unwrap_or(u64::MAX),
        };
        // SAFETY: `place` may be written to, as the caller guarantees.
        unsafe { place.write(value) };
        Ok(())
    }
}

/// Frees what an outcome points to; it may be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_outcome_free(outcome: *mut FlOutcome) {
    // SAFETY: null or an outcome, whose pointers are from malloc(3) or null.
    unsafe {
        let Some(outcome) = outcome.as_mut() else { return };
        libc::free(outcome.output.cast());
        libc::free(outcome.errors.cast());
        outcome.output = ptr::null_mut();
        outcome.errors = ptr::null_mut();
        (outcome.output_length, outcome.errors_length) = (0, 0);
    }
}
