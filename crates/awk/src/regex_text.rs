//! Regular expressions as mawk reads them, rewritten for crate pattern.
//!
//! mawk of 2020 knows no intervals (`{` is an ordinary character), any escaped character that is not
//! one of C's escapes is itself, and escapes count inside brackets. The result is in the
//! extended syntax with nothing left to interpretation.
//!
//! Later versions have intervals. They are reproduced behind a single character or set; others are
//! not what they say in mawk, and a program with one of these is left to it ([`is_doubtful`]).

use crate::dialect::Dialect;
use byte_search::memmem::Finder;
use pattern::{Cache, MatchFlags, Regex, RegexOptions};

/// A compiled expression.
pub(crate) enum Compiled {
    /// Plain text, wherever it is.
    Text(Box<Finder>),
    /// Plain text at the start.
    Prefix(Vec<u8>),
    /// Anything else.
    Regex(Box<Regex>),
    /// Anything else, of characters of UTF-8.
    Wide(Box<Regex>),
}

impl Compiled {
    /// Whether the C library errs with it ([`Regex::repeats_anchor`]).
    pub(crate) fn repeats_anchor(&self) -> bool {
        match self {
            Compiled::Text(_) | Compiled::Prefix(_) => false,
            Compiled::Regex(regex) | Compiled::Wide(regex) => regex.repeats_anchor(),
        }
    }

    /// Whether the expression matches somewhere in `text`.
    #[inline]
    pub(crate) fn is_match(&self, cache: &mut Cache, text: &[u8]) -> bool {
        match self {
            Compiled::Text(finder) => finder.find(text).is_some(),
            Compiled::Prefix(prefix) => text.starts_with(prefix),
            Compiled::Regex(regex) | Compiled::Wide(regex) => regex.is_match(cache, text),
        }
    }

    /// The leftmost match from `at` on, and of those the longest.
    #[inline]
    pub(crate) fn find(
        &self,
        cache: &mut Cache,
        text: &[u8],
        at: usize,
        flags: MatchFlags,
    ) -> Option<(usize, usize)> {
        match self {
            Compiled::Text(finder) => {
                let start = at + finder.find(text.get(at..)?)?;
                Some((start, start + finder.needle().len()))
            }
            Compiled::Prefix(prefix) => {
                (at == 0 && !flags.not_bol && text.starts_with(prefix)).then_some((0, prefix.len()))
            }
            Compiled::Regex(regex) | Compiled::Wide(regex) => regex.find(cache, text, at, flags),
        }
    }
}

impl Compiled {
    /// Where the next match can begin behind an empty one at `at`.
    #[inline]
    pub(crate) fn step(&self, text: &[u8], at: usize) -> usize {
        match self {
            Compiled::Wide(_) => at + crate::characters::first_length(&text[at..]).unwrap_or(1),
            _ => at + 1,
        }
    }
}

/// Compiles an expression. The error is the reason that mawk gives.
pub(crate) fn compile(text: &[u8], dialect: Dialect) -> Result<Compiled, &'static str> {
    let intervals = dialect.rules().regex_has_intervals;
    if let Some(plain) = plain(text, intervals).filter(|plain| !plain.is_empty()) {
        return Ok(Compiled::Text(Box::new(Finder::new(&plain))));
    }
    if let [b'^', rest @ ..] = text
        && let Some(plain) = plain(rest, intervals)
    {
        return Ok(Compiled::Prefix(plain));
    }
    let text = translate(text, intervals)?;
    match Regex::new(&text, RegexOptions::awk(false)) {
        Ok(regex) => Ok(Compiled::Regex(Box::new(regex))),
        Err(_) => Err(TOO_LARGE),
    }
}

