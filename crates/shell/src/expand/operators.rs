//! `${x@Q}` and its kin (bash), `${@x}` (ksh93).

use super::Builder;
use super::list::Subject;
use crate::environment::Environment;
use crate::environment::options::Options;
use crate::unwind::Flow;
use syntax::ByteString;
use syntax::tree::{Reference, Subscript};

impl Environment {
    /// `${x@Q}` and its kin.
    pub(super) fn transform(
        &mut self,
        letter: u8,
        subject: Subject,
        reference: Reference,
        subscript: Option<&Subscript>,
        quoted: bool,
        builder: &mut Builder<'_>,
    ) -> Flow {
        if let (b'a' | b'A', Subject::One(None), Reference::Variable(name)) =
            (letter, &subject, reference)
            && self.speaks_bash()
            && self.options.has(Options::NOUNSET)
            && self.elements(name).is_empty()
        {
            // What is declared is not yet set.
            return self.unset_parameter(reference);
        }
        let utf8 = self.utf8;
        let changed: fn(&ByteString, bool) -> ByteString = match letter {
            b'Q' => |value, _| ByteString::from(super::transform::quoted(value)),
            b'U' => |value, utf8| super::case::altered(value, b'^', true, None, utf8),
            b'u' => |value, utf8| super::case::altered(value, b'^', false, None, utf8),
            b'L' => |value, utf8| super::case::altered(value, b',', true, None, utf8),
            b'l' => |value, utf8| super::case::altered(value, b',', false, None, utf8),
            b'E' => |value, _| ByteString::from(syntax::unescaped(value)),
            b'P' => {
                let subject = match subject {
                    Subject::One(Some(value)) => {
                        Subject::One(Some(ByteString::from(self.prompt_text(&value, false))))
                    }
                    Subject::Many(values, at) => {
                        let shown = values.iter().map(|value| self.prompt_text(value, false));
                        Subject::Many(shown.map(ByteString::from).collect(), at)
                    }
                    other => other,
                };
                return self.append_subject(subject, reference, quoted, builder);
            }
            b'a' => {
                let Reference::Variable(name) = reference else { return Ok(()) };
                let letters = self.attribute_letters(name);
                if let (Subject::Many(list, _), true) = (&subject, self.speaks_bash())
                    && list.len() > 1
                {
                    // Those of each element.
                    let subject = subject.map(|_| ByteString::new(&letters));
                    return self.append_subject(subject, reference, quoted, builder);
                }
                self.append(&letters, quoted, builder);
                return Ok(());
            }
            b't' => {
                let Reference::Variable(name) = reference else { return Ok(()) };
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
                    let end = memchr::memchr(b' ', &text).unwrap_or(text.len());
                    text.truncate(end);
                }
                self.append(text.trim_ascii_end(), quoted, builder);
                return Ok(());
            }
            b'A' if matches!(reference, Reference::Special(b'@' | b'*')) => {
                let Subject::Many(values, _) = &subject else { return Ok(()) };
                if values.is_empty() {
                    return Ok(());
                }
                let mut text = b"set --".to_vec();
                for value in values {
                    text.push(b' ');
                    text.extend_from_slice(&super::transform::quoted(value));
                }
                self.append(&text, quoted, builder);
                return Ok(());
            }
            b'A' => {
                let Reference::Variable(name) = reference else { return Ok(()) };
                let text = match &subject {
                    Subject::One(Some(value)) => {
                        let letters = self.attribute_letters(name);
                        let mut text = Vec::new();
                        if !letters.is_empty() {
                            text = [b"declare -", &letters[..], b" "].concat();
                        }
                        text.extend_from_slice(&self.name(name));
                        text.push(b'=');
                        text.extend_from_slice(&super::transform::quoted(value));
                        text
                    }
                    // Also the element 0 that an array does not have.
                    Subject::One(None) if self.speaks_bash() => {
                        match &self.attribute_letters(name)[..] {
                            b"" => Vec::new(),
                            letters => [b"declare -", letters, b" ", &self.name(name)].concat(),
                        }
                    }
                    _ => self.declaration(name, b"declare").unwrap_or_default(),
                };
                if self.speaks_bash() && matches!(subject, Subject::Many(_, true)) {
                    // The command, the options and the rest are three words.
                    let words = text.splitn(3, |byte| *byte == b' ').map(ByteString::new);
                    self.append_list(&words.collect::<Vec<_>>(), true, quoted, builder);
                    return Ok(());
                }
                self.append(&text, quoted, builder);
                return Ok(());
            }
            // Of what is no array only the values.
            b'K' | b'k' if self.speaks_bash() && !self.has_keys(&subject, reference) => {
                |value, _| ByteString::from(super::transform::quoted(value))
            }
            b'K' | b'k' => {
                let Reference::Variable(name) = reference else { return Ok(()) };
                let (keys, values) = (self.keys(name), self.elements(name));
                let mut list = Vec::new();
                for (key, value) in keys.into_iter().zip(values) {
                    list.push(match letter {
                        b'K' => ByteString::from(super::transform::key_quoted(&key)),
                        _ => key,
                    });
                    list.push(match letter {
                        b'K' => ByteString::from(super::transform::double_quoted(&value)),
                        _ => value,
                    });
                }
                if letter == b'K' && self.is_associative(self.resolved(name)) && !list.is_empty() {
                    // bash ends it in a blank.
                    list.push(ByteString::EMPTY);
                }
                if letter == b'k' {
                    let at = matches!(subscript, Some(Subscript::At));
                    self.append_list(&list, at, quoted, builder);
                } else {
                    let list: Vec<&[u8]> = list.iter().map(|text| text.as_bytes()).collect();
                    self.append(&list.join(&b' '), quoted, builder);
                }
                return Ok(());
            }
            _ => return self.expansion_error(b"bad substitution"),
        };
        if let Subject::One(None) = subject {
            return self.unset_parameter(reference);
        }
        let subject = subject.map(|value| changed(value, utf8));
        self.append_subject(subject, reference, quoted, builder)
    }

    /// Whether what is transformed are all elements of an array.
    fn has_keys(&self, subject: &Subject, reference: Reference) -> bool {
        let Reference::Variable(name) = reference else { return false };
        let value = &self.variables.get(self.resolved(name)).value;
        matches!(subject, Subject::Many(..)) && value.is_array()
    }
}
