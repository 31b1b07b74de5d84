//! Copying and moving files: what cp, mv and install share (GNU coreutils, copy.c describes
//! what they have in common to users).
//!
//! A [`Copier`] copies one operand after the other. It goes down into directories with a stack
//! of its own, and remembers what it has made: to give hard links to what were hard links, to
//! refuse to copy a directory into itself, and never to write over or through what it has
//! just created.

mod attributes;
mod content;
mod directory;
mod entry;
mod replace;
mod same;
mod table;

pub(crate) use attributes::chmod_no_follow;
pub(crate) use entry::rename_new;
pub(crate) use replace::{Force, link, symlink};
pub(crate) use table::{Created, is_same_name};

use super::report::Report;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{Mode, OFlags, Stat};
use rustix::io::Errno;
use std::collections::BTreeMap;

/// Which symbolic links are followed in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dereference {
    /// None (-P).
    Never,
    /// Operands (-H).
    Operands,
    /// All (-L).
    Always,
}

/// What happens to a file that is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Existing {
    /// It is replaced.
    Overwrite,
    /// It stays (-n).
    Keep,
}

/// How files are copied.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub dereference: Dereference,
    pub recursive: bool,
    /// Whatever is no directory or link is read as if it were a regular file.
    pub as_regular: bool,
    /// A destination that cannot be opened is removed (cp -f).
    pub force: bool,
    /// A destination is removed beforehand.
    pub remove_destination: bool,
    pub hard_link: bool,
    pub symbolic_link: bool,
    pub existing: Existing,
    /// Only what is newer (-u).
    pub update: bool,
    pub verbose: bool,
    pub one_file_system: bool,
    pub preserve_ownership: bool,
    pub preserve_links: bool,
    pub preserve_mode: bool,
    pub preserve_times: bool,
    pub preserve_attributes: bool,
    /// --no-preserve=mode.
    pub usual_mode: bool,
    /// What cannot be preserved is a failure.
    pub require_preserve: bool,
    /// -a: extended attributes that cannot be preserved are not worth a message.
    pub fewer_messages: bool,
    /// False with --attributes-only.
    pub data: bool,
    /// Files may share their blocks.
    pub reflink: bool,
    /// Moving instead of copying.
    pub moving: bool,
    /// install: every file gets this mode.
    pub mode: Option<u32>,
}

impl Options {
    /// cp without options.
    pub(crate) fn copying() -> Self {
        Self {
            dereference: Dereference::Always,
            recursive: false,
            as_regular: true,
            force: false,
            remove_destination: false,
            hard_link: false,
            symbolic_link: false,
            existing: Existing::Overwrite,
            update: false,
            verbose: false,
            one_file_system: false,
            preserve_ownership: false,
            preserve_links: false,
            preserve_mode: false,
            preserve_times: false,
            preserve_attributes: false,
            usual_mode: false,
            require_preserve: false,
            fewer_messages: false,
            data: true,
            reflink: true,
            moving: false,
            mode: None,
        }
    }

    /// mv without options.
    pub(crate) fn moving() -> Self {
        Self {
            dereference: Dereference::Never,
            recursive: true,
            as_regular: false,
            preserve_ownership: true,
            preserve_links: true,
            preserve_mode: true,
            preserve_times: true,
            preserve_attributes: true,
            moving: true,
            ..Self::copying()
        }
    }
}

/// The name of a destination: what it is called in messages, and where in that the name
/// begins that is relative to the target directory.
#[derive(Clone, Debug)]
pub(crate) struct Destination {
    pub name: Vec<u8>,
    pub at: usize,
}

impl Destination {
    /// A destination that is no file of a target directory.
    pub(crate) fn plain(name: &[u8]) -> Self {
        Self { name: name.to_vec(), at: 0 }
    }

    /// The name relative to the target directory.
    pub(crate) fn relative(&self) -> &[u8] {
        &self.name[self.at..]
    }
}

/// What is known of a destination beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    Unknown,
    /// It does not exist.
    Missing,
    /// It does not exist, but may be a symbolic link that leads nowhere.
    MissingOrDangling,
}

/// What became of an operand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    pub ok: bool,
    /// The destination lies inside the source.
    pub into_self: bool,
    /// The source is not to be removed any more: it was renamed, or stays.
    pub renamed: bool,
}

