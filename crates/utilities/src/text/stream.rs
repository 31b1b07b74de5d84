//! Reading and writing in blocks, for filters: input as runs of whole lines that are not
//! copied, output as one buffer that loops append to.

use crate::system::stream::write_error_without_reason;
use crate::{Change, Context, Exit, message, quoting};
use rustix::fs::{FileType, Stat};
use stage::{OpenFile, Signals};
use std::cell::Cell;
use std::io;
use std::ops::Range;
use std::rc::Rc;

/// First size of an input buffer: most inputs of scripts are a line or two.
const FIRST: usize = 4 << 10;
/// How much larger the buffer is that follows one which an input has filled.
const STEP: usize = 4;
/// Size of the buffer of an input that turns out to be large.
const LARGE: usize = 128 << 10;
/// Reads begin at multiples of this in the memory, and ask for multiples of [`PAGE`]: what the
/// kernel copies to a place up to 31 bytes behind one that is aligned as the page it comes from takes
/// processors five times as long.
const ALIGNED: usize = 64;
const PAGE: usize = 4 << 10;
/// Bytes of output collected before they are written.
const BLOCK: usize = 64 << 10;
/// The same for another stage, until this is little beside what was written: what does not fill a block touches less
/// memory so. Of a file the error of a write is found later: what comes before it is said before it.
const FIRST_BLOCK: usize = 8 << 10;
/// A block is this part of what was written.
const SHARE: u64 = 4;
/// The first buffer: such a block, and the lines that follow it before that is seen.
const FIRST_BUFFER: usize = FIRST_BLOCK + (2 << 10);

/// Size of the buffer of stdio in the GNU C library for files, pipes and devices.
pub const STDIO: u64 = 4 << 10;

/// Buffers that nobody uses at the moment: a short input is read before memory for it could be
/// had.
#[derive(Default)]
pub struct Buffers {
    input: Cell<Vec<u8>>,
    output: Cell<Vec<u8>>,
}

/// Whether so many bytes are all of a file. Where a read has got less than it asked for, too, another one
/// would find the end: a regular file gives less only there (read(2)). A file that the kernel makes as it
/// is read has no size.
pub fn is_whole(stat: &Stat, length: u64) -> bool {
    FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
        && length > 0
        && u64::try_from(stat.st_size) == Ok(length)
}

/// What has been read of a file and not been used yet: `buffer[start..end]`.
#[derive(Default)]
pub struct Window {
    /// The memory.
    pub buffer: Vec<u8>,
    /// Where what is unused begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// The last read filled the buffer.
    filled: bool,
    /// The file has ended.
    ended: bool,
    /// How much more a file has whose size is known; 0: no matter.
    left: u64,
}

impl Window {
    /// An empty window in the memory of `buffer`.
    pub fn within(buffer: Vec<u8>) -> Self {
        Self { buffer, ..Self::default() }
    }

