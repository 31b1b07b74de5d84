//! Runs a program.
//!
//! The tree is walked. There are four ways to evaluate an expression, by what is wanted of it:
//! as a value, as a number, as a condition, or as text behind a buffer; so that a field that is
//! printed or added up never becomes a value of its own.

mod blocks;
mod builtin;
mod builtin_of_gawk;
mod call;
mod complaint;
mod expression;
mod getline;
mod place;
mod regex;
mod special;
mod statement;
mod substitute;

use crate::array::{Array, Key};
use crate::dialect::Dialect;
use crate::input::RecordSeparator;
use crate::output::{Outputs, c_string};
use crate::random::Random;
use crate::record::{Record, Separator, Span};
use crate::regex_of_gawk::Warning;
use crate::regex_text::{Compiled, VALUES_LEFT};
use crate::syntax::{Pattern, Program};
use crate::value::Value;
use ::dialect::awk::Voice;
use pattern::Cache;
use std::rc::Rc;
use utilities::{Context, Exit};

/// Why ordinary evaluation ends.
#[derive(Debug)]
pub(crate) enum Stop {
    Next,
    NextFile,
    /// `exit`: END actions may follow.
    Exit,
    /// Boxed, so that results stay small.
    Failed(Box<Failure>),
}

/// What ends a run before its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// "run time error", with where in the input it happened.
    Error(Vec<u8>),
    /// A message, where in the input it happened, and status 2.
    Limit(Vec<u8>),
    /// A message, and status 2.
    Fatal(Vec<u8>),
    /// gawk's, of `print` or `printf`: where it could not write, and why.
    Write(&'static str, Vec<u8>),
    /// mawk's where it finds that something is wrong with itself: a line, and status 100.
    Panic(Vec<u8>),
    /// As if killed.
    Signal(Exit),
}

impl Stop {
    #[cold]
    pub(crate) fn error(text: Vec<u8>) -> Self {
        Stop::Failed(Box::new(Failure::Error(text)))
    }

    #[cold]
    pub(crate) fn limit(text: Vec<u8>) -> Self {
        Stop::Failed(Box::new(Failure::Limit(text)))
    }

    #[cold]
    pub(crate) fn fatal(text: Vec<u8>) -> Self {
        Stop::Failed(Box::new(Failure::Fatal(text)))
    }

    #[cold]
    pub(crate) fn write(text: Vec<u8>) -> Self {
        Stop::Failed(Box::new(Failure::Write("print", text)))
    }

    /// This failure of a write as one of printf.
    #[cold]
    fn of_printf(mut self) -> Self {
        if let Stop::Failed(failure) = &mut self
            && let Failure::Write(verb, _) = &mut **failure
        {
            *verb = "printf";
        }
        self
    }

    #[cold]
    pub(crate) fn signal(exit: Exit) -> Self {
        Stop::Failed(Box::new(Failure::Signal(exit)))
    }
}

/// The result of evaluating something.
pub(crate) type Result<T> = std::result::Result<T, Stop>;

/// A subscript that has been computed.
enum Subscript<'m> {
    Integer(i64),
    /// Of the program.
    Constant(&'m [u8]),
    /// In a buffer that is returned afterwards.
    Text(Vec<u8>),
    /// For gawk, from outside.
    Input(Vec<u8>),
}

impl Subscript<'_> {
    #[inline]
    fn key(&self) -> Key<'_> {
        match self {
            Subscript::Integer(integer) => Key::Integer(*integer),
            Subscript::Constant(text) => Key::Constant(text),
            Subscript::Text(text) => Key::Text(text),
            Subscript::Input(text) => Key::Input(text),
        }
    }
}

/// A parameter or local variable of a function.
enum Local {
    Scalar(Value),
    /// An index into `arrays`, and whether it ends with the call.
    Array(usize, bool),
}

/// Memory that is worth keeping from one run to the next.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) record: Record,
    pub(crate) buffers: Vec<Vec<u8>>,
    pub(crate) reading: Vec<u8>,
    pub(crate) writing: Vec<u8>,
}

