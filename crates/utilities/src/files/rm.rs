//! rm (POSIX XCU rm; GNU coreutils rm(1)).
//!
//! What could lead to a question steps aside. As GNU's, it never enters a symbolic link, and
//! refuses `.`, `..` and, with -r, the root directory.

use super::names;
use super::report::{Report, is_terminal};
use super::walk::{Follow, Settings, StatWhat, Visit, Walk};
use crate::options::{Option_, Takes, parse};
use crate::{Change, Context, Decision, Exit, Utility, locale, planned};
use rustix::fs::{Access, AtFlags, FileType};
use rustix::io::Errno;

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "rm",
    plan: decide,
    options: "-d -f -r -R -v --one-file-system --no-preserve-root --preserve-root --interactive=never",
};

const OPTIONS: &[Option_] = &[
    ('d', "dir", Takes::Nothing),
    ('f', "force", Takes::Nothing),
    ('i', "", Takes::Nothing),
    ('I', "", Takes::Nothing),
    ('r', "recursive", Takes::Nothing),
    ('R', "", Takes::Nothing),
    ('v', "verbose", Takes::Nothing),
    ('\u{1}', "interactive", Takes::Optional),
    ('\u{2}', "one-file-system", Takes::Nothing),
    ('\u{3}', "no-preserve-root", Takes::Nothing),
    ('\u{4}', "preserve-root", Takes::Optional),
];

#[derive(Default)]
struct Options {
    /// -f: what is missing is no error.
    force: bool,
    /// --interactive=never, or -f: no question about write-protected files.
    never_asks: bool,
    asks: bool,
    recursive: bool,
    directories: bool,
    verbose: bool,
    one_file_system: bool,
    root_too: bool,
}

fn read<'a>(arguments: &[&'a [u8]]) -> Option<(Options, Vec<&'a [u8]>)> {
    let parsed = parse(arguments, OPTIONS, true)?;
    let mut settings = Options::default();
    for (letter, value) in &parsed.options {
        match letter {
            'd' => settings.directories = true,
            'f' => {
                settings.force = true;
                settings.never_asks = true;
                settings.asks = false;
            }
            'i' | 'I' => {
                settings.force = false;
                settings.never_asks = false;
                settings.asks = true;
            }
            'r' | 'R' => settings.recursive = true,
            'v' => settings.verbose = true,
            '\u{1}' => {
                if !matches!(value, Some(b"never" | b"no" | b"none")) {
                    return None;
                }
                settings.never_asks = true;
                settings.asks = false;
            }
            '\u{2}' => settings.one_file_system = true,
            '\u{3}' => settings.root_too = true,
            _ => {
                if value.is_some() {
                    return None;
                }
                settings.root_too = false;
            }
        }
    }
    Some((settings, parsed.operands))
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(
    context: &Context<'_>,
    arguments: &[&'a [u8]],
) -> Result<(Options, Vec<&'a [u8]>), &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let Some((settings, operands)) = read(arguments) else {
        return Err("an option that is not reproduced");
    };
    if settings.asks {
        return Err("questions");
    }
    if context.has(Change::RmUnreadable) && settings.directories {
        return Err("directories that may be unreadable");
    }
    if operands.is_empty() && !settings.force {
        return Err("usage");
    }
    let may_ask = !settings.never_asks
        && is_terminal(&context.stdin)
        && !rustix::process::geteuid().is_root();
    if may_ask
        && (settings.recursive || operands.iter().any(|name| is_write_protected(context, name)))
    {
        return Err("questions about write-protected files");
    }
    Ok((settings, operands))
}

/// Whether rm would ask before it removes the file.
fn is_write_protected(context: &Context<'_>, name: &[u8]) -> bool {
    let Ok(stat) = stage::door::statat(context.directory, name, AtFlags::SYMLINK_NOFOLLOW) else {
        return false;
    };
    FileType::from_raw_mode(stat.st_mode) != FileType::Symlink
        && stage::door::accessat(context.directory, name, Access::WRITE_OK, AtFlags::EACCESS)
            .is_err()
}

fn run(context: &mut Context<'_>, (settings, operands): (Options, Vec<&[u8]>)) -> Exit {
    let context: &Context<'_> = context;
    let mut report = Report::new(context);
    let mut remover = Remover { report: &mut report, settings, root: None };
    for name in operands {
        if remover.report.ended() || !remover.remove(name) {
            break;
        }
    }
    report.finish()
}

/// Removes a tree whose content has been copied elsewhere (mv); false after a diagnostic.
pub(super) fn remove_moved(report: &mut Report<'_, '_>, name: &[u8], verbose: bool) -> bool {
    let settings = Options {
        never_asks: true,
        recursive: true,
        directories: true,
        verbose,
        root_too: true,
        ..Options::default()
    };
    let before = report.complaints();
    Remover { report, settings, root: None }.remove(name);
    report.complaints() == before
}

struct Remover<'p, 'r, 'c> {
    report: &'p mut Report<'r, 'c>,
    settings: Options,
    /// Device and inode of the root directory, once they are known.
    root: Option<(u64, u64)>,
}

