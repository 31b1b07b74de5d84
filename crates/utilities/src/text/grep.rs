//! grep, egrep, fgrep: lines that match (POSIX XCU grep; GNU grep manual, grep(1)).

mod matcher;
mod search;
mod walk;

use super::stream::{self, Reader, Writer};
use super::{Plan, decision, number};
use crate::options::{self, Takes};
use crate::{Change, Context, Decision, Exit, locale, message};
use matcher::{Dialect, Kind, Matcher};
use rustix::fs::{FileType, Stat};
use search::{Searcher, Stop, Storage};
use stage::OpenFile;
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::io;
use std::rc::Rc;
use walk::{Met, Walk};

// No letters: these have long names only.
const BINARY_FILES: char = '\u{100}';
const COLOR: char = '\u{101}';
const LINE_BUFFERED: char = '\u{102}';
const NO_IGNORE_CASE: char = '\u{103}';
const LABEL: char = '\u{104}';

const OPTIONS: &[options::Option_] = &[
    ('E', "extended-regexp", Takes::Nothing),
    ('F', "fixed-strings", Takes::Nothing),
    ('F', "fixed-regexp", Takes::Nothing),
    ('G', "basic-regexp", Takes::Nothing),
    ('A', "after-context", Takes::Argument),
    ('B', "before-context", Takes::Argument),
    ('C', "context", Takes::Argument),
    ('b', "byte-offset", Takes::Nothing),
    ('c', "count", Takes::Nothing),
    ('e', "regexp", Takes::Argument),
    ('f', "file", Takes::Argument),
    ('H', "with-filename", Takes::Nothing),
    ('h', "no-filename", Takes::Nothing),
    ('I', "", Takes::Nothing),
    ('i', "ignore-case", Takes::Nothing),
    ('y', "", Takes::Nothing),
    (NO_IGNORE_CASE, "no-ignore-case", Takes::Nothing),
    ('L', "files-without-match", Takes::Nothing),
    ('l', "files-with-matches", Takes::Nothing),
    ('m', "max-count", Takes::Argument),
    ('n', "line-number", Takes::Nothing),
    ('o', "only-matching", Takes::Nothing),
    ('q', "quiet", Takes::Nothing),
    ('q', "silent", Takes::Nothing),
    ('r', "recursive", Takes::Nothing),
    ('s', "no-messages", Takes::Nothing),
    ('v', "invert-match", Takes::Nothing),
    ('w', "word-regexp", Takes::Nothing),
    ('x', "line-regexp", Takes::Nothing),
    ('Z', "null", Takes::Nothing),
    ('a', "text", Takes::Nothing),
    ('U', "binary", Takes::Nothing),
    (BINARY_FILES, "binary-files", Takes::Argument),
    (COLOR, "color", Takes::Optional),
    (COLOR, "colour", Takes::Optional),
    (LABEL, "label", Takes::Argument),
    (LINE_BUFFERED, "line-buffered", Takes::Nothing),
    ('0', "", Takes::Nothing),
    ('1', "", Takes::Nothing),
    ('2', "", Takes::Nothing),
    ('3', "", Takes::Nothing),
    ('4', "", Takes::Nothing),
    ('5', "", Takes::Nothing),
    ('6', "", Takes::Nothing),
    ('7', "", Takes::Nothing),
    ('8', "", Takes::Nothing),
    ('9', "", Takes::Nothing),
];

/// The options admitted.
pub const ADMITTED: &str = "-EFG, -abcHhIiLlnoqrsvwxZ, -A N, -B N, -C N, -N, -e PATTERNS, -f FILE, \
                            -m N, --binary-files, --color=never, --label, --line-buffered \
                            [PATTERNS] [FILE...]";

/// What to do with what is no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binary {
    /// Tell only that it matches.
    Tell,
    /// Take it for text.
    Text,
    /// Take it for something that does not match.
    NoMatch,
}

/// Which files are listed by name instead of their lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    No,
    Matching,
    NotMatching,
}

