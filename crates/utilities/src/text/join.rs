//! join: joins the lines of two sorted files (POSIX XCU join; GNU coreutils manual, join(1)).

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::locale::Locale;
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit, message};
use rustix::fs::FileType;
use stage::OpenFile;
use std::cmp::Ordering;
use std::rc::Rc;

// No letters: these have long names only.
const CHECK: char = '\u{100}';
const NO_CHECK: char = '\u{101}';
const HEADER: char = '\u{102}';

const OPTIONS: &[options::Option_] = &[
    ('a', "", Takes::Argument),
    ('e', "", Takes::Argument),
    ('i', "ignore-case", Takes::Nothing),
    ('1', "", Takes::Argument),
    ('2', "", Takes::Argument),
    ('j', "", Takes::Argument),
    ('o', "", Takes::Argument),
    ('t', "", Takes::Argument),
    ('v', "", Takes::Argument),
    ('z', "zero-terminated", Takes::Nothing),
    (CHECK, "check-order", Takes::Nothing),
    (NO_CHECK, "nocheck-order", Takes::Nothing),
    (HEADER, "header", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str = "-a, -v, -1, -2, -j N, -e STRING, -o LIST, -t CHAR, -iz, \
                            --check-order, --nocheck-order, --header FILE1 FILE2";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    /// A warning, once some line has had no partner.
    Warn,
    Always,
    Never,
}

/// A field of the output.
#[derive(Clone, Copy)]
enum Field {
    /// The one that is joined on.
    Key,
    /// Of a file (0 or 1), counted from 0.
    Of(usize, usize),
}

struct Join<'a> {
    names: [&'a [u8]; 2],
    /// The fields that are joined on, counted from 0.
    keys: [usize; 2],
    /// Lines without a partner are shown.
    unpaired: [bool; 2],
    paired: bool,
    filler: Option<&'a [u8]>,
    list: Vec<Field>,
    /// `-o auto`
    automatic: bool,
    tab: Tab,
    ignore_case: bool,
    check: Check,
    header: bool,
    line_end: u8,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tab {
    /// Runs of blanks.
    Blanks,
    Byte(u8),
    /// A line is one field.
    None,
}

fn field_number(text: &[u8]) -> Plan<usize> {
    let number = number::plain(text).filter(|number| (1..1 << 32).contains(number));
    Ok(number.ok_or("a field number to complain about")? as usize - 1)
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Join<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let [first, second] = parsed.operands[..] else { return Err("operands to complain about") };
    if first == b"-" && second == b"-" {
        return Err("standard input twice");
    }
    let mut join = Join {
        names: [first, second],
        keys: [0, 0],
        unpaired: [false, false],
        paired: true,
        filler: None,
        list: Vec::new(),
        automatic: false,
        tab: Tab::Blanks,
        ignore_case: parsed.has('i'),
        check: Check::Warn,
        header: parsed.has(HEADER),
        line_end: if parsed.has('z') { 0 } else { b'\n' },
    };
    let mut keys: [Option<usize>; 2] = [None, None];
    for &(option, value) in &parsed.options {
        let value = value.unwrap_or_default();
        match option {
            'a' | 'v' => {
                join.paired &= option == 'a';
                match value {
                    b"1" => join.unpaired[0] = true,
                    b"2" => join.unpaired[1] = true,
                    _ => return Err("a file number to complain about"),
                }
            }
            'e' => {
                if join.filler.is_some_and(|other| other != value) {
                    return Err("two fillers");
                }
                join.filler = Some(value);
            }
            '1' | '2' | 'j' => {
                let field = field_number(value)?;
                for (side, key) in keys.iter_mut().enumerate() {
                    if option == 'j' || (option == '2') == (side == 1) {
                        if key.is_some_and(|other| other != field) {
                            return Err("two fields to join on");
                        }
                        *key = Some(field);
                    }
                }
            }
            'o' if value == b"auto" => join.automatic = true,
            'o' => {
                for item in value.split(|byte| b", \t".contains(byte)) {
                    join.list.push(match item {
                        b"0" => Field::Key,
                        [side @ (b'1' | b'2'), b'.', field @ ..] => {
                            Field::Of(usize::from(side - b'1'), field_number(field)?)
                        }
                        _ => return Err("a list of fields to complain about"),
                    });
                }
            }
            't' => {
                let tab = match value {
                    b"" => Tab::None,
                    b"\\0" => Tab::Byte(0),
                    [byte] => Tab::Byte(*byte),
                    _ => return Err("a separator to complain about"),
                };
                if join.tab != Tab::Blanks && join.tab != tab {
                    return Err("two separators");
                }
                join.tab = tab;
            }
            CHECK => join.check = Check::Always,
            NO_CHECK => join.check = Check::Never,
            _ => {}
        }
    }
    join.keys = keys.map(|key| key.unwrap_or(0));
    if join.tab == Tab::Byte(b'\n') {
        join.tab = Tab::None;
    }
    Ok(join)
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if !Locale::of(context, b"LC_COLLATE").orders_by_byte() {
        return Decision::StepAside("a locale with an order of its own");
    }
    let plan = plan(arguments).and_then(|plan| {
        if plan.tab == Tab::Blanks && context.has(Change::JoinBlanks) {
            return Err("blanks at the end of a line");
        }
        let has_position = |file: &Rc<OpenFile>| {
            file.stat()
                .is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile)
        };
        if plan.names.contains(&&b"-"[..]) && context.stdin.as_ref().is_some_and(has_position) {
            return Err("a standard input that has positions");
        }
        // Blanks are of all Unicode, and so are letters.
        let is_by_byte = plan.tab != Tab::Blanks && !plan.ignore_case;
        match is_by_byte || !context.utf8 || !context.has(Change::WideFields) {
            true => Ok(plan),
            false => Err("fields by characters"),
        }
    });
    decision(context, plan, run)
}

/// Carries out a plan of join: its exit status.
fn run(context: &mut Context<'_>, plan: Join<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let context = &*context;
    let mut readers = Vec::with_capacity(2);
    for name in plan.names {
        match stream::open(context, name) {
            Ok(file) => readers.push(Reader::new(file)),
            Err(error) => {
                stream::file_error(context, &mut output, name, &error);
                return Exit::FAILURE;
            }
        }
    }
    let side = |reader| Side { reader, last: None, number: 0, warned: false };
    let mut readers = readers.into_iter().map(side);
    let (Some(first), Some(second)) = (readers.next(), readers.next()) else {
        return Exit::FAILURE;
    };
    let run = Run {
        context,
        plan: &plan,
        output,
        sides: [first, second],
        fields: [0, 0],
        met_unpaired: false,
    };
    run.all().unwrap_or_else(|exit| exit)
}

/// A line and where its fields are.
struct Line {
    text: Vec<u8>,
    fields: Vec<(usize, usize)>,
}

impl Line {
    fn field(&self, index: usize) -> &[u8] {
        self.fields.get(index).map_or(&[], |&(start, end)| &self.text[start..end])
    }
}

struct Side {
    reader: Reader,
    /// The line read last.
    last: Option<Rc<Line>>,
    number: u64,
    warned: bool,
}

struct Run<'r, 'c> {
    context: &'r Context<'c>,
    plan: &'r Join<'r>,
    output: Writer,
    sides: [Side; 2],
    /// Fields of the first lines, for `-o auto`.
    fields: [usize; 2],
    met_unpaired: bool,
}

impl Run<'_, '_> {
    fn all(mut self) -> Result<Exit, Exit> {
        let mut first: Vec<Rc<Line>> = self.next(0)?.into_iter().collect();
        let mut second: Vec<Rc<Line>> = self.next(1)?.into_iter().collect();
        let fields = |lines: &[Rc<Line>]| lines.first().map_or(0, |line| line.fields.len());
        self.fields = [fields(&first), fields(&second)];
        if self.plan.header && (!first.is_empty() || !second.is_empty()) {
            self.put(first.first().cloned(), second.first().cloned())?;
            for (side, lines) in [&mut first, &mut second].into_iter().enumerate() {
                self.sides[side].last = None;
                if !lines.is_empty() {
                    *lines = self.next(side)?.into_iter().collect();
                }
            }
        }
        while let (Some(a), Some(b)) = (first.first().cloned(), second.first().cloned()) {
            let order = self.compare(&a, 0, &b, 1);
            if order != Ordering::Equal {
                let side = usize::from(order == Ordering::Greater);
                if self.plan.unpaired[side] {
                    let (a, b) = if side == 0 { (Some(a), None) } else { (None, Some(b)) };
                    self.put(a, b)?;
                }
                let lines = if side == 0 { &mut first } else { &mut second };
                *lines = self.next(side)?.into_iter().collect();
                self.met_unpaired = true;
                continue;
            }
            // All lines of either file that have this key.
            let mut after_first = None;
            while let Some(line) = self.next(0)? {
                if self.compare(&line, 0, &b, 1) != Ordering::Equal {
                    after_first = Some(line);
                    break;
                }
                first.push(line);
            }
            let mut after_second = None;
            while let Some(line) = self.next(1)? {
                if self.compare(&a, 0, &line, 1) != Ordering::Equal {
                    after_second = Some(line);
                    break;
                }
                second.push(line);
            }
            if self.plan.paired {
                for a in &first {
                    for b in &second {
                        self.put(Some(a.clone()), Some(b.clone()))?;
                    }
                }
            }
            first = after_first.into_iter().collect();
            second = after_second.into_iter().collect();
        }
        let warned = self.sides[0].warned && self.sides[1].warned;
        let check = self.plan.check != Check::Never && !warned;
        let others = [!second.is_empty(), !first.is_empty()];
        for (side, lines) in [first, second].into_iter().enumerate() {
            let shown = self.plan.unpaired[side];
            let Some(line) = lines.first().cloned().filter(|_| shown || check) else { continue };
            self.met_unpaired |= others[side];
            let mut next = Some(line);
            while let Some(line) = next {
                if shown {
                    let pair = if side == 0 { (Some(line), None) } else { (None, Some(line)) };
                    self.put(pair.0, pair.1)?;
                } else if self.sides[side].warned {
                    break;
                }
                next = self.next(side)?;
            }
        }
        let status = if self.sides.iter().any(|side| side.warned) {
            stream::complain(self.context, &mut self.output, b"input is not in sorted order");
            1
        } else {
            0
        };
        Ok(stream::finish(self.context, &mut self.output, status))
    }

    /// Reads a line of a file.
    fn next(&mut self, side: usize) -> Result<Option<Rc<Line>>, Exit> {
        let reader = &mut self.sides[side].reader;
        let text = match reader.line(self.plan.line_end) {
            Ok(Some(line)) => line.strip_suffix(&[self.plan.line_end]).unwrap_or(line).to_vec(),
            Ok(None) => return Ok(None),
            Err(error) => {
                if let Some(exit) = self.context.signal_of(&error) {
                    return Err(exit);
                }
                let text = format!("read error: {}", message::reason(&error));
                stream::complain(self.context, &mut self.output, text.as_bytes());
                return Err(stream::finish(self.context, &mut self.output, 1));
            }
        };
        let fields = self.plan.split(&text);
        let line = Rc::new(Line { text, fields });
        self.sides[side].number += 1;
        let last = self.sides[side].last.replace(line.clone());
        if let Some(last) = last {
            self.check_order(side, &last, &line)?;
        }
        Ok(Some(line))
    }

    fn check_order(&mut self, side: usize, last: &Line, line: &Line) -> Result<(), Exit> {
        let checks = match self.plan.check {
            Check::Warn => self.met_unpaired,
            Check::Always => true,
            Check::Never => false,
        };
        if !checks
            || self.sides[side].warned
            || self.compare(last, side, line, side) != Ordering::Greater
        {
            return Ok(());
        }
        let mut text = self.plan.names[side].to_vec();
        text.extend_from_slice(format!(":{}: is not sorted: ", self.sides[side].number).as_bytes());
        // As a C string, without a newline at its end.
        let shown = line.text.split(|byte| *byte == 0).next().unwrap_or_default();
        text.extend_from_slice(shown);
        stream::complain(self.context, &mut self.output, &text);
        if self.plan.check == Check::Always {
            return Err(stream::finish(self.context, &mut self.output, 1));
        }
        self.sides[side].warned = true;
        Ok(())
    }

    fn compare(&self, a: &Line, a_side: usize, b: &Line, b_side: usize) -> Ordering {
        let (a, b) = (a.field(self.plan.keys[a_side]), b.field(self.plan.keys[b_side]));
        if self.plan.ignore_case {
            let upper = |byte: &u8| byte.to_ascii_uppercase();
            a.iter().map(upper).cmp(b.iter().map(upper))
        } else {
            a.cmp(b)
        }
    }

    /// Shows a pair of lines, or one without a partner.
    fn put(&mut self, first: Option<Rc<Line>>, second: Option<Rc<Line>>) -> Result<(), Exit> {
        let plan = self.plan;
        let separator = match plan.tab {
            Tab::Blanks => b' ',
            Tab::Byte(byte) => byte,
            Tab::None => b'\n',
        };
        let lines = [first, second];
        let out = &mut self.output.buffer;
        let put_field = |side: usize, index: usize, out: &mut Vec<u8>| {
            let field = lines[side].as_ref().map_or(&[][..], |line| line.field(index));
            out.extend_from_slice(if field.is_empty() {
                plan.filler.unwrap_or_default()
            } else {
                field
            });
        };
        let key_side = usize::from(lines[0].is_none());
        if plan.list.is_empty() {
            put_field(key_side, plan.keys[key_side], out);
            for (side, line) in lines.iter().enumerate() {
                let count = line.as_ref().map_or(0, |line| line.fields.len());
                let count = if plan.automatic { self.fields[side] } else { count };
                for index in (0..count).filter(|index| *index != plan.keys[side]) {
                    out.push(separator);
                    put_field(side, index, out);
                }
            }
        } else {
            for (place, field) in plan.list.iter().enumerate() {
                if place > 0 {
                    out.push(separator);
                }
                match *field {
                    Field::Key => put_field(key_side, plan.keys[key_side], out),
                    Field::Of(side, index) => put_field(side, index, out),
                }
            }
        }
        out.push(plan.line_end);
        self.output.check().map_err(|error| self.context.write_error(&error, 1))
    }
}

impl Join<'_> {
    /// Where the fields of a line are.
    fn split(&self, text: &[u8]) -> Vec<(usize, usize)> {
        let mut fields = Vec::new();
        if text.is_empty() {
            return fields;
        }
        let mut start = 0;
        match self.tab {
            Tab::None => {}
            Tab::Byte(tab) => {
                for at in byte_search::memchr_iter(tab, text) {
                    fields.push((start, at));
                    start = at + 1;
                }
            }
            Tab::Blanks => {
                let is_blank = |at: &usize| matches!(text[*at], b' ' | b'\t' | b'\n');
                let Some(first) = (0..text.len()).find(|at| !is_blank(at)) else { return fields };
                start = first;
                while let Some(end) = (start + 1..text.len()).find(is_blank) {
                    fields.push((start, end));
                    start = (end + 1..text.len()).find(|at| !is_blank(at)).unwrap_or(text.len());
                    if start == text.len() {
                        break;
                    }
                }
            }
        }
        fields.push((start, text.len()));
        fields
    }
}
