//! Arithmetic expansion (POSIX XCU 2.6.4): the value of an expression.
//!
//! Crate `syntax` parses an expression together with the script, if its expansions are plain
//! parameters that hold integers (`Leaves`). Any other expression is expanded to a text first and
//! then parsed here. Errors are [`ArithmeticFault`]s until `arithmetic_error` reports them.

mod fault;
mod integers;
mod keys;
mod operands;

use super::{Builder, Wanted};
use crate::diagnostics::{ArithmeticProblem, Problem};
use crate::environment::variables::Value;
use crate::environment::{Environment, names};
use crate::script::PARSER_ROOM;
use crate::unwind::{Flow, Unwind};
use dialect::expansion::FatalError;
pub use fault::ArithmeticFault;
use fault::Trouble;
use integers::unary;
use smallvec::SmallVec;
use syntax::arithmetic::{self, Binary, Chain, Expression, Link, Piece, error_token};
use syntax::tree::{Arithmetic, Operation, Part, Reference};

/// How many values that are expressions may refer to one another.
const DEPTH: u32 = 1024;
/// The length in bytes below which an expression nests so little that the stack has room for it.
const SHORT: usize = 64;

/// The precision of the variables of an arithmetic function, in digits: that of a double.
const DIGITS: u16 = 17;

type Leaves = SmallVec<[i64; 4]>;

/// The value of an expression: an integer, or a floating-point number (ksh93).
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// An integer of 64 bits, two's complement.
    Integer(i64),
    /// A number in IEEE double precision.
    Float(f64),
}

impl Number {
    /// The number as an integer; a fraction is truncated, and what no integer holds is the least.
    pub fn integer(self) -> i64 {
        match self {
            Number::Integer(value) => value,
            Number::Float(value) if value.abs() < 9_223_372_036_854_775_808.0 => value as i64,
            Number::Float(_) => i64::MIN,
        }
    }

    /// The number in double precision.
    pub fn float(self) -> f64 {
        match self {
            Number::Integer(value) => value as f64,
            Number::Float(value) => value,
        }
    }

    /// Whether the number is true as a condition: it is not 0.
    pub fn is_true(self) -> bool {
        match self {
            Number::Integer(value) => value != 0,
            Number::Float(value) => value != 0.0,
        }
    }

    /// The number as the value of a variable or an expansion.
    pub fn value(self) -> Value {
        match self {
            Number::Integer(value) => Value::Integer(value),
            Number::Float(value) => Value::String(super::float::shortest(value)),
        }
    }
}

impl Environment {
    /// The value of `$((…))` as an integer (POSIX XCU 2.6.4).
    ///
    /// # Errors
    /// Unwinds where the expression is in error, which has been reported, or an expansion in it
    /// unwinds.
    pub fn evaluate_arithmetic(&mut self, arithmetic: &Arithmetic) -> Flow<i64> {
        Ok(self.evaluate_number(arithmetic)?.integer())
    }

    /// The value of `$((…))`, in ksh93 perhaps one with a fraction.
    ///
    /// # Errors
    /// Those of [`evaluate_arithmetic`](Self::evaluate_arithmetic).
    pub fn evaluate_number(&mut self, arithmetic: &Arithmetic) -> Flow<Number> {
        if let Some(expression) = &arithmetic.parsed
            && !arithmetic.keyed.iter().any(|&name| self.is_associative(name))
            && let Some(leaves) = self.leaves(&arithmetic.parts)
        {
            let result = self.compute(expression, &leaves, 1);
            return match result {
                Err(Trouble::Fault(fault))
                    if self.rules().diagnostics.arithmetic_error_shows_expansions =>
                {
                    let text = self.expression_text(arithmetic)?;
                    self.arithmetic_error(&fault, &text, None)
                }
                result => self.arithmetic_result(result, Vec::new),
            };
        }
        if self.has_associative_subscript(&arithmetic.parts) {
            return self.evaluate_with_keys(&arithmetic.parts);
        }
        let mut builder = Builder::new(Wanted::Text, None, Vec::new());
        self.expand_parts(&arithmetic.parts, true, &mut builder)?;
        self.evaluate_at(&builder.text, 1)
    }

    /// The text of an expression, with its expansions made.
    ///
    /// # Errors
    /// Unwinds where an expansion does.
    pub fn expression_text(&mut self, arithmetic: &Arithmetic) -> Flow<Vec<u8>> {
        let mut builder = Builder::new(Wanted::Text, None, Vec::new());
        self.expand_parts(&arithmetic.parts, true, &mut builder)?;
        Ok(builder.text)
    }

