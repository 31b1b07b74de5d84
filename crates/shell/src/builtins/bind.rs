//! `bind` (bash(1), SHELL BUILTIN COMMANDS): what keys do while a line is edited, and inputrc.
//!
//! The table itself is `environment::bindings`; what the line editor makes of a function's name is
//! the affair of crate line_editor. A shell that does not edit lines keeps the table all the same.

use super::letters::Letters;
use super::{bad_option, complain};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault};
use crate::environment::Environment;
use crate::environment::bindings::{Bound, Keymap, Line, Table, bytes_of, command_binding, shown};
use crate::environment::options::Options;
use crate::unwind::Flow;
use rustix::fs::OFlags;
use std::io::Read;
use std::rc::Rc;
use syntax::ByteString;

/// What is listed.
#[derive(Clone, Copy)]
enum List {
    Names,
    Functions { reusable: bool },
    Macros { reusable: bool },
    Variables { reusable: bool },
    Commands,
}

/// What `bind` is called with.
#[derive(Default)]
struct Call {
    keymap: Option<(Keymap, &'static [u8])>,
    lists: Vec<List>,
    query: Option<ByteString>,
    unbind: Option<ByteString>,
    remove: Option<ByteString>,
    command: Option<ByteString>,
    file: Option<ByteString>,
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    // Of subshells as well, which are not interactive themselves.
    if !env.shared.interactive.get() {
        env.diagnose(BuiltinProblem::call(b"bind", CallFault::NoLineEditing));
        return Ok(0);
    }
    let mut call = Call::default();
    let mut letters = Letters::of(fields);
    while let Some(letter) = letters.next() {
        match letter {
            b'l' => call.lists.push(List::Names),
            b'p' | b'P' => call.lists.push(List::Functions { reusable: letter == b'p' }),
            b's' | b'S' => call.lists.push(List::Macros { reusable: letter == b's' }),
            b'v' | b'V' => call.lists.push(List::Variables { reusable: letter == b'v' }),
            b'X' => call.lists.push(List::Commands),
            b'm' | b'q' | b'u' | b'r' | b'x' | b'f' => {
                let Some(argument) = letters.argument() else {
                    complain(env, b"bind", &[b'-', letter], OperandFault::ArgumentRequired);
                    return Ok(2);
                };
                let place = match letter {
                    b'm' => {
                        call.keymap = Keymap::prefixed(&argument);
                        if call.keymap.is_none() {
                            let quoted = [b"`", &argument[..], b"'"].concat();
                            complain(env, b"bind", &quoted, OperandFault::NoKeymap);
                            return Ok(1);
                        }
                        continue;
                    }
                    b'q' => &mut call.query,
                    b'u' => &mut call.unbind,
                    b'r' => &mut call.remove,
                    b'x' => &mut call.command,
                    _ => &mut call.file,
                };
                *place = Some(argument);
            }
            other => return bad_option(env, b"bind", other),
        }
    }
    env.read_inputrc();
    obey(env, &call, letters.operands())
}

/// Does what a call asks for, in bash's order.
fn obey(env: &mut Environment, call: &Call, operands: &[ByteString]) -> Flow<i32> {
    let (keymap, prefix) = call.keymap.unwrap_or((env.bindings.keymap(), b""));
    let prefixed = |sequence: &[u8]| [prefix, sequence].concat();
    let mut status = 0;
    let mut out = Vec::new();
    for what in &call.lists {
        list(&env.bindings, *what, keymap, &mut out);
    }
    if let Some(path) = &call.file {
        match read_file(env, path) {
            Some(text) => env.obey_inputrc(&text),
            None => {
                complain(env, b"bind", path, OperandFault::NotRead);
                status = 1;
            }
        }
    }
    if let Some(name) = &call.query {
        if !is_function(name) {
            let quoted = [b"`", &name[..], b"'"].concat();
            complain(env, b"bind", &quoted, OperandFault::NoEditingFunction);
            status = 1;
        } else if !query(&env.bindings, keymap, name, &mut out) {
            status = 1;
        }
    }
    if let Some(name) = &call.unbind {
        let function = Bound::Function(name.to_vec());
        let table = Rc::make_mut(&mut env.bindings);
        table.bound.retain(|(map, _), bound| *map != keymap || *bound != function);
    }
    if let Some(sequence) = &call.remove {
        let sequence = prefixed(&bytes_of(sequence));
        Rc::make_mut(&mut env.bindings).bound.remove(&(keymap, sequence));
    }
    if let Some(text) = &call.command {
        match command_binding(text) {
            Some((sequence, command)) => {
                let bound = &mut Rc::make_mut(&mut env.bindings).bound;
                bound.insert((keymap, prefixed(&sequence)), Bound::Command(command));
            }
            None => {
                complain(env, b"bind", text, OperandFault::NoSeparator);
                status = 1;
            }
        }
    }
    for operand in operands {
        match Line::parse(operand) {
            Some(Line::Binding(sequence, bound)) => {
                let line = Line::Binding(prefixed(&sequence), bound);
                Rc::make_mut(&mut env.bindings).obey(keymap, line);
            }
            Some(line) => Rc::make_mut(&mut env.bindings).obey(keymap, line),
            None => status = 1,
        }
    }
    if !out.is_empty() {
        status |= env.print("bind", &out)?;
    }
    Ok(status)
}

/// Functions of the shell, beside those of the line editor.
pub(crate) const OWN_FUNCTIONS: [&str; 8] = [
    "delete-horizontal-space",
    "edit-and-execute-command",
    "exchange-point-and-mark",
    "insert-comment",
    "re-read-init-file",
    "set-mark",
    "shell-expand-line",
    "tilde-expand",
];

/// Returns the names of all functions, sorted.
pub(super) fn function_names() -> Vec<&'static str> {
    let mut names = OWN_FUNCTIONS.to_vec();
    #[cfg(feature = "line-editing")]
    names.extend(line_editor::function_names());
    utilities::sorting::sort(&mut names);
    names
}

