//! expand, unexpand: tabs to blanks and back (POSIX XCU expand, unexpand; GNU coreutils manual).
//!
//! As in coreutils, columns are bytes in every locale, and files are one text.

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::{Context, Decision, Exit};
use std::io;

const EXPAND_OPTIONS: &[options::Option_] =
    &[('i', "initial", Takes::Nothing), ('t', "tabs", Takes::Argument)];

// No letter: it has a long name only.
const FIRST_ONLY: char = '\u{100}';

const UNEXPAND_OPTIONS: &[options::Option_] = &[
    ('a', "all", Takes::Nothing),
    (FIRST_ONLY, "first-only", Takes::Nothing),
    ('t', "tabs", Takes::Argument),
];

/// The options of expand admitted.
pub const EXPAND_ADMITTED: &str = "-i, -t LIST [FILE...]";
/// The options of unexpand admitted.
pub const UNEXPAND_ADMITTED: &str = "-a, --first-only, -t LIST [FILE...]";

/// Columns where tabs lead to.
enum Stops {
    Every(u64),
    At(Vec<u64>),
}

impl Stops {
    fn parse(list: Option<&[u8]>) -> Plan<Self> {
        let Some(list) = list else { return Ok(Stops::Every(8)) };
        let numbers: Option<Vec<u64>> = list
            .split(|byte| matches!(byte, b',' | b' ' | b'\t'))
            .map(|text| number::plain(text).filter(|stop| (1..1 << 20).contains(stop)))
            .collect();
        let numbers = numbers.ok_or("a list of tab stops that is not reproduced")?;
        match numbers[..] {
            [every] => Ok(Stops::Every(every)),
            _ if numbers.is_sorted_by(|a, b| a < b) => Ok(Stops::At(numbers)),
            _ => Err("a list of tab stops to complain about"),
        }
    }

    /// The stop after a column; None after the last. `next` is the place in the list to look
    /// from.
    fn after(&self, column: u64, next: &mut usize) -> Option<u64> {
        match self {
            Stops::Every(every) => Some(column + every - column % every),
            Stops::At(stops) => {
                while let Some(&stop) = stops.get(*next) {
                    if column < stop {
                        return Some(stop);
                    }
                    *next += 1;
                }
                None
            }
        }
    }
}

struct Tabs<'a> {
    operands: Vec<&'a [u8]>,
    stops: Stops,
    /// Not only before the first other byte of a line.
    whole_line: bool,
}

fn plan<'a>(arguments: &[&'a [u8]], expanding: bool) -> Plan<Tabs<'a>> {
    let known = if expanding { EXPAND_OPTIONS } else { UNEXPAND_OPTIONS };
    let parsed =
        options::parse(arguments, known, true).ok_or("an option that is not reproduced")?;
    if parsed.options.iter().filter(|(option, _)| *option == 't').count() > 1 {
        return Err("more than one list of tab stops");
    }
    let whole_line = if expanding {
        !parsed.has('i')
    } else {
        (parsed.has('a') || parsed.has('t')) && !parsed.has(FIRST_ONLY)
    };
    Ok(Tabs {
        stops: Stops::parse(parsed.value('t'))?,
        whole_line,
        operands: if parsed.operands.is_empty() { vec![b"-"] } else { parsed.operands },
    })
}

/// Decides on the arguments of expand.
pub fn decide_expand<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(arguments, true), |context, plan| {
        plan.run(context, &mut Expander::default())
    })
}

/// Decides on the arguments of unexpand.
pub fn decide_unexpand<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(arguments, false), |context, plan| {
        plan.run(context, &mut Unexpander::default())
    })
}

/// Turns a text into another, piece by piece.
trait Converter {
    fn convert(&mut self, plan: &Tabs<'_>, block: &[u8], out: &mut Vec<u8>);
    fn finish(&mut self, out: &mut Vec<u8>);
}

impl Tabs<'_> {
    fn run(&self, context: &Context<'_>, converter: &mut impl Converter) -> Exit {
        let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
        let mut status = 0;
        for name in &self.operands {
            // An error of what stdio has written by now comes before one of the next file.
            let written = output.flush_blocks().map_err(Failure::Write);
            match written.and_then(|()| self.convert_file(context, name, converter, &mut output)) {
                Ok(()) => {}
                Err(Failure::Write(error)) => {
                    return stream::write_error_twice(context, &output, &error);
                }
                Err(Failure::Read(error)) => {
                    if let Some(exit) = context.signal_of(&error) {
                        return exit;
                    }
                    stream::file_error(context, &mut output, name, &error);
                    status = 1;
                }
            }
        }
        converter.finish(&mut output.buffer);
        match output.flush() {
            Ok(()) => Exit::Status(status),
            Err(error) => stream::write_error_twice(context, &output, &error),
        }
    }

