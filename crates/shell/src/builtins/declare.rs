//! One declaration of `typeset` and its kin: `name`, `name=value`, `name+=value`, where a name may
//! have a subscript and members.
//!
//! `builtins::typeset` has read the options (`typeset_options`) and calls `declare` for each
//! operand. It resolves references and members, makes the variable local where a function runs,
//! changes kind and attributes, and assigns last. What of that a dialect does otherwise is a row in
//! crate dialect, variables.

use super::references::{moved, refer};
use super::typeset_options::TypesetOptions;
use super::{invalid_name, typeset_letters, usage};
use crate::diagnostics::{BuiltinProblem, OperandFault, VariableProblem};
use crate::environment::arrays::Key;
use crate::environment::variables::{
    CAPITAL, COMPOUNDS, CONVERTS, DATA, DECLARED, EXPORT, FIXED, FLOAT, FRACTIONS, HEXADECIMAL,
    INNER, INTEGER, KEYED, LEFT, LOWER, NAMED, READONLY, RIGHT, SPECIAL, UPPER, Value, Variable,
    ZEROS,
};
use crate::environment::{AssignError, Environment};
use crate::unwind::{Flow, Unwind};
use dialect::variables::ArrayKindChange;
use std::borrow::Cow;
use std::rc::Rc;
use syntax::names::is_name;
use syntax::{ByteString, Name};

/// An operand of a declaration, taken apart.
struct Declaration<'a> {
    command: &'a [u8],
    options: &'a TypesetOptions,
    operand: &'a [u8],
    /// The name as it is spelled, with its subscript and members.
    spelled: Cow<'a, [u8]>,
    /// The length of the name without its subscript and members.
    plain: usize,
    /// What is after `=`.
    value: Option<&'a [u8]>,
    /// `+=`
    append: bool,
    /// What is declared in a list of members: what it is in may be shadowed, and have no name
    /// that can be spelled.
    member: Option<Name>,
    /// The variable is one of the function that runs.
    local: bool,
}

/// Declares one variable.
pub(super) fn declare(
    env: &mut Environment,
    command: &[u8],
    options: &TypesetOptions,
    operand: &[u8],
) -> Flow<i32> {
    let mut declaration = Declaration::of(command, options, operand);
    if command == b"local" && *declaration.spelled == *b"-" {
        return Ok(0);
    }
    declaration.find_member(env);
    declaration.take_whole_array(env);
    declaration.measure();
    if !declaration.begins_with_name() {
        return invalid_name(env, command, operand);
    }
    declaration.local = declaration.is_local(env);
    if declaration.local {
        declaration.make_local(env)?;
    }
    if declaration.has_place()
        && env.rules().variables.declared_element_makes_array
        && let Some(status) = declaration.prepare_array(env)?
    {
        return Ok(status);
    }
    if options.is_static && declaration.is_kept(env)? {
        return Ok(0);
    }
    let Some((name, key)) = declaration.place(env)? else {
        return invalid_name(env, command, operand);
    };
    if options.moves {
        return moved(env, (name, key), declaration.value.unwrap_or_default());
    }
    let (name, key) = match key {
        None => (name, None),
        key => declaration.element_variable(env, name, key)?,
    };
    if (options.reference || options.no_reference)
        && let Some(status) = declaration.declare_reference(env, name)?
    {
        return Ok(status);
    }
    let name = env.resolved(name);
    if matches!(env.variables.get(name).value, Value::Reference(_))
        && let Some(status) = declaration.refuse_target(env, name)?
    {
        return Ok(status);
    }
    declaration.declare_variable(env, name, key)
}

impl<'a> Declaration<'a> {
    #[inline]
    fn of(command: &'a [u8], options: &'a TypesetOptions, operand: &'a [u8]) -> Self {
        let (mut spelled, value) = match byte_search::memchr(b'=', operand) {
            Some(at) => (&operand[..at], Some(&operand[at + 1..])),
            None => (operand, None),
        };
        let append = value.is_some() && spelled.last() == Some(&b'+');
        if append {
            spelled = &spelled[..spelled.len() - 1];
        }
        let spelled = Cow::Borrowed(spelled);
        let (plain, member, local) = (0, None, false);
        Self { command, options, operand, spelled, plain, value, append, member, local }
    }

