//! cut: selected bytes or fields of lines (POSIX XCU cut; GNU coreutils manual, cut(1)).
//!
//! As in coreutils, `-c` is `-b` in every locale.

use super::lanes::{self, Broken, Unit};
use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit};
use std::io;

// No letters: these have long names only.
const OUTPUT_DELIMITER: char = '\u{100}';
const COMPLEMENT: char = '\u{101}';

const OPTIONS: &[options::Option_] = &[
    ('b', "bytes", Takes::Argument),
    ('c', "characters", Takes::Argument),
    ('f', "fields", Takes::Argument),
    ('d', "delimiter", Takes::Argument),
    ('n', "", Takes::Nothing),
    ('s', "only-delimited", Takes::Nothing),
    ('z', "zero-terminated", Takes::Nothing),
    (OUTPUT_DELIMITER, "output-delimiter", Takes::Argument),
    (COMPLEMENT, "complement", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str = "-b LIST | -c LIST | -f LIST, -d CHAR, -nsz, --output-delimiter, \
                            --complement [FILE...]";

/// Numbers from the first to the second, counted from 1.
type Range = (u64, u64);

struct Cut<'a> {
    operands: Vec<&'a [u8]>,
    selection: Selection,
}

/// What is kept of each line.
#[derive(Clone)]
struct Selection {
    fields: bool,
    /// In order, none overlapping another.
    ranges: Vec<Range>,
    delimiter: u8,
    output_delimiter: Option<Box<[u8]>>,
    only_delimited: bool,
    line_end: u8,
    /// A NUL ends what is seen of a line (toybox).
    ends_at_nul: bool,
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Cut<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let mut lists = parsed.options.iter().filter(|(option, _)| "bcf".contains(*option));
    let (Some((kind, Some(list))), None) = (lists.next(), lists.next()) else {
        return Err("a list to complain about");
    };
    if parsed.is_repeated('d') {
        return Err("several delimiters");
    }
    let fields = *kind == 'f';
    let delimiter = match parsed.value('d') {
        None => b'\t',
        Some([]) => 0,
        Some([delimiter]) => *delimiter,
        Some(_) => return Err("a delimiter to complain about"),
    };
    let only_delimited = parsed.has('s');
    if !fields && (parsed.has('d') || only_delimited) {
        return Err("options to complain about");
    }
    let line_end = if parsed.has('z') { 0 } else { b'\n' };
    if fields && delimiter == line_end {
        return Err("lines as fields");
    }
    let mut ranges = ranges(list).ok_or("a list to complain about")?;
    if parsed.has(COMPLEMENT) {
        ranges = complement(&ranges);
    }
    let output_delimiter = parsed.value(OUTPUT_DELIMITER);
    // GNU takes an empty one for a byte of value 0.
    let output_delimiter =
        output_delimiter.map(|text| if text.is_empty() { (*b"\0").into() } else { text.into() });
    let operands = if parsed.operands.is_empty() { vec![&b"-"[..]] } else { parsed.operands };
    let selection = Selection {
        fields,
        ranges,
        delimiter,
        output_delimiter,
        only_delimited,
        line_end,
        ends_at_nul: false,
    };
    Ok(Cut { operands, selection })
}

/// Reads `2-4,7,9-`.
fn ranges(list: &[u8]) -> Option<Vec<Range>> {
    let mut ranges = Vec::new();
    for item in list.split(|byte| matches!(byte, b',' | b' ' | b'\t')) {
        let range = match item.iter().position(|&byte| byte == b'-') {
            None => {
                let one = number::plain(item)?;
                (one, one)
            }
            Some(at) => {
                let (low, high) = (&item[..at], &item[at + 1..]);
                if low.is_empty() && high.is_empty() {
                    return None;
                }
                let low = if low.is_empty() { 1 } else { number::plain(low)? };
                (low, if high.is_empty() { u64::MAX } else { number::plain(high)? })
            }
        };
        if range.0 == 0 || range.0 > range.1 || (range.1 == u64::MAX && !item.ends_with(b"-")) {
            return None;
        }
        ranges.push(range);
    }
    ranges.sort_unstable();
    let mut merged: Vec<Range> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.0 <= last.1 => last.1 = last.1.max(range.1),
            _ => merged.push(range),
        }
    }
    Some(merged)
}

