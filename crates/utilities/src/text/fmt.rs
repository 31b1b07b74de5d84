//! fmt: paragraphs in lines of about the same length (GNU coreutils manual, fmt(1)).
//!
//! Where lines are broken follows from costs, which are those of GNU's: the sum over a paragraph is
//! the least. A paragraph that is too long is broken where that costs little, and goes on.

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit, message};
use std::io;

/// The options admitted.
pub const ADMITTED: &str = "-WIDTH -c -s -t -u, -w WIDTH, -g WIDTH, -p PREFIX [FILE...]";

const OPTIONS: &[options::Option_] = &[
    ('c', "crown-margin", Takes::Nothing),
    ('g', "goal", Takes::Argument),
    ('p', "prefix", Takes::Argument),
    ('s', "split-only", Takes::Nothing),
    ('t', "tagged-paragraph", Takes::Nothing),
    ('u', "uniform-spacing", Takes::Nothing),
    ('w', "width", Takes::Argument),
];

/// Words and bytes of a paragraph that are held.
const MOST_WORDS: usize = 1000;
const MOST_BYTES: usize = 5000;
/// The usual width.
const WIDTH: u64 = 75;
const TAB: i64 = 8;
/// The second indent of a tagged paragraph of one line without indent.
const SECOND_INDENT: i64 = 3;

struct Request<'a> {
    crown: bool,
    split: bool,
    tagged: bool,
    uniform: bool,
    width: i64,
    /// From this length on a line is too long.
    too_long: i64,
    goal: i64,
    /// The prefix without blanks at its ends.
    prefix: &'a [u8],
    /// How long it is with those at its end.
    full_prefix: i64,
    /// Blanks before it.
    lead: i64,
    names: Vec<&'a [u8]>,
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Plan<Request<'a>> {
    let (old, arguments) = match arguments {
        [[b'-', digits @ ..], rest @ ..] if digits.first().is_some_and(u8::is_ascii_digit) => {
            (Some(digits), rest)
        }
        all => (None, all),
    };
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let within = |text: &[u8], most: u64| {
        number::plain(text).filter(|number| *number <= most).ok_or("a width to complain about")
    };
    let given = parsed.value('w').or(old);
    let mut width = given.map_or(Ok(WIDTH), |text| within(text, MOST_BYTES as u64 / 2))?;
    let goal = match parsed.value('g') {
        Some(text) => {
            let goal = within(text, width)?;
            if given.is_none() {
                width = goal + 10;
            }
            goal
        }
        // Seven hundredths less.
        None => width * 187 / 200,
    };
    let prefix = parsed.value('p').unwrap_or_default();
    let blanks = prefix.iter().take_while(|byte| **byte == b' ').count();
    let full = &prefix[blanks..];
    let trailing = full.iter().rev().take_while(|byte| **byte == b' ').count();
    Ok(Request {
        crown: parsed.has('c'),
        split: parsed.has('s'),
        tagged: parsed.has('t'),
        uniform: parsed.has('u'),
        width: width as i64,
        too_long: width as i64 + i64::from(context.has(Change::FmtWidth)),
        goal: goal as i64,
        prefix: &full[..full.len() - trailing],
        full_prefix: full.len() as i64,
        lead: blanks as i64,
        names: parsed.operands,
    })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(context, arguments), run)
}

/// Carries out a plan of fmt: its exit status.
fn run(context: &mut Context<'_>, plan: Request<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let (mut status, mut errno) = (0, None);
    let unnamed: &[&[u8]] = &[b"-"];
    for name in if plan.names.is_empty() { unnamed } else { &plan.names[..] } {
        let file = match stream::open(context, name) {
            Ok(file) => file,
            Err(error) => {
                let text = stream::sentence(context, "cannot open ", name, " for reading", &error);
                complain(context, &mut output, &text, error, &mut errno);
                status = 1;
                continue;
            }
        };
        let mut formatter = Formatter::new(&plan, Reader::within(context, file), &mut output);
        let result = formatter.format();
        let failure = formatter.failure.take();
        let result = result.and_then(|()| stream::look_at_lines(context, &mut output));
        if let Err(error) = result {
            return context.write_error(&errno.unwrap_or(error), 1);
        }
        if let Some(error) = failure {
            if let Some(exit) = context.signal_of(&error) {
                return exit;
            }
            let text = match context.has(Change::FmtReadReasons) {
                true if *name == b"-" => {
                    format!("read error: {}", message::reason(&error)).into_bytes()
                }
                true => stream::sentence(context, "error reading ", name, "", &error),
                false => b"read error".to_vec(),
            };
            complain(context, &mut output, &text, error, &mut errno);
            status = 1;
        }
    }
    stream::finish(context, &mut output, status)
}

