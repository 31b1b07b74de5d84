//! `${…}` (POSIX XCU 2.6.2).

use crate::bytes::ByteString;
use crate::error::Result;
use crate::names::{is_name, is_name_byte};
use crate::parser::Parser;
use crate::tree::{Operation, Parameter, Part, Reference, Substitute};
use crate::word::{Quoting, split_tildes, word_of};

impl Parser<'_> {
    /// After `${`, up to and including the closing brace.
    pub(crate) fn braced_parameter(&mut self, quoting: Quoting) -> Result<Part> {
        let start = self.at;
        let line = self.line;
        if let Some(part) = self.good_parameter(quoting)? {
            return Ok(part);
        }
        // Not valid: an error when it is expanded. It ends where a word would.
        (self.at, self.line) = (start, line);
        self.parts(match quoting.braced() {
            Quoting::Braced => Quoting::Braced,
            other => other,
        })?;
        let text = ByteString::new(&self.source[start..self.at]);
        self.at += 1;
        Ok(Part::Parameter(Box::new(Parameter {
            reference: Reference::Special(b'?'),
            operation: Operation::Bad(text),
        })))
    }

    /// None where it is not valid; then what was read has to be read again.
    fn good_parameter(&mut self, quoting: Quoting) -> Result<Option<Part>> {
        if self.peek_byte()? == Some(b'#') {
            // `${#x}` is a length where a parameter and the end follow; else `#` is the
            // parameter itself.
            let (at, line) = (self.at, self.line);
            self.at += 1;
            if self.peek_byte()? != Some(b'}')
                && let Some(reference) = self.reference()?
                && self.accept_byte(b'}')?
            {
                return Ok(Some(parameter(reference, Operation::Length)));
            }
            (self.at, self.line) = (at, line);
        }
        let Some(reference) = self.reference()? else { return Ok(None) };
        let mut byte = self.peek_byte()?;
        let colon = byte == Some(b':');
        if colon {
            self.at += 1;
            byte = self.peek_byte()?;
        }
        let kind = match byte {
            Some(b'}') if !colon => {
                self.at += 1;
                return Ok(Some(parameter(reference, Operation::Value)));
            }
            Some(b'-') => Substitute::Default,
            Some(b'=') => Substitute::Assign,
            Some(b'?') => Substitute::Error,
            Some(b'+') => Substitute::Alternative,
            Some(sign @ (b'#' | b'%')) if !colon => {
                self.at += 1;
                let longest = self.peek_byte()? == Some(sign);
                if longest {
                    self.at += 1;
                }
                // Quotes in the pattern quote, whatever surrounds the expansion.
                let mut parts = self.parts(Quoting::Braced)?;
                split_tildes(&mut parts, false);
                self.at += 1;
                let pattern = word_of(parts);
                let suffix = sign == b'%';
                return Ok(Some(parameter(
                    reference,
                    Operation::Trim { suffix, longest, pattern },
                )));
            }
            _ => return Ok(None),
        };
        self.at += 1;
        let mut parts = self.parts(quoting.braced())?;
        if quoting.braced() == Quoting::Braced {
            split_tildes(&mut parts, false);
        }
        self.at += 1;
        let word = word_of(parts);
        Ok(Some(parameter(reference, Operation::Substitute { kind, colon, word })))
    }

    /// A name, a number or a special character.
    fn reference(&mut self) -> Result<Option<Reference>> {
        Ok(match self.peek_byte()? {
            Some(byte) if is_name_byte(byte) => {
                let name = self.name()?;
                if name.iter().all(u8::is_ascii_digit) {
                    let number = name.iter().fold(0u32, |n, digit| {
                        n.saturating_mul(10).saturating_add(u32::from(digit - b'0'))
                    });
                    Some(if number == 0 {
                        Reference::Special(b'0')
                    } else {
                        Reference::Positional(number)
                    })
                } else if is_name(&name) {
                    Some(Reference::Variable(self.names.intern(&name)))
                } else {
                    None
                }
            }
            Some(byte @ (b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')) => {
                self.at += 1;
                Some(Reference::Special(byte))
            }
            _ => None,
        })
    }
}

fn parameter(reference: Reference, operation: Operation) -> Part {
    Part::Parameter(Box::new(Parameter { reference, operation }))
}
