//! tr: translates, deletes and squeezes bytes (POSIX XCU tr; GNU coreutils manual, tr(1)).
//!
//! As GNU's, it works on bytes in every locale. Sets are expanded into lists of at most a few
//! hundred bytes; what GNU refuses or warns of steps aside.

mod sets;

use super::lanes::{self, Broken, Unit};
use super::stream::{self, Reader, Writer};
use super::{Plan, decision};
use crate::options::{self, Takes};
use crate::{Context, Decision, Exit, message};
use sets::{Set, Shorter};
use std::cell::RefCell;
use std::sync::Arc;

const OPTIONS: &[options::Option_] = &[
    ('c', "complement", Takes::Nothing),
    ('C', "", Takes::Nothing),
    ('d', "delete", Takes::Nothing),
    ('s', "squeeze-repeats", Takes::Nothing),
    ('t', "truncate-set1", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str = "-cCdst SET1 [SET2]";

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, context.caches.tr.get(arguments), run)
}

fn run(context: &mut Context<'_>, table: Arc<Table>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let Some(input) = context.stdin.clone() else { return Exit::FAILURE };
    let mut reader = Reader::within(context, input);
    let mut squeezer = Squeezer { table, last: None };
    let mut last = None;
    let join = |block: &Squeezer, output: &mut Vec<u8>, from: usize| {
        // A run of bytes that goes on in the next block is one run.
        let Some(&first) = output.get(from) else { return };
        if last == Some(first) {
            output.remove(from);
        }
        last = block.last;
    };
    let result = lanes::transform(
        context,
        &mut reader,
        &mut output,
        Unit::Bytes,
        &mut squeezer,
        squeeze_block,
        join,
    );
    match result {
        Ok(()) => match output.flush() {
            Ok(()) => Exit::SUCCESS,
            Err(error) => stream::write_error_twice(context, &output, &error),
        },
        Err(Broken::Output(error)) => stream::write_error_twice(context, &output, &error),
        Err(Broken::Input(error)) => {
            if let Some(exit) = context.signal_of(&error) {
                return exit;
            }
            let written = output.flush();
            context.error(format!("read error: {}", message::reason(&error)));
            match written {
                Err(error) => context.write_error(&error, 1),
                Ok(()) => Exit::FAILURE,
            }
        }
    }
}

/// A table, and what a block leaves for the next one.
#[derive(Clone)]
struct Squeezer {
    table: Arc<Table>,
    /// The last byte of the block's result, if another one like it is to go.
    last: Option<u8>,
}

fn squeeze_block(squeezer: &mut Squeezer, block: &[u8], output: &mut Vec<u8>) {
    squeezer.last = None;
    squeezer.table.apply(block, output, &mut squeezer.last);
}

/// Calls met before: a table takes longer to make than a line to translate.
#[derive(Default)]
pub struct TrCache {
    entries: RefCell<Vec<Entry>>,
}

/// The arguments of a call, joined, and its table.
type Entry = (Box<[u8]>, Arc<Table>);

/// Tables kept.
const KEPT: usize = 16;

impl TrCache {
    fn get(&self, arguments: &[&[u8]]) -> Plan<Arc<Table>> {
        // No argument has a NUL in it; should one, this is a call like no other.
        let is_same = |key: &[u8]| {
            let mut key = key;
            let strip = |rest: &mut &[u8], argument: &[u8]| match rest.strip_prefix(argument) {
                Some([0, after @ ..]) => {
                    *rest = after;
                    true
                }
                _ => false,
            };
            arguments.iter().all(|argument| strip(&mut key, argument)) && key.is_empty()
        };
        let mut entries = self.entries.borrow_mut();
        if let Some((_, table)) = entries.iter().rev().find(|(key, _)| is_same(key)) {
            return Ok(table.clone());
        }
        let table = Arc::new(plan(arguments)?);
        if arguments.iter().any(|argument| argument.contains(&0)) {
            return Ok(table);
        }
        if entries.len() == KEPT {
            entries.remove(0);
        }
        let key = arguments.iter().flat_map(|argument| argument.iter().chain(&[0])).copied();
        entries.push((key.collect(), table.clone()));
        Ok(table)
    }
}

/// What happens to each byte.
struct Table {
    map: Box<[u8; 256]>,
    /// Few ranges of bytes that move by the same distance, if that is all: (first, length,
    /// distance).
    shifts: Option<Vec<(u8, u8, u8)>>,
    delete: Option<Box<[bool; 256]>>,
    squeeze: Option<Box<[bool; 256]>>,
}

