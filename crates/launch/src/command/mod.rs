/*!
[`Command`]: the builder of [`std::process::Command`], on top of [`Launch`].

For the usual uses it is a change of one line: `use forkless_launch::{Command, Stdio};`. Statuses
and outputs are the standard library's own types. What differs is the cost. There, a user, a
group, a program to be found in another PATH, and every `pre_exec` lead to fork(2). Here nothing
does, and whatever [`Launch`] can set is at hand by [`Command::launch_mut`].

```
use forkless_launch::{Command, Stdio};

let output = Command::new("tr").args(["a-z", "A-Z"]).stdin(Stdio::null()).output()?;
assert!(output.status.success());

let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"through a pipe")?;
assert_eq!(child.wait_with_output()?.stdout, b"through a pipe");
# Ok::<(), std::io::Error>(())
```
*/

mod child;
mod stdio;

use std::collections::BTreeMap;
use std::ffi::{CString, OsStr, OsString};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ExitStatus, Output};
use std::{env, fmt, io};

use crate::error::LaunchError;
use crate::launch::Launch;
use crate::process::WaitStatus;
use crate::signal::SignalSet;
use crate::strings::{CStringArray, NulError};

pub use child::Child;
pub use stdio::Stdio;

/// Where a program is looked up without PATH: execvp(3).
const DEFAULT_PATH: &[u8] = b"/bin:/usr/bin";

/// A program to be started, with its arguments, its environment and its standard streams. It
/// can be started any number of times.
///
/// The methods are those of [`std::process::Command`], and of its extension for Unix.
pub struct Command {
    program: OsString,
    /// The arguments, the first of which is the program's name.
    arguments: Vec<OsString>,
    /// Variables that are set, or taken out.
    variables: BTreeMap<OsString, Option<OsString>>,
    /// The child has none of this process's variables.
    cleared: bool,
    directory: Option<OsString>,
    streams: [Option<Stdio>; 3],
    user: Option<u32>,
    has_groups: bool,
    /// The options; its strings are set when it is started.
    launch: Launch<'static>,
}

/// The strings of one launch.
struct Strings {
    program: CString,
    arguments: CStringArray,
    environment: CStringArray,
    path: CString,
}