/// A running program.
pub(crate) struct Machine<'m, 'c> {
    context: &'m mut Context<'c>,
    program: &'m Program,
    /// Its text; empty where it is not known.
    pub(crate) text: &'m [u8],
    dialect: Dialect,
    globals: Vec<Value>,
    /// Global arrays, then those of calls.
    arrays: Vec<Array>,
    unused_arrays: Vec<usize>,
    /// Locals of calls, one behind the other; above `top` they are no one's.
    locals: Vec<Local>,
    top: usize,
    /// Where the locals of the current call begin.
    frame: usize,
    /// How much deeper calls may nest.
    levels_left: u32,
    record: Record,
    nr: f64,
    fnr: f64,
    /// NR and FNR, after one of them was assigned what is no number.
    odd_counts: Option<Box<(Value, Value)>>,
    specials: special::Specials,
    separator: Separator,
    record_separator: RecordSeparator,
    cache: Cache,
    /// Buffers that are not in use.
    buffers: Vec<Vec<u8>>,
    /// A list for what is to be formatted, which nobody uses at the moment.
    formatted: Vec<Value>,
    regexes: Vec<(Vec<u8>, Rc<Compiled>)>,
    /// For gawk, the numbers that were regular expressions last.
    kept: Vec<regex::Kept<'m>>,
    main: getline::Main<'m>,
    /// Files and commands that `getline` reads.
    readers: Vec<getline::Source>,
    outputs: Outputs,
    random: Option<Random>,
    seed: Value,
    /// Which range patterns are between their two matches.
    ranges: Vec<bool>,
    /// Pieces of a text that is being split.
    spans: Vec<Span>,
    status: i32,
    returned: Value,
    ticks: u32,
    /// For gawk's messages: the line that runs, 0 where none does, and the files of the program with
    /// the lines before each.
    line: u32,
    sources: &'m [(u32, &'m [u8])],
    said: complaint::Said,
}

