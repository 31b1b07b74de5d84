//! The input of xargs, item by item: words with quotes and backslashes, lines, or whatever a
//! delimiter separates.

use super::Words;
use stage::Input;
use std::io::{self, BufRead};

/// How items are told apart.
#[derive(Clone, Copy)]
pub(super) enum Delimiting<'a> {
    /// Blanks and newlines, with quotes and backslashes; a word that is `end` ends the input.
    Words {
        end: Option<&'a [u8]>,
        /// Only newlines separate; blanks at the start of a line are dropped (`-I`).
        lines: bool,
    },
    /// This byte, and nothing is special.
    Byte(u8),
}

/// What is said of an item, whose text has been appended to others.
pub(super) struct Item {
    /// Bytes that it counts as: those up to its end, although it ends at a NUL.
    pub(super) length: usize,
    /// It is the last of an input line (which goes on after a blank at its end).
    pub(super) ends_line: bool,
}

/// Bytes that are looked at one by one where blanks end words; where only newlines do.
const IN_WORDS: u8 = 1;
const IN_LINES: u8 = 2;
/// Bytes that are dropped before an item.
const BLANK: u8 = 4;

/// What the bytes of the input are.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let special = b"\0\n'\"\\";
    let mut at = 0;
    while at < special.len() {
        classes[special[at] as usize] = IN_WORDS | IN_LINES;
        at += 1;
    }
    let mut blank = b'\t';
    while blank <= b'\r' {
        classes[blank as usize] |= BLANK;
        blank += 1;
    }
    classes[b' ' as usize] = BLANK | IN_WORDS;
    classes[b'\t' as usize] |= IN_WORDS;
    classes
};

fn is(class: u8, byte: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}

/// Where the next item is, and how long, if it ends in `text`, at a blank or a newline, and nothing in it is of the
/// class `special`.
fn find_plain(text: &[u8], special: u8) -> Option<(usize, usize)> {
    let start = text.iter().position(|byte| !is(BLANK, *byte))?;
    let length = text[start..].iter().position(|byte| is(special, *byte))?;
    let is_end = matches!(text[start + length], b'\n' | b' ' | b'\t');
    (length > 0 && is_end).then_some((start, length))
}

/// Why the input ends too early.
pub(super) enum Failure {
    /// A quote that is not closed on its line, or too many bytes.
    Invalid(&'static str),
    Read(io::Error),
}

const TOO_LONG: Failure = Failure::Invalid("argument line too long");

pub(super) const NUL_WARNING: &str = "WARNING: a NUL character occurred in the input.  \
    It cannot be passed through in the argument list.  Did you mean to use the --null option?";

/// Reads items.
pub(super) struct Items<'a> {
    input: Input,
    delimiting: Delimiting<'a>,
    /// Most bytes of an item.
    longest: usize,
    ended: bool,
    /// No word of the current line has been read: at the end of the input, `-E` only counts
    /// then.
    first: bool,
    /// The byte read last, for continued lines.
    previous: u8,
    /// A NUL was met, and whether that was said.
    nul: (bool, bool),
}

/// Where the reader of words stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before an item.
    Space,
    Normal,
    Quote(u8),
    Backslash,
}

impl<'a> Items<'a> {
    pub(super) fn new(input: Input, delimiting: Delimiting<'a>, longest: usize) -> Self {
        Self {
            input,
            delimiting,
            longest,
            ended: false,
            first: true,
            previous: b'\n',
            nul: (false, false),
        }
    }

    /// Whether a warning about a NUL is due.
    pub(super) fn take_nul(&mut self) -> bool {
        let due = self.nul.0 && !self.nul.1;
        self.nul.1 |= due;
        due
    }

    /// The next item, whose text is appended to `out`; `None` at the end. What an error has appended is nothing.
    pub(super) fn next(&mut self, out: &mut Vec<u8>) -> Result<Option<Item>, Failure> {
        if self.ended {
            return Ok(None);
        }
        match self.delimiting {
            Delimiting::Byte(delimiter) => self.delimited(delimiter, out),
            Delimiting::Words { end, lines } => self.word(end, lines, out),
        }
    }

