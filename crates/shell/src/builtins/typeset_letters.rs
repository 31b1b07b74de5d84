//! What the letters of ksh93's `typeset` make together: the last kind of number counts, `-s` and
//! `-l` are sizes of numbers, and a declaration's attributes replace those that were there.
//!
//! It works on `TypesetOptions` once all letters have been read. bash takes each letter for itself,
//! so this is called only where the row `attributes_replace` says that letters combine. See
//! ksh93(1), Built-in Commands, typeset.

use super::typeset_options::TypesetOptions;
use super::usage;
use crate::diagnostics::{BuiltinProblem, CallFault, OperandFault};
use crate::environment::fitted;
use crate::environment::variables::{
    BINARY, DATA, EXPORT, FIXED, FLOAT, FRACTIONS, HEXADECIMAL, INTEGER, LEFT, LOWER, RIGHT, SHORT,
    UPPER, Value, WIDTHS, ZEROS,
};
use crate::environment::{Environment, names};
use crate::unwind::Flow;
use std::rc::Rc;
use syntax::{ByteString, Name};

impl TypesetOptions {
    /// Takes an attribute that is turned on; those before it may be over.
    pub(super) fn add(&mut self, flag: u32) {
        match flag {
            FIXED | FLOAT | HEXADECIMAL => {
                self.on &= !(FRACTIONS | INTEGER | SHORT | UPPER);
                self.size = None;
            }
            INTEGER => {
                self.on &= !FRACTIONS;
                if self.on & SHORT != 0 {
                    self.on &= !LOWER;
                }
                self.size = None;
            }
            LOWER => {
                self.on &= !SHORT;
                self.upper_last = false;
            }
            SHORT if self.on & FRACTIONS != 0 => return,
            SHORT if self.on & INTEGER != 0 => self.on &= !LOWER,
            UPPER if self.on & FRACTIONS != 0 => return,
            UPPER => self.upper_last = true,
            LEFT => self.on &= !RIGHT,
            RIGHT => self.on &= !LEFT,
            _ => {}
        }
        self.on |= flag;
    }

    /// After the last letter; an error where what was asked for cannot be together.
    pub(super) fn settle(&mut self, env: &mut Environment, command: &[u8]) -> Flow<Option<i32>> {
        let number = self.on & (INTEGER | FRACTIONS) != 0;
        if number && self.on & WIDTHS != 0 {
            return usage(env, BuiltinProblem::call(command, CallFault::NumberWithWidth)).map(Some);
        }
        if self.on & BINARY != 0 && self.on & (LEFT | LOWER | UPPER) != 0 {
            return usage(env, BuiltinProblem::call(command, CallFault::BytesWithWidth)).map(Some);
        }
        if self.on & INTEGER == 0 {
            self.on &= !SHORT;
        }
        if !number && self.on & (LOWER | UPPER) == LOWER | UPPER {
            self.on &= if self.upper_last { !LOWER } else { !UPPER };
        }
        if self.on & ZEROS != 0 && self.on & LEFT == 0 {
            self.on |= RIGHT;
        }
        if self.on & INTEGER != 0 {
            self.size = self.size.filter(|base| (2..=64).contains(base));
        }
        Ok(None)
    }
}

/// The letter of `-M mapping`.
pub(super) fn mapping(env: &mut Environment, command: &[u8], name: &[u8]) -> Flow<Option<u32>> {
    match name {
        b"tolower" => Ok(Some(LOWER)),
        b"toupper" => Ok(Some(UPPER)),
        _ => env.fail_with(BuiltinProblem::operand(command, name, OperandFault::UnknownMapping), 1),
    }
}

/// Adds and removes attributes, and makes what the variable holds fit.
pub(super) fn set_attributes(
    env: &mut Environment,
    name: Name,
    on: u32,
    off: u32,
    options: &TypesetOptions,
) -> Flow {
    let data = on & DATA;
    let mut variable = env.variables.get(name).clone();
    let before = variable.flags;
    if data != 0 && name == names::KSH_VERSION && env.is_computed(name) {
        variable.value = env.computed(name);
    }
    if data != 0 {
        variable.flags &= !DATA;
    }
    variable.flags = (variable.flags | on) & !off;
    if data != 0 {
        variable.attribute_number = match options.size {
            Some(size) => size,
            None if data & (FIXED | FLOAT) != 0 => 10,
            None if data & HEXADECIMAL != 0 => 32,
            None if data & WIDTHS != 0 && data & BINARY == 0 => {
                let text = variable.value.text().unwrap_or_default();
                fitted::width(&text, env.utf8)
            }
            None => 0,
        };
    }
    let value = variable.value.clone();
    let zeros = before & ZEROS != 0 && before & BINARY == 0;
    let exported = (before ^ variable.flags) & EXPORT != 0;
    *env.variables.get_mut(name) = variable;
    if exported {
        env.exports = env.shared.fresh();
    }
    if data == 0 {
        return Ok(());
    }
    match value {
        Value::String(text) if zeros => {
            let fitting = convert(env, name, &without_zeros(&text))?;
            env.variables.get_mut(name).value = fitting;
        }
        Value::Float(..) if before & FRACTIONS == data & FRACTIONS => {
            // It is shown with other digits.
            let fitting = env.converted_or_default(name, value)?;
            env.variables.get_mut(name).value = fitting;
        }
        Value::String(_) | Value::Integer(_) | Value::Float(..) => {
            // A number is what its digits say.
            let text = value.text().unwrap_or_default();
            let fitting = convert(env, name, &text)?;
            env.variables.get_mut(name).value = fitting;
        }
        Value::Indexed(array) => {
            let each = |(key, text): (&i64, &ByteString)| {
                let text = if zeros { without_zeros(text) } else { text.clone() };
                Ok((*key, convert(env, name, &text)?.text().unwrap_or_default()))
            };
            let fitting = array.iter().map(each).collect::<Flow<_>>()?;
            env.variables.get_mut(name).value = Value::Indexed(Rc::new(fitting));
        }
        Value::Associative(array) => {
            let each = |(key, text): (&Vec<u8>, &ByteString)| {
                let text = if zeros { without_zeros(text) } else { text.clone() };
                Ok((key.clone(), convert(env, name, &text)?.text().unwrap_or_default()))
            };
            let fitting = array.iter().map(each).collect::<Flow<_>>()?;
            env.variables.get_mut(name).value = Value::Associative(Rc::new(fitting));
        }
        _ => {}
    }
    for (_, slot) in env.nested_elements(name) {
        if !matches!(env.variables.get(slot).value, Value::Compound(_)) {
            set_attributes(env, slot, data, off, options)?;
        }
    }
    Ok(())
}

fn convert(env: &mut Environment, name: Name, text: &ByteString) -> Flow<Value> {
    env.converted_or_default(name, Value::String(text.clone()))
}

/// What `typeset -Z` has filled a number with is no part of it.
fn without_zeros(text: &ByteString) -> ByteString {
    let zeros = text.iter().take_while(|byte| **byte == b'0').count();
    ByteString::new(&text[zeros.min(text.len().saturating_sub(1))..])
}
