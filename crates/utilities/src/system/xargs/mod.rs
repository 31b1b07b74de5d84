//! xargs: builds command lines from standard input (POSIX XCU xargs; xargs(1) of GNU
//! findutils).

mod items;

use crate::context::KILLED;
use crate::options::{self, Option_, Parsed, Takes};
use crate::system::printf::shell_word;
use crate::{Change, Context, Exit, Utility, locale, message, planned};
use items::{Delimiting, Item, Items};
use rustix::fs::{CWD, FileType, Mode, OFlags, SeekFrom};
use stage::{Input, OpenFile};
use std::rc::Rc;

/// The utility.
pub const UTILITY: Utility = Utility {
    name: "xargs",
    plan: |context, arguments| planned(plan(context, arguments), run),
    options: "-0 -r -t -x -n -L -I -d -s -E -P1",
};

const OPTIONS: &[Option_] = &[
    ('0', "null", Takes::Nothing),
    ('r', "no-run-if-empty", Takes::Nothing),
    ('t', "verbose", Takes::Nothing),
    ('x', "exit", Takes::Nothing),
    ('n', "max-args", Takes::Argument),
    ('L', "max-lines", Takes::Argument),
    ('I', "", Takes::Argument),
    ('d', "delimiter", Takes::Argument),
    ('s', "max-chars", Takes::Argument),
    ('E', "", Takes::Argument),
    ('P', "max-procs", Takes::Argument),
];

/// Most bytes of a command line unless `-s` says otherwise.
const USUAL_SIZE: usize = 128 << 10;

fn plan<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Result<Plan<'a>, &'static str> {
    if let Some(reason) = locale::unusual(context) {
        return Err(reason);
    }
    let parsed = options::parse(arguments, OPTIONS, false);
    let plan = parsed.and_then(Plan::new).ok_or("an option")?;
    // What it says of an error of its input depends on how the last command ended.
    if context.stdin.as_ref().is_some_and(|file| is_kind(file, FileType::Directory)) {
        return Err("a directory");
    }
    let mut environment = 0;
    context.variables.for_each(&mut |name, value| environment += name.len() + value.len() + 2);
    // The kernel takes 2 MiB under the usual limit of the stack; more than half is left so.
    if environment > 1 << 20 {
        return Err("a large environment");
    }
    Ok(plan)
}

/// What the options say.
struct Plan<'a> {
    delimiting: Delimiting<'a>,
    run_empty: bool,
    trace: bool,
    /// A command that gets too long is an error rather than split.
    exact: bool,
    most_items: Option<usize>,
    most_lines: Option<usize>,
    replace: Option<&'a [u8]>,
    size: usize,
    /// The command and its first arguments.
    command: Vec<&'a [u8]>,
}

impl<'a> Plan<'a> {
    /// What the options say; None where that is not reproduced.
    fn new(parsed: Parsed<'a>) -> Option<Self> {
        if "nLIsPdE".chars().any(|letter| parsed.is_repeated(letter)) {
            // Each is looked at, and there may be something to say of the first.
            return None;
        }
        let number = |letter: char| -> Option<Option<usize>> {
            let Some(text) = parsed.value(letter) else { return Some(None) };
            if text.is_empty() || text.len() > 9 || !text.iter().all(u8::is_ascii_digit) {
                return None;
            }
            let number = std::str::from_utf8(text).ok()?.parse().ok()?;
            (number > 0).then_some(Some(number))
        };
        let most_items = number('n')?;
        let most_lines = number('L')?;
        let replace = parsed.value('I');
        // Later ones override earlier ones, with a warning.
        if [most_items.is_some(), most_lines.is_some(), replace.is_some()]
            .iter()
            .filter(|x| **x)
            .count()
            > 1
            || replace == Some(b"")
        {
            return None;
        }
        if number('P')?.is_some_and(|count| count != 1) {
            return None;
        }
        let size = number('s')?.unwrap_or(USUAL_SIZE);
        if size > USUAL_SIZE || (replace.is_some() && parsed.has('s')) {
            return None;
        }
        let delimiting = match (parsed.value('d'), parsed.has('0')) {
            (Some(_), true) => return None,
            (Some(text), false) => Delimiting::Byte(delimiter(text)?),
            (None, true) => Delimiting::Byte(0),
            (None, false) => Delimiting::Words {
                // An empty string stands for none.
                end: parsed.value('E').filter(|end| !end.is_empty()),
                lines: replace.is_some(),
            },
        };
        if parsed.has('E') && !matches!(delimiting, Delimiting::Words { .. }) {
            return None;
        }
        Some(Self {
            delimiting,
            run_empty: !parsed.has('r') && replace.is_none(),
            trace: parsed.has('t'),
            exact: parsed.has('x') || replace.is_some() || most_lines.is_some(),
            most_items,
            most_lines,
            replace,
            size,
            command: match parsed.operands.is_empty() {
                true => vec![b"echo"],
                false => parsed.operands,
            },
        })
    }
}