/// Writes a message about `error`. Where what was collected could not be written before, `errno` is that error since.
fn complain(
    context: &Context<'_>,
    output: &mut Writer,
    text: &[u8],
    error: io::Error,
    errno: &mut Option<io::Error>,
) {
    if output.has_failed() {
        *errno = Some(error);
    }
    stream::complain(context, output, text);
}

/// A word of a paragraph.
#[derive(Clone, Copy, Default)]
struct Word {
    start: usize,
    length: i64,
    /// The blanks behind it.
    space: i64,
    /// It begins with what opens parentheses or quotes.
    opens: bool,
    /// It ends with what ends a sentence.
    period: bool,
    /// It ends with punctuation.
    punctuated: bool,
    /// It ends a sentence.
    is_final: bool,
    /// The length of the best line that begins here.
    line_length: i64,
    /// What the best paragraph that begins here costs.
    cost: i64,
    /// Where the line after that begins.
    next_break: usize,
}

struct Formatter<'a> {
    plan: &'a Request<'a>,
    reader: Reader,
    block: Vec<u8>,
    at: usize,
    failure: Option<io::Error>,
    output: &'a mut Writer,
    /// The input has tabs, so the output may.
    tabs: bool,
    in_column: i64,
    out_column: i64,
    prefix_indent: i64,
    first_indent: i64,
    other_indent: i64,
    next_prefix_indent: i64,
    /// The character that follows the paragraph; None at the end.
    next_char: Option<u8>,
    last_line_length: i64,
    text: Vec<u8>,
    words: Vec<Word>,
    /// How many words are complete. The one behind them may have begun.
    limit: usize,
}

const fn square(number: i64) -> i64 {
    number * number
}

/// What it costs that a line is so much longer or shorter than it should be.
fn cost_of_length(difference: i64) -> i64 {
    square(difference * 10)
}

/// What it costs that two lines differ so much.
fn cost_of_edge(difference: i64) -> i64 {
    cost_of_length(difference) / 2
}

impl<'a> Formatter<'a> {
    fn new(plan: &'a Request<'a>, reader: Reader, output: &'a mut Writer) -> Self {
        Self {
            plan,
            reader,
            block: Vec::new(),
            at: 0,
            failure: None,
            output,
            tabs: false,
            in_column: 0,
            out_column: 0,
            prefix_indent: 0,
            first_indent: 0,
            other_indent: 0,
            next_prefix_indent: 0,
            next_char: None,
            last_line_length: 0,
            text: Vec::with_capacity(MOST_BYTES),
            words: vec![Word::default(); MOST_WORDS],
            limit: 0,
        }
    }

