//! What the names in an expression stand for: variables, elements, members, words of an
//! enumeration, functions that the script defines.
//!
//! The value of a variable may be an expression itself, to a known depth. Assignments go through
//! the environment, so attributes and read-only variables count. Functions of mathematics that the
//! script defines are ksh93's (`function .sh.math.name`).

use super::{ArithmeticFault, DEPTH, DIGITS, Leaves, Number, Trouble, plain_integer};
use crate::diagnostics::Missing;
use crate::environment::arrays::Key;
use crate::environment::options::Options;
use crate::environment::variables::{Digits, ENUMERATION, FLOAT, FRACTIONS, Value, Variable};
use crate::environment::{Environment, names};
use syntax::arithmetic::{self, Expression, Inside, Piece};
use syntax::{ByteString, Name};

impl Environment {
    /// Assigns a number to a variable; the value that the variable then has.
    pub(super) fn assign_number(&mut self, name: Name, value: Number) -> Result<Number, Trouble> {
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
        let value = value.value();
        let variable = self.variables.get(self.resolved(name));
        let word = match variable.flags & ENUMERATION != 0 {
            true => self.enumerated(variable.attribute_number, &value),
            false => None,
        };
        let text = word.or_else(|| value.text()).unwrap_or_default();
        self.assign_element(name, key, text).map_err(|error| self.read_only_trouble(error))
    }

    fn read_only_trouble(&mut self, error: crate::environment::AssignError) -> Trouble {
        // A word that an enumeration does not have is no more than an error of the expression.
        let no_word = matches!(error, crate::environment::AssignError::NotConverted(name)
            if self.variables.get(self.resolved(name)).flags & ENUMERATION != 0);
        if let Err(unwind) = self.report_assign_error(error) {
            return Trouble::Unwind(unwind);
        }
        self.status = self.failed();
        let is_soft = no_word || self.rules().expansion.read_only_fails_arithmetic_command;
        if is_soft && self.now.soft_command.is_some() {
            return Trouble::Unwind(crate::Unwind::Soft);
        }
        self.status = self.failed_expansion();
        Trouble::Unwind(self.fatal())
    }

