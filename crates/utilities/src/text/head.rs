//! head: the first lines or bytes of files (POSIX XCU head; GNU coreutils manual, head(1)).
//!
//! What is not output is left to whoever reads the same file next.

use super::occurrences;
use super::stream::{self, Reader, Writer};
use super::{Plan, admission, number};
use crate::options::{self, Takes};
use crate::{Admission, Context, Exit};
use rustix::fs::FileType;
use stage::{OpenFile, Signals};
use std::io;
use std::rc::Rc;

const OPTIONS: &[options::Option_] = &[
    ('c', "bytes", Takes::Argument),
    ('n', "lines", Takes::Argument),
    ('q', "quiet", Takes::Nothing),
    ('q', "silent", Takes::Nothing),
    ('v', "verbose", Takes::Nothing),
    ('z', "zero-terminated", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str = "-NUM | -c [-]NUM | -n [-]NUM, -qvz [FILE...]";

struct Head<'a> {
    operands: Vec<&'a [u8]>,
    bytes: bool,
    count: u64,
    /// All but the last `count`.
    but_last: bool,
    headers: bool,
    delimiter: u8,
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Head<'a>> {
    let (mut bytes, mut amount, mut rest) = (false, &b"10"[..], arguments);
    if let Some(digits) = arguments.first().and_then(|first| first.strip_prefix(b"-"))
        && number::plain(digits).is_some()
    {
        amount = digits;
        rest = &arguments[1..];
    }
    let parsed = options::parse(rest, OPTIONS, true).ok_or("an option that is not reproduced")?;
    for (option, value) in &parsed.options {
        if let Some(value) = value {
            let number = number::with_suffix(value.strip_prefix(b"-").unwrap_or(value));
            number.ok_or("a number to complain about")?;
            bytes = *option == 'c';
            amount = value;
        }
    }
    let (but_last, amount) = match amount.strip_prefix(b"-") {
        Some(amount) => (true, amount),
        None => (false, amount),
    };
    let count = number::with_suffix(amount).ok_or("a number to complain about")?;
    let verbosity = parsed.options.iter().rev().find(|(option, _)| "qv".contains(*option));
    let operands = if parsed.operands.is_empty() { vec![&b"-"[..]] } else { parsed.operands };
    let headers = verbosity.map_or(operands.len() > 1, |(option, _)| *option == 'v');
    let delimiter = if parsed.options.iter().any(|(option, _)| *option == 'z') { 0 } else { b'\n' };
    Ok(Head { operands, bytes, count, but_last, headers, delimiter })
}

/// Decides on the arguments.
pub fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    let plan = plan(arguments).and_then(|plan| {
        // Where GNU leaves a file that it could read backwards is its own affair.
        let seekable = context
            .stdin
            .as_ref()
            .and_then(|file| file.stat())
            .is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) != FileType::Fifo);
        if plan.but_last && seekable && plan.operands.contains(&&b"-"[..]) {
            return Err("all but the last of a standard input that can be positioned");
        }
        Ok(plan)
    });
    admission(context, plan)
}

/// Runs it.
pub fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let (Ok(plan), Ok(mut output)) = (plan(arguments), Writer::standard(context)) else {
        return Exit::FAILURE;
    };
    let mut status = 0;
    let mut first = true;
    for name in &plan.operands {
        let shown: &[u8] = if *name == b"-" { b"standard input" } else { name };
        let file = match stream::open(context, name) {
            Ok(file) => file,
            Err(error) => {
                let text = stream::sentence(context, "cannot open ", shown, " for reading", &error);
                stream::complain(context, &mut output, &text);
                status = 1;
                continue;
            }
        };
        if plan.headers {
            stream::header(&mut output, shown, &mut first);
        }
        let result = if plan.but_last {
            plan.copy_but_last(file, &mut output)
        } else {
            plan.copy_first(&file, &mut output)
        };
        let result = result.and_then(|()| output.check().map_err(Failure::Write));
        match result {
            Ok(()) => {}
            Err(Failure::Write(error)) => return stream::write_failed(context, &output, &error),
            Err(Failure::Read(error)) => {
                if let Some(exit) = context.signal_of(&error) {
                    return exit;
                }
                let text = stream::sentence(context, "error reading ", shown, "", &error);
                stream::complain(context, &mut output, &text);
                status = 1;
            }
        }
    }
    match output.flush() {
        Ok(()) => Exit::Status(status),
        Err(error) => stream::write_failed(context, &output, &error),
    }
}

enum Failure {
    Read(io::Error),
    Write(io::Error),
}

impl Head<'_> {
    fn copy_first(&self, file: &Rc<OpenFile>, output: &mut Writer) -> Result<(), Failure> {
        let mut left = self.count;
        while left > 0 && file.fill(Signals::Terminal).map_err(Failure::Read)? {
            let taken = file.with_known(|known| {
                let taken = if self.bytes {
                    let taken = known.len().min(usize::try_from(left).unwrap_or(usize::MAX));
                    left -= taken as u64;
                    taken
                } else {
                    self.take_lines(known, &mut left)
                };
                output.buffer.extend_from_slice(&known[..taken]);
                taken
            });
            file.consume(taken);
            output.check().map_err(Failure::Write)?;
        }
        Ok(())
    }

    /// How much of `known` is in the next `left` lines; takes off what it finds.
    fn take_lines(&self, known: &[u8], left: &mut u64) -> usize {
        for at in byte_search::memchr_iter(self.delimiter, known) {
            *left -= 1;
            if *left == 0 {
                return at + 1;
            }
        }
        known.len()
    }

    /// Holds back what may turn out to be the end.
    fn copy_but_last(&self, file: Rc<OpenFile>, output: &mut Writer) -> Result<(), Failure> {
        let mut reader = Reader::new(file);
        let mut held: Vec<u8> = Vec::new();
        // Where what has not been written begins in `held`.
        let mut start = 0;
        // Complete lines in `held`.
        let mut lines = 0u64;
        loop {
            let block = reader.block().map_err(Failure::Read)?;
            let ended = block.is_empty();
            lines += occurrences::count(self.delimiter, block);
            held.extend_from_slice(block);
            let free = if self.bytes {
                let waiting = held.len() - start;
                waiting.saturating_sub(usize::try_from(self.count).unwrap_or(usize::MAX))
            } else {
                let partial = held.last().is_some_and(|&last| last != self.delimiter);
                let end = lines + u64::from(ended && partial);
                // Nobody is after the last of all: it goes, complete or not.
                if ended && self.count == 0 {
                    held.len() - start
                } else {
                    let free = end.saturating_sub(self.count);
                    let mut left = free;
                    lines -= free;
                    if free == 0 { 0 } else { self.take_lines(&held[start..], &mut left) }
                }
            };
            output.put(&held[start..start + free]).map_err(Failure::Write)?;
            start += free;
            if start > held.len() / 2 {
                held.drain(..start);
                start = 0;
            }
            if ended {
                return Ok(());
            }
        }
    }
}
