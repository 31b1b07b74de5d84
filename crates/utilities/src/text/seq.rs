//! seq: numbers in order (GNU coreutils manual, seq(1)).
//!
//! Numbers are decimal and are counted exactly; where the floating point numbers of the
//! installed seq could show, it is left the work.

use super::stream::{self, Writer};
use super::{Plan, decision, number};
use crate::locale::Locale;
use crate::{Context, Decision, Exit};
use std::io;

/// The options admitted.
pub const ADMITTED: &str = "-w, -s STRING [FIRST [INCREMENT]] LAST";

struct Seq<'a> {
    separator: &'a [u8],
    equal_width: bool,
    first: Decimal,
    step: Decimal,
    last: Decimal,
}

/// A decimal number as it was written.
#[derive(Clone, Copy)]
struct Decimal {
    negative: bool,
    /// All digits, without the point.
    digits: i128,
    /// Digits after the point.
    precision: u32,
    /// Bytes it was written with.
    width: usize,
}

/// Digits in all that a long double certainly holds.
const MOST_DIGITS: usize = 15;

impl Decimal {
    const ONE: Decimal = Decimal { negative: false, digits: 1, precision: 0, width: 1 };

    fn parse(text: &[u8]) -> Option<Self> {
        let (negative, unsigned) = match text.strip_prefix(b"-") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = match byte_search::memchr(b'.', unsigned) {
            Some(at) => (&unsigned[..at], &unsigned[at + 1..]),
            None => (unsigned, &[][..]),
        };
        let has_point = whole.len() != unsigned.len();
        if whole.is_empty() || (has_point && fraction.is_empty()) {
            return None;
        }
        let most = if has_point { MOST_DIGITS } else { 18 };
        let digits = [whole, fraction].concat();
        let digits = i128::from(number::plain(&digits).filter(|_| digits.len() <= most)?);
        // A negative zero is shown as one.
        if negative && digits == 0 {
            return None;
        }
        let precision = fraction.len() as u32;
        Some(Self { negative, digits, precision, width: text.len() })
    }

    /// In units of `precision` digits after the point.
    fn scaled(&self, precision: u32) -> i128 {
        let size = self.digits * 10i128.pow(precision.saturating_sub(self.precision));
        if self.negative { -size } else { size }
    }
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Seq<'a>> {
    let mut separator: &[u8] = b"\n";
    let mut equal_width = false;
    let mut rest = arguments.iter().copied();
    let mut operands = Vec::new();
    while let Some(argument) = rest.next() {
        let negative = matches!(argument, [b'-', b'.' | b'0'..=b'9', ..]);
        if negative || !argument.starts_with(b"-") {
            operands.push(argument);
            operands.extend(rest);
            break;
        }
        match argument {
            b"--" => {
                operands.extend(rest);
                break;
            }
            b"-w" | b"--equal-width" => equal_width = true,
            b"-s" | b"--separator" => {
                separator = rest.next().ok_or("an option without its value")?
            }
            [b'-', b's', value @ ..] => separator = value,
            _ => match argument.strip_prefix(b"--separator=") {
                Some(value) => separator = value,
                None => return Err("an option that is not reproduced"),
            },
        }
    }
    let numbers: Option<Vec<Decimal>> =
        operands.iter().map(|operand| Decimal::parse(operand)).collect();
    let (first, step, last) = match numbers.ok_or("a number that is not reproduced")?[..] {
        [last] => (Decimal::ONE, Decimal::ONE, last),
        [first, last] => (first, Decimal::ONE, last),
        [first, step, last] => (first, step, last),
        _ => return Err("operands to complain about"),
    };
    if step.digits == 0 {
        return Err("an increment to complain about");
    }
    if first.precision.max(step.precision) > 0 && first.negative != last.negative {
        return Err("fractions that may come close to zero");
    }
    Ok(Seq { separator, equal_width, first, step, last })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if !Locale::of(context, b"LC_NUMERIC").has_plain_numbers() {
        return Decision::StepAside("a locale with numbers of its own");
    }
    decision(context, plan(arguments), run)
}

