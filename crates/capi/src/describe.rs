//! Describing a launch: `fl_launch_new` and all that can be set.

use core::ffi::{CStr, c_char, c_int, c_uint};
use std::ffi::CString;
use std::time::Duration;

use launch::landlock::Instruction;
use launch::process::{Limit, RESOURCES};
use launch::signal::SignalSet;
use launch::{CStringArray, ForkPolicy, Launch, LaunchError, Mount, Namespaces, Scheduling, Step};

use crate::environment::{Environment, fork_policy, nothing, search_path_of};
use crate::error::{Errno, new, status};

/// `fl_launch`: the description of a launch.
pub struct Description {
    /// The options; its strings are set when it is started.
    pub(crate) launch: Launch<'static>,
    program: CString,
    /// The program's name alone until there are others.
    arguments: CStringArray,
    has_arguments: bool,
    /// `None`: this process's environment at the time.
    environment: Option<CStringArray>,
    search: Search,
}

/// Where the program is looked up.
enum Search {
    /// In PATH of the environment that the child gets, unless the name has a slash.
    Environment,
    /// In these directories.
    In(CString),
}

/// A launch without strings yet.
pub(crate) fn empty_launch() -> Launch<'static> {
    let nothing = nothing();
    // SAFETY: an empty string and empty arrays, which live for ever.
    let mut launch = unsafe { Launch::from_raw_parts(c"".as_ptr(), nothing, nothing) };
    let policy = fork_policy();
    if policy != ForkPolicy::Never {
        launch.fork_policy(policy);
    }
    launch
}

impl Description {
    /// The environment that a launch uses if none is described.
    ///
    /// # Errors
    /// Those of [`Environment::now`], as an error of the step `Prepare`.
    pub(crate) fn environment_now(&self) -> Result<Option<Environment>, LaunchError> {
        if self.environment.is_some() {
            return Ok(None);
        }
        let failed = |errno| LaunchError { step: Step::Prepare, errno };
        Environment::now().map(Some).map_err(failed)
    }

    /// The launch as it is described, with what [`environment_now`](Self::environment_now)
    /// has given for it.
    pub(crate) fn launch<'a>(&'a self, now: &'a Option<Environment>) -> Launch<'a> {
        let mut launch: Launch<'_> = self.launch.clone();
        let (strings, path) = match (&self.environment, now) {
            (Some(own), _) => (own.as_ptr(), search_path_of(own)),
            (None, Some(now)) => (now.as_ptr(), now.search_path()),
            (None, None) => (nothing(), c""),
        };
        let program = self.program.as_ptr();
        // SAFETY: program and arguments are this value's, and the environment is its own or
        // `now`'s: all live as long as the launch.
        unsafe { launch.set_raw_parts(program, self.arguments.as_ptr(), strings) };
        match &self.search {
            Search::In(path) => launch.search_path(path),
            Search::Environment if self.program.to_bytes().contains(&b'/') => &mut launch,
            Search::Environment => launch.search_path(path),
        };
        launch
    }

    /// Calls `use_` with the launch as it is described.
    ///
    /// # Errors
    /// Those of `use_` and of [`environment_now`](Self::environment_now).
    pub(crate) fn with<T>(
        &self,
        use_: impl FnOnce(&mut Launch<'_>) -> Result<T, LaunchError>,
    ) -> Result<T, LaunchError> {
        let now = self.environment_now()?;
        use_(&mut self.launch(&now))
    }

    /// The arguments, which stop being the program's name alone.
    fn arguments(&mut self) -> &mut CStringArray {
        if !core::mem::replace(&mut self.has_arguments, true) {
            self.arguments.clear();
        }
        &mut self.arguments
    }
}

/// A C string, or EINVAL for a null pointer.
pub(crate) unsafe fn text<'a>(pointer: *const c_char) -> Result<&'a CStr, Errno> {
    if pointer.is_null() {
        return Err(libc::EINVAL);
    }
    // SAFETY: NUL-terminated, as the header asks.
    Ok(unsafe { CStr::from_ptr(pointer) })
}

/// An array of C strings, or EINVAL for a null pointer.
unsafe fn array(pointer: *const *const c_char) -> Result<CStringArray, Errno> {
    if pointer.is_null() {
        return Err(libc::EINVAL);
    }
    // SAFETY: null-terminated, as the header asks.
    Ok(unsafe { CStringArray::from_raw(pointer) })
}

/// Sets something in the description that `pointer` is.
unsafe fn set(
    pointer: *mut Description,
    change: impl FnOnce(&mut Description) -> Result<(), Errno>,
) -> c_int {
    status(|| {
        // SAFETY: null, or made by fl_launch_new and not freed.
        change(unsafe { pointer.as_mut() }.ok_or(libc::EINVAL)?)
    })
}

/// A new description, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_launch_new(program: *const c_char) -> *mut Description {
    new(|| {
        // SAFETY: strings are null or NUL-terminated (forkless.h).
        let program = unsafe { text(program)? }.to_owned();
        let mut launch = empty_launch();
        launch.want_pidfd(true);
        Ok(Description {
            launch,
            arguments: CStringArray::from_strings([program.to_bytes()])
                .map_err(|_| libc::EINVAL)?,
            has_arguments: false,
            program,
            environment: None,
            search: Search::Environment,
        })
    })
}

