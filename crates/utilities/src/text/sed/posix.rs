//! `--posix`: which scripts mean the same with it and without.
//!
//! With it GNU sed takes away what POSIX does not have: operators like `\+` and `\w`, escapes like
//! `\t`, commands and flags, and the pattern space that `N` prints at the end of input. Of scripts
//! that use none of it, those are known here that consist of the commands `s`, `p`, `d`, `q` and
//! `=` with the usual addresses.

/// Whether a script in basic regular expressions is one of those.
pub fn is_alike(script: &[u8]) -> bool {
    let mut rest = script;
    loop {
        let blanks = rest.iter().take_while(|byte| b" \t\n;".contains(byte)).count();
        rest = &rest[blanks..];
        if rest.is_empty() {
            return true;
        }
        match command(rest) {
            Some(after) => rest = after,
            None => return false,
        }
    }
}

/// What follows a command, up to the end of which all is alike.
fn command(text: &[u8]) -> Option<&[u8]> {
    let mut rest = address(text)?;
    let mut addresses = usize::from(rest.len() < text.len());
    if let Some(second) = rest.strip_prefix(b",").filter(|_| rest.len() < text.len()) {
        rest = address(second).filter(|after| after.len() < second.len())?;
        addresses = 2;
    }
    rest = rest.strip_prefix(b"!").unwrap_or(rest);
    let (&letter, mut rest) = rest.split_first()?;
    match letter {
        // With two that is an error.
        b'=' if addresses == 2 => return None,
        b'p' | b'd' | b'q' | b'=' => {}
        b's' => {
            let (&delimiter, after) = rest.split_first()?;
            if delimiter.is_ascii_alphanumeric() || b"\\\n.*[]^$()+?{}&".contains(&delimiter) {
                return None;
            }
            rest = replacement(expression(after, delimiter)?, delimiter)?;
            let flags = rest.iter().take_while(|byte| **byte == b'g' || **byte == b'p').count();
            rest = &rest[flags..];
        }
        _ => return None,
    }
    let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
    rest = &rest[blanks..];
    matches!(rest.first(), None | Some(b';' | b'\n')).then_some(rest)
}

/// What follows an address, or the text where there is none.
fn address(text: &[u8]) -> Option<&[u8]> {
    match text.first()? {
        b'$' => Some(&text[1..]),
        b'1'..=b'9' => {
            let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
            Some(&text[digits..])
        }
        b'/' => expression(&text[1..], b'/'),
        _ => Some(text),
    }
}

/// What follows an expression and its delimiter.
fn expression(text: &[u8], delimiter: u8) -> Option<&[u8]> {
    let mut at = 0;
    // `*` stands for itself where there is nothing to repeat; who thinks so is not looked into.
    let mut repeatable = false;
    loop {
        let byte = *text.get(at)?;
        at += 1;
        match byte {
            _ if byte == delimiter => return Some(&text[at..]),
            b'\n' => return None,
            b'\\' => {
                let quoted = *text.get(at)?;
                at += 1;
                if quoted == delimiter
                    || !b"(){}.*[]^$/\\n123456789-,:;=\"%#@!~&_".contains(&quoted)
                {
                    return None;
                }
                repeatable = quoted != b'(';
            }
            b'[' => {
                at += usize::from(text.get(at) == Some(&b'^'));
                at += usize::from(text.get(at) == Some(&b']'));
                loop {
                    match *text.get(at)? {
                        b']' => break,
                        b'\n' => return None,
                        b'[' if matches!(text.get(at + 1), Some(b'.' | b'=')) => return None,
                        b'[' if text.get(at + 1) == Some(&b':') => {
                            at += 2 + text[at + 2..].windows(2).position(|end| end == b":]")? + 1;
                        }
                        b'\\' if text.get(at + 1).is_some_and(u8::is_ascii_alphanumeric) => {
                            return None;
                        }
                        _ => {}
                    }
                    at += 1;
                }
                at += 1;
                repeatable = true;
            }
            b'*' if !repeatable => return None,
            b'^' => repeatable = false,
            _ => repeatable = true,
        }
    }
}

/// What follows a replacement and its delimiter.
fn replacement(text: &[u8], delimiter: u8) -> Option<&[u8]> {
    let mut at = 0;
    loop {
        let byte = *text.get(at)?;
        at += 1;
        match byte {
            _ if byte == delimiter => return Some(&text[at..]),
            b'\n' => return None,
            b'\\' => {
                let quoted = *text.get(at)?;
                at += 1;
                let is_plain = quoted.is_ascii_digit() || b"&\\/\"'`$".contains(&quoted);
                if quoted == delimiter || !is_plain {
                    return None;
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_alike;

    #[test]
    fn what_posix_has() {
        for script in [
            &b"s/a/b/"[..],
            b"s|\\([`\"$\\\\]\\)|\\\\\\1|g",
            b"p",
            b" 1,$d ; /x/!p\n2q",
            b"s/^X//;s,[^/]*$,,gp",
            b"/^[[:space:]]*#/d",
            b"s/a\\{2\\}b*/&&/",
        ] {
            assert!(is_alike(script), "{}", script.escape_ascii());
        }
    }

    #[test]
    fn what_gnu_has() {
        for script in [
            &b"s/a\\+/b/"[..],
            b"s/\\t/ /",
            b"s/[\\t]/ /",
            b"s/a/\\U&/",
            b"s/a/\\n/",
            b"s/a/b/I",
            b"s/a/b/w f",
            b"/a/Id",
            b"0,/a/d",
            b"1~2d",
            b"1,+2d",
            b"N;P;D",
            b"a text",
            b"s/*/x/",
            b"s/\\(*\\)/x/",
            b"s/a|b/\\w/",
            b"z",
            b"q5",
            b"s/a/b",
            b",p",
            b"1,2=",
            b"/a/,$!=",
        ] {
            assert!(!is_alike(script), "{}", script.escape_ascii());
        }
    }
}
