//! sleep: waits (POSIX XCU sleep; sleep(1) of GNU coreutils). Other stages go on meanwhile.

use crate::system::printf::{Class, numeric};
use crate::{Context, Decision, Exit, Utility, locale, planned};
use stage::Signals;
use std::time::{Duration, Instant};

/// The utility.
pub const UTILITY: Utility = Utility { name: "sleep", plan: decide, options: "NUMBER[smhd]..." };

fn decide<'a>(context: &Context<'_>, arguments: &[&'a [u8]]) -> Decision<'a> {
    if let Some(reason) = locale::unusual(context) {
        return Decision::StepAside(reason);
    }
    let ([b"--", times @ ..] | times) = arguments;
    let total = times.iter().map(|time| seconds(time)).sum::<Option<f64>>();
    planned(total.filter(|_| !times.is_empty()).ok_or("no valid time"), run)
}

fn run(context: &mut Context<'_>, total: f64) -> Exit {
    // Infinite, or longer than anybody waits.
    let end = Duration::try_from_secs_f64(total)
        .ok()
        .and_then(|duration| Instant::now().checked_add(duration));
    loop {
        if end.is_some_and(|end| Instant::now() >= end) {
            return Exit::SUCCESS;
        }
        if let Err(error) = context.scheduler.park(&[], end, Signals::Terminal) {
            return context.signal_of(&error).unwrap_or(Exit::FAILURE);
        }
    }
}

/// A time in seconds; `None` where GNU would complain.
pub(super) fn seconds(text: &[u8]) -> Option<f64> {
    let number = numeric::long_double(text);
    let value = number.value;
    let unit = match &text[number.used..] {
        b"" | b"s" => 1.0,
        b"m" => 60.0,
        b"h" => 3600.0,
        b"d" => 86400.0,
        _ => return None,
    };
    if number.used == 0 || value.negative {
        return None;
    }
    match value.class {
        Class::Finite(mantissa, exponent) => {
            Some(mantissa as f64 * f64::from(exponent).exp2() * unit)
        }
        Class::Infinite => Some(f64::INFINITY),
        Class::Nan => None,
    }
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn times() {
        assert_eq!(seconds(b"0.25"), Some(0.25));
        assert_eq!(seconds(b"1.5m"), Some(90.0));
        assert_eq!(seconds(b"0x10"), Some(16.0));
        assert_eq!(seconds(b"inf"), Some(f64::INFINITY));
        assert_eq!(seconds(b"-1"), None);
        assert_eq!(seconds(b"1x"), None);
        assert_eq!(seconds(b""), None);
    }
}