/// The text that an expression without operators stands for.
fn plain(text: &[u8], intervals: bool) -> Option<Vec<u8>> {
    let mut plain = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'^' | b'$' | b'.' | b'[' | b'|' | b'(' | b')' | b'*' | b'+' | b'?' => return None,
            b'\\' => {
                let (byte, used) = escape(&text[at..]);
                at += used;
                plain.push(byte);
            }
            b'{' if intervals && interval(&text[at..]).is_some() => return None,
            _ => plain.push(byte),
        }
    }
    Some(plain)
}

/// Why a `*` or another operator has nothing to work on.
const MISSING_OPERAND: &str = "missing operand";
const MISSING_PARENTHESIS: &str = "missing ')'";
const TOO_LARGE: &str = "resource exhaustion -- regular expression too large";
/// What fits on mawk's stacks, and how many groups surely do, each with three operators at most.
const STACK: usize = 64;
const FEW_GROUPS: usize = 20;
/// What nothing joins: mawk ends at once, with status 100.
pub(crate) const VALUES_LEFT: &str = "values still on machine stack";
/// The longest expression with one of these two errors that is read again as mawk reads it.
const MOST_MENDED: usize = 4 << 10;
const BAD_CLASS: &str = "bad class -- [], [^] or [";
const BAD_INTERVAL: &str = "bad interval expression";

/// What stands between `{` and `}`: the two numbers, None where the second is missing behind a comma,
/// and the length with the `}`.
struct Interval {
    least: u32,
    most: Option<u32>,
    length: usize,
}

/// The interval whose `{` stands just before `text`; without one `{` is an ordinary character.
fn interval(text: &[u8]) -> Option<Result<Interval, &'static str>> {
    let end = byte_search::memchr(b'}', text)?;
    let mut parts = text[..end].split(|byte| *byte == b',');
    let parts = [parts.next()?, parts.next().unwrap_or(b"x"), parts.next().unwrap_or(b"x")];
    let is_number = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    if !is_number(parts[0]) || parts[2] != b"x" || !(is_number(parts[1]) || parts[1] == b"x") {
        return None;
    }
    let number = |digits: &[u8]| {
        digits.iter().fold(0u32, |number, digit| {
            number.saturating_mul(10).saturating_add(u32::from(digit - b'0'))
        })
    };
    let least = number(parts[0]);
    let (most, is_bad) = match parts {
        [b"", b"x", _] => (Some(0), true),
        [_, b"x", _] => (Some(least), false),
        [b"", b"", _] => (Some(0), false),
        [_, b"", _] => (None, false),
        [_, most, _] => (Some(number(most)), number(most) < least),
    };
    Some(if is_bad { Err(BAD_INTERVAL) } else { Ok(Interval { least, most, length: end + 1 }) })
}

/// The most repetitions of an interval.
const MOST_REPETITIONS: u32 = 250;

/// Whether an expression has an interval that mawk may not take as it is written: anywhere but behind
/// a single character or set.
pub(crate) fn is_doubtful(text: &[u8], dialect: Dialect) -> bool {
    if !dialect.rules().regex_has_intervals {
        return false;
    }
    let mut at = 0;
    let mut behind_atom = false;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'\\' => {
                at += escape(&text[at..]).1;
                behind_atom = true;
            }
            b'[' => {
                let Ok(length) = class(&text[at..], &mut Vec::new()) else { return false };
                at += length;
                behind_atom = true;
            }
            b'{' => match interval(&text[at..]) {
                None => behind_atom = true,
                Some(Ok(found)) if behind_atom && is_plain_interval(&found) => {
                    at += found.length;
                    if let Some(b'*' | b'+' | b'?' | b'{') = text.get(at) {
                        return true;
                    }
                    behind_atom = false;
                }
                Some(_) => return true,
            },
            b'*' | b'+' | b'?' | b'(' | b')' | b'|' | b'^' | b'$' => behind_atom = false,
            _ => behind_atom = true,
        }
    }
    false
}

