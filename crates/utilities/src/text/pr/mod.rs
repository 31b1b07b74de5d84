//! pr: text in pages (POSIX XCU pr; GNU coreutils manual, pr(1)).
//!
//! The options become a `Layout`; `pages` puts text into it.

mod pages;

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::files::date;
use crate::options::{self, Parsed, Takes};
use crate::system::date::zone::Zone;
use crate::{Change, Context, Decision, Exit};
use pages::{Failure, Pages};
use rustix::fs::{FileType, Stat};

// No letter: it has a long name only.
const COLUMNS: char = '\u{100}';
const PAGES: char = '\u{101}';

const OPTIONS: &[options::Option_] = &[
    ('0', "", Takes::Nothing),
    ('1', "", Takes::Nothing),
    ('2', "", Takes::Nothing),
    ('3', "", Takes::Nothing),
    ('4', "", Takes::Nothing),
    ('5', "", Takes::Nothing),
    ('6', "", Takes::Nothing),
    ('7', "", Takes::Nothing),
    ('8', "", Takes::Nothing),
    ('9', "", Takes::Nothing),
    ('a', "across", Takes::Nothing),
    ('c', "show-control-chars", Takes::Nothing),
    ('d', "double-space", Takes::Nothing),
    ('e', "expand-tabs", Takes::Optional),
    ('F', "form-feed", Takes::Nothing),
    ('f', "", Takes::Nothing),
    ('h', "header", Takes::Argument),
    ('i', "output-tabs", Takes::Optional),
    ('J', "join-lines", Takes::Nothing),
    ('l', "length", Takes::Argument),
    ('m', "merge", Takes::Nothing),
    ('n', "number-lines", Takes::Optional),
    ('N', "first-line-number", Takes::Argument),
    ('o', "indent", Takes::Argument),
    ('r', "no-file-warnings", Takes::Nothing),
    ('s', "separator", Takes::Optional),
    ('S', "sep-string", Takes::Optional),
    ('t', "omit-header", Takes::Nothing),
    ('T', "omit-pagination", Takes::Nothing),
    ('v', "show-nonprinting", Takes::Nothing),
    ('w', "width", Takes::Argument),
    ('W', "page-width", Takes::Argument),
    (COLUMNS, "columns", Takes::Argument),
    (PAGES, "pages", Takes::Argument),
];

/// The options admitted.
pub const ADMITTED: &str = "-COLUMNS +FIRST[:LAST] -a -c -d -f -F -J -m -r -t -T -v, -e[C[N]], -h TEXT, \
    -i[C[N]], -l N, -n[C[N]], -N N, -o N, -s[C], -S[TEXT], -w N, -W N [FILE...]";

/// Lines of a header, and of a footer.
const EXTREMITY: u64 = 5;
/// Columns of a page, unless an option says so.
const WIDTH: u64 = 72;
/// What a tab of the input or the output is wide, unless an option says so.
const TAB: (u8, isize) = (b'\t', 8);
/// The most of a length, a width, an indent and digits that is reproduced.
const MOST: u64 = 1000;

/// In which order columns are filled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Filling {
    /// There is one.
    Single,
    /// One after the other, to the same length.
    Down,
    /// Line by line.
    Across,
    /// Each by a file of its own.
    Parallel,
}

/// What is shown of bytes that are not printable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unprintable {
    AsItIs,
    /// `^A`, and octal beyond ASCII.
    Caret,
    Octal,
}

/// How lines are numbered.
#[derive(Clone, Copy)]
struct Numbering {
    /// The byte behind a number.
    separator: u8,
    digits: usize,
    /// What both take.
    width: isize,
}

/// How pages look.
struct Layout<'a> {
    /// Whether pages have headers and footers.
    has_extremities: bool,
    /// Whether form feeds of the input are kept where they do not end a page with a footer.
    keeps_feeds: bool,
    /// Whether a page ends with a form feed.
    ends_by_feed: bool,
    doubles: bool,
    /// Lines of a page between header and footer, without those between lines.
    body: u64,
    header: Option<&'a [u8]>,
    numbers: Option<Numbering>,
    /// The number of the first line, if it was said.
    first_number: Option<u64>,
    indent: isize,
    filling: Filling,
    columns: usize,
    /// What a line of a page is wide, and a column of it.
    width: usize,
    column_width: isize,
    /// Whether lines that are too long for their column are cut.
    cuts: bool,
    /// What is between columns; None where nothing is looked for.
    separator: Option<&'a [u8]>,
    /// The byte that is a tab of the input, beside the tab, and its width.
    input_tab: (u8, isize),
    expands: bool,
    /// The byte for runs of blanks, and its width.
    output_tab: (u8, isize),
    compresses: bool,
    unprintable: Unprintable,
    first_page: u64,
    last_page: u64,
}

