//! printf and sprintf as gawk has them: integers of any size, characters of the locale, and what is
//! no conversion printed as it stands.

use crate::characters;
use crate::dialect::Dialect;
use crate::machine::{Result, Stop};
use crate::number::{self, NumberFormat};
use crate::output::c_string;
use crate::value::{Kind, Value};
use utilities::system::printf::{Real, Spec};

/// The number that the next digits belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Digits {
    Width,
    Precision,
    /// Behind the precision there are none.
    None,
}

/// A byte that C's char has for -1, which gawk passes as it does flags: it stands for nothing there.
const NO_FLAG: u8 = 0xff;
/// Whether C's char has negative values.
const SIGNED: bool = std::ffi::c_char::MIN != 0;

/// What has been read of a conversion.
#[derive(Default)]
struct Conversion {
    left: bool,
    /// `+` or a space.
    sign: Option<u8>,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    letter: u8,
    /// `P`: infinities are printed as C does.
    as_c: bool,
}

/// The arguments behind the format.
struct Arguments<'v> {
    values: std::slice::Iter<'v, Value>,
    dialect: Dialect,
}

/// How reading a conversion ends.
enum Read {
    /// A letter that converts.
    Letter,
    /// `%%`.
    Percent,
    /// It is no conversion.
    Nothing,
    /// There is no argument for `*`.
    TooFew,
    /// `*` has a number, and no `$`.
    NoDollar,
    /// The format ends.
    End,
}

/// Appends what printf prints for `format` and `values`.
pub(crate) fn format(
    format: &[u8],
    values: &[Value],
    convfmt: &NumberFormat,
    out: &mut Vec<u8>,
) -> Result<()> {
    let mut arguments = Arguments { values: values.iter(), dialect: convfmt.dialect };
    // What has been printed of the format.
    let mut done = 0;
    let mut at = 0;
    while let Some(next) = byte_search::memchr(b'%', &format[at..]) {
        at += next;
        out.extend_from_slice(&format[done..at]);
        done = at;
        at += 1;
        if let Some(value) = arguments.values.as_slice().first()
            && append_plain(format.get(at).copied(), value, out)
        {
            arguments.values.next();
            at += 1;
            done = at;
            continue;
        }
        let mut conversion = Conversion::default();
        match conversion.read(format, &mut at, &mut arguments) {
            Read::Percent => {
                out.push(b'%');
                done = at;
            }
            Read::Letter => {
                let Some(value) = arguments.values.next() else { return Err(too_few(format, at)) };
                conversion.append(value, convfmt, out);
                done = at;
            }
            Read::TooFew => return Err(too_few(format, at)),
            Read::NoDollar => {
                let text = "no `$' supplied for positional field width or precision";
                return Err(Stop::error(text.into()));
            }
            Read::Nothing => {}
            Read::End => break,
        }
    }
    out.extend_from_slice(&format[done..]);
    Ok(())
}

/// Appends what a conversion of nothing but a letter, the usual one, makes of an integer or a text. False
/// where that is not so.
#[inline]
fn append_plain(letter: Option<u8>, value: &Value, out: &mut Vec<u8>) -> bool {
    match (letter, value) {
        (Some(b'd' | b'i'), Value::Number(number)) if number.abs() < (1_u64 << 53) as f64 => {
            number::append_integer(*number as i64, out);
            true
        }
        (Some(b's'), value) => match value.as_text() {
            Some((_, text)) => {
                out.extend_from_slice(text);
                true
            }
            None => false,
        },
        _ => false,
    }
}

#[cold]
fn too_few(format: &[u8], at: usize) -> Stop {
    let mut text = b"not enough arguments to satisfy format string\n\t`".to_vec();
    text.extend_from_slice(c_string(format));
    text.extend_from_slice(b"'\n\t");
    text.resize(text.len() + at - 1, b' ');
    text.extend_from_slice(b"^ ran out for this one");
    Stop::error(text)
}

/// Whether a format, which is constant, is one that [`format()`] reads as gawk does: without
/// arguments by number. And how many arguments it takes.
pub(crate) fn arguments(format: &[u8], dialect: Dialect) -> Option<usize> {
    let one = Value::Number(1.0);
    let values = vec![one; format.len()];
    let mut arguments = Arguments { values: values.iter(), dialect };
    let (mut at, mut count) = (0, 0);
    while let Some(next) = byte_search::memchr(b'%', &format[at..]) {
        at += next + 1;
        let start = at;
        match Conversion::default().read(format, &mut at, &mut arguments) {
            Read::Letter => count += 1,
            Read::NoDollar => return None,
            Read::Nothing | Read::End if format[start..at].contains(&b'$') => return None,
            _ => {}
        }
    }
    Some(count + values.len() - arguments.values.len())
}

