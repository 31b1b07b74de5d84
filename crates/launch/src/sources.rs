//! Whether what a launch names is there.
//!
//! The child finds out by itself that a source is not open. But the library makes
//! descriptors of its own for a launch, handles and pipes, and they get the lowest
//! free numbers: such a number, named as a source, would be open by the time the child
//! looks, and its program would get what is nobody's business. So the caller's
//! sources are looked at before anything is made.

use crate::error::{LaunchError, Step};
use crate::launch::Launch;
use crate::options::FileAction;
use crate::raw::{self, call};

impl Launch<'_> {
    /// Looks whether all sources that the caller has named are open. `replaced` has a
    /// bit for each standard stream that gets a pipe, whatever else was said of it.
    ///
    /// # Errors
    /// EBADF, as the child would say it.
    pub(crate) fn check_sources(&self, replaced: u8) -> Result<(), LaunchError> {
        let piped = |target: i32| (0..3).contains(&target) && replaced & 1 << target != 0;
        let moves = self.options.moves.as_slice();
        for one in moves.iter().filter(|one| one.pipe.is_none() && !piped(one.target)) {
            check_open(one.source)?;
        }
        let Some(extra) = &self.options.extra else { return Ok(()) };
        for (at, action) in extra.files.iter().enumerate() {
            let FileAction::Copy { source, .. } = *action else { continue };
            // What the child has made by then is not the parent's.
            let made = piped(source)
                || moves.iter().any(|one| one.target == source)
                || extra.files.iter().take(at).any(|before| before.target() == source);
            if !made {
                check_open(source)?;
            }
        }
        Ok(())
    }
}

fn check_open(fd: i32) -> Result<(), LaunchError> {
    // SAFETY: only asks for the flags of a number.
    let flags = unsafe { call!(raw::SYS_fcntl, fd, libc::F_GETFD) };
    let failed = |errno| LaunchError { step: Step::Descriptor, errno };
    raw::failed(flags).map_or(Ok(()), |errno| Err(failed(errno)))
}
