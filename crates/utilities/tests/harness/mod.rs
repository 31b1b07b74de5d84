//! Holds the utilities against the installed programs.
//!
//! A [`Case`] says what a utility is called with: arguments, environment, files, standard
//! streams. [`Case::same`] runs the installed program and then ours, each in a fresh
//! directory of the same name, and compares what can be seen: standard output, standard
//! error, the exit status, the files left behind, and how far standard input was read.
//!
//! ```ignore
//! mod harness;
//! use harness::Case;
//!
//! Case::new("cat").args(["-n", "f"]).file("f", "one\ntwo").same();
//! ```

#![allow(dead_code, clippy::disallowed_methods, clippy::disallowed_macros)]

mod random;
mod run;
mod tree;

pub use random::Random;
pub use tree::Entry;

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};
use utilities::program::Version;

/// Where standard input comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// `<&-`
    Closed,
    /// `/dev/null`
    Null,
    /// A pipe that these bytes come through, written by somebody else.
    Pipe(Vec<u8>),
    /// A regular file, open at its beginning. Where reading ended is compared, if asked for.
    File(Vec<u8>),
    /// A directory.
    Directory,
    /// A file of the case's directory, opened for reading.
    Named(&'static str),
}

/// Where standard output (or error) goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sink {
    /// Collected and compared.
    Collect,
    /// `>&-`
    Closed,
    /// `/dev/full`: every write fails with ENOSPC.
    Full,
    /// A pipe that nobody reads.
    Broken,
    /// A file of the case's directory, opened to be overwritten (`>`).
    Named(&'static str),
    /// A file of the case's directory, opened to be appended to (`>>`).
    Append(&'static str),
}

/// Whether the installed program of this name is one for many utilities: see [`Case::is_of_many`].
pub fn is_of_many(utility: &str) -> bool {
    Case::new(utility).is_of_many()
}

/// Demands that what was seen behind either run is the same; nothing was where ours stepped aside.
#[track_caller]
pub fn assert_seen_alike<T: PartialEq + std::fmt::Debug>(seen: &[T], case: &str) {
    assert_ne!(seen.len(), 1, "{case}");
    assert!(seen.windows(2).all(|two| two[0] == two[1]), "{case}: {seen:#?}");
}

/// What a run showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What was written to standard output; with [`Case::merged`] to standard error, too.
    pub stdout: Vec<u8>,
    /// What was written to standard error.
    pub stderr: Vec<u8>,
    /// The exit status as a shell shows it: 128+n for a signal.
    pub status: i32,
    /// What the next reader of standard input finds, with [`Case::leaves_rest`].
    pub rest: Option<Vec<u8>>,
    /// The case's directory afterwards, with [`Case::tree`].
    pub tree: Option<Vec<Entry>>,
}

/// How a comparison went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both did the same.
    Same,
    /// Ours stepped aside, for this reason.
    SteppedAside(&'static str),
    /// There is no such program here: nothing was compared.
    NotInstalled,
}

enum Setup<'a> {
    File(String, Vec<u8>, u32),
    Directory(String, u32),
    Link(String, String),
    Call(Box<dyn Fn(&Path) + 'a>),
}

/// What is done with the directory after a call.
type After<'a> = dyn Fn(&Path) + 'a;

/// One call of a utility.
pub struct Case<'a> {
    utility: String,
    /// Against that of one program for all, as busybox is; not against the installed one.
    multicall: Option<&'static str>,
    /// What ours takes the installed program for.
    version: Option<Version>,
    arguments: Vec<Vec<u8>>,
    environment: Vec<(String, Vec<u8>)>,
    stdin: Source,
    stdout: Sink,
    stderr: Sink,
    merged: bool,
    rest: bool,
    tree: bool,
    times: bool,
    umask: u32,
    setup: Vec<Setup<'a>>,
    after: Option<Box<After<'a>>>,
}