/// Appends a number by CONVFMT or OFMT.
pub(crate) fn number_format(value: f64, number: &NumberFormat, out: &mut Vec<u8>) {
    // The number as a text, `%s`, would be made by CONVFMT again, until gawk's stack is full. Further conversions find no
    // argument, which is fatal; a program that does so is not admitted where that can be seen.
    let usual = number.text.contains(&b's').then(|| NumberFormat::new(number.dialect));
    let _ = format(&number.text, &[Value::Number(value)], usual.as_ref().unwrap_or(number), out);
}

impl Conversion {
    /// Reads what stands behind `%`; `at` is behind it then.
    fn read(&mut self, format: &[u8], at: &mut usize, arguments: &mut Arguments<'_>) -> Read {
        let was_reworked = arguments.dialect.rules().printf_was_reworked;
        let known: &[u8] = if was_reworked { b"hjlLtzDHw" } else { b"hjlLtz" };
        let mut digits = Digits::Width;
        let mut negative_precision = false;
        let mut modifiers = 0u16;
        loop {
            let Some(&byte) = format.get(*at) else { return Read::End };
            *at += 1;
            match byte {
                b'%' => return Read::Percent,
                b'0' if digits == Digits::Width => {
                    self.zero = true;
                    if !self.left {
                        self.width = read_digits(format, at, 0);
                    }
                }
                b'0'..=b'9' => {
                    let number = read_digits(format, at, usize::from(byte - b'0'));
                    match digits {
                        Digits::Width => self.width = number,
                        Digits::Precision => {
                            self.precision = (!negative_precision).then_some(number);
                            digits = Digits::None;
                        }
                        Digits::None => return Read::Nothing,
                    }
                }
                b'*' => {
                    if digits == Digits::None {
                        return Read::Nothing;
                    }
                    if format.get(*at).is_some_and(u8::is_ascii_digit) {
                        let behind = format[*at..].iter().find(|byte| !byte.is_ascii_digit());
                        return if behind == Some(&b'$') { Read::Nothing } else { Read::NoDollar };
                    }
                    let Some(value) = arguments.values.next() else { return Read::TooFew };
                    let number = number::to_long(value.number(arguments.dialect)) as i64;
                    if digits == Digits::Width {
                        self.left |= number < 0;
                        // Of the least long there is no other sign.
                        self.width = number.checked_abs().unwrap_or_default() as usize;
                    } else {
                        self.precision = usize::try_from(number).ok();
                        digits = Digits::None;
                    }
                }
                b'-' if negative_precision => return Read::Nothing,
                b'-' if digits == Digits::Precision => {
                    negative_precision = true;
                    self.precision = None;
                }
                b'.' if digits == Digits::Width => {
                    digits = Digits::Precision;
                    self.precision = Some(0);
                }
                b' ' | b'+' | b'-' | b'#' | b'\'' | NO_FLAG if byte != NO_FLAG || SIGNED => {
                    match byte {
                        b'-' => self.left = true,
                        b'#' => self.alternate = true,
                        b'+' => self.sign = Some(b'+'),
                        b' ' if self.sign.is_none() => self.sign = Some(b' '),
                        _ => {}
                    }
                    if digits != Digits::Width {
                        return Read::Nothing;
                    }
                }
                b'P' if self.as_c => return Read::Nothing,
                b'P' => self.as_c = true,
                b'C' | b'S' if was_reworked => {
                    self.letter = byte.to_ascii_lowercase();
                    return Read::Letter;
                }
                _ if let Some(place) = known.iter().position(|modifier| *modifier == byte) => {
                    if modifiers & 1 << place != 0 {
                        return Read::Nothing;
                    }
                    modifiers |= 1 << place;
                }
                b'c' | b's' | b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'a' | b'A' | b'e'
                | b'E' | b'f' | b'F' | b'g' | b'G' => {
                    self.letter = byte;
                    return Read::Letter;
                }
                _ => return Read::Nothing,
            }
        }
    }

