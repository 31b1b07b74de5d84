//! `enum` (ksh93): types whose values are words of a list, and the declaration commands that
//! such types are.
//!
//! Each enumeration is an entry of `Types` of the environment; a variable of it holds the ordinal,
//! and the number beside its attributes says which enumeration. As a command (`Color name=red`) it
//! is one of the declaration builtins. See ksh93(1), Built-in Commands, enum.

use super::{Builtin, Class, usage};
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault, VariableProblem};
use crate::environment::Environment;
use crate::environment::variables::{ENUMERATION, KEYED, SPECIAL, Value};
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
    availability: super::Availability::Extension,
    short: false,
    hungry: false,
};

/// Defines the types of `enum name=(word…)` (ksh93(1), enum), whose words are not assigned; returns
/// the status.
///
/// # Errors
/// Unwinds where the expansion of a word does, and where a type would have a special builtin's
/// name.
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
        if super::is_special(assignment.name) {
            let text = env.name(assignment.name);
            env.diagnose(BuiltinProblem::operand(b"enum", &text, OperandFault::SpecialBuiltin));
            env.status = 1;
            return Err(env.fatal());
        }
        env.shared.names.note_type(assignment.name);
        let types = &mut Rc::make_mut(&mut env.types).enumerations;
        let new = (assignment.name, words.into(), nocase);
        // In its place: variables know a type by where it stands.
        match types.iter_mut().find(|(name, ..)| *name == assignment.name) {
            Some(known) => *known = new,
            None => types.push(new),
        }
        defined = true;
    }
    if !defined {
        return usage(env, BuiltinProblem::call(b"enum", CallFault::EnumUsage));
    }
    Ok(0)
}

/// Declares variables of an enumeration (`type [-r…] name[=value]…`).
fn declare(env: &mut Environment, fields: &[ByteString]) -> Flow<i32> {
    let found = env.shared.names.find(&fields[0]);
    let Some(index) = env.types.enumerations.iter().position(|(name, ..)| Some(*name) == found)
    else {
        return Ok(1);
    };
    let operands = fields.iter().skip(1).filter(|field| field.first() != Some(&b'-'));
    for operand in operands.cloned().collect::<Vec<_>>() {
        let end = byte_search::memchr(b'=', &operand).unwrap_or(operand.len());
        let mut plain = vec![ByteString::from("typeset")];
        plain.extend(fields[1..].iter().filter(|field| field.first() == Some(&b'-')).cloned());
        plain.push(ByteString::new(&operand[..end]));
        let prefix = env.now.prefix;
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
        let first = env.types.enumerations[index].1.first().cloned().unwrap_or_default();
        let variable = env.variables.get_mut(name);
        variable.flags |= ENUMERATION | SPECIAL;
        variable.attribute_number = index as u16;
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
        let value = variable.value.text()?;
        self.ordinal_of(name, &value)
    }

    /// The number of a word for a variable of an enumeration.
    pub fn ordinal_of(&self, name: Name, word: &ByteString) -> Option<i64> {
        let attribute_number = self.variables.get(name).attribute_number;
        let words = &self.types.enumerations.get(usize::from(attribute_number))?.1;
        words.iter().position(|known| known == word).map(|at| at as i64)
    }

    /// The subscript that a word of an enumeration is for an array.
    pub fn index_by_word(&self, array: Name, word: &[u8]) -> Option<i64> {
        let variable = self.variables.get(array);
        if variable.flags & KEYED == 0 {
            return None;
        }
        let (_, words, nocase) =
            self.types.enumerations.get(usize::from(variable.attribute_number))?;
        let same =
            |known: &ByteString| known[..] == *word || *nocase && known.eq_ignore_ascii_case(word);
        words.iter().position(same).map(|at| at as i64)
    }

    /// The word for a subscript of such an array.
    pub fn word_by_index(&self, array: Name, index: i64) -> Option<ByteString> {
        let variable = self.variables.get(array);
        if variable.flags & KEYED == 0 {
            return None;
        }
        let (_, words, _) = self.types.enumerations.get(usize::from(variable.attribute_number))?;
        words.get(usize::try_from(index).ok()?).cloned()
    }

    /// The name of the enumeration that an array's subscripts are of.
    pub fn key_type(&self, array: Name) -> Option<Name> {
        let variable = self.variables.get(array);
        if variable.flags & KEYED == 0 {
            return None;
        }
        self.types.enumerations.get(usize::from(variable.attribute_number)).map(|(name, ..)| *name)
    }

    /// Says that a value is none of an enumeration's; `key`: for this element.
    #[cold]
    pub fn report_no_word(&mut self, name: Name, key: Option<i64>, value: &[u8]) {
        let kind = self.types.declaring.map(|kind| self.name(kind));
        let name = self.name(name);
        let kind = kind.as_deref();
        self.diagnose(VariableProblem::NotAWord { kind, name: &name, key, value });
    }

    /// The number of the enumeration that subscripts are to be of, `[type]`; None where that has
    /// been reported as wrong.
    pub(super) fn enumeration_of_keys(&mut self, command: &[u8], text: &[u8]) -> Option<u16> {
        let Some(kind) = text.strip_prefix(b"[").and_then(|text| text.strip_suffix(b"]")) else {
            self.diagnose(BuiltinProblem::operand(
                command,
                text,
                OperandFault::InvalidVariableName,
            ));
            return None;
        };
        let name = self.shared.names.find(kind);
        let at = self.types.enumerations.iter().position(|(known, ..)| Some(*known) == name);
        if let Some(number) = at.and_then(|at| u16::try_from(at).ok()) {
            return Some(number);
        }
        let other = name.is_some_and(|name| {
            self.type_named(name).is_some() || self.types.announced.contains(&name)
        });
        let fault = match other {
            true => OperandFault::NotAnEnumeration,
            false => OperandFault::UnknownType,
        };
        self.diagnose(BuiltinProblem::operand(command, kind, fault));
        None
    }

    /// The word that a value is for a variable of an enumeration; None where it is none.
    pub fn enumerated(&self, attribute_number: u16, value: &Value) -> Option<ByteString> {
        let (_, words, nocase) = self.types.enumerations.get(usize::from(attribute_number))?;
        let text = value.text()?;
        let same =
            |word: &&ByteString| **word == text || *nocase && word.eq_ignore_ascii_case(&text);
        if let Some(word) = words.iter().find(same) {
            return Some(word.clone());
        }
        // A number is one only as the value of an expression.
        let Value::Integer(number) = value else { return None };
        words.get(usize::try_from(*number).ok()?).cloned()
    }
}