struct Request<'a> {
    layout: Layout<'a>,
    warns: bool,
    names: Vec<&'a [u8]>,
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Plan<Request<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let has_both = |one, other| parsed.has(one) && parsed.has(other);
    if parsed.has_repeated_value() || has_both('t', 'T') || has_both('w', 'W') {
        return Err("an option given twice");
    }
    let mut names = parsed.operands.clone();
    let range = page_range(arguments, &parsed, &mut names)?;
    let layout = layout(arguments, &parsed, names.len(), range)?;
    if names.is_empty() {
        names.push(b"-");
    }
    let is_plain = |text: &[u8]| text.iter().all(|byte| (b' '..=b'~').contains(byte));
    if layout.has_extremities {
        if !layout.header.is_none_or(is_plain) || !names.iter().all(|name| is_plain(name)) {
            return Err("a header with other characters");
        }
        if Zone::of(context).is_none() {
            return Err("a time zone that is not reproduced");
        }
    }
    if layout.filling == Filling::Parallel && names.iter().filter(|name| **name == b"-").count() > 1
    {
        return Err("standard input beside itself");
    }
    if !names.iter().all(|name| is_readable(context, name)) {
        return Err("a file that is not plain");
    }
    Ok(Request { layout, warns: !parsed.has('r'), names })
}

/// The pages that are chosen, by an option or by an operand, which is taken from the names.
fn page_range(
    arguments: &[&[u8]],
    parsed: &Parsed<'_>,
    names: &mut Vec<&[u8]>,
) -> Plan<(u64, u64)> {
    let chosen = |name: &&[u8]| name.starts_with(b"+");
    let text = match (parsed.value(PAGES), names.iter().position(chosen)) {
        (None, None) => return Ok((1, u64::MAX)),
        (Some(text), None) => text,
        (None, Some(at)) if !arguments.contains(&&b"--"[..]) => &names.remove(at)[1..],
        _ => return Err("pages that are chosen twice"),
    };
    let colon = byte_search::memchr(b':', text);
    let first = number::plain(&text[..colon.unwrap_or(text.len())]);
    let last = colon.map_or(Some(u64::MAX), |at| number::plain(&text[at + 1..]));
    match (first, last) {
        (Some(first), Some(last)) if first > 0 && first <= last && !names.iter().any(chosen) => {
            Ok((first, last))
        }
        _ => Err("pages to complain about"),
    }
}

/// How many columns an option asks for.
fn column_count(arguments: &[&[u8]], parsed: &Parsed<'_>) -> Plan<Option<u64>> {
    let digits = parsed.options.iter().filter(|(letter, _)| letter.is_ascii_digit());
    let digits: Vec<u8> = digits.map(|(letter, _)| *letter as u8).collect();
    let text = match (parsed.value(COLUMNS), &digits[..]) {
        (text, []) => text,
        (None, [_]) => Some(&digits[..]),
        // Digits of options that stand apart are not one number.
        (None, _) if arguments.contains(&&[b"-", &digits[..]].concat()[..]) => Some(&digits[..]),
        _ => return Err("columns that are said twice"),
    };
    let Some(text) = text else { return Ok(None) };
    let count = number::plain(text).filter(|count| (1..MOST).contains(count));
    count.map(Some).ok_or("a number to complain about")
}

