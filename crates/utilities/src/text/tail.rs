//! tail: the last lines or bytes of files (POSIX XCU tail; GNU coreutils manual, tail(1)).
//!
//! A regular file that is named is read backwards from its end; anything else is read through,
//! and what may be the end is kept. Following a file (`-f`) steps aside.

use super::occurrences;
use super::part::{self, Failure, Part};
use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::{Change, Context, Decision, Exit};
use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use stage::OpenFile;
use std::io;
use std::os::fd::OwnedFd;
use std::rc::Rc;

/// The options admitted.
pub const ADMITTED: &str = "-NUM | +NUM | -c [+]NUM | -n [+]NUM, -qvz [FILE...]";

/// A standard input that can be positioned is read through only up to this size; GNU goes to
/// its end directly.
const MOST: i64 = 4 << 20;

struct Tail<'a> {
    part: Part<'a>,
    /// From the item of this number on.
    from_start: bool,
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Tail<'a>> {
    let (mut amount, mut rest) = (&b"10"[..], arguments);
    if let Some((&first, others)) = arguments.split_first()
        && let [sign @ (b'-' | b'+'), digits @ ..] = first
        && (*sign == b'+' || number::plain(digits).is_some())
    {
        // The old form has at most one operand.
        let operand = others.first().is_none_or(|name| name.first() != Some(&b'-') || name == b"-");
        if number::plain(digits).is_none() || others.len() > 1 || !operand {
            return Err("an old form that may be a file name");
        }
        amount = if *sign == b'+' { first } else { digits };
        rest = others;
    }
    let part = part::read(rest, amount, b"+-")?;
    Ok(Tail { from_start: part.has_plus, part })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    let plan = plan(arguments).and_then(|plan| {
        let large =
            || context.stdin.as_ref().and_then(|f| f.stat()).is_some_and(|s| s.st_size > MOST);
        if plan.part.operands.contains(&&b"-"[..]) && large() {
            return Err("a large standard input that can be positioned");
        }
        if plan.part.bytes
            && !plan.from_start
            && context.has(Change::TailDevices)
            && plan.part.operands.iter().any(|name| is_device(context, name))
        {
            return Err("a device whose end may be looked for");
        }
        Ok(plan)
    });
    decision(context, plan, run)
}

/// Whether an operand is a device other than /dev/null.
fn is_device(context: &Context<'_>, name: &[u8]) -> bool {
    let null = rustix::fs::makedev(1, 3);
    let stat = match name {
        b"-" => context.stdin.as_ref().and_then(|file| file.stat()),
        name => stage::door::statat(context.directory, name, AtFlags::empty()).ok(),
    };
    stat.is_some_and(|stat| {
        FileType::from_raw_mode(stat.st_mode) == FileType::CharacterDevice && stat.st_rdev != null
    })
}

/// Carries out a plan of tail: its exit status.
fn run(context: &mut Context<'_>, plan: Tail<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    if !plan.from_start && plan.part.count == 0 {
        // GNU's does not look at its files then.
        return Exit::SUCCESS;
    }
    let mut status = 0;
    let mut first = true;
    for name in &plan.part.operands {
        let source = match open(context, name) {
            Ok(source) => source,
            Err(error) => {
                part::cannot_open(context, &mut output, name, &error);
                status = 1;
                continue;
            }
        };
        if plan.part.headers {
            stream::header(&mut output, part::shown(name), &mut first);
        }
        let result = match source {
            Source::Regular(fd, size) => plan.copy_regular(context, fd, size, &mut output),
            Source::Stream(file) if plan.from_start => plan.copy_rest(file, &mut output),
            Source::Stream(file) => plan.copy_end(file, &mut output),
        };
        let Err(failure) = result else { continue };
        if let Some(exit) = failure.report(context, &mut output, name) {
            return exit;
        }
        status = 1;
        let straight = match plan.from_start {
            true => plan.part.bytes || plan.part.count <= 1,
            false => plan.part.bytes && has_end(context, name, plan.part.count),
        };
        if let Failure::Read(error) = failure
            && straight
            && error.kind() == io::ErrorKind::IsADirectory
        {
            // GNU's goes to the place first and takes the failing read for fatal.
            break;
        }
    }
    match output.flush() {
        Ok(()) => Exit::Status(status),
        Err(error) => stream::write_failed(context, &output, &error),
    }
}

enum Source {
    /// A file of its own that can be positioned, and its size.
    Regular(OwnedFd, u64),
    Stream(Rc<OpenFile>),
}

fn open(context: &Context<'_>, name: &[u8]) -> io::Result<Source> {
    if name == b"-"
        || name.starts_with(b"/dev/")
        || name.starts_with(b"/proc/")
        || context.waits_for_writer(name)
    {
        return stream::open(context, name).map(Source::Stream);
    }
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let fd = stage::door::openat(context.directory, name, flags, Mode::empty())?;
    if let Ok(stat) = rustix::fs::fstat(&fd)
        && FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
        && stat.st_size > NOTIONAL
    {
        return Ok(Source::Regular(fd, stat.st_size as u64));
    }
    Ok(Source::Stream(OpenFile::from_fd(context.scheduler, fd)))
}

