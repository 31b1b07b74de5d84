//! od: shows the bytes of files (POSIX XCU od; GNU coreutils manual, od(1)).

mod float;
mod format;

use super::stream::{self, Writer};
use super::{Plan, decision};
use crate::locale::Locale;
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit, message, quoting};
use format::Format;
use rustix::fs::{FileType, SeekFrom};
use stage::{OpenFile, Signals};
use std::io;
use std::rc::Rc;

const OPTIONS: &[options::Option_] = &[
    ('A', "address-radix", Takes::Argument),
    ('j', "skip-bytes", Takes::Argument),
    ('N', "read-bytes", Takes::Argument),
    ('t', "format", Takes::Argument),
    ('v', "output-duplicates", Takes::Nothing),
    ('w', "width", Takes::Optional),
    ('a', "", Takes::Nothing),
    ('b', "", Takes::Nothing),
    ('c', "", Takes::Nothing),
    ('d', "", Takes::Nothing),
    ('f', "", Takes::Nothing),
    ('i', "", Takes::Nothing),
    ('l', "", Takes::Nothing),
    ('o', "", Takes::Nothing),
    ('s', "", Takes::Nothing),
    ('x', "", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str =
    "-abcdfilosxv, -A RADIX, -j N, -N N, -t TYPE (no fB, fH, fL), -w[N] [FILE...]";

/// Bytes that are skipped at a time where a file cannot be sought.
const SKIPPED: usize = 16 << 10;
/// Bytes of the first lines that are shown at once; more are where there are more.
const FIRST: usize = 4 << 10;
/// How much larger the next buffer is than one that was filled.
const STEP: usize = 4;

/// How addresses are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Radix {
    Decimal,
    Octal,
    Hexadecimal,
    None,
}

impl Radix {
    fn width(self) -> usize {
        match self {
            Radix::None => 0,
            Radix::Hexadecimal => 6,
            Radix::Decimal | Radix::Octal => 7,
        }
    }

    fn put(self, address: u64, out: &mut Vec<u8>) {
        match self {
            Radix::None => {}
            Radix::Decimal => out.extend_from_slice(format!("{address:07}").as_bytes()),
            Radix::Octal => self.put_digits::<3>(address, out),
            Radix::Hexadecimal => self.put_digits::<4>(address, out),
        }
    }

    fn put_digits<const BITS: u32>(self, address: u64, out: &mut Vec<u8>) {
        let needed = (u64::BITS - address.leading_zeros()).div_ceil(BITS) as usize;
        let shown = needed.max(self.width());
        if let Some(others) = 8usize.checked_sub(shown) {
            return out.extend_from_slice(&format::last_eight::<BITS>(address)[others..]);
        }
        let start = out.len();
        out.resize(start + shown, b'0');
        format::by_bits::<BITS>(address, &mut out[start..]);
    }
}

struct Od<'a> {
    operands: Vec<&'a [u8]>,
    radix: Radix,
    skip: u64,
    most: Option<u64>,
    formats: Vec<Format>,
    /// Bytes a line.
    width: usize,
    all: bool,
}

