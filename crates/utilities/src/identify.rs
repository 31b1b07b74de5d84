//! Says which program a file is: its family and version, from what lies in the file itself.
//!
//! A program of GNU's has the name of its package and its version among its constants, each a C
//! string. These lie in the segments that are neither written nor executed, so some tens of
//! kilobytes are read of each program, once, where its build-id is not one that is known (`builds`): what a file
//! was found to be is kept by device, inode, size and time. Scripts are known by their text. A distribution may have patched what
//! calls itself by the same version, so os-release(5) has a say too.

mod builds;
mod constants;
mod scripts;

use crate::program::{Family, Program, family_of};
use constants::Constants;
use rustix::fs::{CWD, Mode, OFlags, Stat};
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, PoisonError};

/// Programs that are many utilities, by the names of their files.
pub const MULTICALL: &[(&[u8], Family)] =
    &[(b"busybox", Family::Busybox), (b"toybox", Family::Toybox), (b"coreutils", Family::Uutils)];

/// What several shells of a process have found out together, also on several threads: each program is
/// looked at once.
#[derive(Clone, Debug, Default)]
pub struct Found(Arc<Mutex<Known>>);

/// What files were found to be.
type Known = Vec<(Identity, Option<Program>)>;

impl Found {
    fn get(&self, identity: Identity) -> Option<Option<Program>> {
        let found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        found.iter().find(|(known, _)| *known == identity).map(|(_, program)| *program)
    }

    fn add(&self, identity: Identity, program: Option<Program>) {
        let mut found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !found.iter().any(|(known, _)| *known == identity) {
            found.push((identity, program));
        }
    }
}

/// What makes a file the one that was looked at before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
    size: i64,
    modified: (i64, i64),
    /// What it was taken for: a file may have many names.
    family: Family,
}

/// The programs that were identified.
#[derive(Default)]
pub struct Programs {
    known: Known,
    /// Whether the distribution's programs are those that the utilities were held against.
    is_debian: Option<bool>,
    /// What others have found, and what they are told.
    shared: Option<Found>,
}

impl Programs {
    /// Begins with what others have found, and tells them.
    pub fn share(&mut self, found: &Found) {
        self.shared = Some(found.clone());
    }

    /// The program at `path`, a regular file with this status, that is called as `utility`; None
    /// for one that is not known to be what the utility was held against.
    pub fn identify(&mut self, path: &[u8], status: &Stat, utility: &[u8]) -> Option<Program> {
        let family = expected(path, utility);
        let identity = Identity {
            device: status.st_dev as _,
            inode: status.st_ino as _,
            size: status.st_size as _,
            modified: (status.st_mtime as _, status.st_mtime_nsec as _),
            family,
        };
        if let Some((_, program)) = self.known.iter().find(|(known, _)| *known == identity) {
            return *program;
        }
        let program = match self.shared.as_ref().and_then(|shared| shared.get(identity)) {
            Some(program) => program,
            None => self.find_out(path, identity),
        };
        self.known.push((identity, program));
        program
    }

    #[cold]
    fn find_out(&mut self, path: &[u8], identity: Identity) -> Option<Program> {
        let program = self.look(path, identity.family, identity.modified);
        let program = program.filter(|it| it.is_tested());
        if let Some(shared) = &self.shared {
            shared.add(identity, program);
        }
        program
    }

    fn look(&mut self, path: &[u8], family: Family, modified: (i64, i64)) -> Option<Program> {
        let file = open(path)?;
        let program = match Constants::of(&file) {
            Some(constants) => {
                if let Some(version) = constants.version_by_build(family) {
                    // Debian's own, whatever os-release says.
                    return Some(Program { family, version });
                }
                of_constants(path, family, constants, modified)?
            }
            None => scripts::identify(path, family, &file)?,
        };
        let is_patched = !matches!(family, Family::Busybox | Family::Toybox)
            && !*self.is_debian.get_or_insert_with(is_debian);
        (!is_patched).then_some(program)
    }
}

/// Which family's program is expected behind a path.
fn expected(path: &[u8], utility: &[u8]) -> Family {
    let name = path.rsplit(|byte| *byte == b'/').next();
    if let Some((_, family)) = MULTICALL.iter().find(|(known, _)| Some(*known) == name) {
        return *family;
    }
    match family_of(utility) {
        Family::Mawk if path.ends_with(b"/gawk") => Family::Gawk,
        family => family,
    }
}

