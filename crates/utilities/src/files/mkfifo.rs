//! mkfifo (POSIX XCU mkfifo; GNU coreutils mkfifo(1)).

use super::copy::chmod_no_follow;
use super::mode::Changes;
use super::report::Report;
use crate::options::{Option_, Parsed, Takes, parse};
use crate::{Context, Decision, Exit, Utility, locale, planned};
use rustix::fs::{FileType, Mode};

/// The entry in the table.
pub const UTILITY: Utility = Utility { name: "mkfifo", plan: decide, options: "-m MODE NAME..." };

const OPTIONS: &[Option_] = &[('m', "mode", Takes::Argument)];

/// The permissions that were asked for; an error where they are no permissions.
fn mode(context: &Context<'_>, parsed: &Parsed<'_>) -> Result<Option<u32>, ()> {
    let Some(text) = parsed.value('m') else { return Ok(None) };
    let (mode, _) = Changes::parse(text).ok_or(())?.apply(0o666, false, context.umask());
    if mode & !0o777 != 0 { Err(()) } else { Ok(Some(mode)) }
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(
    context: &Context<'_>,
    arguments: &[&'a [u8]],
) -> Result<(Parsed<'a>, Option<u32>), &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let Some(parsed) = parse(arguments, OPTIONS, true) else {
        return Err("an option that is not reproduced");
    };
    if parsed.operands.is_empty() {
        return Err("usage");
    }
    let Ok(mode) = mode(context, &parsed) else { return Err("an invalid mode") };
    Ok((parsed, mode))
}

fn run(context: &mut Context<'_>, (parsed, mode): (Parsed<'_>, Option<u32>)) -> Exit {
    let context: &Context<'_> = context;
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
