//! The state of an environment as a script: what a shell of its own runs to be in that state.
//!
//! A session never forks its host, so an asynchronous list that is shell code needs another shell.
//! It gets what a subshell is a duplicate of (POSIX XCU 2.13): variables, functions, aliases,
//! options, ignored signals; directory, mask, open files and exported variables it has by the launch
//! (`evaluate::handed_over`). What a script cannot say (a name reference, an attribute of ksh93's, a
//! trap on ERR that subshells have) makes no image, for something like the state is not the state.

use crate::environment::Environment;
use crate::environment::options::Options;
use crate::environment::traps::Action;
use crate::environment::variables::{
    DECLARED, EXPORT, INTEGER, NAMED, READONLY, SPECIAL, Value, Variable,
};
use crate::invocation;
use dialect::Dialect;
use syntax::{ByteString, single_quoted};

/// The descriptor that a shell reads the image from, and closes.
pub(crate) const DESCRIPTOR: u32 = 63;

/// Variables by which the environment would have a shell run or read something at its start.
const HEEDED: [&[u8]; 5] = [b"ENV", b"BASH_ENV", b"SHELLOPTS", b"BASHOPTS", b"PS4"];

/// Options of `set -o`, which may be different from those that a shell begins with.
const SET: u64 = Options::ALLEXPORT
    | Options::ERREXIT
    | Options::NOGLOB
    | Options::NOCLOBBER
    | Options::NOUNSET
    | Options::PIPEFAIL
    | Options::XTRACE
    | Options::PHYSICAL
    | Options::INPROCESS
    | Options::PARALLEL;

/// Options of `shopt`.
const SHOPT: u64 = Options::NULLGLOB
    | Options::DOTGLOB
    | Options::FAILGLOB
    | Options::GLOBSTAR
    | Options::NOCASEGLOB
    | Options::NOCASEMATCH
    | Options::EXTGLOB
    | Options::LASTPIPE
    | Options::XPGECHO
    | Options::EXPANDALIASES
    | Options::INHERITERREXIT
    | Options::PATSUB;

/// A shell that is to be in a state.
pub(crate) struct Image {
    /// How it is called, before `-c`.
    pub(crate) called: Vec<ByteString>,
    /// What it runs first.
    pub(crate) script: Vec<u8>,
}

impl Environment {
    /// The state of this environment, a subshell's. None: a script cannot say it. Variables of
    /// [`HEEDED`] are taken out of what programs get.
    pub(crate) fn image(&mut self) -> Option<Image> {
        let dialect = self.options.spoken();
        let mut fresh = Self::new(self.shared.clone());
        fresh.arg0 = self.arg0.clone();
        fresh.options.set(Options::POSIX, dialect == Dialect::Sh);
        invocation::speak(&mut fresh, dialect).ok()?;
        let is_special = self.has_references
            || self.composed
            || self.has_disciplines
            || !self.fixed_functions.is_empty()
            || self.types.are_there()
            || self.watched != 0
            || self.changed_shopts != 0
            || self.disabled != 0;
        if is_special {
            return None;
        }
        let called = dialect.called().iter().map(|word| ByteString::from(*word)).collect();
        let mut script = format!("exec {DESCRIPTOR}<&-\n").into_bytes();
        let (first, last) = self.option_commands(&fresh)?;
        script.extend(first);
        self.add_aliases(&mut script);
        self.add_functions(&mut script)?;
        self.add_variables(&fresh, &mut script)?;
        for (number, action) in self.traps.iter().flat_map(|traps| &traps.actions) {
            match action {
                Action::Ignore => script.extend(format!("trap '' {number}\n").into_bytes()),
                Action::Run(_) => return None,
            }
        }
        script.extend(last);
        if !self.options.has(Options::ERREXIT) {
            script.extend(format!("return {}\n", self.status).into_bytes());
        }
        Some(Image { called, script })
    }

    /// The commands for the options that differ: those that what follows is read with, and those that
    /// would disturb it.
    fn option_commands(&self, fresh: &Self) -> Option<(Vec<u8>, Vec<u8>)> {
        let (mut first, mut last) = (Vec::new(), Vec::new());
        let own = Options::COMMAND | Options::OBSERVED;
        let different = (self.options.bits() ^ fresh.options.bits()) & !own;
        let has_shopt =
            self.shared.names.find(b"shopt").is_some_and(|name| self.builtin(name).is_some());
        for (bit, _, name) in crate::environment::options::OPTIONS {
            if different & bit == 0 {
                continue;
            }
            let is_on = self.options.has(*bit);
            if SET & bit != 0 {
                let sign = if is_on { '-' } else { '+' };
                last.extend(format!("set {sign}o {name}\n").into_bytes());
            } else if SHOPT & bit != 0 && has_shopt {
                let sign = if is_on { 's' } else { 'u' };
                first.extend(format!("shopt -{sign} {name}\n").into_bytes());
            } else {
                return None;
            }
        }
        Some((first, last))
    }

