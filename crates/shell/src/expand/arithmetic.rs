//! Arithmetic expansion (POSIX XCU 2.6.4): the value of an expression.

use super::{Builder, Wanted};
use crate::environment::arrays::Key;
use crate::environment::options::Options;
use crate::environment::variables::{Digits, ENUMERATION, FLOAT, FRACTIONS, Value, Variable};
use crate::environment::{Environment, names};
use crate::unwind::{Flow, Unwind};
use smallvec::SmallVec;
use syntax::arithmetic::{self, Binary, Expression, Inside, Piece, Unary};
use syntax::tree::{Arithmetic, Operation, Part, Reference};
use syntax::{ByteString, Name};

/// How deeply values that are expressions may refer to one another.
const DEPTH: u32 = 100;

/// How many digits the variables of a function of arithmetic have: all.
const DIGITS: u16 = 17;

/// What is wrong where only an integer will do.
pub(super) const NOT_AN_INTEGER: &str = "the operand is no integer";

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
    /// The integer; a fraction is cut off.
    pub fn integer(self) -> i64 {
        match self {
            Number::Integer(value) => value,
            Number::Float(value) => value as i64,
        }
    }

    /// The same as a fraction.
    pub fn float(self) -> f64 {
        match self {
            Number::Integer(value) => value as f64,
            Number::Float(value) => value,
        }
    }

    /// Whether it counts as true.
    pub fn is_true(self) -> bool {
        match self {
            Number::Integer(value) => value != 0,
            Number::Float(value) => value != 0.0,
        }
    }

    /// What a variable or an expansion holds.
    pub fn value(self) -> Value {
        match self {
            Number::Integer(value) => Value::Integer(value),
            Number::Float(value) => Value::String(super::float::shortest(value)),
        }
    }
}

impl Environment {
    /// The value of `$((…))` as an integer.
    pub fn evaluate_arithmetic(&mut self, arithmetic: &Arithmetic) -> Flow<i64> {
        Ok(self.evaluate_number(arithmetic)?.integer())
    }

    /// The value of `$((…))`.
    pub fn evaluate_number(&mut self, arithmetic: &Arithmetic) -> Flow<Number> {
        if let Some(expression) = &arithmetic.parsed
            && let Some(leaves) = self.leaves(&arithmetic.parts)
        {
            let result = self.compute(expression, &leaves, 0);
            return self.arithmetic_result(result, Vec::new);
        }
        if self.has_associative_subscript(&arithmetic.parts) {
            return self.evaluate_with_keys(&arithmetic.parts);
        }
        let mut builder = Builder::new(Wanted::Text, None, Vec::new());
        self.expand_parts(&arithmetic.parts, true, &mut builder)?;
        self.evaluate_text(&builder.text)
    }

    /// Whether an expansion may be in the subscript of an associative array.
    fn has_associative_subscript(&mut self, parts: &[Part]) -> bool {
        let mut open = Brackets::default();
        parts.iter().any(|part| match part {
            Part::Quoted(text) | Part::Literal(text) => {
                open.read(self, text);
                false
            }
            _ => open.in_key(),
        })
    }

    /// The value of an expression in which keys of associative arrays have expansions: what
    /// these give is no part of the expression.
    fn evaluate_with_keys(&mut self, parts: &[Part]) -> Flow<Number> {
        let mut open = Brackets::default();
        let mut texts: Vec<(bool, Vec<u8>)> = Vec::new();
        for part in parts {
            let key = match part {
                Part::Quoted(text) | Part::Literal(text) => {
                    open.read(self, text);
                    false
                }
                _ => open.in_key(),
            };
            let mut builder = Builder::new(Wanted::Text, None, Vec::new());
            self.expand_parts(std::slice::from_ref(part), true, &mut builder)?;
            match texts.last_mut() {
                Some((last, text)) if *last == key => text.extend_from_slice(&builder.text),
                _ => texts.push((key, builder.text)),
            }
        }
        let pieces: Vec<Piece<'_>> = texts
            .iter()
            .map(|(key, text)| if *key { Piece::Key(text) } else { Piece::Text(text) })
            .collect();
        let shared = self.shared.clone();
        let result = match arithmetic::parse(&pieces, &shared.names, self.speaks_ksh()) {
            Ok(expression) => self.compute(&expression, &Leaves::new(), 0),
            Err(message) => Err(message.into()),
        };
        self.arithmetic_result(result, || texts.iter().flat_map(|(_, text)| text.clone()).collect())
    }

