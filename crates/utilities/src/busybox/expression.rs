//! Regular expressions that all take for the same: what POSIX says of them, without what it leaves
//! open.

/// What an expression has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    /// Its groups.
    pub(super) groups: u8,
    /// Whether what a group stands for may be seen in several ways: one that is repeated, or a choice.
    pub(super) is_open: bool,
    /// Whether it has what stands for a character beyond ASCII: `.`, a set of all but some, a class.
    pub(super) is_wide: bool,
    /// Whether it may match no character, be it at the beginning or the end alone.
    pub(super) may_match_nothing: bool,
    /// Whether it may match no character, anywhere.
    pub(super) may_be_empty: bool,
}

/// The shape of a basic or extended expression; None for what is left to the installed program.
pub(super) fn shape(pattern: &[u8], is_extended: bool) -> Option<Shape> {
    let start = pattern.strip_prefix(b"^").unwrap_or(pattern);
    let is_bound = start.ends_with(b"$") && !start.ends_with(b"\\$");
    let rest = if is_bound { &start[..start.len() - 1] } else { start };
    if rest.is_empty() {
        // `^`, `$` and `^$`.
        let shape = Shape { may_match_nothing: true, ..Shape::default() };
        return (!pattern.is_empty()).then_some(shape);
    }
    let mut reader = Reader { rest, is_extended, depth: 0, shape: Shape::default() };
    let is_solid = reader.choices()?;
    reader.shape.may_match_nothing = !is_solid;
    reader.shape.may_be_empty = !is_solid && start.len() == pattern.len();
    // What is bound to the ends of a line is one choice.
    let is_choice = reader.shape.is_open && rest.contains(&b'|');
    let is_whole = rest.len() == pattern.len();
    (reader.rest.is_empty() && (is_whole || !is_choice)).then_some(reader.shape)
}

struct Reader<'p> {
    rest: &'p [u8],
    is_extended: bool,
    depth: u8,
    shape: Shape,
}

