//! diff: the differences of two files (POSIX XCU diff; GNU diffutils manual, diff(1)).
//!
//! Files only: directories are left to the installed diff. The list of differences is the very
//! one that GNU diff finds; see `script`.

mod lines;
mod print;
mod script;
mod sequence;

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::locale::Locale;
use crate::options::{self, Takes};
use crate::system::date::calendar::Civil;
use crate::system::date::zone::Zone;
use crate::{Change, Context, Decision, Exit, message, quoting};
use lines::{Ignore, Space};
use rustix::fs::{AtFlags, FileType, Stat};
use std::io;

// No letter: it has a long name only.
const NORMAL: char = '\u{100}';
const COLOR: char = '\u{101}';

const OPTIONS: &[options::Option_] = &[
    ('a', "text", Takes::Nothing),
    ('b', "ignore-space-change", Takes::Nothing),
    ('c', "", Takes::Nothing),
    ('C', "context", Takes::Argument),
    ('d', "minimal", Takes::Nothing),
    ('i', "ignore-case", Takes::Nothing),
    ('L', "label", Takes::Argument),
    ('q', "brief", Takes::Nothing),
    ('s', "report-identical-files", Takes::Nothing),
    ('u', "", Takes::Nothing),
    ('U', "unified", Takes::Argument),
    ('w', "ignore-all-space", Takes::Nothing),
    ('Z', "ignore-trailing-space", Takes::Nothing),
    (NORMAL, "normal", Takes::Nothing),
    (COLOR, "color", Takes::Argument),
];

/// The options admitted.
pub const ADMITTED: &str = "-abcdiqsuwZ, -C N, -U N, -L LABEL, --normal, --color=never FILE1 FILE2";

/// Files up to this size are compared here.
const MOST: i64 = 4 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Normal,
    Unified,
    Context,
}

struct Diff<'a> {
    names: [&'a [u8]; 2],
    labels: Vec<&'a [u8]>,
    style: Style,
    context: usize,
    ignore: Ignore,
    brief: bool,
    report_identical: bool,
    text: bool,
    minimal: bool,
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Diff<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let [first, second] = parsed.operands[..] else {
        return Err("operands that are not reproduced");
    };
    let mut diff = Diff {
        names: [first, second],
        labels: Vec::new(),
        style: Style::Normal,
        context: 0,
        ignore: Ignore { case: parsed.has('i'), space: Space::Counts },
        brief: parsed.has('q'),
        report_identical: parsed.has('s'),
        text: parsed.has('a'),
        minimal: parsed.has('d'),
    };
    let mut style = None;
    for &(option, value) in &parsed.options {
        let wanted = match option {
            'u' | 'U' => Style::Unified,
            'c' | 'C' => Style::Context,
            NORMAL => Style::Normal,
            _ => {
                match (option, value) {
                    ('b', _) => diff.ignore.space = diff.ignore.space.max(Space::Amount),
                    ('w', _) => diff.ignore.space = Space::All,
                    ('Z', _) => diff.ignore.space = diff.ignore.space.max(Space::Trailing),
                    ('L', Some(label)) => diff.labels.push(label),
                    (COLOR, value) if value != Some(b"never") => return Err("colours"),
                    _ => {}
                }
                continue;
            }
        };
        let lines = match (option, value) {
            ('U' | 'C', Some(value)) => {
                let lines = number::plain(value).filter(|lines| *lines < 1 << 30);
                lines.ok_or("a number that is not reproduced")? as usize
            }
            (NORMAL, _) => 0,
            _ => 3,
        };
        if style.is_some_and(|style| style != wanted) {
            return Err("styles that contradict each other");
        }
        style = Some(wanted);
        diff.context = diff.context.max(lines);
    }
    diff.style = style.unwrap_or(Style::Normal);
    if diff.labels.len() > 2 {
        return Err("too many labels");
    }
    let odd = |name: &[u8]| !name.iter().all(|&b| b.is_ascii_graphic() && b != b'"' && b != b'\\');
    if diff.style != Style::Normal && (odd(first) || odd(second)) {
        return Err("a name to be quoted");
    }
    if diff.names.contains(&&b"-"[..]) {
        // Its time is the present one, and it may be shared.
        if first == second || (diff.style != Style::Normal && diff.labels.len() < 2) {
            return Err("standard input with a time");
        }
    }
    Ok(diff)
}