fn complement(ranges: &[Range]) -> Vec<Range> {
    let mut rest = Vec::with_capacity(ranges.len() + 1);
    let mut next = 1;
    for &(low, high) in ranges {
        if low > next {
            rest.push((next, low - 1));
        }
        if high == u64::MAX {
            return rest;
        }
        next = high + 1;
    }
    rest.push((next, u64::MAX));
    rest
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(arguments), run)
}

/// Carries out a plan of cut: its exit status.
fn run(context: &mut Context<'_>, mut plan: Cut<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let mut status = 0;
    for name in &plan.operands {
        let result = stream::open(context, name).and_then(|file| {
            let mut reader = Reader::within(context, file);
            if context.has(Change::NulEndsLines) {
                reader.take_nul_for_newline();
            }
            plan.selection.ends_at_nul = context.has(Change::CutEndsAtNul);
            plan.selection.copy(context, &mut reader, &mut output)
        });
        if let Err(error) = result {
            if let Some(exit) = context.signal_of(&error) {
                return exit;
            }
            stream::file_error(context, &mut output, name, &error);
            status = 1;
        }
        // Others are met at the end.
        if context.has(Change::EndsUnwritten)
            && let Err(error) = output.flush_blocks()
        {
            return context.write_error(&error, 1);
        }
    }
    stream::finish(context, &mut output, status)
}

impl Selection {
    /// The error is one of reading, or the interruption of a write; other errors of writing
    /// are met at the end.
    fn copy(
        &self,
        context: &Context<'_>,
        reader: &mut Reader,
        output: &mut Writer,
    ) -> io::Result<()> {
        let unit = Unit::Lines(self.line_end);
        let apply = |selection: &mut Self, lines: &[u8], out: &mut Vec<u8>| {
            selection.cut_lines(lines, out);
        };
        let own = &mut self.clone();
        match lanes::transform(context, reader, output, unit, own, apply, |_, _, _| {}) {
            // Others are met at the end.
            Err(Broken::Output(error)) if context.signal_of(&error).is_none() => Ok(()),
            Err(Broken::Output(error) | Broken::Input(error)) => Err(error),
            Ok(()) => Ok(()),
        }
    }

    fn cut_lines(&self, lines: &[u8], out: &mut Vec<u8>) {
        let mut rest = lines;
        while !rest.is_empty() {
            let line = match byte_search::memchr(self.line_end, rest) {
                Some(at) => &rest[..at],
                None => rest,
            };
            rest = rest.get(line.len() + 1..).unwrap_or_default();
            if self.ends_at_nul {
                self.cut_fields_to_nul(line, out);
            } else if self.fields {
                self.cut_fields(line, out);
            } else {
                self.cut_bytes(line, out);
            }
        }
        if self.line_end == 0 && lines.last() != Some(&0) {
            self.omit_end(lines, out);
        }
    }

    /// Of a line that begins with a NUL toybox's cut sees no end: it is as it is.
    fn cut_fields_to_nul(&self, line: &[u8], out: &mut Vec<u8>) {
        match byte_search::memchr(0, line) {
            Some(0) => {
                out.extend_from_slice(line);
                out.push(self.line_end);
            }
            end => self.cut_fields(&line[..end.unwrap_or(line.len())], out),
        }
    }

