//! `read -C name` (ksh93): the value of a compound variable, as `print -v` and `print -C` write
//! it, from as many lines as it has.
//!
//! The text is an assignment `(…)`: lines are read until it is complete, parsed by crate syntax and
//! carried out by `evaluate::assignment`. Its words are expanded as in ksh93, but nothing may stand
//! beside the assignment.

use super::read::{Line, Trouble, read_line};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault, Problem};
use crate::environment::Environment;
use crate::evaluate::Place;
use crate::unwind::Flow;
use stage::OpenFile;
use std::rc::Rc;
use syntax::ByteString;
use syntax::names::is_compound_name;
use syntax::tree::{Command, List};

/// Reads a value that begins with `(`, up to the end of the line with its `)`, or a line with
/// another value, and assigns it. As in ksh93 its words are expanded, but nothing can stand beside
/// it.
///
/// Status 1: the input has ended; 3: it is no value.
pub(super) fn read(env: &mut Environment, file: &Rc<OpenFile>, name: &ByteString) -> Flow<i32> {
    if !is_compound_name(name) && !name.ends_with(b"]") {
        env.diagnose(BuiltinProblem::operand(b"read", name, OperandFault::InvalidVariableName));
        return Ok(1);
    }
    let mut assignment = [&name[..], b"="].concat();
    let begin = assignment.len();
    let mut line = Line::default();
    let (mut nesting, mut seen) = (Nesting::default(), begin);
    loop {
        line.clear();
        let ended = match read_line(env, file, b'\n', true, &mut line) {
            Ok(complete) => !complete,
            Err(Trouble::Unwind(unwind)) => return Err(unwind),
            Err(Trouble::Io(error)) => {
                let reason = utilities::message::reason(&error);
                let (command, operand) = (b"read", None);
                env.diagnose(BuiltinProblem::Refused { command, operand, reason: &reason });
                return Ok(1);
            }
            Err(Trouble::Late) => true,
        };
        let text = match assignment.len() == begin {
            true => line.text.trim_ascii_start(),
            false => &line.text[..],
        };
        assignment.extend_from_slice(text);
        if assignment.len() == begin {
            if !ended {
                continue;
            }
            assignment.extend_from_slice(b"()");
        }
        let plain = assignment.get(begin) != Some(&b'(');
        assignment.push(b'\n');
        // To read it again after each line would take long where there are many.
        nesting.add(&assignment[begin.max(seen)..]);
        seen = assignment.len();
        if !ended && !plain && nesting.is_open() {
            continue;
        }
        let Some(read) = env.read_whole(&assignment) else {
            env.too_deep()?;
            return Ok(1);
        };
        match read {
            Err(error) if error.is_incomplete() && !ended => {}
            Err(error) => {
                env.diagnose(Problem::CompoundValue(&error));
                return Ok(3);
            }
            Ok(list) if is_assignment(&list) => {
                env.forget_type(name)?;
                env.run_list(&list, Place::ANY)?;
                return Ok(i32::from(ended));
            }
            Ok(_) => {
                env.diagnose(BuiltinProblem::call(b"read", CallFault::ValueFollowed));
                return Ok(3);
            }
        }
    }
}

/// How many parentheses are open outside of quotes: as long as one is, a value goes on.
#[derive(Default)]
struct Nesting {
    open: i32,
    /// The quote that is open; `$` for that of `$'…'`.
    quote: Option<u8>,
    /// The byte before, and whether it quotes the next one.
    before: u8,
    escaped: bool,
}

impl Nesting {
    fn add(&mut self, text: &[u8]) {
        for &byte in text {
            if std::mem::take(&mut self.escaped) {
                self.before = b'\\';
                continue;
            }
            match (self.quote, byte) {
                (None | Some(b'"' | b'$'), b'\\') => self.escaped = true,
                (None, b'\'') if self.before == b'$' => self.quote = Some(b'$'),
                (None, b'\'' | b'"') => self.quote = Some(byte),
                (Some(b'\'' | b'$'), b'\'') | (Some(b'"'), b'"') => self.quote = None,
                (None, b'(') => self.open += 1,
                (None, b')') => self.open -= 1,
                _ => {}
            }
            self.before = byte;
        }
    }

    fn is_open(&self) -> bool {
        self.open > 0 || self.quote.is_some()
    }
}

/// Whether a list is one assignment, and nothing more.
fn is_assignment(list: &List) -> bool {
    let [item] = &list.items[..] else { return false };
    let [Command::Simple(simple)] = &item.and_or.first.commands[..] else { return false };
    item.and_or.rest.is_empty()
        && !item.is_asynchronous()
        && simple.words.is_empty()
        && simple.assignments.len() == 1
        && simple.redirections.is_empty()
}