    /// Whether the file has ended.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// What has been read and not been used.
    pub fn unread(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Hands out the memory with the next `length` bytes, and where they are in it. What follows them moves
    /// to the memory of `spare`.
    pub fn take(&mut self, length: usize, mut spare: Vec<u8>) -> (Vec<u8>, Range<usize>) {
        let used = self.start..self.start + length;
        let rest = &self.buffer[used.end..self.end];
        if spare.len() < self.buffer.len() {
            spare.resize(self.buffer.len(), 0);
        }
        let start = place_before_read(&spare, rest.len());
        let end = start + rest.len();
        spare[start..end].copy_from_slice(rest);
        (self.start, self.end) = (start, end);
        (std::mem::replace(&mut self.buffer, spare), used)
    }

    /// Takes back what has been handed out: `text` comes before what is unread.
    pub fn put_back(&mut self, mut text: Vec<u8>) {
        text.extend_from_slice(self.unread());
        (self.start, self.end) = (0, text.len());
        self.buffer = text;
        self.filled = false;
    }

    /// Makes the buffer so large. Memory that is new is not touched before something is read to it.
    fn grow(&mut self, size: usize) {
        if size <= self.buffer.capacity() {
            self.buffer.resize(size, 0);
            return;
        }
        let used = self.start..self.end;
        let mut larger = vec![0; size];
        larger[used.clone()].copy_from_slice(&self.buffer[used]);
        self.buffer = larger;
    }

    /// Reads once more behind what is unused, growing the buffer as needed, in steps up to `large`
    /// bytes: memory that no input fills is not touched. False at the end.
    ///
    /// # Errors
    /// Those of read(2), and memory that there is not.
    pub fn fill(&mut self, file: &OpenFile, large: usize) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.start == self.end && file.swap(&mut self.buffer) {
            (self.start, self.end, self.filled) = (0, self.buffer.len(), false);
            return Ok(true);
        }
        // Not to and fro where what is unread begins at an aligned place already.
        if self.start > 0 && (self.start >= ALIGNED || self.start == self.end) {
            let start = place_before_read(&self.buffer, self.end - self.start);
            self.buffer.copy_within(self.start..self.end, start);
            self.end = start + self.end - self.start;
            self.start = start;
        }
        // There was more than the first buffer holds.
        let outgrown = self.filled && self.buffer.len() < large;
        if self.end == self.buffer.len() || outgrown {
            if file.has_ended() {
                self.ended = true;
                return Ok(false);
            }
            let size = match self.buffer.len() {
                0 => FIRST,
                length if length < large => large.min(length * STEP),
                length => length.checked_mul(2).ok_or(io::ErrorKind::OutOfMemory)?,
            };
            self.grow(size);
        }
        let room = whole_pages(self.buffer.len() - self.end);
        let count = file.read(&mut self.buffer[self.end..self.end + room], Signals::Terminal)?;
        self.end += count;
        self.filled = count == room;
        self.ended = count == 0 || (count as u64 == self.left && count < room);
        self.left = self.left.saturating_sub(count as u64);
        Ok(count > 0)
    }
}

/// Reads a file to its end.
pub struct Reader {
    file: Rc<OpenFile>,
    /// Where the buffer goes in the end.
    buffers: Option<Rc<Buffers>>,
    window: Window,
    has_newlines_for_nul: bool,
}

impl Reader {
    /// Reads `file` from where it stands.
    pub fn new(file: Rc<OpenFile>) -> Self {
        Self { file, buffers: None, window: Window::default(), has_newlines_for_nul: false }
    }

    /// Reads `file` from where it stands, into a buffer that is kept from call to call.
    pub fn within(context: &Context<'_>, file: Rc<OpenFile>) -> Self {
        let buffers = context.caches.buffers.clone();
        let buffer = buffers.input.take();
        let mut reader = Self::new(file);
        reader.window.buffer = buffer;
        reader.buffers = Some(buffers);
        reader
    }

    /// Makes a newline of each NUL that is read.
    pub fn take_nul_for_newline(&mut self) {
        self.has_newlines_for_nul = true;
    }

    /// Says what fstat(2) has: that a regular file, read from its beginning, has so many bytes. Then a
    /// read that gets the last of them, and less than it asked for, need not be followed by another.
    pub fn expect(&mut self, size: u64) {
        self.window.left = size;
    }

    /// Reads once more after what is unread. False at the end.
    fn fill(&mut self) -> io::Result<bool> {
        let unread = self.window.unread().len();
        let more = self.window.fill(&self.file, LARGE)?;
        if self.has_newlines_for_nul {
            let fresh = self.window.start + unread..self.window.end;
            self.window.buffer[fresh]
                .iter_mut()
                .filter(|byte| **byte == 0)
                .for_each(|byte| *byte = b'\n');
        }
        Ok(more)
    }

    /// Whether something can be had without waiting.
    pub fn is_ready(&self) -> bool {
        self.window.start < self.window.end || self.window.ended || self.file.is_ready()
    }

    /// What has been read and not been used.
    pub fn window(&mut self) -> &mut Window {
        &mut self.window
    }

    /// The file that is read.
    pub fn file(&self) -> &Rc<OpenFile> {
        &self.file
    }

    /// Whether the input is at its end.
    ///
    /// # Errors
    /// Those of read(2).
    pub fn at_end(&mut self) -> io::Result<bool> {
        Ok(self.window.start == self.window.end && !self.fill()?)
    }

