//! Compound variables (ksh93): variables with members, elements that are arrays or compound
//! variables themselves, and references to elements.
//!
//! What is inside a variable is a variable of its own, in the slot of the whole name: `a.b`,
//! `a[1]`, `a[1].b`. So attributes, arithmetic, references and local variables need to know
//! nothing of it. A compound variable's value is the list of its members' slots; an array that
//! has such elements is marked [`NESTED`], and holds an empty text in their place.

use super::arrays::{Indexed, Key};
use super::variables::{
    DISCIPLINE, FRACTIONS, IMPLICIT, INTEGER, LOWER, NESTED, READONLY, SHARED, SHORT, SPECIAL,
    TYPED, UPPER, Value, Variable,
};
use super::{AssignError, Environment};
use std::rc::Rc;
use syntax::{ByteString, Name};

pub use super::variables::Members;

/// How a variable is inside of another.
#[derive(Clone, Debug)]
pub enum Component {
    /// `.name`
    Member(Vec<u8>),
    /// `[key]`
    Element(Key),
}

impl Environment {
    /// The slot of a member.
    pub fn member(&self, parent: Name, member: &[u8]) -> Name {
        self.shared.names.intern(&[&self.name(parent)[..], b".", member].concat())
    }

    fn element_name(&self, array: Name, key: &Key) -> Vec<u8> {
        let mut text = self.name(array).to_vec();
        text.push(b'[');
        match key {
            Key::Index(index) => text.extend_from_slice(index.to_string().as_bytes()),
            Key::Text(key) => text.extend_from_slice(key),
        }
        text.push(b']');
        text
    }

    /// The slot of an element that is a variable itself, or is referred to.
    pub fn element_slot(&self, array: Name, key: &Key) -> Name {
        let text = self.element_name(array, key);
        let slot = self.shared.names.intern(&text);
        self.shared.composed.borrow_mut().entry(slot).or_insert_with(|| (array, key.clone()));
        slot
    }

    /// Whether a reference to this slot would be to something inside of what it is itself,
    /// whatever references are between.
    pub fn leads_inside(&self, slot: Name, reference: Name) -> bool {
        let (mut slot, mut inside) = (slot, false);
        for _ in 0..32 {
            if slot == reference {
                return inside;
            }
            match (&self.variables.get(slot).value, self.origin(slot)) {
                (Value::Reference(next), _) => slot = *next,
                (_, Some((parent, _))) => (slot, inside) = (parent, true),
                _ => return false,
            }
        }
        inside
    }

    /// A key as the array has it now, which may have been of the other kind when its element got a slot:
    /// a nested script has arrays of its own by the same names.
    fn key_in(&self, array: Name, key: &Key) -> Key {
        match (&self.variables.get(array).value, key) {
            (Value::Associative(_), Key::Index(index)) => Key::Text(index.to_string().into()),
            (Value::Indexed(_), Key::Text(text)) => {
                match std::str::from_utf8(text).ok().and_then(|digits| digits.parse().ok()) {
                    Some(index) => Key::Index(index),
                    None => key.clone(),
                }
            }
            _ => key.clone(),
        }
    }

    /// What the variable of a slot is inside of, and how.
    pub fn origin(&self, name: Name) -> Option<(Name, Component)> {
        if let Some((array, key)) = self.shared.composed.borrow().get(&name) {
            return Some((*array, Component::Element(self.key_in(*array, key))));
        }
        let text = self.name(name);
        if self.rules().variables.references_are_to_names
            && let Some((array, key)) = self.element_by_text(&text)
        {
            return Some((array, Component::Element(key)));
        }
        let at = byte_search::memrchr(b'.', &text)?;
        // `.sh.name` is inside of nothing, and what has a NUL is a shadowed variable.
        if at == 0 || text[0] == b'.' && byte_search::memrchr(b'.', &text[..at]) == Some(0) {
            return None;
        }
        if byte_search::memchr(0, &text[at..]).is_some() {
            return None;
        }
        let parent = &text[..at];
        if parent.contains(&b'[') {
            // Its slot was made when the path to it was followed.
            let parent = self.shared.names.find(parent)?;
            return Some((parent, Component::Member(text[at + 1..].to_vec())));
        }
        let parent = self.shared.names.intern(parent);
        Some((parent, Component::Member(text[at + 1..].to_vec())))
    }

    /// Where references lead that a name has inside: `r.x`, with `r` a reference to `a[1]`, is
    /// `a[1].x`.
    #[cold]
    pub(super) fn resolved_inside(&self, name: Name, steps: &mut u32) -> Name {
        let Some((parent, component)) = self.origin(name) else { return name };
        let target = self.resolved_in(parent, steps);
        let has_types =
            !self.types.definitions.is_empty() && matches!(component, Component::Member(_));
        if target == parent && !(has_types && self.first_instance(target) != target) {
            return name;
        }
        let target = if has_types { self.first_instance(target) } else { target };
        let inner = match component {
            Component::Member(member) => self.member(target, &member),
            Component::Element(key) => self.element_slot(target, &key),
        };
        if matches!(self.variables.get(inner).value, Value::Reference(_)) {
            self.resolved_in(inner, steps)
        } else {
            inner
        }
    }

