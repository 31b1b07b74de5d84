//! Numbers as `sort -n` and `sort -h` compare them: decimal, of any length, as texts.

use std::cmp::Ordering;

/// A number taken apart. All of these compare as the numbers do.
struct Number<'t> {
    negative: bool,
    /// Digits before the point, without leading zeros.
    whole: &'t [u8],
    /// Digits after the point, without trailing zeros.
    fraction: &'t [u8],
}

impl<'t> Number<'t> {
    /// Reads what is there after blanks; nothing counts as 0. Also returns what follows.
    fn read(text: &'t [u8]) -> (Self, &'t [u8]) {
        let (negative, text) = match text.split_first() {
            Some((b'-', rest)) => (true, rest),
            _ => (false, text),
        };
        let (whole, mut rest) = digits(text);
        let zeros = whole.iter().take_while(|&&digit| digit == b'0').count();
        let mut fraction: &[u8] = &[];
        if let Some((b'.', after)) = rest.split_first() {
            (fraction, rest) = digits(after);
            let zeros = fraction.iter().rev().take_while(|&&digit| digit == b'0').count();
            fraction = &fraction[..fraction.len() - zeros];
        }
        let whole = &whole[zeros..];
        let is_zero = whole.is_empty() && fraction.is_empty();
        (Self { negative: negative && !is_zero, whole, fraction }, rest)
    }

    fn is_zero(&self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    fn compare(&self, other: &Self) -> Ordering {
        let size = || {
            let (a, b) = (self, other);
            let whole = a.whole.len().cmp(&b.whole.len()).then_with(|| a.whole.cmp(b.whole));
            whole.then_with(|| a.fraction.cmp(b.fraction))
        };
        match (self.negative, other.negative) {
            (false, false) => size(),
            (true, true) => size().reverse(),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count())
}

fn skip_blanks(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n')).count();
    &text[blanks..]
}

/// Compares as -n does.
pub fn compare(a: &[u8], b: &[u8]) -> Ordering {
    Number::read(skip_blanks(a)).0.compare(&Number::read(skip_blanks(b)).0)
}

/// Compares as -h does: by the suffix first. `longer`: R and Q are suffixes too.
pub fn compare_human(a: &[u8], b: &[u8], longer: bool) -> Ordering {
    let ((a, a_rest), (b, b_rest)) = (Number::read(skip_blanks(a)), Number::read(skip_blanks(b)));
    unit(&a, a_rest, longer).cmp(&unit(&b, b_rest, longer)).then_with(|| a.compare(&b))
}

/// What the suffix of a number counts for: less than 0 where the number is.
fn unit(number: &Number<'_>, rest: &[u8], longer: bool) -> i8 {
    let size = match rest.first() {
        Some(b'K' | b'k') => 1,
        Some(b'M') => 2,
        Some(b'G') => 3,
        Some(b'T') => 4,
        Some(b'P') => 5,
        Some(b'E') => 6,
        Some(b'Z') => 7,
        Some(b'Y') => 8,
        Some(b'R') if longer => 9,
        Some(b'Q') if longer => 10,
        _ => 0,
    };
    match (number.is_zero(), number.negative) {
        (true, _) => 0,
        (false, true) => -size,
        (false, false) => size,
    }
}

/// Digits that surely fit into a rank, and into what a suffix leaves of one.
const EXACT: usize = 15;
const EXACT_WITH_SUFFIX: usize = 13;

/// Digits after the point that do, too.
const DECIMALS: usize = 3;

/// What one counts for in a rank: room for these digits, and for whether more follow.
const SCALE: u64 = 10u64.pow(DECIMALS as u32) << 1;

/// A number that never decreases where the numbers of -n do not: their order, coarsely. And whether it is another
/// for every other number.
pub fn rank(text: &[u8]) -> (u64, bool) {
    let text = skip_blanks(text);
    if let Some(whole) = short_whole(text) {
        return ((1 << 63) + whole * SCALE, true);
    }
    let number = Number::read(text).0;
    (coarse(&number, EXACT, 63), is_exact(&number, EXACT))
}

/// A number that has few digits, and neither a sign nor a point; of no digits at all, 0.
fn short_whole(text: &[u8]) -> Option<u64> {
    let mut whole = 0;
    for (place, byte) in text.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return (*byte != b'.' && (place > 0 || *byte != b'-')).then_some(whole);
        }
        if place == EXACT {
            return None;
        }
        whole = whole * 10 + u64::from(digit);
    }
    Some(whole)
}

/// The same for -h.
pub fn rank_human(text: &[u8], longer: bool) -> (u64, bool) {
    let (number, rest) = Number::read(skip_blanks(text));
    let unit = (unit(&number, rest, longer) + 10) as u64;
    let exact = EXACT_WITH_SUFFIX;
    (unit << 59 | coarse(&number, exact, 58), is_exact(&number, exact))
}

/// Whether [`coarse`] leaves out nothing of a number.
fn is_exact(number: &Number<'_>, exact: usize) -> bool {
    number.whole.len() <= exact && number.fraction.len() <= DECIMALS
}

/// A number's place among others that have at most `exact` digits before the point: zero is at
/// 1 << `bits`, and the rest within as much of it.
fn coarse(number: &Number<'_>, exact: usize, bits: u32) -> u64 {
    let size = if number.whole.len() > exact {
        // All that are larger are alike here.
        1 << (bits - 1)
    } else {
        let add = |n: u64, digit: &u8| n * 10 + u64::from(digit - b'0');
        let whole = number.whole.iter().fold(0, add);
        let decimals = number.fraction.iter().chain([b'0'; DECIMALS].iter()).take(DECIMALS);
        // Below 10 to the power of all of these digits; and whether more follow.
        decimals.fold(whole, add) << 1 | u64::from(number.fraction.len() > DECIMALS)
    };
    if number.negative { (1 << bits) - size } else { (1 << bits) + size }
}

/// The number of a month's name at the start of a text, 0 where there is none.
pub fn month(text: &[u8]) -> u8 {
    const NAMES: [&[u8; 3]; 12] = [
        b"JAN", b"FEB", b"MAR", b"APR", b"MAY", b"JUN", b"JUL", b"AUG", b"SEP", b"OCT", b"NOV",
        b"DEC",
    ];
    let Some(name) = skip_blanks(text).get(..3) else { return 0 };
    (1..).zip(NAMES).find(|(_, month)| name.eq_ignore_ascii_case(*month)).map_or(0, |(n, _)| n)
}
