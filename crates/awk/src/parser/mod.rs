//! From text to tree (POSIX XCU awk, "Grammar"), with the precedences and the restrictions of
//! mawk's grammar: what mawk refuses is an error here too, as far as scripts can tell. For gawk
//! an error is also what gawk reads otherwise, or has something to say about: an error only means
//! that the installed program is launched.

mod expression;
mod names;
mod operand;
mod statement;

use crate::dialect::Dialect;
use crate::lexer::{Keyword, Lexer, SyntaxError, Token};
use crate::regex_text::Compiled;
use crate::syntax::{Call, Expression, Function, Item, Pattern, Program, Statement, Uses};
use dialect::awk::Voice;
use names::Names;
use std::rc::Rc;

/// Deepest nesting of expressions and statements that is accepted: what bounds recursion.
const DEEPEST: usize = 60;
/// Deepest tree of one expression.
const DEEPEST_TREE: usize = 150;

type Result<T> = std::result::Result<T, SyntaxError>;

/// Compiles a program.
pub(crate) fn parse(text: &[u8], dialect: Dialect) -> Result<Program> {
    let mut parser = Parser {
        dialect,
        may_complain: false,
        has_lines: text.contains(&b'\n'),
        end_line: 1,
        lexer: Lexer::new(text, dialect),
        token: Token::End,
        pending: None,
        depth: 0,
        operators: 0,
        deepest: 0,
        names: Names::default(),
        function: None,
        in_main: false,
        loops: 0,
        functions: Vec::new(),
        calls: Vec::new(),
        regexes: Vec::new(),
        uses: Uses::default(),
        formats_assigned: 0,
        fields_assigned: 0,
        nf_is_variable: false,
        group_begins: false,
        mentions_intervals: false,
        computes_regexes: false,
    };
    let odd = |byte: &u8| matches!(byte, 0 | b'\r' | 0x0b | 0x0c);
    if dialect.rules().leaves_doubtful_programs && text.iter().any(odd) {
        return parser.error("a character that gawk takes otherwise");
    }
    let blanks = dialect.rules().continuation_allows_blanks;
    let blank = |byte: &u8| blanks && matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c);
    if text.iter().rev().find(|byte| !blank(byte)) == Some(&b'\\') {
        return parser.error("a backslash that may be taken for the end of a line");
    }
    parser.advance()?;
    parser.program()
}

pub(super) struct Parser<'a> {
    dialect: Dialect,
    /// In the statement at hand is something that gawk may complain about while it runs: with the
    /// line, which must be known then.
    may_complain: bool,
    /// The program has several lines.
    has_lines: bool,
    /// Where the last statement ended.
    end_line: usize,
    lexer: Lexer<'a>,
    /// The token at hand.
    token: Token,
    /// An operand that has been read already.
    pending: Option<operand::Operand>,
    depth: usize,
    /// Operators read in the expression at hand, and the depth of the deepest one inside it:
    /// together a bound on how deep its tree is.
    operators: usize,
    deepest: usize,
    names: Names,
    /// The function whose body is being read.
    function: Option<usize>,
    /// In an action of a pattern, where `next` is allowed.
    in_main: bool,
    loops: usize,
    functions: Vec<Function>,
    calls: Vec<Call>,
    regexes: Vec<(Vec<u8>, Rc<Compiled>)>,
    uses: Uses,
    /// How often CONVFMT and OFMT become what is no usual format.
    formats_assigned: usize,
    /// How often fields, NF or the record are assigned.
    fields_assigned: usize,
    /// `$NF` has been read, where that makes a variable of NF.
    nf_is_variable: bool,
    /// The parenthesis at hand begins an expression.
    group_begins: bool,
    /// A text constant has an interval that is doubtful; an expression is computed.
    mentions_intervals: bool,
    computes_regexes: bool,
}

