//! csplit: pieces of a file, up to lines of a number or that match (POSIX XCU csplit; GNU coreutils
//! manual, csplit(1)).

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit, locale, message, quoting};
use pattern::{Cache, Regex, RegexOptions};
use rustix::fs::{AtFlags, OFlags};
use std::collections::VecDeque;
use std::io;
use std::ops::RangeInclusive;

const OPTIONS: &[options::Option_] = &[
    ('b', "suffix-format", Takes::Argument),
    ('f', "prefix", Takes::Argument),
    ('k', "keep-files", Takes::Nothing),
    ('n', "digits", Takes::Argument),
    ('q', "quiet", Takes::Nothing),
    ('s', "silent", Takes::Nothing),
    (SUPPRESS, "suppress-matched", Takes::Nothing),
    ('z', "elide-empty-files", Takes::Nothing),
];

// No letter: it has a long name only.
const SUPPRESS: char = '\u{100}';

/// The options admitted.
pub const ADMITTED: &str =
    "-k -q -s -z, -b TEXT%0Nd, -f PREFIX, -n N, --suppress-matched FILE PATTERN...";

/// Line numbers and counts that are reproduced.
const NUMBERS: RangeInclusive<u64> = 1..=1 << 31;

struct Request<'a> {
    input: &'a [u8],
    parts: Vec<Part<'a>>,
    names: Names<'a>,
    keeps: bool,
    is_silent: bool,
    elides: bool,
    suppresses: bool,
}

/// The names of the pieces: the prefix, a number of so many digits, and more text.
struct Names<'a> {
    prefix: Vec<u8>,
    digits: usize,
    suffix: &'a [u8],
}

impl Names<'_> {
    fn name(&self, number: u64) -> Vec<u8> {
        let number = format!("{number:0digits$}", digits = self.digits);
        [&self.prefix, number.as_bytes(), self.suffix].concat()
    }
}

/// A pattern operand.
struct Part<'a> {
    text: &'a [u8],
    end: End,
    /// How often it is repeated; None for up to the end of the input.
    repeats: Option<u64>,
}

/// Where a piece ends.
enum End {
    /// Before the line of this number.
    Line(u64),
    /// At a line that matches.
    Match(Match),
}

/// A line that ends a piece.
struct Match {
    regex: Box<Regex>,
    /// How many lines behind the one that matches.
    offset: i64,
    /// Whether the lines before are left out.
    is_skipped: bool,
}

impl<'a> Part<'a> {
    fn parse(text: &'a [u8], utf8: bool) -> Plan<Self> {
        let end = match text {
            [delimiter @ (b'/' | b'%'), rest @ ..] => {
                let at = byte_search::memrchr(*delimiter, rest).ok_or("a pattern without end")?;
                let options = RegexOptions { utf8, ..RegexOptions::regcomp(false) };
                let regex = Regex::new(&rest[..at], options);
                let regex = Box::new(regex.map_err(|_| "a pattern to complain about")?);
                if regex.repeats_anchor() {
                    return Err("an anchor that is repeated");
                }
                let offset = match &rest[at + 1..] {
                    [] => 0,
                    [b'-', digits @ ..] => -offset(digits)?,
                    [b'+', digits @ ..] | digits => offset(digits)?,
                };
                End::Match(Match { regex, offset, is_skipped: *delimiter == b'%' })
            }
            digits => {
                let line = number::plain(digits).filter(|line| NUMBERS.contains(line));
                End::Line(line.ok_or("a line to complain about")?)
            }
        };
        Ok(Self { text, end, repeats: Some(0) })
    }
}

fn offset(digits: &[u8]) -> Plan<i64> {
    let lines = number::plain(digits).filter(|lines| lines < NUMBERS.end());
    lines.map(|lines| lines as i64).ok_or("an offset to complain about")
}

/// Reads `{N}` or `{*}`.
fn repeats(text: &[u8]) -> Plan<Option<u64>> {
    match text.strip_prefix(b"{").and_then(|text| text.strip_suffix(b"}")) {
        Some(b"*") => Ok(None),
        Some(digits) => {
            let count = number::plain(digits).filter(|count| count < NUMBERS.end());
            count.map(Some).ok_or("a count to complain about")
        }
        None => Err("a count to complain about"),
    }
}

