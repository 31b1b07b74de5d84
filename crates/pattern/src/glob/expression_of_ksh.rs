//! Extended regular expressions as ksh93 has them, `~(E)`, `=~`: with `\d` and `\D`, with
//! `[[:word:]]`, groups that are not counted `(?:p)`, and, with the option `x`, white space and
//! comments that mean nothing. What repeats as little as it can (`*?`) is taken to repeat as often
//! as it can.

use super::ksh::bracket_end;

/// The expression as POSIX and GNU have it, and for each of its groups that is counted in ksh93
/// its number; no numbers where all are counted.
pub fn expression_of_ksh(text: &[u8], spaced: bool) -> (Vec<u8>, Vec<usize>) {
    let mut out = Vec::with_capacity(text.len());
    let mut groups = Vec::new();
    let (mut last, mut uncounted) = (0, false);
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'\\' => {
                let Some(&next) = text.get(at) else {
                    out.push(b'\\');
                    break;
                };
                at += 1;
                match next {
                    b'd' => out.extend_from_slice(b"[[:digit:]]"),
                    b'D' => out.extend_from_slice(b"[^[:digit:]]"),
                    next => out.extend_from_slice(&[b'\\', next]),
                }
            }
            b'[' => {
                let rest = &text[at..];
                out.push(b'[');
                let Some(end) = bracket_end(rest, b"^") else { continue };
                let mut inside = &rest[..end];
                while let Some(place) = byte_search::memmem::find(inside, b"[:word:]") {
                    out.extend_from_slice(&inside[..place]);
                    out.extend_from_slice(b"_[:alnum:]");
                    inside = &inside[place + 8..];
                }
                out.extend_from_slice(inside);
                out.push(b']');
                at += end + 1;
            }
            b'(' => {
                out.push(b'(');
                last += 1;
                match text[at..].strip_prefix(b"?:") {
                    Some(_) => {
                        at += 2;
                        uncounted = true;
                    }
                    None => groups.push(last),
                }
            }
            b'*' | b'+' | b'?' | b'}' => {
                out.push(byte);
                at += usize::from(text.get(at) == Some(&b'?'));
            }
            b'#' if spaced => {
                at += text[at..].iter().take_while(|byte| **byte != b'\n').count();
            }
            byte if spaced && byte.is_ascii_whitespace() => {}
            byte => out.push(byte),
        }
    }
    if !uncounted {
        groups.clear();
    }
    (out, groups)
}

/// A regular expression in a shell pattern: what was quoted and means something in an expression
/// stays so.
pub(super) fn kept(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.iter();
    while let Some(&byte) = rest.next() {
        match (byte, rest.as_slice().first()) {
            (b'\\', Some(next)) => {
                let means = b".[]*^$()+?{}|&\\dDwWsSbB<>123456789".contains(next);
                if means {
                    out.push(b'\\');
                }
                out.push(*next);
                rest.next();
            }
            _ => out.push(byte),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        let of = |text: &str, spaced| {
            let (text, groups) = expression_of_ksh(text.as_bytes(), spaced);
            (String::from_utf8(text).unwrap(), groups)
        };
        assert_eq!(of("a\\d+(b)", false), ("a[[:digit:]]+(b)".into(), vec![]));
        assert_eq!(of("(?:a|(b))+?", false), ("(a|(b))+".into(), vec![2]));
        assert_eq!(of(" a # b\n[ #]", true), ("a[ #]".into(), vec![]));
        assert_eq!(of("[[:word:]x]", false), ("[_[:alnum:]x]".into(), vec![]));
        assert_eq!(kept(b"a\\+\\/\\\""), b"a\\+/\"");
    }
}
