//! Assignments (POSIX XCU 2.9.1.1), those to arrays among them (ksh93, bash).
//!
//! `evaluate::simple` calls `make_assignment` for each. The value is expanded without field
//! splitting; subscripts, lists of elements and lists of members have their own functions here. A
//! list is expanded whole before the variable changes, so `a=("${a[@]}" x)` works. Errors end what
//! POSIX XCU 2.8.1 says.

use crate::diagnostics::{Problem, VariableProblem};
use crate::environment::arrays::{Associative, Indexed, Key};
use crate::environment::disciplines::Change;
use crate::environment::options::Options;
use crate::environment::variables::{
    COMPOUNDS, DATA, DECLARED, EXPORT, FRACTIONS, INTEGER, NESTED, READONLY, SPECIAL, TYPED, Value,
};
use crate::environment::{AssignError, Environment, names};
use crate::expand::arithmetic::Number;
use crate::expand::subscript;
use crate::script::PARSER_ROOM;
use crate::unwind::{Flow, Unwind};
use std::rc::Rc;
use syntax::names::{is_name, is_name_byte};
use syntax::tree::{
    Assignment, Command, Composite, Element, Extended, List, Simple, Subscript, Word,
};
use syntax::{ByteString, Name};

/// The assignment to an array that a word of a declaration is.
pub fn assignment_of(word: &Word) -> Option<&Assignment> {
    match word.extended.as_deref() {
        Some(Extended::Assignment(assignment)) => Some(assignment),
        _ => None,
    }
}

/// Whether an assignment is to an element, of one value.
pub(super) fn is_element(assignment: &Assignment) -> bool {
    matches!(assignment.subscript.as_deref(), Some(Subscript::Key { .. }))
        && assignment.composite.is_none()
}

/// What an element of a list receives.
enum Given<'e> {
    /// A text.
    Text(ByteString),
    /// A list.
    Composite(&'e Composite),
    /// A text, to an element of an array in the array.
    Inner(&'e Subscript, ByteString),
    /// A list, to an element of an array in the array.
    InnerComposite(&'e Subscript, &'e Composite),
}

/// The elements of a list that have been expanded.
struct ListValues<'e> {
    /// The variable that gets them.
    name: Name,
    /// It becomes, or is, an associative array.
    associative: bool,
    /// The index of the next element without a subscript; None: there is none after the last.
    next: Option<i64>,
    /// The index behind the last element that the variable keeps.
    kept: i64,
    /// What each element gets, and whether it is appended.
    given: Vec<(Key, Given<'e>, bool)>,
    /// Why the list ended before its end.
    failed: Option<Unwind>,
}

impl<'e> ListValues<'e> {
    /// Adds an element without a subscript. False where there is no index left for it.
    #[must_use]
    fn push(&mut self, given: Given<'e>) -> bool {
        let Some(next) = self.next else { return false };
        self.given.push((Key::Index(next), given, false));
        self.next = next.checked_add(1);
        true
    }

    /// The index behind the last element so far.
    #[cold]
    fn end(&self) -> i64 {
        let index = |(key, ..): &(Key, Given<'e>, bool)| match key {
            Key::Index(index) => Some(index.saturating_add(1)),
            Key::Text(_) => None,
        };
        self.given.iter().filter_map(index).fold(self.kept, i64::max)
    }
}

/// A kind of array.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ArrayKind {
    /// With numbers as subscripts.
    Indexed,
    /// With texts as subscripts.
    Associative,
}

impl Environment {
    /// `name=value` and its kin.
    pub(super) fn make_assignment(&mut self, assignment: &Assignment) -> Flow {
        self.make_assignment_to(assignment.name, assignment)
    }

    /// An assignment to a variable of this name: a member of a compound variable's, perhaps.
    pub(super) fn make_assignment_to(&mut self, name: Name, assignment: &Assignment) -> Flow {
        if assignment.subscript.is_some() || assignment.composite.is_some() {
            return self.assign_array(name, assignment);
        }
        let mut value = self.expand_value(&assignment.value)?;
        if self.composed
            && let Value::String(text) = &value
            && self.copies_compound(name, None, text, assignment.append)?
        {
            return Ok(());
        }
        if assignment.append {
            if self.append_in_place(name, &value) {
                return Ok(());
            }
            value = self.appended(name, value)?;
            if self.has_disciplines {
                // `name.append` has been called, and `name.set` is not.
                let variable = self.resolved(name);
                return self
                    .within_discipline(variable, None, |env| env.assign_or_fail(name, value));
            }
        }
        self.assign_or_fail(name, value)
    }

