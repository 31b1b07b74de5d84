//! touch (POSIX XCU touch; GNU coreutils touch(1)).

use super::date;
use super::report::Report;
use crate::options::{Option_, Takes, parse};
use crate::{Context, Decision, Exit, Utility, locale, planned};
use rustix::fs::{AtFlags, Mode, OFlags, Timespec, Timestamps, UTIME_NOW, UTIME_OMIT};
use rustix::io::Errno;

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "touch",
    plan: decide,
    options: "-a -c -f -h -m -r FILE -d DATE (ISO forms) -t STAMP --time=WORD FILE...",
};

const OPTIONS: &[Option_] = &[
    ('a', "", Takes::Nothing),
    ('c', "no-create", Takes::Nothing),
    ('d', "date", Takes::Argument),
    ('f', "", Takes::Nothing),
    ('h', "no-dereference", Takes::Nothing),
    ('m', "", Takes::Nothing),
    ('r', "reference", Takes::Argument),
    ('t', "", Takes::Argument),
    ('\u{1}', "time", Takes::Argument),
];

/// What the arguments ask for.
struct Request<'a> {
    access: bool,
    modification: bool,
    create: bool,
    follow: bool,
    source: Source<'a>,
    operands: Vec<&'a [u8]>,
}

/// Where the times come from.
enum Source<'a> {
    Now,
    Reference(&'a [u8]),
    Time(Timespec),
}

fn read<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    let not_reproduced = "an option that is not reproduced";
    let parsed = parse(arguments, OPTIONS, true).ok_or(not_reproduced)?;
    let mut request = Request {
        access: parsed.has('a'),
        modification: parsed.has('m'),
        create: !parsed.has('c'),
        follow: !parsed.has('h'),
        source: Source::Now,
        operands: Vec::new(),
    };
    for (letter, value) in &parsed.options {
        if *letter == '\u{1}' {
            match value {
                Some(b"atime" | b"access" | b"use") => request.access = true,
                Some(b"mtime" | b"modify") => request.modification = true,
                _ => return Err(not_reproduced),
            }
        }
    }
    if !request.access && !request.modification {
        request.access = true;
        request.modification = true;
    }
    let sources = [parsed.value('r'), parsed.value('t'), parsed.value('d')];
    let is_repeated = "rtd".chars().any(|letter| parsed.is_repeated(letter));
    if is_repeated || sources.iter().flatten().count() > 1 {
        return Err("times from more than one source");
    }
    if let Some(file) = parsed.value('r') {
        request.source = Source::Reference(file);
    }
    if let Some(stamp) = parsed.value('t') {
        let time = date::stamp(context, stamp).ok_or("a date that is not reproduced")?;
        request.source = Source::Time(time);
    }
    if let Some(text) = parsed.value('d') {
        // With this, a file may be touched by whoever may write to it.
        let now = text == b"now" && request.access && request.modification;
        if !now {
            let time = date::any(context, text, date::now());
            request.source = Source::Time(time.ok_or("a date that is not reproduced")?);
        }
    }
    if parsed.operands.is_empty() {
        return Err("usage");
    }
    request.operands = parsed.operands;
    Ok(request)
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Request<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let request = read(context, arguments)?;
    if request.operands.contains(&&b"-"[..])
        && context.stdout.as_ref().is_none_or(|file| file.as_real().is_none())
    {
        return Err("the times of standard output");
    }
    Ok(request)
}

fn run(context: &mut Context<'_>, request: Request<'_>) -> Exit {
    let context: &Context<'_> = context;
    let mut report = Report::new(context);
    let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
    let mut times = match request.source {
        Source::Now => Timestamps { last_access: now, last_modification: now },
        Source::Time(time) => Timestamps { last_access: time, last_modification: time },
        Source::Reference(file) => {
            let flags = if request.follow { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
            match stage::door::statat(context.directory, file, flags) {
                Ok(stat) => Timestamps {
                    last_access: Timespec {
                        tv_sec: stat.st_atime,
                        tv_nsec: stat.st_atime_nsec as i64,
                    },
                    last_modification: Timespec {
                        tv_sec: stat.st_mtime,
                        tv_nsec: stat.st_mtime_nsec as i64,
                    },
                },
                Err(error) => {
                    report.fail_on("failed to get attributes of", file, error);
                    return report.finish();
                }
            }
        }
    };
    if !request.access {
        times.last_access.tv_nsec = UTIME_OMIT;
    }
    if !request.modification {
        times.last_modification.tv_nsec = UTIME_OMIT;
    }
    for name in &request.operands {
        if report.ended() {
            break;
        }
        touch(&mut report, &request, &times, name);
    }
    report.finish()
}

fn touch(report: &mut Report<'_, '_>, request: &Request<'_>, times: &Timestamps, name: &[u8]) {
    let here = report.context.directory;
    let at_flags = if request.follow { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
    let mut open_error = None;
    let result = if name == b"-" {
        match &report.context.stdout {
            // The descriptor belongs to somebody else: it is reached by its name.
            Some(file) => match file.as_real() {
                Some(fd) => {
                    let name = format!("/proc/self/fd/{fd}");
                    stage::door::utimensat(here, name, times, AtFlags::empty())
                }
                None => Err(Errno::BADF),
            },
            None => Err(Errno::BADF),
        }
    } else if request.create && request.follow {
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        match stage::door::openat(here, name, flags, Mode::from_raw_mode(0o666)) {
            Ok(fd) => rustix::fs::futimens(&fd, times),
            Err(error) => {
                open_error = Some(error);
                stage::door::utimensat(here, name, times, at_flags)
            }
        }
    } else {
        stage::door::utimensat(here, name, times, at_flags)
    };
    let Err(error) = result else { return };
    if name == b"-" && error == Errno::BADF && !request.create {
        return;
    }
    match open_error {
        // A directory cannot be opened for writing; that is not what failed.
        Some(reason) if reason != Errno::ISDIR => {
            report.fail_on("cannot touch", name, reason);
        }
        _ if !request.create && error == Errno::NOENT => {}
        _ => report.fail_on("setting times of", name, error),
    }
}