    /// The value of what has none in its own slot: of an element that is referred to.
    #[cold]
    pub(super) fn value_inside(&mut self, name: Name) -> Option<ByteString> {
        if let Some(array) = self.of_all_elements(name) {
            let elements = self.elements(array);
            let elements: Vec<&[u8]> = elements.iter().map(|text| text.as_bytes()).collect();
            return (!elements.is_empty()).then(|| ByteString::from(elements.join(&b' ')));
        }
        match self.origin(name)? {
            (array, Component::Element(key)) => self.element(array, &key),
            (_, Component::Member(_)) if self.types.definitions.is_empty() => None,
            (parent, Component::Member(member)) => self.method_value(parent, &member),
        }
    }

    /// The first assignment to a slot: a member becomes known to what it is a member of, and an
    /// element that is only referred to is assigned where it is. None: the slot takes the value.
    #[cold]
    pub(super) fn assign_inside(
        &mut self,
        name: Name,
        value: Value,
    ) -> Result<Option<Value>, AssignError> {
        match self.origin(name) {
            Some((array, Component::Element(key))) => {
                if self.of_all_elements(name).is_some() {
                    return Err(AssignError::AllElements(name));
                }
                let text = value.text().unwrap_or_default();
                self.assign_element(array, key, text)?;
                Ok(None)
            }
            Some((parent, Component::Member(_))) => {
                let before = self.variables.get(name).flags;
                self.enter(parent, name)?;
                // The type of an instance that has just been made may say what the member is.
                match self.variables.get(name).flags == before {
                    true => Ok(Some(value)),
                    false => self.converted(name, value).map(Some),
                }
            }
            None => Ok(Some(value)),
        }
    }

    /// Adds a variable to the members of the compound variable that its name places it in, if there
    /// is one.
    ///
    /// # Errors
    /// [`AssignError::NoParent`] where nothing can have the member, [`AssignError::NotAnElement`] where
    /// the type of its parent does not have it.
    pub fn enter_parent(&mut self, name: Name) -> Result<(), AssignError> {
        match self.origin(name) {
            Some((parent, Component::Member(_))) => self.enter(parent, name),
            _ => Ok(()),
        }
    }

    fn enter(&mut self, parent: Name, name: Name) -> Result<(), AssignError> {
        let text = self.name(name);
        let member = text.rsplit(|&byte| byte == b'.').next().unwrap_or_default().to_vec();
        if !matches!(self.variables.get(parent).value, Value::Compound(_)) {
            let empty_array = self.may_have_members(parent);
            match self.origin(parent) {
                _ if empty_array => self.make_compound(parent)?,
                // `a[1].b=` makes the element a compound variable.
                Some((array, Component::Element(key))) => {
                    let slot = self.make_nested(array, &key)?;
                    // In an array of instances it is one already.
                    if self.type_of(slot).is_none() {
                        self.make_compound(slot)?;
                    }
                }
                // `a.b.c=` makes the member b of a compound variable one.
                Some((outer, Component::Member(_)))
                    if !self.variables.get(parent).is_set() && self.may_have_members(outer) =>
                {
                    self.make_compound(parent)?;
                }
                // A plain variable may have members, though it does not know of them.
                _ if self.variables.get(parent).is_set() => return Ok(()),
                // One with functions for its changes may, too (ksh93).
                _ if self.variables.get(parent).flags & DISCIPLINE != 0 => return Ok(()),
                // So may one that was declared.
                _ if self.variables.get(name).flags != 0 => return Ok(()),
                _ => return Err(self.no_member(name)),
            }
        }
        if let Some(definition) = self.type_of(parent)
            && !definition.has_member(&member)
        {
            return Err(self.no_member(name));
        }
        let parent = self.variables.get_mut(parent);
        if parent.flags & READONLY != 0 {
            return Err(self.no_member(name));
        }
        if let Value::Compound(members) = &mut parent.value
            && members.get(&member) != Some(&name)
        {
            Rc::make_mut(members).insert(member, name);
        }
        Ok(())
    }

    /// Why a variable cannot be a member of what its name says.
    #[cold]
    fn no_member(&self, name: Name) -> AssignError {
        if self.variables.get(name).flags & READONLY != 0 {
            AssignError::ReadOnly(name)
        } else if self.is_no_element(name).is_some() {
            AssignError::NotAnElement(name)
        } else {
            AssignError::NoParent(name)
        }
    }