    fn convert_file(
        &self,
        context: &Context<'_>,
        name: &[u8],
        converter: &mut impl Converter,
        output: &mut Writer,
    ) -> Result<(), Failure> {
        let file = stream::open(context, name).map_err(Failure::Read)?;
        let mut reader = Reader::within(context, file);
        loop {
            let block = reader.block().map_err(Failure::Read)?;
            if block.is_empty() {
                return Ok(());
            }
            converter.convert(self, block, &mut output.buffer);
            output.check().map_err(Failure::Write)?;
        }
    }
}

enum Failure {
    Read(io::Error),
    Write(io::Error),
}

/// Where expand stands in a line.
#[derive(Default)]
struct Expander {
    column: u64,
    next: usize,
    /// The rest of the line stays as it is.
    verbatim: bool,
}

impl Converter for Expander {
    fn convert(&mut self, plan: &Tabs<'_>, block: &[u8], out: &mut Vec<u8>) {
        let mut rest = block;
        while !rest.is_empty() {
            // What only moves on is copied in one piece.
            let special = if self.verbatim {
                byte_search::memchr(b'\n', rest)
            } else if plan.whole_line {
                byte_search::memchr3(b'\t', b'\n', 0x08, rest)
            } else {
                // With -i the first byte that is no blank ends it.
                rest.iter().position(|byte| *byte != b' ')
            };
            let (plain, others) = rest.split_at(special.unwrap_or(rest.len()));
            out.extend_from_slice(plain);
            self.column += plain.len() as u64;
            let Some((&byte, others)) = others.split_first() else { return };
            rest = others;
            match byte {
                b'\n' => {
                    *self = Self::default();
                    out.push(byte);
                    continue;
                }
                b'\t' => {
                    let stop = plan.stops.after(self.column, &mut self.next);
                    let stop = stop.unwrap_or(self.column + 1);
                    out.resize(out.len() + (stop - self.column) as usize, b' ');
                    self.column = stop;
                }
                0x08 => {
                    self.column = self.column.saturating_sub(1);
                    self.next = self.next.saturating_sub(1);
                    out.push(byte);
                }
                _ => {
                    self.column += 1;
                    out.push(byte);
                }
            }
            self.verbatim = !plan.whole_line && byte != b'\t';
        }
    }

    fn finish(&mut self, _: &mut Vec<u8>) {}
}

/// Where unexpand stands in a line.
struct Unexpander {
    column: u64,
    next: usize,
    verbatim: bool,
    /// Blanks that may become tabs.
    pending: Vec<u8>,
    /// The first of them came right before a tab stop.
    one_before_stop: bool,
    after_blank: bool,
}

impl Default for Unexpander {
    fn default() -> Self {
        Self {
            column: 0,
            next: 0,
            verbatim: false,
            pending: Vec::new(),
            one_before_stop: false,
            after_blank: true,
        }
    }
}

impl Unexpander {
    fn put_pending(&mut self, out: &mut Vec<u8>) {
        if self.pending.len() > 1 && self.one_before_stop {
            self.pending[0] = b'\t';
        }
        if !self.pending.is_empty() {
            self.one_before_stop = false;
        }
        out.append(&mut self.pending);
    }

    fn convert_byte(&mut self, plan: &Tabs<'_>, byte: u8, out: &mut Vec<u8>) {
        let mut byte = byte;
        let blank = matches!(byte, b' ' | b'\t');
        if blank {
            match plan.stops.after(self.column, &mut self.next) {
                None => self.verbatim = true,
                Some(stop) => {
                    if byte == b'\t' {
                        self.column = stop;
                        if let Some(first) = self.pending.first_mut() {
                            *first = b'\t';
                        }
                    } else {
                        self.column += 1;
                        if !(self.after_blank && self.column == stop) {
                            // Whether it becomes part of a tab is not known yet.
                            self.one_before_stop |= self.column == stop;
                            self.pending.push(byte);
                            self.after_blank = true;
                            return;
                        }
                        byte = b'\t';
                        if let Some(first) = self.pending.first_mut() {
                            *first = b'\t';
                        }
                    }
                    // Blanks that a tab stands for are dropped, but for a single one right
                    // before the stop before.
                    self.pending.truncate(usize::from(self.one_before_stop));
                }
            }
        } else if byte == 0x08 {
            self.column = self.column.saturating_sub(1);
            self.next = self.next.saturating_sub(1);
        } else {
            self.column += 1;
        }
        self.put_pending(out);
        self.after_blank = blank;
        self.verbatim |= !plan.whole_line && !blank;
        out.push(byte);
    }
}

impl Converter for Unexpander {
    fn convert(&mut self, plan: &Tabs<'_>, block: &[u8], out: &mut Vec<u8>) {
        for &byte in block {
            if self.verbatim {
                out.push(byte);
            } else {
                self.convert_byte(plan, byte, out);
            }
            if byte == b'\n' {
                *self = Self::default();
            }
        }
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.put_pending(out);
    }
}
