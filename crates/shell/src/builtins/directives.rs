//! The directives of `printf` that the shell itself makes, before the others: `%(format)T`
//! (bash, ksh93), the date; and of ksh93 `%B`, a variable, `%H` and `%#H`, text for HTML and
//! for an URL, `%..:s`, all arguments with something between them, `%.3c`, and numbers that
//! are expressions.

use super::{dates, number, translated};
use crate::environment::Environment;
use crate::environment::written::Form;
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
    /// A number, that may be an expression.
    Number,
    /// `%q`: quoted.
    Quoted,
}

/// Whether a format has a directive that is made here. `ksh`: the language has them all;
/// `expressions`: a number may be one.
pub(super) fn are_in(format: &[u8], ksh: bool, expressions: bool) -> bool {
    memchr::memchr_iter(b'%', format).any(|at| {
        let rest = &format[at + 1..];
        let flags = rest.iter().take_while(|byte| FLAGS.contains(byte)).count();
        match rest.get(flags) {
            Some(b'B' | b'T' | b'H' | b'(') => true,
            Some(b'P' | b'R' | b'U' | b'D' | b'O' | b'q' | b'Z') => ksh,
            Some(b's' | b'c') if memchr::memmem::find(&rest[..flags], b"..").is_some() => true,
            Some(b':' | b',' | b';' | b'/' | b'|') => rest[..flags].ends_with(b".."),
            Some(b'c') => ksh && rest[..flags].contains(&b'.'),
            Some(letter) if LENGTHS.contains(letter) => ksh,
            Some(letter) => expressions && NUMBERS.contains(letter),
            None => false,
        }
    })
}

/// What may stand between the `%` of a directive and its letter.
const FLAGS: &[u8] = b"-+ #0123456789.*'";

/// What C has for sizes of numbers, which mean nothing here.
const LENGTHS: &[u8] = b"hlLjzt";

/// The letters of the directives that take a number.
const NUMBERS: &[u8] = b"diouxXaAeEfFgG";

/// The words of a `printf` with every directive that is made here turned into `%s`, and its
/// argument into what it shows; and the status so far.
pub(super) fn made(
    env: &mut Environment,
    words: &[&[u8]],
    expressions: bool,
) -> (Vec<Vec<u8>>, i32) {
    let Some((format, arguments)) = words.split_first() else { return (Vec::new(), 0) };
    let mut arguments: Vec<Vec<u8>> = arguments.iter().map(|word| word.to_vec()).collect();
    let (out, takes) = directives(format, env.speaks_ksh(), expressions);
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
            let told = || usize::try_from(number(&arguments[index]).unwrap_or(0)).unwrap_or(0);
            times = count.unwrap_or_else(told);
            if count.is_none() {
                arguments.remove(index);
            }
        }
        arguments.resize(arguments.len().max(index + 1), Vec::new());
        let argument = std::mem::take(&mut arguments[index]);
        let missing = index >= words.len() - 1;
        arguments[index] = match take {
            Take::Date(format) => {
                let (text, wrong) = date(env, format, (!missing).then_some(&argument));
                status = status.max(i32::from(wrong));
                text
            }
            Take::Variable(line) => match env.spelled(&argument) {
                Ok(Some((name, key))) => {
                    if let Some(bytes) = super::print::bytes_of(env, name, &key) {
                        arguments[index] = bytes;
                        continue;
                    }
                    let form = if *line { Form::Line } else { Form::Tree(0) };
                    let mut text = Vec::new();
                    super::print::shown(env, name, key, form, &mut text);
                    text
                }
                _ => argument,
            },
            Take::Expression => translated::expression_of(&argument).unwrap_or_else(|| {
                let text = [&argument[..], b": invalid regular expression"].concat();
                env.report([b"printf: ", &text[..]].concat());
                status = 1;
                Vec::new()
            }),
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
            Take::Number => {
                let (number, wrong) = expression(env, argument);
                status = status.max(i32::from(wrong));
                number
            }
            Take::Joined { .. } => argument,
        };
    }
    (std::iter::once(out).chain(arguments).collect(), status)
}

