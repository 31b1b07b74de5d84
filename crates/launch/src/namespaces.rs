//! Namespaces, users and mounts of a launch's own: what it says, and what the parent does for it.
//!
//! The child is created in its namespaces by the clone that creates it, with its parent's memory like any other: no
//! process in between, and nothing is copied. It writes the maps of its users and groups itself where the kernel
//! lets it: one user and one group, those of the parent. Any other map takes rights outside the namespace, so the
//! parent writes it while the child waits (`Map::Parent`).
//!
//! See namespaces(7), user_namespaces(7), mount_namespaces(7), open_tree(2), move_mount(2), pivot_root(2).

use core::ffi::CStr;
use core::ops::{BitOr, BitOrAssign};
use core::sync::atomic::{AtomicU32, Ordering};
use std::ffi::CString;
use std::io::Write;
use std::os::fd::RawFd;

use crate::error::{LaunchError, Step};
use crate::launch::Launch;
use crate::options::given;
use crate::path::ForkPolicy;
use crate::raw::{self, call};

/// Kinds of namespaces (namespaces(7)); several are combined by `|`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Namespaces(u64);

impl Namespaces {
    /// No namespace of its own.
    pub const NONE: Namespaces = Namespaces(0);
    /// Users and groups (user_namespaces(7)): with it the others need no rights.
    pub const USER: Namespaces = Namespaces(libc::CLONE_NEWUSER as u64);
    /// Mounts (mount_namespaces(7)).
    pub const MOUNT: Namespaces = Namespaces(libc::CLONE_NEWNS as u64);
    /// Process ids (pid_namespaces(7)): the program is process 1, and all that it has started ends with it.
    pub const PID: Namespaces = Namespaces(libc::CLONE_NEWPID as u64);
    /// Network devices, addresses and ports (network_namespaces(7)): a loopback device and nothing else.
    pub const NETWORK: Namespaces = Namespaces(libc::CLONE_NEWNET as u64);
    /// System V objects and POSIX message queues (ipc_namespaces(7)).
    pub const IPC: Namespaces = Namespaces(libc::CLONE_NEWIPC as u64);
    /// The name of the machine (uts_namespaces(7)).
    pub const UTS: Namespaces = Namespaces(libc::CLONE_NEWUTS as u64);
    /// The root of control groups (cgroup_namespaces(7)).
    pub const CGROUP: Namespaces = Namespaces(libc::CLONE_NEWCGROUP as u64);
    /// All of these.
    pub const ALL: Namespaces = Namespaces(
        Self::USER.0
            | Self::MOUNT.0
            | Self::PID.0
            | Self::NETWORK.0
            | Self::IPC.0
            | Self::UTS.0
            | Self::CGROUP.0,
    );

    /// The kinds in a set of flags of clone(2), such as CLONE_NEWUSER; `None` where there are others.
    pub fn from_clone_flags(flags: u64) -> Option<Self> {
        (flags & !Self::ALL.0 == 0).then_some(Namespaces(flags))
    }

    /// Whether all kinds in `other` are in this.
    pub fn contains(self, other: Namespaces) -> bool {
        self.0 & other.0 == other.0
    }

    /// As flags of clone(2).
    pub(crate) fn bits(self) -> u64 {
        self.0
    }
}

impl BitOr for Namespaces {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Namespaces(self.0 | other.0)
    }
}

impl BitOrAssign for Namespaces {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Something that is put into the child's tree of files: [`Launch::mount`].
///
/// The target is a path from the child's root; what is missing of it is made, directories with mode 755 and the file that
/// a file is mounted on. A target `/` becomes the root. Mounts are without set-user-id bits, and without
/// devices unless [`devices`](Self::devices) says otherwise.
#[derive(Clone, Debug)]
pub struct Mount {
    pub(crate) kind: Kind,
    pub(crate) levels: Vec<Level>,
    /// MOUNT_ATTR_*.
    pub(crate) attributes: u64,
    pub(crate) target: CString,
    pub(crate) recursive: bool,
}

/// What is mounted.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Files of the parent's tree, by path.
    Bind(CString),
    /// A file system in memory: its size, where that is limited, and the mode of its root.
    Memory { size: Option<CString>, mode: CString },
    /// proc(5) of the child's process namespace.
    Processes,
    /// Not mounted but made: a symbolic link to this.
    Link(CString),
    /// Not mounted but made: a directory.
    Directory,
}

/// One directory on the way to a target, or the target itself.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    /// From the root, without a slash in front.
    pub path: CString,
    /// Where the last name begins in it.
    pub name: usize,
}

