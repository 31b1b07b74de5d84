//! Variables: slots in pages that are copied when they are first written to after a clone.
//!
//! What fork() does with pages of memory, for variables alone. A lookup is two indexes.

use super::arrays::{Associative, Indexed};
use super::compound::Members;
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
    /// A number with a fraction; whether it is shown with a fixed number of digits after the
    /// point, and how many digits.
    Float(f64, bool, u16),
    /// An indexed array.
    Indexed(Rc<Indexed>),
    /// An associative array.
    Associative(Rc<Associative>),
    /// A compound variable: its members.
    Compound(Rc<Members>),
    /// A name reference: the name of what it stands for.
    Reference(Name),
}

impl Value {
    /// Whether it has elements.
    pub fn is_array(&self) -> bool {
        matches!(self, Value::Indexed(_) | Value::Associative(_))
    }

    /// The text; None if unset.
    pub fn text(&self) -> Option<ByteString> {
        match self {
            Value::Unset => None,
            Value::Integer(number) => Some(ByteString::from_integer(*number)),
            Value::String(text) => Some(text.clone()),
            Value::Float(number, fixed, precision) => {
                Some(crate::expand::float::formatted(*number, *fixed, (*precision).into()))
            }
            Value::Indexed(array) => array.get(&0).cloned(),
            Value::Associative(array) => array.get(&b"0"[..]).cloned(),
            Value::Compound(_) | Value::Reference(_) => None,
        }
    }
}

/// A variable: its value and attributes.
#[derive(Clone, Debug, Default)]
pub struct Variable {
    /// The value.
    pub value: Value,
    /// [`EXPORT`], [`READONLY`].
    pub flags: u16,
    /// A number that an attribute has: digits after the point, a base, a width.
    pub figure: u16,
}

/// The variable is in the environment of programs.
pub const EXPORT: u16 = 1;
/// The value is computed when it is read.
pub const COMPUTED: u16 = 4;
/// The variable cannot be changed.
pub const READONLY: u16 = 2;
/// What is assigned is an expression (`typeset -i`).
pub const INTEGER: u16 = 8;
/// What is assigned becomes small letters (`typeset -l`).
pub const LOWER: u16 = 16;
/// What is assigned becomes capitals (`typeset -u`).
pub const UPPER: u16 = 32;
/// An array or a reference: assignment is more than putting a value in its place.
pub const SPECIAL: u16 = 64;
/// A number with this many digits after the point (`typeset -F`).
pub const FIXED: u16 = 128;
/// A number with this many digits (`typeset -E`).
pub const FLOAT: u16 = 256;
/// Cut or filled to a width, at its left end (`typeset -L`).
pub const LEFT: u16 = 512;
/// Cut or filled to a width, at its right end (`typeset -R`).
pub const RIGHT: u16 = 1024;
/// Filled with zeros (`typeset -Z`).
pub const ZEROS: u16 = 2048;
/// Among what `local` puts back: the value is in the slot that the reference names.
pub const MOVED: u16 = 4096;
/// An array with elements that are variables themselves.
pub const NESTED: u16 = 8192;
/// An array whose elements are compound variables (`typeset -C -a`).
pub const COMPOUNDS: u16 = 16384;
/// In bash's language, which has no compound variables: an array that was declared and has
/// been assigned nothing.
pub const DECLARED: u16 = COMPOUNDS;
/// A word of an enumeration, which [`Variable::figure`] tells.
pub const ENUMERATION: u16 = 32768;
/// What makes an assignment special.
pub const CONVERTS: u16 = INTEGER | LOWER | UPPER | SPECIAL | FIXED | FLOAT | LEFT | RIGHT | ZEROS;

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

/// Makes a page, and all before it one that holds nothing: names of builtins have slots, but
/// seldom values.
#[cold]
fn extend(pages: &mut Vec<Rc<Page>>, page: usize) {
    if pages.len() < page {
        pages.resize(page, Rc::new(Page::default()));
    }
    pages.push(Rc::new(Page::default()));
}

/// What a slot beyond the table holds.
const NOTHING: &Variable = &Variable { value: Value::Unset, flags: 0, figure: 0 };

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
        if pages.len() <= index / PAGE {
            extend(pages, index / PAGE);
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
