//! `fc` (POSIX XCU fc; bash(1), ksh(1) `hist`): shows commands of the history list, edits them
//! or runs them again.
//!
//! The list is `history` (the module). Edited commands are written to a temporary file, and what
//! the editor leaves is read and run like typed lines. Where bash and ksh93 differ (which commands
//! a range selects, what is replaced) the rows are in crate dialect, builtins.

use super::letters::Letters;
use super::{bad_option, usage};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault, Problem};
use crate::environment::Environment;
use crate::history::{Entry, History};
use crate::script::Origin;
use crate::unwind::Flow;
use dialect::builtins::Builtins;
use rustix::fs::{Mode, OFlags};
use std::rc::Rc;
use syntax::{ByteString, Text};

/// What the options say.
#[derive(Default)]
struct FcOptions {
    editor: Option<ByteString>,
    list: bool,
    numberless: bool,
    reversed: bool,
    again: bool,
    /// Every occurrence is replaced (mksh).
    all: bool,
}

/// Why there is no such command.
enum Missing {
    Range,
    Text,
}

impl Missing {
    /// What is reported where the command was to be listed or edited.
    fn problem(self) -> Problem<'static> {
        match self {
            Self::Range => Problem::Builtin(BuiltinProblem::HistoryRange),
            Self::Text => Problem::Builtin(BuiltinProblem::NoSuchCommand),
        }
    }
}

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut options = FcOptions::default();
    let mut letters = Letters::but(fields, |rest| rest[0].is_ascii_digit());
    while let Some(letter) = letters.next() {
        match letter {
            b'l' => options.list = true,
            b'n' => options.numberless = true,
            b'r' => options.reversed = true,
            b's' => options.again = true,
            b'g' if env.rules().builtins.fc_replaces_first => options.all = true,
            b'e' => {
                let Some(editor) = letters.argument() else {
                    env.diagnose(BuiltinProblem::operand(
                        b"fc",
                        b"-e",
                        OperandFault::ArgumentRequired,
                    ));
                    super::show_usage(env, b"fc");
                    return Ok(2);
                };
                if editor.as_bytes() == b"-" {
                    options.again = true;
                } else {
                    options.editor = Some(editor);
                }
            }
            _ => return bad_option(env, b"fc", letter),
        }
    }
    let operands = letters.operands();
    if options.again && !options.list {
        return again(env, &options, operands);
    }
    let rules = &env.rules().builtins;
    if env.history().entries.is_empty() {
        if !rules.fc_needs_history {
            return Ok(0);
        }
        return usage(env, BuiltinProblem::call(b"fc", CallFault::HistoryEmpty));
    }
    let (first, last) = match range(env.history(), &options, operands, rules) {
        Ok(range) => range,
        Err(missing) => {
            env.diagnose(missing.problem());
            return Ok(1);
        }
    };
    let reversed = match last < first {
        true => !(options.reversed && rules.fc_r_reverses_range),
        false => options.reversed,
    };
    let (first, last) = (first.min(last), first.max(last));
    if options.list {
        return list(env, &options, first, last, reversed);
    }
    edit(env, &options, first, last, reversed)
}

/// The indices of the first and the last command that operands name.
fn range(
    history: &History,
    options: &FcOptions,
    operands: &[ByteString],
    rules: &Builtins,
) -> Result<(usize, usize), Missing> {
    let newest = newest(history, options.list)?;
    Ok(match operands {
        [] if options.list => (newest.saturating_sub(15), newest),
        [] => (newest, newest),
        [first] => {
            let first = begin(history, first, options.list, rules)?;
            (first, if options.list { newest.max(first) } else { first })
        }
        [first, last, ..] => {
            (begin(history, first, options.list, rules)?, find(history, last, options.list, rules)?)
        }
    })
}

/// The index of the command that counting begins with: the newest before `fc` itself. A list that would be
/// empty has `fc` itself.
fn newest(history: &History, listing: bool) -> Result<usize, Missing> {
    match history.before().len().checked_sub(1) {
        None if listing => history.entries.len().checked_sub(1).ok_or(Missing::Range),
        newest => newest.ok_or(Missing::Range),
    }
}

