//! -regex: expressions in the syntax of Emacs, which is find's own, or of POSIX.

use crate::text::escapes::has_lost_letter;
use pattern::{Regex, RegexOptions};
use std::rc::Rc;

/// -regextype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Emacs,
    Basic,
    Extended,
}

impl Type {
    /// The type of this name, where it is reproduced.
    pub(super) fn named(name: &[u8]) -> Option<Type> {
        Some(match name {
            b"emacs" | b"findutils-default" => Type::Emacs,
            b"posix-basic" | b"sed" | b"ed" => Type::Basic,
            b"posix-extended" => Type::Extended,
            _ => return None,
        })
    }
}

/// Compiles an expression; of `options` it is asked what letters and characters are.
pub(super) fn compile(text: &[u8], kind: Type, options: RegexOptions) -> Option<Rc<Regex>> {
    let RegexOptions { nocase, utf8, .. } = options;
    let translated;
    let (text, extended) = match kind {
        Type::Basic => (text, false),
        Type::Extended => (text, true),
        Type::Emacs => {
            translated = from_emacs(text)?;
            (&translated[..], false)
        }
    };
    if nocase && has_lost_letter(text) {
        return None;
    }
    let options = RegexOptions { nocase, utf8, ..RegexOptions::regcomp(extended) };
    Regex::new(text, options).ok().filter(|regex| !regex.repeats_anchor()).map(Rc::new)
}

/// An expression of Emacs' syntax in GNU's basic syntax. Emacs has `+` and `?` where that has `\+` and
/// `\?`, no intervals, no character classes, and a dot that matches no newline.
fn from_emacs(text: &[u8]) -> Option<Vec<u8>> {
    let mut basic = Vec::with_capacity(text.len() + 8);
    let mut rest = text;
    // Nothing stands here that could be repeated.
    let mut at_start = true;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'\\' => {
                let (&quoted, after) = rest.split_first()?;
                rest = after;
                match quoted {
                    b'(' | b'|' => {
                        basic.extend_from_slice(&[b'\\', quoted]);
                        at_start = true;
                        continue;
                    }
                    b'+' | b'?' | b'{' | b'}' => basic.push(quoted),
                    b'*' | b'.' | b'[' | b']' | b'^' | b'$' | b'\\' | b')' | b'1'..=b'9' => {
                        basic.extend_from_slice(&[b'\\', quoted]);
                    }
                    b'/' | b'-' | b'_' | b' ' | b',' | b':' | b'@' | b'%' | b'=' | b'~' | b'#' => {
                        basic.push(quoted);
                    }
                    // Operators of GNU, or of nobody.
                    _ => return None,
                }
            }
            b'+' | b'?' if !at_start => basic.extend_from_slice(&[b'\\', byte]),
            b'.' => basic.extend_from_slice(b"[^\n]"),
            b'^' => {
                basic.push(byte);
                continue;
            }
            b'[' => {
                let length = bracket(rest)?;
                basic.push(b'[');
                basic.extend_from_slice(&rest[..length]);
                rest = &rest[length..];
            }
            _ => basic.push(byte),
        }
        at_start = false;
    }
    Some(basic)
}

/// The length of a bracket expression behind its `[`; None where it is none, or has something
/// in it that would be a class elsewhere.
fn bracket(text: &[u8]) -> Option<usize> {
    let mut at = usize::from(text.first() == Some(&b'^'));
    let first = at;
    loop {
        match text.get(at)? {
            b']' if at > first => return Some(at + 1),
            b'[' if matches!(text.get(at + 1), Some(b':' | b'.' | b'=')) => return None,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emacs_in_basic() {
        for (emacs, basic) in [
            ("a+b?", "a\\+b\\?"),
            ("+a\\(?b\\)", "+a\\(?b\\)"),
            ("\\+\\?\\{2\\}", "+?{2}"),
            (".*\\.\\(c\\|h\\)", "[^\n]*\\.\\(c\\|h\\)"),
            ("[]+a]+", "[]+a]\\+"),
            ("a{2}", "a{2}"),
        ] {
            let translated = from_emacs(emacs.as_bytes()).map(|b| String::from_utf8(b).unwrap());
            assert_eq!(translated.as_deref(), Some(basic), "{emacs}");
        }
        assert_eq!(from_emacs(b"[[:alpha:]]"), None);
        assert_eq!(from_emacs(b"a\\"), None);
        assert_eq!(from_emacs(b"[a"), None);
    }
}
