//! Bodies of functions (POSIX XCU 2.9.5): a body whose end is known is read when it is first called.
//!
//! Most functions of a library are never called. [`crate::preparser`] finds where a body in braces ends,
//! and that no syntax error is in it; its tree is made from its text when somebody asks for it.

use crate::error::Result;
use crate::input::Text;
use crate::lexer::Token;
use crate::names::Names;
use crate::parser::{Language, NoAliases, Parser};
use crate::preparser::{self, Outcome};
use crate::reserved::Reserved;
use crate::tree::Command;
use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::rc::Rc;

/// The deepest nesting at which bodies are left for later: their own nesting counts from there on.
const DEEPEST: u32 = 100;

/// How many bytes of what follows are looked at first, where the text comes in lines.
const FIRST_PIECE: usize = 512;

/// How many pieces of a text may be read to find the end of a body: it is begun anew with each.
const PIECES: u32 = 4;

/// What a function runs.
pub struct FunctionBody {
    command: OnceCell<Command>,
    unread: RefCell<Option<Box<Unread>>>,
}

/// A body that has not been read, and what a parser of it has to know.
#[derive(Clone)]
struct Unread {
    /// The definition.
    text: Rc<[u8]>,
    /// Where the body begins in it.
    at: usize,
    /// How many bytes of the source precede the definition.
    base: usize,
    /// The line that the body begins on.
    line: u32,
    /// The line of the definition.
    definition_line: u32,
    language: Language,
    keeps_text: bool,
    names: Rc<Names>,
    /// How many types there were.
    types: usize,
}

impl FunctionBody {
    /// A body that has been read.
    pub(crate) fn read(command: Command) -> Self {
        Self { command: OnceCell::from(command), unread: RefCell::new(None) }
    }

    /// The command, if it has been read.
    #[inline]
    pub fn get(&self) -> Option<&Command> {
        self.command.get()
    }

    /// The command, which is read now if it has not been.
    pub fn command(&self) -> &Command {
        self.command.get_or_init(|| {
            // It stays until it has been read: memory may be exhausted meanwhile.
            let read = self.unread.borrow().as_ref().map(|unread| unread.parse());
            match read {
                Some(Ok(command)) => {
                    *self.unread.borrow_mut() = None;
                    command
                }
                _ => unreachable!("the preparser takes only what is right"),
            }
        })
    }
}

impl fmt::Debug for FunctionBody {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.command().fmt(formatter)
    }
}

impl Unread {
    /// Reads the body, which is all that is left of the text.
    fn parse(&self) -> Result<Command> {
        let (input, aliases) = (Box::new(Text(&self.text)), Rc::new(NoAliases));
        let mut parser = Parser::of(self.language, input, self.names.clone(), aliases);
        parser.at = self.at;
        parser.base = self.base;
        parser.line = self.line;
        parser.keeps_text = self.keeps_text;
        parser.types = self.types;
        let command = parser.within(self.definition_line, Parser::command)?;
        match parser.take()? {
            lexed if matches!(lexed.token, Token::End) => Ok(command),
            lexed => Err(parser.unexpected(&lexed, None)),
        }
    }
}

