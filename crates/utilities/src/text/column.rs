//! column: lists in columns, and tables (column(1) of util-linux).
//!
//! All of the input is read before anything is written. Text that has more than ASCII's printable
//! characters is aligned by the C library's widths: the installed one is launched then, with what
//! has been read as its standard input.

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::system::launched;
use crate::{Context, Decision, Exit, message};
use rustix::fs::{AtFlags, FileType};
use stage::OpenFile;
use std::io;

/// The options admitted.
pub const ADMITTED: &str = "-t -x, -c WIDTH, -s SEPARATORS, -o TEXT [FILE...] (ASCII)";

const OPTIONS: &[options::Option_] = &[
    ('c', "output-width", Takes::Argument),
    ('o', "output-separator", Takes::Argument),
    ('s', "separator", Takes::Argument),
    ('t', "table", Takes::Nothing),
    ('x', "fillrows", Takes::Nothing),
];

/// Cells of a tab.
const TAB: usize = 8;

struct Request<'a> {
    arguments: Vec<&'a [u8]>,
    table: bool,
    by_rows: bool,
    width: usize,
    /// None for runs of blanks.
    separators: Option<&'a [u8]>,
    between: &'a [u8],
    names: Vec<&'a [u8]>,
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Plan<Request<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let (table, by_rows) = (parsed.has('t'), parsed.has('x'));
    if table && by_rows || parsed.has_repeated_value() {
        return Err("options that contradict each other");
    }
    let is_text = |text: &[u8]| !text.is_empty() && is_plain(text);
    let (separators, between) = (parsed.value('s'), parsed.value('o').unwrap_or(b"  "));
    if !separators.is_none_or(is_text) || !is_text(between) {
        return Err("a separator that is no text");
    }
    let is_terminal =
        |file: &Option<std::rc::Rc<OpenFile>>| file.as_ref().is_some_and(|it| it.is_terminal());
    let columns = context.variables.get(b"COLUMNS");
    let width = match (parsed.value('c'), columns.as_deref()) {
        (Some(width), _) => number::plain(width),
        (None, _) if is_terminal(&context.stdout) => None,
        (None, Some(width)) if !width.is_empty() => number::plain(width).filter(|it| *it > 0),
        _ => Some(80),
    };
    let width = width.filter(|width| *width < 1 << 31).ok_or("a width of its own")? as usize;
    let names = parsed.operands;
    let is_other = |name: &&[u8]| {
        let found = stage::door::statat(context.directory, *name, AtFlags::empty());
        found.is_ok_and(|stat| {
            !matches!(
                FileType::from_raw_mode(stat.st_mode),
                FileType::RegularFile | FileType::Directory
            )
        })
    };
    if names.iter().any(is_other) {
        return Err("a file that cannot be read again");
    }
    if !context.host.can_launch(&[]) || context.variables.get(b"PATH").is_none() {
        return Err("nothing can be launched for other text");
    }
    let arguments = arguments.to_vec();
    Ok(Request { arguments, table, by_rows, width, separators, between, names })
}

/// Whether a text has printable characters of ASCII, tabs and newlines only.
fn is_plain(text: &[u8]) -> bool {
    text.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n'))
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(context, arguments), run)
}

