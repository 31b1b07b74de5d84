//! Expressions in which an expansion is part of a key of an associative array: its result is a part
//! of the key, whatever characters it has, and not of the expression.
//!
//! `$((a[$k]))` in bash's language: the expansions are made before the expression is parsed, so an
//! associative subscript is taken out first and put back as a key. `has_associative_subscript` is
//! the test that decides.

use super::super::{Builder, Wanted};
use super::{Leaves, Number};
use crate::environment::Environment;
use crate::unwind::Flow;
use syntax::arithmetic::Piece;
use syntax::tree::{Operation, Parameter, Part, Reference};

impl Environment {
    /// Whether an expansion may be in the subscript of an associative array.
    pub(crate) fn has_associative_subscript(&mut self, parts: &[Part]) -> bool {
        let mut open = Brackets::default();
        // What is quoted in a key is not expanded: that is for the other function to see.
        parts.iter().any(|part| match part {
            Part::Quoted(text) | Part::Literal(text) => {
                open.read(self, text);
                false
            }
            _ => open.in_key(),
        })
    }

    /// The value of an expression in which keys of associative arrays have expansions. Their results
    /// are not parsed.
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
            let quoted = if key && open.quote == Some(b'\'') { self.written(part) } else { None };
            let expanded = match quoted {
                Some(text) => text,
                None => {
                    let mut builder = Builder::new(Wanted::Text, None, Vec::new());
                    self.expand_parts(std::slice::from_ref(part), true, &mut builder)?;
                    builder.text
                }
            };
            match texts.last_mut() {
                Some((last, text)) if *last == key => text.extend_from_slice(&expanded),
                _ => texts.push((key, expanded)),
            }
        }
        let pieces: Vec<Piece<'_>> = texts
            .iter()
            .map(|(key, text)| if *key { Piece::Key(text) } else { Piece::Text(text) })
            .collect();
        let length = texts.iter().map(|(_, text)| text.len()).sum();
        let result = match self.parse_expression(&pieces, length) {
            Ok(expression) => self.compute(&expression, &Leaves::new(), 1),
            Err(message) => Err(message.into()),
        };
        self.arithmetic_result(result, || texts.iter().flat_map(|(_, text)| text.clone()).collect())
    }

    /// The text of an expansion, if it is a variable alone: the key of `count['$key']` has a `$`.
    fn written(&self, part: &Part) -> Option<Vec<u8>> {
        let Part::Parameter(parameter) = part else { return None };
        match &**parameter {
            Parameter {
                reference: Reference::Variable(name),
                subscript: None,
                indirect: false,
                operation: Operation::Value,
                ..
            } => Some([b"$", &self.name(*name)[..]].concat()),
            _ => None,
        }
    }
}

/// The open brackets of an expression; true: of a subscript of an associative array.
#[derive(Default)]
struct Brackets {
    open: Vec<bool>,
    /// The name that has just been read.
    name: Vec<u8>,
    /// The quote that is open in a key.
    quote: Option<u8>,
}

impl Brackets {
    /// Whether what follows is part of a key.
    fn in_key(&self) -> bool {
        self.open.contains(&true)
    }

    /// Reads on in the expression.
    fn read(&mut self, env: &Environment, text: &[u8]) {
        for &byte in text {
            if self.in_key() && matches!(byte, b'\'' | b'"') {
                self.quote = match self.quote {
                    None => Some(byte),
                    Some(open) if open == byte => None,
                    open => open,
                };
            }
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
