//! Directories, file by file (`-r`).

use crate::Context;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
use std::io;
use std::os::fd::OwnedFd;
use std::vec::IntoIter;

/// What was met.
pub enum Met {
    /// A file that could be opened, and the path by which it is shown.
    File(OwnedFd, Vec<u8>),
    /// A path that cannot be read.
    Trouble(Vec<u8>, io::Error),
}

/// A directory that is being walked through.
struct Directory {
    fd: OwnedFd,
    /// The entries that are still to come.
    entries: IntoIter<(Vec<u8>, FileType)>,
    /// What its entries' names are shown behind: empty, or ends in a slash.
    shown: Vec<u8>,
}

/// A walk through a directory and all below it, in the order in which directories list their
/// entries. Symbolic links and devices are passed over.
pub struct Walk {
    /// The directories that are open, the innermost last.
    open: Vec<Directory>,
    trouble: Option<(Vec<u8>, io::Error)>,
}

impl Walk {
    /// Starts at `path`, which is shown as `shown` before the names below it.
    pub fn new(context: &Context<'_>, path: &[u8], shown: &[u8]) -> Self {
        let mut walk = Self { open: Vec::new(), trouble: None };
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let opened = stage::door::openat(context.directory, path, flags, Mode::empty());
        walk.enter(opened, shown.to_vec(), path);
        walk
    }

    /// Opens a directory; `shown` ends in a slash or is empty.
    fn enter(&mut self, opened: rustix::io::Result<OwnedFd>, shown: Vec<u8>, path: &[u8]) {
        let listed = opened.and_then(|fd| {
            let mut entries = Vec::new();
            for entry in Dir::read_from(&fd)? {
                let entry = entry?;
                let name = entry.file_name().to_bytes();
                if name != b"." && name != b".." {
                    entries.push((name.to_vec(), entry.file_type()));
                }
            }
            Ok((fd, entries))
        });
        match listed {
            Ok((fd, entries)) => {
                self.open.push(Directory { fd, entries: entries.into_iter(), shown });
            }
            Err(error) => self.trouble = Some((path.to_vec(), error.into())),
        }
    }

    /// The next file.
    pub fn next(&mut self) -> Option<Met> {
        loop {
            if let Some((path, error)) = self.trouble.take() {
                return Some(Met::Trouble(path, error));
            }
            let Directory { fd: directory, entries, shown } = self.open.last_mut()?;
            let Some((name, mut kind)) = entries.next() else {
                self.open.pop();
                continue;
            };
            let path = [&shown[..], &name[..]].concat();
            if kind == FileType::Unknown {
                match stage::door::statat(&*directory, &name[..], AtFlags::SYMLINK_NOFOLLOW) {
                    Ok(stat) => kind = FileType::from_raw_mode(stat.st_mode),
                    Err(error) => return Some(Met::Trouble(path, error.into())),
                }
            }
            let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::NOCTTY;
            match kind {
                FileType::Directory => {
                    let flags = flags | OFlags::DIRECTORY;
                    let opened = stage::door::openat(&*directory, &name[..], flags, Mode::empty());
                    self.enter(opened, [&path[..], b"/"].concat(), &path);
                }
                FileType::RegularFile => {
                    let flags = flags | OFlags::NONBLOCK;
                    return match stage::door::openat(&*directory, &name[..], flags, Mode::empty()) {
                        Ok(fd) => Some(Met::File(fd, path)),
                        // It has become a symbolic link.
                        Err(rustix::io::Errno::LOOP) => continue,
                        Err(error) => Some(Met::Trouble(path, error.into())),
                    };
                }
                _ => {}
            }
        }
    }
}
