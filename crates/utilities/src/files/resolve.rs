//! Canonical absolute names: without `.`, `..`, repeated slashes and symbolic links, as
//! realpath(3) and the GNU library's canonicalize give them.

use rustix::fd::{AsRawFd, BorrowedFd};
use rustix::fs::{Access, AtFlags, CWD};
use rustix::io::Errno;

/// Which components must exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Must {
    /// All (-e).
    Exist,
    /// All but the last (-f).
    ExistButLast,
    /// None (-m).
    Nothing,
}

/// Symbolic links that are followed before a loop is suspected.
const FREE_LINKS: usize = 20;
/// How much there may be to resolve: a link to something below itself makes it ever more.
const LONGEST: usize = 1 << 20;

/// The canonical name of an existing file.
pub(crate) fn existing(here: BorrowedFd<'_>, name: &[u8]) -> Option<Vec<u8>> {
    canonical(here, name, Must::Exist, true).ok()
}

/// The absolute name of a directory, as the kernel knows it.
pub(crate) fn directory_name(directory: BorrowedFd<'_>) -> Result<Vec<u8>, Errno> {
    if is_process_directory(directory) {
        let name = match rustix::process::getcwd(Vec::new()) {
            Err(Errno::NAMETOOLONG) => return stage::door::path_by_parents(directory),
            name => name?.into_bytes(),
        };
        // Out of reach: it was mounted somewhere else, or another root was made.
        return if name.first() == Some(&b'/') { Ok(name) } else { Err(Errno::NOENT) };
    }
    let Ok(name) = stage::door::path_of(directory) else {
        return stage::door::path_by_parents(directory);
    };
    let there = stage::door::statat(CWD, &name[..], AtFlags::empty())?;
    let here = rustix::fs::fstat(directory)?;
    // A directory that has been removed has a name no more.
    if (here.st_dev, here.st_ino) != (there.st_dev, there.st_ino) {
        return Err(Errno::NOENT);
    }
    Ok(name)
}

/// Whether a directory is the process's own (AT_FDCWD), not a descriptor.
fn is_process_directory(directory: BorrowedFd<'_>) -> bool {
    directory.as_raw_fd() == CWD.as_raw_fd()
}

/// A path to `name` in a directory, for system calls that take no directory.
pub(crate) fn path_at(directory: BorrowedFd<'_>, name: &[u8]) -> Vec<u8> {
    stage::door::full_path(directory, name)
}

/// The canonical name of `name`. `links`: symbolic links are resolved.
pub(crate) fn canonical(
    here: BorrowedFd<'_>,
    name: &[u8],
    must: Must,
    links: bool,
) -> Result<Vec<u8>, Errno> {
    if name.is_empty() {
        return Err(Errno::NOENT);
    }
    let mut resolved = match name[0] {
        b'/' => b"/".to_vec(),
        _ => directory_name(here)?,
    };
    let mut rest = name.to_vec();
    let mut at = 0;
    let mut links_met = Links::default();
    loop {
        while rest.get(at) == Some(&b'/') {
            at += 1;
        }
        let start = at;
        while rest.get(at).is_some_and(|&byte| byte != b'/') {
            at += 1;
        }
        let part = &rest[start..at];
        match part {
            b"" => break,
            b"." => continue,
            b".." => {
                go_up(&mut resolved);
                continue;
            }
            _ => {}
        }
        if resolved.last() != Some(&b'/') {
            resolved.push(b'/');
        }
        let parent = resolved.len();
        resolved.extend_from_slice(part);
        let target = match links {
            true => stage::door::readlinkat(CWD, &resolved[..], Vec::new()),
            false => Err(Errno::INVAL),
        };
        let end = &rest[at..];
        match target {
            Ok(target) => {
                if links_met.is_loop(&resolved[..parent], &rest[start..])? {
                    if must == Must::Nothing {
                        continue;
                    }
                    return Err(Errno::LOOP);
                }
                let mut next = target.into_bytes();
                if next.first() == Some(&b'/') {
                    resolved.clear();
                    resolved.push(b'/');
                } else {
                    go_up(&mut resolved);
                }
                next.extend_from_slice(end);
                if next.len() > LONGEST || links_met.seen.len() > LONGEST {
                    return Err(Errno::LOOP);
                }
                rest = next;
                at = 0;
            }
            Err(error) => {
                if must == Must::Nothing {
                    continue;
                }
                let failure = failure(&resolved, end, error, links);
                if let Some(failure) = failure {
                    let last = end.iter().all(|&byte| byte == b'/');
                    let excused = must == Must::ExistButLast && failure == Errno::NOENT && last;
                    if !excused {
                        return Err(failure);
                    }
                }
            }
        }
    }
    if resolved.len() > 1 && resolved.last() == Some(&b'/') {
        resolved.pop();
    }
    Ok(resolved)
}

