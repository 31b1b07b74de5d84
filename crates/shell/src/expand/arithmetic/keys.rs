//! Expressions in which an expansion is part of a key of an associative array.

use super::super::{Builder, Wanted};
use super::{Leaves, Number};
use crate::environment::Environment;
use crate::unwind::Flow;
use syntax::arithmetic::Piece;
use syntax::tree::Part;

impl Environment {
    /// Whether an expansion may be in the subscript of an associative array.
    pub(crate) fn has_associative_subscript(&mut self, parts: &[Part]) -> bool {
        let mut open = Brackets::default();
        parts.iter().any(|part| match part {
            Part::Quoted(text) | Part::Literal(text) => {
                open.read(self, text);
                false
            }
            _ => open.in_key(),
        })
    }

    /// The value of an expression in which keys of associative arrays have expansions: what
    /// these give is no part of the expression.
    pub(crate) fn evaluate_with_keys(&mut self, parts: &[Part]) -> Flow<Number> {
        let mut open = Brackets::default();
        let mut texts: Vec<(bool, Vec<u8>)> = Vec::new();
        for part in parts {
            let key = match part {
                Part::Quoted(text) | Part::Literal(text) => {
                    open.read(self, text);
                    false
                }
                _ => open.in_key(),
            };
            let mut builder = Builder::new(Wanted::Text, None, Vec::new());
            self.expand_parts(std::slice::from_ref(part), true, &mut builder)?;
            match texts.last_mut() {
                Some((last, text)) if *last == key => text.extend_from_slice(&builder.text),
                _ => texts.push((key, builder.text)),
            }
        }
        let pieces: Vec<Piece<'_>> = texts
            .iter()
            .map(|(key, text)| if *key { Piece::Key(text) } else { Piece::Text(text) })
            .collect();
        let length = texts.iter().map(|(_, text)| text.len()).sum();
        let result = match self.parse_expression(&pieces, length) {
            Ok(expression) => self.compute(&expression, &Leaves::new(), 0),
            Err(message) => Err(message.into()),
        };
        self.arithmetic_result(result, || texts.iter().flat_map(|(_, text)| text.clone()).collect())
    }
}

/// The brackets that are open in an expression, and whether each is of an associative array.
#[derive(Default)]
struct Brackets {
    open: Vec<bool>,
    /// The name that has just been read.
    name: Vec<u8>,
}

impl Brackets {
    /// Whether what comes is part of a key.
    fn in_key(&self) -> bool {
        self.open.contains(&true)
    }

    fn read(&mut self, env: &Environment, text: &[u8]) {
        for &byte in text {
            match byte {
                b'[' => {
                    let name = env.shared.names.find(&self.name);
                    self.open.push(name.is_some_and(|name| env.is_associative(name)));
                }
                b']' => {
                    self.open.pop();
                }
                byte if syntax::names::is_name_byte(byte) => {
                    self.name.push(byte);
                    continue;
                }
                _ => {}
            }
            self.name.clear();
        }
    }
}
