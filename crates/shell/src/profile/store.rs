//! Files that several processes add records to.
//!
//! Each process of a profiled shell appends its record by one write when it ends. The descriptor is
//! above those of scripts. The file of FORKLESS_PROFILE has to be a regular one of this user, since
//! other processes name it.

use super::record::RECORD_START;
use rustix::fs::{FileType, Mode, OFlags};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};

/// Descriptors of the shell's own begin here, out of the way of scripts.
pub(crate) const PRIVATE: i32 = 200;

/// A file to which records are appended, each by one write.
pub(crate) struct Store {
    file: OwnedFd,
}

/// Why a file cannot collect records.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// Its path is relative: each shell would mean another file.
    Relative,
    /// It is no regular file of this user with one name.
    Foreign,
    /// It has something else in it than records.
    Occupied,
    /// The system's error.
    System(rustix::io::Errno),
}

impl Unfit {
    /// The words for it.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Relative => "not an absolute path".to_owned(),
            Self::Foreign => "not a regular file of this user".to_owned(),
            Self::Occupied => "not a profile".to_owned(),
            Self::System(errno) => utilities::message::reason(&(*errno).into()),
        }
    }
}

impl Store {
    /// Opens the file that FORKLESS_PROFILE names, for appending.
    ///
    /// # Errors
    ///
    /// The path is relative, or what it leads to is a link, a file that somebody else could have
    /// put there, or one that has anything but records in it. So whoever chooses the environment cannot
    /// have text added to a file of this user's that programs read.
    pub(crate) fn open(path: &[u8]) -> Result<Self, Unfit> {
        if path.first() != Some(&b'/') {
            return Err(Unfit::Relative);
        }
        let flags = OFlags::RDWR
            | OFlags::APPEND
            | OFlags::CREATE
            | OFlags::NOFOLLOW
            | OFlags::NONBLOCK
            | OFlags::NOCTTY
            | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        let file = rustix::fs::open(path, flags, mode).map_err(|errno| match errno {
            rustix::io::Errno::LOOP => Unfit::Foreign,
            errno => Unfit::System(errno),
        })?;
        let stat = rustix::fs::fstat(&file).map_err(Unfit::System)?;
        let regular = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
        if !regular || stat.st_nlink != 1 || stat.st_uid != rustix::process::geteuid().as_raw() {
            return Err(Unfit::Foreign);
        }
        let mut start = [0; RECORD_START.len()];
        let length = rustix::io::pread(&file, &mut start, 0).map_err(Unfit::System)?;
        if start[..length] != RECORD_START[..length] {
            return Err(Unfit::Occupied);
        }
        Ok(Self { file: high(file) })
    }

    /// A file without a name, for this process and those that it forks.
    pub(crate) fn between_processes() -> io::Result<Self> {
        let flags = rustix::fs::MemfdFlags::CLOEXEC;
        let sealed = flags | rustix::fs::MemfdFlags::NOEXEC_SEAL;
        let file = match rustix::fs::memfd_create(c"forkless-profile", sealed) {
            // Before Linux 6.3.
            Err(rustix::io::Errno::INVAL) => rustix::fs::memfd_create(c"forkless-profile", flags),
            made => made,
        }?;
        rustix::fs::fcntl_setfl(&file, OFlags::APPEND | OFlags::RDWR)?;
        Ok(Self { file: high(file) })
    }

    /// The descriptor of the file of records.
    pub(crate) fn descriptor(&self) -> i32 {
        self.file.as_raw_fd()
    }

    /// Appends a record.
    pub(crate) fn append(&self, record: &[u8]) {
        let mut rest = record;
        while !rest.is_empty() {
            match rustix::io::write(&self.file, rest) {
                Ok(0) | Err(_) => return,
                Ok(count) => rest = &rest[count..],
            }
        }
    }

    /// All that has been appended.
    pub(crate) fn contents(&self) -> Vec<u8> {
        let mut text = Vec::new();
        let mut block = [0; 16 * 1024];
        while let Ok(count @ 1..) = rustix::io::pread(&self.file, &mut block, text.len() as u64) {
            text.extend_from_slice(&block[..count]);
        }
        text
    }
}

/// Moves the file to a number that scripts do not use, where the limits allow it.
fn high(file: OwnedFd) -> OwnedFd {
    rustix::io::fcntl_dupfd_cloexec(&file, PRIVATE).unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::{Store, Unfit};
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn records_are_appended() {
        let store = Store::between_processes().expect("memfd");
        store.append(b"one\n");
        store.append(b"two\n");
        assert_eq!(store.contents(), b"one\ntwo\n");
    }

    #[test]
    fn links_and_relative_paths_are_refused() {
        let folder = std::env::temp_dir().join(format!("forkless-store-{}", std::process::id()));
        std::fs::create_dir(&folder).expect("folder");
        let path = |name: &str| folder.join(name).as_os_str().as_bytes().to_vec();
        let refused = |path: &[u8]| Store::open(path).err();
        assert_eq!(refused(b"relative"), Some(Unfit::Relative));
        assert!(refused(&path("file")).is_none());
        let mode = std::fs::metadata(folder.join("file")).expect("file").permissions().mode();
        assert_eq!(mode & 0o077, 0);
        std::os::unix::fs::symlink(folder.join("file"), folder.join("link")).expect("link");
        assert_eq!(refused(&path("link")), Some(Unfit::Foreign));
        std::fs::hard_link(folder.join("file"), folder.join("second")).expect("second name");
        assert_eq!(refused(&path("second")), Some(Unfit::Foreign));
        assert_eq!(refused(b"/dev/null"), Some(Unfit::Foreign));
        for (text, reason) in [
            (&b"\nprocess\t1\t"[..], None),
            (b"\npro", None),
            (b"", None),
            (b"\n\n", Some(Unfit::Occupied)),
            (b"root:x:0", Some(Unfit::Occupied)),
        ] {
            std::fs::write(folder.join("other"), text).expect("file");
            assert_eq!(refused(&path("other")), reason);
        }
        std::fs::remove_dir_all(&folder).expect("folder");
    }
}
