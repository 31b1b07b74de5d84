//! `select name in word…; do …; done` (ksh, bash): a menu, and what is chosen from it.
//!
//! The menu goes to standard error, PS3 is the prompt, REPLY the line that was read; an empty line
//! shows the menu again. See bash(1), Compound Commands; ksh93(1), Commands.

use super::Place;
use super::compound::Iteration;
use super::simple::Resolved;
use crate::environment::Environment;
use crate::environment::variables::Value;
use crate::unwind::Flow;
use syntax::tree::{List, Word};
use syntax::{ByteString, Name};

/// How far apart terminals have their tab stops.
const TAB: usize = 8;

impl Environment {
    /// `select`: a menu on standard error, an answer from standard input.
    // Not a part of its caller, whose frame every level of a recursion has: this one's is of some KB.
    #[inline(never)]
    pub(super) fn run_select(&mut self, name: Name, words: Option<&[Word]>, body: &List) -> Flow {
        let mut items = Vec::new();
        match words {
            Some(words) => self.expand_words(words, &mut items)?,
            None => items.extend_from_slice(self.positional.all()),
        }
        let reply = self.shared.names.intern(b"REPLY");
        let prompt = self.shared.names.intern(b"PS3");
        if items.is_empty() {
            self.status = 0;
            return Ok(());
        }
        self.now.loops += 1;
        let mut show = true;
        let result = loop {
            if show {
                let menu = self.menu(&items);
                self.write_error(&menu);
            }
            let text = self.text(prompt).unwrap_or_else(|| ByteString::from("#? "));
            self.write_error(&text);
            let fields =
                [ByteString::from("read"), ByteString::from("-r"), ByteString::from("REPLY")];
            let read = match self.resolve(self.shared.names.find(b"read")) {
                Resolved::Builtin(builtin) => (builtin.run)(self, &fields),
                _ => Ok(1),
            };
            match read {
                Ok(0) => {}
                Ok(_) => {
                    if self.rules().evaluation.select_ends_line {
                        self.print("select", b"\n")?;
                    }
                    self.status = 1;
                    break Ok(());
                }
                Err(unwind) => break Err(unwind),
            }
            let answer = self.text(reply).unwrap_or_default();
            show = answer.is_empty();
            if show {
                continue;
            }
            let chosen = std::str::from_utf8(&answer)
                .ok()
                .and_then(|text| text.trim().parse::<usize>().ok())
                .and_then(|number| items.get(number.checked_sub(1)?).cloned())
                .unwrap_or_default();
            if let Err(error) = self.assign(name, Value::String(chosen)) {
                self.report_assign_error(error)?;
                self.status = self.failed();
                break Err(self.fatal());
            }
            let done = self.run_list(body, Place::ANY);
            match self.after_body(done) {
                Ok(Iteration::Next) => {}
                Ok(Iteration::Leave) => break Ok(()),
                Err(unwind) => break Err(unwind),
            }
        };
        self.now.loops -= 1;
        result
    }

    /// The menu: a line for each item, or in as many columns as fit in COLUMNS.
    fn menu(&self, items: &[ByteString]) -> Vec<u8> {
        let digits = |number: usize| number.to_string().len();
        let length = |item: &ByteString| match self.utf8 {
            true => item.utf8_chunks().map(|c| c.valid().chars().count() + c.invalid().len()).sum(),
            false => item.len(),
        };
        let width = digits(items.len());
        let mut rows = items.len();
        // What a column takes with the space after it.
        let column = items.iter().map(length).max().unwrap_or(0) + width + 4;
        if self.rules().evaluation.select_menu_has_columns {
            let columns = self.shared.names.find(b"COLUMNS").and_then(|name| self.text(name));
            let columns = columns.and_then(|text| std::str::from_utf8(&text).ok()?.parse().ok());
            let fit = (columns.unwrap_or(80usize) / column).max(1);
            rows = match items.len().div_ceil(fit) {
                1 => items.len(),
                rows => rows,
            };
        }
        let mut out = Vec::new();
        for row in 0..rows {
            let mut begin = 0;
            for index in (row..items.len()).step_by(rows) {
                // The first column has only the numbers of the rows.
                let width = if index < rows { digits(rows) } else { width };
                out.extend_from_slice(format!("{:width$}) ", index + 1).as_bytes());
                out.extend_from_slice(&items[index]);
                if index + rows < items.len() {
                    let end = begin + width + 2 + length(&items[index]);
                    begin += column;
                    out.extend_from_slice(&blanks(end, begin));
                }
            }
            out.push(b'\n');
        }
        out
    }
}

/// What leads from one place of a line to another.
fn blanks(from: usize, to: usize) -> Vec<u8> {
    let mut place = from;
    let mut out = Vec::new();
    while place < to {
        let stop = (place / TAB + 1) * TAB;
        match stop <= to {
            true => {
                out.push(b'\t');
                place = stop;
            }
            false => {
                out.push(b' ');
                place += 1;
            }
        }
    }
    out
}
