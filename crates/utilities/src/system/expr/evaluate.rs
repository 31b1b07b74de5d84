//! The grammar of expr, from the loosest operator to the tightest: `|`, `&`, comparisons,
//! `+ -`, `* / %`, `:`, keywords, parentheses. A part behind `|` or `&` whose value does not
//! matter is read, but neither computed nor complained about.

use super::characters;
use crate::caches::Caches;
use crate::quoting;
use pattern::{Captures, MatchFlags, RegexOptions};
use std::borrow::Cow;
use std::cmp::Ordering;

/// A value on the way.
#[derive(Clone, Debug)]
pub(super) enum Value<'a> {
    Integer(i128),
    Text(Cow<'a, [u8]>),
}

impl<'a> Value<'a> {
    fn text(text: &'a [u8]) -> Self {
        Value::Text(Cow::Borrowed(text))
    }

    /// Whether it is empty or zero: exit status 1.
    pub(super) fn is_null(&self) -> bool {
        match self {
            Value::Integer(number) => *number == 0,
            Value::Text(text) if text.is_empty() => true,
            Value::Text(text) => {
                let digits = text.strip_prefix(b"-").unwrap_or(text);
                !digits.is_empty() && digits.iter().all(|&digit| digit == b'0')
            }
        }
    }

    /// The value as a string.
    fn into_text(self) -> Cow<'a, [u8]> {
        match self {
            Value::Integer(number) => Cow::Owned(number.to_string().into_bytes()),
            Value::Text(text) => text,
        }
    }

    /// The value as an integer, where it looks like one.
    fn to_integer(&self) -> Option<i128> {
        match self {
            Value::Integer(number) => Some(*number),
            Value::Text(text) => {
                let (negative, digits) = integer(text)?;
                let value = digits.iter().try_fold(0i128, |value, digit| {
                    value.checked_mul(10)?.checked_add(i128::from(digit - b'0'))
                });
                // Only positions may be this large; any number beyond is the same there.
                let value = value.unwrap_or(i128::MAX);
                Some(if negative { -value } else { value })
            }
        }
    }

    /// The value as a number of characters: 0 where it is negative.
    fn to_size(&self) -> Option<usize> {
        let number = self.to_integer()?;
        Some(if number < 0 { 0 } else { usize::try_from(number).unwrap_or(usize::MAX) })
    }
}

/// The sign and the digits of what looks like an integer.
fn integer(text: &[u8]) -> Option<(bool, &[u8])> {
    let (negative, digits) = match text.strip_prefix(b"-") {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    (!digits.is_empty() && digits.iter().all(u8::is_ascii_digit)).then_some((negative, digits))
}

/// Compares integers by value, else strings by bytes.
fn compare(a: &[u8], b: &[u8]) -> Ordering {
    let (Some((a_negative, x)), Some((b_negative, y))) = (integer(a), integer(b)) else {
        return a.cmp(b);
    };
    let strip =
        |digits: &'_ [u8]| digits.iter().position(|&digit| digit != b'0').unwrap_or(digits.len());
    let (x, y) = (&x[strip(x)..], &y[strip(y)..]);
    let order = x.len().cmp(&y.len()).then_with(|| x.cmp(y));
    match (a_negative && !x.is_empty(), b_negative && !y.is_empty()) {
        (false, false) => order,
        (true, true) => order.reverse(),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    }
}

/// A message; the status is 2.
type Result<T> = std::result::Result<T, Vec<u8>>;

/// Reads and computes an expression.
pub(super) struct Evaluator<'a, 'w> {
    words: &'w [&'a [u8]],
    at: usize,
    utf8: bool,
    caches: &'w mut Caches,
}

