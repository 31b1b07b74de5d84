//! What a run of a session may use: counted where the shell looks for signals anyway, so that a shell
//! without limits pays nothing.
//!
//! Where a limit is exceeded, the run unwinds as a signal would have it.

use crate::environment::Environment;
use crate::environment::positional::Positional;
use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};
use syntax::ByteString;

/// Limits of one run of a session; None: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Steps: commands, and iterations of loops. The same script ends at the same step.
    pub steps: Option<u64>,
    /// Programs that are launched.
    pub processes: Option<u64>,
    /// Bytes of standard output, and of standard error, that are captured.
    pub output: Option<usize>,
    /// Time by the clock.
    pub wall: Option<Duration>,
    /// Processor time of the thread that runs the session, without that of programs.
    pub cpu: Option<Duration>,
    /// How deep commands may be in calls of functions, subshells and substitutions, `eval`, `.` and traps.
    pub nesting: Option<u32>,
    /// Bytes of the variables of an environment: their names and values, keys and elements, those that are
    /// shadowed, and the positional parameters. A number is eight. A run that begins with more may have so much.
    pub variables: Option<usize>,
    /// Bytes of memory that the session holds, with what the run takes.
    pub memory: Option<usize>,
}

/// A limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::steps`]
    Steps,
    /// [`Limits::processes`]
    Processes,
    /// [`Limits::output`]
    Output,
    /// [`Limits::wall`]
    Wall,
    /// [`Limits::cpu`]
    Cpu,
    /// [`Limits::nesting`]
    Nesting,
    /// [`Limits::variables`]
    Variables,
    /// [`Limits::memory`]
    Memory,
}

/// What counts the memory of a run.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// Whether it has asked for more than it may have.
    pub is_reached: fn() -> bool,
    /// How many bytes it may take.
    pub most: isize,
    /// Sets that limit, or none.
    pub limit: fn(Option<isize>),
}

/// Between two looks at the clock so many steps pass.
const STEPS_PER_LOOK: u32 = 64;

/// What is left of a run's limits.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    most_steps: Cell<Option<u64>>,
    most_processes: Cell<Option<u64>>,
    most_cpu: Cell<Option<Duration>>,
    steps: Cell<u64>,
    processes: Cell<u64>,
    until: Cell<Option<Instant>>,
    /// Processor time of the thread when the run began.
    cpu_began: Cell<Duration>,
    steps_until_look: Cell<u32>,
    pub(crate) weights: Weights,
    memory: Cell<Option<Memory>>,
    reached: Cell<Option<Limit>>,
}

impl Meter {
    /// Begins a run with these limits: all counts are 0.
    pub(crate) fn begin(&self, limits: Limits, memory: Option<Memory>) {
        self.most_steps.set(limits.steps);
        self.most_processes.set(limits.processes);
        self.most_cpu.set(limits.cpu);
        self.steps.set(0);
        self.processes.set(0);
        self.until.set(limits.wall.and_then(|wall| Instant::now().checked_add(wall)));
        self.cpu_began.set(limits.cpu.map_or(Duration::ZERO, |_| thread_time()));
        self.steps_until_look.set(STEPS_PER_LOOK);
        self.weights.begin(limits.nesting, limits.variables);
        self.memory.set(memory);
        self.reached.set(None);
    }

    /// The limit that was reached, if one was.
    pub(crate) fn reached(&self) -> Option<Limit> {
        self.reached.get()
    }

    /// Notes that a limit was reached. The first one counts.
    pub(crate) fn reach(&self, limit: Limit) {
        if self.reached.get().is_none() {
            self.reached.set(Some(limit));
        }
    }

    /// How many steps there were, and programs launched.
    pub(crate) fn used(&self) -> (u64, u64) {
        (self.steps.get(), self.processes.get())
    }

    /// Counts a step. Returns whether it is time to look at the clocks ([`Self::look`]).
    pub(crate) fn step(&self) -> bool {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        if self.most_steps.get().is_some_and(|most| steps > most) {
            self.reach(Limit::Steps);
        }
        self.look_at_memory();
        let left = self.steps_until_look.get();
        self.steps_until_look.set(left.checked_sub(1).unwrap_or(STEPS_PER_LOOK));
        left == 0
    }

    /// Notes whether there was too little memory.
    pub(crate) fn look_at_memory(&self) {
        if self.memory.get().is_some_and(|memory| (memory.is_reached)()) {
            self.reach(Limit::Memory);
        }
    }

    /// From now on the run may have so much memory as it may, or as it likes.
    pub(crate) fn limit_memory(&self, is_limited: bool) {
        if let Some(memory) = self.memory.get() {
            (memory.limit)(is_limited.then_some(memory.most));
        }
    }

