//! tsort: a total order of a partial one (POSIX XCU tsort; GNU coreutils manual, tsort(1)).
//!
//! The order among what is not ordered, and which relation of a loop is left out, are those of
//! GNU's: items in the order of their bytes, successors with the last one first.

use super::stream::{self, Reader, Writer};
use super::{Plan, decision};
use crate::{Context, Decision, Exit, quoting};
use rustix::fs::FileType;
use std::collections::{BTreeMap, VecDeque};
use std::io;

/// The options admitted.
pub const ADMITTED: &str = "[FILE]";

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Plan<&'a [u8]> {
    let name = match arguments {
        [] => b"-",
        [name] if *name == b"-" || !name.starts_with(b"-") => *name,
        _ => return Err("an option or several files"),
    };
    let status = context.status_of_operand(name);
    match status.map(|status| FileType::from_raw_mode(status.st_mode)) {
        Some(FileType::Directory) => Err("a directory"),
        _ => Ok(name),
    }
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(context, arguments), run)
}

/// Carries out a plan of tsort: its exit status.
fn run(context: &mut Context<'_>, name: &'_ [u8]) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let shown = quoting::shell_if_needed(name, context.quoting());
    let items = stream::open(context, name)
        .and_then(|file| read(&mut Reader::within(context, file), context));
    let mut items = match items {
        Ok(Some(items)) => items,
        Ok(None) => {
            context.error([&shown[..], b": input contains an odd number of tokens"].concat());
            return Exit::FAILURE;
        }
        Err(error) => {
            if let Some(exit) = context.signal_of(&error) {
                return exit;
            }
            stream::file_error(context, &mut output, name, &error);
            return Exit::FAILURE;
        }
    };
    let mut status = 0;
    while !items.is_done() {
        items.put_free(&mut output);
        if items.is_done() {
            break;
        }
        let _ = output.flush();
        context.error([&shown[..], b": input contains a loop:"].concat());
        status = 1;
        items.break_loop(&mut |name| context.error(name));
    }
    stream::finish(context, &mut output, status)
}

/// One of the tokens.
struct Item {
    name: Vec<u8>,
    /// How many relations have it behind another one.
    count: usize,
    is_printed: bool,
    /// What comes behind it; what was read last is last.
    successors: Vec<usize>,
    /// The next one on the way back through a loop.
    link: Option<usize>,
}

/// All tokens, in the order of their bytes.
struct Items {
    all: Vec<Item>,
    left: usize,
}

/// Reads pairs of tokens; None where one has no partner.
fn read(reader: &mut Reader, context: &Context<'_>) -> io::Result<Option<Items>> {
    let mut numbers = BTreeMap::new();
    let mut pairs: Vec<usize> = Vec::new();
    let mut token = Vec::new();
    let mut take = |token: &mut Vec<u8>| {
        if !token.is_empty() {
            // Texts end at a NUL.
            let end = byte_search::memchr(0, token).unwrap_or(token.len());
            let next = numbers.len();
            pairs.push(*numbers.entry(token[..end].to_vec()).or_insert(next));
            token.clear();
        }
    };
    loop {
        let block = reader.block()?;
        if block.is_empty() {
            break;
        }
        for &byte in block {
            match byte {
                b' ' | b'\t' | b'\n' => take(&mut token),
                _ => token.push(byte),
            }
        }
        if context.interrupted() {
            return Err(io::ErrorKind::Interrupted.into());
        }
    }
    take(&mut token);
    if !pairs.len().is_multiple_of(2) {
        return Ok(None);
    }
    Ok(Some(Items::of(numbers, &pairs)))
}

impl Items {
    fn of(numbers: BTreeMap<Vec<u8>, usize>, pairs: &[usize]) -> Self {
        let mut places = vec![0; numbers.len()];
        let mut all = Vec::with_capacity(numbers.len());
        for (place, (name, number)) in numbers.into_iter().enumerate() {
            places[number] = place;
            let (count, is_printed, link) = (0, false, None);
            all.push(Item { name, count, is_printed, successors: Vec::new(), link });
        }
        for pair in pairs.chunks_exact(2) {
            let (first, second) = (places[pair[0]], places[pair[1]]);
            if first != second {
                all[second].count += 1;
                all[first].successors.push(second);
            }
        }
        Self { left: all.len(), all }
    }

    fn is_done(&self) -> bool {
        self.left == 0
    }

    /// Writes what nothing has to come before, and what that frees.
    fn put_free(&mut self, output: &mut Writer) {
        let is_free = |item: &Item| item.count == 0 && !item.is_printed;
        let mut queue: VecDeque<usize> =
            (0..self.all.len()).filter(|place| is_free(&self.all[*place])).collect();
        while let Some(place) = queue.pop_front() {
            let item = &mut self.all[place];
            item.is_printed = true;
            output.buffer.extend_from_slice(&item.name);
            output.buffer.push(b'\n');
            let _ = output.check();
            self.left -= 1;
            for successor in std::mem::take(&mut item.successors).into_iter().rev() {
                let item = &mut self.all[successor];
                item.count -= 1;
                if item.count == 0 {
                    queue.push_back(successor);
                }
            }
        }
    }

    /// Goes back through what is left until it meets itself; tells the items of that loop, and
    /// takes one of its relations out.
    fn break_loop(&mut self, tell: &mut dyn FnMut(&[u8])) {
        let mut head = None;
        loop {
            for place in 0..self.all.len() {
                if self.all[place].count == 0 {
                    continue;
                }
                let Some(current) = head else {
                    head = Some(place);
                    continue;
                };
                let successors = &self.all[place].successors;
                let Some(at) = successors.iter().rposition(|successor| *successor == current)
                else {
                    continue;
                };
                if self.all[place].link.is_none() {
                    self.all[place].link = head;
                    head = Some(place);
                    continue;
                }
                self.tell_loop(current, place, tell);
                self.all[place].successors.remove(at);
                self.all[current].count -= 1;
                return;
            }
        }
    }

    /// Tells the items from `head` to `last`, and forgets the way.
    fn tell_loop(&mut self, head: usize, last: usize, tell: &mut dyn FnMut(&[u8])) {
        let (mut item, mut is_within) = (Some(head), true);
        while let Some(place) = item {
            if is_within {
                tell(&self.all[place].name);
                is_within = place != last;
            }
            item = self.all[place].link.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_loses_one_relation() {
        let numbers = (0..3).map(|number| (vec![b'a' + number as u8], number)).collect();
        let mut items = Items::of(numbers, &[0, 1, 1, 2, 2, 0]);
        let mut told = Vec::new();
        items.break_loop(&mut |name| told.push(name.to_vec()));
        assert_eq!(told.len(), 3);
        assert_eq!(items.all.iter().filter(|item| item.count == 0).count(), 1);
    }
}
