//! Parameter expansion beyond POSIX (ksh93, bash): elements of arrays, lists of them,
//! indirection, the names of variables and of subscripts.

use super::parameter::trimmed;
use super::transform::{Gaps, replaced, replaced_by};
use super::{Builder, Wanted};
use crate::environment::Environment;
use crate::environment::arrays::{Indexed, Key};
use crate::environment::compound::Component;
use crate::environment::options::Options;
use crate::environment::variables::{DECLARED, NESTED, Value};
use crate::unwind::Flow;
use pattern::Glob;
use syntax::tree::{Arithmetic, Operation, Parameter, Part, Reference, Subscript, Substitute};
use syntax::{ByteString, Name};

/// What an operation is applied to.
pub(super) enum Subject {
    /// One value; None: unset.
    One(Option<ByteString>),
    /// `$@`, `$*` or the elements of an array; true: `@`.
    Many(Vec<ByteString>, bool),
}

/// The subscript behind the last element.
fn end_of(array: &Indexed) -> i64 {
    array.last_key_value().map_or(0, |(last, _)| last.saturating_add(1))
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
                self.append_list(&names, *at, quoted, builder);
                return Ok(());
            }
            Operation::Keys => {
                let Reference::Variable(name) = reference else { return Ok(()) };
                let keys = self.keys(name);
                self.append_list(&keys, matches!(subscript, Some(Subscript::At)), quoted, builder);
                return Ok(());
            }
            _ => {}
        }
        if parameter.indirect {
            return self.expand_indirect(parameter, quoted, builder);
        }
        self.expand_target(reference, subscript, &parameter.operation, quoted, builder)
    }

    /// `${!x…}`: what the value of `x` names. Of a name reference: what it refers to.
    fn expand_indirect(
        &mut self,
        parameter: &Parameter,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        if let Reference::Variable(name) = parameter.reference
            && matches!(self.variables.get(name).value, Value::Reference(_))
            && (parameter.subscript.is_none() || !self.speaks_bash())
        {
            let target = self.spelled_name(self.resolved(name));
            self.append(&target, quoted, builder);
            return Ok(());
        }
        if let Reference::Variable(name) = parameter.reference
            && self.speaks_ksh()
        {
            // ksh93's is the name itself.
            let mut text = self.name(name).to_vec();
            if let Some(subscript) = parameter.subscript.as_deref() {
                let key = match self.key(name, Some(subscript))? {
                    Key::Index(index) => index.to_string().into_bytes(),
                    Key::Text(text) => text,
                };
                text = [&text[..], b"[", &key, b"]"].concat();
            }
            self.append(&text, quoted, builder);
            return Ok(());
        }
        let mut subject = self.subject(parameter.reference, parameter.subscript.as_deref())?;
        if self.speaks_bash()
            && let Subject::Many(list, _) = &subject
        {
            subject = Subject::One(self.joined_name(list, parameter.subscript.is_some()));
        }
        let Subject::One(Some(target)) = subject else {
            let arguments = matches!(parameter.reference, Reference::Special(b'@' | b'*'));
            // bash asks no more of an argument that is not there, if a word stands for it.
            let substituted = matches!(parameter.reference, Reference::Positional(_))
                && matches!(&parameter.operation, Operation::Substitute { .. });
            let missing = matches!(subject, Subject::One(None)) && !arguments && !substituted;
            if self.speaks_bash() && missing {
                let mut message = self.spell(parameter.reference);
                if let Some(subscript) = parameter.subscript.as_deref() {
                    if let Reference::Variable(name) = parameter.reference
                        && self.variables.get(self.resolved(name)).is_set()
                    {
                        return Ok(());
                    }
                    message = super::subscript::with_subscript(&message, subscript);
                }
                message.extend_from_slice(b": invalid indirect expansion");
                return self.expansion_error(&message);
            }
            if quoted {
                builder.quoted(b"");
            }
            return match &parameter.operation {
                Operation::Substitute { .. } => {
                    let nothing = Reference::Positional(u32::MAX);
                    self.expand_target(nothing, None, &parameter.operation, quoted, builder)
                }
                _ => self.unset_parameter(parameter.reference),
            };
        };
        let spelled = [b"${", target.as_bytes(), b"}"].concat();
        let word = self.parse_text(&spelled)?;
        match word.as_ref().map(|word| &word.parts[..]) {
            Some([Part::Parameter(inner)])
                if matches!(inner.operation, Operation::Value) && !inner.indirect =>
            {
                let subscript = inner.subscript.as_deref();
                let operation = &parameter.operation;
                if quoted
                    && !super::parameter::is_no_field_if_empty(
                        inner.reference,
                        subscript,
                        operation,
                    )
                {
                    builder.quoted(b"");
                }
                // The subscript may have an indirection of its own, and that one the same again.
                let scheduler = self.shared.scheduler.clone();
                let result = scheduler.deeper(|| {
                    self.expand_target(inner.reference, subscript, operation, quoted, builder)
                });
                result.unwrap_or_else(|| self.too_deep())
            }
            _ => {
                let message = [target.as_bytes(), b": invalid variable name"].concat();
                self.expansion_error(&message)
            }
        }
    }

    /// `${!x[@]…}` and `${!@}` (bash): the elements together are the name.
    fn joined_name(&mut self, list: &[ByteString], of_array: bool) -> Option<ByteString> {
        let joint = if of_array { self.separators().joint.clone() } else { b" ".to_vec() };
        let list: Vec<&[u8]> = list.iter().map(|text| text.as_bytes()).collect();
        (!list.is_empty()).then(|| ByteString::from(list.join(&joint[..])))
    }

    /// The array whose elements a reference is to, as `[@]` or `[*]` gives them (bash).
    #[cold]
    pub(super) fn refers_to_all(&self, name: Name) -> Option<(Name, Subscript)> {
        let target = self.resolved(name);
        if target == name || !self.speaks_bash() {
            return None;
        }
        let array = self.of_all_elements(target)?;
        let at = self.name(target).ends_with(b"[@]");
        Some((array, if at { Subscript::At } else { Subscript::Star }))
    }

    /// Whether the number of elements is an error under `set -u`: in bash of what is no array
    /// that has been assigned something.
    fn counts_nothing(&self, reference: Reference) -> bool {
        let Reference::Variable(name) = reference else { return false };
        if !self.options.has(Options::NOUNSET) || !self.speaks_bash() || self.is_computed(name) {
            return false;
        }
        let variable = self.variables.get(self.resolved(name));
        !variable.value.is_array() || variable.flags & DECLARED != 0
    }

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
        let subject = self.subject(reference, subscript)?;
        if let (Subject::One(None), Some(subscript)) = (&subject, subscript)
            && self.options.has(Options::NOUNSET)
            && self.speaks_bash()
            && !matches!(operation, Operation::Substitute { .. })
            && (!matches!(operation, Operation::Length) || self.counts_nothing(reference))
        {
            let spelled = self.spell(reference);
            if matches!(operation, Operation::Length) {
                return self.unset_as(&spelled);
            }
            return self.unset_as(&super::subscript::with_subscript(&spelled, subscript));
        }
        match operation {
            Operation::Substitute { kind, colon, .. } => {
                let (set, null) = match &subject {
                    Subject::One(value) => {
                        (value.is_some(), value.as_ref().is_none_or(|value| value.is_empty()))
                    }
                    Subject::Many(list, at) => (!list.is_empty(), self.is_null(list, *at)),
                };
                let usable = set && !(*colon && null);
                if usable == (*kind == Substitute::Alternative) {
                    return self.expand_other(reference, subscript, operation, quoted, builder);
                }
                if !usable {
                    return Ok(());
                }
                self.append_subject(subject, reference, quoted, builder)
            }
            Operation::Value => self.append_subject(subject, reference, quoted, builder),
            Operation::Length => {
                let length = match &subject {
                    Subject::Many(..) if self.counts_nothing(reference) => {
                        self.unset_parameter(reference)?;
                        0
                    }
                    Subject::Many(list, _) => list.len(),
                    Subject::One(Some(value)) => self.length(value),
                    // Of an element that an array does not have.
                    Subject::One(None)
                        if subscript.is_some()
                            && self.speaks_bash()
                            && !self.counts_nothing(reference) =>
                    {
                        0
                    }
                    Subject::One(None) => {
                        self.unset_parameter(reference)?;
                        0
                    }
                };
                let text = ByteString::from_integer(length as i64);
                self.append(&text, quoted, builder);
                Ok(())
            }
            Operation::Substring { offset, length } => {
                let subject =
                    self.substring(subject, reference, subscript, offset, length.as_ref())?;
                self.append_subject(subject, reference, quoted, builder)
            }
            Operation::Trim { .. } | Operation::Replace { .. } | Operation::Case { .. }
                if self.leaves_operands(&subject) =>
            {
                self.append_subject(subject, reference, quoted, builder)
            }
            Operation::Trim { .. }
                if self.speaks_bash()
                    && matches!(&subject, Subject::One(Some(value)) if value.is_empty()) =>
            {
                self.append_subject(subject, reference, quoted, builder)
            }
            Operation::Trim { suffix, longest, pattern } => {
                let pattern = self.expand_pattern(pattern)?;
                let glob = Glob::new(&pattern, self.glob_options());
                let subject =
                    subject.map(|value| ByteString::new(trimmed(&glob, value, *suffix, *longest)));
                self.append_subject(subject, reference, quoted, builder)
            }
            Operation::Replace { which, pattern, replacement } => {
                if let Subject::One(None) = subject {
                    return self.unset_parameter(reference);
                }
                let pattern = self.expand_pattern(pattern)?;
                let glob = Glob::new(&pattern, self.glob_options());
                let gaps = if self.speaks_ksh() { Gaps::Between } else { Gaps::Before };
                if self.options.has(Options::BASH | Options::PATSUB) {
                    let replacement = self.expand_replacement(replacement)?;
                    let subject = subject.map(|value| {
                        replaced_by(&glob, value, *which, gaps, |(from, to), out| {
                            replacement.append(&value[from..to], out);
                        })
                    });
                    return self.append_subject(subject, reference, quoted, builder);
                }
                let replacement = self.expand_text(replacement)?;
                if !self.options.has(Options::BASH)
                    && !self.options.has(Options::POSIX)
                    && (pattern.contains(&b'(')
                        || super::groups::refers(&replacement)
                        || self.keeps_matches)
                {
                    let subject =
                        self.replace_groups(&pattern, &glob, subject, &replacement, (*which, gaps));
                    return self.append_subject(subject, reference, quoted, builder);
                }
                let subject =
                    subject.map(|value| replaced(&glob, value, &replacement, *which, gaps));
                self.append_subject(subject, reference, quoted, builder)
            }
            Operation::Case { change, all, pattern } => {
                let glob = match pattern {
                    Some(pattern) => {
                        let pattern = self.expand_pattern(pattern)?;
                        let mut options = self.glob_options();
                        // bash does not ask `nocasematch` here.
                        options.nocase &= !self.speaks_bash();
                        Some(Glob::new(&pattern, options))
                    }
                    None => None,
                };
                let utf8 = self.utf8;
                let subject = subject
                    .map(|value| super::case::altered(value, *change, *all, glob.as_ref(), utf8));
                self.append_subject(subject, reference, quoted, builder)
            }
            Operation::Transform(letter) => {
                self.transform(*letter, subject, reference, subscript, quoted, builder)
            }
            Operation::Keys | Operation::Names { .. } | Operation::Bad(_) => {
                self.expansion_error(b"bad substitution")
            }
        }
    }

    /// The value where it was found to be missing: the word, an assignment, an error.
    fn expand_other(
        &mut self,
        reference: Reference,
        subscript: Option<&Subscript>,
        operation: &Operation,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let Operation::Substitute { kind, colon, word } = operation else { return Ok(()) };
        match (kind, subscript, reference) {
            (Substitute::Alternative | Substitute::Default, ..) => {
                if quoted && *kind == Substitute::Alternative {
                    builder.quoted(b"");
                }
                self.expand_operand(word, quoted, builder)
            }
            (Substitute::Assign, Some(Subscript::Key { .. }), Reference::Variable(name)) => {
                let mut inner = Builder::new(Wanted::Text, None, Vec::new());
                self.expand_operand(word, quoted, &mut inner)?;
                let value = ByteString::new(&inner.text);
                let key = self.key(name, subscript)?;
                self.assign_element_or_fail(name, key.clone(), value.clone())?;
                let value = self.element(name, &key).unwrap_or(value);
                self.append(&value, quoted, builder);
                Ok(())
            }
            (Substitute::Error, Some(Subscript::Key { .. }), Reference::Variable(name))
                if *colon
                    && self.speaks_ksh()
                    && word.literal.as_ref().is_none_or(|text| text.is_empty())
                    && word.parts.is_empty() =>
            {
                let key = self.key(name, subscript)?;
                let set = self.element(name, &key).is_some();
                let text: &[u8] = if set { b": parameter null" } else { b": parameter not set" };
                let message = [&self.spell(reference)[..], text].concat();
                self.unset_error(&message)
            }
            _ => self.substitute(reference, *kind, *colon, word, quoted, builder),
        }
    }

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
            Subject::Many(list, at) => {
                self.append_list(&list, at, quoted, builder);
                Ok(())
            }
        }
    }

    /// What a parameter with its subscript stands for.
    fn subject(&mut self, reference: Reference, subscript: Option<&Subscript>) -> Flow<Subject> {
        let name = match (reference, subscript) {
            (Reference::Special(sign @ (b'@' | b'*')), _) => {
                return Ok(Subject::Many(self.positional.all().to_vec(), sign == b'@'));
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
            Some(Subscript::At) => Subject::Many(self.elements(name), true),
            Some(Subscript::Star) => Subject::Many(self.elements(name), false),
            Some(Subscript::Key { word, parsed: None })
                if !self.options.has(Options::POSIX)
                    && !self.speaks_bash()
                    && super::subscript::word_has_range(word)
                    && !self.is_associative(name) =>
            {
                // `[from..to]` (ksh93)
                let text = self.expand_text(word)?;
                let at = memchr::memmem::find(&text, b"..").unwrap_or(text.len());
                let (from, to) = (&text[..at], text.get(at + 2..).unwrap_or_default());
                let from = if from.is_empty() { 0 } else { self.evaluate_expression(from)? };
                let to = if to.is_empty() { i64::MAX } else { self.evaluate_expression(to)? };
                let name = self.resolved(name);
                let name = match self.origin(name) {
                    // Of an array in an array.
                    Some((array, Component::Element(key))) => {
                        self.nested(array, &key).unwrap_or(name)
                    }
                    _ => name,
                };
                // From the end, where they are negative.
                let from = self.place(name, from).unwrap_or(i64::MAX);
                let to = self.place(name, to).unwrap_or(-1);
                let (keys, elements) = (self.keys(name), self.elements(name));
                let number = |key: &ByteString| std::str::from_utf8(key).ok()?.parse::<i64>().ok();
                let chosen = keys
                    .iter()
                    .zip(elements)
                    .filter(|(key, _)| number(key).is_some_and(|key| key >= from && key <= to));
                Subject::Many(chosen.map(|(_, element)| element).collect(), true)
            }
            _ => {
                let key = self.key_to_read(name, subscript)?;
                Subject::One(key.and_then(|key| self.element(name, &key)))
            }
        })
    }

    /// Whether an operator's operands are not expanded, as in bash where there is nothing to
    /// operate on.
    fn leaves_operands(&self, subject: &Subject) -> bool {
        self.speaks_bash()
            && match subject {
                Subject::One(value) => value.is_none(),
                Subject::Many(list, _) => list.is_empty(),
            }
    }

    /// What offsets count in: characters, or the places of a list, filled or not.
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

    /// Offset and length of a slice, of `sliced`, which messages name. Where the offset is not
    /// among `places` bash does not ask for a length.
    fn slice(
        &mut self,
        sliced: Option<Reference>,
        places: impl FnOnce(&Self) -> i64,
        offset: &Arithmetic,
        length: Option<&Arithmetic>,
    ) -> Flow<(i64, Option<i64>)> {
        let outer = std::mem::replace(&mut self.sliced, sliced);
        let offset = self.evaluate_arithmetic(offset);
        let length = match (&offset, length) {
            (Ok(offset), Some(_))
                if self.speaks_bash() && {
                    let places = places(self);
                    *offset > places || *offset < -places
                } =>
            {
                Ok(Some(0))
            }
            (Ok(_), Some(length)) => self.evaluate_arithmetic(length).map(Some),
            _ => Ok(None),
        };
        self.sliced = outer;
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
            return self.substring_at(subject, reference, subscript, 0, None);
        }
        let sliced = subscript.is_none().then_some(reference);
        let (offset, length) =
            self.slice(sliced, |env| env.places(&subject, reference), offset, length)?;
        self.substring_at(subject, reference, subscript, offset, length)
    }

    fn substring_at(
        &mut self,
        subject: Subject,
        reference: Reference,
        subscript: Option<&Subscript>,
        offset: i64,
        length: Option<i64>,
    ) -> Flow<Subject> {
        match subject {
            Subject::One(None) => {
                self.unset_parameter(reference)?;
                Ok(Subject::One(None))
            }
            Subject::One(Some(value)) => {
                match super::transform::substring(&value, offset, length, self.utf8) {
                    Some(part) => Ok(Subject::One(Some(ByteString::new(part)))),
                    // bash; in ksh93 nothing is left.
                    None if self.options.has(Options::BASH) => {
                        self.expansion_error(b"substring expression < 0")
                    }
                    None => Ok(Subject::One(Some(ByteString::EMPTY))),
                }
            }
            // What is no array has characters all the same, in bash.
            Subject::Many(mut list, _)
                if list.len() == 1
                    && self.options.has(Options::BASH)
                    && matches!(subscript, Some(Subscript::At | Subscript::Star))
                    && matches!(reference, Reference::Variable(name)
                        if !self.variables.get(self.resolved(name)).value.is_array()) =>
            {
                let one = Subject::One(list.pop());
                self.substring_at(one, reference, subscript, offset, length)
            }
            Subject::Many(mut list, at) => {
                let mut first = offset;
                if subscript.is_none() {
                    // `${@:0}` begins with $0.
                    if offset < 0 {
                        first = offset + list.len() as i64 + 1;
                    }
                    if first == 0 {
                        list.insert(0, self.zero.clone());
                    } else {
                        first -= 1;
                    }
                } else if let Reference::Variable(name) = reference {
                    first = self.first_element(name, offset);
                }
                if first < 0 {
                    return Ok(Subject::Many(Vec::new(), at));
                }
                if length.is_some_and(|length| length < 0) && !self.options.has(Options::BASH) {
                    return Ok(Subject::Many(Vec::new(), at));
                }
                if length.is_some_and(|length| length < 0) {
                    let passed = (first as usize).checked_sub(list.len());
                    if passed.is_some_and(|passed| passed > 0 || subscript.is_some()) {
                        return Ok(Subject::Many(Vec::new(), at));
                    }
                    return self.expansion_error(b"substring expression < 0");
                }
                let length = length.map_or(usize::MAX, |length| length as usize);
                let first = usize::try_from(first).unwrap_or(usize::MAX);
                Ok(Subject::Many(list.into_iter().skip(first).take(length).collect(), at))
            }
        }
    }

    /// What can be had of an array without a list of its elements: how many there are, or some of
    /// them.
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
                let (offset, length) = self.slice(None, |_| end, offset, length.as_ref())?;
                let at = matches!(subscript, Some(Subscript::At));
                let from = if offset < 0 { offset.saturating_add(end) } else { offset };
                let list = match length {
                    _ if from < 0 => Vec::new(),
                    Some(length) if length < 0 => {
                        if self.speaks_bash() && from < end {
                            return self.expansion_error(b"substring expression < 0");
                        }
                        Vec::new()
                    }
                    length => {
                        let most = length.map_or(usize::MAX, |length| length as usize);
                        array.range(from..).take(most).map(|(_, text)| text.clone()).collect()
                    }
                };
                let reference = Reference::Variable(name);
                self.append_subject(Subject::Many(list, at), reference, quoted, builder)?;
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
                if from < 0 { -1 } else { array.range(..from).count() as i64 }
            }
            _ if offset < 0 => offset.saturating_add(count),
            // bash counts the elements of an associative array from 1 as it does `$@`.
            Value::Associative(_) => offset.saturating_sub(1).max(0),
            _ => offset,
        }
    }

    /// The names of variables that are set and begin so, in order.
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
        names.sort_by(|a, b| a.as_bytes().cmp(b.as_bytes()));
        names
    }
}

impl Subject {
    /// Every value changed.
    pub(super) fn map(self, change: impl Fn(&ByteString) -> ByteString) -> Subject {
        match self {
            Subject::One(value) => Subject::One(value.map(|value| change(&value))),
            Subject::Many(list, at) => Subject::Many(list.iter().map(change).collect(), at),
        }
    }
}
