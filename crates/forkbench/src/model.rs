//! What was measured, as it is kept, exported and read again: a report holds sections,
//! a section is one table, a cell of it holds every sample.

use serde::{Deserialize, Serialize};

use crate::environment::Environment;
use crate::statistics::{Rounds, blocks};

/// The format's number; a file with another one is refused.
pub const FORMAT: u32 = 1;

/// Everything of one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`FORMAT`].
    pub format: u32,
    /// The program's version.
    pub version: String,
    /// The command line.
    pub command: Vec<String>,
    /// What it was measured on.
    pub environment: Environment,
    /// Whether the run was interrupted: what is there is right, but not all.
    pub interrupted: bool,
    /// The tables.
    pub sections: Vec<Section>,
}

/// What a sample counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Time.
    #[default]
    Nanoseconds,
    /// Memory.
    Bytes,
    /// A number of things.
    Count,
}

/// How a ratio to the reference is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RatioStyle {
    /// 12.3x.
    #[default]
    Times,
    /// +1130 %.
    Percent,
}

/// What the others are compared with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reference {
    /// Nothing.
    #[default]
    None,
    /// The cell of the same column in the row of this name.
    Row(String),
    /// The cell of the same row in the column of this name.
    Column(String),
}

/// How a section is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chart {
    /// Not at all.
    #[default]
    None,
    /// A line of the chart for each row, a mark in it for each column that is drawn.
    Marks,
    /// A curve for each column over the rows' `x`.
    Curves,
}

/// One table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// A name that stays from run to run: "launch", "memory/used".
    pub id: String,
    /// What it shows.
    pub title: String,
    /// What a reader has to know, a sentence or two each.
    pub notes: Vec<String>,
    /// What the rows are, as a heading.
    pub row_heading: String,
    /// Row names.
    pub rows: Vec<Row>,
    /// Column names.
    pub columns: Vec<Column>,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// What is compared with what.
    pub reference: Reference,
    /// How that is said.
    pub style: RatioStyle,
    /// How it is drawn.
    pub chart: Chart,
}

/// A row's name and, where rows are points of an axis, its place on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Name.
    pub name: String,
    /// Place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
}

/// A column.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Name.
    pub name: String,
    /// Unit of its samples.
    pub unit: Unit,
    /// Whether it is compared with the reference and enters the chart and verdict.
    pub compared: bool,
}

/// What came of one measurement.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Nothing belongs here.
    #[default]
    Absent,
    /// Every sample, by round.
    Samples(Rounds),
    /// It could not be measured here, and why.
    Skipped(String),
    /// It went wrong, and how.
    Failed(String),
}

/// One measurement.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// What came of it.
    pub outcome: Outcome,
    /// How many of the rounds each pass through the experiments gave, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passes: Vec<usize>,
    /// Processes created by one iteration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processes: Option<Processes>,
    /// What one of the texts behind this program found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
}

/// A number of processes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Processes {
    /// How many an iteration creates.
    pub count: f64,
    /// Counted for the whole system, so that others' may be among them.
    pub approximate: bool,
}

/// A figure from elsewhere, as a ratio to the same reference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seed {
    /// The ratio, or the lower end of its range.
    pub low: f64,
    /// The ratio again, or the upper end of its range.
    pub high: f64,
    /// When and on what.
    pub on: String,
}

impl Cell {
    /// A cell of samples.
    pub fn samples(rounds: Rounds) -> Self {
        Cell { outcome: Outcome::Samples(rounds), ..Cell::default() }
    }

    /// A cell of one value.
    pub fn value(value: f64) -> Self {
        Cell::samples(vec![vec![value]])
    }

    /// A cell that could not be measured.
    pub fn skipped(why: impl Into<String>) -> Self {
        Cell { outcome: Outcome::Skipped(why.into()), ..Cell::default() }
    }

    /// A cell whose measurement went wrong.
    pub fn failed(how: impl Into<String>) -> Self {
        Cell { outcome: Outcome::Failed(how.into()), ..Cell::default() }
    }

    /// The samples, if there are any.
    pub fn rounds(&self) -> Option<&Rounds> {
        match &self.outcome {
            Outcome::Samples(rounds) if rounds.iter().any(|round| !round.is_empty()) => {
                Some(rounds)
            }
            _ => None,
        }
    }

    /// The samples by what counts as independent, if there are any.
    pub fn blocks(&self) -> Option<Rounds> {
        Some(blocks(self.rounds()?, &self.passes))
    }
}