impl Reader<'_> {
    /// The next bytes, where they are these.
    fn take(&mut self, text: &[u8]) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Choices; whether each has a character.
    fn choices(&mut self) -> Option<bool> {
        let mut is_solid = true;
        loop {
            is_solid &= self.sequence()?;
            if !(self.is_extended && self.take(b"|")) {
                return Some(is_solid);
            }
            self.shape.is_open = true;
        }
    }

    /// A row of atoms; whether one is a character in any case.
    fn sequence(&mut self) -> Option<bool> {
        let (mut count, mut is_solid) = (0, false);
        while !self.rest.is_empty() && !self.is_at_end() {
            let is_group = self.atom()?;
            let is_repeated = self.repetition()?;
            self.shape.is_open |= is_group && is_repeated;
            is_solid |= !is_group && !is_repeated;
            count += 1;
        }
        (count > 0).then_some(is_solid)
    }

    fn is_at_end(&self) -> bool {
        match self.is_extended {
            true => matches!(self.rest[0], b')' | b'|'),
            false => self.rest.starts_with(b"\\)"),
        }
    }

    /// One atom; whether it is a group.
    fn atom(&mut self) -> Option<bool> {
        let (open, close): (&[u8], &[u8]) =
            if self.is_extended { (b"(", b")") } else { (b"\\(", b"\\)") };
        if self.take(open) {
            self.depth += 1;
            self.shape.groups += 1;
            if self.depth > 3 || self.shape.groups > 9 {
                return None;
            }
            self.choices()?;
            self.depth -= 1;
            return self.take(close).then_some(true);
        }
        let (&first, after) = self.rest.split_first()?;
        self.rest = after;
        match first {
            b'.' => self.shape.is_wide = true,
            b'[' => self.set()?,
            b'\\' => {
                let (&escaped, after) = after.split_first()?;
                let is_special = match escaped {
                    b'.' | b'*' | b'[' | b']' | b'/' | b'$' | b'^' => true,
                    b'+' | b'?' | b'(' | b')' | b'{' | b'}' | b'|' => self.is_extended,
                    _ => false,
                };
                if !is_special {
                    return None;
                }
                self.rest = after;
            }
            b'+' | b'?' | b'(' | b')' | b'{' | b'}' | b'|' if !self.is_extended => {}
            b' ' | b'\t' => {}
            _ if first.is_ascii_alphanumeric() || b"_,:;=@%~!#<>\"'/-&`".contains(&first) => {}
            _ => return None,
        }
        Some(false)
    }

    /// The rest of a set.
    fn set(&mut self) -> Option<()> {
        self.shape.is_wide |= self.take(b"^");
        let mut count = 0;
        loop {
            let (&first, after) = self.rest.split_first()?;
            if first == b']' && count > 0 {
                self.rest = after;
                return Some(());
            }
            count += 1;
            if self.take(b"[:") {
                const CLASSES: &[&[u8]] = &[
                    b"alnum", b"alpha", b"blank", b"digit", b"lower", b"punct", b"space", b"upper",
                    b"xdigit",
                ];
                let end = self.rest.windows(2).position(|two| two == b":]")?;
                if !CLASSES.contains(&&self.rest[..end]) {
                    return None;
                }
                self.rest = &self.rest[end + 2..];
                self.shape.is_wide = true;
                continue;
            }
            let is_last = after.first() == Some(&b']');
            let is_known = first.is_ascii_alphanumeric()
                || b" \t_,:;=@%~!#<>\"'/.+*?(){}|$&`".contains(&first)
                || first == b'-' && (is_last || count == 1);
            if !is_known {
                return None;
            }
            self.rest = after;
            if let [b'-', last, after @ ..] = after
                && *last != b']'
            {
                if !is_range(first, *last) {
                    return None;
                }
                self.rest = after;
            }
        }
    }

    /// What says how often; whether there is something.
    fn repetition(&mut self) -> Option<bool> {
        let is_there = if self.take(b"*") {
            true
        } else if self.is_extended {
            self.take(b"+") || self.take(b"?") || self.take(b"{") && self.bounds(b"}")?
        } else {
            self.take(b"\\?") || self.take(b"\\+") || self.take(b"\\{") && self.bounds(b"\\}")?
        };
        // A second one is for each to say.
        let is_second = match self.is_extended {
            true => matches!(self.rest.first(), Some(b'*' | b'+' | b'?' | b'{')),
            false => {
                self.rest.starts_with(b"*") || matches!(self.rest, [b'\\', b'?' | b'+' | b'{', ..])
            }
        };
        (!is_there || !is_second).then_some(is_there)
    }

    fn bounds(&mut self, end: &[u8]) -> Option<bool> {
        let at = self.rest.windows(end.len()).position(|text| text == end)?;
        let (bounds, rest) = (&self.rest[..at], &self.rest[at + end.len()..]);
        self.rest = rest;
        let mut numbers = bounds.split(|byte| *byte == b',');
        let least = super::number(numbers.next()?)?;
        let most = match numbers.next() {
            None | Some(b"") => least,
            Some(text) => super::number(text)?,
        };
        (numbers.next().is_none() && least <= most && most <= 40).then_some(true)
    }
}

/// Whether a range is one of letters of a kind or of digits.
fn is_range(first: u8, last: u8) -> bool {
    let kind =
        |byte: u8| (byte.is_ascii_lowercase(), byte.is_ascii_uppercase(), byte.is_ascii_digit());
    first.is_ascii_alphanumeric() && kind(first) == kind(last) && first <= last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn basic_expressions() {
        let is = |text: &[u8]| shape(text, false).is_some();
        for text in [
            &b"a"[..],
            b"^/bin/sh$",
            b"\\([0-9]*\\)\\.\\([0-9]*\\).*",
            b"[^[:space:]]*",
            b"^$",
            b"a\\{2,3\\}",
            b"a+b",
            b"[]",
        ] {
            assert_eq!(is(text), text != b"[]", "{}", text.escape_ascii());
        }
        for text in
            [&b"a**"[..], b"\\w", b"\\(a", b"a\\|b", b"*a", b"[z-a]", b"a^b", b"\\1", b"a\\"]
        {
            assert!(!is(text), "{}", text.escape_ascii());
        }
        assert_eq!(
            shape(b"\\(a\\)*b", false),
            Some(Shape { groups: 1, is_open: true, ..Shape::default() })
        );
    }

    #[test]
    fn extended_expressions() {
        let is = |text: &[u8]| shape(text, true).is_some();
        for text in [&b"a|b"[..], b"(ab|c)+d?", b"^(a)$", b"a{2,3}\\."] {
            assert!(is(text), "{}", text.escape_ascii());
        }
        for text in [&b"^a|b"[..], b"(", b"()", b"a|", b"a{,2}", b"a+?"] {
            assert!(!is(text), "{}", text.escape_ascii());
        }
    }
}