/// Carries out a plan of column: its exit status.
fn run(context: &mut Context<'_>, plan: Request<'_>) -> Exit {
    let (mut text, mut failed) = (Vec::new(), Vec::new());
    let unnamed: &[&[u8]] = &[b"-"];
    let reads_input = plan.names.is_empty();
    for name in if reads_input { unnamed } else { &plan.names[..] } {
        let file = match reads_input {
            true => stream::open(context, name),
            false => context.open(name),
        };
        let file = match file {
            Ok(file) => file,
            Err(error) => {
                failed.push([*name, b": ", message::reason(&error).as_bytes()].concat());
                continue;
            }
        };
        if let Err(error) = Reader::within(context, file).read_rest(&mut text) {
            if let Some(exit) = context.signal_of(&error) {
                return exit;
            }
            failed.iter().for_each(|text| context.error(text));
            context.error(format!("read failed: {}", message::reason(&error)));
            return Exit::FAILURE;
        }
        // A line ends with its file.
        if text.last().is_some_and(|last| *last != b'\n') {
            text.push(b'\n');
        }
    }
    if !is_plain(&text) {
        let input = reads_input.then(|| OpenFile::text(context.scheduler, text.into()));
        return launched::run_installed(context, &plan.arguments, input);
    }
    failed.iter().for_each(|text| context.error(text));
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let lines: Vec<&[u8]> =
        text.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).collect();
    let missing = failed.len() as u8;
    if lines.is_empty() {
        return Exit::Status(if plan.table { missing.min(1) } else { missing });
    }
    let put = match plan.table {
        true => plan.put_table(&lines, &mut output),
        false => plan.put_list(&lines, &mut output),
    };
    if let Err(error) = put.and_then(|()| output.flush()) {
        return stream::write_error_of_util_linux(context, &output, &error);
    }
    Exit::Status(if plan.table { 0 } else { missing.min(1) })
}

/// Columns that a text takes: tabs take none.
fn width(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte != b'\t').count()
}

impl Request<'_> {
    /// The cells of a line.
    fn cells<'t>(&self, line: &'t [u8]) -> Vec<&'t [u8]> {
        match self.separators {
            Some(separators) => line.split(|byte| separators.contains(byte)).collect(),
            None => {
                let fields = line.split(|byte| b" \t".contains(byte));
                fields.filter(|field| !field.is_empty()).collect()
            }
        }
    }

    fn put_table(&self, lines: &[&[u8]], output: &mut Writer) -> io::Result<()> {
        let mut widths: Vec<usize> = Vec::new();
        for line in lines {
            for (column, cell) in self.cells(line).into_iter().enumerate() {
                if column == widths.len() {
                    widths.push(0);
                }
                widths[column] = widths[column].max(width(cell));
            }
        }
        for line in lines {
            let cells = self.cells(line);
            for (column, most) in widths.iter().enumerate() {
                let cell = cells.get(column).copied().unwrap_or_default();
                output.buffer.extend_from_slice(cell);
                if column + 1 < widths.len() {
                    let blanks = most.saturating_sub(width(cell));
                    output.buffer.extend(std::iter::repeat_n(b' ', blanks));
                    output.buffer.extend_from_slice(self.between);
                }
            }
            output.put(b"\n")?;
        }
        Ok(())
    }

    fn put_list(&self, lines: &[&[u8]], output: &mut Writer) -> io::Result<()> {
        let longest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
        if longest >= self.width {
            for line in lines {
                output.buffer.extend_from_slice(line);
                output.put(b"\n")?;
            }
            return Ok(());
        }
        let column = (longest + TAB) / TAB * TAB;
        let columns = (self.width / column).max(1);
        let rows = lines.len().div_ceil(columns);
        // Where there is no room for one column, one row has all.
        let by_rows = if self.width < column { lines.len() } else { columns };
        let row = |number: usize| -> Vec<&[u8]> {
            match self.by_rows {
                true => lines.iter().skip(number * by_rows).take(by_rows).copied().collect(),
                false => lines.iter().skip(number).step_by(rows).copied().collect(),
            }
        };
        for number in 0..if self.by_rows { lines.len().div_ceil(by_rows) } else { rows } {
            let texts = row(number);
            let mut at = 0;
            for (place, text) in texts.iter().enumerate() {
                output.buffer.extend_from_slice(text);
                at += width(text);
                while place + 1 < texts.len() && at / TAB * TAB + TAB <= (place + 1) * column {
                    output.buffer.push(b'\t');
                    at = at / TAB * TAB + TAB;
                }
            }
            output.put(b"\n")?;
        }
        Ok(())
    }
}
