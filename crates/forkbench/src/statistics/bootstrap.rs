//! Intervals of medians and of ratios of medians, by a bootstrap over rounds.
//!
//! Percentile bootstrap (Efron and Tibshirani): draw as many rounds as there are, with
//! repetition, take the median of all samples in them, many times over; the middle
//! part of these medians is the interval. Rounds, not samples, are drawn, because
//! samples of one round are alike; and some rounds in a row, because neighbours are. With fewer than [`FEW`] rounds there is not enough
//! to draw from; the interval then reaches from the least to the greatest of the
//! rounds' medians, which is wider.

use serde::{Deserialize, Serialize};

use super::quantile::{median, quantile_of_sorted};
use super::random::Random;

/// Samples by round.
pub type Rounds = Vec<Vec<f64>>;

/// How sure an interval is.
pub const CONFIDENCE: f64 = 0.95;

/// Draws. Enough for two digits of a 95 % interval's ends.
const DRAWS: usize = 1000;

/// Fewer rounds than this are not drawn from.
const FEW: usize = 8;

/// With fewer rounds than this an interval says nothing.
pub const TOO_FEW: usize = 3;

/// At most this many samples of a round enter a draw, evenly spread: more would not
/// change what a draw says, only how long it takes.
const PER_ROUND: usize = 40;

/// An estimate and the interval that it lies in with [`CONFIDENCE`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The estimate.
    pub estimate: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// An interval of one point.
    pub fn exactly(value: f64) -> Self {
        Interval { estimate: value, low: value, high: value }
    }

    /// Whether the two have a point in common.
    pub fn overlaps(&self, other: &Interval) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// Whether this value is in it.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Half its width over the estimate: the "±" of a table. 0 for an estimate of 0.
    pub fn relative(&self) -> f64 {
        if self.estimate == 0.0 {
            return 0.0;
        }
        ((self.high - self.low) / 2.0 / self.estimate).abs()
    }

    /// Estimate and ends, each by this function.
    pub fn map(&self, by: impl Fn(f64) -> f64) -> Interval {
        Interval { estimate: by(self.estimate), low: by(self.low), high: by(self.high) }
    }
}

/// The rounds as they are drawn from: none empty, none longer than [`PER_ROUND`].
fn drawable(rounds: &Rounds) -> Rounds {
    rounds
        .iter()
        .filter(|round| !round.is_empty())
        .map(|round| {
            let step = round.len().div_ceil(PER_ROUND);
            round.iter().step_by(step).copied().collect()
        })
        .collect()
}

/// Least and greatest of the rounds' medians.
fn span(rounds: &Rounds) -> (f64, f64) {
    ends(rounds.iter().map(|round| median(&mut round.clone())))
}

/// Least and greatest of the ratios within a round.
fn span_of_ratios(one: &Rounds, other: &Rounds) -> (f64, f64) {
    let medians = |rounds: &Rounds| -> Vec<f64> {
        rounds.iter().map(|round| median(&mut round.clone())).collect()
    };
    ends(medians(one).into_iter().zip(medians(other)).map(|(above, below)| over(above, below)))
}

fn over(above: f64, below: f64) -> f64 {
    if below > 0.0 { above / below } else { f64::MAX }
}

fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, greatest), value| {
        (least.min(value), greatest.max(value))
    })
}

fn all_samples(rounds: &Rounds) -> Vec<f64> {
    rounds.iter().flatten().copied().collect()
}

/// One draw's median, of the rounds with these numbers.
fn median_of(rounds: &Rounds, numbers: &[usize], space: &mut Vec<f64>) -> f64 {
    space.clear();
    for &number in numbers {
        space.extend_from_slice(&rounds[number % rounds.len()]);
    }
    median(space)
}

fn interval(estimate: f64, mut drawn: Vec<f64>) -> Interval {
    drawn.retain(|value| value.is_finite());
    drawn.sort_by(f64::total_cmp);
    if drawn.is_empty() {
        return Interval::exactly(estimate);
    }
    let tail = (1.0 - CONFIDENCE) / 2.0;
    Interval {
        estimate,
        // The estimate is of all samples, the draws may be of some.
        low: quantile_of_sorted(&drawn, tail).min(estimate),
        high: quantile_of_sorted(&drawn, 1.0 - tail).max(estimate),
    }
}

