//! Statements.

use super::operand::Operand;
use super::{Parser, Result};
use crate::lexer::{Keyword, Token};
use crate::syntax::{Expression, For, ForIn, Print, Statement, Target};

impl Parser<'_> {
    /// One statement with its end; `None` for an empty one.
    pub(super) fn statement(&mut self) -> Result<Option<Statement>> {
        self.deeper(|parser| parser.statement_here())
    }

    /// One statement behind its line, where messages may name it: of what is not made of statements
    /// itself.
    pub(super) fn statement_with_line(&mut self, statements: &mut Vec<Statement>) -> Result<()> {
        let compound = matches!(
            self.token,
            Token::Sign("{")
                | Token::Newline
                | Token::Semicolon
                | Token::Implied
                | Token::Keyword(Keyword::If | Keyword::While | Keyword::For | Keyword::Do)
        );
        if !self.has_lines || !self.names_lines() || compound {
            statements.extend(self.statement()?);
            return Ok(());
        }
        let line = self.lexer.token_line;
        self.may_complain = false;
        self.end_line = line;
        let statement = self.statement()?;
        if self.may_complain && self.end_line != line {
            return self.error("a statement of several lines");
        }
        statements.push(Statement::Line(line as u32));
        statements.extend(statement);
        Ok(())
    }

    fn statement_here(&mut self) -> Result<Option<Statement>> {
        let keyword = match &self.token {
            Token::Newline | Token::Semicolon | Token::Implied => {
                self.advance()?;
                return Ok(None);
            }
            Token::Sign("{") => return Ok(Some(Statement::Block(self.block()?))),
            Token::Keyword(keyword) => *keyword,
            _ => return self.expression_statement(),
        };
        let statement = match keyword {
            Keyword::If => return Ok(Some(self.if_statement()?)),
            Keyword::While => return Ok(Some(self.while_statement()?)),
            Keyword::For => return Ok(Some(self.for_statement()?)),
            Keyword::Do => self.do_statement()?,
            Keyword::Print | Keyword::Printf => self.print_statement(keyword)?,
            Keyword::Delete => self.delete_statement()?,
            Keyword::Break | Keyword::Continue => {
                if self.loops == 0 {
                    return self.unexpected();
                }
                self.advance()?;
                match keyword {
                    Keyword::Break => Statement::Break,
                    _ => Statement::Continue,
                }
            }
            Keyword::Next | Keyword::NextFile => {
                if !self.in_main {
                    return self.error("improper use of next");
                }
                self.advance()?;
                match keyword {
                    Keyword::Next => Statement::Next,
                    _ => Statement::NextFile,
                }
            }
            Keyword::Exit => {
                self.advance()?;
                Statement::Exit(self.optional_expression()?)
            }
            Keyword::Return => {
                if self.function.is_none() {
                    return self.error("return outside function body");
                }
                self.advance()?;
                Statement::Return(self.optional_expression()?)
            }
            _ => return self.expression_statement(),
        };
        self.separator()?;
        Ok(Some(statement))
    }

    fn expression_statement(&mut self) -> Result<Option<Statement>> {
        let expression = self.expression()?;
        self.separator()?;
        Ok(Some(Statement::Expression(expression)))
    }

    fn optional_expression(&mut self) -> Result<Option<Expression>> {
        match self.token {
            Token::Newline | Token::Semicolon | Token::Implied | Token::End => Ok(None),
            _ => Ok(Some(self.expression()?)),
        }
    }

    /// `( condition )` and the newlines behind it.
    fn condition(&mut self) -> Result<Expression> {
        self.advance()?;
        self.expect("(")?;
        let condition = self.expression_with_line()?;
        self.close_condition()?;
        Ok(condition)
    }

    fn close_condition(&mut self) -> Result<()> {
        if !self.is_sign(")") {
            return self.unexpected();
        }
        self.lexer.skip_lines()?;
        self.advance()
    }

    fn body(&mut self) -> Result<Vec<Statement>> {
        if self.is_sign("{") {
            return Ok(match self.statement()? {
                Some(Statement::Block(list)) => list,
                Some(statement) => vec![statement],
                None => Vec::new(),
            });
        }
        if self.token == Token::Implied && !self.dialect.rules().body_may_be_missing {
            return self.unexpected();
        }
        let mut statements = Vec::new();
        self.statement_with_line(&mut statements)?;
        Ok(statements)
    }

    fn loop_body(&mut self) -> Result<Vec<Statement>> {
        self.loops += 1;
        let body = self.body();
        self.loops -= 1;
        body
    }

    fn if_statement(&mut self) -> Result<Statement> {
        let mut arms = Vec::new();
        loop {
            let condition = self.condition()?;
            arms.push((condition, self.body()?));
            if !self.is_keyword(Keyword::Else) {
                return Ok(Statement::If(arms, Vec::new()));
            }
            self.lexer.skip_lines()?;
            self.advance()?;
            if !self.is_keyword(Keyword::If) {
                return Ok(Statement::If(arms, self.body()?));
            }
        }
    }

    fn while_statement(&mut self) -> Result<Statement> {
        let condition = self.condition()?;
        Ok(Statement::While(condition, self.loop_body()?))
    }

    fn do_statement(&mut self) -> Result<Statement> {
        self.lexer.skip_lines()?;
        self.advance()?;
        let body = self.loop_body()?;
        if !self.is_keyword(Keyword::While) {
            return self.unexpected();
        }
        self.advance()?;
        self.expect("(")?;
        let condition = self.expression_with_line()?;
        self.expect(")")?;
        Ok(Statement::Do(body, condition))
    }

    fn for_statement(&mut self) -> Result<Statement> {
        self.advance()?;
        self.expect("(")?;
        if let Some(statement) = self.for_in()? {
            return Ok(statement);
        }
        let start = self.for_part()?;
        let condition = self.for_part()?;
        let step = if self.is_sign(")") { None } else { Some(self.expression_with_line()?) };
        self.close_condition()?;
        let body = self.loop_body()?;
        Ok(Statement::For(Box::new(For { start, condition, step, body })))
    }

    fn for_part(&mut self) -> Result<Option<Expression>> {
        let part = match self.token {
            Token::Semicolon => None,
            _ => Some(self.expression_with_line()?),
        };
        if self.token != Token::Semicolon {
            return self.unexpected();
        }
        self.advance()?;
        Ok(part)
    }

    /// `k in a )`, or nothing where it is something else.
    fn for_in(&mut self) -> Result<Option<Statement>> {
        let Token::Name(_, false) = self.token else { return Ok(None) };
        let mut ahead = self.lexer.clone();
        let follows = matches!(ahead.next(), Ok(Token::Keyword(Keyword::In)))
            && matches!(ahead.next(), Ok(Token::Name(..)))
            && matches!(ahead.next(), Ok(Token::Sign(")")));
        if !follows {
            return Ok(None);
        }
        let expression = self.name()?;
        let Some(variable) = self.place(expression)? else { return self.unexpected() };
        self.uses.walks = true;
        self.advance()?;
        let array = self.array_name()?;
        self.close_condition()?;
        let body = self.loop_body()?;
        Ok(Some(Statement::ForIn(Box::new(ForIn { variable, array, body }))))
    }

    fn delete_statement(&mut self) -> Result<Statement> {
        self.advance()?;
        let array = self.array_name()?;
        if !self.take_sign("[")? {
            return Ok(Statement::DeleteAll(array));
        }
        let mut subscripts = vec![self.expression()?];
        while self.take_sign(",")? {
            subscripts.push(self.expression()?);
        }
        self.expect("]")?;
        // gawk ends where such an element is new.
        let may_be_new = |one: &Expression| {
            matches!(
                one,
                Expression::Element(..)
                    | Expression::Condition(_)
                    | Expression::Assign(_)
                    | Expression::Call(_)
            )
        };
        if self.dialect.rules().leaves_doubtful_programs && subscripts.iter().any(may_be_new) {
            return self.unexpected();
        }
        Ok(Statement::Delete(array, subscripts))
    }

    fn print_statement(&mut self, keyword: Keyword) -> Result<Statement> {
        self.lexer.printing = true;
        self.advance()?;
        let arguments = self.print_arguments()?;
        let target = match self.token {
            Token::Output(target) => {
                self.advance()?;
                match target {
                    Target::Pipe => self.uses.pipes = true,
                    _ => self.uses.files = true,
                }
                Some((target, self.print_target()?))
            }
            _ => None,
        };
        self.lexer.printing = false;
        if let (Keyword::Printf, Some(format)) = (keyword, arguments.first()) {
            self.check_format(format, arguments.len() - 1)?;
        }
        if target.is_some() {
            self.note_complaint();
        }
        let print = Box::new(Print { arguments, target });
        if keyword == Keyword::Print {
            return Ok(Statement::Print(print));
        }
        if print.arguments.is_empty() {
            return self.error("no arguments in call to printf");
        }
        Ok(Statement::Printf(print))
    }

    /// Parses the expression behind `>`, `>>` or `|` of an output statement.
    fn print_target(&mut self) -> Result<Expression> {
        if !self.dialect.rules().print_target_is_concatenation {
            return self.expression();
        }
        self.lexer.printing = false;
        let first = self.arithmetic()?.expression;
        self.concatenation_of_gawk(first)
    }

    fn ends_print(&self) -> bool {
        matches!(
            self.token,
            Token::Newline | Token::Semicolon | Token::Implied | Token::End | Token::Output(_)
        )
    }

    fn print_arguments(&mut self) -> Result<Vec<Expression>> {
        if self.ends_print() {
            return Ok(Vec::new());
        }
        if self.is_sign("(") {
            let mut list = self.parenthesized()?;
            if self.ends_print() {
                return Ok(list);
            }
            // The parentheses were around the first operand only.
            self.pending = Some(match list.len() {
                1 => match list.pop() {
                    Some(expression) => Operand { expression, grouped: true },
                    None => return self.unexpected(),
                },
                _ => self.members(list)?,
            });
        }
        let mut list = vec![self.expression()?];
        while self.take_sign(",")? {
            list.push(self.expression()?);
        }
        Ok(list)
    }
}