impl Parser<'_> {
    fn advance(&mut self) -> Result<()> {
        self.token = self.lexer.next()?;
        Ok(())
    }

    fn error<T>(&self, text: impl Into<String>) -> Result<T> {
        Err(SyntaxError { line: self.lexer.line, text: text.into() })
    }

    fn unexpected<T>(&self) -> Result<T> {
        let near = match &self.token {
            Token::End => "end of file".into(),
            Token::Newline => "end of line".into(),
            Token::Semicolon => ";".into(),
            Token::Implied => "}".into(),
            Token::Sign(sign) => (*sign).to_string(),
            Token::Name(name, _) => String::from_utf8_lossy(name).into_owned(),
            Token::Text(text) => String::from_utf8_lossy(text).into_owned(),
            Token::Number(number) => number.to_string(),
            other => format!("{other:?}").to_lowercase(),
        };
        self.error(format!("syntax error at or near {near}"))
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(&self.token, Token::Sign(other) if *other == sign)
    }

    fn is_keyword(&self, keyword: Keyword) -> bool {
        self.token == Token::Keyword(keyword)
    }

    fn take_sign(&mut self, sign: &str) -> Result<bool> {
        let found = self.is_sign(sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, sign: &str) -> Result<()> {
        if self.take_sign(sign)? { Ok(()) } else { self.unexpected() }
    }

    /// Counts a level of nesting while `body` runs.
    fn deeper<T>(&mut self, body: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= DEEPEST {
            return self.error("nested too deep");
        }
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        result
    }

    fn program(mut self) -> Result<Program> {
        let (mut begin, mut end, mut items) = (Vec::new(), Vec::new(), Vec::new());
        let mut has_end = false;
        let mut ranges = 0;
        while self.token != Token::End {
            match &self.token {
                Token::Newline => self.advance()?,
                // That which ends an item has been taken with it. Others are left to the installed one: mawk refuses
                // all of them, gawk all but those behind a newline.
                Token::Semicolon => return self.unexpected(),
                Token::Keyword(Keyword::Begin) => {
                    self.advance()?;
                    begin.extend(self.block()?);
                }
                Token::Keyword(Keyword::End) => {
                    self.advance()?;
                    has_end = true;
                    end.extend(self.block()?);
                }
                Token::Keyword(Keyword::Function) => self.definition()?,
                _ => {
                    self.in_main = true;
                    items.push(self.item(&mut ranges)?);
                    self.in_main = false;
                }
            }
        }
        if self.formats_assigned > 0 {
            return self.error("CONVFMT or OFMT of some other kind");
        }
        if self.mentions_intervals && self.computes_regexes {
            return self.error("a text that may be an expression with intervals");
        }
        self.names.resolve(&mut self.functions, &mut self.calls, self.lexer.line)?;
        let (variables, arrays) = self.names.finish();
        Ok(Program {
            dialect: self.dialect,
            begin,
            items,
            end,
            has_end,
            functions: self.functions,
            calls: self.calls,
            empty_regex: self.regexes.iter().position(|(text, _)| text.is_empty()),
            regexes: self.regexes.into_iter().map(|(_, regex)| regex).collect(),
            ranges,
            variables,
            arrays,
            uses: self.uses,
        })
    }

    fn item(&mut self, ranges: &mut usize) -> Result<Item> {
        if self.is_sign("{") {
            return Ok(Item { pattern: Pattern::Always, action: Some(self.block()?) });
        }
        let first = self.expression_with_line()?;
        let pattern = if self.take_sign(",")? {
            let last = self.expression_with_line()?;
            *ranges += 1;
            Pattern::Range(*ranges - 1, Box::new((first, last)))
        } else {
            Pattern::When(first)
        };
        let action = if self.is_sign("{") {
            Some(self.block()?)
        } else {
            self.separator()?;
            None
        };
        Ok(Item { pattern, action })
    }

    fn definition(&mut self) -> Result<()> {
        self.advance()?;
        let Token::Name(name, _) = self.token.clone() else { return self.unexpected() };
        let Some(index) = self.names.function(&name, &mut self.functions) else {
            return self.error("a name that is no function");
        };
        if self.functions[index].body.is_some() {
            let name = String::from_utf8_lossy(&name).into_owned();
            return self.error(format!("redefinition of {name}"));
        }
        self.advance()?;
        self.expect("(")?;
        let mut parameters = Vec::new();
        while let Token::Name(name, _) = self.token.clone() {
            if self.names.is_function(&name) || self.names.is_field(&name) {
                return self.unexpected();
            }
            if parameters.contains(&name) {
                return self.error("duplicated in argument list");
            }
            parameters.push(name);
            self.advance()?;
            if !self.take_sign(",")? {
                break;
            }
        }
        if !self.is_sign(")") {
            return self.unexpected();
        }
        self.lexer.skip_lines()?;
        self.advance()?;
        self.functions[index].parameters =
            vec![crate::syntax::Parameter::Unknown; parameters.len()];
        // So that calls inside know it is there.
        self.functions[index].body = Some(Vec::new());
        self.names.locals = parameters;
        self.function = Some(index);
        let body = self.block()?;
        self.function = None;
        self.names.locals = Vec::new();
        self.functions[index].body = Some(body);
        Ok(())
    }

    /// Parses `{ statements }`.
    fn block(&mut self) -> Result<Vec<Statement>> {
        self.expect("{")?;
        let mut statements = Vec::new();
        while !self.is_sign("}") {
            if self.token == Token::End {
                return self.unexpected();
            }
            self.statement_with_line(&mut statements)?;
        }
        self.advance()?;
        Ok(statements)
    }

    /// The end of a statement.
    fn separator(&mut self) -> Result<()> {
        self.end_line = self.lexer.token_line;
        match self.token {
            Token::Newline | Token::Semicolon | Token::Implied => self.advance(),
            Token::End => Ok(()),
            _ => self.unexpected(),
        }
    }

    /// The number of a regular expression.
    fn regex(&mut self, text: Vec<u8>) -> Result<usize> {
        if let Some(index) = self.regexes.iter().position(|(other, _)| *other == text) {
            return Ok(index);
        }
        if self.dialect.rules().regex_replaces_escapes_first {
            return self.regex_of_gawk(text);
        }
        if crate::regex_text::is_doubtful(&text, self.dialect) {
            return self.error("an interval that mawk may take otherwise");
        }
        if crate::regex_text::has_lone_end(&text) {
            return self.error("an anchor that ends mawk");
        }
        match crate::regex_text::compile(&text, self.dialect) {
            Ok(regex) => {
                self.regexes.push((text, Rc::new(regex)));
                Ok(self.regexes.len() - 1)
            }
            Err(reason) => {
                let text = String::from_utf8_lossy(&text).into_owned();
                self.error(format!("regular expression compile failed ({reason})\n{text}"))
            }
        }
    }

    fn regex_of_gawk(&mut self, text: Vec<u8>) -> Result<usize> {
        let (compiled, warnings) = crate::regex_of_gawk::compile(&text, self.dialect);
        match compiled {
            Ok(regex)
                if warnings.is_empty()
                    && !regex.repeats_anchor()
                    && !crate::regex_of_gawk::is_doubtful(&text, self.dialect) =>
            {
                self.regexes.push((text, Rc::new(regex)));
                Ok(self.regexes.len() - 1)
            }
            Ok(_) => self.error("a regular expression that gawk warns of, or errs with"),
            Err(_) => self.error("a regular expression that gawk refuses"),
        }
    }

    /// Whether messages name the line of the program.
    fn names_lines(&self) -> bool {
        self.dialect.rules().voice == Voice::Gawk
    }

    /// Notes what gawk may complain about while it runs.
    fn note_complaint(&mut self) {
        self.may_complain |= self.names_lines();
    }

    /// Reads something whose line gawk names where it complains: it must be on one. That line.
    fn on_one_line<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<(u32, T)> {
        let line = self.lexer.token_line;
        let outside = std::mem::take(&mut self.may_complain);
        let result = read(self)?;
        if self.may_complain && self.lexer.token_line != line {
            return self.error("a statement of several lines");
        }
        self.may_complain |= outside;
        Ok((line as u32, result))
    }

    /// An expression that is evaluated by itself, with its line where there are several.
    fn expression_with_line(&mut self) -> Result<Expression> {
        let (line, expression) = self.on_one_line(Self::expression)?;
        Ok(match self.names_lines() && self.has_lines {
            true => Expression::OnLine(Box::new((line, expression))),
            false => expression,
        })
    }
}
