//! sort: orders, merges and checks lines (POSIX XCU sort; GNU coreutils manual, sort(1)).
//!
//! A short input is held in memory; what turns out to be large is sorted in parts. Only orders of bytes
//! are reproduced.

mod comparison;
mod key;
mod merge;
mod numeric;
mod parts;
mod repeated;

use super::stream::{Reader, Writer};
use super::{Plan, decision, number};
use crate::locale::Locale;
use crate::options::{self, Takes};
use crate::program::Family;
use crate::{Change, Context, Decision, Exit, Program, message, quoting};
use comparison::{Comparison, LONGEST};
use key::{Key, OptionPlace, Order};
use merge::{Merge, Source};
use parts::{Parts, part_size};
use repeated::Repeated;
use rustix::fs::{Access, AtFlags, FileType, OFlags, Stat};
use stage::OpenFile;
use std::cmp::Ordering;
use std::io;
use std::sync::Arc;

const OPTIONS: &[options::Option_] = &[
    ('b', "ignore-leading-blanks", Takes::Nothing),
    ('c', "", Takes::Nothing),
    ('C', "", Takes::Nothing),
    ('d', "dictionary-order", Takes::Nothing),
    ('f', "ignore-case", Takes::Nothing),
    ('h', "human-numeric-sort", Takes::Nothing),
    ('i', "ignore-nonprinting", Takes::Nothing),
    ('k', "key", Takes::Argument),
    ('m', "merge", Takes::Nothing),
    ('M', "month-sort", Takes::Nothing),
    ('n', "numeric-sort", Takes::Nothing),
    ('o', "output", Takes::Argument),
    ('r', "reverse", Takes::Nothing),
    ('s', "stable", Takes::Nothing),
    ('t', "field-separator", Takes::Argument),
    ('T', "temporary-directory", Takes::Argument),
    ('u', "unique", Takes::Nothing),
    ('V', "version-sort", Takes::Nothing),
    ('z', "zero-terminated", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str = "-bcCdfhimMnrsuVz, -k KEY, -o FILE, -t CHAR, -T DIR [FILE...]";

/// Files that the installed sort merges at once.
const MERGED_AT_ONCE: usize = 16;
/// A text of so many bytes is sorted where it was read to.
const SHORT: usize = 128 << 10;

struct Sort<'a> {
    operands: Vec<&'a [u8]>,
    comparison: Arc<Comparison>,
    merge: bool,
    /// -c, -C
    check: Option<char>,
    output: Option<&'a [u8]>,
    /// -T: where temporary files go.
    folder: Option<&'a [u8]>,
    nul: Nul,
}

/// What a NUL in the input is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nul {
    /// A byte like another.
    Byte,
    /// To busybox it ends a line.
    Newline,
    /// To toybox what follows in its line is not there.
    HidesRest,
}

impl Nul {
    fn of(program: Program) -> Self {
        match program.family {
            _ if program.has(Change::NulEndsLines) => Self::Newline,
            Family::Toybox => Self::HidesRest,
            _ => Self::Byte,
        }
    }

    /// What the last byte of a text is to whoever looks whether a line is whole.
    fn ending(self, byte: u8) -> u8 {
        if self == Self::Newline && byte == 0 { b'\n' } else { byte }
    }

    /// Appends a block to a text; whether its last line is hidden from here on.
    fn append(self, text: &mut Vec<u8>, block: &[u8], hidden: bool) -> bool {
        if self == Self::Byte || !hidden && byte_search::memchr(0, block).is_none() {
            text.extend_from_slice(block);
            return false;
        }
        if self == Self::Newline {
            text.extend(block.iter().map(|&byte| if byte == 0 { b'\n' } else { byte }));
            return false;
        }
        let mut hidden = hidden;
        for &byte in block {
            hidden = byte == 0 || hidden && byte != b'\n';
            if !hidden {
                text.push(byte);
            }
        }
        hidden
    }
}

