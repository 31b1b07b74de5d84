//! Errors of syntax as the parser makes them, and where they are.

use crate::bytes::ByteString;
use crate::error::{Construct, Expected, FoundToken, Span, SyntaxError, SyntaxErrorKind};
use crate::lexer::{Lexed, Token};
use crate::parser::Parser;

impl Parser<'_> {
    /// A place in the buffer with the line that is read.
    #[inline]
    pub(crate) fn place(&self, at: usize) -> (usize, u32) {
        (at, self.line)
    }

    /// What [`Span::offset`] says of an index of the buffer.
    #[inline]
    pub(crate) fn offset(&self, at: usize) -> u32 {
        u32::try_from(self.base + at).unwrap_or(u32::MAX)
    }

    /// An error at the place that has been read up to: a token that has been looked at begins there.
    #[cold]
    pub(crate) fn error(&self, kind: SyntaxErrorKind) -> Box<SyntaxError> {
        let place =
            self.token.as_ref().map_or((self.at, self.line), |next| (next.start, next.line));
        self.error_at(kind, place, 0)
    }

    /// An error at a place: an index of the buffer and its line. `length`: how many bytes are wrong.
    #[cold]
    pub(crate) fn error_at(
        &self,
        kind: SyntaxErrorKind,
        (at, line): (usize, u32),
        length: usize,
    ) -> Box<SyntaxError> {
        let (offset, length) = (self.offset(at), u32::try_from(length).unwrap_or(u32::MAX));
        let span = Span { offset, length, line, column: 0 };
        Box::new(SyntaxError {
            kind,
            span,
            source_line: None,
            carriage_returns: false,
            in_elements: false,
            in_substitution: false,
        })
    }

    /// The text ended in a construct that was opened at a place.
    #[cold]
    pub(crate) fn unclosed(&self, construct: Construct, opened: (usize, u32)) -> Box<SyntaxError> {
        let end_line = match construct {
            // The line after the last, whether that is a whole one or not.
            Construct::CommandSubstitution if !self.source.ends_with(b"\n") => self.line + 1,
            _ => self.line,
        };
        let kind = SyntaxErrorKind::Unclosed { construct, end_line };
        let length = match construct {
            // `braced_parameter` says where its braces begin.
            Construct::ParameterExpansion => 0,
            _ => construct.opener().len(),
        };
        self.error_at(kind, opened, length)
    }

    /// As [`Self::unexpected`], where the end of the text may be as the end of its line.
    #[cold]
    pub(crate) fn unexpected_for(&self, lexed: &Lexed, expected: Expected) -> Box<SyntaxError> {
        if self.rules.syntax.text_end_is_end_of_line && matches!(lexed.token, Token::End) {
            let newline = Lexed { token: Token::Newline, ..*lexed };
            return self.unexpected(&newline, Some(expected));
        }
        self.unexpected(lexed, Some(expected))
    }

    /// A token that has no place where it is; `expected`: what has.
    #[cold]
    pub(crate) fn unexpected(&self, lexed: &Lexed, expected: Option<Expected>) -> Box<SyntaxError> {
        let text: ByteString = match lexed.token {
            Token::End => {
                let kind = SyntaxErrorKind::UnexpectedEnd { expected, begun: None };
                return self.error_at(kind, (lexed.start, lexed.line), 0);
            }
            Token::Newline => {
                let kind = SyntaxErrorKind::Unexpected { token: FoundToken::Newline, expected };
                return self.error_at(kind, (lexed.start, lexed.line), 1);
            }
            Token::Operator(operator) => operator.text().into(),
            Token::IoNumber(number) => number.to_string().as_str().into(),
            Token::IoName(name) => {
                ByteString::from([b"{", &self.names.text(name)[..], b"}"].concat())
            }
            Token::Word => match &self.word.literal {
                Some(text) => text.clone(),
                None => {
                    let end = self.at.min(self.source.len());
                    ByteString::new(&self.source[lexed.start.min(end)..end])
                }
            },
        };
        let length = self.at.saturating_sub(lexed.start).max(1);
        let kind = SyntaxErrorKind::Unexpected { token: FoundToken::Text(text), expected };
        self.error_at(kind, (lexed.start, lexed.line), length)
    }

    /// The error as it leaves the parser of the text that it is in: with its column and its line,
    /// which is read to its end.
    #[cold]
    pub(crate) fn located(&mut self, mut error: Box<SyntaxError>) -> Box<SyntaxError> {
        if error.source_line.is_some() {
            return error;
        }
        let at = (error.span.offset as usize).saturating_sub(self.base).min(self.source.len());
        let end = loop {
            let rest = &self.source[at..];
            match byte_search::memchr(b'\n', rest) {
                Some(length) => break at + length,
                // The line of a terminal is all there; another one would be waited for.
                None if self.ended || rest.is_empty() => break self.source.len(),
                None => {}
            }
            match self.input.more(&mut self.source) {
                Ok(true) => {}
                _ => self.ended = true,
            }
        };
        let begin = byte_search::memrchr(b'\n', &self.source[..at]).map_or(0, |before| before + 1);
        let before = String::from_utf8_lossy(&self.source[begin..at]);
        error.span.column = before.chars().count() as u32 + 1;
        error.source_line = Some(ByteString::new(&self.source[begin..end]));
        error.carriage_returns = byte_search::memmem::find(&self.source, b"\r\n").is_some();
        error
    }
}
