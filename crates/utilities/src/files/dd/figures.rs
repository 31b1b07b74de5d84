//! What dd says at its end: records, bytes, time and speed.

use rustix::time::{ClockId, Timespec, clock_gettime};

/// Counts of one call.
pub(super) struct Figures {
    pub(super) full_in: u64,
    pub(super) partial_in: u64,
    pub(super) full_out: u64,
    pub(super) partial_out: u64,
    /// Bytes that were written.
    pub(super) bytes: u64,
    start: Timespec,
}

impl Figures {
    /// Nothing yet, from now on.
    pub(super) fn start() -> Self {
        let start = clock_gettime(ClockId::Monotonic);
        Self { full_in: 0, partial_in: 0, full_out: 0, partial_out: 0, bytes: 0, start }
    }

    /// Blocks that were read.
    pub(super) fn records_in(&self) -> u64 {
        self.full_in + self.partial_in
    }

    /// The lines; `speed`: with bytes, time and speed.
    pub(super) fn text(&self, speed: bool) -> Vec<u8> {
        let mut text = format!(
            "{}+{} records in\n{}+{} records out\n",
            self.full_in, self.partial_in, self.full_out, self.partial_out
        );
        if speed {
            let now = clock_gettime(ClockId::Monotonic);
            let nanoseconds = (now.tv_sec - self.start.tv_sec) * 1_000_000_000
                + (now.tv_nsec - self.start.tv_nsec);
            text += &line(self.bytes, nanoseconds.max(1) as u64);
        }
        text.into_bytes()
    }
}

/// `12345 bytes (12 kB, 12 KiB) copied, 0.001 s, 12 MB/s`
fn line(bytes: u64, nanoseconds: u64) -> String {
    let unit = if bytes == 1 { "byte" } else { "bytes" };
    let sizes = match (bytes >= 1000, bytes >= 1024) {
        (false, _) => String::new(),
        (true, false) => format!(" ({})", whole(bytes, 1000)),
        (true, true) => format!(" ({}, {})", whole(bytes, 1000), whole(bytes, 1024)),
    };
    let seconds = general(nanoseconds as f64 / 1e9);
    let rate = rate(bytes as f64 * 1e9 / nanoseconds as f64);
    format!("{bytes} {unit}{sizes} copied, {seconds} s, {rate}/s\n")
}

/// A size in powers of `base`: `1.5 kB`, rounded to the nearest, halves to even.
fn whole(bytes: u64, base: u64) -> String {
    let mut unit = u128::from(base);
    let mut power = 0;
    let bytes = u128::from(bytes);
    while power < 5 && bytes >= unit * u128::from(base) {
        unit *= u128::from(base);
        power += 1;
    }
    let round = |amount: u128| {
        let (quotient, rest) = (amount / unit, amount % unit);
        quotient + u128::from(rest * 2 > unit || (rest * 2 == unit && quotient % 2 == 1))
    };
    let tenths = round(bytes * 10);
    let mut text = match tenths {
        ..100 => format!("{}.{}", tenths / 10, tenths % 10),
        _ => round(bytes).to_string(),
    };
    if text == base.to_string() && power < 5 {
        power += 1;
        text = "1.0".into();
    }
    format!("{text} {}", name(power, base))
}

fn name(power: usize, base: u64) -> String {
    match (base, b"kMGTPE"[power]) {
        (1000, letter) => format!("{}B", char::from(letter)),
        (_, b'k') => "KiB".into(),
        (_, letter) => format!("{}iB", char::from(letter)),
    }
}

/// Bytes a second, at least in thousands.
fn rate(bytes: f64) -> String {
    let mut amount = bytes / 1000.0;
    let mut power = 0;
    while power < 5 && amount >= 1000.0 {
        amount /= 1000.0;
        power += 1;
    }
    let mut text = format!("{amount:.1}");
    if text.len() > 4 {
        text = format!("{amount:.0}");
    }
    format!("{text} {}", name(power, 1000))
}

/// The number as printf(3)'s `%g` shows it.
fn general(value: f64) -> String {
    let scientific = format!("{value:.5e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        let fixed = format!("{value:.*}", (5 - exponent) as usize);
        return trimmed(&fixed).into();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trimmed(digits), exponent.abs())
}

/// Without zeros at the end of the fraction.
fn trimmed(text: &str) -> &str {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        // As the installed dd wrote them.
        for (bytes, nanoseconds, text) in [
            (12, 48_681, "12 bytes copied, 4.8681e-05 s, 247 kB/s\n"),
            (12, 154_348, "12 bytes copied, 0.000154348 s, 77.7 kB/s\n"),
            (0, 40_004, "0 bytes copied, 4.0004e-05 s, 0.0 kB/s\n"),
            (50, 14_030_500, "50 bytes copied, 0.0140305 s, 3.6 kB/s\n"),
            (
                3_000_000,
                8_545_310,
                "3000000 bytes (3.0 MB, 2.9 MiB) copied, 0.00854531 s, 351 MB/s\n",
            ),
            (1, 2_000_000_000, "1 byte copied, 2 s, 0.0 kB/s\n"),
            (1000, 1_000_000, "1000 bytes (1.0 kB) copied, 0.001 s, 1.0 MB/s\n"),
            (1024, 1_000_000, "1024 bytes (1.0 kB, 1.0 KiB) copied, 0.001 s, 1.0 MB/s\n"),
        ] {
            assert_eq!(line(bytes, nanoseconds), text);
        }
        assert_eq!(whole(12_345, 1000), "12 kB");
        assert_eq!(whole(999_999, 1000), "1.0 MB");
        assert_eq!(whole(1 << 30, 1024), "1.0 GiB");
    }
}
