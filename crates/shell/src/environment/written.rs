//! Compound variables, and arrays with elements that are more than a text, written as what
//! makes them: on one line, as `typeset -p` shows them, and as a tree, as `$name` expands.
//!
//! The text can be read again as an assignment. `builtins::declarations`, `print -v` and the
//! expansion of a compound variable use it; `Form` chooses between one line and the indented tree.
//! See ksh93(1), Compound Variables.

use super::Environment;
use super::arrays::Key;
use super::variables::{
    BINARY, ENDED, ENUMERATION, EXPORT, FIXED, FLOAT, FRACTIONS, HEXADECIMAL, HOST, IMPLICIT,
    INTEGER, LEFT, LOWER, READONLY, RIGHT, SHARED, SHORT, TRACE, UPPER, Value, Variable, ZEROS,
};
use dialect::variables::Quoting;
use syntax::{ByteString, Name};

/// How to write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// On one line.
    Line,
    /// A line for each member and element, this deep.
    Tree(usize),
}

/// Stands for the `;` after a member that is an array, which stays where that is the last. No
/// value has this byte.
const ARRAY_END: u8 = 0;

/// After the last member of all there is no `;`; `deep`: nor where that is inside of others.
fn end_line(out: &mut Vec<u8>, start: usize, deep: bool) {
    let closes = |byte: &&u8| matches!(**byte, b')' | b';' | ARRAY_END);
    let tail = out[start..].iter().rev().take_while(closes).count();
    let at = out.len() - tail;
    if out.get(at) == Some(&b';') && (deep || tail == 2) {
        out.remove(at);
    }
}

/// A line that is complete.
pub fn finish_line(out: &mut [u8]) {
    for byte in out {
        if *byte == ARRAY_END {
            *byte = b';';
        }
    }
}

impl Form {
    fn deeper(self) -> Form {
        match self {
            Form::Line => Form::Line,
            Form::Tree(depth) => Form::Tree(depth + 1),
        }
    }

    /// What begins a member or an element.
    fn begin(self, out: &mut Vec<u8>) {
        if let Form::Tree(depth) = self {
            out.push(b'\n');
            out.extend(std::iter::repeat_n(b'\t', depth));
        }
    }
}

impl Environment {
    /// The value of a compound variable, or of an array, as a tree.
    pub fn tree(&mut self, name: Name) -> ByteString {
        let mut out = Vec::new();
        self.write_value(name, Form::Tree(0), false, &mut out);
        ByteString::from(out)
    }

    /// Writes the value of a variable. `inside`: of a member of a compound variable.
    pub fn write_value(&mut self, name: Name, form: Form, inside: bool, out: &mut Vec<u8>) {
        let variable = self.variables.get(name).clone();
        match &variable.value {
            Value::Compound(_) if self.own_value(name).is_some() => {
                // An instance with a value of its own is shown as that.
                let text = self.value(name).unwrap_or_default();
                out.extend_from_slice(&text);
            }
            Value::Compound(members) => {
                let start = out.len();
                out.push(b'(');
                let inner = form.deeper();
                let slots = match self.members_in_order(name) {
                    Some(slots) => slots,
                    None => members.values().copied().collect(),
                };
                for slot in slots {
                    self.write_member(slot, inner, out);
                }
                form.begin(out);
                out.push(b')');
                if form == Form::Line && !inside {
                    end_line(out, start, false);
                }
            }
            Value::Indexed(array) => {
                let nested = self.nested_elements(name);
                let dense = array.keys().enumerate().all(|(at, key)| at as i64 == *key);
                let compound = nested
                    .iter()
                    .any(|(_, slot)| matches!(self.variables.get(*slot).value, Value::Compound(_)));
                let keyed = self.key_type(name).is_some();
                let numbered = !dense || inside && compound || keyed;
                let mut keys: Vec<i64> = array.keys().copied().collect();
                if inside && compound {
                    // Members of members come last.
                    utilities::sorting::sort_by_key(&mut keys, |key| {
                        nested.iter().any(|(at, _)| *at == Key::Index(*key))
                    });
                }
                let keys = keys.into_iter().map(|index| {
                    let word = self.word_by_index(name, index).map(|word| word.to_vec());
                    let shown = word.unwrap_or_else(|| index.to_string().into_bytes());
                    (Key::Index(index), numbered.then_some(shown))
                });
                self.write_elements(name, keys.collect(), form, inside, out);
            }
            Value::Associative(array) => {
                let keys = array
                    .keys()
                    .map(|key| (Key::Text(key.clone()), Some(crate::builtins::quote(key))));
                self.write_elements(name, keys.collect(), form, inside, out);
            }
            _ => {
                let text = self.value(name).unwrap_or_default();
                match self.variables.get(name).flags & super::variables::INTEGER != 0 {
                    // `16#ff` needs no quotes.
                    true => out.extend_from_slice(&text),
                    false if inside => out.extend_from_slice(&self.shown_inside(&text)),
                    false => out.extend_from_slice(&self.shown(&text)),
                }
            }
        }
    }

