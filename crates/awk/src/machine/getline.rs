//! The main input, and `getline`.

use super::place::Spot;
use super::{Machine, Result, Stop};
use crate::array::Key;
use crate::input::Reader;
use crate::output::{c_string, known_name};
use crate::syntax::{self, ARGV, Getline};
use crate::value::Value;
use rustix::fs::{AtFlags, FileType, Stat};
use stage::OpenFile;
use std::io;
use std::rc::Rc;
use utilities::{Context, Started, message};

/// A file or a command that `getline` reads.
pub(super) struct Source {
    pub(super) name: Vec<u8>,
    /// Which of all that was opened this is.
    pub(super) serial: u64,
    pub(super) reader: Reader,
    pub(super) command: Option<Box<dyn Started>>,
}

/// The files of the command line, one behind the other.
pub(super) struct Main<'m> {
    pub(super) operands: &'m [&'m [u8]],
    /// The index of the next one in ARGV.
    next: usize,
    reader: Option<Reader>,
    started: bool,
    ended: bool,
    /// Memory for the next reader.
    buffer: Vec<u8>,
    /// Records read, whatever NR and FNR say: for messages.
    pub(super) nr: u64,
    pub(super) fnr: u64,
}

impl<'m> Main<'m> {
    pub(super) fn new(operands: &'m [&'m [u8]], buffer: Vec<u8>) -> Self {
        Self {
            operands,
            next: 1,
            reader: None,
            started: false,
            ended: false,
            buffer,
            nr: 0,
            fnr: 0,
        }
    }

    pub(super) fn into_buffer(self) -> Vec<u8> {
        let mut buffer = match self.reader {
            Some(reader) => reader.into_buffer(),
            None => self.buffer,
        };
        // A huge record is not remembered.
        if buffer.len() > 128 << 10 {
            buffer = Vec::new();
        }
        buffer
    }

    /// How often the current file has been read.
    #[inline]
    pub(super) fn reads(&self) -> u64 {
        self.reader.as_ref().map_or(0, Reader::reads)
    }

    /// Reads the current file.
    pub(super) fn reader(&mut self) -> Option<&mut Reader> {
        self.reader.as_mut()
    }

    /// A number of the current file that is another one for each.
    pub(super) fn file_number(&self) -> usize {
        self.next
    }

    /// The rest of the current file is not wanted.
    pub(super) fn skip_file(&mut self) {
        self.reader = None;
    }
}

pub(super) fn read_error(error: &io::Error) -> Stop {
    match Context::signal_unless(false, error) {
        Some(exit) => Stop::signal(exit),
        None => Stop::fatal(format!("read error ({})", message::reason(error)).into_bytes()),
    }
}