    /// Assigns to a variable, and reports an error as one of assignment (POSIX XCU 2.8.1).
    ///
    /// # Errors
    /// Unwinds as an error of assignment does in the dialect.
    pub fn assign_or_fail(&mut self, name: Name, value: Value) -> Flow {
        if let Err(error) = self.assign(name, value) {
            return Err(self.read_only(error));
        }
        Ok(())
    }

    pub(super) fn read_only(&mut self, error: AssignError) -> Unwind {
        if let Err(unwind) = self.report_assign_error(error) {
            return unwind;
        }
        self.status = self.failed_expansion();
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
        let mut text = value.text().unwrap_or_default();
        if self.traces_compounds() {
            *self.shared.traced_value.borrow_mut() = Some(text.clone());
        }
        if self.has_disciplines {
            match self.disciplined_change(name, None, b"append", text.clone()) {
                Some(Change::To(more)) => text = more,
                Some(Change::Refused) => text = ByteString::EMPTY,
                None => {}
            }
        }
        // What the function has made of it is what counts.
        let before = self.value(name).unwrap_or_default();
        if self.takes_numbers(name) {
            let before = self.evaluate_expression(&before)?;
            let more = self.evaluate_expression(&text)?;
            return Ok(Value::Integer(before.wrapping_add(more)));
        }
        if self.variables.get(name).flags & FRACTIONS != 0 {
            return self.sum(&before, &text);
        }
        Ok(Value::String(ByteString::from([before.as_bytes(), text.as_bytes()].concat())))
    }

    /// Assigns an element, a list or a member: `name[subscript]=value`, `name=(…)`,
    /// `name.member=value`.
    #[cold]
    fn assign_array(&mut self, name: Name, assignment: &Assignment) -> Flow {
        let rules = &self.rules().variables;
        let unbound = self.has_references
            && rules.unbound_reference_takes_lists_only
            && self.assigns_unbound(assignment)?;
        let (name, subscript) = self.follow(name, assignment.subscript.as_deref())?;
        let append = assignment.append && !unbound;
        // The value comes before the subscript; in ksh93 after the expansions in that.
        let value_first = match subscript {
            Some(Subscript::Key { word, .. }) if assignment.composite.is_none() => {
                rules.value_before_subscript || word.literal.is_some()
            }
            _ => false,
        };
        let value = match value_first {
            true => Some(self.expand_text(&assignment.value)?),
            false => None,
        };
        let key = match subscript {
            Some(subscript) => {
                Some(self.assigned_key(name, subscript, assignment.composite.is_some())?)
            }
            None => None,
        };
        if let Some(composite) = &assignment.composite {
            return self.assign_composite(name, key, composite, append);
        }
        let Some(key) = key else {
            let mut value = self.expand_value(&assignment.value)?;
            if append {
                value = self.appended(name, value)?;
            }
            return self.assign_or_fail(name, value);
        };
        let mut value = match value {
            Some(value) => value,
            None => self.expand_text(&assignment.value)?,
        };
        if self.traces_compounds() {
            *self.shared.traced_value.borrow_mut() = Some(value.clone());
        }
        if self.composed && self.copies_compound(name, Some(&key), &value, append)? {
            return Ok(());
        }
        if append {
            value = self.appended_element(name, &key, value)?;
        }
        self.assign_element_or_fail(name, key, value)
    }

