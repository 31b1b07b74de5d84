//! Elements of SVG, and the style that gives them their colours.

use std::fmt::Write;

/// What is drawn on.
#[derive(Default)]
pub struct Surface {
    text: String,
}

/// How many colours and shapes there are; more series begin again.
pub const COLOURS: usize = 8;

/// A text's anchor.
#[derive(Clone, Copy, Debug)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// Text as it may stand in SVG and HTML, in attributes as well.
pub fn escape(text: &str) -> String {
    let mut done = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '<' => done.push_str("&lt;"),
            '>' => done.push_str("&gt;"),
            '&' => done.push_str("&amp;"),
            '"' => done.push_str("&quot;"),
            // What XML cannot hold.
            control if control.is_control() && control != '\n' && control != '\t' => {
                done.push('\u{fffd}');
            }
            other => done.push(other),
        }
    }
    done
}

/// Tenths are enough for a place.
fn at(place: f64) -> f64 {
    (place * 10.0).round() / 10.0
}

impl Surface {
    /// A line of a class.
    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let _ = write!(
            self.text,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            at(from.0),
            at(from.1),
            at(to.0),
            at(to.1)
        );
    }

    /// A rectangle of a class.
    pub fn rectangle(&mut self, class: &str, corner: (f64, f64), size: (f64, f64)) {
        let _ = write!(
            self.text,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            at(corner.0),
            at(corner.1),
            at(size.0),
            at(size.1)
        );
    }

    /// A text of a class.
    pub fn label(&mut self, class: &str, place: (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = write!(
            self.text,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
            at(place.0),
            at(place.1),
            escape(text)
        );
    }

    /// A line through points, in the colour of a series.
    pub fn polyline(&mut self, colour: usize, points: &[(f64, f64)]) {
        let points: Vec<String> =
            points.iter().map(|(x, y)| format!("{},{}", at(*x), at(*y))).collect();
        let colour = colour % COLOURS;
        let _ = write!(
            self.text,
            "<polyline class=\"c{colour} curve\" points=\"{}\"/>",
            points.join(" ")
        );
    }

    /// The mark of a series, with a text that is shown where the pointer rests on it.
    /// Series differ by shape as well as by colour.
    pub fn mark(&mut self, colour: usize, (x, y): (f64, f64), title: &str) {
        let colour = colour % COLOURS;
        let (x, y) = (at(x), at(y));
        let path = match colour {
            0 => format!("M{},{y}a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z", x - 4.0),
            1 => format!("M{},{}h7v7h-7z", x - 3.5, y - 3.5),
            2 => format!("M{x},{}l5,5l-5,5l-5,-5z", y - 5.0),
            3 => format!("M{x},{}l5,8.5h-10z", y - 5.0),
            4 => format!("M{x},{}l5,-8.5h-10z", y + 5.0),
            5 => format!("M{},{}h3v-3h3v3h3v3h-3v3h-3v-3h-3z", x - 4.5, y - 1.5),
            6 => format!(
                "M{},{}l2,-2l3,3l3,-3l2,2l-3,3l3,3l-2,2l-3,-3l-3,3l-2,-2l3,-3z",
                at(x - 5.0),
                at(y - 3.0)
            ),
            _ => format!("M{},{}h10v4h-10z", x - 5.0, y - 2.0),
        };
        let _ = write!(
            self.text,
            "<path class=\"c{colour} mark\" d=\"{path}\"><title>{}</title></path>",
            escape(title)
        );
    }

    /// A legend in lines from the left, at most so wide; returns the height it takes.
    pub fn legend(&mut self, entries: &[(usize, &str)], left: f64, top: f64, width: f64) -> f64 {
        let (mut x, mut y) = (left, top);
        for (colour, name) in entries {
            let needed = 20.0 + text_width(name) + 14.0;
            if x > left && x + needed > left + width {
                x = left;
                y += 20.0;
            }
            self.mark(*colour, (x + 6.0, y + 8.0), name);
            self.label("legend", (x + 16.0, y + 12.5), Anchor::Start, name);
            x += needed;
        }
        y + 24.0 - top
    }

    /// The whole picture, with what it shows for those who cannot see it.
    pub fn finish(self, width: f64, height: f64, title: &str) -> String {
        format!(
            "<svg class=\"chart\" viewBox=\"0 0 {} {}\" \
             width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"{}\">{}</svg>",
            at(width),
            at(height),
            at(width),
            at(height),
            escape(title),
            self.text
        )
    }
}

/// About how wide a text of 12.5 px is, in one of the wider fonts.
pub fn text_width(text: &str) -> f64 {
    text.chars()
        .map(|symbol| match symbol {
            'i' | 'j' | 'l' | 'I' | ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 4.2,
            'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '/' | '-' => 5.2,
            'm' | 'w' | 'M' | 'W' | '%' | '@' | '…' => 12.2,
            '#' | '<' | '>' | '=' | '+' | 'A'..='Z' => 10.0,
            _ => 8.0,
        })
        .sum()
}

