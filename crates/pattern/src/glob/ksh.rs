//! What only ksh93's patterns have, written with the groups that all have: counted groups
//! `{n}(p)`, `{n,m}(p)`, and `~(options)`, `~(options:p)` with `E` (extended regular
//! expression), `F` (literal), `K` (shell pattern), `i` (letters in either case), `-g` (stars
//! take as little as they can), `l` and `r` (anchored left and right). `%(pairs)` is in [`super::extended`].

use super::expression_of_ksh::{expression_of_ksh, kept};

/// A pattern without what only ksh93 has.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Plain {
    /// The pattern.
    pub(super) pattern: Vec<u8>,
    /// Whether letters match in either case, where the pattern says.
    pub(super) nocase: Option<bool>,
    /// For each group of the pattern, the number of the one it was written for ([`NONE`] for
    /// none): a counted group is written several times.
    pub(super) groups: Vec<usize>,
    /// Stars take as little as they can (`~(-g)`).
    pub(super) lazy: bool,
    /// A regular expression: it need not match the beginning, or the end, of a whole text.
    pub(super) loose: (bool, bool),
}

/// The number of a group that was not in the pattern before.
pub(super) const NONE: usize = usize::MAX;

/// The letters of `~(options)`.
const LETTERS: &[u8] = b"+-EAXGBPKFSVNMilrgLRsxd";

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
        if !letters.iter().all(|byte| LETTERS.contains(byte)) {
            break;
        }
        let options = Options::new(letters);
        if head.len() > letters.len() {
            group(&head[letters.len() + 1..], &options, &mut plain.pattern, &mut plain.groups);
            rest = &inner[close + 1..];
            continue;
        }
        plain.nocase = options.nocase.or(plain.nocase);
        plain.lazy |= options.lazy;
        rest = &inner[close + 1..];
        if options.kind != Kind::Shell {
            let rest = &match options.kind {
                Kind::Extended | Kind::Augmented => {
                    in_classes(&expression_of_ksh(&kept(rest), options.spaced).0)
                }
                _ => super::unescape(rest),
            }[..];
            let text = translated(rest, options.kind, &mut plain.groups);
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
    if plain.lazy {
        // Only what has a group is searched for in several lengths.
        plain.groups.push(NONE);
        plain.pattern.extend_from_slice(b"@(");
    }
    counted(rest, &mut plain.pattern, &mut plain.groups)?;
    if plain.lazy {
        plain.pattern.push(b')');
    }
    (plain.pattern != pattern).then_some(plain)
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Shell,
    Extended,
    /// An extended regular expression in which `a&b` is what both match.
    Augmented,
    Literal,
}

pub(super) struct Options {
    pub(super) kind: Kind,
    pub(super) nocase: Option<bool>,
    pub(super) lazy: bool,
    pub(super) left: bool,
    pub(super) right: bool,
    /// White space means nothing, and neither does what follows `#`.
    pub(super) spaced: bool,
}

impl Options {
    pub(super) fn new(letters: &[u8]) -> Options {
        let (left, right, lazy) = (false, false, false);
        let spaced = false;
        let mut options = Options { kind: Kind::Shell, nocase: None, lazy, left, right, spaced };
        let mut on = true;
        for letter in letters {
            match letter {
                b'+' => on = true,
                b'-' => on = false,
                b'i' => options.nocase = Some(on),
                b'g' => options.lazy = !on,
                b'X' | b'A' => options.kind = Kind::Augmented,
                b'E' | b'P' | b'G' | b'B' => options.kind = Kind::Extended,
                b'F' => options.kind = Kind::Literal,
                b'K' | b'S' => options.kind = Kind::Shell,
                b'x' => options.spaced = on,
                b'l' => options.left = on,
                b'r' => options.right = on,
                _ => {}
            }
        }
        options
    }
}

/// Writes `~(options:part)` as a group.
fn group(part: &[u8], options: &Options, out: &mut Vec<u8>, groups: &mut Vec<usize>) {
    groups.push(NONE);
    let mut part = translated(part, options.kind, groups);
    if options.nocase == Some(true) {
        part = in_either_case(&part);
    }
    out.extend_from_slice(&[b"@(", &part[..], b")"].concat());
}

