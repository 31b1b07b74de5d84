//! Mounts of the child's own, by descriptors (open_tree(2), fsopen(2), move_mount(2)).
//!
//! A new root is mounted on top of the old one. Paths from `/` lead beneath it still, to what is there for the
//! parent, so that sources are found; targets are found from the new root's descriptor, by openat2(2) with
//! RESOLVE_IN_ROOT, so that no symbolic link in it leads out. In the end the new root and the old one
//! change places (pivot_root(2)), and the old one goes.

use core::ffi::{CStr, c_char};
use core::mem::MaybeUninit;

use crate::error::Step;
use crate::namespaces::{Kind, Level, Mount, READ_ONLY};
use crate::raw::{self, call};
use crate::report::Failure;

/// `struct mount_attr`.
#[repr(C)]
struct Attributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

/// `struct open_how`.
#[repr(C)]
struct How {
    flags: u64,
    mode: u64,
    resolve: u64,
}

const OPEN_TREE_CLONE: i32 = 1;
const AT_RECURSIVE: i32 = 0x8000;
const MOVE_FROM_EMPTY_PATH: i32 = 4;
const MOVE_TO_EMPTY_PATH: i32 = 0x40;
const FSOPEN_CLOEXEC: i32 = 1;
const FSMOUNT_CLOEXEC: i32 = 1;
const FSCONFIG_SET_STRING: i32 = 1;
const FSCONFIG_CMD_CREATE: i32 = 6;
const RESOLVE_IN_ROOT: u64 = 0x10;
const RESOLVE_NO_MAGICLINKS: u64 = 2;
const EMPTY: *const c_char = c"".as_ptr();
/// Mode of directories that are made on the way to a target.
const MADE: i32 = 0o755;

/// A result of the kernel's, or its errno.
fn ok(result: isize) -> Result<i32, i32> {
    raw::failed(result).map_or(Ok(result as i32), Err)
}

/// Mounts all, in their order, and makes the last one with the target `/` the root.
///
/// # Safety
/// In the child, whose mount namespace is new if there are any mounts, and whose descriptor table
/// is its own.
pub(super) unsafe fn mount(mounts: &[Mount]) -> Result<(), Failure> {
    if mounts.is_empty() {
        return Ok(());
    }
    // SAFETY: this function's caller guarantees a namespace and a table of the child's own; strings are
    // NUL-terminated by their types, and descriptors are this function's.
    unsafe {
        let failed = |at: usize| move |errno| (Step::Mount(at as u16), errno);
        // Nothing goes to where the mounts have been copied from, or comes from there.
        set_attributes(libc::AT_FDCWD, c"/".as_ptr(), AT_RECURSIVE, 0, libc::MS_PRIVATE)
            .map_err(failed(0))?;
        let flags = libc::O_PATH | libc::O_DIRECTORY | libc::O_CLOEXEC;
        let root = call!(libc::SYS_openat, libc::AT_FDCWD, c"/".as_ptr(), flags);
        let mut root = ok(root).map_err(failed(0))?;
        let mut new_root = None;
        // What is made on the way has the mode that it is said to have.
        let mask = call!(raw::SYS_umask, 0) as u32;
        for (at, one) in mounts.iter().enumerate() {
            match carry_out(one, root).map_err(failed(at))? {
                Some(tree) if one.is_root() => {
                    call!(raw::SYS_close, root);
                    (root, new_root) = (tree, Some(one));
                }
                Some(tree) => _ = call!(raw::SYS_close, tree),
                None => {}
            }
        }
        if let Some(one) = new_root {
            let read_only =
                matches!(one.kind, Kind::Memory { .. }) && one.attributes & READ_ONLY != 0;
            change_root(root, read_only).map_err(failed(mounts.len()))?;
        }
        call!(raw::SYS_umask, mask);
        call!(raw::SYS_close, root);
    }
    Ok(())
}

