//! Parameter expansion beyond POSIX (ksh93, bash): elements of arrays, lists of them,
//! indirection, the names of variables and of subscripts.
//!
//! A parameter with its subscript is looked up as a [`Subject`]: one value or a list. The operation
//! maps the subject, and `append_subject` appends the result to the word.

use super::Builder;
use super::case::{CaseChange, Characters, altered};
use super::parameter::{ListForm, Substitution, is_no_field_if_empty, trimmed};
use super::transform::{replaced, replaced_by};
use crate::diagnostics::{Missing, Problem, VariableProblem};
use crate::environment::Environment;
use crate::environment::arrays::{Indexed, Key};
use crate::environment::compound::Component;
use crate::environment::options::Options;
use crate::environment::variables::{DECLARED, NESTED, Value};
use crate::unwind::Flow;
use dialect::expansion::{Indirection, ReadingOutside};
use pattern::Glob;
use syntax::tree::{
    Arithmetic, Operation, Parameter, Part, Reference, Replace, Subscript, Substitute, Word,
};
use syntax::{ByteString, Name};

/// The value or the values that an operation is applied to.
pub(super) enum Subject {
    /// One value; None: unset.
    One(Option<ByteString>),
    /// `$@`, `$*` or the elements of an array.
    Many(Vec<ByteString>, ListForm),
}

/// The subscript after that of the last element.
fn end_of(array: &Indexed) -> i64 {
    array.last_key_value().map_or(0, |(last, _)| last.saturating_add(1))
}

/// The length of a slice as it is written, where it is a text.
fn spelled(length: &Arithmetic) -> &[u8] {
    match &length.parts[..] {
        [Part::Literal(text) | Part::Quoted(text)] => text,
        _ => b"",
    }
}

impl Environment {
    /// `${…}` with a subscript, with `!`, or with an operation that POSIX does not have.
    pub(super) fn expand_extended(
        &mut self,
        parameter: &Parameter,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let (mut reference, mut subscript) = (parameter.reference, parameter.subscript.as_deref());
        if let (Reference::Variable(name), Some(Subscript::Path(_))) = (reference, subscript) {
            let (name, last) = self.follow(name, subscript)?;
            (reference, subscript) = (Reference::Variable(name), last);
        }
        match &parameter.operation {
            Operation::Names { prefix, at } => {
                let mut prefix = prefix.to_vec();
                if let (Reference::Variable(name), Some(subscript)) = (reference, subscript) {
                    let name = self.resolved(name);
                    let key = self.key(name, Some(subscript))?;
                    let slot = self.element_slot(name, &key);
                    prefix = [&self.name(slot)[..], b"."].concat();
                } else if self.composed
                    && let Some(base) = prefix.strip_suffix(b".")
                {
                    let name = self.resolved(self.shared.names.intern(base));
                    prefix = [&self.name(name)[..], b"."].concat();
                }
                let names = self.names_beginning(&prefix);
                self.append_list(&names, ListForm::of(*at), quoted, builder);
                return Ok(());
            }
            Operation::Keys => {
                let Reference::Variable(name) = reference else { return Ok(()) };
                let keys = self.keys(name);
                let form = ListForm::of(matches!(subscript, Some(Subscript::At)));
                self.append_list(&keys, form, quoted, builder);
                return Ok(());
            }
            _ => {}
        }
        if parameter.indirect {
            return self.expand_indirect(parameter, quoted, builder);
        }
        self.expand_target(reference, subscript, &parameter.operation, quoted, builder)
    }

