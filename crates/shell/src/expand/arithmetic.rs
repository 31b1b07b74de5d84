//! Arithmetic expansion (POSIX XCU 2.6.4): the value of an expression.

use super::{Builder, Wanted};
use crate::environment::Environment;
use crate::environment::variables::Value;
use crate::unwind::{Flow, Unwind};
use smallvec::SmallVec;
use syntax::arithmetic::{self, Binary, Expression, Piece, Unary};
use syntax::tree::{Arithmetic, Operation, Part, Reference};
use syntax::{ByteString, Name};

/// How deeply values that are expressions may refer to one another.
const DEPTH: u32 = 100;

/// An error of arithmetic; the message is reported where it is caught.
enum Trouble {
    Message(String),
    Unwind(Unwind),
}

impl From<String> for Trouble {
    fn from(message: String) -> Self {
        Trouble::Message(message)
    }
}

impl From<Unwind> for Trouble {
    fn from(unwind: Unwind) -> Self {
        Trouble::Unwind(unwind)
    }
}

type Leaves = SmallVec<[i64; 4]>;

/// A value: an integer, or in ksh's way a number with a fraction.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// 64 bits, two's complement.
    Integer(i64),
    /// IEEE double precision.
    Float(f64),
}

impl Number {
    fn integer(self) -> i64 {
        match self {
            Number::Integer(value) => value,
            Number::Float(value) => value as i64,
        }
    }
}

impl Environment {
    /// The value of `$((…))`.
    pub fn evaluate_arithmetic(&mut self, arithmetic: &Arithmetic) -> Flow<i64> {
        if let Some(expression) = &arithmetic.parsed
            && let Some(leaves) = self.leaves(&arithmetic.parts)
        {
            let result = self.compute(expression, &leaves, 0);
            return self.arithmetic_result(result, Vec::new);
        }
        let mut builder = Builder::new(Wanted::Text, None, Vec::new());
        self.expand_parts(&arithmetic.parts, true, &mut builder)?;
        self.evaluate_expression(&builder.text)
    }

    /// The value of an expression given as text.
    pub fn evaluate_expression(&mut self, text: &[u8]) -> Flow<i64> {
        let shared = self.shared.clone();
        let result = match arithmetic::parse(&[Piece::Text(text)], &shared.names) {
            Ok(expression) => self.compute(&expression, &Leaves::new(), 0),
            Err(message) => Err(message.into()),
        };
        self.arithmetic_result(result, || text.to_vec())
    }

    fn arithmetic_result(
        &mut self,
        result: Result<i64, Trouble>,
        text: impl FnOnce() -> Vec<u8>,
    ) -> Flow<i64> {
        match result {
            Ok(value) => Ok(value),
            Err(Trouble::Unwind(unwind)) => Err(unwind),
            Err(Trouble::Message(message)) => {
                let mut report = b"arithmetic: ".to_vec();
                let text = text();
                if !text.is_empty() {
                    report.extend_from_slice(&text);
                    report.extend_from_slice(b": ");
                }
                report.extend_from_slice(message.as_bytes());
                self.expansion_error(&report)
            }
        }
    }

