//! Declarations with assignments to arrays among their arguments: `local -a name=(value…)`
//! (bash(1), ARRAYS; ksh(1), Compound assignment).
//!
//! `evaluate::simple` calls it for declaration builtins. The builtin first declares the names with
//! their attributes, then the assignments are made, so that elements are converted as declared.
//! Definitions of types and enumerations go their own ways from here.

use super::assignment::{assignment_of, is_element};
use crate::builtins::Builtin;
use crate::diagnostics::{Problem, VariableProblem};
use crate::environment::Environment;
use crate::environment::variables::{READONLY, Value};
use crate::unwind::{Flow, Unwind};
use std::rc::Rc;
use syntax::tree::{Assignment, Command, Composite, Element, List, Simple};
use syntax::{ByteString, Name};

/// What is wrong with a value of a declaration: by the command, and the variable's name.
type ValueProblem = for<'a> fn(&'a [u8], &'a [u8]) -> Problem<'a>;

/// The values of the elements of a list that has been expanded.
type Ready = Option<Vec<Vec<ByteString>>>;

impl Environment {
    /// The values of `name=(…)` among a declaration's arguments, which are expanded before
    /// anything is declared (bash): they may be those of the variable that becomes shadowed.
    /// ksh93 declares first. None where that makes no difference.
    fn expanded_before(&mut self, assignment: &Assignment, fields: &[ByteString]) -> Flow<Ready> {
        let Assignment { name, subscript: None, composite: Some(composite), .. } = assignment
        else {
            return Ok(None);
        };
        let Composite::Elements(elements) = composite else { return Ok(None) };
        let plain = |element: &Element| element.value.literal.is_some();
        if !self.rules().variables.lists_expand_before_declaration
            || elements.iter().all(plain)
            || elements.iter().any(|element| element.composite.is_some())
        {
            return Ok(None);
        }
        let shadows = self.now.calls > 0 && !self.is_own_local(*name) && !has_option(fields, b'g');
        let associative = has_option(fields, b'A') || !shadows && self.is_associative(*name);
        let mut ready = Vec::with_capacity(elements.len());
        for element in elements {
            let mut values = Vec::new();
            match element.subscript.is_some() || associative {
                true if associative => values.push(self.associated_text(element, None)?),
                true => values.push(self.expand_text(&element.value)?),
                false => self.expand_word(&element.value, &mut values)?,
            }
            ready.push(values);
        }
        Ok(Some(ready))
    }

    /// `declare -n name[key]=target`, `declare -n name=(…)`: no array is a reference (bash).
    fn refuse_arrays(&mut self, builtin: &Builtin, assignments: &[&Assignment]) -> Flow<i32> {
        let mut status = 0;
        for assignment in assignments {
            let mut text = self.name(assignment.name).to_vec();
            if let Some(subscript) = &assignment.subscript {
                text = crate::expand::subscript::with_subscript(&text, subscript);
            }
            status = crate::builtins::references::no_array(self, builtin.name.as_bytes(), &text);
            if assignment.composite.is_some() {
                // It is assigned to all the same.
                self.make_assignment(assignment)?;
            }
        }
        Ok(status)
    }

    /// The variable whose value is wrong, and the problem: where ksh93's rules hold, members of an
    /// exported variable, or a list for a compound variable.
    fn cannot_declare(
        &self,
        builtin: &Builtin,
        assignments: &[&Assignment],
        fields: &[ByteString],
    ) -> Option<(Name, ValueProblem)> {
        let rules = &self.rules().variables;
        let exports = builtin.name == "export" || has_option(fields, b'x');
        let array = has_option(fields, b'a') || has_option(fields, b'A');
        let compound = (builtin.name == "compound" || has_option(fields, b'C')) && !array;
        assignments.iter().find_map(|assignment| {
            let problem: ValueProblem = match &assignment.composite {
                Some(Composite::Members(_))
                    if exports && !array && !rules.compound_can_be_exported =>
                {
                    |command, name| {
                        Problem::Variable(VariableProblem::CompoundExported { command, name })
                    }
                }
                Some(Composite::Elements(elements))
                    if compound
                        && rules.compound_refuses_list
                        && !elements.is_empty()
                        && elements.iter().all(|one| one.composite.is_none()) =>
                {
                    |command, name| {
                        Problem::Variable(VariableProblem::ListForCompound { command, name })
                    }
                }
                _ => return None,
            };
            Some((assignment.name, problem))
        })
    }