    fn write_elements(
        &mut self,
        name: Name,
        keys: Vec<(Key, Option<Vec<u8>>)>,
        form: Form,
        inside: bool,
        out: &mut Vec<u8>,
    ) {
        out.push(b'(');
        let inner = form.deeper();
        // Whether the last one was an array.
        let mut row = false;
        let of_compounds = inside
            && form == Form::Line
            && self
                .nested_elements(name)
                .iter()
                .any(|(_, slot)| matches!(self.variables.get(*slot).value, Value::Compound(_)));
        for (at, (key, shown)) in keys.iter().enumerate() {
            // Those that are in parentheses need none between them.
            if form == Form::Line && (at > 0) != of_compounds {
                out.push(b' ');
            }
            inner.begin(out);
            if let Some(shown) = shown {
                if self.is_made_by_subscripts(name, key) {
                    out.extend_from_slice(b"typeset -a ");
                }
                out.push(b'[');
                out.extend_from_slice(shown);
                out.extend_from_slice(b"]=");
            }
            match self.nested(name, key) {
                Some(slot) => {
                    row = self.variables.get(slot).value.is_array();
                    self.write_value(slot, inner, inside, out);
                }
                None => {
                    row = false;
                    let text = self.element(name, key).unwrap_or_default();
                    out.extend_from_slice(&self.shown_inside(&text));
                }
            }
        }
        if row && form == Form::Line {
            out.push(b' ');
        }
        form.begin(out);
        out.push(b')');
    }

    /// Whether an element is an array that ksh93 tells from one that a list made.
    fn is_made_by_subscripts(&self, array: Name, key: &Key) -> bool {
        let Some(slot) = self.nested(array, key) else { return false };
        let inner = self.variables.get(slot);
        matches!(&inner.value, Value::Indexed(elements)
            if inner.flags & IMPLICIT != 0 && elements.keys().enumerate().any(|(at, key)| at as i64 != *key))
            && matches!(self.variables.get(array).value, Value::Indexed(_))
    }