    /// `name=other`, `name[key]=other`, and with `+=`: where both are compound variables, or an
    /// array's elements are, one is a copy of the other, or gets its members (ksh93). False: the
    /// value is a text.
    #[cold]
    fn copies_compound(
        &mut self,
        name: Name,
        key: Option<&Key>,
        value: &[u8],
        append: bool,
    ) -> Flow<bool> {
        if !self.rules().variables.compounds_are_copied
            || !value.first().is_some_and(|&byte| is_name_byte(byte))
        {
            return Ok(false);
        }
        let name = self.resolved(name);
        let is_compound =
            |env: &Self, name: Name| matches!(env.variables.get(name).value, Value::Compound(_));
        let target = match key {
            None => Some(name),
            Some(key) => self.nested(name, key),
        };
        let target = target.filter(|target| is_compound(self, *target));
        if self.variables.get(name).flags & TYPED != 0
            || target.is_some_and(|target| self.variables.get(target).flags & TYPED != 0)
        {
            // Instances know themselves what they are copies of.
            return Ok(false);
        }
        if target.is_none() && (key.is_none() || self.variables.get(name).flags & COMPOUNDS == 0) {
            return Ok(false);
        }
        // Nothing that a value says is run.
        if value.iter().any(|byte| matches!(byte, b'$' | b'`' | b'\\' | b'"' | b'\'')) {
            return Ok(false);
        }
        let from = match self.spelled(value)? {
            Some((from, None)) => Some(self.resolved(from)),
            Some((array, Some(key))) => self.nested(self.resolved(array), &key),
            None => None,
        };
        let Some(from) = from.filter(|from| is_compound(self, *from)) else { return Ok(false) };
        let result = match (target, key) {
            (Some(target), _) if target == from => Ok(()),
            (Some(target), _) if append => self.merge_inside(from, target),
            (Some(target), _) => self.copy_inside(from, target),
            (None, Some(key)) => {
                self.make_nested(name, key).and_then(|slot| self.copy_inside(from, slot))
            }
            (None, None) => Ok(()),
        };
        result.map_err(|error| self.read_only(error))?;
        Ok(true)
    }

    /// An assignment to a reference to nothing (ksh93): a list makes a variable of it, anything
    /// else fails. Whether it is such a list.
    #[cold]
    fn assigns_unbound(&mut self, assignment: &Assignment) -> Flow<bool> {
        let text = self.name(assignment.name);
        let base = text.split(|&byte| byte == b'.').next().unwrap_or_default();
        let Some(base) = self.shared.names.find(base) else { return Ok(false) };
        if !self.refers_to_nothing(base) {
            return Ok(false);
        }
        let text = self.name(base);
        if assignment.subscript.is_some() {
            return self.expansion_problem(&Problem::UnboundReference(&text));
        }
        self.diagnose(VariableProblem::UnbindsReference(&text));
        self.put(base, Default::default());
        Ok(true)
    }

    /// The element that `name[subscript]=` assigns to; `list`: a list is assigned.
    fn assigned_key(&mut self, name: Name, subscript: &Subscript, list: bool) -> Flow<Key> {
        let rules = &self.rules().variables;
        let refused = list && !rules.element_takes_list;
        if !refused {
            if !rules.subscript_errors_show_place {
                return self.key(name, Some(subscript));
            }
            if let Ok(key) = self.key_to_assign(name, subscript)? {
                return Ok(key);
            }
        }
        let place = [&self.name(name)[..], b"[", subscript::spelled(subscript), b"]"].concat();
        self.expansion_problem(&match refused {
            true => Problem::Variable(VariableProblem::ListToElement(&place)),
            false => Problem::Variable(VariableProblem::BadSubscript(&place)),
        })
    }

    /// Assigns a list: `name=(…)`, `name[key]=(…)`.
    fn assign_composite(
        &mut self,
        name: Name,
        key: Option<Key>,
        composite: &Composite,
        append: bool,
    ) -> Flow {
        let name = match key {
            None => name,
            Some(key) => {
                self.composed = true;
                match self.nested(name, &key).filter(|_| append) {
                    Some(slot) => slot,
                    None => match self.make_nested(name, &key) {
                        Ok(slot) => slot,
                        Err(error) => return Err(self.read_only(error)),
                    },
                }
            }
        };
        match composite {
            Composite::Elements(elements) => self.assign_elements(name, elements, append, None),
            Composite::Members(list) => self.assign_members(name, list, append),
        }
    }