/// The index of the first command to be shown.
fn begin(
    history: &History,
    operand: &[u8],
    listing: bool,
    rules: &Builtins,
) -> Result<usize, Missing> {
    let too_large = |number: i64| number > (history.removed + history.before().len()) as i64;
    if listing && rules.fc_l_wraps_to_oldest && super::number(operand).is_some_and(too_large) {
        return Ok(0);
    }
    find(history, operand, listing, rules)
}

/// The index of the command that an operand names: by its number, by how long ago it was, by
/// how it begins.
fn find(
    history: &History,
    operand: &[u8],
    listing: bool,
    rules: &Builtins,
) -> Result<usize, Missing> {
    let newest = newest(history, listing)?;
    let digits = operand.strip_prefix(b"-").unwrap_or(operand);
    let back = digits.len() < operand.len();
    if digits.first().is_some_and(u8::is_ascii_digit) {
        let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = super::number(&digits[..count]).and_then(|n| usize::try_from(n).ok());
        let number = number.unwrap_or(usize::MAX);
        return match (number, back) {
            (0, true) if listing => Ok(history.entries.len() - 1),
            (0, true) => Err(Missing::Range),
            (0, false) => Ok(newest),
            (number, true) => Ok((newest + 1).saturating_sub(number)),
            (number, false) => {
                // One that is too new is the newest.
                let itself = listing && rules.fc_l_lists_itself;
                let most = if itself { history.entries.len() - 1 } else { newest };
                Ok(number.saturating_sub(history.removed + 1).min(most))
            }
        };
    }
    let (within, text) = match operand.strip_prefix(b"?") {
        Some(text) if rules.fc_finds_text_anywhere => (true, text),
        _ => (false, operand),
    };
    history
        .before()
        .iter()
        .rposition(|entry| match within {
            true => byte_search::memmem::find(&entry.text, text).is_some(),
            false => entry.text.starts_with(text),
        })
        .ok_or(Missing::Text)
}

/// Lists commands (`fc -l`).
fn list(
    env: &mut Environment,
    options: &FcOptions,
    first: usize,
    last: usize,
    reversed: bool,
) -> Flow<i32> {
    let rules = &env.rules().builtins;
    let history = env.history();
    let mut out = Vec::new();
    let mut show = |index: usize| {
        if !options.numberless {
            out.extend_from_slice(history.number(index).to_string().as_bytes());
        }
        out.push(b'\t');
        if rules.fc_l_marks_modified {
            out.push(b' ');
        }
        for &byte in &*history.entries[index].text {
            out.push(byte);
            if byte == b'\n' && rules.fc_l_indents_lines {
                out.push(b'\t');
            }
        }
        out.push(b'\n');
    };
    match reversed {
        true => (first..=last).rev().for_each(&mut show),
        false => (first..=last).for_each(&mut show),
    }
    env.print("fc", &out)
}

/// `fc -s [old=new]… [command]`
fn again(env: &mut Environment, options: &FcOptions, operands: &[ByteString]) -> Flow<i32> {
    let rules = &env.rules().builtins;
    let pairs = operands.iter().take_while(|operand| operand.contains(&b'=')).count();
    let history = env.history();
    let index = match operands.get(pairs) {
        Some(operand) => find(history, operand, false, rules),
        None => history.before().len().checked_sub(1).ok_or(Missing::Text),
    };
    let mut text = match index {
        Ok(index) => history.entries[index].text.to_vec(),
        Err(_) if rules.fc_needs_history && history.before().is_empty() => {
            return usage(env, BuiltinProblem::call(b"fc", CallFault::HistoryEmpty));
        }
        Err(missing) => {
            env.diagnose(match missing {
                Missing::Range => Problem::Builtin(BuiltinProblem::HistoryRangeToRun),
                Missing::Text => Problem::Builtin(BuiltinProblem::NoSuchCommand),
            });
            return Ok(1);
        }
    };
    for pair in &operands[..pairs] {
        let at = byte_search::memchr(b'=', pair).unwrap_or_default();
        let (old, new) = (&pair[..at], &pair[at + 1..]);
        let mut out = Vec::new();
        let mut rest = &text[..];
        while let Some(at) = byte_search::memmem::find(rest, old).filter(|_| !old.is_empty()) {
            out.extend_from_slice(&rest[..at]);
            out.extend_from_slice(new);
            rest = &rest[at + old.len()..];
            if rules.fc_replaces_first && !options.all {
                break;
            }
        }
        out.extend_from_slice(rest);
        text = out;
    }
    env.write_error(&[&text[..], b"\n"].concat());
    replace_current(env, &text);
    env.run_text(&text)?;
    Ok(env.status)
}

