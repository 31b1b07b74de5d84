//! pr: text in pages (POSIX XCU pr; GNU coreutils manual, pr(1)).
//!
//! In one column: what has several, and pages that are chosen, are the installed one's.

use super::stream::{self, Reader, Writer};
use super::{Plan, admission, number};
use crate::files::date;
use crate::options::{self, Takes};
use crate::system::date::zone::Zone;
use crate::{Admission, Context, Exit};
use rustix::fs::{FileType, Stat};
use std::io;

const OPTIONS: &[options::Option_] = &[
    ('d', "double-space", Takes::Nothing),
    ('F', "form-feed", Takes::Nothing),
    ('f', "", Takes::Nothing),
    ('h', "header", Takes::Argument),
    ('l', "length", Takes::Argument),
    ('n', "number-lines", Takes::Optional),
    ('o', "indent", Takes::Argument),
    ('r', "no-file-warnings", Takes::Nothing),
    ('t', "omit-header", Takes::Nothing),
    ('T', "omit-pagination", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str = "-d -f -F -r -t -T, -h TEXT, -l N, -n[C[N]], -o N [FILE...]";

const FORM_FEED: u8 = b'\x0c';

/// Lines of a header, and of a footer.
const EXTREMITY: u64 = 5;
/// Columns of a header.
const WIDTH: usize = 72;
/// The most of a length, an indent and digits that is reproduced.
const MOST: u64 = 1000;

struct Request<'a> {
    /// Whether pages have headers and footers.
    has_extremities: bool,
    /// Whether form feeds of the input are kept where they do not end a page with a footer.
    keeps_feeds: bool,
    /// Whether a page ends with a form feed.
    ends_by_feed: bool,
    doubles: bool,
    /// Lines of a page between header and footer.
    body: u64,
    header: Option<&'a [u8]>,
    /// The byte behind the number of a line, and the digits of that.
    numbers: Option<(u8, usize)>,
    indent: usize,
    warns: bool,
    names: Vec<&'a [u8]>,
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Plan<Request<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    if parsed.has_repeated_value() || parsed.has('t') && parsed.has('T') {
        return Err("an option given twice");
    }
    let counted = |letter: char, default: u64, least: u64| {
        let count = parsed.value(letter).map_or(Some(default), number::plain);
        count.filter(|count| (least..MOST).contains(count)).ok_or("a number to complain about")
    };
    let numbers = match parsed.options.iter().rev().find(|(letter, _)| *letter == 'n') {
        None => None,
        Some((_, value)) => Some(numbering(value.unwrap_or_default())?),
    };
    let lines = counted('l', 66, 1)?;
    let body = lines.checked_sub(2 * EXTREMITY).filter(|body| *body > 0);
    let omits = parsed.has('t') || parsed.has('T');
    let doubles = parsed.has('d');
    let body = body.filter(|_| !omits);
    let names = if parsed.operands.is_empty() { vec![&b"-"[..]] } else { parsed.operands.clone() };
    if names.iter().any(|name| name.starts_with(b"+")) {
        return Err("pages that are chosen");
    }
    let is_plain = |text: &[u8]| text.iter().all(|byte| (b' '..=b'~').contains(byte));
    if body.is_some() {
        if !parsed.value('h').is_none_or(is_plain) || !names.iter().all(|name| is_plain(name)) {
            return Err("a header with other characters");
        }
        if Zone::of(context).is_none() {
            return Err("a time zone that is not reproduced");
        }
    }
    if !names.iter().all(|name| is_readable(context, name)) {
        return Err("a file that is not plain");
    }
    if doubles && body.unwrap_or(lines) < 2 {
        return Err("pages without a line");
    }
    Ok(Request {
        has_extremities: body.is_some(),
        keeps_feeds: parsed.has('t') || lines <= 2 * EXTREMITY,
        ends_by_feed: parsed.has('f') || parsed.has('F'),
        doubles,
        body: body.unwrap_or(lines),
        header: parsed.value('h'),
        numbers,
        indent: counted('o', 0, 0)? as usize,
        warns: !parsed.has('r'),
        names,
    })
}

/// Reads what is behind -n: a byte and digits, one of them or both.
fn numbering(text: &[u8]) -> Plan<(u8, usize)> {
    let (separator, digits) = match text.split_first() {
        Some((first, rest)) if !first.is_ascii_digit() => (*first, rest),
        _ => (b'\t', text),
    };
    let digits = if digits.is_empty() { Some(5) } else { number::plain(digits) };
    let digits = digits.filter(|digits| (1..20).contains(digits));
    Ok((separator, digits.ok_or("digits to complain about")? as usize))
}

/// Whether a file is of the kinds that are read as usual, or cannot be opened.
fn is_readable(context: &Context<'_>, name: &[u8]) -> bool {
    let stat = context.status_of_operand(name);
    let is_usual = |stat: &Stat| {
        let kind = FileType::from_raw_mode(stat.st_mode);
        kind.is_file() || name == b"-" && !kind.is_dir()
    };
    stat.as_ref().is_none_or(is_usual)
}

/// Decides on the arguments.
pub fn admit(context: &Context<'_>, arguments: &[&[u8]]) -> Admission {
    admission(context, plan(context, arguments))
}

/// Runs it.
pub fn run(context: &mut Context<'_>, arguments: &[&[u8]]) -> Exit {
    let plan = match plan(context, arguments) {
        Ok(plan) => plan,
        Err(reason) => return context.cannot_run(reason, 1),
    };
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let mut status = 0;
    for name in &plan.names {
        let file = match stream::open(context, name) {
            Ok(file) => file,
            Err(error) => {
                if plan.warns {
                    stream::file_error(context, &mut output, name, &error);
                }
                status = 1;
                continue;
            }
        };
        let time = match *name {
            b"-" => date::now().tv_sec,
            _ => file.stat().map_or_else(|| date::now().tv_sec, |stat| stat.st_mtime),
        };
        let mut pages = Pages {
            plan: &plan,
            header: plan.header_of(context, name, time),
            reader: Reader::within(context, file),
            output: &mut output,
            page: 0,
            line: 0,
            was_full: false,
        };
        match pages.put_all() {
            Ok(()) => {}
            Err(Failure::Write(error)) => return context.write_error(&error, 1),
            Err(Failure::Read(error)) => {
                if let Some(exit) = context.signal_of(&error) {
                    return exit;
                }
                stream::file_error(context, &mut output, name, &error);
                return Exit::FAILURE;
            }
        }
    }
    stream::finish(context, &mut output, status)
}

/// Why not all was shown.
enum Failure {
    Read(io::Error),
    Write(io::Error),
}

/// How a line of the input ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Newline,
    /// With the page.
    Feed,
    Input,
}

