//! head: the first lines or bytes of files (POSIX XCU head; GNU coreutils manual, head(1)).
//!
//! What is not output is left to whoever reads the same file next.

use super::occurrences;
use super::part::{self, Failure, Part};
use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::{Context, Decision, Exit};
use rustix::fs::FileType;
use stage::{OpenFile, Signals};
use std::rc::Rc;

/// The options admitted.
pub const ADMITTED: &str = "-NUM | -c [-]NUM | -n [-]NUM, -qvz [FILE...]";

/// Bytes read at a time.
const BLOCK: usize = 32 << 10;

struct Head<'a> {
    part: Part<'a>,
    /// All but the last `count`.
    but_last: bool,
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Head<'a>> {
    let (mut amount, mut rest) = (&b"10"[..], arguments);
    if let Some(digits) = arguments.first().and_then(|first| first.strip_prefix(b"-"))
        && number::plain(digits).is_some()
    {
        amount = digits;
        rest = &arguments[1..];
    }
    let part = part::read(rest, amount, b"-")?;
    Ok(Head { but_last: part.sign.is_some(), part })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    let plan = plan(arguments).and_then(|plan| {
        // Where GNU leaves a file that it could read backwards is its own affair.
        let seekable = context
            .stdin
            .as_ref()
            .and_then(|file| file.stat())
            .is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) != FileType::Fifo);
        if plan.but_last && seekable && plan.part.operands.contains(&&b"-"[..]) {
            return Err("all but the last of a standard input that can be positioned");
        }
        // What the first leaves to the second is for the size of GNU's blocks to say.
        if !seekable && plan.part.operands.iter().filter(|name| **name == b"-").count() > 1 {
            return Err("a pipe that is read twice");
        }
        Ok(plan)
    });
    decision(context, plan, run)
}

/// Carries out a plan of head: its exit status.
fn run(context: &mut Context<'_>, plan: Head<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let mut status = 0;
    let mut first = true;
    for name in &plan.part.operands {
        let file = match stream::open(context, name) {
            Ok(file) => file,
            Err(error) => {
                part::cannot_open(context, &mut output, name, &error);
                status = 1;
                continue;
            }
        };
        if plan.part.headers {
            stream::header(&mut output, part::shown(name), &mut first);
        }
        let result = if plan.but_last {
            plan.copy_but_last(file, &mut output)
        } else {
            plan.copy_first(&file, &mut output)
        };
        if let Err(failure) = result.and_then(|()| output.check().map_err(Failure::Write)) {
            if let Some(exit) = failure.report(context, &mut output, name) {
                return exit;
            }
            status = 1;
        }
    }
    match output.flush() {
        Ok(()) => Exit::Status(status),
        Err(error) => stream::write_failed(context, &output, &error),
    }
}

impl Head<'_> {
    fn copy_first(&self, file: &Rc<OpenFile>, output: &mut Writer) -> Result<(), Failure> {
        match self.part.bytes {
            true => self.copy_bytes(file, output),
            false => self.copy_lines(file, output),
        }
    }

    /// Asks for no more than what is wanted: what may follow need not be known, whatever kind of
    /// file it is.
    fn copy_bytes(&self, file: &Rc<OpenFile>, output: &mut Writer) -> Result<(), Failure> {
        let mut left = self.part.count;
        while left > 0 {
            let most = BLOCK.min(usize::try_from(left).unwrap_or(usize::MAX));
            let before = output.buffer.len();
            output.buffer.resize(before + most, 0);
            let result = file.read(&mut output.buffer[before..], Signals::Terminal);
            let count = *result.as_ref().unwrap_or(&0);
            output.buffer.truncate(before + count);
            if result.map_err(Failure::Read)? == 0 {
                break;
            }
            left -= count as u64;
            output.check().map_err(Failure::Write)?;
        }
        Ok(())
    }

    fn copy_lines(&self, file: &Rc<OpenFile>, output: &mut Writer) -> Result<(), Failure> {
        let mut left = self.part.count;
        while left > 0 && file.fill(Signals::Terminal).map_err(Failure::Read)? {
            let taken = file.with_known(|known| {
                let taken = self.take_lines(known, &mut left);
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
        occurrences::after(self.part.delimiter, known, left).unwrap_or(known.len())
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
            lines += occurrences::count(self.part.delimiter, block);
            held.extend_from_slice(block);
            let free = if self.part.bytes {
                let waiting = held.len() - start;
                waiting.saturating_sub(usize::try_from(self.part.count).unwrap_or(usize::MAX))
            } else {
                let partial = held.last().is_some_and(|&last| last != self.part.delimiter);
                let end = lines + u64::from(ended && partial);
                // Nobody is after the last of all: it goes, complete or not.
                if ended && self.part.count == 0 {
                    held.len() - start
                } else {
                    let free = end.saturating_sub(self.part.count);
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
