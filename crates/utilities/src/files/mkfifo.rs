//! mkfifo (POSIX XCU mkfifo; GNU coreutils mkfifo(1)).

use super::copy::chmod_no_follow;
use super::mode::Changes;
use super::report::Report;
use crate::options::{Option_, Parsed, Takes, parse};
use crate::{Admission, Context, Exit, Utility, locale};
use rustix::fs::{FileType, Mode};

/// The entry in the table.
pub const UTILITY: Utility =
    Utility { name: "mkfifo", plan: plain!(admit, run), options: "-m MODE NAME..." };

const OPTIONS: &[Option_] = &[('m', "mode", Takes::Argument)];

/// The permissions that were asked for; an error where they are no permissions.
fn mode(context: &Context<'_>, parsed: &Parsed<'_>) -> Result<Option<u32>, ()> {
    let Some(text) = parsed.value('m') else { return Ok(None) };
    let (mode, _) = Changes::parse(text).ok_or(())?.apply(0o666, false, context.umask());
    if mode & !0o777 != 0 { Err(()) } else { Ok(Some(mode)) }
}

fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    if let Some(reason) = locale::unusual(context) {
        return Admission::StepAside(reason);
    }
    match parse(arguments, OPTIONS, true) {
        None => Admission::StepAside("an option that is not reproduced"),
        Some(parsed) if parsed.operands.is_empty() => Admission::StepAside("usage"),
        Some(parsed) if mode(context, &parsed).is_err() => Admission::StepAside("an invalid mode"),
        Some(_) => Admission::Run,
    }
}

fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let context: &Context<'_> = context;
    let Some(parsed) = parse(arguments, OPTIONS, true) else { return Exit::FAILURE };
    let Ok(mode) = mode(context, &parsed) else { return Exit::FAILURE };
    let mut report = Report::new(context);
    let here = context.directory;
    for name in &parsed.operands {
        let bits = Mode::from_raw_mode(mode.unwrap_or(0o666));
        if let Err(error) = stage::door::mknodat(here, *name, FileType::Fifo, bits, 0) {
            report.fail_on("cannot create fifo", name, error);
        } else if let Some(mode) = mode
            && let Err(error) = chmod_no_follow(here, name, mode)
        {
            report.fail_on("cannot set permissions of", name, error);
        }
    }
    report.finish()
}