fn open(path: &[u8]) -> Option<OwnedFd> {
    stage::door::openat(CWD, path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).ok()
}

/// Apart from [`Programs::look`], as [`is_debian`] is: their buffers would be pages of the stack that a known build
/// touches for nothing.
#[inline(never)]
fn of_constants(
    path: &[u8],
    family: Family,
    constants: Constants,
    modified: (i64, i64),
) -> Option<Program> {
    let found = constants.search(family)?;
    let version = match found {
        Some(version) => version,
        // test(1) says no version. `[` is of the same package where both were built at once.
        None if family == Family::Coreutils && path.ends_with(b"/test") => {
            let beside = [&path[..path.len() - 4], b"["].concat();
            let status =
                stage::door::statat(CWD, &beside[..], rustix::fs::AtFlags::empty()).ok()?;
            if (status.st_mtime as i64, status.st_mtime_nsec as i64) != modified {
                return None;
            }
            Constants::of(&open(&beside)?)?.search(family)??
        }
        None => return None,
    };
    Some(Program { family, version })
}

/// Whether this is Debian, or one that says it is like it.
#[inline(never)]
fn is_debian() -> bool {
    let file = open(b"/etc/os-release").or_else(|| open(b"/usr/lib/os-release"));
    let Some(file) = file else { return false };
    let mut text = [0; 4096];
    let length = stage::door::pread(&file, &mut text[..], 0).unwrap_or(0);
    names_debian(&text[..length])
}

/// Whether ID or ID_LIKE of an os-release(5) has the word `debian`.
fn names_debian(text: &[u8]) -> bool {
    text.split(|byte| *byte == b'\n')
        .filter_map(|line| line.strip_prefix(b"ID=").or_else(|| line.strip_prefix(b"ID_LIKE=")))
        .any(|value| value.split(|byte| b"\"' ".contains(byte)).any(|word| word == b"debian"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_is_shared_until_the_file_changes() {
        let path = std::env::temp_dir().join(format!("forkless-found-{}", std::process::id()));
        let name = path.as_os_str().as_encoded_bytes();
        let status = || rustix::fs::stat(&path).unwrap();
        std::fs::copy("/usr/bin/tr", &path).unwrap();
        let found = Found::default();
        let ask = || {
            let mut programs = Programs::default();
            programs.share(&found);
            programs.identify(name, &status(), b"tr")
        };
        let first = ask();
        assert_eq!(first, Programs::default().identify(name, &status(), b"tr"));
        // Only what is known already can be said of a file that is gone.
        let mut programs = Programs::default();
        programs.share(&found);
        let then = status();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(programs.identify(name, &then, b"tr"), first);
        std::fs::write(&path, "#!/bin/sh\n").unwrap();
        assert_eq!(ask(), None);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn known_builds_say_what_the_files_say() {
        let mut known = 0;
        for group in crate::GROUPS.iter().flat_map(|group| group.iter()) {
            let path = format!("/usr/bin/{}", group.name);
            let Ok(path) = std::fs::canonicalize(path) else { continue };
            let path = path.as_os_str().as_encoded_bytes();
            let family = expected(path, group.name.as_bytes());
            let Some(file) = open(path) else { continue };
            let Some(constants) = Constants::of(&file) else { continue };
            let Some(version) = constants.version_by_build(family) else { continue };
            known += 1;
            let program = of_constants(path, family, constants, {
                let status = rustix::fs::fstat(&file).unwrap();
                (status.st_mtime as i64, status.st_mtime_nsec as i64)
            });
            let is_large = matches!(family, Family::Busybox | Family::Toybox | Family::Uutils);
            assert!(is_large || program == Some(Program { family, version }), "{}", group.name);
        }
        let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
        let is_listed =
            release.contains("VERSION_ID=\"12\"") || release.contains("VERSION_ID=\"13\"");
        if cfg!(target_arch = "x86_64") && is_listed && release.contains("\nID=debian\n") {
            assert!(known > 0);
        }
    }

    #[test]
    fn distributions() {
        assert!(names_debian(b"NAME=x\nID=debian\n"));
        assert!(names_debian(b"ID=ubuntu\nID_LIKE=debian\n"));
        assert!(names_debian(b"ID=mint\nID_LIKE=\"ubuntu debian\""));
        assert!(!names_debian(b"ID=fedora\nHOME_URL=debian\n"));
        assert!(!names_debian(
            b"VERSION_ID=debian\nID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\""
        ));
        assert!(!names_debian(b""));
    }
}
