//! Shell patterns that are regular expressions: the same text in the other language, so that
//! what their groups have taken can be asked for (ksh93's `\1` and `.sh.match`).

use super::expression_of_ksh::{expression_of_ksh, kept};
use super::ksh::{Kind, Options, bracket_end, closing, count};

/// A pattern as an extended regular expression.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Expression {
    /// The expression.
    pub text: Vec<u8>,
    /// It is to match at the beginning of a text.
    pub left: bool,
    /// It is to match to the end of a text.
    pub right: bool,
    /// For each group of the pattern the number of the expression's; none: they are the same.
    pub groups: Vec<usize>,
}

/// The extended regular expression that a pattern is, by its `~(E)` or because its groups are
/// groups there too; None where there is none, as for `!(p)` and `%(pairs)`.
pub fn expression(pattern: &[u8]) -> Option<Expression> {
    if let Some(inner) = pattern.strip_prefix(b"~(")
        && let Some(close) = closing(inner)
    {
        let (head, rest) = (&inner[..close], &inner[close + 1..]);
        let letters = head.split(|&byte| byte == b':').next()?;
        let options = Options::new(letters);
        let text = match (options.kind, head.len() > letters.len()) {
            (Kind::Extended, false) => kept(rest),
            (Kind::Extended, true) if rest.is_empty() => kept(&head[letters.len() + 1..]),
            (Kind::Shell, false) if !options.lazy && options.nocase.is_none() => {
                return expression(rest);
            }
            _ => return None,
        };
        let (left, right) = (options.left, options.right);
        let (text, groups) = expression_of_ksh(&text, options.spaced);
        return Some(Expression { text, left, right, groups });
    }
    let mut found = Expression::default();
    let mut last = 0;
    grouped(pattern, &mut found, &mut last)?;
    Some(found)
}

/// Writes a pattern as an expression; `last`: the number of the group before.
fn grouped(pattern: &[u8], found: &mut Expression, last: &mut usize) -> Option<()> {
    let plain = |byte: u8, out: &mut Vec<u8>| {
        if b".[]*^$()+?{}|\\".contains(&byte) {
            out.push(b'\\');
        }
        out.push(byte);
    };
    let mut at = 0;
    while let Some(&byte) = pattern.get(at) {
        let (sign, open) = match byte {
            b'@' | b'?' | b'*' | b'+' | b'!' | b'%' | b'~'
                if pattern.get(at + 1) == Some(&b'(') =>
            {
                (vec![byte], at + 2)
            }
            b'{' => match count(&pattern[at..]) {
                Some((.., length)) => (pattern[at..at + length - 1].to_vec(), at + length),
                None => (Vec::new(), 0),
            },
            _ => (Vec::new(), 0),
        };
        if open > 0
            && let Some(close) = closing(&pattern[open..])
        {
            if matches!(sign[0], b'!' | b'%' | b'~') {
                return None;
            }
            // A group that repeats has taken all of its repetitions: it is in one of its own.
            let repeats = sign[0] != b'@';
            found.groups.push(*last + 1);
            *last += 1 + usize::from(repeats);
            found.text.extend_from_slice(if repeats { b"((" } else { b"(" });
            for (index, part) in alternatives(&pattern[open..open + close]).enumerate() {
                if index > 0 {
                    found.text.push(b'|');
                }
                grouped(part, found, last)?;
            }
            found.text.push(b')');
            if repeats {
                found.text.extend_from_slice(&sign);
                found.text.push(b')');
            }
            at = open + close + 1;
            continue;
        }
        at += 1;
        match byte {
            b'?' => found.text.push(b'.'),
            b'*' => found.text.extend_from_slice(b".*"),
            b'\\' => {
                if let Some(&quoted) = pattern.get(at) {
                    // A class in a group (`\\w`) is left to the other matcher.
                    if b"dDsSwW".contains(&quoted) {
                        return None;
                    }
                    plain(quoted, &mut found.text);
                    at += 1;
                }
            }
            b'[' => {
                let rest = &pattern[at..];
                let Some(end) = bracket_end(rest, b"!^") else {
                    plain(b'[', &mut found.text);
                    continue;
                };
                found.text.push(b'[');
                let inside = &rest[..end];
                match inside.split_first() {
                    Some((b'!' | b'^', inside)) => {
                        found.text.push(b'^');
                        found.text.extend_from_slice(&super::unescape(inside));
                    }
                    _ => found.text.extend_from_slice(&super::unescape(inside)),
                }
                found.text.push(b']');
                at += end + 1;
            }
            byte => plain(byte, &mut found.text),
        }
    }
    Some(())
}

/// The members of a group.
fn alternatives(body: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(body);
    std::iter::from_fn(move || {
        let text = rest?;
        let (mut open, mut at) = (0usize, 0);
        while at < text.len() {
            match text[at] {
                b'\\' => at += 1,
                b'(' => open += 1,
                b')' => open = open.saturating_sub(1),
                b'|' if open == 0 => {
                    rest = Some(&text[at + 1..]);
                    return Some(&text[..at]);
                }
                _ => {}
            }
            at += 1;
        }
        rest = None;
        Some(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_expressions() {
        let shown = |text: &str| {
            let found = expression(text.as_bytes()).unwrap_or_default();
            (String::from_utf8_lossy(&found.text).into_owned(), found.groups)
        };
        assert_eq!(shown("~(E)(a|b)+"), ("(a|b)+".into(), vec![]));
        assert_eq!(shown("~(E:(a)|b)"), ("(a)|b".into(), vec![]));
        assert_eq!(shown("@(a|b?)*.c"), ("(a|b.).*\\.c".into(), vec![1]));
        assert_eq!(shown("+([!0-9])@(x)"), ("(([^0-9])+)(x)".into(), vec![1, 3]));
        assert_eq!(shown("{2,3}(x@(y))"), ("((x(y)){2,3})".into(), vec![1, 3]));
        for none in ["!(a)", "%(())", "~(-g)a", "a~(i:b)"] {
            assert!(expression(none.as_bytes()).is_none(), "{none}");
        }
    }
}
