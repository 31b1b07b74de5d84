//! rmdir (POSIX XCU rmdir; GNU coreutils rmdir(1)).

use super::names;
use super::report::Report;
use crate::options::{Option_, Parsed, Takes, parse};
use crate::{Context, Decision, Exit, Utility, locale, planned};
use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawDir};
use rustix::io::Errno;

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "rmdir",
    plan: decide,
    options: "-p -v --ignore-fail-on-non-empty DIRECTORY...",
};

const OPTIONS: &[Option_] = &[
    ('p', "parents", Takes::Nothing),
    ('v', "verbose", Takes::Nothing),
    ('\u{1}', "ignore-fail-on-non-empty", Takes::Nothing),
];

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Parsed<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    match parse(arguments, OPTIONS, true) {
        None => Err("an option that is not reproduced"),
        Some(parsed) if parsed.operands.is_empty() => Err("usage"),
        Some(parsed) => Ok(parsed),
    }
}

fn run(context: &mut Context<'_>, parsed: Parsed<'_>) -> Exit {
    let context: &Context<'_> = context;
    let mut remover = Remover {
        report: Report::new(context),
        verbose: parsed.has('v'),
        tolerant: parsed.has('\u{1}'),
    };
    for name in &parsed.operands {
        if remover.report.ended() {
            break;
        }
        if remover.remove(name) && parsed.has('p') {
            remover.remove_parents(name);
        }
    }
    remover.report.finish()
}

struct Remover<'r, 'c> {
    report: Report<'r, 'c>,
    verbose: bool,
    /// --ignore-fail-on-non-empty.
    tolerant: bool,
}

impl Remover<'_, '_> {
    /// Removes an operand; whether that worked.
    fn remove(&mut self, name: &[u8]) -> bool {
        self.announce(name);
        let here = self.report.context.directory;
        let error = match stage::door::unlinkat(here, name, AtFlags::REMOVEDIR) {
            Ok(()) => return true,
            Err(error) => error,
        };
        if self.may_ignore(name, error) {
            return false;
        }
        if error == Errno::NOTDIR && names::ends_with_slash(name) && self.is_link(name) {
            let quoted = self.report.quote(name);
            self.report.complain(&[b"failed to remove ", &quoted, b": Symbolic link not followed"]);
        } else {
            self.report.fail_on("failed to remove", name, error);
        }
        false
    }

    /// -p: removes the directories above, until one cannot be removed.
    fn remove_parents(&mut self, name: &[u8]) {
        let mut name = names::strip_slashes(name);
        while let Some(slash) = name.iter().rposition(|&byte| byte == b'/') {
            let end = name[..slash].iter().rposition(|&byte| byte != b'/').map_or(1, |at| at + 1);
            name = &name[..end];
            self.announce(name);
            let here = self.report.context.directory;
            if let Err(error) = stage::door::unlinkat(here, name, AtFlags::REMOVEDIR) {
                if !self.may_ignore(name, error) {
                    let text = match error {
                        // A component may have been a symbolic link.
                        Errno::NOTDIR => "failed to remove",
                        _ => "failed to remove directory",
                    };
                    self.report.fail_on(text, name, error);
                }
                return;
            }
        }
    }

    /// Whether the failure is one of a directory that is not empty, and to be ignored.
    fn may_ignore(&self, name: &[u8], error: Errno) -> bool {
        self.tolerant
            && match error {
                Errno::NOTEMPTY | Errno::EXIST => true,
                Errno::ACCESS | Errno::PERM | Errno::ROFS | Errno::BUSY => self.has_entries(name),
                _ => false,
            }
    }

    /// Whether the directory certainly has an entry.
    fn has_entries(&self, name: &[u8]) -> bool {
        let flags = OFlags::RDONLY
            | OFlags::DIRECTORY
            | OFlags::NOCTTY
            | OFlags::NOFOLLOW
            | OFlags::NONBLOCK
            | OFlags::CLOEXEC;
        let here = self.report.context.directory;
        let Ok(fd) = stage::door::openat(here, name, flags, Mode::empty()) else { return false };
        let mut buffer = Vec::with_capacity(4096);
        let mut reader = RawDir::new(&fd, buffer.spare_capacity_mut());
        while let Some(Ok(entry)) = reader.next() {
            if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
                return true;
            }
        }
        false
    }

    /// Whether a name with slashes at its end is a symbolic link that they stand behind, to a
    /// directory or to what cannot be known.
    fn is_link(&self, name: &[u8]) -> bool {
        let here = self.report.context.directory;
        let leads_somewhere = match stage::door::statat(here, name, AtFlags::empty()) {
            Ok(stat) => FileType::from_raw_mode(stat.st_mode) == FileType::Directory,
            Err(error) => error != Errno::NOTDIR,
        };
        let bare = names::strip_slashes(name);
        leads_somewhere
            && stage::door::statat(here, bare, AtFlags::SYMLINK_NOFOLLOW)
                .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink)
    }

    /// -v: before every attempt.
    fn announce(&mut self, name: &[u8]) {
        if self.verbose {
            let quoted = self.report.quote(name);
            let program = self.report.context.called;
            self.report.say(&[program, b": removing directory, ", &quoted, b"\n"]);
        }
    }
}
