//! Everything, every sample included, and back again.

use serde_json::{Value, json};

use crate::analysis::Analysed;
use crate::model::{FORMAT, Report};

/// The report as JSON. Each section has its `summaries` beside its cells, for readers
/// that do not want to compute them; they are not read back.
///
/// # Errors
/// None that a report can cause.
pub fn write_json(analysed: &Analysed<'_>) -> Result<String, serde_json::Error> {
    let mut value = serde_json::to_value(analysed.report)?;
    let sections = value.get_mut("sections").and_then(Value::as_array_mut);
    for (value, analysis) in sections.into_iter().flatten().zip(&analysed.sections) {
        let section = analysis.section;
        let mut summaries = Vec::new();
        for (row, name) in section.rows.iter().enumerate() {
            for (column, kind) in section.columns.iter().enumerate() {
                let Some(said) = analysis.at(row, column) else { continue };
                summaries.push(json!({
                    "row": name.name,
                    "column": kind.name,
                    "summary": said.summary,
                    "ratio": said.ratio,
                }));
            }
        }
        value["summaries"] = Value::Array(summaries);
    }
    let mut text = serde_json::to_string(&value)?;
    text.push('\n');
    Ok(text)
}

/// Reads a report.
///
/// # Errors
/// In words: what is wrong with the text.
pub fn read_json(text: &[u8]) -> Result<Report, String> {
    let value: Value =
        serde_json::from_slice(text).map_err(|error| format!("this is no JSON: {error}"))?;
    match value.get("format").and_then(Value::as_u64) {
        Some(format) if format == u64::from(FORMAT) => {}
        Some(format) => return Err(format!("format {format} is not known, {FORMAT} is")),
        None => return Err("this is no result of forkbench (no \"format\")".into()),
    }
    let report: Report = serde_json::from_value(value)
        .map_err(|error| format!("this is no result of forkbench: {error}"))?;
    for section in &report.sections {
        if section.cells.len() != section.rows.len() * section.columns.len() {
            return Err(format!("section {}: cells are missing or too many", section.id));
        }
    }
    Ok(report)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::environment::Environment;
    use crate::model::tests::section;
    use crate::model::{Cell, Processes, Row, Seed};

    pub(crate) fn report() -> Report {
        Report {
            format: FORMAT,
            version: "0".into(),
            command: vec!["forkbench".into(), "launch".into()],
            environment: Environment { facts: vec![("kernel".into(), "Linux <6> & up".into())] },
            interrupted: false,
            sections: vec![section()],
        }
    }

    #[test]
    fn there_and_back() {
        let mut report = report();
        let mut cell = Cell::value(0.1 + 0.2);
        cell.processes = Some(Processes { count: 1.5, approximate: true });
        cell.seed = Some(Seed { low: 1.7, high: 3.0, on: "FC4".into() });
        report.sections[0].push_row(Row::at("x", 4096.0), vec![Cell::skipped("why"), cell]);
        report.sections[0].push_row(Row::named("y"), vec![Cell::failed("how")]);
        let text = write_json(&Analysed::of(&report)).unwrap();
        assert_eq!(read_json(text.as_bytes()).unwrap(), report);
        assert!(text.contains("\"summaries\""));
    }

    #[test]
    fn what_is_no_report_is_refused() {
        for (text, word) in [
            ("", "no JSON"),
            ("[1]", "no result"),
            ("{\"format\":99}", "99"),
            ("{\"format\":1}", "no result"),
        ] {
            let error = read_json(text.as_bytes()).unwrap_err();
            assert!(error.contains(word), "{text}: {error}");
        }
        let mut broken = report();
        broken.sections[0].cells.pop();
        let text = serde_json::to_string(&broken).unwrap();
        assert!(read_json(text.as_bytes()).unwrap_err().contains("missing"));
    }
}
