//! The report as a page that stands alone: totals, a flame graph, and the source with what each of
//! its lines cost. No script, nothing that is fetched; light and dark.
//!
//! The numbers are those of `summary`, the sentences those of `advice`. `report` writes the page to
//! a file; texts of scripts are escaped.

use super::advice::advice;
use super::summary::{Frame, Line, Source, Summary};
use super::table::why;
use std::fmt::Write;
use std::time::Duration;

const STYLE: &str = "\
:root{color-scheme:light dark;--text:#1b1f24;--dim:#57606a;--back:#fff;--line:#d8dee4;\
--heat:216,90,30;--warm:#fdf0e6;--bar:#f2b48a}\
@media(prefers-color-scheme:dark){:root{--text:#e6edf3;--dim:#9aa4af;--back:#14171c;--line:#30363d;\
--heat:230,120,60;--warm:#2a1f18;--bar:#8a4a22}}\
body{font:15px/1.5 system-ui,sans-serif;color:var(--text);background:var(--back);margin:0 auto;\
max-width:1200px;padding:1rem}\
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}p.dim,td.dim,small{color:var(--dim)}\
.wide{overflow-x:auto}table{border-collapse:collapse;font:13px/1.5 ui-monospace,monospace;width:100%}\
td,th{padding:0 .6em;text-align:right;white-space:pre;vertical-align:top}\
th{font-weight:600;border-bottom:1px solid var(--line)}\
td.source,th.source,td.why{text-align:left}td.why{white-space:normal;color:var(--dim);padding-left:3em}\
svg text{font:12px ui-monospace,monospace;fill:var(--text)}\
svg rect{fill:var(--bar);stroke:var(--back)}svg rect.some{fill:rgb(var(--heat))}\
code{font:13px ui-monospace,monospace}";

/// A text in which nothing is markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            character => out.push(character),
        }
    }
    out
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e3)
}

/// The page of `--profile=html`: annotated source and a flame graph.
pub(crate) fn html(summary: &Summary) -> String {
    let name = match summary.sources.first() {
        Some(source) if summary.shells == 1 => {
            String::from_utf8_lossy(&source.file.name).into_owned()
        }
        _ => format!("{} shells", summary.shells),
    };
    let name = escaped(&name);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>forkless profile: {name}</title><style>{STYLE}</style></head><body>\n\
         <h1>forkless profile: {name}</h1>\n"
    );
    let numbers = summary.numbers;
    let _ = writeln!(
        page,
        "<p>{} commands: <b>{}</b> utilities in-process, <b>{}</b> programs launched, <b>{}</b> \
         shells forked.<br>Elapsed {} ms; processor time {} ms in the shell, {} ms in its \
         children.</p>",
        summary.runs,
        numbers.inside,
        numbers.launched,
        numbers.forked,
        milliseconds(summary.elapsed),
        milliseconds(summary.own),
        milliseconds(summary.children)
    );
    let changes = advice(summary);
    if !changes.is_empty() {
        page.push_str("<h2>Changes that may save processes</h2>\n<ul>\n");
        for change in changes.iter().take(20) {
            let file = String::from_utf8_lossy(&summary.sources[change.source].file.name);
            let _ = writeln!(
                page,
                "<li><a href=\"#f{}l{}\"><code>{}:{}</code></a> (processes: {}): {}</li>",
                change.source,
                change.line,
                escaped(&file),
                change.line,
                change.saves,
                escaped(&change.text)
            );
        }
        page.push_str("</ul>\n");
    }
    flame(&mut page, &summary.flame);
    for (index, source) in summary.sources.iter().enumerate() {
        if !source.lines.is_empty() {
            annotated(&mut page, index, source);
        }
    }
    page.push_str("</body></html>\n");
    page
}

/// Height of a frame, in pixels.
const HEIGHT: usize = 20;

fn depth(frame: &Frame) -> usize {
    1 + frame.callees.iter().map(depth).max().unwrap_or(0)
}

