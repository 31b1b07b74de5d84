//! Tables for a README.

use crate::analysis::{Analysed, Analysis};
use crate::findings::{Source, sources};
use crate::output::cells::grid;
use crate::output::table::{FINDINGS_HEAD, findings_rows};

/// The whole report, with the date and the machine.
pub fn markdown(analysed: &Analysed<'_>) -> String {
    let report = analysed.report;
    let mut text = String::new();
    let facts: Vec<String> =
        ["date", "system", "kernel", "processor", "processors", "virtualisation", "load at start"]
            .iter()
            .filter_map(|name| Some(format!("{name} {}", report.environment.get(name)?)))
            .collect();
    text.push_str(&format!("forkbench {}: {}.\n", report.version, escaped(&facts.join("; "))));
    if report.interrupted {
        text.push_str("\nInterrupted: what is shown is right, but not all.\n");
    }
    for said in report.environment.disturbance().into_iter().chain(analysed.sentence()) {
        text.push_str(&format!("\n{}\n", escaped(&said)));
    }
    for analysis in &analysed.sections {
        text.push('\n');
        text.push_str(&section_table(analysis));
    }
    if !analysed.findings.is_empty() {
        text.push_str("\n### What earlier texts found, and this machine\n\n");
        text.push_str(&table(
            &FINDINGS_HEAD.map(str::to_owned),
            &findings_rows(&analysed.findings),
        ));
        text.push_str("\nThe texts:\n\n");
        for source in sources(&analysed.findings) {
            let Source { author, title, link, year, .. } = source;
            text.push_str(&format!("* {author}: [{title}]({link}) ({year})\n"));
        }
    }
    text
}

fn section_table(analysis: &Analysis<'_>) -> String {
    let section = analysis.section;
    let mut text = format!("### {}\n\n", escaped(&section.title));
    for note in &section.notes {
        text.push_str(&format!("{}\n", escaped(note)));
    }
    if section.rows.is_empty() {
        text.push_str("\nNothing was measured.\n");
        return text;
    }
    text.push('\n');
    let grid = grid(analysis);
    let bold = |text: &crate::output::cells::Text| {
        if text.best { format!("**{}**", escaped(&text.text)) } else { escaped(&text.text) }
    };
    let rows: Vec<Vec<String>> =
        grid.rows.iter().map(|row| row.iter().map(bold).collect()).collect();
    text.push_str(&raw_table(&grid.head.iter().map(|h| escaped(h)).collect::<Vec<_>>(), &rows));
    if !grid.skipped.is_empty() {
        text.push_str(&format!("\nskipped: {}\n", escaped(&grid.skipped)));
    }
    for (number, remark) in grid.remarks.iter().enumerate() {
        text.push_str(&format!("\n\\[{}\\] {}\n", number + 1, escaped(remark)));
    }
    for verdict in &grid.verdicts {
        text.push_str(&format!("\n{}.\n", escaped(verdict)));
    }
    text
}

fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let all = |row: &[String]| row.iter().map(|text| escaped(text)).collect::<Vec<_>>();
    raw_table(&all(head), &rows.iter().map(|row| all(row)).collect::<Vec<_>>())
}

fn raw_table(head: &[String], rows: &[Vec<String>]) -> String {
    let line = |texts: &[String]| format!("| {} |\n", texts.join(" | "));
    let mut text = line(head);
    let rule: Vec<&str> = (0..head.len()).map(|n| if n == 0 { ":--" } else { "--:" }).collect();
    text.push_str(&format!("| {} |\n", rule.join(" | ")));
    rows.iter().for_each(|row| text.push_str(&line(row)));
    text
}

/// What Markdown would take for itself is escaped.
fn escaped(text: &str) -> String {
    let mut done = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '<' | '~' | '$' => {
                done.push('\\');
                done.push(symbol);
            }
            '\n' => done.push(' '),
            _ => done.push(symbol),
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::json::tests::report;

    #[test]
    fn a_table() {
        let mut report = report();
        report.sections[0].rows[1].name = "a | b".into();
        let text = markdown(&Analysed::of(&report));
        assert!(text.contains("| way | returns | reaped | against vfork |"), "{text}");
        assert!(text.contains("| :-- | --: | --: | --: |"), "{text}");
        assert!(text.contains("| a \\| b |"), "{text}");
        assert!(text.contains("kernel Linux \\<6> & up"), "{text}");
    }
}