impl<'a> Case<'a> {
    /// A call of `utility`, as [`Case::new`] makes it, that is held against the utility of the program
    /// `/usr/bin/NAME`: busybox, toybox or coreutils, which is uutils'.
    pub fn multicall(name: &'static str, utility: &str) -> Self {
        Self { multicall: Some(name), ..Self::new(utility) }
    }

    /// A call of `utility`, without arguments, in an empty directory, with `LC_ALL=C`,
    /// standard input at its end.
    pub fn new(utility: &str) -> Self {
        Self {
            utility: utility.into(),
            multicall: None,
            version: None,
            arguments: Vec::new(),
            environment: vec![
                ("PATH".into(), b"/usr/bin:/bin".to_vec()),
                ("LC_ALL".into(), b"C".to_vec()),
            ],
            stdin: Source::Null,
            stdout: Sink::Collect,
            stderr: Sink::Collect,
            merged: false,
            rest: false,
            tree: false,
            times: false,
            umask: 0o022,
            setup: Vec::new(),
            after: None,
        }
    }

    /// Adds one argument.
    pub fn arg(mut self, argument: impl AsRef<[u8]>) -> Self {
        self.arguments.push(argument.as_ref().to_vec());
        self
    }

    /// Adds arguments.
    pub fn args<A: AsRef<[u8]>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(|a| a.as_ref().to_vec()));
        self
    }

    /// Sets an environment variable.
    pub fn variable(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.environment.retain(|(other, _)| other != name);
        self.environment.push((name.into(), value.as_ref().to_vec()));
        self
    }

    /// Characters are UTF-8 (LC_ALL=C.UTF-8).
    pub fn utf8(self) -> Self {
        self.variable("LC_ALL", "C.UTF-8")
    }

    /// Standard input is a pipe that these bytes come through.
    pub fn stdin(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.stdin = Source::Pipe(bytes.as_ref().to_vec());
        self
    }

    /// Where standard input comes from.
    pub fn stdin_from(mut self, source: Source) -> Self {
        self.stdin = source;
        self
    }

    /// Where standard output goes.
    pub fn stdout_to(mut self, sink: Sink) -> Self {
        self.stdout = sink;
        self
    }

    /// Where standard error goes.
    pub fn stderr_to(mut self, sink: Sink) -> Self {
        self.stderr = sink;
        self
    }

    /// `2>&1`: compares the order of output and messages.
    pub fn merged(mut self) -> Self {
        self.merged = true;
        self
    }

    /// Compares how much of standard input (a [`Source::File`]) is left to the next reader.
    pub fn leaves_rest(mut self) -> Self {
        self.rest = true;
        self
    }

    /// Compares the directory afterwards: names, kinds, modes, owners, link counts, contents.
    pub fn tree(mut self) -> Self {
        self.tree = true;
        self
    }

    /// Compares modification times, too (to the nanosecond; set them in `setup`).
    pub fn times(mut self) -> Self {
        self.tree = true;
        self.times = true;
        self
    }

    /// The file mode creation mask; the files of the case are made with 022.
    pub fn umask(mut self, umask: u32) -> Self {
        self.umask = umask;
        self
    }

    /// Makes a file.
    pub fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        self.file_mode(name, content, 0o644)
    }

    /// Makes a file with these permissions.
    pub fn file_mode(mut self, name: &str, content: impl AsRef<[u8]>, mode: u32) -> Self {
        self.setup.push(Setup::File(name.into(), content.as_ref().to_vec(), mode));
        self
    }

    /// Makes a directory.
    pub fn directory(mut self, name: &str) -> Self {
        self.setup.push(Setup::Directory(name.into(), 0o755));
        self
    }

    /// Makes a symbolic link called `name`.
    pub fn link(mut self, name: &str, target: &str) -> Self {
        self.setup.push(Setup::Link(name.into(), target.into()));
        self
    }

    /// Prepares the directory, which is given by its path.
    pub fn setup(mut self, call: impl Fn(&Path) + 'a) -> Self {
        self.setup.push(Setup::Call(Box::new(call)));
        self
    }

    /// Looks at the directory after either run.
    pub fn after(mut self, call: impl Fn(&Path) + 'a) -> Self {
        self.after = Some(Box::new(call));
        self
    }

    /// Demands that ours runs and does what the installed program does.
    #[track_caller]
    pub fn same(self) {
        let shown = self.to_string();
        let is_reference = self.is_reference();
        if let Verdict::SteppedAside(reason) = self.same_or_aside() {
            // What a later version does otherwise need not be done here.
            assert!(!is_reference, "{shown}\nstepped aside: {reason}");
        }
    }

    /// Demands that ours does what the installed program does, or steps aside.
    #[track_caller]
    pub fn same_or_aside(&self) -> Verdict {
        let verdict = self.compare(|expected, actual| {
            if expected != actual {
                panic!("{self}\n{}", difference(expected, actual));
            }
        });
        if verdict == Verdict::NotInstalled {
            eprintln!("skipped: {} is not installed", self.utility);
        }
        verdict
    }

    /// Demands that ours steps aside.
    #[track_caller]
    pub fn aside(self) {
        let verdict = match self.is_reference() {
            true => self.compare(|_, _| {}),
            // A later version may have what this one has not.
            false => self.same_or_aside(),
        };
        let is_aside = verdict != Verdict::Same || !self.is_reference();
        assert!(is_aside, "{self}\nran, and was to step aside");
    }

    /// What ours does where the installed program is of this version, which need not be here; or why it steps
    /// aside.
    pub fn of_version(mut self, major: u32, minor: u16) -> Result<Outcome, &'static str> {
        self.version = Some(Version::new(major, minor, 0));
        let _guard = run::mask(self.umask);
        let directory = Scratch::new();
        self.prepare(&directory.path);
        match run::aside(&self, &directory.path) {
            Some(reason) => Err(reason),
            None => Ok(run::ours(&self, &directory.path)),
        }
    }

    /// Runs both and gives (installed, ours) to `look`.
    #[track_caller]
    pub fn compare(&self, look: impl FnOnce(&Outcome, &Outcome)) -> Verdict {
        let _guard = run::mask(self.umask);
        let directory = Scratch::new();
        if run::program(self).is_none() {
            return Verdict::NotInstalled;
        }
        self.prepare(&directory.path);
        if let Some(reason) = run::aside(self, &directory.path) {
            return Verdict::SteppedAside(reason);
        }
        let look_after = || self.after.iter().for_each(|call| call(&directory.path));
        let expected = run::installed(self, &directory.path);
        look_after();
        directory.clear();
        self.prepare(&directory.path);
        let actual = run::ours(self, &directory.path);
        look_after();
        look(&expected, &actual);
        Verdict::Same
    }

    /// Whether the installed program is of the version that was reproduced first.
    pub fn is_reference(&self) -> bool {
        self.multicall.is_some()
            || run::program(self) == Some(utilities::Program::reference(self.utility.as_bytes()))
    }

    /// Whether the installed program is one for many utilities (busybox, toybox, uutils), of whose calls only some
    /// run inside.
    pub fn is_of_many(&self) -> bool {
        run::family_of_many(self).is_some()
    }

    fn prepare(&self, directory: &Path) {
        use std::os::unix::fs::PermissionsExt;
        let chmod = |path: &Path, mode: u32| {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        };
        for step in &self.setup {
            match step {
                Setup::File(name, content, mode) => {
                    let path = directory.join(name);
                    std::fs::write(&path, content).unwrap();
                    let file = std::fs::File::options().write(true).open(&path).unwrap();
                    // The same for both runs, and for those that a minute ends between.
                    file.set_modified(made()).unwrap();
                    chmod(&path, *mode);
                }
                Setup::Directory(name, mode) => {
                    let path = directory.join(name);
                    std::fs::create_dir_all(&path).unwrap();
                    chmod(&path, *mode);
                }
                Setup::Link(name, target) => {
                    std::os::unix::fs::symlink(target, directory.join(name)).unwrap();
                }
                Setup::Call(call) => call(directory),
            }
        }
    }
}

