//! sed: the stream editor (POSIX XCU sed; GNU sed manual, sed(1)).
//!
//! A script is read once and kept, so that one that comes again costs a look-up. The parser
//! refuses whatever is wrong or odd: then the installed sed is launched and finds the words.
//! From where the input may be left before its end (`q`), it is read exactly as far as needed.

mod escapes;
mod execute;
mod inplace;
mod input;
mod list;
mod local;
mod output;
mod parse;
mod posix;
mod replacement;
mod script;
mod space;

use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit, locale, message};
use parse::Dialect;
use script::Script;
use std::borrow::Cow;
use std::io;
use std::rc::Rc;

// No letter: it has a long name only.
const POSIX: char = '\u{100}';

const OPTIONS: &[options::Option_] = &[
    ('n', "quiet", Takes::Nothing),
    ('n', "silent", Takes::Nothing),
    ('e', "expression", Takes::Argument),
    ('f', "file", Takes::Argument),
    ('E', "regexp-extended", Takes::Nothing),
    ('r', "", Takes::Nothing),
    ('s', "separate", Takes::Nothing),
    ('i', "in-place", Takes::Optional),
    ('l', "line-length", Takes::Argument),
    ('u', "unbuffered", Takes::Nothing),
    ('z', "null-data", Takes::Nothing),
    ('z', "zero-terminated", Takes::Nothing),
    ('b', "binary", Takes::Nothing),
    (POSIX, "posix", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str =
    "-bEnrsuz, --posix, -e SCRIPT, -f FILE, -i[SUFFIX], -l N [SCRIPT] [FILE...]";

/// Why a run ends early.
enum Stop {
    /// With this, and nothing more is said.
    Exit(Exit),
    /// With a message and a status.
    Complain(Vec<u8>, u8),
}

impl Stop {
    fn of(error: &io::Error, pipe_ignored: bool, name: &[u8]) -> Self {
        if let Some(exit) = Context::signal_unless(pipe_ignored, error) {
            return Stop::Exit(exit);
        }
        let mut text = b"couldn't write to ".to_vec();
        text.extend_from_slice(name);
        text.extend_from_slice(b": ");
        text.extend_from_slice(message::reason(error).as_bytes());
        Stop::Complain(text, 4)
    }
}

/// What the command line says beside the script.
struct Settings<'a> {
    files: Vec<&'a [u8]>,
    delimiter: u8,
    quiet: bool,
    /// Every file has lines, ranges and an end of its own.
    separate: bool,
    /// The suffix of backups, empty for none.
    in_place: Option<&'a [u8]>,
    unbuffered: bool,
    list_length: u64,
    /// Whether `p`, `P` and `G` end a last line that has no end.
    ends_lines: bool,
    utf8: bool,
    /// The script as it is written, and in which language.
    text: Cow<'a, [u8]>,
    dialect: Dialect,
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Plan<(Rc<Script>, Settings<'a>)> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let mut settings = Settings {
        files: Vec::new(),
        delimiter: b'\n',
        quiet: false,
        separate: false,
        in_place: None,
        unbuffered: false,
        list_length: 70,
        ends_lines: context.has(Change::SedEndsLines),
        utf8: context.utf8,
        text: Cow::Borrowed(b""),
        dialect: Dialect {
            extended: false,
            null_data: false,
            utf8: context.utf8,
            dot_lacks_nul: context.has(Change::SedDotLacksNul),
        },
    };
    let mut dialect = settings.dialect;
    let mut text: Option<Cow<'a, [u8]>> = None;
    let mut has_length = false;
    for &(option, value) in &parsed.options {
        match (option, value) {
            ('n', _) => settings.quiet = true,
            ('E' | 'r', _) => dialect.extended = true,
            ('s', _) => settings.separate = true,
            ('u', _) => settings.unbuffered = true,
            ('z', _) => (settings.delimiter, dialect.null_data) = (0, true),
            ('i', suffix) => {
                settings.separate = true;
                settings.in_place = Some(suffix.unwrap_or(b""));
            }
            ('l', Some(value)) => {
                settings.list_length = number::plain(value).ok_or("a length to complain about")?;
                has_length = true;
            }
            ('e', Some(piece)) => add_piece(&mut text, Cow::Borrowed(piece)),
            ('f', Some(name)) => {
                // GNU takes -E, -s and -z into account as they come.
                add_piece(&mut text, Cow::Owned(read_script(context, name)?));
            }
            _ => {}
        }
    }
    let scripts = |option: char| option == 'e' || option == 'f';
    if let Some(first) = parsed.options.iter().position(|(option, _)| scripts(*option))
        && parsed.options[first..].iter().any(|(option, _)| "Erz".contains(*option))
    {
        return Err("an option after a script that it may not apply to");
    }
    if settings.in_place.is_some_and(|suffix| suffix.contains(&b'*') || suffix.contains(&b'/')) {
        return Err("a pattern for the names of backups");
    }
    let mut operands = &parsed.operands[..];
    let text = match text {
        Some(text) => text,
        None => {
            let (first, rest) = operands.split_first().ok_or("no script")?;
            operands = rest;
            Cow::Borrowed(*first)
        }
    };
    if parsed.has(POSIX) && (dialect.extended || !posix::is_alike(&text)) {
        return Err("a script that --posix may change");
    }
    locale::check_sets(context, [&*text])?;
    settings.files = operands.to_vec();
    if settings.files.is_empty() {
        if settings.in_place.is_some() {
            return Err("no files to edit");
        }
        settings.files.push(b"-");
    }
    let script = context.caches.sed.get(&text, dialect)?;
    if script.lists && !has_length && context.variables.get(b"COLS").is_some() {
        return Err("COLS is set");
    }
    settings.quiet |= script.quiet;
    (settings.text, settings.dialect) = (text, dialect);
    Ok((script, settings))
}

/// Scripts continue each other by lines.
fn add_piece<'a>(text: &mut Option<Cow<'a, [u8]>>, piece: Cow<'a, [u8]>) {
    match text {
        None => *text = Some(piece),
        Some(text) => {
            let text = text.to_mut();
            text.push(b'\n');
            text.extend_from_slice(&piece);
        }
    }
}

