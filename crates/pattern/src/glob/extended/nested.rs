//! `%(pairs)` (ksh93): text between a begin and its end, counting those inside.
//!
//! The first pair of characters is the begin and the end; each pair after it is skipped as a
//! whole where it stands inside, but that pairs that begin with one of these letters say what
//! their second character is: `D` a delimiter at which there is no match, `E` an escape
//! character, `Q` a quote in which the escape holds, `L` a quote in which nothing does.

/// What `%(pairs)` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Nested {
    /// Begins and their ends; the first is the whole's.
    pairs: Vec<(u8, u8)>,
    delimiters: Vec<u8>,
    escapes: Vec<u8>,
    quotes: Vec<u8>,
    literals: Vec<u8>,
}

impl Nested {
    /// Reads the pairs after `%(`, and tells how long they are with their `)`; None if they
    /// have no end.
    pub(super) fn read(text: &[u8]) -> Option<(Nested, usize)> {
        let mut nested = Nested::default();
        let mut at = 0;
        // A backslash at the very end stands for itself.
        let character = |at: usize| match (text.get(at)?, text.get(at + 1)) {
            (b'\\', Some(&quoted)) if quoted != b')' || text[at + 2..].contains(&b')') => {
                Some((quoted, at + 2))
            }
            (&byte, _) => Some((byte, at + 1)),
        };
        while *text.get(at)? != b')' || at == 0 {
            let (first, after) = character(at)?;
            let (second, after) = character(after)?;
            at = after;
            match first {
                b'D' => nested.delimiters.push(second),
                b'E' => nested.escapes.push(second),
                b'Q' => nested.quotes.push(second),
                b'L' => nested.literals.push(second),
                _ => nested.pairs.push((first, second)),
            }
        }
        Some((nested, at + 1))
    }

    /// Where the match ends that begins at a place; there is one at most.
    pub(super) fn end(&self, text: &[u8], from: usize) -> Option<usize> {
        let first = *text.get(from)?;
        let mut open = Vec::new();
        let mut quote = None;
        match self.pairs.first() {
            Some(&(begin, end)) if begin == first => open.push(end),
            Some(_) => return None,
            None if self.quotes.contains(&first) || self.literals.contains(&first) => {
                quote = Some(first);
            }
            None => return None,
        }
        let mut at = from + 1;
        while let Some(&byte) = text.get(at) {
            at += 1;
            let literal = quote.is_some_and(|quote| self.literals.contains(&quote));
            if self.escapes.contains(&byte) && !literal {
                at += 1;
            } else if let Some(end) = quote {
                if byte == end {
                    quote = None;
                    if open.is_empty() {
                        return Some(at);
                    }
                }
            } else if self.quotes.contains(&byte) || self.literals.contains(&byte) {
                quote = Some(byte);
            } else if self.delimiters.contains(&byte) {
                return None;
            } else if open.last() == Some(&byte) {
                open.pop();
                if open.is_empty() {
                    return Some(at);
                }
            } else if let Some((_, end)) = self.pairs.iter().find(|(begin, _)| *begin == byte) {
                open.push(*end);
            } else if self.pairs.iter().any(|(_, end)| *end == byte) {
                // The end of something that did not begin here.
                return None;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(pairs: &str, text: &str) -> Option<usize> {
        let (nested, length) = Nested::read(pairs.as_bytes())?;
        assert_eq!(length, pairs.len());
        nested.end(text.as_bytes(), 0)
    }

    #[test]
    fn counts_what_is_inside() {
        assert_eq!(end("())", "(a(b)c)d"), Some(7));
        assert_eq!(end("())", "(a(b)c"), None);
        assert_eq!(end("(){})", "({})x"), Some(4));
        assert_eq!(end("[]())", "[)]"), None);
        assert_eq!(end("())", "x()"), None);
    }

    #[test]
    fn quotes_escapes_and_delimiters() {
        assert_eq!(end("{}Q\"E\\\\)", r#"{"}\"}"}x"#), Some(8));
        assert_eq!(end("()Q\")", r#"(\")")x"#), Some(6));
        assert_eq!(end("()E\\\\L')", r"(')\')x"), Some(6));
        assert_eq!(end("()D;)", "(a;b)"), None);
        assert_eq!(end("()D;E\\\\)", r"(a\;b)"), Some(6));
        assert_eq!(end("Q\"E\\)", r#""a\"b"c"#), Some(6));
    }
}
