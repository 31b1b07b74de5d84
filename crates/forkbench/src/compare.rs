//! `forkbench compare`: what changed between two kept results, and whether it means
//! anything.
//!
//! A change counts when chance alone would hardly make it, as [`crate::statistics::Changed`]
//! says with a correction for the number of figures compared, and when it is larger than the
//! threshold: a change that is certain and too small to care about is none.
//!
//! What makes the whole machine slower between the runs makes everything look worse. So
//! a time is compared as its ratio to the reference of its table, which took turns with it
//! ([`By::Ratio`]); only what has none, or is one that nothing is compared with, is compared as it is.

use crate::model::{Cell, Outcome, RatioStyle, Reference, Report, Section, Unit};
use crate::output::{TERMINAL, format, wrapped};
use crate::statistics::{
    CONFIDENCE, Changed, Interval, Rounds, TOO_FEW, changed, largest_that_counts, median, medians,
};

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
    /// It is in one of the two only, or was skipped in one. What was in both is no difference.
    Alone,
    /// Too few passes or rounds to say anything.
    TooFew,
}

/// What of a time is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The time itself.
    Time,
    /// Its ratio to the reference of its table, where it has one.
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
    /// What was tested, until all tests are there and can be judged together.
    tested: Option<Changed>,
}

/// All cells' comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Cell by cell, in the order of the newer result.
    pub differences: Vec<Difference>,
    /// Facts of the environment that differ: name, before, after.
    pub environment: Vec<[String; 3]>,
    /// After over before, of the references that the ratios are to.
    pub references: Vec<f64>,
}

/// Compares; changes of up to `threshold` per cent are none.
pub fn compare(before: &Report, after: &Report, by: By, threshold: f64) -> Comparison {
    let mut comparison =
        Comparison { environment: environment(before, after), ..Comparison::default() };
    for section in &after.sections {
        let old = before.sections.iter().find(|old| old.id == section.id);
        for (row_number, row) in section.rows.iter().enumerate() {
            for (column_number, column) in section.columns.iter().enumerate() {
                let Some(new) = Figure::of(section, row_number, column_number, by) else {
                    continue;
                };
                let place = [section.id.clone(), row.name.clone(), column.name.clone()];
                let was = old.and_then(|old| {
                    Figure::of(old, old.row(&row.name)?, old.column(&column.name)?, by)
                });
                let processes = was.as_ref().and_then(|was| of_processes(&place, was, &new));
                match difference(place, was.as_ref(), &new) {
                    Some(difference) => comparison.differences.push(difference),
                    None => comparison.references.extend(drift(was.as_ref(), &new)),
                }
                comparison.differences.extend(processes);
            }
        }
    }
    comparison.gone(before, after, by);
    comparison.judge(threshold);
    comparison
}

/// A cell with what it is compared by.
struct Figure<'a> {
    cell: &'a Cell,
    unit: Unit,
    blocks: Option<Rounds>,
    /// The reference's name and blocks, where the ratio is compared.
    reference: Option<(&'a str, Rounds)>,
    style: RatioStyle,
    /// Whether others are compared with it, so that itself it is not.
    is_reference: bool,
}

impl<'a> Figure<'a> {
    /// `None` where nothing belongs.
    fn of(section: &'a Section, row: usize, column: usize, by: By) -> Option<Self> {
        let cell = section.cell(row, column)?;
        if cell.outcome == Outcome::Absent {
            return None;
        }
        let unit = section.columns.get(column)?.unit;
        let mut figure = Figure {
            cell,
            unit,
            blocks: cell.blocks(),
            reference: None,
            style: section.style,
            is_reference: false,
        };
        if by == By::Time || unit != Unit::Nanoseconds {
            return Some(figure);
        }
        // A column that the tables show without a ratio has one all the same.
        let (name, place) = match &section.reference {
            Reference::None => return Some(figure),
            Reference::Row(name) => (name, section.row(name).map(|row| (row, column))),
            Reference::Column(name) => (name, section.column(name).map(|column| (row, column))),
        };
        let Some(place) = place else { return Some(figure) };
        if place == (row, column) {
            let measured = |row, column| section.cell(row, column).and_then(Cell::rounds).is_some();
            figure.is_reference = match section.reference {
                Reference::Row(_) => {
                    (0..section.rows.len()).any(|other| other != row && measured(other, column))
                }
                _ => (0..section.columns.len()).any(|other| {
                    let same = section.columns.get(other).is_some_and(|c| c.unit == unit);
                    other != column && same && measured(row, other)
                }),
            };
        } else if let Some(blocks) = section.cell(place.0, place.1).and_then(Cell::blocks) {
            figure.reference = Some((name, blocks));
        }
        Some(figure)
    }