/// Whether a version that quotes names in its own way, and knows characters, does the same.
fn is_alike(context: &Context<'_>, plan: &Diff<'_>) -> Plan<()> {
    let names = plan.names.iter().chain(&plan.labels);
    if context.has(Change::DiffQuotes)
        && names.copied().any(|name| quoting::shell_if_needed(name, context.quoting()) != name)
    {
        return Err("a name that versions quote in different ways");
    }
    if let [first, second] = &plan.names[..]
        && first == second
        && context.has(Change::DiffQuotes)
        && stage::door::statat(context.directory, *first, rustix::fs::AtFlags::empty()).is_err()
    {
        return Err("a file that is missing twice");
    }
    match context.utf8 && context.has(Change::DiffCharacters) && plan.ignore != Ignore::default() {
        true => Err("characters that are to be ignored"),
        false => Ok(()),
    }
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    let plan = plan(arguments).and_then(|plan| {
        for (side, name) in plan.names.iter().enumerate() {
            if *name == b"-" {
                let stat = context.stdin.as_ref().and_then(|file| file.stat());
                if stat.is_some_and(|stat| kind(&stat) != FileType::Fifo) {
                    return Err("a standard input that is no pipe");
                }
                continue;
            }
            let Ok(stat) = stage::door::statat(context.directory, *name, AtFlags::empty()) else {
                continue;
            };
            // A descriptor of a pipe is read as standard input is.
            let is_stream = *name == b"/dev/null"
                || name.starts_with(b"/dev/fd/") && kind(&stat) == FileType::Fifo;
            if kind(&stat) != FileType::RegularFile && !is_stream || stat.st_size > MOST {
                return Err("what is no file, or a large one");
            }
            if plan.style != Style::Normal
                && side >= plan.labels.len()
                && time(context, &stat, plan.style).is_none()
            {
                return Err("a time zone that is not known");
            }
        }
        is_alike(context, &plan)?;
        Ok(plan)
    });
    decision(context, plan, run)
}

fn kind(stat: &Stat) -> FileType {
    FileType::from_raw_mode(stat.st_mode)
}

/// Carries out a plan of diff: its exit status.
fn run(context: &mut Context<'_>, plan: Diff<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::Status(2) };
    let context = &*context;
    if plan.differs_by_size(context) {
        plan.say(b"Files ", b" differ\n", &mut output);
        return finish(context, &mut output, 1);
    }
    let mut files = Vec::with_capacity(2);
    let mut missing = false;
    for name in plan.names {
        let opened = stream::open(context, name).map(|file| {
            let stat = file.stat();
            (file, stat)
        });
        match opened {
            Ok(file) => files.push(file),
            Err(error) => {
                plan.complain(context, name, &error);
                missing = true;
            }
        }
    }
    let [(_, first_stat), (_, second_stat)] = &files[..] else {
        return Exit::Status(if missing { 2 } else { 0 });
    };
    let same = matches!((first_stat, second_stat), (Some(a), Some(b))
        if (a.st_dev, a.st_ino) == (b.st_dev, b.st_ino));
    let status = if same {
        Ok(false)
    } else {
        let mut texts = [Vec::new(), Vec::new()];
        let mut are_equal = false;
        for (side, (file, stat)) in files.iter().enumerate() {
            let size = stat.as_ref().map_or(0, |stat| stat.st_size.clamp(0, MOST)) as usize;
            let mut reader = Reader::within(context, file.clone());
            let [first, second] = &mut texts;
            let read = match side {
                0 => {
                    first.reserve(size);
                    reader.read_rest(first)
                }
                _ => read_beside(&mut reader, first, second, size).map(|equal| are_equal = equal),
            };
            if let Err(error) = read {
                if let Some(exit) = context.signal_of(&error) {
                    return exit;
                }
                plan.complain(context, plan.names[side], &error);
                return Exit::Status(2);
            }
        }
        let second = if are_equal { &texts[0] } else { &texts[1] };
        plan.compare(context, [&texts[0], second], [first_stat, second_stat], &mut output)
    };
    let status = match status {
        Ok(false) if plan.report_identical => {
            plan.say(b"Files ", b" are identical\n", &mut output);
            0
        }
        Ok(differ) => u8::from(differ),
        Err(exit) => return exit,
    };
    finish(context, &mut output, status)
}

/// Reads the second text, of about `size` bytes. As far as it is the first one it is not kept, so that equal files
/// take the memory of one; whether they are equal, where `text` stays empty.
fn read_beside(
    reader: &mut Reader,
    first: &[u8],
    text: &mut Vec<u8>,
    size: usize,
) -> io::Result<bool> {
    let mut equal = 0;
    while !reader.at_end()? {
        let block = reader.block()?;
        if first[equal..].starts_with(block) {
            equal += block.len();
            continue;
        }
        text.reserve(size);
        text.extend_from_slice(&first[..equal]);
        text.extend_from_slice(block);
        reader.read_rest(text)?;
        return Ok(false);
    }
    if equal < first.len() {
        text.extend_from_slice(&first[..equal]);
    }
    Ok(equal == first.len())
}

/// Writes what is still to be written; the exit status.
fn finish(context: &Context<'_>, output: &mut Writer, status: u8) -> Exit {
    match output.flush() {
        Ok(()) => Exit::Status(status),
        Err(error) => context.signal_of(&error).unwrap_or_else(|| {
            context.error(format!("standard output: {}", message::reason(&error)));
            Exit::Status(2)
        }),
    }
}

