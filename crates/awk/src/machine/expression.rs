//! Evaluating expressions.

use super::regex::RegexUse;
use super::{Local, Machine, Result, Stop, Subscript};
use crate::array::{Array, Key, Slot};
use crate::dialect::Dialect;
use crate::number::{self, NumberFormat};
use crate::record::{self, Span};
use crate::regex_text::Compiled;
use crate::syntax::{
    Arithmetic, ArrayPlace, Builtin, Comparison, Elementary, Expression, Matcher, Special,
};
use crate::value::{self, Kind, Side, Value};
use ::dialect::awk::Voice;
use pattern::Cache;
use std::cmp::Ordering;
use std::rc::Rc;

/// Whether a subscript is a field, so that [`Machine::slot_of_field`] may find its element.
#[inline]
pub(super) fn is_field(subscripts: &[Expression]) -> bool {
    matches!(subscripts, [Expression::FieldAt(_) | Expression::Field(_)])
}

/// Whether something is so, as large as what a [`Stop`] holds: a byte that is stored in the place of a word,
/// and read with it, would wait for the store.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u64)]
enum Answer {
    No,
    Yes,
}

impl Answer {
    #[inline(always)]
    fn of(is_so: bool) -> Self {
        if is_so { Answer::Yes } else { Answer::No }
    }
}

/// So many subscripts of an element are remembered without memory of their own.
const PLACES: usize = 4;

