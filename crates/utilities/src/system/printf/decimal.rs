//! Exact decimal digits of binary numbers, and back: integers of any length in limbs of nine
//! decimal digits.

use std::cmp::Ordering;

const LIMB: u64 = 1_000_000_000;
const LIMB_DIGITS: usize = 9;

/// A decimal number 0.d1d2d3... * 10^point without leading zeros.
#[derive(Debug, Default)]
pub(crate) struct Decimal {
    /// ASCII digits, most significant first; empty for zero.
    pub(crate) digits: Vec<u8>,
    /// How many digits are before the decimal point; may be negative.
    pub(crate) point: i32,
}

impl Decimal {
    /// All digits of `mantissa * 2^exponent`.
    pub(crate) fn exact(mantissa: u64, exponent: i32) -> Self {
        if mantissa == 0 {
            return Self::default();
        }
        let zeros = mantissa.trailing_zeros();
        let (mantissa, exponent) = (mantissa >> zeros, exponent + zeros as i32);
        let mut whole = Natural::new(mantissa);
        let mut fraction = 0;
        if exponent >= 0 {
            whole.multiply_power(2, 29, exponent as u32);
        } else {
            // m / 2^k = m * 5^k / 10^k.
            fraction = exponent.unsigned_abs() as usize;
            whole.multiply_power(5, 13, fraction as u32);
        }
        let mut digits = whole.digits();
        let point = digits.len() as i32 - fraction as i32;
        let significant = digits.iter().rposition(|&digit| digit != b'0').map_or(0, |at| at + 1);
        digits.truncate(significant);
        Self { digits, point }
    }

    /// Rounds to `count` digits (half to even), which may be none or fewer than none; zeros at
    /// the end are dropped.
    pub(crate) fn round(&mut self, count: i64) {
        if count >= self.digits.len() as i64 {
            return;
        }
        if count < 0 {
            *self = Self { digits: Vec::new(), point: self.point };
            return;
        }
        let count = count as usize;
        let half = self.digits[count].cmp(&b'5');
        let odd = count > 0 && (self.digits[count - 1] & 1) == 1;
        let up = match half {
            Ordering::Greater => true,
            Ordering::Less => false,
            Ordering::Equal => self.digits.len() > count + 1 || odd,
        };
        self.digits.truncate(count);
        if up {
            while self.digits.last() == Some(&b'9') {
                self.digits.pop();
            }
            match self.digits.last_mut() {
                Some(last) => *last += 1,
                None => {
                    self.digits.push(b'1');
                    self.point += 1;
                }
            }
        }
        while self.digits.last() == Some(&b'0') {
            self.digits.pop();
        }
    }
}

/// A natural number; limbs from the least significant.
#[derive(Clone, Debug)]
pub(crate) struct Natural(Vec<u32>);

impl Natural {
    pub(crate) fn new(value: u64) -> Self {
        let mut limbs = Vec::with_capacity(8);
        let mut rest = value;
        while rest > 0 {
            limbs.push((rest % LIMB) as u32);
            rest /= LIMB;
        }
        Self(limbs)
    }

    /// The number that ASCII digits spell.
    pub(crate) fn from_digits(digits: &[u8]) -> Self {
        let limbs = digits
            .rchunks(LIMB_DIGITS)
            .map(|chunk| {
                chunk.iter().fold(0u32, |value, digit| {
                    value.wrapping_mul(10).wrapping_add(u32::from(digit & 15))
                })
            })
            .collect();
        Self(limbs).trimmed()
    }

    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    fn multiply(&mut self, factor: u32) {
        let mut carry = 0u64;
        for limb in &mut self.0 {
            let product = u64::from(*limb) * u64::from(factor) + carry;
            *limb = (product % LIMB) as u32;
            carry = product / LIMB;
        }
        while carry > 0 {
            self.0.push((carry % LIMB) as u32);
            carry /= LIMB;
        }
    }

    /// Times `base^power`; `base^step` is the largest power that fits 31 bits.
    pub(crate) fn multiply_power(&mut self, base: u32, step: u32, power: u32) {
        let chunk = base.pow(step);
        for _ in 0..power / step {
            self.multiply(chunk);
        }
        self.multiply(base.pow(power % step));
    }