/// Reads `TEXT%0Nd TEXT`: what is before the number, its digits, and what is behind it.
fn suffix_format(format: &[u8]) -> Plan<(&[u8], usize, &[u8])> {
    const OTHER: &str = "a format that is not plain";
    let at = byte_search::memchr(b'%', format).ok_or(OTHER)?;
    let (digits, rest) = match &format[at + 1..] {
        [b'd', rest @ ..] => (1, rest),
        [b'0', digit @ b'1'..=b'9', b'd', rest @ ..] => (usize::from(digit - b'0'), rest),
        _ => return Err(OTHER),
    };
    if rest.contains(&b'%') { Err(OTHER) } else { Ok((&format[..at], digits, rest)) }
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Plan<Request<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    if parsed.has_repeated_value() {
        return Err("an option given twice");
    }
    let digits = parsed.value('n').map_or(Some(2), number::plain);
    let digits = digits.filter(|digits| (1..10).contains(digits)).ok_or("digits of its own")?;
    let (before, digits, suffix) = match parsed.value('b') {
        Some(format) => suffix_format(format)?,
        None => (&b""[..], digits as usize, &b""[..]),
    };
    let prefix = [parsed.value('f').unwrap_or(b"xx"), before].concat();
    let names = Names { prefix, digits, suffix };
    let [input, patterns @ ..] = &parsed.operands[..] else { return Err("no operand") };
    locale::check_sets(context, patterns.iter().copied())?;
    let (mut parts, mut last): (Vec<Part<'a>>, u64) = (Vec::new(), 0);
    for (place, text) in patterns.iter().enumerate() {
        if text.starts_with(b"{") {
            let is_first = place == 0 || patterns[place - 1].starts_with(b"{");
            let part = parts.last_mut().filter(|_| !is_first).ok_or("a count of nothing")?;
            part.repeats = repeats(text)?;
            continue;
        }
        let part = Part::parse(text, context.utf8)?;
        if let End::Line(line) = part.end
            && line <= std::mem::replace(&mut last, line)
        {
            return Err("a line that is not behind the one before");
        }
        parts.push(part);
    }
    if parts.is_empty() {
        return Err("no pattern");
    }
    let request = Request {
        input,
        parts,
        names,
        keeps: parsed.has('k'),
        is_silent: parsed.has('q') || parsed.has('s'),
        elides: parsed.has('z'),
        suppresses: parsed.has(SUPPRESS),
    };
    if !context.has(Change::CsplitEmpty) && request.may_show_other_error(context) {
        return Err("an error of expressions that shows in another message");
    }
    if request.may_overwrite_input(context) {
        return Err("pieces that may overwrite the input");
    }
    Ok(request)
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(context, arguments), run)
}

/// Runs it.
fn run(context: &mut Context<'_>, plan: Request<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let file = match stream::open(context, plan.input) {
        Ok(file) => file,
        Err(error) => {
            let text =
                stream::sentence(context, "cannot open ", plan.input, " for reading", &error);
            context.error(text);
            return Exit::FAILURE;
        }
    };
    let mut split = Split {
        context,
        plan: &plan,
        lines: Lines {
            reader: Reader::within(context, file),
            ahead: VecDeque::new(),
            first: 1,
            current: 0,
        },
        output: &mut output,
        piece: None,
        created: 0,
        cache: Cache::new(),
    };
    let exit = split.carry_out().map_or_else(|stop| split.fail(stop), |()| Exit::SUCCESS);
    drop(split);
    match exit {
        Exit::Status(status) => stream::finish(context, &mut output, status),
        signal => signal,
    }
}

