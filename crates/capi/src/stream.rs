//! `fl_popen` and `fl_pclose`: popen(3), directly where a line needs no shell, in a session where it can.

use core::ffi::{CStr, c_char, c_int};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::os::fd::{AsRawFd, IntoRawFd, OwnedFd};
use std::sync::Once;

use launch::{Child, Streams};

use crate::child::{note, word};
use crate::describe::text;
use crate::environment::Environment;
use crate::error::{Errno, errno, errno_of, guard};
use crate::lock::Lock;
use crate::session::Running;
use crate::system::launch_line;

/// What is behind a stream.
enum Behind {
    /// A process.
    Process(Child),
    /// A line that runs in a session, in this process, and whether it writes into the stream.
    Session(Running, bool),
}

impl Behind {
    /// Waits for it, once: the status as waitpid(2) has it.
    fn wait(self) -> Result<c_int, Errno> {
        match self {
            Behind::Process(mut child) => child.wait().map(word).map_err(|error| errno_of(&error)),
            Behind::Session(running, _) => {
                // SAFETY: it is waited for here alone, and then freed; `guard` keeps the thread from
                // being cancelled.
                let status = unsafe {
                    let status = running.wait();
                    running.free();
                    status
                };
                if status < 0 { Err(libc::EIO) } else { Ok(status) }
            }
        }
    }
}

/// What is behind the streams that are open, by the stream's address.
static STREAMS: Lock<Vec<(usize, Behind)>> = Lock::new(Vec::new());

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

/// A stream before it is one: the caller's end, and what is behind.
type Opened = (Option<OwnedFd>, Behind);

/// Runs a line in a session, at the other end of a pipe.
fn open_session(command: &CStr, reading: bool, environment: &Environment) -> Option<Opened> {
    let (read, write) = std::io::pipe().ok()?;
    let (read, write) = (OwnedFd::from(read), OwnedFd::from(write));
    let (ours, theirs) = if reading { (read, write) } else { (write, read) };
    let mut files = [0, 1, 2];
    files[usize::from(reading)] = theirs.as_raw_fd();
    let mask = launch::signal::mask();
    let running = Running::prepare(command, environment, mask, files)?.start()?;
    // The line ends with the process: one whose stream is open then would be cut off.
    static AT_EXIT: Once = Once::new();
    AT_EXIT.call_once(|| {
        // SAFETY: a function of a library that stays.
        unsafe { libc::atexit(close_sessions) };
    });
    Some((Some(ours), Behind::Session(running, reading)))
}

/// When the process ends: closes the streams of lines that run in it. What reads is waited for, since it does
/// something with what was written; what writes ends where it is.
extern "C" fn close_sessions() {
    guard((), || {
        loop {
            let found = STREAMS.with(|streams| {
                let at = streams.iter().position(|(_, one)| matches!(one, Behind::Session(..)))?;
                Some(streams.swap_remove(at))
            });
            let Some((address, behind)) = found else { return Ok(()) };
            // SAFETY: a stream that is open, at the address that it had when it was noted.
            unsafe { libc::fclose(core::ptr::with_exposed_provenance_mut(address)) };
            match behind {
                // SAFETY: it has not been waited for, and is nobody else's.
                Behind::Session(running, true) => unsafe {
                    running.kill();
                    running.free();
                },
                other => drop(other.wait()),
            }
        }
    });
}

/// popen(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_popen(command: *const c_char, kind: *const c_char) -> *mut libc::FILE {
    // SAFETY: strings are null or NUL-terminated (forkless.h).
    unsafe { open_line(command, kind, true) }
}

/// `fl_popen`, for functions of another name. `sessions`: a line that takes a shell may run in a session.
///
/// # Safety
/// Both are null or NUL-terminated.
pub unsafe fn open_line(
    command: *const c_char,
    kind: *const c_char,
    sessions: bool,
) -> *mut libc::FILE {
    guard(core::ptr::null_mut(), || {
        // SAFETY: strings are null or NUL-terminated (forkless.h).
        let (command, kind) = unsafe { (text(command)?, text(kind)?) };
        let reading = direction(kind)?;
        let wanted = Streams { input: !reading, output: reading, ..Default::default() };
        let opened = launch_line(
            command,
            |launch| {
                let piped = launch.start_piped(wanted)?;
                note(piped.child.path);
                let end = if reading { piped.output } else { piped.input };
                Ok((end.map(OwnedFd::from), Behind::Process(piped.child)))
            },
            |environment| sessions.then(|| open_session(command, reading, environment)).flatten(),
        );
        let (end, behind): Opened = opened.map_err(|error| error.errno)?;
        match stream(end.map_or(-1, IntoRawFd::into_raw_fd), reading) {
            Ok(file) => {
                let stale = STREAMS.with(|streams| {
                    // The program has closed a stream of that address by fclose(3).
                    let address = file.expose_provenance();
                    let stale = streams.iter().position(|one| one.0 == address);
                    let stale = stale.map(|at| streams.swap_remove(at).1);
                    streams.push((address, behind));
                    COUNT.store(streams.len(), Ordering::Relaxed);
                    stale
                });
                match stale {
                    Some(Behind::Process(mut child)) => drop(child.try_wait()),
                    // Its pipe is closed, so that it ends.
                    Some(session) => drop(session.wait()),
                    None => {}
                }
                Ok(file)
            }
            Err(errno) => {
                match behind {
                    Behind::Process(mut child) => {
                        let _ = child.kill_tree();
                        let _ = child.wait();
                    }
                    // SAFETY: it has not been waited for.
                    Behind::Session(running, _) => unsafe {
                        running.kill();
                        running.free();
                    },
                }
                Err(errno)
            }
        }
    })
}

/// pclose(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_pclose(file: *mut libc::FILE) -> c_int {
    guard(-1, || {
        let behind = STREAMS.with(|streams| {
            let at = streams.iter().position(|one| one.0 == file.addr())?;
            let behind = streams.swap_remove(at).1;
            COUNT.store(streams.len(), Ordering::Relaxed);
            Some(behind)
        });
        let behind = behind.ok_or(libc::EINVAL)?;
        // SAFETY: opened by fl_popen and not closed yet.
        let lost = (unsafe { libc::fclose(file) } != 0).then(errno);
        let status = behind.wait()?;
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
