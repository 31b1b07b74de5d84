//! The door to the file system: the calls by which the shell and its utilities name files (openat(2) and those like it), and
//! those by which they read and write what is open.
//!
//! A thread's files are the kernel's, as rustix has them, but for what somebody can ask for:
//!
//! * A *confined* thread follows no link of proc(5). The kernel holds it to paths, and pipes and files in memory
//!   have none: by `/proc/self/fd/7` it would get those of its process, which are other threads' too. What it
//!   inherits itself, the shell finds by number.
//! * A thread that has [*mounts*](Mounts) finds other directories at their paths: file systems in memory that no
//!   program can see.
//!
//! * A test can have a thread's calls [fail](Faults).
//!
//! Everywhere else a call costs a test of one byte more than the kernel's. tests/sources holds that no utility and
//! no builtin goes past it.

mod access;
mod content;
mod faults;
mod mounts;
mod parents;
mod resolve;

pub(crate) use content::look;
pub use content::{copy_file_range, pread, pwrite, read, read_no_wait, write, write_no_wait};
pub use faults::Faults;
pub use mounts::{Entered, Mounts};
pub use parents::path_by_parents;

use mounts::{find, with_mounts};
use resolve::Found;
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use rustix::fs::{
    Access, AtFlags, Dev, FileType, Gid, Mode, OFlags, RenameFlags, ResolveFlags, Stat, Statx,
    StatxFlags, Timestamps, Uid,
};
use rustix::io::Errno;
use rustix::path::Arg;
use std::borrow::Cow;
use std::cell::Cell;
use std::ffi::{CStr, CString};
use std::sync::atomic::{AtomicBool, Ordering};

/// The thread is confined.
const CONFINED: u8 = 1;
/// The thread has mounts.
const MOUNTED: u8 = 2;
/// Calls of the thread fail on demand.
const FAULTY: u8 = 4;

thread_local! {
    /// What is different for the thread: [`CONFINED`], [`MOUNTED`], [`FAULTY`].
    static DIFFERS: Cell<u8> = const { Cell::new(0) };
}

/// The kernel has no openat2(2), or does not let the process use it. Nothing of a thread's: the C library maps
/// memory at each start where the data of threads is larger than what it has room for.
static LACKS_OPENAT2: AtomicBool = AtomicBool::new(false);

type Result<T> = std::result::Result<T, Errno>;

/// The calling thread has been confined: from now on it opens nothing by a link of proc(5).
pub fn confine_thread() {
    DIFFERS.set(DIFFERS.get() | CONFINED);
}

fn differs() -> bool {
    DIFFERS.get() != 0
}

fn is_confined() -> bool {
    DIFFERS.get() & CONFINED != 0
}

/// Whether the last part of a path is followed where it is a symbolic link.
const fn follows(flags: AtFlags) -> bool {
    !flags.contains(AtFlags::SYMLINK_NOFOLLOW)
}

