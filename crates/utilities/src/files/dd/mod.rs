//! dd (POSIX XCU dd; GNU coreutils dd(1)): its small forms, which copy blocks between files.

mod figures;
mod operands;

use super::report::Report;
use super::{cp, names};
use crate::context::SIGINT;
use crate::{Change, Context, Decision, Exit, Utility, locale, planned};
use figures::Figures;
use operands::Operands;
use rustix::fs::{AtFlags, FileType, OFlags, SeekFrom, Stat};
use rustix::io::Errno;
use stage::{OpenFile, Signals};
use std::io;
use std::rc::Rc;

/// The entry in the table.
pub const UTILITY: Utility = Utility {
    name: "dd",
    plan: decide,
    options: "if=FILE of=FILE bs=N ibs=N obs=N count=N skip=N seek=N \
              conv=excl,lcase,nocreat,notrunc,sync,ucase iflag=fullblock status=none|noxfer",
};

/// What is taken from a device without an end: more is work for a process.
const MOST: u64 = 64 << 20;

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    planned(plan(context, arguments), run)
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Operands<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let Some(operands) = operands::read(arguments) else {
        return Err("an operand that is not reproduced");
    };
    // The figures would have another decimal point, and other quotation marks.
    if !locale::Locale::of(context, b"LC_NUMERIC").has_plain_numbers() {
        return Err("the numbers of another locale");
    }
    for (name, reads) in [(operands.input, true), (operands.output, false)] {
        let Some(name) = name else { continue };
        if names::is_of_process(name) {
            return Err("files of the process");
        }
        let Ok(stat) = stage::door::statat(context.directory, name, AtFlags::empty()) else {
            continue;
        };
        // Zeros, random bytes and the full device.
        let endless = is_memory(&stat) && matches!(rustix::fs::minor(stat.st_rdev), 5 | 7 | 9);
        let bounded = operands.most_bytes().is_some_and(|most| most <= MOST);
        if !cp::is_quick(&stat) && !(endless && (bounded || !reads)) {
            return Err("a file that may wait");
        }
    }
    if operands.output.is_none() && operands.seek > 0 {
        return Err("a position in standard output");
    }
    Ok(operands)
}

/// Whether a file is one of the devices that have any position (/dev/null, /dev/zero ...).
fn is_memory(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::CharacterDevice
        && rustix::fs::major(stat.st_rdev) == 1
}

fn run(context: &mut Context<'_>, operands: Operands<'_>) -> Exit {
    let context: &Context<'_> = context;
    let mut report = Report::new(context);
    let Some((input, output, place)) = open(&mut report, &operands) else {
        return report.finish();
    };
    let size = if operands.two_buffers { operands.output_block } else { 0 };
    let mut copy = Copy {
        input_name: operands.input.unwrap_or(b"standard input"),
        output_name: operands.output.unwrap_or(b"standard output"),
        report,
        operands: &operands,
        input,
        output,
        block: vec![0; operands.input_block],
        collected: Vec::with_capacity(size),
        figures: Figures::start(),
        warns: !operands.two_buffers
            && !operands.full_blocks
            && (operands.skip > 0 || operands.count.is_some_and(|count| count > 0)),
        previous: 0,
    };
    let end = copy.run(place).err();
    let Copy { mut report, figures, .. } = copy;
    if let Some(End::Signal(exit)) = end
        && exit != Exit::Signal(SIGINT)
    {
        return exit;
    }
    if operands.says_records {
        let text = figures.text(operands.says_speed);
        let is_written =
            report.context.stderr.as_ref().is_none_or(|file| file.write_all(&text).is_ok());
        if !is_written {
            report.raise(1);
        }
    }
    match end {
        None => report.finish(),
        Some(End::Failed) => {
            report.raise(1);
            report.finish()
        }
        Some(End::Signal(exit)) => exit,
    }
}

/// Why copying ended before its time.
enum End {
    /// A diagnostic has been written.
    Failed,
    Signal(Exit),
}

/// Whether going to any position succeeds and means nothing.
fn has_any_position(stat: &Stat) -> bool {
    is_memory(stat) || FileType::from_raw_mode(stat.st_mode) == FileType::Directory
}

/// Where the input stands once it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// What is to be skipped has to be read.
    Start,
    Skipped,
    /// There was less than was to be skipped.
    Beyond,
}

