//! Characters and tokens (POSIX XCU 2.3).

use crate::ByteString;
use crate::error::{Result, SyntaxErrorKind};
use crate::names::{Name, is_name, is_name_byte};
use crate::parser::Parser;
use crate::reserved::Reserved;
use dialect::syntax::PipeAnd;

/// A token, as the grammar sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Token {
    /// A word: it is the parser's `word` until it is taken, or the next one is read.
    Word,
    Operator(Operator),
    /// Digits directly before `<` or `>`.
    IoNumber(u32),
    /// `{name}` directly before `<` or `>`.
    IoName(Name),
    Newline,
    End,
}

/// A token and what is known about where it came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexed {
    pub(crate) token: Token,
    /// Where it begins in the buffer.
    pub(crate) start: usize,
    /// Its line.
    pub(crate) line: u32,
    /// A word without any quoting or expansion: may be a reserved word or an alias.
    pub(crate) plain: bool,
    /// Follows an alias whose text ended in a blank.
    pub(crate) after_alias: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    And,
    AndAnd,
    Pipe,
    OrOr,
    Semicolon,
    DoubleSemicolon,
    SemicolonAnd,
    DoubleSemicolonAnd,
    Open,
    Close,
    Less,
    Greater,
    DoubleLess,
    DoubleLessDash,
    DoubleGreater,
    LessAnd,
    GreaterAnd,
    LessGreater,
    Clobber,
    TripleLess,
    AndGreater,
    AndDoubleGreater,
    PipeAnd,
}

impl Operator {
    /// Whether a redirection begins with it.
    pub(crate) fn is_redirection(self) -> bool {
        let has_no_file = matches!(
            self,
            Operator::LessAnd
                | Operator::GreaterAnd
                | Operator::DoubleLess
                | Operator::DoubleLessDash
                | Operator::TripleLess
        );
        has_no_file || self.opens_file()
    }

    /// Whether what follows it is the name of a file.
    pub(crate) fn opens_file(self) -> bool {
        matches!(
            self,
            Operator::Less
                | Operator::Greater
                | Operator::DoubleGreater
                | Operator::Clobber
                | Operator::LessGreater
                | Operator::AndGreater
                | Operator::AndDoubleGreater
        )
    }

    pub(crate) fn text(self) -> &'static str {
        match self {
            Operator::And => "&",
            Operator::AndAnd => "&&",
            Operator::Pipe => "|",
            Operator::OrOr => "||",
            Operator::Semicolon => ";",
            Operator::DoubleSemicolon => ";;",
            Operator::SemicolonAnd => ";&",
            Operator::DoubleSemicolonAnd => ";;&",
            Operator::Open => "(",
            Operator::Close => ")",
            Operator::Less => "<",
            Operator::Greater => ">",
            Operator::DoubleLess => "<<",
            Operator::DoubleLessDash => "<<-",
            Operator::DoubleGreater => ">>",
            Operator::LessAnd => "<&",
            Operator::GreaterAnd => ">&",
            Operator::LessGreater => "<>",
            Operator::Clobber => ">|",
            Operator::TripleLess => "<<<",
            Operator::AndGreater => "&>",
            Operator::AndDoubleGreater => "&>>",
            Operator::PipeAnd => "|&",
        }
    }
}

/// An alias whose text is being read.
#[derive(Debug)]
pub(crate) struct ActiveAlias {
    pub(crate) name: Vec<u8>,
    /// Where its text ends in the buffer.
    pub(crate) end: usize,
    pub(crate) trailing_blank: bool,
    /// The line of its name.
    line: u32,
}

/// What an alias has replaced in the buffer.
#[derive(Debug)]
pub(crate) struct Replaced {
    start: usize,
    original: Vec<u8>,
    /// The length of the replacement.
    length: usize,
}

