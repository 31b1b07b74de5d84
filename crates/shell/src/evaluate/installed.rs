//! Whether the program that PATH led to is the one whose behaviour a utility reproduces.
//!
//! `program::standing_in` asks for each command that is found in one of the system's folders.
//! `utilities::identify` says of a file which program it is. Where the system's utilities are one
//! program for all (busybox, toybox, and what else lies under many names), their behaviour is
//! their own, and only what these do alike runs here (`utilities::busybox`). Such a system has
//! symbolic links to that program, or hard links: then two utilities are one file. Links of the
//! kind that update-alternatives(1) makes are followed to their end.

use rustix::fs::{Access, AtFlags, CWD, FileType, Stat};
use stage::door::{accessat, readlinkat, statat};
use std::cell::RefCell;
use utilities::Program;
use utilities::identify::{MULTICALL, Programs};

/// A directory whose programs are the system's own.
fn is_system(directory: &[u8]) -> bool {
    matches!(directory, b"/bin" | b"/usr/bin" | b"/sbin" | b"/usr/sbin")
}

/// The name in a path of a program of the system.
pub(super) fn name_in_system(path: &[u8]) -> Option<&[u8]> {
    let slash = byte_search::memrchr(b'/', path)?;
    is_system(&path[..slash]).then_some(&path[slash + 1..])
}

/// What the program at `path` is, the name of which `name_in_system` has said; None for one that
/// is not known.
pub(super) fn identify(path: &[u8], name: &[u8], known: &RefCell<Programs>) -> Option<Program> {
    let file = find(path, name, &|path| name_in_system(path).map(<[u8]>::to_vec))?;
    known.borrow_mut().identify(&file.path, &file.status, name)
}

/// What a link of the shell's own program by the name of a utility does as.
pub(super) struct Link {
    /// The path of the system's program of that name, if there is another.
    pub(super) other: Option<Vec<u8>>,
    /// What that program is, else the one that is reproduced where none is installed; None for one that is not
    /// known.
    pub(super) program: Option<Program>,
}

/// What the shell's program does by the name of a utility.
pub(super) fn link(name: &[u8], known: &RefCell<Programs>) -> Link {
    let other = other_program(name);
    let program = match &other {
        Some(path) => identify(path, name, known),
        None => Some(Program::reference(name)),
    };
    Link { other, program }
}

/// The shell's program, where there is /proc.
const OWN: &[u8] = b"/proc/self/exe";

/// The device and the number of the file that a path leads to.
fn file_of(path: &[u8]) -> Option<(u64, u64)> {
    let status = statat(CWD, path, AtFlags::empty()).ok()?;
    Some((status.st_dev as _, status.st_ino as _))
}

/// The path of the system's program by the name of a utility that the shell was called for. None where there is
/// none, where it is the shell itself, and without /proc, where that cannot be told: a shell that starts itself for
/// what it does not do would never end.
fn other_program(name: &[u8]) -> Option<Vec<u8>> {
    let own = file_of(OWN)?;
    [&b"/usr/bin/"[..], b"/bin/"]
        .into_iter()
        .map(|directory| [directory, name].concat())
        .find(|path| file_of(path).is_some_and(|there| there != own))
}

/// What is asked of a path: the name that a program of the system has.
type System<'a> = &'a dyn Fn(&[u8]) -> Option<Vec<u8>>;

/// A program of the system's.
struct Found {
    /// Where it lies; busybox and its like under their own names.
    path: Vec<u8>,
    status: Stat,
}

/// The file that is the program `name` and nothing else besides, or is many utilities.
fn find(path: &[u8], name: &[u8], system: System<'_>) -> Option<Found> {
    let (mut path, status, found) = followed(path, system)?;
    let is_linked = status.st_nlink > 1;
    let is_many = |it: &[u8]| MULTICALL.iter().any(|(many, _)| *many == it);
    let same = |(many, _): &(&[u8], _)| same_file(&path, &status, many);
    if let Some(many) = MULTICALL.iter().filter(|_| is_linked).find_map(same) {
        path = many;
    } else if !is_many(&found)
        && (!answers_to(name, &found) || is_linked && is_shared(&path, &status))
    {
        return None;
    }
    may_run(&path, &status).then_some(Found { path, status })
}

/// The file of the system's that links lead to, and its name.
fn followed(path: &[u8], system: System<'_>) -> Option<(Vec<u8>, Stat, Vec<u8>)> {
    let mut path = path.to_vec();
    // The kernel follows forty.
    for _ in 0..8 {
        let status = statat(CWD, &path[..], AtFlags::SYMLINK_NOFOLLOW).ok()?;
        match FileType::from_raw_mode(status.st_mode) {
            FileType::RegularFile => {
                let found = system(&path)?;
                return Some((path, status, found));
            }
            FileType::Symlink => {
                let target = readlinkat(CWD, &path[..], Vec::new()).ok()?;
                path = beside(&path, target.to_bytes());
            }
            _ => return None,
        }
    }
    None
}

/// Whether the file of this name is the utility: its own, or the one of Debian's alternatives
/// that we know.
fn answers_to(name: &[u8], file: &[u8]) -> bool {
    let others: &[&[u8]] = match name {
        b"awk" => &[b"mawk", b"gawk"],
        b"hd" => &[b"hexdump"],
        b"which" => &[b"which.debianutils"],
        _ => &[],
    };
    file == name || others.contains(&file)
}

