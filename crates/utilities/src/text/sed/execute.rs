//! Carries out a script.

use super::inplace::Edit;
use super::input::{Files, Lines, Reading, read_failed};
use super::local::{self, Kernel};
use super::output::{Outputs, Target};
use super::parse::parse;
use super::script::{Action, Address, End, Output, Pattern, Script, Substitution};
use super::space::{Space, keep};
use super::{Settings, Stop, list};
use crate::Context;
use crate::text::lanes::Lanes;
use crate::text::number;
use pattern::Regex;

/// Bytes of a short input, of which nothing is asked.
const SHORT: u64 = 4 << 10;

/// Where the range of a command stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    Inactive,
    /// In the range; the line at which it ends, if a number says so.
    Active(u64),
    /// Past the end of a range between numbers.
    Closed,
}

/// What is output when the next line is read.
enum Appended<'s> {
    Text(&'s [u8]),
    Line(Vec<u8>),
    File(&'s [u8]),
}

/// How a cycle ended.
enum Cycle {
    /// Go on with the next line.
    Next,
    /// Stop with this status.
    Quit(u8),
}

/// A run of a script.
pub struct Run<'s, 'c, 'a> {
    context: &'c Context<'a>,
    script: &'s Script,
    settings: &'s Settings<'s>,
    files: Files<'s>,
    /// Where `R` reads from.
    readers: Vec<Option<Lines>>,
    outputs: Outputs<'s>,
    edit: Option<Edit>,
    space: Space,
    hold: Vec<u8>,
    /// Whether the line and what is held have their newline.
    complete: bool,
    hold_complete: bool,
    /// Of a line that is not complete: a NUL ended it, and whether the file ends there.
    ended_by_nul: Option<bool>,
    line_number: u64,
    /// Before the first line of a file that is edited by itself.
    at_start_of_file: bool,
    appended: Vec<Appended<'s>>,
    ranges: Vec<Range>,
    /// About how many bytes have been worked on, and after how many it is looked at whether other
    /// processors can do it.
    bytes: u64,
    enough: u64,
    last_pattern: Option<&'s Regex>,
}

/// What runs keep for the next one, so that a short one asks for no memory.
#[derive(Default)]
pub struct Storage {
    space: Space,
    hold: Vec<u8>,
    ranges: Vec<Range>,
}

impl<'s, 'c, 'a> Run<'s, 'c, 'a> {
    /// Prepares a run: opens the files of `w` and `R`.
    pub fn new(
        context: &'c Context<'a>,
        script: &'s Script,
        settings: &'s Settings<'s>,
        mut storage: Box<Storage>,
    ) -> Result<Self, Stop> {
        let outputs =
            Outputs::new(context, &script.outputs, settings.delimiter, settings.unbuffered)?;
        let reading = match script.quits || settings.unbuffered {
            true => Reading::Exact,
            false => Reading::Ahead,
        };
        storage.space.line.clear();
        storage.hold.clear();
        storage.ranges.clear();
        storage.ranges.resize(script.commands.len(), Range::Inactive);
        let Storage { space, hold, ranges } = *storage;
        let mut run = Self {
            context,
            script,
            settings,
            files: Files::new(&settings.files, reading, settings.in_place.is_some()),
            readers: Vec::new(),
            outputs,
            edit: None,
            space,
            hold,
            complete: true,
            hold_complete: true,
            ended_by_nul: None,
            line_number: 0,
            at_start_of_file: true,
            appended: Vec::new(),
            ranges,
            bytes: 0,
            enough: SHORT,
            last_pattern: None,
        };
        run.rewind_readers();
        Ok(run)
    }

    /// Runs the script over all lines. Gives back the status and the storage.
    pub fn run(mut self) -> (Result<u8, Stop>, Box<Storage>) {
        let mut result = self.cycles();
        if let Err(stop) = &result
            && !matches!(stop, Stop::Exit(_))
        {
            // What was output before the complaint is written after it, when the process ends.
            self.outputs.flush_blocks();
        }
        if result.is_err()
            && let Some(edit) = self.edit.take()
        {
            edit.abandon(self.context);
        }
        if let Err(Stop::Complain(text, status)) = result {
            self.context.error(text);
            result = Err(Stop::Exit(crate::Exit::Status(status)));
        }
        let finished = self.outputs.finish();
        if result.is_ok()
            && let Err(stop) = finished
        {
            result = Err(stop);
        }
        let status = result.map(|status| if self.files.bad { 2 } else { status });
        let mut storage = Storage { space: self.space, hold: keep(self.hold), ranges: self.ranges };
        storage.space.trim();
        (status, Box::new(storage))
    }

