//! Parameter expansion (POSIX XCU 2.6.2, 2.5).
//!
//! `expand::mod` calls it for each `Part::Parameter`. It finds the value (variable, positional or
//! special parameter, element, member), handles unset and null (`:-`, `:=`, `:?`, `:+`), and gives
//! trims, slices and replacements to `transform` and `operators`. `$@` and `$*` become lists
//! (`list`).

use super::{Builder, Wanted};
use crate::diagnostics::{Missing, Problem, VariableProblem};
use crate::effects;
use crate::environment::options::Options;
use crate::environment::variables::Value;
use crate::environment::{Environment, names};
use crate::unwind::Flow;
use pattern::{Glob, GlobOptions};
use syntax::ByteString;
use syntax::tree::{Operation, Parameter, Part, Reference, Removal, Subscript, Substitute, Word};

/// Whether a part inside double quotes may give no field at all: `$@` itself. What `${!x}` is
/// about shows when it is expanded.
pub fn may_be_no_field(part: &Part) -> bool {
    matches!(part, Part::Parameter(parameter)
    if parameter.indirect
        || is_no_field_if_empty(
            parameter.reference,
            parameter.subscript.as_deref(),
            &parameter.operation,
        ))
}

/// Whether what has no elements is no field inside double quotes.
pub(super) fn is_no_field_if_empty(
    reference: Reference,
    subscript: Option<&Subscript>,
    operation: &Operation,
) -> bool {
    let list = match subscript {
        Some(subscript) => matches!(subscript, Subscript::At),
        None => {
            reference == Reference::Special(b'@')
                || matches!(operation, Operation::Names { at: true, .. })
        }
    };
    list && match operation {
        // `"${@+word}"` is nothing where nothing is set, as in bash, ksh93 and mksh.
        Operation::Substitute { kind, .. } => *kind == Substitute::Alternative,
        Operation::Length => false,
        _ => true,
    }
}

/// How a list of values is expanded in double quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListForm {
    /// To a field for each, as `$@`; where no fields are made, joined as the dialect has it.
    Separate,
    /// To one field, as `$*`: joined by the first character of IFS.
    Joined,
}

impl ListForm {
    /// `Separate` where the list is asked for by `@`, `Joined` where by `*`.
    pub(super) fn of(is_at: bool) -> Self {
        if is_at { Self::Separate } else { Self::Joined }
    }
}

/// What `${x#pattern}` and its kin leave of a value.
pub(super) fn trimmed<'v>(removal: Removal, glob: &Glob, value: &'v [u8]) -> &'v [u8] {
    match removal {
        Removal::ShortestPrefix => glob.shortest_prefix(value).map_or(value, |end| &value[end..]),
        Removal::LongestPrefix => glob.longest_prefix(value).map_or(value, |end| &value[end..]),
        Removal::ShortestSuffix => glob.shortest_suffix(value).map_or(value, |at| &value[..at]),
        Removal::LongestSuffix => glob.longest_suffix(value).map_or(value, |at| &value[..at]),
    }
}

/// `${x-word}` and its kin: the operator and the word.
#[derive(Clone, Copy)]
pub(super) struct Substitution<'w> {
    pub(super) kind: Substitute,
    /// With `:`: a null parameter is taken for an unset one.
    pub(super) colon: bool,
    pub(super) word: &'w Word,
}

impl Substitution<'_> {
    /// What is missing of a parameter that the word stands for. `is_set`: it has a value, a null
    /// one.
    pub(super) fn missing(&self, is_set: bool) -> Missing {
        match (self.colon, is_set) {
            (true, true) => Missing::Null,
            (true, false) => Missing::UnsetOrNull,
            (false, _) => Missing::UnsetAsked,
        }
    }
}

/// The value of a parameter.
pub(super) enum Parameters {
    /// One value, or unset.
    One(Option<ByteString>),
    /// `$@` and `$*`.
    All,
}

