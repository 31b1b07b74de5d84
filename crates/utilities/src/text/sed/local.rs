//! Scripts that treat each line by itself: without hold space, line numbers, ranges and files of their own.
//! Of a large input, other processors work on blocks of lines then.

use super::Stop;
use super::output::Outputs;
use super::script::{Action, Address, Script};
use super::space::Space;
use crate::Context;
use crate::text::lanes::{Lane, Lanes};
use crate::text::stream::Reader;
use std::io;

/// What a worker has of a script.
pub struct Kernel {
    /// The script, for which [`is_local`] holds.
    pub script: Script,
    /// The pattern space.
    pub space: Space,
    /// Lines are not printed at the end of a cycle.
    pub quiet: bool,
    /// What ends a line.
    pub delimiter: u8,
    /// Text is UTF-8.
    pub utf8: bool,
}

/// Whether what comes of a line does not depend on any other.
pub fn is_local(script: &Script) -> bool {
    script.commands.iter().all(|command| {
        // The empty expression is the one that was used last, perhaps for another line.
        let is_selected_alone =
            matches!(command.first, None | Some(Address::Match(Some(_)))) && command.last.is_none();
        is_selected_alone
            && match &command.action {
                Action::Block(_)
                | Action::Nothing
                | Action::Branch(_)
                | Action::BranchIfReplaced(_)
                | Action::BranchUnlessReplaced(_)
                | Action::Delete
                | Action::Insert(_)
                | Action::Print
                | Action::Translate(_)
                | Action::Zap => true,
                Action::Substitute(substitution) => {
                    substitution.pattern.is_some() && substitution.output.is_none()
                }
                _ => false,
            }
    })
}

/// Appends what comes of the lines of a block, each of which has its delimiter.
pub fn apply(kernel: &mut Kernel, block: &[u8], out: &mut Vec<u8>) {
    let mut start = 0;
    for end in byte_search::memchr_iter(kernel.delimiter, block) {
        kernel.cycle(&block[start..end], out);
        start = end + 1;
    }
}

impl Kernel {
    /// Runs the script on a line.
    fn cycle(&mut self, line: &[u8], out: &mut Vec<u8>) {
        let space = &mut self.space;
        space.line.clear();
        space.line.extend_from_slice(line);
        space.replaced = false;
        let mut put = |line: &[u8]| {
            out.extend_from_slice(line);
            out.push(self.delimiter);
        };
        let mut next = 0;
        while let Some(command) = self.script.commands.get(next) {
            next += 1;
            let is_selected = match &command.first {
                Some(Address::Match(Some(regex))) => space.is_match(regex),
                _ => true,
            };
            if is_selected == command.negated {
                if let Action::Block(end) = command.action {
                    next = end;
                }
                continue;
            }
            match &command.action {
                Action::Branch(to) => next = *to,
                Action::BranchIfReplaced(to) if std::mem::take(&mut space.replaced) => next = *to,
                Action::BranchUnlessReplaced(to) if !std::mem::take(&mut space.replaced) => {
                    next = *to;
                }
                Action::Delete => return,
                Action::Insert(text) => put(text),
                Action::Print => put(&space.line),
                Action::Substitute(substitution) => {
                    if let Some(regex) = &substitution.pattern
                        && space.substitute(substitution, regex, self.utf8)
                        && substitution.print
                    {
                        put(&space.line);
                    }
                }
                Action::Translate(translation) => space.translate(translation),
                Action::Zap => space.line.clear(),
                // Blocks, labels and what does not branch; `is_local` has refused the rest.
                _ => {}
            }
        }
        if !self.quiet {
            put(&space.line);
        }
    }
}

/// Why a file was not worked on to its end.
pub enum Broken {
    /// It could not be read, or a signal ended a wait.
    Read(io::Error),
    /// The output could not be written.
    Write(Stop),
}

/// Works on what is left of a file. Returns its last line, if that lacks its delimiter.
///
/// # Errors
/// Those of reading and writing, told apart.
pub fn work(
    context: &Context<'_>,
    lanes: &mut Lanes<Kernel>,
    reader: &mut Reader,
    outputs: &mut Outputs<'_>,
    delimiter: u8,
) -> Result<Option<Vec<u8>>, Broken> {
    let mut stop = None;
    let mut deliver = |lane: &mut Lane<Kernel>| {
        if lane.output.is_empty() {
            return Ok(());
        }
        outputs.text(&lane.output).map_err(|why| {
            stop = Some(why);
            io::Error::from(io::ErrorKind::Other)
        })
    };
    let result = work_on(context, lanes, reader, delimiter, &mut deliver);
    result.map_err(|error| match stop {
        Some(stop) => Broken::Write(stop),
        None => Broken::Read(error),
    })
}

fn work_on(
    context: &Context<'_>,
    lanes: &mut Lanes<Kernel>,
    reader: &mut Reader,
    delimiter: u8,
    deliver: &mut dyn FnMut(&mut Lane<Kernel>) -> io::Result<()>,
) -> io::Result<Option<Vec<u8>>> {
    loop {
        let file = reader.file().clone();
        lanes.await_input(context, &file, || reader.is_ready(), deliver)?;
        let block = match reader.lines(delimiter) {
            Ok(block) => block,
            Err(error) => {
                // What comes before it has been read.
                lanes.drain(context, deliver)?;
                return Err(error);
            }
        };
        let whole = byte_search::memrchr(delimiter, block).map_or(0, |at| at + 1);
        let (block, last) = block.split_at(whole);
        if !block.is_empty() {
            lanes.push(context, block, deliver)?;
            if last.is_empty() {
                continue;
            }
        }
        let last = (!last.is_empty()).then(|| last.to_vec());
        lanes.drain(context, deliver)?;
        return Ok(last);
    }
}