    /// Finds the member that is meant, where a list of members is being assigned.
    #[inline]
    fn find_member(&mut self, env: &Environment) {
        let Some(prefix) = env.now.prefix else { return };
        self.member = match &*self.spelled {
            b"." => Some(env.member(prefix, crate::environment::types::OWN)),
            spelled => is_name(spelled).then(|| env.member(prefix, spelled)),
        };
        self.spelled = Cow::Owned([&env.name(prefix)[..], b".", &self.spelled].concat());
    }

    /// `declare -a name[@]=(…)` is about the array.
    #[inline]
    fn take_whole_array(&mut self, env: &Environment) {
        if (self.options.indexed || self.options.associative)
            && env.rules().variables.all_elements_are_the_array
            && let Some([b'(', .., b')']) = self.value
        {
            let length = self.spelled.len();
            if self.spelled.ends_with(b"[@]") || self.spelled.ends_with(b"[*]") {
                self.spelled = match std::mem::take(&mut self.spelled) {
                    Cow::Borrowed(text) => Cow::Borrowed(&text[..length - 3]),
                    Cow::Owned(text) => Cow::Owned(text[..length - 3].to_vec()),
                };
            }
        }
    }

    /// Finds out how long the name is without subscripts and members.
    #[inline]
    fn measure(&mut self) {
        let plain = self.spelled.iter().take_while(|byte| !matches!(byte, b'[' | b'.'));
        self.plain = plain.count();
    }

    /// Whether a subscript or a member is spelled.
    #[inline]
    fn has_place(&self) -> bool {
        self.plain < self.spelled.len()
    }

    /// The name without subscripts and members.
    #[inline]
    fn base(&self, env: &Environment) -> Name {
        env.shared.names.intern(&self.spelled[..self.plain])
    }

    #[inline]
    fn begins_with_name(&self) -> bool {
        self.member.is_some()
            || is_name(&self.spelled[..self.plain])
            || self.spelled.first() == Some(&b'.')
    }

    #[inline]
    fn is_local(&self, env: &Environment) -> bool {
        env.now.calls > 0
            && !self.options.global
            && env.now.prefix.is_none()
            && !(self.has_place() && self.spelled.contains(&b'.'))
            && (self.command == b"local" || env.has_scope())
    }

    /// Makes the variable local, and where its rules ask for it, what it refers to.
    #[inline]
    fn make_local(&self, env: &mut Environment) -> Flow {
        let name = self.base(env);
        make_local(env, name, self.options.inherits)?;
        if env.has_references
            && !self.options.reference
            && !self.options.no_reference
            && env.rules().variables.declaration_follows_reference
        {
            let target = env.resolved(name);
            if target != name && !env.name(target).iter().any(|byte| matches!(byte, 0 | b'[')) {
                make_local(env, target, self.options.inherits)?;
            }
        }
        Ok(())
    }

    /// Makes an array of the variable before its subscript is looked at: what that means depends
    /// on what the variable is. A status: the declaration is over.
    fn prepare_array(&self, env: &mut Environment) -> Flow<Option<i32>> {
        let rest = &self.spelled[self.plain..];
        let is_longer = crate::environment::arrays::closing(rest) < Some(rest.len() - 1);
        if rest == b"[]" || is_longer && !env.rules().syntax.subscripts_may_follow {
            return invalid_name(env, self.command, self.operand).map(Some);
        }
        let name = env.resolved(self.base(env));
        let is_array = env.variables.get(name).value.is_array();
        let shapes = !is_array || self.options.indexed || self.options.associative;
        Ok((shapes && !shape(env, self.command, name, self.options)?).then_some(1))
    }

    /// `typeset -S`: makes the name a reference to a variable that no script can name. Only the
    /// first call gives it its value: true where it has one.
    fn is_kept(&self, env: &mut Environment) -> Flow<bool> {
        if self.member.is_some() {
            return Ok(false);
        }
        let name = self.base(env);
        let Some(slot) = env.static_slot(name) else { return Ok(false) };
        make_local(env, name, false)?;
        let kept = env.variables.get(slot).is_set();
        env.refer(name, slot);
        Ok(kept)
    }

    /// The variable, or the element, that is declared; None: the operand names nothing.
    #[inline]
    fn place(&self, env: &mut Environment) -> Flow<Option<(Name, Option<Key>)>> {
        let place = match self.member {
            Some(member) => Some((member, None)),
            None => env.spelled(&self.spelled)?,
        };
        let size = env.rules().variables.declared_subscript_is_size;
        let names_element = match (self.value, size) {
            // `declare -a x[100]='(a b)'`
            (Some(value), true) => !self.options.indexed || !matches!(value, [b'(', .., b')']),
            (value, size) => value.is_some() || !size,
        };
        Ok(place.map(|(name, key)| (name, key.filter(|_| names_element))))
    }

