//! What has been created, or named as an operand, in one call.

use crate::files::names;
use rustix::fd::BorrowedFd;
use rustix::fs::{AtFlags, Stat};
use std::collections::BTreeMap;

/// Files by device and inode, with the names under which they were met.
#[derive(Default)]
pub(crate) struct Created {
    files: BTreeMap<(u64, u64), Vec<Vec<u8>>>,
}

impl Created {
    /// Whether the file was recorded under a name of the same directory entry. As in GNU's, the
    /// names are looked up from the working directory, wherever the target is.
    pub(crate) fn has(&self, here: BorrowedFd<'_>, name: &[u8], stat: &Stat) -> bool {
        self.files
            .get(&(stat.st_dev, stat.st_ino))
            .is_some_and(|names| names.iter().any(|other| is_same_name(here, other, here, name)))
    }

    /// Records a file under a name.
    pub(crate) fn add(&mut self, name: &[u8], stat: &Stat) {
        self.files.entry((stat.st_dev, stat.st_ino)).or_default().push(name.to_vec());
    }
}

/// Whether two names are of one directory entry: the last components are equal, and the
/// directories the same.
pub(crate) fn is_same_name(
    one_at: BorrowedFd<'_>,
    one: &[u8],
    two_at: BorrowedFd<'_>,
    two: &[u8],
) -> bool {
    let base = |name| names::strip_slashes(names::last_component(name));
    if base(one) != base(two) {
        return false;
    }
    let directory = |at, name| {
        let directory = match names::directory(name) {
            b"" => b".",
            directory => directory,
        };
        stage::door::statat(at, directory, AtFlags::SYMLINK_NOFOLLOW).ok()
    };
    match (directory(one_at, one), directory(two_at, two)) {
        (Some(one), Some(two)) => super::is_same(&one, &two),
        _ => false,
    }
}
