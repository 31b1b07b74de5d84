//! `forkbench compare`: what changed between two kept results, and whether it means
//! anything.
//!
//! A change counts when the two intervals have no point in common and the medians
//! differ by more than the threshold: the first says that it is no chance of these
//! samples, the second leaves room for what differs between any two runs of one program
//! (where its pages happen to lie, what else the machine did).

use crate::model::{Cell, Outcome, Report, Unit};
use crate::output::format;
use crate::statistics::{Interval, Summary, ratio};

/// What became of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// No difference that counts.
    Same,
    /// Less time, memory, processes.
    Better,
    /// More.
    Worse,
    /// It was measured before, and now it went wrong.
    Broken,
    /// It is in one of the two only, or was skipped in one.
    Alone,
}

/// One cell's comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Section, row and column.
    pub place: [String; 3],
    /// What became of it.
    pub change: Change,
    /// Before and after, as they are shown.
    pub values: [String; 2],
    /// After over before.
    pub ratio: Option<Interval>,
}

/// All cells' comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Cell by cell, in the order of the newer result.
    pub differences: Vec<Difference>,
    /// Facts of the environment that differ: name, before, after.
    pub environment: Vec<[String; 3]>,
}

/// Compares; changes of up to `threshold` per cent are none.
pub fn compare(before: &Report, after: &Report, threshold: f64) -> Comparison {
    let mut differences = Vec::new();
    for section in &after.sections {
        let old = before.sections.iter().find(|old| old.id == section.id);
        for (row_number, row) in section.rows.iter().enumerate() {
            for (column_number, column) in section.columns.iter().enumerate() {
                let Some(cell) = section.cell(row_number, column_number) else { continue };
                if cell.outcome == Outcome::Absent {
                    continue;
                }
                let place = [section.id.clone(), row.name.clone(), column.name.clone()];
                let old = old.and_then(|old| old.named(&row.name, &column.name));
                differences.push(difference(place, old, cell, column.unit, threshold));
                let processes = old.and_then(|old| old.processes).zip(cell.processes);
                if let Some((one, other)) = processes
                    && !one.approximate
                    && !other.approximate
                    && one.count != other.count
                {
                    differences.push(Difference {
                        place: [
                            section.id.clone(),
                            row.name.clone(),
                            format!("{}: processes", column.name),
                        ],
                        change: if other.count > one.count {
                            Change::Worse
                        } else {
                            Change::Better
                        },
                        values: [format::count(one.count), format::count(other.count)],
                        ratio: None,
                    });
                }
            }
        }
    }
    Comparison { differences, environment: environment(before, after) }
}

/// Facts that make two results hard to compare.
fn environment(before: &Report, after: &Report) -> Vec<[String; 3]> {
    [
        "kernel",
        "processor",
        "processors",
        "governor",
        "memory",
        "virtualisation",
        "mitigations",
        "pinning",
    ]
    .iter()
    .filter_map(|&name| {
        let value = |report: &Report| {
            let value = report.environment.get(name)?;
            // What was free at the time is no property of the machine.
            Some(value.split(',').next().unwrap_or(value).to_owned())
        };
        let (one, other) = (value(before)?, value(after)?);
        (one != other).then(|| [name.to_owned(), one, other])
    })
    .collect()
}

fn difference(
    place: [String; 3],
    old: Option<&Cell>,
    new: &Cell,
    unit: Unit,
    threshold: f64,
) -> Difference {
    let shown = |cell: Option<&Cell>| match cell {
        None => "-".to_owned(),
        Some(cell) => match (cell.rounds().and_then(Summary::of), &cell.outcome) {
            (Some(summary), _) => format::value(summary.median.estimate, unit),
            (None, Outcome::Skipped(_)) => "skipped".to_owned(),
            (None, Outcome::Failed(_)) => "failed".to_owned(),
            (None, _) => "-".to_owned(),
        },
    };
    let values = [shown(old), shown(Some(new))];
    let (was, is) = (old.and_then(Cell::rounds), new.rounds());
    let (Some(was), Some(is)) = (was, is) else {
        let broken = was.is_some() && matches!(new.outcome, Outcome::Failed(_));
        let change = if broken { Change::Broken } else { Change::Alone };
        return Difference { place, change, values, ratio: None };
    };
    let ratio = ratio(is, was);
    let apart = match (Summary::of(was), Summary::of(is)) {
        (Some(was), Some(is)) => !was.median.overlaps(&is.median),
        _ => false,
    };
    let far = |ratio: &Interval| (ratio.estimate - 1.0).abs() * 100.0 > threshold;
    let change = match &ratio {
        Some(ratio) if apart && far(ratio) => {
            if ratio.estimate > 1.0 {
                Change::Worse
            } else {
                Change::Better
            }
        }
        _ => Change::Same,
    };
    Difference { place, change, values, ratio }
}

