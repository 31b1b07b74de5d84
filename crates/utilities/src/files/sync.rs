//! sync (GNU coreutils sync(1)).

use super::names;
use super::report::Report;
use crate::options::{Option_, Parsed, Takes, parse};
use crate::{Context, Decision, Exit, Utility, locale, planned};
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

/// The entry in the table.
pub const UTILITY: Utility = Utility { name: "sync", plan: decide, options: "-d -f [FILE...]" };

const OPTIONS: &[Option_] = &[('d', "data", Takes::Nothing), ('f', "file-system", Takes::Nothing)];

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
    if parsed.has('d') && (parsed.has('f') || parsed.operands.is_empty()) {
        return Err("usage");
    }
    if parsed.operands.iter().any(|name| names::is_of_process(name)) {
        return Err("files of the process");
    }
    Ok(parsed)
}

fn run(context: &mut Context<'_>, parsed: Parsed<'_>) -> Exit {
    let context: &Context<'_> = context;
    if parsed.operands.is_empty() {
        rustix::fs::sync();
        return Exit::SUCCESS;
    }
    let mut report = Report::new(context);
    for name in &parsed.operands {
        if report.ended() {
            break;
        }
        let open = |access| {
            let flags = access | OFlags::NONBLOCK | OFlags::CLOEXEC;
            stage::door::openat(context.directory, *name, flags, Mode::empty())
        };
        let fd = match open(OFlags::RDONLY) {
            Ok(fd) => fd,
            Err(error) => match open(OFlags::WRONLY) {
                Ok(fd) => fd,
                Err(_) => {
                    report.fail_on("error opening", name, error);
                    continue;
                }
            },
        };
        let result: Result<(), Errno> = match (parsed.has('f'), parsed.has('d')) {
            (true, _) => rustix::fs::syncfs(&fd),
            (_, true) => rustix::fs::fdatasync(&fd),
            _ => rustix::fs::fsync(&fd),
        };
        if let Err(error) = result {
            report.fail_on("error syncing", name, error);
        }
    }
    report.finish()
}
