//! Scripts of sed that busybox's takes for the same.

use super::expression::{self, Shape};
use super::number;

/// What is in a script.
#[derive(Default)]
pub(super) struct Found {
    /// The line at which it quits.
    pub(super) quits_at: Option<u32>,
    /// A command has a range of lines.
    pub(super) has_range: bool,
    /// There is more than s (without a number), p and d: other commands, blocks, lines of commands.
    pub(super) has_other: bool,
    /// How many commands there are.
    pub(super) commands: u32,
    reads_on: bool,
}

/// Whether busybox's sed takes a script, or a part of one behind `-e`, for the same. What is found is
/// added to what other parts have.
pub(super) fn is_alike(script: &[u8], reading: Reading, found: &mut Found) -> bool {
    found.has_other |= script.contains(&b'\n');
    let mut reader = Reader { rest: script, reading, found, depth: 0 };
    let is_known = !script.is_empty() && reader.commands().is_some();
    // It loses count of a range where lines are read within it.
    is_known && !(found.has_range && found.reads_on)
}

/// How a script is read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    /// Expressions are extended ones (`-E`).
    pub(super) is_extended: bool,
    /// Characters are UTF-8's, not bytes.
    pub(super) is_utf8: bool,
}

struct Reader<'s> {
    rest: &'s [u8],
    reading: Reading,
    found: &'s mut Found,
    depth: u8,
}

/// An address.
enum Address {
    Line(u32),
    Other,
}

impl<'s> Reader<'s> {
    fn skip(&mut self, bytes: &[u8]) {
        let count = self.rest.iter().take_while(|byte| bytes.contains(byte)).count();
        self.rest = &self.rest[count..];
    }

    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    fn commands(&mut self) -> Option<()> {
        loop {
            self.skip(b" \t;\n");
            if self.rest.is_empty() {
                return (self.depth == 0).then_some(());
            }
            if self.rest[0] == b'}' {
                self.rest = &self.rest[1..];
                self.depth = self.depth.checked_sub(1)?;
                self.end()?;
                continue;
            }
            self.command()?;
        }
    }

    /// What may follow a command.
    fn end(&mut self) -> Option<()> {
        self.skip(b" \t");
        matches!(self.rest.first(), None | Some(b';' | b'\n' | b'}')).then_some(())
    }

    fn command(&mut self) -> Option<()> {
        let first = self.address()?;
        let mut is_line = None;
        if let Some(address) = &first {
            if let Address::Line(line) = address {
                is_line = Some(*line);
            }
            if self.rest.first() == Some(&b',') {
                self.rest = &self.rest[1..];
                is_line = None;
                self.found.has_range = true;
                self.address()??;
            }
            self.skip(b" \t");
            if self.rest.first() == Some(&b'!') {
                self.rest = &self.rest[1..];
                is_line = None;
                self.skip(b" \t");
            }
        }
        let command = self.next()?;
        self.found.commands += 1;
        self.found.has_other |= !b"spd".contains(&command);
        match command {
            b'{' => {
                self.depth += 1;
                (self.depth < 4).then_some(())
            }
            b'p' | b'd' | b'=' | b'G' | b'h' | b'H' | b'P' => self.end(),
            b'n' | b'N' | b'D' => {
                self.found.reads_on = true;
                self.end()
            }
            b'q' if self.depth == 0 && self.found.quits_at.is_none() => {
                self.found.quits_at = Some(is_line?);
                self.end()
            }
            b's' => self.substitution(),
            _ => None,
        }
    }

    /// An address, if there is one.
    fn address(&mut self) -> Option<Option<Address>> {
        match self.rest.first()? {
            b'$' => {
                self.rest = &self.rest[1..];
                Some(Some(Address::Other))
            }
            b'0'..=b'9' => {
                let digits = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let line = number(&self.rest[..digits]).filter(|line| *line > 0)?;
                self.rest = &self.rest[digits..];
                Some(Some(Address::Line(line)))
            }
            b'/' => {
                self.rest = &self.rest[1..];
                self.expression(b'/', false)?;
                Some(Some(Address::Other))
            }
            _ => Some(None),
        }
    }

