//! What a launch may set beyond the program, its strings and its descriptors.
//!
//! The common options are fields that the child reads directly. The rarer ones
//! are in a box that a plain launch does not have, so that they cost it one
//! comparison.

use std::ffi::{CStr, CString};
use std::os::fd::RawFd;
use std::time::Duration;

use crate::landlock::Confinement;
use crate::launch::Launch;
use crate::namespaces::Isolation;
use crate::path::ForkPolicy;
use crate::plan::Moves;
use crate::process::{Limit, Resource};
use crate::raw::{self, call};
use crate::signal::SignalSet;

/// Everything but the strings of a launch.
#[derive(Clone)]
pub(crate) struct Options {
    /// Working directory, or -1.
    pub directory: RawFd,
    pub moves: Moves,
    pub close_others: bool,
    /// Standard streams that stay as they are, a bit for each.
    pub kept: u8,
    /// Those for which that took a move, a bit for each.
    pub kept_moves: u8,
    pub umask: Option<u32>,
    /// Process group to join, 0 for a new one, -1 for the parent's.
    pub group: i32,
    /// Terminal whose foreground group the child's becomes, or -1.
    pub terminal: RawFd,
    pub mask: Option<SignalSet>,
    pub ignore: SignalSet,
    pub default: SignalSet,
    pub pidfd: bool,
    /// A launch that is not waited for has a descriptor to wait for its end.
    pub readiness: bool,
    pub extra: Option<Box<Extra>>,
}

impl Options {
    pub(crate) fn new() -> Self {
        Options {
            directory: -1,
            moves: Moves::new(),
            close_others: false,
            kept: 0,
            kept_moves: 0,
            umask: None,
            group: -1,
            terminal: -1,
            mask: None,
            ignore: SignalSet::EMPTY,
            default: SignalSet::EMPTY,
            pidfd: false,
            readiness: false,
            extra: None,
        }
    }

    pub(crate) fn extra_mut(&mut self) -> &mut Extra {
        self.extra.get_or_insert_default()
    }

    /// Takes back that standard streams are kept.
    pub(crate) fn forget_kept(&mut self) {
        for target in (0..3).filter(|fd| self.kept_moves & 1 << fd != 0) {
            self.moves.remove(target);
        }
        (self.kept, self.kept_moves) = (0, 0);
    }

    /// Whether the child leads a process group of its own.
    pub(crate) fn leads_group(&self) -> bool {
        self.group == 0 || self.extra.as_ref().is_some_and(|extra| extra.session)
    }

    /// Whether signals have to be blocked until the child is ready for them, although
    /// it has no handlers: those that it is to ignore or to block, and SIGTTOU.
    pub(crate) fn needs_quiet(&self) -> bool {
        self.mask.is_some() || self.ignore != SignalSet::EMPTY || self.terminal >= 0
    }

    /// Whether the child has to know its parent.
    pub(crate) fn needs_parent(&self) -> bool {
        self.extra.as_ref().is_some_and(|extra| extra.parent_death.is_some())
    }

    pub(crate) fn fork_policy(&self) -> ForkPolicy {
        self.extra.as_ref().map_or(ForkPolicy::Never, |extra| extra.fork)
    }
}

/// The rarer options.
#[derive(Clone, Default)]
pub(crate) struct Extra {
    pub fork: ForkPolicy,
    pub retry_busy: Duration,
    /// Directories to search for the program, in the child.
    pub search: Option<CString>,
    /// The program is this descriptor.
    pub program_fd: Option<RawFd>,
    pub files: Vec<FileAction>,
    pub directory: Option<CString>,
    pub root: Option<CString>,
    pub session: bool,
    pub controlling_terminal: Option<RawFd>,
    pub cgroup: Option<RawFd>,
    pub limits: Vec<(Resource, Limit)>,
    pub nice: Option<i32>,
    /// Policy and real-time priority.
    pub scheduling: Option<(i32, i32)>,
    /// A bit for each processor.
    pub processors: Vec<u64>,
    /// Digits, as the kernel's file wants them.
    pub oom_score: Option<CString>,
    pub groups: Option<Vec<u32>>,
    pub group: Option<u32>,
    pub user: Option<u32>,
    pub drop_ambient: bool,
    pub no_new_privileges: bool,
    pub parent_death: Option<i32>,
    pub confinement: Option<Confinement>,
    pub isolation: Option<Isolation>,
    /// Namespaces that are there already, with their kinds as flags of clone(2), in the order they are entered.
    pub entered: Vec<(RawFd, u64)>,
    /// A control group's file cgroup.procs, open for writing.
    pub cgroup_processes: Option<RawFd>,
}

impl Extra {
    /// Whether the child changes who it is, for which the kernel changes flags of
    /// the memory that it shares with its parent.
    pub(crate) fn changes_credentials(&self) -> bool {
        self.groups.is_some() || self.group.is_some() || self.user.is_some() || self.drop_ambient
    }

    /// Whether the child enters namespaces or a control group before anything else.
    pub(crate) fn enters(&self) -> bool {
        !self.entered.is_empty() || self.cgroup_processes.is_some()
    }

