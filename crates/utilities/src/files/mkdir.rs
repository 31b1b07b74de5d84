//! mkdir (POSIX XCU mkdir; GNU coreutils mkdir(1)).

use super::ancestors::{self, Stopped};
use super::mode::{self, Changes};
use super::report::Report;
use crate::options::{Option_, Parsed, Takes, parse};
use crate::{Context, Decision, Exit, Utility, locale, planned};
use rustix::fd::{AsFd, AsRawFd};
use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;

/// The entry in the table.
pub const UTILITY: Utility =
    Utility { name: "mkdir", plan: decide, options: "-m MODE -p -v DIRECTORY..." };

const OPTIONS: &[Option_] = &[
    ('m', "mode", Takes::Argument),
    ('p', "parents", Takes::Nothing),
    ('v', "verbose", Takes::Nothing),
];

/// What a directory is made with where nothing else is said.
const USUAL: u32 = 0o777;

/// -v.
const ANNOUNCEMENT: &[u8] = b"created directory ";

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Parsed<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let Some(parsed) = parse(arguments, OPTIONS, true) else {
        return Err("an option that is not reproduced");
    };
    if parsed.operands.is_empty() {
        return Err("usage");
    }
    if parsed.value('m').is_some_and(|mode| Changes::parse(mode).is_none()) {
        return Err("an invalid mode");
    }
    // Directories on the way are made writable and searchable for the owner: that takes
    // another mask, and the mask is the process's.
    if parsed.has('p') && context.umask() & 0o300 != 0 {
        return Err("a mask that must change");
    }
    Ok(parsed)
}

fn run(context: &mut Context<'_>, parsed: Parsed<'_>) -> Exit {
    let context: &Context<'_> = context;
    let mut maker = Maker::new(context, &parsed);
    for name in parsed.operands {
        if maker.report.ended() {
            break;
        }
        maker.make(name);
    }
    maker.report.finish()
}

struct Maker<'r, 'c> {
    report: Report<'r, 'c>,
    parents: bool,
    verbose: bool,
    mode: u32,
    /// The bits of the mode that were asked for, and so hold against the mask.
    cared: u32,
    /// Whether there is a mode operand.
    given: bool,
}

impl<'r, 'c> Maker<'r, 'c> {
    fn new(context: &'r Context<'c>, parsed: &Parsed<'_>) -> Self {
        let (mode, cared) = match parsed.value('m').and_then(Changes::parse) {
            Some(changes) => changes.apply(USUAL, true, context.umask()),
            None => (USUAL, 0),
        };
        Self {
            report: Report::new(context),
            parents: parsed.has('p'),
            verbose: parsed.has('v'),
            mode,
            cared,
            given: parsed.has('m'),
        }
    }

    fn make(&mut self, name: &[u8]) {
        let keeps_special = (self.cared & 0o6000) | (self.mode & 0o1000) == 0;
        // While its special bits are missing, nobody else may write to it.
        let first_bits = if keeps_special { self.mode } else { self.mode & !0o022 };
        let first = Mode::from_raw_mode(first_bits);
        let here = self.report.context.directory;
        let mut result = stage::door::mkdirat(here, name, first);
        let mut way = None;
        let mut from = 0;
        if self.parents && !matches!(result, Ok(()) | Err(Errno::EXIST)) {
            let announce = self.verbose.then_some(ANNOUNCEMENT);
            match ancestors::make(&mut self.report, name, USUAL, announce) {
                Ok((directory, start)) => {
                    from = start;
                    let at = directory.as_ref().map_or(here, |fd| fd.as_fd());
                    result = stage::door::mkdirat(at, &name[from..], first);
                    way = directory;
                }
                Err(Stopped(error, length)) => {
                    let marked = self.report.mark(&name[..length]);
                    self.report.fail(&[b"cannot create directory ", &marked], error);
                    return;
                }
            }
        }
        let at = way.as_ref().map_or(here, |fd| fd.as_fd());
        match result {
            Ok(()) => {
                self.announce(name);
                // While GNU makes a directory with a given mode, nothing of it is masked.
                let masked = if self.given { first_bits & self.report.context.umask() } else { 0 };
                let given_bits = self.mode & self.cared & USUAL != 0;
                if (!keeps_special || given_bits || masked != 0)
                    && let Err(error) = self.correct(at, &name[from..], masked)
                {
                    let marked = self.report.mark(name);
                    self.report.fail(&[b"cannot change permissions of ", &marked], error);
                }
            }
            Err(error) => {
                if self.parents && error != Errno::NOENT {
                    match stage::door::statat(at, &name[from..], AtFlags::empty()) {
                        Ok(stat) => {
                            if FileType::from_raw_mode(stat.st_mode) == FileType::Directory {
                                return;
                            }
                        }
                        Err(Errno::NOENT | Errno::NOTDIR) => {}
                        Err(reason) if error == Errno::EXIST => {
                            let marked = self.report.mark(name);
                            self.report.fail(&[b"cannot stat ", &marked], reason);
                            return;
                        }
                        Err(_) => {}
                    }
                }
                let marked = self.report.mark(name);
                self.report.fail(&[b"cannot create directory ", &marked], error);
            }
        }
    }

    /// Gives a directory that was just made the mode that was asked for. `masked`: the bits
    /// that the mask took away.
    fn correct(&self, at: impl AsFd, name: &[u8], masked: u32) -> Result<(), Errno> {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let fd = stage::door::openat(at, name, flags, Mode::empty())?;
        let now = rustix::fs::fstat(&fd)?.st_mode & mode::ALL;
        let mut wanted = now | masked;
        if (wanted ^ self.mode) & self.cared != 0 {
            wanted = self.mode | (wanted & !self.cared);
        }
        if wanted == now {
            return Ok(());
        }
        // fchmod(2) takes no O_PATH descriptor, and the directory need not be readable.
        let path = format!("/proc/self/fd/{}", fd.as_raw_fd());
        rustix::fs::chmod(path, Mode::from_raw_mode(wanted))
    }

    /// Writes the line of -v about a directory that was made.
    fn announce(&mut self, name: &[u8]) {
        if self.verbose {
            ancestors::announce(&mut self.report, ANNOUNCEMENT, name);
        }
    }
}
