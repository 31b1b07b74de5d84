//! truncate (GNU coreutils truncate(1)).

use super::names;
use super::report::Report;
use super::size;
use crate::options::{Option_, Takes, parse};
use crate::{Context, Decision, Exit, Utility, locale, planned};
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, FileType, Mode, OFlags, SeekFrom, Stat};
use rustix::io::Errno;

/// The entry in the table.
pub const UTILITY: Utility =
    Utility { name: "truncate", plan: decide, options: "-c -o -r FILE -s [+-<>/%]SIZE FILE..." };

const OPTIONS: &[Option_] = &[
    ('c', "no-create", Takes::Nothing),
    ('o', "io-blocks", Takes::Nothing),
    ('r', "reference", Takes::Argument),
    ('s', "size", Takes::Argument),
];

/// How the size is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Exactly,
    By,
    AtLeast,
    AtMost,
    RoundDown,
    RoundUp,
}

struct Request<'a> {
    create: bool,
    blocks: bool,
    reference: Option<&'a [u8]>,
    size: Option<i64>,
    relation: Relation,
    operands: Vec<&'a [u8]>,
}

fn read<'a>(arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    let parsed = parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let mut request = Request {
        create: !parsed.has('c'),
        blocks: parsed.has('o'),
        reference: parsed.value('r'),
        size: None,
        relation: Relation::Exactly,
        operands: parsed.operands,
    };
    for (letter, value) in parsed.options {
        let (true, Some(text)) = (letter == 's', value) else { continue };
        if request.size.is_some() {
            return Err("more than one size");
        }
        let text = skip_space(text);
        let (relation, text) = match text.split_first() {
            Some((b'<', rest)) => (Relation::AtMost, rest),
            Some((b'>', rest)) => (Relation::AtLeast, rest),
            Some((b'/', rest)) => (Relation::RoundDown, rest),
            Some((b'%', rest)) => (Relation::RoundUp, rest),
            _ => (Relation::Exactly, text),
        };
        request.relation = relation;
        let text = skip_space(text);
        if matches!(text.first(), Some(b'+' | b'-')) {
            if relation != Relation::Exactly {
                return Err("usage");
            }
            request.relation = Relation::By;
        }
        let size = size::parse(text).ok_or("an invalid number")?;
        if size == 0 && matches!(relation, Relation::RoundDown | Relation::RoundUp) {
            return Err("an invalid number");
        }
        request.size = Some(size);
    }
    let usage = (request.reference.is_none() && request.size.is_none())
        || (request.reference.is_some()
            && request.size.is_some()
            && request.relation == Relation::Exactly)
        || (request.blocks && request.size.is_none())
        || request.operands.is_empty();
    if usage { Err("usage") } else { Ok(request) }
}

fn skip_space(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|&&byte| byte == b' ' || (9..=13).contains(&byte)).count();
    &text[blanks..]
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let request = read(arguments)?;
    let mut names = request.operands.iter().chain(&request.reference);
    if names.any(|name| names::is_of_process(name)) {
        return Err("files of the process");
    }
    Ok(request)
}

fn run(context: &mut Context<'_>, request: Request<'_>) -> Exit {
    let context: &Context<'_> = context;
    let mut report = Report::new(context);
    let mut size = request.size;
    let mut reference_size = None;
    if let Some(name) = request.reference {
        let found = match stage::door::statat(context.directory, name, AtFlags::empty()) {
            Err(error) => {
                report.fail_on("cannot stat", name, error);
                return report.finish();
            }
            Ok(stat) if has_size(&stat) => Ok(stat.st_size),
            Ok(_) => {
                let flags = OFlags::RDONLY | OFlags::CLOEXEC;
                stage::door::openat(context.directory, name, flags, Mode::empty())
                    .and_then(|fd| end_of(&fd))
            }
        };
        match (found, size) {
            (Err(error), _) => {
                report.fail_on("cannot get the size of", name, error);
                return report.finish();
            }
            (Ok(found), None) => size = Some(found),
            (Ok(found), Some(_)) => reference_size = Some(found),
        }
    }
    let mut flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    if request.create {
        flags |= OFlags::CREATE;
    }
    for name in &request.operands {
        if report.ended() {
            break;
        }
        let mode = Mode::from_raw_mode(0o666);
        match stage::door::openat(context.directory, *name, flags, mode) {
            Ok(fd) => {
                let size = size.unwrap_or(0);
                resize(&mut report, &request, &fd, name, size, reference_size);
            }
            Err(Errno::NOENT) if !request.create => {}
            Err(error) => {
                let quoted = report.quote(name);
                report.fail(&[b"cannot open ", &quoted, b" for writing"], error);
            }
        }
    }
    report.finish()
}

/// Whether st_size is what it seems.
fn has_size(stat: &Stat) -> bool {
    matches!(FileType::from_raw_mode(stat.st_mode), FileType::RegularFile | FileType::Symlink)
}

fn end_of(fd: &OwnedFd) -> Result<i64, Errno> {
    let end = rustix::fs::seek(fd, SeekFrom::End(0))?;
    i64::try_from(end).map_err(|_| Errno::OVERFLOW)
}

fn resize(
    report: &mut Report<'_, '_>,
    request: &Request<'_>,
    fd: &OwnedFd,
    name: &[u8],
    mut size: i64,
    reference: Option<i64>,
) {
    let relative = request.relation != Relation::Exactly;
    let mut stat = None;
    if request.blocks || (relative && reference.is_none()) {
        match rustix::fs::fstat(fd) {
            Ok(now) => stat = Some(now),
            Err(error) => return report.fail_on("cannot fstat", name, error),
        }
    }
    if let (true, Some(stat)) = (request.blocks, &stat) {
        // The type differs between processors.
        #[allow(clippy::unnecessary_cast)]
        let block = stat.st_blksize as i64;
        match size.checked_mul(block) {
            Some(bytes) => size = bytes,
            None => {
                let quoted = report.quote(name);
                let text = format!("overflow in {size} * {block} byte blocks for file ");
                return report.complain(&[text.as_bytes(), &quoted]);
            }
        }
    }
    if relative {
        let now = match (reference, &stat) {
            (Some(size), _) => Ok(size),
            (None, Some(stat)) if has_size(stat) => Ok(stat.st_size),
            _ => end_of(fd),
        };
        let now = match now {
            Ok(now) => now,
            Err(error) => return report.fail_on("cannot get the size of", name, error),
        };
        let new = match request.relation {
            Relation::AtLeast => Some(now.max(size)),
            Relation::AtMost => Some(now.min(size)),
            Relation::RoundDown => now.checked_rem(size).map(|rest| now - rest),
            Relation::RoundUp => now.checked_rem(size).and_then(|rest| match rest {
                0 => Some(now),
                _ => now.checked_add(size - rest),
            }),
            _ => now.checked_add(size),
        };
        match new {
            Some(new) => size = new,
            None => {
                let quoted = report.quote(name);
                return report.complain(&[b"overflow extending size of file ", &quoted]);
            }
        }
    }
    let size = size.max(0);
    if let Err(error) = rustix::fs::ftruncate(fd, size as u64) {
        let quoted = report.quote(name);
        let text = format!(" at {size} bytes");
        report.fail(&[b"failed to truncate ", &quoted, text.as_bytes()], error);
    }
}
