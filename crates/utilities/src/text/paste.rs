//! paste: lines side by side (POSIX XCU paste; GNU coreutils manual, paste(1)).

use super::stream::{self, Reader, Writer};
use super::{Plan, decision};
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;

const OPTIONS: &[options::Option_] = &[
    ('d', "delimiters", Takes::Argument),
    ('s', "serial", Takes::Nothing),
    ('z', "zero-terminated", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str = "-d LIST, -sz [FILE...]";

struct Paste<'a> {
    operands: Vec<&'a [u8]>,
    /// Used one after the other, over and over; None is no byte at all.
    delimiters: Vec<Option<u8>>,
    serial: bool,
    line_end: u8,
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Paste<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let list = parsed.value('d').unwrap_or(b"\t");
    let list = if list.is_empty() { b"\\0" } else { list };
    let mut delimiters = Vec::new();
    let mut bytes = list.iter().copied();
    while let Some(byte) = bytes.next() {
        delimiters.push(if byte == b'\\' {
            match bytes.next().ok_or("a backslash at the end")? {
                b'0' => None,
                b'b' => Some(8),
                b'f' => Some(12),
                b'n' => Some(b'\n'),
                b'r' => Some(13),
                b't' => Some(b'\t'),
                b'v' => Some(11),
                other => Some(other),
            }
        } else {
            Some(byte)
        });
    }
    let (serial, null) = (parsed.has('s'), parsed.has('z'));
    let line_end = if null { 0 } else { b'\n' };
    let operands = if parsed.operands.is_empty() { vec![&b"-"[..]] } else { parsed.operands };
    Ok(Paste { operands, delimiters, serial, line_end })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    let is_ascii = arguments.iter().all(|argument| argument.is_ascii());
    if context.utf8 && !is_ascii && context.has(Change::PasteCharacters) {
        return Decision::StepAside("delimiters that may be characters");
    }
    decision(context, plan(arguments), run)
}

/// Carries out a plan of paste: its exit status.
fn run(context: &mut Context<'_>, plan: Paste<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let mut status = 0;
    let result = if plan.serial {
        plan.serial(context, &mut output, &mut status)
    } else {
        plan.parallel(context, &mut output, &mut status)
    };
    match result {
        Ok(()) => match output.flush() {
            Ok(()) => Exit::Status(status),
            Err(error) => stream::write_error_twice(context, &output, &error),
        },
        Err(Stop::Exit(exit)) => exit,
        Err(Stop::Write(error)) => stream::write_error_twice(context, &output, &error),
    }
}

enum Stop {
    Exit(Exit),
    Write(io::Error),
}

impl Paste<'_> {
    /// The lines of each file on one.
    fn serial(
        &self,
        context: &Context<'_>,
        output: &mut Writer,
        status: &mut u8,
    ) -> Result<(), Stop> {
        for name in &self.operands {
            let mut delimiters = self.delimiters.iter().cycle();
            let file = match stream::open(context, name) {
                Ok(file) => file,
                Err(error) => {
                    stream::file_error(context, output, name, &error);
                    *status = 1;
                    continue;
                }
            };
            let mut reader = Reader::within(context, file);
            // A line end that becomes a delimiter if more follows.
            let mut ended = false;
            let mut trouble = None;
            loop {
                let part = match reader.part_of_line(self.line_end) {
                    Ok([]) => break,
                    Ok(part) => part,
                    Err(error) => {
                        trouble = Some(error);
                        break;
                    }
                };
                if ended {
                    output.buffer.extend(delimiters.next().copied().flatten());
                }
                let text = part.strip_suffix(&[self.line_end]);
                ended = text.is_some();
                output.put(text.unwrap_or(part)).map_err(Stop::Write)?;
            }
            output.put(&[self.line_end]).map_err(Stop::Write)?;
            if let Some(error) = trouble {
                if let Some(exit) = context.signal_of(&error) {
                    return Err(Stop::Exit(exit));
                }
                stream::file_error(context, output, name, &error);
                *status = 1;
            }
        }
        Ok(())
    }

    /// One line of each file beside each other.
    fn parallel(
        &self,
        context: &Context<'_>,
        output: &mut Writer,
        status: &mut u8,
    ) -> Result<(), Stop> {
        let mut files: Vec<Option<Rc<RefCell<Reader>>>> = Vec::new();
        // Operands `-` share one input.
        let mut standard: Option<Rc<RefCell<Reader>>> = None;
        for name in &self.operands {
            if *name == b"-"
                && let Some(reader) = &standard
            {
                files.push(Some(reader.clone()));
                continue;
            }
            match stream::open(context, name) {
                Ok(file) => {
                    let reader = Rc::new(RefCell::new(Reader::within(context, file)));
                    if *name == b"-" {
                        standard = Some(reader.clone());
                    }
                    files.push(Some(reader));
                }
                Err(error) => {
                    stream::file_error(context, output, name, &error);
                    return Err(Stop::Exit(Exit::FAILURE));
                }
            }
        }
        let mut open = files.len();
        while open > 0 {
            let mut delimiters = self.delimiters.iter().cycle();
            // Delimiters of files that have ended, in case that another one has not.
            let mut owed = Vec::new();
            let mut any = false;
            for index in 0..files.len() {
                if open == 0 {
                    break;
                }
                let is_last = index + 1 == files.len();
                let mut read = false;
                let mut trouble = None;
                if let Some(reader) = &files[index] {
                    let mut reader = reader.borrow_mut();
                    // A long line goes out as it comes in.
                    loop {
                        match reader.part_of_line(self.line_end) {
                            Ok([]) => break,
                            Ok(part) => {
                                output.buffer.append(&mut owed);
                                read = true;
                                let text = part.strip_suffix(&[self.line_end]);
                                output.buffer.extend_from_slice(text.unwrap_or(part));
                                if text.is_some() {
                                    break;
                                }
                                output.check().map_err(Stop::Write)?;
                            }
                            Err(error) => {
                                trouble = Some(error);
                                break;
                            }
                        }
                    }
                }
                if read {
                    any = true;
                    if is_last {
                        output.buffer.push(self.line_end);
                    } else {
                        output.buffer.extend(delimiters.next().copied().flatten());
                    }
                    continue;
                }
                if let Some(error) = trouble {
                    if let Some(exit) = context.signal_of(&error) {
                        return Err(Stop::Exit(exit));
                    }
                    stream::file_error(context, output, self.operands[index], &error);
                    *status = 1;
                }
                if files[index].take().is_some() {
                    open -= 1;
                }
                if !is_last {
                    owed.extend(delimiters.next().copied().flatten());
                } else if any {
                    output.buffer.append(&mut owed);
                    output.buffer.push(self.line_end);
                }
            }
            output.check().map_err(Stop::Write)?;
        }
        Ok(())
    }
}