/// Whether something follows a dollar that continues no text. Of a group mawk has nothing there that joins the two, and
/// ends; and in a text with NULs it may not see that the second is at the end too.
pub(crate) fn has_lone_end(text: &[u8]) -> bool {
    // The start, `(`, `|`, `)`, a repetition or another dollar is before.
    let mut lone = true;
    // Whether this alternative ends so, one before it in its group, and those of the groups around it.
    let (mut ends, mut one_ends, mut outer) = (false, false, Vec::new());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        let closes = byte == b')' && !outer.is_empty();
        let is_operand = !closes && !matches!(byte, b'|' | b'*' | b'+' | b'?');
        if ends && is_operand {
            return true;
        }
        match byte {
            b'(' => outer.push(std::mem::take(&mut one_ends)),
            b')' if closes => {
                ends |= one_ends;
                one_ends = outer.pop().unwrap_or_default();
            }
            b'|' => one_ends |= std::mem::take(&mut ends),
            b'$' => ends = lone,
            b'\\' => at += escape(&text[at..]).1,
            b'[' => at += class(&text[at..], &mut Vec::new()).unwrap_or(0),
            _ => {}
        }
        lone = !is_operand || matches!(byte, b'(' | b'$');
    }
    false
}

/// mawk repeats a machine as often as `{n}` says, and `{0,1}` is `?`. Its loops for others may end too
/// early or too late.
fn is_plain_interval(interval: &Interval) -> bool {
    match (interval.least, interval.most) {
        (0, Some(1)) => true,
        (least, Some(most)) => least == most && (2..=MOST_REPETITIONS).contains(&most),
        _ => false,
    }
}

/// What came before, as far as it matters to what may follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The start, `(` or `|`.
    Nothing,
    /// `^`, which begins here in the result.
    Start(usize),
    /// `^$`, which mawk takes for one.
    StartAndEnd(usize),
    /// A dollar and what it continues, which begins here in the result: mawk repeats both.
    End(usize),
    /// Texts and escapes, which are one to mawk and begin here.
    Text(usize),
    /// A dot or a set, which begins here.
    Set(usize),
    Operand,
}

impl Before {
    /// What comes before, once a byte is added to a result of `length` bytes.
    fn with_text(self, length: usize) -> Self {
        if let Self::Text(_) = self { self } else { Self::Text(length) }
    }
}

fn translate(text: &[u8], intervals: bool) -> Result<Vec<u8>, &'static str> {
    let groups = text.iter().filter(|byte| **byte == b'(').count();
    if groups > FEW_GROUPS && from_stacks(text) == Err(TOO_LARGE) {
        return Err(TOO_LARGE);
    }
    let may_repeat = intervals && text.contains(&b'{');
    if !may_repeat && text.len() <= MOST_MENDED && has_lone_end(text) {
        return from_stacks(text);
    }
    match rewrite(text, intervals) {
        Err(MISSING_OPERAND | MISSING_PARENTHESIS) if !intervals && text.len() <= MOST_MENDED => {
            from_stacks(text)
        }
        result => result,
    }
}