impl std::fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (name, value) in &self.environment {
            if name != "PATH" {
                write!(f, "{name}={} ", value.escape_ascii())?;
            }
        }
        write!(f, "{}", self.utility)?;
        for argument in &self.arguments {
            write!(f, " $'{}'", argument.escape_ascii())?;
        }
        match &self.stdin {
            Source::Pipe(bytes) => write!(f, "\nstandard input (pipe): {}", shown(bytes))?,
            Source::File(bytes) => write!(f, "\nstandard input (file): {}", shown(bytes))?,
            other => write!(f, "\nstandard input: {other:?}")?,
        }
        if self.stdout != Sink::Collect {
            write!(f, "\nstandard output: {:?}", self.stdout)?;
        }
        for step in &self.setup {
            if let Setup::File(name, content, _) = step {
                write!(f, "\n{name}: {}", shown(content))?;
            }
        }
        Ok(())
    }
}

fn shown(bytes: &[u8]) -> String {
    let most = 300;
    if bytes.len() > most {
        format!("b\"{}\"... ({} bytes)", bytes[..most].escape_ascii(), bytes.len())
    } else {
        format!("b\"{}\"", bytes.escape_ascii())
    }
}

fn difference(expected: &Outcome, actual: &Outcome) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    let mut bytes = |what: &str, expected: &[u8], actual: &[u8]| {
        if expected != actual {
            let at = expected.iter().zip(actual).take_while(|(a, b)| a == b).count();
            let from = if at > 1000 { at - 100 } else { 0 };
            let _ = writeln!(
                text,
                "{what} differs at byte {at} (shown from {from}):\n  installed {}\n  ours      {}",
                shown(&expected[from..]),
                shown(&actual[from..])
            );
        }
    };
    bytes("standard output", &expected.stdout, &actual.stdout);
    bytes("standard error", &expected.stderr, &actual.stderr);
    bytes(
        "what is left of standard input",
        expected.rest.as_deref().unwrap_or_default(),
        actual.rest.as_deref().unwrap_or_default(),
    );
    if expected.status != actual.status {
        let _ = writeln!(text, "status: installed {}, ours {}", expected.status, actual.status);
    }
    if expected.tree != actual.tree {
        let _ = writeln!(text, "files: installed {:#?}\nours {:#?}", expected.tree, actual.tree);
    }
    text
}

