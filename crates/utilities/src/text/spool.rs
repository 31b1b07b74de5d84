//! Handing over to the installed program in the midst of an input.
//!
//! How much comes from a pipe is not known beforehand. What has to be held whole and turns out to
//! be large goes to a file for temporary data, as sort(1) and tac(1) of GNU do it themselves, and
//! the installed program goes on with that as its standard input. The file never has a name
//! (open(2), O_TMPFILE), so nothing is left behind however this ends.

use super::stream::{Reader, Writer};
use crate::Context;
use crate::context::KILLED;
use rustix::fs::{Mode, OFlags, SeekFrom};
use stage::OpenFile;
use std::io;
use std::os::fd::OwnedFd;

/// Bytes that are held in memory.
pub const MOST: usize = 64 << 20;

/// A file for an input that is too large to be held.
pub struct Spool {
    fd: OwnedFd,
    writer: Writer,
    folder: Vec<u8>,
}

impl Spool {
    /// An empty one in `folder`, or where TMPDIR says. None where that cannot be had.
    pub fn new(context: &Context<'_>, folder: Option<&[u8]>) -> Option<Self> {
        let folder = match folder {
            Some(folder) => folder.to_vec(),
            None => match context.variables.get(b"TMPDIR") {
                Some(folder) if !folder.is_empty() => folder.to_vec(),
                _ => b"/tmp".to_vec(),
            },
        };
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        let fd = stage::door::openat(context.directory, &folder[..], flags, mode).ok()?;
        let other = fd.try_clone().ok()?;
        let writer = Writer::new(OpenFile::from_fd(context.scheduler, other));
        Some(Self { fd, writer, folder })
    }

    /// Where it is, for messages.
    pub fn folder(&self) -> &[u8] {
        &self.folder
    }

    /// What writes to it.
    pub fn writer(&mut self) -> &mut Writer {
        &mut self.writer
    }

    /// The file, written to its end, and its length.
    ///
    /// # Errors
    /// Those of write(2) and lseek(2).
    pub fn finish(mut self) -> io::Result<(OwnedFd, u64)> {
        self.writer.flush()?;
        let length = rustix::fs::seek(&self.fd, SeekFrom::Current(0))?;
        Ok((self.fd, length))
    }

    /// Adds `data` to the file.
    pub fn put(&mut self, data: &[u8]) -> io::Result<()> {
        self.writer.put_block(data)
    }

    /// Adds what is left of an input.
    pub fn put_rest(&mut self, reader: &mut Reader) -> Result<(), Broken> {
        loop {
            let block = reader.block().map_err(Broken::Read)?;
            if block.is_empty() {
                return Ok(());
            }
            self.put(block).map_err(Broken::Write)?;
        }
    }

    /// Runs the installed program with the file as its standard input; its status. The arguments
    /// are those the utility was called with, the operands replaced by `operands`.
    pub fn hand_over(
        mut self,
        context: &mut Context<'_>,
        arguments: &[&[u8]],
        replaced: &[&[u8]],
        operands: &[&[u8]],
    ) -> io::Result<u8> {
        self.writer.flush()?;
        rustix::fs::seek(&self.fd, SeekFrom::Start(0))?;
        let file = OpenFile::from_fd(context.scheduler, self.fd);
        let is_operand = |argument: &&[u8]| {
            replaced.iter().any(|operand| std::ptr::eq::<[u8]>(*operand, *argument))
        };
        let mut command = vec![context.name];
        command.extend(arguments.iter().copied().filter(|argument| !is_operand(argument)));
        command.extend_from_slice(operands);
        let status = context.host.run_command(&command, Some(file), None)?;
        // As the shell has it of a program.
        Ok(if status >= KILLED { status - KILLED + 128 } else { status } as u8)
    }
}

/// Why an input could not be put into the file.
pub enum Broken {
    /// It could not be read.
    Read(io::Error),
    /// The file could not be written.
    Write(io::Error),
}