    /// `name=(member=value; typeset -i member)` (ksh93)
    fn assign_members(&mut self, name: Name, list: &List, append: bool) -> Flow {
        let rules = &self.rules().variables;
        let filled = match &self.variables.get(name).value {
            Value::Indexed(array) => !array.is_empty(),
            Value::Associative(array) => !array.is_empty(),
            _ => false,
        };
        let is_array =
            matches!(self.variables.get(name).value, Value::Indexed(_) | Value::Associative(_));
        // In ksh93 the list takes the place of what an array has.
        let is_array = is_array && !(rules.list_replaces_filled_array && filled && !append);
        if is_array && let Some(texts) = self.as_texts(name, list)? {
            // `array+=(a=b)`: to an array of texts it is one.
            return self.put_texts(name, texts, append);
        }
        if is_array
            && (append
                || rules.list_of_members_is_element
                || self.variables.get(name).flags & (COMPOUNDS | TYPED) != 0)
        {
            // Another element.
            let key = if append { self.next_index(name) } else { Some(0) };
            let Some(key) = key else { return self.no_index_left(name) };
            let slot = match self.make_nested(name, &Key::Index(key)) {
                Ok(slot) => slot,
                Err(error) => return Err(self.read_only(error)),
            };
            return self.assign_members(slot, list, false);
        }
        let variable = self.variables.get(name);
        let made = match &variable.value {
            Value::Compound(_) if append => Ok(()),
            Value::Compound(_) if variable.flags & TYPED != 0 => self.reset_instance(name),
            _ => self.make_compound(name),
        };
        if let Err(error) = made {
            return Err(self.read_only(error));
        }
        for item in &list.items {
            let plain = item.and_or.rest.is_empty() && !item.is_asynchronous();
            match &item.and_or.first.commands[..] {
                [Command::Simple(simple)] if plain && simple.redirections.is_empty() => {
                    self.make_member(name, simple)?;
                }
                [Command::Function(function)] if plain && rules.members_can_be_functions => {
                    self.override_method(name, function)?;
                }
                _ => {
                    return self.expansion_problem(&Problem::Variable(VariableProblem::NotAMember));
                }
            }
        }
        Ok(())
    }

    /// `typeset -a name=(a=1 b=2)`: the assignments are texts (ksh93).
    #[cold]
    pub(super) fn assign_texts(&mut self, name: Name, list: &List, append: bool) -> Flow {
        let name = self.resolved(name);
        let texts = self.texts_of(list)?.unwrap_or_default();
        self.put_texts(name, texts, append)
    }

    /// Makes an indexed array of texts, or adds them to one.
    fn put_texts(&mut self, name: Name, texts: Vec<ByteString>, append: bool) -> Flow {
        if !append && let Err(error) = self.fresh_array(name) {
            return Err(self.read_only(error));
        }
        for text in texts {
            let Some(next) = self.next_index(name) else { return self.no_index_left(name) };
            self.assign_element_or_fail(name, Key::Index(next), text)?;
        }
        Ok(())
    }

    /// The index after the last one of an array; None where that is the largest there is.
    fn next_index(&self, name: Name) -> Option<i64> {
        match &self.variables.get(name).value {
            Value::Indexed(array) => {
                array.last_key_value().map_or(Some(0), |(last, _)| last.checked_add(1))
            }
            _ => Some(0),
        }
    }

    /// Reports that an array has no index for another element.
    #[cold]
    fn no_index_left<T>(&mut self, name: Name) -> Flow<T> {
        let name = self.name(name);
        self.expansion_problem(&Problem::Variable(VariableProblem::BadSubscript(&name)))
    }

    /// The assignments of a list as texts, where they are elements of an array of texts.
    fn as_texts(&mut self, name: Name, list: &List) -> Flow<Option<Vec<ByteString>>> {
        let variable = self.variables.get(name);
        let texts = match &variable.value {
            Value::Indexed(array) => {
                !array.is_empty()
                    || self.rules().variables.empty_array_takes_words && has_plain_words(list)
            }
            _ => false,
        };
        if !texts || variable.flags & (COMPOUNDS | NESTED | TYPED) != 0 {
            return Ok(None);
        }
        self.texts_of(list)
    }

    /// Assignments and words as texts; None where one is of an element, or has a list.
    fn texts_of(&mut self, list: &List) -> Flow<Option<Vec<ByteString>>> {
        let mut found = Vec::new();
        for item in &list.items {
            let [Command::Simple(simple)] = &item.and_or.first.commands[..] else {
                return Ok(None);
            };
            for assignment in &simple.assignments {
                if assignment.subscript.is_some() || assignment.composite.is_some() {
                    return Ok(None);
                }
                let value = self.expand_text(&assignment.value)?;
                let text = [&self.name(assignment.name)[..], b"=", &value].concat();
                found.push(ByteString::from(text));
            }
            self.expand_words(&simple.words, &mut found)?;
        }
        Ok(Some(found))
    }

