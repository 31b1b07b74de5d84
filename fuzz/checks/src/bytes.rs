//! Choices made by input bytes: whoever mutates the bytes mutates what is built from them.

/// The bytes that are left.
#[derive(Clone, Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next byte; 0 at the end.
    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&byte, rest)) => {
                self.0 = rest;
                byte
            }
            None => 0,
        }
    }

    /// A number below `limit`; 0 at the end.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(self.byte()) % limit.max(1)
    }

    /// One of several; the first at the end.
    pub fn pick<'c, T>(&mut self, choices: &'c [T]) -> &'c T {
        &choices[self.below(choices.len())]
    }

    /// What precedes the first `separator`, which is taken too.
    pub fn until(&mut self, separator: u8) -> &'a [u8] {
        let at = self.0.iter().position(|&byte| byte == separator);
        let (part, rest) = self.0.split_at(at.unwrap_or(self.0.len()));
        self.0 = rest.get(1..).unwrap_or(&[]);
        part
    }
}
