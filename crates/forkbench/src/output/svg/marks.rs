//! A line for each row, with a mark for each column on a common axis: the median, a
//! thick line for its interval, a thin one from the tenth to the ninetieth percentile.

use crate::analysis::Analysis;
use crate::model::Reference;
use crate::output::format;
use crate::output::svg::draw::{Anchor, Surface, text_width};
use crate::output::svg::scale::Scale;
use crate::output::svg::{Series, WIDE, extent, series};

/// The chart, unless nothing was measured.
pub fn chart(analysis: &Analysis<'_>, width: f64) -> Option<String> {
    let section = analysis.section;
    let series = series(analysis);
    let (least, greatest) = extent(analysis, &series)?;
    let rows: Vec<usize> = (0..section.rows.len())
        .filter(|&row| series.iter().any(|one| analysis.at(row, one.column).is_some()))
        .collect();
    let narrow = width < WIDE;
    let names = rows.iter().filter_map(|&row| section.rows.get(row));
    let longest = names.map(|row| text_width(&row.name)).fold(0.0, f64::max);
    let left = if narrow { 6.0 } else { (longest + 16.0).clamp(60.0, width * 0.4) };
    let right = width - 14.0;
    let scale = Scale::new(least, greatest, left, right);

    let mut surface = Surface::default();
    let entries: Vec<(usize, &str)> =
        series.iter().map(|one| (one.column, one.name.as_str())).collect();
    let top = if entries.len() > 1 {
        surface.legend(&entries, if narrow { 4.0 } else { left }, 0.0, right - left) + 18.0
    } else {
        18.0
    };
    // Marks of one row stand a little below each other, so that none hides another.
    let spread = if narrow { 4.5 } else { 4.0 };
    let room = spread * series.len().saturating_sub(1) as f64;
    let above = if narrow { 18.0 } else { 0.0 };
    let height_of = above + (room + 16.0).max(22.0);
    let bottom = top + height_of * rows.len() as f64;

    for (number, _) in rows.iter().enumerate().filter(|(number, _)| number % 2 == 0) {
        let y = top + height_of * number as f64;
        surface.rectangle("band", (0.0, y), (width, height_of));
    }
    axis(&mut surface, &scale, (left, right), (top, bottom), narrow);
    for (number, &row) in rows.iter().enumerate() {
        let Some(name) = section.rows.get(row) else { continue };
        let begin = top + height_of * number as f64;
        let middle = begin + above + (height_of - above) / 2.0;
        if narrow {
            surface.label("", (left, begin + 14.0), Anchor::Start, &name.name);
        } else {
            surface.label("", (left - 10.0, middle + 4.5), Anchor::End, &name.name);
        }
        for (place, one) in series.iter().enumerate() {
            let y = middle - room / 2.0 + spread * place as f64;
            mark(&mut surface, analysis, &scale, row, &name.name, one, y);
        }
    }
    surface.line("base", (left, bottom), (right, bottom));
    let what = match &section.reference {
        Reference::None => section.title.clone(),
        _ => format!("{}: medians with their intervals", section.title),
    };
    let legend = "mark: median; thick: 95 % interval; thin: p10 to p90";
    surface.label("tick", (left, bottom + 18.0), Anchor::Start, legend);
    Some(surface.finish(width, bottom + 26.0, &what))
}

/// Ticks above, lines down through the rows.
fn axis(
    surface: &mut Surface,
    scale: &Scale,
    (left, right): (f64, f64),
    (top, bottom): (f64, f64),
    narrow: bool,
) {
    let most = if narrow { 4 } else { 8 };
    for tick in scale.ticks(most) {
        let x = scale.place(tick);
        surface.line("grid", (x, top), (x, bottom));
        // A text at an end must not leave the picture.
        let anchor = if x > right - 22.0 {
            Anchor::End
        } else if x < left + 8.0 && narrow {
            Anchor::Start
        } else {
            Anchor::Middle
        };
        surface.label("tick", (x, top - 6.0), anchor, &format::time_tick(tick));
    }
}

fn mark(
    surface: &mut Surface,
    analysis: &Analysis<'_>,
    scale: &Scale,
    row: usize,
    name: &str,
    series: &Series,
    y: f64,
) {
    let Some(said) = analysis.at(row, series.column) else { return };
    let summary = said.summary;
    let colour = series.column % super::draw::COLOURS;
    let line = |surface: &mut Surface, kind: &str, low: f64, high: f64| {
        let class = format!("c{colour} {kind}");
        surface.line(&class, (scale.place(low), y), (scale.place(high), y));
    };
    line(surface, "range", summary.p10, summary.p90);
    line(surface, "interval", summary.median.low, summary.median.high);
    let title = format!(
        "{name}, {}: {} ({} to {})",
        series.name,
        format::time(summary.median.estimate),
        format::time(summary.median.low),
        format::time(summary.median.high)
    );
    surface.mark(series.column, (scale.place(summary.median.estimate), y), &title);
}
