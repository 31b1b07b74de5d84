//! ln (POSIX XCU ln; GNU coreutils ln(1)).

use super::copy::{self, Created, Force, is_same, is_same_name};
use super::report::Report;
use super::{names, resolve};
use crate::options::{Option_, Takes, parse};
use crate::{Context, Decision, Exit, Utility, locale, planned};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "ln",
    plan: decide,
    options: "-f -L -n -P -r -s -t DIRECTORY -T -v TARGET... [NAME]",
};

const OPTIONS: &[Option_] = &[
    ('f', "force", Takes::Nothing),
    ('L', "logical", Takes::Nothing),
    ('n', "no-dereference", Takes::Nothing),
    ('P', "physical", Takes::Nothing),
    ('r', "relative", Takes::Nothing),
    ('s', "symbolic", Takes::Nothing),
    ('t', "target-directory", Takes::Argument),
    ('T', "no-target-directory", Takes::Nothing),
    ('v', "verbose", Takes::Nothing),
];

/// What the arguments ask for.
#[derive(Default)]
struct Request<'a> {
    force: bool,
    /// A source that is a symbolic link is followed (hard links).
    logical: bool,
    /// A destination that is a symbolic link to a directory is no directory.
    no_dereference: bool,
    relative: bool,
    symbolic: bool,
    directory: Option<&'a [u8]>,
    no_directory: bool,
    verbose: bool,
    operands: Vec<&'a [u8]>,
}

fn read<'a>(arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    let parsed = parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let mut request = Request::default();
    for (letter, value) in parsed.options {
        match letter {
            'f' => request.force = true,
            'L' => request.logical = true,
            'P' => request.logical = false,
            'n' => request.no_dereference = true,
            'r' => request.relative = true,
            's' => request.symbolic = true,
            't' if request.directory.is_some() => return Err("usage"),
            't' => request.directory = value,
            'T' => request.no_directory = true,
            _ => request.verbose = true,
        }
    }
    request.operands = parsed.operands;
    let count = request.operands.len();
    if count == 0
        || (request.relative && !request.symbolic)
        || (request.no_directory && (request.directory.is_some() || count != 2))
    {
        return Err("usage");
    }
    Ok(request)
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let request = read(arguments)?;
    // The text of a symbolic link is only a text.
    let texts = request.symbolic && !request.relative;
    let looked_at = match texts {
        true => &request.operands[request.operands.len() - 1..],
        false => &request.operands[..],
    };
    if looked_at.iter().chain(&request.directory).any(|name| names::is_of_process(name)) {
        return Err("files of the process");
    }
    Ok(request)
}

fn run(context: &mut Context<'_>, mut request: Request<'_>) -> Exit {
    let context: &Context<'_> = context;
    let mut report = Report::new(context);
    let operands = std::mem::take(&mut request.operands);
    let mut sources = &operands[..];
    let mut directory = None;
    if let Some(name) = request.directory {
        match stage::door::statat(context.directory, name, AtFlags::empty()) {
            Err(error) => {
                report.fail_on("failed to access", name, error);
                return report.finish();
            }
            Ok(stat) if FileType::from_raw_mode(stat.st_mode) != FileType::Directory => {
                let quoted = report.quote(name);
                report.complain(&[b"target ", &quoted, b" is not a directory"]);
                return report.finish();
            }
            Ok(_) => {}
        }
    }
    let mut linker = Linker { report, request: &request, created: None };
    let mut tried = None;
    let mut directory_fd = None;
    if request.no_directory {
    } else if sources.len() < 2 && request.directory.is_none() {
        directory = Some(&b"."[..]);
    } else {
        if let ([source, name], None) = (sources, request.directory) {
            tried = linker.link_at_once(source, context.directory, name);
        }
        if tried
            .is_none_or(|result| matches!(result, Err(Errno::EXIST | Errno::NOTDIR | Errno::INVAL)))
        {
            let name = request.directory.unwrap_or(sources[sources.len() - 1]);
            match open_directory(context, name, request.no_dereference) {
                Ok(fd) => {
                    if request.directory.is_none() {
                        sources = &sources[..sources.len() - 1];
                    }
                    directory_fd = Some(fd);
                    directory = Some(name);
                }
                Err(_) if sources.len() == 2 && request.directory.is_none() => {}
                Err(error) => {
                    linker.report.fail_on("target", name, error);
                    return linker.report.finish();
                }
            }
        }
    }
    match directory {
        Some(directory) => {
            if sources.len() > 1 && request.force && !request.symbolic {
                linker.created = Some(Created::default());
            }
            let at = directory_fd.as_ref().map_or(context.directory, |fd| fd.as_fd());
            for source in sources {
                if linker.report.ended() {
                    break;
                }
                let last = names::strip_slashes(names::last_component(source));
                let name = names::join(directory, last);
                linker.link(source, at, last, &name, None);
            }
        }
        None => {
            if let [source, name] = *sources {
                linker.link(source, context.directory, name, name, tried);
            }
        }
    }
    linker.report.finish()
}

