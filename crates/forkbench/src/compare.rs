//! `forkbench compare`: what changed between two kept results, and whether it means
//! anything.
//!
//! A change counts when the two intervals have no point in common and the medians
//! differ by more than the threshold: the first says that it is no chance of these
//! samples, the second leaves room for what differs between any two runs of one program
//! (where its pages happen to lie, what else the machine did). What was measured in
//! fewer rounds than say anything is not judged.
//!
//! What makes the whole machine slower between the runs makes everything look worse. The
//! ratios to the reference, which took turns with it, stay: on a machine that others use
//! as well they are what can be compared ([`By::Ratio`]).

use crate::model::{Cell, Outcome, RatioStyle, Report, Section, Unit};
use crate::output::format;
use crate::statistics::{Interval, Summary, TOO_FEW, ratio, ratio_of_unrelated};

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
    /// Too few rounds to say anything.
    TooFew,
}

/// What of a time is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The time itself.
    Value,
    /// Its ratio to the reference of its table; other times are left out.
    Ratio,
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
pub fn compare(before: &Report, after: &Report, by: By, threshold: f64) -> Comparison {
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
                let of_time = column.unit == Unit::Nanoseconds;
                if by == By::Ratio && of_time {
                    let new = against(section, &row.name, &column.name);
                    let was = old.and_then(|old| against(old, &row.name, &column.name));
                    let style = section.style;
                    differences.extend(of_ratios(place.clone(), was, new, style, threshold));
                }
                let old = old.and_then(|old| old.named(&row.name, &column.name));
                if by == By::Value || !of_time || !measured_in_both(old, cell) {
                    differences.push(difference(place, old, cell, column.unit, threshold));
                }
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

fn measured_in_both(old: Option<&Cell>, new: &Cell) -> bool {
    old.and_then(Cell::rounds).is_some() && new.rounds().is_some()
}

/// A ratio to a reference, the reference's name, and the rounds it comes from.
type Against = (Interval, String, usize);

/// The ratio of a cell to its reference, where it has one.
fn against(section: &Section, row: &str, column: &str) -> Option<Against> {
    let (row, column) = (section.row(row)?, section.column(column)?);
    let reference = section.reference_of(row, column)?;
    let name = match &section.reference {
        crate::model::Reference::Row(name) | crate::model::Reference::Column(name) => name.clone(),
        crate::model::Reference::None => return None,
    };
    let rounds = section.cell(row, column)?.rounds()?;
    let theirs = section.cell(reference.0, reference.1)?.rounds()?;
    Some((ratio(rounds, theirs)?, name, rounds.len().min(theirs.len())))
}

/// What became of a ratio; nothing where there is none to the same reference before.
fn of_ratios(
    place: [String; 3],
    was: Option<Against>,
    is: Option<Against>,
    style: RatioStyle,
    threshold: f64,
) -> Option<Difference> {
    let ((was, one, few), (is, other, fewer)) = was.zip(is)?;
    if one != other {
        return None;
    }
    let values = [format::ratio(was.estimate, style), format::ratio(is.estimate, style)];
    let change = Interval {
        estimate: is.estimate / was.estimate,
        low: is.low / was.high,
        high: is.high / was.low,
    };
    let judged = judge(&change, few.min(fewer), threshold);
    Some(Difference { place, change: judged, values, ratio: Some(change) })
}

/// Whether a change counts.
fn judge(change: &Interval, rounds: usize, threshold: f64) -> Change {
    let far = (change.estimate - 1.0).abs() * 100.0 > threshold;
    match (change.low > 1.0, change.high < 1.0) {
        _ if rounds < TOO_FEW => Change::TooFew,
        (true, _) if far => Change::Worse,
        (_, true) if far => Change::Better,
        _ => Change::Same,
    }
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
    let ratio = ratio_of_unrelated(is, was);
    let apart = match (Summary::of(was), Summary::of(is)) {
        (Some(was), Some(is)) => !was.median.overlaps(&is.median),
        _ => false,
    };
    // A count is what it is, counted once or often.
    let rounds = if unit == Unit::Count { usize::MAX } else { was.len().min(is.len()) };
    let change = match &ratio {
        Some(ratio) if apart || rounds < TOO_FEW => judge(ratio, rounds, threshold),
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
                Change::Same | Change::Alone | Change::TooFew => continue,
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
            "{} worse, {} broken, {} better, {} the same, {} of too few samples, {} in one result \
             only\n",
            self.count(Change::Worse),
            self.count(Change::Broken),
            self.count(Change::Better),
            self.count(Change::Same),
            self.count(Change::TooFew),
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
        assert_eq!(decided(cell(100.0, 0.01), Cell::value(300.0)), Change::TooFew);
    }

    #[test]
    fn a_slower_machine_leaves_the_ratios() {
        let (before, mut after) = (report(), report());
        let by_hand = |after: &mut Report, factor: f64, place: usize| {
            let Outcome::Samples(rounds) = &mut after.sections[0].cells[place].outcome else {
                panic!("no samples")
            };
            rounds.iter_mut().flatten().for_each(|sample| *sample *= factor);
        };
        (0..4).for_each(|place| by_hand(&mut after, 1.5, place));
        assert!(compare(&before, &after, By::Value, 5.0).is_worse());
        let ratios = compare(&before, &after, By::Ratio, 5.0);
        assert!(!ratios.is_worse(), "{}", ratios.text());
        assert_eq!(ratios.count(Change::Same), 1, "one cell has a reference");
        by_hand(&mut after, 1.5, 3);
        let ratios = compare(&before, &after, By::Ratio, 5.0);
        assert!(ratios.text().contains("WORSE   launch: fork: reaped  2.00x -> 3.00x  +50 %"));
    }

    #[test]
    fn a_report_is_as_itself() {
        let one = report();
        let comparison = compare(&one, &one, By::Value, 5.0);
        assert!(!comparison.is_worse());
        assert_eq!(comparison.count(Change::Same), 4);
        assert_eq!(
            comparison.text(),
            "0 worse, 0 broken, 0 better, 4 the same, 0 of too few samples, 0 in one result only\n"
        );
    }

    #[test]
    fn what_is_worse_is_named() {
        let (before, mut after) = (report(), report());
        after.sections[0].cells[3] = cell(500_000.0, 0.01);
        after.sections[0].push_row(Row::named("new"), vec![cell(1.0, 0.0)]);
        after.environment.set("kernel", "Linux 7");
        let comparison = compare(&before, &after, By::Value, 5.0);
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
        assert_eq!(compare(&before, &after, By::Value, 5.0).count(Change::Worse), 1);
        assert_eq!(compare(&after, &before, By::Value, 5.0).count(Change::Better), 1);
    }
}
