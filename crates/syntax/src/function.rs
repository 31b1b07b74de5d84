//! Definitions of functions (POSIX XCU 2.9.5, and `function name` of ksh and bash).

use crate::body::FunctionBody;
use crate::bytes::ByteString;
use crate::error::{Expected, Result, SyntaxErrorKind};
use crate::lexer::{Lexed, Operator, Token};
use crate::names::Name;
use crate::parser::{DEPTH, Parser};
use crate::reserved::Reserved;
use crate::tree::{Command, FunctionDefinition, RedirectionKind, Word};
use std::ops::Range;
use std::rc::Rc;

impl Parser<'_> {
    /// At the parenthesis after the word, which begins at `start`.
    pub(crate) fn function(&mut self, word: Word, line: u32, start: usize) -> Result<Command> {
        let end = self.peek()?.start;
        let name = self.function_name(&word, start..end);
        self.token = None;
        self.expand_after_blank(&[])?;
        if !self.accept(Operator::Close)? {
            let lexed = self.take()?;
            return Err(self.unexpected_for(&lexed, Expected::Token(")")));
        }
        let Some(text) = name else {
            return Err(self.error_at(
                SyntaxErrorKind::InvalidFunctionName(None),
                (start, self.line),
                end - start,
            ));
        };
        let bad = |byte: &u8| match byte {
            b'=' => !self.rules.syntax.function_takes_any_name,
            b'/' => !self.rules.syntax.slash_in_function_name,
            _ => false,
        };
        if text.iter().any(bad) {
            let length = text.len();
            let kind = SyntaxErrorKind::InvalidFunctionName(Some(text));
            return Err(self.error_at(kind, (start, self.line), length));
        }
        self.function_body(&text, line, start, None)
    }

    /// `function name`, `function name()`
    pub(crate) fn function_keyword(&mut self, line: u32) -> Result<Command> {
        let start = self.take()?.start;
        // `function a[1]=b` is no assignment.
        self.context.assignments = false;
        let lexed = self.take()?;
        let name = match lexed.token {
            Token::Word => self.function_name(&self.word, lexed.start..self.at),
            _ => None,
        };
        let Some(text) = name else { return Err(self.unexpected(&lexed, Some(Expected::Name))) };
        let opens = matches!(self.peek()?.token, Token::Operator(Operator::Open));
        if opens && (!self.rules.syntax.function_body_is_compound || self.closes_next()?) {
            self.token = None;
            if !self.accept(Operator::Close)? {
                let lexed = self.take()?;
                return Err(self.unexpected(&lexed, Some(Expected::Token(")"))));
            }
        }
        let mut parameters = Vec::new();
        if text.starts_with(b".sh.math.") {
            while let Token::Word = self.peek()?.token
                && let Some(text) = self.word.literal.clone()
                && text.as_bytes() != b"{"
            {
                parameters.push(self.names.intern(&text));
                self.token = None;
            }
        }
        self.function_body(&text, line, start, Some(parameters))
    }

    /// Whether the `(` that is looked at is followed by `)`: else it begins the body,
    /// `function name (list)`.
    fn closes_next(&mut self) -> Result<bool> {
        let mut blanks = 0;
        while matches!(self.byte_at(blanks)?, Some(b' ' | b'\t')) {
            blanks += 1;
        }
        Ok(self.byte_at(blanks)? == Some(b')'))
    }

    /// The name that a word is; in bash's language characters of patterns may be in it, and a
    /// tilde. One that has quotes or expansions is what stands at `place`, and wrong when the
    /// definition is made.
    fn function_name(&self, word: &Word, place: Range<usize>) -> Option<ByteString> {
        if !self.rules.syntax.function_takes_any_name {
            return word.literal.clone();
        }
        self.source.get(place).map(|text| ByteString::new(text.trim_ascii_end()))
    }

    pub(crate) fn function_body(
        &mut self,
        text: &[u8],
        line: u32,
        start: usize,
        parameters: Option<Vec<Name>>,
    ) -> Result<Command> {
        self.context.expect_command();
        let name = self.names.intern(text);
        loop {
            self.skip_newlines()?;
            self.expand_after_blank(&[])?;
            if !matches!(self.peek()?.token, Token::Newline) {
                break;
            }
        }
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error(SyntaxErrorKind::NestedTooDeeply));
        }
        if self.rules.syntax.function_body_is_compound
            && self.peek_reserved()?.is_none_or(|word| matches!(word, Reserved::In))
            && !matches!(self.peek()?.token, Token::Operator(Operator::Open))
        {
            let lexed = self.take()?;
            return Err(self.unexpected(&lexed, Some(Expected::CompoundCommand)));
        }
        let (body, source) = self.body_and_text(start, line)?;
        self.depth -= 1;
        let keyword = parameters.is_some();
        let parameters = parameters.unwrap_or_default().into();
        let definition = FunctionDefinition {
            name,
            parameters,
            body: Rc::new(body),
            line,
            offset: 0,
            keyword,
            source,
        };
        Ok(Command::Function(Box::new(definition)))
    }

    /// The body that is next, and the text of the definition, which begins at `start`, on this line.
    fn body_and_text(&mut self, start: usize, line: u32) -> Result<(FunctionBody, Rc<[u8]>)> {
        self.peek()?;
        if let Some(deferred) = self.deferred_body(start, line) {
            return Ok(deferred);
        }
        let body = self.within(line, Self::command)?;
        let end = match &self.token {
            // The text of a here-document that it is redirected to.
            Some(Lexed { token: Token::Newline, .. }) if has_here_document(&body) => self.at,
            Some(token) => token.start,
            None => self.at,
        };
        let text = self.source.get(start..end).unwrap_or_default().trim_ascii_end();
        Ok((FunctionBody::read(body), text.into()))
    }
}

/// Whether the body of a function is redirected to a here-document, which follows it.
fn has_here_document(body: &Command) -> bool {
    let Command::Compound(compound) = body else { return false };
    compound.redirections.iter().any(|one| matches!(one.kind, RedirectionKind::HereDocument(_)))
}