    /// ASCII digits without leading zeros.
    pub(crate) fn digits(&self) -> Vec<u8> {
        let mut digits = Vec::with_capacity(self.0.len() * LIMB_DIGITS);
        for (index, &limb) in self.0.iter().rev().enumerate() {
            let mut text = [b'0'; LIMB_DIGITS];
            let mut rest = limb;
            for digit in text.iter_mut().rev() {
                *digit = b'0' + (rest % 10) as u8;
                rest /= 10;
            }
            let skip = if index == 0 {
                text.iter().take_while(|&&digit| digit == b'0').count()
            } else {
                0
            };
            digits.extend_from_slice(&text[skip..]);
        }
        digits
    }

    /// Splits at the decimal point that is `fraction` digits from the right, and finds the
    /// binary number m * 2^e nearest below: 64 significant bits unless the exponent would
    /// fall under `lowest`, and whether anything is left over (compared with half a unit).
    ///
    /// Returns (m, e, remainder against a half, remainder is nothing).
    pub(crate) fn to_binary(&self, fraction: usize, lowest: i32) -> (u64, i32, Ordering, bool) {
        // A fixed-point number: `point` limbs after the point.
        let point = fraction.div_ceil(LIMB_DIGITS);
        let mut number = self.clone();
        for _ in 0..point * LIMB_DIGITS - fraction {
            number.multiply(10);
        }
        let mut limbs = number.0;
        if limbs.len() < point {
            limbs.resize(point, 0);
        }
        let mut point = point;
        let mut exponent = 0i32;
        // Too large: halve, which moves digits behind the point.
        while whole_bits(&limbs, point) > 64 {
            let shift = (whole_bits(&limbs, point) - 64).min(29) as u32;
            let mut carry = 0u64;
            limbs.insert(0, 0);
            point += 1;
            for limb in limbs.iter_mut().rev() {
                let value = carry * LIMB + u64::from(*limb);
                *limb = (value >> shift) as u32;
                carry = value & ((1 << shift) - 1);
            }
            // What 29 halvings leave takes up to 29 decimal digits.
            while carry > 0 {
                limbs.insert(0, 0);
                point += 1;
                let value = carry * LIMB;
                limbs[0] = (value >> shift) as u32;
                carry = value & ((1 << shift) - 1);
            }
            while limbs.last() == Some(&0) && limbs.len() > point {
                limbs.pop();
            }
            exponent += shift as i32;
        }
        // Too small: double.
        loop {
            let bits = whole_bits(&limbs, point);
            let room = i64::from(exponent) - i64::from(lowest);
            let shift = (64 - bits as i64).min(29).min(room);
            if shift <= 0 || limbs.is_empty() {
                break;
            }
            let mut carry = 0u64;
            for limb in &mut limbs {
                let value = (u64::from(*limb) << shift) + carry;
                *limb = (value % LIMB) as u32;
                carry = value / LIMB;
            }
            if carry > 0 {
                limbs.push(carry as u32);
            }
            let zeros = limbs.iter().take(point).take_while(|&&limb| limb == 0).count();
            limbs.drain(..zeros);
            point -= zeros;
            exponent -= shift as i32;
        }
        let mantissa = whole(&limbs, point) as u64;
        let rest = &limbs[..point.min(limbs.len())];
        let nothing = rest.iter().all(|&limb| limb == 0);
        let half = match rest.split_last() {
            None => Ordering::Less,
            Some((&top, lower)) => match top.cmp(&(LIMB as u32 / 2)) {
                Ordering::Equal if lower.iter().any(|&limb| limb != 0) => Ordering::Greater,
                other => other,
            },
        };
        (mantissa, exponent, half, nothing)
    }
}

/// The part before the point, where it has at most 64 bits or so.
fn whole(limbs: &[u32], point: usize) -> u128 {
    limbs
        .iter()
        .skip(point)
        .rev()
        .take(4)
        .fold(0u128, |value, &limb| value * u128::from(LIMB) + u128::from(limb))
}

/// Bits of the part before the point; anything over 64 for more.
fn whole_bits(limbs: &[u32], point: usize) -> usize {
    let count = limbs.len().saturating_sub(point);
    if count > 4 {
        return 128;
    }
    (128 - whole(limbs, point).leading_zeros()) as usize
}