/// Whether a directory has a place so far before its end; some file systems have none there.
fn has_end(context: &Context<'_>, name: &[u8], before: u64) -> bool {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let directory = stage::door::openat(context.directory, name, flags, Mode::empty());
    let place = rustix::fs::SeekFrom::End(-i64::try_from(before).unwrap_or(i64::MAX));
    directory.is_ok_and(|fd| rustix::fs::seek(fd, place).is_ok())
}

/// The size that a file of the kernel's (/sys) claims to have, whatever is in it.
const NOTIONAL: i64 = 4096;

/// Bytes read backwards at a time.
const BLOCK: usize = 16 << 10;

impl Tail<'_> {
    /// Where the end that is asked for begins in `text`. `None` where it begins before it.
    fn start_of_end(&self, text: &[u8]) -> Option<usize> {
        if self.part.bytes {
            return text.len().checked_sub(usize::try_from(self.part.count).ok()?);
        }
        let mut left = self.part.count;
        // A last line without its delimiter is a line.
        let body = text.strip_suffix(&[self.part.delimiter]).unwrap_or(text);
        for at in byte_search::memrchr_iter(self.part.delimiter, body) {
            left -= 1;
            if left == 0 {
                return Some(at + 1);
            }
        }
        None
    }

    fn copy_regular(
        &self,
        context: &Context<'_>,
        fd: OwnedFd,
        size: u64,
        output: &mut Writer,
    ) -> Result<(), Failure> {
        if !self.from_start {
            let start = self.find_start(&fd, size).map_err(Failure::Read)?;
            rustix::fs::seek(&fd, rustix::fs::SeekFrom::Start(start))
                .map_err(|error| Failure::Read(error.into()))?;
        } else if self.part.bytes {
            let start = self.part.count.saturating_sub(1);
            rustix::fs::seek(&fd, rustix::fs::SeekFrom::Start(start))
                .map_err(|error| Failure::Read(error.into()))?;
        }
        let file = OpenFile::from_fd(context.scheduler, fd);
        if self.from_start && !self.part.bytes {
            return self.copy_rest(file, output);
        }
        copy(&mut Reader::new(file), output)
    }

    /// Where the end that is asked for begins in a file.
    fn find_start(&self, fd: &OwnedFd, size: u64) -> io::Result<u64> {
        if self.part.bytes {
            return Ok(size.saturating_sub(self.part.count));
        }
        let mut block = vec![0; BLOCK.min(usize::try_from(size).unwrap_or(BLOCK))];
        let mut end = size;
        let mut left = self.part.count;
        while end > 0 {
            let start = end.saturating_sub(BLOCK as u64);
            let length = (end - start) as usize;
            let mut read = 0;
            while read < length {
                match stage::door::pread(fd, &mut block[read..length], start + read as u64)? {
                    // It has become shorter meanwhile.
                    0 => break,
                    count => read += count,
                }
            }
            let mut text = &block[..read];
            if end == size {
                // A last line without its delimiter is a line.
                text = text.strip_suffix(&[self.part.delimiter]).unwrap_or(text);
            }
            for at in byte_search::memrchr_iter(self.part.delimiter, text) {
                left -= 1;
                if left == 0 {
                    return Ok(start + at as u64 + 1);
                }
            }
            end = start;
        }
        Ok(0)
    }

    /// From an item on.
    fn copy_rest(&self, file: Rc<OpenFile>, output: &mut Writer) -> Result<(), Failure> {
        let mut reader = Reader::new(file);
        let mut skip = self.part.count.saturating_sub(1);
        while skip > 0 {
            let block = reader.block().map_err(Failure::Read)?;
            if block.is_empty() {
                return Ok(());
            }
            let mut start = block.len();
            if self.part.bytes {
                start = start.min(usize::try_from(skip).unwrap_or(usize::MAX));
                skip -= start as u64;
            } else {
                let after = occurrences::after(self.part.delimiter, block, &mut skip);
                start = after.unwrap_or(start);
            }
            output.put(&block[start..]).map_err(Failure::Write)?;
        }
        copy(&mut reader, output)
    }

    /// The end of what can only be read forwards.
    fn copy_end(&self, file: Rc<OpenFile>, output: &mut Writer) -> Result<(), Failure> {
        let mut reader = Reader::new(file);
        let mut kept: Vec<u8> = Vec::new();
        let mut enough = 256 << 10;
        loop {
            let block = reader.block().map_err(Failure::Read)?;
            if block.is_empty() {
                break;
            }
            kept.extend_from_slice(block);
            if kept.len() > enough {
                if let Some(start) = self.start_of_end(&kept) {
                    kept.drain(..start);
                }
                enough = kept.len() + kept.len().max(256 << 10);
            }
        }
        let start = self.start_of_end(&kept).unwrap_or(0);
        output.put_block(&kept[start..]).map_err(Failure::Write)
    }
}

fn copy(reader: &mut Reader, output: &mut Writer) -> Result<(), Failure> {
    loop {
        let block = reader.block().map_err(Failure::Read)?;
        if block.is_empty() {
            return Ok(());
        }
        output.put_block(block).map_err(Failure::Write)?;
    }
}
