//! What /proc shows of processes (proc(5)), which a confined thread must not be given: `/proc/self` is the
//! whole process, its other threads' memory, descriptors and variables.

use rustix::fs::{Mode, OFlags};
use std::ffi::OsStr;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// Where a file is, as the kernel knows it.
pub(crate) enum Place {
    /// Nothing of a process is there or below.
    Elsewhere,
    /// A directory below which processes are shown, or where they are.
    Above,
    /// It is of a process.
    Inside,
}

/// Where processes are shown: the mounts of type proc.
#[derive(Debug, Default)]
pub(crate) struct Processes(Vec<PathBuf>);

impl Processes {
    /// Reads the table of mounts.
    ///
    /// # Errors
    /// The errno of open(2) or read(2).
    pub(crate) fn find() -> Result<Self, i32> {
        let table = std::fs::read("/proc/self/mountinfo")
            .map_err(|error| error.raw_os_error().unwrap_or(libc::EIO))?;
        Ok(Self(table.split(|&byte| byte == b'\n').filter_map(mount_of_processes).collect()))
    }

    /// Where an open file is.
    ///
    /// # Errors
    /// The errno of readlink(2).
    pub(crate) fn place(&self, file: BorrowedFd<'_>) -> Result<Place, i32> {
        let link = format!("/proc/self/fd/{}", file.as_raw_fd());
        let path = rustix::fs::readlink(link, Vec::new()).map_err(|errno| errno.raw_os_error())?;
        let path = PathBuf::from(std::ffi::OsString::from_vec(path.into_bytes()));
        for mount in &self.0 {
            if mount.starts_with(&path) {
                return Ok(Place::Above);
            }
            if let Ok(rest) = path.strip_prefix(mount)
                && let Some(first) = rest.components().next()
                && is_process(first.as_os_str())
            {
                return Ok(Place::Inside);
            }
        }
        Ok(Place::Elsewhere)
    }
}

/// The entries of a directory that are no symbolic links, opened by O_PATH. Those that are gone meanwhile are
/// left out.
///
/// # Errors
/// The errno of openat(2) or getdents64(2).
pub(crate) fn entries(directory: BorrowedFd<'_>) -> Result<Vec<OwnedFd>, i32> {
    let errno = |error: rustix::io::Errno| error.raw_os_error();
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let directory = rustix::fs::openat(directory, c".", flags, Mode::empty()).map_err(errno)?;
    let mut found = Vec::new();
    for entry in rustix::fs::Dir::read_from(&directory).map_err(errno)? {
        let entry = entry.map_err(errno)?;
        let name = entry.file_name();
        if matches!(name.to_bytes(), b"." | b"..") {
            continue;
        }
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        if let Ok(file) = rustix::fs::openat(directory.as_fd(), name, flags, Mode::empty())
            && let Ok(stat) = rustix::fs::fstat(&file)
            && !rustix::fs::FileType::from_raw_mode(stat.st_mode).is_symlink()
        {
            found.push(file);
        }
    }
    Ok(found)
}

/// Whether an entry of /proc is a process, or a link to one.
fn is_process(name: &OsStr) -> bool {
    let name = name.as_bytes();
    name.iter().all(u8::is_ascii_digit) || matches!(name, b"self" | b"thread-self")
}

/// The mount point of a line of mountinfo (proc_pid_mountinfo(5)) whose file system is proc.
fn mount_of_processes(line: &[u8]) -> Option<PathBuf> {
    let words: Vec<&[u8]> = line.split(|&byte| byte == b' ').collect();
    let dash = words.iter().position(|word| *word == b"-")?;
    (*words.get(dash + 1)? == b"proc").then_some(())?;
    Some(Path::new(OsStr::from_bytes(&unescaped(words.get(4)?))).to_path_buf())
}

/// The bytes of a field, in which blanks and backslashes are octal numbers.
fn unescaped(field: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(field.len());
    let mut rest = field;
    while let [first, tail @ ..] = rest {
        if let (b'\\', [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', after @ ..]) =
            (first, tail)
        {
            bytes.push((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'));
            rest = after;
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_mounts_is_read() {
        let line = b"30 23 0:26 / /a\\040b\\134c rw,nosuid - proc proc rw";
        assert_eq!(mount_of_processes(line), Some(PathBuf::from("/a b\\c")));
        assert_eq!(mount_of_processes(b"30 23 0:26 / /proc rw shared:1 - ext4 /dev/a rw"), None);
        assert_eq!(mount_of_processes(b""), None);
    }

    #[test]
    fn places_are_told_apart() {
        let processes = Processes::find().unwrap();
        let place = |path: &str| {
            let flags = OFlags::PATH | OFlags::CLOEXEC;
            let file = rustix::fs::open(path, flags, Mode::empty()).unwrap();
            processes.place(file.as_fd()).unwrap()
        };
        assert!(matches!(place("/"), Place::Above));
        assert!(matches!(place("/proc"), Place::Above));
        assert!(matches!(place("/usr"), Place::Elsewhere));
        assert!(matches!(place("/proc/meminfo"), Place::Elsewhere));
        assert!(matches!(place("/proc/self"), Place::Inside));
        assert!(matches!(place("/proc/self/environ"), Place::Inside));
    }
}
