//! What a program is asked while a script runs: whether it is to be interrupted.

use crate::boundary::status;
use crate::session::{FlSession, handle};
use crate::settings::Data;
use libc::{c_int, c_void};

/// `fl_interrupt`
pub type FlInterrupt = unsafe extern "C" fn(*mut c_void) -> c_int;

/// Has a function asked whether a run goes on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_on_interrupt(
    session: *mut FlSession,
    function: Option<FlInterrupt>,
    data: *mut c_void,
) -> c_int {
    status(|| {
        // SAFETY: a handle.
        let session = unsafe { handle(session)? };
        let function = function.ok_or(libc::EINVAL)?;
        let data = Data(data);
        session.with(|session| {
            session.on_interrupt(move || {
                let data = data;
                // SAFETY: the program's function, with what the header says that it gets.
                match unsafe { function(data.0) } {
                    number @ 1..=64 => Some(number),
                    _ => None,
                }
            })
        })
    })
}
