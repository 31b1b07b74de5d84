//! A curve for each column over the rows' places, with the median's interval at each
//! point.

use crate::analysis::Analysis;
use crate::output::format;
use crate::output::svg::draw::{Anchor, COLOURS, Surface, text_width};
use crate::output::svg::scale::Scale;
use crate::output::svg::{Series, WIDE, extent, series};

/// The chart, unless nothing was measured or rows have no places.
pub fn chart(analysis: &Analysis<'_>, width: f64) -> Option<String> {
    let section = analysis.section;
    let series = series(analysis);
    let (least, greatest) = extent(analysis, &series)?;
    let narrow = width < WIDE;
    // Places of the rows that have a figure; a logarithmic axis has no 0.
    let places: Vec<(usize, f64)> = section
        .rows
        .iter()
        .enumerate()
        .filter(|&(row, _)| series.iter().any(|one| analysis.at(row, one.column).is_some()))
        .filter_map(|(row, name)| Some((row, name.x.filter(|x| *x > 0.0)?)))
        .collect();
    let first = places.iter().map(|(_, x)| *x).fold(f64::INFINITY, f64::min);
    let last = places.iter().map(|(_, x)| *x).fold(0.0, f64::max);
    if places.is_empty() {
        return None;
    }
    let mut surface = Surface::default();
    let entries: Vec<(usize, &str)> =
        series.iter().map(|one| (one.column, one.name.as_str())).collect();
    let (left, right) = (58.0, width - 22.0);
    let start = if narrow { 4.0 } else { left };
    let top = surface.legend(&entries, start, 0.0, right - start) + 12.0;
    let bottom = top + if narrow { 220.0 } else { 280.0 };
    let horizontal = Scale::logarithmic(first, last, left + 10.0, right - 10.0);
    let vertical = Scale::new(least, greatest, bottom, top);

    for tick in vertical.ticks(if narrow { 6 } else { 8 }) {
        let y = vertical.place(tick);
        surface.line("grid", (left, y), (right, y));
        surface.label("tick", (left - 8.0, y + 4.0), Anchor::End, &format::time_tick(tick));
    }
    surface.line("base", (left, bottom), (right, bottom));
    // The last place is always named; others where there is room.
    let mut free = right + 40.0;
    for &(row, x) in places.iter().rev() {
        let Some(name) = section.rows.get(row) else { continue };
        let place = horizontal.place(x);
        surface.line("base", (place, bottom), (place, bottom + 5.0));
        let half = text_width(&name.name) / 2.0;
        if place + half < free {
            surface.label("tick", (place, bottom + 19.0), Anchor::Middle, &name.name);
            free = place - half - 8.0;
        }
    }
    let heading = (f64::midpoint(left, right), bottom + 38.0);
    surface.label("tick", heading, Anchor::Middle, &section.row_heading);
    for one in &series {
        curve(&mut surface, analysis, (&horizontal, &vertical), &places, one);
    }
    let legend = "marks: medians; bars: 95 % intervals";
    surface.label("tick", (start, bottom + 56.0), Anchor::Start, legend);
    Some(surface.finish(width, bottom + 64.0, &section.title))
}

fn curve(
    surface: &mut Surface,
    analysis: &Analysis<'_>,
    (horizontal, vertical): (&Scale, &Scale),
    places: &[(usize, f64)],
    series: &Series,
) {
    let colour = series.column % COLOURS;
    let points: Vec<_> = places
        .iter()
        .filter_map(|&(row, x)| {
            let median = analysis.at(row, series.column)?.summary.median;
            Some((row, horizontal.place(x), median))
        })
        .collect();
    let line: Vec<(f64, f64)> =
        points.iter().map(|(_, x, median)| (*x, vertical.place(median.estimate))).collect();
    surface.polyline(colour, &line);
    for (row, x, median) in points {
        let class = format!("c{colour} interval");
        surface.line(&class, (x, vertical.place(median.low)), (x, vertical.place(median.high)));
        let name = analysis.section.rows.get(row).map_or("", |row| row.name.as_str());
        let title = format!(
            "{name}, {}: {} ({} to {})",
            series.name,
            format::time(median.estimate),
            format::time(median.low),
            format::time(median.high)
        );
        surface.mark(series.column, (x, vertical.place(median.estimate)), &title);
    }
}