    /// A member as the assignment or declaration that makes it.
    fn write_member(&mut self, slot: Name, form: Form, out: &mut Vec<u8>) {
        let variable = self.variables.get(slot).clone();
        let text = self.name(slot);
        let text = text.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
        if !variable.is_set() && variable.flags & !ENDED == 0 {
            if self.is_declared_in_type(slot) {
                form.begin(out);
                out.extend_from_slice(&[b"typeset ", text].concat());
                if form == Form::Line {
                    out.push(b';');
                }
            }
            return;
        }
        let shared = self.shared_member(slot);
        let slot = shared.unwrap_or(slot);
        let variable = if shared.is_some() { self.variables.get(slot).clone() } else { variable };
        let empty = match &variable.value {
            Value::Compound(members) => members.is_empty(),
            _ => false,
        };
        if empty {
            return;
        }
        form.begin(out);
        self.write_attributes(slot, false, out);
        match text {
            // Its own value.
            super::types::OWN => out.push(b'.'),
            text if text.first().is_some_and(u8::is_ascii_digit) => {
                out.extend_from_slice(&[b"[", text, b"]"].concat());
            }
            text => out.extend_from_slice(text),
        }
        let number = variable.flags & (INTEGER | FIXED | FLOAT | HEXADECIMAL) != 0;
        let rules = &self.rules().variables;
        match variable.value {
            // A member that is a number is always one.
            Value::Unset if number && rules.unset_number_member_shows_zero => {
                out.extend_from_slice(b"=0");
            }
            Value::String(ref value)
                if variable.flags & LEFT != 0 && rules.left_justified_member_is_trimmed =>
            {
                out.push(b'=');
                out.extend_from_slice(&self.shown(value.trim_ascii_end()));
            }
            _ => self.write_assigned(slot, form, true, out),
        }
        if form == Form::Line && !matches!(variable.value, Value::Compound(_)) {
            out.push(if variable.value.is_array() { ARRAY_END } else { b';' });
        }
    }

    /// `=value`, where there is one.
    pub fn write_assigned(&mut self, name: Name, form: Form, inside: bool, out: &mut Vec<u8>) {
        match &self.variables.get(name).value {
            Value::Unset => {}
            // To nothing yet.
            Value::Reference(target) if *target == name => {}
            Value::Reference(target) => {
                out.push(b'=');
                out.extend_from_slice(&self.spelled_name(*target));
            }
            Value::Indexed(array) if array.is_empty() => {}
            Value::Associative(array)
                if array.is_empty()
                    && (inside || !self.rules().variables.empty_associative_array_is_shown) => {}
            _ => {
                out.push(b'=');
                self.write_value(name, form, inside, out);
            }
        }
    }

    /// The name of a variable's type, if it is of one.
    fn kind(&self, name: Name) -> Option<Vec<u8>> {
        if !self.rules().variables.declarations_name_types {
            return None;
        }
        let variable = self.variables.get(name);
        if variable.flags & ENUMERATION != 0 {
            let (kind, ..) = self.types.enumerations.get(usize::from(variable.attribute_number))?;
            return Some(self.name(*kind).to_vec());
        }
        let definition = self.type_of(name)?;
        // Of a type itself its variable is none.
        (definition.template != name).then(|| self.name(definition.name).to_vec())
    }

    /// Whether a variable without a value is a member of an instance.
    fn is_declared_in_type(&self, slot: Name) -> bool {
        let Some((parent, super::compound::Component::Member(_))) = self.origin(slot) else {
            return false;
        };
        self.type_of(parent).is_some()
    }

    /// The members of a compound variable, a line for each.
    pub fn write_members(&mut self, name: Name, out: &mut Vec<u8>) {
        out.push(b'(');
        for slot in self.members_in_order(name).unwrap_or_default() {
            self.write_member(slot, Form::Tree(1), out);
        }
        out.extend_from_slice(b"\n)");
    }

    /// `=value` at the end of a declaration.
    pub fn write_declared(&mut self, name: Name, out: &mut Vec<u8>) {
        let start = out.len();
        self.write_assigned(name, Form::Line, false, out);
        end_line(out, start, true);
        finish_line(&mut out[start..]);
    }

    /// A text as a declaration shows it.
    fn shown(&self, text: &[u8]) -> Vec<u8> {
        match self.rules().variables.value_quoting {
            Quoting::WhereNotPlain => crate::builtins::shown_in_ksh(text),
            _ => crate::builtins::shown(text),
        }
    }

    /// A text as a list in a declaration shows it, where ksh93 takes `name=` for a member's.
    fn shown_inside(&self, text: &[u8]) -> Vec<u8> {
        match self.rules().variables.value_quoting {
            Quoting::WhereNotPlain => crate::builtins::quoting_of_ksh::quoted_element(text),
            _ => self.shown(text),
        }
    }