/// A number as od takes it: decimal, octal, hexadecimal, with a multiplier.
fn count(text: &[u8]) -> Option<u64> {
    let (digits, radix) = match text {
        [b'0', b'x' | b'X', digits @ ..] => (digits, 16),
        [b'0', digits @ ..] if digits.first().is_some_and(u8::is_ascii_digit) => (digits, 8),
        digits => (digits, 10),
    };
    let length = digits.iter().take_while(|&&b| char::from(b).is_digit(radix)).count();
    if length == 0 {
        return None;
    }
    let value = digits[..length].iter().try_fold(0u64, |value, &digit| {
        let digit = char::from(digit).to_digit(radix)?;
        value.checked_mul(u64::from(radix))?.checked_add(u64::from(digit))
    })?;
    let factor = match &digits[length..] {
        b"" => 1,
        b"b" if radix != 16 => 512,
        b"k" | b"K" | b"KiB" => 1 << 10,
        b"kB" | b"KB" => 1000,
        b"m" | b"M" | b"MiB" => 1 << 20,
        b"MB" => 1000 * 1000,
        _ => return None,
    };
    value.checked_mul(factor).filter(|value| *value < i64::MAX as u64)
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Od<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let mut od = Od {
        radix: Radix::Octal,
        skip: 0,
        most: None,
        formats: Vec::new(),
        width: 0,
        all: false,
        operands: Vec::new(),
    };
    let mut modern = false;
    let mut width = None;
    for &(option, value) in &parsed.options {
        let wrong = "a number to complain about";
        match (option, value) {
            ('A', Some(radix)) => {
                od.radix = match radix.first() {
                    Some(b'd') => Radix::Decimal,
                    Some(b'o') => Radix::Octal,
                    Some(b'x') => Radix::Hexadecimal,
                    Some(b'n') => Radix::None,
                    _ => return Err("a radix to complain about"),
                };
            }
            ('j', Some(value)) => od.skip = count(value).ok_or(wrong)?,
            ('N', Some(value)) => od.most = Some(count(value).ok_or(wrong)?),
            ('t', Some(types)) => Format::parse_all(types, &mut od.formats)?,
            ('v', _) => od.all = true,
            ('w', None) => width = Some(32),
            ('w', Some(value)) => width = Some(super::number::plain(value).ok_or(wrong)?),
            (letter, _) => {
                let types: &[u8] = match letter {
                    'a' => b"a",
                    'b' => b"o1",
                    'c' => b"c",
                    'd' => b"u2",
                    'f' => b"fF",
                    'i' => b"dI",
                    'l' => b"dL",
                    'o' => b"o2",
                    's' => b"d2",
                    _ => b"x2",
                };
                Format::parse_all(types, &mut od.formats)?;
            }
        }
        modern |= "AjNtvw".contains(option);
    }
    let starts = |index: usize, digits: bool| {
        let first = parsed.operands.get(index).and_then(|operand| operand.first());
        first.is_some_and(|&b| b == b'+' || digits && b.is_ascii_digit())
    };
    if !modern
        && (parsed.operands.len() == 1 && starts(0, false)
            || parsed.operands.len() == 2 && starts(1, true))
    {
        return Err("an operand that may be an offset");
    }
    if od.formats.is_empty() {
        Format::parse_all(b"o2", &mut od.formats)?;
    }
    // All sizes are powers of two.
    let unit = od.formats.iter().map(|format| format.size()).max().unwrap_or(1);
    od.width = match width {
        None => 16,
        Some(width) => usize::try_from(width)
            .ok()
            .filter(|width| *width > 0 && width % unit == 0 && *width < 1 << 20)
            .ok_or("a width to warn of")?,
    };
    format::align(&mut od.formats, od.width);
    od.operands = if parsed.operands.is_empty() { vec![b"-"] } else { parsed.operands };
    Ok(od)
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    let plan = plan(arguments).and_then(|plan| match plan.operands.len() {
        2.. if context.has(Change::OdErrors) => Err("several files, one of which may fail"),
        _ if plan.formats.iter().any(Format::has_point)
            && !Locale::of(context, b"LC_NUMERIC").has_plain_numbers() =>
        {
            Err("a locale with numbers of its own")
        }
        _ => Ok(plan),
    });
    decision(context, plan, run)
}

/// Carries out a plan of od: its exit status.
fn run(context: &mut Context<'_>, plan: Od<'_>) -> Exit {
    let Ok(output) = Writer::standard(context) else { return Exit::FAILURE };
    let mut dump =
        Dump { context, plan: &plan, output, left: plan.operands.iter(), current: None, status: 0 };
    match dump.run() {
        Ok(()) => {}
        Err(exit) => return exit,
    }
    let status = dump.status;
    stream::finish(context, &mut dump.output, status)
}

