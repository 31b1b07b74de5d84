//! Charts, as SVG written by hand: no library for it draws intervals on logarithmic
//! axes in colours that follow the reader's light or dark setting.
//!
//! A chart is made in two widths, for a desk and for a telephone: a picture that is
//! scaled down to a third is not readable.

mod curves;
mod draw;
mod marks;
mod scale;

use crate::analysis::{Analysed, Analysis};
use crate::model::{Chart, Unit};

pub use draw::{STYLE, escape};

/// Width of a chart in a file of its own and on a desk.
pub const WIDE: f64 = 980.0;
/// Width on a telephone.
pub const NARROW: f64 = 350.0;

/// The chart of a section, if it has one: an SVG element without a style of its own.
pub fn chart(analysis: &Analysis<'_>, width: f64) -> Option<String> {
    match analysis.section.chart {
        Chart::None => None,
        Chart::Marks => marks::chart(analysis, width),
        Chart::Curves => curves::chart(analysis, width),
    }
}

/// The charts of a report, each in two files, one of them for telephones: their names and texts.
pub fn charts(analysed: &Analysed<'_>) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let facts = ["processor", "system", "date"];
    let facts = facts.iter().filter_map(|name| analysed.report.environment.get(name));
    let place = ["Time, less is better"].into_iter().chain(facts).collect::<Vec<_>>().join(" · ");
    for analysis in &analysed.sections {
        let name = analysis.section.id.replace('/', "-");
        for (suffix, width) in [("", WIDE), ("-narrow", NARROW)] {
            if let Some(chart) = chart(analysis, width) {
                let text = draw::standalone(&chart, &analysis.section.title, &place);
                files.push((format!("{name}{suffix}.svg"), text));
            }
        }
    }
    files
}

/// A series of a chart: a column of times, its number among all columns for the colour.
struct Series {
    column: usize,
    name: String,
}

/// The columns that are drawn: those of times that have a figure.
fn series(analysis: &Analysis<'_>) -> Vec<Series> {
    let section = analysis.section;
    let drawn = section.columns.iter().enumerate().filter(|(column, kind)| {
        kind.unit == Unit::Nanoseconds
            && (0..section.rows.len()).any(|row| analysis.at(row, *column).is_some())
    });
    drawn.map(|(column, kind)| Series { column, name: kind.name.clone() }).collect()
}

/// Least and greatest of what is drawn.
fn extent(analysis: &Analysis<'_>, series: &[Series]) -> Option<(f64, f64)> {
    let mut ends: Option<(f64, f64)> = None;
    for row in 0..analysis.section.rows.len() {
        for one in series {
            let Some(said) = analysis.at(row, one.column) else { continue };
            let (low, high) = (said.summary.median.low, said.summary.median.high);
            let (least, most) = ends.unwrap_or((low, high));
            ends = Some((least.min(low), most.max(high)));
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Row;
    use crate::output::tests::report;

    /// Whether tags are balanced.
    fn well_formed(text: &str) -> bool {
        let mut open = Vec::new();
        for tag in text.split('<').skip(1) {
            let Some((tag, _)) = tag.split_once('>') else { return false };
            let name = tag.split([' ', '/']).find(|name| !name.is_empty()).unwrap_or_default();
            if tag.starts_with('/') {
                if open.pop() != Some(name) {
                    return false;
                }
            } else if !tag.ends_with('/') {
                open.push(name);
            }
        }
        open.is_empty()
    }

    #[test]
    fn charts_of_both_kinds_and_widths() {
        let mut report = report();
        report.sections[0].rows[0].name = "a <b> & \"c\"".into();
        for kind in [Chart::Marks, Chart::Curves] {
            for (number, row) in report.sections[0].rows.iter_mut().enumerate() {
                *row = Row::at(row.name.clone(), 4096.0 * (number + 1) as f64);
            }
            report.sections[0].chart = kind;
            for width in [WIDE, NARROW] {
                let text = chart(&Analysis::of(&report.sections[0]), width).unwrap();
                assert!(well_formed(&text), "{text}");
                assert!(text.contains("a &lt;b&gt; &amp;"), "{text}");
                assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            }
        }
        let files = charts(&Analysed::of(&report));
        assert_eq!((&files[0].0[..], &files[1].0[..]), ("launch.svg", "launch-narrow.svg"));
        assert!(files[1].1.contains("viewBox=\"0 0 350 "), "{}", files[1].1);
        assert!(files[0].1.contains("prefers-color-scheme: dark"));
        assert!(
            files[0].1.contains("less is better") && files[0].1.contains(&report.sections[0].title)
        );
        assert!(well_formed(&files[0].1), "{}", files[0].1);
    }

    #[test]
    fn nothing_measured_has_no_chart() {
        let mut section = report().sections.remove(0);
        for cell in &mut section.cells {
            *cell = crate::model::Cell::skipped("gone");
        }
        assert_eq!(chart(&Analysis::of(&section), WIDE), None);
    }

    #[test]
    fn one_value_everywhere_is_drawn_too() {
        let mut section = report().sections.remove(0);
        for cell in &mut section.cells {
            *cell = crate::model::Cell::value(5.0);
        }
        let text = chart(&Analysis::of(&section), WIDE).unwrap();
        assert!(!text.contains("NaN"), "{text}");
    }
}