    /// Whether an element is no name for the declaration utility that these fields begin with: `export` and
    /// `readonly` in bash.
    pub(super) fn refuses_elements(&self, fields: &[ByteString]) -> bool {
        !self.rules().variables.elements_take_attributes
            && fields
                .iter()
                .find(|field| !matches!(field.as_bytes(), b"command" | b"builtin"))
                .is_some_and(|name| matches!(name.as_bytes(), b"export" | b"readonly"))
    }

    /// Makes new variables of those that become arrays by a list, without being shadowed.
    fn leave_scalars(&mut self, assignments: &[&Assignment], fields: &[ByteString]) {
        for assignment in assignments {
            let name = self.resolved(assignment.name);
            let shadows = self.now.calls > 0
                && self.has_scope()
                && !self.is_own_local(name)
                && !has_option(fields, b'g');
            let list = matches!(assignment.composite, Some(Composite::Elements(_)));
            if list && !shadows && !assignment.append && assignment.subscript.is_none() {
                self.leave_scalar(name);
            }
        }
    }

    /// The assignments among a declaration's arguments that are made once the builtin has run.
    fn made_after<'s>(&self, simple: &'s Simple, fields: &[ByteString]) -> Vec<&'s Assignment> {
        let all = simple.words.iter().filter_map(assignment_of);
        let mut assignments: Vec<&Assignment> = all.collect();
        if assignments.iter().any(|one| is_element(one)) && self.refuses_elements(fields) {
            assignments.retain(|one| !is_element(one));
        }
        assignments
    }

    /// Takes the values from local variables that `local name=(…)` makes arrays.
    fn lose_local_scalars(
        &mut self,
        builtin: &Builtin,
        assignments: &[&Assignment],
        fields: &[ByteString],
    ) {
        if !self.rules().variables.local_array_is_new
            || self.now.calls == 0
            || has_option(fields, b'g')
            || has_option(fields, b'A')
        {
            return;
        }
        for assignment in assignments {
            if assignment.composite.is_some()
                && assignment.subscript.is_none()
                && !matches!(builtin.name, "export" | "readonly")
                && self.is_own_local(assignment.name)
            {
                self.lose_scalar(assignment.name, Value::Indexed(Rc::default()));
            }
        }
    }

    /// Moves variables (`typeset -m array[key]=name`, ksh93).
    fn move_variables(&mut self, assignments: &[&Assignment]) -> Flow {
        for assignment in assignments {
            let (name, subscript) =
                self.follow(assignment.name, assignment.subscript.as_deref())?;
            let key = match subscript {
                Some(subscript) => Some(self.key(name, Some(subscript))?),
                None => None,
            };
            let from = self.expand_text(&assignment.value)?;
            self.status = crate::builtins::references::moved(self, (name, key), &from)?;
        }
        Ok(())
    }

    /// Runs a declaration builtin, and then makes the assignments to arrays among its
    /// arguments: attributes are there first, but for that of being read-only. `prefix`: what
    /// is declared are members of this compound variable.
    pub(super) fn declare(
        &mut self,
        builtin: &Builtin,
        simple: &Simple,
        fields: &[ByteString],
        prefix: Option<Name>,
    ) -> Flow {
        let enumeration = builtin.name == "enum"
            || builtin.name == "command"
                && fields[1..]
                    .iter()
                    .find(|field| field.as_bytes() != b"command" && !field.starts_with(b"-"))
                    .is_some_and(|field| field.as_bytes() == b"enum");
        if enumeration && simple.words.iter().any(|word| assignment_of(word).is_some()) {
            self.status = crate::builtins::enumeration::define(self, simple)?;
            return Ok(());
        }
        let enumerated = std::ptr::eq(builtin, &crate::builtins::enumeration::TYPE);
        if enumerated {
            let kind = fields.first().and_then(|name| self.shared.names.find(name));
            Rc::make_mut(&mut self.types).declaring = kind;
        }
        let result = self.declare_and_assign(builtin, simple, fields, prefix);
        self.trace_declared(simple, fields)?;
        if enumerated {
            Rc::make_mut(&mut self.types).declaring = None;
        }
        if !self.types.created.is_empty() && prefix.is_none() {
            result?;
            return self.run_create();
        }
        result
    }

    fn declare_and_assign(
        &mut self,
        builtin: &Builtin,
        simple: &Simple,
        fields: &[ByteString],
        prefix: Option<Name>,
    ) -> Flow {
        let assignments = self.made_after(simple, fields);
        if assignments.is_empty() {
            self.now.prefix = prefix;
            let result = self.call_builtin(builtin, fields);
            self.now.prefix = None;
            return result;
        }
        let rules = &self.rules().variables;
        if matches!(builtin.name, "typeset" | "declare")
            && rules.declaration_letters.contains('T')
            && has_option(fields, b'T')
        {
            self.status = self.define_types(&assignments)?;
            return Ok(());
        }
        if rules.declaration_letters.contains('m') && has_option(fields, b'm') {
            return self.move_variables(&assignments);
        }
        if let Some((name, problem)) = self.cannot_declare(builtin, &assignments, fields) {
            let name = self.name(name);
            self.diagnose(problem(builtin.name.as_bytes(), &name));
            self.status = 1;
            return Err(Unwind::Error);
        }
        if rules.list_makes_new_variable && prefix.is_none() {
            self.leave_scalars(&assignments, fields);
        }
        if !rules.arrays_can_be_references && has_option(fields, b'n') && builtin.name != "export" {
            self.status = self.refuse_arrays(builtin, &assignments)?;
            return Ok(());
        }
        if assignments.len() > 1
            && builtin.declaration
            && prefix.is_none()
            && rules.lists_are_declared_in_turn
        {
            return self.declare_in_turn(builtin, &assignments, fields);
        }
        let scoped = |env: &Environment, assignment: &Assignment| match prefix {
            Some(prefix) => env.member(prefix, &env.name(assignment.name)),
            None => assignment.name,
        };
        let was: Vec<u32> = assignments
            .iter()
            .map(|assignment| self.variables.get(scoped(self, assignment)).flags & READONLY)
            .collect();
        let ready = self.expand_lists(&assignments, fields)?;
        self.trace_declared(simple, fields)?;
        self.lose_local_scalars(builtin, &assignments, fields);
        // What a function keeps from call to call has its value from the first.
        let constant = prefix.is_none() && has_option(fields, b'S');
        let kept: Vec<bool> = assignments
            .iter()
            .map(|assignment| {
                let slot = if constant { self.static_slot(assignment.name) } else { None };
                slot.is_some_and(|slot| self.variables.get(slot).is_set())
            })
            .collect();
        self.now.prefix = prefix;
        let result = self.call_builtin(builtin, fields);
        self.now.prefix = None;
        result?;
        // In bash one argument that is refused is no reason to leave out the others.
        let failed = self.status;
        let partial = failed == 1 && rules.lists_expand_before_declaration;
        self.create_before_members(prefix)?;
        if failed != 0 && !partial {
            return Ok(());
        }
        let new = assignments.into_iter().zip(was).zip(ready).zip(kept);
        for (((assignment, was), ready), _) in new.filter(|(_, kept)| !kept) {
            if partial && (was != 0 || self.refuses_kind(assignment.name, fields)) {
                continue;
            }
            let texts = match &assignment.composite {
                // `typeset -a x=(a=1)`
                Some(Composite::Members(list)) if rules.list_of_assignments_is_texts => {
                    has_option(fields, b'a') && !has_option(fields, b'C') && is_of_assignments(list)
                }
                _ => false,
            };
            let name = scoped(self, assignment);
            if texts && let Some(Composite::Members(list)) = &assignment.composite {
                self.assign_texts(name, list, assignment.append)?;
                continue;
            }
            self.assign_declared(name, assignment, was, ready, fields)?;
        }
        self.status = failed;
        Ok(())
    }

    /// What is expanded of each assignment before anything is declared, which is shown.
    fn expand_lists(
        &mut self,
        assignments: &[&Assignment],
        fields: &[ByteString],
    ) -> Flow<Vec<Ready>> {
        let mut ready = Vec::with_capacity(assignments.len());
        for assignment in assignments {
            let values = self.expanded_before(assignment, fields)?;
            self.trace_list(assignment, values.as_deref())?;
            ready.push(values);
        }
        Ok(ready)
    }

    /// Calls `create` of new instances, before the members that their declaration names are assigned.
    fn create_before_members(&mut self, prefix: Option<Name>) -> Flow {
        match self.types.created.is_empty() || prefix.is_some() {
            true => Ok(()),
            false => self.run_create(),
        }
    }

    /// Whether a variable is an array of another kind than the options say.
    fn refuses_kind(&self, name: Name, fields: &[ByteString]) -> bool {
        match &self.variables.get(self.resolved(name)).value {
            Value::Indexed(_) => has_option(fields, b'A'),
            Value::Associative(_) => has_option(fields, b'a'),
            _ => false,
        }
    }

    /// Declares and assigns one after another where there are several such assignments: each sees
    /// the ones before it.
    fn declare_in_turn(
        &mut self,
        builtin: &Builtin,
        assignments: &[&Assignment],
        fields: &[ByteString],
    ) -> Flow {
        let (options, operands) = fields.split_at(options_end(fields));
        let mut names = Vec::new();
        for assignment in assignments {
            let ready = self.expanded_before(assignment, fields)?;
            self.trace_list(assignment, ready.as_deref())?;
            let was = self.variables.get(assignment.name).flags & READONLY;
            let name = ByteString::new(&self.name(assignment.name));
            let declaration = [options, std::slice::from_ref(&name)].concat();
            names.push(name);
            self.call_builtin(builtin, &declaration)?;
            if self.status != 0 {
                return Ok(());
            }
            self.create_before_members(None)?;
            self.assign_declared(assignment.name, assignment, was, ready, fields)?;
        }
        let others: Vec<ByteString> =
            operands.iter().filter(|operand| !names.contains(operand)).cloned().collect();
        self.status = 0;
        match others.is_empty() {
            true => Ok(()),
            false => self.call_builtin(builtin, &[options, &others].concat()),
        }
    }

    /// Assigns to a variable that has been declared; `was`: READONLY if it had that before;
    /// `fields` have the options: with -g it is that of the script, whatever functions have.
    fn assign_declared(
        &mut self,
        scoped: Name,
        assignment: &Assignment,
        was: u32,
        ready: Ready,
        fields: &[ByteString],
    ) -> Flow {
        let global = has_option(fields, b'g');
        let hidden = if global { self.shadowed_global(&self.name(scoped)) } else { None };
        if let Some((name, at)) = hidden {
            self.swap_local(name, at);
        }
        let name = self.resolved(scoped);
        let new = self.variables.get(name).flags & READONLY & !was;
        self.variables.get_mut(name).flags &= !new;
        let result = match (&assignment.composite, ready) {
            (Some(Composite::Elements(elements)), Some(ready)) => {
                self.assign_elements(name, elements, assignment.append, Some(ready))
            }
            _ => self.make_assignment_to(scoped, assignment),
        };
        self.variables.get_mut(name).flags |= new;
        if new != 0 && self.composed && self.rules().variables.readonly_covers_elements {
            self.fix_elements(name);
        }
        if let Some((name, at)) = hidden {
            self.swap_local(name, at);
        }
        result
    }
}

/// Whether a list in parentheses has assignments of texts and nothing else.
fn is_of_assignments(list: &List) -> bool {
    !list.items.is_empty()
        && list.items.iter().all(|item| match &item.and_or.first.commands[..] {
            [Command::Simple(simple)] => {
                let text = |one: &Assignment| one.subscript.is_none() && one.composite.is_none();
                simple.words.is_empty() && simple.assignments.iter().all(text)
            }
            _ => false,
        })
}

/// Where the options of a declaration end.
fn options_end(fields: &[ByteString]) -> usize {
    let is_option = |field: &&ByteString| matches!(field.first(), Some(b'-' | b'+'));
    1 + fields[1..].iter().take_while(is_option).count()
}

/// Whether a declaration has this option.
fn has_option(fields: &[ByteString], letter: u8) -> bool {
    let mut options = fields[1..options_end(fields)].iter();
    options.any(|field| field.first() == Some(&b'-') && field.contains(&letter))
}
