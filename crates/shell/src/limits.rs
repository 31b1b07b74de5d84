//! What a run of a session may use: counted where the shell looks for signals anyway, so that a shell
//! without limits pays nothing.
//!
//! Where a limit is exceeded, the run unwinds as a signal would have it.

use std::cell::Cell;
use std::time::{Duration, Instant};

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
}

/// Between two looks at the clock so many steps pass.
const STEPS_PER_LOOK: u32 = 64;

/// What is left of a run's limits.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    limits: Cell<Limits>,
    steps: Cell<u64>,
    processes: Cell<u64>,
    until: Cell<Option<Instant>>,
    /// Processor time of the thread when the run began.
    cpu_began: Cell<Duration>,
    steps_until_look: Cell<u32>,
    reached: Cell<Option<Limit>>,
}

impl Meter {
    /// Begins a run with these limits: all counts are 0.
    pub(crate) fn begin(&self, limits: Limits) {
        self.limits.set(limits);
        self.steps.set(0);
        self.processes.set(0);
        self.until.set(limits.wall.and_then(|wall| Instant::now().checked_add(wall)));
        self.cpu_began.set(limits.cpu.map_or(Duration::ZERO, |_| thread_time()));
        self.steps_until_look.set(STEPS_PER_LOOK);
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
        let limits = self.limits.get();
        if limits.steps.is_some_and(|most| steps > most) {
            self.reach(Limit::Steps);
        }
        let left = self.steps_until_look.get();
        self.steps_until_look.set(left.checked_sub(1).unwrap_or(STEPS_PER_LOOK));
        left == 0
    }

    /// Looks at the clocks.
    pub(crate) fn look(&self) {
        if self.until.get().is_some_and(|until| Instant::now() >= until) {
            self.reach(Limit::Wall);
        }
        if let Some(cpu) = self.limits.get().cpu
            && thread_time().saturating_sub(self.cpu_began.get()) >= cpu
        {
            self.reach(Limit::Cpu);
        }
    }

    /// Counts a program that is to be launched; false: there may be no more.
    pub(crate) fn launch(&self) -> bool {
        let processes = self.processes.get();
        if self.limits.get().processes.is_some_and(|most| processes >= most) {
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
        meter.begin(Limits { steps: Some(3), ..Limits::default() });
        let step = || {
            meter.step();
            meter.reached()
        };
        assert_eq!([step(), step(), step()], [None; 3]);
        assert_eq!(step(), Some(Limit::Steps));
        meter.begin(Limits::default());
        assert_eq!(step(), None);
    }

    #[test]
    fn programs_are_counted() {
        let meter = Meter::default();
        meter.begin(Limits { processes: Some(1), ..Limits::default() });
        assert!(meter.launch() && !meter.launch());
        assert_eq!(meter.reached(), Some(Limit::Processes));
    }
}