    /// The figure of each block.
    fn by_block(&self) -> Vec<f64> {
        let own = self.blocks.as_ref().map(medians).unwrap_or_default();
        match &self.reference {
            Some((_, theirs)) if theirs.len() == own.len() => {
                own.iter().zip(medians(theirs)).map(|(own, their)| own / their).collect()
            }
            Some((_, theirs)) => {
                let their = median(&mut theirs.concat());
                own.iter().map(|own| own / their).collect()
            }
            // That there is none is a number too.
            None if self.unit != Unit::Nanoseconds => own.iter().map(|own| own + 1.0).collect(),
            None => own,
        }
    }

    /// As it is shown.
    fn shown(&self) -> String {
        let Some(blocks) = &self.blocks else {
            return match self.cell.outcome {
                Outcome::Skipped(_) => "skipped".to_owned(),
                Outcome::Failed(_) => "failed".to_owned(),
                _ => "-".to_owned(),
            };
        };
        let own = median(&mut blocks.concat());
        match &self.reference {
            Some((_, theirs)) => format::ratio(own / median(&mut theirs.concat()), self.style),
            None => format::value(own, self.unit),
        }
    }
}

/// How much slower or faster a reference is.
fn drift(was: Option<&Figure<'_>>, is: &Figure<'_>) -> Option<f64> {
    let middle = |figure: &Figure<'_>| Some(median(&mut figure.blocks.as_ref()?.concat()));
    Some(middle(is)? / middle(was?)?).filter(|ratio| ratio.is_finite())
}

/// Processes are counted, not measured: any other number is a change.
fn of_processes(place: &[String; 3], was: &Figure<'_>, is: &Figure<'_>) -> Option<Difference> {
    let (was, is) = was.cell.processes.zip(is.cell.processes)?;
    if was.approximate || is.approximate || was.count == is.count {
        return None;
    }
    let [section, row, column] = place.clone();
    Some(Difference {
        place: [section, row, format!("{column}: processes")],
        change: if is.count > was.count { Change::Worse } else { Change::Better },
        values: [format::count(was.count), format::count(is.count)],
        ratio: None,
        tested: None,
    })
}

