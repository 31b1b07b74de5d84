//! Types (ksh93, `typeset -T`): what an instance is made from, and what it can do.
//!
//! A type is a compound variable, `.sh.type.name`, of which each instance is a copy: members,
//! their attributes and their values. Beside it stands what no variable holds: the order of
//! the members, and the functions. The value of an instance is its members, as that of any
//! compound variable; the flag [`TYPED`] says that it is one, and `attribute_number` says of which type. An
//! array with that flag has elements that are instances.
//!
//! A member that all instances share is a reference to that of the type.

use super::arrays::{Indexed, Key};
use super::compound::Component;
use super::disciplines::EVENTS;
use super::variables::{DISCIPLINE, NESTED, READONLY, SHARED, SPECIAL, TYPED, Value, Variable};
use super::{AssignError, Environment, Function, names};
use crate::unwind::Flow;
use std::rc::Rc;
use syntax::{ByteString, Name};

/// Where the types are.
const PLACE: &[u8] = b".sh.type";

/// The member that is the value of an instance itself: `typeset .=value` in a type. No script
/// can spell it.
pub const OWN: &[u8] = b"\x01";

/// What a reference is to whose variable has gone with the instance that it was inside of.
const DELETED: &[u8] = b".deleted";

pub use super::state::types::{Definition, Method, Types};

impl Environment {
    /// The type that an instance is of, or the instances in an array.
    pub fn type_of(&self, name: Name) -> Option<&Rc<Definition>> {
        let variable = self.variables.get(name);
        if variable.flags & TYPED == 0 {
            return None;
        }
        self.types.definitions.get(usize::from(variable.attribute_number))
    }

    /// The number of the type with this name.
    pub fn type_named(&self, name: Name) -> Option<u16> {
        let at = self.types.definitions.iter().rposition(|one| one.name == name)?;
        u16::try_from(at).ok()
    }

    /// The variable that a type's instances are copies of.
    pub fn template_of(&self, name: Name) -> Name {
        let text = [PLACE, b".", &self.name(name)].concat();
        self.shared.names.intern(&text)
    }

    /// The place of all types.
    pub fn place_of_types(&mut self) -> Name {
        let place = self.shared.names.intern(PLACE);
        if !matches!(self.variables.get(place).value, Value::Compound(_)) {
            self.composed = true;
            let value = Value::Compound(Rc::default());
            self.put(place, Variable { value, flags: SPECIAL, attribute_number: 0 });
        }
        place
    }

    /// Whether a slot is that place.
    pub fn is_place_of_types(&self, name: Name) -> bool {
        self.name(name)[..] == *PLACE
    }

    /// Makes a variable, whatever it was, an instance of the type with this number.
    ///
    /// # Errors
    /// Those of [`assign`](Self::assign).
    pub fn make_instance(&mut self, slot: Name, number: u16) -> Result<(), AssignError> {
        let Some(definition) = self.types.definitions.get(usize::from(number)) else {
            return Ok(());
        };
        let template = definition.template;
        if self.variables.get(slot).flags & READONLY != 0 {
            return Err(AssignError::ReadOnly(slot));
        }
        self.forget_own_methods(slot);
        self.copy_kept(template, slot)
    }

    /// Gives an instance, or the first element of an array of instances, its initial members again.
    ///
    /// # Errors
    /// Those of [`assign`](Self::assign).
    pub fn reset_instance(&mut self, slot: Name) -> Result<(), AssignError> {
        let variable = self.variables.get(slot);
        let (number, read_only) = (variable.attribute_number, variable.flags & READONLY != 0);
        if read_only {
            return Err(AssignError::ReadOnly(slot));
        }
        self.make_instance(slot, number)
    }

    /// Makes the instance that a text names a plain variable without a value, if it is one.
    ///
    /// # Errors
    /// Those of [`spelled`](Self::spelled).
    pub fn forget_type(&mut self, spelled: &[u8]) -> Flow {
        if self.types.definitions.is_empty() {
            return Ok(());
        }
        let Some((name, None)) = self.spelled(spelled)? else { return Ok(()) };
        let name = self.resolved(name);
        if self.variables.get(name).flags & (TYPED | READONLY) == TYPED {
            self.drop_inside(name);
            self.put(name, Variable::default());
        }
        Ok(())
    }

