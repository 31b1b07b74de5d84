//! `read -C name` (ksh93): the value of a compound variable, as `print -v` and `print -C` write
//! it, from as many lines as it has.

use super::read::{Line, Trouble, read_line};
use crate::environment::Environment;
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
        env.report([b"read: ", &name[..], b": invalid variable name"].concat());
        return Ok(1);
    }
    let mut assignment = [&name[..], b"="].concat();
    let begin = assignment.len();
    let mut line = Line::default();
    loop {
        line.clear();
        let ended = match read_line(env, file, b'\n', true, &mut line) {
            Ok(complete) => !complete,
            Err(Trouble::Unwind(unwind)) => return Err(unwind),
            Err(Trouble::Io(error)) => {
                env.report(format!("read: {}", utilities::message::reason(&error)));
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
        if !ended && !plain && !line.text.contains(&b')') {
            continue;
        }
        let Some(read) = env.read_whole(&assignment) else {
            env.too_deep()?;
            return Ok(1);
        };
        match read {
            Err(error) if error.incomplete && !ended => {}
            Err(error) => {
                env.report(format!("read: {error}"));
                return Ok(3);
            }
            Ok(list) if is_assignment(&list) => {
                env.forget_type(name)?;
                env.run_list(&list)?;
                return Ok(i32::from(ended));
            }
            Ok(_) => {
                env.report("read: the value is followed by something else");
                return Ok(3);
            }
        }
    }
}

/// Whether a list is one assignment, and nothing more.
fn is_assignment(list: &List) -> bool {
    let [item] = &list.items[..] else { return false };
    let [Command::Simple(simple)] = &item.and_or.first.commands[..] else { return false };
    item.and_or.rest.is_empty()
        && !item.asynchronous
        && simple.words.is_empty()
        && simple.assignments.len() == 1
        && simple.redirections.is_empty()
}
