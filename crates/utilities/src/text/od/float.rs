//! Floating-point values of od: the fewest digits that mean the value, laid out as `%g` does.
//!
//! GNU's od asks printf(3) for more and more digits until strtod(3) gives the value again, from the precision
//! that any decimal number survives on (6 or 15). What it ends at are the shortest digits of the value, which can be computed
//! at once, in all but two cases. Beside a power of two, values are nearer on one side than on the other: shorter
//! digits may mean it without being those of printf. And a value halfway between two numbers of so many digits is rounded
//! to the even one by printf. Both are asked for digit by digit.

use std::fmt::LowerExp;
use std::io::Write;

/// Most bytes of a value: `-1.7976931348623157e+308`.
const LONGEST: usize = 24;
/// Digits that both kinds of values need at most.
const MOST_DIGITS: usize = 17;

/// A type of floating-point values.
pub(super) trait Float: Copy + PartialEq + LowerExp + std::str::FromStr {
    /// Digits that every decimal number of so many keeps.
    const DIGITS: usize;
    /// Digits that tell all values apart.
    const MOST: usize;
    /// Bits behind the point of values that may be halfway between two numbers of so many digits that they are needed:
    /// such a value has one digit more than [`Float::MOST`] at most, and each bit behind the point makes one. Whole
    /// numbers are none: they would need an odd factor that is larger than a mantissa.
    const HALVES: i32;

    fn is_finite(self) -> bool;
    fn is_subnormal(self) -> bool;
    /// Whether it is a power of two, or may be halfway between two numbers.
    fn is_special(self) -> bool;
    /// How a value that is no number is written.
    fn name(self) -> &'static [u8];
}

macro_rules! float {
    ($float:ident, $digits:expr, $most:expr, $halves:expr, $exponent_bias:expr) => {
        impl Float for $float {
            const DIGITS: usize = $digits;
            const MOST: usize = $most;
            const HALVES: i32 = $halves;

            fn is_finite(self) -> bool {
                $float::is_finite(self)
            }

            fn is_subnormal(self) -> bool {
                $float::is_subnormal(self)
            }

            fn is_special(self) -> bool {
                let bits = self.abs().to_bits();
                let mantissa = bits & ((1 << ($float::MANTISSA_DIGITS - 1)) - 1);
                let exponent = (bits >> ($float::MANTISSA_DIGITS - 1)) as i32 - $exponent_bias;
                let lowest = exponent - ($float::MANTISSA_DIGITS as i32 - 1);
                let lowest = lowest + mantissa.trailing_zeros() as i32;
                mantissa == 0 || (-Self::HALVES..0).contains(&lowest)
            }

            fn name(self) -> &'static [u8] {
                match (self.is_nan(), self.is_sign_negative()) {
                    (true, false) => b"nan",
                    (true, true) => b"-nan",
                    (false, false) => b"inf",
                    (false, true) => b"-inf",
                }
            }
        }
    };
}

// 5 to the power of 15 has eleven digits, to that of 26 nineteen.
float!(f32, 6, 9, 14, 127);
float!(f64, 15, 17, 25, 1023);

/// The digits of a number, without zeros at the end, and the power of ten of the first one.
struct Decimal {
    is_negative: bool,
    digits: [u8; MOST_DIGITS],
    count: usize,
    exponent: i32,
}

impl Decimal {
    /// The shortest digits that mean a finite value.
    fn shortest(value: impl Float) -> Self {
        let mut room = [0; 32];
        let mut left = &mut room[..];
        // Room is enough for all values.
        let _ = write!(left, "{value:e}");
        let length = 32 - left.len();
        Self::read(&room[..length])
    }

    /// A number as `{:e}` writes it: `-1.25e-7`.
    fn read(text: &[u8]) -> Self {
        let (is_negative, text) = match text {
            [b'-', rest @ ..] => (true, rest),
            text => (false, text),
        };
        let mut number = Self { is_negative, digits: [b'0'; MOST_DIGITS], count: 0, exponent: 0 };
        let end = text.iter().position(|byte| *byte == b'e').unwrap_or(text.len());
        let (mantissa, exponent) = text.split_at(end);
        let digits = mantissa.iter().filter(|byte| **byte != b'.');
        for (place, digit) in number.digits.iter_mut().zip(digits) {
            *place = *digit;
            number.count += 1;
        }
        while number.count > 1 && number.digits[number.count - 1] == b'0' {
            number.count -= 1;
        }
        let exponent = exponent.get(1..).unwrap_or_default();
        let magnitude = exponent.iter().filter(|byte| **byte != b'-');
        number.exponent =
            magnitude.fold(0, |exponent, digit| exponent * 10 + i32::from(digit - b'0'));
        if exponent.first() == Some(&b'-') {
            number.exponent = -number.exponent;
        }
        number
    }

