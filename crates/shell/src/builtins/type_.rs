//! `type` (POSIX XCU type), and what `command -v` and `-V` say.
//!
//! One function describes a name in each manner: a sentence (`type`, `command -V`), a path or name
//! (`command -v`, `whence`), a word (`type -t`), or all meanings (`-a`). Names are looked up in the
//! order of POSIX XCU 2.9.1.4.

use super::{Class, is_reserved, single_quote};
use crate::diagnostics::{BuiltinProblem, OperandFault};
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::Flow;
use syntax::ByteString;

/// How a name is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// As a script wants it (`command -v`).
    Terse,
    /// As a person wants it (`command -V`, `type`).
    Verbose(&'static str),
}

/// What came of the description of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Description {
    /// It was written.
    Written,
    /// It could not be written, which has been reported.
    Lost,
    /// There is no such command.
    Unknown,
}

impl Description {
    fn of(is_known: bool, write_status: i32) -> Self {
        match (is_known, write_status) {
            (false, _) => Description::Unknown,
            (true, 0) => Description::Written,
            (true, _) => Description::Lost,
        }
    }

    /// The exit status for one name; `unknown`: that of a name that stands for nothing.
    pub fn status(self, unknown: i32) -> i32 {
        match self {
            Description::Written => 0,
            Description::Lost => 1,
            Description::Unknown => unknown,
        }
    }
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut operands = &fields[1..];
    let mut letters = Vec::new();
    while let Some(first) = operands.first() {
        let [b'-', rest @ ..] = first.as_bytes() else { break };
        if rest.is_empty() {
            break;
        }
        operands = &operands[1..];
        if rest == b"-" {
            break;
        }
        for &letter in rest {
            if !b"aftpP".contains(&letter) {
                return super::bad_option(env, b"type", letter);
            }
            letters.push(letter);
        }
    }
    let mut status = 0;
    for operand in operands {
        let (description, unknown) = match letters.is_empty() {
            true => {
                let unknown = env.rules().builtins.undescribed_name_status;
                (describe(env, operand, Manner::Verbose("type"))?, unknown)
            }
            false => (describe_as(env, operand, &letters)?, 1),
        };
        if description != Description::Written {
            status = description.status(unknown);
        }
    }
    Ok(status)
}

/// What ksh93 has looked for once, it knows (a tracked alias).
fn note(env: &mut Environment, command: &ByteString) {
    let slot = env.shared.names.intern(command);
    let other = env.builtin(slot).is_some()
        || env.function(slot).is_some()
        || env.aliases.0.get(command.as_bytes()).is_some();
    if !other && !command.contains(&b'/') && !env.hash.contains_key(&slot) {
        super::hash::remember(env, command);
    }
}

/// `whence` (ksh): `command -v`, or with `-v` what `type` says.
pub(super) fn whence(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let (options, operands) = super::letters(env, fields, b"afpqtv")?;
    let mut status = 0;
    for operand in operands {
        if env.rules().builtins.whence_tracks
            && !options.iter().any(|letter| b"apqt".contains(letter))
        {
            note(env, operand);
        }
        let found = if options.contains(&b't') {
            let mut letters = vec![b't'];
            letters.extend(options.iter().filter(|letter| **letter == b'a'));
            letters.extend(options.contains(&b'p').then_some(b'P'));
            describe_as(env, operand, &letters)?
        } else if options.contains(&b'p') {
            describe_as(env, operand, b"P")?
        } else if options.contains(&b'a') {
            describe_as(env, operand, &options)?
        } else if options.contains(&b'f') {
            // Functions are passed over.
            let slot = env.shared.names.intern(operand);
            let function = env.function(slot).cloned();
            env.set_function(slot, None);
            let found = describe(env, operand, Manner::Terse);
            env.set_function(slot, function);
            found?
        } else if options.contains(&b'v') {
            describe(env, operand, Manner::Verbose("whence"))?
        } else if options.contains(&b'q') {
            let question = Question { all: false, hashed: true };
            Description::of(!kinds(env, operand, question).is_empty(), 0)
        } else {
            describe(env, operand, Manner::Terse)?
        };
        status |= found.status(1);
    }
    Ok(status)
}