/// Mounts or makes one; a descriptor of the mounted tree's root.
///
/// # Safety
/// What [`mount`] demands; `root` is a directory.
unsafe fn carry_out(one: &Mount, root: i32) -> Result<Option<i32>, i32> {
    // SAFETY: this function's caller guarantees a namespace of the child's own; strings are NUL-terminated by
    // their types.
    unsafe {
        let tree = match &one.kind {
            Kind::Directory => {
                let place = place(root, &one.levels, true)?;
                call!(raw::SYS_close, place);
                return Ok(None);
            }
            Kind::Link(to) => {
                let Some((last, above)) = one.levels.split_last() else { return Err(libc::EEXIST) };
                let directory = place(root, above, true)?;
                let made = call!(libc::SYS_symlinkat, to.as_ptr(), directory, name(last));
                call!(raw::SYS_close, directory);
                return ok(made).map(|_| None);
            }
            Kind::Bind(source) => clone_tree(source, one.recursive, one.attributes)?,
            Kind::Memory { size, mode } => {
                let settings = [(c"mode", Some(&**mode)), (c"size", size.as_deref())];
                // The root becomes read-only when the others have been mounted.
                let later = if one.is_root() { READ_ONLY } else { 0 };
                new_tree(c"tmpfs", &settings, one.attributes & !later)?
            }
            Kind::Processes => new_tree(c"proc", &[], one.attributes)?,
        };
        if one.is_root() {
            let flags = MOVE_FROM_EMPTY_PATH;
            let here = libc::AT_FDCWD;
            ok(call!(libc::SYS_move_mount, tree, EMPTY, here, c"/".as_ptr(), flags))?;
        } else {
            let place = place(root, &one.levels, is_directory(tree)?)?;
            let flags = MOVE_FROM_EMPTY_PATH | MOVE_TO_EMPTY_PATH;
            let moved = call!(libc::SYS_move_mount, tree, EMPTY, place, EMPTY, flags);
            call!(raw::SYS_close, place);
            ok(moved)?;
        }
        Ok(Some(tree))
    }
}

/// A copy of the mounts at a path, which is mounted nowhere.
///
/// # Safety
/// What [`mount`] demands.
unsafe fn clone_tree(source: &CStr, recursive: bool, attributes: u64) -> Result<i32, i32> {
    let recursive = if recursive { AT_RECURSIVE } else { 0 };
    let flags = OPEN_TREE_CLONE | libc::O_CLOEXEC | recursive;
    // SAFETY: the path is NUL-terminated.
    unsafe {
        let tree = ok(call!(libc::SYS_open_tree, libc::AT_FDCWD, source.as_ptr(), flags))?;
        set_attributes(tree, EMPTY, libc::AT_EMPTY_PATH | recursive, attributes, 0)?;
        Ok(tree)
    }
}

/// A new file system, which is mounted nowhere.
///
/// # Safety
/// What [`mount`] demands.
unsafe fn new_tree(
    kind: &CStr,
    settings: &[(&CStr, Option<&CStr>)],
    attributes: u64,
) -> Result<i32, i32> {
    // SAFETY: strings are NUL-terminated by their types.
    unsafe {
        let system = ok(call!(libc::SYS_fsopen, kind.as_ptr(), FSOPEN_CLOEXEC))?;
        for &(key, value) in settings {
            if let Some(value) = value {
                let (key, value) = (key.as_ptr(), value.as_ptr());
                ok(call!(libc::SYS_fsconfig, system, FSCONFIG_SET_STRING, key, value, 0))?;
            }
        }
        ok(call!(libc::SYS_fsconfig, system, FSCONFIG_CMD_CREATE, 0, 0, 0))?;
        let tree = ok(call!(libc::SYS_fsmount, system, FSMOUNT_CLOEXEC, attributes));
        call!(raw::SYS_close, system);
        tree
    }
}