    fn append(&self, value: &Value, convfmt: &NumberFormat, out: &mut Vec<u8>) {
        let dialect = convfmt.dialect;
        match self.letter {
            b's' => match value.as_text() {
                Some((_, text)) => self.string(text, dialect, out),
                None => {
                    let mut buffer = Vec::new();
                    value.append(convfmt, &mut buffer);
                    self.string(&buffer, dialect, out);
                }
            },
            b'c' => self.character(value, dialect, out),
            _ => {
                let number = value.number(dialect);
                let was_reworked = dialect.rules().printf_was_reworked;
                match self.letter {
                    _ if !number.is_finite() => self.infinite(number, was_reworked, out),
                    b'd' | b'i' if was_reworked => self.signed_reworked(number, out),
                    b'o' | b'u' | b'x' | b'X' if was_reworked => {
                        self.unsigned_reworked(number, out);
                    }
                    b'd' | b'i' => self.signed(number.trunc(), out),
                    b'o' | b'u' | b'x' | b'X' => self.unsigned(number, out),
                    letter => self.real(number, letter, out),
                }
            }
        }
    }

    /// What is infinite, or NaN.
    fn infinite(&self, value: f64, was_reworked: bool, out: &mut Vec<u8>) {
        if self.as_c && !was_reworked {
            let is_real = self.letter.to_ascii_lowercase();
            let letter = if matches!(is_real, b'a'..=b'g') { self.letter } else { b'g' };
            self.real(value, letter, out);
            return;
        }
        let mut text = Vec::with_capacity(4);
        number::append_whole(value, &mut text);
        if self.letter.is_ascii_uppercase() {
            text.make_ascii_uppercase();
        }
        match was_reworked {
            true => self.padded(text.len(), b' ', &text, out),
            false => out.extend_from_slice(&text),
        }
    }

    fn string(&self, text: &[u8], dialect: Dialect, out: &mut Vec<u8>) {
        if self.width == 0 && self.precision.is_none() {
            out.extend_from_slice(text);
            return;
        }
        let utf8 = dialect.has_utf8() && !text.is_ascii();
        let length = if utf8 { whole_characters(text) } else { text.len() };
        let shown = self.precision.map_or(length, |precision| precision.min(length));
        let bytes = if utf8 { bytes_of_characters(text, shown) } else { shown };
        self.padded(shown, b' ', &text[..bytes.min(text.len())], out);
    }

    /// Blanks or zeros around a text which counts as so many characters.
    fn padded(&self, length: usize, fill: u8, text: &[u8], out: &mut Vec<u8>) {
        let padding = self.width.saturating_sub(length);
        if !self.left {
            out.resize(out.len() + padding, fill);
        }
        out.extend_from_slice(text);
        if self.left {
            out.resize(out.len() + padding, fill);
        }
    }

    fn character(&self, value: &Value, dialect: Dialect, out: &mut Vec<u8>) {
        let number = match value {
            Value::Unset => Some(0.0),
            Value::Number(number) => Some(*number),
            _ => value.as_text().and_then(|(kind, text)| match kind {
                Kind::Text => None,
                _ => number::looks_numeric(text, dialect),
            }),
        };
        let Some(number) = number else {
            let text = value.as_text().map_or(&b""[..], |(_, text)| text);
            let length = if dialect.has_utf8() { characters::first_length(text) } else { None };
            // A text that is empty ends with C's NUL.
            let first = if text.is_empty() { b"\0" } else { &text[..length.unwrap_or(1)] };
            self.padded(1, b' ', first, out);
            return;
        };
        let code = unsigned_of_c(number);
        let mut bytes = Vec::new();
        if !dialect.has_utf8() || !characters::encode(code as u32, &mut bytes) {
            bytes = vec![code as u8];
        }
        self.padded(bytes.len(), b' ', &bytes, out);
    }

    /// What an integer is filled with.
    fn fill(&self) -> u8 {
        let zeros = if self.precision.is_some() { self.width == 0 } else { self.zero };
        if zeros && !self.left { b'0' } else { b' ' }
    }

    fn signed(&self, value: f64, out: &mut Vec<u8>) {
        if value == 0.0 && self.precision == Some(0) {
            self.padded(0, b' ', b"", out);
            return;
        }
        let mut digits = Vec::with_capacity(24);
        number::append_whole(value.abs(), &mut digits);
        let mut text = Vec::with_capacity(24);
        let sign = if value < 0.0 { Some(b'-') } else { self.sign };
        text.extend(sign);
        text.resize(text.len() + self.precision.unwrap_or(0).saturating_sub(digits.len()), b'0');
        text.extend_from_slice(&digits);
        let fill = self.fill();
        let missing = self.width.saturating_sub(text.len());
        if fill == b'0' && missing > 0 {
            // Zeros go behind the sign.
            let place = usize::from(sign.is_some());
            text.splice(place..place, std::iter::repeat_n(b'0', missing));
        }
        self.padded(text.len(), b' ', &text, out);
    }