/// Asks the kernel only where the mode does not answer for everybody.
fn may_run(path: &[u8], status: &Stat) -> bool {
    status.st_mode & 0o111 == 0o111
        || accessat(CWD, path, Access::EXEC_OK, AtFlags::empty()).is_ok()
}

/// Whether the file is another utility too. That it has further names says nothing yet: systems
/// share equal files of several installations.
fn is_shared(path: &[u8], status: &Stat) -> bool {
    let other: &[u8] = if path.ends_with(b"/cat") { b"ls" } else { b"cat" };
    same_file(path, status, other).is_some()
}

/// Where the file has this name as well, beside it or in /bin.
fn same_file(path: &[u8], status: &Stat, other: &[u8]) -> Option<Vec<u8>> {
    [beside(path, other), [b"/bin/", other].concat()].into_iter().find(|other| {
        statat(CWD, &other[..], AtFlags::SYMLINK_NOFOLLOW)
            .is_ok_and(|other| (other.st_dev, other.st_ino) == (status.st_dev, status.st_ino))
    })
}

/// Where `target` leads that stands in a link at `path`. `..` are taken as text: after them only
/// a path through another link would be elsewhere, and such a path is not one of the system's.
fn beside(path: &[u8], target: &[u8]) -> Vec<u8> {
    let directory = &path[..byte_search::memrchr(b'/', path).map_or(0, |slash| slash + 1)];
    let whole = match target.first() {
        Some(b'/') => target.to_vec(),
        _ => [directory, target].concat(),
    };
    let mut kept: Vec<&[u8]> = Vec::new();
    for part in whole.split(|&byte| byte == b'/') {
        match part {
            b"" | b"." => {}
            b".." => drop(kept.pop()),
            part => kept.push(part),
        }
    }
    let mut plain = Vec::with_capacity(whole.len());
    for part in kept {
        plain.push(b'/');
        plain.extend_from_slice(part);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;

    /// A system in `folder`/bin; what is asked of it has the answer `is`.
    fn asks(folder: &Path, name: &str, is: bool) {
        let bin = folder.join("bin");
        let system = |path: &[u8]| {
            let slash = byte_search::memrchr(b'/', path)?;
            (&path[..slash] == bin.as_os_str().as_bytes()).then(|| path[slash + 1..].to_vec())
        };
        let path = bin.join(name);
        let found = find(path.as_os_str().as_bytes(), name.as_bytes(), &system);
        assert_eq!(found.is_some(), is, "{name}");
    }

    #[test]
    fn programs_of_many_names_are_others() {
        let folder = std::env::temp_dir().join(format!("installed-{}", std::process::id()));
        fs::create_dir_all(folder.join("bin")).unwrap();
        fs::create_dir_all(folder.join("etc")).unwrap();
        fs::create_dir_all(folder.join("other")).unwrap();
        let at = |name: &str| folder.join(name);
        let program = |name: &str| {
            fs::write(at(name), "").unwrap();
            fs::set_permissions(at(name), fs::Permissions::from_mode(0o755)).unwrap();
        };
        for name in ["bin/cat", "bin/sort", "bin/many", "bin/mawk", "bin/which.debianutils"] {
            program(name);
        }
        program("bin/gawk");
        program("bin/nawk");
        program("other/tr");
        // A file with a second name somewhere is what it is.
        fs::hard_link(at("bin/sort"), at("other/sort")).unwrap();
        symlink("many", at("bin/sed")).unwrap();
        symlink(at("etc/awk"), at("bin/awk")).unwrap();
        symlink("../bin/mawk", at("etc/awk")).unwrap();
        symlink("../etc/./which", at("bin/which")).unwrap();
        symlink(at("bin/which.debianutils"), at("etc/which")).unwrap();
        symlink("../other/tr", at("bin/tr")).unwrap();
        symlink("loop", at("bin/loop")).unwrap();
        fs::write(at("bin/wc"), "").unwrap();
        for (name, is) in [
            ("cat", true),
            ("sort", true),
            ("awk", true),
            ("which", true),
            ("sed", false),
            ("tr", false),
            ("loop", false),
            ("wc", false),
            ("none", false),
        ] {
            asks(&folder, name, is);
        }
        for (other, is) in [("gawk", true), ("nawk", false)] {
            fs::remove_file(at("etc/awk")).unwrap();
            symlink(format!("../bin/{other}"), at("etc/awk")).unwrap();
            asks(&folder, "awk", is);
        }
        fs::hard_link(at("bin/cat"), at("bin/head")).unwrap();
        fs::hard_link(at("bin/cat"), at("bin/ls")).unwrap();
        for name in ["head", "cat", "ls"] {
            asks(&folder, name, false);
        }
        let bin = folder.join("bin");
        let system = |path: &[u8]| {
            let slash = byte_search::memrchr(b'/', path)?;
            (&path[..slash] == bin.as_os_str().as_bytes()).then(|| path[slash + 1..].to_vec())
        };
        let of_busybox = |name: &str| {
            let path = bin.join(name);
            find(path.as_os_str().as_bytes(), name.as_bytes(), &system)
                .is_some_and(|found| found.path.ends_with(b"/busybox"))
        };
        program("bin/busybox");
        symlink("busybox", at("bin/cut")).unwrap();
        fs::hard_link(at("bin/busybox"), at("bin/tail")).unwrap();
        for (name, is) in [("cut", true), ("tail", true), ("cat", false), ("sed", false)] {
            assert_eq!(of_busybox(name), is, "{name}");
        }
        asks(&folder, "sort", true);
        fs::remove_dir_all(folder).unwrap();
    }
}