struct Pages<'p, 'a> {
    plan: &'p Request<'a>,
    /// The time and the text of headers.
    header: (String, &'a [u8]),
    reader: Reader,
    output: &'p mut Writer,
    page: u64,
    line: u64,
    /// Whether the last page had all its lines: a form feed that follows belongs to its end.
    was_full: bool,
}

impl<'a> Request<'a> {
    fn header_of(&self, context: &Context<'_>, name: &'a [u8], time: i64) -> (String, &'a [u8]) {
        let at = date::local(&Zone::of(context).unwrap_or_else(Zone::utc), time);
        let (year, month, day) = (at.year, at.month, at.day);
        let time = format!("{year}-{month:02}-{day:02} {:02}:{:02}", at.hour, at.minute);
        (time, self.header.unwrap_or(if name == b"-" { b"" } else { name }))
    }
}

impl Pages<'_, '_> {
    fn put_all(&mut self) -> Result<(), Failure> {
        while !self.reader.at_end().map_err(Failure::Read)? {
            self.page += 1;
            self.put_page()?;
        }
        Ok(())
    }

    /// Writes a page: up to its length, a form feed or the end of the input.
    fn put_page(&mut self) -> Result<(), Failure> {
        let plan = self.plan;
        let mut left = if plan.doubles { plan.body / 2 * 2 } else { plan.body };
        let mut has_lines = false;
        if std::mem::take(&mut self.was_full) && self.takes_feed()? {
            self.takes_newline()?;
        }
        while left > 0 {
            let (is_line, ending) = if self.takes_feed()? {
                // The line of a page that has none.
                (plan.has_extremities && !has_lines, Ending::Feed)
            } else if self.reader.at_end().map_err(Failure::Read)? {
                (false, Ending::Input)
            } else {
                (true, Ending::Newline)
            };
            if is_line && !std::mem::replace(&mut has_lines, true) {
                self.put_header();
            }
            let ending = match ending {
                Ending::Newline => self.put_line()?,
                other => other,
            };
            if is_line {
                left -= 1;
                self.output.put(b"\n").map_err(Failure::Write)?;
            }
            let is_over = ending != Ending::Newline;
            if plan.doubles && has_lines && (plan.has_extremities || !is_over) {
                left -= 1;
                self.output.put(b"\n").map_err(Failure::Write)?;
            }
            self.was_full = left == 0 && !is_over;
            if ending == Ending::Feed {
                self.takes_newline()?;
                if !plan.has_extremities && plan.keeps_feeds {
                    self.output.buffer.push(FORM_FEED);
                }
            }
            if is_over {
                break;
            }
        }
        if has_lines && plan.has_extremities {
            match plan.ends_by_feed {
                true => self.output.buffer.push(FORM_FEED),
                false => repeat(self.output, b'\n', (left + EXTREMITY) as usize),
            }
        }
        self.output.check().map_err(Failure::Write)
    }