impl Environment {
    /// Whether a name is an alias that is expanded: bash tells of no others.
    fn is_alias(&self, name: &[u8]) -> bool {
        self.aliases.0.get(name).is_some()
            && (self.options.has(Options::EXPANDALIASES)
                || self.rules().builtins.unexpanded_aliases_are_described)
    }
}

/// What is asked of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Question {
    /// All that it stands for, and not only what is run.
    all: bool,
    /// Where PATH led before, too (bash).
    hashed: bool,
}

/// What a name stands for, first what is run: the word of `type -t`, and the path.
fn kinds(
    env: &mut Environment,
    name: &ByteString,
    question: Question,
) -> Vec<(&'static str, Vec<u8>)> {
    let rules = &env.rules().builtins;
    let mut found = Vec::new();
    let slot = env.shared.names.find(name);
    // In ksh93 no alias takes the place of a reserved word.
    if rules.reserved_words_precede_aliases && is_reserved(name, true) {
        found.push(("keyword", Vec::new()));
    }
    if env.is_alias(name) {
        found.push(("alias", Vec::new()));
    }
    if !rules.reserved_words_precede_aliases && is_reserved(name, true) {
        found.push(("keyword", Vec::new()));
    }
    if slot.is_some_and(|slot| env.function(slot).is_some()) {
        found.push(("function", Vec::new()));
    }
    if slot.is_some_and(|slot| env.builtin(slot).or_else(|| env.type_command(slot)).is_some()) {
        found.push(("builtin", Vec::new()));
    }
    if found.is_empty() || question.all {
        if name.contains(&b'/') {
            if env.is_program(name) {
                found.push(("file", name.to_vec()));
            }
            return found;
        }
        let hashed = slot.and_then(|slot| env.hash.get(&slot)).filter(|_| rules.type_knows_hashed);
        if let Some(located) = hashed
            && (!question.all || question.hashed)
        {
            found.push(("hashed", located.path.to_bytes().to_vec()));
            return found;
        }
        let path = env.search_path().unwrap_or_default();
        for directory in path.split(|&byte| byte == b':') {
            let directory: &[u8] = if directory.is_empty() { b"." } else { directory };
            let candidate = [directory, b"/", name.as_bytes()].concat();
            if env.is_program(&candidate) {
                found.push(("file", candidate));
                if !question.all {
                    break;
                }
            }
        }
    }
    found
}

/// What `type` says of an alias, after `is`.
fn description_of_alias(env: &Environment, text: &[u8]) -> Vec<u8> {
    let rules = &env.rules().builtins;
    match rules.aliases_are_quoted {
        true => [b"aliased to `", text, b"'"].concat(),
        false if rules.command_v_shows_alias_value => {
            [b"an alias for ", &super::shown_in_ksh(text)[..]].concat()
        }
        false => [b"an alias for ", text].concat(),
    }
}

