//! What the child does in its new namespaces before anything that its program asks for: users, the machine's
//! name, the loopback device.

use core::sync::atomic::Ordering;

use super::identity::write_file;
use super::{Order, check, mounts};
use crate::error::Step;
use crate::namespaces::{Isolation, MAPPED, Map, Namespaces, WAITS};
use crate::raw::{self, call};
use crate::report::Failure;

/// IFF_UP of `struct ifreq`, which has the device's name first.
#[repr(C)]
struct Interface {
    name: [u8; libc::IFNAMSIZ],
    flags: u16,
    /// As large as the kernel's structure, which it reads all of.
    rest: [u16; 11],
}

/// Makes the namespaces what the launch says.
///
/// # Safety
/// In the child, whose descriptor table is its own and whose namespaces are new.
pub(crate) unsafe fn isolate(order: &Order, isolation: &Isolation) -> Result<(), Failure> {
    // SAFETY: this function's caller guarantees it; strings are NUL-terminated by their types.
    unsafe {
        map_ids(&order.map)?;
        if let Some(name) = &isolation.hostname {
            let length = name.count_bytes();
            check(Step::Hostname, call!(libc::SYS_sethostname, name.as_ptr(), length))?;
        }
        if isolation.namespaces.contains(Namespaces::NETWORK) {
            raise_loopback()?;
        }
        mounts::mount(&isolation.mounts)
    }
}

/// Has the child's users and groups mapped, by itself or by its parent.
///
/// # Safety
/// In the child of a new user namespace, if there is a map.
unsafe fn map_ids(map: &Map) -> Result<(), Failure> {
    match map {
        Map::None => Ok(()),
        Map::Child { user, group } => {
            let here = libc::AT_FDCWD;
            // SAFETY: the paths are NUL-terminated, and the table is the child's own.
            unsafe {
                write_file(Step::Map, here, c"/proc/self/uid_map".as_ptr(), user.bytes())?;
                // Without that, whoever has no right to it outside may not map a group.
                write_file(Step::Map, here, c"/proc/self/setgroups".as_ptr(), b"deny")?;
                write_file(Step::Map, here, c"/proc/self/gid_map".as_ptr(), group.bytes())
            }
        }
        Map::Parent(word) => loop {
            match word.load(Ordering::Acquire) {
                WAITS => {
                    // SAFETY: waits while the word is that; the parent wakes who waits.
                    unsafe { call!(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT, WAITS, 0) };
                }
                MAPPED => break Ok(()),
                refused => break Err((Step::Map, (refused & 0xffff) as i32)),
            }
        },
    }
}

/// Sets the loopback device up, which brings its addresses.
///
/// # Safety
/// In the child of a new network namespace.
unsafe fn raise_loopback() -> Result<(), Failure> {
    let mut name = [0; libc::IFNAMSIZ];
    (name[0], name[1]) = (b'l', b'o');
    let interface = Interface { name, flags: libc::IFF_UP as u16, rest: [0; 11] };
    // SAFETY: reads one structure; the socket is the child's own.
    unsafe {
        let kind = libc::SOCK_DGRAM | libc::SOCK_CLOEXEC;
        let socket = call!(libc::SYS_socket, libc::AF_INET, kind, 0);
        let socket = check(Step::Loopback, socket)? as i32;
        let done = call!(raw::SYS_ioctl, socket, libc::SIOCSIFFLAGS, &interface);
        call!(raw::SYS_close, socket);
        check(Step::Loopback, done).map(drop)
    }
}
