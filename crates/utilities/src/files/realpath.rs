//! realpath (GNU coreutils realpath(1)).

use super::canonicalize;
use super::report::Report;
use super::resolve::{self, Must};
use crate::options::{Option_, Parsed, Takes};
use crate::{Change, Context, Exit, Utility, message, planned};
use rustix::fs::{AtFlags, FileType};
use rustix::io::Errno;

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "realpath",
    plan: |context, arguments| planned(canonicalize::plan(context, arguments, OPTIONS), run),
    options: "-e -L -m -P -q -s -z --relative-to=DIRECTORY --relative-base=DIRECTORY FILE...",
};

const OPTIONS: &[Option_] = &[
    canonicalize::EXISTING,
    ('L', "logical", Takes::Nothing),
    canonicalize::MISSING,
    ('P', "physical", Takes::Nothing),
    ('q', "quiet", Takes::Nothing),
    ('s', "strip", Takes::Nothing),
    ('s', "no-symlinks", Takes::Nothing),
    canonicalize::ZERO,
    ('\u{1}', "relative-to", Takes::Argument),
    ('\u{2}', "relative-base", Takes::Argument),
];

/// The directories that names are shown relative to, resolved.
#[derive(Default)]
struct Directories {
    /// --relative-to.
    to: Option<Vec<u8>>,
    /// --relative-base: what is not below it stays absolute.
    base: Option<Vec<u8>>,
}

/// How names are resolved.
struct Resolver<'r, 'c> {
    report: Report<'r, 'c>,
    must: Must,
    links: bool,
    /// `..` goes before symbolic links.
    logical: bool,
}

fn run(context: &mut Context<'_>, parsed: Parsed<'_>) -> Exit {
    let context: &Context<'_> = context;
    let mut resolver = Resolver {
        report: Report::with_large_blocks(context),
        must: Must::ExistButLast,
        links: true,
        logical: false,
    };
    for (letter, _) in &parsed.options {
        match letter {
            'e' => resolver.must = Must::Exist,
            'm' => resolver.must = Must::Nothing,
            'L' | 's' => {
                resolver.links = false;
                resolver.logical = *letter == 'L';
            }
            'P' => {
                resolver.links = true;
                resolver.logical = false;
            }
            _ => {}
        }
    }
    let base = parsed.value('\u{2}');
    let relative = parsed.value('\u{1}').or(base);
    let Some(Directories { to, base }) = resolver.directories(relative, base, parsed.has('\u{1}'))
    else {
        return resolver.report.finish();
    };
    let quiet = parsed.has('q');
    let end: &[u8] = if parsed.has('z') { b"\0" } else { b"\n" };
    for name in &parsed.operands {
        if resolver.report.ended() {
            break;
        }
        match resolver.resolve(name) {
            Ok(resolved) => {
                let below = base.as_ref().is_none_or(|base| is_prefix(base, &resolved));
                let relative = match &to {
                    Some(to) if below => resolve::relative(&resolved, to),
                    _ => None,
                };
                resolver.report.say(&[relative.as_ref().unwrap_or(&resolved), end]);
                if resolver.report.has_failed()
                    && resolver.report.context.has(Change::WriteErrorsAtOnce)
                {
                    // The reason is that of the last component, which is no link or not there.
                    let here = resolver.report.context.directory;
                    let found = stage::door::statat(here, &resolved[..], AtFlags::SYMLINK_NOFOLLOW);
                    let errno = match found {
                        // Nothing was asked of it.
                        _ if resolved == b"/" => Errno::NOSPC,
                        Ok(_) => Errno::INVAL,
                        Err(_) => Errno::NOENT,
                    };
                    let reason = message::reason(&errno.into());
                    resolver.report.context.error(format!("write error: {reason}"));
                    resolver.report.end(Exit::FAILURE);
                }
            }
            Err(error) => {
                resolver.report.raise(1);
                if !quiet {
                    resolver.explain(name, error);
                }
            }
        }
    }
    resolver.report.finish()
}

impl Resolver<'_, '_> {
    fn resolve(&self, name: &[u8]) -> Result<Vec<u8>, Errno> {
        let here = self.report.context.directory;
        let resolved = resolve::canonical(here, name, self.must, self.links)?;
        match self.logical {
            true => resolve::canonical(here, &resolved, self.must, true),
            false => Ok(resolved),
        }
    }

    fn explain(&mut self, name: &[u8], error: Errno) {
        let quoted = self.report.quote_if_needed(name);
        self.report.fail(&[&quoted], error);
    }

    /// The directories of --relative-to and --relative-base; None after a diagnostic.
    fn directories(
        &mut self,
        relative: Option<&[u8]>,
        base: Option<&[u8]>,
        two: bool,
    ) -> Option<Directories> {
        let Some(relative) = relative else { return Some(Directories::default()) };
        let to = self.directory(relative)?;
        match base {
            None => Some(Directories { to: Some(to), base: None }),
            Some(_) if !two => Some(Directories { to: Some(to.clone()), base: Some(to) }),
            Some(base) => {
                let base = self.directory(base)?;
                match is_prefix(&base, &to) {
                    true => Some(Directories { to: Some(to), base: Some(base) }),
                    // What is not below the base stays absolute.
                    false => Some(Directories { to: None, base: Some(to) }),
                }
            }
        }
    }

    fn directory(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let resolved = match self.resolve(name) {
            Ok(resolved) => resolved,
            Err(error) => {
                self.explain(name, error);
                return None;
            }
        };
        if self.must == Must::Exist {
            let here = self.report.context.directory;
            match stage::door::statat(here, &resolved[..], AtFlags::empty()) {
                Ok(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::Directory => {}
                Ok(_) => {
                    self.explain(name, Errno::NOTDIR);
                    return None;
                }
                Err(error) => {
                    self.report.fail_on("cannot stat", &resolved, error);
                    return None;
                }
            }
        }
        Some(resolved)
    }
}

/// Whether a canonical name is that of the directory or of something below it.
fn is_prefix(directory: &[u8], name: &[u8]) -> bool {
    directory == b"/"
        || name
            .strip_prefix(directory)
            .is_some_and(|rest| rest.is_empty() || rest.first() == Some(&b'/'))
}