    /// Makes one instance a copy of another one, with the functions of its own.
    ///
    /// # Errors
    /// Those of [`assign`](Self::assign).
    pub fn copy_instance(&mut self, from: Name, to: Name) -> Result<(), AssignError> {
        if from == to {
            return Ok(());
        }
        self.forget_own_methods(to);
        self.copy_kept(from, to)?;
        let Some(definition) = self.type_of(from).cloned() else { return Ok(()) };
        for method in &definition.methods {
            if let Some(function) = self.own_method(from, &method.name).cloned() {
                let own = [&self.name(to)[..], b".", &method.name].concat();
                let own = self.shared.names.intern(&own);
                self.set_function(own, Some(function));
            }
        }
        Ok(())
    }

    /// Makes an instance the first element of an array of instances.
    ///
    /// # Errors
    /// Those of [`assign`](Self::assign).
    pub fn make_array_of_instance(&mut self, name: Name) -> Result<(), AssignError> {
        let first = Key::Index(0);
        let slot = self.element_slot(name, &first);
        // The element is there already, for what asks.
        self.variables.get_mut(name).flags |= NESTED;
        self.variables.get_mut(slot).value = Value::Compound(Rc::default());
        self.copy_kept(name, slot)?;
        self.drop_inside(name);
        let variable = self.variables.get_mut(name);
        let array: Indexed = [(0, ByteString::EMPTY)].into_iter().collect();
        variable.value = Value::Indexed(Rc::new(array));
        variable.flags |= NESTED | SPECIAL;
        Ok(())
    }

    /// What the name of an array of instances stands for: its first element.
    pub fn first_instance(&self, name: Name) -> Name {
        let variable = self.variables.get(name);
        if variable.flags & TYPED == 0 {
            return name;
        }
        match &variable.value {
            Value::Associative(_) => self.element_slot(name, &Key::Text(b"0".to_vec())),
            Value::Indexed(_) => self.element_slot(name, &Key::Index(0)),
            _ => name,
        }
    }

    /// The slot of the value that an instance has itself, if it has one.
    pub fn own_value(&self, name: Name) -> Option<Name> {
        match &self.variables.get(name).value {
            Value::Compound(members) => members.get(OWN).copied(),
            _ => None,
        }
    }

    /// The variable that a text names, if it is an instance of this type.
    fn instance_by_text(&mut self, text: &[u8], number: u16) -> Option<Name> {
        if !text.first().is_some_and(|&byte| byte == b'_' || byte.is_ascii_alphabetic()) {
            return None;
        }
        let (name, key) = match byte_search::memchr(b'[', text) {
            None => (self.shared.names.find(text)?, None),
            Some(_) => self.spelled(text).ok()??,
        };
        let name = self.resolved(name);
        let slot = match key {
            Some(key) => self.nested(name, &key)?,
            None => self.first_instance(name),
        };
        let variable = self.variables.get(slot);
        let same = variable.flags & TYPED != 0 && variable.attribute_number == number;
        (same && matches!(variable.value, Value::Compound(_))).then_some(slot)
    }

    /// `instance=text`: a copy of the instance that the text names, or its own value.
    #[cold]
    pub(super) fn assign_instance(&mut self, name: Name, value: Value) -> Result<(), AssignError> {
        let variable = self.variables.get(name);
        if variable.value.is_array() {
            let key = match variable.value {
                Value::Associative(_) => Key::Text(b"0".to_vec()),
                _ => Key::Index(0),
            };
            return self.assign_instance_in(name, &key, value);
        }
        let text = value.text().unwrap_or_default();
        if let Some(from) = self.instance_by_text(&text, variable.attribute_number) {
            return self.copy_instance(from, name);
        }
        let mut value = value;
        match self.disciplined_change(name, None, b"set", text) {
            Some(super::disciplines::Change::To(text)) => value = Value::String(text),
            Some(super::disciplines::Change::Refused) => return Ok(()),
            None => {}
        }
        match self.own_value(name) {
            Some(slot) => self.assign(slot, value),
            // It has nowhere to be.
            None => Ok(()),
        }
    }

