//! Random letters for temporary names (getrandom(2)).

use rustix::io::Errno;
use rustix::rand::GetRandomFlags;

const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Fills `text` with letters and digits, each as likely as any other.
pub(crate) fn letters(text: &mut [u8]) -> Result<(), Errno> {
    let mut left = text.iter_mut();
    let mut next = left.next();
    while next.is_some() {
        let mut bytes = [0u8; 32];
        let (bytes, _) = rustix::rand::getrandom(&mut bytes[..], GetRandomFlags::empty())
            .map(|count| (&bytes[..count], ()))?;
        for &byte in bytes {
            // 248 is the largest multiple of 62 that a byte can hold.
            if byte < 248
                && let Some(place) = next
            {
                *place = LETTERS[usize::from(byte % 62)];
                next = left.next();
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_places_are_filled() {
        let mut text = [0u8; 100];
        super::letters(&mut text).unwrap();
        assert!(text.iter().all(u8::is_ascii_alphanumeric));
        let mut other = [0u8; 100];
        super::letters(&mut other).unwrap();
        assert_ne!(text, other);
    }
}
