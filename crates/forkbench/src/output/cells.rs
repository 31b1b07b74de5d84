//! What every form says about a section, as text in a grid: the table, Markdown and
//! the report's tables show the same.

use crate::analysis::{Analysis, Said, Verdict};
use crate::model::{Outcome, Processes, Reference, Seed};
use crate::output::format;

/// A grid of texts.
pub struct Grid {
    /// Column headings.
    pub head: Vec<String>,
    /// Rows; the first text of each is its name.
    pub rows: Vec<Vec<Text>>,
    /// The names of the rows that were skipped and are none, with their remarks; or empty.
    pub skipped: String,
    /// What could not be measured and why, numbered as the cells refer to it.
    pub remarks: Vec<String>,
    /// Who is the fastest, or that nobody is.
    pub verdicts: Vec<String>,
}

/// One text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// The text in parts, aligned with those of the cells above and below.
    pub parts: Vec<String>,
    /// Whether it says that there is no figure.
    pub missing: bool,
    /// Whether it is the fastest of its row.
    pub best: bool,
}

impl Text {
    fn plain(text: impl Into<String>) -> Self {
        Text { text: text.into(), ..Text::default() }
    }

    /// Of parts, some of which may be empty.
    fn of(parts: Vec<String>) -> Self {
        let filled: Vec<&str> =
            parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        Text { text: filled.join(" "), parts, ..Text::default() }
    }
}

impl Grid {
    /// Of rows, of which those that were skipped become one line.
    fn of(
        head: Vec<String>,
        rows: Vec<Vec<Text>>,
        remarks: Vec<String>,
        verdicts: Vec<String>,
    ) -> Self {
        let (skipped, rows): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| is_skipped(row));
        let named = skipped.iter().map(|texts| {
            let why = texts.iter().find(|text| text.text.starts_with(SKIPPED));
            let why = why.and_then(|text| text.text.strip_prefix(SKIPPED)).unwrap_or_default();
            format!("{}{why}", texts.first().map_or("", |name| &name.text))
        });
        let named: Vec<String> = named.collect();
        let between = if named.iter().any(|name| name.contains(',')) { "; " } else { ", " };
        Self { head, rows, skipped: named.join(between), remarks, verdicts }
    }
}

/// The heading of the figures that an earlier text has.
const THEIRS: &str = "in the text";

/// What a cell says first that was skipped.
const SKIPPED: &str = "skipped";

/// Whether a row has no figure because it was skipped. What an earlier text found is none.
fn is_skipped(texts: &[Text]) -> bool {
    let skipped = texts.iter().any(|text| text.missing && text.text.starts_with(SKIPPED));
    skipped && texts.iter().all(|text| text.parts.is_empty())
}

/// Remarks, each said once.
#[derive(Default)]
struct Remarks(Vec<String>);

impl Remarks {
    /// The text of a cell without a figure.
    fn missing(&mut self, outcome: &Outcome) -> Text {
        let (word, why) = match outcome {
            Outcome::Skipped(why) => (SKIPPED, why),
            Outcome::Failed(why) => ("failed", why),
            _ => return Text { missing: true, ..Text::plain("-") },
        };
        let remark = format!("{word}: {why}");
        let number = self.0.iter().position(|known| *known == remark).unwrap_or_else(|| {
            self.0.push(remark);
            self.0.len() - 1
        });
        Text { missing: true, ..Text::plain(format!("{word} [{}]", number + 1)) }
    }
}

/// The grid of a section.
pub fn grid(analysis: &Analysis<'_>) -> Grid {
    if analysis.compares_columns() { by_columns(analysis) } else { by_rows(analysis) }
}

fn reference_name<'a>(analysis: &Analysis<'a>) -> &'a str {
    match &analysis.section.reference {
        Reference::Row(name) | Reference::Column(name) => name,
        Reference::None => "",
    }
}

fn seed(seed: &Seed, style: crate::model::RatioStyle) -> String {
    if seed.low == seed.high {
        return format::ratio(seed.low, style);
    }
    format!("{} to {}", format::ratio(seed.low, style), format::ratio(seed.high, style))
}

fn processes(processes: Option<Processes>) -> String {
    processes.map_or_else(String::new, |p| {
        let about = if p.approximate { "~" } else { "" };
        format!("{about}{}p", format::count((p.count * 100.0).round() / 100.0))
    })
}

