//! `typeset -T name=(…)` (ksh93): a type is made of what is between the parentheses.
//!
//! The members are those of a compound variable that is made from the list first: assignments
//! and declarations are carried out as ever. Functions become the type's.

use super::assignment::assignment_of;
use crate::builtins;
use crate::diagnostics::{BuiltinProblem, OperandFault, Problem, VariableProblem};
use crate::environment::Environment;
use crate::environment::disciplines::is_event;
use crate::environment::types::{Definition, Method, OWN};
use crate::environment::variables::{READONLY, SHARED, TYPED, Value};
use crate::unwind::Flow;
use std::rc::Rc;
use syntax::tree::{Assignment, Command, Composite, FunctionDefinition, List, Simple};
use syntax::{ByteString, Name};

/// The member that makes a type one that is derived from the type of the member.
const BASE: &[u8] = b"_";

impl Environment {
    /// Defines types (`typeset -T name=(…)…`, ksh93).
    pub(super) fn define_types(&mut self, assignments: &[&Assignment]) -> Flow<i32> {
        for assignment in assignments {
            let name = assignment.name;
            let Some(Composite::Members(list)) = &assignment.composite else {
                let text = self.name(name);
                self.diagnose(BuiltinProblem::operand(
                    b"typeset",
                    &text,
                    OperandFault::NoDefinition,
                ));
                return Ok(1);
            };
            if builtins::is_special(name) {
                let text = self.name(name);
                self.diagnose(BuiltinProblem::operand(
                    b"typeset",
                    &text,
                    OperandFault::SpecialBuiltin,
                ));
                self.status = 1;
                return Err(self.fatal());
            }
            if self.type_named(name).is_some() && !is_derived(list, name) {
                let text = self.name(name);
                self.diagnose(BuiltinProblem::operand(b"typeset", &text, OperandFault::TypeKept));
                return Ok(1);
            }
            self.define_type(name, list)?;
        }
        Ok(0)
    }

    fn define_type(&mut self, name: Name, list: &List) -> Flow {
        self.place_of_types();
        let template = self.template_of(name);
        // Elsewhere, as long as the old one of that name is needed.
        let draft = self.draft_of_template(template);
        let mut definition = Definition {
            name,
            template,
            members: Vec::new(),
            inside: Vec::new(),
            methods: Vec::new(),
        };
        let made = self.make_compound(draft);
        let result = match made {
            Ok(()) => self.with_instance(draft, |env| env.fill_type(draft, &mut definition, list)),
            Err(error) => {
                self.report_assign_error(error)?;
                self.status = 1;
                Err(self.fatal())
            }
        };
        Rc::make_mut(&mut self.types).created.clear();
        if let Err(unwind) = result {
            self.drop_inside(draft);
            self.put(draft, Default::default());
            return Err(unwind);
        }
        for method in &definition.methods {
            let Some(at) = byte_search::memrchr(b'.', &method.name) else { continue };
            if !definition.has_member(&method.name[..at]) {
                self.diagnose(BuiltinProblem::operand(
                    b"typeset",
                    &method.name,
                    OperandFault::NoMember,
                ));
                self.drop_inside(draft);
                self.put(draft, Default::default());
                self.status = 1;
                return Err(self.fatal());
            }
        }
        if definition.members.is_empty() {
            // Without members an instance is a text.
            let own = self.member(draft, OWN);
            let _ = self.enter_parent(own);
            definition.members.push(OWN.to_vec());
        }
        self.finish_template(draft, template);
        self.add_type(definition);
        Ok(())
    }