/// Opens both files.
fn open(
    report: &mut Report<'_, '_>,
    operands: &Operands<'_>,
) -> Option<(Rc<OpenFile>, Rc<OpenFile>, Place)> {
    let context = report.context;
    let mut input = None;
    if let Some(name) = operands.input {
        match context.open_fd(name, OFlags::RDONLY) {
            Ok(fd) => input = Some(fd),
            Err(error) => {
                report.fail_on("failed to open", name, error);
                return None;
            }
        }
    }
    let output = match operands.output {
        None => context.stdout.clone()?,
        Some(name) => open_output(report, operands, name)?,
    };
    let Some(fd) = input else {
        let input = context.stdin.clone()?;
        let place = match input.stat() {
            Some(stat) if has_any_position(&stat) => Place::Skipped,
            _ => Place::Start,
        };
        return Some((input, output, place));
    };
    let mut place = Place::Start;
    if operands.skip > 0
        && let Ok(stat) = rustix::fs::fstat(&fd)
    {
        let offset = operands.skip * operands.input_block as u64;
        if has_any_position(&stat) {
            place = Place::Skipped;
        } else if FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
            && rustix::fs::seek(&fd, SeekFrom::Start(offset)).is_ok()
        {
            let knows_end = stat.st_size > 0 || !context.has(Change::DdEmptyInput);
            let is_beyond = knows_end && offset > stat.st_size as u64;
            place = if is_beyond { Place::Beyond } else { Place::Skipped };
        }
    }
    Some((OpenFile::from_fd(context.scheduler, fd), output, place))
}

/// Opens the output, empties it or cuts it off, and goes to where writing begins.
fn open_output(
    report: &mut Report<'_, '_>,
    operands: &Operands<'_>,
    name: &[u8],
) -> Option<Rc<OpenFile>> {
    let context = report.context;
    let mut flags = OFlags::empty();
    flags.set(OFlags::CREATE, !operands.no_create);
    flags.set(OFlags::EXCL, operands.exclusive);
    flags.set(OFlags::TRUNC, operands.seek == 0 && !operands.no_truncation);
    if flags.contains(OFlags::TRUNC) {
        context.let_stages_begin();
    }
    let opened = match operands.seek {
        0 => context.open_fd(name, flags | OFlags::WRONLY),
        _ => context
            .open_fd(name, flags | OFlags::RDWR)
            .or_else(|_| context.open_fd(name, flags | OFlags::WRONLY)),
    };
    let fd = match opened {
        Ok(fd) => fd,
        Err(error) => {
            report.fail_on("failed to open", name, error);
            return None;
        }
    };
    if operands.seek > 0 {
        let offset = operands.seek * operands.output_block as u64;
        let regular = rustix::fs::fstat(&fd)
            .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile);
        if !operands.no_truncation
            && let Err(error) = rustix::fs::ftruncate(&fd, offset)
            && regular
        {
            let quoted = report.quote(name);
            let text = format!("failed to truncate to {offset} bytes in output file ");
            report.fail(&[text.as_bytes(), &quoted], error);
            return None;
        }
        if let Err(error) = rustix::fs::seek(&fd, SeekFrom::Current(offset as i64)) {
            report.fail_on("cannot seek", name, error);
            return None;
        }
    }
    Some(OpenFile::from_fd(context.scheduler, fd))
}

/// Copying in progress.
struct Copy<'q, 'r, 'c> {
    report: Report<'r, 'c>,
    operands: &'q Operands<'q>,
    input: Rc<OpenFile>,
    output: Rc<OpenFile>,
    input_name: &'q [u8],
    output_name: &'q [u8],
    /// What was read last.
    block: Vec<u8>,
    /// What is to be written, where blocks of both sides differ.
    collected: Vec<u8>,
    figures: Figures,
    /// A short block may need a warning; how long the previous one was.
    warns: bool,
    previous: usize,
}

