//! The options of a builtin that takes arguments with some of them, letter by letter (POSIX XBD
//! 12.2): `-ab`, `-n 3`, `-n3`, `--`.
//!
//! An iterator over the letters: the builtin asks for an argument when a letter takes one, and for
//! the operands at the end. Most builtins without such options use `builtins::letters` of the
//! module root.

use syntax::ByteString;

/// Reads the options; what is left are the operands.
pub struct Letters<'f> {
    fields: &'f [ByteString],
    /// The field that is read next.
    at: usize,
    /// What is left of an option's field.
    rest: &'f [u8],
    /// Whether what stands behind a `-` makes the field an operand.
    is_operand: fn(&[u8]) -> bool,
}

impl<'f> Letters<'f> {
    /// The options among a builtin's fields, of which the first is its name.
    pub fn of(fields: &'f [ByteString]) -> Self {
        Self::but(fields, |_| false)
    }

    /// The options where some fields that begin with `-` are operands: those for which
    /// `is_operand` is true of the rest. A `-` alone always is one.
    pub fn but(fields: &'f [ByteString], is_operand: fn(&[u8]) -> bool) -> Self {
        Self { fields, at: 1, rest: b"", is_operand }
    }

    /// The argument of the letter just read: the rest of its field, or the next field. `None`
    /// if there is none.
    pub fn argument(&mut self) -> Option<ByteString> {
        if self.rest.is_empty() {
            let argument = self.fields.get(self.at).cloned();
            self.at += usize::from(argument.is_some());
            return argument;
        }
        Some(ByteString::new(std::mem::take(&mut self.rest)))
    }

    /// What comes after the options.
    pub fn operands(&self) -> &'f [ByteString] {
        self.fields.get(self.at..).unwrap_or_default()
    }
}

impl Iterator for Letters<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if self.rest.is_empty() {
            let [b'-', letters @ ..] = self.fields.get(self.at)?.as_bytes() else { return None };
            if letters.is_empty() || (self.is_operand)(letters) {
                return None;
            }
            self.at += 1;
            if letters == b"-" {
                // Whatever comes is an operand.
                self.is_operand = |_| true;
                return None;
            }
            self.rest = letters;
        }
        let (letter, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> (String, Vec<ByteString>) {
        let fields: Vec<ByteString> = words.iter().map(|word| ByteString::from(*word)).collect();
        let mut letters = Letters::but(&fields, |rest| rest[0].is_ascii_digit());
        let mut seen = String::new();
        while let Some(letter) = letters.next() {
            seen.push(char::from(letter));
            if letter == b'n' {
                let argument = letters.argument();
                seen +=
                    &argument.map_or("?".to_owned(), |text| format!("({})", text.escape_ascii()));
            }
        }
        assert_eq!(letters.next(), None);
        (seen, letters.operands().to_vec())
    }

    #[test]
    fn options_end_where_operands_begin() {
        let cases: &[(&[&str], &str, &[&str])] = &[
            (&["x"], "", &[]),
            (&["x", "-a", "-bc", "y", "-d"], "abc", &["y", "-d"]),
            (&["x", "-an3", "-n", "4", "z"], "an(3)n(4)", &["z"]),
            (&["x", "-n", "--", "-a"], "n(--)a", &[]),
            (&["x", "-a", "--", "-b"], "a", &["-b"]),
            (&["x", "-a", "-"], "a", &["-"]),
            (&["x", "-5", "-a"], "", &["-5", "-a"]),
            (&["x", "-n"], "n?", &[]),
        ];
        for (words, seen, operands) in cases {
            let expected: Vec<ByteString> = operands.iter().map(|o| ByteString::from(*o)).collect();
            assert_eq!(read(words), (seen.to_string(), expected), "{words:?}");
        }
    }
}
