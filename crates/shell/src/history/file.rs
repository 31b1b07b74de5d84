//! HISTFILE: the history list in a file (bash(1), HISTFILE, HISTTIMEFORMAT).
//!
//! One line for each line of a command. Where HISTTIMEFORMAT is set a line `#seconds` comes
//! before each command; in a file with such lines everything up to the next of them is one
//! command.

use super::Entry;
use crate::environment::Environment;
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use stage::{OpenFile, Signals};

/// The most that is read of a file.
const MOST: usize = 64 << 20;

impl Environment {
    /// The commands in a file behind its first `skipped` lines, and the number of its lines.
    ///
    /// # Errors
    /// Those of open(2) and read(2).
    pub fn read_history(
        &mut self,
        path: &[u8],
        skipped: usize,
    ) -> Result<(Vec<Entry>, usize), Errno> {
        let text = self.text_of(path)?;
        let count = text.iter().filter(|byte| **byte == b'\n').count();
        let begin = match skipped {
            0 => 0,
            _ => byte_search::memchr_iter(b'\n', &text)
                .nth(skipped - 1)
                .map_or(text.len(), |at| at + 1),
        };
        Ok((parse(&text[begin..]), count))
    }

    /// What is in a file.
    pub(crate) fn text_of(&mut self, path: &[u8]) -> Result<Vec<u8>, Errno> {
        let file = self.open_file(path, OFlags::RDONLY | OFlags::NONBLOCK)?;
        let stat = rustix::fs::fstat(&file)?;
        if !rustix::fs::FileType::from_raw_mode(stat.st_mode).is_file() {
            return Err(Errno::INVAL);
        }
        let file = OpenFile::from_fd(&self.shared.scheduler, file);
        let mut text = Vec::new();
        let mut block = [0; 4096];
        while text.len() < MOST {
            match file.read(&mut block, Signals::Deferred) {
                Ok(0) => break,
                Ok(count) => text.extend_from_slice(&block[..count]),
                Err(_) => return Err(Errno::IO),
            }
        }
        if text.last().is_some_and(|byte| *byte != b'\n') {
            text.push(b'\n');
        }
        Ok(text)
    }

    /// Writes the last `count` commands to a file: behind what it has, or instead of it where
    /// `anew` is true.
    ///
    /// # Errors
    /// Those of open(2) and write(2).
    pub fn write_history(&mut self, path: &[u8], count: usize, anew: bool) -> Result<(), Errno> {
        let timed = self.history_variable("HISTTIMEFORMAT").is_some();
        let entries = &self.history().entries;
        let mut text = Vec::new();
        for entry in &entries[entries.len().saturating_sub(count)..] {
            push(&mut text, entry, timed);
        }
        let how = if anew { OFlags::TRUNC } else { OFlags::APPEND };
        self.write_to(path, &text, how)
    }

    fn write_to(&mut self, path: &[u8], text: &[u8], how: OFlags) -> Result<(), Errno> {
        let directory = self.directory();
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::CLOEXEC | OFlags::NOCTTY | how;
        let mode = Mode::RUSR | Mode::WUSR;
        let file = stage::door::openat(directory, path, flags, mode)?;
        let file = OpenFile::from_fd(&self.shared.scheduler, file);
        file.write_all(text).map_err(|_| Errno::IO)
    }

    /// Adds a command to the file as it is entered.
    pub(super) fn append_at_once(&mut self, entry: &Entry) {
        let Some(path) = self.history_file() else { return };
        let mut text = Vec::new();
        push(&mut text, entry, false);
        let _ = self.write_to(&path, &text, OFlags::APPEND);
    }

    /// What the shell does with the history when it ends: adds what is new to the file. Where the list does not
    /// hold all that is new, the list takes the place of what is in the file.
    pub fn save_history(&mut self) {
        let Some(history) = &self.history else { return };
        let (unsaved, replaces) = (history.unsaved, history.dropped_unsaved);
        if unsaved == 0 || self.rules().interactive.history_is_saved_at_once {
            return;
        }
        let Some(path) = self.history_file() else { return };
        let replaces = replaces && !self.has_shopt("histappend");
        if self.write_history(&path, unsaved, replaces).is_ok() {
            self.history().mark_saved();
            self.truncate_history(&path);
        }
    }

    /// Keeps the last HISTFILESIZE lines of a file.
    pub fn truncate_history(&mut self, path: &[u8]) {
        let Some(most) = self
            .history_variable("HISTFILESIZE")
            .and_then(|text| syntax::arithmetic::number(&text).ok())
            .and_then(|number| usize::try_from(number).ok())
        else {
            return;
        };
        let Ok(text) = self.text_of(path) else { return };
        let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        let is_time = |line: &&[u8]| time_of(line.trim_ascii_end()).is_some();
        let mut kept = 0;
        let mut from = lines.len();
        for (index, line) in lines.iter().enumerate().rev() {
            if !is_time(line) {
                if kept == most {
                    break;
                }
                kept += 1;
            }
            from = index;
        }
        if from > 0 && most < lines.len() {
            let _ = self.write_to(path, &lines[from..].concat(), OFlags::TRUNC);
        }
    }
}

fn push(text: &mut Vec<u8>, entry: &Entry, timed: bool) {
    if timed && let Some(time) = entry.time {
        text.extend_from_slice(format!("#{time}\n").as_bytes());
    }
    text.extend_from_slice(&entry.text);
    text.push(b'\n');
}

/// The time that a line says, if it is one that does.
fn time_of(line: &[u8]) -> Option<i64> {
    let digits =
        line.strip_prefix(b"#").filter(|digits| digits.first().is_some_and(u8::is_ascii_digit))?;
    let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    super::super::builtins::number(&digits[..length])
}

/// The commands of a text.
fn parse(text: &[u8]) -> Vec<Entry> {
    let timed = text.first() == Some(&b'#') && text.get(1).is_some_and(u8::is_ascii_digit);
    let mut entries: Vec<(Vec<u8>, Option<i64>)> = Vec::new();
    let mut time = None;
    let mut begins = true;
    for line in text.split(|byte| *byte == b'\n') {
        if let Some(stamp) = time_of(line) {
            time = Some(stamp);
            begins = true;
            continue;
        }
        if line.is_empty() && (begins || !timed) {
            continue;
        }
        match entries.last_mut() {
            Some((last, _)) if timed && !begins => {
                last.push(b'\n');
                last.extend_from_slice(line);
            }
            _ => entries.push((line.to_vec(), time.take())),
        }
        begins = false;
    }
    let mut found: Vec<Entry> = Vec::with_capacity(entries.len());
    for (mut text, time) in entries {
        while timed && text.ends_with(b"\n") {
            text.pop();
        }
        found.push(Entry { text: text.into(), time });
    }
    found
}
