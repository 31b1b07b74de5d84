//! printf and sprintf (POSIX XCU awk, "Output Statements"), with the conversions, the ranges
//! and the messages of mawk: integers are C's int, `%c` of a number is a byte, strings are
//! never padded with zeros.

use crate::dialect::Dialect;
use crate::machine::{Result, Stop};
use crate::number::{self, NumberFormat};
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
    /// `l` or `h`.
    modified: bool,
    length: usize,
}

/// Reads flags, width, precision and letter behind a `%`. `star` gives the arguments of `*`.
fn conversion(text: &[u8], mut star: impl FnMut() -> i32) -> Conversion {
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
    let modified = matches!(text.get(at), Some(b'l' | b'h'));
    at += usize::from(modified);
    let letter = text.get(at).copied().unwrap_or(0);
    if bare_point && matches!(letter, b's' | b'c') {
        // A point without digits does not cut strings here.
        spec.precision = None;
    }
    Conversion { spec, letter, modified, length: (at + 1).min(text.len()) }
}

/// Appends what printf prints for `format` and `values`.
pub(crate) fn format(
    format: &[u8],
    values: &[Value],
    convfmt: &NumberFormat,
    caller: Caller,
    out: &mut Vec<u8>,
) -> Result<()> {
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
        let Conversion { mut spec, letter, modified, length } = conversion(rest, || {
            values.next().map_or(0, |value| number::to_int(value.number(Dialect::Mawk)))
        });
        rest = &rest[length..];
        let Some(value) = values.next() else {
            return Err(complaint("not enough arguments passed to ", caller, format));
        };
        let least = spec.width.max(spec.precision.unwrap_or(0));
        if overflow(out, least) || (least > 1 << 24 && out.try_reserve(least * 2).is_err()) {
            return Err(too_large());
        }
        match letter {
            b's' if !modified => {
                let mut buffer = Vec::new();
                let text = match value.as_text() {
                    Some((_, text)) => text,
                    None => {
                        value.append(convfmt, &mut buffer);
                        &buffer
                    }
                };
                if overflow(out, text.len().max(spec.width)) {
                    return Err(too_large());
                }
                string(&spec, text, out);
            }
            b'c' if !modified => string(&spec, &[character(value)], out),
            b'd' | b'i' => {
                let integer = number::to_int(value.number(Dialect::Mawk));
                spec.signed(
                    match (modified, rest_modifier(format, rest)) {
                        (true, b'h') => i64::from(integer as i16),
                        // An int where a long is expected comes without its sign.
                        (true, _) => i64::from(integer as u32),
                        _ => i64::from(integer),
                    },
                    out,
                );
            }
            b'o' | b'x' | b'X' | b'u' => {
                let unsigned = to_unsigned(value.number(Dialect::Mawk));
                let short = modified && rest_modifier(format, rest) == b'h';
                let unsigned = if short { u64::from(unsigned as u16) } else { unsigned.into() };
                spec.unsigned(unsigned, letter, out);
            }
            b'e' | b'f' | b'g' | b'E' | b'G' if !modified => {
                spec.space &= !spec.plus;
                spec.real(Real::from_f64(value.number(Dialect::Mawk)), letter, out);
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

/// The letter before the conversion letter that has just been read.
fn rest_modifier(format: &[u8], rest: &[u8]) -> u8 {
    let end = format.len() - rest.len();
    end.checked_sub(2).and_then(|at| format.get(at)).copied().unwrap_or(0)
}

fn complaint(what: &str, caller: Caller, format: &[u8]) -> Stop {
    let mut text = what.as_bytes().to_vec();
    text.extend_from_slice(match caller {
        Caller::Printf => b"printf(\"",
        Caller::Sprintf => b"sprintf(\"",
    });
    text.extend_from_slice(format);
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
fn character(value: &Value) -> u8 {
    let numeric = match value {
        Value::Unset => return 0,
        Value::Number(number) => Some(*number),
        _ => value.as_text().and_then(|(kind, text)| match kind {
            Kind::Text => None,
            Kind::Numeric => Some(number::value_of(text, Dialect::Mawk)),
            Kind::Input => number::looks_numeric(text, Dialect::Mawk),
        }),
    };
    match numeric {
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
        let conversion = conversion(rest, || {
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

/// Appends a number by CONVFMT or OFMT.
pub(crate) fn number_format(value: f64, format: &[u8], out: &mut Vec<u8>) {
    let mut rest = format;
    while let Some(at) = byte_search::memchr(b'%', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        let Conversion { spec, letter, length, .. } = conversion(rest, || 0);
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
        let mut out = Vec::new();
        match format(
            text.as_bytes(),
            values,
            &NumberFormat::new(Dialect::Mawk),
            Caller::Printf,
            &mut out,
        ) {
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
    fn formats_of_numbers() {
        assert!(is_number_format(b"%.2f") && is_number_format(b"x%dy") && is_number_format(b""));
        assert!(
            !is_number_format(b"%d%d") && !is_number_format(b"%*d") && !is_number_format(b"%z")
        );
    }
}