    fn cycles(&mut self) -> Result<u8, Stop> {
        let mut status = 0;
        while self.read(false)? {
            if let Cycle::Quit(with) = self.cycle()? {
                status = with;
                break;
            }
            self.bytes += self.space.line.len() as u64 + 1;
            if self.bytes >= self.enough {
                self.use_lanes()?;
            }
        }
        self.close_file()?;
        Ok(status)
    }

    /// Where lines do not depend on each other, and there have been enough of them, other processors
    /// work on the rest of the file.
    #[cold]
    fn use_lanes(&mut self) -> Result<(), Stop> {
        let from = self.context.parallel_from().0 as u64;
        let settings = self.settings;
        let is_alone =
            settings.in_place.is_none() && matches!(self.files.current, Some(Lines::Whole(_)));
        self.enough = if is_alone && local::is_local(self.script) { from } else { u64::MAX };
        if self.bytes < self.enough {
            return Ok(());
        }
        let make = || {
            let script = parse(&settings.text, settings.dialect).ok()?;
            let Settings { quiet, delimiter, utf8, .. } = *settings;
            Some(Kernel { script, space: Space::default(), quiet, delimiter, utf8 })
        };
        let Some(mut lanes) = Lanes::new(self.context, make, local::apply) else {
            self.enough = u64::MAX;
            return Ok(());
        };
        let Some(Lines::Whole(reader)) = &mut self.files.current else { return Ok(()) };
        let outputs = &mut self.outputs;
        match local::work(self.context, &mut lanes, reader, outputs, settings.delimiter) {
            Ok(None) => Ok(()),
            Ok(Some(last)) => {
                self.space.line = last;
                self.space.replaced = false;
                self.complete = false;
                self.cycle().map(|_| ())
            }
            Err(local::Broken::Write(stop)) => Err(stop),
            Err(local::Broken::Read(error)) => Err(self.files.failed(&error)),
        }
    }

    // Input

    /// Reads the next line into the pattern space, after what is there if `append`.
    fn read(&mut self, append: bool) -> Result<bool, Stop> {
        if !self.appended.is_empty() {
            self.output_appended()?;
        }
        self.space.replaced = false;
        if !append {
            self.space.line.clear();
        }
        self.complete = true;
        loop {
            if let Some(lines) = &mut self.files.current {
                match lines.read(self.settings.delimiter, &mut self.space.line) {
                    Ok(None) => {}
                    Ok(Some(complete)) => {
                        self.complete = complete;
                        self.line_number += 1;
                        if !complete && let Some(Lines::ToNul(_, ended)) = &self.files.current {
                            self.ended_by_nul = *ended;
                        }
                        return Ok(true);
                    }
                    Err(error) => return Err(self.files.failed(&error)),
                }
            }
            self.close_file()?;
            if self.files.is_last() {
                return Ok(false);
            }
            if self.at_start_of_file {
                self.line_number = 0;
                self.hold.clear();
                self.reset_ranges();
                self.rewind_readers();
                if self.settings.in_place.is_some() {
                    self.outputs.forget_missing();
                }
                self.at_start_of_file = self.settings.separate;
            }
            self.open_file()?;
        }
    }

    fn open_file(&mut self) -> Result<(), Stop> {
        let outputs = &mut self.outputs;
        let file = self.files.open_next(self.context, || outputs.flush_blocks());
        if let (Some(file), Some(suffix)) = (file, self.settings.in_place) {
            let (edit, writer) = Edit::begin(self.context, self.files.name, &file, suffix)?;
            self.edit = Some(edit);
            self.outputs.edited = Some(writer);
            self.outputs.forget_missing();
        }
        Ok(())
    }

