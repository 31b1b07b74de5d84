//! Sizes as people read them: `1.5K`, as `ls -h` and its like write them.

/// `amount`, in powers of `base` (1024 or 1000), with one digit after the point below ten,
/// rounded up.
pub(crate) fn readable(amount: u64, base: u64) -> String {
    const LETTERS: &[u8] = b"KMGTPEZY";
    let mut unit = 1u128;
    let mut power = 0;
    let amount = u128::from(amount);
    while power < LETTERS.len() && amount >= unit * u128::from(base) {
        unit *= u128::from(base);
        power += 1;
    }
    if power == 0 {
        return amount.to_string();
    }
    // A thousand is `k`, 1024 is `K`.
    let letter = |power: usize| match LETTERS[power - 1] {
        b'K' if base == 1000 => 'k',
        letter => char::from(letter),
    };
    let tenths = (amount * 10).div_ceil(unit);
    if tenths < 100 {
        return format!("{}.{}{}", tenths / 10, tenths % 10, letter(power));
    }
    let whole = amount.div_ceil(unit);
    if whole == u128::from(base) && power < LETTERS.len() {
        return format!("1.0{}", letter(power + 1));
    }
    format!("{whole}{}", letter(power))
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn powers_of_1024() {
        for (amount, text) in [
            (0, "0"),
            (1023, "1023"),
            (1024, "1.0K"),
            (1025, "1.1K"),
            (10 * 1024, "10K"),
            (10 * 1024 + 1, "11K"),
            (9 * 1024 + 1000, "10K"),
            (1023 * 1024 + 1, "1.0M"),
            (1024 * 1024 - 1, "1.0M"),
            (1024 * 1024, "1.0M"),
            (u64::MAX, "16E"),
        ] {
            assert_eq!(readable(amount, 1024), text, "{amount}");
        }
    }

    #[test]
    fn powers_of_1000() {
        for (amount, text) in [(999, "999"), (1000, "1.0k"), (999_001, "1.0M"), (12_345, "13k")] {
            assert_eq!(readable(amount, 1000), text, "{amount}");
        }
    }
}
