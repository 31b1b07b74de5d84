//! What the child takes from itself before its program: rights to files, ports and processes
//! (landlock(7)), and system calls (seccomp(2)).
//!
//! It is the last thing that a child does, so that nothing the launch does for the program is under
//! the program's rules, and it cannot be undone. Both are the calling thread's alone: the kernel keeps
//! them in the credentials and in the task, not in the memory that the child shares.

use super::check;
use crate::error::Step;
use crate::landlock::Instruction;
use crate::raw::call;
use crate::report::Failure;

/// `struct sock_fprog`: a program for the kernel's packet filter.
#[repr(C)]
struct Program {
    length: u16,
    instructions: *const Instruction,
}

/// Confines the calling thread, and what it starts from now on, to `ruleset` (none: -1) and to the
/// system calls that `filter` lets pass (empty: all). No program that it executes gains rights
/// (PR_SET_NO_NEW_PRIVS).
///
/// # Errors
/// The errno of landlock_restrict_self(2) or seccomp(2); E2BIG where the filter is too long.
///
/// # Safety
/// In the child, before an exec in place, or where the caller wants the thread itself confined and
/// `filter` says of no call that it has succeeded without making it.
pub(crate) unsafe fn confine(ruleset: i32, filter: &[Instruction]) -> Result<(), Failure> {
    // SAFETY: takes numbers only.
    check(Step::Confinement, unsafe {
        call!(libc::SYS_prctl, libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    })?;
    if ruleset >= 0 {
        // SAFETY: takes numbers only.
        check(Step::Confinement, unsafe { call!(libc::SYS_landlock_restrict_self, ruleset, 0) })?;
    }
    if !filter.is_empty() {
        let Ok(length) = u16::try_from(filter.len()) else {
            return Err((Step::Confinement, libc::E2BIG));
        };
        let program = Program { length, instructions: filter.as_ptr() };
        // SAFETY: reads the program, whose length is that of the slice.
        check(Step::Confinement, unsafe {
            call!(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, 0, &program)
        })?;
    }
    Ok(())
}
