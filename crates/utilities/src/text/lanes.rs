//! Filters on several processors: blocks of a large input are worked on by threads, and what comes of
//! them is output in the order of the input.
//!
//! A *lane* is what one block needs: a kernel of its own (compiled patterns, tables), the block, and
//! the result. It moves to a worker and back. Small inputs never come here: a filter works on its own
//! thread until it has seen [`Context::parallel_from`] bytes, and stays there if it
//! is as fast as the copying that threads cost.

use super::stream::{Reader, Window, Writer};
use crate::Context;
use rustix::time::{ClockId, Timespec, clock_gettime};
use stage::{OpenFile, Pending, Signals, Workers};
use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::rc::Rc;

/// Nanoseconds for 1,000 bytes of a filter that is not worth a thread.
const CHEAP: u128 = 400;
/// Bytes of a block: so many that what it costs to hand it over does not count, so few that it and its
/// result stay in a processor's cache.
const BLOCK: usize = 256 << 10;
/// How much larger than a block the memory is that input is read into.
const ROOM: usize = 128 << 10;
/// Bytes that are worth handing over where no more can be had for the moment.
const LEAST: usize = 16 << 10;

/// What a worker does with a block: reads it, and appends to the result.
pub type Apply<K> = fn(&mut K, &[u8], &mut Vec<u8>);

/// What one block needs.
pub struct Lane<K> {
    /// What works on blocks, and what it notes beside their results.
    pub kernel: K,
    /// The memory of the block, and which part of it that is.
    memory: Vec<u8>,
    part: Range<usize>,
    /// The result.
    pub output: Vec<u8>,
}

impl<K> Lane<K> {
    /// The block.
    pub fn block(&self) -> &[u8] {
        &self.memory[self.part.clone()]
    }
}

/// Lanes that are with workers, and those that are not.
pub struct Lanes<K> {
    workers: Rc<Workers>,
    apply: Apply<K>,
    /// Bytes of a block.
    size: usize,
    idle: Vec<Lane<K>>,
    /// The lane of a block that is being put together.
    filling: Option<Lane<K>>,
    busy: VecDeque<Pending<Lane<K>>>,
}

