//! chmod (POSIX XCU chmod; GNU coreutils chmod(1)).

use super::mode::{self, Changes};
use super::report::Report;
use super::walk::{Follow, Settings, StatWhat, Visit, Walk};
use crate::{Context, Decision, Exit, Utility, locale, planned};
use rustix::fs::{AtFlags, FileType, Mode};
use stage::attributes::set_entry_mode;

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "chmod",
    plan: decide,
    options: "-c -f -R -v --reference=FILE --preserve-root --no-preserve-root MODE FILE...",
};

#[derive(Default)]
struct Request<'a> {
    recursive: bool,
    /// -f: fewer messages.
    silent: bool,
    report: Describe,
    reference: Option<&'a [u8]>,
    preserve_root: bool,
    /// Modes that look like options (`-w`), joined by commas.
    dashed: Vec<u8>,
    operands: Vec<&'a [u8]>,
}

/// Which changes are described on standard output.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Describe {
    #[default]
    None,
    /// -c
    Changes,
    /// -v
    All,
}

/// Reads the arguments. A mode may look like an option, which no other utility has.
fn read<'a>(arguments: &[&'a [u8]]) -> Option<Request<'a>> {
    let mut request = Request::default();
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        match argument {
            b"--" => {
                request.operands.extend(rest);
                break;
            }
            b"--recursive" => request.recursive = true,
            b"--changes" => request.report = Describe::Changes,
            b"--verbose" => request.report = Describe::All,
            b"--silent" | b"--quiet" => request.silent = true,
            b"--preserve-root" => request.preserve_root = true,
            b"--no-preserve-root" => request.preserve_root = false,
            b"--reference" => request.reference = Some(rest.next()?),
            [b'-', b'-', ..] => {
                request.reference = Some(argument.strip_prefix(b"--reference=")?);
            }
            [b'-', b'R' | b'c' | b'f' | b'v', ..] => {
                for letter in &argument[1..] {
                    match letter {
                        b'R' => request.recursive = true,
                        b'c' => request.report = Describe::Changes,
                        b'v' => request.report = Describe::All,
                        b'f' => request.silent = true,
                        _ => return None,
                    }
                }
            }
            [b'-', _, ..] => {
                if !b"rwxXstugoa,+=01234567".contains(&argument[1]) {
                    return None;
                }
                if !request.dashed.is_empty() {
                    request.dashed.push(b',');
                }
                request.dashed.extend_from_slice(argument);
            }
            _ => request.operands.push(argument),
        }
    }
    Some(request)
}

impl<'a> Request<'a> {
    /// Takes the mode from the operands, or from what looked like options.
    fn mode(&mut self) -> Option<Changes> {
        if !self.dashed.is_empty() {
            return Changes::parse(&self.dashed);
        }
        if self.operands.is_empty() {
            return None;
        }
        Changes::parse(self.operands.remove(0))
    }
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

/// A request, and the changes that it asks for; none by example.
fn plan<'a>(
    context: &Context<'_>,
    arguments: &[&'a [u8]],
) -> Result<(Request<'a>, Option<Changes>), &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let Some(mut request) = read(arguments) else {
        return Err("an option that is not reproduced");
    };
    let changes = match request.reference {
        Some(_) if !request.dashed.is_empty() => return Err("usage"),
        Some(_) => None,
        None => Some(request.mode().ok_or("an invalid mode")?),
    };
    if request.operands.is_empty() {
        return Err("usage");
    }
    Ok((request, changes))
}

