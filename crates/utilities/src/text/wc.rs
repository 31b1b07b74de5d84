//! wc: counts lines, words, characters and bytes (POSIX XCU wc; GNU coreutils manual, wc(1)).

mod count;

use super::lanes::{self, Broken, Unit};
use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::quoting::{self, Quoting};
use crate::{Change, Context, Decision, Exit};
use count::{Counter, Counts, Wanted, Word};
use rustix::fs::{AtFlags, FileType, Stat};
use std::io;

const OPTIONS: &[options::Option_] = &[
    ('c', "bytes", Takes::Nothing),
    ('m', "chars", Takes::Nothing),
    ('l', "lines", Takes::Nothing),
    ('L', "max-line-length", Takes::Nothing),
    ('w', "words", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str = "-cmlLw [FILE...]";

struct Wc<'a> {
    operands: Vec<&'a [u8]>,
    lines: bool,
    words: bool,
    characters: bool,
    bytes: bool,
    longest: bool,
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Plan<Wc<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let mut plan = Wc {
        lines: parsed.has('l'),
        words: parsed.has('w'),
        characters: parsed.has('m'),
        bytes: parsed.has('c'),
        longest: parsed.has('L'),
        operands: parsed.operands,
    };
    if parsed.options.is_empty() {
        (plan.lines, plan.words, plan.bytes) = (true, true, true);
    }
    // The table of widths is glibc 2.36's, which Debian 12 has beside a coreutils before this change.
    if plan.longest && context.utf8 && context.has(Change::WcWords) {
        return Err("widths of characters");
    }
    Ok(plan)
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(context, arguments), run)
}

/// Carries out a plan of wc: its exit status.
fn run(context: &mut Context<'_>, plan: Wc<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let unnamed: &[&[u8]] = &[b"-"];
    let names: &[&[u8]] = if plan.operands.is_empty() { unnamed } else { &plan.operands };
    let width = plan.width(context, names);
    let mut total = Counts::default();
    let mut status = 0;
    for name in names {
        let mut counts = Counts::default();
        let mut late: Option<(&[u8], io::Error)> = None;
        let result = plan.count(context, name, &mut output, &mut counts);
        if let Err((error, opened)) = result {
            if let Some(exit) = context.signal_of(&error) {
                return exit;
            }
            if name.is_empty() {
                stream::complain(context, &mut output, b"invalid zero-length file name");
                status = 1;
                continue;
            }
            let unnamed = plan.operands.is_empty();
            let shown = if unnamed { b"standard input" } else { *name };
            status = 1;
            if opened && context.has(Change::WcErrors) {
                late = Some((shown, error));
            } else {
                stream::file_error(context, &mut output, shown, &error);
            }
            if !opened {
                continue;
            }
        }
        total.add(&counts);
        let shown = (!plan.operands.is_empty()).then_some(*name);
        plan.show(&counts, width, shown, context.quoting(), &mut output.buffer);
        // Every line is written at once; an error is reported at the end.
        let _ = output.flush();
        if let Some(exit) = stream::ended_by_line(context, &output) {
            return exit;
        }
        if let Some((name, error)) = late {
            stream::file_error(context, &mut output, name, &error);
        }
    }
    if names.len() > 1 {
        plan.show(&total, width, Some(b"total"), context.quoting(), &mut output.buffer);
    }
    stream::finish_by_lines(context, &mut output, status)
}

impl Wc<'_> {
    /// How many columns a number takes: enough for the sizes of all files together.
    fn width(&self, context: &Context<'_>, names: &[&[u8]]) -> usize {
        let shown = [self.lines, self.words, self.characters, self.bytes, self.longest];
        if names.len() == 1 && shown.iter().filter(|shown| **shown).count() == 1 {
            return 1;
        }
        let mut least = 1;
        let mut size = 0u64;
        for name in names {
            let stat: Option<Stat> = if *name == b"-" {
                match context.stdin.as_ref().map(|file| file.stat()) {
                    Some(Some(stat)) => Some(stat),
                    // What is no descriptor is as good as a pipe.
                    _ => {
                        least = 7;
                        None
                    }
                }
            } else {
                stage::door::statat(context.directory, *name, AtFlags::empty()).ok()
            };
            match stat {
                Some(stat) if is_regular(&stat) => {
                    size = size.saturating_add(u64::try_from(stat.st_size).unwrap_or(0));
                }
                Some(_) => least = 7,
                None => {}
            }
        }
        let digits = size.checked_ilog10().unwrap_or(0) as usize + 1;
        digits.max(least)
    }

    /// Counts a file; an error with whether the file could be opened.
    fn count(
        &self,
        context: &Context<'_>,
        name: &[u8],
        output: &mut Writer,
        counts: &mut Counts,
    ) -> Result<(), (io::Error, bool)> {
        let file = stream::open(context, name).map_err(|error| (error, false))?;
        let bytes_only = !self.lines && !self.words && !self.longest;
        let mut skipped = 0;
        if bytes_only
            && (!self.characters || !context.utf8)
            && !name.starts_with(b"/dev/")
            && let Some(stat) = file.stat().filter(is_regular)
            && let Ok(size) = u64::try_from(stat.st_size)
            && let Some(position) = file.position()
        {
            // Files of /proc and /sys say a page or nothing: then the end is read.
            if size % 4096 != 0 {
                counts.bytes = size.saturating_sub(position);
                if !context.has(Change::WcOffset) || counts.bytes > 0 && file.set_position(size) {
                    return Ok(());
                }
                counts.bytes = 0;
            }
            let end = size - size % (u64::try_from(stat.st_blksize).unwrap_or(0) + 1);
            // From where it stands, as GNU's: then it does not come to the end as it should.
            if size % 4096 == 0 && position < end && file.set_position(position + end) {
                skipped = end - position;
            }
        }
        let mut counter = Counter::new(
            if context.has(Change::WcWords) { Word::NoSpace } else { Word::Printable },
            context.utf8 && (self.characters || self.words || self.longest),
            Wanted {
                words: self.words,
                characters: self.characters,
                longest: self.longest,
                lines: self.lines,
            },
        );
        let mut reader = Reader::within(context, file);
        let mut all = Counts::default();
        let result = lanes::transform(
            context,
            &mut reader,
            output,
            Unit::Pieces(b'\n'),
            &mut counter,
            |counter, block, _| counter.add_anew(block),
            |counter, _, _| all.add(counter.counts()),
        );
        counter.add_anew(&[]);
        all.add(&counter.finish());
        *counts = all;
        counts.bytes += skipped;
        result.map_err(|(Broken::Input(error) | Broken::Output(error))| (error, true))
    }

    fn show(
        &self,
        counts: &Counts,
        width: usize,
        name: Option<&[u8]>,
        quoting: Quoting,
        out: &mut Vec<u8>,
    ) {
        let mut first = true;
        for (shown, count) in [
            (self.lines, counts.lines),
            (self.words, counts.words),
            (self.characters, if quoting.utf8 { counts.characters } else { counts.bytes }),
            (self.bytes, counts.bytes),
            (self.longest, counts.longest),
        ] {
            if shown {
                if !std::mem::take(&mut first) {
                    out.push(b' ');
                }
                number::append_padded(out, count, width);
            }
        }
        if let Some(name) = name {
            out.push(b' ');
            if name.contains(&b'\n') {
                out.extend_from_slice(&quoting::shell_if_needed(name, quoting));
            } else {
                out.extend_from_slice(name);
            }
        }
        out.push(b'\n');
    }
}

fn is_regular(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
}
