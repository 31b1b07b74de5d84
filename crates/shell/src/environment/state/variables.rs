//! Variables: slots in pages that are copied when they are first written to after a clone.
//!
//! What fork() does with pages of memory, for variables alone. A lookup is two indexes.

use super::ordered::OrderedMap;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use syntax::{ByteString, Name, Names};

/// The elements of an indexed array.
pub type Indexed = OrderedMap<i64, ByteString>;
/// The elements of an associative array.
pub type Associative = OrderedMap<Vec<u8>, ByteString>;
/// The members of a compound variable: the slots of their whole names.
pub type Members = BTreeMap<Vec<u8>, Name>;

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
    /// A number with a fraction, and how it is shown.
    Float(f64, Digits, u16),
    /// An indexed array.
    Indexed(Rc<Indexed>),
    /// An associative array.
    Associative(Rc<Associative>),
    /// A compound variable: its members.
    Compound(Rc<Members>),
    /// A name reference: the name of what it stands for.
    Reference(Name),
}

/// How a number with a fraction is shown; each takes a number of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// So many digits that count, as `%g` (`typeset -E`).
    Significant,
    /// So many after the point, as `%f` (`typeset -F`).
    Fixed,
    /// So many after the point, hexadecimal, as `%a` (`typeset -X`).
    Hexadecimal,
}

impl Digits {
    /// What a variable's attributes ask for.
    pub fn of(flags: u32) -> Digits {
        if flags & FIXED != 0 {
            Digits::Fixed
        } else if flags & HEXADECIMAL != 0 {
            Digits::Hexadecimal
        } else {
            Digits::Significant
        }
    }
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
            Value::Float(number, digits, precision) => {
                Some(super::floats::formatted(*number, *digits, (*precision).into()))
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
    pub flags: u32,
    /// The number that belongs to an attribute: a base, the digits after the point, a width in
    /// columns, or the index of an enumeration or a type.
    pub attribute_number: u16,
}

/// The variable is in the environment of programs.
pub const EXPORT: u32 = 1;
/// The value is computed when it is read.
pub const COMPUTED: u32 = 4;
/// The variable cannot be changed.
pub const READONLY: u32 = 2;
/// What is assigned is an expression (`typeset -i`).
pub const INTEGER: u32 = 8;
/// What is assigned becomes small letters (`typeset -l`).
pub const LOWER: u32 = 16;
/// What is assigned becomes capitals (`typeset -u`); with [`INTEGER`]: a number without sign
/// of 32 bits (ksh93).
pub const UPPER: u32 = 32;
/// An array or a reference: assignment is more than putting a value in its place.
pub const SPECIAL: u32 = 64;
/// A number with this many digits after the point (`typeset -F`).
pub const FIXED: u32 = 128;
/// A number with this many digits (`typeset -E`).
pub const FLOAT: u32 = 256;
/// Cut or filled to a width, at its left end (`typeset -L`).
pub const LEFT: u32 = 512;
/// Cut or filled to a width, at its right end (`typeset -R`).
pub const RIGHT: u32 = 1024;
/// Filled with zeros (`typeset -Z`).
pub const ZEROS: u32 = 2048;
/// Among what `local` puts back: the value is in the slot that the reference names.
pub const MOVED: u32 = 4096;
/// An array with elements that are variables themselves.
pub const NESTED: u32 = 8192;
/// An array whose elements are compound variables (`typeset -C -a`).
pub const COMPOUNDS: u32 = 16384;
/// In bash's language, which has no compound variables: an array that was declared and has
/// been assigned nothing.
pub const DECLARED: u32 = COMPOUNDS;
/// A word of an enumeration, which [`Variable::attribute_number`] tells.
pub const ENUMERATION: u32 = 32768;
/// A number with this many hexadecimal digits after the point (`typeset -X`).
pub const HEXADECIMAL: u32 = 65536;
/// Functions may be called when it is read or changed (`name.get`, ksh93).
pub const DISCIPLINE: u32 = 131_072;
/// Read only in the call that it is local to: the functions called there may have their own.
pub const INNER: u32 = 262_144;
/// Declared without a value, and not local (bash): there, though unset.
pub const NAMED: u32 = 524_288;
/// Its changes are traced, which has no effect for variables (`declare -t`, bash).
pub const TRACE: u32 = 1_048_576;
/// What is assigned becomes small letters after a capital (`declare -c`, bash).
pub const CAPITAL: u32 = 2_097_152;
/// An array in an array that subscripts made, as in `a[1][2]=x`, and not a list.
pub const IMPLICIT: u32 = 4_194_304;
/// With [`INTEGER`]: a number of 16 bits (ksh93).
pub const SHORT: u32 = 8_388_608;
/// Bytes, shown in base64 (`typeset -b`, ksh93).
pub const BINARY: u32 = 1 << 28;
/// The name of a file of the host (`typeset -H`, ksh93): here files have no other names.
pub const HOST: u32 = 1 << 29;
/// It was computed and has been unset: from then on it is one as others.
pub const ENDED: u32 = 1 << 30;
/// An instance of a type, or an array of them, which [`Variable::attribute_number`] tells.
pub const TYPED: u32 = 16_777_216;
/// A member that all instances of a type share: a reference to that of the type.
pub const SHARED: u32 = 33_554_432;
/// An indexed array whose subscripts are words of an enumeration, which [`Variable::attribute_number`]
/// tells (`typeset -a [type]`, ksh93).
pub const KEYED: u32 = 67_108_864;
/// What makes a number with a fraction.
pub const FRACTIONS: u32 = FIXED | FLOAT | HEXADECIMAL;
/// What makes an assignment special.
pub const CONVERTS: u32 =
    INTEGER | LOWER | UPPER | CAPITAL | SPECIAL | FRACTIONS | WIDTHS | DISCIPLINE | BINARY;
/// What makes a text as wide as a number says.
pub const WIDTHS: u32 = LEFT | RIGHT | ZEROS;
/// The attributes of which ksh93 lets a declaration replace all that there are.
pub const DATA: u32 =
    INTEGER | LOWER | UPPER | CAPITAL | SHORT | FRACTIONS | WIDTHS | BINARY | HOST;

impl Variable {
    /// What a program gets of it; of a reference the name that it refers to. `own`: its slot.
    pub fn exported(&self, own: Name, names: &Names) -> Option<ByteString> {
        match self.value {
            Value::Reference(target) if target != own => Some(ByteString::new(&names.text(target))),
            _ => self.value.text(),
        }
    }

