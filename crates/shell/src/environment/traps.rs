//! Traps (POSIX XCU `trap`, 2.12).

use std::collections::BTreeMap;
use syntax::ByteString;

/// The condition EXIT, among the signal numbers.
pub const EXIT: i32 = 0;

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
}

impl Traps {
    /// The traps of a subshell: what is ignored stays so, everything else is reset.
    pub fn for_subshell(&self) -> Option<Traps> {
        if self.actions.is_empty() && self.inherited.is_none() {
            return None;
        }
        let ignored = self
            .actions
            .iter()
            .filter(|(_, action)| **action == Action::Ignore)
            .map(|(condition, action)| (*condition, action.clone()))
            .collect();
        let shown = self.inherited.clone().unwrap_or_else(|| self.actions.clone());
        Some(Traps { actions: ignored, inherited: Some(shown) })
    }

    /// What `trap` without operands shows.
    pub fn shown(&self) -> &BTreeMap<i32, Action> {
        self.inherited.as_ref().unwrap_or(&self.actions)
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