    pub(super) fn make_member(&mut self, name: Name, simple: &Simple) -> Flow {
        for assignment in &simple.assignments {
            let member = self.member(name, &self.name(assignment.name));
            self.make_assignment_to(member, assignment)?;
        }
        if simple.words.is_empty() {
            return Ok(());
        }
        let mut fields = Vec::new();
        self.expand_command(simple, &mut fields)?;
        let known = |env: &Environment| {
            let found = fields.first().and_then(|name| env.shared.names.find(name))?;
            env.type_command(found).or_else(|| crate::builtins::by_name(found))
        };
        let mut builtin = known(self);
        if builtin.is_none()
            && self.rules().variables.types_are_autoloaded
            && let Some(name) = fields.first().cloned()
        {
            // A file of FPATH may define the type.
            crate::builtins::autoload::read_definition(self, &name)?;
            builtin = known(self);
        }
        match builtin {
            Some(builtin) if builtin.declaration => {
                self.declare(builtin, simple, &fields, Some(name))
            }
            _ => self.expansion_problem(&Problem::Variable(VariableProblem::NotAMember)),
        }
    }

    fn appended_element(&mut self, name: Name, key: &Key, value: ByteString) -> Flow<ByteString> {
        let before = self.element(name, key).unwrap_or_default();
        if self.variables.get(name).flags & INTEGER != 0 {
            let before = self.evaluate_expression(&before)?;
            let more = self.evaluate_expression(&value)?;
            return Ok(ByteString::from_integer(before.wrapping_add(more)));
        }
        if self.variables.get(name).flags & FRACTIONS != 0 {
            return Ok(self.sum(&before, &value)?.text().unwrap_or_default());
        }
        Ok(ByteString::from([before.as_bytes(), value.as_bytes()].concat()))
    }

    /// The sum of two expressions, of which one may have a fraction.
    #[cold]
    fn sum(&mut self, before: &[u8], more: &[u8]) -> Flow<Value> {
        let before = self.evaluate_text(before)?.float();
        let more = self.evaluate_text(more)?.float();
        Ok(Number::Float(before + more).value())
    }

    /// `name=(…)`: all values are expanded before the first is assigned. `ready`: they have
    /// been already, element by element.
    pub(super) fn assign_elements(
        &mut self,
        name: Name,
        elements: &[Element],
        append: bool,
        ready: Option<Vec<Vec<ByteString>>>,
    ) -> Flow {
        if self.assign_without_elements(name, elements, append)? {
            return Ok(());
        }
        // In ksh93 a list without subscripts makes an indexed array of any.
        let anew = !append
            && self.rules().variables.list_replaces_kind
            && !elements.is_empty()
            && elements.iter().all(|element| element.subscript.is_none());
        let is_new = !append
            || self.rules().variables.keys_make_associative && !self.variables.get(name).is_set();
        let associative =
            self.is_associative(name) && !anew || is_new && self.has_words(name, elements)?;
        let next = match (append, &self.variables.get(name).value) {
            (true, Value::Indexed(_)) => self.next_index(name),
            (true, Value::String(_) | Value::Integer(_)) => Some(1),
            _ => Some(0),
        };
        let kept = next.unwrap_or(i64::MAX);
        let mut list =
            ListValues { name, associative, next, kept, given: Vec::new(), failed: None };
        self.expand_elements(elements, ready, &mut list)?;
        let kind = if associative { ArrayKind::Associative } else { ArrayKind::Indexed };
        self.make_array(name, append, kind)?;
        if self.assign_all_texts(name, &mut list) {
            return Ok(());
        }
        for (key, value, append) in list.given {
            self.assign_given(name, key, value, append)?;
        }
        list.failed.map_or(Ok(()), Err)
    }