/// What the options say, after all that they imply.
struct Settings {
    binary: Binary,
    list: List,
    count: bool,
    invert: bool,
    only_matching: bool,
    line_numbers: bool,
    byte_offsets: bool,
    null_after_name: bool,
    line_buffered: bool,
    before: u64,
    after: u64,
    has_context: bool,
    most: u64,
    /// No lines are output.
    quiet: bool,
    /// One line of a file is enough.
    done_on_match: bool,
    /// One line of any file is enough.
    exit_on_match: bool,
    /// What is left of standard input is read, so that its writer comes to its end.
    drains: bool,
    utf8: bool,
}

struct Grep<'a> {
    settings: Settings,
    matcher: Rc<Matcher>,
    operands: Vec<&'a [u8]>,
    /// File names are shown; None: if the operand is a directory.
    names: Option<bool>,
    recursive: bool,
    no_messages: bool,
    /// Nothing can be selected: no file is looked at.
    hopeless: bool,
    /// What standard input is called.
    label: &'a [u8],
    /// Without an operand, names are shown without `./`.
    here: bool,
}

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]], kind: Option<Kind>) -> Plan<Grep<'a>> {
    let parsed =
        options::parse(arguments, OPTIONS, true).ok_or("an option that is not reproduced")?;
    let mut chosen = Chosen::new(context, kind);
    for &(option, value) in &parsed.options {
        chosen.note(context, option, value)?;
    }
    chosen.note_lines_of_context(arguments)?;
    let mut operands = parsed.operands;
    let patterns = chosen.take_patterns(&mut operands)?;
    if chosen.dialect.kind != Kind::Fixed {
        locale::check_sets(context, [&*patterns])?;
    }
    let Chosen { mut settings, dialect, recursive, no_messages, label, names, .. } = chosen;
    if context.has(Change::NulEndsLines) || context.has(Change::GrepPipesAreText) {
        settings.binary = Binary::Text;
    }
    let null = !settings.exit_on_match && is_null(context);
    decide_output(&mut settings, null);
    let nothing = patterns.is_empty() && settings.invert && !dialect.lines && !dialect.words;
    let hopeless = (settings.most == 0 || nothing) && settings.list != List::NotMatching;
    let names = match names {
        None if operands.len() > 1 => Some(true),
        None if recursive => None,
        names => Some(names == Some(true)),
    };
    let here = operands.is_empty() && recursive;
    if operands.is_empty() {
        operands.push(if recursive { b"." } else { b"-" });
    }
    // Where reading ends is visible to the next reader of a file.
    let stops = settings.most != u64::MAX || (null && !settings.exit_on_match);
    if stops && !hopeless && operands.contains(&&b"-"[..]) && is_stdin_regular(context) {
        return Err("a standard input that is to be left at a certain place");
    }
    settings.drains = stops && null && operands.contains(&&b"-"[..]);
    if settings.drains && (settings.most != u64::MAX || hopeless || !is_stream(context)) {
        return Err("a standard input that is to be read to its end");
    }
    if settings.only_matching && dialect.lines && dialect.words {
        return Err("the parts that match of lines that are words");
    }
    let matcher = context.caches.grep.get(&patterns, dialect)?;
    Ok(Grep { settings, matcher, operands, names, recursive, no_messages, hopeless, label, here })
}

/// What the options have chosen so far.
struct Chosen<'a> {
    settings: Settings,
    dialect: Dialect,
    /// The kind of patterns that the program's name or an option has chosen.
    kind: Option<Kind>,
    /// `-B`, `-A`, `-C`
    before: Option<u64>,
    after: Option<u64>,
    around: Option<u64>,
    /// The digits of `-NUMBER`.
    digits: Vec<u8>,
    /// `-H` or `-h`
    names: Option<bool>,
    recursive: bool,
    no_messages: bool,
    label: &'a [u8],
    /// Of `-e` and `-f`, a line each.
    patterns: Option<Cow<'a, [u8]>>,
    count_of_patterns: usize,
}

