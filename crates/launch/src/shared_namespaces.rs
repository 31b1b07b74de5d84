//! Namespaces that several launches share.
//!
//! They are made by the launch of a *keeper*, a program of a few instructions in a file in memory, which waits for the end of
//! a pipe. Their descriptors keep the namespaces when it has ended. A process namespace ends with its first process, which is
//! the keeper: it stays as long as the pipe has a writer, and the kernel waits for the orphans that it gets, since it
//! ignores SIGCHLD. So it ends with its maker, however that ends. A signal would not do: a maker that
//! is under Landlock since then may send it none, and neither may the kernel when the maker ends (PR_SET_PDEATHSIG).
//!
//! See namespaces(7), setns(2), pid_namespaces(7), memfd_create(2), pipe(7).

use std::ffi::CStr;
use std::fs::File;
use std::io::Write;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

use rustix::fs::{MemfdFlags, Mode, OFlags};
use rustix::pipe::PipeFlags;

use crate::error::{LaunchError, Step};
use crate::handle::Child;
use crate::launch::Launch;
use crate::left;
use crate::namespaces::{Mount, Namespaces};
use crate::signal::SignalSet;
use crate::strings::CStringArray;

/// Names in /proc/PID/ns, in the order in which they are entered: the user namespace gives the rights to the
/// others.
const KINDS: [(&str, Namespaces); 7] = [
    ("user", Namespaces::USER),
    ("cgroup", Namespaces::CGROUP),
    ("ipc", Namespaces::IPC),
    ("net", Namespaces::NETWORK),
    ("pid", Namespaces::PID),
    ("uts", Namespaces::UTS),
    ("mnt", Namespaces::MOUNT),
];

/// Why namespaces could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotMade {
    /// What failed, in words, without the error.
    pub what: String,
    /// The error.
    pub errno: i32,
}

/// Namespaces for launches, which [enter](Self::enter) them. They end with this value and the programs in
/// them; a process namespace, with all its processes, ends with this value, and with all copies that forks have made of it.
#[derive(Debug)]
pub struct SharedNamespaces {
    open: Vec<(OwnedFd, Namespaces)>,
    /// The keeper and the writer of its pipe. None: it is to end.
    keeper: Option<(Child, OwnedFd)>,
}