fn layout<'a>(
    arguments: &[&[u8]],
    parsed: &Parsed<'a>,
    files: usize,
    (first_page, last_page): (u64, u64),
) -> Plan<Layout<'a>> {
    let counted = |letter: char, default: u64, least: u64| {
        let count = parsed.value(letter).map_or(Some(default), number::plain);
        count.filter(|count| (least..MOST).contains(count)).ok_or("a number to complain about")
    };
    let asked = column_count(arguments, parsed)?;
    let is_parallel = parsed.has('m');
    if is_parallel && (asked.is_some() || parsed.has('a')) {
        return Err("columns of files and of one");
    }
    let columns = match is_parallel {
        true => files.max(1),
        false => asked.unwrap_or(1) as usize,
    };
    let filling = match columns {
        _ if is_parallel && files > 0 => Filling::Parallel,
        1 => Filling::Single,
        _ if parsed.has('a') => Filling::Across,
        _ => Filling::Down,
    };
    let lines = counted('l', 66, 1)?;
    let body = lines.checked_sub(2 * EXTREMITY).filter(|body| *body > 0);
    let omits = parsed.has('t') || parsed.has('T');
    let body = body.filter(|_| !omits);
    let doubles = parsed.has('d');
    if doubles && body.unwrap_or(lines) < 2 {
        return Err("pages without a line");
    }
    let numbers = match parsed.has('n') {
        true => Some(numbering(parsed.value('n'))?),
        false => None,
    };
    let first_number = match parsed.value('N') {
        None => None,
        Some(text) => {
            let first = number::plain(text).filter(|first| *first < 1_000_000_000);
            Some(first.ok_or("a number to complain about")?)
        }
    };
    let width = counted(if parsed.has('W') { 'W' } else { 'w' }, WIDTH, 1)?;
    let sides = Sides::of(parsed, is_parallel || asked.is_some(), columns);
    let separator = sides.separator.unwrap_or_default().len();
    let number_width =
        numbers.filter(|_| filling == Filling::Parallel).map_or(0, |numbers| numbers.width);
    let useful = width as isize - number_width - ((columns - 1) * separator) as isize;
    let column_width = useful / columns as isize;
    if column_width < 1 {
        return Err("columns without width");
    }
    Ok(Layout {
        has_extremities: body.is_some(),
        keeps_feeds: parsed.has('t') || lines <= 2 * EXTREMITY,
        ends_by_feed: parsed.has('f') || parsed.has('F'),
        doubles,
        body: body.unwrap_or(lines) / if doubles { 2 } else { 1 },
        header: parsed.value('h'),
        numbers,
        first_number,
        indent: counted('o', 0, 0)? as isize,
        filling,
        columns,
        width: width as usize,
        column_width,
        cuts: sides.cuts,
        separator: sides.separator,
        input_tab: tab(parsed.value('e'))?,
        expands: sides.expands || parsed.has('e'),
        output_tab: tab(parsed.value('i'))?,
        compresses: columns > 1 || parsed.has('i'),
        unprintable: match (parsed.has('v'), parsed.has('c')) {
            (true, _) => Unprintable::Octal,
            (false, true) => Unprintable::Caret,
            (false, false) => Unprintable::AsItIs,
        },
        first_page,
        last_page,
    })
}

/// What is beside a column: -s, -S, -w, -W and -J change what the others mean.
struct Sides<'a> {
    separator: Option<&'a [u8]>,
    cuts: bool,
    expands: bool,
}

impl<'a> Sides<'a> {
    /// `in_columns`: whether an option asks for columns.
    fn of(parsed: &Parsed<'a>, in_columns: bool, columns: usize) -> Self {
        let has_string = parsed.has('S');
        // -S wins over -s, and -W over -w.
        let is_old = parsed.has('s') && !has_string;
        let letter = if has_string { 'S' } else { 's' };
        let text = parsed.value(letter).unwrap_or_default();
        let mut uses_separator = has_string;
        let mut cuts = parsed.has('W');
        let mut joins = parsed.has('J');
        if parsed.has('w') && !cuts {
            match in_columns {
                true => (cuts, uses_separator) = (true, uses_separator || is_old),
                false => joins = true,
            }
        } else if is_old && in_columns {
            match cuts {
                true => uses_separator = true,
                false => (joins, uses_separator) = (true, !text.is_empty()),
            }
        }
        let mut separator = uses_separator.then_some(text);
        let mut expands = false;
        if columns > 1 {
            separator = match separator {
                None if joins => Some(b"\t"),
                None => Some(b" "),
                Some(b"\t") if !joins => Some(b" "),
                said => said,
            };
            cuts = true;
            expands = separator != Some(b"\t");
        }
        Self { separator, cuts: cuts && !joins, expands }
    }
}

