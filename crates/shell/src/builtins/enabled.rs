//! Which builtins an environment has: those of its dialect that `enable -n` has not turned off.
//!
//! `evaluate::simple` asks this for each command name. The table of all builtins is
//! `builtins::mod`; a name that the dialect lacks is looked for in PATH like any other. See
//! bash(1), SHELL BUILTIN COMMANDS, enable.

use super::{BUILTINS, Builtin, Class, by_name};
use crate::environment::Environment;
use syntax::Name;

impl Environment {
    /// The builtin of a name, if this environment has it.
    #[inline]
    pub fn builtin(&self, name: Name) -> Option<&'static Builtin> {
        by_name(name).filter(|builtin| {
            !builtin.is_hidden(self.rules()) && (self.disabled == 0 || !self.is_disabled(name))
        })
    }

    /// Whether `enable -n` has turned a builtin off.
    pub fn is_disabled(&self, name: Name) -> bool {
        name.0 < u128::BITS && self.disabled >> name.0 & 1 == 1
    }

    /// The builtins that lists of them have, sorted: their names, and whether they are special;
    /// `enabled`: those that are turned on, or off.
    pub fn builtin_names(&self, enabled: bool) -> Vec<(&'static str, bool)> {
        let source_is_special = self.rules().builtins.source_is_special;
        let mut names: Vec<(&'static str, bool)> = BUILTINS
            .iter()
            .enumerate()
            .filter(|(slot, builtin)| {
                !builtin.is_hidden(self.rules()) && self.is_disabled(Name(*slot as u32)) != enabled
            })
            .map(|(_, builtin)| {
                let special = builtin.class == Class::Special;
                (builtin.name, special || source_is_special && builtin.name == "source")
            })
            .collect();
        utilities::sorting::sort(&mut names);
        names
    }
}