    /// Expands `${!x…}`: the parameter that the value of `x` names. Of a name reference: the name
    /// that it refers to.
    fn expand_indirect(
        &mut self,
        parameter: &Parameter,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let rules = &self.rules().expansion;
        if let Reference::Variable(name) = parameter.reference {
            if matches!(self.variables.get(name).value, Value::Reference(_))
                && (parameter.subscript.is_none() || !rules.element_of_reference_is_indirection)
            {
                let target = self.spelled_name(self.resolved(name));
                self.append(&target, quoted, builder);
                return Ok(());
            }
            if rules.indirection == Indirection::Name {
                if let Operation::Substitute { kind: Substitute::Alternative, word, .. } =
                    &parameter.operation
                {
                    // The name is always there.
                    if quoted {
                        builder.quoted(b"");
                    }
                    return self.expand_operand(word, quoted, builder);
                }
                let text = self.evaluated_name(name, parameter.subscript.as_deref())?;
                self.append(&text, quoted, builder);
                return Ok(());
            }
        }
        let is_length = matches!(parameter.operation, Operation::Length);
        let subscript = parameter.subscript.as_deref();
        let mut subject = self.subject(parameter.reference, subscript, is_length)?;
        if rules.indirection_joins_elements
            && let Subject::Many(list, _) = &subject
        {
            subject = Subject::One(self.joined_name(list, parameter.subscript.is_some()));
        }
        match subject {
            Subject::One(Some(target)) => {
                let fails = self.options.has(Options::NOUNSET)
                    || matches!(
                        &parameter.operation,
                        Operation::Substitute { kind: Substitute::Error, .. }
                    );
                if fails && self.rules().expansion.indirection_is_named_in_errors {
                    return self.expand_indirection(parameter, &target, quoted, builder);
                }
                self.expand_named(&target, &parameter.operation, quoted, builder)
            }
            subject => self.expand_nameless(&subject, parameter, quoted, builder),
        }
    }

    /// Expands an indirection whose error names it as it is written, and not what it leads to.
    #[cold]
    fn expand_indirection(
        &mut self,
        parameter: &Parameter,
        target: &ByteString,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let mut name = [b"!", &self.spell(parameter.reference)[..]].concat();
        if let Some(subscript) = parameter.subscript.as_deref() {
            name = super::subscript::with_subscript(&name, subscript);
        }
        *self.shared.indirection.borrow_mut() = Some(ByteString::from(name));
        let result = self.expand_named(target, &parameter.operation, quoted, builder);
        *self.shared.indirection.borrow_mut() = None;
        result
    }

    /// `name` or `name[subscript]`, with the subscript evaluated.
    fn evaluated_name(&mut self, name: Name, subscript: Option<&Subscript>) -> Flow<Vec<u8>> {
        let text = self.name(name).to_vec();
        let Some(subscript) = subscript else { return Ok(text) };
        let key = match self.key(name, Some(subscript))? {
            Key::Index(index) => index.to_string().into_bytes(),
            Key::Text(text) => text,
        };
        Ok([&text[..], b"[", &key, b"]"].concat())
    }

    /// An indirection by a parameter that has no value, or none that could be a name.
    fn expand_nameless(
        &mut self,
        subject: &Subject,
        parameter: &Parameter,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let is_list = matches!(parameter.reference, Reference::Special(b'@' | b'*'));
        // A missing argument names nothing, in bash without an error.
        let is_argument = matches!(parameter.reference, Reference::Positional(_));
        let is_missing = matches!(subject, Subject::One(None)) && !is_list && !is_argument;
        if is_missing
            && self.rules().expansion.unset_indirection_is_error
            && !self.only_lacks_value(parameter)
        {
            let mut name = self.spell(parameter.reference);
            if let Some(subscript) = parameter.subscript.as_deref() {
                if let Reference::Variable(name) = parameter.reference
                    && self.variables.get(self.resolved(name)).is_set()
                {
                    return Ok(());
                }
                name = super::subscript::with_subscript(&name, subscript);
            }
            return self.indirection_problem(&Problem::UnsetIndirection(&name));
        }
        if quoted {
            builder.quoted(b"");
        }
        match &parameter.operation {
            Operation::Substitute { .. } => {
                let (nothing, subscript) = match subject {
                    Subject::One(None) => (parameter.reference, parameter.subscript.as_deref()),
                    _ => (Reference::Positional(u32::MAX), None),
                };
                self.expand_target(nothing, subscript, &parameter.operation, quoted, builder)
            }
            _ => self.unset_parameter(parameter.reference),
        }
    }

