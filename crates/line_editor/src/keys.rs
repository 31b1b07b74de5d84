//! Key sequences, from the bytes that a terminal sends to the keys that rustyline reads.

use rustyline::{KeyCode, KeyEvent, Modifiers};

/// What follows ESC for keys that are no characters (xterm's control sequences).
const NAMED: &[(&[u8], KeyCode)] = &[
    (b"[A", KeyCode::Up),
    (b"[B", KeyCode::Down),
    (b"[C", KeyCode::Right),
    (b"[D", KeyCode::Left),
    (b"[H", KeyCode::Home),
    (b"[F", KeyCode::End),
    (b"OA", KeyCode::Up),
    (b"OB", KeyCode::Down),
    (b"OC", KeyCode::Right),
    (b"OD", KeyCode::Left),
    (b"OH", KeyCode::Home),
    (b"OF", KeyCode::End),
    (b"OP", KeyCode::F(1)),
    (b"OQ", KeyCode::F(2)),
    (b"OR", KeyCode::F(3)),
    (b"OS", KeyCode::F(4)),
    (b"[Z", KeyCode::BackTab),
];

/// Keys by the number in `ESC [ number ~`.
const NUMBERED: &[(&[u8], KeyCode)] = &[
    (b"1", KeyCode::Home),
    (b"2", KeyCode::Insert),
    (b"3", KeyCode::Delete),
    (b"4", KeyCode::End),
    (b"5", KeyCode::PageUp),
    (b"6", KeyCode::PageDown),
    (b"7", KeyCode::Home),
    (b"8", KeyCode::End),
    (b"11", KeyCode::F(1)),
    (b"12", KeyCode::F(2)),
    (b"13", KeyCode::F(3)),
    (b"14", KeyCode::F(4)),
    (b"15", KeyCode::F(5)),
    (b"17", KeyCode::F(6)),
    (b"18", KeyCode::F(7)),
    (b"19", KeyCode::F(8)),
    (b"20", KeyCode::F(9)),
    (b"21", KeyCode::F(10)),
    (b"23", KeyCode::F(11)),
    (b"24", KeyCode::F(12)),
];

/// What follows ESC for keys with a modifier that rxvt sends, and xterm has sent.
const RXVT: &[(&[u8], KeyCode, Modifiers)] = &[
    (b"[5A", KeyCode::Up, Modifiers::CTRL),
    (b"[5B", KeyCode::Down, Modifiers::CTRL),
    (b"[5C", KeyCode::Right, Modifiers::CTRL),
    (b"[5D", KeyCode::Left, Modifiers::CTRL),
    (b"[a", KeyCode::Up, Modifiers::SHIFT),
    (b"[b", KeyCode::Down, Modifiers::SHIFT),
    (b"[c", KeyCode::Right, Modifiers::SHIFT),
    (b"[d", KeyCode::Left, Modifiers::SHIFT),
    (b"Oa", KeyCode::Up, Modifiers::CTRL),
    (b"Ob", KeyCode::Down, Modifiers::CTRL),
    (b"Oc", KeyCode::Right, Modifiers::CTRL),
    (b"Od", KeyCode::Left, Modifiers::CTRL),
];

/// Returns the keys of a sequence of bytes; none where it is empty, no UTF-8, or has a control sequence that
/// stands for no key known here.
pub(crate) fn keys_of(sequence: &[u8]) -> Option<Vec<KeyEvent>> {
    let mut rest = std::str::from_utf8(sequence).ok()?;
    let mut keys = Vec::new();
    while !rest.is_empty() {
        let (key, length) = first_key(rest)?;
        keys.push(key);
        rest = &rest[length..];
    }
    (!keys.is_empty()).then_some(keys)
}

/// Returns the first key of a text that is not empty, and how many bytes it takes.
fn first_key(text: &str) -> Option<(KeyEvent, usize)> {
    let first = text.chars().next()?;
    let after = &text[first.len_utf8()..];
    if first != '\u{1b}' || after.is_empty() {
        return Some((KeyEvent::new(first, Modifiers::NONE), first.len_utf8()));
    }
    if let Some((code, modifiers, length)) = named_key(after.as_bytes()) {
        return Some((KeyEvent(code, modifiers), 1 + length));
    }
    // Of what begins like this rustyline makes one unknown key, and keys of their own of the rest: `ESC [ 0 n`, the
    // answer of a terminal that is asked for its status.
    if after.starts_with("[0") {
        return Some((KeyEvent(KeyCode::UnknownEscSeq, Modifiers::NONE), 3));
    }
    // A control sequence after ESC is its key with Alt (rxvt); ESC ESC is the key ESC.
    if let Some(sequence) = after.strip_prefix('\u{1b}') {
        return Some(match named_key(sequence.as_bytes()) {
            Some((code, modifiers, length)) => {
                (KeyEvent(code, modifiers | Modifiers::ALT), 2 + length)
            }
            None => (KeyEvent::new(first, Modifiers::NONE), 2),
        });
    }
    // `ESC [` and `ESC O` begin what no key here sends; a lone one is a key with Alt.
    let second = after.chars().next()?;
    if matches!(second, '[' | 'O') && after.len() > 1 {
        return None;
    }
    Some((KeyEvent::new(second, Modifiers::ALT), 1 + second.len_utf8()))
}