impl Copy<'_, '_, '_> {
    fn run(&mut self, place: Place) -> Result<(), End> {
        let operands = self.operands;
        let complete = match place {
            Place::Start => self.skip()?,
            other => other == Place::Skipped,
        };
        if !complete && operands.says_records {
            let quoted = self.report.quote_if_needed(self.input_name);
            self.report.remark(&[&quoted, b": cannot skip to specified offset"]);
        }
        if operands.count == Some(0) {
            return Ok(());
        }
        let mut failed = false;
        while operands.count.is_none_or(|count| self.figures.records_in() < count) {
            if self.report.ended() {
                return Err(End::Signal(Exit::Signal(SIGINT)));
            }
            let mut count = match self.read(operands.input_block) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) => {
                    self.fail("error reading", true, &error)?;
                    failed = true;
                    break;
                }
            };
            if count < operands.input_block {
                self.figures.partial_in += 1;
                if operands.pads {
                    self.block[count..].fill(0);
                    count = operands.input_block;
                }
            } else {
                self.figures.full_in += 1;
            }
            if !operands.two_buffers {
                self.write_block(count)?;
                continue;
            }
            match operands.case {
                Some(operands::Case::Lower) => self.block[..count].make_ascii_lowercase(),
                Some(operands::Case::Upper) => self.block[..count].make_ascii_uppercase(),
                None => {}
            }
            self.collect(count)?;
        }
        if !self.collected.is_empty() {
            let rest = std::mem::take(&mut self.collected);
            let (written, result) = self.write(&rest);
            self.figures.partial_out += u64::from(written > 0);
            if let Err(error) = result {
                self.fail("error writing", false, &error)?;
                return Err(End::Failed);
            }
        }
        if failed { Err(End::Failed) } else { Ok(()) }
    }

    /// A diagnostic about one of the files, unless the utility ends by a signal.
    fn fail(&mut self, text: &str, input: bool, error: &io::Error) -> Result<(), End> {
        if let Some(exit) = self.report.context.signal_of(error) {
            return Err(End::Signal(exit));
        }
        let name = if input { self.input_name } else { self.output_name };
        let quoted = self.report.quote(name);
        let reason = crate::message::reason(error);
        self.report.complain(&[text.as_bytes(), b" ", &quoted, b": ", reason.as_bytes()]);
        Ok(())
    }

    /// Reads a block, or what there is of it.
    fn read(&mut self, size: usize) -> io::Result<usize> {
        let mut count = 0;
        loop {
            let now = self.input.read(&mut self.block[count..size], Signals::Terminal)?;
            count += now;
            if now > 0 && self.warns {
                if self.previous > 0 && self.previous < size {
                    self.warns = false;
                    if self.operands.says_records {
                        let unit = if self.previous == 1 { "byte" } else { "bytes" };
                        let text = format!(
                            "warning: partial read ({} {unit}); suggest iflag=fullblock",
                            self.previous
                        );
                        self.report.remark(&[text.as_bytes()]);
                    }
                }
                self.previous = now;
            }
            if now == 0 || count == size || !self.operands.full_blocks {
                return Ok(count);
            }
        }
    }

    /// skip=: reads what is to be skipped; whether there was so much.
    fn skip(&mut self) -> Result<bool, End> {
        let (records, size) = (self.operands.skip, self.operands.input_block);
        let mut skipped = 0;
        for _ in 0..records {
            match self.read(size) {
                Ok(0) => break,
                Ok(count) => skipped += count as u64,
                Err(error) => {
                    self.fail("error reading", true, &error)?;
                    return Err(End::Failed);
                }
            }
        }
        Ok(skipped == records * size as u64)
    }

    /// Writes; how much, and why not all.
    fn write(&mut self, data: &[u8]) -> (usize, io::Result<()>) {
        let mut written = 0;
        let mut result = Ok(());
        while written < data.len() {
            match self.output.write(&data[written..]) {
                Ok(0) => {
                    result = Err(Errno::NOSPC.into());
                    break;
                }
                Ok(count) => written += count,
                Err(error) => {
                    result = Err(error);
                    break;
                }
            }
        }
        self.figures.bytes += written as u64;
        (written, result)
    }

    /// Writes what was read as a block of its own.
    fn write_block(&mut self, count: usize) -> Result<(), End> {
        let block = std::mem::take(&mut self.block);
        let (_, result) = self.write(&block[..count]);
        self.block = block;
        if let Err(error) = result {
            self.fail("error writing", false, &error)?;
            return Err(End::Failed);
        }
        if count == self.operands.input_block {
            self.figures.full_out += 1;
        } else {
            self.figures.partial_out += 1;
        }
        Ok(())
    }

    /// Adds what was read to what is to be written, and writes full blocks.
    fn collect(&mut self, count: usize) -> Result<(), End> {
        let size = self.operands.output_block;
        let mut at = 0;
        while at < count {
            let more = (size - self.collected.len()).min(count - at);
            self.collected.extend_from_slice(&self.block[at..at + more]);
            at += more;
            if self.collected.len() < size {
                break;
            }
            let full = std::mem::take(&mut self.collected);
            let (written, result) = self.write(&full);
            self.collected = full;
            self.collected.clear();
            if let Err(error) = result {
                self.fail("writing to", false, &error)?;
                self.figures.partial_out += u64::from(written > 0);
                return Err(End::Failed);
            }
            self.figures.full_out += 1;
        }
        Ok(())
    }
}