    /// The next bytes, as many as are there; none at the end of the file.
    ///
    /// # Errors
    /// Those of read(2).
    pub fn block(&mut self) -> io::Result<&[u8]> {
        if self.window.start == self.window.end {
            self.window.start = 0;
            self.window.end = 0;
            self.fill()?;
        }
        let block = self.window.start..self.window.end;
        self.window.start = self.window.end;
        Ok(&self.window.buffer[block])
    }

    /// All of a file of less than `most` bytes, in the memory that it was read to. None where it is longer; nothing is used
    /// up then.
    ///
    /// # Errors
    /// Those of read(2).
    pub fn whole(&mut self, most: usize) -> io::Result<Option<Vec<u8>>> {
        if self.window.buffer.is_empty() && self.window.left > 0 {
            let size = usize::try_from(self.window.left).unwrap_or(most).min(most);
            // A read that gets less than it asks for is the last one.
            self.window.grow((size / PAGE + 1) * PAGE);
        }
        while !self.window.ended && self.window.end < most {
            self.fill()?;
        }
        if !self.window.ended || self.window.start > 0 {
            return Ok(None);
        }
        let mut text = std::mem::take(&mut self.window.buffer);
        text.truncate(std::mem::take(&mut self.window.end));
        Ok(Some(text))
    }

    /// The next bytes, `most` of them at most; none at the end of the file.
    ///
    /// # Errors
    /// Those of read(2).
    pub fn at_most(&mut self, most: usize) -> io::Result<&[u8]> {
        if self.at_end()? {
            return Ok(&[]);
        }
        let start = self.window.start;
        self.window.start = self.window.end.min(start + most);
        Ok(&self.window.buffer[start..self.window.start])
    }

    /// Appends what is left of the file to `text`.
    ///
    /// # Errors
    /// Those of read(2).
    pub fn read_rest(&mut self, text: &mut Vec<u8>) -> io::Result<()> {
        while !self.at_end()? {
            text.extend_from_slice(self.block()?);
        }
        Ok(())
    }

    /// The next byte; none at the end of the file.
    ///
    /// # Errors
    /// Those of read(2).
    pub fn byte(&mut self) -> io::Result<Option<u8>> {
        if self.at_end()? {
            return Ok(None);
        }
        self.window.start += 1;
        Ok(Some(self.window.buffer[self.window.start - 1]))
    }

    /// Passes the next byte if it is this one.
    ///
    /// # Errors
    /// Those of read(2).
    pub fn take_if(&mut self, byte: u8) -> io::Result<bool> {
        let is_next = !self.at_end()? && self.window.buffer[self.window.start] == byte;
        self.window.start += usize::from(is_next);
        Ok(is_next)
    }

    /// The next bytes up to one of two, with that; without one, as many as are there, and none at
    /// the end of the file.
    ///
    /// # Errors
    /// Those of read(2).
    pub fn up_to(&mut self, ends: [u8; 2]) -> io::Result<&[u8]> {
        if self.at_end()? {
            return Ok(&[]);
        }
        let rest = &self.window.buffer[self.window.start..self.window.end];
        let end = byte_search::memchr2(ends[0], ends[1], rest).map_or(rest.len(), |at| at + 1);
        let start = self.window.start;
        self.window.start += end;
        Ok(&self.window.buffer[start..self.window.start])
    }

    /// Leaves what has been read and not used to the next reader of the file, where it can be
    /// positioned: as a process does that exits.
    pub fn give_back(&mut self) {
        let unread = (self.window.end - self.window.start) as i64;
        self.window.start = self.window.end;
        let _ = self.file.seek(rustix::fs::SeekFrom::Current(-unread));
    }