impl<'a> Chosen<'a> {
    fn new(context: &Context<'_>, kind: Option<Kind>) -> Self {
        let utf8 = context.utf8;
        let dialect = Dialect {
            kind: kind.unwrap_or(Kind::Basic),
            nocase: false,
            words: false,
            lines: false,
            utf8,
            ends_at_nul: context.has(Change::NulEndsLines),
        };
        let settings = Settings {
            binary: Binary::Tell,
            list: List::No,
            count: false,
            invert: false,
            only_matching: false,
            line_numbers: false,
            byte_offsets: false,
            null_after_name: false,
            line_buffered: false,
            before: 0,
            after: 0,
            has_context: false,
            most: u64::MAX,
            quiet: false,
            done_on_match: false,
            exit_on_match: false,
            drains: false,
            utf8,
        };
        Self {
            settings,
            dialect,
            kind,
            before: None,
            after: None,
            around: None,
            digits: Vec::new(),
            names: None,
            recursive: false,
            no_messages: false,
            label: b"(standard input)",
            patterns: None,
            count_of_patterns: 0,
        }
    }

    /// Notes one option.
    fn note(&mut self, context: &Context<'_>, option: char, value: Option<&'a [u8]>) -> Plan<()> {
        let settings = &mut self.settings;
        let length =
            || number::plain(value.unwrap_or_default()).ok_or("a number to complain about");
        match option {
            'E' => self.note_kind(Kind::Extended)?,
            'F' => self.note_kind(Kind::Fixed)?,
            'G' => self.note_kind(Kind::Basic)?,
            'A' => self.after = Some(length()?),
            'B' => self.before = Some(length()?),
            'C' => self.around = Some(length()?),
            '0'..='9' => self.digits.push(option as u8),
            'b' => settings.byte_offsets = true,
            'c' => settings.count = true,
            'e' => {
                self.count_of_patterns += 1;
                self.add_patterns(Cow::Borrowed(value.unwrap_or_default()));
            }
            'f' => self.add_file_of_patterns(context, value.unwrap_or_default())?,
            'H' => self.names = Some(true),
            'h' => self.names = Some(false),
            'I' => settings.binary = Binary::NoMatch,
            'a' => settings.binary = Binary::Text,
            BINARY_FILES => {
                settings.binary = match value {
                    Some(b"binary") => Binary::Tell,
                    Some(b"text") => Binary::Text,
                    Some(b"without-match") => Binary::NoMatch,
                    _ => return Err("an option to complain about"),
                };
            }
            'i' | 'y' => self.dialect.nocase = true,
            NO_IGNORE_CASE => self.dialect.nocase = false,
            'L' => settings.list = List::NotMatching,
            'l' => settings.list = List::Matching,
            'm' => settings.most = length()?,
            'n' => settings.line_numbers = true,
            'o' => settings.only_matching = true,
            'q' => settings.exit_on_match = true,
            'r' => self.recursive = true,
            's' => self.no_messages = true,
            'v' => settings.invert = true,
            'w' => self.dialect.words = true,
            'x' => self.dialect.lines = true,
            'Z' => settings.null_after_name = true,
            LABEL => self.label = value.unwrap_or(self.label),
            LINE_BUFFERED => settings.line_buffered = true,
            COLOR => match value {
                Some(b"never" | b"no" | b"none") => {}
                None | Some(b"auto" | b"tty" | b"if-tty") if !is_terminal(context) => {}
                _ => return Err("colours"),
            },
            _ => {}
        }
        Ok(())
    }

    /// Notes which kind of patterns -E, -F or -G asks for.
    fn note_kind(&mut self, kind: Kind) -> Plan<()> {
        if self.kind.is_some_and(|chosen| chosen != kind) {
            return Err("conflicting kinds of patterns");
        }
        self.kind = Some(kind);
        self.dialect.kind = kind;
        Ok(())
    }

    /// Adds the patterns of the file that -f names.
    fn add_file_of_patterns(&mut self, context: &Context<'_>, file: &[u8]) -> Plan<()> {
        let (text, has_patterns) = read_patterns(context, file)?;
        if has_patterns {
            self.count_of_patterns += 1;
            self.add_patterns(Cow::Owned(text));
        } else {
            self.patterns.get_or_insert(Cow::Borrowed(b""));
        }
        Ok(())
    }