impl Environment {
    /// Expands `${…}` into a builder.
    #[inline(always)] // A part of what expands every word.
    pub(super) fn expand_parameter(
        &mut self,
        parameter: &Parameter,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        if parameter.subscript.is_some() || parameter.indirect {
            return self.expand_extended(parameter, quoted, builder);
        }
        if matches!(parameter.operation, Operation::Value) {
            // The common cases copy straight from where the value is.
            match parameter.reference {
                Reference::Variable(name) if !self.is_computed(name) => {
                    let integer;
                    let value = match &self.variables.get(name).value {
                        Value::String(text) if quoted => {
                            builder.quoted(text);
                            return Ok(());
                        }
                        Value::String(text) => text.clone(),
                        Value::Integer(number) => {
                            integer = ByteString::from_integer(*number);
                            integer
                        }
                        Value::Unset if !self.composed => {
                            return self.unset_parameter(parameter.reference);
                        }
                        _ => return self.expand_operation(parameter, quoted, builder),
                    };
                    if quoted {
                        builder.quoted(&value);
                    } else {
                        builder.result(&value, self);
                    }
                    return Ok(());
                }
                Reference::Positional(number) => {
                    let Some(value) = self.positional.get(number) else {
                        return self.unset_positional(parameter);
                    };
                    if quoted {
                        builder.quoted(value);
                    } else {
                        let value = value.clone();
                        builder.result(&value, self);
                    }
                    return Ok(());
                }
                _ => {}
            }
        }
        self.expand_operation(parameter, quoted, builder)
    }

    /// Moves to a process of its own where the parameter is that process's id: BASHPID, under its
    /// own name or a reference's.
    #[inline]
    pub(super) fn own_process_for(&mut self, reference: Reference) -> Flow {
        match reference {
            Reference::Variable(name)
                if name == names::BASHPID
                    || self.has_references && self.resolved(name) == names::BASHPID =>
            {
                self.become_process(effects::OWN)
            }
            _ => Ok(()),
        }
    }

    fn expand_operation(
        &mut self,
        parameter: &Parameter,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let reference = parameter.reference;
        if self.has_references
            && let Reference::Variable(name) = reference
            // In braces they are one text.
            && !parameter.braced
            && let Some((array, subscript)) = self.refers_to_all(name)
        {
            let array = Reference::Variable(array);
            return self.expand_target(
                array,
                Some(&subscript),
                &parameter.operation,
                quoted,
                builder,
            );
        }
        self.own_process_for(reference)?;
        match &parameter.operation {
            Operation::Value => match self.parameter(reference) {
                Parameters::All => {
                    self.expand_all(reference, quoted, builder);
                    Ok(())
                }
                Parameters::One(Some(value)) => {
                    self.append(&value, quoted, builder);
                    Ok(())
                }
                Parameters::One(None) => self.unset_parameter(reference),
            },
            Operation::Length => {
                let length = match self.parameter(reference) {
                    Parameters::All => self.positional.all().len(),
                    Parameters::One(Some(value)) => self.length(&value),
                    Parameters::One(None) => {
                        self.unset_parameter(reference)?;
                        0
                    }
                };
                let text = ByteString::from_integer(length as i64);
                self.append(&text, quoted, builder);
                Ok(())
            }
            Operation::Substitute { kind, colon, word } => {
                let substitution = Substitution { kind: *kind, colon: *colon, word };
                self.substitute(reference, substitution, quoted, builder)
            }
            Operation::Trim { removal, pattern } => {
                self.trim(reference, *removal, pattern, quoted, builder)
            }
            Operation::Bad { text, unclosed } if reference == Reference::Special(b'?') => self
                .expansion_problem(&match unclosed {
                    true => Problem::UnclosedSubstitution(text),
                    false => Problem::BadSubstitution(text),
                }),
            Operation::Substring { .. }
            | Operation::Replace { .. }
            | Operation::Case { .. }
            | Operation::Transform(_)
            | Operation::Keys
            | Operation::Bad { .. }
            | Operation::Names { .. } => self.expand_extended(parameter, quoted, builder),
        }
    }

    pub(super) fn append(&mut self, value: &[u8], quoted: bool, builder: &mut Builder<'_>) {
        if quoted {
            builder.quoted(value);
        } else {
            builder.result(value, self);
        }
    }

