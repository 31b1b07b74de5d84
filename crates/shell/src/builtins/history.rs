//! `history` (bash(1), SHELL BUILTIN COMMANDS): shows and changes the history list.
//!
//! Only bash's language has it. The list, its file and HISTCONTROL are the module `history`; this
//! reads the options and shows entries with their numbers and, by HISTTIMEFORMAT, times.

use super::letters::Letters;
use super::{bad_option, complain, show_usage, too_many};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault};
use crate::environment::Environment;
use crate::history::expansion::{Expansion, Outcome};
use crate::history::{Entry, History};
use crate::unwind::{Flow, Unwind};
use syntax::ByteString;

pub(super) fn run(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let mut letters: Vec<u8> = Vec::new();
    let mut offset: Option<ByteString> = None;
    let mut options = Letters::but(fields, |rest| rest.iter().all(u8::is_ascii_digit));
    while let Some(letter) = options.next() {
        match letter {
            b'c' | b'a' | b'n' | b'r' | b'w' | b'p' | b's' => letters.push(letter),
            b'd' => {
                offset = options.argument();
                if offset.is_none() {
                    env.diagnose(BuiltinProblem::operand(
                        b"history",
                        b"-d",
                        OperandFault::ArgumentRequired,
                    ));
                    show_usage(env, b"history");
                    return Ok(2);
                }
            }
            _ => return bad_option(env, b"history", letter),
        }
    }
    let operands = options.operands();
    let has = |letter: &u8| letters.contains(letter);
    let files = b"anrw".iter().filter(|letter| has(letter)).count();
    if files > 1 {
        env.diagnose(BuiltinProblem::call(b"history", CallFault::SeveralFileOptions));
        return Ok(1);
    }
    if has(&b'c') {
        let history = env.history();
        *history = History { known: history.known, ..History::default() };
        if letters.iter().all(|letter| *letter == b'c') && offset.is_none() {
            return Ok(0);
        }
    }
    if has(&b's') {
        if !operands.is_empty() {
            let words: Vec<&[u8]> = operands.iter().map(ByteString::as_bytes).collect();
            let text = words.join(&b' ');
            env.history().remove_current();
            env.record(&text, &text);
            env.history().current = false;
        }
        return Ok(0);
    }
    if has(&b'p') {
        return expand(env, operands);
    }
    if let Some(offset) = offset {
        return delete(env, &offset);
    }
    if files == 0 {
        return list(env, operands);
    }
    if let Some(path) = operands.first() {
        env.allow_path(b"history", path)?;
    }
    let path = operands.first().cloned().or_else(|| env.history_file());
    let Some(path) = path else { return Ok(0) };
    let letter = letters.iter().find(|letter| b"anrw".contains(letter)).copied();
    Ok(match transfer(env, letter.unwrap_or_default(), &path) {
        Ok(()) => 0,
        Err(_) => 1,
    })
}

/// `-a`, `-n`, `-r`, `-w`: what goes to the file or comes from it.
fn transfer(env: &mut Environment, letter: u8, path: &[u8]) -> Result<(), rustix::io::Errno> {
    match letter {
        b'a' => {
            let count = env.history().unsaved;
            if count > 0 {
                env.write_history(path, count, false)?;
                let history = env.history();
                history.known += count;
                history.mark_saved();
            }
        }
        b'w' => {
            let count = env.history().entries.len();
            env.write_history(path, count, true)?;
            let history = env.history();
            history.known = count;
            history.mark_saved();
        }
        _ => {
            let skipped = if letter == b'n' { env.history().known } else { 0 };
            let (entries, lines) = env.read_history(path, skipped)?;
            let history = env.history();
            history.known = lines;
            history.current = false;
            // They are in the file; what was before them would be written behind them.
            history.entries.extend(entries);
            if letter == b'r' {
                history.mark_saved();
            }
            env.history();
        }
    }
    Ok(())
}

/// Lists the last `n` commands (`history [n]`).
fn list(env: &mut Environment, operands: &[ByteString]) -> Flow<i32> {
    let count = match operands {
        [] => None,
        [_, _, ..] => return too_many(env, b"history"),
        [count] => match signed(count) {
            Some(count) => Some(usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX)),
            None => {
                complain(env, b"history", count, OperandFault::NumberRequired);
                return Ok(1);
            }
        },
    };
    let format = env.history_variable("HISTTIMEFORMAT").filter(|format| !format.is_empty());
    let zone = env.history_variable("TZ");
    let history = env.history();
    let all = history.entries.len();
    let mut out = Vec::new();
    for index in all.saturating_sub(count.unwrap_or(all))..all {
        let Entry { text, time } = &history.entries[index];
        out.extend_from_slice(format!("{:5}  ", history.number(index)).as_bytes());
        if let Some(format) = &format {
            let shown =
                utilities::system::date::strftime(format, time.unwrap_or(0), zone.as_deref());
            match (time, shown) {
                (Some(_), Some(shown)) => out.extend(shown),
                _ => out.extend_from_slice(b"??"),
            }
        }
        out.extend_from_slice(text);
        out.push(b'\n');
    }
    env.print("history", &out)
}

/// Shows what history expansion makes of the arguments (`history -p argument…`).
fn expand(env: &mut Environment, operands: &[ByteString]) -> Flow<i32> {
    env.history().remove_current();
    let history = env.history().clone();
    let expansion = Expansion { history: &history, characters: env.history_characters() };
    let mut out = Vec::new();
    let mut status = 0;
    for operand in operands {
        let mut memory = Default::default();
        match expansion.line(operand, None, &mut memory) {
            Ok(Outcome::Same) => out.extend_from_slice(operand),
            Ok(Outcome::Changed(text) | Outcome::Shown(text)) => out.extend(text),
            Err(_) => {
                complain(env, b"history", operand, OperandFault::HistoryExpansion);
                status = 1;
                continue;
            }
        }
        out.push(b'\n');
    }
    let written = env.print("history", &out)?;
    Ok(if written != 0 { written } else { status })
}

/// A number that may be negative.
fn signed(text: &[u8]) -> Option<i64> {
    match text.strip_prefix(b"-") {
        Some(digits) => super::number(digits).map(|number| -number),
        None => super::number(text),
    }
}

/// `history -d offset`, `history -d first-last`
fn delete(env: &mut Environment, offset: &[u8]) -> Flow<i32> {
    let dash = offset.iter().skip(1).position(|byte| *byte == b'-').map(|at| at + 1);
    let (first, last) = match dash {
        Some(at) => (&offset[..at], &offset[at + 1..]),
        None => (offset, offset),
    };
    let place = |env: &mut Environment, text: &[u8]| -> Flow<usize> {
        let history = env.history();
        let number = signed(text);
        let index = number.and_then(|number| match number {
            ..0 => history.entries.len().checked_sub(number.unsigned_abs() as usize),
            _ => usize::try_from(number).ok()?.checked_sub(history.removed + 1),
        });
        match index.filter(|index| *index < history.entries.len()) {
            Some(index) => Ok(index),
            None => {
                complain(env, b"history", text, OperandFault::HistoryPosition);
                env.status = 1;
                Err(Unwind::Error)
            }
        }
    };
    let (first, last) = (place(env, first)?, place(env, last)?);
    if first <= last {
        env.history().remove(first..last + 1);
    }
    Ok(0)
}
