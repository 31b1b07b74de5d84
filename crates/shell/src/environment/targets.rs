//! What references in bash's language are to: a name, or the text of an element's, whose subscript
//! counts when the reference is used (`declare -n r='a[i]'`).
//!
//! Where the row `references_are_to_names` is set, a reference keeps the text of its target, and
//! this finds the variable anew each time. In the other languages targets are slots (`references`).

use super::Environment;
use super::arrays::Key;
use syntax::names::is_name;
use syntax::{ByteString, Name};

impl Environment {
    /// The slot of `array[subscript]` as bash's references have it: what the subscript stands for
    /// is found out where the reference is used. Here it has to be a number, a variable, or for
    /// an associative array any text; None for others.
    pub fn target_by_text(&mut self, text: &[u8]) -> Option<Name> {
        if !self.rules().variables.references_are_to_names {
            return None;
        }
        let (array, key) = self.element_by_text(text)?;
        self.composed = true;
        let subscript = &text[byte_search::memchr(b'[', text)? + 1..text.len() - 1];
        let constant = match &key {
            Key::Text(key) => key == subscript,
            Key::Index(_) => subscript.iter().all(u8::is_ascii_digit),
        };
        match constant {
            true => Some(self.element_slot(array, &key)),
            false => Some(self.shared.names.intern(text)),
        }
    }

    /// The element that such a text means now.
    pub(super) fn element_by_text(&self, text: &[u8]) -> Option<(Name, Key)> {
        let open = byte_search::memchr(b'[', text)?;
        let (base, subscript) = (&text[..open], text[open + 1..].strip_suffix(b"]")?);
        if !is_name(base) || subscript.is_empty() {
            return None;
        }
        let array = self.shared.names.intern(base);
        let variable = |spelled: &[u8]| {
            let name = is_name(spelled).then(|| self.shared.names.find(spelled))?;
            name.and_then(|name| self.text(name))
        };
        let braced = |rest: &[u8]| {
            let inner = rest.strip_prefix(b"{").and_then(|rest| rest.strip_suffix(b"}"));
            variable(inner.unwrap_or(rest)).unwrap_or_default()
        };
        if self.is_associative(array) {
            let key = match subscript.strip_prefix(b"$") {
                Some(rest) => braced(rest).to_vec(),
                None if subscript.iter().any(|byte| b"$`\\'\"".contains(byte)) => return None,
                None => subscript.to_vec(),
            };
            return Some((array, Key::Text(key)));
        }
        let number = match subscript {
            [b'$', rest @ ..] => braced(rest),
            _ if is_name(subscript) => variable(subscript).unwrap_or_default(),
            _ => ByteString::new(subscript),
        };
        let index = match number.is_empty() {
            true => 0,
            false => crate::builtins::number(&number)?,
        };
        Some((array, Key::Index(index)))
    }
}
