//! uniq: drops or picks out repeated lines (POSIX XCU uniq; GNU coreutils manual, uniq(1)).

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::locale::Locale;
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit, message, quoting};
use rustix::fs::OFlags;
use std::io;

const OPTIONS: &[options::Option_] = &[
    ('c', "count", Takes::Nothing),
    ('d', "repeated", Takes::Nothing),
    ('D', "", Takes::Nothing),
    ('f', "skip-fields", Takes::Argument),
    ('i', "ignore-case", Takes::Nothing),
    ('s', "skip-chars", Takes::Argument),
    ('u', "unique", Takes::Nothing),
    ('w', "check-chars", Takes::Argument),
    ('z', "zero-terminated", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str = "-cdDiuz, -f N, -s N, -w N [INPUT [OUTPUT]]";

struct Uniq<'a> {
    input: &'a [u8],
    output: &'a [u8],
    count: bool,
    /// Lines without a repetition are output.
    single: bool,
    /// Of lines with repetitions the first is output.
    first: bool,
    /// And the others.
    later: bool,
    ignore_case: bool,
    skip_fields: u64,
    skip_bytes: u64,
    most_bytes: u64,
    delimiter: u8,
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Uniq<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let old = |operand: &&[u8]| operand.first() == Some(&b'+');
    if parsed.operands.len() > 2 || parsed.operands.iter().any(old) {
        return Err("operands of the old form, or to complain about");
    }
    if "fsw".chars().any(|letter| parsed.is_repeated(letter)) {
        // Each is looked at, and there may be something to say of the first.
        return Err("an option given twice");
    }
    let value = |letter: char, default: u64| match parsed.value(letter) {
        None => Ok(default),
        Some(text) => number::plain(text).ok_or("a number to complain about"),
    };
    if parsed.has('D') && parsed.has('c') {
        return Err("options to complain about");
    }
    Ok(Uniq {
        input: parsed.operands.first().copied().unwrap_or(b"-"),
        output: parsed.operands.get(1).copied().unwrap_or(b"-"),
        count: parsed.has('c'),
        single: !parsed.has('d') && !parsed.has('D'),
        first: !parsed.has('u'),
        later: parsed.has('D'),
        ignore_case: parsed.has('i'),
        skip_fields: value('f', 0)?,
        skip_bytes: value('s', 0)?,
        most_bytes: value('w', u64::MAX)?,
        delimiter: if parsed.has('z') { 0 } else { b'\n' },
    })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if !Locale::of(context, b"LC_COLLATE").orders_by_byte() {
        return Decision::StepAside("a locale with an order of its own");
    }
    let plan = plan(arguments).and_then(|plan| {
        let is_whole = !plan.ignore_case
            && (plan.skip_fields, plan.skip_bytes, plan.most_bytes) == (0, 0, u64::MAX);
        match is_whole || !context.utf8 || !context.has(Change::WideFields) {
            true => Ok(plan),
            false => Err("parts of lines, by characters"),
        }
    });
    decision(context, plan, run)
}

/// Carries out a plan of uniq: its exit status.
fn run(context: &mut Context<'_>, plan: Uniq<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let file = match stream::open(context, plan.input) {
        Ok(file) => file,
        Err(error) => {
            stream::file_error(context, &mut output, plan.input, &error);
            return Exit::FAILURE;
        }
    };
    if plan.output != b"-" {
        context.let_stages_begin();
        match context.open_with(plan.output, OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC) {
            Ok(file) => output = Writer::new(file),
            Err(error) => {
                stream::file_error(context, &mut output, plan.output, &error.into());
                return Exit::FAILURE;
            }
        }
    }
    let mut reader = Reader::within(context, file);
    if context.has(Change::NulEndsLines) {
        reader.take_nul_for_newline();
    }
    let result = if plan.single && plan.first && !plan.count {
        plan.drop_repeated(&mut reader, &mut output)
    } else {
        plan.pick(&mut reader, &mut output)
    };
    match result {
        Ok(()) => stream::finish(context, &mut output, 0),
        Err(Failure::Write(error)) => context.write_error(&error, 1),
        Err(Failure::Read(error)) => {
            if let Some(exit) = context.signal_of(&error) {
                return exit;
            }
            let mut text = b"error reading ".to_vec();
            text.extend_from_slice(&quoting::shell(plan.input, context.quoting()));
            if context.has(Change::ReadReasons) {
                text.extend_from_slice(b": ");
                text.extend_from_slice(message::reason(&error).as_bytes());
            }
            stream::complain(context, &mut output, &text);
            stream::finish(context, &mut output, 1)
        }
    }
}

enum Failure {
    Read(io::Error),
    Write(io::Error),
}

/// How often a text begins with a line, which has its delimiter.
#[inline]
fn repetitions(text: &[u8], line: &[u8]) -> usize {
    if !text.starts_with(line) {
        return 0;
    }
    // A text that repeats itself equals what follows its first line.
    let (text, next) = (text, &text[line.len()..]);
    let blocks = next.chunks_exact(32).zip(text.chunks_exact(32));
    let same = blocks.take_while(|(a, b)| a == b).count() * 32;
    let bytes = next[same..].iter().zip(&text[same..]);
    let same = same + bytes.take_while(|(a, b)| a == b).count();
    1 + same / line.len()
}