/// The byte that `-d` names.
fn delimiter(text: &[u8]) -> Option<u8> {
    Some(match text {
        [byte] => *byte,
        b"\\n" => b'\n',
        b"\\t" => b'\t',
        b"\\0" => 0,
        b"\\\\" => b'\\',
        _ => return None,
    })
}

/// Why xargs ends before its input does.
enum End {
    Exit(Exit),
    /// A message, with status 1.
    Message(&'static str),
}

fn is_kind(file: &OpenFile, kind: FileType) -> bool {
    file.stat().is_some_and(|stat| FileType::from_raw_mode(stat.st_mode) == kind)
}

fn run(context: &mut Context<'_>, plan: Plan<'_>) -> Exit {
    let command = &plan.command[..];
    // It may end early. Where the input has positions, the rest is left to others.
    let input = match context.stdin.clone() {
        Some(file) if is_kind(&file, FileType::RegularFile) => Input::exact(file),
        Some(file) => Input::whole(file),
        None => return Exit::FAILURE,
    };
    let initial: usize = command.iter().map(|word| word.len() + 1).sum();
    let longest = plan.size.saturating_sub(if plan.replace.is_some() { 1 } else { initial + 1 });
    let items = Items::new(input, plan.delimiting, longest);
    let null = open_null(context);
    let stdin = context.stdin.clone().filter(|file| is_kind(file, FileType::RegularFile));
    let start = stdin.as_ref().and_then(|file| file.seek(SeekFrom::Current(0)).ok());
    let mut runner = Runner {
        context,
        plan: &plan,
        command,
        words: Words::default(),
        null,
        size: 0,
        ran: false,
        status: 0,
        status_before: 0,
        fatal: None,
        leaves_none: false,
    };
    let result = match plan.replace {
        Some(pattern) => runner.replacing(items, pattern),
        None => runner.collecting(items),
    };
    let exit = match result {
        Ok(()) => {
            let fatal = runner.report_fatal();
            // That the last command failed it finds so late that it gives nothing back.
            runner.leaves_none |= fatal.is_none() && runner.status != runner.status_before;
            Exit::Status(fatal.unwrap_or(runner.status))
        }
        Err(End::Exit(exit)) => exit,
        Err(End::Message(text)) => {
            runner.context.error(text);
            match runner.report_fatal() {
                Some(status) => Exit::Status(status),
                None => runner.early(1),
            }
        }
    };
    if runner.leaves_none
        && let (Some(file), Some(start)) = (stdin, start)
    {
        pass_read(&file, start);
    }
    exit
}

/// Passes what the installed program has read, from `start` on, and does not give back.
fn pass_read(file: &OpenFile, start: u64) {
    /// How much stdio reads at a time.
    const BLOCK: u64 = 4096;
    let size = file.stat().map_or(0, |stat| stat.st_size as u64);
    if let Ok(now) = file.seek(SeekFrom::Current(0)) {
        let read = now.saturating_sub(start).next_multiple_of(BLOCK);
        let _ = file.seek(SeekFrom::Start((start + read).min(size).max(now)));
    }
}

/// What commands have as standard input; None where it cannot be opened.
fn open_null(context: &Context<'_>) -> Option<Rc<OpenFile>> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let file = stage::door::openat(CWD, "/dev/null", flags, Mode::empty()).ok()?;
    Some(OpenFile::from_fd(context.scheduler, file))
}

/// Arguments, one behind the other in one piece of memory.
#[derive(Default)]
struct Words {
    text: Vec<u8>,
    /// Where each ends. What is behind the last one belongs to none.
    ends: Vec<usize>,
}

impl Words {
    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    /// Makes a word of what has been appended to the text.
    fn end_word(&mut self) {
        self.ends.push(self.text.len());
    }