impl Diff<'_> {
    /// Whether nothing but that the files differ is wanted, and their sizes say so: they are not even opened.
    fn differs_by_size(&self, context: &Context<'_>) -> bool {
        let size = |name: &[u8]| {
            let stat = stage::door::statat(context.directory, name, AtFlags::empty()).ok()?;
            let is_told = kind(&stat) == FileType::RegularFile && stat.st_size > 0;
            (is_told && name != b"-").then_some(stat.st_size)
        };
        self.brief
            && self.ignore == Ignore::default()
            && matches!(self.names.map(size), [Some(one), Some(other)] if one != other)
    }

    /// Whether the texts differ, which is shown.
    fn compare(
        &self,
        context: &Context<'_>,
        texts: [&[u8]; 2],
        stats: [&Option<Stat>; 2],
        output: &mut Writer,
    ) -> Result<bool, Exit> {
        if texts[0] == texts[1] {
            return Ok(false);
        }
        if self.brief && self.ignore == Ignore::default() {
            self.say(b"Files ", b" differ\n", output);
            return Ok(true);
        }
        // A file counts as binary by the beginning.
        let is_binary =
            |text: &&[u8]| byte_search::memchr(0, &text[..text.len().min(4096)]).is_some();
        if !self.text && texts.iter().any(is_binary) {
            let what: &[u8] = if self.brief { b"Files " } else { b"Binary files " };
            self.say(what, b" differ\n", output);
            return Ok(true);
        }
        let (first, second) = (lines::split(texts[0]), lines::split(texts[1]));
        let changes = script::changes(&first, &second, self.ignore, self.context, self.minimal);
        if changes.is_empty() {
            return Ok(false);
        }
        if self.brief {
            self.say(b"Files ", b" differ\n", output);
            return Ok(true);
        }
        let out = &mut output.buffer;
        if self.style != Style::Normal {
            let marks = if self.style == Style::Unified { ["---", "+++"] } else { ["***", "---"] };
            for side in 0..2 {
                out.extend_from_slice(marks[side].as_bytes());
                out.push(b' ');
                match self.labels.get(side) {
                    Some(label) => out.extend_from_slice(label),
                    None => {
                        out.extend_from_slice(self.names[side]);
                        out.push(b'\t');
                        let stat = stats[side].as_ref();
                        let time = stat.and_then(|stat| time(context, stat, self.style));
                        out.extend_from_slice(time.unwrap_or_default().as_bytes());
                    }
                }
                out.push(b'\n');
            }
        }
        let texts = [&first[..], &second[..]];
        match self.style {
            Style::Normal => print::normal(texts, &changes, out),
            Style::Unified => print::unified(texts, &changes, self.context, out),
            Style::Context => print::context(texts, &changes, self.context, out),
        }
        Ok(true)
    }

    /// A sentence about both files.
    fn say(&self, before: &[u8], after: &[u8], output: &mut Writer) {
        let name = |side: usize| self.labels.get(side).copied().unwrap_or(self.names[side]);
        let out = &mut output.buffer;
        out.extend_from_slice(before);
        out.extend_from_slice(name(0));
        out.extend_from_slice(b" and ");
        out.extend_from_slice(name(1));
        out.extend_from_slice(after);
    }

    fn complain(&self, context: &Context<'_>, name: &[u8], error: &io::Error) {
        let mut text = name.to_vec();
        text.extend_from_slice(b": ");
        text.extend_from_slice(message::reason(error).as_bytes());
        context.error(text);
    }
}

/// The time of a file as it is shown beside its name. None where the zone is not known.
fn time(context: &Context<'_>, stat: &Stat, style: Style) -> Option<String> {
    const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let offset = Zone::of(context)?.at(stat.st_mtime)?.offset;
    let Civil { year, month, day, hour, minute, second } =
        Civil::from_seconds(stat.st_mtime.checked_add(offset)?);
    let clock = format!("{hour:02}:{minute:02}:{second:02}");
    if style == Style::Context && Locale::of(context, b"LC_TIME") == Locale::Posix {
        let civil = Civil { year, month, day, hour, minute, second };
        let week_day = DAYS.get(usize::try_from(civil.week_day()).ok()?)?;
        let month = MONTHS.get(usize::try_from(month).ok()?.checked_sub(1)?)?;
        return Some(format!("{week_day} {month} {day:2} {clock} {year}"));
    }
    let sign = if offset < 0 { '-' } else { '+' };
    let (hours, minutes) = (offset.abs() / 3600, offset.abs() / 60 % 60);
    let nanoseconds = stat.st_mtime_nsec;
    Some(format!(
        "{year:04}-{month:02}-{day:02} {clock}.{nanoseconds:09} {sign}{hours:02}{minutes:02}"
    ))
}
