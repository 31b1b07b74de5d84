//! Attributes of files, where what a name stands for may change under the caller.

use rustix::fd::{AsFd, AsRawFd, BorrowedFd};
use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;
use rustix::path::Arg;
use std::ffi::CStr;

/// The number of fchmodat2(2), the same on every machine: not every version of crate libc has it for all of them.
const SYS_FCHMODAT2: libc::c_long = 452;

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
