//! tac: lines in reverse order (GNU coreutils manual, tac(1)).

use super::stream::{self, Reader, Writer};
use super::{Plan, admission};
use crate::options::{self, Takes};
use crate::{Admission, Context, Exit};
use memchr::memmem;
use rustix::fs::{AtFlags, FileType, Stat};
use std::io;

const OPTIONS: &[options::Option_] =
    &[('b', "before", Takes::Nothing), ('s', "separator", Takes::Argument)];

/// The options admitted.
pub const ADMITTED: &str = "-b, -s STRING [FILE...]";

/// Files are held in memory, so only up to this size.
const MOST: i64 = 64 << 20;

struct Tac<'a> {
    operands: Vec<&'a [u8]>,
    before: bool,
    separator: &'a [u8],
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Tac<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let separator = match parsed.value('s') {
        None => b"\n",
        Some(b"") => b"\0",
        Some(separator) => separator,
    };
    let before = parsed.has('b');
    let operands = if parsed.operands.is_empty() { vec![&b"-"[..]] } else { parsed.operands };
    Ok(Tac { operands, before, separator })
}

/// Decides on the arguments.
pub fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    let plan = plan(arguments).and_then(|plan| {
        for name in &plan.operands {
            let regular =
                |stat: &Stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
            if *name == b"-" {
                // The installed one does not mind where it stands.
                let stat = context.stdin.as_ref().and_then(|file| file.stat());
                if stat.is_some_and(|stat| regular(&stat) || is_directory(&stat)) {
                    return Err("a standard input that can be positioned");
                }
            } else if let Ok(stat) = rustix::fs::statat(context.directory, *name, AtFlags::empty())
                && (stat.st_size > MOST || is_directory(&stat))
            {
                return Err("a large file or a directory");
            }
        }
        Ok(plan)
    });
    admission(context, plan)
}

fn is_directory(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::Directory
}

/// Runs it.
pub fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let (Ok(plan), Ok(mut output)) = (plan(arguments), Writer::standard(context)) else {
        return Exit::FAILURE;
    };
    let mut status = 0;
    for name in &plan.operands {
        let shown: &[u8] = if *name == b"-" { b"standard input" } else { name };
        let file = match stream::open(context, name) {
            Ok(file) => file,
            Err(error) => {
                let text =
                    stream::sentence(context, "failed to open ", shown, " for reading", &error);
                stream::complain_first(context, &text);
                status = 1;
                continue;
            }
        };
        match read(&mut Reader::within(context, file)) {
            Ok(text) => {
                if let Err(error) = plan.put(&text, &mut output) {
                    return context.write_error(&error, 1);
                }
            }
            Err(error) => {
                if let Some(exit) = context.signal_of(&error) {
                    return exit;
                }
                let mut text = crate::quoting::shell_if_needed(shown, context.utf8);
                text.extend_from_slice(b": read error: ");
                text.extend_from_slice(crate::message::reason(&error).as_bytes());
                stream::complain_first(context, &text);
                status = 1;
            }
        }
    }
    stream::finish(context, &mut output, status)
}

fn read(reader: &mut Reader) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    loop {
        let block = reader.block()?;
        if block.is_empty() {
            return Ok(text);
        }
        text.extend_from_slice(block);
    }
}

impl Tac<'_> {
    /// Writes the records of a text from the last to the first.
    fn put(&self, text: &[u8], output: &mut Writer) -> io::Result<()> {
        let mut end = text.len();
        let mut search = text.len();
        loop {
            let at = if let [byte] = self.separator {
                memchr::memrchr(*byte, &text[..search])
            } else {
                memmem::rfind(&text[..search], self.separator)
            };
            let Some(at) = at else { break };
            let cut = if self.before { at } else { at + self.separator.len() };
            // A separator at the very end begins no record.
            if self.before || cut != text.len() {
                output.put(&text[cut..end])?;
            }
            end = cut;
            search = at;
        }
        output.put(&text[..end])
    }
}
