//! Attributes of variables (`typeset`, ksh and bash): what they make of a value, and how a
//! variable with its attributes is written down.
//!
//! Every assignment to a variable with attributes passes `converted`: numbers, cases, widths.
//! Attributes are flags of `variables::Variable` and one number, its width, base or precision.
//! Assigning to a variable without attributes does not come here.

use super::variables::{
    BINARY, CAPITAL, DECLARED, Digits, ENDED, ENUMERATION, EXPORT, FIXED, FLOAT, FRACTIONS,
    HEXADECIMAL, INTEGER, LEFT, LOWER, READONLY, RIGHT, SHORT, TRACE, UPPER, Value, Variable,
    WIDTHS, ZEROS,
};
use super::{AssignError, Environment, binary, fitted, names};
use crate::expand::case::{self, CaseChange, Characters};
use crate::expand::transform;
use crate::unwind::{Flow, tolerated};
use dialect::variables::{ComputedInDeclarations, Quoting};
use std::rc::Rc;
use syntax::{ByteString, Name};

impl Environment {
    /// A value as the attributes of a variable make it; 0, or for an enumeration the value that is
    /// there, where that cannot be done, which is reported.
    ///
    /// # Errors
    /// What is no error of the expression.
    pub fn converted_or_default(&mut self, name: Name, value: Value) -> Flow<Value> {
        let enumerated = self.variables.get(name).flags & ENUMERATION != 0;
        Ok(match self.converted(name, value) {
            Ok(value) => value,
            Err(AssignError::Unwound(unwind)) => return Err(unwind),
            Err(_) if enumerated => self.variables.get(name).value.clone(),
            Err(_) => self.converted(name, Value::Integer(0)).unwrap_or(Value::Integer(0)),
        })
    }

    /// A value as the attributes of a variable make it.
    ///
    /// # Errors
    ///
    /// Where the value is no number, or no word of the enumeration, that the variable takes; it is
    /// reported. [`AssignError::Unwound`].
    pub fn converted(&mut self, name: Name, value: Value) -> Result<Value, AssignError> {
        let (flags, attribute_number) = {
            let variable = self.variables.get(name);
            (variable.flags, variable.attribute_number)
        };
        if flags & ENUMERATION != 0 {
            return match self.enumerated(attribute_number, &value) {
                Some(word) => Ok(Value::String(word)),
                None => {
                    let text = value.text().unwrap_or_default();
                    let index = self.types.key_told;
                    self.report_no_word(name, index, &text);
                    Err(AssignError::NotConverted(name))
                }
            };
        }
        if flags & INTEGER != 0 {
            let number = match value {
                Value::Integer(number) => number,
                value => match value.text() {
                    Some(text) if !text.is_empty() => tolerated(self.evaluate_expression(&text))?
                        .ok_or(AssignError::NotConverted(name))?,
                    _ => 0,
                },
            };
            let number = match (flags & UPPER != 0, flags & SHORT != 0) {
                _ if flags & (UPPER | SHORT) == 0
                    || !self.rules().variables.integers_have_sizes =>
                {
                    number
                }
                (true, true) => i64::from(number as u16),
                (false, true) => i64::from(number as i16),
                (true, _) if flags & LOWER != 0 => number,
                (true, _) => i64::from(number as u32),
                _ => number,
            };
            return Ok(match attribute_number {
                2..=64 if attribute_number != 10 && flags & (LEFT | RIGHT | ZEROS) == 0 => {
                    Value::String(in_base(number, u64::from(attribute_number)))
                }
                _ if flags & (LEFT | RIGHT | ZEROS) != 0 => {
                    let text = ByteString::from_integer(number);
                    Value::String(justified(&text, flags, attribute_number))
                }
                _ => Value::Integer(number),
            });
        }
        if flags & (FRACTIONS) != 0 {
            let number = match value {
                Value::Float(number, ..) => number,
                Value::Integer(number) => number as f64,
                value => {
                    let text = value.text().unwrap_or_default();
                    match plain_fraction(&text) {
                        Some(number) => number,
                        None if text.is_empty() => 0.0,
                        None => {
                            let number = tolerated(self.evaluate_text(&text))?;
                            number.map_or(0.0, |number| number.float())
                        }
                    }
                }
            };
            return Ok(Value::Float(number, Digits::of(flags), attribute_number));
        }
        let mut text = match value {
            Value::String(text) => text,
            other => other.text().unwrap_or_default(),
        };
        if flags & BINARY != 0 {
            return Ok(Value::String(binary::kept(&text, flags, attribute_number)));
        }
        if flags & CAPITAL != 0 {
            let small = case::changed(&text, CaseChange::Lower, self.utf8);
            text = case::altered(&small, CaseChange::Upper, Characters::First, None, self.utf8);
        } else if flags & (LOWER | UPPER) != 0 {
            let upper = flags & UPPER != 0;
            let change = if upper { CaseChange::Upper } else { CaseChange::Lower };
            text = case::changed(&text, change, self.utf8);
        }
        if flags & WIDTHS != 0 && self.rules().variables.widths_count_columns {
            let mut attribute_number = attribute_number;
            if attribute_number == 0 {
                // The first value decides how wide all are.
                attribute_number = fitted::width(&text, self.utf8);
                self.variables.get_mut(name).attribute_number = attribute_number;
            }
            text = fitted::fitted(&text, flags, attribute_number, self.utf8);
        } else if flags & WIDTHS != 0 {
            text = justified(&text, flags, attribute_number);
        }
        Ok(Value::String(text))
    }

