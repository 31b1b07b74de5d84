//! Records on other processors: of a large file, where what comes of a record depends on no other
//! ([`crate::local`]).
//!
//! A block goes to a machine of its own, which begins as this one stands: with what BEGIN, `-v` and the operands
//! have assigned. What such a machine cannot do as this one would (a message, an error, a loop that
//! takes long) it leaves undone; this one goes on from there then. The last record of a file is always this one's,
//! for END.

use super::{Machine, Memory, Result, Stop};
use crate::dialect::Dialect;
use crate::input::RecordSeparator;
use crate::syntax::Special;
use crate::value::{Kind, Value};
use stage::{OpenFile, Scheduler};
use std::borrow::Cow;
use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use utilities::caches::Caches;
use utilities::text::lanes::{Lane, Lanes, Unit};
use utilities::{Context, NoHost, Variables};

/// Bytes of a block: each costs to compile the program.
const BLOCK: usize = 512 << 10;
/// How often a machine looks up from its loops in a block, before it leaves it undone.
const LOOKS: u32 = 256;
/// Counts of records that are exact, and so are sums of them.
const MOST_RECORDS: f64 = (1u64 << 52) as f64;

/// Whether and how other processors are used.
#[derive(Default)]
pub(super) struct Blocks {
    lanes: Option<Lanes<Kernel>>,
    /// They are not, for the rest of the run.
    is_off: bool,
    /// Bytes of input so far, and from how many on it is worth it.
    bytes: u64,
    from: Option<u64>,
    /// How often the file has been read when it was last thought of, and which file that was.
    seen: (u64, usize),
}

/// A value as it moves to other threads.
enum Plain {
    Unset,
    Number(f64),
    Text(Kind, Vec<u8>),
}

impl From<&Value> for Plain {
    fn from(value: &Value) -> Self {
        match (value, value.as_text()) {
            (_, Some((kind, text))) => Plain::Text(kind, text.to_vec()),
            (Value::Number(number), _) => Plain::Number(*number),
            _ => Plain::Unset,
        }
    }
}

impl Plain {
    fn value(&self) -> Value {
        match self {
            Plain::Unset => Value::Unset,
            Plain::Number(number) => Value::Number(*number),
            Plain::Text(kind, text) => Value::new(*kind, text),
        }
    }
}

/// What a program and its variables are before a record of a file.
struct Start {
    dialect: Dialect,
    text: Vec<u8>,
    separator: u8,
    globals: Vec<Plain>,
    fs: Plain,
    rs: Plain,
    filename: Plain,
    /// OFS, ORS, SUBSEP, CONVFMT, OFMT.
    texts: [Vec<u8>; 5],
}

/// What works on a block.
struct Kernel {
    start: Arc<Start>,
    /// How many records there were.
    records: u64,
    /// Nothing has come of it.
    is_undone: bool,
}

fn run_block(kernel: &mut Kernel, block: &[u8], out: &mut Vec<u8>) {
    kernel.is_undone = true;
    if let Some(records) = kernel.start.run(block, out) {
        kernel.records = records;
        kernel.is_undone = false;
    }
}

impl Start {
    /// Runs the program on the records of a block: how many there are. None where it cannot be done here.
    fn run(&self, block: &[u8], out: &mut Vec<u8>) -> Option<u64> {
        let program = crate::parser::parse(&self.text, self.dialect).ok()?;
        let scheduler = Scheduler::alone(LOOKS);
        let message = OpenFile::text(&scheduler, Rc::from([]));
        let mut caches = Caches::default();
        let mut context = Context {
            name: b"awk",
            called: b"awk",
            program: crate::programs::reference(self.dialect.awk()),
            stdin: None,
            stdout: None,
            // A message is what cannot be done here: nothing can be written to it.
            stderr: Some(message),
            directory: rustix::fs::CWD,
            variables: &Nothing,
            mask: &|| 0,
            utf8: self.dialect.has_utf8(),
            pipe_ignored: false,
            scheduler: &scheduler,
            parallel: false,
            caches: &mut caches,
            host: &mut NoHost,
            heeds_posix: Cell::new(false),
            lost_message: Cell::new(false),
        };
        let memory = Memory { writing: std::mem::take(out), ..Memory::default() };
        let mut machine = Machine::new(&mut context, &program, &[], &[], memory);
        machine.outputs.hold_standard();
        let records = self.run_with(&mut machine, block);
        std::mem::swap(out, machine.outputs.standard());
        drop(machine);
        records.filter(|_| !context.lost_message.get())
    }

    fn run_with(&self, machine: &mut Machine<'_, '_>, block: &[u8]) -> Option<u64> {
        let program = machine.program;
        if program.variables.len() != self.globals.len() {
            return None;
        }
        machine.globals = self.globals.iter().map(Plain::value).collect();
        machine.start_with(&self.fs, &self.rs, &self.filename).ok()?;
        let specials = &mut machine.specials;
        let places = [
            &mut specials.ofs,
            &mut specials.ors,
            &mut specials.subsep,
            &mut specials.convfmt.text,
            &mut specials.ofmt.text,
        ];
        for (place, text) in places.into_iter().zip(&self.texts) {
            place.clone_from(text);
        }
        let mut records = 0;
        let mut start = 0;
        for end in byte_search::memchr_iter(self.separator, block) {
            machine.record.set_input(block, start..end);
            start = end + 1;
            records += 1;
            for item in &program.items {
                match machine.item(item) {
                    Ok(()) => {}
                    Err(Stop::Next) => break,
                    Err(_) => return None,
                }
            }
        }
        Some(records)
    }
}

