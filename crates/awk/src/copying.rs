//! Copying short pieces of text.

/// Appends `text[from..to]`.
///
/// A piece that is short is copied together with some of what follows it, of which the end is
/// then cut off: a copy of fixed length is two or eight instructions in place of a call.
#[inline]
pub(crate) fn append(out: &mut Vec<u8>, text: &[u8], from: usize, to: usize) {
    let piece = &text[from..to];
    let end = out.len() + piece.len();
    let rest = &text[from..];
    match (rest.first_chunk::<16>(), rest.first_chunk::<64>()) {
        (Some(chunk), _) if piece.len() <= 16 => out.extend_from_slice(chunk),
        (_, Some(chunk)) if piece.len() <= 64 => out.extend_from_slice(chunk),
        _ => out.extend_from_slice(piece),
    }
    out.truncate(end);
}

#[cfg(test)]
mod tests {
    use super::append;

    #[test]
    fn every_piece_of_a_text() {
        let text: Vec<u8> = (0..100).collect();
        for from in 0..text.len() {
            for to in from..=text.len() {
                let mut out = b"before".to_vec();
                append(&mut out, &text, from, to);
                assert_eq!(out, [b"before", &text[from..to]].concat(), "{from}..{to}");
            }
        }
    }
}
