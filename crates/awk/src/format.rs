//! printf and sprintf (POSIX XCU awk, "Output Statements"), with the conversions, the ranges
//! and the messages of mawk: integers are C's int, or its long, `%c` of a number is a byte, strings
//! are never padded with zeros.

use crate::dialect::Dialect;
use crate::machine::{Result, Stop};
use crate::number::{self, NumberFormat};
use crate::output::c_string;
use crate::value::{Kind, Value};
use utilities::system::printf::{Real, Spec};

/// Most bytes that sprintf makes.
const LIMIT: usize = 8192;

/// Who formats, for messages and limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    Printf,
    Sprintf,
}

/// One conversion as it is written.
struct Conversion {
    spec: Spec,
    /// Whether there is a space among the flags; strings treat it their own way.
    letter: u8,
    /// How often `l` and `h` stand before the letter.
    longs: usize,
    shorts: usize,
    length: usize,
}

impl Conversion {
    fn is_modified(&self) -> bool {
        self.longs + self.shorts > 0
    }
}

/// Reads flags, width, precision and letter behind a `%`, with `many` modifiers or one. `star` gives
/// the arguments of `*`.
fn conversion(text: &[u8], many: bool, mut star: impl FnMut() -> i32) -> Conversion {
    let mut spec = Spec::default();
    let mut at = 0;
    loop {
        match text.get(at) {
            Some(b'-') => spec.left = true,
            Some(b'+') => spec.plus = true,
            Some(b' ') => spec.space = true,
            Some(b'#') => spec.alternate = true,
            Some(b'0') => spec.zero = true,
            Some(b'\'') => {}
            _ => break,
        }
        at += 1;
    }
    let digits = |at: &mut usize| {
        let mut value = None;
        while let Some(digit @ b'0'..=b'9') = text.get(*at) {
            let next = value.unwrap_or(0usize) * 10 + usize::from(digit - b'0');
            value = Some(next.min(i32::MAX as usize));
            *at += 1;
        }
        value
    };
    if text.get(at) == Some(&b'*') {
        at += 1;
        spec.set_width(i64::from(star()));
    } else {
        spec.width = digits(&mut at).unwrap_or(0);
    }
    let mut bare_point = false;
    if text.get(at) == Some(&b'.') {
        at += 1;
        if text.get(at) == Some(&b'*') {
            at += 1;
            spec.precision = usize::try_from(star()).ok();
        } else {
            let precision = digits(&mut at);
            bare_point = precision.is_none();
            spec.precision = Some(precision.unwrap_or(0));
        }
    }
    let (mut longs, mut shorts) = (0, 0);
    while let Some(modifier @ (b'l' | b'h')) = text.get(at)
        && (many || longs + shorts == 0)
    {
        longs += usize::from(*modifier == b'l');
        shorts += usize::from(*modifier == b'h');
        at += 1;
    }
    let letter = text.get(at).copied().unwrap_or(0);
    if bare_point && matches!(letter, b's' | b'c') {
        // A point without digits does not cut strings here.
        spec.precision = None;
    }
    Conversion { spec, letter, longs, shorts, length: (at + 1).min(text.len()) }
}

/// Whether a format asks for more widths and precisions than there are values: mawk takes what is behind those.
pub(crate) fn lacks_sizes(format: &[u8], mut values: usize, dialect: Dialect) -> bool {
    let mut lacks = false;
    let mut rest = format;
    while let Some(at) = byte_search::memchr(b'%', rest) {
        rest = &rest[at + 1..];
        if rest.first() == Some(&b'%') {
            rest = &rest[1..];
            continue;
        }
        let conversion = conversion(rest, dialect.rules().integers_are_long, || {
            lacks |= values == 0;
            values = values.saturating_sub(1);
            0
        });
        rest = &rest[conversion.length..];
        values = values.saturating_sub(1);
    }
    lacks
}

/// CONVFMT and OFMT.
#[derive(Clone, Copy)]
pub(crate) struct Formats<'a> {
    pub(crate) convfmt: &'a NumberFormat,
    pub(crate) ofmt: &'a NumberFormat,
}