/// Carries out a plan of seq: its exit status.
fn run(context: &mut Context<'_>, plan: Seq<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    match plan.put(&mut output) {
        Ok(()) => stream::finish(context, &mut output, 0),
        Err(error) => context.write_error(&error, 1),
    }
}

impl Seq<'_> {
    fn put(&self, output: &mut Writer) -> io::Result<()> {
        let shown = self.first.precision.max(self.step.precision);
        let precision = shown.max(self.last.precision);
        let unit = 10i128.pow(precision - shown);
        let (first, step) = (self.first.scaled(precision), self.step.scaled(precision));
        let last = self.last.scaled(precision);
        let is_past = |value: i128| if step < 0 { value < last } else { value > last };
        if is_past(first) {
            return Ok(());
        }
        if shown == 0
            && first >= 0
            && (1..=i128::from(u16::MAX)).contains(&(step / unit))
            && !self.equal_width
        {
            return self.count_up(first / unit, step / unit, last / unit, output);
        }
        let width = if self.equal_width { self.width(shown) } else { 0 };
        let mut value = first;
        loop {
            put_decimal(value / unit, shown, width, &mut output.buffer);
            value += step;
            if is_past(value) {
                break;
            }
            output.put(self.separator)?;
        }
        output.put(b"\n")
    }

    /// The usual case: whole numbers, upwards. The digits are counted up in place.
    fn count_up(&self, first: i128, step: i128, last: i128, output: &mut Writer) -> io::Result<()> {
        let mut left = (last - first) / step;
        let step = step as u32;
        let mut digits = [b'0'; 40];
        let mut start = digits.len();
        let mut value = first;
        loop {
            start -= 1;
            digits[start] = b'0' + (value % 10) as u8;
            value /= 10;
            if value == 0 {
                break;
            }
        }
        loop {
            output.buffer.extend_from_slice(&digits[start..]);
            if left == 0 {
                break;
            }
            left -= 1;
            output.put(self.separator)?;
            let mut carry = step;
            let mut at = digits.len();
            while carry > 0 {
                at -= 1;
                let sum = u32::from(digits[at] - b'0') + carry;
                digits[at] = b'0' + (sum % 10) as u8;
                carry = sum / 10;
            }
            start = start.min(at);
        }
        output.put(b"\n")
    }

    /// The width of -w, from those of the operands.
    fn width(&self, shown: u32) -> usize {
        let with_point = |number: &Decimal, width: usize| {
            width + usize::from(number.precision == 0 && shown > 0)
        };
        let first = self.first.width + (shown - self.first.precision) as usize;
        let mut last = (self.last.width + shown as usize) - self.last.precision as usize;
        if self.last.precision > 0 && shown == 0 {
            last -= 1;
        }
        with_point(&self.first, first).max(with_point(&self.last, last))
    }
}

/// Appends a number in units of `precision` digits after the point, with zeros before it to make
/// it `width` bytes long.
fn put_decimal(value: i128, precision: u32, width: usize, out: &mut Vec<u8>) {
    let mut text = Vec::with_capacity(24);
    let size = value.unsigned_abs();
    let unit = 10u128.pow(precision);
    number::append(&mut text, (size / unit) as u64);
    if precision > 0 {
        text.push(b'.');
        let mut fraction = Vec::new();
        number::append(&mut fraction, (size % unit) as u64);
        text.extend(std::iter::repeat_n(b'0', precision as usize - fraction.len()));
        text.extend_from_slice(&fraction);
    }
    let sign = usize::from(value < 0);
    if value < 0 {
        out.push(b'-');
    }
    out.extend(std::iter::repeat_n(b'0', width.saturating_sub(text.len() + sign)));
    out.extend_from_slice(&text);
}