    /// Whether the program is in a process namespace that is entered: then the child creates it.
    pub(crate) fn enters_processes(&self) -> bool {
        self.entered.iter().any(|(_, kind)| *kind == libc::CLONE_NEWPID as u64)
    }

    /// Whether the parent would be concerned too if it went on while it shares its
    /// memory with the child.
    pub(crate) fn acts_on_shared_memory(&self) -> bool {
        self.changes_credentials()
            || self.oom_score.is_some()
            || self.cgroup.is_some()
            || self.cgroup_processes.is_some()
    }
}

/// What happens to descriptors after the plan, in the order given.
#[derive(Clone)]
pub(crate) enum FileAction {
    /// Open a file as `target`.
    Open { target: RawFd, path: CString, flags: i32, mode: u32 },
    /// `target` becomes what the child has as `source` by then.
    Copy { target: RawFd, source: RawFd },
}

impl FileAction {
    pub(crate) fn target(&self) -> RawFd {
        match self {
            FileAction::Open { target, .. } | FileAction::Copy { target, .. } => *target,
        }
    }
}

/// A descriptor that the caller has given. Inside, a negative number says that there is
/// none, and to the kernel one of them is the working directory; so it becomes another
/// one that is not open.
pub(crate) fn given(fd: RawFd) -> RawFd {
    if fd < 0 { RawFd::MAX } else { fd }
}

/// How the kernel shares out processors: sched(7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduling {
    /// The usual one.
    Other,
    /// For work that only uses processor time.
    Batch,
    /// Only where nothing else wants to run.
    Idle,
    /// Real time, first in first out, with this priority.
    Fifo(i32),
    /// Real time, round robin (SCHED_RR), with this priority.
    RoundRobin(i32),
}