    /// `array[key]=text`, where the elements are instances.
    #[cold]
    pub(super) fn assign_instance_in(
        &mut self,
        name: Name,
        key: &Key,
        value: Value,
    ) -> Result<(), AssignError> {
        let slot = match self.nested(name, key) {
            Some(slot) => slot,
            None => self.make_nested(name, key)?,
        };
        match self.variables.get(slot).flags & TYPED {
            0 => self.assign(slot, value),
            _ => self.assign_instance(slot, value),
        }
    }

    /// The function that an instance has itself in place of its type's.
    fn own_method(&self, instance: Name, name: &[u8]) -> Option<&Rc<Function>> {
        let text = [&self.name(instance)[..], b".", name].concat();
        self.function(self.shared.names.find(&text)?)
    }

    /// The functions that an instance has itself go.
    fn forget_own_methods(&mut self, instance: Name) {
        let Some(definition) = self.type_of(instance).cloned() else { return };
        for method in &definition.methods {
            let text = [&self.name(instance)[..], b".", &method.name].concat();
            if let Some(own) = self.shared.names.find(&text) {
                self.set_function(own, None);
            }
        }
    }

    /// The function that an instance, or the first of an array, has by this name; and what `_`
    /// is in it.
    pub fn method_of(&self, instance: Name, name: &[u8]) -> Option<(Rc<Function>, Name)> {
        let instance = self.first_instance(instance);
        let definition = self.type_of(instance)?;
        if let Some(own) = self.own_method(instance, name) {
            return Some((own.clone(), instance));
        }
        let method = definition.method(name)?;
        let function = self.function(method.function)?.clone();
        Some((function, if method.shared { definition.template } else { instance }))
    }

    /// The function of a type for what happens to a variable, an instance or a member of one;
    /// and what `_` is in it.
    pub(super) fn event_of_type(&self, name: Name, event: &[u8]) -> Option<(Rc<Function>, Name)> {
        if let Some(found) = self.method_of(name, event) {
            return Some(found);
        }
        let (parent, Component::Member(member)) = self.origin(name)? else { return None };
        self.method_of(parent, &[&member[..], b".", event].concat())
    }

    /// Calls a function with `_` as a reference to an instance.
    pub fn with_instance<T>(&mut self, instance: Name, call: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.variables.get(names::LAST_ARGUMENT).clone();
        self.refer(names::LAST_ARGUMENT, instance);
        let result = call(self);
        self.put(names::LAST_ARGUMENT, before);
        result
    }

    /// Marks the variables that functions of a type are called for.
    pub(super) fn mark_disciplined(&mut self, definition: &Definition) {
        let template = definition.template;
        for method in &definition.methods {
            let (member, event) = match byte_search::memrchr(b'.', &method.name) {
                Some(at) => (Some(&method.name[..at]), &method.name[at + 1..]),
                None => (None, &method.name[..]),
            };
            if !EVENTS.contains(&event) {
                continue;
            }
            self.has_disciplines = true;
            let slot = match member {
                Some(member) => self.member(template, member),
                None => template,
            };
            self.variables.get_mut(slot).flags |= DISCIPLINE;
        }
    }

    /// Where the variable of a type is made.
    pub fn draft_of_template(&self, template: Name) -> Name {
        self.slot_apart(template, "draft")
    }

    /// What was made elsewhere becomes the variable of a type.
    pub fn finish_template(&mut self, draft: Name, template: Name) {
        self.drop_inside(template);
        let variable = self.variables.get(draft).clone();
        self.move_inside(draft, template);
        self.put(draft, Variable::default());
        self.put(template, variable);
        self.rename_members(template);
        let _ = self.enter_parent(template);
    }

