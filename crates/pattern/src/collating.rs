//! The names that POSIX gives to the characters of every locale (XBD 6.1 and 6.4), as a
//! shell pattern says them between `[.` and `.]`.

/// The character of a name; letters are their own names and are not asked for here.
#[cold]
pub(crate) fn character(name: &[u8]) -> Option<u8> {
    let name = std::str::from_utf8(name).ok()?;
    if let Some(at) = CONTROLS.iter().position(|control| *control == name) {
        return Some(at as u8);
    }
    OTHERS.iter().find(|(other, _)| *other == name).map(|(_, byte)| *byte)
}

/// The control characters in the order of their codes.
const CONTROLS: [&str; 32] = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR",
    "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC",
    "IS4", "IS3", "IS2", "IS1",
];

const OTHERS: [(&str, u8); 66] = [
    ("alert", 7),
    ("backspace", 8),
    ("tab", b'\t'),
    ("newline", b'\n'),
    ("vertical-tab", 11),
    ("form-feed", 12),
    ("carriage-return", b'\r'),
    ("FS", 28),
    ("GS", 29),
    ("RS", 30),
    ("US", 31),
    ("space", b' '),
    ("exclamation-mark", b'!'),
    ("quotation-mark", b'"'),
    ("number-sign", b'#'),
    ("dollar-sign", b'$'),
    ("percent-sign", b'%'),
    ("ampersand", b'&'),
    ("apostrophe", b'\''),
    ("left-parenthesis", b'('),
    ("right-parenthesis", b')'),
    ("asterisk", b'*'),
    ("plus-sign", b'+'),
    ("comma", b','),
    ("hyphen", b'-'),
    ("hyphen-minus", b'-'),
    ("minus", b'-'),
    ("dash", b'-'),
    ("period", b'.'),
    ("full-stop", b'.'),
    ("slash", b'/'),
    ("solidus", b'/'),
    ("zero", b'0'),
    ("one", b'1'),
    ("two", b'2'),
    ("three", b'3'),
    ("four", b'4'),
    ("five", b'5'),
    ("six", b'6'),
    ("seven", b'7'),
    ("eight", b'8'),
    ("nine", b'9'),
    ("colon", b':'),
    ("semicolon", b';'),
    ("less-than-sign", b'<'),
    ("equals-sign", b'='),
    ("greater-than-sign", b'>'),
    ("question-mark", b'?'),
    ("commercial-at", b'@'),
    ("left-square-bracket", b'['),
    ("backslash", b'\\'),
    ("reverse-solidus", b'\\'),
    ("right-square-bracket", b']'),
    ("circumflex", b'^'),
    ("circumflex-accent", b'^'),
    ("low-line", b'_'),
    ("underscore", b'_'),
    ("grave-accent", b'`'),
    ("left-brace", b'{'),
    ("left-curly-bracket", b'{'),
    ("vertical-line", b'|'),
    ("right-brace", b'}'),
    ("right-curly-bracket", b'}'),
    ("tilde", b'~'),
    ("DEL", 127),
    ("delete", 127),
];
