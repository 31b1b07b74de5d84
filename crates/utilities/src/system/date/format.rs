//! strftime(3) in the C locale, with GNU's flags, widths and `%N`.

use super::Moment;
use super::calendar::Civil;
use super::zone::Kind;

const DAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// How a conversion is padded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pad {
    Usual,
    None,
    Blank,
    Zero,
}

/// Flags and width of one conversion.
struct Spec {
    pad: Pad,
    upper: bool,
    swap: bool,
    width: usize,
}

impl Spec {
    /// A number of at least `digits` digits, padded with `usual` by itself.
    fn number(&self, value: i64, digits: usize, usual: u8, out: &mut Vec<u8>) {
        let fill = match self.pad {
            Pad::Usual => usual,
            Pad::Blank => b' ',
            Pad::Zero | Pad::None => b'0',
        };
        let width = if self.pad == Pad::None { 0 } else { self.width.max(digits) };
        let text = value.unsigned_abs().to_string();
        if value < 0 && fill == b' ' {
            out.resize(out.len() + width.saturating_sub(text.len() + 1), b' ');
            out.push(b'-');
        } else {
            if value < 0 {
                out.push(b'-');
            }
            let used = text.len() + usize::from(value < 0);
            out.resize(out.len() + width.saturating_sub(used), fill);
        }
        out.extend_from_slice(text.as_bytes());
    }

    fn text(&self, text: &[u8], out: &mut Vec<u8>) {
        let fill = if self.pad == Pad::Zero { b'0' } else { b' ' };
        if self.pad != Pad::None {
            out.resize(out.len() + self.width.saturating_sub(text.len()), fill);
        }
        if self.upper {
            out.extend(text.iter().map(u8::to_ascii_uppercase));
        } else {
            out.extend_from_slice(text);
        }
    }
}

/// Appends `moment` by `format`. `None` where this implementation does not know what the
/// installed one would do.
pub(super) fn format(moment: &Moment, format: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let mut rest = format;
    while let Some(at) = byte_search::memchr(b'%', rest) {
        out.extend_from_slice(&rest[..at]);
        if at + 1 == rest.len() {
            // No conversion.
            out.push(b'%');
            return Some(());
        }
        rest = conversion(moment, &rest[at + 1..], out)?;
    }
    out.extend_from_slice(rest);
    Some(())
}

/// What is between `%` and the letter of a conversion.
struct Directive {
    spec: Spec,
    /// It has flags.
    flags: bool,
    /// It has neither flags nor a width.
    bare: bool,
    /// How many colons there are.
    colons: usize,
    letter: u8,
}

/// Reads a conversion, behind its `%`; returns what follows, too.
fn directive(text: &[u8]) -> Option<(Directive, &[u8])> {
    let mut spec = Spec { pad: Pad::Usual, upper: false, swap: false, width: 0 };
    let mut at = 0;
    loop {
        match text.get(at)? {
            b'-' => spec.pad = Pad::None,
            b'_' => spec.pad = Pad::Blank,
            b'0' => spec.pad = Pad::Zero,
            b'^' => spec.upper = true,
            b'#' => spec.swap = true,
            _ => break,
        }
        at += 1;
    }
    let flags = at > 0;
    let digits = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits > 3 {
        return None;
    }
    spec.width =
        text[at..at + digits].iter().fold(0, |w, digit| w * 10 + usize::from(digit - b'0'));
    at += digits;
    let colons = text[at..].iter().take_while(|&&byte| byte == b':').count();
    at += colons;
    let bare = !flags && digits == 0;
    Some((Directive { spec, flags, bare, colons, letter: *text.get(at)? }, &text[at + 1..]))
}

/// One conversion, behind its `%`; returns what follows.
fn conversion<'f>(moment: &Moment, text: &'f [u8], out: &mut Vec<u8>) -> Option<&'f [u8]> {
    let (Directive { spec, flags, bare, colons, letter }, rest) = directive(text)?;
    if letter == b'z' {
        zone(&moment.kind, colons, &spec, out)?;
        return Some(rest);
    }
    if colons > 0 {
        return None;
    }
    match letter {
        b'%' if bare => out.push(b'%'),
        b'n' | b't' if bare => out.push(if letter == b'n' { b'\n' } else { b'\t' }),
        b'P' if flags => return None,
        b'a' | b'A' | b'b' | b'h' | b'B' | b'p' | b'P' | b'Z' => name(moment, &spec, letter, out),
        b'N' if !flags => {
            let all = format!("{:09}", moment.nanoseconds);
            let shown = if spec.width == 0 { 9 } else { spec.width };
            out.extend_from_slice(&all.as_bytes()[..shown.min(9)]);
            out.resize(out.len() + shown.saturating_sub(9), b'0');
        }
        b'c' | b'D' | b'F' | b'r' | b'R' | b'T' | b'x' | b'X' if bare => {
            let long: &[u8] = match letter {
                b'c' => b"%a %b %e %H:%M:%S %Y",
                b'D' | b'x' => b"%m/%d/%y",
                b'F' => b"%Y-%m-%d",
                b'r' => b"%I:%M:%S %p",
                b'R' => b"%H:%M",
                _ => b"%H:%M:%S",
            };
            format(moment, long, out)?;
        }
        _ => {
            let (number, width, pad) = number(moment, letter)?;
            spec.number(number, width, pad, out);
        }
    }
    Some(rest)
}