/// Appends what printf prints for `format` and `values`.
pub(crate) fn format(
    format: &[u8],
    values: &[Value],
    formats: Formats<'_>,
    caller: Caller,
    out: &mut Vec<u8>,
) -> Result<()> {
    let dialect = formats.convfmt.dialect;
    let is_long = dialect.rules().integers_are_long;
    let start = out.len();
    let mut values = values.iter();
    let mut rest = format;
    let mut count = 0;
    let overflow = |out: &Vec<u8>, more: usize| {
        caller == Caller::Sprintf && (out.len() - start).saturating_add(more) + 1 >= LIMIT
    };
    while let Some(at) = byte_search::memchr(b'%', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        count += 1;
        if rest.first() == Some(&b'%') {
            out.push(b'%');
            rest = &rest[1..];
            continue;
        }
        if let [letter @ (b'd' | b's'), ..] = rest
            && let Some(value) = values.as_slice().first()
            && append_plain(*letter, value, out, |out, more| !overflow(out, more))
        {
            values.next();
            rest = &rest[1..];
            continue;
        }
        let conversion = conversion(rest, is_long, || {
            let number = values.next().map_or(0.0, |value| value.number(dialect));
            number::to_short_int(number, dialect)
        });
        let Conversion { spec, letter, .. } = &conversion;
        rest = &rest[conversion.length..];
        let Some(value) = values.next() else {
            return Err(complaint("not enough arguments passed to ", caller, format));
        };
        let least = spec.width.max(spec.precision.unwrap_or(0));
        if overflow(out, least) || (least > 1 << 24 && out.try_reserve(least * 2).is_err()) {
            return Err(too_large());
        }
        if let Value::Number(number) = value
            && is_long
            && !number.is_finite()
            && b"scdioxXuefgEG".contains(letter)
        {
            number::append_whole(*number, out);
            continue;
        }
        match letter {
            b's' if !conversion.is_modified() => {
                let mut buffer = Vec::new();
                let text = match value.as_text() {
                    Some((_, text)) => text,
                    None => {
                        value.append(formats.convfmt, &mut buffer);
                        &buffer
                    }
                };
                if overflow(out, text.len().max(spec.width)) {
                    return Err(too_large());
                }
                string(spec, text, out);
            }
            b'c' if !conversion.is_modified() => {
                string(spec, &[character(value, caller, dialect)], out);
            }
            b'd' | b'i' if is_long => {
                long(&conversion, value.number(dialect), formats.ofmt, out);
            }
            b'd' | b'i' => short(&conversion, value.number(dialect), out),
            b'o' | b'x' | b'X' | b'u' if is_long => {
                unsigned_long(&conversion, value.number(dialect), out);
            }
            b'o' | b'x' | b'X' | b'u' => unsigned_short(&conversion, value.number(dialect), out),
            b'e' | b'f' | b'g' | b'E' | b'G' if !conversion.is_modified() => {
                let spec = Spec { space: spec.space && !spec.plus, ..*spec };
                spec.real(Real::from_f64(value.number(dialect)), *letter, out);
            }
            _ => {
                let text = format!("improper conversion(number {count}) in ");
                return Err(complaint(&text, caller, format));
            }
        }
    }
    out.extend_from_slice(rest);
    if caller == Caller::Sprintf && out.len() - start > LIMIT {
        return Err(too_large());
    }
    Ok(())
}

/// Appends what `%d` of a small number or `%s` of a text is, as most conversions are, if it `fits`. False: nothing was
/// appended.
#[inline]
fn append_plain(
    letter: u8,
    value: &Value,
    out: &mut Vec<u8>,
    fits: impl Fn(&Vec<u8>, usize) -> bool,
) -> bool {
    match value {
        Value::Number(number) if letter == b'd' && number.abs() < f64::from(i32::MAX) => {
            let fits = fits(out, 0);
            if fits {
                number::append_integer(*number as i32, out);
            }
            fits
        }
        _ if letter == b's' => value.as_text().is_some_and(|(_, text)| {
            let fits = fits(out, text.len());
            if fits {
                out.extend_from_slice(text);
            }
            fits
        }),
        _ => false,
    }
}

/// `%d` where integers are int.
fn short(conversion: &Conversion, number: f64, out: &mut Vec<u8>) {
    let integer = number::to_int(number);
    let integer = match conversion {
        Conversion { shorts: 1, .. } => i64::from(integer as i16),
        // An int where a long is expected comes without its sign.
        Conversion { longs: 1, .. } => i64::from(integer as u32),
        _ => i64::from(integer),
    };
    conversion.spec.signed(integer, out);
}

/// `%u` and its kin where integers are int.
fn unsigned_short(conversion: &Conversion, number: f64, out: &mut Vec<u8>) {
    let unsigned = to_unsigned(number);
    let unsigned = match conversion.shorts {
        0 => unsigned.into(),
        _ => u64::from(unsigned as u16),
    };
    conversion.spec.unsigned(unsigned, conversion.letter, out);
}