/// Reads what is behind -n: a byte and digits, one of them or both.
fn numbering(text: Option<&[u8]>) -> Plan<Numbering> {
    let (separator, digits) = byte_and_number(text, (b'\t', 5))?;
    let width = match separator {
        b'\t' => digits + TAB.1 - digits % TAB.1,
        _ => digits + 1,
    };
    match digits < 20 {
        true => Ok(Numbering { separator, digits: digits as usize, width }),
        false => Err("digits to complain about"),
    }
}

/// Reads what is behind -e and -i: a byte and its width, one of them or both.
fn tab(text: Option<&[u8]>) -> Plan<(u8, isize)> {
    byte_and_number(text, TAB)
}

fn byte_and_number(text: Option<&[u8]>, usual: (u8, isize)) -> Plan<(u8, isize)> {
    let (byte, digits) = match text.and_then(<[u8]>::split_first) {
        None => return Ok(usual),
        Some((first, rest)) if !first.is_ascii_digit() => (*first, rest),
        Some(_) => (usual.0, text.unwrap_or_default()),
    };
    if digits.is_empty() {
        return Ok((byte, usual.1));
    }
    let number = number::plain(digits).filter(|number| (1..MOST).contains(number));
    number.map(|number| (byte, number as isize)).ok_or("a number to complain about")
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
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(context, arguments), run)
}

/// Runs it.
fn run(context: &mut Context<'_>, plan: Request<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let mut status = 0;
    let at_once = if plan.layout.filling == Filling::Parallel { plan.names.len() } else { 1 };
    for names in plan.names.chunks(at_once) {
        let mut files = Vec::new();
        for name in names {
            match stream::open(context, name) {
                Ok(file) => files.push((*name, Reader::within(context, file))),
                Err(error) => {
                    if plan.warns {
                        stream::file_error(context, &mut output, name, &error);
                    }
                    status = 1;
                }
            }
        }
        let Some((name, reader)) = files.first() else { continue };
        let name = if plan.layout.filling == Filling::Parallel { &b"-"[..] } else { *name };
        let header = header_of(context, &plan.layout, name, reader);
        let result = Pages::new(&plan.layout, header, files, &mut output).put_all();
        // It looks behind an empty file, too.
        let met = stream::look_at_lines(context, &mut output).err();
        let met = met.or(output.failure().filter(|_| context.has(Change::LinesAreLookedAt)));
        if let Some(error) = met {
            return context.write_error(&error, 1);
        }
        match result {
            Ok(None) => {}
            Ok(Some(count)) => {
                let first = plan.layout.first_page;
                let text = format!("starting page number {first} exceeds page count {count}");
                stream::complain(context, &mut output, text.as_bytes());
            }
            Err(Failure::Write(error)) => return context.write_error(&error, 1),
            Err(Failure::Read(name, error)) => {
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

/// The time and the text of headers.
fn header_of<'a>(
    context: &Context<'_>,
    layout: &Layout<'a>,
    name: &'a [u8],
    reader: &Reader,
) -> (String, &'a [u8]) {
    let time = match name {
        b"-" => date::now().tv_sec,
        _ => reader.file().stat().map_or_else(|| date::now().tv_sec, |stat| stat.st_mtime),
    };
    let at = date::local(&Zone::of(context).unwrap_or_else(Zone::utc), time);
    let (year, month, day) = (at.year, at.month, at.day);
    let time = format!("{year}-{month:02}-{day:02} {:02}:{:02}", at.hour, at.minute);
    (time, layout.header.unwrap_or(if name == b"-" { b"" } else { name }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_numbers() {
        let read = |text: &[u8]| byte_and_number(Some(text), (b'\t', 5));
        assert_eq!(byte_and_number(None, TAB), Ok(TAB));
        assert_eq!(read(b"3"), Ok((b'\t', 3)));
        assert_eq!(read(b":"), Ok((b':', 5)));
        assert_eq!(read(b":12"), Ok((b':', 12)));
        assert!(read(b"0").is_err() && read(b":x").is_err());
        assert!(numbering(Some(b"20")).is_err());
    }
}
