//! The report on a terminal or in a file of text: aligned columns.

use crate::analysis::{Analysed, Analysis};
use crate::findings::{Finding, Source, sources};
use crate::model::RatioStyle;
use crate::output::cells::{Grid, Text, details, grid};
use crate::output::format;

/// Columns, each as wide as its widest text; the first to the left, others to the
/// right.
fn aligned(head: &[String], rows: &[Vec<String>]) -> String {
    let width = |text: &str| text.chars().count();
    let mut widths: Vec<usize> = head.iter().map(|text| width(text)).collect();
    for row in rows {
        for (number, text) in row.iter().enumerate() {
            match widths.get_mut(number) {
                Some(known) => *known = (*known).max(width(text)),
                None => widths.push(width(text)),
            }
        }
    }
    let line = |texts: &[String]| {
        let mut line = String::new();
        for (number, &width_of) in widths.iter().enumerate() {
            let text = texts.get(number).map_or("", String::as_str);
            let space = " ".repeat(width_of - width(text).min(width_of));
            if number == 0 {
                line.push_str(text);
                line.push_str(&space);
            } else {
                line.push_str("  ");
                line.push_str(&space);
                line.push_str(text);
            }
        }
        format!("{}\n", line.trim_end())
    };
    let whole = widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
    let mut text = line(head);
    text.push_str(&"-".repeat(whole));
    text.push('\n');
    rows.iter().for_each(|row| text.push_str(&line(row)));
    text
}

/// Columns that a terminal has, mostly.
pub(crate) const TERMINAL: usize = 100;

/// The width of each column of a table.
fn widths_of(head: &[String], rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).chain([head.len()]).max().unwrap_or(0);
    let width = |column: usize| {
        let all = rows.iter().filter_map(|row| row.get(column)).chain(head.get(column));
        all.map(|text| text.chars().count()).max().unwrap_or(0)
    };
    (0..columns).map(width).collect()
}

/// A table of [`aligned`] columns; one that is too wide is several, below each other, each with the
/// first column.
fn fitted(head: &[String], rows: &[Vec<String>]) -> String {
    let widths = widths_of(head, rows);
    let mut groups: Vec<Vec<usize>> = vec![vec![0]];
    let first = widths.first().copied().unwrap_or(0);
    let mut taken = first;
    for (column, width) in widths.iter().enumerate().skip(1) {
        let more = width + 2;
        if let Some(group) = groups.last_mut() {
            if taken + more > TERMINAL && group.len() > 1 {
                groups.push(vec![0, column]);
                taken = first + more;
            } else {
                group.push(column);
                taken += more;
            }
        }
    }
    let pick = |texts: &[String], group: &[usize]| -> Vec<String> {
        group.iter().map(|&column| texts.get(column).cloned().unwrap_or_default()).collect()
    };
    let tables: Vec<String> = groups
        .iter()
        .map(|group| {
            let rows: Vec<Vec<String>> = rows.iter().map(|row| pick(row, group)).collect();
            folded(&pick(head, group), &rows)
        })
        .collect();
    tables.join("\n")
}

/// A table of [`aligned`] columns; in one that is too wide the texts of its widest columns are broken
/// into lines, as long as they have spaces.
fn folded(head: &[String], rows: &[Vec<String>]) -> String {
    let mut widths = widths_of(head, rows);
    let whole = |widths: &[usize]| widths.iter().sum::<usize>() + 2 * widths.len().max(1) - 2;
    if whole(&widths) <= TERMINAL {
        return aligned(head, rows);
    }
    while whole(&widths) > TERMINAL {
        let Some(widest) = widths.iter_mut().max().filter(|width| **width > 1) else { break };
        *widest -= 1;
    }
    let lines_of = |row: &Vec<String>| -> Vec<Vec<String>> {
        let texts: Vec<Vec<String>> =
            row.iter().zip(&widths).map(|(text, &width)| broken(text, width)).collect();
        let lines = texts.iter().map(Vec::len).max().unwrap_or(0);
        let line = |number: usize| {
            texts.iter().map(|text| text.get(number).cloned().unwrap_or_default()).collect()
        };
        (0..lines).map(line).collect()
    };
    let mut all = lines_of(&head.to_vec());
    let first = all.remove(0);
    all.extend(rows.iter().flat_map(lines_of));
    aligned(&first, &all)
}