fn is_function(name: &[u8]) -> bool {
    function_names().iter().any(|one| one.as_bytes() == name)
}

/// Adds the sequences of a keymap that a function is bound to; false where there is none.
fn query(table: &Table, keymap: Keymap, name: &[u8], out: &mut Vec<u8>) -> bool {
    let function = Bound::Function(name.to_vec());
    let mut keys =
        table.bound.iter().filter(|((map, _), bound)| *map == keymap && **bound == function);
    let Some(((_, first), _)) = keys.next() else {
        out.extend_from_slice(&[name, b" is not bound to any keys.\n"].concat());
        return false;
    };
    let quoted = |sequence: &[u8]| [b"\"", &shown(sequence)[..], b"\""].concat();
    out.extend_from_slice(&[name, b" can be invoked via ", &quoted(first)[..]].concat());
    for ((_, sequence), _) in keys {
        out.extend_from_slice(&[b", ", &quoted(sequence)[..]].concat());
    }
    out.extend_from_slice(b".\n");
    true
}

/// Adds a list: `reusable` in the form that `bind` and inputrc take.
fn list(table: &Table, what: List, keymap: Keymap, out: &mut Vec<u8>) {
    let mut line = |parts: &[&[u8]]| {
        out.extend_from_slice(&parts.concat());
        out.push(b'\n');
    };
    let bound = table.bound.iter().filter(|((map, _), _)| *map == keymap);
    match what {
        List::Names => function_names().iter().for_each(|name| line(&[name.as_bytes()])),
        List::Functions { reusable } => {
            for name in function_names() {
                let function = Bound::Function(name.into());
                let keys: Vec<_> = bound
                    .clone()
                    .filter(|(_, one)| **one == function)
                    .map(|((_, sequence), _)| shown(sequence))
                    .collect();
                let name = name.as_bytes();
                match (reusable, keys.is_empty()) {
                    (true, true) => line(&[b"# ", name, b" (not bound)"]),
                    (true, false) => {
                        keys.iter().for_each(|key| line(&[b"\"", key, b"\": ", name]));
                    }
                    (false, true) => line(&[name, b" is not bound to any keys"]),
                    (false, false) => {
                        let keys: Vec<_> =
                            keys.iter().map(|key| [b"\"", &key[..], b"\""].concat()).collect();
                        line(&[name, b" can be found on ", &keys.join(&b", "[..]), b"."]);
                    }
                }
            }
        }
        List::Macros { reusable } => {
            for ((_, sequence), one) in bound {
                let Bound::Macro(text) = one else { continue };
                let (sequence, text) = (shown(sequence), shown(text));
                if reusable {
                    line(&[b"\"", &sequence, b"\": \"", &text, b"\""]);
                } else {
                    line(&[&sequence, b" outputs ", &text]);
                }
            }
        }
        List::Variables { reusable } => {
            for (name, value) in &table.variables {
                if reusable {
                    line(&[b"set ", name, b" ", value]);
                } else {
                    line(&[name, b" is set to `", value, b"'"]);
                }
            }
        }
        List::Commands => {
            for ((_, sequence), one) in bound {
                let Bound::Command(text) = one else { continue };
                line(&[b"\"", &shown(sequence), b"\": \"", &shown(text), b"\""]);
            }
        }
    }
}