/// Frees a description; null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fl_launch_free(launch: *mut Description) {
    if !launch.is_null() {
        // SAFETY: made by fl_launch_new.
        drop(unsafe { Box::from_raw(launch) });
    }
}

/// A mount with FL_READ_ONLY and its like (forkless.h), or EINVAL for others.
fn mount_flags(mut mount: Mount, flags: c_uint) -> Result<Mount, Errno> {
    if flags & !15 != 0 {
        return Err(libc::EINVAL);
    }
    for (flag, change) in [
        (1, Mount::read_only as fn(Mount) -> Mount),
        (2, Mount::no_execution),
        (4, Mount::devices),
        (8, Mount::without_mounts_in_it),
    ] {
        if flags & flag != 0 {
            mount = change(mount);
        }
    }
    Ok(mount)
}

/// Defines functions that set one option each: `name(launch, arguments)` with a
/// body that changes the description.
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident($it:ident $(, $argument:ident: $kind:ty)*) $body:block)*) => {
        $(
            $(#[$doc])*
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(
                launch: *mut Description $(, $argument: $kind)*
            ) -> c_int {
                // SAFETY: what the header asks of the pointers.
                unsafe { set(launch, |$it| $body) }
            }
        )*
    };
}

setters! {
    /// All arguments, with the name of the program as the first.
    fl_arguments(it, argv: *const *const c_char) {
        let argv = array(argv)?;
        *it.arguments() = argv;
        Ok(())
    }

    /// One more argument; the first is the name of the program.
    fl_argument(it, argument: *const c_char) {
        let argument = text(argument)?.to_bytes();
        it.arguments().push(argument).map_err(|_| libc::EINVAL)
    }

    /// The child's environment; null for this process's own.
    fl_environment(it, envp: *const *const c_char) {
        it.environment = if envp.is_null() { None } else { Some(array(envp)?) };
        Ok(())
    }

    /// A variable of the child's environment; a null value takes it out.
    fl_variable(it, name: *const c_char, value: *const c_char) {
        let name = text(name)?.to_bytes();
        if name.is_empty() || name.contains(&b'=') {
            return Err(libc::EINVAL);
        }
        let old = match it.environment.take() {
            Some(old) => old,
            None => Environment::now()?.into_array(),
        };
        let mut new = CStringArray::new();
        for string in old.iter().map(CStr::to_bytes) {
            if !matches!(string.strip_prefix(name), Some([b'=', ..])) {
                new.push(string).map_err(|_| libc::EINVAL)?;
            }
        }
        if !value.is_null() {
            let value = text(value)?.to_bytes();
            new.push_parts(&[name, b"=", value]).map_err(|_| libc::EINVAL)?;
        }
        it.environment = Some(new);
        Ok(())
    }

    /// Directories to search for the program; null: PATH of its environment.
    fl_search(it, path: *const c_char) {
        it.search = if path.is_null() {
            Search::Environment
        } else {
            Search::In(text(path)?.to_owned())
        };
        Ok(())
    }

    /// Executes a descriptor.
    fl_program_fd(it, fd: c_int) {
        it.launch.program_descriptor(fd);
        Ok(())
    }

    /// A launch that is not waited for has a descriptor that tells its end.
    fl_readiness(it) {
        it.launch.want_readiness(true);
        Ok(())
    }

    /// The handle works on the process id.
    fl_without_pidfd(it) {
        it.launch.want_pidfd(false);
        Ok(())
    }

    /// The working directory by name.
    fl_directory(it, path: *const c_char) {
        it.launch.directory_path(text(path)?);
        Ok(())
    }

    /// The working directory by descriptor.
    fl_directory_fd(it, fd: c_int) {
        it.launch.directory(fd);
        Ok(())
    }

    /// The child's `target` is this process's `source`.
    fl_fd(it, target: c_int, source: c_int) {
        it.launch.descriptor(target, source);
        Ok(())
    }

    /// Opens a file in the child.
    fl_open(it, target: c_int, path: *const c_char, flags: c_int, mode: c_uint) {
        it.launch.open(target, text(path)?, flags, mode);
        Ok(())
    }

    /// /dev/null, for reading and writing.
    fl_null(it, target: c_int) {
        it.launch.open(target, c"/dev/null", libc::O_RDWR, 0);
        Ok(())
    }

    /// The child's `target` is the child's `source`.
    fl_copy(it, target: c_int, source: c_int) {
        it.launch.copy(target, source);
        Ok(())
    }

    /// Closes what is not named; the standard streams are named if `keep_standard`.
    fl_close_others(it, keep_standard: c_int) {
        it.launch.close_others(false);
        if keep_standard != 0 {
            it.launch.keep_standard();
        }
        it.launch.close_others(true);
        Ok(())
    }

    /// The file creation mask.
    fl_umask(it, mask: libc::mode_t) {
        it.launch.umask(mask as u32);
        Ok(())
    }

    /// The process group; 0 for a new one.
    fl_process_group(it, group: libc::pid_t) {
        if group < 0 {
            return Err(libc::EINVAL);
        }
        it.launch.process_group(group);
        Ok(())
    }

    /// A session of its own.
    fl_session(it) {
        it.launch.session(true);
        Ok(())
    }

    /// The controlling terminal of the new session.
    fl_controlling_terminal(it, fd: c_int) {
        it.launch.controlling_terminal(fd);
        Ok(())
    }

    /// Brings the child's group to the foreground of a terminal.
    fl_foreground(it, fd: c_int) {
        it.launch.foreground(fd);
        Ok(())
    }

    /// The signal mask.
    fl_signal_mask(it, set: *const libc::sigset_t) {
        it.launch.signal_mask(signals(set)?);
        Ok(())
    }

    /// Signals that are ignored.
    fl_signal_ignore(it, set: *const libc::sigset_t) {
        it.launch.ignore_signals(signals(set)?);
        Ok(())
    }

    /// Signals that are default although this process ignores them.
    fl_signal_default(it, set: *const libc::sigset_t) {
        it.launch.default_signals(signals(set)?);
        Ok(())
    }

    /// A resource limit.
    fl_limit(it, resource: c_int, limit: *const libc::rlimit) {
        let limit = limit.as_ref().ok_or(libc::EINVAL)?;
        let known = RESOURCES.into_iter().find(|one| *one as c_int == resource);
        let finite = |value| (value != libc::RLIM_INFINITY).then_some(value);
        let value = Limit { soft: finite(limit.rlim_cur), hard: finite(limit.rlim_max) };
        it.launch.limit(known.ok_or(libc::EINVAL)?, value);
        Ok(())
    }

    /// Adds to the nice value.
    fl_nice(it, increment: c_int) {
        it.launch.nice(increment);
        Ok(())
    }

    /// The scheduling policy and its priority.
    fl_scheduling(it, policy: c_int, priority: c_int) {
        it.launch.scheduling(match policy {
            libc::SCHED_OTHER => Scheduling::Other,
            libc::SCHED_BATCH => Scheduling::Batch,
            libc::SCHED_IDLE => Scheduling::Idle,
            libc::SCHED_FIFO => Scheduling::Fifo(priority),
            libc::SCHED_RR => Scheduling::RoundRobin(priority),
            _ => return Err(libc::EINVAL),
        });
        Ok(())
    }

    /// The processors it may run on.
    fl_processors(it, set: *const libc::cpu_set_t, size: libc::size_t) {
        if set.is_null() {
            return Err(libc::EINVAL);
        }
        let bytes = core::slice::from_raw_parts(set.cast::<u8>(), size);
        let numbers: Vec<usize> = (0..size.saturating_mul(8))
            .filter(|bit| bytes.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1))
            .collect();
        if numbers.is_empty() {
            return Err(libc::EINVAL);
        }
        it.launch.processors(&numbers);
        Ok(())
    }

    /// The out-of-memory score adjustment.
    fl_oom_score(it, score: c_int) {
        it.launch.oom_score(score);
        Ok(())
    }

    /// The user.
    fl_user(it, user: libc::uid_t) {
        it.launch.user(user);
        Ok(())
    }

    /// The group.
    fl_group(it, group: libc::gid_t) {
        it.launch.group(group);
        Ok(())
    }

    /// The supplementary groups.
    fl_groups(it, count: libc::size_t, groups: *const libc::gid_t) {
        let groups = match (count, groups.is_null()) {
            (0, _) => &[][..],
            (_, true) => return Err(libc::EINVAL),
            _ => core::slice::from_raw_parts(groups, count),
        };
        it.launch.supplementary_groups(groups);
        Ok(())
    }

    /// Drops ambient capabilities.
    fl_drop_ambient(it) {
        it.launch.drop_ambient_capabilities(true);
        Ok(())
    }

    /// No program gains rights.
    fl_no_new_privileges(it) {
        it.launch.no_new_privileges(true);
        Ok(())
    }

    /// A signal when the launching thread ends.
    fl_parent_death_signal(it, signal: c_int) {
        it.launch.parent_death_signal(signal);
        Ok(())
    }

    /// A ruleset, a filter and the capabilities that are kept.
    fl_confine(
        it,
        ruleset: c_int,
        filter: *const Instruction,
        count: libc::size_t,
        capabilities: u64
    ) {
        let filter = match (count, filter.is_null()) {
            (0, _) => &[][..],
            (_, true) => return Err(libc::EINVAL),
            // More than the kernel takes.
            (count, _) if count > u16::MAX.into() => return Err(libc::EINVAL),
            _ => core::slice::from_raw_parts(filter, count),
        };
        it.launch.confine((ruleset >= 0).then_some(ruleset), filter.into(), capabilities);
        Ok(())
    }

    /// Namespaces of its own, as flags of clone(2).
    fl_namespaces(it, flags: c_int) {
        let kinds = Namespaces::from_clone_flags(u64::from(flags.cast_unsigned()));
        it.launch.namespaces(kinds.ok_or(libc::EINVAL)?);
        Ok(())
    }

    /// Users of its user namespace.
    fl_map_user(it, inside: libc::uid_t, outside: libc::uid_t, count: c_uint) {
        it.launch.map_user(inside, outside, count);
        Ok(())
    }

    /// Groups of its user namespace.
    fl_map_group(it, inside: libc::gid_t, outside: libc::gid_t, count: c_uint) {
        it.launch.map_group(inside, outside, count);
        Ok(())
    }

    /// The name of the machine.
    fl_hostname(it, name: *const c_char) {
        it.launch.hostname(text(name)?);
        Ok(())
    }

    /// A bind mount.
    fl_bind(it, source: *const c_char, target: *const c_char, flags: c_uint) {
        let mount = Mount::bind(text(source)?, text(target)?);
        it.launch.mount(mount_flags(mount, flags)?);
        Ok(())
    }

    /// A file system in memory.
    fl_memory(it, target: *const c_char, size: u64, mode: libc::mode_t, flags: c_uint) {
        let mount = Mount::memory(text(target)?).size_and_mode((size > 0).then_some(size), mode as u32);
        it.launch.mount(mount_flags(mount, flags)?);
        Ok(())
    }

    /// proc(5) of its process namespace.
    fl_processes(it, target: *const c_char) {
        it.launch.mount(Mount::processes(text(target)?));
        Ok(())
    }

    /// The usual devices.
    fl_devices(it, target: *const c_char) {
        it.launch.mount_devices(text(target)?);
        Ok(())
    }

    /// A symbolic link.
    fl_link(it, to: *const c_char, target: *const c_char) {
        it.launch.mount(Mount::link(text(to)?, text(target)?));
        Ok(())
    }

    /// A directory.
    fl_make_directory(it, target: *const c_char) {
        it.launch.mount(Mount::directory(text(target)?));
        Ok(())
    }

    /// The root directory.
    fl_root(it, path: *const c_char) {
        it.launch.root(text(path)?);
        Ok(())
    }

    /// The control group.
    fl_cgroup(it, fd: c_int) {
        it.launch.cgroup(fd);
        Ok(())
    }

    /// When the launch may fork.
    fl_fork_policy(it, policy: c_int) {
        it.launch.fork_policy(match policy {
            0 => ForkPolicy::Never,
            1 => ForkPolicy::IfRefused,
            2 => ForkPolicy::Always,
            _ => return Err(libc::EINVAL),
        });
        Ok(())
    }

    /// How long to try again while the program is open for writing.
    fl_retry_busy(it, milliseconds: c_uint) {
        it.launch.retry_busy(Duration::from_millis(milliseconds.into()));
        Ok(())
    }
}

/// A set of signals in the kernel's form: the first words of the C library's.
unsafe fn signals(set: *const libc::sigset_t) -> Result<SignalSet, Errno> {
    if set.is_null() {
        return Err(libc::EINVAL);
    }
    // SAFETY: valid for reading, as the header asks; both C libraries keep one bit
    // a signal, in order.
    Ok(SignalSet::from_bits(unsafe { set.cast::<u64>().read_unaligned() }))
}