fn plan<'a>(program: Program, arguments: &[&'a [u8]]) -> Plan<Sort<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let mut comparison = Comparison {
        keys: Vec::new(),
        reverse: false,
        stable: false,
        unique: false,
        tab: None,
        delimiter: b'\n',
    };
    let (mut merge, mut check, mut output, mut folder) = (false, None, None, None);
    let mut global = Order::default();
    for &(option, value) in &parsed.options {
        let value = value.unwrap_or_default();
        match option {
            'c' | 'C' => {
                if check.is_some_and(|check| check != option) {
                    return Err("two ways to check");
                }
                check = Some(option);
            }
            'k' => comparison.keys.push(Key::parse(value).ok_or("a key to complain about")?),
            'm' => merge = true,
            'o' => {
                if output.is_some_and(|output| output != value) {
                    return Err("two outputs");
                }
                output = Some(value);
            }
            's' => comparison.stable = true,
            'T' => folder = folder.or(Some(value)),
            't' => {
                let tab = match value {
                    [tab] => *tab,
                    b"\\0" => 0,
                    _ => return Err("a separator to complain about"),
                };
                if comparison.tab.is_some_and(|other| other != tab) {
                    return Err("two separators");
                }
                comparison.tab = Some(tab);
            }
            'u' => comparison.unique = true,
            'z' => comparison.delimiter = 0,
            letter => {
                if let Ok(letter) = u8::try_from(letter) {
                    global.add(letter, OptionPlace::Command);
                }
            }
        }
    }
    for key in &mut comparison.keys {
        if key.order.is_default() && !key.order.reverse {
            key.order = global;
        }
    }
    if comparison.keys.is_empty() && !global.is_default() {
        comparison.keys.push(Key::line(global));
    }
    for key in &mut comparison.keys {
        key.orders_dots_first = program.has(Change::VersionOrder);
        key.knows_long_prefixes = program.has(Change::LongPrefixes);
    }
    if comparison.keys.iter().any(|key| key.order.is_contradictory()) {
        return Err("orders that contradict each other");
    }
    if comparison.keys.iter().any(|key| key.order.folds_suffixes()) {
        return Err("small letters behind numbers");
    }
    comparison.reverse = global.reverse;
    let mut operands = parsed.operands;
    if operands.iter().any(|operand| operand.first() == Some(&b'+')) {
        return Err("an operand that may be an old form of a key");
    }
    if operands.is_empty() {
        operands.push(b"-");
    }
    if check.is_some() && (operands.len() > 1 || output.is_some()) {
        return Err("a check to complain about");
    }
    if merge && operands.len() > MERGED_AT_ONCE {
        return Err("too many files to merge at once");
    }
    let nul = Nul::of(program);
    Ok(Sort { operands, comparison: Arc::new(comparison), merge, check, output, folder, nul })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    let ordered = |category: &[u8]| Locale::of(context, category).orders_by_byte();
    if !ordered(b"LC_COLLATE") || !ordered(b"LC_NUMERIC") || !ordered(b"LC_TIME") {
        return Decision::StepAside("a locale with an order of its own");
    }
    let plan = plan(context.program, arguments).and_then(|plan| {
        let mut once = 0;
        for name in &plan.operands {
            let stat = if *name == b"-" {
                context.stdin.as_ref().and_then(|file| file.stat())
            } else {
                stage::door::statat(context.directory, *name, AtFlags::empty()).ok()
            };
            let is_regular =
                |stat: &Stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
            // Only standard input can be passed to the installed one in another form.
            once += usize::from(*name == b"-");
            let is_read_once = *name != b"-" && stat.is_some_and(|stat| !is_regular(&stat));
            if plan.merge && (is_read_once || once > 1) {
                return Err("what can be read only once, to be merged");
            }
        }
        Ok(plan)
    });
    decision(context, plan, run)
}

/// Carries out a plan of sort: its exit status.
fn run(context: &mut Context<'_>, plan: Sort<'_>) -> Exit {
    match plan.carry_out(context) {
        Ok(status) => Exit::Status(status),
        Err(Failure { what, name, error }) => {
            if let Some(exit) = context.signal_of(&error) {
                return exit;
            }
            let mut text = what.as_bytes().to_vec();
            text.extend_from_slice(b": ");
            text.extend_from_slice(&quoting::shell_if_needed(&name, context.quoting()));
            text.extend_from_slice(b": ");
            text.extend_from_slice(message::reason(&error).as_bytes());
            context.error(text);
            if what == WRITING || what == WRITTEN {
                // Standard output is closed on the way out, when the reason is lost.
                context.error("write error");
            }
            Exit::Status(2)
        }
    }
}

struct Failure {
    what: &'static str,
    name: Vec<u8>,
    error: io::Error,
}

const WRITING: &str = "fflush failed";
const WRITTEN: &str = "write failed";

fn failure(what: &'static str, name: &[u8]) -> impl FnOnce(io::Error) -> Failure {
    move |error| Failure { what, name: name.to_vec(), error }
}

/// Bytes of the output of a merge between two looks at whether they are to be written.
const MERGED: usize = 64 << 10;

/// Bytes of the shortest text of which it is tried whether its lines are repeated.
const COUNTED: usize = 64 << 10;

