//! What a path stands for where there are mounts (path_resolution(7)).
//!
//! Outside of mounts a path is the kernel's business: it is followed here by its text alone, to see whether it leads
//! into one. Inside, its symbolic links are followed here, since they may lead out again.

use super::Result;
use super::mounts::{Mount, Mounts};
use rustix::fs::{AtFlags, FileType};
use rustix::io::Errno;
use std::rc::Rc;

/// How many symbolic links a path may have (path_resolution(7)).
const LINKS: usize = 40;

/// What a path stands for.
#[derive(Debug, Default)]
pub(super) enum Found {
    /// What the kernel says.
    #[default]
    Here,
    /// Another path, an absolute one.
    Elsewhere(Vec<u8>),
    /// A path in a mount.
    Mounted(Rc<Mount>, Vec<u8>),
}

/// Where a walk is.
enum Place {
    /// Outside of all mounts, at an absolute path without a `/` at its end.
    Outside(Vec<u8>),
    /// In a mount, at a path from its root; empty: there.
    Inside(Rc<Mount>, Vec<u8>),
}

/// A walk along a path.
pub(super) struct Walk<'a> {
    mounts: &'a Mounts,
    place: Place,
    /// It has been in a mount.
    was_inside: bool,
}

impl<'a> Walk<'a> {
    /// One that begins in a mount.
    pub(super) fn inside(mounts: &'a Mounts, mount: &Rc<Mount>, path: Vec<u8>) -> Self {
        Self { mounts, place: Place::Inside(mount.clone(), path), was_inside: true }
    }

    /// One that begins at an absolute path; empty: the root.
    pub(super) fn outside(mounts: &'a Mounts, mut path: Vec<u8>) -> Self {
        if path == b"/" {
            path.clear();
        }
        Self { mounts, place: Place::Outside(path), was_inside: false }
    }

    /// Follows a path to its end; a symbolic link there, too, if `follow`.
    ///
    /// # Errors
    /// ELOOP for too many symbolic links; ENOENT and ENOTDIR for `..` after what is no directory.
    pub(super) fn follow(mut self, path: &[u8], follow: bool) -> Result<Found> {
        let mut links = 0;
        // What the end of the path says of it: that it is a directory.
        let mut end: &[u8] = b"";
        // What is still to be followed, the next part last.
        let mut left: Vec<Vec<u8>> = Vec::new();
        let add = |left: &mut Vec<Vec<u8>>, path: &[u8]| {
            left.extend(path.split(|byte| *byte == b'/').rev().map(<[u8]>::to_vec));
        };
        add(&mut left, path);
        while let Some(part) = left.pop() {
            end = match &part[..] {
                b"" => b"/",
                b"." | b".." => b"/.",
                _ => b"",
            };
            match &part[..] {
                b"" | b"." => {}
                b".." => self.up()?,
                name => {
                    let is_last = left.is_empty();
                    if let Some(text) = self.down(name, !is_last || follow)? {
                        links += 1;
                        if links > LINKS {
                            return Err(Errno::LOOP);
                        }
                        if text.first() == Some(&b'/') {
                            self.place = Place::Outside(Vec::new());
                        }
                        add(&mut left, &text);
                    }
                }
            }
        }
        Ok(self.found(end))
    }

    /// Goes to the parent directory.
    fn up(&mut self) -> Result<()> {
        match &mut self.place {
            Place::Outside(path) => drop_last(path),
            Place::Inside(mount, inner) if inner.is_empty() => {
                let mut path = mount.path.clone();
                drop_last(&mut path);
                // A mount may be in another one.
                self.place = match self.mounts.over(&path) {
                    Some((mount, inner)) => Place::Inside(mount.clone(), inner.to_vec()),
                    None => Place::Outside(path),
                };
            }
            Place::Inside(mount, inner) => {
                let stat = rustix::fs::statat(&mount.root, &inner[..], AtFlags::SYMLINK_NOFOLLOW)?;
                if FileType::from_raw_mode(stat.st_mode) != FileType::Directory {
                    return Err(Errno::NOTDIR);
                }
                drop_last(inner);
            }
        }
        Ok(())
    }

    /// Goes to the entry `name`, or says the text of the symbolic link that it is.
    fn down(&mut self, name: &[u8], follow: bool) -> Result<Option<Vec<u8>>> {
        match &mut self.place {
            Place::Outside(path) => {
                path.push(b'/');
                path.extend(name);
                if let Some(mount) = self.mounts.at(path) {
                    self.place = Place::Inside(mount.clone(), Vec::new());
                    self.was_inside = true;
                }
            }
            Place::Inside(mount, inner) => {
                let length = inner.len();
                if length > 0 {
                    inner.push(b'/');
                }
                inner.extend(name);
                if follow
                    && let Ok(text) = rustix::fs::readlinkat(&mount.root, &inner[..], Vec::new())
                {
                    inner.truncate(length);
                    return Ok(Some(text.into_bytes()));
                }
                let path = [&mount.path[..], b"/", inner].concat();
                if let Some(mount) = self.mounts.at(&path) {
                    self.place = Place::Inside(mount.clone(), Vec::new());
                }
            }
        }
        Ok(None)
    }

    /// Where it has come to, with what the path says at its end.
    fn found(self, end: &[u8]) -> Found {
        match self.place {
            Place::Outside(_) if !self.was_inside => Found::Here,
            Place::Outside(path) => Found::Elsewhere(match path.is_empty() {
                true => b"/".to_vec(),
                false => [&path[..], end].concat(),
            }),
            Place::Inside(mount, inner) if inner.is_empty() => Found::Mounted(mount, b".".to_vec()),
            Place::Inside(mount, inner) => Found::Mounted(mount, [&inner[..], end].concat()),
        }
    }
}

/// Takes the last part from a path.
fn drop_last(path: &mut Vec<u8>) {
    path.truncate(path.iter().rposition(|byte| *byte == b'/').unwrap_or(0));
}
