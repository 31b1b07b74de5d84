//! Finding a program in PATH: POSIX XBD 8.3, the search of execvp(3).

use std::ffi::CString;
use std::os::fd::BorrowedFd;

use rustix::fs::{Access, AtFlags, CWD, FileType, accessat, statat};
use rustix::io::Errno;

/// Finds program `name` in `path`, a list of directories with colons between
/// them; an empty one is the working directory. A name with a slash is not
/// searched for. Relative directories are looked up from `directory`, or from the
/// process's working directory. The result is the path for
/// [`Launch::new`](crate::Launch::new).
///
/// # Errors
/// ENOENT if there is none. If a file of that name was there but may not be
/// executed, or a directory may not be searched, the errno is EACCES.
pub fn find(name: &[u8], path: &[u8], directory: Option<BorrowedFd<'_>>) -> Result<CString, i32> {
    if name.is_empty() {
        return Err(libc::ENOENT);
    }
    if name.contains(&b'/') {
        return CString::new(name).map_err(|_| libc::ENOENT);
    }
    let mut refused = libc::ENOENT;
    for entry in path.split(|&byte| byte == b':') {
        let mut candidate = Vec::with_capacity(entry.len() + name.len() + 3);
        candidate.extend_from_slice(if entry.is_empty() { b"." } else { entry });
        if candidate.last() != Some(&b'/') {
            candidate.push(b'/');
        }
        candidate.extend_from_slice(name);
        let Ok(candidate) = CString::new(candidate) else { continue };
        let base = directory.unwrap_or(CWD);
        match accessat(base, candidate.as_c_str(), Access::EXEC_OK, AtFlags::EACCESS) {
            // Kernels and filters of system calls that do not know faccessat2(2) say the other two: then execve(2)
            // has the last word.
            result @ (Ok(()) | Err(Errno::NOSYS | Errno::PERM)) => {
                // A directory may be "executed" as far as access goes.
                match statat(base, candidate.as_c_str(), AtFlags::empty()) {
                    Ok(stat)
                        if FileType::from_raw_mode(stat.st_mode).is_file()
                            && (result.is_ok() || stat.st_mode & 0o111 != 0) =>
                    {
                        return Ok(candidate);
                    }
                    Ok(_) => refused = libc::EACCES,
                    Err(_) => {}
                }
            }
            Err(Errno::ACCESS) => refused = libc::EACCES,
            Err(_) => {}
        }
    }
    Err(refused)
}