/// The lines of a text that is broken at its spaces.
fn broken(text: &str, most: usize) -> Vec<String> {
    if text.chars().count() <= most {
        // Also where spaces align its parts.
        return vec![text.to_owned()];
    }
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The texts of a row, their parts made as wide as the widest of their column.
fn padded(grid: &Grid) -> Vec<Vec<String>> {
    let mut widths: Vec<Vec<usize>> = Vec::new();
    for row in &grid.rows {
        for (column, text) in row.iter().enumerate() {
            if widths.len() <= column {
                widths.push(Vec::new());
            }
            for (number, part) in text.parts.iter().enumerate() {
                if widths[column].len() <= number {
                    widths[column].push(0);
                }
                widths[column][number] = widths[column][number].max(part.chars().count());
            }
        }
    }
    let pad = |column: usize, text: &Text| {
        if text.parts.is_empty() {
            return text.text.clone();
        }
        let parts = widths[column].iter().enumerate().filter(|(_, width)| **width > 0);
        let parts: Vec<String> = parts
            .map(|(number, &width)| {
                let part = text.parts.get(number).map_or("", String::as_str);
                format!("{}{part}", " ".repeat(width.saturating_sub(part.chars().count())))
            })
            .collect();
        parts.join(" ")
    };
    grid.rows
        .iter()
        .map(|row| row.iter().enumerate().map(|(column, text)| pad(column, text)).collect())
        .collect()
}

fn plain(grid: &Grid) -> String {
    let mut text = fitted(&grid.head, &padded(grid));
    if !grid.skipped.is_empty() {
        text.push_str(&wrapped("skipped: ", &grid.skipped, TERMINAL));
    }
    for (number, remark) in grid.remarks.iter().enumerate() {
        text.push_str(&wrapped(&format!("[{}] ", number + 1), remark, TERMINAL));
    }
    for verdict in &grid.verdicts {
        text.push_str(&wrapped("", &format!("{verdict}."), TERMINAL));
    }
    text
}

/// One section, with its percentiles if they are wanted.
pub fn section_text(analysis: &Analysis<'_>, with_details: bool) -> String {
    let section = analysis.section;
    let mut text = wrapped("", &section.title, TERMINAL);
    for note in &section.notes {
        text.push_str(&wrapped("  ", note, 90));
    }
    text.push('\n');
    if section.rows.is_empty() {
        text.push_str("(nothing was measured)\n");
        return text;
    }
    text.push_str(&plain(&grid(analysis)));
    if with_details {
        let details = details(analysis);
        if !details.rows.is_empty() {
            text.push('\n');
            text.push_str(&plain(&details));
        }
    }
    text
}

/// Lines of at most so many characters: what stands before the first one indents the others.
pub(crate) fn wrapped(before: &str, text: &str, most: usize) -> String {
    let indent = before.chars().count();
    let mut done = String::new();
    for (number, line) in broken(text, most.saturating_sub(indent)).iter().enumerate() {
        match number {
            0 => done.push_str(before),
            _ => done.push_str(&" ".repeat(indent)),
        }
        done.push_str(line);
        done.push('\n');
    }
    done
}

/// The findings as rows of texts.
pub(super) fn findings_rows(findings: &[Finding]) -> Vec<Vec<String>> {
    findings
        .iter()
        .map(|finding| {
            vec![
                finding.text.to_owned(),
                finding.theirs.to_owned(),
                format::ratio_interval(&finding.here, RatioStyle::Times),
                finding.asked(),
                finding.verdict().to_owned(),
            ]
        })
        .collect()
}

/// Headings of [`findings_rows`].
pub(super) const FINDINGS_HEAD: [&str; 5] =
    ["finding", "the text's figure", "here", "asked for", "verdict"];

/// The findings of earlier texts, and the figures here.
pub fn findings_table(findings: &[Finding]) -> String {
    let table = folded(&FINDINGS_HEAD.map(str::to_owned), &findings_rows(findings));
    let mut text = format!("What earlier texts found, and this machine\n\n{table}\n");
    for Source { author, title, link, year, .. } in sources(findings) {
        text.push_str(&wrapped("  ", &format!("{author}: {title} ({year})"), TERMINAL));
        text.push_str(&wrapped("    ", link, TERMINAL));
    }
    text
}

/// The whole report.
pub fn report_text(analysed: &Analysed<'_>, with_details: bool) -> String {
    let report = analysed.report;
    let top: Vec<String> =
        report.environment.disturbance().into_iter().chain(analysed.sentence()).collect();
    let mut parts: Vec<String> = Vec::new();
    if !top.is_empty() {
        parts.push(top.iter().map(|line| wrapped("", line, TERMINAL)).collect());
    }
    parts.extend(analysed.sections.iter().map(|one| section_text(one, with_details)));
    if !analysed.findings.is_empty() {
        parts.push(findings_table(&analysed.findings));
    }
    let facts = &report.environment.facts;
    let width = facts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut environment = String::from("Measured on\n\n");
    for (name, value) in facts {
        environment.push_str(&wrapped(&format!("{name:width$}  "), value, TERMINAL));
    }
    parts.push(environment);
    if report.interrupted {
        parts.push("Interrupted: what is shown is right, but not all.\n".into());
    }
    parts.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::section;
    use crate::model::{Cell, Row};

    #[test]
    fn columns_are_aligned() {
        let text = aligned(
            &["way".into(), "time".into()],
            &[vec!["vfork".into(), "71.9 µs".into()], vec!["f".into(), "1 ms".into()]],
        );
        assert_eq!(text, "way       time\n--------------\nvfork  71.9 µs\nf         1 ms\n");
    }

    #[test]
    fn a_wide_table_is_divided() {
        let head: Vec<String> = (0..9).map(|n| format!("{n}-{}", "x".repeat(18))).collect();
        let text = fitted(&head, std::slice::from_ref(&head));
        assert!(text.lines().all(|line| line.chars().count() <= TERMINAL), "{text}");
        assert!(head.iter().all(|one| text.contains(one.as_str())), "{text}");
        assert_eq!(text.matches("0-x").count(), 6, "{text}");
    }

    #[test]
    fn long_texts_are_broken_into_lines() {
        let long = |word: &str| [word; 12].join(" ");
        let head = ["finding", "theirs", "here"].map(str::to_owned);
        let row = vec![long("aaaaa"), long("bbbbbb"), "1.00x".to_owned()];
        let text = folded(&head, &[row]);
        assert!(text.lines().all(|line| line.chars().count() <= TERMINAL), "{text}");
        assert_eq!((text.matches("aaaaa").count(), text.matches("bbbbbb").count()), (12, 12));
        assert_eq!(text.lines().count(), 4, "{text}");
        let same = folded(&head, &[vec!["a  b".to_owned()]]);
        assert_eq!(same, aligned(&head, &[vec!["a  b".to_owned()]]));
    }

    /// Everything on standard output, whatever names and texts there are.
    #[test]
    fn a_report_fits_the_terminal() {
        let mut report = crate::output::tests::report();
        let long = |words: usize| vec!["words"; words].join(" ");
        let mut section = section();
        section.title = long(30);
        section.notes.push(long(40));
        section.push_row(Row::named(long(9)), vec![Cell::default(), Cell::skipped(long(30))]);
        section.push_row(Row::named(long(25)), vec![Cell::value(1.0), Cell::failed(long(30))]);
        report.sections.push(section);
        report.environment.set("governor", long(40));
        let analysed = Analysed::of(&report);
        for with_details in [false, true] {
            let mut text = report_text(&analysed, with_details);
            text.push_str(&findings_table(&crate::findings::tests::every_finding()));
            for line in text.lines() {
                assert!(line.chars().count() <= TERMINAL, "{line}");
            }
        }
    }

    #[test]
    fn parts_stand_below_each_other() {
        let text = |parts: &[&str]| Text {
            parts: parts.iter().map(|&part| part.to_owned()).collect(),
            ..Text::default()
        };
        let grid = Grid {
            head: vec!["a".into()],
            rows: vec![vec![text(&["1 ms", "ref", ""])], vec![text(&["71.9 µs", "10.2x", "2p"])]],
            skipped: String::new(),
            remarks: Vec::new(),
            verdicts: Vec::new(),
        };
        assert_eq!(padded(&grid), [["   1 ms   ref   "], ["71.9 µs 10.2x 2p"]]);
    }

    #[test]
    fn short_rows_and_wide_ones() {
        let text = aligned(&["a".into()], &[vec![], vec!["b".into(), "c".into()]]);
        assert_eq!(text, "a\n----\n\nb  c\n");
    }

    #[test]
    fn a_section() {
        let text = section_text(&Analysis::of(&section()), true);
        assert!(text.starts_with("Ways to start a program\n"), "{text}");
        assert!(text.contains("reaped: fastest is vfork.\n"), "{text}");
        assert!(text.contains("p99"), "{text}");
        assert!(text.lines().all(|line| !line.ends_with(' ')), "{text}");
    }

    #[test]
    fn notes_are_wrapped() {
        assert_eq!(wrapped("  ", "aaa bbb ccc", 9), "  aaa bbb\n  ccc\n");
        assert_eq!(wrapped("[1] ", "aaa bbb", 8), "[1] aaa\n    bbb\n");
        assert_eq!(wrapped("", "aaaaaaaaa", 8), "aaaaaaaaa\n");
    }
}
