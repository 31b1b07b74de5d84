//! What only ksh93's patterns have, written with the groups that all have: counted groups
//! `{n}(p)`, `{n,m}(p)`, and `~(options)`, `~(options:p)` with `E` (extended regular
//! expression), `F` (literal), `K` (shell pattern), `i` (letters in either case), `l` and `r`
//! (anchored left and right).

/// A pattern without what only ksh93 has.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Plain {
    /// The pattern.
    pub(super) pattern: Vec<u8>,
    /// Whether letters match in either case, where the pattern says.
    pub(super) nocase: Option<bool>,
    /// A regular expression: it need not match the beginning, or the end, of a whole text.
    pub(super) loose: (bool, bool),
}

/// More than this a count is not written out to: the pattern then stands for itself.
const MOST: usize = 1 << 16;

/// The pattern rewritten; None where nothing of ksh93's is in it.
pub(super) fn rewritten(pattern: &[u8]) -> Option<Plain> {
    if !pattern.windows(2).any(|pair| matches!(pair, b"}(" | b"~(")) {
        return None;
    }
    let mut plain = Plain::default();
    let mut rest = pattern;
    while let Some(inner) = rest.strip_prefix(b"~(") {
        let Some(close) = closing(inner) else { break };
        let head = &inner[..close];
        let letters = head.split(|&byte| byte == b':').next().unwrap_or_default();
        if !letters.iter().all(|byte| b"+-EAXGBPKFSVNMilrgLRsxd".contains(byte)) {
            break;
        }
        let options = Options::new(letters);
        plain.nocase = options.nocase.or(plain.nocase);
        if head.len() > letters.len() {
            let part = translated(&head[letters.len() + 1..], options.kind);
            plain.pattern.extend_from_slice(&[b"@(", &part[..], b")"].concat());
            rest = &inner[close + 1..];
            continue;
        }
        rest = &inner[close + 1..];
        if options.kind != Kind::Shell {
            let rest = &super::unescape(rest)[..];
            let text = translated(rest, options.kind);
            plain.loose = match options.kind {
                Kind::Literal => (!options.left, !options.right),
                _ => (
                    !options.left && rest.first() != Some(&b'^'),
                    !options.right && rest.last() != Some(&b'$'),
                ),
            };
            plain.pattern.extend_from_slice(&text);
            return Some(plain);
        }
    }
    counted(rest, &mut plain.pattern)?;
    (plain.pattern != pattern).then_some(plain)
}

/// A pattern as an extended regular expression in which its groups are groups, and whether it
/// is to match at the beginning, and to the end, of a text; None where there is none, for
/// `!(p)`.
pub fn expression(pattern: &[u8]) -> Option<(Vec<u8>, bool, bool)> {
    if let Some(inner) = pattern.strip_prefix(b"~(")
        && let Some(close) = closing(inner)
        && !inner[..close].contains(&b':')
    {
        let options = Options::new(&inner[..close]);
        let rest = &inner[close + 1..];
        return match options.kind {
            Kind::Extended => Some((super::unescape(rest), options.left, options.right)),
            Kind::Shell => expression(rest),
            Kind::Literal => None,
        };
    }
    let mut out = Vec::with_capacity(pattern.len() + 8);
    grouped(pattern, &mut out)?;
    Some((out, false, false))
}

