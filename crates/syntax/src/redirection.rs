//! Redirections (POSIX XCU 2.7).

use crate::bytes::ByteString;
use crate::error::{Expected, FoundToken, Result, SyntaxErrorKind};
use crate::heredoc::{Strip, Waiting};
use crate::lexer::{Operator, Token};
use crate::names::Name;
use crate::parser::Parser;
use crate::spare::boxed;
use crate::tree::{HereDocument, OutputMode, Redirection, RedirectionKind, Word};
use std::cell::OnceCell;
use std::rc::Rc;

impl Parser<'_> {
    /// A redirection, if one is next.
    pub(crate) fn redirection(&mut self) -> Result<Option<Redirection>> {
        let mut descriptor = None;
        let mut variable = None;
        if let Token::IoNumber(number) = self.peek()?.token {
            descriptor = Some(number);
            self.token = None;
        } else if let Token::IoName(name) = self.peek()?.token {
            variable = Some(name);
            self.token = None;
        }
        let lexed = self.peek()?;
        let line = lexed.line;
        let Token::Operator(operator) = lexed.token else { return Ok(None) };
        if !operator.is_redirection() {
            return Ok(None);
        }
        self.token = None;
        if operator == Operator::LessGreater
            && self.rules.syntax.input_output_is_standard_output
            && variable.is_none()
        {
            descriptor = descriptor.or(Some(1));
        }
        if matches!(operator, Operator::Less | Operator::Greater)
            && self.rules.syntax.seek_redirections
            && self.byte_at(0)? == Some(b'#')
        {
            let output = operator == Operator::Greater;
            return self.positioned(output, descriptor, variable, line).map(Some);
        }
        let indented = self.rules.syntax.indented_here_documents
            && operator == Operator::DoubleLess
            && self.byte_at(0)? == Some(b'#');
        if indented {
            self.at += 1;
        }
        let replaces = matches!(operator, Operator::Greater | Operator::LessGreater)
            && self.rules.syntax.replacing_redirections
            && self.byte_at(0)? == Some(b';');
        if replaces {
            self.at += 1;
        }
        self.expand_after_blank(&[])?;
        let mut target = self.take()?;
        if let Token::IoNumber(number) = target.token
            && self.rules.syntax.number_is_duplicated
            && matches!(operator, Operator::LessAnd | Operator::GreaterAnd)
        {
            // `>&2>file`
            let literal = Some(number.to_string().as_str().into());
            self.word = Word { literal, ..Word::default() };
            target.token = Token::Word;
        }
        let Token::Word = target.token else {
            return Err(self.unexpected_for(&target, Expected::Word));
        };
        let mut word = self.take_word();
        if self.rules.syntax.redirections_have_braces && operator.opens_file() {
            word = self.braced(word);
        }
        let kind = match operator {
            Operator::Less => RedirectionKind::Input(word),
            Operator::Greater if replaces => RedirectionKind::Output(OutputMode::Replace, word),
            Operator::Greater => RedirectionKind::Output(OutputMode::Truncate, word),
            Operator::Clobber => RedirectionKind::Output(OutputMode::Clobber, word),
            Operator::DoubleGreater => RedirectionKind::Output(OutputMode::Append, word),
            Operator::LessGreater => RedirectionKind::InputOutput(word, replaces),
            Operator::LessAnd => RedirectionKind::DuplicateInput(word),
            Operator::GreaterAnd => RedirectionKind::DuplicateOutput(word),
            Operator::TripleLess => RedirectionKind::HereString(word),
            Operator::AndGreater => RedirectionKind::OutputAndError(OutputMode::Truncate, word),
            Operator::AndDoubleGreater => RedirectionKind::OutputAndError(OutputMode::Append, word),
            _ => {
                let document = Rc::new(HereDocument { text: OnceCell::new() });
                let strip = match operator {
                    Operator::DoubleLessDash => Strip::Tabs,
                    _ if indented => Strip::Indentation,
                    _ => Strip::Nothing,
                };
                let raw = &self.source[target.start..self.at];
                let mut waiting = Waiting::new(document.clone(), raw, strip);
                if strip == Strip::Tabs && self.rules.syntax.delimiter_is_stripped {
                    waiting.strip_delimiter();
                }
                self.here_documents.push(waiting);
                RedirectionKind::HereDocument(document)
            }
        };
        Ok(Some(Redirection { descriptor, variable, kind, line }))
    }

    /// `<#((offset))`, `<#pattern` (ksh93), at the `#`.
    pub(crate) fn positioned(
        &mut self,
        output: bool,
        descriptor: Option<u32>,
        variable: Option<Name>,
        line: u32,
    ) -> Result<Redirection> {
        self.at += 1;
        let copied = self.accept_byte(b'#')?;
        let mut blanks = 0;
        while matches!(self.byte_at(blanks)?, Some(b' ' | b'\t')) {
            blanks += 1;
        }
        let kind = match (self.byte_at(blanks)?, self.byte_at(blanks + 1)?) {
            (Some(b'('), Some(b'(')) => {
                self.at += blanks + 1;
                match self.arithmetic()? {
                    Some(offset) => RedirectionKind::Seek(output, Some(Box::new(offset))),
                    None => {
                        let token = FoundToken::Text(ByteString::from("("));
                        let kind = SyntaxErrorKind::Unexpected { token, expected: None };
                        return Err(self.error(kind));
                    }
                }
            }
            (None | Some(b')' | b'\n' | b';'), _) => RedirectionKind::Seek(output, None),
            _ => {
                self.at += blanks;
                let target = self.take()?;
                let Token::Word = target.token else {
                    return Err(self.unexpected(&target, Some(Expected::Word)));
                };
                RedirectionKind::SeekLine(copied, self.take_word())
            }
        };
        let descriptor = descriptor.or(output.then_some(1));
        Ok(Redirection { descriptor, variable, kind, line })
    }

    /// Redirections after a compound command. What follows the command may be an alias.
    pub(crate) fn redirections(&mut self) -> Result<Box<[Redirection]>> {
        let mut redirections = Vec::new();
        self.expand_alias()?;
        while let Some(redirection) = self.redirection()? {
            redirections.push(redirection);
            match self.rules.syntax.aliases_after_redirections {
                true => self.expand_alias()?,
                false => self.expand_after_blank(&[])?,
            }
        }
        Ok(boxed(redirections))
    }
}