impl Command {
    /// A command for `program`: a path, or a name that is looked up in PATH of the child's
    /// environment. By default it has no arguments, and inherits the environment, the working
    /// directory and, but for [`output`](Self::output), the standard streams.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        static NOTHING: Nothing = Nothing([core::ptr::null()]);
        let program = program.as_ref().to_owned();
        let nothing = NOTHING.0.as_ptr();
        // SAFETY: an empty string and empty arrays, which live for ever.
        let mut launch = unsafe { Launch::from_raw_parts(c"".as_ptr(), nothing, nothing) };
        // As the standard library does.
        launch
            .want_pidfd(true)
            .signal_mask(SignalSet::EMPTY)
            .default_signals(SignalSet::of(&[libc::SIGPIPE]));
        Command {
            arguments: vec![program.clone()],
            program,
            variables: BTreeMap::new(),
            cleared: false,
            directory: None,
            streams: [None, None, None],
            user: None,
            has_groups: false,
            launch,
        }
    }

    /// Adds an argument.
    pub fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Self {
        self.arguments.push(argument.as_ref().to_owned());
        self
    }

    /// Adds arguments.
    pub fn args<S: AsRef<OsStr>>(&mut self, arguments: impl IntoIterator<Item = S>) -> &mut Self {
        self.arguments.extend(arguments.into_iter().map(|one| one.as_ref().to_owned()));
        self
    }

    /// Gives the program another name than its own as argument 0.
    pub fn arg0(&mut self, name: impl AsRef<OsStr>) -> &mut Self {
        if let Some(first) = self.arguments.first_mut() {
            *first = name.as_ref().to_owned();
        }
        self
    }

    /// Sets a variable of the environment.
    pub fn env(&mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Self {
        let value = Some(value.as_ref().to_owned());
        self.variables.insert(name.as_ref().to_owned(), value);
        self
    }

    /// Sets variables of the environment.
    pub fn envs<K: AsRef<OsStr>, V: AsRef<OsStr>>(
        &mut self,
        variables: impl IntoIterator<Item = (K, V)>,
    ) -> &mut Self {
        for (name, value) in variables {
            self.env(name, value);
        }
        self
    }

    /// Takes a variable out of the environment.
    pub fn env_remove(&mut self, name: impl AsRef<OsStr>) -> &mut Self {
        self.variables.insert(name.as_ref().to_owned(), None);
        self
    }

    /// Takes all variables out of the environment, those set before included.
    pub fn env_clear(&mut self) -> &mut Self {
        self.cleared = true;
        self.variables.clear();
        self
    }

    /// The child's working directory. A program that is a relative path is looked up from
    /// there.
    pub fn current_dir(&mut self, directory: impl AsRef<Path>) -> &mut Self {
        self.directory = Some(directory.as_ref().as_os_str().to_owned());
        self
    }

    /// What the child's standard input is.
    pub fn stdin(&mut self, stream: impl Into<Stdio>) -> &mut Self {
        self.streams[0] = Some(stream.into());
        self
    }

    /// What the child's standard output is.
    pub fn stdout(&mut self, stream: impl Into<Stdio>) -> &mut Self {
        self.streams[1] = Some(stream.into());
        self
    }

    /// What the child's standard error is.
    pub fn stderr(&mut self, stream: impl Into<Stdio>) -> &mut Self {
        self.streams[2] = Some(stream.into());
        self
    }

    /// The child's user. As in the standard library, a privileged process drops its
    /// supplementary groups then, unless [`groups`](Self::groups) is given.
    pub fn uid(&mut self, user: u32) -> &mut Self {
        self.user = Some(user);
        self.launch.user(user);
        self
    }

    /// The child's group.
    pub fn gid(&mut self, group: u32) -> &mut Self {
        self.launch.group(group);
        self
    }

    /// The child's supplementary groups.
    pub fn groups(&mut self, groups: &[u32]) -> &mut Self {
        self.has_groups = true;
        self.launch.supplementary_groups(groups);
        self
    }

    /// The process group that the child joins; 0 is one of its own.
    pub fn process_group(&mut self, group: i32) -> &mut Self {
        self.launch.process_group(group);
        self
    }

    /// The launch behind this command, for all that the standard library has no method for:
    /// limits, sessions, control groups, descriptors.
    ///
    /// ```
    /// use forkless_launch::Command;
    /// use forkless_launch::process::{Limit, Resource};
    ///
    /// let mut command = Command::new("sh");
    /// let limit = Limit { soft: Some(17), hard: Some(17) };
    /// command.args(["-c", "ulimit -n"]).launch_mut().limit(Resource::OpenFiles, limit);
    /// assert_eq!(command.output()?.stdout, b"17\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn launch_mut(&mut self) -> &mut Launch<'static> {
        &mut self.launch
    }

    /// The program.
    pub fn get_program(&self) -> &OsStr {
        &self.program
    }

    /// The arguments, without the program's name.
    pub fn get_args(&self) -> impl ExactSizeIterator<Item = &OsStr> {
        self.arguments.iter().skip(1).map(OsString::as_os_str)
    }

    /// The variables that are set, or taken out, by name.
    pub fn get_envs(&self) -> impl ExactSizeIterator<Item = (&OsStr, Option<&OsStr>)> {
        self.variables.iter().map(|(name, value)| (name.as_os_str(), value.as_deref()))
    }

    /// The working directory, if one is given.
    pub fn get_current_dir(&self) -> Option<&Path> {
        self.directory.as_ref().map(Path::new)
    }

    /// Starts the program. On return it has been executed.
    ///
    /// # Errors
    /// That of the step that failed: `NotFound` if there is no such program, or no such
    /// directory; `InvalidInput` for a string with a NUL byte.
    pub fn spawn(&mut self) -> io::Result<Child> {
        self.start([&Stdio::INHERIT; 3])
    }

    /// Runs the program to its end. Its standard output and error are captured, and its input
    /// is /dev/null, where nothing else is asked for.
    ///
    /// # Errors
    /// Those of [`spawn`](Self::spawn), and of reading and waiting.
    pub fn output(&mut self) -> io::Result<Output> {
        self.start([&Stdio::NULL, &Stdio::PIPED, &Stdio::PIPED])?.wait_with_output()
    }

    /// Runs the program to its end.
    ///
    /// # Errors
    /// Those of [`spawn`](Self::spawn), and of waiting.
    pub fn status(&mut self) -> io::Result<ExitStatus> {
        self.spawn()?.wait()
    }

    /// Starts the program, with `default` streams where none are given.
    fn start(&self, default: [&Stdio; 3]) -> io::Result<Child> {
        let strings = self.strings().map_err(invalid)?;
        let mut launch: Launch<'_> = self.launch.clone();
        // SAFETY: the strings live until the launch has been started.
        unsafe {
            launch.set_raw_parts(
                strings.program.as_ptr(),
                strings.arguments.as_ptr(),
                strings.environment.as_ptr(),
            )
        };
        launch.search_path(&strings.path);
        if let Some(directory) = &self.directory {
            launch.directory_path(&c_string(directory).map_err(invalid)?);
        }
        if self.user.is_some() && !self.has_groups && rustix::process::getuid().is_root() {
            launch.supplementary_groups(&[]);
        }
        let mut ends: [Option<OwnedFd>; 3] = [None, None, None];
        let mut theirs = Vec::new();
        for ((target, stream), end) in (0..).zip(&self.streams).zip(&mut ends) {
            let default = default.get(target as usize).copied();
            match stream.as_ref().or(default).unwrap_or(&Stdio::INHERIT).kind() {
                stdio::Kind::Inherit => {}
                stdio::Kind::Null => {
                    let flags = if target == 0 { libc::O_RDONLY } else { libc::O_WRONLY };
                    launch.open(target, c"/dev/null", flags, 0);
                }
                stdio::Kind::Piped => {
                    let (read, write) = crate::report::pipe().map_err(LaunchError::prepare)?;
                    let (ours, child) = if target == 0 { (write, read) } else { (read, write) };
                    launch.pipe_end(target, child.as_raw_fd());
                    *end = Some(ours);
                    theirs.push(child);
                }
                stdio::Kind::Descriptor(fd) => _ = launch.descriptor(target, fd.as_raw_fd()),
            }
        }
        let [input, output, error] = ends;
        Ok(Child {
            stdin: input.map(Into::into),
            stdout: output.map(Into::into),
            stderr: error.map(Into::into),
            child: launch.start()?,
        })
    }

    /// The strings as execve(2) takes them.
    // Not a shell's environment, but the caller's, as the standard library's builder has it.
    #[allow(clippy::disallowed_methods)]
    fn strings(&self) -> Result<Strings, NulError> {
        let mut environment = CStringArray::new();
        let mut path = None;
        let mut add = |name: &OsStr, value: &OsStr| {
            if name == "PATH" {
                path = Some(value.to_owned());
            }
            environment.push_parts(&[name.as_bytes(), b"=", value.as_bytes()])
        };
        if !self.cleared {
            for (name, value) in env::vars_os() {
                if !self.variables.contains_key(&name) {
                    add(&name, &value)?;
                }
            }
        }
        for (name, value) in &self.variables {
            if let Some(value) = value {
                add(name, value)?;
            }
        }
        let path = path.unwrap_or_else(|| OsString::from_vec(DEFAULT_PATH.to_vec()));
        Ok(Strings {
            program: c_string(&self.program)?,
            arguments: CStringArray::from_strings(self.arguments.iter().map(|one| one.as_bytes()))?,
            environment,
            path: c_string(&path)?,
        })
    }
}

/// No strings.
struct Nothing([*const core::ffi::c_char; 1]);

// SAFETY: a null pointer leads nowhere.
unsafe impl Sync for Nothing {}

fn c_string(text: &OsStr) -> Result<CString, NulError> {
    CString::new(text.as_bytes()).map_err(|error| NulError { position: error.nul_position() })
}

fn invalid(_: NulError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "nul byte found in provided data")
}

impl From<WaitStatus> for ExitStatus {
    /// The standard library's form of a status.
    fn from(status: WaitStatus) -> Self {
        ExitStatus::from_raw(status.to_raw())
    }
}

impl fmt::Debug for Command {
    /// The program and its arguments, each in quotes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.program)?;
        self.get_args().try_for_each(|argument| write!(f, " {argument:?}"))
    }
}