fn grouped(pattern: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let plain = |byte: u8, out: &mut Vec<u8>| {
        if b".[]*^$()+?{}|\\".contains(&byte) {
            out.push(b'\\');
        }
        out.push(byte);
    };
    let mut at = 0;
    while let Some(&byte) = pattern.get(at) {
        let (sign, open) = match byte {
            b'@' | b'?' | b'*' | b'+' | b'!' if pattern.get(at + 1) == Some(&b'(') => {
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
            if sign[0] == b'!' {
                return None;
            }
            out.push(b'(');
            for (index, part) in alternatives(&pattern[open..open + close]).enumerate() {
                if index > 0 {
                    out.push(b'|');
                }
                grouped(part, out)?;
            }
            out.push(b')');
            if sign[0] != b'@' {
                out.extend_from_slice(&sign);
            }
            at = open + close + 1;
            continue;
        }
        at += 1;
        match byte {
            b'?' => out.push(b'.'),
            b'*' => out.extend_from_slice(b".*"),
            b'\\' => {
                if let Some(&quoted) = pattern.get(at) {
                    plain(quoted, out);
                    at += 1;
                }
            }
            b'[' => {
                let rest = &pattern[at..];
                let Some(end) = bracket_end(rest, b"!^") else {
                    plain(b'[', out);
                    continue;
                };
                out.push(b'[');
                let inside = &rest[..end];
                match inside.split_first() {
                    Some((b'!' | b'^', inside)) => {
                        out.push(b'^');
                        out.extend_from_slice(&super::unescape(inside));
                    }
                    _ => out.extend_from_slice(&super::unescape(inside)),
                }
                out.push(b']');
                at += end + 1;
            }
            byte => plain(byte, out),
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Shell,
    Extended,
    Literal,
}

struct Options {
    kind: Kind,
    nocase: Option<bool>,
    left: bool,
    right: bool,
}

impl Options {
    fn new(letters: &[u8]) -> Options {
        let mut options = Options { kind: Kind::Shell, nocase: None, left: false, right: false };
        let mut on = true;
        for letter in letters {
            match letter {
                b'+' => on = true,
                b'-' => on = false,
                b'i' => options.nocase = Some(on),
                b'E' | b'X' | b'P' | b'G' | b'B' | b'A' => options.kind = Kind::Extended,
                b'F' => options.kind = Kind::Literal,
                b'K' | b'S' => options.kind = Kind::Shell,
                b'l' => options.left = on,
                b'r' => options.right = on,
                _ => {}
            }
        }
        options
    }
}

fn translated(text: &[u8], kind: Kind) -> Vec<u8> {
    let mut out = Vec::new();
    match kind {
        Kind::Shell => {
            if counted(text, &mut out).is_none() {
                out = text.to_vec();
            }
        }
        Kind::Extended => Expression { rest: text }.alternatives(&mut out, 0),
        Kind::Literal => text.iter().for_each(|&byte| literal(byte, &mut out)),
    }
    out
}

/// Writes counted groups out; None where that would be too long.
fn counted(pattern: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let mut at = 0;
    while at < pattern.len() {
        if out.len() > MOST {
            return None;
        }
        match pattern[at] {
            b'\\' => {
                out.extend_from_slice(&pattern[at..(at + 2).min(pattern.len())]);
                at += 2;
            }
            b'{' => {
                let Some((least, most, length)) = count(&pattern[at..]) else {
                    out.push(b'{');
                    at += 1;
                    continue;
                };
                let Some(close) = closing(&pattern[at + length..]) else {
                    out.push(b'{');
                    at += 1;
                    continue;
                };
                let mut body = b"@(".to_vec();
                counted(&pattern[at + length..at + length + close], &mut body)?;
                body.push(b')');
                let copies = most.unwrap_or(least).max(least);
                if copies.checked_mul(body.len() + 3).is_none_or(|size| size > MOST) {
                    return None;
                }
                for _ in 0..least {
                    out.extend_from_slice(&body);
                }
                match most {
                    None => {
                        out.push(b'*');
                        out.extend_from_slice(&body[1..]);
                    }
                    Some(most) => {
                        let optional = most.saturating_sub(least);
                        for _ in 0..optional {
                            out.extend_from_slice(b"?(");
                            out.extend_from_slice(&body);
                        }
                        out.extend(std::iter::repeat_n(b')', optional));
                    }
                }
                at += length + close + 1;
            }
            byte => {
                out.push(byte);
                at += 1;
            }
        }
    }
    Some(())
}

/// `{n}(`, `{n,}(`, `{n,m}(`: the counts, and the length.
fn count(text: &[u8]) -> Option<(usize, Option<usize>, usize)> {
    let (least, after) = number(text.get(1..)?);
    let least = least?;
    let (most, after) = match after.first()? {
        b'}' => (Some(least), after),
        b',' => number(&after[1..]),
        _ => return None,
    };
    let after = after.strip_prefix(b"}")?;
    let after = after.strip_prefix(b"(")?;
    Some((least, most, text.len() - after.len()))
}

fn number(text: &[u8]) -> (Option<usize>, &[u8]) {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (std::str::from_utf8(&text[..digits]).ok().and_then(|text| text.parse().ok()), &text[digits..])
}

/// Where the parenthesis is closed after whose `(` this begins.
fn closing(text: &[u8]) -> Option<usize> {
    let mut open = 0usize;
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'\\' => at += 1,
            b'(' => open += 1,
            b')' if open == 0 => return Some(at),
            b')' => open -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Where the `]` is of a bracket expression after whose `[` this begins: it is not the first
/// character, and not part of a class. `signs`: what negates it.
fn bracket_end(text: &[u8], signs: &[u8]) -> Option<usize> {
    let mut end = usize::from(text.first().is_some_and(|byte| signs.contains(byte)));
    end += usize::from(text.get(end) == Some(&b']'));
    while *text.get(end)? != b']' {
        if let [b'[', mark @ (b':' | b'.' | b'='), after @ ..] = &text[end..]
            && let Some(close) = after.windows(2).position(|pair| pair == [*mark, b']'])
        {
            end += 2 + close + 1;
        }
        end += 1;
    }
    Some(end)
}

fn literal(byte: u8, out: &mut Vec<u8>) {
    if !byte.is_ascii_alphanumeric() && byte.is_ascii() {
        out.push(b'\\');
    }
    out.push(byte);
}

/// An extended regular expression (POSIX XBD 9.4) that is written as a shell pattern.
struct Expression<'a> {
    rest: &'a [u8],
}

impl Expression<'_> {
    fn alternatives(&mut self, out: &mut Vec<u8>, depth: usize) {
        out.extend_from_slice(b"@(");
        while let Some(&byte) = self.rest.first() {
            match byte {
                b'|' => {
                    self.rest = &self.rest[1..];
                    out.push(b'|');
                }
                b')' if depth > 0 => break,
                b'^' | b'$' => self.rest = &self.rest[1..],
                _ => self.repeated(out, depth),
            }
        }
        out.push(b')');
    }

    /// An atom with what says how often it stands there.
    fn repeated(&mut self, out: &mut Vec<u8>, depth: usize) {
        let mut atom = Vec::new();
        self.atom(&mut atom, depth);
        while let Some(&sign) = self.rest.first() {
            let sign = match sign {
                b'*' | b'+' | b'?' => {
                    self.rest = &self.rest[1..];
                    vec![sign]
                }
                b'{' => {
                    let Some(end) = self.rest.iter().position(|&byte| byte == b'}') else { break };
                    let mut group = Vec::new();
                    let counted_group = [&self.rest[..=end], b"(", &atom[..], b")"].concat();
                    if counted(&counted_group, &mut group).is_none() {
                        break;
                    }
                    self.rest = &self.rest[end + 1..];
                    atom = group;
                    continue;
                }
                _ => break,
            };
            atom = [&sign[..], b"(", &atom, b")"].concat();
        }
        out.extend_from_slice(&atom);
    }

    fn atom(&mut self, out: &mut Vec<u8>, depth: usize) {
        let Some((&byte, rest)) = self.rest.split_first() else { return };
        self.rest = rest;
        match byte {
            b'.' => out.push(b'?'),
            b'(' => {
                self.alternatives(out, depth + 1);
                self.rest = self.rest.strip_prefix(b")").unwrap_or(self.rest);
            }
            b'[' => {
                let Some(end) = bracket_end(rest, b"^") else { return literal(b'[', out) };
                out.push(b'[');
                let inside = &rest[..end];
                match inside.strip_prefix(b"^") {
                    Some(inside) => out.extend_from_slice(&[b"!", inside].concat()),
                    None => out.extend_from_slice(inside),
                }
                out.push(b']');
                self.rest = &rest[end + 1..];
            }
            b'\\' => {
                if let Some((&escaped, rest)) = rest.split_first() {
                    self.rest = rest;
                    literal(escaped, out);
                }
            }
            byte => literal(byte, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Glob, GlobOptions};

    fn matches(pattern: &str, text: &str) -> bool {
        let options = GlobOptions { extended: true, ..GlobOptions::default() };
        Glob::new(pattern.as_bytes(), options).is_match(text.as_bytes())
    }

    #[test]
    fn counts() {
        assert!(matches("{3}(a)b", "aaab"));
        assert!(!matches("{3}(a)b", "aab"));
        assert!(matches("{1,2}(ab|c)", "abc"));
        assert!(!matches("{1,2}(ab|c)", "abcc"));
        assert!(matches("x{2,}([0-9])", "x1234"));
        assert!(!matches("x{2,}([0-9])", "x1"));
        assert!(matches("{0,1}(a)", ""));
        assert!(matches("\\{3}\\(a)", "{3}(a)"));
    }

    #[test]
    fn groups_of_expressions() {
        let expression = |text: &str| {
            let (expression, ..) = super::expression(text.as_bytes()).unwrap_or_default();
            String::from_utf8_lossy(&expression).into_owned()
        };
        assert_eq!(expression("@(a|b?)*.c"), "(a|b.).*\\.c");
        assert_eq!(expression("+([!0-9])"), "([^0-9])+");
        assert_eq!(expression("{2,3}(x@(y))"), "(x(y)){2,3}");
        assert!(super::expression(b"!(a)").is_none());
    }

    #[test]
    fn expressions() {
        assert!(matches("~(E)b+c?", "abbbd"));
        assert!(!matches("~(E)^b", "ab"));
        assert!(matches("~(E)^(ab|cd){2}$", "abcd"));
        assert!(!matches("~(E)^(ab|cd){2}$", "abcda"));
        assert!(matches("~(E)[[:digit:]]\\.[^x]$", "v1.y"));
        assert!(matches("~(i)ABC*", "abcd"));
        assert!(matches("~(F)a.b", "xa.by"));
        assert!(!matches("~(F)a.b", "xacby"));
        assert!(matches("~(E:a|b)c", "bc"));
    }
}