    /// The value of an expression given as text, as an integer.
    pub fn evaluate_expression(&mut self, text: &[u8]) -> Flow<i64> {
        Ok(self.evaluate_text(text)?.integer())
    }

    /// The value of an expression given as text.
    pub fn evaluate_text(&mut self, text: &[u8]) -> Flow<Number> {
        if let Some(number) = plain_integer(text) {
            return Ok(Number::Integer(number));
        }
        let shared = self.shared.clone();
        let result = match arithmetic::parse(&[Piece::Text(text)], &shared.names, self.speaks_ksh())
        {
            Ok(expression) => self.compute(&expression, &Leaves::new(), 0),
            Err(message) => Err(message.into()),
        };
        self.arithmetic_result(result, || text.to_vec())
    }

    /// The value of an expression that was parsed before.
    pub fn evaluate_parsed(&mut self, expression: &Expression) -> Flow<Number> {
        let result = self.compute(expression, &Leaves::new(), 0);
        self.arithmetic_result(result, Vec::new)
    }

    fn arithmetic_result(
        &mut self,
        result: Result<Number, Trouble>,
        text: impl FnOnce() -> Vec<u8>,
    ) -> Flow<Number> {
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
                if self.errors_are_soft {
                    self.failed_softly = true;
                    return self.fail(report, 1);
                }
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
                Part::Parameter(parameter)
                    if matches!(parameter.operation, Operation::Value)
                        && parameter.subscript.is_none()
                        && !parameter.indirect =>
                {
                    match parameter.reference {
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
                    return apply(*operator, left, word);
                }
                let left = self.compute(&operands.0, leaves, depth)?;
                let right = self.compute(&operands.1, leaves, depth)?;
                apply(*operator, left, right)?
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
                        apply(*operator, left, self.compute(value, leaves, depth)?)?
                    }
                };
                self.assign_number(*name, value)?
            }
            Expression::Step { name, by, postfix } => {
                let before = self.variable_number(*name, depth)?;
                let after = step(before, *by)?;
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
                let (name, key) = self.element_place(element, leaves, depth)?;
                let value = match operator {
                    None => self.compute(value, leaves, depth)?,
                    Some(operator) => {
                        let left = self.place_number(name, key.as_ref(), depth)?;
                        apply(*operator, left, self.compute(value, leaves, depth)?)?
                    }
                };
                self.assign_place(name, key, value)?
            }
            Expression::StepElement { element, by, postfix } => {
                let (name, key) = self.element_place(element, leaves, depth)?;
                let before = self.place_number(name, key.as_ref(), depth)?;
                let after = step(before, *by)?;
                let after = self.assign_place(name, key, after)?;
                if *postfix { before } else { after }
            }
            Expression::Call(function, operands) => {
                let mut values = SmallVec::<[f64; 3]>::new();
                for operand in operands {
                    values.push(self.compute(operand, leaves, depth)?.float());
                }
                super::float::call(function, &values)
            }
            Expression::Members(expression) => {
                self.composed = true;
                self.compute(expression, leaves, depth)?
            }
            Expression::Defined(name, operands) => {
                let mut values = SmallVec::<[f64; 3]>::new();
                for operand in operands {
                    values.push(self.compute(operand, leaves, depth)?.float());
                }
                self.call_defined(*name, &values)?
            }
        })
    }

    fn assign_number(&mut self, name: Name, value: Number) -> Result<Number, Trouble> {
        if name == names::LAST_ARGUMENT {
            // `_` is what was assigned until the next command has arguments.
            self.last_argument = value.value().text().unwrap_or_default();
        }
        let value_to_assign = match value {
            // A variable of that kind takes it as it is.
            Number::Float(number)
                if self.variables.get(self.resolved(name)).flags & FRACTIONS != 0 =>
            {
                Value::Float(number, Digits::Significant, 0)
            }
            value => value.value(),
        };
        self.assign(name, value_to_assign).map_err(|error| self.read_only_trouble(error))?;
        // An attribute may have changed it.
        match &self.variables.get(name).value {
            Value::Integer(number) => Ok(Number::Integer(*number)),
            _ => Ok(value),
        }
    }

    fn assign_element_number(
        &mut self,
        name: Name,
        key: Key,
        value: Number,
    ) -> Result<(), Trouble> {
        let text = value.value().text().unwrap_or_default();
        self.assign_element(name, key, text).map_err(|error| self.read_only_trouble(error))
    }

    fn read_only_trouble(&mut self, error: crate::environment::ReadOnly) -> Trouble {
        self.report_read_only(error);
        self.status = self.failed();
        Trouble::Unwind(self.fatal())
    }

    /// An element, or a member of one.
    fn element_place(
        &mut self,
        element: &arithmetic::Element,
        leaves: &Leaves,
        depth: u32,
    ) -> Result<(Name, Option<Key>), Trouble> {
        let mut name = element.name;
        let (key, index) = (element.key.as_ref(), element.index.as_ref());
        let spelled;
        let key = match key {
            // `let 'count[$word]++'`: the expansions of a key are made here, once (bash).
            Some(text)
                if depth == 0
                    && !self.speaks_ksh()
                    && !element.expanded
                    && text.iter().any(|byte| matches!(byte, b'$' | b'`'))
                    && self.is_associative(name) =>
            {
                spelled = self.expand_string(text).map(ByteString::from);
                spelled.as_ref().or(key)
            }
            key => key,
        };
        let mut key = Some(self.element_key(name, key, index, leaves, depth)?);
        for step in &element.rest {
            self.composed = true;
            name = self.resolved(name);
            if let Some(key) = key.take() {
                name = self.element_slot(name, &key);
                name = self.resolved(name);
            }
            match step {
                Inside::Member(member) => name = self.member(name, member),
                Inside::Element(text, index) => {
                    let text = text.as_ref();
                    let found = self.element_key(name, text, index.as_ref(), leaves, depth)?;
                    key = Some(found);
                }
            }
        }
        Ok((name, key))
    }

    fn place_number(
        &mut self,
        name: Name,
        key: Option<&Key>,
        depth: u32,
    ) -> Result<Number, Trouble> {
        match key {
            Some(key) => self.element_number(name, key, depth),
            None => self.variable_number(name, depth),
        }
    }

    fn assign_place(
        &mut self,
        name: Name,
        key: Option<Key>,
        value: Number,
    ) -> Result<Number, Trouble> {
        match key {
            Some(key) => {
                self.assign_element_number(name, key, value)?;
                Ok(value)
            }
            None => self.assign_number(name, value),
        }
    }

    /// The subscript of an element in an expression.
    fn element_key(
        &mut self,
        name: Name,
        key: Option<&ByteString>,
        index: Option<&Expression>,
        leaves: &Leaves,
        depth: u32,
    ) -> Result<Key, Trouble> {
        if self.is_associative(name)
            && let Some(key) = key
        {
            return Ok(Key::Text(match &key[..] {
                [quote @ (b'\'' | b'"'), inner @ .., last] if quote == last => inner.to_vec(),
                key => key.to_vec(),
            }));
        }
        let index = match index {
            Some(index) => self.compute(index, leaves, depth)?.integer(),
            None => {
                let key = key.cloned().unwrap_or_default();
                self.evaluate_expression(&key)?
            }
        };
        if self.is_associative(name) {
            return Ok(Key::Text(index.to_string().into_bytes()));
        }
        match self.place(name, index) {
            Some(index) => Ok(Key::Index(index)),
            None => {
                let name = self.name(name);
                Err(format!("{}[{index}]: bad array subscript", name.escape_ascii()).into())
            }
        }
    }

    fn element_number(&mut self, name: Name, key: &Key, depth: u32) -> Result<Number, Trouble> {
        match self.element(name, key) {
            Some(text) => self.text_number(&text, depth),
            None => self.unset_number(name),
        }
    }

    /// What the name of a word is worth beside a variable of its enumeration (ksh93).
    fn word_number(&mut self, variable: Name, word: Name) -> Option<Number> {
        let variable = self.variables.get(variable);
        if variable.flags & ENUMERATION == 0 {
            return None;
        }
        let words = &self.types.get(usize::from(variable.figure))?.1;
        let word = self.name(word);
        words.iter().position(|known| known[..] == word[..]).map(|at| Number::Integer(at as i64))
    }

    /// A function that the script defines: its parameters are variables with a fraction, and
    /// what it makes of `.sh.value` is its value (ksh93).
    fn call_defined(&mut self, name: Name, operands: &[f64]) -> Result<Number, Trouble> {
        let Some(function) = self.function(name).cloned() else {
            let name = self.name(name);
            let name = name.strip_prefix(b".sh.math.").unwrap_or(&name).escape_ascii();
            return Err(format!("unknown function `{name}'").into());
        };
        let number = |value| Variable {
            value: Value::Float(value, Digits::Significant, DIGITS),
            flags: FLOAT,
            figure: DIGITS,
        };
        let value = names::SH_VALUE;
        let before = self.variables.get(value).clone();
        self.put(value, number(0.0));
        let hidden: Vec<_> = function
            .parameters
            .iter()
            .enumerate()
            .map(|(index, &parameter)| {
                let before = self.variables.get(parameter).clone();
                self.put(parameter, number(operands.get(index).copied().unwrap_or(0.0)));
                (parameter, before)
            })
            .collect();
        let status = self.status;
        let result = self.call_function(&function, &[]);
        self.status = status;
        let found = match self.variables.get(value).value {
            Value::Float(number, ..) => Number::Float(number),
            _ => Number::Integer(0),
        };
        for (parameter, before) in hidden.into_iter().rev() {
            self.put(parameter, before);
        }
        self.put(value, before);
        result?;
        Ok(found)
    }

    fn unset_number(&mut self, name: Name) -> Result<Number, Trouble> {
        if !self.options.any(Options::BASH | Options::POSIX) {
            // `Inf` and `NaN` are numbers, where no variable has that name.
            let text = self.name(name);
            if text.eq_ignore_ascii_case(b"inf") {
                return Ok(Number::Float(f64::INFINITY));
            }
            if text.eq_ignore_ascii_case(b"nan") {
                return Ok(Number::Float(f64::NAN));
            }
        }
        if self.options.has(Options::NOUNSET) {
            let mut message = self.name(name).to_vec();
            message.extend_from_slice(b": parameter not set");
            return Err(self.expansion_error::<()>(&message).unwrap_err().into());
        }
        Ok(Number::Integer(0))
    }

    /// The value of a variable in an expression: a number, or an expression itself.
    fn variable_number(&mut self, name: Name, depth: u32) -> Result<Number, Trouble> {
        if self.has_disciplines && self.is_disciplined(name) {
            if let Some(value) = self.disciplined_number(name) {
                let text = value.text().unwrap_or_default();
                return self.text_number(&text, depth);
            }
        } else if self.is_computed(name) {
            if name == crate::environment::names::KSH_VERSION {
                // What `.sh.version` is as a number: the day of the ksh93 whose language this is.
                return Ok(Number::Integer(20_240_801));
            }
            return match self.computed(name) {
                Value::Integer(number) => Ok(Number::Integer(number)),
                other => {
                    let text = other.text().unwrap_or_default();
                    self.text_number(&text, depth)
                }
            };
        }
        let text = match &self.variables.get(name).value {
            Value::Integer(number) => return Ok(Number::Integer(*number)),
            Value::Float(number, ..) => return Ok(Number::Float(*number)),
            Value::Reference(_) if self.resolved(name) != name => {
                return self.variable_number(self.resolved(name), depth);
            }
            Value::Unset if !self.composed => return self.unset_number(name),
            Value::String(_) if self.variables.get(name).flags & ENUMERATION != 0 => {
                return Ok(Number::Integer(self.ordinal(name).unwrap_or(0)));
            }
            Value::String(text) => {
                if let Some(number) = plain_integer(text) {
                    return Ok(Number::Integer(number));
                }
                text.clone()
            }
            _ => match self.value(name) {
                Some(text) => text,
                None => return self.unset_number(name),
            },
        };
        self.text_number(&text, depth)
    }

    fn text_number(&mut self, text: &ByteString, depth: u32) -> Result<Number, Trouble> {
        if let Some(number) = plain_integer(text) {
            return Ok(Number::Integer(number));
        }
        if depth > DEPTH {
            return Err("expression refers to itself".to_string().into());
        }
        let shared = self.shared.clone();
        let expression = arithmetic::parse(&[Piece::Text(text)], &shared.names, self.speaks_ksh())
            .map_err(|message| format!("{}: {message}", text.escape_ascii()))?;
        self.compute(&expression, &Leaves::new(), depth + 1)
    }
}

