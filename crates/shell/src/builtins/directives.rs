//! The directives of `printf` that the shell itself makes, before the others: `%(format)T`
//! (bash, ksh93), the date; and of ksh93 `%B`, a variable, `%H` and `%#H`, text for HTML and
//! for an URL, `%..:s`, all arguments with something between them, `%.3c`, and numbers that
//! are expressions.

use super::{dates, number, translated};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault};
use crate::environment::Environment;
use crate::environment::attributes::in_base;
use crate::environment::written::Form;
use crate::unwind::{Flow, Unwind, tolerated};
use std::time::{SystemTime, UNIX_EPOCH};

/// What a directive that is made here takes.
enum Take {
    /// `%(format)T`: a time.
    Date(Vec<u8>),
    /// `%B`: a variable, shown as `print -v` does; true: on one line.
    Variable(bool),
    /// `%R`, `%(ere)q`: a shell pattern as an extended regular expression.
    Expression,
    /// `%P`, `%(pattern)q`: the other way round.
    Pattern,
    /// `%H`, `%(html)q`
    Html,
    /// `%#H`, `%(url)q`
    Url,
    /// `%..:s`: this argument and all that follow, with that between them; `%..:c`: the
    /// characters of this one.
    Joined { between: Option<Vec<u8>>, characters: bool },
    /// `%.3c`: the first character, so many times; None: as often as the argument before says.
    Repeated(Option<usize>),
    /// A number, that may be an expression; true: an integer, what follows its point is cut off.
    Number(bool),
    /// `%..2d`: a number that may be an expression, in a base, with so many digits at least.
    Based(Based),
    /// `%#d`, `%#i`: a size with its unit, of so many to the next one.
    Scaled(u64),
    /// `%,d`: with commas between groups of three digits, and so many after the point.
    Grouped(Option<usize>),
    /// `%=10.3s`: in the middle of so many characters, and how many of its own are shown.
    Centered(usize, Option<usize>),
    /// `%q`: quoted.
    Quoted,
    /// `%#q`, `%(csv)q`: quoted as a field of comma-separated values.
    QuotedField,
}

/// How a number is written in a base.
#[derive(Clone, Copy)]
struct Based {
    base: u64,
    /// So many digits at least.
    least: usize,
    /// With the base before it.
    prefix: bool,
}

/// The directives of printf that a dialect has.
#[derive(Clone, Copy)]
pub(super) struct Repertoire {
    /// All of ksh93's: `%P`, `%R`, `%Z` …
    pub patterns: bool,
    /// A number may be an arithmetic expression.
    pub expressions: bool,
}

/// Whether a format has a directive that is made here.
pub(super) fn are_in(format: &[u8], repertoire: Repertoire) -> bool {
    let Repertoire { patterns, expressions } = repertoire;
    byte_search::memchr_iter(b'%', format).any(|at| {
        let rest = &format[at + 1..];
        let flags = rest.iter().take_while(|byte| FLAGS.contains(byte)).count();
        match rest.get(flags) {
            Some(b'B' | b'T' | b'H' | b'(') => true,
            Some(_) if patterns && rest[..flags].iter().any(|flag| b"=,".contains(flag)) => true,
            Some(b'P' | b'R' | b'U' | b'D' | b'O' | b'q' | b'Z') => patterns,
            Some(b's' | b'c') if byte_search::memmem::find(&rest[..flags], b"..").is_some() => true,
            Some(b':' | b';' | b'/' | b'|') => rest[..flags].ends_with(b".."),
            Some(b'c') => patterns && rest[..flags].contains(&b'.'),
            Some(letter) if LENGTHS.contains(letter) => patterns,
            Some(letter) => expressions && NUMBERS.contains(letter),
            None => false,
        }
    })
}

/// What may stand between the `%` of a directive and its letter.
const FLAGS: &[u8] = b"-+ #0123456789.*'=,";

/// What C has for sizes of numbers, which mean nothing here.
const LENGTHS: &[u8] = b"hlLjzt";

