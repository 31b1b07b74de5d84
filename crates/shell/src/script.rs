//! Running text: scripts, `eval`, dot scripts, trap actions, line by line.
//!
//! `run_parser` is the loop: one complete command is parsed with the aliases and options there are,
//! run, and the next is read, so a script may change how its later lines are read. `Input`s for
//! files, standard input (line by line, since commands read it too) and texts are here; errors of
//! syntax become statuses and unwindings (XCU 2.8.1).

use crate::diagnostics::Problem;
use crate::environment::options::Options;
use crate::environment::{Environment, Function, Successor};
use crate::evaluate::Place;
use crate::shared::Shared;
use crate::unwind::{Consequence, Flow, Unwind};
use dialect::evaluation::SyntaxErrorEnds;
use dialect::expansion::FatalError;
use stage::{OpenFile, Signals};
use std::io;
use std::rc::Rc;
use syntax::tree::List;
use syntax::{ByteString, Construct, Input, NoAliases, Parser, SyntaxError, SyntaxErrorKind, Text};

/// Which text of a script an error is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The shell's own script: a file, or what somebody types.
    Script,
    /// A file that `.` runs.
    Sourced,
    /// The argument of `-c`.
    Argument,
    /// What `eval` runs.
    Eval,
    /// The text of a command substitution, which is read again when it runs.
    Substitution,
    /// The action of a trap.
    Trap,
}

/// Bytes read at a time from a script that is a file.
const BLOCK: usize = 64 << 10;
/// Bytes read of the beginning of such a script, which is all of most.
const SHORT: usize = 8 << 10;
/// Bytes read where the last read was not filled: there are none then, but where somebody still writes the script.
const LAST: usize = 512;

/// Whether the first line of what begins with `text` has a NUL, so that it is no script.
pub(crate) fn is_binary(text: &[u8]) -> bool {
    let head = &text[..text.len().min(256)];
    head.split(|&byte| byte == b'\n').next().unwrap_or(&[]).contains(&0)
}

/// Removes the NULs of a script's text from `before` on: no word can have them.
fn remove_nuls(buffer: &mut Vec<u8>, before: usize) {
    if let Some(at) = byte_search::memchr(0, &buffer[before..]) {
        let text: Vec<u8> =
            buffer[before + at..].iter().copied().filter(|&byte| byte != 0).collect();
        buffer.truncate(before + at);
        buffer.extend_from_slice(&text);
    }
}

/// A script in a file. On a file that commands share (standard input) it takes one line at
/// a time and not a byte more.
pub struct FileInput {
    file: Rc<OpenFile>,
    by_line: bool,
    /// Bytes of the next read.
    block: usize,
    /// The first bytes were looked at: something that is no text ends the script.
    begun: bool,
    /// What ends the wait for a line.
    signals: Signals,
}

impl FileInput {
    /// `by_line`: nothing beyond the current line is taken.
    pub fn new(file: Rc<OpenFile>, by_line: bool) -> Self {
        Self { file, by_line, block: SHORT, begun: false, signals: Signals::Deferred }
    }

    /// Lines that somebody types: ^C abandons one.
    pub fn typed(file: Rc<OpenFile>) -> Self {
        Self { signals: Signals::Terminal, ..Self::new(file, true) }
    }
}

impl Input for FileInput {
    fn more(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        if !self.by_line {
            let before = buffer.len();
            match buffer.capacity() {
                // Memory that is new is not touched before something is read to it.
                0 => *buffer = vec![0; self.block],
                _ => buffer.resize(before + self.block, 0),
            }
            let count = loop {
                match self.file.read(&mut buffer[before..], Signals::Deferred) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    other => break other,
                }
            };
            buffer.truncate(before + *count.as_ref().unwrap_or(&0));
            let count = count?;
            self.block = if count == self.block { BLOCK } else { LAST };
            if !self.begun {
                self.begun = true;
                if is_binary(&buffer[before..before + count]) {
                    buffer.truncate(before);
                    return Err(io::Error::new(
                        io::ErrorKind::InvalidData,
                        "not a script: its first line has a NUL",
                    ));
                }
            }
            remove_nuls(buffer, before);
            return Ok(count > 0);
        }
        let before = buffer.len();
        while self.file.fill(self.signals)? {
            let (count, found) =
                self.file.with_known(|known| match byte_search::memchr(b'\n', known) {
                    Some(at) => {
                        buffer.extend_from_slice(&known[..=at]);
                        (at + 1, true)
                    }
                    None => {
                        buffer.extend_from_slice(known);
                        (known.len(), false)
                    }
                });
            self.file.consume(count);
            if found {
                break;
            }
        }
        let more = buffer.len() > before;
        remove_nuls(buffer, before);
        Ok(more)
    }
}