impl Comparison {
    /// How many cells changed in this way.
    pub fn count(&self, change: Change) -> usize {
        self.differences.iter().filter(|one| one.change == change).count()
    }

    /// Whether anything is worse or broken.
    pub fn is_worse(&self) -> bool {
        self.count(Change::Worse) + self.count(Change::Broken) > 0
    }

    /// As text: what changed, cell by cell, and how many did not.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for [name, before, after] in &self.environment {
            text.push_str(&format!("warning: {name} differs: {before}, now {after}\n"));
        }
        for one in &self.differences {
            let word = match one.change {
                Change::Same | Change::Alone => continue,
                Change::Better => "better",
                Change::Worse => "WORSE",
                Change::Broken => "BROKEN",
            };
            let ratio = one.ratio.map_or(String::new(), |ratio| {
                format!("  {}", format::ratio_interval(&ratio, crate::model::RatioStyle::Percent))
            });
            text.push_str(&format!(
                "{word:6}  {}: {}: {}  {} -> {}{ratio}\n",
                one.place[0], one.place[1], one.place[2], one.values[0], one.values[1]
            ));
        }
        text.push_str(&format!(
            "{} worse, {} broken, {} better, {} the same, {} in one result only\n",
            self.count(Change::Worse),
            self.count(Change::Broken),
            self.count(Change::Better),
            self.count(Change::Same),
            self.count(Change::Alone)
        ));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Processes, Row};
    use crate::output::tests::report;

    fn cell(level: f64, sway: f64) -> Cell {
        let rounds =
            (0..20).map(|n| vec![level * (1.0 + sway * (f64::from(n % 5) - 2.0))]).collect();
        Cell::samples(rounds)
    }

    fn decided(before: Cell, after: Cell) -> Change {
        let place = ["s".into(), "r".into(), "c".into()];
        difference(place, Some(&before), &after, Unit::Nanoseconds, 5.0).change
    }

    #[test]
    fn decisions() {
        assert_eq!(decided(cell(100.0, 0.01), cell(130.0, 0.01)), Change::Worse);
        assert_eq!(decided(cell(130.0, 0.01), cell(100.0, 0.01)), Change::Better);
        assert_eq!(decided(cell(100.0, 0.001), cell(103.0, 0.001)), Change::Same, "too small");
        assert_eq!(decided(cell(100.0, 0.3), cell(110.0, 0.3)), Change::Same, "overlapping");
        assert_eq!(decided(cell(100.0, 0.01), Cell::failed("crash")), Change::Broken);
        assert_eq!(decided(cell(100.0, 0.01), Cell::skipped("gone")), Change::Alone);
        assert_eq!(decided(Cell::skipped("gone"), cell(100.0, 0.01)), Change::Alone);
    }

    #[test]
    fn a_report_is_as_itself() {
        let one = report();
        let comparison = compare(&one, &one, 5.0);
        assert!(!comparison.is_worse());
        assert_eq!(comparison.count(Change::Same), 4);
        assert_eq!(
            comparison.text(),
            "0 worse, 0 broken, 0 better, 4 the same, 0 in one result only\n"
        );
    }

    #[test]
    fn what_is_worse_is_named() {
        let (before, mut after) = (report(), report());
        after.sections[0].cells[3] = cell(500_000.0, 0.01);
        after.sections[0].push_row(Row::named("new"), vec![cell(1.0, 0.0)]);
        after.environment.set("kernel", "Linux 7");
        let comparison = compare(&before, &after, 5.0);
        assert!(comparison.is_worse());
        let text = comparison.text();
        assert!(text.contains("WORSE   launch: fork: reaped  160 µs -> 500 µs  +21"), "{text}");
        assert!(text.contains("warning: kernel differs: Linux <6> & up, now Linux 7"), "{text}");
        assert!(text.contains("1 in one result only"), "{text}");
    }

    #[test]
    fn more_processes_are_worse() {
        let (mut before, mut after) = (report(), report());
        let counted = |count| Some(Processes { count, approximate: false });
        before.sections[0].cells[0].processes = counted(1.0);
        after.sections[0].cells[0].processes = counted(2.0);
        assert_eq!(compare(&before, &after, 5.0).count(Change::Worse), 1);
        assert_eq!(compare(&after, &before, 5.0).count(Change::Better), 1);
    }
}