/// The letters of the directives that take a number.
const NUMBERS: &[u8] = b"diouxXaAeEfFgG";

/// Why an argument is not shown as it is meant.
enum Wrong {
    /// It is wrong, which has been reported: this is shown.
    Shown(Vec<u8>),
    /// Its evaluation goes on in another process, or was ended by a signal.
    Unwound(Unwind),
}

impl From<Vec<u8>> for Wrong {
    fn from(shown: Vec<u8>) -> Self {
        Self::Shown(shown)
    }
}

impl From<Unwind> for Wrong {
    fn from(unwind: Unwind) -> Self {
        Self::Unwound(unwind)
    }
}

/// The words of a `printf` with every directive that is made here turned into `%s`, and its
/// argument into what it shows; and the status so far.
///
/// # Errors
/// What is no error of an argument.
pub(super) fn made(
    env: &mut Environment,
    words: &[&[u8]],
    repertoire: Repertoire,
) -> Flow<(Vec<Vec<u8>>, i32)> {
    let Some((format, arguments)) = words.split_first() else { return Ok((Vec::new(), 0)) };
    let mut arguments: Vec<Vec<u8>> = arguments.iter().map(|word| word.to_vec()).collect();
    let (out, takes) = directives(format, repertoire);
    let mut status = 0;
    let rounds = arguments.len().div_ceil(takes.len().max(1)).max(1);
    for (index, take) in takes.iter().cycle().take(takes.len() * rounds).enumerate() {
        let Some(take) = take else { continue };
        if index >= arguments.len() && !matches!(take, Take::Date(_)) {
            continue;
        }
        if let Take::Joined { between, characters } = take {
            // What is between them may be an argument itself, and is before them.
            let between = match between {
                Some(between) => between.clone(),
                None => arguments.remove(index),
            };
            if *characters && index < arguments.len() {
                arguments[index] = apart(&arguments[index], &between);
            } else if index < arguments.len() {
                let joined = arguments.split_off(index).join(&between[..]);
                arguments.push(joined);
            }
            continue;
        }
        let mut times = 0;
        if let Take::Repeated(count) = take {
            let given = || usize::try_from(number(&arguments[index]).unwrap_or(0)).unwrap_or(0);
            times = count.unwrap_or_else(given);
            if count.is_none() {
                arguments.remove(index);
            }
        }
        arguments.resize(arguments.len().max(index + 1), Vec::new());
        let argument = std::mem::take(&mut arguments[index]);
        let missing = index >= words.len() - 1;
        match show(env, take, argument, missing, times) {
            Ok(text) => arguments[index] = text,
            Err(Wrong::Shown(text)) => {
                arguments[index] = text;
                status = 1;
            }
            Err(Wrong::Unwound(unwind)) => return Err(unwind),
        }
    }
    Ok((std::iter::once(out).chain(arguments).collect(), status))
}