    /// The digits of a number without a sign; None where an integer of 64 bits does not hold it.
    fn digits(&self, value: f64) -> Option<String> {
        let whole = value.trunc();
        let bits = if value < 0.0 { whole as i64 as u64 } else { whole as u64 };
        let back = if value < 0.0 { bits as i64 as f64 } else { bits as f64 };
        if back != whole || whole >= 18_446_744_073_709_551_616.0 {
            return None;
        }
        Some(match self.letter {
            b'o' => format!("{bits:o}"),
            b'x' => format!("{bits:x}"),
            b'X' => format!("{bits:X}"),
            _ => bits.to_string(),
        })
    }

    fn unsigned(&self, value: f64, out: &mut Vec<u8>) {
        if value == 0.0 && self.precision == Some(0) && !self.alternate {
            self.padded(0, b' ', b"", out);
            return;
        }
        let Some(digits) = self.digits(value) else {
            self.real(value, b'g', out);
            return;
        };
        let zeros = self.precision.unwrap_or(0).saturating_sub(digits.len());
        let mut text = vec![b'0'; zeros];
        text.extend_from_slice(digits.as_bytes());
        let fill = self.fill();
        let mark: &[u8] = match self.letter {
            _ if !self.alternate || value == 0.0 => b"",
            b'o' => b"0",
            b'x' => b"0x",
            b'X' => b"0X",
            _ => b"",
        };
        if mark.len() == 2 && fill == b'0' {
            out.extend_from_slice(mark);
            let width = self.width.saturating_sub(2);
            Conversion { width, ..Conversion { left: self.left, ..Conversion::default() } }.padded(
                text.len(),
                fill,
                &text,
                out,
            );
            return;
        }
        text.splice(0..0, mark.iter().copied());
        self.padded(text.len(), fill, &text, out);
    }

    /// Whether an integer has zeros in front of it up to the width, since gawk 5.3.1.
    fn fills_with_zeros(&self) -> bool {
        !self.left && self.zero && self.precision.is_none()
    }

    /// `d` and `i` since gawk 5.3.1: as in C, but that only what is zero before it is cut has no digits.
    fn signed_reworked(&self, value: f64, out: &mut Vec<u8>) {
        let mut digits = Vec::with_capacity(24);
        if value != 0.0 || self.precision != Some(0) {
            number::append_whole(value.trunc().abs(), &mut digits);
        }
        let sign = if value.trunc() < 0.0 { Some(b'-') } else { self.sign };
        let least = match self.fills_with_zeros() {
            true => self.width.saturating_sub(usize::from(sign.is_some())),
            false => self.precision.unwrap_or(0),
        };
        let mut text = Vec::with_capacity(24);
        text.extend(sign);
        text.resize(text.len() + least.saturating_sub(digits.len()), b'0');
        text.extend_from_slice(&digits);
        self.padded(text.len(), b' ', &text, out);
    }

    /// `o`, `u`, `x` and `X` since gawk 5.3.1.
    fn unsigned_reworked(&self, value: f64, out: &mut Vec<u8>) {
        let alternate = self.alternate && self.letter != b'u';
        let Some(mut digits) = self.digits(value) else {
            let zero = self.zero && self.precision.is_none();
            Conversion { zero, alternate, ..*self }.real(value, b'g', out);
            return;
        };
        if value == 0.0 && self.precision == Some(0) && !(alternate && self.letter == b'o') {
            digits.clear();
        }
        let zeros = self.precision.unwrap_or(0).saturating_sub(digits.len());
        digits.insert_str(0, &"0".repeat(zeros));
        let mark = match self.letter {
            _ if !alternate || value == 0.0 => "",
            b'o' if digits.starts_with('0') => "",
            b'o' => "0",
            b'x' => "0x",
            _ => "0X",
        };
        if self.fills_with_zeros() {
            let missing = self.width.saturating_sub(mark.len() + digits.len());
            digits.insert_str(0, &"0".repeat(missing));
        }
        digits.insert_str(0, mark);
        self.padded(digits.len(), b' ', digits.as_bytes(), out);
    }