/// rename(2) without replacing anything, as far as it has been tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Renamed {
    NotTried,
    Done,
    Failed(Errno),
}

/// Copies operands.
pub(crate) struct Copier<'o, 'r, 'c> {
    pub report: Report<'r, 'c>,
    pub options: &'o Options,
    /// The target directory; None where destinations are relative to the working directory.
    pub target: Option<OwnedFd>,
    /// What has been created, by name: never to be written over by a later operand.
    pub created: Option<Created>,
    /// The operands so far.
    pub sources: Option<Created>,
    /// Where the source files with these devices and inodes were copied to.
    copied: BTreeMap<(u64, u64), Vec<u8>>,
    /// The operand and its destination, for messages.
    top: (Vec<u8>, Vec<u8>),
    /// Which links are followed where the copier is now: -H follows operands alone.
    dereference: Dereference,
    /// The user may do anything to files.
    privileged: bool,
    /// Pairs of devices that share no blocks.
    no_clones: Vec<(u64, u64)>,
    buffer: Vec<u8>,
}

impl<'o, 'r, 'c> Copier<'o, 'r, 'c> {
    pub(crate) fn new(report: Report<'r, 'c>, options: &'o Options) -> Self {
        Self {
            report,
            options,
            target: None,
            created: None,
            sources: None,
            copied: BTreeMap::new(),
            top: (Vec::new(), Vec::new()),
            dereference: options.dereference,
            privileged: rustix::process::geteuid().is_root(),
            no_clones: Vec::new(),
            buffer: Vec::new(),
        }
    }

    /// Copies an operand. `last`: no operand follows.
    pub(crate) fn copy(
        &mut self,
        source: &[u8],
        destination: Destination,
        presence: Presence,
        renamed: Renamed,
        last: bool,
    ) -> Outcome {
        if self.options.recursive || self.options.moving {
            self.top = (source.to_vec(), destination.name.clone());
        }
        self.copy_tree(source, destination, presence, renamed, last)
    }

    fn here(&self) -> BorrowedFd<'c> {
        self.report.context.directory
    }

    fn target(&self) -> BorrowedFd<'_> {
        match &self.target {
            Some(fd) => fd.as_fd(),
            None => self.report.context.directory,
        }
    }

    /// A diagnostic about two names: `text 'one' middle 'two'`.
    fn complain_about(&mut self, text: &str, one: &[u8], middle: &str, two: &[u8]) {
        let one = self.report.quote(one);
        let two = self.report.quote(two);
        self.report.complain(&[text.as_bytes(), &one, middle.as_bytes(), &two]);
    }

    /// A diagnostic about two names that ends with the reason: `text 'one' middle 'two': reason`.
    fn fail_about(&mut self, text: &str, one: &[u8], middle: &str, two: &[u8], error: Errno) {
        let one = self.report.quote(one);
        let two = self.report.quote(two);
        self.report.fail(&[text.as_bytes(), &one, middle.as_bytes(), &two], error);
    }

    /// -v: `'source' -> 'destination'`.
    fn tell(&mut self, what: &[u8], source: &[u8], destination: &[u8]) {
        let source = self.report.quote(source);
        let destination = self.report.quote(destination);
        self.report.say(&[what, &source, b" -> ", &destination, b"\n"]);
    }

    fn tell_removed(&mut self, name: &[u8]) {
        if self.options.verbose {
            let quoted = self.report.quote(name);
            self.report.say(&[b"removed ", &quoted, b"\n"]);
        }
    }
}

/// Whether two results of stat(2) are of the same file.
pub(crate) fn is_same(a: &Stat, b: &Stat) -> bool {
    a.st_ino == b.st_ino && a.st_dev == b.st_dev
}

/// Opens an operand that is to be a target directory. `Ok(None)`: it is the working directory.
pub(crate) fn open_target(here: BorrowedFd<'_>, name: &[u8]) -> Result<Option<OwnedFd>, Errno> {
    if is_working_directory(name) {
        return Ok(None);
    }
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    stage::door::openat(here, name, flags, Mode::empty()).map(Some)
}

/// `.`, `./.` and so on, which need not be opened.
fn is_working_directory(name: &[u8]) -> bool {
    !name.is_empty()
        && name.split(|&byte| byte == b'/').all(|part| part == b"." || part.is_empty())
        && name[0] == b'.'
}