    /// Carries out what is between the parentheses.
    fn fill_type(&mut self, draft: Name, definition: &mut Definition, list: &List) -> Flow {
        for item in &list.items {
            let plain = item.and_or.rest.is_empty() && !item.is_asynchronous();
            match &item.and_or.first.commands[..] {
                [Command::Function(function)] if plain => {
                    self.define_method(definition, function)?;
                }
                [Command::Simple(simple)] if plain && simple.redirections.is_empty() => {
                    if is_about_functions(simple) {
                        self.describe_methods(definition, simple)?;
                        continue;
                    }
                    self.make_member(draft, simple)?;
                    self.note_members(draft, definition, simple);
                    self.note_inside(definition, simple);
                }
                _ => {
                    return self.expansion_problem(&Problem::Variable(VariableProblem::NotAMember));
                }
            }
        }
        Ok(())
    }

    /// The function is one of the type that is being defined.
    fn define_method(
        &mut self,
        definition: &mut Definition,
        function: &FunctionDefinition,
    ) -> Flow {
        let name = self.name(function.name).to_vec();
        let place = self.member(definition.template, &name);
        self.define_function(&named(function, place))?;
        definition.methods.retain(|method| method.name != name);
        definition.methods.push(Method { name, function: place, shared: false, help: None });
        Ok(())
    }

    /// `typeset -fS name`, `typeset -fh text name`
    fn describe_methods(&mut self, definition: &mut Definition, simple: &Simple) -> Flow {
        let mut fields = Vec::new();
        self.expand_words(&simple.words, &mut fields)?;
        let (mut shared, mut help) = (false, None);
        let mut fields = fields.into_iter().skip(1);
        while let Some(field) = fields.next() {
            if let Some(letters) = field.strip_prefix(b"-") {
                shared |= letters.contains(&b'S');
                if letters.ends_with(b"h") {
                    help = fields.next();
                }
                continue;
            }
            let found = definition.methods.iter_mut().find(|one| one.name[..] == field[..]);
            if let Some(method) = found {
                method.shared |= shared;
                method.help = help.clone().or(method.help.take());
            }
        }
        Ok(())
    }

    /// The members that a command of the list has made, in their order.
    fn note_members(&mut self, draft: Name, definition: &mut Definition, simple: &Simple) {
        let mut named: Vec<Vec<u8>> =
            simple.assignments.iter().map(|one| self.name(one.name).to_vec()).collect();
        for word in simple.words.iter().skip(1) {
            if let Some(assignment) = assignment_of(word) {
                named.push(self.name(assignment.name).to_vec());
            } else if let Some(text) = beginning(word) {
                let end = text.iter().position(|byte| b"=+[".contains(byte)).unwrap_or(text.len());
                named.push(text[..end].to_vec());
            }
        }
        let shared = simple.words.iter().skip(1).any(|word| {
            word.literal.as_ref().is_some_and(|text| text.starts_with(b"-") && text.contains(&b'S'))
        });
        for name in named {
            let own = name == b".";
            let end = match own {
                true => name.len(),
                false => byte_search::memchr(b'.', &name).unwrap_or(name.len()),
            };
            let member = if own { OWN } else { &name[..end] };
            let slot = self.member(draft, member);
            let known = match &self.variables.get(draft).value {
                Value::Compound(members) => members.contains_key(member),
                _ => false,
            };
            if !known {
                continue;
            }
            let variable = self.variables.get_mut(slot);
            if shared {
                variable.flags |= SHARED;
            }
            if member == BASE
                && variable.flags & TYPED != 0
                && matches!(variable.value, Value::Compound(_))
            {
                self.derive(draft, definition, slot);
            } else if !definition.has_member(member) {
                definition.members.push(member.to_vec());
            }
        }
    }

