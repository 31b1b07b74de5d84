//! Events of a session, told to a function of the program.

use crate::boundary::status;
use crate::session::{FlSession, handle};
use crate::settings::Data;
use libc::{c_char, c_int, c_uint, c_void};
use session::{Event, EventKind, Verdict};
use std::ffi::CString;
use std::ptr;

/// `struct fl_event`
#[repr(C)]
pub struct FlEvent {
    kind: c_int,
    line: c_uint,
    file: *const c_char,
    function: *const c_char,
    argv: *const *const c_char,
    reason: *const c_char,
}

/// `fl_observer`
pub type FlObserver = unsafe extern "C" fn(*const FlEvent, *mut c_void) -> c_int;

const COMMAND: c_int = 0;
const UTILITY: c_int = 1;
const PROCESS: c_int = 2;

/// Has a function told what the session and its clones do; null: nobody.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_session_observe(
    session: *mut FlSession,
    observer: Option<FlObserver>,
    data: *mut c_void,
) -> c_int {
    status(|| {
        // SAFETY: a handle.
        let session = unsafe { handle(session)? };
        let data = Data(data);
        session.with(|session| match observer {
            None => session.stop_observing(),
            Some(observer) => session.observe(move |event| {
                let data = data;
                tell(observer, event, data.0)
            }),
        })
    })
}

fn tell(observer: FlObserver, event: &Event, data: *mut c_void) -> Verdict {
    // Texts of a shell have no NUL.
    let owned = |text: &[u8]| CString::new(text).unwrap_or_default();
    let (kind, words, reason) = match &event.kind {
        EventKind::Command(words) => {
            (COMMAND, words.iter().map(|word| owned(word)).collect(), None)
        }
        EventKind::Utility(name) => (UTILITY, vec![owned(name)], None),
        EventKind::Process { program, reason } => {
            (PROCESS, vec![owned(program)], Some(owned(reason)))
        }
        _ => return Verdict::Run,
    };
    let (file, function) = (owned(&event.file), owned(&event.function));
    let mut argv: Vec<*const c_char> = words.iter().map(|word| word.as_ptr()).collect();
    argv.push(ptr::null());
    let told = FlEvent {
        kind,
        line: event.line,
        file: file.as_ptr(),
        function: function.as_ptr(),
        argv: argv.as_ptr(),
        reason: reason.as_ref().map_or(ptr::null(), |reason| reason.as_ptr()),
    };
    // SAFETY: the program's function, with what the header says that it gets; all of it outlives the call.
    match unsafe { observer(&told, data) } {
        skipped @ 0.. => Verdict::Skip(skipped),
        _ => Verdict::Run,
    }
}