    /// The number of characters, or of bytes where they are the same.
    pub(super) fn length(&self, value: &[u8]) -> usize {
        if !self.utf8 || value.is_ascii() {
            return value.len();
        }
        // Bytes that begin no valid character count one each.
        value.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
    }

    pub(super) fn parameter(&mut self, reference: Reference) -> Parameters {
        let number = |number: i64| Parameters::One(Some(ByteString::from_integer(number)));
        match reference {
            Reference::Variable(name) => Parameters::One(self.value(name)),
            Reference::Positional(index) => Parameters::One(self.positional.get(index).cloned()),
            Reference::Special(byte) => match byte {
                b'@' | b'*' => Parameters::All,
                b'#' => number(self.positional.all().len() as i64),
                b'?' => number(i64::from(self.status)),
                b'$' => number(i64::from(self.shared.pid.get())),
                b'!' => match self.background {
                    Some(pid) => number(i64::from(pid)),
                    None => Parameters::One(None),
                },
                b'-' => Parameters::One(Some(self.options.letters().into())),
                _ => {
                    Parameters::One(Some(
                        match self.now.frame.as_ref().and_then(|frame| frame.arg0) {
                            // In `function name` it is the name (ksh93, mksh).
                            Some(name) => ByteString::new(&self.name(name)),
                            None => self.arg0.clone(),
                        },
                    ))
                }
            },
        }
    }

    /// Expands `$@` or `$*`.
    fn expand_all(&mut self, reference: Reference, quoted: bool, builder: &mut Builder<'_>) {
        let parameters = self.positional.clone();
        let parameters = parameters.all();
        let form = ListForm::of(reference == Reference::Special(b'@'));
        self.append_list(parameters, form, quoted, builder);
    }

    /// Appends values as `$@` or `$*` gives them (POSIX XCU 2.5.2).
    pub(super) fn append_list(
        &mut self,
        parameters: &[ByteString],
        form: ListForm,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) {
        if builder.wanted == Wanted::Fields && (form == ListForm::Separate || !quoted) {
            for (index, value) in parameters.iter().enumerate() {
                if index > 0 {
                    builder.boundary(self);
                }
                if quoted || value.is_empty() && self.keeps_empty(parameters, index) {
                    builder.quoted(value);
                } else {
                    builder.result(value, self);
                }
            }
            if !quoted
                && form == ListForm::Separate
                && let [_, .., last] = parameters
                && last.is_empty()
                && self.rules().expansion.empty_last_parameter_is_field
            {
                builder.ends_empty = true;
            }
            return;
        }
        let joint = self.joint(form, builder.wanted);
        for (index, value) in parameters.iter().enumerate() {
            if index > 0 {
                self.append(&joint, quoted, builder);
            }
            self.append(value, quoted, builder);
        }
        if quoted && parameters.is_empty() && form == ListForm::Joined {
            builder.quoted(b"");
        }
    }

    /// What is between the parameters of a list that makes one string.
    fn joint(&mut self, form: ListForm, wanted: Wanted) -> Vec<u8> {
        let rules = &self.rules().expansion;
        let by_separator = match form {
            ListForm::Separate => rules.at_is_joined_by_separator,
            ListForm::Joined => wanted != Wanted::Document || !rules.documents_join_by_blank,
        };
        if by_separator { self.separators().joint.clone() } else { b" ".to_vec() }
    }

    /// Whether an empty parameter of an unquoted `$@` is a field.
    fn keeps_empty(&mut self, parameters: &[ByteString], index: usize) -> bool {
        let joins = |joint: &[u8]| joint.first().is_some_and(|byte| !b" \t\n".contains(byte));
        index + 1 < parameters.len()
            && self.rules().expansion.empty_parameters_survive_splitting
            && joins(&self.separators().joint)
    }

    /// The name of a parameter, for messages.
    pub(super) fn spell(&self, reference: Reference) -> Vec<u8> {
        match reference {
            Reference::Variable(name) => self.name(name).to_vec(),
            Reference::Positional(number) => number.to_string().into_bytes(),
            Reference::Special(byte) => vec![byte],
        }
    }

