//! Filters on several processors: blocks of a large input are worked on by threads, and what comes of
//! them is output in the order of the input.
//!
//! A *lane* is what one block needs: a kernel of its own (compiled patterns, tables), the block, and
//! the result. It moves to a worker and back. Small inputs never come here: a filter works on its own
//! thread until it has seen [`Context::parallel_from`] bytes, and stays there if it
//! is as fast as the copying that threads cost.

use super::stream::{Reader, Writer};
use crate::Context;
use stage::{OpenFile, Pending, Signals, Workers};
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Nanoseconds for 1,000 bytes of a filter that is not worth a thread.
const CHEAP: u128 = 400;

/// What a worker does with a block: reads it, and appends to the result.
pub type Apply<K> = fn(&mut K, &[u8], &mut Vec<u8>);

/// What one block needs.
pub struct Lane<K> {
    /// What works on blocks, and what it notes beside their results.
    pub kernel: K,
    block: Vec<u8>,
    /// The result.
    pub output: Vec<u8>,
}

/// Lanes that are with workers, and those that are not.
pub struct Lanes<K> {
    workers: Rc<Workers>,
    apply: Apply<K>,
    idle: Vec<Lane<K>>,
    busy: VecDeque<Pending<Lane<K>>>,
}

impl<K: Send + 'static> Lanes<K> {
    /// A lane for each block that can be worked on at the same time, and one more. None where there
    /// are no workers or `make` returns None.
    pub fn new(
        context: &Context<'_>,
        mut make: impl FnMut() -> Option<K>,
        apply: Apply<K>,
    ) -> Option<Self> {
        let workers = context.workers()?;
        let mut idle = Vec::new();
        for _ in 0..=workers.width() {
            idle.push(Lane { kernel: make()?, block: Vec::new(), output: Vec::new() });
        }
        Some(Self { workers, apply, idle, busy: VecDeque::new() })
    }

    /// Hands over a block. Where no lane is idle, the oldest result is awaited and delivered first.
    ///
    /// # Errors
    /// That of `deliver`; Interrupted where a terminal's signal is pending.
    pub fn push(
        &mut self,
        context: &Context<'_>,
        block: &[u8],
        deliver: &mut dyn FnMut(&mut Lane<K>) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.idle.is_empty() {
            self.deliver_oldest(context, deliver)?;
        }
        let Some(mut lane) = self.idle.pop() else { return Ok(()) };
        lane.block.clear();
        lane.block.extend_from_slice(block);
        lane.output.clear();
        let apply = self.apply;
        self.busy.push_back(self.workers.submit(move || {
            apply(&mut lane.kernel, &lane.block, &mut lane.output);
            lane
        }));
        Ok(())
    }

    fn deliver_oldest(
        &mut self,
        context: &Context<'_>,
        deliver: &mut dyn FnMut(&mut Lane<K>) -> io::Result<()>,
    ) -> io::Result<()> {
        let Some(oldest) = self.busy.pop_front() else { return Ok(()) };
        let mut lane = oldest.wait(context.scheduler, Signals::Terminal)?;
        let result = deliver(&mut lane);
        self.idle.push(lane);
        result
    }

    /// Delivers results until `file` can be read without waiting: nothing is held back from who reads
    /// the output because the input is slow.
    ///
    /// # Errors
    /// Those of [`Self::push`].
    pub fn await_input(
        &mut self,
        context: &Context<'_>,
        file: &OpenFile,
        is_ready: impl Fn() -> bool,
        deliver: &mut dyn FnMut(&mut Lane<K>) -> io::Result<()>,
    ) -> io::Result<()> {
        while let Some(oldest) = self.busy.front() {
            if is_ready() {
                break;
            }
            match oldest.is_done() {
                true => self.deliver_oldest(context, deliver)?,
                false => file.wait_beside(&self.workers, Signals::Terminal)?,
            }
        }
        Ok(())
    }

    /// Delivers all results.
    ///
    /// # Errors
    /// Those of [`Self::push`].
    pub fn drain(
        &mut self,
        context: &Context<'_>,
        deliver: &mut dyn FnMut(&mut Lane<K>) -> io::Result<()>,
    ) -> io::Result<()> {
        while !self.busy.is_empty() {
            self.deliver_oldest(context, deliver)?;
        }
        Ok(())
    }
}

