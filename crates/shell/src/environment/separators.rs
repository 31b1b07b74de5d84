//! IFS, looked at once: which bytes separate fields (POSIX XCU 2.6.5).

/// How a byte separates fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// Not at all.
    None,
    /// As white space: any number of it is one separator.
    Space,
    /// One by one.
    Other,
}

/// IFS as a table.
pub struct Separators {
    table: [Separator; 256],
    /// What `"$*"` puts between its fields: the first character, or nothing.
    pub joint: Vec<u8>,
    /// No byte separates.
    pub none: bool,
}

impl Separators {
    /// `value`: of IFS, None if unset. `utf8`: the first character may have several bytes.
    pub fn new(value: Option<&[u8]>, utf8: bool) -> Self {
        let value = value.unwrap_or(b" \t\n");
        let mut table = [Separator::None; 256];
        for &byte in value {
            table[usize::from(byte)] = match byte {
                b' ' | b'\t' | b'\n' => Separator::Space,
                _ => Separator::Other,
            };
        }
        let length = match std::str::from_utf8(value) {
            Ok(text) if utf8 => text.chars().next().map_or(0, char::len_utf8),
            _ => value.len().min(1),
        };
        Self { table, joint: value[..length].to_vec(), none: value.is_empty() }
    }

    /// How a byte separates.
    #[inline]
    pub fn of(&self, byte: u8) -> Separator {
        self.table[usize::from(byte)]
    }
}