    /// The next lines, as many as are there, each with its delimiter; none at the end of the
    /// file. The last line of the file may lack its delimiter.
    ///
    /// # Errors
    /// Those of read(2).
    pub fn lines(&mut self, delimiter: u8) -> io::Result<&[u8]> {
        let mut searched = self.window.start;
        let end = loop {
            if let Some(at) =
                byte_search::memrchr(delimiter, &self.window.buffer[searched..self.window.end])
            {
                break searched + at + 1;
            }
            let known = self.window.end - self.window.start;
            if !self.fill()? {
                break self.window.end;
            }
            searched = self.window.start + known;
        };
        let lines = self.window.start..end;
        self.window.start = end;
        Ok(&self.window.buffer[lines])
    }

    /// The next line with its delimiter; `None` at the end of the file.
    ///
    /// # Errors
    /// Those of read(2).
    #[inline]
    pub fn line(&mut self, delimiter: u8) -> io::Result<Option<&[u8]>> {
        if let Some(at) =
            byte_search::memchr(delimiter, &self.window.buffer[self.window.start..self.window.end])
        {
            let line = self.window.start..self.window.start + at + 1;
            self.window.start = line.end;
            return Ok(Some(&self.window.buffer[line]));
        }
        self.line_after_reading(delimiter)
    }

    /// The next line with the newline or the NUL that ends it; `None` at the end of the file.
    ///
    /// # Errors
    /// Those of read(2).
    pub fn line_or_nul(&mut self) -> io::Result<Option<&[u8]>> {
        let mut searched = 0;
        let length = loop {
            let unread = self.window.unread();
            if let Some(at) = byte_search::memchr2(b'\n', 0, &unread[searched..]) {
                break searched + at + 1;
            }
            searched = unread.len();
            if !self.fill()? {
                break searched;
            }
        };
        let line = self.window.start..self.window.start + length;
        self.window.start = line.end;
        Ok(if line.is_empty() { None } else { Some(&self.window.buffer[line]) })
    }

    /// The last line that was had, which is `length` bytes long with its delimiter.
    pub fn last_line(&self, length: usize) -> &[u8] {
        &self.window.buffer[self.window.start - length..self.window.start]
    }

    /// The next bytes of a line, with its delimiter where that is among them: as many as are there; none at
    /// the end of the file.
    ///
    /// # Errors
    /// Those of read(2).
    #[inline]
    pub fn part_of_line(&mut self, delimiter: u8) -> io::Result<&[u8]> {
        let rest = &self.window.buffer[self.window.start..self.window.end];
        match byte_search::memchr(delimiter, rest) {
            Some(at) => {
                let start = self.window.start;
                self.window.start += at + 1;
                Ok(&self.window.buffer[start..self.window.start])
            }
            None => self.up_to([delimiter; 2]),
        }
    }

    fn line_after_reading(&mut self, delimiter: u8) -> io::Result<Option<&[u8]>> {
        loop {
            let known = self.window.end - self.window.start;
            let more = self.fill()?;
            let searched = self.window.start + known;
            let end = match byte_search::memchr(
                delimiter,
                &self.window.buffer[searched..self.window.end],
            ) {
                Some(at) => searched + at + 1,
                None if more => continue,
                None => self.window.end,
            };
            let line = self.window.start..end;
            self.window.start = end;
            return Ok(if line.is_empty() { None } else { Some(&self.window.buffer[line]) });
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        if let Some(buffers) = &self.buffers
            && self.window.buffer.len() <= LARGE
        {
            buffers.input.set(std::mem::take(&mut self.window.buffer));
        }
    }
}

/// Where in `buffer` what is left of `length` bytes goes, so that the next read, behind it, begins at
/// an aligned place; 0 if little room is left.
pub fn place_before_read(buffer: &[u8], length: usize) -> usize {
    let start = (buffer.as_ptr().addr() + length).wrapping_neg() % ALIGNED;
    if start + length + PAGE <= buffer.len() { start } else { 0 }
}

/// How much of `room` bytes to read at once.
fn whole_pages(room: usize) -> usize {
    if room < PAGE { room } else { room - room % PAGE }
}

/// Collects output and writes it in blocks; to a terminal, as soon as there is any.
pub struct Writer {
    file: Rc<OpenFile>,
    /// What is still to be written. Loops append to it and then call [`Writer::check`].
    pub buffer: Vec<u8>,
    at_once: bool,
    /// Nothing is written before the end is asked for.
    held: bool,
    /// How much is collected before it is written.
    due: usize,
    /// Bytes written so far.
    written: u64,
    /// The first error of a write, found again at the end.
    failure: Option<(Option<i32>, io::ErrorKind)>,
    /// A message came between that error and the end, and nothing was written since.
    reason_lost: bool,
    /// Where the buffer goes in the end.
    buffers: Option<Rc<Buffers>>,
}

impl Drop for Writer {
    fn drop(&mut self) {
        if let Some(buffers) = &self.buffers
            && self.buffer.capacity() <= 2 * BLOCK
        {
            self.buffer.clear();
            buffers.output.set(std::mem::take(&mut self.buffer));
        }
    }
}

impl Writer {
    /// Writes to `file`.
    pub fn new(file: Rc<OpenFile>) -> Self {
        let at_once = file.is_terminal();
        let due = if file.is_of_process() { FIRST_BLOCK } else { BLOCK };
        Self {
            file,
            buffer: Vec::new(),
            at_once,
            held: false,
            due,
            written: 0,
            failure: None,
            reason_lost: false,
            buffers: None,
        }
    }