impl Uniq<'_> {
    /// Each line that differs from the one before.
    fn drop_repeated(&self, reader: &mut Reader, output: &mut Writer) -> Result<(), Failure> {
        // The last line of the block before; None before the first.
        let mut last: Option<Vec<u8>> = None;
        let plain = self.compares_all();
        loop {
            let lines = reader.lines(self.delimiter).map_err(Failure::Read)?;
            if lines.is_empty() {
                return Ok(());
            }
            let mut rest = lines;
            let kept = last.take();
            let mut before: Option<&[u8]> = kept.as_deref();
            while !rest.is_empty() {
                let whole = rest;
                let end = byte_search::memchr(self.delimiter, rest);
                let line = &rest[..end.unwrap_or(rest.len())];
                rest = end.map_or(&[][..], |end| &rest[end + 1..]);
                let same = before.is_some_and(|before| {
                    if plain { before == line } else { self.is_same(before, line) }
                });
                if !same {
                    output.buffer.extend_from_slice(line);
                    output.buffer.push(self.delimiter);
                    before = Some(line);
                    if plain && let Some(end) = end {
                        let unit = &whole[..=end];
                        rest = &rest[repetitions(rest, unit) * unit.len()..];
                    }
                }
            }
            last = before.map(<[u8]>::to_vec);
            output.check().map_err(Failure::Write)?;
        }
    }

    /// Counts, or only lines with or without repetitions.
    fn pick(&self, reader: &mut Reader, output: &mut Writer) -> Result<(), Failure> {
        // The line before, with its delimiter.
        let mut before: Vec<u8> = Vec::new();
        // Repetitions so far.
        let mut repeated = 0u64;
        let skips = self.compares_all() && !self.later;
        loop {
            // What has been collected when reading fails is lost to GNU's, too.
            let mut rest = reader.lines(self.delimiter).map_err(Failure::Read)?;
            if rest.is_empty() {
                break;
            }
            while !rest.is_empty() {
                if skips && !before.is_empty() {
                    let count = repetitions(rest, &before);
                    repeated += count as u64;
                    rest = &rest[count * before.len()..];
                    if rest.is_empty() {
                        break;
                    }
                }
                let end = byte_search::memchr(self.delimiter, rest);
                let line = &rest[..end.unwrap_or(rest.len())];
                rest = end.map_or(&[][..], |end| &rest[end + 1..]);
                if let [known @ .., _] = &before[..] {
                    let same = self.is_same(known, line);
                    repeated += u64::from(same);
                    if same && !self.later {
                        continue;
                    }
                    self.put(known, same, repeated, output).map_err(Failure::Write)?;
                    if !same {
                        repeated = 0;
                    }
                }
                before.clear();
                before.extend_from_slice(line);
                before.push(self.delimiter);
            }
        }
        if let [known @ .., _] = &before[..] {
            self.put(known, false, repeated, output).map_err(Failure::Write)?;
        }
        Ok(())
    }

    /// Whether lines are the same where all of their bytes are.
    fn compares_all(&self) -> bool {
        let whole = self.skip_fields == 0 && self.skip_bytes == 0 && self.most_bytes == u64::MAX;
        whole && !self.ignore_case
    }

    fn put(&self, line: &[u8], same: bool, repeated: u64, output: &mut Writer) -> io::Result<()> {
        let wanted = match (repeated, same) {
            (0, _) => self.single,
            (_, false) => self.first,
            (_, true) => self.later,
        };
        if !wanted {
            return Ok(());
        }
        if self.count {
            number::append_padded(&mut output.buffer, repeated + 1, 7);
            output.buffer.push(b' ');
        }
        output.buffer.extend_from_slice(line);
        output.buffer.push(self.delimiter);
        output.check()
    }

    fn is_same(&self, a: &[u8], b: &[u8]) -> bool {
        let (a, b) = (self.compared(a), self.compared(b));
        if self.ignore_case { a.eq_ignore_ascii_case(b) } else { a == b }
    }

    /// The part of a line that is compared.
    fn compared<'l>(&self, line: &'l [u8]) -> &'l [u8] {
        let mut rest = line;
        for _ in 0..self.skip_fields {
            if rest.is_empty() {
                break;
            }
            let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n');
            let blanks = rest.iter().take_while(|byte| is_blank(byte)).count();
            let field = rest[blanks..].iter().take_while(|byte| !is_blank(byte)).count();
            rest = &rest[blanks + field..];
        }
        let skipped = usize::try_from(self.skip_bytes).unwrap_or(usize::MAX).min(rest.len());
        rest = &rest[skipped..];
        &rest[..usize::try_from(self.most_bytes).unwrap_or(usize::MAX).min(rest.len())]
    }
}