/// What became of a cell, if it is not a reference; a change is still to be judged.
fn difference(place: [String; 3], was: Option<&Figure<'_>>, is: &Figure<'_>) -> Option<Difference> {
    let values = [was.map_or_else(|| "-".to_owned(), Figure::shown), is.shown()];
    let unjudged = |change| {
        let values = values.clone();
        Some(Difference { place: place.clone(), change, values, ratio: None, tested: None })
    };
    let measured = |figure: &Figure<'_>| figure.blocks.is_some();
    if !measured(is) && !was.is_some_and(measured) {
        return None;
    }
    let Some(was) = was.filter(|was| measured(was) && measured(is)) else {
        let broken = was.is_some_and(measured);
        let failed = matches!(is.cell.outcome, Outcome::Failed(_));
        return unjudged(if broken && failed { Change::Broken } else { Change::Alone });
    };
    if was.is_reference && is.is_reference {
        return None;
    }
    let name = |figure: &Figure<'_>| figure.reference.as_ref().map(|(name, _)| (*name).to_owned());
    if was.is_reference || is.is_reference || name(was) != name(is) {
        return unjudged(Change::Alone);
    }
    let (before, after) = (was.by_block(), is.by_block());
    // A count is what it is, counted once or often.
    let few = before.len().min(after.len()) < TOO_FEW;
    let tested = match (few, is.unit, before.as_slice(), after.as_slice()) {
        (true, Unit::Count, [was, ..], [is, ..]) => changed(&[*was; 2], &[*is; 2]),
        (true, ..) => None,
        _ => changed(&before, &after),
    };
    let change = if tested.is_some() { Change::Same } else { Change::TooFew };
    Some(Difference { place, change, values, ratio: tested.map(|one| one.ratio), tested })
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

impl Comparison {
    /// Adds what was measured before and has no place in the newer result: a shell that was
    /// not named again.
    fn gone(&mut self, before: &Report, after: &Report, by: By) {
        for old in &before.sections {
            let new = after.sections.iter().find(|new| new.id == old.id);
            for (row_number, row) in old.rows.iter().enumerate() {
                for (column_number, column) in old.columns.iter().enumerate() {
                    let kept = new.is_some_and(|new| {
                        new.row(&row.name).is_some() && new.column(&column.name).is_some()
                    });
                    let figure = Figure::of(old, row_number, column_number, by);
                    let Some(figure) = figure.filter(|old| !kept && old.blocks.is_some()) else {
                        continue;
                    };
                    self.differences.push(Difference {
                        place: [old.id.clone(), row.name.clone(), column.name.clone()],
                        change: Change::Alone,
                        values: [figure.shown(), "-".to_owned()],
                        ratio: None,
                        tested: None,
                    });
                }
            }
        }
    }

    /// Judges all that was tested together.
    fn judge(&mut self, threshold: f64) {
        let limit = largest_that_counts(&self.chances());
        for one in &mut self.differences {
            let Some(tested) = one.tested else { continue };
            let far = (tested.ratio.estimate - 1.0).abs() * 100.0 > threshold;
            if far && tested.chance <= limit {
                let worse = tested.ratio.estimate > 1.0;
                one.change = if worse { Change::Worse } else { Change::Better };
            }
        }
    }

    fn chances(&self) -> Vec<f64> {
        self.differences.iter().filter_map(|one| Some(one.tested?.chance)).collect()
    }

    /// The change, as a ratio, that would have counted in half of the cells if it were the only one.
    pub fn visible(&self) -> Option<f64> {
        let tested: Vec<Changed> = self.differences.iter().filter_map(|one| one.tested).collect();
        let limit = (1.0 - CONFIDENCE) / tested.len() as f64;
        let mut all: Vec<f64> = tested.iter().map(|one| one.visible(limit)).collect();
        (!all.is_empty()).then(|| median(&mut all))
    }

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
        let mut say = |before: &str, line: String| text.push_str(&wrapped(before, &line, TERMINAL));
        for [name, before, after] in &self.environment {
            say("warning: ", format!("{name} differs: {before}, now {after}"));
        }
        for one in &self.differences {
            let word = match one.change {
                Change::Same | Change::Alone | Change::TooFew => continue,
                Change::Better => "better",
                Change::Worse => "WORSE",
                Change::Broken => "BROKEN",
            };
            let ratio = one.ratio.map_or(String::new(), |ratio| {
                format!("  {}", format::ratio_interval(&ratio, RatioStyle::Percent))
            });
            let [section, row, column] = &one.place;
            let [was, is] = &one.values;
            let figures = format!("{section}: {row}: {column}  {was} -> {is}{ratio}");
            say(&format!("{word:6}  "), figures);
        }
        if let Some(visible) = self.visible() {
            let percent = ((visible - 1.0) * 100.0).ceil();
            say("", format!("half of the figures would show a change of {percent:.0} % or less"));
        }
        if !self.references.is_empty() {
            let middle = median(&mut self.references.clone());
            let times = format::ratio(middle, RatioStyle::Times);
            say(
                "",
                format!(
                    "ratios are compared; the references' own times are {times} of those before"
                ),
            );
        }
        if self.differences.iter().all(|one| one.change == Change::Alone) {
            say("", "nothing can be compared: the results have no figure in common".to_owned());
        }
        let counts = format!(
            "{} worse, {} broken, {} better, {} the same, {} of too few passes or rounds, {} in \
             one result only",
            self.count(Change::Worse),
            self.count(Change::Broken),
            self.count(Change::Better),
            self.count(Change::Same),
            self.count(Change::TooFew),
            self.count(Change::Alone)
        );
        say("", counts);
        text
    }
}

#[cfg(test)]
mod tests;