    /// The next byte of the input; None at its end, or where it cannot be read.
    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.at == self.block.len() {
            self.block.clear();
            self.at = 0;
            match self.reader.block() {
                Ok(block) => self.block.extend_from_slice(block),
                Err(error) => self.failure = Some(error),
            }
        }
        let byte = self.block.get(self.at).copied()?;
        self.at += 1;
        Some(byte)
    }

    fn format(&mut self) -> io::Result<()> {
        self.next_char = self.read_prefix();
        while self.read_paragraph()? {
            self.break_lines();
            self.put_paragraph(self.limit)?;
        }
        Ok(())
    }

    fn set_other_indent(&mut self, goes_on: bool) {
        let plan = self.plan;
        if plan.split {
            self.other_indent = self.first_indent;
        } else if plan.crown {
            self.other_indent = if goes_on { self.in_column } else { self.first_indent };
        } else if plan.tagged {
            if goes_on && self.in_column != self.first_indent {
                self.other_indent = self.in_column;
            } else if self.other_indent == self.first_indent {
                self.other_indent = if self.first_indent == 0 { SECOND_INDENT } else { 0 };
            }
        } else {
            self.other_indent = self.first_indent;
        }
    }

    /// Reads a paragraph; what is none before it is copied. False at the end of the input.
    fn read_paragraph(&mut self) -> io::Result<bool> {
        self.last_line_length = 0;
        let mut next = self.next_char;
        while matches!(next, None | Some(b'\n'))
            || self.next_prefix_indent < self.plan.lead
            || self.in_column < self.next_prefix_indent + self.plan.full_prefix
        {
            if self.copy_line(next).is_none() {
                self.next_char = None;
                return Ok(false);
            }
            self.output.put(b"\n")?;
            next = self.read_prefix();
        }
        self.prefix_indent = self.next_prefix_indent;
        self.first_indent = self.in_column;
        self.text.clear();
        self.limit = 0;
        next = self.read_line(next)?;
        let goes_on = self.goes_on(next);
        self.set_other_indent(goes_on);
        if self.plan.split {
            // A line is a paragraph.
        } else if self.plan.crown || self.plan.tagged {
            if goes_on && (self.plan.crown || self.in_column != self.first_indent) {
                next = self.read_line(next)?;
                while self.goes_on(next) && self.in_column == self.other_indent {
                    next = self.read_line(next)?;
                }
            }
        } else {
            while self.goes_on(next) && self.in_column == self.other_indent {
                next = self.read_line(next)?;
            }
        }
        let last = &mut self.words[self.limit - 1];
        last.period = true;
        last.is_final = true;
        self.next_char = next;
        Ok(true)
    }

    /// Copies a line that is no part of a paragraph; None where it is the end of the input.
    fn copy_line(&mut self, first: Option<u8>) -> Option<u8> {
        let mut next = first;
        self.out_column = 0;
        let is_text = |next: Option<u8>| !matches!(next, None | Some(b'\n'));
        if self.in_column > self.next_prefix_indent || is_text(next) {
            self.put_space(self.next_prefix_indent);
            for byte in self.plan.prefix {
                if self.out_column == self.in_column {
                    break;
                }
                self.output.buffer.push(*byte);
                self.out_column += 1;
            }
            if is_text(next) {
                self.put_space(self.in_column - self.out_column);
            }
            let end = self.next_prefix_indent + self.plan.prefix.len() as i64;
            if next.is_none() && self.in_column >= end {
                self.output.buffer.push(b'\n');
            }
        }
        while let Some(byte) = next.filter(|byte| *byte != b'\n') {
            self.output.buffer.push(byte);
            next = self.next();
        }
        next
    }

    /// Whether a line of which this is the first character may be one of the paragraph.
    fn goes_on(&self, next: Option<u8>) -> bool {
        self.next_prefix_indent == self.prefix_indent
            && self.in_column >= self.next_prefix_indent + self.plan.full_prefix
            && !matches!(next, None | Some(b'\n'))
    }

    /// Reads the words of a line, and what the next one begins with.
    fn read_line(&mut self, first: Option<u8>) -> io::Result<Option<u8>> {
        let mut next = first;
        loop {
            self.words[self.limit].start = self.text.len();
            while let Some(byte) = next {
                if self.text.len() == MOST_BYTES {
                    self.set_other_indent(true);
                    self.flush_paragraph()?;
                }
                self.text.push(byte);
                next = self.next();
                if next.is_some_and(|byte| matches!(byte, b' ' | b'\t'..=b'\r')) {
                    break;
                }
            }
            let start = self.words[self.limit].start;
            let length = (self.text.len() - start) as i64;
            self.in_column += length;
            let before = self.in_column;
            next = self.read_space(next);
            let space = self.in_column - before;
            let is_end = matches!(next, None | Some(b'\n'));
            let text = &self.text[start..];
            let word = &mut self.words[self.limit];
            word.length = length;
            word.look_at(text);
            word.is_final = next.is_none() || word.period && (next == Some(b'\n') || space > 1);
            word.space = match is_end || self.plan.uniform {
                true => 1 + i64::from(word.is_final),
                false => space,
            };
            if self.limit == MOST_WORDS - 2 {
                self.set_other_indent(true);
                self.flush_paragraph()?;
            }
            self.limit += 1;
            if is_end {
                return Ok(self.read_prefix());
            }
        }
    }

    /// Reads the prefix of a line. Returns what does not match, or the first character behind.
    fn read_prefix(&mut self) -> Option<u8> {
        self.in_column = 0;
        let first = self.next();
        let mut next = self.read_space(first);
        if self.plan.prefix.is_empty() {
            self.next_prefix_indent = self.plan.lead.min(self.in_column);
            return next;
        }
        self.next_prefix_indent = self.in_column;
        for byte in self.plan.prefix {
            if next != Some(*byte) {
                return next;
            }
            self.in_column += 1;
            next = self.next();
        }
        self.read_space(next)
    }

    /// Reads blanks. Returns what is behind them.
    fn read_space(&mut self, first: Option<u8>) -> Option<u8> {
        let mut next = first;
        loop {
            match next {
                Some(b' ') => self.in_column += 1,
                Some(b'\t') => {
                    self.tabs = true;
                    self.in_column = (self.in_column / TAB + 1) * TAB;
                }
                other => return other,
            }
            next = self.next();
        }
    }

    /// Makes room: writes what comes before a good break near the end.
    fn flush_paragraph(&mut self) -> io::Result<()> {
        if self.limit == 0 {
            // All of it is one word.
            self.output.put(&self.text)?;
            self.text.clear();
            return Ok(());
        }
        self.break_lines();
        let (mut split, mut best) = (self.limit, i64::MAX);
        let mut at = self.words[0].next_break;
        while at != self.limit {
            let next = self.words[at].next_break;
            let cost = self.words[at].cost - self.words[next].cost;
            if cost < best {
                (split, best) = (at, cost);
            }
            if best <= i64::MAX - square(3) {
                best += square(3);
            }
            at = next;
        }
        self.put_paragraph(split)?;
        let shift = self.words[split].start;
        self.text.drain(..shift);
        self.words.copy_within(split..=self.limit, 0);
        self.limit -= split;
        for word in &mut self.words[..=self.limit] {
            word.start -= shift;
        }
        Ok(())
    }

    /// Finds the best breaks, from the last word to the first.
    fn break_lines(&mut self) {
        let limit = self.limit;
        self.words[limit].cost = 0;
        let saved = std::mem::replace(&mut self.words[limit].length, self.plan.width);
        for start in (0..limit).rev() {
            let mut best = i64::MAX;
            let mut length = if start == 0 { self.first_indent } else { self.other_indent };
            let mut at = start;
            length += self.words[at].length;
            loop {
                at += 1;
                let mut cost = self.cost_of_line(at, length) + self.words[at].cost;
                if start == 0 && self.last_line_length > 0 {
                    cost += cost_of_edge(length - self.last_line_length);
                }
                if cost < best {
                    best = cost;
                    self.words[start].next_break = at;
                    self.words[start].line_length = length;
                }
                if at == limit {
                    break;
                }
                length += self.words[at - 1].space + self.words[at].length;
                if length >= self.plan.too_long {
                    break;
                }
            }
            self.words[start].cost = best + self.cost_of_break(start);
        }
        self.words[limit].length = saved;
    }

    /// What a break before a word costs, whatever the lines.
    fn cost_of_break(&self, place: usize) -> i64 {
        let mut cost = square(70);
        let word = &self.words[place];
        if let Some(before) = place.checked_sub(1).map(|before| &self.words[before]) {
            if before.period {
                cost += if before.is_final { -square(50) } else { square(600) };
            } else if before.punctuated {
                cost -= square(40);
            } else if place > 1 && self.words[place - 2].is_final {
                cost += square(200) / (before.length + 2);
            }
        }
        if word.opens {
            cost -= square(40);
        } else if word.is_final {
            cost += square(150) / (word.length + 2);
        }
        cost
    }

    /// What a line of this length costs that another one follows.
    fn cost_of_line(&self, next: usize, length: i64) -> i64 {
        if next == self.limit {
            return 0;
        }
        let mut cost = cost_of_length(self.plan.goal - length);
        if self.words[next].next_break != self.limit {
            cost += cost_of_edge(length - self.words[next].line_length);
        }
        cost
    }

    fn put_paragraph(&mut self, end: usize) -> io::Result<()> {
        self.put_line(0, self.first_indent)?;
        let mut at = self.words[0].next_break;
        while at != end {
            self.put_line(at, self.other_indent)?;
            at = self.words[at].next_break;
        }
        Ok(())
    }

    fn put_line(&mut self, first: usize, indent: i64) -> io::Result<()> {
        self.out_column = 0;
        self.put_space(self.prefix_indent);
        self.output.buffer.extend_from_slice(self.plan.prefix);
        self.out_column += self.plan.prefix.len() as i64;
        self.put_space(indent - self.out_column);
        let end = self.words[first].next_break;
        for place in first..end {
            let word = self.words[place];
            let text = &self.text[word.start..word.start + word.length as usize];
            self.output.buffer.extend_from_slice(text);
            self.out_column += word.length;
            if place + 1 < end {
                self.put_space(word.space);
            }
        }
        self.last_line_length = self.out_column;
        self.output.put(b"\n")
    }

    /// Writes blanks, or as many tabs as there may be in their place.
    fn put_space(&mut self, count: i64) {
        let end = self.out_column + count;
        if self.tabs {
            let tabs = end / TAB * TAB;
            if self.out_column + 1 < tabs {
                while self.out_column < tabs {
                    self.output.buffer.push(b'\t');
                    self.out_column = (self.out_column / TAB + 1) * TAB;
                }
            }
        }
        while self.out_column < end {
            self.output.buffer.push(b' ');
            self.out_column += 1;
        }
    }
}

impl Word {
    /// Notes what its text begins and ends with. (A NUL is all of them: it ends the lists.)
    fn look_at(&mut self, text: &[u8]) {
        let [first, .., _] = text else {
            let only = text.first().copied().unwrap_or(b' ');
            return self.note(only, only, only);
        };
        let closed = text[1..].iter().rev().take_while(|byte| b")]'\"\0".contains(byte)).count();
        self.note(*first, text[text.len() - 1], text[text.len() - 1 - closed]);
    }

    fn note(&mut self, first: u8, last: u8, before_closing: u8) {
        self.opens = b"(['`\"\0".contains(&first);
        self.punctuated = last.is_ascii_punctuation();
        self.period = b".?!\0".contains(&before_closing);
    }
}
