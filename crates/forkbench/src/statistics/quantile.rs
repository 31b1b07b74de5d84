//! Quantiles and outliers of a sorted set.

use serde::Serialize;

/// The value that `share` (0 to 1) of the sorted samples do not exceed, linear between
/// neighbours (type 7 of Hyndman and Fan, as R and NumPy compute it). NaN without
/// samples.
pub fn quantile_of_sorted(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let lower = sorted[below.min(last)];
    let upper = sorted[(below + 1).min(last)];
    lower + (upper - lower) * (place - place.floor())
}

/// The median of samples in any order, which it reorders. NaN without samples.
pub fn median(samples: &mut [f64]) -> f64 {
    let count = samples.len();
    if count == 0 {
        return f64::NAN;
    }
    let (below, &mut upper, _) = samples.select_nth_unstable_by(count / 2, f64::total_cmp);
    if count % 2 == 1 {
        return upper;
    }
    let lower = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    f64::midpoint(lower, upper)
}

/// How many samples lie far from the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outliers {
    /// Far below.
    pub low: usize,
    /// Far above.
    pub high: usize,
}

/// Samples whose modified Z score (Iglewicz and Hoaglin: distance from the median over
/// the median of such distances, times 0.6745) exceeds 3.5. Where most samples are
/// equal there is no scale to judge by, and none is an outlier.
pub fn outliers(sorted: &[f64]) -> Outliers {
    let middle = quantile_of_sorted(sorted, 0.5);
    let mut distances: Vec<f64> = sorted.iter().map(|sample| (sample - middle).abs()).collect();
    let scale = median(&mut distances);
    if scale.is_nan() || scale <= 0.0 {
        return Outliers::default();
    }
    let limit = 3.5 / 0.6745 * scale;
    Outliers {
        low: sorted.iter().filter(|&&sample| middle - sample > limit).count(),
        high: sorted.iter().filter(|&&sample| sample - middle > limit).count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_between_neighbours() {
        let sorted = [1.0, 2.0, 4.0, 8.0];
        assert_eq!(quantile_of_sorted(&sorted, 0.0), 1.0);
        assert_eq!(quantile_of_sorted(&sorted, 0.5), 3.0);
        assert_eq!(quantile_of_sorted(&sorted, 1.0), 8.0);
        // R: quantile(c(1,2,4,8), 0.9) is 6.8
        assert!((quantile_of_sorted(&sorted, 0.9) - 6.8).abs() < 1e-12);
        assert!(quantile_of_sorted(&[], 0.5).is_nan());
        assert_eq!(quantile_of_sorted(&[7.0], 0.9), 7.0);
    }

    #[test]
    fn medians() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 3.0, 2.0]), 2.5);
        assert_eq!(median(&mut [5.0]), 5.0);
        assert!(median(&mut []).is_nan());
    }

    #[test]
    fn far_samples_are_counted() {
        let mut sorted: Vec<f64> = (0..50).map(|n| 100.0 + f64::from(n % 5)).collect();
        sorted.push(500.0);
        sorted.push(1.0);
        sorted.sort_by(f64::total_cmp);
        assert_eq!(outliers(&sorted), Outliers { low: 1, high: 1 });
    }

    #[test]
    fn equal_samples_have_no_outliers() {
        assert_eq!(outliers(&[2.0, 2.0, 2.0, 9.0]), Outliers::default());
        assert_eq!(outliers(&[]), Outliers::default());
    }
}