    /// The variable and the key of an element, or of a member of one.
    pub(super) fn element_place(
        &mut self,
        element: &arithmetic::Element,
        leaves: &Leaves,
        depth: u32,
    ) -> Result<(Name, Option<Key>), Trouble> {
        let mut name = element.name;
        let spelled = match &element.key {
            Some(text) if !element.expanded && self.expands_again(name, text, depth) => {
                Some(self.expand_subscript(text)?)
            }
            _ => None,
        };
        let (key, index) = match &spelled {
            Some(_) => (spelled.as_ref(), None),
            None => (element.key.as_ref(), element.index.as_ref()),
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

    /// Whether the expansions of a subscript are made here, once: in `let 'count[$word]++'` (depth 0)
    /// and in the value of a variable (depths above 1). Those of `(( ))`, depth 1, have been made, and
    /// what they gave is not expanded again. None of them runs a command but that in a key of `let`: the
    /// texts may be anybody's.
    #[inline]
    fn expands_again(&self, name: Name, text: &[u8], depth: u32) -> bool {
        depth != 1
            && text.iter().any(|byte| matches!(byte, b'$' | b'`'))
            && (self.rules().expansion.subscripts_are_expanded_late && !may_run_command(text)
                || depth == 0
                    && self.rules().expansion.let_expands_keys
                    && self.is_associative(name))
    }

    /// The text of a subscript, with its expansions made. An error in one ends what it ends elsewhere.
    #[cold]
    fn expand_subscript(&mut self, text: &[u8]) -> Result<ByteString, Trouble> {
        let Some(word) = self.parse_text(text)? else {
            self.status = self.failed();
            return Err(self.leaves_line().into());
        };
        let scheduler = self.shared.scheduler.clone();
        let expanded = scheduler.deeper(|| self.expand_text(&word));
        expanded.map_or(Err(ArithmeticFault::TooDeep.into()), |text| Ok(ByteString::new(&text?)))
    }

    pub(super) fn place_number(
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

    pub(super) fn assign_place(
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

    /// The key of an element in an expression.
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
        if let Some(text) = key
            && let Some(index) = self.index_by_word(self.resolved(name), text)
        {
            return Ok(Key::Index(index));
        }
        let index = match index {
            Some(index) => self.compute(index, leaves, depth)?.integer(),
            None => {
                let key = key.cloned().unwrap_or_default();
                match depth != 1 && self.rules().expansion.subscripts_are_expanded_late {
                    // It may lead to a variable whose value has subscripts again.
                    true => self.text_number(&key, depth)?.integer(),
                    false => self.evaluate_expression(&key)?,
                }
            }
        };
        if self.is_associative(name) {
            return Ok(Key::Text(index.to_string().into_bytes()));
        }
        match self.place(name, index) {
            Some(index) => Ok(Key::Index(index)),
            None => {
                let array = ByteString::new(&self.name(name));
                Err(ArithmeticFault::BadSubscript { array, index }.into())
            }
        }
    }

    /// The value of an element.
    fn element_number(&mut self, name: Name, key: &Key, depth: u32) -> Result<Number, Trouble> {
        if !self.types.definitions.is_empty()
            && let Some(slot) = self.nested(self.resolved(name), key)
            && self.own_value(slot).is_some()
        {
            return self.variable_number(slot, depth);
        }
        match self.element(name, key) {
            Some(text) if self.variables.get(self.resolved(name)).flags & ENUMERATION != 0 => {
                let number = self.ordinal_of(self.resolved(name), &text);
                Ok(Number::Integer(number.unwrap_or(0)))
            }
            Some(text) => self.text_number(&text, depth),
            None => self.unset_number(name),
        }
    }

    /// The number of a word beside a variable of its enumeration (ksh93).
    pub(super) fn word_number(&mut self, variable: Name, word: Name) -> Option<Number> {
        let variable = self.variables.get(variable);
        if variable.flags & ENUMERATION == 0 {
            return None;
        }
        let words = &self.types.enumerations.get(usize::from(variable.attribute_number))?.1;
        let word = self.name(word);
        words.iter().position(|known| known[..] == word[..]).map(|at| Number::Integer(at as i64))
    }

    /// The value of a function of arithmetic that the script defines (ksh93). Its parameters are
    /// floating-point variables; its value is the one of `.sh.value` at its end.
    pub(super) fn call_defined(&mut self, name: Name, operands: &[f64]) -> Result<Number, Trouble> {
        let Some(function) = self.function(name).cloned() else {
            let name = self.name(name);
            let name = name.strip_prefix(b".sh.math.").unwrap_or(&name);
            return Err(ArithmeticFault::UnknownFunction(name.into()).into());
        };
        let number = |value| Variable {
            value: Value::Float(value, Digits::Significant, DIGITS),
            flags: FLOAT,
            attribute_number: DIGITS,
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

    /// The value of an unset variable, or of an element that is not there: 0.
    ///
    /// # Errors
    /// Of an unset variable under `set -u`.
    fn unset_number(&mut self, name: Name) -> Result<Number, Trouble> {
        if self.rules().expansion.infinity_is_number {
            // `Inf` and `NaN` are numbers, where no variable has that name.
            let text = self.name(name);
            if text.eq_ignore_ascii_case(b"inf") {
                return Ok(Number::Float(f64::INFINITY));
            }
            if text.eq_ignore_ascii_case(b"nan") {
                return Ok(Number::Float(f64::NAN));
            }
        }
        // An element that an array does not have is no unset variable.
        let is_unset = matches!(self.variables.get(self.resolved(name)).value, Value::Unset);
        if is_unset && self.options.has(Options::NOUNSET) {
            let name = self.name(name);
            return Ok(self.missing_parameter(&name, b"", Missing::Unset)?);
        }
        Ok(Number::Integer(0))
    }

    /// The value of a variable in an expression. A value that is no number is evaluated as an
    /// expression.
    pub(super) fn variable_number(&mut self, name: Name, depth: u32) -> Result<Number, Trouble> {
        if self.has_disciplines && self.is_disciplined(name) {
            if let Some(value) = self.disciplined_number(name) {
                let text = value.text().unwrap_or_default();
                return self.text_number(&text, depth);
            }
        } else if self.is_computed(name) {
            if name == names::KSH_VERSION {
                // What `.sh.version` is as a number: the day of the ksh93 whose language this is.
                return Ok(Number::Integer(20_240_801));
            }
            if name == names::BASHPID {
                self.become_process(crate::effects::OWN)?;
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
            Value::Compound(_) if let Some(own) = self.own_value(name) => {
                return self.variable_number(own, depth);
            }
            _ => match self.value(name) {
                Some(text) => text,
                None => return self.unset_number(name),
            },
        };
        self.text_number(&text, depth)
    }

    /// The value of a text: a number, or an expression.
    fn text_number(&mut self, text: &ByteString, depth: u32) -> Result<Number, Trouble> {
        if let Some(number) = plain_integer(text) {
            return Ok(Number::Integer(number));
        }
        if depth > DEPTH {
            return Err(ArithmeticFault::RefersToItself.into());
        }
        let expression = self
            .parse_expression(&[Piece::Text(text)], text.len())
            .map_err(|fault| Trouble::InValue(Box::new(fault), text.clone()))?;
        // A value may name a variable whose value does the same.
        let scheduler = self.shared.scheduler.clone();
        // Depth 1 is that of `(( ))`, whose expansions have been made.
        let depth = (depth + 1).max(2);
        let value = scheduler.deeper(|| self.compute(&expression, &Leaves::new(), depth));
        value.unwrap_or_else(|| Err(ArithmeticFault::TooDeep.into()))
    }
}

/// Whether the expansions of a text may run commands: those in braces may have one inside (`${x:-$(cmd)}`).
fn may_run_command(text: &[u8]) -> bool {
    text.contains(&b'`') || text.windows(2).any(|pair| pair == b"$(" || pair == b"${")
}
