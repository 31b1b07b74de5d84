//! nl: numbers lines (POSIX XCU nl; GNU coreutils manual, nl(1)).

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::{Context, Decision, Exit, locale};
use pattern::{Cache, Regex, RegexOptions};
use std::io;

const OPTIONS: &[options::Option_] = &[
    ('b', "body-numbering", Takes::Argument),
    ('d', "section-delimiter", Takes::Argument),
    ('f', "footer-numbering", Takes::Argument),
    ('h', "header-numbering", Takes::Argument),
    ('i', "line-increment", Takes::Argument),
    ('l', "join-blank-lines", Takes::Argument),
    ('n', "number-format", Takes::Argument),
    ('p', "no-renumber", Takes::Nothing),
    ('s', "number-separator", Takes::Argument),
    ('v', "starting-line-number", Takes::Argument),
    ('w', "number-width", Takes::Argument),
];

/// The options admitted.
pub const ADMITTED: &str =
    "-b, -f, -h STYLE, -d CC, -i, -l, -v, -w N, -n FORMAT, -p, -s STRING [FILE...]";

/// Which lines are numbered.
enum Style {
    All,
    NotEmpty,
    None,
    Matching(Box<Regex>),
}

impl Style {
    fn parse(text: &[u8], utf8: bool) -> Plan<Self> {
        match text.split_first() {
            Some((b'a', _)) => Ok(Style::All),
            Some((b't', _)) => Ok(Style::NotEmpty),
            Some((b'n', _)) => Ok(Style::None),
            Some((b'p', pattern)) => {
                let options = RegexOptions { utf8, ..RegexOptions::regcomp(false) };
                let regex = Regex::new(pattern, options);
                let regex = regex.map_err(|_| "a pattern to complain about")?;
                match regex.repeats_anchor() {
                    true => Err("an anchor that is repeated"),
                    false => Ok(Style::Matching(Box::new(regex))),
                }
            }
            _ => Err("a style to complain about"),
        }
    }
}

#[derive(Clone, Copy)]
enum Format {
    Left,
    Right,
    Zeros,
}

struct Nl<'a> {
    operands: Vec<&'a [u8]>,
    /// Of header, body and footer.
    styles: [Style; 3],
    section: Vec<u8>,
    increment: i64,
    join: i64,
    format: Format,
    renumber: bool,
    separator: &'a [u8],
    first: i64,
    width: usize,
}

fn integer(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix(b"-") {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let size = i64::try_from(number::plain(digits)?).ok()?;
    Some(if negative { -size } else { size })
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Plan<Nl<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    if parsed.has_repeated_value() {
        return Err("an option given twice");
    }
    let style = |letter: char, default: &'static [u8]| {
        let text = parsed.value(letter).unwrap_or(default);
        locale::check_sets(context, [text])?;
        Style::parse(text, context.utf8)
    };
    let count = |letter: char, default: i64, least: i64| match parsed.value(letter) {
        None => Ok(default),
        Some(text) => {
            integer(text).filter(|value| *value >= least).ok_or("a number to complain about")
        }
    };
    let section = match parsed.value('d') {
        None => b"\\:".to_vec(),
        // The second byte stays.
        Some(&[byte]) => vec![byte, b':'],
        Some(text) => text.to_vec(),
    };
    let format = match parsed.value('n') {
        None | Some(b"rn") => Format::Right,
        Some(b"ln") => Format::Left,
        Some(b"rz") => Format::Zeros,
        Some(_) => return Err("a format to complain about"),
    };
    let width = usize::try_from(count('w', 6, 1)?).ok().filter(|width| *width < 1 << 20);
    let nl = Nl {
        styles: [style('h', b"n")?, style('b', b"t")?, style('f', b"n")?],
        section,
        increment: count('i', 1, i64::MIN)?,
        join: count('l', 1, 1)?,
        format,
        renumber: !parsed.has('p'),
        separator: parsed.value('s').unwrap_or(b"\t"),
        first: count('v', 1, i64::MIN)?,
        width: width.ok_or("a width that is not reproduced")?,
        operands: if parsed.operands.is_empty() { vec![b"-"] } else { parsed.operands },
    };
    Ok(nl)
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(context, arguments), run)
}

