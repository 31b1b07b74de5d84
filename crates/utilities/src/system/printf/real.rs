//! Floating-point conversions of printf(3): `a`, `e`, `f`, `g` and their capitals, exact to
//! the last digit, for C's double and for the 80-bit long double of the printf utility.

use super::decimal::Decimal;
use super::numeric::LOWEST;
use super::spec::{Spec, repeat};

/// A binary floating-point number with up to 64 bits of mantissa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Real {
    /// The sign, of zeros and NaNs too.
    pub negative: bool,
    /// What it is.
    pub class: Class,
    /// Whether it stands for a long double: matters to `%a`, which shows the mantissa.
    pub long: bool,
}

/// The value without its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// `mantissa * 2^exponent`.
    Finite(u64, i32),
    /// Infinity.
    Infinite,
    /// Not a number.
    Nan,
}

/// What C calls the type of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    Double,
    LongDouble,
    /// 64 bits, of which one is before the point.
    FromOne,
}

impl Real {
    /// Zero as a long double.
    pub const ZERO: Real = Real { negative: false, class: Class::Finite(0, 0), long: true };

    /// The number as C's double.
    pub fn from_f64(value: f64) -> Self {
        let bits = value.to_bits();
        let negative = bits >> 63 == 1;
        let exponent = (bits >> 52 & 0x7ff) as i32;
        let fraction = bits & ((1 << 52) - 1);
        let class = match (exponent, fraction) {
            (0x7ff, 0) => Class::Infinite,
            (0x7ff, _) => Class::Nan,
            (0, _) => Class::Finite(fraction, -1074),
            _ => Class::Finite(fraction | 1 << 52, exponent - 1075),
        };
        Self { negative, class, long: false }
    }
}

impl Spec {
    /// Appends `value` by conversion `letter`, one of `aAeEfFgG`.
    pub fn real(&self, value: Real, letter: u8, out: &mut Vec<u8>) {
        let upper = letter.is_ascii_uppercase();
        let sign: &[u8] = match (value.negative, self.plus, self.space) {
            (true, _, _) => b"-",
            (_, true, _) => b"+",
            (_, _, true) => b" ",
            _ => b"",
        };
        let (mantissa, exponent) = match value.class {
            Class::Finite(mantissa, exponent) => (mantissa, exponent),
            Class::Infinite | Class::Nan => {
                let text: &[u8] = match (value.class == Class::Nan, upper) {
                    (true, false) => b"nan",
                    (true, true) => b"NAN",
                    (false, false) => b"inf",
                    (false, true) => b"INF",
                };
                self.pad(sign.len() + text.len(), out, |out| {
                    out.extend_from_slice(sign);
                    out.extend_from_slice(text);
                });
                return;
            }
        };
        let mut body = Vec::with_capacity(32);
        let mut prefix: &[u8] = b"";
        match letter.to_ascii_lowercase() {
            b'a' => {
                prefix = if upper { b"0X" } else { b"0x" };
                let width = match (self.begins_with_one, value.long) {
                    (true, _) => Width::FromOne,
                    (false, true) => Width::LongDouble,
                    (false, false) => Width::Double,
                };
                let precision = match self.begins_with_one {
                    true => self.precision.or(Some(28)),
                    false => self.precision,
                };
                let spec = Spec { precision, ..*self };
                spec.hexadecimal(mantissa, exponent, width, upper, &mut body);
            }
            b'e' => {
                let mut decimal = Decimal::exact(mantissa, exponent);
                let precision = self.precision.unwrap_or(6);
                decimal.round(precision as i64 + 1);
                self.scientific(&decimal, precision, upper, &mut body);
            }
            b'f' => {
                let mut decimal = Decimal::exact(mantissa, exponent);
                let precision = self.precision.unwrap_or(6);
                decimal.round(i64::from(decimal.point) + precision as i64);
                self.fixed(&decimal, precision, &mut body);
            }
            _ => {
                let mut decimal = Decimal::exact(mantissa, exponent);
                self.general(&mut decimal, upper, &mut body);
            }
        }
        let length = sign.len() + prefix.len() + body.len();
        let zeros = if self.zero && !self.left { self.width.saturating_sub(length) } else { 0 };
        self.pad(length + zeros, out, |out| {
            out.extend_from_slice(sign);
            out.extend_from_slice(prefix);
            repeat(b'0', zeros, out);
            out.extend_from_slice(&body);
        });
    }

    fn general(&self, decimal: &mut Decimal, upper: bool, body: &mut Vec<u8>) {
        let precision = self.precision.unwrap_or(6).max(1);
        decimal.round(precision as i64);
        let exponent = if decimal.digits.is_empty() { 0 } else { i64::from(decimal.point) - 1 };
        let shown = if self.alternate { precision } else { decimal.digits.len().max(1) };
        if exponent < -4 || exponent >= precision as i64 {
            self.scientific(decimal, shown - 1, upper, body);
        } else {
            let fraction = (shown as i64 - 1 - exponent).max(0);
            self.fixed(decimal, fraction as usize, body);
        }
    }

