//! Measuring in turn: the things compared are measured alternately, A B C B A C C A B …, each for
//! about the same time, until the rounds or the time are up.
//!
//! What disturbs the machine for a while then disturbs all of them; and as the order of
//! each round is drawn anew, whatever one contestant leaves behind for the next, cold caches
//! or a warm processor, is shared as well.

use std::time::{Duration, Instant};

use crate::measure::{Failure, interrupted};
use crate::model::Cell;
use crate::statistics::{Random, Rounds};

/// Measures a number of iterations and gives the samples of each column.
pub type Run<'a> = dyn FnMut(usize) -> Result<Vec<Vec<f64>>, Failure> + 'a;

/// One of the things that are compared.
pub struct Contestant<'a> {
    /// For progress.
    pub name: String,
    /// Measures this many iterations and gives the samples of each column.
    pub run: Box<Run<'a>>,
    /// Iterations of a round; found in the warm-up.
    iterations: usize,
    /// Rounds by column.
    columns: Vec<Rounds>,
    failure: Option<Failure>,
    /// Whether it has been run already, so that each iteration counts.
    warm: bool,
    /// Whether the iterations of a round are known from an earlier pass.
    known: bool,
}

impl<'a> Contestant<'a> {
    /// A contestant that gives samples for so many columns.
    pub fn new(
        name: impl Into<String>,
        columns: usize,
        run: impl FnMut(usize) -> Result<Vec<Vec<f64>>, Failure> + 'a,
    ) -> Self {
        Contestant {
            name: name.into(),
            run: Box::new(run),
            iterations: 1,
            columns: vec![Rounds::new(); columns],
            failure: None,
            warm: false,
            known: false,
        }
    }

    /// What an earlier pass has found: the iterations of a round, or that it fails and is not
    /// to be tried again.
    pub fn remember(&mut self, earlier: &Result<usize, Failure>) {
        match earlier {
            Ok(iterations) => (self.iterations, self.known) = (*iterations, true),
            Err(failure) => self.failure = Some(failure.clone()),
        }
    }

    /// What the next pass is to know of this one; nothing of one that had no time.
    pub fn remembered(&self) -> Option<Result<usize, Failure>> {
        match &self.failure {
            Some(failure @ (Failure::Said(_) | Failure::TimedOut)) => Some(Err(failure.clone())),
            Some(_) => None,
            None => Some(Ok(self.iterations)),
        }
    }

    /// It has been run just now: a warm-up would only take time. One iteration a round.
    #[must_use]
    pub fn already_warm(mut self) -> Self {
        self.warm = true;
        self
    }

    /// The cells, column by column. What failed keeps no samples: half a measurement
    /// would look like a whole one.
    pub fn cells(self) -> Vec<Cell> {
        let failure = self.failure;
        self.columns
            .into_iter()
            .map(|rounds| match &failure {
                Some(Failure::Interrupted) if rounds.is_empty() => Cell::skipped("interrupted"),
                None | Some(Failure::Late) if rounds.is_empty() => {
                    Cell::skipped(Failure::Late.to_string())
                }
                None | Some(Failure::Interrupted | Failure::Late) => Cell::samples(rounds),
                Some(other) => Cell::failed(other.to_string()),
            })
            .collect()
    }

    fn measure(&mut self, keep: bool) {
        match (self.run)(self.iterations) {
            Ok(samples) => {
                if keep {
                    for (rounds, round) in self.columns.iter_mut().zip(samples) {
                        rounds.push(round);
                    }
                }
            }
            Err(failure) => self.failure = Some(failure),
        }
    }

    /// One iteration to get warm, and some to see how many fit into a round's share: the least
    /// counts, because one that was disturbed would make all rounds too short.
    fn warm_up(&mut self, effort: &Effort) {
        let known = self.known.then_some(self.iterations);
        self.iterations = 1;
        if self.warm || self.failure.is_some() {
            return;
        }
        self.measure(false);
        if let Some(iterations) = known {
            self.iterations = iterations;
            return;
        }
        if self.failure.is_some() {
            return;
        }
        let mut least = Duration::MAX;
        for _ in 0..3 {
            let begin = Instant::now();
            self.measure(false);
            least = least.min(begin.elapsed());
            if least >= effort.share || self.failure.is_some() {
                break;
            }
        }
        self.iterations = effort.iterations_of(least);
    }
}