/// Calls with what `path` stands for: a directory and a path from there.
#[cold]
fn placed<T>(
    directory: BorrowedFd<'_>,
    path: &CStr,
    follow: bool,
    call: impl FnOnce(BorrowedFd<'_>, &CStr) -> Result<T>,
) -> Result<T> {
    faults::pass()?;
    match with_mounts(|mounts| find(mounts, directory, path.to_bytes(), follow))? {
        Found::Here => call(directory, path),
        Found::Elsewhere(path) => call(rustix::fs::CWD, &c_string(path)?),
        Found::Mounted(mount, path) => call(mount.root.as_fd(), &c_string(path)?),
    }
}

/// Calls with what `path` stands for, where the call is none of rustix's.
#[inline]
pub(crate) fn through<T>(
    directory: BorrowedFd<'_>,
    path: &CStr,
    follow: bool,
    call: impl FnOnce(BorrowedFd<'_>, &CStr) -> Result<T>,
) -> Result<T> {
    match differs() {
        false => call(directory, path),
        true => placed(directory, path, follow, call),
    }
}

/// A path for calls that take no directory: `path` as it is found from `directory`. Its last part is not followed.
pub fn full_path(directory: impl AsFd, path: &[u8]) -> Vec<u8> {
    let directory = directory.as_fd();
    let (root, path) = match differs() {
        false => (directory.as_raw_fd(), path.into()),
        true => match with_mounts(|mounts| find(mounts, directory, path, false)) {
            Ok(Found::Mounted(mount, inner)) => (mount.root.as_raw_fd(), Cow::Owned(inner)),
            Ok(Found::Elsewhere(path)) => return path,
            _ => (directory.as_raw_fd(), path.into()),
        },
    };
    if root == rustix::fs::CWD.as_raw_fd() || path.first() == Some(&b'/') {
        return path.into_owned();
    }
    [format!("/proc/self/fd/{root}/").as_bytes(), &path].concat()
}

fn c_string(path: Vec<u8>) -> Result<CString> {
    CString::new(path).map_err(|_| Errno::INVAL)
}

/// openat(2).
///
/// # Errors
/// Those of openat(2); EACCES where a confined thread would have to follow a link of proc(5).
#[inline]
pub fn openat(directory: impl AsFd, path: impl Arg, flags: OFlags, mode: Mode) -> Result<OwnedFd> {
    match differs() {
        false => rustix::fs::openat(directory, path, flags, mode),
        true => path.into_with_c_str(|path| open_elsewhere(directory.as_fd(), path, flags, mode)),
    }
}

#[cold]
fn open_elsewhere(
    directory: BorrowedFd<'_>,
    path: &CStr,
    flags: OFlags,
    mode: Mode,
) -> Result<OwnedFd> {
    let makes_new = flags.contains(OFlags::CREATE | OFlags::EXCL);
    let follow = !flags.contains(OFlags::NOFOLLOW) && !makes_new;
    placed(directory, path, follow, |directory, path| match is_confined() {
        true => open_confined(directory, path, flags, mode),
        false => rustix::fs::openat(directory, path, flags, mode),
    })
}

fn open_confined(
    directory: BorrowedFd<'_>,
    path: &CStr,
    flags: OFlags,
    mode: Mode,
) -> Result<OwnedFd> {
    let makes = flags.intersects(OFlags::CREATE | OFlags::TMPFILE);
    let mode = if makes { mode } else { Mode::empty() };
    let resolve = ResolveFlags::NO_MAGICLINKS;
    match rustix::fs::openat2(directory, path, flags, mode, resolve) {
        Err(Errno::LOOP) => Err(Errno::ACCESS),
        result => result,
    }
}

/// openat(2) of what has a name: ELOOP where a path goes through a link of proc(5), as /dev/stdin does,
/// so that the caller can see whose descriptor that means. Where the kernel cannot tell, such a link is followed.
///
/// # Errors
/// Those of openat(2), and ELOOP.
#[inline]
pub fn open_named(
    directory: BorrowedFd<'_>,
    path: &[u8],
    flags: OFlags,
    mode: Mode,
) -> Result<OwnedFd> {
    if differs() || LACKS_OPENAT2.load(Ordering::Relaxed) {
        return openat(directory, path, flags, mode);
    }
    let makes = flags.intersects(OFlags::CREATE | OFlags::TMPFILE);
    let mode = if makes { mode } else { Mode::empty() };
    match rustix::fs::openat2(directory, path, flags, mode, ResolveFlags::NO_MAGICLINKS) {
        // A filter of system calls may refuse it (seccomp(2)).
        Err(Errno::NOSYS | Errno::PERM) => {
            let result = rustix::fs::openat(directory, path, flags, mode);
            if !matches!(result, Err(Errno::PERM)) {
                LACKS_OPENAT2.store(true, Ordering::Relaxed);
            }
            result
        }
        result => result,
    }
}

/// The descriptor of the process to which a path leads by symbolic links, the last of them one of
/// proc(5).
#[cold]
pub fn linked_descriptor(directory: BorrowedFd<'_>, path: &[u8]) -> Option<u32> {
    /// The most links that the kernel follows.
    const MOST: usize = 40;
    let mut path = path.to_vec();
    for _ in 0..MOST {
        let slash = byte_search::memrchr(b'/', &path);
        let (folder, last) = path.split_at(slash.map_or(0, |at| at + 1));
        if let Ok(number) = std::str::from_utf8(last).unwrap_or_default().parse() {
            let folder = if folder.is_empty() { &b"."[..] } else { folder };
            let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
            let folder = rustix::fs::openat(directory, folder, flags, Mode::empty()).ok()?;
            let shown = format!("/proc/self/fd/{}", folder.as_raw_fd());
            let real = rustix::fs::readlink(shown, Vec::new()).ok()?;
            let own = rustix::process::getpid().as_raw_nonzero();
            if real.to_bytes() == format!("/proc/{own}/fd").as_bytes() {
                return Some(number);
            }
        }
        let target = rustix::fs::readlinkat(directory, &path[..], Vec::new()).ok()?.into_bytes();
        path = match target.first() {
            Some(b'/') => target,
            _ => [folder, &target[..]].concat(),
        };
    }
    None
}

/// A call that names one file, in a directory: as rustix has it.
macro_rules! one_path {
    ($name:ident, $page:literal, $follow:expr, ($($argument:ident: $kind:ty),*) -> $result:ty) => {
        #[doc = concat!($page, ".")]
        ///
        /// # Errors
        #[doc = concat!("Those of ", $page, ".")]
        #[inline]
        pub fn $name(directory: impl AsFd, path: impl Arg, $($argument: $kind),*) -> Result<$result> {
            if !differs() {
                return rustix::fs::$name(directory, path, $($argument),*);
            }
            path.into_with_c_str(|path| {
                placed(directory.as_fd(), path, $follow, |directory, path| {
                    rustix::fs::$name(directory, path, $($argument),*)
                })
            })
        }
    };
}

one_path!(statat, "fstatat(2)", follows(flags), (flags: AtFlags) -> Stat);
one_path!(statx, "statx(2)", follows(flags), (flags: AtFlags, mask: StatxFlags) -> Statx);
one_path!(unlinkat, "unlinkat(2)", false, (flags: AtFlags) -> ());
one_path!(mkdirat, "mkdirat(2)", false, (mode: Mode) -> ());
one_path!(mknodat, "mknodat(2)", false, (kind: FileType, mode: Mode, device: Dev) -> ());
one_path!(chmodat, "fchmodat(2)", follows(flags), (mode: Mode, flags: AtFlags) -> ());
one_path!(chownat, "fchownat(2)", follows(flags), (user: Option<Uid>, group: Option<Gid>, flags: AtFlags) -> ());
one_path!(utimensat, "utimensat(2)", follows(flags), (times: &Timestamps, flags: AtFlags) -> ());

/// faccessat2(2).
///
/// # Errors
/// Those of faccessat2(2).
#[inline]
pub fn accessat(
    directory: impl AsFd,
    path: impl Arg,
    access: Access,
    flags: AtFlags,
) -> Result<()> {
    path.into_with_c_str(|path| {
        if !differs() {
            return access::accessat(directory.as_fd(), path, access, flags);
        }
        placed(directory.as_fd(), path, follows(flags), |directory, path| {
            access::accessat(directory, path, access, flags)
        })
    })
}

/// readlinkat(2). `text` is memory that may be used for the result.
///
/// # Errors
/// Those of readlinkat(2).
#[inline]
pub fn readlinkat(
    directory: impl AsFd,
    path: impl Arg,
    text: impl Into<Vec<u8>>,
) -> Result<CString> {
    if !differs() {
        return rustix::fs::readlinkat(directory, path, text);
    }
    path.into_with_c_str(|path| {
        placed(directory.as_fd(), path, false, |directory, path| {
            rustix::fs::readlinkat(directory, path, text)
        })
    })
}

/// symlinkat(2).
///
/// # Errors
/// Those of symlinkat(2).
#[inline]
pub fn symlinkat(text: impl Arg, directory: impl AsFd, path: impl Arg) -> Result<()> {
    if !differs() {
        return rustix::fs::symlinkat(text, directory, path);
    }
    path.into_with_c_str(|path| {
        placed(directory.as_fd(), path, false, |directory, path| {
            rustix::fs::symlinkat(text, directory, path)
        })
    })
}

/// A call that names two files.
#[cold]
fn placed_twice(
    from: (BorrowedFd<'_>, &CStr, bool),
    to: (BorrowedFd<'_>, &CStr),
    call: impl FnOnce(BorrowedFd<'_>, &CStr, BorrowedFd<'_>, &CStr) -> Result<()>,
) -> Result<()> {
    placed(from.0, from.1, from.2, |old_directory, old| {
        placed(to.0, to.1, false, |new_directory, new| call(old_directory, old, new_directory, new))
    })
}

/// linkat(2).
///
/// # Errors
/// Those of linkat(2); EXDEV between a mount and what is not in it.
#[inline]
pub fn linkat(
    old_directory: impl AsFd,
    old: impl Arg,
    new_directory: impl AsFd,
    new: impl Arg,
    flags: AtFlags,
) -> Result<()> {
    if !differs() {
        return rustix::fs::linkat(old_directory, old, new_directory, new, flags);
    }
    let follow = flags.contains(AtFlags::SYMLINK_FOLLOW);
    old.into_with_c_str(|old| {
        new.into_with_c_str(|new| {
            let (from, to) = ((old_directory.as_fd(), old, follow), (new_directory.as_fd(), new));
            placed_twice(from, to, |from, old, to, new| {
                rustix::fs::linkat(from, old, to, new, flags)
            })
        })
    })
}

/// renameat(2).
///
/// # Errors
/// Those of renameat(2); EXDEV between a mount and what is not in it.
#[inline]
pub fn renameat(
    old_directory: impl AsFd,
    old: impl Arg,
    new_directory: impl AsFd,
    new: impl Arg,
) -> Result<()> {
    if !differs() {
        return rustix::fs::renameat(old_directory, old, new_directory, new);
    }
    renameat_with(old_directory, old, new_directory, new, RenameFlags::empty())
}

/// renameat2(2).
///
/// # Errors
/// Those of renameat2(2); EXDEV between a mount and what is not in it.
#[inline]
pub fn renameat_with(
    old_directory: impl AsFd,
    old: impl Arg,
    new_directory: impl AsFd,
    new: impl Arg,
    flags: RenameFlags,
) -> Result<()> {
    if !differs() {
        return rustix::fs::renameat_with(old_directory, old, new_directory, new, flags);
    }
    old.into_with_c_str(|old| {
        new.into_with_c_str(|new| {
            let (from, to) = ((old_directory.as_fd(), old, false), (new_directory.as_fd(), new));
            placed_twice(from, to, |from, old, to, new| {
                rustix::fs::renameat_with(from, old, to, new, flags)
            })
        })
    })
}

/// The path of an open directory, without symbolic links, as `/proc/self/fd` has it: ` (deleted)` follows the path
/// of one that has been removed.
///
/// # Errors
/// Those of readlink(2): ENOENT where there is no `/proc`.
pub fn path_of(directory: impl AsFd) -> Result<Vec<u8>> {
    let directory = directory.as_fd();
    if differs()
        && let Some(path) = with_mounts(|mounts| mounts::path_in(mounts, directory))?
    {
        return Ok(path);
    }
    mounts::link_of(directory)
}

/// The path of the mount that an argument of a program leads into, or could: where it has that path as a whole, or
/// before a `/`. Programs do not see it.
pub fn mount_in(argument: &[u8]) -> Option<Vec<u8>> {
    if !differs() {
        return None;
    }
    with_mounts(|mounts| Ok(mounts.named_in(argument))).ok().flatten()
}

/// Whether an open directory is in a mount, where no program can be.
pub fn is_mounted(directory: impl AsFd) -> bool {
    differs()
        && with_mounts(|mounts| mounts::path_in(mounts, directory.as_fd()))
            .is_ok_and(|path| path.is_some())
}

#[cfg(test)]
mod tests {
    use super::{confine_thread, openat};
    use rustix::fs::{CWD, Mode, OFlags};
    use rustix::io::Errno;
    use std::os::fd::AsRawFd;

    #[test]
    fn a_confined_thread_follows_no_link_of_proc() {
        let (reader, _writer) = rustix::pipe::pipe().unwrap();
        let path = format!("/proc/self/fd/{}", reader.as_raw_fd());
        let open = move || {
            let flags = OFlags::RDONLY | OFlags::NONBLOCK;
            let mode = Mode::from_raw_mode(0o666);
            (openat(CWD, &*path, flags, mode).map(drop), openat(CWD, "/etc", flags, mode).map(drop))
        };
        assert_eq!(open(), (Ok(()), Ok(())));
        let confined = std::thread::spawn(move || {
            confine_thread();
            open()
        });
        assert_eq!(confined.join().unwrap(), (Err(Errno::ACCESS), Ok(())));
    }
}