    /// d.ddde±dd with `precision` digits behind the point.
    fn scientific(&self, decimal: &Decimal, precision: usize, upper: bool, body: &mut Vec<u8>) {
        let digits = &decimal.digits[..];
        body.push(*digits.first().unwrap_or(&b'0'));
        if precision > 0 || self.alternate {
            body.push(b'.');
        }
        let behind = digits.get(1..).unwrap_or(&[]);
        let behind = &behind[..behind.len().min(precision)];
        body.extend_from_slice(behind);
        repeat(b'0', precision - behind.len(), body);
        let exponent = if digits.is_empty() { 0 } else { decimal.point - 1 };
        body.push(if upper { b'E' } else { b'e' });
        body.push(if exponent < 0 { b'-' } else { b'+' });
        if exponent.unsigned_abs() < 10 {
            body.push(b'0');
        }
        Spec::default().unsigned(u64::from(exponent.unsigned_abs()), b'u', body);
    }

    /// ddd.ddd with `precision` digits behind the point.
    fn fixed(&self, decimal: &Decimal, precision: usize, body: &mut Vec<u8>) {
        let digits = &decimal.digits[..];
        let point = if digits.is_empty() { 0 } else { decimal.point };
        let before = usize::try_from(point).unwrap_or(0);
        if before == 0 {
            body.push(b'0');
        } else {
            let shown = before.min(digits.len());
            body.extend_from_slice(&digits[..shown]);
            repeat(b'0', before - shown, body);
        }
        if precision > 0 || self.alternate {
            body.push(b'.');
        }
        let zeros = usize::try_from(-i64::from(point)).unwrap_or(0).min(precision);
        repeat(b'0', zeros, body);
        let behind = digits.get(before..).unwrap_or(&[]);
        let behind = &behind[..behind.len().min(precision - zeros)];
        body.extend_from_slice(behind);
        repeat(b'0', precision - zeros - behind.len(), body);
    }

    /// h.hhhp±d. The digit before the point is what glibc shows on x86: the first bit of a
    /// double, the first four bits of a long double.
    fn hexadecimal(
        &self,
        mantissa: u64,
        exponent: i32,
        width: Width,
        upper: bool,
        body: &mut Vec<u8>,
    ) {
        let long = width == Width::LongDouble;
        // As 128 bits: the digit before the point, then hexadecimal digits.
        let (mut bits, digits, mut exponent) = if mantissa == 0 {
            (0u128, 16, 0)
        } else if width == Width::FromOne {
            let shift = mantissa.leading_zeros();
            (u128::from(mantissa << shift) << 1, 16, exponent - shift as i32 + 63)
        } else if long {
            // A subnormal number is not shifted under the smallest exponent.
            let room = u32::try_from(exponent - LOWEST).unwrap_or(0);
            let shift = mantissa.leading_zeros().min(room);
            (u128::from(mantissa << shift), 15, exponent - shift as i32 + 60)
        } else {
            // A subnormal double keeps its exponent and shows 0 before the point.
            (u128::from(mantissa), 13, exponent + 52)
        };
        let mut shown = digits;
        if mantissa == 0 {
            shown = self.precision.unwrap_or(0);
        } else if let Some(precision) = self.precision {
            if precision < digits {
                let drop = (digits - precision) * 4;
                let rest = bits & ((1 << drop) - 1);
                let half = 1u128 << (drop - 1);
                bits >>= drop;
                if rest > half || (rest == half && bits & 1 == 1) {
                    bits += 1;
                }
                bits <<= drop;
                if width == Width::FromOne && bits >> 65 != 0 {
                    bits >>= 1;
                    exponent += 1;
                }
                if long && bits >> 64 != 0 {
                    bits >>= 4;
                    exponent += 4;
                }
            }
            shown = precision;
        } else {
            while shown > 0 && bits >> ((digits - shown) * 4) & 15 == 0 {
                shown -= 1;
            }
        }
        let letters = if upper { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
        let digit = |at: usize| letters[(bits >> ((digits - at) * 4) & 15) as usize];
        body.push(digit(0));
        if shown > 0 || self.alternate {
            body.push(b'.');
        }
        body.extend((1..=shown.min(digits)).map(digit));
        repeat(b'0', shown.saturating_sub(digits), body);
        body.push(if upper { b'P' } else { b'p' });
        body.push(if exponent < 0 { b'-' } else { b'+' });
        Spec::default().unsigned(u64::from(exponent.unsigned_abs()), b'u', body);
    }
}
