//! Compiled expressions by their text, for callers that meet the same one again.

use super::{Regex, RegexError, RegexOptions};
use std::rc::Rc;

/// Number of expressions kept; a power of two.
const PLACES: usize = 128;

/// A bounded table of compiled expressions. When it is full, newer ones take the place of older.
#[derive(Default)]
pub struct RegexCache {
    entries: Vec<Option<Entry>>,
}

struct Entry {
    pattern: Box<[u8]>,
    options: RegexOptions,
    regex: Rc<Regex>,
}

impl RegexCache {
    /// An empty table.
    pub fn new() -> RegexCache {
        RegexCache::default()
    }

    /// The compiled pattern, from the table if it was compiled before.
    ///
    /// # Errors
    /// Those of [`Regex::new`]; nothing is kept of such a pattern.
    pub fn get(&mut self, pattern: &[u8], options: RegexOptions) -> Result<Rc<Regex>, RegexError> {
        if self.entries.is_empty() {
            self.entries.resize_with(PLACES, || None);
        }
        // Two places for each: one collision drops nothing.
        let first = hash(pattern);
        let second = first ^ 1;
        for place in [first, second] {
            if let Some(entry) = &self.entries[place]
                && *entry.pattern == *pattern
                && entry.options == options
            {
                return Ok(Rc::clone(&entry.regex));
            }
        }
        let regex = Rc::new(Regex::new(pattern, options)?);
        let entry = Entry { pattern: pattern.into(), options, regex: Rc::clone(&regex) };
        self.entries[second] = self.entries[first].replace(entry);
        Ok(regex)
    }
}

fn hash(pattern: &[u8]) -> usize {
    let mut hash = 0xCBF2_9CE4_8422_2325u64;
    for &byte in pattern {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    }
    (hash ^ hash >> 32) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_expression_is_compiled_once() {
        let mut cache = RegexCache::new();
        let basic = RegexOptions::regcomp(false);
        let one = cache.get(b"a+", basic).unwrap();
        assert!(Rc::ptr_eq(&one, &cache.get(b"a+", basic).unwrap()));
        let extended = cache.get(b"a+", RegexOptions::regcomp(true)).unwrap();
        assert!(!Rc::ptr_eq(&one, &extended));
        assert!(Rc::ptr_eq(&one, &cache.get(b"a+", basic).unwrap()));
        assert_eq!(cache.get(b"\\(", basic).unwrap_err(), RegexError::UnmatchedOpen);
        for number in 0..1000 {
            cache.get(format!("x{number}").as_bytes(), basic).unwrap();
        }
        assert!(cache.entries.len() == PLACES);
    }
}
