//! Points in time: as arguments spell them (`touch -t`, `touch -d`), and as files' times are
//! shown.

use crate::Context;
use crate::system::date::calendar::Civil;
use crate::system::date::parse::parse;
use crate::system::date::zone::{Kind, Zone};
use rustix::fs::Timespec;
use rustix::time::{ClockId, clock_gettime};

/// The time now.
pub(crate) fn now() -> Timespec {
    clock_gettime(ClockId::Realtime)
}

/// `[[CC]YY]MMDDhhmm[.ss]` in local time (POSIX XCU touch); None where it is no such stamp.
pub(crate) fn stamp(context: &Context<'_>, text: &[u8]) -> Option<Timespec> {
    let (digits, seconds) = match text.iter().position(|&byte| byte == b'.') {
        Some(at) => (&text[..at], number(&text[at + 1..], 2)?),
        None => (text, 0),
    };
    let zone = Zone::of(context)?;
    let (year, rest) = match digits.len() {
        8 => (local(&zone, now().tv_sec).year, digits),
        10 => {
            let year = number(&digits[..2], 2)?;
            (if year < 69 { 2000 + year } else { 1900 + year }, &digits[2..])
        }
        12 => (number(&digits[..4], 4)?, &digits[4..]),
        _ => return None,
    };
    let field = |at: usize| rest.get(at..at + 2).and_then(|text| number(text, 2));
    let civil = Civil {
        year,
        month: field(0)?,
        day: field(2)?,
        hour: field(4)?,
        minute: field(6)?,
        second: seconds,
    };
    // A date that does not exist would become another one.
    if Civil::from_seconds(civil.seconds()) != civil {
        return None;
    }
    Some(Timespec { tv_sec: zone.moment(civil.seconds())?, tv_nsec: 0 })
}

fn number(text: &[u8], length: usize) -> Option<i64> {
    let digits = text.len() == length && text.iter().all(u8::is_ascii_digit);
    if !digits {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// A date that GNU utilities understand, where it is one of the usual forms.
pub(crate) fn any(context: &Context<'_>, text: &[u8], now: Timespec) -> Option<Timespec> {
    let now = (now.tv_sec, u32::try_from(now.tv_nsec).ok()?);
    // Only other forms than this depend on the zone.
    let zone = match text.first() {
        Some(b'@') => Zone::utc(),
        _ => Zone::of(context)?,
    };
    let (seconds, nanoseconds) = parse(text, now, &zone)?;
    Some(Timespec { tv_sec: seconds, tv_nsec: i64::from(nanoseconds) })
}

/// Seconds in 28 years, after which the days of the week and the leap years come again.
const CYCLE: i64 = 10_227 * 86_400;

/// What holds in a zone at a moment. Where its table ends, what holds at the same time of the
/// same kind of year.
pub(crate) fn kind(zone: &Zone, moment: i64) -> Option<&Kind> {
    let mut moment = moment;
    for _ in 0..64 {
        if let Some(kind) = zone.at(moment) {
            return Some(kind);
        }
        moment = moment.checked_sub(CYCLE)?;
    }
    None
}

/// A moment as the clocks of a zone show it.
pub(crate) fn local(zone: &Zone, moment: i64) -> Civil {
    let offset = kind(zone, moment).map_or(0, |kind| kind.offset);
    Civil::from_seconds(moment.saturating_add(offset))
}
