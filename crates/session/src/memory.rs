//! File systems in memory for sessions (tmpfs(5)): directories without a name, which the session finds at a path of its own.

use crate::error::Error;
use rustix::fs::{CWD, Mode, OFlags};
use rustix::io::Errno;
use rustix::mount::{FsMountFlags, FsOpenFlags, MountAttrFlags};
use stage::door::Mounts;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::rc::Rc;

/// Where directories are in memory that every process sees (shm_overview(7)).
const SHARED: &str = "/dev/shm";
/// How many names are tried for one.
const ATTEMPTS: u32 = 100;

/// File systems in memory, with the paths at which they are to be found.
pub(crate) struct Memory {
    made: Vec<(Vec<u8>, Root)>,
}

/// The top directory of one.
struct Root {
    fd: OwnedFd,
    /// A directory that has to be removed in the end.
    directory: Option<Directory>,
}

/// A directory in [`SHARED`], which is removed with this.
struct Directory(PathBuf);

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Memory {
    /// Makes one for each path, of at most so many bytes.
    ///
    /// # Errors
    /// [`Error::System`]: that of the system for the directory in /dev/shm.
    pub fn make(wanted: &[(Vec<u8>, Option<u64>)]) -> Result<Self, Error> {
        let mut made = Vec::new();
        for (path, size) in wanted {
            if path.contains(&0) {
                return Err(Error::Nul);
            }
            let root = match mount(*size) {
                Ok(fd) => Root { fd: stage::private(fd)?, directory: None },
                Err(_) => shared_directory()?,
            };
            made.push((path.clone(), root));
        }
        Ok(Self { made })
    }

    /// The top directories.
    pub fn roots(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        self.made.iter().map(|(_, root)| root.fd.as_fd())
    }

    /// What threads have of them that run the session; None: there are none.
    ///
    /// # Errors
    /// [`Error::System`]: EINVAL for a path that is `/` or not absolute; that of the system.
    pub fn into_mounts(self) -> Result<Option<Rc<Mounts>>, Error> {
        let mut mounts = Mounts::default();
        for (path, root) in self.made {
            let kept =
                root.directory.map(|directory| Box::new(directory) as Box<dyn std::any::Any>);
            mounts.add(&path, root.fd, kept).map_err(io::Error::from)?;
        }
        Ok((!mounts.is_empty()).then(|| Rc::new(mounts)))
    }
}

/// A mount in no directory (fsmount(2)): only who has its descriptor finds it, and it ends with that.
fn mount(size: Option<u64>) -> Result<OwnedFd, Errno> {
    let context = rustix::mount::fsopen("tmpfs", FsOpenFlags::FSOPEN_CLOEXEC)?;
    if let Some(size) = size {
        rustix::mount::fsconfig_set_string(context.as_fd(), "size", size.to_string())?;
    }
    rustix::mount::fsconfig_set_string(context.as_fd(), "mode", "0755")?;
    rustix::mount::fsconfig_create(context.as_fd())?;
    let attributes = MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NODEV;
    rustix::mount::fsmount(context.as_fd(), FsMountFlags::FSMOUNT_CLOEXEC, attributes)
}

/// A directory of this user's in [`SHARED`].
fn shared_directory() -> io::Result<Root> {
    for _ in 0..ATTEMPTS {
        let mut random = [0u8; 8];
        rustix::rand::getrandom(&mut random, rustix::rand::GetRandomFlags::empty())?;
        let path = format!("{SHARED}/forkless-{:016x}", u64::from_ne_bytes(random));
        match rustix::fs::mkdir(&path, Mode::RWXU) {
            Err(Errno::EXIST) => continue,
            result => result?,
        }
        let directory = Directory(PathBuf::from(&path));
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let fd = rustix::fs::openat(CWD, &path, flags, Mode::empty())?;
        return Ok(Root { fd: stage::private(fd)?, directory: Some(directory) });
    }
    Err(Errno::EXIST.into())
}

#[cfg(test)]
mod tests {
    use super::shared_directory;
    use std::path::Path;

    #[test]
    fn a_shared_directory_is_removed_with_all_that_is_in_it() {
        let root = shared_directory().unwrap();
        let path = root.directory.as_ref().unwrap().0.clone();
        std::fs::create_dir_all(path.join("a/b")).unwrap();
        std::fs::write(path.join("a/b/c"), "text").unwrap();
        drop(root);
        assert!(!Path::new(&path).exists());
    }
}