    /// An expression and the delimiter behind it.
    fn expression(&mut self, delimiter: u8, ignores_case: bool) -> Option<Shape> {
        let text = self.until(delimiter)?;
        let shape = expression::shape(text, self.reading.is_extended)?;
        let is_narrow = !shape.is_wide && !ignores_case;
        (!self.reading.is_utf8 || is_narrow).then_some(shape)
    }

    /// A text up to a delimiter, which does not stand in it but for `\/`.
    fn until(&mut self, delimiter: u8) -> Option<&'s [u8]> {
        let (mut at, rest) = (0, self.rest);
        while rest.get(at)? != &delimiter {
            at += match rest[at] {
                b'\n' => return None,
                // A delimiter in a set ends the text for some.
                b'\\' if rest.get(at + 1)? == &delimiter && delimiter != b'/' => return None,
                b'\\' => 2,
                _ => 1,
            };
        }
        self.rest = &rest[at + 1..];
        Some(&rest[..at])
    }

    fn substitution(&mut self) -> Option<()> {
        let delimiter = self.next()?;
        if !b"/|,#:@!;".contains(&delimiter) {
            return None;
        }
        let shape = self.expression(delimiter, false)?;
        let with = self.until(delimiter)?;
        let mut rest = with;
        while let Some((&first, after)) = rest.split_first() {
            rest = match (first, after) {
                (b'\\', [digit @ b'1'..=b'9', after @ ..]) => {
                    if digit - b'0' > shape.groups || shape.is_open {
                        return None;
                    }
                    after
                }
                (b'\\', [b'/' | b'.' | b'*' | b'&' | b'$' | b'^' | b'[' | b'n', after @ ..]) => {
                    after
                }
                (b'\\', _) => return None,
                (b' '.. | b'\t', after) => after,
                _ => return None,
            };
        }
        let flags = self.rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let (flags, rest) = self.rest.split_at(flags);
        self.rest = rest;
        let is_known = match flags {
            b"" | b"g" | b"p" | b"gp" | b"pg" => true,
            b"I" => !self.reading.is_utf8,
            // busybox's takes the end of a line without a match for one more.
            [b'1'..=b'9'] => {
                self.found.has_other = true;
                !shape.may_match_nothing
            }
            _ => false,
        };
        // Between bytes, or between characters?
        let is_known = is_known && !(self.reading.is_utf8 && shape.may_be_empty);
        if !is_known {
            return None;
        }
        self.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts() {
        let is = |text: &[u8]| is_alike(text, Reading::default(), &mut Found::default());
        for text in [
            &b"p"[..],
            b"s/a/b/;s/c/d/g",
            b"1!G;h;$!d",
            b"s/\\([0-9]*\\)\\.\\([0-9]*\\).*/\\1 \\* 100 + \\2/",
            b"/a/,/b/{s/x/y/\np\n}",
            b"s,/,:,g",
            b"s/^[ \t]*//",
            b"$d",
        ] {
            assert!(is(text), "{}", text.escape_ascii());
        }
        for text in [
            &b""[..],
            b"k",
            b"1,2{n;d}",
            b"s/a/b",
            b"{p",
            b"p}",
            b"0,/a/d",
            b"1~2d",
            b"l",
            b"x",
            b"s/a/\\1/",
            b"s|a\\|b|c|",
            b"w out",
            b"s/a/b/w out",
            b"y/a/b/",
            b":a;ta",
            b"s/o*/x/2",
            b"s/$/x/2",
            b"/a/q",
            b"s/\\(a*\\)*/\\1/",
        ] {
            assert!(!is(text), "{}", text.escape_ascii());
        }
        let mut found = Found::default();
        assert!(is_alike(b"2q", Reading::default(), &mut found) && found.quits_at == Some(2));
        let utf8 = Reading { is_utf8: true, ..Reading::default() };
        assert!(!is_alike(b"s/./x/", utf8, &mut Found::default()));
        assert!(is_alike(b"s/a/x/", utf8, &mut Found::default()));
    }
}