    /// Assigns a whole list at once where that is no more than putting it in its place: texts, to an
    /// empty indexed array without attributes, which nobody watches. False where it is more.
    fn assign_all_texts(&mut self, name: Name, list: &mut ListValues<'_>) -> bool {
        let is_watched = self.composed || self.has_disciplines || self.has_references;
        let is_text = |(key, value, append): &(Key, Given<'_>, bool)| {
            matches!((key, value), (Key::Index(_), Given::Text(_))) && !append
        };
        if is_watched
            || list.failed.is_some()
            || crate::environment::names::is_computed(name)
            || !list.given.iter().all(is_text)
        {
            return false;
        }
        let variable = self.variables.get_mut(name);
        let Value::Indexed(array) = &mut variable.value else { return false };
        if !array.is_empty() || variable.flags != SPECIAL {
            return false;
        }
        let texts = list.given.drain(..).filter_map(|given| match given {
            (Key::Index(index), Given::Text(text), _) => Some((index, text)),
            _ => None,
        });
        *array = Rc::new(texts.collect());
        true
    }

    /// What a list does to a variable that is, or becomes, no array of texts: instances of a type,
    /// and compound variables. True where that is all.
    fn assign_without_elements(
        &mut self,
        name: Name,
        elements: &[Element],
        append: bool,
    ) -> Flow<bool> {
        let is_typed = self.variables.get(name).flags & TYPED != 0;
        if is_typed && matches!(self.variables.get(name).value, Value::Compound(_)) {
            if elements.is_empty() {
                let made = if append { Ok(()) } else { self.reset_instance(name) };
                return made.map(|()| true).map_err(|error| self.read_only(error));
            }
            // It becomes an array of instances.
            self.drop_inside(name);
            self.variables.get_mut(name).value = Value::Unset;
            return Ok(false);
        }
        if is_typed
            || !elements.is_empty()
            || append
            || !self.rules().variables.empty_list_makes_compound
        {
            return Ok(false);
        }
        // A compound variable, but an array stays one.
        let is_associative = self.is_associative(name);
        let result = match self.variables.get(name).value.is_array() {
            true => self.fresh_array(name),
            false => self.make_compound(name),
        };
        if is_associative && result.is_ok() {
            self.variables.get_mut(name).value = Value::Associative(Rc::default());
        }
        result.map(|()| true).map_err(|error| self.read_only(error))
    }