/// What a directive shows of its argument, and which is wrong in the second case; `missing`: there is
/// no argument, `times`: how often `%.3c` shows it.
fn show(
    env: &mut Environment,
    take: &Take,
    argument: Vec<u8>,
    missing: bool,
    times: usize,
) -> Result<Vec<u8>, Wrong> {
    Ok(match take {
        Take::Date(format) => return Ok(date(env, format, (!missing).then_some(&argument))?),
        Take::Variable(line) => match tolerated(env.spelled(&argument))? {
            Some(Some((name, key))) => {
                if let Some(bytes) = super::print::bytes_of(env, name, &key) {
                    return Ok(bytes);
                }
                let form = if *line { Form::Line } else { Form::Tree(0) };
                let mut text = Vec::new();
                super::print::shown(env, name, key, form, &mut text);
                text
            }
            _ => argument,
        },
        Take::Expression => match translated::expression_of(&argument) {
            Some(expression) => expression,
            None => {
                env.diagnose(BuiltinProblem::operand(
                    b"printf",
                    &argument,
                    OperandFault::InvalidExpression,
                ));
                return Err(Vec::new().into());
            }
        },
        Take::Pattern => translated::pattern_of(&argument),
        Take::Quoted => match missing {
            true => argument,
            false => super::shown_in_ksh(&argument),
        },
        Take::Html => html(&argument),
        Take::Url => url(&argument),
        Take::Repeated(_) => {
            let chunk = argument.utf8_chunks().next();
            let first = chunk.and_then(|chunk| chunk.valid().chars().next());
            let length = match first {
                Some(first) if env.utf8 => first.len_utf8(),
                _ => argument.len().min(1),
            };
            argument[..length].repeat(times)
        }
        Take::Number(false) => return expression(env, argument),
        Take::Number(true) => return expression(env, argument).map(whole),
        Take::Based(form) => return based(env, argument, *form),
        Take::Scaled(unit) => {
            scaled(leading_integer(&whole(expression(env, argument)?)).0 as u64, *unit)
        }
        Take::Grouped(digits) => grouped(&expression(env, argument)?, *digits),
        Take::Centered(width, most) => {
            let mut text = argument;
            text.truncate(most.unwrap_or(usize::MAX));
            let length = match env.utf8 {
                true => String::from_utf8_lossy(&text).chars().count(),
                false => text.len(),
            };
            let spaces = width.saturating_sub(length);
            [&vec![b' '; spaces / 2], &text[..], &vec![b' '; spaces - spaces / 2]].concat()
        }
        Take::QuotedField => quoted_field(&argument),
        Take::Joined { .. } => argument,
    })
}

/// A format while its directives are made: what has been read, and what it becomes.
struct Reader<'f> {
    format: &'f [u8],
    at: usize,
    repertoire: Repertoire,
    /// The format with `%s` for each directive that is made here.
    out: Vec<u8>,
    /// What each directive takes; None: what the utility makes of it.
    takes: Vec<Option<Take>>,
}

/// The format with `%s` for each directive that is made here, and what each takes.
fn directives(format: &[u8], repertoire: Repertoire) -> (Vec<u8>, Vec<Option<Take>>) {
    let out = Vec::with_capacity(format.len());
    let mut reader = Reader { format, at: 0, repertoire, out, takes: Vec::new() };
    while let Some(&byte) = format.get(reader.at) {
        reader.at += 1;
        reader.out.push(byte);
        if byte == b'%' {
            reader.directive();
        }
    }
    (reader.out, reader.takes)
}

