//! Compiled programs by their text, and which awk is installed.

use crate::arguments::Arguments;
use crate::lexer::SyntaxError;
use crate::machine::Memory;
use crate::parser;
use crate::syntax::Program;
use rustix::fs::{CWD, Mode, OFlags};
use std::borrow::Cow;
use std::io::Read;
use std::rc::Rc;
use utilities::Context;

/// Programs kept.
const MOST: usize = 64;

/// The programs of one shell.
#[derive(Default)]
pub(crate) struct Programs {
    /// The last used first.
    entries: Vec<(Vec<u8>, Rc<Program>)>,
    memory: Option<Memory>,
    /// Whether the installed awk is the one reproduced here, once known.
    installed: Option<bool>,
}

impl Programs {
    /// The compiled form of a program that has been used before.
    pub(crate) fn known(&self, text: &[u8]) -> Option<&Program> {
        self.entries.iter().find(|(other, _)| other == text).map(|(_, program)| &**program)
    }

    /// What [`is_mawk`] says, looked up once.
    pub(crate) fn installed(&self) -> bool {
        self.installed.unwrap_or_else(is_mawk)
    }

    /// Looks up which awk is installed.
    pub(crate) fn note_installed(&mut self) {
        if self.installed.is_none() {
            self.installed = Some(is_mawk());
        }
    }

    /// The compiled form of a program.
    pub(crate) fn get(&mut self, text: &[u8]) -> Result<Rc<Program>, SyntaxError> {
        if let Some(place) = self.entries.iter().position(|(other, _)| other == text) {
            if place > 0 {
                self.entries[..=place].rotate_right(1);
            }
            return Ok(self.entries[0].1.clone());
        }
        let program = Rc::new(parser::parse(text)?);
        self.entries.truncate(MOST - 1);
        self.entries.insert(0, (text.to_vec(), program.clone()));
        Ok(program)
    }

    pub(crate) fn take_memory(&mut self) -> Memory {
        self.memory.take().unwrap_or_default()
    }

    pub(crate) fn give_memory(&mut self, memory: Memory) {
        self.memory = Some(memory);
    }
}

/// The text of the program: the argument, or the files of `-f` one behind the other.
pub(crate) fn text<'a>(context: &Context<'_>, arguments: &Arguments<'a>) -> Option<Cow<'a, [u8]>> {
    if let Some(text) = arguments.program {
        return Some(Cow::Borrowed(text));
    }
    let mut text = Vec::new();
    for file in &arguments.files {
        if matches!(*file, b"-" | b"/dev/stdin") {
            return None;
        }
        let file = context.open(file).ok()?;
        if !file.is_immediate() {
            return None;
        }
        stage::Input::whole(file).read_to_end(&mut text).ok()?;
        text.push(b'\n');
    }
    Some(Cow::Owned(text))
}

/// The date of the version that is reproduced here, as it stands in the program.
const VERSION: &[u8] = b"20200120";

/// Whether the awk that is installed is mawk 1.3.4 of that date, or there is none.
fn is_mawk() -> bool {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let Ok(file) = rustix::fs::openat(CWD, "/usr/bin/awk", flags, Mode::empty()) else {
        return true;
    };
    let mut text = Vec::with_capacity(256 << 10);
    // A larger program is another one.
    while text.len() < 1 << 20 {
        text.reserve(64 << 10);
        match rustix::io::read(&file, rustix::buffer::spare_capacity(&mut text)) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
    }
    memchr::memmem::find(&text, VERSION).is_some() && memchr::memmem::find(&text, b"mawk").is_some()
}