impl<'m> Machine<'m, '_> {
    /// The array at a place: its index.
    #[inline]
    pub(super) fn array(&self, place: ArrayPlace) -> usize {
        match place {
            ArrayPlace::Global(index) => index,
            ArrayPlace::Local(local) => match &self.locals[self.frame + local] {
                Local::Array(index, _) => *index,
                // The parser has made sure of it.
                Local::Scalar(_) => unreachable!("an array parameter holds an array"),
            },
        }
    }

    #[inline]
    pub(super) fn local(&self, slot: usize) -> &Value {
        match &self.locals[self.frame + slot] {
            Local::Scalar(value) => value,
            Local::Array(..) => &Value::Unset,
        }
    }

    /// A field index; the fields up to it are split.
    pub(super) fn field_index(&mut self, expression: &'m Expression) -> Result<usize> {
        let number = self.number(expression)?;
        let index = match record::index(number) {
            Some(index) if index <= record::MOST_FIELDS => index,
            index => self.odd_index(number, index)?,
        };
        self.prepare_field(index);
        Ok(index)
    }

    /// What an index is that is no place of a field: `index`, or C's long that is left of `number`.
    #[cold]
    fn odd_index(&self, number: f64, index: Option<usize>) -> Result<usize> {
        if self.dialect.rules().voice == Voice::Gawk {
            let number = number::to_long(number);
            return match (number >= 0.0, index) {
                (true, index) => Ok(index.unwrap_or_default()),
                (false, _) => {
                    let text = format!("attempt to access field {}", number as i64);
                    Err(Stop::error(text.into_bytes()))
                }
            };
        }
        index.ok_or_else(|| {
            let mut text = b"negative field index $".to_vec();
            crate::format::number_format(number, &NumberFormat::new(Dialect::Mawk), &mut text);
            Stop::error(text)
        })
    }

    #[inline]
    pub(super) fn prepare_field(&mut self, index: usize) {
        if index == 0 {
            self.refresh();
        } else {
            self.record.split(index, &self.separator, &mut self.cache);
        }
    }

    fn field_value(&self, index: usize) -> Value {
        if index == 0 { self.record.value() } else { self.record.field_value(index) }
    }

    /// A number that is there to be looked at.
    #[inline]
    pub(super) fn quick_number(&self, expression: &Expression) -> Option<f64> {
        match expression {
            Expression::Number(number) => Some(*number),
            Expression::Variable(slot) => match &self.globals[*slot] {
                Value::Number(number) => Some(*number),
                _ => None,
            },
            Expression::Local(slot) => match self.local(*slot) {
                Value::Number(number) => Some(*number),
                _ => None,
            },
            Expression::Special(Special::Nr) if self.odd_counts.is_none() => Some(self.nr),
            _ => None,
        }
    }

    /// The value of an expression that is plainly a number.
    #[inline(always)]
    pub(super) fn plain_number(&mut self, expression: &'m Expression) -> Result<Option<f64>> {
        match self.quick_number(expression) {
            None if self.is_number_now(expression) => self.number_of(expression).map(Some),
            number => Ok(number),
        }
    }

    /// Whether the value of an expression is a number, as far as can be told without computing it.
    #[inline(always)]
    pub(super) fn is_number_now(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Special(Special::Nf) => self.record.has_usual_count(),
            _ => is_number(expression),
        }
    }

    /// Computes a subscript.
    pub(super) fn subscript(&mut self, subscripts: &'m [Expression]) -> Result<Subscript<'m>> {
        if let [only] = subscripts {
            if let Expression::Text(text) = only
                && let Some((_, text)) = text.as_text()
            {
                return Ok(Subscript::Constant(text));
            }
            if self.dialect.rules().subscript_remembers_input
                && !matches!(only, Expression::Number(_))
            {
                return self.subscript_of_gawk(only);
            }
            let number = match self.quick_number(only) {
                Some(number) => Some(number),
                None => match only {
                    Expression::Arithmetic(..) | Expression::Step(..) => Some(self.number(only)?),
                    _ => None,
                },
            };
            let dialect = self.dialect;
            if let Some(integer) = number.and_then(|number| number::subscript(number, dialect)) {
                return Ok(Subscript::Integer(integer));
            }
            let mut buffer = self.take_buffer();
            match (number, only) {
                (Some(number), _) => {
                    number::append_subscript(number, &self.specials.convfmt, &mut buffer);
                }
                (
                    None,
                    Expression::Field(_) | Expression::FieldAt(_) | Expression::Concatenate(_),
                ) => self.append(only, &mut buffer)?,
                _ => match self.value(only)? {
                    Value::Number(number) => match number::subscript(number, dialect) {
                        Some(integer) => {
                            self.give_buffer(buffer);
                            return Ok(Subscript::Integer(integer));
                        }
                        None => {
                            number::append_subscript(number, &self.specials.convfmt, &mut buffer);
                        }
                    },
                    other => other.append(&self.specials.convfmt, &mut buffer),
                },
            }
            return Ok(Subscript::Text(buffer));
        }
        let mut buffer = self.take_buffer();
        let changes = self.specials.subsep_changes;
        let mut first = [(0, 0); PLACES];
        let mut others = Vec::new();
        for (index, subscript) in subscripts.iter().enumerate() {
            if index > 0 {
                buffer.extend_from_slice(&self.specials.subsep);
            }
            let start = buffer.len();
            self.append(subscript, &mut buffer)?;
            match first.get_mut(index) {
                Some(place) => *place = (start, buffer.len()),
                None => others.push((start, buffer.len())),
            }
        }
        if self.specials.subsep_changes != changes {
            // One of them has assigned it, and only then they are put together.
            let places = first[..subscripts.len().min(PLACES)].iter().chain(&others);
            let parts: Vec<&[u8]> = places.map(|&(start, end)| &buffer[start..end]).collect();
            buffer = parts.join(&self.specials.subsep[..]);
        }
        Ok(Subscript::Text(buffer))
    }

    /// The subscript as gawk has it, where a text from outside is more than its characters.
    fn subscript_of_gawk(&mut self, only: &'m Expression) -> Result<Subscript<'m>> {
        let mut buffer = self.take_buffer();
        if let Expression::FieldAt(index @ 1..) = only {
            self.prepare_field(*index);
            if let Some((kind, text)) = self.record.field(*index) {
                buffer.extend_from_slice(text);
                return Ok(match kind {
                    Kind::Input => Subscript::Input(buffer),
                    _ => Subscript::Text(buffer),
                });
            }
        }
        if let Expression::Concatenate(_) = only {
            self.append(only, &mut buffer)?;
            return Ok(Subscript::Text(buffer));
        }
        Ok(match self.value(only)? {
            Value::Number(number) => match number::integer(number) {
                Some(integer) => {
                    self.give_buffer(buffer);
                    Subscript::Integer(i64::from(integer))
                }
                None => {
                    number::append(number, &self.specials.convfmt, &mut buffer);
                    Subscript::Text(buffer)
                }
            },
            value => {
                value.append_text(&mut buffer);
                match value.as_text() {
                    Some((Kind::Input, _)) => Subscript::Input(buffer),
                    _ => Subscript::Text(buffer),
                }
            }
        })
    }

    /// The array and the slot of an element whose subscript is a field of the record: it is looked for
    /// where the field is, without a copy.
    #[inline(never)]
    pub(super) fn slot_of_field(
        &mut self,
        place: ArrayPlace,
        subscripts: &'m [Expression],
    ) -> Result<Option<(usize, Slot)>> {
        let [only] = subscripts else { return Ok(None) };
        let index = match only {
            _ if self.dialect.rules().subscript_remembers_input => return Ok(None),
            Expression::FieldAt(index) => {
                self.prepare_field(*index);
                *index
            }
            Expression::Field(index) => self.field_index(index)?,
            _ => return Ok(None),
        };
        let array = self.array(place);
        let text = match index {
            0 => Some(self.record.text()),
            _ => self.record.field(index).map(|(_, text)| text),
        };
        let slot = match text {
            Some(text) => self.arrays[array].slot(Key::Text(text)),
            None => {
                // It has been assigned a number.
                let mut text = self.take_buffer();
                self.append_field(index, &mut text);
                let slot = self.arrays[array].slot(Key::Text(&text));
                self.give_buffer(text);
                slot
            }
        };
        Ok(Some((array, slot)))
    }

    fn with_element<T>(
        &mut self,
        place: ArrayPlace,
        subscripts: &'m [Expression],
        look: impl FnOnce(&Value, &NumberFormat) -> T,
    ) -> Result<T> {
        if is_field(subscripts)
            && let Some((array, slot)) = self.slot_of_field(place, subscripts)?
            && let Some(value) = self.arrays[array].at(slot)
        {
            return Ok(look(value, &self.specials.convfmt));
        }
        let subscript = self.subscript(subscripts)?;
        let array = self.array(place);
        let result = look(self.arrays[array].get(subscript.key()), &self.specials.convfmt);
        self.give_subscript(subscript);
        Ok(result)
    }

    /// Looks at an expression as text, where it is if possible.
    pub(super) fn with_text<T>(
        &mut self,
        expression: &'m Expression,
        look: impl FnOnce(&[u8], Tools<'_>) -> T,
    ) -> Result<T> {
        match expression {
            Expression::FieldAt(index) => {
                self.prepare_field(*index);
                let text = match index {
                    0 => Some(self.record.text()),
                    _ => self.record.field(*index).map(|(_, text)| text),
                };
                if let Some(text) = text {
                    let tools = Tools {
                        cache: &mut self.cache,
                        arrays: &mut self.arrays,
                        spans: &mut self.spans,
                    };
                    return Ok(look(text, tools));
                }
            }
            Expression::Variable(slot) => {
                if let Some((_, text)) = self.globals[*slot].as_text() {
                    let tools = Tools {
                        cache: &mut self.cache,
                        arrays: &mut self.arrays,
                        spans: &mut self.spans,
                    };
                    return Ok(look(text, tools));
                }
            }
            _ => {}
        }
        let mut buffer = self.take_buffer();
        self.append(expression, &mut buffer)?;
        let tools =
            Tools { cache: &mut self.cache, arrays: &mut self.arrays, spans: &mut self.spans };
        let result = look(&buffer, tools);
        self.give_buffer(buffer);
        Ok(result)
    }

    /// Whether evaluating an expression changes nothing.
    pub(super) fn is_pure(expression: &Expression) -> bool {
        match expression {
            Expression::Arithmetic(_, pair) => Self::is_pure(&pair.0) && Self::is_pure(&pair.1),
            Expression::Special(_) => true,
            Expression::Builtin(
                Builtin::Length
                | Builtin::Index
                | Builtin::Substr
                | Builtin::OfNumber(Elementary::Int),
                arguments,
            ) => arguments.iter().all(Self::is_pure),
            other => Self::is_viewable(other),
        }
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, expression: &'m Expression) -> Result<Value> {
        Ok(match expression {
            Expression::Number(number) => Value::Number(*number),
            Expression::Text(text) => text.clone(),
            Expression::Variable(slot) => self.globals[*slot].clone(),
            Expression::Special(special) => self.special(*special),
            Expression::Local(slot) => self.local(*slot).clone(),
            Expression::FieldAt(index) => {
                self.prepare_field(*index);
                self.field_value(*index)
            }
            Expression::Field(index) => {
                let index = self.field_index(index)?;
                self.field_value(index)
            }
            Expression::Element(array, subscripts) => {
                self.with_element(*array, subscripts, |value, _| value.clone())?
            }
            Expression::Assign(pair) => self.assign(&pair.0, &pair.1)?,
            Expression::Concatenate(parts) => {
                let mut buffer = self.take_buffer();
                for part in parts {
                    self.append(part, &mut buffer)?;
                }
                let value = Value::text(&buffer);
                self.give_buffer(buffer);
                value
            }
            Expression::Condition(three) => {
                let (condition, yes, no) = &**three;
                if self.truth(condition)? { self.value(yes)? } else { self.value(no)? }
            }
            Expression::OnLine(pair) => {
                self.line = pair.0;
                self.value(&pair.1)?
            }
            Expression::Call(call) => self.call(*call)?,
            Expression::Builtin(Builtin::Substr, arguments) => self.substr(arguments)?,
            Expression::Builtin(builtin, arguments) => self.builtin(*builtin, arguments)?,
            _ => Value::Number(self.number(expression)?),
        })
    }

    /// The value of an expression as a number.
    #[inline(always)]
    pub(super) fn number(&mut self, expression: &'m Expression) -> Result<f64> {
        match self.quick_number(expression) {
            Some(number) => Ok(number),
            None => self.number_of(expression),
        }
    }

    /// Small, so that arithmetic is a short recursion; what is rarer is elsewhere.
    pub(super) fn number_of(&mut self, expression: &'m Expression) -> Result<f64> {
        match expression {
            Expression::Arithmetic(operator, pair) => {
                let left = self.number(&pair.0)?;
                let right = self.number(&pair.1)?;
                Ok(arithmetic(*operator, left, right))
            }
            Expression::FieldAt(index) => {
                self.prepare_field(*index);
                Ok(self.field_number(*index))
            }
            Expression::Special(Special::Nf) => {
                self.nf();
                Ok(self.record.count_number(self.dialect))
            }
            Expression::Call(index) => self.call_for_number(*index),
            Expression::Update(operator, pair) => self.update(*operator, &pair.0, &pair.1),
            Expression::Step(place, step, old) => {
                let before = self.step(place, *step)?;
                Ok(if *old { before } else { before + step })
            }
            Expression::Builtin(Builtin::OfNumber(function), arguments) => {
                self.function_of_number(*function, arguments)
            }
            _ => self.number_of_other(expression),
        }
    }

    #[inline(never)]
    fn number_of_other(&mut self, expression: &'m Expression) -> Result<f64> {
        Ok(match expression {
            Expression::Variable(slot) => self.globals[*slot].number(self.dialect),
            Expression::Local(slot) => self.local(*slot).number(self.dialect),
            Expression::Field(index) => {
                let index = self.field_index(index)?;
                self.field_number(index)
            }
            Expression::Element(array, subscripts) => {
                let dialect = self.dialect;
                self.with_element(*array, subscripts, |value, _| value.number(dialect))?
            }
            Expression::Quotient(operator, pair) => {
                let left = self.number(&pair.0)?;
                let right = self.number(&pair.1)?;
                if right == 0.0 {
                    return self.zero_divisor(match operator {
                        Arithmetic::Divide => "division by zero attempted",
                        _ => "division by zero attempted in `%'",
                    });
                }
                arithmetic(*operator, left, right)
            }
            Expression::Divide(operator, pair) => self.divide(*operator, &pair.0, &pair.1)?,
            Expression::OnLine(pair) => {
                self.line = pair.0;
                self.number(&pair.1)?
            }
            Expression::Negate(operand) => -self.number(operand)?,
            Expression::Plus(operand) => self.number(operand)?,
            Expression::Compare(..)
            | Expression::And(_)
            | Expression::Or(_)
            | Expression::Not(_)
            | Expression::Regex(_)
            | Expression::Match(..)
            | Expression::In(..) => f64::from(u8::from(self.truth(expression)?)),
            Expression::Length(array) => self.arrays[self.array(*array)].len() as f64,
            Expression::Builtin(Builtin::Length, arguments) => self.length(arguments)?,
            Expression::Builtin(Builtin::Index, arguments) if !self.dialect.has_utf8() => {
                self.index(&arguments[0], &arguments[1])?
            }
            Expression::Builtin(Builtin::Atan2, arguments) => {
                self.atan2(&arguments[0], &arguments[1])?
            }
            Expression::Getline(getline) => self.getline(getline)?,
            Expression::Split(split) => self.split(split)?,
            Expression::Position(pair) => self.position(&pair.0, &pair.1)?,
            Expression::Substitute(substitute) => self.substitute(substitute)?,
            _ => self.value(expression)?.number(self.dialect),
        })
    }

    fn field_number(&self, index: usize) -> f64 {
        if index == 0 {
            return match self.record.side() {
                Side::Number(number) => number,
                _ => number::value_of(self.record.text(), self.dialect),
            };
        }
        match self.record.field(index) {
            Some((_, text)) => number::value_of(text, self.dialect),
            None => self.record.field_value(index).number(self.dialect),
        }
    }

    /// Whether an expression is true.
    #[inline(always)]
    pub(super) fn truth(&mut self, expression: &'m Expression) -> Result<bool> {
        Ok(self.answer(expression)? == Answer::Yes)
    }

    fn answer(&mut self, expression: &'m Expression) -> Result<Answer> {
        let is_true = match expression {
            Expression::Compare(comparison, pair) => {
                let (left, right) = (&pair.0, &pair.1);
                match self.plain_number(left)? {
                    Some(left) => self.holds_beside(left, *comparison, right)?,
                    None => {
                        let order = self.compare(left, right)?;
                        holds(*comparison, order, self.dialect)
                    }
                }
            }
            Expression::And(pair) => self.truth(&pair.0)? && self.truth(&pair.1)?,
            Expression::Or(pair) => self.truth(&pair.0)? || self.truth(&pair.1)?,
            Expression::Not(operand) => !self.truth(operand)?,
            Expression::Regex(index) => {
                self.refresh();
                let text = self.record.text();
                self.program.regexes[*index].is_match(&mut self.cache, text)
            }
            _ => return self.answer_of_other(expression),
        };
        Ok(Answer::of(is_true))
    }

    /// Whether a relation holds for a number that has been computed and an expression, which computing that
    /// number may have changed.
    #[inline]
    fn holds_beside(
        &mut self,
        left: f64,
        comparison: Comparison,
        right: &'m Expression,
    ) -> Result<bool> {
        match self.plain_number(right)? {
            Some(right) => Ok(holds_for_numbers(comparison, left, right, self.dialect)),
            None => {
                let order = self.compare_number(left, right)?;
                Ok(holds(comparison, order, self.dialect))
            }
        }
    }

    #[inline(never)]
    fn compare_number(&mut self, left: f64, right: &'m Expression) -> Result<Option<Ordering>> {
        let left = Side::Number(left);
        if Self::is_viewable(right) {
            self.prepare_view(right);
            if let Some(right) = self.view(right) {
                return Ok(value::compare(left, right, &self.specials.convfmt));
            }
        }
        let right = self.value(right)?;
        Ok(value::compare(left, (&right).into(), &self.specials.convfmt))
    }

    #[inline(never)]
    fn answer_of_other(&mut self, expression: &'m Expression) -> Result<Answer> {
        Ok(Answer::of(match expression {
            Expression::Number(number) => *number != 0.0,
            Expression::OnLine(pair) => {
                self.line = pair.0;
                self.truth(&pair.1)?
            }
            Expression::Match(negated, pair) => self.matches(&pair.0, &pair.1)? != *negated,
            Expression::In(array, subscripts) => {
                let subscript = self.subscript(subscripts)?;
                let array = self.array(*array);
                let found = self.arrays[array].look(subscript.key()).is_some();
                self.give_subscript(subscript);
                found
            }
            Expression::Variable(slot) => self.globals[*slot].truth(self.dialect),
            Expression::Builtin(Builtin::Index, arguments) if !self.dialect.has_utf8() => {
                self.index(&arguments[0], &arguments[1])? != 0.0
            }
            Expression::Builtin(Builtin::Index | Builtin::Length, _) => {
                self.number(expression)? != 0.0
            }
            Expression::FieldAt(_) | Expression::Local(_) => {
                self.prepare_view(expression);
                match self.view(expression) {
                    Some(Side::Number(number)) => number != 0.0,
                    Some(Side::Text(kind, text)) => value::text_truth(kind, text, self.dialect),
                    _ => false,
                }
            }
            Expression::Text(_)
            | Expression::Special(_)
            | Expression::Field(_)
            | Expression::Element(..)
            | Expression::Assign(_)
            | Expression::Concatenate(_)
            | Expression::Condition(_)
            | Expression::Call(_)
            | Expression::Builtin(..) => self.value(expression)?.truth(self.dialect),
            _ => self.number(expression)? != 0.0,
        }))
    }

    /// Appends the value of an expression as a string.
    pub(super) fn append(&mut self, expression: &'m Expression, out: &mut Vec<u8>) -> Result<()> {
        match expression {
            Expression::Text(text) => text.append_text(out),
            Expression::Variable(slot) => {
                self.globals[*slot].append(&self.specials.convfmt, out);
            }
            Expression::Local(slot) => self.local(*slot).append(&self.specials.convfmt, out),
            Expression::FieldAt(index) => {
                self.prepare_field(*index);
                self.append_field(*index, out);
            }
            Expression::Field(index) => {
                let index = self.field_index(index)?;
                self.append_field(index, out);
            }
            Expression::Element(array, subscripts) => {
                self.with_element(*array, subscripts, |value, format| value.append(format, out))?;
            }
            Expression::Concatenate(parts) => {
                for part in parts {
                    self.append(part, out)?;
                }
            }
            Expression::Builtin(Builtin::Substr, arguments) => {
                if let Some(bounds) = self.prepare_part(arguments)?
                    && let Some(text) = self.view_part(arguments, bounds)
                {
                    out.extend_from_slice(text);
                    return Ok(());
                }
                self.substr(arguments)?.append_text(out);
            }
            _ => {
                let value = self.value(expression)?;
                value.append(&self.specials.convfmt, out);
            }
        }
        Ok(())
    }

    #[inline]
    fn append_field(&self, index: usize, out: &mut Vec<u8>) {
        if index == 0 {
            out.extend_from_slice(self.record.text());
            return;
        }
        match self.record.field(index) {
            Some((_, text)) => out.extend_from_slice(text),
            None => self.record.field_value(index).append(&self.specials.convfmt, out),
        }
    }

    /// Appends the value of an expression as `print` shows it: numbers by OFMT.
    pub(super) fn append_output(
        &mut self,
        expression: &'m Expression,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        match expression {
            Expression::Text(_)
            | Expression::Concatenate(_)
            | Expression::Builtin(Builtin::Substr, _) => self.append(expression, out),
            Expression::FieldAt(index @ 1..) => {
                self.prepare_field(*index);
                match self.record.field(*index) {
                    Some((_, text)) => out.extend_from_slice(text),
                    None => self.record.field_value(*index).append(&self.specials.ofmt, out),
                }
                Ok(())
            }
            Expression::Variable(slot) => {
                self.globals[*slot].append(&self.specials.ofmt, out);
                Ok(())
            }
            _ => {
                let value = self.value(expression)?;
                value.append(&self.specials.ofmt, out);
                Ok(())
            }
        }
    }

    /// Whether an expression can be looked at where it is, without effects or a copy.
    #[inline]
    pub(super) fn is_viewable(expression: &Expression) -> bool {
        matches!(
            expression,
            Expression::Number(_)
                | Expression::Text(_)
                | Expression::Variable(_)
                | Expression::Local(_)
                | Expression::FieldAt(_)
                | Expression::Special(Special::Nf | Special::Nr | Special::Fnr)
        )
    }

    #[inline]
    pub(super) fn prepare_view(&mut self, expression: &Expression) {
        match expression {
            Expression::FieldAt(index) => self.prepare_field(*index),
            Expression::Special(Special::Nf) => {
                self.nf();
            }
            _ => {}
        }
    }

    /// A viewable expression, prepared.
    #[inline]
    pub(super) fn view<'s>(&'s self, expression: &'s Expression) -> Option<Side<'s>> {
        Some(match expression {
            Expression::Number(number) => Side::Number(*number),
            Expression::Text(text) => text.into(),
            Expression::Variable(slot) => (&self.globals[*slot]).into(),
            Expression::Local(slot) => self.local(*slot).into(),
            Expression::FieldAt(0) => self.record.side(),
            Expression::FieldAt(index) => self.record.field_side(*index),
            Expression::Special(Special::Nf) => self.record.count_side(),
            Expression::Special(Special::Nr) => match &self.odd_counts {
                Some(counts) => (&counts.0).into(),
                None => Side::Number(self.nr),
            },
            Expression::Special(Special::Fnr) => match &self.odd_counts {
                Some(counts) => (&counts.1).into(),
                None => Side::Number(self.fnr),
            },
            _ => return None,
        })
    }

    #[inline(never)]
    fn compare(&mut self, left: &'m Expression, right: &'m Expression) -> Result<Option<Ordering>> {
        if !Self::is_viewable(right) {
            let left = self.value(left)?;
            let right = self.value(right)?;
            return Ok(value::compare((&left).into(), (&right).into(), &self.specials.convfmt));
        }
        if let Expression::Builtin(Builtin::Substr, arguments) = left
            && let Some(bounds) = self.prepare_part(arguments)?
        {
            self.prepare_view(right);
            if let (Some(text), Some(right)) = (self.view_part(arguments, bounds), self.view(right))
            {
                let left = Side::Text(Kind::Text, text);
                return Ok(value::compare(left, right, &self.specials.convfmt));
            }
        }
        let own = match Self::is_viewable(left) {
            true => None,
            false => Some(self.value(left)?),
        };
        self.prepare_view(left);
        self.prepare_view(right);
        let side = match &own {
            Some(value) => Some(value.into()),
            None => self.view(left),
        };
        Ok(match (side, self.view(right)) {
            (Some(left), Some(right)) => value::compare(left, right, &self.specials.convfmt),
            _ => Some(Ordering::Equal),
        })
    }

    /// The compiled form of a pattern.
    pub(super) fn matcher(&mut self, matcher: &'m Matcher) -> Result<Rc<Compiled>> {
        match matcher {
            Matcher::Static(index) => Ok(self.program.regexes[*index].clone()),
            Matcher::Dynamic(expression) => {
                let mut buffer = self.take_buffer();
                self.append_regex(expression, RegexUse::Match, &mut buffer)?;
                let regex = self.compile(&buffer);
                self.give_buffer(buffer);
                regex
            }
        }
    }

    fn matches(&mut self, text: &'m Expression, matcher: &'m Matcher) -> Result<bool> {
        if let Matcher::Static(regex) = matcher {
            let regex = &self.program.regexes[*regex];
            return self.with_text(text, |text, tools| regex.is_match(tools.cache, text));
        }
        let mut buffer = self.take_buffer();
        self.append(text, &mut buffer)?;
        let regex = self.matcher(matcher)?;
        let found = regex.is_match(&mut self.cache, &buffer);
        self.give_buffer(buffer);
        Ok(found)
    }
}

/// What may be used while a text is looked at.
pub(super) struct Tools<'t> {
    pub(super) cache: &'t mut Cache,
    pub(super) arrays: &'t mut [Array],
    pub(super) spans: &'t mut Vec<Span>,
}

