//! Name references (`typeset -n`) where functions shadow variables.
//!
//! A reference is to a variable, not to a name: where a function declares a local variable of
//! the same name, what the reference means is the one that is shadowed. That variable then moves to
//! a slot of its own, which no script can name, and back when the function ends. In bash's
//! language it is to a name, which is looked up where the reference is used.

use super::Environment;
use super::arrays::Key;
use super::compound::Component;
use super::names;
use super::variables::{COMPUTED, EXPORT, FRACTIONS, INTEGER, MOVED, SPECIAL, Value, Variable};
use std::rc::Rc;
use syntax::Name;
use syntax::names::is_name_byte;

/// Stands, among what `local` puts back, for the options of the shell.
pub const OPTIONS: Name = Name(u32::MAX);

/// Stands there for what `unset` has put back already.
pub const NOTHING: Name = Name(u32::MAX - 1);

impl Environment {
    /// Makes a variable a reference to another; to itself: what it refers to is said later.
    pub fn refer(&mut self, name: Name, target: Name) {
        let flags = self.variables.get(name).flags | SPECIAL;
        self.put(name, Variable { value: Value::Reference(target), flags, attribute_number: 0 });
        self.has_references = true;
    }

    /// Makes a variable local: `before` is what it is now, to be put back when the innermost
    /// function ends.
    pub fn shadow(&mut self, name: Name, mut before: Variable) {
        let mut attribute_number = 0;
        // A program must find a local variable where it found the other one; not in ksh93, where
        // a function's own variables are not exported unless it says so.
        let rules = &self.rules().variables;
        let kept = if rules.local_inherits_export { EXPORT | COMPUTED } else { COMPUTED };
        let mut flags = before.flags & kept;
        if name == names::SECONDS && rules.shadowed_seconds_pause && flags & COMPUTED != 0 {
            // It goes on from where it was, and the function's own has as many digits.
            flags |= before.flags & FRACTIONS;
            attribute_number = before.attribute_number;
            before.value = self.computed(name);
        }
        self.hides_exports |= flags & EXPORT != 0;
        if self.has_references && !rules.references_are_to_names && self.is_referred_to(name) {
            let moved = self.move_away(name, before);
            self.now.locals.push((name, moved));
        } else {
            if self.composed {
                let inside = self.take_inside(name);
                self.now.locals.extend(inside);
            }
            self.now.locals.push((name, before));
        }
        self.put(name, Variable { value: Value::Unset, flags, attribute_number });
    }

    /// `export` or `readonly` of a variable that was assigned before the command (bash): it
    /// stays.
    pub fn keep_temporary(&mut self, name: Name) {
        for temporary in &mut self.now.temporary {
            if temporary.name == Some(name) {
                temporary.name = None;
            }
        }
    }

    /// Whether the innermost function was called with an assignment to this variable.
    pub fn is_passed(&self, name: Name) -> bool {
        let around = self.now.calls.wrapping_sub(1);
        self.now.temporary.iter().any(|one| one.name == Some(name) && one.calls == around)
    }

    /// What the assignment before a declaration of this variable shadows: it stays shadowed
    /// as long as the variable is local, which keeps what was assigned.
    pub fn declared_with(&mut self, name: Name) -> Option<Variable> {
        let mut declared = self.now.temporary.iter_mut().rev().take_while(|one| one.declares);
        let temporary = declared.find(|one| one.name == Some(name))?;
        temporary.name = None;
        Some(std::mem::take(&mut temporary.before))
    }

    /// Whether the innermost function has made the variable local.
    pub fn is_own_local(&self, name: Name) -> bool {
        self.now.locals[self.first_local()..].iter().any(|(local, _)| *local == name)
    }

    /// The variable that `typeset -g` means, where functions that run have one of that name of
    /// their own: its name, and where it is kept.
    pub fn shadowed_global(&self, operand: &[u8]) -> Option<(Name, usize)> {
        let length = operand.iter().take_while(|byte| is_name_byte(**byte)).count();
        let name = self.shared.names.find(&operand[..length])?;
        let at = self.now.locals.iter().position(|(local, _)| *local == name)?;
        (self.now.locals[at].1.flags & MOVED == 0).then_some((name, at))
    }

    /// Puts a variable that is kept there in its place, or back.
    pub fn swap_local(&mut self, name: Name, at: usize) {
        let kept = std::mem::take(&mut self.now.locals[at].1);
        let now = self.variables.get(name).clone();
        self.put(name, kept);
        self.now.locals[at].1 = now;
    }

