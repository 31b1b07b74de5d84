//! What a directory holds, to be compared.

use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

/// One file of a directory.
#[derive(Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its path below the directory.
    pub path: Vec<u8>,
    /// st_mode: kind and permissions.
    pub mode: u32,
    /// st_nlink, for what is no directory.
    pub links: u64,
    /// st_uid and st_gid.
    pub owner: (u32, u32),
    /// The content of a regular file, the target of a symbolic link.
    pub content: Vec<u8>,
    /// st_mtime and its nanoseconds, where asked for.
    pub modified: Option<(i64, i64)>,
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} {:o} links {} owner {:?} {:?} \"{}\"",
            self.path.escape_ascii(),
            self.mode,
            self.links,
            self.owner,
            self.modified,
            self.content.escape_ascii()
        )
    }
}

/// All that is below `directory`, by path.
pub fn snapshot(directory: &Path, times: bool) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut left = vec![directory.to_path_buf()];
    while let Some(next) = left.pop() {
        let Ok(list) = std::fs::read_dir(&next) else { continue };
        for item in list.flatten() {
            let path = item.path();
            let Ok(stat) = std::fs::symlink_metadata(&path) else { continue };
            let content = if stat.is_symlink() {
                std::fs::read_link(&path).unwrap().as_os_str().as_bytes().to_vec()
            } else if stat.is_file() {
                std::fs::read(&path).unwrap_or_default()
            } else {
                Vec::new()
            };
            entries.push(Entry {
                path: path.strip_prefix(directory).unwrap().as_os_str().as_bytes().to_vec(),
                mode: stat.mode(),
                links: if stat.is_dir() { 0 } else { stat.nlink() },
                owner: (stat.uid(), stat.gid()),
                content,
                modified: times.then(|| (stat.mtime(), stat.mtime_nsec())),
            });
            if stat.is_dir() {
                left.push(path);
            }
        }
    }
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    entries
}

/// Gives all directories below permissions that let them be removed.
pub fn allow_all(directory: &Path) {
    let mut left = vec![directory.to_path_buf()];
    while let Some(next) = left.pop() {
        let _ = std::fs::set_permissions(&next, std::fs::Permissions::from_mode(0o700));
        let Ok(list) = std::fs::read_dir(&next) else { continue };
        left.extend(
            list.flatten().filter(|e| e.file_type().is_ok_and(|t| t.is_dir())).map(|e| e.path()),
        );
    }
}