/// Returns the key of a control sequence without its ESC, its modifiers, and how many bytes it takes.
fn named_key(text: &[u8]) -> Option<(KeyCode, Modifiers, usize)> {
    if let Some((name, code)) = NAMED.iter().find(|(name, _)| text.starts_with(name)) {
        return Some((*code, Modifiers::NONE, name.len()));
    }
    if let Some((name, code, modifiers)) = RXVT.iter().find(|(name, ..)| text.starts_with(name)) {
        return Some((*code, *modifiers, name.len()));
    }
    let inner = text.strip_prefix(b"[")?;
    let length = inner.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b';'))?;
    let mut numbers = inner[..length].split(|&byte| byte == b';');
    let number = numbers.next()?;
    let modifiers = match numbers.next() {
        None => Modifiers::NONE,
        Some(modifiers) => modifiers_of(modifiers)?,
    };
    let code = match inner[length] {
        b'~' => NUMBERED.iter().find(|(one, _)| *one == number)?.1,
        last if number == b"1" => NAMED.iter().find(|(name, _)| *name == [b'[', last])?.1,
        _ => return None,
    };
    Some((code, modifiers, 1 + length + 1))
}

/// Returns the modifiers that a number in a control sequence stands for: one more than the sum of their bits.
fn modifiers_of(number: &[u8]) -> Option<Modifiers> {
    Some(match number {
        b"2" => Modifiers::SHIFT,
        b"3" | b"9" => Modifiers::ALT,
        b"4" => Modifiers::ALT_SHIFT,
        b"5" => Modifiers::CTRL,
        b"6" => Modifiers::CTRL_SHIFT,
        b"7" => Modifiers::CTRL_ALT,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::keys_of;
    use rustyline::{KeyCode, KeyEvent, Modifiers};

    #[test]
    fn sequences() {
        let key = KeyEvent::new;
        let (none, alt) = (Modifiers::NONE, Modifiers::ALT);
        for (sequence, keys) in [
            (&b"\x18\x05"[..], vec![KeyEvent::ctrl('X'), KeyEvent::ctrl('E')]),
            (b"\x1b.", vec![key('.', alt)]),
            (b"\x1b", vec![key('\x1b', none)]),
            (b"\x1b[A", vec![KeyEvent(KeyCode::Up, none)]),
            (b"\x1b[1;5C", vec![KeyEvent(KeyCode::Right, Modifiers::CTRL)]),
            (b"\x1b[5C", vec![KeyEvent(KeyCode::Right, Modifiers::CTRL)]),
            (b"\x1b\x1b[C", vec![KeyEvent(KeyCode::Right, alt)]),
            (b"\x1b[1;9C", vec![KeyEvent(KeyCode::Right, alt)]),
            (b"\x1bOd", vec![KeyEvent(KeyCode::Left, Modifiers::CTRL)]),
            (b"\x1b\x1b", vec![key('\x1b', none)]),
            (b"\x1b\x1bx", vec![key('\x1b', none), key('x', none)]),
            (b"\x1b[3~x", vec![KeyEvent(KeyCode::Delete, none), key('x', none)]),
            (b"\x1b[", vec![key('[', alt)]),
            (b"\x1b[0n", vec![KeyEvent(KeyCode::UnknownEscSeq, none), key('n', none)]),
            ("é".as_bytes(), vec![key('é', none)]),
            (b"\r", vec![KeyEvent(KeyCode::Enter, none)]),
        ] {
            assert_eq!(keys_of(sequence), Some(keys), "{sequence:?}");
        }
        for sequence in [&b""[..], b"\xff", b"\x1b[99~", b"\x1b[1;8C", b"\x1b[3D", b"\x1b[5E"] {
            assert_eq!(keys_of(sequence), None, "{sequence:?}");
        }
    }
}