    /// The letters of a variable's attributes, in bash's order.
    pub fn attribute_letters(&self, name: Name) -> Vec<u8> {
        letters(self.variables.get(name))
    }

    /// The declaration that makes a variable what it is; None where there is no such one.
    /// `typeset` has ksh93's form, other commands bash's.
    pub fn declaration(&mut self, name: Name, command: &[u8]) -> Option<Vec<u8>> {
        let rules = &self.rules().variables;
        let variable = self.declared_variable(name);
        if !variable.is_set() && variable.flags & !ENDED == 0 {
            if rules.argument_stack_is_declared
                && super::arguments::NAMES.contains(&&self.name(name)[..])
            {
                return Some([&b"declare -a "[..], &self.name(name), b"=()"].concat());
            }
            return None;
        }
        let form = if command == b"typeset" { Form::Typeset } else { Form::Declare };
        let mut out = Vec::new();
        let converted = rules.computed_in_declarations == ComputedInDeclarations::Converted;
        if form == Form::Typeset && self.composed && !(converted && self.is_computed(name)) {
            self.write_attributes(name, true, &mut out);
            out.extend_from_slice(&self.name(name));
            self.write_declared(name, &mut out);
            return Some(out);
        }
        match form {
            // A variable without attributes is an assignment.
            Form::Typeset => self.write_attributes(name, false, &mut out),
            Form::Declare => {
                let letters = letters(&variable);
                out.extend_from_slice(command);
                out.extend_from_slice(b" -");
                out.extend_from_slice(if letters.is_empty() { b"-" } else { &letters });
                out.push(b' ');
            }
        }
        out.extend_from_slice(&self.name(name));
        self.write_declared_value(name, &variable, form, &mut out);
        Some(out)
    }

    /// A variable as its declaration shows it: with the value that is computed, if that is shown.
    fn declared_variable(&mut self, name: Name) -> Variable {
        let mut variable = self.variables.get(name).clone();
        if !self.is_computed(name) {
            return variable;
        }
        match self.rules().variables.computed_in_declarations {
            ComputedInDeclarations::Hidden => {}
            ComputedInDeclarations::Computed => {
                variable.value = self.computed(name);
                if name == names::FUNCNAME && !variable.is_set() {
                    // An array, with nothing in it outside of functions.
                    variable.value = Value::Indexed(Rc::default());
                    variable.flags |= DECLARED;
                }
            }
            ComputedInDeclarations::Converted => {
                let value = self.computed(name);
                variable.value = match variable.flags & (INTEGER | FRACTIONS) {
                    0 => value,
                    // It is a number, or none, and names nothing.
                    _ => self.converted_or_default(name, value).unwrap_or(Value::Integer(0)),
                };
            }
        }
        variable
    }

    /// `=value`, where there is one.
    fn write_declared_value(&self, name: Name, variable: &Variable, form: Form, out: &mut Vec<u8>) {
        let rules = &self.rules().variables;
        let typeset = form == Form::Typeset;
        let korn = typeset && rules.value_quoting == Quoting::WhereNotPlain;
        let quote: fn(&[u8]) -> Vec<u8> = match form {
            Form::Typeset if korn => crate::builtins::shown_in_ksh,
            Form::Typeset => crate::builtins::shown,
            Form::Declare => transform::double_quoted,
        };
        let quote_element = match korn {
            true => crate::builtins::quoting_of_ksh::quoted_element,
            false => quote,
        };
        match &variable.value {
            Value::Unset => {}
            value
                if value.is_array()
                    && variable.flags & DECLARED != 0
                    && rules.declared_arrays_stay_unset => {}
            // To nothing yet.
            Value::Reference(target)
                if *target == name && !(typeset && rules.unbound_reference_shows_itself) => {}
            Value::Reference(target) => {
                out.push(b'=');
                let target = self.name(*target);
                // One that a local variable shadows has a name that nobody can write.
                let target = target.split(|&byte| byte == 0).next().unwrap_or_default();
                out.extend_from_slice(&quote(target));
            }
            Value::Indexed(array) if array.is_empty() && rules.empty_array_shows_no_list => {}
            Value::Indexed(array) => {
                out.extend_from_slice(b"=(");
                let dense = array.keys().enumerate().all(|(at, key)| at as i64 == *key);
                for (at, (index, value)) in array.iter().enumerate() {
                    if at > 0 {
                        out.push(b' ');
                    }
                    if !(typeset && dense) {
                        out.extend_from_slice(format!("[{index}]=").as_bytes());
                    }
                    out.extend_from_slice(&quote_element(value));
                }
                out.push(b')');
            }
            Value::Associative(array) => {
                out.extend_from_slice(b"=(");
                for (at, (key, value)) in self.in_order(array).enumerate() {
                    if at > 0 && typeset {
                        out.push(b' ');
                    }
                    out.push(b'[');
                    out.extend_from_slice(&match form {
                        Form::Typeset => crate::builtins::quote(key),
                        Form::Declare => transform::key_quoted(key),
                    });
                    out.extend_from_slice(b"]=");
                    out.extend_from_slice(&quote_element(value));
                    if !typeset {
                        out.push(b' ');
                    }
                }
                out.push(b')');
            }
            other => {
                out.push(b'=');
                let text = other.text().unwrap_or_default();
                match typeset && variable.flags & INTEGER != 0 {
                    true => out.extend_from_slice(&text),
                    false => out.extend_from_slice(&quote(&text)),
                }
            }
        }
    }
}

