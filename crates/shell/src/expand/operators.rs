//! Transformations of a parameter's value: `${x@Q}` and its kin (bash), `${@x}` (ksh93).
//!
//! `parameter` calls `transform` with the letter. Quoting for `@Q` is in `expand::transform`,
//! declarations for `@A` in `environment::attributes`, prompts for `@P` in `prompt`. See bash(1),
//! Parameter Expansion.

use super::Builder;
use super::case::{CaseChange, Characters, altered};
use super::list::Subject;
use super::parameter::ListForm;
use super::transform;
use crate::diagnostics::Problem;
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::Flow;
use syntax::tree::{Reference, Subscript};
use syntax::{ByteString, Name};

impl Environment {
    /// `${x@Q}` and its kin: `letter` is the operator, `subject` what it is applied to.
    pub(super) fn transform(
        &mut self,
        letter: u8,
        subject: Subject,
        reference: Reference,
        subscript: Option<&Subscript>,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let utf8 = self.utf8;
        let change: fn(&ByteString, bool) -> ByteString = match letter {
            b'Q' => |value, _| ByteString::from(transform::quoted(value)),
            b'U' => |value, utf8| altered(value, CaseChange::Upper, Characters::All, None, utf8),
            b'u' => |value, utf8| altered(value, CaseChange::Upper, Characters::First, None, utf8),
            b'L' => |value, utf8| altered(value, CaseChange::Lower, Characters::All, None, utf8),
            b'l' => |value, utf8| altered(value, CaseChange::Lower, Characters::First, None, utf8),
            b'E' => |value, _| ByteString::from(syntax::unescaped(value)),
            b'P' => {
                let subject = self.as_prompts(subject)?;
                return self.append_subject(subject, reference, quoted, builder);
            }
            b'K' | b'k'
                if self.rules().expansion.keys_of_scalar_are_value
                    && !self.has_keys(&subject, reference) =>
            {
                |value, _| ByteString::from(transform::quoted(value))
            }
            b'A' if matches!(reference, Reference::Special(b'@' | b'*')) => {
                if let Subject::Many(values, _) = &subject
                    && !values.is_empty()
                {
                    self.append(&set_command(values), quoted, builder);
                }
                return Ok(());
            }
            b'a' if matches!((&subject, reference), (Subject::Many(..), Reference::Special(_))) => {
                // Parameters have no attributes, each of them.
                return self.append_subject(
                    subject.map(|_| ByteString::EMPTY),
                    reference,
                    quoted,
                    builder,
                );
            }
            b'a' | b'A' | b't' | b'K' | b'k' => {
                let Reference::Variable(name) = reference else { return Ok(()) };
                // Of a name reference they are those of what it leads to.
                let name = if letter == b't' { name } else { self.resolved(name) };
                if matches!(letter, b'a' | b'A')
                    && matches!(subject, Subject::One(None))
                    && self.options.has(Options::NOUNSET)
                    && self.rules().expansion.nounset_checks_attributes
                    && self.elements(name).is_empty()
                {
                    // What is declared is not yet set.
                    return self.unset_parameter(reference);
                }
                match letter {
                    b'a' => return self.expand_attributes(name, subject, quoted, builder),
                    b'A' => self.expand_declaration(name, &subject, quoted, builder),
                    b't' => {
                        let text = self.type_text(name, subscript)?;
                        self.append(&text, quoted, builder);
                    }
                    b'K' => self.expand_keys_as_text(name, quoted, builder),
                    _ => self.expand_keys_as_list(name, subscript, quoted, builder),
                }
                return Ok(());
            }
            _ => return self.expansion_problem(&Problem::BadOperator),
        };
        if let Subject::One(None) = subject {
            return self.unset_parameter(reference);
        }
        let subject = subject.map(|value| change(value, utf8));
        self.append_subject(subject, reference, quoted, builder)
    }

    /// `${x@P}`: values expanded as prompts are.
    fn as_prompts(&mut self, subject: Subject) -> Flow<Subject> {
        let mut shown = |value: &ByteString| self.prompt_text(value, false).map(ByteString::from);
        Ok(match subject {
            Subject::One(Some(value)) => Subject::One(Some(shown(&value)?)),
            Subject::Many(values, form) => {
                Subject::Many(values.iter().map(shown).collect::<Flow<_>>()?, form)
            }
            Subject::One(None) => Subject::One(None),
        })
    }