/// Rows are compared: each compared column is followed by its ratio, and by the seed's
/// if there are any.
fn by_rows(analysis: &Analysis<'_>) -> Grid {
    let section = analysis.section;
    let reference = reference_name(analysis);
    let has_seed = |column: usize| {
        (0..section.rows.len())
            .any(|row| section.cell(row, column).is_some_and(|cell| cell.seed.is_some()))
    };
    let compared = |column: usize| {
        section.columns.get(column).is_some_and(|c| c.compared) && !reference.is_empty()
    };
    let mut head = vec![section.row_heading.clone()];
    for (number, column) in section.columns.iter().enumerate() {
        head.push(column.name.clone());
        if compared(number) {
            head.push(format!("against {reference}"));
            if has_seed(number) {
                head.push(THEIRS.into());
            }
        }
    }
    let mut remarks = Remarks::default();
    let mut rows = Vec::new();
    for (row, name) in section.rows.iter().enumerate() {
        let mut texts = vec![Text::plain(name.name.clone())];
        for (column, kind) in section.columns.iter().enumerate() {
            let Some(cell) = section.cell(row, column) else { continue };
            let said = analysis.at(row, column);
            texts.push(match said {
                Some(said) => Text::of(vec![
                    format::value(said.summary.median.estimate, kind.unit),
                    spread(said),
                    processes(cell.processes),
                ]),
                None => remarks.missing(&cell.outcome),
            });
            if compared(column) {
                texts.push(Text::plain(match said {
                    None => String::new(),
                    Some(Said { ratio: None, .. }) if name.name == reference => "reference".into(),
                    Some(Said { ratio: None, .. }) => String::new(),
                    Some(Said { ratio: Some(ratio), summary }) if summary.blocks < 2 => {
                        format::ratio(ratio.estimate, section.style)
                    }
                    Some(Said { ratio: Some(ratio), .. }) => {
                        format::ratio_interval(ratio, section.style)
                    }
                }));
                if has_seed(column) {
                    let text = cell.seed.as_ref().map(|known| seed(known, section.style));
                    texts.push(Text::plain(text.unwrap_or_default()));
                }
            }
        }
        rows.push(texts);
    }
    let verdicts = section
        .columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.compared)
        .filter_map(|(number, column)| {
            say_verdict(&analysis.fastest_row(number))
                .map(|said| format!("{}: {said}", column.name))
        })
        .collect();
    Grid::of(head, rows, remarks.0, verdicts)
}

fn spread(said: &Said) -> String {
    if said.summary.blocks < 2 {
        // One is no interval.
        return String::new();
    }
    format::spread(&said.summary.median)
}

/// Columns are compared: each figure has its ratio behind it, and the row ends with
/// the fastest.
fn by_columns(analysis: &Analysis<'_>) -> Grid {
    let section = analysis.section;
    let reference = reference_name(analysis);
    let mut head = vec![section.row_heading.clone()];
    head.extend(section.columns.iter().map(|column| column.name.clone()));
    let seeded = section.cells.iter().any(|cell| cell.seed.is_some());
    if seeded {
        head.push(THEIRS.into());
    }
    head.push("fastest".into());
    // With many columns a line would be too long for the spread; the details have it.
    let roomy = section.columns.len() <= 5;
    let mut remarks = Remarks::default();
    let mut rows = Vec::new();
    for (row, name) in section.rows.iter().enumerate() {
        let verdict = analysis.fastest_column(row);
        let mut texts = vec![Text::plain(name.name.clone())];
        let mut seeds = String::new();
        for (column, kind) in section.columns.iter().enumerate() {
            let Some(cell) = section.cell(row, column) else { continue };
            let Some(said) = analysis.at(row, column) else {
                texts.push(remarks.missing(&cell.outcome));
                continue;
            };
            let figure = format::value(said.summary.median.estimate, kind.unit);
            let ratio = match &said.ratio {
                Some(ratio) => format::ratio(ratio.estimate, section.style),
                None if kind.name == reference => "ref".into(),
                None => String::new(),
            };
            let spread = if roomy { spread(said) } else { String::new() };
            texts.push(Text {
                best: verdict == Verdict::Fastest(kind.name.clone()),
                ..Text::of(vec![figure, spread, ratio, processes(cell.processes)])
            });
            if let Some(known) = &cell.seed {
                seeds = format!("{} {}", kind.name, seed(known, section.style));
            }
        }
        if seeded {
            texts.push(Text::plain(seeds));
        }
        texts.push(Text::plain(match &verdict {
            Verdict::Fastest(name) => name.clone(),
            Verdict::Undecided(names) => format!("none: {} overlap", listed(names)),
            Verdict::Nothing => "-".into(),
            Verdict::TooFew => "too few samples".into(),
        }));
        rows.push(texts);
    }
    Grid::of(head, rows, remarks.0, Vec::new())
}

/// Names, the fastest first; many are cut short. Those that have commas stand between semicolons.
fn listed(names: &[String]) -> String {
    let between = if names.iter().any(|name| name.contains(',')) { "; " } else { ", " };
    let (shown, last) = match names.split_at_checked(3) {
        Some((first, rest)) if rest.len() > 1 => (first, format!("{} others", rest.len())),
        _ => match names.split_last() {
            Some((last, first)) => (first, last.clone()),
            None => return String::new(),
        },
    };
    match shown {
        [] => last,
        shown => {
            let comma = if between == "; " { ";" } else { "" };
            format!("{}{comma} and {last}", shown.join(between))
        }
    }
}