impl Section {
    /// The cell of this row and column.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        if column >= self.columns.len() {
            return None;
        }
        self.cells.get(row.checked_mul(self.columns.len())?.checked_add(column)?)
    }

    /// The cell to change.
    pub fn cell_mut(&mut self, row: usize, column: usize) -> Option<&mut Cell> {
        if column >= self.columns.len() {
            return None;
        }
        self.cells.get_mut(row.checked_mul(self.columns.len())?.checked_add(column)?)
    }

    /// Compares with this row or column from now on, if the section is one of
    /// comparisons and has it.
    pub fn compare_with(&mut self, name: &str) -> bool {
        let known = match self.reference {
            Reference::None => false,
            Reference::Row(_) => self.row(name).is_some(),
            Reference::Column(_) => {
                self.columns.iter().any(|column| column.compared && column.name == name)
            }
        };
        match &mut self.reference {
            Reference::Row(reference) | Reference::Column(reference) if known => {
                reference.clear();
                reference.push_str(name);
            }
            _ => {}
        }
        known
    }

    /// The number of the row of this name.
    pub fn row(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.name == name)
    }

    /// The number of the column of this name.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The cell of the names.
    pub fn named(&self, row: &str, column: &str) -> Option<&Cell> {
        self.cell(self.row(row)?, self.column(column)?)
    }

    /// Adds a row with its cells; missing ones are absent, and too many are left out.
    pub fn push_row(&mut self, row: Row, mut cells: Vec<Cell>) {
        cells.resize(self.columns.len(), Cell::default());
        self.rows.push(row);
        self.cells.extend(cells);
    }

    /// Where the cell that this one is compared with is: `None` for the reference
    /// itself and for what is not compared.
    pub fn reference_of(&self, row: usize, column: usize) -> Option<(usize, usize)> {
        if !self.columns.get(column)?.compared {
            return None;
        }
        let place = match &self.reference {
            Reference::None => return None,
            Reference::Row(name) => (self.row(name)?, column),
            Reference::Column(name) => (row, self.column(name)?),
        };
        (place != (row, column)).then_some(place)
    }

    /// Whether anything was measured.
    pub fn is_measured(&self) -> bool {
        self.cells.iter().any(|cell| cell.rounds().is_some())
    }
}

impl Row {
    /// A row without a place.
    pub fn named(name: impl Into<String>) -> Self {
        Row { name: name.into(), x: None }
    }

    /// A row with one.
    pub fn at(name: impl Into<String>, x: f64) -> Self {
        Row { name: name.into(), x: Some(x) }
    }
}

impl Column {
    /// A column of compared times.
    pub fn time(name: impl Into<String>) -> Self {
        Column { name: name.into(), unit: Unit::Nanoseconds, compared: true }
    }

    /// A column that is only shown.
    pub fn shown(name: impl Into<String>, unit: Unit) -> Self {
        Column { name: name.into(), unit, compared: false }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Two rows, two columns, the second row twice the first.
    pub(crate) fn section() -> Section {
        let mut section = Section {
            id: "launch".into(),
            title: "Ways to start a program".into(),
            row_heading: "way".into(),
            columns: vec![Column::shown("returns", Unit::Nanoseconds), Column::time("reaped")],
            reference: Reference::Row("vfork".into()),
            chart: Chart::Marks,
            ..Section::default()
        };
        let rounds = |level: f64| (0..8).map(|n| vec![level + f64::from(n), level]).collect();
        section.push_row(
            Row::named("vfork"),
            vec![Cell::samples(rounds(50_000.0)), Cell::samples(rounds(80_000.0))],
        );
        section.push_row(
            Row::named("fork"),
            vec![Cell::samples(rounds(100_000.0)), Cell::samples(rounds(160_000.0))],
        );
        section
    }

    #[test]
    fn references() {
        let mut section = section();
        assert_eq!(section.reference_of(1, 1), Some((0, 1)));
        assert_eq!(section.reference_of(0, 1), None);
        assert_eq!(section.reference_of(1, 0), None, "not a compared column");
        section.reference = Reference::Column("returns".into());
        assert_eq!(section.reference_of(1, 1), Some((1, 0)));
        section.reference = Reference::Row("gone".into());
        assert_eq!(section.reference_of(1, 1), None);
    }

    #[test]
    fn another_reference() {
        let mut section = section();
        assert!(section.compare_with("fork"));
        assert_eq!(section.reference, Reference::Row("fork".into()));
        assert!(!section.compare_with("nothing"));
        assert_eq!(section.reference, Reference::Row("fork".into()));
        section.reference = Reference::Column("reaped".into());
        assert!(!section.compare_with("returns"), "not a compared column");
        section.reference = Reference::None;
        assert!(!section.compare_with("fork"));
    }

    #[test]
    fn places() {
        let section = section();
        assert!(section.named("fork", "reaped").is_some());
        assert!(section.named("fork", "nothing").is_none());
        assert!(section.cell(0, 2).is_none());
        assert!(section.cell(usize::MAX, 1).is_none());
    }

    #[test]
    fn short_rows_are_filled() {
        let mut section = section();
        section.push_row(Row::named("x"), vec![Cell::skipped("no library")]);
        assert_eq!(section.cells.len(), 6);
        assert_eq!(section.cell(2, 1), Some(&Cell::default()));
    }
}