/// How much is measured.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Most rounds.
    pub rounds: usize,
    /// Most iterations of a round.
    pub iterations: usize,
    /// What a contestant's part of a round should take.
    pub share: Duration,
    /// Whether an incomplete round is kept if it is all there is: not in a later pass.
    pub partial: bool,
    /// So many rounds are enough to stop with.
    pub enough: usize,
    /// When to stop, if there are enough rounds by then; one whole round is always
    /// measured.
    pub deadline: Instant,
    /// When to stop even with fewer.
    pub latest: Instant,
    /// When to stop even in the first round, if there is such a time.
    pub end: Option<Instant>,
}

impl Effort {
    fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// How many iterations of this length make up a round's share.
    fn iterations_of(&self, one: Duration) -> usize {
        let fit = self.share.as_nanos() / one.as_nanos().max(1);
        usize::try_from(fit).unwrap_or(usize::MAX).clamp(1, self.iterations.max(1))
    }
}

/// Measures the contestants alternately. `progress` hears of each step: who, and what
/// share is done (0 to 1). Returns whether it was interrupted.
pub fn alternate(
    contestants: &mut [Contestant<'_>],
    effort: &Effort,
    progress: &mut dyn FnMut(&str, f64),
) -> bool {
    let begin = Instant::now();
    for contestant in contestants.iter_mut() {
        if effort.is_over() {
            return false;
        }
        progress(&contestant.name, 0.0);
        contestant.warm_up(effort);
        if interrupted() {
            return true;
        }
    }
    let count = contestants.len();
    let mut random = Random::new(3);
    let mut order: Vec<usize> = (0..count).collect();
    for round in 0..effort.rounds {
        let end = if round < effort.enough { effort.latest } else { effort.deadline };
        let late = Instant::now() >= end;
        if late && round > 0 || contestants.iter().all(|one| one.failure.is_some()) {
            return false;
        }
        shuffle(&mut order, &mut random);
        for (place, &number) in order.iter().enumerate() {
            let Some(contestant) = contestants.get_mut(number) else { continue };
            if effort.is_over() {
                drop_partial_round(contestants, effort.partial);
                return false;
            }
            if contestant.failure.is_some() {
                continue;
            }
            let whole = effort.deadline.saturating_duration_since(begin).as_secs_f64();
            let timed = begin.elapsed().as_secs_f64() / whole.max(1e-9);
            let counted = (round as f64 + place as f64 / count as f64) / effort.rounds as f64;
            progress(&contestant.name, timed.max(counted).min(1.0));
            contestant.measure(true);
            if interrupted() {
                drop_partial_round(contestants, effort.partial);
                return true;
            }
        }
    }
    false
}

/// All orders are as likely (Fisher and Yates).
fn shuffle(order: &mut [usize], random: &mut Random) {
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
}

/// When it ends within a round those that had their turn have one round more than the others:
/// it is dropped, unless it is all there is.
fn drop_partial_round(contestants: &mut [Contestant<'_>], keep: bool) {
    let whole = contestants
        .iter()
        .filter(|one| !matches!(one.failure, Some(Failure::Said(_) | Failure::TimedOut)))
        .filter_map(|one| one.columns.first().map(Vec::len))
        .min()
        .unwrap_or(0);
    if whole == 0 && keep {
        return;
    }
    for rounds in contestants.iter_mut().flat_map(|one| &mut one.columns) {
        rounds.truncate(whole);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Outcome;
    use std::cell::RefCell;

    fn effort(rounds: usize) -> Effort {
        Effort {
            rounds,
            iterations: 4,
            share: Duration::from_secs(3600),
            partial: true,
            enough: 5,
            deadline: Instant::now() + Duration::from_secs(3600),
            latest: Instant::now() + Duration::from_secs(3600),
            end: None,
        }
    }

    #[test]
    fn they_take_turns_in_changing_order() {
        let order = RefCell::new(String::new());
        let contestant = |name: &'static str| {
            let order = &order;
            Contestant::new(name, 1, move |iterations| {
                order.borrow_mut().push_str(name);
                Ok(vec![vec![1.0; iterations]])
            })
        };
        let mut all = [contestant("a"), contestant("b")];
        assert!(!alternate(&mut all, &effort(30), &mut |_, _| ()));
        // Some of each to warm up, then the rounds.
        let order = order.borrow();
        let rounds = order.strip_prefix("aaaabbbb").unwrap();
        assert!(rounds.len() == 60 && rounds.contains("abba") && rounds.contains("baab"));
        let round = |text: &[u8]| text == b"ab" || text == b"ba";
        assert!(rounds.as_bytes().chunks(2).all(round), "{rounds}");
        let [a, _] = all;
        let cells = a.cells();
        assert_eq!(cells[0].rounds().map(Vec::len), Some(30));
        assert_eq!(cells[0].rounds().map(|rounds| rounds[0].len()), Some(4));
    }

    #[test]
    fn one_that_fails_leaves_the_others() {
        let mut calls = 0;
        let bad = Contestant::new("bad", 2, |_| {
            calls += 1;
            if calls > 5 { Err(Failure::TimedOut) } else { Ok(vec![vec![1.0], vec![2.0]]) }
        });
        let good = Contestant::new("good", 2, |_| Ok(vec![vec![1.0], vec![2.0]]));
        let mut all = [bad, good];
        alternate(&mut all, &effort(4), &mut |_, _| ());
        let [bad, good] = all;
        let bad = bad.cells();
        assert!(matches!(&bad[0].outcome, Outcome::Failed(how) if how.contains("time limit")));
        assert_eq!(bad.len(), 2);
        assert_eq!(good.cells()[1].rounds().map(Vec::len), Some(4));
    }

    #[test]
    fn a_late_start_still_measures_one_round() {
        let mut effort = effort(50);
        effort.deadline = Instant::now();
        let rounds = |effort: &Effort| {
            let mut all = [Contestant::new("a", 1, |_| Ok(vec![vec![1.0]]))];
            alternate(&mut all, effort, &mut |_, _| ());
            let [one] = all;
            one.cells()[0].rounds().map(Vec::len)
        };
        assert_eq!(rounds(&effort), Some(5), "the deadline is over, not yet the latest end");
        effort.latest = effort.deadline;
        assert_eq!(rounds(&effort), Some(1));
        effort.end = Some(effort.deadline);
        assert_eq!(rounds(&effort), None);
    }

    #[test]
    fn an_incomplete_round_is_kept_in_the_first_pass_only() {
        let measured = |name: &str, rounds: usize| {
            let mut one = Contestant::new(name, 1, |_| Ok(vec![vec![1.0]]));
            (0..rounds).for_each(|_| one.measure(true));
            one
        };
        let left = |rounds: [usize; 2], keep: bool| {
            let mut all = [measured("a", rounds[0]), measured("b", rounds[1])];
            drop_partial_round(&mut all, keep);
            all.map(|one| one.columns[0].len())
        };
        assert_eq!(left([3, 2], true), [2, 2]);
        assert_eq!(left([1, 0], true), [1, 0]);
        assert_eq!(left([1, 0], false), [0, 0]);
    }

    #[test]
    fn what_is_known_from_an_earlier_pass() {
        let seen = RefCell::new(Vec::new());
        let run = |earlier: Option<Result<usize, Failure>>| {
            let mut one = Contestant::new("a", 1, |iterations| {
                seen.borrow_mut().push(iterations);
                Ok(vec![vec![1.0; iterations]])
            });
            if let Some(earlier) = &earlier {
                one.remember(earlier);
            }
            let mut all = [one];
            alternate(&mut all, &effort(2), &mut |_, _| ());
            let [one] = all;
            (one.remembered(), one.cells().pop().unwrap_or_default())
        };
        let (known, _) = run(None);
        assert_eq!(known, Some(Ok(4)));
        assert_eq!(seen.replace(Vec::new()), [1, 1, 1, 1, 4, 4]);
        run(known);
        assert_eq!(seen.replace(Vec::new()), [1, 4, 4], "one iteration to get warm");
        let (known, cell) = run(Some(Err(Failure::TimedOut)));
        assert_eq!(seen.replace(Vec::new()), [0; 0], "not tried again");
        assert_eq!(known, Some(Err(Failure::TimedOut)));
        assert!(matches!(cell.outcome, Outcome::Failed(_)));
    }

    #[test]
    fn iterations_fill_a_share() {
        let mut effort = effort(1);
        effort.share = Duration::from_micros(1000);
        effort.iterations = 50;
        assert_eq!(effort.iterations_of(Duration::from_micros(100)), 10);
        assert_eq!(effort.iterations_of(Duration::from_micros(1)), 50);
        assert_eq!(effort.iterations_of(Duration::from_secs(1)), 1);
        assert_eq!(effort.iterations_of(Duration::ZERO), 50);
    }
}