/// `type -a`, `-t`, `-p`, `-P`, `-f`.
fn describe_as(env: &mut Environment, name: &ByteString, letters: &[u8]) -> Flow<Description> {
    let rules = &env.rules().builtins;
    let has = |letter| letters.contains(&letter);
    let forced = has(b'P');
    let question = Question { all: has(b'a') || has(b'f') || forced, hashed: forced || !has(b'a') };
    let mut found = kinds(env, name, question);
    if !has(b'a')
        && (forced || found.is_empty())
        && !found.iter().any(|(kind, _)| matches!(*kind, "file" | "hashed"))
        && let Some(path) = env.unexecutable(name)
    {
        found.push(("file", path));
    }
    if has(b'f') {
        found.retain(|(kind, _)| *kind != "function");
    }
    if forced || has(b'p') && has(b't') && env.rules().builtins.whence_tp_finds_programs {
        found.retain(|(kind, _)| matches!(*kind, "file" | "hashed"));
    }
    if !has(b'a') {
        found.truncate(1);
    }
    let mut out = Vec::new();
    for (kind, path) in &found {
        if has(b't') {
            out.extend_from_slice(if *kind == "hashed" { b"file" } else { kind.as_bytes() });
        } else if has(b'p') || forced {
            if !matches!(*kind, "file" | "hashed") {
                continue;
            }
            out.extend_from_slice(path);
        } else {
            out.extend_from_slice(name);
            out.extend_from_slice(b" is ");
            match *kind {
                "file" => out.extend_from_slice(path),
                "hashed" => out.extend_from_slice(&[b"hashed (", &path[..], b")"].concat()),
                "function" if rules.type_shows_functions => {
                    out.extend_from_slice(b"a function");
                    let slot = env.shared.names.find(name);
                    if let Some(function) = slot.and_then(|slot| env.function(slot)) {
                        out.extend_from_slice(&[b"\n", &env.shown_function(function)[..]].concat());
                    }
                }
                "alias" if rules.type_a_shows_aliases => {
                    let text = env.aliases.0.get(name.as_bytes()).cloned().unwrap_or_default();
                    out.extend_from_slice(&description_of_alias(env, &text));
                }
                "alias" => out.extend_from_slice(b"an alias"),
                "keyword" => out.extend_from_slice(match rules.type_says_shell {
                    true => b"a shell keyword",
                    false => b"a keyword",
                }),
                "function" => out.extend_from_slice(b"a function"),
                _ => out.extend_from_slice(b"a shell builtin"),
            }
        }
        out.push(b'\n');
    }
    if found.is_empty() && !has(b't') && !has(b'p') && !forced {
        super::complain(env, b"type", name, OperandFault::NotFound);
    }
    let written = env.print("type", &out)?;
    Ok(Description::of(!found.is_empty(), written))
}

/// Prints what a name stands for; false if nothing.
///
/// # Errors
///
/// Unwinds where standard output cannot be written.
pub fn describe(env: &mut Environment, name: &ByteString, manner: Manner) -> Flow<Description> {
    let rules = &env.rules().builtins;
    let verbose = matches!(manner, Manner::Verbose(_));
    let mut line = Vec::new();
    let mut say = |terse: &[u8], text: &str| {
        if verbose {
            line.extend_from_slice(name);
            line.extend_from_slice(text.as_bytes());
        } else {
            line.extend_from_slice(terse);
        }
    };
    let slot = env.shared.names.find(name);
    let alias = env.is_alias(name).then(|| env.aliases.0.get(name.as_bytes()).cloned());
    if let Some(Some(text)) = alias {
        if verbose {
            line.extend_from_slice(name);
            line.extend_from_slice(b" is ");
            line.extend_from_slice(&description_of_alias(env, &text));
        } else if rules.command_v_shows_alias_value {
            line.extend_from_slice(&super::shown_in_ksh(&text));
        } else {
            line.extend_from_slice(b"alias ");
            line.extend_from_slice(name);
            line.push(b'=');
            line.extend_from_slice(&single_quote(&text));
        }
    } else if is_reserved(name, rules.type_knows_extended_words) {
        say(name, if rules.type_says_shell { " is a shell keyword" } else { " is a keyword" });
    } else if slot.and_then(|slot| env.builtin(slot)).is_some_and(|b| b.class == Class::Special)
        && rules.type_says_special
    {
        say(name, " is a special shell builtin");
    } else if let Some(function) = slot.and_then(|slot| env.function(slot)).cloned() {
        if rules.type_shows_functions {
            say(name, " is a function\n");
            if verbose {
                line.extend_from_slice(&env.shown_function(&function));
            }
        } else {
            say(
                name,
                if rules.type_says_shell { " is a shell function" } else { " is a function" },
            );
        }
    } else if slot.is_some_and(|slot| env.builtin(slot).is_some()) {
        say(name, " is a shell builtin");
    } else {
        let is_path = name.contains(&b'/');
        let found = if is_path {
            env.is_program(name).then(|| name.to_vec())
        } else {
            let found = env.look_up(name).map(|located| located.path.to_bytes().to_vec());
            found.or_else(|| env.unexecutable(name))
        };
        let as_found = match manner {
            Manner::Verbose("type") => rules.type_shows_relative_paths,
            Manner::Verbose(_) => rules.command_v_shows_relative_paths && is_path,
            Manner::Terse => rules.command_v_shows_relative_paths,
        };
        let found = found.map(|path| if as_found { path } else { absolute(env, &path) });
        match found {
            Some(path) if verbose && rules.type_knows_hashed => {
                let known = slot.is_some_and(|slot| env.hash.contains_key(&slot));
                line.extend_from_slice(name);
                line.extend_from_slice(if known { b" is hashed (" } else { b" is " });
                line.extend_from_slice(&path);
                line.extend_from_slice(if known { b")" } else { b"" });
            }
            Some(path) if verbose => {
                line.extend_from_slice(name);
                line.extend_from_slice(b" is ");
                line.extend_from_slice(&path);
                let inside = env.look_up(name).is_some_and(|located| located.utility.is_some())
                    && env.options.has(Options::INPROCESS);
                if inside {
                    line.extend_from_slice(b" (runs inside the shell)");
                }
            }
            Some(path) => line.extend_from_slice(&path),
            None => {
                if let Manner::Verbose(command) = manner {
                    let command = command.as_bytes();
                    env.diagnose(BuiltinProblem::NothingOfName { command, name });
                }
                return Ok(Description::Unknown);
            }
        }
    }
    line.push(b'\n');
    let printed = env.print(if verbose { "type" } else { "command" }, &line)?;
    Ok(Description::of(true, printed))
}