fn rewrite(text: &[u8], intervals: bool) -> Result<Vec<u8>, &'static str> {
    let mut out = Vec::with_capacity(text.len() + 8);
    let mut before = Before::Nothing;
    let mut depth = 0;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'\\' => {
                let (byte, used) = escape(&text[at..]);
                at += used;
                before = before.with_text(out.len());
                literal(byte, &mut out);
            }
            b'[' => {
                before = Before::Set(out.len());
                at += class(&text[at..], &mut out)?;
            }
            b'*' | b'+' | b'?' => {
                match before {
                    Before::Nothing => return Err(MISSING_OPERAND),
                    Before::End(from) => {
                        out.insert(from, b'(');
                        out.push(b')');
                    }
                    Before::Start(from) | Before::StartAndEnd(from) => {
                        if byte != b'?' {
                            return Err("syntax error ^* or ^+");
                        }
                        out.insert(from, b'(');
                        out.push(b')');
                    }
                    Before::Text(_) | Before::Set(_) | Before::Operand => {}
                }
                before = Before::Operand;
                out.push(byte);
            }
            b'{' if intervals
                && before != Before::Nothing
                && let Some(interval) = interval(&text[at..]) =>
            {
                let Interval { least, most, length } = interval?;
                let most = most.map(|most| most.min(MOST_REPETITIONS).to_string());
                let least = least.min(MOST_REPETITIONS);
                let repetition = format!("{{{least},{}}}", most.unwrap_or_default());
                out.extend_from_slice(repetition.as_bytes());
                at += length;
                before = Before::Operand;
            }
            b'(' => {
                depth += 1;
                out.push(byte);
                before = Before::Nothing;
            }
            b')' if depth > 0 => {
                if before == Before::Nothing {
                    return Err(MISSING_OPERAND);
                }
                depth -= 1;
                out.push(byte);
                before = Before::Operand;
            }
            b'|' => {
                if before == Before::Nothing {
                    return Err(MISSING_OPERAND);
                }
                out.push(byte);
                before = Before::Nothing;
            }
            b'^' => {
                before = Before::Start(out.len());
                out.push(byte);
            }
            b'.' => {
                before = Before::Set(out.len());
                out.push(byte);
            }
            b'$' => {
                before = match before {
                    Before::Start(from) => Before::StartAndEnd(from),
                    Before::Text(from) | Before::Set(from) => Before::End(from),
                    _ => Before::End(out.len()),
                };
                out.push(byte);
            }
            _ => {
                before = before.with_text(out.len());
                literal(byte, &mut out);
            }
        }
    }
    if depth > 0 {
        return Err(MISSING_PARENTHESIS);
    }
    if before == Before::Nothing && !text.is_empty() {
        return Err(MISSING_OPERAND);
    }
    Ok(out)
}

/// What mawk's parser has put off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Operator {
    Open,
    Or,
    Concatenate,
    Repeat(u8),
}

/// The values and operators that mawk's parser has.
#[derive(Default)]
struct Stacks {
    operators: Vec<Operator>,
    values: Vec<Vec<u8>>,
}

impl Stacks {
    /// Carries out what binds as closely as `next`, or more closely. A concatenation without its second value is none.
    fn reduce(&mut self, next: Operator) -> Result<(), &'static str> {
        let is_due = |top: &mut Operator| {
            *top != Operator::Open && (*top >= next || matches!(top, Operator::Repeat(_)))
        };
        while let Some(operator) = self.operators.pop_if(is_due) {
            let last = self.values.pop();
            let value = match (operator, self.values.last_mut(), last) {
                (Operator::Repeat(sign), _, Some(last)) => {
                    [b"(", &last[..], b")", &[sign]].concat()
                }
                (Operator::Or, Some(first), Some(last)) => {
                    *first = [b"(", &first[..], b"|", &last, b")"].concat();
                    continue;
                }
                (Operator::Concatenate, Some(first), Some(last)) => {
                    first.extend_from_slice(&last);
                    continue;
                }
                (Operator::Concatenate, None, Some(last)) => last,
                _ => return Err(MISSING_OPERAND),
            };
            self.values.push(value);
        }
        Ok(())
    }

    fn push(&mut self, operator: Operator) -> Result<(), &'static str> {
        self.reduce(operator)?;
        self.put_off(operator)
    }

    fn put_off(&mut self, operator: Operator) -> Result<(), &'static str> {
        self.operators.push(operator);
        if self.operators.len() < STACK { Ok(()) } else { Err(TOO_LARGE) }
    }

    fn push_value(&mut self, value: Vec<u8>) -> Result<(), &'static str> {
        self.values.push(value);
        if self.values.len() < STACK { Ok(()) } else { Err(TOO_LARGE) }
    }

    /// Ends a group.
    fn close(&mut self) -> Result<(), &'static str> {
        self.reduce(Operator::Open)?;
        // The parenthesis that closes it is put off, too, for a moment.
        if self.operators.len() + 1 >= STACK {
            return Err(TOO_LARGE);
        }
        self.operators.pop();
        if self.values.is_empty() { Err(MISSING_OPERAND) } else { Ok(()) }
    }
}