    fn add_aliases(&self, script: &mut Vec<u8>) {
        for (name, text) in &self.aliases.0 {
            let text = single_quoted(text);
            script.extend([b"alias ", &name[..], b"=", &text, b"\n"].concat());
        }
    }

    fn add_functions(&self, script: &mut Vec<u8>) -> Option<()> {
        for function in self.functions.iter().flatten() {
            if function.source.is_empty() {
                return None;
            }
            script.extend_from_slice(&function.source);
            script.push(b'\n');
        }
        for name in self.exported_functions.iter() {
            script.extend([b"export -f ", &self.name(*name)[..], b"\n"].concat());
        }
        Some(())
    }

    fn add_variables(&mut self, fresh: &Self, script: &mut Vec<u8>) -> Option<()> {
        let mut marks = Vec::new();
        let mut heeded = Vec::new();
        for (name, variable) in self.variables.iter() {
            let begun = fresh.variables.get(name);
            // What a shell has itself and lets nobody change is the new one's.
            if self.is_computed(name) || begun.flags & READONLY != 0 || is_same(variable, begun) {
                continue;
            }
            let text = self.name(name);
            if !syntax::names::is_name(&text) {
                return None;
            }
            add_value(&text, variable, script)?;
            if variable.flags & EXPORT != 0 {
                marks.extend([b"export ", &text[..], b"\n"].concat());
                if HEEDED.contains(&&text[..]) {
                    heeded.push(name);
                }
            }
            if variable.flags & READONLY != 0 {
                marks.extend([b"readonly ", &text[..], b"\n"].concat());
            }
        }
        script.extend(marks);
        for name in heeded {
            self.variables.get_mut(name).flags &= !EXPORT;
            self.exports = self.shared.fresh();
        }
        Some(())
    }
}

/// Whether a variable is as in a shell that begins.
fn is_same(variable: &Variable, fresh: &Variable) -> bool {
    if variable.flags != fresh.flags {
        return false;
    }
    match (&variable.value, &fresh.value) {
        (Value::Indexed(own), Value::Indexed(others)) => own.iter().eq(others.iter()),
        (Value::Associative(own), Value::Associative(others)) => own.iter().eq(others.iter()),
        (own, others) if own.is_array() || others.is_array() => false,
        (own, others) => own.text() == others.text(),
    }
}

/// Appends the commands that give a variable its value. None: there are none.
fn add_value(name: &[u8], variable: &Variable, script: &mut Vec<u8>) -> Option<()> {
    if variable.flags & !(EXPORT | READONLY | INTEGER | SPECIAL | DECLARED | NAMED) != 0 {
        return None;
    }
    let integer: &[u8] = if variable.flags & INTEGER != 0 { b" -i" } else { b"" };
    let is_empty = match &variable.value {
        Value::Indexed(elements) => elements.is_empty(),
        Value::Associative(elements) => elements.is_empty(),
        _ => false,
    };
    let list: &[u8] = if is_empty && variable.flags & DECLARED == 0 { b"=()" } else { b"" };
    let declare = |kind: &[u8]| [b"typeset", integer, kind, b" ", name, list, b"\n"].concat();
    match &variable.value {
        Value::Unset if integer.is_empty() && variable.flags & NAMED == 0 => {}
        Value::Unset => script.extend(declare(b"")),
        Value::Indexed(elements) => {
            script.extend(declare(b" -a"));
            for (index, element) in elements.iter() {
                let index = index.to_string();
                script.extend(
                    [name, b"[", index.as_bytes(), b"]=", &single_quoted(element), b"\n"].concat(),
                );
            }
        }
        Value::Associative(elements) => {
            script.extend(declare(b" -A"));
            for (key, element) in elements.iter() {
                script.extend(
                    [name, b"[", &single_quoted(key), b"]=", &single_quoted(element), b"\n"]
                        .concat(),
                );
            }
        }
        Value::Compound(_) | Value::Reference(_) => return None,
        value => {
            if !integer.is_empty() {
                script.extend(declare(b""));
            }
            let text = value.text()?;
            script.extend([name, b"=", &single_quoted(&text), b"\n"].concat());
        }
    }
    Some(())
}
