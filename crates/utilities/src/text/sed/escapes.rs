//! Escapes that sed itself replaces before anything else looks at a text: `\n`, `\t`, `\x41`.

/// What a text is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Text of `a`, `i`, `c`, `y`: other escapes stand for their second character.
    Text,
    /// A replacement: other escapes stay.
    Replacement,
    /// A regular expression: other escapes stay.
    Pattern,
}

/// Replaces the escapes. `None` for what is better left to the installed sed.
pub fn replace(text: &[u8], usage: Use) -> Option<Vec<u8>> {
    if !text.contains(&b'\\') {
        return Some(text.to_vec());
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let (b'\\', Some((&letter, after))) = (byte, rest.split_first()) else {
            out.push(byte);
            continue;
        };
        rest = after;
        let produced = match letter {
            b'a' => 7,
            b'f' => 12,
            b'n' | b'\n' => b'\n',
            b'r' => 13,
            b't' => 9,
            b'v' => 11,
            b'd' | b'o' | b'x' => {
                let base = [10, 8, 16][b"dox".iter().position(|&b| b == letter)?];
                let (value, length) = number(rest, base)?;
                rest = &rest[length..];
                match usage {
                    // A special character that comes about like this is literal, or not:
                    // versions differ.
                    Use::Pattern if b"$*.[\\]^+?(){}|/\n".contains(&value) => return None,
                    Use::Replacement if value == b'&' || value == b'\\' => out.push(b'\\'),
                    _ => {}
                }
                value
            }
            b'c' => return None,
            _ => {
                if usage != Use::Text {
                    out.push(b'\\');
                }
                letter
            }
        };
        out.push(produced);
    }
    Some(out)
}

/// The number that the escape's digits make, and how many they are.
fn number(text: &[u8], base: u32) -> Option<(u8, usize)> {
    let most = if base == 16 { 2 } else { 3 };
    let mut value = 0u32;
    let mut length = 0;
    while length < most {
        let Some(digit) = text.get(length).and_then(|&b| char::from(b).to_digit(base)) else {
            break;
        };
        value = value * base + digit;
        length += 1;
    }
    if length == 0 { None } else { Some((u8::try_from(value).ok()?, length)) }
}