    /// Adds the patterns of an option, a line each, which have been counted.
    fn add_patterns(&mut self, piece: Cow<'a, [u8]>) {
        match &mut self.patterns {
            Some(text) if self.count_of_patterns > 1 => {
                let text = text.to_mut();
                text.push(b'\n');
                text.extend_from_slice(&piece);
            }
            _ => self.patterns = Some(piece),
        }
    }

    /// How many lines of context `-NUMBER`, `-A`, `-B` and `-C` ask for together.
    fn note_lines_of_context(&mut self, arguments: &[&[u8]]) -> Plan<()> {
        if !self.digits.is_empty() {
            let is_number = |argument: &&&[u8]| {
                argument.strip_prefix(b"-").is_some_and(|digits| number::plain(digits).is_some())
            };
            let mut numbers = arguments.iter().filter(is_number);
            if numbers.next().is_none_or(|argument| argument[1..] != self.digits)
                || numbers.next().is_some()
            {
                return Err("digits among other options");
            }
            if self.around.is_some() {
                return Err("more than one number of lines of context");
            }
            self.around = number::plain(&self.digits);
        }
        let Self { settings, before, after, around, .. } = self;
        settings.has_context = before.or(*after).or(*around).is_some();
        settings.before = before.or(*around).unwrap_or(0);
        settings.after = after.or(*around).unwrap_or(0);
        Ok(())
    }

    /// The patterns, a line each: those of the options, or else the first operand.
    fn take_patterns(&mut self, operands: &mut Vec<&'a [u8]>) -> Plan<Cow<'a, [u8]>> {
        match self.patterns.take() {
            None if operands.is_empty() => Err("no pattern"),
            None => Ok(Cow::Borrowed(operands.remove(0))),
            Some(_) if self.count_of_patterns == 0 => {
                // No pattern matches nothing.
                self.settings.invert = !self.settings.invert;
                (self.dialect.lines, self.dialect.words) = (false, false);
                Ok(Cow::Borrowed(b""))
            }
            Some(patterns) => Ok(patterns),
        }
    }
}

/// Decides what is written of what matches. `null`: the output is the null device, so that nobody
/// can see more than the status.
fn decide_output(settings: &mut Settings, null: bool) {
    if settings.exit_on_match || null {
        settings.list = List::No;
    }
    if settings.exit_on_match || null || settings.list != List::No {
        settings.count = false;
        settings.done_on_match = true;
    }
    settings.quiet = settings.count || settings.done_on_match;
}

fn is_stdin_regular(context: &Context<'_>) -> bool {
    let stat = context.stdin.as_ref().and_then(|file| file.stat());
    stat.is_some_and(|stat| is_regular(stat.st_mode))
}

fn is_regular(mode: u32) -> bool {
    FileType::from_raw_mode(mode) == FileType::RegularFile
}

fn is_terminal(context: &Context<'_>) -> bool {
    context.stdout.as_ref().is_some_and(|file| file.is_terminal())
}

/// Whether standard input is what another stage or process writes.
fn is_stream(context: &Context<'_>) -> bool {
    let stat = context.stdin.as_ref().and_then(|file| file.stat());
    stat.is_none_or(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Fifo)
}

/// Whether standard output is /dev/null.
pub(super) fn is_null(context: &Context<'_>) -> bool {
    let stat = context.stdout.as_ref().and_then(|file| file.stat());
    stat.is_some_and(|stat| {
        FileType::from_raw_mode(stat.st_mode) == FileType::CharacterDevice
            && stat.st_rdev == rustix::fs::makedev(1, 3)
    })
}

/// Reads a file of patterns, where that changes nothing; and whether there are any.
fn read_patterns(context: &Context<'_>, name: &[u8]) -> Plan<(Vec<u8>, bool)> {
    if name == b"/dev/null" {
        return Ok((Vec::new(), false));
    }
    let mut text = context.program_file(name).ok_or("a file of patterns that cannot be read")?;
    let has_patterns = !text.is_empty();
    if text.ends_with(b"\n") {
        text.pop();
    }
    Ok((text, has_patterns))
}

/// Decides on the arguments of grep.
pub fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(context, arguments, None), run)
}

/// Decides on the arguments of egrep.
pub fn decide_extended<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(context, arguments, Some(Kind::Extended)), run)
}

