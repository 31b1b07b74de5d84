//! Traps (POSIX XCU `trap`, 2.12).
//!
//! Conditions are numbers: signals as the kernel has them, EXIT 0, and ERR, DEBUG, RETURN below.
//! `for_subshell` gives what a subshell inherits (ignored signals, not actions, XCU 2.12). Running
//! them is `signals`.

use dialect::evaluation::ListedTraps;
use launch::signal::SignalSet;
use std::collections::BTreeMap;
use syntax::ByteString;

/// The condition EXIT, among the signal numbers.
pub const EXIT: i32 = 0;

/// The condition ERR (ksh, bash): a command failed where `set -e` would end the shell.
pub const ERR: i32 = -1;
/// The condition DEBUG: a simple command is about to run.
pub const DEBUG: i32 = -2;
/// The condition RETURN (bash): a function or a dot script has ended.
pub const RETURN: i32 = -3;
/// The condition KEYBD (ksh93): a key is pressed. It never is.
pub const KEYBD: i32 = -4;

/// What a trap does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing: the signal is ignored.
    Ignore,
    /// Runs this text.
    Run(ByteString),
}

/// The traps of an environment.
#[derive(Clone, Debug, Default)]
pub struct Traps {
    /// In force, by condition.
    pub actions: BTreeMap<i32, Action>,
    /// What the parent of this subshell had: shown by `trap` until one is set here.
    pub inherited: Option<BTreeMap<i32, Action>>,
    /// Of a script that a script calls: the signals that its caller ignores, which stay so.
    pub on_entry: SignalSet,
}

impl Traps {
    /// The traps of a script that is called where these are: what exec(2) passes on, the signals that are ignored.
    pub fn for_script(&self) -> Option<Traps> {
        let is_passed = |(condition, action): &(&i32, &Action)| {
            **condition > EXIT && **action == Action::Ignore
        };
        let ignored: Vec<i32> =
            self.actions.iter().filter(is_passed).map(|(condition, _)| *condition).collect();
        if ignored.is_empty() {
            return None;
        }
        let actions = ignored.iter().map(|condition| (*condition, Action::Ignore)).collect();
        Some(Traps { actions, inherited: None, on_entry: SignalSet::of(&ignored) })
    }

    /// The traps of a subshell: what is ignored stays so, everything else is reset, but for
    /// the conditions `kept`. `listed` says which traps its `trap` without operands lists.
    pub fn for_subshell(&self, kept: &[i32], listed: ListedTraps) -> Option<Traps> {
        if self.actions.is_empty() && self.inherited.is_none() {
            return None;
        }
        let ignored = self
            .actions
            .iter()
            .filter(|(condition, action)| **action == Action::Ignore || kept.contains(condition))
            .map(|(condition, action)| (*condition, action.clone()))
            .collect();
        let inherited = self.inherited.clone().filter(|_| listed == ListedTraps::Listed);
        let shown = inherited.unwrap_or_else(|| self.actions.clone());
        Some(Traps { actions: ignored, inherited: Some(shown), on_entry: self.on_entry })
    }

    /// Which of ERR, DEBUG and RETURN have an action: a bit each.
    pub fn watched(&self) -> u8 {
        [ERR, DEBUG, RETURN]
            .iter()
            .filter(|&condition| matches!(self.actions.get(condition), Some(Action::Run(_))))
            .fold(0, |bits, condition| bits | 1 << -condition)
    }

    /// What `trap` without operands shows: nothing of what was ignored when the script began.
    pub fn listed(&self) -> BTreeMap<i32, Action> {
        let mut shown = self.inherited.as_ref().unwrap_or(&self.actions).clone();
        shown.retain(|condition, _| !self.on_entry.contains(*condition));
        shown
    }

    /// Sets a trap; None: the default action.
    pub fn set(&mut self, condition: i32, action: Option<Action>) {
        self.inherited = None;
        match action {
            Some(action) => {
                self.actions.insert(condition, action);
            }
            None => {
                self.actions.remove(&condition);
            }
        }
    }
}
