//! tac: lines in reverse order (GNU coreutils manual, tac(1)).
//!
//! Regular files are read from their end. Others are held in memory; what turns out to be large is passed to the
//! installed one.

use super::spool::{self, Broken, Spool};
use super::stream::{self, Reader, Writer};
use super::{Plan, decision};
use crate::options::{self, Takes};
use crate::{Context, Decision, Exit};
use byte_search::memmem;
use rustix::fs::{Access, AtFlags, FileType, SeekFrom, Stat};
use stage::{OpenFile, Signals};
use std::io;

const OPTIONS: &[options::Option_] =
    &[('b', "before", Takes::Nothing), ('s', "separator", Takes::Argument)];

/// The options admitted.
pub const ADMITTED: &str = "-b, -s STRING [FILE...]";

/// Files that are known to be larger are not held in memory.
const MOST: i64 = spool::MOST as i64;

struct Tac<'a> {
    arguments: Vec<&'a [u8]>,
    operands: Vec<&'a [u8]>,
    before: bool,
    separator: &'a [u8],
}

fn plan<'a>(arguments: &[&'a [u8]]) -> Plan<Tac<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let separator = match parsed.value('s') {
        None => b"\n",
        Some(b"") => b"\0",
        Some(separator) => separator,
    };
    let before = parsed.has('b');
    let operands = if parsed.operands.is_empty() { vec![&b"-"[..]] } else { parsed.operands };
    Ok(Tac { arguments: arguments.to_vec(), operands, before, separator })
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    let plan = plan(arguments).and_then(|plan| {
        for name in &plan.operands {
            let regular =
                |stat: &Stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
            if *name == b"-" {
                // The installed one does not mind where it stands.
                let stat = context.stdin.as_ref().and_then(|file| file.stat());
                if stat.is_some_and(|stat| regular(&stat) || is_directory(&stat)) {
                    return Err("a standard input that can be positioned");
                }
                // The installed one puts a pipe into a file first, or says that it cannot.
                let folder = context.variables.get(b"TMPDIR");
                if folder.is_some_and(|folder| {
                    let at = context.directory;
                    stage::door::accessat(at, &folder[..], Access::WRITE_OK, AtFlags::empty())
                        .is_err()
                }) {
                    return Err("no place for a temporary file");
                }
            } else if let Ok(stat) = stage::door::statat(context.directory, *name, AtFlags::empty())
                && (stat.st_size > MOST || is_directory(&stat))
            {
                return Err("a large file or a directory");
            }
        }
        Ok(plan)
    });
    decision(context, plan, run)
}

fn is_directory(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::Directory
}

/// Carries out a plan of tac: its exit status.
fn run(context: &mut Context<'_>, plan: Tac<'_>) -> Exit {
    let Ok(mut output) = Writer::standard(context) else { return Exit::FAILURE };
    let mut status = 0;
    // All that it has to write.
    let mut given = 0;
    for name in &plan.operands {
        let shown: &[u8] = if *name == b"-" { b"standard input" } else { name };
        let file = match stream::open(context, name) {
            Ok(file) => file,
            Err(error) => {
                let text =
                    stream::sentence(context, "failed to open ", shown, " for reading", &error);
                stream::complain_first(context, &text);
                status = 1;
                continue;
            }
        };
        if *name != b"-"
            && let Some((separator, size)) = plan.reads_backwards(&file)
        {
            given += size;
            match plan.put_backwards(&file, (separator, size), &mut output) {
                Ok(()) => continue,
                Err(Broken::Write(error)) => match context.signal_of(&error) {
                    Some(exit) => return exit,
                    None => continue,
                },
                Err(Broken::Read(error)) => {
                    if let Some(exit) = context.signal_of(&error) {
                        return exit;
                    }
                    complain(context, shown, b": read error: ", &error);
                    status = 1;
                    continue;
                }
            }
        }
        let error = match read(context, &mut Reader::within(context, file)) {
            Ok(Text::Whole(text)) => {
                given += text.len() as u64;
                let signal =
                    plan.put(&text, &mut output).err().and_then(|error| context.signal_of(&error));
                match signal {
                    Some(exit) => return exit,
                    None => continue,
                }
            }
            Ok(Text::Large(spool)) => {
                if let Err(error) = output.flush() {
                    return context.write_error(&error, 1);
                }
                match spool.hand_over(context, &plan.arguments, &plan.operands, &[b"-"]) {
                    Ok(ended) if ended > 1 => return Exit::Status(ended),
                    Ok(ended) => {
                        status |= ended;
                        continue;
                    }
                    Err(error) => Broken::Write(error),
                }
            }
            Err(error) => error,
        };
        let (error, sentence) = match error {
            Broken::Read(error) => (error, &b": read error: "[..]),
            Broken::Write(error) => (error, &b": write error: "[..]),
        };
        if let Some(exit) = context.signal_of(&error) {
            return exit;
        }
        complain(context, shown, sentence, &error);
        status = 1;
    }
    match output.flush() {
        Ok(()) => Exit::Status(status),
        Err(error) => unwritten(context, given, &error),
    }
}