    /// The variable that an element with attributes of its own is.
    fn element_variable(
        &self,
        env: &mut Environment,
        name: Name,
        key: Option<Key>,
    ) -> Flow<(Name, Option<Key>)> {
        let options = self.options;
        let is_variable = options.compound || options.indexed || options.associative;
        match key {
            Some(key) if self.value.is_none() && is_variable => {
                let name = env.resolved(name);
                let slot = match env.nested(name, &key) {
                    Some(slot) => slot,
                    None => env.make_nested(name, &key).map_err(|error| refused(env, error))?,
                };
                Ok((slot, None))
            }
            key => Ok((name, key)),
        }
    }

    /// `-n` and `+n`. A status: the declaration is over.
    fn declare_reference(&self, env: &mut Environment, name: Name) -> Flow<Option<i32>> {
        let rules = &env.rules().variables;
        let array = self.options.indexed || self.options.associative;
        if self.options.reference && !(rules.reference_yields_to_array && array) {
            if self.has_place() && !rules.arrays_can_be_references {
                return Ok(Some(super::references::no_array(env, self.command, &self.spelled)));
            }
            if let (Some(more), true, Value::Reference(target)) =
                (self.value, self.append, &env.variables.get(name).value)
                && *target != name
            {
                // `declare -n name+=more`: of the name that it refers to.
                let value = [&env.name(*target)[..], more].concat();
                return self.set_reference(env, name, Some(&value)).map(Some);
            }
            return self.set_reference(env, name, self.value).map(Some);
        }
        if self.options.no_reference {
            return self.end_reference(env, name);
        }
        Ok(None)
    }

    /// `declare -n name=target`, with the attributes that the reference itself has.
    fn set_reference(&self, env: &mut Environment, name: Name, value: Option<&[u8]>) -> Flow<i32> {
        let rules = &env.rules().variables;
        let was = matches!(env.variables.get(name).value, Value::Reference(_));
        let changes = value.is_some() || self.options.off & READONLY != 0 || !was;
        let read_only = env.variables.get(name).flags & READONLY != 0;
        if rules.reference_has_attributes && read_only && changes {
            env.report_read_only_to(self.command, name);
            return Ok(1);
        }
        let status = refer(env, self.command, name, value)?;
        if value.is_none() && rules.reference_ends_export {
            env.variables.get_mut(name).flags &= !EXPORT;
        }
        if rules.reference_has_attributes && status == 0 {
            if !was {
                // What was assigned to the variable before does not matter to what it refers to.
                env.variables.get_mut(name).flags &= !(CONVERTS & !SPECIAL);
            }
            env.mark(name, self.options.on & (READONLY | EXPORT | INTEGER));
        }
        Ok(status)
    }

    /// `+n`: makes an ordinary variable of a reference. A status: the declaration is over.
    fn end_reference(&self, env: &mut Environment, name: Name) -> Flow<Option<i32>> {
        let rules = &env.rules().variables;
        let variable = env.variables.get(name).clone();
        let Value::Reference(target) = variable.value else {
            return Ok(if self.value.is_none() { Some(0) } else { None });
        };
        let read_only = variable.flags & READONLY != 0;
        if read_only && target != name && rules.reference_has_attributes {
            env.report_read_only_to(self.command, name);
            return Ok(Some(1));
        }
        if let Some(value) = self.value {
            let target = env.resolved(target);
            set_attributes(env, target, self.options)?;
            assign(env, target, None, value, self.append)?;
        }
        // The name that it referred to is its value now.
        let value = match target == name {
            true => Value::Unset,
            false => Value::String(ByteString::new(&env.name(target))),
        };
        let flags = if rules.reference_has_attributes { variable.flags & !SPECIAL } else { 0 };
        env.put(name, Variable { value, flags, attribute_number: variable.attribute_number });
        Ok(Some(0))
    }

    /// Whether a reference to nothing is assigned what it cannot refer to. A status: the
    /// declaration is over.
    fn refuse_target(&self, env: &mut Environment, name: Name) -> Flow<Option<i32>> {
        let Some(value) = self.value else { return Ok(None) };
        if !env.rules().variables.invalid_target_is_refused
            || is_name(value)
            || env.target_by_text(value).is_some()
        {
            return Ok(None);
        }
        if self.local {
            return super::references::no_target(env, self.command, value).map(Some);
        }
        env.put(name, Variable::default());
        invalid_name(env, self.command, value).map(Some)
    }

