//! wordexp(3)'s command substitution, where the command needs no shell.
//!
//! The C library expands words from left to right and stops at the first error, so
//! that what comes before decides whether a command runs at all. Taken are only words
//! in which there is nothing that could be an error: plain text, quotes and commands.
//! Their fields are made here as glibc makes them, and then handed to glibc quoted: it
//! puts them where the caller wants them. The environment, which other threads may
//! read, stays as it is.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::mem::{take, transmute};
use std::ffi::CString;

use forkless::line::Line;
use forkless::output_of_line;

use crate::next::Next;

/// A thread may be cancelled there, which unwinds.
type WordExp = unsafe extern "C-unwind" fn(*const c_char, *mut c_void, c_int) -> c_int;

static WORDEXP: Next = Next::new(c"wordexp");

/// `WRDE_NOCMD`: substitution is an error.
const NO_COMMANDS: c_int = 1 << 2;
/// `WRDE_SHOWERR`: commands may write to standard error.
const SHOW_ERRORS: c_int = 1 << 4;
/// `WRDE_NOSPACE`: memory ran out, or no process could be had.
const NO_SPACE: c_int = 1;

/// A part of the words.
enum Part<'a> {
    /// A blank between them.
    Blank,
    Text(&'a [u8]),
    /// Where quotes end.
    Quotes,
    Command {
        line: Line,
        command: CString,
        quoted: bool,
    },
}

/// A byte that means itself, wherever it is.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || b"_-./:,+%@=".contains(&byte)
}

/// A byte that means itself between double quotes.
fn is_quoted(byte: u8) -> bool {
    !b"\"$`\\".contains(&byte)
}

/// Takes words apart. `None` if there is no command, or anything less than plain.
fn take_apart(words: &[u8]) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let (mut rest, mut double) = (words, false);
    while let Some((&byte, behind)) = rest.split_first() {
        let is_text = if double { is_quoted } else { is_plain };
        let text = rest.iter().position(|&byte| !is_text(byte)).unwrap_or(rest.len());
        if text > 0 {
            parts.push(Part::Text(rest.get(..text)?));
            rest = rest.get(text..)?;
            continue;
        }
        rest = behind;
        match byte {
            b' ' | b'\t' => parts.push(Part::Blank),
            b'"' if double => {
                parts.push(Part::Quotes);
                double = false;
            }
            b'"' => double = true,
            b'\'' => {
                let end = behind.iter().position(|&byte| byte == b'\'')?;
                parts.extend([Part::Text(behind.get(..end)?), Part::Quotes]);
                rest = behind.get(end + 1..)?;
            }
            b'$' => {
                let body = behind.strip_prefix(b"(")?;
                let end = body.iter().position(|&byte| byte == b')')?;
                parts.push(command(body.get(..end)?, double)?);
                rest = body.get(end + 1..)?;
            }
            _ => return None,
        }
    }
    let any = parts.iter().any(|part| matches!(part, Part::Command { .. }));
    (any && !double).then_some(parts)
}

/// The command of a substitution.
fn command(text: &[u8], quoted: bool) -> Option<Part<'_>> {
    // Quotes or more parentheses: where it ends takes a parser. A sign at the beginning:
    // the shell takes it for an option.
    if text.iter().any(|byte| b"'\"\\`($#".contains(byte))
        || matches!(text.first(), Some(b'-' | b'+'))
    {
        return None;
    }
    // A file that is not there yet, the shell waits for, not the caller.
    let line = Line::parse(text).filter(|line| !line.may_wait())?;
    Some(Part::Command { line, command: CString::new(text).ok()?, quoted })
}

/// Words as they come to be.
#[derive(Default)]
struct Fields {
    done: Vec<Vec<u8>>,
    word: Vec<u8>,
}

impl Fields {
    /// Ends a word.
    fn end(&mut self) {
        self.done.push(take(&mut self.word));
    }

    /// Adds what a command writes, of which newlines at the end are dropped.
    fn add_quoted(&mut self, mut output: &[u8]) {
        while let Some(less) = output.strip_suffix(b"\n") {
            output = less;
        }
        self.word.extend_from_slice(output);
    }

