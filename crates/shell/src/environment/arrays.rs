//! Arrays (ksh93, bash): indexed ones, which may have gaps, and associative ones.
//!
//! An array is a value of a variable's slot, behind `Rc`; a copy that is written after a clone shares
//! what it has not changed (`state::ordered`). A `Key` is an index or a text. Elements that are more than a text (compound variables,
//! arrays) are variables of their own in the slot `name[key]` (`compound`). In bash and ksh93
//! `name` alone is element 0.

use super::compound::Component;
use super::disciplines::Change;
use super::variables::{
    DECLARED, ENUMERATION, EXPORT, IMPLICIT, NESTED, READONLY, SPECIAL, TYPED, Value, Variable,
};
use super::{AssignError, Environment, names};
use crate::diagnostics::VariableProblem;
use crate::unwind::{Flow, Unwind};
use dialect::variables::AssociativeOrder;
use std::rc::Rc;
use syntax::names::{is_compound_name, is_name, is_name_byte};
use syntax::{ByteString, Name};

pub use super::variables::{Associative, Indexed};

/// What names an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// Of an indexed array, from 0.
    Index(i64),
    /// Of an associative one.
    Text(Vec<u8>),
}

impl Environment {
    /// Whether subscripts of this variable are keys, not numbers.
    pub fn is_associative(&self, name: Name) -> bool {
        matches!(self.variables.get(self.resolved(name)).value, Value::Associative(_))
            || matches!(name, names::BASH_ALIASES | names::BASH_CMDS) && self.is_computed(name)
    }

    /// The elements in order.
    pub fn elements(&mut self, name: Name) -> Vec<ByteString> {
        if self.is_computed(name) {
            return match self.computed(name) {
                Value::Indexed(array) => array.values().cloned().collect(),
                Value::Associative(array) => {
                    let chains = Self::chains_of(name);
                    self.in_order_of(&array, chains).map(|(_, value)| value.clone()).collect()
                }
                other => other.text().into_iter().collect(),
            };
        }
        let name = self.resolved(name);
        let nested = self.variables.get(name).flags & NESTED != 0;
        match self.variables.get(name).value.clone() {
            Value::Indexed(array) if !nested => array.values().cloned().collect(),
            Value::Associative(array) if !nested => {
                self.in_order(&array).map(|(_, value)| value.clone()).collect()
            }
            Value::Indexed(array) => {
                let counts = self.rules().variables.empty_inner_array_counts;
                let each = |&index: &i64| {
                    let key = Key::Index(index);
                    // An array in the array counts, whatever elements it has (ksh93).
                    let array = counts && self.nested(name, &key).is_some();
                    self.element(name, &key).or(array.then_some(ByteString::EMPTY))
                };
                array.keys().filter_map(each).collect()
            }
            Value::Associative(array) => {
                let keys: Vec<Vec<u8>> =
                    self.in_order(&array).map(|(key, _)| key.clone()).collect();
                keys.into_iter().filter_map(|key| self.element(name, &Key::Text(key))).collect()
            }
            _ => self.value(name).into_iter().collect(),
        }
    }