/// The symbolic links that have been followed.
#[derive(Default)]
struct Links {
    followed: usize,
    /// Device and inode of the directory, and what followed it in the name.
    seen: Vec<(u64, u64, Vec<u8>)>,
}

impl Links {
    /// Notes a link, by its directory and by what follows that in the name; returns whether the same
    /// name has been met in the same directory before, which is a loop.
    fn is_loop(&mut self, directory: &[u8], rest: &[u8]) -> Result<bool, Errno> {
        if self.followed < FREE_LINKS {
            self.followed += 1;
            return Ok(false);
        }
        let directory = stage::door::statat(CWD, directory, AtFlags::empty())?;
        let met = (directory.st_dev, directory.st_ino, rest.to_vec());
        let is_loop = self.seen.contains(&met);
        if !is_loop {
            self.seen.push(met);
        }
        Ok(is_loop)
    }
}

/// What is wrong with a component that is no link that can be followed. `end`: what follows it in
/// the name; `error`: why it is no link; `links`: links are resolved.
fn failure(resolved: &[u8], end: &[u8], error: Errno, links: bool) -> Option<Errno> {
    let access =
        |name: &[u8]| stage::door::accessat(CWD, name, Access::EXISTS, AtFlags::EACCESS).err();
    if needs_directory(end) {
        // A slash at the end: a system call need not look at what is behind.
        access(&[resolved, b"/"].concat())
    } else if links {
        (error != Errno::INVAL).then_some(error)
    } else if !end.is_empty() {
        None
    } else {
        access(resolved)
    }
}

/// Takes the last component away; the slash before it stays.
fn go_up(resolved: &mut Vec<u8>) {
    if resolved.len() > 1 {
        resolved.pop();
        while resolved.last().is_some_and(|&byte| byte != b'/') {
            resolved.pop();
        }
    }
}

/// Whether what follows a component asks for a directory that nothing else would look for: a
/// slash at the end, or `.` and `..` behind slashes.
fn needs_directory(end: &[u8]) -> bool {
    let mut rest = end;
    while rest.first() == Some(&b'/') {
        while let [b'/', after @ ..] = rest {
            rest = after;
        }
        match rest {
            [] | [b'.'] => return true,
            [b'.', b'.'] | [b'.', b'.', b'/', ..] => return true,
            [b'.', after @ ..] => rest = after,
            _ => return false,
        }
    }
    false
}

/// How a canonical name is spelled seen from a canonical directory: `../a`, or `.`.
pub(crate) fn relative(name: &[u8], directory: &[u8]) -> Option<Vec<u8>> {
    let mut common = 0;
    let mut same = 0;
    for (a, b) in directory.iter().zip(name) {
        if a != b {
            break;
        }
        same += 1;
        if *a == b'/' {
            common = same;
        }
    }
    let (directory_rest, name_rest) = (&directory[same..], &name[same..]);
    if matches!(
        (directory_rest.first(), name_rest.first()),
        (None, None | Some(b'/')) | (Some(b'/'), None)
    ) {
        common = same;
    }
    if common == 0 {
        return None;
    }
    let after = |name: &[u8]| match name[common..].first() {
        Some(b'/') => name[common + 1..].to_vec(),
        _ => name[common..].to_vec(),
    };
    let (up, down) = (after(directory), after(name));
    let mut relative = Vec::new();
    if !up.is_empty() {
        relative.extend_from_slice(b"..");
        for _ in up.iter().filter(|&&byte| byte == b'/') {
            relative.extend_from_slice(b"/..");
        }
        if !down.is_empty() {
            relative.push(b'/');
        }
    }
    relative.extend_from_slice(&down);
    if relative.is_empty() {
        relative.push(b'.');
    }
    Some(relative)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_seen_from_directories() {
        let seen = |name: &str, directory: &str| {
            relative(name.as_bytes(), directory.as_bytes())
                .map(|name| String::from_utf8_lossy(&name).into_owned())
        };
        assert_eq!(seen("/a/b", "/a").as_deref(), Some("b"));
        assert_eq!(seen("/a", "/a/b").as_deref(), Some(".."));
        assert_eq!(seen("/a", "/a").as_deref(), Some("."));
        assert_eq!(seen("/ab", "/a").as_deref(), Some("../ab"));
        assert_eq!(seen("/a/x/y", "/a/z/w").as_deref(), Some("../../x/y"));
        assert_eq!(seen("/", "/a/b").as_deref(), Some("../.."));
        assert_eq!(seen("/a", "/").as_deref(), Some("a"));
        assert_eq!(seen("/", "/").as_deref(), Some("."));
    }

    #[test]
    fn what_asks_for_a_directory() {
        for (end, needs) in [
            ("", false),
            ("/", true),
            ("//", true),
            ("/a", false),
            ("/.", true),
            ("/..", true),
            ("/../a", true),
            ("/./a", false),
            ("/.a", false),
            ("/..a", false),
            ("/./..", true),
        ] {
            assert_eq!(needs_directory(end.as_bytes()), needs, "{end}");
        }
    }
}