struct Dump<'d, 'c> {
    context: &'d Context<'c>,
    plan: &'d Od<'d>,
    output: Writer,
    left: std::slice::Iter<'d, &'d [u8]>,
    /// The file being read, and its name.
    current: Option<(Rc<OpenFile>, &'d [u8])>,
    status: u8,
}

/// Whether going on by so many bytes in something that is no file succeeds: devices say yes.
fn skips_at_once(file: &OpenFile, skip: u64) -> bool {
    let is_file = file.stat().is_none_or(|stat| FileType::from_raw_mode(stat.st_mode).is_file());
    !is_file && i64::try_from(skip).is_ok_and(|skip| file.seek(SeekFrom::Current(skip)).is_ok())
}

impl Dump<'_, '_> {
    fn run(&mut self) -> Result<(), Exit> {
        self.open_next();
        if self.current.is_none() {
            return Ok(());
        }
        let mut skip = self.plan.skip;
        let mut sink = Vec::new();
        while skip > 0 {
            sink.resize(SKIPPED, 0);
            // Going to a place in a directory succeeds.
            if self.is_directory() {
                break;
            }
            let Some((file, name)) = self.current.clone() else {
                let text = b"cannot skip past end of combined input";
                stream::complain(self.context, &mut self.output, text);
                return Err(stream::finish(self.context, &mut self.output, 1));
            };
            if skips_at_once(&file, skip) {
                break;
            }
            let most = usize::try_from(skip).unwrap_or(usize::MAX).min(sink.len());
            let count = match file.read(&mut sink[..most], Signals::Terminal) {
                Ok(count) => count,
                Err(error) => {
                    if let Some(exit) = self.context.signal_of(&error) {
                        return Err(exit);
                    }
                    self.complain(name, &error);
                    0
                }
            };
            if count == 0 {
                self.current = None;
                self.open_next();
            }
            skip -= count as u64;
        }
        // All blocks of a round are shown from one buffer.
        let width = self.plan.width;
        let blocks = |bytes: usize| width * usize::div_ceil(bytes, width).min(4096);
        let capacity = blocks(64 << 10);
        let mut buffer = vec![0; blocks(FIRST)];
        let mut known = 0;
        let mut address = self.plan.skip;
        let mut most = self.plan.most.unwrap_or(u64::MAX);
        let mut previous: Option<Vec<u8>> = None;
        let mut elided = false;
        loop {
            let room = (buffer.len() - known).min(usize::try_from(most).unwrap_or(usize::MAX));
            let count = if room == 0 { 0 } else { self.read(&mut buffer[known..known + room])? };
            known += count;
            if known == buffer.len() && known < capacity {
                let mut larger = vec![0; blocks(known.saturating_mul(STEP)).min(capacity)];
                larger[..known].copy_from_slice(&buffer);
                buffer = larger;
            }
            most -= count as u64;
            let ended = count == 0;
            let whole = known - known % width;
            for block in buffer[..whole].chunks_exact(width) {
                if !self.plan.all && previous.as_deref() == Some(block) {
                    if !std::mem::replace(&mut elided, true) {
                        self.output.buffer.extend_from_slice(b"*\n");
                    }
                } else {
                    elided = false;
                    self.put_block(address, block);
                    match &mut previous {
                        Some(previous) => previous.copy_from_slice(block),
                        None => previous = Some(block.to_vec()),
                    }
                }
                address += width as u64;
                let _ = self.output.check();
            }
            if self.output.has_failed() && self.context.has(Change::EndsUnwritten) {
                return Ok(());
            }
            if ended {
                if whole < known {
                    self.put_block(address, &buffer[whole..known]);
                    address += (known - whole) as u64;
                }
                break;
            }
            buffer.copy_within(whole..known, 0);
            known -= whole;
            if self.context.interrupted() {
                return Err(Exit::Signal(crate::context::SIGINT));
            }
        }
        self.put_end(address);
        if most == 0 {
            self.close();
        }
        Ok(())
    }

    fn put_end(&mut self, address: u64) {
        self.plan.radix.put(address, &mut self.output.buffer);
        if self.plan.radix != Radix::None {
            self.output.buffer.push(b'\n');
        }
    }

    /// Ends a file: versions that go on without output say now that there is an error.
    fn close(&mut self) {
        self.current = None;
        let _ = self.output.flush_blocks();
        let failure = self.output.failure();
        let is_said = |error: &io::Error| self.context.signal_of(error).is_none();
        if failure.as_ref().is_some_and(is_said) && !self.context.has(Change::EndsUnwritten) {
            stream::complain(self.context, &mut self.output, b"write error");
        }
    }

    fn put_block(&mut self, address: u64, block: &[u8]) {
        let out = &mut self.output.buffer;
        for (index, format) in self.plan.formats.iter().enumerate() {
            if index == 0 {
                self.plan.radix.put(address, out);
            } else {
                out.extend(std::iter::repeat_n(b' ', self.plan.radix.width()));
            }
            format.put(block, self.plan.width, out);
            out.push(b'\n');
        }
    }

    /// Reads from the files as if they were one; 0 at the end of all.
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Exit> {
        while let Some((file, name)) = &self.current {
            match file.read(buffer, Signals::Terminal) {
                Ok(0) => {}
                Ok(count) => return Ok(count),
                Err(error) => {
                    if let Some(exit) = self.context.signal_of(&error) {
                        return Err(exit);
                    }
                    let name = *name;
                    self.complain(name, &error);
                }
            }
            self.close();
            self.open_next();
        }
        Ok(0)
    }

    fn is_directory(&self) -> bool {
        let stat = self.current.as_ref().and_then(|(file, _)| file.stat());
        stat.is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory)
    }

    fn open_next(&mut self) {
        while let Some(&name) = self.left.next() {
            match stream::open(self.context, name) {
                Ok(file) => {
                    self.current = Some((file, name));
                    return;
                }
                Err(error) => self.complain(name, &error),
            }
        }
    }

    fn complain(&mut self, name: &[u8], error: &io::Error) {
        let name: &[u8] = if name == b"-" { b"standard input" } else { name };
        let mut text = quoting::shell_if_needed(name, self.context.quoting());
        text.extend_from_slice(b": ");
        text.extend_from_slice(message::reason(error).as_bytes());
        stream::complain(self.context, &mut self.output, &text);
        self.status = 1;
    }
}