/// Whether a relation holds for values in this order.
#[inline]
fn holds(comparison: Comparison, order: Option<Ordering>, dialect: Dialect) -> bool {
    let Some(order) = order else { return holds_for_nan(comparison, dialect) };
    match comparison {
        Comparison::Equal => order.is_eq(),
        Comparison::Unequal => order.is_ne(),
        Comparison::Less => order.is_lt(),
        Comparison::LessOrEqual => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::GreaterOrEqual => order.is_ge(),
    }
}

/// Whether a relation holds for numbers.
#[inline]
fn holds_for_numbers(comparison: Comparison, left: f64, right: f64, dialect: Dialect) -> bool {
    if left.is_nan() || right.is_nan() {
        return holds_for_nan(comparison, dialect);
    }
    match comparison {
        Comparison::Equal => left == right,
        Comparison::Unequal => left != right,
        Comparison::Less => left < right,
        Comparison::LessOrEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterOrEqual => left >= right,
    }
}

/// Whether a comparison holds where one side is NaN.
#[cold]
fn holds_for_nan(comparison: Comparison, dialect: Dialect) -> bool {
    if !dialect.rules().nan_equals_all {
        return comparison == Comparison::Unequal;
    }
    matches!(comparison, Comparison::Equal | Comparison::LessOrEqual | Comparison::GreaterOrEqual)
}