impl<'m> Machine<'m, '_> {
    fn start_with(&mut self, fs: &Plain, rs: &Plain, filename: &Plain) -> Result<()> {
        self.assign_special(Special::Rs, rs.value())?;
        self.assign_special(Special::Fs, fs.value())?;
        self.assign_special(Special::Filename, filename.value())
    }

    /// Whether more has been read of the input since this was asked last: between two records, and not
    /// after each of them.
    #[inline]
    pub(super) fn has_read(&self, blocks: &Blocks) -> bool {
        self.main.nr.is_multiple_of(64) && self.main.reads() != blocks.seen.0
    }

    /// Has other processors work on what follows, where there is much of it.
    #[cold]
    pub(super) fn use_blocks(&mut self, blocks: &mut Blocks) -> Result<()> {
        blocks.seen.0 = self.main.reads();
        let RecordSeparator::Byte(separator) = self.record_separator else { return Ok(()) };
        let Some(reader) = self.main.reader() else { return Ok(()) };
        blocks.bytes += reader.source().1.unread().len() as u64;
        if blocks.is_off {
            return Ok(());
        }
        let context = &*self.context;
        let from = *blocks.from.get_or_insert_with(|| context.parallel_from().0 as u64);
        if blocks.bytes < from {
            return Ok(());
        }
        if self.main.file_number() != blocks.seen.1 {
            // Operands may have assigned something since.
            blocks.lanes = None;
            blocks.seen.1 = self.main.file_number();
        }
        if blocks.lanes.is_none() {
            blocks.lanes = self.make_lanes(separator);
            blocks.is_off = blocks.lanes.is_none();
        }
        let Some(lanes) = &mut blocks.lanes else { return Ok(()) };
        let is_done = self.run_blocks(lanes, separator)?;
        if !is_done {
            (blocks.lanes, blocks.is_off) = (None, true);
        }
        blocks.seen.0 = self.main.reads();
        Ok(())
    }

    fn make_lanes(&mut self, separator: u8) -> Option<Lanes<Kernel>> {
        let is_count = |number: f64| number.fract() == 0.0 && number.abs() < MOST_RECORDS;
        let is_usual = is_count(self.nr) && is_count(self.fnr) && self.odd_counts.is_none();
        if !is_usual || !crate::local::is_local(self.program, self.text) {
            return None;
        }
        let [fs, rs] =
            [Special::Fs, Special::Rs].map(|special| Plain::from(&self.special(special)));
        let specials = &self.specials;
        let start = Arc::new(Start {
            dialect: self.dialect,
            text: self.text.to_vec(),
            separator,
            globals: self.globals.iter().map(Plain::from).collect(),
            fs,
            rs,
            filename: Plain::from(&specials.filename),
            texts: [
                specials.ofs.clone(),
                specials.ors.clone(),
                specials.subsep.clone(),
                specials.convfmt.text.clone(),
                specials.ofmt.text.clone(),
            ],
        });
        let make = || Some(Kernel { start: start.clone(), records: 0, is_undone: false });
        Some(Lanes::new(self.context, make, run_block)?.of(BLOCK))
    }

    /// Has blocks worked on as long as input comes. False where one could not be: this machine goes on there.
    fn run_blocks(&mut self, lanes: &mut Lanes<Kernel>, separator: u8) -> Result<bool> {
        let (mut undone, mut stop, mut records) = (Vec::new(), None, 0);
        let (context, outputs) = (&*self.context, &mut self.outputs);
        let mut deliver = |lane: &mut Lane<Kernel>| {
            if lane.kernel.is_undone || !undone.is_empty() {
                undone.extend_from_slice(lane.block());
                return Ok(());
            }
            records += lane.kernel.records;
            outputs.put_standard(context, &mut lane.output).map_err(|why| {
                stop = Some(why);
                io::Error::from(io::ErrorKind::Other)
            })
        };
        let Some(reader) = self.main.reader() else { return Ok(true) };
        let (file, window) = reader.source();
        let unit = Unit::Lines(separator);
        let result = lanes.work_through(context, file, window, unit, &mut deliver);
        if !undone.is_empty() {
            window.put_back(std::mem::take(&mut undone));
            self.count_records(records);
            return result.map_err(|error| super::getline::read_error(&error)).map(|()| false);
        }
        self.count_records(records);
        match (result, stop) {
            (_, Some(stop)) => Err(stop),
            (Err(error), None) => Err(super::getline::read_error(&error)),
            (Ok(()), None) => Ok(true),
        }
    }

    fn count_records(&mut self, records: u64) {
        self.nr += records as f64;
        self.fnr += records as f64;
        self.main.nr += records;
        self.main.fnr += records;
    }
}

/// No variables.
struct Nothing;

impl Variables for Nothing {
    fn get(&self, _: &[u8]) -> Option<Cow<'_, [u8]>> {
        None
    }

    fn for_each(&self, _: &mut dyn FnMut(&[u8], &[u8])) {}
}
