//! date: shows the time (POSIX XCU date; date(1) of GNU coreutils). Setting the clock is left
//! to the installed program.

pub(crate) mod calendar;
mod format;
pub(crate) mod parse;
pub(crate) mod zone;

use crate::locale::{self, Locale};
use crate::options::{self, Option_, Takes};
use crate::system::stream;
use crate::{Context, Decision, Utility, planned};
use calendar::Civil;
use rustix::fs::AtFlags;
use std::time::SystemTime;
use zone::{Kind, Zone};

/// The utility.
pub const UTILITY: Utility = Utility {
    name: "date",
    plan: decide,
    options: "+FORMAT -u -d (@SECONDS, ISO 8601, now, 3 days ago ...) -r -R -I --rfc-3339",
};

const OPTIONS: &[Option_] = &[
    ('u', "utc", Takes::Nothing),
    ('u', "universal", Takes::Nothing),
    ('d', "date", Takes::Argument),
    ('r', "reference", Takes::Argument),
    ('R', "rfc-email", Takes::Nothing),
    ('R', "rfc-2822", Takes::Nothing),
    ('I', "iso-8601", Takes::Optional),
    ('3', "rfc-3339", Takes::Argument),
];

/// What is shown.
struct Moment {
    seconds: i64,
    nanoseconds: u32,
    civil: Civil,
    kind: Kind,
}

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if let Some(reason) = locale::unusual(context) {
        return Decision::StepAside(reason);
    }
    if !Locale::of(context, b"LC_TIME").orders_by_byte() {
        return Decision::StepAside("the locale's names of days");
    }
    let text = text(context, arguments).ok_or("a date, a format, an option or a time zone");
    planned(text, |context, text| stream::write_all(context, &text))
}

/// The moment (seconds since 1970) that a text says, as `date -d` takes it, in the zone that a
/// value of TZ names. None where it says none that is known here.
pub fn moment(text: &[u8], zone: Option<&[u8]>) -> Option<i64> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let now = (i64::try_from(now.as_secs()).ok()?, now.subsec_nanos());
    parse::parse(text, now, &Zone::named(zone)?).map(|(seconds, _)| seconds)
}

/// A moment (seconds since 1970) as strftime(3) shows it in the zone that a value of TZ
/// names (None: the system's). None where that is not to be had.
pub fn strftime(format: &[u8], seconds: i64, zone: Option<&[u8]>) -> Option<Vec<u8>> {
    let kind = Zone::named(zone)?.at(seconds)?.clone();
    let civil = Civil::from_seconds(seconds.checked_add(kind.offset)?);
    let mut out = Vec::with_capacity(32);
    format::format(&Moment { seconds, nanoseconds: 0, civil, kind }, format, &mut out)?;
    Some(out)
}

/// What is printed; `None` for what is left to the installed program.
fn text(context: &Context<'_>, arguments: &[&[u8]]) -> Option<Vec<u8>> {
    let parsed = options::parse(arguments, OPTIONS, true)?;
    let format: &[u8] = match &parsed.operands[..] {
        [] => match parsed.options.iter().filter(|(letter, _)| "RI3".contains(*letter)).count() {
            0 => b"%a %b %e %H:%M:%S %Z %Y",
            1 if parsed.has('R') => b"%a, %d %b %Y %H:%M:%S %z",
            1 if parsed.has('I') => match parsed.value('I') {
                None | Some(b"date") => b"%Y-%m-%d",
                Some(b"hours") => b"%Y-%m-%dT%H%:z",
                Some(b"minutes") => b"%Y-%m-%dT%H:%M%:z",
                Some(b"seconds") => b"%Y-%m-%dT%H:%M:%S%:z",
                Some(b"ns") => b"%Y-%m-%dT%H:%M:%S,%N%:z",
                Some(_) => return None,
            },
            1 => match parsed.value('3') {
                Some(b"date") => b"%Y-%m-%d",
                Some(b"seconds") => b"%Y-%m-%d %H:%M:%S%:z",
                Some(b"ns") => b"%Y-%m-%d %H:%M:%S.%N%:z",
                _ => return None,
            },
            _ => return None,
        },
        [[b'+', format @ ..]] if !"RI3".chars().any(|letter| parsed.has(letter)) => format,
        _ => return None,
    };
    if parsed.options.iter().filter(|(letter, _)| "dr".contains(*letter)).count() > 1 {
        return None;
    }
    let zone = if parsed.has('u') { Zone::utc() } else { Zone::of(context)? };
    let (seconds, nanoseconds) = if let Some(path) = parsed.value('r') {
        let stat = stage::door::statat(context.directory, path, AtFlags::empty()).ok()?;
        (stat.st_mtime, u32::try_from(stat.st_mtime_nsec).ok()?)
    } else {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
        let now = (i64::try_from(now.as_secs()).ok()?, now.subsec_nanos());
        match parsed.value('d') {
            Some(text) => parse::parse(text, now, &zone)?,
            None => now,
        }
    };
    let kind = zone.at(seconds)?.clone();
    let civil = Civil::from_seconds(seconds.checked_add(kind.offset)?);
    if !format::is_usual(&civil) {
        return None;
    }
    let mut out = Vec::with_capacity(64);
    format::format(&Moment { seconds, nanoseconds, civil, kind }, format, &mut out)?;
    out.push(b'\n');
    Some(out)
}