impl<'m, 'c> Machine<'m, 'c> {
    /// Prepares a run with these operands.
    pub(crate) fn new(
        context: &'m mut Context<'c>,
        program: &'m Program,
        operands: &'m [&'m [u8]],
        sources: &'m [(u32, &'m [u8])],
        memory: Memory,
    ) -> Self {
        let dialect = program.dialect;
        let cache = std::mem::take(&mut context.caches.matching);
        let outputs = Outputs::new(context, memory.writing, dialect);
        let mut machine = Self {
            program,
            text: b"",
            dialect,
            globals: vec![Value::Unset; program.variables.len()],
            arrays: Vec::new(),
            unused_arrays: Vec::new(),
            locals: Vec::new(),
            top: 0,
            frame: 0,
            levels_left: dialect.rules().functions_nest_to,
            record: memory.record,
            nr: 0.0,
            fnr: 0.0,
            odd_counts: None,
            specials: special::Specials::new(operands.len(), dialect),
            separator: Separator::Blanks,
            record_separator: RecordSeparator::Byte(b'\n'),
            cache,
            buffers: memory.buffers,
            formatted: Vec::new(),
            regexes: Vec::new(),
            kept: Vec::new(),
            main: getline::Main::new(operands, memory.reading),
            readers: Vec::new(),
            outputs,
            random: None,
            seed: Value::Unset,
            ranges: vec![false; program.ranges],
            spans: Vec::new(),
            status: 0,
            returned: Value::Unset,
            ticks: 0,
            line: 0,
            sources,
            said: complaint::Said::default(),
            context,
        };
        machine.record.set_input(b"", 0..0);
        machine.record.count_splits(program.uses.old_count);
        machine.arrays.resize_with(program.arrays.len(), || fresh_array(program));
        machine.fill_arrays();
        machine
    }

    /// Runs the whole program.
    pub(crate) fn run(&mut self, assignments: &[&[u8]], field_separator: Option<&[u8]>) -> Exit {
        let result = self.phases(assignments, field_separator);
        if self.dialect.rules().voice == Voice::Gawk {
            return match result {
                Ok(exited) => self.finish_as_gawk(exited),
                Err(Stop::Exit) => self.finish_as_gawk(true),
                Err(Stop::Failed(failure)) => self.end_as_gawk(*failure),
                Err(Stop::Next | Stop::NextFile) => Exit::Status(2),
            };
        }
        let failure = match result {
            Ok(_) | Err(Stop::Exit) => return self.finish(self.status as u8),
            Err(Stop::Failed(failure)) => *failure,
            Err(Stop::Next | Stop::NextFile) => return self.finish(2),
        };
        match failure {
            Failure::Signal(exit) => exit,
            Failure::Panic(line) => {
                self.context.error_text(&line);
                self.finish(100)
            }
            Failure::Error(_) | Failure::Limit(_) => {
                match failure {
                    Failure::Error(text) => self.complain(b": run time error: ", &text),
                    Failure::Limit(text) => self.complain(b": ", &text),
                    _ => {}
                }
                let name = self.specials.filename.clone();
                let mut place = b"\tFILENAME=\"".to_vec();
                name.append(&self.specials.convfmt, &mut place);
                let counts = format!("\" FNR={} NR={}\n", self.main.fnr, self.main.nr);
                place.extend_from_slice(counts.as_bytes());
                self.context.error_text(&place);
                self.finish(2)
            }
            Failure::Fatal(text) | Failure::Write(_, text) => {
                self.complain(b": ", &text);
                self.finish(2)
            }
        }
    }

    /// Gives back what is worth keeping.
    pub(crate) fn into_memory(mut self) -> Memory {
        self.context.caches.matching = std::mem::take(&mut self.cache);
        Memory {
            record: self.record,
            buffers: self.buffers,
            reading: self.main.into_buffer(),
            writing: self.outputs.into_buffer(),
        }
    }

    fn complain(&self, between: &[u8], text: &[u8]) {
        let mut line = self.context.name.to_vec();
        line.extend_from_slice(between);
        line.extend_from_slice(text);
        line.push(b'\n');
        self.context.error_text(&line);
    }

    fn finish(&mut self, status: u8) -> Exit {
        match self.outputs.close_all(self.context) {
            Ok(()) => Exit::Status(status),
            Err(Stop::Failed(failure)) => match *failure {
                Failure::Signal(exit) => exit,
                Failure::Fatal(text)
                | Failure::Error(text)
                | Failure::Limit(text)
                | Failure::Panic(text)
                | Failure::Write(_, text) => {
                    self.complain(b": ", &text);
                    Exit::Status(2)
                }
            },
            Err(_) => Exit::Status(2),
        }
    }

    /// Whether `exit` was executed.
    fn phases(&mut self, assignments: &[&[u8]], field_separator: Option<&[u8]>) -> Result<bool> {
        if let Some(text) = field_separator {
            self.assign_special(crate::syntax::Special::Fs, Value::text(text))?;
        }
        for assignment in assignments {
            self.command_line_assignment(assignment)?;
        }
        let program = self.program;
        self.line = u32::from(!program.begin.is_empty());
        let mut ended = match self.execute_all(&program.begin) {
            Ok(_) => false,
            Err(Stop::Exit) => true,
            Err(stop) => return Err(stop),
        };
        if !ended && (program.has_end || !program.items.is_empty()) {
            ended = self.records()?;
        }
        if program.has_end {
            if !program.end.is_empty() {
                self.line = self.line.max(1);
            }
            self.execute_all(&program.end)?;
        }
        Ok(ended)
    }

    /// Runs the actions for every record; whether `exit` ended that.
    fn records(&mut self) -> Result<bool> {
        let program = self.program;
        let mut blocks = blocks::Blocks::default();
        while self.next_main_record()? {
            if self.line == 0 && !program.items.is_empty() {
                self.line = 1;
            }
            for item in &program.items {
                match self.item(item) {
                    Ok(()) => {}
                    Err(Stop::Next) => break,
                    Err(Stop::NextFile) => {
                        self.main.skip_file();
                        break;
                    }
                    Err(Stop::Exit) => return Ok(true),
                    Err(stop) => return Err(stop),
                }
            }
            if self.has_read(&blocks) {
                self.use_blocks(&mut blocks)?;
            }
        }
        Ok(false)
    }

    /// Runs the action of an item for the record, where its pattern applies.
    #[inline(always)]
    fn item(&mut self, item: &'m crate::syntax::Item) -> Result<()> {
        let applies = match &item.pattern {
            Pattern::Always => true,
            Pattern::When(condition) => self.truth(condition)?,
            Pattern::Range(index, pair) => {
                let inside = self.ranges[*index] || self.truth(&pair.0)?;
                if inside {
                    self.ranges[*index] = !self.truth(&pair.1)?;
                }
                inside
            }
        };
        if !applies {
            return Ok(());
        }
        match &item.action {
            Some(action) => self.execute_all(action).map(|_| ()),
            None => self.print_record(),
        }
    }

    /// A buffer for text on the way.
    #[inline]
    fn take_buffer(&mut self) -> Vec<u8> {
        self.buffers.pop().unwrap_or_default()
    }

    #[inline]
    fn give_buffer(&mut self, mut buffer: Vec<u8>) {
        buffer.clear();
        // A huge text is not kept for ever.
        if buffer.capacity() <= 1 << 20 {
            self.buffers.push(buffer);
        }
    }

    #[inline]
    fn give_subscript(&mut self, subscript: Subscript<'_>) {
        if let Subscript::Text(buffer) | Subscript::Input(buffer) = subscript {
            self.give_buffer(buffer);
        }
    }

    /// The compiled form of an expression that is computed.
    fn compile(&mut self, text: &[u8]) -> Result<Rc<Compiled>> {
        if let Some(place) = self.regexes.iter().position(|(other, _)| other == text) {
            if place > 0 {
                self.regexes.swap(place, place - 1);
                return Ok(self.regexes[place - 1].1.clone());
            }
            return Ok(self.regexes[0].1.clone());
        }
        if self.dialect.rules().regex_replaces_escapes_first {
            return self.compile_as_gawk(text);
        }
        let regex = match crate::regex_text::compile(text, self.dialect) {
            Ok(regex) => Rc::new(regex),
            Err(VALUES_LEFT) => return Err(self.panic_as_mawk(text)),
            Err(reason) => {
                let reason = format!("regular expression compile failed ({reason})\n");
                return Err(Stop::error([reason.as_bytes(), c_string(text)].concat()));
            }
        };
        self.keep_regex(text, &regex);
        Ok(regex)
    }

    /// How mawk ends where an expression leaves values that nothing joins.
    #[cold]
    fn panic_as_mawk(&self, text: &[u8]) -> Stop {
        let mut line = format!("REcompile() - panic:  {VALUES_LEFT}").into_bytes();
        if self.dialect.rules().regex_panic_names_text {
            line.extend_from_slice(b" for ");
            line.extend_from_slice(c_string(text));
        }
        line.push(b'\n');
        Stop::Failed(Box::new(Failure::Panic(line)))
    }

    fn keep_regex(&mut self, text: &[u8], regex: &Rc<Compiled>) {
        // Bounded: a program that computes ever new expressions forgets the oldest.
        if self.regexes.len() >= 200 {
            self.regexes.pop();
        }
        self.regexes.push((text.to_vec(), regex.clone()));
    }

    fn compile_as_gawk(&mut self, text: &[u8]) -> Result<Rc<Compiled>> {
        let (compiled, warnings) = crate::regex_of_gawk::compile(text, self.dialect);
        for warning in warnings {
            self.warn_of_escape(warning);
        }
        match compiled {
            Ok(regex) => {
                let regex = Rc::new(regex);
                self.keep_regex(text, &regex);
                Ok(regex)
            }
            Err(refusal) => Err(Stop::error(refusal.message(text))),
        }
    }

    fn warn_of_escape(&mut self, warning: Warning) {
        let letter = match warning {
            Warning::NoDigits(letter) => {
                let letter = char::from(letter);
                return self.warn(format!("no hex digits in `\\{letter}' escape sequence"));
            }
            Warning::NoCharacter => return self.warn("invalid `\\u' escape sequence"),
            Warning::Escape(letter) if self.said.escapes.contains(&letter) => return,
            Warning::Escape(letter) => letter,
        };
        self.said.escapes.push(letter);
        let mut warning = b"regexp escape sequence `\\".to_vec();
        warning.push(letter);
        if letter.is_ascii_digit() {
            warning.extend_from_slice(b"' treated as plain `");
            warning.extend_from_slice(&[letter, b'\'']);
        } else {
            warning.extend_from_slice(b"' is not a known regexp operator");
        }
        self.warn(warning);
    }

    /// Looks now and then whether the program is to end, and lets others run.
    #[inline]
    fn tick(&mut self) -> Result<()> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks & 0xfff == 0 { self.breathe() } else { Ok(()) }
    }

    #[cold]
    fn breathe(&mut self) -> Result<()> {
        if self.context.interrupted() {
            return Err(Stop::signal(Exit::Signal(utilities::context::SIGINT)));
        }
        self.context.scheduler.yield_now();
        Ok(())
    }
}

/// An array of the program, empty.
fn fresh_array(program: &Program) -> Array {
    Array::new(program.dialect, program.uses.walks)
}