    /// Expands the elements of a list.
    fn expand_elements<'e>(
        &mut self,
        elements: &'e [Element],
        ready: Option<Vec<Vec<ByteString>>>,
        list: &mut ListValues<'e>,
    ) -> Flow {
        let mut ready = ready.into_iter().flatten();
        let mut fields = Vec::new();
        let mut pairs = Vec::new();
        // The first one decides what they all are.
        let keyed = self.rules().variables.first_subscript_decides
            && elements.first().is_some_and(|first| first.subscript.is_some());
        for element in elements {
            let expanded = ready.next();
            if let Some(subscript) = &element.subscript {
                if !self.expand_keyed(element, subscript, expanded, list)? {
                    break;
                }
            } else if let Some(composite) = &element.composite {
                if !list.push(Given::Composite(composite)) {
                    return self.no_index_left(list.name);
                }
            } else if list.associative && keyed {
                // Neither split nor matched.
                let text = self.element_text(element, expanded)?;
                let name = self.name(list.name);
                self.diagnose(VariableProblem::ElementWithoutSubscript {
                    name: &name,
                    value: &text,
                });
            } else if list.associative {
                pairs.push(self.associated_text(element, expanded)?);
            } else {
                match expanded {
                    Some(expanded) => fields = expanded,
                    None => self.expand_word(&element.value, &mut fields)?,
                }
                if !fields.drain(..).all(|field| list.push(Given::Text(field))) {
                    return self.no_index_left(list.name);
                }
            }
        }
        // `(key value key value)`
        let mut pairs = pairs.into_iter();
        while let Some(key) = pairs.next() {
            let value = pairs.next().unwrap_or_default();
            list.given.push((Key::Text(key.to_vec()), Given::Text(value), false));
        }
        Ok(())
    }

    /// Expands an element with a subscript. False where the list ends here, since the subscript
    /// cannot be expanded: what is before it is assigned.
    fn expand_keyed<'e>(
        &mut self,
        element: &'e Element,
        subscript: &'e Subscript,
        expanded: Option<Vec<ByteString>>,
        list: &mut ListValues<'e>,
    ) -> Flow<bool> {
        let rules = &self.rules().variables;
        if let Subscript::Path(_) = subscript {
            let (given, append) = match &element.composite {
                Some(composite) => (Given::InnerComposite(subscript, composite), element.append),
                None => (Given::Inner(subscript, self.element_text(element, expanded)?), false),
            };
            // The path says where it goes.
            list.given.push((Key::Index(list.next.unwrap_or(0)), given, append));
            return Ok(true);
        }
        let key = match subscript {
            Subscript::Key { word, .. } if list.associative => {
                Ok(Key::Text(self.expand_text(word)?.to_vec()))
            }
            subscript if rules.bad_subscript_skips_element => {
                match self.key_in_list(list.name, subscript, || list.end()) {
                    Ok(key) => key,
                    Err(unwind) => {
                        list.failed = Some(unwind);
                        return Ok(false);
                    }
                }
            }
            subscript => Ok(self.key(list.name, Some(subscript))?),
        };
        let key = match key {
            Ok(Key::Text(text)) if rules.empty_key_is_refused && text.is_empty() => {
                Err(subscript::InvalidKey::NotInArray)
            }
            key => key,
        };
        let key = match key {
            Ok(key) => key,
            Err(error) => {
                let value = self.element_text(element, expanded)?;
                let subscript = subscript::spelled(subscript);
                self.diagnose(VariableProblem::InvalidElement { subscript, value: &value, error });
                return Ok(true);
            }
        };
        if let Key::Index(index) = key {
            list.next = index.checked_add(1);
        }
        let value = match &element.composite {
            Some(composite) => Given::Composite(composite),
            None if list.associative => Given::Text(self.associated_text(element, expanded)?),
            None => Given::Text(self.element_text(element, expanded)?),
        };
        list.given.push((key, value, element.append));
        Ok(true)
    }

    /// Makes an array of a variable before a list is assigned to it.
    fn make_array(&mut self, name: Name, append: bool, kind: ArrayKind) -> Flow {
        let rules = &self.rules().variables;
        if self.variables.get(name).flags & READONLY != 0 {
            return Err(self.read_only(AssignError::ReadOnly(name)));
        }
        if self.has_references
            && let Err(error) = self.refuse_element(name)
        {
            return Err(self.read_only(error));
        }
        if self.composed {
            if !append || matches!(self.variables.get(name).value, Value::Compound(_)) {
                self.drop_inside(name);
            }
            if let Err(error) = self.enter_parent(name) {
                return Err(self.read_only(error));
            }
        }
        if !append && rules.list_makes_new_variable {
            self.leave_scalar(name);
        }
        let variable = self.variables.get_mut(name);
        if !append {
            variable.value = match kind {
                ArrayKind::Associative => Value::Associative(Rc::new(Associative::new())),
                ArrayKind::Indexed => Value::Indexed(Rc::new(Indexed::new())),
            };
        }
        variable.flags |= SPECIAL;
        if rules.declared_arrays_stay_unset {
            variable.flags &= !DECLARED;
        }
        if kind == ArrayKind::Indexed && !matches!(variable.value, Value::Indexed(_)) {
            let first = variable.value.text().map(|text| (0, text));
            variable.value = Value::Indexed(Rc::new(first.into_iter().collect()));
        }
        Ok(())
    }

    /// Assigns what an element of a list receives.
    fn assign_given(&mut self, name: Name, key: Key, value: Given<'_>, append: bool) -> Flow {
        match value {
            Given::Text(mut value) => {
                if append {
                    value = self.appended_element(name, &key, value)?;
                }
                self.assign_element_or_fail(name, key, value)
            }
            Given::Composite(composite) => {
                self.assign_composite(name, Some(key), composite, append)
            }
            Given::InnerComposite(path, composite) => {
                let (inner, last) = self.follow(name, Some(path))?;
                let key = match last {
                    Some(last) => Some(self.key(inner, Some(last))?),
                    None => None,
                };
                self.assign_composite(inner, key, composite, append)
            }
            Given::Inner(path, value) => {
                let (inner, last) = self.follow(name, Some(path))?;
                let key = self.key(inner, last)?;
                self.assign_element_or_fail(inner, key, value)
            }
        }
    }

    /// Makes a variable that is no array yet an empty one.
    pub fn lose_scalar(&mut self, name: Name, empty: Value) {
        let variable = self.variables.get_mut(name);
        if matches!(variable.value, Value::String(_) | Value::Integer(_) | Value::Float(..)) {
            variable.value = empty;
        }
    }

    /// A variable with a value that becomes an array by a list is another one: without attributes,
    /// and not exported (ksh93).
    pub(super) fn leave_scalar(&mut self, name: Name) {
        let variable = self.variables.get_mut(name);
        let scalar =
            matches!(variable.value, Value::String(_) | Value::Integer(_) | Value::Float(..));
        if !scalar || variable.flags & (DATA | EXPORT) == 0 || variable.flags & READONLY != 0 {
            return;
        }
        variable.flags &= !(DATA | EXPORT);
        variable.attribute_number = 0;
        variable.value = Value::Unset;
        self.exports = self.shared.fresh();
    }

    /// The text of an element of an associative array, in which bash leaves tildes.
    pub(super) fn associated_text(
        &mut self,
        element: &Element,
        ready: Option<Vec<ByteString>>,
    ) -> Flow<ByteString> {
        if ready.is_some() || self.rules().variables.associated_values_have_tildes {
            return self.element_text(element, ready);
        }
        self.expand_text_but_tildes(&element.value)
    }

    /// The value of an element that is neither split nor matched, if it is not `ready`.
    fn element_text(
        &mut self,
        element: &Element,
        ready: Option<Vec<ByteString>>,
    ) -> Flow<ByteString> {
        match ready.and_then(|mut ready| ready.pop()) {
            Some(text) => Ok(text),
            None => self.expand_text(&element.value),
        }
    }

    /// Whether the subscripts of `name=([word]=value)` can only be keys, so that the array is
    /// an associative one without being declared so (ksh93; in bash they are expressions).
    fn has_words(&mut self, name: Name, elements: &[Element]) -> Flow<bool> {
        // One that is empty was declared.
        let is_array = match &self.variables.get(name).value {
            Value::Indexed(array) => array.is_empty(),
            _ => false,
        };
        if is_array || !self.rules().variables.words_make_associative {
            return Ok(false);
        }
        if self.rules().variables.keys_make_associative {
            return Ok(elements.first().is_some_and(|element| element.subscript.is_some()));
        }
        for element in elements {
            let Some(Subscript::Key { word, .. }) = element.subscript.as_deref() else {
                return Ok(false);
            };
            let text = self.expand_text(word)?;
            let variable = self.shared.names.find(&text).is_some_and(|name| {
                let value = &self.variables.get(self.resolved(name)).value;
                is_name(&text) && matches!(value, Value::Integer(_) | Value::String(_))
            });
            if is_name(&text) && !variable || text.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Assigns a text of the form `(…)` as a list; false where it has another form.
    ///
    /// # Errors
    /// Unwinds where an expansion in it does, or an error of assignment.
    pub fn assign_list_text(&mut self, name: Name, value: &[u8], append: bool) -> Flow<bool> {
        let operator: &[u8] = if append { b"+=" } else { b"=" };
        let text = [&self.name(name)[..], operator, value].concat();
        let scheduler = self.shared.scheduler.clone();
        let parsed =
            scheduler.with_room(PARSER_ROOM, || self.parser(Box::new(syntax::Text(&text))).next());
        let Some(Ok(Some(list))) = parsed else { return Ok(false) };
        let [item] = &list.items[..] else { return Ok(false) };
        let [Command::Simple(simple)] = &item.and_or.first.commands[..] else { return Ok(false) };
        let [assignment] = &simple.assignments[..] else { return Ok(false) };
        if assignment.composite.is_none() || !simple.words.is_empty() {
            return Ok(false);
        }
        self.make_assignment(assignment)?;
        Ok(true)
    }
}

/// Whether a list has words that are neither assignments nor parts of a declaration.
fn has_plain_words(list: &List) -> bool {
    list.items.iter().any(|item| match &item.and_or.first.commands[..] {
        [Command::Simple(simple)] => {
            let declares =
                |name| crate::builtins::by_name(name).is_some_and(|builtin| builtin.declaration);
            !simple.words.is_empty() && !simple.name.is_some_and(declares)
        }
        _ => false,
    })
}