/// What mawk makes of an expression that lacks an operand, or a parenthesis, or both, or has a lone end
/// ([`has_lone_end`]). It counts the values that it has, wherever they stand: the alternative that a group lacks may be
/// what is before that group.
fn from_stacks(text: &[u8]) -> Result<Vec<u8>, &'static str> {
    let mut stacks = Stacks::default();
    let mut is_behind_value = false;
    // As in `has_lone_end`: whether a dollar is one here, and whether one was before.
    let (mut lone, mut is_behind_lone_end) = (true, false);
    let (mut depth, mut at) = (0, 0);
    while let Some(&byte) = text.get(at) {
        at += 1;
        let closes = byte == b')' && depth > 0;
        let begins = !closes && !matches!(byte, b'*' | b'+' | b'?' | b'|');
        if begins && is_behind_value && !(is_behind_lone_end && byte == b'(') {
            stacks.push(Operator::Concatenate)?;
        }
        is_behind_value = !matches!(byte, b'|' | b'(');
        is_behind_lone_end = lone && byte == b'$';
        lone = !begins || matches!(byte, b'$' | b'(');
        match byte {
            b'*' | b'+' | b'?' => stacks.push(Operator::Repeat(byte))?,
            b'|' => stacks.push(Operator::Or)?,
            b'(' => {
                depth += 1;
                stacks.put_off(Operator::Open)?;
            }
            b')' if closes => {
                depth -= 1;
                stacks.close()?;
            }
            _ => {
                let mut value = Vec::new();
                match byte {
                    b'\\' => {
                        let (byte, used) = escape(&text[at..]);
                        at += used;
                        literal(byte, &mut value);
                    }
                    b'[' => at += class(&text[at..], &mut value)?,
                    b'^' | b'$' | b'.' => value.push(byte),
                    _ => literal(byte, &mut value),
                }
                stacks.push_value(value)?;
            }
        }
    }
    stacks.reduce(Operator::Open)?;
    if depth > 0 {
        return Err(MISSING_PARENTHESIS);
    }
    let value = stacks.values.pop().ok_or(MISSING_OPERAND)?;
    if stacks.values.is_empty() { Ok(value) } else { Err(VALUES_LEFT) }
}

/// Appends a byte that stands for itself.
fn literal(byte: u8, out: &mut Vec<u8>) {
    if b"\\^$.[]|()*+?{}".contains(&byte) {
        out.push(b'\\');
    }
    out.push(byte);
}

/// The byte that an escape stands for, and its length behind the backslash.
fn escape(text: &[u8]) -> (u8, usize) {
    let Some(&letter) = text.first() else { return (b'\\', 0) };
    let byte = match letter {
        b'n' => b'\n',
        b't' => b'\t',
        b'f' => 0x0c,
        b'b' => 0x08,
        b'r' => b'\r',
        b'a' => 0x07,
        b'v' => 0x0b,
        b'0'..=b'7' => {
            let digits = text.iter().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
            let value = text[..digits]
                .iter()
                .fold(0u32, |value, digit| value * 8 + u32::from(digit - b'0'));
            return (value as u8, digits);
        }
        b'x' => {
            let digits = text[1..].iter().take(2).take_while(|b| b.is_ascii_hexdigit()).count();
            if digits == 0 {
                return (b'x', 1);
            }
            let value = text[1..=digits].iter().fold(0u32, |value, &digit| {
                value * 16 + char::from(digit).to_digit(16).unwrap_or(0)
            });
            return (value as u8, 1 + digits);
        }
        other => other,
    };
    (byte, 1)
}

