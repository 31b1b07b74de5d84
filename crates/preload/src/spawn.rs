//! posix_spawn of `sh -c LINE`, where the line needs no shell.
//!
//! The C library still does the spawning: file actions and attributes are opaque.
//! Only the program and its arguments change, so only lines that consist of these
//! are taken.
//!
//! A program that is found may yet fail to be executed, a script without `#!` for one.
//! The shell is started then, with the same file actions once more. They act on the new
//! process alone, but for those that open files: the second time the file is there, or
//! the FIFO's other end gone.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::mem::transmute;
use core::sync::atomic::{AtomicBool, Ordering};
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

type AddOpen = unsafe extern "C" fn(
    *mut libc::posix_spawn_file_actions_t,
    c_int,
    *const c_char,
    c_int,
    libc::mode_t,
) -> c_int;

static ADDOPEN: Next = Next::new(c"posix_spawn_file_actions_addopen");

/// Whether there was ever an action that opens a file. Which ones they are in cannot be
/// seen.
static OPENS: AtomicBool = AtomicBool::new(false);

/// A program found in a PATH whose directories are absolute: an action may change the
/// directory, and with it what others are.
fn find(name: &[u8], path: &[u8]) -> Option<CString> {
    if !path.split(|&byte| byte == b':').all(|directory| directory.starts_with(b"/")) {
        return None;
    }
    let program = launch::search::find(name, path, None).ok()?;
    program.to_bytes().starts_with(b"/").then_some(program)
}

fn is_shell(path: &[u8]) -> bool {
    matches!(path, b"/bin/sh" | b"/usr/bin/sh")
}

/// Whether the name `sh` is that of the system's shell, in the caller's own PATH.
fn finds_shell() -> bool {
    // SAFETY: the name is NUL-terminated; nobody may change the environment meanwhile.
    let path = unsafe { libc::getenv(c"PATH".as_ptr()) };
    if path.is_null() {
        return false;
    }
    // SAFETY: getenv returned a NUL-terminated string; nobody may change the environment meanwhile.
    let path = unsafe { CStr::from_ptr(path) };
    find(b"sh", path.to_bytes()).is_some_and(|found| is_shell(found.to_bytes()))
}

/// The line of `sh -c LINE` with nothing more, and the program of it, found in
/// PATH of the environment. Names of shells are looked up if `searched`.
unsafe fn direct(
    path: *const c_char,
    searched: bool,
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
    let shell = is_shell(path.to_bytes()) || searched && path.to_bytes() == b"sh" && finds_shell();
    if !shell || argv.len() != 3 {
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
    let program = find(name, search?)?;
    Some((program, CStringArray::from_strings(&line.words).ok()?))
}

/// Calls the C library's posix_spawn, or posix_spawnp if `searched`, with the program
/// of the line if there is one.
unsafe fn spawn(
    searched: bool,
    pid: *mut libc::pid_t,
    path: *const c_char,
    actions: *const libc::posix_spawn_file_actions_t,
    attributes: *const libc::posix_spawnattr_t,
    argv: *const *mut c_char,
    envp: *const *mut c_char,
) -> c_int {
    let address = if searched { &SPAWNP } else { &SPAWN }.address();
    if address.is_null() {
        return libc::ENOSYS;
    }
    // SAFETY: the C library's function of this type.
    let next = unsafe { transmute::<*mut c_void, Spawn>(address) };
    let once = !actions.is_null() && OPENS.load(Ordering::Relaxed);
    // SAFETY: the caller guarantees what posix_spawn(3) asks.
    let found = || unsafe { direct(path, searched, argv, envp) };
    let found = if once { Ok(None) } else { std::panic::catch_unwind(found) };
    if let Ok(Some((program, words))) = found {
        // SAFETY: the caller guarantees what posix_spawn(3) asks; the strings outlive it.
        let result = unsafe {
            next(pid, program.as_ptr(), actions, attributes, words.as_ptr().cast(), envp)
        };
        if result == 0 {
            return 0;
        }
    }
    // SAFETY: the caller guarantees what posix_spawn(3) asks.
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
    // SAFETY: the caller guarantees what posix_spawn(3) asks.
    unsafe { spawn(false, pid, path, actions, attributes, argv, envp) }
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
    // SAFETY: the caller guarantees what posix_spawnp(3) asks.
    unsafe { spawn(true, pid, path, actions, attributes, argv, envp) }
}

/// posix_spawn_file_actions_addopen(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn posix_spawn_file_actions_addopen(
    actions: *mut libc::posix_spawn_file_actions_t,
    fd: c_int,
    path: *const c_char,
    flags: c_int,
    mode: libc::mode_t,
) -> c_int {
    OPENS.store(true, Ordering::Relaxed);
    let address = ADDOPEN.address();
    if address.is_null() {
        return libc::ENOSYS;
    }
    // SAFETY: the C library's function of this type.
    let next = unsafe { transmute::<*mut c_void, AddOpen>(address) };
    // SAFETY: the caller guarantees what posix_spawn_file_actions_addopen(3) asks.
    unsafe { next(actions, fd, path, flags, mode) }
}