    /// Passes a form feed, if it is next.
    fn takes_feed(&mut self) -> Result<bool, Failure> {
        self.takes(FORM_FEED)
    }

    /// Passes the newline behind a form feed.
    fn takes_newline(&mut self) -> Result<bool, Failure> {
        self.takes(b'\n')
    }

    fn takes(&mut self, byte: u8) -> Result<bool, Failure> {
        self.reader.take_if(byte).map_err(Failure::Read)
    }

    /// Writes a line without its end; how it ended.
    fn put_line(&mut self) -> Result<Ending, Failure> {
        let plan = self.plan;
        repeat(self.output, b' ', plan.indent);
        if let Some((separator, digits)) = plan.numbers {
            self.line += 1;
            let shown = self.line % 10_u64.pow(digits as u32);
            match shown == self.line {
                true => number::append_padded(&mut self.output.buffer, shown, digits),
                false => self.output.buffer.extend(format!("{shown:0digits$}").bytes()),
            }
            self.output.buffer.push(separator);
        }
        loop {
            let part = self.reader.up_to(*b"\n\x0c").map_err(Failure::Read)?;
            let (text, ending) = match part {
                [] => return Ok(Ending::Input),
                [text @ .., b'\n'] => (text, Some(Ending::Newline)),
                [text @ .., b'\x0c'] => (text, Some(Ending::Feed)),
                text => (text, None),
            };
            self.output.put(text).map_err(Failure::Write)?;
            if let Some(ending) = ending {
                return Ok(ending);
            }
        }
    }

    /// Writes what is above the lines of a page, where there is something.
    fn put_header(&mut self) {
        if !self.plan.has_extremities {
            return;
        }
        let (time, text) = &self.header;
        let page = format!("Page {}", self.page);
        let room = WIDTH.saturating_sub(time.len() + text.len() + page.len());
        let (left, right) = ((room / 2).max(1), (room - room / 2).max(1));
        repeat(self.output, b' ', self.plan.indent);
        self.output.buffer.extend_from_slice(b"\n\n");
        repeat(self.output, b' ', self.plan.indent);
        self.output.buffer.extend_from_slice(time.as_bytes());
        repeat(self.output, b' ', left);
        self.output.buffer.extend_from_slice(text);
        repeat(self.output, b' ', right);
        self.output.buffer.extend_from_slice(page.as_bytes());
        self.output.buffer.extend_from_slice(b"\n\n\n");
    }
}

fn repeat(output: &mut Writer, byte: u8, count: usize) {
    output.buffer.extend(std::iter::repeat_n(byte, count));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numberings() {
        assert_eq!(numbering(b""), Ok((b'\t', 5)));
        assert_eq!(numbering(b"3"), Ok((b'\t', 3)));
        assert_eq!(numbering(b":"), Ok((b':', 5)));
        assert_eq!(numbering(b":12"), Ok((b':', 12)));
        assert!(numbering(b"0").is_err() && numbering(b":x").is_err());
    }
}
