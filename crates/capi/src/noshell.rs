//! The functions of popen_noshell.h, for programs written for that library.
//!
//! Names, arguments and results are as documented there; see popen_noshell(3) for
//! what differs. In short, its faults are gone: nothing of the caller's stdio is
//! written by the child, nothing leaks on an error, stacks are small, handlers of
//! the caller's do not run in the child.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::{AtomicI32, Ordering};
use std::ffi::CString;
use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd};

use launch::{CStringArray, ForkPolicy, Launch, LaunchError, Step};

use crate::child::note;
use crate::describe::{empty_launch, text};
use crate::environment::Environment;
use crate::error::{Errno, errno_of, guard};
use crate::stream::stream;

const MODE_CLONE: c_int = 0;
const MODE_FORK: c_int = 1;
const MODE_POSIX_SPAWN: c_int = 2;

/// What `popen_noshell_set_fork_mode` set: of the process, as documented.
static MODE: AtomicI32 = AtomicI32::new(MODE_CLONE);

/// `struct popen_noshell_pass_to_pclose`.
#[repr(C)]
pub struct PassToPclose {
    file: *mut libc::FILE,
    pid: libc::pid_t,
    free_clone_mem: c_int,
    stack: *mut c_void,
    func_args: *mut c_void,
}

/// Sets the mode for the launches that follow.
#[unsafe(no_mangle)]
pub extern "C" fn popen_noshell_set_fork_mode(mode: c_int) {
    MODE.store(mode, Ordering::Relaxed);
}

/// The mode that is set.
#[unsafe(no_mangle)]
pub extern "C" fn popen_noshell_get_fork_mode() -> c_int {
    MODE.load(Ordering::Relaxed)
}

/// Starts `file`, found as execvp(3) does, with a pipe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn popen_noshell(
    file: *const c_char,
    argv: *const *const c_char,
    kind: *const c_char,
    place: *mut PassToPclose,
    stderr_mode: c_int,
) -> *mut libc::FILE {
    guard(core::ptr::null_mut(), || {
        // SAFETY: strings are null or NUL-terminated, `place` is null or valid for writing (forkless.h).
        let (file, kind, place) =
            unsafe { (text(file)?, text(kind)?, place.as_mut().ok_or(libc::EINVAL)?) };
        if argv.is_null() {
            return Err(libc::EINVAL);
        }
        *place = PassToPclose {
            file: core::ptr::null_mut(),
            pid: 0,
            free_clone_mem: 0,
            stack: core::ptr::null_mut(),
            func_args: core::ptr::null_mut(),
        };
        let reading = match kind.to_bytes() {
            b"r" => true,
            b"w" => false,
            _ => return Err(libc::EINVAL),
        };
        open(file, argv, reading, place, stderr_mode)
    })
}

fn open(
    file: &CStr,
    argv: *const *const c_char,
    reading: bool,
    place: &mut PassToPclose,
    stderr_mode: c_int,
) -> Result<*mut libc::FILE, Errno> {
    let mode = MODE.load(Ordering::Relaxed);
    if !(0..=2).contains(&stderr_mode) && mode == MODE_POSIX_SPAWN {
        say(2, format!("Unknown 'stderr_mode' {stderr_mode}\n").as_bytes());
        return Err(libc::EINVAL);
    }
    let (ours, theirs) = pipe(reading)?;
    // Before anything is started, so that nothing has to be undone.
    let ours = stream(ours.into_raw_fd(), reading)?;
    let started = start(file, argv, reading, theirs.as_raw_fd(), stderr_mode, mode);
    match started {
        Ok(pid) => {
            (place.file, place.pid) = (ours, pid);
            Ok(ours)
        }
        Err(errno) => {
            // SAFETY: opened above, and nobody has it.
            unsafe { libc::fclose(ours) };
            Err(errno)
        }
    }
}

/// A pipe: our end, the program's.
fn pipe(reading: bool) -> Result<(File, File), Errno> {
    let mut ends = [-1; 2];
    // SAFETY: writes two ints, descriptors that are ours.
    let (read, write) = unsafe {
        if libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
            return Err(errno_of(&std::io::Error::last_os_error()));
        }
        (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1]))
    };
    Ok(if reading { (read, write) } else { (write, read) })
}

