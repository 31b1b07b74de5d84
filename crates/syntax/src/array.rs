//! Assignments to arrays: `name=(…)`, `name[subscript]=value` (ksh93, bash).

use crate::arithmetic::{self, Piece};
use crate::bytes::ByteString;
use crate::error::Result;
use crate::lexer::{Lexed, Operator, Token};
use crate::names::is_name;
use crate::parser::{Parser, value_word};
use crate::tree::{Assignment, Element, Part, Subscript, Word};
use crate::word::{Quoting, unsupported, word_of};

impl Parser<'_> {
    /// At a word that may be an assignment to an array. None (and nothing is read) where it
    /// is none.
    pub(crate) fn array_assignment(&mut self) -> Result<Option<Assignment>> {
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

    fn try_array_assignment(&mut self) -> Result<Option<Assignment>> {
        let name = self.name()?;
        if !is_name(&name) {
            return Ok(None);
        }
        let mut member = false;
        while !self.posix && self.byte_at(0)? == Some(b'.') {
            // `name.member=(…)` (ksh93)
            self.at += 1;
            member |= !self.name()?.is_empty();
        }
        let mut subscript = None;
        if self.byte_at(0)? == Some(b'[') {
            self.at += 1;
            match self.subscript()? {
                Some(found) => subscript = Some(Box::new(found)),
                None => return Ok(None),
            }
        }
        let append = self.byte_at(0)? == Some(b'+');
        self.at += usize::from(append);
        if self.byte_at(0)? != Some(b'=') {
            return Ok(None);
        }
        self.at += 1;
        let name = self.names.intern(&name);
        if self.byte_at(0)? == Some(b'(') {
            self.at += 1;
            let mut elements = Some(self.elements()?);
            if member {
                let value = word_of(vec![unsupported("compound variables")]);
                elements = Some(Box::new([Element { subscript: None, append: false, value }]));
            }
            return Ok(Some(Assignment { name, subscript, append, value: empty(), elements }));
        }
        if subscript.is_none() || member {
            return Ok(None);
        }
        let value = value_word(word_of(self.parts(Quoting::Word)?), 0);
        let value = if value.parts.is_empty() && value.literal.is_none() { empty() } else { value };
        Ok(Some(Assignment { name, subscript, append, value, elements: None }))
    }

    /// After `[`, with the `]`. None where it is no subscript.
    pub(crate) fn subscript(&mut self) -> Result<Option<Subscript>> {
        if let (Some(sign @ (b'@' | b'*')), Some(b']')) = (self.byte_at(0)?, self.byte_at(1)?) {
            self.at += 2;
            return Ok(Some(if sign == b'@' { Subscript::At } else { Subscript::Star }));
        }
        let parts = self.parts(Quoting::Subscript)?;
        if parts.is_empty() || self.byte_at(0)? != Some(b']') {
            return Ok(None);
        }
        self.at += 1;
        let pieces: Option<Vec<Piece<'_>>> = parts
            .iter()
            .enumerate()
            .map(|(index, part)| match part {
                Part::Quoted(text) | Part::Literal(text) => Some(Piece::Text(text)),
                Part::Parameter(_) => u16::try_from(index).ok().map(Piece::Leaf),
                _ => None,
            })
            .collect();
        let parsed = pieces.and_then(|pieces| arithmetic::parse(&pieces, &self.names).ok());
        let mut word = word_of(parts);
        if let ([Part::Literal(text)], None) = (&word.parts[..], &word.literal) {
            word.literal = Some(text.clone());
        }
        Ok(Some(Subscript::Key { word, parsed }))
    }

    /// After the `(` of `name=(`, with the `)`.
    pub(crate) fn elements(&mut self) -> Result<Box<[Element]>> {
        let before = self.enter_command();
        (self.groups, self.assignments) = (true, false);
        let token = self.token.take();
        self.depth += 1;
        if self.depth > crate::parser::DEPTH {
            return Err(self.error("nested too deeply"));
        }
        let mut elements = Vec::new();
        loop {
            if self.token.is_none() {
                self.skip_blanks_and_comment()?;
                if self.byte_at(0)? == Some(b'[')
                    && let Some(element) = self.element()?
                {
                    elements.push(element);
                    continue;
                }
            }
            let lexed = self.take()?;
            match lexed.token {
                Token::Newline => {}
                Token::Word(word) => {
                    let value = self.braced(word);
                    elements.push(Element { subscript: None, append: false, value });
                }
                Token::Operator(Operator::Close) => break,
                Token::End => return Err(self.incomplete("missing `)'")),
                _ => {
                    self.compound_variable(&lexed)?;
                    let part = unsupported("compound variables");
                    let value = word_of(vec![part]);
                    elements = vec![Element { subscript: None, append: false, value }];
                    break;
                }
            }
        }
        self.depth -= 1;
        self.token = token;
        self.leave_command(before);
        Ok(elements.into())
    }

    /// Reads on to the `)` of what can only be a compound variable of ksh93's, from the token
    /// that says so on.
    fn compound_variable(&mut self, first: &Lexed) -> Result<()> {
        let mut open = 1 + usize::from(matches!(first.token, Token::Operator(Operator::Open)));
        while open > 0 {
            match self.take()?.token {
                Token::Operator(Operator::Open) => open += 1,
                Token::Operator(Operator::Close) => open -= 1,
                Token::End => return Err(self.incomplete("missing `)'")),
                _ => {}
            }
        }
        Ok(())
    }

    /// `[subscript]=value`; None where it is an ordinary word.
    fn element(&mut self) -> Result<Option<Element>> {
        let (at, line, depth) = (self.at, self.line, self.depth);
        self.at += 1;
        if let Some(subscript) = self.subscript()? {
            let append = self.byte_at(0)? == Some(b'+');
            self.at += usize::from(append);
            if self.byte_at(0)? == Some(b'=') {
                self.at += 1;
                let value = value_word(word_of(self.parts(Quoting::Word)?), 0);
                let value =
                    if value.parts.is_empty() && value.literal.is_none() { empty() } else { value };
                return Ok(Some(Element { subscript: Some(Box::new(subscript)), append, value }));
            }
        }
        (self.at, self.line, self.depth) = (at, line, depth);
        Ok(None)
    }
}

fn empty() -> Word {
    Word { literal: Some(ByteString::EMPTY), ..Word::default() }
}
