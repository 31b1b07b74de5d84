//! `fl_system`: system(3), directly where a line needs no shell.
//!
//! SIGINT and SIGQUIT are ignored and SIGCHLD is blocked while the command runs, as
//! POSIX has it, for any number of threads at once: the first caller notes the
//! dispositions, the last one restores them. Waiting is a cancellation point: a
//! thread that is cancelled there has its command killed and waited for.
//!
//! A line that takes a shell runs in a session where libforkless-shell is there ([`crate::session`]). SIGINT and SIGQUIT
//! are caught then, for the session, and programs have them at their default as they would from a shell.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::{AtomicU8, Ordering};
use std::ffi::OsStr;
use std::io::{ErrorKind, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;

use launch::signal::SignalSet;
use launch::{CStringArray, Launch, LaunchError, Step, Streams, is_refusal};

use crate::cancel;
use crate::child::{note, word};
use crate::describe::empty_launch;
use crate::environment::Environment;
use crate::error::{Errno, Uncancelled, errno, errno_of, guard, set_errno};
use crate::line::{Line, Redirection};
use crate::lock::Lock;
use crate::session::{self, Running};

/// The shells in the order of preference. The last one is always tried.
static SHELLS: [&CStr; 3] = [c"/usr/local/bin/forkless", c"/usr/bin/forkless", c"/bin/sh"];

/// Where in [`SHELLS`] the one for lines that need one is, once it was looked for.
static FOUND: AtomicU8 = AtomicU8::new(u8::MAX);

/// The shell for lines that need one; looked for once.
pub(crate) fn shell() -> &'static CStr {
    let known = FOUND.load(Ordering::Relaxed);
    if let Some(shell) = SHELLS.get(usize::from(known)) {
        return shell;
    }
    find_shell()
}

/// Looks for the shell, the first time or because it has gone: packages are upgraded and
/// removed while programs run.
fn find_shell() -> &'static CStr {
    // SAFETY: paths are NUL-terminated.
    let there = |path: &&CStr| unsafe { libc::access(path.as_ptr(), libc::X_OK) } == 0;
    let at = SHELLS.iter().position(there).unwrap_or(SHELLS.len() - 1);
    FOUND.store(at as u8, Ordering::Relaxed);
    SHELLS[at]
}

