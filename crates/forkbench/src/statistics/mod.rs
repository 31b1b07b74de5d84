//! What is said about a set of samples: quantiles, outliers, intervals, ratios.
//!
//! Samples of one measurement come in rounds. Within a round they follow one another
//! closely and share whatever the machine was doing then, and so do rounds that follow one
//! another: they are not independent. Rounds of the things compared alternate (A B A B), so
//! what disturbs one disturbs the other. Both facts are used: intervals come from a bootstrap
//! that draws whole blocks of rounds, and a ratio draws the same blocks for both of its sides.

mod blocks;
mod bootstrap;
mod change;
mod quantile;
mod random;
mod student;

pub use blocks::blocks;
pub use bootstrap::{CONFIDENCE, Interval, Rounds, TOO_FEW, median_interval, medians, ratio};
pub use change::{Changed, changed, largest_that_counts};
pub use quantile::{Outliers, median, outliers, quantile_of_sorted};
pub(crate) use random::Random;

use serde::Serialize;

/// Everything that is said about one set of samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Number of samples.
    pub count: usize,
    /// Number of blocks that they come from: passes, mostly.
    pub blocks: usize,
    /// The median, with the interval that holds it with [`CONFIDENCE`].
    pub median: Interval,
    /// Least.
    pub least: f64,
    /// One in ten is less.
    pub p10: f64,
    /// One in ten is more.
    pub p90: f64,
    /// One in a hundred is more.
    pub p99: f64,
    /// Greatest.
    pub greatest: f64,
    /// Arithmetic mean.
    pub mean: f64,
    /// Samples far from the others; they stay in all of the figures.
    pub outliers: Outliers,
}

impl Summary {
    /// The summary of samples in blocks; `None` without any sample.
    pub fn of(blocks: &Rounds) -> Option<Summary> {
        let mut sorted: Vec<f64> = blocks.iter().flatten().copied().collect();
        if sorted.is_empty() {
            return None;
        }
        sorted.sort_by(f64::total_cmp);
        let at = |share| quantile_of_sorted(&sorted, share);
        Some(Summary {
            count: sorted.len(),
            blocks: blocks.iter().filter(|block| !block.is_empty()).count(),
            median: median_interval(blocks),
            least: at(0.0),
            p10: at(0.1),
            p90: at(0.9),
            p99: at(0.99),
            greatest: at(1.0),
            mean: sorted.iter().sum::<f64>() / sorted.len() as f64,
            outliers: outliers(&sorted),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_summary() {
        assert_eq!(Summary::of(&Vec::new()), None);
        assert_eq!(Summary::of(&vec![Vec::new()]), None);
    }

    #[test]
    fn one_to_a_hundred() {
        let blocks: Rounds =
            (0..10).map(|ten| (1..=10).map(|one| f64::from(ten * 10 + one)).collect()).collect();
        let summary = Summary::of(&blocks).unwrap();
        assert_eq!(summary.count, 100);
        assert_eq!(summary.median.estimate, 50.5);
        assert_eq!((summary.least, summary.greatest), (1.0, 100.0));
        assert!((summary.p10 - 10.9).abs() < 1e-9, "{}", summary.p10);
        assert!((summary.p90 - 90.1).abs() < 1e-9, "{}", summary.p90);
        assert!((summary.p99 - 99.01).abs() < 1e-9, "{}", summary.p99);
        assert_eq!(summary.mean, 50.5);
        assert_eq!(summary.outliers, Outliers { low: 0, high: 0 });
    }
}
