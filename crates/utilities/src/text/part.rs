//! What head and tail have in common: the options, the output's headers, and the diagnostics about
//! a file that cannot be read (POSIX XCU head, tail; GNU coreutils manual, head(1), tail(1)).

use super::stream::{self, Writer};
use super::{Plan, number};
use crate::options::{self, Takes};
use crate::{Context, Exit};
use std::io;

const OPTIONS: &[options::Option_] = &[
    ('c', "bytes", Takes::Argument),
    ('n', "lines", Takes::Argument),
    ('q', "quiet", Takes::Nothing),
    ('q', "silent", Takes::Nothing),
    ('v', "verbose", Takes::Nothing),
    ('z', "zero-terminated", Takes::Nothing),
];

/// Which part of which files is asked for.
pub(super) struct Part<'a> {
    /// The files; `-` where none is named.
    pub(super) operands: Vec<&'a [u8]>,
    /// Whether bytes are counted; else lines are.
    pub(super) bytes: bool,
    /// The number of bytes or lines.
    pub(super) count: u64,
    /// The sign before the number, if there is one. Of several numbers the last one counts.
    pub(super) sign: Option<u8>,
    /// Whether any of the numbers has a `+`.
    pub(super) has_plus: bool,
    /// Whether each file's part is preceded by the file's name.
    pub(super) headers: bool,
    /// The byte that ends a line.
    pub(super) delimiter: u8,
}

/// Reads `arguments` where `amount` is the number without -c and -n; `signs` may precede a number.
///
/// # Errors
///
/// The reason why the call steps aside: an option or a number that is not reproduced.
pub(super) fn read<'a>(arguments: &[&'a [u8]], amount: &'a [u8], signs: &[u8]) -> Plan<Part<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let read_number = |amount: &'a [u8]| {
        let (sign, digits) = match amount.split_first() {
            Some((sign, digits)) if signs.contains(sign) => (Some(*sign), digits),
            _ => (None, amount),
        };
        number::with_suffix(digits).map(|count| (sign, count)).ok_or("a number to complain about")
    };
    let mut bytes = false;
    let (mut sign, mut count) = read_number(amount)?;
    let mut has_plus = sign == Some(b'+');
    for (option, value) in &parsed.options {
        if let Some(value) = value {
            bytes = *option == 'c';
            (sign, count) = read_number(value)?;
            has_plus |= sign == Some(b'+');
        }
    }
    let delimiter = if parsed.has('z') { 0 } else { b'\n' };
    let verbosity = parsed.options.iter().rev().find(|(option, _)| "qv".contains(*option));
    let operands = if parsed.operands.is_empty() { vec![&b"-"[..]] } else { parsed.operands };
    let headers = verbosity.map_or(operands.len() > 1, |(option, _)| *option == 'v');
    Ok(Part { operands, bytes, count, sign, has_plus, headers, delimiter })
}

/// The name that headers and diagnostics have for the operand `name`.
pub(super) fn shown(name: &[u8]) -> &[u8] {
    if name == b"-" { b"standard input" } else { name }
}

/// Says that the file `name` cannot be opened.
pub(super) fn cannot_open(
    context: &mut Context<'_>,
    output: &mut Writer,
    name: &[u8],
    error: &io::Error,
) {
    let text = stream::sentence(context, "cannot open ", shown(name), " for reading", error);
    stream::complain(context, output, &text);
}

/// Why a part was not copied whole.
pub(super) enum Failure {
    /// The file could not be read.
    Read(io::Error),
    /// The output could not be written.
    Write(io::Error),
}

impl Failure {
    /// Says what went wrong with the file `name`. Returns the end of the call where there is no
    /// going on with the next file.
    pub(super) fn report(
        &self,
        context: &mut Context<'_>,
        output: &mut Writer,
        name: &[u8],
    ) -> Option<Exit> {
        let error = match self {
            Failure::Write(error) => return Some(stream::write_failed(context, output, error)),
            Failure::Read(error) => error,
        };
        if let Some(exit) = context.signal_of(error) {
            return Some(exit);
        }
        let text = stream::sentence(context, "error reading ", shown(name), "", error);
        stream::complain(context, output, &text);
        None
    }
}