/// Starts the program. One that cannot be executed is, as documented, found out by
/// the status of a process: 255, or 127 in the mode of posix_spawn.
fn start(
    file: &CStr,
    argv: *const *const c_char,
    reading: bool,
    end: c_int,
    stderr_mode: c_int,
    mode: c_int,
) -> Result<libc::pid_t, Errno> {
    // Where the program's complaints go.
    let errors = match stderr_mode {
        0 => Some(2),
        2 if reading => Some(end),
        _ => None,
    };
    if !(0..=2).contains(&stderr_mode) {
        say(2, format!("Unknown 'stderr_mode' {stderr_mode}\n").as_bytes());
        return ended(254);
    }
    let error = match launch(file, argv, reading, end, stderr_mode, mode) {
        Ok(pid) => return Ok(pid),
        Err(LaunchError { step: Step::Exec, errno: libc::ENOEXEC }) => {
            match launch_script(file, argv, reading, end, stderr_mode, mode) {
                Ok(pid) => return Ok(pid),
                Err(error) => error,
            }
        }
        Err(error) => error,
    };
    if error.step != Step::Exec {
        return Err(error.errno);
    }
    if let Some(errors) = errors {
        let mut message = b"exec(\"".to_vec();
        message.extend_from_slice(file.to_bytes());
        message.extend_from_slice(b"\"): ");
        let why = error.to_string();
        message.extend_from_slice(why.strip_prefix("exec: ").unwrap_or(&why).as_bytes());
        message.push(b'\n');
        say(errors, &message);
    }
    ended(if mode == MODE_POSIX_SPAWN { 127 } else { 255 })
}

fn launch(
    file: &CStr,
    argv: *const *const c_char,
    reading: bool,
    end: c_int,
    stderr_mode: c_int,
    mode: c_int,
) -> Result<libc::pid_t, LaunchError> {
    let environment = environment_now()?;
    let mut launch = empty_launch();
    // SAFETY: the strings are the caller's, which does not change them meanwhile; the
    // environment lives through the launch.
    unsafe { launch.set_raw_parts(file.as_ptr(), argv, environment.as_ptr()) };
    launch.search_path(environment.search_path());
    if mode == MODE_FORK {
        launch.fork_policy(ForkPolicy::Always);
    }
    let (piped, unused) = if reading { (1, 0) } else { (0, 1) };
    launch.descriptor(piped, end).open(unused, c"/dev/null", libc::O_RDWR, 0);
    match stderr_mode {
        1 => drop_(launch.open(2, c"/dev/null", libc::O_RDWR, 0)),
        2 => drop_(launch.copy(2, 1)),
        _ => {}
    }
    let child = launch.start()?;
    note(child.path);
    Ok(child.pid)
}

/// This process's environment, or why it cannot be had.
fn environment_now() -> Result<Environment, LaunchError> {
    Environment::now().map_err(|errno| LaunchError { step: Step::Prepare, errno })
}

/// Ends a chain of options.
fn drop_(_: &mut Launch<'_>) {}

/// A script without an interpreter line, which execvp(3) gives to the shell.
fn launch_script(
    file: &CStr,
    argv: *const *const c_char,
    reading: bool,
    end: c_int,
    stderr_mode: c_int,
    mode: c_int,
) -> Result<libc::pid_t, LaunchError> {
    let failed = |errno| LaunchError { step: Step::Exec, errno };
    let environment = environment_now()?;
    let path = environment.search_path().to_bytes();
    let found = launch::search::find(file.to_bytes(), path, None).map_err(failed)?;
    // SAFETY: null-terminated, as the header asks.
    let arguments = unsafe { CStringArray::from_raw(argv) };
    let all = [c"/bin/sh", &found].into_iter().chain(arguments.iter().skip(1));
    let all =
        CStringArray::from_strings(all.map(CStr::to_bytes)).map_err(|_| failed(libc::EINVAL))?;
    launch(c"/bin/sh", all.as_ptr(), reading, end, stderr_mode, mode)
}

/// A process that has ended with this status.
fn ended(status: c_int) -> Result<libc::pid_t, Errno> {
    unsafe extern "C" fn end(status: *mut c_void) -> c_int {
        status.addr() as c_int
    }
    let status = core::ptr::without_provenance_mut(status as usize);
    // SAFETY: the function does nothing but return.
    unsafe { launch::process::share_until_exec(end, status) }.map_err(|error| errno_of(&error))
}

/// Writes a message, as far as it can be.
fn say(fd: c_int, text: &[u8]) {
    // SAFETY: the pointer and length are the slice's.
    unsafe { libc::write(fd, text.as_ptr().cast(), text.len()) };
}

/// Starts a command line that is split at blanks, with quotes but nothing else.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn popen_noshell_compat(
    command: *const c_char,
    kind: *const c_char,
    place: *mut PassToPclose,
) -> *mut libc::FILE {
    let split = guard(None, || {
        // SAFETY: strings are null or NUL-terminated (forkless.h).
        let words = split(unsafe { text(command)? }.to_bytes())?;
        let first = words.first().and_then(|word| CString::new(&word[..]).ok());
        let array = CStringArray::from_strings(&words).map_err(|_| libc::EINVAL)?;
        Ok(Some((first.ok_or(libc::EINVAL)?, array)))
    });
    let Some((program, words)) = split else { return core::ptr::null_mut() };
    // SAFETY: the strings live through the call.
    unsafe { popen_noshell(program.as_ptr(), words.as_ptr(), kind, place, 0) }
}