pub(crate) const READ_ONLY: u64 = 1;
const NO_SET_USER_ID: u64 = 2;
const NO_DEVICES: u64 = 4;
const NO_EXECUTION: u64 = 8;

impl Mount {
    fn new(kind: Kind, target: &CStr, attributes: u64) -> Self {
        let mut levels: Vec<Level> = Vec::new();
        let mut path: Vec<u8> = Vec::new();
        let names = target.to_bytes().split(|&byte| byte == b'/');
        for name in names.filter(|name| !name.is_empty() && *name != b".") {
            if !path.is_empty() {
                path.push(b'/');
            }
            let at = path.len();
            path.extend_from_slice(name);
            if let Ok(path) = CString::new(path.clone()) {
                levels.push(Level { path, name: at });
            }
        }
        Mount { kind, levels, attributes, target: target.to_owned(), recursive: true }
    }

    /// Has a file, or a directory with all that is mounted in it, be found at `target`, too (a bind mount). `source`
    /// is a path of the parent's, outside the child's new root.
    pub fn bind(source: &CStr, target: &CStr) -> Self {
        Self::new(Kind::Bind(source.to_owned()), target, NO_SET_USER_ID | NO_DEVICES)
    }

    /// An empty file system in memory (tmpfs(5)), whose root has mode 755.
    pub fn memory(target: &CStr) -> Self {
        let kind = Kind::Memory { size: None, mode: c"755".to_owned() };
        Self::new(kind, target, NO_SET_USER_ID | NO_DEVICES)
    }

    /// The processes of the child's process namespace (proc(5)).
    pub fn processes(target: &CStr) -> Self {
        Self::new(Kind::Processes, target, NO_SET_USER_ID | NO_DEVICES | NO_EXECUTION)
    }

    /// A symbolic link at `target`, which leads to `to`. It is made, not mounted: in a file system in
    /// memory it goes with the child, elsewhere it stays.
    pub fn link(to: &CStr, target: &CStr) -> Self {
        Self::new(Kind::Link(to.to_owned()), target, 0)
    }

    /// A directory at `target`, made unless it is there.
    pub fn directory(target: &CStr) -> Self {
        Self::new(Kind::Directory, target, 0)
    }

    /// Nothing can be written to it. The root in memory becomes so when everything has been mounted.
    #[must_use]
    pub fn read_only(mut self) -> Self {
        self.attributes |= READ_ONLY;
        self
    }

    /// No program can be executed from it.
    #[must_use]
    pub fn no_execution(mut self) -> Self {
        self.attributes |= NO_EXECUTION;
        self
    }

    /// Devices work in it, where they do for the parent.
    #[must_use]
    pub fn devices(mut self) -> Self {
        self.attributes &= !NO_DEVICES;
        self
    }

    /// What is mounted in the source does not come with it. The kernel refuses that (EINVAL) where it would uncover what
    /// a mount of a namespace with more rights covers.
    #[must_use]
    pub fn without_mounts_in_it(mut self) -> Self {
        self.recursive = false;
        self
    }

    /// The size of a file system in memory, in bytes, and the mode of its root. Means nothing for other mounts.
    #[must_use]
    pub fn size_and_mode(mut self, bytes: Option<u64>, mode: u32) -> Self {
        if let Kind::Memory { size, mode: old } = &mut self.kind {
            *size = bytes.and_then(|bytes| CString::new(bytes.to_string()).ok());
            *old = CString::new(format!("{:o}", mode & 0o7777)).unwrap_or_default();
        }
        self
    }

    /// Whether it becomes the root.
    pub(crate) fn is_root(&self) -> bool {
        self.levels.is_empty()
    }
}

/// Some ids of the parent's namespace that are ids in the child's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    inside: u32,
    outside: u32,
    count: u32,
}

/// All that a launch says about namespaces.
#[derive(Clone, Default)]
pub(crate) struct Isolation {
    pub namespaces: Namespaces,
    pub users: Vec<Range>,
    pub groups: Vec<Range>,
    pub hostname: Option<CString>,
    pub mounts: Vec<Mount>,
}

/// Who writes the maps of users and groups.
pub(crate) enum Map {
    /// Nobody: there is no user namespace.
    None,
    /// The child.
    Child { user: Line, group: Line },
    /// The parent, which tells the child by this word when it has.
    Parent(AtomicU32),
}

