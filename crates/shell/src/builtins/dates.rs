//! Dates in words, and the conversions of dates that strftime(3) does not have, as ksh93's
//! `printf '%(format)T'` takes them.
//!
//! `builtins::printf` calls `moment` for the argument and `formatted` for the format. Conversions
//! of time and zones are those of utility date (`utilities::system::date`). See ksh93(1), Built-in
//! Commands, printf.

use utilities::system::date;

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The moment (seconds since 1970) that a text says: what `date -d` takes, or with the name of
/// a month, `6am`, `noon` or `midnight`. None where it says none.
pub(super) fn moment(text: &[u8], zone: Option<&[u8]>) -> Option<i64> {
    if let Some(seconds) = super::number(text).filter(|_| text.len() != 8) {
        return Some(seconds);
    }
    if let Some(seconds) = text.strip_prefix(b"#").and_then(super::number) {
        return Some(seconds);
    }
    let lower = std::str::from_utf8(text).ok()?.to_ascii_lowercase().replace(',', " ");
    let lower = apart_from_time(&lower);
    let mut words = lower.split_ascii_whitespace().peekable();
    let mut spelled: Vec<String> = Vec::new();
    let (mut month, mut day, mut year) = (None, None, None);
    // The last time of day that is given is the one that counts.
    let mut clock: Option<String> = None;
    while let Some(word) = words.next() {
        let number = word.parse::<u32>().ok();
        if let Some(found) = month_of(word) {
            month = Some(found);
        } else if let Some(number) = number.filter(|_| word.len() == 8) {
            // 20010203
            (year, month, day) =
                (Some(number / 10_000), Some(number / 100 % 100), Some(number % 100));
        } else if let (Some(1..=31), None, true) = (
            number,
            day,
            month.is_some() || words.peek().is_some_and(|next| month_of(next).is_some()),
        ) {
            day = number;
        } else if let (Some(1000..), true) = (number, month.is_some()) {
            year = number;
        } else {
            match word {
                "noon" => clock = Some("12:00".to_string()),
                "midnight" => clock = Some("00:00".to_string()),
                // At their beginning, unless a time of day is given.
                "today" => {
                    clock.get_or_insert_with(|| "00:00".to_string());
                }
                "yesterday" | "tomorrow" => {
                    clock.get_or_insert_with(|| "00:00".to_string());
                    spelled.push(word.to_string());
                }
                _ => match hour_of(word) {
                    Some(hour) => clock = Some(hour),
                    // With a zone, as `12:00:00Z`, it is one word.
                    None if word.contains(':') && !word.contains('-') => {
                        clock = Some(word.to_string());
                    }
                    None => spelled.push(word.to_string()),
                },
            }
        }
    }
    let now = |format: &[u8]| {
        let text = date::strftime(format, date::moment(b"now", zone)?, zone)?;
        String::from_utf8(text).ok()
    };
    if let Some(month) = month {
        let year = match year {
            Some(year) => year.to_string(),
            None => now(b"%Y")?,
        };
        spelled.insert(0, format!("{year:0>4}-{month:02}-{:02}", day.unwrap_or(1)));
    }
    let dated = spelled.first().is_some_and(|first| first.len() == 10 && first.contains('-'));
    match clock {
        Some(clock) => spelled.insert(usize::from(dated), clock),
        // The time of day is what it is now.
        None if dated => spelled.insert(1, now(b"%H:%M:%S")?),
        None => {}
    }
    date::moment(spelled.join(" ").as_bytes(), zone)
}

/// `2001-02-03+04:05` as a date and a time.
fn apart_from_time(text: &str) -> String {
    let mut out = text.as_bytes().to_vec();
    for at in 10..out.len().saturating_sub(2) {
        let date = out[at - 10] != b' ' && out[at - 3] == b'-' && out[at - 6] == b'-';
        if out[at] == b'+' && date && out[at + 1].is_ascii_digit() {
            out[at] = b' ';
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_string())
}

/// A month by its name or the beginning of it.
fn month_of(word: &str) -> Option<u32> {
    let word = word.trim_end_matches('.');
    let begin = word.get(..3)?;
    let at = MONTHS.iter().position(|month| *month == begin)?;
    word.bytes().all(|byte| byte.is_ascii_alphabetic()).then_some(at as u32 + 1)
}

/// `6am`, `11pm` as a time of day.
fn hour_of(word: &str) -> Option<String> {
    let (digits, afternoon) = match word.strip_suffix("am") {
        Some(digits) => (digits, 0),
        None => (word.strip_suffix("pm")?, 12),
    };
    let hour = digits.parse::<u32>().ok().filter(|hour| (1..=12).contains(hour))?;
    Some(format!("{:02}:00", hour % 12 + afternoon))
}

/// A moment as a format shows it.
pub(super) fn formatted(format: &[u8], seconds: i64, zone: Option<&[u8]>) -> Option<Vec<u8>> {
    let mut own = Vec::with_capacity(format.len());
    let mut rest = format;
    while let Some(at) = byte_search::memchr(b'%', rest) {
        own.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        let flags = rest.iter().take_while(|byte| b"_-0".contains(byte)).count();
        let blank = rest[..flags].contains(&b'_');
        let number = |value: i64, width: usize| match blank {
            true => format!("{value:width$}"),
            false => format!("{value:0width$}"),
        };
        match rest.get(flags) {
            // Seconds since 1970.
            Some(b'#') => own.extend_from_slice(seconds.to_string().as_bytes()),
            Some(b'f') => own.extend_from_slice(b"%Y.%m.%d-%H:%M:%S"),
            Some(b'K') => own.extend_from_slice(b"%Y-%m-%d+%H:%M:%S"),
            Some(b'L') => own.extend_from_slice(b"%a %b %e %H:%M:%S %Z %Y"),
            Some(b'N') => own.extend_from_slice(number(0, 9).as_bytes()),
            Some(b'J') => {
                // From 0.
                let day = date::strftime(b"%j", seconds, zone)?;
                let day = super::number(day.trim_ascii_start()).unwrap_or(1) - 1;
                own.extend_from_slice(number(day, 3).as_bytes());
            }
            Some(_) => {
                own.push(b'%');
                own.extend_from_slice(&rest[..=flags]);
            }
            None => own.push(b'%'),
        }
        rest = rest.get(flags + 1..).unwrap_or_default();
    }
    own.extend_from_slice(rest);
    date::strftime(&own, seconds, zone)
}
