//! cmp: compares two files byte by byte (POSIX XCU cmp; GNU diffutils manual, cmp(1)).

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::locale::Locale;
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit, message, quoting};
use rustix::fs::{FileType, Stat};
use stage::OpenFile;
use std::io;
use std::rc::Rc;

const OPTIONS: &[options::Option_] = &[
    ('l', "verbose", Takes::Nothing),
    ('n', "bytes", Takes::Argument),
    ('s', "quiet", Takes::Nothing),
    ('s', "silent", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str = "-l | -s, -n N FILE1 [FILE2]";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Report {
    /// The first difference.
    First,
    /// All of them.
    All,
    /// None: the status tells.
    Status,
    /// None, since nobody would see them; but the end of a file.
    Nobody,
}

struct Cmp<'a> {
    names: [&'a [u8]; 2],
    report: Report,
    most: u64,
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Cmp<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let names = match parsed.operands[..] {
        [first] => [first, b"-"],
        [first, second] => [first, second],
        _ => return Err("operands that are not reproduced"),
    };
    let report = match (parsed.has('l'), parsed.has('s')) {
        (true, true) => return Err("options to complain about"),
        (true, false) => Report::All,
        (false, true) => Report::Status,
        (false, false) => Report::First,
    };
    let mut most = u64::MAX;
    for (_, value) in parsed.options.iter().filter(|(option, _)| *option == 'n') {
        let limit = value.and_then(number::plain).filter(|limit| *limit < i64::MAX as u64);
        most = most.min(limit.ok_or("a number that is not reproduced")?);
    }
    if names[0] == b"-" && names[1] == b"-" {
        return Err("standard input twice");
    }
    Ok(Cmp { names, report, most })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    let plan = plan(arguments).and_then(|plan| {
        // Where a file stands that can be positioned matters to its size.
        let regular = context.stdin.as_ref().and_then(|f| f.stat()).is_some_and(|s| is_regular(&s));
        if plan.names.contains(&&b"-"[..]) && regular {
            return Err("a standard input that can be positioned");
        }
        if context.has(Change::CmpToNobody)
            && plan.report != Report::Status
            && super::grep::is_null(context)
        {
            return Err("output to nobody");
        }
        if context.has(Change::CmpToNobody) && plan.report == Report::All {
            return Err("all differences, whose output may fail");
        }
        let is_odd = |name: &&[u8]| quoting::shell_if_needed(name, context.quoting()) != *name;
        if context.has(Change::DiffQuotes) && plan.names.iter().any(is_odd) {
            return Err("a name that versions quote in different ways");
        }
        Ok(plan)
    });
    decision(context, plan, run)
}

/// Carries out a plan of cmp: its exit status.
fn run(context: &mut Context<'_>, mut plan: Cmp<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::Status(2) };
    let context = &*context;
    let mut files: Vec<(Rc<OpenFile>, Option<Stat>)> = Vec::with_capacity(2);
    for name in plan.names {
        if files.len() == 1 && name == plan.names[0] {
            return Exit::SUCCESS;
        }
        match stream::open(context, name) {
            Ok(file) => {
                let stat = file.stat();
                files.push((file, stat));
            }
            Err(_) if plan.report == Report::Status => return Exit::Status(2),
            Err(error) => return failed(context, &mut output, name, &error),
        }
    }
    let stats = [files[0].1, files[1].1];
    if let [Some(a), Some(b)] = &stats {
        if (a.st_dev, a.st_ino) == (b.st_dev, b.st_ino) {
            return Exit::SUCCESS;
        }
        if plan.report == Report::Status && is_regular(a) && is_regular(b) {
            let least = u64::try_from(a.st_size.min(b.st_size)).unwrap_or(0);
            // Files of the kernel have no size.
            let is_known = least > 0 || !context.has(Change::CmpKernelFiles);
            if a.st_size != b.st_size && least < plan.most && is_known {
                return Exit::FAILURE;
            }
        }
    }
    let is_null = |stat: Stat| {
        FileType::from_raw_mode(stat.st_mode) == FileType::CharacterDevice
            && stat.st_rdev == rustix::fs::makedev(1, 3)
    };
    if plan.report != Report::Status && output.file().stat().is_some_and(is_null) {
        plan.report = Report::Nobody;
    }
    let mut readers = files.into_iter().map(|(file, _)| Reader::new(file));
    let (Some(a), Some(b)) = (readers.next(), readers.next()) else { return Exit::Status(2) };
    plan.compare(context, [a, b], &stats, &mut output)
}

fn is_regular(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
}

fn failed(context: &Context<'_>, output: &mut Writer, name: &[u8], error: &io::Error) -> Exit {
    if let Some(exit) = context.signal_of(error) {
        return exit;
    }
    let mut text = name.to_vec();
    text.extend_from_slice(b": ");
    text.extend_from_slice(message::reason(error).as_bytes());
    stream::complain(context, output, &text);
    match output.flush() {
        Ok(()) => Exit::Status(2),
        Err(error) => write_failed(context, &error),
    }
}

fn write_failed(context: &Context<'_>, error: &io::Error) -> Exit {
    context.signal_of(error).unwrap_or_else(|| {
        context.error(format!("standard output: {}", message::reason(error)));
        Exit::Status(2)
    })
}

impl Cmp<'_> {
    fn compare(
        &self,
        context: &Context<'_>,
        mut readers: [Reader; 2],
        stats: &[Option<Stat>; 2],
        output: &mut Writer,
    ) -> Exit {
        let width = self.width(stats);
        // Bytes and lines that are equal so far.
        let (mut bytes, mut lines) = (0u64, 0u64);
        let mut at_line_start = true;
        let mut differ = false;
        let mut left = self.most;
        // What has been read of either file and not been compared.
        let mut blocks: [Vec<u8>; 2] = [Vec::new(), Vec::new()];
        loop {
            for side in 0..2 {
                if blocks[side].is_empty() {
                    match readers[side].block() {
                        Ok(block) => blocks[side].extend_from_slice(block),
                        Err(error) => return failed(context, output, self.names[side], &error),
                    }
                }
            }
            let [a, b] = &blocks;
            let limit = usize::try_from(left).unwrap_or(usize::MAX);
            let (a, b) = (&a[..a.len().min(limit)], &b[..b.len().min(limit)]);
            let common = a.len().min(b.len());
            if common == 0 {
                if a.len() == b.len() || left == 0 {
                    return match output.flush() {
                        Ok(()) => Exit::Status(u8::from(differ)),
                        Err(error) => write_failed(context, &error),
                    };
                }
                let shorter = self.names[usize::from(b.is_empty())];
                if self.report != Report::Status && !(differ && self.report == Report::Nobody) {
                    self.end_of_file(context, shorter, bytes, lines, at_line_start, output);
                }
                return self.finish(context, output);
            }
            let (a, b) = (&a[..common], &b[..common]);
            if a == b {
                bytes += common as u64;
                if self.report == Report::First {
                    lines += byte_search::memchr_iter(b'\n', a).count() as u64;
                    at_line_start = a.last() == Some(&b'\n');
                }
            } else if self.report == Report::All {
                differ = true;
                for (a, b) in a.iter().zip(b) {
                    bytes += 1;
                    if a != b {
                        number::append_padded(&mut output.buffer, bytes, width);
                        let text = format!(" {a:3o} {b:3o}\n");
                        output.buffer.extend_from_slice(text.as_bytes());
                    }
                }
                if let Err(error) = output.check() {
                    return write_failed(context, &error);
                }
            } else if self.report == Report::First {
                let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
                lines += byte_search::memchr_iter(b'\n', &a[..same]).count() as u64;
                self.difference(context, bytes + same as u64 + 1, lines + 1, output);
                return self.finish(context, output);
            } else {
                return self.finish(context, output);
            }
            left -= common as u64;
            for block in &mut blocks {
                block.drain(..common);
            }
        }
    }

    /// Ends a comparison that has found a difference.
    fn finish(&self, context: &Context<'_>, output: &mut Writer) -> Exit {
        match output.flush() {
            Ok(()) => Exit::FAILURE,
            Err(error) => write_failed(context, &error),
        }
    }

    fn difference(&self, context: &Context<'_>, byte: u64, line: u64, output: &mut Writer) {
        let posix = Locale::of(context, b"LC_MESSAGES") == Locale::Posix;
        let what = if posix { "char" } else { "byte" };
        let out = &mut output.buffer;
        out.extend_from_slice(self.names[0]);
        out.push(b' ');
        out.extend_from_slice(self.names[1]);
        out.extend_from_slice(format!(" differ: {what} {byte}, line {line}\n").as_bytes());
    }

    fn end_of_file(
        &self,
        context: &Context<'_>,
        name: &[u8],
        bytes: u64,
        lines: u64,
        at_line_start: bool,
        output: &mut Writer,
    ) {
        let mut text = b"cmp: EOF on ".to_vec();
        match context.has(Change::DiffQuotes) {
            true => text.extend_from_slice(&quoting::locale(name, context.utf8)),
            false => text.extend_from_slice(name),
        }
        let rest = if bytes == 0 {
            " which is empty\n".to_string()
        } else if self.report != Report::First {
            format!(" after byte {bytes}\n")
        } else if at_line_start {
            format!(" after byte {bytes}, line {lines}\n")
        } else {
            format!(" after byte {bytes}, in line {}\n", lines + 1)
        };
        text.extend_from_slice(rest.as_bytes());
        // Not after standard output: cmp writes that at its end.
        let _ = output;
        context.error_text(&text);
    }

    /// The width of byte numbers in a list of differences.
    fn width(&self, stats: &[Option<Stat>; 2]) -> usize {
        let sizes = stats.iter().flatten().filter(|stat| is_regular(stat));
        let sizes = sizes.map(|stat| u64::try_from(stat.st_size).unwrap_or(0));
        let most = sizes.fold(self.most.min(i64::MAX as u64), u64::min);
        most.checked_ilog10().unwrap_or(0) as usize + 1
    }
}