/// Draws as many rounds as there are, some of them in a row each time: what disturbs a
/// machine lasts longer than a round, and rounds that follow one another are alike (the
/// circular block bootstrap, with blocks of the square root's length).
fn draw(random: &mut Random, count: usize, numbers: &mut Vec<usize>) {
    let block = count.isqrt().max(1);
    numbers.clear();
    while numbers.len() < count {
        let start = random.below(count);
        let room = block.min(count - numbers.len());
        numbers.extend((start..start + room).map(|number| number % count));
    }
}

/// The median of all samples with its interval. NaN without samples.
pub fn median_interval(rounds: &Rounds) -> Interval {
    let estimate = median(&mut all_samples(rounds));
    let from = drawable(rounds);
    if from.is_empty() {
        return Interval::exactly(estimate);
    }
    if from.len() < FEW {
        let (low, high) = span(&from);
        return Interval { estimate, low: low.min(estimate), high: high.max(estimate) };
    }
    let mut random = Random::new(1);
    let (mut numbers, mut space) = (Vec::new(), Vec::new());
    let drawn = (0..DRAWS)
        .map(|_| {
            draw(&mut random, from.len(), &mut numbers);
            median_of(&from, &numbers, &mut space)
        })
        .collect();
    interval(estimate, drawn)
}

/// The ratio of the medians, `one` over `other`, with its interval. Where both have
/// equally many rounds these took turns, and the same ones are drawn for both. `None`
/// if a side has no sample or the lower one is 0.
pub fn ratio(one: &Rounds, other: &Rounds) -> Option<Interval> {
    ratio_of(one, other, one.len() == other.len())
}

/// The same of two that did not take turns, whatever the numbers of their rounds.
pub fn ratio_of_unrelated(one: &Rounds, other: &Rounds) -> Option<Interval> {
    ratio_of(one, other, false)
}

