//! Making the directories on the way to a name (`mkdir -p`, `install -D`).

use super::report::Report;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::Errno;

/// Why they could not be made: the reason, and how much of the name had been reached.
pub(crate) struct Stopped(pub(crate) Errno, pub(crate) usize);

/// Says that a directory was made: `program: creating directory 'name'`.
pub(crate) fn announce(report: &mut Report<'_, '_>, text: &[u8], name: &[u8]) {
    let quoted = report.quote(name);
    let program = report.context.called;
    report.say(&[program, b": ", text, &quoted, b"\n"]);
}

/// Makes the directories before the last component of `name`, each inside the one before,
/// whoever else makes them at the same time. `text`: what is announced of each. Returns the
/// last of them and where the last component begins.
pub(crate) fn make(
    report: &mut Report<'_, '_>,
    name: &[u8],
    mode: u32,
    text: Option<&[u8]>,
) -> Result<(Option<OwnedFd>, usize), Stopped> {
    let mut directory: Option<OwnedFd> = None;
    let mut component = 0;
    let mut separator = None;
    let mut made = false;
    for (at, pair) in name.windows(2).enumerate() {
        match *pair {
            [b'/', b'/'] => {}
            [_, b'/'] => separator = Some(at + 1),
            [b'/', _] => {
                let Some(end) = separator else { continue };
                let part = &name[component..end];
                component = at + 1;
                if part == b"." {
                    continue;
                }
                let stop = |error| Stopped(error, end);
                let here = report.context.directory;
                let within = directory.as_ref().map_or(here, |fd| fd.as_fd());
                let mut failed = None;
                if part == b".." {
                    made = false;
                } else {
                    match stage::door::mkdirat(within, part, Mode::from_raw_mode(mode)) {
                        Ok(()) => {
                            made = true;
                            if let Some(text) = text {
                                announce(report, text, &name[..end]);
                            }
                        }
                        Err(error) => failed = Some(error),
                    }
                }
                let entered = enter(within, part, made).map_err(|error| match failed {
                    Some(failed) if error == Errno::NOENT => stop(failed),
                    _ => stop(error),
                })?;
                directory = Some(entered);
            }
            _ => {}
        }
    }
    Ok((directory, component))
}

/// Opens a directory on the way, which must be searchable as for chdir(2). One that was just
/// made is no symbolic link.
fn enter(at: impl AsFd, name: &[u8], made: bool) -> Result<OwnedFd, Errno> {
    let mut flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    if made {
        flags |= OFlags::NOFOLLOW;
    }
    let fd = stage::door::openat(at, name, flags, Mode::empty())?;
    stage::door::statat(&fd, c".", AtFlags::empty())?;
    Ok(fd)
}