    /// Declares a variable that is found: its kind, its attributes, its value.
    #[inline]
    fn declare_variable(&self, env: &mut Environment, name: Name, key: Option<Key>) -> Flow<i32> {
        let options = self.options;
        let rules = &env.rules().variables;
        let scalar = rules.text_keeps_scalar
            && self.value.is_some()
            && !options.associative
            && !options.compound;
        if self.local
            && self.value.is_none()
            && (options.indexed || options.associative)
            && !options.inherits
            && rules.local_array_is_new
        {
            let empty = match options.associative {
                true => Value::Associative(Rc::default()),
                false => Value::Indexed(Rc::default()),
            };
            env.lose_scalar(name, empty);
        }
        if (options.indexed || options.associative)
            && !scalar
            && !shape(env, self.command, name, options)?
        {
            return Ok(1);
        }
        if let Some(number) = options.subscript_type {
            let variable = env.variables.get_mut(name);
            variable.flags |= KEYED;
            variable.attribute_number = number;
        }
        if options.no_array && env.variables.get(name).value.is_array() {
            let fault = OperandFault::ArrayKept;
            super::complain(env, self.command, &env.name(name), fault);
            return Ok(1);
        }
        if (env.composed || options.compound || self.has_place() && self.spelled.contains(&b'.'))
            && let Err(error @ AssignError::NotAnElement(_)) = env.enter_parent(name)
        {
            // Without a parent another one stands alone.
            env.report_assign_error(error)?;
            env.status = 1;
            return Err(env.fatal());
        }
        if options.compound {
            return self.declare_compound(env, name);
        }
        if let Some(status) = self.refuse_read_only(env, name)? {
            return Ok(status);
        }
        self.forget_value(env, name, key.is_some());
        set_attributes(env, name, options)?;
        self.give_value(env, name, key)?;
        let on = options.on & (READONLY | EXPORT);
        if on != 0 {
            env.mark(name, on);
            if rules.marked_temporary_stays {
                env.keep_temporary(name);
            }
        }
        Ok(0)
    }

    /// Makes a compound variable (`typeset -C`).
    fn declare_compound(&self, env: &mut Environment, name: Name) -> Flow<i32> {
        let rules = &env.rules().variables;
        compose(env, name, self.options, self.value)?;
        let on = self.options.on & (READONLY | EXPORT);
        if on & EXPORT != 0 && !rules.compound_can_be_exported {
            let name = env.name(name);
            env.diagnose(VariableProblem::CompoundExported { command: self.command, name: &name });
            env.status = 1;
            return Err(Unwind::Error);
        }
        if on != 0 && rules.compound_takes_readonly {
            env.mark(name, on);
        }
        Ok(0)
    }

    /// Reports a read-only variable that would change. A status: the builtin goes on.
    #[inline]
    fn refuse_read_only(&self, env: &mut Environment, name: Name) -> Flow<Option<i32>> {
        let rules = &env.rules().variables;
        if env.variables.get(name).flags & READONLY == 0 {
            return Ok(None);
        }
        let options = self.options;
        let changes = options.off != 0 || options.on & !(READONLY | EXPORT) != 0;
        let loses = options.off & READONLY != 0
            && !(rules.unbound_reference_can_lose_readonly && env.refers_to_nothing(name));
        if !(changes && rules.readonly_fixes_attributes || self.value.is_some() || loses) {
            return Ok(None);
        }
        if rules.declaration_survives_readonly {
            env.report_read_only_to(self.command, name);
            return Ok(Some(1));
        }
        env.report_assign_error(AssignError::ReadOnly(name))?;
        env.status = 1;
        Err(Unwind::Error)
    }

    /// Forgets the value of a variable that gets a new one with other attributes: it does not
    /// matter any more, and might be no number.
    #[inline]
    fn forget_value(&self, env: &mut Environment, name: Name, is_element: bool) {
        let replaces = match env.rules().variables.attributes_replace {
            true => DATA,
            false => INTEGER | FRACTIONS,
        };
        if self.value.is_none() || is_element || self.append || self.options.on & replaces == 0 {
            return;
        }
        let variable = env.variables.get_mut(name);
        let number = matches!(variable.value, Value::Integer(_) | Value::Float(..));
        if matches!(variable.value, Value::String(_)) || number && replaces == DATA {
            variable.value = Value::Unset;
        }
    }

