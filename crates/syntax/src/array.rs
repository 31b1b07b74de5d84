//! Assignments to arrays: `name=(…)`, `name[subscript]=value` (ksh93, bash), and to compound
//! variables: `name=(member=value)`, `name.member=value` (ksh93).

use crate::arithmetic::{self, Piece};
use crate::bytes::ByteString;
use crate::collector::word_of;
use crate::context::{Context, Quoting};
use crate::error::{Construct, Expected, Result, SyntaxError, SyntaxErrorKind};
use crate::lexer::{Lexed, Operator, Token};
use crate::names::{is_compound_name, is_name, is_name_byte};
use crate::parser::Parser;
use crate::simple::value_word;
use crate::tree::{Assignment, Composite, Element, Part, Step, Subscript, Word};

impl Parser<'_> {
    /// At a word that may be an assignment to an array. None (and nothing is read) where it
    /// is none.
    pub(crate) fn array_assignment(&mut self) -> Result<Option<Assignment>> {
        if self.is_no_array_assignment() {
            return Ok(None);
        }
        let (at, line, depth) = (self.at, self.line, self.depth);
        match self.try_array_assignment() {
            Ok(Some(assignment)) => Ok(Some(assignment)),
            Ok(None) => {
                (self.at, self.line, self.depth) = (at, line, depth);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Whether what has been read already shows that the word is no assignment to an array, as in
    /// `name="…`: false where that is not known.
    fn is_no_array_assignment(&self) -> bool {
        let rest = self.source.get(self.at..).unwrap_or_default();
        let ends = |byte: &u8| !is_name_byte(*byte) && *byte != b'.';
        let after = &rest[rest.iter().position(ends).unwrap_or(rest.len())..];
        match after {
            [b'+', b'=', next, ..] | [b'=', next, ..] => !matches!(next, b'(' | b'\\'),
            [b'[' | b'\\' | b'+' | b'=', ..] | [] => false,
            _ => true,
        }
    }

    fn try_array_assignment(&mut self) -> Result<Option<Assignment>> {
        let name = self.name_with_members()?;
        if !is_member_name(&name) {
            return Ok(None);
        }
        let subscripted = self.byte_at(0)? == Some(b'[');
        let subscript = if subscripted {
            match self.path()? {
                Some(found) => Some(Box::new(found)),
                None => return Ok(None),
            }
        } else if name.contains(&b'.') {
            Some(Box::new(Subscript::Path(Box::default())))
        } else {
            None
        };
        let append = self.byte_at(0)? == Some(b'+');
        self.at += usize::from(append);
        if self.byte_at(0)? != Some(b'=') {
            return Ok(None);
        }
        self.at += 1;
        let name = self.names.intern(&name);
        if self.byte_at(0)? == Some(b'(') {
            self.at += 1;
            let composite = Some(self.composite()?);
            return Ok(Some(Assignment { name, subscript, append, value: empty(), composite }));
        }
        if !subscripted {
            // A plain word: a member of a compound variable is no different from a variable.
            return Ok(None);
        }
        // What looks like a pattern is none, but is read as in the value of a variable.
        let outside = std::mem::replace(&mut self.context.groups, true);
        let parts = self.parts(Quoting::Word);
        self.context.groups = outside;
        let value = value_word(word_of(parts?), 0);
        let value = if value.parts.is_empty() && value.literal.is_none() { empty() } else { value };
        Ok(Some(Assignment { name, subscript, append, value, composite: None }))
    }

    /// A name, with the members of compound variables that follow it after periods.
    pub(crate) fn name_with_members(&mut self) -> Result<Vec<u8>> {
        let mut name = self.name()?;
        if !self.rules.syntax.compound_variables {
            return Ok(name);
        }
        while self.byte_at(0)? == Some(b'.') {
            match self.byte_at(1)? {
                Some(byte) if is_name_byte(byte) && !byte.is_ascii_digit() => {
                    self.at += 1;
                    name.push(b'.');
                    name.extend(self.name()?);
                }
                // A member whose name need not be one.
                Some(b'[') if self.rules.syntax.bracketed_members && !name.is_empty() => {
                    let mut length = 2;
                    while self.byte_at(length)?.is_some_and(is_name_byte) {
                        length += 1;
                    }
                    if length == 2 || self.byte_at(length)? != Some(b']') {
                        break;
                    }
                    name.push(b'.');
                    name.extend_from_slice(&self.source[self.at + 2..self.at + length]);
                    self.at += length + 1;
                }
                _ => break,
            }
        }
        Ok(name)
    }

    /// At the `[` of a subscript: it, and all that follows of the kind. None where it is no
    /// subscript.
    pub(crate) fn path(&mut self) -> Result<Option<Subscript>> {
        self.at += 1;
        let Some(first) = self.subscript()? else { return Ok(None) };
        let mut steps = vec![Step::Element(first)];
        while self.rules.syntax.subscripts_may_follow {
            if self.byte_at(0)? == Some(b'[') {
                let (at, line, depth) = (self.at, self.line, self.depth);
                self.at += 1;
                match self.subscript()? {
                    Some(subscript) => steps.push(Step::Element(subscript)),
                    None => {
                        (self.at, self.line, self.depth) = (at, line, depth);
                        break;
                    }
                }
            } else if self.byte_at(0)? == Some(b'.')
                && self.byte_at(1)?.is_some_and(|byte| is_name_byte(byte) && !byte.is_ascii_digit())
            {
                self.at += 1;
                steps.push(Step::Member(ByteString::from(self.name()?)));
            } else {
                break;
            }
        }
        match steps.pop() {
            Some(Step::Element(only)) if steps.is_empty() => Ok(Some(only)),
            Some(last) => {
                steps.push(last);
                Ok(Some(Subscript::Path(steps.into())))
            }
            None => Ok(None),
        }
    }

    /// After the `(` of `name=(`, with the `)`.
    pub(crate) fn composite(&mut self) -> Result<Composite> {
        if !self.at_members()? {
            return Ok(Composite::Elements(self.elements()?));
        }
        let before = std::mem::replace(&mut self.context, Context::COMMAND);
        let token = self.set_token_aside();
        let list = self.compound_list(")", self.line)?;
        if !self.accept(Operator::Close)? {
            let lexed = self.take()?;
            return Err(self.unexpected(&lexed, Some(Expected::Token(")"))));
        }
        self.put_token_back(token);
        self.context = before;
        Ok(Composite::Members(list))
    }

    /// Whether what follows `name=(` begins with an assignment or a declaration: then it is a
    /// compound variable, in ksh93 (bash's elements may look like that).
    fn at_members(&mut self) -> Result<bool> {
        let declared = std::mem::take(&mut self.array_declared);
        if std::mem::take(&mut self.type_declared) {
            return Ok(true);
        }
        if !self.rules.syntax.compound_variables || declared {
            return Ok(false);
        }
        let mut at = 0;
        loop {
            match self.byte_at(at)? {
                Some(b' ' | b'\t' | b'\n') => at += 1,
                Some(b'#') => {
                    while self.byte_at(at)?.is_some_and(|byte| byte != b'\n') {
                        at += 1;
                    }
                }
                _ => break,
            }
        }
        let mut word = Vec::new();
        while let Some(byte) = self.byte_at(at)?
            && (is_name_byte(byte) || byte == b'.')
        {
            word.push(byte);
            at += 1;
        }
        if !is_compound_name(&word) {
            return Ok(false);
        }
        match self.byte_at(at)? {
            Some(b'=') => return Ok(true),
            // A function of a type.
            Some(b'(') if self.byte_at(at + 1)? == Some(b')') => return Ok(true),
            Some(b'+') => return Ok(self.byte_at(at + 1)? == Some(b'=')),
            Some(b'[') => {
                // Up to the end of the word there must be a `]=`.
                let mut depth = 0;
                loop {
                    match self.byte_at(at)? {
                        Some(b'[') => depth += 1,
                        Some(b']') => depth -= 1,
                        Some(b'=') if depth == 0 => return Ok(true),
                        Some(b'+' | b'.') => {}
                        Some(byte) if depth == 0 && !is_name_byte(byte) => return Ok(false),
                        None | Some(b'\n') => return Ok(false),
                        _ => {}
                    }
                    at += 1;
                }
            }
            _ => {}
        }
        while self.byte_at(at)? == Some(b' ') {
            at += 1;
        }
        let next = self.byte_at(at)?;
        let option = matches!(next, Some(b'-' | b'+'));
        let name = next.is_some_and(|byte| is_name_byte(byte) || byte == b'.');
        Ok(match &word[..] {
            b"typeset" | b"declare" | b"integer" | b"float" | b"nameref" | b"compound" => {
                option || name
            }
            b"function" => name,
            // What is declared is of a type.
            word if self.rules.syntax.types => {
                (option || name)
                    && (self.names.is_type(word, self.types)
                        || self.coming_types.iter().any(|coming| coming.as_bytes() == word))
            }
            _ => false,
        })
    }

    /// After `[`, with the `]`. None where it is no subscript.
    pub(crate) fn subscript(&mut self) -> Result<Option<Subscript>> {
        if let (Some(sign @ (b'@' | b'*')), Some(b']')) = (self.byte_at(0)?, self.byte_at(1)?) {
            self.at += 2;
            return Ok(Some(if sign == b'@' { Subscript::At } else { Subscript::Star }));
        }
        let begin = self.at;
        let parts = self.parts(Quoting::Subscript)?;
        let source = self.source.get(begin..self.at).unwrap_or_default();
        // In some dialects these belong to the expression: the shell decides.
        let is_quoted = source.iter().any(|byte| matches!(byte, b'\'' | b'\\'));
        if parts.is_empty() && !self.rules.syntax.empty_subscript_is_assigned
            || self.byte_at(0)? != Some(b']')
        {
            return Ok(None);
        }
        self.at += 1;
        if parts.is_empty() {
            // `a[]=x`
            let closes = self.byte_at(0)?;
            let assigns =
                closes == Some(b'=') || closes == Some(b'+') && self.byte_at(1)? == Some(b'=');
            return Ok(assigns.then(|| Subscript::Key { word: empty(), parsed: None }));
        }
        let pieces: Option<Vec<Piece<'_>>> = parts
            .iter()
            .enumerate()
            .map(|(index, part)| match part {
                Part::Quoted(text) if !is_quoted => Some(Piece::Text(text)),
                Part::Literal(text) => Some(Piece::Text(text)),
                Part::Parameter(_) => u16::try_from(index).ok().map(Piece::Leaf),
                _ => None,
            })
            .collect();
        let parsed = pieces
            .and_then(|pieces| arithmetic::parse(&pieces, &self.names, &self.rules.syntax).ok());
        let mut word = word_of(parts);
        if let ([Part::Literal(text)], None) = (&word.parts[..], &word.literal) {
            word.literal = Some(text.clone());
        }
        Ok(Some(Subscript::Key { word, parsed }))
    }

    /// After the `(` of `name=(`, with the `)`.
    pub(crate) fn elements(&mut self) -> Result<Box<[Element]>> {
        let before = std::mem::replace(&mut self.context, Context::COMMAND);
        self.context.expect_words(false);
        let token = self.set_token_aside();
        let (begin, line) = (self.at, self.line);
        let mut places = Vec::new();
        self.depth += 1;
        if self.depth > crate::parser::DEPTH {
            return Err(self.error(SyntaxErrorKind::NestedTooDeeply));
        }
        let mut elements = Vec::new();
        loop {
            if self.token.is_none() {
                self.skip_blanks_and_comment()?;
                let start = self.at;
                if self.byte_at(0)? == Some(b'[')
                    && let Some(element) = self.element()?
                {
                    places.push(start..self.at);
                    elements.push(element);
                    continue;
                }
            }
            let lexed = self.take()?;
            match lexed.token {
                Token::Newline => {}
                Token::Operator(Operator::Semicolon)
                    if self.rules.syntax.semicolons_between_elements => {}
                Token::Word
                    if !self.rules.syntax.mixed_elements
                        && elements.first().is_some_and(|one| one.subscript.is_some()) =>
                {
                    return Err(self.unexpected_element(&lexed));
                }
                Token::Word => {
                    let word = self.take_word();
                    places.extend(self.record.as_ref().and_then(|all| all.tokens.last()).cloned());
                    let value = self.braced(word);
                    elements.push(Element {
                        subscript: None,
                        append: false,
                        value,
                        composite: None,
                    });
                }
                Token::Operator(Operator::Close) => break,
                Token::End => {
                    return Err(self.unclosed(Construct::Elements, (begin - 1, line)));
                }
                Token::Operator(Operator::Open) if self.rules.syntax.lists_without_subscripts => {
                    let composite = Some(self.composite()?);
                    elements.push(Element {
                        subscript: None,
                        append: false,
                        value: empty(),
                        composite,
                    });
                }
                _ => {
                    return Err(self.unexpected_element(&lexed));
                }
            }
        }
        if self.record.is_some() {
            self.rewrite_elements(begin..self.at - 1, places);
        }
        self.depth -= 1;
        self.put_token_back(token);
        self.context = before;
        Ok(elements.into())
    }

    /// The error that a token is which has no place among elements.
    #[cold]
    fn unexpected_element(&self, lexed: &Lexed) -> Box<SyntaxError> {
        let mut error = self.unexpected(lexed, Some(Expected::Token(")")));
        error.in_elements = true;
        error
    }

    /// `[subscript]=value`; None where it is an ordinary word.
    fn element(&mut self) -> Result<Option<Element>> {
        let (at, line, depth) = (self.at, self.line, self.depth);
        // `[1][2]=value`: of an array in the array.
        let found = match self.rules.syntax.elements_of_elements {
            true => self.path()?,
            false => {
                self.at += 1;
                self.subscript()?
            }
        };
        if let Some(subscript) = found {
            let append = self.byte_at(0)? == Some(b'+');
            self.at += usize::from(append);
            if self.byte_at(0)? == Some(b'=') {
                self.at += 1;
                let subscript = Some(Box::new(subscript));
                if self.rules.syntax.lists_as_elements && self.byte_at(0)? == Some(b'(') {
                    self.at += 1;
                    let composite = Some(self.composite()?);
                    return Ok(Some(Element { subscript, append, value: empty(), composite }));
                }
                let value = value_word(word_of(self.parts(Quoting::Word)?), 0);
                let value =
                    if value.parts.is_empty() && value.literal.is_none() { empty() } else { value };
                return Ok(Some(Element { subscript, append, value, composite: None }));
            }
        }
        (self.at, self.line, self.depth) = (at, line, depth);
        Ok(None)
    }
}

fn empty() -> Word {
    Word { literal: Some(ByteString::EMPTY), ..Word::default() }
}

/// Whether what was read is a name, and then members: those in brackets may be numbers.
pub(crate) fn is_member_name(text: &[u8]) -> bool {
    let first = text.split(|&byte| byte == b'.').next().unwrap_or_default();
    is_compound_name(text) || is_name(first)
}
