//! Discipline functions (ksh93): `name.get`, `name.getn`, `name.set`, `name.append` and
//! `name.unset` are called when a variable is read, as text or as a number, changed and
//! removed. `.sh.name`, `.sh.subscript` and `.sh.value` tell them what it is about.
//!
//! While one runs, the variable is what it is: nothing is called again for it.

use super::arrays::Key;
use super::compound::Component;
use super::variables::{DISCIPLINE, FRACTIONS, INTEGER, TYPED, Value, Variable};
use super::{Disciplined, Environment, names};
use std::rc::Rc;
use syntax::names::in_ksh;
use syntax::{ByteString, Name};

/// What a variable can have a function for.
pub(super) const EVENTS: [&[u8]; 5] = [b"get", b"getn", b"set", b"append", b"unset"];

/// What a function for a change has said.
pub enum Change {
    /// To this value.
    To(ByteString),
    /// It is not to be changed.
    Refused,
}

/// Whether a function of this name is called for what happens to a variable.
pub fn is_event(name: &[u8]) -> bool {
    EVENTS.contains(&name)
}

impl Environment {
    /// Notes the variable of a function that may be a discipline: `name.get`. False where that can
    /// have none.
    pub fn note_discipline(&mut self, function: Name) -> bool {
        let text = self.name(function);
        let Some(at) = byte_search::memrchr(b'.', &text) else { return true };
        if at == 0 || !EVENTS.contains(&&text[at + 1..]) {
            return true;
        }
        if !self.rules().variables.sh_value_has_disciplines
            && matches!(&text[..at], b".sh.value" | b".sh.level")
        {
            return false;
        }
        self.has_disciplines = true;
        let name = self.resolved(self.shared.names.intern(&text[..at]));
        self.variables.get_mut(name).flags |= DISCIPLINE;
        true
    }

    /// Whether reading a variable that is no array may call a function.
    pub fn is_disciplined(&self, name: Name) -> bool {
        self.may_call(name, None) && !self.variables.get(name).value.is_array()
    }

    /// Whether a variable may have functions, none of which is running for it, or for this
    /// element.
    fn may_call(&self, name: Name, key: Option<&Key>) -> bool {
        self.variables.get(name).flags & DISCIPLINE != 0
            && !std::iter::successors(self.now.in_discipline.as_ref(), |one| one.outer.as_ref())
                .any(|running| {
                    let element = running.element.as_ref();
                    running.name == name && (element.is_none() || key.is_none() || element == key)
                })
    }

    /// Does something that is the discipline function's of a variable, or of an element: it is not called for that.
    pub fn within_discipline<R>(
        &mut self,
        name: Name,
        element: Option<Key>,
        does: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let outer = self.now.in_discipline.take();
        let running = Disciplined { name, element, outer: outer.clone() };
        self.now.in_discipline = Some(Rc::new(running));
        let result = does(self);
        self.now.in_discipline = outer;
        result
    }

    /// The value of a variable that may have a function for being read.
    pub fn disciplined(&mut self, name: Name) -> Value {
        let mut value = self.call_discipline(name, None, b"get", Value::Unset);
        if value.is_none()
            && (self.variables.get(name).flags & (INTEGER | FRACTIONS) != 0
                || self.is_member_of_instance(name))
        {
            value = self.disciplined_number(name);
        }
        match value {
            Some(Value::Unset) | None => match self.variables.get(name).value.clone() {
                Value::Compound(_) => match self.own_value(name) {
                    Some(slot) => self.variables.get(slot).value.clone(),
                    None => Value::String(self.tree(name)),
                },
                value => value,
            },
            Some(value) => value,
        }
    }

    /// The number that the discipline `getn` gives; None where there is no such function.
    pub fn disciplined_number(&mut self, name: Name) -> Option<Value> {
        let value = self.call_discipline(name, None, b"getn", Value::Unset)?;
        (!matches!(value, Value::Unset)).then_some(value)
    }

