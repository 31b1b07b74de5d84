//! Assignments (POSIX XCU 2.9.1.1), those to arrays among them (ksh93, bash).

use crate::builtins::Builtin;
use crate::environment::arrays::{Associative, Indexed, Key};
use crate::environment::options::Options;
use crate::environment::variables::{INTEGER, READONLY, SPECIAL, Value};
use crate::environment::{Environment, ReadOnly, names};
use crate::unwind::Flow;
use std::rc::Rc;
use syntax::tree::{Assignment, Command, Element, Extended, Simple, Word};
use syntax::{ByteString, Name};

/// The assignment to an array that a word of a declaration is.
pub fn assignment_of(word: &Word) -> Option<&Assignment> {
    match word.extended.as_deref() {
        Some(Extended::Assignment(assignment)) => Some(assignment),
        _ => None,
    }
}

impl Environment {
    /// `name=value` and its kin.
    pub(super) fn make_assignment(&mut self, assignment: &Assignment) -> Flow {
        if assignment.subscript.is_some() || assignment.elements.is_some() {
            return self.assign_array(assignment);
        }
        let mut value = self.expand_value(&assignment.value)?;
        if assignment.append {
            if self.append_in_place(assignment.name, &value) {
                return Ok(());
            }
            value = self.appended(assignment.name, value)?;
        }
        self.assign_or_fail(assignment.name, value)
    }

    /// Assigns, or ends what an error of assignment ends.
    pub fn assign_or_fail(&mut self, name: Name, value: Value) -> Flow {
        if let Err(error) = self.assign(name, value) {
            return Err(self.read_only(error));
        }
        if std::mem::take(&mut self.conversion_failed) {
            self.status = 1;
            return Err(self.fatal());
        }
        Ok(())
    }

    fn read_only(&mut self, error: ReadOnly) -> crate::Unwind {
        self.report_read_only(error);
        self.status = self.failed();
        self.fatal()
    }

    /// Appends to a plain variable's text where it is; false where that is not all there is
    /// to it.
    fn append_in_place(&mut self, name: Name, value: &Value) -> bool {
        if names::has_meaning(name) || self.options.has(Options::ALLEXPORT) {
            return false;
        }
        let Value::String(more) = value else { return false };
        let variable = self.variables.get_mut(name);
        match &mut variable.value {
            Value::String(text) if variable.flags == 0 => text.push_bytes(more),
            _ => return false,
        }
        true
    }

    /// What `name+=value` assigns: a sum where the variable is a number.
    fn appended(&mut self, name: Name, value: Value) -> Flow<Value> {
        let before = self.value(name).unwrap_or_default();
        let text = value.text().unwrap_or_default();
        if self.variables.get(self.resolved(name)).flags & INTEGER != 0 {
            let before = self.evaluate_expression(&before)?;
            let more = self.evaluate_expression(&text)?;
            return Ok(Value::Integer(before.wrapping_add(more)));
        }
        Ok(Value::String(ByteString::from([before.as_bytes(), text.as_bytes()].concat())))
    }

    /// `name[subscript]=value`, `name=(…)`
    #[cold]
    fn assign_array(&mut self, assignment: &Assignment) -> Flow {
        let name = self.resolved(assignment.name);
        if let Some(elements) = &assignment.elements {
            if assignment.subscript.is_some() {
                let message =
                    [&self.name(name)[..], b": a list cannot be assigned to an element"].concat();
                return self.expansion_error(&message);
            }
            return self.assign_elements(name, elements, assignment.append);
        }
        let key = self.key(name, assignment.subscript.as_deref())?;
        let mut value = self.expand_text(&assignment.value)?;
        if assignment.append {
            value = self.appended_element(name, &key, value)?;
        }
        self.assign_element_or_fail(name, key, value)
    }

    fn appended_element(&mut self, name: Name, key: &Key, value: ByteString) -> Flow<ByteString> {
        let before = self.element(name, key).unwrap_or_default();
        if self.variables.get(name).flags & INTEGER != 0 {
            let before = self.evaluate_expression(&before)?;
            let more = self.evaluate_expression(&value)?;
            return Ok(ByteString::from_integer(before.wrapping_add(more)));
        }
        Ok(ByteString::from([before.as_bytes(), value.as_bytes()].concat()))
    }