impl Remover<'_, '_, '_> {
    /// Removes one operand. False where the walk lost its way and all has to end.
    fn remove(&mut self, name: &[u8]) -> bool {
        // A directory is never removed by unlink(2), so most operands need no other call.
        let first = stage::door::unlinkat(self.report.context.directory, name, AtFlags::empty());
        match first {
            Ok(()) => {
                self.tell(name, false);
                return true;
            }
            Err(Errno::NOENT) if self.settings.force => return true,
            Err(_) => {}
        }
        let mut walk = Walk::new(
            self.report.context.directory,
            Settings {
                follow: Follow::Never,
                stat: match self.settings.one_file_system {
                    true => StatWhat::Directories,
                    false => StatWhat::UnknownTypes,
                },
                one_file_system: self.settings.one_file_system,
            },
        );
        let mut visit = walk.start_trimmed(name);
        loop {
            self.visit(&mut walk, visit);
            if matches!(visit, Visit::Lost(_)) {
                return false;
            }
            if self.report.ended() {
                return true;
            }
            match walk.next() {
                Some(next) => visit = next,
                None => return true,
            }
        }
    }

    fn visit(&mut self, walk: &mut Walk<'_>, visit: Visit) {
        match visit {
            Visit::Directory => self.before_directory(walk),
            Visit::Leave if walk.is_marked() => {}
            Visit::Leave if self.settings.one_file_system && self.is_elsewhere(walk) => {
                walk.mark_above();
                let quoted = self.report.quote(walk.path());
                self.report.complain(&[
                    b"skipping ",
                    &quoted,
                    b", since it's on a different device",
                ]);
            }
            Visit::Leave => self.excise(walk, true, None),
            Visit::Unreadable(error) => self.excise(walk, true, Some(error)),
            Visit::File | Visit::DanglingLink | Visit::StatFailed(_) => {
                self.excise(walk, false, None);
            }
            Visit::Failed(error) => {
                let quoted = self.report.quote_if_needed(walk.path());
                self.report.fail(&[b"traversal failed: ", &quoted], error);
            }
            Visit::Cycle => {}
            Visit::Lost(error) => self.report.fail(&[b"fts_read failed"], error),
        }
    }

    fn is_elsewhere(&self, walk: &Walk<'_>) -> bool {
        walk.depth() > 0 && walk.stat().is_some_and(|stat| stat.st_dev != walk.device())
    }

    fn before_directory(&mut self, walk: &mut Walk<'_>) {
        if !self.settings.recursive {
            if self.settings.directories && is_empty(walk) {
                self.refuse_or(walk, |remover, walk| {
                    remover.excise(walk, true, None);
                });
            } else {
                let error = if self.settings.directories { Errno::NOTEMPTY } else { Errno::ISDIR };
                self.report.fail_on("cannot remove", walk.path(), error);
                walk.mark_above();
            }
            walk.skip();
            return;
        }
        self.refuse_or(walk, |_, _| {});
        // A directory on another device is not entered, but shown again when it is left.
        if self.settings.one_file_system && self.is_elsewhere(walk) && !is_empty(walk) {
            self.visit(walk, Visit::Leave);
        } else if self.settings.one_file_system && self.is_elsewhere(walk) {
            self.excise(walk, true, None);
        }
    }

    /// Checks what holds for operands alone, then goes on with `then`.
    fn refuse_or(&mut self, walk: &mut Walk<'_>, then: impl FnOnce(&mut Self, &mut Walk<'_>)) {
        if walk.depth() == 0 {
            if names::is_dot_or_dotdot(names::last_component(walk.name())) {
                let quoted = self.report.quote(walk.path());
                self.report
                    .complain(&[b"refusing to remove '.' or '..' directory: skipping ", &quoted]);
                walk.skip();
                return;
            }
            if self.settings.recursive && !self.settings.root_too && self.is_root(walk) {
                let quoted = self.report.quote(walk.path());
                match walk.path() {
                    b"/" => self
                        .report
                        .complain(&[b"it is dangerous to operate recursively on ", &quoted]),
                    _ => self.report.complain(&[
                        b"it is dangerous to operate recursively on ",
                        &quoted,
                        b" (same as '/')",
                    ]),
                }
                self.report.complain(&[b"use --no-preserve-root to override this failsafe"]);
                walk.skip();
                return;
            }
        }
        then(self, walk);
    }

    fn is_root(&mut self, walk: &Walk<'_>) -> bool {
        let Some(stat) = walk.stat() else { return true };
        let root = match self.root {
            Some(root) => root,
            None => {
                let here = self.report.context.directory;
                match stage::door::statat(here, c"/", AtFlags::SYMLINK_NOFOLLOW) {
                    Ok(root) => *self.root.insert((root.st_dev, root.st_ino)),
                    Err(_) => return true,
                }
            }
        };
        root == (stat.st_dev, stat.st_ino)
    }

    /// Removes the current entry. `unreadable`: why the directory could not be read.
    fn excise(&mut self, walk: &mut Walk<'_>, directory: bool, unreadable: Option<Errno>) {
        let flags = if directory { AtFlags::REMOVEDIR } else { AtFlags::empty() };
        let mut error = match stage::door::unlinkat(walk.directory(), walk.name(), flags) {
            Ok(()) => return self.tell(walk.path(), directory),
            Err(error) => error,
        };
        if error == Errno::ROFS
            && stage::door::statat(walk.directory(), walk.name(), AtFlags::SYMLINK_NOFOLLOW).err()
                == Some(Errno::NOENT)
        {
            error = Errno::NOENT;
        }
        let missing = matches!(error, Errno::ILSEQ | Errno::INVAL | Errno::NOENT | Errno::NOTDIR);
        if self.settings.force && missing {
            return;
        }
        if let Some(reason @ (Errno::PERM | Errno::ACCESS)) = unreadable
            && matches!(error, Errno::NOTEMPTY | Errno::ISDIR | Errno::NOTDIR | Errno::EXIST)
        {
            error = reason;
        }
        self.report.fail_on("cannot remove", walk.path(), error);
        walk.mark_above();
    }

    /// Writes the line of -v about what was removed.
    fn tell(&mut self, name: &[u8], directory: bool) {
        if self.settings.verbose {
            let quoted = self.report.quote(name);
            let what: &[u8] = if directory { b"removed directory " } else { b"removed " };
            self.report.say(&[what, &quoted, b"\n"]);
        }
    }
}

/// Whether the current directory has no entry.
fn is_empty(walk: &Walk<'_>) -> bool {
    crate::files::walk::entries(walk.directory(), walk.name(), 0).is_some()
}
