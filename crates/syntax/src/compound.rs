//! Compound commands (POSIX XCU 2.9.4).

use crate::bytes::ByteString;
use crate::error::Result;
use crate::lexer::{Operator, Token};
use crate::parser::{Parser, Reserved};
use crate::tree::{Body, Branch, BranchEnd, Command, Compound, CompoundKind, List, Word};
use std::cell::Cell;
use std::rc::Rc;

impl Parser<'_> {
    /// After `(`.
    pub(crate) fn subshell(&mut self, line: u32) -> Result<Command> {
        let list = self.compound_list()?;
        if !self.accept(Operator::Close)? {
            let lexed = self.take()?;
            return Err(self.unexpected(&lexed));
        }
        self.compound_command(
            CompoundKind::Subshell(Rc::new(Body {
                list,
                needs: Cell::new(0),
                line,
                source: ByteString::EMPTY,
            })),
            line,
        )
    }

    /// After the reserved word that begins it.
    pub(crate) fn compound(&mut self, reserved: Reserved, line: u32) -> Result<Command> {
        let kind = match reserved {
            Reserved::Open => {
                let list = self.compound_list()?;
                self.expect_reserved(Reserved::Close, line)?;
                CompoundKind::Brace(list)
            }
            Reserved::If => self.if_clause(line)?,
            Reserved::While | Reserved::Until => {
                let condition = self.compound_list()?;
                let body = self.do_group(line)?;
                CompoundKind::While { until: reserved == Reserved::Until, condition, body }
            }
            Reserved::For => self.for_clause(line)?,
            _ => self.case_clause(line)?,
        };
        self.compound_command(kind, line)
    }

    fn compound_command(&mut self, kind: CompoundKind, line: u32) -> Result<Command> {
        let redirections = self.redirections()?;
        Ok(Command::Compound(Box::new(Compound { kind, redirections, line, needs: Cell::new(0) })))
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
        let body = self.compound_list()?;
        self.expect_reserved(Reserved::Done, line)?;
        Ok(body)
    }

    fn if_clause(&mut self, line: u32) -> Result<CompoundKind> {
        let mut arms = Vec::new();
        let mut otherwise = None;
        loop {
            let condition = self.compound_list()?;
            self.expect_reserved(Reserved::Then, line)?;
            arms.push((condition, self.compound_list()?));
            if self.accept_reserved(Reserved::Elif)? {
                continue;
            }
            if self.accept_reserved(Reserved::Else)? {
                otherwise = Some(self.compound_list()?);
            }
            self.expect_reserved(Reserved::Fi, line)?;
            return Ok(CompoundKind::If { arms: arms.into(), otherwise });
        }
    }

    fn for_clause(&mut self, line: u32) -> Result<CompoundKind> {
        let name = self.expect_name()?;
        let mut words = None;
        if !self.accept(Operator::Semicolon)? {
            self.skip_newlines()?;
            self.expand_after_blank(&[Reserved::In, Reserved::Do])?;
            self.accept(Operator::Semicolon)?;
            self.skip_newlines()?;
            if self.accept_reserved(Reserved::In)? {
                words = Some(self.words_of_for()?);
            }
        }
        self.skip_newlines()?;
        let body = self.do_group(line)?;
        Ok(CompoundKind::For { name, words, body })
    }

    /// After `in`, up to and including the separator.
    fn words_of_for(&mut self) -> Result<Box<[Word]>> {
        let mut words = Vec::new();
        loop {
            self.expand_after_blank(&[])?;
            let lexed = self.take()?;
            match lexed.token {
                Token::Word(word) => words.push(word),
                Token::Newline | Token::Operator(Operator::Semicolon) => return Ok(words.into()),
                _ => return Err(self.unexpected(&lexed)),
            }
        }
    }

    fn case_clause(&mut self, line: u32) -> Result<CompoundKind> {
        self.expand_after_blank(&[])?;
        let lexed = self.take()?;
        let Token::Word(subject) = lexed.token else { return Err(self.unexpected(&lexed)) };
        self.skip_newlines()?;
        self.expand_after_blank(&[Reserved::In])?;
        self.skip_newlines()?;
        if !self.accept_reserved(Reserved::In)? {
            let lexed = self.take()?;
            return Err(self.unexpected(&lexed));
        }
        let mut branches = Vec::new();
        loop {
            loop {
                self.skip_newlines()?;
                self.expand_after_blank(&[Reserved::Esac])?;
                if !matches!(self.peek()?.token, Token::Newline) {
                    break;
                }
            }
            if self.accept_reserved(Reserved::Esac)? {
                break;
            }
            self.accept(Operator::Open)?;
            let mut patterns = Vec::new();
            loop {
                self.expand_after_blank(&[])?;
                let lexed = self.take()?;
                let Token::Word(word) = lexed.token else { return Err(self.unexpected(&lexed)) };
                patterns.push(word);
                self.expand_after_blank(&[])?;
                if self.accept(Operator::Pipe)? {
                    continue;
                }
                if self.accept(Operator::Close)? {
                    break;
                }
                let lexed = self.take()?;
                return Err(self.unexpected(&lexed));
            }
            let body = self.compound_list_opt()?;
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
        Ok(CompoundKind::Case { subject, branches: branches.into() })
    }
}