    fn close_file(&mut self) -> Result<(), Stop> {
        self.files.current = None;
        if self.edit.is_some() {
            let finished = self.outputs.finish_edited();
            if let (Some(edit), Ok(_)) = (self.edit.take_if(|_| finished.is_ok()), &finished) {
                edit.commit(self.context)?;
            }
            finished?;
        }
        Ok(())
    }

    /// Whether the line is the last one (`$`). Opens the next files to find out.
    fn is_last_line(&mut self) -> Result<bool, Stop> {
        loop {
            if let Some(lines) = &mut self.files.current {
                match lines.at_end() {
                    Ok(true) => {}
                    Ok(false) => return Ok(false),
                    Err(error) => {
                        if let Some(exit) = self.context.signal_of(&error) {
                            return Err(Stop::Exit(exit));
                        }
                    }
                }
            }
            if self.settings.separate {
                return Ok(true);
            }
            self.close_file()?;
            if self.files.is_last() {
                return Ok(true);
            }
            self.open_file()?;
        }
    }

    fn rewind_readers(&mut self) {
        let open = |name: &Vec<u8>| {
            self.context.open(name).ok().map(|f| Lines::new(self.context, f, Reading::Ahead))
        };
        self.readers = self.script.inputs.iter().map(open).collect();
    }

    // Addresses

    fn reset_ranges(&mut self) {
        for (range, command) in self.ranges.iter_mut().zip(&self.script.commands) {
            *range = match command.first {
                Some(Address::Line(0)) => Range::Active(0),
                _ => Range::Inactive,
            };
        }
    }

    #[inline]
    fn is_selected(&mut self, index: usize) -> Result<bool, Stop> {
        let script = self.script;
        let command = &script.commands[index];
        let Some(first) = &command.first else { return Ok(true) };
        let Some(last) = &command.last else { return self.is_at(first) };
        self.is_in_range(index, first, last)
    }

    fn is_at(&mut self, address: &'s Address) -> Result<bool, Stop> {
        match address {
            Address::Line(number) => Ok(*number == self.line_number),
            Address::Step(first, step) => Ok(self.is_at_step(*first, *step)),
            Address::Last => self.is_last_line(),
            Address::Match(pattern) => self.is_match(pattern),
        }
    }

    fn is_at_step(&self, first: u64, step: u64) -> bool {
        self.line_number.checked_sub(first).is_some_and(|past| past.checked_rem(step) == Some(0))
    }

    fn is_in_range(
        &mut self,
        index: usize,
        first: &'s Address,
        last: &'s End,
    ) -> Result<bool, Stop> {
        let line = self.line_number;
        if !matches!(self.ranges[index], Range::Active(_)) {
            match first {
                Address::Line(number) => {
                    let closed = self.ranges[index] == Range::Closed;
                    if closed || line < *number {
                        return Ok(false);
                    }
                }
                _ if !self.is_at(first)? => return Ok(false),
                _ => {}
            }
            self.ranges[index] = Range::Active(0);
            match last {
                End::Match(_) => return Ok(true),
                End::Line(number) => {
                    if line >= *number {
                        self.ranges[index] = Range::Closed;
                    }
                    return Ok(line <= *number || self.is_at(first)?);
                }
                End::After(count) => {
                    self.ranges[index] = Range::Active(line.saturating_add(*count));
                    return Ok(true);
                }
                End::Multiple(of) => {
                    let over = line.checked_rem(*of).unwrap_or(0);
                    self.ranges[index] = Range::Active(line.saturating_add(of - over));
                    return Ok(true);
                }
                End::Step(..) | End::Last | End::Here => {}
            }
        }
        let ends = match (last, self.ranges[index]) {
            (End::Line(number), _) => {
                if line >= *number {
                    self.ranges[index] = Range::Closed;
                }
                return Ok(line <= *number);
            }
            (End::After(_) | End::Multiple(_), Range::Active(end)) => end <= line,
            (End::Step(first, step), _) => self.is_at_step(*first, *step),
            (End::Last, _) => self.is_last_line()?,
            (End::Match(pattern), _) => self.is_match(pattern)?,
            _ => true,
        };
        if ends {
            self.ranges[index] = Range::Closed;
        }
        Ok(true)
    }