/// Rewrites the bracket expression whose `[` stands just before `text`; returns its length.
fn class(text: &[u8], out: &mut Vec<u8>) -> Result<usize, &'static str> {
    let negated = text.first() == Some(&b'^');
    let mut at = usize::from(negated);
    let mut set = [false; 256];
    // What a `-` could make a range with.
    let mut previous: Option<u8> = None;
    let mut first = true;
    loop {
        let Some(&byte) = text.get(at) else { return Err(BAD_CLASS) };
        let is_first = std::mem::replace(&mut first, false);
        match byte {
            b']' if !is_first => break,
            b'[' if text.get(at + 1) == Some(&b':') => {
                let name = &text[at + 2..];
                let end = byte_search::memmem::find(name, b":]").ok_or(BAD_CLASS)?;
                for value in 0..=255u8 {
                    set[usize::from(value)] |= belongs(value, &name[..end])?;
                }
                at += end + 4;
            }
            b'-' if previous.is_some() && !matches!(text.get(at + 1), None | Some(b']')) => {
                let (high, used) = match text[at + 1] {
                    b'\\' => {
                        let (byte, used) = escape(&text[at + 2..]);
                        (byte, used + 1)
                    }
                    byte => (byte, 1),
                };
                match previous {
                    Some(low) if low <= high => {
                        (low..=high).for_each(|value| set[usize::from(value)] = true);
                        previous = None;
                        at += 1 + used;
                    }
                    // The wrong way round: the dash is itself.
                    _ => {
                        set[usize::from(b'-')] = true;
                        previous = Some(b'-');
                        at += 1;
                    }
                }
            }
            _ => {
                let (value, used) = match byte {
                    b'\\' => {
                        let (value, used) = escape(&text[at + 1..]);
                        (value, used + 1)
                    }
                    other => (other, 1),
                };
                set[usize::from(value)] = true;
                previous = Some(value);
                at += used;
            }
        }
    }
    emit(&set, negated, out);
    Ok(at + 1)
}

/// Whether a byte belongs to a class of the C locale.
fn belongs(value: u8, name: &[u8]) -> Result<bool, &'static str> {
    Ok(match name {
        b"alnum" => value.is_ascii_alphanumeric(),
        b"alpha" => value.is_ascii_alphabetic(),
        b"blank" => matches!(value, b' ' | b'\t'),
        b"cntrl" => value.is_ascii_control(),
        b"digit" => value.is_ascii_digit(),
        b"graph" => value.is_ascii_graphic(),
        b"lower" => value.is_ascii_lowercase(),
        b"print" => value.is_ascii_graphic() || value == b' ',
        b"punct" => value.is_ascii_punctuation(),
        b"space" => matches!(value, b' ' | b'\t'..=b'\r'),
        b"upper" => value.is_ascii_uppercase(),
        b"xdigit" => value.is_ascii_hexdigit(),
        _ => return Err(BAD_CLASS),
    })
}