/// Decides on the arguments of fgrep.
pub fn decide_fixed<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    decision(context, plan(context, arguments, Some(Kind::Fixed)), run)
}

fn run(context: &mut Context<'_>, plan: Grep<'_>) -> Exit {
    if plan.hopeless {
        return Exit::FAILURE;
    }
    if context.name.ends_with(b"egrep") || context.name.ends_with(b"fgrep") {
        // These are scripts that run grep.
        context.name = b"grep";
    }
    let context = &*context;
    let Ok(mut output) = Writer::standard(context) else { return Exit::Status(2) };
    let mut storage = context.caches.grep.storage.take().unwrap_or_default();
    let searcher = Searcher {
        settings: &plan.settings,
        matcher: &plan.matcher,
        storage: &mut storage,
        output: &mut output,
        used: false,
    };
    let output_place = OnceCell::new();
    let mut run =
        Run { context, plan: &plan, searcher, output_place, found: false, trouble: false };
    let result = run.all();
    let (found, trouble) = (run.found, run.trouble);
    storage.trim();
    context.caches.grep.storage.set(Some(storage));
    let status = match result {
        Ok(()) => {
            if trouble {
                2
            } else {
                u8::from(!found)
            }
        }
        // With -q, a line that was found outweighs trouble.
        Err(End::Found) => 0,
        Err(End::Exit(exit)) => return exit,
    };
    match output.flush() {
        Ok(()) => Exit::Status(status),
        Err(error) => stream::end_unwritten(context, &output, &error, 2),
    }
}

/// Why a run ends early.
enum End {
    /// -q has its answer.
    Found,
    /// With this.
    Exit(Exit),
}

struct Run<'r, 'c> {
    context: &'r Context<'c>,
    plan: &'r Grep<'r>,
    searcher: Searcher<'r>,
    /// Device and number of the regular file that standard output is, asked for once.
    output_place: OnceCell<Option<(u64, u64)>>,
    found: bool,
    trouble: bool,
}

impl Run<'_, '_> {
    fn all(&mut self) -> Result<(), End> {
        for &operand in &self.plan.operands {
            if operand == b"-" {
                let Some(file) = self.context.stdin.clone() else { continue };
                let stat = file.stat();
                self.one(&file, stat.as_ref(), self.plan.label, self.plan.names == Some(true))?;
                if self.plan.settings.drains {
                    self.drain(file)?;
                }
                continue;
            }
            let file = match self.context.open(operand) {
                Ok(file) => file,
                Err(error) => {
                    self.complain(operand, &error);
                    continue;
                }
            };
            let stat = file.stat();
            let mode = stat.map_or(0, |stat| stat.st_mode);
            let is_directory = FileType::from_raw_mode(mode) == FileType::Directory;
            let names = self.plan.names.unwrap_or(is_directory);
            if self.plan.recursive && is_directory {
                self.below(operand)?;
            } else {
                self.one(&file, stat.as_ref(), operand, names)?;
            }
        }
        Ok(())
    }

    /// Reads what is left of a stream.
    fn drain(&self, file: Rc<OpenFile>) -> Result<(), End> {
        let mut reader = Reader::within(self.context, file);
        loop {
            match reader.block() {
                Ok([]) => return Ok(()),
                Ok(_) => {}
                Err(error) => {
                    return self
                        .context
                        .signal_of(&error)
                        .map_or(Ok(()), |exit| Err(End::Exit(exit)));
                }
            }
        }
    }

    /// Looks through a directory.
    fn below(&mut self, operand: &[u8]) -> Result<(), End> {
        let slashes = operand.iter().rev().take_while(|&&byte| byte == b'/').count();
        let trimmed = &operand[..operand.len() - slashes];
        let shown = if self.plan.here { Vec::new() } else { [trimmed, b"/"].concat() };
        let mut walk = Walk::new(self.context, operand, &shown);
        let names = self.plan.names.unwrap_or(true);
        while let Some(met) = walk.next() {
            match met {
                Met::File(fd, path) => {
                    let file = OpenFile::from_fd(self.context.scheduler, fd);
                    let stat = file.stat();
                    self.one(&file, stat.as_ref(), &path, names)?;
                }
                Met::Trouble(path, error) => self.complain(&path, &error),
            }
        }
        Ok(())
    }