    /// Whether a parameter is a variable that was declared and has no value, and the operation gives it none.
    fn only_lacks_value(&self, parameter: &Parameter) -> bool {
        let Reference::Variable(name) = parameter.reference else { return false };
        let assigns =
            matches!(&parameter.operation, Operation::Substitute { kind: Substitute::Assign, .. });
        let is_local = self.rules().variables.unset_local_is_shown
            && self.now.locals.iter().any(|(local, _)| *local == name);
        !assigns && (is_local || self.variables.get(self.resolved(name)).flags != 0)
    }

    /// Expands the parameter that a text names, by the operation of an indirection.
    fn expand_named(
        &mut self,
        target: &ByteString,
        operation: &Operation,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let spelled = [b"${", target.as_bytes(), b"}"].concat();
        let word = self.parse_text(&spelled)?;
        match word.as_ref().map(|word| &word.parts[..]) {
            Some([Part::Parameter(inner)])
                if matches!(inner.operation, Operation::Value) && !inner.indirect =>
            {
                let subscript = inner.subscript.as_deref();
                if quoted && !is_no_field_if_empty(inner.reference, subscript, operation) {
                    builder.quoted(b"");
                }
                // The subscript may have an indirection of its own, which may have one again.
                let scheduler = self.shared.scheduler.clone();
                let result = scheduler.deeper(|| {
                    self.expand_target(inner.reference, subscript, operation, quoted, builder)
                });
                result.unwrap_or_else(|| self.too_deep())
            }
            _ => self.indirection_problem(&Problem::InvalidIndirection(target)),
        }
    }

    /// The name that `${!x[@]…}` and `${!@}` expand by (bash): the elements, joined.
    fn joined_name(&mut self, list: &[ByteString], of_array: bool) -> Option<ByteString> {
        let joint = if of_array { self.separators().joint.clone() } else { b" ".to_vec() };
        let list: Vec<&[u8]> = list.iter().map(|text| text.as_bytes()).collect();
        (!list.is_empty()).then(|| ByteString::from(list.join(&joint[..])))
    }

    /// The array and the subscript, if a name reference is to all elements of an array (bash).
    #[cold]
    pub(super) fn refers_to_all(&self, name: Name) -> Option<(Name, Subscript)> {
        let target = self.resolved(name);
        if target == name || !self.rules().expansion.reference_to_all_elements {
            return None;
        }
        let array = self.of_all_elements(target)?;
        let at = self.name(target).ends_with(b"[@]");
        Some((array, if at { Subscript::At } else { Subscript::Star }))
    }

    /// Whether the number of elements is an error under `set -u`: of what is no array that has been
    /// assigned something.
    fn counts_nothing(&self, reference: Reference) -> bool {
        let Reference::Variable(name) = reference else { return false };
        if !self.options.has(Options::NOUNSET)
            || !self.rules().expansion.nounset_checks_element_count
            || self.is_computed(name)
        {
            return false;
        }
        let variable = self.variables.get(self.resolved(name));
        !variable.value.is_array() || variable.flags & DECLARED != 0
    }