    /// Standard output, collected. [`crate::locale::unusual`] has made sure that there is one.
    ///
    /// # Errors
    /// EBADF where it is closed.
    pub fn standard(context: &Context<'_>) -> io::Result<Self> {
        match &context.stdout {
            Some(file) => {
                let buffers = context.caches.buffers.clone();
                let buffer = buffers.output.take();
                let mut writer = Self::new(file.clone());
                writer.buffer = buffer;
                if writer.buffer.capacity() == 0 {
                    writer.buffer.reserve_exact(FIRST_BUFFER);
                }
                writer.buffers = Some(buffers);
                Ok(writer)
            }
            None => Err(rustix::io::Errno::BADF.into()),
        }
    }

    /// Says that about so many bytes follow: memory for what is written at once is had now.
    pub fn expect(&mut self, bytes: usize) {
        self.buffer.reserve_exact(bytes.min(self.due + FIRST_BUFFER - FIRST_BLOCK));
    }

    /// The file that is written to.
    pub fn file(&self) -> &Rc<OpenFile> {
        &self.file
    }

    /// Adds `data` to what is collected.
    ///
    /// # Errors
    /// Those of write(2), where a block was written.
    #[inline]
    pub fn put(&mut self, data: &[u8]) -> io::Result<()> {
        self.buffer.extend_from_slice(data);
        self.check()
    }

    /// Writes if enough has been collected.
    ///
    /// # Errors
    /// Those of write(2).
    #[inline]
    pub fn check(&mut self) -> io::Result<()> {
        // What stdio would hold back now is held back: a message that follows comes before it.
        if self.buffer.len() >= self.due || self.at_once { self.write_due() } else { Ok(()) }
    }

    #[inline(never)]
    fn write_due(&mut self) -> io::Result<()> {
        let share = usize::try_from(self.written / SHARE).unwrap_or(BLOCK);
        self.due = share.clamp(self.due, BLOCK);
        self.flush_blocks()
    }

    /// Collects everything from now on, or no longer: the next [`Self::check`] writes it.
    pub fn hold(&mut self, held: bool) {
        self.held = held;
    }

    /// Writes a block that is not worth copying.
    ///
    /// # Errors
    /// Those of write(2).
    pub fn put_block(&mut self, data: &[u8]) -> io::Result<()> {
        if data.len() < BLOCK / 2 || self.at_once || self.held {
            return self.put(data);
        }
        self.flush()?;
        let rest = (self.written + data.len() as u64) % STDIO;
        let (blocks, rest) = data.split_at(data.len() - rest as usize);
        self.write(blocks)?;
        self.buffer.extend_from_slice(rest);
        Ok(())
    }

    /// Writes all that has been collected.
    ///
    /// # Errors
    /// Those of write(2).
    pub fn flush(&mut self) -> io::Result<()> {
        let buffer = std::mem::take(&mut self.buffer);
        let result = self.write(&buffer);
        self.buffer = buffer;
        self.buffer.clear();
        result
    }