    /// `${x-word}` and its kin, of a parameter without a subscript (POSIX XCU 2.6.2).
    fn substitute(
        &mut self,
        reference: Reference,
        substitution: Substitution<'_>,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let value = self.parameter(reference);
        let (is_set, is_null) = match &value {
            Parameters::All => {
                let all = self.positional.all().to_vec();
                let form = ListForm::of(reference != Reference::Special(b'*'));
                (!all.is_empty(), self.is_null(&all, form))
            }
            Parameters::One(value) => {
                (value.is_some(), value.as_ref().is_none_or(|value| value.is_empty()))
            }
        };
        let is_usable = is_set && !(substitution.colon && is_null);
        if is_usable == (substitution.kind == Substitute::Alternative) {
            let missing = substitution.missing(is_set);
            return self.substitute_word((reference, None), missing, substitution, quoted, builder);
        }
        match value {
            _ if !is_usable => {
                if quoted && is_set {
                    // Also of `$@`: there are parameters, of which one is an empty field.
                    builder.quoted(b"");
                }
                Ok(())
            }
            Parameters::All => {
                self.expand_all(reference, quoted, builder);
                Ok(())
            }
            Parameters::One(value) => {
                self.append(&value.unwrap_or(ByteString::EMPTY), quoted, builder);
                Ok(())
            }
        }
    }

    /// Expands `${x-word}` and its kin to the word, or does with the word what the operator says.
    /// `missing`: what an error names.
    pub(super) fn substitute_word(
        &mut self,
        (reference, subscript): (Reference, Option<&Subscript>),
        missing: Missing,
        substitution: Substitution<'_>,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let Substitution { kind, word, .. } = substitution;
        match kind {
            Substitute::Alternative => {
                if quoted {
                    // Even an empty word is a field.
                    builder.quoted(b"");
                }
                self.expand_operand(word, quoted, builder)
            }
            Substitute::Default => self.expand_operand(word, quoted, builder),
            Substitute::Assign => {
                let value = self.assign_default(reference, subscript, word, quoted)?;
                self.append(&value, quoted, builder);
                Ok(())
            }
            Substitute::Error => {
                let name = self.spell(reference);
                let brackets = subscript.map(super::subscript::in_brackets).unwrap_or_default();
                let subscript = &brackets[..];
                if word.parts.is_empty() && word.literal.as_ref().is_none_or(|text| text.is_empty())
                {
                    return self.missing_parameter(&name, subscript, missing);
                }
                let indirection = self.shared.indirection.take();
                let word = self.operand_text(word, quoted)?;
                let (name, subscript) = match &indirection {
                    Some(name) => (name.as_bytes(), &b""[..]),
                    None => (&name[..], subscript),
                };
                self.unset_error(&Problem::ErrorWord { name, subscript, word: &word })
            }
        }
    }

    /// Assigns the word of `${x=word}` to a variable or an element; the value it then has.
    fn assign_default(
        &mut self,
        reference: Reference,
        subscript: Option<&Subscript>,
        word: &Word,
        quoted: bool,
    ) -> Flow<ByteString> {
        let Reference::Variable(name) = reference else {
            let name = self.spell(reference);
            return self.expansion_problem(&Problem::NotAssignable(&name));
        };
        if matches!(subscript, Some(Subscript::At | Subscript::Star))
            && self.rules().expansion.all_elements_are_not_assignable
            && !self.is_associative(name)
        {
            let mark = subscript.map(super::subscript::in_brackets).unwrap_or_default();
            let spelled = [&self.name(name)[..], &mark[..]].concat();
            self.diagnose(VariableProblem::BadSubscript(&spelled));
            self.status = self.failed_expansion().max(match self.options.has(Options::COMMAND) {
                true => 0,
                false => 2,
            });
            return Err(self.fatal());
        }
        let value = ByteString::from(self.operand_text(word, quoted)?);
        // An attribute may change it.
        if matches!(subscript, Some(Subscript::Key { .. })) {
            let key = self.key(name, subscript)?;
            self.assign_element_or_fail(name, key.clone(), value.clone())?;
            return Ok(self.element(name, &key).unwrap_or(value));
        }
        if let Err(error) = self.assign(name, Value::String(value.clone())) {
            self.report_assign_error(error)?;
            self.status = self.failed();
            return Err(self.fatal());
        }
        Ok(self.value(name).unwrap_or(value))
    }