    /// Looks through a file; `stat` is its status, which is asked for once.
    fn one(
        &mut self,
        file: &Rc<OpenFile>,
        stat: Option<&Stat>,
        name: &[u8],
        names: bool,
    ) -> Result<(), End> {
        let settings = &self.plan.settings;
        if !settings.quiet && settings.list == List::No && settings.most > 1 && self.is_output(stat)
        {
            if !self.plan.no_messages {
                self.say(name, b": input file is also the output");
            }
            self.trouble = true;
            return Ok(());
        }
        let shown_name = names.then_some(name);
        let count = match self.searcher.search(self.context, file, stat, shown_name) {
            Ok((count, binary)) => {
                if binary {
                    self.say(name, b": binary file matches");
                }
                count
            }
            Err((Stop::Found, _)) => return Err(End::Found),
            Err((Stop::Write(error), _)) => {
                return Err(End::Exit(self.context.write_error(&error, 2)));
            }
            Err((Stop::Read(error), count)) => {
                if let Some(exit) = self.context.signal_of(&error) {
                    return Err(End::Exit(exit));
                }
                self.complain(name, &error);
                count
            }
        };
        self.found |= count > 0;
        let output = &mut self.searcher.output;
        if settings.count {
            if names {
                output.buffer.extend_from_slice(name);
                output.buffer.push(if settings.null_after_name { 0 } else { b':' });
            }
            number::append(&mut output.buffer, count);
            output.buffer.push(b'\n');
        }
        if search::is_listed(settings.list, count > 0) {
            output.buffer.extend_from_slice(name);
            output.buffer.push(if settings.null_after_name { 0 } else { b'\n' });
        }
        let result = if settings.line_buffered { output.flush() } else { output.check() };
        result.map_err(|error| End::Exit(self.context.write_error(&error, 2)))
    }

    /// Whether a file is the one that standard output goes to.
    fn is_output(&self, input: Option<&Stat>) -> bool {
        let Some(input) = input.filter(|input| is_regular(input.st_mode)) else { return false };
        let output = self.output_place.get_or_init(|| {
            let output = self.searcher.output.file().stat();
            output.filter(|output| is_regular(output.st_mode)).map(|it| (it.st_dev, it.st_ino))
        });
        *output == Some((input.st_dev, input.st_ino))
    }

    fn complain(&mut self, name: &[u8], error: &io::Error) {
        self.trouble = true;
        if !self.plan.no_messages {
            let text = [b": ", message::reason(error).as_bytes()].concat();
            self.say(name, &text);
        }
    }

    fn say(&mut self, name: &[u8], text: &[u8]) {
        self.searcher.output.flush_before_message();
        let called = self.context.name;
        let called = match called.rsplit(|&byte| byte == b'/').next() {
            Some(b"grep") => called,
            // These are scripts that run grep.
            _ => b"grep",
        };
        self.context.error_text(&[called, b": ", name, text, b"\n"].concat());
    }
}

/// Patterns met before, and storage for searches.
#[derive(Default)]
pub struct GrepCache {
    entries: RefCell<Vec<Entry>>,
    storage: Cell<Option<Box<Storage>>>,
}

struct Entry {
    patterns: Box<[u8]>,
    dialect: Dialect,
    matcher: Rc<Matcher>,
}

/// Sets of patterns kept.
const KEPT: usize = 64;

impl GrepCache {
    fn get(&self, patterns: &[u8], dialect: Dialect) -> Plan<Rc<Matcher>> {
        let mut entries = self.entries.borrow_mut();
        let found = entries.iter().rposition(|e| e.dialect == dialect && *e.patterns == *patterns);
        if let Some(at) = found {
            return Ok(entries[at].matcher.clone());
        }
        let matcher = Rc::new(Matcher::new(patterns, dialect)?);
        if entries.len() == KEPT {
            entries.remove(0);
        }
        let entry = Entry { patterns: patterns.into(), dialect, matcher: matcher.clone() };
        entries.push(entry);
        Ok(matcher)
    }
}