    /// Adds what a command writes, split at blanks as glibc does: those at the beginning
    /// end no word, nor do newlines at the end. A NUL is a blank.
    fn add_split(&mut self, output: &[u8]) {
        let (mut in_field, mut newline) = (false, false);
        for &byte in output {
            match byte {
                b'\n' => newline = in_field,
                b' ' | b'\t' | 0 => {
                    if in_field {
                        self.end();
                    }
                    (in_field, newline) = (false, false);
                }
                _ => {
                    if newline {
                        self.end();
                    }
                    (in_field, newline) = (true, false);
                    self.word.push(byte);
                }
            }
        }
    }

    /// Adds parts, running their commands. False if one could not be run.
    fn add(&mut self, parts: Vec<Part<'_>>, errors: bool) -> bool {
        for part in parts {
            match part {
                Part::Text(text) => self.word.extend_from_slice(text),
                Part::Blank if self.word.is_empty() => {}
                Part::Blank => self.end(),
                // To glibc even those with more behind them are a word.
                Part::Quotes if self.word.is_empty() => self.end(),
                Part::Quotes => {}
                Part::Command { line, command, quoted } => {
                    let Ok(output) = output_of_line(line, &command, errors) else { return false };
                    if quoted {
                        self.add_quoted(&output);
                    } else {
                        self.add_split(&output);
                    }
                }
            }
        }
        if !self.word.is_empty() {
            self.end();
        }
        true
    }

    /// All words, quoted so that they expand to themselves.
    fn quoted(&self) -> CString {
        let mut text = Vec::new();
        for word in &self.done {
            // Behind a NUL nobody sees it.
            let word = word.split(|&byte| byte == 0).next().unwrap_or_default();
            if word.is_empty() {
                text.extend_from_slice(b"''");
            }
            for run in word.chunk_by(|&one, &next| (one == b'\'') == (next == b'\'')) {
                if run.starts_with(b"'") {
                    text.extend(run.iter().flat_map(|_| *b"\\'"));
                } else {
                    text.push(b'\'');
                    text.extend_from_slice(run);
                    text.push(b'\'');
                }
            }
            text.push(b' ');
        }
        CString::new(text).unwrap_or_default()
    }
}

/// The words with their commands replaced by what these wrote, quoted, and whether
/// all could be run. `None` if nothing was.
fn substitute(words: &[u8], errors: bool) -> Option<(CString, bool)> {
    let parts = take_apart(words)?;
    let mut fields = Fields::default();
    let complete = fields.add(parts, errors);
    Some((fields.quoted(), complete))
}

/// Whether words are split at blanks, and by this C library in the way that is known.
fn splits_at_blanks() -> bool {
    // SAFETY: the name is NUL-terminated; nobody may change the environment meanwhile.
    cfg!(target_env = "gnu") && unsafe { libc::getenv(c"IFS".as_ptr()) }.is_null()
}

/// wordexp(3).
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn wordexp(
    words: *const c_char,
    expansion: *mut c_void,
    flags: c_int,
) -> c_int {
    let address = WORDEXP.address();
    if address.is_null() {
        return NO_SPACE;
    }
    // SAFETY: the C library's function of this type.
    let next = unsafe { transmute::<*mut c_void, WordExp>(address) };
    let replaced = if words.is_null() || flags & NO_COMMANDS != 0 || !splits_at_blanks() {
        None
    } else {
        // SAFETY: NUL-terminated, as wordexp(3) takes it.
        let words = unsafe { CStr::from_ptr(words) };
        let errors = flags & SHOW_ERRORS != 0;
        // Where memory ran out, commands may have run, which must not run again.
        std::panic::catch_unwind(|| substitute(words.to_bytes(), errors))
            .unwrap_or_else(|_| Some((CString::default(), false)))
    };
    let Some((text, complete)) = replaced else {
        // SAFETY: the caller guarantees what wordexp(3) asks; `next` is the C library's.
        return unsafe { next(words, expansion, flags) };
    };
    // SAFETY: the caller guarantees what wordexp(3) asks; `next` is the C library's.
    let result = unsafe { next(text.as_ptr(), expansion, flags) };
    if complete { result } else { NO_SPACE }
}