/// A script that is standard input: whatever that is when the next line is read.
pub struct StandardInput {
    input: Option<FileInput>,
    successor: Successor,
    shared: Rc<Shared>,
    /// Whether its text is the profiled script's.
    is_profiled: bool,
}

impl StandardInput {
    /// What it is to begin with.
    pub fn new(file: Rc<OpenFile>, shared: Rc<Shared>) -> Self {
        let input = Some(FileInput::new(file, true));
        Self { input, successor: Successor::default(), shared, is_profiled: false }
    }

    /// Where it is told that standard input is another file.
    pub fn successor(&self) -> Successor {
        self.successor.clone()
    }

    /// The same input; `is_profiled`: its text is that of the script of the profile.
    pub fn profiled(self, is_profiled: bool) -> Self {
        Self { is_profiled, ..self }
    }
}

impl Input for StandardInput {
    fn more(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        if let Some(file) = self.successor.take() {
            self.input = file.map(|file| FileInput::new(file, true));
        }
        let before = buffer.len();
        let more = self.input.as_mut().map_or(Ok(false), |input| input.more(buffer));
        if self.is_profiled
            && let Some(profile) = self.shared.profile.get()
        {
            profile.add_script_text(&buffer[before..]);
        }
        more
    }
}

/// Bytes of stack that reading text with the deepest nesting allowed may take.
pub(crate) const PARSER_ROOM: usize = 1 << 20;

/// Gives a script line by line, and shows it under `set -v`.
pub(crate) struct Lines<'a> {
    inner: Box<dyn Input + 'a>,
    block: Vec<u8>,
    at: usize,
    shared: Rc<Shared>,
    /// What the history list is made of.
    is_typed: bool,
}

impl<'a> Lines<'a> {
    fn new(inner: Box<dyn Input + 'a>, shared: Rc<Shared>) -> Self {
        Self { inner, block: Vec::new(), at: 0, shared, is_typed: false }
    }

    /// Lines that go into the history list.
    pub(crate) fn typed(inner: Box<dyn Input + 'a>, shared: Rc<Shared>) -> Self {
        Self { is_typed: true, ..Self::new(inner, shared) }
    }

    /// The next line as history expansion leaves it; false: nothing is left.
    #[cold]
    fn expanded(&self, line: &[u8], buffer: &mut Vec<u8>) -> bool {
        let expanded = match &mut *self.shared.typed.borrow_mut() {
            Some(typed) => typed.take(line),
            None => Some(line.to_vec()),
        };
        let Some(line) = expanded else { return false };
        if let Some(file) = &*self.shared.verbose.borrow() {
            let _ = file.write_all(&line);
        }
        buffer.extend_from_slice(&line);
        true
    }
}

impl Input for Lines<'_> {
    fn more(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        let line = loop {
            if self.at == self.block.len() {
                self.at = 0;
                self.block.clear();
                if !self.inner.more(&mut self.block)? {
                    return Ok(false);
                }
            }
            let rest = &self.block[self.at..];
            let line = &rest[..byte_search::memchr(b'\n', rest).map_or(rest.len(), |n| n + 1)];
            if !self.is_typed || self.shared.typed.borrow().is_none() {
                break line;
            }
            let length = line.len();
            let left = self.expanded(line, buffer);
            self.at += length;
            if left {
                return Ok(true);
            }
        };
        if let Some(file) = &*self.shared.verbose.borrow() {
            let _ = file.write_all(line);
        }
        buffer.extend_from_slice(line);
        self.at += line.len();
        Ok(true)
    }

    fn upcoming(&self) -> &[u8] {
        // The history may change what is typed.
        let is_typed = self.is_typed && self.shared.typed.borrow().is_some();
        if is_typed { &[] } else { &self.block[self.at..] }
    }
}