    fn push(&mut self, word: &[u8]) {
        self.text.extend_from_slice(word);
        self.end_word();
    }

    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.text[start..end])
    }

    /// Leaves what belongs to no word yet.
    fn remove_words(&mut self) {
        let end = self.ends.last().copied().unwrap_or(0);
        self.text.drain(..end);
        self.ends.clear();
    }
}

struct Runner<'a, 'c, 'w> {
    context: &'a mut Context<'c>,
    plan: &'a Plan<'a>,
    command: &'a [&'w [u8]],
    /// Collected for the next command.
    words: Words,
    /// /dev/null, which all commands read.
    null: Option<Rc<OpenFile>>,
    /// Bytes of the next command, with a NUL behind every argument.
    size: usize,
    ran: bool,
    status: u8,
    /// The status before the last command.
    status_before: u8,
    /// How the last command ended, where that is the end of all: it is looked at before the next
    /// command runs, after the items of that have been read.
    fatal: Option<Fatal>,
    /// Whether what has been read of the input is lost, where there are positions.
    leaves_none: bool,
}

/// An ending of a command after which no other runs.
enum Fatal {
    /// With status 255.
    Aborts,
    /// By this signal.
    Killed(i32),
}

const TOO_LONG: End = End::Message("argument list too long");
const SINGLE: End = End::Message("cannot fit single argument within argument list size limit");