    /// `unset` in bash: a variable that is local to a calling function, or was assigned before
    /// the command, goes away and what it hid appears. False where it is neither.
    pub fn uncover(&mut self, name: Name) -> bool {
        if self.now.calls > 0 && self.is_own_local(name) {
            return false;
        }
        let local = self.now.locals.iter().rposition(|(one, _)| *one == name);
        let temporary = self.now.temporary.iter().rposition(|one| one.name == Some(name));
        match (local, temporary) {
            (None, None) => false,
            (local, Some(at))
                if local.is_none_or(|_| {
                    // The function was called later than its caller made it local.
                    self.now.temporary[at].calls + 1 >= self.now.calls
                }) =>
            {
                let before = std::mem::take(&mut self.now.temporary[at]).before;
                self.put(name, before);
                true
            }
            (Some(at), _) => {
                let (_, variable) = &self.now.locals[at];
                if variable.flags & MOVED != 0 || self.composed {
                    return false;
                }
                let nothing = (NOTHING, Variable::default());
                let (_, variable) = std::mem::replace(&mut self.now.locals[at], nothing);
                self.put(name, variable);
                true
            }
            (None, Some(_)) => false,
        }
    }

    /// The variable that a name means in the function that called the innermost one.
    pub fn of_caller(&mut self, name: Name) -> Name {
        if let Some(variable) = self.of_suspended(name) {
            return variable;
        }
        let begin = self.first_local();
        let place = self.now.locals.get(begin..).and_then(|own| {
            own.iter().position(|(local, _)| *local == name).map(|index| begin + index)
        });
        let Some(place) = place else { return self.resolved(name) };
        match self.now.locals[place].1.value {
            Value::Reference(target) => self.resolved(target),
            _ => {
                let before = std::mem::take(&mut self.now.locals[place].1);
                if self.composed {
                    self.put_inside_back(name, begin, place);
                }
                let moved = self.move_away(name, before);
                let slot = match moved.value {
                    Value::Reference(slot) => slot,
                    _ => name,
                };
                self.now.locals[place].1 = moved;
                slot
            }
        }
    }

    /// Puts back what was inside of a variable that the innermost function shadows.
    fn put_inside_back(&mut self, name: Name, begin: usize, end: usize) {
        self.drop_inside(name);
        for at in begin..end {
            let inner = self.now.locals[at].0;
            let moved = self.now.locals[at].1.flags & MOVED != 0;
            if inner.0 < NOTHING.0 && !moved && self.is_inside(inner, name) {
                let nothing = (NOTHING, Variable::default());
                let (_, variable) = std::mem::replace(&mut self.now.locals[at], nothing);
                self.put(inner, variable);
            }
        }
    }

    /// Moves what is inside of a variable to where the same is inside of another slot.
    pub(super) fn move_inside(&mut self, from: Name, to: Name) {
        for (inner, variable) in self.take_inside(from) {
            if let Some(slot) = self.counterpart(inner, from, to) {
                *self.variables.get_mut(slot) = variable;
                self.rename_members(slot);
            }
        }
    }

    /// A compound variable's members are in slots that begin with its name.
    pub(super) fn rename_members(&mut self, name: Name) {
        let Value::Compound(members) = &self.variables.get(name).value else { return };
        let named = members.keys().map(|key| (key.clone(), self.member(name, key)));
        let named = Value::Compound(Rc::new(named.collect()));
        self.variables.get_mut(name).value = named;
    }

    /// Whether the name of a slot is that of something inside of a variable.
    pub(super) fn is_inside(&self, inner: Name, outer: Name) -> bool {
        let (inner, outer) = (self.name(inner), self.name(outer));
        inner.strip_prefix(&outer[..]).is_some_and(|rest| matches!(rest, [b'.' | b'[', ..]))
    }

    /// What is to one slot as another is to the one that it is inside of.
    pub(super) fn counterpart(&self, inner: Name, from: Name, to: Name) -> Option<Name> {
        if inner == from {
            return Some(to);
        }
        let (parent, component) = self.origin(inner)?;
        let parent = self.counterpart(parent, from, to)?;
        Some(match component {
            Component::Member(member) => self.member(parent, &member),
            Component::Element(key) => self.element_slot(parent, &key),
        })
    }

    /// A slot that no script can name, since no name has a NUL: nothing else is ever in it.
    pub(super) fn slot_apart(&self, name: Name, which: &str) -> Name {
        let spelled = [&self.name(name)[..], b"\0", which.as_bytes()].concat();
        self.shared.names.intern(&spelled)
    }

    /// Puts a variable in a slot of its own; what has to be remembered of it.
    fn move_away(&mut self, name: Name, variable: Variable) -> Variable {
        let slot = self.slot_apart(name, &self.now.locals.len().to_string());
        self.move_to(slot, name, variable)
    }

