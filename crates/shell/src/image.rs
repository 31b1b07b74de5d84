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
    DECLARED, ENDED, EXPORT, INTEGER, NAMED, READONLY, SPECIAL, Value, Variable,
};
use crate::invocation;
use dialect::Dialect;
use dialect::evaluation::FunctionNames;
use syntax::{ByteString, single_quoted};

/// The descriptor that a shell reads the image from, and closes.
pub(crate) const DESCRIPTOR: u32 = 63;

/// Variables by which the environment would have a shell run or read something at its start.
const HEEDED: [&[u8]; 5] = [b"ENV", b"BASH_ENV", b"SHELLOPTS", b"BASHOPTS", b"PS4"];

/// Variables that a shell gives itself, whatever its environment is.
const BEGUN: [&[u8]; 7] = [b"IFS", b"OPTIND", b"PATH", b"PS1", b"PS2", b"PS4", b"TERM"];

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
    /// What it reads from [`DESCRIPTOR`] first.
    pub(crate) script: Vec<u8>,
    /// What stands before the list that it is to run: one line has it read that, and on that of the list it sets what
    /// would have disturbed the reading.
    pub(crate) begin: Vec<u8>,
}

/// The status of a script that was read to its end: that of one with an error of syntax is another.
const READ: i32 = 113;

/// Builtins that are called after the functions have been defined: with a function of such a name there is no
/// image.
const CALLED: [&[u8]; 6] = [b"alias", b"exit", b"export", b"return", b"set", b"unset"];

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
            || !self.fixed_functions().is_empty()
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
        self.add_variables(&fresh, &mut script)?;
        for (number, action) in self.traps.iter().flat_map(|traps| &traps.actions) {
            match action {
                Action::Ignore => script.extend(format!("trap '' {number}\n").into_bytes()),
                Action::Run(_) => return None,
            }
        }
        self.add_functions(&mut script)?;
        script.extend(format!("return {READ}\n").into_bytes());
        let begin = format!(". /dev/fd/{DESCRIPTOR}; case $? in {READ}) ;; *) exit 2; esac\n");
        let mut begin = begin.into_bytes();
        // Functions and what is to run have their aliases replaced already: these count for what is read later.
        self.add_aliases(&mut begin);
        begin.extend_from_slice(&last);
        Some(Image { called, script, begin })
    }

    /// The commands for the options that differ: those that what follows is read with, and those that
    /// would disturb it, with the status that is to be there. No trace shows the options that would.
    fn option_commands(&self, fresh: &Self) -> Option<(Vec<u8>, Vec<u8>)> {
        let (mut first, mut last) = (Vec::new(), "{ ".to_string());
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
                last += &format!("set {sign}o {name}; ");
            } else if SHOPT & bit != 0 && has_shopt {
                let sign = if is_on { 's' } else { 'u' };
                first.extend(format!("shopt -{sign} {name}\n").into_bytes());
            } else {
                return None;
            }
        }
        if !self.options.reads_extended_patterns() && has_shopt {
            // What was read when it was on has to be read once more.
            first.extend_from_slice(b"shopt -s extglob\n");
            last += "shopt -u extglob; ";
        }
        let status = if self.options.has(Options::ERREXIT) { 0 } else { self.status };
        last += &format!("(exit {status}); }} 2>/dev/null; ");
        Some((first, last.into_bytes()))
    }

    fn add_aliases(&self, script: &mut Vec<u8>) {
        for (name, text) in &self.aliases.0 {
            let definition = single_quoted(&[&name[..], b"=", text].concat());
            script.extend([b"alias -- ", &definition[..], b"; "].concat());
        }
    }

    fn add_functions(&self, script: &mut Vec<u8>) -> Option<()> {
        let is_called = |name: &&[u8]| {
            let name = self.shared.names.find(name);
            name.is_some_and(|name| self.function(name).is_some())
        };
        if CALLED.iter().any(is_called) {
            return None;
        }
        for function in self.functions.iter().flatten() {
            // What bash takes for a name elsewhere may be none to what reads the image.
            let name = self.name(function.name);
            let is_plain = |byte: &u8| {
                byte.is_ascii_alphanumeric() || b"_.:@%+,/-".contains(byte) || *byte >= 0x80
            };
            let rules = self.rules();
            let is_refused = match rules.evaluation.function_names {
                FunctionNames::Names => !syntax::names::is_name(&name),
                FunctionNames::Any | FunctionNames::Unquoted | FunctionNames::NotSpecial => {
                    !name.iter().all(is_plain)
                }
            } || name.contains(&b'/') && !rules.syntax.slash_in_function_name;
            if function.source.is_empty() || is_refused || awaits_document(&function.source) {
                return None;
            }
            script.extend_from_slice(&function.source);
            script.push(b'\n');
        }
        for name in self.exported_functions().iter() {
            let name = single_quoted(&self.name(*name));
            script.extend([b"export -f -- ", &name[..], b"\n"].concat());
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
        for name in BEGUN {
            let is_gone =
                self.shared.names.find(name).is_some_and(|name| !self.variables.get(name).is_set());
            if is_gone {
                script.extend([b"unset ", name, b"\n"].concat());
            }
        }
        for name in heeded {
            self.variables.get_mut(name).flags &= !EXPORT;
            self.exports = self.shared.fresh();
        }
        Some(())
    }
}

/// Whether the text of a function may end before that of a here-document in it, which would take what follows.
fn awaits_document(source: &[u8]) -> bool {
    // A newline behind a backslash ends no line.
    let ends = |pair: &[u8]| pair[0] != b'\\' && pair[1] == b'\n';
    let line = source.windows(2).rposition(ends).map_or(source, |at| &source[at + 2..]);
    let mut rest = line;
    while let Some(at) = byte_search::memmem::find(rest, b"<<") {
        let count = |what: &[u8]| {
            line[..line.len() - rest.len() + at].windows(2).filter(|two| *two == what).count()
        };
        let is_string = rest.get(at + 2) == Some(&b'<');
        // A shift in an expression is none.
        if !is_string && count(b"((") <= count(b"))") {
            return true;
        }
        rest = &rest[at + 2 + usize::from(is_string)..];
    }
    false
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
    if variable.flags & !(EXPORT | READONLY | INTEGER | SPECIAL | DECLARED | NAMED | ENDED) != 0 {
        return None;
    }
    // The value is an expression where the attribute came after it: assigned again, that would be evaluated.
    let is_number = |text: &[u8]| {
        let digits = text.strip_prefix(b"-").unwrap_or(text);
        !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
    };
    let are_numbers = || match &variable.value {
        Value::Indexed(elements) => elements.iter().all(|(_, text)| is_number(text)),
        Value::Associative(elements) => elements.iter().all(|(_, text)| is_number(text)),
        value => value.text().is_none_or(|text| is_number(&text)),
    };
    if variable.flags & INTEGER != 0 && !are_numbers() {
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
    if variable.flags & ENDED != 0 {
        script.extend([b"unset ", name, b"\n"].concat());
    }
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