    fn real(&self, value: f64, letter: u8, out: &mut Vec<u8>) {
        let precision = match letter {
            b'a' | b'A' => self.precision,
            _ => Some(self.precision.unwrap_or(6)),
        };
        let spec = Spec {
            left: self.left,
            plus: self.sign == Some(b'+'),
            space: self.sign == Some(b' '),
            alternate: self.alternate,
            zero: self.zero,
            width: self.width,
            precision,
            begins_with_one: false,
        };
        spec.real(Real::from_f64(value), letter, out);
    }
}

/// What C makes of a number as an unsigned integer: beyond what it holds that is up to the processor.
fn unsigned_of_c(number: f64) -> u64 {
    const HALF: f64 = 9_223_372_036_854_775_808.0;
    if !cfg!(target_arch = "x86_64") {
        return if number < 0.0 { number as i64 as u64 } else { number as u64 };
    }
    let signed = |number: f64| match (-HALF..HALF).contains(&number) {
        true => number as i64 as u64,
        false => 1 << 63,
    };
    if number >= HALF { signed(number - HALF) ^ 1 << 63 } else { signed(number) }
}

/// A number in the format, the first digit of which may have been read.
fn read_digits(format: &[u8], at: &mut usize, first: usize) -> usize {
    let mut number = first;
    while let Some(digit @ b'0'..=b'9') = format.get(*at) {
        number = number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
        *at += 1;
    }
    number.min(i32::MAX as usize)
}

/// How many characters a text has up to the first byte that belongs to none; its bytes, where that
/// is the first.
fn whole_characters(text: &[u8]) -> usize {
    let mut count = 0;
    let mut rest = text;
    while let Some(length) = characters::first_length(rest) {
        count += 1;
        rest = &rest[length..];
    }
    if count == 0 { text.len() } else { count }
}

/// The bytes of so many characters; as many bytes, where the text begins with none.
fn bytes_of_characters(text: &[u8], count: usize) -> usize {
    let mut bytes = 0;
    for number in 0..count {
        match characters::first_length(&text[bytes.min(text.len())..]) {
            Some(length) => bytes += length,
            None if number == 0 => return count,
            None => break,
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str, values: &[Value]) -> String {
        let mut out = Vec::new();
        let convfmt = NumberFormat::new(Dialect::GawkUtf8);
        match format(text.as_bytes(), values, &convfmt, &mut out) {
            Ok(()) => String::from_utf8_lossy(&out).into_owned(),
            Err(stop) => format!("{stop:?}"),
        }
    }

    #[test]
    fn number_formats() {
        for (text, shown) in [("%.3g", "1.25"), ("<%s>", "<1.25>"), ("%d", "1"), ("%", "%")] {
            let format = NumberFormat { text: text.into(), ..NumberFormat::new(Dialect::Gawk) };
            let mut out = Vec::new();
            number_format(1.25, &format, &mut out);
            assert_eq!(String::from_utf8_lossy(&out), shown, "{text}");
        }
    }

    #[test]
    fn conversions() {
        let text = |text: &str| Value::text(text.as_bytes());
        let number = Value::Number;
        assert_eq!(
            printed("%d|%5.3d|%+d", &[number(1e18), number(-7.9), number(3.0)]),
            "1000000000000000000| -007|+3"
        );
        assert_eq!(
            printed("%05d|%-5d|%.0d|", &[number(-42.0), number(1.0), number(0.0)]),
            "-0042|1    ||"
        );
        assert_eq!(
            printed(
                "%#x %#o %08X %u",
                &[number(255.0), number(8.0), number(48879.0), number(-1.0)]
            ),
            "0xff 010 0000BEEF 18446744073709551615"
        );
        assert_eq!(
            printed(
                "%3s|%.1s|%-3s|%c%c",
                &[text("é"), text("éa"), text("ab"), text("éa"), number(233.0)]
            ),
            "  é|é|ab |éé"
        );
        assert_eq!(printed("%y|%", &[number(1.0)]), "%y|%");
        assert_eq!(
            printed("%d %G", &[number(f64::NEG_INFINITY), number(f64::INFINITY)]),
            "-inf +INF"
        );
        assert!(printed("%d %d", &[number(1.0)]).contains("Error"));
    }

    #[test]
    fn arguments_of_a_format() {
        assert_eq!(arguments(b"%d %% %*.*f %z", Dialect::Gawk), Some(4));
        assert_eq!(arguments(b"%1$s", Dialect::Gawk), None);
        assert_eq!(arguments(b"%", Dialect::Gawk), Some(0));
        assert_eq!(arguments(b"%S", Dialect::Gawk), Some(0));
        assert_eq!(arguments(b"%S %Dd", Dialect::Gawk53), Some(2));
    }
}