    /// Whether a variable is a compound one, or `()`, which may become one.
    fn may_have_members(&self, name: Name) -> bool {
        match &self.variables.get(name).value {
            Value::Compound(_) => true,
            Value::Indexed(array) => array.is_empty(),
            _ => false,
        }
    }

    /// Makes an empty compound variable of a variable.
    ///
    /// # Errors
    /// Those of [`assign`](Self::assign).
    pub fn make_compound(&mut self, name: Name) -> Result<(), AssignError> {
        self.composed = true;
        if self.variables.get(name).flags & READONLY != 0 {
            return Err(AssignError::ReadOnly(name));
        }
        match self.origin(name) {
            Some((parent, Component::Member(_))) => self.enter(parent, name)?,
            // Of an element that was only referred to so far.
            Some((array, Component::Element(key)))
                if self.rules().variables.compound_makes_element
                    && self.nested(array, &key).is_none() =>
            {
                self.make_nested(array, &key)?;
            }
            _ => {}
        }
        self.drop_inside(name);
        let variable = self.variables.get_mut(name);
        variable.value = Value::Compound(Rc::default());
        variable.flags = (variable.flags | SPECIAL) & !TYPED;
        Ok(())
    }

    /// Makes an element a variable of its own and returns its slot, without a value.
    ///
    /// # Errors
    /// Those of [`assign`](Self::assign) on the array.
    pub fn make_nested(&mut self, array: Name, key: &Key) -> Result<Name, AssignError> {
        self.composed = true;
        if self.variables.get(array).flags & READONLY != 0 {
            return Err(AssignError::ReadOnly(array));
        }
        let compound = matches!(self.variables.get(array).value, Value::Compound(_));
        let typed = self.variables.get(array).flags & TYPED != 0;
        if compound && typed {
            self.make_array_of_instance(array)?;
        } else if compound {
            self.drop_inside(array);
            self.variables.get_mut(array).value = Value::Unset;
        }
        if !self.variables.get(array).is_set()
            && let Some((outer, component)) = self.origin(array)
        {
            match component {
                Component::Member(_) => self.enter(outer, array)?,
                Component::Element(key) => {
                    self.make_nested(outer, &key)?;
                    self.drop_instance(array);
                    self.variables.get_mut(array).flags |= IMPLICIT;
                }
            }
        }
        self.variables.get_mut(array).flags |= NESTED | SPECIAL;
        let slot = self.element_slot(array, key);
        self.drop_inside(slot);
        let mut inner = Variable::default();
        if self.rules().variables.inner_arrays_inherit_numbers {
            // Numbers in an array of numbers.
            let outer = self.variables.get(array);
            inner.flags = outer.flags & (INTEGER | FRACTIONS | LOWER | UPPER | SHORT);
            inner.attribute_number = if inner.flags != 0 { outer.attribute_number } else { 0 };
        }
        *self.variables.get_mut(slot) = inner;
        let variable = self.variables.get_mut(array);
        if !matches!(variable.value, Value::Indexed(_) | Value::Associative(_)) {
            let first = variable.value.text().map(|text| (0, text));
            variable.value = Value::Indexed(Rc::new(first.into_iter().collect::<Indexed>()));
        }
        match (&mut variable.value, key) {
            (Value::Indexed(elements), Key::Index(index)) => {
                Rc::make_mut(elements).insert(*index, ByteString::EMPTY);
            }
            (Value::Associative(elements), key) => {
                let key = match key {
                    Key::Text(text) => text.clone(),
                    Key::Index(index) => index.to_string().into_bytes(),
                };
                Rc::make_mut(elements).insert(key, ByteString::EMPTY);
            }
            _ => {}
        }
        let array = self.variables.get(array);
        if array.flags & TYPED != 0 {
            let number = array.attribute_number;
            // It is there already.
            self.variables.get_mut(slot).value = Value::Compound(Rc::default());
            self.make_instance(slot, number)?;
        }
        Ok(slot)
    }

    /// What was made as an instance becomes an array of them.
    fn drop_instance(&mut self, name: Name) {
        if self.variables.get(name).flags & TYPED != 0 {
            self.drop_inside(name);
            self.variables.get_mut(name).value = Value::Unset;
        }
    }

    /// The slot of an element that is a variable itself.
    pub fn nested(&self, array: Name, key: &Key) -> Option<Name> {
        if self.variables.get(array).flags & NESTED == 0 {
            return None;
        }
        let slot = self.shared.names.find(&self.element_name(array, key))?;
        self.variables.get(slot).is_set().then_some(slot)
    }

