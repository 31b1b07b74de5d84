//! Attributes of files, where what a name stands for may change under the caller.

use rustix::fd::{AsFd, AsRawFd, BorrowedFd};
use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;
use rustix::path::Arg;
use std::ffi::CStr;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of fchmodat2(2), the same on every machine: not every version of crate libc has it for all of them.
const SYS_FCHMODAT2: libc::c_long = 452;

/// The number of the system call listxattrat(2).
const SYS_LISTXATTRAT: libc::c_long = 465;

/// The kernel has no listxattrat(2), or does not let the process use it.
static LACKS_LISTXATTRAT: AtomicBool = AtomicBool::new(false);

/// Lists the extended attributes of the entry `name` of `directory` into `list`; the length of the list, also of
/// one for which there is no room where `list` is empty. A symbolic link is followed where `follow` says so.
///
/// listxattrat(2) does that in one call (Linux 6.13); before it, the entry is named through /proc, which takes
/// the kernel three times as long.
///
/// # Errors
/// That of the system; `Errno::NOSYS` where the entry has to be named otherwise.
pub fn list_attributes(
    directory: impl AsFd,
    name: &[u8],
    follow: bool,
    list: &mut [u8],
) -> Result<usize, Errno> {
    if LACKS_LISTXATTRAT.load(Ordering::Relaxed) {
        return Err(Errno::NOSYS);
    }
    let call = |directory: BorrowedFd<'_>, name: &CStr| listxattrat(directory, name, follow, list);
    match name.into_with_c_str(|name| crate::door::through(directory.as_fd(), name, follow, call)) {
        // What a filter of system calls does not know it answers with EPERM.
        Err(Errno::NOSYS | Errno::PERM) => {
            LACKS_LISTXATTRAT.store(true, Ordering::Relaxed);
            Err(Errno::NOSYS)
        }
        result => result,
    }
}

fn listxattrat(
    directory: BorrowedFd<'_>,
    name: &CStr,
    follow: bool,
    list: &mut [u8],
) -> Result<usize, Errno> {
    let flags = if follow { 0 } else { libc::AT_SYMLINK_NOFOLLOW };
    // SAFETY: `name` ends in a NUL and outlives the call, the descriptor is borrowed for its time,
    // and the call writes no more than the length of `list` to it.
    let result = unsafe {
        libc::syscall(
            SYS_LISTXATTRAT,
            directory.as_raw_fd(),
            name.as_ptr(),
            flags,
            list.as_mut_ptr(),
            list.len(),
        )
    };
    usize::try_from(result)
        .map_err(|_| Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::IO))
}

/// Sets the mode of the entry `name` of `directory`, which must not be a symbolic link: one that
/// took the entry's place meanwhile is not followed.
///
/// fchmodat2(2) does that in one call (Linux 6.6); before it, a descriptor of the entry itself is
/// named through /proc.
///
/// # Errors
/// That of the system; `Errno::OPNOTSUPP` for a symbolic link.
pub fn set_entry_mode(directory: impl AsFd, name: impl Arg, mode: Mode) -> Result<(), Errno> {
    let set = |directory: BorrowedFd<'_>, name: &CStr| match fchmodat2(directory, name, mode) {
        // What a filter of system calls does not know it answers with EPERM.
        Err(Errno::NOSYS | Errno::PERM) => set_mode_through_proc(directory, name, mode),
        result => result,
    };
    name.into_with_c_str(|name| crate::door::through(directory.as_fd(), name, false, set))
}

fn fchmodat2(directory: BorrowedFd<'_>, name: &CStr, mode: Mode) -> Result<(), Errno> {
    // SAFETY: `name` ends in a NUL and outlives the call, the descriptor is borrowed for its time,
    // and the call writes to no memory of ours.
    let result = unsafe {
        libc::syscall(
            SYS_FCHMODAT2,
            directory.as_raw_fd(),
            name.as_ptr(),
            mode.as_raw_mode(),
            libc::AT_SYMLINK_NOFOLLOW,
        )
    };
    match result {
        0 => Ok(()),
        _ => Err(Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::IO)),
    }
}

fn set_mode_through_proc(directory: BorrowedFd<'_>, name: &CStr, mode: Mode) -> Result<(), Errno> {
    let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let entry = rustix::fs::openat(directory, name, flags, Mode::empty())?;
    let kind = FileType::from_raw_mode(rustix::fs::fstat(&entry)?.st_mode);
    if kind == FileType::Symlink {
        return Err(Errno::OPNOTSUPP);
    }
    let path = format!("/proc/self/fd/{}", entry.as_raw_fd());
    match rustix::fs::chmodat(rustix::fs::CWD, path, mode, AtFlags::empty()) {
        // There is no /proc: the name is all there is.
        Err(Errno::NOENT) => rustix::fs::chmodat(directory, name, mode, AtFlags::empty()),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode_of(path: &std::path::Path) -> u32 {
        std::fs::metadata(path).expect("metadata").permissions().mode() & 0o7777
    }

    #[test]
    fn attributes_of_a_file_and_of_a_link_to_it() {
        let folder = std::env::temp_dir().join(format!("stage-list-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("folder");
        std::fs::write(folder.join("file"), "").expect("file");
        symlink("file", folder.join("link")).expect("link");
        let named = rustix::fs::setxattr(
            folder.join("file"),
            c"user.colour",
            b"red",
            rustix::fs::XattrFlags::empty(),
        );
        let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
        let directory = rustix::fs::open(&folder, flags, Mode::empty()).expect("open");
        let has = |name: &[u8], follow: bool| {
            let length = list_attributes(&directory, name, follow, &mut [])?;
            let mut list = vec![0; length];
            let read = list_attributes(&directory, name, follow, &mut list)?;
            Ok::<bool, Errno>(
                list[..read].split(|byte| *byte == 0).any(|one| one == b"user.colour"),
            )
        };
        // Not every file system has such attributes, nor every kernel the call.
        if named.is_ok() && has(b"file", true) != Err(Errno::NOSYS) {
            assert_eq!(has(b"file", true), Ok(true));
            assert_eq!(has(b"link", true), Ok(true));
            assert_eq!(has(b"link", false), Ok(false));
            assert_eq!(has(b"none", true), Err(Errno::NOENT));
        }
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_link_is_not_followed() {
        let folder = std::env::temp_dir().join(format!("stage-mode-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("folder");
        std::fs::write(folder.join("file"), "").expect("file");
        symlink("file", folder.join("link")).expect("link");
        let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
        let directory = rustix::fs::open(&folder, flags, Mode::empty()).expect("open");
        type Way = fn(BorrowedFd<'_>, &CStr, Mode) -> Result<(), Errno>;
        let ways: [Way; 3] = [fchmodat2, set_mode_through_proc, |directory, name, mode| {
            set_entry_mode(directory, name, mode)
        }];
        for change in ways {
            // Linux 6.6 has it.
            if change(directory.as_fd(), c"file", Mode::from_raw_mode(0o600)) == Err(Errno::NOSYS) {
                continue;
            }
            change(directory.as_fd(), c"file", Mode::from_raw_mode(0o640)).expect("a file");
            assert_eq!(mode_of(&folder.join("file")), 0o640);
            let result = change(directory.as_fd(), c"link", Mode::from_raw_mode(0o666));
            assert_eq!(result, Err(Errno::OPNOTSUPP));
            assert_eq!(mode_of(&folder.join("file")), 0o640);
        }
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
