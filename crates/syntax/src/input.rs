//! Where a parser gets its text from.

use std::io;

/// A source of script text, asked for more only when the parser needs it.
pub trait Input {
    /// Appends more text to `buffer`, at least one byte; false at the end. For a source that
    /// commands read from too (a script on standard input) no more than one line.
    ///
    /// # Errors
    /// Those of the source, such as read(2)'s; the parser ends with them.
    fn more(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool>;

    /// What is known to follow what has been appended: more may.
    fn upcoming(&self) -> &[u8] {
        &[]
    }
}

/// A text that is there as a whole.
pub struct Text<'a>(pub &'a [u8]);

impl Input for Text<'_> {
    fn more(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        if self.0.is_empty() {
            return Ok(false);
        }
        buffer.extend_from_slice(self.0);
        self.0 = &[];
        Ok(true)
    }
}
