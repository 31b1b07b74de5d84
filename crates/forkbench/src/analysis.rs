//! What a section says: the summary of each cell, its ratio to the reference, and
//! whether there is a fastest one.

use crate::findings::{Finding, findings};
use crate::model::{Reference, Report, Section};
use crate::statistics::{Interval, Summary, TOO_FEW, ratio};

/// A report and all that is said about it, computed once for all its forms.
pub struct Analysed<'a> {
    /// The report.
    pub report: &'a Report,
    /// Its sections, in order.
    pub sections: Vec<Analysis<'a>>,
    /// The findings that it has figures for.
    pub findings: Vec<Finding>,
}

impl<'a> Analysed<'a> {
    /// Computes it.
    pub fn of(report: &'a Report) -> Self {
        Analysed {
            report,
            sections: report.sections.iter().map(Analysis::of).collect(),
            findings: findings(&report.sections),
        }
    }
}

impl Analysed<'_> {
    /// Who won how often, in a sentence. None where nothing was compared.
    pub fn sentence(&self) -> Option<String> {
        let mut winners: Vec<(String, usize)> = Vec::new();
        let mut undecided = 0;
        for verdict in self.sections.iter().flat_map(Analysis::verdicts) {
            match verdict {
                Verdict::Fastest(name) => {
                    match winners.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, count)) => *count += 1,
                        None => winners.push((name, 1)),
                    }
                }
                Verdict::Undecided(_) | Verdict::TooFew => undecided += 1,
                Verdict::Nothing => {}
            }
        }
        let decided: usize = winners.iter().map(|(_, count)| count).sum();
        if decided + undecided == 0 {
            return None;
        }
        winners.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(&other.0)));
        let mut said = Vec::new();
        for (number, (name, count)) in winners.iter().enumerate() {
            let what = if number == 0 { " is the fastest" } else { "" };
            said.push(format!("{name}{what} in {count}"));
        }
        if undecided > 0 {
            said.push(format!("{undecided} without a winner"));
        }
        let count = decided + undecided;
        let comparisons = if count == 1 { "comparison" } else { "comparisons" };
        // Names may have commas.
        Some(format!("Of {count} {comparisons}: {}.", said.join("; ")))
    }
}

/// What is said about one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Said {
    /// Its samples' summary.
    pub summary: Summary,
    /// Its ratio to the reference: `None` for the reference itself, and where there is
    /// none.
    pub ratio: Option<Interval>,
}

/// A section with what is said about it.
pub struct Analysis<'a> {
    /// The section.
    pub section: &'a Section,
    said: Vec<Option<Said>>,
}

/// Which of several is the fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This one, and its interval meets no other's.
    Fastest(String),
    /// These cannot be told apart: their intervals overlap with the least one's.
    Undecided(Vec<String>),
    /// There are not two to compare.
    Nothing,
    /// There are, but with too few passes or rounds to say anything.
    TooFew,
}

impl<'a> Analysis<'a> {
    /// Computes it.
    pub fn of(section: &'a Section) -> Self {
        let mut said = Vec::with_capacity(section.cells.len());
        for row in 0..section.rows.len() {
            for column in 0..section.columns.len() {
                said.push(say(section, row, column));
            }
        }
        Analysis { section, said }
    }

    /// What is said about a cell that was measured.
    pub fn at(&self, row: usize, column: usize) -> Option<&Said> {
        let columns = self.section.columns.len();
        if column >= columns {
            return None;
        }
        self.said.get(row * columns + column)?.as_ref()
    }

    /// Who is the fastest: among the rows, in this column.
    pub fn fastest_row(&self, column: usize) -> Verdict {
        let rows = self.section.rows.iter().enumerate();
        verdict(rows.filter_map(|(number, row)| {
            Some((row.name.as_str(), self.at(number, column)?.summary))
        }))
    }

    /// Who is the fastest: among the compared columns, in this row.
    pub fn fastest_column(&self, row: usize) -> Verdict {
        let columns = self.section.columns.iter().enumerate();
        verdict(columns.filter(|(_, column)| column.compared).filter_map(|(number, column)| {
            Some((column.name.as_str(), self.at(row, number)?.summary))
        }))
    }

    /// The verdicts of the section.
    fn verdicts(&self) -> Vec<Verdict> {
        if self.compares_columns() {
            return (0..self.section.rows.len()).map(|row| self.fastest_column(row)).collect();
        }
        let columns = self.section.columns.iter().enumerate();
        let compared = columns.filter(|(_, column)| column.compared);
        compared.map(|(number, _)| self.fastest_row(number)).collect()
    }

    /// Whether columns are compared with one another, not rows.
    pub fn compares_columns(&self) -> bool {
        matches!(self.section.reference, Reference::Column(_))
    }
}

