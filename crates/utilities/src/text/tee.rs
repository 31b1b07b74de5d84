//! tee: copies standard input to standard output and to files (POSIX XCU tee; GNU coreutils
//! manual, tee(1)).

use super::stream::Reader;
use super::{Plan, decision};
use crate::options::{self, Takes};
use crate::{Context, Decision, Exit, message, quoting};
use rustix::fs::{FileType, OFlags};
use stage::OpenFile;
use std::rc::Rc;

const OPTIONS: &[options::Option_] = &[('a', "append", Takes::Nothing)];

/// The options admitted.
pub const ADMITTED: &str = "-a [FILE...]";

const READ_ERROR: &[u8] = b"read error";

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<options::Parsed<'a>> {
    options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    let plan = plan(arguments).and_then(|plan| {
        let own = [(&context.stdout, "/dev/stdout"), (&context.stderr, "/dev/stderr")];
        for name in &plan.operands {
            let known = own.iter().find(|(_, path)| path.as_bytes() == *name);
            let regular = known.is_some_and(|(file, _)| {
                let stat = file.as_ref().and_then(|file| file.stat());
                stat.is_some_and(|s| FileType::from_raw_mode(s.st_mode) == FileType::RegularFile)
            });
            let other = name.starts_with(b"/dev/fd/") || name.starts_with(b"/proc/");
            if regular || other {
                return Err("a standard stream that is to be opened again");
            }
        }
        Ok(plan)
    });
    decision(context, plan, run)
}

/// Carries out a plan of tee: its exit status.
fn run(context: &mut Context<'_>, plan: options::Parsed<'_>) -> Exit {
    let (Some(input), Some(output)) = (context.stdin.clone(), context.stdout.clone()) else {
        return Exit::FAILURE;
    };
    let mut status = 0;
    let mut complain = |name: &[u8], error: &std::io::Error| {
        let mut text = match name {
            READ_ERROR => READ_ERROR.to_vec(),
            name => quoting::shell_if_needed(name, context.quoting()),
        };
        text.extend_from_slice(b": ");
        text.extend_from_slice(message::reason(error).as_bytes());
        context.error(text);
        status = 1;
    };
    let mode = if plan.has('a') { OFlags::APPEND } else { OFlags::TRUNC };
    let flags = OFlags::WRONLY | OFlags::CREATE | mode;
    let mut outputs: Vec<(&[u8], Rc<OpenFile>)> = vec![(b"standard output", output)];
    if !plan.operands.is_empty() {
        context.let_stages_begin();
    }
    for name in &plan.operands {
        let opened = match *name {
            // Standard output as the utility has it.
            b"/dev/stdout" => context.stdout.clone().ok_or(rustix::io::Errno::BADF),
            b"/dev/stderr" => context.stderr.clone().ok_or(rustix::io::Errno::BADF),
            _ => context.open_with(name, flags),
        };
        match opened {
            Ok(file) => outputs.push((name, file)),
            Err(error) => complain(name, &error.into()),
        }
    }
    let mut reader = Reader::within(context, input);
    while !outputs.is_empty() {
        let block = match reader.block() {
            Ok([]) => break,
            Ok(block) => block,
            Err(error) => {
                if let Some(exit) = context.signal_of(&error) {
                    return exit;
                }
                complain(READ_ERROR, &error);
                break;
            }
        };
        let mut index = 0;
        while let Some((name, file)) = outputs.get(index) {
            match file.write_all(block) {
                Ok(()) => index += 1,
                Err(error) => {
                    if let Some(exit) = context.signal_of(&error) {
                        return exit;
                    }
                    // Nobody reading is no error of tee's where SIGPIPE is ignored.
                    if error.kind() != std::io::ErrorKind::BrokenPipe {
                        complain(name, &error);
                    }
                    outputs.remove(index);
                }
            }
        }
    }
    Exit::Status(status)
}
