//! The input of xargs, item by item: words with quotes and backslashes, lines, or whatever a
//! delimiter separates.

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

/// One item.
pub(super) struct Item {
    pub(super) text: Vec<u8>,
    /// Bytes that it counts as: those up to its end, although it ends at a NUL.
    pub(super) length: usize,
    /// It is the last of an input line (which goes on after a blank at its end).
    pub(super) ends_line: bool,
}

impl Item {
    /// Whether the item went on behind a NUL.
    pub(super) fn has_nul(&self) -> bool {
        self.length > self.text.len()
    }
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

    /// The next item; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Item>, Failure> {
        if self.ended {
            return Ok(None);
        }
        match self.delimiting {
            Delimiting::Byte(delimiter) => {
                let (mut text, mut is_whole) = (Vec::new(), false);
                while !is_whole {
                    let buffer = self.input.fill_buf().map_err(Failure::Read)?;
                    if buffer.is_empty() {
                        self.ended = true;
                        break;
                    }
                    // One that is too long is not read to its end.
                    let most = (self.longest + 1).saturating_sub(text.len()).min(buffer.len());
                    let end = byte_search::memchr(delimiter, &buffer[..most]);
                    text.extend_from_slice(&buffer[..end.unwrap_or(most)]);
                    is_whole = end.is_some();
                    self.input.consume(end.map_or(most, |at| at + 1));
                    if text.len() > self.longest {
                        self.ended = true;
                        return Err(TOO_LONG);
                    }
                }
                if !is_whole && text.is_empty() {
                    return Ok(None);
                }
                // Without a warning here.
                let length = text.len();
                text.truncate(byte_search::memchr(0, &text).unwrap_or(text.len()));
                Ok(Some(Item { text, length, ends_line: true }))
            }
            Delimiting::Words { end, lines } => self.word(end, lines),
        }
    }

    /// An argument ends at a NUL.
    fn cut(&mut self, text: &mut Vec<u8>) {
        if let Some(at) = byte_search::memchr(0, text) {
            self.nul.0 = true;
            text.truncate(at);
        }
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

    /// A word that is all of its line, without quotes, as most are. None where there is another one.
    fn plain_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let longest = self.longest;
        let buffer = self.input.fill_buf()?;
        let is_special =
            |byte: &u8| matches!(byte, 0 | b' ' | b'\t'..=b'\r' | b'\'' | b'"' | b'\\');
        let length = buffer.iter().position(is_special).unwrap_or(0);
        if length == 0 || buffer[length] != b'\n' || length > longest {
            return Ok(None);
        }
        let text = buffer[..length].to_vec();
        self.input.consume(length + 1);
        Ok(Some(text))
    }

    fn word(&mut self, end: Option<&[u8]>, lines: bool) -> Result<Option<Item>, Failure> {
        if let Some(text) = self.plain_line().map_err(Failure::Read)? {
            self.previous = b'\n';
            self.first = true;
            return Ok(self.finished(text, true, end));
        }
        let mut state = State::Space;
        let mut text = Vec::new();
        let mut seen = false;
        loop {
            let before = self.previous;
            let Some(byte) = self.byte().map_err(Failure::Read)? else {
                self.ended = true;
                // Even quotes around nothing are nothing here.
                if text.is_empty() {
                    return Ok(None);
                }
                if let State::Quote(quote) = state {
                    self.notice_nul(&text);
                    return Err(Failure::Invalid(unmatched(quote)));
                }
                return Ok(self.finished(text, true, end.filter(|_| self.first)));
            };
            self.previous = byte;
            let length = text.len();
            match state {
                State::Quote(quote) => {
                    if byte == b'\n' {
                        self.ended = true;
                        self.notice_nul(&text);
                        return Err(Failure::Invalid(unmatched(quote)));
                    }
                    if byte == quote {
                        state = State::Normal;
                        seen = true;
                    } else {
                        text.push(byte);
                    }
                }
                State::Backslash => {
                    state = State::Normal;
                    text.push(byte);
                }
                State::Space if matches!(byte, b' ' | b'\t'..=b'\r') => {}
                State::Space | State::Normal => {
                    state = State::Normal;
                    match byte {
                        b'\n' => {
                            if text.is_empty() && !seen {
                                state = State::Space;
                                continue;
                            }
                            self.first = true;
                            let blank = matches!(before, b' ' | b'\t');
                            return Ok(self.finished(text, !blank, end));
                        }
                        b' ' | b'\t' if !lines => {
                            // A line with blanks at its end goes on in the next one.
                            self.first = false;
                            return Ok(self.finished(text, false, end));
                        }
                        b'\\' => state = State::Backslash,
                        b'\'' | b'"' => state = State::Quote(byte),
                        _ => text.push(byte),
                    }
                }
            }
            if length >= self.longest && text.len() > length {
                self.ended = true;
                self.notice_nul(&text);
                return Err(TOO_LONG);
            }
        }
    }

    fn finished(&mut self, mut text: Vec<u8>, ends_line: bool, end: Option<&[u8]>) -> Option<Item> {
        let length = text.len();
        self.cut(&mut text);
        if end == Some(&text[..]) {
            self.ended = true;
            return None;
        }
        Some(Item { text, length, ends_line })
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
