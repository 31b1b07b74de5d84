//! numfmt: numbers with and without suffixes (GNU coreutils manual, numfmt(1)).
//!
//! The installed one computes with the processor's long double, of which 64 bits are digits, and
//! rounds after each step. So does this one (`Float`): where a machine has another kind, the
//! installed one is launched.

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::locale::Locale;
use crate::options::{self, Takes};
use crate::system::printf::{Class, Real, Spec};
use crate::{Change, Context, Decision, Exit, message, quoting};
use std::io;

/// The options admitted.
pub const ADMITTED: &str = "--from=UNIT --to=UNIT --from-unit=N --to-unit=N --round=METHOD --padding=N --suffix=TEXT --field=FIELDS --header[=N] --invalid=MODE -d CHAR, -z [NUMBER...]";

const FROM: char = '\u{100}';
const TO: char = '\u{101}';
const FROM_UNIT: char = '\u{102}';
const TO_UNIT: char = '\u{103}';
const ROUND: char = '\u{104}';
const PADDING: char = '\u{105}';
const SUFFIX: char = '\u{106}';
const FIELD: char = '\u{107}';
const HEADER: char = '\u{108}';
const INVALID: char = '\u{109}';

const OPTIONS: &[options::Option_] = &[
    ('d', "delimiter", Takes::Argument),
    ('z', "zero-terminated", Takes::Nothing),
    (FROM, "from", Takes::Argument),
    (TO, "to", Takes::Argument),
    (FROM_UNIT, "from-unit", Takes::Argument),
    (TO_UNIT, "to-unit", Takes::Argument),
    (ROUND, "round", Takes::Argument),
    (PADDING, "padding", Takes::Argument),
    (SUFFIX, "suffix", Takes::Argument),
    (FIELD, "field", Takes::Argument),
    (HEADER, "header", Takes::Optional),
    (INVALID, "invalid", Takes::Argument),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scale {
    None,
    Auto,
    Si,
    Iec,
    /// With an `i` after the letter.
    IecI,
}

impl Scale {
    fn base(self) -> u64 {
        if matches!(self, Scale::Iec | Scale::IecI) { 1024 } else { 1000 }
    }
}

#[derive(Clone, Copy)]
enum Round {
    Up,
    Down,
    FromZero,
    TowardsZero,
    Nearest,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Invalid {
    Abort,
    Fail,
    Warn,
    Ignore,
}

const SCALES: &[(&[u8], Scale)] = &[
    (b"none", Scale::None),
    (b"auto", Scale::Auto),
    (b"si", Scale::Si),
    (b"iec", Scale::Iec),
    (b"iec-i", Scale::IecI),
];
const ROUNDS: &[(&[u8], Round)] = &[
    (b"up", Round::Up),
    (b"down", Round::Down),
    (b"from-zero", Round::FromZero),
    (b"towards-zero", Round::TowardsZero),
    (b"nearest", Round::Nearest),
];
const INVALIDS: &[(&[u8], Invalid)] = &[
    (b"abort", Invalid::Abort),
    (b"fail", Invalid::Fail),
    (b"warn", Invalid::Warn),
    (b"ignore", Invalid::Ignore),
];

struct Request<'a> {
    from: Scale,
    to: Scale,
    from_unit: u64,
    to_unit: u64,
    round: Round,
    invalid: Invalid,
    /// The width, and whether the number is at its left; 0 for that of the field that it replaces.
    padding: (usize, bool),
    suffix: &'a [u8],
    fields: Vec<(u64, u64)>,
    header: u64,
    /// None for blanks.
    delimiter: Option<u8>,
    end: u8,
    numbers: Vec<&'a [u8]>,
    letters: &'static [u8],
    /// Whether k is K and the prefix of 1000, and what has no letter needs no i.
    lenient: bool,
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Plan<Request<'a>> {
    if !cfg!(target_arch = "x86_64") {
        return Err("a processor with other numbers");
    }
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let scale = |letter| match parsed.value(letter) {
        None => Ok(Scale::None),
        Some(name) => named(SCALES, name),
    };
    let to = scale(TO)?;
    if to == Scale::Auto || parsed.has_repeated_value() {
        return Err("an option to complain about");
    }
    let padding = match parsed.value(PADDING) {
        None => (0, false),
        Some(value) => {
            let (left, digits) = value.strip_prefix(b"-").map_or((false, value), |it| (true, it));
            let width = number::plain(digits).filter(|width| (1..100_000).contains(width));
            (width.ok_or("a width to complain about")? as usize, left)
        }
    };
    let delimiter = match parsed.value('d') {
        None => None,
        Some([byte]) => Some(*byte),
        Some(_) => return Err("a delimiter of its own"),
    };
    let header = match parsed.options.iter().rev().find(|(letter, _)| *letter == HEADER) {
        None => 0,
        Some((_, None)) => 1,
        Some((_, Some(value))) => {
            number::plain(value).filter(|count| *count > 0).ok_or("a header to complain about")?
        }
    };
    Ok(Request {
        from: scale(FROM)?,
        to,
        from_unit: parsed.value(FROM_UNIT).map_or(Ok(1), unit)?,
        to_unit: parsed.value(TO_UNIT).map_or(Ok(1), unit)?,
        round: parsed.value(ROUND).map_or(Ok(Round::FromZero), |name| named(ROUNDS, name))?,
        invalid: parsed.value(INVALID).map_or(Ok(Invalid::Abort), |name| named(INVALIDS, name))?,
        padding,
        suffix: parsed.value(SUFFIX).unwrap_or_default(),
        fields: parsed.value(FIELD).map_or(Ok(vec![(1, 1)]), fields)?,
        header,
        delimiter,
        end: if parsed.has('z') { 0 } else { b'\n' },
        numbers: parsed.operands,
        letters: if context.has(Change::LongPrefixes) { b"KMGTPEZYRQ" } else { b"KMGTPEZY" },
        lenient: context.has(Change::NumfmtSuffixes),
    })
}

/// What a word of an option means: abbreviations are left to the installed program.
fn named<T: Copy>(words: &[(&[u8], T)], name: &[u8]) -> Plan<T> {
    let row = words.iter().find(|row| row.0 == name);
    row.map(|row| row.1).ok_or("a word that is not reproduced")
}

/// A unit: a number, perhaps with a letter (powers of 1000) and `i` (of 1024).
fn unit(text: &[u8]) -> Plan<u64> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (base, letter) = match &text[digits..] {
        [] => (1u64, 0),
        [letter] => (1000, *letter),
        [letter, b'i'] => (1024, *letter),
        _ => return Err("a unit to complain about"),
    };
    let power = match letter {
        0 => Some(0),
        letter => b"KMGTPE".iter().position(|known| *known == letter).map(|place| place + 1),
    };
    let value = power.and_then(|power| {
        number::plain(&text[..digits])?.checked_mul(base.checked_pow(power as u32)?)
    });
    value.filter(|value| *value > 0).ok_or("a unit to complain about")
}