/// Calls `start` with a launch of the command line: directly if it can be, else by a
/// shell. A direct launch that fails is left to the shell, which says so as a
/// shell does.
///
/// `in_session` may run in a session what takes a shell.
pub(crate) fn launch_line<T>(
    command: &CStr,
    mut start: impl FnMut(&mut Launch<'_>) -> Result<T, LaunchError>,
    in_session: impl FnOnce(&Environment) -> Option<T>,
) -> Result<T, LaunchError> {
    let environment = environment_now()?;
    let started = launch_without_shell(command, &environment, &mut start);
    match started.or_else(|| in_session(&environment)) {
        Some(started) => Ok(started),
        None => launch_shell(command, &environment, &mut start),
    }
}

/// Launches the program of a line directly, if that can be.
fn launch_without_shell<T>(
    command: &CStr,
    environment: &Environment,
    start: &mut impl FnMut(&mut Launch<'_>) -> Result<T, LaunchError>,
) -> Option<T> {
    if !may_be_direct(environment) {
        return None;
    }
    let line = Line::parse(command.to_bytes()).filter(|line| !line.may_wait())?;
    launch_directly(&line, environment, start).ok()
}

/// Launches the shell for a line.
fn launch_shell<T>(
    command: &CStr,
    environment: &Environment,
    start: &mut impl FnMut(&mut Launch<'_>) -> Result<T, LaunchError>,
) -> Result<T, LaunchError> {
    let minus = command.to_bytes().first().is_some_and(|&byte| matches!(byte, b'-' | b'+'));
    // A command that looks like an option is none.
    let arguments: &[&CStr] =
        if minus { &[c"sh", c"-c", c"--", command] } else { &[c"sh", c"-c", command] };
    let strings = arguments.iter().map(|argument| argument.to_bytes());
    let argv = CStringArray::from_strings(strings)
        .map_err(|_| LaunchError { step: Step::Prepare, errno: libc::EINVAL })?;
    let mut run = |shell: &CStr| {
        let mut launch = empty_launch();
        // SAFETY: the strings live through the call.
        unsafe { launch.set_raw_parts(shell.as_ptr(), argv.as_ptr(), environment.as_ptr()) };
        start(&mut launch)
    };
    let known = shell();
    match run(known) {
        Err(error) if error.step == Step::Exec => match find_shell() {
            other if other != known => run(other),
            _ => Err(error),
        },
        result => result,
    }
}

/// This process's environment, or why it cannot be had.
fn environment_now() -> Result<Environment, LaunchError> {
    Environment::now().map_err(|errno| LaunchError { step: Step::Prepare, errno })
}

/// Whether a name means with this environment what it seems to.
fn may_be_direct(environment: &Environment) -> bool {
    environment.variable(b"PATH").is_some() && !environment.has_functions()
}

/// PWD as a shell hands it on, `PWD=directory`, where the environment has another: a process
/// that has changed its directory has not changed its variables.
fn corrected_directory(environment: &Environment) -> Option<Vec<u8>> {
    let variable = environment.variable(b"PWD")?;
    let mut buffer = [0; libc::PATH_MAX as usize];
    // SAFETY: writes a string into the buffer, of that size, or gives null.
    let found = unsafe { libc::getcwd(buffer.as_mut_ptr(), buffer.len()) };
    if found.is_null() {
        return None;
    }
    // SAFETY: getcwd(3) returned a NUL-terminated string in the buffer.
    let directory = unsafe { CStr::from_ptr(found) };
    if variable == directory {
        return None;
    }
    // By way of a symbolic link it is right, too.
    let identity = |path: &CStr| {
        let found = std::fs::metadata(OsStr::from_bytes(path.to_bytes())).ok()?;
        Some((found.dev(), found.ino()))
    };
    if variable.to_bytes().first() == Some(&b'/') && identity(variable) == identity(c".") {
        return None;
    }
    Some([b"PWD=", directory.to_bytes()].concat())
}

fn launch_directly<T>(
    line: &Line,
    environment: &Environment,
    start: &mut impl FnMut(&mut Launch<'_>) -> Result<T, LaunchError>,
) -> Result<T, LaunchError> {
    let invalid = |_| LaunchError { step: Step::Prepare, errno: libc::EINVAL };
    let argv = CStringArray::from_strings(&line.words).map_err(invalid)?;
    let mut own = CStringArray::new();
    let directory = corrected_directory(environment);
    let variables = || directory.iter().chain(&line.variables);
    let changed = variables().next().is_some();
    if changed {
        // SAFETY: of that form, and valid through the call.
        let all = unsafe { CStringArray::from_raw(environment.as_ptr()) };
        let name = |string: &[u8]| string.split(|&byte| byte == b'=').next().map(<[u8]>::to_vec);
        for string in all.iter().map(CStr::to_bytes) {
            if !variables().any(|variable| name(variable) == name(string)) {
                own.push(string).map_err(invalid)?;
            }
        }
        let replaced = line.variables.iter().any(|variable| variable.starts_with(b"PWD="));
        for variable in variables().skip(usize::from(replaced && directory.is_some())) {
            own.push(variable).map_err(invalid)?;
        }
    }
    let envp = if changed { own.as_ptr() } else { environment.as_ptr() };
    let mut launch = empty_launch();
    // SAFETY: the first word and all strings live through the call.
    unsafe { launch.set_raw_parts(*argv.as_ptr(), argv.as_ptr(), envp) };
    launch.search_path(environment.search_path());
    line.redirect(&mut launch).map_err(invalid)?;
    start(&mut launch)
}

/// What a line that needs no shell writes; with `errors` its standard error goes
/// where this process's does, otherwise nowhere. What cannot be started directly, the
/// system's shell receives it as `command`, and says so.
///
/// # Errors
/// That not even the shell could be started: nothing has run.
pub fn output_of_line(line: Line, command: &CStr, errors: bool) -> Result<Vec<u8>, LaunchError> {
    // Reading and waiting are points of cancellation.
    let _uncancelled = Uncancelled::new();
    let wanted = Streams { output: true, ..Default::default() };
    let mut start = |launch: &mut Launch<'_>| launch.start_piped(wanted);
    let environment = environment_now()?;
    let mut piped = match launch_quietly(line, &environment, errors, &mut start) {
        Some(piped) => piped,
        None => launch_system_shell(command, &environment, errors, &mut start)?,
    };
    note(piped.child.path);
    let mut output = Vec::new();
    if let Some(pipe) = &mut piped.output {
        // As far as it can be read: what has run must not run again.
        let _ = pipe.read_to_end(&mut output);
    }
    // Nobody asks for the status, which may be somebody else's already.
    let _ = piped.child.wait();
    Ok(output)
}

/// Launches a line directly, if that can be. Without `errors` descriptor 2 is nowhere
/// before the line's own redirections, which may be of it.
fn launch_quietly<T>(
    mut line: Line,
    environment: &Environment,
    errors: bool,
    start: &mut impl FnMut(&mut Launch<'_>) -> Result<T, LaunchError>,
) -> Option<T> {
    if !may_be_direct(environment) {
        return None;
    }
    if !errors {
        let path = b"/dev/null".to_vec();
        line.redirections.insert(0, Redirection::Open { target: 2, path, flags: libc::O_WRONLY });
    }
    launch_directly(&line, environment, start).ok()
}

/// Launches the system's shell as the C library's wordexp(3) does.
fn launch_system_shell<T>(
    command: &CStr,
    environment: &Environment,
    errors: bool,
    start: &mut impl FnMut(&mut Launch<'_>) -> Result<T, LaunchError>,
) -> Result<T, LaunchError> {
    let arguments = [c"/bin/sh", c"-c", command].map(CStr::to_bytes);
    let argv = CStringArray::from_strings(arguments)
        .map_err(|_| LaunchError { step: Step::Prepare, errno: libc::EINVAL })?;
    let mut launch = empty_launch();
    // SAFETY: the strings live through the call.
    unsafe { launch.set_raw_parts(c"/bin/sh".as_ptr(), argv.as_ptr(), environment.as_ptr()) };
    if !errors {
        launch.open(2, c"/dev/null", libc::O_WRONLY, 0);
    }
    start(&mut launch)
}

/// Who waits in `fl_system`, and what is to be restored.
struct Waiting {
    count: usize,
    /// How many of them have a line in a session.
    sessions: usize,
    interrupt: libc::sigaction,
    quit: libc::sigaction,
}

static WAITING: Lock<Option<Waiting>> = Lock::new(None);

impl Waiting {
    /// Ignores SIGINT and SIGQUIT, or catches them for sessions. What was ignored before stays so.
    fn apply(&self) {
        // SAFETY: actions are numbers only, for which zero is valid; the handler is one of a library that
        // stays, and does only what a handler may.
        unsafe {
            let mut action: libc::sigaction = core::mem::zeroed();
            action.sa_sigaction = libc::SIG_IGN;
            if self.sessions > 0 {
                action.sa_sigaction = session::interrupt as *const () as usize;
                action.sa_flags = libc::SA_RESTART;
            }
            for (number, before) in [(libc::SIGINT, &self.interrupt), (libc::SIGQUIT, &self.quit)] {
                if before.sa_sigaction != libc::SIG_IGN {
                    libc::sigaction(number, &action, core::ptr::null_mut());
                }
            }
        }
    }
}

/// Ignores SIGINT and SIGQUIT. Returns which of them the command is to have at
/// their default: those that were not ignored before.
fn begin_ignoring() -> SignalSet {
    WAITING.with(|waiting| {
        let waiting = waiting.get_or_insert_with(|| {
            // SAFETY: actions are numbers only, for which zero is valid; the calls only write them.
            let waiting = unsafe {
                let none: libc::sigaction = core::mem::zeroed();
                let mut waiting = Waiting { count: 0, sessions: 0, interrupt: none, quit: none };
                libc::sigaction(libc::SIGINT, core::ptr::null(), &mut waiting.interrupt);
                libc::sigaction(libc::SIGQUIT, core::ptr::null(), &mut waiting.quit);
                waiting
            };
            waiting.apply();
            waiting
        });
        waiting.count += 1;
        let mut default = SignalSet::EMPTY;
        if waiting.interrupt.sa_sigaction != libc::SIG_IGN {
            default.insert(libc::SIGINT);
        }
        if waiting.quit.sa_sigaction != libc::SIG_IGN {
            default.insert(libc::SIGQUIT);
        }
        default
    })
}

fn end_ignoring() {
    WAITING.with(|waiting| {
        let Some(last) = waiting else { return };
        last.count -= 1;
        if last.count == 0 {
            // SAFETY: what the kernel gave before.
            unsafe {
                libc::sigaction(libc::SIGINT, &last.interrupt, core::ptr::null_mut());
                libc::sigaction(libc::SIGQUIT, &last.quit, core::ptr::null_mut());
            }
            *waiting = None;
        }
    });
}

/// One more, or one less, of those that wait has a line in a session.
fn count_session(begins: bool) {
    WAITING.with(|waiting| {
        let Some(waiting) = waiting else { return };
        let before = waiting.sessions;
        waiting.sessions = if begins { before + 1 } else { before - 1 };
        if before == 0 || waiting.sessions == 0 {
            waiting.apply();
        }
    });
}

/// What the C library keeps of a function that runs when a thread is cancelled: pthread_cleanup_push(3)
/// is a macro around it. glibc has four words, musl three.
#[repr(C)]
struct Cleanup([usize; 4]);

unsafe extern "C" {
    /// What pthread_cleanup_push(3) calls, in glibc as in musl: `routine` is called when the
    /// thread is cancelled while the caller's frame is there, before what was pushed earlier.
    fn _pthread_cleanup_push(
        buffer: *mut Cleanup,
        routine: unsafe extern "C" fn(*mut c_void),
        argument: *mut c_void,
    );
    /// What pthread_cleanup_pop(3) calls.
    fn _pthread_cleanup_pop(buffer: *mut Cleanup, execute: c_int);
}

/// Runs where a thread that waits is cancelled, as in the C library before anything of its
/// callers': the command is gone and the signals are as they were.
unsafe extern "C" fn cancelled(process: *mut c_void) {
    let pid = process.addr() as libc::pid_t;
    // The command is still unwaited for, so the number is its own.
    let _ = launch::process::kill(pid, libc::SIGKILL);
    let _ = wait_uncancelled(pid);
    end_ignoring();
}

unsafe extern "C-unwind" {
    /// waitpid(2), in which a thread may be cancelled: the C library then unwinds.
    #[link_name = "waitpid"]
    fn wait_cancellable(pid: libc::pid_t, status: *mut c_int, options: c_int) -> libc::pid_t;
}

/// Runs where a thread is cancelled that waits for a line in a session.
unsafe extern "C" fn cancelled_session(running: *mut c_void) {
    // SAFETY: the place in the frame that is being left, of a line that has not been waited for.
    unsafe {
        let running = *running.cast::<Running>();
        running.kill();
        end_session(running);
    }
}

/// The line has ended and its thread was waited for.
unsafe fn end_session(running: Running) {
    // SAFETY: the caller guarantees that the thread has ended and that this is called once.
    unsafe { running.free() };
    count_session(false);
    end_ignoring();
}

/// What `fl_system` waits for. Nothing in it is dropped: a thread that is cancelled leaves it behind.
enum Started {
    /// A process.
    Process(libc::pid_t),
    /// A line in a session.
    Session(Running),
    /// Nothing: the status where not even a shell can be started.
    Nothing(c_int),
}

/// Starts the command line for `fl_system`. `sessions`: it may run in one.
fn start(command: &CStr, mask: SignalSet, sessions: bool) -> Result<Started, Errno> {
    let default = begin_ignoring();
    let started = launch_line(
        command,
        |launch| {
            let child = launch.signal_mask(mask).default_signals(default).start()?;
            note(child.path);
            Ok(Started::Process(child.pid))
        },
        |environment| {
            if !sessions {
                return None;
            }
            let line = Running::prepare(command, environment, mask, [0, 1, 2])?;
            count_session(true);
            let running = line.start();
            if running.is_none() {
                count_session(false);
            }
            running.map(Started::Session)
        },
    );
    started.or_else(|error| {
        end_ignoring();
        match error.step {
            Step::Exec => Ok(Started::Nothing(127 << 8)),
            _ => Err(error.errno),
        }
    })
}

/// system(3).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn fl_system(command: *const c_char) -> c_int {
    // SAFETY: strings are null or NUL-terminated (forkless.h).
    unsafe { system_line(command, true) }
}

/// `fl_system`, for functions of another name. `sessions`: a line that takes a shell may run in a session.
///
/// # Safety
/// `command` is null or NUL-terminated. A thread that is cancelled leaves the
/// caller's frame by unwinding.
pub unsafe fn system_line(command: *const c_char, sessions: bool) -> c_int {
    if command.is_null() {
        // SAFETY: the path is NUL-terminated.
        return c_int::from(unsafe { libc::access(shell().as_ptr(), libc::X_OK) } == 0);
    }
    let mask = launch::signal::mask();
    let mut blocked = mask;
    blocked.insert(libc::SIGCHLD);
    launch::signal::set_mask(blocked);
    let started = guard(Ok(Started::Nothing(-1)), || {
        // SAFETY: NUL-terminated, as the header asks.
        Ok(start(unsafe { CStr::from_ptr(command) }, mask, sessions))
    });
    let before = errno();
    let status = match started {
        // SAFETY: a child that nobody else waits for.
        Ok(Started::Process(pid)) => match unsafe { wait(pid) } {
            -1 => -1,
            status => {
                set_errno(before);
                status
            }
        },
        // SAFETY: a line that nobody has waited for.
        Ok(Started::Session(running)) => match unsafe { wait_for_session(running) } {
            -1 => -1,
            status => {
                set_errno(before);
                status
            }
        },
        Ok(Started::Nothing(status)) => status,
        Err(errno) => {
            set_errno(errno);
            -1
        }
    };
    // SAFETY: the thread's own errno, which restoring the mask leaves alone.
    launch::signal::set_mask(mask);
    status
}

/// Waits for a line in a session, as [`wait`] does for a process.
///
/// # Safety
/// The line has not been waited for. The frames of all callers may be left by unwinding.
unsafe fn wait_for_session(mut running: Running) -> c_int {
    let mut buffer = Cleanup([0; 4]);
    // SAFETY: buffer and argument stay in this frame until the function is popped; the thread is waited for once.
    unsafe {
        _pthread_cleanup_push(&mut buffer, cancelled_session, (&raw mut running).cast());
        let status = running.wait();
        _pthread_cleanup_pop(&mut buffer, 0);
        end_session(running);
        status
    }
}

/// Waits for the command. A thread that is cancelled here leaves by unwinding: there
/// is nothing in this frame to be dropped, and `cancelled` does the rest.
unsafe fn wait(pid: libc::pid_t) -> c_int {
    let mut status = -1;
    let mut buffer = Cleanup([0; 4]);
    // SAFETY: the buffer stays in this frame until it is popped; the argument is a number.
    unsafe {
        let argument = core::ptr::without_provenance_mut(pid as usize);
        _pthread_cleanup_push(&mut buffer, cancelled, argument);
        let mut result = wait_cancellable(pid, &mut status, 0);
        while result < 0 && errno() == libc::EINTR {
            result = wait_cancellable(pid, &mut status, 0);
        }
        let mut failed = if result < 0 { errno() } else { 0 };
        if is_refusal(failed) {
            cancel::sleep_until_ended(pid, -1);
        }
        _pthread_cleanup_pop(&mut buffer, 0);
        if is_refusal(failed) {
            failed = wait_uncancelled(pid).map(|word| status = word).err().unwrap_or(0);
        }
        end_ignoring();
        if failed != 0 {
            set_errno(failed);
            return -1;
        }
    }
    status
}

/// Waits for the command by whichever call is not refused: its status word, or the errno.
fn wait_uncancelled(pid: libc::pid_t) -> Result<c_int, Errno> {
    let _uncancelled = Uncancelled::new();
    loop {
        match launch::process::wait_pid(
            pid,
            launch::process::Awaited::End,
            launch::process::Blocking::Wait,
        ) {
            Ok(Some((_, status))) => return Ok(word(status)),
            Ok(None) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(errno_of(&error)),
        }
    }
}
