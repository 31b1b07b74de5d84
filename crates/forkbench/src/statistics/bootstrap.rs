//! Intervals of medians and of ratios of medians, by a bootstrap over blocks.
//!
//! Percentile bootstrap (Efron and Tibshirani): draw as many blocks as there are, with
//! repetition, take the median of all samples in them, many times over; the middle
//! part of these medians is the interval. Blocks, not samples, are drawn, because
//! samples of one block are alike (see [`super::blocks()`]). Of few blocks such an interval
//! is too narrow: a draw of eight has some of them twice and misses others, so that it spreads less
//! than new blocks would, and the spread itself is known from eight only. It is widened by what
//! makes up for both, sqrt(n / (n - 1)) and Student's quantile over the normal one
//! (Hesterberg, 2015, "expanded percentile interval"), as a factor, because times vary by factors.

use serde::{Deserialize, Serialize};

use super::quantile::{median, quantile_of_sorted};
use super::random::Random;
use super::student;

/// Samples by round, or by block.
pub type Rounds = Vec<Vec<f64>>;

/// How sure an interval is.
pub const CONFIDENCE: f64 = 0.95;

/// Draws. Enough for two digits of a 95 % interval's ends.
const DRAWS: usize = 1000;

/// With fewer blocks than this an interval says nothing.
pub const TOO_FEW: usize = 3;

/// At most this many samples of a block enter a draw, evenly spread: more would not
/// change what a draw says, only how long it takes.
const PER_BLOCK: usize = 200;

/// What a normal distribution exceeds once in twenty times, on both sides together.
const NORMAL: f64 = 1.959_964;

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

/// The blocks as they are drawn from: none empty, none longer than [`PER_BLOCK`].
fn drawable(blocks: &Rounds) -> Rounds {
    blocks
        .iter()
        .filter(|block| !block.is_empty())
        .map(|block| {
            let step = block.len().div_ceil(PER_BLOCK);
            block.iter().step_by(step).copied().collect()
        })
        .collect()
}

/// The median of each block.
pub fn medians(blocks: &Rounds) -> Vec<f64> {
    let filled = blocks.iter().filter(|block| !block.is_empty());
    filled.map(|block| median(&mut block.clone())).collect()
}

fn over(above: f64, below: f64) -> f64 {
    if below > 0.0 { above / below } else { f64::MAX }
}

fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, greatest), value| {
        (least.min(value), greatest.max(value))
    })
}

fn all_samples(blocks: &Rounds) -> Vec<f64> {
    blocks.iter().flatten().copied().collect()
}

/// One draw's median, of the blocks with these numbers.
fn median_of(blocks: &Rounds, numbers: &[usize], space: &mut Vec<f64>) -> f64 {
    space.clear();
    for &number in numbers {
        space.extend_from_slice(&blocks[number % blocks.len()]);
    }
    median(space)
}

/// The middle part of what was drawn, widened for the number of blocks that it was drawn from.
fn interval(estimate: f64, mut drawn: Vec<f64>, blocks: usize) -> Interval {
    drawn.retain(|value| value.is_finite());
    drawn.sort_by(f64::total_cmp);
    if drawn.is_empty() {
        return Interval::exactly(estimate);
    }
    let tail = (1.0 - CONFIDENCE) / 2.0;
    // The estimate is of all samples, the draws may be of some.
    let low = quantile_of_sorted(&drawn, tail).min(estimate);
    let high = quantile_of_sorted(&drawn, 1.0 - tail).max(estimate);
    let count = blocks as f64;
    let factor =
        student::quantile(1.0 - CONFIDENCE, count - 1.0) / NORMAL * (count / (count - 1.0)).sqrt();
    let away = |end: f64| {
        if low > 0.0 {
            estimate * (end / estimate).powf(factor)
        } else {
            estimate + (end - estimate) * factor
        }
    };
    Interval { estimate, low: away(low), high: away(high) }
}

/// Draws as many blocks as there are.
fn draw(random: &mut Random, count: usize, numbers: &mut Vec<usize>) {
    numbers.clear();
    numbers.extend((0..count).map(|_| random.below(count)));
}