/// A pattern whose letters match in either case.
fn in_either_case(pattern: &[u8]) -> Vec<u8> {
    let swapped = |byte: u8| if byte.is_ascii_alphabetic() { byte ^ 0x20 } else { byte };
    let mut out = Vec::with_capacity(pattern.len() * 4);
    let mut at = 0;
    while let Some(&byte) = pattern.get(at) {
        at += 1;
        match (byte, pattern.get(at)) {
            (b'\\', Some(&next)) if !next.is_ascii_alphabetic() => {
                out.extend_from_slice(&[byte, next]);
                at += 1;
            }
            (b'\\', Some(_)) => {}
            (b'[', Some(_)) if let Some(end) = bracket_end(&pattern[at..], b"!^") => {
                let inside = &pattern[at..at + end];
                out.push(b'[');
                out.extend_from_slice(inside);
                if byte_search::memchr(b'[', inside).is_none() {
                    let signs = b"!^]";
                    out.extend(inside.iter().filter(|b| !signs.contains(b)).map(|&b| swapped(b)));
                }
                out.push(b']');
                at += end + 1;
            }
            (letter, _) if letter.is_ascii_alphabetic() => {
                out.extend_from_slice(&[b'[', letter, swapped(letter), b']']);
            }
            (other, _) => out.push(other),
        }
    }
    out
}

fn translated(text: &[u8], kind: Kind, groups: &mut Vec<usize>) -> Vec<u8> {
    let mut out = Vec::new();
    match kind {
        Kind::Shell => {
            if counted(text, &mut out, groups).is_none() {
                out = text.to_vec();
            }
        }
        Kind::Extended | Kind::Augmented => {
            let augmented = kind == Kind::Augmented;
            Ere { rest: text, augmented }.alternatives(&mut out, 0);
            // None of these is asked for: a whole expression is matched as such.
            groups.extend(out.windows(2).filter(|pair| opens(pair)).map(|_| NONE));
        }
        Kind::Literal => text.iter().for_each(|&byte| literal(byte, &mut out)),
    }
    out
}

/// An expression with `\w` and its kin as classes, which shell patterns have.
fn in_classes(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let next = text.get(at + 1).filter(|_| byte == b'\\');
        let class: &[u8] = match next {
            Some(b'w') => b"[_[:alnum:]]",
            Some(b'W') => b"[^_[:alnum:]]",
            Some(b's') => b"[[:space:]]",
            Some(b'S') => b"[^[:space:]]",
            Some(b'b' | b'B' | b'<' | b'>') => b"",
            _ => {
                let length = 1 + usize::from(next.is_some());
                out.extend_from_slice(&text[at..at + length]);
                at += length;
                continue;
            }
        };
        out.extend_from_slice(class);
        at += 2;
    }
    out
}

/// Whether a group begins there.
fn opens(text: &[u8]) -> bool {
    matches!(text, [b'@' | b'?' | b'*' | b'+' | b'!' | b'%', b'(', ..])
}

/// Writes counted groups out, and notes the numbers that all groups had; None where that would
/// be too long.
fn counted(pattern: &[u8], out: &mut Vec<u8>, groups: &mut Vec<usize>) -> Option<()> {
    let known = groups.iter().filter(|group| **group != NONE).max().map_or(0, |last| last + 1);
    numbered(pattern, out, groups, &mut { known })
}

fn numbered(
    pattern: &[u8],
    out: &mut Vec<u8>,
    groups: &mut Vec<usize>,
    next: &mut usize,
) -> Option<()> {
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
                let mut inside = vec![*next];
                *next += 1;
                let inner = &pattern[at + length..at + length + close];
                numbered(inner, &mut body, &mut inside, next)?;
                body.push(b')');
                let copies = most.unwrap_or(least).max(least);
                if copies.checked_mul(body.len() + 3).is_none_or(|size| size > MOST) {
                    return None;
                }
                for _ in 0..least {
                    out.extend_from_slice(&body);
                    groups.extend_from_slice(&inside);
                }
                match most {
                    None => {
                        out.push(b'*');
                        out.extend_from_slice(&body[1..]);
                        groups.extend_from_slice(&inside);
                    }
                    Some(most) => {
                        let optional = most.saturating_sub(least);
                        for _ in 0..optional {
                            out.extend_from_slice(b"?(");
                            out.extend_from_slice(&body);
                            groups.push(NONE);
                            groups.extend_from_slice(&inside);
                        }
                        out.extend(std::iter::repeat_n(b')', optional));
                    }
                }
                at += length + close + 1;
            }
            b'~' if let Some((options, part, length)) = options_at(&pattern[at..]) => {
                match part {
                    Some(part) => group(part, &options, out, groups),
                    None if options.nocase == Some(true) => {
                        let rest = in_either_case(&pattern[at + length..]);
                        return numbered(&rest, out, groups, next);
                    }
                    None => {}
                }
                at += length;
            }
            byte => {
                if opens(&pattern[at..]) {
                    groups.push(*next);
                    *next += 1;
                }
                out.push(byte);
                at += 1;
            }
        }
    }
    Some(())
}