/// The brackets that are open in an expression, and whether each is of an associative array.
#[derive(Default)]
struct Brackets {
    open: Vec<bool>,
    /// The name that has just been read.
    name: Vec<u8>,
}

impl Brackets {
    /// Whether what comes is part of a key.
    fn in_key(&self) -> bool {
        self.open.contains(&true)
    }

    fn read(&mut self, env: &Environment, text: &[u8]) {
        for &byte in text {
            match byte {
                b'[' => {
                    let name = env.shared.names.find(&self.name);
                    self.open.push(name.is_some_and(|name| env.is_associative(name)));
                }
                b']' => {
                    self.open.pop();
                }
                byte if syntax::names::is_name_byte(byte) => {
                    self.name.push(byte);
                    continue;
                }
                _ => {}
            }
            self.name.clear();
        }
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

/// `++` and `--`, which only integers have.
fn step(value: Number, by: i64) -> Result<Number, Trouble> {
    match value {
        Number::Integer(value) => Ok(Number::Integer(value.wrapping_add(by))),
        Number::Float(_) => Err(NOT_AN_INTEGER.to_string().into()),
    }
}

fn unary(operator: Unary, value: Number) -> Result<Number, Trouble> {
    Ok(match (operator, value) {
        (Unary::Plus, value) => value,
        (Unary::Not, value) => Number::Integer(i64::from(!value.is_true())),
        (Unary::Minus, Number::Integer(value)) => Number::Integer(value.wrapping_neg()),
        (Unary::Minus, Number::Float(value)) => Number::Float(-value),
        (Unary::Complement, Number::Integer(value)) => Number::Integer(!value),
        (Unary::Complement, _) => return Err(NOT_AN_INTEGER.to_string().into()),
    })
}

#[inline]
fn apply(operator: Binary, left: Number, right: Number) -> Result<Number, Trouble> {
    match (left, right) {
        (Number::Integer(left), Number::Integer(right)) => {
            Ok(Number::Integer(apply_integers(operator, left, right)?))
        }
        _ => super::float::apply(operator, left, right).map_err(Trouble::from),
    }
}

fn apply_integers(operator: Binary, left: i64, right: i64) -> Result<i64, Trouble> {
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
