//! `%q` as bash's printf has it: backslashes, or `$'...'` where there are control characters.

/// A text that the shell reads as one word with that value.
pub(super) fn quoted(text: &[u8], utf8: bool) -> Vec<u8> {
    if text.is_empty() {
        return b"''".to_vec();
    }
    let odd = !utf8 && !text.is_ascii() || utf8 && std::str::from_utf8(text).is_err();
    if odd || text.iter().any(u8::is_ascii_control) {
        return dollar_quoted(text, odd);
    }
    let mut out = Vec::with_capacity(text.len() + 8);
    for (at, &byte) in text.iter().enumerate() {
        let special = match byte {
            b'~' => at == 0 || matches!(text[at - 1], b':' | b'='),
            b'#' => at == 0,
            byte => b" '\"\\|&;()<>!{}*[]?^$`,".contains(&byte),
        };
        if special {
            out.push(b'\\');
        }
        out.push(byte);
    }
    out
}

fn dollar_quoted(text: &[u8], odd: bool) -> Vec<u8> {
    let mut out = b"$'".to_vec();
    for &byte in text {
        match byte {
            0x07 => out.extend_from_slice(b"\\a"),
            0x08 => out.extend_from_slice(b"\\b"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            0x0b => out.extend_from_slice(b"\\v"),
            0x0c => out.extend_from_slice(b"\\f"),
            b'\r' => out.extend_from_slice(b"\\r"),
            0x1b => out.extend_from_slice(b"\\E"),
            b'\'' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            byte if byte.is_ascii_control() || odd && !byte.is_ascii() => {
                out.extend_from_slice(format!("\\{byte:03o}").as_bytes());
            }
            byte => out.push(byte),
        }
    }
    out.push(b'\'');
    out
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words() {
        for (text, expected) in [
            (&b"a b"[..], &b"a\\ b"[..]),
            (b"", b"''"),
            (b"~x~", b"\\~x~"),
            (b"a\nb'", b"$'a\\nb\\''"),
            (b"it's", b"it\\'s"),
        ] {
            assert_eq!(quoted(text, true), expected);
        }
    }
}
