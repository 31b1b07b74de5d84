//! What a program needs to be executed beside itself: the loader that an ELF file names (elf(5)), the
//! interpreter that a script names (execve(2)).

use std::os::fd::{BorrowedFd, OwnedFd};

use rustix::fs::{Mode, OFlags};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// How many interpreters the kernel follows.
const DEPTH: usize = 5;

/// More than a first line of a script that the kernel looks at, and than an ELF file's headers have.
const HEAD: usize = 4096;

/// Loaders by the names that programs for this machine have them under.
pub(crate) const LOADERS: &[&str] = &[
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
];

/// The paths of what the program at `path` is run by, that of the loader last. What cannot be read or is no program has
/// none.
pub(crate) fn interpreters(directory: BorrowedFd<'_>, path: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    while found.len() < DEPTH {
        let at = found.last().map_or(path, PathBuf::as_path);
        let Some(next) = head(directory, at).and_then(|(file, head)| named(&file, &head)) else {
            break;
        };
        found.push(next);
    }
    found
}

/// The beginning of a regular file.
fn head(directory: BorrowedFd<'_>, path: &Path) -> Option<(OwnedFd, Vec<u8>)> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = rustix::fs::openat(directory, path, flags, Mode::empty()).ok()?;
    let mode = rustix::fs::fstat(&file).ok()?.st_mode;
    if !rustix::fs::FileType::from_raw_mode(mode).is_file() {
        return None;
    }
    let mut head = vec![0; HEAD];
    let length = rustix::io::pread(&file, &mut head, 0).ok()?;
    head.truncate(length);
    Some((file, head))
}

/// The path that a file names as its loader or interpreter.
fn named(file: &OwnedFd, head: &[u8]) -> Option<PathBuf> {
    if let Some(line) = head.strip_prefix(b"#!") {
        let line = line.split(|&byte| byte == b'\n').next()?;
        let mut words = line.split(|byte| b" \t\0".contains(byte)).filter(|word| !word.is_empty());
        return Some(PathBuf::from(OsStr::from_bytes(words.next()?)));
    }
    /// PT_INTERP
    const INTERPRETER: u64 = 3;
    let number = |from: &[u8], at: usize, size: usize| {
        let bytes = from.get(at..at.checked_add(size)?)?;
        Some(bytes.iter().rev().fold(0u64, |value, byte| value << 8 | u64::from(*byte)))
    };
    // 64 bits, least significant byte first.
    if !head.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let table = usize::try_from(number(head, 32, 8)?).ok()?;
    let size = usize::try_from(number(head, 54, 2)?).ok()?;
    for entry in 0..usize::try_from(number(head, 56, 2)?).ok()? {
        let entry = head.get(table.checked_add(entry.checked_mul(size)?)?..)?;
        if number(entry, 0, 4)? != INTERPRETER {
            continue;
        }
        let mut path = vec![0; usize::try_from(number(entry, 32, 8)?).ok()?.min(HEAD)];
        let length = rustix::io::pread(file, &mut path, number(entry, 8, 8)?).ok()?;
        path.truncate(length);
        let end = path.iter().position(|&byte| byte == 0)?;
        return Some(PathBuf::from(OsStr::from_bytes(path.get(..end)?)));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::fs::CWD;

    #[test]
    fn scripts_and_programs_name_them() {
        let folder = std::env::temp_dir().join(format!("confine-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let script = folder.join("script");
        let of = |text: &[u8]| {
            std::fs::write(&script, text).unwrap();
            interpreters(CWD, &script)
        };
        assert_eq!(of(b"#! /no/such  -e\n"), [PathBuf::from("/no/such")]);
        assert_eq!(of(b"#!\n"), [] as [PathBuf; 0]);
        assert_eq!(of(b"\x7fELF\x02\x01"), [] as [PathBuf; 0]);
        assert_eq!(of(b""), [] as [PathBuf; 0]);
        // A script that names itself does not go on for ever.
        let line = [b"#!", script.as_os_str().as_bytes()].concat();
        assert_eq!(of(&line).len(), DEPTH);
        let found = of(b"#!/bin/cat\n");
        assert_eq!(found.first(), Some(&PathBuf::from("/bin/cat")));
        if let Some(loader) = LOADERS.iter().find(|path| Path::new(path).exists()) {
            assert_eq!(found.get(1), Some(&PathBuf::from(loader)));
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