    /// Adds a type, whose variable is complete.
    pub fn add_type(&mut self, definition: Definition) {
        let Ok(number) = u16::try_from(self.types.definitions.len()) else { return };
        self.mark_disciplined(&definition);
        let variable = self.variables.get_mut(definition.template);
        variable.flags |= TYPED | SPECIAL;
        variable.attribute_number = number;
        self.shared.names.note_type(definition.name);
        Rc::make_mut(&mut self.types).definitions.push(Rc::new(definition));
    }

    /// What a member of an instance goes back to when it is unset; None where it is no such
    /// member.
    #[cold]
    pub(super) fn default_of_member(&self, name: Name) -> Option<Name> {
        let (parent, Component::Member(member)) = self.origin(name)? else { return None };
        // Of a type in a type: as the outer type has it.
        if let Some(outer) = self.default_of_member(parent) {
            let slot = self.member(outer, &member);
            return self.variables.get(slot).is_set().then_some(slot);
        }
        let definition = self.type_of(parent)?;
        if definition.template == parent || !definition.has_member(&member) {
            return None;
        }
        Some(self.member(definition.template, &member))
    }

    /// Whether a name with periods ends in what its instance does not have; the two.
    pub fn is_no_element(&self, name: Name) -> Option<(Vec<u8>, Name)> {
        if self.types.definitions.is_empty() {
            return None;
        }
        let (parent, Component::Member(member)) = self.origin(name)? else { return None };
        let parent = self.first_instance(self.resolved(parent));
        let definition = self.type_of(parent)?;
        let matches = definition.has_member(&member) || self.method_of(parent, &member).is_some();
        (!matches && !EVENTS.contains(&&member[..])).then_some((member, parent))
    }

    /// References to what is inside of an instance that goes are to nothing.
    pub(super) fn end_instance(&mut self, name: Name) {
        self.forget_own_methods(name);
        if !self.has_references {
            return;
        }
        let deleted = self.shared.names.intern(DELETED);
        let inside: Vec<Name> = self
            .variables
            .iter()
            .filter(|(_, variable)| match variable.value {
                Value::Reference(target) => {
                    variable.flags & super::variables::MOVED == 0 && self.is_inside(target, name)
                }
                _ => false,
            })
            .map(|(reference, _)| reference)
            .collect();
        for reference in inside {
            self.variables.get_mut(reference).value = Value::Reference(deleted);
        }
    }

    /// Whether a variable is a member of an instance.
    pub(super) fn is_member_of_instance(&self, name: Name) -> bool {
        !self.types.definitions.is_empty()
            && matches!(self.origin(name), Some((parent, Component::Member(_)))
                if self.type_of(parent).is_some())
    }

    /// The members of an instance in the order of its type; None where it is no instance.
    pub(super) fn members_in_order(&self, name: Name) -> Option<Vec<Name>> {
        if self.types.definitions.is_empty() {
            return None;
        }
        let Value::Compound(members) = &self.variables.get(name).value else { return None };
        if let Some(definition) = self.type_of(name) {
            let known = definition.members.iter().filter_map(|member| members.get(member));
            return Some(known.copied().collect());
        }
        let (parent, Component::Member(member)) = self.origin(name)? else { return None };
        let definition = self.type_of(parent)?;
        let (_, order) = definition.inside.iter().find(|(known, _)| *known == member)?;
        // What has been added since comes last.
        let known = order.iter().filter_map(|member| members.get(member));
        let others = members.iter().filter(|(member, _)| !order.contains(member));
        Some(known.chain(others.map(|(_, slot)| slot)).copied().collect())
    }

    /// The variable that all instances share, which a member stands for.
    pub(super) fn shared_member(&self, slot: Name) -> Option<Name> {
        let variable = self.variables.get(slot);
        match variable.value {
            Value::Reference(_) if variable.flags & SHARED != 0 => Some(self.resolved(slot)),
            _ => None,
        }
    }
}