/// A directory of its own for every case, removed afterwards. It has a parent of its own, too:
/// `..` shows the same times and the same number of links to both runs.
struct Scratch {
    parent: std::path::PathBuf,
    path: std::path::PathBuf,
}

/// When the files of the cases were changed last, as far as their times say.
fn made() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_600_000_000)
}

/// Numbers the directories of one test process.
static NUMBER: AtomicU64 = AtomicU64::new(0);

impl Scratch {
    fn new() -> Self {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("utilities-{}-{number}", std::process::id());
        let parent = std::env::temp_dir().join(name);
        let path = parent.join("case");
        std::fs::create_dir(&parent).unwrap();
        let scratch = Self { parent, path };
        scratch.make();
        scratch
    }

    fn make(&self) {
        use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
        std::fs::create_dir(&self.path).unwrap();
        // Read access does not change a time of access that is later than all others.
        let times = Timestamps {
            last_access: Timespec { tv_sec: 2_100_000_000, tv_nsec: 0 },
            last_modification: Timespec { tv_sec: 1_100_000_000, tv_nsec: 0 },
        };
        utimensat(CWD, &self.parent, &times, AtFlags::empty()).unwrap();
    }

    fn clear(&self) {
        self.remove(&self.path);
        self.make();
    }

    fn remove(&self, path: &Path) {
        if std::fs::remove_dir_all(path).is_err() {
            // Something in there forbids it.
            tree::allow_all(path);
            let _ = std::fs::remove_dir_all(path);
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.remove(&self.parent);
    }
}