/// Appends a name: of a day, a month, a half of the day, the zone.
fn name(moment: &Moment, spec: &Spec, letter: u8, out: &mut Vec<u8>) {
    let civil = &moment.civil;
    // Names in the other case: of letters that are upper case by nature to lower case.
    let upper = Spec { upper: spec.upper || spec.swap, ..*spec };
    let day = DAYS[civil.week_day() as usize];
    let month = MONTHS[(civil.month - 1) as usize];
    let half: &[u8] = if civil.hour < 12 { b"AM" } else { b"PM" };
    match letter {
        b'a' => upper.text(&day.as_bytes()[..3], out),
        b'A' => upper.text(day.as_bytes(), out),
        b'b' | b'h' => upper.text(&month.as_bytes()[..3], out),
        b'B' => upper.text(month.as_bytes(), out),
        b'p' if !spec.swap => spec.text(half, out),
        b'p' | b'P' => spec.text(&half.to_ascii_lowercase(), out),
        _ if spec.swap => spec.text(&moment.kind.name.to_ascii_lowercase(), out),
        _ => spec.text(&moment.kind.name, out),
    }
}

/// The number that a letter stands for, its usual width and what pads it.
fn number(moment: &Moment, letter: u8) -> Option<(i64, usize, u8)> {
    let civil = &moment.civil;
    let hour = match civil.hour % 12 {
        0 => 12,
        hour => hour,
    };
    let week_from = |first: i64| (civil.year_day() + 7 - (civil.week_day() + 7 - first) % 7) / 7;
    Some(match letter {
        b'd' => (civil.day, 2, b'0'),
        b'e' => (civil.day, 2, b' '),
        b'H' => (civil.hour, 2, b'0'),
        b'I' => (hour, 2, b'0'),
        b'k' => (civil.hour, 2, b' '),
        b'l' => (hour, 2, b' '),
        b'j' => (civil.year_day() + 1, 3, b'0'),
        b'm' => (civil.month, 2, b'0'),
        b'M' => (civil.minute, 2, b'0'),
        b'S' => (civil.second, 2, b'0'),
        b'q' => ((civil.month - 1) / 3 + 1, 1, b'0'),
        b'u' => ((civil.week_day() + 6) % 7 + 1, 1, b'0'),
        b'w' => (civil.week_day(), 1, b'0'),
        b'U' => (week_from(0), 2, b'0'),
        b'W' => (week_from(1), 2, b'0'),
        b'V' => (civil.iso_week().1, 2, b'0'),
        b'G' => (civil.iso_week().0, 4, b'0'),
        b'g' => (civil.iso_week().0 % 100, 2, b'0'),
        b'Y' => (civil.year, 4, b'0'),
        b'C' => (civil.year / 100, 2, b'0'),
        b'y' => (civil.year % 100, 2, b'0'),
        b's' => (moment.seconds, 1, b'0'),
        _ => return None,
    })
}

/// `%z` and its forms with colons.
fn zone(kind: &Kind, colons: usize, spec: &Spec, out: &mut Vec<u8>) -> Option<()> {
    if spec.pad != Pad::Usual || spec.width > 0 || spec.upper || spec.swap {
        return None;
    }
    out.push(if kind.offset < 0 { b'-' } else { b'+' });
    let offset = kind.offset.abs();
    let (hours, minutes, seconds) = (offset / 3600, offset / 60 % 60, offset % 60);
    let text = match colons {
        0 => format!("{hours:02}{minutes:02}"),
        1 => format!("{hours:02}:{minutes:02}"),
        2 => format!("{hours:02}:{minutes:02}:{seconds:02}"),
        3 if seconds != 0 => format!("{hours:02}:{minutes:02}:{seconds:02}"),
        3 if minutes != 0 => format!("{hours:02}:{minutes:02}"),
        3 => format!("{hours:02}"),
        _ => return None,
    };
    out.extend_from_slice(text.as_bytes());
    Some(())
}

/// Whether a moment's year has the four digits that everything here counts on.
pub(super) fn is_usual(civil: &Civil) -> bool {
    (1000..=9999).contains(&civil.year)
}