/// Whether a filter is worth other processors: how much it has done, and how long that took.
#[derive(Default)]
pub struct Pace {
    /// From how many bytes on, and whether that is asked for, whatever it takes. None while nobody
    /// needed to know.
    from: Option<(u64, bool)>,
    bytes: u64,
    /// How many of them were timed, and how long they took.
    timed: u64,
    time: Duration,
}

/// Bytes of a short input, of which nothing is asked.
const SHORT: u64 = 4 << 10;

impl Pace {
    /// Does the work of one block, here. Returns what it returns, and whether the next blocks are
    /// worth other processors.
    pub fn measure<T>(
        &mut self,
        context: &Context<'_>,
        length: usize,
        work: impl FnOnce() -> T,
    ) -> (T, bool) {
        self.bytes += length as u64;
        if self.bytes < SHORT {
            return (work(), false);
        }
        let (from, is_asked) = *self.from.get_or_insert_with(|| {
            let (from, is_asked) = context.parallel_from();
            (from as u64, is_asked)
        });
        // The clock costs more than many a short input.
        if self.bytes < from / 2 {
            return (work(), false);
        }
        let begun = Instant::now();
        let result = work();
        self.time += begun.elapsed();
        self.timed += length as u64;
        let is_dear = self.time.as_nanos() * 1000 > u128::from(self.timed) * CHEAP;
        (result, self.bytes >= from && (is_dear || is_asked))
    }

    /// There are no other processors.
    pub fn stay(&mut self) {
        self.from = Some((u64::MAX, false));
    }
}

/// What blocks begin and end with.
#[derive(Clone, Copy)]
pub enum Unit {
    /// Any bytes.
    Bytes,
    /// Whole lines, which this byte ends; the last one of the input may lack it.
    Lines(u8),
}

/// Copies an input to an output through a kernel that works on each unit by itself. `join` puts right
/// what a block cannot know of the one before it, in its result; it is called in the order of the
/// input.
///
/// # Errors
/// Those of reading and writing, told apart.
pub fn transform<K: Clone + Send + 'static>(
    context: &Context<'_>,
    reader: &mut Reader,
    output: &mut Writer,
    unit: Unit,
    kernel: K,
    apply: Apply<K>,
    mut join: impl FnMut(&K, &mut Vec<u8>, usize),
) -> Result<(), Broken> {
    let mut own = kernel;
    let mut pace = Pace::default();
    let mut lanes: Option<Lanes<K>> = None;
    loop {
        let mut deliver = |lane: &mut Lane<K>| {
            join(&lane.kernel, &mut lane.output, 0);
            output.put_block(&lane.output)
        };
        if let Some(lanes) = &mut lanes {
            let file = reader.file().clone();
            let is_ready = || reader.is_ready();
            lanes.await_input(context, &file, is_ready, &mut deliver).map_err(Broken::Output)?;
        }
        let block = match unit {
            Unit::Bytes => reader.block(),
            Unit::Lines(delimiter) => reader.lines(delimiter),
        };
        let block = match block {
            Ok(block) => block,
            Err(error) => {
                // What comes before it has been read.
                if let Some(lanes) = &mut lanes {
                    lanes.drain(context, &mut deliver).map_err(Broken::Output)?;
                }
                return Err(Broken::Input(error));
            }
        };
        if let Some(lanes) = &mut lanes {
            if block.is_empty() {
                return lanes.drain(context, &mut deliver).map_err(Broken::Output);
            }
            lanes.push(context, block, &mut deliver).map_err(Broken::Output)?;
            continue;
        }
        if block.is_empty() {
            return Ok(());
        }
        let ((), is_worth_it) = pace.measure(context, block.len(), || {
            let before = output.buffer.len();
            apply(&mut own, block, &mut output.buffer);
            join(&own, &mut output.buffer, before);
        });
        output.check().map_err(Broken::Output)?;
        if is_worth_it {
            lanes = Lanes::new(context, || Some(own.clone()), apply);
            match lanes {
                // In the order of the input.
                Some(_) => output.flush().map_err(Broken::Output)?,
                None => pace.stay(),
            }
        }
    }
}

/// Why a transformation ended early.
pub enum Broken {
    /// The input could not be read.
    Input(io::Error),
    /// The output could not be written, or a signal ended a wait.
    Output(io::Error),
}
