//! Numbers of arguments: decimal, with the multiplier suffixes of GNU utilities.

/// A decimal number without sign.
pub fn plain(text: &[u8]) -> Option<u64> {
    if text.is_empty() {
        return None;
    }
    text.iter().try_fold(0u64, |value, &digit| {
        if !digit.is_ascii_digit() {
            return None;
        }
        value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
    })
}

/// A decimal number that may have a multiplier: b (512), kB, K, KiB, MB, M ... as `head -c` has.
pub fn with_suffix(text: &[u8]) -> Option<u64> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let factor: u64 = match &text[digits..] {
        b"" => 1,
        b"b" => 512,
        b"kB" | b"KB" => 1000,
        b"k" | b"K" | b"KiB" => 1 << 10,
        b"MB" => 1000 * 1000,
        b"M" | b"MiB" | b"m" => 1 << 20,
        b"GB" => 1000 * 1000 * 1000,
        b"G" | b"GiB" => 1 << 30,
        _ => return None,
    };
    plain(&text[..digits])?.checked_mul(factor)
}

/// Appends a decimal number.
pub fn append(out: &mut Vec<u8>, number: u64) {
    append_padded(out, number, 0);
}

/// Appends a decimal number, with blanks before it to make it `width` bytes long.
pub fn append_padded(out: &mut Vec<u8>, number: u64, width: usize) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut left = number;
    loop {
        at -= 1;
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    let length = digits.len() - at;
    out.extend(std::iter::repeat_n(b' ', width.saturating_sub(length)));
    out.extend_from_slice(&digits[at..]);
}
