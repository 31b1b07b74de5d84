//! Subscripts: the elements and the variables that they name.
//!
//! The parser leaves a subscript as a word, and as an expression where it can be one already. Here
//! it becomes the [`Key`] of an element, by the kind of the array.

use crate::diagnostics::{Problem, VariableProblem};
use crate::environment::Environment;
use crate::environment::arrays::Key;
use crate::unwind::{Flow, Unwind};
use syntax::arithmetic::Expression;
use syntax::tree::{Part, Step, Subscript, Word};
use syntax::{ByteString, Name};

/// Why a subscript names no element that could be assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidKey {
    /// It is before the first element of an indexed array, or empty.
    NotInArray,
    /// It is `@` or `*`, which mean all elements of an indexed array.
    AllElements,
}

impl InvalidKey {
    /// What diagnostics say of it.
    pub fn words(self) -> &'static [u8] {
        match self {
            InvalidKey::NotInArray => b"bad array subscript",
            InvalidKey::AllElements => b"cannot assign to non-numeric index",
        }
    }
}

/// A subscript in a message: as it was written, where that is known.
pub fn spelled(subscript: &Subscript) -> &[u8] {
    match subscript {
        Subscript::Star => b"*",
        Subscript::At => b"@",
        Subscript::Key { word, .. } => word.literal.as_ref().map_or(b"", |text| text.as_bytes()),
        Subscript::Path(_) => b"",
    }
}

/// `[subscript]` in a message.
pub fn in_brackets(subscript: &Subscript) -> Vec<u8> {
    [b"[", spelled(subscript), b"]"].concat()
}

/// `name[subscript]` in a message.
pub fn with_subscript(name: &[u8], subscript: &Subscript) -> Vec<u8> {
    [name, b"[", spelled(subscript), b"]"].concat()
}

