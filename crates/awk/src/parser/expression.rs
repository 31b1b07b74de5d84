//! Expressions by precedence: assignment, `?:`, `||`, `&&`, `in`, `~`, relations,
//! concatenation, then the arithmetic of [`super::operand`].

use super::operand::Operand;
use super::{Parser, Result};
use crate::format::is_plain_number_format;
use crate::lexer::{Keyword, Token};
use crate::syntax::{
    Arithmetic, ArrayPlace, Builtin, Comparison, ENVIRON, Elementary, Expression, Getline, Matcher,
    Place, Source, Special,
};

/// How tight an operator binds; looser ones are less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Condition,
    Or,
    And,
    In,
    Match,
    Comparison,
    Tightest,
}

impl Level {
    fn next(self) -> Self {
        match self {
            Level::Condition => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::In,
            Level::In => Level::Match,
            Level::Match => Level::Comparison,
            _ => Level::Tightest,
        }
    }
}

impl Parser<'_> {
    /// Parses an expression of any precedence.
    pub(super) fn expression(&mut self) -> Result<Expression> {
        self.level(Level::Condition)
    }

    fn operator_level(&self) -> Option<Level> {
        Some(match &self.token {
            Token::Keyword(Keyword::In) => Level::In,
            Token::Sign(sign) => match *sign {
                "?" => Level::Condition,
                "||" => Level::Or,
                "&&" => Level::And,
                "~" | "!~" => Level::Match,
                "==" | "!=" | "<" | "<=" | ">" | ">=" => Level::Comparison,
                _ => return None,
            },
            _ => return None,
        })
    }

    fn level(&mut self, least: Level) -> Result<Expression> {
        let operators = std::mem::take(&mut self.operators);
        let deepest = std::mem::take(&mut self.deepest);
        let result = self.deeper(|parser| parser.level_here(least));
        let depth = self.operators + self.deepest + 1;
        self.operators = operators;
        self.deepest = deepest.max(depth);
        if depth > super::DEEPEST_TREE {
            return self.error("nested too deep");
        }
        result
    }

    fn level_here(&mut self, least: Level) -> Result<Expression> {
        let mut left = self.assignment_or_concatenation()?;
        let mut last = None;
        while let Some(level) = self.operator_level().filter(|level| *level >= least) {
            let once = matches!(level, Level::Comparison | Level::In);
            if !self.dialect.rules().comparisons_may_follow && once && last == Some(level) {
                return self.unexpected();
            }
            last = Some(level);
            self.operators += 1;
            let token = std::mem::replace(&mut self.token, Token::End);
            self.advance()?;
            let sign = match token {
                Token::Sign(sign) => sign,
                _ => "in",
            };
            left = match sign {
                "?" => {
                    let yes = self.expression()?;
                    self.expect(":")?;
                    let no = self.level(Level::Condition)?;
                    Expression::Condition(Box::new((left, yes, no)))
                }
                "||" => Expression::Or(Box::new((left, self.level(level.next())?))),
                "&&" => Expression::And(Box::new((left, self.level(level.next())?))),
                "in" => Expression::In(self.array_name()?, vec![left]),
                "~" | "!~" => {
                    if matches!(left, Expression::Regex(_))
                        && self.dialect.rules().leaves_doubtful_programs
                    {
                        return self.error("a regular expression to the left of `~`");
                    }
                    let right = self.level(level.next())?;
                    let matcher = self.matcher(right)?;
                    Expression::Match(sign == "!~", Box::new((left, matcher)))
                }
                _ => {
                    let comparison = match sign {
                        "==" => Comparison::Equal,
                        "!=" => Comparison::Unequal,
                        "<" => Comparison::Less,
                        "<=" => Comparison::LessOrEqual,
                        ">" => Comparison::Greater,
                        _ => Comparison::GreaterOrEqual,
                    };
                    let right = self.level(level.next())?;
                    Expression::Compare(comparison, Box::new((left, right)))
                }
            };
        }
        Ok(left)
    }

    /// A regular expression by itself stands for itself, a string constant is compiled now.
    pub(super) fn matcher(&mut self, expression: Expression) -> Result<Matcher> {
        if !matches!(expression, Expression::Regex(_) | Expression::Text(_)) {
            self.note_complaint();
        }
        Ok(match expression {
            Expression::Regex(index) => Matcher::Static(index),
            Expression::Text(text) => {
                let text = text.as_text().map(|(_, text)| text.to_vec()).unwrap_or_default();
                Matcher::Static(self.regex(text)?)
            }
            other => {
                self.computes_regexes = true;
                let opens_interval = |part: &Expression| match part {
                    Expression::Text(text) => {
                        text.as_text().is_some_and(|(_, t)| t.contains(&b'{'))
                    }
                    _ => false,
                };
                self.mentions_intervals |= self.dialect.rules().regex_has_intervals
                    && matches!(&other, Expression::Concatenate(parts) if parts.iter().any(opens_interval));
                Matcher::Dynamic(other)
            }
        })
    }

    fn assignment_or_concatenation(&mut self) -> Result<Expression> {
        self.group_begins = self.is_sign("(") && self.pending.is_none();
        let Operand { expression: first, grouped } = self.arithmetic()?;
        if let Token::Sign(sign) = self.token {
            let arithmetic = match sign {
                "=" => None,
                "+=" => Some(Arithmetic::Add),
                "-=" => Some(Arithmetic::Subtract),
                "*=" => Some(Arithmetic::Multiply),
                "/=" => Some(Arithmetic::Divide),
                "%=" => Some(Arithmetic::Remainder),
                "^=" => Some(self.power_operator()),
                _ => return self.concatenation(first),
            };
            let is_field = matches!(first, Expression::Field(_) | Expression::FieldAt(_));
            if grouped && !(is_field && self.dialect.rules().grouped_field_is_assignable) {
                return self.unexpected();
            }
            let Some(place) = self.place(first)? else { return self.unexpected() };
            self.advance()?;
            let known = self.fields_assigned;
            let value = self.expression()?;
            if arithmetic.is_some()
                && self.fields_assigned > known + 1
                && !self.dialect.rules().value_before_place
                && matches!(
                    place,
                    Place::Field(_) | Place::FieldAt(_) | Place::Special(Special::Nf)
                )
            {
                return self.error("a field whose value mawk may have forgotten");
            }
            if let (Place::Special(Special::Convfmt | Special::Ofmt), None, Expression::Text(text)) =
                (&place, arithmetic, &value)
                && text.as_text().is_some_and(|(_, text)| is_plain_number_format(text))
            {
                self.formats_assigned = self.formats_assigned.saturating_sub(1);
            }
            if let Some(Arithmetic::Divide | Arithmetic::Remainder) = arithmetic {
                self.check_divisor(&value)?;
            }
            if matches!(place, Place::Special(Special::Nf))
                && self.dialect.rules().leaves_doubtful_programs
                && !counts(&value)
            {
                return self.error("NF may become what is no number");
            }
            let pair = Box::new((place, value));
            return Ok(match arithmetic {
                None => Expression::Assign(pair),
                Some(operator @ (Arithmetic::Divide | Arithmetic::Remainder))
                    if self.dialect.rules().zero_divisor_is_fatal =>
                {
                    Expression::Divide(operator, pair)
                }
                Some(arithmetic) => Expression::Update(arithmetic, pair),
            });
        }
        self.concatenation(first)
    }

    fn concatenation(&mut self, first: Expression) -> Result<Expression> {
        if self.dialect.rules().concatenation_is_command {
            return self.concatenation_of_gawk(first);
        }
        if !self.starts_operand() {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.starts_operand() {
            parts.push(self.arithmetic()?.expression);
        }
        Ok(Expression::Concatenate(parts))
    }

    /// A concatenation, all of which is the command of a `| getline` behind it.
    pub(super) fn concatenation_of_gawk(&mut self, first: Expression) -> Result<Expression> {
        let mut parts = vec![first];
        loop {
            if self.is_sign("!") {
                return self.unexpected();
            }
            if self.starts_operand() {
                // What `length` without parentheses is followed by is not meant so.
                if matches!(parts.last(), Some(Expression::Builtin(Builtin::Length, none)) if none.is_empty())
                {
                    return self.unexpected();
                }
                parts.push(self.arithmetic()?.expression);
                continue;
            }
            if !self.is_sign("|") {
                break;
            }
            let command = joined(parts)?;
            parts = vec![self.getline_of_command(command)?];
            let Token::Sign("^" | "*" | "/" | "%" | "+" | "-" | "<") = self.token else { continue };
            return self.unexpected();
        }
        joined(parts)
    }

    /// `| getline` behind a command.
    pub(super) fn getline_of_command(&mut self, command: Expression) -> Result<Expression> {
        self.operators += 1;
        self.advance()?;
        if !self.is_keyword(Keyword::Getline) {
            return self.unexpected();
        }
        self.advance()?;
        self.uses.pipes = true;
        self.note_complaint();
        let target = self.getline_target()?;
        let source = Source::Command(command);
        Ok(Expression::Getline(Box::new(Getline { source, target })))
    }

    /// Division by a constant zero is an error of the program, where division by zero ends it.
    fn check_divisor(&mut self, divisor: &Expression) -> Result<()> {
        self.note_complaint();
        match self.dialect.rules().zero_divisor_is_fatal && constant(divisor) == Some(0.0) {
            true => self.error("division by zero"),
            false => Ok(()),
        }
    }

    /// The expression as something to assign to; gawk's ENVIRON is more than an array then.
    pub(super) fn place(&mut self, expression: Expression) -> Result<Option<Place>> {
        if self.dialect.rules().leaves_doubtful_programs
            && matches!(expression, Expression::Element(ArrayPlace::Global(ENVIRON), _))
        {
            return self.error("an environment that changes");
        }
        if let Expression::Special(special) = expression {
            self.note_complaint();
            self.computes_regexes |= matches!(special, Special::Fs | Special::Rs);
            let is_format = matches!(special, Special::Convfmt | Special::Ofmt);
            if is_format && self.dialect.rules().integers_are_long {
                self.formats_assigned += 1;
            }
            if special == Special::OldNf {
                return self.error("NF becomes a variable");
            }
        }
        let is_field = matches!(
            expression,
            Expression::Field(_) | Expression::FieldAt(_) | Expression::Special(Special::Nf)
        );
        self.fields_assigned += usize::from(is_field);
        Ok(place(expression))
    }

    /// Whether the token at hand begins an operand that is concatenated: signs do not.
    pub(super) fn starts_operand(&self) -> bool {
        match &self.token {
            Token::Number(_)
            | Token::Text(_)
            | Token::Regex(_)
            | Token::Name(..)
            | Token::Builtin(_)
            | Token::Length => true,
            Token::Keyword(keyword) => matches!(
                keyword,
                Keyword::Getline | Keyword::Split | Keyword::Match | Keyword::Sub | Keyword::Gsub
            ),
            Token::Sign(sign) => matches!(*sign, "(" | "!" | "$" | "++" | "--"),
            _ => false,
        }
    }

    /// Sums, products and what binds tighter.
    pub(super) fn arithmetic(&mut self) -> Result<Operand> {
        let mut left = self.product()?;
        while let Token::Sign(sign @ ("+" | "-")) = self.token {
            self.operators += 1;
            self.advance()?;
            let right = self.product()?.expression;
            let operator = if sign == "+" { Arithmetic::Add } else { Arithmetic::Subtract };
            left = binary(operator, left.expression, right);
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Operand> {
        let mut left = self.unary()?;
        while let Token::Sign(sign @ ("*" | "/" | "%")) = self.token {
            self.operators += 1;
            self.advance()?;
            let right = self.unary()?.expression;
            let operator = match sign {
                "*" => Arithmetic::Multiply,
                "/" => Arithmetic::Divide,
                _ => Arithmetic::Remainder,
            };
            if sign != "*" && self.dialect.rules().zero_divisor_is_fatal {
                self.check_divisor(&right)?;
                let pair = Box::new((left.expression, right));
                left = Operand::plain(Expression::Quotient(operator, pair));
                continue;
            }
            left = binary(operator, left.expression, right);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Operand> {
        let Token::Sign(sign @ ("!" | "-" | "+")) = self.token else { return self.piped() };
        if self.pending.is_some() {
            return self.piped();
        }
        self.operators += 1;
        self.deeper(|parser| {
            parser.advance()?;
            let operand = Box::new(parser.unary()?.expression);
            Ok(Operand::plain(match sign {
                "!" => Expression::Not(operand),
                "-" => Expression::Negate(operand),
                _ => Expression::Plus(operand),
            }))
        })
    }

    pub(super) fn power(&mut self) -> Result<Operand> {
        let base = self.operand()?;
        if !self.is_sign("^") {
            return Ok(base);
        }
        self.operators += 1;
        self.deeper(|parser| {
            parser.advance()?;
            let exponent = parser.exponent()?;
            Ok(binary(parser.power_operator(), base.expression, exponent))
        })
    }

    fn power_operator(&self) -> Arithmetic {
        match self.dialect.rules().power_multiplies {
            true => Arithmetic::Product,
            false => Arithmetic::Power,
        }
    }

    fn exponent(&mut self) -> Result<Expression> {
        let Token::Sign(sign @ ("!" | "-" | "+")) = self.token else {
            return Ok(self.power()?.expression);
        };
        self.operators += 1;
        self.deeper(|parser| {
            parser.advance()?;
            let operand = Box::new(parser.exponent()?);
            Ok(match sign {
                "!" => Expression::Not(operand),
                "-" => Expression::Negate(operand),
                _ => Expression::Plus(operand),
            })
        })
    }
}

/// The number that gawk has in the place of an expression once it has read it.
fn constant(expression: &Expression) -> Option<f64> {
    match expression {
        Expression::Number(number) => Some(*number),
        Expression::Negate(operand) => constant(operand).map(|number| -number),
        Expression::Not(operand) => match &**operand {
            Expression::Text(text) => text.as_text().map(|(_, text)| f64::from(text.is_empty())),
            operand => constant(operand).map(|number| f64::from(number == 0.0)),
        },
        _ => None,
    }
}

/// Whether the value of an expression is an integer, as far as can be seen. gawk's NF may be anything
/// until the next record.
fn counts(value: &Expression) -> bool {
    match value {
        Expression::Number(number) => number.fract() == 0.0,
        Expression::Negate(operand) => counts(operand),
        Expression::Special(Special::Nf | Special::Nr | Special::Fnr) => true,
        Expression::Builtin(
            Builtin::Length | Builtin::Index | Builtin::OfNumber(Elementary::Int),
            _,
        )
        | Expression::Length(_)
        | Expression::Split(_)
        | Expression::Position(_)
        | Expression::Compare(..) => true,
        Expression::Arithmetic(Arithmetic::Add | Arithmetic::Subtract, pair) => {
            let may_count =
                |side: &Expression| counts(side) || matches!(side, Expression::Variable(_));
            may_count(&pair.0) && may_count(&pair.1)
        }
        Expression::Quotient(Arithmetic::Remainder, pair) => counts(&pair.0) && counts(&pair.1),
        _ => false,
    }
}

/// Parts of a concatenation, or the only one.
fn joined(mut parts: Vec<Expression>) -> Result<Expression> {
    if parts.len() == 1
        && let Some(only) = parts.pop()
    {
        return Ok(only);
    }
    Ok(Expression::Concatenate(parts))
}

fn binary(operator: Arithmetic, left: Expression, right: Expression) -> Operand {
    Operand::plain(Expression::Arithmetic(operator, Box::new((left, right))))
}

/// The expression as something to assign to.
pub(super) fn place(expression: Expression) -> Option<Place> {
    Some(match expression {
        Expression::Variable(slot) => Place::Variable(slot),
        Expression::Special(special) => Place::Special(special),
        Expression::Local(slot) => Place::Local(slot),
        Expression::Field(index) => Place::Field(*index),
        Expression::FieldAt(index) => Place::FieldAt(index),
        Expression::Element(array, subscripts) => Place::Element(array, subscripts),
        _ => return None,
    })
}