    /// The slots of the elements of an array that are variables themselves.
    pub fn nested_elements(&self, array: Name) -> Vec<(Key, Name)> {
        let variable = self.variables.get(array);
        if variable.flags & NESTED == 0 {
            return Vec::new();
        }
        let keys: Vec<Key> = match &variable.value {
            Value::Indexed(elements) => elements.keys().map(|&index| Key::Index(index)).collect(),
            Value::Associative(elements) => {
                elements.keys().map(|key| Key::Text(key.clone())).collect()
            }
            _ => Vec::new(),
        };
        keys.into_iter()
            .filter_map(|key| self.nested(array, &key).map(|slot| (key, slot)))
            .collect()
    }

    /// The elements of an array that cannot be changed can neither, where they are variables
    /// themselves (ksh93).
    #[cold]
    pub fn fix_elements(&mut self, array: Name) {
        for (_, slot) in self.nested_elements(array) {
            self.variables.get_mut(slot).flags |= READONLY;
            self.fix_elements(slot);
        }
    }

    /// The slots directly inside of a variable.
    fn inside(&self, name: Name) -> Vec<Name> {
        let variable = self.variables.get(name);
        match &variable.value {
            Value::Compound(members) => members.values().copied().collect(),
            _ if variable.flags & NESTED != 0 => {
                self.nested_elements(name).into_iter().map(|(_, slot)| slot).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Removes all that is inside of a variable.
    pub fn drop_inside(&mut self, name: Name) {
        if !self.composed {
            return;
        }
        for slot in self.inside(name) {
            self.drop_inside(slot);
            self.put(slot, Variable::default());
        }
        self.variables.get_mut(name).flags &= !NESTED;
    }

    /// Takes all that is inside of a variable away: what has to be put back, in an order in
    /// which that can be done from the end.
    pub(super) fn take_inside(&mut self, name: Name) -> Vec<(Name, Variable)> {
        let mut taken = Vec::new();
        let mut slots = self.inside(name);
        while let Some(slot) = slots.pop() {
            slots.extend(self.inside(slot));
            taken.push((slot, self.variables.get(slot).clone()));
        }
        for (slot, _) in &taken {
            self.put(*slot, Variable::default());
        }
        taken
    }

    /// Adds the members of one compound variable to those of another.
    ///
    /// # Errors
    /// Those of [`copy_kept`](Self::copy_kept).
    pub fn merge_inside(&mut self, from: Name, to: Name) -> Result<(), AssignError> {
        let Value::Compound(members) = self.variables.get(from).value.clone() else {
            return Ok(());
        };
        for (member, slot) in members.iter() {
            let target = self.member(to, member);
            self.enter(to, target)?;
            self.copy_inside(*slot, target)?;
        }
        Ok(())
    }

    /// Makes one variable, with its members, a copy of another one; the copy is not read-only.
    ///
    /// # Errors
    /// Those of [`assign`](Self::assign).
    pub fn copy_inside(&mut self, from: Name, to: Name) -> Result<(), AssignError> {
        self.copy_with(from, to, false)
    }

    /// Makes one variable, with its members, a copy of another one; members with a value stay
    /// read-only where they were.
    ///
    /// # Errors
    /// Those of [`assign`](Self::assign).
    pub fn copy_kept(&mut self, from: Name, to: Name) -> Result<(), AssignError> {
        self.copy_with(from, to, true)
    }

    fn copy_with(&mut self, from: Name, to: Name, keep: bool) -> Result<(), AssignError> {
        let variable = self.variables.get(from);
        if variable.flags & SHARED != 0 && !matches!(variable.value, Value::Reference(_)) {
            // There is only one for all instances of the type.
            self.drop_inside(to);
            self.refer(to, from);
            self.variables.get_mut(to).flags = SHARED | SPECIAL;
            return Ok(());
        }
        match self.variables.get(from).value.clone() {
            Value::Compound(members) => {
                self.make_compound(to)?;
                for (member, slot) in members.iter() {
                    let target = self.member(to, member);
                    self.enter(to, target)?;
                    self.copy_with(*slot, target, keep)?;
                    let kept = self.variables.get(*slot);
                    if keep && kept.flags & READONLY != 0 && kept.is_set() {
                        self.variables.get_mut(target).flags |= READONLY;
                    }
                }
                let kind = self.variables.get(from);
                let (flags, attribute_number) = (kind.flags & !READONLY, kind.attribute_number);
                let variable = self.variables.get_mut(to);
                variable.flags |= flags;
                if flags & TYPED != 0 {
                    variable.attribute_number = attribute_number;
                }
            }
            _ => {
                let nested = self.nested_elements(from);
                let mut variable = self.variables.get(from).clone();
                variable.flags &= !READONLY;
                self.drop_inside(to);
                self.put(to, variable);
                for (key, slot) in nested {
                    let target = self.make_nested(to, &key)?;
                    self.copy_with(slot, target, keep)?;
                }
            }
        }
        Ok(())
    }
}
