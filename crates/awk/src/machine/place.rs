//! Assigning.

use super::expression::{arithmetic, is_field};
use super::{Local, Machine, Result, Subscript};
use crate::array::Slot;
use crate::record;
use crate::syntax::{Arithmetic, ArrayPlace, Builtin, Expression, Place, Special};
use crate::value::{Kind, Value};

/// A place whose subscripts or index have been computed.
pub(super) enum Spot<'m> {
    Variable(usize),
    Special(Special),
    Local(usize),
    Field(usize),
    /// The array, where in it, and the subscript in case that has become worthless.
    Element(usize, Slot, Subscript<'m>),
}

impl<'m> Machine<'m, '_> {
    /// Computes where a place is. An element is made.
    pub(super) fn spot(&mut self, place: &'m Place) -> Result<Spot<'m>> {
        Ok(match place {
            Place::Variable(slot) => Spot::Variable(*slot),
            Place::Special(special) => Spot::Special(*special),
            Place::Local(slot) => Spot::Local(*slot),
            Place::FieldAt(index) => {
                self.prepare_field(*index);
                self.extend_record(*index);
                Spot::Field(*index)
            }
            Place::Field(index) => {
                let index = self.field_index(index)?;
                if index == 0
                    && self.record.is_whole()
                    && self.dialect.rules().computed_record_is_emptied
                {
                    // mawk takes `$0` for a field that is not there before it has split it.
                    self.record.set_input(b"", 0..0);
                }
                self.extend_record(index);
                Spot::Field(index)
            }
            Place::Element(array, subscripts) => {
                let subscript = self.subscript(subscripts)?;
                let array = self.array(*array);
                let slot = self.arrays[array].slot(subscript.key());
                Spot::Element(array, slot, subscript)
            }
        })
    }

    /// Makes a field that something means to assign, where it comes into being then.
    fn extend_record(&mut self, index: usize) {
        if self.dialect.rules().field_exists_when_meant && index > 0 && index <= record::MOST_FIELDS
        {
            self.nf();
            self.record.extend(index);
        }
    }

    fn element(&mut self, spot: &Spot<'_>) -> &mut Value {
        let Spot::Element(array, slot, subscript) = spot else {
            unreachable!("only elements are elements")
        };
        self.arrays[*array].again(*slot, subscript.key())
    }

    /// What is at a spot.
    pub(super) fn load(&mut self, spot: &Spot<'_>) -> Value {
        match spot {
            Spot::Variable(slot) => self.globals[*slot].clone(),
            Spot::Special(special) => self.special(*special),
            Spot::Local(slot) => self.local(*slot).clone(),
            Spot::Field(0) => {
                self.refresh();
                self.record.value()
            }
            Spot::Field(index) => {
                self.prepare_field(*index);
                self.record.field_value(*index)
            }
            Spot::Element(..) => self.element(spot).clone(),
        }
    }

    /// Puts a value at a spot.
    pub(super) fn store(&mut self, spot: Spot<'_>, value: Value) -> Result<()> {
        match spot {
            Spot::Variable(slot) => self.globals[slot] = value,
            Spot::Special(special) => return self.assign_special(special, value),
            Spot::Local(slot) => self.set_local(slot, value),
            Spot::Field(0) => self.record.set(&value, &self.specials.convfmt),
            Spot::Field(index) => {
                self.nf();
                if index > record::MOST_FIELDS {
                    let text = b"program limit exceeded: maximum number of fields".to_vec();
                    return Err(super::Stop::fatal(text));
                }
                self.record.set_field(index, value);
            }
            Spot::Element(..) => {
                *self.element(&spot) = value;
                self.release(spot);
            }
        }
        Ok(())
    }

    /// Puts a number at a spot: an element becomes one in its place.
    #[inline]
    fn store_number(&mut self, spot: Spot<'_>, number: f64) -> Result<()> {
        if let Spot::Element(..) = spot {
            self.element(&spot).set_number(number);
            self.release(spot);
            return Ok(());
        }
        self.store(spot, Value::Number(number))
    }

    pub(super) fn release(&mut self, spot: Spot<'_>) {
        if let Spot::Element(_, _, subscript) = spot {
            self.give_subscript(subscript);
        }
    }

    /// The variable that a place is by itself.
    #[inline]
    fn variable_at(&mut self, place: &Place) -> Option<&mut Value> {
        match place {
            Place::Variable(slot) => Some(&mut self.globals[*slot]),
            Place::Local(slot) => match &mut self.locals[self.frame + *slot] {
                Local::Scalar(value) => Some(value),
                Local::Array(..) => None,
            },
            _ => None,
        }
    }

    pub(super) fn set_local(&mut self, slot: usize, value: Value) {
        let place = self.frame + slot;
        if let Local::Scalar(old) = &mut self.locals[place] {
            *old = value;
        }
    }

    /// `place = expression`; the value assigned.
    pub(super) fn assign(&mut self, place: &'m Place, expression: &'m Expression) -> Result<Value> {
        let value;
        let spot;
        if self.dialect.rules().value_before_place {
            value = self.value(expression)?;
            spot = self.spot(place)?;
        } else {
            spot = self.spot(place)?;
            value = self.settled(expression)?;
        }
        let result = value.clone();
        self.store(spot, value)?;
        Ok(result)
    }

    /// `place = expression` where nobody wants the value.
    pub(super) fn assign_only(
        &mut self,
        place: &'m Place,
        expression: &'m Expression,
    ) -> Result<()> {
        if let Place::Variable(_) | Place::Local(_) = place {
            return match self.appended(place, expression) {
                Some(rest) => self.append_to(place, rest),
                None => self.assign_to_variable(place, expression),
            };
        }
        if self.dialect.rules().value_before_place {
            return match self.plain_number(expression)? {
                Some(number) => {
                    let spot = self.spot(place)?;
                    self.store_number(spot, number)
                }
                None => {
                    let value = self.settled(expression)?;
                    let spot = self.spot(place)?;
                    self.store(spot, value)
                }
            };
        }
        if let Place::Element(array, subscripts) = place {
            return self.assign_to_element(*array, subscripts, expression);
        }
        let spot = self.spot(place)?;
        match self.plain_number(expression)? {
            Some(number) => self.store_number(spot, number),
            None => {
                let value = self.settled(expression)?;
                self.store(spot, value)
            }
        }
    }

    /// Assigns to an element, which is made, or used, before the value is computed. A number or a text goes there as
    /// one, not as a value that is handed on through memory.
    fn assign_to_element(
        &mut self,
        array: ArrayPlace,
        subscripts: &'m [Expression],
        expression: &'m Expression,
    ) -> Result<()> {
        let subscript = self.subscript(subscripts)?;
        let array = self.array(array);
        let key = subscript.key();
        if let Some(number) = self.quick_number(expression) {
            self.arrays[array].get(key).set_number(number);
        } else if let Expression::Text(text) = expression {
            self.arrays[array].get(key).copy_from(text);
        } else {
            let slot = self.arrays[array].slot(key);
            if self.is_number_now(expression) {
                let number = self.number_of(expression)?;
                self.arrays[array].again(slot, key).set_number(number);
            } else if let Expression::Concatenate(_) = expression {
                let mut buffer = self.take_buffer();
                self.append(expression, &mut buffer)?;
                self.arrays[array].again(slot, key).set(Kind::Text, &buffer);
                self.give_buffer(buffer);
            } else {
                let value = self.settled(expression)?;
                *self.arrays[array].again(slot, key) = value;
            }
        }
        self.give_subscript(subscript);
        Ok(())
    }

    /// Assigns to a variable. A number goes there as a number, not as a value that is handed on
    /// through memory.
    #[inline]
    fn assign_to_variable(&mut self, place: &'m Place, expression: &'m Expression) -> Result<()> {
        if let Some(number) = self.plain_number(expression)? {
            if let Some(variable) = self.variable_at(place) {
                variable.set_number(number);
            }
            return Ok(());
        }
        match expression {
            Expression::Call(index) => {
                self.call_in_place(*index)?;
                if let Value::Number(number) = self.returned {
                    if let Some(variable) = self.variable_at(place) {
                        variable.set_number(number);
                    }
                    return Ok(());
                }
                let mut value = std::mem::take(&mut self.returned);
                value.settle(self.dialect);
                if let Some(variable) = self.variable_at(place) {
                    *variable = value;
                }
            }
            Expression::Text(text) => {
                if let Some(variable) = self.variable_at(place) {
                    variable.copy_from(text);
                }
            }
            Expression::Concatenate(_) | Expression::Builtin(Builtin::Substr, _) => {
                let mut buffer = self.take_buffer();
                self.append(expression, &mut buffer)?;
                if let Some(variable) = self.variable_at(place) {
                    variable.set_text(&buffer);
                }
                self.give_buffer(buffer);
            }
            _ => {
                let value = self.settled(expression)?;
                if let Some(variable) = self.variable_at(place) {
                    *variable = value;
                }
            }
        }
        Ok(())
    }

    /// A value to be assigned.
    #[inline]
    fn settled(&mut self, expression: &'m Expression) -> Result<Value> {
        let mut value = self.value(expression)?;
        value.settle(self.dialect);
        Ok(value)
    }

    /// What `place = expression` appends to a variable that is a string, if that changes nothing else.
    #[inline]
    fn appended(&self, place: &Place, expression: &'m Expression) -> Option<&'m [Expression]> {
        let Expression::Concatenate(parts) = expression else { return None };
        let (first, rest) = parts.split_first()?;
        let variable = match (place, first) {
            (Place::Variable(slot), Expression::Variable(first)) if slot == first => {
                &self.globals[*slot]
            }
            (Place::Local(slot), Expression::Local(first)) if slot == first => self.local(*slot),
            _ => return None,
        };
        let is_text = !matches!(variable, Value::Unset | Value::Number(_));
        (is_text && rest.iter().all(Self::is_pure)).then_some(rest)
    }

    /// Appends to a variable, which is a string: what is appended again and again is not copied every time.
    fn append_to(&mut self, place: &Place, rest: &'m [Expression]) -> Result<()> {
        let mut buffer = self.take_buffer();
        for part in rest {
            self.append(part, &mut buffer)?;
        }
        let mut text = self.take_buffer();
        if let Some(variable) = self.variable_at(place)
            && !variable.grow(&buffer)
        {
            variable.append_text(&mut text);
            text.extend_from_slice(&buffer);
            *variable = Value::text(&text);
        }
        self.give_buffer(text);
        self.give_buffer(buffer);
        Ok(())
    }

    /// `place operator= expression`; the new value.
    pub(super) fn update(
        &mut self,
        operator: Arithmetic,
        place: &'m Place,
        expression: &'m Expression,
    ) -> Result<f64> {
        if let Place::Variable(_) | Place::Local(_) = place {
            let right = self.number(expression)?;
            let dialect = self.dialect;
            let Some(value) = self.variable_at(place) else { return Ok(right) };
            let new = arithmetic(operator, value.number(dialect), right);
            value.set_number(new);
            return Ok(new);
        }
        let right;
        let spot;
        if self.dialect.rules().value_before_place {
            right = self.number(expression)?;
            spot = self.spot(place)?;
        } else {
            spot = self.spot(place)?;
            let before = self.number_before(&spot, expression);
            right = self.number(expression)?;
            // mawk splits a record again when somebody looks at a field: the place is none. Nor does it forget a field
            // that the record has no longer.
            if let Some(before) = before
                && (self.record.is_whole()
                    || matches!(spot, Spot::Field(index) if index > self.nf()))
            {
                let new = arithmetic(operator, before, right);
                self.store(spot, Value::Number(new))?;
                return Ok(new);
            }
        }
        self.change(spot, |left| arithmetic(operator, left, right)).map(|(_, new)| new)
    }

    /// What is in a field or NF, where computing an expression may replace the record.
    fn number_before(&mut self, spot: &Spot<'_>, expression: &Expression) -> Option<f64> {
        match spot {
            Spot::Field(1..) | Spot::Special(Special::Nf) if !Self::is_pure(expression) => {
                Some(self.load(spot).number(self.dialect))
            }
            _ => None,
        }
    }

    /// `/=` and `%=` of gawk.
    pub(super) fn divide(
        &mut self,
        operator: Arithmetic,
        place: &'m Place,
        expression: &'m Expression,
    ) -> Result<f64> {
        let right = self.number(expression)?;
        let spot = self.spot(place)?;
        if right == 0.0 {
            return self.zero_divisor(match operator {
                Arithmetic::Divide => "division by zero attempted in `/='",
                _ => "division by zero attempted in `%='",
            });
        }
        self.change(spot, |left| arithmetic(operator, left, right)).map(|(_, new)| new)
    }

    /// Adds to what is at a place; the old value.
    #[inline]
    pub(super) fn step(&mut self, place: &'m Place, step: f64) -> Result<f64> {
        if let Some(Value::Number(number)) = self.variable_at(place) {
            let old = *number;
            *number += step;
            return Ok(old);
        }
        self.step_anywhere(place, step)
    }

    fn step_anywhere(&mut self, place: &'m Place, step: f64) -> Result<f64> {
        if let Place::Element(array, subscripts) = place
            && is_field(subscripts)
        {
            let dialect = self.dialect;
            if let Some((array, slot)) = self.slot_of_field(*array, subscripts)?
                && let Some(value) = self.arrays[array].at(slot)
            {
                let old = value.number(dialect);
                value.set_number(old + step);
                return Ok(old);
            }
        }
        let spot = self.spot(place)?;
        self.change(spot, |old| old + step).map(|(old, _)| old)
    }

    /// Replaces the number at a spot; both.
    fn change(&mut self, spot: Spot<'_>, new: impl FnOnce(f64) -> f64) -> Result<(f64, f64)> {
        let dialect = self.dialect;
        match &spot {
            Spot::Variable(slot) => {
                let value = &mut self.globals[*slot];
                let old = value.number(dialect);
                let new = new(old);
                *value = Value::Number(new);
                Ok((old, new))
            }
            Spot::Element(..) => {
                let value = self.element(&spot);
                let old = value.number(dialect);
                let new = new(old);
                value.set_number(new);
                self.release(spot);
                Ok((old, new))
            }
            _ => {
                let old = self.load(&spot).number(dialect);
                let new = new(old);
                self.store(spot, Value::Number(new))?;
                Ok((old, new))
            }
        }
    }
}
