//! The scope of a function `function name` in ksh93's language: it has its own variables and the
//! global ones, and sees nothing of those that its caller has declared.
//!
//! What a function declares shadows the global variable of that name ([`Environment::shadow`]).
//! While another such function runs that it has called, what is shadowed is back in its place
//! and the caller's variables are kept here. References to them lead to slots that no script
//! can name; so does `nameref x=$1`, where the argument names one of the caller's.

use super::Environment;
use super::references::{NOTHING, OPTIONS};
use super::variables::{EXPORT, MOVED, READONLY, Value, Variable};
use syntax::Name;

impl Environment {
    /// Puts the local variables of the function that runs aside. False where there can be none.
    pub fn suspend_scope(&mut self) -> bool {
        if self.now.locals.is_empty() && self.now.suspended.is_empty() {
            return false;
        }
        let depth = self.now.suspended.len();
        // Where references are found that have to follow what moves.
        self.now.suspended.push(Vec::with_capacity(self.now.locals.len()));
        let mut outer = None;
        while let Some((name, hidden)) = self.now.locals.pop() {
            if name == NOTHING {
                continue;
            }
            if name == OPTIONS {
                self.keep_suspended(name, hidden);
                continue;
            }
            if self.composed && outer.is_some_and(|outer| self.is_inside(name, outer)) {
                // It came with the variable that it is inside of.
                self.put(name, hidden);
                continue;
            }
            outer = Some(name);
            let local = self.variables.get(name).clone();
            let apart = self.composed || self.has_references && self.is_referred_to(name);
            let kept = match apart && !matches!(local.value, Value::Reference(_)) {
                true => {
                    let slot = self.suspended_slot(name, depth);
                    self.move_to(slot, name, local)
                }
                false => local,
            };
            self.keep_suspended(name, kept);
            if hidden.flags & MOVED != 0 {
                self.bring_back(name, hidden);
            } else {
                self.drop_inside(name);
                self.put(name, hidden);
            }
        }
        true
    }

    fn keep_suspended(&mut self, name: Name, variable: Variable) {
        if let Some(scope) = self.now.suspended.last_mut() {
            scope.push((name, variable));
        }
    }

    /// What the caller has exported is there as a copy.
    pub fn inherit_exported(&mut self) {
        let Some(scope) = self.now.suspended.last() else { return };
        let exported: Vec<(Name, Variable)> = scope
            .iter()
            .filter(|(name, variable)| *name != OPTIONS && variable.flags & EXPORT != 0)
            .cloned()
            .collect();
        for (name, variable) in exported.into_iter().rev() {
            let variable = match variable.value {
                Value::Reference(slot) if variable.flags & MOVED != 0 => {
                    self.variables.get(slot).clone()
                }
                _ => variable,
            };
            if matches!(variable.value, Value::Compound(_) | Value::Reference(_)) {
                continue;
            }
            let flags = variable.flags & !READONLY | EXPORT;
            let global = self.variables.get(name).clone();
            self.shadow(name, global);
            self.put(name, Variable { flags, ..variable });
        }
    }

    /// Where a variable is that the function keeps from call to call (`typeset -S`).
    pub fn static_slot(&self, name: Name) -> Option<Name> {
        if self.now.calls == 0 {
            return None;
        }
        let function = self.function_frame()?.function;
        let text = [&self.name(name)[..], b"\0", &self.name(function)].concat();
        Some(self.shared.names.intern(&text))
    }

    /// `unset` of such a variable: what it shadows is there again. False where it is none.
    pub fn uncover_static(&mut self, name: Name) -> bool {
        let Value::Reference(target) = self.variables.get(name).value else { return false };
        if self.static_slot(name) != Some(target) {
            return false;
        }
        let begin = self.first_local();
        let Some(at) = self.now.locals[begin..].iter().rposition(|(local, _)| *local == name)
        else {
            return false;
        };
        let nothing = (NOTHING, Variable::default());
        let (_, hidden) = std::mem::replace(&mut self.now.locals[begin + at], nothing);
        if hidden.flags & MOVED != 0 {
            self.bring_back(name, hidden);
        } else {
            self.put(name, hidden);
        }
        true
    }

    /// Gives back the scope that [`Self::suspend_scope`] has taken away.
    pub fn resume_scope(&mut self) {
        while let Some((name, _)) =
            self.now.suspended.last().and_then(|scope| scope.last()).cloned()
        {
            if name != OPTIONS {
                // The variable itself may be a reference to what it shadows.
                let global = self.variables.get(name).clone();
                self.shadow(name, global);
            }
            let local = self.now.suspended.last_mut().and_then(Vec::pop);
            let local = local.map(|(_, local)| local).unwrap_or_default();
            if name == OPTIONS {
                self.now.locals.push((name, local));
                continue;
            }
            if local.flags & MOVED != 0 {
                self.bring_back(name, local);
            } else {
                self.put(name, local);
            }
        }
        self.now.suspended.pop();
    }

    /// The variable that a name means in the function that waits for the innermost one, if that
    /// one has declared it.
    pub(super) fn of_suspended(&mut self, name: Name) -> Option<Name> {
        let frame = self.function_frame()?;
        if frame.arg0 != Some(frame.function) {
            // `f()` has no scope of its own.
            return None;
        }
        let scope = self.now.suspended.last()?;
        let at = scope.iter().position(|(local, _)| {
            *local == name || self.composed && *local != OPTIONS && self.is_inside(name, *local)
        })?;
        let (local, variable) = (scope[at].0, &scope[at].1);
        let slot = match variable.value {
            Value::Reference(slot) if variable.flags & MOVED != 0 => slot,
            Value::Reference(target) if target != local => {
                self.of_suspended(target).unwrap_or_else(|| self.resolved(target))
            }
            _ => {
                let slot = self.suspended_slot(local, self.now.suspended.len() - 1);
                let flags = variable.flags & EXPORT | MOVED;
                let moved = Variable { value: Value::Reference(slot), flags, attribute_number: 0 };
                let mut variable =
                    std::mem::replace(&mut self.now.suspended.last_mut()?[at].1, moved);
                variable.flags &= !EXPORT;
                *self.variables.get_mut(slot) = variable;
                slot
            }
        };
        match local == name {
            true => Some(slot),
            false => self.counterpart(name, local, slot),
        }
    }

    /// Where a variable that is referred to is while its function, the one at this depth, waits.
    fn suspended_slot(&self, name: Name, depth: usize) -> Name {
        self.slot_apart(name, &format!("waiting{depth}"))
    }
}