/// The median of all samples with its interval. NaN without samples.
pub fn median_interval(blocks: &Rounds) -> Interval {
    let estimate = median(&mut all_samples(blocks));
    let from = drawable(blocks);
    if from.len() < TOO_FEW {
        let (low, high) = ends(medians(&from).into_iter());
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
    interval(estimate, drawn, from.len())
}

/// The ratio of the medians, `one` over `other`, with its interval. Where both have
/// equally many blocks these took turns, and the same ones are drawn for both. `None`
/// if a side has no sample or the lower one is 0.
pub fn ratio(one: &Rounds, other: &Rounds) -> Option<Interval> {
    let (above, below) = (median(&mut all_samples(one)), median(&mut all_samples(other)));
    if !above.is_finite() || !below.is_finite() || below == 0.0 {
        return None;
    }
    let estimate = above / below;
    let (first, second) = (drawable(one), drawable(other));
    let paired = first.len() == second.len();
    if first.len() < TOO_FEW || second.len() < TOO_FEW {
        let (above, below) = (medians(&first), medians(&second));
        let (low, high) = if paired {
            ends(above.into_iter().zip(below).map(|(above, below)| over(above, below)))
        } else {
            let ((low, high), (least, greatest)) =
                (ends(above.into_iter()), ends(below.into_iter()));
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
    Some(interval(estimate, drawn, first.len().min(second.len())))
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;

    /// Blocks of eight around `level`: each lies elsewhere by about `between` of it, its
    /// samples by `within`.
    fn generated(level: f64, between: f64, within: f64, random: &mut Random) -> Rounds {
        (0..8)
            .map(|_| {
                let block = level * (1.0 + between * random.normal());
                (0..12).map(|_| block * (1.0 + within * random.normal())).collect()
            })
            .collect()
    }

    #[test]
    fn an_interval_holds_the_truth_as_often_as_it_says() {
        let mut random = Random::new(11);
        for (between, within) in [(0.05, 0.02), (0.0, 0.1), (0.02, 0.02)] {
            let runs = 400;
            let held = (0..runs)
                .filter(|_| {
                    let blocks = generated(1000.0, between, within, &mut random);
                    median_interval(&blocks).contains(1000.0)
                })
                .count();
            let share = held as f64 / f64::from(runs);
            assert!((0.92..=1.0).contains(&share), "{between} {within}: {share}");
        }
    }

    #[test]
    fn a_ratio_holds_the_truth_as_often_as_it_says() {
        let mut random = Random::new(12);
        let runs = 400;
        let held = (0..runs)
            .filter(|_| {
                let one = generated(2000.0, 0.03, 0.02, &mut random);
                let other = generated(1000.0, 0.03, 0.02, &mut random);
                ratio(&one, &other).unwrap().contains(2.0)
            })
            .count();
        assert!(held as f64 / f64::from(runs) > 0.92, "{held} of {runs}");
    }

    #[test]
    fn samples_of_a_block_do_not_count_as_independent() {
        let mut random = Random::new(4);
        let blocks = generated(1000.0, 0.1, 0.01, &mut random);
        let all = all_samples(&blocks);
        let apart: Rounds = (0..96).map(|number| vec![all[number * 79 % 96]]).collect();
        let (blocks, apart) = (median_interval(&blocks), median_interval(&apart));
        assert!(blocks.relative() > 1.5 * apart.relative(), "{blocks:?} {apart:?}");
    }

    #[test]
    fn a_known_interval() {
        // The median of n samples lies between the order statistics n/2 ± 0.98 sqrt(n):
        // for 1..=101 that is about 41 to 61.
        let mut blocks: Rounds = (1..=101).map(|n| vec![f64::from(n)]).collect();
        let mut random = Random::new(8);
        (1..101).for_each(|last| blocks.swap(last, random.below(last + 1)));
        let found = median_interval(&blocks);
        assert_eq!(found.estimate, 51.0);
        assert!((found.low - 41.0).abs() <= 4.0, "{found:?}");
        assert!((found.high - 61.0).abs() <= 4.0, "{found:?}");
    }

    #[test]
    fn taking_turns_takes_the_sway_out_of_a_ratio() {
        let mut random = Random::new(5);
        let one = generated(2000.0, 0.2, 0.001, &mut random);
        // The same sway, half the level, and its own small noise.
        let other: Rounds = one
            .iter()
            .map(|block| block.iter().map(|v| v / 2.0 * (1.0 + 0.001 * random.normal())).collect())
            .collect();
        let found = ratio(&one, &other).unwrap();
        assert!((found.estimate - 2.0).abs() < 0.01, "{found:?}");
        assert!(found.relative() < 0.02, "{found:?}");
        assert!(median_interval(&one).relative() > 5.0 * found.relative());
    }

    #[test]
    fn unequal_numbers_of_blocks_are_drawn_apart() {
        let mut random = Random::new(6);
        let mut one = generated(2000.0, 0.0, 0.001, &mut random);
        one.pop();
        let found = ratio(&one, &generated(1000.0, 0.0, 0.001, &mut random)).unwrap();
        assert!((found.estimate - 2.0).abs() < 0.01);
    }

    #[test]
    fn no_ratio_to_nothing() {
        assert_eq!(ratio(&Vec::new(), &vec![vec![1.0]]), None);
        assert_eq!(ratio(&vec![vec![1.0]], &Vec::new()), None);
        assert_eq!(ratio(&vec![vec![1.0]], &vec![vec![0.0]]), None);
    }

    #[test]
    fn two_blocks_span_their_medians() {
        let few = vec![vec![1.0, 2.0, 3.0], vec![4.0]];
        let found = median_interval(&few);
        assert_eq!((found.estimate, found.low, found.high), (2.5, 2.0, 4.0));
        let found = ratio(&few, &vec![vec![1.0]]).unwrap();
        assert_eq!((found.low, found.high), (2.0, 4.0));
        let slower = vec![vec![2.0, 4.0, 6.0], vec![8.8]];
        let found = ratio(&slower, &few).unwrap();
        assert_eq!((found.low, found.high), (2.0, 2.2), "blocks in which they took turns");
    }

    #[test]
    fn few_blocks_make_a_wide_interval() {
        let of = |count: usize| {
            let blocks = (0..count).map(|n| vec![100.0 + (n % 3) as f64]).collect();
            median_interval(&blocks).relative()
        };
        assert!(of(3) > 1.5 * of(9), "{} {}", of(3), of(9));
        assert!(median_interval(&vec![vec![1.0], vec![1.0], vec![900.0]]).low > 0.0);
    }

    #[test]
    fn nothing_and_one_sample() {
        assert!(median_interval(&Vec::new()).estimate.is_nan());
        assert_eq!(median_interval(&vec![vec![4.0]]), Interval::exactly(4.0));
        assert_eq!(ratio(&vec![vec![4.0]], &vec![vec![2.0]]), Some(Interval::exactly(2.0)));
        assert_eq!(median_interval(&vec![vec![0.0]; 4]), Interval::exactly(0.0));
    }

    #[test]
    fn overlapping() {
        let at = |low, high| Interval { estimate: low, low, high };
        assert!(at(1.0, 2.0).overlaps(&at(2.0, 3.0)));
        assert!(!at(1.0, 2.0).overlaps(&at(2.1, 3.0)));
        assert!(at(0.0, 9.0).overlaps(&at(2.0, 3.0)));
    }
}
