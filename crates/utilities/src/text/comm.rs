//! comm: what two sorted files have in common (POSIX XCU comm; GNU coreutils manual, comm(1)).

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::locale::Locale;
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit};
use std::cmp::Ordering;

// No letters: these have long names only.
const CHECK: char = '\u{100}';
const NO_CHECK: char = '\u{101}';
const SEPARATOR: char = '\u{102}';
const TOTAL: char = '\u{103}';

const OPTIONS: &[options::Option_] = &[
    ('1', "", Takes::Nothing),
    ('2', "", Takes::Nothing),
    ('3', "", Takes::Nothing),
    (CHECK, "check-order", Takes::Nothing),
    (NO_CHECK, "nocheck-order", Takes::Nothing),
    (SEPARATOR, "output-delimiter", Takes::Argument),
    (TOTAL, "total", Takes::Nothing),
    ('z', "zero-terminated", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str =
    "-123z, --check-order, --nocheck-order, --output-delimiter=STR, --total FILE1 FILE2";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    /// A warning, once some line has had no partner.
    Warn,
    Always,
    Never,
}

struct Comm<'a> {
    names: [&'a [u8]; 2],
    /// Columns that are shown.
    shown: [bool; 3],
    check: Check,
    separator: &'a [u8],
    total: bool,
    delimiter: u8,
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Comm<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let [first, second] = parsed.operands[..] else { return Err("operands to complain about") };
    if first == b"-" && second == b"-" {
        return Err("standard input twice");
    }
    let mut separators = parsed.options.iter().filter(|option| option.0 == SEPARATOR);
    let separator = match (separators.next(), separators.next()) {
        (None, _) => &b"\t"[..],
        (Some((_, Some(b""))), None) => b"\0",
        (Some((_, Some(separator))), None) => separator,
        _ => return Err("two separators"),
    };
    let check = parsed.options.iter().rev().find(|option| [CHECK, NO_CHECK].contains(&option.0));
    Ok(Comm {
        names: [first, second],
        shown: ['1', '2', '3'].map(|column| !parsed.has(column)),
        check: match check {
            None => Check::Warn,
            Some((CHECK, _)) => Check::Always,
            Some(_) => Check::Never,
        },
        separator,
        total: parsed.has(TOTAL),
        delimiter: if parsed.has('z') { 0 } else { b'\n' },
    })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if !Locale::of(context, b"LC_COLLATE").orders_by_byte() {
        return Decision::StepAside("a locale with an order of its own");
    }
    decision(context, plan(arguments), run)
}

/// Carries out a plan of comm: its exit status.
fn run(context: &mut Context<'_>, plan: Comm<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let context = &*context;
    match plan.compare(context, &mut output) {
        // These look at each line that they write: here only a message has met the error.
        Ok(_) if output.has_failed() && context.has(Change::EndsUnwritten) => {
            stream::unwritten_before_message(context, &output)
        }
        Ok(status) => stream::finish(context, &mut output, status),
        Err(exit) => exit,
    }
}

/// One of the files.
struct Side {
    reader: Reader,
    /// The current line, without its delimiter; None at the end of the file.
    line: Option<Vec<u8>>,
    /// The lines before it.
    before: [Option<Vec<u8>>; 2],
    warned: bool,
}

/// Whether errno(3) still says why a message could not write what was collected before it: strcoll(3), by
/// which lines are compared in locales but C, clears it.
struct Errno {
    is_cleared: bool,
    by_comparing: bool,
}

impl Errno {
    fn compare(&mut self) {
        self.is_cleared |= self.by_comparing;
    }

    fn fail(&mut self) {
        self.is_cleared = false;
    }
}

impl Comm<'_> {
    fn compare(&self, context: &Context<'_>, output: &mut Writer) -> Result<u8, Exit> {
        let mut sides = Vec::with_capacity(2);
        let result = self.compare_sides(context, &mut sides, output);
        if let Err(Exit::Status(_)) = result {
            // Standard input stays behind the last line that was read.
            sides.iter_mut().for_each(|side| side.reader.give_back());
        }
        result
    }

    fn compare_sides(
        &self,
        context: &Context<'_>,
        sides: &mut Vec<Side>,
        output: &mut Writer,
    ) -> Result<u8, Exit> {
        for name in self.names {
            let file = stream::open(context, name).and_then(|file| {
                let mut reader = Reader::within(context, file);
                let line = self.read(&mut reader)?;
                Ok(Side { reader, line, before: [None, None], warned: false })
            });
            sides.push(file.map_err(|error| self.failed(context, output, name, &error))?);
        }
        let mut totals = [0u64; 3];
        let mut unpaired = false;
        let mut errno = Errno { is_cleared: false, by_comparing: context.utf8 };
        loop {
            let order = match (&sides[0].line, &sides[1].line) {
                (None, None) => break,
                (None, Some(_)) => Ordering::Greater,
                (Some(_), None) => Ordering::Less,
                (Some(a), Some(b)) => {
                    errno.compare();
                    a.cmp(b)
                }
            };
            let column = match order {
                Ordering::Less => 0,
                Ordering::Greater => 1,
                Ordering::Equal => 2,
            };
            unpaired |= column < 2;
            totals[column] += 1;
            let line = sides[usize::from(column > 0)].line.as_deref().unwrap_or_default();
            if self.shown[column]
                && output.has_failed()
                && errno.is_cleared
                && context.has(Change::EndsUnwritten)
            {
                return Err(stream::unwritten_before_message(context, output));
            }
            // Other errors of writing are met at the end.
            if let Err(error) = self.put(line, column, output)
                && let Some(exit) = context.signal_of(&error)
            {
                return Err(exit);
            }
            if self.shown[column]
                && let Some(error) = output.failure()
                && context.has(Change::EndsUnwritten)
            {
                return Err(context.write_error(&error, 1));
            }
            for (index, side) in sides.iter_mut().enumerate() {
                if order == Ordering::Equal || (order == Ordering::Less) == (index == 0) {
                    self.advance(context, side, (index, unpaired), output, &mut errno)?;
                }
            }
        }
        if self.total {
            // To the older ones the NUL of an empty --output-delimiter is a text's end here.
            let separator = match self.separator {
                b"\0" if !context.has(Change::CommTotalNul) => b"",
                separator => separator,
            };
            for total in totals {
                number::append(&mut output.buffer, total);
                output.buffer.extend_from_slice(separator);
            }
            output.buffer.extend_from_slice(b"total");
            output.buffer.push(self.delimiter);
        }
        if sides.iter().any(|side| side.warned) {
            stream::complain(context, output, b"input is not in sorted order");
            return Ok(1);
        }
        Ok(0)
    }

    fn read(&self, reader: &mut Reader) -> std::io::Result<Option<Vec<u8>>> {
        let line = reader.line(self.delimiter)?;
        Ok(line.map(|line| line.strip_suffix(&[self.delimiter]).unwrap_or(line).to_vec()))
    }

    fn advance(
        &self,
        context: &Context<'_>,
        side: &mut Side,
        (index, unpaired): (usize, bool),
        output: &mut Writer,
        errno: &mut Errno,
    ) -> Result<(), Exit> {
        let next = self.read(&mut side.reader);
        let next = next.map_err(|error| self.failed(context, output, self.names[index], &error))?;
        side.before.swap(0, 1);
        side.before[0] = std::mem::replace(&mut side.line, next);
        // At the end the last two lines are looked at again: they may have been read before the
        // first line without a partner was met.
        let (a, b) = match &side.line {
            Some(_) => (&side.before[0], &side.line),
            None => (&side.before[1], &side.before[0]),
        };
        let checks = match self.check {
            Check::Warn => unpaired,
            Check::Always => true,
            Check::Never => false,
        };
        let (true, false, Some(a), Some(b)) = (checks, side.warned, a, b) else { return Ok(()) };
        errno.compare();
        if a > b {
            let text = format!("file {} is not in sorted order", index + 1);
            stream::complain(context, output, text.as_bytes());
            errno.fail();
            if self.check == Check::Always {
                return Err(stream::finish(context, output, 1));
            }
            side.warned = true;
        }
        Ok(())
    }

    fn put(&self, line: &[u8], column: usize, output: &mut Writer) -> std::io::Result<()> {
        if !self.shown[column] {
            return Ok(());
        }
        for before in 0..column {
            if self.shown[before] {
                output.buffer.extend_from_slice(self.separator);
            }
        }
        output.buffer.extend_from_slice(line);
        output.buffer.push(self.delimiter);
        output.check()
    }

    fn failed(
        &self,
        context: &Context<'_>,
        output: &mut Writer,
        name: &[u8],
        error: &std::io::Error,
    ) -> Exit {
        if let Some(exit) = context.signal_of(error) {
            return exit;
        }
        stream::file_error(context, output, name, error);
        stream::finish(context, output, 1)
    }
}
