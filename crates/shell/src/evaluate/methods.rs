//! Functions of types (ksh93): `instance.name argument…` as a command, `${instance.name}` and
//! `((instance.name))` as what it writes.
//!
//! `evaluate::simple` and `expand::parameter` ask `may_be_method` for names with a period; without
//! types that is the test of one flag. See ksh93(1), Type Variables.

use crate::environment::{Environment, Function};
use crate::unwind::{Flow, Unwind};
use std::rc::Rc;
use syntax::{ByteString, Name};

impl Environment {
    /// The function of an instance that a command's name is, and the instance; None where it is
    /// none.
    #[cold]
    pub(super) fn method(&mut self, text: &[u8]) -> Flow<Option<(Rc<Function>, Name)>> {
        let Some(at) = byte_search::memrchr(b'.', text).filter(|at| *at > 0) else {
            return Ok(None);
        };
        let (parent, method) = (&text[..at], &text[at + 1..]);
        let slot = match self.spelled(parent)? {
            None => return Ok(None),
            Some((name, None)) => self.resolved(name),
            Some((name, Some(key))) => {
                let array = self.resolved(name);
                match self.nested(array, &key) {
                    Some(slot) => slot,
                    None => return Ok(None),
                }
            }
        };
        if let Some(found) = self.method_of(slot, method) {
            return Ok(Some(found));
        }
        // `reference.name`, where what is referred to has such a function.
        let text = [&self.name(slot)[..], b".", method].concat();
        let function = self.shared.names.find(&text).and_then(|name| self.function(name)).cloned();
        Ok(function.map(|function| (function, slot)))
    }

    /// Whether a command that has this as its name may be such a function.
    #[inline]
    pub(super) fn may_be_method(&self, name: Option<&ByteString>) -> bool {
        (!self.types.definitions.is_empty()
            || self.has_references && self.rules().variables.functions_by_reference)
            && name.is_none_or(|name| name.contains(&b'.'))
    }

    /// The name of a function whose name begins with that of a reference: of what it refers to.
    #[cold]
    pub(super) fn name_of_function(&self, name: Name) -> Name {
        let text = self.name(name);
        let Some(at) = byte_search::memchr(b'.', &text).filter(|at| *at > 0) else { return name };
        let Some(base) = self.shared.names.find(&text[..at]) else { return name };
        let target = self.resolved(base);
        if target == base {
            return name;
        }
        self.shared.names.intern(&[&self.name(target)[..], &text[at..]].concat())
    }

    /// Calls a function of an instance.
    pub(super) fn call_method(
        &mut self,
        function: &Rc<Function>,
        instance: Name,
        arguments: &[ByteString],
    ) -> Flow {
        self.with_instance(instance, |env| env.call_function(function, arguments))
    }

    /// What a function of an instance writes; None where it has no such function.
    #[cold]
    pub fn method_value(&mut self, parent: Name, method: &[u8]) -> Option<ByteString> {
        let parent = self.resolved(parent);
        let (function, instance) = self.method_of(parent, method)?;
        let scheduler = self.shared.scheduler.clone();
        let output = scheduler.deeper(|| self.method_output(&function, instance))?;
        output.ok().map(ByteString::from)
    }

    fn method_output(&mut self, function: &Rc<Function>, instance: Name) -> Flow<Vec<u8>> {
        self.captured_of(|env| {
            let line = env.now.line;
            let result = env.call_method(function, instance, &[]);
            env.now.line = line;
            match result {
                Err(Unwind::Return) => Ok(()),
                result => result,
            }
        })
    }

    /// Calls the functions `create` of the instances that a declaration has made.
    #[cold]
    pub(super) fn run_create(&mut self) -> Flow {
        for instance in std::mem::take(&mut Rc::make_mut(&mut self.types).created) {
            let definition = self.type_of(instance).cloned();
            let members = definition.iter().flat_map(|one| one.members.iter());
            let mut instances: Vec<Name> =
                members.map(|member| self.member(instance, member)).collect();
            instances.push(instance);
            for instance in instances {
                let found = match self.type_of(instance) {
                    Some(definition) => definition.method(b"create").map(|one| one.function),
                    None => None,
                };
                let function = found.and_then(|name| self.function(name)).cloned();
                if let Some(function) = function {
                    let status = self.status;
                    self.told_of(instance, |env| env.call_method(&function, instance, &[]))?;
                    self.status = status;
                }
            }
        }
        Ok(())
    }
}