impl Parser<'_> {
    /// Appends more text to the buffer; false at the end of the input.
    #[cold]
    fn fill(&mut self) -> Result<bool> {
        if self.ended {
            return Ok(false);
        }
        match self.input.more(&mut self.source) {
            Ok(true) => Ok(true),
            Ok(false) => {
                self.ended = true;
                Ok(false)
            }
            Err(error) => Err(self.error(SyntaxErrorKind::Unreadable {
                errno: error.raw_os_error(),
                message: error.to_string(),
            })),
        }
    }

    /// The byte `offset` bytes after the next one, whatever it is; `None` beyond the end.
    #[inline]
    pub(crate) fn byte_at(&mut self, offset: usize) -> Result<Option<u8>> {
        loop {
            if let Some(byte) = self.source.get(self.at + offset) {
                return Ok(Some(*byte));
            }
            if !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// The next byte, after any line continuation.
    #[inline]
    pub(crate) fn peek_byte(&mut self) -> Result<Option<u8>> {
        loop {
            let byte = self.byte_at(0)?;
            if byte == Some(b'\\') && self.byte_at(1)? == Some(b'\n') {
                self.at += 2;
                self.line += 1;
                continue;
            }
            return Ok(byte);
        }
    }

    /// Steps over a byte that [`Self::peek_byte`] has shown.
    #[inline]
    pub(crate) fn advance(&mut self) {
        if self.source.get(self.at) == Some(&b'\n') {
            self.line += 1;
        }
        self.at += 1;
    }

    /// Takes the next byte if it is this one.
    pub(crate) fn accept_byte(&mut self, byte: u8) -> Result<bool> {
        let found = self.peek_byte()? == Some(byte);
        if found {
            self.advance();
        }
        Ok(found)
    }

    pub(crate) fn skip_blanks_and_comment(&mut self) -> Result<()> {
        loop {
            while let Some(b' ' | b'\t') = self.source.get(self.at) {
                self.at += 1;
            }
            match self.peek_byte()? {
                Some(b' ' | b'\t') => self.at += 1,
                Some(b'#') => loop {
                    match byte_search::memchr(b'\n', &self.source[self.at..]) {
                        Some(offset) => {
                            self.at += offset;
                            return Ok(());
                        }
                        None => {
                            self.at = self.source.len();
                            if !self.fill()? {
                                return Ok(());
                            }
                        }
                    }
                },
                _ => return Ok(()),
            }
        }
    }

    /// Reads the next token (XCU 2.3).
    pub(crate) fn lex(&mut self) -> Result<Lexed> {
        // Mostly what follows is there, after a blank or two.
        while let Some(b' ' | b'\t') = self.source.get(self.at) {
            self.at += 1;
        }
        if matches!(self.source.get(self.at), None | Some(b'#' | b'\\')) {
            self.skip_blanks_and_comment()?;
        }
        let start = self.at;
        let after_alias = !self.active_aliases.is_empty() && self.leave_aliases(start);
        let line = self.line;
        let mut plain = false;
        let token = match self.peek_byte()? {
            None => {
                self.end_here_documents();
                Token::End
            }
            Some(b'\n') => {
                self.advance();
                self.read_here_documents()?;
                Token::Newline
            }
            Some(b'0'..=b'9') => match self.io_number()? {
                Some(number) => Token::IoNumber(number),
                None => self.word_token(&mut plain)?,
            },
            Some(b'{') => match self.io_name()? {
                Some(name) => Token::IoName(name),
                None => self.word_token(&mut plain)?,
            },
            Some(b'<' | b'>') if self.byte_at(1)? == Some(b'(') => self.word_token(&mut plain)?,
            Some(b'&' | b'|' | b';' | b'(' | b')' | b'<' | b'>') if !self.context.regex => {
                Token::Operator(self.operator()?)
            }
            Some(_) => self.word_token(&mut plain)?,
        };
        if self.record.is_some() {
            // A newline may have here-documents behind it: they are noted on their own.
            let mut end = if matches!(token, Token::Newline) { start + 1 } else { self.at };
            if matches!(token, Token::Operator(_)) {
                // To know where it ends what follows was looked at.
                while self.source[start..end].ends_with(b"\\\n") {
                    end -= 2;
                }
            }
            self.note(start, end);
        }
        Ok(Lexed { token, start, line, plain, after_alias })
    }

    /// A word with the place where it begins.
    #[inline]
    fn word_token(&mut self, plain: &mut bool) -> Result<Token> {
        let offset = self.offset(self.at);
        self.read_word(plain)?;
        self.word.offset = offset;
        self.reserved = match &self.word.literal {
            Some(text) if *plain => Reserved::find_of(text, &self.rules.syntax),
            _ => None,
        };
        Ok(Token::Word)
    }

    /// Digits that are directly followed by a redirection operator.
    fn io_number(&mut self) -> Result<Option<u32>> {
        let mut length = 0;
        let mut lines = 0;
        let mut number = 0u32;
        loop {
            match self.byte_at(length)? {
                Some(digit @ b'0'..=b'9') => {
                    number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
                    length += 1;
                }
                Some(b'\\') if self.byte_at(length + 1)? == Some(b'\n') => {
                    length += 2;
                    lines += 1;
                }
                // `2<(list)`
                Some(b'<' | b'>')
                    if self.rules.syntax.number_joins_process_substitution
                        && self.byte_at(length + 1)? == Some(b'(') =>
                {
                    return Ok(None);
                }
                Some(b'<' | b'>') => break,
                _ => return Ok(None),
            }
        }
        // What is no number of a descriptor is a word.
        if i32::try_from(number).is_err() {
            return Ok(None);
        }
        self.at += length;
        self.line += lines;
        Ok(Some(number))
    }

    /// `{name}` or `{name[subscript]}` that is directly followed by a redirection operator.
    fn io_name(&mut self) -> Result<Option<Name>> {
        let mut length = 1;
        while self.byte_at(length)?.is_some_and(is_name_byte) {
            length += 1;
        }
        let plain = length;
        if self.rules.syntax.descriptor_in_element && self.byte_at(length)? == Some(b'[') {
            let is_part = |byte: u8| byte.is_ascii_graphic() && !b"<>;&|()[]}".contains(&byte);
            length += 1;
            while self.byte_at(length)?.is_some_and(is_part) {
                length += 1;
            }
            if length < plain + 2 || self.byte_at(length)? != Some(b']') {
                return Ok(None);
            }
            length += 1;
        }
        if self.byte_at(length)? != Some(b'}')
            || !matches!(self.byte_at(length + 1)?, Some(b'<' | b'>'))
            || self.rules.syntax.number_joins_process_substitution
                && self.byte_at(length + 2)? == Some(b'(')
        {
            return Ok(None);
        }
        if !is_name(&self.source[self.at + 1..self.at + plain]) {
            return Ok(None);
        }
        let name = self.names.intern(&self.source[self.at + 1..self.at + length]);
        self.at += length + 1;
        Ok(Some(name))
    }

    fn operator(&mut self) -> Result<Operator> {
        use Operator as O;
        let first = self.peek_byte()?;
        self.at += 1;
        let second = self.peek_byte()?;
        let (operator, taken) = match (first, second) {
            (Some(b'&'), Some(b'&')) => (O::AndAnd, true),
            (Some(b'&'), Some(b'>')) if self.rules.syntax.and_greater => (O::AndGreater, true),
            (Some(b'|'), Some(b'&')) if self.rules.syntax.pipe_and != PipeAnd::Nothing => {
                (O::PipeAnd, true)
            }
            (Some(b'&'), _) => (O::And, false),
            (Some(b'|'), Some(b'|')) => (O::OrOr, true),
            (Some(b'|'), _) => (O::Pipe, false),
            (Some(b';'), Some(b';')) => (O::DoubleSemicolon, true),
            (Some(b';'), Some(b'&')) => (O::SemicolonAnd, true),
            (Some(b';'), _) => (O::Semicolon, false),
            (Some(b'('), _) => (O::Open, false),
            (Some(b')'), _) => (O::Close, false),
            (Some(b'<'), Some(b'<')) => (O::DoubleLess, true),
            (Some(b'<'), Some(b'&')) => (O::LessAnd, true),
            (Some(b'<'), Some(b'>')) => (O::LessGreater, true),
            (Some(b'<'), _) => (O::Less, false),
            (_, Some(b'>')) => (O::DoubleGreater, true),
            (_, Some(b'&')) => (O::GreaterAnd, true),
            (_, Some(b'|')) => (O::Clobber, true),
            _ => (O::Greater, false),
        };
        if taken {
            self.at += 1;
        }
        Ok(match operator {
            O::AndGreater if self.peek_byte()? == Some(b'>') => {
                self.at += 1;
                O::AndDoubleGreater
            }
            O::DoubleLess if self.peek_byte()? == Some(b'<') => {
                self.at += 1;
                O::TripleLess
            }
            O::DoubleLess if self.peek_byte()? == Some(b'-') => {
                self.at += 1;
                O::DoubleLessDash
            }
            O::DoubleSemicolon if self.peek_byte()? == Some(b'&') => {
                self.at += 1;
                O::DoubleSemicolonAnd
            }
            other => other,
        })
    }

    /// Forgets aliases whose text ends before `position`. Returns whether one of them ended in a
    /// blank.
    fn leave_aliases(&mut self, position: usize) -> bool {
        if self.rules.syntax.alias_is_on_its_line
            && let Some(outer) = self.active_aliases.first()
        {
            let after = self.source.get(outer.end..position).unwrap_or_default();
            self.line = outer.line + byte_search::memchr_iter(b'\n', after).count() as u32;
        }
        let mut blank = false;
        self.active_aliases.retain(|alias| {
            let inside = position < alias.end;
            blank |= !inside && alias.trailing_blank;
            inside
        });
        blank
    }

    /// Puts the text of an alias in the place of the token that begins at `start`.
    pub(crate) fn splice_alias(&mut self, start: usize, name: &[u8], text: &[u8]) {
        let removed = self.at - start;
        let original = self.source.splice(start..self.at, text.iter().copied()).collect();
        self.replaced.push(Replaced { start, original, length: text.len() });
        for alias in &mut self.active_aliases {
            alias.end = alias.end + text.len() - removed;
        }
        self.active_aliases.push(ActiveAlias {
            name: name.to_vec(),
            end: start + text.len(),
            trailing_blank: matches!(text.last(), Some(b' ' | b'\t')),
            line: self.line,
        });
        self.at = start;
    }

    /// The text that is from `begin` to `end` as it was before aliases replaced what was read
    /// since there were `mark` of them; empty where the end is that of an alias's text.
    pub(crate) fn original(&self, begin: usize, end: usize, mark: usize) -> ByteString {
        let text = &self.source[begin..end.max(begin)];
        if self.replaced.len() == mark {
            return ByteString::new(text);
        }
        let mut text = text.to_vec();
        for replaced in self.replaced[mark..].iter().rev() {
            let Some(at) = replaced.start.checked_sub(begin) else { return ByteString::EMPTY };
            if at + replaced.length > text.len() {
                return ByteString::EMPTY;
            }
            text.splice(at..at + replaced.length, replaced.original.iter().copied());
        }
        ByteString::from(text)
    }
}
