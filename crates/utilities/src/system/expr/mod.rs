//! expr: evaluates arguments as an expression (POSIX XCU expr; expr(1) of GNU coreutils).
//!
//! GNU's numbers have no limit; here they have 127 bits, and admission makes sure that no
//! intermediate result can need more.

mod characters;
mod evaluate;

use crate::locale::{self, Locale};
use crate::system::stream;
use crate::{Admission, Context, Exit, Utility};
use evaluate::{Evaluator, Value};

/// The utility.
pub const UTILITY: Utility =
    Utility { name: "expr", plan: plain!(admit, run), options: "EXPRESSION" };

/// Decimal digits that always fit an i128.
const MOST_DIGITS: usize = 37;
/// Most parentheses and keywords inside each other.
const DEEPEST: usize = 50;

fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    if let Some(reason) = locale::unusual(context) {
        return Admission::StepAside(reason);
    }
    let words = operands(arguments);
    if words.is_empty() || matches!(arguments, [[b'-', b'-', _, ..]]) {
        return Admission::StepAside("a usage error, --help or --version");
    }
    let mut digits = 0;
    let mut depth = 0;
    let mut arithmetic = false;
    let mut compares = false;
    for word in words {
        digits += word.iter().filter(|byte| byte.is_ascii_digit()).count();
        match *word {
            b"+" | b"-" | b"*" | b"/" | b"%" => arithmetic = true,
            b"<" | b"<=" | b"=" | b"==" | b"!=" | b">=" | b">" => compares = true,
            b"(" | b"length" | b"index" | b"substr" => depth += 1,
            _ => {}
        }
        depth += usize::from(*word == b"match");
    }
    if arithmetic && digits > MOST_DIGITS {
        return Admission::StepAside("large numbers");
    }
    if words.iter().any(|word| has_backward_range(word)) {
        return Admission::StepAside("a range that may be empty, which is no error here");
    }
    if let Err(reason) = locale::check_sets(context, words.iter().copied()) {
        return Admission::StepAside(reason);
    }
    if depth > DEEPEST {
        return Admission::StepAside("a deep expression");
    }
    if compares && !Locale::of(context, b"LC_COLLATE").orders_by_byte() {
        return Admission::StepAside("the locale's order");
    }
    Admission::Run
}

/// Whether a set of a regular expression may have a range that ends before it begins.
fn has_backward_range(word: &[u8]) -> bool {
    let mut rest = word;
    while let Some(open) = byte_search::memchr(b'[', rest) {
        rest = &rest[open + 1..];
        let negated = usize::from(rest.first() == Some(&b'^'));
        let first = negated + usize::from(rest.get(negated) == Some(&b']'));
        // A class may hide the end: then there is more to look at, not less.
        let end = rest.iter().skip(first).rposition(|byte| *byte == b']').map(|at| at + first);
        let has_class = rest.windows(2).any(|pair| matches!(pair, b"[:" | b"[." | b"[="));
        let end = match has_class {
            true => end,
            false => rest.iter().skip(first).position(|byte| *byte == b']').map(|at| at + first),
        };
        let set = &rest[..end.unwrap_or(rest.len())];
        if set.windows(3).any(|range| range[1] == b'-' && range[0] > range[2]) {
            return true;
        }
        rest = &rest[set.len()..];
    }
    false
}

fn operands<'a, 'b>(arguments: &'b [&'a [u8]]) -> &'b [&'a [u8]] {
    match arguments {
        [b"--", rest @ ..] => rest,
        all => all,
    }
}

fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let (words, utf8) = (operands(arguments), context.utf8);
    let result = Evaluator::new(words, utf8, context.caches).whole();
    match result {
        Ok(value) => {
            let null = value.is_null();
            let mut out = Vec::with_capacity(32);
            match value {
                Value::Integer(number) => push_integer(number, &mut out),
                Value::Text(text) => out.extend_from_slice(&text),
            }
            out.push(b'\n');
            match stream::write_all_or(context, &out, 3) {
                Exit::SUCCESS => Exit::Status(u8::from(null)),
                other => other,
            }
        }
        Err(message) => {
            context.error(message);
            Exit::Status(2)
        }
    }
}

/// Appends a number in decimal.
fn push_integer(number: i128, out: &mut Vec<u8>) {
    match i64::try_from(number) {
        Ok(number) => super::printf::Spec::default().signed(number, out),
        Err(_) => out.extend_from_slice(number.to_string().as_bytes()),
    }
}