/// Writes a set as a bracket expression of octal escapes, which mean nothing else.
fn emit(set: &[bool; 256], negated: bool, out: &mut Vec<u8>) {
    let members = set.iter().filter(|member| **member).count();
    if members == 1
        && !negated
        && let Some(only) = set.iter().position(|member| *member)
    {
        literal(only as u8, out);
        return;
    }
    out.extend_from_slice(if negated { b"[^" } else { b"[" });
    for (value, _) in set.iter().enumerate().filter(|(_, member)| **member) {
        let byte = value as u8;
        if byte.is_ascii_alphanumeric() || byte == b' ' {
            out.push(byte);
        } else {
            out.extend_from_slice(&[
                b'\\',
                b'0' + (byte >> 6),
                b'0' + (byte >> 3 & 7),
                b'0' + (byte & 7),
            ]);
        }
    }
    out.push(b']');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(text: &str) -> String {
        translated_with(text, false)
    }

    fn translated_with(text: &str, intervals: bool) -> String {
        match translate(text.as_bytes(), intervals) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(reason) => format!("error: {reason}"),
        }
    }

    #[test]
    fn rewritten() {
        for (text, result) in [
            ("a{2}", "a\\{2\\}"),
            ("\\.\\/\\d\\x41\\101", "\\./dAA"),
            ("[]a]", "[\\135a]"),
            ("[^]\\]a]", "[^\\135a]"),
            ("[a-c]", "[abc]"),
            ("[.]", "\\."),
            ("a)", "a\\)"),
            ("[[:digit:]x]", "[0123456789x]"),
            ("*a", "error: missing operand"),
            ("a|", "error: missing operand"),
            ("()", "error: missing operand"),
            ("(a", "error: missing ')'"),
            ("^*", "error: syntax error ^* or ^+"),
            ("a^$+", "error: syntax error ^* or ^+"),
            ("^$$+", "^$($)+"),
            ("^?a|b^$?", "(^)?a|b(^$)?"),
            ("[a", "error: bad class -- [], [^] or ["),
        ] {
            assert_eq!(translated(text), result, "{text}");
        }
    }

    #[test]
    fn intervals() {
        for (text, result) in [
            ("a{2}", "a{2,2}"),
            ("[ab]{1,}c", "[ab]{1,}c"),
            (".{,3}", ".{0,3}"),
            ("a{x}", "a\\{x\\}"),
            ("a{1,2,3}", "a\\{1,2,3\\}"),
            ("a{2", "a\\{2"),
            ("a{3,2}", "error: bad interval expression"),
            ("a{}", "error: bad interval expression"),
        ] {
            assert_eq!(translated_with(text, true), result, "{text}");
        }
        let doubtful = |text: &str| is_doubtful(text.as_bytes(), Dialect::Mawk2026);
        for text in ["a{2}", "[a-c]{0,1}x{3}", "\\.{2}$", ".{,1}|b{2}", "a{x}", "[{2}]{2}"] {
            assert!(!doubtful(text), "{text}");
        }
        for text in [
            "(a){2}", "a*{2}", "a{2}*", "^{2}", "{2}", "a{0}", "a{2}{3}", "a{}", "a{999}", "a{1}",
            "a{2,}", "a{1,2}",
        ] {
            assert!(doubtful(text), "{text}");
        }
        assert!(!is_doubtful(b"(a){2}", Dialect::Mawk));
    }

    #[test]
    fn lacking() {
        for (text, result) in [
            ("a()", "a"),
            ("a(|c)", "(a|c)"),
            ("a(b|)c", "(a|b)c"),
            ("x+()", "(x)+"),
            ("a(b||c", "error: missing ')'"),
            ("(b|", "error: missing operand"),
            ("(a(*b", "error: missing ')'"),
            ("(()", "error: missing operand"),
            ("(a()", "error: missing ')'"),
            ("()b(", "error: missing operand"),
        ] {
            assert_eq!(translated(text), result, "{text}");
        }
    }

    #[test]
    fn dollars_that_end_mawk() {
        for text in
            ["$(n)", "x+$(n)", "(a)$(n)", "(x|$(n))", "x$$(n)", "^$$(n)", "$+(n)", "(a|$|b)c"]
        {
            assert!(has_lone_end(text.as_bytes()), "{text}");
        }
        for text in ["x$(n)", "^$(n)", ".$(n)", "[a]$(n)", "\\n$(n)", "x$n(n)", "\\$(n)", "(a|$)|b"]
        {
            assert!(!has_lone_end(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn every_result_compiles() {
        for text in ["", "^$", "a^b$c", "(a|b)*c+", "[\\001-\\377]", "[^\\n]", "a**", "((a))"] {
            assert!(compile(text.as_bytes(), Dialect::Mawk).is_ok(), "{text}");
        }
    }
}