    /// The value of an expression given as text, as an integer.
    ///
    /// # Errors
    /// Unwinds where the expression is in error, which has been reported.
    pub fn evaluate_expression(&mut self, text: &[u8]) -> Flow<i64> {
        Ok(self.evaluate_text(text)?.integer())
    }

    /// The value of an expression given as text.
    ///
    /// # Errors
    /// Those of [`evaluate_expression`](Self::evaluate_expression).
    pub fn evaluate_text(&mut self, text: &[u8]) -> Flow<Number> {
        self.evaluate_at(text, 0)
    }

    /// The value of an expression given as text. `depth`: how many values of variables have led to
    /// it; at depth 0 expansions in keys are still to be made.
    fn evaluate_at(&mut self, text: &[u8], depth: u32) -> Flow<Number> {
        if let Some(number) = plain_integer(text) {
            return Ok(Number::Integer(number));
        }
        let result = match self.parse_expression(&[Piece::Text(text)], text.len()) {
            Ok(expression) => self.compute(&expression, &Leaves::new(), depth),
            Err(fault) => Err(fault.into()),
        };
        self.arithmetic_result(result, || text.to_vec())
    }

    /// Parses an expression of `length` bytes. Only a long one can nest deeply.
    ///
    /// # Errors
    /// The text is no expression, or the stack has no room for it.
    fn parse_expression(
        &mut self,
        pieces: &[Piece<'_>],
        length: usize,
    ) -> Result<Expression, ArithmeticFault> {
        let shared = &self.shared;
        let syntax = &self.rules().syntax;
        let parse = || Ok(arithmetic::parse(pieces, &shared.names, syntax)?);
        if length < SHORT {
            return parse();
        }
        let parsed = shared.scheduler.with_room(PARSER_ROOM, parse);
        parsed.unwrap_or(Err(ArithmeticFault::TooDeep))
    }

    /// The value of an expression that was parsed before.
    ///
    /// # Errors
    /// Those of [`evaluate_expression`](Self::evaluate_expression).
    pub fn evaluate_parsed(&mut self, expression: &Expression, text: &[u8]) -> Flow<Number> {
        let result = self.compute(expression, &Leaves::new(), 0);
        self.arithmetic_result(result, || text.to_vec())
    }

    /// The value of an expression, or its error reported. `text`: the expression.
    fn arithmetic_result(
        &mut self,
        result: Result<Number, Trouble>,
        text: impl FnOnce() -> Vec<u8>,
    ) -> Flow<Number> {
        match result {
            Ok(value) => Ok(value),
            Err(Trouble::Unwind(unwind)) => Err(unwind),
            Err(Trouble::InValue(fault, value)) => {
                self.arithmetic_error(&fault, &text(), Some(&value))
            }
            Err(Trouble::Fault(fault)) => self.arithmetic_error(&fault, &text(), None),
        }
    }

    /// Reports what is wrong with an expression, or with the value of a variable in it.
    #[cold]
    fn arithmetic_error(
        &mut self,
        fault: &ArithmeticFault,
        expression: &[u8],
        value: Option<&[u8]>,
    ) -> Flow<Number> {
        let sliced = self.now.sliced.map(|reference| self.spell(reference));
        let command = sliced.or(self.now.soft_command.map(|command| command.into()));
        let wrong = value.unwrap_or(expression).trim_ascii_start();
        let (names, syntax) = (&self.shared.names, &self.rules().syntax);
        let scheduler = self.shared.scheduler.clone();
        let noticed = scheduler.with_room(PARSER_ROOM, || error_token(wrong, names, syntax));
        let problem = ArithmeticProblem {
            fault,
            expression,
            value,
            command: &command.unwrap_or_default(),
            noticed: noticed.unwrap_or(0),
        };
        self.diagnose(Problem::Arithmetic(&problem));
        if self.now.soft_command.is_some() {
            self.status = 1;
            return Err(Unwind::Soft);
        }
        self.status = self.failed();
        Err(self.leaves_line())
    }

    /// The value of `$(( ))`.
    ///
    /// # Errors
    /// As any expansion's, also where an error of arithmetic elsewhere abandons the line only.
    pub fn evaluate_expansion(&mut self, arithmetic: &Arithmetic) -> Flow<Number> {
        let result = self.evaluate_number(arithmetic);
        if matches!(result, Err(Unwind::Discard(_)))
            && self.rules().expansion.fatal_error == FatalError::EndsShell
        {
            self.status = self.failed_expansion();
            return Err(self.fatal());
        }
        result
    }

    /// The values of all expansions in an expression, by index, if each is the plain value of a
    /// parameter and an integer: then parsing before expanding is the same as after.
    fn leaves(&mut self, parts: &[Part]) -> Option<Leaves> {
        let mut leaves = Leaves::new();
        for part in parts {
            leaves.push(match part {
                Part::Quoted(_) | Part::Literal(_) => 0,
                Part::Parameter(parameter)
                    if matches!(parameter.operation, Operation::Value)
                        && parameter.subscript.is_none()
                        && !parameter.indirect =>
                {
                    match parameter.reference {
                        Reference::Variable(names::BASHPID) => return None,
                        Reference::Variable(name) if self.is_computed(name) => {
                            match self.computed(name) {
                                Value::Integer(number) => number,
                                _ => return None,
                            }
                        }
                        Reference::Variable(name) => match &self.variables.get(name).value {
                            Value::Integer(number) => *number,
                            Value::String(text) => plain_integer(text)?,
                            _ => return None,
                        },
                        Reference::Positional(number) => {
                            plain_integer(self.positional.get(number)?)?
                        }
                        Reference::Special(b'#') => self.positional.all().len() as i64,
                        Reference::Special(b'?') => i64::from(self.status),
                        Reference::Special(_) => return None,
                    }
                }
                _ => return None,
            });
        }
        Some(leaves)
    }

    /// The value of operators in a row.
    #[cold]
    fn compute_chain(
        &mut self,
        chain: &Chain,
        leaves: &Leaves,
        depth: u32,
    ) -> Result<Number, Trouble> {
        let truth = |value: bool| Number::Integer(i64::from(value));
        let mut value = self.compute(&chain.first, leaves, depth)?;
        for (link, operand) in &chain.rest {
            value = match link {
                Link::And if !value.is_true() => truth(false),
                Link::Or if value.is_true() => truth(true),
                Link::And | Link::Or => truth(self.compute(operand, leaves, depth)?.is_true()),
                Link::Comma => self.compute(operand, leaves, depth)?,
                Link::Binary(binary) => {
                    let operand = self.compute(operand, leaves, depth)?;
                    self.apply(*binary, value, operand)?
                }
            };
        }
        Ok(value)
    }

    /// The value of an expression. `leaves`: the values of its expansions; `depth`: how many values
    /// of variables have led to it.
    ///
    /// # Errors
    /// Something is wrong with it, or evaluation leaves what encloses it.
    fn compute(
        &mut self,
        expression: &Expression,
        leaves: &Leaves,
        depth: u32,
    ) -> Result<Number, Trouble> {
        let truth = |value: bool| Number::Integer(i64::from(value));
        Ok(match expression {
            Expression::Number(number) => Number::Integer(*number),
            Expression::Float(number) => Number::Float(*number),
            Expression::Leaf(index) => {
                Number::Integer(leaves.get(usize::from(*index)).copied().unwrap_or(0))
            }
            Expression::Variable(name) => self.variable_number(*name, depth)?,
            Expression::Unary(operator, operand) => {
                unary(*operator, self.compute(operand, leaves, depth)?)?
            }
            Expression::Binary(operator, operands) => {
                if matches!(operator, Binary::Equal | Binary::NotEqual)
                    && let (Expression::Variable(left), Expression::Variable(right)) = &**operands
                    && let Some(word) = self.word_number(*left, *right)
                {
                    let left = self.variable_number(*left, depth)?;
                    return self.apply(*operator, left, word);
                }
                let left = self.compute(&operands.0, leaves, depth)?;
                let right = self.compute(&operands.1, leaves, depth)?;
                self.apply(*operator, left, right)?
            }
            Expression::And(operands) => truth(
                self.compute(&operands.0, leaves, depth)?.is_true()
                    && self.compute(&operands.1, leaves, depth)?.is_true(),
            ),
            Expression::Or(operands) => truth(
                self.compute(&operands.0, leaves, depth)?.is_true()
                    || self.compute(&operands.1, leaves, depth)?.is_true(),
            ),
            Expression::Conditional(operands) => {
                if self.compute(&operands.0, leaves, depth)?.is_true() {
                    self.compute(&operands.1, leaves, depth)?
                } else {
                    self.compute(&operands.2, leaves, depth)?
                }
            }
            Expression::Assign(name, None, value)
                if let Expression::Variable(word) = &**value
                    && let Some(number) = self.word_number(*name, *word) =>
            {
                self.assign_number(*name, number)?
            }
            Expression::Assign(name, operator, value) => {
                let value = match operator {
                    None => self.compute(value, leaves, depth)?,
                    Some(operator) => {
                        let left = self.variable_number(*name, depth)?;
                        let right = self.compute(value, leaves, depth)?;
                        self.apply(*operator, left, right)?
                    }
                };
                self.assign_number(*name, value)?
            }
            Expression::Step { name, by, postfix } => {
                let before = self.variable_number(*name, depth)?;
                let after = self.step(before, *by)?;
                let after = self.assign_number(*name, after)?;
                if *postfix { before } else { after }
            }
            Expression::Comma(operands) => {
                self.compute(&operands.0, leaves, depth)?;
                self.compute(&operands.1, leaves, depth)?
            }
            Expression::Element(element) => {
                let (name, key) = self.element_place(element, leaves, depth)?;
                self.place_number(name, key.as_ref(), depth)?
            }
            Expression::AssignElement(element, operator, value) => {
                self.assign_to_element(element, *operator, value, leaves, depth)?
            }
            Expression::StepElement { element, by, postfix } => {
                let (name, key) = self.element_place(element, leaves, depth)?;
                let before = self.place_number(name, key.as_ref(), depth)?;
                let after = self.step(before, *by)?;
                let after = self.assign_place(name, key, after)?;
                if *postfix { before } else { after }
            }
            Expression::Call(function, operands) => {
                super::float::call(function, &self.operands(operands, leaves, depth)?)
            }
            Expression::Defined(name, operands) => {
                let operands = self.operands(operands, leaves, depth)?;
                self.call_defined(*name, &operands)?
            }
            Expression::Chain(chain) => self.compute_chain(chain, leaves, depth)?,
            Expression::Deep(expression) => self.compute_deep(expression, leaves, depth)?,
            Expression::Members(expression) => {
                self.composed = true;
                self.compute(expression, leaves, depth)?
            }
        })
    }

    /// The value of an expression that nests deeply, computed where the stack has room for it.
    #[cold]
    fn compute_deep(
        &mut self,
        expression: &Expression,
        leaves: &Leaves,
        depth: u32,
    ) -> Result<Number, Trouble> {
        let scheduler = self.shared.scheduler.clone();
        let value = scheduler.with_room(PARSER_ROOM, || self.compute(expression, leaves, depth));
        value.unwrap_or_else(|| Err(ArithmeticFault::TooDeep.into()))
    }

    /// The operands of a function, as floating-point numbers.
    fn operands(
        &mut self,
        operands: &[Expression],
        leaves: &Leaves,
        depth: u32,
    ) -> Result<SmallVec<[f64; 3]>, Trouble> {
        let mut values = SmallVec::new();
        for operand in operands {
            values.push(self.compute(operand, leaves, depth)?.float());
        }
        Ok(values)
    }

    /// `a[i] = x`, `a[i] += x`: the value that is assigned.
    fn assign_to_element(
        &mut self,
        element: &arithmetic::Element,
        operator: Option<Binary>,
        value: &Expression,
        leaves: &Leaves,
        depth: u32,
    ) -> Result<Number, Trouble> {
        let Some(operator) = operator else {
            // The subscript comes after the value: `a[n] = ++n` (bash, ksh93).
            let value = self.compute(value, leaves, depth)?;
            let (name, key) = self.element_place(element, leaves, depth)?;
            return self.assign_place(name, key, value);
        };
        let (name, key) = self.element_place(element, leaves, depth)?;
        let left = self.place_number(name, key.as_ref(), depth)?;
        let right = self.compute(value, leaves, depth)?;
        let value = self.apply(operator, left, right)?;
        self.assign_place(name, key, value)
    }
}

/// The value of a decimal integer: a minus sign or none, then digits without a leading zero.
#[inline]
fn plain_integer(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || digits.len() > 18 || (digits[0] == b'0' && digits.len() > 1) {
        return None;
    }
    let mut value = 0i64;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value * 10 + i64::from(digit - b'0');
    }
    Some(if negative { -value } else { value })
}
