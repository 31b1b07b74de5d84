//! Variables: slots in pages that are copied when they are first written to after a clone.
//!
//! What fork() does with pages of memory, for variables alone. A lookup is two indexes.

use std::rc::Rc;
use syntax::{ByteString, Name};

/// A value.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// None: unset (attributes may be there all the same).
    #[default]
    Unset,
    /// The result of arithmetic, kept as a number until somebody wants its digits.
    Integer(i64),
    /// Text.
    String(ByteString),
}

impl Value {
    /// The text; None if unset.
    pub fn text(&self) -> Option<ByteString> {
        match self {
            Value::Unset => None,
            Value::Integer(number) => Some(ByteString::from_integer(*number)),
            Value::String(text) => Some(text.clone()),
        }
    }
}

/// A variable: its value and attributes.
#[derive(Clone, Debug, Default)]
pub struct Variable {
    /// The value.
    pub value: Value,
    /// [`EXPORT`], [`READONLY`].
    pub flags: u8,
}

/// The variable is in the environment of programs.
pub const EXPORT: u8 = 1;
/// The value is computed when it is read.
pub const COMPUTED: u8 = 4;
/// The variable cannot be changed.
pub const READONLY: u8 = 2;

impl Variable {
    /// Whether it has a value.
    pub fn is_set(&self) -> bool {
        !matches!(self.value, Value::Unset)
    }
}

const PAGE: usize = 16;

type Page = [Variable; PAGE];

/// All variables of an environment.
#[derive(Clone, Default)]
pub struct Variables {
    pages: Rc<Vec<Rc<Page>>>,
}

/// What a slot beyond the table holds.
const NOTHING: &Variable = &Variable { value: Value::Unset, flags: 0 };

impl Variables {
    /// The variable of a slot.
    #[inline]
    pub fn get(&self, name: Name) -> &Variable {
        let index = name.0 as usize;
        match self.pages.get(index / PAGE) {
            Some(page) => &page[index % PAGE],
            None => NOTHING,
        }
    }

    /// The variable of a slot, to be changed.
    #[inline]
    pub fn get_mut(&mut self, name: Name) -> &mut Variable {
        let index = name.0 as usize;
        let pages = Rc::make_mut(&mut self.pages);
        while pages.len() <= index / PAGE {
            pages.push(Rc::new(Page::default()));
        }
        &mut Rc::make_mut(&mut pages[index / PAGE])[index % PAGE]
    }

    /// Every slot that has a value or an attribute.
    pub fn iter(&self) -> impl Iterator<Item = (Name, &Variable)> {
        self.pages.iter().enumerate().flat_map(|(number, page)| {
            page.iter().enumerate().filter_map(move |(index, variable)| {
                (variable.is_set() || variable.flags != 0)
                    .then_some((Name((number * PAGE + index) as u32), variable))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_does_not_see_what_is_written_later() {
        let mut outer = Variables::default();
        outer.get_mut(Name(3)).value = Value::Integer(1);
        let mut inner = outer.clone();
        inner.get_mut(Name(3)).value = Value::Integer(2);
        inner.get_mut(Name(100)).value = Value::Integer(3);
        assert!(matches!(outer.get(Name(3)).value, Value::Integer(1)));
        assert!(matches!(inner.get(Name(3)).value, Value::Integer(2)));
        assert!(!outer.get(Name(100)).is_set());
        assert_eq!(outer.iter().count(), 1);
    }
}
