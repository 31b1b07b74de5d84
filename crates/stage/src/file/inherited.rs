//! Descriptors that the process began with, each given out once.

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use std::collections::BTreeSet;
use std::ffi::CStr;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The numbers below 64 that have been given out, a bit for each. Descriptors are the
/// process's, so this is too, whatever shells there are in it.
static LOW: AtomicU64 = AtomicU64::new(0);
/// The others.
static HIGH: Mutex<BTreeSet<RawFd>> = Mutex::new(BTreeSet::new());

/// Whether a number is open and not marked close-on-exec, as all is that this program opens
/// for itself: fcntl(2), F_GETFD.
pub(super) fn is_open(fd: RawFd) -> bool {
    // SAFETY: only asks for the flags of a number, open or not.
    let flags = unsafe { libc::fcntl(fd, libc::F_GETFD) };
    flags >= 0 && flags & libc::FD_CLOEXEC == 0
}

/// Whether a number is open, whatever for: fcntl(2), F_GETFD.
pub(super) fn is_used(fd: RawFd) -> bool {
    // SAFETY: only asks for the flags of a number, open or not.
    unsafe { libc::fcntl(fd, libc::F_GETFD) >= 0 }
}

/// The descriptor of this number, if the process began with it and nobody has asked before.
pub(super) fn take(fd: RawFd) -> Option<OwnedFd> {
    if !is_open(fd) || !is_first(fd) {
        return None;
    }
    // SAFETY: it is open. It was so when the process began, since nobody in it leaves a
    // descriptor without close-on-exec; and it has never been given out, so nobody owns it.
    Some(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// The numbers from `first` on of the descriptors that are open and not marked close-on-exec: what
/// the process began with. From /proc/self/fd (proc(5)); where that cannot be read, of those below
/// 256.
pub(super) fn open_from(first: RawFd) -> Vec<RawFd> {
    let number = |name: &CStr| name.to_str().ok()?.parse::<RawFd>().ok();
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let listed = rustix::fs::open(c"/proc/self/fd", flags, Mode::empty()).and_then(|folder| {
        let entries = rustix::fs::Dir::new(folder)?;
        entries.map(|entry| Ok(number(entry?.file_name()))).collect::<Result<Vec<_>, Errno>>()
    });
    let mut numbers: Vec<RawFd> = match listed {
        Ok(listed) => listed.into_iter().flatten().collect(),
        Err(_) => (first..256).collect(),
    };
    numbers.retain(|&fd| fd >= first && is_open(fd));
    numbers
}

/// Whether a number, not negative, is asked for the first time.
fn is_first(fd: RawFd) -> bool {
    match u64::try_from(fd) {
        Ok(low @ 0..64) => LOW.fetch_or(1 << low, Ordering::Relaxed) & 1 << low == 0,
        _ => HIGH.lock().unwrap_or_else(PoisonError::into_inner).insert(fd),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_given_out_once() {
        assert!(take(-1).is_none() && take(4321).is_none());
        let (reader, _) = rustix::pipe::pipe().unwrap();
        for lowest in [20, 200] {
            let own = rustix::io::fcntl_dupfd_cloexec(&reader, lowest).unwrap();
            let number = std::os::fd::IntoRawFd::into_raw_fd(own);
            assert!(!is_open(number) && take(number).is_none());
            // SAFETY: made above, and let go of.
            unsafe { libc::fcntl(number, libc::F_SETFD, 0) };
            assert!(is_open(number));
            let taken = take(number);
            assert!(taken.is_some() && take(number).is_none());
        }
    }
}