/// Ranges of fields: `2`, `1-3`, `4-`, `-2`, `-`.
fn fields(text: &[u8]) -> Plan<Vec<(u64, u64)>> {
    let range = |text: &[u8]| {
        // The largest is too large.
        let positive = |text: &[u8]| number::plain(text).filter(|it| (1..u64::MAX).contains(it));
        match byte_search::memchr(b'-', text) {
            None => positive(text).map(|number| (number, number)),
            Some(at) => {
                let (first, last) = (&text[..at], &text[at + 1..]);
                let first = if first.is_empty() { 1 } else { positive(first)? };
                let last = if last.is_empty() { u64::MAX } else { positive(last)? };
                (first <= last).then_some((first, last))
            }
        }
    };
    let ranges: Option<Vec<(u64, u64)>> = text.split(|byte| *byte == b',').map(range).collect();
    ranges.ok_or("fields to complain about")
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if !Locale::of(context, b"LC_NUMERIC").has_plain_numbers() {
        return Decision::StepAside("a locale with numbers of its own");
    }
    let plan = plan(context, arguments).and_then(|plan| match plan.refusal(context) {
        Some(reason) => Err(reason),
        None => Ok(plan),
    });
    decision(context, plan, run)
}

impl Request<'_> {
    /// What the installed version has otherwise.
    fn refusal(&self, context: &Context<'_>) -> Option<&'static str> {
        // Of text on standard input it is not known yet.
        let is_ascii = !self.numbers.is_empty() && self.numbers.iter().all(|text| text.is_ascii());
        if context.has(Change::NumfmtCharacters) && context.utf8 && !is_ascii {
            return Some("characters that may be blanks");
        }
        let keeps = context.has(Change::NumfmtKeepsSuffixes) && !self.suffix.is_empty();
        (keeps && self.invalid != Invalid::Abort).then_some("what becomes of a suffix")
    }
}