fn plan(arguments: &[&[u8]]) -> Plan<Table> {
    let parsed =
        options::parse(arguments, OPTIONS, false).ok_or("an option that is not reproduced")?;
    let complement = parsed.has('c') || parsed.has('C');
    let (delete, squeeze) = (parsed.has('d'), parsed.has('s'));
    let least = 1 + usize::from(delete == squeeze);
    let most = 1 + usize::from(delete <= squeeze);
    if !(least..=most).contains(&parsed.operands.len()) {
        return Err("operands to complain about");
    }
    let wrong = "a set to complain about";
    let first = Set::parse(parsed.operands[0]).ok_or(wrong)?;
    let second = match parsed.operands.get(1) {
        Some(text) => Some(Set::parse(text).ok_or(wrong)?),
        None => None,
    };
    if first.fill.is_some() || first.repeats {
        return Err(wrong);
    }
    let members = first.members(complement);
    let mut table = Table { map: Box::new([0; 256]), shifts: None, delete: None, squeeze: None };
    for (byte, to) in (0..=255).zip(table.map.iter_mut()) {
        *to = byte;
    }
    if delete {
        table.delete = Some(members);
        if let Some(second) = &second {
            if second.fill.is_some() {
                return Err(wrong);
            }
            table.squeeze = Some(second.members(false));
        }
        return Ok(table);
    }
    let Some(second) = second else {
        table.squeeze = Some(members);
        return Ok(table);
    };
    let from = if complement {
        (0..=255).filter(|&byte| members[usize::from(byte)]).collect()
    } else {
        first.bytes.clone()
    };
    let shorter = match parsed.has('t') {
        true => Shorter::TruncatesFirst,
        false => Shorter::IsExtended,
    };
    let to = second
        .target(&first, from.len(), complement, shorter)
        .ok_or("a translation to complain about")?;
    for (&from, &to) in from.iter().zip(&to) {
        table.map[usize::from(from)] = to;
    }
    if squeeze {
        let mut members = Box::new([false; 256]);
        to.iter().for_each(|&byte| members[usize::from(byte)] = true);
        table.squeeze = Some(members);
    }
    table.find_shifts();
    Ok(table)
}

impl Table {
    /// Sees whether the translation is a matter of one or two ranges, as of letters to letters:
    /// arithmetic on many bytes at a time is faster than a table.
    fn find_shifts(&mut self) {
        let mut shifts: Vec<(u8, u8, u8)> = Vec::new();
        for byte in 0..=255u8 {
            let distance = self.map[usize::from(byte)].wrapping_sub(byte);
            if distance == 0 {
                continue;
            }
            let count = shifts.len();
            match shifts.last_mut() {
                Some((first, length, same))
                    if *same == distance && first.wrapping_add(*length) == byte =>
                {
                    *length += 1;
                }
                _ if count == 2 => return,
                _ => shifts.push((byte, 1, distance)),
            }
        }
        self.shifts = Some(shifts);
    }

    /// Adds what `block` becomes to `out`. `last` is the byte squeezed last, if the next one
    /// like it is to go.
    fn apply(&self, block: &[u8], out: &mut Vec<u8>, last: &mut Option<u8>) {
        let before = out.len();
        if let (None, Some(set)) = (&self.delete, &self.squeeze)
            && block.len() >= LONG
        {
            return translate_and_squeeze(&self.map, set, block, out, last);
        }
        match (&self.shifts, &self.delete) {
            (Some(shifts), _) => {
                out.extend_from_slice(block);
                match shifts[..] {
                    [] => {}
                    [one] => shift(&mut out[before..], one, (0, 0, 0)),
                    [one, two, ..] => shift(&mut out[before..], one, two),
                }
            }
            (None, Some(delete)) => keep(block, delete, out),
            (None, None) => out.extend(block.iter().map(|&byte| self.map[usize::from(byte)])),
        }
        if let Some(set) = &self.squeeze {
            squeeze(out, before, set, last);
        }
    }
}

/// Bytes of a block for which a table is worth making.
const LONG: usize = 4 << 10;

/// Appends what the bytes of `block` become, one of each run of the same byte of `set`. As [`squeeze`], at
/// once with the translation and without a choice that waits for the byte before.
fn translate_and_squeeze(
    map: &[u8; 256],
    set: &[bool; 256],
    block: &[u8],
    out: &mut Vec<u8>,
    last: &mut Option<u8>,
) {
    if let Some(byte) = squeezed_alone(map, set) {
        return squeeze_one(byte, block, out, last);
    }
    // What each byte becomes, and above it whether that is squeezed.
    let mut table = [0u16; 256];
    for (entry, &to) in table.iter_mut().zip(map) {
        *entry = u16::from(to) | u16::from(set[usize::from(to)]) << 8;
    }
    let mut before = last.map_or(0, |byte| u16::from(byte) | 1 << 8);
    out.reserve(block.len());
    let mut piece = [0; 256];
    for part in block.chunks(PIECE) {
        let mut length = 0u8;
        for &byte in part {
            let entry = table[usize::from(byte)];
            piece[usize::from(length)] = entry as u8;
            length = length.wrapping_add(u8::from(entry >> 8 == 0 || entry != before));
            before = entry;
        }
        out.extend_from_slice(&piece[..usize::from(length)]);
    }
    *last = (before >> 8 != 0).then_some(before as u8);
}

/// Bytes that are looked at between two copies: so few that the compiler knows their number to fit into what they
/// are put into.
const PIECE: usize = 255;