    /// Moves a variable to a slot; what has to be remembered of it.
    pub(super) fn move_to(&mut self, slot: Name, name: Name, variable: Variable) -> Variable {
        let flags = variable.flags & EXPORT | MOVED;
        let mut variable = variable;
        variable.flags &= !EXPORT;
        if self.composed {
            // What is inside is found by the value.
            let now = std::mem::replace(self.variables.get_mut(name), variable.clone());
            self.move_inside(name, slot);
            *self.variables.get_mut(name) = now;
        }
        *self.variables.get_mut(slot) = variable;
        self.rename_members(slot);
        self.redirect_references(name, slot);
        Variable { value: Value::Reference(slot), flags, attribute_number: 0 }
    }

    /// Undoes [`Self::shadow`] for a variable that had moved.
    pub fn bring_back(&mut self, name: Name, moved: Variable) {
        let Value::Reference(slot) = moved.value else { return };
        if self.composed {
            self.drop_inside(name);
            self.move_inside(slot, name);
        }
        let mut variable = std::mem::take(self.variables.get_mut(slot));
        variable.flags |= moved.flags & EXPORT;
        self.put(name, variable);
        self.rename_members(name);
        self.redirect_references(slot, name);
    }

    /// The name of a slot as the script spells it, without what tells it from others of the name.
    pub fn spelled_name(&self, name: Name) -> Vec<u8> {
        let text = self.name(name);
        let mut out = Vec::with_capacity(text.len());
        let mut hidden = false;
        for &byte in text.iter() {
            hidden = (hidden || byte == 0) && !matches!(byte, b'.' | b'[');
            if !hidden {
                out.push(byte);
            }
        }
        out
    }

    /// Whether the references that begin here lead in a circle.
    pub fn is_circular(&self, name: Name) -> bool {
        matches!(self.variables.get(name).value, Value::Reference(target) if target != name)
            && self.resolved(name) == name
    }

    /// Whether what is assigned to a variable is a number: to itself, or to an element that it
    /// refers to.
    pub fn takes_numbers(&self, name: Name) -> bool {
        let name = self.resolved(name);
        let is_integer = |name: Name| self.variables.get(name).flags & INTEGER != 0;
        is_integer(name)
            || self.has_references
                && self.composed
                && matches!(self.origin(name), Some((array, Component::Element(_)))
                    if is_integer(array))
    }

    /// Whether a variable is a reference to nothing yet.
    pub fn refers_to_nothing(&self, name: Name) -> bool {
        matches!(self.variables.get(name).value, Value::Reference(target) if target == name)
    }

    /// Whether a name is that of all elements of an array, as references in bash's language have
    /// it (`declare -n all='a[@]'`): the array, and its elements as `[*]` has them.
    pub fn of_all_elements(&self, name: Name) -> Option<Name> {
        let text = self.name(name);
        let array = text.strip_suffix(b"[@]").or(text.strip_suffix(b"[*]"))?;
        let array = self.shared.names.find(array)?;
        let whole = matches!(self.origin(name), Some((_, Component::Element(Key::Text(_)))));
        (whole && !self.is_associative(array)).then_some(array)
    }

    pub(super) fn is_referred_to(&self, name: Name) -> bool {
        let refers = |variable: &Variable| match variable.value {
            Value::Reference(target) if variable.flags & MOVED == 0 => {
                target == name || self.composed && self.is_inside(target, name)
            }
            _ => false,
        };
        self.variables.iter().any(|(_, variable)| refers(variable))
            || self.now.locals.iter().any(|(_, variable)| refers(variable))
            || self.now.suspended.iter().flatten().any(|(_, variable)| refers(variable))
    }

    /// Makes every reference to one slot a reference to another.
    fn redirect_references(&mut self, from: Name, to: Name) {
        let redirected = |variable: &Variable| match variable.value {
            Value::Reference(target) if variable.flags & MOVED == 0 => match self.composed {
                true => self.counterpart(target, from, to),
                false => (target == from).then_some(to),
            },
            _ => None,
        };
        let found: Vec<(Name, Name)> = self
            .variables
            .iter()
            .filter_map(|(name, variable)| Some((name, redirected(variable)?)))
            .collect();
        let hidden: Vec<(usize, Name)> = self
            .now
            .locals
            .iter()
            .enumerate()
            .filter_map(|(at, (_, variable))| Some((at, redirected(variable)?)))
            .collect();
        let waiting: Vec<(usize, usize, Name)> = self
            .now
            .suspended
            .iter()
            .enumerate()
            .flat_map(|(depth, scope)| {
                scope.iter().enumerate().map(move |(at, one)| (depth, at, one))
            })
            .filter_map(|(depth, at, (_, variable))| Some((depth, at, redirected(variable)?)))
            .collect();
        for (depth, at, to) in waiting {
            self.now.suspended[depth][at].1.value = Value::Reference(to);
        }
        for (name, to) in found {
            self.variables.get_mut(name).value = Value::Reference(to);
        }
        for (at, to) in hidden {
            self.now.locals[at].1.value = Value::Reference(to);
        }
    }
}