impl<'m> Machine<'m, '_> {
    /// Reads the next record of the main input into `$0`.
    pub(super) fn next_main_record(&mut self) -> Result<bool> {
        loop {
            if let Some(reader) = &mut self.main.reader {
                match reader.next(&self.record_separator, &mut self.cache) {
                    Ok(Some(range)) => {
                        self.record.set_input(reader.buffer(), range);
                        self.odd_counts = None;
                        self.nr += 1.0;
                        self.fnr += 1.0;
                        self.main.nr += 1;
                        self.main.fnr += 1;
                        return Ok(true);
                    }
                    Ok(None) => {}
                    Err(error) => return Err(read_error(&error)),
                }
            }
            if !self.next_file()? {
                return Ok(false);
            }
        }
    }

    /// Opens the next file of the command line; false where there is none.
    fn next_file(&mut self) -> Result<bool> {
        if let Some(reader) = self.main.reader.take() {
            self.main.buffer = reader.into_buffer();
        }
        if self.main.ended {
            return Ok(false);
        }
        let mut first = !std::mem::replace(&mut self.main.started, true);
        while (self.main.next as f64) < self.argc() {
            let index = self.main.next;
            self.main.next += 1;
            let name = if self.program.uses.arguments {
                let Some(value) = self.arrays[ARGV].look(Key::Integer(index as i64)) else {
                    continue;
                };
                let mut name = Vec::new();
                value.append(&self.specials.convfmt, &mut name);
                std::borrow::Cow::Owned(name)
            } else {
                match self.main.operands.get(index - 1) {
                    Some(name) => std::borrow::Cow::Borrowed(*name),
                    None => continue,
                }
            };
            if name.is_empty() || self.command_line_assignment(c_string(&name))? {
                continue;
            }
            let opened = c_string(&name);
            match self.open(opened) {
                Ok(file) if self.passes_over(&file) => {
                    self.cannot_read(opened, &rustix::io::Errno::ISDIR.into())?;
                    first = false;
                }
                Ok(file) => {
                    self.begin_file(file, &name, false);
                    return Ok(true);
                }
                Err(error) if !self.dialect.rules().unreadable_operand_is_fatal => {
                    self.cannot_read(opened, &error)?;
                }
                Err(error) => {
                    let mut text = b"cannot open ".to_vec();
                    text.extend_from_slice(&crate::output::quoted(opened, self.dialect));
                    let reason = format!(" ({})", message::reason(&error));
                    text.extend_from_slice(reason.as_bytes());
                    return Err(Stop::fatal(text));
                }
            }
        }
        self.main.ended = true;
        if !first {
            return Ok(false);
        }
        // No operand but assignments.
        match self.context.stdin.clone() {
            Some(file) if self.passes_over(&file) => {
                self.cannot_read(b"-", &rustix::io::Errno::ISDIR.into())?;
                Ok(false)
            }
            Some(file) => {
                self.begin_file(file, b"-", true);
                Ok(true)
            }
            None => Err(read_error(&io::Error::from_raw_os_error(9))),
        }
    }

    /// Whether a file that is open is none to read, and the next one is read in its place.
    fn passes_over(&self, file: &OpenFile) -> bool {
        let is_directory =
            |stat: Stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory;
        !self.dialect.rules().unreadable_operand_is_fatal && file.stat().is_some_and(is_directory)
    }

    /// Whether a file can be opened and not be read.
    fn is_directory(&self, name: &[u8]) -> bool {
        let status = stage::door::statat(self.context.directory, name, AtFlags::empty());
        status.is_ok_and(|status| FileType::from_raw_mode(status.st_mode).is_dir())
    }

    /// A directory is passed over; else gawk ends.
    #[cold]
    fn cannot_read(&mut self, name: &[u8], error: &io::Error) -> Result<()> {
        self.specials.filename = Value::input(name);
        self.fnr = 0.0;
        if error.kind() == io::ErrorKind::IsADirectory {
            let text = [b"command line argument `", name, b"' is a directory: skipped"].concat();
            self.warn(text);
            return Ok(());
        }
        let mut text = [b"cannot open file `", name].concat();
        let reason = format!("' for reading: {}", message::reason(error));
        text.extend_from_slice(reason.as_bytes());
        Err(Stop::error(text))
    }

    fn begin_file(&mut self, file: Rc<OpenFile>, name: &[u8], is_implied: bool) {
        let buffer = std::mem::take(&mut self.main.buffer);
        self.main.reader = Some(Reader::new(file, buffer));
        // mawk says so only where there are operands.
        self.specials.filename = Value::text(name);
        if !is_implied || self.dialect.rules().implied_input_resets_fnr {
            self.fnr = 0.0;
        }
        if let Some(counts) = &mut self.odd_counts {
            counts.1 = Value::Number(0.0);
        }
        self.main.fnr = 0;
    }

    fn open(&self, name: &[u8]) -> io::Result<Rc<OpenFile>> {
        if name == b"-" {
            return self.context.open_or_standard(b"/dev/stdin");
        }
        let file = self.context.open_or_standard(name)?;
        if !self.dialect.rules().opens_directories && self.is_directory(name) {
            return Err(rustix::io::Errno::ISDIR.into());
        }
        Ok(file)
    }

    /// `getline`: 1, 0 at the end, -1 where the file cannot be opened.
    pub(super) fn getline(&mut self, getline: &'m Getline) -> Result<f64> {
        match &getline.source {
            syntax::Source::Main => self.getline_main(getline),
            syntax::Source::File(name) => {
                // The target is computed before the name of the file.
                let spot = match &getline.target {
                    Some(place) => Some(self.spot(place)?),
                    None => None,
                };
                let mut buffer = self.take_buffer();
                self.append(name, &mut buffer)?;
                self.check_name(&buffer, "<")?;
                let result = self.getline_from(&buffer, false, spot);
                self.give_buffer(buffer);
                result
            }
            syntax::Source::Command(command) => {
                let mut buffer = self.take_buffer();
                self.append(command, &mut buffer)?;
                self.check_name(&buffer, "|")?;
                let spot = match &getline.target {
                    Some(place) => Some(self.spot(place)?),
                    None => None,
                };
                let result = self.getline_from(&buffer, true, spot);
                self.give_buffer(buffer);
                result
            }
        }
    }

    /// An error for a file without a name, where that is one.
    fn check_name(&self, name: &[u8], operator: &str) -> Result<()> {
        if c_string(name).is_empty() && self.dialect.rules().rejects_empty_file_name {
            return Err(crate::output::null_name(operator));
        }
        Ok(())
    }

    fn add(&mut self, mut source: Source) -> usize {
        source.serial = self.outputs.next_serial();
        self.readers.push(source);
        self.readers.len() - 1
    }

    fn getline_main(&mut self, getline: &'m Getline) -> Result<f64> {
        let Some(place) = &getline.target else {
            return Ok(if self.next_main_record()? { 1.0 } else { 0.0 });
        };
        let spot = self.spot(place)?;
        // The record stays what it is.
        let record = std::mem::take(&mut self.record);
        let found = self.next_main_record();
        let read = std::mem::replace(&mut self.record, record);
        if !found? {
            self.release(spot);
            return Ok(0.0);
        }
        self.store(spot, Value::input(read.text()))?;
        Ok(1.0)
    }

    /// Starts a command whose output is to be read.
    fn start(&mut self, text: &[u8]) -> io::Result<Source> {
        // So that what was printed before comes before.
        let _ = self.outputs.flush_standard(self.context);
        let (reader, writer) = OpenFile::pipe(self.context.scheduler);
        let command = self.context.host.start(text, None, Some(writer))?;
        let reader = Reader::new(reader, Vec::new());
        Ok(Source { name: text.to_vec(), serial: 0, reader, command: Some(command) })
    }

    fn getline_from(&mut self, name: &[u8], piped: bool, spot: Option<Spot<'m>>) -> Result<f64> {
        let wanted = known_name(name, self.dialect);
        let name = c_string(name);
        let known = self
            .readers
            .iter()
            .position(|source| source.name == wanted && source.command.is_some() == piped);
        let opened = match (known, piped) {
            (Some(place), _) => Ok(place),
            (None, true) => self.start(name).map(|source| self.add(source)),
            (None, false) => self.open(name).map(|file| {
                let reader = Reader::new(file, Vec::new());
                self.add(Source { name: name.to_vec(), serial: 0, reader, command: None })
            }),
        };
        let place = match opened {
            Ok(place) => place,
            Err(_) => {
                if let Some(spot) = spot {
                    self.release(spot);
                }
                return Ok(-1.0);
            }
        };
        let reader = &mut self.readers[place].reader;
        let range = match reader.next(&self.record_separator, &mut self.cache) {
            Ok(Some(range)) => range,
            Ok(None) => {
                if let Some(spot) = spot {
                    self.release(spot);
                }
                return Ok(0.0);
            }
            Err(error)
                if self.dialect.rules().getline_survives_read_error
                    && Context::signal_unless(false, &error).is_none() =>
            {
                if let Some(spot) = spot {
                    self.release(spot);
                }
                return Ok(-1.0);
            }
            Err(error) => return Err(read_error(&error)),
        };
        match spot {
            None => self.record.set_input(reader.buffer(), range),
            Some(spot) => {
                let value = Value::input(&reader.buffer()[range]);
                self.store(spot, value)?;
            }
        }
        Ok(1.0)
    }
}