    /// A declaration without a value (`typeset +p`); None where there is no such variable.
    pub fn attributes_and_name(&mut self, name: Name) -> Option<Vec<u8>> {
        let variable = self.variables.get(name);
        if !variable.is_set() && variable.flags & !ENDED == 0 {
            return None;
        }
        let mut out = Vec::new();
        self.write_attributes(name, true, &mut out);
        out.extend_from_slice(&self.name(name));
        Some(out)
    }

    /// `typeset -r -i 16 `, where there is an attribute. `outer`: compound variables say what
    /// they are.
    pub fn write_attributes(&mut self, name: Name, outer: bool, out: &mut Vec<u8>) {
        let variable = self.variables.get(name);
        let elements = variable.value.is_array();
        let compound = outer && matches!(variable.value, Value::Compound(_))
            || variable.flags & super::variables::COMPOUNDS != 0;
        let mut letters = letters(variable);
        let rules = &self.rules().variables;
        let kind = self.kind(name);
        if let Some(kind) = &kind {
            // The attributes that are not the type's.
            letters.retain(|letter| b"xraA".contains(letter));
            out.extend_from_slice(kind);
            out.push(b' ');
        } else if compound
            && (rules.compound_letter_stands_beside_others || elements || letters.is_empty())
        {
            // After what says how it may be used.
            let at = letters.iter().take_while(|letter| b"nxrt".contains(letter)).count();
            letters.insert(at, b'C');
        }
        if letters.is_empty() {
            return;
        }
        if kind.is_none() {
            out.extend_from_slice(b"typeset ");
        }
        for letter in letters {
            out.extend_from_slice(&[b'-', letter]);
            if letter == b'a'
                && let Some(kind) = self.key_type(name)
            {
                out.extend_from_slice(&[b" '[", &self.name(kind)[..], b"]'"].concat());
            }
            let attribute_number = variable.attribute_number;
            let tells = match letter {
                b'i' => attribute_number != 0 && attribute_number != 10,
                b'E' | b'F' | b'X' => attribute_number != 10,
                b'L' | b'R' | b'Z' => rules.zero_width_is_shown || attribute_number != 0,
                _ => false,
            };
            if tells {
                out.push(b' ');
                out.extend_from_slice(attribute_number.to_string().as_bytes());
            }
            out.push(b' ');
        }
    }
}

/// The letters of a variable's attributes, in ksh93's order.
fn letters(variable: &Variable) -> Vec<u8> {
    let (indexed, associative, reference) = match variable.value {
        Value::Indexed(_) => (true, false, false),
        Value::Associative(_) => (false, true, false),
        Value::Reference(_) => (false, false, true),
        _ => (false, false, false),
    };
    let has = |flag| variable.flags & flag != 0;
    let number = has(INTEGER | FRACTIONS);
    let all = [
        (has(SHARED), b'S'),
        (reference, b'n'),
        (has(EXPORT), b'x'),
        (has(READONLY), b'r'),
        (has(TRACE), b't'),
        (indexed, b'a'),
        (associative, b'A'),
        (number && has(LOWER), b'l'),
        (has(SHORT), b's'),
        (number && has(UPPER), b'u'),
        (has(FLOAT), b'E'),
        (has(HEXADECIMAL), b'X'),
        (has(FIXED), b'F'),
        (has(INTEGER), b'i'),
        (has(HOST), b'H'),
        (has(BINARY), b'b'),
        (!number && has(LOWER), b'l'),
        (!number && has(UPPER), b'u'),
        (has(ZEROS), b'Z'),
        (has(LEFT), b'L'),
        (has(RIGHT), b'R'),
    ];
    all.into_iter().filter(|(has, _)| *has).map(|(_, letter)| letter).collect()
}
