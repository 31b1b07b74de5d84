//! `fl_popen` and `fl_pclose`: popen(3), directly where a line needs no shell.

use core::ffi::{CStr, c_char, c_int};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::os::fd::IntoRawFd;

use launch::{Child, Streams};

use crate::child::{note, word};
use crate::describe::text;
use crate::error::{Errno, errno, errno_of, guard};
use crate::lock::Lock;
use crate::system::launch_line;

/// The processes behind the streams that are open, by the stream's address.
static STREAMS: Lock<Vec<(usize, Child)>> = Lock::new(Vec::new());

/// How many they are, so that a question about any other stream costs next to nothing
/// where there are none. Whoever has one of them has seen it counted.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// What `type` asks for: reading or not. A letter `e` is about close-on-exec,
/// which the stream is in any case.
fn direction(kind: &CStr) -> Result<bool, Errno> {
    let mut reading = None;
    for &byte in kind.to_bytes() {
        match byte {
            b'r' if reading != Some(false) => reading = Some(true),
            b'w' if reading != Some(true) => reading = Some(false),
            b'e' => {}
            _ => return Err(libc::EINVAL),
        }
    }
    reading.ok_or(libc::EINVAL)
}

/// A stream on a descriptor, which it then owns.
pub(crate) fn stream(fd: c_int, reading: bool) -> Result<*mut libc::FILE, Errno> {
    let mode = if reading { c"r" } else { c"w" };
    // SAFETY: the descriptor is ours to give.
    let file = unsafe { libc::fdopen(fd, mode.as_ptr()) };
    if file.is_null() {
        let errno = errno_of(&std::io::Error::last_os_error());
        // SAFETY: nobody else has it.
        unsafe { libc::close(fd) };
        return Err(errno);
    }
    Ok(file)
}

/// popen(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_popen(command: *const c_char, kind: *const c_char) -> *mut libc::FILE {
    guard(core::ptr::null_mut(), || {
        // SAFETY: strings are null or NUL-terminated (forkless.h).
        let (command, kind) = unsafe { (text(command)?, text(kind)?) };
        let reading = direction(kind)?;
        let wanted = Streams { input: !reading, output: reading, ..Default::default() };
        let piped = launch_line(command, |launch| launch.start_piped(wanted));
        let mut piped = piped.map_err(|error| error.errno)?;
        note(piped.child.path);
        let end = if reading { piped.output } else { piped.input };
        let opened = stream(end.map_or(-1, IntoRawFd::into_raw_fd), reading);
        match opened {
            Ok(file) => {
                let stale = STREAMS.with(|streams| {
                    // The program has closed a stream of that address by fclose(3).
                    let stale = streams.iter().position(|one| one.0 == file.addr());
                    let stale = stale.map(|at| streams.swap_remove(at).1);
                    streams.push((file.addr(), piped.child));
                    COUNT.store(streams.len(), Ordering::Relaxed);
                    stale
                });
                if let Some(mut child) = stale {
                    let _ = child.try_wait();
                }
                Ok(file)
            }
            Err(errno) => {
                let _ = piped.child.kill_tree();
                let _ = piped.child.wait();
                Err(errno)
            }
        }
    })
}

/// pclose(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_pclose(file: *mut libc::FILE) -> c_int {
    guard(-1, || {
        let child = STREAMS.with(|streams| {
            let at = streams.iter().position(|one| one.0 == file.addr())?;
            let child = streams.swap_remove(at).1;
            COUNT.store(streams.len(), Ordering::Relaxed);
            Some(child)
        });
        let mut child = child.ok_or(libc::EINVAL)?;
        // SAFETY: opened by fl_popen and not closed yet.
        let lost = (unsafe { libc::fclose(file) } != 0).then(errno);
        let status = child.wait().map(word).map_err(|error| errno_of(&error))?;
        match lost {
            // As in the C library: what could not be written, unless the status tells more.
            Some(errno) if status == 0 => Err(errno),
            _ => Ok(status),
        }
    })
}

/// Whether a stream is one of `fl_popen`'s.
pub fn is_stream(file: *mut libc::FILE) -> bool {
    COUNT.load(Ordering::Relaxed) != 0
        && STREAMS.with(|streams| streams.iter().any(|one| one.0 == file.addr()))
}