impl Parser<'_> {
    /// Leaves the body that is next for later where it is in braces, and its end can be found; returns it and
    /// the text of the definition, which begins at `start`, on this line.
    pub(crate) fn deferred_body(
        &mut self,
        start: usize,
        line: u32,
    ) -> Option<(FunctionBody, Rc<[u8]>)> {
        let brace = match &self.token {
            Some(lexed) if self.reserved == Some(Reserved::Open) && self.may_defer() => {
                (lexed.start, lexed.line)
            }
            _ => return None,
        };
        let (end, end_line) = self.end_of_body()?;
        let text: Rc<[u8]> = self.source.get(start..end)?.trim_ascii_end().into();
        let unread = Unread {
            text: text.clone(),
            at: brace.0 - start,
            base: self.base + start,
            line: brace.1,
            definition_line: line,
            language: self.language(),
            keeps_text: self.keeps_text,
            names: self.names.clone(),
            types: self.types.min(self.names.types()),
        };
        debug_assert!(unread.is_right(), "{:?}", unread.text.escape_ascii().to_string());
        if byte_search::memmem::find(&text, b"$$").is_some() {
            // What it needs has to be known when it is read.
            self.names.note_special(b'$');
        }
        (self.at, self.line, self.token) = (end, end_line, None);
        let unread = RefCell::new(Some(Box::new(unread)));
        Some((FunctionBody { command: OnceCell::new(), unread }, text))
    }

    /// Passes over the complete commands that are next in what has been read of the input, as far as it is certain that
    /// they have no syntax error: for callers that want to know no more of them (`set -n`).
    pub fn pass_over(&mut self) {
        if self.token.is_none() && self.noticed.is_none() && self.may_defer() {
            let (text, syntax) = (&self.source, &self.rules.syntax);
            let (end, line) = preparser::end_of_commands(text, self.at, self.line, syntax);
            debug_assert!(
                self.are_commands(end),
                "{:?}",
                text[self.at..end].escape_ascii().to_string()
            );
            (self.at, self.line) = (end, line);
        }
    }

    /// Whether what precedes an index has no syntax error.
    fn are_commands(&self, end: usize) -> bool {
        let (input, aliases) = (Box::new(Text(&self.source[self.at..end])), Rc::new(NoAliases));
        Parser::of(self.language(), input, Rc::new(Names::new()), aliases).whole().is_ok()
    }

    /// Where the body whose `{` has been read ends, and on which line, if that can be known.
    fn end_of_body(&mut self) -> Option<(usize, u32)> {
        for _ in 0..PIECES {
            let (text, syntax) = (&self.source, &self.rules.syntax);
            match preparser::end_of_body(text, self.at, self.line, syntax) {
                Outcome::End { at, line, is_last: false } => return Some((at, line)),
                Outcome::Unknown => return None,
                outcome => match self.end_in_upcoming() {
                    Outcome::End { at, line, .. } => {
                        // All of it is the parser's now.
                        self.byte_at(at - self.at).ok()?;
                        return Some((at, line));
                    }
                    Outcome::Unknown => return None,
                    Outcome::Incomplete => {
                        // The parser would have to read on as well.
                        let has_more = self.byte_at(self.source.len() - self.at).ok()?.is_some();
                        match outcome {
                            Outcome::End { at, line, .. } if !has_more => return Some((at, line)),
                            _ if !has_more => return None,
                            _ => {}
                        }
                    }
                },
            }
        }
        None
    }

    /// Where the body ends in what has been read and is known to follow; "incomplete" where that does not tell.
    fn end_in_upcoming(&self) -> Outcome {
        let (upcoming, read) = (self.input.upcoming(), &self.source[self.at..]);
        let mut length = FIRST_PIECE;
        let mut text = Vec::new();
        loop {
            let is_all = length >= upcoming.len();
            text.clear();
            text.extend_from_slice(read);
            text.extend_from_slice(&upcoming[..length.min(upcoming.len())]);
            match preparser::end_of_body(&text, 0, self.line, &self.rules.syntax) {
                Outcome::End { at, line, is_last: false } => {
                    return Outcome::End { at: at + self.at, line, is_last: false };
                }
                Outcome::Unknown => return Outcome::Unknown,
                _ if is_all => return Outcome::Incomplete,
                _ => length *= 4,
            }
        }
    }

    /// Whether nothing but the text decides what a body means.
    fn may_defer(&self) -> bool {
        let context = &self.context;
        self.defers
            && !self.is_typed()
            && self.record.is_none()
            && self.trials == 0
            && self.depth < DEEPEST
            && self.aliases.is_empty()
            && self.active_aliases.is_empty()
            && self.here_documents.is_empty()
            && self.coming_types.is_empty()
            && !(context.inline || context.conditional || context.substitution)
    }
}

impl Unread {
    /// Whether it can be read: what the preparser promises.
    fn is_right(&self) -> bool {
        // Names are interned in the order in which they are read: not by this.
        Self { names: Rc::new(Names::new()), types: 0, ..self.clone() }.parse().is_ok()
    }
}