/// The command is in the list in the place of the `fc` that runs it.
fn replace_current(env: &mut Environment, text: &[u8]) {
    if !env.history().current {
        return;
    }
    let history = env.history();
    if let Some(last) = history.entries.last_mut() {
        *last = Entry::now(text);
    }
}

/// `fc [first [last]]`: an editor, and then what it has left.
fn edit(
    env: &mut Environment,
    options: &FcOptions,
    first: usize,
    last: usize,
    reversed: bool,
) -> Flow<i32> {
    let rules = &env.rules().builtins;
    let history = env.history();
    let mut chosen: Vec<Rc<[u8]>> =
        history.entries[first..=last].iter().map(|entry| entry.text.clone()).collect();
    if reversed {
        chosen.reverse();
    }
    if rules.fc_keeps_edited_lines {
        history.remove_current();
    }
    let text: Vec<u8> = chosen.iter().flat_map(|text| [text, &b"\n"[..]].concat()).collect();
    let folder = env.history_variable("TMPDIR").filter(|folder| !folder.is_empty());
    let folder = folder.unwrap_or(ByteString::from("/tmp"));
    let number = env.shared.fresh();
    let name = format!("/fc.{}.{number}.{}", std::process::id(), env.shared.elapsed().as_nanos());
    let path = [&folder[..], name.as_bytes()].concat();
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
    let written = stage::door::openat(env.directory(), &path[..], flags, Mode::RUSR | Mode::WUSR)
        .map_err(std::io::Error::from)
        .and_then(|file| std::io::Write::write_all(&mut std::fs::File::from(file), &text));
    if let Err(error) = written {
        let reason = utilities::message::reason(&error);
        let command = b"fc";
        env.diagnose(BuiltinProblem::Refused { command, operand: Some(&path), reason: &reason });
        return Ok(1);
    }
    let editor = options
        .editor
        .clone()
        .or_else(|| {
            let name = env.shared.names.find(b"FCEDIT")?;
            env.text(name).filter(|editor| !editor.is_empty())
        })
        .or_else(|| {
            let editor = rules.fc_uses_editor_variable.then(|| env.history_variable("EDITOR"));
            editor.flatten().filter(|editor| !editor.is_empty())
        })
        .unwrap_or(ByteString::from("ed"));
    let command = [&editor[..], b" ", &super::quote(&path)].concat();
    let result = env.run_text(&command);
    let edited = match &result {
        Ok(()) if env.status == 0 => env.text_of(&path).ok(),
        _ => None,
    };
    let _ = stage::door::unlinkat(env.directory(), &path[..], rustix::fs::AtFlags::empty());
    result?;
    let Some(edited) = edited else {
        return Ok(if env.status == 0 { 1 } else { env.status });
    };
    env.write_error(&edited);
    if rules.fc_keeps_edited_lines {
        let source = env.now.source.replace(ByteString::new(&path));
        let result = env.run_typed(&edited);
        env.now.source = source;
        result?;
    } else {
        replace_current(env, edited.trim_ascii_end());
        env.run_text(&edited)?;
    }
    Ok(env.status)
}

impl Environment {
    /// Runs a text whose commands go into the history as if somebody had typed them.
    fn run_typed(&mut self, text: &[u8]) -> Flow {
        let scheduler = self.shared.scheduler.clone();
        let result = scheduler.with_room(crate::script::PARSER_ROOM, || {
            let lines = crate::script::Lines::typed(Box::new(Text(text)), self.shared.clone());
            let mut parser = self.parser(Box::new(lines));
            self.run_parser(&mut parser, false, Origin::Script)
        });
        match result {
            Some(result) => result,
            None => self.too_deep(),
        }
    }
}
