//! Numbers with suffixes, as GNU utilities read sizes.

/// A decimal number with a sign, optional suffixes k K m M g G t T P E Z Y and after them `iB`
/// (powers of 1024, as without) or `B` or `D` (powers of 1000); a suffix alone is one of it.
/// None where it is no such number or does not fit.
pub(crate) fn parse(text: &[u8]) -> Option<i64> {
    let (negative, rest) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let suffix = &rest[digits..];
    let mut value = if digits == 0 {
        // A sign without digits is no number.
        if rest.len() != text.len() || suffix.is_empty() {
            return None;
        }
        1
    } else {
        std::str::from_utf8(&rest[..digits]).ok()?.parse::<i128>().ok()?
    };
    if negative {
        value = -value;
    }
    if let Some((letter, unit)) = suffix.split_first() {
        let power = match letter {
            b'k' | b'K' => 1,
            b'm' | b'M' => 2,
            b'g' | b'G' => 3,
            b't' | b'T' => 4,
            b'P' => 5,
            b'E' => 6,
            b'Z' => 7,
            b'Y' => 8,
            _ => return None,
        };
        let base: i128 = match unit {
            b"" | b"iB" => 1024,
            b"B" | b"D" => 1000,
            _ => return None,
        };
        value = value.checked_mul(base.checked_pow(power)?)?;
    }
    i64::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn sizes() {
        for (text, value) in [
            ("0", Some(0)),
            ("12", Some(12)),
            ("+3", Some(3)),
            ("-3", Some(-3)),
            ("1K", Some(1024)),
            ("1k", Some(1024)),
            ("2KB", Some(2000)),
            ("2KiB", Some(2048)),
            ("K", Some(1024)),
            ("-K", None),
            ("", None),
            ("1x", None),
            ("1KBx", None),
            ("7E", Some(7 << 60)),
            ("8E", None),
            ("1Y", None),
            ("0Y", Some(0)),
            ("99999999999999999999999999999999999999999999", None),
        ] {
            assert_eq!(parse(text.as_bytes()), value, "{text}");
        }
    }
}
