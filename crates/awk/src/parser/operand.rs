//! The operands of arithmetic: constants, names, fields, calls, `getline`, parentheses.

use super::names::Variable;
use super::{Parser, Result};
use crate::lexer::{Keyword, Token};
use crate::output::{ERRORS, STANDARD};
use crate::syntax::{
    Argument, ArrayPlace, BUILTINS, Builtin, Call, ENVIRON, Expression, Getline, Place, Source,
    Special, Split, SplitBy, Substitute,
};
use crate::value::Value;

/// An operand, and whether it is in parentheses (which only fields may be assigned in).
pub(super) struct Operand {
    pub(super) expression: Expression,
    pub(super) grouped: bool,
}

impl Operand {
    pub(super) fn plain(expression: Expression) -> Self {
        Self { expression, grouped: false }
    }
}

impl Parser<'_> {
    /// An operand and any `| getline` behind it.
    pub(super) fn piped(&mut self) -> Result<Operand> {
        let mut left = self.power()?;
        while self.is_sign("|") && !self.dialect.rules().concatenation_is_command {
            left = Operand::plain(self.getline_of_command(left.expression)?);
        }
        Ok(left)
    }

    pub(super) fn getline_target(&mut self) -> Result<Option<Place>> {
        match &self.token {
            Token::Name(..) | Token::Sign("$") => {
                let expression = match self.is_sign("$") {
                    true => self.field()?,
                    false => self.name()?,
                };
                match self.place(expression)? {
                    Some(place) => Ok(Some(place)),
                    None => self.unexpected(),
                }
            }
            _ => Ok(None),
        }
    }

    fn getline(&mut self) -> Result<Expression> {
        self.lexer.getline = true;
        self.note_complaint();
        self.advance()?;
        let target = self.getline_target()?;
        self.lexer.getline = false;
        let source = if self.token == Token::InputFrom {
            self.advance()?;
            let file = self.power()?.expression;
            if self.dialect.rules().leaves_doubtful_programs
                && matches!(self.token, Token::Sign("*" | "/" | "%" | "+" | "-" | "|"))
            {
                return self.unexpected();
            }
            Source::File(file)
        } else {
            Source::Main
        };
        Ok(Expression::Getline(Box::new(Getline { source, target })))
    }

    /// One operand with any `++` or `--` behind it.
    pub(super) fn operand(&mut self) -> Result<Operand> {
        let operand = match self.pending.take() {
            Some(operand) => operand,
            None => self.primary()?,
        };
        let Token::Sign(sign @ ("++" | "--")) = self.token else { return Ok(operand) };
        let is_field = matches!(operand.expression, Expression::Field(_) | Expression::FieldAt(_));
        let assignable = matches!(
            operand.expression,
            Expression::Variable(_)
                | Expression::Special(_)
                | Expression::Local(_)
                | Expression::Element(..)
        );
        let is_field =
            is_field && (!operand.grouped || self.dialect.rules().grouped_field_is_assignable);
        if !is_field && (operand.grouped || !assignable) {
            return Ok(operand);
        }
        self.advance()?;
        // Behind such a field gawk takes another sign for one of it, too, which it refuses.
        if is_field
            && self.dialect.rules().leaves_doubtful_programs
            && matches!(self.token, Token::Sign("++" | "--"))
        {
            return self.unexpected();
        }
        match self.place(operand.expression)? {
            Some(_) if matches!(self.token, Token::Regex(_)) => {
                self.error("a regular expression behind ++ or --, where a division may be meant")
            }
            Some(place) => {
                let step = if sign == "++" { 1.0 } else { -1.0 };
                Ok(Operand::plain(Expression::Step(Box::new(place), step, true)))
            }
            None => self.unexpected(),
        }
    }

    fn primary(&mut self) -> Result<Operand> {
        let expression = match std::mem::replace(&mut self.token, Token::End) {
            Token::Number(number) => {
                self.advance()?;
                Expression::Number(number)
            }
            Token::Text(text) => {
                let names = |part: &[u8]| byte_search::memmem::find(&text, part).is_some();
                if self.dialect.rules().leaves_doubtful_programs
                    && (names(b"/dev/fd") || names(b"/inet"))
                {
                    return self.error("the name of a special file");
                }
                self.advance()?;
                self.mentions_intervals |= crate::regex_text::is_doubtful(&text, self.dialect);
                Expression::Text(Value::text(&text))
            }
            Token::Regex(text) => {
                let index = self.regex(text)?;
                self.advance()?;
                Expression::Regex(index)
            }
            token @ Token::Name(..) => {
                self.token = token;
                self.name()?
            }
            Token::Builtin(builtin) => {
                self.advance()?;
                self.builtin(builtin)?
            }
            Token::Length => {
                self.advance()?;
                Expression::Builtin(Builtin::Length, Vec::new())
            }
            Token::Keyword(Keyword::Getline) => self.getline()?,
            Token::Keyword(Keyword::Split) => self.split()?,
            Token::Keyword(Keyword::Match) => self.position()?,
            Token::Keyword(keyword @ (Keyword::Sub | Keyword::Gsub)) => {
                self.substitute(keyword == Keyword::Gsub)?
            }
            Token::Sign("(") => {
                self.token = Token::Sign("(");
                return self.group();
            }
            Token::Sign("$") => {
                self.token = Token::Sign("$");
                self.field()?
            }
            Token::Sign(sign @ ("++" | "--")) => {
                self.advance()?;
                let is_field = self.is_sign("$");
                let expression = if is_field { self.field()? } else { self.name()? };
                // gawk steps the field behind it first, and has a value then.
                if is_field
                    && self.dialect.rules().leaves_doubtful_programs
                    && matches!(self.token, Token::Sign("++" | "--"))
                {
                    return self.unexpected();
                }
                let Some(place) = self.place(expression)? else { return self.unexpected() };
                Expression::Step(Box::new(place), if sign == "++" { 1.0 } else { -1.0 }, false)
            }
            token => {
                self.token = token;
                return self.unexpected();
            }
        };
        Ok(Operand::plain(expression))
    }

    /// `( expression )`, or `( a, b ) in c`.
    fn group(&mut self) -> Result<Operand> {
        let begins = std::mem::take(&mut self.group_begins);
        if !begins && self.dialect.rules().members_begin_expression {
            let expression = self.single_group()?;
            return Ok(Operand { expression, grouped: true });
        }
        let mut list = self.parenthesized()?;
        if list.len() == 1
            && let Some(expression) = list.pop()
        {
            return Ok(Operand { expression, grouped: true });
        }
        self.members(list)
    }

    /// One expression in parentheses.
    fn single_group(&mut self) -> Result<Expression> {
        self.expect("(")?;
        let expression = self.expression()?;
        self.expect(")")?;
        Ok(expression)
    }

    /// `in c` behind a list of subscripts.
    pub(super) fn members(&mut self, list: Vec<Expression>) -> Result<Operand> {
        if !self.is_keyword(Keyword::In) {
            return self.unexpected();
        }
        self.advance()?;
        let expression = Expression::In(self.array_name()?, list);
        let is_arithmetic = matches!(self.token, Token::Sign("+" | "-" | "*" | "/" | "%" | "^"));
        if self.dialect.rules().members_begin_expression && (is_arithmetic || self.starts_operand())
        {
            return self.unexpected();
        }
        Ok(Operand::plain(expression))
    }

    /// Expressions in parentheses; none is possible.
    pub(super) fn parenthesized(&mut self) -> Result<Vec<Expression>> {
        self.expect("(")?;
        let list = self.list(")")?;
        self.expect(")")?;
        Ok(list)
    }

    /// Expressions up to a sign, which stays.
    fn list(&mut self, end: &str) -> Result<Vec<Expression>> {
        let mut list = Vec::new();
        if self.is_sign(end) {
            return Ok(list);
        }
        loop {
            list.push(self.expression()?);
            if !self.take_sign(",")? {
                return Ok(list);
            }
        }
    }

    /// `$` and what it applies to.
    fn field(&mut self) -> Result<Expression> {
        self.operators += 1;
        self.deeper(|parser| {
            parser.advance()?;
            if let Token::Number(number) = parser.token {
                if number.fract() != 0.0 || number > 1e6 {
                    return parser.error(format!("${number} is invalid field index"));
                }
                parser.advance()?;
                return Ok(Expression::FieldAt(number as usize));
            }
            parser.note_complaint();
            let index = match &parser.token {
                Token::Name(name, _) => {
                    let is_long = name.len() > 2;
                    if parser.dialect.rules().nf_is_variable_behind_dollar
                        && name.starts_with(b"NF")
                    {
                        if is_long {
                            return parser.error("a name that mawk takes for NF");
                        }
                        parser.nf_is_variable = false;
                        let index = parser.name()?;
                        parser.nf_is_variable = true;
                        index
                    } else {
                        let index = parser.name()?;
                        parser.stepped_special(index)?
                    }
                }
                Token::Sign("-" | "+" | "!") if parser.dialect.rules().leaves_doubtful_programs => {
                    return parser.unexpected();
                }
                Token::Sign("-" | "+" | "!") => {
                    let Token::Sign(sign) = parser.token else { return parser.unexpected() };
                    parser.advance()?;
                    let operand = Box::new(parser.power()?.expression);
                    match sign {
                        "!" => Expression::Not(operand),
                        "-" => Expression::Negate(operand),
                        _ => Expression::Plus(operand),
                    }
                }
                token => {
                    let nested = *token == Token::Sign("$");
                    let index = match *token == Token::Sign("(") {
                        true => parser.single_group()?,
                        false => parser.primary()?.expression,
                    };
                    if nested
                        && !parser.dialect.rules().step_binds_to_field_index
                        && matches!(parser.token, Token::Sign("++" | "--"))
                    {
                        return parser.unexpected();
                    }
                    parser.stepped_field(index)?
                }
            };
            Ok(Expression::Field(Box::new(index)))
        })
    }

    /// Behind `$`, `++` belongs to the name of a special variable that is a field to mawk: in
    /// `$NF++` it is NF that grows.
    fn stepped_special(&mut self, index: Expression) -> Result<Expression> {
        let (Expression::Special(special), Token::Sign(sign @ ("++" | "--"))) =
            (&index, &self.token)
        else {
            return Ok(index);
        };
        let is_field = matches!(
            special,
            Special::Nf | Special::Rs | Special::Fs | Special::Convfmt | Special::Ofmt
        );
        if !is_field || !self.dialect.rules().step_binds_to_field_index {
            return Ok(index);
        }
        let (place, step) = (Place::Special(*special), if *sign == "++" { 1.0 } else { -1.0 });
        self.advance()?;
        Ok(Expression::Step(Box::new(place), step, true))
    }

    /// Behind `$`, `++` belongs to a field that is the index: in `$$i++` and in `$($i)++` it is `$i` that grows.
    fn stepped_field(&mut self, index: Expression) -> Result<Expression> {
        let Token::Sign(sign @ ("++" | "--")) = self.token else { return Ok(index) };
        let is_field = matches!(index, Expression::Field(_) | Expression::FieldAt(_));
        if !is_field || !self.dialect.rules().step_binds_to_field_index {
            return Ok(index);
        }
        let Some(place) = self.place(index)? else { return self.unexpected() };
        self.advance()?;
        let step = if sign == "++" { 1.0 } else { -1.0 };
        Ok(Expression::Step(Box::new(place), step, true))
    }

    /// A name: a variable, an element, a call.
    pub(super) fn name(&mut self) -> Result<Expression> {
        let Token::Name(name, called) = std::mem::replace(&mut self.token, Token::End) else {
            return self.unexpected();
        };
        self.advance()?;
        self.name_behind(&name, called)
    }

    fn name_behind(&mut self, name: &[u8], called: bool) -> Result<Expression> {
        if called || self.names.is_function(name) {
            if !called && !self.dialect.rules().call_allows_blank {
                return self.unexpected();
            }
            return self.call(name);
        }
        if self.is_sign("[") {
            let array = self.array(name)?;
            self.advance()?;
            let subscripts = self.list("]")?;
            if subscripts.is_empty() {
                return self.unexpected();
            }
            self.expect("]")?;
            if array == ArrayPlace::Global(ENVIRON) && self.dialect.rules().leaves_doubtful_programs
            {
                self.check_environment(&subscripts)?;
            }
            return Ok(Expression::Element(array, subscripts));
        }
        let parameters = match self.function {
            Some(index) => Some(&mut self.functions[index].parameters),
            None => None,
        };
        match self.names.variable(name, parameters) {
            Some(Variable::Special(special)) => {
                self.uses.arguments |= special == Special::Argc;
                if special == Special::Nf && self.nf_is_variable {
                    self.uses.old_count = true;
                    return Ok(Expression::Special(Special::OldNf));
                }
                Ok(Expression::Special(special))
            }
            Some(Variable::Global(slot)) => Ok(Expression::Variable(slot)),
            Some(Variable::Local(slot)) => Ok(Expression::Local(slot)),
            None => self.illegal(name),
        }
    }

    /// gawk adds variables to ENVIRON: where their names are to be seen, these can be told.
    fn check_environment(&mut self, subscripts: &[Expression]) -> Result<()> {
        if let [Expression::Text(name)] = subscripts
            && let Some((_, name)) = name.as_text()
            && !matches!(name, b"AWKPATH" | b"AWKLIBPATH")
        {
            return Ok(());
        }
        self.error("an environment with more in it")
    }

    fn illegal<T>(&self, name: &[u8]) -> Result<T> {
        let name = String::from_utf8_lossy(name);
        self.error(format!("illegal reference to {name}"))
    }

    fn array(&mut self, name: &[u8]) -> Result<ArrayPlace> {
        let parameters = match self.function {
            Some(index) => Some(&mut self.functions[index].parameters),
            None => None,
        };
        match self.names.array(name, parameters) {
            Some(array) => {
                self.uses.note_array(array);
                Ok(array)
            }
            None => self.illegal(name),
        }
    }

    /// The token at hand as the name of an array.
    pub(super) fn array_name(&mut self) -> Result<ArrayPlace> {
        let Token::Name(name, _) = self.token.clone() else { return self.unexpected() };
        if name == b"ENVIRON" && self.dialect.rules().leaves_doubtful_programs {
            return self.error("an environment with more in it");
        }
        self.advance()?;
        self.array(&name)
    }

    fn call(&mut self, name: &[u8]) -> Result<Expression> {
        let Some(function) = self.names.function(name, &mut self.functions) else {
            return self.illegal(name);
        };
        self.expect("(")?;
        let mut arguments = Vec::new();
        while !self.is_sign(")") {
            arguments.push(self.argument()?);
            if !self.take_sign(",")? {
                break;
            }
            if self.is_sign(")") {
                return self.unexpected();
            }
        }
        self.expect(")")?;
        self.calls.push(Call { function, arguments });
        Ok(Expression::Call(self.calls.len() - 1))
    }

    fn argument(&mut self) -> Result<Argument> {
        if let Token::Name(name, false) = self.token.clone()
            && !self.names.is_function(&name)
            && self.names.special(&name).is_none()
        {
            self.advance()?;
            if self.is_sign(",") || self.is_sign(")") {
                // They may be passed whole.
                self.uses.arguments |= name == b"ARGV";
                self.uses.environment |= name == b"ENVIRON";
                if name == b"ENVIRON" && self.dialect.rules().leaves_doubtful_programs {
                    return self.error("an environment with more in it");
                }
                return Ok(Argument::Name(self.names.argument(&name, self.function)));
            }
            let expression = self.name_behind(&name, false)?;
            self.pending = Some(Operand::plain(expression));
        }
        Ok(Argument::Value(self.expression()?))
    }

    fn builtin(&mut self, builtin: Builtin) -> Result<Expression> {
        self.expect("(")?;
        if let (Builtin::Length, Token::Name(name, false)) = (builtin, self.token.clone()) {
            let parameters = self.function.map(|index| &self.functions[index].parameters);
            let alone = matches!(self.lexer.clone().next(), Ok(Token::Sign(")")));
            if alone && self.names.is_array(&name, parameters) {
                let array = self.array_name()?;
                self.advance()?;
                return Ok(Expression::Length(array));
            }
        }
        let arguments = self.list(")")?;
        self.expect(")")?;
        let known = BUILTINS.iter().find(|known| known.1 == builtin);
        if known.is_none_or(|known| arguments.len() < known.2 || arguments.len() > known.3) {
            return self.error("wrong number of arguments");
        }
        self.note_complaint();
        if let (Builtin::Sprintf, Some(format)) = (builtin, arguments.first()) {
            self.check_format(format, arguments.len() - 1)?;
        }
        if self.dialect.rules().leaves_doubtful_programs
            && matches!((builtin, arguments.get(1)), (Builtin::Index, Some(Expression::Regex(_))))
        {
            return self.error("index: regexp constant as second argument is not allowed");
        }
        match builtin {
            Builtin::System => self.uses.system = true,
            Builtin::Close => {
                self.uses.standard_closed |= matches!(&arguments[0], Expression::Text(name)
                    if name.as_text().is_some_and(|(_, name)| [STANDARD, ERRORS].contains(&name)));
            }
            Builtin::Mktime | Builtin::Strftime => self.uses.dates = true,
            _ => {}
        }
        Ok(Expression::Builtin(builtin, arguments))
    }

    /// A format whose arguments have numbers is left to gawk, and one for which there are too few `values` may be to mawk.
    pub(super) fn check_format(&mut self, format: &Expression, values: usize) -> Result<()> {
        self.note_complaint();
        let Expression::Text(text) = format else { return Ok(()) };
        let Some((_, text)) = text.as_text() else { return Ok(()) };
        if self.dialect.rules().leaves_doubtful_programs {
            if crate::format_of_gawk::arguments(text, self.dialect).is_none() {
                return self.error("a format with numbers of arguments");
            }
        } else if crate::format::lacks_sizes(text, values, self.dialect) {
            return self.error("a width or precision that is not there");
        }
        Ok(())
    }

    fn split(&mut self) -> Result<Expression> {
        self.note_complaint();
        self.advance()?;
        self.expect("(")?;
        let text = self.expression()?;
        self.expect(",")?;
        let array = self.array_name()?;
        let separator = if self.take_sign(",")? {
            match self.expression()? {
                Expression::Regex(index) => match &self.regexes[index].0[..] {
                    [byte] if self.dialect.rules().split_has_single_characters => {
                        SplitBy::Byte(*byte)
                    }
                    _ => SplitBy::Regex(index),
                },
                other => {
                    self.computes_regexes = true;
                    SplitBy::Computed(other)
                }
            }
        } else {
            SplitBy::FieldSeparator
        };
        self.expect(")")?;
        Ok(Expression::Split(Box::new(Split { text, array, separator })))
    }

    fn position(&mut self) -> Result<Expression> {
        self.advance()?;
        self.expect("(")?;
        let text = self.expression()?;
        self.expect(",")?;
        let pattern = self.expression()?;
        let pattern = self.matcher(pattern)?;
        self.note_complaint();
        self.expect(")")?;
        Ok(Expression::Position(Box::new((text, pattern))))
    }

    fn substitute(&mut self, global: bool) -> Result<Expression> {
        self.advance()?;
        self.expect("(")?;
        let pattern = self.expression()?;
        let pattern = self.matcher(pattern)?;
        self.expect(",")?;
        let replacement = self.expression()?;
        let target = if self.take_sign(",")? {
            let Operand { expression, grouped } = match self.is_sign("(") {
                true => self.group()?,
                false => self.primary()?,
            };
            let is_field = matches!(expression, Expression::Field(_) | Expression::FieldAt(_));
            match self.place(expression)? {
                Some(place)
                    if !grouped || is_field && self.dialect.rules().grouped_field_is_assignable =>
                {
                    Some(place)
                }
                _ => return self.unexpected(),
            }
        } else {
            None
        };
        self.expect(")")?;
        Ok(Expression::Substitute(Box::new(Substitute { global, pattern, replacement, target })))
    }
}