/// The format with `%s` for each directive that is made here, and what each takes.
fn directives(format: &[u8], ksh: bool, expressions: bool) -> (Vec<u8>, Vec<Option<Take>>) {
    let mut takes: Vec<Option<Take>> = Vec::new();
    let mut out = Vec::with_capacity(format.len());
    let mut at = 0;
    while let Some(&byte) = format.get(at) {
        at += 1;
        out.push(byte);
        if byte != b'%' {
            continue;
        }
        if format.get(at) == Some(&b'%') {
            out.push(b'%');
            at += 1;
            continue;
        }
        let begin = at;
        at += format[at..].iter().take_while(|byte| FLAGS.contains(byte)).count();
        let flags = &format[begin..at];
        let stars = flags.iter().filter(|byte| **byte == b'*').count();
        let joins = memchr::memmem::find(flags, b"..");
        if let Some(joins) = joins {
            // What follows the second period is put between them.
            let begin = begin + joins + 2;
            let length = format[begin..].iter().take_while(|byte| !b"sc".contains(byte)).count();
            at = begin + length;
            let between = match &format[begin..at] {
                b"*" => None,
                between => Some(between.to_vec()),
            };
            let characters = format.get(at) == Some(&b'c');
            takes.push(Some(Take::Joined { between, characters }));
            out.push(b's');
            at += 1;
            continue;
        }
        let mut name: &[u8] = b"";
        if format.get(at) == Some(&b'(')
            && let Some(length) = closing(&format[at..])
        {
            name = &format[at + 1..at + length];
            at += length + 1;
        }
        let mut letter = format.get(at).copied().unwrap_or(b' ');
        if ksh && LENGTHS.contains(&letter) {
            let sizes = format[at..].iter().take_while(|byte| LENGTHS.contains(byte)).count();
            if let Some(number) = format.get(at + sizes).filter(|next| NUMBERS.contains(next)) {
                at += sizes;
                letter = *number;
            }
        }
        if letter == b'Z' && ksh {
            // A NUL.
            out.pop();
            out.extend_from_slice(b"\\000");
            at += 1;
            continue;
        }
        let take = match letter {
            b'T' => Some(Take::Date(match (name, at > begin + flags.len()) {
                (b"", false) => b"%a %b %e %H:%M:%S %Z %Y".to_vec(),
                (b"", true) => b"%X".to_vec(),
                (name, _) => name.to_vec(),
            })),
            b'B' => Some(Take::Variable(flags.contains(&b'#'))),
            b'H' if flags.contains(&b'#') => Some(Take::Url),
            b'H' => Some(Take::Html),
            b'R' if ksh => Some(Take::Expression),
            b'P' if ksh => Some(Take::Pattern),
            b'q' if ksh && name.is_empty() => Some(Take::Quoted),
            b'q' if name == b"ere" => Some(Take::Expression),
            b'q' if name == b"pattern" => Some(Take::Pattern),
            b'q' if name == b"html" => Some(Take::Html),
            b'q' if name == b"url" => Some(Take::Url),
            b'c' if ksh && stars == 1 && flags.ends_with(b".*") => {
                takes.push(Some(Take::Repeated(None)));
                out.push(b's');
                at += 1;
                continue;
            }
            b'c' if ksh && stars == 0 && flags.contains(&b'.') => {
                let precision = flags.split(|byte| *byte == b'.').next_back();
                let count = precision.and_then(number).unwrap_or(0);
                Some(Take::Repeated(Some(usize::try_from(count).unwrap_or(0))))
            }
            b'U' | b'D' | b'O' if ksh => {
                takes.extend(std::iter::repeat_with(|| None).take(stars));
                takes.push(expressions.then_some(Take::Number));
                out.extend_from_slice(flags);
                out.push(letter.to_ascii_lowercase());
                at += 1;
                continue;
            }
            letter if expressions && NUMBERS.contains(&letter) => {
                takes.extend(std::iter::repeat_with(|| None).take(stars));
                takes.push(Some(Take::Number));
                out.extend_from_slice(flags);
                continue;
            }
            _ => None,
        };
        takes.extend(std::iter::repeat_with(|| None).take(stars));
        match take {
            Some(take) => {
                let keeps = !matches!(take, Take::Repeated(_) | Take::Variable(_));
                takes.push(Some(take));
                if keeps {
                    out.extend(flags.iter().filter(|byte| **byte != b'#'));
                }
                out.push(b's');
                at += 1;
            }
            None => {
                takes.push(None);
                out.extend_from_slice(&format[begin..at]);
            }
        }
    }
    (out, takes)
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

/// The date that an argument of `%(format)T` means, or where there is none, now; and whether the
/// argument is wrong.
fn date(env: &mut Environment, format: &[u8], argument: Option<&Vec<u8>>) -> (Vec<u8>, bool) {
    let mut wrong = false;
    let zone = env.shared.names.find(b"TZ").and_then(|name| env.text(name));
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
    let begun = env.shared.elapsed().as_secs();
    let seconds = match argument.map(|text| &text[..]) {
        None | Some(b"" | b"-1" | b"now") => now() as i64,
        Some(b"-2") => now().saturating_sub(begun) as i64,
        Some([b'-', digits @ ..]) => -number(digits).unwrap_or(0),
        Some([b'#', digits @ ..]) => number(digits).unwrap_or(0),
        Some(text) if env.speaks_ksh() => match dates::moment(text, zone.as_deref()) {
            Some(seconds) => seconds,
            None => {
                env.report("printf: warning: invalid argument of type T");
                wrong = true;
                now() as i64
            }
        },
        Some(digits) => number(digits).unwrap_or(0),
    };
    let zone = zone.as_deref();
    if env.speaks_ksh() {
        return (dates::formatted(format, seconds, zone).unwrap_or_default(), wrong);
    }
    (utilities::system::date::strftime(format, seconds, zone).unwrap_or_default(), wrong)
}

/// What a number is, that may be an expression, and whether it is wrong.
fn expression(env: &mut Environment, text: Vec<u8>) -> (Vec<u8>, bool) {
    if let [quote @ (b'\'' | b'"'), constant @ ..] = &text[..] {
        let constant = constant.strip_suffix(&[*quote]).filter(|c| !c.is_empty());
        let constant = constant.unwrap_or(&text[1..]);
        let one = match env.utf8 {
            true => String::from_utf8_lossy(constant).chars().count() < 2,
            false => constant.len() < 2,
        };
        if !one {
            let text = [b"printf: ", &text[..], b": invalid character constant"].concat();
            env.report(text);
            return ([&[*quote][..], constant].concat(), true);
        }
        return (text, false);
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
            true => ([sign, zero.as_bytes(), rest].concat(), false),
            false => (text, false),
        };
    }
    let status = env.status;
    let soft = env.soft_command.replace("printf");
    let result = env.evaluate_text(&text);
    env.soft_command = soft;
    env.status = status;
    match result {
        Ok(number) => (number.value().text().unwrap_or_default().to_vec(), false),
        Err(_) => {
            env.failed_softly = false;
            (b"0".to_vec(), true)
        }
    }
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