/// The form of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// ksh93's: `typeset -x -i name=1`.
    Typeset,
    /// bash's: `declare -ix name="1"`.
    Declare,
}

/// The letters of the attributes of a variable that may be in no slot, in bash's order.
fn letters(variable: &Variable) -> Vec<u8> {
    let mut letters = Vec::new();
    match variable.value {
        Value::Indexed(_) => letters.push(b'a'),
        Value::Associative(_) => letters.push(b'A'),
        _ => {}
    }
    if variable.flags & INTEGER != 0 {
        letters.push(b'i');
    }
    if matches!(variable.value, Value::Reference(_)) {
        letters.push(b'n');
    }
    for (flag, letter) in [
        (READONLY, b'r'),
        (TRACE, b't'),
        (EXPORT, b'x'),
        (CAPITAL, b'c'),
        (LOWER, b'l'),
        (UPPER, b'u'),
        (FIXED, b'F'),
        (FLOAT, b'E'),
        (HEXADECIMAL, b'X'),
        (LEFT, b'L'),
        (ZEROS, b'Z'),
        (RIGHT, b'R'),
    ] {
        if variable.flags & flag != 0 {
            letters.push(letter);
        }
    }
    letters
}

/// The number in a base from 2 to 64, with the base in front (`16#ff`).
pub(crate) fn in_base(number: i64, base: u64) -> ByteString {
    const DIGITS: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_";
    let mut digits = Vec::new();
    let mut rest = number.unsigned_abs();
    loop {
        digits.push(DIGITS[(rest % base) as usize]);
        rest /= base;
        if rest == 0 {
            break;
        }
    }
    let mut out = if number < 0 { b"-".to_vec() } else { Vec::new() };
    out.extend_from_slice(format!("{base}#").as_bytes());
    out.extend(digits.iter().rev());
    ByteString::from(out)
}

/// A decimal number as it is usually spelled; `-0` keeps its sign.
fn plain_fraction(text: &[u8]) -> Option<f64> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let plain = digits.first().is_some_and(u8::is_ascii_digit)
        && digits.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
    // What begins with a zero may be octal.
    let octal = matches!(digits, [b'0', b'0'..=b'9', ..]);
    (plain && !octal).then(|| std::str::from_utf8(text).ok()?.parse().ok())?
}

/// Cut or filled to a width.
fn justified(text: &[u8], flags: u32, width: u16) -> ByteString {
    let width = usize::from(width);
    if flags & LEFT != 0 {
        let mut text = match flags & ZEROS != 0 {
            true => text.trim_ascii_start().iter().skip_while(|&&b| b == b'0').copied().collect(),
            false => text.trim_ascii_start().to_vec(),
        };
        if width > 0 {
            text.resize(width, b' ');
        }
        return ByteString::from(text);
    }
    let text = if flags & RIGHT != 0 { text.trim_ascii_end() } else { text };
    if width == 0 {
        return ByteString::new(text);
    }
    if text.len() >= width {
        return ByteString::new(&text[text.len() - width..]);
    }
    let digits = text.first().is_some_and(u8::is_ascii_digit);
    let fill = if flags & ZEROS != 0 && digits { b'0' } else { b' ' };
    let mut out = vec![fill; width - text.len()];
    out.extend_from_slice(text);
    ByteString::from(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_and_bases() {
        assert_eq!(justified(b"7", ZEROS, 3).as_bytes(), b"007");
        assert_eq!(justified(b"abcdef", LEFT, 3).as_bytes(), b"abc");
        assert_eq!(justified(b"abcdef", RIGHT, 3).as_bytes(), b"def");
        assert_eq!(justified(b"ab", LEFT, 3).as_bytes(), b"ab ");
        assert_eq!(in_base(255, 16).as_bytes(), b"16#ff");
        assert_eq!(in_base(-2, 2).as_bytes(), b"-2#10");
    }
}