fn run(context: &mut Context<'_>, (request, changes): (Request<'_>, Option<Changes>)) -> Exit {
    let context: &Context<'_> = context;
    let mut report = Report::new(context);
    let changes = match (changes, request.reference) {
        (Some(changes), _) => changes,
        (None, None) => return Exit::FAILURE,
        (None, Some(file)) => {
            match stage::door::statat(context.directory, file, AtFlags::empty()) {
                Ok(stat) => Changes::exactly(stat.st_mode),
                Err(error) => {
                    report.fail_on("failed to get attributes of", file, error);
                    return report.finish();
                }
            }
        }
    };
    let umask = if request.reference.is_some() { 0 } else { context.umask() };
    let root = match request.recursive && request.preserve_root {
        true => stage::door::statat(context.directory, c"/", AtFlags::SYMLINK_NOFOLLOW)
            .ok()
            .map(|root| (root.st_dev, root.st_ino)),
        false => None,
    };
    let mut changer = Changer { report, request: &request, changes, umask, root };
    for name in &request.operands {
        if changer.report.ended() || !changer.change(name) {
            break;
        }
    }
    changer.report.finish()
}

struct Changer<'q, 'r, 'c> {
    report: Report<'r, 'c>,
    request: &'q Request<'q>,
    changes: Changes,
    umask: u32,
    /// Device and inode of the root directory, where it is to be spared.
    root: Option<(u64, u64)>,
}

/// What became of a file.
enum Outcome {
    NotReached,
    NotApplied,
    Failed { old: u32, new: u32 },
    Changed { old: u32, new: u32 },
}

