//! Where a script writes to: standard output or the file being edited, and the files of `w`.
//!
//! A line that lacks its newline keeps lacking it, unless more follows on the same output.

use super::Stop;
use super::script::Output;
use crate::text::stream::Writer;
use crate::{Context, message};
use rustix::fs::OFlags;
use stage::OpenFile;
use std::io;
use std::rc::Rc;

/// All outputs of a run.
pub struct Outputs<'s> {
    /// Standard output.
    pub standard: Writer,
    error: Option<Rc<OpenFile>>,
    files: Vec<Writer>,
    names: &'s [Vec<u8>],
    /// The file that is being edited in place.
    pub edited: Option<Writer>,
    /// Whether the last line lacks its newline: of the main output, of `/dev/stdout`,
    /// `/dev/stderr`, and of the files.
    missing: Vec<bool>,
    delimiter: u8,
    /// Every line is written at once.
    unbuffered: bool,
    pipe_ignored: bool,
}

/// An output, as commands see it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Standard output or the file being edited.
    Main,
    /// That of `w`.
    Named(Output),
}

impl<'s> Outputs<'s> {
    /// Opens the files that the script names (which makes them empty).
    pub fn new(
        context: &Context<'_>,
        names: &'s [Vec<u8>],
        delimiter: u8,
        unbuffered: bool,
    ) -> Result<Self, Stop> {
        let pipe_ignored = context.pipe_ignored;
        let standard =
            Writer::standard(context).map_err(|error| Stop::of(&error, pipe_ignored, b"stdout"))?;
        let mut files = Vec::new();
        if !names.is_empty() {
            context.let_stages_begin();
        }
        for name in names {
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC;
            match context.open_with(name, flags) {
                Ok(file) => files.push(Writer::new(file)),
                Err(error) => {
                    let mut text = b"couldn't open file ".to_vec();
                    text.extend_from_slice(name);
                    text.extend_from_slice(b": ");
                    text.extend_from_slice(message::reason(&error.into()).as_bytes());
                    return Err(Stop::Complain(text, 4));
                }
            }
        }
        let missing = vec![false; 3 + files.len()];
        let error = context.stderr.clone();
        Ok(Self {
            standard,
            error,
            files,
            names,
            edited: None,
            missing,
            delimiter,
            unbuffered,
            pipe_ignored,
        })
    }

    fn writer(&mut self, target: Target) -> &mut Writer {
        match (target, &mut self.edited) {
            (Target::Main, Some(edited)) => edited,
            (Target::Named(Output::File(index)), _) => &mut self.files[index],
            _ => &mut self.standard,
        }
    }

    fn missing(&mut self, target: Target) -> &mut bool {
        &mut self.missing[match target {
            Target::Main => 0,
            Target::Named(Output::Standard) => 1,
            Target::Named(Output::Error) => 2,
            Target::Named(Output::File(index)) => 3 + index,
        }]
    }

    /// Forgets that the last line of the file edited before lacked its newline.
    pub fn forget_missing(&mut self) {
        self.missing[0] = false;
    }

    /// Adds a line, with its newline or without.
    #[inline]
    pub fn line(&mut self, target: Target, text: &[u8], newline: bool) -> Result<(), Stop> {
        if target == Target::Main && newline && !self.missing[0] {
            // The usual case.
            let delimiter = self.delimiter;
            let writer = match &mut self.edited {
                Some(edited) => edited,
                None => &mut self.standard,
            };
            writer.buffer.extend_from_slice(text);
            writer.buffer.push(delimiter);
            return self.check(target);
        }
        self.line_anywhere(target, text, newline)
    }

    /// Adds a line with a NUL; after the last of its file a newline is missing.
    pub fn line_with_nul(&mut self, text: &[u8], is_last: bool) -> Result<(), Stop> {
        self.complete(Target::Main);
        let buffer = &mut self.writer(Target::Main).buffer;
        buffer.extend_from_slice(text);
        buffer.push(0);
        *self.missing(Target::Main) = is_last;
        self.check(Target::Main)
    }