    /// Appends the next items that are complete in the buffer and without quotes, as [`Items::next`] would: up to
    /// `most` items of `room` bytes, the NUL behind each counted. None where lines are counted or an item may be the
    /// last.
    pub(super) fn take_plain(
        &mut self,
        most: usize,
        room: usize,
        words: &mut Words,
    ) -> Result<usize, Failure> {
        let is_usual = matches!(self.delimiting, Delimiting::Words { end: None, lines: false });
        if !is_usual || most == 0 || self.ended {
            return Ok(0);
        }
        let buffer = match self.input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) => {
                self.ended = true;
                return Err(Failure::Read(error));
            }
        };
        let (mut at, mut used) = (0, 0);
        for _ in 0..most {
            let rest = &buffer[at..];
            let Some((start, length)) = find_plain(rest, IN_WORDS) else { break };
            if length > self.longest || used + length + 1 > room {
                break;
            }
            words.push(&rest[start..start + length]);
            used += length + 1;
            at += start + length + 1;
        }
        if at > 0 {
            self.previous = buffer[at - 1];
            self.first = self.previous == b'\n';
            self.input.consume(at);
        }
        Ok(used)
    }

    fn delimited(&mut self, delimiter: u8, out: &mut Vec<u8>) -> Result<Option<Item>, Failure> {
        let start = out.len();
        let mut is_whole = false;
        while !is_whole {
            let buffer = self.input.fill_buf().map_err(Failure::Read)?;
            if buffer.is_empty() {
                self.ended = true;
                break;
            }
            // One that is too long is not read to its end.
            let most = (self.longest + 1).saturating_sub(out.len() - start).min(buffer.len());
            let end = byte_search::memchr(delimiter, &buffer[..most]);
            out.extend_from_slice(&buffer[..end.unwrap_or(most)]);
            is_whole = end.is_some();
            self.input.consume(end.map_or(most, |at| at + 1));
            if out.len() - start > self.longest {
                self.ended = true;
                return Err(TOO_LONG);
            }
        }
        let length = out.len() - start;
        if !is_whole && length == 0 {
            return Ok(None);
        }
        // Without a warning here.
        if let Some(at) = byte_search::memchr(0, &out[start..]) {
            out.truncate(start + at);
        }
        Ok(Some(Item { length, ends_line: true }))
    }

    /// A NUL is warned of before what is wrong with the rest of an argument.
    fn notice_nul(&mut self, text: &[u8]) {
        self.nul.0 |= byte_search::memchr(0, text).is_some();
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.input.fill_buf()?.first().copied();
        if byte.is_some() {
            self.input.consume(1);
        }
        Ok(byte)
    }

    /// An item without quotes that is in the buffer to its end, as most are: its length, and the byte behind it.
    /// None where there is another one.
    fn plain(&mut self, lines: bool, out: &mut Vec<u8>) -> io::Result<Option<(usize, u8)>> {
        let longest = self.longest;
        let special = if lines { IN_LINES } else { IN_WORDS };
        let buffer = self.input.fill_buf()?;
        let Some((start, length)) = find_plain(buffer, special).filter(|it| it.1 <= longest) else {
            return Ok(None);
        };
        let end = start + length;
        out.extend_from_slice(&buffer[start..end]);
        self.previous = buffer[end - 1];
        let after = buffer[end];
        self.input.consume(end + 1);
        Ok(Some((length, after)))
    }

    fn word(
        &mut self,
        end: Option<&[u8]>,
        lines: bool,
        out: &mut Vec<u8>,
    ) -> Result<Option<Item>, Failure> {
        if let Some((length, byte)) = self.plain(lines, out).map_err(Failure::Read)? {
            let before = std::mem::replace(&mut self.previous, byte);
            self.first = byte == b'\n';
            if end.is_some_and(|end| end == &out[out.len() - length..]) {
                self.ended = true;
                return Ok(None);
            }
            let ends_line = self.first && !matches!(before, b' ' | b'\t');
            return Ok(Some(Item { length, ends_line }));
        }
        self.quoted(end, lines, out)
    }

    /// Reads an item byte by byte.
    fn quoted(
        &mut self,
        end: Option<&[u8]>,
        lines: bool,
        out: &mut Vec<u8>,
    ) -> Result<Option<Item>, Failure> {
        let start = out.len();
        let mut state = State::Space;
        let mut seen = false;
        loop {
            let before = self.previous;
            let Some(byte) = self.byte().map_err(Failure::Read)? else {
                self.ended = true;
                // Even quotes around nothing are nothing here.
                if out.len() == start {
                    return Ok(None);
                }
                if let State::Quote(quote) = state {
                    self.notice_nul(&out[start..]);
                    return Err(Failure::Invalid(unmatched(quote)));
                }
                return Ok(self.finished(out, start, true, end.filter(|_| self.first)));
            };
            self.previous = byte;
            let length = out.len();
            match state {
                State::Quote(quote) => {
                    if byte == b'\n' {
                        self.ended = true;
                        self.notice_nul(&out[start..]);
                        return Err(Failure::Invalid(unmatched(quote)));
                    }
                    if byte == quote {
                        state = State::Normal;
                        seen = true;
                    } else {
                        out.push(byte);
                    }
                }
                State::Backslash => {
                    state = State::Normal;
                    out.push(byte);
                }
                State::Space if matches!(byte, b' ' | b'\t'..=b'\r') => {}
                State::Space | State::Normal => {
                    state = State::Normal;
                    match byte {
                        b'\n' => {
                            if out.len() == start && !seen {
                                state = State::Space;
                                continue;
                            }
                            self.first = true;
                            let blank = matches!(before, b' ' | b'\t');
                            return Ok(self.finished(out, start, !blank, end));
                        }
                        b' ' | b'\t' if !lines => {
                            // A line with blanks at its end goes on in the next one.
                            self.first = false;
                            return Ok(self.finished(out, start, false, end));
                        }
                        b'\\' => state = State::Backslash,
                        b'\'' | b'"' => state = State::Quote(byte),
                        _ => out.push(byte),
                    }
                }
            }
            if length - start >= self.longest && out.len() > length {
                self.ended = true;
                self.notice_nul(&out[start..]);
                return Err(TOO_LONG);
            }
        }
    }

    /// What is said of the item from `start` on, which a NUL ends.
    fn finished(
        &mut self,
        out: &mut Vec<u8>,
        start: usize,
        ends_line: bool,
        end: Option<&[u8]>,
    ) -> Option<Item> {
        let length = out.len() - start;
        if let Some(at) = byte_search::memchr(0, &out[start..]) {
            self.nul.0 = true;
            out.truncate(start + at);
        }
        if end == Some(&out[start..]) {
            self.ended = true;
            return None;
        }
        Some(Item { length, ends_line })
    }
}

fn unmatched(quote: u8) -> &'static str {
    match quote {
        b'"' => {
            "unmatched double quote; by default quotes are special to xargs unless you use the -0 option"
        }
        _ => {
            "unmatched single quote; by default quotes are special to xargs unless you use the -0 option"
        }
    }
}