/// `%d` where integers are long: what does not fit one is written without regard to the rest of the
/// conversion.
fn long(conversion: &Conversion, number: f64, ofmt: &NumberFormat, out: &mut Vec<u8>) {
    let Conversion { spec, letter, longs, shorts, .. } = conversion;
    let size = number.abs();
    if *shorts == 0 && is_bound(size) {
        return number::append_whole(number, out);
    }
    if *shorts == 0 && size > number::UNSIGNED {
        return number_format(number, ofmt, out);
    }
    // As `%u` where the letter can be changed to that.
    let is_large = number >= number::UNSIGNED / 2.0;
    if is_large && *letter == b'd' && longs + shorts == 0 {
        return spec.unsigned(number::to_unsigned_long(number), b'u', out);
    }
    let integer = match is_large {
        true => number::to_unsigned_long(number) as i64,
        false => number::to_limited_long(number),
    };
    let integer = match shorts {
        0 => integer,
        1 => i64::from(integer as i16),
        _ => i64::from(integer as i8),
    };
    spec.signed(integer, out);
}

/// `%o`, `%u` and `%x` where integers are long.
fn unsigned_long(conversion: &Conversion, number: f64, out: &mut Vec<u8>) {
    let Conversion { spec, letter, shorts, .. } = conversion;
    if *letter == b'u' && *shorts == 0 && is_bound(number) {
        return number::append_whole(number, out);
    }
    let integer = number::to_unsigned_long(number);
    let integer = match shorts {
        0 => integer,
        1 => u64::from(integer as u16),
        _ => u64::from(integer as u8),
    };
    spec.unsigned(integer, *letter, out);
}

/// Whether a number is the first that C's long, or its unsigned long, has not.
fn is_bound(number: f64) -> bool {
    number == number::UNSIGNED || number == number::UNSIGNED / 2.0
}

fn complaint(what: &str, caller: Caller, format: &[u8]) -> Stop {
    let mut text = what.as_bytes().to_vec();
    text.extend_from_slice(match caller {
        Caller::Printf => b"printf(\"",
        Caller::Sprintf => b"sprintf(\"",
    });
    text.extend_from_slice(c_string(format));
    text.extend_from_slice(b"\")");
    Stop::error(text)
}

fn too_large() -> Stop {
    Stop::limit(format!("program limit exceeded: sprintf buffer size={LIMIT}").into_bytes())
}

/// A string: blanks around it, never zeros; one blank for an empty one where the flags have a
/// space.
fn string(spec: &Spec, text: &[u8], out: &mut Vec<u8>) {
    if spec.space && text.is_empty() {
        out.push(b' ');
    }
    spec.string(text, out);
}

/// The byte that `%c` prints.
fn character(value: &Value, caller: Caller, dialect: Dialect) -> u8 {
    let rules = dialect.rules();
    let numeric = match value {
        Value::Unset => return 0,
        Value::Number(number) => Some(*number),
        _ => value.as_text().and_then(|(kind, text)| match kind {
            Kind::Text if caller == Caller::Printf || !rules.sprintf_reads_digits => None,
            Kind::Numeric => Some(number::value_of(text, dialect)),
            Kind::Text | Kind::Input => number::looks_numeric(text, dialect),
        }),
    };
    match numeric {
        Some(number) if rules.integers_are_long => number::to_limited_long(number) as u8,
        Some(number) => number::to_int(number) as u8,
        None => value.as_text().and_then(|(_, text)| text.first().copied()).unwrap_or(0),
    }
}

/// C's unsigned int, limited on both sides.
fn to_unsigned(value: f64) -> u32 {
    if value >= f64::from(u32::MAX) {
        u32::MAX
    } else if value > 0.0 {
        value as u32
    } else {
        0
    }
}

/// Whether a text can be CONVFMT or OFMT: one conversion at most, without `*`.
pub(crate) fn is_number_format(text: &[u8]) -> bool {
    let mut rest = text;
    let mut count = 0;
    while let Some(at) = byte_search::memchr(b'%', rest) {
        rest = &rest[at + 1..];
        count += 1;
        let mut stars = 0;
        let conversion = conversion(rest, false, || {
            stars += 1;
            0
        });
        let known = b"scdioxXuegfEG".contains(&conversion.letter);
        if count > 1 || stars > 0 || !known {
            return false;
        }
        rest = &rest[conversion.length..];
    }
    true
}

