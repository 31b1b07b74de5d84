//! posix_spawn of `sh -c LINE`, where the line needs no shell.
//!
//! The C library still does the spawning: file actions and attributes are opaque.
//! Only the program and its arguments change, so only lines that consist of these
//! are taken.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::mem::transmute;
use std::ffi::CString;

use forkless::line::Line;
use launch::CStringArray;

use crate::next::Next;

type Spawn = unsafe extern "C" fn(
    *mut libc::pid_t,
    *const c_char,
    *const libc::posix_spawn_file_actions_t,
    *const libc::posix_spawnattr_t,
    *const *mut c_char,
    *const *mut c_char,
) -> c_int;

static SPAWN: Next = Next::new(c"posix_spawn");
static SPAWNP: Next = Next::new(c"posix_spawnp");

/// The line of `sh -c LINE` with nothing more, and the program of it, found in
/// PATH of the environment.
unsafe fn direct(
    path: *const c_char,
    argv: *const *mut c_char,
    envp: *const *mut c_char,
) -> Option<(CString, CStringArray)> {
    if path.is_null() || argv.is_null() || envp.is_null() {
        return None;
    }
    // SAFETY: strings and arrays as posix_spawn takes them.
    let (path, argv, envp) = unsafe {
        (
            CStr::from_ptr(path),
            CStringArray::from_raw(argv.cast()),
            CStringArray::from_raw(envp.cast()),
        )
    };
    if !matches!(path.to_bytes(), b"/bin/sh" | b"/usr/bin/sh" | b"sh") || argv.len() != 3 {
        return None;
    }
    let mut arguments = argv.iter().map(CStr::to_bytes).skip(1);
    if arguments.next() != Some(b"-c") {
        return None;
    }
    let line = Line::parse(arguments.next()?)?;
    if !line.variables.is_empty() || !line.redirections.is_empty() {
        return None;
    }
    let mut search = None;
    for string in envp.iter().map(CStr::to_bytes) {
        if string.starts_with(b"BASH_FUNC_") {
            return None;
        }
        search = search.or(string.strip_prefix(b"PATH="));
    }
    let name = line.words.first()?;
    let program = launch::search::find(name, search?, None).ok()?;
    // A file action may change the directory, and with it what a relative path is.
    if !program.to_bytes().starts_with(b"/") {
        return None;
    }
    Some((program, CStringArray::from_strings(&line.words).ok()?))
}

/// Calls the C library's function, with the program of the line if there is one.
unsafe fn spawn(
    next: &Next,
    pid: *mut libc::pid_t,
    path: *const c_char,
    actions: *const libc::posix_spawn_file_actions_t,
    attributes: *const libc::posix_spawnattr_t,
    argv: *const *mut c_char,
    envp: *const *mut c_char,
) -> c_int {
    let address = next.address();
    if address.is_null() {
        return libc::ENOSYS;
    }
    // SAFETY: the C library's function of this type.
    let next = unsafe { transmute::<*mut c_void, Spawn>(address) };
    // SAFETY: as posix_spawn(3).
    let found = std::panic::catch_unwind(|| unsafe { direct(path, argv, envp) });
    if let Ok(Some((program, words))) = found {
        // SAFETY: as posix_spawn(3); the strings live through the call.
        let result = unsafe {
            next(pid, program.as_ptr(), actions, attributes, words.as_ptr().cast(), envp)
        };
        if result == 0 {
            return 0;
        }
    }
    // SAFETY: as posix_spawn(3).
    unsafe { next(pid, path, actions, attributes, argv, envp) }
}

/// posix_spawn(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn posix_spawn(
    pid: *mut libc::pid_t,
    path: *const c_char,
    actions: *const libc::posix_spawn_file_actions_t,
    attributes: *const libc::posix_spawnattr_t,
    argv: *const *mut c_char,
    envp: *const *mut c_char,
) -> c_int {
    // SAFETY: as posix_spawn(3).
    unsafe { spawn(&SPAWN, pid, path, actions, attributes, argv, envp) }
}

/// posix_spawnp(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn posix_spawnp(
    pid: *mut libc::pid_t,
    path: *const c_char,
    actions: *const libc::posix_spawn_file_actions_t,
    attributes: *const libc::posix_spawnattr_t,
    argv: *const *mut c_char,
    envp: *const *mut c_char,
) -> c_int {
    // SAFETY: as posix_spawnp(3).
    unsafe { spawn(&SPAWNP, pid, path, actions, attributes, argv, envp) }
}