impl Request<'_> {
    /// Whether there may be no line where one is counted: until 9.6 the message about that has a
    /// reason if an expression, which was read or matched before, has left an error behind.
    fn may_show_other_error(&self, context: &Context<'_>) -> bool {
        let is_behind = |pair: &[Part<'_>]| {
            matches!(pair, [Part { end: End::Match(found), .. }, Part { end: End::Line(_), .. }]
                if found.offset > 0)
        };
        let counts_first = matches!(self.parts[0].end, End::Line(_));
        let has_expression = self.parts.iter().any(|part| matches!(part.end, End::Match(_)));
        let input = stage::door::statat(context.directory, self.input, AtFlags::empty());
        let has_lines = self.input != b"-" && input.is_ok_and(|stat| stat.st_size > 0);
        has_expression && counts_first && !has_lines || self.parts.windows(2).any(is_behind)
    }

    /// Whether one of the first files that would be made is the input: how much has been read of
    /// that by then would show.
    fn may_overwrite_input(&self, context: &Context<'_>) -> bool {
        const FIRST: u64 = 100;
        let input = context.status_of_operand(self.input);
        let Some(input) = input else { return false };
        let is_named = self.input != b"-" && self.input.starts_with(&self.names.prefix);
        is_named
            || rustix::fs::FileType::from_raw_mode(input.st_mode).is_file()
                && (0..FIRST).any(|number| {
                    let name = self.names.name(number);
                    let found = stage::door::statat(context.directory, &name[..], AtFlags::empty());
                    found.is_ok_and(|stat| {
                        (stat.st_dev, stat.st_ino) == (input.st_dev, input.st_ino)
                    })
                })
    }
}

/// Why a run ends early.
enum Stop {
    /// The input has ended, where the last pattern is repeated up to there.
    Ended,
    /// With this message.
    Said(Vec<u8>),
    /// A pattern finds no line, with this whole line.
    Missing(Vec<u8>),
    /// There is no line at all where one is counted.
    Disappeared,
    /// The input could not be read.
    Read(io::Error),
    /// The file of this name could not be made or removed.
    Failed(Vec<u8>, io::Error),
    /// The file of this name could not be written.
    Write(Vec<u8>, io::Error),
}

/// The lines of the input that are not in a piece yet.
struct Lines {
    reader: Reader,
    /// Lines that have been looked at.
    ahead: VecDeque<Vec<u8>>,
    /// The number of the first line that is left.
    first: u64,
    /// The last line that was looked for or taken away.
    current: u64,
}

impl Lines {
    /// The line of a number; None where the input ends before, or that has been taken away.
    fn find(&mut self, number: u64) -> Result<Option<&[u8]>, Stop> {
        let Some(place) = number.checked_sub(self.first) else { return Ok(None) };
        while self.ahead.len() as u64 <= place {
            match self.reader.line(b'\n').map_err(Stop::Read)? {
                Some(line) => self.ahead.push_back(line.to_vec()),
                None => return Ok(None),
            }
        }
        Ok(self.ahead.get(place as usize).map(|line| &line[..]))
    }

    /// Takes the first line away.
    fn take(&mut self) -> Result<Option<Vec<u8>>, Stop> {
        self.find(self.first)?;
        let line = self.ahead.pop_front();
        if line.is_some() {
            self.current = self.current.max(self.first);
            self.first += 1;
        }
        Ok(line)
    }

    /// The number of the first line that is left, if there is one.
    fn first(&mut self) -> Result<Option<u64>, Stop> {
        Ok(self.find(self.first)?.is_some().then_some(self.first))
    }

    /// Whether there is no line behind the current one.
    fn are_over(&mut self) -> Result<bool, Stop> {
        Ok(self.find(self.current + 1)?.is_none())
    }
}

/// A file that is being written.
struct Piece {
    name: Vec<u8>,
    writer: Writer,
    length: u64,
}

struct Split<'c, 'x, 'a> {
    context: &'c Context<'x>,
    plan: &'c Request<'a>,
    lines: Lines,
    output: &'c mut Writer,
    piece: Option<Piece>,
    created: u64,
    cache: Cache,
}