    /// `name=(…)`: all values are expanded before the first is assigned.
    fn assign_elements(&mut self, name: Name, elements: &[Element], append: bool) -> Flow {
        let associative = self.is_associative(name);
        let mut next = match (append, &self.variables.get(name).value) {
            (true, Value::Indexed(array)) => {
                array.last_key_value().map_or(0, |(last, _)| last.saturating_add(1))
            }
            (true, Value::String(_) | Value::Integer(_)) => 1,
            _ => 0,
        };
        let mut values: Vec<(Key, ByteString, bool)> = Vec::new();
        let mut fields = Vec::new();
        let mut pairs = Vec::new();
        for element in elements {
            if let Some(subscript) = &element.subscript {
                let key = self.key(name, Some(subscript))?;
                if let Key::Index(index) = key {
                    next = index.saturating_add(1);
                }
                let value = self.expand_text(&element.value)?;
                values.push((key, value, element.append));
                continue;
            }
            self.expand_word(&element.value, &mut fields)?;
            if associative {
                pairs.append(&mut fields);
                continue;
            }
            for field in fields.drain(..) {
                values.push((Key::Index(next), field, false));
                next = next.saturating_add(1);
            }
        }
        // `(key value key value)`
        let mut pairs = pairs.into_iter();
        while let Some(key) = pairs.next() {
            let value = pairs.next().unwrap_or_default();
            values.push((Key::Text(key.to_vec()), value, false));
        }
        let variable = self.variables.get_mut(name);
        if variable.flags & READONLY != 0 {
            return Err(self.read_only(ReadOnly(name)));
        }
        if !append {
            variable.value = match associative {
                true => Value::Associative(Rc::new(Associative::new())),
                false => Value::Indexed(Rc::new(Indexed::new())),
            };
        }
        variable.flags |= SPECIAL;
        if !associative && !matches!(variable.value, Value::Indexed(_)) {
            let mut array = Indexed::new();
            if let Some(text) = variable.value.text() {
                array.insert(0, text);
            }
            variable.value = Value::Indexed(Rc::new(array));
        }
        for (key, mut value, append) in values {
            if append {
                value = self.appended_element(name, &key, value)?;
            }
            self.assign_element_or_fail(name, key, value)?;
        }
        Ok(())
    }

    /// Assigns the list that a text is, `(…)`; false where it is none.
    pub fn assign_list_text(&mut self, name: Name, value: &[u8], append: bool) -> Flow<bool> {
        let operator: &[u8] = if append { b"+=" } else { b"=" };
        let text = [&self.name(name)[..], operator, value].concat();
        let list = match self.parser(Box::new(syntax::Text(&text))).next() {
            Ok(Some(list)) => list,
            _ => return Ok(false),
        };
        let [item] = &list.items[..] else { return Ok(false) };
        let [Command::Simple(simple)] = &item.and_or.first.commands[..] else { return Ok(false) };
        let [assignment] = &simple.assignments[..] else { return Ok(false) };
        if assignment.elements.is_none() || !simple.words.is_empty() {
            return Ok(false);
        }
        self.make_assignment(assignment)?;
        Ok(true)
    }

    /// Runs a declaration builtin, and then makes the assignments to arrays among its
    /// arguments: attributes are there first, but for that of being read-only.
    pub(super) fn declare(
        &mut self,
        builtin: &Builtin,
        simple: &Simple,
        fields: &[ByteString],
    ) -> Flow {
        let assignments: Vec<&Assignment> = simple.words.iter().filter_map(assignment_of).collect();
        if assignments.is_empty() {
            return self.call_builtin(builtin, fields);
        }
        let was: Vec<u16> = assignments
            .iter()
            .map(|assignment| self.variables.get(assignment.name).flags & READONLY)
            .collect();
        self.call_builtin(builtin, fields)?;
        if self.status != 0 {
            return Ok(());
        }
        for (assignment, was) in assignments.into_iter().zip(was) {
            let name = self.resolved(assignment.name);
            let new = self.variables.get(name).flags & READONLY & !was;
            self.variables.get_mut(name).flags &= !new;
            let result = self.make_assignment(assignment);
            self.variables.get_mut(name).flags |= new;
            result?;
        }
        self.status = 0;
        Ok(())
    }
}