/// Why it ends early.
enum Stop {
    Read(io::Error),
    Write(io::Error),
    /// A number that is none: it has been said.
    Invalid,
}

/// Carries out a plan of numfmt: its exit status.
fn run(context: &mut Context<'_>, plan: Request<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let mut conversion = Conversion { plan: &plan, context, failed: false, width: plan.padding.0 };
    let result = match plan.numbers.is_empty() {
        true => conversion.convert_input(&mut output),
        false => plan.numbers.iter().try_for_each(|line| {
            conversion.convert_line(line, &mut output)?;
            output.put(&[plan.end]).map_err(Stop::Write)
        }),
    };
    let is_failure = conversion.failed && matches!(plan.invalid, Invalid::Abort | Invalid::Fail);
    let status = match result {
        Ok(()) if is_failure => 2,
        Ok(()) => 0,
        Err(Stop::Invalid) => 2,
        Err(Stop::Write(error)) => return context.write_error(&error, 1),
        Err(Stop::Read(error)) => {
            if let Some(exit) = context.signal_of(&error) {
                return exit;
            }
            let text = format!("error reading input: {}", message::reason(&error));
            stream::complain(context, &mut output, text.as_bytes());
            match is_failure {
                true => 2,
                false => u8::from(plan.lenient),
            }
        }
    };
    stream::finish(context, &mut output, status)
}

struct Conversion<'p, 'c> {
    plan: &'p Request<'p>,
    context: &'p Context<'c>,
    /// Whether one of the numbers was none.
    failed: bool,
    width: usize,
}

impl Conversion<'_, '_> {
    fn convert_input(&mut self, output: &mut Writer) -> Result<(), Stop> {
        let file = stream::open(self.context, b"-").map_err(Stop::Read)?;
        let mut reader = Reader::within(self.context, file);
        let mut header = self.plan.header;
        while let Some(line) = reader.line(self.plan.end).map_err(Stop::Read)? {
            let text = line.strip_suffix(&[self.plan.end]).unwrap_or(line);
            // Texts end at a NUL.
            let end = byte_search::memchr(0, line).unwrap_or(text.len()).min(text.len());
            if header > 0 {
                header -= 1;
                let end = byte_search::memchr(0, line).unwrap_or(line.len());
                output.buffer.extend_from_slice(&line[..end]);
                continue;
            }
            let is_whole = text.len() < line.len();
            let result = self.convert_line(&text[..end], output);
            if let Err(Stop::Invalid) = result {
                reader.give_back();
            }
            result?;
            if is_whole {
                output.buffer.push(self.plan.end);
            }
            output.check().map_err(Stop::Write)?;
        }
        Ok(())
    }