    /// The expression to use; the empty one is the one used last.
    #[inline]
    fn resolve(&mut self, pattern: &'s Pattern) -> Result<&'s Regex, Stop> {
        if let Some(regex) = pattern {
            self.last_pattern = Some(regex);
        }
        self.last_pattern.ok_or_else(|| {
            let text = b"-e expression #1, char 0: no previous regular expression";
            Stop::Complain(text.to_vec(), 1)
        })
    }

    fn is_match(&mut self, pattern: &'s Pattern) -> Result<bool, Stop> {
        let regex = self.resolve(pattern)?;
        Ok(self.space.is_match(regex))
    }

    // Commands

    /// Runs the script on the pattern space.
    fn cycle(&mut self) -> Result<Cycle, Stop> {
        let script = self.script;
        let mut next = 0;
        while let Some(command) = script.commands.get(next) {
            let index = next;
            next += 1;
            if self.is_selected(index)? == command.negated {
                if let Action::Block(end) = command.action {
                    next = end;
                }
                continue;
            }
            match &command.action {
                Action::Block(_) | Action::Nothing => {}
                Action::Substitute(substitution) => self.substitute(substitution)?,
                Action::Print => {
                    let is_ended = self.ends_line();
                    self.outputs.line(Target::Main, &self.space.line, is_ended)?;
                }
                Action::Delete => return Ok(Cycle::Next),
                Action::Branch(to) => next = *to,
                Action::BranchIfReplaced(to) => {
                    if std::mem::take(&mut self.space.replaced) {
                        next = *to;
                    }
                }
                Action::BranchUnlessReplaced(to) => {
                    if !std::mem::take(&mut self.space.replaced) {
                        next = *to;
                    }
                }
                Action::Next => {
                    self.print_unless_quiet()?;
                    if self.is_last_line()? || !self.read(false)? {
                        return Ok(Cycle::Next);
                    }
                }
                Action::NextAppend => {
                    self.space.line.push(self.settings.delimiter);
                    if self.is_last_line()? || !self.read(true)? {
                        self.space.line.pop();
                        self.print_unless_quiet()?;
                        return Ok(Cycle::Next);
                    }
                }
                Action::DeleteFirst => {
                    match byte_search::memchr(self.settings.delimiter, &self.space.line) {
                        None => return Ok(Cycle::Next),
                        Some(at) => {
                            self.space.line.drain(..=at);
                            next = 0;
                        }
                    }
                }
                Action::PrintFirst => self.write_first(Target::Main, self.ends_line())?,
                action @ (Action::Get
                | Action::GetAppend
                | Action::Hold
                | Action::HoldAppend
                | Action::Exchange) => self.use_hold_space(action),
                Action::Append(text) => self.appended.push(Appended::Text(text)),
                Action::Insert(text) => self.outputs.line(Target::Main, text, true)?,
                Action::Change(text) => {
                    if !matches!(self.ranges[index], Range::Active(_)) {
                        self.outputs.line(Target::Main, text, true)?;
                    }
                    return Ok(Cycle::Next);
                }
                Action::LineNumber => {
                    let mut text = Vec::new();
                    number::append(&mut text, self.line_number);
                    self.outputs.line(Target::Main, &text, true)?;
                }
                Action::FileName => self.outputs.line(Target::Main, self.files.name, true)?,
                Action::List(length) => {
                    let length = length.unwrap_or(self.settings.list_length);
                    let text = list::show(&self.space.line, length, self.settings.delimiter);
                    self.outputs.text(&text)?;
                }
                Action::Quit(status) => {
                    self.print_unless_quiet()?;
                    self.output_appended()?;
                    return Ok(Cycle::Quit(*status));
                }
                Action::QuitSilently(status) => return Ok(Cycle::Quit(*status)),
                Action::ReadFile(name) => self.appended.push(Appended::File(name)),
                Action::ReadLine(input) => self.read_line_of(*input)?,
                Action::Write(output) => self.write(*output)?,
                Action::WriteFirst(output) => {
                    self.write_first(Target::Named(*output), self.complete)?
                }
                Action::Translate(translation) => self.space.translate(translation),
                Action::Zap => self.space.line.clear(),
            }
        }
        self.print_unless_quiet()?;
        Ok(Cycle::Next)
    }

    /// Writes the pattern space, as at the end of each cycle without `-n`.
    #[inline]
    fn print_unless_quiet(&mut self) -> Result<(), Stop> {
        if !self.settings.quiet {
            if !self.complete {
                return self.print_incomplete();
            }
            self.outputs.line(Target::Main, &self.space.line, true)?;
        }
        Ok(())
    }

    /// Writes the pattern space without a newline, with the NUL that ended the line if one did.
    #[cold]
    fn print_incomplete(&mut self) -> Result<(), Stop> {
        match self.ended_by_nul {
            Some(is_last) => self.outputs.line_with_nul(&self.space.line, is_last),
            None => self.outputs.line(Target::Main, &self.space.line, false),
        }
    }

    /// `h`, `H`, `g`, `G`, `x`: what goes between the pattern space and the hold space.
    #[inline]
    fn use_hold_space(&mut self, action: &Action) {
        match action {
            Action::Get => {
                self.space.line.clone_from(&self.hold);
                self.complete = self.hold_complete;
            }
            Action::GetAppend => {
                self.space.line.push(self.settings.delimiter);
                self.space.line.extend_from_slice(&self.hold);
                self.complete = self.hold_complete || self.settings.ends_lines;
            }
            Action::Hold => {
                self.hold.clone_from(&self.space.line);
                self.hold_complete = self.complete;
            }
            Action::HoldAppend => {
                self.hold.push(self.settings.delimiter);
                self.hold.extend_from_slice(&self.space.line);
                self.hold_complete = self.complete;
            }
            _ => {
                std::mem::swap(&mut self.space.line, &mut self.hold);
                std::mem::swap(&mut self.complete, &mut self.hold_complete);
            }
        }
    }

    fn write(&mut self, output: Output) -> Result<(), Stop> {
        self.outputs.line(Target::Named(output), &self.space.line, self.complete)
    }

    /// Whether a line that is printed has an end.
    fn ends_line(&self) -> bool {
        self.complete || self.settings.ends_lines
    }

    fn write_first(&mut self, target: Target, is_ended: bool) -> Result<(), Stop> {
        match byte_search::memchr(self.settings.delimiter, &self.space.line) {
            Some(at) => self.outputs.line(target, &self.space.line[..at], true),
            None => self.outputs.line(target, &self.space.line, is_ended),
        }
    }

    fn read_line_of(&mut self, input: usize) -> Result<(), Stop> {
        let delimiter = self.settings.delimiter;
        let Some(lines) = &mut self.readers[input] else { return Ok(()) };
        let mut line = Vec::new();
        match lines.read(delimiter, &mut line) {
            Ok(Some(complete)) => {
                if complete {
                    line.push(delimiter);
                }
                self.appended.push(Appended::Line(line));
            }
            Ok(None) => {}
            Err(error) => return Err(read_failed(&self.script.inputs[input], &error)),
        }
        Ok(())
    }

    /// Outputs what `a`, `r` and `R` have left for the end of the cycle.
    fn output_appended(&mut self) -> Result<(), Stop> {
        self.outputs.text(b"")?;
        for appended in std::mem::take(&mut self.appended) {
            match appended {
                Appended::Text(text) => self.outputs.text(text)?,
                Appended::Line(line) => self.outputs.text(&line)?,
                Appended::File(name) => {
                    // What cannot be opened is as good as empty.
                    let Ok(file) = self.context.open_or_standard(name) else { continue };
                    let mut reader = crate::text::stream::Reader::within(self.context, file);
                    loop {
                        match reader.block() {
                            Ok([]) => break,
                            Ok(block) => self.outputs.text(block)?,
                            Err(error) => return Err(read_failed(name, &error)),
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn substitute(&mut self, substitution: &'s Substitution) -> Result<(), Stop> {
        let regex = self.resolve(&substitution.pattern)?;
        if !self.space.substitute(substitution, regex, self.settings.utf8) {
            return Ok(());
        }
        if substitution.print {
            match self.complete {
                true => self.outputs.line(Target::Main, &self.space.line, true)?,
                false => self.print_incomplete()?,
            }
        }
        if let Some(output) = substitution.output {
            self.write(output)?;
        }
        Ok(())
    }
}