impl<'a, 'w> Evaluator<'a, 'w> {
    pub(super) fn new(words: &'w [&'a [u8]], utf8: bool, caches: &'w mut Caches) -> Self {
        Self { words, at: 0, utf8, caches }
    }

    /// The value of all words.
    pub(super) fn whole(&mut self) -> Result<Value<'a>> {
        let value = self.or(true)?;
        match self.words.get(self.at) {
            None => Ok(value),
            Some(word) => Err(self.syntax("unexpected argument ", word)),
        }
    }

    fn syntax(&self, what: &str, word: &[u8]) -> Vec<u8> {
        let mut message = format!("syntax error: {what}").into_bytes();
        message.extend_from_slice(&quoting::locale(word, self.utf8));
        message
    }

    fn peek(&self) -> Option<&'a [u8]> {
        self.words.get(self.at).copied()
    }

    /// Takes the next word if it is one of `operators`; says which.
    fn operator(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        let word = self.peek()?;
        let found = operators.iter().find(|operator| operator.as_bytes() == word)?;
        self.at += 1;
        Some(found)
    }

    /// Takes the next word, whatever it is.
    fn word(&mut self) -> Result<&'a [u8]> {
        match self.peek() {
            Some(word) => {
                self.at += 1;
                Ok(word)
            }
            None => Err(self.syntax("missing argument after ", self.previous())),
        }
    }

    fn previous(&self) -> &'a [u8] {
        self.at.checked_sub(1).and_then(|at| self.words.get(at)).copied().unwrap_or(b"")
    }

    fn or(&mut self, wanted: bool) -> Result<Value<'a>> {
        let mut left = self.and(wanted)?;
        while self.operator(&["|"]).is_some() {
            let right = self.and(wanted && left.is_null())?;
            if left.is_null() {
                left = if right.is_null() { Value::Integer(0) } else { right };
            }
        }
        Ok(left)
    }

    fn and(&mut self, wanted: bool) -> Result<Value<'a>> {
        let mut left = self.comparison(wanted)?;
        while self.operator(&["&"]).is_some() {
            let right = self.comparison(wanted && !left.is_null())?;
            if left.is_null() || right.is_null() {
                left = Value::Integer(0);
            }
        }
        Ok(left)
    }

    fn comparison(&mut self, wanted: bool) -> Result<Value<'a>> {
        let mut left = self.sum(wanted)?;
        while let Some(operator) = self.operator(&["<", "<=", "=", "==", "!=", ">=", ">"]) {
            let right = self.sum(wanted)?;
            let mut value = false;
            if wanted {
                let order = compare(&left.into_text(), &right.into_text());
                value = match operator {
                    "<" => order.is_lt(),
                    "<=" => order.is_le(),
                    "!=" => order.is_ne(),
                    ">=" => order.is_ge(),
                    ">" => order.is_gt(),
                    _ => order.is_eq(),
                };
            }
            left = Value::Integer(i128::from(value));
        }
        Ok(left)
    }

    fn sum(&mut self, wanted: bool) -> Result<Value<'a>> {
        let mut left = self.product(wanted)?;
        while let Some(operator) = self.operator(&["+", "-"]) {
            let right = self.product(wanted)?;
            if wanted {
                let (a, b) = integers(&left, &right)?;
                left = Value::Integer(match operator {
                    "+" => a.saturating_add(b),
                    _ => a.saturating_sub(b),
                });
            }
        }
        Ok(left)
    }

    fn product(&mut self, wanted: bool) -> Result<Value<'a>> {
        let mut left = self.matching(wanted)?;
        while let Some(operator) = self.operator(&["*", "/", "%"]) {
            let right = self.matching(wanted)?;
            if wanted {
                let (a, b) = integers(&left, &right)?;
                if operator != "*" && b == 0 {
                    return Err(b"division by zero".to_vec());
                }
                left = Value::Integer(match operator {
                    "*" => a.saturating_mul(b),
                    "/" => a.wrapping_div(b),
                    _ => a.wrapping_rem(b),
                });
            }
        }
        Ok(left)
    }

    fn matching(&mut self, wanted: bool) -> Result<Value<'a>> {
        let mut left = self.keyword(wanted)?;
        while self.operator(&[":"]).is_some() {
            let right = self.keyword(wanted)?;
            if wanted {
                left = self.match_pattern(left, right)?;
            }
        }
        Ok(left)
    }

    fn keyword(&mut self, wanted: bool) -> Result<Value<'a>> {
        match self.operator(&["+", "length", "match", "index", "substr"]) {
            Some("+") => Ok(Value::text(self.word()?)),
            Some("length") => {
                let text = self.keyword(wanted)?.into_text();
                Ok(Value::Integer(characters::length(&text, self.utf8) as i128))
            }
            Some("match") => {
                let text = self.keyword(wanted)?;
                let pattern = self.keyword(wanted)?;
                if wanted { self.match_pattern(text, pattern) } else { Ok(text) }
            }
            Some("index") => {
                let text = self.keyword(wanted)?.into_text();
                let set = self.keyword(wanted)?.into_text();
                Ok(Value::Integer(characters::index(&text, &set, self.utf8) as i128))
            }
            Some(_) => {
                let text = self.keyword(wanted)?.into_text();
                let from = self.keyword(wanted)?.to_size();
                let count = self.keyword(wanted)?.to_size();
                let (Some(from), Some(count)) = (from, count) else {
                    return Ok(Value::text(b""));
                };
                Ok(Value::Text(match text {
                    Cow::Borrowed(text) => {
                        Cow::Borrowed(characters::substring(text, from, count, self.utf8))
                    }
                    Cow::Owned(text) => {
                        Cow::Owned(characters::substring(&text, from, count, self.utf8).to_vec())
                    }
                }))
            }
            None => self.primary(wanted),
        }
    }

    fn primary(&mut self, wanted: bool) -> Result<Value<'a>> {
        let word = self.word()?;
        match word {
            b"(" => {
                let value = self.or(wanted)?;
                match self.peek() {
                    Some(b")") => {
                        self.at += 1;
                        Ok(value)
                    }
                    Some(other) => Err(self.syntax("expecting ')' instead of ", other)),
                    None => Err(self.syntax("expecting ')' after ", self.previous())),
                }
            }
            b")" => Err(b"syntax error: unexpected ')'".to_vec()),
            _ => Ok(Value::text(word)),
        }
    }

    /// `text : pattern`: what the first group matched, or how many characters matched.
    fn match_pattern(&mut self, text: Value<'a>, pattern: Value<'a>) -> Result<Value<'a>> {
        let (text, pattern) = (text.into_text(), pattern.into_text());
        let mut options = RegexOptions::regcomp(false);
        options.utf8 = self.utf8;
        // GNU lets repetitions follow each other here.
        options.lenient = true;
        let regex = match self.caches.regexes.get(&pattern, options) {
            Ok(regex) => regex,
            Err(error) => return Err(error.to_string().into_bytes()),
        };
        let mut groups = Captures::new();
        let flags = MatchFlags::default();
        let found = regex.match_at(&mut self.caches.matching, &text, 0, flags, &mut groups);
        if regex.group_count() == 0 {
            let length = match groups.get(0) {
                Some((start, end)) if found => characters::length(&text[start..end], self.utf8),
                _ => 0,
            };
            return Ok(Value::Integer(length as i128));
        }
        match groups.get(1) {
            Some((start, end)) if found => Ok(Value::Text(match text {
                Cow::Borrowed(text) => Cow::Borrowed(&text[start..end]),
                Cow::Owned(text) => Cow::Owned(text[start..end].to_vec()),
            })),
            _ => Ok(Value::text(b"")),
        }
    }
}

fn integers(left: &Value<'_>, right: &Value<'_>) -> Result<(i128, i128)> {
    match (left.to_integer(), right.to_integer()) {
        (Some(a), Some(b)) => Ok((a, b)),
        _ => Err(b"non-integer argument".to_vec()),
    }
}