/// Reads a script file, where that changes nothing.
fn read_script(context: &Context<'_>, name: &[u8]) -> Plan<Vec<u8>> {
    let mut text = context.program_file(name).ok_or("a script that cannot be read")?;
    if text.ends_with(b"\\\n") {
        return Err("a script file that ends in a text without any");
    }
    if text.ends_with(b"\n") {
        text.pop();
    }
    Ok(text)
}

/// Decides on the arguments.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(context, arguments), run)
}

/// Carries out a plan of sed: its exit status.
fn run(context: &mut Context<'_>, (script, settings): (Rc<Script>, Settings<'_>)) -> Exit {
    let context = &*context;
    let cache = context.caches.sed.take_storage();
    let result = match execute::Run::new(context, &script, &settings, cache) {
        Ok(run) => {
            let (result, cache) = run.run();
            context.caches.sed.give_storage(cache);
            result
        }
        Err(stop) => Err(stop),
    };
    match result {
        Ok(status) => Exit::Status(status),
        Err(Stop::Exit(exit)) => exit,
        Err(Stop::Complain(text, status)) => {
            context.error(text);
            Exit::Status(status)
        }
    }
}

/// Scripts met before, and storage for matching.
#[derive(Default)]
pub struct SedCache {
    entries: std::cell::RefCell<Vec<Entry>>,
    storage: std::cell::Cell<Option<Box<execute::Storage>>>,
}

struct Entry {
    text: Box<[u8]>,
    dialect: Dialect,
    script: Rc<Script>,
}

/// Scripts kept.
const KEPT: usize = 64;

impl SedCache {
    fn get(&self, text: &[u8], dialect: Dialect) -> Plan<Rc<Script>> {
        let mut entries = self.entries.borrow_mut();
        let found = entries.iter().rposition(|e| e.dialect == dialect && *e.text == *text);
        if let Some(at) = found {
            return Ok(entries[at].script.clone());
        }
        let script = Rc::new(parse::parse(text, dialect)?);
        if entries.len() == KEPT {
            entries.remove(0);
        }
        entries.push(Entry { text: text.into(), dialect, script: script.clone() });
        Ok(script)
    }

    fn take_storage(&self) -> Box<execute::Storage> {
        self.storage.take().unwrap_or_default()
    }

    fn give_storage(&self, storage: Box<execute::Storage>) {
        self.storage.set(Some(storage));
    }
}