fn open_directory(
    context: &Context<'_>,
    name: &[u8],
    no_dereference: bool,
) -> Result<OwnedFd, Errno> {
    let mut flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    if no_dereference {
        flags |= OFlags::NOFOLLOW;
    }
    stage::door::openat(context.directory, name, flags, Mode::empty())
}

struct Linker<'q, 'r, 'c> {
    report: Report<'r, 'c>,
    request: &'q Request<'q>,
    /// The hard links that have been made, where a later one could replace one of them.
    created: Option<Created>,
}

impl Linker<'_, '_, '_> {
    fn flags(&self) -> AtFlags {
        if self.request.logical { AtFlags::SYMLINK_FOLLOW } else { AtFlags::empty() }
    }

    /// Makes the link if nothing is in the way; None where that needs more thought.
    fn link_at_once(
        &self,
        source: &[u8],
        at: BorrowedFd<'_>,
        name: &[u8],
    ) -> Option<Result<(), Errno>> {
        let here = self.report.context.directory;
        match (self.request.symbolic, self.request.relative) {
            (true, true) => None,
            (true, false) => Some(stage::door::symlinkat(source, at, name)),
            (false, _) => Some(stage::door::linkat(here, source, at, name, self.flags())),
        }
    }

    /// Links `source` to `base` in the directory `at`; `name` is what that is called in
    /// messages.
    fn link(
        &mut self,
        source: &[u8],
        at: BorrowedFd<'_>,
        base: &[u8],
        name: &[u8],
        tried: Option<Result<(), Errno>>,
    ) {
        let here = self.report.context.directory;
        let tried = tried.or_else(|| self.link_at_once(source, at, base));
        let mut source_stat = None;
        if (tried != Some(Ok(())) || self.created.is_some()) && !self.request.symbolic {
            let flags = match self.request.logical {
                true => AtFlags::empty(),
                false => AtFlags::SYMLINK_NOFOLLOW,
            };
            match stage::door::statat(here, source, flags) {
                Ok(stat) => source_stat = Some(stat),
                Err(error) => return self.report.fail_on("failed to access", source, error),
            }
        }
        let mut relative = None;
        let mut result = Ok(());
        if tried != Some(Ok(())) {
            if source_stat
                .is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory)
            {
                let quoted = self.report.quote_if_needed(source);
                let text = b": hard link not allowed for directory";
                return self.report.complain(&[&quoted, text]);
            }
            if self.request.relative {
                relative = self.relative_to(source, name);
            }
            let source = relative.as_deref().unwrap_or(source);
            let force = match self.request.force {
                false => Force::No,
                true => match self.may_replace(source, source_stat, at, base, name) {
                    Some(force) => force,
                    None => return,
                },
            };
            let tried = tried.and_then(Result::err);
            result = match self.request.symbolic {
                true => copy::symlink(source, at, base, force, tried),
                false => copy::link(here, source, at, base, self.flags(), force, tried),
            }
            .map(drop);
        }
        let source = relative.as_deref().unwrap_or(source);
        match result {
            Ok(()) => {
                if let (Some(created), Some(stat)) = (&mut self.created, &source_stat) {
                    created.add(name, stat);
                }
                if self.request.verbose {
                    let arrow: &[u8] = if self.request.symbolic { b" -> " } else { b" => " };
                    let (name, source) = (self.report.quote(name), self.report.quote(source));
                    self.report.say(&[&name, arrow, &source, b"\n"]);
                }
            }
            Err(error) => self.explain(source, name, error),
        }
    }

    /// -f: whether what is there may be replaced; None after a diagnostic.
    fn may_replace(
        &mut self,
        source: &[u8],
        source_stat: Option<rustix::fs::Stat>,
        at: BorrowedFd<'_>,
        base: &[u8],
        name: &[u8],
    ) -> Option<Force> {
        let here = self.report.context.directory;
        let existing = match stage::door::statat(at, base, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(existing) => existing,
            Err(Errno::NOENT) => return Some(Force::No),
            Err(error) => {
                self.report.fail_on("failed to access", name, error);
                return None;
            }
        };
        if FileType::from_raw_mode(existing.st_mode) == FileType::Directory {
            let quoted = self.report.quote_if_needed(name);
            self.report.complain(&[&quoted, b": cannot overwrite directory"]);
            return None;
        }
        let (quoted_name, quoted_source) = (self.report.quote(name), self.report.quote(source));
        if self.created.as_ref().is_some_and(|created| created.has(here, name, &existing)) {
            self.report.complain(&[
                b"will not overwrite just-created ",
                &quoted_name,
                b" with ",
                &quoted_source,
            ]);
            return None;
        }
        // Removing the destination must not remove the source.
        let source_stat =
            source_stat.or_else(|| stage::door::statat(here, source, AtFlags::empty()).ok());
        if source_stat.is_some_and(|stat| {
            is_same(&stat, &existing)
                && (stat.st_nlink == 1 || is_same_name(here, source, at, base))
        }) {
            let text = b" are the same file";
            self.report.complain(&[&quoted_source, b" and ", &quoted_name, text]);
            return None;
        }
        Some(Force::Replace)
    }

    /// -r: the source as seen from where the link will be.
    fn relative_to(&self, source: &[u8], name: &[u8]) -> Option<Vec<u8>> {
        let here = self.report.context.directory;
        let directory = match names::directory(name) {
            b"" => b".",
            directory => directory,
        };
        let directory = resolve::canonical(here, directory, resolve::Must::Nothing, true).ok()?;
        let source = resolve::canonical(here, source, resolve::Must::Nothing, true).ok()?;
        resolve::relative(&source, &directory)
    }

    /// Says why a link could not be made.
    fn explain(&mut self, source: &[u8], name: &[u8], error: Errno) {
        let (quoted_name, quoted_source) = (self.report.quote(name), self.report.quote(source));
        if self.request.symbolic {
            let text = b"failed to create symbolic link ";
            match error != Errno::NAMETOOLONG && !source.is_empty() {
                true => self.report.fail(&[text, &quoted_name], error),
                false => {
                    self.report.fail(&[text, &quoted_name, b" -> ", &quoted_source], error);
                }
            }
            return;
        }
        let text = b"failed to create hard link ";
        match error {
            Errno::MLINK => {
                self.report.fail(&[b"failed to create hard link to ", &quoted_source], error);
            }
            Errno::DQUOT | Errno::EXIST | Errno::NOSPC | Errno::ROFS => {
                self.report.fail(&[text, &quoted_name], error);
            }
            _ => self.report.fail(&[text, &quoted_name, b" => ", &quoted_source], error),
        }
    }
}