    /// The word of an expansion, expanded to one text.
    fn operand_text(&mut self, word: &Word, quoted: bool) -> Flow<Vec<u8>> {
        let mut inner = Builder::new(Wanted::Text, None, Vec::new());
        self.expand_operand(word, quoted, &mut inner)?;
        Ok(inner.text)
    }

    /// Expands the word of an expansion, which takes part in its splitting.
    pub(super) fn expand_operand(
        &mut self,
        word: &Word,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let before = std::mem::replace(&mut builder.split_literals, true);
        let result = match &word.literal {
            Some(text) if word.parts.is_empty() => {
                if quoted {
                    if !text.is_empty() {
                        builder.quoted(text);
                    }
                } else {
                    builder.literal(text, self);
                }
                Ok(())
            }
            _ => self.expand_parts(&word.parts, quoted, builder),
        };
        builder.split_literals = before;
        result
    }

    /// Whether `$@` or `$*` with these values is null.
    pub(super) fn is_null(&mut self, values: &[ByteString], form: ListForm) -> bool {
        values.iter().all(|value| value.is_empty())
            && (values.len() < 2
                || (form == ListForm::Joined && self.separators().joint.is_empty()))
    }

    /// `${x%pattern}` and its kin, of a parameter without a subscript (POSIX XCU 2.6.2).
    fn trim(
        &mut self,
        reference: Reference,
        removal: Removal,
        pattern: &Word,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let rules = &self.rules().expansion;
        let value = match self.parameter(reference) {
            Parameters::All => {
                // Each parameter by itself.
                let parameters = self.positional.clone();
                if parameters.all().is_empty() && !rules.operands_of_nothing_are_expanded {
                    self.expand_all(reference, quoted, builder);
                    return Ok(());
                }
                let pattern = self.expand_pattern(pattern)?;
                let glob = Glob::new(&pattern, self.glob_options());
                let trimmed = parameters.all().iter();
                let trimmed =
                    trimmed.map(|value| ByteString::new(self::trimmed(removal, &glob, value)));
                let own = std::mem::replace(
                    &mut self.positional,
                    crate::environment::positional::Positional::new(trimmed.collect()),
                );
                self.expand_all(reference, quoted, builder);
                self.positional = own;
                return Ok(());
            }
            Parameters::One(Some(value))
                if value.is_empty() && !rules.operands_of_nothing_are_expanded =>
            {
                self.append(b"", quoted, builder);
                return Ok(());
            }
            Parameters::One(Some(value)) => value,
            Parameters::One(None) => return self.unset_parameter(reference),
        };
        let pattern = self.expand_pattern(pattern)?;
        // `nocasematch` is not for what is cut off.
        let options = GlobOptions { nocase: false, ..self.glob_options() };
        let glob = Glob::new(&pattern, options);
        let result = trimmed(removal, &glob, &value);
        if result.len() < value.len() && pattern.contains(&b'(') && rules.removal_sets_match {
            let removed = match removal {
                Removal::ShortestSuffix | Removal::LongestSuffix => &value[result.len()..],
                _ => &value[..value.len() - result.len()],
            };
            self.note_match(&ByteString::new(removed), &pattern, true);
        }
        self.append(result, quoted, builder);
        Ok(())
    }

    /// Whether ksh93's groups, `@(…)` and its kin, are patterns.
    pub fn has_extended_patterns(&self) -> bool {
        self.options.has_extended_patterns()
    }

    /// How patterns are matched.
    pub fn glob_options(&self) -> GlobOptions {
        let extended = self.has_extended_patterns();
        let nocase = self.options.has(Options::NOCASEMATCH);
        let classes = self.rules().expansion.class_escapes;
        GlobOptions { utf8: self.utf8, extended, nocase, classes, ..GlobOptions::default() }
    }
}