fn ratio_of(one: &Rounds, other: &Rounds, took_turns: bool) -> Option<Interval> {
    let (above, below) = (median(&mut all_samples(one)), median(&mut all_samples(other)));
    if !above.is_finite() || !below.is_finite() || below == 0.0 {
        return None;
    }
    let (first, second) = (drawable(one), drawable(other));
    let paired = took_turns && first.len() == second.len();
    if first.len() < FEW || second.len() < FEW {
        let estimate = above / below;
        let (low, high) = if paired {
            span_of_ratios(&first, &second)
        } else {
            let ((low, high), (least, greatest)) = (span(&first), span(&second));
            (over(low, greatest), over(high, least))
        };
        return Some(Interval { estimate, low: low.min(estimate), high: high.max(estimate) });
    }
    let mut random = Random::new(2);
    let (mut numbers, mut space) = (Vec::new(), Vec::new());
    let drawn = (0..DRAWS)
        .map(|_| {
            draw(&mut random, first.len(), &mut numbers);
            let above = median_of(&first, &numbers, &mut space);
            if !paired {
                draw(&mut random, second.len(), &mut numbers);
            }
            above / median_of(&second, &numbers, &mut space)
        })
        .collect();
    Some(interval(above / below, drawn))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds whose samples sway together by `sway` of their level.
    fn swaying(level: f64, sway: f64, seed: u64) -> Rounds {
        let mut random = Random::new(seed);
        (0..30)
            .map(|round| {
                let shift = level * sway * ((round % 7) as f64 / 3.0 - 1.0);
                (0..10).map(|_| level + shift + random.below(100) as f64 * level / 5e4).collect()
            })
            .collect()
    }

    #[test]
    fn the_interval_holds_the_median_and_is_narrow() {
        let found = median_interval(&swaying(1000.0, 0.0, 3));
        assert!(found.low <= found.estimate && found.estimate <= found.high);
        assert!(found.contains(1001.0), "{found:?}");
        assert!(found.relative() < 0.001, "{found:?}");
    }

    #[test]
    fn samples_of_a_round_do_not_count_as_independent() {
        let few: Rounds = swaying(1000.0, 0.1, 4);
        let all = all_samples(&few);
        // In mixed order, so that neighbours are not alike.
        let apart: Rounds = (0..300).map(|number| vec![all[number * 7919 % 300]]).collect();
        assert!(median_interval(&few).relative() > 1.5 * median_interval(&apart).relative());
    }

    #[test]
    fn a_trend_makes_intervals_wider() {
        let mixed: Rounds = (0..100).map(|n| vec![f64::from(n * 37 % 100) + 100.0]).collect();
        let trend: Rounds = (0..100).map(|n| vec![f64::from(n) + 100.0]).collect();
        let (mixed, trend) = (median_interval(&mixed), median_interval(&trend));
        assert_eq!(mixed.estimate, trend.estimate);
        assert!(trend.relative() > 1.5 * mixed.relative(), "{trend:?} {mixed:?}");
    }

    #[test]
    fn a_known_interval() {
        // The median of n samples lies between the order statistics n/2 ± 0.98 sqrt(n):
        // for 1..=101 that is about 41 to 61.
        let mut rounds: Rounds = (1..=101).map(|n| vec![f64::from(n)]).collect();
        let mut random = Random::new(8);
        (1..101).for_each(|last| rounds.swap(last, random.below(last + 1)));
        let found = median_interval(&rounds);
        assert_eq!(found.estimate, 51.0);
        assert!((found.low - 41.0).abs() <= 4.0, "{found:?}");
        assert!((found.high - 61.0).abs() <= 4.0, "{found:?}");
    }

    #[test]
    fn taking_turns_takes_the_sway_out_of_a_ratio() {
        let one = swaying(2000.0, 0.2, 5);
        let other = swaying(1000.0, 0.2, 6);
        let found = ratio(&one, &other).unwrap();
        assert!(found.contains(2.0) || (found.estimate - 2.0).abs() < 0.01, "{found:?}");
        assert!(found.relative() < 0.02, "{found:?}");
        assert!(median_interval(&one).relative() > 2.0 * found.relative());
    }

    #[test]
    fn unequal_numbers_of_rounds_are_drawn_apart() {
        let mut one = swaying(2000.0, 0.0, 5);
        one.pop();
        let found = ratio(&one, &swaying(1000.0, 0.0, 6)).unwrap();
        assert!((found.estimate - 2.0).abs() < 0.01);
    }

    #[test]
    fn no_ratio_to_nothing() {
        assert_eq!(ratio(&Vec::new(), &vec![vec![1.0]]), None);
        assert_eq!(ratio(&vec![vec![1.0]], &Vec::new()), None);
        assert_eq!(ratio(&vec![vec![1.0]], &vec![vec![0.0]]), None);
    }

    #[test]
    fn few_rounds_span_their_medians() {
        let few = vec![vec![1.0, 2.0, 3.0], vec![4.0], vec![2.5]];
        let found = median_interval(&few);
        assert_eq!((found.estimate, found.low, found.high), (2.5, 2.0, 4.0));
        let found = ratio(&few, &vec![vec![1.0], vec![2.0]]).unwrap();
        assert_eq!((found.low, found.high), (1.0, 4.0));
        let slower = vec![vec![2.0, 4.0, 6.0], vec![8.8], vec![5.0]];
        let found = ratio(&slower, &few).unwrap();
        assert_eq!((found.low, found.high), (2.0, 2.2), "rounds in which they took turns");
    }

    #[test]
    fn one_sample_is_a_point() {
        assert_eq!(median_interval(&vec![vec![4.0]]), Interval::exactly(4.0));
        assert_eq!(ratio(&vec![vec![4.0]], &vec![vec![2.0]]), Some(Interval::exactly(2.0)));
    }

    #[test]
    fn overlapping() {
        let at = |low, high| Interval { estimate: low, low, high };
        assert!(at(1.0, 2.0).overlaps(&at(2.0, 3.0)));
        assert!(!at(1.0, 2.0).overlaps(&at(2.1, 3.0)));
        assert!(at(0.0, 9.0).overlaps(&at(2.0, 3.0)));
    }
}