impl Reader<'_> {
    /// Reads a directive after its `%`.
    fn directive(&mut self) {
        let format = self.format;
        if format.get(self.at) == Some(&b'%') {
            self.out.push(b'%');
            self.at += 1;
            return;
        }
        let begin = self.at;
        self.at += format[self.at..].iter().take_while(|byte| FLAGS.contains(byte)).count();
        let flags = &format[begin..self.at];
        if self.repertoire.patterns && self.number_in_form(flags) {
            return;
        }
        if let Some(joins) = byte_search::memmem::find(flags, b"..") {
            // What follows the second period is put between them.
            return self.joining(begin + joins + 2);
        }
        let raw = self.at;
        let flags = &flags.iter().copied().filter(|flag| !b"=,".contains(flag)).collect::<Vec<_>>();
        let mut name: &[u8] = b"";
        if format.get(self.at) == Some(&b'(')
            && let Some(length) = closing(&format[self.at..])
        {
            name = &format[self.at + 1..self.at + length];
            self.at += length + 1;
        }
        let mut letter = format.get(self.at).copied().unwrap_or(b' ');
        if self.repertoire.patterns && LENGTHS.contains(&letter) {
            let rest = &format[self.at..];
            let sizes = rest.iter().take_while(|byte| LENGTHS.contains(byte)).count();
            if let Some(number) = rest.get(sizes).filter(|next| NUMBERS.contains(next)) {
                self.at += sizes;
                letter = *number;
            }
        }
        let has_name = self.at > raw;
        if !self.number_or_repeated(flags, letter) {
            self.plain(raw, flags, take(flags, name, has_name, letter, self.repertoire));
        }
    }

    /// `%..:s`, `%..:c`; `begin`: of what is put between.
    fn joining(&mut self, begin: usize) {
        let format = self.format;
        let length = format[begin..].iter().take_while(|byte| !b"sc".contains(byte)).count();
        self.at = begin + length;
        let between = match &format[begin..self.at] {
            b"*" => None,
            between => Some(between.to_vec()),
        };
        let characters = format.get(self.at) == Some(&b'c');
        self.takes.push(Some(Take::Joined { between, characters }));
        self.out.push(b's');
        self.at += 1;
    }

    /// Directives that stay numbers, `%Z` and `%.*c`; false where it is another.
    fn number_or_repeated(&mut self, flags: &[u8], letter: u8) -> bool {
        let Repertoire { patterns, expressions } = self.repertoire;
        let stars = flags.iter().filter(|byte| **byte == b'*').count();
        match letter {
            b'Z' if patterns => {
                // A NUL.
                self.out.pop();
                self.out.extend_from_slice(b"\\000");
            }
            b'c' if patterns && stars == 1 && flags.ends_with(b".*") => {
                self.takes.push(Some(Take::Repeated(None)));
                self.out.push(b's');
            }
            b'U' | b'D' | b'O' if patterns => {
                self.takes.extend(std::iter::repeat_with(|| None).take(stars));
                self.takes.push(expressions.then_some(Take::Number(true)));
                self.out.extend_from_slice(flags);
                self.out.push(letter.to_ascii_lowercase());
            }
            letter if expressions && NUMBERS.contains(&letter) => {
                self.takes.extend(std::iter::repeat_with(|| None).take(stars));
                self.takes.push(Some(Take::Number(b"diouxX".contains(&letter))));
                self.out.extend_from_slice(flags);
                // The letter itself is an ordinary character of the format.
                return true;
            }
            _ => return false,
        }
        self.at += 1;
        true
    }

    /// `%..2d`, `%#d`, `%,d` and `%=10s`; false where it is another.
    fn number_in_form(&mut self, flags: &[u8]) -> bool {
        let has = |flag| flags.contains(&flag);
        let letter = self.format.get(self.at).copied().unwrap_or_default();
        let integer = matches!(letter, b'd' | b'i' | b'u');
        let size: Vec<u8> = flags.iter().copied().filter(|flag| !b"#,=".contains(flag)).collect();
        let end = size.iter().position(|&byte| byte == b'.').unwrap_or(size.len());
        let (width, precision) = size.split_at(end);
        let digits = |text: &[u8]| number(text).and_then(|number| usize::try_from(number).ok());
        let take = match base_of(&size) {
            Some((base, least)) if integer => {
                // Zeros fill the width.
                let filled = if width.first() == Some(&b'0') { digits(width) } else { None };
                let least = least.max(filled.unwrap_or(0).min(4096));
                Take::Based(Based { base, least, prefix: has(b'#') })
            }
            _ if has(b'*') => return false,
            _ if has(b'#') && integer => Take::Scaled(if letter == b'i' { 1024 } else { 1000 }),
            _ if has(b',') && (integer || matches!(letter, b'f' | b'F')) => Take::Grouped(
                (!integer).then(|| precision.get(1..).map_or(6, |text| digits(text).unwrap_or(0))),
            ),
            _ if has(b'=') && letter == b's' && !has(b'-') => {
                let most = precision.get(1..).map(|text| digits(text).unwrap_or(0));
                Take::Centered(digits(width).unwrap_or(0).min(1 << 20), most)
            }
            _ => return false,
        };
        self.out.extend_from_slice(width);
        self.takes.push(Some(take));
        self.out.push(b's');
        self.at += 1;
        true
    }

    /// A directive that becomes `%s`, or one that is not made here; `begin`: of what follows its flags.
    fn plain(&mut self, begin: usize, flags: &[u8], take: Option<Take>) {
        let stars = flags.iter().filter(|byte| **byte == b'*').count();
        self.takes.extend(std::iter::repeat_with(|| None).take(stars));
        let Some(take) = take else {
            self.takes.push(None);
            self.out.extend_from_slice(flags);
            return self.out.extend_from_slice(&self.format[begin..self.at]);
        };
        if !matches!(take, Take::Repeated(_)) {
            self.out.extend(flags.iter().filter(|byte| **byte != b'#'));
        }
        self.takes.push(Some(take));
        self.out.push(b's');
        self.at += 1;
    }
}