    /// Applies an operation to a parameter, with its subscript if it has one.
    pub(super) fn expand_target(
        &mut self,
        reference: Reference,
        subscript: Option<&Subscript>,
        operation: &Operation,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        self.own_process_for(reference)?;
        if let (Reference::Variable(name), Some(Subscript::At | Subscript::Star)) =
            (reference, subscript)
            && let Some(done) = self.expand_array(name, subscript, operation, quoted, builder)?
        {
            return Ok(done);
        }
        let is_length = matches!(operation, Operation::Length);
        let subject = self.subject(reference, subscript, is_length)?;
        if let (Subject::One(None), Some(subscript)) = (&subject, subscript) {
            self.check_unset_element(reference, subscript, operation)?;
        }
        let subject = match operation {
            Operation::Substitute { kind, colon, word } => {
                let substitution = Substitution { kind: *kind, colon: *colon, word };
                let target = (reference, subscript);
                return self.substitute_subject(subject, target, substitution, quoted, builder);
            }
            Operation::Value => subject,
            Operation::Length => {
                let length = self.length_of_subject(&subject, reference, subscript)?;
                let text = ByteString::from_integer(length as i64);
                self.append(&text, quoted, builder);
                return Ok(());
            }
            Operation::Substring { offset, length } => {
                self.substring(subject, reference, subscript, offset, length.as_deref())?
            }
            Operation::Trim { .. } | Operation::Replace { .. } | Operation::Case { .. }
                if self.is_nothing_to_operate_on(&subject, operation) =>
            {
                subject
            }
            Operation::Trim { removal, pattern } => {
                let pattern = self.expand_pattern(pattern)?;
                let glob = Glob::new(&pattern, self.glob_options());
                subject.map(|value| ByteString::new(trimmed(*removal, &glob, value)))
            }
            Operation::Replace { which, pattern, replacement } => {
                if let Subject::One(None) = subject {
                    return self.unset_parameter(reference);
                }
                self.replace(subject, *which, pattern, replacement)?
            }
            Operation::Case { change, all, pattern } => {
                let glob = match pattern {
                    Some(pattern) => {
                        let pattern = self.expand_pattern(pattern)?;
                        let mut options = self.glob_options();
                        options.nocase &= self.rules().expansion.nocasematch_in_case_change;
                        Some(Glob::new(&pattern, options))
                    }
                    None => None,
                };
                let (utf8, glob) = (self.utf8, glob.as_ref());
                let change = CaseChange::of_operator(*change);
                let characters = if *all { Characters::All } else { Characters::First };
                subject.map(|value| altered(value, change, characters, glob, utf8))
            }
            Operation::Transform(letter) => {
                return self.transform(*letter, subject, reference, subscript, quoted, builder);
            }
            Operation::Bad { text, .. } => return self.bad_transformation(text, &subject),
            Operation::Keys | Operation::Names { .. } => {
                return self.expansion_problem(&Problem::BadOperator);
            }
        };
        self.append_subject(subject, reference, quoted, builder)
    }

    /// Checks under `set -u` that an operation has an element to be applied to, where that is asked
    /// before the operation is looked at.
    ///
    /// # Errors
    /// The element is not there.
    fn check_unset_element(
        &mut self,
        reference: Reference,
        subscript: &Subscript,
        operation: &Operation,
    ) -> Flow {
        let is_length = matches!(operation, Operation::Length);
        if !self.options.has(Options::NOUNSET)
            || !self.rules().expansion.nounset_precedes_operator
            || matches!(operation, Operation::Substitute { .. })
            || (is_length && !self.counts_nothing(reference))
        {
            return Ok(());
        }
        if is_length {
            return self.uncounted(reference);
        }
        let name = self.spell(reference);
        let brackets = super::subscript::in_brackets(subscript);
        self.missing_parameter(&name, &brackets, Missing::Unset)
    }

    /// Fails because what has no elements has no number of them: in bash's language no error that ends the
    /// shell.
    fn uncounted<T>(&mut self, reference: Reference) -> Flow<T> {
        let (name, missing) = (self.spell(reference), Missing::Unset);
        self.expansion_problem(&Problem::MissingParameter { name: &name, subscript: b"", missing })
    }