    fn convert_line(&mut self, line: &[u8], output: &mut Writer) -> Result<(), Stop> {
        let is_blank = |byte: &u8| b" \t\n".contains(byte);
        let mut rest = line;
        let last = self.plan.fields.iter().map(|(_, last)| *last).max().unwrap_or(0);
        for field in 1.. {
            if field > last && self.plan.delimiter.is_some() {
                // Nothing changes from there on.
                output.buffer.extend_from_slice(rest);
                break;
            }
            let length = match self.plan.delimiter {
                Some(delimiter) => byte_search::memchr(delimiter, rest).unwrap_or(rest.len()),
                None => {
                    let blanks = rest.iter().take_while(|byte| is_blank(byte)).count();
                    let after = rest[blanks..].iter().take_while(|byte| !is_blank(byte));
                    blanks + after.count()
                }
            };
            let is_included =
                self.plan.fields.iter().any(|(first, last)| (*first..=*last).contains(&field));
            match is_included {
                true => self.convert_field(&rest[..length], field, output)?,
                false => output.buffer.extend_from_slice(&rest[..length]),
            }
            let Some((_, after)) = rest[length..].split_first() else { break };
            output.buffer.push(self.plan.delimiter.unwrap_or(b' '));
            rest = after;
        }
        Ok(())
    }

    fn convert_field(&mut self, field: &[u8], place: u64, output: &mut Writer) -> Result<(), Stop> {
        let plan = self.plan;
        let text = match field.strip_suffix(plan.suffix) {
            Some(text) if !text.is_empty() => text,
            _ => field,
        };
        let blanks = text.iter().take_while(|byte| b" \t".contains(byte)).count();
        if plan.padding.0 == 0 && plan.delimiter.is_none() {
            self.width = if blanks > 0 || place > 1 { text.len() } else { 0 };
        }
        let number = &text[blanks..];
        let shown = plan.read(number, self.context.utf8).and_then(|(value, precision)| {
            let value = match (plan.from_unit, plan.to_unit) {
                (1, 1) => value,
                (from, to) => value.times(Float::from(from)).over(Float::from(to)),
            };
            plan.shown(value, precision)
        });
        match shown {
            Ok(mut shown) => {
                shown.extend_from_slice(plan.suffix);
                let blanks = std::iter::repeat_n(b' ', self.width.saturating_sub(shown.len()));
                let out = &mut output.buffer;
                if !plan.padding.1 {
                    out.extend(blanks.clone());
                }
                out.extend_from_slice(&shown);
                if plan.padding.1 {
                    out.extend(blanks);
                }
                Ok(())
            }
            Err(complaint) => {
                self.failed = true;
                if plan.invalid != Invalid::Ignore {
                    stream::complain(self.context, output, &complaint);
                }
                if plan.invalid == Invalid::Abort {
                    return Err(Stop::Invalid);
                }
                output.buffer.extend_from_slice(text);
                Ok(())
            }
        }
    }
}

/// Digits of which no precision is lost: those of a long double (LDBL_DIG).
const EXACT: usize = 18;