/// What a directive takes that is made here and becomes `%s`; `name`: what is in its parentheses,
/// `has_name`: whether it has any.
fn take(
    flags: &[u8],
    name: &[u8],
    has_name: bool,
    letter: u8,
    repertoire: Repertoire,
) -> Option<Take> {
    let patterns = repertoire.patterns;
    Some(match letter {
        b'T' => Take::Date(match (name, has_name) {
            (b"", false) => b"%a %b %e %H:%M:%S %Z %Y".to_vec(),
            (b"", true) => b"%X".to_vec(),
            (name, _) => name.to_vec(),
        }),
        b'B' => Take::Variable(flags.contains(&b'#')),
        b'H' if flags.contains(&b'#') => Take::Url,
        b'H' => Take::Html,
        b'R' if patterns => Take::Expression,
        b'P' if patterns => Take::Pattern,
        b'q' if patterns && name.is_empty() && flags.contains(&b'#') => Take::QuotedField,
        b'q' if patterns && name.is_empty() => Take::Quoted,
        b'q' if name == b"ere" => Take::Expression,
        b'q' if name == b"pattern" => Take::Pattern,
        b'q' if name == b"html" => Take::Html,
        b'q' if name == b"url" => Take::Url,
        b'q' if name == b"csv" => Take::QuotedField,
        b'c' if patterns && !flags.contains(&b'*') && flags.contains(&b'.') => {
            let precision = flags.split(|byte| *byte == b'.').next_back();
            let count = precision.and_then(number).unwrap_or(0);
            Take::Repeated(Some(usize::try_from(count).unwrap_or(0)))
        }
        _ => return None,
    })
}

/// Where the parenthesis that a text begins with is closed.
fn closing(text: &[u8]) -> Option<usize> {
    let mut open = 0usize;
    text.iter().position(|byte| {
        open += usize::from(*byte == b'(');
        open -= usize::from(*byte == b')');
        open == 0
    })
}

/// The date that an argument of `%(format)T` means, or where there is none, now.
///
/// # Errors
/// What is shown where the argument is no date.
fn date(
    env: &mut Environment,
    format: &[u8],
    argument: Option<&Vec<u8>>,
) -> Result<Vec<u8>, Vec<u8>> {
    let mut wrong = false;
    let zone = env.shared.names.find(b"TZ").and_then(|name| env.text(name));
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
    let begun = env.shared.elapsed().as_secs();
    let phrase = env.rules().builtins.printf_date_is_phrase;
    let seconds = match argument.map(|text| &text[..]) {
        None | Some(b"-1") => now() as i64,
        Some(b"" | b"now") if phrase => now() as i64,
        Some(b"-2") => now().saturating_sub(begun) as i64,
        Some([b'-', digits @ ..]) if phrase => -number(digits).unwrap_or(0),
        Some([b'#', digits @ ..]) if phrase => number(digits).unwrap_or(0),
        Some(text) if phrase => match dates::moment(text, zone.as_deref()) {
            Some(seconds) => seconds,
            None => {
                env.diagnose(BuiltinProblem::call(b"printf", CallFault::InvalidDate));
                wrong = true;
                now() as i64
            }
        },
        Some(text) => {
            let (value, is_whole) = leading_integer(text);
            if !is_whole {
                let fault = OperandFault::InvalidNumber;
                env.diagnose(BuiltinProblem::operand(b"printf", text, fault));
                wrong = true;
            }
            value
        }
    };
    let zone = zone.as_deref();
    if env.rules().builtins.printf_date_format_is_extended {
        let text = dates::formatted(format, seconds, zone).unwrap_or_default();
        return if wrong { Err(text) } else { Ok(text) };
    }
    let text = utilities::system::date::strftime(format, seconds, zone).unwrap_or_default();
    if wrong { Err(text) } else { Ok(text) }
}

