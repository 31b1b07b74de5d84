//! One file with everything: charts, tables, findings, environment. It needs no
//! network, no script and no other file.

mod style;

use std::fmt::Write;

use crate::analysis::{Analysed, Analysis};
use crate::findings::{Finding, Holds, Source, sources};
use crate::model::Report;
use crate::output::cells::{Grid, Text, details, grid};
use crate::output::svg::{self, NARROW, WIDE, escape};
use crate::output::table::{FINDINGS_HEAD, findings_rows};

/// The page.
pub fn html(analysed: &Analysed<'_>) -> String {
    let report = analysed.report;
    let mut page = String::new();
    let summary: Vec<&str> = ["processor", "kernel", "system", "date"]
        .iter()
        .filter_map(|name| report.environment.get(name))
        .collect();
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"forkbench {}\">\n<title>What starting a process \
         costs</title>\n<style>{}{}</style>\n</head>\n<body>\n<main>\n<h1>What starting a process \
         costs</h1>\n<p class=\"quiet\">{}</p>\n",
        escape(&report.version),
        style::STYLE,
        svg::STYLE,
        escape(&summary.join(" · "))
    );
    if report.interrupted {
        page.push_str(
            "<p class=\"warning\">The run was interrupted: what is shown is right, but not all.</p>\n",
        );
    }
    if let Some(said) = report.environment.disturbance() {
        let _ = writeln!(page, "<p class=\"warning\">{}</p>", escape(&said));
    }
    if let Some(said) = analysed.sentence() {
        let _ = writeln!(page, "<p>{}</p>", escape(&said));
    }
    let found = &analysed.findings;
    contents(&mut page, report, !found.is_empty());
    for analysis in &analysed.sections {
        put_section(&mut page, analysis);
    }
    if !found.is_empty() {
        put_findings(&mut page, found);
    }
    put_environment(&mut page, report);
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn anchor(id: &str) -> String {
    escape(&id.replace(|symbol: char| !symbol.is_ascii_alphanumeric(), "-"))
}

fn contents(page: &mut String, report: &Report, with_findings: bool) {
    page.push_str("<nav aria-label=\"Contents\"><ul>\n");
    for section in &report.sections {
        let _ = writeln!(
            page,
            "<li><a href=\"#{}\">{}</a></li>",
            anchor(&section.id),
            escape(&section.title)
        );
    }
    if with_findings {
        page.push_str("<li><a href=\"#findings\">Earlier findings</a></li>\n");
    }
    page.push_str("<li><a href=\"#environment\">The machine</a></li>\n</ul></nav>\n");
}