    /// The elements of an associative array in the order that scripts see: that of the keys,
    /// and in bash's language that of bash's hash table, which expected outputs have.
    pub fn in_order<'a>(
        &self,
        array: &'a Associative,
    ) -> impl Iterator<Item = (&'a Vec<u8>, &'a ByteString)> + use<'a> {
        self.in_order_of(array, 1024)
    }

    /// The elements in the order that scripts see, where the hash table began with so many chains.
    fn in_order_of<'a>(
        &self,
        array: &'a Associative,
        chains: usize,
    ) -> impl Iterator<Item = (&'a Vec<u8>, &'a ByteString)> + use<'a> {
        let mut all: Vec<_> = array.iter().collect();
        if self.rules().variables.associative_order == AssociativeOrder::ByHash {
            // It has four times as many when there are two elements for each.
            let mut chains = chains;
            while array.len() >= 2 * chains {
                chains *= 4;
            }
            all.sort_by_cached_key(|(key, _)| fnv(key) & (chains - 1));
        }
        all.into_iter()
    }

    /// How many chains the table of a computed variable has in bash.
    fn chains_of(name: Name) -> usize {
        match name {
            names::BASH_ALIASES => 64,
            names::BASH_CMDS => 256,
            _ => 1024,
        }
    }

    /// The subscripts in order.
    pub fn keys(&mut self, name: Name) -> Vec<ByteString> {
        if self.is_computed(name) {
            return match self.computed(name) {
                Value::Indexed(array) => {
                    array.keys().map(|&i| ByteString::from_integer(i)).collect()
                }
                Value::Associative(array) => {
                    let chains = Self::chains_of(name);
                    self.in_order_of(&array, chains).map(|(key, _)| ByteString::new(key)).collect()
                }
                Value::Unset => Vec::new(),
                _ => vec![ByteString::from("0")],
            };
        }
        let name = self.resolved(name);
        match &self.variables.get(name).value {
            Value::Indexed(array) if self.key_type(name).is_some() => array
                .keys()
                .map(|&index| {
                    let word = self.word_by_index(name, index);
                    word.unwrap_or_else(|| ByteString::from_integer(index))
                })
                .collect(),
            Value::Indexed(array) => array.keys().map(|&i| ByteString::from_integer(i)).collect(),
            Value::Associative(array) => {
                self.in_order(array).map(|(key, _)| ByteString::new(key)).collect()
            }
            Value::Unset => Vec::new(),
            _ => vec![ByteString::from("0")],
        }
    }

    /// From the end, where it is negative; None if there is no such place.
    pub fn place(&mut self, name: Name, index: i64) -> Option<i64> {
        if index >= 0 {
            return Some(index);
        }
        if self.is_computed(name) {
            let end = self.elements(name).len() as i64;
            return Some(end.checked_add(index)?).filter(|place| *place >= 0);
        }
        let last = match &self.variables.get(self.resolved(name)).value {
            // From the last one, which may be the largest index there is.
            Value::Indexed(array) => array.last_key_value().map_or(-1, |(last, _)| *last),
            Value::Unset => -1,
            _ => 0,
        };
        Some(last.checked_add(index + 1)?).filter(|place| *place >= 0)
    }

    /// An element; None if unset.
    pub fn element(&mut self, name: Name, key: &Key) -> Option<ByteString> {
        let name = self.resolved(name);
        if self.has_disciplines
            && let Some(text) = self.disciplined_element(name, key)
        {
            return Some(text);
        }
        if self.is_computed(name) {
            return match (self.computed(name), key) {
                (Value::Indexed(array), Key::Index(index)) => array.get(index).cloned(),
                (Value::Associative(array), Key::Text(text)) => array.get(text).cloned(),
                (other, Key::Index(0)) => other.text(),
                _ => None,
            };
        }
        if let Some(slot) = self.nested(name, key) {
            return self.value(slot);
        }
        match (&self.variables.get(name).value, key) {
            (Value::Indexed(array), Key::Index(index)) => array.get(index).cloned(),
            (Value::Associative(array), Key::Text(text)) => array.get(text).cloned(),
            (Value::Indexed(_) | Value::Associative(_), _) => None,
            (_, Key::Index(0)) => self.value(name),
            (_, Key::Text(text)) if text == b"0" => self.value(name),
            _ => None,
        }
    }

    /// Assigns to an element; a variable that is not an array becomes one.
    ///
    /// # Errors
    /// Those of [`assign`](Self::assign).
    pub fn assign_element(
        &mut self,
        name: Name,
        key: Key,
        value: ByteString,
    ) -> Result<(), AssignError> {
        let name = self.resolved(name);
        if self.variables.get(name).flags & TYPED != 0 {
            return self.assign_instance_in(name, &key, Value::String(value));
        }
        if self.composed {
            self.begin_row(name)?;
        }
        let enumerated = self.variables.get(name).flags & ENUMERATION != 0;
        if enumerated && let Key::Index(index) = key {
            Rc::make_mut(&mut self.types).key_told = Some(index);
        }
        let converted = self.converted(name, Value::String(value));
        if enumerated {
            Rc::make_mut(&mut self.types).key_told = None;
        }
        let mut value = match converted {
            Ok(value) => value.text().unwrap_or_default(),
            // That is the first reason why it cannot be assigned.
            Err(_) if self.variables.get(name).flags & READONLY != 0 => {
                return Err(AssignError::ReadOnly(name));
            }
            Err(error) => return Err(error),
        };
        if self.has_disciplines {
            match self.disciplined_change(name, Some(&key), b"set", value.clone()) {
                Some(Change::To(text)) => value = text,
                Some(Change::Refused) => return Ok(()),
                None => {}
            }
        }
        if self.composed {
            self.make_room(name, &key)?;
        }
        if names::is_computed(name) && self.assign_computed_element(name, &key, &value) {
            return Ok(());
        }
        if self.has_references {
            if self.rules().variables.invalid_target_is_refused && self.refers_to_nothing(name) {
                return Err(AssignError::InvalidTarget(self.shared.names.intern(b"")));
            }
            if self.rules().variables.element_reference_refuses_arrays {
                self.refuse_element(name)?;
            }
        }
        let declared_is_over = self.rules().variables.declared_arrays_stay_unset;
        let variable = self.state.variables.get_mut(name);
        if variable.flags & READONLY != 0 {
            return Err(AssignError::ReadOnly(name));
        }
        if variable.flags & EXPORT != 0 {
            // The first element is.
            self.state.exports = self.shared.fresh();
        }
        if !matches!(variable.value, Value::Indexed(_) | Value::Associative(_)) {
            let mut array = Indexed::new();
            if let Some(text) = variable.value.text() {
                array.insert(0, text);
            }
            variable.value = Value::Indexed(Rc::new(array));
            variable.flags |= SPECIAL;
        }
        if declared_is_over {
            variable.flags &= !DECLARED;
        }
        // An element that gets no memory while it is put in would leave the array in pieces.
        runtime::check();
        match (&mut variable.value, key) {
            (Value::Indexed(array), Key::Index(index)) => {
                Rc::make_mut(array).insert(index, value);
            }
            (Value::Associative(array), Key::Text(text)) => {
                Rc::make_mut(array).insert(text, value);
            }
            (Value::Associative(array), Key::Index(index)) => {
                Rc::make_mut(array).insert(index.to_string().into_bytes(), value);
            }
            _ => {}
        }
        Ok(())
    }

    /// Assigns to an element of a variable that shows what the shell has: the directory stack,
    /// aliases, where commands were found. False where it is none that can be assigned.
    #[cold]
    fn assign_computed_element(&mut self, name: Name, key: &Key, value: &ByteString) -> bool {
        if !self.is_computed(name) {
            return false;
        }
        let rules = &self.rules().variables;
        match (name, key) {
            (names::DIRSTACK, key) if rules.dirstack_can_be_assigned => {
                // The working directory, which is first, changes by `cd` only.
                if let Key::Index(place @ 1..) = key
                    && let Some(place) = usize::try_from(*place).ok()
                    && let Some(at) = self.directories.kept.len().checked_sub(place)
                {
                    Rc::make_mut(&mut self.directories).kept[at] = value.clone();
                }
            }
            // Assignments have no effect.
            (names::GROUPS, Key::Index(_)) if rules.computes_shell_state => {}
            (names::BASH_ALIASES, Key::Text(alias)) if rules.computes_shell_state => {
                Rc::make_mut(&mut self.aliases).0.insert(alias.clone(), value.as_bytes().into());
            }
            (names::BASH_CMDS, Key::Text(command)) if rules.computes_shell_state => {
                if let Some(path) = self.allows_hashed(value) {
                    let slot = self.shared.names.intern(command);
                    self.keep_located(slot, path);
                }
            }
            _ => return false,
        }
        true
    }

    /// Looks whether what a reference leads to may become an array. In bash an element may not; a
    /// reference to nothing stops being a reference.
    ///
    /// # Errors
    /// [`AssignError::InvalidTarget`] for an element.
    #[cold]
    pub fn refuse_element(&mut self, name: Name) -> Result<(), AssignError> {
        let rules = &self.rules().variables;
        let text = self.name(name);
        if rules.element_reference_refuses_arrays && text.contains(&b'[') {
            return Err(AssignError::InvalidTarget(name));
        }
        if rules.array_unbinds_reference && self.refers_to_nothing(name) {
            self.diagnose(VariableProblem::UnbindsReference(&text));
        }
        Ok(())
    }

    /// Makes an empty indexed array of a variable, whatever it was.
    ///
    /// # Errors
    /// Those of [`assign`](Self::assign).
    pub fn fresh_array(&mut self, name: Name) -> Result<(), AssignError> {
        if self.has_references {
            self.refuse_element(name)?;
        }
        if self.variables.get(name).flags & READONLY != 0 {
            return Err(AssignError::ReadOnly(name));
        }
        self.drop_inside(name);
        if self.composed {
            self.enter_parent(name)?;
        }
        let variable = self.variables.get_mut(name);
        variable.value = Value::Indexed(Rc::new(Indexed::new()));
        variable.flags = (variable.flags | SPECIAL) & !DECLARED;
        Ok(())
    }

    /// Whether a text can name a variable: periods are for members of compound variables.
    pub fn is_variable_name(&self, text: &[u8]) -> bool {
        is_name(text) || self.rules().variables.names_have_periods && is_compound_name(text)
    }

    /// Before an element gets a text: what was inside of it goes, and a variable that had no
    /// value becomes known to what it is inside of.
    #[cold]
    fn make_room(&mut self, name: Name, key: &Key) -> Result<(), AssignError> {
        if self.variables.get(name).flags & READONLY != 0 {
            return Err(AssignError::ReadOnly(name));
        }
        if let Some(slot) = self.nested(name, key) {
            self.drop_inside(slot);
            self.put(slot, Variable::default());
        }
        match self.variables.get(name).value {
            Value::Compound(_) => {
                self.drop_inside(name);
                self.variables.get_mut(name).value = Value::Unset;
            }
            Value::Unset => self.enter_parent(name)?,
            _ => {}
        }
        Ok(())
    }

    /// Makes an element without a value an array of its own, which has the attributes that convert its
    /// elements (`integer -a m; m[0][0]=1+1`).
    #[cold]
    fn begin_row(&mut self, name: Name) -> Result<(), AssignError> {
        if !matches!(self.variables.get(name).value, Value::Unset) {
            return Ok(());
        }
        if let Some((outer, Component::Element(key))) = self.origin(name) {
            self.make_nested(outer, &key)?;
            self.variables.get_mut(name).flags |= IMPLICIT;
        }
        Ok(())
    }

    /// Removes an element.
    ///
    /// # Errors
    /// [`AssignError::ReadOnly`].
    pub fn unset_element(&mut self, name: Name, key: &Key) -> Result<(), AssignError> {
        let name = self.resolved(name);
        let variable = self.variables.get_mut(name);
        if variable.flags & READONLY != 0 {
            return Err(AssignError::ReadOnly(name));
        }
        if let Some(slot) = self.nested(name, key) {
            self.drop_inside(slot);
            self.put(slot, Variable::default());
        }
        let variable = self.variables.get_mut(name);
        match (&mut variable.value, key) {
            (Value::Indexed(array), Key::Index(index)) => {
                Rc::make_mut(array).remove(index);
            }
            (Value::Associative(array), Key::Text(text)) => {
                Rc::make_mut(array).remove(text);
            }
            (Value::Indexed(_) | Value::Associative(_), _) => {}
            (value, Key::Index(0)) => *value = Value::Unset,
            _ => {}
        }
        Ok(())
    }

    /// The variable and element that an argument names as `name`, `name[subscript]` or a path like
    /// `a[1].b`; None where it is not a name. The subscript of an indexed array is an expression.
    ///
    /// # Errors
    /// Unwinds where the expression does; the error has been reported.
    pub fn spelled(&mut self, text: &[u8]) -> Flow<Option<(Name, Option<Key>)>> {
        let rules = &self.rules().variables;
        let end = byte_search::memchr(b'[', text).unwrap_or(text.len());
        let (mut spelled, mut rest) = text.split_at(end);
        if rules.members_in_brackets
            && spelled.ends_with(b".")
            && spelled.len() > 1
            && end < text.len()
        {
            // `name.[member]`
            (spelled, rest) = text.split_at(end - 1);
        }
        if !self.is_variable_name(spelled) {
            return Ok(None);
        }
        if rest == b"[]" && rules.empty_subscript_is_no_element {
            return Ok(None);
        }
        if !rest.is_empty()
            && (self.now.literal_keys || closing(rest) == Some(rest.len() - 1))
            && self.takes_keys_literally()
            && let Some((name, key)) = self.element_literally(text)?
        {
            return match key {
                Some(key) => Ok(Some((name, Some(key)))),
                None => self.fail_with(VariableProblem::BadSubscript(spelled), 1),
            };
        }
        let name = self.shared.names.intern(spelled);
        if name == names::SH_MATCH && !self.keeps_matches {
            self.keep_matches();
        }
        self.spelled_from(name, rest)
    }

    /// The variable and element that subscripts and names of members lead to, behind a variable's
    /// name.
    ///
    /// # Errors
    /// Unwinds where the expression of a subscript does.
    pub fn spelled_from(&mut self, name: Name, rest: &[u8]) -> Flow<Option<(Name, Option<Key>)>> {
        let rules = &self.rules().variables;
        let (mut name, mut rest) = (name, rest);
        while !rest.is_empty() {
            if let [b'.', bracketed @ ..] = rest
                && bracketed.first() == Some(&b'[')
            {
                let close = byte_search::memchr(b']', bracketed).filter(|close| *close > 1);
                let Some(close) = close.filter(|_| rules.members_in_brackets) else {
                    return Ok(None);
                };
                let member = &bracketed[1..close];
                if !member.iter().all(|&byte| is_name_byte(byte)) {
                    return Ok(None);
                }
                name = self.member(self.resolved(name), member);
                rest = &bracketed[close + 1..];
                continue;
            }
            if rest[0] == b'.' {
                let end = rest[1..].iter().position(|&byte| !is_name_byte(byte));
                let (member, after) = rest[1..].split_at(end.unwrap_or(rest.len() - 1));
                if !is_name(member) {
                    return Ok(None);
                }
                name = self.member(self.resolved(name), member);
                rest = after;
                continue;
            }
            let Some(close) = closing(rest) else { return Ok(None) };
            let subscript = &rest[1..close];
            rest = &rest[close + 1..];
            let key = self.spelled_key(name, subscript)?;
            if rest.is_empty() {
                return Ok(Some((name, Some(key))));
            }
            if !rules.names_have_periods {
                return Ok(None);
            }
            name = self.element_slot(self.resolved(name), &key);
        }
        Ok(Some((name, None)))
    }

    /// Whether subscripts in operands are not expanded (bash): they have been, or
    /// `assoc_expand_once` says so.
    fn takes_keys_literally(&self) -> bool {
        self.now.literal_keys
            || self.changed_shopts != 0
                && self.rules().variables.assoc_expand_once_counts
                && self.has_shopt("assoc_expand_once")
    }

    /// The element that `name[subscript]` means, where the subscript goes to the last bracket and
    /// nothing in it is expanded; without a key where there is no such element; None where the text
    /// names no element.
    ///
    /// # Errors
    /// Unwinds where the expression of the subscript does.
    pub fn element_literally(&mut self, text: &[u8]) -> Flow<Option<(Name, Option<Key>)>> {
        let Some(open) = byte_search::memchr(b'[', text) else { return Ok(None) };
        let (name, subscript) = (&text[..open], text[open + 1..].strip_suffix(b"]"));
        let Some(subscript) = subscript.filter(|text| is_name(name) && !text.is_empty()) else {
            return Ok(None);
        };
        let name = self.resolved(self.shared.names.intern(name));
        if self.is_associative(name) {
            return Ok(Some((name, Some(Key::Text(subscript.to_vec())))));
        }
        if !subscript.iter().any(|byte| matches!(byte, b'$' | b'`')) {
            return Ok(None);
        }
        let index = self.evaluate_expression(subscript)?;
        Ok(Some((name, self.place(name, index).map(Key::Index))))
    }

    /// The key of the element that the text of a subscript names.
    ///
    /// # Errors
    /// Unwinds where the expression does; a bad subscript has been reported.
    pub fn spelled_key(&mut self, name: Name, subscript: &[u8]) -> Flow<Key> {
        if self.is_associative(name) {
            let key = self.expand_string(subscript)?.unwrap_or_else(|| subscript.to_vec());
            let key = match &key[..] {
                [quote @ (b'"' | b'\''), inner @ .., last] if quote == last => inner.to_vec(),
                _ => key,
            };
            // What is empty as it is written is for others to refuse.
            if key.is_empty()
                && !subscript.is_empty()
                && self.rules().variables.empty_key_is_refused
            {
                let place = [&self.name(name)[..], b"[", subscript, b"]"].concat();
                return self.fail_with(VariableProblem::BadSubscript(&place), 1);
            }
            return Ok(Key::Text(key));
        }
        let expanded = match subscript.iter().any(|byte| matches!(byte, b'$' | b'`')) {
            true => self.expand_string(subscript)?,
            false => None,
        };
        let spelled = expanded.as_deref().unwrap_or(subscript);
        if let Some(index) = self.index_by_word(self.resolved(name), spelled) {
            return Ok(Key::Index(index));
        }
        let index = self.evaluate_expression(expanded.as_deref().unwrap_or(subscript))?;
        match self.place(name, index) {
            Some(index) => Ok(Key::Index(index)),
            None => {
                let name = self.name(name);
                self.fail_with(VariableProblem::BadSubscript(&name), 1)
            }
        }
    }

    /// Assigns to the variable or element that [`Self::spelled`] returned, for the builtin
    /// `command`.
    ///
    /// # Errors
    /// Unwinds where the variable may not be changed; that has been reported.
    pub fn assign_spelled(
        &mut self,
        command: &[u8],
        (name, key): (Name, Option<Key>),
        value: &[u8],
    ) -> Flow {
        let value = ByteString::new(value);
        let result = match key {
            Some(key) => self.assign_element(name, key, value),
            None => self.assign(name, Value::String(value)),
        };
        result.or_else(|error| {
            self.report_refused_to(command, error)?;
            self.status = self.failed();
            Err(Unwind::Error)
        })
    }
}

/// The 32-bit FNV-1 hash of a text.
pub(crate) fn fnv(text: &[u8]) -> usize {
    let step = |hash: u32, byte: &u8| hash.wrapping_mul(16_777_619) ^ (*byte as i8 as u32);
    text.iter().fold(2_166_136_261, step) as usize
}

/// The place of the `]` that closes the `[` at the beginning.
pub(crate) fn closing(text: &[u8]) -> Option<usize> {
    let mut open = 0usize;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'[' => open += 1,
            b']' if open == 1 => return Some(at),
            b']' => open = open.checked_sub(1)?,
            _ => {}
        }
    }
    None
}