    /// Assigns the value, if there is one.
    #[inline]
    fn give_value(&self, env: &mut Environment, name: Name, key: Option<Key>) -> Flow {
        let rules = &env.rules().variables;
        let options = self.options;
        let Some(value) = self.value else {
            let known = rules.declared_names_are_known && !self.local;
            if known && !env.variables.get(name).is_set() {
                env.variables.get_mut(name).flags |= NAMED;
            }
            return Ok(());
        };
        // `declare -a x='(a b)'`
        if matches!(value, [b'(', .., b')'])
            && (options.indexed
                || options.associative
                || rules.list_text_assigns_array && env.variables.get(name).value.is_array())
            && key.is_none()
            && !options.no_array
            && env.assign_list_text(name, value, self.append)?
        {
            return Ok(());
        }
        assign(env, name, key, value, self.append)
    }
}

/// Reports an assignment that cannot be made, and says what it ends. Where the value is no number it
/// ends what it ends without the builtin.
pub(super) fn refused(env: &mut Environment, error: AssignError) -> Unwind {
    if let Err(unwind) = env.report_assign_error(error) {
        return unwind;
    }
    env.status = 1;
    match error {
        AssignError::NotConverted(_) => env.leaves_texts(),
        _ => Unwind::Error,
    }
}

/// `typeset -C name`, `typeset -C name=other`, and arrays of compound variables.
fn compose(
    env: &mut Environment,
    name: Name,
    options: &TypesetOptions,
    value: Option<&[u8]>,
) -> Flow {
    env.composed = true;
    if let Some(value) = value {
        let Some((from, None)) = env.spelled(value)? else {
            return usage(
                env,
                BuiltinProblem::operand(b"typeset", value, OperandFault::BadVariableName),
            );
        };
        let from = env.resolved(from);
        return env.copy_inside(from, name).map_err(|error| refused(env, error));
    }
    let kind = &env.variables.get(name).value;
    if options.indexed
        || options.associative
        || matches!(kind, Value::Indexed(_) | Value::Associative(_))
    {
        env.mark(name, COMPOUNDS);
        return Ok(());
    }
    if !matches!(kind, Value::Compound(_)) {
        env.make_compound(name).map_err(|error| refused(env, error))?;
    }
    Ok(())
}

/// What was there is put back when the function ends.
fn make_local(env: &mut Environment, name: Name, inherits: bool) -> Flow {
    if env.is_own_local(name) {
        return Ok(());
    }
    let before = env.variables.get(name).clone();
    if before.flags & (READONLY | INNER) == READONLY {
        env.report_assign_error(AssignError::ReadOnly(name))?;
        env.status = 1;
        return Err(Unwind::Error);
    }
    let kept = inherits.then(|| before.clone());
    shadow(env, name, before);
    if let Some(kept) = kept {
        env.put(name, kept);
    }
    Ok(())
}

/// Shadows a variable by a local one. One that the function was called with, as in `x=1 function`
/// or `x=1 local x`, may keep its value.
pub(super) fn shadow(env: &mut Environment, name: Name, before: Variable) {
    if let Some(hidden) = env.declared_with(name) {
        env.shadow(name, hidden);
        env.put(name, before);
        return;
    }
    // Its name is looked for only where some option is not as it was.
    let rules = &env.rules().variables;
    let inherits = env.changed_shopts != 0
        && rules.localvar_inherit_counts
        && env.has_shopt("localvar_inherit");
    let passed = rules.local_inherits_temporary && env.is_passed(name) && !before.value.is_array();
    let kept = before.clone();
    env.shadow(name, before);
    if (passed || inherits) && !matches!(kept.value, Value::Reference(_)) {
        env.put(name, kept);
    }
}

