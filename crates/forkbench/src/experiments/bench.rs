//! What every experiment works with.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::measure::{Contestant, Counter, Effort, Ended, Failure, Pin, alternate, interrupted};
use crate::model::{Cell, Processes};
use crate::programs::{Kit, Linking};

/// Tools, limits and the way to tell how far it is.
pub struct Bench<'a> {
    /// The C programs.
    pub kit: Kit,
    /// Libraries of others that are measured.
    pub linking: Linking,
    /// Why libforkless is not measured, should it not be.
    pub forkless_missing: String,
    /// Where launchers run.
    pub pin: Pin,
    /// Measure less.
    pub quick: bool,
    /// The reference that the user wants.
    pub reference: Option<String>,
    /// This program's environment.
    pub environment: Vec<Vec<u8>>,
    /// The value of PATH in it.
    pub path: Vec<u8>,
    /// This program, to start itself with.
    pub own_path: PathBuf,
    /// A directory of this run's own.
    pub work: PathBuf,
    /// Counts processes.
    pub counter: Counter,
    /// When nothing new is to be begun, if there is such a time.
    pub deadline: Option<Instant>,
    /// How often it goes through everything.
    pub passes: usize,
    /// The number of this pass, from 0.
    pub pass: usize,
    /// What the passes before it have found out.
    pub known: Known,
    /// Tells how far it is.
    pub progress: Progress<'a>,
}

/// A table's row or kind of measurement, and who is measured.
pub type Place = (String, String);

/// A construct in a loop.
#[derive(Default)]
pub struct Repeated {
    /// Iterations of a run; 0 as long as nobody knows.
    pub iterations: u64,
    /// Times of runs without any iterations, of all passes.
    pub empty: Vec<f64>,
}

/// What needs to be found out only once, however many passes there are.
#[derive(Default)]
pub struct Known {
    /// Iterations of a round; or why it is not tried again.
    iterations: HashMap<Place, Result<usize, Failure>>,
    /// Whether a shell does what it should, and with how many processes.
    pub checked: HashMap<Place, Result<Option<Processes>, Cell>>,
    /// How constructs are repeated.
    pub repeated: Rc<RefCell<HashMap<Place, Repeated>>>,
    /// What the programs of shbench say.
    pub outputs: HashMap<Place, Result<Vec<u8>, Cell>>,
    /// Whether the files that calls read were made.
    pub prepared: Option<Result<(), Failure>>,
    /// How the user's script ends.
    pub ended: Option<Ended>,
    /// Seconds that a round of the configure script takes, and those it has left.
    pub configure: Option<(f64, f64)>,
}

/// So long a few rounds may take in any case.
const LEAST: Duration = Duration::from_secs(1);

/// Fewer rounds than this say too little to stop with, where there is one pass.
const ENOUGH: usize = 5;

/// So long what has begun may go on when nothing new is begun any more.
const GRACE: Duration = Duration::from_secs(5);

impl Bench<'_> {
    /// Measures alternately until `time` is over; where that is too short for a statement,
    /// up to twice as long. A contestant's share of a round is about `share`, of at most
    /// `iterations`; all passes together have `rounds` rounds at most, or four times as many where
    /// there is time.
    pub fn alternate(
        &mut self,
        what: &str,
        contestants: &mut [Contestant<'_>],
        rounds: usize,
        iterations: usize,
        share: Duration,
        time: Duration,
    ) {
        let place = |one: &Contestant<'_>| (what.to_owned(), one.name.clone());
        for contestant in contestants.iter_mut() {
            if let Some(earlier) = self.known.iterations.get(&place(contestant)) {
                contestant.remember(earlier);
            }
        }
        let rounds = if self.quick { rounds } else { rounds * 4 }.div_ceil(self.passes);
        let begin = Instant::now();
        let earliest = |one: Instant| self.deadline.map_or(one, |end| end.min(one));
        let deadline = earliest(begin + time);
        let latest = earliest(begin + (time * 2).max(LEAST));
        // A pass of several need not say anything by itself.
        let enough = if self.passes > 1 { 1 } else { ENOUGH };
        let partial = self.pass == 0;
        let end = self.end();
        let effort = Effort { rounds, iterations, share, partial, enough, deadline, latest, end };
        let (passes, pass) = (self.passes as f64, self.pass as f64);
        let progress = &mut self.progress;
        alternate(contestants, &effort, &mut |who, done| {
            progress.show(what, who, (pass + done) / passes);
        });
        for contestant in contestants.iter() {
            if let Some(found) = contestant.remembered() {
                self.known.iterations.insert(place(contestant), found);
            }
        }
    }

    /// When whatever still runs is ended, if there is such a time.
    pub fn end(&self) -> Option<Instant> {
        self.deadline.map(|deadline| deadline + GRACE)
    }

    /// The reference that the user wants, if it is one of these, or the usual one.
    pub fn reference<'b>(&self, mut known: impl Iterator<Item = &'b str>, usual: &str) -> String {
        let wanted = self.reference.as_deref();
        wanted.filter(|wanted| known.any(|name| name == *wanted)).unwrap_or(usual).to_owned()
    }

    /// Whether there is no time left to begin anything.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether the user wants to stop.
    pub fn interrupted(&self) -> bool {
        interrupted()
    }
}

/// One line on the terminal, written over and over.
pub struct Progress<'a> {
    terminal: Option<&'a mut dyn Write>,
    last: Option<Instant>,
    shown: bool,
}

impl<'a> Progress<'a> {
    /// Tells it to a terminal, or nobody.
    pub fn new(terminal: Option<&'a mut dyn Write>) -> Self {
        Progress { terminal, last: None, shown: false }
    }

    /// What is measured, which contestant, and what share is done. Written ten times a
    /// second at most, so that it does not become a load itself.
    pub fn show(&mut self, what: &str, who: &str, done: f64) {
        let due = self.last.is_none_or(|last| last.elapsed() > Duration::from_millis(100));
        let (true, Some(terminal)) = (due, &mut self.terminal) else { return };
        self.last = Some(Instant::now());
        self.shown = true;
        let filled = (done * 20.0).clamp(0.0, 20.0) as usize;
        let line = format!("{what} [{:<20}] {:3.0} % {who}", "#".repeat(filled), done * 100.0);
        let line: String = line.chars().take(78).collect();
        let _ = write!(terminal, "\r{line}\x1b[K");
        let _ = terminal.flush();
    }

    /// Takes the line away.
    pub fn clear(&mut self) {
        if let (true, Some(terminal)) = (self.shown, &mut self.terminal) {
            let _ = write!(terminal, "\r\x1b[K");
            let _ = terminal.flush();
        }
        self.shown = false;
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_one_line_and_goes_away() {
        let mut text = Vec::new();
        let mut progress = Progress::new(Some(&mut text));
        progress.show("launch", "vfork", 0.5);
        progress.show("launch", "fork", 0.6);
        progress.clear();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, "\rlaunch [##########          ]  50 % vfork\x1b[K\r\x1b[K");
    }

    #[test]
    fn without_a_terminal_there_is_none() {
        let mut progress = Progress::new(None);
        progress.show("launch", "vfork", 0.5);
        progress.clear();
    }
}
