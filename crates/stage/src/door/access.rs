//! Whether this process may use a file, also where faccessat2(2) is refused: before Linux 5.8, and by filters of system
//! calls that do not know it (container runtimes of 2020 answer EPERM).

use super::Result;
use rustix::fd::BorrowedFd;
use rustix::fs::{Access, AtFlags, FileType, Stat};
use rustix::io::Errno;
use std::ffi::CStr;

/// faccessat2(2).
///
/// # Errors
/// Those of faccessat2(2).
#[inline]
pub(super) fn accessat(
    directory: BorrowedFd<'_>,
    path: &CStr,
    access: Access,
    flags: AtFlags,
) -> Result<()> {
    match rustix::fs::accessat(directory, path, access, flags) {
        // EPERM also says that the file is immutable: that the old call says too.
        Err(Errno::NOSYS | Errno::PERM) if flags.contains(AtFlags::EACCESS) => {
            access_without_flags(directory, path, access, flags)
        }
        result => result,
    }
}

#[cold]
fn access_without_flags(
    directory: BorrowedFd<'_>,
    path: &CStr,
    access: Access,
    flags: AtFlags,
) -> Result<()> {
    let user = Owner { id: rustix::process::geteuid().as_raw() };
    let is_raised = user.id != rustix::process::getuid().as_raw()
        || rustix::process::getegid() != rustix::process::getgid();
    let follows = !flags.contains(AtFlags::SYMLINK_NOFOLLOW);
    if !is_raised && follows {
        return rustix::fs::accessat(directory, path, access, AtFlags::empty());
    }
    let stat = rustix::fs::statat(directory, path, flags.difference(AtFlags::EACCESS))?;
    let is_of_group = || {
        let own = rustix::process::getegid().as_raw();
        own == stat.st_gid
            || rustix::process::getgroups()
                .is_ok_and(|groups| groups.iter().any(|group| group.as_raw() == stat.st_gid))
    };
    match user.may(&stat, access, is_of_group) {
        true => Ok(()),
        false => Err(Errno::ACCESS),
    }
}

/// The user whose rights are asked for.
struct Owner {
    id: u32,
}

impl Owner {
    /// Whether the mode of a file allows its use (POSIX XBD 4.7, file access permissions).
    fn may(&self, stat: &Stat, access: Access, is_of_group: impl FnOnce() -> bool) -> bool {
        let wanted = access.bits() & 0o7;
        if self.id == 0 {
            let is_directory = FileType::from_raw_mode(stat.st_mode).is_dir();
            return wanted & 0o1 == 0 || is_directory || stat.st_mode & 0o111 != 0;
        }
        let shift = match stat.st_uid == self.id {
            true => 6,
            false if is_of_group() => 3,
            false => 0,
        };
        stat.st_mode >> shift & wanted == wanted
    }
}

#[cfg(test)]
mod tests {
    use super::{Owner, accessat};
    use rustix::fd::AsFd;
    use rustix::fs::{Access, AtFlags, CWD};
    use rustix::io::Errno;

    /// Has the system refuse faccessat2(2) to this thread.
    fn refuse(errno: i32) {
        let statement =
            |code: u32, k: u32| libc::sock_filter { code: code as u16, jt: 0, jf: 0, k };
        let mut program = [
            statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0),
            libc::sock_filter {
                jf: 1,
                ..statement(
                    libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K,
                    libc::SYS_faccessat2 as u32,
                )
            },
            statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ERRNO | errno as u32),
            statement(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ALLOW),
        ];
        let program = libc::sock_fprog { len: program.len() as u16, filter: program.as_mut_ptr() };
        // SAFETY: prctl(2) copies the program, which lives until then.
        let done = unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
                && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program)
                    == 0
        };
        assert!(done, "{}", std::io::Error::last_os_error());
    }

    #[test]
    fn a_call_that_is_refused_is_done_without() {
        for errno in [libc::EPERM, libc::ENOSYS] {
            let asked = std::thread::spawn(move || {
                refuse(errno);
                for (path, result) in [
                    (c"/bin/sh", Ok(())),
                    (c"/etc/passwd", Err(Errno::ACCESS)),
                    (c"/nonexistent", Err(Errno::NOENT)),
                ] {
                    let found = accessat(CWD.as_fd(), path, Access::EXEC_OK, AtFlags::EACCESS);
                    assert_eq!(found, result, "{path:?}");
                }
            });
            asked.join().unwrap();
        }
    }

    #[test]
    fn modes_allow_what_they_say() {
        let mut stat = rustix::fs::stat("/etc/passwd").unwrap();
        (stat.st_uid, stat.st_gid) = (5, 6);
        let may = |id, mode, access, is_of_group| {
            let mut stat = stat;
            stat.st_mode = libc::S_IFREG | mode;
            Owner { id }.may(&stat, access, || is_of_group)
        };
        let both = Access::READ_OK | Access::WRITE_OK;
        assert!(may(5, 0o600, both, false) && !may(5, 0o066, both, true));
        assert!(may(7, 0o060, both, true) && !may(7, 0o060, both, false));
        assert!(may(7, 0o004, Access::READ_OK, false) && !may(7, 0o004, both, false));
        assert!(may(0, 0, both, false) && !may(0, 0o666, Access::EXEC_OK, false));
        assert!(may(0, 0o010, Access::EXEC_OK, false) && may(7, 0, Access::EXISTS, false));
    }
}
