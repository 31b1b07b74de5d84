//! Expansions in a word (POSIX XCU 2.6): what `$` and a backquote begin.

use crate::arithmetic::{self, Piece};
use crate::bytes::ByteString;
use crate::collector::Collector;
use crate::context::{Context, Quoting};
use crate::error::{Construct, Expected, Result, SyntaxErrorKind};
use crate::input::Text;
use crate::lexer::{Operator, Token};
use crate::names::is_name_byte;
use crate::parser::{NoAliases, Parser, ParserAliases};
use crate::quoting::single_quoted;
use crate::tree::{Arithmetic, Body, List, Operation, Parameter, Part, Reference};
use std::cell::Cell;
use std::rc::Rc;

/// How many lines of a text are blank or comments before its first command.
fn lines_before_commands(text: &[u8]) -> u32 {
    let is_nothing = |line: &&[u8]| matches!(line.trim_ascii_start(), [] | [b'#', ..]);
    match text.first() {
        Some(b'\n' | b' ' | b'\t' | b'#') => {
            text.split(|byte| *byte == b'\n').take_while(is_nothing).count() as u32
        }
        _ => 0,
    }
}

impl Parser<'_> {
    /// Reads the expansion that begins with the `$` that is next, or that character.
    pub(crate) fn dollar(&mut self, quoting: Quoting, collector: &mut Collector) -> Result<()> {
        self.at += 1;
        let syntax = &self.rules.syntax;
        let in_braces = quoting == Quoting::BracedDouble;
        let single_in_braces = in_braces && syntax.dollar_quotes_in_quoted_braces;
        let double_in_braces = in_braces && syntax.dollar_double_quotes_in_quoted_braces;
        let part = match self.peek_byte()? {
            Some(b'{') => {
                self.at += 1;
                match self.byte_at(0)? {
                    Some(b' ' | b'\t' | b'\n' | b'|')
                        if syntax.inline_substitution && !self.is_blank_parameter()? =>
                    {
                        self.inline()?
                    }
                    _ => self.braced_parameter(quoting)?,
                }
            }
            Some(b'(') => {
                self.at += 1;
                if self.peek_byte()? == Some(b'(')
                    && let Some(arithmetic) = self.arithmetic()?
                {
                    Part::Arithmetic(Box::new(arithmetic))
                } else {
                    Part::Command(self.command_substitution(quoting)?)
                }
            }
            Some(b'[') if syntax.arithmetic_in_brackets => {
                let opened = self.place(self.at - 1);
                self.at += 1;
                let parts = self.parts(Quoting::Subscript)?;
                if !self.accept_byte(b']')? {
                    return Err(self.unclosed(Construct::ArithmeticInBrackets, opened));
                }
                Part::Arithmetic(Box::new(self.expression(parts)))
            }
            Some(b'\'') if !quoting.is_quoted() || single_in_braces => {
                let start = self.at - 1;
                self.at += 1;
                let before = collector.quoted().len();
                self.dollar_single_quotes(collector.quoted())?;
                if self.record.is_some() {
                    let text = &collector.quoted()[before..];
                    let shown = match text {
                        _ if single_in_braces => text.to_vec(),
                        b"'" => b"\\'".to_vec(),
                        _ => single_quoted(text),
                    };
                    self.rewrite(start, shown);
                }
                return Ok(());
            }
            Some(b'"') if !quoting.is_quoted() || double_in_braces => {
                self.rewrite(self.at - 1, Vec::new());
                return Ok(());
            }
            Some(byte @ (b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!' | b'0')) => {
                self.at += 1;
                self.names.note_special(byte);
                simple_parameter(Reference::Special(byte))
            }
            Some(byte @ b'1'..=b'9') => {
                self.at += 1;
                simple_parameter(Reference::Positional(u32::from(byte - b'0')))
            }
            Some(byte) if is_name_byte(byte) => {
                let reference = Reference::Variable(self.variable_name()?);
                let place = self.context.subscripts || quoting == Quoting::Subscript;
                match syntax.subscripts_without_braces && place && self.byte_at(0)? == Some(b'[') {
                    true => Part::Parameter(Box::new(Parameter {
                        reference,
                        subscript: self.optional_subscript(reference)?,
                        indirect: false,
                        braced: false,
                        operation: Operation::Value,
                    })),
                    false => simple_parameter(reference),
                }
            }
            _ => {
                if quoting.is_quoted() {
                    collector.quoted().push(b'$');
                } else {
                    collector.literal(b'$');
                }
                return Ok(());
            }
        };
        collector.part(part);
        Ok(())
    }

    /// Whether what follows `${` has nothing that could end a command before the brace: that is no
    /// command substitution where there are none of that form (bash).
    fn is_blank_parameter(&mut self) -> Result<bool> {
        if !self.rules.syntax.blank_before_parameter_is_bad {
            return Ok(false);
        }
        let mut at = 0;
        loop {
            match self.byte_at(at)? {
                Some(b'}') => return Ok(true),
                None | Some(b';' | b'\n' | b'&' | b')' | b'{' | b'|') => return Ok(false),
                Some(_) => at += 1,
            }
        }
    }

    /// Reads the name after a `$`.
    pub(crate) fn variable_name(&mut self) -> Result<crate::Name> {
        let rest = &self.source[self.at..];
        let length = rest.iter().take_while(|byte| is_name_byte(**byte)).count();
        // What ends it is there, and is no line continuation: it need not be put together.
        if rest.get(length).is_some_and(|&byte| byte != b'\\') {
            let name = self.names.intern(&rest[..length]);
            self.at += length;
            return Ok(name);
        }
        let name = self.name()?;
        Ok(self.names.intern(&name))
    }

    /// Reads letters, digits and underscores, and returns them.
    pub(crate) fn name(&mut self) -> Result<Vec<u8>> {
        let rest = self.source.get(self.at..).unwrap_or_default();
        let length = rest.iter().take_while(|byte| is_name_byte(**byte)).count();
        if rest.get(length).is_some_and(|&byte| byte != b'\\') {
            self.at += length;
            return Ok(rest[..length].to_vec());
        }
        let mut name = Vec::new();
        while let Some(byte) = self.peek_byte()? {
            if !is_name_byte(byte) {
                break;
            }
            name.push(byte);
            self.at += 1;
        }
        Ok(name)
    }

    /// Reads an arithmetic expansion; `$(` has been read, and a second `(` is next. Returns `None`,
    /// and reads nothing, where it is a command substitution that begins with a subshell.
    pub(crate) fn arithmetic(&mut self) -> Result<Option<Arithmetic>> {
        let (at, line, depth) = (self.at, self.line, self.depth);
        if self.refuted.contains(&at) {
            return Ok(None);
        }
        self.at += 1;
        let waiting = std::mem::take(&mut self.here_documents);
        self.trials += 1;
        let parts = self.parts(Quoting::Arithmetic);
        self.trials -= 1;
        self.here_documents = waiting;
        let closed = match &parts {
            Ok(_) => {
                self.at += 1;
                match self.peek_byte()? {
                    // POSIX: what ends before that is decided is an arithmetic expansion.
                    None => return Err(self.unclosed(Construct::Arithmetic, self.place(self.at))),
                    byte => byte == Some(b')'),
                }
            }
            Err(_) => false,
        };
        match parts {
            Ok(parts) if closed => {
                self.at += 1;
                Ok(Some(self.expression(parts)))
            }
            // Without an end it is none, and no command substitution.
            Err(error) if error.is_incomplete() => Err(error),
            _ => {
                self.refuted.insert(at);
                (self.at, self.line, self.depth) = (at, line, depth);
                Ok(None)
            }
        }
    }

    /// An arithmetic expansion of these parts. Its expression is parsed here, before the expansions
    /// are made, where that gives the same tree as afterwards.
    pub(crate) fn expression(&self, parts: Vec<Part>) -> Arithmetic {
        let pieces: Vec<Piece<'_>> = parts
            .iter()
            .enumerate()
            .map(|(index, part)| match part {
                Part::Quoted(text) | Part::Literal(text) => Piece::Text(text),
                _ => Piece::Leaf(index.min(usize::from(u16::MAX)) as u16),
            })
            .collect();
        let parsed = if pieces.len() < usize::from(u16::MAX) {
            arithmetic::parse(&pieces, &self.names, &self.rules.syntax).ok()
        } else {
            None
        };
        let keyed = match &parsed {
            Some(_) if parts.len() > 1 => arithmetic::keys::composed(&parts, &self.names),
            _ => Box::default(),
        };
        Arithmetic { parts: parts.into(), parsed, keyed }
    }

    /// The aliases that say where a command substitution ends. Those of the time when it runs
    /// say what it means: then its text is read again. In double quotes (POSIX XCU 2.2.3), in
    /// ksh93 and in bash there are none until then; what is perhaps given back is read without
    /// them, too.
    fn aliases_inside(&self, quoting: Quoting) -> ParserAliases {
        let none = quoting.is_quoted() || !self.rules.syntax.aliases_in_substitutions;
        match none || self.trials > 0 {
            true => ParserAliases::new(Rc::new(NoAliases)),
            false => self.aliases.clone(),
        }
    }

    /// Reads the rest of a command substitution, after `$(`.
    pub(crate) fn command_substitution(&mut self, quoting: Quoting) -> Result<Rc<Body>> {
        self.commands_in_parentheses(quoting).map_err(|mut error| {
            error.in_substitution |= matches!(error.kind, SyntaxErrorKind::Unexpected { .. });
            error
        })
    }

    fn commands_in_parentheses(&mut self, quoting: Quoting) -> Result<Rc<Body>> {
        let line = self.line;
        let waiting = std::mem::take(&mut self.here_documents);
        let token = self.set_token_aside();
        let aliases = self.aliases_inside(quoting);
        let aliases = std::mem::replace(&mut self.aliases, aliases);
        let (begin, mark) = (self.at, self.replaced.len());
        let context = std::mem::replace(&mut self.context, Context::COMMAND);
        self.context.substitution = self.rules.syntax.substitution_ends_here_document;
        let list = self.compound_list_opt()?;
        let lexed = self.take()?;
        self.context = context;
        self.aliases = aliases;
        let source = self.original(begin, lexed.start, mark);
        match lexed.token {
            Token::Operator(Operator::Close) => {}
            Token::End => {
                return Err(self.unclosed(Construct::CommandSubstitution, (begin - 2, line)));
            }
            _ => return Err(self.unexpected(&lexed, Some(Expected::Token(")")))),
        }
        let leading = lines_before_commands(&self.source[begin..lexed.start.max(begin)]);
        self.rewrite_substitution(begin..lexed.start, &list);
        self.put_token_back(token);
        let inner = std::mem::replace(&mut self.here_documents, waiting);
        // A here-document whose text has not begun yet follows the line all the same.
        self.here_documents.extend(inner);
        Ok(Rc::new(Body { list, needs: Cell::new(0), line, leading, source }))
    }

    /// Reads the rest of a command substitution whose opening backquote has been read.
    pub(crate) fn backquotes(&mut self, quoting: Quoting) -> Result<Rc<Body>> {
        let (begin, line) = (self.at - 1, self.line);
        let mut text = Vec::new();
        // A here-document is read as if it were in double-quotes, here as well: so have dash, ksh93,
        // yash and busybox it; bash and mksh leave the backslash to the commands.
        let unescapes_quote = match quoting {
            Quoting::Double | Quoting::Toggled | Quoting::BracedDouble => true,
            Quoting::HereDocument => self.rules.syntax.backquotes_in_here_document_unescape_quotes,
            _ => false,
        };
        loop {
            let Some(byte) = self.byte_at(0)? else {
                return Err(self.unclosed(Construct::Backquotes, (begin, line)));
            };
            self.advance();
            match byte {
                b'`' => break,
                b'\\' => match self.byte_at(0)? {
                    Some(next @ (b'`' | b'\\' | b'$')) => {
                        self.at += 1;
                        text.push(next);
                    }
                    Some(b'"') if unescapes_quote => {
                        self.at += 1;
                        text.push(b'"');
                    }
                    Some(b'\n') => self.advance(),
                    _ => text.push(b'\\'),
                },
                _ => text.push(byte),
            }
        }
        let mut inner = self.inner(&text, line);
        inner.aliases = self.aliases_inside(quoting);
        let list = match inner.whole() {
            // Whoever runs it reads it again.
            Err(_) if self.rules.syntax.backquotes_are_read_when_run => List::default(),
            read => read?,
        };
        let source = ByteString::new(&text);
        Ok(Rc::new(Body { list, needs: Cell::new(0), line, leading: 0, source }))
    }

    /// A parser of a text that is part of this parser's; `line`: the line that it begins on.
    pub(crate) fn inner<'t>(&self, text: &'t [u8], line: u32) -> Parser<'t> {
        let mut parser = Parser::new(Box::new(Text(text)), self.names.clone(), Rc::new(NoAliases));
        parser.aliases = self.aliases.clone();
        parser.line = line;
        parser.depth = self.depth + 1;
        parser.effort = self.effort.clone();
        parser.rules = self.rules;
        parser.no_groups = self.no_groups;
        parser.types = self.types;
        parser.defers = self.defers;
        parser.ascii_only = self.ascii_only;
        parser.coming_types.clone_from(&self.coming_types);
        parser
    }
}

/// The part for `$x` without braces.
pub(crate) fn simple_parameter(reference: Reference) -> Part {
    Part::Parameter(Box::new(Parameter {
        reference,
        subscript: None,
        indirect: false,
        braced: false,
        operation: Operation::Value,
    }))
}
