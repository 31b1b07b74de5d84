//! `struct fl_session_settings` and `struct fl_limits`.

use crate::boundary::{Errno, allocate, errno_of, store, text, texts};
use libc::{c_char, c_int, c_void};
use session::{
    Builder, Callback, Dialect, Error, Input, Limits, Output, Policy, Programs, Session,
};
use std::ffi::OsStr;
use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::sync::LazyLock;
use std::time::Duration;

/// `FL_NULL`
const NULL: c_int = -1;
/// `FL_CAPTURE`
const CAPTURE: c_int = -2;

/// `struct fl_limits`: limits of one run; 0 is none.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct FlLimits {
    /// Commands, and iterations of loops.
    pub steps: u64,
    /// Programs that are launched.
    pub processes: u64,
    /// Bytes of each output that are captured.
    pub output: u64,
    /// Nanoseconds by the clock.
    pub wall: u64,
    /// Nanoseconds of the thread.
    pub cpu: u64,
    /// Calls, subshells, `eval` and `.` around a command.
    pub nesting: u64,
    /// Bytes of the variables of an environment.
    pub variables: u64,
    /// Bytes of memory that the session holds.
    pub memory: u64,
}

impl FlLimits {
    pub(crate) fn limits(self) -> Limits {
        let some = |value: u64| (value != 0).then_some(value);
        let bytes =
            |value: u64| some(value).map(|most| usize::try_from(most).unwrap_or(usize::MAX));
        Limits {
            steps: some(self.steps),
            processes: some(self.processes),
            output: bytes(self.output),
            wall: some(self.wall).map(Duration::from_nanos),
            cpu: some(self.cpu).map(Duration::from_nanos),
            nesting: some(self.nesting).map(|most| u32::try_from(most).unwrap_or(u32::MAX)),
            variables: bytes(self.variables),
            memory: bytes(self.memory),
        }
    }
}

/// `fl_writer`: gets output as it is written.
pub type FlWriter = unsafe extern "C" fn(*const c_char, usize, *mut c_void);

/// `struct fl_session_settings`: what a session begins with.
#[repr(C)]
pub struct FlSettings {
    dialect: *const c_char,
    name: *const c_char,
    arguments: *const *const c_char,
    variables: *const *const c_char,
    inherit_environment: c_int,
    directory: *const c_char,
    stdin_fd: c_int,
    stdout_fd: c_int,
    stderr_fd: c_int,
    on_stdout: Option<FlWriter>,
    on_stderr: Option<FlWriter>,
    data: *mut c_void,
    limits: FlLimits,
    policy: *const c_char,
    shell: *const c_char,
    memory: *const *const c_char,
    memory_size: u64,
    message: *mut *mut c_char,
}

/// What the process's sessions have found out about installed programs.
static PROGRAMS: LazyLock<Programs> = LazyLock::new(Programs::default);

/// A builder of sessions that share it.
pub(crate) fn new_builder() -> Builder {
    Session::builder().programs(&PROGRAMS)
}

/// A pointer that the program gave, for a function of the program.
#[derive(Clone, Copy)]
pub(crate) struct Data(pub *mut c_void);

// SAFETY: it is only handed back to the program's own function, which knows what it points to and
// that it is called on whichever thread runs the session.
unsafe impl Send for Data {}

impl FlSettings {
    /// The builder that the settings describe.
    ///
    /// # Safety
    /// The pointers are as the header says.
    pub(crate) unsafe fn builder(&self) -> Result<Builder, Errno> {
        let mut builder = new_builder();
        // SAFETY: null or a place for a pointer.
        unsafe { store(self.message, std::ptr::null_mut()) };
        // SAFETY: the strings of the settings are null or strings.
        unsafe {
            if !self.dialect.is_null() {
                builder = builder.dialect(dialect(text(self.dialect)?)?);
            }
            if !self.name.is_null() {
                builder = builder.name(text(self.name)?);
            }
            if !self.directory.is_null() {
                builder = builder.directory(OsStr::from_bytes(text(self.directory)?));
            }
            if !self.shell.is_null() {
                builder = builder.shell(OsStr::from_bytes(text(self.shell)?));
            }
            for path in texts(self.memory) {
                builder = builder.memory(path, (self.memory_size != 0).then_some(self.memory_size));
            }
            for argument in texts(self.arguments) {
                builder = builder.argument(argument);
            }
            if self.inherit_environment != 0 {
                builder = builder.inherit_environment();
            }
            for variable in texts(self.variables) {
                let at = variable.iter().position(|&byte| byte == b'=').ok_or(libc::EINVAL)?;
                builder = builder.variable(&variable[..at], &variable[at + 1..]);
            }
        }
        builder = builder.stdin(input(self.stdin_fd)?);
        builder = builder.stdout(self.output(self.stdout_fd, self.on_stdout)?);
        builder = builder.stderr(self.output(self.stderr_fd, self.on_stderr)?);
        builder = builder.limits(self.limits.limits());
        if !self.policy.is_null() {
            // SAFETY: a string.
            let policy = Policy::parse(unsafe { text(self.policy) }?);
            builder = builder.policy(policy.map_err(|error| self.refuse(&error.into()))?);
        }
        Ok(builder)
    }

    /// The errno of an error, whose words go to where the program wants them.
    pub(crate) fn refuse(&self, error: &Error) -> Errno {
        if !self.message.is_null() {
            let text = allocate(error.to_string().as_bytes()).unwrap_or(std::ptr::null_mut());
            // SAFETY: a place for a pointer, as the header says.
            unsafe { store(self.message, text) };
        }
        errno_of(error)
    }

    fn output(&self, fd: c_int, writer: Option<FlWriter>) -> Result<Output, Errno> {
        if let Some(writer) = writer {
            let data = Data(self.data);
            let callback: Callback = Box::new(move |bytes: &[u8]| {
                let data = data;
                // SAFETY: the program's function, with the data that it was given for.
                unsafe { writer(bytes.as_ptr().cast(), bytes.len(), data.0) };
            });
            return Ok(Output::Callback(callback));
        }
        output(fd)
    }
}

/// A session's input that is a descriptor of the program's, or `FL_NULL`.
pub(crate) fn input(fd: c_int) -> Result<Input, Errno> {
    Ok(match fd {
        NULL => Input::Null,
        fd => Input::File(duplicate(fd)?),
    })
}

/// A session's output that is a descriptor of the program's, `FL_NULL` or `FL_CAPTURE`.
pub(crate) fn output(fd: c_int) -> Result<Output, Errno> {
    Ok(match fd {
        NULL => Output::Null,
        CAPTURE => Output::Capture,
        fd => Output::File(duplicate(fd)?),
    })
}

pub(crate) fn duplicate(fd: c_int) -> Result<OwnedFd, Errno> {
    // SAFETY: makes a new descriptor, or fails.
    let copy = unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 10) };
    match copy {
        ..0 => Err(std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EBADF)),
        // SAFETY: the descriptor is new and nobody else's.
        copy => Ok(unsafe { OwnedFd::from_raw_fd(copy) }),
    }
}

fn dialect(name: &[u8]) -> Result<Dialect, Errno> {
    if name == b"ksh" {
        return Ok(Dialect::Ksh);
    }
    let found = Dialect::ALL.into_iter().find(|dialect| dialect.title().as_bytes() == name);
    found.ok_or(libc::EINVAL)
}
