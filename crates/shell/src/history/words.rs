//! What history expansion takes for the words of a line, and the patterns of HISTIGNORE.
//!
//! The rules are those of bash's lexer without its grammar: quotes, blanks and operators. Both
//! functions are pure and borrow from the line.

/// The operators, longer ones first.
const OPERATORS: &[&[u8]] = &[
    b"<<<", b"<<-", b"&>>", b"&&", b"||", b";;", b"<<", b">>", b"<&", b">&", b"<>", b">|", b"&>",
    b"|&",
];

/// The words of a line: operators are words of their own.
pub fn split(line: &[u8]) -> Vec<&[u8]> {
    let mut words = Vec::new();
    let mut at = 0;
    loop {
        at += line[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if at >= line.len() {
            return words;
        }
        let end = at + word(&line[at..]);
        words.push(&line[at..end]);
        at = end;
    }
}

/// How long the first word of a text is.
fn word(text: &[u8]) -> usize {
    // A number is part of the redirection that follows.
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &text[digits..];
    if matches!(rest, [b'<' | b'>', ..]) && digits > 0 || digits == 0 {
        if rest.len() > 1 && matches!(rest[0], b'<' | b'>') && rest[1] == b'(' {
            return digits + quoted_word(rest);
        }
        if let Some(operator) = OPERATORS.iter().find(|operator| rest.starts_with(operator)) {
            let mut length = digits + operator.len();
            if operator.ends_with(b"&") && matches!(operator[0], b'<' | b'>') {
                length += text[length..]
                    .iter()
                    .take_while(|byte| byte.is_ascii_digit() || **byte == b'-')
                    .count();
            }
            return length;
        }
        if rest.first().is_some_and(|byte| b"()<>;&|".contains(byte)) {
            return digits + 1;
        }
    }
    quoted_word(text)
}

/// How long a word is that may have quotes and substitutions.
fn quoted_word(text: &[u8]) -> usize {
    let mut open: Vec<u8> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match (open.last(), byte) {
            (Some(b'\''), b'\'') => drop(open.pop()),
            (Some(b'\''), _) => {}
            (_, b'\\') => at += 1,
            (Some(&closing), _) if closing == byte => drop(open.pop()),
            (Some(b'"'), b'\'') => {}
            (_, b'\'' | b'"' | b'`') => open.push(byte),
            (_, b'$' | b'<' | b'>') | (None, b'?' | b'*' | b'+' | b'@' | b'!')
                if text.get(at + 1) == Some(&b'(') =>
            {
                open.push(b')');
                at += 1;
            }
            (_, b'$') if text.get(at + 1) == Some(&b'{') => {
                open.push(b'}');
                at += 1;
            }
            (Some(b')'), b'(') => open.push(b')'),
            (None, _) if byte.is_ascii_whitespace() || b"()<>;&|".contains(&byte) => break,
            _ => {}
        }
        at += 1;
    }
    at.min(text.len()).max(1)
}

/// The patterns of HISTIGNORE: what colons separate that are not in brackets or after a
/// backslash.
pub fn patterns(text: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    let (mut begin, mut at) = (0, 0);
    while at < text.len() {
        match text[at] {
            b'\\' => at += 1,
            b'[' => {
                // `[[:alpha:]]`
                let mut end = at + 1;
                while end < text.len() && text[end] != b']' {
                    if text[end] == b'[' && text.get(end + 1) == Some(&b':') {
                        let class =
                            byte_search::memmem::find(&text[end..], b":]").map_or(0, |n| n + 1);
                        end += class;
                    }
                    end += 1;
                }
                if end < text.len() {
                    at = end;
                }
            }
            b':' => {
                found.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    found.push(&text[begin..]);
    found.retain(|pattern| !pattern.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_words() {
        let words = |text: &'static [u8]| -> Vec<String> {
            split(text).into_iter().map(|word| String::from_utf8_lossy(word).into()).collect()
        };
        assert_eq!(words(b"echo a>b c;echo d|cat").len(), 10);
        assert_eq!(words(b" x 2>&1 \"a b\" $(c d)e"), ["x", "2>&1", "\"a b\"", "$(c d)e"]);
    }

    #[test]
    fn colons_in_brackets_do_not_separate() {
        assert_eq!(patterns(b"a*::[[:alpha:]]b:c\\:d"), [&b"a*"[..], b"[[:alpha:]]b", b"c\\:d"]);
    }
}
