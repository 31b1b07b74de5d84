//! The user and group that a process acts as: credentials(7).

use super::checked;
use std::io;

/// Whether the process acts with the rights of another user or group than the one that started it:
/// its effective ids are not its real ones.
pub fn has_raised_identity() -> bool {
    // SAFETY: these take nothing and cannot fail.
    unsafe { libc::geteuid() != libc::getuid() || libc::getegid() != libc::getgid() }
}

/// Gives up the rights of another user and group for good: effective and saved ids become the
/// real ones.
///
/// # Errors
/// Those of setresgid(2) and setresuid(2); the caller must not go on with rights that it meant to give
/// up.
pub fn drop_raised_identity() -> io::Result<()> {
    // SAFETY: takes nothing and cannot fail.
    let (user, group) = unsafe { (libc::getuid(), libc::getgid()) };
    // The group first: afterwards there is no right to.
    // SAFETY: takes numbers only.
    checked(unsafe { libc::setresgid(group, group, group) })?;
    // SAFETY: takes numbers only.
    checked(unsafe { libc::setresuid(user, user, user) }).map(drop)
}