impl Request<'_> {
    /// Digits that may be converted: 999 of the largest unit.
    fn most_digits(&self) -> usize {
        (self.letters.len() + 1) * 3
    }

    /// Reads a number, and how many digits come after its point; else what there is to complain about.
    fn read(&self, text: &[u8], utf8: bool) -> Result<(Float, usize), Vec<u8>> {
        let complaint = |before: &str, after: &str| {
            if self.invalid == Invalid::Ignore {
                // Nobody reads it.
                return Vec::new();
            }
            [before.as_bytes(), &quoting::locale(text, utf8), after.as_bytes()].concat()
        };
        let too_large = || complaint("value too large to be converted: ", "");
        let invalid = || complaint("invalid number: ", "");
        let (negative, unsigned) = text.strip_prefix(b"-").map_or((false, text), |it| (true, it));
        let (mut value, mut used) = self.integer(unsigned).ok_or_else(too_large)?;
        let has_point = unsigned.get(used) == Some(&b'.');
        if used == 0 && !has_point {
            return Err(invalid());
        }
        let mut precision = 0;
        if has_point {
            used += 1;
            let rest = &unsigned[used..];
            let (fraction, digits) = self.integer(rest).ok_or_else(too_large)?;
            // A second point is complained about as a suffix, a sign as a sign.
            if digits == 0 && rest.first() != Some(&b'.') {
                return Err(invalid());
            }
            value = value.plus(fraction.over(Float::from(10).power(digits)));
            precision = digits;
            used += digits;
        }
        value.negative = negative;
        let mut rest = &unsigned[used..];
        let (mut base, mut power) = (self.from.base(), 0);
        if !rest.is_empty() {
            let blanks = rest.iter().take_while(|byte| b" \t".contains(byte)).count();
            rest = &rest[blanks..];
            // The end of the text is one of the letters, to strchr(3).
            let letter = rest.first().and_then(|letter| {
                let is_same = |known: &u8| {
                    known == letter || self.lenient && (*known, *letter) == (b'K', b'k')
                };
                self.letters.iter().position(is_same).map(|place| place + 1)
            });
            match letter {
                None if !rest.is_empty() => {
                    return Err(complaint("invalid suffix in input: ", ""));
                }
                _ if self.from == Scale::None => {
                    let after = " (consider using --from)";
                    return Err(complaint("rejecting suffix in input: ", after));
                }
                letter => {
                    power = letter.unwrap_or(0);
                    rest = rest.get(1..).unwrap_or_default();
                }
            }
            if self.from == Scale::Auto && rest.first() == Some(&b'i') {
                base = 1024;
                rest = &rest[1..];
            }
            precision = 0;
        }
        if self.from == Scale::IecI && !(self.lenient && power == 0) {
            rest = rest
                .strip_prefix(b"i")
                .ok_or_else(|| complaint("missing 'i' suffix in input: ", " (e.g Ki/Mi/Gi)"))?;
        }
        let value = value.times(Float::from(base).power(power));
        match rest {
            [] => Ok((value, precision)),
            rest => {
                let rest = quoting::locale(rest, utf8);
                Err([&complaint("invalid suffix in input ", ": ")[..], &rest].concat())
            }
        }
    }

    /// The digits that a text begins with, and how many there are; None for too many.
    fn integer(&self, text: &[u8]) -> Option<(Float, usize)> {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        // As many have no leading zeros to think of, and make a number that needs no rounding.
        if digits <= 19 {
            let next = |value: u64, digit: &u8| value * 10 + u64::from(digit - b'0');
            return Some((Float::from(text[..digits].iter().fold(0, next)), digits));
        }
        let (mut value, mut significant) = (Float::from(0), 0);
        for digit in &text[..digits] {
            significant += usize::from(value.mantissa != 0 || *digit != b'0');
            if significant > self.most_digits() {
                return None;
            }
            value = value.times(Float::from(10)).plus(Float::from(u64::from(digit - b'0')));
        }
        Some((value, digits))
    }

    /// A number as it is to be shown, without the suffix of all; else what there is to complain about.
    fn shown(&self, value: Float, precision: usize) -> Result<Vec<u8>, Vec<u8>> {
        let too_large = |precision: usize, after: String| {
            let what = if precision > 0 { "value/precision" } else { "value" };
            let mut text = format!("{what} too large to be printed: '").into_bytes();
            Spec::default().real(value.real(), b'g', &mut text);
            if precision > 0 {
                text.extend_from_slice(format!("/{precision}").as_bytes());
            }
            text.extend_from_slice(format!("' ({after})").as_bytes());
            Err(text)
        };
        if self.to == Scale::None || value.exponent > 0 {
            let (_, digits) = value.scaled_down(10);
            if self.to == Scale::None && digits + precision > EXACT {
                return too_large(precision, "consider using --to".into());
            }
            if digits > self.most_digits() - 1 {
                let letter = char::from(self.letters[self.letters.len() - 1]);
                return too_large(0, format!("cannot handle values > 999{letter}"));
            }
        }
        let mut text = Vec::new();
        let mut put = |value: Float, precision| {
            let spec = Spec { precision: Some(precision), ..Spec::default() };
            spec.real(value.real(), b'f', &mut text);
        };
        if self.to == Scale::None {
            let unit = Float::from(10).power(precision);
            put(value.times(unit).round(self.round).over(unit), precision);
            return Ok(text);
        }
        let base = self.to.base();
        let (value, mut power) = value.scaled_down(base);
        let unit = Float::from(if value.is_at_least(10) { 1 } else { 10 });
        let whole = value.times(unit).round(self.round);
        let mut value = whole.over(unit);
        let is_full = value.is_at_least(base);
        if is_full {
            value = value.over(Float::from(base));
            power += 1;
        }
        let has_point = value.mantissa != 0 && !value.is_at_least(10) && power > 0;
        match whole.integer() {
            // The digits are known: those of the number in whole units or tenths.
            Some(number) if !is_full && has_point == (unit != Float::from(1)) => {
                if value.negative {
                    text.push(b'-');
                }
                if has_point {
                    number::append(&mut text, number / 10);
                    text.extend_from_slice(&[b'.', b'0' + (number % 10) as u8]);
                } else {
                    number::append(&mut text, number);
                }
            }
            _ => put(value, usize::from(has_point)),
        }
        if let Some(letter) = power.checked_sub(1) {
            match self.letters.get(letter) {
                Some(b'K') if self.lenient && self.to == Scale::Si => text.push(b'k'),
                Some(letter) => text.push(*letter),
                None => text.extend_from_slice(b"(error)"),
            }
            if self.to == Scale::IecI {
                text.push(b'i');
            }
        }
        Ok(text)
    }
}

