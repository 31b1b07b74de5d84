//! Text of a here-document with plain parameters in it (POSIX XCU 2.7.4), read in one go.

use crate::error::Result;
use crate::names::is_name_byte;
use crate::parser::Parser;
use crate::tree::{Filled, Part, Reference, Slot};

/// A parameter without an operator that a text begins with: it, its length with the `$`, and whether it is in
/// braces. None where what follows has to be looked at more closely.
fn parameter<'t>(text: &'t [u8]) -> Option<(Found<'t>, usize, bool)> {
    let rest = text.get(1..)?;
    let braced = rest.first() == Some(&b'{');
    let rest = &rest[usize::from(braced)..];
    let first = *rest.first()?;
    if is_name_byte(first) && !first.is_ascii_digit() {
        let length = rest.iter().take_while(|byte| is_name_byte(**byte)).count();
        // A backslash may join it to the next line, and a bracket begin a subscript.
        return match (rest.get(length)?, braced) {
            (b'}', true) => Some((Found::Name(&rest[..length]), length + 3, true)),
            (_, true) | (b'\\' | b'[', false) => None,
            _ => Some((Found::Name(&rest[..length]), length + 1, false)),
        };
    }
    match first {
        _ if braced || matches!(rest.get(1)?, b'\\' | b'[') => None,
        b'1'..=b'9' => Some((Found::Positional(u32::from(first - b'0')), 2, false)),
        b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!' | b'0' => {
            Some((Found::Special(first), 2, false))
        }
        _ => None,
    }
}

/// What a parameter is called.
enum Found<'t> {
    Name(&'t [u8]),
    Positional(u32),
    Special(u8),
}

impl Parser<'_> {
    /// Takes text and plain parameters up to what is something else. None, and nothing is taken, where that
    /// begins at once or no parameter is before it.
    pub(crate) fn filled(&mut self) -> Result<Option<Part>> {
        let source = self.source.get(self.at..).unwrap_or_default();
        let (mut text, mut slots) = (Vec::new(), Vec::new());
        let (mut at, mut begun) = (0, 0);
        while let Some(length) = byte_search::memchr3(b'$', b'`', b'\\', &source[at..]) {
            let next = at + length;
            if source[next] != b'$' {
                break;
            }
            let Some((found, length, braced)) = parameter(&source[next..]) else { break };
            let reference = match found {
                Found::Name(name) => Reference::Variable(self.names.intern(name)),
                Found::Positional(number) => Reference::Positional(number),
                Found::Special(byte) => {
                    self.names.note_special(byte);
                    Reference::Special(byte)
                }
            };
            text.extend_from_slice(&source[begun..next]);
            // What does not fit is read part by part.
            let Ok(place) = u32::try_from(text.len()) else { break };
            slots.push(Slot { at: place, reference, braced });
            (at, begun) = (next + length, next + length);
        }
        if slots.is_empty() {
            return Ok(None);
        }
        self.line += byte_search::memchr_iter(b'\n', &source[..begun]).count() as u32;
        self.at += begun;
        Ok(Some(Part::Filled(Box::new(Filled { text: text.into(), slots: slots.into() }))))
    }
}