/// `~(options)` and `~(options:part)` of shell patterns in a pattern: what they are, and the length.
fn options_at(text: &[u8]) -> Option<(Options, Option<&[u8]>, usize)> {
    let inner = text.strip_prefix(b"~(")?;
    let close = closing(inner)?;
    let head = &inner[..close];
    let letters = head.split(|&byte| byte == b':').next().unwrap_or_default();
    if letters.is_empty() || !letters.iter().all(|byte| LETTERS.contains(byte)) {
        return None;
    }
    let options = Options::new(letters);
    let part = head.get(letters.len() + 1..);
    (part.is_some() || options.kind == Kind::Shell).then_some((options, part, close + 3))
}

/// `{n}(`, `{n,}(`, `{n,m}(`: the counts, and the length.
pub(super) fn count(text: &[u8]) -> Option<(usize, Option<usize>, usize)> {
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
pub(super) fn closing(text: &[u8]) -> Option<usize> {
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
pub(super) fn bracket_end(text: &[u8], signs: &[u8]) -> Option<usize> {
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

/// Writes what `parts` and what `out` has from `begin` match alike: what neither of them fails
/// to match.
fn conjoined(parts: &mut Vec<Vec<u8>>, begin: usize, out: &mut Vec<u8>) {
    if parts.is_empty() {
        return;
    }
    parts.push(out.split_off(begin));
    out.extend_from_slice(b"!(");
    for (at, part) in parts.drain(..).enumerate() {
        if at > 0 {
            out.push(b'|');
        }
        out.extend_from_slice(&[b"!(", &part[..], b")"].concat());
    }
    out.push(b')');
}

/// An extended regular expression (POSIX XBD 9.4) that is written as a shell pattern.
struct Ere<'a> {
    rest: &'a [u8],
    augmented: bool,
}

impl Ere<'_> {
    fn alternatives(&mut self, out: &mut Vec<u8>, depth: usize) {
        out.extend_from_slice(b"@(");
        // Where the alternative begins, and its parts that all have to match.
        let mut begin = out.len();
        let mut both: Vec<Vec<u8>> = Vec::new();
        while let Some(&byte) = self.rest.first() {
            match byte {
                b'|' => {
                    self.rest = &self.rest[1..];
                    conjoined(&mut both, begin, out);
                    out.push(b'|');
                    begin = out.len();
                }
                b'&' if self.augmented => {
                    self.rest = &self.rest[1..];
                    both.push(out.split_off(begin));
                }
                b')' if depth > 0 => break,
                b'^' | b'$' => self.rest = &self.rest[1..],
                _ => self.repeated(out, depth),
            }
        }
        conjoined(&mut both, begin, out);
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
                    if counted(&counted_group, &mut group, &mut Vec::new()).is_none() {
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
    fn what_groups_have_taken() {
        let options = GlobOptions { extended: true, ..GlobOptions::default() };
        let taken = |pattern: &str, text: &str| {
            let glob = Glob::new(pattern.as_bytes(), options);
            let groups = glob.captures(text.as_bytes(), (0, text.len())).unwrap_or_default();
            let texts = groups.into_iter().map(|span| span.map_or("-", |(a, b)| &text[a..b]));
            texts.collect::<Vec<_>>().join(",")
        };
        assert_eq!(taken("+(d)@(f|g)*", "dddfx"), "ddd,f");
        assert_eq!(taken("*@(b)*", "abab"), "b");
        assert_eq!(taken("@(a)?(b)@(c)", "ac"), "a,-,c");
        assert_eq!(taken("*(?)*%(())*(?)*", "-((-))-"), "-(,(-),)-");
        assert_eq!(taken("@(a@(b)|c)*", "abx"), "ab,b");
        assert_eq!(taken("!(a)@(b)", "xb"), "x,b");
        assert_eq!(taken("{2}([0-9])-@(*)", "12-x"), "12,x");
        assert_eq!(taken("{1,3}(@(a)b)@(c)", "ababc"), "abab,aba,c");
        assert_eq!(taken("~(K:@(a))@(b)", "ab"), "a,b");
        assert_eq!(taken("~(-g)*(?)*%(())*(?)*", "-((-))-"), ",((-)),");
        let lazy = Glob::new(b"~(-g)a*b", options);
        assert_eq!(lazy.find(b"xaabbb", 0), Some((1, 4)));
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
        assert!(matches("~(E)^a\\.b\\d$", "a.b1"));
        assert!(!matches("~(E)^a\\.b", "axb"));
        assert!(matches("~(E)a\\[b", "a[b"));
        assert!(!matches("~(F)a.b", "xacby"));
        assert!(matches("~(E:a|b)c", "bc"));
        assert!(matches("~(X)(.+b=1.+)&(.+c.+)", "xb=1cd"));
        assert!(!matches("~(X)(.+b=1.+)&(.+d.+)", "xb=1cd"));
        assert!(matches("~(X)^a.*&.*c$|z", "abc"));
        assert!(!matches("~(X)^a.*&.*c$", "abd"));
    }
}
