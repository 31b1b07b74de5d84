//! Directories that a thread finds at other paths than the kernel has them: file systems in memory.

use super::resolve::{Found, Walk};
use super::{DIFFERS, MOUNTED, Result};
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

/// A directory and where it is found.
#[derive(Debug)]
pub(super) struct Mount {
    /// What is found there (O_PATH).
    pub(super) root: OwnedFd,
    /// Where: an absolute path without `.`, `..` and empty parts.
    pub(super) path: Vec<u8>,
    /// The device of all that is in it (stat(2), st_dev).
    device: u64,
    /// The path of `root` as proc(5) has it, which those of directories in it begin with.
    link: Vec<u8>,
    /// What has to live as long.
    _kept: Option<Box<dyn Any>>,
}

/// The mounts of a session. Its clones share them.
#[derive(Debug, Default)]
pub struct Mounts {
    list: Vec<Rc<Mount>>,
}

thread_local! {
    /// The mounts of the session that the thread runs.
    static MOUNTS: RefCell<Option<Rc<Mounts>>> = const { RefCell::new(None) };
}

/// The thread has the mounts of a session for as long as this lives; then those that it had before.
#[derive(Debug)]
pub struct Entered {
    before: Option<Rc<Mounts>>,
    differed: u8,
}

impl Mounts {
    /// Has a directory found at a path. The path is absolute; what is there otherwise is hidden. `kept` is dropped
    /// with the mount.
    ///
    /// # Errors
    /// Those of fstat(2); ENOENT where there is no `/proc`; EINVAL for the path `/` or one that is not absolute.
    pub fn add(&mut self, path: &[u8], root: OwnedFd, kept: Option<Box<dyn Any>>) -> Result<()> {
        let mut clean = Vec::new();
        for part in path.split(|byte| *byte == b'/').filter(|part| !part.is_empty() && part != b".")
        {
            match part {
                b".." => clean.truncate(clean.iter().rposition(|byte| *byte == b'/').unwrap_or(0)),
                part => clean.extend([b"/", part].concat()),
            }
        }
        if path.first() != Some(&b'/') || clean.is_empty() {
            return Err(rustix::io::Errno::INVAL);
        }
        let device = rustix::fs::fstat(&root)?.st_dev;
        let link = link_of(root.as_fd())?;
        self.list.push(Rc::new(Mount { root, path: clean, device, link, _kept: kept }));
        Ok(())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The mount at a path.
    pub(super) fn at(&self, path: &[u8]) -> Option<&Rc<Mount>> {
        self.list.iter().rev().find(|mount| mount.path == path)
    }

    /// The innermost mount that an absolute path leads into, and the path from there.
    pub(super) fn over<'p>(&self, path: &'p [u8]) -> Option<(&Rc<Mount>, &'p [u8])> {
        let inner = |mount: &Mount| match path.strip_prefix(&mount.path[..])? {
            b"" => Some(&b""[..]),
            rest => rest.strip_prefix(b"/"),
        };
        let over = self.list.iter().filter_map(|mount| Some((mount, inner(mount)?)));
        over.min_by_key(|(_, inner)| inner.len())
    }

    /// The mount that a directory is in, and its path from there.
    fn around(&self, directory: BorrowedFd<'_>) -> Result<Option<(&Rc<Mount>, Vec<u8>)>> {
        if directory.as_raw_fd() < 0 {
            return Ok(None);
        }
        let device = rustix::fs::fstat(directory)?.st_dev;
        if self.list.iter().all(|mount| mount.device != device) {
            return Ok(None);
        }
        let link = link_of(directory)?;
        Ok(self.list.iter().filter(|mount| mount.device == device).find_map(|mount| {
            let inner = match &mount.link[..] {
                b"/" => &link[..],
                root => link.strip_prefix(root)?,
            };
            let inner = inner.strip_prefix(b"/").unwrap_or(inner);
            Some((mount, inner.to_vec()))
        }))
    }

    /// See [`super::mount_in`].
    pub(super) fn named_in(&self, argument: &[u8]) -> Option<Vec<u8>> {
        let is_option = argument.first() == Some(&b'-');
        let named = |path: &[u8]| {
            argument.windows(path.len()).enumerate().any(|(at, window)| {
                let before = argument[..at].last();
                let begins = before.is_none_or(|byte| is_option || b"=:, '\"".contains(byte));
                let after = argument.get(at + path.len());
                let ends = after
                    .is_none_or(|byte| !byte.is_ascii_alphanumeric() && !b"._-".contains(byte));
                window == path && begins && ends
            })
        };
        self.list.iter().find(|mount| named(&mount.path)).map(|mount| mount.path.clone())
    }

    /// From now on the calling thread has these.
    pub fn enter(self: &Rc<Self>) -> Entered {
        let differed = DIFFERS.get();
        DIFFERS.set(differed | MOUNTED);
        Entered { before: MOUNTS.replace(Some(self.clone())), differed }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        MOUNTS.set(self.before.take());
        DIFFERS.set(self.differed);
    }
}

/// Calls with the mounts of the thread.
pub(super) fn with_mounts<T: Default>(call: impl FnOnce(&Mounts) -> Result<T>) -> Result<T> {
    let mounts = MOUNTS.with_borrow(Clone::clone);
    mounts.map_or_else(|| Ok(T::default()), |mounts| call(&mounts))
}

/// What a path stands for, from a directory.
pub(super) fn find(
    mounts: &Mounts,
    directory: BorrowedFd<'_>,
    path: &[u8],
    follow: bool,
) -> Result<Found> {
    if path.is_empty() {
        // The kernel's error, or the directory itself (AT_EMPTY_PATH).
        return Ok(Found::Here);
    }
    let is_absolute = path[0] == b'/';
    let around = if is_absolute { None } else { mounts.around(directory)? };
    let is_plain = !path.contains(&b'/') && path != b"..";
    let walk = match around {
        // The usual case of what goes through directories.
        Some(_) if is_plain && !follow && mounts.list.len() == 1 => return Ok(Found::Here),
        Some((mount, inner)) => Walk::inside(mounts, mount, inner),
        None if is_absolute => Walk::outside(mounts, Vec::new()),
        None if directory.as_raw_fd() < 0 => {
            let here = rustix::process::getcwd(Vec::new())?;
            Walk::outside(mounts, here.into_bytes())
        }
        None => Walk::outside(mounts, link_of(directory)?),
    };
    walk.follow(path, follow)
}

/// The path of a directory that is in a mount.
pub(super) fn path_in(mounts: &Mounts, directory: BorrowedFd<'_>) -> Result<Option<Vec<u8>>> {
    let around = mounts.around(directory)?;
    Ok(around.map(|(mount, inner)| match inner.is_empty() {
        true => mount.path.clone(),
        false => [&mount.path[..], b"/", &inner].concat(),
    }))
}

/// The path of a directory as proc(5) has it.
pub(super) fn link_of(directory: BorrowedFd<'_>) -> Result<Vec<u8>> {
    let link = format!("/proc/self/fd/{}", directory.as_raw_fd());
    Ok(rustix::fs::readlink(link, Vec::new())?.into_bytes())
}