/// The rarer options. What names a file or a descriptor is carried out in the
/// child: a path is relative to the child's root and working directory.
impl Launch<'_> {
    /// Has the child keep the standard streams that are open now and that nothing
    /// else is said about: what [`close_others`](Self::close_others) would close.
    /// `close_others(false)` takes it back.
    pub fn keep_standard(&mut self) -> &mut Self {
        for fd in 0..3 {
            if self.options.moves.as_slice().iter().any(|one| one.target == fd) {
                continue;
            }
            // SAFETY: takes numbers only.
            match unsafe { call!(raw::SYS_fcntl, fd, libc::F_GETFD) } {
                // As it nearly always is: nothing to be done in the child.
                0 => self.options.kept |= 1 << fd,
                flags if flags > 0 => {
                    self.descriptor(fd, fd);
                    self.options.kept_moves |= 1 << fd;
                }
                _ => {}
            }
        }
        self
    }

    /// Looks the program up in `path`, directories with colons between them, as
    /// execvp(3) does: in the child, with its directory, root and rights. A
    /// program with a slash in its name is not looked up.
    pub fn search_path(&mut self, path: &CStr) -> &mut Self {
        self.options.extra_mut().search = Some(path.to_owned());
        self
    }

    /// Executes this descriptor, one of the parent's, instead of a path:
    /// execveat(2). A script cannot be executed from a close-on-exec descriptor:
    /// its interpreter would not find it (ENOENT).
    pub fn program_descriptor(&mut self, fd: RawFd) -> &mut Self {
        self.options.extra_mut().program_fd = Some(given(fd));
        self
    }

    /// The child's working directory by name. It wins over
    /// [`directory`](Self::directory), from where it is looked up if it is
    /// relative and both are given.
    pub fn directory_path(&mut self, path: &CStr) -> &mut Self {
        self.options.extra_mut().directory = Some(path.to_owned());
        self
    }

    /// Opens a file as the child's descriptor `target`: open(2) with these flags
    /// and mode, with the parent's rights. Happens after all of
    /// [`descriptor`](Self::descriptor), in the order of the calls. An open that
    /// waits, as that of a FIFO, has the launch wait too, unless it is
    /// [`start_unwaited`](Self::start_unwaited).
    pub fn open(&mut self, target: RawFd, path: &CStr, flags: i32, mode: u32) -> &mut Self {
        let action = FileAction::Open { target, path: path.to_owned(), flags, mode };
        self.options.extra_mut().files.push(action);
        self
    }

    /// Makes `target` what the child has as `source` after the plan and the
    /// [`open`](Self::open)s before this one: `2>&1` behind `>file`.
    pub fn copy(&mut self, target: RawFd, source: RawFd) -> &mut Self {
        self.options.extra_mut().files.push(FileAction::Copy { target, source });
        self
    }

    /// The child's root directory: chroot(2). The working directory becomes the
    /// new root unless one is given. Needs CAP_SYS_CHROOT.
    pub fn root(&mut self, path: &CStr) -> &mut Self {
        self.options.extra_mut().root = Some(path.to_owned());
        self
    }

    /// Makes the child the leader of a new session: setsid(2).
    pub fn session(&mut self, new: bool) -> &mut Self {
        self.options.extra_mut().session = new;
        self
    }

    /// Makes a terminal, a descriptor of the parent's, the controlling terminal of
    /// the child's session, which has to be new.
    pub fn controlling_terminal(&mut self, tty: RawFd) -> &mut Self {
        self.options.extra_mut().controlling_terminal = Some(given(tty));
        self
    }

    /// Starts the child in a control group: a descriptor of its directory. In
    /// cgroup v2 the kernel creates the child there (CLONE_INTO_CGROUP); otherwise
    /// the child enters it by `cgroup.procs` before anything else.
    pub fn cgroup(&mut self, directory: RawFd) -> &mut Self {
        self.options.extra_mut().cgroup = Some(given(directory));
        self
    }

    /// Starts the child in a control group by its file `cgroup.procs`, a descriptor that is open for writing. The kernel
    /// asks for the rights of whoever opened it (cgroups(7)).
    pub fn cgroup_processes(&mut self, file: RawFd) -> &mut Self {
        self.options.extra_mut().cgroup_processes = Some(given(file));
        self
    }

    /// Sets a resource limit of the child.
    pub fn limit(&mut self, resource: Resource, limit: Limit) -> &mut Self {
        self.options.extra_mut().limits.push((resource, limit));
        self
    }

    /// Adds to the child's nice value.
    pub fn nice(&mut self, increment: i32) -> &mut Self {
        self.options.extra_mut().nice = Some(increment);
        self
    }

    /// The child's scheduling policy.
    pub fn scheduling(&mut self, scheduling: Scheduling) -> &mut Self {
        self.options.extra_mut().scheduling = Some(match scheduling {
            Scheduling::Other => (libc::SCHED_OTHER, 0),
            Scheduling::Batch => (libc::SCHED_BATCH, 0),
            Scheduling::Idle => (libc::SCHED_IDLE, 0),
            Scheduling::Fifo(priority) => (libc::SCHED_FIFO, priority),
            Scheduling::RoundRobin(priority) => (libc::SCHED_RR, priority),
        });
        self
    }

    /// The processors that the child may run on, by number.
    pub fn processors(&mut self, numbers: &[usize]) -> &mut Self {
        let mut mask = Vec::new();
        for &number in numbers.iter().filter(|&&number| number < 1 << 16) {
            let at = number / 64;
            if mask.len() <= at {
                mask.resize(at + 1, 0u64);
            }
            if let Some(word) = mask.get_mut(at) {
                *word |= 1 << (number % 64);
            }
        }
        self.options.extra_mut().processors = mask;
        self
    }

    /// The child's preference in an out-of-memory kill, -1000 (never) to 1000.
    pub fn oom_score(&mut self, score: i32) -> &mut Self {
        self.options.extra_mut().oom_score = CString::new(score.to_string()).ok();
        self
    }

    /// The child's supplementary groups.
    pub fn supplementary_groups(&mut self, groups: &[u32]) -> &mut Self {
        self.options.extra_mut().groups = Some(groups.to_vec());
        self
    }

    /// The child's real, effective and saved group.
    pub fn group(&mut self, group: u32) -> &mut Self {
        self.options.extra_mut().group = Some(group);
        self
    }

    /// The child's real, effective and saved user. Supplementary groups stay as
    /// they are unless [`supplementary_groups`](Self::supplementary_groups) is
    /// given.
    ///
    /// Until the exec the child, then of that user, runs in the parent's memory.
    /// The kernel makes that memory inaccessible to the user meanwhile (it is not
    /// dumpable), and the parent's flag is put back afterwards; but the user may
    /// send the child a signal in these microseconds, and with it delay the
    /// launch.
    pub fn user(&mut self, user: u32) -> &mut Self {
        self.options.extra_mut().user = Some(user);
        self
    }

    /// Drops all ambient capabilities: capabilities(7).
    pub fn drop_ambient_capabilities(&mut self, drop: bool) -> &mut Self {
        self.options.extra_mut().drop_ambient = drop;
        self
    }

    /// Has no program that the child executes gain rights: PR_SET_NO_NEW_PRIVS.
    pub fn no_new_privileges(&mut self, set: bool) -> &mut Self {
        self.options.extra_mut().no_new_privileges = set;
        self
    }

    /// A signal that the child gets when the thread that launched it ends:
    /// PR_SET_PDEATHSIG. If that happens during the launch, the child ends at once.
    /// A set-user-id program clears it.
    pub fn parent_death_signal(&mut self, signal: i32) -> &mut Self {
        self.options.extra_mut().parent_death = Some(signal);
        self
    }

    /// When this launch may fork. Never, by default.
    pub fn fork_policy(&mut self, policy: ForkPolicy) -> &mut Self {
        self.options.extra_mut().fork = policy;
        self
    }

    /// How long to try again while the program is open for writing (ETXTBSY).
    /// That happens to who writes a program and executes it at once while another
    /// thread launches: that thread's child has the file open until its exec.
    ///
    /// [`start_unwaited`](Self::start_unwaited) does not try again: it has returned by the
    /// time that the exec fails, and [`Launching::finish`](crate::Launching::finish) says
    /// ETXTBSY.
    pub fn retry_busy(&mut self, time: Duration) -> &mut Self {
        self.options.extra_mut().retry_busy = time;
        self
    }
}