/// Carries out a plan of nl: its exit status.
fn run(context: &mut Context<'_>, plan: Nl<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let mut state = State { section: 1, line: Some(plan.first), blank: 0, cache: Cache::new() };
    let (mut status, mut errno) = (0, None);
    for name in &plan.operands {
        let result = stream::open(context, name).map_err(Failure::Read).and_then(|file| {
            plan.number_file(Reader::within(context, file), &mut state, &mut output)
        });
        if let Err(error) = stream::look_at_lines(context, &mut output) {
            return context.write_error(&errno.unwrap_or(error), 1);
        }
        match result {
            Ok(()) => {}
            Err(Failure::Overflow) => {
                stream::complain(context, &mut output, b"line number overflow");
                return stream::finish(context, &mut output, 1);
            }
            Err(Failure::Write(error)) => return context.write_error(&error, 1),
            Err(Failure::Read(error)) => {
                if let Some(exit) = context.signal_of(&error) {
                    return exit;
                }
                let is_late = output.has_failed();
                stream::file_error(context, &mut output, name, &error);
                if is_late {
                    errno = Some(error);
                }
                status = 1;
            }
        }
    }
    stream::finish(context, &mut output, status)
}

enum Failure {
    Read(io::Error),
    Write(io::Error),
    Overflow,
}

/// Where the numbering stands, across files.
struct State {
    /// Header, body or footer.
    section: usize,
    /// The next number; None past the largest.
    line: Option<i64>,
    /// Empty lines in a row.
    blank: i64,
    cache: Cache,
}

impl Nl<'_> {
    fn number_file(
        &self,
        mut reader: Reader,
        state: &mut State,
        output: &mut Writer,
    ) -> Result<(), Failure> {
        while let Some(line) = reader.line(b'\n').map_err(Failure::Read)? {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            if let Some(section) = self.begins(line) {
                state.section = section;
                if self.renumber {
                    state.line = Some(self.first);
                }
                output.buffer.push(b'\n');
            } else {
                if self.is_numbered(line, state) {
                    let number = state.line.ok_or(Failure::Overflow)?;
                    self.put_number(number, &mut output.buffer);
                    state.line = number.checked_add(self.increment);
                } else {
                    let blanks = self.width + self.separator.len();
                    output.buffer.extend(std::iter::repeat_n(b' ', blanks));
                }
                output.buffer.extend_from_slice(line);
                output.buffer.push(b'\n');
            }
            output.check().map_err(Failure::Write)?;
        }
        Ok(())
    }

    /// The section that a line begins, if it does.
    fn begins(&self, line: &[u8]) -> Option<usize> {
        let length = self.section.len();
        if line.len() < 2 || length < 2 || line[..2] != self.section[..2] {
            return None;
        }
        let times = (1..=3).find(|times| line.len() == length * times)?;
        line.chunks(length).all(|part| part == self.section).then_some(3 - times)
    }

    fn is_numbered(&self, line: &[u8], state: &mut State) -> bool {
        match &self.styles[state.section] {
            Style::All if self.join > 1 => {
                if line.is_empty() {
                    state.blank += 1;
                    if state.blank != self.join {
                        return false;
                    }
                }
                state.blank = 0;
                true
            }
            Style::All => true,
            Style::NotEmpty => !line.is_empty(),
            Style::None => false,
            Style::Matching(regex) => regex.is_match(&mut state.cache, line),
        }
    }

    fn put_number(&self, line: i64, out: &mut Vec<u8>) {
        let mut digits = Vec::with_capacity(20);
        number::append(&mut digits, line.unsigned_abs());
        let sign = usize::from(line < 0);
        let missing = self.width.saturating_sub(digits.len() + sign);
        if let Format::Right = self.format {
            out.extend(std::iter::repeat_n(b' ', missing));
        }
        if line < 0 {
            out.push(b'-');
        }
        if let Format::Zeros = self.format {
            out.extend(std::iter::repeat_n(b'0', missing));
        }
        out.extend_from_slice(&digits);
        if let Format::Left = self.format {
            out.extend(std::iter::repeat_n(b' ', missing));
        }
        out.extend_from_slice(self.separator);
    }
}