impl SharedNamespaces {
    /// Makes namespaces of these kinds, a user namespace among them, and carries out the mounts in them. A caller with
    /// CAP_SETUID and CAP_SETGID has all users and groups as they are; others have themselves alone.
    ///
    /// # Errors
    /// What failed, and the errno: of clone(2) and of what the launch does then, of memfd_create(2), of open(2) in /proc.
    pub fn make(kinds: Namespaces, mounts: &[Mount]) -> Result<Self, NotMade> {
        left::reap();
        let failed = |what: &str, errno: i32| NotMade { what: what.to_owned(), errno };
        let program = program().map_err(|errno| failed("memfd_create", errno))?;
        let of_mounts = if mounts.is_empty() { Namespaces::NONE } else { Namespaces::MOUNT };
        let kinds = kinds | Namespaces::USER | of_mounts;
        let arguments = CStringArray::from_strings([&b"keeper"[..]]).unwrap_or_default();
        let environment = CStringArray::new();
        let mut launch = Launch::new(c"keeper", &arguments, &environment);
        launch.program_descriptor(program.as_raw_fd()).namespaces(kinds).close_others(true);
        let mut ignored = SignalSet::EMPTY;
        ignored.insert(libc::SIGCHLD);
        launch.ignore_signals(ignored).signal_mask(SignalSet::ALL);
        let (reader, writer) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)
            .map_err(|error| failed("pipe", error.raw_os_error()))?;
        launch.descriptor(0, reader.as_raw_fd()).want_pidfd(true);
        for mount in mounts {
            launch.mount(mount.clone());
        }
        let started = match all_ids(&launch).start() {
            // Without the rights to others there are the own ones.
            Err(LaunchError { step: Step::Map, errno: libc::EPERM }) => launch.start(),
            result => result,
        };
        let mut keeper = started.map_err(|error| match error.step {
            Step::Mount(at) if usize::from(at) < mounts.len() => {
                let target =
                    mounts.get(usize::from(at)).map(|mount| mount.target.to_string_lossy());
                failed(&format!("mount of {}", target.unwrap_or_default()), error.errno)
            }
            step => failed(step.name(), error.errno),
        })?;
        let pid = keeper.pid;
        let taken = keeper.pidfd.take().map(high).transpose();
        keeper.pidfd = taken.map_err(|errno| failed("fcntl", errno))?;
        let writer = high(writer).map_err(|errno| failed("fcntl", errno))?;
        let mut shared = Self { open: Vec::new(), keeper: Some((keeper, writer)) };
        for (name, kind) in KINDS {
            if kinds.contains(kind) {
                let path = format!("/proc/{pid}/ns/{name}");
                let file = rustix::fs::open(&path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())
                    .map_err(|error| failed(&path, error.raw_os_error()))?;
                shared.open.push((high(file).map_err(|errno| failed("fcntl", errno))?, kind));
            }
        }
        Ok(shared)
    }

    /// Their kinds.
    pub fn kinds(&self) -> Namespaces {
        self.open.iter().fold(Namespaces::NONE, |all, (_, kind)| all | *kind)
    }

    /// Opens, by O_PATH, what a path without a slash in front is in their tree of files.
    ///
    /// # Errors
    /// The errno of openat(2); ESRCH once they are [settled](Self::settle).
    pub fn open(&self, path: &CStr) -> Result<OwnedFd, i32> {
        let errno = |error: rustix::io::Errno| error.raw_os_error();
        let flags = OFlags::PATH | OFlags::CLOEXEC;
        let Some((keeper, _)) = &self.keeper else { return Err(libc::ESRCH) };
        let root = format!("/proc/{}/root", keeper.pid);
        let root =
            rustix::fs::open(root, flags | OFlags::DIRECTORY, Mode::empty()).map_err(errno)?;
        rustix::fs::openat(&root, path, flags, Mode::empty()).map_err(errno)
    }

    /// Lets go of the keeper where nothing needs it: [`Self::open`] works before that.
    pub fn settle(&mut self) {
        if !self.kinds().contains(Namespaces::PID) {
            self.end();
        }
    }

    /// The descriptors that a copy of the process has to keep, to launch something in them.
    pub fn descriptors(&self) -> impl Iterator<Item = RawFd> {
        let writer = self.keeper.iter().map(|(_, writer)| writer);
        self.open.iter().map(|(file, _)| file).chain(writer).map(AsRawFd::as_raw_fd)
    }

    /// Has a launch start its program in them.
    pub fn enter(&self, launch: &mut Launch<'_>) {
        for (file, kind) in &self.open {
            launch.enter(file.as_raw_fd(), *kind);
        }
    }

    /// Ends the keeper. That of a process namespace has ended when all processes in it have been waited for, by
    /// whomever: it is waited for later.
    fn end(&mut self) {
        let Some((mut keeper, writer)) = self.keeper.take() else { return };
        drop(writer);
        let soon = Instant::now() + Duration::from_millis(20);
        if !matches!(keeper.wait_deadline(soon), Ok(None)) {
            return;
        }
        left::leave(keeper);
    }
}

impl Drop for SharedNamespaces {
    fn drop(&mut self) {
        self.end();
    }
}

/// A descriptor with a number that no script has.
///
/// # Errors
/// The errno of fcntl(2).
fn high(fd: OwnedFd) -> Result<OwnedFd, i32> {
    /// The first one that shells keep for themselves.
    const FIRST: i32 = 10;
    rustix::io::fcntl_dupfd_cloexec(&fd, FIRST).map_err(|error| error.raw_os_error())
}

