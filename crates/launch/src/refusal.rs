//! What the kernel, a filter or an emulator says when it does not offer a system call.

/// Whether an errno may mean that a system call is refused as such, whatever it was asked
/// to do: it is not known (ENOSYS), its flags are not (EINVAL, EOPNOTSUPP), or a filter
/// forbids it (EPERM, EACCES; seccomp(2) leaves the choice to whoever made the filter).
///
/// Some of these also have a meaning of their own for many calls. So a caller goes on to
/// the next best call, which then says what is true.
pub fn is_refusal(errno: i32) -> bool {
    matches!(errno, libc::ENOSYS | libc::EPERM | libc::EINVAL | libc::EOPNOTSUPP | libc::EACCES)
}
