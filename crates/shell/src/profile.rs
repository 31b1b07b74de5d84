//! `--profile`: what ran where, and why it needed a process.
//!
//! Counters by line, kept only if the option was given: then `Shared::profile` is Some, and each
//! hook tests that. The report goes to standard error when the shell ends.

use crate::environment::Environment;
use std::collections::BTreeMap;
use std::time::Duration;

/// What is known of one line of the script.
#[derive(Default)]
struct Line {
    inside: u64,
    launched: u64,
    forked: BTreeMap<&'static str, u64>,
    aside: BTreeMap<(&'static str, &'static str), u64>,
    runs: u64,
    time: Duration,
}

/// What was counted, by line.
#[derive(Default)]
pub struct Profile {
    lines: BTreeMap<u32, Line>,
}

impl Profile {
    /// The report, one row a line.
    pub fn report(&self) -> String {
        let mut text =
            String::from(" line     runs   time ms   inside  launched  forked  reasons\n");
        let (mut inside, mut launched, mut forked) = (0, 0, 0);
        for (number, line) in &self.lines {
            let forks: u64 = line.forked.values().sum();
            inside += line.inside;
            launched += line.launched;
            forked += forks;
            let mut reasons: Vec<String> =
                line.forked.iter().map(|(reason, count)| format!("{reason} ({count})")).collect();
            for ((name, reason), count) in &line.aside {
                reasons.push(format!("{name} stepped aside: {reason} ({count})"));
            }
            text.push_str(&format!(
                "{number:5} {:8} {:9.3} {:8} {:9} {forks:7}  {}\n",
                line.runs,
                line.time.as_secs_f64() * 1e3,
                line.inside,
                line.launched,
                reasons.join("; ")
            ));
        }
        text.push_str(&format!("total                      {inside:8} {launched:9} {forked:7}\n"));
        text
    }
}

impl Environment {
    fn profiled(&self, note: impl FnOnce(&mut Line)) {
        if let Some(profile) = &self.shared.profile {
            note(profile.borrow_mut().lines.entry(self.line).or_default());
        }
    }

    /// A program was launched.
    pub(crate) fn profile_launch(&self) {
        self.profiled(|line| line.launched += 1);
    }

    /// A process was forked.
    pub(crate) fn profile_fork(&self, reason: &'static str) {
        self.profiled(|line| *line.forked.entry(reason).or_default() += 1);
    }

    /// A utility ran inside the shell.
    pub(crate) fn profile_inprocess(&self, _name: &'static str) {
        self.profiled(|line| line.inside += 1);
    }

    /// A utility of the shell left its place to the program.
    pub(crate) fn profile_aside(&self, name: &'static str, reason: &'static str) {
        self.profiled(|line| *line.aside.entry((name, reason)).or_default() += 1);
    }

    /// A command of this line ran for this long, what it contains included.
    pub(crate) fn profile_run(&self, line: u32, time: Duration) {
        if let Some(profile) = &self.shared.profile {
            let mut profile = profile.borrow_mut();
            let line = profile.lines.entry(line).or_default();
            line.runs += 1;
            line.time += time;
        }
    }
}