/// The launch with all users and groups as they are outside.
fn all_ids<'a>(launch: &Launch<'a>) -> Launch<'a> {
    let mut all = launch.clone();
    all.map_user(0, 0, u32::MAX).map_group(0, 0, u32::MAX);
    all
}

/// The keeper's program.
///
/// # Errors
/// The errno of memfd_create(2) or write(2).
fn program() -> Result<OwnedFd, i32> {
    let errno = |error: rustix::io::Errno| error.raw_os_error();
    let open = |flags| rustix::fs::memfd_create(c"keeper", flags | MemfdFlags::CLOEXEC);
    // Linux before 6.3 does not know the flag and means it.
    let file = match open(MemfdFlags::EXEC) {
        Err(rustix::io::Errno::INVAL) => open(MemfdFlags::empty()),
        result => result,
    };
    let mut file = File::from(file.map_err(errno)?);
    file.write_all(&image()).map_err(|error| error.raw_os_error().unwrap_or(libc::EIO))?;
    Ok(file.into())
}

/// An ELF file (elf(5)) whose program reads a byte of descriptor 0 and ends.
fn image() -> Vec<u8> {
    /// Where the kernel maps it.
    const ADDRESS: u64 = 0x40_0000;
    const HEADERS: u64 = 64 + 56;
    /// read(0, stack, 1); exit_group(0).
    #[cfg(target_arch = "x86_64")]
    const CODE: &[u8] = &[
        0x31, 0xff, // xor edi, edi
        0x48, 0x89, 0xe6, // mov rsi, rsp
        0xba, 1, 0, 0, 0, // mov edx, 1
        0x31, 0xc0, // xor eax, eax
        0x0f, 0x05, // syscall
        0xb8, 231, 0, 0, 0, // mov eax, 231
        0x31, 0xff, // xor edi, edi
        0x0f, 0x05, // syscall
    ];
    #[cfg(target_arch = "aarch64")]
    const CODE: &[u8] = &[
        0x00, 0x00, 0x80, 0xd2, // mov x0, 0
        0xe1, 0x03, 0x00, 0x91, // mov x1, sp
        0x22, 0x00, 0x80, 0xd2, // mov x2, 1
        0xe8, 0x07, 0x80, 0xd2, // mov x8, 63
        0x01, 0x00, 0x00, 0xd4, // svc 0
        0x00, 0x00, 0x80, 0xd2, // mov x0, 0
        0xc8, 0x0b, 0x80, 0xd2, // mov x8, 94
        0x01, 0x00, 0x00, 0xd4, // svc 0
    ];
    let machine: u16 = if cfg!(target_arch = "x86_64") { 62 } else { 183 };
    let mut image = b"\x7fELF\x02\x01\x01".to_vec();
    image.resize(16, 0);
    // ET_EXEC; the version; the entry; the program headers; none of sections.
    for half in [2, machine] {
        image.extend(half.to_le_bytes());
    }
    image.extend(1u32.to_le_bytes());
    for word in [ADDRESS + HEADERS, 64, 0] {
        image.extend(word.to_le_bytes());
    }
    image.extend(0u32.to_le_bytes());
    for half in [64u16, 56, 1, 0, 0, 0] {
        image.extend(half.to_le_bytes());
    }
    // PT_LOAD, to be read and executed.
    image.extend(1u32.to_le_bytes());
    image.extend(5u32.to_le_bytes());
    let size = HEADERS + CODE.len() as u64;
    for word in [0, ADDRESS, ADDRESS, size, size, 4096] {
        image.extend(word.to_le_bytes());
    }
    image.extend(CODE);
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_image_has_its_headers() {
        let image = image();
        assert_eq!(image.get(..4), Some(&b"\x7fELF"[..]));
        assert_eq!(image.get(24..32), Some(&(0x40_0000u64 + 120).to_le_bytes()[..]));
        assert!(image.len() > 120);
    }
}