/// Returns what a file holds; none where it cannot be read.
fn read_file(env: &mut Environment, path: &[u8]) -> Option<Vec<u8>> {
    let file = env.open_file(path, OFlags::RDONLY).ok()?;
    let mut text = Vec::new();
    std::fs::File::from(file).read_to_end(&mut text).ok()?;
    Some(text)
}

impl Environment {
    /// Reads inputrc, the first time: the file that INPUTRC names, ~/.inputrc or /etc/inputrc.
    pub(crate) fn read_inputrc(&mut self) {
        if self.bindings.initialized || !self.rules().builtins.has_completion_builtins {
            return;
        }
        Rc::make_mut(&mut self.bindings).initialized = true;
        let value = |name: &[u8]| {
            let text = self.shared.names.find(name).and_then(|name| self.text(name));
            text.filter(|text| !text.is_empty())
        };
        let named = value(b"INPUTRC").map(|path| path.to_vec());
        let home = value(b"HOME").map(|home| [&home[..], b"/.inputrc"].concat());
        let text = named
            .or(home)
            .and_then(|path| read_file(self, &path))
            .or_else(|| read_file(self, b"/etc/inputrc"));
        if let Some(text) = text {
            self.obey_inputrc(&text);
        }
    }

    /// Obeys the lines of inputrc.
    fn obey_inputrc(&mut self, text: &[u8]) {
        let kind = self.shared.names.find(b"TERM").and_then(|name| self.text(name));
        let kind = kind.unwrap_or_default();
        let vi = self.options.has(Options::VI);
        let mut table = (*self.bindings).clone();
        let holds = |test: &[u8], table: &Table| match test {
            b"mode=vi" => {
                vi || table.variables.get(&b"editing-mode"[..]).is_some_and(|mode| mode == b"vi")
            }
            b"mode=emacs" => {
                !vi && table.variables.get(&b"editing-mode"[..]).is_none_or(|mode| mode != b"vi")
            }
            test => match test.strip_prefix(b"term=") {
                Some(name) => {
                    kind.strip_prefix(name).is_some_and(|rest| matches!(rest, [] | [b'-', ..]))
                }
                None => test.eq_ignore_ascii_case(b"bash"),
            },
        };
        table.read(text, &holds, &mut |path| read_file(self, path), 0);
        self.bindings = Rc::new(table);
    }
}