impl Split<'_, '_, '_> {
    fn carry_out(&mut self) -> Result<(), Stop> {
        let plan = self.plan;
        for part in &plan.parts {
            let mut repetition = 0;
            while part.repeats.is_none_or(|most| repetition <= most) {
                match &part.end {
                    End::Line(line) => self.up_to_line(part, *line, repetition)?,
                    End::Match(end) => self.up_to_match(part, end, repetition)?,
                }
                repetition += 1;
            }
        }
        self.begin()?;
        self.put_rest()?;
        self.finish_piece()
    }

    /// A piece up to a line, or as many lines further for each repetition.
    fn up_to_line(&mut self, part: &Part<'_>, line: u64, repetition: u64) -> Result<(), Stop> {
        let suppresses = self.plan.suppresses;
        self.begin()?;
        if suppresses && self.lines.are_over()? {
            return Err(self.missing(part, "line number out of range", repetition));
        }
        let Some(first) = self.lines.first()? else {
            return Err(match self.context.has(Change::CsplitEmpty) {
                true => self.missing(part, "line number out of range", repetition),
                false => Stop::Disappeared,
            });
        };
        for _ in first..line.saturating_mul(repetition + 1) {
            match self.lines.take()? {
                Some(line) => self.put(&line)?,
                None => return Err(self.missing(part, "line number out of range", repetition)),
            }
        }
        self.finish_piece()?;
        if suppresses {
            self.lines.take()?;
        } else if self.lines.are_over()? {
            return Err(self.missing(part, "line number out of range", repetition));
        }
        Ok(())
    }

    /// A piece up to a line that matches, or near it.
    fn up_to_match(&mut self, part: &Part<'_>, end: &Match, repetition: u64) -> Result<(), Stop> {
        if !end.is_skipped {
            self.begin()?;
        }
        loop {
            self.lines.current += 1;
            let Some(line) = self.lines.find(self.lines.current)? else {
                let missing = match part.repeats {
                    None => Stop::Ended,
                    Some(_) => self.missing(part, "match not found", repetition),
                };
                if !end.is_skipped {
                    self.put_rest()?;
                    self.finish_piece()?;
                }
                return Err(missing);
            };
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            if end.regex.is_match(&mut self.cache, text) {
                break;
            }
            // Lines before the one that matches may be needed, if it ends behind the piece.
            if end.offset >= 0 {
                self.take(end.is_skipped)?;
            }
        }
        let last = self.lines.current.checked_add_signed(end.offset);
        let first = self.lines.first;
        let Some(last) = last.filter(|last| first <= *last) else {
            return Err(self.out_of_range(part));
        };
        for _ in first..last {
            if !self.take(end.is_skipped)? {
                return Err(self.out_of_range(part));
            }
        }
        if !end.is_skipped {
            self.finish_piece()?;
        }
        self.lines.current = self.lines.current.max(last);
        if self.plan.suppresses {
            self.lines.take()?;
        }
        Ok(())
    }

    /// What there is to say where a pattern finds no line.
    fn missing(&self, part: &Part<'_>, what: &str, repetition: u64) -> Stop {
        let text = match part.end {
            End::Line(line) => quoting::locale(line.to_string().as_bytes(), self.context.utf8),
            End::Match(_) => quoting::locale(part.text, self.context.utf8),
        };
        let after = match repetition {
            0 => format!(": {what}\n"),
            _ => format!(": {what} on repetition {repetition}\n"),
        };
        // These begin with the whole name by which it was called, whatever the version.
        Stop::Missing([self.context.called, b": ", &text, after.as_bytes()].concat())
    }

    /// What there is to say where a piece ends before it begins, or behind the input.
    fn out_of_range(&self, part: &Part<'_>) -> Stop {
        let text = quoting::locale(part.text, self.context.utf8);
        Stop::Said([&text[..], b": line number out of range"].concat())
    }

    /// Takes a line away, into the piece unless it is skipped; false at the end of the input.
    fn take(&mut self, is_skipped: bool) -> Result<bool, Stop> {
        let line = self.lines.take()?;
        if let Some(line) = line.as_ref().filter(|_| !is_skipped) {
            self.put(line)?;
        }
        Ok(line.is_some())
    }

    /// Puts what is left of the input into the piece.
    fn put_rest(&mut self) -> Result<(), Stop> {
        while self.take(false)? {}
        Ok(())
    }

    /// Begins a piece.
    fn begin(&mut self) -> Result<(), Stop> {
        let name = self.plan.names.name(self.created);
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC;
        match self.context.open_with(&name, flags) {
            Ok(file) => {
                self.created += 1;
                self.piece = Some(Piece { name, writer: Writer::new(file), length: 0 });
                Ok(())
            }
            Err(error) => Err(Stop::Failed(name, error.into())),
        }
    }

    fn put(&mut self, line: &[u8]) -> Result<(), Stop> {
        let Some(piece) = &mut self.piece else { return Ok(()) };
        piece.length += line.len() as u64;
        let written = piece.writer.put(line);
        self.written(written)
    }

    /// Forgets a piece that could not be written.
    fn written(&mut self, result: io::Result<()>) -> Result<(), Stop> {
        let Err(error) = result else { return Ok(()) };
        match self.piece.take() {
            Some(piece) => Err(Stop::Write(piece.name, error)),
            None => Ok(()),
        }
    }

    /// Writes the piece to its end, and says how long it is.
    fn finish_piece(&mut self) -> Result<(), Stop> {
        let written = self.piece.as_mut().map_or(Ok(()), |piece| piece.writer.flush());
        self.written(written)?;
        let Some(piece) = self.piece.take() else { return Ok(()) };
        if self.plan.elides && piece.length == 0 {
            return match self.remove(&piece.name) {
                Ok(()) => {
                    self.created -= 1;
                    Ok(())
                }
                Err(error) => Err(Stop::Failed(piece.name, error)),
            };
        }
        if !self.plan.is_silent {
            number::append(&mut self.output.buffer, piece.length);
            self.output.buffer.push(b'\n');
        }
        Ok(())
    }

    fn remove(&self, name: &[u8]) -> io::Result<()> {
        Ok(stage::door::unlinkat(self.context.directory, name, AtFlags::empty())?)
    }

    /// Says why the run ends, and removes what it has made. Returns how it ends.
    fn fail(&mut self, stop: Stop) -> Exit {
        let named = |before: &str, name: &[u8], error: &io::Error| {
            let mut text = before.as_bytes().to_vec();
            match before {
                "" => text.extend(quoting::shell_if_needed(name, self.context.quoting())),
                _ => text.extend(quoting::shell(name, self.context.quoting())),
            }
            [&text, &b": "[..], message::reason(error).as_bytes()].concat()
        };
        let mut signal = None;
        let text = match &stop {
            Stop::Ended => return Exit::SUCCESS,
            Stop::Disappeared => {
                self.context.error("input disappeared");
                // GNU's exits at once: what it has of the piece is written then.
                if let Some(mut piece) = self.piece.take() {
                    let _ = piece.writer.flush();
                }
                return Exit::FAILURE;
            }
            Stop::Said(text) => text.clone(),
            Stop::Missing(line) => {
                self.context.error_text(line);
                Vec::new()
            }
            Stop::Read(error) => {
                signal = self.context.signal_of(error);
                [b"read error: ", message::reason(error).as_bytes()].concat()
            }
            Stop::Failed(name, error) => named("", name, error),
            Stop::Write(name, error) => {
                signal = self.context.signal_of(error);
                named("write error for ", name, error)
            }
        };
        if signal.is_none() && !text.is_empty() {
            self.context.error(text);
        }
        let _ = self.finish_piece();
        for number in (0..self.created).take_while(|_| !self.plan.keeps) {
            let name = self.plan.names.name(number);
            if let Err(error) = self.remove(&name)
                && signal.is_none()
            {
                self.context.error(named("", &name, &error));
            }
        }
        signal.unwrap_or(Exit::FAILURE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let line = |text: &'static [u8]| match Part::parse(text, false).ok()?.end {
            End::Line(line) => Some(line),
            End::Match(found) => Some(found.offset.unsigned_abs()),
        };
        assert_eq!(line(b"12"), Some(12));
        assert_eq!(line(b"/a/b/-3"), Some(3));
        assert_eq!(line(b"%a%+4"), Some(4));
        for text in [&b"0"[..], b"/a", b"/a/x", b"-1", b"/\\(/", b"99999999999"] {
            assert!(line(text).is_none(), "{}", text.escape_ascii());
        }
        assert_eq!(repeats(b"{3}"), Ok(Some(3)));
        assert_eq!(repeats(b"{*}"), Ok(None));
        assert!(repeats(b"{").is_err() && repeats(b"{}").is_err());
    }

    #[test]
    fn names() {
        let (before, digits, suffix) = suffix_format(b"-%03d.txt").unwrap();
        let names = Names { prefix: [b"p", before].concat(), digits, suffix };
        assert_eq!(names.name(7), b"p-007.txt");
        assert_eq!(names.name(1234), b"p-1234.txt");
        for format in [&b"a"[..], b"%x", b"%d%d", b"%5d", b"%"] {
            assert!(suffix_format(format).is_err());
        }
    }
}