impl Environment {
    /// The variable that a path such as `a[1].b[2]` leads to, and the subscript of its element.
    ///
    /// # Errors
    /// Unwinds where the expression of a subscript does.
    pub fn follow<'a>(
        &mut self,
        name: Name,
        subscript: Option<&'a Subscript>,
    ) -> Flow<(Name, Option<&'a Subscript>)> {
        let mut name = self.resolved(name);
        let Some(Subscript::Path(steps)) = subscript else { return Ok((name, subscript)) };
        self.composed = true;
        name = self.resolved(name);
        for (at, step) in steps.iter().enumerate() {
            name = match step {
                Step::Element(last) if at + 1 == steps.len() => return Ok((name, Some(last))),
                Step::Element(subscript) => {
                    let key = self.key(name, Some(subscript))?;
                    self.element_slot(name, &key)
                }
                Step::Member(member) => self.member(name, member),
            };
            name = self.resolved(name);
        }
        Ok((name, None))
    }

    /// The key of the element that a subscript names, for writing.
    ///
    /// # Errors
    /// Unwinds where the subscript is in error, which has been reported.
    pub fn key(&mut self, name: Name, subscript: Option<&Subscript>) -> Flow<Key> {
        match self.key_to_read(name, subscript)? {
            Some(key) => Ok(key),
            None => {
                let name = self.name(name);
                self.expansion_problem(&Problem::Variable(VariableProblem::BadSubscript(&name)))
            }
        }
    }

    /// The key of the element that a subscript names, for an assignment in bash, which refuses more
    /// subscripts. The inner error is the reason, without `name[subscript]`.
    ///
    /// # Errors
    /// Unwinds where an expansion in the subscript does.
    pub fn key_to_assign(
        &mut self,
        name: Name,
        subscript: &Subscript,
    ) -> Flow<Result<Key, InvalidKey>> {
        let wrong = match subscript {
            Subscript::At | Subscript::Star if !self.is_associative(name) => {
                Some(InvalidKey::AllElements)
            }
            Subscript::Key { word, .. } => {
                word.literal.as_ref().filter(|text| text.is_empty()).map(|_| InvalidKey::NotInArray)
            }
            _ => None,
        };
        match (wrong, subscript) {
            (Some(wrong), _) => Ok(Err(wrong)),
            (None, Subscript::Key { word, .. }) if self.is_associative(name) => {
                let key = self.expand_text(word)?.to_vec();
                Ok(if key.is_empty() { Err(InvalidKey::NotInArray) } else { Ok(Key::Text(key)) })
            }
            (None, _) => Ok(self.key_to_read(name, Some(subscript))?.ok_or(InvalidKey::NotInArray)),
        }
    }

    /// The element that a subscript names; None where it is out of range.
    pub(super) fn key_to_read(
        &mut self,
        name: Name,
        subscript: Option<&Subscript>,
    ) -> Flow<Option<Key>> {
        let Some(Subscript::Key { word, parsed }) = subscript else {
            return Ok(Some(match self.is_associative(name) {
                true => Key::Text(match subscript {
                    Some(Subscript::Star) => b"*".to_vec(),
                    Some(Subscript::At) => b"@".to_vec(),
                    _ => b"0".to_vec(),
                }),
                false => Key::Index(0),
            }));
        };
        if self.is_associative(name) {
            let key = self.expand_text(word)?.to_vec();
            if key.is_empty() && self.rules().expansion.empty_key_is_error {
                let name = self.name(name);
                self.diagnose(VariableProblem::BadSubscript(&name));
                return Ok(None);
            }
            return Ok(Some(Key::Text(key)));
        }
        if self.key_type(self.resolved(name)).is_some() {
            let text = self.expand_text(word)?;
            if let Some(index) = self.index_by_word(self.resolved(name), &text) {
                return Ok(Some(Key::Index(index)));
            }
        }
        let index = match parsed {
            None if self.rules().expansion.quotes_stay_in_subscripts && has_quotes(word) => {
                self.quoted_index(word)?
            }
            _ => self.index(word, parsed.as_ref())?,
        };
        Ok(self.place(name, index).map(Key::Index))
    }

    /// The number that the subscript of an indexed array is.
    #[inline]
    fn index(&mut self, word: &Word, parsed: Option<&Expression>) -> Flow<i64> {
        if let Some(Expression::Number(index)) = parsed {
            return Ok(*index);
        }
        let index = match (parsed, &word.literal) {
            (Some(expression), Some(text)) => {
                self.evaluate_parsed(expression, text).map(|number| number.integer())
            }
            _ => {
                let text = self.expand_text(word)?;
                self.evaluate_expression(&text)
            }
        };
        match index {
            Err(Unwind::Discard(_)) => Err(self.leaves_texts()),
            index => index,
        }
    }

    /// The number that a subscript with single quotes is, which are a part of the expression.
    #[cold]
    fn quoted_index(&mut self, word: &Word) -> Flow<i64> {
        let mut text = Vec::new();
        for part in &word.parts {
            match part {
                Part::Quoted(quoted) => text.extend(syntax::single_quoted(quoted)),
                Part::Literal(plain) => text.extend_from_slice(plain),
                _ => return self.index(word, None),
            }
        }
        match self.evaluate_expression(&text) {
            Err(Unwind::Discard(_)) => Err(self.leaves_texts()),
            index => index,
        }
    }

    /// The element of a new list that a subscript names: a negative one counts from what `end`
    /// gives, the index behind the last element so far.
    ///
    /// # Errors
    /// Unwinds where the expression does; the error has been reported.
    pub fn key_in_list(
        &mut self,
        name: Name,
        subscript: &Subscript,
        end: impl FnOnce() -> i64,
    ) -> Flow<Result<Key, InvalidKey>> {
        let counts = self.rules().variables.lists_count_from_their_end
            && !self.is_associative(name)
            && self.key_type(self.resolved(name)).is_none();
        let Subscript::Key { word, parsed } = subscript else {
            return self.key_to_assign(name, subscript);
        };
        if !counts || word.literal.as_ref().is_some_and(|text| text.is_empty()) {
            return self.key_to_assign(name, subscript);
        }
        let index = self.index(word, parsed.as_ref())?;
        let place = if index < 0 { index.saturating_add(end()) } else { index };
        Ok(if place < 0 { Err(InvalidKey::NotInArray) } else { Ok(Key::Index(place)) })
    }

    /// Assigns to an element, and reports an error as one of assignment.
    ///
    /// # Errors
    /// Unwinds as an error of assignment does in the dialect.
    pub fn assign_element_or_fail(&mut self, name: Name, key: Key, value: ByteString) -> Flow {
        self.assign_element(name, key, value).or_else(|error| {
            self.report_assign_error(error)?;
            self.status = self.failed();
            Err(self.fatal())
        })
    }
}

/// Whether a subscript has quotes other than double ones.
fn has_quotes(word: &Word) -> bool {
    word.parts.iter().any(|part| matches!(part, Part::Quoted(_)))
}

/// Whether a subscript is a range of subscripts.
pub(super) fn word_has_range(word: &Word) -> bool {
    let range = |text: &[u8]| byte_search::memmem::find(text, b"..").is_some();
    word.literal.as_ref().is_some_and(|text| range(text))
        || word.parts.iter().any(|part| matches!(part, Part::Literal(text) if range(text)))
}
