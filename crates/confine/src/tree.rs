//! A tree of files with what a policy names and nothing else, as mounts.
//!
//! Each path is found where it is outside. Symbolic links on the way to it are made anew, and so are those in the root
//! directory, where systems have /bin lead to /usr/bin and programs their loader by such a name.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use launch::Mount;
use rustix::fs::CWD;

use crate::policy::Policy;
use crate::programs::{LOADERS, interpreters};

/// How many symbolic links are followed on the way to a path (path_resolution(7)).
const MOST_LINKS: u32 = 40;
/// What may be used under every policy.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/full", "/dev/zero", "/dev/random", "/dev/urandom"];

/// What is to be found.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    /// Files and directories, without links in their paths, and whether they may be written.
    found: BTreeMap<PathBuf, bool>,
    links: BTreeMap<PathBuf, PathBuf>,
}

impl Tree {
    /// The tree of a policy whose relative paths are below `base`.
    pub(crate) fn of(policy: &Policy, base: &Path) -> Self {
        let mut tree = Self::default();
        for entry in std::fs::read_dir("/").into_iter().flatten().flatten() {
            if let Ok(target) = std::fs::read_link(entry.path()) {
                tree.links.insert(entry.path(), target);
            }
        }
        for path in &policy.write {
            tree.add(&base.join(path), true);
        }
        for path in policy.read.iter().chain(&policy.execute) {
            tree.add(&base.join(path), false);
        }
        for path in &policy.execute {
            for interpreter in interpreters(CWD, &base.join(path)) {
                tree.add(&base.join(interpreter), false);
            }
        }
        let defaults = LOADERS.iter().filter(|_| !policy.execute.is_empty());
        for path in defaults.chain(&DEVICES) {
            tree.add(Path::new(path), false);
        }
        tree
    }

    /// Adds what is at an absolute path, and the links on the way there. What is not there is left out.
    fn add(&mut self, path: &Path, is_written: bool) {
        let mut rest: Vec<Vec<u8>> = Vec::new();
        let push = |rest: &mut Vec<Vec<u8>>, path: &Path| {
            for part in path.components().rev() {
                rest.push(part.as_os_str().as_bytes().to_vec());
            }
        };
        push(&mut rest, path);
        let (mut at, mut links) = (PathBuf::from("/"), 0);
        while let Some(name) = rest.pop() {
            let name = Path::new(std::ffi::OsStr::from_bytes(&name));
            match name.components().next() {
                Some(Component::Normal(_)) => {}
                Some(Component::ParentDir) => {
                    at.pop();
                    continue;
                }
                Some(Component::RootDir) => {
                    at = PathBuf::from("/");
                    continue;
                }
                _ => continue,
            }
            let next = at.join(name);
            match std::fs::read_link(&next) {
                Ok(target) if links < MOST_LINKS => {
                    links += 1;
                    push(&mut rest, &target);
                    self.links.insert(next, target);
                }
                _ => at = next,
            }
        }
        if std::fs::symlink_metadata(&at).is_ok() {
            *self.found.entry(at).or_default() |= is_written;
        }
    }

    /// Whether a path without links is in the tree, by itself or below a directory.
    pub(crate) fn shows(&self, path: &Path) -> bool {
        path.ancestors().any(|above| self.found.contains_key(above))
    }

    /// The mounts: what is above comes first. `has_processes`: /proc is that of the process namespace.
    pub(crate) fn mounts(&self, has_processes: bool) -> Vec<Mount> {
        let text = |path: &Path| CString::new(path.as_os_str().as_bytes()).unwrap_or_default();
        let mut mounts = Vec::new();
        if !self.found.contains_key(Path::new("/")) {
            mounts.push(Mount::memory(c"/").read_only());
        }
        for (path, is_written) in &self.found {
            let above = path.ancestors().skip(1).find_map(|above| self.found.get(above));
            let is_there = above.is_some_and(|above| *above || !is_written);
            if is_there || has_processes && *path == Path::new("/proc") {
                continue;
            }
            let path_text = text(path);
            let mut mount = Mount::bind(&path_text, &path_text);
            if path.starts_with("/dev") || *path == Path::new("/") {
                mount = mount.devices();
            }
            mounts.push(if *is_written { mount } else { mount.read_only() });
        }
        for (link, target) in &self.links {
            if !self.shows(link) {
                mounts.push(Mount::link(&text(target), &text(link)));
            }
        }
        if has_processes {
            mounts.push(Mount::processes(c"/proc").read_only());
        }
        mounts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_with_their_links() {
        let folder = std::env::temp_dir().join(format!("confine-tree-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("a/b")).unwrap();
        let folder = folder.canonicalize().unwrap();
        let _ = std::os::unix::fs::symlink("a", folder.join("link"));
        let _ = std::os::unix::fs::symlink("loop", folder.join("loop"));
        let policy = Policy::parse(b"ro=link/b,a,nothing,loop rw=a/../a/b").unwrap();
        let tree = Tree::of(&policy, &folder);
        let found = |path: &str| tree.found.get(&folder.join(path)).copied();
        assert_eq!((found("a"), found("a/b"), found("nothing")), (Some(false), Some(true), None));
        assert_eq!(tree.links.get(&folder.join("link")), Some(&PathBuf::from("a")));
        assert!(tree.shows(&folder.join("a/b/c")) && !tree.shows(&folder));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