/// The integer that a text begins with, as strtoimax(3) reads it with base 0, and whether that is all of it.
fn leading_integer(text: &[u8]) -> (i64, bool) {
    let unsigned = text.trim_ascii_start();
    let (negative, unsigned) = match unsigned {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let (base, digits) = match unsigned {
        [b'0', b'x' | b'X', rest @ ..] if rest.first().is_some_and(u8::is_ascii_hexdigit) => {
            (16, rest)
        }
        [b'0', ..] => (8, unsigned),
        rest => (10, rest),
    };
    let values = digits.iter().map_while(|&byte| char::from(byte).to_digit(base));
    let count = values.clone().count();
    let value = values.fold(0i64, |value, digit| {
        value.saturating_mul(i64::from(base)).saturating_add(i64::from(digit))
    });
    let is_whole = text.is_empty() || count > 0 && count == digits.len();
    (if negative { -value } else { value }, is_whole)
}

/// The value of a number that may be an arithmetic expression.
///
/// # Errors
/// What is shown where it is wrong, after a message.
fn expression(env: &mut Environment, text: Vec<u8>) -> Result<Vec<u8>, Wrong> {
    if let [quote @ (b'\'' | b'"'), constant @ ..] = &text[..] {
        let constant = constant.strip_suffix(&[*quote]).filter(|c| !c.is_empty());
        let constant = constant.unwrap_or(&text[1..]);
        let one = match env.utf8 {
            true => String::from_utf8_lossy(constant).chars().count() < 2,
            false => constant.len() < 2,
        };
        if !one {
            env.diagnose(BuiltinProblem::operand(b"printf", &text, OperandFault::InvalidCharacter));
            return Err([&[*quote][..], constant].concat().into());
        }
        return Ok(text);
    }
    let plain = text.is_empty()
        || std::str::from_utf8(&text).is_ok_and(|text| text.parse::<f64>().is_ok())
            && text.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'.'));
    if plain {
        // A leading zero does not make it octal.
        let digits = text.strip_prefix(b"-").unwrap_or(&text);
        let zeros = digits.iter().take_while(|byte| **byte == b'0').count();
        let rest = &digits[zeros..];
        let zero = if rest.first().is_none_or(|byte| !byte.is_ascii_digit()) { "0" } else { "" };
        let sign: &[u8] = if digits.len() < text.len() { b"-" } else { b"" };
        return match zeros > 0 {
            true => Ok([sign, zero.as_bytes(), rest].concat()),
            false => Ok(text),
        };
    }
    let status = env.status;
    let soft = env.now.soft_command.replace("printf");
    let result = env.evaluate_text(&text);
    env.now.soft_command = soft;
    env.status = status;
    match tolerated(result)? {
        Some(number) => Ok(number.value().text().unwrap_or_default().to_vec()),
        None => Err(b"0".to_vec().into()),
    }
}

/// The base and the least number of digits of `%w.d.bd`, if flags have three numbers.
fn base_of(flags: &[u8]) -> Option<(u64, usize)> {
    let mut parts = flags.split(|byte| *byte == b'.');
    let (_, least, base) = (parts.next()?, parts.next()?, parts.next()?);
    let base = u64::try_from(number(base)?).ok()?;
    let base = if (2..=64).contains(&base) { base } else { 10 };
    let least = usize::try_from(number(least).unwrap_or(0)).unwrap_or(0);
    parts.next().is_none().then_some((base, least))
}

/// What `%..2d` shows: the value of an expression in a base.
///
/// # Errors
/// What is shown where the expression is wrong, after a message.
fn based(env: &mut Environment, argument: Vec<u8>, form: Based) -> Result<Vec<u8>, Wrong> {
    let value = leading_integer(&whole(expression(env, argument)?)).0;
    let spelled = in_base(value, form.base);
    let digits = byte_search::memchr(b'#', &spelled).map_or(&spelled[..], |at| &spelled[at + 1..]);
    let sign: &[u8] = if value < 0 { b"-" } else { b"" };
    let zeros = vec![b'0'; form.least.saturating_sub(digits.len())];
    let prefix = if form.prefix { format!("{}#", form.base) } else { String::new() };
    let digits = digits.strip_prefix(b"-").unwrap_or(digits);
    Ok([sign, prefix.as_bytes(), &zeros, digits].concat())
}

