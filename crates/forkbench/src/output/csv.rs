//! A line for each cell, for spreadsheets and scripts (RFC 4180).

use crate::analysis::Analysed;
use crate::model::{Outcome, Unit};

const HEAD: &str = "section,row,column,state,unit,samples,median,low,high,least,p10,p90,p99,\
greatest,mean,outliers_low,outliers_high,ratio,ratio_low,ratio_high,processes,seed_low,seed_high,\
reason\n";

/// The whole report. Numbers are in the unit that the line names.
pub fn csv(analysed: &Analysed<'_>) -> String {
    let mut text = HEAD.to_owned();
    for analysis in &analysed.sections {
        let section = analysis.section;
        for (row, name) in section.rows.iter().enumerate() {
            for (column, kind) in section.columns.iter().enumerate() {
                let Some(cell) = section.cell(row, column) else { continue };
                let (state, reason) = match &cell.outcome {
                    Outcome::Absent => continue,
                    Outcome::Samples(_) => ("measured", ""),
                    Outcome::Skipped(why) => ("skipped", why.as_str()),
                    Outcome::Failed(why) => ("failed", why.as_str()),
                };
                let unit = match kind.unit {
                    Unit::Nanoseconds => "ns",
                    Unit::Bytes => "bytes",
                    Unit::Count => "count",
                };
                let mut fields = [&section.id, &name.name, &kind.name].map(|f| quoted(f)).to_vec();
                fields.extend([state.to_owned(), unit.to_owned()]);
                let number = |value: Option<f64>| value.map_or(String::new(), |v| format!("{v}"));
                let said = analysis.at(row, column);
                fields.push(said.map_or(String::new(), |said| said.summary.count.to_string()));
                let summary = said.map(|said| said.summary);
                fields.extend(
                    [
                        summary.map(|s| s.median.estimate),
                        summary.map(|s| s.median.low),
                        summary.map(|s| s.median.high),
                        summary.map(|s| s.least),
                        summary.map(|s| s.p10),
                        summary.map(|s| s.p90),
                        summary.map(|s| s.p99),
                        summary.map(|s| s.greatest),
                        summary.map(|s| s.mean),
                        summary.map(|s| s.outliers.low as f64),
                        summary.map(|s| s.outliers.high as f64),
                    ]
                    .map(number),
                );
                let ratio = said.and_then(|said| said.ratio);
                fields.extend(
                    [
                        ratio.map(|r| r.estimate),
                        ratio.map(|r| r.low),
                        ratio.map(|r| r.high),
                        cell.processes.map(|p| p.count),
                        cell.seed.as_ref().map(|s| s.low),
                        cell.seed.as_ref().map(|s| s.high),
                    ]
                    .map(number),
                );
                fields.push(quoted(reason));
                text.push_str(&fields.join(","));
                text.push('\n');
            }
        }
    }
    text
}

/// Quoted where it has to be.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", field.replace('"', "\"\""));
    }
    field.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::section;
    use crate::model::{Cell, Row};

    #[test]
    fn lines_have_all_fields() {
        let mut section = section();
        section.push_row(Row::named("a,\"b\""), vec![Cell::failed("x, y")]);
        let report = crate::model::Report {
            sections: vec![section],
            ..crate::output::json::tests::report()
        };
        let text = csv(&Analysed::of(&report));
        let fields = HEAD.split(',').count();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 1 + 4 + 1, "an absent cell has no line");
        assert!(lines[1..5].iter().all(|line| line.split(',').count() == fields), "{text}");
        assert!(lines[1].starts_with("launch,vfork,returns,measured,ns,16,"), "{text}");
        assert!(lines[5].starts_with("launch,\"a,\"\"b\"\"\",returns,failed,ns,,"), "{text}");
        assert!(lines[5].ends_with(",\"x, y\""), "{text}");
    }
}
