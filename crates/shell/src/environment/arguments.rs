//! What functions and dot scripts were called with, innermost first (bash): BASH_ARGC and
//! BASH_ARGV, kept up to date while `shopt -s extdebug` is in effect.
//!
//! `evaluate::function` and `builtins::dot` push and pop. Without `extdebug` nothing is kept, so
//! that calls cost nothing. See bash(1), Shell Variables.

use super::Environment;
use super::arrays::Indexed;
use super::variables::{SPECIAL, Value};
use std::rc::Rc;
use syntax::{ByteString, Name};

/// The names of both.
pub const NAMES: [&[u8]; 2] = [b"BASH_ARGC", b"BASH_ARGV"];

impl Environment {
    /// From now on arguments are kept: to begin with the script's own.
    #[cold]
    pub fn keep_arguments(&mut self) {
        let counts = self.shared.names.intern(NAMES[0]);
        if self.now.frame.is_none() && !self.variables.get(counts).is_set() {
            let own = self.positional.all().to_vec();
            self.push_arguments(&own);
        }
    }

    /// Something has been called with these.
    #[cold]
    pub fn push_arguments(&mut self, arguments: &[ByteString]) {
        let count = ByteString::from_integer(arguments.len() as i64);
        let [counts, values] = NAMES.map(|name| self.shared.names.intern(name));
        self.put_first(counts, std::iter::once(count), 0);
        self.put_first(values, arguments.iter().rev().cloned(), 0);
    }

    /// What was called last has ended.
    #[cold]
    pub fn pop_arguments(&mut self) {
        let [counts, values] = NAMES.map(|name| self.shared.names.intern(name));
        let count = match &self.variables.get(counts).value {
            Value::Indexed(array) => array.values().next().and_then(|n| crate::builtins::number(n)),
            _ => None,
        };
        self.put_first(counts, std::iter::empty(), 1);
        let count = count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
        self.put_first(values, std::iter::empty(), count);
    }

    /// Puts values before those of an array, of which the first ones go.
    fn put_first(&mut self, name: Name, before: impl Iterator<Item = ByteString>, without: usize) {
        let variable = self.variables.get_mut(name);
        let old = match std::mem::take(&mut variable.value) {
            Value::Indexed(array) => array,
            _ => Rc::default(),
        };
        let all = before.chain(old.values().skip(without).cloned());
        let all: Indexed = (0..).zip(all).collect();
        variable.value = Value::Indexed(Rc::new(all));
        variable.flags |= SPECIAL;
    }
}
