//! What every experiment works with.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::measure::{Contestant, Counter, Effort, Pin, alternate, interrupted};
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
    /// Tells how far it is.
    pub progress: Progress<'a>,
}

/// So long a few rounds may take in any case.
const LEAST: Duration = Duration::from_secs(1);

/// So long what has begun may go on when nothing new is begun any more.
const GRACE: Duration = Duration::from_secs(5);

impl Bench<'_> {
    /// Measures in turns until `time` is over; where that is too short for a statement,
    /// up to twice as long. A contestant's share of a round is about `share`, of at most
    /// `turns`.
    pub fn alternate(
        &mut self,
        what: &str,
        contestants: &mut [Contestant<'_>],
        rounds: usize,
        turns: usize,
        share: Duration,
        time: Duration,
    ) {
        let begin = Instant::now();
        let earliest = |one: Instant| self.deadline.map_or(one, |end| end.min(one));
        let deadline = earliest(begin + time);
        let latest = earliest(begin + (time * 2).max(LEAST));
        let effort = Effort { rounds, turns, share, deadline, latest, end: self.end() };
        let progress = &mut self.progress;
        alternate(contestants, &effort, &mut |who, done| progress.show(what, who, done));
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

    /// What is measured, who has the turn, and what share is done. Written ten times a
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