/// The child has to wait for its maps.
pub(crate) const WAITS: u32 = 0;
/// The maps are there. Other values are the errno that they could not be written with, and
/// [`REFUSED`] on top.
pub(crate) const MAPPED: u32 = 1;
pub(crate) const REFUSED: u32 = 1 << 16;

/// A line of a map.
pub(crate) struct Line {
    text: [u8; 36],
    length: usize,
}

impl Line {
    fn new(range: Range) -> Self {
        let mut text = [0; 36];
        let room = text.len();
        let mut left = &mut text[..];
        // Three numbers of ten digits at most fit.
        let _ = write!(left, "{} {} {}", range.inside, range.outside, range.count);
        let length = room - left.len();
        Line { text, length }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.text.get(..self.length).unwrap_or_default()
    }
}

impl Isolation {
    /// Who writes the maps for a launch now.
    pub(crate) fn map(&self) -> Map {
        if !self.namespaces.contains(Namespaces::USER) {
            return Map::None;
        }
        // SAFETY: takes nothing, cannot fail.
        let (user, group) = unsafe { (call!(libc::SYS_geteuid), call!(libc::SYS_getegid)) };
        let own = |ranges: &[Range], own: u32| match *ranges {
            [] => Some(Line::new(Range { inside: own, outside: own, count: 1 })),
            [range] if range.count == 1 && range.outside == own => Some(Line::new(range)),
            _ => None,
        };
        match (own(&self.users, user as u32), own(&self.groups, group as u32)) {
            (Some(user), Some(group)) => Map::Child { user, group },
            _ => Map::Parent(AtomicU32::new(WAITS)),
        }
    }

    /// The maps as the kernel reads them, of users and of groups.
    fn lines(&self) -> [String; 2] {
        // SAFETY: takes nothing, cannot fail.
        let own = unsafe { [call!(libc::SYS_geteuid) as u32, call!(libc::SYS_getegid) as u32] };
        let text = |ranges: &[Range], own: u32| {
            let own = [Range { inside: own, outside: own, count: 1 }];
            let ranges = if ranges.is_empty() { &own } else { ranges };
            let lines = ranges.iter().map(|one| {
                let Range { inside, outside, count } = one;
                format!("{inside} {outside} {count}\n")
            });
            lines.collect()
        };
        [text(&self.users, own[0]), text(&self.groups, own[1])]
    }

    /// Writes the maps of the child `pid`.
    fn write_maps(&self, pid: i32) -> Result<(), i32> {
        let files = ["uid_map", "gid_map"];
        for (file, text) in files.into_iter().zip(self.lines()) {
            let path = CString::new(format!("/proc/{pid}/{file}")).map_err(|_| libc::EINVAL)?;
            // SAFETY: the path is NUL-terminated, the text as long as is said, and the descriptor is this
            // function's own.
            unsafe {
                let flags = libc::O_WRONLY | libc::O_CLOEXEC;
                let opened = call!(libc::SYS_openat, libc::AT_FDCWD, path.as_ptr(), flags);
                if let Some(errno) = raw::failed(opened) {
                    return Err(errno);
                }
                let file = opened as i32;
                let written = call!(libc::SYS_write, file, text.as_ptr(), text.len());
                call!(raw::SYS_close, file);
                if let Some(errno) = raw::failed(written) {
                    return Err(errno);
                }
            }
        }
        Ok(())
    }
}

impl Map {
    /// Whether the parent writes the maps: then it must not be suspended.
    pub(crate) fn is_the_parents(&self) -> bool {
        matches!(self, Map::Parent(_))
    }

    /// Writes the maps of the child `pid`, if that is the parent's business, and has the child go on. If they
    /// cannot be written the child says so.
    pub(crate) fn write(&self, isolation: Option<&Isolation>, pid: i32) {
        let (Map::Parent(word), Some(isolation)) = (self, isolation) else { return };
        let state = match isolation.write_maps(pid) {
            Ok(()) => MAPPED,
            Err(errno) => REFUSED | errno.unsigned_abs(),
        };
        word.store(state, Ordering::Release);
        // SAFETY: wakes who waits at this address.
        unsafe { call!(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, 1) };
    }
}