    /// Looks at the clocks.
    pub(crate) fn look(&self) {
        if self.until.get().is_some_and(|until| Instant::now() >= until) {
            self.reach(Limit::Wall);
        }
        if let Some(cpu) = self.most_cpu.get()
            && thread_time().saturating_sub(self.cpu_began.get()) >= cpu
        {
            self.reach(Limit::Cpu);
        }
    }

    /// Counts a program that is to be launched; false: there may be no more.
    pub(crate) fn launch(&self) -> bool {
        let processes = self.processes.get();
        if self.most_processes.get().is_some_and(|most| processes >= most) {
            self.reach(Limit::Processes);
            return false;
        }
        self.processes.set(processes + 1);
        true
    }

    /// How long a wait may be that would be this long.
    pub(crate) fn wait_at_most(&self, timeout: Option<Duration>) -> Option<Duration> {
        match (self.until.get(), timeout) {
            (None, timeout) => timeout,
            (Some(until), timeout) => {
                let left = until.saturating_duration_since(Instant::now());
                Some(timeout.map_or(left, |timeout| timeout.min(left)))
            }
        }
    }
}

/// Limits of what an environment has: how deep it is, and what its variables weigh.
#[derive(Debug, Default)]
pub(crate) struct Weights {
    is_limited: Cell<bool>,
    most_nesting: Cell<Option<u32>>,
    most_variables: Cell<Option<usize>>,
    /// The positional parameters that were weighed last, and their weight.
    positional: RefCell<(Positional, usize)>,
}

impl Weights {
    fn begin(&self, nesting: Option<u32>, variables: Option<usize>) {
        self.is_limited.set(nesting.is_some() || variables.is_some());
        self.most_nesting.set(nesting);
        self.most_variables.set(variables);
        self.positional.take();
    }

    /// What the positional parameters weigh: what is not shifted away of the same ones is not counted again.
    fn of_positional(&self, positional: &Positional) -> usize {
        let mut last = self.positional.borrow_mut();
        let weight = |parameters: &[ByteString]| parameters.iter().map(|one| one.len()).sum();
        let weight = match positional.shifted_since(&last.0) {
            Some(gone) => last.1 - weight(gone),
            None => weight(positional.all()),
        };
        *last = (positional.clone(), weight);
        weight
    }
}

impl Environment {
    /// A session's run begins: what its variables weigh already is no reason to end it.
    pub(crate) fn begin_weighing(&self) {
        if let Some(meter) = self.shared.signals.meter()
            && let Some(most) = meter.weights.most_variables.get()
        {
            let weight = self.weight_of_variables(&meter.weights);
            meter.weights.most_variables.set(Some(most.max(weight)));
        }
    }

    /// Looks whether a session's environment is too deep or has too much.
    pub(crate) fn weigh(&self) {
        let Some(meter) = self.shared.signals.meter() else { return };
        let weights = &meter.weights;
        if !weights.is_limited.get() {
            return;
        }
        if weights.most_nesting.get().is_some_and(|most| self.now.depth() > most) {
            meter.reach(Limit::Nesting);
        }
        if let Some(most) = weights.most_variables.get()
            && self.weight_of_variables(weights) > most
        {
            meter.reach(Limit::Variables);
        }
    }

    fn weight_of_variables(&self, weights: &Weights) -> usize {
        let names = &self.shared.names;
        let shadowed = self.now.locals.iter().chain(self.now.suspended.iter().flatten());
        let shadowed: usize = shadowed.map(|(name, variable)| variable.weight(*name, names)).sum();
        self.variables.weight(names) + shadowed + weights.of_positional(&self.positional)
    }
}

/// Processor time of the calling thread (clock_gettime(2), CLOCK_THREAD_CPUTIME_ID).
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::{Limit, Limits, Meter};

    #[test]
    fn steps_are_exact() {
        let meter = Meter::default();
        meter.begin(Limits { steps: Some(3), ..Limits::default() }, None);
        let step = || {
            meter.step();
            meter.reached()
        };
        assert_eq!([step(), step(), step()], [None; 3]);
        assert_eq!(step(), Some(Limit::Steps));
        meter.begin(Limits::default(), None);
        assert_eq!(step(), None);
    }

    #[test]
    fn programs_are_counted() {
        let meter = Meter::default();
        meter.begin(Limits { processes: Some(1), ..Limits::default() }, None);
        assert!(meter.launch() && !meter.launch());
        assert_eq!(meter.reached(), Some(Limit::Processes));
    }
}