    /// The order of the members of members.
    fn note_inside(&mut self, definition: &mut Definition, simple: &Simple) {
        let declared = simple.words.iter().filter_map(assignment_of);
        for assignment in simple.assignments.iter().chain(declared) {
            let Some(Composite::Members(list)) = &assignment.composite else { continue };
            let mut order = Vec::new();
            for item in &list.items {
                let [Command::Simple(inner)] = &item.and_or.first.commands[..] else { continue };
                let declared = inner.words.iter().filter_map(assignment_of);
                let plain = inner.words.iter().skip(1).filter_map(beginning).map(|text| {
                    let end = text.iter().position(|byte| b"=+[".contains(byte));
                    text[..end.unwrap_or(text.len())].to_vec()
                });
                let given = inner.assignments.iter().chain(declared);
                order.extend(given.map(|one| self.name(one.name).to_vec()));
                order.extend(plain);
            }
            let member = self.name(assignment.name).to_vec();
            definition.inside.retain(|(known, _)| *known != member);
            definition.inside.push((member, order));
        }
    }

    /// `type _`: what the type has this one has, too.
    fn derive(&mut self, draft: Name, definition: &mut Definition, base: Name) {
        let Some(known) = self.type_of(base).cloned() else { return };
        for member in &known.members {
            let from = self.member(base, member);
            let to = self.member(draft, member);
            let read_only = self.variables.get(from).flags & READONLY;
            if self.enter_parent(to).is_ok() && self.copy_kept(from, to).is_ok() {
                self.variables.get_mut(to).flags |= read_only;
            }
            if !definition.has_member(member) {
                definition.members.push(member.clone());
            }
        }
        definition.inside.extend(known.inside.iter().cloned());
        for method in &known.methods {
            if definition.method(&method.name).is_none() {
                definition.methods.push(method.clone());
            }
        }
        self.drop_inside(base);
        self.put(base, Default::default());
        if let Value::Compound(members) = &mut self.variables.get_mut(draft).value {
            Rc::make_mut(members).remove(BASE);
        }
    }

    /// A function in the list of an instance takes the place of its type's.
    pub(super) fn override_method(&mut self, name: Name, function: &FunctionDefinition) -> Flow {
        let called = self.name(function.name).to_vec();
        let instance = self.first_instance(name);
        let known = match self.type_of(instance) {
            Some(definition) => definition.method(&called).is_some() || is_event(&called),
            None => is_event(&called),
        };
        if !known {
            let text = self.name(instance);
            let wrong = [&text[..], b".", &called].concat();
            return self
                .expansion_problem(&Problem::Variable(VariableProblem::InvalidDiscipline(&wrong)));
        }
        let place = self.member(instance, &called);
        self.define_function(&named(function, place))
    }
}

/// A copy of a function definition under another name.
fn named(function: &FunctionDefinition, name: Name) -> FunctionDefinition {
    FunctionDefinition {
        name,
        parameters: function.parameters.clone(),
        body: function.body.clone(),
        line: function.line,
        offset: function.offset,
        keyword: function.keyword,
        source: function.source.clone(),
    }
}

/// What a word begins with that is no expansion.
fn beginning(word: &syntax::tree::Word) -> Option<&ByteString> {
    use syntax::tree::Part;
    match (&word.literal, word.parts.first()) {
        (Some(text), _) => Some(text),
        (None, Some(Part::Literal(text) | Part::Quoted(text))) => Some(text),
        _ => None,
    }
}

/// Whether a command is `typeset -f…`.
fn is_about_functions(simple: &Simple) -> bool {
    let mut texts = simple.words.iter().filter_map(|word| word.literal.as_ref());
    texts.next().is_some_and(|name| name.as_bytes() == b"typeset")
        && texts.next().is_some_and(|text| text.starts_with(b"-") && text.contains(&b'f'))
}

/// Whether a type of this name is derived from the one that has it now.
fn is_derived(list: &List, name: Name) -> bool {
    let Some(item) = list.items.first() else { return false };
    let [Command::Simple(simple)] = &item.and_or.first.commands[..] else { return false };
    let base = simple.words.get(1).is_some_and(|word| match assignment_of(word) {
        Some(_) => true,
        None => beginning(word).is_some_and(|text| text.starts_with(b"_")),
    });
    base && simple.name == Some(name)
}