/// A number without what follows its point.
fn whole(text: Vec<u8>) -> Vec<u8> {
    let is_integer = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'+');
    if text.iter().all(is_integer) || matches!(text.first(), Some(b'\'' | b'"')) {
        return text;
    }
    match std::str::from_utf8(&text).ok().and_then(|text| text.parse::<f64>().ok()) {
        Some(number) if number.is_finite() => (number as i64).to_string().into_bytes(),
        _ => text,
    }
}

/// A size in the unit that leaves it one to three digits, with a place after the point where it is
/// one.
fn scaled(size: u64, unit: u64) -> Vec<u8> {
    let (mut size, mut hundredths, mut units) = (size, 0, b"kMGTPE".iter());
    let mut name = None;
    while size >= 1000
        && let Some(next) = units.next()
    {
        name = Some(*next);
        hundredths = size % unit * 100 / unit;
        size /= unit;
    }
    let Some(name) = name else { return size.to_string().into_bytes() };
    let mut tenths = (hundredths + 5) / 10;
    if tenths > 9 {
        (size, tenths) = (size + 1, 0);
    }
    let number = match size < 10 {
        true => format!("{size}.{tenths}"),
        false => (size + u64::from(tenths >= 5)).to_string(),
    };
    let name = char::from(name);
    match unit {
        1000 => format!("{number}{name}"),
        _ => format!("{number}{}i", name.to_ascii_uppercase()),
    }
    .into_bytes()
}

/// A number with commas between groups of three digits, and so many digits after its point.
fn grouped(text: &[u8], digits: Option<usize>) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let number = match digits {
        Some(digits) => format!("{:.*}", digits.min(4096), text.parse::<f64>().unwrap_or(0.0)),
        None => leading_integer(&whole(text.as_bytes().to_vec())).0.to_string(),
    };
    let (whole, rest) = number.split_at(number.find('.').unwrap_or(number.len()));
    let (sign, whole) = whole.split_at(usize::from(whole.starts_with('-')));
    let mut out = sign.to_owned();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out.push_str(rest);
    out.into_bytes()
}

/// A text as a field of comma-separated values: in double quotes where it has more than letters and
/// digits.
fn quoted_field(text: &[u8]) -> Vec<u8> {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    if text.iter().all(plain) {
        return text.to_vec();
    }
    let mut out = vec![b'"'];
    for &byte in text {
        out.extend_from_slice(if byte == b'"' { b"\"\"" } else { std::slice::from_ref(&byte) });
    }
    out.push(b'"');
    out
}

/// A text with something between its characters.
fn apart(text: &[u8], between: &[u8]) -> Vec<u8> {
    let characters: Vec<&[u8]> = text
        .utf8_chunks()
        .flat_map(|chunk| {
            let valid = chunk.valid();
            let characters = valid.char_indices().map(|(at, c)| &valid[at..at + c.len_utf8()]);
            characters.map(str::as_bytes).chain(chunk.invalid().chunks(1))
        })
        .collect();
    characters.join(between)
}

/// A text as HTML shows it.
fn html(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &byte in text {
        match byte {
            b'<' => out.extend_from_slice(b"&lt;"),
            b'>' => out.extend_from_slice(b"&gt;"),
            b'&' => out.extend_from_slice(b"&amp;"),
            b'"' => out.extend_from_slice(b"&quot;"),
            b'\'' => out.extend_from_slice(b"&#39;"),
            byte => out.push(byte),
        }
    }
    out
}

/// A text as part of an URL (RFC 3986, 2.3).
fn url(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &byte in text {
        match byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            true => out.push(byte),
            false => out.extend_from_slice(format!("%{byte:02X}").as_bytes()),
        }
    }
    out
}
