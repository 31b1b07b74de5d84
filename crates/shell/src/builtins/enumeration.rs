//! `enum` (ksh93): types whose values are words of a list, and the declaration commands that
//! such types are.

use super::{Builtin, Class, usage};
use crate::environment::Environment;
use crate::environment::variables::{ENUMERATION, SPECIAL, Value};
use crate::unwind::Flow;
use std::rc::Rc;
use syntax::tree::{Composite, Simple};
use syntax::{ByteString, Name};

/// What the name of a type runs.
pub static TYPE: Builtin = Builtin {
    name: "",
    class: Class::Regular,
    run: declare,
    declaration: true,
    passes_variables: false,
    extension: true,
    short: false,
    of_bash: false,
};

/// A type: its name, its words, and whether letters mean the same in either case.
pub type Enumeration = (Name, Rc<[ByteString]>, bool);

/// `enum name=(word…)`: the words are not assigned but make a type.
pub fn define(env: &mut Environment, simple: &Simple) -> Flow<i32> {
    let mut defined = false;
    let nocase = simple
        .words
        .iter()
        .filter_map(|word| word.literal.as_ref())
        .any(|text| text.first() == Some(&b'-') && text.contains(&b'i'));
    for assignment in simple.words.iter().filter_map(crate::evaluate::assignment::assignment_of) {
        let Some(Composite::Elements(elements)) = &assignment.composite else { continue };
        let mut words = Vec::new();
        for element in elements {
            env.expand_word(&element.value, &mut words)?;
        }
        let types = Rc::make_mut(&mut env.types);
        let new = (assignment.name, words.into(), nocase);
        // In its place: variables know a type by where it stands.
        match types.iter_mut().find(|(name, ..)| *name == assignment.name) {
            Some(known) => *known = new,
            None => types.push(new),
        }
        defined = true;
    }
    if !defined {
        return usage(env, b"enum", "usage: enum name=(value...)");
    }
    Ok(0)
}

/// `type [-r…] name[=value]…`
fn declare(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let found = env.shared.names.find(&fields[0]);
    let Some(index) = env.types.iter().position(|(name, ..)| Some(*name) == found) else {
        return Ok(1);
    };
    let operands = fields.iter().skip(1).filter(|field| field.first() != Some(&b'-'));
    for operand in operands.cloned().collect::<Vec<_>>() {
        let end = memchr::memchr(b'=', &operand).unwrap_or(operand.len());
        let mut plain = vec![ByteString::from("typeset")];
        plain.extend(fields[1..].iter().filter(|field| field.first() == Some(&b'-')).cloned());
        plain.push(ByteString::new(&operand[..end]));
        let prefix = env.prefix;
        let status = super::typeset::typeset(env, &plain)?;
        if status != 0 {
            return Ok(status);
        }
        let spelled = match prefix {
            Some(prefix) => [&env.name(prefix)[..], b".", &operand[..end]].concat(),
            None => operand[..end].to_vec(),
        };
        let Some((name, None)) = env.spelled(&spelled)? else { continue };
        let name = env.resolved(name);
        let first = env.types[index].1.first().cloned().unwrap_or_default();
        let variable = env.variables.get_mut(name);
        variable.flags |= ENUMERATION | SPECIAL;
        variable.figure = index as u16;
        if matches!(variable.value, Value::Unset) {
            variable.value = Value::String(first);
        }
        if end < operand.len() {
            let value = Value::String(ByteString::new(&operand[end + 1..]));
            env.assign_or_fail(name, value)?;
        }
    }
    Ok(0)
}

impl Environment {
    /// The number of a value of an enumeration; None where it is no variable of that kind.
    pub fn ordinal(&self, name: Name) -> Option<i64> {
        let variable = self.variables.get(name);
        if variable.flags & ENUMERATION == 0 {
            return None;
        }
        let words = &self.types.get(usize::from(variable.figure))?.1;
        let value = variable.value.text()?;
        words.iter().position(|word| *word == value).map(|at| at as i64)
    }

    /// The word that a value is for a variable of an enumeration; None where it is none.
    pub fn enumerated(&self, figure: u16, value: &Value) -> Option<ByteString> {
        let (_, words, nocase) = self.types.get(usize::from(figure))?;
        let text = value.text()?;
        let same =
            |word: &&ByteString| **word == text || *nocase && word.eq_ignore_ascii_case(&text);
        if let Some(word) = words.iter().find(same) {
            return Some(word.clone());
        }
        let number: usize = std::str::from_utf8(&text).ok()?.parse().ok()?;
        words.get(number).cloned()
    }
}