/// What is done with each result, in the order of the input.
pub type Deliver<'d, K> = dyn FnMut(&mut Lane<K>) -> io::Result<()> + 'd;

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
            let (memory, output) = (Vec::new(), Vec::new());
            idle.push(Lane { kernel: make()?, memory, part: 0..0, output });
        }
        // Who asks for threads from the first byte on, to see what they do, gets many blocks.
        let size = match context.parallel_from() {
            (from, true) => from.clamp(1, BLOCK),
            _ => BLOCK,
        };
        Some(Self { workers, apply, size, idle, filling: None, busy: VecDeque::new() })
    }

    /// The same with blocks of another size, unless small ones have been asked for.
    pub fn of(self, size: usize) -> Self {
        Self { size: if self.size < BLOCK { self.size } else { size }, ..self }
    }

    /// Adds to a block, which is handed over when it is large enough. Where no lane is idle, the oldest
    /// result is awaited and delivered first.
    ///
    /// # Errors
    /// That of `deliver`; Interrupted where a terminal's signal is pending.
    pub fn push(
        &mut self,
        context: &Context<'_>,
        block: &[u8],
        deliver: &mut Deliver<'_, K>,
    ) -> io::Result<()> {
        let mut lane = match self.filling.take() {
            Some(lane) => lane,
            None => {
                let Some(mut lane) = self.take_idle(context, deliver)? else { return Ok(()) };
                lane.memory.clear();
                lane
            }
        };
        lane.memory.extend_from_slice(block);
        lane.part = 0..lane.memory.len();
        match lane.part.len() >= self.size {
            true => self.submit(lane),
            false => self.filling = Some(lane),
        }
        Ok(())
    }

    /// An idle lane, after the oldest result if need be.
    fn take_idle(
        &mut self,
        context: &Context<'_>,
        deliver: &mut Deliver<'_, K>,
    ) -> io::Result<Option<Lane<K>>> {
        if self.idle.is_empty() {
            self.deliver_oldest(context, deliver)?;
        }
        Ok(self.idle.pop())
    }

    /// Hands over a block.
    fn submit(&mut self, mut lane: Lane<K>) {
        let apply = self.apply;
        self.busy.push_back(self.workers.submit(move || {
            lane.output.clear();
            apply(&mut lane.kernel, &lane.memory[lane.part.clone()], &mut lane.output);
            lane
        }));
    }

    /// Hands over the block that is being put together.
    fn submit_filling(&mut self) {
        if let Some(lane) = self.filling.take() {
            self.submit(lane);
        }
    }

    fn deliver_oldest(
        &mut self,
        context: &Context<'_>,
        deliver: &mut Deliver<'_, K>,
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
        deliver: &mut Deliver<'_, K>,
    ) -> io::Result<()> {
        if self.filling.is_some() && !is_ready() {
            // Whoever writes the input may have more at once.
            context.scheduler.yield_now();
            if !is_ready() {
                self.submit_filling();
            }
        }
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
    pub fn drain(&mut self, context: &Context<'_>, deliver: &mut Deliver<'_, K>) -> io::Result<()> {
        self.submit_filling();
        while !self.busy.is_empty() {
            self.deliver_oldest(context, deliver)?;
        }
        Ok(())
    }

    /// Has blocks of what follows in a file worked on, `window` being what has been read of it, as long
    /// as it comes quickly. All results have been delivered then. Left in the window are, of units that
    /// are lines, the last one, and what is too little for a block; at the end of the file, after an error
    /// of reading, and where lines are long, it may be more.
    ///
    /// # Errors
    /// Those of [`Self::push`]. An error of reading is met again by whoever reads on.
    pub fn work_through(
        &mut self,
        context: &Context<'_>,
        file: &OpenFile,
        window: &mut Window,
        unit: Unit,
        deliver: &mut Deliver<'_, K>,
    ) -> io::Result<()> {
        loop {
            let Some(length) = self.gather(context, file, window, unit, deliver)? else {
                return self.drain(context, deliver);
            };
            let Some(mut lane) = self.take_idle(context, deliver)? else { return Ok(()) };
            let memory = std::mem::take(&mut lane.memory);
            (lane.memory, lane.part) = window.take(length, memory);
            self.submit(lane);
        }
    }

    /// Reads until there is a block, or what there is at once is worth handing over: its length. None where
    /// neither can be had.
    fn gather(
        &mut self,
        context: &Context<'_>,
        file: &OpenFile,
        window: &mut Window,
        unit: Unit,
        deliver: &mut Deliver<'_, K>,
    ) -> io::Result<Option<usize>> {
        let mut has_yielded = false;
        loop {
            let unread = window.unread();
            if unread.len() >= self.size {
                let whole = unit.whole(unread);
                if whole.is_some() || unread.len() >= self.size + ROOM / 2 {
                    return Ok(whole);
                }
            }
            if window.has_ended() {
                return Ok(None);
            }
            if !file.is_ready() {
                if !has_yielded {
                    // Whoever writes the input may have more at once.
                    context.scheduler.yield_now();
                    has_yielded = true;
                    continue;
                }
                if unread.len() >= LEAST {
                    return Ok(unit.whole(unread));
                }
                if self.busy.is_empty() {
                    return Ok(None);
                }
                self.await_input(context, file, || file.is_ready(), deliver)?;
            }
            has_yielded = false;
            if window.fill(file, self.size + ROOM).is_err() {
                return Ok(None);
            }
        }
    }
}