/// Whether the value of an expression is always a number.
fn is_number(expression: &Expression) -> bool {
    matches!(
        expression,
        Expression::Number(_)
            | Expression::Arithmetic(..)
            | Expression::Quotient(..)
            | Expression::Update(..)
            | Expression::Divide(..)
            | Expression::Step(..)
            | Expression::Compare(..)
            | Expression::And(_)
            | Expression::Or(_)
            | Expression::Not(_)
            | Expression::Negate(_)
            | Expression::Plus(_)
            | Expression::Match(..)
            | Expression::In(..)
            | Expression::Length(_)
            | Expression::Getline(_)
            | Expression::Split(_)
            | Expression::Position(_)
            | Expression::Substitute(_)
            | Expression::Builtin(
                Builtin::Length | Builtin::Index | Builtin::OfNumber(_) | Builtin::Atan2,
                _
            )
    )
}

fn power_of_gawk(base: f64, exponent: f64) -> f64 {
    let count = exponent as i64;
    if count as f64 != exponent || count == i64::MAX {
        return base.powf(exponent);
    }
    let (mut factor, mut product, mut rest) = (base, 1.0, count.unsigned_abs());
    if rest == 0 {
        return 1.0;
    }
    while rest > 1 {
        if rest % 2 == 1 {
            product *= factor;
        }
        factor *= factor;
        rest /= 2;
    }
    let power = product * factor;
    if count > 0 { power } else { 1.0 / power }
}

/// The remainder of a division, with the sign of the dividend. That of whole numbers is one of integers, which the
/// processor has an instruction for; fmod(3) subtracts bit by bit.
#[inline]
fn remainder(left: f64, right: f64) -> f64 {
    const EXACT: f64 = (1_u64 << 53) as f64;
    let (dividend, divisor) = (left as i64, right as i64);
    let are_whole = dividend as f64 == left && divisor as f64 == right;
    if are_whole && divisor != 0 && left.abs() < EXACT && right.abs() < EXACT {
        return ((dividend % divisor) as f64).copysign(left);
    }
    left % right
}

/// One operation on numbers.
#[inline]
pub(super) fn arithmetic(operator: Arithmetic, left: f64, right: f64) -> f64 {
    match operator {
        Arithmetic::Add => left + right,
        Arithmetic::Subtract => left - right,
        Arithmetic::Multiply => left * right,
        Arithmetic::Divide => left / right,
        Arithmetic::Remainder => remainder(left, right),
        Arithmetic::Power => left.powf(right),
        Arithmetic::Product => power_of_gawk(left, right),
    }
}
