//! The directory in which a call runs, and what it has left there.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, FileType, Mode, Timespec, Timestamps, mknodat, utimensat};

/// Files that hold text.
const FILES: &[(&str, &[u8])] = &[
    ("f", b"foo bar\na b c\n\nx:y:z\nfoo bar\nline 5\nbar\n"),
    ("g", b"a b c\nfoo\nb:c:d\nFoo Bar\n10 apples\n9 pears\n"),
    ("h", b"no newline at the end"),
    ("empty", b""),
    ("sorted", b"a\nb\nb\nc\nfoo\nz\n"),
    ("utf", "caf\u{e9} au lait\n\u{4e2d}\u{6587} a\n\u{e9}\u{e9}\nz\n".as_bytes()),
    ("a b", b"one two\tthree\n  four\n"),
    ("bin", b"\x00\x01bin\xff\n\xfe b\x00\nfoo\n"),
    ("keys", b"b:2:x\na:10:y\nc:1:z\na:9:w\n\n"),
    ("nums", b"10\n9\n-3\n2.5\n1K\n007\n1e2\n\n"),
    ("feeds", b"1\n2\n3\x0c4\n\x0c\n5\tx\n6\n7\n8\n\x0c\x0c9\n10\n11\n12\n13\n14\n15\n16 is a long line of text"),
    ("exec", b"#!/bin/sh\necho run\n"),
    ("x'y", b"quoted\n"),
    ("secret", b"hidden\n"),
    ("setid", b"id\n"),
];

/// The time that files have which no call has changed.
const TIME: i64 = 1_100_000_000;

/// Makes the directory anew. `has_nul`: a NUL is among the bytes of the files.
///
/// # Errors
/// Where the file system forbids it.
pub fn make(folder: &Path, has_nul: bool) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, text) in FILES {
        let path = folder.join(name);
        let is_kept = |byte: &&u8| has_nul || **byte != 0;
        fs::write(&path, text.iter().filter(is_kept).copied().collect::<Vec<u8>>())?;
        let mode = match *name {
            "exec" => 0o755,
            "secret" => 0o600,
            "setid" => 0o6755,
            _ => 0o644,
        };
        fs::set_permissions(&path, Permissions::from_mode(mode))?;
    }
    fs::create_dir_all(folder.join("sub/deep"))?;
    fs::write(folder.join("sub/x"), "in sub\nfoo\n")?;
    symlink("f", folder.join("link"))?;
    symlink("nowhere", folder.join("dangling"))?;
    symlink("loop", folder.join("loop"))?;
    symlink("sub", folder.join("dlink"))?;
    fs::hard_link(folder.join("g"), folder.join("hard"))?;
    mknodat(CWD, folder.join("fifo"), FileType::Fifo, Mode::from_raw_mode(0o644), 0)?;
    let names = FILES.iter().map(|(name, _)| *name);
    let others = ["sub/x", "sub/deep", "sub", "link", "dangling", "loop", "dlink", "fifo", "."];
    for name in names.chain(others) {
        set_times(&folder.join(name))?;
    }
    Ok(())
}

/// Gives a file the time that files have which no call has changed.
///
/// # Errors
/// Those of utimensat(2).
pub fn set_times(path: &Path) -> io::Result<()> {
    // Reading changes no time of access that is later than all others.
    let times = Timestamps {
        last_access: Timespec { tv_sec: TIME + 1_000_000_000, tv_nsec: 0 },
        last_modification: Timespec { tv_sec: TIME, tv_nsec: 0 },
    };
    Ok(utimensat(CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW)?)
}

/// What a directory holds: a line per name, with type, mode, links, owner, content, and the time
/// of modification where it is no new one.
pub fn snapshot(folder: &Path) -> BTreeMap<Vec<u8>, String> {
    let mut found = BTreeMap::new();
    gather(folder, folder, &mut found);
    found
}

fn gather(top: &Path, path: &Path, found: &mut BTreeMap<Vec<u8>, String>) {
    let Ok(status) = fs::symlink_metadata(path) else { return };
    let kind = status.file_type();
    let content = if kind.is_symlink() {
        fs::read_link(path).map(|to| to.into_os_string().into_encoded_bytes())
    } else if kind.is_file() && status.len() < 100_000 {
        fs::read(path)
    } else {
        Ok(Vec::new())
    };
    let content = content.unwrap_or_default();
    // That a file is new is all there is to say of new ones; what dates lack, the time of day has.
    let time = Some(status.mtime() / 86_400).filter(|day| *day < 1_700_000_000 / 86_400);
    let letter = match () {
        () if kind.is_dir() => 'd',
        () if kind.is_symlink() => 'l',
        () if kind.is_fifo() => 'p',
        () if kind.is_file() => '-',
        () => '?',
    };
    let size = if kind.is_file() { status.len() } else { 0 };
    let text = format!(
        "{letter} {:o} {} {}:{} {size} {time:?} {}",
        status.mode(),
        status.nlink(),
        status.uid(),
        status.gid(),
        content.escape_ascii()
    );
    let name = path.strip_prefix(top).unwrap_or(path).as_os_str().as_bytes().to_vec();
    found.insert(name, text);
    if kind.is_dir() {
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            gather(top, &entry.path(), found);
        }
    }
}