/// Splits a line at blanks and tabs outside of quotes. Quotes of either kind hold
/// everything together but what a shell would act on, which is refused anywhere.
fn split(line: &[u8]) -> Result<Vec<Vec<u8>>, Errno> {
    let mut words = Vec::new();
    let mut word: Vec<u8> = Vec::new();
    let mut quote = None;
    for &byte in line {
        match byte {
            b'!' | b'\\' | b'$' | b'`' | b'\n' | b'|' | b'&' | b';' | b'(' | b')' | b'<' | b'>' => {
                return Err(libc::EINVAL);
            }
            b'\'' | b'"' if quote == Some(byte) => quote = None,
            b'\'' | b'"' if quote.is_none() => quote = Some(byte),
            b' ' | b'\t' if quote.is_none() => {
                if !word.is_empty() {
                    words.push(core::mem::take(&mut word));
                }
            }
            _ => word.push(byte),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    if quote.is_some() || words.is_empty() {
        return Err(libc::EINVAL);
    }
    Ok(words)
}

/// Closes the stream and waits for the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pclose_noshell(place: *mut PassToPclose) -> c_int {
    guard(-1, || {
        // SAFETY: `place` is null or valid for writing (forkless.h).
        let place = unsafe { place.as_mut() }.ok_or(libc::EINVAL)?;
        if place.file.is_null() {
            return Err(libc::EINVAL);
        }
        let file = core::mem::replace(&mut place.file, core::ptr::null_mut());
        let last = || errno_of(&std::io::Error::last_os_error());
        // SAFETY: opened by popen_noshell and not closed yet.
        let closed = if unsafe { libc::fclose(file) } == 0 { Ok(()) } else { Err(last()) };
        let mut status = 0;
        loop {
            // SAFETY: the place is valid. The program is waited for even if not all
            // could be written: it would stay a zombie otherwise.
            if unsafe { libc::waitpid(place.pid, &mut status, libc::__WALL) } == place.pid {
                return closed.map(|()| status);
            }
            match last() {
                libc::EINTR => {}
                errno => return Err(errno),
            }
        }
    })
}

/// Runs a function in a child that shares this process's memory, until it executes
/// a program or returns. Nothing is left to be freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn popen_noshell_vmfork(
    function: Option<unsafe extern "C" fn(*mut c_void) -> c_int>,
    argument: *mut c_void,
    memory: *mut *mut c_void,
) -> libc::pid_t {
    guard(-1, || {
        let function = function.ok_or(libc::EINVAL)?;
        // SAFETY: null, or a place for a pointer.
        if let Some(memory) = unsafe { memory.as_mut() } {
            *memory = core::ptr::null_mut();
        }
        // SAFETY: the caller vouches for the function.
        unsafe { launch::process::share_until_exec(function, argument) }
            .map_err(|error| errno_of(&error))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitting() {
        let words = |line: &str| {
            split(line.as_bytes()).map(|words| {
                let text = |word: Vec<u8>| String::from_utf8(word).unwrap();
                words.into_iter().map(text).collect::<Vec<_>>()
            })
        };
        assert_eq!(words(" abc ff\t g ").unwrap(), ["abc", "ff", "g"]);
        assert_eq!(words("a 'b  c' \"d 'e\" f'g'h").unwrap(), ["a", "b  c", "d 'e", "fgh"]);
        assert_eq!(words("'it\"s'").unwrap(), ["it\"s"]);
        for line in ["", "   ", "'", "a \"b", "a'b", "''", "\"\" ''"] {
            assert_eq!(words(line), Err(libc::EINVAL), "{line}");
        }
        for byte in "!\\$`\n|&;()<>".chars() {
            assert_eq!(words(&format!("a 'b{byte}c'")), Err(libc::EINVAL), "{byte}");
        }
    }
}