fn flame(page: &mut String, root: &Frame) {
    let total = root.total().as_secs_f64();
    if total <= 0.0 {
        return;
    }
    page.push_str(
        "<h2>Time by call</h2>\n<p class=\"dim\">Width is time, callees are below their caller; \
         calls with processes of their own have the strong colour.</p>\n",
    );
    let height = depth(root) * HEIGHT;
    let _ = writeln!(page, "<svg width=\"100%\" height=\"{height}\" role=\"img\">");
    frames(page, root, 0.0, 0, total);
    page.push_str("</svg>\n");
}

fn frames(page: &mut String, frame: &Frame, left: f64, level: usize, total: f64) {
    let width = frame.total().as_secs_f64() / total * 100.0;
    if width < 0.1 {
        return;
    }
    let some = if frame.processes > 0 { " class=\"some\"" } else { "" };
    let top = level * HEIGHT;
    let name = escaped(&frame.name);
    let _ = writeln!(
        page,
        "<svg x=\"{left:.3}%\" y=\"{top}\" width=\"{width:.3}%\" height=\"{HEIGHT}\">\
         <title>{name}: {} ms, its own {} ms, {} processes</title>\
         <rect{some} width=\"100%\" height=\"{HEIGHT}\"/><text x=\"4\" y=\"14\">{name}</text></svg>",
        milliseconds(frame.total()),
        milliseconds(frame.own),
        frame.all_processes()
    );
    let mut left = left;
    for callee in &frame.callees {
        frames(page, callee, left, level + 1, total);
        left += callee.total().as_secs_f64() / total * 100.0;
    }
}

/// Lines without cost that are shown around one with cost.
const AROUND: u32 = 3;
/// Files up to so many lines are shown whole.
const WHOLE: usize = 400;

fn annotated(page: &mut String, index: usize, source: &Source) {
    let text = source.text();
    let most = source.lines.values().map(|line| line.time).max().unwrap_or_default();
    let _ = writeln!(
        page,
        "<h2><code>{}</code></h2>\n<div class=\"wide\"><table><tr><th>ms</th><th>runs</th>\
         <th>inside</th><th>launched</th><th>forked</th><th>line</th><th class=\"source\">source</th></tr>",
        escaped(&String::from_utf8_lossy(&source.file.name))
    );
    let last = source.lines.keys().next_back().copied().unwrap_or(0).max(text.len() as u32);
    let mut gap = false;
    for number in source.file.first.max(1)..=last {
        let near = text.len() <= WHOLE
            || source.lines.range(number.saturating_sub(AROUND)..=number + AROUND).next().is_some();
        if !near {
            gap = true;
            continue;
        }
        if std::mem::take(&mut gap) {
            page.push_str("<tr><td class=\"dim\" colspan=\"6\">…</td></tr>\n");
        }
        let shown = escaped(&String::from_utf8_lossy(text.line(number)));
        match source.lines.get(&number) {
            Some(line) => row(page, (index, number), line, most, &shown),
            None => {
                let _ = writeln!(
                    page,
                    "<tr><td colspan=\"5\"></td><td class=\"dim\">{number}</td>\
                     <td class=\"source dim\">{shown}</td></tr>"
                );
            }
        }
    }
    page.push_str("</table></div>\n");
}

fn row(page: &mut String, (index, number): (usize, u32), line: &Line, most: Duration, shown: &str) {
    let share = line.time.as_secs_f64() / most.as_secs_f64().max(1e-9);
    let some = |count: u64| if count == 0 { String::new() } else { count.to_string() };
    let _ = writeln!(
        page,
        "<tr id=\"f{index}l{number}\" style=\"background:rgba(var(--heat),{:.3})\"><td>{}</td>\
         <td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"dim\">{number}</td>\
         <td class=\"source\">{shown}</td></tr>",
        share * 0.45,
        milliseconds(line.time),
        line.runs,
        some(line.numbers.inside),
        some(line.numbers.launched),
        some(line.numbers.forked)
    );
    if line.numbers.processes() > 0 {
        let _ = writeln!(
            page,
            "<tr><td colspan=\"6\"></td><td class=\"why\">{}</td></tr>",
            escaped(&why(line))
        );
    }
}