impl Environment {
    /// A parser for text that this environment runs.
    pub fn parser<'a>(&self, input: Box<dyn Input + 'a>) -> Parser<'a> {
        Parser::of(self.language(), input, self.shared.names.clone(), self.active_aliases())
    }

    /// The commands of a text that is read to its end, without running them. None: there is no
    /// room for that.
    ///
    /// # Errors
    ///
    /// The first error of syntax.
    pub fn read_whole(&self, text: &[u8]) -> Option<Result<List, Box<SyntaxError>>> {
        let scheduler = self.shared.scheduler.clone();
        scheduler.with_room(PARSER_ROOM, || {
            let mut parser = self.parser(Box::new(Text(text)));
            parser.set_line(self.now.line.max(1));
            parser.whole()
        })
    }

    /// A function as it is shown: as it was written, or laid out anew.
    pub fn shown_function(&self, function: &Function) -> Rc<[u8]> {
        if !self.rules().syntax.functions_are_laid_out {
            return function.source.clone();
        }
        let scheduler = self.shared.scheduler.clone();
        let formatted = scheduler.with_room(PARSER_ROOM, || {
            let mut parser = self.parser(Box::new(Text(&function.source)));
            // They have been replaced in what runs, but not in what is shown.
            parser.set_aliases(Rc::new(NoAliases));
            parser.set_groups();
            parser.formatted_function()
        });
        // What only aliases made readable is shown as it was written.
        formatted.flatten().map_or_else(|| function.source.clone(), Rc::from)
    }

    /// A command as bash shows it in BASH_COMMAND. One that a part of is missing from, the text
    /// of a here-document or the body of a loop, is shown as it was written.
    pub fn shown_command(&self, text: &ByteString) -> ByteString {
        let scheduler = self.shared.scheduler.clone();
        let formatted = scheduler.with_room(PARSER_ROOM, || {
            let mut parser = self.parser(Box::new(Text(text)));
            parser.set_aliases(Rc::new(NoAliases));
            parser.set_groups();
            parser.formatted_command()
        });
        formatted.flatten().map_or_else(|| text.clone(), ByteString::from)
    }

    /// The language that this environment reads.
    #[inline]
    pub fn language(&self) -> syntax::Language {
        syntax::Language {
            rules: self.rules(),
            groups: self.options.reads_extended_patterns(),
            utf8: self.utf8,
            assigns_anywhere: self.options.has(Options::KEYWORD),
        }
    }

    /// Runs text as `eval` does. An error of syntax in it does not end the shell in bash's
    /// language.
    ///
    /// # Errors
    /// The [`Unwind`] of its commands.
    pub fn run_text(&mut self, text: &[u8]) -> Flow {
        self.run_text_of(text, Origin::Eval)
    }

    /// Runs text as `eval` does, with what the text is from, for messages.
    ///
    /// # Errors
    /// Those of [`run_text`](Self::run_text).
    pub fn run_text_of(&mut self, text: &[u8], origin: Origin) -> Flow {
        let scheduler = self.shared.scheduler.clone();
        self.now.nesting += 1;
        let result = scheduler.with_room(PARSER_ROOM, || {
            let mut parser = self.parser(Box::new(Text(text)));
            parser.set_line(self.now.line.max(1));
            self.run_parser(&mut parser, false, origin)
        });
        self.now.nesting -= 1;
        match result {
            Some(result) => result,
            None => self.too_deep(),
        }
    }

    /// Runs every command that a parser returns. `final_`: nothing runs after it, so the last
    /// external command may replace the process.
    ///
    /// # Errors
    /// The [`Unwind`] of the commands, or of an error of syntax.
    pub fn run_parser(&mut self, parser: &mut Parser<'_>, final_: bool, origin: Origin) -> Flow {
        let mut ran = false;
        loop {
            parser.set_aliases(self.active_aliases());
            parser.set_language(self.language());
            self.show_input();
            let keeps = origin == Origin::Script && self.keeps_lines();
            if keeps {
                self.begin_typing(parser.line());
            }
            let ids = self.shared.names.process_ids();
            let parents = self.shared.names.parent_ids();
            if self.options.has(Options::NOEXEC) && !keeps {
                parser.pass_over();
            }
            let begin = parser.line();
            let next = parser.next();
            // It may end where the text does, without a newline.
            let line = || parser.line().saturating_sub(1).max(begin);
            if self.shared.names.process_ids() != ids {
                self.needs_process_id(line())?;
            }
            if self.shared.names.parent_ids() != parents {
                self.become_parent_process(line())?;
            }
            if keeps {
                self.end_typing();
            }
            for unended in parser.take_unended() {
                self.warn_of_unended(unended);
            }
            match next {
                Ok(Some(list)) => {
                    if list.items.is_empty() {
                        continue;
                    }
                    ran = true;
                    if !self.keeps_matches && self.shared.names.has_matches() {
                        self.keep_matches();
                    }
                    if origin == Origin::Script || origin == Origin::Argument {
                        self.shared.commands.set(self.shared.commands.get().saturating_add(1));
                    }
                    let place = Place { is_last: final_ && parser.is_at_end(), ..Place::ANY };
                    let (loops, calls) = (self.now.loops, self.now.calls);
                    let result = self.run_list(&list, place);
                    match result {
                        Err(Unwind::Discard(Consequence::OfTexts)) if origin != Origin::Script => {
                            return self.leave_text(origin);
                        }
                        Err(Unwind::Discard(consequence)) if self.goes_on() => {
                            (self.now.loops, self.now.calls) = (loops, calls);
                            if consequence == Consequence::Failure
                                && self.options.has(Options::ERREXIT)
                            {
                                return Err(Unwind::Exit);
                            }
                        }
                        // An interactive shell goes on with the next line of its script, too.
                        Err(Unwind::Error) if origin == Origin::Script => {
                            (self.now.loops, self.now.calls) = (loops, calls);
                            self.restore_files(0);
                        }
                        result => result?,
                    }
                    if origin == Origin::Script && self.options.has(Options::ONECMD) {
                        break;
                    }
                }
                Ok(None) => break,
                Err(error) => match self.syntax_error(&error, origin) {
                    Err(Unwind::Discard(_)) if error.in_elements && self.goes_on() => {
                        ran = true;
                        parser.discard();
                    }
                    other => return other,
                },
            }
        }
        if !ran {
            self.status = 0;
        }
        if self.shared.signals.pending() {
            self.handle_signals()?;
        }
        Ok(())
    }

    /// What an error ends that ends a text of a command: the text of `-c` is all that the shell runs.
    #[cold]
    fn leave_text(&mut self, origin: Origin) -> Flow {
        Err(match origin {
            Origin::Argument => Unwind::Exit,
            _ => Unwind::Discard(Consequence::OfTexts),
        })
    }

    /// A here-document that the end of the script ended, of which bash warns.
    #[cold]
    fn warn_of_unended(&mut self, unended: syntax::Unended) {
        let line = std::mem::replace(&mut self.now.line, unended.line);
        let (begun, delimiter) = (unended.begun, &unended.delimiter);
        self.diagnose(Problem::UnendedHereDocument { begun, delimiter });
        self.now.line = line;
    }

    /// Whether text goes on with its next line after an error.
    fn goes_on(&self) -> bool {
        self.rules().evaluation.texts_go_on_after_error
            && self.now.level == 0
            && !self.now.catches_errors
    }

    /// Has what is read from now on shown, or not.
    fn show_input(&mut self) {
        let wanted = self.options.has(Options::VERBOSE);
        if wanted != self.shared.verbose.borrow().is_some() {
            let file = if wanted { self.file(2) } else { None };
            *self.shared.verbose.borrow_mut() = file;
        }
    }

    /// Runs a file as `.` does (POSIX XCU 2.15, dot). A process of its own that the environment moves to
    /// goes on reading there.
    ///
    /// # Errors
    /// The [`Unwind`] of its commands, but for `return`.
    pub fn run_file(&mut self, file: Rc<OpenFile>) -> Flow {
        let scheduler = self.shared.scheduler.clone();
        let scripts = self.now.scripts.len();
        if self.now.is_virtual {
            self.now.scripts.push(file.clone());
        }
        self.now.nesting += 1;
        let result = scheduler.with_room(PARSER_ROOM, || {
            let input = Box::new(FileInput::new(file, false));
            let lines = Lines::new(input, self.shared.clone());
            let mut parser = self.parser(Box::new(lines));
            self.run_parser(&mut parser, false, Origin::Sourced)
        });
        self.now.nesting -= 1;
        self.now.scripts.truncate(scripts);
        match result {
            Some(result) => result,
            None => self.too_deep(),
        }
    }

    /// Reports an error of syntax, which ends a shell that is not interactive with status 2 (POSIX
    /// XCU 2.8.1). `origin` is the text it is in, where that is not the script.
    ///
    /// # Errors
    /// [`Unwind::Exit`] or [`Unwind::Error`], unless the
    /// dialect goes on.
    pub fn syntax_error(&mut self, error: &SyntaxError, origin: Origin) -> Flow {
        self.report_syntax_error(error, origin);
        if matches!(error.kind, SyntaxErrorKind::Conditional(_) if error.span.length > 0)
            && matches!(origin, Origin::Script | Origin::Argument)
            && !self.options.has(Options::INTERACTIVE)
        {
            // As if the script ended here.
            return Err(Unwind::Exit);
        }
        // What cannot be read is no script.
        let unreadable = matches!(error.kind, SyntaxErrorKind::Unreadable { .. });
        let rules = self.rules();
        self.status = if unreadable { 126 } else { rules.evaluation.syntax_error_status };
        let ends_text_only = match rules.evaluation.syntax_error_ends {
            SyntaxErrorEnds::Shell => false,
            SyntaxErrorEnds::ShellOrTrap => origin == Origin::Trap,
            SyntaxErrorEnds::ShellOrText => {
                !unreadable
                    && matches!(
                        origin,
                        Origin::Eval | Origin::Substitution | Origin::Sourced | Origin::Trap
                    )
            }
        };
        let is_list =
            matches!(error.kind, SyntaxErrorKind::Unclosed { construct: Construct::Elements, .. });
        if is_list && rules.evaluation.list_error_is_of_expansion {
            self.status = 1;
        }
        if error.in_substitution
            && rules.evaluation.error_in_substitution_ends_shell
            && !self.options.has(Options::INTERACTIVE)
            && !matches!(origin, Origin::Script | Origin::Substitution)
        {
            let of_argument = self.now.level == 0 && self.options.has(Options::COMMAND);
            self.status = if of_argument { 127 } else { 1 };
            return Err(Unwind::Exit);
        }
        let abandons_line = rules.expansion.fatal_error == FatalError::AbandonsLine;
        if error.in_elements && rules.evaluation.list_error_is_of_expansion {
            if abandons_line && self.goes_on() {
                self.status = 1;
                return Err(Unwind::Discard(Consequence::Failure));
            }
            self.status = self.failed_expansion();
        }
        if ends_text_only {
            return Ok(());
        }
        Err(if abandons_line { Unwind::Error } else { self.fatal() })
    }

    /// Runs a list that was parsed before, as a script.
    ///
    /// # Errors
    /// The [`Unwind`] that ends the shell.
    pub fn run_parsed(&mut self, list: &List) -> Flow {
        let scheduler = self.shared.scheduler.clone();
        let result = scheduler.with_room(PARSER_ROOM, || {
            if list.items.is_empty() {
                self.status = 0;
            }
            self.run_list(list, Place::ANY)
        });
        match result {
            Some(Err(Unwind::Return | Unwind::Break(_) | Unwind::Continue(_))) => Ok(()),
            Some(other) => other,
            None => self.too_deep(),
        }
    }

    /// Runs the shell's own script to its end. `whole`: the text is all there is (`-c`).
    ///
    /// # Errors
    /// The [`Unwind`] that ends the shell.
    pub fn run_script<'a>(&mut self, input: Box<dyn Input + 'a>, whole: bool) -> Flow {
        let input: Box<dyn Input + 'a> = if self.options.has(Options::NOEXEC) {
            input
        } else {
            let shared = self.shared.clone();
            Box::new(Lines { is_typed: !whole, ..Lines::new(input, shared) })
        };
        let scheduler = self.shared.scheduler.clone();
        let result = scheduler.with_room(PARSER_ROOM, || {
            let mut parser = self.parser(input);
            let origin = if whole { Origin::Argument } else { Origin::Script };
            let end =
                self.run_parser(&mut parser, whole && !self.options.has(Options::VERBOSE), origin);
            if whole && self.now.owns_process {
                // Its memory ends with the process, which does nothing else but its EXIT trap.
                std::mem::forget(parser);
            }
            end
        });
        match result {
            // `return` outside a function ends the script.
            Some(Err(Unwind::Return | Unwind::Break(_) | Unwind::Continue(_))) => Ok(()),
            Some(other) => other,
            None => self.too_deep(),
        }
    }
}
