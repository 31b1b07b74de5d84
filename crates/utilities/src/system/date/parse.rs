//! The dates of `date -d` that scripts write: `@seconds`, ISO 8601 dates and times, `now`,
//! `yesterday`, `3 days ago` and their like. Anything else is left to the installed program.

use super::calendar::Civil;
use super::zone::Zone;

/// Seconds since 1970 and nanoseconds.
pub(crate) type Instant = (i64, u32);

/// What has been read so far.
#[derive(Default)]
struct Items {
    date: Option<(i64, i64, i64)>,
    time: Option<(i64, i64, i64, u32)>,
    zone: Option<i64>,
    years: i64,
    months: i64,
    days: i64,
    seconds: i64,
}

/// Finds the moment that `text` says; `None` where it is not one of the forms above.
pub(crate) fn parse(text: &[u8], now: Instant, zone: &Zone) -> Option<Instant> {
    let text = std::str::from_utf8(text).ok()?.trim_matches(' ');
    if let Some(number) = text.strip_prefix('@') {
        return seconds(number);
    }
    let lower = text.to_ascii_lowercase();
    let mut items = Items::default();
    let mut words = lower.split(' ').filter(|word| !word.is_empty()).peekable();
    words.peek()?;
    while let Some(word) = words.next() {
        match word {
            "now" | "today" => continue,
            "yesterday" => items.days -= 1,
            "tomorrow" => items.days += 1,
            "z" | "utc" | "gmt" if items.time.is_some() && items.zone.is_none() => {
                items.zone = Some(0);
            }
            _ if word.contains('-') && word.starts_with(|c: char| c.is_ascii_digit()) => {
                let (day, rest) = match word.split_once('t') {
                    Some((day, time)) => (day, Some(time)),
                    None => (word, None),
                };
                if items.date.replace(date(day)?).is_some() {
                    return None;
                }
                if let Some(time) = rest {
                    clock(time, &mut items)?;
                }
            }
            _ if word.contains(':') => clock(word, &mut items)?,
            _ => {
                // A number behind a time could be a zone.
                if items.time.is_some() {
                    return None;
                }
                let count: i64 = word.parse().ok()?;
                if word.trim_start_matches(['+', '-']).len() > 6 {
                    return None;
                }
                let unit = words.next()?;
                let sign = if words.peek() == Some(&"ago") { -1 } else { 1 };
                if sign < 0 {
                    words.next();
                }
                relative(count * sign, unit, &mut items)?;
            }
        }
    }
    resolve(&items, now, zone)
}

fn resolve(items: &Items, now: Instant, zone: &Zone) -> Option<Instant> {
    let offset = zone.at(now.0)?.offset;
    let mut civil = Civil::from_seconds(now.0 + offset);
    let mut nanoseconds = now.1;
    if items.date.is_some() || items.time.is_some() {
        let (hour, minute, second, fraction) = items.time.unwrap_or_default();
        (civil.hour, civil.minute, civil.second) = (hour, minute, second);
        nanoseconds = fraction;
    }
    if let Some((year, month, day)) = items.date {
        (civil.year, civil.month, civil.day) = (year, month, day);
    }
    civil.year += items.years;
    civil.month += items.months;
    civil.day += items.days;
    let untouched = items.date.is_none()
        && items.time.is_none()
        && (items.years, items.months, items.days) == (0, 0, 0);
    let base = match items.zone {
        // Without a date it would be today's date there.
        Some(offset) if items.date.is_some() => civil.seconds() - offset,
        Some(_) => return None,
        None if untouched => now.0,
        None => {
            let moment = zone.moment(civil.seconds())?;
            // Counted from now alone, the clock goes on being what it is: where the other one
            // holds by then, what mktime() makes of that is its own.
            let now_only = items.date.is_none() && items.time.is_none();
            if now_only && zone.at(moment)?.dst != zone.at(now.0)?.dst {
                return None;
            }
            moment
        }
    };
    Some((base + items.seconds, nanoseconds))
}

/// Parses the seconds behind `@` (`-12.5`).
fn seconds(text: &str) -> Option<Instant> {
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let digits = whole.trim_start_matches(['-', '+']);
    if digits.is_empty() || digits.len() > 12 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    if whole.len() - digits.len() > 1 {
        return None;
    }
    let whole_seconds: i64 = whole.parse().ok()?;
    if !text.contains(['.', ',']) {
        return Some((whole_seconds, 0));
    }
    if whole.starts_with('-') {
        return None;
    }
    Some((whole_seconds, nanoseconds(fraction)?))
}

/// The digits behind a decimal point.
fn nanoseconds(text: &str) -> Option<u32> {
    if text.is_empty() || text.len() > 9 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    format!("{text:0<9}").parse().ok()
}

/// A number of exactly `length` digits.
fn digits(text: &str, length: usize) -> Option<i64> {
    if text.len() != length || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// YYYY-MM-DD, a day that exists.
fn date(text: &str) -> Option<(i64, i64, i64)> {
    let mut parts = text.split('-');
    let year = digits(parts.next()?, 4)?;
    let month = digits(parts.next()?, 2)?;
    let day = digits(parts.next()?, 2)?;
    let civil = Civil { year, month, day, ..Civil::default() };
    let back = Civil::from_seconds(civil.seconds());
    (parts.next().is_none() && (1..=12).contains(&month) && day > 0 && back == civil)
        .then_some((year, month, day))
}

/// HH:MM[:SS[.fraction]] with Z, +hh, +hhmm or +hh:mm.
fn clock(text: &str, items: &mut Items) -> Option<()> {
    let end = text.find(['z', '+', '-']).unwrap_or(text.len());
    let (time, zone) = text.split_at(end);
    let mut parts = time.split(':');
    let hour = digits(parts.next()?, 2).filter(|hour| *hour < 24)?;
    let minute = digits(parts.next()?, 2).filter(|minute| *minute < 60)?;
    let (second, fraction) = match parts.next() {
        None => (0, 0),
        Some(text) => match text.split_once('.') {
            None => (digits(text, 2)?, 0),
            Some((second, fraction)) => (digits(second, 2)?, nanoseconds(fraction)?),
        },
    };
    if parts.next().is_some() || second > 59 || items.time.is_some() {
        return None;
    }
    items.time = Some((hour, minute, second, fraction));
    if zone.is_empty() {
        return Some(());
    }
    let (sign, text) = zone.split_at(1);
    let compact = text.replace(':', "");
    let offset = match (sign, compact.len()) {
        ("z", 0) => 0,
        ("+" | "-", 2) if text.len() == 2 => digits(&compact, 2)? * 3600,
        ("+" | "-", 4) if text.len() == 4 || text.as_bytes().get(2) == Some(&b':') => {
            let number = digits(&compact, 4)?;
            (number / 100 * 60 + number % 100) * 60
        }
        _ => return None,
    };
    if offset > 14 * 3600 {
        return None;
    }
    items.zone = Some(if sign == "-" { -offset } else { offset });
    Some(())
}

fn relative(count: i64, unit: &str, items: &mut Items) -> Option<()> {
    let unit = unit.strip_suffix('s').filter(|unit| unit.len() > 2).unwrap_or(unit);
    match unit {
        "sec" | "second" => items.seconds += count,
        "min" | "minute" => items.seconds += count * 60,
        "hour" => items.seconds += count * 3600,
        "day" => items.days += count,
        "week" => items.days += count * 7,
        "fortnight" => items.days += count * 14,
        "month" => items.months += count,
        "year" => items.years += count,
        _ => return None,
    }
    Some(())
}