pub fn absolute(env: &mut Environment, path: &[u8]) -> Vec<u8> {
    let simplify = env.rules().builtins.paths_are_simplified;
    if path.first() == Some(&b'/') {
        return if simplify { plain_path(path) } else { path.to_vec() };
    }
    let mut absolute = match env.logical_directory() {
        Some(directory) => directory,
        None => return path.to_vec(),
    };
    if absolute.last() != Some(&b'/') {
        absolute.push(b'/');
    }
    absolute.extend_from_slice(path);
    if simplify { plain_path(&absolute) } else { absolute }
}

/// An absolute path without `.`, `..` and doubled slashes, as its text says (ksh93).
fn plain_path(path: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    for component in path.split(|byte| *byte == b'/') {
        match component {
            b"" | b"." => {}
            b".." => drop(kept.pop()),
            component => kept.push(component),
        }
    }
    [b"/", &kept.join(&b'/')[..]].concat()
}

impl Environment {
    /// Looks whether the file at a path could be started, as far as can be found out beforehand.
    ///
    /// # Errors
    /// Those of stat(2) and access(2); EACCES for what is not a regular file.
    pub fn check_program(&self, path: &[u8]) -> rustix::io::Result<()> {
        use rustix::fs::{Access, AtFlags, FileType};
        let stat = stage::door::statat(self.directory(), path, AtFlags::empty())?;
        if !FileType::from_raw_mode(stat.st_mode).is_file() {
            return Err(rustix::io::Errno::ACCESS);
        }
        stage::door::accessat(self.directory(), path, Access::EXEC_OK, AtFlags::EACCESS)
    }

    /// What bash finds where PATH leads to no program of a name: a file that may not be executed.
    fn unexecutable(&self, name: &[u8]) -> Option<Vec<u8>> {
        use rustix::fs::{AtFlags, FileType};
        if !self.rules().builtins.unexecutable_files_are_found
            || name.is_empty()
            || name.contains(&b'/')
        {
            return None;
        }
        let path = self.search_path()?;
        let candidate = |directory: &[u8]| {
            let directory: &[u8] = if directory.is_empty() { b"." } else { directory };
            [directory, b"/", name].concat()
        };
        path.split(|&byte| byte == b':').map(candidate).find(|path| {
            stage::door::statat(self.directory(), &path[..], AtFlags::empty())
                .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode).is_file())
        })
    }

    /// Whether a path is a file that may be executed.
    pub fn is_program(&self, path: &[u8]) -> bool {
        use rustix::fs::{Access, AtFlags, FileType};
        stage::door::accessat(self.directory(), path, Access::EXEC_OK, AtFlags::EACCESS).is_ok()
            && stage::door::statat(self.directory(), path, AtFlags::empty())
                .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode).is_file())
    }
}