/// A number with 64 binary digits: `mantissa * 2^exponent`, the first digit of the mantissa set
/// unless it is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Float {
    negative: bool,
    mantissa: u64,
    exponent: i32,
}

impl Float {
    fn from(number: u64) -> Self {
        Self::rounded(false, u128::from(number), 0)
    }

    /// The nearest to `digits * 2^exponent`; of two the even one.
    fn rounded(negative: bool, digits: u128, exponent: i32) -> Self {
        if digits == 0 {
            return Self { negative, mantissa: 0, exponent: 0 };
        }
        // All 128 digits, the first of them set.
        let zeros = digits.leading_zeros();
        let digits = digits << zeros;
        let (whole, rest) = ((digits >> 64) as u64, digits as u64);
        let exponent = exponent - zeros as i32 + 64;
        let is_up = rest > 1 << 63 || rest == 1 << 63 && whole & 1 == 1;
        match whole.checked_add(u64::from(is_up)) {
            Some(mantissa) => Self { negative, mantissa, exponent },
            None => Self { negative, mantissa: 1 << 63, exponent: exponent + 1 },
        }
    }

    fn times(self, other: Self) -> Self {
        let digits = u128::from(self.mantissa) * u128::from(other.mantissa);
        Self::rounded(self.negative != other.negative, digits, self.exponent + other.exponent)
    }

    fn over(self, other: Self) -> Self {
        if other.mantissa == 1 << 63 {
            // By a power of two, which changes no digit.
            let negative = self.negative != other.negative;
            let exponent = if self.mantissa == 0 { 0 } else { self.exponent - other.exponent - 63 };
            return Self { negative, exponent, ..self };
        }
        let divisor = u128::from(other.mantissa.max(1));
        let dividend = u128::from(self.mantissa) << 64;
        // Two digits more than needed, and one that says whether there are others.
        let (first, rest) = (dividend / divisor, (dividend % divisor) << 2);
        let digits = (((first << 2) | (rest / divisor)) << 1) | u128::from(rest % divisor != 0);
        let exponent = self.exponent - other.exponent - 67;
        Self::rounded(self.negative != other.negative, digits, exponent)
    }

