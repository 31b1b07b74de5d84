//! The door by which paths that a script names are opened (openat2(2)), where its thread is confined.
//!
//! The kernel holds a confined thread to paths, and pipes and files in memory have none: by the links
//! of proc(5) (`/proc/self/fd/7`) it would get those of its process, which are other threads' too. So it
//! follows no such link. What it inherits itself, the shell finds by number.

use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{Mode, OFlags, ResolveFlags};
use rustix::io::Errno;
use rustix::path::Arg;
use std::cell::Cell;

thread_local! {
    /// The thread has been confined, as the kernel knows too.
    static CONFINED: Cell<bool> = const { Cell::new(false) };
}

/// The calling thread has been confined: from now on it opens nothing by a link of proc(5).
pub fn confine_thread() {
    CONFINED.set(true);
}

/// Opens a file (openat(2)).
///
/// # Errors
/// Those of openat(2); EACCES where a confined thread would have to follow a link of proc(5).
#[inline]
pub fn openat(
    directory: impl AsFd,
    path: impl Arg,
    flags: OFlags,
    mode: Mode,
) -> Result<OwnedFd, Errno> {
    match CONFINED.get() {
        true => open_confined(directory, path, flags, mode),
        false => rustix::fs::openat(directory, path, flags, mode),
    }
}

#[cold]
fn open_confined(
    directory: impl AsFd,
    path: impl Arg,
    flags: OFlags,
    mode: Mode,
) -> Result<OwnedFd, Errno> {
    let makes = flags.intersects(OFlags::CREATE | OFlags::TMPFILE);
    let mode = if makes { mode } else { Mode::empty() };
    let resolve = ResolveFlags::NO_MAGICLINKS;
    match rustix::fs::openat2(directory, path, flags, mode, resolve) {
        Err(Errno::LOOP) => Err(Errno::ACCESS),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::{confine_thread, openat};
    use rustix::fs::{CWD, Mode, OFlags};
    use rustix::io::Errno;
    use std::os::fd::AsRawFd;

    #[test]
    fn a_confined_thread_follows_no_link_of_proc() {
        let (reader, _writer) = rustix::pipe::pipe().unwrap();
        let path = format!("/proc/self/fd/{}", reader.as_raw_fd());
        let open = move || {
            let flags = OFlags::RDONLY | OFlags::NONBLOCK;
            let mode = Mode::from_raw_mode(0o666);
            (openat(CWD, &*path, flags, mode).map(drop), openat(CWD, "/etc", flags, mode).map(drop))
        };
        assert_eq!(open(), (Ok(()), Ok(())));
        let confined = std::thread::spawn(move || {
            confine_thread();
            open()
        });
        assert_eq!(confined.join().unwrap(), (Err(Errno::ACCESS), Ok(())));
    }
}