    fn line_anywhere(&mut self, target: Target, text: &[u8], newline: bool) -> Result<(), Stop> {
        if target == Target::Named(Output::Error) {
            let missing = std::mem::replace(self.missing(target), !newline);
            let mut line = Vec::with_capacity(text.len() + 2);
            if missing {
                line.push(self.delimiter);
            }
            line.extend_from_slice(text);
            if newline {
                line.push(self.delimiter);
            }
            if let Some(file) = &self.error {
                let pipe_ignored = self.pipe_ignored;
                file.write_all(&line).map_err(|error| Stop::of(&error, pipe_ignored, b"stderr"))?;
            }
            return Ok(());
        }
        self.complete(target);
        let delimiter = self.delimiter;
        let buffer = &mut self.writer(target).buffer;
        buffer.extend_from_slice(text);
        if newline {
            buffer.push(delimiter);
        } else {
            *self.missing(target) = true;
        }
        self.check(target)
    }

    /// Adds the newline that the last line of an output lacks, since more follows.
    fn complete(&mut self, target: Target) {
        if std::mem::take(self.missing(target)) {
            let delimiter = self.delimiter;
            self.writer(target).buffer.push(delimiter);
        }
    }

    /// Adds text to the main output as it is.
    pub fn text(&mut self, text: &[u8]) -> Result<(), Stop> {
        self.complete(Target::Main);
        self.writer(Target::Main).buffer.extend_from_slice(text);
        self.check(Target::Main)
    }

    /// Writes what has been collected, if it is enough.
    #[inline]
    fn check(&mut self, target: Target) -> Result<(), Stop> {
        let unbuffered = self.unbuffered;
        let writer = self.writer(target);
        // A stream of the C library takes what is less than its buffer, and the flush fails.
        let fits = unbuffered && writer.buffer.len() < 4096;
        let result = if unbuffered { writer.flush() } else { writer.check() };
        result.map_err(|error| {
            let what = if fits { "couldn't flush " } else { "couldn't write 1 item to " };
            self.failed(target, &error, what)
        })
    }

    /// Ends the main output, if it is not standard output.
    pub fn finish_edited(&mut self) -> Result<Option<Writer>, Stop> {
        let Some(mut writer) = self.edited.take() else { return Ok(None) };
        let result = writer.flush();
        result.map_err(|error| self.failed(Target::Main, &error, "couldn't flush "))?;
        Ok(Some(writer))
    }

    /// Writes what is left everywhere.
    pub fn finish(&mut self) -> Result<(), Stop> {
        let result = self.standard.flush();
        result.map_err(|error| self.failed(Target::Main, &error, "couldn't flush "))?;
        for index in 0..self.files.len() {
            if let Err(error) = self.files[index].flush() {
                if let Some(exit) = Context::signal_unless(self.pipe_ignored, &error) {
                    return Err(Stop::Exit(exit));
                }
                let mut text = b"couldn't flush <unknown>: ".to_vec();
                text.extend_from_slice(message::reason(&error).as_bytes());
                return Err(Stop::Complain(text, 4));
            }
        }
        Ok(())
    }

    /// Writes to standard output as much as stdio would have written by now, before a message
    /// that does not wait for the rest.
    pub fn flush_blocks(&mut self) {
        let _ = self.standard.flush_blocks();
    }

    fn failed(&self, target: Target, error: &io::Error, what: &str) -> Stop {
        if let Some(exit) = Context::signal_unless(self.pipe_ignored, error) {
            return Stop::Exit(exit);
        }
        let name: &[u8] = match target {
            Target::Named(Output::File(index)) => &self.names[index],
            _ => b"stdout",
        };
        let mut text = what.as_bytes().to_vec();
        text.extend_from_slice(name);
        text.extend_from_slice(b": ");
        text.extend_from_slice(message::reason(error).as_bytes());
        Stop::Complain(text, 4)
    }
}