/// How standard output is called in messages.
const OUTPUT: &[u8] = b"standard output";

/// What has been read.
enum Input {
    /// All of it.
    Short(Vec<u8>),
    /// Parts, which may have been sorted already.
    Long(Parts),
    /// -m: one for each operand.
    Sorted(Vec<Sorted>),
}

/// A file that is in order.
enum Sorted {
    /// It is read as it is merged.
    Stream(Reader),
    /// All of it, each line with its delimiter.
    Whole(Vec<u8>),
}

impl Sort<'_> {
    fn carry_out(&self, context: &Context<'_>) -> Result<u8, Failure> {
        if self.check.is_some() {
            return self.check(context);
        }
        for name in &self.operands {
            if *name != b"-" {
                let access = stage::door::accessat(
                    context.directory,
                    *name,
                    Access::READ_OK,
                    AtFlags::EACCESS,
                );
                access.map_err(|error| failure("cannot read", name)(error.into()))?;
            }
        }
        let output = match self.output {
            Some(name) => {
                // Opened before anything is read, emptied afterwards: it may be an input.
                let opened = context.open_fd(name, OFlags::WRONLY | OFlags::CREATE);
                Some((name, opened.map_err(|error| failure("open failed", name)(error.into()))?))
            }
            None => None,
        };
        let input = self.read(context)?;
        let (name, mut writer) = match output {
            Some((name, fd)) => {
                // What is no regular file has nothing to cut off.
                let regular = rustix::fs::fstat(&fd).is_ok_and(|stat| {
                    FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
                });
                if let Err(error) = rustix::fs::ftruncate(&fd, 0)
                    && regular
                {
                    return Err(failure("error truncating", name)(error.into()));
                }
                (name, Writer::new(OpenFile::from_fd(context.scheduler, fd)))
            }
            None => {
                let name = OUTPUT;
                (name, Writer::standard(context).map_err(failure(WRITTEN, name))?)
            }
        };
        let written = match input {
            Input::Short(text) => self.write(&text, &mut writer),
            Input::Long(parts) => {
                parts.finish(context, name, &mut writer)?;
                Ok(())
            }
            Input::Sorted(sources) => {
                self.merge(sources, &mut writer)?;
                Ok(())
            }
        };
        written.and_then(|()| writer.flush()).map_err(|error| {
            let early = writer.failed_early();
            failure(if early { WRITTEN } else { WRITING }, name)(error)
        })?;
        Ok(0)
    }

    /// Reads all operands.
    fn read(&self, context: &Context<'_>) -> Result<Input, Failure> {
        if self.merge {
            return self.open_sorted(context).map(Input::Sorted);
        }
        let size = part_size(context);
        let mut text = Vec::new();
        let mut parts = None;
        for name in &self.operands {
            let file = super::stream::open(context, name).map_err(failure("open failed", name))?;
            let length = file.stat().map_or(0, |stat| u64::try_from(stat.st_size).unwrap_or(0));
            let mut reader = Reader::within(context, file);
            reader.expect(length);
            if text.is_empty() && self.nul == Nul::Byte && size > SHORT {
                let whole = reader.whole(SHORT).map_err(failure("read failed", name))?;
                if let Some(whole) = whole {
                    text = whole;
                    if text.last().is_some_and(|last| *last != self.comparison.delimiter) {
                        text.push(self.comparison.delimiter);
                    }
                    continue;
                }
            }
            text.reserve(usize::try_from(length).unwrap_or(0).min(size) + 1);
            self.read_file(&mut reader, name, &mut text, size, |text| {
                let parts = parts.get_or_insert_with(|| {
                    Parts::new(context, &self.comparison, size, self.folder)
                });
                parts.add(context, text)
            })?;
        }
        Ok(match parts {
            None => Input::Short(text),
            Some(mut parts) => {
                if !text.is_empty() {
                    parts.add(context, text)?;
                }
                Input::Long(parts)
            }
        })
    }

    /// Appends a file to the text, the last line with its delimiter. Whenever there are more than
    /// `size` bytes, the lines that are whole go to `add`.
    fn read_file(
        &self,
        reader: &mut Reader,
        name: &[u8],
        text: &mut Vec<u8>,
        size: usize,
        mut add: impl FnMut(Vec<u8>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let delimiter = self.comparison.delimiter;
        let mut enough = size;
        let mut last = None;
        let mut hidden = false;
        loop {
            let block = reader.block().map_err(failure("read failed", name))?;
            let data = match (block.last(), last) {
                (None, Some(last)) if last != delimiter => &[delimiter][..],
                _ => block,
            };
            if data.is_empty() {
                return Ok(());
            }
            last = data.last().map(|&byte| self.nul.ending(byte));
            hidden = self.nul.append(text, data, hidden);
            if text.len() <= enough {
                continue;
            }
            let Some(end) = byte_search::memrchr(delimiter, text) else {
                if text.len() > LONGEST {
                    return Err(failure("read failed", name)(io::ErrorKind::OutOfMemory.into()));
                }
                // Of a very long line only the end is looked for, and not after every block.
                enough = text.len() * 2;
                continue;
            };
            let mut rest = Vec::with_capacity(size + size / 8);
            rest.extend_from_slice(&text[end + 1..]);
            text.truncate(end + 1);
            add(std::mem::replace(text, rest))?;
            enough = size;
        }
    }

    /// The operands of -m. The output may be one of them: it is emptied when all have been read.
    fn open_sorted(&self, context: &Context<'_>) -> Result<Vec<Sorted>, Failure> {
        let mut sorted = Vec::new();
        for name in &self.operands {
            let file = super::stream::open(context, name).map_err(failure("open failed", name))?;
            let mut reader = match self.output {
                Some(_) => Reader::within(context, file),
                None => {
                    sorted.push(Sorted::Stream(Reader::new(file)));
                    continue;
                }
            };
            let mut text = Vec::new();
            self.read_file(&mut reader, name, &mut text, usize::MAX, |_| Ok(()))?;
            sorted.push(Sorted::Whole(text));
        }
        Ok(sorted)
    }

    /// Writes the lines of files that are each in order already.
    fn merge(&self, sorted: Vec<Sorted>, output: &mut Writer) -> Result<(), Failure> {
        let mut streams = Vec::new();
        let mut texts = Vec::new();
        for sorted in sorted {
            match sorted {
                Sorted::Stream(reader) => streams.push(reader),
                Sorted::Whole(text) => texts.push(text),
            }
        }
        let streams = streams.into_iter().map(Source::Stream);
        let sources = streams.chain(texts.iter().map(|text| Source::Memory(text)));
        let broken = |(index, error): (usize, io::Error)| {
            failure("read failed", self.operands.get(index).copied().unwrap_or_default())(error)
        };
        let mut merge = Merge::new(&self.comparison, sources).map_err(broken)?;
        loop {
            let goes_on = merge.fill(&mut output.buffer, MERGED).map_err(broken)?;
            output.check().map_err(|error| failure(WRITTEN, OUTPUT)(error))?;
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// Writes the lines of a text in order.
    fn write(&self, text: &[u8], output: &mut Writer) -> io::Result<()> {
        if text.len() >= COUNTED && self.comparison.brings_together() {
            let mut table = Repeated::new(self.comparison.delimiter);
            if table.add(text, repeated::step(text.len())) == text.len() {
                return table.write(&self.comparison, output);
            }
        }
        let lines = self.comparison.sorted(text);
        output.expect(text.len());
        let mut last = None;
        for line in &lines {
            if !self.comparison.is_repeated(text, &mut last, line) {
                output.put(line.with_delimiter(text))?;
            }
        }
        Ok(())
    }

    /// Tells whether a file is in order.
    fn check(&self, context: &Context<'_>) -> Result<u8, Failure> {
        let name = self.operands[0];
        let file = super::stream::open(context, name).map_err(failure("open failed", name))?;
        let mut reader = Reader::within(context, file);
        let mut last: Option<Vec<u8>> = None;
        let mut number = 0u64;
        loop {
            let line =
                reader.line(self.comparison.delimiter).map_err(failure("read failed", name))?;
            let Some(line) = line else { return Ok(0) };
            let line = line.strip_suffix(&[self.comparison.delimiter]).unwrap_or(line);
            number += 1;
            if let Some(last) = &mut last {
                let order = self.comparison.compare_from(0, last, line);
                if order == Ordering::Greater
                    || (self.comparison.unique && order == Ordering::Equal)
                {
                    if self.check == Some('c') {
                        // By the name it was called by, whatever the version.
                        let mut text = [context.called, b": ", name, b":"].concat();
                        number::append(&mut text, number);
                        text.extend_from_slice(b": disorder: ");
                        text.extend_from_slice(line);
                        text.push(self.comparison.delimiter);
                        context.error_text(&text);
                    }
                    return Ok(1);
                }
                last.clear();
                last.extend_from_slice(line);
            } else {
                last = Some(line.to_vec());
            }
        }
    }
}