    /// The whole number that it is, whatever its sign; None where it is none, or a large one.
    fn integer(self) -> Option<u64> {
        if self.mantissa == 0 {
            return Some(0);
        }
        let shift = u32::try_from(-self.exponent).ok().filter(|shift| *shift < 64)?;
        let whole = self.mantissa >> shift;
        (whole << shift == self.mantissa).then_some(whole)
    }

    /// The sum of two that have the same sign.
    fn plus(self, other: Self) -> Self {
        if self.mantissa == 0 || other.mantissa == 0 {
            return if self.mantissa == 0 { other } else { self };
        }
        let (large, small) =
            if self.exponent < other.exponent { (other, self) } else { (self, other) };
        let distance = (large.exponent - small.exponent) as u32;
        let wide = |number: Self| u128::from(number.mantissa) << 62;
        let shifted = wide(small).checked_shr(distance).unwrap_or(0);
        let lost = shifted.checked_shl(distance).unwrap_or(0) != wide(small);
        let sum = (wide(large) + shifted) | u128::from(lost);
        Self::rounded(self.negative, sum, large.exponent - 62)
    }

    /// Multiplied by itself, step by step.
    fn power(self, power: usize) -> Self {
        (0..power).fold(Self::from(1), |product, _| product.times(self))
    }

    /// Divided by a base until it is less, and how often that was.
    fn scaled_down(self, base: u64) -> (Self, usize) {
        let (mut value, mut power) = (self, 0);
        while value.is_at_least(base) {
            value = value.over(Self::from(base));
            power += 1;
        }
        (value, power)
    }

    /// Whether it is at least so large, whatever its sign.
    fn is_at_least(self, other: u64) -> bool {
        let other = Self::from(other);
        self.mantissa != 0 && (self.exponent, self.mantissa) >= (other.exponent, other.mantissa)
    }

    /// The next whole number.
    fn round(self, how: Round) -> Self {
        let is_up = match how {
            Round::Up => !self.negative,
            Round::Down => self.negative,
            Round::FromZero => true,
            Round::TowardsZero => false,
            Round::Nearest => {
                let half = Self { negative: self.negative, mantissa: 1 << 63, exponent: -64 };
                return self.plus(half).round(Round::TowardsZero);
            }
        };
        let shift = -self.exponent;
        if shift <= 0 {
            return Self { negative: self.negative && self.mantissa != 0, ..self };
        }
        let whole = self.mantissa.checked_shr(shift as u32).unwrap_or(0);
        let has_rest = whole.checked_shl(shift as u32).unwrap_or(0) != self.mantissa;
        let whole = Self::from(whole + u64::from(is_up && has_rest));
        Self { negative: self.negative && whole.mantissa != 0, ..whole }
    }

    fn real(self) -> Real {
        let class = Class::Finite(self.mantissa, self.exponent);
        Real { negative: self.negative, class, long: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_rounded() {
        let tenth = Float::from(1).over(Float::from(10));
        assert_eq!(tenth.mantissa, 0xcccc_cccc_cccc_cccd);
        assert_eq!(Float::from(7).times(Float::from(6)), Float::from(42));
        assert_eq!(Float::from(u64::MAX).plus(Float::from(1)).mantissa, 1 << 63);
        assert_eq!(tenth.round(Round::FromZero), Float::from(1));
        assert_eq!(tenth.round(Round::Nearest), Float::from(0));
        assert!(Float::from(10).is_at_least(10) && !Float::from(9).is_at_least(10));
        assert_eq!(Float::from(1_048_576).scaled_down(1024), (Float::from(1), 2));
    }

    #[test]
    fn ranges() {
        assert_eq!(fields(b"2,4-,-3"), Ok(vec![(2, 2), (4, u64::MAX), (1, 3)]));
        assert!(fields(b"18446744073709551615,2").is_err());
        assert!(fields(b"3-2").is_err() && fields(b"0").is_err() && fields(b"").is_err());
        assert_eq!((unit(b"2K"), unit(b"1Ki")), (Ok(2000), Ok(1024)));
    }
}
