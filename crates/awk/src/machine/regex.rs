//! Regular expressions that are computed.

use super::{Machine, Result};
use crate::number;
use crate::syntax::Expression;
use crate::value::{Kind, Value};

/// What an expression is computed for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RegexUse {
    Match,
    /// For `split`: a single character is none.
    Separator,
}

/// A number that was a regular expression, where in the program, and its text.
pub(super) struct Kept<'m> {
    place: &'m Expression,
    number: f64,
    text: Vec<u8>,
}

impl<'m> Machine<'m, '_> {
    /// Appends the text of a regular expression. gawk compiles it anew where it is not equal to the one before, and
    /// numbers are equal whatever their texts: its `re_update` compares values.
    pub(super) fn append_regex(
        &mut self,
        expression: &'m Expression,
        usage: RegexUse,
        buffer: &mut Vec<u8>,
    ) -> Result<()> {
        if !self.dialect.rules().equal_numbers_keep_regex {
            return self.append(expression, buffer);
        }
        let value = self.value(expression)?;
        value.append(&self.specials.convfmt, buffer);
        if usage == RegexUse::Separator && buffer.len() < 2 {
            return Ok(());
        }
        let kept = self.kept.iter().position(|kept| std::ptr::eq(kept.place, expression));
        match (self.number_compared(&value), kept) {
            (Some(number), Some(kept)) if self.kept[kept].number == number => {
                buffer.clone_from(&self.kept[kept].text);
            }
            (Some(number), Some(kept)) => {
                self.kept[kept].number = number;
                self.kept[kept].text.clone_from(buffer);
            }
            (Some(number), None) => {
                self.kept.push(Kept { place: expression, number, text: buffer.clone() });
            }
            (None, Some(kept)) => drop(self.kept.swap_remove(kept)),
            (None, None) => {}
        }
        Ok(())
    }

    /// The number that a value is, or looks like.
    fn number_compared(&self, value: &Value) -> Option<f64> {
        match value {
            Value::Unset => Some(0.0),
            Value::Number(number) => Some(*number),
            _ => match value.as_text()? {
                (Kind::Text, _) => None,
                (_, text) => number::looks_numeric(text, self.dialect),
            },
        }
    }
}