fn say_verdict(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Fastest(name) => Some(format!("fastest is {name}")),
        Verdict::Undecided(names) => {
            Some(format!("no winner: the intervals of {} overlap", listed(names)))
        }
        Verdict::Nothing => None,
        Verdict::TooFew => Some("no winner: too few samples".to_owned()),
    }
}

/// A grid of the percentiles of every measured cell.
pub fn details(analysis: &Analysis<'_>) -> Grid {
    let section = analysis.section;
    let head = [
        section.row_heading.as_str(),
        "column",
        "samples",
        "least",
        "p10",
        "median",
        "95 % interval",
        "p90",
        "p99",
        "outliers",
    ]
    .map(str::to_owned)
    .to_vec();
    let mut rows = Vec::new();
    for (row, name) in section.rows.iter().enumerate() {
        for (column, kind) in section.columns.iter().enumerate() {
            let Some(Said { summary, .. }) = analysis.at(row, column) else { continue };
            if summary.count < 2 {
                continue;
            }
            let value = |number| format::value(number, kind.unit);
            let texts = [
                name.name.clone(),
                kind.name.clone(),
                summary.count.to_string(),
                value(summary.least),
                value(summary.p10),
                value(summary.median.estimate),
                format!("{} to {}", value(summary.median.low), value(summary.median.high)),
                value(summary.p90),
                value(summary.p99),
                format!("{} low, {} high", summary.outliers.low, summary.outliers.high),
            ];
            rows.push(texts.map(Text::plain).to_vec());
        }
    }
    Grid::of(head, rows, Vec::new(), Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::section;
    use crate::model::{Cell, RatioStyle, Row};

    fn texts(row: &[Text]) -> Vec<&str> {
        row.iter().map(|text| text.text.as_str()).collect()
    }

    #[test]
    fn rows_compared() {
        let mut section = section();
        section.style = RatioStyle::Percent;
        section.push_row(Row::named("popen"), vec![Cell::default(), Cell::skipped("no shell")]);
        let grid = grid(&Analysis::of(&section));
        assert_eq!(grid.head, ["way", "returns", "reaped", "against vfork"]);
        assert_eq!(grid.rows[0][3].text, "reference");
        assert!(grid.rows[1][3].text.starts_with("+100 % [+100, +100]"), "{:?}", grid.rows[1][3]);
        assert_eq!((grid.rows.len(), grid.skipped.as_str()), (2, "popen [1]"));
        assert_eq!(grid.remarks, ["skipped: no shell"]);
        assert_eq!(grid.verdicts, ["reaped: fastest is vfork"]);
    }

    #[test]
    fn skipped_rows_are_one_line() {
        let mut section = section();
        let mut seeded = Cell::skipped("no aspawn");
        seeded.seed = Some(Seed { low: 1.27, high: 1.27, on: String::new() });
        section.push_row(Row::named("diet"), vec![Cell::default(), Cell::skipped("no diet")]);
        section.push_row(Row::named("aspawn, a way"), vec![Cell::skipped("no aspawn"), seeded]);
        section.push_row(Row::named("system"), vec![Cell::failed("broken"), Cell::default()]);
        let grid = grid(&Analysis::of(&section));
        assert_eq!(grid.skipped, "diet [1]; aspawn, a way [2]");
        assert_eq!(texts(&grid.rows[2])[..2], ["system", "failed [3]"]);
        assert_eq!(grid.rows.len(), 3);
    }

    #[test]
    fn columns_compared() {
        let mut section = section();
        section.columns[0].compared = true;
        section.reference = Reference::Column("returns".into());
        section.cells[3].processes = Some(Processes { count: 2.0, approximate: true });
        let grid = grid(&Analysis::of(&section));
        assert_eq!(grid.head, ["way", "returns", "reaped", "fastest"]);
        assert_eq!(
            texts(&grid.rows[1]),
            ["fork", "100 µs ±0.0 % ref", "160 µs ±0.0 % 1.60x ~2p", "returns"]
        );
        assert!(grid.rows[1][1].best && !grid.rows[1][2].best);
    }

    #[test]
    fn no_winner_where_intervals_overlap() {
        let mut section = section();
        section.cells[3] = section.cells[1].clone();
        let grid = grid(&Analysis::of(&section));
        assert_eq!(grid.verdicts, ["reaped: no winner: the intervals of vfork and fork overlap"]);
    }

    #[test]
    fn long_lists_are_cut_short() {
        let names = |count: usize| -> Vec<String> { (0..count).map(|n| n.to_string()).collect() };
        assert_eq!(listed(&names(2)), "0 and 1");
        assert_eq!(listed(&names(4)), "0, 1, 2 and 3");
        assert_eq!(listed(&names(6)), "0, 1, 2 and 3 others");
        let ways = ["vfork, exec", "fork, exec"].map(str::to_owned);
        assert_eq!(listed(&ways), "vfork, exec; and fork, exec");
    }

    #[test]
    fn details_have_a_line_for_each_cell() {
        let section = section();
        let grid = details(&Analysis::of(&section));
        assert_eq!(grid.rows.len(), 4);
        assert_eq!(grid.rows[0][2].text, "16");
    }
}
