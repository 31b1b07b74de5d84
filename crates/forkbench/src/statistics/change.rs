//! Whether two runs differ: a test for each figure, and a correction for their number.
//!
//! The unit is a block (see [`super::blocks()`]), not a sample: samples of one moment are alike, and a test that
//! counted them as independent would find a change in every second figure of two runs of
//! the same program. Yuen's test (1974) compares the trimmed means of the blocks' logarithms: it
//! is Welch's, which needs neither equal spread nor equal numbers of blocks, without the greatest and the least
//! fifth of the blocks, so that one pass in which a neighbour had the machine hides nothing. Of two hundred such tests ten
//! find something by chance at the usual 5 %; so their chances are corrected by Benjamini
//! and Hochberg's procedure (1995). Where nothing has changed the chance of any false alarm
//! is 5 %, as with Holm's; where something has, it finds more than Holm's does, and of what
//! it finds one in twenty is false.

use super::bootstrap::{CONFIDENCE, Interval};
use super::student;

/// What two sets of blocks say about a change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Changed {
    /// After over before, with the interval of this one figure.
    pub ratio: Interval,
    /// The chance of a difference this large if there is none.
    pub chance: f64,
    /// Standard error of the ratio's logarithm, and its degrees of freedom.
    error: (f64, f64),
}

impl Changed {
    /// The smallest ratio above 1 whose chance would be no more than this: what could have been seen.
    pub fn visible(&self, chance: f64) -> f64 {
        let (error, freedom) = self.error;
        if error < EXACT { 1.0 } else { (student::quantile(chance, freedom) * error).exp() }
    }
}

/// Logarithms that differ by less are equal.
const EXACT: f64 = 1e-9;

/// Compares blocks' figures, all of them above 0; `None` with fewer than two on a side.
pub fn changed(before: &[f64], after: &[f64]) -> Option<Changed> {
    let (was, is) = (Spread::of(before)?, Spread::of(after)?);
    let distance = is.mean - was.mean;
    let (one, other) = (was.of_mean(), is.of_mean());
    let error = (one + other).sqrt();
    if error < EXACT {
        // Counts mostly: each block has the same.
        let chance = if distance.abs() < EXACT { 1.0 } else { 0.0 };
        let ratio = Interval::exactly(distance.exp());
        return Some(Changed { ratio, chance, error: (0.0, 1.0) });
    }
    let freedom =
        (one + other).powi(2) / (one.powi(2) / (was.kept - 1.0) + other.powi(2) / (is.kept - 1.0));
    let margin = student::quantile(1.0 - CONFIDENCE, freedom) * error;
    Some(Changed {
        ratio: Interval {
            estimate: distance.exp(),
            low: (distance - margin).exp(),
            high: (distance + margin).exp(),
        },
        chance: student::two_sided(distance / error, freedom),
        error: (error, freedom),
    })
}

/// So much is left out at either end; nothing of fewer than five.
const TRIM: f64 = 0.2;

/// Trimmed mean and Winsorized variance of logarithms.
struct Spread {
    count: f64,
    /// How many are not left out.
    kept: f64,
    mean: f64,
    variance: f64,
}

impl Spread {
    fn of(values: &[f64]) -> Option<Self> {
        if values.len() < 2 || values.iter().any(|&value| value <= 0.0 || !value.is_finite()) {
            return None;
        }
        let mut logarithms: Vec<f64> = values.iter().map(|value| value.ln()).collect();
        logarithms.sort_by(f64::total_cmp);
        let out = (TRIM * values.len() as f64) as usize;
        let kept = logarithms.get(out..values.len() - out)?;
        let (least, greatest) = (*kept.first()?, *kept.last()?);
        // What is left out counts as if it were the outermost of what is kept.
        let winsorized = logarithms.iter().map(|value| value.clamp(least, greatest));
        let count = values.len() as f64;
        let middle = winsorized.clone().sum::<f64>() / count;
        let variance =
            winsorized.map(|value| (value - middle).powi(2)).sum::<f64>() / (count - 1.0);
        let mean = kept.iter().sum::<f64>() / kept.len() as f64;
        Some(Spread { count, kept: kept.len() as f64, mean, variance })
    }

    /// The variance of the mean.
    fn of_mean(&self) -> f64 {
        self.variance * (self.count - 1.0) / (self.kept * (self.kept - 1.0))
    }
}

/// The largest chance that still counts as a change, when there are this many of them: by
/// Benjamini and Hochberg, at the level 1 - [`CONFIDENCE`]. Less than 0 if none does.
pub fn largest_that_counts(chances: &[f64]) -> f64 {
    let mut sorted = chances.to_vec();
    sorted.sort_by(f64::total_cmp);
    let count = sorted.len() as f64;
    let level = 1.0 - CONFIDENCE;
    let counts = |(place, chance): &(usize, &f64)| **chance <= level * (place + 1) as f64 / count;
    sorted.iter().enumerate().rev().find(counts).map_or(-1.0, |(_, &chance)| chance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_test() {
        // Welch's, as nothing is left out: t = 6.5450 with 5.0973 degrees of freedom.
        let found = changed(&[100.0, 102.0, 98.0, 101.0], &[110.0, 115.0, 108.0, 112.0]).unwrap();
        assert!((found.ratio.estimate - 1.1095).abs() < 1e-3, "{found:?}");
        assert!((found.chance - 0.00116).abs() < 1e-5, "{found:?}");
        assert!((found.error.1 - 5.0973).abs() < 1e-3, "{found:?}");
    }

    #[test]
    fn one_bad_pass_hides_nothing() {
        let quiet = [100.0, 102.0, 98.0, 101.0, 99.0, 100.5, 99.5, 101.5];
        let mut slower = quiet.map(|value| value * 1.15);
        slower[3] *= 4.0;
        let found = changed(&quiet, &slower).unwrap();
        assert!((found.ratio.estimate - 1.15).abs() < 0.01, "{found:?}");
        assert!(found.chance < 1e-5, "{found:?}");
    }

    #[test]
    fn what_does_not_vary() {
        let found = changed(&[4.0; 3], &[4.0; 3]).unwrap();
        assert_eq!((found.ratio.estimate, found.chance), (1.0, 1.0));
        assert_eq!(changed(&[4.0; 3], &[5.0; 3]).unwrap().chance, 0.0);
        assert_eq!(changed(&[4.0], &[5.0; 3]), None);
        assert_eq!(changed(&[0.0, 1.0], &[5.0; 3]), None);
    }

    #[test]
    fn chances_are_corrected() {
        // The example of Benjamini and Hochberg's paper: of fifteen, four count.
        let chances = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
            0.5719, 0.6528, 0.7590, 1.0,
        ];
        assert_eq!(largest_that_counts(&chances), 0.0095);
        assert!(largest_that_counts(&[0.2, 0.04]) < 0.0);
        assert_eq!(largest_that_counts(&[0.04]), 0.04);
        assert!(largest_that_counts(&[]) < 0.0);
    }
}