    /// The value of an element that a discipline gives; None where no function has a say.
    pub fn disciplined_element(&mut self, name: Name, key: &Key) -> Option<ByteString> {
        // Instances have functions of their own.
        if !self.may_call(name, Some(key)) || self.variables.get(name).flags & TYPED != 0 {
            return None;
        }
        self.call_discipline(name, Some(key), b"get", Value::Unset)?.text()
    }

    /// What a change is to be; None where there is no function for it.
    pub fn disciplined_change(
        &mut self,
        name: Name,
        key: Option<&Key>,
        event: &[u8],
        value: ByteString,
    ) -> Option<Change> {
        if !self.may_call(name, key) {
            return None;
        }
        let value = self.call_discipline(name, key, event, Value::String(value))?;
        Some(value.text().map_or(Change::Refused, Change::To))
    }

    /// `.sh.fun.set` is called for every function that is called.
    pub fn tell_of_call(&mut self, function: Name) {
        if let Some(slot) = self.shared.names.find(b".sh.fun") {
            let text = ByteString::new(&self.name(function));
            let _ = self.disciplined_change(slot, None, b"set", text);
        }
    }

    /// Calls the function for the removal of a variable; with the variable its functions go.
    pub fn end_disciplines(&mut self, name: Name) {
        if !self.may_call(name, None) {
            return;
        }
        self.call_discipline(name, None, b"unset", Value::Unset);
        for event in EVENTS {
            let text = [in_ksh(&self.name(name)), b".", event].concat();
            if let Some(function) = self.shared.names.find(&text) {
                self.set_function(function, None);
            }
        }
    }

    /// Calls something with `.sh.name` as the name of a variable.
    pub fn told_of<T>(&mut self, name: Name, call: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.variables.get(names::SH_NAME).clone();
        let value = Value::String(ByteString::new(&self.name(name)));
        self.put(names::SH_NAME, Variable { value, ..Variable::default() });
        let result = call(self);
        self.put(names::SH_NAME, before);
        result
    }

    #[cold]
    fn call_discipline(
        &mut self,
        name: Name,
        key: Option<&Key>,
        event: &[u8],
        value: Value,
    ) -> Option<Value> {
        let asked = (name, key.cloned());
        let text = [in_ksh(&self.name(name)), b".", event].concat();
        let own = self.shared.names.find(&text).and_then(|own| self.function(own)).cloned();
        let of_type = match self.types.definitions.is_empty() {
            true => None,
            false => self.event_of_type(name, event),
        };
        let instance = of_type.as_ref().map(|(_, instance)| *instance);
        let function = own.or(of_type.map(|(function, _)| function))?;
        // For an instance in an array the element is named.
        let place = match (key, instance) {
            (None, Some(_)) => self.origin(name),
            _ => None,
        };
        let (owner, key) = match &place {
            Some((array, Component::Element(key))) => (*array, Some(key)),
            _ => (name, key),
        };
        let spelled = Value::String(ByteString::new(&self.name(owner)));
        let subscript = match key {
            None => Value::Unset,
            Some(Key::Index(index)) => Value::Integer(*index),
            Some(Key::Text(text)) => Value::String(ByteString::new(text)),
        };
        let assigned =
            [(names::SH_NAME, spelled), (names::SH_SUBSCRIPT, subscript), (names::SH_VALUE, value)];
        let before = assigned.map(|(slot, value)| {
            let before = self.variables.get(slot).clone();
            self.put(slot, Variable { value, ..Variable::default() });
            (slot, before)
        });
        let status = self.status;
        let line = self.now.line;
        let (variable, element) = asked;
        let result = self.within_discipline(variable, element, |env| match instance {
            Some(instance) => env.with_instance(instance, |env| env.call_function(&function, &[])),
            None => env.call_function(&function, &[]),
        });
        if result.is_ok() {
            self.status = status;
        }
        self.now.line = line;
        let value = self.variables.get(names::SH_VALUE).value.clone();
        for (slot, variable) in before {
            self.put(slot, variable);
        }
        Some(value)
    }
}