/// Namespaces.
impl Launch<'_> {
    fn isolation_mut(&mut self) -> &mut Isolation {
        self.options.extra_mut().isolation.get_or_insert_default()
    }

    /// Starts the program in namespaces of its own. No launch forks for that, and its cost does not
    /// depend on the parent's memory.
    ///
    /// With [`Namespaces::USER`] the program has its parent's user and group, and no other, unless
    /// [`map_user`](Self::map_user) and [`map_group`](Self::map_group) say otherwise; until its exec the launch has all rights
    /// inside the namespaces. [`user`](Self::user), [`group`](Self::group) and
    /// [`supplementary_groups`](Self::supplementary_groups) are ids inside.
    ///
    /// [`process::replace`](crate::process::replace) takes no namespaces (ENOTSUP).
    pub fn namespaces(&mut self, kinds: Namespaces) -> &mut Self {
        self.isolation_mut().namespaces |= kinds;
        self
    }

    /// Has `count` users from `outside` on be users from `inside` on in the program's namespace, which this asks for. Of a map
    /// with one user and one group, which have to be those of the caller, any caller may have one, and the
    /// program cannot change its supplementary groups. Everything else needs CAP_SETUID and CAP_SETGID, and /proc. The launch then is not
    /// suspended by the kernel, so that [`cgroup`](Self::cgroup), [`oom_score`](Self::oom_score) and
    /// [`fork_policy`](Self::fork_policy) cannot be combined with it (ENOTSUP).
    pub fn map_user(&mut self, inside: u32, outside: u32, count: u32) -> &mut Self {
        self.namespaces(Namespaces::USER).isolation_mut().users.push(Range {
            inside,
            outside,
            count,
        });
        self
    }

    /// Has `count` groups from `outside` on be groups from `inside` on in the program's namespace:
    /// [`map_user`](Self::map_user).
    pub fn map_group(&mut self, inside: u32, outside: u32, count: u32) -> &mut Self {
        self.namespaces(Namespaces::USER).isolation_mut().groups.push(Range {
            inside,
            outside,
            count,
        });
        self
    }

    /// The name of the machine in the program's namespace, which this asks for.
    pub fn hostname(&mut self, name: &CStr) -> &mut Self {
        self.namespaces(Namespaces::UTS).isolation_mut().hostname = Some(name.to_owned());
        self
    }

    /// Mounts something in the program's namespace, which this asks for, after all that has been
    /// asked for before. No mount of that namespace comes from or goes to others.
    ///
    /// A mount with the target `/` becomes the root of what follows, and in the end of the program: nothing of
    /// the old one stays. The working directory then is the root unless
    /// [`directory_path`](Self::directory_path) names one. A directory by descriptor would be outside
    /// and is refused (EINVAL).
    ///
    /// Needs Linux 5.12.
    pub fn mount(&mut self, mount: Mount) -> &mut Self {
        self.namespaces(Namespaces::MOUNT).isolation_mut().mounts.push(mount);
        self
    }

    /// Mounts a directory of devices that most programs expect at `target`: null, zero, full, random, urandom and tty, and
    /// the links fd, stdin, stdout and stderr into /proc.
    pub fn mount_devices(&mut self, target: &CStr) -> &mut Self {
        self.mount(Mount::memory(target));
        let named = |name: &str| {
            let path = [target.to_bytes(), b"/", name.as_bytes()].concat();
            CString::new(path).unwrap_or_default()
        };
        for name in ["null", "zero", "full", "random", "urandom", "tty"] {
            if let Ok(device) = CString::new(format!("/dev/{name}")) {
                self.mount(Mount::bind(&device, &named(name)).devices());
            }
        }
        for (name, to) in [
            ("fd", c"/proc/self/fd"),
            ("stdin", c"/proc/self/fd/0"),
            ("stdout", c"/proc/self/fd/1"),
            ("stderr", c"/proc/self/fd/2"),
        ] {
            self.mount(Mount::link(to, &named(name)));
        }
        self
    }

    /// Starts the program in a namespace that is there, a descriptor of the parent's (setns(2)), before anything else is
    /// done for it. Those that are asked for first are entered first: a user namespace gives the rights to the
    /// others. With a process namespace the launch creates two processes, of which the first ends with the exec; it suspends
    /// its caller and cannot [fork](Self::fork_policy) (ENOTSUP).
    ///
    /// A working directory by descriptor stays outside of a mount namespace, so that
    /// [`directory_path`](Self::directory_path) is to be preferred. [`process::replace`](crate::process::replace) enters none (ENOTSUP).
    pub fn enter(&mut self, namespace: RawFd, kind: Namespaces) -> &mut Self {
        self.options.extra_mut().entered.push((given(namespace), kind.bits()));
        self
    }

    /// Whether it enters namespaces that are there, or a control group by its file.
    pub(crate) fn enters_namespaces(&self) -> bool {
        self.options.extra.as_ref().is_some_and(|extra| extra.enters())
    }

    /// What a message says of an error of this launch: `mount of /proc: Operation not permitted`.
    pub fn explain(&self, error: &LaunchError) -> String {
        let isolation = self.isolation();
        if let Step::Mount(at) = error.step
            && let Some(mount) = isolation.and_then(|one| one.mounts.get(usize::from(at)))
        {
            let target = mount.target.to_string_lossy();
            return format!("mount of {target}: {}", crate::error_text(error.errno));
        }
        error.to_string()
    }

    pub(crate) fn isolation(&self) -> Option<&Isolation> {
        self.options.extra.as_ref()?.isolation.as_ref()
    }

    /// Flags of clone(2).
    pub(crate) fn namespace_flags(&self) -> u64 {
        self.isolation().map_or(0, |one| one.namespaces.bits())
    }

    /// Who writes the maps.
    ///
    /// # Errors
    /// Of the step `Prepare`, for what cannot be combined.
    pub(crate) fn map(&self) -> Result<Map, LaunchError> {
        if self.options.extra.as_ref().is_some_and(|extra| extra.enters_processes())
            && self.options.fork_policy() != ForkPolicy::Never
        {
            return Err(LaunchError::prepare(libc::ENOTSUP));
        }
        let Some(isolation) = self.isolation() else { return Ok(Map::None) };
        if !isolation.mounts.is_empty() && self.options.directory >= 0 {
            return Err(LaunchError::prepare(libc::EINVAL));
        }
        if isolation.mounts.len() >= usize::from(u16::MAX) {
            return Err(LaunchError::prepare(libc::E2BIG));
        }
        let map = isolation.map();
        let extra = self.options.extra.as_ref();
        if map.is_the_parents()
            && (self.options.fork_policy() != ForkPolicy::Never
                || extra.is_some_and(|one| one.cgroup.is_some() || one.oom_score.is_some()))
        {
            return Err(LaunchError::prepare(libc::ENOTSUP));
        }
        Ok(map)
    }

    /// The error of a clone that failed.
    pub(crate) fn clone_failed(&self, errno: i32) -> LaunchError {
        let step = match errno {
            libc::EAGAIN | libc::ENOMEM | libc::EMFILE => Step::Clone,
            _ if self.namespace_flags() != 0 => Step::Namespaces,
            _ => Step::Clone,
        };
        LaunchError { step, errno }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_have_levels() {
        let of = |target| {
            let mount = Mount::memory(target);
            let levels = mount.levels.iter();
            levels.map(|one| (one.path.to_str().unwrap().to_owned(), one.name)).collect::<Vec<_>>()
        };
        let level = |path: &str, name| (path.to_owned(), name);
        assert_eq!(of(c"/a/bc//d/"), [level("a", 0), level("a/bc", 2), level("a/bc/d", 5)]);
        assert_eq!(of(c"a/.."), [level("a", 0), level("a/..", 2)]);
        assert!(Mount::memory(c"/").is_root() && Mount::memory(c"//.").is_root());
    }

    #[test]
    fn who_writes_maps() {
        let mut isolation = Isolation::default();
        assert!(matches!(isolation.map(), Map::None));
        isolation.namespaces = Namespaces::USER;
        let own = rustix::process::geteuid().as_raw();
        let group = rustix::process::getegid().as_raw();
        let Map::Child { user, .. } = isolation.map() else { panic!() };
        assert_eq!(user.bytes(), format!("{own} {own} 1").as_bytes());
        isolation.users.push(Range { inside: u32::MAX, outside: own, count: 1 });
        isolation.groups.push(Range { inside: 0, outside: group, count: 1 });
        let Map::Child { user, group } = isolation.map() else { panic!() };
        assert_eq!(user.bytes(), format!("4294967295 {own} 1").as_bytes());
        assert!(group.bytes().starts_with(b"0 "));
        isolation.users.push(Range { inside: 1, outside: 1, count: 1000 });
        assert!(isolation.map().is_the_parents());
        assert_eq!(isolation.lines()[0], format!("4294967295 {own} 1\n1 1 1000\n"));
    }

    #[test]
    fn flags_are_clones() {
        let both = Namespaces::USER | Namespaces::PID;
        assert_eq!(Namespaces::from_clone_flags(both.bits()), Some(both));
        assert_eq!(Namespaces::from_clone_flags(libc::CLONE_VM as u64), None);
        assert!(Namespaces::ALL.contains(both) && !both.contains(Namespaces::UTS));
    }
}
