//! Parameter expansion (POSIX XCU 2.6.2, 2.5).

use super::{Builder, Wanted};
use crate::effects;
use crate::environment::options::Options;
use crate::environment::variables::Value;
use crate::environment::{Environment, names};
use crate::unwind::{Consequence, Flow, Unwind};
use pattern::{Glob, GlobOptions};
use syntax::ByteString;
use syntax::tree::{Operation, Parameter, Part, Reference, Subscript, Substitute, Word};

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

/// The value of a parameter.
pub(super) enum Parameters {
    /// One value, or unset.
    One(Option<ByteString>),
    /// `$@` and `$*`.
    All,
}

impl Environment {
    /// Expands `${…}` into a builder.
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
                self.substitute(reference, *kind, *colon, word, quoted, builder)
            }
            Operation::Trim { suffix, longest, pattern } => {
                self.trim(reference, *suffix, *longest, pattern, quoted, builder)
            }
            Operation::Substring { .. }
            | Operation::Replace { .. }
            | Operation::Case { .. }
            | Operation::Transform(_)
            | Operation::Keys
            | Operation::Names { .. } => self.expand_extended(parameter, quoted, builder),
            Operation::Bad(text) => {
                let mut message = b"${".to_vec();
                message.extend_from_slice(text);
                message.extend_from_slice(b"}: bad substitution");
                self.expansion_error(&message)
            }
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
                b'$' => number(i64::from(self.shared.pid)),
                b'!' => match self.background {
                    Some(pid) => number(i64::from(pid)),
                    None => Parameters::One(None),
                },
                b'-' => Parameters::One(Some(self.options.letters().into())),
                _ => {
                    Parameters::One(Some(match self.frame.as_ref().and_then(|frame| frame.zero) {
                        // In `function name` it is the name (ksh93, mksh).
                        Some(name) => ByteString::new(&self.name(name)),
                        None => self.zero.clone(),
                    }))
                }
            },
        }
    }

    /// `$@` or `$*`.
    fn expand_all(&mut self, reference: Reference, quoted: bool, builder: &mut Builder<'_>) {
        let parameters = self.positional.clone();
        let parameters = parameters.all();
        let at = reference == Reference::Special(b'@');
        self.append_list(parameters, at, quoted, builder);
    }

    /// Values as `$@` (`at`) or `$*` gives them.
    pub(super) fn append_list(
        &mut self,
        parameters: &[ByteString],
        at: bool,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) {
        if builder.wanted == Wanted::Fields && (at || !quoted) {
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
            return;
        }
        // One string: joined by the first character of IFS; `$@` by a space.
        let joint = if at { b" ".to_vec() } else { self.separators().joint.clone() };
        for (index, value) in parameters.iter().enumerate() {
            if index > 0 {
                self.append(&joint, quoted, builder);
            }
            self.append(value, quoted, builder);
        }
        if quoted && parameters.is_empty() && !at {
            builder.quoted(b"");
        }
    }

    /// Whether an empty parameter of `$@` is a field: in bash, which joins and splits them, where
    /// what joins them is no white space and another one follows.
    fn keeps_empty(&mut self, parameters: &[ByteString], index: usize) -> bool {
        let joins = |joint: &[u8]| joint.first().is_some_and(|byte| !b" \t\n".contains(byte));
        index + 1 < parameters.len() && self.speaks_bash() && joins(&self.separators().joint)
    }

    /// An unset parameter: nothing, or an error under `set -u`.
    pub(super) fn unset_parameter(&mut self, reference: Reference) -> Flow {
        if let Reference::Variable(name) = reference
            && self.has_references
            && self.speaks_ksh()
            && self.refers_to_nothing(name)
        {
            let text = [&self.name(name)[..], b": no reference name"].concat();
            return self.expansion_error(&text);
        }
        if let Reference::Variable(name) = reference
            && let Some((member, parent)) = self.is_no_element(name)
        {
            let parent = self.name(parent);
            let text = [&member[..], b": is not an element of ", &parent].concat();
            return self.expansion_error(&text);
        }
        if !self.options.has(Options::NOUNSET) {
            return Ok(());
        }
        let spelled = self.spell(reference);
        self.unset_as(&spelled)
    }

    /// `$1` or `${1}`, as bash tells it.
    #[cold]
    fn unset_positional(&mut self, parameter: &Parameter) -> Flow {
        if !self.options.has(Options::NOUNSET) || !self.speaks_bash() || parameter.braced {
            return self.unset_parameter(parameter.reference);
        }
        let spelled = self.spell(parameter.reference);
        self.unset_as(&[b"$", &spelled[..]].concat())
    }

    /// The error of `set -u`, for what is spelled so.
    pub(super) fn unset_as(&mut self, spelled: &[u8]) -> Flow {
        let wrong = self.words(": parameter not set", ": unbound variable");
        self.unset_error(&[spelled, wrong.as_bytes()].concat())
    }

    /// The name of a parameter, for messages.
    pub(super) fn spell(&self, reference: Reference) -> Vec<u8> {
        match reference {
            Reference::Variable(name) => self.name(name).to_vec(),
            Reference::Positional(number) => number.to_string().into_bytes(),
            Reference::Special(byte) => vec![byte],
        }
    }

    /// An error of expansion ends a shell that is not interactive (POSIX XCU 2.8.1).
    pub fn expansion_error<T>(&mut self, message: &[u8]) -> Flow<T> {
        self.report(message);
        self.status = self.failed_expansion();
        Err(self.fatal())
    }

    /// The status after an expansion or an assignment that cannot be made.
    pub fn failed_expansion(&self) -> i32 {
        match self.options.has(Options::BASHPOSIX | Options::COMMAND) && self.level == 0 {
            true => 127,
            false => self.failed(),
        }
    }

    /// An unset parameter under `set -u` or `${x?}`: bash ends for those, too.
    pub(super) fn unset_error<T>(&mut self, message: &[u8]) -> Flow<T> {
        self.report(message);
        let command = self.options.has(Options::COMMAND);
        self.status = match self.speaks_bash() && self.level == 0 && command {
            true => 127,
            false => self.failed(),
        };
        match self.fatal() {
            Unwind::Discard(_) if !self.catches_errors => Err(Unwind::Exit),
            other => Err(other),
        }
    }

    /// The status of what failed for its circumstances: as in dash, or as in bash and ksh.
    pub fn failed(&self) -> i32 {
        self.rules().evaluation.failure_status
    }

    /// Whether errors do what they do in bash.
    pub fn speaks_bash(&self) -> bool {
        self.options.has(Options::BASH)
    }

    /// Whether an error leaves a line of the script and no more, as it does in bash; in its POSIX
    /// mode it ends the shell where POSIX says so.
    pub fn is_lenient(&self) -> bool {
        self.speaks_bash() && !self.options.has(Options::BASHPOSIX)
    }

    /// Whether POSIX is followed: strictly, or by bash in its POSIX mode.
    pub fn follows_posix(&self) -> bool {
        self.options.any(Options::POSIX | Options::BASHPOSIX)
    }

    /// Whether a script is ksh93's by its first line, or by the name of the shell, and not of
    /// the language that forkless has by default (ksh93's and bash's as far as they agree).
    pub fn speaks_ksh(&self) -> bool {
        self.options.has(Options::KSH)
    }

    /// What an error does that ends a non-interactive shell.
    pub fn fatal(&self) -> Unwind {
        if self.options.has(Options::INTERACTIVE) && !self.is_virtual {
            Unwind::Error
        } else if self.is_lenient() || self.catches_errors {
            Unwind::Discard(Consequence::Failure)
        } else {
            Unwind::Exit
        }
    }

    /// What an error does that leaves the line in bash, in its POSIX mode too, and that neither
    /// `set -e` nor the action for ERR knows of.
    pub fn leaves_line(&self) -> Unwind {
        match self.fatal() {
            Unwind::Exit | Unwind::Discard(_) if self.speaks_bash() => {
                Unwind::Discard(Consequence::None)
            }
            other => other,
        }
    }

    pub(super) fn substitute(
        &mut self,
        reference: Reference,
        kind: Substitute,
        colon: bool,
        word: &Word,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let (set, null) = match self.parameter(reference) {
            Parameters::All => {
                let all = self.positional.all().to_vec();
                (!all.is_empty(), self.is_null(&all, reference != Reference::Special(b'*')))
            }
            Parameters::One(value) => {
                (value.is_some(), value.as_ref().is_none_or(|value| value.is_empty()))
            }
        };
        let usable = set && !(colon && null);
        match kind {
            Substitute::Alternative => {
                if usable {
                    if quoted {
                        // Even an empty word is a field.
                        builder.quoted(b"");
                    }
                    self.expand_operand(word, quoted, builder)
                } else {
                    Ok(())
                }
            }
            _ if usable => match self.parameter(reference) {
                Parameters::All => {
                    self.expand_all(reference, quoted, builder);
                    Ok(())
                }
                Parameters::One(value) => {
                    self.append(&value.unwrap_or(ByteString::EMPTY), quoted, builder);
                    Ok(())
                }
            },
            Substitute::Default => self.expand_operand(word, quoted, builder),
            Substitute::Assign => {
                let Reference::Variable(name) = reference else {
                    let mut message = self.spell(reference);
                    message.extend_from_slice(b": cannot be assigned to");
                    return self.expansion_error(&message);
                };
                let mut inner = Builder::new(Wanted::Text, None, Vec::new());
                self.expand_operand(word, quoted, &mut inner)?;
                let value = ByteString::new(&inner.text);
                if let Err(error) = self.assign(name, Value::String(value.clone())) {
                    self.report_read_only(error);
                    self.status = self.failed();
                    return Err(self.fatal());
                }
                // An attribute may have changed it.
                let value = self.value(name).unwrap_or(value);
                self.append(&value, quoted, builder);
                Ok(())
            }
            Substitute::Error => {
                let mut message = self.spell(reference);
                message.extend_from_slice(b": ");
                if word.parts.is_empty() && word.literal.as_ref().is_none_or(|text| text.is_empty())
                {
                    let text = match colon {
                        true if self.speaks_ksh() => match set {
                            true => "parameter null",
                            false => "parameter not set",
                        },
                        true => {
                            self.words("parameter not set or null", "parameter null or not set")
                        }
                        false => "parameter not set",
                    };
                    message.extend_from_slice(text.as_bytes());
                } else {
                    let mut inner = Builder::new(Wanted::Text, None, Vec::new());
                    self.expand_operand(word, quoted, &mut inner)?;
                    message.extend_from_slice(&inner.text);
                }
                self.unset_error(&message)
            }
        }
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

    /// Whether `$@` (`at`) or `$*` with these values is null.
    pub(super) fn is_null(&mut self, values: &[ByteString], at: bool) -> bool {
        values.iter().all(|value| value.is_empty())
            && (values.len() < 2 || (!at && self.separators().joint.is_empty()))
    }

    fn trim(
        &mut self,
        reference: Reference,
        suffix: bool,
        longest: bool,
        pattern: &Word,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let in_bash = self.speaks_bash();
        let value = match self.parameter(reference) {
            Parameters::All => {
                // Each parameter by itself.
                let parameters = self.positional.clone();
                if in_bash && parameters.all().is_empty() {
                    self.expand_all(reference, quoted, builder);
                    return Ok(());
                }
                let pattern = self.expand_pattern(pattern)?;
                let glob = Glob::new(&pattern, self.glob_options());
                let trimmed = parameters
                    .all()
                    .iter()
                    .map(|value| ByteString::new(trimmed(&glob, value, suffix, longest)))
                    .collect();
                let own = std::mem::replace(
                    &mut self.positional,
                    crate::environment::positional::Positional::new(trimmed),
                );
                self.expand_all(reference, quoted, builder);
                self.positional = own;
                return Ok(());
            }
            // bash does not expand the pattern where there is nothing to cut off.
            Parameters::One(Some(value)) if in_bash && value.is_empty() => {
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
        let result = trimmed(&glob, &value, suffix, longest);
        if pattern.contains(&b'(') && !self.options.has(Options::BASH) && result.len() < value.len()
        {
            let gone = match suffix {
                true => &value[result.len()..],
                false => &value[..value.len() - result.len()],
            };
            self.note_match(&ByteString::new(gone), &pattern, true);
        }
        self.append(result, quoted, builder);
        Ok(())
    }

    /// Whether `@(…)` and its kin are patterns: in bash after `shopt -s extglob`.
    pub fn has_extended_patterns(&self) -> bool {
        match self.speaks_bash() {
            true => self.options.has(Options::EXTGLOB),
            false => !self.options.has(Options::POSIX),
        }
    }

    /// How patterns are matched.
    pub fn glob_options(&self) -> GlobOptions {
        let extended = self.has_extended_patterns();
        let nocase = self.options.has(Options::NOCASEMATCH);
        let classes = self.speaks_ksh();
        GlobOptions { utf8: self.utf8, extended, nocase, classes, ..GlobOptions::default() }
    }
}

pub(super) fn trimmed<'v>(glob: &Glob, value: &'v [u8], suffix: bool, longest: bool) -> &'v [u8] {
    match (suffix, longest) {
        (false, false) => glob.shortest_prefix(value).map_or(value, |end| &value[end..]),
        (false, true) => glob.longest_prefix(value).map_or(value, |end| &value[end..]),
        (true, false) => glob.shortest_suffix(value).map_or(value, |start| &value[..start]),
        (true, true) => glob.longest_suffix(value).map_or(value, |start| &value[..start]),
    }
}
