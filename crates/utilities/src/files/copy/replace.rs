//! Links that replace what is there atomically: made under a temporary name in the same
//! directory, and renamed.

use crate::files::{names, random};
use rustix::fd::BorrowedFd;
use rustix::fs::AtFlags;
use rustix::io::Errno;

/// Whether an existing destination is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Force {
    No,
    Replace,
}

/// How many temporary names are tried.
const TRIES: usize = 62 * 62 * 62;

/// Makes a hard link. `tried`: the error of a first attempt made before. Returns whether
/// something was replaced.
pub(crate) fn link(
    from_at: BorrowedFd<'_>,
    from: &[u8],
    to_at: BorrowedFd<'_>,
    to: &[u8],
    flags: AtFlags,
    force: Force,
    tried: Option<Errno>,
) -> Result<bool, Errno> {
    let make = |name: &[u8]| stage::door::linkat(from_at, from, to_at, name, flags);
    let error = match tried.map_or_else(|| make(to), Err) {
        Ok(()) => return Ok(false),
        Err(error) => error,
    };
    if force == Force::No || error != Errno::EXIST {
        return Err(error);
    }
    let temporary = make_temporary(to, make)?;
    let result = stage::door::renameat(to_at, &temporary[..], to_at, to);
    // Where both are hard links to one file already, the renaming did nothing.
    let _ = stage::door::unlinkat(to_at, &temporary[..], AtFlags::empty());
    result.map(|()| true)
}

/// Makes a symbolic link with the text `text`; else as [`link`].
pub(crate) fn symlink(
    text: &[u8],
    to_at: BorrowedFd<'_>,
    to: &[u8],
    force: Force,
    tried: Option<Errno>,
) -> Result<bool, Errno> {
    let make = |name: &[u8]| stage::door::symlinkat(text, to_at, name);
    let error = match tried.map_or_else(|| make(to), Err) {
        Ok(()) => return Ok(false),
        Err(error) => error,
    };
    if force == Force::No || error != Errno::EXIST {
        return Err(error);
    }
    let temporary = make_temporary(to, make)?;
    match stage::door::renameat(to_at, &temporary[..], to_at, to) {
        Ok(()) => Ok(true),
        Err(error) => {
            let _ = stage::door::unlinkat(to_at, &temporary[..], AtFlags::empty());
            Err(error)
        }
    }
}

/// Makes something under a name that is free, in the directory of `name`.
fn make_temporary(
    name: &[u8],
    make: impl Fn(&[u8]) -> Result<(), Errno>,
) -> Result<Vec<u8>, Errno> {
    let last = names::last_component(name);
    let mut temporary = name[..name.len() - last.len()].to_vec();
    temporary.extend_from_slice(b"Cu");
    let at = temporary.len();
    temporary.extend_from_slice(b"XXXXXX");
    for _ in 0..TRIES {
        random::letters(&mut temporary[at..])?;
        match make(&temporary) {
            Err(Errno::EXIST) => {}
            Err(error) => return Err(error),
            Ok(()) => return Ok(temporary),
        }
    }
    Err(Errno::EXIST)
}
