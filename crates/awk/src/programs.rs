//! Compiled programs by their text, and which awk is installed.

use crate::arguments::Arguments;
use crate::dialect::Dialect;
use crate::lexer::SyntaxError;
use crate::machine::Memory;
use crate::parser;
use crate::syntax::Program;
use dialect::awk::Awk;
use rustix::fs::{CWD, Mode, OFlags};
use std::borrow::Cow;
use std::io::Read;
use std::rc::Rc;
use utilities::Context;
use utilities::caches::Caches;

/// Programs kept.
const MOST: usize = 64;

/// The programs of one shell.
#[derive(Default)]
pub(crate) struct Programs {
    /// The last used first.
    entries: Vec<(Vec<u8>, Rc<Program>)>,
    memory: Option<Memory>,
}

impl Programs {
    /// The compiled form of a program that has been used before.
    pub(crate) fn known(&self, text: &[u8], dialect: Dialect) -> Option<&Program> {
        let mut entries = self.entries.iter();
        entries.find(|entry| is_for(entry, text, dialect)).map(|(_, program)| &**program)
    }

    /// The compiled form of a program.
    pub(crate) fn get(
        &mut self,
        text: &[u8],
        dialect: Dialect,
    ) -> Result<Rc<Program>, SyntaxError> {
        let known = self.entries.iter().position(|entry| is_for(entry, text, dialect));
        if let Some(place) = known {
            if place > 0 {
                self.entries[..=place].rotate_right(1);
            }
            return Ok(self.entries[0].1.clone());
        }
        let program = Rc::new(parser::parse(text, dialect)?);
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

/// Whether a program that is kept is the one of this text.
fn is_for(entry: &(Vec<u8>, Rc<Program>), text: &[u8], dialect: Dialect) -> bool {
    entry.1.dialect == dialect && entry.0 == text
}

/// The text of a program, and the files that it is from with the lines of the text before each.
pub(crate) type Text<'a> = (Cow<'a, [u8]>, Vec<(u32, &'a [u8])>);

/// The text of the program: the argument, or the files of `-f` one behind the other.
pub(crate) fn text<'a>(context: &Context<'_>, arguments: &Arguments<'a>) -> Option<Text<'a>> {
    if let Some(text) = arguments.program {
        return Some((Cow::Borrowed(text), Vec::new()));
    }
    let mut sources = Vec::new();
    let mut text = Vec::new();
    for file in &arguments.files {
        if matches!(*file, b"-" | b"/dev/stdin") {
            return None;
        }
        sources.push((memchr::memchr_iter(b'\n', &text).count() as u32, *file));
        let file = context.open(file).ok()?;
        if !file.is_immediate() {
            return None;
        }
        stage::Input::whole(file).read_to_end(&mut text).ok()?;
        text.push(b'\n');
    }
    Some((Cow::Owned(text), sources))
}

/// The date of the mawk that is reproduced here, as it stands in the program.
const MAWK: &[u8] = b"20200120";

/// The versions of gawk that are reproduced here.
const GAWK: [&[u8]; 1] = [b"GNU Awk 5.2.1"];

/// The installed awk as far as it is reproduced here; looked up once.
pub(crate) fn installed(caches: &Caches) -> Option<Awk> {
    let name = caches.awk.get().unwrap_or_else(|| {
        let name = look_up().map_or("", Awk::title);
        caches.awk.set(Some(name));
        name
    });
    Awk::ALL.into_iter().find(|awk| awk.title() == name)
}

/// Which awk is installed, if it is one that is reproduced here. Where there is none it is mawk.
#[cold]
fn look_up() -> Option<Awk> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let Ok(file) = rustix::fs::openat(CWD, "/usr/bin/awk", flags, Mode::empty()) else {
        return Some(Awk::Mawk);
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
    let has = |part: &[u8]| memchr::memmem::find(&text, part).is_some();
    if has(MAWK) && has(b"mawk") {
        Some(Awk::Mawk)
    } else if GAWK.iter().any(|version| has(&[version, &b"\0"[..]].concat())) {
        Some(Awk::Gawk)
    } else {
        None
    }
}
