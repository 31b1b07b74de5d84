//! Compound commands (POSIX XCU 2.9.4).

use crate::bytes::ByteString;
use crate::context::{Context, Quoting};
use crate::error::{Expected, Result, SyntaxError, SyntaxErrorKind};
use crate::lexer::{Operator, Token};
use crate::names::is_name;
use crate::parser::Parser;
use crate::reserved::Reserved;
use crate::tree::{Body, Branch, BranchEnd, Command, Compound, CompoundKind, List, Part, Word};
use std::cell::Cell;
use std::rc::Rc;

impl Parser<'_> {
    /// Parses a subshell behind its `(` (XCU 2.9.4.1).
    pub(crate) fn subshell(&mut self, line: u32) -> Result<Command> {
        let context = std::mem::replace(&mut self.context, Context::COMMAND);
        self.context.substitution = self.rules.syntax.subshell_ends_here_document;
        let list = self.compound_list(")", line)?;
        self.context = context;
        if !self.accept(Operator::Close)? {
            return Err(self.unended(")", line));
        }
        self.compound_command(
            CompoundKind::Subshell(Rc::new(Body {
                list,
                needs: Cell::new(0),
                line,
                leading: 0,
                source: ByteString::EMPTY,
            })),
            line,
        )
    }

    /// After the reserved word that begins it.
    pub(crate) fn compound(&mut self, reserved: Reserved, line: u32) -> Result<Command> {
        let kind = match reserved {
            Reserved::Open => {
                let list = self.compound_list(Reserved::Close.text(), line)?;
                self.expect_reserved(Reserved::Close, line)?;
                CompoundKind::Brace(list)
            }
            Reserved::If => self.if_clause(line)?,
            Reserved::While | Reserved::Until => {
                let condition = self.compound_list(Reserved::Do.text(), line)?;
                let body = self.do_group(line)?;
                CompoundKind::While { until: reserved == Reserved::Until, condition, body }
            }
            Reserved::For => self.for_clause(line, false)?,
            Reserved::Select => self.for_clause(line, true)?,
            Reserved::Coprocess => return self.coprocess(line),
            _ => self.case_clause(line)?,
        };
        self.compound_command(kind, line)
    }

    pub(crate) fn compound_command(&mut self, kind: CompoundKind, line: u32) -> Result<Command> {
        let mut redirections = self.redirections()?;
        if !redirections.is_empty() && self.rules.syntax.compound_redirections_are_on_last_line {
            let line = match kind {
                CompoundKind::Arithmetic(_)
                | CompoundKind::Conditional(_)
                | CompoundKind::ForArithmetic { .. } => line,
                CompoundKind::Subshell(_) => self.end_line(),
                _ => self.enclosing_line.unwrap_or_else(|| self.end_line()),
            };
            for redirection in &mut redirections {
                redirection.line = line;
            }
        }
        let (text, needs) = (ByteString::EMPTY, Cell::new(0));
        Ok(Command::Compound(Box::new(Compound {
            kind,
            redirections,
            line,
            offset: 0,
            text,
            needs,
        })))
    }

    fn do_group(&mut self, line: u32) -> Result<List> {
        loop {
            self.skip_newlines()?;
            self.expand_after_blank(&[Reserved::Do])?;
            if !matches!(self.peek()?.token, Token::Newline) {
                break;
            }
        }
        self.expect_reserved(Reserved::Do, line)?;
        let body = self.compound_list(Reserved::Done.text(), line)?;
        self.expect_reserved(Reserved::Done, line)?;
        Ok(body)
    }

    fn if_clause(&mut self, line: u32) -> Result<CompoundKind> {
        // Mostly there is one.
        let mut arms = Vec::with_capacity(1);
        let mut otherwise = None;
        loop {
            let condition = self.compound_list(Reserved::Then.text(), line)?;
            self.expect_reserved(Reserved::Then, line)?;
            arms.push((condition, self.compound_list(Reserved::Fi.text(), line)?));
            if self.accept_reserved(Reserved::Elif)? {
                continue;
            }
            if self.accept_reserved(Reserved::Else)? {
                otherwise = Some(self.compound_list(Reserved::Fi.text(), line)?);
            }
            self.expect_reserved(Reserved::Fi, line)?;
            return Ok(CompoundKind::If { arms: arms.into(), otherwise });
        }
    }

    fn for_clause(&mut self, line: u32, select: bool) -> Result<CompoundKind> {
        if !select && matches!(self.peek()?.token, Token::Operator(Operator::Open)) {
            return self.for_arithmetic(line);
        }
        let name = self.expect_name()?;
        let mut words = None;
        if !self.accept(Operator::Semicolon)? {
            self.skip_newlines()?;
            self.expand_after_blank(&[Reserved::In, Reserved::Do])?;
            self.accept(Operator::Semicolon)?;
            self.skip_newlines()?;
            if self.accept_reserved(Reserved::In)? {
                let context = self.context;
                self.context.expect_words(false);
                words = Some(self.words_of_for()?);
                self.context = context;
            }
        }
        self.skip_newlines()?;
        let body = self.body_of_for(line)?;
        Ok(if select {
            CompoundKind::Select { name, words, body }
        } else {
            CompoundKind::For { name, words, body }
        })
    }

    /// `do list; done`, or `{ list; }`.
    fn body_of_for(&mut self, line: u32) -> Result<List> {
        if self.rules.syntax.loop_body_in_braces && self.accept_reserved(Reserved::Open)? {
            let body =
                self.within(line, |parser| parser.compound_list(Reserved::Close.text(), line))?;
            self.expect_reserved(Reserved::Close, line)?;
            return Ok(body);
        }
        self.within(line, |parser| parser.do_group(line))
    }

    /// Parses what is in a function, a loop or `case` that is on this line.
    pub(crate) fn within<T>(
        &mut self,
        line: u32,
        parse: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let enclosing = self.enclosing_line.replace(line);
        let result = parse(self);
        self.enclosing_line = enclosing;
        result
    }

    /// `for ((init; condition; step))`; `(` is next.
    fn for_arithmetic(&mut self, line: u32) -> Result<CompoundKind> {
        let lexed = self.take()?;
        if self.byte_at(0)? != Some(b'(') {
            return Err(self.unexpected(&lexed, Some(Expected::Name)));
        }
        let start = self.at;
        self.at += 1;
        let mut clauses = Vec::new();
        for end in [b';', b';', b')'] {
            let parts = self.parts(Quoting::Clause)?;
            if !self.accept_byte(end)? {
                return Err(self.wrong_clauses(start, end));
            }
            let blank = parts.iter().all(
                |part| matches!(part, Part::Quoted(text) if text.iter().all(u8::is_ascii_whitespace)),
            );
            clauses.push((!blank).then(|| Box::new(self.expression(parts))));
        }
        if !self.accept_byte(b')')? {
            return Err(self.error(SyntaxErrorKind::UnclosedFor));
        }
        self.note(start, self.at);
        self.accept(Operator::Semicolon)?;
        self.skip_newlines()?;
        let body = self.body_of_for(line)?;
        let mut clauses = clauses.into_iter();
        let (init, condition, step) =
            (clauses.next().flatten(), clauses.next().flatten(), clauses.next().flatten());
        Ok(CompoundKind::ForArithmetic { init, condition, step, body })
    }

    /// What is wrong with the clauses of a `for ((` whose second `(` is at `start`, where one
    /// ends in something else than `end`.
    #[cold]
    fn wrong_clauses(&mut self, start: usize, end: u8) -> Box<SyntaxError> {
        if !self.rules.syntax.for_clauses_read_first {
            return self.error(SyntaxErrorKind::ForClauses { too_many: end == b')', text: None });
        }
        let line = self.line;
        loop {
            match self.parts(Quoting::Clause).and_then(|_| self.accept_byte(b';')) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => return error,
            }
        }
        let last = (self.at + 2).min(self.source.len());
        let text = ByteString::from([b"(", &self.source[start..last]].concat());
        let mut error =
            self.error(SyntaxErrorKind::ForClauses { too_many: end == b')', text: Some(text) });
        error.span.line = line;
        error
    }

    /// `coproc name compound`, `coproc command`
    fn coprocess(&mut self, line: u32) -> Result<Command> {
        let mut name = self.names.intern(b"COPROC");
        let any_name = self.rules.syntax.coprocess_takes_any_name;
        if let Token::Word = self.peek()?.token
            && let Some(text) = &self.word.literal
            && (is_name(text) || any_name)
            && Reserved::find(text).is_none()
        {
            // A name, if a compound command follows it.
            let text = text.clone();
            let lexed = self.take()?;
            let compound = match self.peek_reserved()? {
                Some(reserved) => !reserved.is_end(),
                None => matches!(self.peek()?.token, Token::Operator(Operator::Open)),
            };
            if compound {
                name = self.names.intern(&text);
            } else {
                // It begins the command: read again.
                self.at = lexed.start;
                self.line = lexed.line;
                self.token = None;
            }
        }
        let body = Rc::new([self.command()?]);
        self.compound_command(CompoundKind::Coprocess { name, body }, line)
    }

    /// After `in`, up to and including the separator.
    fn words_of_for(&mut self) -> Result<Box<[Word]>> {
        let mut words = Vec::new();
        loop {
            self.expand_after_blank(&[])?;
            let lexed = self.take()?;
            match lexed.token {
                Token::Word => {
                    let word = self.take_word();
                    words.push(self.braced(word));
                }
                Token::Newline | Token::Operator(Operator::Semicolon) => return Ok(words.into()),
                _ => return Err(self.unexpected(&lexed, None)),
            }
        }
    }

    fn case_clause(&mut self, line: u32) -> Result<CompoundKind> {
        self.expand_after_blank(&[])?;
        self.context.assignments = false;
        let groups =
            std::mem::replace(&mut self.context.groups, self.rules.syntax.groups_in_case_word);
        let lexed = self.take();
        self.context.groups = groups;
        let lexed = lexed?;
        self.context.assignments = true;
        let Token::Word = lexed.token else {
            return Err(self.unexpected_for(&lexed, Expected::Word));
        };
        let subject = self.take_word();
        self.skip_newlines()?;
        self.expand_after_blank(&[Reserved::In])?;
        self.skip_newlines()?;
        if !self.accept_reserved(Reserved::In)? {
            let lexed = self.take()?;
            return Err(self.unexpected(&lexed, Some(Expected::Token("in"))));
        }
        let mut branches = Vec::new();
        loop {
            // The first pattern is looked at before it is known to be one.
            self.context.expect_words(false);
            loop {
                self.skip_newlines()?;
                self.expand_after_blank(&[Reserved::Esac])?;
                if !matches!(self.peek()?.token, Token::Newline) {
                    break;
                }
            }
            if self.accept_reserved(Reserved::Esac)? {
                self.context.expect_command();
                break;
            }
            self.accept(Operator::Open)?;
            let mut patterns = Vec::new();
            loop {
                self.context.expect_words(false);
                self.expand_after_blank(&[])?;
                let lexed = self.take()?;
                let Token::Word = lexed.token else {
                    return Err(self.unexpected(&lexed, Some(Expected::Word)));
                };
                patterns.push(self.take_word());
                self.expand_after_blank(&[])?;
                if self.accept(Operator::Pipe)? {
                    continue;
                }
                self.context.expect_command();
                if self.accept(Operator::Close)? {
                    break;
                }
                let lexed = self.take()?;
                return Err(self.unexpected(&lexed, Some(Expected::Token(")"))));
            }
            let body = self.within(line, Self::compound_list_opt)?;
            let end = match self.peek()?.token {
                Token::Operator(Operator::DoubleSemicolon) => BranchEnd::Break,
                Token::Operator(Operator::SemicolonAnd) => BranchEnd::FallThrough,
                Token::Operator(Operator::DoubleSemicolonAnd) => BranchEnd::Continue,
                _ => {
                    branches.push(Branch {
                        patterns: patterns.into(),
                        body,
                        end: BranchEnd::Break,
                    });
                    self.expect_reserved(Reserved::Esac, line)?;
                    break;
                }
            };
            self.token = None;
            branches.push(Branch { patterns: patterns.into(), body, end });
        }
        Ok(CompoundKind::Case { subject: Box::new(subject), branches: branches.into() })
    }
}
