//! What the child takes from itself before its program: rights to files, ports and processes
//! (landlock(7)), capabilities(7), and system calls (seccomp(2)).
//!
//! It is the last thing that a child does, so that nothing the launch does for the program is under
//! the program's rules, and it cannot be undone. All are the calling thread's alone: the kernel keeps
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

/// `struct __user_cap_header_struct`: version 3, the calling thread.
#[repr(C)]
struct Header {
    version: u32,
    pid: i32,
}

/// `struct __user_cap_data_struct`, of which there are two: low and high numbers.
#[repr(C)]
#[derive(Clone, Copy)]
struct Capabilities {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

const VERSION: u32 = 0x2008_0522;

/// Gives up all capabilities but those in `kept`, a bit for each. An exec brings none back, of a root's
/// neither, since no_new_privs is set.
///
/// # Safety
/// In the child, before an exec in place, or where the caller wants the thread itself confined.
unsafe fn keep_capabilities(kept: u64) -> Result<(), Failure> {
    let mut header = Header { version: VERSION, pid: 0 };
    let mut sets = [Capabilities { effective: 0, permitted: 0, inheritable: 0 }; 2];
    // SAFETY: writes two structures, and the header's version where that is not known.
    check(Step::Confinement, unsafe { call!(libc::SYS_capget, &mut header, &mut sets) })?;
    let [low, high] = &mut sets;
    let mut changed = false;
    for (set, kept) in [(low, kept as u32), (high, (kept >> 32) as u32)] {
        changed |= (set.permitted | set.inheritable) & !kept != 0;
        set.effective &= kept;
        set.permitted &= kept;
        set.inheritable &= kept;
    }
    if changed {
        // SAFETY: reads what has just been written. It concerns the calling thread alone.
        check(Step::Confinement, unsafe { call!(libc::SYS_capset, &header, &sets) })?;
    }
    Ok(())
}

/// Confines the calling thread, and what it starts from now on, to `ruleset` (none: -1), to the
/// system calls that `filter` lets pass (empty: all) and to the capabilities `kept`, a bit for each. No program that it executes gains rights
/// (PR_SET_NO_NEW_PRIVS).
///
/// # Errors
/// The errno of landlock_restrict_self(2), capset(2) or seccomp(2); E2BIG where the filter is too long.
///
/// # Safety
/// In the child, before an exec in place, or where the caller wants the thread itself confined and
/// `filter` says of no call that it has succeeded without making it.
pub(crate) unsafe fn confine(
    ruleset: i32,
    filter: &[Instruction],
    kept: u64,
) -> Result<(), Failure> {
    // SAFETY: takes numbers only.
    check(Step::Confinement, unsafe {
        call!(libc::SYS_prctl, libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    })?;
    if ruleset >= 0 {
        // SAFETY: takes numbers only.
        check(Step::Confinement, unsafe { call!(libc::SYS_landlock_restrict_self, ruleset, 0) })?;
    }
    // SAFETY: this function's caller guarantees it.
    unsafe { keep_capabilities(kept)? };
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