    /// Writes as much as stdio would have written by now: whole buffers of its size.
    ///
    /// # Errors
    /// Those of write(2).
    pub fn flush_blocks(&mut self) -> io::Result<()> {
        if self.held {
            return Ok(());
        }
        if self.at_once {
            return self.flush();
        }
        let total = self.written + self.buffer.len() as u64;
        let due = (total - total % STDIO).saturating_sub(self.written) as usize;
        if due == 0 {
            return Ok(());
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        let result = self.write(&buffer[..due]);
        buffer.drain(..due);
        self.buffer = buffer;
        result
    }

    fn write(&mut self, data: &[u8]) -> io::Result<()> {
        self.written += data.len() as u64;
        if let Some(error) = self.failure() {
            self.reason_lost &= data.is_empty();
            return Err(error);
        }
        if data.is_empty() {
            return Ok(());
        }
        let result = self.file.write_all(data);
        if let Err(error) = &result {
            self.failure = Some((error.raw_os_error(), error.kind()));
        }
        result
    }

    /// Writes what was collected, where a message is next: the reason of an error is lost with it.
    pub fn flush_before_message(&mut self) {
        self.reason_lost = self.flush().is_err();
    }

    /// Whether a write has failed.
    pub fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// The first error of a write.
    pub fn failure(&self) -> Option<io::Error> {
        let (code, kind) = self.failure?;
        Some(code.map_or_else(|| kind.into(), io::Error::from_raw_os_error))
    }

    /// Whether stdio would have written some of what is still to be written.
    pub fn collected_early(&self) -> bool {
        self.written + self.buffer.len() as u64 >= STDIO
    }

    /// Whether stdio would have met an error of the last write before the end of the program:
    /// whether more was written than its buffer holds.
    pub fn failed_early(&self) -> bool {
        self.written >= STDIO
    }
}

/// Opens a file operand for reading; `-` is standard input.
///
/// # Errors
/// Those of [`Context::open`].
pub fn open(context: &Context<'_>, name: &[u8]) -> io::Result<Rc<OpenFile>> {
    if name == b"-" {
        return context.stdin.clone().ok_or_else(|| rustix::io::Errno::BADF.into());
    }
    context.open(name)
}

/// Writes a diagnostic, after what has been collected for standard output. An error of that
/// write is found again at the end.
pub fn complain(context: &Context<'_>, output: &mut Writer, text: &[u8]) {
    output.flush_before_message();
    context.error(text);
}

/// Ends a utility whose output failed as [`finish`] does, with a status of its own.
pub fn end_unwritten(
    context: &Context<'_>,
    output: &Writer,
    error: &io::Error,
    status: u8,
) -> Exit {
    match write_error(context, output, error) {
        Exit::Status(_) => Exit::Status(status),
        signal => signal,
    }
}

/// Ends a utility one of whose messages could not write what was collected before it, where nothing was written
/// since: the reason is lost.
pub fn unwritten_before_message(context: &Context<'_>, output: &Writer) -> Exit {
    match output.failure() {
        Some(error) => write_error_without_reason(context, &error),
        None => Exit::FAILURE,
    }
}

/// Ends a utility whose output failed, and that looks for that at its end: it has the reason where
/// something was left to be written then.
fn write_error(context: &Context<'_>, output: &Writer, error: &io::Error) -> Exit {
    match output.reason_lost {
        true => write_error_without_reason(context, error),
        false => context.write_error(error, 1),
    }
}

/// Writes a diagnostic before what is still in the buffer of a utility that keeps its output
/// until it has a block.
pub fn complain_first(context: &Context<'_>, text: &[u8]) {
    context.error(text);
}

/// Writes `utility: name: reason`, after what has been collected for standard output.
pub fn file_error(context: &Context<'_>, output: &mut Writer, name: &[u8], error: &io::Error) {
    let mut text = quoting::shell_if_needed(name, context.quoting());
    text.extend_from_slice(b": ");
    text.extend_from_slice(message::reason(error).as_bytes());
    complain(context, output, &text);
}

/// A sentence about a file: `before 'name' after: reason`.
pub fn sentence(
    context: &Context<'_>,
    before: &str,
    name: &[u8],
    after: &str,
    error: &io::Error,
) -> Vec<u8> {
    let mut text = before.as_bytes().to_vec();
    text.extend_from_slice(&quoting::shell(name, context.quoting()));
    text.extend_from_slice(after.as_bytes());
    text.extend_from_slice(b": ");
    text.extend_from_slice(message::reason(error).as_bytes());
    text
}

/// Ends a utility whose output failed, as those do that look at every write: they complain at
/// once, and, on their way out, again that there was an error, whose reason is lost by then.
pub fn write_error_twice(context: &Context<'_>, output: &Writer, error: &io::Error) -> Exit {
    let exit = write_error(context, output, error);
    if output.failed_early() && exit == Exit::FAILURE && !context.has(Change::WriteErrorOnce) {
        context.error("write error");
    }
    exit
}

/// Ends a utility: writes what is left; `status` if that went well.
pub fn finish(context: &Context<'_>, output: &mut Writer, status: u8) -> Exit {
    match output.flush() {
        Ok(()) => Exit::Status(status),
        Err(error) => write_error(context, output, &error),
    }
}

/// Ends a utility whose output failed, where it has words of its own for a write that failed on the
/// way: `error writing 'standard output': reason`.
pub fn write_failed(context: &Context<'_>, output: &Writer, error: &io::Error) -> Exit {
    if !output.failed_early() {
        return write_error(context, output, error);
    }
    if let Some(exit) = context.signal_of(error) {
        return exit;
    }
    context.error(sentence(context, "error writing ", b"standard output", "", error));
    Exit::FAILURE
}

/// Adds the line that head and tail put before the part of a file.
pub fn header(output: &mut Writer, name: &[u8], first: &mut bool) {
    if !std::mem::take(first) {
        output.buffer.push(b'\n');
    }
    output.buffer.extend_from_slice(b"==> ");
    output.buffer.extend_from_slice(name);
    output.buffer.extend_from_slice(b" <==\n");
}

/// From coreutils 9.10 on fmt, nl and pr look at each line that they write: whether it, or what a message had to write
/// before, has met an error.
///
/// # Errors
/// That of the write.
pub fn look_at_lines(context: &Context<'_>, output: &mut Writer) -> io::Result<()> {
    let is_met = output.collected_early() || output.has_failed() && !output.buffer.is_empty();
    match is_met && context.has(Change::LinesAreLookedAt) {
        true => output.flush(),
        false => Ok(()),
    }
}

/// How a utility that looks at each line as it writes it ends, where that has failed.
pub fn ended_by_line(context: &Context<'_>, output: &Writer) -> Option<Exit> {
    let error = output.failure().filter(|_| context.has(Change::WriteErrorsAtOnce))?;
    Some(context.write_error(&error, 1))
}

/// Ends a utility that writes line by line: an error of any line has lost its reason by now.
pub fn finish_by_lines(context: &Context<'_>, output: &mut Writer, status: u8) -> Exit {
    match output.flush() {
        Ok(()) => Exit::Status(status),
        Err(error)
            if context.has(Change::WriteErrorsAtOnce)
                && !matches!(context.name, b"sum" | b"cksum")
                || context.has(Change::EndsUnwritten)
                    && matches!(context.name, b"comm" | b"cut" | b"join" | b"uniq") =>
        {
            context.write_error(&error, 1)
        }
        Err(error) => write_error_without_reason(context, &error),
    }
}

/// Ends a utility of util-linux whose output failed: these look when they end.
pub fn write_error_of_util_linux(
    context: &Context<'_>,
    output: &Writer,
    error: &io::Error,
) -> Exit {
    // What is met at the end, they do not say of a pipe that nobody reads.
    if error.kind() == io::ErrorKind::BrokenPipe && !output.failed_early() {
        return context.signal_of(error).unwrap_or(Exit::SUCCESS);
    }
    if output.failed_early() && context.signal_of(error).is_none() {
        // The reason is lost by the time they look.
        context.error("write error");
        return Exit::FAILURE;
    }
    context.write_error(error, 1)
}
