//! Arrays (ksh93, bash): indexed ones, which may have gaps, and associative ones.

use super::variables::{READONLY, SPECIAL, Value};
use super::{Environment, ReadOnly};
use std::collections::BTreeMap;
use std::rc::Rc;
use syntax::{ByteString, Name};

/// The elements of an indexed array.
pub type Indexed = BTreeMap<i64, ByteString>;
/// The elements of an associative array.
pub type Associative = BTreeMap<Vec<u8>, ByteString>;

/// What names an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// Of an indexed array, from 0.
    Index(i64),
    /// Of an associative one.
    Text(Vec<u8>),
}

impl Environment {
    /// Whether subscripts of this variable are keys, not numbers.
    pub fn is_associative(&self, name: Name) -> bool {
        matches!(self.variables.get(self.resolved(name)).value, Value::Associative(_))
    }

    /// The elements in order.
    pub fn elements(&self, name: Name) -> Vec<ByteString> {
        match &self.variables.get(self.resolved(name)).value {
            Value::Indexed(array) => array.values().cloned().collect(),
            Value::Associative(array) => array.values().cloned().collect(),
            other => other.text().into_iter().collect(),
        }
    }

    /// The subscripts in order.
    pub fn keys(&self, name: Name) -> Vec<ByteString> {
        match &self.variables.get(self.resolved(name)).value {
            Value::Indexed(array) => array.keys().map(|&i| ByteString::from_integer(i)).collect(),
            Value::Associative(array) => array.keys().map(|k| ByteString::new(k)).collect(),
            Value::Unset => Vec::new(),
            _ => vec![ByteString::from("0")],
        }
    }

    /// From the end, where it is negative; None if there is no such place.
    pub fn place(&self, name: Name, index: i64) -> Option<i64> {
        if index >= 0 {
            return Some(index);
        }
        let end = match &self.variables.get(self.resolved(name)).value {
            Value::Indexed(array) => array.last_key_value().map_or(0, |(last, _)| last + 1),
            Value::Unset => 0,
            _ => 1,
        };
        Some(end.checked_add(index)?).filter(|place| *place >= 0)
    }

    /// An element; None if unset.
    pub fn element(&mut self, name: Name, key: &Key) -> Option<ByteString> {
        let name = self.resolved(name);
        match (&self.variables.get(name).value, key) {
            (Value::Indexed(array), Key::Index(index)) => array.get(index).cloned(),
            (Value::Associative(array), Key::Text(text)) => array.get(text).cloned(),
            (Value::Indexed(_) | Value::Associative(_), _) => None,
            (_, Key::Index(0)) => self.value(name),
            (_, Key::Text(text)) if text == b"0" => self.value(name),
            _ => None,
        }
    }

    /// Assigns to an element; the variable becomes an array if it is none.
    pub fn assign_element(
        &mut self,
        name: Name,
        key: Key,
        value: ByteString,
    ) -> Result<(), ReadOnly> {
        let name = self.resolved(name);
        let value = self.converted(name, Value::String(value)).text().unwrap_or_default();
        let variable = self.variables.get_mut(name);
        if variable.flags & READONLY != 0 {
            return Err(ReadOnly(name));
        }
        if !matches!(variable.value, Value::Indexed(_) | Value::Associative(_)) {
            let mut array = Indexed::new();
            if let Some(text) = variable.value.text() {
                array.insert(0, text);
            }
            variable.value = Value::Indexed(Rc::new(array));
            variable.flags |= SPECIAL;
        }
        match (&mut variable.value, key) {
            (Value::Indexed(array), Key::Index(index)) => {
                Rc::make_mut(array).insert(index, value);
            }
            (Value::Associative(array), Key::Text(text)) => {
                Rc::make_mut(array).insert(text, value);
            }
            (Value::Associative(array), Key::Index(index)) => {
                Rc::make_mut(array).insert(index.to_string().into_bytes(), value);
            }
            _ => {}
        }
        Ok(())
    }

    /// Removes an element.
    pub fn unset_element(&mut self, name: Name, key: &Key) -> Result<(), ReadOnly> {
        let name = self.resolved(name);
        let variable = self.variables.get_mut(name);
        if variable.flags & READONLY != 0 {
            return Err(ReadOnly(name));
        }
        match (&mut variable.value, key) {
            (Value::Indexed(array), Key::Index(index)) => {
                Rc::make_mut(array).remove(index);
            }
            (Value::Associative(array), Key::Text(text)) => {
                Rc::make_mut(array).remove(text);
            }
            (Value::Indexed(_) | Value::Associative(_), _) => {}
            (value, Key::Index(0)) => *value = Value::Unset,
            _ => {}
        }
        Ok(())
    }
}