/// The byte that is squeezed, where it is the only one and none becomes another.
fn squeezed_alone(map: &[u8; 256], set: &[bool; 256]) -> Option<u8> {
    let is_same = |(byte, to): (usize, &u8)| byte == usize::from(*to);
    let place = set.iter().position(|squeezed| *squeezed)?;
    let is_alone = !set[place + 1..].contains(&true);
    (is_alone && map.iter().enumerate().all(is_same)).then_some(place as u8)
}

/// Appends a block with one of each run of `byte`.
fn squeeze_one(byte: u8, block: &[u8], out: &mut Vec<u8>, last: &mut Option<u8>) {
    let mut before = *last == Some(byte);
    out.reserve(block.len());
    for part in block.chunks(64) {
        let pairs = part.iter().zip(part.get(1..).unwrap_or_default());
        // Without a branch for each byte: many are asked at once.
        let has_runs = pairs.fold(0, |found, (one, next)| {
            found | (u8::from(*one == byte) & u8::from(*next == byte))
        });
        if has_runs == 0 {
            let goes = before && part.first() == Some(&byte);
            out.extend_from_slice(&part[usize::from(goes)..]);
        } else {
            for &next in part {
                if next != byte || !before {
                    out.push(next);
                }
                before = next == byte;
            }
        }
        before = part.last() == Some(&byte);
    }
    *last = before.then_some(byte);
}

/// Moves the bytes of two ranges.
fn shift(bytes: &mut [u8], one: (u8, u8, u8), two: (u8, u8, u8)) {
    for byte in bytes {
        let moved = |range: (u8, u8, u8)| {
            if byte.wrapping_sub(range.0) < range.1 { range.2 } else { 0 }
        };
        *byte = byte.wrapping_add(moved(one) | moved(two));
    }
}

/// Appends the bytes of `block` that are not to be deleted.
fn keep(block: &[u8], delete: &[bool; 256], out: &mut Vec<u8>) {
    out.reserve(block.len());
    let mut piece = [0; 256];
    for part in block.chunks(PIECE) {
        let mut length = 0u8;
        for &byte in part {
            piece[usize::from(length)] = byte;
            length = length.wrapping_add(u8::from(!delete[usize::from(byte)]));
        }
        out.extend_from_slice(&piece[..usize::from(length)]);
    }
}

/// Leaves one of each run of the same byte of `set` in `out[from..]`.
fn squeeze(out: &mut Vec<u8>, from: usize, set: &[bool; 256], last: &mut Option<u8>) {
    let mut at = from;
    let mut before = last.map_or(-1, i32::from);
    for next in from..out.len() {
        let byte = out[next];
        out[at] = byte;
        at += usize::from(i32::from(byte) != before);
        before = if set[usize::from(byte)] { i32::from(byte) } else { -1 };
    }
    *last = u8::try_from(before).ok();
    out.truncate(at);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squeezing_at_once_is_squeezing_behind() {
        let mut state = 1u32;
        let mut text: Vec<u8> = Vec::new();
        while text.len() < 3 * LONG {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let byte = [b'a', b'b', b' ', b'\n', 0, 0xff][(state >> 16) as usize % 6];
            text.resize(text.len() + 1 + (state >> 28) as usize % 4, byte);
        }
        // And where they are far from each other.
        while text.len() < 9 * LONG {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.resize(text.len() + (state >> 24) as usize, b'q');
            text.resize(text.len() + 1 + (state >> 16) as usize % 3, b' ');
        }
        for arguments in [
            &["-s", "a-z"][..],
            &["-cs", "a", "\\n"],
            &["-s", "ab", "ba"],
            &["-s", "a", "b"],
            &["-s", " "],
            &["-s", "q"],
            &["-s", "\\000"],
        ] {
            let arguments: Vec<&[u8]> = arguments.iter().map(|text| text.as_bytes()).collect();
            let table = plan(&arguments).expect("a table");
            let mut whole = Vec::new();
            let mut parts = Vec::new();
            let (mut last, mut last_of_parts) = (None, None);
            for block in text.chunks(LONG + 1) {
                table.apply(block, &mut whole, &mut last);
                for part in block.chunks(100) {
                    table.apply(part, &mut parts, &mut last_of_parts);
                }
                assert_eq!((last, whole.len()), (last_of_parts, parts.len()));
            }
            assert!(whole == parts && whole.len() < text.len());
        }
    }

    #[test]
    fn what_is_kept_is_not_deleted() {
        let text: Vec<u8> = (0..2000u32).map(|n| (n * n % 251) as u8).collect();
        let delete: [bool; 256] = std::array::from_fn(|byte| byte % 3 == 0);
        for length in [0, 1, 254, 255, 256, 300, 511, 2000] {
            let mut out = b"before".to_vec();
            keep(&text[..length], &delete, &mut out);
            let kept = text[..length].iter().copied().filter(|byte| byte % 3 != 0);
            assert!(out.iter().copied().eq(b"before".iter().copied().chain(kept)), "{length}");
        }
    }
}