/// Whether a text is a format of one real number, which each mawk takes in the same way.
pub(crate) fn is_plain_number_format(text: &[u8]) -> bool {
    let percents = text.iter().filter(|byte| **byte == b'%').count();
    let Some(at) = byte_search::memchr(b'%', text).filter(|_| percents == 1) else { return false };
    let conversion = conversion(&text[at + 1..], false, || 0);
    !conversion.is_modified()
        && b"efgEG".contains(&conversion.letter)
        && !text.contains(&b'*')
        && text.len() < 100
        && conversion.spec.width.max(conversion.spec.precision.unwrap_or(0)) < 100
}

/// Appends a number by CONVFMT or OFMT.
pub(crate) fn number_format(value: f64, format: &NumberFormat, out: &mut Vec<u8>) {
    let mut rest = &format.text[..];
    while let Some(at) = byte_search::memchr(b'%', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        let Conversion { spec, letter, length, .. } = conversion(rest, false, || 0);
        rest = &rest[length..];
        match letter {
            b'e' | b'f' | b'g' | b'E' | b'G' => spec.real(Real::from_f64(value), letter, out),
            b'o' | b'x' | b'X' | b'u' => spec.unsigned(to_unsigned(value).into(), letter, out),
            b'd' | b'i' => spec.signed(number::to_int(value).into(), out),
            _ => {}
        }
    }
    out.extend_from_slice(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str, values: &[Value]) -> String {
        printed_by(Dialect::Mawk, Caller::Printf, text, values)
    }

    fn printed_by(dialect: Dialect, caller: Caller, text: &str, values: &[Value]) -> String {
        let mut out = Vec::new();
        let format_of = &NumberFormat::new(dialect);
        let formats = Formats { convfmt: format_of, ofmt: format_of };
        match format(text.as_bytes(), values, formats, caller, &mut out) {
            Ok(()) => String::from_utf8_lossy(&out).into_owned(),
            Err(stop) => format!("{stop:?}"),
        }
    }

    #[test]
    fn conversions() {
        let text = |text: &str| Value::text(text.as_bytes());
        let number = Value::Number;
        assert_eq!(printed("%d %i", &[number(1e10), text("12x")]), "2147483647 12");
        assert_eq!(printed("%u %x", &[number(-1.0), number(255.0)]), "0 ff");
        assert_eq!(printed("%c%c%c", &[number(65.0), text("bc"), Value::input(b"67")]), "AbC");
        assert_eq!(printed("%05s|%.s|%.1s|%-3s|", &vec![text("ab"); 4]), "   ab|ab|a|ab |");
        assert_eq!(
            printed("%*d|%-*d|", &[number(4.0), number(1.0), number(3.0), number(2.0)]),
            "   1|2  |"
        );
        assert_eq!(printed("%5.2f%%", &[number(3.25)]), " 3.25%");
        assert!(printed("%d", &[]).contains("Error"));
        assert!(printed("%z", &[number(1.0)]).contains("Error"));
    }

    #[test]
    fn long_integers() {
        let printed = |text, number| {
            printed_by(Dialect::Mawk2026, Caller::Printf, text, &[Value::Number(number)])
        };
        for (text, number, result) in [
            ("%d", 3e9, "3000000000"),
            ("%5d|", 9_223_372_036_854_775_808.0, "9223372036854775808|"),
            ("%22d|", 1e19, "  10000000000000000000|"),
            ("%i", 1e19, "-8446744073709551616"),
            ("%d", 1e30, "1e+30"),
            ("%x", -1.0, "ffffffffffffffff"),
            ("%hx", -1.0, "ffff"),
            ("%hhd", 300.0, "44"),
            ("%lld", -3e9, "-3000000000"),
            ("%9s|", f64::INFINITY, "+inf|"),
            ("%9d|", f64::NEG_INFINITY, "-inf|"),
            ("%9f|", f64::INFINITY, "+inf|"),
        ] {
            assert_eq!(printed(text, number), result, "{text} {number}");
        }
        let digits = [Value::text(b"65")];
        assert_eq!(printed_by(Dialect::Mawk2025, Caller::Sprintf, "%c", &digits), "A");
        assert_eq!(printed_by(Dialect::Mawk2025, Caller::Printf, "%c", &digits), "6");
        assert_eq!(printed_by(Dialect::Mawk, Caller::Sprintf, "%c", &digits), "6");
    }

    #[test]
    fn formats_of_numbers() {
        assert!(is_plain_number_format(b"%.2f") && is_plain_number_format(b"x%5.3gy"));
        assert!(!is_plain_number_format(b"%d") && !is_plain_number_format(b"%%%f"));
        assert!(is_number_format(b"%.2f") && is_number_format(b"x%dy") && is_number_format(b""));
        assert!(
            !is_number_format(b"%d%d") && !is_number_format(b"%*d") && !is_number_format(b"%z")
        );
    }
}