fn put_findings(page: &mut String, findings: &[Finding]) {
    page.push_str(
        "<section id=\"findings\">\n<h2>What earlier texts found, and this machine</h2>\n\
         <p class=\"quiet\">Each finding with its own figure, the same ratio here with its 95&nbsp;% \
         interval, and whether all of that interval is on the finding's side.</p>\n\
         <div class=\"scroll\"><table class=\"words\"><thead><tr>",
    );
    for head in FINDINGS_HEAD {
        let _ = write!(page, "<th scope=\"col\">{head}</th>");
    }
    page.push_str("</tr></thead><tbody>\n");
    for (finding, row) in findings.iter().zip(findings_rows(findings)) {
        let class = match finding.holds {
            Holds::Yes => "holds",
            Holds::No => "fails",
            Holds::Undecided => "open",
        };
        page.push_str("<tr>");
        for (number, text) in row.iter().enumerate() {
            let text = escape(text);
            let head = FINDINGS_HEAD.get(number).unwrap_or(&"");
            let _ = match number {
                0 => write!(page, "<th scope=\"row\">{text}</th>"),
                4 => write!(
                    page,
                    "<td data-head=\"{head}\"><span class=\"{class}\">{text}</span></td>"
                ),
                _ => write!(page, "<td data-head=\"{head}\">{text}</td>"),
            };
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table></div>\n<p>The texts:</p>\n<ul>\n");
    for source in sources(findings) {
        let Source { author, title, link, year, .. } = source;
        let _ = writeln!(page, "<li>{author}: <a href=\"{link}\">{title}</a> ({year})</li>");
    }
    page.push_str("</ul>\n</section>\n");
}

fn put_section(page: &mut String, analysis: &Analysis<'_>) {
    let section = analysis.section;
    let _ = write!(
        page,
        "<section id=\"{}\">\n<h2>{}</h2>\n",
        anchor(&section.id),
        escape(&section.title)
    );
    for note in &section.notes {
        let _ = writeln!(page, "<p class=\"quiet\">{}</p>", escape(note));
    }
    if section.rows.is_empty() {
        page.push_str("<p>Nothing was measured.</p>\n</section>\n");
        return;
    }
    for (class, width) in [("wide", WIDE), ("narrow", NARROW)] {
        if let Some(chart) = svg::chart(analysis, width) {
            let _ = writeln!(page, "<figure class=\"{class}\">{chart}</figure>");
        }
    }
    let grid = grid(analysis);
    for verdict in &grid.verdicts {
        let _ = writeln!(page, "<p class=\"verdict\">{}.</p>", escape(&sentence(verdict)));
    }
    put_grid(page, &grid);
    let details = details(analysis);
    if !details.rows.is_empty() {
        page.push_str("<details><summary>Percentiles, intervals, outliers</summary>\n");
        put_grid(page, &details);
        page.push_str("</details>\n");
    }
    page.push_str("</section>\n");
}

/// With a capital letter.
fn sentence(text: &str) -> String {
    let mut symbols = text.chars();
    symbols.next().map_or_else(String::new, |first| first.to_uppercase().chain(symbols).collect())
}

fn put_grid(page: &mut String, grid: &Grid) {
    page.push_str("<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>");
    for head in &grid.head {
        let _ = write!(page, "<th scope=\"col\">{}</th>", escape(head));
    }
    page.push_str("</tr></thead><tbody>\n");
    for row in &grid.rows {
        page.push_str("<tr>");
        for (number, text) in row.iter().enumerate() {
            put_cell(page, number, text);
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table></div>\n");
    if !grid.skipped.is_empty() {
        let _ = writeln!(page, "<p class=\"remarks\">Skipped: {}</p>", escape(&grid.skipped));
    }
    if !grid.remarks.is_empty() {
        page.push_str("<ol class=\"remarks\">\n");
        for (number, remark) in grid.remarks.iter().enumerate() {
            let _ = writeln!(page, "<li>[{}] {}</li>", number + 1, escape(remark));
        }
        page.push_str("</ol>\n");
    }
}

fn put_cell(page: &mut String, number: usize, text: &Text) {
    if number == 0 {
        let _ = write!(page, "<th scope=\"row\" title=\"{0}\">{0}</th>", escape(&text.text));
        return;
    }
    let class = match (text.missing, text.best) {
        (true, _) => " class=\"missing\"",
        (_, true) => " class=\"best\"",
        _ => "",
    };
    let Some((figure, rest)) = text.parts.split_first() else {
        let _ = write!(page, "<td{class}>{}</td>", escape(&text.text));
        return;
    };
    let rest: Vec<&str> = rest.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    let _ = write!(page, "<td{class}>{}", escape(figure));
    if !rest.is_empty() {
        let _ = write!(page, "<span class=\"ratio\">{}</span>", escape(&rest.join(" ")));
    }
    page.push_str("</td>");
}

fn put_environment(page: &mut String, report: &Report) {
    page.push_str(
        "<section id=\"environment\">\n<h2>The machine, and how it was measured</h2>\n\
         <div class=\"scroll\"><table class=\"facts\"><tbody>\n",
    );
    let command = ("command".to_owned(), report.command.join(" "));
    for (name, value) in report.environment.facts.iter().chain([&command]) {
        let _ = writeln!(
            page,
            "<tr><th scope=\"row\">{}</th><td>{}</td></tr>",
            escape(name),
            escape(value)
        );
    }
    page.push_str(
        "</tbody></table></div>\n<p class=\"quiet\">The things compared took turns (A B A B), after a \
         warm-up, by the monotonic clock, in several passes. Figures are medians; intervals hold the median with \
         95&nbsp;% confidence, by a bootstrap over whole passes, widened for their small number. Nothing is called the fastest while \
         its interval meets another's. Outliers stay in the figures.</p>\n</section>\n",
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Cell, Row};
    use crate::output::tests::report;

    #[test]
    fn the_page_needs_nothing_from_elsewhere() {
        let page = html(&Analysed::of(&report()));
        for outside in ["http:", "https:", "//", "<script", "<link", "src=", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(page.contains("prefers-color-scheme: dark"));
        assert!(page.contains("name=\"viewport\""));
        assert_eq!(page.matches("<svg").count(), 2, "for a desk and for a telephone");
    }

    #[test]
    fn what_was_measured_is_text_not_markup() {
        let mut report = report();
        report.command.push("<script>alert(1)</script>".into());
        let row = Row::named("<img src=x>");
        report.sections[0].push_row(row, vec![Cell::failed("a <b> c")]);
        let page = html(&Analysed::of(&report));
        assert!(!page.contains("<script") && !page.contains("<img") && !page.contains("<b>"));
        assert!(page.contains("Linux &lt;6&gt; &amp; up"));
    }

    #[test]
    fn anchors_are_plain() {
        assert_eq!(anchor("memory/used"), "memory-used");
    }
}
