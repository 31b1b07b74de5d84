//! IFS, looked at once: which bytes separate fields (POSIX XCU 2.6.5).
//!
//! IFS is analysed when it is first needed after an assignment; `expand` asks per byte whether it
//! is white space of IFS, another separator, or neither. In UTF-8 a separator may be a character of
//! several bytes.

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

/// What white space does that stands twice in a row in IFS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepeatedSpace {
    /// Several of it separate as one does (POSIX XCU 2.6.5).
    AsOne,
    /// It separates one by one (ksh93).
    Separates,
}

/// IFS as a table.
pub struct Separators {
    table: [Separator; 256],
    /// Characters of several bytes that separate, one by one.
    wide: Vec<Vec<u8>>,
    /// What `"$*"` puts between its fields: the first character, or nothing.
    pub joint: Vec<u8>,
    /// No byte separates.
    pub none: bool,
}

impl Separators {
    /// `value`: of IFS, None if unset. `utf8`: the first character may have several bytes.
    pub fn new(value: Option<&[u8]>, utf8: bool, repeated: RepeatedSpace) -> Self {
        let value = value.unwrap_or(b" \t\n");
        let mut table = [Separator::None; 256];
        let mut wide = Vec::new();
        let mut single = |byte: u8| {
            table[usize::from(byte)] = match byte {
                b' ' | b'\t' | b'\n' => Separator::Space,
                _ => Separator::Other,
            };
        };
        if utf8 && !value.is_ascii() {
            for chunk in value.utf8_chunks() {
                for character in chunk.valid().chars() {
                    match u8::try_from(u32::from(character)) {
                        Ok(byte) if byte.is_ascii() => single(byte),
                        _ => wide.push(character.to_string().into_bytes()),
                    }
                }
                chunk.invalid().iter().for_each(|&byte| single(byte));
            }
        } else {
            value.iter().for_each(|&byte| single(byte));
        }
        if repeated == RepeatedSpace::Separates {
            for pair in value.windows(2).filter(|pair| pair[0] == pair[1]) {
                table[usize::from(pair[0])] = Separator::Other;
            }
        }
        let length = match std::str::from_utf8(value) {
            Ok(text) if utf8 => text.chars().next().map_or(0, char::len_utf8),
            _ => value.len().min(1),
        };
        Self { table, wide, joint: value[..length].to_vec(), none: value.is_empty() }
    }

    /// The first separator in a text: where it begins, its bytes, its kind.
    #[inline]
    pub fn find(&self, text: &[u8]) -> Option<(usize, usize, Separator)> {
        if !self.wide.is_empty() {
            return (0..text.len()).find_map(|at| {
                let (kind, length) = self.at(text, at);
                (kind != Separator::None).then_some((at, length, kind))
            });
        }
        let at = text.iter().position(|&byte| self.of(byte) != Separator::None)?;
        Some((at, 1, self.of(text[at])))
    }

    /// What separates at a place of a text, and its bytes.
    pub fn at(&self, text: &[u8], at: usize) -> (Separator, usize) {
        match self.of(text[at]) {
            Separator::None => {
                let wide = self.wide.iter().find(|wide| text[at..].starts_with(wide));
                wide.map_or((Separator::None, 1), |wide| (Separator::Other, wide.len()))
            }
            kind => (kind, 1),
        }
    }

    /// The bytes of the separator, no white space, that a text ends with; 0: none.
    pub fn at_end(&self, text: &[u8]) -> usize {
        match text.last() {
            Some(&byte) if self.of(byte) == Separator::Other => 1,
            _ => self.wide.iter().find(|wide| text.ends_with(wide)).map_or(0, Vec::len),
        }
    }

    /// How a byte separates.
    #[inline]
    pub fn of(&self, byte: u8) -> Separator {
        self.table[usize::from(byte)]
    }
}
