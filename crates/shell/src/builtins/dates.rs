//! `%(format)T` of `printf` (bash, ksh93): the date, made before the other directives.

use super::number;
use crate::environment::Environment;
use std::time::{SystemTime, UNIX_EPOCH};

/// The words of a `printf` with every `%(format)T` turned into `%s` and its argument into the
/// date.
pub(super) fn made(env: &mut Environment, words: &[&[u8]]) -> Vec<Vec<u8>> {
    let Some((format, arguments)) = words.split_first() else { return Vec::new() };
    let mut arguments: Vec<Vec<u8>> = arguments.iter().map(|word| word.to_vec()).collect();
    // What each directive of the format takes: a date's format, or anything else.
    let mut takes: Vec<Option<Vec<u8>>> = Vec::new();
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
        while let Some(&byte) = format.get(at).filter(|byte| b"-+ #0123456789.*'".contains(byte)) {
            if byte == b'*' {
                takes.push(None);
            }
            out.push(byte);
            at += 1;
        }
        let dated = format.get(at) == Some(&b'(');
        let end = memchr::memmem::find(&format[at..], b")T").filter(|_| dated);
        match end {
            Some(length) => {
                takes.push(Some(format[at + 1..at + length].to_vec()));
                at += length + 2;
                out.push(b's');
            }
            None => takes.push(None),
        }
    }
    let rounds = arguments.len().div_ceil(takes.len().max(1)).max(1);
    let zone = env.shared.names.find(b"TZ").and_then(|name| env.text(name));
    for (index, take) in takes.iter().cycle().take(takes.len() * rounds).enumerate() {
        let Some(format) = take else { continue };
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
        let begun = env.shared.begun.elapsed().as_secs();
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
