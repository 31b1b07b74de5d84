//! The `l` command: a line in an unambiguous form.

/// Shows a line, folded to `length` columns (0: not at all).
pub fn show(line: &[u8], length: u64, delimiter: u8) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len() + 2);
    let mut width = 0;
    for &byte in line {
        let start = out.len();
        match byte {
            b'\\' => out.extend_from_slice(b"\\\\"),
            0x20..=0x7e => out.push(byte),
            0x07 => out.extend_from_slice(b"\\a"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0c => out.extend_from_slice(b"\\f"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x0b => out.extend_from_slice(b"\\v"),
            _ => {
                let digits = [byte >> 6, byte >> 3 & 7, byte & 7].map(|digit| b'0' + digit);
                out.push(b'\\');
                out.extend_from_slice(&digits);
            }
        }
        let shown = (out.len() - start) as u64;
        if length > 0 && width + shown >= length {
            out.splice(start..start, [b'\\', delimiter]);
            width = 0;
        }
        width += shown;
    }
    out.push(b'$');
    out.push(delimiter);
    out
}
