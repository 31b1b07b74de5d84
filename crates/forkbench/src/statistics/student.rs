//! Student's distribution: how far a mean of few values may lie from the truth.
//!
//! By the regularised incomplete beta function, with its continued fraction evaluated by
//! Lentz's method (Abramowitz and Stegun 26.5.8 and 26.7.1; Thompson and Barnett, 1986).

/// The chance of a value at least as far from 0 as `t`, on either side, with this many
/// degrees of freedom. 1 where that has no meaning.
pub fn two_sided(t: f64, freedom: f64) -> f64 {
    if t.is_nan() || freedom.is_nan() || freedom <= 0.0 {
        return 1.0;
    }
    if t.is_infinite() {
        return 0.0;
    }
    incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + t * t)).clamp(0.0, 1.0)
}

/// The distance from 0 that is exceeded with the chance `p`, on both sides together.
pub fn quantile(p: f64, freedom: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while two_sided(high, freedom) > p {
        low = high;
        high *= 2.0;
        if high > 1e12 {
            return high;
        }
    }
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if two_sided(middle, freedom) > p { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The logarithm of the gamma function, by Stirling's series after moving the argument up.
fn ln_gamma(mut x: f64) -> f64 {
    let mut below = 0.0;
    while x < 12.0 {
        below += x.ln();
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0))) / x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - below
}

/// I_x(a, b).
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges fast on this side only; the other one is its complement.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    let front = a * x.ln() + b * (1.0 - x).ln() + ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b);
    front.exp() * fraction(a, b, x) / a
}

fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for step in 1..300 {
        let m = f64::from(step);
        for term in [
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        ] {
            d = 1.0 / away(1.0 + term * d);
            c = away(1.0 + term / c);
            value *= d * c;
        }
        if (d * c - 1.0).abs() < 1e-14 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_in_the_tables() {
        for (p, freedom, t) in [
            (0.05, 1.0, 12.7062),
            (0.05, 2.0, 4.3027),
            (0.05, 7.0, 2.3646),
            (0.01, 14.0, 2.9768),
            (0.001, 10.0, 4.5869),
            (0.05, 1e6, 1.9600),
        ] {
            assert!((quantile(p, freedom) - t).abs() < 2e-4 * t, "{p} {freedom}");
            assert!((two_sided(t, freedom) - p).abs() < 1e-4 * p.max(0.02), "{p} {freedom}");
        }
    }

    #[test]
    fn ends() {
        assert_eq!(two_sided(0.0, 5.0), 1.0);
        assert_eq!(two_sided(f64::INFINITY, 5.0), 0.0);
        assert_eq!(two_sided(f64::NAN, 5.0), 1.0);
        assert_eq!(two_sided(3.0, 0.0), 1.0);
        assert!(two_sided(40.0, 9.0) > 0.0 && two_sided(40.0, 9.0) < 1e-9);
    }
}
