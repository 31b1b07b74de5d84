//! The path of a directory by its parents, where the kernel has none: it is longer than PATH_MAX, or there is no `/proc`.

use super::Result;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, Dir, Mode, OFlags, Stat};
use rustix::io::Errno;

/// The path of an open directory without symbolic links, found by looking for each directory in the one above it.
///
/// # Errors
/// Those of openat(2) and getdents64(2); ENOENT where the directory has been removed or does not lie below `/`.
pub fn path_by_parents(directory: impl AsFd) -> Result<Vec<u8>> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let root = rustix::fs::stat("/")?;
    let open =
        |below: BorrowedFd<'_>, path, flags| rustix::fs::openat(below, path, flags, Mode::empty());
    let mut here =
        open(directory.as_fd(), ".", OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC)?;
    let mut stat = rustix::fs::fstat(&here)?;
    let mut names = Vec::new();
    while !is_same(&stat, &root) {
        let parent = open(here.as_fd(), "..", flags)?;
        let above = rustix::fs::fstat(&parent)?;
        if is_same(&above, &stat) {
            return Err(Errno::NOENT);
        }
        names.push(name_in(&parent, &above, &stat)?);
        (here, stat) = (parent, above);
    }
    if names.is_empty() {
        return Ok(b"/".to_vec());
    }
    Ok(names.iter().rev().flat_map(|name| [b"/", &name[..]]).collect::<Vec<_>>().concat())
}

/// The name by which a directory is found in the one above it.
fn name_in(parent: &OwnedFd, above: &Stat, wanted: &Stat) -> Result<Vec<u8>> {
    // Where a file system is mounted, entries have the inodes of what it hides.
    let is_mounted = above.st_dev != wanted.st_dev;
    for entry in Dir::read_from(parent)? {
        let entry = entry?;
        let name = entry.file_name();
        if matches!(name.to_bytes(), b"." | b"..") || !is_mounted && entry.ino() != wanted.st_ino {
            continue;
        }
        let found = rustix::fs::statat(parent, name, AtFlags::SYMLINK_NOFOLLOW);
        if found.is_ok_and(|found| is_same(&found, wanted)) {
            return Ok(name.to_bytes().to_vec());
        }
    }
    Err(Errno::NOENT)
}

fn is_same(one: &Stat, other: &Stat) -> bool {
    (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)
}
