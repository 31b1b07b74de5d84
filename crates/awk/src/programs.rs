//! Compiled programs by their text, and which awk is installed.

use crate::arguments::Arguments;
use crate::dialect::Dialect;
use crate::machine::Memory;
use crate::syntax::Program;
use dialect::awk::Awk;
use std::borrow::Cow;
use std::rc::Rc;
use utilities::Context;
use utilities::program::Family;

/// The awk that an installed program is, if it is one that is reproduced here.
pub(crate) fn reproduced(program: utilities::Program) -> Option<Awk> {
    match program.family {
        Family::Mawk => Some(match program.version.numbers().0 {
            20_260_129.. => Awk::Mawk2026,
            20_250_131..20_260_129 => Awk::Mawk2025,
            _ => Awk::Mawk,
        }),
        Family::Gawk => Some(match program.version.numbers() {
            (5, 3..) => Awk::Gawk53,
            _ => Awk::Gawk,
        }),
        _ => None,
    }
}

/// The version of an awk that is reproduced here.
pub fn reference(awk: Awk) -> utilities::Program {
    let mawk = |date| utilities::Program {
        family: Family::Mawk,
        version: utilities::program::Version::new(date, 0, 0),
    };
    match awk {
        Awk::Mawk => utilities::Program::reference(b"mawk"),
        Awk::Mawk2025 => mawk(20_250_131),
        Awk::Mawk2026 => mawk(20_260_302),
        Awk::Gawk => utilities::Program::reference(b"gawk"),
        Awk::Gawk53 => utilities::Program {
            family: Family::Gawk,
            version: utilities::program::Version::new(5, 3, 2),
        },
    }
}

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
    pub(crate) fn known(&self, text: &[u8], dialect: Dialect) -> Option<&Rc<Program>> {
        let mut entries = self.entries.iter();
        entries.find(|entry| is_for(entry, text, dialect)).map(|(_, program)| program)
    }

    /// Keeps the compiled form of a program that is used now.
    pub(crate) fn keep(&mut self, text: Cow<'_, [u8]>, program: &Rc<Program>) {
        match self.entries.iter().position(|(_, known)| Rc::ptr_eq(known, program)) {
            Some(0) => {}
            Some(place) => self.entries[..=place].rotate_right(1),
            None => {
                self.entries.truncate(MOST - 1);
                self.entries.insert(0, (text.into_owned(), program.clone()));
            }
        }
    }

    /// The text of a program that has been kept.
    pub(crate) fn text_of(&self, program: &Rc<Program>) -> &[u8] {
        let entry = self.entries.iter().find(|(_, known)| Rc::ptr_eq(known, program));
        entry.map_or(b"", |(text, _)| text)
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
        sources.push((byte_search::memchr_iter(b'\n', &text).count() as u32, *file));
        text.extend(context.program_file(file)?);
        // To gawk it is an error where no newline follows.
        if text.ends_with(b"\\") {
            return None;
        }
        text.push(b'\n');
    }
    Some((Cow::Owned(text), sources))
}