/// Makes an array of the variable; what it held is its first element.
fn shape(
    env: &mut Environment,
    command: &[u8],
    name: Name,
    options: &TypesetOptions,
) -> Flow<bool> {
    let rules = &env.rules().variables;
    if env.has_references
        && rules.element_reference_refuses_arrays
        && env.name(name).contains(&b'[')
    {
        // What a reference is to is an element: its assignments will say so.
        return Ok(true);
    }
    let first = match &env.variables.get(name).value {
        Value::Indexed(_) if !options.associative => return Ok(true),
        Value::Associative(_) if options.associative => return Ok(true),
        Value::Indexed(array)
            if array.is_empty() && rules.array_kind_change != ArrayKindChange::Refused =>
        {
            None
        }
        Value::Compound(_) if rules.array_replaces_compound => {
            env.drop_inside(name);
            None
        }
        Value::Indexed(array) if rules.array_kind_change == ArrayKindChange::KeepsElements => {
            // The numbers become keys.
            let keyed = array.iter().map(|(at, text)| (at.to_string().into_bytes(), text.clone()));
            let keyed = Value::Associative(Rc::new(keyed.collect()));
            env.variables.get_mut(name).value = keyed;
            return Ok(true);
        }
        kind @ (Value::Indexed(_) | Value::Associative(_)) => {
            let is_associative = matches!(kind, Value::Associative(_));
            let name = env.name(name);
            env.diagnose(VariableProblem::ArrayKindFixed { command, name: &name, is_associative });
            env.status = 1;
            return Ok(false);
        }
        other => other.text(),
    };
    let declared = rules.declared_arrays_stay_unset
        && (!env.variables.get(name).is_set() || env.refers_to_nothing(name));
    let variable = env.variables.get_mut(name);
    variable.flags |= if declared { SPECIAL | DECLARED } else { SPECIAL };
    variable.value = if options.associative {
        let first = first.map(|text| (b"0".to_vec(), text));
        Value::Associative(Rc::new(first.into_iter().collect()))
    } else {
        Value::Indexed(Rc::new(first.map(|text| (0, text)).into_iter().collect()))
    };
    Ok(true)
}

/// Adds and removes attributes; a value that is there is made to fit.
fn set_attributes(env: &mut Environment, name: Name, options: &TypesetOptions) -> Flow {
    const CASES: u32 = LOWER | UPPER | CAPITAL;
    const NUMBERS: u32 = INTEGER | FRACTIONS;
    const WIDTHS: u32 = LEFT | RIGHT | ZEROS;
    let on = options.on & !READONLY;
    if env.rules().variables.attributes_replace {
        return typeset_letters::set_attributes(env, name, on, options.off & !READONLY, options);
    }
    let mut variable = env.variables.get(name).clone();
    let was_exported = variable.flags & EXPORT != 0;
    for group in [CASES, NUMBERS] {
        if on & group != 0 {
            variable.flags &= !group;
        }
    }
    variable.flags = (variable.flags | on) & !(options.off & !READONLY);
    if on & (NUMBERS | WIDTHS) != 0 {
        variable.attribute_number = match options.size {
            Some(size) => size,
            None if on & (FIXED | FLOAT) != 0 => 10,
            None if on & HEXADECIMAL != 0 => 32,
            // The width of the first value.
            None if on & WIDTHS != 0 => {
                variable.value.text().map_or(0, |text| text.len().min(u16::MAX.into()) as u16)
            }
            None => 0,
        };
    }
    let value = variable.value.clone();
    let converts = variable.flags & CONVERTS & !SPECIAL != 0;
    let exported = variable.flags & EXPORT != 0;
    *env.variables.get_mut(name) = variable;
    if was_exported != exported {
        env.exports = env.shared.fresh();
    }
    let plain = matches!(value, Value::String(_) | Value::Integer(_) | Value::Float(..));
    if converts && plain && env.rules().variables.attributes_convert_value {
        let value = env.converted_or_default(name, value)?;
        env.variables.get_mut(name).value = value;
    }
    Ok(())
}

fn assign(env: &mut Environment, name: Name, key: Option<Key>, value: &[u8], append: bool) -> Flow {
    let mut text = value.to_vec();
    if append {
        let before = match &key {
            Some(key) => env.element(name, key),
            None => env.value(name),
        };
        let before = before.unwrap_or_default();
        let number = env.takes_numbers(name);
        text = match number {
            true => [before.as_bytes(), b"+(", value, b")"].concat(),
            false => [before.as_bytes(), value].concat(),
        };
    }
    let text = ByteString::from(text);
    let width = LEFT | RIGHT | ZEROS;
    let by_columns = env.rules().variables.widths_count_columns;
    let variable = env.variables.get_mut(name);
    if variable.flags & width != 0 && variable.attribute_number == 0 && !by_columns {
        variable.attribute_number = text.len().min(u16::MAX.into()) as u16;
    }
    match key {
        Some(key) => env.assign_element(name, key, text).map_err(|e| refused(env, e)),
        None => env.assign(name, Value::String(text)).map_err(|e| refused(env, e)),
    }
}