    /// `${x@a}`: the letters of a variable's attributes.
    fn expand_attributes(
        &mut self,
        name: Name,
        subject: Subject,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        let letters = self.attribute_letters(name);
        if let Subject::Many(list, _) = &subject
            && list.len() > 1
            && self.rules().expansion.attributes_of_each_element
        {
            let subject = subject.map(|_| ByteString::new(&letters));
            return self.append_subject(subject, Reference::Variable(name), quoted, builder);
        }
        self.append(&letters, quoted, builder);
        Ok(())
    }

    /// `${@x}` (ksh93): the attributes of a variable as `typeset` takes them, or its type.
    fn type_text(&mut self, name: Name, subscript: Option<&Subscript>) -> Flow<Vec<u8>> {
        let mut text = Vec::new();
        let mut name = self.resolved(name);
        if let Some(subscript @ Subscript::Key { .. }) = subscript {
            // Of an element that is a variable itself.
            let key = self.key(name, Some(subscript))?;
            name = self.nested(name, &key).unwrap_or(name);
        }
        self.write_attributes(name, true, &mut text);
        if self.type_of(name).is_some() {
            // Its name is all there is to it.
            let end = byte_search::memchr(b' ', &text).unwrap_or(text.len());
            text.truncate(end);
        }
        text.truncate(text.trim_ascii_end().len());
        Ok(text)
    }

    /// `${x@A}`: the command that declares a variable.
    fn expand_declaration(
        &mut self,
        name: Name,
        subject: &Subject,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) {
        let rules = &self.rules().expansion;
        let is_scalar = rules.declaration_is_fields
            && !self.variables.get(self.resolved(name)).value.is_array();
        let whole = match subject {
            // `${x[@]@A}` of what is no array
            Subject::Many(..) if is_scalar => Some(Subject::One(self.value(name))),
            _ => None,
        };
        let subject = whole.as_ref().unwrap_or(subject);
        let text = match subject {
            Subject::One(Some(value)) => {
                let letters = self.attribute_letters(name);
                let mut text = Vec::new();
                if !letters.is_empty() {
                    text = [b"declare -", &letters[..], b" "].concat();
                }
                text.extend_from_slice(&self.name(name));
                text.push(b'=');
                text.extend_from_slice(&transform::quoted(value));
                text
            }
            // Also the element 0 that an array does not have.
            Subject::One(None) if rules.declaration_of_unset_element => {
                match &self.attribute_letters(name)[..] {
                    b"" => Vec::new(),
                    letters => [b"declare -", letters, b" ", &self.name(name)].concat(),
                }
            }
            _ => self.declaration(name, b"declare").unwrap_or_default(),
        };
        if rules.declaration_is_fields && matches!(subject, Subject::Many(_, ListForm::Separate)) {
            // The command, the options and the rest are three words.
            let words = text.splitn(3, |byte| *byte == b' ').map(ByteString::new);
            self.append_list(&words.collect::<Vec<_>>(), ListForm::Separate, quoted, builder);
            return;
        }
        self.append(&text, quoted, builder);
    }

    /// `${x@K}`: the keys and values of an array as one text, quoted so that it can be read again.
    fn expand_keys_as_text(&mut self, name: Name, quoted: bool, builder: &mut Builder<'_>) {
        let mut list = Vec::new();
        for (key, value) in self.keys(name).into_iter().zip(self.elements(name)) {
            list.push(transform::key_quoted(&key));
            list.push(transform::double_quoted(&value));
        }
        if self.is_associative(self.resolved(name)) && !list.is_empty() {
            // bash ends it in a blank.
            list.push(Vec::new());
        }
        self.append(&list.join(&b' '), quoted, builder);
    }

    /// `${x@k}`: the keys and values of an array as a list.
    fn expand_keys_as_list(
        &mut self,
        name: Name,
        subscript: Option<&Subscript>,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) {
        let pairs = self.keys(name).into_iter().zip(self.elements(name));
        let list: Vec<ByteString> = pairs.flat_map(|(key, value)| [key, value]).collect();
        let form = ListForm::of(matches!(subscript, Some(Subscript::At)));
        self.append_list(&list, form, quoted, builder);
    }

    /// Whether what is transformed are all elements of an array.
    fn has_keys(&self, subject: &Subject, reference: Reference) -> bool {
        let Reference::Variable(name) = reference else { return false };
        let value = &self.variables.get(self.resolved(name)).value;
        matches!(subject, Subject::Many(..)) && value.is_array()
    }
}

/// `${@@A}`: the command that sets the positional parameters.
fn set_command(values: &[ByteString]) -> Vec<u8> {
    let mut text = b"set --".to_vec();
    for value in values {
        text.push(b' ');
        text.extend_from_slice(&transform::quoted(value));
    }
    text
}
