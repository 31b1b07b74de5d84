//! The history list (POSIX XCU fc): its commands, with their numbers and times, as data that a
//! subshell inherits. How one gets into it, and to its file, is `crate::history`; who lists and edits
//! them is the builtin fc.

use std::rc::Rc;
use std::time::{SystemTime, UNIX_EPOCH};

/// A command in the list.
#[derive(Clone, Debug)]
pub struct Entry {
    /// As it was written, without the newline at its end.
    pub text: Rc<[u8]>,
    /// When it was read, in seconds since 1970.
    pub time: Option<i64>,
}

impl Entry {
    /// A command that is read now.
    pub fn now(text: &[u8]) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { text: text.into(), time: Some(now.as_secs() as i64) }
    }
}

/// The history list.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The commands, oldest first.
    pub entries: Vec<Entry>,
    /// How many came before the first of them.
    pub removed: usize,
    /// How many of them, the last ones, are not in the file.
    pub unsaved: usize,
    /// Commands that are not in the file have been dropped, because the list holds fewer.
    pub dropped_unsaved: bool,
    /// How many lines of the file are known.
    pub known: usize,
    /// The last one is the command that is running.
    pub current: bool,
}

impl History {
    /// The number of the entry with an index.
    pub fn number(&self, index: usize) -> usize {
        self.removed + index + 1
    }

    /// The commands before the one that is running.
    pub fn before(&self) -> &[Entry] {
        &self.entries[..self.entries.len() - usize::from(self.current)]
    }

    /// Adds an entry.
    pub fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
        self.unsaved += 1;
    }

    /// Takes out the entries of these indices.
    pub fn remove(&mut self, range: std::ops::Range<usize>) {
        let kept = self.entries.len() - self.unsaved;
        self.unsaved -= range.clone().filter(|index| *index >= kept).count();
        if range.end == self.entries.len() {
            self.current = false;
        }
        self.entries.drain(range);
    }

    /// Notes that the file has every command of the list.
    pub fn mark_saved(&mut self) {
        self.unsaved = 0;
        self.dropped_unsaved = false;
    }

    /// Takes out the entry of the command that is running.
    pub fn remove_current(&mut self) {
        if std::mem::take(&mut self.current) && self.entries.pop().is_some() {
            self.unsaved = self.unsaved.saturating_sub(1);
        }
    }

    /// Keeps so many at most.
    pub fn limit(&mut self, most: usize) {
        let Some(over) = self.entries.len().checked_sub(most).filter(|over| *over > 0) else {
            return;
        };
        self.entries.drain(..over);
        self.removed += over;
        if self.unsaved > self.entries.len() {
            self.unsaved = self.entries.len();
            self.dropped_unsaved = true;
        }
        self.current &= most > 0;
    }
}