    /// Appends the number as `%.*g` does with this precision, which is not less than its digits.
    fn put(&self, precision: usize, out: &mut Text) {
        if self.is_negative {
            out.push(b'-');
        }
        let digits = &self.digits[..self.count];
        if self.exponent < -4 || self.exponent >= precision as i32 {
            out.push(digits[0]);
            if digits.len() > 1 {
                out.push(b'.');
                out.extend(&digits[1..]);
            }
            out.push(b'e');
            out.push(if self.exponent < 0 { b'-' } else { b'+' });
            let exponent = self.exponent.unsigned_abs();
            if exponent >= 100 {
                out.push(b'0' + (exponent / 100) as u8);
            }
            out.push(b'0' + (exponent / 10 % 10) as u8);
            out.push(b'0' + (exponent % 10) as u8);
        } else if self.exponent < 0 {
            out.extend(b"0.");
            out.extend(&b"000"[..(-1 - self.exponent) as usize]);
            out.extend(digits);
        } else {
            let before = self.exponent as usize + 1;
            if digits.len() <= before {
                out.extend(digits);
                out.extend(&[b'0'; MOST_DIGITS][..before - digits.len()]);
            } else {
                out.extend(&digits[..before]);
                out.push(b'.');
                out.extend(&digits[before..]);
            }
        }
    }
}

/// The text of a value.
struct Text {
    bytes: [u8; LONGEST],
    length: usize,
}

impl Text {
    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    fn extend(&mut self, bytes: &[u8]) {
        self.bytes[self.length..][..bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }
}

/// Writes a value to the end of a field that is blank and wide enough for all.
pub(super) fn put(value: impl Float, field: &mut [u8]) {
    let mut text = Text { bytes: [0; LONGEST], length: 0 };
    append(value, &mut text);
    let first = field.len() - text.length;
    field[first..].copy_from_slice(&text.bytes[..text.length]);
}

fn append<T: Float>(value: T, out: &mut Text) {
    if !value.is_finite() {
        return out.extend(value.name());
    }
    let number = Decimal::shortest(value);
    if value.is_subnormal() {
        return number.put(number.count, out);
    }
    if number.count > T::DIGITS && value.is_special() {
        let (number, precision) = by_precision(value, number.count);
        return number.put(precision, out);
    }
    number.put(number.count.max(T::DIGITS), out);
}

/// The digits of the least precision, beginning with this one, in which they mean the value; and the precision.
#[cold]
fn by_precision<T: Float>(value: T, first: usize) -> (Decimal, usize) {
    let mut precision = first;
    loop {
        let text = format!("{value:.*e}", precision - 1);
        let is_same = text.parse().is_ok_and(|read: T| read == value);
        if is_same || precision >= T::MOST {
            return (Decimal::read(text.as_bytes()), precision);
        }
        precision += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: impl Float) -> String {
        let mut field = [b' '; LONGEST];
        put(value, &mut field);
        String::from_utf8_lossy(&field).trim_start().to_string()
    }

    #[test]
    fn digits_are_those_of_the_least_precision_that_means_the_value() {
        assert_eq!(shown(0.1f64), "0.1");
        assert_eq!(shown(-0.0f64), "-0");
        assert_eq!(shown(5e-324f64), "5e-324");
        assert_eq!(shown(-f64::MAX), "-1.7976931348623157e+308");
        assert_eq!(shown(1e14f64), "100000000000000");
        assert_eq!(shown(1e15f64), "1e+15");
        assert_eq!(shown(9007199254740994f64), "9007199254740994");
        assert_eq!(shown(0.0001f64), "0.0001");
        assert_eq!(shown(0.00001f64), "1e-05");
        assert_eq!(shown(f64::NEG_INFINITY), "-inf");
        assert_eq!(shown(16777216f32), "16777216");
        assert_eq!(shown(1e6f32), "1e+06");
    }

    #[test]
    fn a_power_of_two_has_the_digits_of_printf() {
        // The shortest ones are 5.684341886080802e-14, which 16 digits of printf are not.
        assert_eq!(shown((2f64).powi(-44)), "5.6843418860808015e-14");
        assert_eq!(shown((2f32).powi(-103)), "9.8607613e-32");
    }

    #[test]
    fn a_value_between_two_numbers_becomes_the_even_one() {
        // 1125899906842624.25 and 1125899906842624.75
        assert_eq!(shown(4503599627370497f64 / 4.0), "1125899906842624.2");
        assert_eq!(shown(4503599627370499f64 / 4.0), "1125899906842624.8");
    }
}
