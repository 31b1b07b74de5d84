//! Escapes of dollar-single-quotes (POSIX XCU 2.2.4).

use crate::error::{Construct, Result};
use crate::parser::Parser;
use std::rc::Rc;

/// A text with the escapes of `$'…'` made: `${x@E}` (bash). One that has no end stands for
/// itself.
pub fn unescaped(text: &[u8]) -> Vec<u8> {
    let input = Box::new(crate::Text(text));
    let mut parser = Parser::new(input, Rc::default(), Rc::new(crate::NoAliases));
    let mut out = Vec::with_capacity(text.len());
    while let Ok(Some(byte)) = parser.byte_at(0) {
        parser.advance();
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let begun = parser.at;
        if parser.escape(&mut out).is_err() {
            out.push(b'\\');
            parser.at = begun;
        }
    }
    out
}

/// A text in single quotes; a quote alone is behind a backslash.
pub fn single_quoted(text: &[u8]) -> Vec<u8> {
    if text == b"'" {
        return b"\\'".to_vec();
    }
    let mut quoted = vec![b'\''];
    for &byte in text {
        match byte {
            b'\'' => quoted.extend_from_slice(b"'\\''"),
            _ => quoted.push(byte),
        }
    }
    quoted.push(b'\'');
    quoted
}

impl Parser<'_> {
    /// Reads the rest of `$'…'`, after the opening quote, and appends what it stands for.
    pub(crate) fn dollar_single_quotes(&mut self, text: &mut Vec<u8>) -> Result<()> {
        let begun = self.place(self.at.saturating_sub(1));
        // After `\0` or another escape that gives NUL nothing more can be in a string.
        let mut cut = None;
        loop {
            let Some(byte) = self.byte_at(0)? else {
                return Err(self.unclosed(Construct::SingleQuotes, begun));
            };
            self.advance();
            match byte {
                b'\'' => break,
                b'\\' => {
                    let before = text.len();
                    self.escape(text)?;
                    if text[before..].contains(&0) && cut.is_none() {
                        cut = Some(before);
                    }
                }
                _ => text.push(byte),
            }
        }
        if let Some(length) = cut {
            text.truncate(length);
        }
        Ok(())
    }

    fn escape(&mut self, text: &mut Vec<u8>) -> Result<()> {
        let Some(byte) = self.byte_at(0)? else {
            return Err(self.unclosed(Construct::SingleQuotes, self.place(self.at)));
        };
        self.advance();
        match byte {
            b'a' => text.push(7),
            b'b' => text.push(8),
            b'e' | b'E' => text.push(27),
            b'f' => text.push(12),
            b'n' => text.push(b'\n'),
            b'r' => text.push(b'\r'),
            b't' => text.push(b'\t'),
            b'v' => text.push(11),
            b'\\' | b'\'' | b'"' | b'?' => text.push(byte),
            b'c' => match self.byte_at(0)? {
                // The end, to bash.
                Some(b'\'') if self.rules.syntax.control_escape_ends_at_quote => {
                    text.extend_from_slice(b"\\c")
                }
                Some(control) => {
                    self.advance();
                    if control == b'\\' && self.byte_at(0)? == Some(b'\\') {
                        self.advance();
                    }
                    text.push(if control == b'?' { 0x7f } else { control & 0x1f });
                }
                None => return Err(self.unclosed(Construct::SingleQuotes, self.place(self.at))),
            },
            // `\x{65}` (bash)
            b'x' if self.rules.syntax.hexadecimal_escape_in_braces
                && self.byte_at(0)? == Some(b'{') =>
            {
                self.advance();
                text.push(self.digits(16, usize::MAX)?.unwrap_or(0) as u8);
                if self.byte_at(0)? == Some(b'}') {
                    self.advance();
                }
            }
            // `\x[41]`, `\u[e9]` (ksh93)
            b'x' | b'u'
                if self.rules.syntax.hexadecimal_escape_in_brackets
                    && self.byte_at(0)? == Some(b'[') =>
            {
                self.advance();
                let value = self.digits(16, 8)?.unwrap_or(0);
                if self.byte_at(0)? == Some(b']') {
                    self.advance();
                }
                match char::from_u32(value) {
                    Some(c) if byte == b'u' || value > 0xff => {
                        text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                    }
                    _ => text.push(value as u8),
                }
            }
            b'x' => match self.digits(16, 2)? {
                Some(value) => text.push(value as u8),
                None => text.extend_from_slice(b"\\x"),
            },
            b'u' | b'U' => match self.digits(16, if byte == b'u' { 4 } else { 8 })? {
                Some(value) if value > 0x7f && self.ascii_only => {
                    let escape = match value {
                        0..=0xffff => format!("\\u{value:04X}"),
                        _ => format!("\\U{value:08X}"),
                    };
                    text.extend_from_slice(escape.as_bytes());
                }
                Some(value) => {
                    let mut bytes = [0; 4];
                    match char::from_u32(value) {
                        Some(c) => text.extend_from_slice(c.encode_utf8(&mut bytes).as_bytes()),
                        None => text.extend_from_slice("\u{fffd}".as_bytes()),
                    }
                }
                None => text.extend_from_slice(&[b'\\', byte]),
            },
            b'0'..=b'7' => {
                self.at -= 1;
                let value = self.digits(8, 3)?.unwrap_or(0);
                text.push(value as u8);
            }
            _ => text.extend_from_slice(&[b'\\', byte]),
        }
        Ok(())
    }

    fn digits(&mut self, base: u32, most: usize) -> Result<Option<u32>> {
        let mut value = None;
        for _ in 0..most {
            let digit = self.byte_at(0)?.and_then(|byte| char::from(byte).to_digit(base));
            let Some(digit) = digit else { break };
            self.at += 1;
            value = Some(value.unwrap_or(0u32).wrapping_mul(base).wrapping_add(digit));
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::unescaped;

    #[test]
    fn escapes_of_a_value() {
        assert_eq!(unescaped(b"a\\n\\x41\\101\\q'"), b"a\nAA\\q'");
        assert_eq!(unescaped(b"end\\"), b"end\\");
        assert_eq!(unescaped(b"\\cA\\u00e9"), b"\x01\xc3\xa9");
    }
}