    /// `${x[i]-word}` and its kin.
    fn substitute_subject(
        &mut self,
        subject: Subject,
        (reference, subscript): (Reference, Option<&Subscript>),
        substitution: Substitution<'_>,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let (is_set, is_null) = match &subject {
            Subject::One(value) => {
                (value.is_some(), value.as_ref().is_none_or(|value| value.is_empty()))
            }
            Subject::Many(list, form) => (!list.is_empty(), self.is_null(list, *form)),
        };
        let is_usable = is_set && !(substitution.colon && is_null);
        if is_usable == (substitution.kind == Substitute::Alternative) {
            let missing = substitution.missing(is_set);
            let target = (reference, subscript);
            return self.substitute_word(target, missing, substitution, quoted, builder);
        }
        match is_usable {
            true => self.append_subject(subject, reference, quoted, builder),
            false => {
                if quoted && is_set {
                    // There are elements, of which one is an empty field.
                    builder.quoted(b"");
                }
                Ok(())
            }
        }
    }

    /// `${#x[i]}`: characters of a value, or how many elements there are.
    fn length_of_subject(
        &mut self,
        subject: &Subject,
        reference: Reference,
        subscript: Option<&Subscript>,
    ) -> Flow<usize> {
        match subject {
            Subject::Many(..) if self.counts_nothing(reference) => {
                return self.uncounted(reference);
            }
            Subject::Many(list, _) => return Ok(list.len()),
            Subject::One(Some(value)) => return Ok(self.length(value)),
            Subject::One(None)
                if subscript.is_some()
                    && self.rules().expansion.nounset_allows_element_length
                    && !self.counts_nothing(reference) =>
            {
                return Ok(0);
            }
            Subject::One(None) => {}
        }
        self.unset_parameter(reference)?;
        Ok(0)
    }

    /// Expands `${x/pattern/replacement}` (bash, ksh93).
    fn replace(
        &mut self,
        subject: Subject,
        which: Replace,
        word: &Word,
        replacement: &Word,
    ) -> Flow<Subject> {
        let rules = &self.rules().expansion;
        let pattern = self.expand_pattern(word)?;
        let is_expanded = matches!(
            word.parts.first(),
            Some(Part::Parameter(_) | Part::Command(_) | Part::Arithmetic(_) | Part::Inline { .. })
        );
        let (which, pattern) = match pattern.first() {
            _ if which != Replace::First || !is_expanded || !rules.expanded_anchors_count => {
                (which, &pattern[..])
            }
            Some(b'#') => (Replace::Prefix, &pattern[1..]),
            Some(b'%') => (Replace::Suffix, &pattern[1..]),
            _ => (which, &pattern[..]),
        };
        let glob = Glob::new(pattern, self.glob_options());
        let gaps = rules.empty_matches;
        let spares_empty = rules.only_stars_match_empty_value
            && which != Replace::Suffix
            && pattern.first().is_some_and(|&byte| byte != b'*');
        if self.options.ampersand_is_match() {
            let replacement = self.expand_replacement(replacement)?;
            return Ok(subject.map(|value| {
                if spares_empty && value.is_empty() {
                    return ByteString::EMPTY;
                }
                replaced_by(&glob, value, which, gaps, |(from, to), out| {
                    replacement.append(&value[from..to], out);
                })
            }));
        }
        let replacement = match rules.replacement_has_groups {
            true => self.expand_references(replacement)?,
            false => self.expand_text(replacement)?,
        };
        if rules.replacement_has_groups
            && (replacement.contains(&b'\\') || pattern.contains(&b'(') || self.keeps_matches)
        {
            return Ok(self.replace_groups(pattern, &glob, subject, &replacement, (which, gaps)));
        }
        Ok(subject.map(|value| match spares_empty && value.is_empty() {
            true => ByteString::EMPTY,
            false => replaced(&glob, value, &replacement, which, gaps),
        }))
    }

    /// Appends what an operation has left of a parameter.
    pub(super) fn append_subject(
        &mut self,
        subject: Subject,
        reference: Reference,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        match subject {
            Subject::One(Some(value)) => {
                self.append(&value, quoted, builder);
                Ok(())
            }
            Subject::One(None) => self.unset_parameter(reference),
            Subject::Many(list, form) => {
                self.append_list(&list, form, quoted, builder);
                Ok(())
            }
        }
    }

    /// What a parameter with its subscript stands for; `is_length`: its length is asked for.
    fn subject(
        &mut self,
        reference: Reference,
        subscript: Option<&Subscript>,
        is_length: bool,
    ) -> Flow<Subject> {
        let name = match (reference, subscript) {
            (Reference::Special(sign @ (b'@' | b'*')), _) => {
                let form = ListForm::of(sign == b'@');
                return Ok(Subject::Many(self.positional.all().to_vec(), form));
            }
            (Reference::Variable(name), Some(_)) => name,
            _ => {
                let value = match self.parameter(reference) {
                    super::parameter::Parameters::One(value) => value,
                    super::parameter::Parameters::All => None,
                };
                return Ok(Subject::One(value));
            }
        };
        Ok(match subscript {
            Some(Subscript::At) => Subject::Many(self.elements(name), ListForm::Separate),
            Some(Subscript::Star) => Subject::Many(self.elements(name), ListForm::Joined),
            Some(Subscript::Key { word, parsed: None })
                if self.rules().expansion.subscript_ranges
                    && super::subscript::word_has_range(word)
                    && !self.is_associative(name) =>
            {
                Subject::Many(self.elements_in_range(name, word)?, ListForm::Separate)
            }
            _ => {
                let key = self.key_to_read(name, subscript)?;
                if key.is_none() && !self.is_associative(name) {
                    self.read_outside(name, subscript, is_length)?;
                }
                Subject::One(key.and_then(|key| self.element(name, &key)))
            }
        })
    }

    /// A subscript that is read is before an array's first element.
    #[cold]
    fn read_outside(&mut self, name: Name, subscript: Option<&Subscript>, is_length: bool) -> Flow {
        let text = self.name(name);
        match self.rules().expansion.reading_outside {
            ReadingOutside::IsUnset => Ok(()),
            ReadingOutside::IsTold if is_length => {
                let spelled = subscript.map_or(&b""[..], super::subscript::spelled);
                let place = [spelled, b"]"].concat();
                self.expansion_problem(&Problem::Variable(VariableProblem::BadSubscript(&place)))
            }
            ReadingOutside::IsTold => {
                self.diagnose(VariableProblem::BadSubscript(&text));
                Ok(())
            }
            ReadingOutside::IsError if self.elements(name).is_empty() => Ok(()),
            ReadingOutside::IsError => {
                self.expansion_problem(&Problem::Variable(VariableProblem::BadSubscript(&text)))
            }
        }
    }

    /// `${a[from..to]}` (ksh93): the elements whose subscripts are in the range.
    fn elements_in_range(&mut self, name: Name, range: &Word) -> Flow<Vec<ByteString>> {
        let text = self.expand_text(range)?;
        let at = byte_search::memmem::find(&text, b"..").unwrap_or(text.len());
        let (from, to) = (&text[..at], text.get(at + 2..).unwrap_or_default());
        let from = if from.is_empty() { 0 } else { self.evaluate_expression(from)? };
        let to = if to.is_empty() { i64::MAX } else { self.evaluate_expression(to)? };
        let name = self.resolved(name);
        let name = match self.origin(name) {
            // Of an array in an array.
            Some((array, Component::Element(key))) => self.nested(array, &key).unwrap_or(name),
            _ => name,
        };
        // From the end, where they are negative.
        let from = self.place(name, from).unwrap_or(i64::MAX);
        let to = self.place(name, to).unwrap_or(-1);
        let number = |key: &ByteString| std::str::from_utf8(key).ok()?.parse::<i64>().ok();
        Ok(self
            .keys(name)
            .iter()
            .zip(self.elements(name))
            .filter(|(key, _)| number(key).is_some_and(|key| key >= from && key <= to))
            .map(|(_, element)| element)
            .collect())
    }

    /// Whether an operator's operands are left unexpanded because there is nothing to operate on.
    fn leaves_operands(&self, subject: &Subject) -> bool {
        !self.rules().expansion.operands_of_nothing_are_expanded
            && match subject {
                Subject::One(value) => value.is_none(),
                Subject::Many(list, _) => list.is_empty(),
            }
    }

    /// Whether [`Self::leaves_operands`], or the operation is `${x%p}` of an empty value.
    fn is_nothing_to_operate_on(&self, subject: &Subject, operation: &Operation) -> bool {
        self.leaves_operands(subject)
            || matches!(operation, Operation::Trim { .. })
                && matches!(subject, Subject::One(Some(value)) if value.is_empty())
                && !self.rules().expansion.operands_of_nothing_are_expanded
    }

    /// The largest offset of a slice: how many characters a value has, or how many places a list,
    /// filled or not.
    fn places(&self, subject: &Subject, reference: Reference) -> i64 {
        match (subject, reference) {
            (Subject::One(value), _) => value.as_ref().map_or(0, |value| self.length(value)) as i64,
            // With $0.
            (Subject::Many(list, _), Reference::Special(_)) => list.len() as i64 + 1,
            (Subject::Many(list, _), Reference::Variable(name)) => {
                match &self.variables.get(self.resolved(name)).value {
                    Value::Indexed(array) => end_of(array),
                    _ => list.len() as i64,
                }
            }
            (Subject::Many(..), _) => i64::MAX,
        }
    }

    /// The offset and the length of a slice. Error messages name the parameter `sliced`. If the
    /// offset is beyond `places`, some dialects do not evaluate the length.
    fn slice(
        &mut self,
        sliced: Option<Reference>,
        places: impl FnOnce(&Self) -> i64,
        offset: &Arithmetic,
        length: Option<&Arithmetic>,
    ) -> Flow<(i64, Option<i64>)> {
        let outer = std::mem::replace(&mut self.now.sliced, sliced);
        let offset = self.evaluate_arithmetic(offset);
        let length = match (&offset, length) {
            (Ok(offset), Some(_))
                if self.rules().expansion.length_behind_end_is_skipped && {
                    let places = places(self);
                    *offset > places || *offset < -places
                } =>
            {
                Ok(Some(0))
            }
            (Ok(_), Some(length)) => self.evaluate_arithmetic(length).map(Some),
            _ => Ok(None),
        };
        self.now.sliced = outer;
        Ok((offset?, length?))
    }

    /// `${x:offset:length}`: characters of a value, or some of a list.
    fn substring(
        &mut self,
        subject: Subject,
        reference: Reference,
        subscript: Option<&Subscript>,
        offset: &Arithmetic,
        length: Option<&Arithmetic>,
    ) -> Flow<Subject> {
        if self.leaves_operands(&subject) && !matches!(reference, Reference::Special(_)) {
            return self.substring_at(subject, reference, subscript, 0, (None, b""));
        }
        let sliced = subscript.is_none().then_some(reference);
        let spelled = length.map_or(&b""[..], spelled);
        let (offset, length) =
            self.slice(sliced, |env| env.places(&subject, reference), offset, length)?;
        self.substring_at(subject, reference, subscript, offset, (length, spelled))
    }

    /// Fails because a slice would end before it begins; `length`: as it is written.
    fn negative_slice<T>(&mut self, length: &[u8]) -> Flow<T> {
        self.expansion_problem(&Problem::NegativeSlice(length))
    }

    fn substring_at(
        &mut self,
        subject: Subject,
        reference: Reference,
        subscript: Option<&Subscript>,
        offset: i64,
        (length, spelled): (Option<i64>, &[u8]),
    ) -> Flow<Subject> {
        match subject {
            Subject::One(None) => {
                self.unset_parameter(reference)?;
                Ok(Subject::One(None))
            }
            Subject::One(Some(value)) => {
                match super::transform::substring(&value, offset, length, self.utf8) {
                    Some(part) => Ok(Subject::One(Some(ByteString::new(part)))),
                    None if self.rules().expansion.negative_slice_is_error => {
                        self.negative_slice(spelled)
                    }
                    None => Ok(Subject::One(Some(ByteString::EMPTY))),
                }
            }
            Subject::Many(mut list, _)
                if list.len() == 1
                    && self.rules().expansion.list_slice_of_scalar_is_text
                    && matches!(subscript, Some(Subscript::At | Subscript::Star))
                    && matches!(reference, Reference::Variable(name)
                        if !self.variables.get(self.resolved(name)).value.is_array()) =>
            {
                let one = Subject::One(list.pop());
                self.substring_at(one, reference, subscript, offset, (length, spelled))
            }
            Subject::Many(mut list, form) => {
                let mut first = offset;
                if subscript.is_none() {
                    // `${@:0}` begins with $0.
                    if offset < 0 {
                        first = offset + list.len() as i64 + 1;
                    }
                    if first == 0 {
                        list.insert(0, self.arg0.clone());
                    } else {
                        first -= 1;
                    }
                } else if let Reference::Variable(name) = reference {
                    first = self.first_element(name, offset);
                }
                let none = Subject::Many(Vec::new(), form);
                if first < 0 {
                    return Ok(none);
                }
                if length.is_some_and(|length| length < 0) {
                    let passed = (first as usize).checked_sub(list.len());
                    if !self.rules().expansion.negative_slice_is_error
                        || passed.is_some_and(|passed| passed > 0 || subscript.is_some())
                    {
                        return Ok(none);
                    }
                    return self.negative_slice(spelled);
                }
                let length = length.map_or(usize::MAX, |length| length as usize);
                let first = usize::try_from(first).unwrap_or(usize::MAX);
                Ok(Subject::Many(list.into_iter().skip(first).take(length).collect(), form))
            }
        }
    }

    /// Expands `${#a[@]}` and `${a[@]:o:n}` without a list of all elements; None where that cannot
    /// be done.
    fn expand_array(
        &mut self,
        name: Name,
        subscript: Option<&Subscript>,
        operation: &Operation,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow<Option<()>> {
        if self.is_computed(name) {
            return Ok(None);
        }
        let variable = self.variables.get(self.resolved(name));
        if variable.flags & NESTED != 0 {
            return Ok(None);
        }
        match (operation, &variable.value) {
            (Operation::Length, value) => {
                let count = match value {
                    Value::Indexed(array) => array.len(),
                    Value::Associative(array) => array.len(),
                    _ => return Ok(None),
                };
                if self.counts_nothing(Reference::Variable(name)) {
                    return Ok(None);
                }
                let text = ByteString::from_integer(count as i64);
                self.append(&text, quoted, builder);
                Ok(Some(()))
            }
            (Operation::Substring { offset, length }, Value::Indexed(array))
                if !array.is_empty() =>
            {
                let array = array.clone();
                let end = end_of(&array);
                let spelled = length.as_deref().map_or(&b""[..], spelled);
                let (offset, length) = self.slice(None, |_| end, offset, length.as_deref())?;
                let form = ListForm::of(matches!(subscript, Some(Subscript::At)));
                let from = if offset < 0 { offset.saturating_add(end) } else { offset };
                let list = match length {
                    _ if from < 0 => Vec::new(),
                    Some(length) if length < 0 => {
                        if self.rules().expansion.negative_slice_is_error && from < end {
                            return self.negative_slice(spelled);
                        }
                        Vec::new()
                    }
                    length => {
                        let most = length.map_or(usize::MAX, |length| length as usize);
                        array.iter_from(&from).take(most).map(|(_, text)| text.clone()).collect()
                    }
                };
                let reference = Reference::Variable(name);
                self.append_subject(Subject::Many(list, form), reference, quoted, builder)?;
                Ok(Some(()))
            }
            _ => Ok(None),
        }
    }

    /// How many elements precede the subscript `offset`, counted from the end where it is
    /// negative; negative where there is no such place.
    fn first_element(&mut self, name: Name, offset: i64) -> i64 {
        let count = self.elements(name).len() as i64;
        match &self.variables.get(self.resolved(name)).value {
            Value::Indexed(array) => {
                let end = end_of(array);
                let from = if offset < 0 { offset.saturating_add(end) } else { offset };
                if from < 0 {
                    -1
                } else {
                    array.keys().take_while(|key| **key < from).count() as i64
                }
            }
            _ if offset < 0 => offset.saturating_add(count),
            // bash counts the elements of an associative array from 1 as it does `$@`.
            Value::Associative(_) => offset.saturating_sub(1).max(0),
            _ => offset,
        }
    }

    /// The names of the set variables that begin with a prefix, sorted.
    fn names_beginning(&mut self, prefix: &[u8]) -> Vec<ByteString> {
        let mut names: Vec<ByteString> = self
            .variables
            .iter()
            .filter(|(_, variable)| variable.is_set())
            .map(|(name, _)| self.name(name))
            .filter(|text| text.starts_with(prefix) && !text.contains(&0))
            .filter(|text| text.last() != Some(&b']'))
            .map(|text| ByteString::new(&text))
            .collect();
        utilities::sorting::sort_by(&mut names, |a, b| a.as_bytes().cmp(b.as_bytes()));
        names
    }
}

impl Subject {
    /// The subject with every value changed.
    pub(super) fn map(self, change: impl Fn(&ByteString) -> ByteString) -> Subject {
        match self {
            Subject::One(value) => Subject::One(value.map(|value| change(&value))),
            Subject::Many(list, form) => Subject::Many(list.iter().map(change).collect(), form),
        }
    }
}
