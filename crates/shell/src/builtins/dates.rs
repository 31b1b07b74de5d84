//! `%(format)T` of `printf` (bash, ksh93), the date, and `%B` (ksh93), a variable: made before
//! the other directives.

use super::number;
use crate::environment::Environment;
use crate::environment::written::Form;
use std::time::{SystemTime, UNIX_EPOCH};

/// What a directive that is made here takes.
enum Take {
    /// `%(format)T`: a time.
    Date(Vec<u8>),
    /// `%B` (ksh93): a variable, shown as `print -v` does; true: on one line.
    Variable(bool),
}

/// Whether a format has the directive `%B`.
pub(super) fn shows_variable(format: &[u8]) -> bool {
    memchr::memchr(b'B', format).is_some()
        && memchr::memchr_iter(b'%', format).any(|at| {
            let rest = &format[at + 1..];
            rest.iter().find(|byte| !FLAGS.contains(byte)) == Some(&b'B')
        })
}

/// What may stand between the `%` of a directive and its letter.
const FLAGS: &[u8] = b"-+ #0123456789.*'";

/// The words of a `printf` with every `%(format)T` and `%B` turned into `%s` and its argument into the
/// date.
pub(super) fn made(env: &mut Environment, words: &[&[u8]]) -> Vec<Vec<u8>> {
    let Some((format, arguments)) = words.split_first() else { return Vec::new() };
    let mut arguments: Vec<Vec<u8>> = arguments.iter().map(|word| word.to_vec()).collect();
    // What each directive of the format takes: a date's format, or anything else.
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
        let flags = at;
        while let Some(&byte) = format.get(at).filter(|byte| FLAGS.contains(byte)) {
            if byte == b'*' {
                takes.push(None);
            }
            out.push(byte);
            at += 1;
        }
        if format.get(at) == Some(&b'B') {
            takes.push(Some(Take::Variable(format[flags..at].contains(&b'#'))));
            out.truncate(out.len() - (at - flags));
            out.push(b's');
            at += 1;
            continue;
        }
        let dated = format.get(at) == Some(&b'(');
        let end = memchr::memmem::find(&format[at..], b")T").filter(|_| dated);
        match end {
            Some(length) => {
                takes.push(Some(Take::Date(format[at + 1..at + length].to_vec())));
                at += length + 2;
                out.push(b's');
            }
            None => takes.push(None),
        }
    }
    let rounds = arguments.len().div_ceil(takes.len().max(1)).max(1);
    let zone = env.shared.names.find(b"TZ").and_then(|name| env.text(name));
    for (index, take) in takes.iter().cycle().take(takes.len() * rounds).enumerate() {
        let format = match take {
            None => continue,
            Some(Take::Date(format)) => format,
            Some(Take::Variable(line)) => {
                if let Some(argument) = arguments.get_mut(index)
                    && let Ok(Some((name, key))) = env.spelled(argument)
                {
                    let form = if *line { Form::Line } else { Form::Tree(0) };
                    let mut text = Vec::new();
                    super::print::shown(env, name, key, form, &mut text);
                    *argument = text;
                }
                continue;
            }
        };
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
        let begun = env.shared.elapsed().as_secs();
        let seconds = match arguments.get(index).map(|text| &text[..]) {
            None | Some(b"" | b"-1" | b"now") => now() as i64,
            Some(b"-2") => now().saturating_sub(begun) as i64,
            Some([b'-', digits @ ..]) => -number(digits).unwrap_or(0),
            Some(digits) => number(digits).unwrap_or(0),
        };
        let format: &[u8] = if format.is_empty() { b"%X" } else { format };
        let date = utilities::system::date::strftime(format, seconds, zone.as_deref());
        let date = date.unwrap_or_default();
        match arguments.get_mut(index) {
            Some(argument) => *argument = date,
            None => {
                arguments.resize(index, Vec::new());
                arguments.push(date);
            }
        }
    }
    std::iter::once(out).chain(arguments).collect()
}