/// Whether a filter is worth other processors: how much it has done, and how much of this one's time that
/// took.
#[derive(Default)]
pub struct Pace {
    /// From how many bytes on, and whether that is asked for, whatever it takes. None while nobody
    /// needed to know.
    from: Option<(u64, bool)>,
    bytes: u64,
    /// How many of them were timed, and how many nanoseconds they took.
    timed: u64,
    time: u128,
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
        let begun = thread_time();
        let result = work();
        self.time += thread_time().saturating_sub(begun);
        self.timed += length as u64;
        let is_dear = self.time * 1000 > u128::from(self.timed) * CHEAP;
        (result, self.bytes >= from && (is_dear || is_asked))
    }

    /// Whether the next block may be timed. Nobody else is to go on meanwhile, as where output is written.
    pub fn is_timing(&self) -> bool {
        self.from.is_some_and(|(from, _)| self.bytes >= from / 2)
    }

    /// There are no other processors.
    pub fn stay(&mut self) {
        self.from = Some((u64::MAX, false));
    }
}

/// Nanoseconds that this thread has used, whoever else has used processors meanwhile.
fn thread_time() -> u128 {
    let Timespec { tv_sec, tv_nsec } = clock_gettime(ClockId::ThreadCPUTime);
    u128::from(tv_sec.unsigned_abs()) * 1_000_000_000 + u128::from(tv_nsec.unsigned_abs())
}

/// What blocks begin and end with.
#[derive(Clone, Copy)]
pub enum Unit {
    /// Any bytes.
    Bytes,
    /// Whole lines, which this byte ends; the last one of the input may lack it.
    Lines(u8),
    /// Whole lines for other processors; on this one, where a kernel knows what it is in the midst of, any
    /// bytes.
    Pieces(u8),
}

impl Unit {
    /// How much of a text is whole units; of lines, the last one does not count. None where there are none.
    fn whole(self, text: &[u8]) -> Option<usize> {
        match self {
            Unit::Bytes => Some(text.len()),
            Unit::Lines(delimiter) | Unit::Pieces(delimiter) => {
                let end = byte_search::memrchr(delimiter, text)?;
                byte_search::memrchr(delimiter, &text[..end]).map(|at| at + 1)
            }
        }
    }
}

/// Copies an input to an output through a kernel that works on each unit by itself. `join` puts right
/// what a block cannot know of the one before it, in its result; it is called in the order of the
/// input. On other processors, kernels like `own` at first are used for blocks; what it knows in the end,
/// it knows of blocks that it was used for itself.
///
/// # Errors
/// Those of reading and writing, told apart.
pub fn transform<K: Clone + Send + 'static>(
    context: &Context<'_>,
    reader: &mut Reader,
    output: &mut Writer,
    unit: Unit,
    own: &mut K,
    apply: Apply<K>,
    mut join: impl FnMut(&K, &mut Vec<u8>, usize),
) -> Result<(), Broken> {
    let fresh = own.clone();
    let mut pace = Pace::default();
    let mut lanes: Option<Lanes<K>> = None;
    // The next unit begins where the next block does.
    let mut is_between = true;
    loop {
        if let Some(lanes) = &mut lanes
            && is_between
        {
            let mut deliver = |lane: &mut Lane<K>| {
                join(&lane.kernel, &mut lane.output, 0);
                output.put_block(&lane.output)
            };
            let file = reader.file().clone();
            let window = reader.window();
            let result = lanes.work_through(context, &file, window, unit, &mut deliver);
            result.map_err(Broken::Output)?;
        }
        let block = match unit {
            // Up to where lines for other processors begin.
            Unit::Pieces(delimiter) if lanes.is_some() && !is_between => {
                reader.up_to([delimiter; 2])
            }
            Unit::Bytes | Unit::Pieces(_) => reader.block(),
            Unit::Lines(delimiter) => reader.lines(delimiter),
        };
        let block = block.map_err(Broken::Input)?;
        let Some(&last) = block.last() else { return Ok(()) };
        is_between = match unit {
            Unit::Bytes => true,
            Unit::Lines(delimiter) | Unit::Pieces(delimiter) => last == delimiter,
        };
        let ((), is_worth_it) = pace.measure(context, block.len(), || {
            let before = output.buffer.len();
            apply(own, block, &mut output.buffer);
            join(own, &mut output.buffer, before);
        });
        output.check().map_err(Broken::Output)?;
        if is_worth_it && lanes.is_none() {
            lanes = Lanes::new(context, || Some(fresh.clone()), apply);
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