    /// The values of all expansions in the text, by index, if each of them is the plain value
    /// of a parameter and an integer: then parsing before expanding is the same as after.
    fn leaves(&mut self, parts: &[Part]) -> Option<Leaves> {
        let mut leaves = Leaves::new();
        for part in parts {
            leaves.push(match part {
                Part::Quoted(_) | Part::Literal(_) => 0,
                Part::Parameter(parameter) if matches!(parameter.operation, Operation::Value) => {
                    match parameter.reference {
                        Reference::Variable(name) if self.is_computed(name) => self.computed(name),
                        Reference::Variable(name) => match &self.variables.get(name).value {
                            Value::Integer(number) => *number,
                            Value::String(text) => plain_integer(text)?,
                            Value::Unset => return None,
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

    fn compute(
        &mut self,
        expression: &Expression,
        leaves: &Leaves,
        depth: u32,
    ) -> Result<i64, Trouble> {
        Ok(match expression {
            Expression::Number(number) => *number,
            Expression::Leaf(index) => leaves.get(usize::from(*index)).copied().unwrap_or(0),
            Expression::Variable(name) => self.variable_integer(*name, depth)?,
            Expression::Unary(operator, operand) => {
                let value = self.compute(operand, leaves, depth)?;
                match operator {
                    Unary::Minus => value.wrapping_neg(),
                    Unary::Plus => value,
                    Unary::Not => i64::from(value == 0),
                    Unary::Complement => !value,
                }
            }
            Expression::Binary(operator, operands) => {
                let left = self.compute(&operands.0, leaves, depth)?;
                let right = self.compute(&operands.1, leaves, depth)?;
                apply(*operator, left, right)?
            }
            Expression::And(operands) => i64::from(
                self.compute(&operands.0, leaves, depth)? != 0
                    && self.compute(&operands.1, leaves, depth)? != 0,
            ),
            Expression::Or(operands) => i64::from(
                self.compute(&operands.0, leaves, depth)? != 0
                    || self.compute(&operands.1, leaves, depth)? != 0,
            ),
            Expression::Conditional(operands) => {
                if self.compute(&operands.0, leaves, depth)? != 0 {
                    self.compute(&operands.1, leaves, depth)?
                } else {
                    self.compute(&operands.2, leaves, depth)?
                }
            }
            Expression::Assign(name, operator, value) => {
                let value = match operator {
                    None => self.compute(value, leaves, depth)?,
                    Some(operator) => {
                        let left = self.variable_integer(*name, depth)?;
                        apply(*operator, left, self.compute(value, leaves, depth)?)?
                    }
                };
                self.assign_integer(*name, value)?;
                value
            }
            Expression::Step { name, by, postfix } => {
                let before = self.variable_integer(*name, depth)?;
                let after = before.wrapping_add(*by);
                self.assign_integer(*name, after)?;
                if *postfix { before } else { after }
            }
            Expression::Comma(operands) => {
                self.compute(&operands.0, leaves, depth)?;
                self.compute(&operands.1, leaves, depth)?
            }
        })
    }

    fn assign_integer(&mut self, name: Name, value: i64) -> Result<(), Trouble> {
        self.assign(name, Value::Integer(value)).map_err(|error| {
            self.report_read_only(error);
            self.status = 2;
            Trouble::Unwind(self.fatal())
        })
    }

    /// The value of a variable in an expression: an integer, or an expression itself.
    fn variable_integer(&mut self, name: Name, depth: u32) -> Result<i64, Trouble> {
        if self.is_computed(name) {
            return Ok(self.computed(name));
        }
        let text = match &self.variables.get(name).value {
            Value::Integer(number) => return Ok(*number),
            Value::Unset => {
                if self.options.has(crate::environment::options::Options::NOUNSET) {
                    let mut message = self.name(name).to_vec();
                    message.extend_from_slice(b": parameter not set");
                    return Err(self.expansion_error::<()>(&message).unwrap_err().into());
                }
                return Ok(0);
            }
            Value::String(text) => text,
        };
        if let Some(number) = plain_integer(text) {
            return Ok(number);
        }
        let text: ByteString = text.clone();
        if depth > DEPTH {
            return Err("expression refers to itself".to_string().into());
        }
        let shared = self.shared.clone();
        let expression = arithmetic::parse(&[Piece::Text(&text)], &shared.names)
            .map_err(|message| format!("{}: {message}", text.escape_ascii()))?;
        self.compute(&expression, &Leaves::new(), depth + 1)
    }
}

/// A decimal integer as it is usually spelled: a sign, then digits without a leading zero.
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

fn apply(operator: Binary, left: i64, right: i64) -> Result<i64, Trouble> {
    Ok(match operator {
        Binary::Add => left.wrapping_add(right),
        Binary::Subtract => left.wrapping_sub(right),
        Binary::Multiply => left.wrapping_mul(right),
        Binary::Divide | Binary::Remainder if right == 0 => {
            return Err("division by zero".to_string().into());
        }
        Binary::Divide => left.wrapping_div(right),
        Binary::Remainder => left.wrapping_rem(right),
        Binary::Power => {
            if right < 0 {
                return Err("exponent less than 0".to_string().into());
            }
            power(left, right)
        }
        Binary::ShiftLeft => left.wrapping_shl(right as u32),
        Binary::ShiftRight => left.wrapping_shr(right as u32),
        Binary::Less => i64::from(left < right),
        Binary::LessEqual => i64::from(left <= right),
        Binary::Greater => i64::from(left > right),
        Binary::GreaterEqual => i64::from(left >= right),
        Binary::Equal => i64::from(left == right),
        Binary::NotEqual => i64::from(left != right),
        Binary::And => left & right,
        Binary::Xor => left ^ right,
        Binary::Or => left | right,
    })
}

fn power(base: i64, exponent: i64) -> i64 {
    let (mut base, mut exponent, mut result) = (base, exponent, 1i64);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    result
}
