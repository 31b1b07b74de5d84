//! `fl_line`: a line as `sh -c` gets it, run in a session in the place of that shell: by system(3)'s kin.

use crate::boundary::{Errno, errno_of, guard, text, texts};
use crate::settings::{duplicate, new_builder};
use libc::{c_char, c_int};
use session::{Canceller, Dialect, Error, Input, Outcome, Output, Session, SignalSet};
use std::ptr;
use std::sync::{Mutex, PoisonError};

/// `fl_line`: a line, and the session that it will run in.
pub struct FlLine {
    /// Until it has run: then its files are closed.
    session: Mutex<Option<Session>>,
    line: Vec<u8>,
    /// What its programs have blocked.
    mask: SignalSet,
    canceller: Canceller,
}

impl FlLine {
    fn new(
        line: &[u8],
        environment: &[&[u8]],
        mask: SignalSet,
        files: [c_int; 3],
    ) -> Result<Self, Errno> {
        let builder = new_builder()
            .dialect(Dialect::Sh)
            .name("sh")
            .stdin(match files[0] {
                0 => Input::Inherit,
                fd => Input::File(duplicate(fd)?),
            })
            .stdout(Output::File(duplicate(files[1])?))
            .stderr(Output::File(duplicate(files[2])?))
            .environment(environment.iter().copied())
            .in_place_of_shell();
        let mut session = builder.build().map_err(|error| errno_of(&error))?;
        match session.analyze(line) {
            Ok(found)
                if found.process.is_some()
                    || found.has_unknown_commands
                    || found.is_personal
                    || found.is_asynchronous =>
            {
                return Err(libc::EOPNOTSUPP);
            }
            // The session says of an error of syntax what a shell does.
            Ok(_) | Err(Error::Syntax(_)) => {}
            Err(error) => return Err(errno_of(&error)),
        }
        let canceller = session.canceller().map_err(|error| errno_of(&error))?;
        Ok(Self { session: Mutex::new(Some(session)), line: line.to_vec(), mask, canceller })
    }

    fn run(&self) -> Result<Outcome, Errno> {
        let session = self.session.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut session = session.ok_or(libc::EINVAL)?;
        session.run_with_mask(&self.line, self.mask).map_err(|error| errno_of(&error))
    }
}

/// A mask as the kernel has it.
///
/// # Safety
/// `mask` is null or points to a mask.
unsafe fn mask_of(mask: *const libc::sigset_t) -> SignalSet {
    // SAFETY: null or a mask, as the caller guarantees; sigismember(3) only reads it.
    let has = |number: &i32| !mask.is_null() && unsafe { libc::sigismember(mask, *number) } == 1;
    SignalSet::of(&(1..=64).filter(has).collect::<Vec<_>>())
}

/// Makes ready to run a line; null with EOPNOTSUPP where it takes a process of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_line_new(
    line: *const c_char,
    environment: *const *const c_char,
    mask: *const libc::sigset_t,
    files: *const c_int,
) -> *mut FlLine {
    guard(ptr::null_mut(), || {
        // SAFETY: a string, strings up to a null pointer or null, a mask or null, and three numbers or null,
        // as the header says.
        let (line, environment, mask, files) = unsafe {
            let files = files.cast::<[c_int; 3]>().as_ref().copied().unwrap_or([0, 1, 2]);
            (text(line)?, texts(environment), mask_of(mask), files)
        };
        let line = FlLine::new(line, &environment, mask, files)?;
        Ok(Box::into_raw(Box::new(line)))
    })
}

/// Runs the line to its end: the status as waitpid(2) has it, or -1 with errno.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_line_run(line: *mut FlLine) -> c_int {
    guard(-1, || {
        // SAFETY: null or a handle that has not been freed.
        let outcome = unsafe { line.as_ref() }.ok_or(libc::EINVAL)?.run()?;
        Ok(match outcome.signal {
            Some(number) => number,
            None => outcome.status << 8,
        })
    })
}

/// Sends the line a signal, which ends it as it ends a shell. Any thread, any time, also in a signal handler.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_line_signal(line: *mut FlLine, number: c_int) {
    // SAFETY: null or a handle that has not been freed.
    if let Some(line) = unsafe { line.as_ref() } {
        line.canceller.send(number);
    }
}

/// Frees a line that does not run; null is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_line_free(line: *mut FlLine) {
    if !line.is_null() {
        guard((), || {
            // SAFETY: the handle is from `fl_line_new` and is freed once.
            drop(unsafe { Box::from_raw(line) });
            Ok(())
        });
    }
}
