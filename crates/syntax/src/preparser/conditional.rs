//! `[[ … ]]` (ksh, bash).

use super::Reader;
use crate::conditional::{BINARY, UNARY};

impl Reader<'_> {
    /// A conditional command, at its `[[`.
    pub(super) fn conditional(&mut self) -> Option<()> {
        self.at += 2;
        if !matches!(self.byte()?, b' ' | b'\t') {
            return None;
        }
        self.tests(b']')
    }

    /// Tests that are joined, up to `]]`, or to the parenthesis that ends a group of them.
    fn tests(&mut self, end: u8) -> Option<()> {
        self.nested(|reader| {
            loop {
                while reader.lines()? == b'!' && matches!(reader.byte_after(1)?, b' ' | b'\t') {
                    reader.at += 1;
                }
                if reader.accept(b'(')? {
                    reader.tests(b')')?;
                } else {
                    reader.test()?;
                }
                let byte = reader.lines()?;
                match byte {
                    b'&' | b'|' if reader.byte_after(1)? == byte => reader.at += 2,
                    b')' if end == b')' => {
                        reader.at += 1;
                        return Some(());
                    }
                    b']' if end == b']' && reader.byte_after(1)? == b']' => {
                        reader.at += 2;
                        return reader.is_delimiter(0).then_some(());
                    }
                    _ => return None,
                }
            }
        })
    }

    /// One test.
    fn test(&mut self) -> Option<()> {
        if self.byte()? == b'-' {
            if !UNARY.contains(&self.byte_after(1)?) || !self.is_delimiter(2) {
                return None;
            }
            self.at += 2;
            self.blanks()?;
            return self.operand_of_test();
        }
        self.operand_of_test()?;
        match self.blanks()? {
            b'=' | b'!' | b'-' => self.operator()?,
            b'&' | b'|' | b')' | b']' => return Some(()),
            _ => return None,
        }
        match self.blanks()? {
            b']' | b'(' | b'#' | b'-' | b'=' | b'!' => None,
            _ => self.word(),
        }
    }

    /// An operator with two operands.
    fn operator(&mut self) -> Option<()> {
        let mut length = 1;
        while !self.is_delimiter(length) {
            length += 1;
        }
        let text = &self.text[self.at..self.at + length];
        let is_known = matches!(text, b"=" | b"==" | b"!=" | b"=~")
            || BINARY.iter().any(|operator| operator.as_bytes() == text);
        self.at += length;
        is_known.then_some(())
    }

    /// An operand that can be no operator, and has no subscript.
    fn operand_of_test(&mut self) -> Option<()> {
        let begin = self.at;
        let is_right = |byte: u8| byte.is_ascii_alphanumeric() || b"\"'$/._~".contains(&byte);
        if !is_right(self.byte()?) {
            return None;
        }
        self.word()?;
        (!self.text[begin..self.at].contains(&b'[')).then_some(())
    }
}