    /// With -z, a last line that lacks its end gets none in GNU's cut, either, where it consists
    /// of a first field that was read at once and a delimiter.
    fn omit_end(&self, lines: &[u8], out: &mut Vec<u8>) {
        let start = byte_search::memrchr(self.line_end, lines).map_or(0, |at| at + 1);
        let line = &lines[start..];
        let first_selected = self.ranges.first().is_some_and(|range| range.0 == 1);
        if self.fields
            && self.only_delimited == first_selected
            && byte_search::memchr(self.delimiter, line) == Some(line.len() - 1)
        {
            out.pop();
        }
    }

    fn cut_bytes(&self, line: &[u8], out: &mut Vec<u8>) {
        let mut first = true;
        for &(low, high) in &self.ranges {
            let low = usize::try_from(low - 1).unwrap_or(usize::MAX);
            let high = usize::try_from(high).unwrap_or(usize::MAX).min(line.len());
            let Some(part) = line.get(low..high).filter(|part| !part.is_empty()) else { break };
            if let Some(delimiter) = &self.output_delimiter
                && !first
            {
                out.extend_from_slice(delimiter);
            }
            first = false;
            out.extend_from_slice(part);
        }
        out.push(self.line_end);
    }

    fn cut_fields(&self, line: &[u8], out: &mut Vec<u8>) {
        let mut ends = Ends { line, delimiter: self.delimiter, from: 0 };
        // Where the field of this number begins.
        let (mut field, mut start) = (1, 0);
        let mut first = true;
        for &(low, high) in &self.ranges {
            while field < low {
                match ends.next() {
                    Some(at) => {
                        start = at + 1;
                        field += 1;
                    }
                    None if field == 1 => return self.undelimited(line, out),
                    None => return out.push(self.line_end),
                }
            }
            let joiner = match &self.output_delimiter {
                Some(joiner) => joiner,
                None => std::slice::from_ref(&self.delimiter),
            };
            if !std::mem::take(&mut first) {
                out.extend_from_slice(joiner);
            }
            if self.output_delimiter.is_none() {
                // The fields of a range lie side by side, delimiters and all.
                let from = start;
                let mut end = line.len();
                if field == 1 && (high == u64::MAX || self.only_delimited) {
                    // Is there a delimiter at all?
                    if byte_search::memchr(self.delimiter, line).is_none() {
                        return self.undelimited(line, out);
                    }
                }
                while high != u64::MAX && field <= high {
                    match ends.next() {
                        Some(at) => {
                            end = at;
                            start = at + 1;
                            field += 1;
                        }
                        None if field == 1 => return self.undelimited(line, out),
                        None => {
                            out.extend_from_slice(&line[from..]);
                            return out.push(self.line_end);
                        }
                    }
                }
                out.extend_from_slice(&line[from..end]);
                if high == u64::MAX {
                    return out.push(self.line_end);
                }
                continue;
            }
            let mut inner = false;
            while field <= high {
                if std::mem::replace(&mut inner, true) {
                    out.extend_from_slice(joiner);
                }
                match ends.next() {
                    Some(at) => {
                        out.extend_from_slice(&line[start..at]);
                        start = at + 1;
                        field += 1;
                    }
                    None if field == 1 => return self.undelimited(line, out),
                    None => {
                        out.extend_from_slice(&line[start..]);
                        return out.push(self.line_end);
                    }
                }
            }
        }
        if self.ranges.is_empty() && byte_search::memchr(self.delimiter, line).is_none() {
            return self.undelimited(line, out);
        }
        out.push(self.line_end);
    }

    /// A line of one field is shown whatever the list says, or not at all.
    fn undelimited(&self, line: &[u8], out: &mut Vec<u8>) {
        if !self.only_delimited {
            out.extend_from_slice(line);
            out.push(self.line_end);
        }
    }
}

/// Walks over the delimiters of a line.
struct Ends<'l> {
    line: &'l [u8],
    delimiter: u8,
    from: usize,
}

impl Ends<'_> {
    #[inline]
    fn next(&mut self) -> Option<usize> {
        let at = self.from + byte_search::memchr(self.delimiter, &self.line[self.from..])?;
        self.from = at + 1;
        Some(at)
    }
}