    /// How many bytes its name and its value have.
    pub fn weight(&self, name: Name, names: &Names) -> usize {
        let value = match &self.value {
            Value::Unset | Value::Reference(_) | Value::Compound(_) => 0,
            Value::Integer(_) | Value::Float(..) => 8,
            Value::String(text) => text.len(),
            Value::Indexed(array) => array.weight(|_, element| 8 + element.len()),
            Value::Associative(array) => array.weight(|key, element| key.len() + element.len()),
        };
        match self.is_set() {
            true => names.text(name).len() + value,
            false => 0,
        }
    }

    /// Whether it has a value.
    pub fn is_set(&self) -> bool {
        !matches!(self.value, Value::Unset)
    }
}

const PAGE: usize = 16;

/// Sixteen variables.
#[derive(Clone, Default)]
struct Page {
    variables: [Variable; PAGE],
    /// What they weigh, and one more; 0: it is to be found out.
    weight: Cell<usize>,
}

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

/// Makes a shared page that holds nothing anew, as those below the first slot that is written to do: that
/// takes half as long as to copy it.
#[cold]
fn renew(page: &mut Rc<Page>) {
    let holds_nothing = |variable: &Variable| !variable.is_set() && variable.flags == 0;
    if page.variables.iter().all(holds_nothing) {
        *page = Rc::new(Page::default());
    }
}

/// What a slot beyond the table holds.
const NOTHING: &Variable = &Variable { value: Value::Unset, flags: 0, attribute_number: 0 };

impl Variables {
    /// The variable of a slot.
    #[inline]
    pub fn get(&self, name: Name) -> &Variable {
        let index = name.0 as usize;
        match self.pages.get(index / PAGE) {
            Some(page) => &page.variables[index % PAGE],
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
        let page = &mut pages[index / PAGE];
        if Rc::strong_count(page) > 1 {
            renew(page);
        }
        let page = Rc::make_mut(page);
        page.weight.set(0);
        &mut page.variables[index % PAGE]
    }

    /// How many bytes there are in names and values. Of what has not changed since it was asked last that is known.
    pub fn weight(&self, names: &Names) -> usize {
        let weights = self.pages.iter().enumerate().map(|(number, page)| {
            if page.weight.get() == 0 {
                let slots = (number * PAGE..).map(|slot| Name(slot as u32));
                let each = slots.zip(&page.variables).map(|(name, one)| one.weight(name, names));
                page.weight.set(each.sum::<usize>() + 1);
            }
            page.weight.get() - 1
        });
        weights.sum()
    }

    /// Every slot that has a value or an attribute.
    pub fn iter(&self) -> impl Iterator<Item = (Name, &Variable)> {
        self.pages.iter().enumerate().flat_map(|(number, page)| {
            page.variables.iter().enumerate().filter_map(move |(index, variable)| {
                (variable.is_set() || variable.flags & !ENDED != 0)
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