/// Ends a tac whose output failed. It hands stdio blocks of its own. Where what is left in the end does not fit
/// into the buffer of stdio (which there is none of before the first block), nothing is there any more
/// when the error is looked for.
fn unwritten(context: &Context<'_>, given: u64, error: &io::Error) -> Exit {
    const OWN: u64 = 8 << 10;
    let rest = given % OWN;
    let fits = if given < OWN { rest < stream::STDIO } else { rest <= stream::STDIO };
    if context.signal_of(error).is_none() && (rest == 0 || !fits) {
        context.error("write error");
        return Exit::FAILURE;
    }
    context.write_error(error, 1)
}

fn complain(context: &Context<'_>, name: &[u8], sentence: &[u8], error: &io::Error) {
    let mut text = crate::quoting::shell_if_needed(name, context.quoting());
    text.extend_from_slice(sentence);
    text.extend_from_slice(crate::message::reason(error).as_bytes());
    stream::complain_first(context, &text);
}

/// What has been read.
enum Text {
    Whole(Vec<u8>),
    Large(Spool),
}

fn read(context: &Context<'_>, reader: &mut Reader) -> Result<Text, Broken> {
    let mut text = Vec::new();
    let mut most = spool::MOST;
    loop {
        let block = reader.block().map_err(Broken::Read)?;
        if block.is_empty() {
            return Ok(Text::Whole(text));
        }
        text.extend_from_slice(block);
        if text.len() > most {
            most = usize::MAX;
            if let Some(mut spool) = Spool::new(context, None) {
                spool.put(&text).map_err(Broken::Write)?;
                drop(text);
                spool.put_rest(reader)?;
                return Ok(Text::Large(spool));
            }
        }
    }
}

/// How much of a file is read at a time, and at multiples of which.
const BLOCK: u64 = 64 << 10;

/// Reads what is at a place of a file: less than there is room for only where the file has become shorter.
fn read_at<'b>(file: &OpenFile, place: u64, block: &'b mut [u8]) -> io::Result<&'b [u8]> {
    file.seek(SeekFrom::Start(place))?;
    let mut length = 0;
    while length < block.len() {
        match file.read(&mut block[length..], Signals::Terminal)? {
            0 => break,
            count => length += count,
        }
    }
    Ok(&block[..length])
}

impl Tac<'_> {
    /// The separator and the size of a file that can be read from its end: a regular one, in which a byte
    /// separates.
    fn reads_backwards(&self, file: &OpenFile) -> Option<(u8, u64)> {
        let &[separator] = self.separator else { return None };
        let stat = file.stat()?;
        let is_regular = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
        // Files of the kernel have no size.
        let size = u64::try_from(stat.st_size).ok().filter(|size| is_regular && *size > 0)?;
        Some((separator, size))
    }

    /// Writes the records of a file from the last to the first, as [`Self::put`] does.
    fn put_backwards(
        &self,
        file: &OpenFile,
        (separator, size): (u8, u64),
        output: &mut Writer,
    ) -> Result<(), Broken> {
        let mut block = vec![0; BLOCK.min(size) as usize];
        // The end of a record that begins in front of what has been read: the last piece first.
        let mut pieces: Vec<Vec<u8>> = Vec::new();
        let mut put = |start: &[u8], pieces: &mut Vec<Vec<u8>>| {
            output.put(start)?;
            pieces.drain(..).rev().try_for_each(|piece| output.put(&piece))
        };
        let mut from = size;
        while from > 0 {
            let length = from - (from - 1) / BLOCK * BLOCK;
            from -= length;
            let text = read_at(file, from, &mut block[..length as usize]).map_err(Broken::Read)?;
            let mut end = text.len();
            let mut search = text.len();
            while let Some(at) = byte_search::memrchr(separator, &text[..search]) {
                let cut = if self.before { at } else { at + 1 };
                put(&text[cut..end], &mut pieces).map_err(Broken::Write)?;
                end = cut;
                search = at;
            }
            if end > 0 {
                pieces.push(text[..end].to_vec());
            }
        }
        put(b"", &mut pieces).map_err(Broken::Write)
    }

    /// Writes the records of a text from the last to the first.
    fn put(&self, text: &[u8], output: &mut Writer) -> io::Result<()> {
        let mut end = text.len();
        let mut search = text.len();
        loop {
            let at = if let [byte] = self.separator {
                byte_search::memrchr(*byte, &text[..search])
            } else {
                memmem::rfind(&text[..search], self.separator)
            };
            let Some(at) = at else { break };
            let cut = if self.before { at } else { at + self.separator.len() };
            // A separator at the very end begins no record.
            if self.before || cut != text.len() {
                output.put(&text[cut..end])?;
            }
            end = cut;
            search = at;
        }
        output.put(&text[..end])
    }
}
