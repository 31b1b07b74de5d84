//! Numbers as people read them: three digits and a unit.

use crate::model::{RatioStyle, Unit};
use crate::statistics::Interval;

/// Three significant digits, without trailing zeros of a whole number's fraction.
fn digits(value: f64) -> String {
    let size = value.abs();
    if size >= 99.95 {
        format!("{value:.0}")
    } else if size >= 9.995 {
        format!("{value:.1}")
    } else {
        format!("{value:.2}")
    }
}

fn scaled(value: f64, steps: &[(f64, &str)]) -> String {
    // What rounds up to the next unit is said in the next unit.
    let step = steps.iter().rev().find(|(size, _)| value.abs() >= size * 0.9995);
    let (size, unit) = step.or(steps.first()).copied().unwrap_or((1.0, ""));
    format!("{} {unit}", digits(value / size))
}

/// A time in nanoseconds: "71.9 µs".
pub fn time(nanoseconds: f64) -> String {
    if nanoseconds == 0.0 {
        return "0".into();
    }
    scaled(nanoseconds, &[(1.0, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")])
}

/// A time as an axis has it, without digits that say nothing: "100 µs".
pub fn time_tick(nanoseconds: f64) -> String {
    let text = time(nanoseconds);
    match text.split_once(' ') {
        Some((number, unit)) if number.contains('.') => {
            format!("{} {unit}", number.trim_end_matches('0').trim_end_matches('.'))
        }
        _ => text,
    }
}

/// A number of bytes: "200 MiB". Whole numbers stay whole.
pub fn size(bytes: f64) -> String {
    let steps = [
        (1.0, "B"),
        (1024.0, "KiB"),
        (1024.0 * 1024.0, "MiB"),
        (1024.0 * 1024.0 * 1024.0, "GiB"),
        (1024.0 * 1024.0 * 1024.0 * 1024.0, "TiB"),
    ];
    let step = steps.iter().rev().find(|(size, _)| bytes.abs() >= *size).unwrap_or(&steps[0]);
    let value = bytes / step.0;
    if value.fract() == 0.0 {
        format!("{value} {}", step.1)
    } else {
        format!("{} {}", digits(value), step.1)
    }
}

/// A number of things: "12", "0.25", "97.7 k".
pub fn count(value: f64) -> String {
    if value.abs() < 10_000.0 && value.fract() == 0.0 {
        return format!("{value}");
    }
    scaled(value, &[(1.0, ""), (1e3, "k"), (1e6, "M"), (1e9, "G")]).trim_end().to_owned()
}

/// A value of this unit.
pub fn value(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Nanoseconds => time(value),
        Unit::Bytes => size(value),
        Unit::Count => count(value),
    }
}

/// Half an interval's width: "±1 %".
pub fn spread(interval: &Interval) -> String {
    let percent = interval.relative() * 100.0;
    if percent >= 9.95 || percent == 0.0 {
        format!("±{percent:.0} %")
    } else {
        format!("±{percent:.1} %")
    }
}

/// A factor: "12.3x".
pub fn times(ratio: f64) -> String {
    if ratio > 0.0 && ratio < 0.1 {
        // Two digits say enough of a small one.
        let places = (-ratio.log10()).ceil() as usize + 1;
        return format!("{ratio:.places$}x");
    }
    format!("{}x", digits(ratio))
}

/// A factor as a change: "+98 %".
pub fn change(ratio: f64) -> String {
    let percent = (ratio - 1.0) * 100.0;
    if percent.abs() < 9.95 { format!("{percent:+.1} %") } else { format!("{percent:+.0} %") }
}

/// A ratio to the reference.
pub fn ratio(ratio: f64, style: RatioStyle) -> String {
    match style {
        RatioStyle::Times => times(ratio),
        RatioStyle::Percent => change(ratio),
    }
}

/// A ratio with its interval: "12.3x [12.1, 12.6]".
pub fn ratio_interval(interval: &Interval, style: RatioStyle) -> String {
    let bare = |value: f64| ratio(value, style).trim_end_matches(['x', '%', ' ']).to_owned();
    format!("{} [{}, {}]", ratio(interval.estimate, style), bare(interval.low), bare(interval.high))
}

/// Reads "200M", "1.5G", "4096", with binary prefixes.
///
/// # Errors
/// In words.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let bare = text.trim();
    let lower = bare.to_ascii_lowercase();
    let lower = lower.strip_suffix("ib").or(lower.strip_suffix('b')).unwrap_or(&lower);
    let (number, factor) = match lower.char_indices().last() {
        Some((at, 'k')) => (&lower[..at], 1_u64 << 10),
        Some((at, 'm')) => (&lower[..at], 1 << 20),
        Some((at, 'g')) => (&lower[..at], 1 << 30),
        Some((at, 't')) => (&lower[..at], 1 << 40),
        _ => (lower, 1),
    };
    let bad = || format!("{text:?} is no size; 64M and 1.5G are");
    let value: f64 = number.trim().parse().map_err(|_| bad())?;
    let bytes = value * factor as f64;
    if !bytes.is_finite() || bytes < 0.0 || bytes > (1_u64 << 60) as f64 {
        return Err(bad());
    }
    Ok(bytes as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_all_sizes() {
        assert_eq!(time(0.0), "0");
        assert_eq!(time(85.0), "85.0 ns");
        assert_eq!(time(71_949.0), "71.9 µs");
        assert_eq!(time(999_600.0), "1.00 ms");
        assert_eq!(time(146_464_000.0), "146 ms");
        assert_eq!(time(13.4e9), "13.4 s");
        assert_eq!(time_tick(2e5), "200 µs");
        assert_eq!(time_tick(1e3), "1 µs");
        assert_eq!(time_tick(1.5e3), "1.5 µs");
    }

    #[test]
    fn sizes_both_ways() {
        assert_eq!(size(209_715_200.0), "200 MiB");
        assert_eq!(size(1.5 * 1024.0), "1.50 KiB");
        assert_eq!(size(0.0), "0 B");
        assert_eq!(parse_size("200M"), Ok(209_715_200));
        assert_eq!(parse_size("1.5 GiB"), Ok(1_610_612_736));
        assert_eq!(parse_size("4096"), Ok(4096));
        assert_eq!(parse_size("64kb"), Ok(65536));
        for bad in ["", "G", "1Q", "-1", "1e400G", "nan"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn counts() {
        assert_eq!(count(12.0), "12");
        assert_eq!(count(0.25), "0.25");
        assert_eq!(count(97_657.0), "97.7 k");
    }

    #[test]
    fn ratios() {
        assert_eq!(times(12.34), "12.3x");
        assert_eq!(times(0.0034), "0.0034x");
        assert_eq!(change(1.98), "+98 %");
        assert_eq!(change(0.995), "-0.5 %");
        assert_eq!(change(13.04), "+1204 %");
        let interval = Interval { estimate: 2.0, low: 1.9, high: 2.1 };
        assert_eq!(ratio_interval(&interval, RatioStyle::Times), "2.00x [1.90, 2.10]");
        assert_eq!(ratio_interval(&interval, RatioStyle::Percent), "+100 % [+90, +110]");
        assert_eq!(spread(&interval), "±5.0 %");
    }
}
