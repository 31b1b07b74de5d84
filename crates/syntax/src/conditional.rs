//! `[[ … ]]` (ksh, bash).

use crate::error::{ConditionalFault, Expected, FoundToken, Result, SyntaxError, SyntaxErrorKind};
use crate::lexer::{Lexed, Operator, Token};
use crate::parser::{DEPTH, Parser};
use crate::tree::{Command, CompoundKind, Part, Test, Word};

/// Operators with one operand.
pub(crate) const UNARY: &[u8] = b"abcdefghknoprstuvwxzGLNORS";

/// Operators with two, other than those that match.
pub(crate) const BINARY: &[&str] = &["-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"];

/// Tests that are joined by one operator: a list, since a chain of thousands is no nesting.
fn one_or(mut tests: Vec<Test>, all: fn(Box<[Test]>) -> Test) -> Test {
    match tests.pop() {
        Some(test) if tests.is_empty() => test,
        last => all(tests.into_iter().chain(last).collect()),
    }
}

impl Parser<'_> {
    /// Parses a conditional command (bash, ksh93) from its `[[` on.
    pub(crate) fn conditional(&mut self, mut line: u32) -> Result<Command> {
        self.context.expect_words(false);
        self.context.conditional = true;
        self.context.subscripts = self.rules.syntax.subscripts_without_braces;
        self.token = None;
        let test = self.test_or()?;
        self.skip_newlines()?;
        let closed = self.next_is(b"]]")?;
        self.context.expect_command();
        self.context.conditional = false;
        self.context.subscripts = false;
        if !closed {
            let lexed = self.take()?;
            if self.rules.syntax.conditional_has_own_errors {
                let fault = match lexed.token {
                    Token::End => ConditionalFault::End(line),
                    Token::Word => ConditionalFault::Followed(None),
                    _ => ConditionalFault::Followed(Some(self.found(&lexed))),
                };
                return Err(self.conditional_error(&lexed, fault)?);
            }
            return Err(self.unexpected(&lexed, Some(Expected::Token("]]"))));
        }
        if self.rules.syntax.conditional_line_is_last {
            line = match test {
                Test::And(_) | Test::Or(_) => self.end_line(),
                _ => self.test_line,
            };
        }
        self.token = None;
        self.compound_command(CompoundKind::Conditional(Box::new(test)), line)
    }

    /// The error of a fault at a token. Nothing follows where the text ends there: then its length is 0.
    #[cold]
    fn conditional_error(
        &mut self,
        lexed: &Lexed,
        fault: ConditionalFault,
    ) -> Result<Box<SyntaxError>> {
        let at_end = match lexed.token {
            Token::End => true,
            Token::Newline => self.byte_at(0)?.is_none(),
            _ => false,
        };
        let kind = SyntaxErrorKind::Conditional(fault);
        Ok(self.error_at(kind, (lexed.start, lexed.line), usize::from(!at_end)))
    }

    /// What a token is, for an error.
    #[cold]
    fn found(&self, lexed: &Lexed) -> FoundToken {
        match self.unexpected(lexed, None).kind {
            SyntaxErrorKind::Unexpected { token, .. } => token,
            _ => FoundToken::End,
        }
    }

    /// The operand of an operator. `is_binary`: of one that stands between two.
    fn test_argument(&mut self, is_binary: bool) -> Result<(Word, bool)> {
        let lexed = *self.peek()?;
        if self.rules.syntax.conditional_has_own_errors
            && (!matches!(lexed.token, Token::Word | Token::IoNumber(_)) || self.next_is(b"]]")?)
        {
            let fault = ConditionalFault::NoArgument { found: self.found(&lexed), is_binary };
            return Err(self.conditional_error(&lexed, fault)?);
        }
        self.test_word()
    }

    /// Checks that what follows an operand that stands for itself may follow one.
    fn check_after_operand(&mut self) -> Result<()> {
        let lexed = *self.peek()?;
        let found = match lexed.token {
            Token::Operator(Operator::AndAnd | Operator::OrOr | Operator::Close) => return Ok(()),
            Token::Word if self.next_is(b"]]")? => return Ok(()),
            Token::Word | Token::IoNumber(_) => None,
            _ => Some(self.found(&lexed)),
        };
        let fault = ConditionalFault::NoOperator(found);
        Err(self.conditional_error(&lexed, fault)?)
    }

    fn next_is(&mut self, wanted: &[u8]) -> Result<bool> {
        let lexed = *self.peek()?;
        Ok(matches!(lexed.token, Token::Word) && lexed.plain && self.word.is_text(wanted))
    }

    fn test_or(&mut self) -> Result<Test> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error(SyntaxErrorKind::NestedTooDeeply));
        }
        let first = self.test_and()?;
        let mut tests = vec![first];
        loop {
            self.skip_newlines()?;
            if !self.accept(Operator::OrOr)? {
                break;
            }
            tests.push(self.test_and()?);
        }
        self.depth -= 1;
        Ok(one_or(tests, Test::Or))
    }

    fn test_and(&mut self) -> Result<Test> {
        let first = self.test_not()?;
        let mut tests = vec![first];
        loop {
            self.skip_newlines()?;
            if !self.accept(Operator::AndAnd)? {
                break;
            }
            tests.push(self.test_not()?);
        }
        Ok(one_or(tests, Test::And))
    }

    fn test_not(&mut self) -> Result<Test> {
        let test = self.test_without_not()?;
        self.test_line = self.end_line();
        Ok(test)
    }

    fn test_without_not(&mut self) -> Result<Test> {
        self.skip_newlines()?;
        let mut negated = false;
        while self.next_is(b"!")? {
            self.token = None;
            self.skip_newlines()?;
            negated = !negated;
        }
        let test = self.test_primary()?;
        Ok(if negated { Test::Not(Box::new(test)) } else { test })
    }

    fn test_primary(&mut self) -> Result<Test> {
        let own = self.rules.syntax.conditional_has_own_errors;
        if self.accept(Operator::Open)? {
            let is_empty = own && matches!(self.peek()?.token, Token::Operator(Operator::Close));
            let test = if is_empty { Test::And(Box::default()) } else { self.test_or()? };
            self.skip_newlines()?;
            if is_empty || !self.accept(Operator::Close)? {
                let lexed = self.take()?;
                if own {
                    let fault = ConditionalFault::Unclosed { found: self.found(&lexed), is_empty };
                    return Err(self.conditional_error(&lexed, fault)?);
                }
                return Err(self.unexpected(&lexed, Some(Expected::Token(")"))));
            }
            return Ok(test);
        }
        if self.next_is(b"]]")? {
            let lexed = self.take()?;
            if own {
                let fault = ConditionalFault::OperandMissing;
                return Err(self.conditional_error(&lexed, fault)?);
            }
            return Err(self.unexpected(&lexed, Some(Expected::Word)));
        }
        if own {
            let lexed = *self.peek()?;
            if !matches!(lexed.token, Token::Word | Token::IoNumber(_)) {
                let fault = ConditionalFault::NoOperand(self.found(&lexed));
                return Err(self.conditional_error(&lexed, fault)?);
            }
        }
        let (first, plain) = self.test_word()?;
        if plain
            && let Some(&[b'-', letter]) = first.literal.as_ref().map(|text| text.as_bytes())
            && UNARY.contains(&letter)
            && (own || !self.test_operator_follows()? || self.test_ends_after_operator()?)
        {
            let (operand, _) = self.test_argument(false)?;
            return Ok(Test::Unary(letter, operand));
        }
        match self.peek()?.token {
            Token::Operator(Operator::Less) => {
                self.token = None;
                return Ok(Test::Binary("<", first, self.test_argument(true)?.0));
            }
            Token::Operator(Operator::Greater) => {
                self.token = None;
                return Ok(Test::Binary(">", first, self.test_argument(true)?.0));
            }
            _ => {}
        }
        let lexed = *self.peek()?;
        if let Token::Word = lexed.token
            && lexed.plain
            && let Some(operator) = self.word.literal.clone()
        {
            match operator.as_bytes() {
                operator @ (b"=" | b"==" | b"!=") => {
                    let operator = match operator {
                        b"=" => "=",
                        b"==" => "==",
                        _ => "!=",
                    };
                    self.token = None;
                    self.context.subscripts = false;
                    let pattern = self.test_argument(true);
                    self.context.subscripts = self.rules.syntax.subscripts_without_braces;
                    let (pattern, _) = pattern?;
                    return Ok(Test::Matches { text: first, pattern, operator });
                }
                b"=~" => {
                    self.token = None;
                    (self.context.regex, self.context.subscripts) = (true, false);
                    let second = self.test_argument(true);
                    self.context.regex = false;
                    self.context.subscripts = self.rules.syntax.subscripts_without_braces;
                    return Ok(Test::Regex(first, second?.0));
                }
                operator => {
                    if let Some(found) = BINARY.iter().find(|text| text.as_bytes() == operator) {
                        self.token = None;
                        let (second, _) = self.test_argument(true)?;
                        return Ok(Test::Binary(found, first, second));
                    }
                }
            }
        }
        if own {
            self.check_after_operand()?;
        }
        Ok(Test::Unary(b'n', first))
    }

    /// Whether what follows shows that the word before was an operand.
    fn test_operator_follows(&mut self) -> Result<bool> {
        let lexed = *self.peek()?;
        Ok(match lexed.token {
            Token::Word if lexed.plain => self.word.literal.as_ref().is_some_and(|text| {
                matches!(text.as_bytes(), b"=" | b"==" | b"!=" | b"=~" | b"]]")
                    || BINARY.iter().any(|operator| operator.as_bytes() == text.as_bytes())
            }),
            Token::Operator(_) => true,
            _ => false,
        })
    }

    /// Whether the test ends after the operator that has been peeked at: then that is the operand of
    /// the operator before it, as in `[[ -z == ]]`.
    fn test_ends_after_operator(&mut self) -> Result<bool> {
        if !matches!(self.peek()?.token, Token::Word) || self.next_is(b"]]")? {
            return Ok(false);
        }
        let mut at = 0;
        while matches!(self.byte_at(at)?, Some(b' ' | b'\t')) {
            at += 1;
        }
        Ok(match self.byte_at(at)? {
            Some(b')') => true,
            Some(byte @ (b'&' | b'|')) => self.byte_at(at + 1)? == Some(byte),
            Some(b']') => {
                self.byte_at(at + 1)? == Some(b']')
                    && self.byte_at(at + 2)?.is_none_or(|byte| b" \t\n;&|)".contains(&byte))
            }
            _ => false,
        })
    }

    fn test_word(&mut self) -> Result<(Word, bool)> {
        let lexed = self.take()?;
        match lexed.token {
            Token::Word => Ok((keep_quoting(self.take_word()), lexed.plain)),
            Token::IoNumber(number) => {
                let literal = Some(number.to_string().as_str().into());
                Ok((Word { literal, ..Word::default() }, false))
            }
            _ => Err(self.unexpected(&lexed, Some(Expected::Word))),
        }
    }
}

/// A word whose parts tell what was quoted, also where it is literal.
fn keep_quoting(mut word: Word) -> Word {
    if word.parts.is_empty()
        && let Some(text) = &word.literal
    {
        word.parts = Box::new([Part::Literal(text.clone())]);
    }
    word
}