/// Sets attributes and propagation of a mount.
///
/// # Safety
/// The path is NUL-terminated, and the mounts are the child's own.
unsafe fn set_attributes(
    fd: i32,
    path: *const c_char,
    flags: i32,
    set: u64,
    propagation: u64,
) -> Result<(), i32> {
    let attributes = Attributes { set, clear: 0, propagation, user_namespace: 0 };
    let size = size_of::<Attributes>();
    // SAFETY: reads one structure of that size; the path is NUL-terminated: this function's caller
    // guarantees it.
    ok(unsafe { call!(libc::SYS_mount_setattr, fd, path, flags, &attributes, size) }).map(drop)
}

fn is_directory(fd: i32) -> Result<bool, i32> {
    let mut stat = MaybeUninit::<libc::stat>::uninit();
    // SAFETY: writes one structure, which is read only if it has been written.
    unsafe {
        ok(call!(libc::SYS_fstat, fd, stat.as_mut_ptr()))?;
        Ok((*stat.as_ptr()).st_mode & libc::S_IFMT == libc::S_IFDIR)
    }
}

/// The last name of a level.
fn name(level: &Level) -> *const c_char {
    level.path.as_ptr().wrapping_add(level.name)
}

/// Opens a path beneath a root, whatever links there are in it.
///
/// # Safety
/// The path is NUL-terminated.
unsafe fn open_beneath(root: i32, path: *const c_char) -> Result<i32, i32> {
    let flags = (libc::O_PATH | libc::O_CLOEXEC) as u64;
    let how = How { flags, mode: 0, resolve: RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS };
    // SAFETY: reads one structure of that size; the path is NUL-terminated: this function's caller
    // guarantees it.
    ok(unsafe { call!(libc::SYS_openat2, root, path, &how, size_of::<How>()) })
}

/// Opens a target, of which it makes what is missing: directories, and in the end a directory or a file.
///
/// # Safety
/// What [`mount`] demands; `root` is a directory.
unsafe fn place(root: i32, levels: &[Level], directory: bool) -> Result<i32, i32> {
    // SAFETY: strings are NUL-terminated by their types; descriptors that are closed are this function's.
    unsafe {
        let whole = levels.last().map_or(c".".as_ptr(), |last| last.path.as_ptr());
        match open_beneath(root, whole) {
            Err(libc::ENOENT) => {}
            result => return result,
        }
        let mut above = open_beneath(root, c".".as_ptr())?;
        for (at, level) in levels.iter().enumerate() {
            let path = level.path.as_ptr();
            let found = match open_beneath(root, path) {
                Err(libc::ENOENT) => {
                    if directory || at + 1 < levels.len() {
                        ok(call!(libc::SYS_mkdirat, above, name(level), MADE))?;
                    } else {
                        let mode = libc::S_IFREG as i32 | 0o644;
                        ok(call!(libc::SYS_mknodat, above, name(level), mode, 0))?;
                    }
                    open_beneath(root, path)?
                }
                result => result?,
            };
            call!(raw::SYS_close, above);
            above = found;
        }
        Ok(above)
    }
}

/// Makes `root`, which is mounted on the root, the root, and unmounts the old one.
///
/// # Safety
/// What [`mount`] demands.
unsafe fn change_root(root: i32, read_only: bool) -> Result<(), i32> {
    // SAFETY: takes numbers and NUL-terminated strings.
    unsafe {
        if read_only {
            set_attributes(root, EMPTY, libc::AT_EMPTY_PATH, READ_ONLY, 0)?;
        }
        ok(call!(raw::SYS_fchdir, root))?;
        // The old root comes to lie on the new one.
        ok(call!(libc::SYS_pivot_root, c".".as_ptr(), c".".as_ptr()))?;
        ok(call!(libc::SYS_umount2, c".".as_ptr(), libc::MNT_DETACH))?;
        ok(call!(libc::SYS_chdir, c"/".as_ptr())).map(drop)
    }
}