fn say(section: &Section, row: usize, column: usize) -> Option<Said> {
    let blocks = section.cell(row, column)?.blocks()?;
    let ratio = section
        .reference_of(row, column)
        .and_then(|(row, column)| section.cell(row, column)?.blocks())
        .and_then(|reference| ratio(&blocks, &reference));
    Some(Said { summary: Summary::of(&blocks)?, ratio })
}

/// Those with enough blocks to say something, by the least of their medians.
fn verdict<'a>(candidates: impl Iterator<Item = (&'a str, Summary)>) -> Verdict {
    let all: Vec<(&str, Summary)> = candidates.collect();
    if let Some(name) = far_ahead(&all) {
        return Verdict::Fastest(name);
    }
    if all.len() > 1 && all.iter().any(|(_, summary)| summary.blocks < TOO_FEW) {
        return Verdict::TooFew;
    }
    decide(all.into_iter().map(|(name, summary)| (name, summary.median)).collect())
}

/// The contestant that is ahead without an interval: the longest of its times is less than half of any other's shortest.
fn far_ahead(all: &[(&str, Summary)]) -> Option<String> {
    const FAR: f64 = 2.0;
    let longest = |(_, summary): &&(&str, Summary)| summary.greatest;
    let first = all.iter().min_by(|one, other| longest(one).total_cmp(&longest(other)))?;
    let others = all.iter().filter(|other| other.0 != first.0);
    let ahead = |other: &(&str, Summary)| first.1.greatest * FAR < other.1.least;
    (all.len() > 1 && others.clone().count() + 1 == all.len() && others.clone().all(ahead))
        .then(|| first.0.to_owned())
}

/// The least of the medians, if no other's interval meets its own.
fn decide(mut all: Vec<(&str, Interval)>) -> Verdict {
    all.sort_by(|one, other| one.1.estimate.total_cmp(&other.1.estimate));
    let [(first, least), others @ ..] = all.as_slice() else { return Verdict::Nothing };
    if others.is_empty() {
        return Verdict::Nothing;
    }
    let near: Vec<String> = others
        .iter()
        .filter(|(_, interval)| interval.overlaps(least))
        .map(|(name, _)| (*name).to_owned())
        .collect();
    if near.is_empty() {
        return Verdict::Fastest((*first).to_owned());
    }
    Verdict::Undecided(std::iter::once((*first).to_owned()).chain(near).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::section;

    #[test]
    fn ratios_to_the_reference() {
        let section = section();
        let analysis = Analysis::of(&section);
        let fork = analysis.at(1, 1).unwrap();
        assert!((fork.ratio.unwrap().estimate - 2.0).abs() < 0.01);
        assert!(analysis.at(0, 1).unwrap().ratio.is_none(), "the reference");
        assert!(analysis.at(1, 0).unwrap().ratio.is_none(), "not compared");
        assert!(analysis.at(7, 0).is_none() && analysis.at(0, 7).is_none());
    }

    #[test]
    fn a_winner_needs_room() {
        let at = |low: f64, high: f64| Interval { estimate: f64::midpoint(low, high), low, high };
        let say = |list: &[(&'static str, Interval)]| decide(list.to_vec());
        assert_eq!(say(&[("b", at(3.0, 4.0)), ("a", at(1.0, 2.0))]), Verdict::Fastest("a".into()));
        assert_eq!(
            say(&[("a", at(1.0, 3.5)), ("b", at(3.0, 4.0)), ("c", at(8.0, 9.0))]),
            Verdict::Undecided(vec!["a".into(), "b".into()])
        );
        assert_eq!(say(&[("a", at(1.0, 2.0))]), Verdict::Nothing);
        assert_eq!(say(&[]), Verdict::Nothing);
    }

    #[test]
    fn one_round_decides_nothing() {
        let mut section = section();
        let near = Analysis::of(&section).at(0, 1).unwrap().summary.median.estimate * 0.9;
        section.cells[3] = crate::model::Cell::value(near);
        assert_eq!(Analysis::of(&section).fastest_row(1), Verdict::TooFew);
    }

    #[test]
    fn one_round_decides_what_is_far_apart() {
        let of = |value: f64| Summary::of(&vec![vec![value]]).unwrap();
        let all = |other: f64| verdict([("a", of(2.03e6)), ("b", of(other))].into_iter());
        assert_eq!(all(2.28e9), Verdict::Fastest("a".into()));
        assert_eq!(all(3.0e6), Verdict::TooFew);
    }

    #[test]
    fn winners_in_a_sentence() {
        let report = crate::output::tests::report();
        let said = Analysed::of(&report).sentence().unwrap();
        assert!(said.contains("vfork is the fastest in 1"), "{said}");
    }

    #[test]
    fn verdict_of_a_column() {
        let section = section();
        assert_eq!(Analysis::of(&section).fastest_row(1), Verdict::Fastest("vfork".into()));
    }
}