/// Colours and fonts, for a light and a dark surrounding. The series' colours differ
/// in lightness too.
pub const STYLE: &str = "\
.chart{--ink:#1d2129;--soft:#5b6472;--grid:#e3e6eb;--band:#f5f6f8;\
--c0:#1f5fd0;--c1:#d4510b;--c2:#1c8454;--c3:#9333b8;--c4:#0b7a94;--c5:#c2205f;--c6:#6b6a00;--c7:#4d5563;\
font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:12.5px}\
.chart text{fill:var(--ink)}.chart .tick{fill:var(--soft);font-size:11.5px;font-variant-numeric:tabular-nums}\
.chart .legend{fill:var(--ink)}.chart .grid{stroke:var(--grid);stroke-width:1}.chart .base{stroke:var(--soft);stroke-width:1}\
.chart .band{fill:var(--band)}.chart .reference{stroke:var(--soft);stroke-width:1;stroke-dasharray:3 3}\
.chart .curve{fill:none;stroke-width:2;stroke-linejoin:round}.chart .mark{stroke:none}\
.chart .range{stroke-width:1.5;opacity:.45}.chart .interval{stroke-width:3;opacity:.8}\
.c0{fill:var(--c0);stroke:var(--c0)}.c1{fill:var(--c1);stroke:var(--c1)}.c2{fill:var(--c2);stroke:var(--c2)}\
.c3{fill:var(--c3);stroke:var(--c3)}.c4{fill:var(--c4);stroke:var(--c4)}.c5{fill:var(--c5);stroke:var(--c5)}\
.c6{fill:var(--c6);stroke:var(--c6)}.c7{fill:var(--c7);stroke:var(--c7)}\
@media (prefers-color-scheme: dark){.chart{--ink:#e8eaee;--soft:#a3abb8;--grid:#30353e;--band:#1e2228;\
--c0:#74a9ff;--c1:#ff9a5c;--c2:#5fd39a;--c3:#d18cf0;--c4:#56c7e0;--c5:#ff85ae;--c6:#d6d35a;--c7:#b4bcc9}}";

/// A text in lines of at most this many pixels, broken at `separator`. `size` is how much larger its
/// font is than that of [`text_width`].
fn lines(text: &str, separator: &str, width: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split(separator) {
        let longer = lines.last().map(|line| format!("{line}{separator}{part}"));
        match (longer, lines.last_mut()) {
            (Some(longer), Some(line)) if text_width(&longer) * size <= width => *line = longer,
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}

/// A chart as a file of its own: with the style, a ground to stand on, a title, and what was measured
/// where, its parts separated by ` · `.
pub fn standalone(chart: &str, title: &str, place: &str) -> String {
    let size = chart.split_once("viewBox=\"0 0 ").and_then(|(_, rest)| {
        let (size, _) = rest.split_once('"')?;
        let (width, height) = size.split_once(' ')?;
        Some((width, height.parse::<f64>().ok()?))
    });
    let Some((width, height)) = size else { return with_style(chart) };
    let room = width.parse::<f64>().unwrap_or_default() - 24.0;
    let mut surface = Surface::default();
    let mut y = 4.0;
    for line in lines(title, " ", room, 1.3) {
        y += 20.0;
        surface.label("title", (12.0, y), Anchor::Start, &line);
    }
    y += 3.0;
    for line in lines(place, " · ", room, 1.0) {
        y += 17.0;
        surface.label("place", (12.0, y), Anchor::Start, &line);
    }
    y += 12.0;
    let chart = chart.replacen("<svg ", &format!("<svg y=\"{y}\" "), 1);
    let whole = height + y;
    with_style(&format!(
        "<svg viewBox=\"0 0 {width} {whole}\" width=\"{width}\" height=\"{whole}\" role=\"img\">{}{chart}</svg>",
        surface.text
    ))
}

fn with_style(chart: &str) -> String {
    let ground = ".ground{fill:#fff}.title,.place{fill:#1b1f24;font:600 16px system-ui,sans-serif}\
         .place{font:12px system-ui,sans-serif}@media (prefers-color-scheme: dark){\
         .ground{fill:#15181d}.title,.place{fill:#e6edf3}}";
    let inside = format!(
        "<style>{STYLE}{ground}</style><rect class=\"ground\" width=\"100%\" height=\"100%\"/>"
    );
    // Inside HTML the name space is known; a file has to say it.
    let chart = chart.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1);
    match chart.split_once('>') {
        Some((head, rest)) => format!("{head}>{inside}{rest}\n"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaping() {
        assert_eq!(escape("a<b>&\"c\"\u{1}"), "a&lt;b&gt;&amp;&quot;c&quot;\u{fffd}");
    }

    #[test]
    fn a_legend_breaks_its_lines() {
        let mut surface = Surface::default();
        let entries = [(0, "aaaaaaaaaa"), (1, "bbbbbbbbbb")];
        assert_eq!(surface.legend(&entries, 0.0, 0.0, 400.0), 24.0);
        assert_eq!(surface.legend(&entries, 0.0, 0.0, 120.0), 44.0);
    }

    #[test]
    fn a_heading_breaks_its_lines() {
        let lines = |width| lines("one · two, three · four", " · ", width, 1.0);
        assert_eq!(lines(1000.0), ["one · two, three · four"]);
        assert_eq!(lines(120.0), ["one · two, three", "four"]);
        assert_eq!(lines(1.0), ["one", "two, three", "four"]);
    }

    #[test]
    fn every_series_has_a_colour() {
        for number in 0..COLOURS {
            assert!(STYLE.contains(&format!(".c{number}{{")), "{number}");
        }
    }
}