impl Runner<'_, '_, '_> {
    /// The next item, whose text is behind the words.
    fn next(&mut self, items: &mut Items<'_>) -> Result<Option<Item>, End> {
        match items.next(&mut self.words.text) {
            Ok(item) => {
                if items.take_nul() {
                    self.context.error(items::NUL_WARNING);
                }
                Ok(item)
            }
            Err(items::Failure::Invalid(text)) => {
                if items.take_nul() {
                    self.context.error(items::NUL_WARNING);
                }
                // What was complete before is still run.
                if !self.plan.exact {
                    self.execute_collected()?;
                }
                Err(End::Message(text))
            }
            Err(items::Failure::Read(error)) => match self.context.signal_of(&error) {
                Some(exit) => Err(End::Exit(exit)),
                None => Ok(None),
            },
        }
    }

    /// Appends items to the command until it is full.
    fn collecting(&mut self, mut items: Items<'_>) -> Result<(), End> {
        let initial: usize = self.command.iter().map(|word| word.len() + 1).sum();
        if initial > self.plan.size {
            return Err(SINGLE);
        }
        self.size = initial;
        let mut lines = 0;
        loop {
            self.collect_plain(&mut items)?;
            let Some(item) = self.next(&mut items)? else { break };
            let length = item.length + 1;
            if self.size + length > self.plan.size {
                // Only an item without a byte: longer ones are refused where they are read.
                if self.words.ends.is_empty() {
                    return Err(SINGLE);
                }
                if self.plan.exact && (self.plan.most_items.or(self.plan.most_lines)).is_some() {
                    return Err(TOO_LONG);
                }
                self.execute()?;
                self.size = initial;
            }
            self.words.end_word();
            self.size += length;
            lines += usize::from(item.ends_line);
            if self.plan.most_items == Some(self.words.ends.len())
                || self.plan.most_lines.is_some_and(|most| lines >= most)
            {
                self.execute()?;
                self.size = initial;
                lines = 0;
            }
        }
        if !self.words.ends.is_empty() || (self.plan.run_empty && !self.ran) {
            self.execute()?;
        }
        Ok(())
    }

    /// Appends the items at hand that need no second look, but not the one that completes the command.
    fn collect_plain(&mut self, items: &mut Items<'_>) -> Result<(), End> {
        if self.plan.most_lines.is_some() {
            return Ok(());
        }
        let most = self.plan.most_items.unwrap_or(usize::MAX);
        let most = most.saturating_sub(self.words.ends.len() + 1);
        match items.take_plain(most, self.plan.size.saturating_sub(self.size), &mut self.words) {
            Ok(size) => self.size += size,
            Err(items::Failure::Read(error)) => {
                if let Some(exit) = self.context.signal_of(&error) {
                    return Err(End::Exit(exit));
                }
            }
            Err(items::Failure::Invalid(text)) => return Err(End::Message(text)),
        }
        Ok(())
    }

    /// Runs the command once per item, which takes the place of `pattern` in its arguments.
    fn replacing(&mut self, mut items: Items<'_>, pattern: &[u8]) -> Result<(), End> {
        let mut text = Vec::new();
        while let Some(item) = self.next(&mut items)? {
            std::mem::swap(&mut text, &mut self.words.text);
            self.words.clear();
            let has_nul = item.length > text.len();
            for word in &self.command[1..] {
                replace(word, pattern, &text, has_nul, &mut self.words.text);
                self.words.end_word();
            }
            let size = self.words.text.len() + self.words.ends.len();
            if self.command[0].len() + 1 + size > self.plan.size {
                return Err(TOO_LONG);
            }
            self.execute_words(true)?;
        }
        Ok(())
    }

    fn execute(&mut self) -> Result<(), End> {
        self.execute_words(false)
    }

    fn execute_collected(&mut self) -> Result<(), End> {
        if self.words.ends.is_empty() { Ok(()) } else { self.execute() }
    }

    /// Says how the last command ended, where nothing runs after that; the status if it was the last
    /// that there was to run.
    fn report_fatal(&mut self) -> Option<u8> {
        let (text, status) = match self.fatal.take()? {
            Fatal::Aborts => (": exited with status 255; aborting".to_string(), 124),
            Fatal::Killed(signal) => (format!(": terminated by signal {signal}"), 125),
        };
        let name = self.command.first().copied().unwrap_or_default();
        self.context.error([name, text.as_bytes()].concat());
        Some(status)
    }

    /// The end before that of the input. That a command failed counts more.
    fn early(&mut self, status: u8) -> Exit {
        self.leaves_none |= self.status > 0;
        Exit::Status(if self.status > 0 { self.status } else { status })
    }

    /// Runs the command with what was collected, in place of its arguments or behind them.
    fn execute_words(&mut self, in_place: bool) -> Result<(), End> {
        if let Some(status) = self.report_fatal() {
            if self.context.has(Change::XargsAborts) {
                self.leaves_none = true;
                return Err(End::Exit(Exit::Status(status)));
            }
            return Err(End::Exit(self.early(status)));
        }
        let command = if in_place { &self.command[..1] } else { self.command };
        let words: Vec<&[u8]> = command.iter().copied().chain(self.words.iter()).collect();
        self.ran = true;
        self.status_before = self.status;
        if self.plan.trace {
            let mut line = Vec::new();
            let quoting = self.context.quoting();
            for word in &words {
                shell_word(word, quoting, &mut line);
                line.push(b' ');
            }
            line.pop();
            line.push(b'\n');
            if self.context.write_message(&line).is_err() {
                return Err(End::Exit(Exit::FAILURE));
            }
        }
        match self.context.host.run_command(&words, self.null.clone(), None) {
            Ok(0) => {}
            Ok(255) => self.fatal = Some(Fatal::Aborts),
            Ok(status) if status >= KILLED => self.fatal = Some(Fatal::Killed(status - KILLED)),
            Ok(_) => self.status = 123,
            Err(error) => {
                let reason = format!(": {}", message::reason(&error));
                let name = match self.context.has(Change::XargsNames) {
                    true => {
                        let quoted = crate::quoting::locale(words[0], self.context.utf8);
                        [b"failed to run command ", &quoted[..]].concat()
                    }
                    false => words[0].to_vec(),
                };
                self.context.error_of_child(&[&name, reason.as_bytes()].concat());
                let missing = error.kind() == std::io::ErrorKind::NotFound;
                return Err(End::Exit(self.early(if missing { 127 } else { 126 })));
            }
        }
        self.words.remove_words();
        Ok(())
    }
}

/// Appends `word` with every `pattern` replaced by `text`. A NUL in what takes its place ends it.
fn replace(word: &[u8], pattern: &[u8], text: &[u8], has_nul: bool, out: &mut Vec<u8>) {
    let mut rest = word;
    while let Some(at) = byte_search::memmem::find(rest, pattern) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(text);
        if has_nul {
            return;
        }
        rest = &rest[at + pattern.len()..];
    }
    out.extend_from_slice(rest);
}