impl Changer<'_, '_, '_> {
    /// Changes one operand. False where the walk lost its way and all has to end.
    fn change(&mut self, name: &[u8]) -> bool {
        let settings =
            Settings { follow: Follow::Roots, stat: StatWhat::Everything, one_file_system: false };
        let mut walk = Walk::new(self.report.context.directory, settings);
        walk.visit_all(name, |walk, visit| {
            self.visit(walk, visit);
            !self.report.ended()
        })
    }

    fn visit(&mut self, walk: &mut Walk<'_>, visit: Visit) {
        let outcome = match visit {
            Visit::Leave | Visit::Cycle => return,
            Visit::Directory | Visit::File => match self.apply(walk) {
                Some(outcome) => outcome,
                None => return,
            },
            _ => {
                self.report.raise(1);
                self.explain(walk, visit);
                if matches!(visit, Visit::Lost(_)) {
                    return;
                }
                Outcome::NotReached
            }
        };
        if self.request.report != Describe::None {
            self.describe(walk, &outcome);
        }
        if !self.request.dashed.is_empty()
            && let Outcome::Changed { old, new } = outcome
        {
            self.look_for_surprise(walk, old, new);
        }
        if !self.request.recursive {
            walk.skip();
        }
    }

    /// Why the file could not be reached.
    fn explain(&mut self, walk: &Walk<'_>, visit: Visit) {
        if self.request.silent {
            return;
        }
        match visit {
            Visit::StatFailed(error) => self.report.fail_on("cannot access", walk.path(), error),
            Visit::Failed(error) => {
                let quoted = self.report.quote_if_needed(walk.path());
                self.report.fail(&[&quoted], error);
            }
            Visit::Unreadable(error) => {
                self.report.fail_on("cannot read directory", walk.path(), error);
            }
            Visit::DanglingLink => {
                let quoted = self.report.quote(walk.path());
                self.report.complain(&[b"cannot operate on dangling symlink ", &quoted]);
            }
            Visit::Lost(error) => self.report.fail(&[b"fts_read failed"], error),
            _ => {}
        }
    }

    /// Changes the current file; None where it is the root directory that is to be spared.
    fn apply(&mut self, walk: &mut Walk<'_>) -> Option<Outcome> {
        let Some(stat) = walk.stat() else { return Some(Outcome::NotApplied) };
        let old = stat.st_mode;
        if self.root == Some((stat.st_dev, stat.st_ino)) {
            let quoted = self.report.quote(walk.path());
            let same: &[u8] = if walk.path() == b"/" { b"" } else { b" (same as '/')" };
            self.report.complain(&[b"it is dangerous to operate recursively on ", &quoted, same]);
            self.report.complain(&[b"use --no-preserve-root to override this failsafe"]);
            walk.skip();
            return None;
        }
        let kind = FileType::from_raw_mode(old);
        if kind == FileType::Symlink {
            return Some(Outcome::NotApplied);
        }
        let (new, _) = self.changes.apply(old, kind == FileType::Directory, self.umask);
        let mode = Mode::from_raw_mode(new);
        // What a directory holds may have become a symbolic link by now, as GNU's since 9.5; an
        // operand may be one.
        let result = match walk.depth() {
            0 => stage::door::chmodat(walk.directory(), walk.name(), mode, AtFlags::empty()),
            _ => set_entry_mode(walk.directory(), walk.name(), mode),
        };
        match result {
            Ok(()) => Some(Outcome::Changed { old, new }),
            Err(error) => {
                self.report.raise(1);
                if !self.request.silent {
                    self.report.fail_on("changing permissions of", walk.path(), error);
                }
                Some(Outcome::Failed { old, new })
            }
        }
    }

    /// Whether the mode is another one now. Special bits may have been dropped silently.
    fn has_changed(&mut self, walk: &Walk<'_>, old: u32, mut new: u32) -> bool {
        if new & 0o7000 != 0 {
            match stage::door::statat(walk.directory(), walk.name(), AtFlags::empty()) {
                Ok(stat) => new = stat.st_mode,
                Err(error) => {
                    if !self.request.silent {
                        let quoted = self.report.quote(walk.path());
                        self.report.fail(&[b"getting new attributes of ", &quoted], error);
                    }
                    return false;
                }
            }
        }
        (old ^ new) & mode::ALL != 0
    }

    /// Writes the line of -c or -v about a file.
    fn describe(&mut self, walk: &Walk<'_>, outcome: &Outcome) {
        let all = self.request.report == Describe::All;
        let quoted = self.report.quote(walk.path());
        let (text, old, new): (&[u8], u32, u32) = match *outcome {
            Outcome::Changed { old, new } => match self.has_changed(walk, old, new) {
                true => (b"", old, new),
                false if all => {
                    let (number, letters) = shown(new);
                    self.report.say(&[
                        b"mode of ",
                        &quoted,
                        b" retained as ",
                        number.as_bytes(),
                        b" (",
                        &letters,
                        b")\n",
                    ]);
                    return;
                }
                false => return,
            },
            _ if !all => return,
            Outcome::Failed { old, new } => (b"failed to change ", old, new),
            Outcome::NotApplied => {
                self.report.say(&[
                    b"neither symbolic link ",
                    &quoted,
                    b" nor referent has been changed\n",
                ]);
                return;
            }
            Outcome::NotReached => {
                self.report.say(&[&quoted, b" could not be accessed\n"]);
                return;
            }
        };
        let (old_number, old_letters) = shown(old);
        let (new_number, new_letters) = shown(new);
        self.report.say(&[
            text,
            b"mode of ",
            &quoted,
            if text.is_empty() { b" changed from " } else { b" from " },
            old_number.as_bytes(),
            b" (",
            &old_letters,
            b") to ",
            new_number.as_bytes(),
            b" (",
            &new_letters,
            b")\n",
        ]);
    }

    /// `chmod -w` obeys the mask, which may not be what was meant.
    fn look_for_surprise(&mut self, walk: &Walk<'_>, old: u32, new: u32) {
        let directory = FileType::from_raw_mode(old) == FileType::Directory;
        let (naive, _) = self.changes.apply(old, directory, 0);
        if new & !naive != 0 {
            let quoted = self.report.quote_if_needed(walk.path());
            let (_, new) = shown(new);
            let (_, naive) = shown(naive);
            self.report.complain(&[&quoted, b": new permissions are ", &new, b", not ", &naive]);
        }
    }
}

/// A mode as four octal digits and as nine letters.
fn shown(mode: u32) -> (String, Vec<u8>) {
    let mode = mode & mode::ALL;
    (format!("{mode:04o}"), mode::letters(mode)[1..].to_vec())
}
